"""``wengert.utils.data``: datasets, samplers, and a loader whose workers are threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.loading.collating import default_collate, default_convert
from ..._core.modules.loading.datasets import (
    ChainDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)
from ..._core.modules.loading.loader import DataLoader
from ..._core.modules.loading.samplers import (
    BatchSampler,
    DistributedSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)
from ..._core.modules.loading.workers import get_worker_info
from . import dataloader, dataset, distributed, sampler

__all__ = [
    "BatchSampler", "ChainDataset", "ConcatDataset", "DataLoader", "Dataset", "DistributedSampler", "IterableDataset",
    "RandomSampler", "Sampler", "SequentialSampler", "StackDataset", "Subset", "SubsetRandomSampler", "TensorDataset",
    "WeightedRandomSampler", "dataloader", "dataset", "default_collate", "default_convert", "distributed",
    "get_worker_info", "random_split", "sampler",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
