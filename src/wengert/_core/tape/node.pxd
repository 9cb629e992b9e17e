cimport cython
from ..arrays cimport objects
from ..arrays.c_numpy cimport ndarray as Array
from .collector cimport Hidden, Part, enlist, untrack
from .counting cimport next_number
from .storage cimport Storage

cdef object ndarray, np
cdef object METAS

cdef class Meta:
    cdef public object shape
    cdef public object dtype
    cdef public object levels
    cdef public object xp
    cdef public bint sparse

cdef class Node(Hidden):
    cdef public object _wg_plan
    cdef public object _wg_next
    cdef public object _wg_next_output_nrs
    cdef public long long _wg_sequence_nr
    cdef public object _wg_saved
    cdef public object _wg_params
    cdef public object metas_in
    cdef public object _wg_metas
    cdef public object shape
    cdef public object dtype
    cdef public object levels
    cdef public object _wg_code
    cdef public long long _wg_lasti
    cdef public object _wg_hooks
    cdef public object _wg_chain
    cdef public object _wg_view_meta
    cdef public object _wg_user
    cdef public object _wg_freed
    cdef public object _wg_vmaps
    cdef public object _wg_lost
    cdef public bint _wg_base
    cdef object __weakref__

    cpdef _wg_fit(self, payload)

cdef object LEAFS_OWN

cdef class AccumulateGrad(Node):
    cdef public object ref
    cdef public object grad_dtype

    cpdef _wg_fit(self, payload)

cdef class Saved(Part):
    cdef public object data
    cdef public Storage storage
    cdef public long long version
    cdef public object node
    cdef public long long nr
    cdef public object tans
    cdef public object base
    cdef public bint output

    cpdef raw(self, owner)

@cython.locals(meta=Meta)
cdef Meta described(dtype, shape)
@cython.locals(a=Array)
cpdef Meta meta_of(payload)
cpdef tuple lone_meta(Array a)
cpdef bint any_sparse(list payloads)
@cython.locals(s=Saved)
cpdef Saved keeping(data, Storage storage)
@cython.locals(s=Saved, saved=tuple)
cpdef hide(Node node)
@cython.locals(meta=Meta)
cdef hide_metas(tuple metas)
