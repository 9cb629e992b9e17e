"""``state_dict`` and ``load_state_dict``: methods of Module."""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ... import errors
from ...api.grad_mode import no_grad
from ...tape.hooks import RemovableHandle
from ...tape.tensor import TensorBase
from .module_hooks import HookOfModule
from .parameter import Parameter, is_lazy

EXTRA = "_extra_state"


class _IncompatibleKeys(NamedTuple):
    missing_keys: list[str]
    unexpected_keys: list[str]


class IncompatibleKeys(_IncompatibleKeys):
    """The result of ``load_state_dict``: the keys that were missing, and those that the module does not have."""

    __slots__ = ()

    def __repr__(self) -> str:
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


IncompatibleKeys.__name__ = IncompatibleKeys.__qualname__ = "_IncompatibleKeys"  # PyTorch's, in what it prints
IncompatibleKeys.__module__ = "wengert.nn.modules.module"  # where pickles find it


def _has_own(module: Any, which: str) -> bool:
    """Whether the class of a module defines ``get_extra_state`` or ``set_extra_state``."""
    return inspect.unwrap(getattr(type(module), which)) not in (get_extra_state, set_extra_state)


def get_extra_state(self: Any) -> Any:
    """Return what ``state_dict`` holds besides tensors. A class that defines it defines ``set_extra_state``, too."""
    raise errors.layers.extra_state("get")


def set_extra_state(self: Any, state: Any) -> None:
    """Take what ``get_extra_state`` returned when the state was made."""
    raise errors.layers.extra_state("set")


# -- saving


def state_dict(self: Any, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False) -> Any:
    """Return the parameters and persistent buffers of the module and its submodules, by their full names.

    Args:
        destination: the dictionary to fill. Default: a new one.
        prefix: what the names begin with.
        keep_vars: whether the values are the parameters themselves. Otherwise they share memory with them.
    """
    if args:
        errors.layers.positional_state_dict()
        given = dict(zip(("destination", "prefix", "keep_vars"), args, strict=False))
        destination = given.get("destination", destination)
        prefix = given.get("prefix", prefix)
        keep_vars = given.get("keep_vars", keep_vars)
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()
    metadata = {"version": self._version}
    if hasattr(destination, "_metadata"):
        destination._metadata[prefix[:-1]] = metadata
    for hook in self._state_dict_pre_hooks.values():
        hook(self, prefix, keep_vars)
    self._save_to_state_dict(destination, prefix, keep_vars)
    for name, module in self._modules.items():
        if module is not None:
            module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    for hook in self._state_dict_hooks.values():
        result = hook(self, destination, prefix, metadata)
        if result is not None:
            if getattr(hook, "_from_public_api", False):
                raise RuntimeError("state_dict post-hook must return None")
            destination = result
    return destination


def _save_to_state_dict(self: Any, destination: Any, prefix: str, keep_vars: bool) -> None:
    """Put what this module holds, without its submodules, into a dictionary."""
    for name, param in self._parameters.items():
        if param is not None:
            destination[prefix + name] = param if keep_vars else param.detach()
    for name, buffer in self._buffers.items():
        if buffer is not None and name not in self._non_persistent_buffers_set:
            destination[prefix + name] = buffer if keep_vars else buffer.detach()
    if _has_own(self, "get_extra_state"):
        destination[prefix + EXTRA] = self.get_extra_state()


# -- loading


def load_state_dict(
    self: Any, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
) -> IncompatibleKeys:
    """Copy the values of a state into the parameters and buffers of the module and its submodules.

    Args:
        state_dict: values by full names, as :meth:`state_dict` returns them.
        strict: whether missing and unexpected keys are errors.
        assign: whether the tensors of the state become the module's own, with their dtype and memory.

    Returns:
        the missing and the unexpected keys.

    Raises:
        TypeError: if the state is not a mapping.
        RuntimeError: for values that do not fit, and with ``strict`` for keys; it lists them all.
    """
    if not isinstance(state_dict, Mapping):
        raise errors.layers.not_a_mapping(state_dict)
    missing: list[str] = []
    unexpected: list[str] = []
    messages: list[str] = []
    metadata = getattr(state_dict, "_metadata", None)
    state: Any = OrderedDict(state_dict)
    if metadata is not None:
        state._metadata = metadata

    def load(module: Any, state: Any, prefix: str = "") -> None:
        own = {} if metadata is None else metadata.get(prefix[:-1], {})
        if assign:
            own["assign_to_params_buffers"] = assign
        module._load_from_state_dict(state, prefix, own, True, missing, unexpected, messages)
        for name, child in module._modules.items():
            if child is not None:
                start = f"{prefix}{name}."
                load(child, {key: value for key, value in state.items() if key.startswith(start)}, start)
        result = IncompatibleKeys(missing, unexpected)
        for hook in module._load_state_dict_post_hooks.values():
            if hook(module, result) is not None:
                raise errors.layers.load_hook_result()

    load(self, state)
    if strict and unexpected:
        messages.insert(0, errors.layers.keys("Unexpected", unexpected))
    if strict and missing:
        messages.insert(0, errors.layers.keys("Missing", missing))
    if messages:
        raise errors.layers.loading(type(self).__name__, messages, missing, unexpected, state)
    return IncompatibleKeys(missing, unexpected)


