"""Arithmetic of common formulas, each in one loop of ``common_expressions.h``."""

cimport numpy as cnp

cdef extern from "arrays/expressions.h":
    ctypedef struct Expression:
        const char* text
        int inputs, results, numbers
    Expression* expressions
    int EXPRESSION_COUNT
    bint HAS_EXPRESSIONS
    void expression_f(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    void expression_d(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
