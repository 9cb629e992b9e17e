# cython: boundscheck=False, wraparound=False
"""The threads that share large loops.

They are threads of the operating system which never enter Python: they need no GIL, and only run loops that do not. A
loop is cut into parts. The thread that calls and those of the pool take one part after the other, until none is left:
each first those of its own range, then what is left of others'. So a thread that wakes late delays nobody, and one that
computed a range of an array mostly computes it in the next loop, too, while it is in its cache. One call at a time has
the pool. If it is taken, a call computes alone. See docs/design/0007-threads.md.

Nothing here decides what is computed: the parts of a loop give the same results whoever computes them.
"""

import os
import signal

from cpython.mem cimport PyMem_RawMalloc
from cpython.pythread cimport (
    NOWAIT_LOCK, WAIT_LOCK, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_release_lock, PyThread_type_lock,
)
from libc.string cimport memset

from . import cores
from .c_numpy cimport LONG

cdef extern from "pythread.h":
    unsigned long PyThread_start_new_thread(void (*)(void*) noexcept nogil, void*)
    unsigned long PYTHREAD_INVALID_THREAD_ID

cdef extern from *:
    """
    /* What a processor is told between two looks at a lock: it saves power, and leaves more to a thread beside it. */
    #if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    #include <intrin.h>
    #define PAUSE() _mm_pause()
    #elif defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    #define PAUSE() __builtin_ia32_pause()
    #elif defined(__GNUC__) && defined(__aarch64__)
    #define PAUSE() __asm__ volatile("isb")
    #else
    #define PAUSE() ((void)0)
    #endif
    """
    void PAUSE() nogil

cdef extern from *:
    """
    /* Linux may wake a thread on the processor of the one that wakes it, where it waits until that has computed all: in
       a virtual machine, processors that sleep look as if they were in use. */
    #if defined(__linux__)
    #include <sched.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    typedef cpu_set_t Processors;
    static int this_thread(void) { return (int)syscall(SYS_gettid); }
    static int leave_out_this_processor(int thread, Processors* before) {
        Processors others;
        int here = sched_getcpu();
        if (here < 0 || here >= CPU_SETSIZE || sched_getaffinity(thread, sizeof others, before)) return 0;
        others = *before;
        CPU_CLR(here, &others);
        return CPU_COUNT(&others) > 0 && !sched_setaffinity(thread, sizeof others, &others);
    }
    static void use_all(Processors* before) { sched_setaffinity(0, sizeof *before, before); }
    #else
    typedef int Processors;
    static int this_thread(void) { return 0; }
    static int leave_out_this_processor(int thread, Processors* before) { return 0; }
    static void use_all(Processors* before) {}
    #endif
    """
    ctypedef struct Processors:
        pass
    int this_thread() nogil
    bint leave_out_this_processor(int thread, Processors* before) nogil
    void use_all(Processors* before) nogil

cdef extern from "fenv.h" nogil:
    ctypedef struct fenv_t:
        pass
    int fegetenv(fenv_t*)
    int fesetenv(const fenv_t*)

cdef int LOOKS = 4000  # how often a thread looks for what another releases soon, before it sleeps

cdef struct Worker:
    Pool* pool
    int number
    bint called  # its lock was released, and it has not woken yet
    bint sleeps  # it waits in the operating system
    int thread  # its number in the operating system
    bint moved  # until it wakes, it may use all its processors but the caller's
    Processors processors  # those that it may use otherwise
    PyThread_type_lock wake

cdef struct Pool:
    PyThread_type_lock busy  # held by the call whose job this is
    PyThread_type_lock guard  # of all that follows
    PyThread_type_lock done  # released by the last worker that leaves a job, if the caller waits
    int size  # workers that were started
    Worker workers[TEAM]
    Part part
    void* job
    cnp.npy_intp items
    cnp.npy_intp grain
    cnp.npy_intp next[TEAM]  # of each thread's range of parts: the first that nobody has taken
    cnp.npy_intp end[TEAM]
    int team  # threads that have a range
    int helpers  # workers that may take parts
    int active  # workers that compute parts
    int awake  # workers that look for the next loop
    bint waiting
    cnp.npy_intp taken  # parts that workers have computed
    fenv_t modes  # how the caller rounds, and what it does with denormal numbers

