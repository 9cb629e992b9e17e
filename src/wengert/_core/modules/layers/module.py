"""The base class of all modules: what it holds, how it is called, and how it is gone through."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Self

from ... import errors
from ...api import generated
from ...api.types import typename
from ...errors.tracebacks import short
from ...tape.tensor import Tensor, TensorBase
from . import module_conversions, module_hooks, state_dicts
from .module_hooks import Everywhere, Hooks, hooked_call, registered
from .parameter import Buffer, Parameter, clear_gradients

INITIAL: dict[str, Callable[[], Any]] = {  # PyTorch's names: programs, and pickles of old modules, know them
    "_parameters": dict, "_buffers": dict, "_non_persistent_buffers_set": set, "_backward_pre_hooks": OrderedDict,
    "_backward_hooks": OrderedDict, "_is_full_backward_hook": lambda: None, "_forward_hooks": OrderedDict,
    "_forward_hooks_with_kwargs": OrderedDict, "_forward_hooks_always_called": OrderedDict,
    "_forward_pre_hooks": OrderedDict, "_forward_pre_hooks_with_kwargs": OrderedDict, "_state_dict_hooks": OrderedDict,
    "_state_dict_pre_hooks": OrderedDict, "_load_state_dict_pre_hooks": OrderedDict,
    "_load_state_dict_post_hooks": OrderedDict, "_modules": dict,
}  # fmt: skip


def _not_implemented(self: Any, *input: Any) -> None:
    """Compute the module's result. Every module defines it; call the module instead, so that hooks are called."""
    raise errors.layers.no_forward(type(self).__name__)


