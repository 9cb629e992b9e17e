"""Contractions: products of arrays whose axes are named, summed over the names that the result lacks.

``_contract`` is the row, of two arrays; ``einsum`` and ``tensordot`` are made of it.
"""

from __future__ import annotations

import math
import operator
import re
import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes, matrix_batches, planning
from ...declare.families import composite, multilinear
from ...tape.tensor import payload_of
from ..elementwise.complex import conj
from ..elementwise.pointwise import _to
from ..reduce.reduce import sum as sum_rows
from ..shape.shape import permute, squeeze, wrap_dims
from ..shape.strided import diagonal

Axes = tuple[int, ...]
Named = tuple[Any, ...]  # axes, and possibly ``Ellipsis``

# -- Contraction over named axes ---------------------------------------------------------------------------------------


def _batched_contract(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    batch = 1 + max((*params["x_axes"], *params["y_axes"]), default=0)
    named = {
        name: (batch, *params[name]) if flagged else params[name]
        for name, flagged in (("x_axes", flags[0]), ("y_axes", flags[1]), ("axes", True))
    }
    return _contract(*args, **named)


@multilinear(
    x=lambda g, y, x_axes, y_axes, axes: _contract(g, conj(y), x_axes=axes, y_axes=y_axes, axes=x_axes),
    y=lambda g, x, x_axes, y_axes, axes: _contract(conj(x), g, x_axes=x_axes, y_axes=axes, axes=y_axes),
    promote="match",
    node="BmmBackward0",
    saved="y=mat2",
    batch=_batched_contract,
)
def _contract(xp, x, y, *, x_axes, y_axes, axes):
    """Multiply, and sum over the axes that the result lacks. Axes are named by integers.

    Each axis of ``x`` or ``y`` must be in the other factor or in the result. (The caller has summed over the rest.) So
    each gradient is a contraction again.
    """
    x_order, y_order, out_order, m, n = _arrangement(tuple(x_axes), tuple(y_axes), tuple(axes))
    x, y = x.transpose(x_order), y.transpose(y_order)
    both, left, summed = x.shape[:m], x.shape[m:n], x.shape[n:]
    right = y.shape[m + len(summed) :]
    if summed:
        inner = math.prod(summed)
        x = x.reshape((*both, math.prod(left), inner))
        out = matrix_batches.matmul(xp, x, y.reshape((*both, inner, math.prod(right))))
    else:
        out = x.reshape((*x.shape, *(1,) * len(right))) * y.reshape((*both, *(1,) * len(left), *right))
    return out.reshape((*both, *left, *right)).transpose(out_order)


@planning.cached
def _arrangement(x_axes: Axes, y_axes: Axes, axes: Axes) -> tuple[list[int], list[int], list[int], int, int]:
    """How to permute the axes of two factors and of their product: shared axes, those of ``x`` alone, summed ones,
    ``y``'s.

    The last two numbers are the positions in ``x`` at which its own axes and the summed axes begin.
    """
    both = [a for a in axes if a in x_axes and a in y_axes]
    summed = [a for a in x_axes if a in y_axes and a not in axes]
    left = [a for a in x_axes if a not in y_axes]
    right = [a for a in y_axes if a not in x_axes]
    names = (*both, *left, *right)
    return (
        [x_axes.index(a) for a in (*both, *left, *summed)],
        [y_axes.index(a) for a in (*both, *summed, *right)],
        [names.index(a) for a in axes],
        len(both),
        len(both) + len(left),
    )


def _sum_axes(x: Any, names: Axes, kept: Any, keeps_dtype: bool = False, factor: bool = False) -> tuple[Any, Axes]:
    """Sum ``x`` over the named axes that are not in ``kept``.

    Integers are summed in int64 unless they keep their dtype, as a factor with nothing to add does: its axes have size 1.
    """
    dims = tuple([i for i, a in enumerate(names) if a not in kept])
    if not dims:
        return x, names
    keeps_dtype = keeps_dtype or (factor and all([x.shape[i] == 1 for i in dims]))
    dtype = x.dtype if keeps_dtype and payload_of(x).dtype.kind in "iu" else None
    return sum_rows(x, dim=dims, dtype=dtype), tuple([a for a in names if a in kept])


def _pair(a: Any, b: Any, kept: Any, axes: Axes | None, keeps_dtype: bool = False) -> tuple[Any, Axes]:
    """Contract two pairs (array, names). ``axes`` is the order of the result, or None if any order will do."""
    x, x_axes = _sum_axes(*a, {*kept, *b[1]}, keeps_dtype, factor=True)
    y, y_axes = _sum_axes(*b, {*kept, *a[1]}, keeps_dtype, factor=True)
    if axes is None:
        axes = tuple(dict.fromkeys(n for n in (*x_axes, *y_axes) if n in kept))
    first, second = payload_of(x).dtype, payload_of(y).dtype
    if first != second and not keeps_dtype and all([n in axes for n in x_axes if n in y_axes]):
        # einsum promotes where it only multiplies
        dtype = dtypes.promote_types(first, second)
        x, y = _to(x, dtype=dtype), _to(y, dtype=dtype)
    return _contract(x, y, x_axes=x_axes, y_axes=y_axes, axes=axes), axes


@planning.cached
def _order(shapes: tuple[Any, ...], names: tuple[Axes, ...], axes: Axes, mixed: bool) -> Sequence[tuple[int, ...]]:
    """Which operands to contract in which order: the cheapest first, decided by the shapes alone. Operands of several
    dtypes are contracted in their order, which decides which dtypes meet in a sum.
    """
    if len(shapes) < 3 or mixed:
        return [(0, 1)] * (len(shapes) - 1)
    given = [part for n, a in zip(shapes, names) for part in (np.broadcast_to(np.empty(()), n), list(a))]
    return np.einsum_path(*given, list(axes), optimize="greedy")[0][1:]


def _contract_all(operands: list[tuple[Any, Axes]], axes: Axes) -> Any:
    """The product of any number of pairs (array, names), summed over all names that are not in ``axes``."""
    mixed = len(operands) > 2 and len({payload_of(x).dtype for x, _ in operands}) > 1
    for where in _order(tuple([tuple(x.shape) for x, _ in operands]), tuple([n for _, n in operands]), axes, mixed):
        picked = [operands.pop(i) for i in sorted(where, reverse=True)][::-1]
        while len(picked) > 1:
            a, b = picked.pop(0), picked.pop(0)
            others = [n for _, names in (*picked, *operands) for n in names]
            last = not picked and not operands
            picked.insert(0, _pair(a, b, {*axes, *others}, axes if last else None))
        operands.insert(0 if mixed else len(operands), picked[0])
    x, names = _sum_axes(*operands[0], axes)
    return x if names == axes else permute(x, dims=tuple(names.index(a) for a in axes))


# -- einsum ------------------------------------------------------------------------------------------------------------

LETTERS = string.ascii_uppercase + string.ascii_lowercase  # the order of axes in an implicit output


@planning.cached
def _equation(text: str) -> tuple[tuple[Named, ...], Named | None]:
    """The axes that an equation names: those of each operand, and those of the output if it has one."""
    inputs, arrow, output = text.partition("->")
    named = [_subscripts(part, f"for operand {i}") for i, part in enumerate(inputs.split(","))]
    return tuple(named), _subscripts(output, "for the output") if arrow else None


def _subscripts(text: str, where: str) -> Named:
    """The axes that a part of an equation names, as positions in LETTERS, and ``Ellipsis``."""
    axes: list[Any] = []
    for token in re.findall(r"\.{3}|\S", text):
        if token == "...":
            if ... in axes:
                raise RuntimeError(f"einsum(): found '.' {where} for which an ellipsis was already found. Write '...' once for each operand.")  # fmt: skip
            axes.append(...)
        elif token == ".":
            raise RuntimeError(f"einsum(): found '.' {where} that is not part of any ellipsis. Write three dots, '...', for the other dimensions.")  # fmt: skip
        elif token in LETTERS:
            axes.append(LETTERS.index(token))
        else:
            raise RuntimeError(f"einsum(): invalid subscript given {where}: {token!r}, subscripts must be in [a-zA-Z]")
    return tuple(axes)


def _parse(args: tuple[Any, ...]) -> tuple[list[Any], tuple[Named, ...], Named | None]:
    """The operands, the axes of each, and the axes of the output if given. Reads both forms of the call."""
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
            "subscripts list"
        )
    if isinstance(args[0], str):
        equation, *operands = args
        if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
            operands = list(operands[0])
        named, output = _equation(equation)
        if len(named) != len(operands):
            raise RuntimeError(
                f"einsum(): {'more' if len(named) < len(operands) else 'fewer'} operands were provided than specified in "
                "the equation. Give one operand for each part between the commas."
            )
        return operands, named, output
    if isinstance(args[0], (tuple, list)):
        raise TypeError(
            f"einsum(): argument 'equation' (position 1) must be str, not {type(args[0]).__name__}. Give the operand "
            "first, and then its list of dimensions."
        )
    for subscripts in args[1::2]:
        if not all(a is ... or 0 <= a < len(LETTERS) for a in subscripts):
            raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52). Number dimensions from 0 to 51.")  # fmt: skip
    last = tuple(args[-1]) if len(args) % 2 else None
    pairs = args[: len(args) // 2 * 2]
    return list(pairs[::2]), tuple([tuple(s) for s in pairs[1::2]]), last


def _show(axis: int) -> str:
    return LETTERS[axis] if axis >= 0 else "..."


def _spread_ellipsis(shapes: Sequence[Any], named: Sequence[Named]) -> list[Axes]:
    """The axes of each operand with ``Ellipsis`` replaced by -1, -2, … from the right."""
    out = []
    for i, (shape, axes) in enumerate(zip(shapes, named)):
        ndim = len(shape)
        extra = ndim - sum(a is not ... for a in axes)
        if extra < 0 or (extra and ... not in axes):
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({ndim - extra}) "
                + (
                    "is more than the number of dimensions"
                    if ... in axes
                    else "does not match the number of dimensions"
                )
                + f" ({ndim}) for operand {i}{'' if ... in axes else ' and no ellipsis was given'}. Give each dimension of the operand one letter."
            )
        out.append(tuple(n for a in axes for n in (range(-extra, 0) if a is ... else (a,))))
    return out


