"""Hooks of modules: before and after ``forward``, and on the gradients of its inputs and outputs."""

from __future__ import annotations

import functools
import weakref
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from ... import errors
from ...api.function import Function
from ...api.generated import functions
from ...tape.hooks import RemovableHandle
from ...tape.state import local
from ...tape.tensor import TensorBase

Hooks = OrderedDict[int, Callable[..., Any]]


class Everywhere:
    """The hooks that are called for all modules."""

    forward_pre: Hooks = OrderedDict()
    forward: Hooks = OrderedDict()
    forward_with_kwargs: OrderedDict[int, bool] = OrderedDict()
    forward_always: OrderedDict[int, bool] = OrderedDict()
    backward_pre: Hooks = OrderedDict()
    backward: Hooks = OrderedDict()
    full: bool | None = None  # whether those in ``backward`` are full ones; None while there are none
    parameters: Hooks = OrderedDict()
    modules: Hooks = OrderedDict()
    buffers: Hooks = OrderedDict()

    any = False  # whether there may be one that a call has to look at


def _add(hooks: Hooks, hook: Callable[..., Any], extra: Any = None, prepend: bool = False) -> RemovableHandle:
    handle = RemovableHandle(hooks, extra_dict=extra)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def registered(hooks: Hooks, module: Any, name: str, value: Any) -> Any:
    """What is registered instead of a value, after hooks on registration."""
    for hook in hooks.values():
        changed = hook(module, name, value)
        if changed is not None:
            value = changed
    return value


# -- for all modules


def register_module_parameter_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call ``hook(module, name, parameter)`` whenever a module registers a parameter; what it returns is registered.

    >>> import wengert
    >>> from wengert.nn.modules.module import register_module_parameter_registration_hook
    >>> with register_module_parameter_registration_hook(lambda module, name, p: print(name, p.shape)):
    ...     _ = wengert.nn.Linear(2, 3)
    weight wengert.Size([3, 2])
    bias wengert.Size([3])
    """
    return _add(Everywhere.parameters, hook)


def register_module_module_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call ``hook(module, name, submodule)`` whenever a module registers another; what it returns is registered.

    >>> import wengert
    >>> from wengert.nn.modules.module import register_module_module_registration_hook
    >>> with register_module_module_registration_hook(lambda module, name, submodule: print(name, submodule)):
    ...     _ = wengert.nn.Sequential(wengert.nn.ReLU())
    0 ReLU()
    """
    return _add(Everywhere.modules, hook)


def register_module_buffer_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call ``hook(module, name, buffer)`` whenever a module registers a buffer; what it returns is registered.

    >>> import wengert
    >>> from wengert.nn.modules.module import register_module_buffer_registration_hook
    >>> with register_module_buffer_registration_hook(lambda module, name, buffer: print(name, buffer)):
    ...     wengert.nn.Module().register_buffer("count", wengert.zeros(()))
    count tensor(0.)
    """
    return _add(Everywhere.buffers, hook)


def register_module_forward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call ``hook(module, args)`` before ``forward`` of every module; what it returns are the arguments.

    >>> import wengert
    >>> from wengert.nn.modules.module import register_module_forward_pre_hook
    >>> with register_module_forward_pre_hook(lambda module, args: print("calls", module)):
    ...     y = wengert.nn.ReLU()(wengert.ones(1))
    calls ReLU()
    """
    Everywhere.any = True
    return _add(Everywhere.forward_pre, hook)