def _load_from_state_dict(
    self: Any,
    state_dict: Any,
    prefix: str,
    local_metadata: Any,
    strict: bool,
    missing_keys: list[str],
    unexpected_keys: list[str],
    error_msgs: list[str],
) -> None:
    """Take what this module holds, without its submodules, from a state."""
    for hook in self._load_state_dict_pre_hooks.values():
        hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
    buffers = {name: b for name, b in self._buffers.items() if name not in self._non_persistent_buffers_set}
    own = {name: value for name, value in (*self._parameters.items(), *buffers.items()) if value is not None}
    assign = local_metadata.get("assign_to_params_buffers", False)
    for name, value in own.items():
        key = prefix + name
        if key in state_dict:
            message = _take(self, name, value, key, state_dict[key], assign)
            if message is not None:
                error_msgs.append(message)
        elif strict:
            missing_keys.append(key)
    extra = prefix + EXTRA
    if _has_own(self, "set_extra_state"):
        if extra in state_dict:
            self.set_extra_state(state_dict[extra])
        elif strict:
            missing_keys.append(extra)
    elif strict and extra in state_dict:
        unexpected_keys.append(extra)
    if strict:
        for key in state_dict:
            if key.startswith(prefix) and key != extra:
                first, *rest = key[len(prefix) :].split(".", 1)
                if first not in (self._modules if rest else own):
                    unexpected_keys.append(key)


def _take(module: Any, name: str, value: Any, key: str, came: Any, assign: bool) -> str | None:
    """Copy or assign one value; what went wrong, if anything did."""
    if not isinstance(came, TensorBase):
        return errors.layers.no_tensor(key, came)
    given: Any = came
    lazy = is_lazy(value)
    if not lazy and value.ndim == 0 and given.ndim == 1:
        given = given[0]  # states of old versions hold single numbers so
    if not lazy and given.shape != value.shape:
        return errors.layers.other_size(key, given.shape, value.shape)
    try:
        with no_grad():
            if not assign:
                value.copy_(given)
            else:
                if isinstance(value, Parameter):
                    if isinstance(given, Parameter):
                        given.requires_grad_(value.requires_grad)
                    else:
                        given = Parameter(given, requires_grad=value.requires_grad)
                setattr(module, name, given)
    except Exception as error:
        return errors.layers.not_copied(key, value.size(), given.size(), error)
    return None


# -- hooks


def _add(hooks: Any, hook: Callable[..., Any]) -> RemovableHandle:
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def register_state_dict_pre_hook(self: Any, hook: Callable[..., Any]) -> RemovableHandle:
    """Call ``hook(module, prefix, keep_vars)`` before ``state_dict`` saves this module."""
    return _add(self._state_dict_pre_hooks, hook)


def register_state_dict_post_hook(self: Any, hook: Any) -> RemovableHandle:
    """Call ``hook(module, state_dict, prefix, local_metadata)``, which may change the state, after ``state_dict``."""
    hook._from_public_api = True
    return _add(self._state_dict_hooks, hook)


def _register_state_dict_hook(self: Any, hook: Any) -> RemovableHandle:
    """As :meth:`register_state_dict_post_hook`; what the hook returns replaces the state."""
    if getattr(hook, "_from_public_api", False):
        raise errors.layers.public_hook()
    return _add(self._state_dict_hooks, hook)


def _register_load_state_dict_pre_hook(
    self: Any, hook: Callable[..., Any], with_module: bool = False
) -> RemovableHandle:
    """As :meth:`register_load_state_dict_pre_hook`; the hook does not get the module unless ``with_module``."""
    return _add(self._load_state_dict_pre_hooks, HookOfModule(hook, self) if with_module else hook)


def register_load_state_dict_pre_hook(self: Any, hook: Callable[..., Any]) -> RemovableHandle:
    """Call a hook before ``load_state_dict`` loads this module.

    Args:
        hook: gets ``(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)``,
            and may change all of these.
    """
    return _add(self._load_state_dict_pre_hooks, HookOfModule(hook, self))


def register_load_state_dict_post_hook(self: Any, hook: Callable[..., Any]) -> RemovableHandle:
    """Call ``hook(module, incompatible_keys)``, which may change the lists, after this module was loaded."""
    return _add(self._load_state_dict_post_hooks, hook)
