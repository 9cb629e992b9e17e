cimport cython
from .state cimport State

cdef class Tool:
    cpdef begin(self, int kind, what, args, params=*)
    cpdef end(self, begun, result)
    cpdef end_elsewhere(self, begun)

cdef class Several(Tool):
    cdef public tuple tools

cdef class Tools:
    cdef public Tool calls
    cdef public tuple nodes
    cdef public tuple passes
    cdef public tuple writes
    cdef public tuple saves
    cdef public tuple computes
    cdef public bint recording

    cpdef writing(self, storage)

@cython.locals(tools=Tools)
cpdef computing(State state)
