"""The family of Adam: steps along a mean of gradients, divided by a mean of their squares."""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...ops.sparse.sparse import is_sparse
from ...tape.tensor import Tensor
from .optimizer import ParamsT, to_scalar
from .stepping import (
    ElementwiseOptimizer,
    Formula,
    as_number,
    check_betas,
    check_lr,
    check_not_negative,
    counter,
    falling,
    filled,
    in_rows,
)


def decaying(decay: Any, decoupled: bool) -> str:
    """How weights decay: into the gradient, on their own, or not at all."""
    if not isinstance(decay, Tensor) and decay == 0:
        return ""
    return "decoupled" if decoupled else "coupled"


def decayed(xp: Any, p: Any, grad: Any, decay: Any, maximize: bool, how: str) -> tuple[Any, Any]:
    """The parameter and the gradient after weight decay. If it is decoupled, ``decay`` is the factor of ``p``."""
    grad = falling(xp, p, grad, decay, maximize, how == "coupled")
    return p * decay if how == "decoupled" else p, grad


def moments(m: Any, v: Any, grad: Any, new1: Any, beta2: Any, new2: Any) -> tuple[Any, Any]:
    """The running means of gradients and of their squares."""
    return m + (grad - m) * new1, v * beta2 + grad * grad * new2


@Formula
def adam(
    xp: Any, p: Any, m: Any, v: Any, grad: Any, decay: Any, new1: Any, beta2: Any, new2: Any, root2: Any, eps: Any,
    size: Any, *, maximize: bool, how: str
) -> Any:  # fmt: skip
    """A step of length ``size`` along the mean gradient, divided by the root of the mean square."""
    p, grad = decayed(xp, p, grad, decay, maximize, how)
    m, v = moments(m, v, grad, new1, beta2, new2)
    return p - m / (xp.sqrt(v) / root2 + eps) * size, m, v


@Formula
def amsgrad(
    xp: Any, p: Any, m: Any, v: Any, most: Any, grad: Any, decay: Any, new1: Any, beta2: Any, new2: Any, root2: Any,
    eps: Any, size: Any, *, maximize: bool, how: str
) -> Any:  # fmt: skip
    """As :func:`adam`, with the greatest mean square so far."""
    p, grad = decayed(xp, p, grad, decay, maximize, how)
    m, v = moments(m, v, grad, new1, beta2, new2)
    most = xp.maximum(most, v)
    return p - m / (xp.sqrt(most) / root2 + eps) * size, m, v, most


