/* Products of rows in double precision, in sixteen lanes, each of every sixteenth number, or in thirty-two. */
#if !defined(LOOPS)

#define LOOPS "row_products.h"
#define UP_TO_WIDEST
#include "each_width.h"

#define multiply_lanes_f UP_TO_64(multiply_lanes_f)
#define multiply_lanes_d UP_TO_64(multiply_lanes_d)
#define before_each_f UP_TO_32(before_each_f)
#define before_each_d UP_TO_32(before_each_d)
#define without_each_f UP_TO_32(without_each_f)
#define without_each_d UP_TO_32(without_each_d)

#else

/* A vector of doubles, as many numbers of the row, and how many there are. */
#define DOUBLES NAME_OF(vector, d, WIDTH)
#if BYTES == 4
#define NUMBERS NAME(half)
#else
#define NUMBERS VECTOR
#endif
#define STEP ((npy_intp)(sizeof(DOUBLES) / sizeof(double)))

#if !WIDTH  /* plain */
#define WIDENED(at) (double)*(at)
#define ROUNDED(x) (REAL)(x)
#elif WIDTH == 64 && BYTES == 4 && !defined(__clang__)  /* GCC makes two halves of a conversion */
#define WIDENED(at) __builtin_ia32_cvtps2pd512_mask(*(const NUMBERS*)(at), (DOUBLES){0}, -1, 4)
#define ROUNDED(x) __builtin_convertvector(x, NUMBERS)
#else
#define WIDENED(at) __builtin_convertvector(*(const NUMBERS*)(at), DOUBLES)
#define ROUNDED(x) __builtin_convertvector(x, NUMBERS)
#endif

/* The lanes of two rows: out[lane] is the product of the numbers lane, lane + 16, ... of the first. With ``lanes`` 32 they
   are of one row, and b is a + 16. */
static CODE void NAME(multiply_lanes)(const REAL* a, const REAL* b, npy_intp n, npy_intp lanes, double* out) {
    DOUBLES p[16 / STEP], q[16 / STEP];
    npy_intp i, k;
    for (k = 0; k < 16 / STEP; k++) {
        p[k] = WIDENED(a + k * STEP);
        q[k] = WIDENED(b + k * STEP);
    }
    for (i = lanes; i + lanes <= n; i += lanes)
        for (k = 0; k < 16 / STEP; k++) {
            p[k] *= WIDENED(a + i + k * STEP);
            q[k] *= WIDENED(b + i + k * STEP);
        }
    for (k = 0; k < 16 / STEP; k++) *(DOUBLES*)(out + k * STEP) = p[k], *(DOUBLES*)(out + 16 + k * STEP) = q[k];
}

/* The products of the other numbers of a row, in two passes. The first pass gives the products of those before each
   number in its lane, and of all in a lane. */
static CODE void NAME(before_each)(const REAL* x, npy_intp n, double* before, double* out) {
    DOUBLES p[16 / STEP];
    npy_intp i, k;
    for (k = 0; k < 16 / STEP; k++) p[k] = 1 - (DOUBLES){0};
    for (i = 0; i + 16 <= n; i += 16)
        for (k = 0; k < 16 / STEP; k++) {
            *(DOUBLES*)(before + i + k * STEP) = p[k];
            p[k] *= WIDENED(x + i + k * STEP);
        }
    for (k = 0; k < 16 / STEP; k++) *(DOUBLES*)(out + k * STEP) = p[k];
    for (k = 0; i < n; i++, k++) before[i] = out[k], out[k] *= x[i];
}

/* The second takes them times those behind, and times the product of the other lanes, ``rest``. */
static CODE void NAME(without_each)(const REAL* x, npy_intp n, const double* before, const double* rest, REAL* out) {
    DOUBLES p[16 / STEP], q[16 / STEP];
    double behind[16];
    npy_intp i = n, k;
    for (k = 0; k < 16; k++) behind[k] = 1;
    for (k = n % 16 - 1; k >= 0; k--) i--, out[i] = (REAL)(before[i] * rest[k]), behind[k] = x[i];
    for (k = 0; k < 16 / STEP; k++) {
        p[k] = *(const DOUBLES*)(behind + k * STEP);
        q[k] = *(const DOUBLES*)(rest + k * STEP);
    }
    for (i -= 16; i >= 0; i -= 16)
        for (k = 0; k < 16 / STEP; k++) {
            *(NUMBERS*)(out + i + k * STEP) = ROUNDED(*(const DOUBLES*)(before + i + k * STEP) * p[k] * q[k]);
            p[k] *= WIDENED(x + i + k * STEP);
        }
}

#undef DOUBLES
#undef NUMBERS
#undef STEP
#undef WIDENED
#undef ROUNDED
#endif
