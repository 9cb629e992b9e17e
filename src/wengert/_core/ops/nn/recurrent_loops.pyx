# cython: boundscheck=False, wraparound=False, cdivision=True
"""Recurrent layers by loops: see Note [Scans] in ``recurrent_scan.py``.

The rows of a batch do not meet. A thread takes a block of them through all times: it multiplies their states by the
weights with NumPy's loop, and computes the gates while the products are in its cache.

``recurrent_loops.py`` leaves all of it to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    NPY_ARRAY_ALIGNED, Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_FLAGS,
    PyArray_NDIM, PyArray_SimpleNew, PyArray_STRIDES, data_of, loop_of, real,
)
from ...arrays.function_loops import exp as exp_of, sigmoid as sigmoid_of
from ...arrays.matrix_blocks cimport Rooms, multiply, share_blocks
from ...arrays.threads cimport Part

cnp.import_array()

cdef enum:
    ROWS = 32  # of a block
    FEW = 16  # of a block, where there are no more than ROWS in all

cdef enum Kind:
    TANH, RELU, GRU, LSTM

cdef struct Steps:  # (T, N, numbers): the rows are dense
    char* at  # NULL where there are none
    cnp.npy_intp later  # bytes from a time to the next
    cnp.npy_intp down  # and from a row to the next

cdef struct Scan:  # for the threads that share blocks of rows
    Kind kind
    Steps gates  # or their gradients
    Steps states
    Steps cells
    Steps acts
    Steps products  # the gradients of products with weights, where these are not those of the gates
    Steps g  # gradients of states and cells
    Steps g_cells
    char* h  # (N, H): the first states and cells, or their gradients
    char* c
    char* of_h
    char* of_c
    char* w  # (H, G * H) for the states, (G * H, H) for gradients
    char* b
    cnp.npy_intp times
    cnp.npy_intp count
    cnp.npy_intp size  # H
    cnp.npy_intp width  # G * H
    cnp.npy_intp rows  # of a block
    bint backwards
    bint single
    Rooms rooms

cdef object F32 = numpy.dtype(numpy.float32), F64 = numpy.dtype(numpy.float64)
cdef Loop sigmoid32 = loop_of(sigmoid_of, "f->f"), exp64 = loop_of(exp_of, "d->d")
cdef Loop tanh32 = loop_of(numpy.tanh, "f->f"), tanh64 = loop_of(numpy.tanh, "d->d")
cdef void* sigmoid32_data = data_of(sigmoid_of, "f->f")
cdef void* exp64_data = data_of(exp_of, "d->d")
cdef void* tanh32_data = data_of(numpy.tanh, "f->f")
cdef void* tanh64_data = data_of(numpy.tanh, "d->d")


# -- Rows --------------------------------------------------------------------------------------------------------------


cdef inline void sigmoids(real* row, cnp.npy_intp n) noexcept nogil:
    cdef char* at[2]
    cdef cnp.npy_intp by[2]
    cdef cnp.npy_intp j
    at[0] = at[1] = <char*>row
    by[0] = by[1] = sizeof(real)
    if real is float:
        sigmoid32(at, &n, by, sigmoid32_data)
    else:
        for j in range(n):
            row[j] = -row[j]
        exp64(at, &n, by, exp64_data)
        for j in range(n):
            row[j] = 1 / (1 + row[j])


cdef inline void tanhs(const real* row, real* out, cnp.npy_intp n) noexcept nogil:
    cdef char* at[2]
    cdef cnp.npy_intp by[2]
    at[0], at[1] = <char*>row, <char*>out
    by[0] = by[1] = sizeof(real)
    if real is float:
        tanh32(at, &n, by, tanh32_data)
    else:
        tanh64(at, &n, by, tanh64_data)


cdef inline void add_to(real* to, const real* a, cnp.npy_intp n) noexcept nogil:
    cdef cnp.npy_intp j
    for j in range(n):
        to[j] += a[j]


cdef inline char* row_of(const Steps* steps, cnp.npy_intp t, cnp.npy_intp n) noexcept nogil:
    return steps.at + t * steps.later + n * steps.down


cdef inline cnp.npy_intp time_of(const Scan* job, cnp.npy_intp step) noexcept nogil:
    return job.times - 1 - step if job.backwards else step


cdef inline char* before(const Scan* job, const Steps* states, char* first, cnp.npy_intp step, cnp.npy_intp n,
                         real unused) noexcept nogil:
    """The states before a step, from row ``n`` on. They are dense."""
    if step == 0:
        return first + n * job.size * sizeof(real)
    return row_of(states, time_of(job, step - 1), n)


# -- A step of a block -------------------------------------------------------------------------------------------------


cdef inline void bend_rows(const Scan* job, cnp.npy_intp t, cnp.npy_intp first, cnp.npy_intp count,
                           const real* products) noexcept nogil:
    cdef cnp.npy_intp i, j, H = job.size
    cdef real* out = <real*>row_of(&job.states, t, first)
    cdef const real* gate
    for i in range(count):
        gate = <real*>row_of(&job.gates, t, first + i)
        for j in range(H):
            out[i * H + j] = gate[j] + products[i * H + j]
    if job.kind == TANH:
        tanhs(out, out, count * H)
    else:
        for j in range(count * H):
            out[j] = <real>0 if out[j] <= 0 else out[j]


cdef inline void gate_rows(const Scan* job, cnp.npy_intp t, cnp.npy_intp first, cnp.npy_intp count,
                           const real* earlier, real* products) noexcept nogil:
    cdef cnp.npy_intp i, j, H = job.size
    cdef const real* b = <real*>job.b
    cdef const real* gate
    cdef real* product
    cdef real* act
    cdef real* out
    for i in range(count):
        gate, act = <real*>row_of(&job.gates, t, first + i), <real*>row_of(&job.acts, t, first + i)
        product, out = products + i * 3 * H, <real*>row_of(&job.states, t, first + i)
        if b != NULL:
            add_to(product, b, 3 * H)
        for j in range(2 * H):
            act[j] = gate[j] + product[j]
        sigmoids(act, 2 * H)
        for j in range(H):
            act[2 * H + j] = gate[2 * H + j] + act[j] * product[2 * H + j]
            act[3 * H + j] = product[2 * H + j]
        tanhs(act + 2 * H, act + 2 * H, H)
        for j in range(H):
            out[j] = (earlier[i * H + j] - act[2 * H + j]) * act[H + j] + act[2 * H + j]


cdef inline void remember_rows(const Scan* job, cnp.npy_intp t, cnp.npy_intp first, cnp.npy_intp count,
                               const real* earlier, const real* products) noexcept nogil:
    cdef cnp.npy_intp i, j, H = job.size
    cdef const real* gate
    cdef real* act
    cdef real* out = <real*>row_of(&job.states, t, first)
    cdef real* cell = <real*>row_of(&job.cells, t, first)
    for i in range(count):
        gate, act = <real*>row_of(&job.gates, t, first + i), <real*>row_of(&job.acts, t, first + i)
        for j in range(4 * H):
            act[j] = gate[j] + products[i * 4 * H + j]
        sigmoids(act, 2 * H)
        tanhs(act + 2 * H, act + 2 * H, H)
        sigmoids(act + 3 * H, H)
        for j in range(H):
            cell[i * H + j] = act[H + j] * earlier[i * H + j] + act[j] * act[2 * H + j]
    tanhs(cell, out, count * H)
    for i in range(count):
        act = <real*>row_of(&job.acts, t, first + i)
        for j in range(H):
            out[i * H + j] *= act[3 * H + j]


cdef inline void unbend_rows(const Scan* job, cnp.npy_intp t, cnp.npy_intp first, cnp.npy_intp count,
                             const real* g) noexcept nogil:
    cdef cnp.npy_intp j
    cdef const real* state = <real*>row_of(&job.states, t, first)
    cdef real* out = <real*>row_of(&job.gates, t, first)
    if job.kind == TANH:
        for j in range(count * job.size):
            out[j] = g[j] * (1 - state[j] * state[j])
    else:
        for j in range(count * job.size):
            out[j] = <real>0 if state[j] <= 0 else g[j]


cdef inline void ungate_rows(const Scan* job, cnp.npy_intp t, cnp.npy_intp first, cnp.npy_intp count,
                             const real* earlier, real* g) noexcept nogil:
    """The gradients of a step. ``g``: that of its states; of it what goes around the products is left there."""
    cdef cnp.npy_intp i, j, H = job.size
    cdef const real* act
    cdef real* of_gate
    cdef real* of_product
    cdef real reset, update, new, of_new
    for i in range(count):
        act = <real*>row_of(&job.acts, t, first + i)
        of_gate, of_product = <real*>row_of(&job.gates, t, first + i), <real*>row_of(&job.products, t, first + i)
        for j in range(H):
            reset, update, new = act[j], act[H + j], act[2 * H + j]
            of_new = g[i * H + j] * ((1 - update) * (1 - new * new))
            of_gate[2 * H + j] = of_new
            of_product[2 * H + j] = of_new * reset
            of_gate[j] = of_product[j] = of_new * (act[3 * H + j] * (reset * (1 - reset)))
            of_gate[H + j] = of_product[H + j] = (
                g[i * H + j] * ((earlier[i * H + j] - new) * (update * (1 - update)))
            )
        for j in range(H):
            g[i * H + j] *= act[H + j]


cdef inline void recall_rows(const Scan* job, cnp.npy_intp t, cnp.npy_intp first, cnp.npy_intp count,
                             const real* earlier, const real* g, real* g_cell, real* bent) noexcept nogil:
    """The gradients of a step. ``g_cell``: that of its cells, and then of those before it."""
    cdef cnp.npy_intp i, j, k, H = job.size
    cdef const real* act
    cdef real* out
    cdef real take, keep, new, give, of_cell
    tanhs(<real*>row_of(&job.cells, t, first), bent, count * H)
    for i in range(count):
        act, out = <real*>row_of(&job.acts, t, first + i), <real*>row_of(&job.gates, t, first + i)
        for j in range(H):
            k = i * H + j
            take, keep, new, give = act[j], act[H + j], act[2 * H + j], act[3 * H + j]
            of_cell = g_cell[k] + g[k] * (give * (1 - bent[k] * bent[k]))
            out[j] = of_cell * (new * (take * (1 - take)))
            out[H + j] = of_cell * (earlier[k] * (keep * (1 - keep)))
            out[2 * H + j] = of_cell * (take * (1 - new * new))
            out[3 * H + j] = g[k] * (bent[k] * (give * (1 - give)))
            g_cell[k] = of_cell * keep


# -- All steps of a block ----------------------------------------------------------------------------------------------


cdef inline void forward(const Scan* job, cnp.npy_intp block, real* products) noexcept nogil:
    cdef cnp.npy_intp step, t, first = block * job.rows, width = sizeof(real)
    cdef cnp.npy_intp count = min(job.rows, job.count - first)
    cdef const real* h
    for step in range(job.times):
        t = time_of(job, step)
        h = <real*>before(job, &job.states, job.h, step, first, <real>0)
        multiply(h, job.size * width, width, <real*>job.w, job.width * width, width, products, count, job.size, job.width)
        if job.kind == LSTM:
            remember_rows(job, t, first, count, <real*>before(job, &job.cells, job.c, step, first, <real>0), products)
        elif job.kind == GRU:
            gate_rows(job, t, first, count, h, products)
        else:
            bend_rows(job, t, first, count, products)


cdef inline void add_gradients(const Steps* steps, cnp.npy_intp t, cnp.npy_intp first, cnp.npy_intp count, real* to,
                               cnp.npy_intp size) noexcept nogil:
    cdef cnp.npy_intp i
    if steps.at != NULL:
        for i in range(count):
            add_to(to + i * size, <real*>row_of(steps, t, first + i), size)


cdef inline void backward(const Scan* job, cnp.npy_intp block, real* room) noexcept nogil:
    cdef cnp.npy_intp step, t, first = block * job.rows, width = sizeof(real), H = job.size
    cdef cnp.npy_intp count = min(job.rows, job.count - first)
    cdef real* g = <real*>job.of_h + first * H
    cdef real* g_cell = <real*>job.of_c + first * H if job.kind == LSTM else NULL
    cdef const Steps* of_products = &job.products if job.kind == GRU else &job.gates
    memset(g, 0, count * H * width)
    if g_cell != NULL:
        memset(g_cell, 0, count * H * width)
    for step in range(job.times - 1, -1, -1):
        t = time_of(job, step)
        add_gradients(&job.g, t, first, count, g, H)
        if job.kind == LSTM:
            add_gradients(&job.g_cells, t, first, count, g_cell, H)
            recall_rows(job, t, first, count, <real*>before(job, &job.cells, job.c, step, first, <real>0), g, g_cell, room)
        elif job.kind == GRU:
            ungate_rows(job, t, first, count, <real*>before(job, &job.states, job.h, step, first, <real>0), g)
        else:
            unbend_rows(job, t, first, count, g)
        multiply(<real*>row_of(of_products, t, first), job.width * width, width, <real*>job.w, H * width, width,
                 room if job.kind == GRU else g, count, job.width, H)
        if job.kind == GRU:
            add_to(g, room, count * H)


cdef void forward_part(void* scan, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Scan* job = <Scan*>scan
    cdef char* room = job.rooms.first + who * job.rooms.size
    cdef cnp.npy_intp block
    for block in range(start, stop):
        if job.single:
            forward(job, block, <float*>room)
        else:
            forward(job, block, <double*>room)


cdef void backward_part(void* scan, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil:
    cdef Scan* job = <Scan*>scan
    cdef char* room = job.rooms.first + who * job.rooms.size
    cdef cnp.npy_intp block
    for block in range(start, stop):
        if job.single:
            backward(job, block, <float*>room)
        else:
            backward(job, block, <double*>room)


# -- Calls -------------------------------------------------------------------------------------------------------------


cdef object read(a, const Scan* job, cnp.npy_intp numbers, bint whole, Steps* steps):
    """Describe an array of the job's dtype, of shape (T, N, numbers). Returns it, or a dense copy; None if it is another.

    ``whole``: from end to end.
    """
    cdef cnp.ndarray x
    cdef cnp.npy_intp width = sizeof(float) if job.single else sizeof(double)
    if not PyArray_CheckExact(a):
        return None
    x = a
    if <object>PyArray_DESCR(x) is not (F32 if job.single else F64) or PyArray_NDIM(x) != 3 or (
        PyArray_DIMS(x)[0] != job.times or PyArray_DIMS(x)[1] != job.count or PyArray_DIMS(x)[2] != numbers
    ):
        return None
    if whole or not PyArray_FLAGS(x) & NPY_ARRAY_ALIGNED or PyArray_STRIDES(x)[2] != width:
        x = cnp.PyArray_GETCONTIGUOUS(x)
    steps.at, steps.later, steps.down = PyArray_BYTES(x), PyArray_STRIDES(x)[0], PyArray_STRIDES(x)[1]
    return x


cdef object made(const Scan* job, cnp.npy_intp numbers, Steps* steps):
    """A new array of shape (T, N, numbers)."""
    cdef cnp.npy_intp shape[3]
    cdef cnp.npy_intp width = sizeof(float) if job.single else sizeof(double)
    cdef cnp.ndarray x
    shape[0], shape[1], shape[2] = job.times, job.count, numbers
    x = PyArray_SimpleNew(3, shape, cnp.NPY_FLOAT32 if job.single else cnp.NPY_FLOAT64)
    steps.at, steps.later, steps.down = PyArray_BYTES(x), job.count * numbers * width, numbers * width
    return x


cdef object matrix(a, const Scan* job, cnp.npy_intp rows, cnp.npy_intp columns, char** at):
    """A dense matrix of the job's dtype and a size, or a copy; None if it is another."""
    cdef cnp.ndarray x
    if not PyArray_CheckExact(a):
        return None
    x = a
    if <object>PyArray_DESCR(x) is not (F32 if job.single else F64) or PyArray_NDIM(x) != 2 or (
        PyArray_DIMS(x)[0] != rows or PyArray_DIMS(x)[1] != columns
    ):
        return None
    x = cnp.PyArray_GETCONTIGUOUS(x)
    at[0] = PyArray_BYTES(x)
    return x


