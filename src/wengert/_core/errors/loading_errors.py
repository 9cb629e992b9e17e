"""Loading data: options of datasets, samplers and loaders that do not go together, and batches that do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def sizes() -> AssertionError:
    return AssertionError("Size mismatch between tensors: expected all to have the same length. Cut them to one.")


def lengths() -> ValueError:
    return ValueError("Size mismatch between datasets: expected all to have the same length. Take a Subset of some.")


def two_ways() -> ValueError:
    return ValueError(
        "Supported either ``tuple``- (via ``args``) or ``dict``- (via ``kwargs``) like input/output, but both types "
        "are given. Give all by position, or all by name."
    )


def output_size(expected: int, came: int) -> ValueError:
    return ValueError(f"Nested dataset's output size mismatch. Expected {expected}, got {came} items of __getitems__.")


def not_chained(came: Any) -> AssertionError:
    return AssertionError(f"ChainDataset only supports IterableDataset, got {type(came).__name__}. Use ConcatDataset.")


def past_the_end(index: int, length: int) -> ValueError:
    return ValueError(f"absolute value of index should not exceed dataset length: got {index}, of {length} items")


def subset_method(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"{name} overrides __getitem__ but not __getitems__. When subclassing Subset and overriding __getitem__, you "
        "must also override __getitems__ to ensure DataLoader works correctly with your custom logic: return "
        "[self[i] for i in indices]."
    )


def fraction(at: int, value: float) -> ValueError:
    return ValueError(f"Fraction at index {at} is not between 0 and 1: got {value}. Give fractions between 0 and 1.")


def split_lengths(lengths: Sequence[int], count: int) -> ValueError:
    return ValueError(
        "Sum of input lengths does not equal the length of the input dataset! "
        f"Got {list(lengths)} for {count} items. Fractions that add up to 1 are taken, too. "
        "Give lengths or fractions that fit."
    )


# -- samplers


def sample_count(value: Any) -> ValueError:
    return ValueError(f"num_samples should be a positive integer value, but got num_samples={value}")


def replacement(value: Any, kind: type[Exception]) -> Exception:
    return kind(f"replacement should be a boolean value, but got replacement={value}")


def weights(shape: Any) -> ValueError:
    return ValueError(f"weights should be a 1d sequence but given weights have shape {tuple(shape)}")


def batch_size(value: Any) -> ValueError:
    return ValueError(f"batch_size should be a positive integer value, but got batch_size={value}")


def drop_last(value: Any) -> ValueError:
    return ValueError(f"drop_last should be a boolean value, but got drop_last={value}")


def rank(value: int, count: int) -> ValueError:
    return ValueError(f"Invalid rank {value}, rank should be in the interval [0, {count - 1}]")


def no_process_group() -> RuntimeError:
    return RuntimeError(
        "DistributedSampler: Requires distributed package to be available, which wengert does not have. Give "
        "num_replicas and rank."
    )


# -- batches


def collated(kind: Any) -> TypeError:
    return TypeError(
        f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {kind}. Give a "
        "collate_fn."
    )


def sparse_batch() -> RuntimeError:
    return RuntimeError(
        "Batches of sparse tensors are not currently supported by the default collate_fn; please provide a custom "
        "collate_fn to handle them appropriately."
    )


# -- loaders


def negative(name: str, instead: str = "") -> ValueError:
    return ValueError(f"{name} option should be non-negative{instead}")


def prefetch_without_workers() -> ValueError:
    return ValueError(
        "prefetch_factor option could only be specified in multiprocessing. "
        "Let num_workers > 0 to have workers, otherwise set prefetch_factor to None."
    )


def of_iterable(name: str, value: Any) -> ValueError:
    return ValueError(
        f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}. The dataset "
        "itself decides on the order."
    )


def batch_sampler_alone() -> ValueError:
    return ValueError(
        "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last. Leave these out."
    )


def no_batches() -> ValueError:
    return ValueError(
        "batch_size=None option disables auto-batching and is mutually exclusive with drop_last. Leave drop_last out."
    )


def context_without_workers(count: int) -> ValueError:
    return ValueError(
        "multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got "
        f"num_workers={count}"
    )


def context(value: Any) -> ValueError:
    return ValueError(
        "multiprocessing_context option should specify a valid start method in ['fork', 'spawn', 'forkserver'], but "
        f"got multiprocessing_context={value!r}. Workers are threads: leave it out."
    )


def set_after(name: str, kind: str) -> ValueError:
    return ValueError(f"{name} attribute should not be set after {kind} is initialized. Make another one.")


def timed_out(seconds: float) -> RuntimeError:
    return RuntimeError(
        f"DataLoader timed out after {seconds} seconds, waiting for a worker. Set a longer timeout, or find what the "
        "dataset waits for."
    )


def more_than_said(dataset: Any, said: int, came: int, workers: int) -> str:
    text = (
        f"Length of IterableDataset {dataset} was reported to be {said} (when accessing len(dataloader)), but {came} "
        "samples have been fetched. "
    )
    if workers:
        text += (
            "Each worker iterates over the whole dataset: let __iter__ yield a part of it, by what get_worker_info() "
            "says."
        )
    return text


def empty_split(at: int) -> str:
    return f"Length of split at index {at} is 0. This might result in an empty dataset."


def nothing_pinned() -> str:
    return "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used."
