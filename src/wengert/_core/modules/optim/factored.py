"""Optimisers that look at parameters as matrices: Adafactor and Muon."""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.types import finfo
from ...tape.tensor import Tensor
from .optimizer import ParamsT
from .stepping import ElementwiseOptimizer, as_number, counter

COEFFICIENTS = (3.4445, -4.7750, 2.0315)  # of the polynomial whose slope at zero is as steep as can be


def _check_not_negative(what: str, value: Any, least: float = 0.0) -> None:
    if not least <= value:
        raise errors.optim.out_of_range(what, f">= {least:g}", value)


class Adafactor(ElementwiseOptimizer):
    """Adafactor: Adam with less memory. Of the mean squares of a matrix it keeps one number for each row and column.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the greatest learning rate, relative to the size of a parameter; a number, or a tensor of one element.
        beta2_decay: the power of the count of steps with which new squares count less.
        eps: the least root of a mean square (None: that of the dtype), and the least size of a parameter.
        d: the greatest size of a step.
        weight_decay: how fast weights decay, on their own.
        foreach: accepted, and changes nothing.
        maximize: go uphill.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.Adafactor([x], lr=0.1)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.8419, -1.8419], requires_grad=True)
    """

    since = {"foreach": None}

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-2, beta2_decay: float = -0.8,
                 eps: tuple[float | None, float] = (None, 1e-3), d: float = 1.0, weight_decay: float = 0.0, *,
                 foreach: bool | None = None, maximize: bool = False) -> None:  # fmt: skip
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise errors.optim.one_element("lr")
        _check_not_negative("Learning rate", lr)
        if not beta2_decay <= 0.0:
            raise errors.optim.out_of_range("beta2_decay", "<= 0", beta2_decay)
        if eps[0] is not None:
            _check_not_negative("epsilon1", eps[0])
        _check_not_negative("epsilon2", eps[1])
        _check_not_negative("Clipping threshold d", d, 1.0)
        _check_not_negative("weight_decay", weight_decay)
        defaults = {
            "lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _check(self, group: dict[str, Any], p: Any, grad: Any) -> None:
        if p.is_complex():
            raise errors.optim.complex_unsupported("Adafactor")
        super()._check(group, p, grad)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        state = {"step": counter(group)}
        if grad.dim() > 1:
            *rest, rows, columns = grad.shape
            state["row_var"] = grad.new_zeros([*rest, rows, 1])
            state["col_var"] = grad.new_zeros([*rest, 1, columns])
        else:
            state["variance"] = functions.zeros_like(grad)
        return state

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        step, lr, decay = state["step"].item() + 1, as_number(group["lr"]), group["weight_decay"]
        eps, least = group["eps"]
        eps = finfo(p.dtype).eps if eps is None else eps
        if group["maximize"]:
            grad = -grad
        new = step ** group["beta2_decay"]
        size = max(least, p.norm(2).item() / math.sqrt(p.numel())) * min(lr, 1 / math.sqrt(step))
        if decay != 0:
            p.mul_(1 - lr * decay)
        if grad.dim() > 1:
            rows, columns = state["row_var"], state["col_var"]
            rows.lerp_(grad.norm(dim=-1, keepdim=True).square_().div_(grad.size(-1)), new)
            columns.lerp_(grad.norm(dim=-2, keepdim=True).square_().div_(grad.size(-2)), new)
            squares = (rows @ columns).div_(rows.mean(dim=-2, keepdim=True).clamp_(min=eps))
        else:
            squares = state["variance"].lerp_(grad * grad, new).clone()
        update = squares.clamp_(min=eps * eps).rsqrt_().mul_(grad)
        clipped = max(1.0, update.norm(2).item() / (math.sqrt(update.numel()) * group["d"]))
        p.add_(update, alpha=-size / clipped)
        state["step"].fill_(step)


def orthogonalized(grad: Any, coefficients: tuple[float, float, float], iterations: int, eps: float) -> Any:
    """A matrix like ``grad`` with singular values near 1, by the iteration of Newton and Schulz in bfloat16."""
    if iterations >= 100:
        raise errors.optim.iterations()
    if len(coefficients) != 3:
        raise errors.optim.coefficients()
    a, b, c = coefficients
    x = grad.bfloat16()
    wide = grad.size(0) <= grad.size(1)
    if not wide:
        x = x.T
    x = x.div(x.norm().clamp(min=eps))
    for _ in range(iterations):
        gram = x @ x.T
        x = functions.addmm(x, functions.addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x if wide else x.T


class Muon(ElementwiseOptimizer):
    """Muon: steps along a running mean of gradients, made orthogonal. It is for matrices, in hidden layers.

    The matrices are made orthogonal in bfloat16.

    Args:
        params: tensors of two dimensions, pairs of a name and such a tensor, or dictionaries of these and options.
        lr: the learning rate.
        weight_decay: how fast weights decay, on their own.
        momentum: how much of the mean gradient is kept in each step.
        nesterov: look ahead along the mean (Nesterov momentum).
        ns_coefficients: the three coefficients of the iteration of Newton and Schulz.
        eps: the least norm by which a matrix is divided.
        ns_steps: how many iterations are taken.
        adjust_lr_fn: how the learning rate depends on the shape: "original", or "match_rms_adamw" to use learning rates
            of AdamW. None is "original".

    Raises:
        ValueError: if an option is out of its range, or a parameter is no matrix.

    >>> import wengert
    >>> x = wengert.eye(2, requires_grad=True)
    >>> optimizer = wengert.optim.Muon([x], lr=0.1, weight_decay=0.0)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> bool(x.diagonal().max() < 1)
    True
    """

    since: dict[str, Any] = {}

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-3, weight_decay: float = 0.1, momentum: float = 0.95,
                 nesterov: bool = True, ns_coefficients: tuple[float, float, float] = COEFFICIENTS,
                 eps: float = 1e-7, ns_steps: int = 5, adjust_lr_fn: str | None = None) -> None:  # fmt: skip
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise errors.optim.one_element("lr")
        _check_not_negative("Learning rate", lr)
        _check_not_negative("momentum", momentum)
        _check_not_negative("weight decay", weight_decay)
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise errors.optim.adjustment(adjust_lr_fn)
        defaults = {
            "lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov,
            "ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps, "adjust_lr_fn": adjust_lr_fn,
        }  # fmt: skip
        super().__init__(params, defaults)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add matrices with options of their own: see :meth:`Optimizer.add_param_group`."""
        super().add_param_group(param_group)
        for p in param_group["params"]:
            if p.ndim != 2:
                self.param_groups.pop()
                raise errors.optim.not_a_matrix(p.size())

    def _check(self, group: dict[str, Any], p: Any, grad: Any) -> None:
        if p.is_complex():
            raise errors.optim.complex_unsupported("Muon")
        super()._check(group, p, grad)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        return {"momentum_buffer": functions.zeros_like(grad)}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        lr, momentum = as_number(group["lr"]), group["momentum"]
        mean = state["momentum_buffer"].lerp(grad, 1 - momentum)
        update = orthogonalized(
            grad.lerp(mean, momentum) if group["nesterov"] else mean,
            group["ns_coefficients"], group["ns_steps"], group["eps"],
        )  # fmt: skip
        rows, columns = p.shape
        if group["adjust_lr_fn"] == "match_rms_adamw":
            size = lr * 0.2 * math.sqrt(max(rows, columns))
        else:
            size = lr * math.sqrt(max(1, rows / columns))
        state["momentum_buffer"].copy_(mean)
        p.mul_(1 - lr * group["weight_decay"])
        p.add_(update, alpha=-size)
