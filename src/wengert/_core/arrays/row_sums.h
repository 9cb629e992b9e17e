/* The sums of rows of terms: numbers (add_up) or their squares (add_squares). */
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

#define add_up_f UP_TO_32(add_up_f)
#define add_up_d UP_TO_32(add_up_d)
#define add_squares_f UP_TO_32(add_squares_f)
#define add_squares_d UP_TO_32(add_squares_d)

#else

/* Each of eight lanes adds every eighth; then the lanes are added in pairs, and at last what is left. Memory is read
   from front to back: the processor reads ahead, and goes on to the next terms while it waits for an addition. */
EACH CODE REAL ADD_UP(_of_few)(const REAL* a, npy_intp n) {
    VECTOR s[8 / LANES], v;
    npy_intp i = 8;
    int k;
    REAL sum = 0;
    if (n < 8) {
        for (i = 0; i < n; i++) sum += TERM(a[i]);
        return sum;
    }
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
#if WIDTH == 32 && BYTES == 4  /* by instructions that add neighbours of two vectors */
    v = __builtin_ia32_haddps256(s[0], s[0]);
    v = __builtin_ia32_haddps256(v, v);
    sum = v[0] + v[4];
#elif WIDTH == 32
    v = __builtin_ia32_haddpd256(s[0], s[1]);
    sum = (v[0] + v[2]) + (v[1] + v[3]);
#else
    {
        REAL t[8];
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
