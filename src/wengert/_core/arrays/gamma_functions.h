/* The logarithm of the gamma function, and its derivatives. */
#ifndef WENGERT_GAMMA_FUNCTIONS_H
#define WENGERT_GAMMA_FUNCTIONS_H

#include "logarithms.h"

/* Of numbers above -7.5. From 8 on it is Stirling's series. From 1.5 on it is a polynomial about 2, and the logarithm
   of the factors between. Below, the polynomial is about 1; and from 0.5 on downwards the factors are divisors. */
EACH double lgamma_of_tame_d(double x) {
    const int high = x >= 8.0, low = x < 1.5, lowest = x < 0.5;
    const double y = high ? 2.0 : fabs(x), whole = nearest(y);
    const double z = low ? (lowest ? x + whole : x - 1.0) : y - whole, near = (double)(float)z;
    const double count = lowest ? whole : whole - 2.0, r = 1.0 / (high ? x : 8.0), s = r * r;
    double factors = lowest ? y : 1.0, p = -1.3029870239068415e-07, q = -0.0016526004455595122, l;
    factors *= count > 0.5 ? y - 1.0 : 1.0;
    factors *= count > 1.5 ? y - 2.0 : 1.0;
    factors *= count > 2.5 ? y - 3.0 : 1.0;
    factors *= count > 3.5 ? y - 4.0 : 1.0;
    factors *= count > 4.5 ? y - 5.0 : 1.0;
    factors *= count > 5.5 ? y - 6.0 : 1.0;
    factors *= count > 6.5 ? y - 7.0 : 1.0;
    p = p * z + 2.7475390051909663e-07;
    p = p * z - 4.3454173670260496e-07;
    p = p * z + 9.242852225162277e-07;
    p = p * z - 2.043022895180944e-06;
    p = p * z + 4.3828545383846665e-06;
    p = p * z - 9.43891959627718e-06;
    p = p * z + 2.050601970174762e-05;
    p = p * z - 4.492628637818162e-05;
    p = p * z + 9.945761692157133e-05;
    p = p * z - 0.00022315475602710603;
    p = p * z + 0.0005096695196526673;
    p = p * z - 0.00119275391176255;
    p = p * z + 0.002890510330865901;
    p = p * z - 0.007385551028673429;
    p = p * z + 0.02058080842778338;
    p = p * z - 0.0673523010531981;
    p = z * z * (p * z + 0.3224670334241132);
    q = q * s + 0.0008372834512071336;
    q = q * s - 0.0005952025951802712;
    q = q * s + 0.0007936506649488252;
    q = q * s - 0.002777777777606244;
    q = q * s + 0.0833333333333333;
    l = log_in_double(high ? x : fabs(factors));
    p = low ? -0.5772156715393066 * near +  /* Euler's constant in two parts, so that this product is exact */
              ((p + below_log1p(low ? z : 0.0)) - (0.5772156715393066 * (z - near) - 6.637773780018488e-09 * z))
            : 0.42278433509846713 * z + p;
    p = lowest ? p - l : p + l;
    p = (z == 0.0) & lowest ? INFINITY : p;
    return high ? (x - 0.5) * (l - 1.0) + (0.4189385332046727 + r * q) : p;
}
EACH int64_t tame_for_lgamma_d(double x) { return -(int64_t)((x > -7.5) & (x < 1e305)); }
/* The size of sin(pi * x) / pi. */
EACH double sine_over_pi(double x) {
    const double r = x - nearest(x), z = r * r * -9.869604401089358;
    return fabs(r) * (1.0 + z * (1.0 / 6) * (1.0 + z * (1.0 / 20) * (1.0 + z * (1.0 / 42) *
                     (1.0 + z * (1.0 / 72) * (1.0 + z * (1.0 / 110) * (1.0 + z * (1.0 / 156) *
                     (1.0 + z * (1.0 / 210) * (1.0 + z * (1.0 / 272) * (1.0 + z * (1.0 / 342) *
                     (1.0 + z * (1.0 / 420) * (1.0 + z * (1.0 / 506))))))))))));
}
/* The gammas of x and -x have the product -pi / (x * sin(pi * x)). */
EACH double lgamma_of_d(double x) {
    const int turned = x <= -7.5;
    const double far = x < -4503599627370496.0 ? -4503599627370496.0 : x;
    const double sine = sine_over_pi(far);
    double out = lgamma_of_tame_d(turned ? -far : x);
    out = turned ? -log_in_double((turned ? -far : 1.0) * (sine == 0.0 ? 1.0 : sine)) - out : out;
    out = (turned & (sine == 0.0)) ? INFINITY : out;
    return x != x ? x : out;
}
/* Of positive float32 numbers: fewer coefficients, in double precision. From 4 on it is Stirling's series. Below, it is
   a polynomial about 2, plus the logarithm of the factors between, or minus that of x, or of x and 1 + x. */
