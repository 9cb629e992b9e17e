"""The base of all optimisers: groups of parameters, the state of each, and the hooks around steps."""

from __future__ import annotations

import copy
import functools
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from ... import errors
from ...api.grad_mode import set_grad_enabled
from ...api.types import typename
from ...arrays import dtypes
from ...errors import tracebacks
from ...tape.hooks import RemovableHandle
from ...tape.tensor import Tensor, TensorBase
from ...tools.profiler.scopes import record_function
from ..layers.parameter import clear_gradients

ParamsT = Iterable[Any]  # of tensors, of (name, tensor), or of dictionaries with "params"


class _Required:
    """Stands for a default that every group has to give."""

    def __repr__(self) -> str:
        return "<required parameter>"


required = _Required()

_before_all: OrderedDict[int, Any] = OrderedDict()
_after_all: OrderedDict[int, Any] = OrderedDict()


def _registered(hooks: OrderedDict[int, Any], hook: Any, first: bool = False) -> RemovableHandle:
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if first:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_optimizer_step_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Register a hook that is called before each step of every optimiser.

    Args:
        hook: called as ``hook(optimizer, args, kwargs)``. It returns None, or new ``(args, kwargs)``.

    Returns:
        A handle: ``handle.remove()`` removes the hook.

    >>> import wengert
    >>> x = wengert.ones(2, requires_grad=True)
    >>> with wengert.optim.optimizer.register_optimizer_step_pre_hook(lambda optimizer, args, kwargs: print("step")):
    ...     wengert.optim.SGD([x]).step()
    step
    """
    return _registered(_before_all, hook)


def register_optimizer_step_post_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Register a hook that is called after each step of every optimiser.

    Args:
        hook: called as ``hook(optimizer, args, kwargs)``. What it returns is ignored.

    Returns:
        A handle: ``handle.remove()`` removes the hook.

    >>> import wengert
    >>> x = wengert.ones(2, requires_grad=True)
    >>> with wengert.optim.optimizer.register_optimizer_step_post_hook(lambda optimizer, args, kwargs: print("done")):
    ...     wengert.optim.SGD([x]).step()
    done
    """
    return _registered(_after_all, hook)


def _hooked(func: Callable[..., Any]) -> Callable[..., Any]:
    """A ``step`` with the hooks around it, and a name in profiles.

    A step that calls the step of its base class is one step: its hooks are called once.
    """

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        optimizer = args[0]
        if type(optimizer).step is not shown or "_optimizer_step_pre_hooks" not in vars(optimizer):
            return func(*args, **kwargs)  # the latter: a class around another optimiser, which it did not call its own
        with record_function(f"Optimizer.step#{type(optimizer).__name__}.step"):
            for hook in (*_before_all.values(), *optimizer._optimizer_step_pre_hooks.values()):
                result = hook(optimizer, args, kwargs)
                if result is None:
                    continue
                if not isinstance(result, tuple) or len(result) != 2:
                    raise errors.optim.hook_result(func, result)
                args, kwargs = result
            loss = func(*args, **kwargs)
            for hook in (*optimizer._optimizer_step_post_hooks.values(), *_after_all.values()):
                hook(optimizer, args, kwargs)
            return loss

    shown = tracebacks.public(functools.wraps(func)(wrapper))
    shown.hooked = True  # type: ignore[attr-defined]
    return shown


def use_grad_for_differentiable(step: Callable[..., Any]) -> Callable[..., Any]:
    """Record a step if the optimiser is ``differentiable``, and only then."""

    @functools.wraps(step)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
        with set_grad_enabled(self.defaults.get("differentiable", False)):
            return step(self, *args, **kwargs)

    return wrapper


