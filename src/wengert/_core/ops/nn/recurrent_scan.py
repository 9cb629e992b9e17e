"""Recurrent layers along a sequence: all steps of a layer in one direction are one operation.

Note [Scans]
------------
A layer could run its cell at each time. Then each step records a dozen operations, and each adds a gradient of its own to
that of the weights. Here one operation runs along the sequence. Its results are the states, and what the gates came to
(``acts``). From them the gradients run back through the sequence, and one product over all times gives the gradient of
the weights.

``recurrent_loops`` computes arrays of float32 and float64. What stands here is for all other calls: it is written in
operations, so a backward pass under ``create_graph`` can record it. ``recurrent.py`` runs the cell instead for other
dtypes, for packed sequences and in forward mode.

Shapes: ``gates`` (T, N, G * H), what the input gives to the gates; states (N, H), ``w`` (G * H, H). Of a batch of layers
all have the same leading dimensions. ``backwards``: the first step is the one at the last time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from wengert._core.arrays.batched import batch_together
from wengert._core.declare.families import general

from ..elementwise.elementary import sigmoid, tanh
from ..elementwise.pointwise import where
from ..linalg.matmul import matmul
from ..reduce.reduce import sum as sum_of
from ..shape.join import cat, chunk, stack, unbind
from ..shape.shape import mT, narrow, reshape, unsqueeze
from . import recurrent_loops
from .activation import relu

# -- Times -------------------------------------------------------------------------------------------------------------


def _steps(xs: Any, backwards: bool) -> Sequence[Any]:
    """What each step sees of ``xs``, the first step first."""
    at = unbind(xs, dim=-3)
    return at[::-1] if backwards else at


def _in_time(steps: Sequence[Any], backwards: bool) -> Any:
    return stack(*(steps[::-1] if backwards else steps), dim=-3)


def _before(states: Any, first: Any, backwards: bool) -> Any:
    """The states before each step, given those after."""
    first, rest = unsqueeze(first, dim=-3), states.shape[-3] - 1
    if backwards:
        return cat(narrow(states, -3, 1, rest), first, dim=-3)
    return cat(first, narrow(states, -3, 0, rest), dim=-3)


def _flat(xs: Any) -> Any:
    """All rows of all times, in one matrix."""
    *lead, times, rows, width = xs.shape
    return reshape(xs, (*lead, times * rows, width))


def _weight_gradient(g: Any, states: Any, first: Any, backwards: bool) -> Any:
    """The gradient of weights, given that of their products with the states before each step."""
    return matmul(mT(_flat(g)), _flat(_before(states, first, backwards)))


def _plus(a: Any, b: Any) -> Any:
    return a if b is None else b if a is None else a + b


def _back(backwards: bool, *each: Any) -> Iterable[tuple[Any, ...]]:
    """What the steps see, the last step first. What is None is None at each."""
    seen = [None if xs is None else _steps(xs, not backwards) for xs in each]
    count = max(len(xs) for xs in seen if xs is not None)
    return zip(*[xs or (None,) * count for xs in seen], strict=True)


# -- Elman's layers ----------------------------------------------------------------------------------------------------


def _rnn_gradients(g, w, out, bend, backwards):
    found = recurrent_loops.rnn_gradients(g, w, out, bend, backwards)
    if found is not None:
        return found
    found, later = [], None
    for out_now, g_now in _back(backwards, out, g):
        g_now = _plus(g_now, later)
        found.append(g_now * (1 - out_now * out_now) if bend == "tanh" else where(out_now <= 0, 0, g_now))
        later = matmul(found[-1], w)
    return _in_time(found, not backwards), later


@general(
    scan=_rnn_gradients, gates=lambda d_scan: d_scan[0], h=lambda d_scan: d_scan[1],
    w=lambda d_scan, h, out, backwards: _weight_gradient(d_scan[0], out, h, backwards), batch=batch_together,
)  # fmt: skip
def _rnn_scan(xp, gates, h, w, *, bend, backwards):
    """The states of ``rnn_tanh`` or ``rnn_relu``, as ``bend`` says. See Note [Scans]."""
    found = recurrent_loops.rnn(gates, h, w, bend, backwards)
    if found is not None:
        return found
    states, bent = [], tanh if bend == "tanh" else relu
    for gate in _steps(gates, backwards):
        h = bent(gate + matmul(h, mT(w)))
        states.append(h)
    return _in_time(states, backwards)


# -- Gated recurrent units ---------------------------------------------------------------------------------------------


def _gru_gradients(h, w, states, acts, h_meta, backwards, g_states=None, g_acts=None):
    """The gradients for ``gates``, for the products with ``w``, and for ``h``."""
    if g_acts is None:
        found = recurrent_loops.gru_gradients(g_states, h, w, states, acts, backwards)
        if found is not None:
            return found
    reset, update, new, own = chunk(acts, 4, -1)
    by_reset, by_update, by_new = reset * (1 - reset), update * (1 - update), 1 - new * new
    of_new, of_update = (1 - update) * by_new, (_before(states, h, backwards) - new) * by_update
    at_reset, at_update, at_new, at_own = (None,) * 4 if g_acts is None else chunk(g_acts, 4, -1)
    if g_acts is not None:
        at_reset, at_update, at_new = at_reset * by_reset, at_update * by_update, at_new * by_new
    for_gates, for_products, later = [], [], h_meta.zeros() if g_states is None else None
    each = (g_states, reset, update, own * by_reset, of_update, of_new, at_reset, at_update, at_new, at_own)
    for g, now_reset, now_update, *slopes in _back(backwards, *each):
        g = _plus(g, later)
        of_reset, of_update, of_new, more_reset, more_update, more_new, more_own = slopes
        d_new = _plus(g * of_new, more_new)
        d_own = _plus(d_new * now_reset, more_own)
        shared = _plus(d_new * of_reset, more_reset), _plus(g * of_update, more_update)
        for_gates.append(cat(*shared, d_new, dim=-1))
        for_products.append(cat(*shared, d_own, dim=-1))
        later = g * now_update + matmul(for_products[-1], w)
    return _in_time(for_gates, not backwards), _in_time(for_products, not backwards), later


@general(
    scan=_gru_gradients, gates=lambda d_scan: d_scan[0], h=lambda d_scan: d_scan[2],
    w=lambda d_scan, h, states, backwards: _weight_gradient(d_scan[1], states, h, backwards),
    b=lambda d_scan: sum_of(d_scan[1], (-3, -2)), outputs="states acts", batch=batch_together,
)  # fmt: skip
def _gru_scan(xp, gates, h, w, b=None, *, backwards):
    """The states of ``gru``; and the reset gates, the update gates, what is new, and what ``w`` and ``b`` gave to it."""
    found = recurrent_loops.gru(gates, h, w, b, backwards)
    if found is not None:
        return found
    states, acts = [], []
    for gate in _steps(gates, backwards):
        products = matmul(h, mT(w)) if b is None else matmul(h, mT(w)) + unsqueeze(b, dim=-2)
        (reset, update, new), (its_reset, its_update, own) = chunk(gate, 3, -1), chunk(products, 3, -1)
        reset, update = sigmoid(reset + its_reset), sigmoid(update + its_update)
        new = tanh(new + reset * own)
        h = (h - new) * update + new
        states.append(h)
        acts.append(cat(reset, update, new, own, dim=-1))
    return _in_time(states, backwards), _in_time(acts, backwards)


# -- Long short-term memory --------------------------------------------------------------------------------------------


def _lstm_gradients(c, w, cells, acts, h_meta, backwards, g_states=None, g_cells=None, g_acts=None):
    """The gradients for ``gates``, ``h`` and ``c``."""
    if g_acts is None:
        found = recurrent_loops.lstm_gradients(g_states, g_cells, c, w, cells, acts, backwards)
        if found is not None:
            return found
    (take, keep, new, give), bent = chunk(acts, 4, -1), tanh(cells)
    slopes = take * (1 - take), keep * (1 - keep), 1 - new * new, give * (1 - give)
    through_cell = cat(new * slopes[0], _before(cells, c, backwards) * slopes[1], take * slopes[2], dim=-1)
    own = None if g_acts is None else g_acts * cat(*slopes, dim=-1)
    found, g_h, g_c = [], h_meta.zeros() if g_states is None else None, None
    each = (g_states, g_cells, keep, through_cell, bent * slopes[3], give * (1 - bent * bent), own)
    for now_h, now_c, now_keep, by_cell, by_give, to_cell, more in _back(backwards, *each):
        g_h = _plus(now_h, g_h)
        g_c = _plus(_plus(now_c, g_c), g_h * to_cell)
        found.append(_plus(cat(cat(g_c, g_c, g_c, dim=-1) * by_cell, g_h * by_give, dim=-1), more))
        g_h, g_c = matmul(found[-1], w), g_c * now_keep
    return _in_time(found, not backwards), g_h, g_c


@general(
    scan=_lstm_gradients, gates=lambda d_scan: d_scan[0], h=lambda d_scan: d_scan[1], c=lambda d_scan: d_scan[2],
    w=lambda d_scan, h, states, backwards: _weight_gradient(d_scan[0], states, h, backwards),
    outputs="states cells acts", batch=batch_together,
)  # fmt: skip
def _lstm_scan(xp, gates, h, c, w, *, backwards):
    """The states and cells of ``lstm``, and its gates: how much to take, to keep, what is new, how much to give."""
    found = recurrent_loops.lstm(gates, h, c, w, backwards)
    if found is not None:
        return found
    states, cells, acts = [], [], []
    for gate in _steps(gates, backwards):
        take, keep, new, give = chunk(gate + matmul(h, mT(w)), 4, -1)
        take, keep, new, give = sigmoid(take), sigmoid(keep), tanh(new), sigmoid(give)
        c = keep * c + take * new
        h = tanh(c) * give
        states.append(h)
        cells.append(c)
        acts.append(cat(take, keep, new, give, dim=-1))
    return _in_time(states, backwards), _in_time(cells, backwards), _in_time(acts, backwards)
