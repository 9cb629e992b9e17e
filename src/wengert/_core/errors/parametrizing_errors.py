"""What works on the parameters of modules: clipping, vectors, fusing, parametrizations."""

from __future__ import annotations

from typing import Any

from .text import warn


def norm_not_finite(order: float) -> RuntimeError:
    return RuntimeError(
        f"The total norm of order {order} for gradients from `parameters` is non-finite, so it cannot be clipped. To "
        "disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`"
    )


def nothing_clipped() -> None:
    warn("`parameters` is an empty generator, no gradient clipping will occur.")


def old_clip() -> None:
    warn(
        "`wengert.nn.utils.clip_grad_norm` is now deprecated in favor of `wengert.nn.utils.clip_grad_norm_`.",
        FutureWarning,
    )


def two_devices() -> TypeError:
    return TypeError(
        "Found two parameters on different devices, this is currently not supported. Move the module to one device "
        "first."
    )


def no_module(kind: Any) -> RuntimeError:
    return RuntimeError(f"Expected a Module; got {kind}")


def no_device() -> RuntimeError:
    return RuntimeError("Module must support a 'device' arg to skip initialization")


# -- fusing


def fused_features(out: int, features: int) -> AssertionError:
    return AssertionError(
        "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
        f"linear.out_features={out} and bn.num_features={features}. "
        "Give a batch norm of one feature, or of as many as the linear layer returns."
    )


# -- parametrizations


def none_given() -> ValueError:
    return ValueError("ParametrizationList requires one or more modules.")


def result_type(what: str, kind: str) -> ValueError:
    if what.endswith("right_inverse"):
        return ValueError(f"{what} must return a tensor. Got: {kind}")
    return ValueError(f"A parametrization must return a tensor. Got {kind}.")


def changed(what: str, field: str, was: Any, got: Any) -> ValueError:
    return ValueError(
        f"{what} may not change the {field} of the tensor, unless the `unsafe` flag is enabled.\n"
        f"unparametrized {field}: {was}\nparametrized {field}: {got}. "
        f"Return a tensor of the same {field}."
    )


def inverse_type(kind: str) -> ValueError:
    return ValueError(f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got {kind}")


def inverse_element(at: int, kind: str) -> ValueError:
    return ValueError(
        "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got element "
        f"{at} of the sequence with type {kind}."
    )


def inverse_changed(field: str, was: Any, got: Any) -> ValueError:
    return ValueError(
        f"When `right_inverse` outputs one tensor, it may not change the {field}.\noriginal.{field}: {was}\n"
        f"right_inverse(original).{field}: {got}. "
        f"Return a tensor of the same {field}."
    )


def inverse_length(expected: int, got: int) -> ValueError:
    return ValueError(
        f"'right_inverse' must return a sequence of tensors of length {expected}. Got a sequence of length {got}."
    )


def inverse_dtype(name: str, got: Any, expected: Any) -> ValueError:
    return ValueError(f"The tensor returned by `right_inverse` has dtype {got} while `{name}` has dtype {expected}")


def no_inverse(kind: str) -> RuntimeError:
    return RuntimeError(
        f"parametrization {kind} does not implement right_inverse. Define it to be able to assign to the parametrized "
        "tensor."
    )


def pickled() -> RuntimeError:
    return RuntimeError(
        "Serialization of parametrized modules is only supported through state_dict(). Load the state into a module "
        "that is parametrized in the same way."
    )


def unknown(module: Any, name: str) -> ValueError:
    return ValueError(
        f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{name}'. "
        "named_parameters() and named_buffers() list what there is."
    )


def not_parametrized(module: Any, name: str) -> ValueError:
    return ValueError(
        f"Module {module} does not have a parametrization on {name}. Ask parametrize.is_parametrized which tensors "
        "have one."
    )


def several_originals() -> ValueError:
    return ValueError(
        "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a "
        "sequence of tensors. "
        "Leave the tensor parametrized, or give leave_parametrized=True."
    )


def no_tensor(module: Any, name: str) -> ValueError:
    return ValueError(
        f"Module '{module}' has no parameter or buffer with name '{name}'. named_parameters() and named_buffers() "
        "list what there is."
    )


# -- orthogonal weights, and weights of limited norms


def complex_householder() -> ValueError:
    return ValueError('The householder parametrization does not support complex tensors. Use "matrix_exp" or "cayley".')


def orthogonal_shape(expected: Any, got: Any) -> ValueError:
    return ValueError(f"Expected a matrix or batch of matrices of shape {expected}. Got a tensor of shape {got}.")


def no_base() -> NotImplementedError:
    return NotImplementedError(
        "It is not possible to assign to the matrix exponential or the Cayley parametrizations when "
        "use_trivialization=False."
    )


def orthogonal_map(name: str) -> ValueError:
    return ValueError(f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {name}')


def old_weight_norm() -> None:
    warn(
        "`wengert.nn.utils.weight_norm` is deprecated in favor of `wengert.nn.utils.parametrizations.weight_norm`.",
        FutureWarning,
    )


def twice(hook: str, name: str) -> RuntimeError:
    return RuntimeError(f"Cannot register two {hook} hooks on the same parameter {name}. Remove the first one before.")


def lazy(hook: str, what: str) -> ValueError:
    return ValueError(
        f"The module passed to `{hook}` can't have uninitialized parameters. Make sure to run the dummy forward before "
        f"applying {what} normalization"
    )


def weight_none(name: str) -> ValueError:
    return ValueError(
        f"`SpectralNorm` cannot be applied as parameter `{name}` is None. Give the name of a parameter that the "
        "module has."
    )


def hook_missing(hook: str, name: str, module: Any) -> ValueError:
    return ValueError(f"{hook} of '{name}' not found in {module}. Name a tensor that has this hook.")


def dim_range(dim: int, ndim: int) -> IndexError:
    return IndexError(f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}] but got {dim})")


