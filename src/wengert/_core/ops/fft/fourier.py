"""Discrete Fourier transforms.

Three linear rows are all of them: complex to complex, real to complex, and half of a Hermitian spectrum to real.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wengert._core import errors
from wengert._core.arrays import dtypes
from wengert._core.arrays.arrays import silently
from wengert._core.arrays.batched import batch_dims
from wengert._core.declare.families import composite, linear

from ..elementwise.complex import conj, conj_physical
from ..elementwise.pointwise import _to, clone
from ..nn.conv import constant_pad_nd
from ..shape.arrange import roll
from ..shape.shape import narrow, wrap_dim, wrap_dims

# What a transform is multiplied by: nothing, 1 / sqrt(n) or 1 / n. NumPy names the pair of which this is one half.
FORWARD = {"none": "backward", "sqrt": "ortho", "n": "forward"}
INVERSE = {"none": "forward", "sqrt": "ortho", "n": "backward"}


def _doubled(x: Any, dim: int, count: int) -> Any:
    """``x`` with ``count`` entries from the second on doubled: those that stand for two of a whole spectrum."""
    return _double(x, dim=dim, count=count) if count > 0 else x


@linear(x=lambda g, dim, count: _double(g, dim=dim, count=count), batch=batch_dims)
def _double(xp, x, *, dim, count):
    out = xp.array(x)
    out[(slice(None),) * (dim % x.ndim) + (slice(1, 1 + count),)] *= 2
    return out


@linear(
    x=lambda g, dim, scale, forward: _fft_c2c(g, dim=dim, scale=scale, forward=not forward),
    batch=batch_dims,
    node="FftC2CBackward0",
    saved="scale=",
)
def _fft_c2c(xp, x, *, dim, scale, forward):
    if not x.size:
        return x.copy()
    if forward:
        return silently(xp.fft.fftn, x, axes=dim, norm=FORWARD[scale]).astype(x.dtype, copy=False)
    return silently(xp.fft.ifftn, x, axes=dim, norm=INVERSE[scale]).astype(x.dtype, copy=False)


def _whole(g: Any, x_meta: Any, dim: Any, onesided: bool) -> Any:
    """A cotangent of half a spectrum with zeros for the other half."""
    missing = x_meta.shape[dim[-1]] - g.shape[dim[-1]]
    return _padded(g, dim[-1], missing) if onesided and missing else g


@linear(
    x=lambda g, x_meta, dim, scale, onesided: (
        _fft_c2c(_whole(g, x_meta, dim, onesided), dim=dim, scale=scale, forward=False)),
    batch=batch_dims,
    node="FftR2CBackward0",
    saved="scale= x_meta=",
)  # fmt: skip
def _fft_r2c(xp, x, *, dim, scale, onesided):
    kind = dtypes.complex_of(x.dtype)
    if not x.size:
        shape = list(x.shape)
        if onesided:
            shape[dim[-1]] = shape[dim[-1]] // 2 + 1
        return xp.zeros(shape, kind)
    if onesided:
        return silently(xp.fft.rfftn, x, axes=dim, norm=FORWARD[scale]).astype(kind, copy=False)
    return silently(xp.fft.fftn, x, axes=dim, norm=FORWARD[scale]).astype(kind, copy=False)


def _half(g: Any, x_meta: Any, dim: Any, scale: str, size: int) -> Any:
    spectrum = _fft_r2c(g, dim=dim, scale=scale, onesided=True)
    return _doubled(spectrum, dim[-1], size - spectrum.shape[dim[-1]])


@linear(x=_half, batch=batch_dims, node="FftC2RBackward0", saved="scale= x_meta= size=")
def _fft_c2r(xp, x, *, dim, scale, size):
    kind = dtypes.real_of(x.dtype)
    if not x.size:
        shape = list(x.shape)
        shape[dim[-1]] = size
        return xp.zeros(shape, kind)
    sizes = [x.shape[d] for d in dim[:-1]] + [size]
    return silently(xp.fft.irfftn, x, sizes, axes=dim, norm=INVERSE[scale]).astype(kind, copy=False)


# -- arguments


def _scale(norm: str | None, forward: bool) -> str:
    """What the transform is multiplied by."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    if norm == "ortho":
        return "sqrt"
    return "n" if (norm == "forward") == forward else "none"


def _promoted(x: Any, to_complex: bool) -> Any:
    """``x`` in a dtype that can be transformed."""
    dtype = dtypes.as_numpy(x.dtype)
    if dtypes.is_half(dtype):
        raise RuntimeError(f"Unsupported dtype {errors.text.type_name(dtype)}: cast it first, x.float().")
    if not dtypes.is_inexact(dtype):
        dtype = dtypes.default_float()
    if to_complex:
        dtype = dtypes.complex_of(dtype)
    return x if dtype == dtypes.as_numpy(x.dtype) else _to(x, dtype=dtype)


