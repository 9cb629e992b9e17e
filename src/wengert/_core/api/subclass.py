"""Subclasses of Tensor: making one, and asking it before its methods run (docs/design/0004-overriding.md)."""

from __future__ import annotations

import functools
import sys
import threading
from types import MethodType
from typing import Any

from .. import errors
from ..arrays import dtypes
from ..dispatch import override as dispatch
from ..dispatch.op import OPERANDS, operand
from ..dispatch.registry import REGISTRY
from ..tape.state import local
from ..tape.tensor import Tensor, TensorBase, alias
from .generated.tensor_methods import OPERATORS
from .methods import method
from .types import constructed

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
        raise errors.calls.not_an_array("_make_subclass", "data", data)
    out = alias(data._data, data._cell(), cls)
    out._requires_grad = False
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
    if errors.text.package_of(func) == "torch":
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
GENERATED = "wengert._core.api.generated."
PASSING_ON = "wengert._core.api.overrides"  # which calls functions for others


def _subclassed(cls: Any, **options: Any) -> None:
    super(Tensor, cls).__init_subclass__(**options)
    _fill()
    dispatch.meet()
    cls.__bases__ = tuple(Overridable if b is Tensor else b for b in cls.__bases__)


Tensor.__init_subclass__ = classmethod(_subclassed)  # type: ignore[assignment, arg-type]


@functools.cache
def _fill() -> None:
    """Give ``Overridable`` what asks, for all that a tensor has by now: once."""
    for name, value in members():
        if name in OPERATORS:
            setattr(Overridable, name, AskedOperator(value, name))
        elif hasattr(value, "__set__"):
            setattr(Overridable, name, AskedProperty(value))
        elif not getattr(value, "__globals__", {}).get("__name__", "").startswith(GENERATED):  # those ask by themselves
            setattr(Overridable, name, Asked(value))


@functools.cache
def members() -> tuple[tuple[str, Any], ...]:
    """The methods, operators and properties of Tensor that can be overridden."""
    return tuple(
        (name, value)
        for name, value in {**vars(TensorBase), **vars(Tensor)}.items()
        if name in OPERATORS or name in SPECIAL or name in HALF_PUBLIC or not (name in OWN or name.startswith("_"))
        if callable(value) or hasattr(value, "__set__")
    )


def _find(*args: Any) -> list[Any]:
    """Who is to be asked about a member; modes are not, where wengert itself uses it."""
    if local.state.functions and not local.state.skipping:
        frame: Any = sys._getframe(2)
        while frame.f_back is not None and frame.f_code.co_filename == __file__:
            frame = frame.f_back
        name = frame.f_globals.get("__name__", "")
        if name.startswith("wengert._core.") and name != PASSING_ON:
            return dispatch.taking_part(*args)
    return dispatch.find(*args)


class Asked:
    """A member of Tensor that asks before it runs, and is equal to what runs.

    What the handler of a mode calls asks the next mode: it gets this as the function. Types get what runs.
    """

    def __init__(self, plain: Any) -> None:
        functools.update_wrapper(self, plain)
        self.plain = plain

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        found = _find(*args, *kwargs.values())
        return dispatch.call(found, self.given(), args, kwargs) if found else self.plain(*args, **kwargs)

    def given(self) -> Any:
        """The function as handlers get it."""
        return self if local.state.functions else self.plain

    def __get__(self, tensor: Any, kind: Any = None) -> Any:
        return self if tensor is None else MethodType(self, tensor)

    def __eq__(self, other: object) -> bool:
        return bool(self.plain == (other.plain if isinstance(other, Asked) else other))

    def __hash__(self) -> int:
        return hash(self.plain)


class AskedOperator(Asked):
    """An operator, which handlers see as the function that it stands for.

    It is not equal to what runs: by that Python knows that a subclass on the right is to be asked first.
    """

    def __init__(self, plain: Any, name: str) -> None:
        super().__init__(plain)
        func = dispatch.operation(name)
        self.func, self.shown = func, Asked(plain)
        self.forward = dispatch.operation("__" + name[3:]) if name in REFLECTED else None
        self.binary = plain.__code__.co_argcount == 2 and name != "__getitem__"

    def given(self) -> Any:
        return self.shown.given() if self.func is self.plain else self.func

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked) and other.plain is self.plain

    __hash__ = Asked.__hash__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.binary and not _is_operand(args[1]):
            return NotImplemented
        found = _find(*args)
        if not found:
            return self.plain(*args)
        if self.forward is not None and isinstance(args[1], TensorBase):  # Python asks the subclass first: undo that
            return dispatch.ask(found, self.forward, args[::-1], {})
        out = dispatch.ask(found, self.given(), args, {})
        if out is NotImplemented and not self.binary:
            raise errors.overriding.not_overridden(dispatch.label(self.given()), found, local.state.functions)
        return out


def _is_operand(value: Any) -> bool:
    return bool(isinstance(value, OPERANDS) or operand(value) or dispatch.name_of(type(value)))


class AskedProperty:
    """A property that asks before it is read or set; of the class, it is the property itself."""

    def __init__(self, plain: Any) -> None:
        self.plain, self.__doc__ = plain, plain.__doc__
        self.get, self.set, self.delete = Asked(plain.__get__), Asked(plain.__set__), Asked(plain.__delete__)

    def __get__(self, tensor: Any, kind: Any = None) -> Any:
        return self.plain if tensor is None else self.get(tensor)

    def __set__(self, tensor: Any, value: Any) -> None:
        self.set(tensor, value)

    def __delete__(self, tensor: Any) -> None:
        self.delete(tensor)


# -- asking modes: while one is entered, plain tensors have what asks, too

MISSING = object()
OFTEN = 100  # a class that was changed a thousand times is slow for good from Python 3.13 on: before that, it stays so
entering = threading.Lock()  # held while Tensor is changed
changes = 0  # how often that was
changed = False  # whether it has what asks


def enter(mode: Any) -> None:
    """Make a function mode the innermost one of this thread."""
    global changed, changes
    _fill()
    with entering:
        local.state.functions += (mode,)
        dispatch.count(1)
        if not changed:
            changed, changes = True, changes + 1
            for name, asked in _asking().items():
                setattr(Tensor, name, asked[0])


def leave() -> None:
    """Leave the innermost function mode of this thread."""
    global changed
    with entering:
        local.state.functions = local.state.functions[:-1]
        if dispatch.count(-1) == 0 and changes < OFTEN:
            changed = False
            for name, (_, plain) in _asking().items():
                if plain is MISSING:
                    delattr(Tensor, name)
                else:
                    setattr(Tensor, name, plain)


@functools.cache
def _asking() -> dict[str, tuple[Any, Any]]:
    """By name, what asks, and what ``Tensor`` itself has without."""
    own, kinds = vars(Tensor), (Asked, AskedProperty)
    return {n: (asked, own.get(n, MISSING)) for n, asked in vars(Overridable).items() if isinstance(asked, kinds)}
