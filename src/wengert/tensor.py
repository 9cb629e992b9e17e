"""Tensors: a payload, a place on the tape, and the rules of views and histories.

``TensorBase`` holds the fields (compiled, it is a C struct); the public ``Tensor`` is a Python class on top of it, to
which the
operations publish their methods. Test with ``isinstance(x, TensorBase)``.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

import numpy as np

from . import arrays, dtypes, errors, native
from .graph import Accumulator, Node, Saved
from .modes import local
from .storage import Storage

if TYPE_CHECKING:
    from .faces.tensor import Methods  # a stub of what the rule tables and methods.py attach
else:
    Methods = object

DEFAULT, MULTI_OUTPUT, NO_GRAD, CUSTOM = range(
    4
)  # how a view was made; only DEFAULT ones may be written when recording


class View:
    """How a tensor is a view: its base, the view operations that lead there, and the version its history is of.

    ``chain`` is a tuple of ``(op, params, output)``; replaying it on the base gives the view again.
    """

    def __init__(self, base: Any, chain: Any, version: Any, kind: Any) -> None:
        self.base = base
        self.chain = chain
        self.version = version
        self.kind = kind
        self.code: Any
        self.lasti: int
        self.code, self.lasti = native.site() if kind else (None, -1)


class TensorBase:
    """The fields of a tensor and what the core does with them."""

    _data: Any
    _node: Node | None
    _nr: int
    _rg: bool
    _grad: Tensor | None
    _storage: Any
    _view: Any
    _tans: Any
    _acc: Any
    _lost: Any
    _hooks: Any
    _retains: bool

    # -- memory

    def _cell(self) -> Any:
        """The storage shared by all aliases of this memory, made when first needed."""
        if self._storage is None:
            self._storage = Storage()
        return self._storage

    # -- history

    def _sync(self) -> None:
        """Replay a view on its base if the memory was written since its history was made."""
        view = self._view
        version = self._storage.version
        if view is None or view.version == version:
            return
        view.version = version
        base = view.base
        if base._view is not None:  # Note [Tensors that become views]
            base = view.base = base._view.base
        if view.kind == CUSTOM:
            return  # its history is the function's
        if base._rg or base._tans is not None:
            state = local.state
            before, state.grad_enabled = state.grad_enabled, True
            try:
                fresh = replay(base, view.chain)
            finally:
                state.grad_enabled = before
            if self._retains and self._node is not None and self._node.retain is not None and fresh._node is not None:
                fresh._node.retain = {fresh._nr: self._node.retain.pop(self._nr)}
            self._hooks = None  # they stay with the value they were registered on
            self._node, self._nr, self._rg, self._tans = fresh._node, fresh._nr, fresh._rg, fresh._tans

    def _edge(self) -> Any:
        """``(node, output number)`` that receives this tensor's gradient."""
        if self._node is not None:
            return self._node, self._nr
        return self._accumulator(), 0

    def _accumulator(self) -> Any:
        if self._acc is None:
            self._acc = Accumulator(weakref.ref(self), self._data)
        return self._acc

    def _why(self, kind: str) -> None:
        """Remember that and where history was lost."""
        self._lost = (kind, native.site())

    @property
    def grad_fn(self) -> Node | None:
        """The node that made this tensor; None for a leaf."""
        self._refresh()
        return self._node

    @property
    def requires_grad(self) -> bool:
        """Whether gradients flow to this tensor."""
        self._refresh()
        return bool(self._rg)

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Change, in place, whether gradients are accumulated for this leaf.

        Raises:
            RuntimeError: for a non-leaf asked to stop, or a dtype that is not floating point or complex.
        """
        self._refresh()
        if requires_grad:
            if not dtypes.is_inexact(self._data.dtype):
                raise errors.requires_grad_dtype()
            self._rg = True
        elif self._node is not None:
            raise errors.change_non_leaf()
        else:
            self._rg = False
        return self

    @property
    def is_leaf(self) -> bool:
        """True for tensors that nothing recorded made."""
        self._refresh()
        return self._node is None

    @property
    def output_nr(self) -> int:
        """Which output of ``grad_fn`` this tensor is."""
        self._refresh()
        return int(self._nr)

    def _refresh(self) -> None:
        if self._view is not None:
            self._sync()

    # -- views and versions

    @property
    def _version(self) -> int:
        return int(self._cell().version)

    @property
    def _base(self) -> Tensor | None:
        return None if self._view is None else self._view.base

    def _is_view(self) -> bool:
        return self._view is not None

    # -- gradients

    @property
    def grad(self) -> Tensor | None:
        """The accumulated gradient; None until a backward reaches this tensor."""
        if self._grad is None and not self._retains and self._node is not None:
            errors.warn(
                "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute "
                "won't "
                "be populated during autograd.backward(). If you indeed want the .grad field to be populated for a "
                "non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by "
                "mistake, make sure you access the leaf Tensor instead."
            )
        return self._grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            if not isinstance(value, TensorBase):
                raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value)}")
            if value is self:
                raise RuntimeError("can't assign Variable as its own grad")
            if value._data.dtype != self._data.dtype:
                raise RuntimeError(
                    "assigned grad has data of a different type: expected "
                    f"{dtypes.of(self._data.dtype)}, got {dtypes.of(value._data.dtype)}"
                )
            if value._data.shape != self._data.shape:
                raise RuntimeError(
                    f"assigned grad has data of a different size: expected {list(self._data.shape)}, "
                    f"got {list(value._data.shape)}"
                )
        self._grad = value

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    @property
    def retains_grad(self) -> bool:
        """Whether ``.grad`` of this non-leaf is kept."""
        self._refresh()
        return self._node is not None and bool(self._retains)

    # -- what it looks like

    @property
    def shape(self) -> Size:
        """The sizes, as a :class:`Size`."""
        return Size(self._data.shape)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return int(self._data.ndim)

    @property
    def dtype(self) -> dtypes.dtype:
        """The dtype, a :class:`wengert.dtype`."""
        return dtypes.of(self._data.dtype)

    @property
    def device(self) -> arrays.device:
        """Where the memory is."""
        return arrays.device_of(self._data)

    def __len__(self) -> int:
        if self._data.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return int(self._data.shape[0])

    def __hash__(self) -> int:
        return id(self)


class Tensor(TensorBase, Methods):
    """A NumPy or CuPy array with a history.

    Make one with :func:`wengert.tensor`, :func:`wengert.from_numpy` or another factory.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __hash__ = TensorBase.__hash__


