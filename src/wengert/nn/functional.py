"""Functions of neural networks, under torch's names."""

from __future__ import annotations

from ..faces.nn_functional import *  # noqa: F403
