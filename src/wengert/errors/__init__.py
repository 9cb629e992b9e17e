"""Every message that users match on, built in one place: here what the core says, in the modules beside it what belongs
to one theme.

A function here returns the exception for its caller to raise. Messages say what the operation was, what was expected,
what came
and what to do; where programs match on torch's words, those words come first.
"""

from __future__ import annotations

import dis
import linecache
import os
import re
import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

Site = tuple[Any, int]
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
RAISE = dis.opmap["RAISE_VARARGS"]

NAMES = {
    "float64": "Double", "float32": "Float", "float16": "Half", "bfloat16": "BFloat16", "complex64": "ComplexFloat",
    "complex128": "ComplexDouble", "int64": "Long", "int32": "Int", "int16": "Short", "int8": "Char", "uint8": "Byte",
    "bool": "Bool",
}  # fmt: skip


def type_name(dtype: Any) -> str:
    """torch's scalar type name (``Float``) of a NumPy dtype."""
    return NAMES.get(str(dtype), str(dtype))


def tensor_type(dtype: Any, device: str) -> str:
    """torch's name of a tensor type: ``torch.FloatTensor``."""
    return ("torch." if device == "cpu" else "torch.cuda.") + type_name(dtype) + "Tensor"


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn, pointing at the first frame outside wengert."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def here() -> Site:
    """The first frame outside wengert, as a site."""
    frame: Any = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return frame.f_code, frame.f_lasti


