"""Calling a custom Function: run the user's code, record its results, and handle tangents and batches."""

from __future__ import annotations

import inspect
from typing import Any, NamedTuple

import numpy as np

from .. import errors
from ..arrays import dtypes
from ..arrays.batched import Batched, levels_of, sizes_of
from ..arrays.conjugates import unconjugated
from ..dispatch.inplace import check_write, rehome
from ..dispatch.op import lost_of, record
from ..dispatch.tangents import constant, take_tangent
from ..ops.elementwise.pointwise import _to, clone
from ..ops.structure import _enter, _leave
from ..tape.history import History, Kind
from ..tape.node import Meta
from ..tape.state import duals, local
from ..tape.tensor import TensorBase, alias, carry, make, moving_levels, strip, with_tangents
from ..tape.view import CUSTOM, MULTI_CUSTOM, tangent_of, viewing
from ..tape.watching import FUNCTION, observed
from .trees import broadcast_to_and_flatten, tree_flatten, tree_leaves, tree_unflatten


def call(cls: Any, split: bool, args: Any, kwargs: Any, reported: bool = False) -> Any:
    """Run ``forward`` (and ``setup_context`` if ``split``) without recording, and record the call as one node.

    ``reported`` means that the tools have been notified already.
    """
    state = local.state
    if state.tools is not None and state.tools.calls is not None and not reported:
        return observed(state.tools.calls, FUNCTION, cls, args, kwargs, call, cls, split, args, kwargs, True)
    if split:
        args, kwargs = _bound(cls.forward, args, kwargs), {}
    inputs = (*args, *kwargs.values()) if kwargs else args  # as in torch 2.13, keyword arguments are further inputs
    tensors = [a for a in inputs if isinstance(a, TensorBase)]
    for t in tensors:
        t._wg_refresh()
    ctx = _context(cls, inputs, tensors)
    recording = ctx._wg_recorded
    dual = _Tangents(inputs, tensors) if any([t._wg_tangents is not None for t in tensors]) else None
    output = _forward(cls, ctx, split, args, kwargs)
    outputs = output if isinstance(output, tuple) else (output,)
    placing = _Placing(cls, ctx, tensors, outputs, recording)
    results = placing.results()
    if recording:
        ctx._wg_put_aside(placing.input_ids, results)
    if dual is not None and dual.levels:
        try:
            dual.push(cls, ctx, placing, results)
        except Exception as error:
            ctx._wg_note(error)
            raise
    elif duals:  # tensors that forward captured count as constants
        for o in results:
            if isinstance(o, TensorBase) and not placing.written(o):
                o._wg_tangents = None
    if recording:
        if split:
            placing.check_saved()
        ctx._wg_keep(results, placing.made())
        if True not in placing.live and _arrays_alone(results):
            errors.text.warn(errors.function.arrays_returned(cls.__name__))
    elif any(ctx.needs_input_grad):
        mode = state.unrecorded
        for o in results:
            if isinstance(o, TensorBase) and not o._wg_requires_grad and dtypes.is_inexact(o._wg_data.dtype):
                o._wg_lose(mode.kind, cls.__name__, mode)
    ctx.to_save = ctx.saved_for_forward = ctx.dirty_tensors = ctx.non_differentiable = None
    return tuple(results) if isinstance(output, tuple) else results[0]


def _context(cls: Any, inputs: Any, tensors: Any) -> Any:
    """The ``ctx`` of a call, which is its node: placed on the tape, without results so far."""
    state = local.state
    ctx = cls._backward_cls()
    ctx.to_save = ctx.saved_for_forward = ctx.dirty_tensors = ctx.non_differentiable = None
    ctx._wg_materialize = True
    ctx._wg_is_tensor = tuple([isinstance(a, TensorBase) for a in inputs])
    ctx.needs_input_grad = tuple([isinstance(a, TensorBase) and a._wg_requires_grad for a in inputs])
    recording = state.grad_enabled and any(ctx.needs_input_grad)
    edges = [t._wg_edge() if t._wg_requires_grad else (None, 0) for t in tensors] if recording else []
    record(ctx, None, tuple([e[0] for e in edges]), tuple([e[1] for e in edges]), None)
    ctx._wg_metas = ()
    ctx._wg_recorded = recording
    ctx._wg_vmaps = state.vmap
    ctx._wg_lost = lost_of(tensors, state) if recording else None
    return ctx


