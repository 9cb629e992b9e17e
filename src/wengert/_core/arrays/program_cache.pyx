# cython: boundscheck=False, wraparound=False, cdivision=True
"""The fused programs of a function: a program is written when values of its kinds first occur, and kept.

See programs.pyx for what a program is, and fused.py for how it is written.
"""

cimport cython
cimport numpy as cnp
import numpy
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.list cimport PyList_GET_ITEM
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport PyObject
from libc.math cimport signbit

from .c_numpy cimport (
    NPY_ARRAY_WRITEABLE, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
)
from .objects cimport may_overlap
from .programs cimport Program

cdef extern from "Python.h":
    bint PyDict_Next(dict, Py_ssize_t*, PyObject**, PyObject**)
    PyObject* PyTuple_GET_ITEM(tuple, Py_ssize_t)  # borrowed
    PyObject** PySequence_Fast_ITEMS(list)

cnp.import_array()

cdef enum:
    WHOLE = 0  # what may be wanted of a program: its results,
    SPARE = 1  # which may overwrite the first value,
    WRITTEN = 2  # the one result in the place of the first value,
    SUM = 3  # its sum,
    HALF = 4  # or its results for values of a half type
    KINDS = 4  # what kinds_of tells apart
    MOST = 30  # inputs of a program: each has a bit in a C int
    MANY = 16  # a function with so many programs gets no more for particular numbers

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64), BOOL = numpy.dtype(bool)


cdef int kinds_of(PyObject** values, Py_ssize_t count) noexcept:
    """Which of the first two values are no arrays, as bits: the programs that ran last are kept by it."""
    cdef int kinds = 0
    if count > 0 and not PyArray_CheckExact(<object>values[0]):
        kinds = 1
    if count > 1 and not PyArray_CheckExact(<object>values[1]):
        kinds |= 2
    return kinds


cdef inline object answer_of(Program program, list values, int wanted):
    """What a program gives for these values; NotImplemented if there is no program for them."""
    if program is None:
        return NotImplemented
    if wanted == SUM:
        return program.total(values)
    if wanted == HALF:
        return program.of_halves(values)
    return program.write(values) if wanted == WRITTEN else program.run(values, wanted == SPARE)


cdef bint broadcasts(cnp.ndarray a, cnp.ndarray x) noexcept:
    """Whether an array can be broadcast to the shape of ``x``."""
    cdef int i, new = PyArray_NDIM(x) - PyArray_NDIM(a)
    if new < 0:
        return False
    for i in range(PyArray_NDIM(a)):
        if PyArray_DIMS(a)[i] != 1 and PyArray_DIMS(a)[i] != PyArray_DIMS(x)[new + i]:
            return False
    return True


cdef bint alike(tuple a, tuple b):
    """Whether equal parameters compute the same: 1, 1.0 and True are equal, and so are 0.0 and -0.0."""
    cdef object v, w
    cdef Py_ssize_t i
    for i in range(len(a)):
        v = a[i]
        w = b[i]
        if v is not w:
            if type(v) is not type(w):
                return False
            if PyFloat_CheckExact(v) and PyFloat_AS_DOUBLE(v) == 0 and repr(v) != repr(w):
                return False
    return True


cdef bint same_values(dict params, tuple values):
    """Whether these are the values of the parameters: the same objects or floats."""
    cdef PyObject* v
    cdef PyObject* w
    cdef double a, b
    cdef Py_ssize_t at = 0, i = 0
    while PyDict_Next(params, &at, NULL, &v):
        if i == len(values):
            return False
        w = PyTuple_GET_ITEM(values, i)
        if v != w:
            if not (PyFloat_CheckExact(<object>v) and PyFloat_CheckExact(<object>w)):
                return False
            a, b = PyFloat_AS_DOUBLE(<object>v), PyFloat_AS_DOUBLE(<object>w)
            if a != b or signbit(a) != signbit(b):
                return False
        i += 1
    return i == len(values)


