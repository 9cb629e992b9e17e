cpdef object largest(x, windows)
cpdef object average(x, windows)
cpdef object spread(y, windows, space)
