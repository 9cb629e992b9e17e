# cython: boundscheck=False, wraparound=False
"""Making objects without their constructors: tensors, nodes and the like, and views of arrays.

``objects.py`` says the same in Python, for the pure build.
"""

cimport numpy as cnp
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM

from libc.stdint cimport uint64_t
from libc.stdlib cimport llabs

from .c_numpy cimport (
    PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM, PyArray_SIZE,
    PyArray_STRIDES, WRITABLE, same_sizes,
)
from .grids cimport AXES, SLOTS, sort_axes

cnp.import_array()

cdef extern from "Python.h":
    unsigned long Py_TPFLAGS_HEAPTYPE
    ctypedef struct PyTypeObject:
        const char* tp_name
        PyTypeObject* tp_base
        Py_ssize_t tp_basicsize
        unsigned long tp_flags
        PyObject* (*tp_new)(PyTypeObject*, PyObject*, PyObject*)
        Py_ssize_t tp_vectorcall_offset
        PyObject* (*tp_alloc)(PyTypeObject*, Py_ssize_t) except NULL
    unsigned long Py_TPFLAGS_HAVE_VECTORCALL
    void Py_SET_TYPE(object, PyTypeObject*)
    object PyObject_Vectorcall(object, PyObject**, size_t, PyObject*)
    PyObject* PyDict_GetItem(dict, PyObject*)
    PyTypeObject* Py_TYPE(object)
    Py_ssize_t PyVectorcall_NARGS(size_t)

cdef extern from "numpy/arrayobject.h":
    object PyArray_NewFromDescr(PyTypeObject*, cnp.PyArray_Descr*, int, cnp.npy_intp*, cnp.npy_intp*, void*, int, PyObject*)
    int PyArray_SetBaseObject(cnp.ndarray, object) except -1
    void PyArray_UpdateFlags(cnp.ndarray, int)
    int NPY_ARRAY_UPDATE_ALL
    int NPY_ARRAY_C_CONTIGUOUS

cdef extern from "Python.h":
    PyObject* PyList_GET_ITEM(list, Py_ssize_t)  # borrowed
    PyObject* PyTuple_GET_ITEM(tuple, Py_ssize_t)
    int PySlice_Unpack(object, Py_ssize_t*, Py_ssize_t*, Py_ssize_t*) except -1
    Py_ssize_t PySlice_AdjustIndices(Py_ssize_t, Py_ssize_t*, Py_ssize_t*, Py_ssize_t)

cdef tuple EMPTY = ()


cdef list PLACES = []  # the names of classes of C, which live as long as these


cpdef object say_where(kind, str module):
    """Say that a class comes from a module. A class of C has no such attribute: its name says it."""
    cdef PyTypeObject* made = <PyTypeObject*>kind
    cdef bytes name
    if made.tp_flags & Py_TPFLAGS_HEAPTYPE:
        kind.__module__ = module
        return
    name = f"{module}.{kind.__name__}".encode()
    PLACES.append(name)
    made.tp_name = name


cpdef object retype(o, cls):
    """Make ``o`` an instance of a subclass of its class that adds no fields.

    Python refuses to assign ``__class__`` where C declared the fields, because it cannot compare the layouts. Here they
    are the same. All that changes is which class each instance holds a reference to.
    """
    cdef PyTypeObject* old = Py_TYPE(o)
    cdef PyTypeObject* new = <PyTypeObject*>cls
    if new == old:  # another thread was first
        return
    if new.tp_base != old or new.tp_basicsize != old.tp_basicsize:
        raise TypeError(f"{cls.__name__} adds fields to {(<object>old).__name__}")
    Py_INCREF(cls)
    Py_SET_TYPE(o, new)
    if old.tp_flags & Py_TPFLAGS_HEAPTYPE:
        Py_DECREF(<object>old)


cpdef object new(cls):
    """A tensor, node or the like, made without calling Python code."""
    cdef PyTypeObject* base = <PyTypeObject*>cls
    while base.tp_flags & Py_TPFLAGS_HEAPTYPE:  # a class in Python has a public constructor; its base has the fields
        base = base.tp_base
    cdef object t = <object>base.tp_new(<PyTypeObject*>cls, <PyObject*>EMPTY, NULL)
    Py_DECREF(t)
    return t


cpdef object blank(cls):
    """A node or the like: an instance of a class that has no constructor."""
    return new(cls)


cdef enum:
    ROOM = 16  # arguments and parameters that are handed over on the stack
    JUMPS = 65536  # bytes from which on a loop that jumps takes longer than a copy: they leave the first cache


