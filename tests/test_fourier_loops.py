"""Fourier transforms by NumPy's loops, and by its public functions where it has none of the name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import within
from wengert._core.ops.fft import fourier_loops

R = np.random.default_rng(0)
CALLS: dict[str, Any] = {
    "fft": lambda x, norm: wengert.fft.fft(x, norm=norm),
    "fft of columns": lambda x, norm: wengert.fft.fft(x, dim=0, norm=norm),
    "ifft2": lambda x, norm: wengert.fft.ifft2(x, norm=norm),
    "fftn, the first dimension last": lambda x, norm: wengert.fft.fftn(x, dim=(1, 2, 0), norm=norm),
    "fft of real numbers": lambda x, norm: wengert.fft.fft(x.real, norm=norm),
    "ifft of real columns": lambda x, norm: wengert.fft.ifft(x.real, dim=0, norm=norm),
    "fft of an odd number of real ones": lambda x, norm: wengert.fft.fft(x.real, n=5, dim=1, norm=norm),
    "fft of a single real number": lambda x, norm: wengert.fft.fft(x.real, n=1, norm=norm),
    "fftn of real numbers": lambda x, norm: wengert.fft.fftn(x.real, norm=norm),
    "rfft": lambda x, norm: wengert.fft.rfft(x.real, norm=norm),
    "rfft of an odd number": lambda x, norm: wengert.fft.rfft(x.real, n=5, norm=norm),
    "rfftn": lambda x, norm: wengert.fft.rfftn(x.real, norm=norm),
    "irfft": lambda x, norm: wengert.fft.irfft(x, norm=norm),
    "irfftn to an odd number": lambda x, norm: wengert.fft.irfftn(x, s=(3, 4, 7), norm=norm),
    "fft of a transposed array": lambda x, norm: wengert.fft.fft(x.mT, norm=norm),
}


@within("name", CALLS)
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_loops_give_what_public_functions_give(
    name: str, dtype: type[np.complexfloating[Any, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    x = wengert.tensor((R.normal(size=(3, 4, 6)) + 1j * R.normal(size=(3, 4, 6))).astype(dtype))
    for norm in ("backward", "ortho", "forward"):
        found = CALLS[name](x, norm)
        with monkeypatch.context() as patch:
            for loop in fourier_loops.LOOPS:
                patch.setitem(fourier_loops.LOOPS, loop, None)
            expected = CALLS[name](x, norm)
        assert (found.dtype, found.stride()) == (expected.dtype, expected.stride())
        assert abs(found - expected).max() <= 4 * np.finfo(dtype).eps * abs(expected).max()


def test_infinities_are_transformed_in_silence() -> None:
    x = wengert.tensor([1.0, np.inf, 2.0, 3.0])
    z = x.to(wengert.complex64)
    with np.errstate(all="raise"):
        found = wengert.fft.rfft(x), wengert.fft.ifft(z)
    assert not any(y.isfinite().all() for y in found)
