/* The sums of rows of terms: numbers (add_up), their squares (add_squares), or complex numbers (add_pairs), whose parts
   are the numbers of a row, and of a sum. */
#if !defined(LOOPS)

#include "widths.h"

/* Where a long row is halved before it is added: Note [One order] of rows.pyx. */
#define ACROSS 128
static inline npy_intp half_of(npy_intp n) { return n >> 1 & -8; }

#define LOOPS "row_sums.h"
#define ADD_UP(part) NAME(add_up##part)
#define TERM(x) (x)
#include "each_width.h"
#undef ADD_UP
#undef TERM

#define LOOPS "row_sums.h"
#define ADD_UP(part) NAME(add_squares##part)
#define TERM(x) ((x) * (x))
#include "each_width.h"
#undef ADD_UP
#undef TERM

#define LOOPS "row_sums.h"
#define ADD_UP(part) NAME(add_pairs##part)
#define TERM(x) (x)
#define PAIRS
#include "each_width.h"
#undef ADD_UP
#undef TERM
#undef PAIRS

#define add_up_f UP_TO_32(add_up_f)
#define add_up_d UP_TO_32(add_up_d)
#define add_squares_f UP_TO_32(add_squares_f)
#define add_squares_d UP_TO_32(add_squares_d)
#define add_pairs_f UP_TO_32(add_pairs_f)
#define add_pairs_d UP_TO_32(add_pairs_d)

#else

/* Each of eight lanes adds every eighth, of eight at least. Memory is read from front to back: the processor reads ahead,
   and goes on to the next terms while it waits for an addition. Returns how many are added. */
EACH CODE npy_intp ADD_UP(_in_lanes)(const REAL* a, npy_intp n, VECTOR* s) {
    VECTOR v;
    npy_intp i = 8;
    int k;
    for (k = 0; k < 8 / LANES; k++) v = *(const VECTOR*)(a + k * LANES), s[k] = TERM(v);
#define NEXT(i) for (k = 0; k < 8 / LANES; k++) v = *(const VECTOR*)(a + (i) + k * LANES), s[k] += TERM(v);
    if (n >= 64) {
        NEXT(8) NEXT(16) NEXT(24) NEXT(32) NEXT(40) NEXT(48) NEXT(56)
        i = 64;
    }
    for (; i + 32 <= n; i += 32) {
        NEXT(i) NEXT(i + 8) NEXT(i + 16) NEXT(i + 24)
    }
    for (; i + 8 <= n; i += 8) NEXT(i)
#undef NEXT
    return i;
}

#if defined(PAIRS)

/* Then the lanes of real parts are added in pairs, and those of imaginary parts; and at last what is left. */
EACH CODE void ADD_UP(_of_few)(const REAL* a, npy_intp n, REAL* sum) {
    VECTOR s[8 / LANES];
    REAL t[8];
    npy_intp i = 0;
    int k;
    sum[0] = sum[1] = 0;
    if (n >= 8) {
        i = ADD_UP(_in_lanes)(a, n, s);
        for (k = 0; k < 8 / LANES; k++) *(VECTOR*)(t + k * LANES) = s[k];
        for (k = 0; k < 2; k++) sum[k] = (t[k] + t[k + 2]) + (t[k + 4] + t[k + 6]);
    }
    for (; i < n; i += 2) sum[0] += a[i], sum[1] += a[i + 1];
}

static CODE void ADD_UP(_of_many)(const REAL* a, npy_intp n, REAL* sum) {
    npy_intp half = half_of(n);
    REAL more[2];
    if (n <= ACROSS) {
        ADD_UP(_of_few)(a, n, sum);
        return;
    }
    ADD_UP(_of_many)(a, half, sum);
    ADD_UP(_of_many)(a + half, n - half, more);
    sum[0] += more[0], sum[1] += more[1];
}

static CODE void ADD_UP()(const REAL* a, REAL* out, npy_intp rows, npy_intp n) {
    npy_intp r;
    for (r = 0; r < rows; r++) {
        ADD_UP(_of_many)(a + r * n, n, out + 2 * r);
        out[2 * r] += 0, out[2 * r + 1] += 0; /* no sum is -0.0, as in NumPy */
    }
}

#else

/* Then the lanes are added in pairs, and at last what is left. */
EACH CODE REAL ADD_UP(_of_few)(const REAL* a, npy_intp n) {
    VECTOR s[8 / LANES];
    npy_intp i;
    REAL sum = 0;
    if (n < 8) {
        for (i = 0; i < n; i++) sum += TERM(a[i]);
        return sum;
    }
    i = ADD_UP(_in_lanes)(a, n, s);
#if WIDTH == 32 && BYTES == 4  /* by instructions that add neighbours of two vectors */
    s[0] = __builtin_ia32_haddps256(s[0], s[0]);
    s[0] = __builtin_ia32_haddps256(s[0], s[0]);
    sum = s[0][0] + s[0][4];
#elif WIDTH == 32
    s[0] = __builtin_ia32_haddpd256(s[0], s[1]);
    sum = (s[0][0] + s[0][2]) + (s[0][1] + s[0][3]);
#else
    {
        REAL t[8];
        int k;
        for (k = 0; k < 8 / LANES; k++) *(VECTOR*)(t + k * LANES) = s[k];
        sum = ((t[0] + t[1]) + (t[2] + t[3])) + ((t[4] + t[5]) + (t[6] + t[7]));
    }
#endif
    for (; i < n; i++) sum += TERM(a[i]);
    return sum;
}

static CODE REAL ADD_UP(_of_many)(const REAL* a, npy_intp n) {
    npy_intp half;
    REAL sum;
    if (n > ACROSS) {
        half = half_of(n);
        sum = ADD_UP(_of_many)(a, half);
        return sum + ADD_UP(_of_many)(a + half, n - half);
    }
    return ADD_UP(_of_few)(a, n);
}

static CODE void ADD_UP()(const REAL* a, REAL* out, npy_intp rows, npy_intp n) {
    npy_intp r;
    if (n <= ACROSS) /* and 0: no sum is -0.0, as in NumPy */
        for (r = 0; r < rows; r++) out[r] = ADD_UP(_of_few)(a + r * n, n) + 0;
    else
        for (r = 0; r < rows; r++) out[r] = ADD_UP(_of_many)(a + r * n, n) + 0;
}

#endif

#endif
