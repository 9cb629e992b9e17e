cimport cython
from ..arrays cimport gradient_buffers
from ..dispatch.part_gradients cimport PartGradient, full_gradient, part_gradient
from ..tape.node cimport Node

cpdef validate_gradient(d, meta, Node node, nr, running)
cpdef accumulate(leaf, g, bint owned, bint create_graph, started)
@cython.locals(j=Py_ssize_t)
cpdef bint fresh(d, Py_ssize_t i, results, gs, bint mine=*)
