"""Bytes that are copied as they are.

Note [Copies without memcpy]. From some kilobytes on, memcpy of the GNU C library before 2.39 lets an instruction of the
processor copy (rep movsb). Processors of AMD take 15 times the time for it where the target lies a few bytes behind the
source, up to multiples of 4096: https://sourceware.org/bugzilla/show_bug.cgi?id=30994. Arrays that are made one after
the other lie so, if their sizes are powers of two.
"""

cdef extern from *:
    """
    #include <string.h>
    #if defined(__GNUC__) && defined(__x86_64__)
    typedef char moved_bytes __attribute__((vector_size(16), aligned(1), may_alias));
    static inline void copy_bytes(void* target, const void* source, size_t n) {
        char* to = (char*)target;
        const char* from = (const char*)source;
        if (n >= 2048 && n <= 1 << 20)  /* above, memcpy writes past the caches */
            for (; n >= 64; n -= 64, to += 64, from += 64) {
                const moved_bytes* f = (const moved_bytes*)from;
                const moved_bytes a = f[0], b = f[1], c = f[2], d = f[3];
                moved_bytes* t = (moved_bytes*)to;
                t[0] = a, t[1] = b, t[2] = c, t[3] = d;
            }
        memcpy(to, from, n);
    }
    #else
    #define copy_bytes memcpy
    #endif
    """
    void copy_bytes(void*, const void*, size_t) noexcept nogil
