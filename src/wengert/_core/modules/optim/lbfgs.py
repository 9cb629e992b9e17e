"""L-BFGS, with a line search that meets the strong Wolfe conditions."""

from __future__ import annotations

import math
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.grad_mode import enable_grad, no_grad
from ...tape.tensor import Tensor
from .optimizer import Optimizer, ParamsT, get_value
from .stepping import check_lr


class Point:
    """A place on a line: how far along, the value there, the gradient, and the slope along the line."""

    __slots__ = ("gradient", "slope", "t", "value")

    def __init__(self, t: float, value: Any, gradient: Any, slope: float) -> None:
        self.t = t
        self.value = value
        self.gradient = gradient
        self.slope = slope


def _ratio(a: float, b: float) -> float:
    """``a / b``, and NaN for 0 / 0, as arrays have it."""
    if b:
        return a / b
    return math.nan if not a or math.isnan(a) else math.copysign(math.inf, a)


def cubic_minimum(a: Point, b: Point, low: float, high: float) -> float:
    """Where the cubic through two points, with their slopes, is least between ``low`` and ``high``."""
    if a.t > b.t:
        a, b = b, a
    d = a.slope + b.slope - 3 * _ratio(a.value - b.value, a.t - b.t)
    square = d * d - a.slope * b.slope
    if not square >= 0:
        return (low + high) / 2.0
    root = math.sqrt(square)
    at = b.t - (b.t - a.t) * _ratio(b.slope + root - d, b.slope - a.slope + 2 * root)
    return min(max(at, low), high)


def cubic_interpolate(x1: Any, f1: Any, g1: Any, x2: Any, f2: Any, g2: Any, bounds: Any = None) -> float:
    """:func:`cubic_minimum` as PyTorch's private function is called, which other libraries import."""
    low, high = bounds if bounds is not None else (min(x1, x2), max(x1, x2))
    return cubic_minimum(Point(x1, f1, None, g1), Point(x2, f2, None, g2), low, high)


def strong_wolfe(obj_func: Callable[..., Any], x: Any, t: Any, d: Any, f: Any, g: Any, gtd: Any, c1: float = 1e-4,
                 c2: float = 0.9, tolerance_change: float = 1e-9,
                 max_ls: int = 25) -> tuple[Any, Any, Any, int]:  # fmt: skip
    """Search a line for a point that meets the strong Wolfe conditions.

    First steps that grow find two points around one; then the interval between them shrinks.

    Args:
        obj_func: called as ``obj_func(x, t, d)``: the value and the flat gradient at ``x + t * d``.
        x: where the line starts.
        t: how far along it to look first.
        d: its direction, flat.
        f: the value at ``x``.
        g: the gradient at ``x``.
        gtd: the slope at ``x``.
        c1: how much of the slope at the start the value has to fall.
        c2: how much of the slope may be left.
        tolerance_change: the least interval.
        max_ls: how many points to look at after the first.

    Returns:
        the value, the gradient, how far along, and how many points were looked at.
    """
    slope = float(gtd)

    def look(t: float) -> Point:
        value, gradient = obj_func(x, t, d)
        return Point(t, value, gradient.clone(), gradient.dot(d).item())

    start = before = Point(0.0, f, g.clone(), slope)
    now = look(float(t))
    width, evaluations, tries = d.abs().max().item(), 1, 0
    while tries < max_ls:
        if now.value > f + c1 * now.t * slope or (tries > 1 and now.value >= before.value):
            bracket = [before, now]
            break
        if abs(now.slope) <= -c2 * slope:
            return now.value, now.gradient, now.t, evaluations
        if now.slope >= 0:
            bracket = [before, now]
            break
        further = cubic_minimum(before, now, now.t + 0.01 * (now.t - before.t), now.t * 10)
        before, now = now, look(further)
        evaluations, tries = evaluations + 1, tries + 1
    else:
        bracket = [start, now]
    low = 0 if bracket[0].value <= bracket[1].value else 1
    stuck = done = False  # stuck: the last point was near an end of the interval
    while not done and tries < max_ls:
        least, most = sorted((bracket[0].t, bracket[1].t))
        if (most - least) * width < tolerance_change:
            break
        at, margin = cubic_minimum(bracket[0], bracket[1], least, most), 0.1 * (most - least)
        near = min(most - at, at - least) < margin
        if near and (stuck or at >= most or at <= least):
            at = most - margin if abs(at - most) < abs(at - least) else least + margin
            near = False
        stuck = near
        now = look(at)
        evaluations, tries = evaluations + 1, tries + 1
        if now.value > f + c1 * at * slope or now.value >= bracket[low].value:
            bracket[1 - low] = now
            low = 0 if bracket[0].value <= bracket[1].value else 1
        else:
            done = abs(now.slope) <= -c2 * slope
            if not done and now.slope * (bracket[1 - low].t - bracket[low].t) >= 0:
                bracket[1 - low] = bracket[low]
            bracket[low] = now
    best = bracket[low]
    return best.value, best.gradient, best.t, evaluations


