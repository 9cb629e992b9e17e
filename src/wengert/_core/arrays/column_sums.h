/* Sums and products of columns, and moments, in double precision where a sum is long. */
#if !defined(LOOPS)

#define LOOPS "column_sums.h"
#include "each_width.h"

#define add_rows_f UP_TO_32(add_rows_f)
#define add_rows_d UP_TO_32(add_rows_d)
#define multiply_rows_f UP_TO_32(multiply_rows_f)
#define multiply_rows_d UP_TO_32(multiply_rows_d)
#define widen_f UP_TO_32(widen_f)
#define widen_d UP_TO_32(widen_d)

#else

/* Add the sums of n columns to ``sums``: rows, which lie ``step`` apart, are added one after the other. */
static CODE void NAME(add_rows)(const REAL* a, double* sums, npy_intp rows, npy_intp n, npy_intp step) {
    npy_intp i = 0, j, k;
    REAL found[4 * LANES];
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        const REAL* at = a + i;
        VECTOR p = {0}, q = {0}, r = {0}, s = {0};
        for (k = 0; k < rows; k++, at += step) {
            p += *(const VECTOR*)at, q += *(const VECTOR*)(at + LANES);
            r += *(const VECTOR*)(at + 2 * LANES), s += *(const VECTOR*)(at + 3 * LANES);
        }
        *(VECTOR*)found = p, *(VECTOR*)(found + LANES) = q;
        *(VECTOR*)(found + 2 * LANES) = r, *(VECTOR*)(found + 3 * LANES) = s;
        for (k = 0; k < 4 * LANES; k++) sums[i + k] += found[k];
    }
    for (; i < n; i += LANES) {
        npy_intp rest = n - i < LANES ? n - i : LANES;
        for (j = 0; j < rest; j++) found[j] = 0;
        for (k = 0; k < rows; k++) {
            for (j = 0; j < rest; j++) found[j] += a[i + j + k * step];
        }
        for (j = 0; j < rest; j++) sums[i + j] += found[j];
    }
}

/* Multiply n products by rows, which lie ``step`` apart, one after the other. */
static CODE void NAME(multiply_rows)(const REAL* a, double* products, npy_intp rows, npy_intp n, npy_intp step) {
    npy_intp i, k;
    for (k = 0; k + 4 <= rows; k += 4, a += 4 * step) {
        const REAL *b = a + step, *c = b + step, *d = c + step;
        ALONE for (i = 0; i < n; i++) products[i] = products[i] * a[i] * b[i] * c[i] * d[i];
    }
    for (; k < rows; k++, a += step)
        ALONE for (i = 0; i < n; i++) products[i] *= a[i];
}

/* Numbers less another one. */
static CODE void NAME(widen)(const REAL* a, npy_intp n, double less, double* out) {
    npy_intp i;
    ALONE for (i = 0; i < n; i++) out[i] = a[i] - less;
}

#endif
