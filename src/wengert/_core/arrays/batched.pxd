cimport cython

cdef class BatchedBase:
    cdef public object data
    cdef public object level
    cdef object __weakref__

@cython.locals(b=BatchedBase)
cpdef tuple levels_of(payload)
cpdef physical(payload)
cpdef insert_axes(p, axis, count=*)
cpdef move_axis(p, source, destination)
cpdef repeat_first(p, size)
@cython.locals(b=BatchedBase, found=list)
cpdef tuple aligned(values)
cpdef over(array, levels)
cpdef bint alike(values)
@cython.locals(b=BatchedBase, args=list, flags=list)
cpdef by_batch_rule(op, values, params)
cpdef list together(size, args, flags)
cpdef shift(dim, ndim)