def describe(value: Any) -> str:
    """An argument as messages show it: ``float32[2, 3]``, or the value itself."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        name = getattr(value.dtype, "name", value.dtype)
        return f"{name}{list(value.shape)}"
    return repr(value)


def where(site: Site | None) -> str:
    """``file.py:12 in f`` with the source line, for a code object and an instruction in it."""
    if site is None or site[0] is None:
        return "an unknown place"
    code, lasti = site
    line = code.co_firstlineno
    for i, position in enumerate(code.co_positions()):
        if i * 2 >= lasti:
            line = position[0] or line
            break
    text = linecache.getline(code.co_filename, line).strip()
    place = f"{code.co_filename}:{line} in {code.co_name}"
    return f"{place}: `{text}`" if text else place


# -- dtypes and devices


def unsupported_dtype(d: Any) -> TypeError:
    known = "float64, float32, float16, bfloat16, complex64, complex128, int64, int32, int16, int8, uint8, bool"
    return TypeError(f"dtype: expected one of {known}, got {d!r}. Convert the array first.")


def no_cupy() -> RuntimeError:
    return RuntimeError(
        "cuda: device='cuda' needs CuPy, which is not installed. Install it with `pip install wengert[cuda12]` "
        "or `wengert[cuda13]`, or use device='cpu'."
    )


def no_gpu() -> RuntimeError:
    return RuntimeError("cuda: CuPy is installed, but no NVIDIA GPU was found. Use device='cpu'.")


def bad_device(d: Any) -> RuntimeError:
    return RuntimeError(f"Expected one of cpu, cuda device type at start of device string: {d}")


def two_devices(values: Sequence[Any]) -> RuntimeError:
    found = ", ".join(describe(v) for v in values)
    return RuntimeError(
        "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! "
        f"(arguments: {found}). Move one with .to(device)."
    )


def gradient_device(where: str, expected: Any, got: Any) -> RuntimeError:
    return RuntimeError(
        f"{where} an invalid gradient - expected device {expected} but got {got}. Move it with .to(device)."
    )


# -- calling an operation


def formula_names(op: str, formula: str, bad: Sequence[str], known: Sequence[str]) -> TypeError:
    return TypeError(f"{op}: the formula for {formula} names {', '.join(bad)}; it may name {', '.join(known)}.")


def named(cls: type) -> str:
    """The name of a type in messages: with its package where another library calls one of its types as we call ours."""
    package, name = cls.__module__.partition(".")[0], cls.__name__
    return f"{package}.{name}" if name in NAMESAKES and package != "wengert" else name


def package_of(func: Any) -> str:
    """The package that a function is of, or the method of a type."""
    module = getattr(func, "__module__", None) or getattr(getattr(func, "__objclass__", None), "__module__", "")
    return str(module).partition(".")[0]


SEVERAL = ("tuple of Tensors", "Tensor")  # expected and found
NAMESAKES = frozenset(("Tensor", "dtype", "device", "Size", "Generator", "Function"))


def _taken_over(value: Any) -> str:
    """How a tensor of another library becomes one of ours."""
    theirs = named(type(value)) != "Tensor" and type(value).__name__ == "Tensor" and hasattr(value, "__dlpack__")
    return ". wengert.from_dlpack(x) makes it one" if theirs else ""


def not_an_array(op: str, name: str, value: Any) -> TypeError:
    return TypeError(f"{op}(): argument '{name}' must be Tensor, not {named(type(value))}{_taken_over(value)}")


def wrong_type(op: str, name: str, expected: str, value: Any, at: tuple[int, Any] | None = None) -> TypeError:
    """``at`` is where a sequence has its first wrong element, and that element."""
    if at is None:
        found = f"{named(type(value))}{_taken_over(value)}"
        more = f". Put several in a list: {op}([a, b])" if (expected, found) == SEVERAL else ""
        return TypeError(f"{op}(): argument '{name}' must be {expected}, not {found}{more}")
    return TypeError(
        f"{op}(): argument '{name}' must be {expected}, but found element of type {named(type(at[1]))} at pos {at[0]}"
        f"{_taken_over(at[1])}"
    )


def given_twice(op: str, name: str, other: str) -> TypeError:
    return TypeError(f"{op}() got an unexpected keyword argument '{name}': it is NumPy's name for '{other}', given too")


def missing_arguments(op: str, **given: Any) -> TypeError:
    names = [n for n, v in given.items() if v is ...]
    shown = ", ".join(f'"{n}"' for n in names)
    return TypeError(f"{op}() missing {len(names)} required positional arguments: {shown}")


def different_dtypes(op: str, a: Any, b: Any) -> RuntimeError:
    names = {"float32": "float", "float64": "double", "int64": "long long", "int32": "int", "float16": "c10::Half",
             "bfloat16": "c10::BFloat16", "complex64": "c10::complex<float>", "complex128": "c10::complex<double>",
             "bool": "bool", "uint8": "unsigned char", "int8": "signed char", "int16": "short"}  # fmt: skip
    a, b = names.get(str(a), a), names.get(str(b), b)
    op = "einsum" if op == "contract" else op  # the row behind it
    return RuntimeError(
        f"{op}: expected m1 and m2 to have the same dtype, but got: {a} != {b}. Cast one with .to(dtype)."
    )


def from_kernel(op: str, pointwise: bool, values: Sequence[Any], params: Any, error: Exception) -> NoReturn:
    """Raise what a kernel raised itself, or for what NumPy raised inside of it what torch's users expect."""
    if raised_by_us(error):
        raise error
    raise _translated(op, pointwise, values, params, error) from error


def _translated(op: str, pointwise: bool, values: Sequence[Any], params: Any, error: Exception) -> Exception:
    sizes = [tuple(v.shape) for v in values if hasattr(v, "shape")]
    if pointwise:
        for i, a in enumerate(sizes):
            for b in sizes[i + 1 :]:
                found = shapes.broadcast(op, a, b)
                if found is not None:
                    return found
    text = str(error)
    axis = re.match(r"(?:axis\d: )?axis (-?\d+) is out of bounds for array of dimension (\d+)", text)
    if axis:
        return dim_range(int(axis[1]), int(axis[2]))
    if re.match(r"ufunc '\w+' (not supported for the input types|did not contain a loop)|Wrong type \(", text):
        return not_implemented(op, values[0].dtype)
    shown = ", ".join([describe(v) for v in values] + [f"{k}={v!r}" for k, v in (params or {}).items()])
    kind = type(error) if type(error) in (IndexError, TypeError, ValueError) else RuntimeError
    return (RuntimeError if kind is ValueError else kind)(f"{op.lstrip('_')}: {text} (got {shown})")


