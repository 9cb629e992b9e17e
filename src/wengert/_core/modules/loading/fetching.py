"""How the items of a batch are got from a dataset."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from .datasets import IterableDataset


class Fetcher:
    """Gets batches.

    Args:
        dataset: the dataset.
        batched: whether what is fetched is a list of items, or a single one.
        collate: makes a batch of a list; or converts an item.
        drop_last: whether a last batch is dropped if it is shorter than was asked for.
    """

    def __init__(self, dataset: Any, batched: bool, collate: Callable[[Any], Any], drop_last: bool) -> None:
        self.dataset = dataset
        self.batched = batched
        self.collate = collate
        self.drop_last = drop_last
        self.items = iter(dataset) if isinstance(dataset, IterableDataset) else None
        self.ended = False

    def fetch(self, index: Any) -> Any:
        """The batch, or item, at what a sampler yields.

        Raises:
            StopIteration: if an iterable dataset has ended.
        """
        if self.items is not None:
            return self.collate(self.following(index))
        if not self.batched:
            return self.collate(self.dataset[index])
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.collate(self.dataset.__getitems__(index))
        return self.collate([self.dataset[i] for i in index])

    def following(self, index: Any) -> Any:
        """The next items of an iterable dataset, as many as an index has."""
        assert self.items is not None
        if self.ended:
            raise StopIteration
        if not self.batched:
            return next(self.items)
        found = list(islice(self.items, len(index)))
        self.ended = len(found) < len(index)
        if not found or (self.drop_last and self.ended):
            raise StopIteration
        return found
