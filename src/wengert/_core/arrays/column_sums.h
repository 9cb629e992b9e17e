/* Sums of columns and moments, in double precision where a sum is long. */
#if !defined(LOOPS)

#define LOOPS "column_sums.h"
#include "each_width.h"

#define add_rows_f UP_TO_32(add_rows_f)
#define add_rows_d UP_TO_32(add_rows_d)
#define widen_f UP_TO_32(widen_f)
#define widen_d UP_TO_32(widen_d)

#else

/* The sums of n columns: rows, which lie ``step`` apart, are added one after the other. */
static CODE void NAME(add_rows)(const REAL* a, double* out, npy_intp rows, npy_intp n, npy_intp step) {
    npy_intp i = 0, k;
    REAL sums[4 * LANES];
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        const REAL* at = a + i;
        VECTOR p = {0}, q = {0}, r = {0}, s = {0};
        for (k = 0; k < rows; k++, at += step) {
            p += *(const VECTOR*)at, q += *(const VECTOR*)(at + LANES);
            r += *(const VECTOR*)(at + 2 * LANES), s += *(const VECTOR*)(at + 3 * LANES);
        }
        *(VECTOR*)sums = p, *(VECTOR*)(sums + LANES) = q;
        *(VECTOR*)(sums + 2 * LANES) = r, *(VECTOR*)(sums + 3 * LANES) = s;
        for (k = 0; k < 4 * LANES; k++) out[i + k] = sums[k];
    }
    for (; i < n; i++) {
        REAL sum = 0;
        for (k = 0; k < rows; k++) sum += a[i + k * step];
        out[i] = sum;
    }
}

/* Numbers less another one. */
static CODE void NAME(widen)(const REAL* a, npy_intp n, double less, double* out) {
    npy_intp i;
    ALONE for (i = 0; i < n; i++) out[i] = a[i] - less;
}

#endif
