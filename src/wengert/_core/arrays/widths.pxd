"""The widths of vectors for which a loop is compiled: 16 bytes, and 32 or 64 where the processor has them.

Every lane is one number, and is computed as a plain loop computes it: the results are the same at every width. A loop in
C is a macro with one of the names ``..._CODE``. A loop in Cython is a function of the type ``wide_void`` or
``widest_void``: the functions that it calls become part of it, and are compiled for its width, too.

    cdef wide_void some_wide(Job* job) noexcept nogil:
        some(job)

    (some_wide if HAS_WIDE else some)(job)
"""

cdef extern from *:
    """
    #if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    #define NARROW_CODE __attribute__((unused))
    #define WIDE_CODE __attribute__((target("avx2"), unused))
    #define HAS_WIDE __builtin_cpu_supports("avx2")
    #define WIDEST_CODE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"), unused))
    #define HAS_WIDEST (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&                    \
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    #define wide_void WIDE_CODE __attribute__((flatten)) void
    #define widest_void WIDEST_CODE __attribute__((flatten)) void
    #define EACH static inline __attribute__((always_inline))
    #elif defined(__GNUC__)
    #define NARROW_CODE __attribute__((unused))
    #define WIDE_CODE __attribute__((unused))
    #define HAS_WIDE 0
    #define EACH static inline __attribute__((always_inline))
    #else
    #define NARROW_CODE
    #define HAS_WIDE 0
    #define EACH static __forceinline
    #endif
    #if defined(__clang__)
    #define ALONE _Pragma("clang loop vectorize(assume_safety)")
    #elif defined(__GNUC__)
    #define ALONE _Pragma("GCC ivdep")  /* a loop may write over what it reads, but at the same place */
    #else
    #define ALONE
    #endif
    #if !defined(WIDEST_CODE)
    #define HAS_WIDEST 0
    #define wide_void void
    #define widest_void void
    #endif
    """
    ctypedef void wide_void
    ctypedef void widest_void
    bint HAS_WIDE
    bint HAS_WIDEST