def _output_axes(inputs: list[Axes], output: Named | None) -> Axes:
    flat = [a for axes in inputs for a in axes]
    ellipsis = sorted({a for a in flat if a < 0})
    if output is None:
        return (*ellipsis, *sorted(a for a in set(flat) if a >= 0 and flat.count(a) == 1))
    axes = tuple(n for a in output for n in (ellipsis if a is ... else (a,)))
    for a in axes:
        if axes.count(a) > 1:
            raise RuntimeError(f"einsum(): output subscript {_show(a)} appears more than once in the output. Name each dimension of the result once.")  # fmt: skip
        if a not in flat:
            raise RuntimeError(
                f"einsum(): output subscript {_show(a)} does not appear in the equation for any input operand. Name in the result only what an operand has."
            )
    return axes


def _distinct(shape: Sequence[int], axes: Axes, i: int) -> tuple[list[tuple[int, int]], Axes, tuple[int, ...]]:
    """The diagonals to take for axes that are named twice, and the remaining axes and shape."""
    pairs = []
    for a in dict.fromkeys(axes):
        while axes.count(a) > 1:
            first = axes.index(a)
            second = axes.index(a, first + 1)
            n = shape[second]
            if shape[first] != n:
                raise RuntimeError(
                    f"einsum(): subscript {_show(a)} is repeated for operand {i} but the sizes don't match, "
                    f"{n} != {shape[first]}. Take a diagonal of equal sizes, or name the dimensions apart."
                )
            pairs.append((first, second))
            axes = (*axes[:first], *axes[first + 1 : second], *axes[second + 1 :], a)
            shape = (*shape[:first], *shape[first + 1 : second], *shape[second + 1 :], n)
    return pairs, axes, tuple(shape)


