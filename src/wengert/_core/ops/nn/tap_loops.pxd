cdef object F32
cdef object dense(a, object dtype, int dims)
cdef object float_of(a)
cdef int kind_of(object dtype) noexcept
