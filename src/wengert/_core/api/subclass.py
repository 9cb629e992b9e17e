"""Subclasses of Tensor: their creation, and their handlers of overriding (docs/design/0004-overriding.md)."""

from __future__ import annotations

import functools
import sys
import threading
from types import MethodType
from typing import Any

from .. import errors
from ..arrays import dtypes
from ..dispatch import override
from ..dispatch.operators import OPERANDS, operand
from ..errors.tracebacks import public, short
from ..ops.structure import _alias
from ..tape.state import local
from ..tape.tensor import Tensor, TensorBase, alias, as_instance
from .generated.tensor_methods import OPERATORS
from .methods import method
from .types import by_position, constructed

# -- creation


@method
def as_subclass(self: Any, cls: Any) -> Any:
    """Return a view of this tensor as a ``cls``, with its history.

    Args:
        cls: Tensor or a subclass of it. Its constructor is not called.

    Raises:
        TypeError: if ``cls`` is not Tensor or a subclass of it.

    >>> import wengert
    >>> class Named(wengert.Tensor):
    ...     pass
    >>> wengert.ones(2).as_subclass(Named) + 1
    Named([2., 2.])
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise errors.overriding.not_a_subclass(cls)
    return as_instance(_alias(self), cls)


def _make_subclass(cls: Any, data: Any, require_grad: bool = False) -> Any:
    """A leaf of type ``cls`` with the memory of ``data``."""
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise errors.overriding.not_a_subclass(cls)
    if not isinstance(data, TensorBase):
        raise errors.calls.not_an_array("_make_subclass", "data", data)
    out = alias(data._wg_data, data._wg_cell(), cls)
    out._wg_requires_grad = False
    if require_grad is not False:
        TensorBase.requires_grad_(out, require_grad)  # the handler of the type is not asked
    return out


def _new(cls: Any, *data: Any, device: Any = None, **named: Any) -> Any:
    """``Tensor(sizes…)``, ``Tensor(sequence)`` or ``Tensor(tensor)``: see :class:`Tensor`."""
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):  # compiled, nothing below checks it
        raise errors.overriding.not_a_subclass(cls)
    data = by_position(cls.__name__, data, named)
    if len(data) == 1 and isinstance(data[0], TensorBase):
        moved: Any = data[0]
        return as_subclass(moved if device is None else moved.to(device), cls)
    return as_instance(constructed(dtypes.default_float(), device, data), cls)


Tensor._make_subclass = staticmethod(_make_subclass)  # type: ignore[method-assign, assignment]
Tensor.__new__ = staticmethod(public(_new))  # type: ignore[method-assign, assignment]


# -- overriding


def _convert(out: Any, cls: Any) -> Any:
    """A result as ``cls``; for a tuple or list of results, each tensor in it."""
    if isinstance(out, TensorBase):
        return out if isinstance(out, cls) else as_subclass(out, cls)
    if isinstance(out, (tuple, list)):
        new = [_convert(o, cls) for o in out]
        if any(a is not b for a, b in zip(new, out, strict=True)):
            return out._make(new) if hasattr(out, "_make") else type(out)(new)
    return out


def _default(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
    """The default handler of a subclass: run the function, and convert its results to the subclass.

    It returns NotImplemented if an argument's type is not a base of ``cls``.
    """
    if errors.text.package_of(func) == "torch":
        raise errors.overriding.function_of_torch(func)
    if not all(issubclass(cls, t) for t in types):
        return NotImplemented
    state = local.state
    before = state.overriding
    try:
        state.overriding = False
        out = func(*args, **(kwargs or {}))
        return out if cls is Tensor or func in nowrap() else _convert(out, cls)
    finally:
        state.overriding = before


for _name in override.NAMES:
    setattr(Tensor, _name, classmethod(_default))


@functools.cache
def nowrap() -> frozenset[Any]:
    """The functions whose results the default handler does not convert."""
    return frozenset((Tensor.grad.__get__, Tensor._base.__get__))  # type: ignore[attr-defined]


class Overridable(Tensor):
    """A class between Tensor and its subclasses, whose members call handlers before they run those of Tensor.

    The public operations call handlers themselves. This class has the other methods, the properties
    and the operators, so that they cost nothing for plain tensors.
    """

    __slots__ = ()


class Quiet(Tensor):
    """A class between Tensor and its subclasses without a handler. What is on the right of an operator may have one.

    (Python asks the right side first only if its type is a subclass of the left one's, which that of plain tensors is.)
    Reflected operators stay those of Tensor: other ones would be asked first in ``tensor - parameter``.
    """

    __slots__ = ()


def _looking(original: Any, asked: Any) -> Any:
    def operator(self: Any, other: Any) -> Any:
        return asked(self, other) if override.on else original(self, other)

    return functools.update_wrapper(operator, original)


SPECIAL = frozenset((
    "__len__", "__bool__", "__float__", "__int__", "__complex__", "__index__", "__contains__", "__format__",
    "__repr__", "__array__", "__array_ufunc__", "__copy__", "__deepcopy__", "__reduce_ex__",
))  # fmt: skip
REFLECTED = frozenset(n for n in OPERATORS if n[2] == "r" and "__" + n[3:] in OPERATORS)
HALF_PUBLIC = frozenset(("_version", "_base", "_is_view", "_backward_hooks", "_post_accumulate_grad_hooks"))
OWN = frozenset(("as_subclass",))  # the same for every tensor
GENERATED = "wengert._core.api.generated."
PASSING_ON = "wengert._core.api.overrides"  # it calls functions on behalf of others


def _subclassed(cls: Any, **options: Any) -> None:
    super(Tensor, cls).__init_subclass__(**options)
    if vars(cls).get("__torch_dispatch__") is not None:
        errors.overriding.dispatch_handler(cls)
    if override.name_of(cls) is None:  # it overrides nothing, as parameters: nobody has to look for its handler
        _fill_quiet()
        cls.__bases__ = tuple(Quiet if b is Tensor else b for b in cls.__bases__)
        return
    _fill()
    override.meet()
    bases = tuple(Overridable if b is Tensor else b for b in cls.__bases__)
    cls.__bases__ = bases if any(issubclass(b, Overridable) for b in bases) else (*bases, Overridable)


Tensor.__init_subclass__ = classmethod(_subclassed)  # type: ignore[assignment, arg-type]


@functools.cache
def _fill() -> None:
    """Fill ``Overridable`` with members that call handlers, when all members of Tensor are defined. It runs once."""
    for name, value in members():
        if name in OPERATORS:
            setattr(Overridable, name, AskedOperator(value, name))
        elif hasattr(value, "__set__"):
            setattr(Overridable, name, AskedProperty(value))
        elif not getattr(value, "__globals__", {}).get("__name__", "").startswith(GENERATED):  # these call them
            setattr(Overridable, name, Asked(value))


@functools.cache
def _fill_quiet() -> None:
    """Fill ``Quiet`` with operators of two operands that call handlers, if there are any. It runs once."""
    for name, value in members():
        binary = name in OPERATORS and name != "__getitem__" and value.__code__.co_argcount == 2
        if binary and name not in REFLECTED:
            setattr(Quiet, name, _looking(value, AskedOperator(value, name)))


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
    """The handlers to call for a member. Modes are left out if wengert's own code uses the member."""
    if local.state.functions and not local.state.skipping:
        frame: Any = sys._getframe(2)
        while frame.f_back is not None and frame.f_code.co_filename == __file__:
            frame = frame.f_back
        name = frame.f_globals.get("__name__", "")
        if name.startswith("wengert._core.") and name != PASSING_ON:
            return override.taking_part(*args)
    return override.handlers(*args)


def _left_alone(args: tuple[Any, ...]) -> bool:
    """Whether no handler is called, as if the members of Tensor never changed: a plain tensor, and no mode entered."""
    return not (local.state.functions or (args and isinstance(args[0], Overridable)))


def original_of(func: Any) -> Any:
    """A function without the handlers that it calls first, if it is a member of Tensor that does."""
    return func.original if isinstance(func, Asked) else func


class Asked:
    """A member of Tensor that calls handlers before it runs. It is equal to the original member.

    The handler of a mode gets this object as ``func``, so that its calls go to the next mode. Types get the original.
    It may stay a member of Tensor when no mode is entered (``OFTEN``): then Tensor shows the original.
    """

    def __init__(self, original: Any) -> None:
        functools.update_wrapper(self, original)
        self.original = original

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        overriding = () if _left_alone(args) else _find(*args, *kwargs.values())
        try:
            return (
                override.call(overriding, self.as_func(), args, kwargs)
                if overriding
                else self.original(*args, **kwargs)
            )
        except Exception as e:
            raise short(e)

    def as_func(self) -> Any:
        """The function that handlers get as ``func``."""
        return self if local.state.functions else self.original

    def __get__(self, tensor: Any, kind: Any = None) -> Any:
        if tensor is None:
            return self if override.entered or issubclass(kind, Overridable) else self.original
        return MethodType(self, tensor)

    def __eq__(self, other: object) -> bool:
        return bool(self.original == (other.original if isinstance(other, Asked) else other))

    def __hash__(self) -> int:
        return hash(self.original)


class AskedOperator(Asked):
    """An operator. Handlers get the function that it stands for.

    It is not equal to the original operator, so that Python tries a subclass on the right first.
    """

    def __init__(self, original: Any, name: str) -> None:
        super().__init__(original)
        func = override.operation(name)
        self.func, self.shown = func, Asked(original)
        self.forward = override.operation("__" + name[3:]) if name in REFLECTED else None
        self.binary = original.__code__.co_argcount == 2 and name != "__getitem__"

    def as_func(self) -> Any:
        return self.shown.as_func() if self.func is self.original else self.func

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked) and other.original is self.original

    __hash__ = Asked.__hash__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.binary and not _is_operand(args[1]):
            return override.unknown(args)
        overriding = _find(*args) or override.caster()
        try:
            if not overriding:
                return self.original(*args)
            if self.forward is not None and isinstance(args[1], TensorBase):  # Python tried the subclass first: undo it
                return override.ask(overriding, self.forward, args[::-1], {})
            out = override.ask(overriding, self.as_func(), args, {})
        except Exception as e:
            raise short(e)
        if out is NotImplemented and not self.binary:
            raise errors.overriding.not_overridden(override.label(self.as_func()), overriding, local.state.functions)
        return out


