"""Copies of tensors: ``copy``, ``deepcopy`` and ``pickle``.

Note [Copies share what their originals share]. If several tensors share memory, one ``deepcopy`` or pickle copies that
memory once. Each view is represented by the array of its base, the same object for all views, and by its position in
that array; ``copy`` and ``pickle`` recognise the object. For a conjugated view, it is the position of the conjugate
(or, for an imaginary part, of the negative) and a flag. The version counter is shared in the same way, so that a write
through one copy is detected by the checks of the others. Tangents and hooks are not copied. History is kept by ``copy``
alone.
"""

from __future__ import annotations

import copy
import copyreg
import importlib
from typing import Any, SupportsIndex

from .. import errors
from ..arrays import arrays, dtypes
from ..arrays.batched import levels_of
from ..arrays.conjugates import conjugated, image_of, negated
from ..arrays.coo import COO
from ..ops.elementwise.pointwise import clone
from ..ops.shape.shape import view
from ..tape import storage
from ..tape.hooks import warn_if_has_hooks
from ..tape.state import local
from ..tape.storage import Storage
from ..tape.tensor import FIELDS, Tensor, alias
from .grad_mode import enable_grad
from .leaving import keep_all, keep_tangent
from .methods import method


def attributes(t: Any) -> dict[str, Any]:
    """Attributes that the user has set on the tensor, in slots of its class too."""
    found = {k: v for k, v in t.__dict__.items() if k not in FIELDS}
    for name in _slots(type(t)):
        if hasattr(t, name):
            found[name] = getattr(t, name)
    return found


def give(t: Any, found: dict[str, Any]) -> None:
    """Set attributes that :func:`attributes` found on another tensor of the class, past the methods of the class."""
    slots = _slots(type(t))
    for name, value in found.items():
        if name in slots:
            object.__setattr__(t, name, value)
        else:
            t.__dict__[name] = value


def _slots(cls: Any) -> Any:
    """The slots that classes of users have added to Tensor."""
    return copyreg._slotnames(cls)  # type: ignore[attr-defined]


def _place(t: Any) -> tuple[Any, Any]:
    """The array whose memory ``t`` shares with other tensors, and the position of ``t`` in it (None: all of it)."""
    data = t._wg_data
    turned: tuple[bool, ...] = ()
    image = image_of(data)
    if image is not None:  # where its conjugate lies, or its negative
        root = image.source if t._wg_view is None else t._wg_view.base._wg_data
        data, turned = image.conjugates(data), (True,)
    elif t._wg_view is not None:
        root = t._wg_view.base._wg_data
    elif t._wg_inference():  # views of inference tensors are not tracked
        root = data.base if isinstance(data.base, type(data)) else data
    else:
        root = data
    if root is t._wg_data or image_of(root) is not None or not (root.flags.c_contiguous or root.flags.f_contiguous):
        return t._wg_data, None
    return root, (*arrays.place(data, root), *turned)


def _rebuild_tensor(cls: Any, cell: Any, root: Any, place: Any, requires_grad: bool) -> Tensor:
    data = root if place is None else arrays.carve(root, *place[:4])
    if place is not None and len(place) > 4:
        data = conjugated(data) if data.dtype.kind == "c" else negated(data)
    if cls is None or type(cls) is str:
        cls = _named(cls)
    t = alias(dtypes.settled(data) if arrays.is_array(data) else data, cell, cls)
    if local.state.inference:
        cell.inference = True
    t._wg_requires_grad = requires_grad
    return t


def _named(name: str | None) -> type:
    """The type of tensors that has this name in pickles."""
    if name not in NAMES.values():
        importlib.import_module(DECLARED_IN[str(name)])  # which enters its types in NAMES
    return next(kind for kind, known in NAMES.items() if known == name)


def _new_storage() -> Storage:
    """A copied storage: tensors that share one share a new one after copying."""
    return storage.cell()


def _sparse_payload(*fields: Any) -> COO:
    """A copied sparse payload."""
    return COO(*fields)


# A pickle stores the module of a function. The public module stays where it is, whatever file the function moves to.
_rebuild_tensor.__module__ = _new_storage.__module__ = _sparse_payload.__module__ = "wengert"
copyreg.pickle(Storage, lambda _: (_new_storage, ()))
copyreg.pickle(COO, lambda p: (_sparse_payload, (p.indices, p.values, p.shape, p.coalesced, p.layout)))


# What pickles have for our own types of tensors: where these say that they come from depends on what a program imports.
NAMES: dict[type, str | None] = {Tensor: None}
# The modules of those that rooms after this one declare, by these names. The package fills it when it is imported.
DECLARED_IN: dict[str, str] = {}


@method
def __reduce_ex__(self: Any, protocol: SupportsIndex) -> Any:
    """Pickle the values, ``requires_grad`` and user attributes, but not the graph, ``.grad`` or hooks.

    Raises:
        NotImplementedError: if the tensor has a tangent, a ``func`` transform differentiates it, or it is batched.
    """
    keep_all(self, "pickling")
    warn_if_has_hooks(self)
    cls = NAMES.get(type(self), type(self))
    return (
        _rebuild_tensor,
        (cls, self._wg_cell(), *_place(self), bool(self.requires_grad)),
        attributes(self) or None,
    )


@method
def __setstate__(self: Any, state: dict[str, Any]) -> None:
    """Restore user attributes. (In a compiled class the default would expect the class's own fields.)"""
    give(self, state)


@method
def __copy__(self: Any) -> Tensor:
    """Return a tensor on the same memory, with the same version counter and user attributes.

    The copy of a leaf is another leaf. The copy of a result is a view of it, and so has its history; that of
    a sparse result has its own memory.

    Raises:
        NotImplementedError: if the tensor has a tangent, or a ``func`` transform differentiates it.
    """
    keep_tangent(self, "copy")
    warn_if_has_hooks(self)
    if self.is_leaf:
        out = alias(self._wg_data, self._wg_cell(), type(self))
        out._wg_requires_grad = bool(self.requires_grad)
    else:
        with enable_grad():  # a copy is no operation: it has a history in every mode
            if type(self._wg_data) is COO:
                out = clone.apply((self,), {})
            else:
                out = view.apply((self,), {"shape": tuple(self.shape)})
        if type(out) is not type(self):
            out = out.as_subclass(type(self))
    give(out, attributes(self))
    return out


@method
def __deepcopy__(self: Any, memo: dict[int, Any]) -> Tensor:
    """Return a leaf with its own memory, and with copies of ``.grad`` and the user attributes.

    Raises:
        RuntimeError: if the tensor is not a leaf.
        NotImplementedError: if the tensor has a tangent, or a ``func`` transform differentiates it.
    """
    if not self.is_leaf:
        raise errors.gradients.deepcopy_non_leaf(self._wg_node._wg_name())
    if id(self) in memo:
        known: Tensor = memo[id(self)]
        return known
    keep_tangent(self, "deepcopy")
    cell = copy.deepcopy(self._wg_cell(), memo)
    if levels_of(self._wg_data):
        out = _rebuild_tensor(type(self), cell, self._wg_data.copy(), None, bool(self._wg_requires_grad))
    else:
        root, place = _place(self)
        out = _rebuild_tensor(type(self), cell, copy.deepcopy(root, memo), place, bool(self._wg_requires_grad))
    memo[id(self)] = out
    if self.grad_dtype is not self.dtype:
        out.grad_dtype = self.grad_dtype
    out._wg_grad = copy.deepcopy(self._wg_grad, memo)
    give(out, copy.deepcopy(attributes(self), memo))
    return out
