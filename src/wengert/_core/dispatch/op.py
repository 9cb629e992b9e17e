"""How an operation is called: compute on payloads, record on tensors.

An :class:`Op` is a kernel and its formulas (``docs/design/0001-declaring-an-operation.md``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import compiled, errors
from ..arrays import dtypes, layouts, objects, sites
from ..arrays.batched import Batched, levels_of
from ..tape import saving
from ..tape.collector import hides
from ..tape.counting import next_number
from ..tape.history import History, Kind
from ..tape.node import SHAPES, Node, any_sparse, hide, lone_meta, meta_of
from ..tape.saved_hooks import report_node
from ..tape.state import duals, local
from ..tape.tensor import Tensor, TensorBase, link_view, link_views, make, payload_of, remember, sync
from ..tape.watching import OPERATION, compute, computing, made, observed
from .formula_names import takes_gradient
from .kernel import Kernel
from .plan import Formula, Plan
from .primitives import primitives
from .tangents import set_tangents

F32, F64, I64, BOOL = dtypes.F32, dtypes.F64, dtypes.I64, dtypes.BOOLEAN
FREE, ROWS, COMMON = layouts.FREE, layouts.ROWS, layouts.COMMON  # Note [Layout of results]
ndarray = np.ndarray
HIDES: bool = hides  # Note [The tape and the collector]
COMPILED: bool = compiled.active
FIRST, FIRSTS = (0,), (0, 0)  # output numbers of one edge and of two: nearly all operations have one output

INTEGER, NOT_DIFFERENTIABLE, FROM_NUMPY = Kind.INTEGER, Kind.NOT_DIFFERENTIABLE, Kind.FROM_NUMPY
NUMBERS = (float, int, complex, np.generic)
# Few plans are kept for so many arguments or more: concatenating a list that grows would keep one for every length.
MANY_ARGUMENTS, KEPT_PLANS = 64, 16


class Op(Kernel):
    """One operation. Call it with arrays positional and parameters by keyword.

    What a family gives it are functions in fields. ``declare/row.py`` makes operations.
    """

    nondiff: frozenset[str]
    sparse: Any  # True if the kernel takes them, else a rule of (args, params)
    onto: Any  # writes into the first argument (Note [Writes without a copy])
    forward_rule: Any  # forward mode: a function of a ForwardCall (tangents.py)
    formulas: dict[str, Formula]
    differentiable_mask: int  # the arguments that have a formula, as bits
    differentiable: bool
    flat: bool  # whether no formula names a cotangent or another formula
    scalars: tuple[int, ...]  # the arguments for which torch has an overload that takes a number
    scalar_mask: int  # the same as bits
    torch_names: Any  # what torch calls nodes and what they save (declare/torch_names.py)
    make_plan: Any  # a function of (op, mask, count, half)
    plans: dict[Any, Plan]
    last_plan: Any  # the one used last
    fast_plans: list[Any]  # by the masks of one or two arguments: plans for :meth:`on`
    on_count: int  # how many arguments, if :meth:`on` takes so many, else -1
    shown_name: str  # what errors call it
    inplace_name: str  # what errors call a write

    def __init__(self, kernel: Any, family: str, formulas: dict[str, Formula], options: dict[str, Any],
                 forward_rule: Any, batch_rule: Any) -> None:  # fmt: skip
        Kernel.__init__(self, kernel, family, options, batch_rule)
        self.__name__ = self.__qualname__ = self.name
        self.__module__ = kernel.__module__
        self.__doc__ = kernel.__doc__
        self.nondiff = frozenset((options.get("nondiff") or "").split())
        self.sparse = options.get("sparse")
        self.onto = options.get("onto")
        self.forward_rule = forward_rule
        self.formulas = formulas
        self.differentiable_mask = sum(1 << i for i, n in enumerate(self.arrays) if n in formulas and n != self.group)
        if self.group in formulas:
            self.differentiable_mask |= -1 << self.count
        if formulas:
            self.promoted_mask = self.differentiable_mask
        self.differentiable = bool(formulas)
        self.flat = not any(takes_gradient(f.names) for f in formulas.values())
        self.scalars = ()
        self.plans = {}
        self.last_plan = None
        self.scalar_mask = 0
        self.fast_plans = [None] * 16
        self.on_count = self.count if self.group is None and 1 <= self.count <= 2 and not self.multi_output else -1
        self.shown_name = self.name.lstrip("_")
        self.inplace_name = self.shown_name + "_"

    def bit(self, i: int) -> int:
        """``1 << i`` if argument ``i`` has a formula, else 0."""
        return self.differentiable_mask & 1 << i

    def called(self, args: Any, params: Any) -> Any:
        given: Any = None
        if self.params:
            if params is None:
                given = self.defaults
            else:
                given = {**self.defaults, **params} if self.defaults and len(params) < len(self.params) else params
        elif params is not None:
            raise TypeError(
                f"{self.name}() got an unexpected keyword argument {next(iter(params))!r}. Check its spelling."
            )
        if args and type(args[0]) is ndarray:
            return self.on_arrays(args, given)
        if len(args) == self.on_count:
            return self.on(args[0], None if len(args) == 1 else args[1], given)
        return self.apply(args, given)

    # -- recording

    def on(self, x: Any, y: Any = None, params: Any = None) -> Any:
        """:meth:`apply` for one or two arguments.

        The common call: plain tensors of one float dtype, or one tensor and a number, or a view, of any dtype; one
        result, and no tool. Every other call goes to :meth:`apply`. All checks of arguments stand here in one piece,
        because calling a part takes Python as long as the part itself.
        """
        state = local.state
        number = 0  # which argument is a number, from 1
        if type(x) is Tensor:
            p = x
        else:
            if type(y) is not Tensor or (type(x) is not float and type(x) is not int) or self.view or self.fits:
                return self.unusual(x, y, params)
            number = 1
            p = y
        if state.tools is not None:
            return self.unusual(x, y, params)
        if p._wg_view is not None:
            sync(p)
        first: Any = p._wg_data  # the payloads
        second: Any = None
        if type(first) is not ndarray or p._wg_tangents is not None:
            return self.unusual(x, y, params)
        a = first
        dtype = a.dtype
        if dtype is not F32 and dtype is not F64 and not self.view:
            return self.unusual(x, y, params)
        mask = 1 if p._wg_requires_grad else 0
        lost = None if mask else p._wg_lost
        if number:
            first, second = x, first
            mask += mask
        elif y is not None:
            if type(y) is Tensor:
                q = y
                if q._wg_view is not None:
                    sync(q)
                second = q._wg_data
                if type(second) is not ndarray or q._wg_tangents is not None:
                    return self.unusual(x, y, params)
                b = second
                if b.dtype is not dtype:
                    return self.unusual(x, y, params)
                if q._wg_requires_grad:
                    mask += 2
                elif q._wg_lost is not None and q._wg_lost is not lost:
                    lost = q._wg_lost if lost is None else graver(lost, q._wg_lost, state)
            elif (type(y) is int or (type(y) is float and not self.fits)) and self.count == 2:
                number = 2
                second = y
            else:
                return self.unusual(x, y, params)
        elif self.count != 1:
            return self.unusual(x, y, params)
        recorded = mask != 0 and state.grad_enabled
        plan = self.fast_plans[mask + ((number & self.scalar_mask) << 2) if number else mask] if recorded else None
        if (plan is None) if recorded else self.multi_output:
            return self.unusual(x, y, params)
        out = self.compute_pair(first, second, params)
        if out is None:
            return self.unusual(x, y, params)
        if plan is None:
            t = result_of(out, state)
            if mask or self.view or lost is not None or state.transforms or state.inference:
                self.finish_unrecorded(t, x, params, lost, mask != 0, state)
            else:
                t._wg_requires_grad = False
                t._wg_lost = None
            return t
        a = out
        if a.dtype is not dtype and not dtypes.is_inexact(a.dtype):
            return self.unusual(x, y, params)
        t = self.finish_pair(a, x, y, params, plan, state)
        if lost is not None:
            node = t._wg_node
            node._wg_lost = lost
        return t

    def finish_pair(self, out: Any, x: Any, y: Any, params: Any, plan: Any, state: Any) -> Any:
        """Record the one result that :meth:`on` has computed: its tensor, its node, and what that saves."""
        node = objects.blank(Node)
        edges = plan.edges
        two = len(edges) == 2
        if two:
            p = x
            q = y
            both = (
                p._wg_node if p._wg_node is not None else p._wg_grad_accumulator or p._wg_accumulator(),
                q._wg_node if q._wg_node is not None else q._wg_grad_accumulator or q._wg_accumulator(),
            )
            nrs = FIRSTS
            if p._wg_output_nr or q._wg_output_nr:
                nrs = (p._wg_output_nr, q._wg_output_nr)
                if not HIDES:
                    nrs = SHAPES[nrs]
            record(node, plan, both, nrs, params, 5)
        else:
            p = y if edges[0] else x
            one = (p._wg_node if p._wg_node is not None else p._wg_grad_accumulator or p._wg_accumulator(),)
            record(node, plan, one, (p._wg_output_nr,) if p._wg_output_nr else FIRST, params, 5)
        node.shape = out.shape if HIDES else SHAPES[out.shape]
        node.dtype = out.dtype
        if plan.metas:
            node.metas_in = lone_meta(p._wg_data) if y is None else metas_of(plan.metas, (payload_of(x), payload_of(y)))
        t = objects.new(Tensor)  # as in result_of, for the uncompiled build
        t._wg_data = out
        t._wg_node = node
        t._wg_output_nr = 0
        t._wg_requires_grad = True
        t._wg_view = t._wg_tangents = t._wg_storage = None
        if state.vmap:
            remember(t, state.vmap)
        if self.view:
            link_view(t, x, (self, params, -1), None, state)
        if plan.crossed:
            node._wg_saved = (saving.save(y), saving.save(x))
        elif plan.keeps:
            keeps = plan.keeps
            if len(keeps) > 1:
                node._wg_saved = saved_values(keeps, x, y, t, node)
            elif keeps[0] < 0:
                node._wg_saved = (saving.save_output(t, 0, node),)
            else:
                lone = y if keeps[0] else x
                node._wg_saved = (saving.save(lone) if type(lone) is Tensor else lone,)
        if HIDES:
            hide(node)
        return t

    def finish_unrecorded(self, t: Any, x: Any, params: Any, lost: Any, needs: bool, state: Any) -> None:
        """Say of the one result ``t`` of an operation on ``x`` why it has no node. ``needs``: an argument requires
        grad."""
        t._wg_requires_grad = False
        if self.view and isinstance(x, TensorBase):
            link_view(t, x, (self, params, -1), None, state)
        else:
            if state.transforms:
                remember(t, state.transforms)
            if state.inference:
                t._wg_cell().inference = True
        if needs:
            self.lose(t, state)
        else:
            self.inherit(t, lost, state)

    def unusual(self, x: Any, y: Any, params: Any) -> Any:
        """:meth:`on` for any other call."""
        args = (x,) if self.count == 1 else (x, y)
        return self.on_arrays(args, params) if type(x) is ndarray else self.apply(args, params)

    def on_arrays(self, args: Any, params: Any) -> Any:
        """:meth:`apply` where the first argument is an array. Formulas nearly always call with arrays alone."""
        out = self.compute_plain(list(args), params) if local.state.tools is None else None
        return self.apply(args, params) if out is None else out

    def apply(self, args: Any, params: Any, reported: bool = False) -> Any:
        """Compute on payloads; where an argument is a tensor, return tensors and record what needs recording.

        ``reported``: the call has been reported to the tools.
        """
        state = local.state
        tools = state.tools
        if tools is not None and tools.calls is not None and not reported:
            return observed(tools.calls, OPERATION, self, args, params, self.apply, args, params, True)
        values: list[Any] = []
        seen = False
        given = False  # what is no tensor
        lost = None
        mask = 0
        bit = 1
        for a in args:
            if isinstance(a, TensorBase):
                x = a
                seen = True
                if x._wg_view is not None:
                    sync(x)
                if x._wg_requires_grad:
                    mask |= bit
                elif x._wg_lost is not None and x._wg_lost is not lost:
                    lost = x._wg_lost if lost is None else graver(lost, x._wg_lost, state)
                values.append(x._wg_data)
            else:
                given = True
                values.append(a)
            bit += bit
        by = None if tools is None else computing(state)
        out = None
        if by is None:
            out = self.compute_plain(values, params)
            if out is None:
                out = self.compute_aligned(values, params)
        if out is None:
            if seen and (given or self.rounded):
                params = self.settle(args, values, params)
                args = restated(args, values)
            if self.sparse is not True and any_sparse(values):
                return self.on_sparse(args, params)
            if by is None:
                out = self.compute_general(values, params)
            else:
                out = compute(state, by, self, args, values, params, False)
        if not seen:
            return out
        if self.multi_output:
            return self.finish_many(out, args, values, params, mask, lost)
        if type(out) is Batched:
            check_running(self.name, out, state)
        t = result_of(out, state)
        if by is not None:
            made(by, (t,))
        dtype = out.dtype
        wanted = mask & self.differentiable_mask
        if wanted and state.grad_enabled and (dtype is F32 or dtype is F64 or dtypes.is_inexact(dtype)):
            node = self.node(args, values, params, wanted)
            node._wg_lost = lost
            self.finish_recorded(t, node, args, params, state)
            return t
        self.finish_unrecorded(t, args[0], params, lost, mask != 0, state)
        if duals:
            set_tangents(self, args, params, (t,))
        return t

    def finish_recorded(self, t: Any, node: Any, args: Any, params: Any, state: Any) -> None:
        """Give the one result ``t`` its node and its tangents, and the node what it saves."""
        node._wg_fit(t._wg_data)
        t._wg_node = node
        t._wg_requires_grad = True
        if self.view:
            link_view(t, args[0], (self, params, -1), None, state)
        if duals:
            set_tangents(self, args, params, (t,))
        self.save(node, args, (t,))
        tools = state.tools
        if tools is not None and tools.recording:
            report_node(tools, node, saved_from(node, args, (t,)))
        if HIDES:
            hide(node)

    def on_sparse(self, args: Any, params: Any) -> Any:
        """The operation where an argument is sparse: in other operations, on the values (``ops/sparse``)."""
        if self.sparse is None:
            raise errors.sparse.no_rule(self.name, args)
        return primitives.in_layout_of(self.sparse(args, params), args)

    def finish_many(self, out: Any, args: Any, values: Any, params: Any, mask: int, lost: Any) -> Any:
        """The tensors of several results, recorded if need be. ``mask``: the arguments that require grad, as bits."""
        state = local.state
        ts: Any = []
        special = state.transforms or state.inference
        for o in out:
            if type(o) is Batched:
                check_running(self.name, o, state)
            ts.append(make(o) if special else result_of(o, state))
        ts = tuple(ts)
        tools = state.tools
        by = None if tools is None else computing(state)
        if by is not None:
            made(by, ts)
        node = None
        live: list[bool] = []
        wanted = mask & self.differentiable_mask
        if wanted and state.grad_enabled:
            live = self.live(out)
            if True in live:
                node = self.node(args, values, params, wanted)
                node._wg_metas = tuple([meta_of(o) for o in out])
                node._wg_lost = lost
        if mask:
            for k, o in enumerate(ts):
                t = o
                if node is not None and live[k]:
                    t._wg_node = node
                    t._wg_output_nr = k
                    t._wg_requires_grad = True
                else:
                    self.lose(t, state, node)
        elif lost is not None:
            for t in ts:
                self.inherit(t, lost, state)
        if self.view and isinstance(args[0], TensorBase):
            site = sites.site(4) if node is None else (node._wg_code, node._wg_lasti)
            link_views(ts, args[0], self, params, site, state)
        if duals:
            set_tangents(self, args, params, ts)
        if node is not None:
            self.save(node, args, ts)
            if tools is not None and tools.recording:
                report_node(tools, node, saved_from(node, args, ts))
            if HIDES:
                hide(node)
        return ts

    def live(self, out: Any) -> list[bool]:
        """Which of several results carry a gradient."""
        if self.view and out:
            d = dtype_of(out[0])
            return [d is F32 or d is F64 or dtypes.is_inexact(d)] * len(out)
        named = len(self.outputs) == len(out)
        carry = []
        for k, o in enumerate(out):
            d = dtype_of(o)
            inexact = d is F32 or d is F64 or (d is not I64 and dtypes.is_inexact(d))
            carry.append(inexact and not (named and self.outputs[k] in self.nondiff))
        return carry

    def lose(self, t: Any, state: Any, node: Any = None) -> None:
        """Remember why this result does not require grad though an argument does; ``node`` records other results."""
        kind, detail = NOT_DIFFERENTIABLE, None
        dtype = t._wg_data.dtype
        if dtype is I64 or (dtype is not F32 and dtype is not F64 and not dtypes.is_inexact(dtype)):
            kind, detail = INTEGER, dtype
        elif not self.flat and not state.grad_enabled:
            kind, detail = state.unrecorded.kind, state.unrecorded
        site = sites.site() if node is None else (node._wg_code, node._wg_lasti)
        t._wg_lost = History(kind, self.shown_name, site, detail)

    def inherit(self, t: Any, lost: Any, state: Any) -> None:
        """Inherit how an argument lost its history, if one did."""
        if (
            lost is not None
            and lost.detail is state.unrecorded
            and (self.flat or not dtypes.is_inexact(t._wg_data.dtype))
        ):
            lost = History(NOT_DIFFERENTIABLE, self.name, lost.site)
        t._wg_lost = lost

    def plan(self, mask: int, count: int, half: bool = False) -> Any:
        """How nodes differentiate the arguments in ``mask``, of ``count``; overloads have bits above those.

        ``half``: an argument is of a half type.
        """
        plan = self.plans.get((mask, count, half))
        if plan is None:
            plan = self.make_plan(self, mask, count, half)
            if count >= MANY_ARGUMENTS:
                long = [key for key in self.plans if key[1] >= MANY_ARGUMENTS]
                if len(long) >= KEPT_PLANS:
                    del self.plans[long[0]]  # the oldest
            self.plans[(mask, count, half)] = plan
            if count == self.count <= 2 and not (half or self.multi_output or self.group):
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

    def node(self, args: Any, values: Any, params: Any, mask: int, base: Any = None) -> Any:
        """A node with its edges; what it saves comes later, when the tangents of the results are known.

        ``mask``: the arguments that are differentiated, as bits. ``base`` is the edge that stands in for the first
        argument's when a view is written.
        """
        count = len(args)
        half = not self.view and any_half(values)
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
            at = x._wg_node
            next_nodes.append(at if at is not None else x._wg_grad_accumulator or x._wg_accumulator())
            next_output_nrs.append(x._wg_output_nr)
        node = objects.blank(Node)
        nrs = tuple(next_output_nrs)
        record(node, plan, tuple(next_nodes), nrs if HIDES else SHAPES[nrs], params, 5)
        if plan.metas:
            node.metas_in = metas_of(plan.metas, values)
        return node

    def save(self, node: Any, args: Any, outs: Any) -> None:
        """Keep what the formulas of this node name."""
        plan = node._wg_plan
        saves = plan.saves
        if not saves:
            return
        kept = []
        for output, i in saves:
            if output:
                kept.append(saving.save_output(outs[i], i, node))
            else:
                a = args[i]
                kept.append(saving.save(a) if isinstance(a, TensorBase) else saving.save_payload(a))
        node._wg_saved = tuple(kept)


def result_of(out: Any, state: Any) -> Any:
    """A tensor on the one result of an operation, without history so far."""
    t = objects.new(Tensor)
    t._wg_data = out
    t._wg_output_nr = 0
    t._wg_view = t._wg_tangents = t._wg_storage = None  # set on the instance: class attributes are slower to read
    if state.vmap:
        remember(t, state.vmap)
    return t


def saved_values(keeps: Any, x: Any, y: Any, t: Any, node: Any) -> Any:
    """What :meth:`Op.on` saves: its first argument (0), its second (1) or its result (-1)."""
    found: list[Any] = []
    for i in keeps:
        if i < 0:
            found.append(saving.save_output(t, 0, node))
        else:
            a = y if i else x
            found.append(saving.save(a) if type(a) is Tensor else a)
    return tuple(found)


def metas_of(which: Any, payloads: Any) -> Any:
    """The properties of some payloads that a node keeps."""
    if len(which) == 1 and type(payloads[which[0]]) is ndarray:
        return lone_meta(payloads[which[0]])
    metas: list[Any] = []  # no comprehension: before Python 3.12 it would make the caller's variables slow to read
    for i in which:
        metas.append(meta_of(payloads[i]))  # noqa: PERF401
    return tuple(metas)


def restated(args: Any, values: Any) -> Any:
    """The arguments with the numbers that ``settle`` has put in their place."""
    return tuple([a if isinstance(a, TensorBase) else v for a, v in zip(args, values, strict=True)])


def record(node: Any, plan: Any, next_nodes: Any, next_output_nrs: Any, params: Any, frames: int = 3) -> None:
    """Place a new node on the tape: its edges, the line that is running, and its number.

    Every node of an operation, a Function or a checkpoint is placed here; only the ends of the tape place themselves.
    ``frames`` spares the uncompiled build a part of the search for the line: so many are wengert's own, at least.
    """
    node._wg_plan = plan
    node._wg_next = next_nodes
    node._wg_next_output_nrs = next_output_nrs
    if plan is not None:
        node.levels = ()
        if params is not None:
            node._wg_params = params
    frame = sites.frame(frames)
    node._wg_code = frame.f_code
    node._wg_lasti = frame.f_lasti
    node._wg_sequence_nr = next_number()  # the edges exist: every edge points to a smaller number


def check_running(op: str, payload: Any, state: Any) -> None:
    """Refuse to make a tensor with a batch whose vmap has ended: one has escaped from the function that was mapped.

    A backward pass computes on such batches, and sums them where it leaves the vmap.
    """
    levels = levels_of(payload)
    if levels != state.vmap and state.walk is None:
        for level in levels:
            if level not in state.vmap:
                raise errors.vmap.ended(op)


def lost_of(args: Any, state: Any) -> Any:
    """How an argument that requires no grad lost its history: the gravest of all."""
    lost = None
    for a in args:
        if not isinstance(a, TensorBase):
            continue
        x = a
        found = x._wg_lost
        if found is None or found is lost or x._wg_requires_grad:  # tensors inherit the very same record
            continue
        lost = found if lost is None else graver(lost, found, state)
    return lost


def graver(lost: Any, found: Any, state: Any) -> Any:
    """Which of two losses tells more; the first, where both tell as much.

    A loss to the mode that disables recording here comes first, then any other, and last what came from NumPy.
    """
    if lost.detail is state.unrecorded:
        return lost
    if found.detail is state.unrecorded or (lost.kind is FROM_NUMPY and found.kind is not FROM_NUMPY):
        return found
    return lost


def dtype_of(v: Any) -> Any:
    """The dtype of a payload; float32 for a number."""
    if type(v) is ndarray:
        a = v
        return a.dtype
    return getattr(v, "dtype", F32)


def any_half(values: Any) -> bool:
    """Whether a payload is of a half type, so that formulas compute in float32."""
    for v in values:
        d = dtype_of(v)
        if d is not F32 and d is not F64 and d is not I64 and d is not BOOL and dtypes.is_half(d):
            return True
    return False


def saved_from(node: Any, args: Any, outs: Any) -> list[Any]:
    """The arguments and results that a node saves, in its order."""
    return [outs[i] if output else args[i] for output, i in node._wg_plan.saves]
