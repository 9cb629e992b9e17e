from ..arrays cimport objects
from ..tape.tensor cimport TensorBase

cpdef bint writes_directly(values, bint strided=*)
cpdef bint castable(a, b)
cpdef bint shares_elements(payload)
cpdef write(target, value)
cpdef write_counted(TensorBase x, value, name, where)