def _only_real(name: str, x: Any) -> Any:
    dtype = dtypes.as_numpy(x.dtype)
    if dtype.kind == "c":
        raise RuntimeError(f"{name} expects a real input tensor, but got {errors.text.type_name(dtype)}")
    return _promoted(x, False)


def _padded(x: Any, dim: int, count: int) -> Any:
    """``x`` with zeros after the last entries of ``dim``."""
    return constant_pad_nd(x, pad=(0, 0) * (x.ndim - 1 - dim % x.ndim) + (0, count), value=0)


def _sized(x: Any, dim: Sequence[int], sizes: Sequence[int | None]) -> Any:
    """``x`` cut off or filled up with zeros to these sizes."""
    pad = [0] * (2 * x.ndim)  # from the last dimension on, before and after
    for d, n in zip(dim, sizes, strict=True):
        if n is None or n == -1:
            n = x.shape[d]
        if n < 1:
            raise RuntimeError(f"Invalid number of data points ({n}) specified")
        if n < x.shape[d]:
            x = narrow(x, d, 0, n)
        pad[2 * (x.ndim - d) - 1] = n - x.shape[d]
    return constant_pad_nd(x, pad=tuple(pad), value=0) if any(pad) else x


def _one(x: Any, n: int | None, dim: int) -> tuple[tuple[int, ...], list[int | None]]:
    if not x.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if n is not None and n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")
    return (wrap_dim(dim, x.ndim),), [n]


def _several(x: Any, s: Any, dim: Any) -> tuple[tuple[int, ...], list[int | None]]:
    """The dimensions, from 0 on, and their sizes, None where they stay."""
    s = None if s is None else [s] if dtypes.is_whole(s) else list(s)
    if dim is not None:
        given = (dim,) if dtypes.is_whole(dim) else tuple(dim)
        dims = tuple(wrap_dim(d, x.ndim) for d in given)
        if len(set(dims)) < len(dims):
            raise RuntimeError("FFT dims must be unique")
        if s is not None and len(s) != len(dims):
            raise RuntimeError("When given, dim and shape arguments must have the same length")
    elif s is None:
        dims = tuple(range(x.ndim))
    else:
        if len(s) > x.ndim:
            raise RuntimeError(f"Got shape with {len(s)} values but input tensor only has {x.ndim} dimensions.")
        dims = tuple(range(x.ndim - len(s), x.ndim))
    return dims, [None] * len(dims) if s is None else s


def _two(name: str, dim: Any) -> Any:
    if dim is None:
        raise errors.calls.wrong_type(f"{name}2", "dim", "int or tuple of ints", dim)
    return dim


def _complex(x: Any, dims: tuple[int, ...], sizes: Any, norm: str | None, forward: bool) -> Any:
    x = _sized(x, dims, sizes)
    return _fft_c2c(x, dim=dims, scale=_scale(norm, forward), forward=forward) if dims else x


def _of_real(name: str, x: Any, dims: tuple[int, ...], sizes: Any, norm: str | None, forward: bool,
             onesided: bool) -> Any:  # fmt: skip
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    x = _sized(_only_real(name, x), dims, sizes)
    out = _fft_r2c(x, dim=dims, scale=_scale(norm, forward), onesided=onesided)
    if forward:
        return out
    return conj_physical(out) if name == "ihfftn" else conj(out)


