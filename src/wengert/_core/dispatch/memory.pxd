cimport cython
from ..arrays cimport objects
from ..tape.state cimport State
from ..tape.threads_own cimport PerThread
from ..tape.tensor cimport TensorBase, sync

cdef PerThread local

cpdef bint writes_directly(values, bint moves, bint strided)
cpdef bint castable(a, b)
@cython.locals(state=State, t=TensorBase)
cpdef bint records(TensorBase x, args)
cpdef bint shares_elements(payload)
cpdef write(target, value)
cpdef write_counted(TensorBase x, value, name, where)
