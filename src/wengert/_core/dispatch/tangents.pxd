cimport cython
from .kernel cimport Kernel
from .plan cimport Formula
from ..tape.tensor cimport TensorBase, carry, make, moving_levels, payload_of, recorded, strip

cdef class ForwardCall:
    cdef public Kernel op
    cdef public list primals
    cdef public list tangents
    cdef public list results
    cdef public object params

    cpdef evaluate(self, Formula formula, g=*)
    @cython.locals(env=list, kind=int, primals=list, moving=list)
    cpdef list values(self, Formula formula, gs, others)
    cdef tangent(self, Py_ssize_t at, optional)

cpdef set_tangents(Kernel op, args, params, outs)
@cython.locals(x=TensorBase, moving=list, primals=list, results=list, shaped=list, recording=bint, kept=bint)
cpdef list tangents(Kernel op, level, args, params, outs)
@cython.locals(t=TensorBase)
cdef shaped_like(Kernel op, TensorBase x, tangent, list moving)
cdef bint owns(payload, list others)
cdef bint among(value, list others)
cpdef widen_all(values)
