cimport numpy as cnp

cpdef object shuffled(cnp.ndarray words)
cpdef object units(engine, Py_ssize_t n, bint wide)
cpdef object pairs(cnp.ndarray u)
cpdef object poissons(engine, cnp.ndarray rates)
