cpdef bint is_like(a, shape, dtype)
cpdef bint owns(a)
cpdef bint add_into(old, new)