@cython.final
cdef class Programs:
    """The programs of one function, by the kinds of its inputs.

    ``make`` takes the parameters, or None, and returns the function. ``compile`` takes the function, a dtype, the
    number of inputs, and which of them are Python numbers and which bools beside floats (as bits), and writes a program
    for any such numbers. If there is none, it is called again with the numbers, and writes a program for these alone.
    ``bools`` has the bit 1 if the function takes arrays of bools without floats, and 2 if with them.
    """

    def __init__(self, make, compile, bools=3, params=None):
        self.make = make
        self.compile = compile
        self.bools = bools
        self.params = params
        self.known = {}
        self.others = {}
        self.last = [None] * KINDS

    cpdef list run(self, list values, params=None, bint spare=False):
        """Return a list of the function's results, or None if NumPy has to compute them. With ``spare``, nothing else
        uses the first value, and a result may overwrite it."""
        cdef int wanted = SPARE if spare else WHOLE
        return self.answer(values, wanted) if params is None else self.with_params(values, params, wanted)

    cpdef object total(self, list values):
        """Return the sum of the elements of the one result, or None if the caller has to add them."""
        return self.answer(values, SUM)

    cpdef object of_halves(self, list values, params=None):
        """:meth:`run` for dense arrays of one half type and one shape, and numbers: the results are computed in float32
        and rounded once."""
        return self.answer(values, HALF) if params is None else self.with_params(values, params, HALF)

    cpdef bint fits(self, list values):
        """Whether the one result fits into the first value, an array of floats, and may be written there step by step:
        no other value shares memory with it."""
        cdef cnp.ndarray x, a
        cdef Py_ssize_t i
        if not PyArray_CheckExact(values[0]):
            return False
        x = values[0]
        if <object>PyArray_DESCR(x) is not F32 and <object>PyArray_DESCR(x) is not F64:
            return False  # in half types, operations compute in float32 and round once
        if not PyArray_FLAGS(x) & NPY_ARRAY_WRITEABLE:
            return False
        for i in range(1, len(values)):
            v = values[i]
            if PyArray_CheckExact(v):
                a = v
                if PyArray_DESCR(a) != PyArray_DESCR(x) or not broadcasts(a, x):
                    return False
                if may_overlap(x, a):
                    return False
            elif not PyFloat_CheckExact(v) and not PyLong_CheckExact(v):
                return False
        return True

    cpdef bint write(self, list values, params=None) except -1:
        """Overwrite the first value by the one result, if :meth:`fits` says so. Return whether that was done."""
        found = self.answer(values, WRITTEN) if params is None else self.with_params(values, params, WRITTEN)
        return found is not None

    cdef object answer(self, list values, int wanted):
        """Run the program that such values had last, or the one that is found for them."""
        cdef Program program = <object>PyList_GET_ITEM(self.last, kinds_of(PySequence_Fast_ITEMS(values), len(values)))
        cdef object found = answer_of(program, values, wanted)
        if found is NotImplemented:
            found = answer_of(self.find(values, wanted == HALF), values, wanted)
        return None if found is NotImplemented else found

    cdef object on_pair(self, a, b, params):
        """The one result for one or two values (else ``b`` is None), by the program that such values had last. None if
        there is none, or NumPy has to compute it."""
        cdef Programs these = self if params is None else self.recent
        cdef Program program
        cdef PyObject* values[2]
        cdef int count = 1 if b is None else 2
        if these is None or (params is not None and not same_values(params, these.key)):
            return None
        values[0], values[1] = <PyObject*>a, <PyObject*>b
        program = <object>PyList_GET_ITEM(these.last, kinds_of(values, count))
        return None if program is None else program.on_pair(values, count)

    cdef object with_params(self, list values, params, int wanted):
        """:meth:`run` the programs for these parameters."""
        cdef Programs other
        cdef object v
        try:
            key = tuple(params.values())
            found = self.others.get(key)
            if (
                any([type(v) is float and v != v for v in key])  # NaN is not equal to itself
                if found is None else not alike(key, (<Programs>found).key)
            ):
                key = ("", *[(type(v), repr(v)) for v in key])
                found = self.others.get(key)
        except TypeError:  # a parameter is not hashable, so it is not a number
            return None
        if found is None:
            if len(self.others) >= MANY:
                return None
            for v in params.values():
                if hasattr(v, "requires_grad"):  # a tensor given as a number: the caller reads the number
                    return None
            found = self.others[key] = Programs(self.make, self.compile, self.bools, dict(params))
            (<Programs>found).key = tuple(params.values())
        other = self.recent = found
        return other.answer(values, wanted)

    cdef Program find(self, list values, bint halves):
        """The program for these kinds of values, or None. It is written when they first occur. That for arrays of a half
        type is the one for float32."""
        cdef object dtype = None, v
        cdef Program program
        cdef int numbers = 0, bools = 0
        cdef int i
        if len(values) > MOST:
            return None
        for i in range(len(values)):
            v = values[i]
            if PyArray_CheckExact(v):
                if v.dtype is BOOL:
                    bools |= 1 << i
                elif dtype is None:
                    dtype = v.dtype
                elif dtype is not v.dtype:
                    return None
            elif PyFloat_CheckExact(v) or PyLong_CheckExact(v):
                numbers |= 1 << i
            else:
                return None
        if bools and not self.bools & (1 if dtype is None else 2):
            return None
        if dtype is None and not numbers:
            dtype, bools = BOOL, 0
        elif halves:
            dtype = F32
        elif dtype is not F32 and dtype is not F64:
            return None
        key = (dtype, numbers, bools, len(values))
        if key not in self.known:
            self.known[key] = self.compile(self.make(self.params), dtype, len(values), numbers, bools, None)
        program = self.known[key]
        if program is None and numbers and len(self.known) < MANY:
            given = [None if PyArray_CheckExact(v) else v for v in values]
            key = (key, *[repr(v) if v == 0 or v != v else v for v in given])  # 0.0 equals -0.0, NaN nothing
            if key not in self.known:
                self.known[key] = self.compile(self.make(self.params), dtype, len(values), numbers, bools, given)
            program = self.known[key]
        if program is None:
            return None
        self.last[kinds_of(PySequence_Fast_ITEMS(values), len(values))] = program
        return program