EACH int32_t tame_for_lgamma_f(float x) { return -((x > 0.0f) & (x < 1e37f)); }
EACH float lgamma_of_tame_f(float given) {
    const double x = given;
    const int high = x >= 4.0, low = x < 1.5, lowest = x < 0.5;
    const double y = high ? 2.0 : x, whole = nearest(y);
    const double z = lowest ? x : low ? x - 1.0 : y - whole, far = high ? x : 4.0;
    const double first = low ? x : whole > 2.5 ? y - 1.0 : 1.0;
    const double second = lowest ? 1.0 + x : whole > 3.5 ? y - 2.0 : 1.0;
    const double product = high ? x : first * second;
    const double k = exponent_of_d(product), f = fraction_of_d(product) - 1.0;
    const double both = 1.0 / ((2.0 + f) * far);  /* one division for two: it takes as long as ten products */
    const double t = f * far * both, u = t * t, r = (2.0 + f) * both, s = r * r;
    double p = -5.208118739066028e-05, l = 0.11665233608151918;
    p = p * z + 0.00011498248215687683;
    p = p * z - 0.00022131048050323795;
    p = p * z + 0.0005056692566204219;
    p = p * z - 0.0011929584843006534;
    p = p * z + 0.0028909539767244677;
    p = p * z - 0.0073855418319890166;
    p = p * z + 0.02058078848508634;
    p = p * z - 0.06735230116846887;
    p = p * z + 0.3224670336740658;
    p = (p * z + 0.42278433509846713) * z;
    l = l * u + 0.14275410407980332;
    l = l * u + 0.20000060919903062;
    l = l * u + 0.33333333277248545;
    l = k * 0.6931471805599453 + (f - t * (f - 2.0 * u * l));
    p += low ? -l : l;
    return (float)(high ? (x - 0.5) * (l - 1.0) + (0.4189385332046727 + r * (0.08333332931388039 -
                          s * (0.002776614872572009 - s * 0.0007427214288703079))) : p);
}
EACH float lgamma_of_f(float x) {
    return x != x ? x : tame_for_lgamma_f(x) ? lgamma_of_tame_f(x) : (float)lgamma_of_d((double)x);
}

/* Digamma, from 1/2 on: its asymptotic series at x + 8 (Abramowitz and Stegun, 1964, 6.3.18), less the sum of 1 / (x + k)
   for k from 0 to 7. The first of these terms and the last one add up to (2 * x + 7) / (x * (x + 7)), and so on. Near its
   zero, digamma is the distance from it times a polynomial. */
