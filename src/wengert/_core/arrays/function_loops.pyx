# cython: boundscheck=False, wraparound=False
"""Elementary and special functions of float32 numbers, and some of float64 ones, as NumPy's universal functions whose
loops are here.

``function_loops.py`` leaves them to NumPy, in the pure build.

Note [One formula a number]. A function is written once, for one number and without branches, of sums, products,
quotients and operations on bits, each of which is rounded. The C compiler makes vectors of it, of any size that the
machine has. So the result depends on the number alone: not on the machine, the length or the strides of an array, or
the place in it.

Note [Tame numbers]. Most functions have a short form for numbers that are neither huge nor tiny, infinite or NaN. It is
used if a whole strip of numbers is tame. For tame numbers both forms give the same bits.
"""

cimport numpy as cnp
import numpy
from cpython.mem cimport PyMem_Malloc

cimport wengert._core.arrays.widths  # its C code says how functions are compiled for vectors
from .c_numpy cimport real

cnp.import_array()
cnp.import_ufunc()

cdef extern from *:
    """
    #include <fenv.h>
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    #define WARNED (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW)  /* of which NumPy warns */
    #define STRIP 64  /* numbers that are tame or not together */

    EACH float from_bits(uint32_t i) { float x; memcpy(&x, &i, 4); return x; }
    EACH uint32_t bits_of(float x) { uint32_t i; memcpy(&i, &x, 4); return i; }
    EACH double double_from(uint64_t i) { double x; memcpy(&x, &i, 8); return x; }
    EACH uint64_t double_bits(double x) { uint64_t i; memcpy(&i, &x, 8); return i; }
    EACH float signed_as(float x, float sign) {
        return from_bits((bits_of(x) & 0x7fffffffu) | (bits_of(sign) & 0x80000000u));
    }

    /* The coefficients of exp and log make the largest relative error as small as possible. */

    #define LOG2_E 1.44269504f
    #define LN2_HIGH 0.693145752f  /* few bits: its products with exponents are exact */
    #define LN2_LOW 1.42860677e-6f
    #define WHOLE 12582912.0f  /* what is added to this is rounded to an integer, which the last bits then have */

    /* x is halvings * log(2) + the rest, of which the result is exp(rest) - 1. */
    EACH float grown(float x, float halvings) {
        const float r = (x - halvings * LN2_HIGH) - halvings * LN2_LOW, s = r * r;
        return r + s * ((0.5000000095f + 0.166665186f * r) +
                        s * ((0.0416662054f + 0.008368917652f * r) + s * 0.001395052398f));
    }

    EACH int tame_for_exp(float x) { return fabsf(x) < 87.0f; }
    EACH float exp_of_tame(float x) {
        const float t = x * LOG2_E + WHOLE;
        return from_bits(bits_of(1.0f + grown(x, t - WHOLE)) + (bits_of(t) << 23));
    }
    EACH float exp_of(float x) {
        float t;
        int32_t k, half;
        x = x > 89.0f ? 89.0f : x;
        x = x < -104.0f ? -104.0f : x;
        t = x * LOG2_E + WHOLE;
        k = (int32_t)(bits_of(t) - bits_of(WHOLE)), half = k >> 1;  /* in two steps: 2 ** k may leave the range */
        return (1.0f + grown(x, t - WHOLE)) * from_bits((uint32_t)(half + 127) << 23) *
               from_bits((uint32_t)(k - half + 127) << 23);
    }

    EACH float expm1_of_tame(float x) {
        const float t = x * LOG2_E + WHOLE, scale = from_bits((bits_of(t) + 127) << 23);
        return signed_as(scale * grown(x, t - WHOLE) + (scale - 1.0f), x);
    }
    EACH float expm1_of(float x) {
        const float low = x < -30.0f ? -30.0f : x;  /* beyond both, 1 is nothing, or exp is */
        return x > 87.0f ? exp_of(x) : expm1_of_tame(low);
    }

    EACH float sigmoid_of_tame(float x) { return 1.0f / (1.0f + exp_of_tame(-x)); }
    EACH float sigmoid_of(float x) { return 1.0f / (1.0f + exp_of(-x)); }

    /* The bits of a normal number, less those of the square root of 1/2: above is the exponent, below the fraction. */
    EACH uint32_t apart(float x) { return bits_of(x) - 0x3f3504f3u; }
    EACH float exponent_of(uint32_t i) { return (float)((int32_t)i >> 23); }
    /* The logarithm of the fraction + k * LN2_HIGH + low. */
    EACH float log_from(uint32_t i, float k, float low) {
        const float f = from_bits((i & 0x7fffffu) + 0x3f3504f3u) - 1.0f, s = f * f, q = s * s;
        const float p = ((0.3333333171f - 0.2500082094f * f) + s * (0.2000122638f - 0.1662335989f * f)) +
                        q * ((0.1420177083f - 0.1316017184f * f) + s * (0.1276148625f - 0.07634412226f * f));
        return (f + ((s * f * p + low) - 0.5f * s)) + k * LN2_HIGH;
    }

    EACH int tame_for_log(float x) { return bits_of(x) - 0x00800000u < 0x7f000000u; }
    EACH float log_of_tame(float x) {
        const uint32_t i = apart(x);
        const float k = exponent_of(i);
        return log_from(i, k, k * LN2_LOW);
    }
    EACH float log_of(float x) {
        const int tiny = x < 1.17549435e-38f;
        const uint32_t i = apart(tiny ? x * 8388608.0f : x);
        const float k = exponent_of(i) - (tiny ? 23.0f : 0.0f);
        float y = log_from(i, k, k * LN2_LOW);
        y = x == INFINITY ? x : y;
        y = x == 0.0f ? -INFINITY : y;
        y = x < 0.0f ? NAN : y;
        return x != x ? x : y;
    }

    EACH int tame_for_log1p(float x) { return (x > -1.0f) & (x < 1e38f); }
    EACH float log1p_of_tame(float x) {
        const float above = 1.0f + x, lost = x - (above - 1.0f);
        const uint32_t i = apart(above);
        const float k = exponent_of(i);
        return signed_as(log_from(i, k, k * LN2_LOW + lost / above), x);
    }
    EACH float log1p_of(float x) {
        float y = x >= 1e38f ? log_of(x) : log1p_of_tame(x);
        y = x == -1.0f ? -INFINITY : y;
        y = x < -1.0f ? NAN : y;
        return x != x ? x : y;
    }

    #define HALF_PI 1.57079637f
    #define REST_OF_PI 4.37113883e-8f  /* how much too large this half is */

    /* The inverse sine of the square root of z, which is at most 1/2, of which r is the square root. */
    EACH float arcsin_from(float z, float r) {
        float p = 0.038085023561092654f;
        p = p * z + 0.026554542206161328f;
        p = p * z + 0.04500138006991017f;
        p = p * z + 0.07498855072600821f;
        p = p * z + 0.16666672414795305f;
        return p * z * r + r;
    }
    /* Beyond 1/2, the angle of x is that of a right triangle less twice that of sqrt((1 - x) / 2). */
    EACH float arcsin_of(float x) {
        const float size = fabsf(x);
        const int far = size > 0.5f;
        const float z = far ? (1.0f - size) * 0.5f : size * size, angle = arcsin_from(z, far ? sqrtf(z) : size);
        return signed_as(far ? (HALF_PI - 2.0f * angle) - REST_OF_PI : angle, x);
    }
    EACH float arccos_of(float x) {
        const float size = fabsf(x);
        const int far = size > 0.5f;
        const float z = far ? (1.0f - size) * 0.5f : size * size;
        const float angle = signed_as(arcsin_from(z, far ? sqrtf(z) : size), x);
        const float beyond = x < 0.0f ? 2.0f * (HALF_PI + (angle - REST_OF_PI)) : 2.0f * angle;
        return far ? beyond : HALF_PI - (angle + REST_OF_PI);
    }
    EACH float arctan_of(float x) {
        const float size = fabsf(x);
        const int far = size > 1.0f;
        const float t = far ? 1.0f / size : size, s = t * t;
        float p = -0.002386997316724113f;
        p = p * s + 0.013507771427020535f;
        p = p * s - 0.03587153898204336f;
        p = p * s + 0.06250169444749563f;
        p = p * s - 0.08656880430154522f;
        p = p * s + 0.11033764115313455f;
        p = p * s - 0.14278568748210602f;
        p = p * s + 0.1999973932983558f;
        p = p * s - 0.3333333173306352f;
        p = p * s * t + t;
        return signed_as(far ? (HALF_PI - p) - REST_OF_PI : p, x);
    }

    /* erf is x plus x times a polynomial in x * x up to 1.2, and beyond it 1 - 1 / (a polynomial in x) ** 8: it never
       exceeds 1. */
    EACH float erf_of(float x) {
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
        return signed_as(size > 1.2f ? 1.0f - 1.0f / p : near * size + size, x);
    }

    /* Below 0, the normal distribution function is the 4th power of a polynomial in the distance from 0, halved. It is
       less than 2e-8 from -5.6 on downwards, and counts as 0 there. Accurate to 1.4e-7, not in every digit. */
    EACH float normal_cdf_of(float x) {
        float size = fabsf(x), p = 8.076236213128141e-08f;
        p = p * size - 1.4826870256001712e-06f;
        p = p * size + 7.1918157118489034e-06f;
        p = p * size + 2.3812066501704976e-05f;
        p = p * size - 0.0002573857200331986f;
        p = p * size - 0.00019425673235673457f;
        p = p * size + 0.004638094920665026f;
        p = p * size + 0.005475129000842571f;
        p = p * size - 0.05968489125370979f;
        p = p * size - 0.19947101175785065f;
        p = p * size + 1.0f;
        p = p * p, p = p * p * 0.5f;
        p = size > 5.6f ? 0.0f : p;
        return x > 0.0f ? 1.0f - p : p;
    }

    /* The rest of the series of log((1 + s) / (1 - s)), which is 2 * s + 2 * s * u * rest(u) for u = s * s up to 1/9. */
    EACH double log_rest(double u) {
        double p = 0.07815288900461426;
        p = p * u + 0.03746071897775383;
        p = p * u + 0.05422589197440007;
        p = p * u + 0.05867139530651599;
        p = p * u + 0.06667589315724629;
        p = p * u + 0.07692271982430275;
        p = p * u + 0.09090909948981357;
        p = p * u + 0.11111111099118386;
        p = p * u + 0.1428571428580005;
        p = p * u + 0.19999999999999762;
        return p * u + 0.3333333333333333;
    }
    /* f - log(1 + f), for f from -1/2 to 1/2. */
    EACH double below_log1p(double f) {
        const double s = f / (2.0 + f), u = s * s;
        return s * (f - 2.0 * u * log_rest(u));
    }
    /* The logarithm of a positive number, in double precision. */
    EACH double log_in_double(double x) {
        const int tiny = x < 2.2250738585072014e-308;
        const uint64_t i = double_bits(tiny ? x * 18014398509481984.0 : x) - 0x3fe6a09e667f3bcdu;  /* of sqrt(1/2) */
        const double k = (double)((int32_t)(i >> 32) >> 20) - (tiny ? 54.0 : 0.0);
        const double f = double_from((i & 0xfffffffffffffu) + 0x3fe6a09e667f3bcdu) - 1.0;
        return k * 0.6931471803691238 + (f - (below_log1p(f) - k * 1.9082149292705877e-10));
    }

    /* Of numbers above -7.5. From 8 on it is Stirling's series. From 1.5 on it is a polynomial about 2, and the logarithm
       of the factors between. Below, the polynomial is about 1; and from 0.5 on downwards the factors are divisors. */
    EACH double lgamma_of_most(double x) {
        const int high = x >= 8.0, low = x < 1.5, lowest = x < 0.5;
        const double y = high ? 2.0 : fabs(x), whole = (y + 6755399441055744.0) - 6755399441055744.0;
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
    EACH int tame_for_lgamma_d(double x) { return (x > -7.5) & (x < 1e305); }
    /* The size of sin(pi * x) / pi. */
    EACH double sine_over_pi(double x) {
        const double r = x - ((x + 6755399441055744.0) - 6755399441055744.0), z = r * r * -9.869604401089358;
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
        double out = lgamma_of_most(turned ? -far : x);
        out = turned ? -log_in_double((turned ? -far : 1.0) * (sine == 0.0 ? 1.0 : sine)) - out : out;
        out = turned & (sine == 0.0) ? INFINITY : out;
        return x != x ? x : out;
    }
    /* Of positive float32 numbers: fewer coefficients, in double precision. From 4 on it is Stirling's series. Below, it is
       a polynomial about 2, plus the logarithm of the factors between, or minus that of x, or of x and 1 + x. */
    EACH int tame_for_lgamma(float x) { return (x > 0.0f) & (x < 1e37f); }
    EACH float lgamma_of_tame(float given) {
        const double x = given;
        const int high = x >= 4.0, low = x < 1.5, lowest = x < 0.5;
        const double y = high ? 2.0 : x, whole = (y + 6755399441055744.0) - 6755399441055744.0;
        const double z = lowest ? x : low ? x - 1.0 : y - whole, far = high ? x : 4.0;
        const double first = low ? x : whole > 2.5 ? y - 1.0 : 1.0;
        const double second = lowest ? 1.0 + x : whole > 3.5 ? y - 2.0 : 1.0;
        const uint64_t i = double_bits(high ? x : first * second) - 0x3fe6a09e667f3bcdu;  /* of sqrt(1/2) */
        const double k = (double)((int32_t)(i >> 32) >> 20);
        const double f = double_from((i & 0xfffffffffffffu) + 0x3fe6a09e667f3bcdu) - 1.0;
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
    EACH float lgamma_of(float x) {
        return x != x ? x : tame_for_lgamma(x) ? lgamma_of_tame(x) : (float)lgamma_of_d((double)x);
    }

    /* Special functions of float32 numbers, in double precision: before they are rounded, their error is a few times
       1e-9. */

    #define WHOLE_D 6755399441055744.0
    /* exp(x), for x from -700 to 700. */
    EACH double exp_in_double(double x) {
        const double t = x * 1.4426950408889634 + WHOLE_D, r = x - (t - WHOLE_D) * 0.6931471805599453;
        double p = 0.0013836835767012164;
        p = p * r + 0.0083748220807617;
        p = p * r + 0.0416682260848252;
        p = p * r + 0.16666420095492324;
        p = p * r + 0.4999999207602374;
        p = p * r + 1.0000000363395605;
        p = p * r + 1.0000000005545133;
        return double_from(double_bits(p) + (double_bits(t) << 52));
    }
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
    EACH float erfc_of(float x) {
        const double beyond = erfc_in_double(fabs((double)x));
        return x != x ? x : (float)(x < 0.0f ? 2.0 - beyond : beyond);
    }
    EACH float ndtr_of(float x) {
        const double beyond = 0.5 * erfc_in_double(fabs((double)x) * 0.7071067811865476);
        return x != x ? x : (float)(x > 0.0f ? 1.0 - beyond : beyond);
    }

    EACH double power_of_two(double k) { return double_from((double_bits(k + WHOLE_D) + 1023) << 52); }
    /* The error function in float64. erf is x times a polynomial in x * x up to 1. Far from 0, erfc is a polynomial in
       (x - 3.75) / (x + 3.75), which is stretched to run from -1 to 1, times exp(-x * x) / (1 + 2 * x) (Shepherd and
       Laframboise, as above). */
    EACH double erfc_beyond(double size) {
        const double x = size > 27.3 ? 27.3 : size;
        const double u = (x - 3.75) / (x + 3.75) * 1.1373626373626373 + 0.13736263736263735;
        const double split = x * 134217729.0, high = split - (split - x), low = x - high, square = x * x;
        const double lost = low * low - ((square - high * high) - 2.0 * high * low);  /* of the square, in rounding */
        const double t = square * -1.4426950408889634 + WHOLE_D, k = t - WHOLE_D, half = (k * 0.5 + WHOLE_D) - WHOLE_D;
        const double r = ((-square - k * 0.6931471803691238) - k * 1.9082149292705877e-10) - lost;
        double e = 2.5114879796112015e-08;
        e = e * r + 2.763265216957956e-07;
        e = e * r + 2.7557224927351573e-06;
        e = e * r + 2.480148544815057e-05;
        e = e * r + 0.00019841269909250933;
        e = e * r + 0.001388888895234707;
        e = e * r + 0.00833333333330951;
        e = e * r + 0.041666666666487974;
        e = e * r + 0.16666666666666702;
        e = e * r + 0.5000000000000019;
        e = e * r + 1.0;
        e = e * r + 1.0;
        double p = -1.3573643467227438e-10;
        p = p * u + 3.719090747447789e-10;
        p = p * u + 2.020131814360472e-09;
        p = p * u - 5.165599006182704e-09;
        p = p * u - 1.9634774030846817e-08;
        p = p * u + 5.332809101374581e-08;
        p = p * u + 1.6437106519769898e-07;
        p = p * u - 5.933407656641542e-07;
        p = p * u - 1.1077329352391705e-06;
        p = p * u + 7.231697613582949e-06;
        p = p * u + 5.903849311329615e-07;
        p = p * u - 8.074925515088596e-05;
        p = p * u + 0.00019747153019083357;
        p = p * u + 0.0003617366933615796;
        p = p * u - 0.004061524360176301;
        p = p * u + 0.01568535723162237;
        p = p * u - 0.04014212739994439;
        p = p * u + 0.07593849923063078;
        p = p * u - 0.10713865223733691;
        p = p * u + 0.10235689451871405;
        p = p * u - 0.02904827891438888;
        p = p * u - 0.1201303617406648;
        p = p * u + 1.2543315456787354;
        return p * e / (1.0 + 2.0 * x) * power_of_two(half) * power_of_two(k - half);  /* in two steps, as in exp_of */
    }
    EACH double erf_near(double x) {
        const double u = 2.0 * x * x - 1.0;
        double p = -3.8078827395263415e-13;
        p = p * u + 9.211251258348265e-12;
        p = p * u - 2.035228404899467e-10;
        p = p * u + 4.115751497588646e-09;
        p = p * u - 7.51156928660089e-08;
        p = p * u + 1.2233827638116999e-06;
        p = p * u - 1.7537169441124826e-05;
        p = p * u + 0.00021751715603563404;
        p = p * u - 0.0022854855611441132;
        p = p * u + 0.019852496688984218;
        p = p * u - 0.1405360890227171;
        p = p * u + 0.9654687386698673;
        return p * x;
    }
    EACH double erf_of_d(double x) {
        const double size = fabs(x), p = size > 1.0 ? 1.0 - erfc_beyond(size) : erf_near(size > 1.0 ? 1.0 : size);
        return x != x ? x : x < 0.0 ? -p : x == 0.0 ? x : p;
    }
    EACH double erfc_of_d(double x) {
        const double size = fabs(x), far = erfc_beyond(size), near = 1.0 - erf_near(size > 0.4 ? 0.4 : size);
        const double p = size < 0.4 ? near : far;
        return x != x ? x : x < 0.0 ? 2.0 - p : p;
    }
    EACH int always_tame_d(double x) { return 1; }

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
    #define BESSEL(order, odd)                                                                                        \
        EACH float i##order##_of(float given) {                                                                       \
            const double size = fabs((double)given), x = size > 120.0 ? 120.0 : size;  /* the result is infinite */   \
            const double low = x > 8.0 ? 8.0 : x, high = x > 8.0 ? x : 8.0;                                           \
            const double far = i##order##_far(1.0 / high) / sqrt(high) * exp_in_double(high);                         \
            const double near = i##order##_near(low * low) * (odd ? low : 1.0);                                       \
            return given - given != 0.0f ? NAN :  /* at infinity, too, as SciPy and PyTorch have it */                \
                   (float)(odd && given < 0.0f ? -1.0 : 1.0) * (float)(x > 8.0 ? far : near);                         \
        }                                                                                                             \
        EACH float i##order##e_of(float given) {                                                                      \
            const double x = fabs((double)given), low = x > 8.0 ? 8.0 : x, high = x > 8.0 ? x : 8.0;                  \
            const double near = i##order##_near(low * low) * (odd ? low : 1.0) * exp_in_double(-low);                 \
            const double far = i##order##_far(1.0 / high) / sqrt(high);                                               \
            return given != given ? given : (float)(odd && given < 0.0f ? -1.0 : 1.0) * (float)(x > 8.0 ? far : near);\
        }
    BESSEL(0, 0)
    BESSEL(1, 1)

    /* The derivative of digamma is the sum of 1 / (x + k) ** 2 for all k from 0 on. The first terms are added in pairs,
       the rest is its asymptotic series (Abramowitz and Stegun, 1964, 6.4.12). */
    EACH double two_squares(double x) {
        const double y = x + 1.0, product = x * y;
        return (x * x + y * y) / (product * product);
    }
    EACH double trigamma_of_most(double x) {  /* from 1/2 on */
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
    EACH int tame_for_trigamma_d(double x) { return x >= 0.5; }
    /* Those of x and 1 - x have the sum (pi / sin(pi * x)) ** 2. */
    EACH double trigamma_of_d(double x) {
        const int low = x < 0.5;
        const double sine = low ? sine_over_pi(x) : 1.0, part = trigamma_of_most(low ? 1.0 - x : x);
        return x == -INFINITY ? NAN : low ? 1.0 / (sine * sine) - part : part;
    }
    EACH int tame_for_trigamma(float x) { return (x >= 0.5f) & (x < INFINITY); }
    EACH float trigamma_of_tame(float given) {
        const double x = given, y = x + 4.0, r = 1.0 / y, s = r * r;
        const double p = 0.16666666666666666 -
                         s * (0.03333333333333333 - s * (0.023809523809523808 - s * 0.03333333333333333));
        return (float)(((p * s * r + 0.5 * s) + r) + (two_squares(x) + two_squares(x + 2.0)));
    }
    EACH float trigamma_of(float x) {
        return tame_for_trigamma(x) ? trigamma_of_tame(x) : (float)trigamma_of_d((double)x);
    }

    EACH int always_tame(float x) { return 1; }

    #define LOOP(name, code, real, tame, of_tame, of)                                                                 \
        static code void name(const void* given, void* found, npy_intp n) {                                           \
            const real* x = (const real*)given;                                                                       \
            real* out = (real*)found;                                                                                 \
            npy_intp i = 0;                                                                                           \
            int k;                                                                                                    \
            for (; i + STRIP <= n; i += STRIP) {                                                                      \
                int all = 1;                                                                                          \
                for (k = 0; k < STRIP; k++) all &= tame(x[i + k]);                                                    \
                if (all) {                                                                                            \
                    ALONE for (k = 0; k < STRIP; k++) out[i + k] = of_tame(x[i + k]);                                 \
                } else {                                                                                              \
                    ALONE for (k = 0; k < STRIP; k++) out[i + k] = of(x[i + k]);                                      \
                }                                                                                                     \
            }                                                                                                         \
            ALONE for (; i < n; i++) out[i] = of(x[i]);                                                               \
        }

    /* x + w * (end - x), which starts from the nearer end, so that both ends are exact. */
    #define BETWEEN(name, code, real)                                                                                 \
        static code void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                         \
            const real *x = (const real*)at[0], *end = (const real*)at[1], *w = (const real*)at[2];                   \
            const npy_intp each = sizeof(real);                                                                       \
            real* out = (real*)at[3];                                                                                 \
            npy_intp i;                                                                                               \
            if (by[0] == each && by[1] == each && by[3] == each && by[2] == each) {                                   \
                ALONE for (i = 0; i < *n; i++) PLACE_BETWEEN(real, out[i], x[i], end[i], w[i])                        \
            } else if (by[0] == each && by[1] == each && by[3] == each && !by[2]) {                                   \
                const real weight = *w;                                                                               \
                ALONE for (i = 0; i < *n; i++) PLACE_BETWEEN(real, out[i], x[i], end[i], weight)                      \
            } else {                                                                                                  \
                for (i = 0; i < *n; i++)                                                                              \
                    PLACE_BETWEEN(real, *(real*)(at[3] + i * by[3]), *(const real*)(at[0] + i * by[0]),               \
                                  *(const real*)(at[1] + i * by[1]), *(const real*)(at[2] + i * by[2]))               \
            }                                                                                                         \
        }
    #define PLACE_BETWEEN(real, to, from, end, weight)                                                                \
        {                                                                                                             \
            const real near = from, off = end, part = weight, size = part < 0 ? -part : part;                         \
            const int far = size >= (real)0.5;                                                                        \
            to = (far ? off : near) + (far ? part - 1 : part) * (off - near);                                         \
        }

    typedef void (*Ternary)(char**, const npy_intp*, const npy_intp*, void*);
    typedef void (*Dense)(const void*, void*, npy_intp);
    #if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    #define LOOPS(name, real, tame, of_tame, of)                                                                      \
        LOOP(name##_16, NARROW_CODE, real, tame, of_tame, of)                                                         \
        LOOP(name##_32, WIDE_CODE, real, tame, of_tame, of)                                                           \
        LOOP(name##_64, WIDEST_CODE, real, tame, of_tame, of)                                                         \
        static Dense name(void) { return HAS_WIDEST ? name##_64 : HAS_WIDE ? name##_32 : name##_16; }
    #define LOOPS_OF_TWO(name, real, tame, of_tame, of)  /* functions that few programs call: wheels stay smaller */  \
        LOOP(name##_16, NARROW_CODE, real, tame, of_tame, of)                                                         \
        LOOP(name##_32, WIDE_CODE, real, tame, of_tame, of)                                                           \
        static Dense name(void) { return HAS_WIDE ? name##_32 : name##_16; }
    #define TERNARY(name, real)                                                                                       \
        BETWEEN(name##_16, NARROW_CODE, real)                                                                         \
        BETWEEN(name##_32, WIDE_CODE, real)                                                                           \
        BETWEEN(name##_64, WIDEST_CODE, real)                                                                         \
        static Ternary name(void) { return HAS_WIDEST ? name##_64 : HAS_WIDE ? name##_32 : name##_16; }
    #else
    #define TERNARY(name, real)                                                                                       \
        BETWEEN(name##_16, NARROW_CODE, real)                                                                         \
        static Ternary name(void) { return name##_16; }
    #define LOOPS(name, real, tame, of_tame, of)                                                                      \
        LOOP(name##_16, NARROW_CODE, real, tame, of_tame, of)                                                         \
        static Dense name(void) { return name##_16; }
    #define LOOPS_OF_TWO LOOPS
    #endif
    LOOPS(exp_loop, float, tame_for_exp, exp_of_tame, exp_of)
    LOOPS(expm1_loop, float, tame_for_exp, expm1_of_tame, expm1_of)
    LOOPS(sigmoid_loop, float, tame_for_exp, sigmoid_of_tame, sigmoid_of)
    LOOPS(log_loop, float, tame_for_log, log_of_tame, log_of)
    LOOPS(log1p_loop, float, tame_for_log1p, log1p_of_tame, log1p_of)
    LOOPS(arcsin_loop, float, always_tame, arcsin_of, arcsin_of)
    LOOPS(arccos_loop, float, always_tame, arccos_of, arccos_of)
    LOOPS(arctan_loop, float, always_tame, arctan_of, arctan_of)
    LOOPS(erf_loop, float, always_tame, erf_of, erf_of)
    LOOPS(normal_cdf_loop, float, always_tame, normal_cdf_of, normal_cdf_of)
    LOOPS(erfc_loop, float, always_tame, erfc_of, erfc_of)
    LOOPS(ndtr_loop, float, always_tame, ndtr_of, ndtr_of)
    LOOPS_OF_TWO(i0_loop, float, always_tame, i0_of, i0_of)
    LOOPS_OF_TWO(i0e_loop, float, always_tame, i0e_of, i0e_of)
    LOOPS_OF_TWO(i1_loop, float, always_tame, i1_of, i1_of)
    LOOPS_OF_TWO(i1e_loop, float, always_tame, i1e_of, i1e_of)
    LOOPS(erf_loop_d, double, always_tame_d, erf_of_d, erf_of_d)
    LOOPS(erfc_loop_d, double, always_tame_d, erfc_of_d, erfc_of_d)
    LOOPS_OF_TWO(trigamma_loop, float, tame_for_trigamma, trigamma_of_tame, trigamma_of)
    LOOPS_OF_TWO(trigamma_loop_d, double, tame_for_trigamma_d, trigamma_of_most, trigamma_of_d)
    LOOPS(lgamma_loop, float, tame_for_lgamma, lgamma_of_tame, lgamma_of)
    LOOPS(lgamma_loop_d, double, tame_for_lgamma_d, lgamma_of_most, lgamma_of_d)
    TERNARY(between_loop, float)
    TERNARY(between_loop_d, double)
    """
    ctypedef void (*Dense)(const void*, void*, cnp.npy_intp) noexcept nogil
    Dense exp_loop() nogil
    Dense expm1_loop() nogil
    Dense sigmoid_loop() nogil
    Dense log_loop() nogil
    Dense log1p_loop() nogil
    Dense arcsin_loop() nogil
    Dense arccos_loop() nogil
    Dense arctan_loop() nogil
    Dense erf_loop() nogil
    Dense normal_cdf_loop() nogil
    Dense erfc_loop() nogil
    Dense ndtr_loop() nogil
    Dense i0_loop() nogil
    Dense i0e_loop() nogil
    Dense i1_loop() nogil
    Dense i1e_loop() nogil
    Dense erf_loop_d() nogil
    Dense erfc_loop_d() nogil
    Dense trigamma_loop() nogil
    Dense trigamma_loop_d() nogil
    Dense lgamma_loop() nogil
    Dense lgamma_loop_d() nogil
    ctypedef void (*Ternary)(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    Ternary between_loop() nogil
    Ternary between_loop_d() nogil
    int fetestexcept(int) nogil
    int feclearexcept(int) nogil
    int WARNED

cdef enum:
    SOME = 256  # numbers with gaps that are computed at once


cdef void on_floats(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* dense) noexcept nogil:
    """The loop of a universal function."""
    on_numbers[float](at, n[0], by, <Dense>dense, 0)


cdef void on_doubles(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* dense) noexcept nogil:
    """The loop of a universal function."""
    on_numbers[double](at, n[0], by, <Dense>dense, 0)


cdef void on_numbers(char** at, cnp.npy_intp n, const cnp.npy_intp* by, Dense dense, real unused) noexcept nogil:
    """Compute numbers with any gaps."""
    cdef real some[SOME]
    cdef cnp.npy_intp i = 0, k, count
    if by[0] == sizeof(real) and by[1] == sizeof(real):
        dense(at[0], at[1], n)
    else:
        while i < n:
            count = min(SOME, n - i)
            for k in range(count):
                some[k] = (<real*>(at[0] + (i + k) * by[0]))[0]
            dense(some, some, count)
            for k in range(count):
                (<real*>(at[1] + (i + k) * by[1]))[0] = some[k]
            i += count
    forget_warnings()


cdef inline void forget_warnings() noexcept nogil:
    """Raise no warning: the flags of a processor are those of vectors, too."""
    if fetestexcept(WARNED):
        feclearexcept(WARNED)


cdef void interpolate(char** at, const cnp.npy_intp* n, const cnp.npy_intp* by, void* loop) noexcept nogil:
    """The loop of a universal function."""
    (<Ternary>loop)(at, n, by, NULL)
    forget_warnings()


cdef object function(const char* name, Dense dense, like=None, Dense wide=NULL):
    """A universal function of float32 numbers, and of float64 ones if there is a ``wide`` loop. Of other numbers it is
    ``like`` another one. It is never freed."""
    cdef cnp.ufunc other
    cdef int i, k, count = (1 if wide == NULL else 2) if like is None else like.ntypes
    cdef cnp.PyUFuncGenericFunction* loops = <cnp.PyUFuncGenericFunction*>PyMem_Malloc(count * sizeof(void*))
    cdef void** data = <void**>PyMem_Malloc(count * sizeof(void*))
    cdef char* types = <char*>PyMem_Malloc(2 * count)
    if loops == NULL or data == NULL or types == NULL:
        raise MemoryError
    if like is None:
        for i in range(2 * count):
            types[i] = cnp.NPY_FLOAT if i < 2 else cnp.NPY_DOUBLE
    else:
        other = like
        for i, pair in enumerate(like.types):  # "d->d" is one
            types[2 * i], types[2 * i + 1] = numpy.dtype(pair[0]).num, numpy.dtype(pair[3]).num
    for i in range(count):
        if types[2 * i] == cnp.NPY_FLOAT:
            loops[i], data[i] = <cnp.PyUFuncGenericFunction>on_floats, <void*>dense
        elif like is None:
            loops[i], data[i] = <cnp.PyUFuncGenericFunction>on_doubles, <void*>wide
        else:
            loops[i], data[i] = other.functions[i], other.data[i] if other.data != NULL else NULL
    return cnp.PyUFunc_FromFuncAndData(loops, data, types, count, 1, 1, cnp.PyUFunc_None, name, NULL, 0)


cdef cnp.PyUFuncGenericFunction between_loops[2]
cdef void* between_data[2]
cdef char between_types[8]
between_loops[0] = between_loops[1] = <cnp.PyUFuncGenericFunction>interpolate
between_data[0], between_data[1] = <void*>between_loop(), <void*>between_loop_d()
for _i in range(8):
    between_types[_i] = cnp.NPY_FLOAT if _i < 4 else cnp.NPY_DOUBLE
between = cnp.PyUFunc_FromFuncAndData(
    between_loops, between_data, between_types, 2, 3, 1, cnp.PyUFunc_None, b"between", NULL, 0
)

exp = function(b"exp", exp_loop(), numpy.exp)
expm1 = function(b"expm1", expm1_loop(), numpy.expm1)
log = function(b"log", log_loop(), numpy.log)
log1p = function(b"log1p", log1p_loop(), numpy.log1p)
sigmoid = function(b"sigmoid", sigmoid_loop())
arcsin = function(b"arcsin", arcsin_loop(), numpy.arcsin)
arccos = function(b"arccos", arccos_loop(), numpy.arccos)
arctan = function(b"arctan", arctan_loop(), numpy.arctan)
erf = function(b"erf", erf_loop(), None, erf_loop_d())
normal_cdf = function(b"normal_cdf", normal_cdf_loop())
erfc = function(b"erfc", erfc_loop(), None, erfc_loop_d())
ndtr = function(b"ndtr", ndtr_loop())
i0 = function(b"i0", i0_loop())
i0e = function(b"i0e", i0e_loop())
i1 = function(b"i1", i1_loop())
i1e = function(b"i1e", i1e_loop())
trigamma = function(b"trigamma", trigamma_loop(), None, trigamma_loop_d())
lgamma = function(b"lgamma", lgamma_loop(), None, lgamma_loop_d())
BRISK = frozenset(
    {exp, expm1, log, log1p, sigmoid, arcsin, arccos, arctan, erf, erfc, ndtr, normal_cdf, between}
)  # they take as long as a few additions
