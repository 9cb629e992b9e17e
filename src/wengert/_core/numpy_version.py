"""Whether NumPy is new enough. pip asks for one, but lets a later command put an older one in its place."""

from __future__ import annotations

import numpy as np

OLDEST = "2.0"  # pyproject.toml asks for it, too


def check() -> None:
    """Refuse an older NumPy: its dtypes of results depend on values, so that gradients would be silently rounded.

    Raises:
        ImportError: if NumPy is older than :data:`OLDEST`.
    """
    if _numbers(np.__version__) < _numbers(OLDEST):
        raise ImportError(
            f"wengert: expected NumPy {OLDEST} or newer, got NumPy {np.__version__} in {np.__path__[0]}, which gives "
            f'results other dtypes. Run `python -m pip install --upgrade "numpy>={OLDEST}"`.'
        )


def _numbers(version: str) -> list[int]:
    """Major and minor: those of a release candidate count as the release's."""
    return [int(part) for part in version.split(".")[:2]]