def iterations(count: int) -> ValueError:
    return ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={count}")


# -- modules as functions of their parameters


def no_dictionary(kind: Any) -> ValueError:
    return ValueError(
        f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {kind}"
    )  # fmt: skip


def given_twice(names: list[str]) -> ValueError:
    return ValueError(
        f"{names} appeared in multiple dictionaries; behavior of functional call is ambiguous: give each name once"
    )


def tied_differ(names: list[str]) -> ValueError:
    return ValueError(
        f"functional_call got multiple values for keys {names}, which are tied. Consider using tie_weights=False"
    )


def names_differ(kind: str, missing: list[str], unexpected: list[str]) -> RuntimeError:
    lines = [f"Error(s) in reparametrizing for {kind}:"]
    for what, names in (("Unexpected", unexpected), ("Missing", missing)):
        if names:
            lines.append(f"\t{what} key(s): {', '.join(map(repr, names))}.")
    return RuntimeError("\n".join(lines))


def empty_name() -> KeyError:
    return KeyError('tensor name can\'t be empty string ""')


def attribute_type(name: str, value: Any) -> TypeError:
    return TypeError(f"attribute `{name}`: {value} is not an instance of wengert.Tensor. Assign a tensor first.")


def models_differ(expected: str) -> RuntimeError:
    return RuntimeError(f"stack_module_state: Expected all models to {expected}.")


# -- pruning


def scores_shape(name: str, module: Any, scores: Any, shape: Any) -> AssertionError:
    what = "tensor to prune" if module is None else f"parameter {name} of {module}"
    return AssertionError(f"importance_scores should have the same shape as {what}, got {scores} vs {shape}")


def mask_shape(default: Any, mask: Any) -> AssertionError:
    return AssertionError(
        f"default_mask shape {default} must match self.mask shape {mask}. Give a mask with one number for each element."
    )


def amount_size(amount: int, size: int) -> ValueError:
    return ValueError(
        f"amount={amount} should be smaller than the number of parameters to prune={size}. A share is a float: 0.5"
    )


def structured_ndim(t: Any) -> ValueError:
    return ValueError(
        "Structured pruning can only be applied to multidimensional tensors. Found tensor of shape "
        f"{t.shape} with {t.ndim} dims"
    )


def structured_dim(dim: int, t: Any) -> IndexError:
    return IndexError(f"Invalid index {dim} for tensor of size {t.shape}. Choose a dimension that the tensor has.")


def no_method(kind: type) -> TypeError:
    return TypeError(f"{kind} is not a BasePruningMethod subclass. Give a class that derives from BasePruningMethod.")


def other_parameter(name: str, container: Any, other: str) -> ValueError:
    return ValueError(
        f"Can only add pruning methods acting on the parameter named '{name}' to PruningContainer {container}. "
        f"Found '{other}'"
    )


def pruning_type(kind: Any) -> ValueError:
    return ValueError(f"Unrecognized PRUNING_TYPE {kind}. Expected 'unstructured', 'structured' or 'global'")


def not_unstructured(method: Any, kind: str) -> TypeError:
    return TypeError(
        f'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method {method} of type {kind}. '
        "Give a method that drops single elements, such as L1Unstructured."
    )


def scores_type() -> TypeError:
    return TypeError(
        "global_unstructured(): importance_scores must be of type dict. Give tensors by pairs: {(module, 'weight'): t}"
    )
