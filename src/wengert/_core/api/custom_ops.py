"""Operations of the user's, by name: ``library.custom_op``. Each is a Function whose parts are given one by one.

An argument may be a list of tensors. A Function takes tensors themselves, so lists are laid out as further arguments,
and put together again for what the user wrote.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import errors
from ..tape.state import local
from ..tape.tensor import TensorBase
from .function import Function
from .generated import functions
from .grad_mode import no_grad
from .graph import increment_version

OPERATIONS: dict[str, CustomOpDef] = {}  # by name, as ``"namespace::name"``
WRITES_UNKNOWN = "unknown"


class CustomOpDef:
    """What :func:`custom_op` returns: the operation. It is called as the function that it was made of."""

    def __init__(self, name: str, fn: Callable[..., Any], mutates_args: str | Iterable[str]) -> None:
        self._qualname = name
        self._fn = fn
        self._signature = inspect.signature(fn)
        self._kernels: dict[str, Callable[..., Any]] = {}
        self._backward: Callable[..., Any] | None = None
        self._setup_context: Callable[..., Any] | None = None
        self._batched: Callable[..., Any] | None = None
        given = [mutates_args] if isinstance(mutates_args, str) else list(mutates_args)
        self._writes = list(self._signature.parameters) if given == [WRITES_UNKNOWN] else given
        unknown = [written for written in self._writes if written not in self._signature.parameters]
        if unknown:
            raise errors.function.no_such_argument(name, unknown[0], list(self._signature.parameters))
        self._function = type(name.replace("::", "_"), (_Recorded,), {})

    def __repr__(self) -> str:
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError as e:
            raise errors.function.does_not_take(self._qualname, self._signature, str(e)) from None
        bound.apply_defaults()
        call = _Call(self, bound.args, bound.kwargs)
        leaves = call.apart(bound.args)
        if self._writes:
            if local.state.grad_enabled and any(isinstance(t, TensorBase) and t.requires_grad for t in leaves):
                raise errors.function.writes_and_requires_grad(self._qualname)
            output = call.computed(leaves)
            for written in self._writes:  # what wrote may be NumPy, which does not count
                increment_version([t for t in _tensors(bound.arguments[written]) if not t.is_inference()])
            return output
        output = self._function.apply(call, *leaves)  # type: ignore[attr-defined]
        return list(output) if call.gives_list else output

    def register_autograd(self, backward: Callable[..., Any], /, *, setup_context: Any = None) -> None:
        """Say how gradients are computed.

        Args:
            backward: ``backward(ctx, *grads)`` returns a gradient or None for each argument, and for a list of tensors
                a list.
            setup_context: ``setup_context(ctx, inputs, output)`` saves what ``backward`` needs. With keyword-only
                arguments it is ``setup_context(ctx, inputs, keyword_only_inputs, output)``.

        Raises:
            RuntimeError: if the operation writes its arguments.
        """
        if self._writes:
            raise errors.function.writes_its_arguments(self._qualname)
        self._backward, self._setup_context = backward, setup_context

    def register_fake(self, fn: Callable[..., Any], /) -> Callable[..., Any]:
        """Say what shapes results have. It has no effect: every call computes values."""
        return fn

    def register_kernel(
        self, device_types: str | Sequence[str] | None, fn: Callable[..., Any] | None = None, /
    ) -> Callable[..., Any]:
        """Say what computes the operation on a device.

        Args:
            device_types: ``"cpu"``, ``"cuda"``, several of them, or None for all.
            fn: the function. Without it, a decorator is returned.
        """
        kinds = ("cpu", "cuda") if device_types is None else device_types

        def register(fn: Callable[..., Any]) -> Callable[..., Any]:
            self._kernels.update(dict.fromkeys([kinds] if isinstance(kinds, str) else kinds, fn))
            return fn

        return register if fn is None else register(fn)

    def register_vmap(self, func: Callable[..., Any] | None = None) -> Callable[..., Any]:
        """Say how a batch is computed. Without it, the examples are computed one by one.

        Args:
            func: ``func(info, in_dims, *args)`` returns ``(output, out_dims)``. Without it, a decorator is returned.
        """

        def register(func: Callable[..., Any]) -> Callable[..., Any]:
            self._batched = func
            return func

        return register if func is None else register(func)


class Namespace:
    """The operations of a namespace, as attributes."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> CustomOpDef:
        found = OPERATIONS.get(f"{self._name}::{name}")
        if found is None:
            raise errors.function.not_in_namespace(self._name, name)
        return found

    def __dir__(self) -> list[str]:
        spaces = [key.split("::") for key in OPERATIONS]
        return [name for space, name in spaces if space == self._name]


