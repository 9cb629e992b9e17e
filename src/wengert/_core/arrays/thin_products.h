/* Products of matrices, for few rows: Note [Thin products] of matrix_batches.pyx. */
#if !defined(LOOPS)

#include <math.h>
#include "arrays/widths.h"

/* A block of sums stays in registers if all loops over it are UNROLLED, and if the code that writes it stands apart. */
#if defined(__GNUC__)
#define APART __attribute__((noinline))
#define IN_LINES __attribute__((aligned(64)))
#else
#define APART
#define IN_LINES
#endif

#if HAS_VECTORS
typedef npy_int32 mixture_4 __attribute__((vector_size(16)));
typedef npy_int64 mixture_8 __attribute__((vector_size(16)));
#endif

#if defined(WIDE_CODE)  /* masks of the first n numbers start at the n-th last of these */
typedef int mask_4 __attribute__((vector_size(32), aligned(4), may_alias));
typedef long long mask_8 __attribute__((vector_size(32), aligned(8), may_alias));
static const int FIRST_4[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
static const long long FIRST_8[8] = {-1, -1, -1, -1};
#endif

#define LOOPS "arrays/thin_products.h"
#define UP_TO_WIDEST
#include "arrays/each_width.h"

#define dots_f UP_TO_64_FROM_32(dots_f)
#define dots_d UP_TO_64_FROM_32(dots_d)
#define sums_f UP_TO_64_FROM_32(sums_f)
#define sums_d UP_TO_64_FROM_32(sums_d)

#else

#define LINE ((int)(64 / sizeof(REAL)))  /* numbers along which a sum has lanes, at every width */
#define PARTS (LINE / (int)LANES)

/* Sizes of the blocks that are computed in registers, which decide no bit. */
#define ROWS (sizeof(VECTOR) == 64 ? 4 : 2)
#define COLUMNS (sizeof(VECTOR) == 64 ? 4 : 3)
#define TALL (sizeof(VECTOR) == 64 ? 8 : 4)
#define PARTS_OF_TALL 3

#if BYTES == 4
#define INTEL(before, after) JOINED_INTEL(before, ps, after)
#else
#define INTEL(before, after) JOINED_INTEL(before, pd, after)
#endif
#define JOINED_INTEL(before, kind, after) __builtin_ia32_##before##kind##after

/* a * b + c, rounded once; then the first n numbers and zeros, and how they are written. */
#if WIDTH == 64
#define FUSED(a, b, c) (VECTOR)INTEL(vfmadd, 512_mask)(a, b, c, -1, 4)
#define SOME(at, n) (VECTOR)INTEL(loadu, 512_mask)((const void*)(at), (VECTOR){0}, (1u << (n)) - 1)
#define PUT(at, v, n) INTEL(storeu, 512_mask)((void*)(at), v, (1u << (n)) - 1)
#elif WIDTH == 32
#if BYTES == 4
#define MASK(n) (*(const mask_4*)(FIRST_4 + 8 - (n)))
#else
#define MASK(n) (*(const mask_8*)(FIRST_8 + 4 - (n)))
#endif
#define FUSED(a, b, c) (VECTOR)INTEL(vfmadd, 256)(a, b, c)
#define SOME(at, n) (VECTOR)INTEL(maskload, 256)((const void*)(at), MASK(n))
#define PUT(at, v, n) INTEL(maskstore, 256)((void*)(at), MASK(n), v)
#else  /* which no processor takes here: tests compare the others with them */
EACH CODE VECTOR NAME(fused)(VECTOR a, VECTOR b, VECTOR c) {
    REAL p[LANES], q[LANES], r[LANES];
    int i;
    *(VECTOR*)p = a, *(VECTOR*)q = b, *(VECTOR*)r = c;
    for (i = 0; i < (int)LANES; i++) r[i] = MATH(fma)(p[i], q[i], r[i]);
    return *(VECTOR*)r;
}
EACH CODE VECTOR NAME(some)(const REAL* at, npy_intp n) {
    REAL p[LANES];
    int i;
    for (i = 0; i < (int)LANES; i++) p[i] = i < n ? at[i] : 0;
    return *(VECTOR*)p;
}
EACH CODE void NAME(put)(REAL* at, VECTOR v, npy_intp n) {
    REAL p[LANES];
    int i;
    *(VECTOR*)p = v;
    for (i = 0; i < n; i++) at[i] = p[i];
}
#define FUSED(a, b, c) NAME(fused)(a, b, c)
#define SOME(at, n) NAME(some)(at, n)
#define PUT(at, v, n) NAME(put)(at, v, n)
#endif
#define ALL(at) (*(const VECTOR*)(at))

static CODE APART void NAME(put_dots)(REAL (*lanes)[COLUMNS][LINE], const REAL* bias, REAL* out, npy_intp out_step,
                                      int rows, int columns) {
    int r, c, l;
    for (r = 0; r < rows; r++, out += out_step)
        for (c = 0; c < columns; c++) {
            REAL *lane = lanes[r][c], found;
            for (l = 0; l < 8 && LINE > 8; l++) lane[l] += lane[l + LINE - 8];
            for (l = 0; l < 4; l++) lane[l] += lane[l + 4];
            found = (lane[0] + lane[2]) + (lane[1] + lane[3]);
            out[c] = bias ? found + bias[c] : found;
        }
}

/* out[i][j] = the product of row i of x and row j of w, plus bias[j]. Each sum has a line of lanes. */
EACH CODE void NAME(dot_tile)(const REAL* x, npy_intp x_step, const REAL* w, npy_intp w_step, npy_intp k,
                              const REAL* bias, REAL* out, npy_intp out_step, const int rows, const int columns) {
    VECTOR sum[ROWS][COLUMNS][PARTS];
    REAL lanes[ROWS][COLUMNS][LINE];
    npy_intp i;
    int r, c, p;
    UNROLLED for (r = 0; r < rows; r++)
        UNROLLED for (c = 0; c < columns; c++)
            UNROLLED for (p = 0; p < PARTS; p++) sum[r][c][p] = (VECTOR){0};
    for (i = 0; i + LINE <= k; i += LINE)
        UNROLLED for (p = 0; p < PARTS; p++) {
            VECTOR seen[COLUMNS];
            UNROLLED for (c = 0; c < columns; c++) seen[c] = ALL(w + c * w_step + i + p * LANES);
            UNROLLED for (r = 0; r < rows; r++) {
                const VECTOR v = ALL(x + r * x_step + i + p * LANES);
                UNROLLED for (c = 0; c < columns; c++) sum[r][c][p] = FUSED(v, seen[c], sum[r][c][p]);
            }
        }
    for (p = 0; p < PARTS && i < k; p++, i += LANES) {
        const npy_intp n = k - i < LANES ? k - i : LANES;
        VECTOR seen[COLUMNS];
        UNROLLED for (c = 0; c < columns; c++) seen[c] = SOME(w + c * w_step + i, n);
        UNROLLED for (r = 0; r < rows; r++) {
            const VECTOR v = SOME(x + r * x_step + i, n);
            UNROLLED for (c = 0; c < columns; c++) sum[r][c][p] = FUSED(v, seen[c], sum[r][c][p]);
        }
    }
    UNROLLED for (r = 0; r < rows; r++)
        UNROLLED for (c = 0; c < columns; c++)
            UNROLLED for (p = 0; p < PARTS; p++) *(VECTOR*)(lanes[r][c] + p * LANES) = sum[r][c][p];
    NAME(put_dots)(lanes, bias, out, out_step, rows, columns);
}

EACH CODE void NAME(dot_rows)(const REAL* x, npy_intp x_step, const REAL* w, npy_intp w_step, npy_intp k,
                              const REAL* bias, REAL* out, npy_intp out_step, npy_intp m, const int columns) {
    for (; m >= ROWS; m -= ROWS, x += ROWS * x_step, out += ROWS * out_step)
        NAME(dot_tile)(x, x_step, w, w_step, k, bias, out, out_step, ROWS, columns);
    if (ROWS > 2 && m >= 2) {
        NAME(dot_tile)(x, x_step, w, w_step, k, bias, out, out_step, 2, columns);
        m -= 2, x += 2 * x_step, out += 2 * out_step;
    }
    if (m) NAME(dot_tile)(x, x_step, w, w_step, k, bias, out, out_step, 1, columns);
}

/* The columns from ``start`` to ``end`` of x @ w.T, of which rows lie dense. */
static CODE void NAME(dots)(const REAL* x, npy_intp x_step, const REAL* w, npy_intp w_step, npy_intp m, npy_intp k,
                            npy_intp start, npy_intp end, const REAL* bias, REAL* out, npy_intp out_step) {
    npy_intp j = start;
    for (; j + COLUMNS <= end; j += COLUMNS)
        NAME(dot_rows)(x, x_step, w + j * w_step, w_step, k, bias ? bias + j : NULL, out + j, out_step, m, COLUMNS);
    for (; j < end; j++)
        NAME(dot_rows)(x, x_step, w + j * w_step, w_step, k, bias ? bias + j : NULL, out + j, out_step, m, 1);
}

#define BLOCK 128  /* products that are added up one after the other */
#define WIDE (PARTS_OF_TALL * LANES)
#define FEW (16 / (int)sizeof(REAL))
#define QUARTER NAME_OF(vector, LETTER, 16)
#if defined(__clang__)
#define MIXED(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#elif BYTES == 4
#define MIXED(a, b, ...) __builtin_shuffle(a, b, (mixture_4){__VA_ARGS__})
#else
#define MIXED(a, b, ...) __builtin_shuffle(a, b, (mixture_8){__VA_ARGS__})
#endif
#define TILE VECTOR (*found)[PARTS_OF_TALL]

EACH CODE VECTOR NAME(taken)(const REAL* at, npy_intp n) {
    if (n) return SOME(at, n);
    return ALL(at);
}

/* found[i][j] = the sum of x[i][k] * y[k][j], where j are the columns of some vectors. With n they are n columns. */
EACH CODE void NAME(add_products)(const REAL* x, npy_intp down, npy_intp across, const REAL* y, npy_intp y_step,
                                  npy_intp k, TILE, const int rows, const int parts, npy_intp n) {
    VECTOR sum[TALL][PARTS_OF_TALL];
    npy_intp i;
    int r, p;
    UNROLLED for (r = 0; r < rows; r++)
        UNROLLED for (p = 0; p < parts; p++) sum[r][p] = (VECTOR){0};
    for (i = 0; i < k; i++, x += across, y += y_step) {
        VECTOR seen[PARTS_OF_TALL];
        UNROLLED for (p = 0; p < parts; p++) seen[p] = NAME(taken)(y + p * LANES, n);
        UNROLLED for (r = 0; r < rows; r++) {
            const VECTOR v = x[r * down] - (VECTOR){0};
            UNROLLED for (p = 0; p < parts; p++) sum[r][p] = FUSED(v, seen[p], sum[r][p]);
        }
    }
    UNROLLED for (r = 0; r < rows; r++)
        UNROLLED for (p = 0; p < parts; p++) found[r][p] = sum[r][p];
}

/* Writes a block of sums, plus ``bias``. With ``more`` they are added to what is there. */
static CODE APART void NAME(put_sums)(TILE, int more, const REAL* bias, REAL* out, npy_intp out_step, int rows,
                                      int parts, npy_intp n) {
    int r, p;
    for (r = 0; r < rows; r++, out += out_step)
        for (p = 0; p < parts; p++) {
            VECTOR v = found[r][p];
            if (more) v = NAME(taken)(out + p * LANES, n) + v;
            if (bias) v += NAME(taken)(bias + p * LANES, n);
            if (n)
                PUT(out, v, n);
            else
                *(VECTOR*)(out + p * LANES) = v;
        }
}

EACH CODE void NAME(sum_columns)(const REAL* x, npy_intp down, npy_intp across, const REAL* y, npy_intp y_step,
                                 npy_intp k, int more, npy_intp columns, const REAL* bias, REAL* out,
                                 npy_intp out_step, const int rows) {
    VECTOR found[TALL][PARTS_OF_TALL];
    npy_intp j = 0;
    for (; j + WIDE <= columns; j += WIDE) {
        NAME(add_products)(x, down, across, y + j, y_step, k, found, rows, PARTS_OF_TALL, 0);
        NAME(put_sums)(found, more, bias ? bias + j : NULL, out + j, out_step, rows, PARTS_OF_TALL, 0);
    }
    for (; j + LANES <= columns; j += LANES) {
        NAME(add_products)(x, down, across, y + j, y_step, k, found, rows, 1, 0);
        NAME(put_sums)(found, more, bias ? bias + j : NULL, out + j, out_step, rows, 1, 0);
    }
    if (j < columns) {
        NAME(add_products)(x, down, across, y + j, y_step, k, found, rows, 1, columns - j);
        NAME(put_sums)(found, more, bias ? bias + j : NULL, out + j, out_step, rows, 1, columns - j);
    }
}

/* Adds ``k`` products to each sum of a block, or puts the first ones there. */
static CODE APART void NAME(sum_rows)(const REAL* x, npy_intp down, npy_intp across, const REAL* y, npy_intp y_step,
                                      npy_intp m, npy_intp k, int more, npy_intp columns, const REAL* bias, REAL* out,
                                      npy_intp out_step) {
    for (; m >= TALL; m -= TALL, x += TALL * down, out += TALL * out_step)
        NAME(sum_columns)(x, down, across, y, y_step, k, more, columns, bias, out, out_step, TALL);
    if (TALL > 4 && m >= 4) {
        NAME(sum_columns)(x, down, across, y, y_step, k, more, columns, bias, out, out_step, 4);
        m -= 4, x += 4 * down, out += 4 * out_step;
    }
    if (m >= 2) {
        NAME(sum_columns)(x, down, across, y, y_step, k, more, columns, bias, out, out_step, 2);
        m -= 2, x += 2 * down, out += 2 * out_step;
    }
    if (m) NAME(sum_columns)(x, down, across, y, y_step, k, more, columns, bias, out, out_step, 1);
}

/* The transpose of a block of rows of w. */
static CODE APART void NAME(turn)(const REAL* w, npy_intp w_step, npy_intp rows, npy_intp k, REAL* block) {
    npy_intp i, j = 0;
#if WIDTH  /* not plain */
    for (; j + FEW <= rows; j += FEW, w += FEW * w_step, block += FEW) {
        for (i = 0; i + FEW <= k; i += FEW) {
            const REAL* at = w + i;
            REAL* to = block + i * WIDE;
            const QUARTER a = *(const QUARTER*)at, b = *(const QUARTER*)(at + w_step);
#if BYTES == 4
            const QUARTER c = *(const QUARTER*)(at + 2 * w_step), d = *(const QUARTER*)(at + 3 * w_step);
            const QUARTER p = MIXED(a, b, 0, 4, 1, 5), q = MIXED(c, d, 0, 4, 1, 5);
            const QUARTER r = MIXED(a, b, 2, 6, 3, 7), s = MIXED(c, d, 2, 6, 3, 7);
            *(QUARTER*)to = MIXED(p, q, 0, 1, 4, 5);
            *(QUARTER*)(to + WIDE) = MIXED(p, q, 2, 3, 6, 7);
            *(QUARTER*)(to + 2 * WIDE) = MIXED(r, s, 0, 1, 4, 5);
            *(QUARTER*)(to + 3 * WIDE) = MIXED(r, s, 2, 3, 6, 7);
#else
            *(QUARTER*)to = MIXED(a, b, 0, 2);
            *(QUARTER*)(to + WIDE) = MIXED(a, b, 1, 3);
#endif
        }
        for (; i < k; i++) {
            int c;
            for (c = 0; c < FEW; c++) block[i * WIDE + c] = w[c * w_step + i];
        }
    }
#endif
    for (; j < rows; j++, w += w_step, block++)
        for (i = 0; i < k; i++) block[i * WIDE] = w[i];
}

/* The columns from ``start`` to ``end`` of x @ y. Rows of y lie dense, or its columns do if it is turned. */
static CODE void NAME(sums)(const REAL* x, npy_intp down, npy_intp across, const REAL* y, npy_intp y_step, int turned,
                            npy_intp m, npy_intp k, npy_intp start, npy_intp end, const REAL* bias, REAL* out,
                            npy_intp out_step) {
    REAL block[BLOCK * WIDE] IN_LINES;
    npy_intp i, j, columns;
    for (j = start; j < end; j += columns) {
        columns = !turned || end - j < WIDE ? end - j : WIDE;
        for (i = 0; i < k; i += BLOCK) {
            const npy_intp some = k - i < BLOCK ? k - i : BLOCK;
            if (turned) NAME(turn)(y + j * y_step + i, y_step, columns, some, block);
            NAME(sum_rows)(x + i * across, down, across, turned ? block : y + i * y_step + j, turned ? WIDE : y_step,
                           m, some, i > 0, columns, bias && k - i <= BLOCK ? bias + j : NULL, out + j, out_step);
        }
    }
}

#undef LINE
#undef PARTS
#undef ROWS
#undef COLUMNS
#undef TALL
#undef FUSED
#undef SOME
#undef INTEL
#undef JOINED_INTEL
#undef PUT
#undef MASK
#undef ALL
#undef PARTS_OF_TALL
#undef BLOCK
#undef FEW
#undef QUARTER
#undef MIXED
#undef WIDE
#undef TILE
#endif
