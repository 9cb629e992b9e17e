/* Loops of steps, called as NumPy's inner loops: they read what any distances lie between, and write dense results.

   Those of one or two numbers write results that any distances lie between, too. They compute several rows, if their data
   says how many, and how far it is to the next. */
#if !defined(LOOPS)

#include <math.h>
#include "widths.h"

typedef void (*Inner)(char**, const npy_intp*, const npy_intp*, void*);

typedef struct {
    npy_intp count;
    npy_intp by[3]; /* from a row of each operand to the next */
} StepRows;

enum {
    ADD_STEP, SUBTRACT_STEP, MULTIPLY_STEP, DIVIDE_STEP, MAXIMUM_STEP, MINIMUM_STEP, COPYSIGN_STEP,
    SQRT_STEP, ABSOLUTE_STEP, RECIPROCAL_STEP, WHERE_STEP,
    LESS_STEP, LESS_EQUAL_STEP, GREATER_STEP, GREATER_EQUAL_STEP, EQUAL_STEP, NOT_EQUAL_STEP
};

#define LOOPS "step_loops.h"
#define UP_TO_WIDEST
#include "each_width.h"

#define loop_of_step_f UP_TO_64(loop_of_step_f)
#define loop_of_step_d UP_TO_64(loop_of_step_d)

#else

EACH REAL NAME(of_one)(int step, REAL x) {
    return step == SQRT_STEP ? MATH(sqrt)(x) : step == ABSOLUTE_STEP ? MATH(fabs)(x) : 1 / x;
}

/* maximum and minimum are NaN, or what vector instructions choose of two zeros, and NumPy with them. */
EACH REAL NAME(of_two)(int step, REAL x, REAL y) {
    switch (step) {
        case ADD_STEP: return x + y;
        case SUBTRACT_STEP: return x - y;
        case MULTIPLY_STEP: return x * y;
        case DIVIDE_STEP: return x / y;
        case MAXIMUM_STEP: return x != x ? x : x > y ? x : y;
        case MINIMUM_STEP: return x != x ? x : x < y ? x : y;
        default: return MATH(copysign)(x, y);
    }
}

EACH int NAME(holds)(int step, REAL x, REAL y) {
    switch (step) {
        case LESS_STEP: return x < y;
        case LESS_EQUAL_STEP: return x <= y;
        case GREATER_STEP: return x > y;
        case GREATER_EQUAL_STEP: return x >= y;
        case EQUAL_STEP: return x == y;
        default: return x != y;
    }
}

EACH CODE void NAME(one)(char** at, npy_intp n, const npy_intp* by, int step) {
    const REAL* a = (const REAL*)at[0];
    REAL* out = (REAL*)at[1];
    npy_intp i;
    if (by[0] == BYTES && by[1] == BYTES)
        ALONE for (i = 0; i < n; i++) out[i] = NAME(of_one)(step, a[i]);
    else
        for (i = 0; i < n; i++) *(REAL*)(at[1] + i * by[1]) = NAME(of_one)(step, *(const REAL*)(at[0] + i * by[0]));
}

EACH CODE void NAME(two)(char** at, npy_intp n, const npy_intp* by, int step) {
    const REAL *a = (const REAL*)at[0], *b = (const REAL*)at[1];
    REAL* out = (REAL*)at[2];
    npy_intp i;
    if (by[2] != BYTES) {
        for (i = 0; i < n; i++) {
            const REAL x = *(const REAL*)(at[0] + i * by[0]), y = *(const REAL*)(at[1] + i * by[1]);
            *(REAL*)(at[2] + i * by[2]) = NAME(of_two)(step, x, y);
        }
    } else if (by[0] == BYTES && by[1] == BYTES) {
        ALONE for (i = 0; i < n; i++) out[i] = NAME(of_two)(step, a[i], b[i]);
    } else if (by[0] == BYTES && !by[1]) {
        const REAL y = *b;
        ALONE for (i = 0; i < n; i++) out[i] = NAME(of_two)(step, a[i], y);
    } else if (by[1] == BYTES && !by[0] && step <= DIVIDE_STEP) {
        const REAL x = *a;
        ALONE for (i = 0; i < n; i++) out[i] = NAME(of_two)(step, x, b[i]);
    } else {
        for (i = 0; i < n; i++)
            out[i] = NAME(of_two)(step, *(const REAL*)(at[0] + i * by[0]), *(const REAL*)(at[1] + i * by[1]));
    }
}

/* where, of bits, whatever they mean. It has no branch: of random signs a processor guesses half of them wrong. */
EACH CODE void NAME(where)(char** at, npy_intp n, const npy_intp* by, int step) {
    const unsigned char* which = (const unsigned char*)at[0];
    const INTEGER *a = (const INTEGER*)at[1], *b = (const INTEGER*)at[2];
    INTEGER* out = (INTEGER*)at[3];
    npy_intp i;
    if (by[0] == 1 && by[1] == BYTES && by[2] == BYTES) {
        ALONE for (i = 0; i < n; i++) { const INTEGER x = a[i], y = b[i]; out[i] = which[i] ? x : y; }
    } else if (by[0] == 1 && by[1] == BYTES && !by[2]) {
        const INTEGER y = *b;
        ALONE for (i = 0; i < n; i++) { const INTEGER x = a[i]; out[i] = which[i] ? x : y; }
    } else if (by[0] == 1 && !by[1] && by[2] == BYTES) {
        const INTEGER x = *a;
        ALONE for (i = 0; i < n; i++) { const INTEGER y = b[i]; out[i] = which[i] ? x : y; }
    } else {
        for (i = 0; i < n; i++) {
            const INTEGER x = *(const INTEGER*)(at[1] + i * by[1]), y = *(const INTEGER*)(at[2] + i * by[2]);
            out[i] = which[i * by[0]] ? x : y;
        }
    }
}

