cpdef object between(a, b, double p, bint above=*)
cpdef object pull(g, a, b, out, double p)