def not_implemented(op: str, dtype: Any) -> NotImplementedError:
    return NotImplementedError(f"\"{op}\" not implemented for '{type_name(dtype)}'")


def raised_by_us(error: Exception) -> bool:
    """Whether the exception comes from a ``raise`` of this package rather than from NumPy."""
    tb = error.__traceback__
    while tb is not None and tb.tb_next is not None:
        tb = tb.tb_next
    if tb is None:
        return False
    code = tb.tb_frame.f_code
    return code.co_filename.startswith(PACKAGE) and code.co_code[tb.tb_lasti] == RAISE


def dim_range(dim: int, ndim: int) -> IndexError:
    n = max(ndim, 1)
    return IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")


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
    instead = "" if op == "copy" else f"; use {op} instead"
    return RuntimeError(
        f"output with shape {list(shape)} doesn't match the broadcast shape {list(result)}"
        f" ({op}_ writes into its first argument, which cannot grow{instead})"
    )


# -- in-place


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
    """A Function's view that may not be written, by ``op``, or not used after a write (``op`` is None)."""
    return RuntimeError(
        f"Output {nr} of {maker(name)} is a view and {'is being' if op else INDIRECTLY} modified inplace. "
        f"{OF_MANY if many else IN_CUSTOM}" + (f" ({op})" if op else "")
    )


def maker(node: str) -> str:
    """What made an output, from the name of its node: ``MulBackward0`` → ``Mul``."""
    return re.sub(r"Backward\d*$", "", node)


