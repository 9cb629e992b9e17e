"""In-place writes and writes to ``out=``: tensors that may not be written, and saved tensors that were."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from .text import Site, tensor_type, type_name, where


def out_needs_grad(op: str) -> RuntimeError:
    return RuntimeError(
        f"{op}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
        f"requires grad. Use what {op}() returns, or write under wengert.no_grad()."
    )


def cannot_cast(op: str, a: Any, b: Any) -> RuntimeError:
    op = op.strip("_")
    return RuntimeError(
        f"result type {type_name(a)} can't be cast to the desired output type {type_name(b)}. ({op}: what is written "
        f"into keeps its dtype, {b}. Use what {op}() returns, or convert it first: x.to(dtype).)"
    )


def out_dtype(op: str, a: Any, b: Any) -> RuntimeError:
    op = op.strip("_")
    return RuntimeError(
        f"Expected out tensor to have dtype {type_name(a)}, but got {type_name(b)} instead. ({op}: give an out= of the "
        f"dtype of the result, or convert what {op}() returns: x.to(dtype).)"
    )


def out_count(op: str, count: int, came: int) -> TypeError:
    return TypeError(f"{op}(): argument 'out': expected tuple of {count} elements but got {came}: one for each result")


def out_resized(shape: Sequence[int], wanted: Sequence[int]) -> str:
    return (
        f"An output with one or more elements was resized since it had shape {list(shape)}, which does not match the "
        f"required output shape {list(wanted)}. Pass an out tensor of this shape, or make it empty: out.resize_(0)."
    )


def out_recounted(shape: Sequence[int], count: int) -> str:
    return (
        f"The number of elements in the out tensor of shape {list(shape)} is {math.prod(shape)} which does not match "
        f"the computed number of elements {count}. The out tensor will be resized to a tensor of shape ({count},). "
        "Pass one with as many elements, or make it empty: out.resize_(0)."
    )


def resized_input(op: str, shape: Sequence[int], wanted: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"output with shape {list(shape)} doesn't match the broadcast shape {list(wanted)} ({op.strip('_')}: out= is "
        "an input, and would be resized. Give another tensor.)"
    )


def resized_view(op: str) -> RuntimeError:
    return RuntimeError(
        f"cannot resize variables that require grad ({op.strip('_')}: out= is a view of one, and keeps its shape. "
        "Give a tensor of the shape of the result, or x.detach().)"
    )


def expanded_write() -> RuntimeError:
    return RuntimeError(
        "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
        "Please clone() the tensor before performing the operation."
    )


def detach_view() -> RuntimeError:
    return RuntimeError(
        "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
        "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence "
        "detach_() cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
        "function in torch/optim/optimizer.py as a reference."
    )


def overlapping_write() -> RuntimeError:
    return RuntimeError(
        "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
        "location. Please clone() the tensor before performing the operation."
    )


def deprecated_on_expanded(op: str) -> str:
    return (
        f"Use of {op} on expanded tensors is deprecated. Please clone() the tensor before performing this operation. "
        "This also applies to advanced indexing e.g. tensor[indices] = tensor"
    )


def read_only() -> RuntimeError:
    return RuntimeError(
        "in-place: the memory of this tensor is a read-only NumPy array, which may not be written. clone() it first."
    )


def real_in_place(op: str) -> RuntimeError:
    return RuntimeError(f"In-place {op} is not supported for complex tensors. Use {op}, whose result is real.")


def output_shape(op: str, shape: Sequence[int], result: Sequence[int]) -> RuntimeError:
    instead = "give a value of its shape" if op == "copy" else f"use {op} instead"
    return RuntimeError(
        f"output with shape {list(shape)} doesn't match the broadcast shape {list(result)}"
        f" ({op}_ writes into its first argument, which cannot grow: {instead})"
    )


def conjugated(op: str) -> RuntimeError:
    return RuntimeError(
        f"{op} doesn't work on unresolved conjugated tensors. To resolve the conjugate tensor, use resolve_conj(): its "
        "result does not share the memory of the original."
    )


def leaf_in_place(op: str) -> RuntimeError:
    return RuntimeError(
        "a leaf Variable that requires grad is being used in an in-place operation. "
        f"({op}: write under wengert.no_grad(), or use the out-of-place form.)"
    )


def captured_in_place(op: str, site: Site) -> RuntimeError:
    return RuntimeError(
        "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call in-place operation "
        f"({op}) that would mutate a captured Tensor, at {where(site)}. This is not supported; please rewrite the "
        "function being transformed to explicitly accept the mutated Tensor(s) as inputs. (Or write a detached value: "
        "what was captured would keep the history of a call that is over.)"
    )


def leaf_view_in_place(op: str) -> RuntimeError:
    return RuntimeError(
        "a view of a leaf Variable that requires grad is being used in an in-place operation. "
        f"({op}: write under wengert.no_grad(), or clone() the leaf first.)"
    )


IN_CUSTOM = (
    "This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to "
    "handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect "
    "gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function."
)
IN_MODE = (
    "Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both "
    "the view and the inplace either both inside the {mode} block (if you don't want the inplace to be tracked) or "
    "both outside (if you want the inplace to be tracked)."
)
INDIRECTLY = "its base or another view of its base has been"
OF_MANY = (
    "This view is the output of a function that returns multiple views. Such functions do not allow the output views "
    "to be modified inplace. You should replace the inplace operation by an out-of-place one."
)


def custom_view(nr: int, name: str, many: bool, op: str | None) -> RuntimeError:
    """A Function's view: ``op`` may not write it, or, without ``op``, it was written elsewhere and may not be used."""
    return RuntimeError(
        f"Output {nr} of {_maker(name)} is a view and {'is being' if op else INDIRECTLY} modified inplace. "
        f"{OF_MANY if many else IN_CUSTOM}" + (f" ({op})" if op else "")
    )


