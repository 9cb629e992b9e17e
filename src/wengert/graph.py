"""The tape: nodes, the values they saved, and where both were made."""

from __future__ import annotations

import itertools
from typing import Any

from . import arrays, errors
from .batched import Batched

_sequence = itertools.count(1).__next__


class Meta:
    """What is known of a payload without keeping it: shape, dtype, device, vmap levels."""

    def __init__(self, payload: Any) -> None:
        self.shape = payload.shape
        self.dtype = payload.dtype
        self.levels = payload.levels if type(payload) is Batched else ()
        self.xp = arrays.xp_of(payload)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def numel(self) -> int:
        n = 1
        for s in self.shape:
            n *= s
        return n

    @property
    def is_complex(self) -> bool:
        return bool(self.dtype.kind == "c")

    @property
    def device(self) -> str:
        return "cpu" if self.xp.__name__ == "numpy" else "cuda"

    def zeros(self) -> Any:
        """A payload of zeros of this shape, dtype and device (without batch: zero is zero for every example)."""
        return self.xp.zeros(self.shape, self.dtype)


class Node:
    """One recorded operation: edges to what it came from, what its formulas need, and where it was made.

    Most fields are None until somebody needs them. ``next`` and ``nrs`` are aligned with the plan's
    differentiable inputs. ``chain`` is set on the node of an in-place write through a view (Note [Writes through
    views]).
    """

    plan: Any
    next: Any
    nrs: Any
    seq: int
    saved: Any
    params: Any
    metas_in: Any
    metas: Any
    shape: Any
    dtype: Any
    levels: Any
    code: Any
    lasti: int
    pre: Any
    retain: Any
    chain: Any
    view_meta: Any
    user: Any
    freed: Any
    vmaps: Any
    base: bool
    half: bool

    def __init__(self, plan: Any, next: Any, nrs: Any) -> None:  # noqa: A002
        self.plan = plan
        self.next = next
        self.nrs = nrs
        self.levels = ()
        self.seq = _sequence()  # after the edges exist: every edge points to a smaller number

    def meta(self, nr: int) -> Any:
        """Shape, dtype and levels of output ``nr``."""
        return self if self.metas is None else self.metas[nr]

    def name(self) -> str:
        """The name torch prints: ``MulBackward0``."""
        return "CopySlices" if self.chain is not None else str(self.plan.op.node_name)

    @property
    def _sequence_nr(self) -> int:
        return int(self.seq)

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dictionary for whatever users want to keep with the node."""
        if self.user is None:
            self.user = {}
        return self.user  # type: ignore[no-any-return]

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """The nodes this one passes gradients to, a pair ``(node, output number)`` per differentiable argument."""
        if self.plan is None:
            return tuple(zip(self.next, self.nrs, strict=True))
        return tuple(self.plan.next_functions(self))

    def _register_hook_dict(self, nr: int, hooks: Any) -> None:
        if self.pre is None:
            self.pre = {}
        self.pre[nr] = hooks

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_saved_", "_raw_saved_")) and self.plan is not None:
            return self.plan.saved_attribute(self, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"<{self.name()} object at {id(self):#x}>"

    def __reduce__(self) -> Any:
        raise TypeError(f"cannot pickle {self.name()!r} object: the graph belongs to this process")


class Accumulator(Node):
    """The end of the tape at a leaf: adds what arrives to ``leaf.grad``. Holds the leaf weakly, the leaf holds it."""

    def __init__(self, ref: Any, payload: Any) -> None:
        Node.__init__(self, None, (), ())
        self.ref = ref
        self.fit(payload)

    def fit(self, payload: Any) -> None:
        """Take shape and dtype from the leaf's memory."""
        self.shape = payload.shape
        self.dtype = payload.dtype
        self.levels = payload.levels if type(payload) is Batched else ()

    def name(self) -> str:
        return "AccumulateGrad"

    @property
    def variable(self) -> Any:
        """The leaf, or None if it is gone."""
        return self.ref()


class Saved:
    """A value kept for backward: the choke point that checks versions.

    It holds the payload and the place on the tape, never the Tensor: a Tensor written in place later points to
    newer nodes, and holding it would tie a knot. An output saved by its own node keeps no edge (``output``).
    """

    node: Any
    nr: int
    leaf: Any
    tans: Any
    base: Any
    output: bool

    def __init__(self, data: Any, storage: Any) -> None:
        self.data = data
        self.storage = storage
        self.version = storage.version

    def raw(self, owner: Any) -> Any:
        """The payload, if nobody has written to it since."""
        if self.storage.version != self.version:
            raise errors.modified(
                self.data.shape, self.data.dtype, str(arrays.device_of(self.data)), owner.name(),
                (owner.code, owner.lasti), self.storage, self.version, self.nr,
                owner.name() if self.output else self.node.name() if self.node is not None else None,
            )  # fmt: skip
        return self.data


if not hasattr(Node, "saved"):  # what a compiled class has from its typed fields
    _fields = "saved params metas_in metas shape dtype code pre retain chain view_meta user freed vmaps"
    for _name in _fields.split():
        setattr(Node, _name, None)
    Node.lasti = -1  # type: ignore[attr-defined]
    Node.half = Node.base = False  # type: ignore[attr-defined]
    Saved.node = Saved.tans = Saved.base = Saved.leaf = None  # type: ignore[attr-defined]
    Saved.nr = 0  # type: ignore[attr-defined]
    Saved.output = False  # type: ignore[attr-defined]
