cpdef object convolved(x, w, bias, tuple size, tuple stride, tuple padding, tuple dilation, Py_ssize_t groups)
cpdef object weights(x, y, tuple kernel, tuple stride, tuple padding, tuple dilation, Py_ssize_t groups)
