"""Samplers: in which order the items of a dataset are drawn. For a seed it is PyTorch's order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar

from ... import errors
from ...api.generated import functions
from ...arrays import dtypes
from ...ops.random.generator import Generator

T_co = TypeVar("T_co", covariant=True)
AT_ONCE = 32  # indices that are drawn together, with replacement


def seed_of(generator: Generator | None = None) -> int:
    """A seed that a generator draws."""
    drawn: int = functions.empty((), dtype=dtypes.int64).random_(generator=generator).item()  # type: ignore[assignment]
    return drawn


class Sampler(Generic[T_co]):
    """Yields indices of items, or lists of them. Subclasses define ``__iter__``, and most define ``__len__``.

    Args:
        data_source: has no meaning.

    >>> import wengert
    >>> class Backwards(wengert.utils.data.Sampler):
    ...     def __init__(self, data):
    ...         self.data = data
    ...     def __iter__(self):
    ...         return iter(reversed(range(len(self.data))))
    >>> list(Backwards("abc"))
    [2, 1, 0]
    """

    def __init__(self, data_source: Any = None) -> None:
        pass

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError("Subclasses of Sampler should implement __iter__.")


class SequentialSampler(Sampler[int]):
    """Yields the indices in order.

    Args:
        data_source: the dataset.

    >>> import wengert
    >>> list(wengert.utils.data.SequentialSampler("abc"))
    [0, 1, 2]
    """

    def __init__(self, data_source: Any) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """Yields the indices in a random order, or random indices.

    Args:
        data_source: the dataset.
        replacement: whether an index may come more than once before all have come.
        num_samples: how many indices there are. The default is the length of the dataset.
        generator: draws them. The default is one with a seed that the default generator draws.

    Raises:
        TypeError: if ``replacement`` is no bool.
        ValueError: if ``num_samples`` is not positive.

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> sorted(wengert.utils.data.RandomSampler("abcd"))
    [0, 1, 2, 3]
    """

    def __init__(
        self, data_source: Any, replacement: bool = False, num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:  # fmt: skip
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise errors.loading.replacement(replacement, TypeError)
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise errors.loading.sample_count(self.num_samples)

    @property
    def num_samples(self) -> int:
        """How many indices there are."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        n, generator = len(self.data_source), self.generator
        if generator is None:
            generator = Generator().manual_seed(seed_of())
        left = self.num_samples
        while left > 0:
            if self.replacement:
                drawn = functions.randint(0, n, (min(left, AT_ONCE),), generator=generator)
            else:
                drawn = functions.randperm(n, generator=generator)
            yield from islice(drawn.tolist(), left)
            left -= len(drawn)
        if not (self.replacement or self.num_samples % n):
            functions.randperm(n, generator=generator)  # PyTorch draws one more, of which it uses nothing

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """Yields given indices in a random order.

    Args:
        indices: the indices.
        generator: draws the order. The default is the default generator.

    >>> import wengert
    >>> sorted(wengert.utils.data.SubsetRandomSampler([7, 5]))
    [5, 7]
    """

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        for i in functions.randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[i]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Yields random indices, each as often as its weight says.

    Args:
        weights: the weights, which need not add up to 1.
        num_samples: how many indices there are.
        replacement: whether an index may come more than once.
        generator: draws them. The default is the default generator.

    Raises:
        ValueError: if an argument is of the wrong kind.

    >>> import wengert
    >>> list(wengert.utils.data.WeightedRandomSampler([0.0, 1.0], 3))
    [1, 1, 1]
    """

    def __init__(
        self, weights: Sequence[float], num_samples: int, replacement: bool = True, generator: Generator | None = None
    ) -> None:
        if not isinstance(num_samples, int) or isinstance(num_samples, bool) or num_samples <= 0:
            raise errors.loading.sample_count(num_samples)
        if not isinstance(replacement, bool):
            raise errors.loading.replacement(replacement, ValueError)
        self.weights = functions.as_tensor(weights, dtype=dtypes.float64)
        if self.weights.ndim != 1:
            raise errors.loading.weights(self.weights.shape)
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        drawn = functions.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        yield from drawn.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Yields the indices of another sampler in lists.

    Args:
        sampler: the other sampler, or any iterable.
        batch_size: how many indices a list has.
        drop_last: whether to drop the last list if it would be shorter.

    Raises:
        ValueError: if an argument is of the wrong kind.

    >>> import wengert
    >>> list(wengert.utils.data.BatchSampler(range(5), batch_size=2, drop_last=False))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler: Iterable[Any], batch_size: int, drop_last: bool) -> None:
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise errors.loading.batch_size(batch_size)
        if not isinstance(drop_last, bool):
            raise errors.loading.drop_last(drop_last)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        indices = iter(self.sampler)
        while batch := list(islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self) -> int:
        n: int = len(self.sampler)  # type: ignore[arg-type]
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)


class DistributedSampler(Sampler[int]):
    """Yields the part of the indices that one of several processes draws. Together they draw all.

    Args:
        dataset: the dataset.
        num_replicas: how many processes there are. There is no process group that would know it.
        rank: which of them this is, from 0.
        shuffle: whether the order is random. Call :meth:`set_epoch` before each epoch for another one.
        seed: the seed of the order, the same in all processes.
        drop_last: whether to drop the last indices, so that all parts have the same length. Otherwise some are added.

    Raises:
        RuntimeError: without ``num_replicas`` and ``rank``.
        ValueError: if there is no such process.

    >>> import wengert
    >>> list(wengert.utils.data.DistributedSampler("abcde", num_replicas=2, rank=1, shuffle=False))
    [1, 3, 0]
    """

    def __init__(
        self, dataset: Any, num_replicas: int | None = None, rank: int | None = None, shuffle: bool = True,
        seed: int = 0, drop_last: bool = False,
    ) -> None:  # fmt: skip
        if num_replicas is None or rank is None:
            raise errors.loading.no_process_group()
        if not 0 <= rank < num_replicas:
            raise errors.loading.rank(rank, num_replicas)
        self.dataset = dataset
        self.num_replicas = num_replicas
        self.rank = rank
        self.epoch = 0
        self.drop_last = drop_last
        self.shuffle = shuffle
        self.seed = seed
        n = len(dataset)
        self.num_samples = n // num_replicas if drop_last and n % num_replicas else math.ceil(n / num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self) -> Iterator[int]:
        indices = list(range(len(self.dataset)))
        if self.shuffle:
            indices = functions.randperm(
                len(indices), generator=Generator().manual_seed(self.seed + self.epoch)
            ).tolist()
        more = self.total_size - len(indices)
        if more > 0:
            indices += (indices * math.ceil(more / len(indices)))[:more]
        return iter(indices[self.rank : self.total_size : self.num_replicas])

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, which the order depends on if it is random."""
        self.epoch = epoch
