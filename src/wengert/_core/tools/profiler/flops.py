"""Floating point operations, counted from shapes.

Products and convolutions are counted as in PyTorch: one multiplication and one addition per term, without the bias.
Elementwise arithmetic counts one per element of the result, for any function. A reduction counts one per element that
it reads. Operations that move, compare or create values count zero. A complex operation counts like a real one.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ...arrays.fused import Tape
from ...dispatch.registry import REGISTRY
from ...tape.state import local

Shape = tuple[int, ...]

NONE = frozenset((  # elementwise, but not arithmetic
    "_conj", "_conj_physical", "_pairs_as_complex", "complex", "_where", "_to", "clone", "_copy", "_zero", "eq",
    "ne", "lt", "le", "gt", "ge", "isnan", "isfinite", "isinf", "isposinf", "isneginf", "isreal", "signbit", "isclose",
    "logical_and", "logical_or", "logical_xor", "logical_not", "bitwise_and", "bitwise_or", "bitwise_xor",
    "bitwise_not", "bitwise_left_shift", "bitwise_right_shift", "gcd", "lcm", "_normal", "_bernoulli", "_nan_to_num",
    "copysign", "nextafter",
))  # fmt: skip
PER_RESULT = {  # operations per element of the result, if not one
    "lerp": 3, "addcmul": 3, "addcdiv": 3, "_scaled_sum": 3, "rsqrt": 2, "hypot": 4, "logaddexp": 4, "logaddexp2": 4,
    "xlogy": 2, "xlog1py": 2, "entr": 2, "logit": 3, "sinc": 3, "sigmoid": 3, "_silu": 4, "softplus": 3,
    "logsigmoid": 3, "_mish": 5, "gelu": 5, "_elu": 3, "_hardsigmoid": 4, "_hardswish": 5, "_hardtanh": 2, "clamp": 2,
    "_cross": 3, "polar": 4, "_tanh_backward": 3, "_sigmoid_backward": 3, "_silu_backward": 8,
}  # fmt: skip
PER_INPUT = {  # operations per element of the first input
    "_sum": 1, "_sum_dim": 1, "_sum_to": 1, "_sum_level": 1, "_nansum": 1, "_prod": 1, "_prod_dim": 1, "trace": 1,
    "_mean": 1, "_mean_dim": 1, "_amax": 1, "_amin": 1, "_aminmax": 2, "_max": 1, "_min": 1, "_max_dim": 1,
    "_min_dim": 1, "_argmax": 1, "_argmin": 1, "cumsum": 1, "_cumsum_back": 1, "cumprod": 1, "logcumsumexp": 4,
    "_cummax": 1, "_cummin": 1, "_var": 4, "_std": 4, "_var_mean": 4, "_std_mean": 4, "_logsumexp": 3,
    "_vector_norm": 2, "_softmax": 5, "_safe_softmax": 5, "_log_softmax": 5, "_layer_norm": 7, "_group_norm": 7,
    "_batch_norm": 7, "_mse_loss": 3, "_smooth_l1_loss": 5, "_huber_loss": 5, "_binary_cross_entropy": 7,
    "_binary_cross_entropy_with_logits": 7, "_soft_margin_loss": 4, "_nll_loss": 1, "_any": 0, "_all": 0,
}  # fmt: skip


def count(name: str, shapes: list[Any], params: Any, results: list[Any]) -> int:
    """Count the operations of one run of a row.

    Args:
        name: the name of the row.
        shapes: the shapes of the arguments, in order.
        params: the parameters.
        results: the shapes of the results.
    """
    known = SPECIAL.get(name)
    try:
        if known is not None:
            return int(known(shapes, params or {}, results))
    except (IndexError, KeyError, TypeError):  # for invalid arguments the operation itself raises
        return 0
    row = REGISTRY.get(name)
    if row is None or name in NONE or row.moves:
        return 0
    if name in PER_INPUT:
        return PER_INPUT[name] * prod(shapes[0]) if shapes else 0
    size = prod(results[0]) if results and results[0] is not None else 0
    if name in PER_RESULT:
        return PER_RESULT[name] * size
    return size if row.elementwise else 0


def backward(node: Any, results: list[Any]) -> int:
    """Count the operations of an elementwise node's formulas, which run as one program. The formulas of other nodes
    run as operations, and are counted there."""
    plan = node._wg_plan
    if plan is None or not plan.local or node._wg_chain is not None:
        return 0
    size = max([prod(r) for r in results if r is not None], default=0)
    if id(plan) not in known:
        known[id(plan)] = steps(plan, node._wg_params)  # plans live as long as their rows
    return known[id(plan)] * size


known: dict[int, int] = {}


def steps(plan: Any, params: Any) -> int:
    """The number of functions that the formulas of a plan call, if the formulas can be traced."""
    tape, state = Tape(np.dtype(np.float64)), local.state
    watching = state.tools
    try:
        state.tools = None  # what formulas call here computes nothing
        plan.function(params)(*[tape.symbol(tape.dtype) for _ in range(len(plan.saves) + 1)])
    except Exception:
        return 1  # it depends on values or shapes: at least one per element
    finally:
        state.tools = watching
    return len([1 for ufunc, *_ in tape.steps if ufunc is not None])


def mm(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    return 2 * prod(shapes[0]) * shapes[1][-1]


def mv(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    return 2 * prod(shapes[0])


def linear(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    return 2 * prod(shapes[0]) * (shapes[1][0] if len(shapes[1]) > 1 else 1)


def bmm(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    return 2 * prod(results[0]) * shapes[0][-1]


def contraction(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    sizes = dict(zip(params["x_axes"], shapes[0], strict=True)) | dict(zip(params["y_axes"], shapes[1], strict=True))
    return 2 * prod(sizes.values())


def convolution(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    return 2 * prod(results[0]) * prod(shapes[1][1:])


def convolution_input(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    return 2 * prod(shapes[0]) * prod(shapes[1][1:])


def convolution_weight(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    return 2 * prod(shapes[1]) * prod(results[0][1:])


def pairs(shapes: list[Any], params: Any, results: list[Any]) -> Any:
    return 3 * prod(results[0]) * shapes[0][-1]


SPECIAL = {
    "mm": mm,
    "_linear": linear,
    "mv": mv,
    "dot": mv,
    "vdot": mv,
    "_bmm": bmm,
    "_contract": contraction,
    "_convolution": convolution,
    "_convolution_input": convolution_input,
    "_convolution_weight": convolution_weight,
    "_cdist": pairs,
}
