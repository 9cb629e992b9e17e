cimport cython
from . cimport native
from .graph cimport Node
from .op cimport Op
from .modes cimport State
from .tensor cimport TensorBase, View

cdef class Row(Op):
    pass
