cimport numpy as cnp

from .twister cimport Twister

cpdef object shuffled(Twister engine, Py_ssize_t n, bint wide)
cpdef object units(Twister engine, Py_ssize_t n, bint wide)
cpdef object pairs(cnp.ndarray u)
cpdef tuple apart(cnp.ndarray u)
cpdef object together(cnp.ndarray first, cnp.ndarray last, cnp.ndarray u)
cpdef tuple gammas(Twister engine, second, cnp.ndarray a, cnp.ndarray power, cnp.ndarray d)
cpdef tuple poissons(Twister engine, second, cnp.ndarray rate)
cpdef tuple binomials(Twister engine, second, cnp.ndarray count, cnp.ndarray p)
