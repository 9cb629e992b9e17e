cpdef object attended(query, key, value, double scale)
cpdef object slope(g, query, key, value, result, double scale, int wanted)
