cimport cython
from ..arrays cimport objects
from .node cimport Node, Saved
from .storage cimport Storage, cell
from .tensor cimport TensorBase

@cython.locals(x=TensorBase, s=Saved, storage=Storage)
cpdef save(t)
@cython.locals(x=TensorBase, s=Saved, storage=Storage)
cpdef save_output(t, long long nr, Node owner)
cpdef restore(Saved s, owner)
@cython.locals(t=TensorBase, leaf=TensorBase, b=TensorBase, v=TensorBase)
cpdef placed(Saved s, data, storage, owner)
