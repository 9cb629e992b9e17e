cimport cython
from .kernel cimport Kernel
from .plan cimport Formula
from ..tape.tensor cimport TensorBase, carry, make, moving_levels, payload_of, recorded, strip

cpdef set_tangents(Kernel op, args, params, outs)
@cython.locals(x=TensorBase, moving=list, primals=list, results=list, shaped=list, recording=bint, kept=bint)
cpdef list tangents(Kernel op, level, args, params, outs)
@cython.locals(t=TensorBase)
cdef shaped_like(Kernel op, TensorBase x, tangent, list moving)
cdef bint owns(payload, list others)
cdef bint among(value, list others)
cpdef evaluate(Kernel op, Formula formula, primals, results, params, g=*, moving=*)
cpdef widened(values)
@cython.locals(env=list, kind=int)
cpdef list values_of(Kernel op, Formula formula, primals, results, params, gs, moving, others)