def _forward(cls: Any, ctx: Any, split: bool, args: Any, kwargs: Any) -> Any:
    """Run ``forward`` (and ``setup_context`` if ``split``) without recording."""
    state = local.state
    before, covered = state.now(), state.covered
    try:
        state.enter(False, state.inference)
        state.unrecorded = ctx._wg_mode
        if duals:
            state.covered = tuple(duals)
        if split:
            output = cls.forward(*args)
            cls.setup_context(ctx, args, output)
        else:
            output = cls.forward(ctx, *args, **kwargs)
        return output
    finally:
        state.leave(before)
        state.covered = covered


def _bound(forward: Any, args: Any, kwargs: Any) -> Any:
    """The arguments of ``forward`` in order, defaults included, as ``setup_context`` and ``backward`` get them."""
    code = getattr(forward, "__code__", None)
    if not kwargs and code is not None and len(args) == code.co_argcount and not code.co_kwonlyargcount:
        return args
    bound = inspect.signature(forward).bind(*args, **kwargs)
    bound.apply_defaults()
    if bound.kwargs:
        raise errors.function.keyword_only(list(bound.kwargs))
    return bound.args


def _arrays_alone(results: Any) -> bool:
    kinds = [isinstance(o, TensorBase) for o in results if isinstance(o, (TensorBase, np.ndarray))]
    return bool(kinds) and True not in kinds


def _marked(name: str, values: Any) -> Any:
    """The tensors marked by a method of ``ctx``, or an empty tuple."""
    if values is None:
        return ()
    if not isinstance(values, tuple):
        raise errors.function.not_a_tuple(name, values)
    return values


