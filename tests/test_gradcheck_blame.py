"""Blame: the one wrong rule among many is named, with its line; where all rules are right, what is between them."""

from __future__ import annotations

import importlib
import inspect
import linecache
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.mutated import scaled_formula
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.tape import state as modes
from wengert.autograd import Function, gradcheck, gradgradcheck
from wengert.autograd.gradcheck import GradcheckError
from wengert.autograd.graph import saved_tensors_hooks
from wengert.func import vmap
from wengert.utils.checkpoint import checkpoint

FORWARD = {"check_forward_ad": True, "check_backward_ad": False}


def leaf(*values: Any, dtype: Any = wengert.float64) -> wengert.Tensor:
    return wengert.tensor(values, dtype=dtype, requires_grad=True)


def failure(function: Callable[..., Any], *inputs: Any, check: Any = gradcheck, **options: Any) -> GradcheckError:
    with pytest.raises(GradcheckError) as told:
        check(function, inputs or (leaf(0.3, 0.7),), **options)
    assert modes.current().tools is None  # nobody is left watching
    return told.value


def line_of(function: Any, part: str) -> str:
    """``file:line`` of the line of a function that contains ``part``."""
    lines, start = inspect.getsourcelines(function)
    (k,) = [k for k, line in enumerate(lines) if part in line]
    return f"{inspect.getsourcefile(function)}:{start + k} "


def last_line(error: Exception) -> str:
    return str(error).rpartition("\n")[2]


