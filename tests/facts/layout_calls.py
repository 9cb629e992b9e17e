"""Calls on arrays of three and four axes, where layouts differ in more ways than at most samples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng


def calls() -> Iterator[tuple[str, Sample]]:
    """Operations by name, each with a sample."""
    r = rng()
    x, y = r.normal(size=(2, 3, 4)), r.normal(size=(2, 3, 4))
    yield from reductions(x, r.normal(size=(2, 3, 4, 5)))
    yield from scans(x)
    yield from pointwise(x, y, r)
    yield from moved(x, y, r)
    yield from placed(x, y)
    yield from matrices(r)
    yield from images(r)
    yield from wide(r.normal(size=(2, 3, 4, 5)), r.normal(size=(2, 3, 4, 5)))


def reductions(x: Any, wide: Any) -> Iterator[tuple[str, Sample]]:
    for name in ("sum", "mean", "nansum", "nanmean", "amax", "amin", "var", "std", "logsumexp", "count_nonzero",
                 "std_mean", "var_mean", "masked.sum", "masked.mean"):  # fmt: skip
        for dim in (1, (1, 2), (0, 2)):
            yield name, Sample(x, dim)
            yield name, Sample(wide, dim)
            if name != "count_nonzero":
                yield name, Sample(x, dim, keepdim=True)
    for name in ("prod", "all", "any", "max", "min", "median", "nanmedian", "mode", "argmax", "argmin"):
        yield name, Sample(x, 1)
        yield name, Sample(x, 1, True)
        yield name, Sample(wide, 2)
    for p in (0.5, 1.0, 2.0, float("inf")):
        yield "norm", Sample(x, p, 1)
        yield "linalg.vector_norm", Sample(x, p, 1, True)
        yield "linalg.vector_norm", Sample(wide, p, (1, 2))
    yield "linalg.norm", Sample(x, None, 1)
    yield "linalg.norm", Sample(x, "nuc", (0, 1))
    yield "linalg.matrix_norm", Sample(wide)
    yield "linalg.matrix_norm", Sample(wide, 1, (0, 1))
    yield "aminmax", Sample(x, dim=1)
    yield "kthvalue", Sample(x, 2, 1)
    yield "topk", Sample(x, 2, 1)
    for name in ("quantile", "nanquantile"):
        yield name, Sample(x, 0.4, 1)
        yield name, Sample(x, np.array([0.2, 0.7]), 1)
        yield name, Sample(x, 0.4, 1, keepdim=True)
    yield "trapezoid", Sample(x, dim=1)
    yield "sum_to_size", Sample(x, 3, 1)
    yield "diff", Sample(x, dim=1)
    yield "cdist", Sample(x, x + 1)
    yield "nn.functional.cosine_similarity", Sample(x, x + 1)
    yield "nn.functional.normalize", Sample(x)
    yield "nn.functional.pairwise_distance", Sample(x, x + 1)
    yield "cross", Sample(x, x + 1, 1)
    yield "linalg.cross", Sample(x, x + 1, dim=1)
    yield "linalg.vecdot", Sample(x, x + 1, dim=1)


def scans(x: Any) -> Iterator[tuple[str, Sample]]:
    for dim in (0, 1, 2):
        for name in ("cumsum", "cumprod", "logcumsumexp", "cummax", "cummin", "softmax", "log_softmax", "sort",
                     "argsort", "nn.functional.softmin", "nn.functional.glu", "cumulative_trapezoid"):  # fmt: skip
            if name != "nn.functional.glu":
                yield name, Sample(x, dim=dim)
            elif dim == 2:
                yield name, Sample(x, dim)
    yield "msort", Sample(x)
    yield "renorm", Sample(x, 2, 1, 1.0)
    yield "nn.functional.layer_norm", Sample(x, (4,))
    yield "nn.functional.layer_norm", Sample(x, (3, 4), x[0], x[1])
    yield "nn.functional.rms_norm", Sample(x, (4,))
    yield "unique_consecutive", Sample(x, dim=1)


def pointwise(x: Any, y: Any, r: Any) -> Iterator[tuple[str, Sample]]:
    z = x + 1j * y
    for name in ("add", "mul", "sub", "div", "maximum", "atan2", "eq", "lt", "hypot", "logaddexp", "xlogy"):
        for other in (y[0], y[:, :1], y[:1], y[0, 0], y[..., :1], y[0, :, :1]):
            yield name, Sample(x, other)
            yield name, Sample(other, x)
    for name in ("add", "mul", "eq"):
        yield name, Sample(x, (y * 9).astype(np.int64))
        yield name, Sample((y * 9).astype(np.int64), x)
        yield name, Sample(z, y)
        yield name, Sample(y, z)
        yield name, Sample(x, 2)
        yield name, Sample(x.astype(np.float32), np.array(2.0))
    for name in ("exp", "abs", "neg", "sqrt", "reciprocal", "sigmoid", "tanh", "isnan", "signbit", "logical_not",
                 "isfinite", "round", "nan_to_num", "positive", "digamma", "erf", "relu", "nn.functional.elu",
                 "gelu", "nn.functional.silu", "nn.functional.leaky_relu", "hardshrink", "softplus", "logsigmoid",
                 "isinf", "isposinf", "sgn", "square", "trunc", "frac", "sinc", "i0", "logit",
                 "nn.functional.hardswish", "nn.functional.mish", "nn.functional.relu6", "softshrink",
                 "nn.functional.hardsigmoid", "nn.functional.selu", "nn.functional.softsign"):  # fmt: skip
        yield name, Sample(x)
    for name in ("abs", "angle", "real", "imag", "conj_physical", "view_as_real", "exp", "isnan", "isreal", "sgn"):
        yield name, Sample(z)
    yield "angle", Sample(x)
    yield "frexp", Sample(x)
    yield "pow", Sample(x, 2)
    yield "pow", Sample(2.0, x)
    yield "clamp", Sample(x, 0.1, 0.5)
    yield "clamp", Sample(x, y, y + 1)
    yield "where", Sample(x > 0, x, y)
    yield "where", Sample(x > 0, x, 0.5)
    yield "where", Sample(x > 0, 1.0, y[0])
    yield "where", Sample(x[0] > 0, x, y)
    yield "lerp", Sample(x, y, 0.3)
    yield "lerp", Sample(x, y, y[0])
    yield "addcmul", Sample(x, y, y[0])
    yield "addcmul", Sample(x[0], y, y)
    yield "addcdiv", Sample(x, y, y[0])
    yield "complex", Sample(x, y)
    yield "polar", Sample(x, y)
    yield "isclose", Sample(x, y)
    yield "nn.functional.dropout", Sample(x, 0.0)
    yield "nn.functional.prelu", Sample(x, y[0, :, 0])
    yield "nn.functional.threshold", Sample(x, 0.1, 7.0)
    yield "nn.functional.mse_loss", Sample(x, y, reduction="none")
    yield "isin", Sample(x, y[0])
    yield "bucketize", Sample(x, np.sort(y[0, 0]))
    yield "searchsorted", Sample(np.sort(x), y)
    yield "zeros_like", Sample(x)
    yield "ones_like", Sample(x)
    yield "full_like", Sample(x, 2.0)
    yield "new_zeros", Sample(x, (2, 3))
    yield "clone", Sample(x)
    yield "contiguous", Sample(x)
    yield "polygamma", Sample(1, x)
    yield "mvlgamma", Sample(np.abs(x) + 3, 2)
    yield "broadcast_tensors", Sample(x, y[0, :, :1])


def moved(x: Any, y: Any, r: Any) -> Iterator[tuple[str, Sample]]:
    wide = r.normal(size=(2, 3, 4, 5))
    for dim in (0, 1, 2):
        yield "_cat_public", Sample([x, y], dim)
        yield "_stack_public", Sample([x, y], dim)
    yield "_cat_public", Sample([wide, wide], 1)
    yield "_cat_public", Sample([x], 0)
    yield "hstack", Sample([x, y])
    yield "vstack", Sample([x, y])
    yield "dstack", Sample([x, y])
    yield "column_stack", Sample([x, y])
    yield "_flip", Sample(x, (1,))
    yield "_flip", Sample(wide, (1, 2))
    yield "fliplr", Sample(x)
    yield "flipud", Sample(x)
    yield "rot90", Sample(x)
    yield "rot90", Sample(x, 2)
    yield "rot90", Sample(x, 1, (1, 2))
    yield "rot90", Sample(x, 3, (0, 2))
    yield "roll", Sample(x, 1, 1)
    yield "roll", Sample(x, 1)
    yield "roll", Sample(x, (1, 1), (0, 2))
    yield "_repeat", Sample(x, 1, 2, 1)
    yield "tile", Sample(x, (2, 1))
    yield "repeat_interleave", Sample(x, 2, 1)
    yield "repeat_interleave", Sample(x, np.array([1, 2, 0]), 1)
    yield "tril", Sample(x)
    yield "triu", Sample(x, 1)
    yield "tril", Sample(wide)
    yield "diag_embed", Sample(x)
    yield "diagonal_copy", Sample(x, 0, 0, 1)
    yield "reshape", Sample(x, (6, 4))
    yield "reshape", Sample(x, (2, 12))
    yield "flatten", Sample(x)
    yield "flatten", Sample(x, 1)
    yield "ravel", Sample(x)
    yield "permute_copy", Sample(x, (1, 0, 2))
    yield "transpose_copy", Sample(x, 0, 1)
    yield "expand_copy", Sample(x[:, :1], (2, 3, 4))
    yield "unfold_copy", Sample(x, 2, 2, 1)
    yield "slice_copy", Sample(x, 1, 0, 2)
    yield "select_copy", Sample(x, 1, 0)
    yield "narrow_copy", Sample(x, 1, 0, 2)
    yield "split_copy", Sample(x, 2, 1)
    yield "unbind_copy", Sample(x, 1)
    yield "squeeze_copy", Sample(x[:, :1], 1)
    yield "unsqueeze_copy", Sample(x, 1)
    yield "t_copy", Sample(x[0])
    yield "view_copy", Sample(x, (2, 3, 4))
    yield "alias_copy", Sample(x)
    yield "as_strided_copy", Sample(x, (2, 2), (1, 2))
    yield "meshgrid", Sample(x[0, 0], y[0, 1], indexing="ij")
    yield "meshgrid", Sample(x[0, 0], y[0, 1], indexing="xy")
    yield "nn.functional.pad", Sample(x, (1, 1))
    yield "nn.functional.pad", Sample(x, (0, 0))
    for mode in ("reflect", "replicate", "circular"):
        yield "nn.functional.pad", Sample(x, (1, 1), mode=mode)
        yield "nn.functional.pad", Sample(wide, (1, 1, 1, 0), mode=mode)
        yield "nn.functional.pad", Sample(wide, (0, 0, 0, 0), mode=mode)
    yield "constant_pad_nd", Sample(x, (1, 0, 0, 1), 2.0)
    yield "constant_pad_nd", Sample(wide, (1, 0, 0, 1), 2.0)
    yield "block_diag", Sample(x[0], y[0])
    yield "cov", Sample(x[0])
    yield "corrcoef", Sample(x[0])
    yield "combinations", Sample(x[0, 0])
    yield "cartesian_prod", Sample(x[0, 0], x[0, 1])
    yield "atleast_3d", Sample(x[0])
    yield "getitem", Sample(x, (slice(None), [0, 2]))
    yield "getitem", Sample(x, (slice(None), slice(None), [0, 2, 3]))
    yield "getitem", Sample(x, ([0, 1], slice(None), [0, 2]))
    yield "getitem", Sample(x, (slice(None), [[0, 1], [1, 2]]))
    yield "getitem", Sample(x, (None, slice(None), np.array([True, False, True])))
    yield "getitem", Sample(x, x > 0)
    yield "getitem", Sample(x, x[..., 0] > 0)
    yield "getitem", Sample(x, (0, [0, 2]))
    yield "getitem", Sample(x, (slice(None), 1, [0, 2]))
    yield "getitem", Sample(x, ([1, 0], slice(0, 2)))
    yield "getitem", Sample(x, ([1, 0], ..., None))


def wide(x: Any, y: Any) -> Iterator[tuple[str, Sample]]:
    """Calls on arrays of four axes, whose channels may be last in memory."""
    for dim in (0, 1, 2, 3, 4):
        yield "_stack_public", Sample([x, y], dim)
    yield "_stack_public", Sample([x], 1)
    for dim in (0, 1, 2, 3):
        yield "_cat_public", Sample([x, y, x], dim)
        yield "roll", Sample(x, 1, dim)
        yield "_flip", Sample(x, (dim,))
        yield "repeat_interleave", Sample(x, 2, dim)
        yield "index_select", Sample(x, dim, np.array([1, 0]))
        yield "take_along_dim", Sample(x, np.array([[[[0]]]]), dim)
        for name in ("cumsum", "cumprod", "cummax", "softmax", "sort", "argsort", "diff", "msort", "renorm", "topk",
                     "nn.functional.normalize", "amax", "any", "prod", "sum", "argmax", "median"):  # fmt: skip
            if name == "msort":
                yield name, Sample(x)
            elif name == "renorm":
                yield name, Sample(x, 2, dim, 1.0)
            elif name == "topk":
                yield name, Sample(x, 2, dim)
            elif name != "diff" or x.shape[dim] > 2:
                yield name, Sample(x, dim=dim)
    yield "roll", Sample(x, 1)
    yield "roll", Sample(x, (1, 1), (0, 2))
    yield "rot90", Sample(x, 1, (2, 3))
    yield "rot90", Sample(x, 2, (0, 1))
    for name in ("hstack", "vstack", "dstack"):
        yield name, Sample([x, y])
    yield "tile", Sample(x, (2, 1))
    yield "_repeat", Sample(x, 1, 2, 1, 1)
    yield "masked_fill", Sample(x, y > 0, 1.5)
    yield "where", Sample(y > 0, x, 0.5)
    yield "masked_scatter", Sample(x, y > 0, y)
    yield "index_add", Sample(x, 1, np.array([0, 2]), y[:, :2])
    yield "nonzero", Sample(x)
    yield "diag_embed", Sample(x)
    yield "nn.functional.glu", Sample(x[:, :2], 1)
    yield "getitem", Sample(x, (slice(None), [0, 2]))
    yield "getitem", Sample(x, ([1, 0],))
    yield "select_scatter", Sample(x, y[:, 0], 1, 0)
    yield "slice_scatter", Sample(x, y[:, :2], 1, 0, 2)


def placed(x: Any, y: Any) -> Iterator[tuple[str, Sample]]:
    at = np.array([[[0, 2, 1, 0]], [[1, 1, 0, 2]]])
    rows = np.array([0, 2])
    yield "gather", Sample(x, 1, at)
    yield "take_along_dim", Sample(x, at, 1)
    yield "index_select", Sample(x, 1, rows)
    yield "index_select", Sample(x, 0, np.array([0]))
    yield "take", Sample(x, at)
    yield "masked_select", Sample(x, x > 0)
    yield "masked_fill", Sample(x, y > 0, 1.5)
    yield "masked_fill", Sample(x[0], y > 0, 1.5)
    yield "masked_fill", Sample(x, y[0] > 0, 1.5)
    yield "masked_scatter", Sample(x, y > 0, y)
    yield "scatter", Sample(x, 1, at, y)
    yield "scatter", Sample(x, 1, at, 2.0)
    yield "scatter_add", Sample(x, 1, at, y)
    yield "scatter_reduce", Sample(x, 1, at, y, "amax")
    yield "index_add", Sample(x, 1, rows, y[:, :2])
    yield "index_copy", Sample(x, 1, rows, y[:, :2])
    yield "index_fill", Sample(x, 1, rows, 2.0)
    yield "index_reduce", Sample(x, 1, rows, y[:, :2], "amax")
    yield "index_put", Sample(x, [rows % 2], y[:2])
    yield "put", Sample(x, np.array([1, 5]), y[0, 0, :2])
    yield "fill", Sample(x, 2.0)
    yield "select_scatter", Sample(x, y[:, 0], 1, 0)
    yield "slice_scatter", Sample(x, y[:, :2], 1, 0, 2)
    yield "diagonal_scatter", Sample(x, y[0, :2].T, 0, 0, 1)
    yield "as_strided_scatter", Sample(x, y[0, :2, :2], (2, 2), (1, 2))
    yield "nonzero", Sample(x)
    yield "argwhere", Sample(x)
    yield "nn.functional.embedding", Sample(at, y[0])
    yield "one_hot", Sample(at)
    yield "embedding", Sample(y[0], at)


def matrices(r: Any) -> Iterator[tuple[str, Sample]]:
    a, b = r.normal(size=(2, 3, 4)), r.normal(size=(2, 4, 5))
    wide = r.normal(size=(2, 3, 4, 5))
    yield "matmul", Sample(a, b)
    yield "matmul", Sample(a, b[0])
    yield "matmul", Sample(a[0], b)
    yield "matmul", Sample(a, b[0, :, 0])
    yield "matmul", Sample(a[0, 0], b)
    yield "matmul", Sample(wide, wide.swapaxes(2, 3))
    yield "matmul", Sample(wide, wide[0, 0].T)
    yield "bmm", Sample(a, b)
    yield "mm", Sample(a[0], b[0])
    yield "baddbmm", Sample(r.normal(size=(2, 3, 5)), a, b)
    yield "addbmm", Sample(r.normal(size=(3, 5)), a, b)
    yield "addmm", Sample(r.normal(size=(3, 5)), a[0], b[0])
    yield "addmm", Sample(r.normal(size=5), a[0], b[0])
    yield "nn.functional.linear_layer", Sample(a, b[0].T, b[0, 0])
    yield "nn.functional.linear_layer", Sample(wide, wide[0, 0])
    yield "nn.functional.bilinear", Sample(a, a, r.normal(size=(2, 4, 4)))
    for spec in ("bij,bjk->bik", "bij,bjk->kib", "bij,bjk->ijk", "bij,cjk->bcik"):
        yield "einsum", Sample(spec, a, b)
    for spec in ("bij->bji", "bij->ij", "bij->jib", "bij->bi"):
        yield "einsum", Sample(spec, a)
    yield "tensordot", Sample(a, b, ([2], [1]))
    yield "tensordot", Sample(a, b, ([0], [0]))
    yield "tensordot", Sample(wide, a, ([1, 2], [1, 2]))
    yield "kron", Sample(a, b)
    yield "inner", Sample(a, a)
    yield "outer", Sample(a[0, 0], b[0, 0])
    yield "chain_matmul", Sample(a[0], b[0], b[0].T)
    yield "linalg.multi_dot", Sample([a[0], b[0], b[0].T])
    s = r.normal(size=(2, 3, 3)) + 4 * np.eye(3)
    spd = s @ s.swapaxes(1, 2)
    for name in ("linalg.inv", "inverse", "linalg.lu", "linalg.lu_factor", "linalg.qr", "linalg.svd", "linalg.eig",
                 "linalg.pinv", "matrix_exp", "linalg.det", "linalg.slogdet", "linalg.svdvals",
                 "linalg.matrix_rank", "linalg.eigvals", "lu", "qr", "svd", "det"):  # fmt: skip
        yield name, Sample(s)
    for name in ("linalg.cholesky", "cholesky", "cholesky_inverse", "linalg.eigh", "linalg.eigvalsh",
                 "linalg.ldl_factor"):  # fmt: skip
        yield name, Sample(spd)
    yield "linalg.svd", Sample(a, full_matrices=False)
    yield "linalg.svd", Sample(a, full_matrices=True)
    yield "linalg.qr", Sample(a)
    yield "linalg.qr", Sample(a, "complete")
    yield "linalg.lu", Sample(a)
    yield "linalg.pinv", Sample(a)
    for n in (0, 1, 2, 3, -1, 5):
        yield "matrix_power", Sample(s, n)
    for name in ("linalg.solve", "linalg.lstsq"):
        yield name, Sample(s, a)
    yield "linalg.solve", Sample(s, a[0])
    yield "linalg.solve", Sample(s, a[..., :3], left=False)
    yield "linalg.solve", Sample(s, a[..., 0])
    yield "linalg.solve_triangular", Sample(np.triu(s), a, upper=True)
    yield "triangular_solve", Sample(a, np.triu(s))
    yield "cholesky_solve", Sample(a, np.linalg.cholesky(spd))
    yield "linalg.tensorsolve", Sample(r.normal(size=(2, 3, 6)), r.normal(size=(2, 3)))
    yield "linalg.vander", Sample(a)
    yield "linalg_diagonal", Sample(a)
    z = cnormal(r, 2, 3, 4)
    for v in (a, z):
        for name in ("fft.fft", "fft.ifft", "fft.hfft", "fft.fftshift"):
            yield name, Sample(v, dim=1)
            yield name, Sample(v)
        for name in ("fft.fft2", "fft.ifft2", "fft.fftn", "fft.hfft2"):
            yield name, Sample(v)
            yield name, Sample(v, dim=(0, 1))
            yield name, Sample(v, dim=(2, 0))
        yield "fft.fftn", Sample(v, dim=(1, 2, 0))
        yield "fft.irfft", Sample(v, dim=1)
        yield "fft.irfftn", Sample(v)
        yield "fft.irfftn", Sample(v, dim=(2, 0))
    yield "fft.rfft", Sample(a, dim=1)
    yield "fft.rfft2", Sample(a)
    yield "fft.rfftn", Sample(a)
    yield "fft.rfftn", Sample(a, dim=(2, 0))
    yield "fft.ihfft", Sample(a, dim=1)


def images(r: Any) -> Iterator[tuple[str, Sample]]:
    x = r.normal(size=(2, 4, 6, 8))
    line, volume = x[..., 0], r.normal(size=(2, 3, 4, 4, 4))
    four = r.normal(size=4)
    for name in ("max_pool", "avg_pool"):
        yield f"nn.functional.{name}1d", Sample(line, 2)
        yield f"nn.functional.{name}2d", Sample(x, 2)
        yield f"nn.functional.{name}2d", Sample(x[0], 2)
        yield f"nn.functional.{name}3d", Sample(volume, 2)
    for name in ("adaptive_avg_pool", "adaptive_max_pool"):
        for size in (1, 2):
            yield f"nn.functional.{name}1d", Sample(line, size)
            yield f"nn.functional.{name}2d", Sample(x, size)
            yield f"nn.functional.{name}3d", Sample(volume, size)
    yield "nn.functional.lp_pool1d", Sample(line, 2, 2)
    yield "nn.functional.lp_pool2d", Sample(x, 2, 2)
    yield "nn.functional.max_pool2d_with_indices", Sample(x, 2, return_indices=True)
    for v in (line, x):
        yield "nn.functional.batch_norm", Sample(v, None, None, four, four, training=True)
        yield "nn.functional.batch_norm", Sample(v, four, four**2, four, four)
        yield "nn.functional.group_norm", Sample(v, 2, four, four)
        yield "nn.functional.instance_norm", Sample(v, None, None, four, four)
    three = four[:3]
    yield "nn.functional.batch_norm", Sample(volume, None, None, three, three, training=True)
    yield "nn.functional.batch_norm", Sample(volume, three, three**2, three, three)
    yield "nn.functional.group_norm", Sample(volume, 3, three, three)
    yield "nn.functional.instance_norm", Sample(volume)
    yield "nn.functional.pad", Sample(volume, (1, 1, 1, 0))
    yield "nn.functional.pad", Sample(volume, (1, 1, 1, 0, 0, 1), mode="replicate")
    yield "nn.functional.channel_shuffle", Sample(volume, 3)
    yield "_cat_public", Sample([volume, volume], 1)
    yield "_cat_public", Sample([x[:1], x[:1]], 1)
    yield "nn.functional.conv_transpose3d", Sample(volume, r.normal(size=(3, 2, 2, 2, 2)))
    yield "nn.functional.conv1d", Sample(line, r.normal(size=(4, 1, 2)), None, groups=4)
    yield "nn.functional.lp_pool3d", Sample(volume, 2, 2)
    yield "nn.functional.local_response_norm", Sample(x, 2)
    for mode in ("nearest", "nearest-exact", "bilinear", "bicubic", "area"):
        yield "nn.functional.interpolate", Sample(x, scale_factor=2, mode=mode)
        yield "nn.functional.interpolate", Sample(x, size=(3, 4), mode=mode)
    yield "nn.functional.interpolate", Sample(line, size=4, mode="linear")
    yield "nn.functional.interpolate", Sample(line, size=4, mode="nearest")
    yield "nn.functional.interpolate", Sample(volume, size=(2, 3, 4), mode="trilinear")
    yield "nn.functional.interpolate", Sample(volume, size=(2, 3, 4), mode="nearest")
    yield "nn.functional.pixel_shuffle", Sample(x, 2)
    yield "nn.functional.pixel_shuffle", Sample(np.concatenate([x, -x], 1), 2)
    yield "nn.functional.pixel_unshuffle", Sample(x, 2)
    yield "nn.functional.channel_shuffle", Sample(x, 2)
    yield "nn.functional.unfold", Sample(x, 2)
    yield "nn.functional.fold", Sample(r.normal(size=(2, 8, 4)), (4, 4), 2, stride=2)
    yield "nn.functional.grid_sample", Sample(x, r.uniform(-1, 1, (2, 3, 5, 2)))
    yield "nn.functional.affine_grid", Sample(r.normal(size=(2, 2, 3)), [2, 1, 3, 4])
    yield "nn.functional.dropout2d", Sample(x, 0.5)
    yield "nn.functional.scaled_dot_product_attention", Sample(x, x, x)
    yield "nn.functional.cross_entropy", Sample(x, r.integers(0, 4, (2, 6, 8)), reduction="none")
    yield "nn.functional.nll_loss", Sample(x, r.integers(0, 4, (2, 6, 8)), reduction="none")
    yield "nn.functional.conv1d", Sample(line, r.normal(size=(3, 4, 2)))
    yield "nn.functional.conv2d", Sample(x, r.normal(size=(3, 4, 2, 2)))
    yield "nn.functional.conv_transpose2d", Sample(x, r.normal(size=(4, 3, 2, 2)))
    yield "nn.functional.conv3d", Sample(volume, r.normal(size=(2, 3, 2, 2, 2)))
