"""Workers: threads that load batches ahead.

Processes would need to send every batch to each other. Threads share memory, and what takes time in loading (reading
files, decoding, NumPy) lets other threads run. Each worker has a copy of the dataset, with attributes of its own, and
its own stream of wengert's random numbers, seeded as in PyTorch. Python's and NumPy's global generators belong to the
process: workers do not seed them.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable
from queue import Queue, SimpleQueue
from typing import Any, NamedTuple

from ...ops.random import generator as random
from .fetching import Fetcher

END, AGAIN, STOP = "end", "again", "stop"  # an iterable dataset has ended; start over; no more is asked


class WorkerInfo:
    """What a worker knows of itself: ``id``, ``num_workers``, ``seed``, and its copy of the dataset, ``dataset``."""

    def __init__(self, id: int, num_workers: int, seed: int, dataset: Any) -> None:  # noqa: A002
        self.id = id
        self.num_workers = num_workers
        self.seed = seed
        self.dataset = dataset

    def __repr__(self) -> str:
        return f"WorkerInfo(id={self.id}, num_workers={self.num_workers}, seed={self.seed}, dataset={self.dataset})"


class _Local(threading.local):
    info: WorkerInfo | None = None


_local = _Local()


def get_worker_info() -> WorkerInfo | None:
    """Return what the worker that calls this knows of itself; None outside of workers.

    Returns:
        an object with ``id``, ``num_workers``, ``seed`` and ``dataset``, the worker's copy.

    >>> import wengert
    >>> from wengert.utils.data import DataLoader, IterableDataset, get_worker_info
    >>> class Counting(IterableDataset):
    ...     def __iter__(self):
    ...         info = get_worker_info()
    ...         return iter(range(info.id, 6, info.num_workers))
    >>> list(DataLoader(Counting(), batch_size=None, num_workers=2))
    [0, 1, 2, 3, 4, 5]
    """
    return _local.info


class Plan(NamedTuple):
    """What all workers of a loader have in common."""

    dataset: Any
    batched: bool
    collate: Callable[[Any], Any]
    drop_last: bool
    workers: int
    seed: int
    init: Callable[[int], None] | None


class Worker:
    """A thread, and the queue of its tasks: pairs of a number and an index."""

    def __init__(self, id: int, plan: Plan, results: Queue[Any]) -> None:  # noqa: A002
        self.tasks: SimpleQueue[Any] = SimpleQueue()
        args = (id, plan, self.tasks, results)  # not this object: its end stops the thread
        self.thread = threading.Thread(target=_work, args=args, name=f"wengert loader {id}", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Let the thread end when it has done what it does now."""
        self.tasks.put((STOP, None))

    __del__ = stop


def _work(id: int, plan: Plan, tasks: SimpleQueue[Any], results: Queue[Any]) -> None:  # noqa: A002
    """Do tasks, and put what comes of each into the results: its number, the worker, the batch, and an error."""
    seed = plan.seed + id
    fetcher: Fetcher | None = None
    failed: BaseException | None = None
    with random.drawing_from(random.Generator().manual_seed(seed).state_bytes()):
        try:
            dataset = copy.copy(plan.dataset)
            _local.info = WorkerInfo(id, plan.workers, seed, dataset)
            if plan.init is not None:
                plan.init(id)
        except BaseException as e:
            failed = e
        while True:
            number, index = tasks.get()
            if number == STOP:
                return
            if number == AGAIN:
                fetcher = None
                continue
            found: Any = None
            error = failed
            try:
                if failed is None:
                    if fetcher is None:
                        fetcher = Fetcher(dataset, plan.batched, plan.collate, plan.drop_last)
                    found = fetcher.fetch(index)
            except StopIteration as e:
                error = e if fetcher is None or fetcher.items is None else None
                found = END
            except BaseException as e:
                error = e
            if error is not None:
                error.add_note(f"This was raised in the loader's worker {id}.")
            results.put((number, id, found, error))
            del found, error
