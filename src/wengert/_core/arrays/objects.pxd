cimport numpy as cnp

cpdef object retype(o, cls)
cpdef object new(cls)
cpdef object spread(cnp.ndarray a, tuple shape)
