# cython: boundscheck=False, wraparound=False, cdivision=True
"""Convolutions without copies of windows.

Note [Runs of windows]
----------------------
Examples are copied once, with their padding, into memory of the thread that computes them. Where windows are more than
one entry apart, entries whose positions differ by a multiple of the stride lie together, in a *sheet*. Small examples
lie side by side in one sheet: a row of it is the rows of several examples, and the zeros between two of them are the
padding of both. Then what a kernel position meets in all windows is one run in a sheet, if windows that begin in one
row or example and end in the next are computed, too, and dropped. So a convolution is a sum of runs with one weight
each. The sums of a block of channels are held in registers.

For the gradient of the weights, channels of the gradient of the result lie side by side in a vector. The numbers that a
kernel position meets are multiplied with such vectors, place by place, so no window is computed in vain. The sums of
several kernel positions are held in registers.

Each sum is added up in an order that depends on the shapes alone, and differs between processors with vectors of
different sizes. ``convolution_loops.py`` leaves all of it to products of matrices, in the pure build.
"""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.string cimport memcpy, memset

from ...arrays.c_numpy cimport (
    READABLE, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS, PyArray_NDIM,
    PyArray_SIZE, PyArray_SimpleNew, real,
)
from ...arrays.threads cimport TEAM, share, team_for

cnp.import_array()

cdef extern from "ops/nn/run_sums.h":
    int LEVEL
    ctypedef void (*AddF)(const float*, cnp.npy_intp, cnp.npy_intp, const cnp.npy_intp*, cnp.npy_intp, const float*, float*) noexcept nogil
    ctypedef void (*AddD)(const double*, cnp.npy_intp, cnp.npy_intp, const cnp.npy_intp*, cnp.npy_intp, const double*, double*) noexcept nogil
    ctypedef void (*MultiplyF)(const float*, const cnp.npy_intp*, const cnp.npy_intp*, cnp.npy_intp, const float*, cnp.npy_intp, float*) noexcept nogil
    ctypedef void (*MultiplyD)(const double*, const cnp.npy_intp*, const cnp.npy_intp*, cnp.npy_intp, const double*, cnp.npy_intp, double*) noexcept nogil
    AddF ADD_F_3, ADD_F_1, ADD_LONE_F_3, ADD_LONE_F_1
    AddD ADD_D_3, ADD_D_1, ADD_LONE_D_3, ADD_LONE_D_1
    MultiplyF MULTIPLY_F(int, int) noexcept nogil
    MultiplyD MULTIPLY_D(int, int) noexcept nogil
    void copy_line(void*, const void*, size_t) noexcept nogil
    void write_line_f(float*, const float*, cnp.npy_intp, float) noexcept nogil
    void write_line_d(double*, const double*, cnp.npy_intp, double) noexcept nogil

cdef enum:
    PARTS = 3  # vectors of a run that are added up at once
    WIDEST = 48  # numbers in them, at most
    MOST = 8  # channels in a block, at most
    TAPS = 1024  # kernel positions
    PLACES = 128  # that are multiplied at a time: their channels stay in the cache
    MET = 9  # of channels of x and taps, that they are multiplied with at once, at most: a kernel of 3 by 3
    SEEN = 16  # places whose channels are brought together at a time
    LINE = 64  # bytes of the cache: vectors that begin with one are read at once
    TOGETHER = 1024  # numbers in sheets of examples that lie side by side
    SHORT = 64  # places: below, a product of matrices is faster
    FEW = 100  # numbers in a run: below, a product of matrices is faster if there are
    MANY = 1048576  # weights, which do not stay in the cache
    SLOTS = 16  # sums over examples that are computed side by side, and added up at last

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)

cdef int level = LEVEL
cdef int made_at_once = 8 if level == 3 else 4  # channels in a block, where there are several
cdef int vector_bytes = 64 if level == 3 else 32 if level == 2 else 16

