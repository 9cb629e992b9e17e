"""``torch.multiprocessing``: Python's own, whose processes and queues take tensors as they take any object.

A tensor that is sent is copied, unless it is in shared memory already: ``share_memory_`` before a fork. PyTorch's
``spawn`` and its kin are absent: ``Process`` and ``Pool`` start processes.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import multiprocessing.resource_sharer
import multiprocessing.spawn  # PyTorch's imports these three, and programs name them without importing them
from typing import Any

from ... import errors

STRATEGIES = {"file_descriptor", "file_system"}
_current = ["file_descriptor"]


def get_all_sharing_strategies() -> set[str]:
    """Return the names of PyTorch's ways to share memory between processes."""
    return set(STRATEGIES)


def get_sharing_strategy() -> str:
    """Return the name that was set last. It has no effect: tensors that are sent are copied."""
    return _current[0]


def set_sharing_strategy(new_strategy: str) -> None:
    """Take the name of a way to share memory. It has no effect: tensors that are sent are copied."""
    if new_strategy not in STRATEGIES:
        raise errors.alias.no_strategy(new_strategy, STRATEGIES)
    _current[0] = new_strategy


MULTIPROCESSING: dict[str, Any] = {
    **{name: getattr(multiprocessing, name) for name in multiprocessing.__all__},
    **{f.__name__: f for f in (get_all_sharing_strategies, get_sharing_strategy, set_sharing_strategy)},
}
