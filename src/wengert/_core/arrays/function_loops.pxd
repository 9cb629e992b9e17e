from .c_numpy cimport Loop

cdef Loop arithmetic(function, dtype) noexcept
