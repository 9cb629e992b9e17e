/* Substitution: T x = b for a triangle T. */
#if !defined(LOOPS)

#define LOOPS "substitution.h"
#include "each_width.h"

#define substitute_f UP_TO_32(substitute_f)
#define substitute_d UP_TO_32(substitute_d)
#define subtract_fours_f UP_TO_32(subtract_fours_f)
#define subtract_fours_d UP_TO_32(subtract_fours_d)

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

/* Four vectors of columns at a time, then one of 16 bytes, then one column. */
static CODE void NAME(substitute)(const REAL* t, npy_intp down, npy_intp across, npy_intp n, REAL* b, npy_intp step,
                                  npy_intp m, int upper, int ones) {
    npy_intp j = NAME(substitute_parts)(t, down, across, n, b, step, 0, m, upper, ones, 4);
#if WIDTH
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

#endif
