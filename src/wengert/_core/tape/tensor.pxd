cimport cython
from .threads_own cimport PerThread
from ..arrays cimport objects, sites
from .node cimport Node, Saved
from .state cimport State
from .storage cimport Storage, cell
from .view cimport View, viewing

cdef PerThread local

cdef class TensorBase:
    cdef public object _wg_data
    cdef public object _wg_node
    cdef public long long _wg_output_nr
    cdef public bint _wg_requires_grad
    cdef public object _wg_grad
    cdef public object _wg_storage
    cdef public View _wg_view
    cdef public object _wg_tangents
    cdef public object _wg_grad_accumulator
    cdef public object _wg_lost
    cdef public object _wg_hooks
    cdef public bint _wg_retains
    cdef object __weakref__

@cython.locals(storage=Storage)
cpdef sync(TensorBase t)
@cython.locals(t=TensorBase, state=State)
cpdef make(payload)
@cython.locals(storage=Storage)
cpdef remember(TensorBase t, levels)
@cython.locals(out=TensorBase)
cpdef alias(data, Storage storage, kind=*)
@cython.locals(out=TensorBase)
cpdef detach(TensorBase t)
@cython.locals(x=TensorBase)
cpdef strip(t, level, bint recording)
@cython.locals(x=TensorBase)
cpdef carry(t, tans)
@cython.locals(x=TensorBase, levels=list)
cpdef list moving_levels(args)
@cython.locals(x=TensorBase)
cpdef bint recorded(args, tangents)
@cython.locals(t=TensorBase)
cpdef payload_of(x)
cpdef bint is_real(x)
cpdef add_alias(list aliases, TensorBase t)
@cython.locals(storage=Storage, above=View, base=TensorBase, chain=tuple, held=tuple)
cpdef link_view(TensorBase t, TensorBase x, tuple step, site, State state)
@cython.locals(t=TensorBase, k=Py_ssize_t, storage=Storage, view=View)
cpdef link_views(tuple ts, TensorBase x, op, params, site, State state)
