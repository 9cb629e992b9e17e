"""The widths of vectors for which a loop is compiled: 16 bytes, and 32 or 64 where the processor has them.

Every lane is one number, and is computed as a plain loop computes it: the results are the same at every width. A loop in
C is a template: ``each_width.h``. A loop in Cython is a function of the type ``wide_void`` or ``widest_void``: the
functions that it calls become part of it, and are compiled for its width, too.

    cdef wide_void some_wide(Job* job) noexcept nogil:
        some(job)

    (some_wide if HAS_WIDE else some)(job)
"""

cdef extern from "arrays/widths.h":
    ctypedef void wide_void
    ctypedef void widest_void
    bint HAS_WIDE
    bint HAS_WIDEST
