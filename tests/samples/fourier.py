"""Samples of ``ops/fourier.py``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples


def _reference(name: str) -> Any:
    """NumPy's function, with wengert's names for its parameters."""
    function, names = getattr(np.fft, name), {"dim": "axis" if name[-1] == "t" else "axes"}
    return lambda x, **params: function(x, **{names.get(k, k): v for k, v in params.items()})


ONE = {f"fft.{name}": _reference(name) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")}
MANY = {f"fft.{name}": _reference(name) for name in ("fftn", "ifftn", "rfftn", "irfftn")}


@samples("_fft_c2c")
def complex_to_complex() -> Iterator[Sample]:
    r = rng()
    yield Sample(cnormal(r, 2, 3), dim=(1,), scale="none", forward=True)
    yield Sample(cnormal(r, 2, 2, 3), dim=(0, -1), scale="sqrt", forward=False)
    yield Sample(cnormal(r, 2, 3), dim=(1, 0), scale="n", forward=False)
    yield Sample(np.zeros((0, 3), complex), dim=(1,), scale="n", forward=True)


@samples("_fft_r2c")
def real_to_complex() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)), dim=(1,), scale="none", onesided=True)
    yield Sample(r.normal(size=(2, 3)), dim=(1, 0), scale="sqrt", onesided=True)
    yield Sample(r.normal(size=(2, 3)), dim=(0, -1), scale="n", onesided=False)
    yield Sample(np.zeros((0, 3)), dim=(1,), scale="none", onesided=True)


@samples("_fft_c2r")
def complex_to_real() -> Iterator[Sample]:
    r = rng()
    yield Sample(cnormal(r, 2, 3), dim=(1,), scale="none", size=4)
    yield Sample(cnormal(r, 3, 2), dim=(1, 0), scale="sqrt", size=5)
    yield Sample(cnormal(r, 2, 3), dim=(0, -1), scale="n", size=5)
    yield Sample(np.zeros((0, 3), complex), dim=(1,), scale="none", size=4)


@samples("_double")
def doubled() -> Iterator[Sample]:
    r = rng()
    yield Sample(cnormal(r, 2, 4), dim=-1, count=2)
    yield Sample(r.normal(size=(3, 2)), dim=0, count=1)


@samples(*ONE, ref=ONE)
def along_one() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)))
    yield Sample(r.normal(size=(5, 2)), dim=0, norm="ortho")
    yield Sample(r.normal(size=(2, 3)), n=5, norm="forward")
    yield Sample(np.array([1, 2, 4]), n=2)


@samples("fft.fft", "fft.ifft", "fft.irfft", "fft.hfft")
def along_one_of_complex() -> Iterator[Sample]:
    r = rng()
    yield Sample(cnormal(r, 2, 3))
    yield Sample(cnormal(r, 3, 2), n=5, dim=0, norm="forward")


@samples(
    *MANY, *(f"fft.{name}{k}" for name in ("hfft", "ihfft") for k in "n2"), *(n[:-1] + "2" for n in MANY), ref=MANY
)
def along_some() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(r.normal(size=(2, 2, 3)), dim=(2, 0), norm="forward")
    yield Sample(r.normal(size=(2, 3)), s=(3, 4), dim=(0, 1), norm="ortho")


@samples(*(f"fft.{name}{k}" for name in ("fft", "ifft", "irfft", "hfft") for k in "n2"))
def along_some_of_complex() -> Iterator[Sample]:
    r = rng()
    yield Sample(cnormal(r, 2, 3))
    yield Sample(cnormal(r, 3, 2), s=(2, 3), dim=(0, 1))


@samples("fft.fftshift", "fft.ifftshift", ref={"fft.fftshift": np.fft.fftshift, "fft.ifftshift": np.fft.ifftshift})
def shifted() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 4)))
    yield Sample(cnormal(r, 3, 2))
    yield Sample(np.arange(5))


@samples("fft.fftshift", "fft.ifftshift")
def shifted_along_some() -> Iterator[Sample]:
    yield Sample(np.arange(12.0).reshape(2, 3, 2), (0, -2))
