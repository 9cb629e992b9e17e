cimport numpy as cnp

cpdef bint fits(T, X)
cpdef object substitute(T, X, bint upper, bint unitriangular)
cpdef bint eliminate(A, rows, cnp.npy_intp first, cnp.npy_intp last)
