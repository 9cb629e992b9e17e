"""Sequences of points that fill a cube."""

from __future__ import annotations

from typing import Any

from . import text


def other_scipy() -> NotImplementedError:
    return NotImplementedError(
        "quasirandom.SobolEngine: this version of SciPy does not show the directions of Sobol's sequence. Draw points "
        "by scipy.stats.qmc.Sobol, and take them with wengert.from_numpy."
    )


def dimensions(most: int) -> ValueError:
    return ValueError(
        f"Supported range of dimensionality for SobolEngine is [1, {most}]. Choose a dimension in this range."
    )


def no_power_of_two(drawn: int, m: int, total: int) -> ValueError:
    return ValueError(
        f"The balance properties of Sobol' points require n to be a power of 2. {drawn} points have been previously "
        f"generated, then: n={drawn}+2**{m}={total}. If you still want to do this, please use "
        "'SobolEngine.draw()' instead."
    )


def no_draws(kind: Any) -> NotImplementedError:
    return NotImplementedError(
        f"\"_sobol_engine_draw\" not implemented for '{text.type_name(kind)}'. Choose float32 or float64 as dtype."
    )
