cimport cython
from .native cimport Programs
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
    cdef public bint local
    cdef public Programs fused
    cdef public bint parametric
    cdef public object fn

    @cython.locals(values=list, env=list, s=object)
    cpdef list environment(self, node, gs, recording)
    @cython.locals(env=list, found=list)
    cpdef list run(self, Node node, list gs, bint recording)
    @cython.locals(values=list, kept=tuple, s=Saved)
    cdef list values(self, Node node, g)
    @cython.locals(results=list, done=list, args=list)
    cpdef list results(self, list env)
    @cython.locals(env=list)
    cpdef list arranged(self, list values, params, metas)
