/* Functions of numbers that lie next to each other: function_table.h lists them. */
#if !defined(LOOPS)

#include "arcs.h"
#include "bessel_functions.h"
#include "error_functions.h"
#include "exponentials.h"
#include "gamma_functions.h"
#include "logarithms.h"
#include "sines.h"

#define LOOPS "function_loops.h"
#define UP_TO_WIDEST
#include "each_width.h"

typedef void (*Dense)(const void*, void*, npy_intp);
typedef struct {
    const char* name;
    Dense f, d;  /* for this processor, or NULL */
    int brisk;
} Function;

#define FUNCTION(name, f, d, up_to, weight) +1
enum { FUNCTIONS = 0
#include "function_table.h"
};
#undef FUNCTION

#define OF_ALL(name, up_to) up_to(name)
#define OF_TAME(name, up_to) up_to(name)
#define NO_LOOP(name, up_to) NULL
#define BRISK 1
#define SLOW 0
#define FUNCTION(name, f, d, up_to, weight) {#name, f(name##_f, up_to), d(name##_d, up_to), weight},
static inline void list_functions(Function* out) {
    const Function all[] = {
#include "function_table.h"
    };
    memcpy(out, all, sizeof(all));
}
#undef OF_ALL
#undef OF_TAME
#undef NO_LOOP
#undef BRISK
#undef SLOW
#undef FUNCTION

#else

#define STRIP 64  /* numbers that are tame or not together */

/* Formulas come as functions, and are compiled into the loop. What ``tame`` gives is negative for tame numbers. */
EACH CODE void NAME(all)(const REAL* x, REAL* out, npy_intp n, REAL (*of)(REAL)) {
    npy_intp i;
    ALONE for (i = 0; i < n; i++) out[i] = of(x[i]);
}

EACH CODE void NAME(strips)(const REAL* x, REAL* out, npy_intp n, INTEGER (*tame)(REAL), REAL (*of_tame)(REAL),
                            REAL (*of)(REAL)) {
    npy_intp i = 0;
    int k;
    for (; i + STRIP <= n; i += STRIP) {
        INTEGER all = -1;
        for (k = 0; k < STRIP; k++) all &= tame(x[i + k]);
        if (all < 0) {
            ALONE for (k = 0; k < STRIP; k++) out[i + k] = of_tame(x[i + k]);
        } else {
            ALONE for (k = 0; k < STRIP; k++) out[i + k] = of(x[i + k]);
        }
    }
    ALONE for (; i < n; i++) out[i] = of(x[i]);
}

#define LOOP(name) static CODE void NAME(name)(const void* x, void* out, npy_intp n)
#define OF_ALL(name) LOOP(name) { NAME(all)(x, out, n, FORMULA(name##_of)); }
#define FORMULAS(name) FORMULA(tame_for_##name), FORMULA(name##_of_tame), FORMULA(name##_of)
#define OF_TAME(name) LOOP(name) { NAME(strips)(x, out, n, FORMULAS(name)); }
#define NO_LOOP(name)

#if BYTES == 4
#define FUNCTION(name, f, d, up_to, weight) f(name)
#else
#define FUNCTION(name, f, d, up_to, weight) d(name)
#endif
#include "function_table.h"

#undef STRIP
#undef FORMULAS
#undef LOOP
#undef OF_ALL
#undef OF_TAME
#undef NO_LOOP
#undef FUNCTION
#endif
