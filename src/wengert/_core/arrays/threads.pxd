cimport numpy as cnp

# Computes items ``start`` to ``stop`` of a job. ``who`` is the number of the thread, for memory of its own.
ctypedef void (*Part)(void* job, cnp.npy_intp start, cnp.npy_intp stop, int who) noexcept nogil

cdef enum:
    # Steps on single elements from which on a loop is shared. One such step takes 0.1 to 1 ns, and a thread that sleeps
    # wakes within 5 to 50 microseconds.
    SHARED = 131072
    TEAM = 128  # threads, at most

cdef int gather(cnp.npy_intp work) except -1
cdef void share(Part part, void* job, cnp.npy_intp items, cnp.npy_intp grain, int team) noexcept nogil


cdef inline int team_for(cnp.npy_intp work) except -1:
    """How many threads share so many steps on single elements: one if there are few."""
    return 1 if work < SHARED else gather(work)


cdef inline cnp.npy_intp grain_for(cnp.npy_intp items, int team, cnp.npy_intp multiple) noexcept nogil:
    """The items of a part. Each thread gets about four parts, so that one that is held up delays the others little."""
    cdef cnp.npy_intp grain = items // (4 * team) + 1
    return (grain + multiple - 1) // multiple * multiple
