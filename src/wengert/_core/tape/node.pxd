cimport cython
from .storage cimport Storage

cdef class Meta:
    cdef public object shape
    cdef public object dtype
    cdef public object levels
    cdef public object xp
    cdef public bint sparse

@cython.trashcan(True)
cdef class Node:
    cdef public object plan
    cdef public object next
    cdef public object next_output_nrs
    cdef public long sequence_nr
    cdef public object saved
    cdef public object params
    cdef public object metas_in
    cdef public object metas
    cdef public object shape
    cdef public object dtype
    cdef public object levels
    cdef public object code
    cdef public long lasti
    cdef public object hooks
    cdef public object chain
    cdef public object view_meta
    cdef public object user
    cdef public object freed
    cdef public object vmaps
    cdef public object lost
    cdef public bint base
    cdef object __weakref__

cdef class AccumulateGrad(Node):
    cdef public object ref

cdef class Saved:
    cdef public object data
    cdef public Storage storage
    cdef public long version
    cdef public object node
    cdef public long nr
    cdef public object tans
    cdef public object base
    cdef public bint output

    cpdef raw(self, owner)

cpdef bint any_sparse(list payloads)
