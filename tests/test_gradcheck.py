"""``gradcheck`` and ``gradgradcheck``: they pass what is right, and tell what is wrong and where."""

from __future__ import annotations

import importlib
import itertools
import re
import warnings
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import Function, gradcheck, gradgradcheck
from wengert.autograd.gradcheck import GradcheckError

MODES = [{}, {"fast_mode": True}]


def real(*shape: int, seed: int = 0) -> wengert.Tensor:
    return wengert.from_numpy(np.random.default_rng(seed).normal(size=shape)).requires_grad_()


def complex_(*shape: int) -> wengert.Tensor:
    r = np.random.default_rng(1)
    return wengert.from_numpy(r.normal(size=shape) + 1j * r.normal(size=shape)).requires_grad_()


class Doubled(Function):
    """Twice its input, with slopes of the test's choosing."""

    backward_slope: Any = 2.0
    forward_slope: Any = 2.0

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2.0

    @classmethod
    def backward(cls, ctx: Any, g: Any) -> Any:
        return g * cls.backward_slope

    @classmethod
    def jvp(cls, ctx: Any, t: Any) -> Any:
        return t * cls.forward_slope


def doubled(**slopes: Any) -> Any:
    return type("Doubled", (Doubled,), slopes).apply


# -- what is right passes


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("function", "inputs"),
    [
        (lambda x: x * x, (real(3),)),
        (lambda x, y: x @ y, (real(2, 3), real(3, 2))),
        (lambda x: x.sum(), (real(2, 3),)),
        (lambda x: (x.sin(), x.sum()), (real(3),)),
        (lambda x: [x * 2.0, x.exp()], (real(2),)),
        (lambda x, n: x**n, (real(3), 3)),
        (lambda x, y: x * y, (real(3), real(3).detach())),
        (lambda x: x * 3.0, (real(0, 2),)),
        (lambda x: x, (real(2),)),
        (lambda x: (x, (x > 0).sum()), (real(3),)),
        (lambda x: x.clone().mul_(x), (real(3),)),
        (lambda z: z * z, (complex_(2),)),
        (lambda z: z.abs(), (complex_(2),)),
        (lambda z: z.conj() * z, (complex_(2),)),
        (lambda z, x: (z * x, z.real), (complex_(2), real(2))),
        (lambda x: wengert.complex(x, x * x), (real(2),)),
        (doubled(), (real(3),)),
    ],
)
def test_right_derivatives_pass(function: Any, inputs: Any, mode: dict[str, Any]) -> None:
    assert gradcheck(function, inputs, check_forward_ad=True, **mode)
    assert gradgradcheck(function, inputs, check_fwd_over_rev=True, **mode)


def test_batched_gradients_pass() -> None:
    options = {"check_batched_grad": True, "check_forward_ad": True, "check_batched_forward_grad": True}
    assert gradcheck(lambda x, y: (x.sin() * y, x.sum()), (real(3), real(3)), **options)
    assert gradgradcheck(lambda x: x.exp(), real(3), check_batched_grad=True)


def test_a_tensor_or_a_list_of_inputs() -> None:
    assert gradcheck(lambda x: x * 2.0, real(2))
    assert gradcheck(lambda x: x * 2.0, [real(2)])


def test_a_closed_over_input_is_moved_too() -> None:
    x = real(3)
    assert gradcheck(lambda _: x * x, (x,))


def test_inputs_are_restored() -> None:
    x = real(3)
    before = x.detach().numpy().copy()
    gradcheck(lambda x: x.sin(), (x,))
    assert np.array_equal(x.detach().numpy(), before)
    assert x.grad is None


def test_non_leaf_and_strided_inputs() -> None:
    assert gradcheck(lambda x: x.exp(), (real(2, 3) * 2.0,))
    assert gradcheck(lambda x: x.exp(), (real(2, 3).detach().transpose(0, 1).requires_grad_(),))


def test_given_and_strided_cotangents() -> None:
    x = real(2, 3)
    assert gradgradcheck(lambda x: x**3, (x,), real(2, 3, seed=2))
    seen = []

    def function(x: Any) -> Any:
        y = x * x
        y.register_hook(lambda g: seen.append(g.is_contiguous()))
        return y

    assert gradgradcheck(function, (x,), gen_non_contig_grad_outputs=True)
    assert not any(seen)


# -- what is wrong is told


