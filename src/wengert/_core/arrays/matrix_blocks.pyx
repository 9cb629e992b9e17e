"""Jobs whose threads multiply matrices side by side: each calls NumPy's loop, whose library uses one thread meanwhile."""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc

from . import matrix_library
from .c_numpy cimport Loop, loop_of
from .threads cimport Part, grain_for, share, team_for

cnp.import_array()

cdef enum:
    LINE = 64  # bytes

cdef Loop product32 = loop_of(numpy.matmul, "ff->f"), product64 = loop_of(numpy.matmul, "dd->d")


cdef bint share_alone(Part part, void* job, cnp.npy_intp items, int team) except -1:
    """Share items while the library uses one thread. False if it uses threads regardless."""
    if not matrix_library.use_one_thread():
        return False
    try:
        with nogil:
            share(part, job, items, grain_for(items, team, 1), team)
    finally:
        matrix_library.use_threads()
    return True


cdef int share_blocks(
    Part part, void* job, Rooms* rooms, cnp.npy_intp items, cnp.npy_intp room, cnp.npy_intp work, bint alone=False
) except -1:
    """Compute all items of a job of so many steps. Each thread has a room of so many bytes. ``alone``: for a single item,
    too, the library uses one thread."""
    cdef int team = <int>min(<cnp.npy_intp>team_for(work), items)
    rooms.size = (room + LINE - 1) // LINE * LINE
    rooms.first = <char*>PyMem_RawMalloc(team * rooms.size)
    if rooms.first == NULL:
        raise MemoryError
    try:  # several items are computed alone whoever is in the team: bits depend on shapes alone
        if items == 1 and not alone or not share_alone(part, job, items, team):
            with nogil:
                part(job, 0, items, 0)
    finally:
        PyMem_RawFree(rooms.first)
    return 0
