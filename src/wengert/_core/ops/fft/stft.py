"""Short-time Fourier transforms: the spectra of a window that slides along a signal, and their inverse."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.batched import physical
from ...declare.families import composite
from ...tape.tensor import payload_of
from ..create.create import ones
from ..elementwise.complex import view_as_real
from ..elementwise.pointwise import true_divide
from ..nn.conv import constant_pad_nd, pad
from ..shape.shape import narrow, reshape, squeeze, transpose, unsqueeze
from ..shape.strided import _fold, unfold
from .fourier import fft, ifft, irfft, rfft

SMALLEST = 1e-11  # a squared window below this counts as zero


def _is_complex(x: Any) -> bool:
    return x is not None and dtypes.as_numpy(x.dtype).kind == "c"


def _full_length(window: Any, n_fft: int) -> Any:
    """Pad a window with zeros on both sides, to the length of the transform."""
    missing = n_fft - window.shape[0]
    return constant_pad_nd(window, pad=(missing // 2, missing - missing // 2), value=0) if missing else window


def _ones(x: Any, length: int) -> Any:
    p = payload_of(x)
    return ones(length, dtype=dtypes.real_of(p.dtype), device=arrays.device_of(p))


@composite(
    "stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode='reflect', "
    "normalized=False, onesided=None, return_complex=None, align_to_window=None)"
)
def stft(
    input: Any, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Any = None,
    center: bool = True, pad_mode: str = "reflect", normalized: bool = False, onesided: bool | None = None,
    return_complex: bool | None = None, align_to_window: bool | None = None,
) -> Any:  # fmt: skip
    """The short-time Fourier transform: the spectra of overlapping frames of a signal.

    Args:
        input: one signal or a batch of them: shape (n,) or (b, n), real or complex
        center: whether to pad the signal on both sides, so that frames are centered at multiples of ``hop_length``; if
            False, the first frame begins at the start of the signal
        pad_mode: how to pad the signal: ``'reflect'``, ``'constant'``, ``'replicate'`` or ``'circular'``
        onesided: whether to return only half of the spectrum, which determines the other; None means True for real
            signals
        return_complex: whether the result is complex; required for a real signal; False returns real and imaginary
            parts in a last dimension, and is deprecated

    Returns:
        shape (f, t) or (b, f, t), for ``f`` frequencies (``n_fft // 2 + 1`` if onesided, else ``n_fft``) and ``t``
        frames

    Raises:
        RuntimeError: if ``return_complex`` is missing for a real signal, if ``n_fft``, ``hop_length``, ``win_length``
        and the shapes do not match, or if ``onesided`` is True for complex numbers.

    >>> x = wengert.tensor([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
    >>> wengert.stft(x, 4, hop_length=2, window=wengert.ones(4), center=False, return_complex=True).abs()
    tensor([[0., 0.],
            [0., 0.],
            [4., 4.]])
    """
    hop = n_fft // 4 if hop_length is None else hop_length
    length = n_fft if win_length is None else win_length

    def refused(expected: str) -> RuntimeError:
        return errors.signal.stft("stft", input, window, expected, n_fft=n_fft, hop_length=hop, win_length=length)

    if not dtypes.is_inexact(dtypes.as_numpy(input.dtype)):
        raise refused("expected a tensor of floating point or complex values")
    if input.ndim not in (1, 2):
        raise refused("expected a 1D or 2D tensor")
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    complex_valued = _is_complex(input) or _is_complex(window)
    if return_complex is None and not complex_valued:
        raise errors.signal.return_complex()
    if onesided and complex_valued:
        raise errors.signal.onesided()
    if return_complex is False and not complex_valued:
        errors.signal.warn_real()
    if window is None:
        errors.signal.warn_no_window("stft")
    x = input
    if center:
        sides = (n_fft // 2, n_fft // 2)
        x = pad(reshape(x, (1,) * (3 - x.ndim) + tuple(x.shape)), sides, pad_mode)
        x = reshape(x, tuple(x.shape[3 - input.ndim :]))
    if not 0 < n_fft <= x.shape[-1]:
        raise refused(f"expected 0 < n_fft <= {x.shape[-1]}, but got n_fft={n_fft}")
    if hop <= 0:
        raise refused(f"expected hop_length > 0, but got hop_length={hop}")
    if not 0 < length <= n_fft:
        raise refused(f"expected 0 < win_length <= n_fft, but got win_length={length}")
    if window is not None and tuple(window.shape) != (length,):
        raise refused(
            f"expected a 1D window tensor of size equal to win_length={length}, but got window with size "
            f"{list(window.shape)}"
        )
    if align_to_window:  # the window starts at the start of the signal, so the frame begins earlier
        before = (n_fft - length) // 2
        x = constant_pad_nd(x, pad=(before, n_fft - length - before), value=0)
    if window is None and length < n_fft:
        window = _ones(x, length)
    frames = unfold(x, -1, n_fft, hop)
    if window is not None:
        frames = frames * _full_length(window, n_fft)
    half = not complex_valued if onesided is None else onesided
    out = (rfft if half else fft)(frames, norm="ortho" if normalized else None)
    out = transpose(out, dim0=-2, dim1=-1)
    return view_as_real(out) if return_complex is False else out


@composite(
    "istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, "
    "length=None, return_complex=False)"
)
def istft(
    input: Any, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Any = None,
    center: bool = True, normalized: bool = False, onesided: bool | None = None, length: int | None = None,
    return_complex: bool = False,
) -> Any:  # fmt: skip
    """The inverse of :func:`wengert.stft`: computes the signal from its spectra.

    It adds up the inverse transforms times the window where they overlap, and divides by the sum of the squared windows
    (Griffin and Lim, "Signal estimation from modified short-time Fourier transform", 1984).

    Args:
        input: complex spectra: shape (f, t) or (b, f, t)
        center: whether frames are centered at multiples of ``hop_length``; samples before the first and after the last
            center are dropped
        normalized: whether the spectra are scaled by ``n_fft ** -0.5``
        onesided: whether the spectra are halves; None means True unless there are ``n_fft`` frequencies
        length: the length of the signal; None means up to the end of the last frame
        return_complex: whether the signal is complex; requires whole spectra

    Returns:
        the signal, or a batch of signals

    Raises:
        RuntimeError: if the windows leave a sample undetermined, if ``n_fft``, ``hop_length``, ``win_length`` and the
        shapes do not match, or if ``input`` is not complex.

    >>> x = wengert.tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> window = wengert.hann_window(4)
    >>> wengert.stft(x, 4, window=window, return_complex=True).istft(4, window=window)
    tensor([1., 2., 3., 4., 5., 6.])
    """
    hop = n_fft // 4 if hop_length is None else hop_length
    win = n_fft if win_length is None else win_length

    def refused(expected: str) -> RuntimeError:
        return errors.signal.stft("istft", input, window, expected, n_fft=n_fft, hop_length=hop, win_length=win)

    if window is None:
        errors.signal.warn_no_window("istft")
    if not _is_complex(input):
        raise errors.signal.not_a_spectrum()
    if input.ndim not in (2, 3):
        raise refused(f"expected a tensor with 2 or 3 dimensions, but got {input.ndim}")
    count = input.shape[-2]
    half = count != n_fft if onesided is None else onesided
    if 0 in tuple(input.shape):
        raise refused("input tensor cannot be empty.")
    if count != (n_fft // 2 + 1 if half else n_fft):
        many = "n_fft / 2 + 1 when onesided=True" if half else "n_fft when onesided=False"
        raise refused(f"expected the frequency dimension of the input tensor to match {many}, but got {count}")
    if not 0 < hop <= win:
        raise refused("expected 0 < hop_length <= win_length")
    if not 0 < win <= n_fft:
        raise refused("expected 0 < win_length <= n_fft")
    if window is not None and tuple(window.shape) != (win,):
        raise refused(f"Invalid window shape. window has to be 1D and length of `win_length`, not {list(window.shape)}")
    if return_complex and half:
        raise errors.signal.onesided()
    if not return_complex and _is_complex(window):
        raise errors.signal.complex_window()
    by = _full_length(_ones(input, win) if window is None else window, n_fft)
    spectra = transpose(input if input.ndim == 3 else unsqueeze(input, dim=0), dim0=1, dim1=2)
    norm = "ortho" if normalized else None
    if return_complex:
        frames = ifft(spectra, norm=norm)
    else:
        frames = irfft(spectra if half else narrow(spectra, 2, 0, n_fft // 2 + 1), n=n_fft, norm=norm)
    total = n_fft + hop * (frames.shape[1] - 1)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - start
    known = min(end, total) - start
    if known <= 0:
        raise refused(f"expected at least one sample to be known, but {total - start} are and length={length}")
    added = _fold(frames * by, shape=(frames.shape[0], total), dim=1, size=n_fft, step=hop)
    weight = (by * by).expand(1, frames.shape[1], n_fft)
    weight = _fold(weight, shape=(1, total), dim=1, size=n_fft, step=hop)
    added, weight = (narrow(v, 1, start, known) for v in (added, weight))
    weights = abs(physical(payload_of(weight)))
    if not (weights > SMALLEST).all():
        raise refused(f"window overlap add min: {weights.min():g}, so that samples are unknown")
    out = true_divide(added, weight)
    if input.ndim == 2:
        out = squeeze(out, dim=0)
    if end > total:
        errors.signal.warn_short()
        out = constant_pad_nd(out, pad=(0, end - total), value=0)
    return out