cdef Pool* pool = NULL
cdef int number = cores.usable()
cdef set ERRORS = {"SIGSEGV", "SIGFPE", "SIGILL", "SIGBUS", "SIGABRT"}  # a thread has these from what it does itself


cpdef int count() noexcept:
    """How many threads may share a loop."""
    return number


def set_count(int threads):
    """Set how many threads may share a loop. Those that are not needed sleep."""
    global number
    number = threads


def started():
    """How many threads wait for work."""
    return 0 if pool == NULL else pool.size


def taken():
    """How many parts of loops they have computed."""
    return 0 if pool == NULL else pool.taken


def _forget():
    """Have no pool: a child of a fork has none of the threads, and locks may be held that nobody will release."""
    global pool
    pool = NULL


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


cdef Pool* new_pool() except NULL:
    cdef Pool* made = <Pool*>PyMem_RawMalloc(sizeof(Pool))
    if made == NULL:
        raise MemoryError
    memset(made, 0, sizeof(Pool))
    made.busy, made.guard, made.done = PyThread_allocate_lock(), PyThread_allocate_lock(), PyThread_allocate_lock()
    if made.busy == NULL or made.guard == NULL or made.done == NULL:
        raise MemoryError
    PyThread_acquire_lock(made.done, WAIT_LOCK)
    return made


cdef int enlarge(int size) except -1:
    """Start workers until there are so many. Signals are left to the threads of the program."""
    global pool, number
    cdef Worker* worker
    cdef object mask = None
    if hasattr(signal, "pthread_sigmask"):  # a handler may run in this call or raise: nothing has been changed
        mask = signal.pthread_sigmask(
            signal.SIG_BLOCK, [s for s in signal.valid_signals() if getattr(s, "name", "") not in ERRORS]
        )
    try:
        if pool == NULL:
            pool = new_pool()
        while pool.size < size:
            worker = &pool.workers[pool.size]
            worker.pool, worker.number, worker.called = pool, pool.size, False
            if worker.wake == NULL:
                worker.wake = PyThread_allocate_lock()
                if worker.wake == NULL:
                    raise MemoryError
                PyThread_acquire_lock(worker.wake, WAIT_LOCK)
            if PyThread_start_new_thread(work, worker) == PYTHREAD_INVALID_THREAD_ID:
                number = pool.size + 1  # the system has no more
                break
            pool.size += 1
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return 0


cdef int gather(cnp.npy_intp work) except -1:
    """How many threads share so many steps on single elements. They are started if they have not been."""
    cdef cnp.npy_intp team = work // FAR, near = work // NEAR
    if pool != NULL and near > team:
        PyThread_acquire_lock(pool.guard, WAIT_LOCK)
        team = max(team, min(near, <cnp.npy_intp>(pool.awake + 1)))
        PyThread_release_lock(pool.guard)
    team = max(min(team, <cnp.npy_intp>min(number, TEAM)), 1)
    if team > 1 and (pool == NULL or pool.size < team - 1):
        enlarge(<int>team - 1)
        team = min(team, <cnp.npy_intp>(pool.size + 1))
    return <int>team


cdef inline bint take(Pool* p, int who, cnp.npy_intp* start, cnp.npy_intp* stop) noexcept nogil:
    """Take a part: the next one of a thread's own range, or the last one of the longest other range. False if none is
    left."""
    cdef cnp.npy_intp left = 0
    cdef int i, whose = who
    if p.next[who] == p.end[who]:
        for i in range(p.team):
            if p.end[i] - p.next[i] > left:
                left, whose = p.end[i] - p.next[i], i
        if left == 0:
            return False
        p.end[whose] -= 1
        start[0] = p.end[whose] * p.grain
    else:
        start[0] = p.next[who] * p.grain
        p.next[who] += 1
    stop[0] = min(start[0] + p.grain, p.items)
    return True


cdef inline bint found(PyThread_type_lock lock) noexcept nogil:
    """Acquire a lock if another thread releases it within 100 to 250 microseconds."""
    cdef int i
    for i in range(LOOKS):
        if PyThread_acquire_lock(lock, NOWAIT_LOCK):
            return True
        PAUSE()
    return False