def register_module_forward_hook(
    hook: Callable[..., Any], *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call ``hook(module, args, result)`` after ``forward`` of every module; what it returns is the result.

    Args:
        hook: the function.
        with_kwargs: whether it gets ``(module, args, kwargs, result)``.
        always_call: whether it is called, with None for a result, if ``forward`` raises.

    >>> import wengert
    >>> from wengert.nn.modules.module import register_module_forward_hook
    >>> with register_module_forward_hook(lambda module, args, result: result + 1):
    ...     print(wengert.nn.ReLU()(wengert.ones(1)))
    tensor([2.])
    """
    Everywhere.any = True
    handle = _add(Everywhere.forward, hook, [Everywhere.forward_with_kwargs, Everywhere.forward_always])
    if with_kwargs:
        Everywhere.forward_with_kwargs[handle.id] = True
    if always_call:
        Everywhere.forward_always[handle.id] = True
    return handle


def register_module_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Deprecated: use :func:`register_module_full_backward_hook`."""
    return _everywhere_backward(hook, False)


def register_module_full_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call ``hook(module, grad_input, grad_output)`` when the gradients of a module's inputs are computed.

    >>> import wengert
    >>> from wengert.nn.modules.module import register_module_full_backward_hook
    >>> with register_module_full_backward_hook(lambda module, given, got: print(module, got)):
    ...     wengert.nn.ReLU()(wengert.ones((), requires_grad=True)).backward()
    ReLU() (tensor(1.),)
    """
    return _everywhere_backward(hook, True)


def _everywhere_backward(hook: Callable[..., Any], full: bool) -> RemovableHandle:
    if Everywhere.full is (not full):
        raise errors.layers.mixed_hooks(True)
    Everywhere.full = full
    Everywhere.any = True
    return _add(Everywhere.backward, hook)


def register_module_full_backward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call ``hook(module, grad_output)`` when the gradients of a module's outputs are computed.

    >>> import wengert
    >>> from wengert.nn.modules.module import register_module_full_backward_pre_hook
    >>> with register_module_full_backward_pre_hook(lambda module, got: print(module, got)):
    ...     wengert.nn.ReLU()(wengert.ones((), requires_grad=True)).backward()
    ReLU() (tensor(1.),)
    """
    Everywhere.any = True
    return _add(Everywhere.backward_pre, hook)


# -- of one module: methods of Module


def register_forward_pre_hook(
    self: Any, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
) -> RemovableHandle:
    """Call ``hook(module, args)`` before ``forward``; what it returns are the arguments.

    Args:
        hook: the function.
        prepend: whether it is called before those that are registered already.
        with_kwargs: whether it gets ``(module, args, kwargs)``, and returns the last two.
    """
    handle = _add(self._forward_pre_hooks, hook, self._forward_pre_hooks_with_kwargs, prepend)
    if with_kwargs:
        self._forward_pre_hooks_with_kwargs[handle.id] = True
    return handle


def register_forward_hook(
    self: Any,
    hook: Callable[..., Any],
    *,
    prepend: bool = False,
    with_kwargs: bool = False,
    always_call: bool = False,
) -> RemovableHandle:
    """Call ``hook(module, args, result)`` after ``forward``; what it returns is the result.

    Args:
        hook: the function.
        prepend: whether it is called before those that are registered already.
        with_kwargs: whether it gets ``(module, args, kwargs, result)``.
        always_call: whether it is called, with None for a result, if ``forward`` raises.
    """
    extra = [self._forward_hooks_with_kwargs, self._forward_hooks_always_called]
    handle = _add(self._forward_hooks, hook, extra, prepend)
    if with_kwargs:
        self._forward_hooks_with_kwargs[handle.id] = True
    if always_call:
        self._forward_hooks_always_called[handle.id] = True
    return handle


def register_full_backward_hook(self: Any, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
    """Call ``hook(module, grad_input, grad_output)`` when the gradients of the inputs are computed.

    Args:
        hook: gets a gradient, or None, for each positional argument and each output. What it returns replaces
            ``grad_input``.
        prepend: whether it is called before those that are registered already.

    Raises:
        RuntimeError: if the module has hooks of :meth:`register_backward_hook`.
    """
    if self._is_full_backward_hook is False:
        raise errors.layers.mixed_hooks(False)
    self._is_full_backward_hook = True
    return _add(self._backward_hooks, hook, prepend=prepend)


def register_full_backward_pre_hook(self: Any, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
    """Call ``hook(module, grad_output)`` when the gradients of the outputs are computed.

    Args:
        hook: gets a gradient, or None, for each output. What it returns replaces them.
        prepend: whether it is called before those that are registered already.
    """
    return _add(self._backward_pre_hooks, hook, prepend=prepend)


def register_backward_hook(self: Any, hook: Callable[..., Any]) -> RemovableHandle:
    """Deprecated: use :meth:`register_full_backward_hook`. This hook sees the last node of ``forward`` alone."""
    if self._is_full_backward_hook is True:
        raise errors.layers.mixed_hooks(False)
    self._is_full_backward_hook = False
    return _add(self._backward_hooks, hook)


class HookOfModule:
    """A hook whose first argument is a module, which it does not keep alive."""

    def __init__(self, hook: Callable[..., Any], module: Any) -> None:
        self.hook = hook
        functools.update_wrapper(self, hook)
        self.module: Any = weakref.ref(module)

    def __call__(self, *args: Any) -> Any:
        return self.hook(self.module(), *args)

    def __getstate__(self) -> Any:
        return {"hook": self.hook, "module": self.module()}

    def __setstate__(self, state: Any) -> None:
        self.hook, self.module = state["hook"], weakref.ref(state["module"])


# -- a call with hooks


def hooked_call(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call ``forward`` and all hooks around it."""
    everywhere = (Everywhere.forward_pre, Everywhere.forward, Everywhere.backward_pre, Everywhere.backward)
    Everywhere.any = any(everywhere)
    called: set[int] = set()
    outcome: list[Any] = [args, kwargs, None]
    try:
        return _called(module, outcome, called)
    except Exception:
        args, kwargs, result = outcome
        for where, hooks, always, with_kwargs in (
            ("global module forward", Everywhere.forward, Everywhere.forward_always, Everywhere.forward_with_kwargs),
            ("module forward", module._forward_hooks, module._forward_hooks_always_called,
             module._forward_hooks_with_kwargs),
        ):  # fmt: skip
            for number, hook in list(hooks.items()):
                if number in always and number not in called:
                    try:
                        given = (args, kwargs, result) if number in with_kwargs else (args, result)
                        changed = hook(module, *given)
                        result = result if changed is None else changed
                    except Exception as error:
                        errors.layers.silenced(where, error)
        raise


def _called(module: Any, outcome: list[Any], called: set[int]) -> Any:
    args, kwargs, _ = outcome
    full, partial = _backward_hooks(module)
    before = [*Everywhere.backward_pre.values(), *module._backward_pre_hooks.values()]
    for number, hook in [*Everywhere.forward_pre.items(), *module._forward_pre_hooks.items()]:
        if number in module._forward_pre_hooks_with_kwargs:
            changed = hook(module, args, kwargs)
            if changed is not None:
                if not isinstance(changed, tuple) or len(changed) != 2:
                    raise errors.layers.pre_hook_result(changed)
                args, kwargs = changed
        else:
            changed = hook(module, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
    backward = None
    if full or before:
        backward = FullHooks(module, full, before)
        args = backward.on_inputs(args)
    outcome[:2] = args, kwargs
    result = outcome[2] = module.forward(*args, **kwargs)
    for number, hook in [*Everywhere.forward.items(), *module._forward_hooks.items()]:
        called.add(number)
        if number in module._forward_hooks_with_kwargs or number in Everywhere.forward_with_kwargs:
            changed = hook(module, args, kwargs, result)
        else:
            changed = hook(module, args, result)
        if changed is not None:
            result = outcome[2] = changed
    if backward is not None:
        if not isinstance(result, (TensorBase, tuple)):
            errors.layers.hook_needs_tensors(result)
        result = backward.on_outputs(result)
    if partial:
        _hook_last_node(module, args, result, partial)
    return result


def _backward_hooks(module: Any) -> tuple[list[Any], list[Any]]:
    """The full backward hooks, and the others."""
    full: list[Any] = []
    partial: list[Any] = []
    (full if Everywhere.full is True else partial).extend(Everywhere.backward.values())
    (full if module._is_full_backward_hook is True else partial).extend(module._backward_hooks.values())
    return full, partial


class BackwardHookFunction(Function):
    """Its node stands before the inputs, or after the outputs, of a module with backward hooks, and carries them."""

    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, *args: Any) -> Any:  # type: ignore[override]
        ctx.carried = [a.requires_grad for a in args]
        ctx.mark_non_differentiable(*[a for a in args if not a.requires_grad])
        return args

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> Any:
        return tuple([t if carried else None for t, carried in zip(tangents, ctx.carried, strict=True)])

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads


class FullHooks:
    """The full backward hooks around one call of a module."""

    def __init__(self, module: Any, hooks: list[Any], before: list[Any]) -> None:
        self.module = module
        self.hooks = hooks
        self.before = before
        self.grad_outputs: Any = None
        self.inputs: list[int] | None = None  # the positions of tensors among the arguments
        self.outputs: list[int] = []
        self.n_inputs = self.n_outputs = -1

    def on_inputs(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments, behind a node with these hooks."""

        def hook(grad_inputs: Any, _: Any) -> Any:
            if self.grad_outputs is None:  # as in a second derivative, whose way to the inputs leaves out the outputs
                return None
            made = [like() if g is None else g for g, like in zip(grad_inputs, zeros, strict=True)]
            given = _spread(self.inputs, made, self.n_inputs)
            for user in self.hooks:
                changed = user(self.module, given, self.grad_outputs)
                if changed is None:
                    continue
                changed = changed if isinstance(changed, tuple) else (changed,)
                if len(changed) != len(given):
                    raise errors.layers.hook_length("grad_input", len(changed), len(given))
                given = changed
            self.grad_outputs = None
            return tuple([None if g is None else given[i] for i, g in zip(self.inputs or (), grad_inputs, strict=True)])

        node, args, at = _behind_node(args)
        if node is not None:  # tensors that require no grad get zeros, as in PyTorch
            zeros = [partial(functions.zeros, tuple(t.shape), dtype=t.dtype, device=t.device) for t in _at(args, at)]
            node.register_hook(hook)
            self.n_inputs, self.inputs = len(args), at
        else:
            self.n_inputs = len(args)
        return args

    def on_outputs(self, result: Any) -> Any:
        """The result, before a node with these hooks."""

        def hook(grad_outputs: Any) -> Any:
            self.grad_outputs = _spread(self.outputs, grad_outputs, self.n_outputs)
            for user in self.before:
                changed = user(self.module, self.grad_outputs)
                if changed is None:
                    continue
                changed = changed if isinstance(changed, tuple) else (changed,)
                if len(changed) != len(self.grad_outputs):
                    raise errors.layers.hook_length("grad_output", len(changed), len(self.grad_outputs))
                self.grad_outputs = changed
            given = self.grad_outputs
            if self.inputs is None:  # no input requires grad: the hooks are called now, without gradients of inputs
                if self.hooks:
                    errors.layers.no_inputs_to_hook()
                nothing = (None,) * self.n_inputs
                for user in self.hooks:
                    changed = user(self.module, nothing, given)
                    if changed is not None and not (isinstance(changed, tuple) and all(one is None for one in changed)):
                        raise errors.layers.hook_without_inputs()
                self.grad_outputs = None
            return tuple([given[i] for i in self.outputs])

        alone = isinstance(result, TensorBase)
        if not alone and not isinstance(result, tuple):
            return result
        node, results, self.outputs = _behind_node((result,) if alone else result)
        if node is not None:
            node.register_prehook(hook)
            self.n_outputs = len(results)
        return results[0] if alone else results


def _behind_node(values: Any) -> tuple[Any, Any, list[int]]:
    """Values whose tensors are the results of a new node, the node, and where the tensors are; no node if none has
    a history."""
    at = [i for i, v in enumerate(values) if isinstance(v, TensorBase)]
    if not local.state.grad_enabled or not any([values[i].requires_grad for i in at]):
        return None, values, at
    new = BackwardHookFunction.apply(*[values[i] for i in at])
    node = next(t.grad_fn for t in new if t.requires_grad)
    replaced = list(values)
    for i, t in zip(at, new, strict=True):
        if t.requires_grad:  # others stay as they are, with their tangents
            replaced[i] = t
    made = values._make(replaced) if hasattr(values, "_make") else type(values)(replaced)
    return node, made, at


def _at(values: Any, at: list[int]) -> list[Any]:
    return [values[i] for i in at]


def _spread(at: list[int] | None, values: Any, length: int) -> tuple[Any, ...]:
    spread = [None] * length
    for i, value in zip(at or (), values, strict=True):
        spread[i] = value
    return tuple(spread)


# -- hooks that are not full: on the last node alone


def _hook_last_node(module: Any, args: Any, result: Any, hooks: list[Any]) -> None:
    first = result
    while not isinstance(first, TensorBase):
        if isinstance(first, dict):
            first = next(v for v in first.values() if isinstance(v, TensorBase))
        else:
            first = first[0]
    node = first.grad_fn  # type: ignore[attr-defined]
    if node is not None:
        for hook in hooks:
            node.register_hook(HookOfModule(hook, module))
        _warn_of_partial(args, result, node)


def _warn_of_partial(args: Any, result: Any, node: Any) -> None:
    """Warn if the gradients of the last node are not those of the module."""
    results = (result,) if isinstance(result, TensorBase) else result
    if not isinstance(results, tuple) or not all(isinstance(r, TensorBase) for r in results):
        errors.layers.partial_hook_result()
    elif not all(isinstance(a, TensorBase) for a in args):
        errors.layers.partial_hook_arguments()
    else:
        nodes = {r.grad_fn for r in results if r.grad_fn is not None}  # type: ignore[attr-defined]
        if not nodes or (len(nodes) == 1 and node not in nodes):
            errors.layers.partial_hook("outputs are nested in python data structure", "grad_output")
        elif len(nodes) > 1:
            errors.layers.partial_hook("outputs are generated by different autograd Nodes", "grad_output")
        elif {a.grad_fn for a in args if a.grad_fn is not None} != {n[0] for n in node.next_functions}:
            errors.layers.partial_hook("the forward contains multiple autograd Nodes", "grad_input")
