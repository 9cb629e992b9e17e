# cython: boundscheck=False, wraparound=False, cdivision=True
"""Recurrent layers by loops: see Note [Scans] in ``recurrent_scan.py``.

Sequences do not meet. A thread takes a block of them through all times: it multiplies their states by the weights with
NumPy's loop, and computes the gates while the products are in its cache. At each time the longest sequences come first,
so a block has some of its rows, from its first on.

``recurrent_loops.py`` leaves all of it to NumPy, in the pure build.
"""

cimport numpy as cnp
import numpy
from libc.string cimport memset

from ...arrays.c_numpy cimport (
    Loop, PyArray_BYTES, PyArray_CheckExact, PyArray_DESCR, PyArray_DIMS, PyArray_NDIM, PyArray_SimpleNew, data_of,
    loop_of, real,
)
from ...arrays.function_loops import exp as exp_of, sigmoid as sigmoid_of
from ...arrays.matrix_blocks cimport Rooms, multiply, share_blocks
from ...arrays.moves cimport copy_bytes
from ...arrays.threads cimport Part

cnp.import_array()

cdef enum:
    ROWS = 32  # of a block
    FEW = 16  # of a block, where there are no more than ROWS in all

cdef enum Kind:
    TANH, RELU, GRU, LSTM

cdef struct Scan:  # for the threads that share blocks of sequences; all arrays are dense, NULL are those not there
    Kind kind
    char* gates  # (R, G * H), or their gradients
    char* states  # (R, P)
    char* cells  # (R, H)
    char* acts  # (R, 4 * H)
    char* products  # the gradients of products with weights, where these are not those of the gates
    char* g  # gradients of states and cells
    char* g_cells
    char* first  # (N, P): the states before the first step
    char* first_cell  # (N, H)
    char* now  # (N, P): those that the steps change, or their gradients
    char* now_cell  # (N, H)
    char* w  # (P, G * H) for the states, (G * H, P) for gradients
    char* b
    char* w_hr  # (H, P) for the states, (P, H) for gradients
    char* projected  # (R, P): the gradients of what ``w_hr`` gives
    char* hidden  # (R, H): what it is given
    cnp.npy_intp* starts  # (T + 1): the first row of each time, and how many rows there are
    cnp.npy_intp times
    cnp.npy_intp total  # R
    cnp.npy_intp count  # N
    cnp.npy_intp size  # H
    cnp.npy_intp state  # P: H where states are not projected
    cnp.npy_intp width  # G * H
    cnp.npy_intp rows  # of a block
    bint backwards
    bint single
    Rooms rooms

cdef dict KINDS = {"rnn_tanh": (TANH, 1), "rnn_relu": (RELU, 1), "gru": (GRU, 3), "lstm": (LSTM, 4)}

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


cdef inline cnp.npy_intp time_of(const Scan* job, cnp.npy_intp step) noexcept nogil:
    return job.times - 1 - step if job.backwards else step


cdef inline cnp.npy_intp rows_at(const Scan* job, cnp.npy_intp t, cnp.npy_intp first) noexcept nogil:
    """How many rows a block has at a time, given its first sequence."""
    return max(0, min(job.rows, job.starts[t + 1] - job.starts[t] - first))


cdef inline const real* before(const Scan* job, const real* states, const real* first, cnp.npy_intp step,
                               cnp.npy_intp n) noexcept nogil:
    """The state of a sequence before a step. It is the first one where the sequence begins."""
    cdef cnp.npy_intp t
    if step > 0:
        t = time_of(job, step - 1)
        if n < job.starts[t + 1] - job.starts[t]:
            return states + (job.starts[t] + n) * job.size
    return first + n * job.size


# -- A step of a block: its ``count`` rows from ``row`` on, of sequences from ``n`` on ---------------------------------


