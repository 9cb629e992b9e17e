"""Samples of ``ops/stft.py``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, cnormal, rng, samples


def _stft(x: np.ndarray, n_fft: int, **params: object) -> np.ndarray:
    """The definition, frame by frame."""
    hop = params.get("hop_length") or n_fft // 4
    assert isinstance(hop, int)
    w = np.asarray(params.get("window", np.ones(params.get("win_length", n_fft))))  # type: ignore[call-overload]
    missing = n_fft - len(w)
    w = np.pad(w, (missing // 2, missing - missing // 2))
    if params.get("center", True):
        mode = {"replicate": "edge", "circular": "wrap"}.get(*(params.get("pad_mode", "reflect"),) * 2)
        x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(n_fft // 2,) * 2], mode=mode)  # type: ignore[call-overload]
    elif params.get("align_to_window"):
        x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(missing // 2, missing - missing // 2)])
    waves = np.exp(-2j * np.pi * np.outer(np.arange(n_fft), np.arange(n_fft)) / n_fft)
    if params.get("onesided", not (np.iscomplexobj(x) or np.iscomplexobj(w))):
        waves = waves[: n_fft // 2 + 1]
    starts = range(0, x.shape[-1] - n_fft + 1, hop)
    out = np.stack([(x[..., s : s + n_fft] * w) @ waves.T for s in starts], axis=-1)
    out = out / np.sqrt(n_fft) if params.get("normalized") else out
    return np.stack([out.real, out.imag], axis=-1) if params.get("return_complex") is False else out


@samples("stft", ref=_stft)
def stft() -> Iterator[Sample]:
    r = rng()
    w = r.uniform(0.5, 1.5, size=4)
    yield Sample(r.normal(size=6), 4, window=w, return_complex=True)
    yield Sample(r.normal(size=(2, 7)), 4, hop_length=2, win_length=3, window=w[:3], center=False, return_complex=True)
    yield Sample(r.normal(size=6), 5, hop_length=3, win_length=4, window=w, return_complex=True, normalized=True)
    yield Sample(r.normal(size=(2, 5)), 4, window=w, pad_mode="constant", onesided=False, return_complex=True)
    yield Sample(r.normal(size=5), 4, window=w, pad_mode="circular", hop_length=3, return_complex=True)
    yield Sample(
        r.normal(size=7), 4, 1, 2, w[:2], False, return_complex=True, align_to_window=True,
        ref=lambda x, n, hop, win, w, c, **p: _stft(x, n, hop_length=hop, window=w, center=c, **p),
    )  # fmt: skip
    yield Sample(cnormal(r, 6), 4, window=w, pad_mode="replicate")
    yield Sample(r.normal(size=6), 4, window=cnormal(r, 4), center=False)
    yield Sample(cnormal(r, 5), 4, window=w, return_complex=False)


@samples("istft")
def istft() -> Iterator[Sample]:
    r = rng()
    w = r.uniform(0.5, 1.5, size=4)
    yield Sample(cnormal(r, 3, 5), 4, window=w)
    yield Sample(cnormal(r, 2, 3, 3), 4, hop_length=2, win_length=3, window=w[:3], center=False, length=6)
    yield Sample(cnormal(r, 3, 3), 5, hop_length=3, win_length=4, window=w, normalized=True)
    yield Sample(cnormal(r, 4, 3), 4, window=w, onesided=False, return_complex=True)
    yield Sample(cnormal(r, 4, 3), 4, window=w)
    yield Sample(cnormal(r, 3, 3), 4, window=w, center=False, length=5, onesided=True)
    yield Sample(cnormal(r, 4, 3), 4, window=cnormal(r, 4), return_complex=True)
