/* Functions of two numbers, of pairs that lie next to each other: pair_table.h lists them. */
#if !defined(LOOPS)

#include "pair_functions.h"
#include "remainders.h"

#define LOOPS "pair_loops.h"
#define WITH_INTEGERS
#include "each_width.h"

typedef void (*Pairs)(const void*, const void*, void*, npy_intp);
typedef struct {
    const char* name;
    Pairs f, d, i, l;  /* for this processor, or NULL */
} PairFunction;

#define PAIR(name, f, d, whole) +1
enum { PAIR_FUNCTIONS = 0
#include "pair_table.h"
};
#undef PAIR

#define OF_ALL UP_TO_32
#define OF_TAME UP_TO_32
#define OF_DIVISION UP_TO_32
#define NO_LOOP(name) NULL
#define PAIR(name, f, d, whole) {#name, f(name##_f), d(name##_d), whole(name##_i), whole(name##_l)},
static inline void list_pair_functions(PairFunction* out) {
    const PairFunction all[] = {
#include "pair_table.h"
    };
    memcpy(out, all, sizeof(all));
}
#undef OF_ALL
#undef OF_TAME
#undef OF_DIVISION
#undef NO_LOOP
#undef PAIR

#else

#define STRIP 64  /* pairs that are tame or not together */

/* Formulas come as functions, and are compiled into the loop. */
EACH CODE void NAME(all_pairs)(const REAL* x, const REAL* y, REAL* out, npy_intp n, REAL (*of)(REAL, REAL)) {
    npy_intp i;
    ALONE for (i = 0; i < n; i++) out[i] = of(x[i], y[i]);
}

/* Pairs that are not tame are few: their formula is not compiled for vectors. */
EACH CODE void NAME(pair_strips)(const REAL* x, const REAL* y, REAL* out, npy_intp n, int (*tame)(REAL, REAL),
                                 REAL (*of_tame)(REAL, REAL), REAL (*of)(REAL, REAL)) {
    npy_intp i = 0;
    int k;
    for (; i + STRIP <= n; i += STRIP) {
        int all = 1;
        for (k = 0; k < STRIP; k++) all &= tame(x[i + k], y[i + k]);
        if (all) {
            ALONE for (k = 0; k < STRIP; k++) out[i + k] = of_tame(x[i + k], y[i + k]);
        } else {
            for (k = 0; k < STRIP; k++) out[i + k] = of(x[i + k], y[i + k]);
        }
    }
    for (; i < n; i++) out[i] = of(x[i], y[i]);
}

#define LOOP(name) static CODE void NAME(name)(const void* x, const void* y, void* out, npy_intp n)
#define FORMULAS(tame, name) FORMULA(tame), FORMULA(name##_of_tame), FORMULA(name##_of)
#define OF_ALL(name) LOOP(name) { NAME(all_pairs)(x, y, out, n, FORMULA(name##_of)); }
#define OF_TAME(name) LOOP(name) { NAME(pair_strips)(x, y, out, n, FORMULAS(tame_for_##name, name)); }
#define OF_DIVISION(name) LOOP(name) { NAME(pair_strips)(x, y, out, n, FORMULAS(tame_to_divide, name)); }
#define NO_LOOP(name)

#if defined(WHOLE_NUMBERS)
#define PAIR(name, f, d, whole) whole(name)
#elif BYTES == 4
#define PAIR(name, f, d, whole) f(name)
#else
#define PAIR(name, f, d, whole) d(name)
#endif
#include "pair_table.h"

#undef STRIP
#undef LOOP
#undef FORMULAS
#undef OF_ALL
#undef OF_TAME
#undef OF_DIVISION
#undef NO_LOOP
#undef PAIR
#endif
