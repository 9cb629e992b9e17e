cimport cython
from ...tape.node cimport Node
from ...tape.tensor cimport TensorBase
from ...tape.watching cimport Tool

cdef class Recorder(Tool):
    cdef public object thread
    cdef public list open
    cdef public list done
    cdef public list loose
    cdef public set drifting

    cpdef begin(self, int kind, what, args, params=*)
    @cython.locals(done=list, node=Node, t=TensorBase, kind=int, seq=cython.longlong)
    cpdef end(self, begun, result)
    cdef told(self, int kind, what, before, result)
