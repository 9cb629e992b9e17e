/* The error function, its inverse, and the normal distribution function. */
#ifndef WENGERT_ERROR_FUNCTIONS_H
#define WENGERT_ERROR_FUNCTIONS_H

#include "exponentials.h"
#include "logarithms.h"

/* erf is x plus x times a polynomial in x * x up to 1.2, and beyond it 1 - 1 / (a polynomial in x) ** 8: it never
   exceeds 1. */
EACH float erf_of_f(float x) {
    float size = fabsf(x), s, near, p;
    size = size > 4.0f ? 4.0f : size;
    s = size * size;
    near = 6.527395453304052e-05f;
    near = near * s - 7.562192040495574e-04f;
    near = near * s + 5.131273530423641e-03f;
    near = near * s - 2.6820169761776924e-02f;
    near = near * s + 1.1282685399055481e-01f;
    near = near * s - 3.7612536549568176e-01f;
    near = near * s + 1.2837915122509003e-01f;
    p = 6.995382136665285e-04f;
    p = p * size - 5.964045412838459e-03f;
    p = p * size + 2.8160493820905685e-02f;
    p = p * size - 6.322938948869705e-02f;
    p = p * size + 1.2549248337745667e-01f;
    p = p * size - 3.0196274165064096e-03f;
    p = p * size + 1.8830768764019012e-01f;
    p = p * size + 9.896606802940369e-01f;
    p = p * p, p = p * p, p = p * p;
    return signed_f(size > 1.2f ? 1.0f - 1.0f / p : near * size + size, x);
}

/* Below 0, the normal distribution function is the 4th power of a polynomial in the distance from 0, halved. It is
   less than 2e-8 from -5.6 on downwards, and counts as 0 there. Accurate to 1.4e-7, not in every digit. Of fused
   products. */
EACH float normal_cdf_of_f(float x) {
    float size = fabsf(x), p = 8.076236213128141e-08f;
    p = fmaf(p, size, -1.4826870256001712e-06f);
    p = fmaf(p, size, 7.1918157118489034e-06f);
    p = fmaf(p, size, 2.3812066501704976e-05f);
    p = fmaf(p, size, -0.0002573857200331986f);
    p = fmaf(p, size, -0.00019425673235673457f);
    p = fmaf(p, size, 0.004638094920665026f);
    p = fmaf(p, size, 0.005475129000842571f);
    p = fmaf(p, size, -0.05968489125370979f);
    p = fmaf(p, size, -0.19947101175785065f);
    p = fmaf(p, size, 1.0f);
    p = p * p, p = p * p * 0.5f;
    p = size > 5.6f ? 0.0f : p;
    return x > 0.0f ? 1.0f - p : p;
}
EACH float gelu_of_f(float x) { return x * normal_cdf_of_f(x); }

/* exp(x * x) * erfc(x) is s times a polynomial in s = 1 / (x + 2.5), for x from 0 on (Shepherd and Laframboise,
   "Chebyshev approximation of (1 + 2x)exp(x^2)erfc x", 1981). Beyond 10.3 the result is 0 in float32. */
EACH double erfc_in_double(double size) {
    const double x = size > 10.3 ? 10.3 : size, s = 1.0 / (x + 2.5);
    double p = -450.9497746206866;
    p = p * s + 769.7801009212693;
    p = p * s - 320.58484660885154;
    p = p * s - 126.986249614453;
    p = p * s + 96.05281505167105;
    p = p * s - 10.042467748015085;
    p = p * s + 16.619912771628698;
    p = p * s + 6.169513552042526;
    p = p * s + 3.2805699907252692;
    p = p * s + 1.4090615185309425;
    p = p * s + 0.5642131270529913;
    return exp_in_double(-x * x) * p * s;
}
EACH float erfc_of_f(float x) {
    const double beyond = erfc_in_double(fabs((double)x));
    return x != x ? x : (float)(x < 0.0f ? 2.0 - beyond : beyond);
}
EACH float ndtr_of_f(float x) {
    const double beyond = 0.5 * erfc_in_double(fabs((double)x) * 0.7071067811865476);
    return x != x ? x : (float)(x > 0.0f ? 1.0 - beyond : beyond);
}

