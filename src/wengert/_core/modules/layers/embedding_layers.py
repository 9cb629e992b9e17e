"""Tables of vectors, which are looked up by number."""

from __future__ import annotations

from typing import Any, Self

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as F
from ...api.grad_mode import no_grad
from . import init
from .module import Module
from .parameter import Parameter


class _Table(Module):
    """A learned table of vectors; the row ``padding_idx`` is zeros at first, and gets no gradient."""

    num_embeddings: int
    embedding_dim: int
    padding_idx: int | None

    def _row(self, padding_idx: int | None, name: str) -> int | None:
        """The row that is not learned, counted from the start."""
        if padding_idx is None:
            return None
        if not -self.num_embeddings <= padding_idx < self.num_embeddings:
            raise AssertionError(f"{name} must be within num_embeddings")
        return padding_idx + self.num_embeddings if padding_idx < 0 else padding_idx

    def _make(self, weight: Any, frozen: bool, device: Any, dtype: Any) -> None:
        sizes = (self.num_embeddings, self.embedding_dim)
        if weight is None:
            made = functions.empty(sizes, device=device, dtype=dtype)
            self.weight = Parameter(made, requires_grad=not frozen)
            self.reset_parameters()
        else:
            if tuple(weight.shape) != sizes:
                raise errors.layers.table_shape()
            self.weight = Parameter(weight, requires_grad=not frozen)

    def reset_parameters(self) -> None:
        """Draw the table again."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)


class Embedding(_Table):
    """A table of vectors: for indices (*) it gives their rows, (*, embedding_dim).

    Args:
        num_embeddings: the number of rows.
        embedding_dim: their size.
        padding_idx: a row that is zeros at first, and gets no gradient.
        max_norm: the greatest length of a row: longer ones are shortened in place when they are looked up.
        norm_type: the order of that norm.
        scale_grad_by_freq: whether gradients are divided by how often a row was looked up.
        sparse: whether the gradient is sparse.
        device: where the table is.
        dtype: its dtype.

    >>> import wengert
    >>> table = wengert.nn.Embedding(10, 3)
    >>> table(wengert.tensor([1, 2])).shape
    wengert.Size([2, 3])
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Any = None,
        _freeze: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = self._row(padding_idx, "Padding_idx")
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        self._make(_weight, _freeze, device, dtype)

    def forward(self, input: Any) -> Any:
        return F.embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse
        )

    def extra_repr(self) -> str:
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx}"
        if self.max_norm is not None:
            text += f", max_norm={self.max_norm}"
        if self.norm_type != 2:
            text += f", norm_type={self.norm_type}"
        if self.scale_grad_by_freq is not False:
            text += f", scale_grad_by_freq={self.scale_grad_by_freq}"
        if self.sparse is not False:
            text += ", sparse=True"
        return text

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Any,
        freeze: bool = True,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> Self:
        """Make a layer of a table that is there.

        Args:
            embeddings: the table.
            freeze: whether it is not learned further.
            padding_idx: as in the constructor, and so the other arguments.
        """
        if embeddings.ndim != 2:
            raise errors.layers.table_rank()
        return cls(
            embeddings.shape[0], embeddings.shape[1], padding_idx=padding_idx, max_norm=max_norm, norm_type=norm_type,
            scale_grad_by_freq=scale_grad_by_freq, sparse=sparse, _weight=embeddings, _freeze=freeze,
        )  # fmt: skip


class EmbeddingBag(_Table):
    """A table of vectors: for bags of indices it gives the sums, means or greatest values of their rows.

    Args:
        num_embeddings: the number of rows.
        embedding_dim: their size.
        max_norm: the greatest length of a row: longer ones are shortened in place when they are looked up.
        norm_type: the order of that norm.
        scale_grad_by_freq: whether gradients are divided by how often a row was looked up.
        mode: ``"sum"``, ``"mean"`` or ``"max"``.
        sparse: whether the gradient is sparse.
        include_last_offset: whether the last offset says where the last bag ends.
        padding_idx: a row that is zeros at first, counts in no bag, and gets no gradient.
        device: where the table is.
        dtype: its dtype.

    >>> import wengert
    >>> table = wengert.nn.EmbeddingBag(10, 3, mode="sum")
    >>> table(wengert.tensor([1, 2, 4, 5]), wengert.tensor([0, 2])).shape
    wengert.Size([2, 3])
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Any = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.padding_idx = self._row(padding_idx, "padding_idx")
        self.mode = mode
        self.sparse = sparse
        self.include_last_offset = include_last_offset
        self._make(_weight, False, device, dtype)

    def forward(self, input: Any, offsets: Any = None, per_sample_weights: Any = None) -> Any:
        return F.embedding_bag(
            input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode,
            self.sparse, per_sample_weights, self.include_last_offset, self.padding_idx,
        )  # fmt: skip

    def extra_repr(self) -> str:
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if self.max_norm is not None:
            text += f", max_norm={self.max_norm!r}"
        if self.norm_type != 2:
            text += f", norm_type={self.norm_type!r}"
        if self.scale_grad_by_freq is not False:
            text += f", scale_grad_by_freq={self.scale_grad_by_freq!r}"
        text += f", mode={self.mode!r}"
        if self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx!r}"
        return text

    @classmethod
    def from_pretrained(
        cls,
        embeddings: Any,
        freeze: bool = True,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
    ) -> Self:
        """Make a layer of a table that is there.

        Args:
            embeddings: the table.
            freeze: whether it is not learned further.
            max_norm: as in the constructor, and so the other arguments.
        """
        if embeddings.ndim != 2:
            raise errors.layers.table_rank()
        made = cls(
            embeddings.shape[0], embeddings.shape[1], max_norm=max_norm, norm_type=norm_type,
            scale_grad_by_freq=scale_grad_by_freq, mode=mode, sparse=sparse, _weight=embeddings,
            include_last_offset=include_last_offset,
            padding_idx=padding_idx,
        )  # fmt: skip
        made.weight.requires_grad = not freeze
        return made