@pytest.mark.parametrize("mode", MODES)
def test_wrong_backward(mode: dict[str, Any]) -> None:
    wrong = doubled(backward_slope=3.0)
    with pytest.raises(GradcheckError, match="Jacobian mismatch for output 0 with respect to input 0"):
        gradcheck(wrong, (real(3),), **mode)
    assert gradcheck(wrong, (real(3),), raise_exception=False, **mode) is False


@pytest.mark.parametrize("mode", MODES)
def test_wrong_forward(mode: dict[str, Any]) -> None:
    wrong = doubled(forward_slope=3.0)
    assert gradcheck(wrong, (real(3),), **mode)
    with pytest.raises(GradcheckError, match="Jacobian computed with forward mode mismatch for output 0"):
        gradcheck(wrong, (real(3),), check_forward_ad=True, **mode)
    assert not gradcheck(
        wrong, (real(3),), check_forward_ad=True, check_backward_ad=False, raise_exception=False, **mode
    )


@pytest.mark.parametrize("mode", MODES)
def test_worst_element_is_named(mode: dict[str, Any]) -> None:
    slope = np.full((2, 3), 2.0)
    slope[0, 1], slope[1, 2] = 2.1, 2.5
    wrong = doubled(backward_slope=wengert.from_numpy(slope))
    with pytest.raises(GradcheckError) as told:
        gradcheck(lambda n, y: (y.detach(), y + n, wrong(y)), (1.0, real(2, 3)), **mode)
    text = str(told.value)
    assert "output 2 at index (1, 2) with respect to input 1 at index (1, 2)" in text
    assert "analytical 2.5, absolute error 0.5, relative error 0.25" in text
    assert re.search(r"numerical (2|1\.9999|2\.0000)", text)


def test_wrong_complex_derivative() -> None:
    class Square(Function):
        @staticmethod
        def forward(ctx: Any, z: Any) -> Any:
            ctx.save_for_backward(z)
            return z * z

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (z,) = ctx.saved_tensors
            return g * 2.0 * z  # lacks the conjugate

    message = "^While considering the imaginary part of complex outputs only, Jacobian mismatch for output 0"
    for mode in MODES:
        with pytest.raises(GradcheckError, match=message):
            gradcheck(Square.apply, (wengert.tensor([3j], dtype=wengert.complex128, requires_grad=True),), **mode)


