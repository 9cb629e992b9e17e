/* Sums of runs: Note [Runs of windows] of convolution_loops.pyx. A product and its sum may be rounded at once. */
#if !defined(LOOPS)

#include <string.h>
#include "arrays/widths.h"

#if defined(__clang__)
#define IN_ONE_STEP _Pragma("clang fp contract(fast)")
#define IN_ONE_STEP_CODE
#else
#define IN_ONE_STEP
#define IN_ONE_STEP_CODE optimize("O3", "fp-contract=fast"),
#endif

/* For as many parts of a run, which are vectors. */
#define LOOPS "ops/nn/run_sums.h"
#define UP_TO_WIDEST
#define PARTS 1
#define RUNS(verb) NAME(verb##_one)
#include "arrays/each_width.h"
#undef PARTS
#undef RUNS

#define LOOPS "ops/nn/run_sums.h"
#define UP_TO_WIDEST
#define PARTS 2
#define RUNS(verb) NAME(verb##_two)
#include "arrays/each_width.h"
#undef PARTS
#undef RUNS

#define LOOPS "ops/nn/run_sums.h"
#define UP_TO_WIDEST
#define PARTS 3
#define RUNS(verb) NAME(verb##_three)
#include "arrays/each_width.h"
#undef PARTS
#undef RUNS

/* The level of the vectors of a processor: 3, 2 and 1 for 64, 32 and 16 bytes, or 0. */
#if defined(WIDE_CODE)
#define LEVEL (__builtin_cpu_supports("avx512f") ? 3 : \
               __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 2 : 1)
#define OF_LEVEL(level, name) (level == 3 ? name##_64 : level == 2 ? name##_32 : name##_16)
#elif HAS_VECTORS
#define LEVEL 1
#define OF_LEVEL(level, name) name##_16
#else
#define LEVEL 0
#define OF_LEVEL(level, name) name##_plain
#endif
#define ADD_F_3 OF_LEVEL(LEVEL, add_three_f)
#define ADD_F_1 OF_LEVEL(LEVEL, add_one_f)
#define ADD_D_3 OF_LEVEL(LEVEL, add_three_d)
#define ADD_D_1 OF_LEVEL(LEVEL, add_one_d)
#define ADD_LONE_F_3 OF_LEVEL(LEVEL, add_lone_three_f)
#define ADD_LONE_F_1 OF_LEVEL(LEVEL, add_lone_one_f)
#define ADD_LONE_D_3 OF_LEVEL(LEVEL, add_lone_three_d)
#define ADD_LONE_D_1 OF_LEVEL(LEVEL, add_lone_one_d)
#define MULTIPLY_F(level, parts) (parts == 2 ? OF_LEVEL(level, multiply_two_f) : OF_LEVEL(level, multiply_one_f))
#define MULTIPLY_D(level, parts) (parts == 2 ? OF_LEVEL(level, multiply_two_d) : OF_LEVEL(level, multiply_one_d))
#define write_line_f OF_LEVEL(1, write_line_f)
#define write_line_d OF_LEVEL(1, write_line_d)

typedef void (*AddF)(const float*, npy_intp, npy_intp, const npy_intp*, npy_intp, const float*, float*);
typedef void (*AddD)(const double*, npy_intp, npy_intp, const npy_intp*, npy_intp, const double*, double*);
typedef void (*MultiplyF)(const float*, const npy_intp*, const npy_intp*, npy_intp, const float*, npy_intp, float*);
typedef void (*MultiplyD)(const double*, const npy_intp*, const npy_intp*, npy_intp, const double*, npy_intp, double*);

/* Lines are often a few numbers: a call of memcpy for each would take longer than the sums. */
static inline void copy_line(void* to, const void* from, size_t bytes) {
    char* t = (char*)to;
    const char* f = (const char*)from;
    if (bytes > 256) {
        memcpy(t, f, bytes);
        return;
    }
    for (; bytes >= 16; bytes -= 16, t += 16, f += 16) memcpy(t, f, 16);
    if (bytes & 8) memcpy(t, f, 8), t += 8, f += 8;
    if (bytes & 4) memcpy(t, f, 4);
}

#else

