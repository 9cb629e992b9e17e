cimport numpy as cnp

cdef class Called:
    cdef void* vectorcall

    cdef object called(self, tuple args, dict params)

cpdef object tuple_of(cls, tuple values)
cpdef object say_where(kind, str module)
cpdef object retype(o, cls)
cpdef object new(cls)
cpdef object blank(cls)
cpdef object call(kernel, xp, list values, dict params, tuple names)
cpdef bint in_rows(a) except -1
cpdef bint askew(a, b) except -1
cpdef object diagonal(a, Py_ssize_t offset, Py_ssize_t axis, Py_ssize_t other)
cpdef tuple shape_of(a)
cpdef tuple parts(a, int axis, sizes)
cpdef object reshaped(a, tuple shape)
cpdef object permuted(a, tuple dims)
cpdef object unsqueezed(a, Py_ssize_t dim)
cpdef object entry(a, Py_ssize_t dim, Py_ssize_t index)
cpdef object part(a, tuple key)
cpdef object address(cnp.ndarray a)
cpdef object placed(cnp.ndarray whole, size_t at, cnp.dtype dtype, tuple shape, tuple strides)
cpdef object spread(cnp.ndarray a, tuple shape)
cpdef bint descends(a) except -1
cpdef object order_of(a)
cpdef bint lies_as(out, a) except -1
cpdef bint writable_rows(a) except -1
cpdef bint repeats(a) except -1
cpdef bint may_overlap(cnp.ndarray a, cnp.ndarray b) except -1
