cimport cython
from . cimport native
from .graph cimport Node, AccumulateGrad
from .formula cimport Plan

cdef class Walk:
    cdef public bint create
    cdef public bint keep
    cdef public object wanted
    cdef public bint accumulate
    cdef public bint rest
    cdef public bint recording
    cdef public bint quiet
    cdef public object running
    cdef public object started
    cdef public dict waiting
    cdef public list heap
    cdef public Node following
    cdef public dict answer
    cdef public object ends
    cdef public long depth
    cdef public list callbacks
    cdef public object watch
    cdef public Node at
    cdef object __weakref__

    @cython.locals(node=Node, n=Node, place=list, nodes=list, stack=list, seen=set, waiting=dict, ends=set, leads=bint)
    cpdef count(self, roots)
    cpdef arrive(self, list place, Node node, nr, g, bint owned)
    @cython.locals(gs=list, owned=bint, tracked=bint, mine=bint, hooks=object, i=Py_ssize_t, target=Node, left=Py_ssize_t, plan=Plan, place=list)
    cpdef step(self, Node node)
    cpdef ready(self, Node node)
    @cython.locals(node=Node, place=list, heap=list)
    cpdef run(self, roots, grads)
