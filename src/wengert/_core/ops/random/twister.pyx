# cython: boundscheck=False, wraparound=False, cdivision=True
"""The Mersenne Twister MT19937: random words of 32 bits, which are made a block of 624 at a time.

NumPy's engine gives the same words, one call a word; from a block a loop takes them at once. And a program that draws
does not import ``numpy.random``, which takes 20 to 40 ms.

Source: Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform pseudo-random number
generator", ACM Transactions on Modeling and Computer Simulation 8 (1998), with their seeding of 2002.
"""

cimport numpy as cnp
from libc.string cimport memcpy

from ...arrays.c_numpy cimport PyArray_BYTES, PyArray_SimpleNew

cnp.import_array()

cdef enum:
    AHEAD = 397  # a word is made of two neighbours and of the one that many places further


cdef inline uint32_t twisted(uint32_t upper, uint32_t lower) noexcept nogil:
    cdef uint32_t both = (upper & 0x80000000U) | (lower & 0x7FFFFFFFU)
    return both >> 1 ^ (0 - (lower & 1) & 0x9908B0DFU)


cdef void temper(Words* source) noexcept nogil:
    """Make the words of the state."""
    cdef uint32_t w
    cdef int i
    for i in range(BLOCK):
        w = source.key[i]
        w ^= w >> 11
        w ^= w << 7 & 0x9D2C5680U
        w ^= w << 15 & 0xEFC60000U
        source.block[i] = w ^ w >> 18


cdef void refill(Words* source) noexcept nogil:
    """Make the next state, of which no word was drawn."""
    cdef uint32_t* key = source.key
    cdef int i
    for i in range(BLOCK - AHEAD):
        key[i] = key[i + AHEAD] ^ twisted(key[i], key[i + 1])
    for i in range(BLOCK - AHEAD, BLOCK - 1):
        key[i] = key[i + AHEAD - BLOCK] ^ twisted(key[i], key[i + 1])
    key[BLOCK - 1] = key[AHEAD - 1] ^ twisted(key[BLOCK - 1], key[0])
    temper(source)
    source.at = 0


cdef class Twister:
    """An engine that starts with a seed of 32 bits.

    Its caller sees to it that one thread at a time uses it.
    """

    def __cinit__(self, uint32_t seed):
        cdef uint32_t* key = self.source.key
        cdef int i
        key[0] = seed
        for i in range(1, BLOCK):
            key[i] = 1812433253U * (key[i - 1] ^ key[i - 1] >> 30) + <uint32_t>i
        self.source.at = BLOCK

    @property
    def state(self):
        """The 624 words of the state, as an array of uint32, and how many of its numbers were drawn."""
        cdef cnp.npy_intp size = BLOCK
        cdef cnp.ndarray key = PyArray_SimpleNew(1, &size, cnp.NPY_UINT32)
        memcpy(PyArray_BYTES(key), self.source.key, sizeof(self.source.key))
        return key, self.source.at

    @state.setter
    def state(self, tuple state):
        cdef const uint32_t[::1] key = state[0]
        if key.shape[0] != BLOCK or not 0 <= state[1] <= BLOCK:
            raise ValueError(f"expected {BLOCK} words and a position up to {BLOCK}, got {key.shape[0]} and {state[1]}")
        memcpy(self.source.key, &key[0], sizeof(self.source.key))
        self.source.at = state[1]
        temper(&self.source)

    def words(self, Py_ssize_t n, bint wide):
        """``n`` words of 32 or 64 bits, as uint64."""
        cdef cnp.npy_intp size = n, i
        cdef cnp.ndarray out = PyArray_SimpleNew(1, &size, cnp.NPY_UINT64)
        cdef uint64_t* a = <uint64_t*>PyArray_BYTES(out)
        with nogil:
            for i in range(n):
                a[i] = word(&self.source, wide)
        return out
