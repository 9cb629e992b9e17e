cpdef object attended(query, key, value, double scale)