cdef inline void bend_rows(const Scan* job, cnp.npy_intp row, cnp.npy_intp count, const real* products,
                           real* state) noexcept nogil:
    cdef cnp.npy_intp j, H = job.size
    cdef const real* gate = <real*>job.gates + row * H
    for j in range(count * H):
        state[j] = gate[j] + products[j]
    if job.kind == TANH:
        tanhs(state, state, count * H)
    else:
        for j in range(count * H):
            state[j] = <real>0 if state[j] <= 0 else state[j]


cdef inline void gate_rows(const Scan* job, cnp.npy_intp row, cnp.npy_intp count, const real* products,
                           real* state) noexcept nogil:
    cdef cnp.npy_intp i, j, H = job.size
    cdef const real* gate
    cdef const real* product
    cdef real* act
    cdef real* now
    for i in range(count):
        gate, act = <real*>job.gates + (row + i) * 3 * H, <real*>job.acts + (row + i) * 4 * H
        product, now = products + i * 3 * H, state + i * H
        for j in range(2 * H):
            act[j] = gate[j] + product[j]
        sigmoids(act, 2 * H)
        for j in range(H):
            act[2 * H + j] = gate[2 * H + j] + act[j] * product[2 * H + j]
            act[3 * H + j] = product[2 * H + j]
        tanhs(act + 2 * H, act + 2 * H, H)
        for j in range(H):
            now[j] = (now[j] - act[2 * H + j]) * act[H + j] + act[2 * H + j]


cdef inline void remember_rows(const Scan* job, cnp.npy_intp row, cnp.npy_intp count, const real* products, real* state,
                               real* cell) noexcept nogil:
    cdef cnp.npy_intp i, j, H = job.size
    cdef const real* gate
    cdef const real* product
    cdef real* act
    for i in range(count):
        gate, act = <real*>job.gates + (row + i) * 4 * H, <real*>job.acts + (row + i) * 4 * H
        product = products + i * 4 * H
        for j in range(4 * H):
            act[j] = gate[j] + product[j]
        sigmoids(act, 2 * H)
        tanhs(act + 2 * H, act + 2 * H, H)
        sigmoids(act + 3 * H, H)
        for j in range(H):
            cell[i * H + j] = act[H + j] * cell[i * H + j] + act[j] * act[2 * H + j]
    tanhs(cell, state, count * H)
    for i in range(count):
        act = <real*>job.acts + (row + i) * 4 * H
        for j in range(H):
            state[i * H + j] *= act[3 * H + j]


cdef inline void unbend_rows(const Scan* job, cnp.npy_intp row, cnp.npy_intp count, const real* g) noexcept nogil:
    cdef cnp.npy_intp j
    cdef const real* state = <real*>job.states + row * job.size
    cdef real* out = <real*>job.gates + row * job.size
    if job.kind == TANH:
        for j in range(count * job.size):
            out[j] = g[j] * (1 - state[j] * state[j])
    else:
        for j in range(count * job.size):
            out[j] = <real>0 if state[j] <= 0 else g[j]


cdef inline void ungate_rows(const Scan* job, cnp.npy_intp step, cnp.npy_intp row, cnp.npy_intp n, cnp.npy_intp count,
                             real* g) noexcept nogil:
    """The gradients of a step. ``g``: that of its states; of it what goes around the products is left there."""
    cdef cnp.npy_intp i, j, H = job.size
    cdef const real* act
    cdef const real* earlier
    cdef real* of_gate
    cdef real* of_product
    cdef real reset, update, new, of_new
    for i in range(count):
        act = <real*>job.acts + (row + i) * 4 * H
        earlier = before(job, <real*>job.states, <real*>job.first, step, n + i)
        of_gate, of_product = <real*>job.gates + (row + i) * 3 * H, <real*>job.products + (row + i) * 3 * H
        for j in range(H):
            reset, update, new = act[j], act[H + j], act[2 * H + j]
            of_new = g[i * H + j] * ((1 - update) * (1 - new * new))
            of_gate[2 * H + j] = of_new
            of_product[2 * H + j] = of_new * reset
            of_gate[j] = of_product[j] = of_new * (act[3 * H + j] * (reset * (1 - reset)))
            of_gate[H + j] = of_product[H + j] = g[i * H + j] * ((earlier[j] - new) * (update * (1 - update)))
        for j in range(H):
            g[i * H + j] *= act[H + j]


