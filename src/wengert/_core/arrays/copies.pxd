cimport numpy as cnp

cpdef bint write(out, x)
cpdef object joined(tuple parts, int axis)
cpdef object triangle(x, Py_ssize_t diagonal, bint upper, double rest, out=*)
