cimport numpy as cnp

cpdef object words_of(engine, Py_ssize_t n, bint wide)
cpdef object shuffled(engine, Py_ssize_t n, bint wide)
cpdef object units(engine, Py_ssize_t n, bint wide)
cpdef object pairs(cnp.ndarray u)
cpdef tuple apart(cnp.ndarray u)
cpdef object together(cnp.ndarray first, cnp.ndarray last, cnp.ndarray u)
cpdef tuple gammas(engine, second, cnp.ndarray a, cnp.ndarray power, cnp.ndarray d)
cpdef tuple poissons(engine, second, cnp.ndarray rate)
cpdef tuple binomials(engine, second, cnp.ndarray count, cnp.ndarray p)
