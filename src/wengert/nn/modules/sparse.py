"""``wengert.nn.modules.sparse``: tables of vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.embedding_layers import Embedding, EmbeddingBag

__all__ = [
    "Embedding", "EmbeddingBag",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
