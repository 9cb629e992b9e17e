cimport numpy as cnp

cpdef bint write(out, x)
cpdef object joined(tuple parts, int axis, bint stacked=*)
cpdef object triangle(x, Py_ssize_t diagonal, bint upper, double rest, out=*)
cpdef object put(out, x)
cpdef object copied(x)
cpdef object in_same_order(x, dtype)
cpdef object put_at(out, key, x)
cpdef object fill(out, value)
cpdef object zeros(xp, shape, dtype)
cpdef object filled(xp, shape, dtype, value)
cpdef object counted(xp, Py_ssize_t n, start, step, dtype)
