/* Elimination in small matrices. They are computed in double precision, and results are rounded once.

   Loops over sizes that the compiler knows are unrolled. There rows are exchanged without branches: which row has the
   largest number is not to be predicted, and a wrong guess takes longer than to eliminate a column. */
#ifndef WENGERT_ELIMINATION_H
#define WENGERT_ELIMINATION_H

#include <math.h>
#include "arrays/widths.h"

#define LARGEST 16  /* rows of a matrix, and columns of right-hand sides */
#define TAME 1e18  /* so many pivots of this size, and of its reciprocal, have a product that is an ordinary number */

typedef struct {
    char* data;
    npy_intp down, across; /* bytes from a number to the one below it, and to the next */
    int single; /* floats, else doubles */
} matrix;

/* ``return CALL(n, few)`` with ``few`` and a known n for the most frequent sizes. */
#define BY_SIZE(n, CALL) switch (n) { \
    case 2: return CALL(2, 1); \
    case 3: return CALL(3, 1); \
    case 4: return CALL(4, 1); \
    default: return CALL(n, 0); }

/* The numbers of a matrix of n rows and m columns, to rows of w numbers; and back. */
EACH void take(const matrix* x, const int n, const int m, double* to, const int w) {
    int i, j;
    if (x->single)
        UNROLLED for (i = 0; i < n; i++)
            UNROLLED for (j = 0; j < m; j++) to[i * w + j] = *(const float*)(x->data + i * x->down + j * x->across);
    else
        UNROLLED for (i = 0; i < n; i++)
            UNROLLED for (j = 0; j < m; j++) to[i * w + j] = *(const double*)(x->data + i * x->down + j * x->across);
}
EACH void put(const double* from, const int w, const int n, const int m, const matrix* x) {
    int i, j;
    if (x->single)
        UNROLLED for (i = 0; i < n; i++)
            UNROLLED for (j = 0; j < m; j++) *(float*)(x->data + i * x->down + j * x->across) = (float)from[i * w + j];
    else
        UNROLLED for (i = 0; i < n; i++)
            UNROLLED for (j = 0; j < m; j++) *(double*)(x->data + i * x->down + j * x->across) = from[i * w + j];
}
static void put_nan(const int n, const int m, const matrix* x) {
    double row[LARGEST];
    int j;
    for (j = 0; j < m; j++) row[j] = NAN;
    put(row, 0, n, m, x);
}

/* The row from k on with the largest number in column k. */
static int pivot_row(const double* a, const int k, const int n, const int w) {
    int i, p = k;
    for (i = k + 1; i < n; i++)
        if (fabs(a[i * w + k]) > fabs(a[p * w + k])) p = i;
    return p;
}
static void exchange_rows(double* a, const int k, const int p, const int from, const int w) {
    int j;
    for (j = from; p != k && j < w; j++) {
        const double above = a[k * w + j];
        a[k * w + j] = a[p * w + j];
        a[p * w + j] = above;
    }
}

/* Exchange the row k for the one with the largest number below it in column k. Returns whether that is another row. */
EACH int exchange(double* a, const int k, const int n, const int w, const int few) {
    int i, j, odd = 0;
    if (few) {
        UNROLLED for (i = k + 1; i < n; i++) {
            const int larger = fabs(a[i * w + k]) > fabs(a[k * w + k]);
            odd ^= larger;
            UNROLLED for (j = k; j < w; j++) {
                const double above = a[k * w + j], below = a[i * w + j];
                a[k * w + j] = larger ? below : above;
                a[i * w + j] = larger ? above : below;
            }
        }
        return odd;
    }
    i = pivot_row(a, k, n, w);
    exchange_rows(a, k, i, k, w);
    return i != k;
}

/* Make a matrix of n rows upper triangular, in rows of w numbers, and set whether an odd number of rows was exchanged.
   Returns 0, or the position from 1 of a pivot that is 0. */
EACH int eliminate(double* a, const int n, const int w, const int few, int* odd) {
    int i, j, k;
    *odd = 0;
    UNROLLED for (k = 0; k < n; k++) {
        *odd ^= exchange(a, k, n, w, few);
        if (a[k * w + k] == 0) return k + 1;
        UNROLLED for (i = k + 1; i < n; i++) {
            const double f = a[i * w + k] / a[k * w + k];
            UNROLLED for (j = k + 1; j < w; j++) a[i * w + j] -= f * a[k * w + j];
        }
    }
    return 0;
}