cpdef object call(kernel, xp, list values, dict params, tuple names):
    """``kernel(xp, *values, **params)``, where ``params`` has just the parameters ``names``.

    C hands them over as they are. Through ``**`` they would go by way of another dictionary.
    """
    cdef PyObject* given[ROOM]
    cdef Py_ssize_t i, count = 1 + len(values), named = len(names)
    if count + named > ROOM or len(params) != named:
        return kernel(xp, *values, **params)
    given[0] = <PyObject*>xp
    for i in range(count - 1):
        given[1 + i] = PyList_GET_ITEM(values, i)
    for i in range(named):
        given[count + i] = PyDict_GetItem(params, PyTuple_GET_ITEM(names, i))
        if given[count + i] == NULL:
            return kernel(xp, *values, **params)
    return PyObject_Vectorcall(kernel, given, count, <PyObject*>names if named else NULL)


cdef class Called:
    """What is called as a function: an operation, or the programs of a function. Subclasses define :meth:`called`.

    Python hands arguments over as it does to functions. To a class that defines ``__call__`` it would hand them in a
    tuple and a dictionary, and the dictionary would be copied.
    """

    def __cinit__(self):
        self.vectorcall = <void*>vectorcalled

    def __call__(self, *args, **params):
        return self.called(args, params or None)

    cdef object called(self, tuple args, dict params):
        """The call with these positional arguments, and those given by name if there are any."""
        raise NotImplementedError


cdef object vectorcalled(PyObject* self, PyObject** given, size_t count, PyObject* names):
    cdef Py_ssize_t i, n = PyVectorcall_NARGS(count)
    cdef tuple args = PyTuple_New(n)
    cdef dict params = None
    for i in range(n):
        Py_INCREF(<object>given[i])  # the tuple takes over this reference
        PyTuple_SET_ITEM(args, i, <object>given[i])
    if names != NULL:
        params = {}
        for i in range(len(<tuple>names)):
            params[<object>PyTuple_GET_ITEM(<tuple>names, i)] = <object>given[n + i]
    return (<Called>self).called(args, params)


cdef void set_vectorcall() noexcept:
    """Let Python find :func:`vectorcalled` in instances, of subclasses too."""
    cdef Called one = Called()
    (<PyTypeObject*>Called).tp_vectorcall_offset = <char*>&one.vectorcall - <char*><void*>one
    (<PyTypeObject*>Called).tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL


set_vectorcall()


cpdef object tuple_of(cls, tuple values):
    """These values as an instance of ``cls``, a subclass of tuple that adds no fields."""
    cdef Py_ssize_t i, n = len(values)
    cdef object t = <object>(<PyTypeObject*>cls).tp_alloc(<PyTypeObject*>cls, n)
    Py_DECREF(t)
    for i in range(n):
        Py_INCREF(<object>PyTuple_GET_ITEM(values, i))  # the tuple takes over this reference
        PyTuple_SET_ITEM(t, i, <object>PyTuple_GET_ITEM(values, i))
    return t


cpdef object fields(cls):
    """Do nothing: in the compiled build the ``.pxd`` files declare the fields of a class."""


cpdef tuple shape_of(a):
    """The shape of an array."""
    cdef int i, nd
    cdef tuple sizes
    cdef object size
    if not PyArray_CheckExact(a):
        return tuple(a.shape)
    nd = PyArray_NDIM(a)
    sizes = PyTuple_New(nd)
    for i in range(nd):
        size = PyArray_DIMS(a)[i]
        Py_INCREF(size)  # the tuple takes over this reference
        PyTuple_SET_ITEM(sizes, i, size)
    return sizes


cpdef bint in_rows(a) except -1:
    """Whether an array is in row-major order, without gaps."""
    return PyArray_FLAGS(a) & NPY_ARRAY_C_CONTIGUOUS != 0 if PyArray_CheckExact(a) else a.flags.c_contiguous


cpdef bint descends(a) except -1:
    """Whether the memory of an array is certainly in the order of its axes: each has a larger stride than the next."""
    cdef int i
    if not PyArray_CheckExact(a) or PyArray_FLAGS(a) & NPY_ARRAY_C_CONTIGUOUS:
        return in_rows(a)
    for i in range(1, PyArray_NDIM(a)):
        if PyArray_STRIDES(a)[i] == 0 or llabs(PyArray_STRIDES(a)[i]) >= llabs(PyArray_STRIDES(a)[i - 1]):
            return False
    return PyArray_NDIM(a) == 0 or PyArray_STRIDES(a)[0] != 0


