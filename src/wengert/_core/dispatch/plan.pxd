cimport cython
from .part_gradients cimport full_gradient
from ..arrays.program_cache cimport Programs
from ..tape.node cimport Node, Saved

cdef class Formula:
    cdef public object fn
    cdef public object names
    cdef public object optional
    cdef public list sources

cdef class Plan:
    cdef public object op
    cdef public tuple edges
    cdef public Py_ssize_t count
    cdef public bint half
    cdef public object mask
    cdef public object numbers
    cdef public tuple saves
    cdef public tuple keeps
    cdef public bint crossed
    cdef public tuple metas
    cdef public object sources
    cdef public object calls
    cdef public bint in_order
    cdef public bint single
    cdef public bint direct
    cdef public bint indexed
    cdef public bint local
    cdef public Programs fused
    cdef public tuple pairs
    cdef public dict parts
    cdef public bint parametric
    cdef public object fn

    @cython.locals(values=list, kept=tuple, s=Saved)
    cdef list values(self, Node node, g, bint recording, tuple picks=*)
    @cython.locals(out=list)
    cdef list widened(self, list kept, node)
    @cython.locals(env=list)
    cpdef list environment(self, gs, list values, params, metas_in, node)
    cpdef list run(self, Node node, list gs, bint recording, bint spare=*)
    cpdef list run_full(self, Node node, list gs, bint recording)
    @cython.locals(part=tuple, plan=Plan, edges=tuple, saves=tuple, metas=tuple, results=list, i=Py_ssize_t)
    cpdef list run_part(self, Node node, list gs, bint recording, wanted, bint spare=*)
    cdef tuple part(self, wanted)
    @cython.locals(env=list, found=list, results=list, pools=tuple)
    cdef list gradients(self, Node node, list gs, list values, metas_in, bint recording, bint spare)
    cdef batched(self, list env, params)
    @cython.locals(results=list, done=list, args=list, places=tuple, n=Py_ssize_t)
    cpdef list results(self, list env)