def _is_operand(value: Any) -> bool:
    return bool(isinstance(value, OPERANDS) or operand(value) or override.name_of(type(value)))


class AskedProperty:
    """A property that calls handlers before it is read or set. Accessed on the class, it is the original property."""

    def __init__(self, original: Any) -> None:
        self.original, self.__doc__ = original, original.__doc__
        self.get, self.set, self.delete = Asked(original.__get__), Asked(original.__set__), Asked(original.__delete__)

    def __get__(self, tensor: Any, kind: Any = None) -> Any:
        return self.original if tensor is None else self.get(tensor)

    def __set__(self, tensor: Any, value: Any) -> None:
        self.set(tensor, value)

    def __delete__(self, tensor: Any) -> None:
        self.delete(tensor)


# -- modes: while one is entered, the members of plain tensors call handlers, too

MISSING = object()
OFTEN = 100  # from Python 3.13 on, a class changed 1000 times becomes slow forever; stop switching before that
entering = threading.Lock()  # held while Tensor is changed
changes = 0  # the number of these changes
CALLED, READ = 1, 2  # methods and operators; properties, which autocast leaves alone
changed = 0  # which members of Tensor call handlers now, as bits


def enter(mode: Any, outermost: bool = False) -> None:
    """Make a mode the innermost one of this thread, or the outermost."""
    _fill()
    state = local.state
    with entering:
        before = state.functions
        try:
            _change(CALLED | READ)
            state.functions = (mode, *before) if outermost else (*before, mode)
            override.count(1)
        except BaseException:  # an interrupt
            state.functions = before
            raise