cdef struct Convolution:  # for the threads that share it
    const char* x
    char* y
    char* w  # blocks of channels: (groups, blocks, channels of x, taps, channels of a block)
    const char* bias  # or NULL
    char* memory
    cnp.npy_intp room  # bytes for each thread
    cnp.npy_intp prepared[TEAM]  # the example and group that a thread has copied, from 1; or 0
    cnp.npy_intp groups
    cnp.npy_intp given  # channels of x in a group
    cnp.npy_intp made  # channels of y in a group
    cnp.npy_intp at_once  # of these, in a block
    cnp.npy_intp blocks
    cnp.npy_intp examples
    cnp.npy_intp slots
    cnp.npy_intp pieces  # of a group's work
    cnp.npy_intp space[3]  # of x
    cnp.npy_intp size[3]  # of y
    cnp.npy_intp stride[3]
    cnp.npy_intp padding[3]
    cnp.npy_intp along[3]  # of a sheet, where it holds one example
    cnp.npy_intp sheets  # for each channel
    cnp.npy_intp shift[TAPS][3]  # of each sheet
    cnp.npy_intp taps
    cnp.npy_intp offsets[TAPS]  # of each tap, in the sheets of a channel
    cnp.npy_intp together  # examples that lie side by side
    cnp.npy_intp apart  # numbers in a row from one of them to the next
    cnp.npy_intp row  # numbers in a row of a sheet
    cnp.npy_intp plane  # numbers in the sheets of a channel
    cnp.npy_intp run  # of the examples together
    int level  # of the vectors that are multiplied
    cnp.npy_intp wide  # channels of y that they hold
    cnp.npy_intp* places  # where windows begin in a sheet
    bint single

cdef struct Line:  # what of a stretch of a run is a line of the result
    cnp.npy_intp source
    cnp.npy_intp target
    cnp.npy_intp count


cdef inline cnp.npy_intp run_of(const Convolution* f, cnp.npy_intp examples) noexcept nogil:
    """The numbers in a run of so many examples that lie side by side."""
    return ((f.size[0] - 1) * f.along[1] + f.size[1] - 1) * f.row + (examples - 1) * f.apart + f.size[2]


cdef inline void place_of(cnp.npy_intp tap, const cnp.npy_intp* kernel, const cnp.npy_intp* dilation, cnp.npy_intp* at) noexcept nogil:
    """Where a tap lies in a window."""
    at[0] = tap // (kernel[1] * kernel[2]) * dilation[0]
    at[1] = tap // kernel[2] % kernel[1] * dilation[1]
    at[2] = tap % kernel[2] * dilation[2]