def test_wrong_second_derivative() -> None:
    class Cube(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * 3.0 * x.detach() * x

    assert gradcheck(Cube.apply, (real(3),))
    with pytest.raises(GradcheckError, match="mismatch"):
        gradgradcheck(Cube.apply, (real(3),))


def test_lost_history() -> None:
    with pytest.raises(GradcheckError, match="Numerical gradient for function expected to be zero"):
        gradcheck(lambda x: x.detach() * 2.0, (real(3),))
    assert gradcheck(lambda x: x.detach().round(), (real(3),))
    assert gradcheck(lambda x: x > 0, (real(3),))


def test_nondeterministic_backward() -> None:
    r = np.random.default_rng(0)

    class Noisy(Doubled):
        @classmethod
        def backward(cls, ctx: Any, g: Any) -> Any:
            return g * 2.0 + float(r.normal()) * 1e-8 * g

    with pytest.raises(GradcheckError, match="Backward is not reentrant"):
        gradcheck(Noisy.apply, (real(3),))
    assert gradcheck(Noisy.apply, (real(3),), nondet_tol=1e-6)


class Undefined(Doubled):
    """Gets an undefined cotangent as None."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(False)
        return x * 2.0


def test_undefined_cotangents() -> None:
    class Inventing(Undefined):
        @classmethod
        def backward(cls, ctx: Any, g: Any) -> Any:
            return wengert.ones(3, dtype=wengert.float64) if g is None else g * 2.0

    class Right(Undefined):
        @classmethod
        def backward(cls, ctx: Any, g: Any) -> Any:
            return None if g is None else g * 2.0

    for wrong, message in (
        (Undefined, "Expected backward function to handle undefined output grads"),
        (Inventing, "Expected all input grads to be undefined or zero"),
    ):
        with pytest.raises(GradcheckError, match=message):
            gradcheck(wrong.apply, (real(3),))
        assert gradcheck(wrong.apply, (real(3),), check_undefined_grad=False)
    assert gradcheck(Right.apply, (real(3),))
    assert gradcheck(lambda x: (Right.apply(x), x.sin()), (real(3),))


def test_backward_that_ignores_its_cotangent() -> None:
    class Constant(Doubled):
        @classmethod
        def backward(cls, ctx: Any, g: Any) -> Any:
            return g * 2.0 + 1e-9

    with pytest.raises(GradcheckError, match="backward not multiplied by grad_output"):
        gradcheck(Constant.apply, (real(3),))


def test_gradient_that_is_not_batchable() -> None:
    class ReadsValues(Doubled):
        @classmethod
        def backward(cls, ctx: Any, g: Any) -> Any:
            return g * 2.0 if float(g.sum()) >= -np.inf else g

    assert gradcheck(ReadsValues.apply, (real(3),))
    with pytest.raises(GradcheckError, match="While computing batched gradients"):
        gradcheck(ReadsValues.apply, (real(3),), check_batched_grad=True)


# -- bad calls


def test_nothing_to_check() -> None:
    with pytest.raises(ValueError, match="expects at least one input tensor to require gradient"):
        gradcheck(lambda x: x * 2.0, (real(3).detach(),))


def test_single_precision_warns() -> None:
    x = wengert.tensor([1.0, 2.0], requires_grad=True)
    with pytest.warns(UserWarning, match="Input #1 requires gradient and is not a double precision"):
        assert gradcheck(lambda n, x: x * n, (2.0, x), eps=1e-2, atol=1e-2)


def test_overlapping_memory_is_refused() -> None:
    wide = real(1).detach().expand(3).requires_grad_()
    with pytest.raises(RuntimeError, match="The 0th input has a dimension with stride 0"):
        gradcheck(lambda x: x * 2.0, (wide,))
    windows = wengert.from_numpy(
        np.lib.stride_tricks.sliding_window_view(np.arange(4.0), 2, writeable=True)
    ).requires_grad_()
    with pytest.raises(RuntimeError, match="The 1th input has elements that share memory"):
        gradcheck(lambda n, x: x * n, (2.0, windows))


def test_results_that_are_no_tensors() -> None:
    for result in (5, None, [1.0]):
        with pytest.raises(ValueError, match="expected func to return a Tensor"):
            gradcheck(lambda x, result=result: result, (real(3),))


def test_errors_of_the_function_pass_through() -> None:
    with pytest.raises(ZeroDivisionError):
        gradcheck(lambda x: x * (1 / 0), (real(3),), raise_exception=False)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        gradcheck(lambda x: x.mul_(2.0), (real(3),))


def test_impossible_options() -> None:
    with pytest.raises(AssertionError, match="at least one of check_forward_ad or check_backward_ad"):
        gradcheck(lambda x: x, (real(1),), check_backward_ad=False)
    with pytest.raises(AssertionError, match="requires check_forward_ad"):
        gradcheck(lambda x: x, (real(1),), check_batched_forward_grad=True)
    with pytest.raises(AssertionError, match="requires check_backward_ad"):
        gradcheck(lambda x: x, (real(1),), check_backward_ad=False, check_forward_ad=True, check_batched_grad=True)
    with pytest.raises(AssertionError, match="at least one of check_fwd_over_rev or check_rev_over_rev"):
        gradgradcheck(lambda x: x, (real(1),), check_rev_over_rev=False)
    for option in ("check_undefined_grad", "check_batched_grad"):
        rest = {"check_undefined_grad": False, option: True}
        with pytest.raises(AssertionError, match=f"Setting {option}=True requires check_rev_over_rev to be True"):
            gradgradcheck(lambda x: x, (real(1),), check_rev_over_rev=False, check_fwd_over_rev=True, **rest)


def test_outputs_that_change_with_the_values() -> None:
    x = wengert.tensor([0.5, 1.0], dtype=wengert.float64, requires_grad=True)
    with pytest.raises(AssertionError, match=r"same shape when inputs are perturbed on index \(0,\) by 1e-06, but got"):
        gradcheck(lambda x: x[x > 0.5], (x,))
    with pytest.raises(AssertionError, match=r"same dtype when inputs are perturbed on index \(0,\) by 1e-06, but got"):
        gradcheck(lambda x: x * 2.0 if x[0].item() == 0.5 else x.float(), (x,))


def test_masked_is_about_sparse_inputs_and_says_nothing_of_dense_ones() -> None:
    wrong = doubled(backward_slope=3.0)
    for options in ({"masked": True}, {"masked": False}, {}):
        assert gradcheck(lambda x: x, (real(1),), **options)
        assert not gradcheck(wrong, (real(1),), raise_exception=False, **options)
    for value in (True, False):
        with pytest.warns(FutureWarning, match="check_sparse_nnz"):
            assert gradcheck(lambda x: x, (real(1),), check_sparse_nnz=value)
    with warnings.catch_warnings(action="ignore"), pytest.raises(ValueError, match="to be equal to masked"):
        gradcheck(lambda x: x, (real(1),), check_sparse_nnz=True, masked=False)


@pytest.mark.parametrize("fast_mode", [False, True])
def test_sparse_inputs_are_checked_where_something_is_given(fast_mode: bool) -> None:
    x = wengert.sparse_coo_tensor([[2, 0, 2], [1, 1, 1]], real(3).detach(), (3, 2)).requires_grad_()
    d = real(2, 3)
    how: dict[str, Any] = {"masked": True, "fast_mode": fast_mode}
    assert gradcheck(lambda x, d: (x * x) @ d, (x, d), check_forward_ad=True, **how)
    assert gradcheck(lambda x, d: x.tanh() * d.t(), (x, d), **how)  # sparse results, too
    assert gradgradcheck(lambda x, d: (x * x) @ d, (x, d), **how)
    wrong = doubled(backward_slope=2.1)
    with pytest.raises(GradcheckError):
        gradcheck(lambda x: wrong(x.coalesce().values()), (x,), **how)


@pytest.mark.parametrize("fast_mode", [False, True])
@pytest.mark.parametrize("check_forward_ad", [False, True])
def test_unmasked_sparse_inputs_are_checked_at_every_element(fast_mode: bool, check_forward_ad: bool) -> None:
    values = wengert.tensor([3.0, 4.0], dtype=wengert.float64)
    s = wengert.sparse_coo_tensor([[0, 1], [1, 0]], values, (2, 2)).requires_grad_()
    how: dict[str, Any] = {"fast_mode": fast_mode, "check_forward_ad": check_forward_ad}
    assert gradcheck(lambda x: x.to_dense(masked_grad=False), (s,), **how)
    with pytest.raises(GradcheckError) as caught:  # the gradient leaves out what is not specified
        gradcheck(lambda x: (x * 2).to_dense(), (s,), **how)
    assert str(caught.value).count("check with masked=True") == 1 and "WithPattern" not in str(caught.value)
    rows = wengert.sparse_coo_tensor([[0, 2]], real(2, 3).detach(), (3, 3)).requires_grad_()  # with a dense dimension
    assert gradcheck(lambda x: x.to_dense(masked_grad=False) * 2, (rows,), **how)


def test_parameters_by_position_as_in_old_editions() -> None:
    wrong = doubled(backward_slope=2.1)
    assert gradcheck(wrong, (real(2),), 1e-3, 0.2, 0.0)
    assert not gradcheck(wrong, (real(2),), 1e-3, 0.0, 0.01, False)
    assert gradgradcheck(wrong, (real(2),), None, 1e-3, 0.2, 0.0, True, False)


# -- checks besides the Jacobian


class Lies(Function):
    """Twice its input; three times under vmap."""

    @staticmethod
    def forward(x: Any) -> Any:
        return x * 2.0

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        pass

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return Lies.apply(g)

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return Lies.apply(t)

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any) -> Any:
        return x * 3.0, in_dims[0]


def test_batches_that_give_something_else() -> None:
    assert gradcheck(Lies.apply, (real(3),), check_forward_ad=True)
    with pytest.raises(
        GradcheckError, match="^For output 0 and input 0:\n\ngradcheck or gradgradcheck failed while"
    ) as e:
        gradcheck(Lies.apply, (real(3),), check_batched_grad=True)
    assert "\n\nGot:\ntensor(" in str(e.value) and "\n\nExpected:\ntensor(" in str(e.value)
    message = (
        "^For output 0 and input 0:\n\ngradcheck failed while testing batched gradient computation with forward-mode"
    )
    with pytest.raises(GradcheckError, match=message):
        gradcheck(Lies.apply, (real(3),), check_forward_ad=True, check_batched_forward_grad=True)


def test_undefined_tangents() -> None:
    class Product(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.set_materialize_grads(False)
            ctx.save_for_forward(x, y)
            ctx.save_for_backward(x, y)
            return x * y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, y = ctx.saved_tensors
            return (None, None) if g is None else (g * y, g * x)

        @staticmethod
        def jvp(ctx: Any, t: Any, s: Any) -> Any:
            x, y = ctx.saved_tensors
            if t is None:
                return s * y if s is not None else None  # should be s * x
            return t * y if s is None else t * y + s * x

    inputs = real(3), real(3, seed=1)
    message = "^Mismatch in tangent values for output with index: 0 when input: 0 has an undefined tangent value"
    with pytest.raises(GradcheckError, match=message):
        gradcheck(Product.apply, inputs, check_forward_ad=True, check_backward_ad=False)
    options = {"check_forward_ad": True, "check_backward_ad": False}
    assert gradcheck(Product.apply, inputs, check_undefined_grad=False, **options)


def patched(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Let gradients be something that no walk would give."""
    module = importlib.import_module("wengert._core.api.gradcheck.analytical")
    real_grad = module.grad
    monkeypatch.setattr(module, "grad", lambda *args, **options: tuple(map(change, real_grad(*args, **options))))


def test_gradients_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as m:
        patched(m, lambda g: g.float())
        with pytest.raises(GradcheckError, match="^Gradient has dtype mismatch: input 0 is wengert.float64, its"):
            gradcheck(lambda x: x * 2.0, real(3), check_grad_dtypes=True)
        with pytest.raises(GradcheckError, match="^grad is incorrect type: input 0 has wengert.float64, its gradient"):
            gradcheck(lambda x: x * 2.0, real(3))
    with monkeypatch.context() as m:
        patched(m, lambda g: g.reshape(1, 3))
        with pytest.raises(GradcheckError, match="^Analytical gradient has incorrect size: input 0 has"):
            gradcheck(lambda x: x * 2.0, real(3))


def test_tangents_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("wengert._core.api.gradcheck.analytical")
    real_tangents = module.tangents
    monkeypatch.setattr(module, "tangents", lambda *args: [t + 0j for t in real_tangents(*args)])
    with pytest.raises(GradcheckError, match="^Forward AD gradient has dtype mismatch: output 0 is wengert.float64"):
        gradcheck(lambda x: x * 2.0, real(3), check_forward_ad=True, check_backward_ad=False, check_grad_dtypes=True)


def of_layouts(result: Any, gradient: Any) -> Any:
    """A function of one tensor whose result and gradient have these layouts."""

    def laid(x: Any, layout: Any) -> Any:
        if x.layout is layout:
            return x * 2
        return (x * 2).to_sparse() if layout is wengert.sparse_coo else (x * 2).to_dense()

    class Laid(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return laid(x, result)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return laid(g, gradient)

    return Laid.apply


@pytest.mark.parametrize("fast_mode", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_the_layout_of_a_gradient(masked: bool, fast_mode: bool) -> None:
    """A dense input has dense gradients. With ``masked``, a sparse one has sparse gradients: others are not masked."""
    dense, sparse = wengert.strided, wengert.sparse_coo
    wrong = []
    for given, result, gradient in itertools.product((dense, sparse), repeat=3):
        x = wengert.ones(2, 2, dtype=wengert.float64)
        x = (x.to_sparse() if given is sparse else x).requires_grad_()
        fits = given is gradient or (given is sparse and not masked)
        try:
            found: Any = wengert.autograd.gradcheck(of_layouts(result, gradient), x, masked=masked, fast_mode=fast_mode)
        except GradcheckError as e:
            found = "grad is incorrect layout" not in str(e) and e
        except Exception as e:
            found = e
        if found is not fits:
            wrong.append(f"{given} to {result}, gradient {gradient}: {found!r}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("edge_order", [1, 2])
def test_gradient_is_differentiable_in_its_spacing(edge_order: int) -> None:
    x, step = real(5), wengert.tensor(1.7, dtype=wengert.float64, requires_grad=True)
    places = wengert.tensor([0.0, 1.0, 2.5, 3.0, 7.0], dtype=wengert.float64, requires_grad=True)
    for spacing, given in ((lambda s: s, step), (lambda s: (s,), places)):
        assert gradcheck(lambda x, s, to=spacing: wengert.gradient(x, spacing=to(s), edge_order=edge_order), (x, given))


def test_checks_leave_random_numbers_alone() -> None:
    x = wengert.ones(2, dtype=wengert.float64, requires_grad=True)
    wengert.manual_seed(0)
    expected = wengert.rand(1)
    wengert.manual_seed(0)
    for fast in (False, True):
        assert gradcheck(wengert.sin, (x,), fast_mode=fast, check_batched_grad=True, check_forward_ad=True)
        assert gradgradcheck(wengert.sin, (x,), fast_mode=fast, gen_non_contig_grad_outputs=True)
    assert wengert.rand(1).equal(expected)