class Size(tuple[int, ...]):
    """The shape of a tensor: a tuple with ``numel()``."""

    __slots__ = ()

    def numel(self) -> int:
        """The product of the sizes."""
        n = 1
        for s in self:
            n *= s
        return n

    def __repr__(self) -> str:
        return f"wengert.Size({list(self)})"

    @overload
    def __getitem__(self, i: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, i: slice) -> Size: ...
    def __getitem__(self, i: Any) -> Any:
        out = tuple.__getitem__(self, i)
        return Size(out) if isinstance(i, slice) else out


def make(payload: Any) -> Any:
    """A tensor without history around a payload."""
    t = native.new(Tensor)
    t._data = payload
    state = local.state
    if state.vmap:
        remember(t, state.vmap)
    return t


def remember(t: Any, levels: Any) -> None:
    """Memory born inside a vmap knows that, so that a batched write may promote it."""
    storage = t._cell()
    if not storage.born:
        storage.born = levels
        storage.aliases = []
    storage.aliases.append(weakref.ref(t))


def wrap(payload: Any, requires_grad: bool = False) -> Any:
    """A leaf tensor around a payload (NumPy scalars become 0-d arrays)."""
    if not hasattr(payload, "dtype") or isinstance(payload, np.generic):
        payload = np.asarray(payload)
    t = make(payload)
    if requires_grad:
        t.requires_grad_(True)
    return t


def alias(data: Any, storage: Any) -> Tensor:
    """A tensor without history that shares memory and version counter."""
    out: Tensor = native.new(Tensor)
    out._data = data
    out._storage = storage
    return out