class _Placing:
    """Puts the results of ``forward`` on the tape.

    ``live`` says which outputs carry a gradient. An output is the object that ``forward`` returned, unless that object
    already has another history: an unchanged input, a captured tensor, or a tensor that is returned twice.
    """

    def __init__(self, cls: Any, ctx: Any, tensors: Any, outputs: Any, recording: bool) -> None:
        self.cls = cls
        self.ctx = ctx
        self.tensors = tensors
        self.outputs = outputs
        self.recording = recording
        self.input_ids = {id(t) for t in tensors}
        self.dirty = self.marked_dirty()
        constant = _marked("non_differentiable", ctx.non_differentiable)
        for c in constant:
            if not isinstance(c, TensorBase):
                raise errors.function.non_differentiable_type(c)
        fixed = {id(c) for c in constant}
        self.live = [
            recording and isinstance(o, TensorBase) and id(o) not in fixed and dtypes.is_inexact(o._wg_data.dtype)
            for o in outputs
        ]
        self.constant = [isinstance(o, TensorBase) and id(o) in fixed for o in outputs]

    def marked_dirty(self) -> set[int]:
        """Raise the versions of the inputs that ``forward`` has written, and return their identities."""
        dirty = _marked("dirty_tensors", self.ctx.dirty_tensors)
        returned = {id(o) for o in self.outputs}
        for i, d in enumerate(dirty):
            if not isinstance(d, TensorBase):
                raise errors.function.dirty_type(i, d)
            if id(d) not in returned:
                raise errors.function.dirty_not_returned()
            if id(d) not in self.input_ids:
                errors.text.warn(errors.function.dirty_not_input())
        for d in dirty:
            d._wg_cell().bump(self.cls.__name__, (self.ctx._wg_code, self.ctx._wg_lasti), unconjugated(d._wg_data))
        return {id(d) for d in dirty}

    def written(self, o: Any) -> bool:
        """Whether an output is an input that ``forward`` has written."""
        return id(o) in self.dirty and id(o) in self.input_ids

    def results(self) -> list[Any]:
        """The outputs that the caller gets."""
        ctx = self.ctx
        if local.state.grad_enabled:
            for nr, o in enumerate(self.outputs):
                if isinstance(o, TensorBase) and self.written(o):
                    self.check_writable(nr, o)
        seen: dict[int, Any] = {}
        results: list[Any] = []
        metas: list[Any] = []
        views = []
        for nr, o in enumerate(self.outputs):
            if not isinstance(o, TensorBase):
                results.append(o)
                metas.append(None)
                continue
            first = seen.get(id(o))
            if first is None:
                kind = None if self.written(o) else CUSTOM
                seen[id(o)] = o = self.own(nr, o)
            else:  # like torch: the second position is the same tensor, and takes the gradients of both
                o, kind = self.as_view(first), MULTI_CUSTOM
            metas.append(Meta(o._wg_data))
            results.append(o)
            if self.live[nr]:
                if kind is None:
                    metas[nr] = self.rebase(nr, o)
                else:
                    o._wg_node, o._wg_output_nr, o._wg_requires_grad, o._wg_lost, o._wg_hooks = (
                        ctx,
                        nr,
                        True,
                        None,
                        None,
                    )
            elif self.constant[nr]:
                o._wg_lost = History(Kind.MARKED, self.cls.__name__, (ctx._wg_code, ctx._wg_lasti))
            if kind is not None and o._wg_view is not None:
                o._wg_view.kind, o._wg_view.version = kind, o._wg_storage.version
                views.append(o)
        if sum(self.live) > 1:
            for o in views:
                o._wg_view.kind = MULTI_CUSTOM
        if self.recording:
            ctx._wg_metas = tuple(metas)
        return results

    def made(self) -> dict[int, int]:
        """The outputs with a gradient, by the identity of the tensor that ``forward`` returned and may have saved.

        That is not always the tensor that the caller gets: :meth:`own`. An unchanged input counts as the input.
        """
        found: dict[int, int] = {}
        for nr, o in enumerate(self.outputs):
            if self.live[nr] and (id(o) not in self.input_ids or self.written(o)):
                found.setdefault(id(o), nr)
        return found

    def own(self, nr: int, o: Any) -> Any:
        """The output that gets a history: the tensor itself, or an alias if others rely on its present history."""
        given = id(o) in self.input_ids
        captured = (
            not given
            and o._wg_requires_grad
            and (o._wg_node is None or o._wg_node._wg_sequence_nr < self.ctx._wg_sequence_nr)
        )
        if o._wg_requires_grad and not self.live[nr]:
            return alias(o._wg_data, o._wg_cell())
        return self.as_view(o) if captured or (given and not self.written(o)) else o

    def as_view(self, o: Any) -> Any:
        """A view of the whole tensor, which can have its own history."""
        above = o._wg_view
        out = alias(o._wg_data, o._wg_cell())
        if above is None:
            out._wg_view = viewing(o, o._wg_data, (), 0, CUSTOM)
        else:
            out._wg_view = viewing(above.base, above.root, above.chain, 0, CUSTOM, above.handed_on(o))
        return out

    def check_writable(self, nr: int, o: Any) -> None:
        """Raise torch's errors for inputs that must not be written in place."""
        view = o._wg_view
        if not (self.live[nr] or (view is not None and view.base._wg_requires_grad)):
            return
        if o._wg_requires_grad and o._wg_node is None:
            raise errors.function.dirty_leaf(self.cls.__name__)
        if view is not None:
            if sum([isinstance(x, TensorBase) for x in self.outputs]) > 1:
                raise errors.function.dirty_view_many(self.cls.__name__)
            check_write(o, self.cls.__name__)

    def rebase(self, nr: int, o: Any) -> Any:
        """Give a written input its new history; for a view, through its base (Note [Writes through views])."""
        ctx, view = self.ctx, o._wg_view
        if view is None:
            rehome(o, ctx, nr)
            o._wg_lost = o._wg_grad = None
            return Meta(o._wg_data)
        base = view.base
        at = [t is o for t in self.tensors].index(True)
        ctx._wg_chain, ctx._wg_view_meta, ctx._wg_written = view.chain, Meta(o._wg_data), at
        edge = base._wg_edge() if base._wg_requires_grad else (None, 0)
        ctx._wg_next = (*ctx._wg_next[:at], edge[0], *ctx._wg_next[at + 1 :])
        ctx._wg_next_output_nrs = (*ctx._wg_next_output_nrs[:at], edge[1], *ctx._wg_next_output_nrs[at + 1 :])
        rehome(base, ctx, nr)
        o._wg_sync()
        o._wg_lost = base._wg_lost = None
        return Meta(base._wg_data)

    def check_saved(self) -> None:
        """Refuse to save a tensor that is both input and output: ``setup_context`` cannot tell which is meant."""
        for t in _marked("to_save", self.ctx.to_save):
            if id(t) in self.input_ids and any(o is t for o in self.outputs) and not self.written(t):
                raise errors.function.saved_as_is()


