cimport cython
from . cimport native
from .graph cimport Node, Accumulator
from .formula cimport Plan

cdef class Walk:
    cdef public bint create
    cdef public bint keep
    cdef public object wanted
    cdef public bint accumulate
    cdef public bint recording
    cdef public object running
    cdef public object started
    cdef public dict buffers
    cdef public dict waiting
    cdef public list heap
    cdef public Node following
    cdef public dict answer

    @cython.locals(found=list)
    cpdef arrive(self, Node node, nr, g, bint owned)
    @cython.locals(gs=list, owned=bint, i=Py_ssize_t, target=Node, left=object, plan=Plan)
    cpdef step(self, Node node)
    cpdef ready(self, Node node)
    @cython.locals(node=Node)
    cpdef run(self, roots, grads)
