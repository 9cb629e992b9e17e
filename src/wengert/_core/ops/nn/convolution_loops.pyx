# cython: boundscheck=False, wraparound=False, cdivision=True
"""Convolutions without copies of windows.

Note [Runs of windows]
----------------------
An example is copied once, with its padding, into memory of the thread that computes it. Where windows are more than one
entry apart, entries whose positions differ by a multiple of the stride lie together, in a *sheet*. Then what a kernel
position meets in all windows is one run in a sheet, if windows that begin in one row and end in the next are computed,
too, and dropped. So a convolution is a sum of runs with one weight each, and the gradient of a weight is the inner
product of a run with the gradient of the result, which has zeros where windows are dropped. The sums of a block of
channels are held in registers.

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

cdef extern from *:
    """
    #if defined(__clang__)
    #define IN_ONE_STEP _Pragma("clang fp contract(fast)")
    #define IN_ONE_STEP_CODE
    #else
    #define IN_ONE_STEP
    #define IN_ONE_STEP_CODE optimize("O3", "fp-contract=fast"),
    #endif
    #if defined(__GNUC__) && defined(__x86_64__)
    #define LEVELS 3
    #define LEVEL_CODE_1 __attribute__((IN_ONE_STEP_CODE unused))
    #define LEVEL_CODE_2 __attribute__((IN_ONE_STEP_CODE target("avx2,fma"), unused))
    #define LEVEL_CODE_3 __attribute__((IN_ONE_STEP_CODE target("avx512f"), unused))
    #define LEVEL (__builtin_cpu_supports("avx512f") ? 3 :                                                            \
                   __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 2 : 1)
    #elif defined(__GNUC__)
    #define LEVELS 1
    #define LEVEL_CODE_1 __attribute__((IN_ONE_STEP_CODE unused))
    #define LEVEL 1
    #else
    #define LEVELS 0
    #define LEVEL 0
    #endif

    /* Have a vector in a register, where it is used several times: from memory it would be read each time. */
    #if defined(__GNUC__) && defined(__x86_64__)
    #define HELD(v) __asm__("" : "+v"(v))
    #else
    #define HELD(v)
    #endif

    /* Weighted runs, added up for a block of channels: out[o][i] = sum of w[c][t][o] * x[c * plane + offsets[t] + i]. */
    #define ADD_RUNS(name, code, real, vector, lanes, made, parts)                                                    \
        static code void name(const real* x, npy_intp plane, npy_intp channels, const npy_intp* offsets,              \
                              npy_intp taps, const real* w, real* out) {                                              \
            IN_ONE_STEP                                                                                               \
            vector sum[made][parts];                                                                                  \
            npy_intp c, t;                                                                                            \
            int o, p;                                                                                                 \
            for (o = 0; o < (made); o++)                                                                              \
                for (p = 0; p < (parts); p++) sum[o][p] = (vector){0};                                                \
            for (c = 0; c < channels; c++, x += plane)                                                                \
                for (t = 0; t < taps; t++, w += (made)) {                                                             \
                    const real* at = x + offsets[t];                                                                  \
                    vector seen[parts];                                                                               \
                    for (p = 0; p < (parts); p++) seen[p] = *(const vector*)(at + p * (lanes));                       \
                    for (o = 0; o < (made); o++)                                                                      \
                        for (p = 0; p < (parts); p++) sum[o][p] += w[o] * seen[p];                                    \
                }                                                                                                     \
            for (o = 0; o < (made); o++)                                                                              \
                for (p = 0; p < (parts); p++) *(vector*)(out + (o * (parts) + p) * (lanes)) = sum[o][p];              \
        }

    /* Inner products of three runs with those of a block of channels, lane by lane: out[o][k][lane], to which they are
       added unless it is fresh. n is a multiple of lanes. */
    #define MULTIPLY_RUNS(name, code, real, vector, lanes, made)                                                      \
        static code void name(const real* x, const npy_intp* offsets, const real* y, npy_intp step, npy_intp n,       \
                              int fresh, real* out) {                                                                 \
            IN_ONE_STEP                                                                                               \
            vector sum[made][3];                                                                                      \
            const real *x0 = x + offsets[0], *x1 = x + offsets[1], *x2 = x + offsets[2];                              \
            npy_intp i;                                                                                               \
            int o, k;                                                                                                 \
            for (o = 0; o < (made); o++)                                                                              \
                for (k = 0; k < 3; k++)                                                                               \
                    sum[o][k] = fresh ? (vector){0} : *(const vector*)(out + (o * 3 + k) * (lanes));                  \
            for (i = 0; i < n; i += (lanes)) {                                                                        \
                const vector s0 = *(const vector*)(x0 + i), s1 = *(const vector*)(x1 + i), s2 = *(const vector*)(x2 + i); \
                for (o = 0; o < (made); o++) {                                                                        \
                    vector v = *(const vector*)(y + o * step + i);                                                    \
                    HELD(v);                                                                                          \
                    sum[o][0] += v * s0, sum[o][1] += v * s1, sum[o][2] += v * s2;                                    \
                }                                                                                                     \
            }                                                                                                         \
            for (o = 0; o < (made); o++)                                                                              \
                for (k = 0; k < 3; k++) *(vector*)(out + (o * 3 + k) * (lanes)) = sum[o][k];                          \
        }

    #define RUNS(level, real, letter, vector, lanes, made)                                                            \
        ADD_RUNS(add_runs_##letter##level##_3, LEVEL_CODE_##level, real, vector, lanes, made, 3)                      \
        ADD_RUNS(add_runs_##letter##level##_1, LEVEL_CODE_##level, real, vector, lanes, made, 1)                      \
        MULTIPLY_RUNS(multiply_runs_##letter##level, LEVEL_CODE_##level, real, vector, lanes, made)

    typedef void (*AddF)(const float*, npy_intp, npy_intp, const npy_intp*, npy_intp, const float*, float*);
    typedef void (*AddD)(const double*, npy_intp, npy_intp, const npy_intp*, npy_intp, const double*, double*);
    typedef void (*MultiplyF)(const float*, const npy_intp*, const float*, npy_intp, npy_intp, int, float*);
    typedef void (*MultiplyD)(const double*, const npy_intp*, const double*, npy_intp, npy_intp, int, double*);
    #if LEVELS == 0
    #define total_f(a, n) 0
    #define total_d(a, n) 0
    #else
    typedef float run4f __attribute__((vector_size(16), aligned(4), may_alias));
    typedef double run2d __attribute__((vector_size(16), aligned(8), may_alias));
    static inline float total_f(const float* a, int n) {
        run4f sum = *(const run4f*)a;
        for (int i = 4; i < n; i += 4) sum += *(const run4f*)(a + i);
        return (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
    static inline double total_d(const double* a, int n) {
        run2d sum = *(const run2d*)a;
        for (int i = 2; i < n; i += 2) sum += *(const run2d*)(a + i);
        return sum[0] + sum[1];
    }
    RUNS(1, float, f, run4f, 4, 4)
    RUNS(1, double, d, run2d, 2, 4)
    #endif
    #if LEVELS == 3
    typedef float run8f __attribute__((vector_size(32), aligned(4), may_alias));
    typedef double run4d __attribute__((vector_size(32), aligned(8), may_alias));
    typedef float run16f __attribute__((vector_size(64), aligned(4), may_alias));
    typedef double run8d __attribute__((vector_size(64), aligned(8), may_alias));
    RUNS(2, float, f, run8f, 8, 4)
    RUNS(2, double, d, run4d, 4, 4)
    RUNS(3, float, f, run16f, 16, 8)
    RUNS(3, double, d, run8d, 8, 8)
    #define OF_LEVEL(name, end) (LEVEL == 3 ? name##3##end : LEVEL == 2 ? name##2##end : name##1##end)
    #elif LEVELS == 1
    #define OF_LEVEL(name, end) name##1##end
    #else
    #define OF_LEVEL(name, end) NULL
    #endif
    #define ADD_F_3 OF_LEVEL(add_runs_f, _3)
    #define ADD_F_1 OF_LEVEL(add_runs_f, _1)
    #define ADD_D_3 OF_LEVEL(add_runs_d, _3)
    #define ADD_D_1 OF_LEVEL(add_runs_d, _1)
    #define MULTIPLY_F OF_LEVEL(multiply_runs_f, )
    #define MULTIPLY_D OF_LEVEL(multiply_runs_d, )
    """
    int LEVEL
    ctypedef void (*AddF)(const float*, cnp.npy_intp, cnp.npy_intp, const cnp.npy_intp*, cnp.npy_intp, const float*, float*) noexcept nogil
    ctypedef void (*AddD)(const double*, cnp.npy_intp, cnp.npy_intp, const cnp.npy_intp*, cnp.npy_intp, const double*, double*) noexcept nogil
    ctypedef void (*MultiplyF)(const float*, const cnp.npy_intp*, const float*, cnp.npy_intp, cnp.npy_intp, bint, float*) noexcept nogil
    ctypedef void (*MultiplyD)(const double*, const cnp.npy_intp*, const double*, cnp.npy_intp, cnp.npy_intp, bint, double*) noexcept nogil
    AddF ADD_F_3, ADD_F_1
    AddD ADD_D_3, ADD_D_1
    MultiplyF MULTIPLY_F
    MultiplyD MULTIPLY_D
    float total_f(const float*, int) noexcept nogil
    double total_d(const double*, int) noexcept nogil

cdef enum:
    PARTS = 3  # vectors of a run that are added up at once
    WIDEST = 48  # numbers in them, at most
    MOST = 8  # channels in a block, at most
    TAPS = 1024  # kernel positions
    STRETCH = 4096  # bytes of a run that are multiplied at a time: those of a block of channels stay in the cache
    LINE = 64  # bytes of the cache: vectors that begin with one are read at once
    TOGETHER = 1024  # numbers in sheets of examples that lie side by side
    SHORT = 2048  # bytes of a run: below, adding up the lanes of vectors takes longer than multiplying
    FEW = 100  # numbers in a run: below, a product of matrices is faster if there are
    MANY = 1048576  # weights, which do not stay in the cache
    THREES = 32  # of channels of x and taps, whose sums are kept in the cache at a time
    SLOTS = 16  # sums over examples that are computed side by side, and added up at last

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)

cdef int level = LEVEL
cdef int made_at_once = 8 if level == 3 else 4  # channels in a block
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
    cnp.npy_intp blocks  # of these
    cnp.npy_intp examples
    cnp.npy_intp slots
    cnp.npy_intp pieces  # of a group's work
    cnp.npy_intp space[3]  # of x
    cnp.npy_intp size[3]  # of y
    cnp.npy_intp stride[3]
    cnp.npy_intp padding[3]
    cnp.npy_intp along[3]  # of a sheet
    cnp.npy_intp sheets  # for each channel
    cnp.npy_intp shift[TAPS][3]  # of each sheet
    cnp.npy_intp taps
    cnp.npy_intp offsets[TAPS]  # of each tap, in the sheets of a channel
    cnp.npy_intp together  # examples whose sheets lie side by side
    cnp.npy_intp sheet  # numbers in a sheet of an example
    cnp.npy_intp plane  # numbers in the sheets of a channel
    cnp.npy_intp run  # of an example
    bint single

cdef struct Line:  # what of a stretch of a run is a line of the result
    cnp.npy_intp source
    cnp.npy_intp target
    cnp.npy_intp count


cdef bint described(Convolution* f, shape, kernel, size, stride, padding, dilation, Py_ssize_t groups, int item,
                    cnp.npy_intp most_together):
    """Set what sizes say, and the offsets of taps. False if there are too many taps or dimensions."""
    cdef int count = len(kernel), i, k, s = 0
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
    f.sheets, f.sheet = 0, f.along[0] * f.along[1] * f.along[2]
    f.run = ((f.size[0] - 1) * f.along[1] + f.size[1] - 1) * f.along[2] + f.size[2]
    f.together = 1 if most_together == 1 else min(most_together, TOGETHER // f.sheet + 1)
    for t in range(f.taps):
        at[0], at[1], at[2] = t // (kernels[1] * kernels[2]), t // kernels[2] % kernels[1], t % kernels[2]
        for i in range(3):
            at[i] *= steps[i]
        for s in range(f.sheets + 1):
            if s == f.sheets:
                for i in range(3):
                    f.shift[s][i] = at[i] % f.stride[i]
                f.sheets += 1
                break
            if (
                f.shift[s][0] == at[0] % f.stride[0] and f.shift[s][1] == at[1] % f.stride[1]
                and f.shift[s][2] == at[2] % f.stride[2]
            ):
                break
        f.offsets[t] = s * f.sheet * f.together + (
            (at[0] // f.stride[0] * f.along[1] + at[1] // f.stride[1]) * f.along[2] + at[2] // f.stride[2]
        )
    f.groups = groups
    f.plane = f.sheets * f.sheet * f.together
    f.single = item == 4
    f.blocks = (f.made - 1) // made_at_once + 1
    memset(f.prepared, 0, sizeof(f.prepared))
    return True


cdef inline cnp.npy_intp least(cnp.npy_intp n, cnp.npy_intp step) noexcept nogil:
    """The least k with ``k * step >= n``; 0 for a negative n."""
    return (n + step - 1) // step if n > 0 else 0


cdef void prepare(const Convolution* f, cnp.npy_intp item, cnp.npy_intp place, real* target) noexcept nogil:
    """Copy a group of an example into sheets, with zeros around it. ``place`` is its place among those side by side."""
    cdef cnp.npy_intp c, s, i, j, k, p, q, r, first, last, step = f.stride[2], line = f.along[2]
    cdef const real* source = <const real*>f.x + item * f.given * f.space[0] * f.space[1] * f.space[2]
    cdef const real* row
    cdef real* to
    for c in range(f.given):
        for s in range(f.sheets):
            to = target + ((c * f.sheets + s) * f.together + place) * f.sheet
            r = f.shift[s][2] - f.padding[2]
            first = min(least(-r, step), line)
            last = max(min(least(f.space[2] - r, step), line), first)
            for i in range(f.along[0]):
                p = i * f.stride[0] + f.shift[s][0] - f.padding[0]
                for j in range(f.along[1]):
                    q = j * f.stride[1] + f.shift[s][1] - f.padding[1]
                    if not 0 <= p < f.space[0] or not 0 <= q < f.space[1] or first == last:
                        memset(to, 0, line * sizeof(real))
                        to += line
                        continue
                    row = source + (p * f.space[1] + q) * f.space[2] + first * step + r
                    for k in range(first):
                        to[k] = 0
                    if step == 1 and last - first > 16:
                        memcpy(to + first, row, (last - first) * sizeof(real))
                    else:
                        for k in range(last - first):
                            to[first + k] = row[k * step]
                    for k in range(last, line):
                        to[k] = 0
                    to += line
        source += f.space[0] * f.space[1] * f.space[2]
    memset(target + f.given * f.plane, 0, WIDEST * sizeof(real))


cdef int lines_of(const Convolution* f, cnp.npy_intp start, cnp.npy_intp stop, Line* lines) noexcept nogil:
    """The parts of a stretch that belong to the result. Returns how many there are."""
    cdef cnp.npy_intp at = start, row, column, i, j, count
    cdef int found = 0
    while at < stop:
        row, column = at // f.along[2], at % f.along[2]
        i, j = row // f.along[1], row % f.along[1]
        if column >= f.size[2] or j >= f.size[1]:
            at += f.along[2] - column
            continue
        count = min(f.size[2] - column, stop - at)
        lines[found].source, lines[found].count = at - start, count
        lines[found].target = (i * f.size[1] + j) * f.size[2] + column
        found += 1
        at += f.along[2] - column
    return found


cdef void convolve(Convolution* f, cnp.npy_intp start, cnp.npy_intp stop, int who, real unused) noexcept nogil:
    cdef cnp.npy_intp item, group, at, end, width, b, o, k, made = made_at_once, lanes = vector_bytes // sizeof(real)
    cdef cnp.npy_intp each = f.given * f.taps * made, place = f.size[0] * f.size[1] * f.size[2], piece, step
    cdef real* x = <real*>(f.memory + who * f.room)
    cdef real out[MOST * WIDEST]
    cdef Line lines[WIDEST]
    cdef const real* w
    cdef real* y
    cdef real bias
    cdef int count, l
    step = (f.run // (PARTS * lanes) + f.pieces - 1) // f.pieces * PARTS * lanes + PARTS * lanes
    for item in range(start, stop):
        piece, group = item % f.pieces, item // f.pieces % f.groups
        at, end = piece * step, min((piece + 1) * step, f.run)
        if at < end and f.prepared[who] != item // f.pieces + 1:
            f.prepared[who] = item // f.pieces + 1
            prepare(f, item // f.pieces, 0, x)
        while at < end:
            width = PARTS * lanes if end - at > 2 * lanes or at + PARTS * lanes <= end else lanes
            count = lines_of(f, at, min(at + width, end), lines)
            for b in range(f.blocks if count else 0):
                w = <const real*>f.w + (group * f.blocks + b) * each
                if real is float:
                    if width == lanes:
                        ADD_F_1(x + at, f.plane, f.given, f.offsets, f.taps, w, out)
                    else:
                        ADD_F_3(x + at, f.plane, f.given, f.offsets, f.taps, w, out)
                else:
                    if width == lanes:
                        ADD_D_1(x + at, f.plane, f.given, f.offsets, f.taps, w, out)
                    else:
                        ADD_D_3(x + at, f.plane, f.given, f.offsets, f.taps, w, out)
                for o in range(min(made, f.made - b * made)):
                    y = <real*>f.y + ((item // f.pieces) * f.made + b * made + o) * place
                    bias = 0 if f.bias == NULL else (<const real*>f.bias)[group * f.made + b * made + o]
                    for l in range(count):
                        for k in range(lines[l].count):
                            y[lines[l].target + k] = out[o * width + lines[l].source + k] + bias
            at += width


cdef void convolve_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Convolution*>job).single:
        convolve[float](<Convolution*>job, start, stop, who, 0)
    else:
        convolve[double](<Convolution*>job, start, stop, who, 0)


cdef void pack(const real* w, real* out, const Convolution* f) noexcept nogil:
    """The weights of a block of channels, side by side for each channel of x and tap."""
    cdef cnp.npy_intp g, b, c, t, o, at, made = made_at_once
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
    if not described(&f, x.shape, w.shape[2:], size, stride, padding, dilation, groups, item, 1):
        return None
    if f.run < FEW and PyArray_SIZE(b) > MANY:
        return None
    shape[0], shape[1] = f.examples, PyArray_DIMS(b)[0]
    for i in range(nd - 2):
        shape[2 + i] = size[i]
    y = PyArray_SimpleNew(nd, shape, cnp.NPY_FLOAT32 if f.single else cnp.NPY_FLOAT64)
    f.x, f.y = PyArray_BYTES(a), PyArray_BYTES(y)
    work = PyArray_SIZE(y) * f.given * f.taps // 16  # several products take one step
    items = f.examples * groups
    team = team_for(work)
    f.pieces = 1 if items >= 4 * team else min(4 * team, f.run // (PARTS * vector_bytes // item) + 1)
    f.room = ((f.given * f.plane + WIDEST) * item + 63) // 64 * 64
    f.memory = <char*>PyMem_RawMalloc(team * f.room + groups * f.blocks * f.given * f.taps * made_at_once * item)
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


cdef inline cnp.npy_intp run_of(const Convolution* f, cnp.npy_intp examples) noexcept nogil:
    """The bytes of a run in so many examples that lie side by side: whole vectors."""
    cdef cnp.npy_intp bytes = ((examples - 1) * f.sheet + f.run) * (4 if f.single else 8)
    return (bytes + vector_bytes - 1) // vector_bytes * vector_bytes


cdef void spread_lines(const Convolution* f, cnp.npy_intp item, cnp.npy_intp block, cnp.npy_intp step, real* to) noexcept nogil:
    """Copy a block of channels of y to where its windows begin in a sheet."""
    cdef cnp.npy_intp o, i, j, made = made_at_once
    cdef const real* y
    for o in range(min(made, f.made - block * made)):
        y = <const real*>f.y + (item * f.made + block * made + o) * f.size[0] * f.size[1] * f.size[2]
        for i in range(f.size[0]):
            for j in range(f.size[1]):
                memcpy(to + o * step + (i * f.along[1] + j) * f.along[2], y, f.size[2] * sizeof(real))
                y += f.size[2]


cdef void multiply(Convolution* f, cnp.npy_intp start, cnp.npy_intp stop, int who, real unused) noexcept nogil:
    cdef cnp.npy_intp made = made_at_once, lanes = vector_bytes // sizeof(real), stretch = STRETCH // sizeof(real)
    cdef cnp.npy_intp step = run_of(f, f.together) // sizeof(real), pairs = f.given * f.taps, all_ = f.groups * f.made
    cdef cnp.npy_intp item, slot, group, piece, n, end, e, used, b, p, k, o, at, pair, first, last
    cdef cnp.npy_intp offsets[3]
    cdef real* y = <real*>(f.memory + who * f.room)
    cdef real* x = y + made * step
    cdef real* sums = x + f.given * f.plane + WIDEST  # (THREES, channels of the block, 3, lanes)
    cdef real* lane
    cdef real* out
    for item in range(start, stop):
        piece, group, slot = item % f.pieces, item // f.pieces % f.groups, item // f.pieces // f.groups
        n, end = f.examples * slot // f.slots, f.examples * (slot + 1) // f.slots
        memset(x, 0, (f.given * f.plane + WIDEST) * sizeof(real))  # what is left over meets zeros, and must be a number
        while n < end:
            used = run_of(f, min(f.together, end - n)) // sizeof(real)
            for e in range(min(f.together, end - n)):
                prepare(f, (n + e) * f.groups + group, e, x)
            for b in range(f.blocks * piece // f.pieces, f.blocks * (piece + 1) // f.pieces):
                memset(y, 0, made * step * sizeof(real))
                for e in range(min(f.together, end - n)):
                    spread_lines(f, (n + e) * f.groups + group, b, step, y + e * f.sheet)
                first = 0
                while first < pairs:
                    last = min(first + 3 * THREES, pairs)
                    at = 0
                    while at < used:
                        lane = sums
                        for p in range(first, last, 3):
                            for k in range(3):
                                pair = min(p + k, pairs - 1)
                                offsets[k] = pair // f.taps * f.plane + f.offsets[pair % f.taps]
                            if real is float:
                                MULTIPLY_F(x + at, offsets, y + at, step, min(stretch, used - at), at == 0, lane)
                            else:
                                MULTIPLY_D(x + at, offsets, y + at, step, min(stretch, used - at), at == 0, lane)
                            lane += made * 3 * lanes
                        at += stretch
                    for o in range(min(made, f.made - b * made)):
                        out = <real*>f.w + (slot * all_ + group * f.made + b * made + o) * pairs
                        for p in range(first, last):
                            lane = sums + (((p - first) // 3 * made + o) * 3 + (p - first) % 3) * lanes
                            if real is float:
                                out[p] += total_f(lane, <int>lanes)
                            else:
                                out[p] += total_d(lane, <int>lanes)
                    first = last
            n += f.together


cdef void multiply_part(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    if (<Convolution*>job).single:
        multiply[float](<Convolution*>job, start, stop, who, 0)
    else:
        multiply[double](<Convolution*>job, start, stop, who, 0)


cpdef object weights(x, y, tuple kernel, tuple stride, tuple padding, tuple dilation, Py_ssize_t groups):
    """The gradient of the weight of :func:`convolved`, given that of its result, as a sum of the first dimension.

    Returns None if a product of matrices is faster, or has to do: as for inf or NaN, which would spoil the result
    where they meet the zeros between windows.
    """
    cdef Convolution f
    cdef cnp.ndarray a, b, w
    cdef cnp.npy_intp shape[6]
    cdef cnp.npy_intp items, step
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
    f.slots = max(min(f.examples // f.together, <cnp.npy_intp>SLOTS), 1)
    step = run_of(&f, f.together)
    if step < SHORT:
        return None
    shape[0], shape[1], shape[2] = f.slots, PyArray_DIMS(b)[1], f.given
    for i in range(nd - 2):
        shape[3 + i] = kernel[i]
    w = PyArray_SimpleNew(nd + 1, shape, cnp.NPY_FLOAT32 if f.single else cnp.NPY_FLOAT64)
    memset(PyArray_BYTES(w), 0, PyArray_SIZE(w) * item)
    f.x, f.y, f.w, f.bias = PyArray_BYTES(a), PyArray_BYTES(b), PyArray_BYTES(w), NULL
    items = f.slots * groups
    team = team_for(PyArray_SIZE(y) * f.given * f.taps // 16)
    f.pieces = 1 if items >= 2 * team else min(2 * team, f.blocks)
    f.room = made_at_once * step + (f.given * f.plane + WIDEST) * item
    f.room += THREES * 3 * made_at_once * vector_bytes
    f.room = (f.room + LINE - 1) // LINE * LINE
    memory = <char*>PyMem_RawMalloc(team * f.room + LINE)
    if memory == NULL:
        raise MemoryError
    f.memory = aligned(memory)
    with nogil:
        share(multiply_part, &f, items * f.pieces, 1, team)
    PyMem_RawFree(memory)
    return w
