"""A function at a point: its inputs, its outputs, and its Jacobians by central differences.

Note [Real pairs]. A complex number is treated as a pair of real numbers, in inputs and outputs. torch's gradient of a
real loss, dL/d(re) + i dL/d(im), is then the gradient in these real coordinates. So one real Jacobian also describes a
complex function; reverse mode gives its columns and forward mode gives its rows.

Note [Probes]. Each tensor has a matrix of directions, called probes. In slow mode they are the unit vectors. In fast
mode there is one random vector; for a complex tensor there are two, along the real and the imaginary axis. For input i
and output o, P_i @ J @ P_o.T is compared. So both modes use one algorithm. (Forward mode computes all of P_i @ J at
once.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes
from ...ops.create.convert import from_numpy
from ...tape.tensor import Tensor
from ...tools.progress import progress

Array = np.ndarray[Any, np.dtype[Any]]
Func = Callable[..., Tensor | Sequence[Tensor]]
LARGE = 4_000_000  # the number of elements in all Jacobians above which slow mode takes too long
Table = list[list[Array]]  # projected Jacobians, as table[input][output]


@dataclass
class Probed:
    """A checked tensor, its position among the arguments or results, and its probes (None for the unit vectors)."""

    index: int
    tensor: Tensor
    probes: Array | None = None

    def __len__(self) -> int:
        """The number of probes."""
        return size_of(self.tensor) if self.probes is None else len(self.probes)

    def directions(self) -> Iterator[Array]:
        """The probes, one after the other. (A matrix of all unit vectors would need too much memory.)"""
        if self.probes is not None:
            yield from self.probes
            return
        for k in range(len(self)):
            unit = np.zeros(len(self))
            unit[k] = 1.0
            yield unit

    @property
    def reach(self) -> Array:
        """For each probe, how much its projection changes if every element has an error of one."""
        reach: Array = np.ones(len(self)) if self.probes is None else np.abs(self.probes).sum(axis=1)
        return reach

    def project(self, values: Array) -> Array:
        """The projections of ``values`` on the probes. Unit vectors return ``values``, so that NaN stays local."""
        return values if self.probes is None else self.probes @ values


class Point:
    """A function and its arguments: the checked tensors, and finite differences."""

    def __init__(self, func: Func, args: tuple[Any, ...], eps: float, fast: bool) -> None:
        self.func, self.args = func, args
        self.eps, self.fast = eps, fast
        self.random = np.random.default_rng(0)  # fixed seed: a failure is reproducible
        self.results = self.run()
        self.inputs = [self.probed(i, x) for i, x in enumerate(args) if is_checked(x)]
        self.outputs = [self.probed(k, y) for k, y in enumerate(self.results) if y.requires_grad]
        self.constants = [
            self.probed(k, y)
            for k, y in enumerate(self.results)
            if not y.requires_grad and (y.is_floating_point() or y.is_complex())
        ]

    def probed(self, index: int, t: Tensor) -> Probed:
        """A tensor with its probes."""
        n = size_of(t)
        if not self.fast:
            return Probed(index, t)
        parts = 2 if t.is_complex() else 1
        v = self.random.uniform(size=n // parts)  # positive, so that errors of equal sign do not cancel
        probes = np.zeros((parts if n else 0, n))
        for part, probe in enumerate(probes):
            probe[part::parts] = v / np.linalg.norm(v)
        return Probed(index, t, probes)

    def run(self) -> tuple[Tensor, ...]:
        """Call the function with the current values of its arguments."""
        return outputs_of(self.func(*self.args))

    def values(self, outputs: list[Probed], at: str = "") -> list[Array]:
        """The current outputs of the function, as real numbers. ``at`` says in messages which element was moved."""
        results = self.run()
        values = []
        for y in outputs:
            now = results[y.index] if y.index < len(results) else None
            if now is None or now.shape != y.tensor.shape:
                raise errors.gradcheck.other_output("shape", at, self.eps, y.tensor.shape, getattr(now, "shape", None))
            if now.dtype != y.tensor.dtype:
                raise errors.gradcheck.other_output("dtype", at, self.eps, y.tensor.dtype, now.dtype)
            values.append(reals(now))
        return values

    def by_differences(self, outputs: list[Probed]) -> Table:
        """P_i @ J by central differences."""
        table = [[np.zeros((len(x), size_of(y.tensor))) for y in outputs] for x in self.inputs]
        for x, row in zip(self.inputs, table, strict=True):
            for i, direction in enumerate(progress(x.directions(), "finite differences", len(x))):
                at = "" if self.fast else f"on index {place(i, x.tensor)} "
                with moved(x.tensor, self.eps * direction):
                    above = self.values(outputs, at)
                with moved(x.tensor, -self.eps * direction):
                    below = self.values(outputs, at)
                for block, a, b in zip(row, above, below, strict=True):
                    block[i] = (a - b) / (2 * self.eps)
        return table

    @cached_property
    def numerical(self) -> Table:
        """P_i @ J, for the outputs that require grad."""
        return self.by_differences(self.outputs)

    @contextmanager
    def displaced(self, by: float) -> Iterator[None]:
        """Move all inputs by about ``by`` in random directions, while the context is active."""
        with ExitStack() as stack:
            for x in self.inputs:
                stack.enter_context(moved(x.tensor, by * self.random.normal(size=size_of(x.tensor))))
            yield

    @property
    def large(self) -> bool:
        """Whether all Jacobians in slow mode would take too long."""
        return sum(size_of(x.tensor) for x in self.inputs) * sum(size_of(y.tensor) for y in self.outputs) > LARGE

    def random_like(self, t: Tensor, *batch: int) -> Tensor:
        """Random values in the shape of ``t``, after batch dimensions."""
        return like(t, self.random.normal(size=(*batch, size_of(t))))


def validate(args: tuple[Any, ...]) -> None:
    """Raise an error if no argument, or an unsuitable argument, is to be checked."""
    for i, x in enumerate(args):
        if is_checked(x):
            validate_input(i, x)
    if not any(map(is_checked, args)):
        raise errors.gradcheck.nothing_to_check()


def validate_input(i: int, x: Tensor) -> None:
    """Warn about an input with low precision; raise an error if elements cannot be moved one by one."""
    if x.dtype not in (dtypes.float64, dtypes.complex128):
        errors.text.warn(errors.gradcheck.not_double(i))
    dims = list(zip(x.shape, x.stride(), strict=True)) if x.numel() else []
    if any(step == 0 and size > 1 for size, step in dims):
        raise errors.gradcheck.overlapping(i, "has a dimension with stride 0")
    offsets = np.zeros(1, dtype=np.int64)
    for size, step in dims:
        offsets = np.add.outer(offsets, np.arange(size) * step).ravel()
    if np.unique(offsets).size != offsets.size:  # PyTorch checks only for strides of 0
        raise errors.gradcheck.overlapping(i, "has elements that share memory")


@contextmanager
def moved(x: Tensor, by: Array) -> Iterator[None]:
    """Add ``by`` to the memory of ``x``, which the function may also access in other ways, and restore it on exit."""
    memory = x.data
    before = memory.clone()
    memory.copy_(before + like(x, by))
    try:
        yield
    finally:
        memory.copy_(before)


def is_checked(x: Any) -> bool:
    """Whether an argument is a tensor that requires grad."""
    return isinstance(x, Tensor) and x.requires_grad


def as_tuple(x: Any) -> tuple[Any, ...]:
    """One tensor or a sequence, as a tuple."""
    return (x,) if isinstance(x, Tensor) else tuple(x)


def outputs_of(result: Any) -> tuple[Tensor, ...]:
    """The results of a function, as a tuple of dense tensors."""
    ys = tuple(result) if isinstance(result, (list, tuple)) else (result,)
    for y in ys:
        if not isinstance(y, Tensor):
            raise errors.gradcheck.not_tensors(y)
    return tuple([y.to_dense() for y in ys])


def size_of(t: Tensor) -> int:
    """The number of real numbers in ``t``."""
    return int(t.numel()) * (2 if t.is_complex() else 1)


def place(k: Any, of: Tensor) -> tuple[int, ...]:
    """The index of the element that contains the ``k``-th real number of a tensor."""
    element = int(k) // (2 if of.is_complex() else 1)
    return tuple(int(i) for i in np.unravel_index(element, tuple(of.shape)))


def reals(t: Tensor) -> Array:
    """A copy of the values of ``t`` as a vector of real numbers: see Note [Real pairs]."""
    wide = np.complex128 if t.is_complex() else np.float64
    return np.array(t.detach().cpu().numpy(), dtype=wide, order="C").reshape(-1).view(np.float64)


def reals_or_zeros(t: Tensor | None, like: Tensor) -> Array:
    """:func:`reals` of a gradient or tangent; zeros if it is undefined."""
    return np.zeros(size_of(like)) if t is None else reals(t)


def like(t: Tensor, values: Array) -> Tensor:
    """A tensor with ``t``'s shape (after the batch dimensions of ``values``), dtype and device, from real numbers."""
    wide = values.astype(np.float64, order="C").view(np.complex128 if t.is_complex() else np.float64)
    new: Tensor = from_numpy(wide.reshape((*values.shape[:-1], *t.shape))).to(device=t.device, dtype=t.dtype)
    return new


def zeros(t: Tensor) -> Tensor:
    """Zeros with the shape, dtype and device of ``t``."""
    return like(t, np.zeros(size_of(t)))