cdef bint begun(Scan* job, like, w, Kind kind, cnp.npy_intp gates, bint backwards):
    """Set the sizes of a job. ``like``: (T, N, ...), ``w``: (gates * H, H). False if NumPy has to compute."""
    cdef cnp.ndarray x, m
    memset(job, 0, sizeof(Scan))
    if not PyArray_CheckExact(like) or not PyArray_CheckExact(w):
        return False
    x, m = like, w
    dtype = <object>PyArray_DESCR(x)
    if (dtype is not F32 and dtype is not F64) or PyArray_NDIM(x) != 3 or PyArray_NDIM(m) != 2:
        return False
    job.kind, job.backwards, job.single = kind, backwards, dtype is F32
    job.times, job.count = PyArray_DIMS(x)[0], PyArray_DIMS(x)[1]
    job.width, job.size = PyArray_DIMS(m)[0], PyArray_DIMS(m)[1]
    job.rows = FEW if job.count <= ROWS else ROWS
    return job.times * job.count * job.size > 0 and job.width == gates * job.size


cdef int computed(Scan* job, Part part, cnp.npy_intp numbers) except -1:
    """Compute all blocks. A row needs a room of so many numbers."""
    cdef cnp.npy_intp blocks = (job.count - 1) // job.rows + 1, width = sizeof(float) if job.single else sizeof(double)
    cdef cnp.npy_intp work = job.times * job.count * job.width * (job.size // 16 + 8)
    return share_blocks(part, job, &job.rooms, blocks, job.rows * numbers * width, work)


def rnn(gates, h, w, bend, bint backwards):
    """The states of an Elman layer; None if NumPy has to compute them, as all that follow."""
    cdef Scan job
    if not begun(&job, gates, w, TANH if bend == "tanh" else RELU, 1, backwards):
        return None
    gates, h = read(gates, &job, job.width, False, &job.gates), matrix(h, &job, job.count, job.size, &job.h)
    w = matrix(w.T, &job, job.size, job.width, &job.w)
    if gates is None or h is None or w is None:
        return None
    states = made(&job, job.size, &job.states)
    computed(&job, forward_part, job.width)
    return states


def rnn_gradients(g, w, states, bend, bint backwards):
    """The gradients for ``gates`` and ``h``."""
    cdef Scan job
    if not begun(&job, states, w, TANH if bend == "tanh" else RELU, 1, backwards):
        return None
    g, states = read(g, &job, job.size, False, &job.g), read(states, &job, job.size, True, &job.states)
    w = matrix(w, &job, job.width, job.size, &job.w)
    if g is None or states is None or w is None:
        return None
    found = made(&job, job.width, &job.gates), numpy.empty((job.count, job.size), states.dtype)
    matrix(found[1], &job, job.count, job.size, &job.of_h)
    computed(&job, backward_part, 0)
    return found


def gru(gates, h, w, b, bint backwards):
    """The states and gates of gated recurrent units."""
    cdef Scan job
    if not begun(&job, gates, w, GRU, 3, backwards):
        return None
    gates, h = read(gates, &job, job.width, False, &job.gates), matrix(h, &job, job.count, job.size, &job.h)
    w = matrix(w.T, &job, job.size, job.width, &job.w)
    if gates is None or h is None or w is None:
        return None
    if b is not None:
        b = matrix(b[None], &job, 1, job.width, &job.b)
        if b is None:
            return None
    found = made(&job, job.size, &job.states), made(&job, 4 * job.size, &job.acts)
    computed(&job, forward_part, job.width)
    return found


def gru_gradients(g, h, w, states, acts, bint backwards):
    """The gradients for ``gates``, the products with ``w``, and ``h``."""
    cdef Scan job
    if not begun(&job, states, w, GRU, 3, backwards):
        return None
    g, states = read(g, &job, job.size, False, &job.g), read(states, &job, job.size, True, &job.states)
    acts, w = read(acts, &job, 4 * job.size, True, &job.acts), matrix(w, &job, job.width, job.size, &job.w)
    h = matrix(h, &job, job.count, job.size, &job.h)
    if g is None or states is None or acts is None or w is None or h is None:
        return None
    found = (
        made(&job, job.width, &job.gates), made(&job, job.width, &job.products),
        numpy.empty((job.count, job.size), states.dtype),
    )
    matrix(found[2], &job, job.count, job.size, &job.of_h)
    computed(&job, backward_part, job.size)
    return found


def lstm(gates, h, c, w, bint backwards):
    """The states, cells and gates of a long short-term memory."""
    cdef Scan job
    if not begun(&job, gates, w, LSTM, 4, backwards):
        return None
    gates, w = read(gates, &job, job.width, False, &job.gates), matrix(w.T, &job, job.size, job.width, &job.w)
    h, c = matrix(h, &job, job.count, job.size, &job.h), matrix(c, &job, job.count, job.size, &job.c)
    if gates is None or h is None or c is None or w is None:
        return None
    found = (
        made(&job, job.size, &job.states), made(&job, job.size, &job.cells), made(&job, job.width, &job.acts)
    )
    computed(&job, forward_part, job.width)
    return found


def lstm_gradients(g, g_cells, c, w, cells, acts, bint backwards):
    """The gradients for ``gates``, ``h`` and ``c``. One of ``g`` and ``g_cells`` may be None."""
    cdef Scan job
    if not begun(&job, cells, w, LSTM, 4, backwards):
        return None
    cells, acts = read(cells, &job, job.size, True, &job.cells), read(acts, &job, job.width, True, &job.acts)
    c, w = matrix(c, &job, job.count, job.size, &job.c), matrix(w, &job, job.width, job.size, &job.w)
    if cells is None or acts is None or c is None or w is None:
        return None
    for each in (g, g_cells):
        if each is not None and read(each, &job, job.size, False, &job.g) is None:
            return None
    job.g.at = NULL
    g = None if g is None else read(g, &job, job.size, False, &job.g)
    g_cells = None if g_cells is None else read(g_cells, &job, job.size, False, &job.g_cells)
    found = (
        made(&job, job.width, &job.gates), numpy.empty((job.count, job.size), cells.dtype),
        numpy.empty((job.count, job.size), cells.dtype),
    )
    matrix(found[1], &job, job.count, job.size, &job.of_h)
    matrix(found[2], &job, job.count, job.size, &job.of_c)
    computed(&job, backward_part, job.size)
    return found