class Optimizer:
    """The base class of all optimisers. A subclass defines ``step``.

    ``param_groups`` is a list of dictionaries. Each has ``params``, a list of tensors, and the options of these.
    ``state`` has a dictionary for each parameter. ``step`` and ``zero_grad`` have their names in profiles.

    Args:
        params: tensors, or pairs of a name and a tensor, or dictionaries with these under ``"params"`` and with options
            beside them.
        defaults: the options of groups that do not give their own.

    Raises:
        TypeError: if ``params`` is a tensor or has what is no tensor.
        ValueError: if there are no parameters, one is no leaf, or one is in two groups.

    >>> import wengert
    >>> class Signs(wengert.optim.Optimizer):
    ...     @wengert.no_grad()
    ...     def step(self, closure=None):
    ...         for group in self.param_groups:
    ...             for p in group["params"]:
    ...                 p -= group["lr"] * p.grad.sign()
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = Signs([x], {"lr": 0.5})
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.5000, -1.5000], requires_grad=True)
    """

    defaults: dict[str, Any]
    state: defaultdict[Any, Any]
    param_groups: list[dict[str, Any]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "step" in cls.__dict__:
            cls.step = _hooked(cls.__dict__["step"])  # type: ignore[method-assign]

    def __init__(self, params: ParamsT, defaults: dict[str, Any]) -> None:
        if isinstance(params, TensorBase):
            raise errors.optim.params_is_tensor(typename(params))
        self.defaults = defaults
        self._patch_step_function()
        self.state = defaultdict(dict)
        self.param_groups = []
        if hasattr(params, "parameters") and not hasattr(params, "__iter__"):
            raise errors.optim.module_given(type(params).__name__)
        groups = list(params)
        if not groups:
            raise errors.optim.no_params()
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def _patch_step_function(self) -> None:
        """Give the optimiser those dictionaries of hooks that it does not have: pickles have none.

        The name is PyTorch's, for optimisers around another one that do not call ``Optimizer.__init__``.
        """
        for name in ("step_pre", "step_post", "state_dict_pre", "state_dict_post", "load_state_dict_pre",
                     "load_state_dict_post"):  # fmt: skip
            self.__dict__.setdefault(f"_optimizer_{name}_hooks", OrderedDict())

    _optimizer_step_pre_hooks: OrderedDict[int, Any]
    _optimizer_step_post_hooks: OrderedDict[int, Any]
    _optimizer_state_dict_pre_hooks: OrderedDict[int, Any]
    _optimizer_state_dict_post_hooks: OrderedDict[int, Any]
    _optimizer_load_state_dict_pre_hooks: OrderedDict[int, Any]
    _optimizer_load_state_dict_post_hooks: OrderedDict[int, Any]

    OptimizerPreHook = Callable[..., Any]  # the types of hooks around steps
    OptimizerPostHook = Callable[..., None]
    profile_hook_step = staticmethod(_hooked)

    def __getstate__(self) -> dict[str, Any]:
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._patch_step_function()
        self.defaults.setdefault("differentiable", False)

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            text += "".join(f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params")
        return text + ")"

    # -- hooks

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Register a hook that is called before each step, as ``hook(optimizer, args, kwargs)``.

        It returns None, or new ``(args, kwargs)``.
        """
        return _registered(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Register a hook that is called after each step, as ``hook(optimizer, args, kwargs)``."""
        return _registered(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Register a hook that :meth:`state_dict` calls first, as ``hook(optimizer)``.

        With ``prepend``, it is called before the hooks that were registered earlier.
        """
        return _registered(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Register a hook that :meth:`state_dict` calls last, as ``hook(optimizer, state_dict)``.

        It may change the dictionary, or return another. With ``prepend``, it is called before the hooks that were
        registered earlier.
        """
        return _registered(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Register a hook that :meth:`load_state_dict` calls first, as ``hook(optimizer, state_dict)``.

        It gets a shallow copy of the dictionary. It may change that, or return another. With ``prepend``, it is called
        before the hooks that were registered earlier.
        """
        return _registered(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Register a hook that :meth:`load_state_dict` calls last, as ``hook(optimizer)``.

        With ``prepend``, it is called before the hooks that were registered earlier.
        """
        return _registered(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    # -- what is saved

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the optimiser, for files.

        Returns:
            a dictionary. ``"param_groups"`` has the groups, with numbers in the place of parameters: they count through
            the groups. ``"state"`` has the state of each parameter, by its number. The tensors are those that the
            optimiser uses, not copies.

        >>> import wengert
        >>> x = wengert.ones(2, requires_grad=True)
        >>> optimizer = wengert.optim.SGD([x], momentum=0.9)
        >>> x.sum().backward()
        >>> optimizer.step()
        >>> optimizer.state_dict()["state"]
        {0: {'momentum_buffer': tensor([1., 1.])}}
        """
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers: dict[int, int] = {}
        groups = []
        start = 0
        for group in self.param_groups:
            for i, p in enumerate(group["params"], start):
                numbers.setdefault(id(p), i)
            start += len(group["params"])
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {numbers[id(p)] if isinstance(p, TensorBase) else p: value for p, value in self.state.items()}
        found: dict[str, Any] = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            found = _or(hook(self, found), found)
        return found

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that :meth:`state_dict` returned, for parameters in the same order.

        Tensors are cast to the dtype of their parameter, except the count of steps. A tensor that need not be cast is
        shared with ``state_dict``. Names of parameters are not compared.

        Args:
            state_dict: what :meth:`state_dict` returned.

        Raises:
            ValueError: if it has other groups, or groups of other sizes. Nothing is changed then.

        >>> import wengert
        >>> x, y = (wengert.ones(2, requires_grad=True) for _ in range(2))
        >>> a, b = wengert.optim.SGD([x], lr=0.5), wengert.optim.SGD([y])
        >>> b.load_state_dict(a.state_dict())
        >>> b.param_groups[0]["lr"]
        0.5
        """
        given = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            given = _or(hook(self, given), given)
        groups = copy.deepcopy(given["param_groups"])
        if len(groups) != len(self.param_groups):
            raise errors.optim.other_groups()
        if any(len(a["params"]) != len(b["params"]) for a, b in zip(self.param_groups, groups, strict=True)):
            raise errors.optim.other_sizes()
        parameters: dict[Any, Any] = {}
        for own, group in zip(self.param_groups, groups, strict=True):
            parameters.update(zip(group["params"], own["params"], strict=True))
            group["params"] = own["params"]
            if "param_names" in own:
                group.setdefault("param_names", own["param_names"])
        state: defaultdict[Any, Any] = defaultdict(dict)
        for key, value in given["state"].items():
            if key in parameters:
                state[parameters[key]] = _fitted(parameters[key], value, _hosting(key, given["param_groups"]))
            else:
                state[key] = value
        self.__setstate__({"state": state, "param_groups": groups})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    # -- parameters

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradients of all parameters.

        Args:
            set_to_none: True sets them to None, False fills them with zeros. A step skips a parameter whose gradient is
                None; with zeros it may still move, by momentum or weight decay.

        >>> import wengert
        >>> x = wengert.ones(2, requires_grad=True)
        >>> x.sum().backward()
        >>> wengert.optim.SGD([x]).zero_grad()
        >>> x.grad is None
        True
        """
        with record_function(f"Optimizer.zero_grad#{type(self).__name__}.zero_grad"):
            for group in self.param_groups:
                clear_gradients(group["params"], set_to_none)

    def step(self, closure: Any = None) -> Any:
        """Update the parameters once, from their gradients. Each optimiser defines it.

        Args:
            closure: a function that clears the gradients, computes the loss and its gradients, and returns the loss.

        Returns:
            what ``closure`` returned; None without one.
        """
        raise NotImplementedError

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add parameters with options of their own, in the middle of training for example.

        Args:
            param_group: a dictionary with ``"params"`` and any options. The optimiser keeps it, and adds the defaults
                of the options that it does not have.

        Raises:
            TypeError: if it is no dictionary, or has a set of parameters or what is no tensor.
            ValueError: if a parameter is no leaf or in another group already, or names are missing. Nothing is changed
                then.

        >>> import wengert
        >>> x, y = (wengert.ones(2, requires_grad=True) for _ in range(2))
        >>> optimizer = wengert.optim.SGD([x], lr=0.1)
        >>> optimizer.add_param_group({"params": [y], "lr": 0.01})
        >>> [group["lr"] for group in optimizer.param_groups]
        [0.1, 0.01]
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        given = param_group["params"]
        if isinstance(given, set):
            raise errors.optim.params_is_set()
        entries = [given] if isinstance(given, TensorBase) else list(given)
        names = [entry[0] for entry in entries if isinstance(entry, tuple)]
        params = [entry[1] if isinstance(entry, tuple) else entry for entry in entries]
        if names and len(names) < len(params):
            raise ValueError("all optimizer params should be with/without names. Some param names are missing")
        for p in params:
            if not isinstance(p, TensorBase):
                raise errors.optim.not_a_tensor(typename(p))
            tensor: Any = p
            if not (self.defaults.get("differentiable") or tensor.is_leaf or tensor.retains_grad):
                raise errors.optim.non_leaf()
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise errors.optim.required(name)
        named = bool(names) or "param_names" in param_group
        if any(named != ("param_names" in group) for group in self.param_groups):
            raise errors.optim.names_of_groups(named)
        ours = {id(p) for p in params}
        if any(id(p) in ours for group in self.param_groups for p in group["params"]):
            raise ValueError("some parameters appear in more than one parameter group. List each parameter once.")
        if len(ours) < len(params):
            errors.optim.warn_duplicates()
        param_group["params"] = params
        if names:
            param_group["param_names"] = names
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        self.param_groups.append(param_group)


def _or(result: Any, before: Any) -> Any:
    return before if result is None else result


def _hosting(key: Any, groups: Any) -> bool:
    """Whether the step of a saved parameter is counted in float32, beside the parameter."""
    group: dict[str, Any] = next((g for g in groups if key in g["params"]), {})
    return bool(group.get("capturable") or group.get("fused"))


def _fitted(p: Any, value: Any, hosted: bool, key: Any = None) -> Any:
    """A part of the state of a parameter, with the dtype of the parameter and where that is."""
    if isinstance(value, TensorBase):
        tensor: Any = value
        if key == "step":
            return tensor.to(dtype=dtypes.float32, device=p.device) if hosted else tensor
        return tensor.to(dtype=p.dtype, device=p.device) if p.is_floating_point() else tensor.to(device=p.device)
    if isinstance(value, dict):
        return {k: _fitted(p, v, hosted, k) for k, v in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        kind: Any = type(value)
        return kind(_fitted(p, v, hosted) for v in value)
    return value


def to_scalar(value: Any) -> Any:
    """A tensor of one element without its dimensions. Anything else as it is."""
    return value.squeeze() if isinstance(value, Tensor) and value.dim() else value


def get_value(value: Any) -> Any:
    """The number in a tensor. Anything else as it is."""
    return value.item() if isinstance(value, Tensor) else value
