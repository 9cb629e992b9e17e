"""Recurrent layers along sequences: all steps of a layer in one direction are one operation.

Note [Scans]
------------
A layer could call its cell at each time. Then each step records a dozen operations, and each adds a gradient of its own to
that of the weights. Here one operation runs along the sequences, and one product over all times gives the gradient of the
weights. Before it, :func:`linear` computes what the inputs of all times contribute to the gates.

Sequences are packed: the values of the first time come first, then those of the second time, and so on. ``sizes`` says
how many sequences have a value at each time. The longest come first, so these are always the first ones. Where all
sequences are of one length, all sizes are equal. ``backwards``: the first step is the one at the last time.

Each cell is stated twice: as a step, in operations, and in ``recurrent_loops``, for arrays of float32 and float64. Where
the loops do not compute, the kernel calls the step at each time. The derivatives of steps are those of their operations,
taken at all times at once (``slopes``). What is left to do at each time is linear: to multiply a gradient by them.

Shapes, with R the sum of the sizes, N the first of them, and G gates: ``gates`` (R, G * H), states (N, H), ``w``
(G * H, H), ``w_hr`` (P, H). With ``w_hr``, states are projected: all but cells are (N, P), and ``w`` (G * H, P).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from ...declare.families import general
from ...declare.inner_graphs import slopes
from ...dispatch.tangents import zeros_like
from ..elementwise.complex import conj
from ..elementwise.elementary import sigmoid, tanh
from ..elementwise.pointwise import add, mul, sub
from ..linalg.matmul import matmul
from ..reduce.reduce import sum as sum_of
from ..shape.join import cat, chunk
from ..shape.shape import mT, narrow
from . import recurrent_loops
from .activation import relu
from .layer import linear_layer as linear

# -- Steps -------------------------------------------------------------------------------------------------------------

# A step is given what inputs and states contribute to each gate, and the states. It returns the new states, and what the
# gates came to. The first state is the one that is multiplied by the weights.
Step = Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]


def _tanh_step(x: Any, product: Any, h: Any) -> Any:
    return (tanh(add(x, product)),), ()


def _relu_step(x: Any, product: Any, h: Any) -> Any:
    return (relu(add(x, product)),), ()


def _gru_step(x: Any, product: Any, h: Any) -> Any:
    reset_x, update_x, new_x = chunk(x, 3, -1)
    reset_h, update_h, new_h = chunk(product, 3, -1)
    reset, update = sigmoid(add(reset_x, reset_h)), sigmoid(add(update_x, update_h))
    new = tanh(add(new_x, mul(reset, new_h)))
    h = add(mul(sub(h, new), update), new)  # in the memory order of the state, as in PyTorch
    return (h,), (reset, update, new, new_h)


def _lstm_step(x: Any, product: Any, h: Any, c: Any) -> Any:
    take, keep, new, give = chunk(add(x, product), 4, -1)
    take, keep, new, give = sigmoid(take), sigmoid(keep), tanh(new), sigmoid(give)
    c = add(mul(keep, c), mul(take, new))
    return (mul(give, tanh(c)), c), (take, keep, new, give)


GATES = {"rnn_tanh": 1, "rnn_relu": 1, "gru": 3, "lstm": 4}
STEPS: dict[str, Step] = {"rnn_tanh": _tanh_step, "rnn_relu": _relu_step, "gru": _gru_step, "lstm": _lstm_step}

# -- Times -------------------------------------------------------------------------------------------------------------


def _times(sizes: Sequence[int], backwards: bool) -> list[tuple[int, int]]:
    """The first row of each step, and how many it has."""
    found = list(zip(accumulate(sizes, initial=0), sizes, strict=False))
    return found[::-1] if backwards else found


def _rows(x: Any, start: int, n: int) -> Any:
    """Some rows of an array or a tensor."""
    if n == x.shape[0]:
        return x
    return x[start : start + n] if type(x) is np.ndarray else narrow(x, 0, start, n)


def _in_time(steps: Sequence[Any], backwards: bool) -> Any:
    """The rows of all steps, which are given in their order."""
    return cat(*(steps[::-1] if backwards else steps), dim=0)


def _onto(new: Any, old: Any) -> Any:
    """``old`` with ``new`` in the place of its first rows."""
    n, rest = new.shape[0], old.shape[0] - new.shape[0]
    return cat(new, _rows(old, n, rest), dim=0) if rest else new


def _before(states: Any, first: Any, sizes: Sequence[int], backwards: bool) -> Any:
    """The states before each row's step, given those after, and those before the first step."""
    if sizes[-1] == sizes[0]:
        earlier = narrow(states, 0, sizes[0] if backwards else 0, states.shape[0] - sizes[0])
        return cat(earlier, first, dim=0) if backwards else cat(first, earlier, dim=0)
    found, now = [], first
    for start, n in _times(sizes, backwards):
        found.append(_rows(now, 0, n))
        now = _onto(_rows(states, start, n), now)
    return _in_time(found, backwards)


# -- Steps in operations -----------------------------------------------------------------------------------------------


def _run(kind: str, gates: Any, states: Sequence[Any], w: Any, b: Any, w_hr: Any, sizes: Sequence[int],
         backwards: bool) -> list[Any]:  # fmt: skip
    """All states and the last ones: those of ``h``, then those of ``c`` if there is one. And what the gates came to."""
    found, acts = [], []
    for start, n in _times(sizes, backwards):
        now = [_rows(s, 0, n) for s in states]
        (h, *others), came = STEPS[kind](_rows(gates, start, n), linear(now[0], w, b), *now)
        found.append((h if w_hr is None else linear(h, w_hr), *others))
        acts.append(cat(*came, dim=-1) if came else narrow(h, -1, 0, 0))
        states = [_onto(new, old) for new, old in zip(found[-1], states, strict=True)]
    every = [_in_time(steps, backwards) for steps in (*zip(*found, strict=True), acts)]
    return [x for pair in zip(every, states, strict=False) for x in pair] + every[-1:]