def detach(t: Any) -> Tensor:
    """The same memory without history; writes through either are seen by both version checks."""
    t._refresh()
    out = alias(t._data, t._cell())
    if t._rg:
        out._why("detach()")
    else:
        out._lost = t._lost
    return out


def link_view(t: Any, x: Any, step: Any, multi: bool, grad_enabled: bool) -> None:
    """Make ``t`` a view of ``x`` by one view operation."""
    storage = x._cell()
    t._storage = storage
    above = x._view
    if above is None:
        base, chain, kind = x, (step,), DEFAULT
    else:
        base, chain, kind = above.base, (*above.chain, step), above.kind
    if multi:
        kind = MULTI_OUTPUT
    elif not grad_enabled:
        kind = NO_GRAD
    t._view = View(base, chain, storage.version, kind)
    if storage.aliases is not None:
        storage.aliases.append(weakref.ref(t))


def replay(p: Any, chain: Any) -> Any:
    """Run a chain of view operations on a payload or tensor."""
    for op, params, nr in chain:
        p = op.apply((p,), params)
        if nr >= 0:
            p = p[nr]
    return p


def strip(t: Any, level: int) -> Any:
    """``t`` as forward mode at ``level`` sees it: same memory and tape, tangents of smaller levels only."""
    tans = t._tans
    if tans is not None:
        tans = {k: v for k, v in tans.items() if k < level} or None
    if tans is None and not (t._rg and local.state.grad_enabled):
        return t._data
    if tans is t._tans:
        return t
    out = alias(t._data, t._storage)
    out._node, out._nr, out._rg, out._tans = t._node, t._nr, t._rg, tans
    if t._rg and t._node is None:
        out._acc = t._accumulator()
    return out


# -- saving


def save(t: Any) -> Any:
    """Keep an input for backward."""
    x = t
    s = Saved(x._data, x._storage if x._storage is not None else x._cell())
    if x._rg:
        if x._node is not None:
            s.node, s.nr = x._node, x._nr
        else:
            s.leaf = x._accumulator()
    s.tans = x._tans
    return s


def save_copy(t: Any) -> Any:
    """Keep an input that is about to be overwritten by the operation that saves it."""
    s = Saved(t._data.copy(), Storage())
    if t._rg:
        s.node, s.nr = t._edge()
    s.tans = t._tans
    return s


def save_output(t: Any, nr: int, owner: Any) -> Any:
    """Keep a result for its own node: without an edge, which would be a cycle."""
    x = t
    s = Saved(x._data, x._storage if x._storage is not None else x._cell())
    s.output = True
    s.nr = nr
    s.tans = x._tans
    if owner.chain is not None:
        s.base = x._view.base._data
    return s


def restore(s: Any, owner: Any) -> Any:
    """The saved value as a tensor at its place on the tape, for formulas that record."""
    data = s.raw(owner)
    if s.leaf is not None:
        leaf = s.leaf.ref()
        if leaf is not None and leaf._data is data and leaf._tans is s.tans and leaf._node is None:
            return leaf
    t = alias(data, s.storage)
    t._tans = s.tans
    if s.output:
        if s.base is not None:  # written through a view: the node's output is the base (Note [Writes through views])
            b = alias(s.base, s.storage)
            b._node, b._nr, b._rg = owner, s.nr, True
            v = replay(b, owner.chain)
            t._node, t._nr, t._rg = v._node, v._nr, v._rg
        else:
            t._node, t._nr, t._rg = owner, s.nr, True
    elif s.node is not None:
        t._node, t._nr, t._rg = s.node, s.nr, True
    elif s.leaf is not None:
        t._acc, t._rg = s.leaf, True
    return t


def payload_of(x: Any) -> Any:
    """The payload of a tensor, or the value itself."""
    return x._data if isinstance(x, TensorBase) else x


if not hasattr(TensorBase, "_node"):  # what a compiled class has from its typed fields
    for _name in ("_node", "_grad", "_storage", "_view", "_tans", "_acc", "_lost", "_hooks"):
        setattr(TensorBase, _name, None)
    TensorBase._nr = 0  # type: ignore[attr-defined]
    TensorBase._rg = TensorBase._retains = False  # type: ignore[attr-defined]
