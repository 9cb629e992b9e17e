"""Dropout: some numbers become zero in training."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api.generated import nn_functions as F
from .module import Module


class _DropoutNd(Module):
    """Dropout: what becomes zero is decided in each class."""

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise errors.layers.probability(p)
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """The input, of which numbers become zero in training, and the others grow accordingly.

    Args:
        p: the probability of it.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> layer = wengert.nn.Dropout(0.5).eval()
    >>> bool((layer(wengert.ones(5)) == 1).all())
    True
    """

    def forward(self, input: Any) -> Any:
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_DropoutNd):
    """Signals, (N, C, L) or (C, L), of which channels become zero in training.

    Args:
        p: the probability of it.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> layer = wengert.nn.Dropout1d(0.5).eval()
    >>> bool((layer(wengert.ones(1, 2, 5)) == 1).all())
    True
    """

    def forward(self, input: Any) -> Any:
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """Images, (N, C, H, W), of which channels become zero in training.

    Args:
        p: the probability of it.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> layer = wengert.nn.Dropout2d(0.5).eval()
    >>> bool((layer(wengert.ones(1, 2, 5, 5)) == 1).all())
    True
    """

    def forward(self, input: Any) -> Any:
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_DropoutNd):
    """Volumes, (N, C, D, H, W) or (C, D, H, W), of which channels become zero in training.

    Args:
        p: the probability of it.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> layer = wengert.nn.Dropout3d(0.5).eval()
    >>> bool((layer(wengert.ones(1, 2, 3, 3, 3)) == 1).all())
    True
    """

    def forward(self, input: Any) -> Any:
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_DropoutNd):
    """The input, of which numbers become the least value of SELU in training; mean and variance are kept.

    Args:
        p: the probability of it.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> layer = wengert.nn.AlphaDropout(0.5).eval()
    >>> bool((layer(wengert.ones(5)) == 1).all())
    True
    """

    def forward(self, input: Any) -> Any:
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """Channels become the least value of SELU in training; mean and variance are kept.

    Args:
        p: the probability of it.
        inplace: whether it writes into its input.

    >>> import wengert
    >>> layer = wengert.nn.FeatureAlphaDropout(0.5).eval()
    >>> bool((layer(wengert.ones(1, 2, 5)) == 1).all())
    True
    """

    def forward(self, input: Any) -> Any:
        return F.feature_alpha_dropout(input, self.p, self.training)
