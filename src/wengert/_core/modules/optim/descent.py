"""Optimisers that follow the gradient itself, or its sign: SGD, ASGD, Rprop."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...ops.sparse.sparse import is_sparse
from ...tape.tensor import Tensor
from .optimizer import ParamsT
from .stepping import (
    ElementwiseOptimizer,
    Formula,
    as_number,
    check_lr,
    check_not_negative,
    counter,
    falling,
    filled,
    in_rows,
)


@Formula
def descend(xp: Any, p: Any, grad: Any, lr: Any, decay: Any, *, maximize: bool, decayed: bool) -> Any:
    """``p - lr * grad``."""
    return (p - falling(xp, p, grad, decay, maximize, decayed) * lr,)


@Formula
def descend_with_momentum(
    xp: Any, p: Any, velocity: Any, grad: Any, lr: Any, decay: Any, momentum: Any, share: Any, *,
    maximize: bool, decayed: bool, first: bool, nesterov: bool
) -> Any:  # fmt: skip
    """The velocity is ``momentum * velocity + share * grad``; in the first step it is the gradient."""
    grad = falling(xp, p, grad, decay, maximize, decayed)
    velocity = xp.positive(grad) if first else velocity * momentum + grad * share
    return p - (grad + velocity * momentum if nesterov else velocity) * lr, velocity


class SGD(ElementwiseOptimizer):
    """Stochastic gradient descent, with momentum if asked for.

    With ``momentum``, the parameter moves along a velocity, which is ``momentum`` times the velocity before, plus
    ``1 - dampening`` times the gradient. The first velocity is the gradient. Sparse gradients are taken.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        momentum: how much of the velocity is kept.
        dampening: how much less of the gradient is added to the velocity.
        weight_decay: this times the parameter is added to the gradient.
        nesterov: look ahead along the velocity (Nesterov momentum).
        maximize: go uphill.
        foreach: accepted, and changes nothing.
        differentiable: record the steps, so that gradients flow through them.
        fused: accepted: steps of arrays without gaps are fused in any case.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.SGD([x], lr=0.1)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.8000, -1.6000], requires_grad=True)
    """

    since = {"nesterov": False, "maximize": False, "foreach": None, "differentiable": False, "fused": False}
    takes_sparse = True

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-3, momentum: float = 0, dampening: float = 0,
                 weight_decay: float | Tensor = 0, nesterov: bool = False, *, maximize: bool = False,
                 foreach: bool | None = None, differentiable: bool = False,
                 fused: bool | None = None) -> None:  # fmt: skip
        check_lr(lr)
        check_not_negative("momentum value", momentum)
        check_not_negative("weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise errors.optim.nesterov()
        defaults = {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov,
            "maximize": maximize, "foreach": foreach, "differentiable": differentiable, "fused": fused,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        return {}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        lr, decay, momentum = as_number(group["lr"]), as_number(group["weight_decay"]), group["momentum"]
        velocity, maximize = state.get("momentum_buffer"), group["maximize"]
        if is_sparse(grad):
            self._update_sparse(group, p, -grad if maximize else grad, state, lr)
            return
        flags = {"maximize": maximize, "decayed": isinstance(decay, Tensor) or decay != 0}
        if momentum == 0:
            descend(self, [p], grad, lr, decay, **flags)
            return
        first = velocity is None
        if velocity is None:
            velocity = filled(p)
        descend_with_momentum(
            self, [p, velocity], grad, lr, decay, momentum, 1 - group["dampening"],
            first=first, nesterov=group["nesterov"], **flags,
        )  # fmt: skip
        state["momentum_buffer"] = velocity

    def _update_sparse(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any], lr: Any) -> None:
        """The same with a sparse gradient and velocity: only the rows that these have are touched."""
        momentum, velocity = group["momentum"], state.get("momentum_buffer")
        if momentum != 0:
            velocity = grad.clone() if velocity is None else velocity * momentum + grad * (1 - group["dampening"])
            grad = grad + velocity * momentum if group["nesterov"] else velocity
        if is_sparse(p):
            p.add_(grad, alpha=-float(lr))
        else:
            in_rows(descend, self, [p], grad, lr, 0.0, maximize=False, decayed=False)
        if momentum != 0:
            state["momentum_buffer"] = velocity


@Formula
def average(
    xp: Any, p: Any, mean: Any, grad: Any, shrink: Any, eta: Any, decay: Any, mu: Any, *,
    maximize: bool, decayed: bool, averaged: bool
) -> Any:  # fmt: skip
    """A step of length ``eta``, and the mean of the parameters so far."""
    p = p * shrink - falling(xp, p, grad, decay, maximize, decayed) * eta
    return p, mean + (p - mean) * mu if averaged else xp.positive(p)


class ASGD(ElementwiseOptimizer):
    """Averaged stochastic gradient descent: the state has the mean of the parameters over the steps from ``t0`` on.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate of the first step.
        lambd: how fast the learning rate falls, and parameters decay.
        alpha: the power with which the learning rate falls.
        t0: the step with which averaging starts. The mean is ``optimizer.state[p]["ax"]``.
        weight_decay: this times the parameter is added to the gradient.
        foreach: accepted, and changes nothing.
        maximize: go uphill.
        differentiable: record the steps, so that gradients flow through them.
        capturable: accepted, and changes nothing.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.ASGD([x], lr=0.1, lambd=0.0)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.8000, -1.6000], requires_grad=True)
    """

    since = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    counted = ("step", "eta", "mu")

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-2, lambd: float = 1e-4, alpha: float = 0.75,
                 t0: float = 1e6, weight_decay: float = 0, foreach: bool | None = None, maximize: bool = False,
                 differentiable: bool = False, capturable: bool = False) -> None:  # fmt: skip
        check_lr(lr)
        check_not_negative("weight_decay value", weight_decay)
        defaults = {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        lr = group["lr"].item() if isinstance(group["lr"], Tensor) else group["lr"]
        return {"step": counter(group), "eta": counter(group, lr), "mu": counter(group, 1.0), "ax": filled(p)}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        step, eta, mu = state["step"].item() + 1, state["eta"].item(), state["mu"].item()
        lr, lambd, decay = as_number(group["lr"]), group["lambd"], group["weight_decay"]
        average(
            self, [p, state["ax"]], grad, 1 - lambd * eta, eta, decay, mu,
            maximize=group["maximize"], decayed=decay != 0, averaged=mu != 1,
        )  # fmt: skip
        state["step"].fill_(step)
        lr = lr.item() if isinstance(lr, Tensor) else lr
        state["eta"].fill_(lr / (1 + lambd * lr * step) ** group["alpha"])
        state["mu"].fill_(1 / max(1, step - group["t0"]))


@Formula
def resilient(
    xp: Any, p: Any, before: Any, size: Any, grad: Any, down: Any, up: Any, least: Any, most: Any, *, maximize: bool
) -> Any:
    """Steps of their own size: it grows while the gradient keeps its sign. Where the sign changes, none is taken."""
    if maximize:
        grad = -grad
    turn = xp.sign(grad * before)
    grad = xp.where(turn < 0, 0.0, grad)
    factor = xp.where(turn > 0, up, xp.where(turn < 0, down, xp.where(turn == 0, 1.0, turn)))
    size = size * factor
    size = xp.where(size < least, least, xp.where(size > most, most, size))
    return p - xp.sign(grad) * size, xp.positive(grad), size


class Rprop(ElementwiseOptimizer):
    """Resilient backpropagation: steps depend on the signs of gradients alone. It is for whole data sets.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the size of the first step.
        etas: by what the size of a step is multiplied if the sign of the gradient changed, and if it did not.
        step_sizes: the least and the greatest size.
        capturable: accepted, and changes nothing.
        foreach: accepted, and changes nothing.
        maximize: go uphill.
        differentiable: record the steps, so that gradients flow through them.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.Rprop([x], lr=0.1)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.9000, -1.9000], requires_grad=True)
    """

    since = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-2, etas: tuple[float, float] = (0.5, 1.2),
                 step_sizes: tuple[float, float] = (1e-6, 50), *, capturable: bool = False,
                 foreach: bool | None = None, maximize: bool = False,
                 differentiable: bool = False) -> None:  # fmt: skip
        check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise errors.optim.invalid(
                "eta values", f"{etas[0]}, {etas[1]}", "one above 0 and below 1, and one above 1"
            )
        defaults = {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        lr = group["lr"].item() if isinstance(group["lr"], Tensor) else group["lr"]
        return {"step": counter(group), "prev": filled(p), "step_size": filled(p, lr)}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        written = [p, state["prev"], state["step_size"]]
        resilient(self, written, grad, *group["etas"], *group["step_sizes"], maximize=group["maximize"])
        state["step"].add_(1)
