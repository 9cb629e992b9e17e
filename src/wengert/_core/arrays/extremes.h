/* The largest and the smallest numbers of rows and columns. */
#if !defined(LOOPS)

#define LOOPS "extremes.h"
#include "each_width.h"

#define largest_f UP_TO_32(largest_f)
#define largest_d UP_TO_32(largest_d)
#define smallest_f UP_TO_32(smallest_f)
#define smallest_d UP_TO_32(smallest_d)
#define largest_rows_f UP_TO_32(largest_rows_f)
#define largest_rows_d UP_TO_32(largest_rows_d)
#define smallest_rows_f UP_TO_32(smallest_rows_f)
#define smallest_rows_d UP_TO_32(smallest_rows_d)
#define places_f UP_TO_32(places_f)
#define places_d UP_TO_32(places_d)

#else

#define FIRST(x, y) ((largest ? (x) > (y) : (x) < (y)) ? (x) : (y))

/* The largest or smallest of n numbers, 32 or more. Returns whether one of them is NaN. */
EACH CODE int NAME(extreme)(const REAL* a, npy_intp n, REAL* out, int largest) {
    REAL most[32];
    INTEGER odd[32], any = 0;
    npy_intp i;
    int k;
    for (k = 0; k < 32; k++) most[k] = a[k], odd[k] = a[k] != a[k];
    for (i = 32; i < n; i += 32) {
        const REAL* at = a + (i + 32 <= n ? i : n - 32);
        for (k = 0; k < 32; k++) {
            most[k] = FIRST(at[k], most[k]);
            odd[k] |= at[k] != at[k];
        }
    }
    for (k = 0; k < 32; k++) any |= odd[k];
    for (k = 0; k < 16; k++) most[k] = FIRST(most[k + 16], most[k]);
    for (k = 0; k < 8; k++) most[k] = FIRST(most[k + 8], most[k]);
    for (k = 0; k < 4; k++) most[k] = FIRST(most[k + 4], most[k]);
    for (k = 1; k < 4; k++) *most = FIRST(most[k], *most);
    *out = *most;
    return any != 0;
}

/* The same for n columns of rows that are step numbers apart, and what is there already. */
EACH CODE int NAME(extreme_rows)(const REAL* a, npy_intp rows, npy_intp step, npy_intp n, REAL* most, int largest) {
    INTEGER odd = 0;
    npy_intp k;
    for (; rows >= 4; rows -= 4, a += 4 * step) {
        const REAL *b = a + step, *c = b + step, *d = c + step;
        ALONE for (k = 0; k < n; k++) {
            const REAL one = FIRST(a[k], b[k]), two = FIRST(c[k], d[k]), more = FIRST(one, two);
            odd |= (a[k] != a[k]) | (b[k] != b[k]) | (c[k] != c[k]) | (d[k] != d[k]);
            most[k] = FIRST(more, most[k]);
        }
    }
    for (; rows > 0; rows--, a += step)
        ALONE for (k = 0; k < n; k++) {
            odd |= a[k] != a[k];
            most[k] = FIRST(a[k], most[k]);
        }
    return odd != 0;
}

static CODE int NAME(largest)(const REAL* a, npy_intp n, REAL* out) { return NAME(extreme)(a, n, out, 1); }
static CODE int NAME(smallest)(const REAL* a, npy_intp n, REAL* out) { return NAME(extreme)(a, n, out, 0); }
static CODE int NAME(largest_rows)(const REAL* a, npy_intp rows, npy_intp step, npy_intp n, REAL* most) {
    return NAME(extreme_rows)(a, rows, step, n, most, 1);
}
static CODE int NAME(smallest_rows)(const REAL* a, npy_intp rows, npy_intp step, npy_intp n, REAL* most) {
    return NAME(extreme_rows)(a, rows, step, n, most, 0);
}

/* The first row of each of n columns, at most 256, that has what was found. */
static CODE void NAME(places)(const REAL* a, npy_intp rows, npy_intp step, npy_intp n, const REAL* found,
                              npy_int64* out) {
    INTEGER at[256];
    npy_intp i, k;
    for (k = 0; k < n; k++) at[k] = 0;
    for (i = rows - 1; i >= 0; i--)
        for (k = 0; k < n; k++) at[k] = a[i * step + k] == found[k] ? (INTEGER)i : at[k];
    for (k = 0; k < n; k++) out[k] = at[k];
}

#undef FIRST
#endif