class Module:
    """The base class of all modules: it holds parameters, buffers and other modules, and is called.

    A subclass calls ``super().__init__()``, assigns parameters and modules to attributes, and defines ``forward``.

    >>> import wengert
    >>> class Scale(wengert.nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = wengert.nn.Parameter(wengert.tensor(2.0))
    ...     def forward(self, x):
    ...         return self.factor * x
    >>> module = Scale()
    >>> module(wengert.tensor([1.0, 2.0])).sum().backward()
    >>> [(name, p.grad) for name, p in module.named_parameters()]
    [('factor', tensor(3.))]
    """

    dump_patches: bool = False
    _version: int = 1  # of the module's state: see state_dicts.py
    call_super_init: bool = False

    training: bool
    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _non_persistent_buffers_set: set[str]
    _backward_pre_hooks: Hooks
    _backward_hooks: Hooks
    _is_full_backward_hook: bool | None
    _forward_hooks: Hooks
    _forward_hooks_with_kwargs: dict[int, bool]
    _forward_hooks_always_called: dict[int, bool]
    _forward_pre_hooks: Hooks
    _forward_pre_hooks_with_kwargs: dict[int, bool]
    _state_dict_hooks: Hooks
    _state_dict_pre_hooks: Hooks
    _load_state_dict_pre_hooks: Hooks
    _load_state_dict_post_hooks: Hooks
    _modules: dict[str, Module | None]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not self.call_super_init and (args or kwargs):
            raise errors.layers.initialized_with(type(self).__name__, len(args), kwargs)
        put = super().__setattr__  # the attributes are no parameters: nothing has to be looked at
        put("training", True)
        for name, make in INITIAL.items():
            put(name, make())
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let ``act = wengert.relu`` in a class call ``relu(x)`` for ``self.act(x)``: no operation takes a module."""
        super().__init_subclass__(**kwargs)
        for name, value in list(vars(cls).items()):
            home = str(value.__globals__.get("__name__")) if type(value) is FunctionType else ""
            if home.startswith(generated.__name__):
                setattr(cls, name, staticmethod(value))

    forward: Callable[..., Any] = _not_implemented

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            if (
                self._forward_hooks
                or self._forward_pre_hooks
                or self._backward_hooks
                or self._backward_pre_hooks
                or Everywhere.any
            ):
                return hooked_call(self, args, kwargs)
            return self.forward(*args, **kwargs)
        except Exception as e:
            if (shown := short(e)) is not e:
                raise shown
            raise

    _call_impl = __call__

    # -- registering

    def _check_name(self, what: str, name: Any, known: dict[str, Any]) -> None:
        if not isinstance(name, str):
            raise TypeError(f"{what} name should be a string. Got {typename(name)}")
        if hasattr(self, name) and name not in known:
            raise KeyError(f"attribute '{name}' already exists. Choose another name, or delete the attribute first.")
        if "." in name:
            raise errors.layers.name_dot(what, name)
        if name == "":
            raise errors.layers.name_empty(what)

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Hold a parameter under a name.

        Args:
            name: under which it is an attribute of the module.
            param: a parameter, or None, which ``state_dict`` leaves out.
        """
        if "_parameters" not in self.__dict__:
            raise errors.layers.before_init("parameter")
        self._check_name("parameter", name, self._parameters)
        if param is not None:
            if not isinstance(param, Parameter):
                kind = typename(param)
                raise errors.layers.registered_type(kind, "parameter", name, "wengert.nn.Parameter")
            if param.grad_fn is not None:
                raise errors.layers.non_leaf(name)
            param = registered(Everywhere.parameters, self, name, param)
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Hold a tensor that is no parameter under a name.

        Args:
            name: under which it is an attribute of the module.
            tensor: a tensor, or None, which ``state_dict`` leaves out.
            persistent: whether it is part of ``state_dict``.
        """
        if "_buffers" not in self.__dict__:
            raise errors.layers.before_init("buffer")
        self._check_name("buffer", name, self._buffers)
        if tensor is not None:
            if not isinstance(tensor, TensorBase):
                raise errors.layers.registered_type(typename(tensor), "buffer", name, "wengert Tensor")
            tensor = registered(Everywhere.buffers, self, name, tensor)
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Hold another module under a name.

        Args:
            name: under which it is an attribute of this module.
            module: a module, or None.
        """
        if not isinstance(module, Module) and module is not None:
            raise errors.layers.no_module(typename(module))
        if "_modules" not in self.__dict__:
            raise errors.layers.before_init("module")
        self._check_name("module", name, self._modules)
        self._modules[name] = registered(Everywhere.modules, self, name, module)

    def register_module(self, name: str, module: Module | None) -> None:
        """The same as :meth:`add_module`."""
        self.add_module(name, module)

    # -- attributes

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__
        group = fields.get("_parameters")
        if group is not None and name in group:
            return group[name]
        for other in ("_buffers", "_modules"):
            if other in fields and name in fields[other]:
                return fields[other][name]
        raise errors.layers.no_attribute(type(self).__name__, name)

    def __setattr__(self, name: str, value: Any) -> None:
        fields = self.__dict__
        params = fields.get("_parameters")
        if isinstance(value, Parameter):
            if params is None:
                raise errors.layers.before_init("parameters")
            self._forget(name, "_buffers", "_modules")
            self.register_parameter(name, value)
        elif params is not None and name in params:
            if value is not None:
                raise errors.layers.assigned_type(typename(value), "parameter", name, "wengert.nn.Parameter")
            self.register_parameter(name, value)
        elif isinstance(value, Module) or name in fields.get("_modules", ()):
            if "_modules" not in fields:
                raise errors.layers.before_init("module")
            if not isinstance(value, Module) and value is not None:
                raise errors.layers.assigned_type(typename(value), "child module", name, "wengert.nn.Module")
            self._forget(name, "_parameters", "_buffers")
            self._modules[name] = registered(Everywhere.modules, self, name, value)
        elif isinstance(value, Buffer) or name in fields.get("_buffers", ()):
            if value is not None and not isinstance(value, TensorBase):
                expected = "wengert.nn.Buffer, wengert.Tensor"
                raise errors.layers.assigned_type(typename(value), "buffer", name, expected)
            if isinstance(value, Buffer):
                persistent = bool(value.persistent)  # type: ignore[attr-defined]
            else:
                persistent = name not in self._non_persistent_buffers_set
            self.register_buffer(name, value, persistent)  # type: ignore[arg-type]
        else:
            super().__setattr__(name, value)

    def _forget(self, name: str, *groups: str) -> None:
        """Take a name out of the attributes and these groups: it is assigned in another one."""
        self.__dict__.pop(name, None)
        for group in groups:
            self.__dict__[group].pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name: str) -> None:
        if name in self._buffers:
            self._non_persistent_buffers_set.discard(name)
        for group in (self._parameters, self._buffers, self._modules):
            if name in group:
                del group[name]  # type: ignore[attr-defined]
                return
        super().__delattr__(name)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the attributes of a pickle, which may be of a version that had fewer."""
        self.__dict__.update(state)
        for name, make in INITIAL.items():
            if name not in self.__dict__:
                self.__dict__[name] = make()

    def __dir__(self) -> list[str]:
        names = [*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers]
        return sorted({name for name in names if not name[0].isdigit()})

    # -- paths

    def get_submodule(self, target: str) -> Module:
        """Return the submodule at a path such as ``"encoder.layers.0"``; the module itself for an empty one.

        Raises:
            AttributeError: if there is none.
        """
        module: Any = self
        for name in target.split(".") if target else ():
            if not hasattr(module, name):
                raise errors.layers.path_missing(module._get_name(), name)
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise errors.layers.path_kind(name, "an nn.Module")
        return module  # type: ignore[no-any-return]

    def set_submodule(self, target: str, module: Module, strict: bool = False) -> None:
        """Put a submodule at a path.

        Args:
            target: the path.
            module: the submodule.
            strict: whether there must be one already.
        """
        if target == "":
            raise ValueError("Cannot set the submodule without a target name! Give the name of the submodule.")
        if not isinstance(module, Module):
            raise errors.layers.path_no_module(module)
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if not hasattr(parent, name):
            if strict:
                raise errors.layers.path_missing(parent._get_name(), name)
        elif not isinstance(getattr(parent, name), Module):
            raise errors.layers.path_kind(name, "an nn.Module")
        setattr(parent, name, module)

    def _at(self, target: str) -> tuple[Module, str, Any]:
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise errors.layers.path_missing(module._get_name(), name)
        return module, name, getattr(module, name)

    def get_parameter(self, target: str) -> Parameter:
        """Return the parameter at a path."""
        _, name, param = self._at(target)
        if not isinstance(param, Parameter):
            raise errors.layers.path_kind(name, "an nn.Parameter")
        return param

    def get_buffer(self, target: str) -> Tensor:
        """Return the buffer at a path."""
        module, name, buffer = self._at(target)
        if name not in module._buffers:
            raise errors.layers.path_kind(name, "a buffer")
        return buffer  # type: ignore[no-any-return]

    # -- going through

    def _named_members(
        self,
        get_members_fn: Callable[[Any], Any],
        prefix: str = "",
        recurse: bool = True,
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:
        seen: set[Any] = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, value in get_members_fn(module):
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield f"{path}.{name}" if path else name, value

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yield each parameter with its full name.

        Args:
            prefix: what the names begin with.
            recurse: whether those of submodules are yielded, too.
            remove_duplicate: whether a parameter with several names is yielded once.
        """
        return self._named_members(lambda m: m._parameters.items(), prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Yield each parameter, once; of this module alone if not ``recurse``."""
        for _, param in self.named_parameters(recurse=recurse):
            yield param

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yield each buffer with its full name; the arguments are those of :meth:`named_parameters`."""
        return self._named_members(lambda m: m._buffers.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yield each buffer, once; of this module alone if not ``recurse``."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield each module that this one holds itself, once, with its name."""
        seen: set[Module] = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """Yield each module that this one holds itself, once."""
        for _, module in self.named_children():
            yield module

    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """Yield this module and all below it with their full names.

        Args:
            memo: modules that are left out.
            prefix: what the names begin with.
            remove_duplicate: whether a module with several names is yielded once.
        """
        seen = set() if memo is None else memo
        if self in seen:
            return
        if remove_duplicate:
            seen.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(seen, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def modules(self, remove_duplicate: bool = True) -> Iterator[Module]:
        """Yield this module and all below it."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def apply(self, fn: Callable[[Module], Any]) -> Self:
        """Call a function of each module below this one, and of this one last, and return this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # -- modes and gradients

    def train(self, mode: bool = True) -> Self:
        """Set ``training`` of this module and all below it: dropout and batch norms differ by it.

        Raises:
            ValueError: if it is not a bool.
        """
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """The same as ``train(False)``."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Change whether gradients are accumulated for the parameters."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Drop the gradients of the parameters, or fill them with zeros if not ``set_to_none``."""
        clear_gradients(self.parameters(), set_to_none)

    def compile(self, *args: Any, **kwargs: Any) -> Self:
        """Return the module: it runs as it is. The arguments are accepted and ignored."""
        return self

    # -- text

    def _get_name(self) -> str:
        return type(self).__name__

    def extra_repr(self) -> str:
        """Return what ``repr`` shows of the module besides its submodules."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = [f"({name}): {indented(repr(module))}" for name, module in self._modules.items()]
        if len(lines) == 1 and not children:
            return f"{self._get_name()}({lines[0]})"
        inside = "".join([f"\n  {line}" for line in [*lines, *children]])
        return f"{self._get_name()}({inside}\n)" if inside else f"{self._get_name()}()"

    # -- state (state_dicts.py)

    state_dict = state_dicts.state_dict
    load_state_dict = state_dicts.load_state_dict
    get_extra_state = state_dicts.get_extra_state
    set_extra_state = state_dicts.set_extra_state
    register_state_dict_pre_hook = state_dicts.register_state_dict_pre_hook
    register_state_dict_post_hook = state_dicts.register_state_dict_post_hook
    register_load_state_dict_pre_hook = state_dicts.register_load_state_dict_pre_hook
    register_load_state_dict_post_hook = state_dicts.register_load_state_dict_post_hook
    _register_state_dict_hook = state_dicts._register_state_dict_hook
    _register_load_state_dict_pre_hook = state_dicts._register_load_state_dict_pre_hook
    _save_to_state_dict = state_dicts._save_to_state_dict
    _load_from_state_dict = state_dicts._load_from_state_dict

    # -- hooks (module_hooks.py)

    register_forward_pre_hook = module_hooks.register_forward_pre_hook
    register_forward_hook = module_hooks.register_forward_hook
    register_full_backward_pre_hook = module_hooks.register_full_backward_pre_hook
    register_full_backward_hook = module_hooks.register_full_backward_hook
    register_backward_hook = module_hooks.register_backward_hook

    # -- dtypes and devices (module_conversions.py): last, because they take names of types

    _apply = module_conversions._apply
    to = module_conversions.to
    to_empty = module_conversions.to_empty
    share_memory = module_conversions.share_memory
    cpu = module_conversions.cpu
    cuda = module_conversions.cuda
    xpu = module_conversions.xpu
    ipu = module_conversions.ipu
    mtia = module_conversions.mtia
    double = module_conversions.double
    half = module_conversions.half
    bfloat16 = module_conversions.bfloat16
    type = module_conversions.type_
    float = module_conversions.float_


def indented(text: str) -> str:
    """Text whose lines but the first are moved two columns to the right."""
    return text.replace("\n", "\n  ")