/* The error function in float64. erf is x times a polynomial in x * x up to 1. Far from 0, erfc is a polynomial in
   (x - 3.75) / (x + 3.75), which is stretched to run from -1 to 1, times exp(-x * x) / (1 + 2 * x) (Shepherd and
   Laframboise, as above). Of fused products. */
EACH double erfc_beyond(double size) {
    const double x = size > 27.3 ? 27.3 : size;
    const double u = (x - 3.75) / (x + 3.75) * 1.1373626373626373 + 0.13736263736263735;
    const double split = x * 134217729.0, high = split - (split - x), low = x - high, square = x * x;
    const double lost = low * low - ((square - high * high) - 2.0 * high * low);  /* of the square, in rounding */
    const double t = square * -LOG2_E_D + WHOLE_D, k = t - WHOLE_D, half = nearest(k * 0.5);
    const double r = ((-square - k * LN2_HIGH_D) - k * LN2_LOW_D) - lost;
    double p = -1.3573643467227438e-10;
    p = fma(p, u, 3.719090747447789e-10);
    p = fma(p, u, 2.020131814360472e-09);
    p = fma(p, u, -5.165599006182704e-09);
    p = fma(p, u, -1.9634774030846817e-08);
    p = fma(p, u, 5.332809101374581e-08);
    p = fma(p, u, 1.6437106519769898e-07);
    p = fma(p, u, -5.933407656641542e-07);
    p = fma(p, u, -1.1077329352391705e-06);
    p = fma(p, u, 7.231697613582949e-06);
    p = fma(p, u, 5.903849311329615e-07);
    p = fma(p, u, -8.074925515088596e-05);
    p = fma(p, u, 0.00019747153019083357);
    p = fma(p, u, 0.0003617366933615796);
    p = fma(p, u, -0.004061524360176301);
    p = fma(p, u, 0.01568535723162237);
    p = fma(p, u, -0.04014212739994439);
    p = fma(p, u, 0.07593849923063078);
    p = fma(p, u, -0.10713865223733691);
    p = fma(p, u, 0.10235689451871405);
    p = fma(p, u, -0.02904827891438888);
    p = fma(p, u, -0.1201303617406648);
    p = fma(p, u, 1.2543315456787354);
    return p * (1.0 + grown_by_d(r)) / (1.0 + 2.0 * x) * power_of_two(half) * power_of_two(k - half);  /* in two steps, as in exp_of_f */
}
EACH double erf_near(double x) {
    const double u = 2.0 * x * x - 1.0;
    double p = -3.8078827395263415e-13;
    p = fma(p, u, 9.211251258348265e-12);
    p = fma(p, u, -2.035228404899467e-10);
    p = fma(p, u, 4.115751497588646e-09);
    p = fma(p, u, -7.51156928660089e-08);
    p = fma(p, u, 1.2233827638116999e-06);
    p = fma(p, u, -1.7537169441124826e-05);
    p = fma(p, u, 0.00021751715603563404);
    p = fma(p, u, -0.0022854855611441132);
    p = fma(p, u, 0.019852496688984218);
    p = fma(p, u, -0.1405360890227171);
    p = fma(p, u, 0.9654687386698673);
    return p * x;
}
EACH double erf_of_d(double x) {
    const double size = fabs(x), far = 1.0 - erfc_beyond(size), near = erf_near(size > 1.0 ? 1.0 : size);
    return x != x ? x : signed_d(size > 1.0 ? far : near, x);
}
EACH double erfc_of_d(double x) {
    const double size = fabs(x), far = erfc_beyond(size), near = 1.0 - erf_near(size > 0.4 ? 0.4 : size);
    const double p = size < 0.4 ? near : far;
    return x != x ? x : x < 0.0 ? 2.0 - p : p;
}

/* The inverse of the error function is x times a function of w = -log(1 - x * x), or of its square root from 6.25 on: a
   polynomial up to 6.25, to 16, and beyond, each in u from -1 to 1 (as Giles, "Approximating the erfinv function", 2010).
   Of fused products. */
