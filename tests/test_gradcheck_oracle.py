"""``gradcheck`` beside PyTorch's: for every parameter, functions that pass and functions that fail, and how."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

import wengert

pytestmark = pytest.mark.oracle
torch: Any = pytest.importorskip("torch")

Case = tuple[str, Callable[[Any], Any], Callable[[Any], Any]]  # name, function and inputs, by library


def leaf(lib: Any, *values: Any, dtype: str = "float64") -> Any:
    return lib.tensor(values, dtype=getattr(lib, dtype), requires_grad=True)


def made(lib: Any, forward: Any, backward: Any, jvp: Any = None, materialize: bool = True) -> Any:
    """A Function of its parts; ``backward`` and ``jvp`` get what was given, then the input."""

    class Made(lib.autograd.Function):  # type: ignore[name-defined, misc]
        generate_vmap_rule = False

        @staticmethod
        def forward(ctx: Any, *xs: Any) -> Any:
            ctx.save_for_backward(*xs)
            ctx.save_for_forward(*xs)
            ctx.set_materialize_grads(materialize)
            return forward(*xs)

    Made.backward = staticmethod(lambda ctx, *gs: backward(*gs, *ctx.saved_tensors))
    if jvp is not None:
        Made.jvp = staticmethod(lambda ctx, *ts: jvp(*ts, *ctx.saved_tensors))
    return Made.apply


def square(lib: Any, slope: Any = 2.0, forward_slope: Any = 2.0) -> Any:
    return made(lib, lambda x: x * x, lambda g, x: g * slope * x, lambda t, x: t * forward_slope * x)


X = (0.3, 0.7, -1.2)
Z = (0.3 + 1j, -0.4 + 0.2j)

FUNCTIONS: list[Case] = [
    ("smooth", lambda lib: lambda x: x.sin() * x, lambda lib: leaf(lib, *X)),
    ("several outputs", lambda lib: lambda x: (x.sin(), x.sum(), x.detach() * 0), lambda lib: leaf(lib, *X)),
    ("two inputs", lambda lib: lambda x, n, y: x * y * n, lambda lib: (leaf(lib, *X), 2.0, leaf(lib, *X))),
    ("not used", lambda lib: lambda x, y: x * 2, lambda lib: (leaf(lib, *X), leaf(lib, *X))),
    ("empty", lambda lib: lambda x: x * 2, lambda lib: leaf(lib)),
    ("real of complex", lambda lib: lambda z: z.abs(), lambda lib: leaf(lib, *Z, dtype="complex128")),
    ("complex", lambda lib: lambda z: z * z + z, lambda lib: leaf(lib, *Z, dtype="complex128")),
    ("conjugate", lambda lib: lambda z: z * z.conj() + z.conj(), lambda lib: leaf(lib, *Z, dtype="complex128")),
    (
        "complex and real",
        lambda lib: lambda z, x: (z * x, x.exp()),
        lambda lib: (leaf(lib, *Z, dtype="complex128"), leaf(lib, 0.3, 2.0)),
    ),
    ("wrong", lambda lib: square(lib, 2.1), lambda lib: leaf(lib, *X)),
    ("wrong forward", lambda lib: square(lib, 2.0, 2.1), lambda lib: leaf(lib, *X)),
    ("wrong in the second output", lambda lib: lambda x: (x * 2, square(lib, 3.0)(x)), lambda lib: leaf(lib, *X)),
    ("wrong in the second input", lambda lib: lambda x, y: x * square(lib, 3.0)(y), lambda lib: (leaf(lib, *X),) * 2),
    ("wrong for complex", lambda lib: square(lib), lambda lib: leaf(lib, *Z, dtype="complex128")),
    ("wrong for one part", lambda lib: lambda z: square(lib)(z).real, lambda lib: leaf(lib, *Z, dtype="complex128")),
    ("detached", lambda lib: lambda x: x * x.detach(), lambda lib: leaf(lib, *X)),
    ("constant", lambda lib: lambda x: x.detach().round(), lambda lib: leaf(lib, *X)),
    ("history lost", lambda lib: lambda x: x.detach() * 2, lambda lib: leaf(lib, *X)),
    ("kink", lambda lib: lambda x: x.relu(), lambda lib: leaf(lib, 0.0, 1.0)),
    (
        "no cotangent",
        lambda lib: made(lib, lambda x: x * 2, lambda g, x: g * 2 if g is not None else x, None, False),
        lambda lib: leaf(lib, *X),
    ),
    (
        "cotangent left out",
        lambda lib: made(lib, lambda x: x * 2, lambda g, x: g * 2 + 1e-9 * x, lambda t, x: t * 2),
        lambda lib: leaf(lib, *X),
    ),
    (
        "not for batches",
        lambda lib: made(lib, lambda x: x * 2, lambda g, x: g * 2 if float(g.sum()) > -1e9 else g),
        lambda lib: leaf(lib, *X),
    ),
    ("shape changes", lambda lib: lambda x: x[x >= 0.7], lambda lib: leaf(lib, *X)),
    ("nothing requires grad", lambda lib: lambda x: x * 2, lambda lib: leaf(lib, *X).detach()),
    ("overlapping", lambda lib: lambda x: x * 2, lambda lib: leaf(lib, 1.0).detach().expand(3).requires_grad_()),
]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"fast_mode": True},
    {"raise_exception": False},
    {"eps": 1e-3, "atol": 1e-2, "rtol": 0.0},
    {"atol": 0.0, "rtol": 0.2},
    {"check_undefined_grad": False},
    {"check_grad_dtypes": True},
    {"check_batched_grad": True},
    {"masked": True},
    {"check_forward_ad": True},
    {"check_forward_ad": True, "fast_mode": True},
    {"check_forward_ad": True, "check_backward_ad": False},
    {"check_forward_ad": True, "check_batched_forward_grad": True, "check_batched_grad": True},
    {"check_backward_ad": False},
]

BACKWARD_ONLY = {"no cotangent", "not for batches"}  # these Functions have no jvp


def outcome(lib: Any, check: str, case: Case, options: dict[str, Any]) -> Any:
    """What a check says: its answer, or the type of the error with the part of the message that people match on."""
    _, function, inputs = case
    lib.manual_seed(0)
    with warnings.catch_warnings(action="ignore"):
        try:
            return getattr(lib.autograd, check)(function(lib), inputs(lib), **options)
        except (RuntimeError, ValueError, AssertionError, NotImplementedError) as e:
            return type(e).__name__, matched(str(e))


def matched(message: str) -> str:
    """The first sentence, without what each library says of its own tensors and files."""
    head = message.partition("\n")[0]
    for stop in (". ", ", got", ", but got", " (", ": "):
        head = head.partition(stop)[0]
    return head.rstrip(".")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("case", FUNCTIONS, ids=lambda case: case[0])
def test_gradcheck(case: Case, options: dict[str, Any]) -> None:
    if options.get("check_forward_ad") and case[0] in BACKWARD_ONLY:
        options = {**options, "check_forward_ad": False, "check_backward_ad": True, "check_batched_forward_grad": False}
    ours, theirs = (outcome(lib, "gradcheck", case, options) for lib in (wengert, torch))
    if case[0] == "conjugate" and "check_batched_forward_grad" in options:
        assert ours is True  # PyTorch's vmap cannot conjugate the tangents: "While computing batched gradients, got"
        return
    assert ours == theirs


SECOND: list[dict[str, Any]] = [
    {},
    {"fast_mode": True},
    {"raise_exception": False},
    {"gen_non_contig_grad_outputs": True},
    {"check_batched_grad": True},
    {"check_fwd_over_rev": True},
    {"check_fwd_over_rev": True, "check_rev_over_rev": False},
    {"check_fwd_over_rev": True, "check_rev_over_rev": False, "check_undefined_grad": False},
    {"check_rev_over_rev": False},
    {"check_undefined_grad": False, "nondet_tol": 1e-3, "masked": True},
]
TWICE: list[Case] = [
    *[case for case in FUNCTIONS if case[0] in ("smooth", "two inputs", "complex", "real of complex", "empty")],
    *[case for case in FUNCTIONS if case[0] in ("detached", "nothing requires grad", "overlapping")],
    ("right", lambda lib: square(lib), lambda lib: leaf(lib, *X)),
    (
        "wrong twice",
        lambda lib: made(lib, lambda x: x**3, lambda g, x: g * 3 * x * x.detach(), lambda t, x: t),
        lambda lib: leaf(lib, *X),
    ),
    (
        "wrong in the cotangent",
        lambda lib: made(lib, lambda x: x**3, lambda g, x: g.detach() * 3 * x**2),
        lambda lib: leaf(lib, *X),
    ),
]


@pytest.mark.parametrize("options", SECOND, ids=str)
@pytest.mark.parametrize("case", TWICE, ids=lambda case: case[0])
def test_gradgradcheck(case: Case, options: dict[str, Any]) -> None:
    assert outcome(wengert, "gradgradcheck", case, options) == outcome(torch, "gradgradcheck", case, options)


def test_the_old_functions_give_the_same_jacobians() -> None:
    found = []
    for lib in (wengert, torch):
        x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0)
        z = leaf(lib, 0.3 + 1j, dtype="complex128")
        module = __import__(f"{lib.__name__}.autograd.gradcheck", fromlist=["gradcheck"])
        with pytest.warns(FutureWarning, match="`get_numerical_jacobian` was part of PyTorch's private API"):
            jacobians = module.get_numerical_jacobian(lambda xs: xs[0] ** 2 * xs[1], (x, y))
        with pytest.warns(FutureWarning, match="get_numerical_jacobian"):
            jacobians += module.get_numerical_jacobian(lambda xs: (xs[0] * xs[1]).abs(), (x, z), target=(z,), eps=1e-6)
        with pytest.warns(FutureWarning, match="get_analytical_jacobian"):
            analytical, *rest = module.get_analytical_jacobian((x, y, 3), x**2 * y)
        jacobians += module.get_numerical_jacobian_wrt_specific_input(lambda x, y: (x * y, x), 1, (x, y), (x, x), 1e-6)
        jacobians += module.get_numerical_jacobian_wrt_specific_input(
            lambda x: x * 1j, 0, (x,), (x * 1j,), 1e-6, is_forward_ad=True
        )
        found.append([[j.tolist() for j in (*jacobians, *analytical)], rest])
        for call in (
            lambda module=module, x=x: module.get_numerical_jacobian(lambda xs: xs[0], (x,), grad_out=2.0),
            lambda module=module, x=x: module.get_numerical_jacobian(lambda xs: xs[0] * 1j, (x,)),
            lambda module=module, x=x: module.get_analytical_jacobian((x,), x * 1j),
            lambda module=module, x=x: module.get_analytical_jacobian((x,), x, grad_out=2.0),
        ):
            with pytest.warns(FutureWarning), pytest.raises(ValueError, match="^Expected (grad_out|output) to be"):
                call()
        with pytest.raises(AssertionError, match="^Expected input to have requires_grad=True"):
            module.get_numerical_jacobian_wrt_specific_input(lambda x: x, 0, (x.detach(),), (x,), 1e-6)
    ours, theirs = found
    assert ours[1] == theirs[1] == [True, True, True]
    for a, b in zip(ours[0], theirs[0], strict=True):
        assert wengert.allclose(wengert.tensor(a), wengert.tensor(b), atol=1e-6)