class Adam(ElementwiseOptimizer):
    """Adam: steps along a running mean of gradients, divided by the root of a running mean of their squares.

    Both means are corrected for their start at zero.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        betas: how much of the mean gradient and of the mean square is kept in each step.
        eps: is added to the root of the mean square.
        weight_decay: this times the parameter is added to the gradient.
        amsgrad: divide by the greatest mean square so far.
        foreach: accepted, and changes nothing.
        maximize: go uphill.
        capturable: accepted, and changes nothing.
        differentiable: record the steps, so that gradients flow through them.
        fused: accepted: steps of arrays without gaps are fused in any case.
        decoupled_weight_decay: let weights decay on their own, as in :class:`AdamW`.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.Adam([x], lr=0.1)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.9000, -1.9000], requires_grad=True)
    """

    since = {
        "amsgrad": False, "maximize": False, "foreach": None, "capturable": False, "differentiable": False,
        "decoupled_weight_decay": False, "fused": None,
    }  # fmt: skip

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-3,
                 betas: tuple[float | Tensor, float | Tensor] = (0.9, 0.999), eps: float = 1e-8,
                 weight_decay: float = 0, amsgrad: bool = False, *, foreach: bool | None = None,
                 maximize: bool = False, capturable: bool = False, differentiable: bool = False,
                 fused: bool | None = None, decoupled_weight_decay: bool = False) -> None:  # fmt: skip
        if isinstance(lr, Tensor) and foreach and not capturable:
            raise errors.optim.tensor_with_foreach("lr")
        check_lr(lr)
        check_not_negative("epsilon value", eps)
        check_betas(betas)
        check_not_negative("weight_decay value", weight_decay)
        kinds = [float if isinstance(b, float) else Tensor if isinstance(b, Tensor) else None for b in betas]
        if kinds not in ([float, float], [Tensor, Tensor]):
            raise ValueError("betas must be either both floats or both Tensors")
        for i, beta in enumerate(betas):
            if isinstance(beta, Tensor):
                if foreach and not capturable:
                    raise errors.optim.tensor_with_foreach(f"betas[{i}]")
                if beta.numel() != 1:
                    raise errors.optim.one_element(f"betas[{i}]")
        defaults = {
            "lr": lr, "betas": tuple(map(to_scalar, betas)), "eps": eps, "weight_decay": weight_decay,
            "amsgrad": amsgrad, "maximize": maximize, "foreach": foreach, "capturable": capturable,
            "differentiable": differentiable, "fused": fused, "decoupled_weight_decay": decoupled_weight_decay,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _check(self, group: dict[str, Any], p: Any, grad: Any) -> None:
        if is_sparse(grad):
            raise errors.optim.sparse("Adam")  # AdamW says so, too
        super()._check(group, p, grad)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        state = {"step": counter(group), "exp_avg": filled(p), "exp_avg_sq": filled(p)}
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = filled(p)
        return state

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        step, lr, decay = state["step"].item() + 1, as_number(group["lr"]), as_number(group["weight_decay"])
        beta1, beta2 = map(as_number, group["betas"])
        how = decaying(decay, group["decoupled_weight_decay"])
        numbers = (
            1 - lr * decay if how == "decoupled" else decay, 1 - beta1, beta2, 1 - beta2, (1 - beta2**step) ** 0.5,
            group["eps"], lr / (1 - beta1**step),
        )  # fmt: skip
        written = [p, state["exp_avg"], state["exp_avg_sq"]]
        if group["amsgrad"]:
            amsgrad(self, [*written, state["max_exp_avg_sq"]], grad, *numbers, maximize=group["maximize"], how=how)
        else:
            adam(self, written, grad, *numbers, maximize=group["maximize"], how=how)
        state["step"].fill_(step)


class AdamW(Adam):
    """Adam whose weights decay on their own: each step first multiplies them by ``1 - lr * weight_decay``.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        betas: how much of the mean gradient and of the mean square is kept in each step.
        eps: is added to the root of the mean square.
        weight_decay: how fast weights decay.
        amsgrad: divide by the greatest mean square so far.
        maximize: go uphill.
        foreach: accepted, and changes nothing.
        capturable: accepted, and changes nothing.
        differentiable: record the steps, so that gradients flow through them.
        fused: accepted: steps of arrays without gaps are fused in any case.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.AdamW([x], lr=0.1, weight_decay=0.5)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.8500, -1.8000], requires_grad=True)
    """

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-3,
                 betas: tuple[float | Tensor, float | Tensor] = (0.9, 0.999), eps: float = 1e-8,
                 weight_decay: float = 1e-2, amsgrad: bool = False, *, maximize: bool = False,
                 foreach: bool | None = None, capturable: bool = False, differentiable: bool = False,
                 fused: bool | None = None) -> None:  # fmt: skip
        super().__init__(
            params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
            differentiable=differentiable, fused=fused, decoupled_weight_decay=True,
        )  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True


@Formula
def adamax(
    xp: Any, p: Any, m: Any, most: Any, grad: Any, decay: Any, new1: Any, beta2: Any, eps: Any, size: Any, *,
    maximize: bool, decayed: bool
) -> Any:  # fmt: skip
    """As :func:`adam`, with a greatest gradient, which fades, in the place of a mean square."""
    grad = falling(xp, p, grad, decay, maximize, decayed)
    m = m + (grad - m) * new1
    most = xp.maximum(most * beta2, xp.abs(grad) + eps)
    return p - m / most * size, m, most


class Adamax(ElementwiseOptimizer):
    """Adam with the maximum norm: steps are divided by the largest recent gradient.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        betas: how much of the mean gradient and of the greatest one is kept in each step.
        eps: is added to the size of gradients.
        weight_decay: this times the parameter is added to the gradient.
        foreach: accepted, and changes nothing.
        maximize: go uphill.
        differentiable: record the steps, so that gradients flow through them.
        capturable: accepted, and changes nothing.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.Adamax([x], lr=0.1)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.9000, -1.9000], requires_grad=True)
    """

    since = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}

    def __init__(self, params: ParamsT, lr: float | Tensor = 2e-3, betas: tuple[float, float] = (0.9, 0.999),
                 eps: float = 1e-8, weight_decay: float = 0, foreach: bool | None = None, *, maximize: bool = False,
                 differentiable: bool = False, capturable: bool = False) -> None:  # fmt: skip
        check_lr(lr)
        check_not_negative("epsilon value", eps)
        check_betas(betas)
        check_not_negative("weight_decay value", weight_decay)
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        return {"step": counter(group), "exp_avg": filled(p), "exp_inf": filled(p)}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        step, decay = state["step"].item() + 1, group["weight_decay"]
        beta1, beta2 = group["betas"]
        size = as_number(group["lr"]) / (1 - beta1**step)
        adamax(
            self, [p, state["exp_avg"], state["exp_inf"]], grad, decay, 1 - beta1, beta2, group["eps"], size,
            maximize=group["maximize"], decayed=decay != 0,
        )  # fmt: skip
        state["step"].fill_(step)


