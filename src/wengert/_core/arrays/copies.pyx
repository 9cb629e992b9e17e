# cython: boundscheck=False, wraparound=False
"""Copies of large arrays, which threads share: in the same order or another, with gaps, repeated, cast; triangles; small
arrays that are joined.

NumPy copies a transposed array one row after the other, and reads one element of each line of the cache. Here squares of
16 by 16 elements are copied. ``copies.py`` leaves it to NumPy, in the pure build.
"""

cimport numpy as cnp
import ml_dtypes
import numpy
from cpython.float cimport PyFloat_CheckExact
from cpython.ref cimport Py_INCREF
from libc.math cimport fabs
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from .c_numpy cimport (
    NPY_ARRAY_ALIGNED, NPY_ARRAY_WRITEABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS,
    PyArray_FLAGS, PyArray_NDIM, PyArray_SIZE, PyArray_STRIDES,
    PyArray_SimpleNew, READABLE, WRITABLE, same_sizes,
)
from .objects cimport may_overlap
from .grids cimport fill as repeat_number
from .moves cimport copy_bytes
from .programs cimport put as put_number
from .threads cimport SHARED, compute

cnp.import_array()

LEAST = SHARED
SOME = 64  # elements from which on arrays with gaps are joined here
cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef object I64 = numpy.dtype(numpy.int64), BOOL = numpy.dtype(bool)
cdef int BFLOAT16 = numpy.dtype(ml_dtypes.bfloat16).num

cdef enum:
    DEPTH = 32  # axes
    LAZY = 8388608  # elements from which on C libraries take memory from the system, which clears it
    LINE = 16384  # elements of the longest axis that one item copies: threads share longer ones
    STAMP = 512  # elements that are written, and then copied, where one number is repeated
    CACHE = 32768  # bytes that a strip may reach over without squares
    WORTH = 1024  # elements from which on a view is made of the part that is written
    WHOLE = 16777216  # integers up to here are numbers of every dtype of floats
    SIDE = 16  # elements of the side of a square: what it reads and writes stays in the first-level cache
    SHORT = 32  # bytes of a line that is copied without a loop

cdef extern from "numpy/arrayobject.h":
    object PyArray_Empty(int, cnp.npy_intp*, cnp.PyArray_Descr*, int)
    object PyArray_NewLikeArray(cnp.ndarray, cnp.NPY_ORDER, cnp.PyArray_Descr*, int)
    bint PyDataType_REFCHK(cnp.PyArray_Descr*)

ctypedef fused word:
    uint8_t
    uint16_t
    uint32_t
    uint64_t

ctypedef fused given:
    uint8_t
    int64_t
    float
    double

ctypedef fused wanted:
    int64_t
    float
    double

ctypedef void (*Line)(char*, cnp.npy_intp, const char*, cnp.npy_intp, cnp.npy_intp) noexcept nogil

cdef extern from "arrays/half_casts.h":
    Line half_cast(bint, bint) noexcept nogil

cdef struct Copy:  # a copy, for the threads that share it; axes are in the order of the result, the fastest first
    char* target
    char* source
    Line line  # copies elements one after the other, in another dtype; NULL if the dtypes are the same
    int depth
    int width  # bytes of an element of the result
    int taken  # and of the source
    cnp.npy_intp group  # elements of axis 1 in a strip
    cnp.npy_intp along[DEPTH]
    cnp.npy_intp into[DEPTH]
    cnp.npy_intp out_of[DEPTH]


cdef struct Count:  # numbers in equal steps, for the threads that share them
    char* to
    int type
    int64_t whole, whole_step
    double first, step

cdef struct Triangles:  # matrices, for the threads that share their rows
    char* target
    char* source
    cnp.npy_intp rows
    cnp.npy_intp columns
    cnp.npy_intp diagonal
    int width
    bint upper
    bint clear  # the rest is zero
    double rest




