"""Datasets: what has items, or yields them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Generic, TypeVar

from ... import errors
from ...api.generated import functions
from ...ops.random.generator import Generator
from ...tape.tensor import Tensor

T_co = TypeVar("T_co", covariant=True)


class Dataset(Generic[T_co]):
    """Items that are found by an index. Subclasses define ``__getitem__``, and most define ``__len__``.

    ``__getitems__(indices)``, if there is one, returns the list of items of a batch at once.

    >>> import wengert
    >>> class Squares(wengert.utils.data.Dataset):
    ...     def __len__(self):
    ...         return 3
    ...     def __getitem__(self, i):
    ...         return i * i
    >>> for batch in wengert.utils.data.DataLoader(Squares(), batch_size=2):
    ...     print(batch)
    tensor([0, 1])
    tensor([4])
    """

    def __getitem__(self, index: Any) -> T_co:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Dataset[T_co]) -> ConcatDataset[T_co]:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T_co], Iterable[T_co]):
    """Items that are yielded in turn. Subclasses define ``__iter__``.

    With workers, each of them iterates over a copy of the dataset. :func:`get_worker_info` tells ``__iter__`` which
    part to yield.

    >>> import wengert
    >>> class Counting(wengert.utils.data.IterableDataset):
    ...     def __iter__(self):
    ...         return iter(range(3))
    >>> list(wengert.utils.data.DataLoader(Counting(), batch_size=2))
    [tensor([0, 1]), tensor([2])]
    """

    def __add__(self, other: Any) -> Any:
        return ChainDataset([self, other])


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """The items are tuples of the parts of tensors at an index of their first dimension.

    Args:
        tensors: tensors of one length.

    Raises:
        AssertionError: if their lengths differ.

    >>> import wengert
    >>> data = wengert.utils.data.TensorDataset(wengert.eye(2), wengert.tensor([5, 6]))
    >>> data[1]
    (tensor([0., 1.]), tensor(6))
    """

    tensors: tuple[Tensor, ...]

    def __init__(self, *tensors: Tensor) -> None:
        for i, t in enumerate(tensors):
            if not callable(getattr(t, "size", None)):  # of arrays it is a number
                raise errors.calls.not_an_array("TensorDataset", f"tensors[{i}]", t)
        if any(tensors[0].size(0) != t.size(0) for t in tensors):
            raise errors.loading.sizes()
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple([t[index] for t in self.tensors])

    def __len__(self) -> int:
        return int(self.tensors[0].size(0))


class StackDataset(Dataset[Any]):
    """The items are tuples, or dicts, of the items of several datasets at one index.

    Args:
        args: datasets of one length.
        kwargs: datasets of one length, by the names that the dicts have for them.

    Raises:
        ValueError: if their lengths differ, if there are none, or if they are given in both ways.

    >>> import wengert
    >>> wengert.utils.data.StackDataset(x=[1, 2], y="ab")[1]
    {'x': 2, 'y': 'b'}
    """

    datasets: tuple[Any, ...] | dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise errors.loading.two_ways()
        found = list(args or kwargs.values())
        if not found:
            raise ValueError("At least one dataset should be passed to StackDataset, got none.")
        if any(len(found[0]) != len(d) for d in found):
            raise errors.loading.lengths()
        self._length = len(found[0])
        self.datasets = args or kwargs

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            return {name: d[index] for name, d in self.datasets.items()}
        return tuple([d[index] for d in self.datasets])

    def __getitems__(self, indices: list[Any]) -> list[Any]:
        if isinstance(self.datasets, dict):
            columns = [_items(d, indices) for d in self.datasets.values()]
            return [dict(zip(self.datasets, row, strict=True)) for row in zip(*columns, strict=True)]
        return list(zip(*[_items(d, indices) for d in self.datasets], strict=True))

    def __len__(self) -> int:
        return self._length


def _items(dataset: Any, indices: list[Any]) -> list[Any]:
    if not callable(getattr(dataset, "__getitems__", None)):
        return [dataset[i] for i in indices]
    items: list[Any] = dataset.__getitems__(indices)
    if len(items) != len(indices):
        raise errors.loading.output_size(len(indices), len(items))
    return items


class ConcatDataset(Dataset[T_co]):
    """The items of several datasets, one after the other.

    Args:
        datasets: datasets, none of which is an :class:`IterableDataset`.

    Raises:
        AssertionError: if there are none, or one is iterable.

    >>> import wengert
    >>> data = wengert.utils.data.ConcatDataset(["ab", "cde"])
    >>> len(data), data[2], data[-1]
    (5, 'c', 'e')
    """

    datasets: list[Any]
    cumulative_sizes: list[int]

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable: ConcatDataset got none.")
        if any(isinstance(d, IterableDataset) for d in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset. Use ChainDataset.")
        self.cumulative_sizes = list(accumulate(len(d) for d in self.datasets))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index: int) -> T_co:
        if index < 0:
            if -index > len(self):
                raise errors.loading.past_the_end(index, len(self))
            index += len(self)
        which = bisect_right(self.cumulative_sizes, index)
        before = self.cumulative_sizes[which - 1] if which else 0
        found: T_co = self.datasets[which][index - before]
        return found


class ChainDataset(IterableDataset[Any]):
    """The items of several iterable datasets, one after the other.

    Args:
        datasets: instances of :class:`IterableDataset`.

    >>> import wengert
    >>> class Twice(wengert.utils.data.IterableDataset):
    ...     def __iter__(self):
    ...         return iter([1, 2])
    >>> list(Twice() + Twice())
    [1, 2, 1, 2]
    """

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = datasets

    def __iter__(self) -> Iterator[Any]:
        for d in self.datasets:
            if not isinstance(d, IterableDataset):
                raise errors.loading.not_chained(d)
            yield from d

    def __len__(self) -> int:
        total = 0
        for d in self.datasets:
            if not isinstance(d, IterableDataset):
                raise errors.loading.not_chained(d)
            total += len(d)  # type: ignore[arg-type]
        return total


class Subset(Dataset[T_co]):
    """The items of a dataset at some indices.

    Args:
        dataset: the dataset.
        indices: the indices of its items, in the order of the subset.

    >>> import wengert
    >>> list(wengert.utils.data.Subset("abcd", [3, 1]))
    ['d', 'b']
    """

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: Any) -> T_co:
        if isinstance(index, list):
            found: T_co = self.dataset[[self.indices[i] for i in index]]
        else:
            found = self.dataset[self.indices[index]]
        return found

    def __getitems__(self, indices: list[int]) -> list[T_co]:
        kind = type(self)
        if kind.__getitem__ is not Subset.__getitem__ and kind.__getitems__ is Subset.__getitems__:
            raise errors.loading.subset_method(kind.__name__)
        places = [self.indices[i] for i in indices]
        if callable(getattr(self.dataset, "__getitems__", None)):
            found: list[T_co] = self.dataset.__getitems__(places)
            return found
        return [self.dataset[i] for i in places]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset: Any, lengths: Sequence[float], generator: Generator | None = None) -> list[Subset[Any]]:
    """Split a dataset into subsets of random items that do not overlap.

    Args:
        dataset: the dataset.
        lengths: how many items each has; or fractions that add up to 1.
        generator: draws the permutation of the items. The default is the default generator.

    Raises:
        ValueError: if the lengths do not add up to that of the dataset.

    >>> import wengert
    >>> generator = wengert.Generator().manual_seed(42)
    >>> first, second = wengert.utils.data.random_split(range(10), [0.3, 0.7], generator)
    >>> first.indices
    [2, 6, 1]
    """
    counts = list(lengths)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        for i, part in enumerate(lengths):
            if not 0 <= part <= 1:
                raise errors.loading.fraction(i, part)
        counts = [math.floor(len(dataset) * part) for part in lengths]
        for i in range(len(dataset) - int(sum(counts))):
            counts[i % len(counts)] += 1
        for i, count in enumerate(counts):
            if not count:
                errors.text.warn(errors.loading.empty_split(i))
    if sum(counts) != len(dataset):
        raise errors.loading.split_lengths(counts, len(dataset))  # type: ignore[arg-type]
    indices = functions.randperm(len(dataset), generator=generator).tolist()
    ends = list(accumulate(map(int, counts)))
    return [Subset(dataset, indices[end - int(count) : end]) for end, count in zip(ends, counts, strict=True)]