cdef int fastest_axis(cnp.ndarray a) noexcept:
    """The axis along which neighbours lie closest in memory; -1 if there is none."""
    cdef int i, found = -1
    for i in range(PyArray_NDIM(a)):
        if PyArray_DIMS(a)[i] > 1 and PyArray_STRIDES(a)[i] and (
            found < 0 or llabs(PyArray_STRIDES(a)[i]) < llabs(PyArray_STRIDES(a)[found])
        ):
            found = i
    return found


cpdef bint askew(a, b) except -1:
    """Whether two arrays of one shape and some size lie in different orders: a loop over both jumps through one of them."""
    if not PyArray_CheckExact(a) or not PyArray_CheckExact(b) or PyArray_NDIM(a) < 2 or cnp.PyArray_NBYTES(a) < JUMPS:
        return False
    if PyArray_NDIM(a) != PyArray_NDIM(b) or not same_sizes(PyArray_DIMS(a), PyArray_DIMS(b), PyArray_NDIM(a)):
        return False
    return fastest_axis(a) != fastest_axis(b)


cpdef object order_of(a):
    """The axes of an array of NumPy's from the slowest to the fastest, as ``common_order`` of layouts.py has them: None for
    row-major, and () if that has to find them."""
    cdef cnp.npy_intp by[SLOTS][AXES]
    cdef int order[AXES]
    cdef int i, nd
    cdef bint moved = False
    if not PyArray_CheckExact(a) or PyArray_NDIM(a) > AXES:
        return ()
    nd = PyArray_NDIM(a)
    for i in range(nd):
        by[0][i], order[i] = llabs(PyArray_STRIDES(a)[i]), nd - 1 - i
    sort_axes(by, 1, nd, PyArray_DIMS(a), order)
    for i in range(nd):
        moved |= order[i] != nd - 1 - i
    return tuple([order[i] for i in range(nd - 1, -1, -1)]) if moved else None


cpdef bint lies_as(out, a) except -1:
    """Whether ``out`` is certainly an array of NumPy's without gaps, with the shape and the order of axes of ``a``."""
    cdef cnp.npy_intp step, mine, its, n
    cdef int i, k, nd
    if not PyArray_CheckExact(out) or not PyArray_CheckExact(a) or PyArray_NDIM(out) != PyArray_NDIM(a):
        return False
    nd = PyArray_NDIM(out)
    for i in range(nd):
        n, mine, step = PyArray_DIMS(a)[i], llabs(PyArray_STRIDES(a)[i]), cnp.PyArray_ITEMSIZE(out)
        if PyArray_DIMS(out)[i] != n or (n > 1 and mine == 0):
            return False
        if n <= 1:
            continue
        for k in range(nd):
            its = llabs(PyArray_STRIDES(a)[k])
            if k != i and PyArray_DIMS(a)[k] > 1:
                if its == mine:
                    return False
                if its < mine:
                    step *= PyArray_DIMS(a)[k]
        if PyArray_STRIDES(out)[i] != step:
            return False
    return PyArray_SIZE(out) > 0


cpdef bint writable_rows(a) except -1:
    """Whether a NumPy array is in row-major order, without gaps, and may be written."""
    return PyArray_FLAGS(a) & WRITABLE == WRITABLE


cpdef bint repeats(a) except -1:
    """Whether elements of an array certainly share memory: a longer dimension without a stride."""
    cdef int i
    if not PyArray_CheckExact(a):
        return 0 in a.strides and a.size and any([n > 1 and s == 0 for n, s in zip(a.shape, a.strides)])
    for i in range(PyArray_NDIM(a)):
        if PyArray_STRIDES(a)[i] == 0 and PyArray_DIMS(a)[i] > 1:
            return PyArray_SIZE(a) != 0
    return False


cdef void extent(cnp.ndarray a, char** low, char** high) noexcept:
    """The bounds of the memory of an array that is not empty."""
    cdef int i
    cdef cnp.npy_intp step
    low[0] = high[0] = PyArray_BYTES(a)
    for i in range(PyArray_NDIM(a)):
        step = PyArray_STRIDES(a)[i] * (PyArray_DIMS(a)[i] - 1)
        if step < 0:
            low[0] += step
        else:
            high[0] += step
    high[0] += cnp.PyArray_ITEMSIZE(a)


