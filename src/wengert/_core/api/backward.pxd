cimport cython
from ..engine.walk cimport Walk
from ..tape.node cimport Meta
from ..tape.tensor cimport TensorBase, make

cdef tuple _tuple(x)
cdef tuple _inputs(inputs, function)
cdef tuple _given(grads, tuple outputs)
cdef tuple _edge(x)
@cython.locals(i=Py_ssize_t)
cdef list _roots(tuple outputs)
@cython.locals(i=Py_ssize_t, out=list)
cpdef list cotangents_of(outputs, grads, bint batched=*)
@cython.locals(g=TensorBase)
cdef _start(Walk walk, list roots, list grads)
cdef _result(g, dict known, lost)
cdef _batched(arguments, list roots, list grads)
cdef _zeros(x, size, requires_grad)
