"""NumPy's C interface, as the compiled modules use it, and the constants and small functions that they share.

The functions are macros that NumPy's own ``.pxd`` declares with other types or checks.
"""

cimport numpy as cnp
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.string cimport memcmp

ctypedef void (*Loop)(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil

ctypedef fused real:
    float
    double

cdef extern from "numpy/arrayobject.h":
    int PyArray_CheckExact(object)
    int PyArray_FLAGS(cnp.ndarray)
    int PyArray_NDIM(cnp.ndarray)
    PyObject* PyArray_BASE(cnp.ndarray)
    char* PyArray_BYTES(cnp.ndarray)
    cnp.npy_intp* PyArray_DIMS(cnp.ndarray)
    cnp.npy_intp* PyArray_STRIDES(cnp.ndarray)
    cnp.npy_intp PyArray_SIZE(cnp.ndarray)
    cnp.PyArray_Descr* PyArray_DESCR(cnp.ndarray)
    object PyArray_SimpleNew(int, cnp.npy_intp*, int)
    int NPY_ARRAY_ALIGNED
    int NPY_ARRAY_WRITEABLE
    int READABLE "NPY_ARRAY_CARRAY_RO"  # the flags of an array that a loop may read from end to end
    int WRITABLE "NPY_ARRAY_CARRAY"  # or write

cdef extern from "numpy/arrayobject.h":
    # A local variable of this type, in a module compiled from .py: ``a.ndim``, ``a.dtype`` and ``a.shape`` read fields.
    ctypedef class numpy.ndarray [object PyArrayObject, check_size ignore]:
        @property
        cdef inline int ndim(self):
            return PyArray_NDIM(<cnp.ndarray>self)

        @property
        cdef inline object dtype(self):
            return <object>PyArray_DESCR(<cnp.ndarray>self)

        @property
        cdef inline tuple shape(self):
            cdef int i, nd = PyArray_NDIM(<cnp.ndarray>self)
            cdef tuple sizes = PyTuple_New(nd)
            cdef object size
            for i in range(nd):
                size = PyArray_DIMS(<cnp.ndarray>self)[i]
                Py_INCREF(size)  # the tuple takes over this reference
                PyTuple_SET_ITEM(sizes, i, size)
            return sizes

cdef enum:
    LONG = 16384  # elements from which on a loop releases the GIL
    ROW = 32  # elements from which on a row is worth a call of NumPy's loop


cdef inline bint same_sizes(cnp.npy_intp* a, cnp.npy_intp* b, int count) noexcept:
    """Whether so many sizes of two arrays are the same. An array without dimensions has no list of sizes, but NULL."""
    return count == 0 or memcmp(a, b, count * sizeof(cnp.npy_intp)) == 0


cdef inline Loop loop_of(function, str types):
    """NumPy's inner loop of a ufunc, by its types: ``"ff->f"``."""
    return <Loop><void*>(<cnp.ufunc>function).functions[<int>function.types.index(types)]


cdef inline void* data_of(function, str types):
    """What the loop of :func:`loop_of` is called with."""
    cdef cnp.ufunc u = function
    return u.data[<int>function.types.index(types)] if u.data != NULL else NULL