@Formula
def nadam(
    xp: Any, p: Any, m: Any, v: Any, grad: Any, decay: Any, new1: Any, beta2: Any, new2: Any, bias2: Any, eps: Any,
    now: Any, later: Any, *, maximize: bool, how: str
) -> Any:  # fmt: skip
    """As :func:`adam`, along the gradient and the mean gradient: ``now`` and ``later`` are the lengths."""
    p, grad = decayed(xp, p, grad, decay, maximize, how)
    m, v = moments(m, v, grad, new1, beta2, new2)
    root = xp.sqrt(v / bias2) + eps
    return p - grad / root * now - m / root * later, m, v


class NAdam(ElementwiseOptimizer):
    """Adam with Nesterov momentum.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        betas: how much of the mean gradient and of the mean square is kept in each step.
        eps: is added to the root of the mean square.
        weight_decay: this times the parameter is added to the gradient.
        momentum_decay: how fast the momentum approaches ``betas[0]``, from half of it.
        decoupled_weight_decay: let weights decay on their own, as in :class:`AdamW`.
        foreach: accepted, and changes nothing.
        maximize: go uphill.
        capturable: accepted, and changes nothing.
        differentiable: record the steps, so that gradients flow through them.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.NAdam([x], lr=0.1)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.8944, -1.8944], requires_grad=True)
    """

    since = {
        "maximize": False, "foreach": None, "capturable": False, "differentiable": False,
        "decoupled_weight_decay": False,
    }  # fmt: skip
    counted = ("step", "mu_product")

    def __init__(self, params: ParamsT, lr: float | Tensor = 2e-3, betas: tuple[float, float] = (0.9, 0.999),
                 eps: float = 1e-8, weight_decay: float = 0, momentum_decay: float = 4e-3,
                 decoupled_weight_decay: bool = False, *, foreach: bool | None = None, maximize: bool = False,
                 capturable: bool = False, differentiable: bool = False) -> None:  # fmt: skip
        check_lr(lr)
        check_not_negative("epsilon value", eps)
        check_betas(betas)
        check_not_negative("weight_decay value", weight_decay)
        check_not_negative("momentum_decay value", momentum_decay)
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        return {
            "step": counter(group), "mu_product": counter(group, 1.0), "exp_avg": filled(p), "exp_avg_sq": filled(p)
        }  # fmt: skip

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        step, lr, decay = state["step"].item() + 1, as_number(group["lr"]), group["weight_decay"]
        beta1, beta2 = group["betas"]
        how = decaying(decay, group["decoupled_weight_decay"])
        mu, mu_next = (
            beta1 * (1.0 - 0.5 * 0.96 ** (i * group["momentum_decay"])) for i in (step, step + 1)
        )  # fmt: skip
        product = state["mu_product"] * mu
        done = product.item()
        nadam(
            self, [p, state["exp_avg"], state["exp_avg_sq"]], grad, 1 - lr * decay if how == "decoupled" else decay,
            1 - beta1, beta2, 1 - beta2, 1 - beta2**step, group["eps"],
            lr * (1.0 - mu) / (1.0 - done), lr * mu_next / (1.0 - done * mu_next),
            maximize=group["maximize"], how=how,
        )  # fmt: skip
        state["step"].fill_(step)
        state["mu_product"].copy_(product)


@Formula
def radam(
    xp: Any, p: Any, m: Any, v: Any, grad: Any, decay: Any, new1: Any, beta2: Any, new2: Any, eps: Any, size: Any, *,
    maximize: bool, how: str, rectified: bool
) -> Any:  # fmt: skip
    """As :func:`adam` if ``rectified``, else a step along the mean gradient."""
    p, grad = decayed(xp, p, grad, decay, maximize, how)
    m, v = moments(m, v, grad, new1, beta2, new2)
    return p - (m / (xp.sqrt(v) + eps) if rectified else m) * size, m, v


