cimport numpy as cnp

# Computes items ``start`` to ``stop`` of a job. ``who`` is the number of the thread, for memory of its own.
ctypedef void (*Part)(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil

cdef enum:
    # Steps on single elements, of which one takes 0.1 to 1 ns. A thread of the pool joins a loop for each NEAR steps if
    # it is awake, and for each FAR if it sleeps: to wake one takes 10 to 50 microseconds.
    NEAR = 16384
    FAR = 163840
    SHARED = 2 * NEAR  # from here on a loop may be shared
    TEAM = 128  # threads, at most

cpdef int count() noexcept
cdef int gather(cnp.npy_intp work) except -1
cdef void share(Part part, void* job, cnp.npy_intp items, cnp.npy_intp grain, int team) noexcept nogil
cdef int compute(Part part, void* job, cnp.npy_intp items, cnp.npy_intp work) except -1
cdef void run(Part part, void* job, cnp.npy_intp items, int team, cnp.npy_intp work, cnp.npy_intp multiple=*) noexcept


cdef inline int team_for(cnp.npy_intp work) except -1:
    """How many threads share so many steps on single elements: one if there are few."""
    return 1 if work < SHARED else gather(work)


cdef inline cnp.npy_intp grain_for(cnp.npy_intp items, int team, cnp.npy_intp multiple) noexcept nogil:
    """The items of a part. Each thread gets about 16 parts, so that one that is held up delays the others little."""
    cdef cnp.npy_intp grain = items // (16 * team) + 1
    return (grain + multiple - 1) // multiple * multiple
