cimport cython
from ..tape.tensor cimport TensorBase

@cython.locals(t=TensorBase)
cpdef own(result, args)
@cython.locals(t=TensorBase)
cdef bint own_all(results)
cdef bint holds(values, base) except -1
@cython.locals(found=list)
cpdef list tensors_in(x)
