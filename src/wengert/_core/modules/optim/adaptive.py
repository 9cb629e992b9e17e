"""Optimisers that divide the gradient by a size of its own: Adagrad, Adadelta, RMSprop."""

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
def adagrad(
    xp: Any, p: Any, total: Any, grad: Any, decay: Any, eps: Any, size: Any, *, maximize: bool, decayed: bool
) -> Any:
    """A step divided by the root of the sum of all squares."""
    grad = falling(xp, p, grad, decay, maximize, decayed)
    total = total + grad * grad
    return p - grad / (xp.sqrt(total) + eps) * size, total


class Adagrad(ElementwiseOptimizer):
    """Adagrad: steps are divided by the root of the sum of all squared gradients. Sparse gradients are taken.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        lr_decay: how fast the learning rate falls.
        weight_decay: this times the parameter is added to the gradient.
        initial_accumulator_value: what the sum starts with.
        eps: is added to the root of the sum.
        foreach: accepted, and changes nothing.
        maximize: go uphill.
        differentiable: record the steps, so that gradients flow through them.
        fused: accepted: steps of arrays without gaps are fused in any case.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.Adagrad([x], lr=0.1)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.9000, -1.9000], requires_grad=True)
    """

    since = {"foreach": None, "maximize": False, "differentiable": False, "fused": None}
    takes_sparse = True

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-2, lr_decay: float = 0, weight_decay: float = 0,
                 initial_accumulator_value: float = 0, eps: float = 1e-10, foreach: bool | None = None, *,
                 maximize: bool = False, differentiable: bool = False, fused: bool | None = None) -> None:  # fmt: skip
        check_lr(lr)
        check_not_negative("lr_decay value", lr_decay)
        check_not_negative("weight_decay value", weight_decay)
        check_not_negative("initial_accumulator_value value", initial_accumulator_value)
        check_not_negative("epsilon value", eps)
        defaults = {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "fused": fused,
        }  # fmt: skip
        super().__init__(params, defaults)
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p] = self._begun(group, p, None)

    def share_memory(self) -> None:
        """Move the sums to memory that processes share. There is one process here: nothing is moved."""

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        return {"step": counter(group), "sum": filled(p, group["initial_accumulator_value"])}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        step, decay, maximize = state["step"].item() + 1, group["weight_decay"], group["maximize"]
        size, written = as_number(group["lr"]) / (1 + (step - 1) * group["lr_decay"]), [p, state["sum"]]
        if is_sparse(grad):
            in_rows(adagrad, self, written, grad, 0.0, group["eps"], size, maximize=maximize, decayed=False)
        else:
            adagrad(self, written, grad, decay, group["eps"], size, maximize=maximize, decayed=decay != 0)
        state["step"].fill_(step)


@Formula
def adadelta(
    xp: Any, p: Any, squares: Any, moves: Any, grad: Any, decay: Any, rho: Any, new: Any, eps: Any, lr: Any, *,
    maximize: bool, decayed: bool
) -> Any:  # fmt: skip
    """A step of the size of those before, relative to the gradients before."""
    grad = falling(xp, p, grad, decay, maximize, decayed)
    squares = squares * rho + grad * grad * new
    move = xp.sqrt(moves + eps) / xp.sqrt(squares + eps) * grad
    moves = moves * rho + move * move * new
    return p - move * lr, squares, moves


