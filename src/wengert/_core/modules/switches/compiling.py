"""Annotations for compilers that there are none of: functions and modules stay as they are, and it is said once."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from ... import errors

STANCES = (
    "default",
    "eager_then_compile",
    "aot_eager_then_compile",
    "force_eager",
    "fail_on_recompile",
    "eager_on_recompile",
)


def compile(  # noqa: A001
    model: Any = None,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: Any = None,
    mode: str | None = None,
    options: dict[str, Any] | None = None,
    name: str | None = None,
    disable: bool = False,
    recompile_limit: int | None = None,
    isolate_recompiles: bool = False,
    shapes_spec: Any = None,
) -> Any:
    """Return the function or module as it is. Nothing is compiled, and the first call warns of that.

    Args:
        model: the function or module. Without it, a decorator is returned.
        fullgraph: has no effect.
        dynamic: has no effect.
        backend: has no effect.
        mode: has no effect.
        options: has no effect.
        name: has no effect.
        disable: with True, it does not warn.
        recompile_limit: has no effect.
        isolate_recompiles: has no effect.
        shapes_spec: has no effect.

    >>> import wengert
    >>> wengert.compile(wengert.sin, disable=True) is wengert.sin
    True
    """
    if not disable:
        errors.switches.once(errors.switches.as_it_is("compile"))
    return _same if model is None else model


def _same(function: Any) -> Any:
    return function


# -- jit


def script(obj: Any, optimize: Any = None, _frames_up: int = 0, _rcb: Any = None, example_inputs: Any = None) -> Any:
    """Return the function, class or module as it is. Nothing is compiled, and the first call warns of that.

    Args:
        obj: the function, class or module.
        optimize: has no effect.
        example_inputs: has no effect.
    """
    errors.switches.once(errors.switches.as_it_is("jit.script"))
    return obj


def trace(func: Any, example_inputs: Any = None, *args: Any, **options: Any) -> Any:
    """Return the function or module as it is. Nothing is compiled, and the first call warns of that.

    Args:
        func: the function or module.
        example_inputs: has no effect. The function is not called with it.
        args: have no effect.
        options: have no effect.
    """
    errors.switches.once(errors.switches.as_it_is("jit.trace"))
    return func


def script_if_tracing(fn: Any) -> Any:
    """Return the function as it is: nothing is traced.

    Args:
        fn: the function.
    """
    return fn


def freeze(mod: Any, preserved_attrs: Any = None, optimize_numerics: bool = True) -> Any:
    """Return the module as it is.

    Args:
        mod: the module.
        preserved_attrs: has no effect.
        optimize_numerics: has no effect.
    """
    return mod


def optimize_for_inference(mod: Any, other_methods: Any = None) -> Any:
    """Return the module as it is.

    Args:
        mod: the module.
        other_methods: has no effect.
    """
    return mod


def ignore(drop: Any = False, **kwargs: Any) -> Any:
    """Mark a method that a compiler leaves out. It has no effect.

    Args:
        drop: the method, if this is used as a decorator without arguments.
        kwargs: have no effect.

    >>> import wengert
    >>> @wengert.jit.ignore
    ... def f(x):
    ...     return x + 1
    >>> f(1)
    2
    """
    return drop if callable(drop) else _same


def unused(fn: Any) -> Any:
    """Mark a method that a compiler may drop. It has no effect.

    Args:
        fn: the method.
    """
    return fn


def export(fn: Any) -> Any:
    """Mark a method that a compiler keeps. It has no effect.

    Args:
        fn: the method.
    """
    return fn


def annotate(the_type: Any, the_value: Any) -> Any:
    """Return the value: types are for compilers.

    Args:
        the_type: has no effect.
        the_value: the value.
    """
    return the_value


def is_scripting() -> bool:
    """Return False: nothing is compiled.

    >>> import wengert
    >>> wengert.jit.is_scripting()
    False
    """
    return False


def is_tracing() -> bool:
    """Return False: nothing is traced."""
    return False


class ScriptFunction:
    """The type of compiled functions, for ``isinstance``. There are none: nothing is compiled."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.absent.nothing_is_compiled(type(self).__name__)


class ScriptModule(ScriptFunction):
    """The type of compiled modules, for ``isinstance``. There are none: nothing is compiled."""


# -- compiler


def disable(fn: Any = None, recursive: bool = True, *, reason: str | None = None) -> Any:
    """Mark a function that is not compiled. It has no effect.

    Args:
        fn: the function. Without it, a decorator is returned.
        recursive: has no effect.
        reason: has no effect.

    >>> import wengert
    >>> @wengert.compiler.disable
    ... def f(x):
    ...     return x + 1
    >>> f(1)
    2
    """
    return _same if fn is None else fn


def allow_in_graph(fn: Any) -> Any:
    """Mark a function that a compiler takes as it is. It has no effect.

    Args:
        fn: the function.
    """
    return fn


def assume_constant_result(fn: Any) -> Any:
    """Mark a function whose result does not change. It has no effect.

    Args:
        fn: the function.
    """
    return fn


def is_compiling() -> bool:
    """Return False: nothing is compiled.

    >>> import wengert
    >>> wengert.compiler.is_compiling()
    False
    """
    return False


def is_dynamo_compiling() -> bool:
    """Return False: nothing is compiled."""
    return False


def is_exporting() -> bool:
    """Return False: nothing is exported."""
    return False


def reset() -> None:
    """Forget what was compiled: nothing."""


def cudagraph_mark_step_begin() -> None:
    """Mark where a step begins. It has no effect."""


def list_backends(exclude_tags: Callable[..., Any] | tuple[str, ...] = ()) -> list[str]:
    """Return the names of compilers: none.

    Args:
        exclude_tags: has no effect.
    """
    return []


class set_stance:  # noqa: N801  (torch's name)
    """Say what a compiler does. It has no effect; it may be a context manager, or a decorator.

    Args:
        stance: one of PyTorch's names.
        skip_guard_eval_unsafe: has no effect.
        force_backend: has no effect.

    Raises:
        RuntimeError: for another name.
    """

    def __init__(
        self, stance: str = "default", *, skip_guard_eval_unsafe: bool = False, force_backend: Any = None
    ) -> None:
        if stance not in STANCES:
            raise errors.switches.stance(stance)

    def __call__(self, fn: Any) -> Any:
        return fn

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        pass
