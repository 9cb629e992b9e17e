cpdef bint fits(T, X)
cpdef object substitute(T, X, bint upper, bint unitriangular)
