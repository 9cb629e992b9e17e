/* Casts between float and float16 or bfloat16, by vectors. They round to the nearest, ties to even. */
#ifndef WENGERT_HALF_CASTS_H
#define WENGERT_HALF_CASTS_H

#include <string.h>
#include "widths.h"

typedef void (*HalfCast)(char*, npy_intp, const char*, npy_intp, npy_intp);

#if defined(WIDE_CODE)
#include <cpuid.h>
#include <immintrin.h>
#define HALF_CODE __attribute__((target("avx2,fma,f16c"), unused)) static
#define HALF_LANES 8
#define TO_HALF(to, from) \
    _mm_storeu_si128((__m128i*)(to), _mm256_cvtps_ph(_mm256_loadu_ps(from), _MM_FROUND_TO_NEAREST_INT))
#define FROM_HALF(to, from) _mm256_storeu_ps(to, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i*)(from))))
static inline int casts_halves(void) {
    static int known = -1;  /* a virtual machine takes long to say it */
    unsigned int a, b, c = 0, d;
    if (known < 0) known = HAS_WIDE && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
    return known;
}
#elif HAS_VECTORS && defined(__aarch64__)
#include <arm_neon.h>
#define HALF_CODE static
#define HALF_LANES 4
#define TO_HALF(to, from) vst1_u16(to, vreinterpret_u16_f16(vcvt_f16_f32(vld1q_f32(from))))
#define FROM_HALF(to, from) vst1q_f32(to, vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(from))))
static inline int casts_halves(void) { return 1; }
#else
static inline int casts_halves(void) { return 0; }
#endif

#if defined(HALF_CODE)
enum { HALF_ROOM = 64 };  /* numbers that are brought together, where they have gaps */

#define DENSE_LINE(name, To, From, MANY) \
    HALF_CODE void name(To* to, const From* from, npy_intp n) { \
        for (; n >= HALF_LANES; n -= HALF_LANES, to += HALF_LANES, from += HALF_LANES) MANY(to, from); \
        if (n > 0) { \
            From given[HALF_LANES] = {0}; \
            To found[HALF_LANES]; \
            memcpy(given, from, n * sizeof(From)); \
            MANY(found, given); \
            memcpy(to, found, n * sizeof(To)); \
        } \
    }
DENSE_LINE(to_half, npy_uint16, float, TO_HALF)
DENSE_LINE(from_half, float, npy_uint16, FROM_HALF)
#undef DENSE_LINE

/* bfloat16 is the upper half of a float. Each NaN becomes the same one, with its sign. */
HALF_CODE npy_uint16 one_bfloat(const float* from) {
    npy_uint32 b;
    memcpy(&b, from, 4);
    if ((b & 0x7fffffff) > 0x7f800000) return (npy_uint16)((b >> 16 & 0x8000) | 0x7fc0);
    return (npy_uint16)((b + 0x7fff + (b >> 16 & 1)) >> 16);
}

#if defined(WIDE_CODE)
/* The same for eight numbers, each in 32 bits. */
HALF_CODE inline __m256i bfloats(const float* from) {
    const __m256i b = _mm256_loadu_si256((const __m256i*)from), high = _mm256_srli_epi32(b, 16);
    const __m256i odd = _mm256_and_si256(high, _mm256_set1_epi32(1));
    const __m256i rounded = _mm256_srli_epi32(_mm256_add_epi32(_mm256_add_epi32(b, _mm256_set1_epi32(0x7fff)), odd), 16);
    const __m256i nan = _mm256_or_si256(_mm256_and_si256(high, _mm256_set1_epi32(0x8000)), _mm256_set1_epi32(0x7fc0));
    const __m256 x = _mm256_castsi256_ps(b);
    return _mm256_blendv_epi8(rounded, nan, _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_UNORD_Q)));
}
#endif

HALF_CODE void to_bfloat(npy_uint16* to, const float* from, npy_intp n) {
    npy_intp i = 0;
#if defined(WIDE_CODE)
    for (; i + 16 <= n; i += 16) {
        const __m256i both = _mm256_packus_epi32(bfloats(from + i), bfloats(from + i + 8));
        _mm256_storeu_si256((__m256i*)(to + i), _mm256_permute4x64_epi64(both, 0xd8));
    }
#endif
    for (; i < n; i++) to[i] = one_bfloat(from + i);
}

HALF_CODE void from_bfloat(float* to, const npy_uint16* from, npy_intp n) {
    npy_intp i;
    for (i = 0; i < n; i++) {
        const npy_uint32 b = (npy_uint32)from[i] << 16;
        memcpy(to + i, &b, 4);
    }
}

#define CAST_LINE(name, To, From, dense) \
    HALF_CODE void name(char* to, npy_intp step, const char* from, npy_intp by, npy_intp n) { \
        From given[HALF_ROOM]; \
        To found[HALF_ROOM]; \
        npy_intp i; \
        if (step == sizeof(To) && by == sizeof(From)) { \
            dense((To*)to, (const From*)from, n); \
            return; \
        } \
        while (n > 0) { \
            const npy_intp count = n < HALF_ROOM ? n : HALF_ROOM; \
            for (i = 0; i < count; i++) memcpy(&given[i], from + i * by, sizeof(From)); \
            dense(found, given, count); \
            for (i = 0; i < count; i++) memcpy(to + i * step, &found[i], sizeof(To)); \
            to += count * step, from += count * by, n -= count; \
        } \
    }
CAST_LINE(half_of_floats, npy_uint16, float, to_half)
CAST_LINE(floats_of_half, float, npy_uint16, from_half)
CAST_LINE(bfloats_of_floats, npy_uint16, float, to_bfloat)
CAST_LINE(floats_of_bfloats, float, npy_uint16, from_bfloat)
#undef CAST_LINE
static inline HalfCast half_cast(int narrow, int bfloat) {
    if (!casts_halves()) return NULL;
    return narrow ? (bfloat ? bfloats_of_floats : half_of_floats) : bfloat ? floats_of_bfloats : floats_of_half;
}
#else
static inline HalfCast half_cast(int narrow, int bfloat) { return NULL; }
#endif

#endif
