cpdef object sample(x, places, w)
cpdef object spread(y, places, w, Py_ssize_t size)
cpdef object weigh(x, y, places)
cpdef object crossed(list at, list w, tuple space)
