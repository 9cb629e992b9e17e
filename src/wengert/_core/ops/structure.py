"""Rows that the core needs: writes through views, entering and leaving a vmap, the sum over a batch dimension."""

from __future__ import annotations

from ..arrays import arrays, batched
from ..arrays.batched import Batched
from ..arrays.coo import COO
from ..declare.families import linear
from ..dispatch.memory import write_through
from ..tape.view import read


@linear(
    base=lambda g, value_meta, chain: _view_write(g, value_meta.zeros(), chain=chain),
    value=lambda g, chain: read(g, chain),
    takes_batched=True,
)
def _view_write(xp, base, value, *, chain):
    out = batched.promote(base, batched.levels_of(value), batched.sizes_of(value))
    write_through(out, chain, value)
    return out


# the same operations under the names of torch's nodes
for _name in ("_select_scatter", "_slice_scatter", "_diagonal_scatter"):
    linear(name=_name, takes_batched=True, **{k: f.fn for k, f in _view_write.formulas.items()})(_view_write.kernel)


@linear(x=lambda g, x_meta, dim, level, size: _leave(g, dim=dim, level=level, size=size), view=True, takes_batched=True)
def _enter(xp, x, *, dim, level, size):
    return batched.enter(x, dim % x.ndim, level)


@linear(x=lambda g, dim, level, size: _enter(g, dim=dim, level=level, size=size), view=True, takes_batched=True)
def _leave(xp, x, *, dim, level, size):
    return batched.leave(x, dim, level, size)


@linear(x=lambda g: g, takes_batched=True)
def _sum_level(xp, x, *, level):
    if type(x) is Batched and level in x.levels:
        return batched.sum_level(x, level)
    return x


def _same(x):
    """Used as a view of an array that is the same array."""
    return x if type(x) in (Batched, COO) else x[...]


@linear(x=lambda g: g, view=True, takes_batched=True, sparse=True)
def _alias(xp, x):
    return _same(x)


@linear(x=lambda g: g, view=True, takes_batched=True, sparse=True, node="ViewBackward0")
def _dual(xp, x):
    return _same(x)


@linear(x=lambda g: g, view=True, takes_batched=True, sparse=True, node="Identity")
def _primal(xp, x):
    return _same(x)


@linear(x=lambda g, x_meta: _move(g, device=x_meta.device), takes_batched=True, sparse=True, node="ToCopyBackward0")
def _move(xp, x, *, device):
    if type(x) is Batched:
        return Batched(_move(x.data, device=device), x.level)
    return arrays.move(x, device)
