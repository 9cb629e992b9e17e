cpdef object attended(query, key, value, double scale)
cpdef bint weigh_visible(scores, Py_ssize_t visible)
