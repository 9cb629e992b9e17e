"""Jacobians by reverse mode and by forward mode, in the same form as those by finite differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...ops.sparse.sparse import is_sparse
from ...tape.tensor import Tensor
from ...tools.progress import progress
from .. import dual_levels as forward_ad
from ..backward import grad
from .numerical import Point, Table, like, outputs_of, reals_or_zeros, size_of, zeros
from .report import GradcheckError


def by_reverse(point: Point, check_dtypes: bool = False) -> Table:
    """P_i @ J @ P_o.T, with one backward pass per probe of each output."""
    table = [[np.zeros((len(x), len(y))) for y in point.outputs] for x in point.inputs]
    for o, y in enumerate(point.outputs):
        for j, direction in enumerate(progress(y.directions(), "backward passes", len(y))):
            grads = gradients(point, [y.tensor], [like(y.tensor, direction)])
            for x, row, d in zip(point.inputs, table, grads, strict=True):
                if d is not None and d.shape != x.tensor.shape:
                    raise GradcheckError(errors.gradcheck.gradient_size(x.index, x.tensor.shape, d.shape), "backward")
                if check_dtypes and d is not None and d.dtype != x.tensor.dtype:
                    raise GradcheckError(errors.gradcheck.gradient_dtype(x.index, x.tensor.dtype, d.dtype), "backward")
                row[o][:, j] = x.project(reals_or_zeros(d, x.tensor))
    return table


def by_forward(point: Point, check_dtypes: bool = False) -> Table:
    """P_i @ J, with one forward pass per probe of each input."""
    table = [[np.zeros((len(x), size_of(y.tensor))) for y in point.outputs] for x in point.inputs]
    rest = {x.index: zeros(x.tensor) for x in point.inputs}  # missing tangents have a check of their own
    for x, row in zip(point.inputs, table, strict=True):
        for i, direction in enumerate(progress(x.directions(), "forward mode", len(x))):
            out_tangents = tangents(point, {**rest, x.index: like(x.tensor, direction)})
            for y, block, t in zip(point.outputs, row, out_tangents, strict=True):
                if check_dtypes and t is not None and t.is_complex() != y.tensor.is_complex():
                    raise GradcheckError(errors.gradcheck.tangent_dtype(y.index, y.tensor.dtype, t.dtype), "forward")
                block[i] = reals_or_zeros(t, y.tensor)
    return table


def gradients(
    point: Point, outputs: Sequence[Tensor], cotangents: Sequence[Tensor], batched: bool = False
) -> Sequence[Tensor | None]:
    """The gradients of all checked inputs; None for those without one."""
    inputs = [x.tensor for x in point.inputs]
    grads: tuple[Any, ...] = grad(
        outputs, inputs, cotangents, retain_graph=True, allow_unused=True, is_grads_batched=batched
    )
    for x, d in zip(point.inputs, grads, strict=True):
        if d is not None and is_sparse(d):
            raise GradcheckError(errors.gradcheck.incorrect("layout", x.index, x.tensor.layout, d.layout), "backward")
    return grads


def tangents(point: Point, given: dict[int, Tensor]) -> list[Tensor | None]:
    """The tangents of the outputs. ``given`` has the tangents of inputs, by position. Nothing is recorded."""
    with forward_ad.dual_level():
        args = [forward_ad.make_dual(x.detach(), given[i]) if i in given else x for i, x in enumerate(point.args)]
        results = outputs_of(point.func(*args))
        return [forward_ad.unpack_dual(results[y.index]).tangent for y in point.outputs]
