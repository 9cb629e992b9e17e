"""Arithmetic of common formulas, each in one loop. tools/expressions.py writes the expressions.

An expression reads arrays (a) and numbers (n) and gives results (r); t is what lies between. Each operation is rounded,
as the loop of that operation alone rounds it.
"""

cimport numpy as cnp

cimport wengert._core.arrays.widths  # its C code says which vectors there are

cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    #if defined(__GNUC__)
    #define EACH_OF static inline __attribute__((always_inline))
    #else
    #define EACH_OF static __forceinline
    #endif
    #if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    #define EXPRESSION_CODE WIDE_CODE
    #define HAS_EXPRESSIONS HAS_WIDE
    #else
    #define EXPRESSION_CODE NARROW_CODE
    #define HAS_EXPRESSIONS 1
    #endif
    #define MOST_OPERANDS 16  /* inputs and results of an expression: OPERANDS of programs.pxd */
    #define STRIP 64  /* elements that are computed at once where an array is not dense */

    typedef struct {
        const char* text;
        int inputs, results, numbers;  /* the last one has a bit for each input that is a number */
        void (*on_floats)(char* const*, npy_intp);
        void (*on_doubles)(char* const*, npy_intp);
    } Expression;

    #define ARRAY(k) const real* from##k = (const real*)at[k];
    #define NUMBER(k) const real n##k = *(const real*)at[k];
    #define RESULT(k) real* to##k = (real*)at[k];
    #define ROOT(x) (sizeof(real) == 4 ? (real)sqrtf((float)(x)) : (real)sqrt((double)(x)))
    #define SIZE(x) (sizeof(real) == 4 ? (real)fabsf((float)(x)) : (real)fabs((double)(x)))
    #define LIMITED(to, x, y, op) const real to##_ = x op y ? x : y, to = OR_NAN(to##_, x);
    #define EXPRESSION(name, operands, formula)                                                                       \
        static EXPRESSION_CODE void name##_f(char* const* at, npy_intp n) {                                           \
            typedef float real;                                                                                       \
            npy_intp i;                                                                                               \
            operands ALONE for (i = 0; i < n; i++) { formula }                                                        \
        }                                                                                                             \
        static EXPRESSION_CODE void name##_d(char* const* at, npy_intp n) {                                           \
            typedef double real;                                                                                      \
            npy_intp i;                                                                                               \
            operands ALONE for (i = 0; i < n; i++) { formula }                                                        \
        }

    /* y, or x if that is NaN: by bits, since compilers follow chains of choices into many instructions. */
    #define OR_NAN(y, x) (sizeof(real) == 4 ? (real)or_nan_f((float)y, (float)x) : (real)or_nan_d((double)y, (double)x))
    #define OR_NAN_OF(name, real, bits)                                                                               \
        EACH_OF real name(real y, real x) {                                                                           \
            const bits chosen = 0 - (bits)(x != x);                                                                   \
            bits i, j;                                                                                                \
            memcpy(&i, &y, sizeof(i)), memcpy(&j, &x, sizeof(j));                                                     \
            i = (i & ~chosen) | (j & chosen);                                                                         \
            memcpy(&y, &i, sizeof(i));                                                                                \
            return y;                                                                                                 \
        }
    OR_NAN_OF(or_nan_f, float, uint32_t)
    OR_NAN_OF(or_nan_d, double, uint64_t)

    /* The loop of a step: arrays that are not dense are copied a strip at a time. */
    #define STEP_OF(name, real, run)                                                                                  \
        static void name(char** at, const npy_intp* n, const npy_intp* by, void* data) {                              \
            const Expression* e = (const Expression*)data;                                                            \
            const npy_intp each = sizeof(real);                                                                       \
            const int all = e->inputs + e->results;                                                                   \
            real copies[MOST_OPERANDS][STRIP];                                                                        \
            char* now[MOST_OPERANDS];                                                                                 \
            npy_intp i, m;                                                                                            \
            int k, dense = 1;                                                                                         \
            for (k = 0; k < e->inputs; k++) dense &= by[k] == each || e->numbers >> k & 1;                            \
            if (dense) {                                                                                              \
                e->run(at, *n);                                                                                       \
                return;                                                                                               \
            }                                                                                                         \
            for (i = 0; i < *n; i += m) {                                                                             \
                m = *n - i < STRIP ? *n - i : STRIP;                                                                  \
                for (k = 0; k < all; k++) {                                                                           \
                    npy_intp j;                                                                                       \
                    now[k] = k < e->inputs && e->numbers >> k & 1 ? at[k] : at[k] + i * each;                         \
                    if (k >= e->inputs || e->numbers >> k & 1 || by[k] == each) continue;                             \
                    now[k] = (char*)copies[k];                                                                        \
                    if (by[k] || !i)                                                                                  \
                        for (j = 0; j < m; j++) copies[k][j] = *(const real*)(at[k] + (i + j) * by[k]);               \
                }                                                                                                     \
                e->run(now, m);                                                                                       \
            }                                                                                                         \
        }
    STEP_OF(expression_f, float, on_floats)
    STEP_OF(expression_d, double, on_doubles)

    /* written by tools/expressions.py */
    /* softplus */
    EXPRESSION(expression_0, ARRAY(0) NUMBER(1) NUMBER(2) RESULT(3) RESULT(4),
               const real a0 = from0[i]; const real r0 = a0 * n1; LIMITED(r1, r0, n2, <) to3[i] = r0; to4[i] = r1;)
    /* binary_cross_entropy_with_logits */
    EXPRESSION(expression_1, ARRAY(0) RESULT(1),
               const real a0 = from0[i]; const real t0 = SIZE(a0); const real r1 = -t0; to1[i] = r1;)
    /* Gaussian mixture: with gradient, x ** 2 */
    EXPRESSION(expression_2, ARRAY(0) ARRAY(1) RESULT(2),
               const real a0 = from0[i]; const real a1 = from1[i]; const real t0 = a0 + a0; const real r1 = a1 * t0;
               to2[i] = r1;)
    /* log1p */
    EXPRESSION(expression_3, ARRAY(0) NUMBER(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 + n1; const real r1 = a2 / t0;
               to3[i] = r1;)
    /* LSTM, parameters per unit: loss */
    EXPRESSION(expression_4, NUMBER(0) ARRAY(1) RESULT(2),
               const real a1 = from1[i]; const real t0 = n0 + a1; const real r1 = n0 / t0; to2[i] = r1;)
    /* norm */
    EXPRESSION(expression_5, ARRAY(0) ARRAY(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = a0 / a1;
               const real r1 = a2 * t0; to3[i] = r1;)
    /* softplus */
    EXPRESSION(expression_6, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) ARRAY(4) RESULT(5),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a4 = from4[i]; const real t0 = a0 / n1;
               const real r1 = a2 > n3 ? a4 : t0; to5[i] = r1;)
    /* lgamma */
    EXPRESSION(expression_7, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) ARRAY(4) RESULT(5),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a4 = from4[i];
               const real t0 = a0 == n1 ? a2 : a3; const real r1 = a4 * t0; to5[i] = r1;)
    /* clamp */
    EXPRESSION(expression_8, ARRAY(0) NUMBER(1) NUMBER(2) RESULT(3),
               const real a0 = from0[i]; LIMITED(t0, a0, n1, >) LIMITED(r1, t0, n2, <) to3[i] = r1;)
    /* elu */
    EXPRESSION(expression_9, ARRAY(0) NUMBER(1) NUMBER(2) RESULT(3),
               const real a0 = from0[i]; LIMITED(t0, a0, n1, <) const real r1 = t0 * n2; to3[i] = r1;)
    /* addcmul */
    EXPRESSION(expression_10, ARRAY(0) ARRAY(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = a0 * a1;
               const real r1 = a2 + t0; to3[i] = r1;)
    /* elu, softplus */
    EXPRESSION(expression_11, ARRAY(0) ARRAY(1) ARRAY(2) NUMBER(3) RESULT(4),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = a0 * a1;
               const real r1 = a2 > n3 ? a0 : t0; to4[i] = r1;)
    /* erf */
    EXPRESSION(expression_12, ARRAY(0) ARRAY(1) NUMBER(2) RESULT(3),
               const real a0 = from0[i]; const real a1 = from1[i]; const real t0 = a0 * a1; const real r1 = t0 * n2;
               to3[i] = r1;)
    /* Rprop, log_softmax, softmax */
    EXPRESSION(expression_13, ARRAY(0) ARRAY(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = a0 * a1;
               const real r1 = a2 - t0; to3[i] = r1;)
    /* Adafactor, SGD */
    EXPRESSION(expression_14, ARRAY(0) NUMBER(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 * n1; const real r1 = a2 + t0;
               to3[i] = r1;)
    /* leaky_relu */
    EXPRESSION(expression_15, ARRAY(0) NUMBER(1) NUMBER(2) RESULT(3),
               const real a0 = from0[i]; const real t0 = a0 * n1; const real r1 = a0 > n2 ? a0 : t0; to3[i] = r1;)
    /* leaky_relu */
    EXPRESSION(expression_16, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) RESULT(4),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 * n1;
               const real r1 = a2 > n3 ? a0 : t0; to4[i] = r1;)
    /* SGD */
    EXPRESSION(expression_17, ARRAY(0) NUMBER(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 * n1; const real r1 = a2 - t0;
               to3[i] = r1;)
    /* bundle adjustment: with Jacobian, sqrt */
    EXPRESSION(expression_18, NUMBER(0) ARRAY(1) ARRAY(2) RESULT(3),
               const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = n0 * a1; const real r1 = a2 / t0;
               to3[i] = r1;)
    /* gelu */
    EXPRESSION(expression_19, NUMBER(0) ARRAY(1) RESULT(2),
               const real a1 = from1[i]; const real t0 = n0 * a1; const real r1 = t0 * a1; to2[i] = r1;)
    /* erf */
    EXPRESSION(expression_20, ARRAY(0) RESULT(1),
               const real a0 = from0[i]; const real t0 = -a0; const real r1 = t0 * a0; to1[i] = r1;)
    /* rsqrt */
    EXPRESSION(expression_21, ARRAY(0) RESULT(1),
               const real a0 = from0[i]; const real t0 = ROOT(a0); const real r1 = 1 / t0; to1[i] = r1;)
    /* attention */
    EXPRESSION(expression_22, ARRAY(0) ARRAY(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = a0 - a1;
               const real r1 = a2 * t0; to3[i] = r1;)
    /* mse_loss */
    EXPRESSION(expression_23, ARRAY(0) ARRAY(1) RESULT(2),
               const real a0 = from0[i]; const real a1 = from1[i]; const real t0 = a0 - a1; const real r1 = t0 * t0;
               to2[i] = r1;)
    /* logsigmoid */
    EXPRESSION(expression_24, ARRAY(0) NUMBER(1) RESULT(2) RESULT(3),
               const real a0 = from0[i]; LIMITED(r0, a0, n1, <) const real t1 = SIZE(a0); const real r2 = -t1;
               to2[i] = r0; to3[i] = r2;)
    /* elu */
    EXPRESSION(expression_25, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) RESULT(4) RESULT(5),
               const real a0 = from0[i]; const real a2 = from2[i]; const real r0 = a0 * n1;
               const real t1 = a2 > n3 ? n3 : a2; const real r2 = t1 * n1; to4[i] = r0; to5[i] = r2;)
    /* atan2 */
    EXPRESSION(expression_26, ARRAY(0) ARRAY(1) NUMBER(2) NUMBER(3) RESULT(4) RESULT(5),
               const real a0 = from0[i]; const real a1 = from1[i]; const real t0 = a0 / a1;
               const real r1 = a0 == n2 ? n3 : t0; const real r2 = r1 * r1; to4[i] = r1; to5[i] = r2;)
    /* cdist */
    EXPRESSION(expression_27, ARRAY(0) NUMBER(1) NUMBER(2) ARRAY(3) RESULT(4),
               const real a0 = from0[i]; const real a3 = from3[i]; const real t0 = a0 == n1 ? n2 : a0;
               const real t1 = a3 / t0; const real r2 = a0 == n1 ? n1 : t1; to4[i] = r2;)
    /* LSTM, parameters per unit: with gradient, tanh */
    EXPRESSION(expression_28, ARRAY(0) NUMBER(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 * a0; const real t1 = n1 - t0;
               const real r2 = a2 * t1; to3[i] = r2;)
    /* randn */
    EXPRESSION(expression_29, ARRAY(0) ARRAY(1) NUMBER(2) NUMBER(3) RESULT(4),
               const real a0 = from0[i]; const real a1 = from1[i]; const real t0 = a0 * a1; const real t1 = t0 * n2;
               const real r2 = t1 + n3; to4[i] = r2;)
    /* randn */
    EXPRESSION(expression_30, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) RESULT(4) RESULT(5),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 * n1; const real r1 = ROOT(t0);
               const real r2 = a2 * n3; to4[i] = r1; to5[i] = r2;)
    /* elu */
    EXPRESSION(expression_31, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) RESULT(4),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 * n1; const real t1 = a2 * n1;
               const real r2 = a2 <= n3 ? t0 : t1; to4[i] = r2;)
    /* ASGD */
    EXPRESSION(expression_32, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) RESULT(4),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 * n1; const real t1 = a2 * n3;
               const real r2 = t0 - t1; to4[i] = r2;)
    /* std */
    EXPRESSION(expression_33, ARRAY(0) ARRAY(1) ARRAY(2) ARRAY(3) RESULT(4),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real a3 = from3[i];
               const real t0 = a0 - a1; const real t1 = t0 / a2; const real r2 = a3 * t1; to4[i] = r2;)
    /* mse_loss */
    EXPRESSION(expression_34, ARRAY(0) ARRAY(1) NUMBER(2) ARRAY(3) RESULT(4),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a3 = from3[i]; const real t0 = a0 - a1;
               const real t1 = n2 * t0; const real r2 = a3 * t1; to4[i] = r2;)
    /* var(-1) */
    EXPRESSION(expression_35, ARRAY(0) ARRAY(1) NUMBER(2) ARRAY(3) RESULT(4),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a3 = from3[i]; const real t0 = a0 - a1;
               const real t1 = t0 * n2; const real r2 = a3 * t1; to4[i] = r2;)
    /* LSTM, parameters per unit: with gradient, sigmoid */
    EXPRESSION(expression_36, NUMBER(0) ARRAY(1) ARRAY(2) RESULT(3),
               const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = n0 - a1; const real t1 = t0 * a1;
               const real r2 = a2 * t1; to3[i] = r2;)
    /* atan2 */
    EXPRESSION(expression_37, ARRAY(0) ARRAY(1) RESULT(2) RESULT(3) RESULT(4) RESULT(5),
               const real a0 = from0[i]; const real a1 = from1[i]; const real r0 = SIZE(a0); const real r1 = SIZE(a1);
               LIMITED(r2, r0, r1, <) LIMITED(r3, r0, r1, >) to2[i] = r0; to3[i] = r1; to4[i] = r2; to5[i] = r3;)
    /* abs */
    EXPRESSION(expression_38, ARRAY(0) NUMBER(1) NUMBER(2) ARRAY(3) RESULT(4),
               const real a0 = from0[i]; const real a3 = from3[i]; const real t0 = a0 > n1 ? n2 : n1;
               const real t1 = a0 < n1 ? n2 : n1; const real t2 = t0 - t1; const real r3 = a3 * t2; to4[i] = r3;)
    /* SGD */
    EXPRESSION(expression_39, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) RESULT(4),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = a0 * n1; const real t1 = a2 + t0;
               const real t2 = t1 * n3; const real r3 = a0 - t2; to4[i] = r3;)
    /* gelu */
    EXPRESSION(expression_40, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) ARRAY(4) RESULT(5),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a4 = from4[i];
               const real t0 = a0 * n1; const real t1 = a2 * t0; const real t2 = a3 + t1; const real r3 = a4 * t2;
               to5[i] = r3;)
    /* rsqrt */
    EXPRESSION(expression_41, NUMBER(0) ARRAY(1) ARRAY(2) RESULT(3),
               const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = n0 * a1; const real t1 = a2 * a2;
               const real t2 = t1 * a2; const real r3 = t0 * t2; to3[i] = r3;)
    /* 1 / x */
    EXPRESSION(expression_42, ARRAY(0) NUMBER(1) ARRAY(2) RESULT(3),
               const real a0 = from0[i]; const real a2 = from2[i]; const real t0 = -a0; const real t1 = n1 / a2;
               const real t2 = t1 / a2; const real r3 = t0 * t2; to3[i] = r3;)
    /* bundle adjustment: with Jacobian, x / y */
    EXPRESSION(expression_43, ARRAY(0) ARRAY(1) ARRAY(2) RESULT(3) RESULT(4),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real r0 = a0 / a1;
               const real t1 = -a0; const real t2 = a2 / a1; const real t3 = t2 / a1; const real r4 = t1 * t3;
               to3[i] = r0; to4[i] = r4;)
    /* maximum */
    EXPRESSION(expression_44, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) RESULT(5) RESULT(6),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real t0 = a0 / n1;
               const real t1 = a2 < a3 ? n4 : a0; const real r2 = a2 == a3 ? t0 : t1;
               const real t3 = a3 < a2 ? n4 : a0; const real r4 = a2 == a3 ? t0 : t3; to5[i] = r2; to6[i] = r4;)
    /* atan2 */
    EXPRESSION(expression_45, ARRAY(0) ARRAY(1) ARRAY(2) NUMBER(3) ARRAY(4) ARRAY(5) RESULT(6),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real a4 = from4[i];
               const real a5 = from5[i]; const real t0 = a0 * a1; const real t1 = t0 * a2; const real t2 = t1 + a2;
               const real t3 = n3 - t2; const real r4 = a4 > a5 ? t3 : t2; to6[i] = r4;)
    /* ASGD */
    EXPRESSION(expression_46, ARRAY(0) NUMBER(1) NUMBER(2) ARRAY(3) NUMBER(4) RESULT(5),
               const real a0 = from0[i]; const real a3 = from3[i]; const real t0 = a0 * n1; const real t1 = a0 * n2;
               const real t2 = a3 + t1; const real t3 = t2 * n4; const real r4 = t0 - t3; to5[i] = r4;)
    /* SGD */
    EXPRESSION(expression_47, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) NUMBER(4) ARRAY(5) RESULT(6) RESULT(7),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a5 = from5[i]; const real t0 = a0 * n1;
               const real t1 = a2 * n3; const real r2 = t0 + t1; const real t3 = r2 * n4; const real r4 = a5 - t3;
               to6[i] = r2; to7[i] = r4;)
    /* smooth_l1_loss */
    EXPRESSION(expression_48, ARRAY(0) ARRAY(1) NUMBER(2) NUMBER(3) NUMBER(4) ARRAY(5) RESULT(6),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a5 = from5[i]; const real t0 = a0 - a1;
               const real t1 = t0 / n2; LIMITED(t2, t1, n3, >) LIMITED(t3, t2, n4, <) const real r4 = a5 * t3;
               to6[i] = r4;)
    /* lerp */
    EXPRESSION(expression_49, NUMBER(0) ARRAY(1) ARRAY(2) ARRAY(3) ARRAY(4) RESULT(5) RESULT(6) RESULT(7),
               const real a1 = from1[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a4 = from4[i];
               const real t0 = n0 - a1; const real r1 = a2 * t0; const real r2 = a2 * a1; const real t3 = a3 - a4;
               const real r4 = a2 * t3; to5[i] = r1; to6[i] = r2; to7[i] = r4;)
    /* silu */
    EXPRESSION(expression_50, NUMBER(0) ARRAY(1) ARRAY(2) ARRAY(3) RESULT(4),
               const real a1 = from1[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real t0 = n0 - a1;
               const real t1 = a2 * t0; const real t2 = n0 + t1; const real t3 = a1 * t2; const real r4 = a3 * t3;
               to4[i] = r4;)
    /* binary_cross_entropy_with_logits */
    EXPRESSION(expression_51, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) ARRAY(4) RESULT(5),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a4 = from4[i]; const real t0 = -a0;
               LIMITED(t1, t0, n1, >) const real t2 = a2 + t1; const real t3 = n3 - a4; const real t4 = t3 * a0;
               const real r5 = t4 + t2; to5[i] = r5;)
    /* smooth_l1_loss */
    EXPRESSION(expression_52, ARRAY(0) ARRAY(1) NUMBER(2) NUMBER(3) RESULT(4),
               const real a0 = from0[i]; const real a1 = from1[i]; const real t0 = a0 - a1; const real t1 = SIZE(t0);
               const real t2 = t1 * t1; const real t3 = t2 * n2; const real t4 = t1 - n2;
               const real r5 = t1 < n3 ? t3 : t4; to4[i] = r5;)
    /* Rprop */
    EXPRESSION(expression_53, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) NUMBER(4) NUMBER(5) ARRAY(6) NUMBER(7) NUMBER(8) RESULT(9) RESULT(10),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a6 = from6[i];
               const real r0 = a0 < n1 ? n1 : a2; const real t1 = a0 == n1 ? n3 : a0;
               const real t2 = a0 < n1 ? n4 : t1; const real t3 = a0 > n1 ? n5 : t2; const real t4 = a6 * t3;
               const real t5 = t4 > n7 ? n7 : t4; const real r6 = t4 < n8 ? n8 : t5; to9[i] = r0; to10[i] = r6;)
    /* Adagrad */
    EXPRESSION(expression_54, ARRAY(0) ARRAY(1) NUMBER(2) NUMBER(3) ARRAY(4) RESULT(5) RESULT(6),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a4 = from4[i]; const real t0 = a0 * a0;
               const real r1 = a1 + t0; const real t2 = ROOT(r1); const real t3 = t2 + n2; const real t4 = a0 / t3;
               const real t5 = t4 * n3; const real r6 = a4 - t5; to5[i] = r1; to6[i] = r6;)
    /* SGD */
    EXPRESSION(expression_55, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) NUMBER(5) NUMBER(6) RESULT(7) RESULT(8),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real t0 = a0 * n1;
               const real t1 = a2 + t0; const real t2 = a3 * n4; const real t3 = t1 * n5; const real r4 = t2 + t3;
               const real t5 = r4 * n6; const real r6 = a0 - t5; to7[i] = r4; to8[i] = r6;)
    /* Gaussian mixture: log-likelihood */
    EXPRESSION(expression_56, NUMBER(0) ARRAY(1) ARRAY(2) ARRAY(3) ARRAY(4) ARRAY(5) ARRAY(6) ARRAY(7) ARRAY(8) RESULT(9),
               const real a1 = from1[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a4 = from4[i];
               const real a5 = from5[i]; const real a6 = from6[i]; const real a7 = from7[i]; const real a8 = from8[i];
               const real t0 = n0 + a1; const real t1 = t0 + a2; const real t2 = t1 + a3; const real t3 = t2 + a4;
               const real t4 = t3 + a5; const real t5 = t4 + a6; const real t6 = t5 + a7; const real r7 = t6 + a8;
               to9[i] = r7;)
    /* Adagrad */
    EXPRESSION(expression_57, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) NUMBER(5) RESULT(6) RESULT(7),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real t0 = a0 * n1;
               const real t1 = a2 + t0; const real t2 = t1 * t1; const real r3 = a3 + t2; const real t4 = ROOT(r3);
               const real t5 = t4 + n4; const real t6 = t1 / t5; const real t7 = t6 * n5; const real r8 = a0 - t7;
               to6[i] = r3; to7[i] = r8;)
    /* RMSprop */
    EXPRESSION(expression_58, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) NUMBER(4) NUMBER(5) ARRAY(6) RESULT(7) RESULT(8),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a6 = from6[i]; const real t0 = a0 * n1;
               const real t1 = a2 * a2; const real t2 = t1 * n3; const real r3 = t0 + t2; const real t4 = ROOT(r3);
               const real t5 = t4 + n4; const real t6 = a2 / t5; const real t7 = t6 * n5; const real r8 = a6 - t7;
               to7[i] = r3; to8[i] = r8;)
    /* RAdam */
    EXPRESSION(expression_59, ARRAY(0) ARRAY(1) NUMBER(2) ARRAY(3) NUMBER(4) NUMBER(5) NUMBER(6) ARRAY(7) RESULT(8) RESULT(9) RESULT(10),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a3 = from3[i]; const real a7 = from7[i];
               const real t0 = a0 - a1; const real t1 = t0 * n2; const real r2 = a1 + t1; const real t3 = a3 * n4;
               const real t4 = a0 * a0; const real t5 = t4 * n5; const real r6 = t3 + t5; const real t7 = r2 * n6;
               const real r8 = a7 - t7; to8[i] = r2; to9[i] = r6; to10[i] = r8;)
    /* atan2 */
    EXPRESSION(expression_60, ARRAY(0) ARRAY(1) ARRAY(2) NUMBER(3) RESULT(4) RESULT(5),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a2 = from2[i]; const real t0 = a0 * a0;
               const real t1 = a1 * a1; const real t2 = t0 + t1; const real t3 = a1 / t2; const real t4 = a2 * t3;
               const real r5 = t2 == n3 ? n3 : t4; const real t6 = -a2; const real t7 = a0 / t2;
               const real t8 = t6 * t7; const real r9 = t2 == n3 ? n3 : t8; to4[i] = r5; to5[i] = r9;)
    /* Adamax */
    EXPRESSION(expression_61, ARRAY(0) ARRAY(1) NUMBER(2) ARRAY(3) NUMBER(4) NUMBER(5) NUMBER(6) ARRAY(7) RESULT(8) RESULT(9) RESULT(10),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a3 = from3[i]; const real a7 = from7[i];
               const real t0 = a0 - a1; const real t1 = t0 * n2; const real r2 = a1 + t1; const real t3 = a3 * n4;
               const real t4 = SIZE(a0); const real t5 = t4 + n5; LIMITED(r6, t3, t5, >) const real t7 = r2 / r6;
               const real t8 = t7 * n6; const real r9 = a7 - t8; to8[i] = r2; to9[i] = r6; to10[i] = r9;)
    /* RMSprop */
    EXPRESSION(expression_62, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) NUMBER(5) NUMBER(6) NUMBER(7) RESULT(8) RESULT(9),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real t0 = a0 * n1;
               const real t1 = a2 + t0; const real t2 = a3 * n4; const real t3 = t1 * t1; const real t4 = t3 * n5;
               const real r5 = t2 + t4; const real t6 = ROOT(r5); const real t7 = t6 + n6; const real t8 = t1 / t7;
               const real t9 = t8 * n7; const real r10 = a0 - t9; to8[i] = r5; to9[i] = r10;)
    /* RAdam */
    EXPRESSION(expression_63, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) ARRAY(5) NUMBER(6) NUMBER(7) NUMBER(8) RESULT(9) RESULT(10) RESULT(11),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a5 = from5[i];
               const real t0 = a0 * n1; const real t1 = a2 + t0; const real t2 = t1 - a3; const real t3 = t2 * n4;
               const real r4 = a3 + t3; const real t5 = a5 * n6; const real t6 = t1 * t1; const real t7 = t6 * n7;
               const real r8 = t5 + t7; const real t9 = r4 * n8; const real r10 = a0 - t9; to9[i] = r4; to10[i] = r8;
               to11[i] = r10;)
    /* RMSprop */
    EXPRESSION(expression_64, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) NUMBER(4) ARRAY(5) NUMBER(6) NUMBER(7) ARRAY(8) RESULT(9) RESULT(10) RESULT(11),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a5 = from5[i]; const real a8 = from8[i];
               const real t0 = a0 * n1; const real t1 = a2 * a2; const real t2 = t1 * n3; const real r3 = t0 + t2;
               const real t4 = ROOT(r3); const real t5 = t4 + n4; const real t6 = a2 / t5; const real t7 = a5 * n6;
               const real r8 = t7 + t6; const real t9 = r8 * n7; const real r10 = a8 - t9; to9[i] = r3; to10[i] = r8;
               to11[i] = r10;)
    /* Adamax */
    EXPRESSION(expression_65, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) ARRAY(5) NUMBER(6) NUMBER(7) NUMBER(8) RESULT(9) RESULT(10) RESULT(11),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a5 = from5[i];
               const real t0 = a0 * n1; const real t1 = a2 + t0; const real t2 = t1 - a3; const real t3 = t2 * n4;
               const real r4 = a3 + t3; const real t5 = a5 * n6; const real t6 = SIZE(t1); const real t7 = t6 + n7;
               LIMITED(r8, t5, t7, >) const real t9 = r4 / r8; const real t10 = t9 * n8; const real r11 = a0 - t10;
               to9[i] = r4; to10[i] = r8; to11[i] = r11;)
    /* RMSprop */
    EXPRESSION(expression_66, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) NUMBER(5) NUMBER(6) ARRAY(7) NUMBER(8) NUMBER(9) RESULT(10) RESULT(11) RESULT(12),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a7 = from7[i];
               const real t0 = a0 * n1; const real t1 = a2 + t0; const real t2 = a3 * n4; const real t3 = t1 * t1;
               const real t4 = t3 * n5; const real r5 = t2 + t4; const real t6 = ROOT(r5); const real t7 = t6 + n6;
               const real t8 = t1 / t7; const real t9 = a7 * n8; const real r10 = t9 + t8; const real t11 = r10 * n9;
               const real r12 = a0 - t11; to10[i] = r5; to11[i] = r10; to12[i] = r12;)
    /* digits, with modules and Adam: training step */
    EXPRESSION(expression_67, ARRAY(0) ARRAY(1) NUMBER(2) ARRAY(3) NUMBER(4) NUMBER(5) NUMBER(6) NUMBER(7) NUMBER(8) ARRAY(9) RESULT(10) RESULT(11) RESULT(12),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a3 = from3[i]; const real a9 = from9[i];
               const real t0 = a0 - a1; const real t1 = t0 * n2; const real r2 = a1 + t1; const real t3 = a3 * n4;
               const real t4 = a0 * a0; const real t5 = t4 * n5; const real r6 = t3 + t5; const real t7 = ROOT(r6);
               const real t8 = t7 / n6; const real t9 = t8 + n7; const real t10 = r2 / t9; const real t11 = t10 * n8;
               const real r12 = a9 - t11; to10[i] = r2; to11[i] = r6; to12[i] = r12;)
    /* transformer: training step */
    EXPRESSION(expression_68, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) ARRAY(5) NUMBER(6) NUMBER(7) NUMBER(8) NUMBER(9) NUMBER(10) RESULT(11) RESULT(12) RESULT(13),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a5 = from5[i];
               const real t0 = a0 * n1; const real t1 = a2 - a3; const real t2 = t1 * n4; const real r3 = a3 + t2;
               const real t4 = a5 * n6; const real t5 = a2 * a2; const real t6 = t5 * n7; const real r7 = t4 + t6;
               const real t8 = ROOT(r7); const real t9 = t8 / n8; const real t10 = t9 + n9; const real t11 = r3 / t10;
               const real t12 = t11 * n10; const real r13 = t0 - t12; to11[i] = r3; to12[i] = r7; to13[i] = r13;)
    /* Adam */
    EXPRESSION(expression_69, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) ARRAY(5) NUMBER(6) NUMBER(7) NUMBER(8) NUMBER(9) NUMBER(10) RESULT(11) RESULT(12) RESULT(13),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a5 = from5[i];
               const real t0 = a0 * n1; const real t1 = a2 + t0; const real t2 = t1 - a3; const real t3 = t2 * n4;
               const real r4 = a3 + t3; const real t5 = a5 * n6; const real t6 = t1 * t1; const real t7 = t6 * n7;
               const real r8 = t5 + t7; const real t9 = ROOT(r8); const real t10 = t9 / n8; const real t11 = t10 + n9;
               const real t12 = r4 / t11; const real t13 = t12 * n10; const real r14 = a0 - t13; to11[i] = r4;
               to12[i] = r8; to13[i] = r14;)
    /* Adadelta */
    EXPRESSION(expression_70, ARRAY(0) NUMBER(1) ARRAY(2) NUMBER(3) ARRAY(4) NUMBER(5) NUMBER(6) ARRAY(7) RESULT(8) RESULT(9) RESULT(10),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a4 = from4[i]; const real a7 = from7[i];
               const real t0 = a0 * n1; const real t1 = a2 * a2; const real t2 = t1 * n3; const real r3 = t0 + t2;
               const real t4 = a4 + n5; const real t5 = ROOT(t4); const real t6 = r3 + n5; const real t7 = ROOT(t6);
               const real t8 = t5 / t7; const real t9 = t8 * a2; const real t10 = a4 * n1; const real t11 = t9 * t9;
               const real t12 = t11 * n3; const real r13 = t10 + t12; const real t14 = t9 * n6;
               const real r15 = a7 - t14; to8[i] = r3; to9[i] = r13; to10[i] = r15;)
    /* NAdam */
    EXPRESSION(expression_71, ARRAY(0) ARRAY(1) NUMBER(2) ARRAY(3) NUMBER(4) NUMBER(5) NUMBER(6) NUMBER(7) NUMBER(8) ARRAY(9) NUMBER(10) RESULT(11) RESULT(12) RESULT(13),
               const real a0 = from0[i]; const real a1 = from1[i]; const real a3 = from3[i]; const real a9 = from9[i];
               const real t0 = a0 - a1; const real t1 = t0 * n2; const real r2 = a1 + t1; const real t3 = a3 * n4;
               const real t4 = a0 * a0; const real t5 = t4 * n5; const real r6 = t3 + t5; const real t7 = r6 / n6;
               const real t8 = ROOT(t7); const real t9 = t8 + n7; const real t10 = a0 / t9; const real t11 = t10 * n8;
               const real t12 = a9 - t11; const real t13 = r2 / t9; const real t14 = t13 * n10;
               const real r15 = t12 - t14; to11[i] = r2; to12[i] = r6; to13[i] = r15;)
    /* Adadelta */
    EXPRESSION(expression_72, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) NUMBER(5) ARRAY(6) NUMBER(7) NUMBER(8) RESULT(9) RESULT(10) RESULT(11),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a6 = from6[i];
               const real t0 = a0 * n1; const real t1 = a2 + t0; const real t2 = a3 * n4; const real t3 = t1 * t1;
               const real t4 = t3 * n5; const real r5 = t2 + t4; const real t6 = a6 + n7; const real t7 = ROOT(t6);
               const real t8 = r5 + n7; const real t9 = ROOT(t8); const real t10 = t7 / t9; const real t11 = t10 * t1;
               const real t12 = a6 * n4; const real t13 = t11 * t11; const real t14 = t13 * n5;
               const real r15 = t12 + t14; const real t16 = t11 * n8; const real r17 = a0 - t16; to9[i] = r5;
               to10[i] = r15; to11[i] = r17;)
    /* NAdam */
    EXPRESSION(expression_73, ARRAY(0) NUMBER(1) ARRAY(2) ARRAY(3) NUMBER(4) ARRAY(5) NUMBER(6) NUMBER(7) NUMBER(8) NUMBER(9) NUMBER(10) NUMBER(11) RESULT(12) RESULT(13) RESULT(14),
               const real a0 = from0[i]; const real a2 = from2[i]; const real a3 = from3[i]; const real a5 = from5[i];
               const real t0 = a0 * n1; const real t1 = a2 + t0; const real t2 = t1 - a3; const real t3 = t2 * n4;
               const real r4 = a3 + t3; const real t5 = a5 * n6; const real t6 = t1 * t1; const real t7 = t6 * n7;
               const real r8 = t5 + t7; const real t9 = r8 / n8; const real t10 = ROOT(t9); const real t11 = t10 + n9;
               const real t12 = t1 / t11; const real t13 = t12 * n10; const real t14 = a0 - t13;
               const real t15 = r4 / t11; const real t16 = t15 * n11; const real r17 = t14 - t16; to12[i] = r4;
               to13[i] = r8; to14[i] = r17;)

    static Expression expressions[] = {
        {"r0=multiply(a0,n1) r1=minimum(r0,n2)", 3, 2, 6, expression_0_f, expression_0_d},
        {"t0=absolute(a0) r1=negative(t0)", 1, 1, 0, expression_1_f, expression_1_d},
        {"t0=add(a0,a0) r1=multiply(a1,t0)", 2, 1, 0, expression_2_f, expression_2_d},
        {"t0=add(a0,n1) r1=divide(a2,t0)", 3, 1, 2, expression_3_f, expression_3_d},
        {"t0=add(n0,a1) r1=divide(n0,t0)", 2, 1, 1, expression_4_f, expression_4_d},
        {"t0=divide(a0,a1) r1=multiply(a2,t0)", 3, 1, 0, expression_5_f, expression_5_d},
        {"t0=divide(a0,n1) r1=if_greater(a2,n3,a4,t0)", 5, 1, 10, expression_6_f, expression_6_d},
        {"t0=if_equal(a0,n1,a2,a3) r1=multiply(a4,t0)", 5, 1, 2, expression_7_f, expression_7_d},
        {"t0=maximum(a0,n1) r1=minimum(t0,n2)", 3, 1, 6, expression_8_f, expression_8_d},
        {"t0=minimum(a0,n1) r1=multiply(t0,n2)", 3, 1, 6, expression_9_f, expression_9_d},
        {"t0=multiply(a0,a1) r1=add(a2,t0)", 3, 1, 0, expression_10_f, expression_10_d},
        {"t0=multiply(a0,a1) r1=if_greater(a2,n3,a0,t0)", 4, 1, 8, expression_11_f, expression_11_d},
        {"t0=multiply(a0,a1) r1=multiply(t0,n2)", 3, 1, 4, expression_12_f, expression_12_d},
        {"t0=multiply(a0,a1) r1=subtract(a2,t0)", 3, 1, 0, expression_13_f, expression_13_d},
        {"t0=multiply(a0,n1) r1=add(a2,t0)", 3, 1, 2, expression_14_f, expression_14_d},
        {"t0=multiply(a0,n1) r1=if_greater(a0,n2,a0,t0)", 3, 1, 6, expression_15_f, expression_15_d},
        {"t0=multiply(a0,n1) r1=if_greater(a2,n3,a0,t0)", 4, 1, 10, expression_16_f, expression_16_d},
        {"t0=multiply(a0,n1) r1=subtract(a2,t0)", 3, 1, 2, expression_17_f, expression_17_d},
        {"t0=multiply(n0,a1) r1=divide(a2,t0)", 3, 1, 1, expression_18_f, expression_18_d},
        {"t0=multiply(n0,a1) r1=multiply(t0,a1)", 2, 1, 1, expression_19_f, expression_19_d},
        {"t0=negative(a0) r1=multiply(t0,a0)", 1, 1, 0, expression_20_f, expression_20_d},
        {"t0=sqrt(a0) r1=reciprocal(t0)", 1, 1, 0, expression_21_f, expression_21_d},
        {"t0=subtract(a0,a1) r1=multiply(a2,t0)", 3, 1, 0, expression_22_f, expression_22_d},
        {"t0=subtract(a0,a1) r1=square(t0)", 2, 1, 0, expression_23_f, expression_23_d},
        {"r0=minimum(a0,n1) t1=absolute(a0) r2=negative(t1)", 2, 2, 2, expression_24_f, expression_24_d},
        {"r0=multiply(a0,n1) t1=if_greater(a2,n3,n3,a2) r2=multiply(t1,n1)", 4, 2, 10, expression_25_f, expression_25_d},
        {"t0=divide(a0,a1) r1=if_equal(a0,n2,n3,t0) r2=multiply(r1,r1)", 4, 2, 12, expression_26_f, expression_26_d},
        {"t0=if_equal(a0,n1,n2,a0) t1=divide(a3,t0) r2=if_equal(a0,n1,n1,t1)", 4, 1, 6, expression_27_f, expression_27_d},
        {"t0=multiply(a0,a0) t1=subtract(n1,t0) r2=multiply(a2,t1)", 3, 1, 2, expression_28_f, expression_28_d},
        {"t0=multiply(a0,a1) t1=multiply(t0,n2) r2=add(t1,n3)", 4, 1, 12, expression_29_f, expression_29_d},
        {"t0=multiply(a0,n1) r1=sqrt(t0) r2=multiply(a2,n3)", 4, 2, 10, expression_30_f, expression_30_d},
        {"t0=multiply(a0,n1) t1=multiply(a2,n1) r2=if_less_equal(a2,n3,t0,t1)", 4, 1, 10, expression_31_f, expression_31_d},
        {"t0=multiply(a0,n1) t1=multiply(a2,n3) r2=subtract(t0,t1)", 4, 1, 10, expression_32_f, expression_32_d},
        {"t0=subtract(a0,a1) t1=divide(t0,a2) r2=multiply(a3,t1)", 4, 1, 0, expression_33_f, expression_33_d},
        {"t0=subtract(a0,a1) t1=multiply(n2,t0) r2=multiply(a3,t1)", 4, 1, 4, expression_34_f, expression_34_d},
        {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=multiply(a3,t1)", 4, 1, 4, expression_35_f, expression_35_d},
        {"t0=subtract(n0,a1) t1=multiply(t0,a1) r2=multiply(a2,t1)", 3, 1, 1, expression_36_f, expression_36_d},
        {"r0=absolute(a0) r1=absolute(a1) r2=minimum(r0,r1) r3=maximum(r0,r1)", 2, 4, 0, expression_37_f, expression_37_d},
        {"t0=if_greater(a0,n1,n2,n1) t1=if_less(a0,n1,n2,n1) t2=subtract(t0,t1) r3=multiply(a3,t2)", 4, 1, 6, expression_38_f, expression_38_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(t1,n3) r3=subtract(a0,t2)", 4, 1, 10, expression_39_f, expression_39_d},
        {"t0=multiply(a0,n1) t1=multiply(a2,t0) t2=add(a3,t1) r3=multiply(a4,t2)", 5, 1, 2, expression_40_f, expression_40_d},
        {"t0=multiply(n0,a1) t1=multiply(a2,a2) t2=multiply(t1,a2) r3=multiply(t0,t2)", 3, 1, 1, expression_41_f, expression_41_d},
        {"t0=negative(a0) t1=divide(n1,a2) t2=divide(t1,a2) r3=multiply(t0,t2)", 3, 1, 2, expression_42_f, expression_42_d},
        {"r0=divide(a0,a1) t1=negative(a0) t2=divide(a2,a1) t3=divide(t2,a1) r4=multiply(t1,t3)", 3, 2, 0, expression_43_f, expression_43_d},
        {"t0=divide(a0,n1) t1=if_less(a2,a3,n4,a0) r2=if_equal(a2,a3,t0,t1) t3=if_less(a3,a2,n4,a0) r4=if_equal(a2,a3,t0,t3)", 5, 2, 18, expression_44_f, expression_44_d},
        {"t0=multiply(a0,a1) t1=multiply(t0,a2) t2=add(t1,a2) t3=subtract(n3,t2) r4=if_greater(a4,a5,t3,t2)", 6, 1, 8, expression_45_f, expression_45_d},
        {"t0=multiply(a0,n1) t1=multiply(a0,n2) t2=add(a3,t1) t3=multiply(t2,n4) r4=subtract(t0,t3)", 5, 1, 22, expression_46_f, expression_46_d},
        {"t0=multiply(a0,n1) t1=multiply(a2,n3) r2=add(t0,t1) t3=multiply(r2,n4) r4=subtract(a5,t3)", 6, 2, 26, expression_47_f, expression_47_d},
        {"t0=subtract(a0,a1) t1=divide(t0,n2) t2=maximum(t1,n3) t3=minimum(t2,n4) r4=multiply(a5,t3)", 6, 1, 28, expression_48_f, expression_48_d},
        {"t0=subtract(n0,a1) r1=multiply(a2,t0) r2=multiply(a2,a1) t3=subtract(a3,a4) r4=multiply(a2,t3)", 5, 3, 1, expression_49_f, expression_49_d},
        {"t0=subtract(n0,a1) t1=multiply(a2,t0) t2=add(n0,t1) t3=multiply(a1,t2) r4=multiply(a3,t3)", 4, 1, 1, expression_50_f, expression_50_d},
        {"t0=negative(a0) t1=maximum(t0,n1) t2=add(a2,t1) t3=subtract(n3,a4) t4=multiply(t3,a0) r5=add(t4,t2)", 5, 1, 10, expression_51_f, expression_51_d},
        {"t0=subtract(a0,a1) t1=absolute(t0) t2=multiply(t1,t1) t3=multiply(t2,n2) t4=subtract(t1,n2) r5=if_less(t1,n3,t3,t4)", 4, 1, 12, expression_52_f, expression_52_d},
        {"r0=if_less(a0,n1,n1,a2) t1=if_equal(a0,n1,n3,a0) t2=if_less(a0,n1,n4,t1) t3=if_greater(a0,n1,n5,t2) t4=multiply(a6,t3) t5=if_greater(t4,n7,n7,t4) r6=if_less(t4,n8,n8,t5)", 9, 2, 442, expression_53_f, expression_53_d},
        {"t0=multiply(a0,a0) r1=add(a1,t0) t2=sqrt(r1) t3=add(t2,n2) t4=divide(a0,t3) t5=multiply(t4,n3) r6=subtract(a4,t5)", 5, 2, 12, expression_54_f, expression_54_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(a3,n4) t3=multiply(t1,n5) r4=add(t2,t3) t5=multiply(r4,n6) r6=subtract(a0,t5)", 7, 2, 114, expression_55_f, expression_55_d},
        {"t0=add(n0,a1) t1=add(t0,a2) t2=add(t1,a3) t3=add(t2,a4) t4=add(t3,a5) t5=add(t4,a6) t6=add(t5,a7) r7=add(t6,a8)", 9, 1, 1, expression_56_f, expression_56_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(t1,t1) r3=add(a3,t2) t4=sqrt(r3) t5=add(t4,n4) t6=divide(t1,t5) t7=multiply(t6,n5) r8=subtract(a0,t7)", 6, 2, 50, expression_57_f, expression_57_d},
        {"t0=multiply(a0,n1) t1=multiply(a2,a2) t2=multiply(t1,n3) r3=add(t0,t2) t4=sqrt(r3) t5=add(t4,n4) t6=divide(a2,t5) t7=multiply(t6,n5) r8=subtract(a6,t7)", 7, 2, 58, expression_58_f, expression_58_d},
        {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=add(a1,t1) t3=multiply(a3,n4) t4=multiply(a0,a0) t5=multiply(t4,n5) r6=add(t3,t5) t7=multiply(r2,n6) r8=subtract(a7,t7)", 8, 3, 116, expression_59_f, expression_59_d},
        {"t0=multiply(a0,a0) t1=multiply(a1,a1) t2=add(t0,t1) t3=divide(a1,t2) t4=multiply(a2,t3) r5=if_equal(t2,n3,n3,t4) t6=negative(a2) t7=divide(a0,t2) t8=multiply(t6,t7) r9=if_equal(t2,n3,n3,t8)", 4, 2, 8, expression_60_f, expression_60_d},
        {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=add(a1,t1) t3=multiply(a3,n4) t4=absolute(a0) t5=add(t4,n5) r6=maximum(t3,t5) t7=divide(r2,r6) t8=multiply(t7,n6) r9=subtract(a7,t8)", 8, 3, 116, expression_61_f, expression_61_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(a3,n4) t3=multiply(t1,t1) t4=multiply(t3,n5) r5=add(t2,t4) t6=sqrt(r5) t7=add(t6,n6) t8=divide(t1,t7) t9=multiply(t8,n7) r10=subtract(a0,t9)", 8, 2, 242, expression_62_f, expression_62_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=subtract(t1,a3) t3=multiply(t2,n4) r4=add(a3,t3) t5=multiply(a5,n6) t6=multiply(t1,t1) t7=multiply(t6,n7) r8=add(t5,t7) t9=multiply(r4,n8) r10=subtract(a0,t9)", 9, 3, 466, expression_63_f, expression_63_d},
        {"t0=multiply(a0,n1) t1=multiply(a2,a2) t2=multiply(t1,n3) r3=add(t0,t2) t4=sqrt(r3) t5=add(t4,n4) t6=divide(a2,t5) t7=multiply(a5,n6) r8=add(t7,t6) t9=multiply(r8,n7) r10=subtract(a8,t9)", 9, 3, 218, expression_64_f, expression_64_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=subtract(t1,a3) t3=multiply(t2,n4) r4=add(a3,t3) t5=multiply(a5,n6) t6=absolute(t1) t7=add(t6,n7) r8=maximum(t5,t7) t9=divide(r4,r8) t10=multiply(t9,n8) r11=subtract(a0,t10)", 9, 3, 466, expression_65_f, expression_65_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(a3,n4) t3=multiply(t1,t1) t4=multiply(t3,n5) r5=add(t2,t4) t6=sqrt(r5) t7=add(t6,n6) t8=divide(t1,t7) t9=multiply(a7,n8) r10=add(t9,t8) t11=multiply(r10,n9) r12=subtract(a0,t11)", 10, 3, 882, expression_66_f, expression_66_d},
        {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=add(a1,t1) t3=multiply(a3,n4) t4=multiply(a0,a0) t5=multiply(t4,n5) r6=add(t3,t5) t7=sqrt(r6) t8=divide(t7,n6) t9=add(t8,n7) t10=divide(r2,t9) t11=multiply(t10,n8) r12=subtract(a9,t11)", 10, 3, 500, expression_67_f, expression_67_d},
        {"t0=multiply(a0,n1) t1=subtract(a2,a3) t2=multiply(t1,n4) r3=add(a3,t2) t4=multiply(a5,n6) t5=multiply(a2,a2) t6=multiply(t5,n7) r7=add(t4,t6) t8=sqrt(r7) t9=divide(t8,n8) t10=add(t9,n9) t11=divide(r3,t10) t12=multiply(t11,n10) r13=subtract(t0,t12)", 11, 3, 2002, expression_68_f, expression_68_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=subtract(t1,a3) t3=multiply(t2,n4) r4=add(a3,t3) t5=multiply(a5,n6) t6=multiply(t1,t1) t7=multiply(t6,n7) r8=add(t5,t7) t9=sqrt(r8) t10=divide(t9,n8) t11=add(t10,n9) t12=divide(r4,t11) t13=multiply(t12,n10) r14=subtract(a0,t13)", 11, 3, 2002, expression_69_f, expression_69_d},
        {"t0=multiply(a0,n1) t1=multiply(a2,a2) t2=multiply(t1,n3) r3=add(t0,t2) t4=add(a4,n5) t5=sqrt(t4) t6=add(r3,n5) t7=sqrt(t6) t8=divide(t5,t7) t9=multiply(t8,a2) t10=multiply(a4,n1) t11=multiply(t9,t9) t12=multiply(t11,n3) r13=add(t10,t12) t14=multiply(t9,n6) r15=subtract(a7,t14)", 8, 3, 106, expression_70_f, expression_70_d},
        {"t0=subtract(a0,a1) t1=multiply(t0,n2) r2=add(a1,t1) t3=multiply(a3,n4) t4=multiply(a0,a0) t5=multiply(t4,n5) r6=add(t3,t5) t7=divide(r6,n6) t8=sqrt(t7) t9=add(t8,n7) t10=divide(a0,t9) t11=multiply(t10,n8) t12=subtract(a9,t11) t13=divide(r2,t9) t14=multiply(t13,n10) r15=subtract(t12,t14)", 11, 3, 1524, expression_71_f, expression_71_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=multiply(a3,n4) t3=multiply(t1,t1) t4=multiply(t3,n5) r5=add(t2,t4) t6=add(a6,n7) t7=sqrt(t6) t8=add(r5,n7) t9=sqrt(t8) t10=divide(t7,t9) t11=multiply(t10,t1) t12=multiply(a6,n4) t13=multiply(t11,t11) t14=multiply(t13,n5) r15=add(t12,t14) t16=multiply(t11,n8) r17=subtract(a0,t16)", 9, 3, 434, expression_72_f, expression_72_d},
        {"t0=multiply(a0,n1) t1=add(a2,t0) t2=subtract(t1,a3) t3=multiply(t2,n4) r4=add(a3,t3) t5=multiply(a5,n6) t6=multiply(t1,t1) t7=multiply(t6,n7) r8=add(t5,t7) t9=divide(r8,n8) t10=sqrt(t9) t11=add(t10,n9) t12=divide(t1,t11) t13=multiply(t12,n10) t14=subtract(a0,t13) t15=divide(r4,t11) t16=multiply(t15,n11) r17=subtract(t14,t16)", 12, 3, 4050, expression_73_f, expression_73_d},
    };
    #define EXPRESSION_COUNT 74
    /* until here */
    """
    ctypedef struct Expression:
        const char* text
        int inputs, results, numbers
    Expression* expressions
    int EXPRESSION_COUNT
    bint HAS_EXPRESSIONS
    void expression_f(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
    void expression_d(char**, const cnp.npy_intp*, const cnp.npy_intp*, void*) noexcept nogil
