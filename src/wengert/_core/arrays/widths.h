/* The widths of vectors for which a loop is compiled: 16 bytes, and 32 or 64 where the processor has them.

   Every lane is one number, and is computed as a plain loop computes it: the results are the same at every width, and
   without vectors. Loops in C are written once for all widths, in templates: each_width.h. With WENGERT_NO_VECTORS a
   compiler takes the plain loops, as one does that has no vectors. */
#ifndef WENGERT_WIDTHS_H
#define WENGERT_WIDTHS_H

#include <numpy/npy_common.h>

#if defined(__GNUC__) && !defined(WENGERT_NO_VECTORS)
#define HAS_VECTORS 1
#else
#define HAS_VECTORS 0
#endif

/* NARROW_CODE and the like stand before a function that is compiled for a width; HAS_WIDE and HAS_WIDEST say what the
   processor has. A function of the type wide_void or widest_void takes in all that it calls. */
#if HAS_VECTORS && (defined(__x86_64__) || defined(__i386__))
#define NARROW_CODE __attribute__((unused))
#define WIDE_CODE __attribute__((target("avx2,fma"), unused))
#define WIDEST_CODE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"), unused))
#define HAS_WIDE (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#define HAS_WIDEST (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && \
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
#define AT_32(name) name##_32
#define UP_TO_32(name) (HAS_WIDE ? name##_32 : name##_16)
#define UP_TO_64(name) (HAS_WIDEST ? name##_64 : HAS_WIDE ? name##_32 : name##_16)
#define UP_TO_64_FUSED(name) (HAS_WIDEST ? name##_64 : HAS_WIDE ? name##_32 : NULL)
#define UP_TO_64_FROM_32(name) (HAS_WIDEST ? name##_64 : name##_32)
#define wide_void WIDE_CODE __attribute__((flatten)) void
#define widest_void WIDEST_CODE __attribute__((flatten)) void
#else
#define HAS_WIDE 0
#define HAS_WIDEST 0
#define wide_void void
#define widest_void void
#if HAS_VECTORS
#define NARROW_CODE __attribute__((unused))
#define AT_32(name) name##_16
#define UP_TO_32(name) name##_16
#define UP_TO_64(name) name##_16
#else
#define NARROW_CODE
#define AT_32(name) name##_plain
#define UP_TO_32(name) name##_plain
#define UP_TO_64(name) name##_plain
#endif
#endif

/* A loop that is not called without HAS_WIDE. */
#if !defined(UP_TO_64_FROM_32)
#define UP_TO_64_FROM_32(name) UP_TO_64(name)
#endif

/* A loop of fused products, or NULL where the processor has none: there each of them would be a call. */
#if !defined(UP_TO_64_FUSED) && (defined(__FP_FAST_FMAF) || defined(__ARM_FEATURE_FMA))
#define UP_TO_64_FUSED(name) UP_TO_64(name)
#elif !defined(UP_TO_64_FUSED)
#define UP_TO_64_FUSED(name) NULL
#endif

#if defined(__GNUC__)
#define EACH static inline __attribute__((always_inline))
#else
#define EACH static __forceinline
#endif

/* Before a loop of few steps whose number is known, each of which is then code of its own. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLLED _Pragma("GCC unroll 16")
#else
#define UNROLLED
#endif

/* Before a loop that may write over what it reads, but at the same place. */
#if defined(__clang__)
#define ALONE _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define ALONE _Pragma("GCC ivdep")
#else
#define ALONE
#endif

/* vector_f_32 are floats in 32 bytes; half_f_32 are as many as there are doubles in 32 bytes. */
typedef float vector_f_plain, half_f_plain;
typedef double vector_d_plain;
#if HAS_VECTORS
#define OF_BYTES(bytes, real) __attribute__((vector_size(bytes), aligned(sizeof(real)), may_alias))
typedef float half_f_16 OF_BYTES(8, float);
typedef float vector_f_16 OF_BYTES(16, float);
typedef float half_f_32 OF_BYTES(16, float);
typedef float vector_f_32 OF_BYTES(32, float);
typedef float half_f_64 OF_BYTES(32, float);
typedef float vector_f_64 OF_BYTES(64, float);
typedef double vector_d_16 OF_BYTES(16, double);
typedef double vector_d_32 OF_BYTES(32, double);
typedef double vector_d_64 OF_BYTES(64, double);
#endif

#endif