def forbidden_view(mode: str | None, nr: int, name: str, made: Site, op: str | None, storage: Any) -> RuntimeError:
    """A view that may not be written, by ``op``, or not used after a write that it may not follow (``op`` is None).

    It was made in ``mode``; if that is None, it is one of many that an operation gave.
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


def modified(shape: Any, dtype: Any, device: str, saved_by: str, saved_at: Site, storage: Any, version: int, nr: int,
             maker: str | None) -> RuntimeError:  # fmt: skip
    """A saved value was overwritten: both sites, and what to do."""
    kind = tensor_type(dtype, device)
    origin = f", which is output {nr} of {maker}," if maker else ""
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{kind} {list(shape)}]{origin} is at version {storage.version}; expected version {version} instead.\n"
        f"  saved by {saved_by} at {where(saved_at)}\n"
        f"  overwritten by {storage.writer} at {where((storage.code, storage.lasti))}\n"
        "Write to a clone() of it there, or use the out-of-place operation."
    )


def born_outside(op: str, site: Site) -> RuntimeError:
    return RuntimeError(
        f"vmap: {op} at {where(site)} writes a batched value into a tensor that is not batched and was made outside "
        f"the "
        "vmap: there is no room in it for every example. Make the tensor inside the function "
        "(clone(), new_zeros()), pass it in with in_dims, or use the out-of-place operation."
    )


def escaped(what: str) -> RuntimeError:
    return RuntimeError(
        f"vmap: {what} of a tensor with one value per example, at {where(here())}. It has no single value: inside vmap "
        "use operations (where() instead of if), outside return it from the function."
    )


def item_of_batch(what: str) -> RuntimeError:
    return RuntimeError(
        "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a "
        "Tensor, please try to rewrite what you're doing with other operations. "
        f"({what} at {where(here())}, of a tensor with one value per example.)"
    )


def branch_on_batch() -> RuntimeError:
    return RuntimeError(
        "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support "
        f"that yet. (bool() at {where(here())}, of a tensor with one value per example: every example would take a "
        "branch of its own. Compute both and choose with where(condition, a, b).)"
    )


def dynamic_shape(op: str) -> RuntimeError:
    return RuntimeError(
        "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over "
        f"{op}, at {where(here())}: what a mask or a count selects has another shape for every example. Use "
        "where(mask, x, 0) or masked_fill(), which keep the shape."
    )


def random_under_vmap() -> RuntimeError:
    return RuntimeError(
        "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
        "randomness flags on vmap or perform the randomness operation out of vmap"
    )


def same_randomness_of_batch() -> RuntimeError:
    return RuntimeError(
        "Vmap does not currently support same randomness with a batched tensor input: every example would need a draw "
        "of its own. Use randomness='different', or draw uniform numbers and compare."
    )


# -- history


FROM_NUMPY = "taken from NumPy"  # why a tensor has no history, as messages say it


def no_history(index: int, lost: Any) -> RuntimeError:
    text = f"element {index} of tensors does not require grad and does not have a grad_fn"
    return RuntimeError(text + history.because(lost))


def requires_grad_dtype() -> RuntimeError:
    return RuntimeError(
        "only Tensors of floating point and complex dtype can require gradients. Convert to one first: x.float(), or "
        "tensor([1.0, 2.0]) with points."
    )


def freed(name: str, made: Site, freed_at: Site | None) -> RuntimeError:
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        f"saved tensors after calling backward.\n  {name} was recorded at {where(made)}\n"
        f"  and freed by the walk started at {where(freed_at)}\n{AGAIN}"
    )


AGAIN = (
    "Call backward there with retain_graph=True, or compute it anew for each backward: detach() what one step hands to "
    "the next."
)


def not_scalar(i: int, shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"grad can be implicitly created only for scalar outputs, and output {i} has shape {list(shape)}. Reduce to "
        "one value, y.sum() or y.mean(), or say what each value counts: y.backward(wengert.ones_like(y)), "
        "grad(y, x, grad_outputs=...). All derivatives of many values are autograd.functional.jacobian's."
    )


def grad_dtype(a: Any) -> RuntimeError:
    return RuntimeError(
        f"grad can be implicitly created only for real scalar outputs but got {a}. Differentiate a real value of it, "
        "such as y.abs() or y.real, or pass a gradient: y.backward(wengert.ones_like(y))."
    )


def grad_shape(i: int, a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"Mismatch in shape: grad_output[{i}] has a shape of {list(a)} and output[{i}] has a shape of {list(b)}."
    )


def batched_grad_shape(i: int, a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The "
        "sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was "
        f"detected: grad_output[{i}] has a shape of {list(a)} and output[{i}] has a shape of {list(b)}. Give each "
        "grad_output one leading dimension more than its output, or use vmap to batch some of them only."
    )


def batched_grad_missing(i: int) -> ValueError:
    return ValueError(
        f"grad: is_grads_batched=True needs a batch of gradients for every output, but grad_outputs[{i}] is None. Pass "
        "ones of shape (batch, *output.shape) for a gradient of one."
    )


def batched_grad_sizes(sizes: Sequence[int]) -> ValueError:
    return ValueError(
        "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
        f"{list(sizes)} for the mapped dimension"
    )


def grad_complexity(i: int, a: Any, b: Any) -> RuntimeError:
    return RuntimeError(
        f"For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: "
        f"grad_output[{i}] has a dtype of {a} and output[{i}] has a dtype of {b}."
    )


def gradient_type(kind: type) -> TypeError:
    return TypeError(f"gradients can be either Tensors or None, but got {named(kind)}")


def gradient_total(tensors: int, gradients: int) -> RuntimeError:
    return RuntimeError(
        f"got {tensors} tensors and {gradients} gradients. Give one gradient for each tensor, None for those of one "
        "value."
    )


def both_gradients() -> RuntimeError:
    return RuntimeError(
        "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
        "`grad_tensors`."
    )


def no_inputs(caller: str) -> RuntimeError:
    return RuntimeError(f"`inputs` argument to `{caller}()` cannot be empty.")


def inputs_mapping(caller: str, kind: type) -> TypeError:
    return TypeError(
        f"`inputs` argument to `{caller}()` must be a dict, not {kind.__name__}. Other Mapping types are not supported."
    )


def output_type(i: int, kind: type) -> TypeError:
    return TypeError(f"expected Tensors or GradientEdges to differentiate, got {named(kind)} at position {i}")


def input_type(kind: type) -> RuntimeError:
    return RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {named(kind)}")


def edge_output(node: str, nr: int, count: int) -> RuntimeError:
    return RuntimeError(
        f"GradientEdge: {node} has {count} outputs, numbered from 0; number {nr} is none that has a gradient"
    )


def edge_node(kind: type) -> TypeError:
    return TypeError(f"GradientEdge: expected a node such as tensor.grad_fn, got {kind.__name__}")


def materialize_edge() -> RuntimeError:
    return RuntimeError(
        "materialize_grads cannot be used when the given input is a GradientEdge (its shape may be unknown). Pass the "
        "tensor, or allow_unused=True."
    )


def materialize_unused() -> ValueError:
    return ValueError(
        "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
    )


def unused(i: int, breaks: Sequence[str], lost: Any) -> RuntimeError:
    """``breaks`` tell where values without history came in, the first of which is ``lost``."""
    fix = UNUSED if lost is None else history.FIXES[history.cause(lost)]
    text = (
        f"The differentiated Tensor at index {i} appears to not have been used in the graph. Set allow_unused=True if "
        "this is the desired behavior."
    )
    return RuntimeError("\n".join([text, *[f"  {line}" for line in breaks], fix]))


UNUSED = "Use x in what the loss is computed from, the very tensor and not a copy made before."


def input_without_grad(lost: Any) -> RuntimeError:
    return RuntimeError(f"One of the differentiated Tensors does not require grad{required(lost)}")


def required(lost: Any) -> str:
    """The rest of a message about a tensor that should require grad."""
    return "\nCall requires_grad_() on it before it is used." if lost is None else history.because(lost)


def callback_outside() -> RuntimeError:
    return RuntimeError(
        "Final callbacks can only be installed during backward pass. (Queue them in a hook or in the backward of a "
        "Function.)"
    )


def grad_type(kind: type) -> TypeError:
    return TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {named(kind)}")


def own_grad() -> RuntimeError:
    return RuntimeError("can't assign Variable as its own grad")


def grad_device(got: str, expected: str) -> RuntimeError:
    return RuntimeError(
        f"attempting to assign a gradient with device type '{got}' to a tensor with device type '{expected}'. Please "
        "ensure that the gradient and the tensor are on the same device"
    )


def assigned_dtype(got: Any, expected: Any) -> RuntimeError:
    return RuntimeError(
        f"attempting to assign a gradient with dtype '{type_name(got)}' to a tensor with grad_dtype "
        f"'{type_name(expected)}'. The gradient must match the tensor's dtype: cast it with .to()."
    )


def assigned_shape(got: Sequence[int], expected: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"attempting to assign a gradient of size '{list(got)}' to a tensor of size '{list(expected)}'. Please ensure "
        "that the gradient and the tensor are the same size"
    )


def invalid_gradient(name: str, nr: int, got: Sequence[int], expected: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"Function {name} returned an invalid gradient at index {nr} - got {list(got)} but expected shape compatible "
        f"with {list(expected)}"
    )


def gradient_count(name: str, got: int, expected: int) -> RuntimeError:
    return RuntimeError(
        f"function {name} returned an incorrect number of gradients (expected {expected}, got {got}). Return one for "
        "each argument of forward but ctx, None where there is none."
    )


def deepcopy_non_leaf(name: str) -> RuntimeError:
    return RuntimeError(
        "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment. "
        f"(This one is a result of {name}: copy x.detach(), or use x.clone(), which is differentiable.)"
    )


def change_non_leaf() -> RuntimeError:
    return RuntimeError(
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
        "subgraph that doesn't require differentiation use var_no_grad = var.detach()."
    )


# -- hooks


def hook_name(hook: Any) -> str:
    """A hook as messages name it."""
    return str(getattr(hook, "__name__", type(hook).__name__))


def hook_result(value: Any) -> TypeError:
    return TypeError(
        f"expected Variable, but hook returned '{type(value).__name__}'. Return the tensor that is to take the "
        "gradient's place, or None to leave it."
    )


def hook_no_tuple(value: Any) -> TypeError:
    return TypeError(
        f"expected tuple, but hook returned '{type(value).__name__}'. Return as many gradients as it was given, or "
        "None to leave them."
    )


def hook_count(hook: Any, got: int, expected: int) -> RuntimeError:
    return RuntimeError(
        f"hook '{hook_name(hook)}' has returned an incorrect number of values (got {got}, but expected {expected})"
    )


def hook_fills() -> RuntimeError:
    return RuntimeError("can't replace a None gradient with a non-None value")


def hook_size(hook: Any, was: Sequence[int], got: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"hook '{hook_name(hook)}' has changed the size of value (was {list(was)} got {list(got)})")


def hook_type(hook: Any, was: Any, was_on: str, got: Any, got_on: str) -> RuntimeError:
    return RuntimeError(
        f"hook '{hook_name(hook)}' has changed the type of value "
        f"(was {tensor_type(was, was_on)} got {tensor_type(got, got_on)})"
    )


def edge_without_grad(lost: Any) -> RuntimeError:
    text = "It is not possible to get the gradient edge for a Tensor that does not require gradients."
    return RuntimeError(text + required(lost))


def hook_without_grad(lost: Any) -> RuntimeError:
    return RuntimeError(f"cannot register a hook on a tensor that doesn't require gradient{required(lost)}")


def retained_without_grad(lost: Any) -> RuntimeError:
    return RuntimeError(f"can't retain_grad on Tensor that has requires_grad=False{required(lost)}")


def hook_on_non_leaf() -> RuntimeError:
    return RuntimeError(
        "post accumulate grad hooks cannot be registered on non-leaf tensors. This one is the result of an operation: "
        "use register_hook(), which sees its gradient."
    )


def hook_pair(where: str, pack: Any, unpack: Any) -> TypeError:
    return TypeError(
        f"{where}: incompatible function arguments: expected pack_hook and unpack_hook, which can be called, got "
        f"{pack!r} and {unpack!r}."
    )


def hooks_on_packed() -> RuntimeError:
    return RuntimeError(
        "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of hooks is "
        "allowed at a time."
    )


def hooks_on_none() -> RuntimeError:
    return RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")


def hooks_on_freed(name: str, made: Site, freed_at: Site | None) -> RuntimeError:
    return RuntimeError(
        "Calling register_hooks on a saved tensor after it has been freed. Saved intermediate values of the graph are "
        "freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through "
        "the graph a second time or if you need to access saved variables after calling backward."
        f"\n  {name} was recorded at {where(made)}\n  and freed by the walk started at {where(freed_at)}\n{AGAIN}"
    )


def pack_wrote() -> RuntimeError:
    return RuntimeError(
        "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
        "modified by in-place operations as this can lead to unexpected side-effects. Write to a clone() of it."
    )


def unpacked(value: Any) -> TypeError:
    return TypeError(
        f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type {type(value).__name__}"
    )


def later(what: str, use: str) -> NotImplementedError:
    return NotImplementedError(f"{what} is not there yet. {use}")


def needs_scipy(name: str) -> ImportError:
    return ImportError(
        f"{name}: NumPy has no such function and SciPy, which has it, is not installed. Install wengert[scipy]."
    )


def not_in_cupy(name: str) -> NotImplementedError:
    return NotImplementedError(f"{name}: CuPy has no such function. Compute it on the CPU: x.cpu().")


# at the end, since each of them uses what is above
from . import (  # noqa: E402, F401
    absent,
    checkpoint,
    deprecated,
    diagnosis,
    elements,
    forward,
    function,
    gradcheck,
    history,
    jacobian,
    linalg,
    masked,
    memory,
    modes,
    overriding,
    profiler,
    shapes,
    signal,
    sparse,
)