class Adadelta(ElementwiseOptimizer):
    """Adadelta: each step is the gradient, scaled by the size of recent steps over the size of recent gradients.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: by what steps are multiplied; a number, or a tensor of one element.
        rho: how much of the mean squares, of gradients and of steps, is kept in each step.
        eps: is added to the mean squares.
        weight_decay: this times the parameter is added to the gradient.
        foreach: accepted, and changes nothing.
        capturable: accepted, and changes nothing.
        maximize: go uphill.
        differentiable: record the steps, so that gradients flow through them.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.Adadelta([x], eps=0.01)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.6877, -1.6848], requires_grad=True)
    """

    since = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}

    def __init__(self, params: ParamsT, lr: float | Tensor = 1.0, rho: float = 0.9, eps: float = 1e-6,
                 weight_decay: float = 0, foreach: bool | None = None, *, capturable: bool = False,
                 maximize: bool = False, differentiable: bool = False) -> None:  # fmt: skip
        check_lr(lr)
        if not 0.0 <= rho <= 1.0:
            raise errors.optim.invalid("rho value", rho, "a number from 0 to 1")
        check_not_negative("epsilon value", eps)
        check_not_negative("weight_decay value", weight_decay)
        defaults = {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable, "foreach": foreach, "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        return {"step": counter(group), "square_avg": filled(p), "acc_delta": filled(p)}

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        decay, rho = group["weight_decay"], group["rho"]
        adadelta(
            self, [p, state["square_avg"], state["acc_delta"]], grad, decay, rho, 1 - rho, group["eps"],
            as_number(group["lr"]), maximize=group["maximize"], decayed=decay != 0,
        )  # fmt: skip
        state["step"].add_(1)


@Formula
def rmsprop(
    xp: Any, p: Any, squares: Any, *values: Any, maximize: bool, decayed: bool, centered: bool, moving: bool
) -> Any:
    """A step divided by the root of the mean square, or of the variance if ``centered``; ``moving`` with momentum.

    ``values`` are the mean if centered, the velocity if moving, the gradient and the numbers.
    """
    *parts, grad, decay, alpha, new, eps, lr, momentum = values
    grad = falling(xp, p, grad, decay, maximize, decayed)
    squares = squares * alpha + grad * grad * new
    means = [mean + (grad - mean) * new for mean in parts[:centered]]
    step = grad / (xp.sqrt(squares - means[0] * means[0] if centered else squares) + eps)
    velocities = [velocity * momentum + step for velocity in parts[centered:]]
    return p - (velocities[0] if moving else step) * lr, squares, *means, *velocities


class RMSprop(ElementwiseOptimizer):
    """RMSprop: steps are divided by the root of a running mean of squared gradients.

    Args:
        params: tensors, pairs of a name and a tensor, or dictionaries of these and options.
        lr: the learning rate; a number, or a tensor of one element.
        alpha: how much of the mean square is kept in each step.
        eps: is added to the root of the mean square.
        weight_decay: this times the parameter is added to the gradient.
        momentum: how much of the velocity is kept; 0 for none.
        centered: divide by an estimate of the standard deviation.
        capturable: accepted, and changes nothing.
        foreach: accepted, and changes nothing.
        maximize: go uphill.
        differentiable: record the steps, so that gradients flow through them.

    Raises:
        ValueError: if an option is out of its range.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -2.0], requires_grad=True)
    >>> optimizer = wengert.optim.RMSprop([x], lr=0.1, alpha=0.75)
    >>> (x**2).sum().backward()
    >>> optimizer.step()
    >>> x
    tensor([ 0.8000, -1.8000], requires_grad=True)
    """

    since = {
        "momentum": 0, "centered": False, "foreach": None, "maximize": False, "differentiable": False,
        "capturable": False,
    }  # fmt: skip

    def __init__(self, params: ParamsT, lr: float | Tensor = 1e-2, alpha: float = 0.99, eps: float = 1e-8,
                 weight_decay: float = 0, momentum: float = 0, centered: bool = False, capturable: bool = False,
                 foreach: bool | None = None, maximize: bool = False,
                 differentiable: bool = False) -> None:  # fmt: skip
        check_lr(lr)
        check_not_negative("epsilon value", eps)
        check_not_negative("momentum value", momentum)
        check_not_negative("weight_decay value", weight_decay)
        check_not_negative("alpha value", alpha)
        defaults = {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable,
        }  # fmt: skip
        super().__init__(params, defaults)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        state = {"step": counter(group), "square_avg": filled(p)}
        if group["momentum"] > 0:
            state["momentum_buffer"] = filled(p)
        if group["centered"]:
            state["grad_avg"] = filled(p)
        return state

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        decay, alpha, momentum = group["weight_decay"], group["alpha"], group["momentum"]
        written = [p, state["square_avg"]]
        if group["centered"]:
            written.append(state["grad_avg"])
        if momentum > 0:
            written.append(state["momentum_buffer"])
        rmsprop(
            self, written, grad, decay, alpha, 1 - alpha, group["eps"], as_number(group["lr"]), momentum,
            maximize=group["maximize"], decayed=decay != 0, centered=group["centered"], moving=momentum > 0,
        )  # fmt: skip
        state["step"].add_(1)
