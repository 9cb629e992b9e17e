"""Windows and short-time Fourier transforms."""

from __future__ import annotations

from typing import Any

from .text import describe, type_name, warn


def negative_length(kind: type[Exception], name: str, argument: str, length: int) -> Exception:
    shown = "window length" if argument == "M" else argument
    return kind(f"{name} requires non-negative {shown}, got {argument}={length}")


def not_floating(name: str, dtype: Any) -> RuntimeError:
    return RuntimeError(f"{name} expects floating point dtypes, got: {type_name(dtype)}")


def not_strided(name: str, layout: Any) -> ValueError:
    return ValueError(f"{name} is implemented for strided tensors only, got: {layout}. Leave out layout.")


def not_positive(name: str, value: float) -> ValueError:
    return ValueError(f"{name} must be positive, got: {value} instead.")


# -- short-time Fourier transforms


def stft(name: str, x: Any, window: Any, expected: str, **given: int) -> RuntimeError:
    shown = ", ".join([describe(x), *(f"{k}={v}" for k, v in given.items())])
    shown += f", window={None if window is None else describe(window)}"
    return RuntimeError(f"{name}({shown}): {expected}")


def return_complex() -> RuntimeError:
    return RuntimeError(
        "stft requires the return_complex parameter be given for real inputs. Give return_complex=True; "
        "wengert.view_as_real() of the result is what return_complex=False gives."
    )


def onesided() -> RuntimeError:
    return RuntimeError("Cannot have onesided output if window or input is complex: use onesided=False")


def not_a_spectrum() -> RuntimeError:
    return RuntimeError(
        "istft requires a complex-valued input tensor matching the output from stft with return_complex=True."
    )


def complex_window() -> RuntimeError:
    return RuntimeError(
        "Complex windows are incompatible with return_complex=False. Leave out return_complex, or give it as True."
    )


def warn_real() -> None:
    warn("stft with return_complex=False is deprecated: use return_complex=True, and wengert.view_as_real() of that")


def warn_no_window(name: str) -> None:
    what = "which leaks between frequencies" if name == "stft" else "which must be that of stft"
    warn(f"A window was not provided. A rectangular window will be applied, {what}. Give window=wengert.ones(n).")


def warn_short() -> None:
    warn(
        "The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail. "
        "Please check your center and hop_length settings."
    )
