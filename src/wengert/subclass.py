"""Subclasses of Tensor: making one, and asking it before its methods run (docs/design/0004-overriding.md)."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from . import dispatch, dtypes, errors
from .faces.tensor import OPERATORS
from .formula import REGISTRY
from .kinds import constructed
from .methods import method
from .modes import local
from .op import OPERANDS, operand
from .tensor import Tensor, TensorBase, alias

# -- making one


@method
def as_subclass(self: Any, cls: Any) -> Any:
    """This tensor, with its history, as a ``cls``: a view of it.

    Args:
        cls: Tensor or a subclass of it, which is not called.

    Raises:
        TypeError: if ``cls`` is something else.

    >>> import wengert
    >>> class Named(wengert.Tensor):
    ...     pass
    >>> wengert.ones(2).as_subclass(Named) + 1
    Named([2., 2.])
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise errors.overriding.not_a_subclass(cls)
    out = REGISTRY["_alias"](self)
    out.__class__ = cls  # nobody else has seen it
    return out


def _make_subclass(cls: Any, data: Any, require_grad: bool = False) -> Any:
    """A leaf of the type ``cls`` on the memory of ``data``."""
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise errors.overriding.not_a_subclass(cls)
    if not isinstance(data, TensorBase):
        raise errors.not_an_array("_make_subclass", "data", data)
    out = alias(data._data, data._cell(), cls)
    out._rg = False
    return out.requires_grad_() if require_grad else out


def _new(cls: Any, *data: Any, device: Any = None, **named: Any) -> Any:
    """``Tensor(sizes…)``, ``Tensor(sequence)`` or ``Tensor(tensor)``: see :class:`Tensor`."""
    if list(named) == ["data"] and not data:
        data = (named.pop("data"),)
    if named:
        raise errors.overriding.constructor_options(cls.__name__, list(named))
    if len(data) == 1 and isinstance(data[0], TensorBase):
        moved: Any = data[0]
        return as_subclass(moved if device is None else moved.to(device), cls)
    out = constructed(dtypes.default_float(), device, data)
    out.__class__ = cls
    return out


Tensor._make_subclass = staticmethod(_make_subclass)  # type: ignore[method-assign, assignment]
Tensor.__new__ = staticmethod(_new)  # type: ignore[method-assign, assignment]


# -- asking it


def _convert(out: Any, cls: Any) -> Any:
    """A result, and the tensors in a tuple or list of results, as ``cls``."""
    if isinstance(out, TensorBase):
        return out if isinstance(out, cls) else as_subclass(out, cls)
    if isinstance(out, (tuple, list)):
        new = [_convert(o, cls) for o in out]
        if any(a is not b for a, b in zip(new, out, strict=True)):
            return out._make(new) if hasattr(out, "_make") else type(out)(new)
    return out


def _default(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
    """What a subclass does with a call unless it says otherwise: run it, and give tensors back as its own type.

    Declines if an argument is of a type that is no base of ``cls``.
    """
    if errors.package_of(func) == "torch":
        raise errors.overriding.function_of_torch(func)
    if not all(issubclass(cls, t) for t in types):
        return NotImplemented
    state = local.state
    before, state.overriding = state.overriding, False
    try:
        out = func(*args, **(kwargs or {}))
        return out if cls is Tensor or func in nowrap() else _convert(out, cls)
    finally:
        state.overriding = before


for _name in dispatch.NAMES:
    setattr(Tensor, _name, classmethod(_default))


@functools.cache
def nowrap() -> frozenset[Any]:
    """The functions whose results the default leaves as they are."""
    return frozenset((Tensor.grad.__get__, Tensor._base.__get__))  # type: ignore[attr-defined]


class Overridable(Tensor):
    """Stands between Tensor and its subclasses: its methods ask before those of Tensor run.

    The published operations ask themselves. What asks here are the other methods, the properties and the operators, so
    that plain tensors pay nothing for it.
    """

    __slots__ = ()


SPECIAL = frozenset((
    "__len__", "__bool__", "__float__", "__int__", "__complex__", "__index__", "__contains__", "__format__",
    "__repr__", "__array__", "__array_ufunc__", "__copy__", "__deepcopy__", "__reduce_ex__",
))  # fmt: skip
REFLECTED = frozenset(n for n in OPERATORS if n[2] == "r" and "__" + n[3:] in OPERATORS)
HALF_PUBLIC = frozenset(("_version", "_base", "_is_view", "_backward_hooks", "_post_accumulate_grad_hooks"))
OWN = frozenset(("as_subclass",))  # of every tensor alike


def _subclassed(cls: Any, **options: Any) -> None:
    super(Tensor, cls).__init_subclass__(**options)
    _fill()
    dispatch.on = True
    cls.__bases__ = tuple(Overridable if b is Tensor else b for b in cls.__bases__)


Tensor.__init_subclass__ = classmethod(_subclassed)  # type: ignore[assignment, arg-type]


@functools.cache
def _fill() -> None:
    """Give ``Overridable`` what asks, for all that a tensor has by now: once."""
    for name, value in members():
        if name in OPERATORS:
            setattr(Overridable, name, _operator(name, value))
        elif hasattr(value, "__set__"):
            setattr(Overridable, name, _property(value))
        elif not (getattr(value, "__module__", None) or "").startswith("wengert.faces"):
            setattr(Overridable, name, _method(value))


def members() -> Iterator[tuple[str, Any]]:
    """The methods, operators and properties of Tensor that can be overridden."""
    for name, value in {**vars(TensorBase), **vars(Tensor)}.items():
        if name in OPERATORS or name in SPECIAL or name in HALF_PUBLIC or not (name in OWN or name.startswith("_")):
            if callable(value) or hasattr(value, "__set__"):
                yield name, value


def _method(plain: Any) -> Any:
    @functools.wraps(plain)
    def asked(self: Any, *args: Any, **kwargs: Any) -> Any:
        found = dispatch.find(self, *args, *kwargs.values())
        if not found:
            return plain(self, *args, **kwargs)
        return dispatch.call(found, plain, (self, *args), kwargs)

    return asked


def _property(plain: Any) -> Any:
    def ask(accessor: Any, *args: Any) -> Any:
        found = dispatch.find(*args)
        return dispatch.call(found, accessor, args, {}) if found else accessor(*args)

    return property(
        lambda self: ask(plain.__get__, self),
        lambda self, value: ask(plain.__set__, self, value),
        lambda self: ask(plain.__delete__, self),
        plain.__doc__,
    )


def _operator(name: str, plain: Any) -> Any:
    func = dispatch.operation(name)
    forward = dispatch.operation("__" + name[3:]) if name in REFLECTED else None
    binary = plain.__code__.co_argcount == 2 and name != "__getitem__"

    @functools.wraps(plain)
    def asked(self: Any, *args: Any) -> Any:
        if binary and not (isinstance(args[0], OPERANDS) or operand(args[0]) or dispatch.name_of(type(args[0]))):
            return NotImplemented
        found = dispatch.find(self, *args)
        if not found:
            return plain(self, *args)
        if forward is not None and isinstance(args[0], TensorBase):  # Python asks the subclass first: undo that
            return dispatch.ask(found, forward, (args[0], self), {})
        out = dispatch.ask(found, func, (self, *args), {})
        if out is NotImplemented and not binary:
            raise errors.overriding.not_overridden(dispatch.label(func), [type(a) for a in found])
        return out

    return asked
