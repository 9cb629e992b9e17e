/* Rows in sixteen lanes, each of which adds every sixteenth term; n is a multiple of 16. And what layers make of a row
   when they know its sums. */
#if !defined(LOOPS)

#define LOOPS "lane_sums.h"
#define UP_TO_WIDEST
#include "each_width.h"

#define lane_sums_f UP_TO_64(lane_sums_f)
#define lane_sums_d UP_TO_64(lane_sums_d)
#define two_lane_sums_f UP_TO_64(two_lane_sums_f)
#define two_lane_sums_d UP_TO_64(two_lane_sums_d)
#define wide_lane_sums_f UP_TO_32(wide_lane_sums_f)
#define wide_lane_sums_d UP_TO_32(wide_lane_sums_d)
#define normalise_f UP_TO_64(normalise_f)
#define normalise_d UP_TO_64(normalise_d)
#define add_columns_f UP_TO_64(add_columns_f)
#define add_columns_d UP_TO_64(add_columns_d)
#define bend_f UP_TO_64(bend_f)
#define bend_d UP_TO_64(bend_d)
#define shift_f UP_TO_32(shift_f)
#define shift_d UP_TO_32(shift_d)
#define stretch_f UP_TO_32(stretch_f)
#define stretch_d UP_TO_32(stretch_d)

#else

/* The lanes of a row, or of the squared distances from ``shift``. */
static CODE void NAME(lane_sums)(const REAL* x, REAL shift, npy_intp n, int squared, REAL* out) {
    VECTOR s[16 / LANES], t;
    npy_intp i, k;
    for (k = 0; k < 16 / LANES; k++) s[k] = (VECTOR){0};
    if (squared) {
        for (i = 0; i < n; i += 16)
            for (k = 0; k < 16 / LANES; k++) t = *(const VECTOR*)(x + i + k * LANES) - shift, s[k] += t * t;
    } else {
        for (i = 0; i < n; i += 16)
            for (k = 0; k < 16 / LANES; k++) s[k] += *(const VECTOR*)(x + i + k * LANES);
    }
    for (k = 0; k < 16 / LANES; k++) *(VECTOR*)(out + k * LANES) = s[k];
}

/* The lanes of g * weight, and of g * weight * ((x - mean) * scale). */
static CODE void NAME(two_lane_sums)(const REAL* g, const REAL* x, const REAL* weight, REAL mean, REAL scale,
                                     npy_intp n, REAL* one, REAL* two) {
    VECTOR s[16 / LANES], u[16 / LANES], t;
    npy_intp i, k;
    for (k = 0; k < 16 / LANES; k++) s[k] = u[k] = (VECTOR){0};
    for (i = 0; i < n; i += 16)
        for (k = 0; k < 16 / LANES; k++) {
            t = *(const VECTOR*)(g + i + k * LANES);
            if (weight) t *= *(const VECTOR*)(weight + i + k * LANES);
            s[k] += t;
            u[k] += t * ((*(const VECTOR*)(x + i + k * LANES) - mean) * scale);
        }
    for (k = 0; k < 16 / LANES; k++) *(VECTOR*)(one + k * LANES) = s[k], *(VECTOR*)(two + k * LANES) = u[k];
}

/* The lanes of a row, in double precision. */
static CODE void NAME(wide_lane_sums)(const REAL* x, npy_intp n, double* out) {
    double lane[16] = {0};
    npy_intp i;
    int k;
    for (i = 0; i < n; i += 16)
        for (k = 0; k < 16; k++) lane[k] += x[i + k];
    for (k = 0; k < 16; k++) out[k] = lane[k];
}

/* out = (x - mean) * scale, and * weight + bias if there are such, of each element or (if not ``each``) of all. */
static CODE void NAME(normalise)(const REAL* x, REAL mean, REAL scale, const REAL* weight, const REAL* bias, int each,
                                 npy_intp n, REAL* __restrict out) {
    npy_intp i;
    if (weight && each)
        for (i = 0; i < n; i++) out[i] = (x[i] - mean) * scale * weight[i] + bias[i];
    else if (weight) {
        REAL w = *weight, b = *bias;
        for (i = 0; i < n; i++) out[i] = (x[i] - mean) * scale * w + b;
    } else
        for (i = 0; i < n; i++) out[i] = (x[i] - mean) * scale;
}

/* out = (g - shift - (x - mean) * bend) * scale, or with g * weight. */
static CODE void NAME(bend)(const REAL* g, const REAL* x, const REAL* weight, REAL shift, REAL mean, REAL bend,
                            REAL scale, npy_intp n, REAL* __restrict out) {
    npy_intp i;
    if (weight)
        for (i = 0; i < n; i++) out[i] = (g[i] * weight[i] - shift - (x[i] - mean) * bend) * scale;
    else
        for (i = 0; i < n; i++) out[i] = (g[i] - shift - (x[i] - mean) * bend) * scale;
}

/* Adds rows of g * ((x - mean) * scale) and of g, element by element, from ``i`` to ``end`` of n. */
static CODE void NAME(add_columns)(const REAL* g, const REAL* x, const REAL* means, const REAL* scales, npy_intp rows,
                                npy_intp i, npy_intp end, npy_intp n, REAL* products, REAL* plains) {
    npy_intp r;
    for (; i + LANES <= end; i += LANES) {
        VECTOR s = *(VECTOR*)(products + i), u = *(VECTOR*)(plains + i), t;
        for (r = 0; r < rows; r++) {
            t = *(const VECTOR*)(g + r * n + i);
            s += t * ((*(const VECTOR*)(x + r * n + i) - means[r]) * scales[r]);
            u += t;
        }
        *(VECTOR*)(products + i) = s, *(VECTOR*)(plains + i) = u;
    }
#if WIDTH
    NAME_OF(add_columns, LETTER, plain)(g, x, means, scales, rows, i, end, n, products, plains);
#endif
}

static CODE void NAME(shift)(REAL* x, REAL by, npy_intp n) {
    npy_intp i;
    for (i = 0; i < n; i++) x[i] -= by;
}

static CODE void NAME(stretch)(REAL* x, REAL by, npy_intp n) {
    npy_intp i;
    for (i = 0; i < n; i++) x[i] *= by;
}

#endif
