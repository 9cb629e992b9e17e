"""Views: the base of each, and the chain of view operations that leads from it.

A view shares the memory of its base, so a write to either is a write to both. The history of a view is made again after
such a write: its chain is replayed on the base. What links a tensor to its base is in tensor.py.
"""

from __future__ import annotations

from typing import Any

from .. import errors
from ..arrays import objects, sites

# How a view was made. Only a DEFAULT view may be written while recording. INPUT is an argument that a transform passes
# to its function. CUSTOM and MULTI_CUSTOM are results of Functions.
DEFAULT, MULTI_OUTPUT, NO_GRAD, INFERENCE, INPUT, CUSTOM, MULTI_CUSTOM = range(7)
UNRECORDED = -1  # the version of a view whose history is made when it is first used: no memory has this version
LONG = 8  # view operations from which a chain is gathered: replaying it after a write then takes no longer


class View:
    """How a tensor is a view: its base, the chain of view operations, and the version that its history belongs to.

    ``chain`` is a tuple of ``(op, params, output)``. Replaying it on the base gives the view again. It starts from the
    strides of ``root``: Note [Tensors that are given other strides]. ``held`` lists the levels at which the tangent
    does not come from the base: Note [Where tangents hang].
    """

    base: Any
    root: Any
    chain: Any
    version: int
    kind: int
    held: Any
    code: Any
    lasti: int

    def refusal(self, t: Any, op: str | None) -> Exception:
        """The error for a write to ``t``, this view, by ``op``. If ``op`` is None, for its use after another write."""
        if self.kind == INPUT:
            return errors.writes.leaf_in_place(str(op))
        if self.kind >= CUSTOM:
            maker = t._wg_node._wg_name() if t._wg_node is not None else "a Function"
            return errors.writes.custom_view(t._wg_output_nr, maker, self.kind == MULTI_CUSTOM, op)
        made_by, _, nr = self.chain[-1]
        mode = {NO_GRAD: "no_grad", INFERENCE: "inference_mode"}.get(self.kind)
        made = (self.code, self.lasti)
        return errors.writes.forbidden_view(mode, max(nr, 0), made_by.torch_names.node, made, op, t._wg_storage)

    def same(self, other: Any) -> bool:
        """Whether two views show the same elements of the same base, as their chains say."""
        return self.base is other.base and self.chain == other.chain and same_strides(self.root, other.root)

    def extend(self) -> None:
        """Let the chain start from the strides that the base has now."""
        root, payload = self.root, self.base._wg_data
        self.root = payload
        if root is not payload and not same_strides(root, payload):
            step = _way_back(payload, root)
            if step is not None:
                self.chain = (step, *self.chain)
                self.held = tuple([(k, owner, start + 1) for k, owner, start in self.held])

    def hanger(self, t: Any, level: int) -> Any:
        """The tensor that owns the tangent of ``t``, this view, at ``level``, and the view chain from it to ``t``."""
        for k, owner, start in self.held:
            if k == level:
                return holder(t, level, owner), self.chain[start:]
        return self.base, self.chain

    def handed_on(self, t: Any) -> Any:
        """The ``held`` of a view of ``t``, this view."""
        return tuple([(k, t if owner is None else owner, start) for k, owner, start in self.held])

    def tangents(self, t: Any, from_base: Any) -> Any:
        """The tangents of ``t``, this view, given those that the base gives it."""
        tans = dict(from_base or {})
        for level, owner, start in self.held:
            tangent = tangent_of(holder(t, level, owner), level)
            if tangent is not None:
                tans[level] = read(tangent, self.chain[start:])
            else:
                tans.pop(level, None)
        return tans


def viewing(base: Any, root: Any, chain: Any, version: Any, kind: Any, held: Any = (), site: Any = None) -> View:
    """A :class:`View` with these fields. ``site`` is the line that is running, if it is known."""
    view = objects.blank(View)
    view.base = base
    view.root = root
    view.chain = chain
    view.version = version
    view.kind = kind
    view.held = held
    if kind:
        view.code, view.lasti = sites.site() if site is None else site
    return view  # type: ignore[no-any-return]


def same_strides(a: Any, b: Any) -> bool:
    """Whether two payloads have the same shape and strides."""
    return tuple(a.shape) == tuple(b.shape) and tuple(a.strides) == tuple(b.strides)


def has_all(payload: Any, old: Any) -> bool:
    """Whether a payload shows all elements that ``old`` shows of the same memory, and strides can say where."""
    return same_strides(payload, old) or _way_back(payload, old) is not None


def holder(t: Any, level: int, owner: Any) -> Any:
    """The tensor that an entry of ``held`` refers to, for the view ``t``: Note [Tensors that become views]."""
    while owner is not None:
        t, owner = owner, next(next_owner for k, next_owner, _ in owner._wg_view.held if k == level)
    return t


def tangent_of(t: Any, level: int) -> Any:
    """The tangent of a tensor at one level, or None."""
    return None if t._wg_tangents is None else t._wg_tangents.get(level)


# Note [Where tangents hang]
# --------------------------
# ``make_dual(x, t)`` shares the memory of ``x`` and is recorded as a view of it. A write to either is a write to both,
# and both take its history. But ``t`` is the tangent of the dual only, and of views of the dual. At such a level the
# tangent of a view is not a part of its base's tangent, so the view notes whose tangent it is a part of. ``held`` has
# entries ``(level, tensor, start)``: the chain from ``start`` on leads from that tensor to the view. None means the
# view itself, because a reference to itself would keep it alive. The primal that ``unpack_dual`` returns is such a
# view, without a tangent.


def replay(p: Any, chain: Any) -> Any:
    """Run a chain of view operations on a payload or tensor with the memory layout of the base."""
    for op, params, nr in chain:
        p = op.on(p, None, params)
        if nr >= 0:
            p = p[nr]
    return p


def read(p: Any, chain: Any) -> Any:
    """Apply a chain of view operations to a cotangent or tangent, whose memory layout may differ from the base's.

    An operation that depends on the layout may return a copy (``elsewhere`` on its row).
    """
    for op, params, nr in chain:
        elsewhere = op.options.get("elsewhere")
        p = op.apply((p,), params) if elsewhere is None else elsewhere[0](p, **(params or {}))
        if nr >= 0:
            p = p[nr]
    return p


def gathered(t: Any) -> Any:
    """The chain of ``t``, a view, as one view operation."""
    return _gather(t)


def set_strided(gather: Any, way_back: Any) -> None:
    """Set what the tables provide: a function that makes one view operation of many in the chain of a view, and one
    that gives the view operation from a payload to another with other strides in the same memory.
    """
    global _gather, _way_back
    _gather, _way_back = gather, way_back


_gather: Any = None
_way_back: Any = None
