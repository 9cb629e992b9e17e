"""Selective checkpointing: a policy decides for each operation whether its result is kept or recomputed."""

from __future__ import annotations

import enum
import functools
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ... import errors, ops
from ...arrays import arrays
from ...dispatch.op import Op
from ...dispatch.registry import REGISTRY
from ...ops.nn.adaptive_pool import _adaptive_avg_pool, _adaptive_max_pool
from ...ops.nn.conv import _convolution
from ...ops.nn.pool import _avg_pool, _max_pool
from ...tape.state import local
from ...tape.tensor import Tensor, TensorBase, make
from ...tape.watching import COMPUTES, Tool, attach, compute_with, detach, draw_with
from .. import overrides
from ..generated import nn_functions as functional

ops.declare_all()  # a list may name any of them


class CheckpointPolicy(enum.Enum):
    """What to do with the result of an operation in a checkpointed call.

    - ``MUST_SAVE`` and ``PREFER_SAVE``: keep the result, and do not run the operation again.
    - ``MUST_RECOMPUTE`` and ``PREFER_RECOMPUTE``: run the operation again when the backward pass needs the result.
    - ``MUST_CPU_OFFLOAD`` and ``PREFER_CPU_OFFLOAD``: keep the result in CPU memory and copy it back.

    Nothing here overrules a preference, so ``MUST`` and ``PREFER`` mean the same.

    >>> from wengert.utils.checkpoint import CheckpointPolicy
    >>> CheckpointPolicy.MUST_SAVE
    <CheckpointPolicy.MUST_SAVE: 0>
    """

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


SAVE = (CheckpointPolicy.MUST_SAVE, CheckpointPolicy.PREFER_SAVE)
OFFLOAD = (CheckpointPolicy.MUST_CPU_OFFLOAD, CheckpointPolicy.PREFER_CPU_OFFLOAD)


class SelectiveCheckpointContext:
    """The first argument of a policy, before the operation and its arguments.

    Attributes:
        is_recompute: always False, because the policy is called in the first call only.
        op_output: the result of the operation: a tensor without history, or a tuple of them.

    >>> from wengert.utils.checkpoint import SelectiveCheckpointContext
    >>> SelectiveCheckpointContext(is_recompute=False).op_output is None
    True
    """

    def __init__(self, *, is_recompute: bool, op_output: Any = None) -> None:
        self.is_recompute = is_recompute
        self.op_output = op_output


@functools.cache
def public(op: Op, written: bool) -> Any:
    """The public function of an operation, such as ``wengert.mm``; for an in-place write the method, ``Tensor.mul_``.

    Operations that share a public name are represented by it (``_sum`` by ``wengert.sum``). An operation without a
    public name represents itself.
    """
    short = op.name.strip("_")
    if written:
        for name in (op.inplace_name, short + "_"):
            if hasattr(Tensor, name):
                return getattr(Tensor, name)
    for name in (op.name, short, short.removesuffix("_dim")):
        for space in overrides.SPACES.values():
            if name in space.__all__:
                return getattr(space, name)
    return getattr(Tensor, short, op)


# Public functions that call one operation with other arguments. In a list they stand for that operation.
ROWS = {
    _convolution: "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d",
    _max_pool: "max_pool1d max_pool2d max_pool3d",
    _avg_pool: "avg_pool1d avg_pool2d avg_pool3d",
    _adaptive_max_pool: "adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d",
    _adaptive_avg_pool: "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d",
}


@functools.cache
def listed() -> dict[Any, Any]:
    """The entries that a list of operations may contain, and the function that a policy gets for each."""
    table = {given: given for given in known()}
    table |= {op: public(op, False) for op in REGISTRY.values()}
    for row, names in ROWS.items():
        table |= {getattr(functional, name): public(row, False) for name in names.split()}
    return table


@functools.cache
def known() -> frozenset[Any]:
    """All functions that :func:`public` may return."""
    return frozenset([public(op, written) for op in REGISTRY.values() for written in (False, True)])


SAC_IGNORED_OPS: frozenset[Any] = frozenset(
    [public(op, False) for op in REGISTRY.values() if op.view or op.takes_batched]
)


class _Entry:
    """A kept result: its payload, and the version counter of the tensor made from it."""

    cell: Any = None
    version = 0

    def __init__(self, data: Any, device: str | None) -> None:
        self.data = data
        self.device = device  # the device to copy it back to, if it is kept elsewhere


class _Computing(Tool):
    """Computes operations while it is entered, and passes them on to the tools around it, if there are any."""

    events = COMPUTES

    def __enter__(self) -> Any:
        attach(self)
        self.counts: dict[Any, int] = defaultdict(int)
        return self

    def __exit__(self, *error: object) -> None:
        detach(self)

    def place(self, op: Any, written: bool) -> Any:
        """The operation, and the number of its earlier calls."""
        key = op, written
        self.counts[key] += 1
        return op, written, self.counts[key] - 1

    def drawing(self, draw: Any, args: Any, options: dict[str, Any], outer: tuple[Tool, ...]) -> Any:
        """Random numbers are drawn each time."""
        return draw_with(outer, draw, args, options)


