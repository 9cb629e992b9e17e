cimport numpy as cnp

cpdef bint write(out, x)