def _to_real(name: str, x: Any, dims: tuple[int, ...], sizes: Any, norm: str | None, forward: bool) -> Any:
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    x = _promoted(x, True)
    last = 2 * (x.shape[dims[-1]] - 1) if sizes[-1] in (None, -1) else sizes[-1]
    if last < 1:
        raise RuntimeError(f"Invalid number of data points ({last}) specified")
    x = _sized(x, dims, [*sizes[:-1], last // 2 + 1])
    return _fft_c2r(conj(x) if forward else x, dim=dims, scale=_scale(norm, forward), size=last)


# -- along one dimension


@composite("fft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False)
def fft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The discrete Fourier transform along a dimension.

    Args:
        n: to how many entries the input is first cut off or filled up with zeros; None means as many as there are

    >>> wengert.fft.fft(wengert.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    dims, sizes = _one(input, n, dim)
    if dtypes.as_numpy(input.dtype).kind == "c":
        return _complex(input, dims, sizes, norm, True)
    return _of_real("fft", input, dims, sizes, norm, True, False)


@composite("ifft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False)
def ifft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The inverse of :func:`wengert.fft.fft`.

    Args:
        n: to how many entries the input is first cut off or filled up with zeros; None means as many as there are

    >>> wengert.fft.ifft(wengert.tensor([6.0, 0.0, 2.0, 0.0])).real
    tensor([2., 1., 2., 1.])
    """
    dims, sizes = _one(input, n, dim)
    if dtypes.as_numpy(input.dtype).kind == "c":
        return _complex(input, dims, sizes, norm, False)
    return _of_real("ifft", input, dims, sizes, norm, False, False)


@composite("rfft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False)
def rfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The Fourier transform of real numbers: the half of the spectrum that determines the other.

    Args:
        n: to how many entries the input is first cut off or filled up with zeros; None means as many as there are

    >>> wengert.fft.rfft(wengert.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j])
    """
    return _of_real("rfft", input, *_one(input, n, dim), norm, True, True)


@composite("irfft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False)
def irfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The inverse of :func:`wengert.fft.rfft`: real numbers, from half of their spectrum.

    Args:
        n: how many entries the result has; None means 2 * (m - 1) for m of the input

    >>> wengert.fft.irfft(wengert.tensor([10.0, -2.0, -2.0]))
    tensor([1., 3., 3., 3.])
    """
    return _to_real("irfft", input, *_one(input, n, dim), norm, False)


@composite("hfft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False)
def hfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The Fourier transform of a signal that is Hermitian in time, of which one half is given: real numbers.

    Args:
        n: how many entries the result has; None means 2 * (m - 1) for m of the input

    >>> wengert.fft.hfft(wengert.tensor([1.0, 2.0, 3.0]))
    tensor([ 8., -2.,  0., -2.])
    """
    return _to_real("hfft", input, *_one(input, n, dim), norm, True)


@composite("ihfft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False)
def ihfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The inverse of :func:`wengert.fft.hfft`: one half of a Hermitian signal.

    Args:
        n: to how many entries the input is first cut off or filled up with zeros; None means as many as there are

    >>> wengert.fft.ihfft(wengert.tensor([1.0, 2.0, 1.0, 4.0])).real
    tensor([ 2.,  0., -1.])
    """
    return _of_real("ihfft", input, *_one(input, n, dim), norm, False, True)


# -- along several dimensions


@composite("fftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False)
def fftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
         norm: str | None = None) -> Any:  # fmt: skip
    """The discrete Fourier transform along several dimensions.

    Args:
        s: to what sizes the input is first cut off or filled up with zeros along ``dim``; None means as they are
        dim: the dimensions; None means all, or the last ``len(s)``

    >>> wengert.fft.fftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    dims, sizes = _several(input, s, dim)
    return _complex(_promoted(input, True), dims, sizes, norm, True)


@composite("ifftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False)
def ifftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
          norm: str | None = None) -> Any:  # fmt: skip
    """The inverse of :func:`wengert.fft.fftn`.

    Args:
        s: to what sizes the input is first cut off or filled up with zeros along ``dim``; None means as they are
        dim: the dimensions; None means all, or the last ``len(s)``

    >>> wengert.fft.ifftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    dims, sizes = _several(input, s, dim)
    return _complex(_promoted(input, True), dims, sizes, norm, False)


@composite("rfftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False)
def rfftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
          norm: str | None = None) -> Any:  # fmt: skip
    """The Fourier transform of real numbers along several dimensions: along the last one, half of the spectrum.

    Args:
        s: to what sizes the input is first cut off or filled up with zeros along ``dim``; None means as they are
        dim: the dimensions; None means all, or the last ``len(s)``

    >>> wengert.fft.rfftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return _of_real("rfftn", input, *_several(input, s, dim), norm, True, True)


@composite("irfftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False)
def irfftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
           norm: str | None = None) -> Any:  # fmt: skip
    """The inverse of :func:`wengert.fft.rfftn`: real numbers, from half of their spectrum.

    Args:
        s: the sizes of the result along ``dim``; None means those of the input, and 2 * (m - 1) for the last
        dim: the dimensions; None means all, or the last ``len(s)``

    >>> wengert.fft.irfftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]]))
    tensor([[3., 3.],
            [1., 1.]])
    """
    return _to_real("irfftn", input, *_several(input, s, dim), norm, False)


@composite("hfftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False)
def hfftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
          norm: str | None = None) -> Any:  # fmt: skip
    """The Fourier transform of a Hermitian signal, of which half along the last dimension is given: real numbers.

    Args:
        s: the sizes of the result along ``dim``; None means those of the input, and 2 * (m - 1) for the last
        dim: the dimensions; None means all, or the last ``len(s)``

    >>> wengert.fft.hfftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    dims, sizes = _several(input, s, dim)
    if len(dims) > 1:
        input = _complex(_promoted(input, True), dims[:-1], sizes[:-1], norm, True)
    return _to_real("hfftn", input, dims[-1:], sizes[-1:], norm, True)


@composite("ihfftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False)
def ihfftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
           norm: str | None = None) -> Any:  # fmt: skip
    """The inverse of :func:`wengert.fft.hfftn`: half of a Hermitian signal.

    Args:
        s: to what sizes the input is first cut off or filled up with zeros along ``dim``; None means as they are
        dim: the dimensions; None means all, or the last ``len(s)``

    >>> wengert.fft.ihfftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    dims, sizes = _several(input, s, dim)
    input = _sized(_only_real("ihfftn", input), dims, sizes)
    out = _of_real("ihfftn", input, dims[-1:], [None], norm, False, True)
    return _complex(out, dims[:-1], [None] * (len(dims) - 1), norm, False)


# -- along two dimensions


@composite("fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False)
def fft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
         norm: str | None = None) -> Any:  # fmt: skip
    """What :func:`wengert.fft.fftn` computes, along two dimensions.

    Args:
        s: to what sizes the input is first cut off or filled up with zeros along ``dim``; None means as they are
        dim: the two dimensions

    >>> wengert.fft.fft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return fftn(input, s, _two("fft", dim), norm)


@composite("ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False)
def ifft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
          norm: str | None = None) -> Any:  # fmt: skip
    """What :func:`wengert.fft.ifftn` computes, along two dimensions.

    Args:
        s: to what sizes the input is first cut off or filled up with zeros along ``dim``; None means as they are
        dim: the two dimensions

    >>> wengert.fft.ifft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    return ifftn(input, s, _two("ifft", dim), norm)


@composite("rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False)
def rfft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
          norm: str | None = None) -> Any:  # fmt: skip
    """What :func:`wengert.fft.rfftn` computes, along two dimensions.

    Args:
        s: to what sizes the input is first cut off or filled up with zeros along ``dim``; None means as they are
        dim: the two dimensions

    >>> wengert.fft.rfft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return rfftn(input, s, _two("rfft", dim), norm)


@composite("irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False)
def irfft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
           norm: str | None = None) -> Any:  # fmt: skip
    """What :func:`wengert.fft.irfftn` computes, along two dimensions.

    Args:
        s: the sizes of the result along ``dim``; None means those of the input, and 2 * (m - 1) for the last
        dim: the two dimensions

    >>> wengert.fft.irfft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]]))
    tensor([[3., 3.],
            [1., 1.]])
    """
    return irfftn(input, s, _two("irfft", dim), norm)


@composite("hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False)
def hfft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
          norm: str | None = None) -> Any:  # fmt: skip
    """What :func:`wengert.fft.hfftn` computes, along two dimensions.

    Args:
        s: the sizes of the result along ``dim``; None means those of the input, and 2 * (m - 1) for the last
        dim: the two dimensions

    >>> wengert.fft.hfft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return hfftn(input, s, _two("hfft", dim), norm)


@composite("ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False)
def ihfft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
           norm: str | None = None) -> Any:  # fmt: skip
    """What :func:`wengert.fft.ihfftn` computes, along two dimensions.

    Args:
        s: to what sizes the input is first cut off or filled up with zeros along ``dim``; None means as they are
        dim: the two dimensions

    >>> wengert.fft.ihfft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    return ihfftn(input, s, _two("ihfft", dim), norm)


# -- order and frequencies


@composite("fftshift(input, dim=None)", namespace="fft", method=False)
def fftshift(input: Any, dim: int | Sequence[int] | None = None) -> Any:
    """The entries in ascending order of their frequency: 0, which :func:`wengert.fft.fft` has first, in the middle.

    Args:
        dim: the dimensions; None means all

    >>> wengert.fft.fftshift(wengert.tensor([0, 1, -2, -1]))
    tensor([-2, -1,  0,  1])
    """
    dims = tuple(range(input.ndim)) if dim is None else wrap_dims(dim, input.ndim)
    return roll(input, [input.shape[d] // 2 for d in dims], list(dims)) if dims else clone(input)


@composite("ifftshift(input, dim=None)", namespace="fft", method=False)
def ifftshift(input: Any, dim: int | Sequence[int] | None = None) -> Any:
    """The inverse of :func:`wengert.fft.fftshift`.

    Args:
        dim: the dimensions; None means all

    >>> wengert.fft.ifftshift(wengert.tensor([-2, -1, 0, 1]))
    tensor([ 0,  1, -2, -1])
    """
    dims = tuple(range(input.ndim)) if dim is None else wrap_dims(dim, input.ndim)
    return roll(input, [(input.shape[d] + 1) // 2 for d in dims], list(dims)) if dims else clone(input)
