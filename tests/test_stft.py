"""Short-time Fourier transforms and back: round trips, warnings, and what is refused, as in PyTorch."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, outcome, same
from tests.samples import cnormal, rng

SIGNAL = rng().normal(size=(2, 40))


@pytest.mark.parametrize(
    ("n_fft", "hop", "win", "center"),
    [
        (8, 2, 8, True),
        (9, 3, 6, True),
        (7, 1, 5, True),
        (4, 4, 4, True),
        (1, 1, 1, True),
        (9, 3, 9, False),
        (4, 4, 4, False),
    ],
)
@pytest.mark.parametrize("normalized", [True, False])
@pytest.mark.parametrize("kind", ["real", "whole", "complex"])
def test_a_signal_comes_back(n_fft: int, hop: int, win: int, center: bool, normalized: bool, kind: str) -> None:
    x = wengert.tensor(cnormal(rng(), 2, 40) if kind == "complex" else SIGNAL)
    window = wengert.signal.windows.general_hamming(win, alpha=0.6, dtype=wengert.float64)
    given: dict[str, Any] = {"hop_length": hop, "win_length": win, "window": window, "center": center}
    given |= {"normalized": normalized, "onesided": kind == "real"}
    spectra = wengert.stft(x, n_fft, return_complex=True, **given)
    back = spectra.istft(n_fft, return_complex=kind == "complex", **given)
    known = back.shape[-1]
    assert 40 - hop < known <= 40
    np.testing.assert_allclose(back.numpy(), x.numpy()[:, :known], atol=1e-12)


def test_a_length_beyond_the_frames_is_filled_with_zeros() -> None:
    x, window = wengert.tensor(SIGNAL[0], requires_grad=True), wengert.hann_window(8, dtype=wengert.float64)
    spectra = x.stft(8, window=window, return_complex=True)
    with pytest.warns(UserWarning, match="The length of signal is shorter than the length parameter"):
        out = spectra.istft(8, window=window, length=50)
    reflected = SIGNAL[0, -5:-1][::-1]  # of which the last frame knows
    np.testing.assert_allclose(out.detach().numpy(), [*SIGNAL[0], *reflected, *[0.0] * 6], atol=1e-12)
    out[:40].sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), 1.0)


def test_a_window_aligned_with_the_signal_may_be_missing_an_odd_number() -> None:
    """PyTorch reads beyond its memory here, and fails."""
    w = wengert.ones(5, dtype=wengert.float64)
    x = wengert.tensor(SIGNAL[0])
    out = x.stft(8, 3, 5, window=w, center=False, align_to_window=True, return_complex=True)
    frames = np.stack([np.fft.rfft([0, *SIGNAL[0][s : s + 5], 0, 0]) for s in range(0, 36, 3)], axis=1)
    np.testing.assert_allclose(out.numpy(), frames, atol=1e-12)


def test_each_example_of_a_batch_of_windows_is_checked() -> None:
    windows = wengert.stack([wengert.ones(4), wengert.zeros(4)])
    spectra = wengert.ones(3, 5, dtype=wengert.complex64)
    with pytest.raises(RuntimeError, match=r"window overlap add min: 0"):
        wengert.vmap(lambda w: spectra.istft(4, window=w))(windows)


def _signal(lib: Library) -> Any:
    return lib.tensor(SIGNAL[0, :20])


def _spectra(lib: Library) -> Any:
    return lib.stft(_signal(lib), 8, window=lib.ones(8), return_complex=True)


REFUSED: dict[str, Callable[[Library], Any]] = {
    "nothing said": lambda lib: _signal(lib).stft(8, window=lib.ones(8)),
    "half of complex": lambda lib: _spectra(lib)[0].stft(8, window=lib.ones(8), onesided=True, center=False),
    "half by a complex window": lambda lib: _signal(lib).stft(8, window=lib.ones(8) + 0j, onesided=True),
    "integers": lambda lib: lib.arange(20).stft(8, window=lib.ones(8), return_complex=True),
    "three dimensions": lambda lib: lib.ones(1, 1, 20).stft(8, window=lib.ones(8), return_complex=True),
    "no dimension": lambda lib: lib.ones(()).stft(8, window=lib.ones(8), return_complex=True, center=False),
    "too short": lambda lib: _signal(lib).stft(30, window=lib.ones(30), return_complex=True, center=False),
    "n_fft 0": lambda lib: _signal(lib).stft(0, window=lib.ones(0), return_complex=True, center=False),
    "hop 0": lambda lib: _signal(lib).stft(8, 0, window=lib.ones(8), return_complex=True),
    "win too long": lambda lib: _signal(lib).stft(8, 2, 9, window=lib.ones(9), return_complex=True),
    "another window": lambda lib: _signal(lib).stft(8, 2, 6, window=lib.ones(8), return_complex=True),
    "window of two": lambda lib: _signal(lib).stft(8, window=lib.ones(1, 8), return_complex=True),
    "padding": lambda lib: _signal(lib).stft(50, window=lib.ones(50), return_complex=True),
    "pad_mode": lambda lib: _signal(lib).stft(8, window=lib.ones(8), return_complex=True, pad_mode="odd"),
    "aligned": lambda lib: _signal(lib).stft(8, window=lib.ones(8), return_complex=True, align_to_window=True),
    "back: real": lambda lib: _signal(lib).istft(8, window=lib.ones(8)),
    "back: hop": lambda lib: _spectra(lib).istft(8, 9, window=lib.ones(8)),
    "back: win": lambda lib: _spectra(lib).istft(8, 2, 9, window=lib.ones(9)),
    "back: window": lambda lib: _spectra(lib).istft(8, 2, 6, window=lib.ones(8)),
    "back: empty": lambda lib: _spectra(lib)[:, :0].istft(8, window=lib.ones(8)),
    "back: half": lambda lib: _spectra(lib).istft(8, window=lib.ones(8), return_complex=True),
    "back: complex": lambda lib: _spectra(lib).istft(8, window=lib.ones(8) + 0j),
    "back: unknown": lambda lib: _spectra(lib).istft(8, window=lib.zeros(8)),
    "back: sizes": lambda lib: _spectra(lib)[:3].istft(8, window=lib.ones(8)),
    "back: sizes of all": lambda lib: _spectra(lib).istft(8, window=lib.ones(8), onesided=False),
    "back: one": lambda lib: _spectra(lib)[None, None].istft(8, window=lib.ones(8)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, control: Control) -> None:
    ours, theirs = outcome(REFUSED[name], Library(wengert)), control(REFUSED[name])
    assert ours[0] == theirs[0]
    assert ours[0].endswith("Error")
    for words in ("expected hop_length > 0", "expected a 1D", "window overlap add min", "Cannot have onesided"):
        assert (words in ours[1]) == (words in theirs[1])


WARNED: dict[str, Callable[[Library], Any]] = {
    "no window": lambda lib: lib.told(_signal(lib).stft(8, return_complex=True).abs().sum().round()),
    "no window back": lambda lib: _spectra(lib).istft(8).shape[0],
    "not complex": lambda lib: _signal(lib).stft(8, window=lib.ones(8), return_complex=False).shape[2],
    "short": lambda lib: _spectra(lib).istft(8, window=lib.ones(8), length=30).shape[0],
}


@pytest.mark.parametrize("name", WARNED)
def test_warned(name: str, control: Control) -> None:
    ours, theirs = outcome(WARNED[name], Library(wengert)), control(WARNED[name])
    assert same((ours[0], "", []), (theirs[0], "", []))
    assert [w[0] for w in ours[2]] == [w[0] for w in theirs[2]] == ["UserWarning"]
    assert re.sub(r"\W", "", ours[2][0][1])[:20] == re.sub(r"\W", "", theirs[2][0][1])[:20]
