from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    BLOCK = 624  # words in the state

cdef struct Words:
    uint32_t key[BLOCK]  # the state
    uint32_t block[BLOCK]  # the words of the state
    int at  # how many of them were drawn

cdef class Twister:
    cdef Words source

cdef void refill(Words* source) noexcept nogil


cdef inline uint32_t next_word(Words* source) noexcept nogil:
    if source.at == BLOCK:
        refill(source)
    source.at += 1
    return source.block[source.at - 1]


cdef inline uint64_t word(Words* source, bint wide) noexcept nogil:
    """A word of 32 bits, or of 64: the first draw is the upper half."""
    cdef uint64_t upper = next_word(source)
    return upper << 32 | next_word(source) if wide else upper
