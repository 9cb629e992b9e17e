"""How an operation is called: compute on payloads, record on tensors.

An :class:`Op` is a kernel and its formulas (``docs/design/0001-declaring-an-operation.md``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, coo, dtypes, native
from ..arrays.batched import Batched, aligned, alike, batch_pointwise, dispatch, levels_of, over
from ..arrays.fused import Symbol
from ..tape import saving
from ..tape.node import Meta, Node, any_sparse, next_number
from ..tape.saved_hooks import show
from ..tape.state import local
from ..tape.tensor import (
    Tensor,
    TensorBase,
    carry,
    link_view,
    make,
    moving_levels,
    payload_of,
    recorded,
    remember,
    strip,
)
from ..tape.watching import OPERATION, compute, computing, made
from .override import takes_part
from .plan import Formula, Plan
from .registry import REGISTRY

F32, F64, I64, BOOL = dtypes.F32, dtypes.F64, dtypes.I64, dtypes.BOOLEAN
ndarray = np.ndarray

FROM_NUMPY = errors.history.FROM_NUMPY
NUMBERS = (float, int, complex, np.generic)
WIDE = 64  # plans for more arguments are not kept: concatenating a list that grows would keep one for every length


class Op:
    """One operation. Call it with arrays positional and parameters by keyword."""

    kernel: Any
    family: str
    name: str
    arrays: tuple[str, ...]
    group: str | None  # the name of those that any number may be given of
    params: Any
    defaults: dict[str, Any]
    optional: int  # how many arrays may be left out
    outputs: tuple[str, ...]
    multi_output: bool
    nondiff: frozenset[str]
    view: bool
    moves: bool
    promote: str | None
    takes_batched: bool
    sparse: Any  # True if the kernel takes them, else a rule of (args, params)
    forward_rule: Any  # forward mode: a function of (op, primals, tangents, results, params)
    batch_rule: Any  # vmap: a function of (op, size, args, flags, params)
    options: dict[str, Any]
    formulas: dict[str, Formula]
    count: int  # of arrays, the group apart
    differentiable_mask: int  # the arguments that have a formula, as bits
    differentiable: bool
    flat: bool  # whether no formula names a cotangent or another formula
    node_name: str
    overloads: dict[str, str]
    scalars: tuple[int, ...]
    elementwise: bool
    fused: Any
    plans: dict[Any, Plan]
    last_plan: Any  # the one used last
    fast_plans: list[Any]  # by which of two arguments require grad: plans for :meth:`on`
    inplace_name: str  # what errors call a write
    names: dict[str, str]

    def function(self, params: Any) -> Any:
        """The kernel on NumPy arrays, with these parameters, as a function to a tuple."""
        return lambda *values: (self.kernel(np, *values, **(params or {})),)

    def bit(self, i: int) -> int:
        """``1 << i`` if argument ``i`` has a formula, else 0."""
        return self.differentiable_mask & 1 << i

    def array_at(self, i: int) -> str:
        return self.arrays[i] if i < self.count else str(self.group)

    # -- computing

    def __call__(self, *args: Any, **params: Any) -> Any:
        if self.params:
            if self.defaults and len(params) < len(self.params):
                params = {**self.defaults, **params}
            return self.apply(args, params)
        if params:
            raise TypeError(f"{self.name}() got an unexpected keyword argument {next(iter(params))!r}")
        return self.apply(args, None)

    def compute(self, values: Any, params: Any) -> Any:
        """The kernel on payloads: promoted, dispatched over vmaps, half types widened; arrays, never NumPy scalars."""
        out = self.compute_plain(values, params)
        return self.compute_general(values, params) if out is None else out

    def compute_plain(self, values: Any, params: Any) -> Any:
        """:meth:`compute` on NumPy arrays of one dtype, float32 or float64, and numbers; None for anything else.

        Where dtypes are not promoted they may differ, and be int64 and bool, and what is optional may be left out.
        """
        if self.fused is not None:
            found = self.fused.run(values, params)
            if found is not None:
                return found[0]
        first = None
        absent = False
        for v in values:
            t = type(v)
            if t is ndarray:
                d = v.dtype
                if d is not first:
                    if d is F32 or d is F64:
                        if first is not None and self.promote is not None:
                            return None
                        first = d
                    elif self.promote is not None or (d is not I64 and d is not BOOL):
                        return None
            elif v is None:
                absent = True
            elif t is not float and t is not int:
                return None
        if first is None or (absent and not self.may_lack(values)):
            return None
        try:
            if params is not None:
                out = self.kernel(np, *values, **params)
            elif len(values) == 2:
                out = self.kernel(np, values[0], values[1])
            elif len(values) == 1:
                out = self.kernel(np, values[0])
            else:
                out = self.kernel(np, *values)
        except (ValueError, IndexError, TypeError) as e:
            errors.calls.from_kernel(self.name, self.family == "pointwise", values, params, e)
        return out if type(out) is ndarray else self.tidy(out)

    def may_lack(self, values: Any) -> bool:
        """Whether what is None among the values may be left out."""
        return all([v is not None for v in values[: self.count - self.optional]]) and len(values) <= self.count

    def compute_general(self, values: Any, params: Any) -> Any:
        """:meth:`compute` where dtypes differ, are half, or payloads are batched or on a GPU."""
        if self.batch_rule is batch_pointwise and not self.multi_output:
            found, levels = aligned(values)
            if found is not None:
                out = self.compute_plain(found, params)
                if out is not None:
                    return over(out, levels)
        batched = False
        half = None
        values = list(values)
        for i, v in enumerate(values):
            if type(v) is Batched:
                batched = True
            elif type(v) is ndarray:
                values[i] = dtypes.settled(v)
            elif isinstance(v, np.generic):
                values[i] = np.asarray(v)
            elif type(v) is Symbol:
                return self.kernel(np, *values, **(params or {}))
            elif (not hasattr(v, "dtype") and type(v) not in (float, int, bool, complex)) or takes_part(v):
                if v is not None or i < self.count - self.optional or i >= self.count:
                    raise errors.calls.not_an_array(self.name, self.array_at(i), v)
        if self.takes_batched:
            return self.kernel(np, *values, **(params or {}))
        uniform = alike(values)
        if self.promote is not None and not uniform:
            values = self.promoted(values)
        if not self.moves and not uniform:
            found = [v.dtype for v in values if hasattr(v, "dtype") and dtypes.is_inexact(v.dtype)]
            if found and all(map(dtypes.is_half, found)):
                half = found[0]
            if any(map(dtypes.is_half, found)):
                values = [v.astype(F32) if hasattr(v, "dtype") and dtypes.is_half(v.dtype) else v for v in values]
        if batched:
            out = dispatch(self, values, params)
        else:
            xp = arrays.xp_of(*values)
            if xp is not np:  # numbers, and what has no dimensions, may come from the CPU
                values = [xp.asarray(v) if type(v) is ndarray else v for v in values]
            try:
                out = self.kernel(xp, *values, **(params or {}))
            except (ValueError, IndexError, TypeError) as e:
                errors.calls.from_kernel(self.name, self.family == "pointwise", values, params, e)
        out = self.tidy(out)
        if half is not None and not (params and params.get("dtype") is not None):
            if isinstance(out, tuple):
                return tuple([o.astype(half) if o.dtype == F32 else o for o in out])
            if out.dtype == F32:
                return out.astype(half)
        return out

    def tidy(self, out: Any) -> Any:
        """NumPy scalars made arrays."""
        if type(out) is Batched:
            return out
        if isinstance(out, tuple):
            return tuple([o if hasattr(o, "astype") and not isinstance(o, np.generic) else np.asarray(o) for o in out])
        if isinstance(out, np.generic) or not hasattr(out, "astype"):
            return np.asarray(out)
        return out

    def promoted(self, values: Any) -> Any:
        """Cast array arguments to their common dtype, as the row's policy says."""
        which = [i for i, v in enumerate(values) if v is not None and (self.bit(i) or not self.formulas)]
        taking = [values[i] for i in which]
        if not taking:
            return values
        if self.promote == "match":
            found = [v.dtype for v in taking if hasattr(v, "dtype")]
            for d in found[1:]:
                if d != found[0]:
                    raise errors.calls.different_dtypes(self.name.lstrip("_"), found[0], d)
            return values
        target = dtypes.result_type(taking)
        if self.promote == "float" and not dtypes.is_inexact(target):
            target = dtypes.default_float()
        out = list(values)
        inexact = dtypes.is_inexact(target)
        for i in which:
            v = values[i]
            if hasattr(v, "dtype"):
                if v.dtype != target:
                    out[i] = v.astype(target)
            elif not inexact:
                out[i] = np.asarray(v).astype(target)
            elif not isinstance(v, complex):
                out[i] = float(v)
        if not any(hasattr(v, "dtype") for v in out):
            out = [np.asarray(v, target) if i in which else v for i, v in enumerate(out)]
        return out

    # -- recording

    def on(self, x: Any, y: Any = None, params: Any = None) -> Any:
        """:meth:`apply` for one or two arguments.

        Most calls are ordinary: plain tensors of one float type, recorded, nobody watching. Those are written out here
        in one piece, because in Python to call a part takes as long as the part; what is unusual is left to the rest.
        """
        state = local.state
        if type(x) is not Tensor or not state.grad_enabled or state.tools is not None:
            return self.unusual(x, y, params)
        p = x
        if p._view is not None:
            p._sync()
        a = p._data
        dtype = a.dtype
        if type(a) is not ndarray or (dtype is not F32 and dtype is not F64) or p._tangents is not None:
            return self.unusual(x, y, params)
        mask = 0
        if p._requires_grad:
            mask = 1
        elif p._lost is not None:
            return self.unusual(x, y, params)
        if y is not None:
            if type(y) is not Tensor:
                return self.unusual(x, y, params)
            q = y
            if q._view is not None:
                q._sync()
            b = q._data
            if type(b) is not ndarray or b.dtype is not dtype or q._tangents is not None:
                return self.unusual(x, y, params)
            if q._requires_grad:
                mask += 2
            elif q._lost is not None:
                return self.unusual(x, y, params)
        elif self.count != 1:
            return self.unusual(x, y, params)
        plan = self.fast_plans[mask]
        if plan is None:
            return self.unusual(x, y, params)
        if self.fused is not None:
            values = [a] if y is None else [a, b]
            out = self.compute_plain(values, params)
            if out is None:
                out = self.compute_general(values, params)
        else:
            try:
                if params is not None:
                    out = self.kernel(np, a, **params) if y is None else self.kernel(np, a, b, **params)
                elif y is None:
                    out = self.kernel(np, a)
                else:
                    out = self.kernel(np, a, b)
            except (ValueError, IndexError, TypeError) as e:
                values = [a] if y is None else [a, b]
                errors.calls.from_kernel(self.name, self.family == "pointwise", values, params, e)
            if type(out) is not ndarray:
                out = self.tidy(out)
        dtype = out.dtype
        if dtype is not F32 and dtype is not F64 and not dtypes.is_inexact(dtype):
            return self.unusual(x, y, params)
        node = native.new(Node)
        node.plan = plan
        node.shape = out.shape
        node.dtype = dtype
        node.levels = ()
        node.hooks = node.metas = node.chain = None  # what an object has is found at once, what its class has is not
        if mask == 3:
            node.next = (
                p._node or p._grad_accumulator or p._accumulator(),
                q._node or q._grad_accumulator or q._accumulator(),
            )
            node.next_output_nrs = (p._output_nr, q._output_nr)
        else:
            if mask == 2:
                p = q
            node.next = (p._node or p._grad_accumulator or p._accumulator(),)
            node.next_output_nrs = (p._output_nr,)
        node.code, node.lasti = native.site(3)
        node.sequence_nr = next_number()  # after the edges exist: every edge points to a smaller number
        if params is not None:
            node.params = params
        t = native.new(Tensor)
        t._data = out
        t._node = node
        t._output_nr = 0
        t._requires_grad = True
        t._view = t._tangents = t._storage = None
        if state.vmap:
            remember(t, state.vmap)
        if self.view:
            link_view(t, x, (self, params, -1), False, state)
        if plan.saves:
            kept = []
            for output, i in plan.saves:
                kept.append(saving.save_output(t, 0, node) if output else saving.save(y if i else x))
            node.saved = tuple(kept)
        return t

    def unusual(self, x: Any, y: Any, params: Any) -> Any:
        """:meth:`on` where something is out of the ordinary."""
        return self.apply((x,) if self.count == 1 else (x, y), params)

    def apply(self, args: Any, params: Any, reported: bool = False) -> Any:
        """Compute on payloads; where an argument is a tensor, return tensors and record what needs recording.

        ``reported``: the tools have been told of the call.
        """
        state = local.state
        tools = state.tools
        if tools is not None and tools.calls is not None and not reported:
            return self.tell(args, params, tools.calls)
        values: list[Any] = []
        seen = False
        dual = False
        lost = False
        mask = 0
        bit = 1
        for a in args:
            if isinstance(a, TensorBase):
                x = a
                seen = True
                if x._view is not None:
                    x._sync()
                if x._requires_grad:
                    mask |= bit
                elif x._lost is not None:
                    lost = True
                if x._tangents is not None:
                    dual = True
                values.append(x._data)
            else:
                values.append(a)
            bit += bit
        needs = mask != 0
        mask &= self.differentiable_mask
        by = None if tools is None else computing(state)
        plain = False
        if by is None:
            out = self.compute_plain(values, params)
            if out is not None:
                plain = True
            else:
                if self.sparse is not True and any_sparse(values):
                    return self.on_sparse(args, params)
                out = self.compute_general(values, params)
        elif self.sparse is not True and any_sparse(values):
            return self.on_sparse(args, params)
        else:
            out = compute(state, by, self, args, values, params, False)
        if not seen:
            return out
        if self.multi_output:
            return self.finish_many(args, params, values, out, mask, needs, dual, state)
        t = native.new(Tensor)
        t._data = out
        t._output_nr = 0
        t._view = t._tangents = t._storage = None  # what an object has is found at once, what its class has is not
        if state.vmap:
            remember(t, state.vmap)
        if by is not None:
            made(by, (t,))
        dtype = out.dtype
        if mask and state.grad_enabled and (dtype is F32 or dtype is F64 or dtypes.is_inexact(dtype)):
            node = self.node(args, values, params, mask, not plain and any_half(values))
            node.shape = out.shape
            node.dtype = dtype
            if lost:
                node.lost = lost_of(args, state)
            if type(out) is not ndarray:
                node.levels = levels_of(out)
            t._node = node
            t._requires_grad = True
            if self.view:
                link_view(t, args[0], (self, params, -1), False, state)
            if dual:
                self.set_tangents(args, params, (t,))
            self.save(node, args, (t,))
            if tools is not None and tools.recording:
                show(tools, node, saved_from(node, args, (t,)))
            return t
        if self.view and isinstance(args[0], TensorBase):
            link_view(t, args[0], (self, params, -1), False, state)
        else:
            if state.transforms:
                remember(t, state.transforms)
            if state.inference:
                t._cell().inference = True
        if needs:
            self.lose(t, state)
        elif lost:
            self.inherit(t, args, state)
        if dual and not state.inference:
            self.set_tangents(args, params, (t,))
        return t

    def tell(self, args: Any, params: Any, tool: Any) -> Any:
        """:meth:`apply`, as a call that ``tool`` is told of."""
        result = None
        begun = tool.begin(OPERATION, self, args, params)
        try:
            result = self.apply(args, params, True)
        finally:
            tool.end(begun, result)
        return result

    def on_sparse(self, args: Any, params: Any) -> Any:
        """The operation where an argument is sparse: in other operations, on the values (``ops/sparse.py``)."""
        if self.sparse is None:
            raise errors.sparse.no_rule(self.name, args)
        return self.sparse(args, params)

    def finish_many(self, args: Any, params: Any, values: Any, out: Any, mask: int, needs: bool, dual: bool,
                    state: Any) -> Any:  # fmt: skip
        """:meth:`apply` for operations with several outputs."""
        ts = tuple([make(o) for o in out])
        tools = state.tools
        by = None if tools is None else computing(state)
        if by is not None:
            made(by, ts)
        live = self.live(out)
        node = None
        if mask and state.grad_enabled and any(live):
            node = self.node(args, values, params, mask, any_half(values))
            node.metas = tuple([Meta(o) for o in out])
            node.lost = lost_of(args, state)
        for k, t in enumerate(ts):
            if node is not None and live[k]:
                t._node, t._output_nr, t._requires_grad = node, k, True
            elif needs:
                self.lose(t, state)
            else:
                self.inherit(t, args, state)
            if self.view and isinstance(args[0], TensorBase):
                link_view(t, args[0], (self, params, k), True, state)
        if dual and not state.inference:
            self.set_tangents(args, params, ts)
        if node is not None:
            self.save(node, args, ts)
            if tools is not None and tools.recording:
                show(tools, node, saved_from(node, args, ts))
        return ts

    def live(self, out: Any) -> list[bool]:
        """Which of several results carry a gradient."""
        named = len(self.outputs) == len(out)
        carry = []
        for k, o in enumerate(out):
            carry.append(dtypes.is_inexact(o.dtype) and not (named and self.outputs[k] in self.nondiff))
        return carry

    def lose(self, t: Any, state: Any) -> None:
        """Remember why this result of a tensor that requires grad does not."""
        name = self.name.lstrip("_")
        if not dtypes.is_inexact(t._data.dtype):
            t._why(f"{name} gives {t._data.dtype}, which has no gradient,")
        elif self.flat or state.grad_enabled:
            t._why(f"{name} is not differentiable")
        else:
            t._why(name + state.unrecorded)

    def inherit(self, t: Any, args: Any, state: Any) -> None:
        """Pass on where an argument lost its history, what was merely not recorded before what has none."""
        lost = lost_of(args, state)
        if lost is None:
            return
        if (self.flat or not dtypes.is_inexact(t._data.dtype)) and lost[0].endswith(state.unrecorded):
            lost = (f"{self.name} is not differentiable", lost[1])
        t._lost = lost

    def plan(self, mask: int, count: int, half: bool = False) -> Any:
        """How nodes differentiate the arguments in ``mask``, of ``count``; overloads have bits above those.

        ``half``: an argument is of a half type.
        """
        plan = self.plans.get((mask, count, half))
        if plan is None:
            plan = self.planned(mask, count, half)
            if count <= WIDE:
                self.plans[(mask, count, half)] = plan
            if count == self.count <= 2 and not (half or self.multi_output or plan.metas or plan.numbers or self.group):
                self.fast_plans[mask] = plan
        self.last_plan = plan
        return plan

    def numbers(self, args: Any) -> int:
        """Which arguments are numbers where torch has an overload for numbers, as bits; what is None goes with them."""
        found = absent = 0
        for i in self.scalars:
            a = args[i] if i < len(args) else None
            if a is None:
                absent |= 1 << i
            elif isinstance(a, NUMBERS):
                found |= 1 << i
        return found | absent if found else 0

    def node(self, args: Any, values: Any, params: Any, mask: int, half: bool, base: Any = None) -> Any:
        """A node with its edges; what it saves comes later, when the tangents of the results are known.

        ``half``: an argument is of a half type. ``base`` is the edge that stands in for the first argument's when a
        view is written.
        """
        count = len(args)
        if self.scalars:
            mask |= self.numbers(args) << count
        plan = self.last_plan
        if plan is None or plan.mask != mask or plan.count != count or plan.half != half:
            plan = self.plan(mask, count, half)
        edges = plan.edges
        next_nodes = []
        next_output_nrs = []
        if base is not None:
            next_nodes.append(base[0])
            next_output_nrs.append(base[1])
            if edges and edges[0] == 0:
                edges = edges[1:]
        for i in edges:
            x = args[i]
            next_nodes.append(x._node or x._grad_accumulator or x._accumulator())
            next_output_nrs.append(x._output_nr)
        node = native.new(Node)
        node.plan = plan
        node.next = tuple(next_nodes)
        node.next_output_nrs = tuple(next_output_nrs)
        node.levels = ()
        node.hooks = node.metas = node.chain = None  # read so often that uncompiled code had better find them at once
        node.code, node.lasti = native.site(4)  # past node(), apply() and what published function called that
        node.sequence_nr = next_number()  # after the edges exist: every edge points to a smaller number
        if params is not None:
            node.params = params
        if plan.metas:
            node.metas_in = tuple([Meta(values[i]) for i in plan.metas])
        return node

    def save(self, node: Any, args: Any, outs: Any) -> None:
        """Keep what the formulas of this node name."""
        saves = node.plan.saves
        if not saves:
            return
        kept = []
        for output, i in saves:
            if output:
                kept.append(saving.save_output(outs[i], i, node))
            else:
                a = args[i]
                kept.append(saving.save(a) if isinstance(a, TensorBase) else saving.save_payload(a))
        node.saved = tuple(kept)

    # -- forward mode

    def set_tangents(self, args: Any, params: Any, outs: Any) -> None:
        """Give the results their tangents, level by level: a level's tangent carries smaller levels only."""
        for level in moving_levels(args):
            found = self.tangents(level, args, params, outs)
            for t, tangent in zip(outs, found, strict=True):
                if tangent is not None:
                    carry(t, {**(t._tangents or {}), level: tangent})

    def tangents(self, level: int, args: Any, params: Any, outs: Any) -> list[Any]:
        """The tangents of the results at one level, shaped and typed like them; None where there is none."""
        moving = [
            a._tangents.get(level) if isinstance(a, TensorBase) and a._tangents is not None else None for a in args
        ]
        recording = recorded(args, moving)  # then what is saved of primals and tangents is checked against writes
        primals = [strip(a, level, recording) if isinstance(a, TensorBase) else a for a in args]
        moving = [m if m is None else strip(m, level, recording or self.view) for m in moving]
        results = [strip(t, level, recording) for t in outs]
        found = self.forward_rule(self, primals, moving, results, params)
        if not self.multi_output:
            found = (found,)
        shaped: list[Any] = []
        for t, tangent in zip(outs, found, strict=True):
            if tangent is None or not dtypes.is_inexact(t._data.dtype):
                shaped.append(None)
                continue
            if isinstance(tangent, np.generic):
                tangent = np.asarray(tangent)
            shape, dtype = t._data.shape, t._data.dtype
            if tuple(tangent.shape) != tuple(shape):
                tangent = REGISTRY["expand"](tangent, shape=tuple(shape))
            if payload_of(tangent).dtype != dtype:
                if payload_of(tangent).dtype.kind == "c" and dtype.kind != "c":
                    tangent = REGISTRY["_real"](tangent)
                tangent = REGISTRY["_to"](tangent, dtype=dtype)
            if not isinstance(tangent, TensorBase):
                if self.moves or not owns(tangent, moving):
                    tangent = tangent.copy()
                tangent = make(tangent)
            elif not self.view and (tangent._view is not None or any(tangent is m for m in moving)):
                tangent = REGISTRY["clone"](tangent)
            shaped.append(tangent)
        return shaped

    def planned(self, mask: int, count: int, half: bool) -> Any:
        raise NotImplementedError  # set by the declaration