# -- forward mode


def _below(level: int, t: Any) -> Any:
    """A saved tensor for the ``jvp`` of a level, which returns tangents of lower levels only.

    Without this, a ``jvp`` that calls its own Function on a saved tensor would call itself without end.
    """
    if not isinstance(t, TensorBase) or all([k < level for k in t._wg_tangents or ()]):
        return t
    return with_tangents(t, {k: m for k, m in t._wg_tangents.items() if k < level} or None)


class _Tangents:
    """The tangents of the inputs before ``forward``, from which ``jvp`` computes the tangents of the outputs.

    ``forward`` sees the tangents of its inputs, so that values it keeps on ``ctx`` can be differentiated at lower
    levels. Tangents that its outputs get in this way are replaced by those that ``jvp`` returns.
    """

    def __init__(self, inputs: Any, tensors: Any) -> None:
        self.inputs = inputs
        self.levels = moving_levels(inputs)
        self.before = {id(t): t._wg_tangents or {} for t in tensors}

    def push(self, cls: Any, ctx: Any, placing: _Placing, results: Any) -> None:
        """Call ``jvp`` for each level. Its results carry lower levels only."""
        for o in results:
            if isinstance(o, TensorBase) and not (placing.written(o) and o._wg_view is not None):
                o._wg_tangents = None
        for level in self.levels:
            tangents = [self.tangent(ctx, placing, a, level) for a in self.inputs]
            recording, saved, lifted = ctx._wg_recording, ctx.saved_for_forward, local.state.lift(level)
            try:
                ctx.saved_for_forward = tuple([_below(level, constant(t) if lifted else t) for t in saved or ()])
                ctx._wg_in_jvp = True
                ctx._wg_recording = recording + ctx._wg_recorded
                found = cls.jvp(ctx, *tangents)
            finally:
                ctx._wg_in_jvp = False
                ctx._wg_recording, ctx.saved_for_forward = recording, saved
                local.state.grad_enabled = local.state.grad_enabled and not lifted
            found = found if isinstance(found, tuple) else (found,)
            if len(found) != len(results):
                raise errors.function.tangent_count(len(found), len(results))
            for i, (o, t) in enumerate(zip(results, found, strict=True)):
                if t is not None and not isinstance(t, TensorBase):
                    raise errors.function.tangent_type(cls.__name__, i, t)
                if not isinstance(o, TensorBase):
                    continue
                if t is not None and (placing.constant[i] or not dtypes.is_inexact(o._wg_data.dtype)):
                    raise errors.function.tangent_of_nothing(i)
                self.set(cls, placing, i, o, t, level)

    def tangent(self, ctx: Any, placing: _Placing, a: Any, level: int) -> Any:
        """An input's tangent for ``jvp``: zeros if it has none, a copy if ``forward`` writes the input in place.

        None for what cannot have one, such as a tensor of integers.
        """
        if not isinstance(a, TensorBase):
            return None
        t = self.before[id(a)].get(level)
        if t is None:
            moves = ctx._wg_materialize and dtypes.is_inexact(a._wg_data.dtype)
            return make(Meta(a._wg_data).zeros()) if moves else None
        return clone(t) if id(a) in placing.dirty else t

    def set(self, cls: Any, placing: _Placing, i: int, o: Any, t: Any, level: int) -> None:
        if t is not None:
            t = _fitted(cls, i, o, t, level)
        if placing.written(o) and o._wg_view is not None:
            owner, _ = o._wg_view.hanger(o, level)
            if t is not None or tangent_of(owner, level) is not None:
                take_tangent(o, level, t)
        elif t is not None:
            carry(o, {**(o._wg_tangents or {}), level: t})


