cpdef bint add_rows(out, at, values, Py_ssize_t outer, Py_ssize_t inner)
cpdef object taken(a, at, int dim)
cpdef bint along(a, at, b, int dim, int how) except -1
cpdef bint add_products(out, rows, columns, values, dense) except -1
cpdef bint add_chosen(out, mask, values) except -1
cpdef object all_below(places, n)
cpdef object class_losses(x, target, ignore_index, int axis, int reduction)
cpdef object class_slopes(u, target, tuple shape, ignore_index, int axis, int reduction)
cpdef object take_rows(x, at, Py_ssize_t outer, Py_ssize_t inner)
