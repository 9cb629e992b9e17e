"""What a transform calls the user's function with, in place of the tensors that it was given.

Note [Types of users]. A tensor may be of a type of the user's, with a handler. As in PyTorch, who calls decides:

- ``autograd.functional``, ``make_dual``, and with it ``func.jvp`` and ``func.jacfwd``, give the function tensors of the
  types that they were given. The type says itself what becomes of it: its handler is called, for ``detach`` or
  ``view_as`` or ``make_dual``.
- A checkpoint gives the function, the second time, tensors of the types of the first time, with their attributes.
- ``func.grad``, ``func.vjp`` and ``func.jacrev`` give it plain tensors. So do all transforms for arguments that they
  do not differentiate, and ``vmap`` for those that it maps.
"""

from __future__ import annotations

from typing import Any

from ..ops.structure import _alias
from ..tape.state import local
from ..tape.tensor import alias, carry, detach, remember
from ..tape.view import INPUT
from .copying import attributes, give
from .grad_mode import enable_grad
from .subclass import Overridable


def linked(t: Any) -> Any:
    """A plain tensor with a new position in the graph. It cannot be written in place, like a leaf, because the original
    tensor would not see the write."""
    out = _alias(t)
    if out._wg_view is not None:  # views of inference tensors are not tracked; these are not written anyway
        out._wg_view.kind = INPUT
    return out


def linked_of_type(t: Any) -> Any:
    """:func:`linked`, of the type of ``t``."""
    return t.view_as(t) if isinstance(t, Overridable) else linked(t)


def cut_of_type(t: Any) -> Any:
    """A tensor without history, with the tangents and of the type of ``t``, on the same memory."""
    out = t.detach() if isinstance(t, Overridable) else detach(t)
    carry(out, t._wg_tangents)
    return out


def undifferentiated(t: Any) -> Any:
    """A plain tensor for an argument that a transform does not differentiate. One without history, on memory of the
    caller's, belongs to the running transform, which may write it."""
    if t.requires_grad or t._wg_tangents is not None or not local.state.transforms or t._wg_inference():
        return _alias(t) if isinstance(t, Overridable) else t  # an inference tensor is not written inside
    out = alias(t._wg_data, t._wg_cell())
    remember(out, local.state.transforms)
    return out


def type_of(t: Any) -> tuple[type, dict[str, Any]] | None:
    """The type of a tensor with its attributes, if the type is one of the user's with a handler."""
    return (type(t), attributes(t)) if isinstance(t, Overridable) else None


def of_type(t: Any, kind: tuple[type, dict[str, Any]] | None) -> Any:
    """A tensor of a type that :func:`type_of` gave."""
    if kind is None or type(t) is kind[0]:
        return t
    with enable_grad():
        out = t.as_subclass(kind[0])
    give(out, kind[1])
    return out