cdef bint described(Convolution* f, shape, kernel, size, stride, padding, dilation, Py_ssize_t groups, int item,
                    cnp.npy_intp most_together):
    """Set what sizes say, and the offsets of taps. False if there are too many taps or dimensions."""
    cdef int count = len(kernel), i, k, s = 0
    cdef cnp.npy_intp sheet, shared, before, after
    cdef cnp.npy_intp at[3]
    cdef cnp.npy_intp most[3]
    cdef cnp.npy_intp steps[3]
    cdef cnp.npy_intp kernels[3]
    cdef cnp.npy_intp t
    if not 1 <= count <= 3 or groups < 1:
        return False
    f.taps = 1
    for i in range(3):
        k = i - 3 + count
        kernels[i] = kernel[k] if k >= 0 else 1
        steps[i] = dilation[k] if k >= 0 else 1
        f.stride[i] = stride[k] if k >= 0 else 1
        f.padding[i] = padding[k] if k >= 0 else 0
        f.space[i] = shape[2 + k] if k >= 0 else 1
        f.size[i] = size[k] if k >= 0 else 1
        if kernels[i] < 1 or f.size[i] < 1 or f.space[i] < 1 or f.stride[i] < 1 or steps[i] < 1:
            return False
        most[i] = (kernels[i] - 1) * steps[i] // f.stride[i]
        f.along[i] = f.size[i] + most[i]
        f.taps *= kernels[i]
        if f.taps > TAPS:
            return False
    f.sheets, shared = 0, most[2]
    for t in range(f.taps):
        place_of(t, kernels, steps, at)
        for s in range(f.sheets + 1):
            if s == f.sheets:
                for i in range(3):
                    f.shift[s][i] = at[i] % f.stride[i]
                f.sheets += 1
                filled(f, s, 2, &before, &after)
                shared = min(shared, min(before, f.along[2] - after))
                break
            if (
                f.shift[s][0] == at[0] % f.stride[0] and f.shift[s][1] == at[1] % f.stride[1]
                and f.shift[s][2] == at[2] % f.stride[2]
            ):
                break
        f.offsets[t] = s
    f.apart = f.along[2] - shared
    f.together = max(min(most_together, TOGETHER // (f.along[0] * f.along[1] * f.apart)), 1)
    f.together = (f.examples - 1) // ((f.examples - 1) // f.together + 1) + 1
    f.row = f.apart * f.together + shared
    sheet = f.along[0] * f.along[1] * f.row
    for t in range(f.taps):
        place_of(t, kernels, steps, at)
        f.offsets[t] = f.offsets[t] * sheet + (
            (at[0] // f.stride[0] * f.along[1] + at[1] // f.stride[1]) * f.row + at[2] // f.stride[2]
        )
    f.groups = groups
    f.plane = f.sheets * sheet
    f.run = run_of(f, f.together)
    f.single = item == 4
    f.at_once = 1 if f.made == 1 else made_at_once
    f.blocks = (f.made - 1) // f.at_once + 1
    memset(f.prepared, 0, sizeof(f.prepared))
    return True


cdef inline cnp.npy_intp least(cnp.npy_intp n, cnp.npy_intp step) noexcept nogil:
    """The least k with ``k * step >= n``; 0 for a negative n."""
    return (n + step - 1) // step if n > 0 else 0


cdef inline void filled(const Convolution* f, int sheet, int d, cnp.npy_intp* first, cnp.npy_intp* last) noexcept nogil:
    """Where the numbers of an example begin and end along a dimension of a sheet; the others are zeros."""
    cdef cnp.npy_intp r = f.shift[sheet][d] - f.padding[d], step = f.stride[d]
    first[0] = min(least(-r, step), f.along[d])
    last[0] = max(min(least(f.space[d] - r, step), f.along[d]), first[0])


cdef void prepare(const Convolution* f, cnp.npy_intp item, cnp.npy_intp place, real* target) noexcept nogil:
    """Copy a group of an example into sheets, which are zeros where it has padding. ``place`` is its place among those
    side by side."""
    cdef cnp.npy_intp c, i, j, k, count, step = f.stride[2], each = f.space[0] * f.space[1] * f.space[2]
    cdef cnp.npy_intp size = f.plane // f.sheets
    cdef cnp.npy_intp first[3]
    cdef cnp.npy_intp last[3]
    cdef const real* source = <const real*>f.x + item * f.given * each
    cdef const real* row
    cdef real* to
    cdef int s, d
    for s in range(f.sheets):
        for d in range(3):
            filled(f, s, d, &first[d], &last[d])
        count = last[2] - first[2]
        if count == 0:
            continue
        for c in range(f.given):
            for i in range(first[0], last[0]):
                row = source + c * each + (i * f.stride[0] + f.shift[s][0] - f.padding[0]) * f.space[1] * f.space[2]
                row += (first[1] * f.stride[1] + f.shift[s][1] - f.padding[1]) * f.space[2]
                row += first[2] * step + f.shift[s][2] - f.padding[2]
                to = target + c * f.plane + s * size + (i * f.along[1] + first[1]) * f.row + place * f.apart + first[2]
                for j in range(first[1], last[1]):
                    if step == 1:
                        copy_line(to, row, count * sizeof(real))
                    else:
                        for k in range(count):
                            to[k] = row[k * step]
                    to += f.row
                    row += f.stride[1] * f.space[2]


cdef int lines_of(const Convolution* f, cnp.npy_intp at, cnp.npy_intp stop, cnp.npy_intp used, Line* lines) noexcept nogil:
    """The parts of a stretch that belong to the result of ``used`` examples. Returns how many there are."""
    cdef cnp.npy_intp start = at, row = at // f.row, column = at % f.row, end = at - column
    cdef cnp.npy_intp i = row // f.along[1], j = row % f.along[1]
    cdef cnp.npy_intp e = column // f.apart, each = f.groups * f.made * f.size[0] * f.size[1] * f.size[2]
    cdef int found = 0
    column -= e * f.apart
    while at < stop:
        if column < f.size[2] and j < f.size[1] and e < used:
            lines[found].source, lines[found].count = at - start, min(f.size[2] - column, stop - at)
            lines[found].target = e * each + (i * f.size[1] + j) * f.size[2] + column
            found += 1
        e += 1
        at += f.apart - column
        column = 0
        if e >= used:
            end += f.row
            e, at, j = 0, end, j + 1
            if j == f.along[1]:
                i, j = i + 1, 0
    return found


cdef void convolve(Convolution* f, cnp.npy_intp start, cnp.npy_intp stop, int who, real unused) noexcept nogil:
    cdef cnp.npy_intp item, group, first, used, at, end, width, b, e, o, made = f.at_once
    cdef cnp.npy_intp lanes = vector_bytes // sizeof(real), most = PARTS * lanes, piece, step
    cdef cnp.npy_intp each = f.given * f.taps * made, place = f.size[0] * f.size[1] * f.size[2]
    cdef real* x = <real*>(f.memory + who * f.room)
    cdef real out[MOST * WIDEST]
    cdef Line lines[WIDEST]
    cdef const real* w
    cdef real* y
    cdef real bias
    cdef int count, l
    cdef AddF long_f = ADD_LONE_F_3 if made == 1 else ADD_F_3, short_f = ADD_LONE_F_1 if made == 1 else ADD_F_1
    cdef AddD long_d = ADD_LONE_D_3 if made == 1 else ADD_D_3, short_d = ADD_LONE_D_1 if made == 1 else ADD_D_1
    step = (f.run // most + f.pieces - 1) // f.pieces * most + most
    for item in range(start, stop):
        piece, group, first = item % f.pieces, item // f.pieces % f.groups, item // f.pieces // f.groups * f.together
        used = min(f.together, f.examples - first)
        at, end = piece * step, min((piece + 1) * step, run_of(f, used))
        if at < end and f.prepared[who] != item // f.pieces + 1:
            if f.prepared[who] == 0:
                memset(x, 0, (f.given * f.plane + WIDEST) * sizeof(real))
            f.prepared[who] = item // f.pieces + 1
            for e in range(used):
                prepare(f, (first + e) * f.groups + group, e, x)
        while at < end:
            width = most if end - at > 2 * lanes or at + most <= end else lanes
            count = lines_of(f, at, min(at + width, end), used, lines)
            for b in range(f.blocks if count else 0):
                w = <const real*>f.w + (group * f.blocks + b) * each
                if real is float:
                    (short_f if width == lanes else long_f)(x + at, f.plane, f.given, f.offsets, f.taps, w, out)
                else:
                    (short_d if width == lanes else long_d)(x + at, f.plane, f.given, f.offsets, f.taps, w, out)
                for o in range(min(made, f.made - b * made)):
                    y = <real*>f.y + ((first * f.groups + group) * f.made + b * made + o) * place
                    bias = 0 if f.bias == NULL else (<const real*>f.bias)[group * f.made + b * made + o]
                    for l in range(count):
                        if real is float:
                            write_line_f(y + lines[l].target, out + o * width + lines[l].source, lines[l].count, bias)
                        else:
                            write_line_d(y + lines[l].target, out + o * width + lines[l].source, lines[l].count, bias)
            at += width


cdef void convolve_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Convolution*>job).single:
        convolve[float](<Convolution*>job, start, stop, who, 0)
    else:
        convolve[double](<Convolution*>job, start, stop, who, 0)


cdef void pack(const real* w, real* out, const Convolution* f) noexcept nogil:
    """The weights of a block of channels, side by side for each channel of x and tap."""
    cdef cnp.npy_intp g, b, c, t, o, at, made = f.at_once
    for g in range(f.groups):
        for b in range(f.blocks):
            for c in range(f.given):
                for t in range(f.taps):
                    for o in range(made):
                        at = b * made + o
                        out[o] = w[((g * f.made + at) * f.given + c) * f.taps + t] if at < f.made else 0
                    out += made


cdef inline char* aligned(char* memory) noexcept nogil:
    return memory + (LINE - <size_t>memory % LINE) % LINE


cdef object usable(a, object dtype, int nd):
    """An array that a loop may read from end to end; None if it is of another kind."""
    if not PyArray_CheckExact(a) or <object>PyArray_DESCR(a) is not dtype or PyArray_NDIM(a) != nd or not PyArray_SIZE(a):
        return None
    return a if (PyArray_FLAGS(a) & READABLE) == READABLE else cnp.PyArray_GETCONTIGUOUS(a)


cdef object float_of(a):
    if not PyArray_CheckExact(a):
        return None
    return <object>PyArray_DESCR(a) if <object>PyArray_DESCR(a) is F32 or <object>PyArray_DESCR(a) is F64 else None


cpdef object convolved(x, w, bias, tuple size, tuple stride, tuple padding, tuple dilation, Py_ssize_t groups):
    """The convolution of ``x``, with zeros around it: ``padding`` of them before, and as many after as windows meet.

    ``bias`` is added to each channel, unless it is None. Returns None if a product of matrices is faster, or has to do.
    """
    cdef Convolution f
    cdef cnp.ndarray a, b, y
    cdef cnp.npy_intp shape[5]
    cdef cnp.npy_intp items, work
    cdef char* given
    cdef int i, item, team, nd = len(size) + 2
    cdef object dtype = float_of(x)
    x, w = usable(x, dtype, nd), usable(w, dtype, nd)
    if LEVEL == 0 or dtype is None or x is None or w is None:
        return None
    if bias is not None:
        bias = usable(bias, dtype, 1)
        if bias is None:
            return None
        f.bias = PyArray_BYTES(bias)
    else:
        f.bias = NULL
    a, b, item = x, w, 4 if dtype is F32 else 8
    f.examples, f.given, f.made = PyArray_DIMS(a)[0], PyArray_DIMS(b)[1], PyArray_DIMS(b)[0] // groups
    work = f.examples * f.given * f.made * groups // 16  # several products take one step
    for i in range(nd - 2):
        work *= size[i] * <cnp.npy_intp>PyArray_DIMS(b)[2 + i]
    team = team_for(work)
    items = f.examples if team == 1 else max(f.examples * groups // (4 * team), 1)
    if not described(&f, x.shape, w.shape[2:], size, stride, padding, dilation, groups, item, items):
        return None
    if f.run < FEW and PyArray_SIZE(b) > MANY:
        return None
    shape[0], shape[1] = f.examples, PyArray_DIMS(b)[0]
    for i in range(nd - 2):
        shape[2 + i] = size[i]
    y = PyArray_SimpleNew(nd, shape, cnp.NPY_FLOAT32 if f.single else cnp.NPY_FLOAT64)
    f.x, f.y = PyArray_BYTES(a), PyArray_BYTES(y)
    items = ((f.examples - 1) // f.together + 1) * groups
    f.pieces = 1 if items >= 4 * team else min(4 * team, f.run // (PARTS * vector_bytes // item) + 1)
    f.room = ((f.given * f.plane + WIDEST) * item + 63) // 64 * 64
    f.memory = <char*>PyMem_RawMalloc(team * f.room + groups * f.blocks * f.given * f.taps * f.at_once * item)
    if f.memory == NULL:
        raise MemoryError
    f.w, given = f.memory + team * f.room, PyArray_BYTES(b)
    with nogil:
        if f.single:
            pack[float](<float*>given, <float*>f.w, &f)
        else:
            pack[double](<double*>given, <double*>f.w, &f)
        share(convolve_part, &f, items * f.pieces, 1, team)
    PyMem_RawFree(f.memory)
    return y


cdef void find_places(Convolution* f) noexcept nogil:
    cdef cnp.npy_intp e, i, j, k, at = 0
    for e in range(f.together):
        for i in range(f.size[0]):
            for j in range(f.size[1]):
                for k in range(f.size[2]):
                    f.places[at] = (i * f.along[1] + j) * f.row + e * f.apart + k
                    at += 1


cdef void bring_together(const real* y, cnp.npy_intp place, cnp.npy_intp made, cnp.npy_intp wide, real* to) noexcept nogil:
    """Copy channels of an example, which lie ``place`` numbers apart, so that those of each place lie side by side."""
    cdef cnp.npy_intp first = 0, i, o
    while first < place:
        for o in range(made):
            for i in range(first, min(first + SEEN, place)):
                to[i * wide + o] = y[o * place + i]
        first += SEEN


cdef void multiply_some(const Convolution* f, const real* x, const real* y, real* sums, cnp.npy_intp at, cnp.npy_intp count,
                        cnp.npy_intp low, cnp.npy_intp high) noexcept nogil:
    """Add the products of so many places from ``at`` on, for the channels of y from ``low`` to ``high``."""
    cdef cnp.npy_intp lanes = (16 << f.level - 1) // sizeof(real), pairs = f.given * f.taps, pair, c, t, o = low
    cdef cnp.npy_intp offsets[MET]
    cdef int parts, met, k
    while o < high:
        parts = 2 if o + lanes < high else 1
        met = 6 if parts == 2 and f.level < 3 else MET
        pair, c, t = 0, 0, 0
        while pair < pairs:
            for k in range(met):
                offsets[k] = c * f.plane + f.offsets[t]
                t += 1
                if t == f.taps:
                    t -= 1  # what is too many is dropped
                    if c + 1 < f.given:
                        c, t = c + 1, 0
            if real is float:
                MULTIPLY_F(f.level, parts)(
                    x, offsets, f.places + at, count, y + at * f.wide + o, f.wide, sums + pair * f.wide + o
                )
            else:
                MULTIPLY_D(f.level, parts)(
                    x, offsets, f.places + at, count, y + at * f.wide + o, f.wide, sums + pair * f.wide + o
                )
            pair += met
        o += parts * lanes


cdef void multiply(Convolution* f, cnp.npy_intp start, cnp.npy_intp stop, int who, real unused) noexcept nogil:
    cdef cnp.npy_intp lanes = (16 << f.level - 1) // sizeof(real), pairs = f.given * f.taps, all_ = f.groups * f.made
    cdef cnp.npy_intp place = f.size[0] * f.size[1] * f.size[2], numbers = f.together * place
    cdef cnp.npy_intp item, slot, group, piece, n, end, e, used, low, high, o, at, pair
    cdef real* y = <real*>(f.memory + who * f.room)  # (places, channels)
    cdef real* sums = y + numbers * f.wide  # (channels of x and taps, channels)
    cdef real* x = sums + (pairs + MET) * f.wide
    cdef real* out
    memset(y, 0, numbers * f.wide * sizeof(real))
    memset(x, 0, (f.given * f.plane + WIDEST) * sizeof(real))
    for item in range(start, stop):
        piece, group, slot = item % f.pieces, item // f.pieces % f.groups, item // f.pieces // f.groups
        low, high = f.wide // lanes * piece // f.pieces * lanes, f.wide // lanes * (piece + 1) // f.pieces * lanes
        n, end = f.examples * slot // f.slots, f.examples * (slot + 1) // f.slots
        memset(sums, 0, (pairs + MET) * f.wide * sizeof(real))
        while n < end:
            used = min(f.together, end - n)
            for e in range(used):
                prepare(f, (n + e) * f.groups + group, e, x)
                out = <real*>f.y + ((n + e) * all_ + group * f.made + low) * place
                bring_together(out, place, min(high, f.made) - low, f.wide, y + e * place * f.wide + low)
            at = 0
            while at < used * place:
                multiply_some(f, x, y, sums, at, min(used * place - at, <cnp.npy_intp>PLACES), low, high)
                at += PLACES
            n += used
        for o in range(low, min(high, f.made)):
            out = <real*>f.w + (slot * all_ + group * f.made + o) * pairs
            for pair in range(pairs):
                out[pair] = sums[pair * f.wide + o]


cdef void multiply_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Convolution*>job).single:
        multiply[float](<Convolution*>job, start, stop, who, 0)
    else:
        multiply[double](<Convolution*>job, start, stop, who, 0)


cpdef object weights(x, y, tuple kernel, tuple stride, tuple padding, tuple dilation, Py_ssize_t groups):
    """The gradient of the weight of :func:`convolved`, given that of its result, as a sum of the first dimension.

    Returns None if a product of matrices is faster, or has to do.
    """
    cdef Convolution f
    cdef cnp.ndarray a, b, w
    cdef cnp.npy_intp shape[6]
    cdef cnp.npy_intp items, place = 1
    cdef char* memory
    cdef int i, item, team, nd = len(kernel) + 2
    cdef object dtype = float_of(x)
    x, y = usable(x, dtype, nd), usable(y, dtype, nd)
    if LEVEL == 0 or dtype is None or x is None or y is None:
        return None
    a, b, item = x, y, 4 if dtype is F32 else 8
    f.examples, f.given, f.made = PyArray_DIMS(a)[0], PyArray_DIMS(a)[1] // groups, PyArray_DIMS(b)[1] // groups
    if not described(&f, x.shape, kernel, y.shape[2:], stride, padding, dilation, groups, item, f.examples):
        return None
    for i in range(3):
        place *= f.size[i]
    if f.together * place < SHORT:
        return None
    f.slots = max(min(f.examples // f.together, <cnp.npy_intp>SLOTS), 1)
    f.level = level
    while f.level > 1 and f.made * item <= 16 << f.level - 2:
        f.level -= 1  # half a vector holds all channels
    f.wide = (f.made * item + (16 << f.level - 1) - 1) // (16 << f.level - 1) * (16 << f.level - 1) // item
    shape[0], shape[1], shape[2] = f.slots, PyArray_DIMS(b)[1], f.given
    for i in range(nd - 2):
        shape[3 + i] = kernel[i]
    w = PyArray_SimpleNew(nd + 1, shape, cnp.NPY_FLOAT32 if f.single else cnp.NPY_FLOAT64)
    f.x, f.y, f.w, f.bias = PyArray_BYTES(a), PyArray_BYTES(b), PyArray_BYTES(w), NULL
    items = f.slots * groups
    team = team_for(PyArray_SIZE(y) * f.given * f.taps // 16)
    f.pieces = 1 if items >= 2 * team else min(2 * team, f.wide * item // (32 << f.level - 1) + 1)
    f.room = ((f.together * place + f.given * f.taps + MET) * f.wide + f.given * f.plane + WIDEST) * item
    f.room = (f.room + LINE - 1) // LINE * LINE
    memory = <char*>PyMem_RawMalloc(team * f.room + LINE + f.together * place * sizeof(cnp.npy_intp))
    if memory == NULL:
        raise MemoryError
    f.memory = aligned(memory)
    f.places = <cnp.npy_intp*>(f.memory + team * f.room)
    with nogil:
        find_places(&f)
        share(multiply_part, &f, items * f.pieces, 1, team)
    PyMem_RawFree(memory)
    return w