def leave(outermost: bool = False) -> None:
    """Leave the innermost mode of this thread, or the outermost."""
    with entering:
        entered = local.state.functions
        local.state.functions = entered[1:] if outermost else entered[:-1]
        override.count(-1)
        _change_back()


def cast_as(now: Any) -> None:
    """Let ``now`` call functions in this thread where they have no handlers, or nothing if it is None."""
    if now is override.casting.now:
        return
    _fill()
    with entering:
        before = override.casting.now
        if now is not None and before is None:
            _change(CALLED)
            override.count(1)
        override.casting.now = now
        if now is None and before is not None:
            override.count(-1)
            _change_back()


def _change(members: int) -> None:
    """Let these members of Tensor call handlers."""
    global changed, changes
    if missing := members & ~changed:
        for name, asked, _ in _asking(missing):
            setattr(Tensor, name, asked)
        changed, changes = changed | members, changes + 1


def _change_back() -> None:
    """Let the members of Tensor call no handlers, if there is neither a mode nor autocast."""
    global changed
    if override.entered == 0 and changes < OFTEN:
        for name, _, original in _asking(changed):
            if original is MISSING:
                delattr(Tensor, name)
            else:
                setattr(Tensor, name, original)
        changed = 0


def _asking(members: int) -> list[tuple[str, Any, Any]]:
    """The names of these members of Tensor, the members that call handlers, and the original ones."""
    return [row for row in _all_asking() if members & (READ if type(row[1]) is AskedProperty else CALLED)]


@functools.cache
def _all_asking() -> list[tuple[str, Any, Any]]:
    own, kinds = vars(Tensor), (Asked, AskedProperty)
    return [(n, asked, own.get(n, MISSING)) for n, asked in vars(Overridable).items() if isinstance(asked, kinds)]