class _Caching(_Computing):
    """The first call: calls the policy and keeps results."""

    def __init__(self, policy: Callable[..., Any], storage: dict[Any, Any]) -> None:
        self.policy = policy
        self.storage = storage
        self.last: Any = ()

    def compute(self, op: Any, args: Any, values: Any, params: Any, written: bool, outer: tuple[Tool, ...]) -> Any:
        out = compute_with(outer, op, args, values, params, written)
        self.last = ()
        if op.view or op.takes_batched or not any([isinstance(a, TensorBase) for a in args]):
            return out
        outs = out if op.multi_output else (out,)
        shown = tuple([make(o) for o in outs])
        state = local.state
        before = state.grad_enabled
        try:
            state.grad_enabled = False
            context = SelectiveCheckpointContext(is_recompute=False, op_output=shown if op.multi_output else shown[0])
            policy = self.policy(context, public(op, written), *args, **(params or {}))
        finally:
            state.grad_enabled = before
        if isinstance(policy, bool):
            policy = CheckpointPolicy.MUST_SAVE if policy else CheckpointPolicy.PREFER_RECOMPUTE
        if not isinstance(policy, CheckpointPolicy):
            raise errors.checkpoint.policy(policy)
        entries = None
        if policy in SAVE:
            entries = tuple([_Entry(o, None) for o in outs])
            self.last = () if written else entries
        elif policy in OFFLOAD:
            entries = tuple([_Entry(arrays.move(o, "cpu"), str(arrays.device_of(o))) for o in outs])
        self.storage[self.place(op, written)] = entries
        return out

    def made(self, tensors: Any) -> None:
        for entry, t in zip(self.last, tensors, strict=False):
            entry.cell = t._wg_cell()
            entry.version = entry.cell.version
        self.last = ()


class _Cached(_Computing):
    """All later calls: kept results are not recomputed."""

    def __init__(self, storage: dict[Any, Any], mutation: bool) -> None:
        self.storage = storage
        self.mutation = mutation
        self.last: Any = ()

    def compute(self, op: Any, args: Any, values: Any, params: Any, written: bool, outer: tuple[Tool, ...]) -> Any:
        self.last = ()
        if op.view or op.takes_batched or not any([isinstance(a, TensorBase) for a in args]):
            return compute_with(outer, op, args, values, params, written)
        place = self.place(op, written)
        if place not in self.storage:
            raise errors.checkpoint.unknown_operation(public(op, written), place[2])
        entries = self.storage[place]
        if entries is None:
            return compute_with(outer, op, args, values, params, written)
        for e in entries:
            if e.cell is not None and e.cell.version != e.version and not self.mutation:
                raise errors.checkpoint.mutated(public(op, written), e.cell)
        walk = local.state.walk
        if walk is not None and not walk.retain_graph:
            self.storage[place] = None  # the backward pass frees what it has used; another one would compute it
        self.last = entries
        outs = tuple([e.data if e.device is None else arrays.move(e.data, e.device) for e in entries])
        return outs if op.multi_output else outs[0]

    def made(self, tensors: Any) -> None:
        """Give a kept result one version counter, however often it is returned."""
        for entry, t in zip(self.last, tensors, strict=False):
            if entry.cell is not None:
                t._wg_storage = entry.cell
        self.last = ()


def create_selective_checkpoint_contexts(policy_fn_or_list: Any, allow_cache_entry_mutation: bool = False) -> Any:
    """A ``context_fn`` of :func:`checkpoint` that keeps the results of some operations and recomputes the rest.

    Pass it as ``context_fn=functools.partial(create_selective_checkpoint_contexts, policy)``.

    Args:
        policy_fn_or_list: a function, or a list of operations whose results are kept. A function is called during the
            first call with a :class:`SelectiveCheckpointContext`, the operation and its arguments. It returns a
            :class:`CheckpointPolicy`; True means ``MUST_SAVE``, and False means ``PREFER_RECOMPUTE``. An operation is
            given as its public function, ``wengert.mm``, or for in-place operations ``wengert.Tensor.mul_``. The
            operations are those that ``grad_fn`` shows: ``nn.functional.layer_norm`` is composed of others, and the
            policy gets each of these. Views cost nothing and are left out.
        allow_cache_entry_mutation: do not raise an error if a kept result was overwritten.

    Returns:
        two context managers, for the first call and for the recomputations.

    Raises:
        TypeError: if ``policy_fn_or_list`` is neither a function nor a list.
        ValueError: if an entry of the list is not an operation, or is composed of other operations.
        RuntimeError: (in the backward pass) if the function runs other operations than the first time, or if a kept
            result was overwritten.

    >>> import functools
    >>> import wengert
    >>> from wengert.utils.checkpoint import checkpoint, create_selective_checkpoint_contexts
    >>> context_fn = functools.partial(create_selective_checkpoint_contexts, [wengert.mm])
    >>> x = wengert.ones(2, 2, requires_grad=True)
    >>> y = checkpoint(lambda x: wengert.mm(x, x).exp(), x, use_reentrant=False, context_fn=context_fn)
    >>> y.sum().backward()  # recomputes exp, but not mm
    >>> x.grad[0, 0]
    tensor(29.5562)
    """
    if isinstance(policy_fn_or_list, (list, tuple, set, frozenset)):
        for op in policy_fn_or_list:
            if not callable(op) or op not in listed():
                raise errors.checkpoint.not_an_operation(op, getattr(op, "__name__", None))
        operations = frozenset([listed()[op] for op in policy_fn_or_list])

        def policy(ctx: Any, op: Any, *args: Any, **kwargs: Any) -> CheckpointPolicy:
            return CheckpointPolicy.MUST_SAVE if op in operations else CheckpointPolicy.PREFER_RECOMPUTE
    elif callable(policy_fn_or_list):
        policy = policy_fn_or_list
    else:
        raise errors.checkpoint.not_a_policy(policy_fn_or_list)
    storage: dict[Any, Any] = {}
    return _Caching(policy, storage), _Cached(storage, allow_cache_entry_mutation)
