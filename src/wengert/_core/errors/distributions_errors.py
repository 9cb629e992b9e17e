"""Distributions, constraints and the transforms between them."""

from __future__ import annotations

from typing import Any

from .text import named, warn

# -- what a distribution is made with


def not_numbers() -> ValueError:
    return ValueError(
        "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."
    )


def invalid_parameter(name: str, value: Any, shown: str, constraint: Any) -> ValueError:
    return ValueError(
        f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {shown} to "
        f"satisfy the constraint {constraint!r}, but found invalid values:\n{value}"
    )


def probability_zero(value: Any, shown: str, invalid: Any) -> ValueError:
    return ValueError(
        f"Expected parameter probs ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {shown} to "
        f"be positive but found invalid values:\n{invalid}"
    )


def no_dimension(name: str) -> ValueError:
    return ValueError(f"`{name}` parameter must be at least one-dimensional.")


def loc_dimensions() -> ValueError:
    return ValueError("loc must be at least one-dimensional.")


def factor_size(name: str, size: int) -> ValueError:
    shape = f"{size} x m" if name == "cov_factor" else f"{size}"
    return ValueError(
        f"{name} must be a batch of {'matrices' if name == 'cov_factor' else 'vectors'} with shape {shape}"
    )


def shapes_of_low_rank(loc: Any, factor: Any, diagonal: Any) -> ValueError:
    return ValueError(
        f"Incompatible batch shapes: loc {tuple(loc)}, cov_factor {tuple(factor)}, cov_diag {tuple(diagonal)}. Give "
        "shapes that broadcast."
    )


def several_counts(by: str = "") -> NotImplementedError:
    if by:
        return NotImplementedError(
            f"Inhomogeneous total count not supported by `{by}`. Give the same total_count for all elements."
        )
    return NotImplementedError(
        "inhomogeneous total_count is not supported. Give the same total_count for all elements."
    )


def no_constraints(kind: type) -> None:
    warn(
        f"{kind} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or initialize the distribution "
        "with `validate_args=False` to turn off validation.",
    )


def custom_init(kind: type, parent: type) -> NotImplementedError:
    return NotImplementedError(
        f"Subclass {kind.__name__} of {parent.__name__} that defines a custom __init__ method must also define a "
        "custom .expand() method."
    )


# -- what a distribution is asked


def lacking(kind: type, what: str) -> NotImplementedError:
    """The distribution has no such property or method."""
    return NotImplementedError(
        f"{kind.__name__} does not implement {what}. Define it in a subclass, or use another distribution."
    )


def value_not_tensor(value: Any) -> ValueError:
    step = f" wengert.tensor({value!r}) makes one." if type(value) in (int, float) else ""
    return ValueError(f"The value argument to log_prob must be a Tensor, not {named(type(value))}.{step}")


def sample_shape(shape: Any) -> TypeError:
    """The first words are Python's, as in PyTorch."""
    kind = named(type(shape))
    step = f"Put it in a tuple: ({shape},)." if type(shape) is int else "Give a tuple of ints."
    return TypeError(f"'{kind}' object is not iterable. (sample_shape is a shape. {step})")


def event_of_value(shape: Any, event_shape: Any) -> ValueError:
    return ValueError(f"The right-most size of value must match event_shape: {shape} vs {event_shape}.")


def batch_of_value(shape: Any, expected: Any) -> ValueError:
    return ValueError(f"Value is not broadcastable with batch_shape+event_shape: {shape} vs {expected}.")


def outside_support(value: Any, support: Any, shown: str) -> ValueError:
    return ValueError(
        f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support "
        f"({support!r}) of the distribution {shown}, but found invalid values:\n{value}"
    )


def sample_n() -> None:
    warn("sample_n will be deprecated. Use .sample((n,)) instead")


def no_support(kind: type) -> None:
    warn(
        f"{kind} does not define `support` to enable sample validation. Please initialize the distribution with "
        "`validate_args=False` to turn off validation."
    )


def enumerating_events(kind: type) -> NotImplementedError:
    return NotImplementedError(
        f"Enumeration over cartesian product is not implemented: {kind.__name__}. Enumerate one of its variables at a "
        "time."
    )


# -- distributions that are made of others


def reinterpreted(ndims: int, batch: int) -> ValueError:
    return ValueError(
        f"Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual {ndims} vs {batch}"
    )


def not_transforms(given: Any) -> ValueError:
    if isinstance(given, list):
        return ValueError("transforms must be a Transform or a list of Transforms")
    return ValueError(f"transforms must be a Transform or list, but was {given}")


