cimport cython
from . cimport native
from .graph cimport Node, Saved
from .storage cimport Storage, cell
from .tensor cimport TensorBase

@cython.locals(x=TensorBase, s=Saved, storage=Storage)
cpdef save(t)
@cython.locals(x=TensorBase, s=Saved, storage=Storage)
cpdef save_output(t, long nr, Node owner)
