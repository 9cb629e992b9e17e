cpdef object normalised(x, weight, bias, double eps)
cpdef object slopes(g, x, weight, mean, scale)
