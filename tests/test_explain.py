"""``graph.explain``: for every way to a missing, zero or wrong gradient its reason, the line to blame, and a fix."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
import wengert.nn.functional as F
from wengert._core.tools.diagnosis.explain import FIXES
from wengert.autograd.graph import explain

Case = Callable[[], tuple[Any, ...]]
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def leaf(*values: float) -> Any:
    return wengert.tensor(values, requires_grad=True)


W = (2.0, 3.0)
CASES: dict[str, tuple[str, Case, str]] = {}


def case(reason: str, told: str) -> Callable[[Case], Case]:
    """A program that gives ``x`` and perhaps a loss, what is wrong with them, and a regular expression it says."""

    def add(run: Case) -> Case:
        CASES[run.__name__] = (reason, run, told)
        return run

    return add


# -- x itself


@case("not_required", "does not require grad")
def nobody_asked() -> Any:
    return (wengert.ones(2),)


@case("integer", "x is int64")
def integers() -> Any:
    return (wengert.tensor([1, 2]),)


@case("integer", r"to gives int64, which has no gradient at .*: `return \(x.long\(\),\)`")
def cast() -> Any:
    x = leaf(1.0)
    return (x.long(),)


@case("copied", r"tensor\(\) copies values, not history, at .*`t = wengert.tensor\(x \* 2\)  # a copy`")
def made_of_a_tensor() -> Any:
    x = leaf(1.0)
    with warnings.catch_warnings(action="ignore"):
        t = wengert.tensor(x * 2)  # a copy
    return x, t.sum()


@case(
    "copied", r"tensor\(\) copies values, not history, at .*`return x, wengert.tensor\(\[\[x\[0\], 1.0\]\]\).sum\(\)`"
)
def made_of_a_list_of_tensors() -> Any:
    x = leaf(1.0)
    with warnings.catch_warnings(action="ignore"):
        return x, wengert.tensor([[x[0], 1.0]]).sum()


@case("detached", r"detach\(\) at .*`part = x.detach\(\)\[0\]`")
def made_of_a_list_of_detached_tensors() -> Any:
    x = leaf(1.0)
    part = x.detach()[0]
    return x, wengert.tensor([part]).sum()


@case("no_grad", r"mul under no_grad\(\) at .*`y = x \* 2  # unrecorded`")
def made_under_no_grad() -> Any:
    x = leaf(1.0)
    with wengert.no_grad():
        y = x * 2  # unrecorded
    return (y,)


@case("not_leaf", r"the result of MulBackward0 at .*# scaled")
def no_leaf() -> Any:
    x = leaf(1.0) * 0.1  # scaled
    return x, x.sum()


@case("not_leaf", "MulBackward0")
def no_leaf_alone() -> Any:
    return (leaf(1.0) * 0.1,)


@case("unused", "used in nothing")
def unused_alone() -> Any:
    return (leaf(1.0),)


@case("no_backward", "no backward has reached x")
def no_backward_alone() -> Any:
    x = leaf(1.0)
    x.graph = x * 2
    return (x,)


@case("zero", "x.grad is zero")
def zero_alone() -> Any:
    x = leaf(1.0)
    (x * 0).sum().backward()
    return (x,)


@case("nan", "x.grad has NaN")
def nan_alone() -> Any:
    x = leaf(0.0)
    (x.sqrt() * 0).sum().backward()
    return (x,)


@case("fine", "x.grad is there")
def fine_alone() -> Any:
    x = leaf(1.0)
    x.exp().sum().backward()
    return (x,)


@case("accumulated", r"3 times, last by the backward at .*# again")
def accumulated_alone() -> Any:
    x = leaf(1.0)
    for _ in range(3):
        x.exp().sum().backward()  # again
    return (x,)


# -- the path is broken


@case(
    "detached", r"MulBackward0 at .*# used`? took a value without history:\nits history was lost: detach\(\) at .*# cut"
)
def detached_on_the_way() -> Any:
    x, w = leaf(*W), leaf(*W)
    y = (x * 2).detach()  # cut
    return x, (y.exp() * w).sum()  # used


@case("not_recorded", r"Its history was lost: grad\(\) without create_graph=True at .*# not recorded")
def gradient_that_was_not_recorded() -> Any:
    x = leaf(*W)
    (g,) = wengert.autograd.grad((x * x).sum(), x)  # not recorded
    return x, g.sum()


@case("detached", r"AddBackward0 .*\n.*detach_\(\) at .*# cut")
def detached_in_place_and_added() -> Any:
    x, w = leaf(*W), leaf(*W)
    y = x * 2
    y.detach_()  # cut
    return x, (w + wengert.tensor(np.ones(2, "float32")) + y).sum()


@case("integer", r"IndexBackward0 .*\n.*to gives int64")
def integers_as_indices() -> Any:
    x, w = leaf(0.0, 1.0), leaf(*W)
    return x, w[x.long()].sum()


@case("no_grad", r"exp under no_grad\(\)")
def no_grad_on_the_way() -> Any:
    x, w = leaf(*W), leaf(*W)
    with wengert.no_grad():
        y = x.exp()
    z = w.clone()
    z.mul_(y)
    return x, z.sum()


@case("not_differentiable", "floor_divide|sign|argmax|heaviside|is not differentiable|which has no gradient")
def a_step() -> Any:
    x, w = leaf(*W), leaf(*W)
    return x, (wengert.heaviside(x, wengert.tensor(0.0)) * w).sum()


@case("function", r"mul in Opaque\.forward")
def lost_in_a_function() -> Any:
    kept = []

    class Opaque(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            kept.append(x * 2)
            return x + 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g

    x, w = leaf(*W), leaf(*W)
    Opaque.apply(x)
    return x, (kept[0] * w).sum()


@case("unused", r"1 other leaf, of shape \[2\]\.\nIf x went through NumPy, .*taken from NumPy at .*# back")
def through_numpy() -> Any:
    x, w = leaf(*W), leaf(*W)
    y = np.sin(x.detach().numpy())
    return x, (wengert.from_numpy(y) * w).sum()  # back


@case("numpy", r"The loss has no history.\nIts history was lost: taken from NumPy at .*# entry")
def a_loss_from_numpy() -> Any:
    return leaf(1.0), wengert.from_numpy(np.ones(3)).sum()  # entry


@case("no_history", "nothing it was computed from requires grad")
def a_loss_of_constants() -> Any:
    return leaf(1.0), wengert.ones(2).sum()


@case("loss_is_leaf", "was not computed from x")
def a_number_as_the_loss() -> Any:
    x = leaf(1.0)
    return x, wengert.tensor(x.exp().item(), requires_grad=True)


@case("unused", "It depends on 1 other leaf")
def unused() -> Any:
    return leaf(1.0), leaf(1.0).sum()


@case("unused", r"x was written by mul_ at .*# written")
def written_after_use() -> Any:
    x = leaf(1.0) * 1
    loss = x.clone().sum()
    x.mul_(2)  # written
    return x, loss


# -- the gradient is zero


@case("masked", "WhereBackward0 did not choose it")
def masked() -> Any:
    x = leaf(*W)
    return x, (wengert.where(x > 5, x * 2, 0.0).reshape(2, 1).t() * 3).sum()


@case("relu", "ReluBackward0 cut it off, at .*# dead")
def dead_relu() -> Any:
    x = leaf(*W)
    y = (x - 9).relu()  # dead
    return x, (y.exp() * leaf(*W)).sum()


@case("relu", "WhereBackward0 cut it off, at .*# dead slope")
def slope_of_a_dead_relu() -> Any:
    x, w = leaf(*W), leaf(*W)
    slope = wengert.autograd.grad(((x - 9).relu() * w).sum(), x, create_graph=True)[0]  # dead slope
    return w, slope.sum()


@case("clamped", "ClampBackward1 clamped it")
def clamped() -> Any:
    x = leaf(*W)
    return x, x.clamp(5, 6).sum()


@case("multiplied_by_zero", "MulBackward0 multiplied it by zero")
def times_zero() -> Any:
    x = leaf(*W)
    return x, (x.exp() * 0).sum()


@case("overwritten", "ZeroBackward0 wrote over it, at .*# zeroed")
def overwritten() -> Any:
    x = leaf(*W)
    y = x.clone()
    y.zero_()  # zeroed
    return x, y.sum()


@case("overwritten", "IndexPutBackward0 wrote over it")
def overwritten_where_a_mask_says() -> Any:
    x = leaf(*W)
    y = x.clone()
    y[x > -9] = 0.0
    return x, y.sum()


@case("not_chosen", "MaximumBackward0 chose another value")
def not_the_maximum() -> Any:
    x = leaf(*W)
    return x, wengert.maximum(x, wengert.tensor([8.0, 9.0])).sum()


@case("not_selected", "IndexBackward0 did not select it")
def not_selected() -> Any:
    x = leaf(*W)
    return x, x[x > 5].sum()


@case("zero_slope", "TanhBackward0 multiplied it by zero: its derivative is zero there")
def saturated() -> Any:
    x = leaf(1000.0)
    return x, x.tanh().sum()


@case("zero_slope", "FloorBackward0")
def flat() -> Any:
    x = leaf(1.0)
    return x, (x.floor() + leaf(1.0)).sum()


@case("clamped", r"ClampBackward1 clamped it(.|\n)*ReluBackward0 cut it off")
def every_path() -> Any:
    x = leaf(*W)
    return x, (F.relu(x - 9) + x.clamp(7, 8) * 2).sum()


@case("hook_zero", r"hook 'silence' \(.*test_explain.py:\d+\) returned zero")
def a_hook_returns_zero() -> Any:
    def silence(g: Any) -> Any:
        return g * 0

    x = leaf(*W)
    y = x * 2
    y.register_hook(silence)
    return x, y.exp().sum()


@case("hook_none", r"hook 'stop' \(.*test_explain.py:\d+\) returned None")
def a_hook_returns_none() -> Any:
    def stop(grad_inputs: Any, grad_outputs: Any) -> Any:
        return (None, None)

    x = leaf(*W)
    y = x * 2
    y.grad_fn.register_hook(stop)
    return x, y.exp().sum()


@case("function", "ForgetsBackward gave None for this argument")
def a_function_returns_none() -> Any:
    class Forgets(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            return x * y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None, g

    x = leaf(*W)
    return x, Forgets.apply(x, leaf(*W)).sum()


# -- NaN, infinity, and what is stale


@case("nan", "SqrtBackward0 gave NaN(.|\n)*WhereBackward0 did not choose it(.|\n)*double where")
def nan() -> Any:
    x = leaf(0.0, 1.0)
    return x, wengert.where(x > 0.5, x.sqrt(), 0.0).sum()


@case("nan", "infinite gradients of opposite sign met at x")
def nan_by_a_sum() -> Any:
    x = leaf(0.0)
    return x, (x.sqrt() - x.sqrt() * 2).sum()


@case("infinite", r"the first infinity came from SqrtBackward0, .*where _saved_result is 0")
def infinite() -> Any:
    x = leaf(0.0)
    return x, x.sqrt().sum()


@case("error", "modified by an inplace operation(.|\n)*overwritten by mul_ at")
def a_backward_that_fails() -> Any:
    x = leaf(1.0)
    y = x.exp()
    loss = y.sum()
    y.mul_(2)
    return x, loss


@case("no_backward", "backward has not run")
def no_backward() -> Any:
    x = leaf(1.0)
    return x, x.exp().sum()


@case("cleared", r"Backward ran at .*# walked")
def cleared() -> Any:
    x = leaf(1.0)
    loss = x.exp().sum()
    loss.backward()  # walked
    x.grad = None
    return x, loss


@case("freed", "x.grad is zero.\nBackward ran at")
def freed() -> Any:
    x = leaf(1.0)
    loss = (x.exp() * 0).sum()
    loss.backward()
    return x, loss


@case("accumulated", "Backward ran at (.|\n)*accumulated twice")
def accumulated_and_freed() -> Any:
    x = leaf(1.0)
    for _ in range(2):
        loss = x.exp().sum()
        loss.backward()
    return x, loss


@case("accumulated", "not the gradient of this loss alone(.|\n)*accumulated twice")
def accumulated() -> Any:
    x = leaf(1.0)
    loss = x.exp().sum()
    loss.backward(retain_graph=True)
    loss.backward(retain_graph=True)
    return x, loss


@case("stale", "computed from another one")
def stale() -> Any:
    x = leaf(1.0)
    x.exp().sum().backward()
    return x, x.sin().sum()


@case("fine", "x.grad is the gradient of this loss")
def fine() -> Any:
    x = leaf(*W)
    loss = x.exp()
    loss.sum().backward(retain_graph=True)
    return x, loss


@pytest.mark.parametrize("name", CASES)
def test_the_reason_the_line_and_the_fix(name: str) -> None:
    reason, run, told = CASES[name]
    given = run()
    before = [repr(t._wg_grad) for t in given]
    found = explain(*given)
    text = str(found)
    assert found.reason == reason, text
    assert re.search(told, text), text
    assert text.splitlines()[-1] == found.fix and text.splitlines()[:-1] == "\n".join(found.lines).splitlines()
    assert found.fix in FIXES.values() or len(given) == 1 or reason == "nan"
    assert [repr(t._wg_grad) for t in given] == before
    assert explain(*given).reason == reason  # nothing was changed or freed
    assert reason in repr(found) and reason in found._repr_html_()


def test_every_reason_has_a_case() -> None:
    assert {reason for reason, _, _ in CASES.values()} == set(FIXES)


def test_retained_gradients_and_graphs_are_left_alone() -> None:
    x = leaf(*W)
    y = x * 2
    y.retain_grad()
    loss = y.exp().sum()
    assert explain(y, loss).reason == "no_backward"
    assert explain(x, loss).reason == "no_backward"
    assert y.grad is None and x.grad is None
    loss.backward()
    assert explain(y, loss).reason == "fine" and y.grad is not None


def test_under_other_modes() -> None:
    x = leaf(-1.0, 2.0)
    with wengert.no_grad(), wengert.autograd.set_detect_anomaly(True):
        with wengert.enable_grad():
            loss = wengert.where(x > 0, x.sqrt(), 0.0).sum()
        assert explain(x, loss).reason == "nan"
    with wengert.autograd.forward_ad.dual_level():
        d = wengert.autograd.forward_ad.make_dual(x, wengert.ones(2))
        assert explain(x, (d * d).sum()).reason == "no_backward"


def test_what_is_no_tensor_is_refused() -> None:
    with pytest.raises(TypeError, match=r"explain\(\): argument 'x' must be Tensor, not int"):
        explain(3)
    with pytest.raises(TypeError, match=r"explain\(\): argument 'loss' must be Tensor, not str"):
        explain(leaf(1.0), "loss")


def test_a_loss_and_a_tensor_that_are_swapped() -> None:
    x = wengert.tensor([1.0], requires_grad=True)
    why = explain((x * 2).sum(), x)
    assert why.reason == "loss_is_leaf" and str(why).endswith("first: explain(x, loss).")
