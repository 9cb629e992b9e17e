"""Samples of ``wengert._core.ops.shape.strided``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples


def array(*shape: int) -> np.ndarray:
    return rng().normal(size=shape)


def diagonal_of(x: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    return np.diagonal(x, offset, dim1, dim2)


@samples("diagonal", "diagonal_copy", ref=diagonal_of)
def diagonals() -> Iterator[Sample]:
    yield Sample(array(2, 3))
    yield Sample(array(3, 3), offset=1)
    yield Sample(array(3, 2), offset=-1)
    yield Sample(array(2, 3), offset=5)
    yield Sample(array(2, 3, 3), offset=1, dim1=-2, dim2=-1)
    yield Sample(array(2, 3, 2), dim1=2, dim2=0)
    yield Sample(cnormal(rng(), 2, 2))
    yield Sample(np.arange(6).reshape(2, 3))
    yield Sample(array(0, 3))


@samples("linalg_diagonal", ref=lambda x, offset=0: np.diagonal(x, offset, -2, -1))
def matrix_diagonals() -> Iterator[Sample]:
    yield Sample(array(2, 2, 3))
    yield Sample(array(2, 3), offset=1)


def embedded(x: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    n = x.shape[-1] + abs(offset)
    out = np.zeros((*x.shape[:-1], n, n), x.dtype)
    for i in range(x.shape[-1]):
        out[..., i + max(-offset, 0), i + max(offset, 0)] = x[..., i]
    return np.moveaxis(out, (-2, -1), (dim1, dim2))


@samples("diag_embed", ref=embedded)
def embeddings() -> Iterator[Sample]:
    yield Sample(array(3))
    yield Sample(array(2, 2), offset=1)
    yield Sample(array(2, 2), offset=-1, dim1=0, dim2=2)
    yield Sample(array(2, 2), dim1=1, dim2=0)
    yield Sample(cnormal(rng(), 2))
    yield Sample(np.arange(3))
    yield Sample(array(0))


@samples("_onto_diagonal")
def onto_diagonals() -> Iterator[Sample]:
    def ref(x: Any, shape: Any, offset: int, dim1: int, dim2: int) -> Any:
        out = np.zeros(shape, x.dtype)
        view = np.diagonal(out, offset, dim1, dim2)
        view.flags.writeable = True
        view[...] = x
        return out

    yield Sample(array(2), shape=(2, 3), offset=1, dim1=0, dim2=1, ref=ref)
    yield Sample(array(3, 2), shape=(2, 3, 3), offset=-1, dim1=-1, dim2=0, ref=ref)
    yield Sample(cnormal(rng(), 2), shape=(2, 2), offset=0, dim1=0, dim2=1, ref=ref)


@samples("diag", ref=lambda x, diagonal=0: np.diag(x, diagonal))
def diags() -> Iterator[Sample]:
    for shape in ((3,), (2, 3)):
        for diagonal in (0, -1, 1):
            yield Sample(array(*shape), diagonal)


@samples("diagflat", ref=lambda x, offset=0: np.diagflat(x, offset))
def flat_diags() -> Iterator[Sample]:
    yield Sample(array(2, 2), 1)
    yield Sample(np.array(2.0))


def windows(x: Any, dim: int, size: int, step: int) -> Any:
    if not x.ndim:
        return x.reshape(1)[:size]
    x = np.moveaxis(x, dim, 0)
    rows = [np.moveaxis(x[i : i + size], 0, -1) for i in range(0, x.shape[0] - size + 1, step)]
    return np.moveaxis(np.stack(rows), 0, dim if dim >= 0 else dim - 1)


@samples("_unfold", ref=windows)
def unfolded() -> Iterator[Sample]:
    for size, step in ((2, 1), (2, 2), (1, 3), (3, 2), (5, 1)):
        yield Sample(array(5), dim=0, size=size, step=step)
    yield Sample(array(2, 4), dim=-1, size=2, step=1)
    yield Sample(array(4, 2), dim=0, size=3, step=1)
    yield Sample(cnormal(rng(), 4), dim=0, size=2, step=1)
    yield Sample(np.arange(4), dim=0, size=2, step=1)


@samples("unfold", "unfold_copy", ref=lambda x, dimension, size, step: windows(x, dimension, size, step))
def unfolded_public() -> Iterator[Sample]:
    yield Sample(array(2, 4), 1, 2, 1)
    yield Sample(np.array(1.5), 0, 1, 1)
    yield Sample(np.array(1.5), -1, 0, 1)


@samples("_fold")
def folded() -> Iterator[Sample]:
    def ref(x: Any, shape: Any, dim: int, size: int, step: int) -> Any:
        out = np.zeros(shape, x.dtype)
        for i in range(x.shape[dim]):
            np.moveaxis(out, dim, -1)[..., i * step : i * step + size] += np.take(x, i, axis=dim % len(shape))
        return out

    yield Sample(array(3, 2), shape=(4,), dim=0, size=2, step=1, ref=ref)
    yield Sample(array(2, 2), shape=(5,), dim=-1, size=2, step=3, ref=ref)
    yield Sample(array(2, 3, 2), shape=(2, 4), dim=1, size=2, step=1, ref=ref)


# The result of ``as_strided`` depends on the strides of its input, and the laws change these. So here all inputs have
# one layout. Below, the row that computes the derivatives is tested for any layout.
@samples("as_strided", "as_strided_copy")
def strided() -> Iterator[Sample]:
    for size, stride in (((2, 2), (0, 0)), ((1,), (1,)), ((), ()), ((0, 2), (1, 1))):
        yield Sample(array(1), size, stride, ref=lambda x, size, stride: np.broadcast_to(x.reshape(()), size))
    yield Sample(cnormal(rng(), 1, 1), (2,), (0,), ref=lambda x, *_: np.broadcast_to(x[0], 2))


@samples("_as_strided", ref=lambda x, source, target: np.broadcast_to(x.reshape(()), target[0]))
def strided_row() -> Iterator[Sample]:
    yield Sample(array(1), source=((1,), (1,), 0), target=((2, 2), (0, 0), 0))


@samples("_through_memory")
def through_memory() -> Iterator[Sample]:
    whole, part, shown = ((2, 3), (3, 1), 0), ((2, 2), (1, 1), 1), ((2, 2), (0, 1), 0)
    yield Sample(array(2, 3), source=whole, target=part, owner=whole)
    yield Sample(array(2, 2), source=part, target=whole, owner=whole)
    yield Sample(array(2, 2), source=shown, target=part, owner=shown)
    yield Sample(cnormal(rng(), 2, 2), source=part, target=shown, owner=shown)


@samples("_strided_write")
def strided_write() -> Iterator[Sample]:
    yield Sample(array(2, 3), array(2, 2) + 1, source=((2, 3), (3, 1), 0), target=((2, 2), (3, 1), 1))
    yield Sample(array(3), array(2) + 1, source=((3,), (2,), 0), target=((2,), (1,), 0))
    yield Sample(cnormal(rng(), 3), array(), source=((3,), (1,), 0), target=((), (), 1))
    windows = ((2, 2), (1, 1), 0)
    yield Sample(array(3), array(2, 2) + 1, source=((3,), (1,), 0), target=windows, written=(0, 1))


@samples("as_strided_scatter", ref=lambda x, src, size, stride: src.reshape(x.shape))
def strided_scatter() -> Iterator[Sample]:
    yield Sample(array(1), array() + 1, (), ())
    yield Sample(array(1, 1), array(1) + 1, (1,), (1,))


def replaced(part: Any) -> Any:
    def ref(x: Any, src: Any, *args: Any, **params: Any) -> Any:
        out = x.copy()
        part(out, *args, **params)[...] = src
        return out

    return ref


@samples("select_scatter", ref=replaced(lambda x, dim, index: np.moveaxis(x, dim, 0)[index, ...]))
def select_scatter() -> Iterator[Sample]:
    yield Sample(array(2, 3), array(3) + 1, dim=0, index=1)
    yield Sample(array(2, 3), array(2) + 1, dim=-1, index=-1)
    yield Sample(cnormal(rng(), 2, 3), cnormal(rng(), 3), dim=0, index=0)
    yield Sample(cnormal(rng(), 2, 3), array(3), dim=0, index=0)
    yield Sample(array(0, 3), array(0), dim=1, index=2)
    yield Sample(np.arange(6).reshape(2, 3), np.arange(3), dim=0, index=0)


def sliced(x: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Any:
    return np.moveaxis(np.moveaxis(x, dim, 0)[start:end:step], 0, dim)


@samples("slice_scatter", ref=replaced(sliced))
def slice_scatter() -> Iterator[Sample]:
    yield Sample(array(4, 3), array(4, 3) + 1)
    yield Sample(array(4, 3), array(2, 3) + 1, dim=0, start=1, end=4, step=2)
    yield Sample(cnormal(rng(), 2, 3), array(2, 1), dim=1, start=-1)
    yield Sample(array(0, 3), array(0, 3))
    yield Sample(array(2, 2), array(2, 2).T + 1, dim=-1, end=2)


@samples("diagonal_scatter")
def diagonal_scatter() -> Iterator[Sample]:
    yield Sample(array(2, 3), array(2) + 1)
    yield Sample(array(3, 3), array(2) + 1, offset=-1)
    yield Sample(array(2, 3, 2), array(3, 2) + 1, dim1=0, dim2=-1)
    yield Sample(cnormal(rng(), 2, 3), array(2))
    yield Sample(array(0, 3), array(0))


@samples("alias_copy", "squeeze_copy", ref={"alias_copy": np.array, "squeeze_copy": np.squeeze})
def copies() -> Iterator[Sample]:
    yield Sample(array(2, 1))


@samples("t_copy", ref=np.transpose)
def t_copy() -> Iterator[Sample]:
    yield Sample(array(2, 3))
    yield Sample(array(3))


@samples("permute_copy", ref=lambda x, dims: x.transpose(dims))
def permute_copy() -> Iterator[Sample]:
    yield Sample(array(2, 3), (1, 0))


@samples("expand_copy", ref=lambda x, size: np.broadcast_to(x, size))
def expand_copy() -> Iterator[Sample]:
    yield Sample(array(2, 1), (2, 3))


@samples("view_copy", ref=lambda x, size: x.reshape(size))
def view_copy() -> Iterator[Sample]:
    yield Sample(array(2, 3), (3, 2))


@samples("narrow_copy", ref=lambda x, dim, start, length: x[:, start : start + length])
def narrow_copy() -> Iterator[Sample]:
    yield Sample(array(2, 3), 1, 1, 2)


@samples("transpose_copy", ref=np.swapaxes)
def transpose_copy() -> Iterator[Sample]:
    yield Sample(array(2, 3), 0, 1)


@samples("unsqueeze_copy", ref=np.expand_dims)
def unsqueeze_copy() -> Iterator[Sample]:
    yield Sample(array(2, 3), 1)


@samples("select_copy", ref=lambda x, dim, index: x.take(index, dim))
def select_copy() -> Iterator[Sample]:
    yield Sample(np.arange(6.0).reshape(2, 3), 1, -1)
    yield Sample(np.arange(6.0).reshape(2, 3), 0, 1)


@samples("slice_copy", ref=lambda x, dim=0, start=None, end=None, step=1: np.moveaxis(
    np.moveaxis(x, dim, 0)[start:end:step], 0, dim
))  # fmt: skip
def slice_copy() -> Iterator[Sample]:
    x = np.arange(12.0).reshape(3, 4)
    yield Sample(x)
    yield Sample(x, 1, 1, 4, 2)
    yield Sample(x, -2, -2)
    yield Sample(x, dim=1, end=-1, start=None, step=1)


@samples("view_as_real_copy", ref=lambda x: np.stack([x.real, x.imag], -1))
def view_as_real_copy() -> Iterator[Sample]:
    yield Sample(cnormal(rng(), 2, 3))


@samples("view_as_complex_copy", ref=lambda x: x[..., 0] + 1j * x[..., 1])
def view_as_complex_copy() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 3, 2)))
