cimport cython
from ..tape.node cimport Node

cdef class Observer:
    cpdef begin(self, int kind, what, args, params=*)
    cpdef end(self, begun, result)
    cpdef end_elsewhere(self, begun)

cdef class Several(Observer):
    cdef public tuple observers

cdef class Steps:
    cdef public Observer observer
    cdef public object tool
    cdef public object begun
    cdef public bint idle
    cdef public bint stepping
    cdef public list leaves

    cpdef step(self, walk, Node node)
    cpdef begins(self, node, gs)
    cpdef ends(self, results)
    cpdef ran(self, walk, node, gs, results)
    cpdef leaf(self, walk, node)
    cpdef finish(self, walk, Node node)
