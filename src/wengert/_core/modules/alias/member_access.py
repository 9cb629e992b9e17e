"""Private names of PyTorch about the tensors that a module has: they are exchanged, and hooks see them registered."""

from __future__ import annotations

from typing import Any

from ...tape.tensor import TensorBase
from ..layers.module import Module
from ..layers.module_hooks import Everywhere

_MISSING = object()  # stands for no tensor, given and returned


def swap_tensor(module: Module, name: str, tensor: Any, allow_missing: bool = False) -> Any:
    """Give a module another tensor under a name, and return the one that it had: for calls with other parameters."""
    for kind, called, value in ((Module, "Module", module), (TensorBase, "Tensor", tensor)):
        if not (isinstance(value, kind) or value is None or value is _MISSING):
            raise TypeError(
                f"swap_tensor: {value!r} is not an instance of {called}. Give a module, a name and a tensor."
            )
    if not name or "." in name:
        raise KeyError(f"swap_tensor: {name!r} is no name of a tensor. Give the submodule itself, and a name in it.")
    where = next((d for d in (module._parameters, module._buffers) if name in d), None)
    before = getattr(module, name, _MISSING)
    if before is _MISSING and not allow_missing:
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    if where is not None and tensor is not _MISSING:
        where[name] = tensor  # a tensor that is no Parameter stands for one, too
    elif tensor is not _MISSING:
        setattr(module, name, tensor)
    elif before is not _MISSING:
        delattr(module, name)
    return before


MEMBERS: dict[str, Any] = {"_MISSING": _MISSING, "swap_tensor": swap_tensor}
REGISTRATION: dict[str, Any] = {
    "_global_buffer_registration_hooks": Everywhere.buffers,
    "_global_module_registration_hooks": Everywhere.modules,
    "_global_parameter_registration_hooks": Everywhere.parameters,
}
