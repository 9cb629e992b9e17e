/* Written by tools/expressions.py: the loops of common formulas, for expressions.h. */
#if defined(LOOPS)

/* softplus */
static CODE void NAME(expression_0)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), n2 = *AT(2);
    REAL *to0 = AT(3), *to1 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL r0 = a0[i] * n1, r1 = NAME(minimum)(r0, n2);
        to0[i] = r0, to1[i] = r1;
    }
}
/* binary_cross_entropy_with_logits */
static CODE void NAME(expression_1)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0);
    REAL *to1 = AT(1);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = MATH(fabs)(a0[i]), r1 = -t0;
        to1[i] = r1;
    }
}
/* Gaussian mixture: with gradient, x ** 2 */
static CODE void NAME(expression_2)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1);
    REAL *to1 = AT(2);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] + a0[i], r1 = a1[i] * t0;
        to1[i] = r1;
    }
}
/* log1p */
static CODE void NAME(expression_3)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] + n1, r1 = a2[i] / t0;
        to1[i] = r1;
    }
}
/* LSTM, parameters per unit: loss */
static CODE void NAME(expression_4)(char* const* at, npy_intp n) {
    const REAL n0 = *AT(0), *a1 = AT(1);
    REAL *to1 = AT(2);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = n0 + a1[i], r1 = n0 / t0;
        to1[i] = r1;
    }
}
/* norm */
static CODE void NAME(expression_5)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] / a1[i], r1 = a2[i] * t0;
        to1[i] = r1;
    }
}
/* softplus */
static CODE void NAME(expression_6)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3), *a4 = AT(4);
    REAL *to1 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] / n1, r1_2 = a4[i], r1 = a2[i] > n3 ? r1_2 : t0;
        to1[i] = r1;
    }
}
/* lgamma */
static CODE void NAME(expression_7)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), *a4 = AT(4);
    REAL *to1 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0_2 = a2[i], t0_3 = a3[i], t0 = a0[i] == n1 ? t0_2 : t0_3, r1 = a4[i] * t0;
        to1[i] = r1;
    }
}
/* clamp */
static CODE void NAME(expression_8)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), n2 = *AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = NAME(maximum)(a0[i], n1), r1 = NAME(minimum)(t0, n2);
        to1[i] = r1;
    }
}
/* elu */
static CODE void NAME(expression_9)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), n2 = *AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = NAME(minimum)(a0[i], n1), r1 = t0 * n2;
        to1[i] = r1;
    }
}
/* addcmul */
static CODE void NAME(expression_10)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a1[i], r1 = a2[i] + t0;
        to1[i] = r1;
    }
}
/* elu, softplus */
static CODE void NAME(expression_11)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2), n3 = *AT(3);
    REAL *to1 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a1[i], r1_2 = a0[i], r1 = a2[i] > n3 ? r1_2 : t0;
        to1[i] = r1;
    }
}
/* erf */
static CODE void NAME(expression_12)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a1[i], r1 = t0 * n2;
        to1[i] = r1;
    }
}
/* Rprop, log_softmax, softmax */
static CODE void NAME(expression_13)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a1[i], r1 = a2[i] - t0;
        to1[i] = r1;
    }
}
/* Adafactor, SGD */
static CODE void NAME(expression_14)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, r1 = a2[i] + t0;
        to1[i] = r1;
    }
}
/* leaky_relu */
static CODE void NAME(expression_15)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), n2 = *AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, r1_2 = a0[i], r1 = a0[i] > n2 ? r1_2 : t0;
        to1[i] = r1;
    }
}
/* leaky_relu */
static CODE void NAME(expression_16)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3);
    REAL *to1 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, r1_2 = a0[i], r1 = a2[i] > n3 ? r1_2 : t0;
        to1[i] = r1;
    }
}
/* SGD */
static CODE void NAME(expression_17)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, r1 = a2[i] - t0;
        to1[i] = r1;
    }
}
/* bundle adjustment: with Jacobian, sqrt */
static CODE void NAME(expression_18)(char* const* at, npy_intp n) {
    const REAL n0 = *AT(0), *a1 = AT(1), *a2 = AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = n0 * a1[i], r1 = a2[i] / t0;
        to1[i] = r1;
    }
}
/* gelu */
static CODE void NAME(expression_19)(char* const* at, npy_intp n) {
    const REAL n0 = *AT(0), *a1 = AT(1);
    REAL *to1 = AT(2);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = n0 * a1[i], r1 = t0 * a1[i];
        to1[i] = r1;
    }
}
/* erf */
static CODE void NAME(expression_20)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0);
    REAL *to1 = AT(1);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = -a0[i], r1 = t0 * a0[i];
        to1[i] = r1;
    }
}
/* rsqrt */
static CODE void NAME(expression_21)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0);
    REAL *to1 = AT(1);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = MATH(sqrt)(a0[i]), r1 = 1 / t0;
        to1[i] = r1;
    }
}
/* attention */
static CODE void NAME(expression_22)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2);
    REAL *to1 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], r1 = a2[i] * t0;
        to1[i] = r1;
    }
}
/* mse_loss */
static CODE void NAME(expression_23)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1);
    REAL *to1 = AT(2);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], r1 = t0 * t0;
        to1[i] = r1;
    }
}
/* logsigmoid */
static CODE void NAME(expression_24)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1);
    REAL *to0 = AT(2), *to2 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL r0 = NAME(minimum)(a0[i], n1), t1 = MATH(fabs)(a0[i]), r2 = -t1;
        to0[i] = r0, to2[i] = r2;
    }
}
/* elu */
static CODE void NAME(expression_25)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3);
    REAL *to0 = AT(4), *to2 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL r0 = a0[i] * n1, t1_3 = a2[i], t1 = a2[i] > n3 ? n3 : t1_3, r2 = t1 * n1;
        to0[i] = r0, to2[i] = r2;
    }
}
/* atan2 */
static CODE void NAME(expression_26)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), n3 = *AT(3);
    REAL *to1 = AT(4), *to2 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] / a1[i], r1 = a0[i] == n2 ? n3 : t0, r2 = r1 * r1;
        to1[i] = r1, to2[i] = r2;
    }
}
/* cdist */
static CODE void NAME(expression_27)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), n2 = *AT(2), *a3 = AT(3);
    REAL *to2 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0_3 = a0[i], t0 = a0[i] == n1 ? n2 : t0_3, t1 = a3[i] / t0, r2 = a0[i] == n1 ? n1 : t1;
        to2[i] = r2;
    }
}
/* LSTM, parameters per unit: with gradient, tanh */
static CODE void NAME(expression_28)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2);
    REAL *to2 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a0[i], t1 = n1 - t0, r2 = a2[i] * t1;
        to2[i] = r2;
    }
}
/* randn */
static CODE void NAME(expression_29)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), n3 = *AT(3);
    REAL *to2 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a1[i], t1 = t0 * n2, r2 = t1 + n3;
        to2[i] = r2;
    }
}
/* randn */
static CODE void NAME(expression_30)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3);
    REAL *to1 = AT(4), *to2 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, r1 = MATH(sqrt)(t0), r2 = a2[i] * n3;
        to1[i] = r1, to2[i] = r2;
    }
}
/* elu */
static CODE void NAME(expression_31)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3);
    REAL *to2 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] * n1, r2 = a2[i] <= n3 ? t0 : t1;
        to2[i] = r2;
    }
}
/* ASGD */
static CODE void NAME(expression_32)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3);
    REAL *to2 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] * n3, r2 = t0 - t1;
        to2[i] = r2;
    }
}
/* std */
static CODE void NAME(expression_33)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2), *a3 = AT(3);
    REAL *to2 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = t0 / a2[i], r2 = a3[i] * t1;
        to2[i] = r2;
    }
}
/* mse_loss */
static CODE void NAME(expression_34)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), *a3 = AT(3);
    REAL *to2 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = n2 * t0, r2 = a3[i] * t1;
        to2[i] = r2;
    }
}
/* var(-1) */
static CODE void NAME(expression_35)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), *a3 = AT(3);
    REAL *to2 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = t0 * n2, r2 = a3[i] * t1;
        to2[i] = r2;
    }
}
/* LSTM, parameters per unit: with gradient, sigmoid */
static CODE void NAME(expression_36)(char* const* at, npy_intp n) {
    const REAL n0 = *AT(0), *a1 = AT(1), *a2 = AT(2);
    REAL *to2 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = n0 - a1[i], t1 = t0 * a1[i], r2 = a2[i] * t1;
        to2[i] = r2;
    }
}
/* atan2 */
static CODE void NAME(expression_37)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1);
    REAL *to0 = AT(2), *to1 = AT(3), *to2 = AT(4), *to3 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL r0 = MATH(fabs)(a0[i]), r1 = MATH(fabs)(a1[i]), r2 = NAME(minimum)(r0, r1),
                   r3 = NAME(maximum)(r0, r1);
        to0[i] = r0, to1[i] = r1, to2[i] = r2, to3[i] = r3;
    }
}
/* abs */
static CODE void NAME(expression_38)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), n2 = *AT(2), *a3 = AT(3);
    REAL *to3 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] > n1 ? n2 : n1, t1 = a0[i] < n1 ? n2 : n1, t2 = t0 - t1, r3 = a3[i] * t2;
        to3[i] = r3;
    }
}
/* SGD */
static CODE void NAME(expression_39)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3);
    REAL *to3 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = t1 * n3, r3 = a0[i] - t2;
        to3[i] = r3;
    }
}
/* gelu */
static CODE void NAME(expression_40)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), *a4 = AT(4);
    REAL *to3 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] * t0, t2 = a3[i] + t1, r3 = a4[i] * t2;
        to3[i] = r3;
    }
}
/* rsqrt */
static CODE void NAME(expression_41)(char* const* at, npy_intp n) {
    const REAL n0 = *AT(0), *a1 = AT(1), *a2 = AT(2);
    REAL *to3 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = n0 * a1[i], t1 = a2[i] * a2[i], t2 = t1 * a2[i], r3 = t0 * t2;
        to3[i] = r3;
    }
}
/* 1 / x */
static CODE void NAME(expression_42)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2);
    REAL *to3 = AT(3);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = -a0[i], t1 = n1 / a2[i], t2 = t1 / a2[i], r3 = t0 * t2;
        to3[i] = r3;
    }
}
/* bundle adjustment: with Jacobian, x / y */
static CODE void NAME(expression_43)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2);
    REAL *to0 = AT(3), *to4 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL r0 = a0[i] / a1[i], t1 = -a0[i], t2 = a2[i] / a1[i], t3 = t2 / a1[i], r4 = t1 * t3;
        to0[i] = r0, to4[i] = r4;
    }
}
/* maximum */
static CODE void NAME(expression_44)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4);
    REAL *to2 = AT(5), *to4 = AT(6);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] / n1, t1_3 = a0[i], t1 = a2[i] < a3[i] ? n4 : t1_3, r2 = a2[i] == a3[i] ? t0 : t1,
                   t3_3 = a0[i], t3 = a3[i] < a2[i] ? n4 : t3_3, r4 = a2[i] == a3[i] ? t0 : t3;
        to2[i] = r2, to4[i] = r4;
    }
}
/* atan2 */
static CODE void NAME(expression_45)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2), n3 = *AT(3), *a4 = AT(4), *a5 = AT(5);
    REAL *to4 = AT(6);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a1[i], t1 = t0 * a2[i], t2 = t1 + a2[i], t3 = n3 - t2, r4 = a4[i] > a5[i] ? t3 : t2;
        to4[i] = r4;
    }
}
/* ASGD */
static CODE void NAME(expression_46)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), n2 = *AT(2), *a3 = AT(3), n4 = *AT(4);
    REAL *to4 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a0[i] * n2, t2 = a3[i] + t1, t3 = t2 * n4, r4 = t0 - t3;
        to4[i] = r4;
    }
}
/* SGD */
static CODE void NAME(expression_47)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3), n4 = *AT(4), *a5 = AT(5);
    REAL *to2 = AT(6), *to4 = AT(7);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] * n3, r2 = t0 + t1, t3 = r2 * n4, r4 = a5[i] - t3;
        to2[i] = r2, to4[i] = r4;
    }
}
/* smooth_l1_loss */
static CODE void NAME(expression_48)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), n3 = *AT(3), n4 = *AT(4), *a5 = AT(5);
    REAL *to4 = AT(6);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = t0 / n2, t2 = NAME(maximum)(t1, n3), t3 = NAME(minimum)(t2, n4),
                   r4 = a5[i] * t3;
        to4[i] = r4;
    }
}
/* lerp */
static CODE void NAME(expression_49)(char* const* at, npy_intp n) {
    const REAL n0 = *AT(0), *a1 = AT(1), *a2 = AT(2), *a3 = AT(3), *a4 = AT(4);
    REAL *to1 = AT(5), *to2 = AT(6), *to4 = AT(7);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = n0 - a1[i], r1 = a2[i] * t0, r2 = a2[i] * a1[i], t3 = a3[i] - a4[i], r4 = a2[i] * t3;
        to1[i] = r1, to2[i] = r2, to4[i] = r4;
    }
}
/* silu */
static CODE void NAME(expression_50)(char* const* at, npy_intp n) {
    const REAL n0 = *AT(0), *a1 = AT(1), *a2 = AT(2), *a3 = AT(3);
    REAL *to4 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = n0 - a1[i], t1 = a2[i] * t0, t2 = n0 + t1, t3 = a1[i] * t2, r4 = a3[i] * t3;
        to4[i] = r4;
    }
}
/* binary_cross_entropy_with_logits */
static CODE void NAME(expression_51)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3), *a4 = AT(4);
    REAL *to5 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = -a0[i], t1 = NAME(maximum)(t0, n1), t2 = a2[i] + t1, t3 = n3 - a4[i], t4 = t3 * a0[i],
                   r5 = t4 + t2;
        to5[i] = r5;
    }
}
/* smooth_l1_loss */
static CODE void NAME(expression_52)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), n3 = *AT(3);
    REAL *to5 = AT(4);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = MATH(fabs)(t0), t2 = t1 * t1, t3 = t2 * n2, t4 = t1 - n2,
                   r5 = t1 < n3 ? t3 : t4;
        to5[i] = r5;
    }
}
/* Rprop */
static CODE void NAME(expression_53)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3), n4 = *AT(4), n5 = *AT(5), *a6 = AT(6), n7 = *AT(7),
               n8 = *AT(8);
    REAL *to0 = AT(9), *to6 = AT(10);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL r0_3 = a2[i], r0 = a0[i] < n1 ? n1 : r0_3, t1_3 = a0[i], t1 = a0[i] == n1 ? n3 : t1_3,
                   t2 = a0[i] < n1 ? n4 : t1, t3 = a0[i] > n1 ? n5 : t2, t4 = a6[i] * t3, t5 = t4 > n7 ? n7 : t4,
                   r6 = t4 < n8 ? n8 : t5;
        to0[i] = r0, to6[i] = r6;
    }
}
/* Adagrad */
static CODE void NAME(expression_54)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), n3 = *AT(3), *a4 = AT(4);
    REAL *to1 = AT(5), *to6 = AT(6);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a0[i], r1 = a1[i] + t0, t2 = MATH(sqrt)(r1), t3 = t2 + n2, t4 = a0[i] / t3,
                   t5 = t4 * n3, r6 = a4[i] - t5;
        to1[i] = r1, to6[i] = r6;
    }
}
/* SGD */
static CODE void NAME(expression_55)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5), n6 = *AT(6);
    REAL *to4 = AT(7), *to6 = AT(8);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = a3[i] * n4, t3 = t1 * n5, r4 = t2 + t3, t5 = r4 * n6,
                   r6 = a0[i] - t5;
        to4[i] = r4, to6[i] = r6;
    }
}
/* Gaussian mixture: log-likelihood */
static CODE void NAME(expression_56)(char* const* at, npy_intp n) {
    const REAL n0 = *AT(0), *a1 = AT(1), *a2 = AT(2), *a3 = AT(3), *a4 = AT(4), *a5 = AT(5), *a6 = AT(6), *a7 = AT(7),
               *a8 = AT(8);
    REAL *to7 = AT(9);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = n0 + a1[i], t1 = t0 + a2[i], t2 = t1 + a3[i], t3 = t2 + a4[i], t4 = t3 + a5[i],
                   t5 = t4 + a6[i], t6 = t5 + a7[i], r7 = t6 + a8[i];
        to7[i] = r7;
    }
}
/* Adagrad */
static CODE void NAME(expression_57)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5);
    REAL *to3 = AT(6), *to8 = AT(7);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = t1 * t1, r3 = a3[i] + t2, t4 = MATH(sqrt)(r3), t5 = t4 + n4,
                   t6 = t1 / t5, t7 = t6 * n5, r8 = a0[i] - t7;
        to3[i] = r3, to8[i] = r8;
    }
}
/* RMSprop */
static CODE void NAME(expression_58)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3), n4 = *AT(4), n5 = *AT(5), *a6 = AT(6);
    REAL *to3 = AT(7), *to8 = AT(8);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] * a2[i], t2 = t1 * n3, r3 = t0 + t2, t4 = MATH(sqrt)(r3), t5 = t4 + n4,
                   t6 = a2[i] / t5, t7 = t6 * n5, r8 = a6[i] - t7;
        to3[i] = r3, to8[i] = r8;
    }
}
/* RAdam */
static CODE void NAME(expression_59)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5), n6 = *AT(6), *a7 = AT(7);
    REAL *to2 = AT(8), *to6 = AT(9), *to8 = AT(10);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = t0 * n2, r2 = a1[i] + t1, t3 = a3[i] * n4, t4 = a0[i] * a0[i],
                   t5 = t4 * n5, r6 = t3 + t5, t7 = r2 * n6, r8 = a7[i] - t7;
        to2[i] = r2, to6[i] = r6, to8[i] = r8;
    }
}
/* atan2 */
static CODE void NAME(expression_60)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), *a2 = AT(2), n3 = *AT(3);
    REAL *to5 = AT(4), *to9 = AT(5);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * a0[i], t1 = a1[i] * a1[i], t2 = t0 + t1, t3 = a1[i] / t2, t4 = a2[i] * t3,
                   r5 = t2 == n3 ? n3 : t4, t6 = -a2[i], t7 = a0[i] / t2, t8 = t6 * t7, r9 = t2 == n3 ? n3 : t8;
        to5[i] = r5, to9[i] = r9;
    }
}
/* Adamax */
static CODE void NAME(expression_61)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5), n6 = *AT(6), *a7 = AT(7);
    REAL *to2 = AT(8), *to6 = AT(9), *to9 = AT(10);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = t0 * n2, r2 = a1[i] + t1, t3 = a3[i] * n4, t4 = MATH(fabs)(a0[i]),
                   t5 = t4 + n5, r6 = NAME(maximum)(t3, t5), t7 = r2 / r6, t8 = t7 * n6, r9 = a7[i] - t8;
        to2[i] = r2, to6[i] = r6, to9[i] = r9;
    }
}
/* RMSprop */
static CODE void NAME(expression_62)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5), n6 = *AT(6), n7 = *AT(7);
    REAL *to5 = AT(8), *to10 = AT(9);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = a3[i] * n4, t3 = t1 * t1, t4 = t3 * n5, r5 = t2 + t4,
                   t6 = MATH(sqrt)(r5), t7 = t6 + n6, t8 = t1 / t7, t9 = t8 * n7, r10 = a0[i] - t9;
        to5[i] = r5, to10[i] = r10;
    }
}
/* RAdam */
static CODE void NAME(expression_63)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), *a5 = AT(5), n6 = *AT(6), n7 = *AT(7),
               n8 = *AT(8);
    REAL *to4 = AT(9), *to8 = AT(10), *to10 = AT(11);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = t1 - a3[i], t3 = t2 * n4, r4 = a3[i] + t3, t5 = a5[i] * n6,
                   t6 = t1 * t1, t7 = t6 * n7, r8 = t5 + t7, t9 = r4 * n8, r10 = a0[i] - t9;
        to4[i] = r4, to8[i] = r8, to10[i] = r10;
    }
}
/* RMSprop */
static CODE void NAME(expression_64)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3), n4 = *AT(4), *a5 = AT(5), n6 = *AT(6), n7 = *AT(7),
               *a8 = AT(8);
    REAL *to3 = AT(9), *to8 = AT(10), *to10 = AT(11);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] * a2[i], t2 = t1 * n3, r3 = t0 + t2, t4 = MATH(sqrt)(r3), t5 = t4 + n4,
                   t6 = a2[i] / t5, t7 = a5[i] * n6, r8 = t7 + t6, t9 = r8 * n7, r10 = a8[i] - t9;
        to3[i] = r3, to8[i] = r8, to10[i] = r10;
    }
}
/* Adamax */
static CODE void NAME(expression_65)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), *a5 = AT(5), n6 = *AT(6), n7 = *AT(7),
               n8 = *AT(8);
    REAL *to4 = AT(9), *to8 = AT(10), *to11 = AT(11);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = t1 - a3[i], t3 = t2 * n4, r4 = a3[i] + t3, t5 = a5[i] * n6,
                   t6 = MATH(fabs)(t1), t7 = t6 + n7, r8 = NAME(maximum)(t5, t7), t9 = r4 / r8, t10 = t9 * n8,
                   r11 = a0[i] - t10;
        to4[i] = r4, to8[i] = r8, to11[i] = r11;
    }
}
/* RMSprop */
static CODE void NAME(expression_66)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5), n6 = *AT(6), *a7 = AT(7),
               n8 = *AT(8), n9 = *AT(9);
    REAL *to5 = AT(10), *to10 = AT(11), *to12 = AT(12);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = a3[i] * n4, t3 = t1 * t1, t4 = t3 * n5, r5 = t2 + t4,
                   t6 = MATH(sqrt)(r5), t7 = t6 + n6, t8 = t1 / t7, t9 = a7[i] * n8, r10 = t9 + t8, t11 = r10 * n9,
                   r12 = a0[i] - t11;
        to5[i] = r5, to10[i] = r10, to12[i] = r12;
    }
}
/* digits, with modules and Adam: training step */
static CODE void NAME(expression_67)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5), n6 = *AT(6), n7 = *AT(7),
               n8 = *AT(8), *a9 = AT(9);
    REAL *to2 = AT(10), *to6 = AT(11), *to12 = AT(12);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = t0 * n2, r2 = a1[i] + t1, t3 = a3[i] * n4, t4 = a0[i] * a0[i],
                   t5 = t4 * n5, r6 = t3 + t5, t7 = MATH(sqrt)(r6), t8 = t7 / n6, t9 = t8 + n7, t10 = r2 / t9,
                   t11 = t10 * n8, r12 = a9[i] - t11;
        to2[i] = r2, to6[i] = r6, to12[i] = r12;
    }
}
/* transformer: training step */
static CODE void NAME(expression_68)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), *a5 = AT(5), n6 = *AT(6), n7 = *AT(7),
               n8 = *AT(8), n9 = *AT(9), n10 = *AT(10);
    REAL *to3 = AT(11), *to7 = AT(12), *to13 = AT(13);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] - a3[i], t2 = t1 * n4, r3 = a3[i] + t2, t4 = a5[i] * n6,
                   t5 = a2[i] * a2[i], t6 = t5 * n7, r7 = t4 + t6, t8 = MATH(sqrt)(r7), t9 = t8 / n8, t10 = t9 + n9,
                   t11 = r3 / t10, t12 = t11 * n10, r13 = t0 - t12;
        to3[i] = r3, to7[i] = r7, to13[i] = r13;
    }
}
/* Adam */
static CODE void NAME(expression_69)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), *a5 = AT(5), n6 = *AT(6), n7 = *AT(7),
               n8 = *AT(8), n9 = *AT(9), n10 = *AT(10);
    REAL *to4 = AT(11), *to8 = AT(12), *to14 = AT(13);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = t1 - a3[i], t3 = t2 * n4, r4 = a3[i] + t3, t5 = a5[i] * n6,
                   t6 = t1 * t1, t7 = t6 * n7, r8 = t5 + t7, t9 = MATH(sqrt)(r8), t10 = t9 / n8, t11 = t10 + n9,
                   t12 = r4 / t11, t13 = t12 * n10, r14 = a0[i] - t13;
        to4[i] = r4, to8[i] = r8, to14[i] = r14;
    }
}
/* Adadelta */
static CODE void NAME(expression_70)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), n3 = *AT(3), *a4 = AT(4), n5 = *AT(5), n6 = *AT(6), *a7 = AT(7);
    REAL *to3 = AT(8), *to13 = AT(9), *to15 = AT(10);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] * a2[i], t2 = t1 * n3, r3 = t0 + t2, t4 = a4[i] + n5,
                   t5 = MATH(sqrt)(t4), t6 = r3 + n5, t7 = MATH(sqrt)(t6), t8 = t5 / t7, t9 = t8 * a2[i],
                   t10 = a4[i] * n1, t11 = t9 * t9, t12 = t11 * n3, r13 = t10 + t12, t14 = t9 * n6, r15 = a7[i] - t14;
        to3[i] = r3, to13[i] = r13, to15[i] = r15;
    }
}
/* NAdam */
static CODE void NAME(expression_71)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), *a1 = AT(1), n2 = *AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5), n6 = *AT(6), n7 = *AT(7),
               n8 = *AT(8), *a9 = AT(9), n10 = *AT(10);
    REAL *to2 = AT(11), *to6 = AT(12), *to15 = AT(13);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] - a1[i], t1 = t0 * n2, r2 = a1[i] + t1, t3 = a3[i] * n4, t4 = a0[i] * a0[i],
                   t5 = t4 * n5, r6 = t3 + t5, t7 = r6 / n6, t8 = MATH(sqrt)(t7), t9 = t8 + n7, t10 = a0[i] / t9,
                   t11 = t10 * n8, t12 = a9[i] - t11, t13 = r2 / t9, t14 = t13 * n10, r15 = t12 - t14;
        to2[i] = r2, to6[i] = r6, to15[i] = r15;
    }
}
/* Adadelta */
static CODE void NAME(expression_72)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), n5 = *AT(5), *a6 = AT(6), n7 = *AT(7),
               n8 = *AT(8);
    REAL *to5 = AT(9), *to15 = AT(10), *to17 = AT(11);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = a3[i] * n4, t3 = t1 * t1, t4 = t3 * n5, r5 = t2 + t4,
                   t6 = a6[i] + n7, t7 = MATH(sqrt)(t6), t8 = r5 + n7, t9 = MATH(sqrt)(t8), t10 = t7 / t9,
                   t11 = t10 * t1, t12 = a6[i] * n4, t13 = t11 * t11, t14 = t13 * n5, r15 = t12 + t14, t16 = t11 * n8,
                   r17 = a0[i] - t16;
        to5[i] = r5, to15[i] = r15, to17[i] = r17;
    }
}
/* NAdam */
static CODE void NAME(expression_73)(char* const* at, npy_intp n) {
    const REAL *a0 = AT(0), n1 = *AT(1), *a2 = AT(2), *a3 = AT(3), n4 = *AT(4), *a5 = AT(5), n6 = *AT(6), n7 = *AT(7),
               n8 = *AT(8), n9 = *AT(9), n10 = *AT(10), n11 = *AT(11);
    REAL *to4 = AT(12), *to8 = AT(13), *to17 = AT(14);
    ALONE for (npy_intp i = 0; i < n; i++) {
        const REAL t0 = a0[i] * n1, t1 = a2[i] + t0, t2 = t1 - a3[i], t3 = t2 * n4, r4 = a3[i] + t3, t5 = a5[i] * n6,
                   t6 = t1 * t1, t7 = t6 * n7, r8 = t5 + t7, t9 = r8 / n8, t10 = MATH(sqrt)(t9), t11 = t10 + n9,
                   t12 = t1 / t11, t13 = t12 * n10, t14 = a0[i] - t13, t15 = r4 / t11, t16 = t15 * n11,
                   r17 = t14 - t16;
        to4[i] = r4, to8[i] = r8, to17[i] = r17;
    }
}

