"""Operations on sparse tensors, under torch's names."""

from __future__ import annotations

from .faces.sparse import *  # noqa: F403
