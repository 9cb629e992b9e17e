/* x + w * (end - x), which starts from the nearer end, so that both ends are exact. Called as NumPy's inner loops. */
#if !defined(LOOPS)

#define LOOPS "between.h"
#define UP_TO_WIDEST
#include "each_width.h"

typedef void (*Ternary)(char**, const npy_intp*, const npy_intp*, void*);

#define between_f UP_TO_64(between_f)
#define between_d UP_TO_64(between_d)

#else

EACH CODE REAL NAME(between_two)(REAL x, REAL end, REAL w) {
    const REAL size = w < 0 ? -w : w;
    const int far = size >= (REAL)0.5;
    return (far ? end : x) + (far ? w - 1 : w) * (end - x);
}

static CODE void NAME(between)(char** at, const npy_intp* n, const npy_intp* by, void* data) {
    const REAL *x = (const REAL*)at[0], *end = (const REAL*)at[1], *w = (const REAL*)at[2];
    REAL* out = (REAL*)at[3];
    const int dense = by[0] == BYTES && by[1] == BYTES && by[3] == BYTES;
    npy_intp i;
    if (dense && by[2] == BYTES) {
        ALONE for (i = 0; i < *n; i++) out[i] = NAME(between_two)(x[i], end[i], w[i]);
    } else if (dense && !by[2]) {
        const REAL weight = *w;
        ALONE for (i = 0; i < *n; i++) out[i] = NAME(between_two)(x[i], end[i], weight);
    } else
        for (i = 0; i < *n; i++) {
            const REAL near = *(const REAL*)(at[0] + i * by[0]), far = *(const REAL*)(at[1] + i * by[1]);
            *(REAL*)(at[3] + i * by[3]) = NAME(between_two)(near, far, *(const REAL*)(at[2] + i * by[2]));
        }
}

#endif