cdef inline void recall_rows(const Scan* job, cnp.npy_intp step, cnp.npy_intp row, cnp.npy_intp n, cnp.npy_intp count,
                             const real* g, real* g_cell, real* bent) noexcept nogil:
    """The gradients of a step. ``g_cell``: that of its cells, and then of those before it."""
    cdef cnp.npy_intp i, j, k, H = job.size
    cdef const real* act
    cdef const real* earlier
    cdef real* out
    cdef real* hidden
    cdef real take, keep, new, give, of_cell
    tanhs(<real*>job.cells + row * H, bent, count * H)
    for i in range(count):
        act, out = <real*>job.acts + (row + i) * 4 * H, <real*>job.gates + (row + i) * 4 * H
        earlier = before(job, <real*>job.cells, <real*>job.first_cell, step, n + i)
        for j in range(H):
            k = i * H + j
            take, keep, new, give = act[j], act[H + j], act[2 * H + j], act[3 * H + j]
            of_cell = g_cell[k] + g[k] * (give * (1 - bent[k] * bent[k]))
            out[j] = of_cell * (new * (take * (1 - take)))
            out[H + j] = of_cell * (earlier[j] * (keep * (1 - keep)))
            out[2 * H + j] = of_cell * (take * (1 - new * new))
            out[3 * H + j] = g[k] * (bent[k] * (give * (1 - give)))
            g_cell[k] = of_cell * keep
        if job.hidden != NULL:
            hidden = <real*>job.hidden + (row + i) * H
            for j in range(H):
                hidden[j] = act[3 * H + j] * bent[i * H + j]


# -- All steps of a block ----------------------------------------------------------------------------------------------


cdef inline void times(const real* rows, cnp.npy_intp count, cnp.npy_intp inner, const char* matrix, cnp.npy_intp columns,
                       real* out) noexcept nogil:
    """The product of dense rows and a dense matrix."""
    cdef cnp.npy_intp width = sizeof(real)
    multiply(rows, inner * width, width, <real*>matrix, columns * width, width, out, count, inner, columns)


cdef inline void forward(const Scan* job, cnp.npy_intp block, real* products) noexcept nogil:
    cdef cnp.npy_intp i, step, t, row, count, n = block * job.rows, H = job.size, P = job.state
    cdef real* state = <real*>job.now + n * P
    cdef real* cell = <real*>job.now_cell + n * H if job.kind == LSTM else NULL
    cdef real* hidden = state if job.w_hr == NULL else products + job.rows * job.width
    for step in range(job.times):
        t = time_of(job, step)
        row, count = job.starts[t] + n, rows_at(job, t, n)
        if count == 0:
            continue
        times(state, count, P, job.w, job.width, products)
        if job.b != NULL:
            for i in range(count):
                add_to(products + i * job.width, <real*>job.b, job.width)
        if job.kind == LSTM:
            remember_rows(job, row, count, products, hidden, cell)
            copy_bytes(<real*>job.cells + row * H, cell, count * H * sizeof(real))
        elif job.kind == GRU:
            gate_rows(job, row, count, products, state)
        else:
            bend_rows(job, row, count, products, state)
        if job.w_hr != NULL:
            times(hidden, count, H, job.w_hr, P, state)
        copy_bytes(<real*>job.states + row * P, state, count * P * sizeof(real))


