/* Arithmetic of common formulas, each in one loop: ``common_expressions.h``, which tools/expressions.py writes.

   An expression reads arrays (a) and numbers (n) and gives results (r); t is what lies between. Each operation is
   rounded, as the loop of that operation alone rounds it. */
#if !defined(LOOPS)

#include <math.h>
#include <string.h>
#include "widths.h"

#if defined(WIDE_CODE)
#define HAS_EXPRESSIONS HAS_WIDE
#else
#define HAS_EXPRESSIONS 1
#endif
#define MOST_OPERANDS 16  /* inputs and results of an expression: OPERANDS of programs.pxd */
#define STRIP 64  /* elements that are computed at once where an array is not dense */

typedef struct {
    const char* text;
    int inputs, results, numbers;  /* the last one has a bit for each input that is a number */
    void (*f)(char* const*, npy_intp);  /* the loops for floats and for doubles */
    void (*d)(char* const*, npy_intp);
} Expression;

#define LOOPS "expressions.h"
#include "each_width.h"
#include "common_expressions.h"

#define expression_f run_expression_f_plain
#define expression_d run_expression_d_plain

#else

/* y, or x if that is NaN: by bits, since compilers follow chains of choices into many instructions. */
EACH REAL NAME(or_nan)(REAL y, REAL x) {
    const INTEGER chosen = -(INTEGER)(x != x);
    INTEGER i, j;
    memcpy(&i, &y, sizeof(i)), memcpy(&j, &x, sizeof(j));
    i = (i & ~chosen) | (j & chosen);
    memcpy(&y, &i, sizeof(i));
    return y;
}
EACH REAL NAME(maximum)(REAL x, REAL y) { return NAME(or_nan)(x > y ? x : y, x); }  /* as in step_loops.h */
EACH REAL NAME(minimum)(REAL x, REAL y) { return NAME(or_nan)(x < y ? x : y, x); }

#define AT(operand) ((REAL*)at[operand])
#include "common_expressions.h"
#undef AT

/* The loop of a step: arrays that are not dense are copied a strip at a time. */
NARROW_CODE static void NAME(run_expression)(char** at, const npy_intp* n, const npy_intp* by, void* data) {
    const Expression* e = (const Expression*)data;
    const int all = e->inputs + e->results;
    REAL copies[MOST_OPERANDS][STRIP];
    char* now[MOST_OPERANDS];
    npy_intp i, m;
    int k, dense = 1;
    for (k = 0; k < e->inputs; k++) dense &= by[k] == BYTES || e->numbers >> k & 1;
    if (dense) {
        e->LETTER(at, *n);
        return;
    }
    for (i = 0; i < *n; i += m) {
        m = *n - i < STRIP ? *n - i : STRIP;
        for (k = 0; k < all; k++) {
            npy_intp j;
            now[k] = k < e->inputs && e->numbers >> k & 1 ? at[k] : at[k] + i * BYTES;
            if (k >= e->inputs || e->numbers >> k & 1 || by[k] == BYTES) continue;
            now[k] = (char*)copies[k];
            if (by[k] || !i)
                for (j = 0; j < m; j++) copies[k][j] = *(const REAL*)(at[k] + (i + j) * by[k]);
        }
        e->LETTER(now, m);
    }
}

#endif
