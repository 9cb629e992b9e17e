"""``torch.overrides``: tools for functions and types that take part in overriding."""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from collections.abc import Callable, Iterable
from typing import Any, Self

from .. import errors
from ..dispatch import override
from ..tape.state import local
from ..tape.tensor import Tensor, TensorBase
from . import subclass
from .backward import backward, grad
from .generated import (
    fft_functions,
    linalg_functions,
    masked_functions,
    nn_functions,
    signal_windows_functions,
    sparse_functions,
    special_functions,
)
from .generated import functions as top_functions
from .subclass import members, nowrap

SPACES = {
    "wengert": top_functions, "wengert.nn.functional": nn_functions, "wengert.linalg": linalg_functions,
    "wengert.special": special_functions, "wengert.fft": fft_functions, "wengert.sparse": sparse_functions,
    "wengert.masked": masked_functions, "wengert.signal.windows": signal_windows_functions,
}  # fmt: skip


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """Return whether one of the arguments has a type that takes part in overriding, or a mode is active.

    Args:
        relevant_args: the arguments that may be tensors.

    >>> import wengert
    >>> wengert.overrides.has_torch_function((wengert.ones(2), 1))
    False
    """
    return bool(override.handlers(*relevant_args))


def handle_torch_function(public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any,
                          **kwargs: Any) -> Any:  # fmt: skip
    """Call the override handlers of the types of ``relevant_args`` for ``public_api(*args, **kwargs)``.

    Args:
        public_api: the function that was called. Handlers get it as ``func``.
        relevant_args: the arguments whose types may have handlers; those of subclasses are called first.
        args, kwargs: all arguments of the call.

    Returns:
        the result of the first handler that does not return NotImplemented.

    Raises:
        TypeError: if all handlers return NotImplemented.

    >>> import wengert
    >>> from wengert.overrides import handle_torch_function, has_torch_function
    >>> def double(x):
    ...     if has_torch_function((x,)):
    ...         return handle_torch_function(double, (x,), x)
    ...     return x * 2
    >>> class Meters:
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None):
    ...         return f"{func.__name__} of meters"
    >>> double(Meters())
    'double of meters'
    """
    if not (asked := override.handlers(*relevant_args)):
        raise errors.overriding.no_handler(public_api)
    return override.call(asked, public_api, args, kwargs)