class _Call:
    """One call of an operation: its keyword-only arguments, and how the others are laid out."""

    gives_list = False

    def __init__(self, operation: CustomOpDef, args: Sequence[Any], named: dict[str, Any]) -> None:
        if any(isinstance(one, TensorBase) for one in named.values()):
            raise errors.function.tensor_by_keyword(operation._qualname)
        self.operation, self.named = operation, named
        self.lengths = [len(a) if _is_list_of_tensors(a) else None for a in args]

    def apart(self, values: Sequence[Any]) -> list[Any]:
        """What belongs to the arguments, an element for each leaf. None stands for a list of Nones."""
        pairs = zip(values, self.lengths, strict=True)
        return [leaf for v, n in pairs for leaf in ([v] if n is None else [None] * n if v is None else v)]

    def together(self, leaves: Iterable[Any]) -> list[Any]:
        """What belongs to the leaves, an element or a list for each argument."""
        rest = iter(leaves)
        return [next(rest) if n is None else [next(rest) for _ in range(n)] for n in self.lengths]

    def computed(self, leaves: Sequence[Any]) -> Any:
        """Call the kernel of the device, and check that it wrote and gave what it may."""
        tensors = [t for t in leaves if isinstance(t, TensorBase)]
        before = [t._version for t in tensors]
        operation = self.operation
        kernel = operation._kernels.get(tensors[0].device.type if tensors else "cpu", operation._fn)
        with no_grad():
            output = kernel(*self.together(leaves), **self.named)
        if not operation._writes and [t._version for t in tensors] != before:
            raise errors.function.writes_undeclared(operation._qualname)
        for one in output if isinstance(output, tuple | list) else (output,):
            if isinstance(one, TensorBase) and any(one is t or one._wg_cell() is t._wg_cell() for t in tensors):
                raise errors.function.gives_its_input(operation._qualname)
        return output


def _is_list_of_tensors(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(one, TensorBase) for one in value)


def _tensors(value: Any) -> list[Any]:
    """The tensors of an argument."""
    return [one for one in (value if isinstance(value, list | tuple) else [value]) if isinstance(one, TensorBase)]


class _Recorded(Function):
    """The Function of an operation. Its first argument is the call, and the others are the leaves."""

    @staticmethod
    def forward(call: _Call, *leaves: Any) -> Any:  # type: ignore[override]
        output = call.computed(leaves)
        call.gives_list = isinstance(output, list)
        return tuple(output) if call.gives_list else output

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        call, *leaves = inputs
        ctx.call = call
        needed = ctx.needs_input_grad[1:]
        ctx.needs_input_grad = tuple(call.together(needed))
        if any(needed) and call.operation._setup_context is not None:
            given: dict[str, Any] = {"keyword_only_inputs": call.named} if call.named else {}
            result = list(output) if call.gives_list else output
            call.operation._setup_context(ctx=ctx, inputs=tuple(call.together(leaves)), output=result, **given)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        operation = ctx.call.operation
        if operation._backward is None:
            raise errors.function.no_formula(operation._qualname)
        found = operation._backward(ctx, list(grads)) if ctx.call.gives_list else operation._backward(ctx, *grads)
        found = found if isinstance(found, tuple) else (found,)
        if len(found) != len(ctx.call.lengths):
            raise errors.function.count_of_gradients(operation._qualname, len(ctx.call.lengths), len(found))
        return None, *ctx.call.apart(found)

    @staticmethod
    def vmap(info: Any, in_dims: Any, call: _Call, *leaves: Any) -> Any:
        operation, dims = call.operation, in_dims[1:]
        if operation._batched is not None:
            return operation._batched(info, tuple(call.together(dims)), *call.together(leaves), **call.named)
        found = []
        for i in range(info.batch_size):
            example = [leaf if dim is None else leaf.select(dim, i) for leaf, dim in zip(leaves, dims, strict=True)]
            found.append(operation(*call.together(example), **call.named))
        if isinstance(found[0], TensorBase):
            return functions.stack(found), 0
        call.gives_list = isinstance(found[0], list)
        return tuple([functions.stack(each) for each in zip(*found, strict=True)]), (0,) * len(found[0])


