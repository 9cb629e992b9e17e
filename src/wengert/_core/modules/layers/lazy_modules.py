"""Modules that find out the sizes of their parameters from the first input."""

from __future__ import annotations

from typing import Any

from ... import errors
from .parameter import is_lazy


class LazyModuleMixin:
    """What lazy modules have besides their kind: parameters without shape until the first call.

    A class defines ``initialize_parameters``, which gets the arguments of ``forward`` and gives the parameters their
    shapes, and ``cls_to_become``, the class of the module from then on.

    >>> import wengert
    >>> module = wengert.nn.LazyLinear(2)
    >>> module(wengert.ones(5, 3)).shape, module
    (wengert.Size([5, 2]), Linear(in_features=3, out_features=2, bias=True))
    """

    cls_to_become: Any = None

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def _save_to_state_dict(self: Any, destination: Any, prefix: str, keep_vars: bool) -> None:
        for name, param in self._parameters.items():
            if param is not None:
                destination[prefix + name] = param if is_lazy(param) or keep_vars else param.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buffer if is_lazy(buffer) or keep_vars else buffer.detach()

    def _lazy_load_hook(self: Any, state_dict: Any, prefix: str, *rest: Any) -> None:
        """Give parameters the shapes that a state has, before it is copied into them."""
        for name, param in (*self._parameters.items(), *self._buffers.items()):
            key = prefix + name
            if key in state_dict and param is not None and is_lazy(param) and not is_lazy(state_dict[key]):
                param.materialize(state_dict[key].shape)

    def initialize_parameters(self: Any, *args: Any, **kwargs: Any) -> None:
        """Give the parameters their shapes, from the arguments of ``forward``. Every lazy module defines it."""
        raise errors.layers.no_initialization(type(self).__name__)

    def has_uninitialized_params(self: Any) -> bool:
        """Whether a parameter or buffer has no shape yet."""
        return any(is_lazy(value) for value in (*self._parameters.values(), *self._buffers.values()))

    def _infer_parameters(self: Any, module: Any, args: Any, kwargs: Any = None) -> None:
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise errors.layers.still_uninitialized(self._get_name())
        module._initialize_hook.remove()
        module._load_hook.remove()
        del module._initialize_hook, module._load_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become
