"""A function at one point: what is moved, what is looked at, and its Jacobians by central differences.

Note [Real pairs]. A complex number is seen as its real and imaginary part, for inputs and outputs alike. torch's
gradient of a real loss, dL/d(re) + i dL/d(im), is then simply the gradient in these real coordinates, so that one real
Jacobian describes complex functions as well, and reverse and forward mode give its rows and its columns.

Note [Probes]. Each tensor has a matrix of directions, its probes: the unit vectors in slow mode; in fast mode one
random vector, for complex tensors once along the real and once along the imaginary axis. What is compared for input i
and output o is P_i @ J @ P_o.T, so that both modes are one algorithm. (Forward mode gives all of P_i @ J at once.)
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
from ...ops.create.create import from_numpy
from ...tape.tensor import Tensor

Array = np.ndarray[Any, np.dtype[Any]]
Func = Callable[..., Tensor | Sequence[Tensor]]
LARGE = 4_000_000  # elements of Jacobians
Table = list[list[Array]]  # projected Jacobians, [input][output]


@dataclass
class Probed:
    """A tensor that is checked, its place among the arguments or results, and its probes, None for the unit vectors."""

    index: int
    tensor: Tensor
    probes: Array | None = None

    def __len__(self) -> int:
        """How many probes there are."""
        return size_of(self.tensor) if self.probes is None else len(self.probes)

    def directions(self) -> Iterator[Array]:
        """The probes, one after the other: all unit vectors at once would be the largest matrix of all."""
        if self.probes is not None:
            yield from self.probes
            return
        for k in range(len(self)):
            unit = np.zeros(len(self))
            unit[k] = 1.0
            yield unit

    @property
    def reach(self) -> Array:
        """By how much an error of one in every element can move what each probe sees."""
        found: Array = np.ones(len(self)) if self.probes is None else np.abs(self.probes).sum(axis=1)
        return found

    def project(self, values: Array) -> Array:
        """What the probes see; unit vectors see the values, NaN among others' zeros included."""
        return values if self.probes is None else self.probes @ values


