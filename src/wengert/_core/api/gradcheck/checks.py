"""The checks of gradcheck. Each raises :class:`GradcheckError` if the function fails it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import errors
from ...ops.create.create import zeros_like
from ...tape.tensor import Tensor
from ..function import Function
from ..transforms.vmap import vmap
from .analytical import by_forward, by_reverse, gradients, tangents
from .numerical import Point, reals, reals_or_zeros, zeros
from .report import Comparison, GradcheckError, shown

BATCH = 2  # the number of cotangents or tangents in a batch


@dataclass(frozen=True)
class Options:
    """The parameters of :func:`gradcheck` that select checks and tolerances."""

    atol: float
    rtol: float
    nondet_tol: float
    undefined: bool
    dtypes: bool
    batched: bool
    batched_forward: bool
    forward: bool
    backward: bool
    masked: bool


class Mismatch(Exception):
    """Jacobians differ. :func:`gradcheck` analyses the difference, and then raises :class:`GradcheckError`."""

    def __init__(self, comparison: Comparison, at: tuple[int, int, int]) -> None:
        super().__init__(comparison.head(at))
        self.comparison = comparison
        self.at = at


def all_of(point: Point, options: Options) -> None:
    """Run the selected checks, in torch's order."""
    for check in selected(point, options):
        check()


def selected(point: Point, options: Options) -> Iterator[Any]:
    """The selected checks, as functions without arguments."""
    if not point.outputs:
        yield lambda: constant(point, options)
        return
    if options.backward:
        yield lambda: backward(point, options)
    if options.forward:
        yield lambda: forward(point, options)
        if options.undefined:
            yield lambda: undefined_tangents(point)
    if options.batched_forward:
        yield lambda: batched_forward(point)
    if options.backward:
        if options.batched:
            yield lambda: batched_backward(point)
        yield lambda: gradients_of_zero(point, options)
        if options.undefined:
            yield lambda: undefined_cotangents(point)


def constant(point: Point, options: Options) -> None:
    """Check that outputs without a gradient do not depend on the inputs."""
    tolerance = options.nondet_tol if point.fast else 0.0
    for row in point.by_differences(point.constants):
        if any(not np.max(np.abs(block), initial=0.0) <= tolerance for block in row):
            raise GradcheckError(errors.gradcheck.constant(), "constant")


def backward(point: Point, options: Options) -> None:
    """Check that reverse mode gives the numerical Jacobian, and the same result twice."""
    once = by_reverse(point, options.dtypes)
    again = by_reverse(point)
    blocks = [a - b for r, s in zip(once, again, strict=True) for a, b in zip(r, s, strict=True)]
    apart = max(float(np.max(np.abs(d), initial=0.0)) for d in blocks)
    if not apart <= options.nondet_tol and not np.isnan(apart):  # a NaN is left to the comparison
        raise GradcheckError(errors.gradcheck.not_reentrant(options.nondet_tol, apart), "nondeterminism")
    numerical = point.numerical
    if point.fast:
        numerical = [[y.project(block.T).T for block, y in zip(row, point.outputs, strict=True)] for row in numerical]
    compare(Comparison(point, once, numerical, False, options.atol, options.rtol))


def forward(point: Point, options: Options) -> None:
    """Check that forward mode gives the numerical Jacobian."""
    analytical = by_forward(point, options.dtypes)
    compare(Comparison(point, analytical, point.numerical, True, options.atol, options.rtol))


def compare(comparison: Comparison) -> None:
    """Raise if an element differs."""
    at = comparison.first()
    if at is not None:
        raise Mismatch(comparison, at)


def element_by_element(comparison: Comparison, options: Options) -> Comparison:
    """Repeat a comparison of fast mode in slow mode."""
    point = comparison.point
    slow = Point(point.func, point.args, point.eps, fast=False)
    method = by_forward if comparison.forward else by_reverse
    return Comparison(slow, method(slow), slow.numerical, comparison.forward, options.atol, options.rtol)