def _weighted(gs: Sequence[Any], by: Sequence[Any], rows: tuple[int, int] | None = None) -> Any:
    """The sum of gradients times slopes. A slope may have several numbers for each of a gradient, or be None."""
    total = None
    for g, slope in zip(gs, by, strict=True):
        if slope is not None:
            slope = slope if rows is None else _rows(slope, *rows)
            times = slope.shape[-1] // max(g.shape[-1], 1)
            part = mul(cat(*[g] * times, dim=-1) if times > 1 else g, slope)
            total = part if total is None else add(total, part)
    return total


def _run_back(kind, gs, lasts, gates, before, w, b, w_hr, sizes, backwards):
    """What :func:`recurrent_loops.gradients` gives. ``gs``: the gradients of states and cells, each perhaps None."""
    given = gates, linear(before[0], w, b), *before
    results, (of_gate, of_product, *of_states) = slopes(lambda *xs: STEPS[kind](*xs)[0], given)
    later, found, of_products, of_projected = list(lasts), [], [], []
    for rows in _times(sizes, not backwards):
        now = [_rows(s, 0, rows[1]) for s in later]
        now = [s if g is None else add(s, _rows(g, *rows)) for s, g in zip(now, gs, strict=True)]
        if w_hr is not None:
            of_projected.append(now[0])
            now[0] = matmul(now[0], conj(w_hr))
        found.append(now)
        of_products.append(_weighted(now, of_product, rows))
        new = [_weighted(now, by, rows) for by in of_states]
        by_products = matmul(of_products[-1], conj(w))
        new[0] = by_products if new[0] is None else add(new[0], by_products)
        later = [_onto(s, old) for s, old in zip(new, later, strict=True)]
    totals = [_in_time(steps, not backwards) for steps in zip(*found, strict=True)]
    of_w_hr = None if w_hr is None else _weight_gradient(_in_time(of_projected, not backwards), results[0])
    return _weighted(totals, of_gate), _in_time(of_products, not backwards), *(*later, None)[:2], of_w_hr


def _weight_gradient(g: Any, given: Any) -> Any:
    return matmul(mT(g), conj(given))


# -- Rows --------------------------------------------------------------------------------------------------------------


def _gradients(gates, h, w, b, states, acts, d_before, kind, sizes, backwards, g_states=None, g_last=None):
    g_last = zeros_like(h) if g_last is None else g_last
    found = recurrent_loops.gradients(
        kind, g_states, g_last, None, None, h, None, w, None, states, None, acts, sizes, backwards
    )
    return found or _run_back(kind, [g_states], [g_last], gates, [d_before], w, b, None, sizes, backwards)


FORMULAS: dict[str, Callable[..., Any]] = {
    "before": lambda states, h, sizes, backwards: _before(states, h, sizes, backwards),
    "gates": lambda d_scan: d_scan[0], "h": lambda d_scan: d_scan[2],
    "w": lambda d_scan, d_before: _weight_gradient(d_scan[1], d_before), "b": lambda d_scan: sum_of(d_scan[1], 0),
}  # fmt: skip


@general(scan=_gradients, **FORMULAS, outputs="states last acts", nondiff="acts", takes_batched=True)
def _rnn_scan(xp, gates, h, w, b=None, *, kind, sizes, backwards):
    """The states of ``rnn_tanh``, ``rnn_relu`` or ``gru``, as ``kind`` says, and the last ones. See Note [Scans].

    ``acts``, of ``gru``: the reset gates, the update gates, what is new, and what ``w`` and ``b`` gave to it.
    """
    found = recurrent_loops.scan(kind, gates, h, None, w, b, None, sizes, backwards)
    return found or tuple(_run(kind, gates, [h], w, b, None, sizes, backwards))


def _lstm_gradients(
    gates, h, c, w, b, w_hr, states, cells, acts, d_before, sizes, backwards, g_states=None, g_last=None, g_cells=None,
    g_last_cell=None,
):  # fmt: skip
    g_last = zeros_like(h) if g_last is None else g_last
    g_last_cell = zeros_like(c) if g_last_cell is None else g_last_cell
    found = recurrent_loops.gradients(
        "lstm", g_states, g_last, g_cells, g_last_cell, h, c, w, w_hr, states, cells, acts, sizes, backwards
    )
    return found or _run_back(
        "lstm", [g_states, g_cells], [g_last, g_last_cell], gates, [d_before, _before(cells, c, sizes, backwards)], w, b,
        w_hr, sizes, backwards,
    )  # fmt: skip


@general(
    scan=_lstm_gradients, **FORMULAS, c=lambda d_scan: d_scan[3], w_hr=lambda d_scan: d_scan[4],
    outputs="states last cells last_cell acts", nondiff="acts", takes_batched=True,
)  # fmt: skip
def _lstm_scan(xp, gates, h, c, w, b=None, w_hr=None, *, sizes, backwards):
    """The states and cells of ``lstm``, and the last ones. See Note [Scans].

    ``acts``: how much is taken and kept, what is new, and how much is given.
    """
    found = recurrent_loops.scan("lstm", gates, h, c, w, b, w_hr, sizes, backwards)
    return found or tuple(_run("lstm", gates, [h, c], w, b, w_hr, sizes, backwards))