class Square(Function):
    """The square, with slopes for backward and jvp."""

    slope: Any = 2.0
    forward_slope: Any = 2.0
    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any) -> Any:
        return x * x

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @classmethod
    def backward(cls, ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return g * cls.slope * x

    @classmethod
    def jvp(cls, ctx: Any, t: Any) -> Any:
        (x,) = ctx.saved_tensors
        return t * cls.forward_slope * x


class Wrong(Square):
    slope = 2.1


class WrongForward(Square):
    forward_slope = 2.1


# -- one wrong rule among fifty


def fifty(x: Any) -> Any:
    """Fifty and more operations, most of another row each: with several arguments, views, in-place writes."""
    index = wengert.tensor([2, 0, 1])
    a = x.sin()
    b = a.exp()
    c = b * x
    d = c.tanh()
    e = d + a
    e = e.clone()
    e.addcmul_(a, b)
    f = e.reshape(2, 3)
    g = f.transpose(0, 1)
    h = g @ f
    h = h.sigmoid()
    i = h.sum(0)
    j = i.cos()
    k = wengert.cat([i, j])
    m = k.unflatten(0, (2, 3))
    n = m.select(0, 1)
    n = (3 + n).sqrt()
    o = m.unsqueeze(0)
    o = o.expand(2, 2, 3)
    p = o.amax(2)
    p = p.log1p()
    q = p.flip(0)
    r = q.clone()
    r[0:1].atan2_(n[:2])
    s = r.cumsum(1)
    s = s.square()
    t = wengert.stack([s, p])
    t = t.mean(0)
    u, v = t.split(1)
    u = u.atan()
    v = v.sinh()
    w = u - v
    w = w.expm1()
    w = wengert.where(w < -0.53, w, u)
    w = w / (3 + v)
    y = w.squeeze(0)
    y = y.logsumexp(0)
    z = y.reciprocal()
    z = z.erf()
    ab = n.gather(0, index)
    ab = ab.softmax(0)
    ac = ab.cumprod(0)
    ac = (9 * ac).prod(0)
    ad = ac.neg()
    ad = ad.cosh()
    ae = x.index_select(0, index)
    ae = ae.asinh()
    ae = ae.roll(1)
    af = ae.norm()
    ag = af.rsqrt()
    return wengert.lerp(ag, 2 * z, 0.3 * ad) + ab.max()


def values() -> wengert.Tensor:
    return wengert.from_numpy(np.random.default_rng(3).normal(size=6) * 0.4).requires_grad_()


def once() -> list[tuple[str, str]]:
    """The rows that the program calls once, with each of their differentiable arguments."""
    calls_module = importlib.import_module("wengert._core.tools.diagnosis.calls")
    with calls_module.recording() as calls:
        fifty(values())
    names = [call.what.name for call in calls]
    assert len(names) > 50
    return [
        (call.what.name, call.what.array_at(i))
        for call in calls
        if names.count(call.what.name) == 1
        for i in call.node._wg_plan.edges
    ]


def test_the_program_of_fifty_operations_is_right() -> None:
    assert gradcheck(fifty, (values(),), check_forward_ad=True)
    assert len(once()) > 45


@pytest.mark.parametrize(("row", "array"), once())
def test_one_wrong_rule_among_fifty_is_named(row: str, array: str) -> None:
    op = REGISTRY[row]
    sites = {}
    with scaled_formula(op, array, 1.5):
        error = failure(fifty, values())
        blame = error.blame
        calls_module = importlib.import_module("wengert._core.tools.diagnosis.calls")
        with calls_module.recording() as calls:
            fifty(values())
        sites = {call.what.name: f"{call.node._wg_code.co_filename}:{line(call.node)} " for call in calls}
    assert blame.reason == "rule" and blame.calls > 50
    assert blame.site.startswith(sites[row]), str(error)
    assert calls[blame.position - 1].what is op
    assert last_line(error) == f"This rule, of {row}, is wengert's own: please report it with this message."


def line(node: Any) -> int:
    """The line where a node was recorded."""
    return next(p[0] for i, p in enumerate(node._wg_code.co_positions()) if i * 2 >= node._wg_lasti)  # type: ignore[misc]


@pytest.mark.parametrize("options", [{}, FORWARD, {"fast_mode": True}], ids=["backward", "forward", "fast"])
@pytest.mark.parametrize("k", range(50))
def test_one_wrong_function_among_fifty_is_named(k: int, options: Any) -> None:
    """A program of fifty lines, one of which calls a Function whose rule is wrong."""
    steps = ["exp", "log", "sinh", "asinh", "expm1", "log1p"]  # pairs of inverses: numbers stay what they are
    wrong = "WrongForward" if options is FORWARD else "Wrong"
    lines = [f"x = {wrong}.apply(x)" if i == k else f"x = x.{steps[i % 6]}()" for i in range(50)]
    source = "\n    ".join(["def program(x):", *lines, "return x"])
    name = f"<fifty {k}>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    space: dict[str, Any] = {"Wrong": Wrong, "WrongForward": WrongForward}
    exec(compile(source, name, "exec"), space)
    error = failure(space["program"], leaf(0.5, 0.8), **options)
    assert error.blame.reason == "rule" and error.blame.name == f"{wrong}Backward"
    assert error.blame.site == f"{name}:{k + 2} in program: `x = {wrong}.apply(x)`"
    assert f"recorded operation {error.blame.position} of {error.blame.calls}" in str(error)


def test_the_numbers_of_the_wrong_rule() -> None:
    blame = failure(lambda x: Wrong.apply(x.exp()).sum(), leaf(0.0, 1.0)).blame
    assert blame.entry.input_index == blame.entry.output_index == (1,)
    assert blame.entry.numerical == pytest.approx(2 * np.e) and blame.entry.analytical == pytest.approx(2.1 * np.e)
    assert "d(its result at [1]) / d(argument 0 at [1]): finite differences of it give 5.43656" in str(blame)
    assert str(blame).endswith(blame.fix) and blame.fix.startswith("Correct Wrong.backward (")


def test_the_method_to_correct_is_named() -> None:
    here = inspect.getsourcefile(Square)
    places = [f"{here}:{inspect.getsourcelines(method)[1]}" for method in (Square.backward, Square.jvp)]
    assert last_line(failure(Wrong.apply)) == f"Correct Wrong.backward ({places[0]})."
    assert last_line(failure(WrongForward.apply, **FORWARD)) == f"Correct WrongForward.jvp ({places[1]})."

    class ByVjp(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2.0

        @staticmethod
        def vjp(ctx: Any, g: Any) -> Any:
            return g * 3.0

    assert last_line(failure(ByVjp.apply)).startswith("Correct ByVjp.vjp (")


def test_a_wrong_rule_that_others_magnify() -> None:
    """Its own error is smaller than what is allowed."""
    slope = float(1 - np.tanh(0.5) ** 2)
    with scaled_formula(REGISTRY["tanh"], "x", 1.0005):
        error = failure(lambda x: (x.tanh() - slope * x) * 1e3, leaf(0.5))
    assert error.blame.reason == "rule" and error.blame.name == "TanhBackward0"


def test_the_first_of_two_wrong_rules() -> None:
    def program(x: Any) -> Any:
        y = Wrong.apply(x)
        z = y.exp()
        return Wrong.apply(z)

    blame = failure(program).blame
    assert blame.position == 1 and blame.site.startswith(line_of(program, "y = Wrong"))


# -- ways to call


def in_place(x: Any) -> Any:
    y = x.clone()
    y[0] = Wrong.apply(x[1])
    y[1:].mul_(x[:1])
    return y


def dirty(x: Any) -> Any:
    class Scale(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            return x.mul_(3.0)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2.9

    y = x * 2.0
    return Scale.apply(y).sin()


def dirty_view(x: Any) -> Any:
    class Scale(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            return x.mul_(3.0)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2.9

    y = x * 2.0
    Scale.apply(y[1:])
    return y


def several(x: Any) -> Any:
    class Two(Function):
        @staticmethod
        def forward(ctx: Any, n: Any, x: Any, *, shift: float = 0.0) -> Any:
            return x * n, "not a tensor", (x + shift).round(), x * 2.0

        @staticmethod
        def backward(ctx: Any, *gs: Any) -> Any:
            return None, gs[0] * 3.0 + gs[3] * 2.5, None

    a, _, _, b = Two.apply(3.0, x.sin(), shift=1.0)
    return a * b


def regions(x: Any) -> Any:
    return checkpoint(lambda x: Wrong.apply(x.sin()).exp(), x.cos(), use_reentrant=False)


def own_checkpoint(x: Any) -> Any:
    def part(x: Any) -> Any:
        return Wrong.apply(x.sin())

    class Again(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return part(x)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            with wengert.enable_grad():
                x = x.detach().requires_grad_()
                y = part(x)
            return wengert.autograd.grad(y, x, g)

    return Again.apply(x * 2.0)


def mapped(x: Any) -> Any:
    return vmap(lambda r: vmap(lambda e: Wrong.apply(e.sin()) * r.sum())(r))(x.reshape(2, 1))


def chosen(x: Any) -> Any:
    with wengert.no_grad():
        Wrong.apply(x)  # is not recorded, and nobody's fault
    return Wrong.apply(x) if x.sum().item() > 0 else x


@pytest.mark.parametrize(
    ("function", "name", "part"),
    [
        (in_place, "WrongBackward", "y[0] = Wrong"),
        (dirty, "ScaleBackward", "return Scale"),
        (dirty_view, "CopySlices", "Scale.apply(y[1:])"),
        (several, "TwoBackward", "= Two.apply"),
        (regions, "WrongBackward", "return checkpoint"),
        (own_checkpoint, "WrongBackward", "return Wrong"),
        (mapped, "WrongBackward", "return vmap"),
        (chosen, "WrongBackward", "return Wrong"),
    ],
)
def test_whatever_way_it_is_called(function: Any, name: str, part: str) -> None:
    blame = failure(function).blame
    assert (blame.reason, blame.name) == ("rule", name) and blame.site.startswith(line_of(function, part)), str(blame)


@pytest.mark.parametrize(("array", "part"), [("x", "y[1:].mul_"), ("y", "y[1:].mul_")])
def test_writes_through_views(array: str, part: str) -> None:
    def function(x: Any) -> Any:
        y = x.clone()
        y[1:].mul_(x[:1])
        return y

    with scaled_formula(REGISTRY["mul"], array, 1.05):
        error = failure(function)
    assert error.blame.name == "CopySlices" and error.blame.site.startswith(line_of(function, part))
    assert "CopySlices (mul_), recorded operation" in str(error)


def test_what_a_function_calls_in_its_backward_says_so() -> None:
    error = failure(own_checkpoint)
    assert "  called by the backward of AgainBackward at " + line_of(own_checkpoint, "return Again.apply") in str(error)


@pytest.mark.parametrize("options", [{}, FORWARD, {"fast_mode": True}])
def test_complex_functions(options: Any) -> None:
    class Conjugated(Function):
        @staticmethod
        def forward(ctx: Any, z: Any) -> Any:
            ctx.save_for_backward(z)
            ctx.save_for_forward(z)
            return z * z

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (z,) = ctx.saved_tensors
            return g * 2.0 * z  # lacks the conjugate

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            (z,) = ctx.saved_tensors
            return t * 2.0 * z.conj()

    z = leaf(0.3 + 1j, 0.2 - 2j, dtype=wengert.complex128)
    blame = failure(lambda z: Conjugated.apply(z.sin()).abs().sum(), z, **options).blame
    assert blame.reason == "rule" and blame.name == "ConjugatedBackward" and blame.position == 2


def test_large_arguments_are_looked_at_in_random_directions() -> None:
    x = wengert.from_numpy(np.random.default_rng(0).normal(size=300)).requires_grad_()
    blame = failure(lambda x: Wrong.apply(x.sin()).exp().sum(), x, fast_mode=True).blame
    assert blame.name == "WrongBackward" and blame.entry is not None


def test_arguments_too_large_for_slow_mode() -> None:
    x = wengert.from_numpy(np.random.default_rng(0).uniform(0.2, 1.0, size=3000)).requires_grad_()
    error = failure(lambda x: Wrong.apply(x.sin()) * 2.0, x, fast_mode=True)
    assert error.blame.name == "WrongBackward" and error.blame.entry is None and error.entries == []
    assert "too many elements to look at each" in str(error) and last_line(error).startswith("Correct Wrong.backward")
    tight = {"fast_mode": True, "atol": 1e-9, "rtol": 1e-6}
    error = failure(lambda x: x.sin().float().exp(), x, **tight)
    assert error.kind == "precision" and error.blame.reason == "precision" and error.blame.position == 2
    here = x.detach().clone()
    error = failure(lambda x: (x - here).relu(), x, **tight)
    assert error.kind == "kink" and error.blame.name == "ReluBackward0"
    assert gradcheck(lambda x: (x.sin() * x).sum(), x[:1500])  # of a scalar, the Jacobian is a row


# -- second order


def nested(x: Any) -> Any:
    class Cube(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**3 / 3

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * Wrong.apply(x)

    return Cube.apply(x.sin())


def cut(x: Any) -> Any:
    class Cube(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            square = x.detach() * x
            return g * 3.0 * square

    return Cube.apply(x.sin())


def test_a_wrong_second_derivative() -> None:
    error = failure(nested, check=gradgradcheck)
    assert error.order == 2 and error.blame.reason == "rule" and error.blame.name == "WrongBackward"
    assert error.blame.site.startswith(line_of(nested, "return g * Wrong"))
    assert "called by the backward of CubeBackward at " + line_of(nested, "return Cube.apply") in str(error)
    assert last_line(error).startswith("Correct Wrong.backward (")


def test_a_second_derivative_that_lost_a_part() -> None:
    error = failure(cut, check=gradgradcheck)
    assert error.order == 2 and error.blame.reason == "detached"
    assert error.blame.site.startswith(line_of(cut, "square = "))
    assert "its history was lost: detach() at " + line_of(cut, "square = ") in str(error)


def test_a_wrong_first_derivative_is_what_gradgradcheck_names() -> None:
    error = failure(lambda x: Wrong.apply(x.sin()).exp(), check=gradgradcheck)
    assert error.order == 1 and error.blame.name == "WrongBackward" and error.blame.position == 2
    assert last_line(error).startswith("Correct Wrong.backward (")


# -- all rules are right


def detached(x: Any) -> Any:
    scale = x.detach()
    return x.exp() * scale


def through_numpy(x: Any) -> Any:
    s = wengert.from_numpy(np.sin(x.detach().numpy()))
    return x * s


def read_as_a_number(x: Any) -> Any:
    n = x[0].item()
    return x.exp() * n


def unrecorded(x: Any) -> Any:
    with wengert.no_grad():
        m = x * 2
    return x * m


def written_through_numpy(x: Any) -> Any:
    weights = np.array([2.0, 3.0])
    y = x * wengert.from_numpy(weights)
    weights[0] = 9.0
    return y.exp()


def written_through_data(x: Any) -> Any:
    y = x.exp()
    z = y * x
    y.data.mul_(2.0)
    return z


def packed_halves(x: Any) -> Any:
    with saved_tensors_hooks(lambda t: t.detach() * 0.5, lambda t: t):
        return x.exp() + 1


def hooked(x: Any) -> Any:
    y = x.exp()
    y.register_hook(lambda g: g * 2)
    return y * 3


def captured(x: Any) -> Any:
    class Capturing(Function):
        @staticmethod
        def forward(ctx: Any, y: Any) -> Any:
            ctx.factor = x.detach()
            return y * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * ctx.factor

    return Capturing.apply(x.exp())


BETWEEN: list[tuple[Callable[..., Any], str, str, str]] = [
    (detached, "detached", "return x.exp()", "its history was lost: detach() at"),
    (through_numpy, "detached", "return x * s", "its history was lost: taken from NumPy at"),
    (read_as_a_number, "detached", "return x.exp()", "it is a number or an array, which no gradient flows to"),
    (unrecorded, "detached", "return x * m", "its history was lost: mul under no_grad() at"),
    (written_through_numpy, "saved", "y = x *", "what it saved has changed since"),
    (written_through_data, "saved", "y = x.exp()", "what it saved has changed since"),
    (packed_halves, "saved", "return x.exp()", "by a saved-tensor hook"),
    (captured, "hidden", "return Capturing", "uses more than its arguments"),
]


@pytest.mark.parametrize(("function", "reason", "part", "told"), BETWEEN)
@pytest.mark.parametrize("options", [{}, {"fast_mode": True}])
def test_what_is_between_the_rules(function: Any, reason: str, part: str, told: str, options: Any) -> None:
    error = failure(function, **options)
    assert error.blame.reason == reason and error.blame.site.startswith(line_of(function, part)), str(error)
    assert told in str(error) and "All rules are right, but " in str(error)
    assert 1 <= error.blame.position <= error.blame.calls
    assert last_line(error) == error.blame.fix


def test_a_hook_is_named() -> None:
    error = failure(hooked)
    assert error.blame.reason == "hook" and f"hook '<lambda>' ({line_of(hooked, 'register_hook').strip()})" in str(
        error
    )


@pytest.mark.parametrize("options", [{}, FORWARD])
def test_constants_are_nobody_s_fault(options: Any) -> None:
    """Values that do not follow the inputs, or only from jump to jump, are not to blame."""
    mask = wengert.tensor([1.0, 2.0], dtype=wengert.float64)

    def function(x: Any) -> Any:
        y = x * mask * (x > 0).double() * np.array([1.0, 2.0]) * 3.0
        return y * x.detach()

    blame = failure(function, **options).blame
    assert blame.reason == "detached" and "x.detach()" in blame.site


def test_an_output_without_history() -> None:
    error = failure(lambda x: x.exp().detach() * 2)
    assert error.check == "constant" and error.blame.reason == "detached"
    assert "Output 0 depends on the inputs, but its history was lost: detach() at " in str(error)


def random_factor(x: Any) -> Any:
    y = x.exp()
    r = wengert.rand(2).double()
    return y * r


def counting(x: Any, calls: list[int] = []) -> Any:  # noqa: B006
    calls.append(1)
    n = len(calls)
    return x * n


@pytest.mark.parametrize(("function", "part"), [(random_factor, "return y * r"), (counting, "return x * n")])
@pytest.mark.parametrize("options", [{}, {"fast_mode": True}, FORWARD])
def test_a_function_that_gives_something_else_each_time(function: Any, part: str, options: Any) -> None:
    error = failure(function, **options)
    assert (
        error.blame.reason == "random" and error.kind is None and error.blame.site.startswith(line_of(function, part))
    )
    assert "The function gives something else when it is called again with the same values." in str(error)
    assert last_line(error).startswith("Draw random numbers outside of it")


def test_nothing_found_says_what_that_means(monkeypatch: pytest.MonkeyPatch) -> None:
    search = importlib.import_module("wengert._core.api.gradcheck.blame").Search
    for method in ("faulty", "saved", "hooked", "detached", "hidden"):
        monkeypatch.setattr(search, method, lambda *args: None)
    error = failure(Wrong.apply)
    assert error.blame.reason == "unknown"
    assert "Each of the 1 recorded operations is right on its own, saved values, hooks and constants are" in str(error)
    assert last_line(error).startswith("Look for what differs from call to call")


# -- kinks and rounding


def test_the_operation_with_the_kink() -> None:
    def function(x: Any) -> Any:
        y = x * 2
        return (y.relu() + y.exp()).sum()

    error = failure(function, leaf(0.0, 0.7))
    assert error.kind == error.blame.reason == "kink" and error.blame.name == "ReluBackward0"
    assert "The first operation without a derivative here: ReluBackward0, recorded operation 2 of 5" in str(error)
    assert last_line(error).startswith("Check at another point")


def test_the_operation_that_rounds() -> None:
    def function(x: Any) -> Any:
        y = x.exp()
        z = y.float()
        return z.sin()

    error = failure(function, leaf(0.5, 1.0))
    assert error.kind == error.blame.reason == "precision" and error.blame.site.startswith(line_of(function, "z = "))
    assert "rounds to single precision" in str(error)


# -- other checks


def parts(**methods: Any) -> Any:
    """Twice its input, as a Function with these methods."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(False)
        return x * 2.0

    methods = {"forward": forward, "backward": lambda ctx, g: None if g is None else g * 2.0, **methods}
    return type("Parts", (Function,), {name: staticmethod(method) for name, method in methods.items()}).apply


random = np.random.default_rng(0)
NOT_UNDEFINED = {"check_undefined_grad": False}
OTHERS: list[tuple[str, Any, dict[str, Any]]] = [
    ("nondeterminism", parts(backward=lambda ctx, g: g * (2 + 1e-9 * random.normal())), NOT_UNDEFINED),
    ("zero", parts(backward=lambda ctx, g: g * 2.0 + 1e-9), {"check_undefined_grad": False}),
    ("undefined", parts(backward=lambda ctx, g: g * 2.0), {}),
    ("undefined", parts(backward=lambda ctx, g: wengert.ones(2).double() if g is None else g * 2.0), {}),
    ("batched", parts(backward=lambda ctx, g: g * 2.0 if g.sum().item() > -9 else g), {"check_batched_grad": True,
                                                                                      "check_undefined_grad": False}),
    (
        "batched forward",
        parts(generate_vmap_rule=lambda: True, jvp=lambda ctx, t: t * 2.0 if t.sum().item() > -9 else t),
        {"check_forward_ad": True, "check_batched_forward_grad": True},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("check", "wrong", "options"), OTHERS, ids=lambda v: v if isinstance(v, str) else "")
def test_other_checks_name_the_function_too(check: str, wrong: Any, options: Any) -> None:
    def function(x: Any) -> Any:
        y = x.sin()
        z = wrong(y)
        return z.exp()

    error = failure(function, **options)
    assert error.check == check and error.blame.reason == "rule" and error.blame.name == "PartsBackward", str(error)
    assert error.blame.site.startswith(line_of(function, "z = wrong"))


# -- what looking into it leaves behind


def test_a_search_that_fails_does_not_hide_the_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("wengert._core.api.gradcheck.blame")

    def broken(self: Any, kind: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(module.Search, "run", broken)
    error = failure(Wrong.apply)
    assert error.blame is None and error.kind == "wrong formula" and error.__cause__ is None
    assert last_line(error) == "Correct the backward that this function uses."


def test_nothing_is_changed() -> None:
    x = leaf(0.3, 0.7)
    for function, *_ in BETWEEN:
        failure(function, x)
    assert x.tolist() == [0.3, 0.7] and x.grad is None and x._version == leaf(0.3)._version or x.tolist() == [0.3, 0.7]


def test_the_error_holds_no_graph(no_gc: None) -> None:
    import weakref

    held = []

    def function(x: Any) -> Any:
        y = Wrong.apply(x)
        held.append(weakref.ref(y))
        return y

    try:
        gradcheck(function, (leaf(0.3),))
    except GradcheckError as error:
        kept = error.with_traceback(None)
    assert kept.blame is not None and not any(ref() is not None for ref in held)
