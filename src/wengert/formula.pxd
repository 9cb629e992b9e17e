cimport cython
from .graph cimport Node, Saved

cdef class Formula:
    cdef public object fn
    cdef public object names
    cdef public object optional

cdef class Plan:
    cdef public object op
    cdef public tuple edges
    cdef public object saves
    cdef public object metas
    cdef public object sources
    cdef public object calls
    cdef public bint plain
    cdef public bint single
    cdef public bint simple
    cdef public object fn

    @cython.locals(values=list, env=list, s=object)
    cpdef list environment(self, node, gs, recording)
    @cython.locals(env=list, results=list, done=list, args=list, kept=tuple, s=Saved)
    cpdef list run(self, Node node, gs, recording)
