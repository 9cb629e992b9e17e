"""What Python's garbage collector sees of the tape: Note [The tape and the collector].

``collector.py`` says the same for the pure build, in which the collector sees everything.
"""

# Note [The tape and the collector]
# ---------------------------------
# Python's collector looks for cycles. Whenever some hundred objects have been made, it visits the young ones, and now
# and then all. A tape is many objects that live until the backward pass, so the collector would visit them several
# times; in a recurrent network that took half of the forward pass. And it would find nothing: edges lead from younger
# nodes to older ones, and nodes hold memory, never tensors. Only what a user attaches to a node can lead back to it: a
# hook, metadata, a packed value.
#
# So an operation takes its node out of the collector's sight (``hide`` in node.py), with the containers that belong to
# the node alone, and puts it into a list of our own. All come back before a collection of all generations, which thus
# finds every cycle. They also come back before any collection if something was attached to a node since the last one
# (``expect_cycles``). What came back stays in sight: it is old by then, and the collector leaves old objects alone most
# of the time.
#
# The first releases of Python 3.14 (3.14.4 is one) collect in increments, reported as generation 1, and collect all only
# if a program asks for it. So every hundredth collection of generation 1 without one of all counts as one of all.
#
# An object out of sight only makes the collector more careful: what it refers to is taken to be in use.

import gc

from cpython.object cimport PyObject

cdef extern from "Python.h":
    void PyObject_GC_Track(PyObject*)
    void PyObject_GC_UnTrack(PyObject*)
    bint PyObject_IS_GC(PyObject*)
    int PyObject_GC_IsTracked(PyObject*)
    int PyTuple_CheckExact(PyObject*)
    int PyDict_CheckExact(PyObject*)
    ctypedef struct PyTypeObject:
        int (*tp_traverse)(PyObject*, int (*)(PyObject*, void*) noexcept, void*)
    PyTypeObject* Py_TYPE(PyObject*)
    Py_ssize_t Py_REFCNT(PyObject*)
    bint PyObject_TypeCheck(PyObject*, PyTypeObject*)
    Py_ssize_t PyTuple_GET_SIZE(PyObject*)

hides = True  # whether anything is out of sight in this build

cdef PyObject* first = NULL  # the newest node out of sight
cdef bint expected = False
cdef int since_all = 0  # collections of generation 1 since all nodes came back


cdef class Hidden:
    """A node: it can be out of the collector's sight, in a list of its own."""

    def __dealloc__(self):
        if self.listed:
            unlist(<PyObject*>self)


cdef class Part:
    """A container that belongs to one node, and goes out of sight and comes back with it."""


cdef inline void unlist(PyObject* node) noexcept:
    """Take a node out of the list. Pointers, not references: a neighbour may be about to be freed."""
    global first
    cdef PyObject* before = (<Hidden>node).before
    cdef PyObject* after = (<Hidden>node).after
    (<Hidden>node).listed = False
    if before is NULL:
        first = after
    else:
        (<Hidden>before).after = after
    if after is not NULL:
        (<Hidden>after).before = before


cpdef untrack(o):
    """Take an object out of the collector's sight: a part of a hidden node, or what can be part of no cycle."""
    if PyObject_IS_GC(<PyObject*>o):  # what is not, has no header that the collector could read
        PyObject_GC_UnTrack(<PyObject*>o)


cpdef track(o):
    """Bring an object back into the collector's sight: it has become part of a cycle."""
    if not PyObject_GC_IsTracked(<PyObject*>o):
        PyObject_GC_Track(<PyObject*>o)


cpdef enlist(Hidden node):
    """Take a node out of the collector's sight, until the next :func:`show`."""
    global first
    PyObject_GC_UnTrack(<PyObject*>node)
    if node.listed:
        return
    node.listed = True
    node.before = NULL
    node.after = first
    if first is not NULL:
        (<Hidden>first).before = <PyObject*>node
    first = <PyObject*>node


cdef int come_back(PyObject* o, void* ignored) noexcept:
    """Bring a container that belongs to a node back into sight, and those in it."""
    if o is NULL or not PyObject_IS_GC(o) or PyObject_GC_IsTracked(o):
        return 0
    if PyTuple_CheckExact(o):
        if PyTuple_GET_SIZE(o) == 0:
            return 0  # there is one empty tuple, for all
    elif not PyDict_CheckExact(o) and not PyObject_TypeCheck(o, <PyTypeObject*>Part):
        return 0
    PyObject_GC_Track(o)
    return Py_TYPE(o).tp_traverse(o, come_back, NULL)


cpdef show(bint always=True):
    """Bring all nodes back into the collector's sight; unless ``always``, only if a cycle is expected."""
    global expected
    cdef PyObject* o = first
    cdef PyObject* following
    if not (always or expected):
        return
    expected = False
    while o is not NULL:
        following = (<Hidden>o).after
        if Py_REFCNT(o) > 0:  # else it is being freed
            unlist(o)
            PyObject_GC_Track(o)
            Py_TYPE(o).tp_traverse(o, come_back, NULL)
        o = following


cpdef expect_cycles():
    """Something was attached to a node that may refer back to it: the next collection sees the tape."""
    global expected
    expected = True


def before_collection(phase, info):
    """What Python calls before and after each collection."""
    global since_all
    if phase == "start":
        since_all += info["generation"] == 1
        whole = info["generation"] == 2 or since_all == 100
        if whole:
            since_all = 0
        show(whole)


gc.callbacks.append(before_collection)
