"""Calls with degenerate arguments, made from the samples: empty ones, those of no or one dimension, and sizes of one.

Each array of a sample is changed in turn, then all together; so is each number that counts, or names a dimension.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

import wengert
from tests import laws
from tests.calls import Outcome, function
from tests.samples import Sample

Array = np.ndarray[Any, np.dtype[Any]]

ACCIDENT = "accident"  # PyTorch fails without meaning to, or crashes: anything is better
# What PyTorch says where it did not mean to refuse: errors of Python, of its containers, of its shapes and its storages
ACCIDENTS = (
    "tuple index out of range", "list index out of range", "values to unpack", "division or modulo by zero",
    "division by zero", "ZeroDivisionError", "Dimension specified as", "but tensor has no dimensions",
    "ArrayRef: invalid", "SmallVector", "vector::", "Could this error message be improved", "INTERNAL ASSERT",
    "setStorage", "MKL FFT", "select(): index", "Storage size calculation overflowed", "Invalid index in gather",
    "self indexing axis dim should be positive",
)  # fmt: skip

# Where PyTorch does otherwise, and why that is not followed: reasons, and the operations that they are for
RECURRENT = "gru lstm rnn_relu rnn_tanh gru_cell lstm_cell rnn_relu_cell rnn_tanh_cell"
REFUSED = {
    "parameters that do not fit the input are refused, also where nothing is computed, or where they broadcast":
        "batch_norm instance_norm nn.functional.batch_norm nn.functional.instance_norm lu_unpack trapezoid "
        f"nn.functional.multi_head_attention_forward nn.functional.scaled_dot_product_attention {RECURRENT}",
    "matrices that are not square are refused, also empty ones": "cholesky linalg.cond",
    "a kernel that has no entries, or is longer than the input, is refused": "conv_tbc nn.functional.conv3d",
    "PyTorch does not look at this index: it reads what is beyond, or ignores it":
        "ctc_loss nn.functional.ctc_loss index_add",
    "PyTorch broadcasts the dimension that is indexed, too, and then finds the index": "take_along_dim",
    "a number that names no choice is refused":
        "ctc_loss poisson_nll_loss grid_sampler grid_sampler_2d grid_sampler_3d",
    "a dimension that does not exist is refused, also for an empty input": "cummax cummin",
    "points without coordinates have no histogram": "histogramdd",
    "nn.functional has one function of this name, which refuses other ranks, and so does this": "margin_ranking_loss",
    "as affine_grid, it refuses sizes of zero": "affine_grid_generator",
    "no element has a place in an empty result": "nn.functional.max_unpool1d nn.functional.max_unpool2d",
    "a window without entries has no maximum":
        "nn.functional.fractional_max_pool2d nn.functional.fractional_max_pool2d_with_indices",
}  # fmt: skip
TAKEN = {
    "there is nothing to shift": "fft.fftshift fft.ifftshift",
    "without channels or kernels PyTorch refuses some settings and takes others; the result is empty":
        "nn.functional.conv1d nn.functional.conv2d nn.functional.conv_transpose1d nn.functional.conv_transpose2d",
    "an empty sum is 0; PyTorch fails to reshape, or to find a maximum":
        "nn.functional.bilinear norm_except_dim segment_reduce nn.functional.embedding_bag",
    "no dimension means all of them, as for other reductions": "logsumexp",
    "PyTorch looks at strides where there is no element": "view_as_complex view_as_complex_copy",
}  # fmt: skip
SHAPED = {
    "the result of a product with an empty matrix has the length of the matrix": "addmv",
    "PyTorch takes one matrix of right-hand sides for a batch of vectors": "linalg.lstsq",
    "the sizes of an empty image change as those of others": "nn.functional.pixel_unshuffle",
    "the largest 0 elements are none, also of a tensor without dimensions": "topk",
}
OTHERWISE = {
    "a ValueError, as affine_grid has it": "affine_grid_generator",
    "two things are wrong, and the other one is said":
        "masked.cumprod masked.cumsum index_put nn.functional.rms_norm scatter scatter_add scatter_reduce",
}  # fmt: skip
UNDIFFERENTIABLE = {"the complete Q of a tall matrix has no derivative": "linalg.qr"}
DIFFERS = {
    kind: {name for names in reasons.values() for name in names.split()}
    for kind, reasons in (
        ("refused", REFUSED), ("taken", TAKEN), ("another result", SHAPED), ("another error", OTHERWISE),
        ("no derivative", UNDIFFERENTIABLE),
    )
}  # fmt: skip


def calls(name: str, public: str) -> Iterator[tuple[Sample, list[Sample]]]:
    """A few samples of an operation, with the degenerate samples that are made from each. No call is there twice."""
    seen = set()
    for case in laws.few(name):
        fresh = []
        for sample in changed(public, case.sample):
            if repr(sample) not in seen:
                seen.add(repr(sample))
                fresh.append(sample)
        yield case.sample, fresh


def changed(public: str, sample: Sample) -> Iterator[Sample]:
    """The degenerate samples that are made from one."""
    leaves = list(laws.arrays_in((sample.args, sample.params)))

    def on(arrays: Sequence[Array]) -> Sample:
        args, params = laws.refilled((sample.args, sample.params), iter(arrays))
        return Sample(*args, **params)

    for i, a in enumerate(leaves):
        for b in _reshaped(a):
            yield on([*leaves[:i], b, *leaves[i + 1 :]])
    if len(leaves) > 1:
        for size in sorted({n for a in leaves for n in a.shape}):
            for to in (0, 1):
                if size > to:
                    yield on([_resized(a, size, to) for a in leaves])
        yield on([_first(a) for a in leaves])
        yield on([a[None] for a in leaves])
        yield on([np.zeros(0, a.dtype) for a in leaves])
    names = parameters(public)
    for i, value in enumerate(sample.args):
        for v in _numbers(names[i] if i < len(names) else "", value):
            yield Sample(*sample.args[:i], v, *sample.args[i + 1 :], **sample.params)
    for key, value in sample.params.items():
        for v in _numbers(key, value):
            yield Sample(*sample.args, **{**sample.params, key: v})


def parameters(public: str) -> list[str]:
    """The names of what an operation takes."""
    called = function(wengert, public)
    return list(inspect.signature(called).parameters) if callable(called) else []


def _reshaped(a: Array) -> Iterator[Array]:
    for axis, n in enumerate(a.shape):
        if n > 0:
            yield a.take([], axis)
        if n > 1:
            yield a.take([0], axis)
    if a.ndim:
        yield _first(a)
    if a.shape != (0,):
        yield np.zeros(0, a.dtype)
    yield a[None]
    if a.ndim > 1 and a.shape[0]:
        yield a[0]


def _first(a: Array) -> Array:
    """The first element, with no dimensions."""
    return a.reshape(-1)[0].reshape(()) if a.size else np.zeros((), a.dtype)


def _resized(a: Array, size: int, to: int) -> Array:
    return a[tuple(slice(0, to) if n == size else slice(None) for n in a.shape)]


def _numbers(name: str, value: Any) -> Iterator[Any]:
    """Dimensions that do not exist, counts of zero and below, and lists that are empty or too long."""
    if isinstance(value, (tuple, list)) and value and all(type(v) is int for v in value):
        yield type(value)()
        yield type(value)([*value, value[0]])
        for i in range(len(value)):
            for v in _numbers(name, value[i]):
                yield type(value)([*value[:i], v, *value[i + 1 :]])
    elif type(value) is int:
        yield from (7, -8) if is_dim(name) else (0, -1)


def is_dim(name: str) -> bool:
    """Whether an argument of this name says which dimension is meant."""
    return name.startswith(("dim", "axis")) or name.endswith("_dim")


def outcome(call: Outcome) -> str:
    """The dtypes and shapes of all results, or the type of the exception."""
    if call.error is None:
        return "+".join(map(_described, call.results)) or "nothing"
    said = str(call.error)
    if said.startswith("Dimension out of range") and not any(map(is_dim, parameters(call.name))):
        return ACCIDENT  # nobody named a dimension
    return ACCIDENT if any(text in said for text in ACCIDENTS) else type(call.error).__name__


def _described(y: Any) -> str:
    if hasattr(y, "dtype") and hasattr(y, "shape"):
        return f"{str(y.dtype).rpartition('.')[2]}{list(y.shape)}".replace(" ", "")
    return type(y).__name__


def packed(outcomes: Sequence[str]) -> str:
    """Outcomes as one text. Equal neighbours are written once, with their number."""
    runs = [(o, len(list(same))) for o, same in groupby(outcomes)]
    return " ".join(o if n == 1 else f"{o}*{n}" for o, n in runs)


def unpacked(text: str) -> list[str]:
    runs = [run.partition("*") for run in text.split()]
    return [o for o, _, n in runs for _ in range(int(n or 1))]