class LBFGS(Optimizer):
    """L-BFGS: steps along the gradient times an estimate of the inverse Hessian, from the last gradients.

    It optimises all parameters as one vector, so there is one group. Each step calls the closure several times.

    Args:
        params: tensors, or pairs of a name and a tensor.
        lr: the length of a step, or where the line search starts; a number, or a tensor of one element.
        max_iter: how many iterations a step may take.
        max_eval: how often a step may call the closure. Default: 1.25 times ``max_iter``.
        tolerance_grad: a step ends when no gradient is greater.
        tolerance_change: a step ends when neither the value nor a parameter changes more.
        history_size: how many gradients are kept.
        line_search_fn: ``"strong_wolfe"``, or None for steps of length ``lr``.

    Raises:
        ValueError: if an option is out of its range, or there are several groups.

    >>> import wengert
    >>> x = wengert.tensor([-1.0, 1.5], requires_grad=True)
    >>> optimizer = wengert.optim.LBFGS([x], line_search_fn="strong_wolfe")
    >>> def closure():
    ...     optimizer.zero_grad()
    ...     loss = (1 - x[0]) ** 2 + 10 * (x[1] - x[0] ** 2) ** 2
    ...     loss.backward()
    ...     return loss
    >>> for _ in range(3):
    ...     loss = optimizer.step(closure)
    >>> x.round(decimals=2)
    tensor([1., 1.], grad_fn=<RoundBackward1>)
    """

    def __init__(self, params: ParamsT, lr: float | Tensor = 1, max_iter: int = 20, max_eval: int | None = None,
                 tolerance_grad: float = 1e-7, tolerance_change: float = 1e-9, history_size: int = 100,
                 line_search_fn: str | None = None) -> None:  # fmt: skip
        check_lr(lr)
        defaults = {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size,
            "line_search_fn": line_search_fn,
        }  # fmt: skip
        super().__init__(params, defaults)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add the only group. There can be no other."""
        if self.param_groups:
            raise errors.optim.one_group()
        super().add_param_group(param_group)

    @property
    def _params(self) -> list[Any]:
        return self.param_groups[0]["params"]  # type: ignore[no-any-return]

    def _flat_gradient(self) -> Any:
        """All gradients as one vector of real numbers."""
        parts = []
        for p in self._params:
            grad = (p.grad if p.grad is not None else functions.zeros_like(p)).to_dense()
            parts.append((functions.view_as_real(grad) if grad.is_complex() else grad).reshape(-1))
        return functions.cat(parts)

    def _move(self, t: float, d: Any) -> None:
        """Add ``t`` times a flat vector to the parameters."""
        start = 0
        for p in self._params:
            real = functions.view_as_real(p) if p.is_complex() else p
            real.add_(d[start : start + real.numel()].reshape(real.shape), alpha=t)
            start += real.numel()

    def _put(self, values: list[Any]) -> None:
        for p, value in zip(self._params, values, strict=True):
            p.copy_(value)

    @no_grad()
    def step(self, closure: Any = None) -> Any:
        """Take up to ``max_iter`` iterations.

        Args:
            closure: a function that clears the gradients, computes the loss and its gradients, and returns the loss.

        Returns:
            what ``closure`` returned first. If it raises an error, parameters and state are as they were.
        """
        if closure is None:
            raise errors.optim.no_closure()
        group = self.param_groups[0]
        if group["line_search_fn"] not in (None, "strong_wolfe"):
            raise errors.optim.line_search(group["line_search_fn"])
        before = [p.clone() for p in self._params]
        try:
            loss, state = self._iterate(enable_grad()(closure), group, self.state.get(self._params[0], {}))
        except BaseException:
            self._put(before)
            raise
        self.state[self._params[0]] = state
        return loss

    # Solvers read here that the closure must be given. It has a default all the same: the error says what it is for.
    step.__signature__ = signature(step).replace(  # type: ignore[attr-defined]
        parameters=[parameter.replace(default=Parameter.empty) for parameter in signature(step).parameters.values()]
    )

    def _iterate(self, closure: Any, group: dict[str, Any], saved: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """The iterations of one step: the first loss, and the new state."""
        first = closure()
        loss, evaluations, gradient = float(first), 1, self._flat_gradient()
        iterations, done = saved.get("n_iter", 0), saved.get("func_evals", 0)
        if gradient.abs().max().item() <= group["tolerance_grad"]:
            return first, {**saved, "func_evals": done + 1, "n_iter": iterations}
        lr, tolerance = get_value(group["lr"]), group["tolerance_change"]
        d, t, old = saved.get("d"), get_value(saved.get("t")), saved.get("prev_flat_grad")
        dirs, steps = list(saved.get("old_dirs") or ()), list(saved.get("old_stps") or ())
        ro, scale, before = [float(r) for r in saved.get("ro") or ()], float(saved.get("H_diag") or 1), loss
        for i in range(group["max_iter"]):
            iterations += 1
            if iterations == 1:
                d = -gradient
            else:
                scale = self._remember(gradient - old, d * t, dirs, steps, ro, scale, group["history_size"])
                d = _direction(gradient, dirs, steps, ro, scale)
            old, before = gradient, loss
            t = min(1.0, _ratio(1.0, gradient.abs().sum().item())) * lr if iterations == 1 else lr
            slope = gradient.dot(d).item()
            if slope > -tolerance:
                break
            taken = 0
            if group["line_search_fn"] is not None:
                start = [p.clone() for p in self._params]
                loss, gradient, t, taken = strong_wolfe(
                    lambda x, t, d: self._evaluate(closure, x, t, d), start, t, d, loss, gradient, slope,
                    max_ls=group["max_eval"] - evaluations,
                )  # fmt: skip
                self._move(t, d)
            else:
                self._move(t, d)
                if i + 1 < group["max_iter"]:
                    loss, gradient, taken = float(closure()), self._flat_gradient(), 1
            evaluations += taken
            if (
                evaluations >= group["max_eval"]
                or gradient.abs().max().item() <= group["tolerance_grad"]
                or (d * t).abs().max().item() <= tolerance
                or abs(loss - before) < tolerance
            ):
                break
        return first, {
            "func_evals": done + evaluations, "n_iter": iterations, "d": d, "t": t, "old_dirs": dirs, "old_stps": steps,
            "ro": ro, "H_diag": scale, "prev_flat_grad": old, "prev_loss": before,
        }  # fmt: skip

    def _evaluate(self, closure: Any, x: Any, t: float, d: Any) -> tuple[float, Any]:
        """The loss and the gradient at a point of a line. The parameters go back to ``x``."""
        self._move(t, d)
        loss, gradient = float(closure()), self._flat_gradient()
        self._put(x)
        return loss, gradient

    @staticmethod
    def _remember(y: Any, s: Any, dirs: Any, steps: Any, ro: Any, scale: float, most: int) -> float:
        """Keep a change of the gradient and the step that made it, if they go one way. Return the new scale."""
        ys = y.dot(s).item()
        if not ys > 1e-10:
            return scale
        if len(dirs) == most:
            for kept in (dirs, steps, ro):
                kept.pop(0)
        dirs.append(y)
        steps.append(s)
        ro.append(1.0 / ys)
        return float(ys / y.dot(y).item())


def _direction(gradient: Any, dirs: Any, steps: Any, ro: Any, scale: float) -> Any:
    """The estimate of the inverse Hessian times the negative gradient, by the two loops of L-BFGS."""
    d = -gradient
    shares = []
    for y, s, r in zip(reversed(dirs), reversed(steps), reversed(ro), strict=True):
        shares.append(s.dot(d).item() * r)
        d.add_(y, alpha=-shares[-1])
    d.mul_(scale)
    for y, s, r, share in zip(dirs, steps, ro, reversed(shares), strict=True):
        d.add_(s, alpha=share - y.dot(d).item() * r)
    return d
