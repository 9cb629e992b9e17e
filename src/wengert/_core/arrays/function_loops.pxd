from .c_numpy cimport Loop

cdef Loop arithmetic(function, bint double_) noexcept
