"""Linear algebra, under torch's names."""

from __future__ import annotations

from .errors.linalg_errors import LinAlgError as LinAlgError
from .faces.linalg import *  # noqa: F403
