/* Substitution, T x = b for a triangle T, and the elimination of a few columns. */
#if !defined(LOOPS)

#include <string.h>

#define LOOPS "substitution.h"
#include "each_width.h"

#define substitute_f UP_TO_32(substitute_f)
#define substitute_d UP_TO_32(substitute_d)
#define subtract_fours_f UP_TO_32(subtract_fours_f)
#define subtract_fours_d UP_TO_32(subtract_fours_d)
#define subtract_rows_f UP_TO_32(subtract_rows_f)
#define subtract_rows_d UP_TO_32(subtract_rows_d)
#define eliminate_few_f UP_TO_32(eliminate_few_f)
#define eliminate_few_d UP_TO_32(eliminate_few_d)

#else

/* For a triangle of n rows, in the columns of b from ``start`` to ``m``, of which rows are ``step`` apart. x takes the
   place of b. Returns the first column that is left: ``parts`` vectors, at most four, take columns together. */
EACH CODE npy_intp NAME(substitute_parts)(const REAL* t, npy_intp down, npy_intp across, npy_intp n, REAL* b,
                                          npy_intp step, npy_intp start, npy_intp m, int upper, int ones, int parts) {
    const npy_intp turn = upper ? -1 : 1, first = upper ? n - 1 : 0, end = upper ? -1 : n;
    npy_intp j = start, i, k, p;
    for (; j + parts * LANES <= m; j += parts * LANES)
        for (i = first; i != end; i += turn) {
            VECTOR v[4];
            const REAL pivot = ones ? 1 : t[i * (down + across)];
            REAL* at = b + i * step + j;
            for (p = 0; p < parts; p++) v[p] = *(const VECTOR*)(at + p * LANES);
            for (k = first; k != i; k += turn) {
                const REAL c = t[i * down + k * across];
                const REAL* known = b + k * step + j;
                for (p = 0; p < parts; p++) v[p] -= c * *(const VECTOR*)(known + p * LANES);
            }
            for (p = 0; p < parts; p++) *(VECTOR*)(at + p * LANES) = v[p] / pivot;
        }
    return j;
}

static CODE npy_intp NAME(substitute_vectors)(const REAL* t, npy_intp down, npy_intp across, npy_intp n, REAL* b,
                                              npy_intp step, npy_intp start, npy_intp m, int upper, int ones) {
    return NAME(substitute_parts)(t, down, across, n, b, step, start, m, upper, ones, 1);
}

/* Four vectors of columns at a time, then one, then one of 16 bytes, then one column. */
static CODE void NAME(substitute)(const REAL* t, npy_intp down, npy_intp across, npy_intp n, REAL* b, npy_intp step,
                                  npy_intp m, int upper, int ones) {
    npy_intp j = NAME(substitute_parts)(t, down, across, n, b, step, 0, m, upper, ones, 4);
#if WIDTH
    j = NAME(substitute_vectors)(t, down, across, n, b, step, j, m, upper, ones);
    j = NAME_OF(substitute_vectors, LETTER, 16)(t, down, across, n, b, step, j, m, upper, ones);
#endif
    NAME_OF(substitute_vectors, LETTER, plain)(t, down, across, n, b, step, j, m, upper, ones);
}

/* Rows of a, which lie ``step`` apart, minus their numbers in four columns times four rows ``top``: in the columns
   from ``start`` on. The four columns end there. */
static CODE void NAME(subtract_fours)(REAL* a, const REAL* top, npy_intp step, npy_intp rows, npy_intp start,
                                      npy_intp end) {
    const REAL *t0 = top, *t1 = top + step, *t2 = top + 2 * step, *t3 = top + 3 * step;
    npy_intp i, j;
    for (i = 0; i < rows; i++, a += step) {
        const REAL f0 = a[start - 4], f1 = a[start - 3], f2 = a[start - 2], f3 = a[start - 1];
        REAL* __restrict row = a;
        for (j = start; j < end; j++)
            row[j] -= (f0 * t0[j] + f1 * t1[j]) + (f2 * t2[j] + f3 * t3[j]);
    }
}

/* Rows of x, which lie ``step`` apart, minus those of a dense matrix. */
static CODE void NAME(subtract_rows)(REAL* x, npy_intp step, const REAL* less, npy_intp rows, npy_intp n) {
    npy_intp i, j;
    for (i = 0; i < rows; i++, x += step, less += n)
        ALONE for (j = 0; j < n; j++) x[j] -= less[j];
}

/* The first of the numbers that are the largest without their signs. NaN is the largest. */
static CODE npy_intp NAME(place_of_largest)(const REAL* a, npy_intp n) {
    const UNSIGNED unsigned_bits = ~(UNSIGNED)0 >> 1;
    INTEGER most = 0, size;
    npy_intp i;
    for (i = 0; i < n; i++) {
        memcpy(&size, a + i, BYTES);
        size &= unsigned_bits;
        most = size > most ? size : most;
    }
    for (i = 0; i < n; i++) {
        memcpy(&size, a + i, BYTES);
        if ((INTEGER)(size & unsigned_bits) == most) break;
    }
    return i;
}

/* Gaussian elimination in a few columns of a dense matrix of n rows and columns, below the row ``start``. Whole rows are
   exchanged, and their numbers in ``order``. Columns are computed in a room, where each lies dense. Returns 0 if a pivot
   is 0 or NaN. */
static CODE int NAME(eliminate_few)(REAL* a, npy_intp n, npy_intp start, npy_intp few, npy_intp* order, REAL* room) {
    npy_intp i, j, k, p, rest = n - start, number;
    REAL *column, *next, factor;
    a += start * n;
    order += start;
    for (i = 0; i < rest; i++)
        for (j = 0; j < few; j++) room[j * rest + i] = a[i * n + start + j];
    for (k = 0; k < few; k++) {
        column = room + k * rest;
        p = k + NAME(place_of_largest)(column + k, rest - k);
        if (column[p] == 0 || column[p] != column[p]) return 0;
        if (p != k) {
            for (j = 0; j < n; j++) factor = a[k * n + j], a[k * n + j] = a[p * n + j], a[p * n + j] = factor;
            for (j = 0; j < few; j++) {
                next = room + j * rest;
                factor = next[k], next[k] = next[p], next[p] = factor;
            }
            number = order[k], order[k] = order[p], order[p] = number;
        }
        factor = column[k];
        for (i = k + 1; i < rest; i++) column[i] /= factor;
        for (j = k + 1; j < few; j++) {
            next = room + j * rest;
            factor = next[k];
            ALONE for (i = k + 1; i < rest; i++) next[i] -= column[i] * factor;
        }
    }
    for (i = 0; i < rest; i++)
        for (j = 0; j < few; j++) a[i * n + start + j] = room[j * rest + i];
    return 1;
}

#endif