/* The factors L and U in one matrix, as LAPACK packs them, and with which row (from 1) each was exchanged. */
static void lu_factors(const matrix* x, const matrix* out, npy_int32* pivots, const int n) {
    double a[LARGEST * LARGEST];
    int i, j, k;
    take(x, n, n, a, n);
    for (k = 0; k < n; k++) {
        const int p = pivot_row(a, k, n, n);
        exchange_rows(a, k, p, 0, n);
        pivots[k] = p + 1;
        for (i = k + 1; i < n && a[k * n + k] != 0; i++) { /* else the column below is 0, too */
            a[i * n + k] /= a[k * n + k];
            for (j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
    put(a, n, n, n, out);
}

/* Solve for the columns behind an upper triangle, in place. */
EACH void substitute_back(double* a, const int n, const int w) {
    int i, j, k;
    UNROLLED for (i = n - 1; i >= 0; i--) {
        UNROLLED for (k = i + 1; k < n; k++) {
            const double f = a[i * w + k];
            UNROLLED for (j = n; j < w; j++) a[i * w + j] -= f * a[k * w + j];
        }
        UNROLLED for (j = n; j < w; j++) a[i * w + j] /= a[i * w + i];
    }
}

/* -- Determinants: a number, times a power of two */

EACH double determinant_of(const matrix* x, const int n, const int few, int* power) {
    double a[LARGEST * LARGEST], product;
    int i, odd, tame = 1, more;
    *power = 0;
    take(x, n, n, a, n);
    if (eliminate(a, n, n, few, &odd)) return 0;
    product = odd ? -1 : 1;
    UNROLLED for (i = 0; i < n; i++) tame &= fabs(a[i * n + i]) < TAME && fabs(a[i * n + i]) > 1 / TAME;
    if (tame) {
        UNROLLED for (i = 0; i < n; i++) product *= a[i * n + i];
        return product;
    }
    for (i = 0; i < n; i++)
        if (isfinite(a[i * n + i])) {
            product *= frexp(a[i * n + i], &more);
            *power += more;
        } else
            product *= a[i * n + i];
    return product;
}
static double scaled_determinant(const matrix* x, const int n, int* power) {
#define CALL(n, few) determinant_of(x, n, few, power)
    BY_SIZE(n, CALL)
#undef CALL
}
static double determinant(const matrix* x, const int n) {
    int power;
    const double found = scaled_determinant(x, n, &power);
    return power ? ldexp(found, power) : found;
}
/* The logarithm of the absolute value; the sign is a result, too: 0 for NaN, as in PyTorch. */
static double log_determinant(const matrix* x, const int n, double* sign) {
    int power;
    const double found = scaled_determinant(x, n, &power);
    *sign = (found > 0) - (found < 0);
    return log(fabs(found)) + power * 0.693147180559945309417;
}

/* -- Systems of equations. The right-hand sides of inverses are the columns of ones, without data. */

EACH int solution_of(const matrix* x, const matrix* b, const matrix* out, const int n, const int m, const int few) {
    double a[2 * LARGEST * LARGEST];
    const int w = n + m;
    int i, j, odd, info;
    take(x, n, n, a, w);
    if (b->data)
        take(b, n, m, a + n, w);
    else
        UNROLLED for (i = 0; i < n; i++)
            UNROLLED for (j = 0; j < m; j++) a[i * w + n + j] = i == j;
    info = eliminate(a, n, w, few, &odd);
    if (info)
        put_nan(n, m, out);
    else {
        substitute_back(a, n, w);
        put(a + n, w, n, m, out);
    }
    return info;
}
/* The result is 0, or the position of a pivot that is 0. Then all numbers are NaN. */
static int solution(const matrix* x, const matrix* b, const matrix* out, const int n, const int m) {
#define ONE_EACH(n, few) solution_of(x, b, out, n, 1, few)
#define AS_MANY(n, few) solution_of(x, b, out, n, n, few)
    if (m == 1) BY_SIZE(n, ONE_EACH)
    if (m == n) BY_SIZE(n, AS_MANY)
    return solution_of(x, b, out, n, m, 0);
#undef ONE_EACH
#undef AS_MANY
}

/* -- Cholesky factors: the upper one, of which only the upper triangle of x is read */

EACH int factor_of(const matrix* x, const matrix* out, const int n) {
    double a[LARGEST * LARGEST];
    int i, j, k;
    take(x, n, n, a, n);
    UNROLLED for (k = 0; k < n; k++) {
        if (a[k * n + k] <= 0) {
            put_nan(n, n, out);
            return k + 1;
        }
        a[k * n + k] = sqrt(a[k * n + k]);
        UNROLLED for (j = k + 1; j < n; j++) a[k * n + j] /= a[k * n + k];
        UNROLLED for (i = k + 1; i < n; i++) {
            const double f = a[k * n + i];
            UNROLLED for (j = i; j < n; j++) a[i * n + j] -= f * a[k * n + j];
            a[i * n + k] = 0;
        }
    }
    put(a, n, n, n, out);
    return 0;
}
/* The result is 0, or the order of the first leading minor that is not positive. Then all numbers are NaN. */
static int factor(const matrix* x, const matrix* out, const int n) {
#define CALL(n, few) factor_of(x, out, n)
    BY_SIZE(n, CALL)
#undef CALL
}

/* -- The symmetric form of two matrices of 3 by 3 that gives the cofactors of one given twice */

static void mixed_cofactors(const matrix* x, const matrix* y, const matrix* out) {
    double a[9], b[9], c[9];
    int i, j;
    take(x, 3, 3, a, 3);
    take(y, 3, 3, b, 3);
    UNROLLED for (i = 0; i < 3; i++)
        UNROLLED for (j = 0; j < 3; j++) {
            const int down = (i + 1) % 3 * 3, next = (i + 2) % 3 * 3, k = (j + 1) % 3, l = (j + 2) % 3;
            c[i * 3 + j] = (a[down + k] * b[next + l] + b[down + k] * a[next + l]
                            - (a[down + l] * b[next + k] + b[down + l] * a[next + k])) / 2;
        }
    put(c, 3, 3, 3, out);
}

#endif
