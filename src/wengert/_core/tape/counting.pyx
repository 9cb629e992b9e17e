"""The numbers of nodes, in the order of recording.

``counting.py`` says the same in Python, for the pure build.
"""

cdef long long last = 0


cpdef long long next_number():
    """The next number. Nothing else runs meanwhile, so that two threads never get the same one."""
    global last
    last += 1
    return last


def coming_number():
    """The number that :func:`next_number` gives next, unless another thread asks first. The count does not advance."""
    return last + 1