#if WIDTH == 64
#define RUN_CODE __attribute__((IN_ONE_STEP_CODE target("avx512f"), unused))
#elif WIDTH == 32
#define RUN_CODE __attribute__((IN_ONE_STEP_CODE target("avx2,fma"), unused))
#elif WIDTH == 16
#define RUN_CODE __attribute__((IN_ONE_STEP_CODE unused))
#else
#define RUN_CODE NARROW_CODE
#endif
#define MADE (sizeof(VECTOR) == 64 ? 8 : 4)  /* channels in a block: made_at_once */
#define MET (sizeof(VECTOR) == 64 || PARTS == 1 ? 9 : 6)  /* of channels of x and taps: met */

/* Weighted runs, added up for a block of channels: out[o][i] = sum of w[c][t][o] * x[c * plane + offsets[t] + i]. */
static RUN_CODE void RUNS(add)(const REAL* x, npy_intp plane, npy_intp channels, const npy_intp* offsets,
                               npy_intp taps, const REAL* w, REAL* out) {
    IN_ONE_STEP
    VECTOR sum[MADE][PARTS];
    npy_intp c, t;
    int o, p;
    for (o = 0; o < MADE; o++)
        for (p = 0; p < PARTS; p++) sum[o][p] = (VECTOR){0};
    for (c = 0; c < channels; c++, x += plane)
        for (t = 0; t < taps; t++, w += MADE) {
            const REAL* at = x + offsets[t];
            VECTOR seen[PARTS];
            for (p = 0; p < PARTS; p++) seen[p] = *(const VECTOR*)(at + p * LANES);
            for (o = 0; o < MADE; o++)
                for (p = 0; p < PARTS; p++) sum[o][p] += w[o] * seen[p];
        }
    for (o = 0; o < MADE; o++)
        for (p = 0; p < PARTS; p++) *(VECTOR*)(out + (o * PARTS + p) * (int)LANES) = sum[o][p];  /* not by memcpy */
}

/* The same for a channel that is alone in its group. */
static RUN_CODE void RUNS(add_lone)(const REAL* x, npy_intp plane, npy_intp channels, const npy_intp* offsets,
                                    npy_intp taps, const REAL* w, REAL* out) {
    IN_ONE_STEP
    VECTOR sum[PARTS];
    npy_intp c, t;
    int p;
    for (p = 0; p < PARTS; p++) sum[p] = (VECTOR){0};
    for (c = 0; c < channels; c++, x += plane)
        for (t = 0; t < taps; t++, w++)
            for (p = 0; p < PARTS; p++) sum[p] += *w * *(const VECTOR*)(x + offsets[t] + p * LANES);
    for (p = 0; p < PARTS; p++) *(VECTOR*)(out + p * (int)LANES) = sum[p];
}

/* Numbers of runs times vectors of channels of y, added up over places:
   sums[k][o] += sum of x[offsets[k] + places[i]] * y[i][o]. */
static RUN_CODE void RUNS(multiply)(const REAL* x, const npy_intp* offsets, const npy_intp* places, npy_intp n,
                                    const REAL* y, npy_intp wide, REAL* sums) {
    IN_ONE_STEP
    VECTOR sum[MET][PARTS];
    npy_intp i;
    int k, p;
    for (k = 0; k < MET; k++)
        for (p = 0; p < PARTS; p++) sum[k][p] = (VECTOR){0};
    for (i = 0; i < n; i++, y += wide) {
        const REAL* at = x + places[i];
        VECTOR seen[PARTS];
        for (p = 0; p < PARTS; p++) seen[p] = *(const VECTOR*)(y + p * LANES);
        for (k = 0; k < MET; k++)
            for (p = 0; p < PARTS; p++) sum[k][p] += at[offsets[k]] * seen[p];
    }
    for (k = 0; k < MET; k++)
        for (p = 0; p < PARTS; p++) *(VECTOR*)(sums + k * wide + p * LANES) += sum[k][p];
}

#if PARTS == 1
static inline CODE void NAME(write_line)(REAL* to, const REAL* from, npy_intp n, REAL bias) {
    for (; n >= LANES; n -= LANES, to += LANES, from += LANES) *(VECTOR*)to = *(const VECTOR*)from + bias;
    if (n & 2) to[0] = from[0] + bias, to[1] = from[1] + bias, to += 2, from += 2;
    if (n & 1) *to = *from + bias;
}
#endif

#undef RUN_CODE
#undef MADE
#undef MET
#endif