#else

static Expression expressions[] = {
    {"r0=multiply(a0,n1) r1=minimum(r0,n2)", 3, 2, 6, AT_32(expression_0_f), AT_32(expression_0_d)},
    {"t0=absolute(a0) r1=negative(t0)", 1, 1, 0, AT_32(expression_1_f), AT_32(expression_1_d)},
    {"t0=add(a0,a0) r1=multiply(a1,t0)", 2, 1, 0, AT_32(expression_2_f), AT_32(expression_2_d)},
    {"t0=add(a0,n1) r1=divide(a2,t0)", 3, 1, 2, AT_32(expression_3_f), AT_32(expression_3_d)},
    {"t0=add(n0,a1) r1=divide(n0,t0)", 2, 1, 1, AT_32(expression_4_f), AT_32(expression_4_d)},
    {"t0=divide(a0,a1) r1=multiply(a2,t0)", 3, 1, 0, AT_32(expression_5_f), AT_32(expression_5_d)},
    {"t0=divide(a0,n1) r1=if_greater(a2,n3,a4,t0)", 5, 1, 10, AT_32(expression_6_f), AT_32(expression_6_d)},
    {"t0=if_equal(a0,n1,a2,a3) r1=multiply(a4,t0)", 5, 1, 2, AT_32(expression_7_f), AT_32(expression_7_d)},
    {"t0=maximum(a0,n1) r1=minimum(t0,n2)", 3, 1, 6, AT_32(expression_8_f), AT_32(expression_8_d)},
    {"t0=minimum(a0,n1) r1=multiply(t0,n2)", 3, 1, 6, AT_32(expression_9_f), AT_32(expression_9_d)},
    {"t0=multiply(a0,a1) r1=add(a2,t0)", 3, 1, 0, AT_32(expression_10_f), AT_32(expression_10_d)},
    {"t0=multiply(a0,a1) r1=if_greater(a2,n3,a0,t0)", 4, 1, 8, AT_32(expression_11_f), AT_32(expression_11_d)},
    {"t0=multiply(a0,a1) r1=multiply(t0,n2)", 3, 1, 4, AT_32(expression_12_f), AT_32(expression_12_d)},
    {"t0=multiply(a0,a1) r1=subtract(a2,t0)", 3, 1, 0, AT_32(expression_13_f), AT_32(expression_13_d)},
    {"t0=multiply(a0,n1) r1=add(a2,t0)", 3, 1, 2, AT_32(expression_14_f), AT_32(expression_14_d)},
    {"t0=multiply(a0,n1) r1=if_greater(a0,n2,a0,t0)", 3, 1, 6, AT_32(expression_15_f), AT_32(expression_15_d)},
    {"t0=multiply(a0,n1) r1=if_greater(a2,n3,a0,t0)", 4, 1, 10, AT_32(expression_16_f), AT_32(expression_16_d)},
    {"t0=multiply(a0,n1) r1=subtract(a2,t0)", 3, 1, 2, AT_32(expression_17_f), AT_32(expression_17_d)},
    {"t0=multiply(n0,a1) r1=divide(a2,t0)", 3, 1, 1, AT_32(expression_18_f), AT_32(expression_18_d)},
    {"t0=multiply(n0,a1) r1=multiply(t0,a1)", 2, 1, 1, AT_32(expression_19_f), AT_32(expression_19_d)},
    {"t0=negative(a0) r1=multiply(t0,a0)", 1, 1, 0, AT_32(expression_20_f), AT_32(expression_20_d)},
    {"t0=sqrt(a0) r1=reciprocal(t0)", 1, 1, 0, AT_32(expression_21_f), AT_32(expression_21_d)},
    {"t0=subtract(a0,a1) r1=multiply(a2,t0)", 3, 1, 0, AT_32(expression_22_f), AT_32(expression_22_d)},
    {"t0=subtract(a0,a1) r1=square(t0)", 2, 1, 0, AT_32(expression_23_f), AT_32(expression_23_d)},
    {"r0=minimum(a0,n1) t1=absolute(a0) r2=negative(t1)", 2, 2, 2, AT_32(expression_24_f), AT_32(expression_24_d)},
    {"r0=multiply(a0,n1) t1=if_greater(a2,n3,n3,a2) r2=multiply(t1,n1)", 4, 2, 10, AT_32(expression_25_f), AT_32(expression_25_d)},
    {"t0=divide(a0,a1) r1=if_equal(a0,n2,n3,t0) r2=multiply(r1,r1)", 4, 2, 12, AT_32(expression_26_f), AT_32(expression_26_d)},
    {"t0=if_equal(a0,n1,n2,a0) t1=divide(a3,t0) r2=if_equal(a0,n1,n1,t1)", 4, 1, 6, AT_32(expression_27_f), AT_32(expression_27_d)},
    {"t0=multiply(a0,a0) t1=subtract(n1,t0) r2=multiply(a2,t1)", 3, 1, 2, AT_32(expression_28_f), AT_32(expression_28_d)},
    {"t0=multiply(a0,a1) t1=multiply(t0,n2) r2=add(t1,n3)", 4, 1, 12, AT_32(expression_29_f), AT_32(expression_29_d)},
    {"t0=multiply(a0,n1) r1=sqrt(t0) r2=multiply(a2,n3)", 4, 2, 10, AT_32(expression_30_f), AT_32(expression_30_d)},
    {"t0=multiply(a0,n1) t1=multiply(a2,n1) r2=if_less_equal(a2,n3,t0,t1)", 4, 1, 10, AT_32(expression_31_f), AT_32(expression_31_d)},
    {"t0=multiply(a0,n1) t1=multiply(a2,n3) r2=subtract(t0,t1)", 4, 1, 10, AT_32(expression_32_f), AT_32(expression_32_d)},
    {"t0=subtract(a0,a1) t1=divide(t0,a2) r2=multiply(a3,t1)", 4, 1, 0, AT_32(expression_33_f), AT_32(expression_33_d)},
    {"t0=subtract(a0,a1) t1=multiply(n2,t0) r2=multiply(a3,t1)", 4, 1, 4, AT_32(expression_34_f), AT_32(expression_34_d)},
    {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=multiply(a3,t1)", 4, 1, 4, AT_32(expression_35_f), AT_32(expression_35_d)},
    {"t0=subtract(n0,a1) t1=multiply(t0,a1) r2=multiply(a2,t1)", 3, 1, 1, AT_32(expression_36_f), AT_32(expression_36_d)},
    {"r0=absolute(a0) r1=absolute(a1) r2=minimum(r0,r1) r3=maximum(r0,r1)", 2, 4, 0, AT_32(expression_37_f), AT_32(expression_37_d)},
    {"t0=if_greater(a0,n1,n2,n1) t1=if_less(a0,n1,n2,n1) t2=subtract(t0,t1) r3=multiply(a3,t2)", 4, 1, 6, AT_32(expression_38_f), AT_32(expression_38_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(t1,n3) r3=subtract(a0,t2)", 4, 1, 10, AT_32(expression_39_f), AT_32(expression_39_d)},
    {"t0=multiply(a0,n1) t1=multiply(a2,t0) t2=add(a3,t1) r3=multiply(a4,t2)", 5, 1, 2, AT_32(expression_40_f), AT_32(expression_40_d)},
    {"t0=multiply(n0,a1) t1=multiply(a2,a2) t2=multiply(t1,a2) r3=multiply(t0,t2)", 3, 1, 1, AT_32(expression_41_f), AT_32(expression_41_d)},
    {"t0=negative(a0) t1=divide(n1,a2) t2=divide(t1,a2) r3=multiply(t0,t2)", 3, 1, 2, AT_32(expression_42_f), AT_32(expression_42_d)},
    {"r0=divide(a0,a1) t1=negative(a0) t2=divide(a2,a1) t3=divide(t2,a1) r4=multiply(t1,t3)", 3, 2, 0, AT_32(expression_43_f), AT_32(expression_43_d)},
    {"t0=divide(a0,n1) t1=if_less(a2,a3,n4,a0) r2=if_equal(a2,a3,t0,t1) t3=if_less(a3,a2,n4,a0) r4=if_equal(a2,a3,t0,t3)", 5, 2, 18, AT_32(expression_44_f), AT_32(expression_44_d)},
    {"t0=multiply(a0,a1) t1=multiply(t0,a2) t2=add(t1,a2) t3=subtract(n3,t2) r4=if_greater(a4,a5,t3,t2)", 6, 1, 8, AT_32(expression_45_f), AT_32(expression_45_d)},
    {"t0=multiply(a0,n1) t1=multiply(a0,n2) t2=add(a3,t1) t3=multiply(t2,n4) r4=subtract(t0,t3)", 5, 1, 22, AT_32(expression_46_f), AT_32(expression_46_d)},
    {"t0=multiply(a0,n1) t1=multiply(a2,n3) r2=add(t0,t1) t3=multiply(r2,n4) r4=subtract(a5,t3)", 6, 2, 26, AT_32(expression_47_f), AT_32(expression_47_d)},
    {"t0=subtract(a0,a1) t1=divide(t0,n2) t2=maximum(t1,n3) t3=minimum(t2,n4) r4=multiply(a5,t3)", 6, 1, 28, AT_32(expression_48_f), AT_32(expression_48_d)},
    {"t0=subtract(n0,a1) r1=multiply(a2,t0) r2=multiply(a2,a1) t3=subtract(a3,a4) r4=multiply(a2,t3)", 5, 3, 1, AT_32(expression_49_f), AT_32(expression_49_d)},
    {"t0=subtract(n0,a1) t1=multiply(a2,t0) t2=add(n0,t1) t3=multiply(a1,t2) r4=multiply(a3,t3)", 4, 1, 1, AT_32(expression_50_f), AT_32(expression_50_d)},
    {"t0=negative(a0) t1=maximum(t0,n1) t2=add(a2,t1) t3=subtract(n3,a4) t4=multiply(t3,a0) r5=add(t4,t2)", 5, 1, 10, AT_32(expression_51_f), AT_32(expression_51_d)},
    {"t0=subtract(a0,a1) t1=absolute(t0) t2=multiply(t1,t1) t3=multiply(t2,n2) t4=subtract(t1,n2) r5=if_less(t1,n3,t3,t4)", 4, 1, 12, AT_32(expression_52_f), AT_32(expression_52_d)},
    {"r0=if_less(a0,n1,n1,a2) t1=if_equal(a0,n1,n3,a0) t2=if_less(a0,n1,n4,t1) t3=if_greater(a0,n1,n5,t2) t4=multiply(a6,t3) t5=if_greater(t4,n7,n7,t4) r6=if_less(t4,n8,n8,t5)", 9, 2, 442, AT_32(expression_53_f), AT_32(expression_53_d)},
    {"t0=multiply(a0,a0) r1=add(a1,t0) t2=sqrt(r1) t3=add(t2,n2) t4=divide(a0,t3) t5=multiply(t4,n3) r6=subtract(a4,t5)", 5, 2, 12, AT_32(expression_54_f), AT_32(expression_54_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(a3,n4) t3=multiply(t1,n5) r4=add(t2,t3) t5=multiply(r4,n6) r6=subtract(a0,t5)", 7, 2, 114, AT_32(expression_55_f), AT_32(expression_55_d)},
    {"t0=add(n0,a1) t1=add(t0,a2) t2=add(t1,a3) t3=add(t2,a4) t4=add(t3,a5) t5=add(t4,a6) t6=add(t5,a7) r7=add(t6,a8)", 9, 1, 1, AT_32(expression_56_f), AT_32(expression_56_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(t1,t1) r3=add(a3,t2) t4=sqrt(r3) t5=add(t4,n4) t6=divide(t1,t5) t7=multiply(t6,n5) r8=subtract(a0,t7)", 6, 2, 50, AT_32(expression_57_f), AT_32(expression_57_d)},
    {"t0=multiply(a0,n1) t1=multiply(a2,a2) t2=multiply(t1,n3) r3=add(t0,t2) t4=sqrt(r3) t5=add(t4,n4) t6=divide(a2,t5) t7=multiply(t6,n5) r8=subtract(a6,t7)", 7, 2, 58, AT_32(expression_58_f), AT_32(expression_58_d)},
    {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=add(a1,t1) t3=multiply(a3,n4) t4=multiply(a0,a0) t5=multiply(t4,n5) r6=add(t3,t5) t7=multiply(r2,n6) r8=subtract(a7,t7)", 8, 3, 116, AT_32(expression_59_f), AT_32(expression_59_d)},
    {"t0=multiply(a0,a0) t1=multiply(a1,a1) t2=add(t0,t1) t3=divide(a1,t2) t4=multiply(a2,t3) r5=if_equal(t2,n3,n3,t4) t6=negative(a2) t7=divide(a0,t2) t8=multiply(t6,t7) r9=if_equal(t2,n3,n3,t8)", 4, 2, 8, AT_32(expression_60_f), AT_32(expression_60_d)},
    {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=add(a1,t1) t3=multiply(a3,n4) t4=absolute(a0) t5=add(t4,n5) r6=maximum(t3,t5) t7=divide(r2,r6) t8=multiply(t7,n6) r9=subtract(a7,t8)", 8, 3, 116, AT_32(expression_61_f), AT_32(expression_61_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(a3,n4) t3=multiply(t1,t1) t4=multiply(t3,n5) r5=add(t2,t4) t6=sqrt(r5) t7=add(t6,n6) t8=divide(t1,t7) t9=multiply(t8,n7) r10=subtract(a0,t9)", 8, 2, 242, AT_32(expression_62_f), AT_32(expression_62_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=subtract(t1,a3) t3=multiply(t2,n4) r4=add(a3,t3) t5=multiply(a5,n6) t6=multiply(t1,t1) t7=multiply(t6,n7) r8=add(t5,t7) t9=multiply(r4,n8) r10=subtract(a0,t9)", 9, 3, 466, AT_32(expression_63_f), AT_32(expression_63_d)},
    {"t0=multiply(a0,n1) t1=multiply(a2,a2) t2=multiply(t1,n3) r3=add(t0,t2) t4=sqrt(r3) t5=add(t4,n4) t6=divide(a2,t5) t7=multiply(a5,n6) r8=add(t7,t6) t9=multiply(r8,n7) r10=subtract(a8,t9)", 9, 3, 218, AT_32(expression_64_f), AT_32(expression_64_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=subtract(t1,a3) t3=multiply(t2,n4) r4=add(a3,t3) t5=multiply(a5,n6) t6=absolute(t1) t7=add(t6,n7) r8=maximum(t5,t7) t9=divide(r4,r8) t10=multiply(t9,n8) r11=subtract(a0,t10)", 9, 3, 466, AT_32(expression_65_f), AT_32(expression_65_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(a3,n4) t3=multiply(t1,t1) t4=multiply(t3,n5) r5=add(t2,t4) t6=sqrt(r5) t7=add(t6,n6) t8=divide(t1,t7) t9=multiply(a7,n8) r10=add(t9,t8) t11=multiply(r10,n9) r12=subtract(a0,t11)", 10, 3, 882, AT_32(expression_66_f), AT_32(expression_66_d)},
    {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=add(a1,t1) t3=multiply(a3,n4) t4=multiply(a0,a0) t5=multiply(t4,n5) r6=add(t3,t5) t7=sqrt(r6) t8=divide(t7,n6) t9=add(t8,n7) t10=divide(r2,t9) t11=multiply(t10,n8) r12=subtract(a9,t11)", 10, 3, 500, AT_32(expression_67_f), AT_32(expression_67_d)},
    {"t0=multiply(a0,n1) t1=subtract(a2,a3) t2=multiply(t1,n4) r3=add(a3,t2) t4=multiply(a5,n6) t5=multiply(a2,a2) t6=multiply(t5,n7) r7=add(t4,t6) t8=sqrt(r7) t9=divide(t8,n8) t10=add(t9,n9) t11=divide(r3,t10) t12=multiply(t11,n10) r13=subtract(t0,t12)", 11, 3, 2002, AT_32(expression_68_f), AT_32(expression_68_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=subtract(t1,a3) t3=multiply(t2,n4) r4=add(a3,t3) t5=multiply(a5,n6) t6=multiply(t1,t1) t7=multiply(t6,n7) r8=add(t5,t7) t9=sqrt(r8) t10=divide(t9,n8) t11=add(t10,n9) t12=divide(r4,t11) t13=multiply(t12,n10) r14=subtract(a0,t13)", 11, 3, 2002, AT_32(expression_69_f), AT_32(expression_69_d)},
    {"t0=multiply(a0,n1) t1=multiply(a2,a2) t2=multiply(t1,n3) r3=add(t0,t2) t4=add(a4,n5) t5=sqrt(t4) t6=add(r3,n5) t7=sqrt(t6) t8=divide(t5,t7) t9=multiply(t8,a2) t10=multiply(a4,n1) t11=multiply(t9,t9) t12=multiply(t11,n3) r13=add(t10,t12) t14=multiply(t9,n6) r15=subtract(a7,t14)", 8, 3, 106, AT_32(expression_70_f), AT_32(expression_70_d)},
    {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=add(a1,t1) t3=multiply(a3,n4) t4=multiply(a0,a0) t5=multiply(t4,n5) r6=add(t3,t5) t7=divide(r6,n6) t8=sqrt(t7) t9=add(t8,n7) t10=divide(a0,t9) t11=multiply(t10,n8) t12=subtract(a9,t11) t13=divide(r2,t9) t14=multiply(t13,n10) r15=subtract(t12,t14)", 11, 3, 1524, AT_32(expression_71_f), AT_32(expression_71_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(a3,n4) t3=multiply(t1,t1) t4=multiply(t3,n5) r5=add(t2,t4) t6=add(a6,n7) t7=sqrt(t6) t8=add(r5,n7) t9=sqrt(t8) t10=divide(t7,t9) t11=multiply(t10,t1) t12=multiply(a6,n4) t13=multiply(t11,t11) t14=multiply(t13,n5) r15=add(t12,t14) t16=multiply(t11,n8) r17=subtract(a0,t16)", 9, 3, 434, AT_32(expression_72_f), AT_32(expression_72_d)},
    {"t0=multiply(a0,n1) t1=add(a2,t0) t2=subtract(t1,a3) t3=multiply(t2,n4) r4=add(a3,t3) t5=multiply(a5,n6) t6=multiply(t1,t1) t7=multiply(t6,n7) r8=add(t5,t7) t9=divide(r8,n8) t10=sqrt(t9) t11=add(t10,n9) t12=divide(t1,t11) t13=multiply(t12,n10) t14=subtract(a0,t13) t15=divide(r4,t11) t16=multiply(t15,n11) r17=subtract(t14,t16)", 12, 3, 4050, AT_32(expression_73_f), AT_32(expression_73_d)},
};
#define EXPRESSION_COUNT 74

#endif