@planning.cached
def _layout(named: tuple[Named, ...], output: Named | None, shapes: tuple[Any, ...]) -> tuple[Any, Axes]:
    """How each operand is prepared (diagonals to take, dimensions to squeeze, names of the rest), and the names of the
    result."""
    inputs = _spread_ellipsis(shapes, named)
    axes = _output_axes(inputs, output)
    factors = [_distinct(shape, names, i) for i, (shape, names) in enumerate(zip(shapes, inputs))]
    size: dict[int, int] = {}
    for i, (_, names, shape) in enumerate(factors):
        for a, n in zip(names, shape):
            known = size.get(a, 1)
            if 1 not in (n, known) and n != known:
                raise RuntimeError(
                    f"einsum(): subscript {_show(a)} has size {n} for operand {i} which does not broadcast with "
                    f"previously seen size {known}. Give sizes that are equal or 1, or name the dimensions apart."
                )
            size[a] = n if known == 1 else known
    number = {a: i for i, a in enumerate(size)}  # names are 0, 1, ..., as NumPy's search for an order needs them
    plans = []
    for pairs, names, shape in factors:
        # an axis of size 1 broadcasts: it is dropped, and other operands give its size
        stretched = tuple([d for d, a in enumerate(names) if shape[d] != size[a]])
        plans.append((pairs, stretched, tuple([number[a] for d, a in enumerate(names) if d not in stretched])))
    return plans, tuple([number[a] for a in axes])


