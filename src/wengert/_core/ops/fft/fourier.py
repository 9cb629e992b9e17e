"""Discrete Fourier transforms.

All of them are made of three linear rows: complex to complex, real to complex, and half of a Hermitian spectrum to
real.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import errors
from ...arrays import dtypes
from ...arrays.arrays import silently
from ...arrays.batched import batch_dims
from ...declare.families import composite, linear
from ..elementwise.complex import conj, conj_physical
from ..elementwise.pointwise import _to, clone
from ..nn.conv import constant_pad_nd
from ..shape.arrange import roll
from ..shape.shape import narrow, wrap_dim, wrap_dims
from . import fourier_loops

# The scale of a transform (1, 1 / sqrt(n) or 1 / n) -> NumPy's name for the norm that has this scale in the forward
# direction.
FORWARD = {"none": "backward", "sqrt": "ortho", "n": "forward"}
INVERSE = {"none": "forward", "sqrt": "ortho", "n": "backward"}


def _doubled(x: Any, dim: int, count: int) -> Any:
    """``x`` with ``count`` entries from the second on doubled: each stands for two entries of the whole spectrum."""
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
    found = fourier_loops.complex_to_complex(x, dim, scale, forward)
    if found is not None:
        return found
    if forward:
        return silently(xp.fft.fftn, x, axes=dim, norm=FORWARD[scale]).astype(x.dtype, copy=False)
    return silently(xp.fft.ifftn, x, axes=dim, norm=INVERSE[scale]).astype(x.dtype, copy=False)


def _whole(g: Any, x_meta: Any, dim: Any, onesided: bool) -> Any:
    """Extend the gradient of half a spectrum by zeros for the other half."""
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
    found = (fourier_loops.real_to_complex if onesided else fourier_loops.real_to_whole)(x, dim, scale)
    if found is not None:
        return found
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
    found = fourier_loops.complex_to_real(x, dim, scale, size)
    if found is not None:
        return found
    sizes = [x.shape[d] for d in dim[:-1]] + [size]
    return silently(xp.fft.irfftn, x, sizes, axes=dim, norm=INVERSE[scale]).astype(kind, copy=False)


# -- arguments


def _scale(norm: str | None, forward: bool) -> str:
    """The scale of the transform, as a key of ``FORWARD``."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise RuntimeError(f'Invalid normalization mode: "{norm}". Choose "forward", "backward" or "ortho".')
    if norm == "ortho":
        return "sqrt"
    return "n" if (norm == "forward") == forward else "none"


def _promoted(x: Any, to_complex: bool) -> Any:
    """Convert ``x`` to a dtype that can be transformed."""
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
    """Append zeros along ``dim``."""
    return constant_pad_nd(x, pad=(0, 0) * (x.ndim - 1 - dim % x.ndim) + (0, count), value=0)


def _sized(x: Any, dim: Sequence[int], sizes: Sequence[int | None]) -> Any:
    """Cut off or pad ``x`` with zeros to the given sizes."""
    pad = [0] * (2 * x.ndim)  # from the last dimension to the first: before and after
    for d, n in zip(dim, sizes, strict=True):
        if n is None or n == -1:
            n = x.shape[d]
        if n < 1:
            raise RuntimeError(f"Invalid number of data points ({n}) specified. Give sizes of at least 1.")
        if n < x.shape[d]:
            x = narrow(x, d, 0, n)
        pad[2 * (x.ndim - d) - 1] = n - x.shape[d]
    return constant_pad_nd(x, pad=tuple(pad), value=0) if any(pad) else x


def _one(x: Any, n: int | None, dim: int) -> tuple[tuple[int, ...], list[int | None]]:
    if not x.ndim:
        raise errors.shapes.no_dimensions(dim)
    if n is not None and n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified. Give n of at least 1.")
    return (wrap_dim(dim, x.ndim),), [n]


