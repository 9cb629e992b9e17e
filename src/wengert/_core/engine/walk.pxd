cimport cython
from .edges cimport accumulate, fresh, validate_gradient
from ..arrays cimport gradient_buffers, objects, sites
from ..dispatch.part_gradients cimport PartGradient, full_gradient, plus_part
from ..tape.node cimport Node, AccumulateGrad
from ..dispatch.plan cimport Plan

cdef class Arrivals:
    cdef public Py_ssize_t missing
    cdef public object gradient
    cdef public bint owned
    cdef public object sums

@cython.locals(new=Arrivals)
cdef Arrivals arrivals(Py_ssize_t missing)

cdef class Walk:
    cdef public bint create_graph
    cdef public bint retain_graph
    cdef public object captures
    cdef public bint accumulate
    cdef public bint rest
    cdef public bint recording
    cdef public set capturing
    cdef public object running
    cdef public object started
    cdef public dict waiting
    cdef public list heap
    cdef public dict answer
    cdef public set ends
    cdef public dict parts
    cdef public long long depth
    cdef public tuple trail
    cdef public list callbacks
    cdef public object watch
    cdef public Node at
    cdef object __weakref__

    @cython.locals(node=Node, nodes=list)
    cpdef count(self, roots)
    @cython.locals(node=Node, n=Node, known=Arrivals, waiting=dict)
    cdef count_all(self, list nodes)
    @cython.locals(node=Node, n=Node, known=Arrivals, seen=set, waiting=dict, leads=Py_ssize_t, targets=set, floor=cython.longlong)
    cdef count_leading(self, list nodes, bint single)
    cpdef arrive(self, Arrivals reached, Node node, nr, g)
    @cython.locals(gs=list, results=list, owned=bint, tracked=bint, mine=bint, hooks=object, i=Py_ssize_t, target=Node, plan=Plan, reached=Arrivals, ready=Node, waiting=dict, heap=list, capturing=set, parts=dict, recording=bint, alone=bint)
    cpdef Node step(self, Node node)
    cdef leaf(self, Node node)
    cpdef launch(self, roots, grads)
    cpdef stay(self, roots, grads)
    @cython.locals(hooks=object)
    cdef step_in_full(self, Node node, gs, bint owned)
    cdef run_rare(self, Node node, gs, bint owned)
    cdef step_through_view(self, Node node, g, bint owned)
    cpdef validate_gradient(self, d, meta, Node node, nr)
    cdef capture(self, Node node, gs)
    @cython.locals(reached=Arrivals)
    cpdef finish_leaf(self, Node node)
    cpdef bint accumulates(self, Node node)
    cpdef accumulate_into(self, leaf, g, bint owned)
    @cython.locals(node=Node, reached=Arrivals, heap=list, i=Py_ssize_t)
    cpdef run(self, roots, grads)

cpdef sequence(Node node)