def custom_op(
    name: str,
    fn: Callable[..., Any] | None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: str | Sequence[str] | None = None,
    schema: str | None = None,
    tags: Any = None,
) -> Any:
    """Make an operation of a function that may call anything: compiled code, NumPy, another library.

    Within the function nothing is recorded. :meth:`register_autograd` of the result says how gradients are computed.
    ``wengert.ops.namespace.name`` finds the operation by its name.

    Args:
        name: ``"namespace::name"``.
        fn: the function. Without it, a decorator is returned. What it returns is new: not an argument, nor a view of
            one. Tensors are arguments by position, or lists of these.
        mutates_args: the names of the arguments that the function writes; ``"unknown"`` for all.
        device_types: has no effect: the function computes on all devices, but where ``register_kernel`` gave another.
        schema: has no effect: the arguments are those of the function.
        tags: has no effect.

    Raises:
        ValueError: for a name without a namespace, and for a name in ``mutates_args`` that is no argument.
        RuntimeError: of a call: if the function wrote what is not in ``mutates_args``, or returned an argument; if it
            writes, and an argument requires grad. Of a backward pass: if no formula was registered.

    >>> import numpy as np, wengert
    >>> @wengert.library.custom_op("example::cube", mutates_args=())
    ... def cube(x: wengert.Tensor) -> wengert.Tensor:
    ...     return wengert.from_numpy(x.numpy() ** 3)
    >>> def setup_context(ctx, inputs, output):
    ...     ctx.save_for_backward(*inputs)
    >>> cube.register_autograd(lambda ctx, g: 3 * g * ctx.saved_tensors[0] ** 2, setup_context=setup_context)
    >>> x = wengert.tensor([2.0], requires_grad=True)
    >>> cube(x).backward()
    >>> x.grad, wengert.ops.example.cube(x.detach())
    (tensor([12.]), tensor([8.]))
    """
    if name.count("::") != 1:
        raise ValueError(f"custom_op: expected a name with a namespace, as 'mylib::name', got {name!r}")

    def make(fn: Callable[..., Any]) -> CustomOpDef:
        OPERATIONS[name] = made = CustomOpDef(name, fn, mutates_args)
        return made

    return make if fn is None else make(fn)


def _named(op: Any) -> CustomOpDef:
    """The operation that is meant by itself, or by its name."""
    if isinstance(op, CustomOpDef):
        return op
    if op not in OPERATIONS:
        raise RuntimeError(f"operator {str(op)} does not exist: make it with wengert.library.custom_op.")
    return OPERATIONS[op]


def register_autograd(op: Any, backward: Callable[..., Any], /, *, setup_context: Any = None, lib: Any = None) -> None:
    """Say how gradients of an operation are computed: see :func:`custom_op`.

    Args:
        op: the operation, or its name.
        backward: ``backward(ctx, *grads)`` returns a gradient or None for each argument, for a list of tensors a list.
        setup_context: ``setup_context(ctx, inputs, output)`` saves what ``backward`` needs.
        lib: has no effect.

    Raises:
        RuntimeError: if there is no such operation, or it writes its arguments.
    """
    _named(op).register_autograd(backward, setup_context=setup_context)


def register_fake(op: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None, **options: Any) -> Any:
    """Say what shapes the results of an operation have. It has no effect: every call computes values.

    Args:
        op: the operation, or its name.
        func: the function. Without it, a decorator is returned.
        lib: has no effect.
        options: have no effect.

    Raises:
        RuntimeError: if there is no such operation.

    >>> import wengert
    >>> @wengert.library.custom_op("example::twice", mutates_args=())
    ... def twice(x: wengert.Tensor) -> wengert.Tensor:
    ...     return x * 2
    >>> _ = wengert.library.register_fake("example::twice", lambda x: wengert.empty_like(x))
    >>> twice(wengert.ones(2))
    tensor([2., 2.])
    """
    operation = _named(op)
    return operation.register_fake if func is None else operation.register_fake(func)


def register_kernel(
    op: Any,
    device_types: str | Sequence[str] | None,
    func: Callable[..., Any] | None = None,
    /,
    *,
    lib: Any = None,
) -> Any:
    """Say what computes an operation on a device.

    Args:
        op: the operation, or its name.
        device_types: ``"cpu"``, ``"cuda"``, several of them, or None for all.
        func: the function. Without it, a decorator is returned.
        lib: has no effect.

    Raises:
        RuntimeError: if there is no such operation.

    >>> import wengert
    >>> @wengert.library.custom_op("example::double", mutates_args=())
    ... def double(x: wengert.Tensor) -> wengert.Tensor:
    ...     raise NotImplementedError("on this device")
    >>> _ = wengert.library.register_kernel("example::double", "cpu", lambda x: x * 2)
    >>> double(wengert.ones(2))
    tensor([2., 2.])
    """
    return _named(op).register_kernel(device_types, func)


def register_vmap(op: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None) -> Any:
    """Say how an operation computes a batch. Without it, the examples are computed one by one.

    Args:
        op: the operation, or its name.
        func: ``func(info, in_dims, *args)`` returns ``(output, out_dims)``. Without it, a decorator is returned.
        lib: has no effect.

    Raises:
        RuntimeError: if there is no such operation.

    >>> import wengert
    >>> @wengert.library.custom_op("example::total", mutates_args=())
    ... def total(x: wengert.Tensor) -> wengert.Tensor:
    ...     return x.sum()
    >>> _ = wengert.library.register_vmap("example::total", lambda info, in_dims, x: (x.sum(1 - in_dims[0]), 0))
    >>> wengert.vmap(total)(wengert.ones(2, 3))
    tensor([3., 3.])
    """
    return _named(op).register_vmap(func)