def _several(x: Any, s: Any, dim: Any) -> tuple[tuple[int, ...], list[int | None]]:
    """The dimensions, as non-negative numbers, and their sizes. None keeps a size."""
    s = None if s is None else [s] if dtypes.is_integer(s) else list(s)
    if dim is not None:
        given = (dim,) if dtypes.is_integer(dim) else tuple(dim)
        dims = tuple(wrap_dim(d, x.ndim) for d in given)
        if len(set(dims)) < len(dims):
            raise RuntimeError("FFT dims must be unique")
        if s is not None and len(s) != len(dims):
            raise RuntimeError("When given, dim and shape arguments must have the same length")
    elif s is None:
        dims = tuple(range(x.ndim))
    else:
        if len(s) > x.ndim:
            raise RuntimeError(
                f"Got shape with {len(s)} values but input tensor only has {x.ndim} dimensions. "
                "Give at most one size per dimension."
            )
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
        raise RuntimeError(f"Invalid number of data points ({last}) specified. Give sizes of at least 1.")
    x = _sized(x, dims, [*sizes[:-1], last // 2 + 1])
    return _fft_c2r(conj(x) if forward else x, dim=dims, scale=_scale(norm, forward), size=last)


# -- one dimension


@composite("fft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def fft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The discrete Fourier transform along one dimension.

    Args:
        n: the input is first cut off or padded with zeros to this length; None keeps its length

    >>> wengert.fft.fft(wengert.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    dims, sizes = _one(input, n, dim)
    if dtypes.as_numpy(input.dtype).kind == "c":
        return _complex(input, dims, sizes, norm, True)
    return _of_real("fft", input, dims, sizes, norm, True, False)


@composite("ifft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def ifft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The inverse discrete Fourier transform along one dimension: the inverse of :func:`wengert.fft.fft`.

    Args:
        n: the input is first cut off or padded with zeros to this length; None keeps its length

    >>> wengert.fft.ifft(wengert.tensor([6.0, 0.0, 2.0, 0.0])).real
    tensor([2., 1., 2., 1.])
    """
    dims, sizes = _one(input, n, dim)
    if dtypes.as_numpy(input.dtype).kind == "c":
        return _complex(input, dims, sizes, norm, False)
    return _of_real("ifft", input, dims, sizes, norm, False, False)


@composite("rfft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def rfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The Fourier transform of a real signal. It returns half of the spectrum, which determines the other half.

    Args:
        n: the input is first cut off or padded with zeros to this length; None keeps its length

    >>> wengert.fft.rfft(wengert.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j])
    """
    return _of_real("rfft", input, *_one(input, n, dim), norm, True, True)


@composite("irfft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False, out="kind")
def irfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The inverse of :func:`wengert.fft.rfft`: computes a real signal from half of its spectrum.

    Args:
        n: the length of the result; None means 2 * (m - 1) for an input of length m

    >>> wengert.fft.irfft(wengert.tensor([10.0, -2.0, -2.0]))
    tensor([1., 3., 3., 3.])
    """
    return _to_real("irfft", input, *_one(input, n, dim), norm, False)


@composite("hfft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False, out="kind")
def hfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The Fourier transform of a Hermitian signal, given half of it. The result is real.

    Args:
        n: the length of the result; None means 2 * (m - 1) for an input of length m

    >>> wengert.fft.hfft(wengert.tensor([1.0, 2.0, 3.0]))
    tensor([ 8., -2.,  0., -2.])
    """
    return _to_real("hfft", input, *_one(input, n, dim), norm, True)


@composite("ihfft(input, n=None, dim=-1, norm=None, *, out=None)", namespace="fft", method=False)
def ihfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None) -> Any:
    """The inverse of :func:`wengert.fft.hfft`: computes half of a Hermitian signal from its real spectrum.

    Args:
        n: the input is first cut off or padded with zeros to this length; None keeps its length

    >>> wengert.fft.ihfft(wengert.tensor([1.0, 2.0, 1.0, 4.0])).real
    tensor([ 2.,  0., -1.])
    """
    return _of_real("ihfft", input, *_one(input, n, dim), norm, False, True)


# -- several dimensions


@composite("fftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def fftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
         norm: str | None = None) -> Any:  # fmt: skip
    """The discrete Fourier transform along several dimensions.

    Args:
        s: the input is first cut off or padded with zeros to these sizes along ``dim``; None keeps its sizes
        dim: the dimensions; None means all of them, or the last ``len(s)`` if ``s`` is given

    >>> wengert.fft.fftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    dims, sizes = _several(input, s, dim)
    return _complex(_promoted(input, True), dims, sizes, norm, True)


@composite("ifftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def ifftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
          norm: str | None = None) -> Any:  # fmt: skip
    """The inverse discrete Fourier transform along several dimensions: the inverse of :func:`wengert.fft.fftn`.

    Args:
        s: the input is first cut off or padded with zeros to these sizes along ``dim``; None keeps its sizes
        dim: the dimensions; None means all of them, or the last ``len(s)`` if ``s`` is given

    >>> wengert.fft.ifftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    dims, sizes = _several(input, s, dim)
    return _complex(_promoted(input, True), dims, sizes, norm, False)


@composite("rfftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def rfftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
          norm: str | None = None) -> Any:  # fmt: skip
    """The Fourier transform of a real signal along several dimensions. Along the last one, it returns half of the
    spectrum.

    Args:
        s: the input is first cut off or padded with zeros to these sizes along ``dim``; None keeps its sizes
        dim: the dimensions; None means all of them, or the last ``len(s)`` if ``s`` is given

    >>> wengert.fft.rfftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return _of_real("rfftn", input, *_several(input, s, dim), norm, True, True)


@composite("irfftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False, out="kind")
def irfftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
           norm: str | None = None) -> Any:  # fmt: skip
    """The inverse of :func:`wengert.fft.rfftn`: computes a real signal from half of its spectrum.

    Args:
        s: the sizes of the result along ``dim``; None means those of the input, but 2 * (m - 1) for the last one
        dim: the dimensions; None means all of them, or the last ``len(s)`` if ``s`` is given

    >>> wengert.fft.irfftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]]))
    tensor([[3., 3.],
            [1., 1.]])
    """
    return _to_real("irfftn", input, *_several(input, s, dim), norm, False)


@composite("hfftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False, out="kind")
def hfftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
          norm: str | None = None) -> Any:  # fmt: skip
    """The Fourier transform of a Hermitian signal along several dimensions, given half of it along the last dimension.

    The result is real.

    Args:
        s: the sizes of the result along ``dim``; None means those of the input, but 2 * (m - 1) for the last one
        dim: the dimensions; None means all of them, or the last ``len(s)`` if ``s`` is given

    >>> wengert.fft.hfftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    dims, sizes = _several(input, s, dim)
    if len(dims) > 1:
        input = _complex(_promoted(input, True), dims[:-1], sizes[:-1], norm, True)
    return _to_real("hfftn", input, dims[-1:], sizes[-1:], norm, True)


@composite("ihfftn(input, s=None, dim=None, norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def ihfftn(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] | None = None,
           norm: str | None = None) -> Any:  # fmt: skip
    """The inverse of :func:`wengert.fft.hfftn`: computes half of a Hermitian signal from its real spectrum.

    Args:
        s: the input is first cut off or padded with zeros to these sizes along ``dim``; None keeps its sizes
        dim: the dimensions; None means all of them, or the last ``len(s)`` if ``s`` is given

    >>> wengert.fft.ihfftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    dims, sizes = _several(input, s, dim)
    input = _sized(_only_real("ihfftn", input), dims, sizes)
    out = _of_real("ihfftn", input, dims[-1:], [None], norm, False, True)
    return _complex(out, dims[:-1], [None] * (len(dims) - 1), norm, False)


# -- two dimensions


@composite("fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def fft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
         norm: str | None = None) -> Any:  # fmt: skip
    """The discrete Fourier transform along two dimensions. See :func:`wengert.fft.fftn`.

    Args:
        s: the input is first cut off or padded with zeros to these sizes along ``dim``; None keeps its sizes
        dim: the two dimensions

    >>> wengert.fft.fft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return fftn(input, s, _two("fft", dim), norm)


@composite("ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def ifft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
          norm: str | None = None) -> Any:  # fmt: skip
    """The inverse discrete Fourier transform along two dimensions. See :func:`wengert.fft.ifftn`.

    Args:
        s: the input is first cut off or padded with zeros to these sizes along ``dim``; None keeps its sizes
        dim: the two dimensions

    >>> wengert.fft.ifft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    return ifftn(input, s, _two("ifft", dim), norm)


@composite("rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def rfft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
          norm: str | None = None) -> Any:  # fmt: skip
    """The Fourier transform of a real signal along two dimensions. See :func:`wengert.fft.rfftn`.

    Args:
        s: the input is first cut off or padded with zeros to these sizes along ``dim``; None keeps its sizes
        dim: the two dimensions

    >>> wengert.fft.rfft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return rfftn(input, s, _two("rfft", dim), norm)


@composite("irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False, out="kind")
def irfft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
           norm: str | None = None) -> Any:  # fmt: skip
    """The inverse of :func:`wengert.fft.rfft2`. See :func:`wengert.fft.irfftn`.

    Args:
        s: the sizes of the result along ``dim``; None means those of the input, but 2 * (m - 1) for the last one
        dim: the two dimensions

    >>> wengert.fft.irfft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]]))
    tensor([[3., 3.],
            [1., 1.]])
    """
    return irfftn(input, s, _two("irfft", dim), norm)


@composite("hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False, out="kind")
def hfft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
          norm: str | None = None) -> Any:  # fmt: skip
    """The Fourier transform of a Hermitian signal along two dimensions. See :func:`wengert.fft.hfftn`.

    Args:
        s: the sizes of the result along ``dim``; None means those of the input, but 2 * (m - 1) for the last one
        dim: the two dimensions

    >>> wengert.fft.hfft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return hfftn(input, s, _two("hfft", dim), norm)


@composite("ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None)", namespace="fft", method=False, out="cast")
def ihfft2(input: Any, s: int | Sequence[int] | None = None, dim: int | Sequence[int] = (-2, -1),
           norm: str | None = None) -> Any:  # fmt: skip
    """The inverse of :func:`wengert.fft.hfft2`. See :func:`wengert.fft.ihfftn`.

    Args:
        s: the input is first cut off or padded with zeros to these sizes along ``dim``; None keeps its sizes
        dim: the two dimensions

    >>> wengert.fft.ihfft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    return ihfftn(input, s, _two("ihfft", dim), norm)


# -- order and frequencies


@composite("fftshift(input, dim=None)", namespace="fft", method=False)
def fftshift(input: Any, dim: int | Sequence[int] | None = None) -> Any:
    """Reorders a spectrum so that frequencies ascend. Frequency 0, the first entry of :func:`wengert.fft.fft`, is in
    the middle.

    Args:
        dim: the dimensions; None means all of them

    >>> wengert.fft.fftshift(wengert.tensor([0, 1, -2, -1]))
    tensor([-2, -1,  0,  1])
    """
    dims = tuple(range(input.ndim)) if dim is None else wrap_dims(dim, input.ndim)
    return roll(input, [input.shape[d] // 2 for d in dims], list(dims)) if dims else clone(input)


@composite("ifftshift(input, dim=None)", namespace="fft", method=False)
def ifftshift(input: Any, dim: int | Sequence[int] | None = None) -> Any:
    """The inverse of :func:`wengert.fft.fftshift`.

    Args:
        dim: the dimensions; None means all of them

    >>> wengert.fft.ifftshift(wengert.tensor([-2, -1, 0, 1]))
    tensor([ 0,  1, -2, -1])
    """
    dims = tuple(range(input.ndim)) if dim is None else wrap_dims(dim, input.ndim)
    return roll(input, [(input.shape[d] + 1) // 2 for d in dims], list(dims)) if dims else clone(input)
