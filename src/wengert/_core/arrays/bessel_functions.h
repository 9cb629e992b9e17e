/* Modified Bessel functions. */
#ifndef WENGERT_BESSEL_FUNCTIONS_H
#define WENGERT_BESSEL_FUNCTIONS_H

#include "exponentials.h"

/* Modified Bessel functions of the first kind: polynomials in x * x up to 8, and beyond it exp(x) / sqrt(x) times
   polynomials in 1 / x. */
EACH double i0_near(double u) {
    double p = 1.3566375034776484e-19;
    p = p * u + 1.991340271563107e-17;
    p = p * u + 1.006956129133633e-14;
    p = p * u + 2.372138906975478e-12;
    p = p * u + 4.717998493098428e-10;
    p = p * u + 6.780235271415093e-08;
    p = p * u + 6.781830663326435e-06;
    p = p * u + 0.000434026961971225;
    p = p * u + 0.015625002161665857;
    p = p * u + 0.24999999796584937;
    return p * u + 1.0000000002806075;
}
EACH double i1_near(double u) {
    double p = 2.7504332031990734e-18;
    p = p * u + 3.5045817209119257e-16;
    p = p * u + 1.6178198883842552e-13;
    p = p * u + 3.318284608265507e-11;
    p = p * u + 5.662105503699708e-09;
    p = p * u + 6.780216101708519e-07;
    p = p * u + 5.4254576492123515e-05;
    p = p * u + 0.002604162677676207;
    p = p * u + 0.06250000521453322;
    return p * u + 0.4999999989691659;
}
EACH double i0_far(double s) {
    double p = 1.8303249827265253;
    p = p * s - 0.3067122384510812;
    p = p * s + 0.0852963177591171;
    p = p * s + 0.027237998245601143;
    p = p * s + 0.028095293727847172;
    p = p * s + 0.049867411442969;
    return p * s + 0.39894228092856826;
}
EACH double i1_far(double s) {
    double p = -2.0790638734909215;
    p = p * s + 0.33884051669643933;
    p = p * s - 0.10359641069908958;
    p = p * s - 0.03864458252875789;
    p = p * s - 0.04680237587786026;
    p = p * s - 0.14960292244948484;
    return p * s + 0.39894227978504143;
}
EACH double i_near(double x, int odd) { return odd ? i1_near(x * x) * x : i0_near(x * x); }
EACH double i_far(double x, int odd) { return (odd ? i1_far(1.0 / x) : i0_far(1.0 / x)) / sqrt(x); }

EACH float i_of(float given, int odd) {
    const double size = fabs((double)given), x = size > 120.0 ? 120.0 : size;  /* the result is infinite */
    const double low = x > 8.0 ? 8.0 : x, high = x > 8.0 ? x : 8.0;
    const double far = i_far(high, odd) * exp_in_double(high), near = i_near(low, odd);
    return given - given != 0.0f ? NAN :  /* at infinity, too, as SciPy and PyTorch have it */
           (float)(odd && given < 0.0f ? -1.0 : 1.0) * (float)(x > 8.0 ? far : near);
}
/* The same times exp(-|x|). */
EACH float i_of_scaled(float given, int odd) {
    const double x = fabs((double)given), low = x > 8.0 ? 8.0 : x, high = x > 8.0 ? x : 8.0;
    const double near = i_near(low, odd) * exp_in_double(-low), far = i_far(high, odd);
    return given != given ? given : (float)(odd && given < 0.0f ? -1.0 : 1.0) * (float)(x > 8.0 ? far : near);
}
EACH float i0_of_f(float x) { return i_of(x, 0); }
EACH float i1_of_f(float x) { return i_of(x, 1); }
EACH float i0e_of_f(float x) { return i_of_scaled(x, 0); }
EACH float i1e_of_f(float x) { return i_of_scaled(x, 1); }

#endif