def lost_of(args: Any, state: Any) -> Any:
    """Where an argument without gradient lost its history: what was not recorded here before what has none, and
    either before what came from NumPy."""
    lost = None
    for a in args:
        if not isinstance(a, TensorBase):
            continue
        x = a
        if x._lost is not None and not x._requires_grad:
            if x._lost[0] is FROM_NUMPY:
                if lost is None:
                    lost = x._lost
            elif x._lost[0].endswith(state.unrecorded):
                return x._lost
            elif lost is None or lost[0] is FROM_NUMPY:
                lost = x._lost
    return lost


def any_half(values: Any) -> bool:
    """Whether a payload is of a half type, so that formulas compute in float32."""
    for v in values:
        d = getattr(v, "dtype", F32)
        if d is not F32 and d is not F64 and dtypes.is_half(d):
            return True
    return False


def saved_from(node: Any, args: Any, outs: Any) -> list[Any]:
    """The arguments and results that a node saves, in its order."""
    return [outs[i] if output else args[i] for output, i in node.plan.saves]


def owns(payload: Any, others: Any) -> bool:
    """Whether a result has memory of its own, so that a tangent never aliases another."""
    if type(payload) in (Batched, coo.COO):
        return False
    return payload.base is None and not any(payload is o for o in others)


# -- what the published functions call


OPERANDS = (TensorBase, float, int, complex, np.ndarray, np.generic, Batched)


def operand(x: Any) -> bool:
    """Whether an operator can work with ``x`` though it is none of the usual types."""
    return arrays.is_array(x)