cdef inline void backward(const Scan* job, cnp.npy_intp block, real* room) noexcept nogil:
    cdef cnp.npy_intp step, t, row, count, n = block * job.rows, H = job.size, P = job.state
    cdef real* g = <real*>job.now + n * P
    cdef real* g_cell = <real*>job.now_cell + n * H if job.kind == LSTM else NULL
    cdef real* of_hidden = g if job.w_hr == NULL else room + job.rows * H
    cdef const real* of_products = <real*>(job.products if job.kind == GRU else job.gates)
    for step in range(job.times - 1, -1, -1):
        t = time_of(job, step)
        row, count = job.starts[t] + n, rows_at(job, t, n)
        if count == 0:
            continue
        if job.g != NULL:
            add_to(g, <real*>job.g + row * P, count * P)
        if job.g_cells != NULL:
            add_to(g_cell, <real*>job.g_cells + row * H, count * H)
        if job.w_hr != NULL:
            copy_bytes(<real*>job.projected + row * P, g, count * P * sizeof(real))
            times(g, count, P, job.w_hr, H, of_hidden)
        if job.kind == LSTM:
            recall_rows(job, step, row, n, count, of_hidden, g_cell, room)
        elif job.kind == GRU:
            ungate_rows(job, step, row, n, count, g)
        else:
            unbend_rows(job, row, count, g)
        times(of_products + row * job.width, count, job.width, job.w, P, room if job.kind == GRU else g)
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


cdef object matrix(a, const Scan* job, cnp.npy_intp rows, cnp.npy_intp columns, char** at, bint changed=False):
    """An array of the job's dtype and a size, dense; a copy if it will be changed. None if it is another."""
    cdef cnp.ndarray x
    if not PyArray_CheckExact(a):
        return None
    x = a
    if <object>PyArray_DESCR(x) is not (F32 if job.single else F64) or PyArray_NDIM(x) != 2 or (
        PyArray_DIMS(x)[0] != rows or PyArray_DIMS(x)[1] != columns
    ):
        return None
    x = cnp.PyArray_NewCopy(x, cnp.NPY_CORDER) if changed else cnp.PyArray_GETCONTIGUOUS(x)
    at[0] = PyArray_BYTES(x)
    return x


cdef object made(const Scan* job, cnp.npy_intp numbers, char** at):
    """A new array with so many numbers a row."""
    cdef cnp.npy_intp shape[2]
    cdef cnp.ndarray x
    shape[0], shape[1] = job.total, numbers
    x = PyArray_SimpleNew(2, shape, cnp.NPY_FLOAT32 if job.single else cnp.NPY_FLOAT64)
    at[0] = PyArray_BYTES(x)
    return x


cdef object begun(Scan* job, str kind, like, w, w_hr, sizes, bint backwards):
    """Set the sizes of a job. ``like``: (R, ...), ``w``: (G * H, P). Returns its ``starts``; None if NumPy has to compute.
    """
    cdef cnp.ndarray x, m, starts
    memset(job, 0, sizeof(Scan))
    if not PyArray_CheckExact(like) or not PyArray_CheckExact(w) or not (w_hr is None or PyArray_CheckExact(w_hr)):
        return None
    x, m = like, w
    dtype = <object>PyArray_DESCR(x)
    if (dtype is not F32 and dtype is not F64) or PyArray_NDIM(x) != 2 or PyArray_NDIM(m) != 2:
        return None
    job.kind, gates = KINDS[kind]
    job.backwards, job.single = backwards, dtype is F32
    job.times, job.count, job.total = len(sizes), sizes[0], PyArray_DIMS(x)[0]
    job.width, job.state = PyArray_DIMS(m)[0], PyArray_DIMS(m)[1]
    job.size = job.width // gates
    job.rows = FEW if job.count <= ROWS else ROWS
    if job.count * job.size * job.state <= 0 or (w_hr is None and job.state != job.size) or job.width != gates * job.size:
        return None
    starts = numpy.zeros(job.times + 1, numpy.intp)
    numpy.cumsum(sizes, out=starts[1:])
    job.starts = <cnp.npy_intp*>PyArray_BYTES(starts)
    return starts if job.starts[job.times] == job.total else None


