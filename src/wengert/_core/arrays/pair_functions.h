/* hypot, arctan2 and nextafter. */
#if !defined(LOOPS)

#include "arcs.h"
#include "number_bits.h"

EACH float hypot_of_f(float x, float y) {
    const double a = x, b = y;
    const float h = (float)sqrt(a * a + b * b);
    return ((fabsf(x) == INFINITY) | (fabsf(y) == INFINITY)) ? INFINITY : h;
}

/* The root is corrected by what its square leaves (Borges, "An improved algorithm for hypot(a,b)", 2019). */
EACH int tame_for_hypot_d(double x, double y) {
    const double a = fabs(x), b = fabs(y), top = a > b ? a : b;
    return (x == x) & (y == y) & (top < 1e150) & (top > 1e-140);
}
EACH double hypot_of_tame_d(double x, double y) {
    const double a = fabs(x), b = fabs(y), top = a > b ? a : b, low = a > b ? b : a;
    double e, f, g, h, p, q, s;
    p = product_of(top, top, &e), q = product_of(low, low, &f);
    h = sqrt(p + q);
    s = product_of(h, h, &g);
    return h + ((((p - s) + q) + (e - g)) + f) / (2.0 * h);
}
EACH double hypot_of_d(double x, double y) { return tame_for_hypot_d(x, y) ? hypot_of_tame_d(x, y) : hypot(x, y); }

#define LOOPS "pair_functions.h"
#include "each_real.h"
#undef LOOPS

#else

/* The angle of a point: that of the smaller coordinate over the larger one, turned. */
EACH REAL FORMULA(arctan2_of)(REAL y, REAL x) {
    const REAL quarter = (REAL)HALF_PI_D, lost = (REAL)(BYTES == 4 ? -REST_OF_PI : MORE_OF_PI_D);
    const REAL across = MATH(fabs)(x), up = MATH(fabs)(y), top = up > across ? up : across, low = up > across ? across : up;
    const REAL first = FORMULA(arctan_of)(top == 0 ? 0 : low == top ? 1 : low / top);
    const REAL half = up > across ? quarter - (first - lost) : first;
    const REAL whole = FORMULA(signed)(1, x) < 0 ? 2 * quarter - (half - 2 * lost) : half;
    return ((x != x) | (y != y)) ? x + y : FORMULA(signed)(whole, y);
}

EACH REAL FORMULA(nextafter_of)(REAL x, REAL y) {
    const REAL away = FORMULA(of_bits)(FORMULA(bits)(x) + ((x < y) == (x > 0) ? 1 : -1));
    const REAL first = FORMULA(signed)(FORMULA(of_bits)(1), y);
    return ((x != x) | (y != y)) ? x + y : x == y ? y : x == 0 ? first : away;
}

#endif