def _fitted(cls: Any, i: int, o: Any, t: Any, level: int) -> Any:
    """A tangent that ``jvp`` returned, without higher levels and cast to its output's dtype; its shape is checked."""
    if tuple(t.shape) != tuple(o.shape):
        raise errors.function.tangent_shape(cls.__name__, o.shape, t.shape)
    a, b = t._wg_data.dtype, o._wg_data.dtype
    if a.kind == "c" and b.kind != "c":
        raise errors.function.tangent_complexity(cls.__name__, i, a, b)
    t = strip(t, level, True)
    return t if a == b else _to(t, dtype=b)


# -- vmap


class VmapInfo(NamedTuple):
    """The first argument of a ``vmap`` staticmethod: the batch size and randomness of the vmap."""

    batch_size: int
    randomness: str


def is_batched(args: Any) -> bool:
    """Whether a tensor in these arguments has a batch dimension."""
    return any([type(a._wg_data) is Batched for a in tree_leaves(args) if isinstance(a, TensorBase)])


def by_vmap_rule(cls: Any, split: bool, args: Any, kwargs: Any) -> Any:
    """Call the user's ``vmap`` for the innermost batch dimension of the arguments."""
    state = local.state
    if split:
        args, kwargs = _bound(cls.forward, args, kwargs), {}
    if any(isinstance(a, TensorBase) for a in kwargs.values()):
        raise errors.function.vmap_keyword_tensors(cls.__name__)
    leaves, spec = tree_flatten(tuple(args))  # arguments may be lists and dicts of tensors
    tensors = [a for a in leaves if isinstance(a, TensorBase)]
    level = max(k for a in tensors for k in levels_of(a._wg_data))
    size = next(s for a in tensors for k, s in sizes_of(a._wg_data).items() if k == level)
    plain: list[Any] = []
    dims: list[Any] = []
    for a in leaves:
        dim = _batch_dim(a, level) if isinstance(a, TensorBase) else None
        plain.append(a if dim is None else _leave(a, dim=dim, level=level, size=size))
        dims.append(dim)
    before = state.vmap
    try:
        state.vmap = tuple(k for k in before if k != level)
        info = VmapInfo(size, state.randomness.get(level, (size, "error"))[1])
        found = cls.vmap(info, tree_unflatten(dims, spec), *tree_unflatten(plain, spec), **kwargs)
    finally:
        state.vmap = before
    if not isinstance(found, tuple):
        raise errors.function.vmap_result(f"a {type(found)}")
    if len(found) != 2:
        raise errors.function.vmap_result(f"{len(found)} returns")
    given = {id(p): a for p, a in zip(plain, leaves, strict=True)}
    out, spec = tree_flatten(found[0])
    out_dims = broadcast_to_and_flatten(found[1], spec)
    if out_dims is None:
        raise errors.function.vmap_out_dims(cls.__name__, found[1], found[0])
    each = zip(out, out_dims, strict=True)
    return tree_unflatten([_entered(cls, o, d, level, size, given) for o, d in each], spec)


def _batch_dim(a: Any, level: int) -> int | None:
    """The batch dimension of ``level`` in the tensor that the user's ``vmap`` gets; None if it is not batched.

    A tensor that requires grad is always batched, if necessary by expanding it: inside the vmap it needs one gradient
    per example.
    """
    if level not in levels_of(a._wg_data):
        return 0 if a.requires_grad and local.state.grad_enabled else None
    if a._wg_view is not None and a._wg_view.chain:
        op, params, _ = a._wg_view.chain[-1]
        if op is _enter and params["level"] == level:
            return int(params["dim"])  # the dimension at which it was batched
    return 0


def _entered(cls: Any, out: Any, dims: Any, level: int, size: int, given: Any) -> Any:
    """A result of the user's ``vmap``, with its batch dimension at ``dims`` made a vmap level again."""
    if dims is not None and (isinstance(dims, bool) or not isinstance(dims, int)):
        raise errors.function.vmap_out_dims(cls.__name__, dims, out)
    if not isinstance(out, TensorBase):
        return out
    if id(out) in given:
        return given[id(out)]
    if dims is None:
        return out
    if not -out.ndim <= dims < out.ndim:
        raise errors.calls.dim_range(dims, out.ndim)
    if out.shape[dims] != size:
        raise errors.function.vmap_out_size(cls.__name__, dims, out.shape[dims], size)
    return _enter(out, dim=dims % out.ndim, level=level, size=size)
