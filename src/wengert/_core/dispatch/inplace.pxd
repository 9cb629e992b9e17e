cimport cython
from ..arrays cimport native
from ..tape.node cimport Node
from .op cimport Op
from ..tape.state cimport State
from ..tape.watching cimport Tools, computing
from ..tape.tensor cimport TensorBase, View

cdef class Row(Op):
    cdef public object onto
    @cython.locals(state=State, tools=Tools, x=TensorBase, t=TensorBase, target=TensorBase, view=View, node=Node, values=list, i=Py_ssize_t, needs=bint, dual=bint, sparse=bint)
    cpdef inplace(self, args, params, name=*, bint told=*)
