cimport cython
from ..tape.node cimport Meta
from ..tape.tensor cimport TensorBase, make

cpdef tuple as_tuple(x, what, fn)
@cython.locals(x=TensorBase, t=TensorBase, out=list)
cpdef tuple prepared(fn, xs, create_graph, bint needed=*)
cpdef finished(tree, bint create_graph)
cpdef as_given(values, bint nested)
@cython.locals(i=Py_ssize_t, a=TensorBase, b=TensorBase)
cdef _check_v(tuple v, tuple others, bint nested)
cdef tuple _vector(v, tuple others, bint nested, fn, create_graph, unless)
@cython.locals(i=Py_ssize_t, o=TensorBase)
cpdef pull(outs, xs, vs, bint create)
@cython.locals(t=TensorBase, i=Py_ssize_t)
cpdef check_history(values, kind, bint strict)
@cython.locals(i=Py_ssize_t, x=TensorBase, out=list)
cdef tuple _filled(grads, like, bint strict, bint create_graph, stage)
@cython.locals(u=TensorBase, o=TensorBase)
cdef tuple _forward_product(outs, tuple xs, tuple vs, bint create, bint strict, kind, stage)
@cython.locals(out=TensorBase)
cpdef scalar(func, tuple xs, fn)
cdef tuple _at(func, inputs, v, create_graph, fn)
cdef _gradient(out, tuple xs, bint strict)