EACH int64_t tame_for_digamma_d(double x) { return -(int64_t)((x >= 0.5) & (x < 1e300)); }
EACH double digamma_of_tame_d(double x) {
    const double few = x > 1e30 ? 1.0 : x, u = few * (few + 7.0), a = u * (u + 6.0), b = (u + 10.0) * (u + 12.0);
    const double sum = (2.0 * few + 7.0) * ((2.0 * u + 6.0) * b + (2.0 * u + 22.0) * a) / (a * b);
    const double y = few + 8.0, r = 1.0 / y, s = r * r, far = log_from_d(x > 1e30 ? x : y, 0.0);
    const double near = (x - 1.4616321449683622) - 9.549995429965697e-17;
    double p = -0.4432598039215686, q = -0.0036111916870879956;
    p = p * s + 0.08333333333333333;
    p = p * s - 0.021092796092796094;
    p = p * s + 0.007575757575757576;
    p = p * s - 0.004166666666666667;
    p = p * s + 0.003968253968253968;
    p = p * s - 0.008333333333333333;
    p = p * s + 0.08333333333333333;
    q = q * near + 0.005263189492395205;
    q = q * near - 0.007190230388479612;
    q = q * near + 0.01052002275290731;
    q = q * near - 0.015425192018558792;
    q = q * near + 0.02259816400235678;
    q = q * near - 0.03316111975085133;
    q = q * near + 0.04880428090808958;
    q = q * near - 0.07219956131021565;
    q = q * near + 0.10782405073980546;
    q = q * near - 0.16394270544222042;
    q = q * near + 0.25849976095552935;
    q = q * near - 0.4427631689835923;
    q = q * near + 0.9676722454476212;
    return x > 1e30 ? far : fabs(near) < 0.2 ? q * near : far - (sum + (0.5 * r + s * p));
}
/* That of 1 - x, less pi / tan(pi * x). The sign of zero tells on which side of the pole it is. */
EACH double digamma_of_d(double x) {
    const int low = x < 0.5;
    const double r = low ? x - nearest(x) : 0.25, sine = sine_over_pi(r), cosine = sine_over_pi(0.5 - fabs(r));
    const double part = digamma_of_tame_d(low ? 1.0 - (x < -1e15 ? -1e15 : x) : x < INFINITY ? x : 1.0);
    const double found = low ? part - signed_d(3.141592653589793 * cosine / sine, r) : part;
    return x == 0.0 ? -signed_d(INFINITY, x) : ((r == 0.0) | (x == -INFINITY)) ? NAN : x == INFINITY ? x : x != x ? x : found;
}
EACH float digamma_of_f(float x) { return (float)digamma_of_d((double)x); }

/* The derivative of digamma is the sum of 1 / (x + k) ** 2 for all k from 0 on. The first terms are added in pairs,
   the rest is its asymptotic series (Abramowitz and Stegun, 1964, 6.4.12). */
EACH double two_squares(double x) {
    const double y = x + 1.0, product = x * y;
    return (x * x + y * y) / (product * product);
}
EACH double trigamma_of_tame_d(double x) {  /* from 1/2 on */
    const double few = x > 1e30 ? 1.0 : x, y = x + 8.0, r = 1.0 / y, s = r * r;
    const double sum = (two_squares(few + 6.0) + two_squares(few + 4.0)) +
                       (two_squares(few + 2.0) + two_squares(few));
    double p = 54.971177944862156;
    p = p * s - 7.092156862745098;
    p = p * s + 1.1666666666666667;
    p = p * s - 0.2531135531135531;
    p = p * s + 0.07575757575757576;
    p = p * s - 0.03333333333333333;
    p = p * s + 0.023809523809523808;
    p = p * s - 0.03333333333333333;
    p = p * s + 0.16666666666666666;
    p = (p * s * r + 0.5 * s) + r;
    return x > 1e30 ? r : p + sum;
}
EACH int64_t tame_for_trigamma_d(double x) { return -(int64_t)(x >= 0.5); }
/* Those of x and 1 - x have the sum (pi / sin(pi * x)) ** 2. */
EACH double trigamma_of_d(double x) {
    const int low = x < 0.5;
    const double sine = low ? sine_over_pi(x) : 1.0, part = trigamma_of_tame_d(low ? 1.0 - x : x);
    return x == -INFINITY ? NAN : low ? 1.0 / (sine * sine) - part : part;
}
EACH int32_t tame_for_trigamma_f(float x) { return -((x >= 0.5f) & (x < INFINITY)); }
EACH float trigamma_of_tame_f(float given) {
    const double x = given, y = x + 4.0, r = 1.0 / y, s = r * r;
    const double p = 0.16666666666666666 -
                     s * (0.03333333333333333 - s * (0.023809523809523808 - s * 0.03333333333333333));
    return (float)(((p * s * r + 0.5 * s) + r) + (two_squares(x) + two_squares(x + 2.0)));
}
EACH float trigamma_of_f(float x) {
    return tame_for_trigamma_f(x) ? trigamma_of_tame_f(x) : (float)trigamma_of_d((double)x);
}

#endif