/* where(a < b, x, y) and the like: a comparison and what it chooses. ``each_b`` says whether b is an array. */
EACH CODE void NAME(choices)(char** at, npy_intp n, int step, int each_b, int each_x, int each_y) {
    const REAL *a = (const REAL*)at[0], *b = (const REAL*)at[1], *x = (const REAL*)at[2], *y = (const REAL*)at[3];
    const REAL limit = *b, p = *x, q = *y;
    REAL* out = (REAL*)at[4];
    npy_intp i;
    ALONE for (i = 0; i < n; i++) {
        const REAL first = each_x ? x[i] : p, second = each_y ? y[i] : q;
        out[i] = NAME(holds)(step, a[i], each_b ? b[i] : limit) ? first : second;
    }
}

EACH CODE void NAME(choose)(char** at, npy_intp n, const npy_intp* by, int step) {
    REAL* out = (REAL*)at[4];
    npy_intp i;
    if (by[0] == BYTES && by[1] == BYTES && by[2] == BYTES && by[3] == BYTES)
        NAME(choices)(at, n, step, 1, 1, 1);
    else if (by[0] == BYTES && !by[1] && by[2] == BYTES && by[3] == BYTES)
        NAME(choices)(at, n, step, 0, 1, 1);
    else if (by[0] == BYTES && !by[1] && by[2] == BYTES && !by[3])
        NAME(choices)(at, n, step, 0, 1, 0);
    else if (by[0] == BYTES && !by[1] && !by[2] && by[3] == BYTES)
        NAME(choices)(at, n, step, 0, 0, 1);
    else if (by[0] == BYTES && !by[1] && !by[2] && !by[3])
        NAME(choices)(at, n, step, 0, 0, 0);
    else
        for (i = 0; i < n; i++) {
            const REAL x = *(const REAL*)(at[2] + i * by[2]), y = *(const REAL*)(at[3] + i * by[3]);
            const int holds = NAME(holds)(step, *(const REAL*)(at[0] + i * by[0]), *(const REAL*)(at[1] + i * by[1]));
            out[i] = holds ? x : y;
        }
}

#if defined(WIDE_CODE)
#define STEPS_OF_BOUNDS(X) X(MAXIMUM_STEP, two) X(MINIMUM_STEP, two)
#else  /* other processors choose another zero */
#define STEPS_OF_BOUNDS(X)
#endif
#define STEPS(X) \
    X(ADD_STEP, two) X(SUBTRACT_STEP, two) X(MULTIPLY_STEP, two) X(DIVIDE_STEP, two) X(COPYSIGN_STEP, two) \
    X(SQRT_STEP, one) X(ABSOLUTE_STEP, one) X(RECIPROCAL_STEP, one) X(WHERE_STEP, where) STEPS_OF_BOUNDS(X) \
    X(LESS_STEP, choose) X(LESS_EQUAL_STEP, choose) X(GREATER_STEP, choose) X(GREATER_EQUAL_STEP, choose) \
    X(EQUAL_STEP, choose) X(NOT_EQUAL_STEP, choose)

#define ROWS_OF_one(step) EACH_ROW(one, step, 2)
#define ROWS_OF_two(step) EACH_ROW(two, step, 3)
#define ROWS_OF_where(step)
#define ROWS_OF_choose(step)
#define EACH_ROW(loop, step, operands) \
    if (data) { \
        const StepRows* rows = (const StepRows*)data; \
        char* now[3] = {at[0], at[1], at[operands - 1]}; \
        npy_intp i; \
        for (i = 0; i < rows->count; i++) { \
            NAME(loop)(now, *n, by, step); \
            now[0] += rows->by[0], now[1] += rows->by[1], now[2] += rows->by[2]; \
        } \
        return; \
    }
#define AS_FUNCTION(step, loop) \
    static CODE void NAME(step)(char** at, const npy_intp* n, const npy_intp* by, void* data) { \
        ROWS_OF_##loop(step) \
        NAME(loop)(at, *n, by, step); \
    }
#define AS_CASE(step, loop) case step: return NAME(step);
STEPS(AS_FUNCTION)

/* The loop of a step, or NULL. */
static CODE Inner NAME(loop_of_step)(int step) {
    switch (step) { STEPS(AS_CASE) }
    return 0;
}

#undef STEPS_OF_BOUNDS
#undef STEPS
#undef ROWS_OF_one
#undef ROWS_OF_two
#undef ROWS_OF_where
#undef ROWS_OF_choose
#undef EACH_ROW
#undef AS_FUNCTION
#undef AS_CASE
#endif
