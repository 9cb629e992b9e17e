"""``torch._C``: names of PyTorch's compiled part that packages import, with what they mean here."""

from __future__ import annotations

import enum
from typing import Any

from ... import errors
from ...api.grad_mode import is_grad_enabled, is_inference_mode_enabled, set_grad_enabled
from ...api.leaving import mapped
from ...api.overrides import DisableTorchFunction, DisableTorchFunctionSubclass
from ...api.transforms.vmap import _left, name_of
from ...api.trees import broadcast_to_and_flatten, tree_flatten, tree_unflatten
from ...arrays.batched import Batched
from ...ops.structure import _enter
from ...tape.state import local
from ...tape.tensor import Tensor, TensorBase, wrap
from .refusals import SCRIPTED, functions, types

INTERPRETED = "_unwrap_for_grad _wrap_for_grad pop_dynamic_layer_stack push_dynamic_layer_stack"


class DispatchKey(enum.Flag):
    """What a call is dispatched by in PyTorch. Packages make sets of keys, to leave autocast out of a call."""

    AutocastCPU, AutocastCUDA, AutocastXPU, AutocastMPS = enum.auto(), enum.auto(), enum.auto(), enum.auto()
    Autograd, CompositeExplicitAutograd, Python = enum.auto(), enum.auto(), enum.auto()


def _function_mode() -> bool:
    return bool(local.state.functions)


def _is_alias_of(one: Any, other: Any) -> bool:
    """Whether two tensors are views of the same memory."""
    return one is other or one._wg_cell() is other._wg_cell()


# -- batches, of which each tensor of a function that is mapped shows one example


def is_batchedtensor(t: Any) -> bool:
    """Whether a tensor stands for a batch, within a function that is mapped, and no derivative is computed there."""
    return isinstance(t, TensorBase) and type(t._wg_data) is Batched and not is_gradtrackingtensor(t)


def is_gradtrackingtensor(t: Any) -> bool:
    """Whether a transform of ``func`` is computing derivatives: PyTorch then wraps every tensor that it meets.

    Of a batch, only transforms within the mapped function count: others have wrapped what the batch is made of.
    """
    state = local.state
    if not (isinstance(t, TensorBase) and (state.transforms or state.dual)) or getattr(t, "_wg_unwrapped", False):
        return False
    return type(t._wg_data) is not Batched or _any_transform(t._wg_data.level, within=True)


def _any_transform(level: int, within: bool) -> bool:
    """Whether a transform that computes derivatives runs within the vmap of a level, or around it."""
    state = local.state
    reverse = any((level in mapped.get(start, ())) is within for start in state.transforms)
    return reverse or any((dual > level) is within for dual in state.dual)


def is_functorch_wrapped_tensor(t: Any) -> bool:
    """Whether a tensor belongs to a transform of ``func``."""
    return is_gradtrackingtensor(t) or is_batchedtensor(t)


def get_unwrapped(t: Any) -> Any:
    """What a tensor of a transform has within. It has no history.

    That is the whole batch of the innermost level, its dimension first, or the values. Programs unwrap a tensor until
    it is not wrapped any more: values are marked for that.
    """
    data = t._wg_data
    if is_gradtrackingtensor(t):
        values, last = wrap(data), True
    elif type(data) is Batched:
        values, last = wrap(data.data), not _any_transform(data.level, within=False)
    else:
        return t
    values._wg_unwrapped = last
    return values


def _add_batch_dim(t: Any, in_dim: int, level: int) -> Any:
    """A tensor that stands for a batch, within a function that is mapped: ``in_dim`` is left out."""
    return _enter(t, dim=in_dim, level=level, size=t.shape[in_dim])


def _remove_batch_dim(t: Any, level: int, batch_size: int, out_dim: int) -> Any:
    """A tensor whose batch has become the dimension ``out_dim``."""
    return _left(t, out_dim, level, batch_size, _remove_batch_dim)


def _maybe_remove_batch_dim(name: str, t: Any, vmap_level: int, batch_size: int, out_dim: int | None) -> Any:
    """The same for a result of a mapped function, which may have no batch."""
    return t if out_dim is None else _remove_batch_dim(t, vmap_level, batch_size, out_dim)


class TransformType(enum.Enum):
    """The kinds of transforms, by which a package reads PyTorch's stack of them."""

    Torch, Vmap, Grad, Jvp, Functionalize = range(5)


def peek_interpreter_stack() -> None:
    """None, as of an empty stack: each tensor has the levels that it belongs to, and no call hides them from it."""


BATCHES: dict[str, Any] = {
    "_add_batch_dim": _add_batch_dim, "_remove_batch_dim": _remove_batch_dim, "get_unwrapped": get_unwrapped,
    "is_batchedtensor": is_batchedtensor, "is_functorch_wrapped_tensor": is_functorch_wrapped_tensor,
    "is_gradtrackingtensor": is_gradtrackingtensor, "TransformType": TransformType,
    "get_interpreter_stack": peek_interpreter_stack, "peek_interpreter_stack": peek_interpreter_stack,
    **functions(INTERPRETED, errors.alias.no_interpreters),
}  # fmt: skip
INTERPRETERS = functions("retrieve_current_functorch_interpreter", errors.alias.no_interpreters)
VMAP: dict[str, Any] = {
    **BATCHES,
    "Tensor": Tensor, "_broadcast_to_and_flatten": broadcast_to_and_flatten, "_get_name": name_of,
    "_maybe_remove_batch_dim": _maybe_remove_batch_dim, "tree_flatten": tree_flatten, "tree_unflatten": tree_unflatten,
}  # fmt: skip
COMPILED: dict[str, Any] = {
    "DisableTorchFunction": DisableTorchFunction, "DisableTorchFunctionSubclass": DisableTorchFunctionSubclass,
    "DispatchKey": DispatchKey, "DispatchKeySet": DispatchKey, "_is_alias_of": _is_alias_of,
    "_is_torch_function_mode_enabled": _function_mode, "_set_grad_enabled": set_grad_enabled,
    "is_grad_enabled": is_grad_enabled, "is_inference_mode_enabled": is_inference_mode_enabled,
    **types("_ExcludeDispatchKeyGuard", errors.alias.no_dispatch),
    **types("Graph Node Value", errors.alias.not_traced_by_jit), **SCRIPTED,
}  # fmt: skip
