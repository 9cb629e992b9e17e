"""Samples of ``wengert._core.ops.shape.shape``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples


def each(*shape: int, zero: bool = False, **params: Any) -> Iterator[Sample]:
    """Arrays of one shape: real, not contiguous, complex, integer and bool; with ``zero`` also a 0-d one."""
    r = rng()
    yield Sample(r.normal(size=shape), **params)
    yield Sample(r.normal(size=shape[::-1]).T, **params)
    yield Sample(cnormal(r, *shape), **params)
    yield Sample(np.arange(np.prod(shape)).reshape(shape), **params)
    yield Sample(r.normal(size=shape) > 0, **params)
    if zero:
        yield Sample(np.array(1.5), **params)


def array(*shape: int) -> np.ndarray:
    return rng().normal(size=shape)


@samples("view", "_reshape_copy", "reshape", ref=lambda x, shape: x.reshape(shape))
def reshapes() -> Iterator[Sample]:
    r = rng()
    for x in (r.normal(size=(2, 6)), cnormal(r, 2, 6), np.arange(12).reshape(2, 6)):
        yield Sample(x, shape=(3, 4))
    yield Sample(array(2, 6), shape=(4, -1))
    yield Sample(array(4, 6)[::2], shape=(2, 3, 2))
    yield Sample(np.array(2.0), shape=(1, 1))
    yield Sample(array(1), shape=())
    yield Sample(array(0, 3), shape=(3, 0))
    yield Sample(array(0, 3), shape=(2, -1))


@samples("reshape")
def reshapes_that_copy() -> Iterator[Sample]:
    yield Sample(array(3, 2).T, -1, ref=np.reshape)
    yield Sample(array(3, 2).T, 3, 2, ref=lambda x, *shape: x.reshape(shape))
    yield Sample(array(2, 3, 2).transpose(1, 0, 2), (3, 4), ref=np.reshape)


@samples("_view", ref=lambda x, *size: x.reshape(*size))
def views() -> Iterator[Sample]:
    yield Sample(array(2, 6), 3, 4)
    yield Sample(array(2, 6), [-1])


@samples("_view_dtype", ref=lambda x, dtype: x.view(dtype))
def other_dtypes() -> Iterator[Sample]:
    yield Sample(array(2, 3), dtype=np.dtype(np.int64))
    yield Sample(array(2, 4), dtype=np.dtype(np.int32))
    yield Sample(np.arange(6, dtype=np.int32).reshape(1, 6), dtype=np.dtype(np.int64))


@samples("view_as", "reshape_as", ref=lambda x, other: x.reshape(other.shape))
def shapes_of_others() -> Iterator[Sample]:
    yield Sample(array(2, 3), np.zeros((3, 2)) > 0)
    yield Sample(array(2, 0), np.zeros(0) > 0)


@samples("flatten")
def flattened() -> Iterator[Sample]:
    def ref(x: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
        s, e = start_dim % max(x.ndim, 1), end_dim % max(x.ndim, 1)
        return x.reshape(x.shape[:s] + (int(np.prod(x.shape[s : e + 1])),) + x.shape[e + 1 :])

    for sample in each(2, 3, zero=True):
        sample.ref = ref
        yield sample
    yield Sample(array(2, 3, 2), start_dim=1, ref=ref)
    yield Sample(array(2, 3, 2), start_dim=-3, end_dim=-2, ref=ref)
    yield Sample(array(2, 0, 2), end_dim=1, ref=ref)
    yield Sample(array(3), ref=ref)


@samples("ravel", ref=np.ravel)
def ravelled() -> Iterator[Sample]:
    yield from each(2, 3, zero=True)
    yield Sample(array(0, 3))


@samples("contiguous", ref=np.array)
def made_contiguous() -> Iterator[Sample]:
    yield from each(2, 3, zero=True)


@samples("unflatten")
def unflattened() -> Iterator[Sample]:
    yield Sample(array(2, 6), 1, (2, 3), ref=lambda x, *_: x.reshape(2, 2, 3))
    yield Sample(array(6, 2), dim=-2, sizes=(-1, 3), ref=lambda x, **_: x.reshape(2, 3, 2))


@samples("_squeeze_all", ref=np.squeeze)
def squeezed() -> Iterator[Sample]:
    yield from each(1, 3, zero=True)
    yield Sample(array(2, 1, 1))
    yield Sample(array(1, 0))
    yield Sample(array(2, 3))


@samples("squeeze", "_squeeze")
def squeezed_dims() -> Iterator[Sample]:
    def ref(x: Any, dim: Any = None) -> Any:
        dims = {d % max(x.ndim, 1) for d in ([dim] if isinstance(dim, int) else dim)}
        return x.reshape([n for i, n in enumerate(x.shape) if i not in dims or n != 1])

    for sample in each(1, 3, zero=True, dim=0):
        sample.ref = ref
        yield sample
    yield Sample(array(2, 1, 1), dim=-1, ref=ref)
    yield Sample(array(2, 1, 1), dim=(0, 1), ref=ref)
    yield Sample(array(1, 2, 1), dim=(-1, 0), ref=ref)
    yield Sample(array(1, 2, 1), dim=(), ref=ref)
    yield Sample(array(0, 1), dim=1, ref=ref)


@samples("unsqueeze", ref=lambda x, dim: np.expand_dims(x, dim))
def unsqueezed() -> Iterator[Sample]:
    yield from each(2, 3, zero=True, dim=0)
    yield Sample(array(2, 3), dim=2)
    yield Sample(array(2, 3), dim=-2)
    yield Sample(np.array(2.0), dim=-1)
    yield Sample(array(0, 3), dim=1)


@samples(
    "atleast_1d", "atleast_2d", "atleast_3d",
    ref={"atleast_1d": np.atleast_1d, "atleast_2d": np.atleast_2d, "atleast_3d": np.atleast_3d},
)  # fmt: skip
def at_least() -> Iterator[Sample]:
    for shape in ((), (3,), (2, 3), (2, 1, 2), (0,)):
        yield Sample(array(*shape))
    yield Sample(cnormal(rng(), 2))
    yield Sample(np.arange(3))
    yield Sample(np.array(1.5), array(2))


@samples("permute", ref=lambda x, dims: x.transpose(dims))
def permuted() -> Iterator[Sample]:
    yield from each(2, 3, dims=(1, 0))
    yield Sample(array(2, 3, 2), dims=(2, 0, 1))
    yield Sample(array(2, 3, 2), dims=(-1, 0, -2))
    yield Sample(np.array(1.0), dims=())
    yield Sample(array(0, 3), dims=(1, 0))


@samples("_permute", ref=lambda x, *dims: x.transpose(*dims))
def permuted_method() -> Iterator[Sample]:
    yield Sample(array(2, 3, 2), 2, 0, 1)
    yield Sample(array(2, 3, 2), (2, 0, 1))


@samples("transpose", ref=lambda x, dim0, dim1: np.swapaxes(x, dim0, dim1) if x.ndim else x)
def transposed() -> Iterator[Sample]:
    yield from each(2, 3, zero=True, dim0=0, dim1=-1)
    yield Sample(array(2, 3, 2), dim0=1, dim1=2)
    yield Sample(array(2, 3, 2), dim0=-1, dim1=-1)
    yield Sample(array(2, 0, 2), dim0=-3, dim1=1)


@samples("swapaxes", ref=np.swapaxes)
def swapped() -> Iterator[Sample]:
    yield Sample(array(2, 3, 2), 0, -1)


@samples("t", "T", "mT", "adjoint", "mH", "H")
def turned() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(r.normal(size=(0, 3)))
    yield Sample(np.arange(6).reshape(2, 3))


@samples("t", "T", ref=np.transpose)
def turned_complex() -> Iterator[Sample]:
    yield Sample(cnormal(rng(), 2, 3))
    yield Sample(array(3))


@samples("t", ref=np.transpose)
def turned_scalar() -> Iterator[Sample]:
    yield Sample(np.array(1.5))


@samples("mT", "adjoint", "mH", ref={"mT": np.matrix_transpose})
def turned_stacks() -> Iterator[Sample]:
    yield Sample(cnormal(rng(), 2, 3))
    yield Sample(array(2, 3, 2))


@samples("H", ref=lambda x: x.conj().T)
def adjoint_matrix() -> Iterator[Sample]:
    yield Sample(cnormal(rng(), 2, 3))


@samples("movedim", ref=lambda x, source, destination: np.moveaxis(x, source, destination) if x.ndim else x)
def moved() -> Iterator[Sample]:
    yield Sample(array(2, 3, 2), 0, -1)
    yield Sample(array(2, 3, 2), source=(0, -1), destination=(1, 0))
    yield Sample(np.array(1.0), 0, -1)
    yield Sample(cnormal(rng(), 2, 3), 1, 0)


KEYS: tuple[tuple[tuple[int, ...], tuple[Any, ...]], ...] = (
    ((2, 3), (0,)),
    ((2, 3), (slice(None), -1)),
    ((4, 3), (slice(1, 4, 2), None, slice(0, 2))),
    ((2, 3), ()),
    ((2, 3), (None,)),
    ((2, 3), (0, 1)),
    ((), (None,)),
    ((), ()),
    ((2, 3), (slice(1, 1),)),
    ((0, 3), (slice(None), 1)),
)


@samples("_getitem", ref=lambda x, key: x[(*key, ...)])
def parts() -> Iterator[Sample]:
    for shape, key in KEYS:
        yield Sample(array(*shape), key=key)
    yield Sample(cnormal(rng(), 2, 3), key=(1,))
    yield Sample(np.arange(6).reshape(2, 3), key=(1, slice(0, 2)))


@samples("_embed")
def embedded() -> Iterator[Sample]:
    def ref(*parts: Any, shape: Any, keys: Any) -> Any:
        out = np.zeros(shape, parts[0].dtype)
        for key, x in zip(keys, parts, strict=True):
            out[key] += x
        return out

    for shape, key in KEYS:
        yield Sample(array(*shape)[(*key, ...)].copy(), shape=shape, keys=(key,), ref=ref)
    yield Sample(cnormal(rng(), 3), shape=(2, 3), keys=((1,),), ref=ref)
    yield Sample(np.arange(3), shape=(2, 3), keys=((1,),), ref=ref)
    overlapping = ((slice(1, 3),), (slice(None), 2), (1, 0), (slice(0, 0),))
    yield Sample(array(2, 4), array(3), array(), array(0, 4), shape=(3, 4), keys=overlapping, ref=ref)


@samples("select", ref=lambda x, dim, index: np.take(x, index, axis=dim))
def selected() -> Iterator[Sample]:
    yield from each(2, 3, dim=0, index=1)
    yield Sample(array(2, 3), dim=-1, index=-3)
    yield Sample(array(3), dim=0, index=2)
    yield Sample(array(0, 3), dim=1, index=0)


@samples("narrow", ref=lambda x, dim, start, length: np.take(x, range(start, start + length), axis=dim))
def narrowed() -> Iterator[Sample]:
    for dim, start, length in ((0, 1, 1), (1, 0, 2), (-1, 1, 2), (1, 3, 0)):
        yield Sample(array(2, 3), dim, start, length)
    yield Sample(array(2, 3), 1, -2, 2, ref=lambda x, *_: x[:, 1:])
