"""``local``, for compiled modules: a variable of this type reads ``local.state`` without a look-up of the name."""

from .per_thread cimport state_of

cdef extern from *:
    """
    typedef PyObject wg_per_thread;
    """
    ctypedef class wengert._core.tape.per_thread.PerThread [object wg_per_thread, check_size ignore]:
        @property
        cdef inline object state(self):
            return state_of(self)
