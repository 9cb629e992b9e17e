"""Names that packages for PyTorch import: lists that do not fit, what needs several processes or a trace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .text import warn


def none_given() -> RuntimeError:
    return RuntimeError("Tensor list must have at least one tensor.")


def different_lengths(one: int, other: int) -> RuntimeError:
    return RuntimeError(f"Tensor lists must have the same number of tensors, got {one} and {other}")


def no_process_group(name: str) -> ValueError:
    return ValueError(
        f"{name}: Default process group has not been initialized, please make sure to call init_process_group. Here "
        "there is one process, and no group can be made: average gradients with mpi4py or the like."
    )


def one_process(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}: there is one process here, and no group can be made. Average gradients with mpi4py or the like: "
        ".grad.numpy() is a NumPy array."
    )


def not_traced(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.fx.{name}: the code of Python is not traced here, so there are no graphs of it to make or rewrite. "
        "Call the module as it is. The graph of a result's gradient is that of its grad_fn."
    )


def without_contained_type(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.jit.isinstance: Attempted to use {name.title()} without a contained type. Please add one: "
        f"{'Dict[str, int]' if name == 'dict' else name.title() + '[int]'}."
    )


def not_traced_by_jit(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}: torch.jit traces nothing here, so there are no graphs of code. To see which operations a call runs, "
        "call it within autograd.profiler.profile()."
    )


def no_types_of_scripts(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.{name}: nothing is compiled here, so there are no types but Python's. Annotations may name it; leave "
        "out what makes one."
    )


def not_true(message: str | None) -> RuntimeError:
    return RuntimeError("Expected cond to be True, but got False." if message is None else message)


def is_zero(message: str | None) -> RuntimeError:
    return RuntimeError(message or "Expected Tensor with single nonzero value, but got zero")


def batch_sizes(found: Iterable[int]) -> RuntimeError:
    return RuntimeError(
        f"call_for_per_sample_grads: expected tensors of one batch size, got {sorted(found) or 'no tensor'}. Give "
        "batch_size."
    )


def is_done() -> RuntimeError:
    return RuntimeError(
        "Future: a result or an error has been set already, and can be set once. Make a new Future for another result."
    )


def no_exception(given: Any) -> AssertionError:
    return AssertionError(
        f"{given} is of type {type(given).__name__}, not an Exception. Give an instance of an exception class."
    )


def no_strategy(given: Any, known: Iterable[str]) -> AssertionError:
    return AssertionError(f"set_sharing_strategy: expected one of {', '.join(sorted(known))}, got {given!r}")


def one_device(name: str) -> RuntimeError:
    return RuntimeError(f"{name}: a module runs on one device here. Call it on the whole batch, without device_ids.")


def of_cupy(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.cuda.{name}: streams, events, pools of memory and graphs of kernels are CuPy's. Use those of "
        "cupy.cuda: operations run in the stream that is current there."
    )


def by_functions_of_arrays(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.utils.cpp_extension.{name}: code in C++ for PyTorch's tensors is not compiled here. Write a "
        "torch.autograd.Function around compiled code that takes NumPy's arrays, or choose the package's own code in "
        "Python."
    )


def by_function_mode(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.utils._python_dispatch.{name}: nothing can be put between an operation and its kernel here. Make it of "
        "torch.overrides.TorchFunctionMode, which sees each call of the program."
    )


def by_custom_op(name: str) -> RuntimeError:
    return RuntimeError(f"torch.library.{name}: make an operation of a function with torch.library.custom_op.")


def by_load_and_save(name: str) -> RuntimeError:
    return RuntimeError(f"torch.{name}: torch.load and torch.save read and write files of tensors here.")


def has_buffers() -> RuntimeError:
    return RuntimeError(
        "make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead."
    )


def other_state(kind: str, names: Sequence[str], values: Sequence[Any]) -> ValueError:
    return ValueError(
        f"functorch: expected {len(names)} {kind} ({', '.join(names)}), got {len(values)}. "
        f"Give the {kind} in the order in which make_functional returned them."
    )


def by_eigh(name: str) -> RuntimeError:
    return RuntimeError(f"torch.{name}: it is not here. Call torch.linalg.eigh, and take the first or the last k.")


def by_local_response_norm(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.nn.{name}: the layer is not here. Call torch.nn.LocalResponseNorm, which gives the same."
    )


def by_masks_beside_values(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.masked.{name}: no tensor has a mask here. Keep values and mask apart, and call torch.masked.sum(x, "
        "mask=mask) and its kin."
    )


def not_downloaded(name: str) -> RuntimeError:
    return RuntimeError(f"torch.hub.{name}: nothing is downloaded here. Download the file, and call load on its path.")


def not_there(url: str, path: str) -> RuntimeError:
    return RuntimeError(
        f"torch.hub.load_state_dict_from_url: nothing is downloaded here. Download {url} to {path}, and call it again."
    )


def no_dispatch(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch._C.{name}: there are no keys of a dispatcher to leave out here. Call "
        "torch.autocast(..., enabled=False)."
    )


def no_interpreters(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch._functorch: {name}: transforms have no stack of interpreters here, and get_interpreter_stack() is "
        "None. Each tensor has the levels that it belongs to: leave the call out."
    )


def not_by_this_name(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"torch.ops.{name}: it is no public function or method. Call the public one, such as torch.add or Tensor.view."
    )


def compiled_for_pytorch(path: Any) -> OSError:
    return OSError(
        f"torch.ops.load_library: {path} is compiled for PyTorch, and its operations cannot be called from here. A "
        "package that does without the file where there is none, as torchaudio, can be imported when you move it away. "
        "Write the operations that you need with torch.library.custom_op."
    )


def not_quantised(name: str) -> RuntimeError:
    return RuntimeError(
        f"torch.ao.quantization.{name}: nothing is quantised here: tensors keep their dtype. Run the model as it is, "
        "or convert it with model.to(torch.bfloat16)."
    )


def warn_of_assert_allclose() -> None:
    warn(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. Please "
        "use `torch.testing.assert_close()` instead.",
        FutureWarning,
    )


def no_file(path: Any) -> FileNotFoundError:
    return FileNotFoundError(
        f"{path}: wengert stands for PyTorch here, of which no files are installed. Install PyTorch to use its files."
    )


def autograd_is_installed() -> str:
    return (
        "The import of autograd gives HIPS autograd, because it is installed. Use the option --force of "
        "`python -m wengert run`, and it gives wengert.hips."
    )


def autograd_is_imported() -> RuntimeError:
    return RuntimeError(
        "install_as_autograd: HIPS autograd has been imported already. Call install_as_autograd before the first "
        "`import autograd`."
    )
