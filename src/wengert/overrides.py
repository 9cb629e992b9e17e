"""``torch.overrides``: for functions and types that take part in overriding."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from typing import Any

from . import autograd, dispatch
from .faces import linalg, nn_functional, special, top
from .subclass import members, nowrap
from .tensor import Tensor, TensorBase

SPACES = {"wengert": top, "wengert.nn.functional": nn_functional, "wengert.linalg": linalg, "wengert.special": special}


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """Whether one of the arguments takes part in overriding.

    >>> import wengert
    >>> wengert.overrides.has_torch_function((wengert.ones(2), 1))
    False
    """
    return bool(dispatch.find(*relevant_args))


def handle_torch_function(public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any,
                          **kwargs: Any) -> Any:  # fmt: skip
    """Let the types of ``relevant_args`` decide what ``public_api(*args, **kwargs)`` does.

    Args:
        public_api: the function that was called: what handlers get as ``func``.
        relevant_args: the arguments whose types are asked, subclasses first.
        args, kwargs: all arguments of the call.

    Returns:
        what the first handler that does not decline returns.

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
    return dispatch.call(dispatch.find(*relevant_args), public_api, args, kwargs)


def wrap_torch_function(dispatcher: Callable[..., Iterable[Any]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a function overridable; ``dispatcher``, called with its arguments, gives those whose types are asked.

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
            found = dispatch.find(*dispatcher(*args, **kwargs))
            return dispatch.call(found, wrapped, args, kwargs) if found else func(*args, **kwargs)

        return wrapped

    return decorate


def is_tensor_like(inp: Any) -> bool:
    """Whether a value is a tensor or of a type that takes part in overriding.

    >>> import wengert
    >>> wengert.overrides.is_tensor_like(wengert.ones(2)), wengert.overrides.is_tensor_like([1.0])
    (True, False)
    """
    return isinstance(inp, TensorBase) or any(hasattr(inp, name) for name in dispatch.NAMES)


def get_overridable_functions() -> dict[Any, list[Callable[..., Any]]]:
    """The functions that ask the types of their arguments, by the namespace or class they belong to.

    >>> import wengert
    >>> wengert.add in wengert.overrides.get_overridable_functions()[wengert]
    True
    """
    return {space: list(dict.fromkeys(functions.values())) for space, functions in _table().items()}


def get_default_nowrap_functions() -> set[Callable[..., Any]]:
    """The functions whose results stay plain tensors though a subclass was asked.

    >>> import wengert
    >>> wengert.Tensor.grad.__get__ in wengert.overrides.get_default_nowrap_functions()
    True
    """
    return set(nowrap())


def resolve_name(f: Callable[..., Any]) -> str | None:
    """The public name of an overridable function; None if it is none.

    >>> import wengert
    >>> wengert.overrides.resolve_name(wengert.Tensor.shape.__get__)
    'wengert.Tensor.shape.__get__'
    """
    for space, functions in _table().items():
        label = "wengert.Tensor" if space is Tensor else space.__name__
        for name, function in functions.items():
            if function == f:
                return f"{label}.{name}"
    return None


def is_tensor_method_or_property(func: Callable[..., Any]) -> bool:
    """Whether an overridable function is a method of Tensor, or reads or sets one of its properties.

    >>> import wengert
    >>> wengert.overrides.is_tensor_method_or_property(wengert.Tensor.backward)
    True
    """
    return func in _table()[Tensor].values()


@functools.cache
def _table() -> dict[Any, dict[str, Any]]:
    """The overridable functions by name, by namespace."""
    table: dict[Any, dict[str, Any]] = {}
    for name, space in SPACES.items():
        found = {n: getattr(space, n) for n in space.__all__}
        table[sys.modules[name]] = {n: f for n, f in found.items() if "_dispatch" in f.__code__.co_names}
    table[autograd] = {"backward": autograd.backward, "grad": autograd.grad}
    table[Tensor] = {}
    for name, value in members():
        if hasattr(value, "__set__"):
            table[Tensor] |= {f"{name}.__get__": value.__get__, f"{name}.__set__": value.__set__}
        else:
            table[Tensor][name] = value
    return table


__all__ = [
    "get_default_nowrap_functions", "get_overridable_functions", "handle_torch_function", "has_torch_function",
    "is_tensor_like", "is_tensor_method_or_property", "resolve_name", "wrap_torch_function",
]  # fmt: skip