cpdef object joined(tuple parts, int axis, bint stacked=False):
    """Small dense arrays of one dtype, one after the other along an axis; None if they have to be joined otherwise.

    ``stacked``: the axis is a new one, and the arrays have one shape.
    """
    cdef cnp.npy_intp shape[65]
    cdef cnp.ndarray a, first, out
    cdef cnp.npy_intp outer = 1, size = 0, inner, row, o
    cdef int i, nd
    cdef char* to
    if not parts or not PyArray_CheckExact(parts[0]):
        return None
    first = parts[0]
    nd = PyArray_NDIM(first)
    if not 0 <= axis < nd + stacked or nd > 62 or PyDataType_REFCHK(PyArray_DESCR(first)):
        return None
    for i in range(nd):
        shape[i + (stacked and i >= axis)] = PyArray_DIMS(first)[i]
        if i < axis:
            outer *= PyArray_DIMS(first)[i]
    shape[axis] = 0
    for part in parts:
        if not PyArray_CheckExact(part):
            return None
        a = part
        if PyArray_DESCR(a) != PyArray_DESCR(first) or PyArray_NDIM(a) != nd or (PyArray_FLAGS(a) & READABLE) != READABLE:
            return None
        for i in range(nd):
            if (stacked or i != axis) and PyArray_DIMS(a)[i] != PyArray_DIMS(first)[i]:
                return None
        shape[axis] += 1 if stacked else PyArray_DIMS(a)[axis]
        size += PyArray_SIZE(a)
    if size >= SHARED:
        return None
    Py_INCREF(<object>PyArray_DESCR(first))  # the next call takes over this reference
    out = PyArray_Empty(nd + stacked, shape, PyArray_DESCR(first), 0)
    if not PyArray_SIZE(out):
        return out
    row = PyArray_SIZE(out) // outer * cnp.PyArray_ITEMSIZE(out)
    to = PyArray_BYTES(out)
    for part in parts:
        a = part
        inner = PyArray_SIZE(a) // outer * cnp.PyArray_ITEMSIZE(a)
        for o in range(outer):
            copy_bytes(to + o * row, PyArray_BYTES(a) + o * inner, inner)
        to += inner
    return out


cdef inline cnp.npy_intp reach(cnp.npy_intp stride) noexcept nogil:
    return -stride if stride < 0 else stride


cdef inline bint is_half(cnp.ndarray a) noexcept:
    """Whether an array is of a half type, whose casts NumPy computes one number at a time."""
    return cnp.PyArray_TYPE(a) == cnp.NPY_FLOAT16 or cnp.PyArray_TYPE(a) == BFLOAT16


cdef bint write_dense(cnp.ndarray o, cnp.ndarray a) except -1:
    """``o[...] = a`` for small arrays of one shape and dtype without gaps; False for others."""
    if PyArray_DESCR(o) != PyArray_DESCR(a) or PyArray_NDIM(o) != PyArray_NDIM(a) or PyArray_SIZE(o) >= SHARED:
        return False
    if (PyArray_FLAGS(o) & WRITABLE) != WRITABLE or (PyArray_FLAGS(a) & READABLE) != READABLE:
        return False
    if not same_sizes(PyArray_DIMS(o), PyArray_DIMS(a), PyArray_NDIM(o)) or PyDataType_REFCHK(PyArray_DESCR(o)):
        return False
    if may_overlap(o, a):
        return False
    copy_bytes(PyArray_BYTES(o), PyArray_BYTES(a), PyArray_SIZE(o) * cnp.PyArray_ITEMSIZE(o))
    return True


cpdef bint write(out, x):
    """``out[...] = x`` for arrays that are large or alike, or one of them of a half type; False for others.

    NumPy has to write those, and where the arrays may share memory. ``x`` is broadcast, and cast where it is of bools,
    integers or floats.
    """
    cdef cnp.ndarray o, a
    cdef Copy job
    if not PyArray_CheckExact(out) or not PyArray_CheckExact(x):
        return False
    o, a = out, x
    if write_dense(o, a):
        return True
    if PyArray_SIZE(o) == 0 or (PyArray_SIZE(o) < SHARED and is_half(o) == is_half(a)):
        return False
    if not 0 < PyArray_NDIM(o) >= PyArray_NDIM(a) or not PyArray_FLAGS(a) & NPY_ARRAY_ALIGNED:
        return False
    if not PyArray_FLAGS(o) & NPY_ARRAY_WRITEABLE:
        return False
    job.width, job.taken = <int>cnp.PyArray_ITEMSIZE(o), <int>cnp.PyArray_ITEMSIZE(a)
    job.line = NULL
    if PyArray_DESCR(o) != PyArray_DESCR(a):
        job.line = cast_from(cnp.PyArray_TYPE(a), cnp.PyArray_TYPE(o)) if a.dtype.isnative and o.dtype.isnative else NULL
        if job.line == NULL:
            return False
    elif o.dtype.kind not in "biufcV" or o.dtype.hasobject or job.width not in (1, 2, 4, 8):
        return False
    if may_overlap(o, a):
        return False
    if job.line != NULL and repeats(a):  # what is repeated is cast once
        return write(out, x[tuple([slice(1) if step == 0 else slice(None) for step in x.strides])].astype(o.dtype))
    job.source = PyArray_BYTES(a)
    return spread(&job, o, a)