cdef inline void acquire(PyThread_type_lock lock) noexcept nogil:
    """Acquire a lock that is soon released: to sleep until then takes longer than to look for it."""
    if not found(lock):
        PyThread_acquire_lock(lock, WAIT_LOCK)


cdef void share(Part part, void* job, cnp.npy_intp items, cnp.npy_intp grain, int team) noexcept nogil:
    """Compute all items of a job, ``grain`` at a time, on the threads of a team. Return when all are computed."""
    cdef Pool* p = pool
    cdef cnp.npy_intp start, stop, parts
    cdef Worker* to_wake[TEAM]
    cdef Worker* worker
    cdef int i, sleeping = 0
    cdef bint wait
    if team < 2 or items <= grain or not PyThread_acquire_lock(p.busy, NOWAIT_LOCK):
        part(job, 0, items, 0)
        return
    acquire(p.guard)
    parts = (items - 1) // grain + 1
    p.part, p.job, p.items, p.grain = part, job, items, grain
    p.team = <int>min(<cnp.npy_intp>team, parts)
    p.helpers = p.team - 1
    for i in range(p.team):
        p.next[i], p.end[i] = parts * i // p.team, parts * (i + 1) // p.team
    fegetenv(&p.modes)
    for i in range(p.helpers):
        worker = &p.workers[i]
        if not worker.called:
            worker.called = True
            to_wake[sleeping] = worker
            sleeping += 1
    PyThread_release_lock(p.guard)
    for i in range(sleeping):
        worker = to_wake[i]
        worker.moved = worker.sleeps and leave_out_this_processor(worker.thread, &worker.processors)
        PyThread_release_lock(worker.wake)
    acquire(p.guard)
    while take(p, 0, &start, &stop):
        PyThread_release_lock(p.guard)
        part(job, start, stop, 0)
        acquire(p.guard)
    p.helpers = 0
    p.waiting = wait = p.active > 0
    PyThread_release_lock(p.guard)
    if wait:
        acquire(p.done)
    PyThread_release_lock(p.busy)


cdef int compute(Part part, void* job, cnp.npy_intp items, cnp.npy_intp work) except -1:
    """Compute all items of a job of so many steps, on the threads that share so many."""
    run(part, job, items, team_for(work), work)
    return 0


cdef void run(Part part, void* job, cnp.npy_intp items, int team, cnp.npy_intp work, cnp.npy_intp multiple=1) noexcept:
    """:func:`share` a job of so many steps, in parts of ``multiple`` items or a multiple of that. Few steps are computed
    with the GIL: to release it would take as long."""
    if work < LONG:
        part(job, 0, items, 0)
    else:
        with nogil:
            share(part, job, items, grain_for(items, team, multiple), team)


cdef void work(void* worker) noexcept nogil:
    """What a thread of the pool does as long as the process lives."""
    cdef Worker* me = <Worker*>worker
    cdef Pool* p = me.pool
    cdef cnp.npy_intp start, stop
    cdef bint called
    me.thread = this_thread()
    acquire(p.guard)
    while True:
        me.sleeps = True
        PyThread_release_lock(p.guard)
        PyThread_acquire_lock(me.wake, WAIT_LOCK)
        if me.moved:
            use_all(&me.processors)
        acquire(p.guard)
        me.called = me.sleeps = False
        while True:
            if me.number < p.helpers and take(p, me.number + 1, &start, &stop):
                compute_parts(p, me.number + 1, start, stop)
            p.awake += 1
            PyThread_release_lock(p.guard)
            called = found(me.wake)
            acquire(p.guard)
            p.awake -= 1
            if not called:
                break
            me.called = False


cdef void compute_parts(Pool* p, int who, cnp.npy_intp start, cnp.npy_intp stop) noexcept nogil:
    """Compute the part that a worker has taken, and those that it takes then. It holds the guard before and after."""
    p.active += 1
    fesetenv(&p.modes)
    while True:
        p.taken += 1
        PyThread_release_lock(p.guard)
        p.part(p.job, start, stop, who)
        acquire(p.guard)
        if not take(p, who, &start, &stop):
            break
    p.active -= 1
    if p.active == 0 and p.waiting:
        p.waiting = False
        PyThread_release_lock(p.done)