def too_few_for_transform(ndim: int, shape: Any) -> ValueError:
    return ValueError(f"base_distribution needs to have shape with size at least {ndim}, but got {shape}.")


def mixture_batches(mixture: Any, component: Any) -> ValueError:
    return ValueError(
        f"`mixture_distribution.batch_shape` ({mixture}) is not compatible with `component_distribution.batch_shape`"
        f"({component}). Give both the same batch shape, but for the last dimension of the components."
    )


def mixture_sizes(mixture: int, component: int) -> ValueError:
    return ValueError(
        f"`mixture_distribution component` ({mixture}) does not equal `component_distribution.batch_shape[-1]` "
        f"({component}). Give one weight for each component."
    )


# -- constraints and transforms


def dependent_check() -> ValueError:
    return ValueError(
        "Cannot determine validity of dependent constraint. Ask the constraint of a distribution that exists, not of "
        "its class."
    )


def not_static(name: str) -> NotImplementedError:
    return NotImplementedError(
        f".{name} cannot be determined statically. Ask the constraint of a distribution that exists, not of its class."
    )


def not_a_constraint(name: str, given: Any) -> AssertionError:
    return AssertionError(f"{name} must be a Constraint, got {type(given).__name__}")


def pieces(what: str, given: int, expected: int) -> ValueError:
    return ValueError(f"{what}: expected {expected} along the dimension, one for each part, got {given}")


def no_transform(kind: type) -> NotImplementedError:
    return NotImplementedError(
        f"Cannot transform {kind.__name__} constraints. Register a transform for them: biject_to.register, "
        "transform_to.register."
    )


def independent_events(what: Any, event_dim: int, ndims: int) -> ValueError:
    return ValueError(f"Expected value.dim() >= {ndims} but got {event_dim}: too few dimensions for {what}")


def cache_size() -> ValueError:
    return ValueError("cache_size must be 0 or 1")


def not_square(shape: Any) -> ValueError:
    return ValueError(f"Input is not square: got the shape {tuple(shape)}. Give matrices with as many rows as columns.")


def too_few_dimensions() -> ValueError:
    return ValueError("Too few dimensions on input. Give matrices: two dimensions or more.")


def cholesky_length(length: int) -> ValueError:
    return ValueError(
        f"Input is not a flattened lower-diagonal number: {length} is not n * (n - 1) / 2 for any n. Give a vector of "
        "such a length: 1, 3, 6, 10 and so on."
    )


def diagonal(diag: int, size: int) -> ValueError:
    return ValueError(f"diag ({diag}) provided is outside [{-size}, {size - 1}]. Give an offset in this range.")


# -- divergences


def no_divergence(p: type, q: type) -> NotImplementedError:
    return NotImplementedError(
        f"No KL(p || q) is implemented for p type {p.__name__} and q type {q.__name__}. To estimate it, "
        "draw x = p.sample((1000,)) and take (p.log_prob(x) - q.log_prob(x)).mean(0)."
    )


def ambiguous_divergence(pair: tuple[type, type], left: tuple[type, type], right: tuple[type, type]) -> None:
    mine, first, second = (f"({p.__name__}, {q.__name__})" for p, q in (pair, left, right))
    warn(
        f"Ambiguous kl_divergence{mine}: register_kl{first} is taken, not register_kl{second}. Please "
        f"register_kl({pair[0].__name__}, {pair[1].__name__})",
        RuntimeWarning,
    )


def families_differ() -> NotImplementedError:
    return NotImplementedError(
        "The cross KL-divergence between different exponential families cannot be computed using Bregman divergences. "
        "Estimate it from draws: the mean of p.log_prob(x) - q.log_prob(x) over samples x of p."
    )


def fewer_trials() -> NotImplementedError:
    return NotImplementedError(
        "KL between Binomials where q.total_count > p.total_count is not implemented. "
        "Swap p and q, or give q a total_count that is at least as large."
    )


def events_differ(p: Any, q: Any) -> ValueError:
    return ValueError(
        f"KL-divergence between multivariate normals of different event shapes cannot be computed: {p} and {q}. "
        "Give both distributions the same event_shape."
    )


def transforms_differ() -> NotImplementedError:
    return NotImplementedError(
        "KL(p || q) of transformed distributions is known for equal transforms and event shapes. "
        "Give both the same transforms and the same event_shape."
    )


def reinterpreted_differ() -> NotImplementedError:
    return NotImplementedError(
        "KL(p || q) of Independent distributions is known for equal reinterpreted_batch_ndims. "
        "Give both the same reinterpreted_batch_ndims."
    )
