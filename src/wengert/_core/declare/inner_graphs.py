"""Graphs that are recorded, and run back, within one operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..arrays.batched import levels_of
from ..dispatch.primitives import primitives
from ..dispatch.tangents import zeros_like
from ..engine.walk import gradients
from ..tape.state import local
from ..tape.tensor import TensorBase, make, payload_of


@contextmanager
def recording(values: Sequence[Any]) -> Iterator[bool]:
    """Record what is computed with these values. Gives whether gradients were recorded before, and are to be."""
    state = local.state
    before, counted = state.grad_enabled, state.counted
    # After a vmap has ended, its batch dimensions can still be here. The backward pass must not sum over them.
    levels = [k for v in values for k in levels_of(payload_of(v))]
    try:
        state.grad_enabled, state.counted = True, (*counted, *levels)
        yield before
    finally:
        state.grad_enabled, state.counted = before, counted


def _end(x: Any) -> Any:
    """A value, as a tensor at which gradients can be captured: its history is behind an edge."""
    t = primitives.expand(x, shape=tuple(x.shape)) if isinstance(x, TensorBase) else make(x)
    if not t._wg_requires_grad:
        t._wg_requires_grad = True
    return t


def slopes(function: Callable[..., Sequence[Any]], inputs: Sequence[Any]) -> tuple[list[Any], list[list[Any]]]:
    """The results of an elementwise function of operations, and their derivatives at each input.

    At an input there is one for each result, None if that does not depend on it: the gradient at this input where that
    of the result is 1, so the conjugate of the derivative. An element of an input may reach one element of each result.
    They are payloads, or tensors if an input is one.
    """
    tensors = any([isinstance(x, TensorBase) for x in inputs])
    with recording(inputs) as needed:
        ends = [_end(x) for x in inputs]
        results = list(function(*ends))
        edges = [x._wg_edge() for x in ends]
        found = [gradients([r], edges, [zeros_like(r) + 1], needed, True, True) for r in results]
    return results if tensors else [payload_of(r) for r in results], [list(each) for each in zip(*found, strict=True)]
