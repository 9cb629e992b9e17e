"""``DataLoader``: batches of a dataset, loaded ahead by workers if it has some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from queue import Empty, Queue
from typing import Any, Generic, TypeVar

from ... import errors
from ...arrays import arrays
from ...errors import tracebacks
from ...ops.random.generator import Generator
from . import collating
from .datasets import IterableDataset
from .fetching import Fetcher
from .samplers import BatchSampler, RandomSampler, SequentialSampler, seed_of
from .workers import AGAIN, END, Plan, Worker

T_co = TypeVar("T_co", covariant=True)
METHODS = ("fork", "spawn", "forkserver")
FIXED = frozenset(("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers"))
WITHOUT_WORKERS = 2  # batches that each worker loads ahead, by default


class Endless:
    """The sampler of iterable datasets: they decide themselves what comes."""

    def __iter__(self) -> Iterator[None]:
        return repeat(None)


class DataLoader(Generic[T_co]):
    """Iterates over a dataset in batches.

    Workers are threads. Whatever their number, batches come in the same order, and for a seed of
    :func:`wengert.manual_seed` in that of PyTorch.

    Args:
        dataset: has ``__getitem__`` and ``__len__``, or is an :class:`IterableDataset`.
        batch_size: how many items a batch has. None loads items alone.
        shuffle: whether the order is random.
        sampler: yields the indices, if the order is another.
        batch_sampler: yields lists of indices, in place of ``batch_size``, ``shuffle``, ``sampler`` and ``drop_last``.
        num_workers: how many threads load batches ahead. With 0, a batch is loaded when it is asked for.
        collate_fn: makes a batch of a list of items. The default is :func:`default_collate`, or without batches
            :func:`default_convert`.
        pin_memory: whether to copy tensors into page-locked memory, from which they go to a GPU faster.
        drop_last: whether to drop the last batch if it would be smaller.
        timeout: how many seconds to wait for a worker; 0 for as long as it takes.
        worker_init_fn: called in each worker with its number.
        multiprocessing_context: has no effect: there are no processes.
        generator: draws the random order, and the seed of the workers. The default is the default generator.
        prefetch_factor: how many batches each worker loads ahead. The default is 2.
        persistent_workers: whether workers, and their copies of the dataset, stay for the next iteration.
        pin_memory_device: has no effect: it is the GPU there is.
        in_order: whether batches come in the order of the sampler. If not, they come when they are ready.

    Raises:
        ValueError: if options do not go together.

    >>> import wengert
    >>> data = wengert.utils.data.TensorDataset(wengert.arange(5), wengert.arange(5) ** 2)
    >>> for x, y in wengert.utils.data.DataLoader(data, batch_size=2, num_workers=2):
    ...     print(x, y)
    tensor([0, 1]) tensor([0, 1])
    tensor([2, 3]) tensor([4, 9])
    tensor([4]) tensor([16])
    """

    _finished = False

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[Any] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        if num_workers < 0:
            raise errors.loading.negative("num_workers", "; use num_workers=0 to disable multiprocessing.")
        if timeout < 0:
            raise errors.loading.negative("timeout")
        if num_workers == 0 and prefetch_factor is not None:
            raise errors.loading.prefetch_without_workers()
        if prefetch_factor is not None and prefetch_factor < 0:
            raise errors.loading.negative("prefetch_factor")
        if persistent_workers and num_workers == 0:
            raise ValueError("persistent_workers option needs num_workers > 0")
        iterable = isinstance(dataset, IterableDataset)
        if iterable:
            unexpected = {"shuffle": shuffle or None, "sampler": sampler, "batch_sampler": batch_sampler}
            for name, value in unexpected.items():
                if value is not None:
                    raise errors.loading.of_iterable(name, value)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle. Let the sampler shuffle.")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise errors.loading.batch_sampler_alone()
            batch_size = None
        elif batch_size is None and drop_last:
            raise errors.loading.no_batches()
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = WITHOUT_WORKERS if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        self.generator = generator
        if sampler is None:
            if iterable:
                sampler = Endless()
            else:
                sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        batched = batch_sampler is not None
        self.collate_fn = collate_fn or (collating.default_collate if batched else collating.default_convert)
        self.persistent_workers = persistent_workers
        self._iterator: _Threaded | None = None
        self._said_length: int | None = None
        self._finished = True

    def __setattr__(self, name: str, value: Any) -> None:
        if self._finished and name in FIXED:
            raise errors.loading.set_after(name, type(self).__name__)
        super().__setattr__(name, value)

    @property
    def multiprocessing_context(self) -> Any:
        """What was given."""
        return self._context

    @multiprocessing_context.setter
    def multiprocessing_context(self, value: Any) -> None:
        if value is not None:
            if not self.num_workers:
                raise errors.loading.context_without_workers(self.num_workers)
            if isinstance(value, str) and value not in METHODS:
                raise errors.loading.context(value)
        self._context = value

    @property
    def _auto_collation(self) -> bool:
        return self.batch_sampler is not None

    @property
    def _index_sampler(self) -> Any:
        return self.sampler if self.batch_sampler is None else self.batch_sampler

    def __iter__(self) -> Iterator[T_co]:
        if not self.num_workers:
            return _Single(self)
        if not self.persistent_workers:
            return _Threaded(self)
        if self._iterator is None:
            self._iterator = _Threaded(self)
        else:
            self._iterator.start_again(self)
        return self._iterator

    def __len__(self) -> int:
        if not isinstance(self.dataset, IterableDataset):
            return len(self._index_sampler)
        n = self._said_length = len(self.dataset)  # type: ignore[arg-type]
        if self.batch_size is None:
            return n
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)


class _Batches(Iterator[Any]):
    """One iteration over a loader."""

    __module__ = "wengert.utils.data"

    def __init__(self, loader: DataLoader[Any]) -> None:
        self.loader = loader
        self.begin(loader)
        self.seed = seed_of(loader.generator)  # drawn with workers or without, so that the order is the same
        self.pins = loader.pin_memory and arrays.cuda_available()
        if loader.pin_memory and not self.pins:
            errors.text.warn(errors.loading.nothing_pinned())

    def begin(self, loader: DataLoader[Any]) -> None:
        self.indices = iter(loader._index_sampler)
        self.yielded = 0

    def __len__(self) -> int:
        return len(self.loader._index_sampler)

    def load(self) -> Any:
        raise NotImplementedError

    @tracebacks.public
    def __next__(self) -> Any:
        data = self.load()
        if self.pins:
            data = collating.pinned(data)
        self.yielded += 1
        said = self.loader._said_length
        if said is not None and self.yielded > said and isinstance(self.loader.dataset, IterableDataset):
            dataset, workers = self.loader.dataset, self.loader.num_workers
            errors.text.warn(errors.loading.more_than_said(dataset, said, self.yielded, workers))
        return data


class _Single(_Batches):
    """Loads each batch when it is asked for."""

    __module__ = "wengert.utils.data"

    def __init__(self, loader: DataLoader[Any]) -> None:
        super().__init__(loader)
        self.fetcher = Fetcher(loader.dataset, loader._auto_collation, loader.collate_fn, loader.drop_last)

    def load(self) -> Any:
        return self.fetcher.fetch(next(self.indices))


class _Threaded(_Batches):
    """Lets workers load batches, and hands them on in order.

    Batches are numbered when a worker gets them to load, in turn. ``waiting`` has what came before its turn. Of an
    iterable dataset, a worker that has ended gets no more; its numbers are passed over.
    """

    __module__ = "wengert.utils.data"

    def __init__(self, loader: DataLoader[Any]) -> None:
        super().__init__(loader)
        if not loader.prefetch_factor:
            raise AssertionError("prefetch_factor must be greater than 0 with workers: nothing would be loaded")
        count = loader.num_workers
        plan = Plan(
            loader.dataset, loader._auto_collation, loader.collate_fn, loader.drop_last, count, self.seed,
            loader.worker_init_fn,
        )  # fmt: skip
        self.results: Queue[Any] = Queue()
        self.workers = [Worker(i, plan, self.results) for i in range(count)]
        self.begin(loader)  # again, as PyTorch does: a sampler may draw its order as it begins
        self.start()

    def start(self) -> None:
        """Give the workers what they load ahead."""
        self.active = [True] * len(self.workers)
        self.by: dict[int, int] = {}  # which worker has a number
        self.waiting: dict[int, tuple[Any, Any]] = {}
        self.sent = self.turn = self.next_worker = 0
        for _ in range((self.loader.prefetch_factor or 0) * len(self.workers)):
            self.send()

    def start_again(self, loader: DataLoader[Any]) -> None:
        """Begin another iteration with the same workers."""
        self.indices = iter(())
        while self.by.keys() - self.waiting.keys():  # what the last iteration did not take
            self.receive()
        for worker in self.workers:
            worker.tasks.put((AGAIN, None))
        self.begin(loader)
        self.start()

    def send(self) -> None:
        """Give the next index to the next worker."""
        try:
            index = next(self.indices)
        except StopIteration:
            return
        for _ in self.workers:
            at = self.next_worker
            self.next_worker = (at + 1) % len(self.workers)
            if self.active[at]:
                self.by[self.sent] = at
                self.workers[at].tasks.put((self.sent, index))
                self.sent += 1
                return

    def receive(self) -> int:
        """Wait for a worker, keep what it has loaded, and return the number."""
        try:
            number, at, found, error = self.results.get(timeout=self.loader.timeout or None)
        except Empty:
            raise errors.loading.timed_out(self.loader.timeout) from None
        if error is None and isinstance(found, str) and found is END:
            self.active[at] = False
            del self.by[number]
            self.send()
        else:
            self.waiting[number] = found, error
        return int(number)

    def load(self) -> Any:
        while True:
            number = self.ready()
            if number is not None:
                break
            if not self.by:
                if not self.loader.persistent_workers:
                    self.end()
                raise StopIteration
            self.receive()
        del self.by[number]
        found, error = self.waiting.pop(number)
        self.send()
        if error is not None:
            try:
                raise error
            finally:
                del error
        return found

    def ready(self) -> int | None:
        """The number of the batch that comes next, if it is here."""
        if not self.loader.in_order:
            return next(iter(self.waiting), None)
        while self.turn < self.sent and self.turn not in self.by:  # handed on, or of a worker that has ended
            self.turn += 1
        return self.turn if self.turn in self.waiting else None

    def end(self) -> None:
        for worker in self.workers:
            worker.stop()
        for worker in self.workers:
            worker.thread.join()
        self.workers, self.active = [], []