EACH double erfinv_near(double w) {
    const double u = w * 0.32 - 1.0, v = u * u;
    double even = -8.577966939639941e-11, odd = 7.801712199036253e-10;
    even = fma(even, v, 9.07207594789291e-09), odd = fma(odd, v, -8.627191009014394e-09);
    even = fma(even, v, -1.0514990713371436e-07), odd = fma(odd, v, 3.931511157646558e-08);
    even = fma(even, v, 5.456420572209782e-07), odd = fma(odd, v, -1.0412692841159635e-08);
    even = fma(even, v, -6.87655180725494e-07), odd = fma(odd, v, -1.0591188098187532e-06);
    even = fma(even, v, -1.1255653983969421e-05), odd = fma(odd, v, 7.12993974314695e-06);
    even = fma(even, v, 9.336692787624058e-05), odd = fma(odd, v, -1.5027665773117194e-05);
    even = fma(even, v, -0.00026439358646646055), odd = fma(odd, v, -0.0001168888508125076);
    even = fma(even, v, -0.0012716922769885114), odd = fma(odd, v, 0.0012324855702994214);
    even = fma(even, v, 0.0178083618187569), odd = fma(odd, v, -0.004137314377547895);
    even = fma(even, v, -0.0589225671037876), odd = fma(odd, v, -0.022604447453444733);
    even = fma(even, v, 1.6536545626831027), odd = fma(odd, v, 0.7504943200799635);
    return fma(odd, u, even);
}
EACH double erfinv_middle(double root) {
    const double u = (root - 3.25) * 1.3333333333333333, v = u * u;
    double even = 3.929056598182976e-12, odd = -6.385846404875191e-11;
    even = fma(even, v, -2.7195823537882847e-09), odd = fma(odd, v, 9.85047133124713e-10);
    even = fma(even, v, 2.6703991718481456e-08), odd = fma(odd, v, -3.6086983146965074e-10);
    even = fma(even, v, 9.267642775523117e-08), odd = fma(odd, v, -9.46984593753811e-08);
    even = fma(even, v, -2.6646983082852556e-06), odd = fma(odd, v, 5.264680305425013e-07);
    even = fma(even, v, 2.4058391918338327e-06), odd = fma(odd, v, 5.127314470348767e-06);
    even = fma(even, v, 0.00016966502592018017), odd = fma(odd, v, -4.739182677882865e-05);
    even = fma(even, v, 0.0007883078509981353), odd = fma(odd, v, -0.0004006356984211825);
    even = fma(even, v, 0.00302113943638407), odd = fma(odd, v, -0.0015825410894034398);
    even = fma(even, v, 3.0838856104922208), odd = fma(odd, v, 0.7539442257706239);
    return fma(odd, u, even);
}
EACH double erfinv_far(double root) {
    const double u = (root - 5.1) * 0.9090909090909091, v = u * u;
    double even = -5.965709341155373e-12, odd = 2.5349148528206556e-11;
    even = fma(even, v, -3.5815405535187345e-11), odd = fma(odd, v, -2.6015560345948675e-11);
    even = fma(even, v, 3.0261498893003443e-10), odd = fma(odd, v, -1.148800571103624e-09);
    even = fma(even, v, 3.1682796058171497e-09), odd = fma(odd, v, -7.043932987390294e-09);
    even = fma(even, v, 1.3384315603324056e-08), odd = fma(odd, v, -2.3281757139269136e-08);
    even = fma(even, v, 4.294062456392986e-08), odd = fma(odd, v, -1.071146680926878e-07);
    even = fma(even, v, 3.8398334878991497e-07), odd = fma(odd, v, -1.619526828497e-06);
    even = fma(even, v, 6.891264374853724e-06), odd = fma(odd, v, -2.7640591704736297e-05);
    even = fma(even, v, 9.780198006401696e-05), odd = fma(odd, v, -0.0002482488260303103);
    even = fma(even, v, -0.0002406192310305004), odd = fma(odd, v, 1.1112932209525204);
    even = fma(even, v, 4.950934853078874);
    return fma(odd, u, even);
}
EACH int64_t tame_for_erfinv_d(double x) { return -(int64_t)(fabs(x) < 0.999); }
EACH double erfinv_of_tame_d(double x) { return erfinv_near(-log_in_double((1.0 - x) * (1.0 + x))) * x; }
EACH double erfinv_of_d(double x) {
    const double size = fabs(x), w = -log_in_double(size < 1.0 ? (1.0 - x) * (1.0 + x) : 0.5);
    const double root = sqrt(w), far = w < 16.0 ? erfinv_middle(root) : erfinv_far(root);
    const double out = (w < 6.25 ? erfinv_near(w) : far) * x;
    return size < 1.0 ? out : size == 1.0 ? x * INFINITY : NAN;
}

#endif