def gradients_of_zero(point: Point, options: Options) -> None:
    """Check that zero cotangents give zero gradients with the dtype, device and shape of the inputs."""
    ys = [y.tensor for y in point.outputs]
    for x, d in zip(point.inputs, gradients(point, ys, [zeros(y) for y in ys]), strict=True):
        if d is None:
            continue
        if not np.max(np.abs(reals(d)), initial=0.0) <= (1e-8 if options.masked else 0.0):  # torch's tolerance, too
            raise GradcheckError(errors.gradcheck.not_multiplied(x.index), "zero")
        for what, expected, got in (
            ("type", x.tensor.dtype, d.dtype), ("device", x.tensor.device, d.device), ("size", x.tensor.shape, d.shape),
        ):  # fmt: skip
            if expected != got:
                raise GradcheckError(errors.gradcheck.incorrect(what, x.index, expected, got), "zero")


class _Undefined(Function):
    """The identity, whose backward returns an undefined gradient."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.view_as(x)

    @staticmethod
    def backward(ctx: Any, g: Any) -> None:
        return None


def undefined_cotangents(point: Point) -> None:
    """Check that undefined cotangents, of all outputs and of each, act like zeros."""
    ys = [y.tensor for y in point.outputs]
    choices = [ys] if len(ys) == 1 else [ys, *([y] for y in ys)]
    for chosen in choices:
        through = [_Undefined.apply(y) if any(y is c for c in chosen) else y for y in ys]
        try:
            grads = gradients(point, through, [zeros(y) for y in ys])
        except Exception as e:  # PyTorch handles RuntimeError only, and not, say, the TypeError of None * 2
            raise GradcheckError(errors.gradcheck.undefined_raises(e), "undefined") from e
        if any(d is not None and reals(d).any() for d in grads):
            raise GradcheckError(errors.gradcheck.undefined_invents(), "undefined")


def undefined_tangents(point: Point) -> None:
    """Check that an input without a tangent, beside inputs that have one, acts like one with a zero tangent."""
    moving = {x.index: point.random_like(x.tensor) for x in point.inputs}
    for x in point.inputs:
        others = {k: t for k, t in moving.items() if k != x.index}
        with_zeros, without = tangents(point, {**others, x.index: zeros(x.tensor)}), tangents(point, others)
        for y, a, b in zip(point.outputs, with_zeros, without, strict=True):
            z, u = reals_or_zeros(a, y.tensor), reals_or_zeros(b, y.tensor)
            if not np.allclose(z, u, equal_nan=True):
                raise GradcheckError(
                    errors.gradcheck.undefined_tangent(y.index, x.index, shown(z), shown(u)), "undefined forward"
                )


def batched_backward(point: Point) -> None:
    """Check that ``is_grads_batched`` gives the same result as a loop."""
    for y in point.outputs:
        cotangents = point.random_like(y.tensor, BATCH)
        each = [gradients(point, [y.tensor], [cotangents.select(0, b)]) for b in range(BATCH)]
        try:
            together = gradients(point, [y.tensor], [cotangents], batched=True)
        except Exception as e:
            raise GradcheckError(errors.gradcheck.batched_raises(e, False), "batched") from e
        for x, *one_by_one, t in zip(point.inputs, *each, together, strict=True):
            expected = np.stack([reals_or_zeros(d, x.tensor) for d in one_by_one])
            got = np.stack([reals_or_zeros(None if t is None else t[b], x.tensor) for b in range(BATCH)])
            if not np.allclose(got, expected, equal_nan=True):
                message = errors.gradcheck.batched_differs(y.index, x.index, shown(got), shown(expected), False)
                raise GradcheckError(message, "batched")


def batched_forward(point: Point) -> None:
    """Check that forward mode under ``vmap`` gives the same result as a loop."""
    for x in point.inputs:

        def push(tangent: Tensor, x: Any = x) -> tuple[Tensor, ...]:
            out_tangents = tangents(point, {x.index: tangent})
            return tuple(
                zeros_like(y.tensor) if t is None else t for y, t in zip(point.outputs, out_tangents, strict=True)
            )

        given = point.random_like(x.tensor, BATCH)
        each = [push(given.select(0, b)) for b in range(BATCH)]
        try:
            together = vmap(push)(given)
        except Exception as e:
            raise GradcheckError(errors.gradcheck.batched_raises(e, True), "batched forward") from e
        for y, *one_by_one, t in zip(point.outputs, *each, together, strict=True):
            expected, got = np.stack([reals(d) for d in one_by_one]), np.stack([reals(t[b]) for b in range(BATCH)])
            if not np.allclose(got, expected, equal_nan=True):
                message = errors.gradcheck.batched_differs(y.index, x.index, shown(got), shown(expected), True)
                raise GradcheckError(message, "batched forward")
