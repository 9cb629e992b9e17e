"""What each thread has of its own.

``per_thread.py`` says the same in Python, for the pure build.
"""

# Note [The state of the thread that asked last]
# ----------------------------------------------
# Every operation asks for the state of its thread. Python's ``threading.local`` takes as long to find it as all other
# checks of a call together. Mostly the thread that asks is the one that asked last, so its state and the number of the
# thread are kept, and compared. Python never gives a number twice. The reference is not counted, so that the state of
# a thread ends with the thread; a state that ends is forgotten here first, whichever thread ends it.

import _thread
import threading

from cpython.object cimport PyObject

cdef extern from "Python.h":
    ctypedef struct PyThreadState
    PyThreadState* PyThreadState_Get()
    unsigned long long PyThreadState_GetID(PyThreadState*)

cdef PyObject* newest = NULL  # the state that was asked for last
cdef unsigned long long asked_by = 0  # the thread that has it
cdef bint threads_alone = threading.local is _thread._local  # gevent gives each of its greenlets a state


cdef class Owned:
    """What one thread has of its own."""

    def __dealloc__(self):
        global newest
        if newest == <PyObject*>self:
            newest = NULL


cdef class PerThread:
    """Gives every thread a ``state`` of its own, which ``begin`` makes when the thread first asks. There is one."""

    cdef object places

    def __init__(self, begin):
        class Places(threading.local):
            def __init__(self):
                self.state = begin()

        self.places = Places()

    @property
    def state(self):
        return state_of(self)

    @state.setter
    def state(self, value):
        self.places.state = value
        remember(value)


cdef object state_of(places):
    """The state of the thread that runs: Note [The state of the thread that asked last]."""
    if newest != NULL and asked_by == PyThreadState_GetID(PyThreadState_Get()):
        return <object>newest
    cdef object found = (<PerThread>places).places.state
    remember(found)
    return found


cdef remember(Owned state):
    """Keep the state of the thread that runs: Note [The state of the thread that asked last]."""
    global newest, asked_by
    if threads_alone:
        newest = <PyObject*>state
        asked_by = PyThreadState_GetID(PyThreadState_Get())
