cimport cython
from . cimport native
from .graph cimport Node
from .op cimport Op
from .modes cimport State
from .tensor cimport TensorBase, View

cdef class Row(Op):
    cdef public object onto
    @cython.locals(state=State, x=TensorBase, t=TensorBase, target=TensorBase, view=View, node=Node, values=list, i=Py_ssize_t, needs=bint, dual=bint, sparse=bint)
    cpdef inplace(self, args, params, name=*, bint told=*)
