/* The inverse functions of sine, cosine and tangent. */
#ifndef WENGERT_ARCS_H
#define WENGERT_ARCS_H

#include "number_bits.h"

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
EACH float arcsin_of_f(float x) {
    const float size = fabsf(x);
    const int far = size > 0.5f;
    const float z = far ? (1.0f - size) * 0.5f : size * size, angle = arcsin_from(z, far ? sqrtf(z) : size);
    return signed_f(far ? (HALF_PI - 2.0f * angle) - REST_OF_PI : angle, x);
}
EACH float arccos_of_f(float x) {
    const float size = fabsf(x);
    const int far = size > 0.5f;
    const float z = far ? (1.0f - size) * 0.5f : size * size;
    const float angle = signed_f(arcsin_from(z, far ? sqrtf(z) : size), x);
    const float beyond = x < 0.0f ? 2.0f * (HALF_PI + (angle - REST_OF_PI)) : 2.0f * angle;
    return far ? beyond : HALF_PI - (angle + REST_OF_PI);
}
EACH float arctan_of_f(float x) {
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
    return signed_f(far ? (HALF_PI - p) - REST_OF_PI : p, x);
}

#endif
