"""Loops over vectors of numbers, written in C for the compilers that have vectors (GCC and Clang).

Every lane is one number and is computed as a plain loop computes it, so the results are the same with vectors of any
size and without them.
"""

cimport numpy as cnp

from .widths cimport HAS_WIDE  # whose macros these loops use

cdef extern from *:
    """
    /* Where a long row is halved before it is added: Note [One order] of rows.pyx. */
    #define ACROSS 128
    static inline npy_intp half_of(npy_intp n) { return n >> 1 & -8; }

    /* The sums of rows of terms, which are halved down to 128. Of these, each of eight lanes adds every eighth; then the lanes
       are added in pairs, and at last what is left. Memory is read from front to back: the processor reads ahead, and goes on
       to the next terms while it waits for an addition. */
    #define ROW_SUMS(name, code, real, vector, parts, term, pairs)                                                    \
        EACH code real name##_of_few(const real* a, npy_intp n) {                                                     \
            const npy_intp w = 8 / (parts);                                                                           \
            vector s[parts], v;                                                                                       \
            npy_intp i = 8;                                                                                           \
            int k;                                                                                                    \
            real sum = 0;                                                                                             \
            if (n < 8) {                                                                                              \
                for (i = 0; i < n; i++) sum += term(a[i]);                                                            \
                return sum;                                                                                           \
            }                                                                                                         \
            for (k = 0; k < (parts); k++) v = *(const vector*)(a + k * w), s[k] = term(v);                            \
            if (n >= 64) {                                                                                            \
                NEXT(8, vector, parts, term) NEXT(16, vector, parts, term)                                            \
                NEXT(24, vector, parts, term) NEXT(32, vector, parts, term)                                           \
                NEXT(40, vector, parts, term) NEXT(48, vector, parts, term)                                           \
                NEXT(56, vector, parts, term)                                                                         \
                i = 64;                                                                                               \
            }                                                                                                         \
            for (; i + 32 <= n; i += 32) {                                                                            \
                NEXT(i, vector, parts, term) NEXT(i + 8, vector, parts, term)                                         \
                NEXT(i + 16, vector, parts, term) NEXT(i + 24, vector, parts, term)                                   \
            }                                                                                                         \
            for (; i + 8 <= n; i += 8) NEXT(i, vector, parts, term)                                                   \
            pairs(real, vector, parts)                                                                                \
            for (; i < n; i++) sum += term(a[i]);                                                                     \
            return sum;                                                                                               \
        }                                                                                                             \
        static code real name##_of_many(const real* a, npy_intp n) {                                                  \
            npy_intp half;                                                                                            \
            real sum;                                                                                                 \
            if (n > ACROSS) {                                                                                         \
                half = half_of(n);                                                                                    \
                sum = name##_of_many(a, half);                                                                        \
                return sum + name##_of_many(a + half, n - half);                                                      \
            }                                                                                                         \
            return name##_of_few(a, n);                                                                               \
        }                                                                                                             \
        static code void name(const real* a, real* out, npy_intp rows, npy_intp n) {                                  \
            npy_intp r;                                                                                               \
            if (n <= ACROSS) /* and 0: no sum is -0.0, as in NumPy */                                                 \
                for (r = 0; r < rows; r++) out[r] = name##_of_few(a + r * n, n) + 0;                                  \
            else                                                                                                      \
                for (r = 0; r < rows; r++) out[r] = name##_of_many(a + r * n, n) + 0;                                 \
        }
    #define NEXT(i, vector, parts, term) for (k = 0; k < (parts); k++) v = *(const vector*)(a + (i) + k * w), s[k] += term(v);
    #define PAIRS(real, vector, parts)                                                                                \
        real t[8];                                                                                                    \
        for (k = 0; k < (parts); k++) *(vector*)(t + k * w) = s[k];                                                   \
        sum = ((t[0] + t[1]) + (t[2] + t[3])) + ((t[4] + t[5]) + (t[6] + t[7]));
    #if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    /* the same, by instructions that add neighbours of two vectors */
    #define PAIRS_OF_FLOATS(real, vector, parts)                                                                      \
        vector t = __builtin_ia32_haddps256(s[0], s[0]);                                                              \
        t = __builtin_ia32_haddps256(t, t);                                                                           \
        sum = t[0] + t[4];
    #define PAIRS_OF_DOUBLES(real, vector, parts)                                                                     \
        const vector t = __builtin_ia32_haddpd256(s[0], s[(parts) - 1]);                                              \
        sum = (t[0] + t[2]) + (t[1] + t[3]);
    #else
    #define PAIRS_OF_FLOATS PAIRS
    #define PAIRS_OF_DOUBLES PAIRS
    #endif
    #define ITSELF(x) (x)
    #define SAME(x, wide) (x)
    #define ROUNDED(x, to) ((to)(x))
    #if defined(__clang__)
    #define WIDENED __builtin_convertvector
    #else  /* GCC makes two halves of it */
    #define WIDENED(x, wide) __builtin_ia32_cvtps2pd512_mask(x, (wide){0}, -1, 4)
    #endif
    #define SQUARE(x) ((x) * (x))

    /* out = (...((start * x + c[0]) * x + c[1])...): each product and each sum is rounded. */
    #define POLYNOMIAL(name, code, real, vector, lanes)                                                               \
        static code void name(const real* start, const real* x, real* out, npy_intp n, npy_intp step,                 \
                              const real* c, npy_intp count) {                                                        \
            npy_intp i = 0, k;                                                                                        \
            const npy_intp w = (lanes);                                                                               \
            for (; i + 4 * w <= n; i += 4 * w) {                                                                      \
                const vector x0 = *(const vector*)(x + i), x1 = *(const vector*)(x + i + w);                          \
                const vector x2 = *(const vector*)(x + i + 2 * w), x3 = *(const vector*)(x + i + 3 * w);              \
                vector v0, v1, v2, v3;                                                                                \
                if (step) {                                                                                           \
                    v0 = *(const vector*)(start + i), v1 = *(const vector*)(start + i + w);                           \
                    v2 = *(const vector*)(start + i + 2 * w), v3 = *(const vector*)(start + i + 3 * w);               \
                } else                                                                                                \
                    v0 = v1 = v2 = v3 = *start - (vector){0};                                                         \
                for (k = 0; k < count; k++) {                                                                         \
                    v0 = v0 * x0 + c[k], v1 = v1 * x1 + c[k], v2 = v2 * x2 + c[k], v3 = v3 * x3 + c[k];               \
                }                                                                                                     \
                *(vector*)(out + i) = v0, *(vector*)(out + i + w) = v1;                                               \
                *(vector*)(out + i + 2 * w) = v2, *(vector*)(out + i + 3 * w) = v3;                                   \
            }                                                                                                         \
            for (; i < n; i++) {                                                                                      \
                real v = start[i * step];                                                                             \
                for (k = 0; k < count; k++) v = v * x[i] + c[k];                                                      \
                out[i] = v;                                                                                           \
            }                                                                                                         \
        }

    /* Numbers less another one, in double precision. */
    #define WIDEN(name, code, real)                                                                                   \
        static code void name(const real* a, npy_intp n, double less, double* out) {                                  \
            npy_intp i;                                                                                               \
            ALONE for (i = 0; i < n; i++) out[i] = a[i] - less;                                                       \
        }

    /* The sums of n columns in double precision: rows, which lie ``step`` apart, are added one after the other. */
    #define ADD_ROWS(name, code, real, vector, lanes)                                                                 \
        static code void name(const real* a, double* out, npy_intp rows, npy_intp n, npy_intp step) {                 \
            npy_intp i = 0, k;                                                                                        \
            const npy_intp w = (lanes);                                                                               \
            real sums[4 * (lanes)];                                                                                   \
            for (; i + 4 * w <= n; i += 4 * w) {                                                                      \
                const real* at = a + i;                                                                               \
                vector p = {0}, q = {0}, r = {0}, s = {0};                                                            \
                for (k = 0; k < rows; k++, at += step)                                                                \
                    p += *(const vector*)at, q += *(const vector*)(at + w),                                           \
                    r += *(const vector*)(at + 2 * w), s += *(const vector*)(at + 3 * w);                             \
                *(vector*)sums = p, *(vector*)(sums + w) = q;                                                         \
                *(vector*)(sums + 2 * w) = r, *(vector*)(sums + 3 * w) = s;                                           \
                for (k = 0; k < 4 * w; k++) out[i + k] = sums[k];                                                     \
            }                                                                                                         \
            for (; i < n; i++) {                                                                                      \
                real sum = 0;                                                                                         \
                for (k = 0; k < rows; k++) sum += a[i + k * step];                                                    \
                out[i] = sum;                                                                                         \
            }                                                                                                         \
        }

    /* Squared distances of a point to the points ``start`` to ``end`` of m, of which b has a row for each coordinate.
       Returns the first point that is left. */
    #define DISTANCES(name, code, real, vector, lanes)                                                                \
        static code npy_intp name(const real* a, const real* b, real* out, npy_intp start, npy_intp end, npy_intp m,  \
                             npy_intp d) {                                                                            \
            const npy_intp w = (lanes);                                                                               \
            npy_intp j = start, k;                                                                                    \
            for (; j + w <= end; j += w) {                                                                            \
                vector s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0}, s6 = {0}, s7 = {0}, x, total;      \
                const real* at = b + j;                                                                               \
                for (k = 0; k + 8 <= d; k += 8, at += 8 * m) {                                                        \
                    x = a[k] - *(const vector*)at, s0 += x * x;                                                       \
                    x = a[k + 1] - *(const vector*)(at + m), s1 += x * x;                                             \
                    x = a[k + 2] - *(const vector*)(at + 2 * m), s2 += x * x;                                         \
                    x = a[k + 3] - *(const vector*)(at + 3 * m), s3 += x * x;                                         \
                    x = a[k + 4] - *(const vector*)(at + 4 * m), s4 += x * x;                                         \
                    x = a[k + 5] - *(const vector*)(at + 5 * m), s5 += x * x;                                         \
                    x = a[k + 6] - *(const vector*)(at + 6 * m), s6 += x * x;                                         \
                    x = a[k + 7] - *(const vector*)(at + 7 * m), s7 += x * x;                                         \
                }                                                                                                     \
                total = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));                                            \
                for (; k < d; k++, at += m) x = a[k] - *(const vector*)at, total += x * x;                            \
                *(vector*)(out + j) = total;                                                                          \
            }                                                                                                         \
            return j;                                                                                                 \
        }

    /* Rows of a, which lie ``step`` apart, minus their numbers in four columns times four rows ``top``: in the columns
       from ``start`` on. The four columns end there. */
    #define SUBTRACT_FOURS(name, code, real)                                                                          \
        static code void name(real* a, const real* top, npy_intp step, npy_intp rows, npy_intp start, npy_intp end) { \
            const real *t0 = top, *t1 = top + step, *t2 = top + 2 * step, *t3 = top + 3 * step;                       \
            npy_intp i, j;                                                                                            \
            for (i = 0; i < rows; i++, a += step) {                                                                   \
                const real f0 = a[start - 4], f1 = a[start - 3], f2 = a[start - 2], f3 = a[start - 1];                \
                real* __restrict row = a;                                                                             \
                for (j = start; j < end; j++)                                                                         \
                    row[j] -= (f0 * t0[j] + f1 * t1[j]) + (f2 * t2[j] + f3 * t3[j]);                                  \
            }                                                                                                         \
        }

    /* Substitution: T x = b for a triangle T of n rows, in the columns of b from ``start``, of which rows are ``step`` apart.
       x takes the place of b. Returns the first column that is left. */
    #define SUBSTITUTE(name, code, real, vector, lanes, parts)                                                        \
        static code npy_intp name(const real* t, npy_intp down, npy_intp across, npy_intp n, real* b, npy_intp step,  \
                                  npy_intp start, npy_intp m, int upper, int ones) {                                  \
            const npy_intp w = (lanes), turn = upper ? -1 : 1;                                                        \
            npy_intp j = start, i, k, p;                                                                              \
            for (; j + (parts) * w <= m; j += (parts) * w) {                                                          \
                const npy_intp first = upper ? n - 1 : 0, end = upper ? -1 : n;                                       \
                for (i = first; i != end; i += turn) {                                                                \
                    vector v[parts];                                                                                  \
                    const real pivot = ones ? 1 : t[i * (down + across)];                                             \
                    real* at = b + i * step + j;                                                                      \
                    for (p = 0; p < (parts); p++) v[p] = *(const vector*)(at + p * w);                                \
                    for (k = first; k != i; k += turn) {                                                              \
                        const real c = t[i * down + k * across];                                                      \
                        const real* known = b + k * step + j;                                                         \
                        for (p = 0; p < (parts); p++) v[p] -= c * *(const vector*)(known + p * w);                    \
                    }                                                                                                 \
                    for (p = 0; p < (parts); p++) *(vector*)(at + p * w) = v[p] / pivot;                              \
                }                                                                                                     \
            }                                                                                                         \
            return j;                                                                                                 \
        }

    /* The sixteen lanes of two rows: out[lane] is the product of the numbers lane, lane + 16, ... of the first. */
    #define MULTIPLY_LANES(name, code, real, vector, wide, lanes, widen)                                              \
        static code void name(const real* a, const real* b, npy_intp n, double* out) {                                \
            const npy_intp w = (lanes);                                                                               \
            wide p[16 / (lanes)], q[16 / (lanes)];                                                                    \
            npy_intp i, k;                                                                                            \
            for (k = 0; k < 16 / w; k++) {                                                                            \
                p[k] = widen(*(const vector*)(a + k * w), wide);                                                      \
                q[k] = widen(*(const vector*)(b + k * w), wide);                                                      \
            }                                                                                                         \
            for (i = 16; i + 16 <= n; i += 16)                                                                        \
                for (k = 0; k < 16 / w; k++) {                                                                        \
                    p[k] *= widen(*(const vector*)(a + i + k * w), wide);                                             \
                    q[k] *= widen(*(const vector*)(b + i + k * w), wide);                                             \
                }                                                                                                     \
            for (k = 0; k < 16 / w; k++) *(wide*)(out + k * w) = p[k], *(wide*)(out + 16 + k * w) = q[k];             \
        }

    /* The products of the other numbers of a row, in two passes. Each of sixteen lanes has every sixteenth number.
       The first pass gives the products of those before each number in its lane, and of all in a lane. */
    #define BEFORE_EACH(name, code, real, vector, wide, lanes, widen)                                                 \
        static code void name(const real* x, npy_intp n, double* before, double* out) {                               \
            const npy_intp w = (lanes);                                                                               \
            wide p[16 / (lanes)];                                                                                     \
            npy_intp i, k;                                                                                            \
            for (k = 0; k < 16 / w; k++) p[k] = 1 - (wide){0};                                                        \
            for (i = 0; i + 16 <= n; i += 16)                                                                         \
                for (k = 0; k < 16 / w; k++) {                                                                        \
                    *(wide*)(before + i + k * w) = p[k];                                                              \
                    p[k] *= widen(*(const vector*)(x + i + k * w), wide);                                             \
                }                                                                                                     \
            for (k = 0; k < 16 / w; k++) *(wide*)(out + k * w) = p[k];                                                \
            for (k = 0; i < n; i++, k++) before[i] = out[k], out[k] *= x[i];                                          \
        }

    /* The second takes them times those behind, and times the product of the other lanes, ``rest``. */
    #define WITHOUT_EACH(name, code, real, vector, wide, lanes, widen)                                                \
        static code void name(const real* x, npy_intp n, const double* before, const double* rest, real* out) {       \
            const npy_intp w = (lanes);                                                                               \
            wide p[16 / (lanes)], q[16 / (lanes)];                                                                    \
            double behind[16];                                                                                        \
            npy_intp i = n, k;                                                                                        \
            for (k = 0; k < 16; k++) behind[k] = 1;                                                                   \
            for (k = n % 16 - 1; k >= 0; k--) i--, out[i] = (real)(before[i] * rest[k]), behind[k] = x[i];            \
            for (k = 0; k < 16 / w; k++) {                                                                            \
                p[k] = *(const wide*)(behind + k * w);                                                                \
                q[k] = *(const wide*)(rest + k * w);                                                                  \
            }                                                                                                         \
            for (i -= 16; i >= 0; i -= 16)                                                                            \
                for (k = 0; k < 16 / w; k++) {                                                                        \
                    *(vector*)(out + i + k * w) = widen(*(const wide*)(before + i + k * w) * p[k] * q[k], vector);    \
                    p[k] *= widen(*(const vector*)(x + i + k * w), wide);                                             \
                }                                                                                                     \
        }

    /* The sixteen lanes of a row, or of the squared distances from ``shift``. n is a multiple of 16. */
    #define LANE_SUMS(name, code, real, vector, parts)                                                                \
        static code void name(const real* x, real shift, npy_intp n, int squared, real* out) {                        \
            const npy_intp w = 16 / (parts);                                                                          \
            vector s[parts], t;                                                                                       \
            npy_intp i, k;                                                                                            \
            for (k = 0; k < (parts); k++) s[k] = (vector){0};                                                         \
            if (squared) {                                                                                            \
                for (i = 0; i < n; i += 16)                                                                           \
                    for (k = 0; k < (parts); k++) t = *(const vector*)(x + i + k * w) - shift, s[k] += t * t;         \
            } else {                                                                                                  \
                for (i = 0; i < n; i += 16)                                                                           \
                    for (k = 0; k < (parts); k++) s[k] += *(const vector*)(x + i + k * w);                            \
            }                                                                                                         \
            for (k = 0; k < (parts); k++) *(vector*)(out + k * w) = s[k];                                             \
        }

    /* The sixteen lanes of g * weight, and of g * weight * ((x - mean) * scale). */
    #define TWO_LANE_SUMS(name, code, real, vector, parts)                                                            \
        static code void name(const real* g, const real* x, const real* weight, real mean, real scale, npy_intp n,    \
                              real* one, real* two) {                                                                 \
            const npy_intp w = 16 / (parts);                                                                          \
            vector s[parts], u[parts], t;                                                                             \
            npy_intp i, k;                                                                                            \
            for (k = 0; k < (parts); k++) s[k] = u[k] = (vector){0};                                                  \
            for (i = 0; i < n; i += 16)                                                                               \
                for (k = 0; k < (parts); k++) {                                                                       \
                    t = *(const vector*)(g + i + k * w);                                                              \
                    if (weight) t *= *(const vector*)(weight + i + k * w);                                            \
                    s[k] += t;                                                                                        \
                    u[k] += t * ((*(const vector*)(x + i + k * w) - mean) * scale);                                   \
                }                                                                                                     \
            for (k = 0; k < (parts); k++) *(vector*)(one + k * w) = s[k], *(vector*)(two + k * w) = u[k];             \
        }

    /* The first of n numbers, 32 or more, in the order that OVER tells. Returns whether one of them is NaN. */
    #define EXTREME(name, code, real, integer, OVER)                                                                  \
        static code int name(const real* a, npy_intp n, real* out) {                                                  \
            real most[32];                                                                                            \
            integer odd[32], any = 0;                                                                                 \
            npy_intp i;                                                                                               \
            int k;                                                                                                    \
            for (k = 0; k < 32; k++) most[k] = a[k], odd[k] = a[k] != a[k];                                           \
            for (i = 32; i < n; i += 32) {                                                                            \
                const real* at = a + (i + 32 <= n ? i : n - 32);                                                      \
                for (k = 0; k < 32; k++) {                                                                            \
                    most[k] = at[k] OVER most[k] ? at[k] : most[k];                                                   \
                    odd[k] |= at[k] != at[k];                                                                         \
                }                                                                                                     \
            }                                                                                                         \
            for (k = 0; k < 32; k++) any |= odd[k];                                                                   \
            for (k = 0; k < 16; k++) most[k] = most[k + 16] OVER most[k] ? most[k + 16] : most[k];                    \
            for (k = 0; k < 8; k++) most[k] = most[k + 8] OVER most[k] ? most[k + 8] : most[k];                       \
            for (k = 0; k < 4; k++) most[k] = most[k + 4] OVER most[k] ? most[k + 4] : most[k];                       \
            for (k = 1; k < 4; k++) *most = most[k] OVER *most ? most[k] : *most;                                     \
            *out = *most;                                                                                             \
            return any != 0;                                                                                          \
        }

    /* The same for n columns of rows that are step numbers apart, and what is there already. */
    #define EXTREME_ROWS(name, code, real, integer, OVER)                                                             \
        static code int name(const real* a, npy_intp rows, npy_intp step, npy_intp n, real* most) {                   \
            integer odd = 0;                                                                                          \
            npy_intp k;                                                                                               \
            for (; rows >= 4; rows -= 4, a += 4 * step) {                                                             \
                const real *b = a + step, *c = b + step, *d = c + step;                                               \
                ALONE for (k = 0; k < n; k++) {                                                                       \
                    const real one = a[k] OVER b[k] ? a[k] : b[k], two = c[k] OVER d[k] ? c[k] : d[k];                \
                    const real more = one OVER two ? one : two;                                                       \
                    odd |= (a[k] != a[k]) | (b[k] != b[k]) | (c[k] != c[k]) | (d[k] != d[k]);                         \
                    most[k] = more OVER most[k] ? more : most[k];                                                     \
                }                                                                                                     \
            }                                                                                                         \
            for (; rows > 0; rows--, a += step)                                                                       \
                ALONE for (k = 0; k < n; k++) {                                                                       \
                    odd |= a[k] != a[k];                                                                              \
                    most[k] = a[k] OVER most[k] ? a[k] : most[k];                                                     \
                }                                                                                                     \
            return odd != 0;                                                                                          \
        }

    /* The first row of each of n columns, at most 256, that has what was found. */
    #define PLACES(name, code, real, integer)                                                                         \
        static code void name(const real* a, npy_intp rows, npy_intp step, npy_intp n, const real* found,             \
                              npy_int64* out) {                                                                       \
            integer at[256];                                                                                          \
            npy_intp i, k;                                                                                            \
            for (k = 0; k < n; k++) at[k] = 0;                                                                        \
            for (i = rows - 1; i >= 0; i--)                                                                           \
                for (k = 0; k < n; k++) at[k] = a[i * step + k] == found[k] ? (integer)i : at[k];                     \
            for (k = 0; k < n; k++) out[k] = at[k];                                                                   \
        }

    #define EXTREMES(code, real, integer, end)                                                                        \
        EXTREME(largest_##end, code, real, integer, >)                                                                \
        EXTREME(smallest_##end, code, real, integer, <)                                                               \
        EXTREME_ROWS(largest_rows_##end, code, real, integer, >)                                                      \
        EXTREME_ROWS(smallest_rows_##end, code, real, integer, <)                                                     \
        PLACES(places_##end, code, real, integer)

    /* Numbers in their place: x - shift, and x * factor. */
    #define IN_PLACE(name, code, real, change)                                                                        \
        static code void name(real* x, real by, npy_intp n) {                                                         \
            npy_intp i;                                                                                               \
            for (i = 0; i < n; i++) x[i] change by;                                                                   \
        }

    /* The sixteen lanes of a row, in double precision. n is a multiple of 16. */
    #define WIDE_LANE_SUMS(name, code, real)                                                                          \
        static code void name(const real* x, npy_intp n, double* out) {                                               \
            double lane[16] = {0};                                                                                    \
            npy_intp i;                                                                                               \
            int k;                                                                                                    \
            for (i = 0; i < n; i += 16)                                                                               \
                for (k = 0; k < 16; k++) lane[k] += x[i + k];                                                         \
            for (k = 0; k < 16; k++) out[k] = lane[k];                                                                \
        }

    /* out = (x - mean) * scale, and * weight + bias if there are such, of each element or (if not ``each``) of all. */
    #define NORMALISE(name, code, real)                                                                               \
        static code void name(const real* x, real mean, real scale, const real* weight, const real* bias, int each,   \
                              npy_intp n, real* __restrict out) {                                                     \
            npy_intp i;                                                                                               \
            if (weight && each)                                                                                       \
                for (i = 0; i < n; i++) out[i] = (x[i] - mean) * scale * weight[i] + bias[i];                         \
            else if (weight) {                                                                                        \
                real w = *weight, b = *bias;                                                                          \
                for (i = 0; i < n; i++) out[i] = (x[i] - mean) * scale * w + b;                                       \
            } else                                                                                                    \
                for (i = 0; i < n; i++) out[i] = (x[i] - mean) * scale;                                               \
        }

    /* out = (g - shift - (x - mean) * bend) * scale, or with g * weight. */
    #define BEND(name, code, real)                                                                                    \
        static code void name(const real* g, const real* x, const real* weight, real shift, real mean, real bend,     \
                              real scale, npy_intp n, real* __restrict out) {                                         \
            npy_intp i;                                                                                               \
            if (weight)                                                                                               \
                for (i = 0; i < n; i++) out[i] = (g[i] * weight[i] - shift - (x[i] - mean) * bend) * scale;           \
            else                                                                                                      \
                for (i = 0; i < n; i++) out[i] = (g[i] - shift - (x[i] - mean) * bend) * scale;                       \
        }

    #if defined(__GNUC__)
    WIDE_LANE_SUMS(wide_lane_sums_f16, NARROW_CODE, float)
    WIDE_LANE_SUMS(wide_lane_sums_d16, NARROW_CODE, double)
    WIDE_LANE_SUMS(wide_lane_sums_f32, WIDE_CODE, float)
    WIDE_LANE_SUMS(wide_lane_sums_d32, WIDE_CODE, double)
    IN_PLACE(shift_f16, NARROW_CODE, float, -=)
    IN_PLACE(shift_d16, NARROW_CODE, double, -=)
    IN_PLACE(shift_f32, WIDE_CODE, float, -=)
    IN_PLACE(shift_d32, WIDE_CODE, double, -=)
    IN_PLACE(stretch_f16, NARROW_CODE, float, *=)
    IN_PLACE(stretch_d16, NARROW_CODE, double, *=)
    IN_PLACE(stretch_f32, WIDE_CODE, float, *=)
    IN_PLACE(stretch_d32, WIDE_CODE, double, *=)
    #define shift_f (HAS_WIDE ? shift_f32 : shift_f16)
    #define shift_d (HAS_WIDE ? shift_d32 : shift_d16)
    #define stretch_f (HAS_WIDE ? stretch_f32 : stretch_f16)
    #define stretch_d (HAS_WIDE ? stretch_d32 : stretch_d16)
    NORMALISE(normalise_f16, NARROW_CODE, float)
    NORMALISE(normalise_d16, NARROW_CODE, double)
    NORMALISE(normalise_f32, WIDE_CODE, float)
    NORMALISE(normalise_d32, WIDE_CODE, double)
    BEND(bend_f16, NARROW_CODE, float)
    BEND(bend_d16, NARROW_CODE, double)
    BEND(bend_f32, WIDE_CODE, float)
    BEND(bend_d32, WIDE_CODE, double)
    #define wide_lane_sums_f (HAS_WIDE ? wide_lane_sums_f32 : wide_lane_sums_f16)
    #define wide_lane_sums_d (HAS_WIDE ? wide_lane_sums_d32 : wide_lane_sums_d16)
    #define normalise_f (HAS_WIDE ? normalise_f32 : normalise_f16)
    #define normalise_d (HAS_WIDE ? normalise_d32 : normalise_d16)
    #define bend_f (HAS_WIDE ? bend_f32 : bend_f16)
    #define bend_d (HAS_WIDE ? bend_d32 : bend_d16)
    EXTREMES(NARROW_CODE, float, npy_int32, f16)
    EXTREMES(NARROW_CODE, double, npy_int64, d16)
    EXTREMES(WIDE_CODE, float, npy_int32, f32)
    EXTREMES(WIDE_CODE, double, npy_int64, d32)
    #define largest_f (HAS_WIDE ? largest_f32 : largest_f16)
    #define largest_d (HAS_WIDE ? largest_d32 : largest_d16)
    #define smallest_f (HAS_WIDE ? smallest_f32 : smallest_f16)
    #define smallest_d (HAS_WIDE ? smallest_d32 : smallest_d16)
    #define largest_rows_f (HAS_WIDE ? largest_rows_f32 : largest_rows_f16)
    #define largest_rows_d (HAS_WIDE ? largest_rows_d32 : largest_rows_d16)
    #define smallest_rows_f (HAS_WIDE ? smallest_rows_f32 : smallest_rows_f16)
    #define smallest_rows_d (HAS_WIDE ? smallest_rows_d32 : smallest_rows_d16)
    #define places_f (HAS_WIDE ? places_f32 : places_f16)
    #define places_d (HAS_WIDE ? places_d32 : places_d16)
    typedef float floats4 __attribute__((vector_size(16), aligned(4), may_alias));
    typedef float floats8 __attribute__((vector_size(32), aligned(4), may_alias));
    typedef double doubles2 __attribute__((vector_size(16), aligned(8), may_alias));
    typedef double doubles4 __attribute__((vector_size(32), aligned(8), may_alias));
    ROW_SUMS(add_up_f16, NARROW_CODE, float, floats4, 2, ITSELF, PAIRS)
    ROW_SUMS(add_up_d16, NARROW_CODE, double, doubles2, 4, ITSELF, PAIRS)
    ROW_SUMS(add_up_f32, WIDE_CODE, float, floats8, 1, ITSELF, PAIRS_OF_FLOATS)
    ROW_SUMS(add_up_d32, WIDE_CODE, double, doubles4, 2, ITSELF, PAIRS_OF_DOUBLES)
    ROW_SUMS(add_squares_f16, NARROW_CODE, float, floats4, 2, SQUARE, PAIRS)
    ROW_SUMS(add_squares_d16, NARROW_CODE, double, doubles2, 4, SQUARE, PAIRS)
    ROW_SUMS(add_squares_f32, WIDE_CODE, float, floats8, 1, SQUARE, PAIRS_OF_FLOATS)
    ROW_SUMS(add_squares_d32, WIDE_CODE, double, doubles4, 2, SQUARE, PAIRS_OF_DOUBLES)
    POLYNOMIAL(polynomial_f16, NARROW_CODE, float, floats4, 4)
    POLYNOMIAL(polynomial_d16, NARROW_CODE, double, doubles2, 2)
    POLYNOMIAL(polynomial_f32, WIDE_CODE, float, floats8, 8)
    POLYNOMIAL(polynomial_d32, WIDE_CODE, double, doubles4, 4)
    typedef float floats2 __attribute__((vector_size(8), aligned(4), may_alias));
    WIDEN(widen_f16, NARROW_CODE, float)
    WIDEN(widen_d16, NARROW_CODE, double)
    WIDEN(widen_f32, WIDE_CODE, float)
    WIDEN(widen_d32, WIDE_CODE, double)
    #define widen_f (HAS_WIDE ? widen_f32 : widen_f16)
    #define widen_d (HAS_WIDE ? widen_d32 : widen_d16)
    ADD_ROWS(add_rows_f16, NARROW_CODE, float, floats4, 4)
    ADD_ROWS(add_rows_d16, NARROW_CODE, double, doubles2, 2)
    ADD_ROWS(add_rows_f32, WIDE_CODE, float, floats8, 8)
    ADD_ROWS(add_rows_d32, WIDE_CODE, double, doubles4, 4)
    DISTANCES(distances_f16, NARROW_CODE, float, floats4, 4)
    DISTANCES(distances_d16, NARROW_CODE, double, doubles2, 2)
    DISTANCES(distances_f32, WIDE_CODE, float, floats8, 8)
    DISTANCES(distances_d32, WIDE_CODE, double, doubles4, 4)
    #if defined(WIDEST_CODE)
    typedef float floats16 __attribute__((vector_size(64), aligned(4), may_alias));
    typedef double doubles8 __attribute__((vector_size(64), aligned(8), may_alias));
    DISTANCES(distances_f64, WIDEST_CODE, float, floats16, 16)
    DISTANCES(distances_d64, WIDEST_CODE, double, doubles8, 8)
    MULTIPLY_LANES(multiply_lanes_f64, WIDEST_CODE, float, floats8, doubles8, 8, WIDENED)
    MULTIPLY_LANES(multiply_lanes_d64, WIDEST_CODE, double, doubles8, doubles8, 8, SAME)
    #else
    #define multiply_lanes_f64 multiply_lanes_f16
    #define multiply_lanes_d64 multiply_lanes_d16
    #define distances_f64 distances_f16
    #define distances_d64 distances_d16
    #endif
    DISTANCES(rest_of_distances_f, NARROW_CODE, float, float, 1)
    DISTANCES(rest_of_distances_d, NARROW_CODE, double, double, 1)
    SUBSTITUTE(substitute_f16, NARROW_CODE, float, floats4, 4, 4)
    SUBSTITUTE(substitute_d16, NARROW_CODE, double, doubles2, 2, 4)
    SUBSTITUTE(substitute_f32, WIDE_CODE, float, floats8, 8, 4)
    SUBSTITUTE(substitute_d32, WIDE_CODE, double, doubles4, 4, 4)
    SUBTRACT_FOURS(subtract_fours_f16, NARROW_CODE, float)
    SUBTRACT_FOURS(subtract_fours_d16, NARROW_CODE, double)
    SUBTRACT_FOURS(subtract_fours_f32, WIDE_CODE, float)
    SUBTRACT_FOURS(subtract_fours_d32, WIDE_CODE, double)
    #define subtract_fours_f (HAS_WIDE ? subtract_fours_f32 : subtract_fours_f16)
    #define subtract_fours_d (HAS_WIDE ? subtract_fours_d32 : subtract_fours_d16)
    SUBSTITUTE(rest_substitute_f, NARROW_CODE, float, floats4, 4, 1)
    SUBSTITUTE(rest_substitute_d, NARROW_CODE, double, doubles2, 2, 1)
    SUBSTITUTE(last_substitute_f, NARROW_CODE, float, float, 1, 1)
    SUBSTITUTE(last_substitute_d, NARROW_CODE, double, double, 1, 1)
    MULTIPLY_LANES(multiply_lanes_f16, NARROW_CODE, float, floats2, doubles2, 2, __builtin_convertvector)
    MULTIPLY_LANES(multiply_lanes_d16, NARROW_CODE, double, doubles2, doubles2, 2, SAME)
    BEFORE_EACH(before_each_f16, NARROW_CODE, float, floats2, doubles2, 2, __builtin_convertvector)
    BEFORE_EACH(before_each_d16, NARROW_CODE, double, doubles2, doubles2, 2, SAME)
    BEFORE_EACH(before_each_f32, WIDE_CODE, float, floats4, doubles4, 4, __builtin_convertvector)
    BEFORE_EACH(before_each_d32, WIDE_CODE, double, doubles4, doubles4, 4, SAME)
    WITHOUT_EACH(without_each_f16, NARROW_CODE, float, floats2, doubles2, 2, __builtin_convertvector)
    WITHOUT_EACH(without_each_d16, NARROW_CODE, double, doubles2, doubles2, 2, SAME)
    WITHOUT_EACH(without_each_f32, WIDE_CODE, float, floats4, doubles4, 4, __builtin_convertvector)
    WITHOUT_EACH(without_each_d32, WIDE_CODE, double, doubles4, doubles4, 4, SAME)
    #define before_each_f (HAS_WIDE ? before_each_f32 : before_each_f16)
    #define before_each_d (HAS_WIDE ? before_each_d32 : before_each_d16)
    #define without_each_f (HAS_WIDE ? without_each_f32 : without_each_f16)
    #define without_each_d (HAS_WIDE ? without_each_d32 : without_each_d16)
    MULTIPLY_LANES(multiply_lanes_f32, WIDE_CODE, float, floats4, doubles4, 4, __builtin_convertvector)
    MULTIPLY_LANES(multiply_lanes_d32, WIDE_CODE, double, doubles4, doubles4, 4, SAME)
    LANE_SUMS(lane_sums_f16, NARROW_CODE, float, floats4, 4)
    LANE_SUMS(lane_sums_d16, NARROW_CODE, double, doubles2, 8)
    LANE_SUMS(lane_sums_f32, WIDE_CODE, float, floats8, 2)
    LANE_SUMS(lane_sums_d32, WIDE_CODE, double, doubles4, 4)
    TWO_LANE_SUMS(two_lane_sums_f16, NARROW_CODE, float, floats4, 4)
    TWO_LANE_SUMS(two_lane_sums_d16, NARROW_CODE, double, doubles2, 8)
    TWO_LANE_SUMS(two_lane_sums_f32, WIDE_CODE, float, floats8, 2)
    TWO_LANE_SUMS(two_lane_sums_d32, WIDE_CODE, double, doubles4, 4)
    #define lane_sums_f (HAS_WIDE ? lane_sums_f32 : lane_sums_f16)
    #define lane_sums_d (HAS_WIDE ? lane_sums_d32 : lane_sums_d16)
    #define two_lane_sums_f (HAS_WIDE ? two_lane_sums_f32 : two_lane_sums_f16)
    #define two_lane_sums_d (HAS_WIDE ? two_lane_sums_d32 : two_lane_sums_d16)
    #define add_rows_f (HAS_WIDE ? add_rows_f32 : add_rows_f16)
    #define add_rows_d (HAS_WIDE ? add_rows_d32 : add_rows_d16)
    #define distances_f (HAS_WIDEST ? distances_f64 : HAS_WIDE ? distances_f32 : distances_f16)
    #define distances_d (HAS_WIDEST ? distances_d64 : HAS_WIDE ? distances_d32 : distances_d16)
    #define substitute_f (HAS_WIDE ? substitute_f32 : substitute_f16)
    #define substitute_d (HAS_WIDE ? substitute_d32 : substitute_d16)
    #define multiply_lanes_f (HAS_WIDEST ? multiply_lanes_f64 : HAS_WIDE ? multiply_lanes_f32 : multiply_lanes_f16)
    #define multiply_lanes_d (HAS_WIDEST ? multiply_lanes_d64 : HAS_WIDE ? multiply_lanes_d32 : multiply_lanes_d16)
    #define add_squares_f (HAS_WIDE ? add_squares_f32 : add_squares_f16)
    #define add_squares_d (HAS_WIDE ? add_squares_d32 : add_squares_d16)
    #define add_up_f (HAS_WIDE ? add_up_f32 : add_up_f16)
    #define add_up_d (HAS_WIDE ? add_up_d32 : add_up_d16)
    #define polynomial_f (HAS_WIDE ? polynomial_f32 : polynomial_f16)
    #define polynomial_d (HAS_WIDE ? polynomial_d32 : polynomial_d16)
    #else
    WIDE_LANE_SUMS(wide_lane_sums_f, NARROW_CODE, float)
    WIDE_LANE_SUMS(wide_lane_sums_d, NARROW_CODE, double)
    IN_PLACE(shift_f, NARROW_CODE, float, -=)
    IN_PLACE(shift_d, NARROW_CODE, double, -=)
    IN_PLACE(stretch_f, NARROW_CODE, float, *=)
    IN_PLACE(stretch_d, NARROW_CODE, double, *=)
    NORMALISE(normalise_f, NARROW_CODE, float)
    NORMALISE(normalise_d, NARROW_CODE, double)
    BEND(bend_f, NARROW_CODE, float)
    BEND(bend_d, NARROW_CODE, double)
    EXTREMES(NARROW_CODE, float, npy_int32, f)
    EXTREMES(NARROW_CODE, double, npy_int64, d)
    ROW_SUMS(add_up_f, NARROW_CODE, float, float, 8, ITSELF, PAIRS)
    ROW_SUMS(add_up_d, NARROW_CODE, double, double, 8, ITSELF, PAIRS)
    ROW_SUMS(add_squares_f, NARROW_CODE, float, float, 8, SQUARE, PAIRS)
    ROW_SUMS(add_squares_d, NARROW_CODE, double, double, 8, SQUARE, PAIRS)
    POLYNOMIAL(polynomial_f, NARROW_CODE, float, float, 1)
    POLYNOMIAL(polynomial_d, NARROW_CODE, double, double, 1)
    LANE_SUMS(lane_sums_f, NARROW_CODE, float, float, 16)
    LANE_SUMS(lane_sums_d, NARROW_CODE, double, double, 16)
    TWO_LANE_SUMS(two_lane_sums_f, NARROW_CODE, float, float, 16)
    TWO_LANE_SUMS(two_lane_sums_d, NARROW_CODE, double, double, 16)
    WIDEN(widen_f, NARROW_CODE, float)
    WIDEN(widen_d, NARROW_CODE, double)
    ADD_ROWS(add_rows_f, NARROW_CODE, float, float, 1)
    ADD_ROWS(add_rows_d, NARROW_CODE, double, double, 1)
    DISTANCES(distances_f, NARROW_CODE, float, float, 1)
    DISTANCES(distances_d, NARROW_CODE, double, double, 1)
    #define rest_of_distances_f distances_f
    #define rest_of_distances_d distances_d
    SUBSTITUTE(substitute_f, NARROW_CODE, float, float, 1, 16)
    SUBSTITUTE(substitute_d, NARROW_CODE, double, double, 1, 16)
    SUBSTITUTE(last_substitute_f, NARROW_CODE, float, float, 1, 1)
    SUBSTITUTE(last_substitute_d, NARROW_CODE, double, double, 1, 1)
    #define rest_substitute_f last_substitute_f
    SUBTRACT_FOURS(subtract_fours_f, NARROW_CODE, float)
    SUBTRACT_FOURS(subtract_fours_d, NARROW_CODE, double)
    #define rest_substitute_d last_substitute_d
    BEFORE_EACH(before_each_f, NARROW_CODE, float, float, double, 1, SAME)
    BEFORE_EACH(before_each_d, NARROW_CODE, double, double, double, 1, SAME)
    WITHOUT_EACH(without_each_f, NARROW_CODE, float, float, double, 1, ROUNDED)
    WITHOUT_EACH(without_each_d, NARROW_CODE, double, double, double, 1, SAME)
    MULTIPLY_LANES(multiply_lanes_f, NARROW_CODE, float, float, double, 1, SAME)
    MULTIPLY_LANES(multiply_lanes_d, NARROW_CODE, double, double, double, 1, SAME)
    #endif
    """
    cnp.npy_intp ACROSS
    cnp.npy_intp half_of(cnp.npy_intp) noexcept nogil
    void wide_lane_sums_f(const float*, cnp.npy_intp, double*) noexcept nogil
    void wide_lane_sums_d(const double*, cnp.npy_intp, double*) noexcept nogil
    void normalise_f(const float*, float, float, const float*, const float*, bint, cnp.npy_intp, float*) noexcept nogil
    void normalise_d(const double*, double, double, const double*, const double*, bint, cnp.npy_intp, double*) noexcept nogil
    void bend_f(const float*, const float*, const float*, float, float, float, float, cnp.npy_intp, float*) noexcept nogil
    void bend_d(const double*, const double*, const double*, double, double, double, double, cnp.npy_intp, double*) noexcept nogil
    void before_each_f(const float*, cnp.npy_intp, double*, double*) noexcept nogil
    void before_each_d(const double*, cnp.npy_intp, double*, double*) noexcept nogil
    void without_each_f(const float*, cnp.npy_intp, const double*, const double*, float*) noexcept nogil
    void without_each_d(const double*, cnp.npy_intp, const double*, const double*, double*) noexcept nogil
    void shift_f(float*, float, cnp.npy_intp) noexcept nogil
    void shift_d(double*, double, cnp.npy_intp) noexcept nogil
    void stretch_f(float*, float, cnp.npy_intp) noexcept nogil
    void stretch_d(double*, double, cnp.npy_intp) noexcept nogil
    bint largest_f(const float*, cnp.npy_intp, float*) noexcept nogil
    bint largest_rows_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*) noexcept nogil
    bint largest_d(const double*, cnp.npy_intp, double*) noexcept nogil
    bint largest_rows_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*) noexcept nogil
    bint smallest_f(const float*, cnp.npy_intp, float*) noexcept nogil
    bint smallest_rows_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*) noexcept nogil
    bint smallest_d(const double*, cnp.npy_intp, double*) noexcept nogil
    bint smallest_rows_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*) noexcept nogil
    void places_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, const float*, cnp.npy_int64*) noexcept nogil
    void places_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, const double*, cnp.npy_int64*) noexcept nogil
    void add_up_f(const float*, float*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_up_d(const double*, double*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_squares_f(const float*, float*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_squares_d(const double*, double*, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void polynomial_f(const float*, const float*, float*, cnp.npy_intp, cnp.npy_intp, const float*, cnp.npy_intp) noexcept nogil
    void polynomial_d(const double*, const double*, double*, cnp.npy_intp, cnp.npy_intp, const double*, cnp.npy_intp) noexcept nogil
    void widen_f(const float*, cnp.npy_intp, double, double*) noexcept nogil
    void widen_d(const double*, cnp.npy_intp, double, double*) noexcept nogil
    void add_rows_f(const float*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void add_rows_d(const double*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    cnp.npy_intp distances_f(const float*, const float*, float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    cnp.npy_intp distances_d(const double*, const double*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    cnp.npy_intp rest_of_distances_f(const float*, const float*, float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    cnp.npy_intp rest_of_distances_d(const double*, const double*, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    cnp.npy_intp substitute_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, bint, bint) noexcept nogil
    cnp.npy_intp substitute_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, bint, bint) noexcept nogil
    cnp.npy_intp rest_substitute_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, bint, bint) noexcept nogil
    cnp.npy_intp rest_substitute_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, bint, bint) noexcept nogil
    cnp.npy_intp last_substitute_f(const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, bint, bint) noexcept nogil
    cnp.npy_intp last_substitute_d(const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, bint, bint) noexcept nogil
    void subtract_fours_f(float*, const float*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void subtract_fours_d(double*, const double*, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp, cnp.npy_intp) noexcept nogil
    void multiply_lanes_f(const float*, const float*, cnp.npy_intp, double*) noexcept nogil
    void multiply_lanes_d(const double*, const double*, cnp.npy_intp, double*) noexcept nogil
    void lane_sums_f(const float*, float, cnp.npy_intp, bint, float*) noexcept nogil
    void two_lane_sums_f(const float*, const float*, const float*, float, float, cnp.npy_intp, float*, float*) noexcept nogil
    void lane_sums_d(const double*, double, cnp.npy_intp, bint, double*) noexcept nogil
    void two_lane_sums_d(const double*, const double*, const double*, double, double, cnp.npy_intp, double*, double*) noexcept nogil
