cpdef bint add_rows(out, at, values, Py_ssize_t outer, Py_ssize_t inner)
cpdef bint along(a, at, b, Py_ssize_t outer, Py_ssize_t inner, int what)
cpdef object all_below(places, n)
cpdef object class_losses(x, target, ignore_index, int axis, int reduction)