@composite("einsum(*args)", method=False)
def einsum(*args):
    """Sums products of tensors as an equation in Einstein's notation says.

    Letters name dimensions. The dimensions that are not in the result are summed over; ``...`` stands for any others.
    Without ``->``, the result has the letters that occur once, in alphabetical order. The operands may also be given as
    ``tensor, [0, 1], ...``.

    Args:
        args: the equation and the operands

    >>> wengert.einsum("ij,j->i", wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]))
    tensor([3, 7])
    """
    operands, named, output = _parse(args)
    for x in operands:
        if not hasattr(x, "shape"):
            raise errors.calls.not_an_array("einsum", "operands", x)
    plans, axes = _layout(named, output, tuple([tuple(x.shape) for x in operands]))
    factors = []
    for x, (pairs, stretched, names) in zip(operands, plans):
        for first, second in pairs:
            x = diagonal(x, dim1=first, dim2=second)
        factors.append((squeeze(x, dim=stretched) if stretched else x, names))
    out = _contract_all(factors, axes)
    return permute(out, dims=tuple(range(out.ndim))) if any(out is x for x in operands) else out  # a view, not itself


@composite("tensordot(a, b, dims=2, out=None)", method=False)
def tensordot(a, b, dims=2):
    """Sums products of two tensors over some dimensions of each.

    Args:
        dims: the number of last dimensions of ``a`` and first dimensions of ``b`` to sum over, or two lists of
            dimensions

    >>> wengert.tensordot(wengert.ones(2, 3), wengert.ones(3, 4), dims=1).shape
    wengert.Size([2, 4])
    """
    if isinstance(dims, (tuple, list)):
        first, second = [tuple(map(operator.index, (d,) if dtypes.is_integer(d) else d)) for d in dims]
    else:
        n = operator.index(dims)
        if n < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={n}")
        if n > min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={n}")
        first, second = tuple(range(-n, 0)), tuple(range(n))
    if len(first) != len(second):
        raise RuntimeError("both dimension lists should have same length")
    a_axes, b_axes, kept = _meeting(tuple(a.shape), tuple(b.shape), first, second)
    return _pair((a, a_axes), (b, b_axes), kept, kept, True)[0]


@planning.cached
def _meeting(a: Axes, b: Axes, first: Axes, second: Axes) -> tuple[Axes, Axes, Axes]:
    """The names of the axes of two tensors of these shapes that share the given dimensions, and of their product."""
    a_dims, b_dims = wrap_dims(first, len(a)), wrap_dims(second, len(b))
    a_axes, b_axes = list(range(len(a))), list(range(len(a), len(a) + len(b)))
    for i, j, given_i, given_j in zip(a_dims, b_dims, first, second):
        m, n = a[i], b[j]
        if m == n:
            b_axes[j] = a_axes[i]
        elif 1 not in (m, n):
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {m} in dim {given_i} and second has size {n} "
                f"in dim {given_j}"
            )
    kept = tuple(n for i, n in enumerate(a_axes) if i not in a_dims) + tuple(
        n for j, n in enumerate(b_axes) if j not in b_dims
    )
    return tuple(a_axes), tuple(b_axes), kept