cdef int computed(Scan* job, Part part, cnp.npy_intp numbers) except -1:
    """Compute all blocks. A row needs a room of so many numbers."""
    cdef cnp.npy_intp blocks = (job.count - 1) // job.rows + 1, width = sizeof(float) if job.single else sizeof(double)
    cdef cnp.npy_intp work = job.total * job.width * (job.size // 16 + 8)
    return share_blocks(part, job, &job.rooms, blocks, job.rows * numbers * width, work)


def scan(str kind, gates, h, c, w, b, w_hr, sizes, bint backwards):
    """The states, the last ones, for an LSTM the cells and the last ones, and what backward passes need of the gates.

    Returns None if NumPy has to compute, as all that follow.
    """
    cdef Scan job
    starts = begun(&job, kind, gates, w, w_hr, sizes, backwards)
    if starts is None:
        return None
    gates, w = matrix(gates, &job, job.total, job.width, &job.gates), matrix(w.T, &job, job.state, job.width, &job.w)
    last = matrix(h, &job, job.count, job.state, &job.now, True)
    if gates is None or w is None or last is None:
        return None
    if b is not None:
        b = matrix(b[None], &job, 1, job.width, &job.b)
        if b is None:
            return None
    if w_hr is not None:
        w_hr = matrix(w_hr.T, &job, job.size, job.state, &job.w_hr)
        if w_hr is None:
            return None
    found = made(&job, job.state, &job.states), last
    if job.kind == LSTM:
        last_cell = matrix(c, &job, job.count, job.size, &job.now_cell, True)
        if last_cell is None:
            return None
        found = (*found, made(&job, job.size, &job.cells), last_cell)
    found = (*found, made(&job, 0 if job.kind <= RELU else 4 * job.size, &job.acts))
    computed(&job, forward_part, job.width + job.size)
    return found


def gradients(str kind, g, g_last, g_cells, g_last_cell, h, c, w, w_hr, states, cells, acts, sizes, bint backwards):
    """The gradients for ``gates``, for the products with ``w``, for ``h``, ``c`` and ``w_hr``.

    ``g`` and ``g_cells`` may be None.
    """
    cdef Scan job
    starts = begun(&job, kind, states, w, w_hr, sizes, backwards)
    if starts is None:
        return None
    w, of_h = matrix(w, &job, job.width, job.state, &job.w), matrix(g_last, &job, job.count, job.state, &job.now, True)
    states = matrix(states, &job, job.total, job.state, &job.states)
    if w is None or of_h is None or states is None:
        return None
    if g is not None:
        g = matrix(g, &job, job.total, job.state, &job.g)
        if g is None:
            return None
    of_c = None
    if job.kind == GRU:
        acts, h = matrix(acts, &job, job.total, 4 * job.size, &job.acts), matrix(h, &job, job.count, job.size, &job.first)
        if acts is None or h is None:
            return None
    elif job.kind == LSTM:
        acts, c = matrix(acts, &job, job.total, job.width, &job.acts), matrix(c, &job, job.count, job.size, &job.first_cell)
        cells = matrix(cells, &job, job.total, job.size, &job.cells)
        of_c = matrix(g_last_cell, &job, job.count, job.size, &job.now_cell, True)
        if acts is None or c is None or cells is None or of_c is None:
            return None
        if g_cells is not None:
            g_cells = matrix(g_cells, &job, job.total, job.size, &job.g_cells)
            if g_cells is None:
                return None
    if w_hr is not None:
        w_hr = matrix(w_hr, &job, job.state, job.size, &job.w_hr)
        if w_hr is None:
            return None
        projected, hidden = made(&job, job.state, &job.projected), made(&job, job.size, &job.hidden)
    of_gates = made(&job, job.width, &job.gates)
    of_products = made(&job, job.width, &job.products) if job.kind == GRU else of_gates
    computed(&job, backward_part, 2 * job.size)
    return of_gates, of_products, of_h, of_c, None if w_hr is None else projected.T.dot(hidden)
