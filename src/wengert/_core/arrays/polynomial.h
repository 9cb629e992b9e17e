/* out = (...((start * x + c[0]) * x + c[1])...): each product and each sum is rounded. */
#if !defined(LOOPS)

#define LOOPS "polynomial.h"
#include "each_width.h"

#define polynomial_f UP_TO_32(polynomial_f)
#define polynomial_d UP_TO_32(polynomial_d)

#else

static CODE void NAME(polynomial)(const REAL* start, const REAL* x, REAL* out, npy_intp n, npy_intp step, const REAL* c,
                                  npy_intp count) {
    npy_intp i = 0, k;
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        const VECTOR x0 = *(const VECTOR*)(x + i), x1 = *(const VECTOR*)(x + i + LANES);
        const VECTOR x2 = *(const VECTOR*)(x + i + 2 * LANES), x3 = *(const VECTOR*)(x + i + 3 * LANES);
        VECTOR v0, v1, v2, v3;
        if (step) {
            v0 = *(const VECTOR*)(start + i), v1 = *(const VECTOR*)(start + i + LANES);
            v2 = *(const VECTOR*)(start + i + 2 * LANES), v3 = *(const VECTOR*)(start + i + 3 * LANES);
        } else
            v0 = v1 = v2 = v3 = *start - (VECTOR){0};
        for (k = 0; k < count; k++)
            v0 = v0 * x0 + c[k], v1 = v1 * x1 + c[k], v2 = v2 * x2 + c[k], v3 = v3 * x3 + c[k];
        *(VECTOR*)(out + i) = v0, *(VECTOR*)(out + i + LANES) = v1;
        *(VECTOR*)(out + i + 2 * LANES) = v2, *(VECTOR*)(out + i + 3 * LANES) = v3;
    }
    for (; i < n; i++) {
        REAL v = start[i * step];
        for (k = 0; k < count; k++) v = v * x[i] + c[k];
        out[i] = v;
    }
}

#endif