cdef bint meet(cnp.npy_intp away, cnp.npy_intp* steps, cnp.npy_intp* most, cnp.npy_intp* reach, int axes, int size) noexcept:
    """Whether elements of ``size`` bytes may overlap, of two arrays with these steps, the longest first, where one begins
    ``away`` bytes behind the other.

    Elements of the one are up to ``most`` steps along each axis from those of the other. ``reach`` has the bytes of all
    the steps from an axis on. Where the steps of an axis are longer than all behind it reaches, this is exact.
    """
    cdef cnp.npy_intp k, near
    away = llabs(away)
    if axes == 0 or away >= reach[0] + size:
        return away < size
    near = reach[1] + size - 1
    k = max((away - near) // steps[0], -most[0])
    if min((away + near) // steps[0], most[0]) - k > 3:
        return True  # it would take long to try all
    while k <= most[0] and k * steps[0] <= away + near:
        if meet(away - k * steps[0], steps + 1, most + 1, reach + 1, axes - 1, size):
            return True
        k += 1
    return False


cdef bint interleave(cnp.ndarray a, cnp.ndarray b) noexcept:
    """Whether two arrays of the same strides certainly share no memory, since each lies in the gaps of the other."""
    cdef cnp.npy_intp steps[64]
    cdef cnp.npy_intp most[64]
    cdef cnp.npy_intp reach[65]
    cdef cnp.npy_intp step
    cdef int i, k, axes = 0
    if PyArray_NDIM(a) != PyArray_NDIM(b) or cnp.PyArray_ITEMSIZE(a) != cnp.PyArray_ITEMSIZE(b):
        return False
    for i in range(PyArray_NDIM(a)):
        step = PyArray_STRIDES(a)[i]
        if PyArray_DIMS(a)[i] != PyArray_DIMS(b)[i] or PyArray_STRIDES(b)[i] != step:
            return False
        if PyArray_DIMS(a)[i] == 1:
            continue
        if step <= 0:
            return False
        k = axes
        while k > 0 and steps[k - 1] < step:
            steps[k], most[k] = steps[k - 1], most[k - 1]
            k -= 1
        steps[k], most[k] = step, PyArray_DIMS(a)[i] - 1
        axes += 1
    reach[axes] = 0
    for k in range(axes - 1, -1, -1):
        reach[k] = reach[k + 1] + steps[k] * most[k]
    return not meet(PyArray_BYTES(a) - PyArray_BYTES(b), steps, most, reach, axes, cnp.PyArray_ITEMSIZE(a))


cpdef bint may_overlap(cnp.ndarray a, cnp.ndarray b) except -1:
    """Whether two NumPy arrays may share memory: the bounds of their memory overlap, and neither lies in the gaps of the
    other."""
    cdef char* low[2]
    cdef char* high[2]
    if PyArray_SIZE(a) == 0 or PyArray_SIZE(b) == 0:
        return False
    extent(a, &low[0], &high[0])
    extent(b, &low[1], &high[1])
    return low[0] < high[1] and low[1] < high[0] and not interleave(a, b)


cdef object view_of(cnp.ndarray a, int nd, cnp.npy_intp* sizes, cnp.npy_intp* steps, char* first, bint written=True):
    """A view of a NumPy array, which may be written if the array may, unless ``written`` is false."""
    cdef cnp.ndarray out
    Py_INCREF(<object>PyArray_DESCR(a))  # the next call takes over this reference
    out = PyArray_NewFromDescr(
        <PyTypeObject*>cnp.ndarray, PyArray_DESCR(a), nd, sizes, steps, first,
        PyArray_FLAGS(a) & cnp.NPY_ARRAY_WRITEABLE if written else 0, NULL,
    )
    Py_INCREF(a)  # this one, too
    PyArray_SetBaseObject(out, a)
    PyArray_UpdateFlags(out, NPY_ARRAY_UPDATE_ALL)
    return out


cpdef object address(cnp.ndarray a):
    """Where the first element of a NumPy array lies."""
    return <size_t>PyArray_BYTES(a)


cpdef object placed(cnp.ndarray whole, size_t at, cnp.dtype dtype, tuple shape, tuple strides):
    """The array at an address in the memory of a NumPy array, which may be written if that may."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[64]
    cdef cnp.ndarray out
    cdef int i, nd = len(shape)
    if nd > 64:
        raise ValueError(f"an array may have 64 dimensions, not {nd}")
    for i in range(nd):
        sizes[i], steps[i] = shape[i], strides[i]
    Py_INCREF(dtype)  # the next call takes over this reference
    out = PyArray_NewFromDescr(
        <PyTypeObject*>cnp.ndarray, <cnp.PyArray_Descr*>dtype, nd, sizes, steps, <char*>at,
        PyArray_FLAGS(whole) & cnp.NPY_ARRAY_WRITEABLE, NULL,
    )
    Py_INCREF(whole)  # this one, too
    PyArray_SetBaseObject(out, whole)
    PyArray_UpdateFlags(out, NPY_ARRAY_UPDATE_ALL)
    return out


cpdef object spread(cnp.ndarray a, tuple shape):
    """A view of a NumPy array, broadcast to a shape that fits. It is read-only where elements are repeated."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[64]
    cdef cnp.npy_intp count = 1
    cdef int i, nd = len(shape), new = nd - PyArray_NDIM(a)
    if nd > 64 or new < 0:
        raise ValueError(f"an array of {PyArray_NDIM(a)} dimensions cannot be broadcast to {nd}")
    for i in range(nd):
        sizes[i] = shape[i]
        steps[i] = 0
        count *= sizes[i]
        if i >= new and PyArray_DIMS(a)[i - new] == sizes[i]:
            steps[i] = PyArray_STRIDES(a)[i - new]
        elif i >= new and PyArray_DIMS(a)[i - new] != 1:
            raise ValueError(f"{PyArray_DIMS(a)[i - new]} entries cannot be broadcast to {shape[i]}")
    return view_of(a, nd, sizes, steps, PyArray_BYTES(a), count == PyArray_SIZE(a))


cpdef object reshaped(a, tuple shape):
    """The view of an array in row-major order in another shape, which may have one size of -1.

    None if the array is not NumPy's, not in this order, empty, or does not fit.
    """
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[64]
    cdef cnp.npy_intp left, step, n
    cdef int i, nd = len(shape), free = -1
    if not PyArray_CheckExact(a) or not PyArray_FLAGS(a) & NPY_ARRAY_C_CONTIGUOUS or nd > 64:
        return None
    left = PyArray_SIZE(a)  # what the sizes so far leave
    for i in range(nd):
        n = shape[i]
        if n > 0 and left % n == 0:
            left //= n
            sizes[i] = n
        elif n == -1 and free < 0:
            free = i
        else:
            return None
    if left == 0 or (free < 0 and left != 1):
        return None
    if free >= 0:
        sizes[free] = left
    step = cnp.PyArray_ITEMSIZE(a)
    for i in range(nd - 1, -1, -1):
        steps[i] = step
        step *= sizes[i]
    return view_of(a, nd, sizes, steps, PyArray_BYTES(a))


cpdef object permuted(a, tuple dims):
    """The view of an array with its axes in another order; None if it is not NumPy's, or these are no permutation."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[64]
    cdef uint64_t seen = 0
    cdef int i, nd = len(dims)
    cdef Py_ssize_t d
    if not PyArray_CheckExact(a) or PyArray_NDIM(a) != nd:
        return None
    for i in range(nd):
        d = dims[i]
        if d < 0:
            d += nd
        if not 0 <= d < nd or seen >> d & 1:
            return None
        seen |= <uint64_t>1 << d
        sizes[i], steps[i] = PyArray_DIMS(a)[d], PyArray_STRIDES(a)[d]
    return view_of(a, nd, sizes, steps, PyArray_BYTES(a))


cpdef object unsqueezed(a, Py_ssize_t dim):
    """The view of an array with a new axis of size 1 at a position."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[64]
    cdef int i, nd
    if not PyArray_CheckExact(a) or PyArray_NDIM(a) >= 63:
        return a.reshape(*a.shape[:dim], 1, *a.shape[dim:])
    nd = PyArray_NDIM(a)
    for i in range(nd):
        sizes[i + (i >= dim)], steps[i + (i >= dim)] = PyArray_DIMS(a)[i], PyArray_STRIDES(a)[i]
    sizes[dim] = 1
    steps[dim] = sizes[dim + 1] * steps[dim + 1] if dim < nd else 0
    return view_of(a, nd + 1, sizes, steps, PyArray_BYTES(a))


cpdef object entry(a, Py_ssize_t dim, Py_ssize_t index):
    """The view of one entry of an axis; None if the array is not NumPy's, or has no such entry."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[64]
    cdef int i, nd
    if not PyArray_CheckExact(a):
        return None
    nd = PyArray_NDIM(a)
    if dim < 0:
        dim += nd
    if not 0 <= dim < nd:
        return None
    if index < 0:
        index += PyArray_DIMS(a)[dim]
    if not 0 <= index < PyArray_DIMS(a)[dim]:
        return None
    for i in range(nd - 1):
        sizes[i], steps[i] = PyArray_DIMS(a)[i + (i >= dim)], PyArray_STRIDES(a)[i + (i >= dim)]
    return view_of(a, nd - 1, sizes, steps, PyArray_BYTES(a) + index * PyArray_STRIDES(a)[dim])


cpdef object part(a, tuple key):
    """``a[(*key, ...)]``, where the key has integers, slices and None."""
    cdef cnp.npy_intp sizes[64]
    cdef cnp.npy_intp steps[64]
    cdef int at = 0, made = 0, nd
    cdef Py_ssize_t start, stop, step
    cdef char* first
    if not PyArray_CheckExact(a) or PyArray_NDIM(a) + len(key) > 64:
        return a[(*key, ...)]
    nd = PyArray_NDIM(a)
    first = PyArray_BYTES(a)
    for one in key:
        if one is None:
            sizes[made], steps[made] = 1, 0
            made += 1
            continue
        if at == nd:
            return a[(*key, ...)]  # which raises
        if type(one) is slice:
            PySlice_Unpack(one, &start, &stop, &step)
            sizes[made] = PySlice_AdjustIndices(PyArray_DIMS(a)[at], &start, &stop, step)
            if sizes[made] == 0:  # as NumPy does
                start, step = 0, 1
            steps[made] = step * PyArray_STRIDES(a)[at]
            made += 1
        else:
            start = one
            if start < 0:
                start += PyArray_DIMS(a)[at]
            if not 0 <= start < PyArray_DIMS(a)[at]:
                return a[(*key, ...)]
        first += start * PyArray_STRIDES(a)[at]
        at += 1
    while at < nd:
        sizes[made], steps[made] = PyArray_DIMS(a)[at], PyArray_STRIDES(a)[at]
        at += 1
        made += 1
    return view_of(a, made, sizes, steps, first)


cpdef tuple parts(a, int axis, sizes):
    """The views of an array that divide an axis into these sizes; of its entries, without the axis, if there are none.

    The sizes add up to the axis. None if the array is not NumPy's.
    """
    cdef cnp.npy_intp lengths[64]
    cdef cnp.npy_intp steps[64]
    cdef int i, nd
    cdef cnp.npy_intp step, k, n
    cdef list found = []
    cdef char* at
    if not PyArray_CheckExact(a):
        return None
    nd = PyArray_NDIM(a)
    step, at = PyArray_STRIDES(a)[axis], PyArray_BYTES(a)
    for i in range(nd):
        k = i - 1 if sizes is None and i > axis else i
        lengths[k], steps[k] = PyArray_DIMS(a)[i], PyArray_STRIDES(a)[i]
    if sizes is None:
        for k in range(PyArray_DIMS(a)[axis]):
            found.append(view_of(a, nd - 1, lengths, steps, at + k * step))
    else:
        for size in sizes:
            n = size
            lengths[axis] = n
            found.append(view_of(a, nd, lengths, steps, at))
            at += n * step
    return tuple(found)


cpdef object diagonal(a, Py_ssize_t offset, Py_ssize_t axis, Py_ssize_t other):
    """The view of the diagonals of two axes, in a new last one; None if the array is not NumPy's or has none such."""
    cdef cnp.npy_intp lengths[64]
    cdef cnp.npy_intp steps[64]
    cdef cnp.npy_intp* sizes
    cdef cnp.npy_intp* strides
    cdef int i, k = 0, nd
    cdef cnp.npy_intp n
    cdef char* first
    if not PyArray_CheckExact(a):
        return None
    nd = PyArray_NDIM(a)
    axis, other = axis + nd if axis < 0 else axis, other + nd if other < 0 else other
    if axis == other or not 0 <= axis < nd or not 0 <= other < nd:
        return None
    sizes, strides, first = PyArray_DIMS(a), PyArray_STRIDES(a), PyArray_BYTES(a)
    for i in range(nd):
        if i != axis and i != other:
            lengths[k], steps[k] = sizes[i], strides[i]
            k += 1
    n = min(sizes[axis], sizes[other] - offset) if offset >= 0 else min(sizes[axis] + offset, sizes[other])
    if n > 0:
        first += offset * strides[other] if offset >= 0 else -offset * strides[axis]
    lengths[k], steps[k] = max(n, 0), strides[axis] + strides[other]
    return view_of(a, k + 1, lengths, steps, first)
