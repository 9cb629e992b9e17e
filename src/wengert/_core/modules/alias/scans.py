"""``torch._higher_order_ops.associative_scan``: running results of a function, as ``cumsum`` has those of a sum."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...api import trees
from ...api.generated import functions
from ...api.transforms.vmap import vmap


def associative_scan(combine_fn: Callable[[Any, Any], Any], xs: Any, dim: int, reverse: bool = False,
                     combine_mode: str = "pointwise") -> Any:  # fmt: skip
    """Combine the slices along a dimension, each with all before it.

    Args:
        combine_fn: a function of two slices, or of two trees of slices, that gives one. It is associative.
        xs: a tensor, or a tree of tensors, of one length along ``dim``.
        dim: the dimension to scan.
        reverse: combine each slice with all after it.
        combine_mode: ``"pointwise"`` or ``"generic"``. Both give the same result here.

    Raises:
        ValueError: if ``combine_mode`` is another, or there is no tensor.
    """
    leaves, structure = trees.tree_flatten(xs)
    if combine_mode not in ("pointwise", "generic"):
        raise ValueError(
            f"associative_scan: expected combine_mode 'pointwise' or 'generic', got {combine_mode!r}. Choose one."
        )
    if not leaves:
        raise ValueError("associative_scan: expected at least one tensor in xs, got none. Give a tensor to scan.")
    slices = vmap(lambda a, b: combine_fn(trees.tree_unflatten(a, structure), trees.tree_unflatten(b, structure)))

    def combined(a: list[Any], b: list[Any]) -> list[Any]:
        return trees.tree_flatten(slices(a, b))[0]

    parts = [leaf.movedim(dim, 0) for leaf in leaves]
    if reverse:
        parts = _flipped(parts)
    parts = _scanned(combined, parts)
    if reverse:
        parts = _flipped(parts)
    return trees.tree_unflatten([part.movedim(0, dim) for part in parts], structure)


def _flipped(parts: list[Any]) -> list[Any]:
    return [part.flip(0) for part in parts]


def _scanned(combined: Callable[[list[Any], list[Any]], list[Any]], parts: list[Any]) -> list[Any]:
    """Scan along the first dimension: scan neighbours that are combined, and combine the rest with those."""
    length = len(parts[0])
    if length < 2:
        return parts
    pairs = combined([part[: length - 1 : 2] for part in parts], [part[1::2] for part in parts])
    odd = _scanned(combined, pairs)
    inner = [part[2::2] for part in parts]
    even = combined([part[: len(inner[0])] for part in odd], inner) if length > 2 else inner
    return [_interleaved([part[:1], e], o) for part, e, o in zip(parts, even, odd, strict=True)]


def _interleaved(even: list[Any], odd: Any) -> Any:
    """The slices of two tensors in turn; the first has as many as the second, or one more."""
    first = functions.cat(even)
    turns = functions.stack([first[: len(odd)], odd], 1).flatten(0, 1)
    return functions.cat([turns, first[len(odd) :]])
