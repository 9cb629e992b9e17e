/* Squared distances of a point to the points ``start`` to ``end`` of m, of which b has a row for each coordinate. */
#if !defined(LOOPS)

#define LOOPS "point_distances.h"
#define UP_TO_WIDEST
#include "each_width.h"

#define distances_f UP_TO_64(distances_f)
#define distances_d UP_TO_64(distances_d)

#else

static CODE void NAME(distances)(const REAL* a, const REAL* b, REAL* out, npy_intp start, npy_intp end, npy_intp m,
                                 npy_intp d) {
    npy_intp j = start, k;
    for (; j + LANES <= end; j += LANES) {
        VECTOR s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0}, s6 = {0}, s7 = {0}, x, total;
        const REAL* at = b + j;
        for (k = 0; k + 8 <= d; k += 8, at += 8 * m) {
            x = a[k] - *(const VECTOR*)at, s0 += x * x;
            x = a[k + 1] - *(const VECTOR*)(at + m), s1 += x * x;
            x = a[k + 2] - *(const VECTOR*)(at + 2 * m), s2 += x * x;
            x = a[k + 3] - *(const VECTOR*)(at + 3 * m), s3 += x * x;
            x = a[k + 4] - *(const VECTOR*)(at + 4 * m), s4 += x * x;
            x = a[k + 5] - *(const VECTOR*)(at + 5 * m), s5 += x * x;
            x = a[k + 6] - *(const VECTOR*)(at + 6 * m), s6 += x * x;
            x = a[k + 7] - *(const VECTOR*)(at + 7 * m), s7 += x * x;
        }
        total = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        for (; k < d; k++, at += m) x = a[k] - *(const VECTOR*)at, total += x * x;
        *(VECTOR*)(out + j) = total;
    }
#if WIDTH
    NAME_OF(distances, LETTER, plain)(a, b, out, j, end, m, d);
#endif
}

#endif
