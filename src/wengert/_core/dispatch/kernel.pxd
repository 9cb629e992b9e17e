cimport cython
from ..arrays cimport objects
from ..arrays.c_numpy cimport ndarray as Array
from ..arrays.program_cache cimport Programs
from ..arrays.objects cimport Called
from ..arrays.batched cimport aligned, alike, by_batch_rule, over

cdef int FREE, ROWS, COMMON, LAST
cdef bint COMPILED

cdef class Kernel(Called):
    cdef public object kernel
    cdef public object family
    cdef public object name
    cdef public object arrays
    cdef public object group
    cdef public object params
    cdef public object defaults
    cdef public Py_ssize_t optional
    cdef public Py_ssize_t count
    cdef public object outputs
    cdef public bint multi_output
    cdef public bint view
    cdef public bint moves
    cdef public bint row_major
    cdef public object promote
    cdef public bint floats
    cdef public object promoted_mask
    cdef public bint takes_batched
    cdef public object batch_rule
    cdef public bint elementwise
    cdef public object real_only
    cdef public int layout
    cdef public Programs fused
    cdef public object unrounded
    cdef public dict fits
    cdef public tuple rounded
    cdef public object options

    @cython.locals(a=Array, inexact=object, integral=object, d=object, t=object, found=list, absent=bint, numbers=bint, fractions=bint, half=bint, large=bint, rule=int, in_rows=bint)
    cdef compute_plain(self, list values, params)
    cdef laid(self, out, list values, bint in_rows)
    @cython.locals(found=list, i=Py_ssize_t)
    cdef with_integers(self, list values, dtype)
    cdef integer(self, value, dtype)
    @cython.locals(r=Array, rule=int, in_rows=bint)
    cdef compute_pair(self, first, second, params)
    @cython.locals(i=Py_ssize_t)
    cdef bint may_lack(self, list values)
    cdef compute_aligned(self, list values, params)
    @cython.locals(a=Array, t=object, d=object)
    cdef compute_half(self, list values, params)
    cdef halved(self, out, half, params)
    cpdef compute_general(self, list values, params)
    cdef list admitted(self, list values)
    cdef run_kernel(self, list values, params)
    cpdef settle(self, args, list values, params)
    cpdef tidy(self, out)
    cpdef compute(self, list values, params)

@cython.locals(a=Array, d=object, found=bint)
cdef bint can_be_cast(list values)
cdef only_half(list values)
cdef list widened(list values)
cdef bint dense(out, values)
