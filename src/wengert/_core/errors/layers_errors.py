"""Modules of ``nn``: what is assigned to them, their hooks, and what is loaded into them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from .text import warn

# -- parameters


def parameter_data(kind: str, data: Any) -> AttributeError:
    return AttributeError(
        f"{kind}: expected data to be a tensor, got '{type(data).__name__}'. Make one of it: wengert.tensor(data)."
    )


def parameter_type(kind: type, got: type) -> RuntimeError:
    return RuntimeError(
        f"Creating a Parameter from an instance of type {kind.__name__} requires that detach() returns an instance of "
        f"the same type, but return type {got.__name__} was found instead. To use the type as a Parameter, please "
        "correct the detach() semantics defined by its __wengert_function__() implementation."
    )


def uninitialized_attribute(what: str) -> RuntimeError:
    return RuntimeError(
        f"Can't access the {what} of an uninitialized parameter or buffer. This error usually happens in "
        "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call `forward` to "
        "initialize the parameters before accessing their attributes."
    )


def uninitialized_memory() -> RuntimeError:
    return RuntimeError(
        "Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the parameters "
        "before calling `module.share_memory()`."
    )


def uninitialized_use(func: str) -> ValueError:
    return ValueError(
        f"Attempted to use an uninitialized parameter in {func}. This error happens when you are using a `LazyModule` "
        "or explicitly manipulating `wengert.nn.parameter.UninitializedParameter` objects. When using LazyModules "
        "Call `forward` with a dummy batch to initialize the parameters before calling functions"
    )


# -- registering


def before_init(what: str) -> AttributeError:
    return AttributeError(f"cannot assign {what} before Module.__init__() call: begin __init__ with super().__init__()")


def name_dot(what: str, name: str) -> KeyError:
    return KeyError(f'{what} name can\'t contain ".", got: {name}' if what == "module" else
                    f'{what} name can\'t contain "."')  # fmt: skip


def name_empty(what: str) -> KeyError:
    return KeyError(f'{what} name can\'t be empty string "". Give it a name.')


def registered_type(kind: str, what: str, name: str, expected: str) -> TypeError:
    return TypeError(f"cannot assign '{kind}' object to {what} '{name}' ({expected} or None required)")


def assigned_type(kind: str, what: str, name: str, expected: str) -> TypeError:
    more = ""
    if what == "parameter" and kind.endswith("Tensor"):
        more = ". Assign wengert.nn.Parameter(x)"
    return TypeError(f"cannot assign '{kind}' as {what} '{name}' ({expected} or None expected){more}")


def non_leaf(name: str) -> ValueError:
    return ValueError(
        f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. To "
        f"express '{name}' as a function of another Tensor, compute the value in the forward() method."
    )


def no_module(kind: str) -> TypeError:
    step = "Give an instance of a Module."
    if kind == "list":
        step = "Give modules one by one: *modules for a list."
    elif kind.startswith("wengert.nn."):  # the name of a class, and not of the class of an instance
        step = f"This is a class: write {kind.rpartition('.')[2]}(...)."
    return TypeError(f"{kind} is not a Module subclass. {step}")


def no_attribute(kind: str, name: str) -> AttributeError:
    return AttributeError(f"'{kind}' object has no attribute '{name}'")


def initialized_with(kind: str, args: int, kwargs: Any) -> TypeError:
    if kwargs:
        return TypeError(
            f"{kind}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'. "
            "Remove it, or check its spelling."
        )
    return TypeError(f"{kind}.__init__() takes 1 positional argument but {args + 1} were given")


def no_forward(kind: str) -> NotImplementedError:
    return NotImplementedError(f'Module [{kind}] is missing the required "forward" function: define it')


# -- paths


def path_missing(kind: str, name: str) -> AttributeError:
    return AttributeError(f"{kind} has no attribute `{name}`. named_modules() lists what there is.")


def path_kind(name: str, expected: str) -> AttributeError:
    return AttributeError(f"`{name}` is not {expected}")


def path_no_module(module: Any) -> ValueError:
    return ValueError(f"`module` is not an nn.Module, found {type(module)}. Give a module.")


# -- conversions


def conversion_dtype(dtype: Any) -> TypeError:
    return TypeError(
        f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}. "
        "Give a floating point or complex dtype."
    )


def complex_module() -> None:
    warn(
        "Complex modules are a new feature under active development whose design may change, and some modules might "
        "not work as expected when using complex tensors as parameters or buffers."
    )


def no_place(name: str) -> RuntimeError:
    return RuntimeError(f"Module.{name}: memory is the CPU's or, by CuPy, that of a GPU: call cuda() or cpu()")


# -- state


def extra_state(which: str) -> RuntimeError:
    return RuntimeError(
        f"Reached a code path in Module.{which}_extra_state() that should never be called. Define both "
        "get_extra_state() and set_extra_state(): a state is there to be loaded again."
    )


def positional_state_dict() -> None:
    warn(
        "Positional args are being deprecated, use kwargs instead: state_dict(destination=..., prefix=..., "
        "keep_vars=...).",
        FutureWarning,
    )


def load_hook_result() -> AssertionError:
    return AssertionError(
        "Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new values, if "
        "incompatible_keys need to be modified, it should be done inplace."
    )


def not_a_mapping(state: Any) -> TypeError:
    of_path = " Load the file first: wengert.load(path)." if isinstance(state, (str, os.PathLike)) else ""
    return TypeError(
        f"Expected state_dict to be dict-like, got {type(state)}. Give what state_dict() returned.{of_path}"
    )


def no_tensor(key: str, value: Any) -> str:
    return (
        f'While copying the parameter named "{key}", expected wengert.Tensor or Tensor-like object from checkpoint '
        f"but received {type(value)}{'. wengert.as_tensor(x) makes one' if hasattr(value, '__array__') else ''}"
    )


def other_size(key: str, came: Any, shape: Any) -> str:
    return (
        f"size mismatch for {key}: copying a param with shape {came} from checkpoint, the shape in current model is "
        f"{shape}."
    )


def not_copied(key: str, shape: Any, came: Any, error: Exception) -> str:
    return (
        f'While copying the parameter named "{key}", whose dimensions in the model are {shape} and whose dimensions '
        f"in the checkpoint are {came}, an exception occurred : {error.args}."
    )


def keys(kind: str, names: Sequence[str]) -> str:
    return f"{kind} key(s) in state_dict: {', '.join(f'{chr(34)}{name}{chr(34)}' for name in names)}. "


def loading(
    kind: str, messages: Sequence[str], missing: Sequence[str], unexpected: Sequence[str], state: Mapping[str, Any]
) -> RuntimeError:
    text = "Error(s) in loading state_dict for {}:\n\t{}".format(kind, "\n\t".join(messages))
    return RuntimeError(text + _found_elsewhere(missing, unexpected, state))


def _found_elsewhere(missing: Sequence[str], unexpected: Sequence[str], state: Mapping[str, Any]) -> str:
    """Where all missing keys are, if they are in a dict of the state, or behind a common beginning."""
    if not missing:
        return ""
    for key in unexpected:
        inside = state[key]
        if isinstance(inside, Mapping) and all([name in inside for name in missing]):
            return f"\nThey are all in its {key!r}: give state[{key!r}]."
        start = key.removesuffix(missing[0])
        if start != key and all([start + name in state for name in missing]):
            return (
                f"\nThey are all there behind {start!r}: take it off, with "
                f"wengert.nn.modules.utils.consume_prefix_in_state_dict_if_present(state, {start!r})."
            )
    return ""


# -- hooks


def mixed_hooks(everywhere: bool) -> RuntimeError:
    where = "as a global Module hook" if everywhere else "on a single Module"
    return RuntimeError(
        f"Cannot use both regular backward hooks and full backward hooks {where}. Please use only one of them."
    )


def pre_hook_result(result: Any) -> RuntimeError:
    return RuntimeError(f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {result}.")


def silenced(where: str, error: Exception) -> None:
    warn(
        f"{where} hook with ``always_call=True`` raised an exception that was silenced as another error was raised in "
        f"forward: {error!s}"
    )


def hook_needs_tensors(result: Any) -> None:
    warn(
        "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received "
        f"{type(result)}"
    )


def hook_length(what: str, got: int, expected: int) -> RuntimeError:
    kind = "pre hook" if what == "grad_output" else "hook"
    return RuntimeError(f"Backward {kind} returned an invalid number of {what}, got {got}, but expected {expected}")


def hook_without_inputs() -> RuntimeError:
    return RuntimeError(
        "Backward hook for Modules where no input requires gradient should always return None or None for all "
        "gradients."
    )


def no_inputs_to_hook() -> None:
    warn(
        "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
        "require gradients: grad_input is None for each input."
    )


def partial_hook(why: str, missing: str) -> None:
    warn(
        f"Using a non-full backward hook when {why} is deprecated and will be removed in future versions. This hook "
        f"will be missing some {missing}. Please use register_full_backward_hook to get the documented behavior.",
        FutureWarning,
    )


def partial_hook_result() -> None:
    warn(
        "Using non-full backward hooks on a Module that does not return a single Tensor or a tuple of Tensors is "
        "deprecated and will be removed in future versions. This hook will be missing some of the grad_output. Please "
        "use register_full_backward_hook to get the documented behavior.",
        FutureWarning,
    )


def partial_hook_arguments() -> None:
    warn(
        "Using non-full backward hooks on a Module that does not take as input a single Tensor or a tuple of Tensors "
        "is deprecated and will be removed in future versions. This hook will be missing some of the grad_input. "
        "Please use register_full_backward_hook to get the documented behavior.",
        FutureWarning,
    )


def public_hook() -> RuntimeError:
    return RuntimeError(
        "Cannot register the same function as the state dict post hook that was previously registered via "
        "register_state_dict_post_hook. Register another function."
    )


# -- containers


def out_of_range(at: int) -> IndexError:
    return IndexError(f"index {at} is out of range")


def sequential_operand(operator: str, other: Any) -> ValueError:
    return ValueError(f"{operator} operator supports only objects of Sequential class, but {type(other)} is given.")


def factor_type(kind: type, other: type) -> TypeError:
    return TypeError(f"unsupported operand type(s) for *: {kind} and {other}. Multiply by a whole number.")


def factor(count: int, kind: type) -> ValueError:
    return ValueError(f"Non-positive multiplication factor {count} for {kind}. Give a factor above 0.")


def not_iterable(where: str, expected: str, value: Any) -> TypeError:
    return TypeError(f"{where} should be called with {expected}, but got {type(value).__name__}")


def pair_length(where: str, at: int, length: int) -> ValueError:
    return ValueError(
        f"{where} update sequence element #{at} has length {length}; 2 is required. Give pairs of a key and a value."
    )


def key_type(kind: type) -> TypeError:
    return TypeError(
        "Index given to ParameterDict cannot be used as a key as it is not a string (type is "
        f"'{kind.__name__}'). Name the parameters by strings."
    )


def called(kind: str) -> RuntimeError:
    return RuntimeError(f"{kind} should not be called.")


def old_container() -> None:
    warn(
        "nn.Container is deprecated. All of it's functionality is now implemented in nn.Module. Subclass that instead.",
        FutureWarning,
    )


# -- lazy modules


def no_initialization(kind: str) -> NotImplementedError:
    return NotImplementedError(
        f"initialize_parameters is not implemented for {kind}. Define it: it makes the parameters when their shapes "
        "are known."
    )


def still_uninitialized(kind: str) -> RuntimeError:
    return RuntimeError(
        f"module {kind} has not been fully initialized: initialize_parameters has to make all its parameters."
    )


# -- layers


def renamed(old: str, new: str) -> None:
    warn(f"keyword argument `{old}` is deprecated and renamed to `{new}`", FutureWarning)


def limits(low: float, high: float) -> AssertionError:
    return AssertionError(f"max_val ({high}) must be greater than min_val ({low})")


def dimensions(layer: str, expected: str, ndim: int) -> ValueError:
    return ValueError(f"{layer}: expected input to be {expected}, got {ndim}D instead")


# -- first values


def slope(param: Any) -> ValueError:
    return ValueError(f"negative_slope {param} not a valid number. Give a number.")


def nonlinearity(name: str) -> ValueError:
    return ValueError(
        f"Unsupported nonlinearity {name}. Use one of 'linear', 'sigmoid', 'tanh', 'relu', 'leaky_relu', 'selu', or "
        "the name of a convolution."
    )


def fans() -> ValueError:
    return ValueError(
        "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions. Use normal_ or uniform_ for "
        "vectors."
    )


def far_mean() -> None:
    warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect.")


def only_dimensions(counts: str) -> ValueError:
    return ValueError(f"Only tensors with {counts} dimensions are supported")


def too_few_dimensions() -> ValueError:
    return ValueError("Only tensors with 2 or more dimensions are supported")


def nothing_to_fill() -> None:
    warn("Initializing zero-element tensors is a no-op")


def old_init(old: str, new: str) -> None:
    warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{new}`.", FutureWarning)


# -- convolutions


def not_positive(name: str, value: Any) -> ValueError:
    return ValueError(f"{name} must be > 0, but got ({name}={value})")


def groups() -> ValueError:
    return ValueError("groups must be a positive integer")


def divisible(name: str) -> ValueError:
    return ValueError(f"{name} must be divisible by groups")


def same_strided() -> ValueError:
    return ValueError("padding='same' is not supported for strided convolutions. Give the padding as a number.")


def padding_mode(mode: str, modes: Sequence[str]) -> ValueError:
    return ValueError(f"padding_mode must be one of {set(modes)}, but got padding_mode='{mode}'")


def only_zeros(layer: str) -> ValueError:
    return ValueError(f'Only "zeros" padding mode is supported for {layer}')


def output_size(rank: int, ndim: int, first: int, got: int) -> ValueError:
    return ValueError(
        f"ConvTranspose{rank}D: for {ndim}D input, output_size must have {rank} or {first + rank} elements (got {got})"
    )


def output_range(sizes: Any, least: Any, most: Any, came: Any) -> ValueError:
    return ValueError(
        f"requested an output size of {sizes}, but valid sizes range from {least} to {most} (for an input of {came}). "
        "Choose a size in this range, or leave output_size out."
    )


# -- pools


def kernel_size(size: Any) -> ValueError:
    return ValueError(f"kernel_size must be greater than 0, but got {size}")


def output_ratio(ratio: Any) -> ValueError:
    return ValueError(f"output_ratio must be between 0 and 1 (got {ratio})")


# -- normalisations


def rank(expected: Sequence[int], ndim: int) -> ValueError:
    return ValueError(f"expected {' or '.join(f'{n}D' for n in expected)} input (got {ndim}D input)")


def sync() -> NotImplementedError:
    return NotImplementedError(
        "SyncBatchNorm: there is one process, whose batches need no synchronisation: use BatchNorm1d, BatchNorm2d or "
        "BatchNorm3d."
    )


def features(dim: int, expected: int, got: int) -> ValueError:
    return ValueError(f"expected input's size at dim={dim} to match num_features ({expected}), but got: {got}.")


def features_ignored(dim: int) -> None:
    warn(
        f"input's size at dim={dim} does not match num_features. You can silence this warning by not passing in "
        "num_features, which is not used because affine=False"
    )


def old_statistics(layer: str, names: Sequence[str]) -> str:
    return (
        f"Unexpected running stats buffer(s) {' and '.join(f'{chr(34)}{n}{chr(34)}' for n in names)} for {layer} with "
        "track_running_stats=False. If state_dict is a checkpoint saved before 0.4.0, this may be expected because "
        f"{layer} does not track running stats by default since 0.4.0. Please remove these keys from state_dict. If "
        f"the running stats are actually needed, instead set track_running_stats=True in {layer} to enable them. See "
        f"the documentation of {layer} for details."
    )


# -- other layers


def probability(p: float) -> ValueError:
    return ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def unflattened(size: Any) -> TypeError:
    return TypeError(f"unflattened_size must be a tuple of ints, but found type {type(size).__name__}")


def unflattened_at(at: int, size: Any) -> TypeError:
    return TypeError(
        f"unflattened_size must be tuple of ints, but found element of type {type(size).__name__} at pos {at}"
    )


def table_shape() -> AssertionError:
    return AssertionError(
        "Shape of weight does not match num_embeddings and embedding_dim. Embedding.from_pretrained takes both from "
        "the weight."
    )


def table_rank() -> AssertionError:
    return AssertionError("Embeddings parameter is expected to be 2-dimensional")


def warn_of_transpose_mixin() -> None:
    warn(
        "`_ConvTransposeMixin` is a deprecated internal class. Please consider using public APIs.",
        FutureWarning,
    )


# -- losses


def delta(value: Any) -> TypeError:
    return TypeError(f"delta must be a float or int, got: {type(value)}")


def old_nll() -> None:
    warn("`NLLLoss2d` has been deprecated. Please use `NLLLoss` instead as a drop-in replacement.", FutureWarning)


def margin(layer: str, value: float) -> ValueError:
    return ValueError(f"{layer}: expected margin to be greater than 0, got {value} instead")


# -- attention


def heads_positive(embed_dim: int, num_heads: int) -> ValueError:
    return ValueError(
        f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} instead"
    )


def other_masks(name: str, other: str) -> None:
    warn(f"Support for mismatched {name} and {other} is deprecated. Use same type for both instead.")


# -- adaptive softmax


def cutoffs() -> ValueError:
    return ValueError(
        "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each value is "
        "between 1 and n_classes-1"
    )


def adaptive_rank(target: int, came: Any) -> RuntimeError:
    return RuntimeError(
        f"{target}D target tensor expects {target + 1}D input tensors, but found inputs with size {came}"
    )


def several_targets(step: str) -> RuntimeError:
    return RuntimeError(f"0D or 1D target tensor expected, multi-target not supported. {step}")


def adaptive_range(last: int, low: int, high: int) -> RuntimeError:
    return RuntimeError(f"Target values should be in [0, {last}], but values in range [{low}, {high}] were found. ")


def loaded_features(came: int, expected: int) -> AssertionError:
    return AssertionError(
        f"The in_features inferred from input: {came} is not equal to in_features from self.weight: {expected}"
    )


def lazy_rank(layer: str, rank: int, came: Any) -> RuntimeError:
    return RuntimeError(
        f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to {layer}, but got input of size: {came}"
    )


def smoothing(value: float) -> RuntimeError:
    return RuntimeError(f"expected label_smoothing to be in range [0, 1], got {value}")


def called_too_early(loss: str) -> RuntimeError:
    return RuntimeError(f"{loss}() makes a module. Call the module with tensors: wengert.nn.{loss}()(input, target).")