class Point:
    """A function and its arguments: the tensors that are checked, and finite differences between them."""

    def __init__(self, func: Func, args: tuple[Any, ...], eps: float, fast: bool) -> None:
        self.func, self.args = func, args
        self.eps, self.fast = eps, fast
        self.random = np.random.default_rng(0)  # a fixed seed: what fails once fails again
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
        v = self.random.uniform(size=n // parts)  # of one sign: errors of one sign add up
        probes = np.zeros((parts if n else 0, n))
        for part, probe in enumerate(probes):
            probe[part::parts] = v / np.linalg.norm(v)
        return Probed(index, t, probes)

    def run(self) -> tuple[Tensor, ...]:
        """What the function gives now."""
        return outputs_of(self.func(*self.args))

    def values(self, outputs: list[Probed], at: str = "") -> list[Array]:
        """The outputs of the function as it is now, as real numbers; ``at`` tells what has been moved."""
        results = self.run()
        found = []
        for y in outputs:
            now = results[y.index] if y.index < len(results) else None
            if now is None or now.shape != y.tensor.shape:
                raise errors.gradcheck.other_output("shape", at, self.eps, y.tensor.shape, getattr(now, "shape", None))
            if now.dtype != y.tensor.dtype:
                raise errors.gradcheck.other_output("dtype", at, self.eps, y.tensor.dtype, now.dtype)
            found.append(reals(now))
        return found

    def by_differences(self, outputs: list[Probed]) -> Table:
        """P_i @ J by central differences of the function itself."""
        table = [[np.zeros((len(x), size_of(y.tensor))) for y in outputs] for x in self.inputs]
        for x, row in zip(self.inputs, table, strict=True):
            for i, direction in enumerate(x.directions()):
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
        """P_i @ J of the outputs that require grad."""
        return self.by_differences(self.outputs)

    @contextmanager
    def displaced(self, by: float) -> Iterator[None]:
        """All inputs moved by so much, in random directions."""
        with ExitStack() as stack:
            for x in self.inputs:
                stack.enter_context(moved(x.tensor, by * self.random.normal(size=size_of(x.tensor))))
            yield

    @property
    def large(self) -> bool:
        """Whether all Jacobians in slow mode are more than anybody waits for."""
        return sum(size_of(x.tensor) for x in self.inputs) * sum(size_of(y.tensor) for y in self.outputs) > LARGE

    def random_like(self, t: Tensor, *batch: int) -> Tensor:
        """Random values in the shape of ``t``, behind batch axes."""
        return like(t, self.random.normal(size=(*batch, size_of(t))))


def validate(args: tuple[Any, ...]) -> None:
    """Refuse arguments among which there is nothing to check, or nothing that can be."""
    for i, x in enumerate(args):
        if is_checked(x):
            validate_input(i, x)
    if not any(map(is_checked, args)):
        raise errors.gradcheck.nothing_to_check()


def validate_input(i: int, x: Tensor) -> None:
    """Warn of an input that is too imprecise to check, refuse one whose elements cannot be moved one by one."""
    if x.dtype not in (dtypes.float64, dtypes.complex128):
        errors.text.warn(errors.gradcheck.not_double(i))
    dims = list(zip(x.shape, x.stride(), strict=True)) if x.numel() else []
    if any(step == 0 and size > 1 for size, step in dims):
        raise errors.gradcheck.overlapping(i, "has a dimension with stride 0")
    offsets = np.zeros(1, dtype=np.int64)
    for size, step in dims:
        offsets = np.add.outer(offsets, np.arange(size) * step).ravel()
    if np.unique(offsets).size != offsets.size:  # PyTorch looks at strides of 0 only
        raise errors.gradcheck.overlapping(i, "has elements that share memory")


@contextmanager
def moved(x: Tensor, by: Array) -> Iterator[None]:
    """Add ``by`` to the values of ``x`` for a while, in its memory: a function may reach them by other ways, too."""
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
    """One tensor, or a sequence, as a tuple."""
    return (x,) if isinstance(x, Tensor) else tuple(x)


def outputs_of(result: Any) -> tuple[Tensor, ...]:
    """What a function returned, as a tuple of dense tensors."""
    ys = tuple(result) if isinstance(result, (list, tuple)) else (result,)
    for y in ys:
        if not isinstance(y, Tensor):
            raise errors.gradcheck.not_tensors(y)
    return tuple([y.to_dense() if y.is_sparse else y for y in ys])


def size_of(t: Tensor) -> int:
    """How many real numbers ``t`` holds."""
    return int(t.numel()) * (2 if t.is_complex() else 1)


def place(k: Any, of: Tensor) -> tuple[int, ...]:
    """The index of the ``k``-th real number in a tensor."""
    element = int(k) // (2 if of.is_complex() else 1)
    return tuple(int(i) for i in np.unravel_index(element, tuple(of.shape)))


def reals(t: Tensor) -> Array:
    """A copy of the values of ``t`` as a vector of real numbers: see Note [Real pairs]."""
    wide = np.complex128 if t.is_complex() else np.float64
    return np.array(t.detach().cpu().numpy(), dtype=wide, order="C").reshape(-1).view(np.float64)


def reals_or_zeros(t: Tensor | None, like: Tensor) -> Array:
    """:func:`reals` of a gradient or tangent, which may be undefined."""
    return np.zeros(size_of(like)) if t is None else reals(t)


def like(t: Tensor, values: Array) -> Tensor:
    """A new tensor as ``t``, behind any leading batch axes of ``values``, from real numbers."""
    wide = values.astype(np.float64, order="C").view(np.complex128 if t.is_complex() else np.float64)
    new: Tensor = from_numpy(wide.reshape((*values.shape[:-1], *t.shape))).to(device=t.device, dtype=t.dtype)
    return new


def zeros(t: Tensor) -> Tensor:
    """Zeros as ``t``."""
    return like(t, np.zeros(size_of(t)))
