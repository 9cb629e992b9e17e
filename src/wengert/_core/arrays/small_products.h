/* Products of small matrices and vectors, of which there are many. A matrix library needs longer to begin with one than
   to multiply it.

   Each number is a sum in the order of the columns of x. Loops over sizes that the compiler knows are unrolled. */
#if !defined(LOOPS)

#include "widths.h"
#define SMALL 16     /* rows, columns, and the numbers in a sum */
#define LITTLE 512   /* products of numbers */

#define LOOPS "small_products.h"
#include "each_real.h"

#else

/* Rows of x, and of the result, lie anywhere; those of y are dense. Strides of x and of the result are bytes. */
EACH void FORMULA(rows_times)(
    const char* x, const npy_intp* by_x, const REAL* y, npy_intp y_down, char* out, const npy_intp* by_out,
    const npy_intp m, const npy_intp n, const npy_intp p
) {
    npy_intp i, j, k;
    for (i = 0; i < m; i++, x += by_x[0], out += by_out[0]) {
        REAL sums[SMALL];
        UNROLLED for (j = 0; j < p; j++) sums[j] = *(const REAL*)x * y[j];
        for (k = 1; k < n; k++) {
            const REAL number = *(const REAL*)(x + k * by_x[1]);
            UNROLLED for (j = 0; j < p; j++) sums[j] += number * y[k * y_down + j];
        }
        UNROLLED for (j = 0; j < p; j++) *(REAL*)(out + j * by_out[1]) = sums[j];
    }
}

/* NumPy's loop for ``matmul``, for sizes up to SMALL. */
static void FORMULA(small_products)(char** at, const npy_intp* sizes, const npy_intp* steps, void* unused) {
    const npy_intp m = sizes[1], n = sizes[2], p = sizes[3], dense = steps[6] == sizeof(REAL);
    const npy_intp y_down = dense ? steps[5] / (npy_intp)sizeof(REAL) : p;
    const char *x = at[0], *y = at[1];
    char* out = at[2];
    npy_intp item, j, k;
    for (item = 0; item < sizes[0]; item++, x += steps[0], y += steps[1], out += steps[2]) {
        REAL rows[SMALL * SMALL];
        const REAL* of_y = dense ? (const REAL*)y : rows;
        if (!dense)
            for (k = 0; k < n; k++)
                for (j = 0; j < p; j++) rows[k * p + j] = *(const REAL*)(y + k * steps[5] + j * steps[6]);
#define TIMES(m, n, p) FORMULA(rows_times)(x, steps + 3, of_y, y_down, out, steps + 7, m, n, p)
        if (n == p && m == p && 2 <= p && p <= 4) switch (p) {
            case 2: TIMES(2, 2, 2); break;
            case 3: TIMES(3, 3, 3); break;
            case 4: TIMES(4, 4, 4); break;
        } else switch (p) {
            case 1: TIMES(m, n, 1); break;
            case 2: TIMES(m, n, 2); break;
            case 3: TIMES(m, n, 3); break;
            case 4: TIMES(m, n, 4); break;
            case 8: TIMES(m, n, 8); break;
            case 16: TIMES(m, n, 16); break;
            default: TIMES(m, n, p);
        }
#undef TIMES
    }
}

/* The same for matrices of one column and matrices of one row, of any size: there are no sums. */
static void FORMULA(outer_products)(char** at, const npy_intp* sizes, const npy_intp* steps, void* unused) {
    const npy_intp dense = steps[6] == sizeof(REAL) && steps[8] == sizeof(REAL);
    npy_intp item, i, j;
    for (item = 0; item < sizes[0]; item++)
        for (i = 0; i < sizes[1]; i++) {
            const REAL number = *(const REAL*)(at[0] + item * steps[0] + i * steps[3]);
            const char* y = at[1] + item * steps[1];
            char* out = at[2] + item * steps[2] + i * steps[7];
            if (dense)
                ALONE for (j = 0; j < sizes[3]; j++) ((REAL*)out)[j] = number * ((const REAL*)y)[j];
            else
                for (j = 0; j < sizes[3]; j++) *(REAL*)(out + j * steps[8]) = number * *(const REAL*)(y + j * steps[6]);
        }
}

/* Cross products of vectors of three numbers: strides 3 to 5 are theirs. */
static void FORMULA(cross_products)(char** at, const npy_intp* sizes, const npy_intp* steps, void* unused) {
    npy_intp item;
#define NUMBER(array, i) (*(REAL*)(at[array] + item * steps[array] + i * steps[3 + array]))
    for (item = 0; item < sizes[0]; item++) {
        const REAL x = NUMBER(0, 0), y = NUMBER(0, 1), z = NUMBER(0, 2);
        const REAL u = NUMBER(1, 0), v = NUMBER(1, 1), w = NUMBER(1, 2);
        NUMBER(2, 0) = y * w - z * v;
        NUMBER(2, 1) = z * u - x * w;
        NUMBER(2, 2) = x * v - y * u;
    }
#undef NUMBER
}

#endif
