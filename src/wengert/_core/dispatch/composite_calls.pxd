cimport cython
from ..tape.tensor cimport TensorBase

cdef object ndarray, Tensor  # read as C reads variables

@cython.locals(t=TensorBase)
cpdef own(result, args)
@cython.locals(t=TensorBase)
cdef bint own_all(results)
cdef bint holds(values, base) except -1
@cython.locals(found=list)
cpdef list tensors_in(x)