def _maker(node: str) -> str:
    """The name of an operation, from that of its node: ``MulBackward0`` → ``Mul``."""
    return re.sub(r"Backward\d*$", "", node)


def forbidden_view(mode: str | None, nr: int, name: str, made: Site, op: str | None, storage: Any) -> RuntimeError:
    """A view made in ``mode``, or one of several outputs of an operation if ``mode`` is None.

    ``op`` may not write it; without ``op``, it was written elsewhere and may not be used.
    """
    what, now, why = f"Output {nr} of {name} is a view", "", OF_MANY
    if mode is not None:
        what, why = f"A view was created in {mode.removesuffix('_mode')} mode", IN_MODE.format(mode=mode)
        now = " with grad mode enabled" if mode == "no_grad" else " in normal mode"
    write = op or f"written by {storage.writer} at {where((storage.code, storage.lasti))}"
    return RuntimeError(
        f"{what} and {'is being' if op else INDIRECTLY} modified inplace{now}. {why} "
        f"({write}; the view was made by {name} at {where(made)}; clone() it.)"
    )


THEIRS = "Write to a clone() of it there, or use the out-of-place operation."
NOT_THEIRS = (  # a package wrote it: its lines are not the user's to change
    "Run the forward and the backward pass under wengert.autograd.graph.allow_mutation_on_saved_tensors(): it copies "
    "what is overwritten."
)


def modified(shape: Any, dtype: Any, device: str, saved_by: str, saved_at: Site, storage: Any, version: int, nr: int,
             maker: str | None) -> RuntimeError:  # fmt: skip
    """A saved tensor was overwritten: both sites, and what to do."""
    kind = tensor_type(dtype, device)
    origin = f", which is output {nr} of {maker}," if maker else ""
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{kind} {list(shape)}]{origin} is at version {storage.version}; expected version {version} instead.\n"
        f"  saved by {saved_by} at {where(saved_at)}\n"
        f"  overwritten by {storage.writer} at {where((storage.code, storage.lasti))}\n"
        f"{NOT_THEIRS if 'site-packages' in str(getattr(storage.code, 'co_filename', '')) else THEIRS}"
    )