cdef bint repeats(cnp.ndarray a) noexcept:
    """Whether an array is expanded."""
    cdef int i
    for i in range(PyArray_NDIM(a)):
        if PyArray_STRIDES(a)[i] == 0 and PyArray_DIMS(a)[i] > 1:
            return True
    return False


cdef bint spread(Copy* job, cnp.ndarray o, cnp.ndarray a) except -1:
    """Copy an array, or one number, to another array; False if NumPy has to."""
    cdef cnp.npy_intp items
    cdef int i
    if not 0 < PyArray_NDIM(o) <= DEPTH or not PyArray_FLAGS(o) & NPY_ARRAY_ALIGNED:
        return False
    job.target = PyArray_BYTES(o)
    if a is None:
        job.width = job.taken = <int>cnp.PyArray_ITEMSIZE(o)
        job.line = NULL
    if not lay(job, o, a):
        return False
    job.group = SIDE
    if job.line == NULL and job.along[0] * job.width <= SHORT and job.into[0] == job.width:
        if job.out_of[0] == job.width or job.out_of[0] == 0:
            job.group = LINE // SHORT
    items = ((job.along[0] + LINE - 1) // LINE) * ((job.along[1] + job.group - 1) // job.group)
    for i in range(2, job.depth):
        items *= job.along[i]
    compute(copy_part, job, items, PyArray_SIZE(o))
    return True


cpdef object put(out, x):
    """``out[...] = x``."""
    if not write(out, x):
        out[...] = x


cpdef object put_at(out, key, x):
    """``out[key] = x``, for a basic index."""
    if PyArray_CheckExact(x) and PyArray_SIZE(<cnp.ndarray>x) >= WORTH:
        put(out[key], x)
    else:
        out[key] = x


cpdef object fill(out, value):
    """``out[...] = value``, for a number of any type."""
    if PyArray_CheckExact(out) and PyArray_SIZE(<cnp.ndarray>out) >= SHARED:
        put(out, numpy.array(value, out.dtype))
    elif not fill_floats(out, value):
        out[...] = value


cdef bint fill_floats(out, value) except -1:
    """:func:`fill` an array of floats, for which NumPy makes an array of the number first; False for others."""
    cdef double number, cell
    cdef cnp.ndarray o
    cdef Copy job
    if not PyArray_CheckExact(out):
        return False
    o = out
    cdef bint single = <object>PyArray_DESCR(o) is F32
    if not single and <object>PyArray_DESCR(o) is not F64:
        return False
    if PyFloat_CheckExact(value):
        number = value
    elif (type(value) is int or type(value) is bool) and -WHOLE <= value <= WHOLE:
        number = value
    else:
        return False
    if not PyArray_FLAGS(o) & NPY_ARRAY_WRITEABLE or (single and not fabs(number) <= WHOLE):
        return False  # NumPy warns of what float32 does not hold
    put_number(&cell, number, <int>cnp.PyArray_ITEMSIZE(o))
    if (PyArray_FLAGS(o) & WRITABLE) != WRITABLE:
        job.source = <char*>&cell
        return spread(&job, o, None)
    repeat_number(PyArray_BYTES(o), <char*>&cell, PyArray_SIZE(o), <int>cnp.PyArray_ITEMSIZE(o))
    return True


cdef object blank(xp, shape, dtype):
    """``xp.empty(shape, dtype)``, of fewer elements than are cleared by the system. None if NumPy has to make it."""
    cdef cnp.npy_intp sizes[DEPTH]
    cdef Py_ssize_t size = 1
    cdef int i
    if xp is not numpy or type(shape) is not tuple or len(shape) > DEPTH:
        return None
    if dtype is not F32 and dtype is not F64 and dtype is not I64 and dtype is not BOOL:
        return None
    for i in range(len(shape)):
        n = <object>(<tuple>shape)[i]
        if type(n) is not int or not 0 < n < LAZY // size:
            return None
        sizes[i] = n
        size *= sizes[i]
    Py_INCREF(dtype)  # the next call takes over this reference
    return PyArray_Empty(<int>len(shape), sizes, <cnp.PyArray_Descr*>dtype, 0)


cpdef object zeros(xp, shape, dtype):
    """``xp.zeros(shape, dtype)``. The memory of a very large array is cleared by the system, page by page when it is
    first used."""
    cdef object out = blank(xp, shape, dtype)
    if out is None:
        return xp.zeros(shape, dtype)
    if PyArray_SIZE(<cnp.ndarray>out) >= SHARED:
        fill(out, 0)
    else:
        memset(PyArray_BYTES(<cnp.ndarray>out), 0, PyArray_SIZE(<cnp.ndarray>out) * cnp.PyArray_ITEMSIZE(<cnp.ndarray>out))
    return out


cpdef object filled(xp, shape, dtype, value):
    """An array with one value, a number of any type, everywhere."""
    cdef object out = blank(xp, shape, dtype)
    if out is None:
        out = xp.empty(shape, dtype)
    fill(out, value)
    return out


cpdef object counted(xp, Py_ssize_t n, start, step, dtype):
    """The ``n`` numbers ``start``, ``start + step``, ``start + 2 * step``, …, computed as int64 or float64. None if NumPy has
    to make them."""
    cdef Count job
    if xp is not numpy or (dtype is not I64 and dtype is not F64 and dtype is not F32):
        return None
    job.type = (<cnp.dtype>dtype).num
    if dtype is I64:
        job.whole, job.whole_step, job.first, job.step = start, step, 0, 0
    else:
        job.whole, job.whole_step, job.first, job.step = 0, 0, start, step
    cdef cnp.npy_intp size = n
    cdef cnp.ndarray out = PyArray_SimpleNew(1, &size, job.type)
    job.to = PyArray_BYTES(out)
    compute(count_part, &job, n, n)
    return out


cdef void count_part(void* count, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Count* job = <Count*>count
    cdef cnp.npy_intp i
    cdef int k, size  # vectors are made of small integers only
    if job.type == cnp.NPY_INT64:
        for i in range(start, stop):
            (<uint64_t*>job.to)[i] = <uint64_t>job.whole + <uint64_t>i * <uint64_t>job.whole_step
        return
    while start < stop:
        size = <int>min(stop - start, LINE)
        if job.type == cnp.NPY_FLOAT64:
            for k in range(size):
                (<double*>job.to)[start + k] = job.first + (<double>start + k) * job.step
        else:
            for k in range(size):
                (<float*>job.to)[start + k] = <float>(job.first + (<double>start + k) * job.step)
        start += size


cpdef object copied(x):
    """``x.copy()``: a copy in row-major order."""
    if PyArray_CheckExact(x) and (PyArray_FLAGS(<cnp.ndarray>x) & READABLE) == READABLE:
        found = in_same_order(x, None)
        if found is not None:
            return found
    if not PyArray_CheckExact(x) or PyArray_SIZE(<cnp.ndarray>x) < SHARED:
        return x.copy()
    out = numpy.empty(x.shape, x.dtype)
    put(out, x)
    return out


cpdef object in_row_major(x):
    """An array in row-major order: itself, or a copy. What is no array of NumPy's is returned as it is."""
    if PyArray_CheckExact(x) and not PyArray_FLAGS(<cnp.ndarray>x) & cnp.NPY_ARRAY_C_CONTIGUOUS:
        return copied(x)
    return x


cpdef object in_same_order(x, dtype):
    """A copy of an array without gaps in the same memory order, perhaps in another dtype; None if NumPy has to make it."""
    cdef cnp.ndarray a, out
    cdef Line line = NULL
    cdef int i, own, other
    if not PyArray_CheckExact(x):
        return None
    a = x
    if PyArray_SIZE(a) == 0 or PyDataType_REFCHK(PyArray_DESCR(a)) or PyArray_SIZE(a) >= LAZY:
        return None
    if dtype is None or dtype is <object>PyArray_DESCR(a):
        out = PyArray_NewLikeArray(a, cnp.NPY_KEEPORDER, NULL, 0)
    else:
        if not isinstance(dtype, numpy.dtype) or not (dtype.isnative and a.dtype.isnative):
            return None
        line = cast_from(cnp.PyArray_TYPE(a), (<cnp.dtype>dtype).num)
        if line == NULL:
            return None
        Py_INCREF(dtype)  # the next call takes over this reference
        out = PyArray_NewLikeArray(a, cnp.NPY_KEEPORDER, <cnp.PyArray_Descr*>dtype, 0)
    own, other = <int>cnp.PyArray_ITEMSIZE(a), <int>cnp.PyArray_ITEMSIZE(out)
    for i in range(PyArray_NDIM(a)):
        if PyArray_DIMS(a)[i] != 1 and PyArray_STRIDES(a)[i] * other != PyArray_STRIDES(out)[i] * own:
            return None  # it has gaps, or repeats elements
    if PyArray_SIZE(a) >= SHARED:
        return out if write(out, a) else None
    if line == NULL:
        copy_bytes(PyArray_BYTES(out), PyArray_BYTES(a), PyArray_SIZE(a) * own)
    else:
        line(PyArray_BYTES(out), other, PyArray_BYTES(a), own, PyArray_SIZE(a))
    return out


cdef bint lay(Copy* job, cnp.ndarray o, cnp.ndarray a) noexcept:
    """Order the axes, merge those that both arrays traverse as one, and choose the two that squares are of. False if the
    source cannot be broadcast. It is one number if there is no array."""
    cdef int order[DEPTH]
    cdef cnp.npy_intp out_of[DEPTH]
    cdef int i, k, axis, nd = PyArray_NDIM(o), new = nd if a is None else nd - PyArray_NDIM(a), count = 0, nearest
    cdef cnp.npy_intp* into = PyArray_STRIDES(o)
    cdef cnp.npy_intp size
    for i in range(nd):
        out_of[i] = 0
        if i >= new and PyArray_DIMS(a)[i - new] != 1:
            if PyArray_DIMS(a)[i - new] != PyArray_DIMS(o)[i]:
                return False
            out_of[i] = PyArray_STRIDES(a)[i - new]
    for i in range(nd - 1, -1, -1):
        if PyArray_DIMS(o)[i] != 1:
            k = count
            while k > 0 and reach(into[order[k - 1]]) > reach(into[i]):
                order[k] = order[k - 1]
                k -= 1
            order[k] = i
            count += 1
    job.depth = 0
    for i in range(count):
        axis, k, size = order[i], job.depth - 1, PyArray_DIMS(o)[order[i]]
        if k >= 0 and into[axis] == job.into[k] * job.along[k] and out_of[axis] == job.out_of[k] * job.along[k]:
            job.along[k] *= size
        else:
            job.along[k + 1], job.into[k + 1], job.out_of[k + 1] = size, into[axis], out_of[axis]
            job.depth += 1
    while job.depth < 2:
        job.along[job.depth], job.into[job.depth], job.out_of[job.depth] = 1, 0, 0
        job.depth += 1
    nearest = 1
    if job.out_of[0] != job.taken:  # squares reach along the axis that is nearest in the source
        for i in range(2, job.depth):
            if job.out_of[i] and reach(job.out_of[i]) < reach(job.out_of[nearest]):
                nearest = i
        job.along[1], job.along[nearest] = job.along[nearest], job.along[1]
        job.into[1], job.into[nearest] = job.into[nearest], job.into[1]
        job.out_of[1], job.out_of[nearest] = job.out_of[nearest], job.out_of[1]
    return True


cdef void copy_part(void* copy, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Copy* job = <Copy*>copy
    if job.width == 4:
        strips[uint32_t](job, start, stop, 0)
    elif job.width == 8:
        strips[uint64_t](job, start, stop, 0)
    elif job.width == 2:
        strips[uint16_t](job, start, stop, 0)
    else:
        strips[uint8_t](job, start, stop, 0)


cdef void strips(const Copy* job, cnp.npy_intp start, cnp.npy_intp stop, word unused) noexcept nogil:
    """Copy strips: a line of axis 0 by some elements of axis 1."""
    cdef cnp.npy_intp lines = (job.along[0] + LINE - 1) // LINE, count = (job.along[1] + job.group - 1) // job.group
    cdef cnp.npy_intp n, rest, first, last, place, i, k, low, high
    cdef cnp.npy_intp to = job.into[0], by = job.out_of[0]
    cdef char* target
    cdef char* source
    cdef char* t
    cdef char* s
    cdef int axis
    while start < stop:
        low = start % lines * LINE
        n = min(<cnp.npy_intp>LINE, job.along[0] - low)
        rest = start // lines
        first = rest % count * job.group
        last = min(first + job.group, job.along[1])
        rest //= count
        target, source = job.target + low * to, job.source + low * by
        for axis in range(2, job.depth):
            place = rest % job.along[axis]
            rest //= job.along[axis]
            target += place * job.into[axis]
            source += place * job.out_of[axis]
        if job.line != NULL:
            for k in range(first, last):
                job.line(target + k * job.into[1], to, source + k * job.out_of[1], by, n)
        elif to == job.width and by == job.width and n * job.width <= SHORT:
            copy_lines(
                target + first * job.into[1], job.into[1], source + first * job.out_of[1], job.out_of[1], last - first,
                n * job.width,
            )
        elif to == job.width and by == job.width:
            for k in range(first, last):
                copy_bytes(target + k * job.into[1], source + k * job.out_of[1], n * job.width)
        elif to == job.width and by == 0 and n * job.width <= SHORT:
            for k in range(first, last):
                t = target + k * job.into[1]
                for i in range(n):
                    (<word*>t)[i] = (<word*>(source + k * job.out_of[1]))[0]
        elif to == job.width and by == 0:
            for k in range(first, last):
                repeat[word](<word*>(target + k * job.into[1]), (<word*>(source + k * job.out_of[1]))[0], n)
        else:
            low = 0
            while low < n:
                high = n if n * reach(by) <= CACHE else min(low + SIDE, n)
                for k in range(first, last):
                    t = target + k * job.into[1] + low * to
                    s = source + k * job.out_of[1] + low * by
                    if to == job.width and by == -to:
                        for i in range(high - low):
                            (<word*>t)[i] = (<word*>s)[-i]
                    elif to == job.width:
                        i = 0
                        while i + 4 <= high - low:
                            (<word*>t)[i] = (<word*>s)[0]
                            (<word*>t)[i + 1] = (<word*>(s + by))[0]
                            (<word*>t)[i + 2] = (<word*>(s + 2 * by))[0]
                            (<word*>t)[i + 3] = (<word*>(s + 3 * by))[0]
                            s += 4 * by
                            i += 4
                        while i < high - low:
                            (<word*>t)[i] = (<word*>s)[0]
                            s += by
                            i += 1
                    else:
                        for i in range(high - low):
                            (<word*>(t + i * to))[0] = (<word*>(s + i * by))[0]
                low = high
        start += 1


cdef inline void copy_lines(char* to, cnp.npy_intp step, const char* source, cnp.npy_intp by, cnp.npy_intp count,
                            cnp.npy_intp size) noexcept nogil:
    """Copy short lines. Of a size that it knows the compiler makes one or two moves."""
    cdef cnp.npy_intp k
    if size == 8:
        for k in range(count):
            memcpy(to + k * step, source + k * by, 8)
    elif size == 12:
        for k in range(count):
            memcpy(to + k * step, source + k * by, 12)
    elif size == 16:
        for k in range(count):
            memcpy(to + k * step, source + k * by, 16)
    elif size == 24:
        for k in range(count):
            memcpy(to + k * step, source + k * by, 24)
    else:
        for k in range(count):
            copy_bytes(to + k * step, source + k * by, size)


cdef inline void repeat(word* to, const word value, cnp.npy_intp n) noexcept nogil:
    """Write a number ``n`` times."""
    cdef word first = value & 255, bytes_ = first
    cdef cnp.npy_intp i
    cdef size_t k
    for k in range(1, sizeof(word)):
        bytes_ = bytes_ << 8 | first
    if bytes_ == value:
        memset(to, <int>first, n * sizeof(word))
        return
    for i in range(min(n, <cnp.npy_intp>STAMP)):
        to[i] = value
    i = STAMP
    while i < n:  # memcpy writes lines of the cache without reading them
        memcpy(to + i, to, min(<cnp.npy_intp>STAMP, n - i) * sizeof(word))
        i += STAMP


cdef void cast_line(wanted* to, cnp.npy_intp step, const given* source, cnp.npy_intp by, cnp.npy_intp n) noexcept nogil:
    """Cast numbers. C does it as NumPy's loops do."""
    cdef cnp.npy_intp i
    if step == sizeof(wanted) and by == sizeof(given):
        for i in range(n):
            to[i] = <wanted>source[i]
    else:
        for i in range(n):
            (<wanted*>(<char*>to + i * step))[0] = <wanted>(<const given*>(<const char*>source + i * by))[0]


cdef void cast_bools(wanted* to, cnp.npy_intp step, const char* source, cnp.npy_intp by, cnp.npy_intp n) noexcept nogil:
    """Any byte but 0 is true."""
    cdef cnp.npy_intp i
    if step == sizeof(wanted) and by == 1:
        for i in range(n):
            to[i] = <wanted>(source[i] != 0)
    else:
        for i in range(n):
            (<wanted*>(<char*>to + i * step))[0] = <wanted>(source[i * by] != 0)


cdef Line cast_from(int own, int asked) noexcept:
    """What casts numbers from a dtype to another; NULL if NumPy has to."""
    if asked == cnp.NPY_FLOAT16 or asked == BFLOAT16:
        return half_cast(True, asked == BFLOAT16) if own == cnp.NPY_FLOAT32 else NULL
    if asked == cnp.NPY_FLOAT32:
        if own == cnp.NPY_FLOAT16 or own == BFLOAT16:
            return half_cast(False, own == BFLOAT16)
        if own == cnp.NPY_FLOAT64:
            return <Line>cast_line[float, double]
        if own == cnp.NPY_INT64:
            return <Line>cast_line[float, int64_t]
        if own == cnp.NPY_UINT8:
            return <Line>cast_line[float, uint8_t]
        if own == cnp.NPY_BOOL:
            return <Line>cast_bools[float]
    elif asked == cnp.NPY_FLOAT64:
        if own == cnp.NPY_FLOAT32:
            return <Line>cast_line[double, float]
        if own == cnp.NPY_INT64:
            return <Line>cast_line[double, int64_t]
        if own == cnp.NPY_UINT8:
            return <Line>cast_line[double, uint8_t]
        if own == cnp.NPY_BOOL:
            return <Line>cast_bools[double]
    elif asked == cnp.NPY_INT64:
        if own == cnp.NPY_UINT8:
            return <Line>cast_line[int64_t, uint8_t]
        if own == cnp.NPY_BOOL:
            return <Line>cast_bools[int64_t]
    return NULL


cpdef object triangle(x, Py_ssize_t diagonal, bint upper, double rest, out=None):
    """The triangle of each matrix above or below a diagonal, and ``rest`` elsewhere; None if NumPy has to copy it.

    ``rest`` is 0 but for floats. ``out`` may be ``x`` itself, to write only the rest.
    """
    cdef cnp.ndarray a, o
    cdef Triangles job
    cdef cnp.npy_intp items
    cdef int nd
    if not PyArray_CheckExact(x) or (PyArray_FLAGS(x) & READABLE) != READABLE or PyArray_NDIM(x) < 2:
        return None
    a = x
    nd, job.width = PyArray_NDIM(a), <int>cnp.PyArray_ITEMSIZE(a)
    job.rows, job.columns, job.upper = PyArray_DIMS(a)[nd - 2], PyArray_DIMS(a)[nd - 1], upper
    job.diagonal, job.clear = max(-job.rows, min(diagonal, job.columns)), rest == 0
    if not job.clear and a.dtype.num != cnp.NPY_FLOAT32 and a.dtype.num != cnp.NPY_FLOAT64:
        return None
    if a.dtype.hasobject or not a.dtype.isnative:
        return None
    put_number(&job.rest, rest, job.width)
    o = PyArray_SimpleNew(nd, PyArray_DIMS(a), cnp.PyArray_TYPE(a)) if out is None else out
    job.source, job.target = PyArray_BYTES(a), PyArray_BYTES(o)
    if PyArray_SIZE(a):
        items = PyArray_SIZE(a) // job.columns
        compute(triangle_part, &job, items, PyArray_SIZE(a))
    return o


cdef void triangle_part(void* triangles, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Triangles* job = <Triangles*>triangles
    cdef cnp.npy_intp i, cut, first, size, w = job.width, n = job.columns
    cdef char* to = job.target + start * n * w
    cdef char* source = job.source + start * n * w
    for i in range(start, stop):
        cut = i % job.rows + job.diagonal + (0 if job.upper else 1)
        cut = 0 if cut < 0 else n if cut > n else cut
        first = 0 if job.upper else cut  # of the rest
        size = cut if job.upper else n - cut
        if to != source:
            copy_bytes(to + (cut - first) * w, source + (cut - first) * w, (n - size) * w)
        if job.clear:
            memset(to + first * w, 0, size * w)
        else:
            repeat_number(to + first * w, <char*>&job.rest, size, job.width)
        to += n * w
        source += n * w