def wrap_torch_function(dispatcher: Callable[..., Iterable[Any]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a function overridable.

    ``dispatcher`` gets the arguments of the function, and returns those whose types may have handlers.

    >>> import wengert
    >>> @wengert.overrides.wrap_torch_function(lambda x: (x,))
    ... def double(x):
    ...     return x * 2
    >>> double(wengert.ones(2))
    tensor([2., 2.])
    """

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            overriding = override.handlers(*dispatcher(*args, **kwargs))
            return override.call(overriding, wrapped, args, kwargs) if overriding else func(*args, **kwargs)

        return wrapped

    return decorate


def has_torch_function_unary(relevant_arg: Any) -> bool:
    """:func:`has_torch_function` for one argument.

    >>> import wengert
    >>> wengert.overrides.has_torch_function_unary(wengert.ones(2))
    False
    """
    return bool(override.handlers(relevant_arg))


def has_torch_function_variadic(*relevant_args: Any) -> bool:
    """:func:`has_torch_function` for several arguments.

    >>> import wengert
    >>> wengert.overrides.has_torch_function_variadic(wengert.ones(2), 1)
    False
    """
    return bool(override.handlers(*relevant_args))


def is_tensor_like(inp: Any) -> bool:
    """Return whether a value is a tensor, or has a type that takes part in overriding.

    >>> import wengert
    >>> wengert.overrides.is_tensor_like(wengert.ones(2)), wengert.overrides.is_tensor_like([1.0])
    (True, False)
    """
    return isinstance(inp, TensorBase) or any(hasattr(inp, name) for name in override.NAMES)


def get_overridable_functions() -> dict[Any, list[Callable[..., Any]]]:
    """Return the functions that can be overridden by the types of their arguments, by namespace or class.

    >>> import wengert
    >>> wengert.add in wengert.overrides.get_overridable_functions()[wengert]
    True
    """
    return {space: list(dict.fromkeys(functions.values())) for space, functions in _table().items()}


def get_default_nowrap_functions() -> set[Callable[..., Any]]:
    """Return the functions whose results are not converted to the subclass by the default handler.

    >>> import wengert
    >>> wengert.Tensor.grad.__get__ in wengert.overrides.get_default_nowrap_functions()
    True
    """
    return set(nowrap())


def resolve_name(f: Callable[..., Any]) -> str | None:
    """Return the public name of a function that can be overridden or seen by modes; None for other functions.

    >>> import wengert
    >>> wengert.overrides.resolve_name(wengert.Tensor.shape.__get__)
    'wengert.Tensor.shape.__get__'
    """
    f = subclass.original_of(f)
    for space, functions in [*_table().items(), *_ignored().items()]:
        label = "wengert.Tensor" if space is Tensor else space.__name__
        label = errors.text.package() + label.removeprefix("wengert")
        names = [name for name, function in functions.items() if function == f]
        if names:
            return f"{label}.{f.__name__ if f.__name__ in names else names[0]}"
    return None


def is_tensor_method_or_property(func: Callable[..., Any]) -> bool:
    """Return whether an overridable function is a method of Tensor, or gets or sets a property of it.

    >>> import wengert
    >>> wengert.overrides.is_tensor_method_or_property(wengert.Tensor.backward)
    True
    """
    return subclass.original_of(func) in _table()[Tensor].values()


def get_ignored_functions() -> set[Callable[..., Any]]:
    """Return the functions that types cannot override, because they create tensors from other values. Modes can.

    >>> import wengert
    >>> wengert.ones in wengert.overrides.get_ignored_functions()
    True
    """
    return {f for functions in _ignored().values() for f in functions.values()}


def get_testing_overrides() -> dict[Callable[..., Any], Callable[..., Any]]:
    """Return a dummy with the same signature, which returns -1, for every function that types can override.

    >>> import wengert
    >>> wengert.overrides.get_testing_overrides()[wengert.add](1, other=2)
    -1
    """
    return {f: _stand_in(f) for functions in _table().values() for f in functions.values()}


def _stand_in(func: Callable[..., Any]) -> Callable[..., Any]:
    try:
        signature = inspect.signature(func)
    except ValueError:  # accessors of compiled properties have no signature
        signature = inspect.signature(lambda *args: -1)

    def stand_in(*args: Any, **kwargs: Any) -> int:
        signature.bind(*args, **kwargs)
        return -1

    stand_in.__signature__ = signature  # type: ignore[attr-defined]
    return stand_in


def _asks(func: Any) -> bool:
    """Whether a function itself calls the handlers of its arguments' types."""
    return "on" in getattr(getattr(func, "__code__", None), "co_names", ())


@functools.cache
def _table() -> dict[Any, dict[str, Any]]:
    """The overridable functions: namespace -> name -> function."""
    table: dict[Any, dict[str, Any]] = {}
    for name, space in SPACES.items():
        table[importlib.import_module(name)] = {n: f for n in space.__all__ if _asks(f := getattr(space, n))}
    table[sys.modules["wengert.autograd"]] = {"backward": backward, "grad": grad}
    table[Tensor] = {}
    for name, value in members():
        if hasattr(value, "__set__"):
            table[Tensor] |= {f"{name}.__get__": value.__get__, f"{name}.__set__": value.__set__}
        else:
            table[Tensor][name] = value
    return table


@functools.cache
def _ignored() -> dict[Any, dict[str, Any]]:
    """The public functions that types cannot override: namespace -> name -> function."""
    return {
        importlib.import_module(name): {n: f for n in space.__all__ if not _asks(f := getattr(space, n))}
        for name, space in SPACES.items()
    }


class DisableTorchFunctionSubclass:
    """Inside, the handlers of types are not called in this thread. Modes still are.

    >>> import wengert
    >>> class Named(wengert.Tensor):
    ...     pass
    >>> with wengert.overrides.DisableTorchFunctionSubclass():
    ...     wengert.ones(2).as_subclass(Named) + 1
    tensor([2., 2.])
    """

    def __enter__(self) -> None:
        self.before, local.state.overriding = local.state.overriding, False

    def __exit__(self, *raised: object) -> None:
        local.state.overriding = self.before


class DisableTorchFunction(DisableTorchFunctionSubclass):
    """Inside, neither the handlers of types nor modes are called in this thread.

    >>> import wengert
    >>> wengert.overrides.DisableTorchFunction() is not None
    True
    """

    def __enter__(self) -> None:
        super().__enter__()
        self.skipping, local.state.skipping = local.state.skipping, 2

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        local.state.skipping = self.skipping


class TorchFunctionMode:
    """Base class of modes. While a mode is entered, it handles every call of a public function.

    A subclass defines the method ``__torch_function__(self, func, types, args=(), kwargs=None)``, or
    ``__wengert_function__`` with the same signature. It gets the calls of this thread: of functions, methods,
    operators and properties, and of functions that create tensors. The calls that it makes itself go to the enclosing
    mode, and finally to the Tensor subclasses among the arguments, which are listed in ``types``. Its result is the
    result of the call. If it returns NotImplemented, the handlers of these subclasses are called. Calls inside
    wengert's functions are not seen.

    Raises:
        RuntimeError: at the first call, if the method is a classmethod.
        TypeError: at a call for which the mode and all types return NotImplemented.

    >>> import wengert
    >>> class Log(wengert.overrides.TorchFunctionMode):
    ...     def __torch_function__(self, func, types, args=(), kwargs=None):
    ...         print(wengert.overrides.resolve_name(func))
    ...         return func(*args, **(kwargs or {}))
    >>> with Log():
    ...     x = wengert.ones(2)
    ...     y = (x + x).sum()
    wengert.ones
    wengert.Tensor.add
    wengert.Tensor.sum
    """

    inner: TorchFunctionMode

    def __init__(self) -> None:
        pass

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise errors.overriding.mode_without_handler(type(self).__name__)

    def __enter__(self) -> Self:
        subclass.enter(self)
        return self

    def __exit__(self, *raised: object) -> None:
        subclass.leave()

    @classmethod
    def push(cls, *args: Any, **kwargs: Any) -> Self:
        """Deprecated. Return a new mode for a ``with`` statement; use ``with Mode(...)`` instead."""
        errors.overriding.push()
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    """A mode that runs every function unchanged: a base for modes that change only some functions.

    >>> import wengert
    >>> class Doubled(wengert.overrides.BaseTorchFunctionMode):
    ...     def __torch_function__(self, func, types, args=(), kwargs=None):
    ...         out = super().__torch_function__(func, types, args, kwargs)
    ...         return out * 2 if func is wengert.ones else out
    >>> with Doubled():
    ...     wengert.ones(2), wengert.zeros(2)
    (tensor([2., 2.]), tensor([0., 0.]))
    """

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


def redispatch_function(func: Callable[..., Any], types: Iterable[Any], args: tuple[Any, ...] = (),
                        kwargs: dict[str, Any] | None = None) -> Any:  # fmt: skip
    """Run a function without calling handlers for this call. For calls inside it, handlers are called as usual.

    Args:
        func: the function, as handlers get it.
        types: as handlers get it; ignored.
        args, kwargs: the arguments of the call.

    Returns:
        the result of the function.

    >>> import wengert
    >>> class Seen(wengert.Tensor):
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None):
    ...         print(func.__name__)
    ...         return wengert.overrides.redispatch_function(func, types, args, kwargs)
    >>> wengert.exp(wengert.zeros(2).as_subclass(Seen))
    exp
    tensor([1., 1.])
    """
    state = local.state
    if isinstance(func, subclass.Asked):
        return func.original(*args, **(kwargs or {}))
    if func in _unasked():
        return func(*args, **(kwargs or {}))
    before = state.skipping
    try:
        state.skipping = before | 1
        return func(*args, **(kwargs or {}))
    finally:
        state.skipping = before


@functools.cache
def _unasked() -> frozenset[Any]:
    """The members of Tensor that do not call handlers themselves."""
    return frozenset(f for f in _table()[Tensor].values() if not _asks(f))
