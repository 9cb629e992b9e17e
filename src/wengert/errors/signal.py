"""The messages of windows and of short-time Fourier transforms."""

from __future__ import annotations

from typing import Any

from . import type_name


def negative_length(kind: type[Exception], name: str, argument: str, length: int) -> Exception:
    shown = "window length" if argument == "M" else argument
    return kind(f"{name} requires non-negative {shown}, got {argument}={length}")


def not_floating(name: str, dtype: Any) -> RuntimeError:
    return RuntimeError(f"{name} expects floating point dtypes, got: {type_name(dtype)}")


def not_strided(name: str, layout: Any) -> ValueError:
    return ValueError(f"{name} is implemented for strided tensors only, got: {layout}")


def not_single_or_double(name: str, dtype: Any) -> ValueError:
    return ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}. Cast the window afterwards.")


def not_positive(name: str, value: float) -> ValueError:
    return ValueError(f"{name} must be positive, got: {value} instead.")


def negative_beta(beta: float) -> ValueError:
    return ValueError(f"beta must be non-negative, got: {beta} instead.")


def center_of_symmetric() -> ValueError:
    return ValueError("Center must be None for symmetric windows: leave it out, or give sym=False")


def no_coefficients() -> ValueError:
    return ValueError("Coefficients cannot be empty")