class RAdam(ElementwiseOptimizer):
    """Rectified Adam: the first steps, for which the mean square is not known well, are not divided by its root.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        betas: how much of the mean gradient and of the mean square is kept in each step.
        eps: is added to the root of the mean square.
        weight_decay: this times the parameter is added to the gradient.
        decoupled_weight_decay: let weights decay on their own, as in :class:`AdamW`.
        foreach: accepted, and changes nothing.
        maximize: go uphill.
        capturable: accepted, and changes nothing.
        differentiable: record the steps, so that gradients flow through them.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.RAdam([x], lr=0.1)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.8000, -1.6000], requires_grad=True)
    """

    since = {
        "foreach": None, "maximize": False, "differentiable": False, "decoupled_weight_decay": False,
        "capturable": False,
    }  # fmt: skip

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
                 eps: float = 1e-8, weight_decay: float = 0, decoupled_weight_decay: bool = False, *,
                 foreach: bool | None = None, maximize: bool = False, capturable: bool = False,
                 differentiable: bool = False) -> None:  # fmt: skip
        check_lr(lr)
        check_not_negative("epsilon value", eps)
        check_betas(betas)
        check_not_negative("weight_decay value", weight_decay)
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        return {"step": counter(group), "exp_avg": filled(p), "exp_avg_sq": filled(p)}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        step, lr, decay = state["step"].item() + 1, as_number(group["lr"]), group["weight_decay"]
        beta1, beta2 = group["betas"]
        how = decaying(decay, group["decoupled_weight_decay"])
        size = lr / (1 - beta1**step)
        bias2 = 1 - beta2**step
        most = 2 / (1 - beta2) - 1  # the length of the mean square's memory, in the end and now
        length = most - 2 * step * beta2**step / bias2
        rectified = length > 5.0
        if rectified:
            variance = (length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length)
            size = size * (bias2 * variance) ** 0.5
        radam(
            self, [p, state["exp_avg"], state["exp_avg_sq"]], grad, 1 - lr * decay if how == "decoupled" else decay,
            1 - beta1, beta2, 1 - beta2, group["eps"], size,
            maximize=group["maximize"], how=how, rectified=rectified,
        )  # fmt: skip
        state["step"].fill_(step)


class SparseAdam(ElementwiseOptimizer):
    """Adam for sparse gradients: only the rows that a gradient has are touched, and only their means change.

    Args:
        params: dense tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        betas: how much of the mean gradient and of the mean square is kept in each step.
        eps: is added to the root of the mean square.
        maximize: go uphill.

    Raises:
        ValueError: if an option is out of its range, or a parameter is sparse or complex.

    >>> import wengert
    >>> weight = wengert.ones(3, 1, requires_grad=True)
    >>> optimizer = wengert.optim.SparseAdam([weight], lr=0.1)
    >>> rows = wengert.nn.functional.embedding(wengert.tensor([1]), weight, sparse=True)
    >>> rows.sum().backward()
    >>> optimizer.step()
    >>> weight.flatten()
    tensor([1.0000, 0.9000, 1.0000], grad_fn=<ViewBackward0>)
    """

    since = {"maximize": False}
    counted = ()

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
                 eps: float = 1e-8, maximize: bool = False) -> None:  # fmt: skip
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise errors.optim.one_element("lr")
        if not lr > 0.0:
            raise errors.optim.invalid("learning rate", lr)
        if not eps > 0.0:
            raise errors.optim.invalid("epsilon value", eps)
        check_betas(betas)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})
        places = [([i, k], p) for i, g in enumerate(self.param_groups) for k, p in enumerate(g["params"])]
        if at := [place for place, p in places if is_sparse(p)]:
            raise ValueError(f"Sparse params at indices {at}: SparseAdam requires dense parameter tensors")
        if at := [place for place, p in places if p.is_complex()]:
            raise errors.optim.complex_params(at)

    def _check(self, group: dict[str, Any], p: Any, grad: Any) -> None:
        if not is_sparse(grad):
            raise errors.optim.dense()

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        return {"step": 0, "exp_avg": filled(p), "exp_avg_sq": filled(p)}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        step, lr = state["step"] + 1, as_number(group["lr"])
        beta1, beta2 = group["betas"]
        in_rows(
            adam, self, [p, state["exp_avg"], state["exp_avg_sq"]], grad, 0.0, 1 - beta1, beta2, 1 - beta2, 1.0,
            group["eps"], lr * math.sqrt(1 - beta2**step) / (1 - beta1**step), maximize=group["maximize"], how="",
        )  # fmt: skip
        state["step"] = step
