from ..tape.node cimport Node
from ..tape.watching cimport Tool

cdef class WatchedPass:
    cdef public Tool calls
    cdef public tuple watchers
    cdef public object begun
    cdef public bint idle
    cdef public bint stepping
    cdef public list leaves

    cpdef step(self, walk, Node node)
    cdef run(self, walk, Node node)
    cpdef begins(self, node, gs)
    cpdef ends(self, results)
    cpdef ran(self, walk, node, gs, results)
    cpdef leaf(self, walk, node)
    cdef finish(self, walk, Node node)
