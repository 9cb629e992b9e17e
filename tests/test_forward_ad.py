"""Forward mode: levels, duals and their memory, nesting, custom Functions; compared with PyTorch where possible."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, compare
from wengert.autograd import Function, forward_ad, grad
from wengert.autograd.forward_ad import dual_level, make_dual, unpack_dual

PROGRAMS: list[Callable[[Any], Any]] = []


def program(run: Callable[[Any], Any]) -> Callable[[Any], Any]:
    PROGRAMS.append(run)
    return run


def inside(run: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A program that runs within a dual level."""

    def within(t: Any) -> Any:
        with t.forward_ad.dual_level():
            return run(t, t.forward_ad)

    within.__name__ = run.__name__
    PROGRAMS.append(within)
    return run


def number(value: float) -> Any:
    return wengert.tensor(value, dtype=wengert.float64)


# -- levels


@program
def the_number_of_a_level(t: Any) -> Any:
    level = t.forward_ad.enter_dual_level()
    t.forward_ad.exit_dual_level(level=level)
    with t.forward_ad.dual_level() as again:
        return level, again, t.unpacked(t.forward_ad.make_dual(t.plain(2), t.plain(1), level=again))


@program
def nothing_to_exit(t: Any) -> Any:
    t.forward_ad.exit_dual_level()


@program
def another_level_to_exit(t: Any) -> Any:
    with t.forward_ad.dual_level() as level:
        t.forward_ad.exit_dual_level(level=level + 1)


@program
def a_dual_outside(t: Any) -> Any:
    t.forward_ad.make_dual(t.plain(1), t.plain(1))


@program
def unpacked_outside(t: Any) -> Any:
    x = t.plain(1)
    primal, tangent = t.forward_ad.unpack_dual(x)
    return primal is x, tangent


@program
def a_tangent_ends_with_its_level(t: Any) -> Any:
    with t.forward_ad.dual_level():
        x = t.dual(2)
        y = x * x
        tangent = t.forward_ad.unpack_dual(y).tangent
    with t.forward_ad.dual_level():
        return tangent.tolist(), t.unpacked(x), t.unpacked(x * x), t.unpacked(y)


@program
def a_decorator(t: Any) -> Any:
    @t.forward_ad.dual_level()
    def double() -> Any:
        x = t.dual(3)
        return t.unpacked(x * x)

    return double(), double()


@program
def one_context_twice(t: Any) -> Any:
    level = t.forward_ad.dual_level()
    with level:
        first = t.unpacked(t.dual(1))
    with level:
        return first, t.unpacked(t.dual(2))


@inside
def an_exception_leaves_the_level(t: Any, fa: Any) -> Any:
    try:
        t.fn(None)
        raise ValueError
    except ValueError:
        return t.unpacked(t.dual(1))


@inside
def no_such_level(t: Any, fa: Any) -> Any:
    fa.make_dual(t.plain(1), t.plain(1), level=9)


@inside
def a_negative_level(t: Any, fa: Any) -> Any:
    fa.make_dual(t.plain(1), t.plain(1), level=-1)


@inside
def unpacked_at_a_negative_level(t: Any, fa: Any) -> Any:
    return fa.unpack_dual(t.dual(1), level=-1).tangent


@inside
def switched_off(t: Any, fa: Any) -> Any:
    x, y = t.dual(2), t.dual(3)
    with fa._set_fwd_grad_enabled(False):
        seen = [fa._is_fwd_grad_enabled(), t.unpacked(x * x), t.unpacked(x), t.unpacked(t.dual(1))]
        y.mul_(2)
    return seen, t.unpacked(x * x), t.unpacked(y), fa._is_fwd_grad_enabled()


# -- making duals


@inside
def another_size(t: Any, fa: Any) -> Any:
    fa.make_dual(t.plain(1, 2), t.plain(1, 2, 3))


@inside
def a_number_for_a_vector(t: Any, fa: Any) -> Any:
    fa.make_dual(t.plain(1, 2), t.plain(1))


@inside
def a_second_tangent(t: Any, fa: Any) -> Any:
    fa.make_dual(t.dual(1), t.plain(1))


@inside
def two_duals_of_one_primal(t: Any, fa: Any) -> Any:
    x = t.plain(1, 2)
    a, b = fa.make_dual(x, t.plain(1, 1)), fa.make_dual(x, t.plain(2, 3))
    return t.unpacked(a * b), t.unpacked(x)


@inside
def its_own_tangent(t: Any, fa: Any) -> Any:
    x = t.plain(1, 2)
    return t.unpacked(fa.make_dual(x, x))


@inside
def a_plain_tensor_unpacked(t: Any, fa: Any) -> Any:
    x = t.plain(1)
    primal, tangent = fa.unpack_dual(x)
    return primal is x, t.told(primal), tangent


@inside
def places_on_the_tape(t: Any, fa: Any) -> Any:
    x = t.leaf(1, 2)
    d = fa.make_dual(x, t.plain(1, 1))
    primal, tangent = fa.unpack_dual(d)
    return t.told(d), t.told(primal), t.told(tangent), d._base is x, primal._base is x


@inside
def without_history(t: Any, fa: Any) -> Any:
    x = t.plain(1, 2)
    d = fa.make_dual(x, t.plain(1, 1))
    return t.told(d), t.told(fa.unpack_dual(d).primal), d._base is x


@inside
def the_tangent_is_taken_as_it_is(t: Any, fa: Any) -> Any:
    tangent = t.plain(3, 4)
    d = fa.make_dual(t.plain(1, 2), tangent)
    same = fa.unpack_dual(d).tangent is tangent
    tangent.mul_(2)
    return same, t.unpacked(d)


@inside
def the_tangent_is_laid_out_as_the_primal(t: Any, fa: Any) -> Any:
    a, b = t.plain(*range(6)).reshape(2, 3), t.plain(*range(6)).reshape(3, 2).t()
    seen = [fa.unpack_dual(fa.make_dual(x, v)).tangent for x, v in ((a, b), (b, a), (b, b.clone()), (b, b))]
    wide = fa.unpack_dual(fa.make_dual(t.plain(1, 2, 3), t.plain(1).expand(3))).tangent
    return [(s.stride(), s.tolist()) for s in seen], wide.stride()


@inside
def the_gradient_reaches_the_tangent(t: Any, fa: Any) -> Any:
    x, v = t.leaf(3), t.leaf(2)
    y = fa.make_dual(x, v) ** 3
    return [g.tolist() for g in t.grad(fa.unpack_dual(y).tangent, (x, v))]


@inside
def real_tangent_of_lower_precision(t: Any, fa: Any) -> Any:
    y = fa.make_dual(t.plain(2), t.tensor(1.0)) * 3
    tangent = fa.unpack_dual(y).tangent
    return tangent.tolist(), tangent.dtype == t.float64


@inside
def a_tangent_in_an_integer(t: Any, fa: Any) -> Any:
    x = t.dual(1, 2)
    return t.unpacked(x.long()), t.unpacked(x.long().double()), t.unpacked(x > 1)


@inside
def detached(t: Any, fa: Any) -> Any:
    x = t.dual(1, 2)
    return t.unpacked(x.detach()), t.unpacked(x.data), t.unpacked(x)


@inside
def under_no_grad(t: Any, fa: Any) -> Any:
    with t.no_grad():
        y = fa.make_dual(t.leaf(3), t.plain(1)) ** 2
    return t.told(y), t.unpacked(y)


@inside
def an_out_argument(t: Any, fa: Any) -> Any:
    t.mul(t.dual(1, 2), 2.0, out=t.plain(0, 0))


@inside
def a_dual_out_argument(t: Any, fa: Any) -> Any:
    t.mul(t.plain(1, 2), 2.0, out=t.dual(0, 0))


# -- memory


@inside
def a_write_to_the_primal(t: Any, fa: Any) -> Any:
    x = t.plain(1, 2)
    d = fa.make_dual(x, t.plain(3, 4))
    x.mul_(2)
    return t.unpacked(d), t.unpacked(x), d._version, t.unpacked(d * d)


@inside
def a_dual_write_to_the_primal(t: Any, fa: Any) -> Any:
    x = t.plain(1, 2)
    d = fa.make_dual(x, t.plain(3, 4))
    x.mul_(t.dual(5, 6))
    return t.unpacked(x), t.unpacked(d)


@inside
def a_write_to_the_dual(t: Any, fa: Any) -> Any:
    x = t.plain(1, 2)
    d = fa.make_dual(x, t.plain(3, 4))
    d.mul_(t.dual(5, 6)).exp_()
    return t.unpacked(d), t.unpacked(x), t.unpacked(d.sum())


@inside
def a_write_to_the_unpacked_primal(t: Any, fa: Any) -> Any:
    d = t.dual(1, 2)
    fa.unpack_dual(d).primal.mul_(3)
    return t.unpacked(d)


@inside
def a_write_to_a_view_of_a_dual(t: Any, fa: Any) -> Any:
    d = t.dual(1, 2, 3)
    v, w = d[1:], d[0]
    v.mul_(d[:2].clone())
    d.add_(v.sum())
    return [t.unpacked(s) for s in (d, v, w, d[1:][0])]


@inside
def a_dual_made_by_a_write(t: Any, fa: Any) -> Any:
    x = t.plain(1, 2, 3)
    v, w, u = x[:2], x[1:], x.view(3, 1)
    v.copy_(t.dual(5, 6))
    return [t.unpacked(s) for s in (x, v, w, u)]


@inside
def a_dual_of_a_view(t: Any, fa: Any) -> Any:
    x = t.plain(1, 2, 3)
    d = fa.make_dual(x[1:], t.plain(1, 1))
    v = d[0]
    d.mul_(2)
    return [t.unpacked(s) for s in (x, d, v)]


@inside
def histories_of_what_shares_memory(t: Any, fa: Any) -> Any:
    leaf = t.leaf(1, 2, 3)
    x = leaf * 1
    d = fa.make_dual(x[1:], t.plain(1, 1))
    v, primal = d[0], fa.unpack_dual(d).primal
    x.mul_(2)
    d.mul_(3)
    seen = [t.grad(s.sum(), leaf, retain_graph=True)[0].tolist() for s in (x, d, v, primal)]
    return seen, [t.unpacked(s) for s in (d, v, primal)]


@inside
def a_dual_of_a_leaf_is_not_written(t: Any, fa: Any) -> Any:
    fa.make_dual(t.leaf(1, 2), t.plain(1, 1)).mul_(2)


@inside
def constants_written_into_a_dual(t: Any, fa: Any) -> Any:
    seen = []
    for write in (
        lambda d: d.zero_(), lambda d: d.fill_(3.0), lambda d: d.copy_(t.plain(3, 4)), lambda d: d.fill_(t.dual(3)),
    ):  # fmt: skip
        d = t.dual(1, 2)
        v = d[1:]
        write(d)
        seen.append((t.unpacked(d), t.unpacked(v)))
    d[0] = 7.0
    return seen, t.unpacked(d)


@inside
def a_view_under_no_grad(t: Any, fa: Any) -> Any:
    d = t.dual(1, 2)
    with t.no_grad():
        v = d[0]
    v.mul_(3)
    return t.unpacked(d), t.unpacked(v)


@inside
def several_views_at_once(t: Any, fa: Any) -> Any:
    d = t.dual(1, 2)
    a, b = d.unbind()
    a.mul_(2)
    return t.unpacked(d), t.unpacked(a), t.unpacked(b)


@inside
def the_tangent_of_a_view_is_a_view(t: Any, fa: Any) -> Any:
    tangent = t.plain(1, 2)
    d = fa.make_dual(t.plain(5, 6), tangent)
    v = d[0]
    tangent.mul_(5)
    seen = t.unpacked(v)
    fa.unpack_dual(v).tangent.mul_(7)
    return seen, t.unpacked(v), t.unpacked(d), tangent.tolist(), fa.unpack_dual(v).tangent._base is tangent


@inside
def results_have_tangents_of_their_own(t: Any, fa: Any) -> Any:
    tangent = t.plain(1, 2)
    d = fa.make_dual(t.plain(5, 6), tangent)
    for y in (d.clone(), d + 1, d - 0, d * 1, t.cat([d])):
        fa.unpack_dual(y).tangent.mul_(7)
    return t.unpacked(d), tangent.tolist()


@inside
def strides_read_of_a_tangent_laid_out_otherwise(t: Any, fa: Any) -> Any:
    x = fa.make_dual(t.plain(*range(6)).reshape(2, 3), t.plain(*range(10, 16)).reshape(3, 2).t())
    y = x.t() * t.plain(*range(6)).reshape(3, 2)
    return t.unpacked(x.as_strided((3,), (1,), 1)), t.unpacked(y.t().contiguous().as_strided((4,), (1,), 2))


@inside
def transposed_in_place(t: Any, fa: Any) -> Any:
    d = t.dual(*range(6)).reshape(2, 3)
    v = d[0]
    d.t_()
    d.mul_(2)
    v.mul_(5)
    return t.unpacked(d), t.unpacked(v)


# -- both modes


@inside
def forward_over_reverse(t: Any, fa: Any) -> Any:
    x = t.leaf(3)
    d = fa.make_dual(x, t.plain(1))
    y = d * d * d
    return t.unpacked(t.grad(y, d, retain_graph=True)[0]), t.unpacked(t.grad(y, x, create_graph=True)[0])


@inside
def hooks_see_tangents(t: Any, fa: Any) -> Any:
    seen = []
    x = fa.make_dual(t.leaf(3), t.plain(1))
    y = x * x
    y.register_hook(lambda g: seen.append(t.unpacked(g)) or g * 2)
    y.grad_fn.register_prehook(lambda gs: seen.append(t.unpacked(gs[0])))
    y.grad_fn.register_hook(lambda gi, go: seen.append(t.unpacked(gi[0])))
    return t.unpacked(t.grad(y * y, x)[0]), seen


@inside
def packed_tensors_keep_their_tangents(t: Any, fa: Any) -> Any:
    with t.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: x):
        x = fa.make_dual(t.leaf(3), t.plain(1))
        y = x.exp() * x
    return t.unpacked(t.grad(y, x)[0])


@inside
def shown(t: Any, fa: Any) -> Any:
    x = fa.make_dual(t.tensor(1.0), t.tensor(2.0))
    v = fa.make_dual(t.tensor([1.0, 2.0]), t.tensor([3.0, 4.0]))
    return [repr(x), str(x * 2), repr(v), repr(fa.unpack_dual(v)), repr(t.ones(30) * x)]


@pytest.mark.parametrize("run", PROGRAMS, ids=lambda p: p.__name__)
def test_one_program(run: Callable[[Any], Any], control: Control) -> None:
    compare(run, control)


@pytest.mark.parametrize("run", PROGRAMS, ids=lambda p: p.__name__)
def test_a_program_leaves_no_level(run: Callable[[Any], Any]) -> None:
    try:
        run(Library(wengert))
    except (RuntimeError, ValueError, NotImplementedError):
        pass
    assert unpack_dual(number(1.0)).tangent is None
    with pytest.raises(RuntimeError, match="no level exists"):
        make_dual(number(1.0), number(1.0))


# -- where PyTorch is wrong, or refuses


def test_sparse_tensors_are_no_primals_and_no_tangents() -> None:
    s, x = wengert.ones(2).to_sparse(), wengert.ones(2)
    with dual_level():
        for primal, tangent in ((s, s), (x, s), (s, x)):
            with pytest.raises(NotImplementedError, match="Make its values dual"):
                make_dual(primal, tangent)


def test_a_write_of_a_dual_into_itself() -> None:
    """PyTorch multiplies by the written value, and returns 24."""
    with dual_level():
        x = make_dual(number(2.0), number(4.0))
        x.mul_(x)
        assert unpack_dual(x).tangent.item() == 16


def test_a_write_leaves_the_tangent_of_others_alone() -> None:
    """PyTorch writes to the tensor that was given as the tangent."""
    with dual_level():
        tangent = number(3.0)
        x = make_dual(number(1.0), tangent)
        x.mul_(2)
        assert (unpack_dual(x).tangent.item(), tangent.item(), tangent._version) == (6, 3, 0)


def test_grad_takes_the_tangent_along() -> None:
    """PyTorch drops it when it accumulates into ``.grad``."""
    x = number(3.0).requires_grad_()
    with dual_level():
        d = make_dual(x, number(1.0))
        (d * d * d).backward()
        assert unpack_dual(x.grad).tangent.item() == 18
    assert x.grad._wg_tangents is None


@pytest.mark.parametrize(("dtype", "tangent_dtype"), [("float32", "float64"), ("complex128", "float32")])
def test_a_tangent_has_the_dtype_of_its_primal(dtype: str, tangent_dtype: str) -> None:
    """PyTorch keeps the tangent's own dtype, so tangents of results may have another dtype than their primals."""
    with dual_level():
        v = wengert.ones(2, dtype=getattr(wengert, tangent_dtype)).requires_grad_()
        x = make_dual(wengert.ones(2, dtype=getattr(wengert, dtype)), v)
        tangent = unpack_dual(x * 2).tangent
        assert str(tangent.dtype) == f"wengert.{dtype}"
        (g,) = grad(tangent.abs().sum(), v)
        assert g.dtype == v.dtype and g.tolist() == [2, 2]


def test_refusals() -> None:
    x = number(1.0)
    with dual_level():
        with pytest.raises(RuntimeError, match="a tangent has the dtype of its primal.* expected Double, got Complex"):
            make_dual(x, wengert.tensor(1j))
        for a, b, message in (
            (1.0, x, "argument 'tensor' must be Tensor, not float"),
            (x, None, "argument 'tangent' must be Tensor, not NoneType"),
        ):
            with pytest.raises(TypeError, match=message):
                make_dual(a, b)
        for a, b, what in ((wengert.tensor(1), x, "primal"), (x, wengert.tensor(True), "tangent")):
            with pytest.raises(ValueError, match=f"Expected {what} to be floating point or complex, but got: wengert"):
                make_dual(a, b)
        with pytest.raises(RuntimeError, match="itself has a forward gradient at the same level 0 is not supported"):
            make_dual(x, make_dual(x, x))
        with pytest.raises(TypeError, match="must be Tensor, not float"):
            unpack_dual(1.0)  # type: ignore[arg-type]
        with pytest.raises(RuntimeError, match=r"Invalid level given to _unpack_dual: 3\. .* level 0 is active"):
            unpack_dual(x, level=3)
        with pytest.raises(NotImplementedError, match="forward AD with hstack_out"):
            wengert.hstack((make_dual(x, x), x), out=wengert.zeros(2, dtype=wengert.float64))
        with pytest.raises(RuntimeError, match="not the last one that was created.* Got level 1; the last one is 0"):
            forward_ad.exit_dual_level(level=1)


# -- nested levels


def test_levels_left_open_are_left_with_the_one_around_them() -> None:
    with dual_level() as outer:
        forward_ad.enter_dual_level()
        assert forward_ad.enter_dual_level() == outer + 2
    assert forward_ad.enter_dual_level() == 0
    forward_ad.exit_dual_level()


def derivatives(f: Callable[[Any], Any], at: float, order: int) -> list[float]:
    """The value of ``f`` and its derivatives, by nested levels, unpacked inside the innermost."""
    found: list[Any] = []

    def go(x: Any, left: int) -> Any:
        if not left:
            return [f(x)]
        with dual_level() as level:
            ys = go(make_dual(x, wengert.ones_like(x)), left - 1)
            pairs = [unpack_dual(y, level=level) for y in ys]
        found[:] = [pairs[0].primal, *[wengert.zeros_like(x) if p.tangent is None else p.tangent for p in pairs]]
        return list(found)

    return [y.item() for y in go(number(at), order)]


EXPECTED = [np.exp(0.5) * 0.5**3]  # x³ exp(x) at 0.5: the k-th derivative is exp(x) times a polynomial
for coefficients in ([0, 0, 3, 1], [0, 6, 6, 1], [6, 18, 9, 1], [24, 36, 12, 1]):
    EXPECTED.append(np.exp(0.5) * np.polynomial.polynomial.polyval(0.5, coefficients))


class Cubed(Function):
    """x³ exp(x), whose ``jvp`` uses both input and output."""

    @staticmethod
    def forward(x: Any) -> Any:
        return x**3 * x.exp()

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_forward(inputs[0], output)
        ctx.save_for_backward(inputs[0], output)

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        x, y = ctx.saved_tensors
        return t * (3 * x**2 * x.exp() + y)

    backward = jvp


class TimesInPlace(Function):
    @staticmethod
    def forward(ctx: Any, x: Any, y: Any) -> Any:
        ctx.save_for_forward(x.clone(), y)
        ctx.mark_dirty(x)
        return x.mul_(y)

    @staticmethod
    def jvp(ctx: Any, tx: Any, ty: Any) -> Any:
        x, y = ctx.saved_tensors
        return tx * y + x * ty


class Row(Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.view(1, -1)

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t.view(1, -1)


def plainly(x: Any) -> Any:
    return x**3 * x.exp()


def by_views_and_writes(x: Any) -> Any:
    buffer = wengert.zeros(3, dtype=wengert.float64)
    first, rest = buffer[:1], buffer[1:]
    rest[0] = x
    rest[1].copy_(x.exp())
    first.add_(rest[:1]).mul_(x).mul_(buffer[1].clone())
    buffer.mul_(buffer.flip(0).clone())
    return first[0]


def by_functions_in_place(x: Any) -> Any:
    y = x * x
    TimesInPlace.apply(y, x)
    row = Row.apply(wengert.stack([y, y]))
    part = row[0, 1:]
    part.mul_(x.exp())
    return part[0]


def through_a_dual_of_its_own(x: Any) -> Any:
    """x³ exp(x) as the derivative of s x³ exp(x), by an inner level."""
    with dual_level():
        s = make_dual(wengert.ones_like(x), x)
        return unpack_dual(s * x**2 * x.exp()).tangent


def through_reverse_mode(x: Any) -> Any:
    with wengert.enable_grad():
        s = number(1.0).requires_grad_()
        (g,) = grad(s**2 * plainly(x) / 2, s, create_graph=True)
    return g


@pytest.mark.parametrize(
    "f",
    [plainly, Cubed.apply, by_views_and_writes, by_functions_in_place, through_a_dual_of_its_own, through_reverse_mode],
)
def test_nested_levels_are_right_to_fourth_order(f: Callable[[Any], Any]) -> None:
    """PyTorch refuses nested levels; ``func.jvp`` is wrong through a Function from the second order on."""
    assert derivatives(f, 0.5, 4) == pytest.approx(EXPECTED, rel=1e-12)


@pytest.mark.parametrize("f", [plainly, Cubed.apply, by_views_and_writes])
def test_reverse_over_forward_over_reverse_over_forward(f: Callable[[Any], Any]) -> None:
    x = number(0.5).requires_grad_()
    with dual_level():
        z = make_dual(x, number(1.0))
        with dual_level():
            first = unpack_dual(f(make_dual(z, number(1.0)))).tangent
            (second,) = grad(first, z, create_graph=True)
        third = unpack_dual(second).tangent
        (fourth,) = grad(third, x)
    assert [y.item() for y in (first, second, third, fourth)] == pytest.approx(EXPECTED[1:], rel=1e-12)


def test_confusion_of_levels() -> None:
    """d/dx (x d/dy (x + y)) is 1, whichever level is unpacked first."""
    with dual_level() as outer:
        x = make_dual(number(3.0), number(1.0))
        with dual_level():
            y = make_dual(number(1.0), number(1.0))
            slope = unpack_dual(x + y).tangent
        assert unpack_dual(x * slope, level=outer).tangent.item() == 1


def test_an_outer_level_taken_apart_inside_an_inner_one() -> None:
    with dual_level() as outer:
        x = make_dual(number(2.0), number(1.0))
        with dual_level() as inner:
            y = make_dual(x, number(1.0)) ** 3
            primal, tangent = unpack_dual(y, level=outer)
            assert unpack_dual(tangent, level=inner).tangent.item() == 12
            along = unpack_dual(primal, level=inner).tangent
            assert (along.item(), unpack_dual(along, level=outer).tangent) == (12, None)


def test_a_tangent_of_an_outer_level_made_inside_an_inner_one() -> None:
    """(2 + e2)(1 + e1 (5 + 7 e2)): the mixed derivative can be read from both levels."""
    with dual_level() as outer, dual_level() as inner:
        tangent = make_dual(number(5.0), number(7.0), level=inner)
        x = make_dual(number(1.0), tangent, level=outer) * make_dual(number(2.0), number(1.0))
        slow, fast = unpack_dual(x, level=outer).tangent, unpack_dual(x, level=inner).tangent
        assert (slow.item(), unpack_dual(slow, level=inner).tangent.item()) == (10, 19)
        assert (fast.item(), unpack_dual(fast, level=outer).tangent.item()) == (1, 19)


def test_memory_between_levels() -> None:
    """A write through a dual of the inner level is also a write to the outer dual that it was made from."""
    with dual_level() as outer:
        x = make_dual(number(2.0), number(1.0))
        with dual_level():
            y = make_dual(x, number(3.0))
            y.mul_(y)
            assert unpack_dual(x).tangent is None and unpack_dual(x, level=outer).tangent.item() == 4
            assert unpack_dual(y).tangent.item() == 12
            assert unpack_dual(unpack_dual(y).tangent, level=outer).tangent.item() == 6
        x.mul_(2)
        assert unpack_dual(x, level=outer).tangent.item() == unpack_dual(y, level=outer).tangent.item() == 8


def test_how_several_levels_are_shown() -> None:
    x = wengert.tensor(2.0)
    with dual_level(), dual_level():
        y = make_dual(make_dual(x, x, level=0), x, level=1)
        assert repr(y * y) == "tensor(4., tangent[0]=8.0, tangent[1]=tensor(8., tangent=8.0))"
        assert repr(make_dual(x, x, level=0)) == "tensor(2., tangent=2.0)"


def test_inference_mode(control: Control) -> None:
    """Forward mode is off inside."""

    @inside
    def off(t: Any, fa: Any) -> Any:
        x = t.dual(2, 3)
        with t.inference_mode():
            seen = [fa._is_fwd_grad_enabled(), t.unpacked(x), t.unpacked(x * x), t.unpacked(t.dual(1)), repr(x)[:18]]
            x.mul_(2)
        return seen, t.unpacked(x)

    compare(PROGRAMS.pop(), control)


def test_a_dual_of_an_inference_tensor() -> None:
    """PyTorch accepts the tangent and drops it."""
    with wengert.inference_mode():
        x = number(2.0)
    with dual_level():
        assert unpack_dual(make_dual(x, number(1.0)) ** 2).tangent.item() == 4


# -- guards


@pytest.mark.parametrize("which", ["primal", "tangent"])
def test_what_the_tangent_saved_is_checked_against_writes(which: str) -> None:
    x = number(3.0).requires_grad_()
    other, tangent = number(2.0), number(1.0)
    with dual_level():
        y = make_dual(x, tangent) ** 2 * other
        moved = unpack_dual(y).tangent
        (other if which == "primal" else tangent).mul_(5)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            grad(moved, x)


def test_a_level_that_ends_lets_go_of_its_tangents(no_gc: None) -> None:
    x = wengert.ones(3)
    with dual_level() as outer:
        d = make_dual(x, wengert.ones(3))
        with dual_level():
            y, tangent = make_dual(d, wengert.ones(3)) * d, wengert.ones(3)
            v = make_dual(x, tangent)[1:]
            memory = [weakref.ref(t) for t in (tangent, unpack_dual(y).tangent, unpack_dual(v).tangent)]
            del tangent
        assert [m() for m in memory] == [None] * 3
        assert unpack_dual(y, level=outer).tangent.tolist() == [2, 2, 2]
    assert y._wg_tangents is None and d._wg_tangents is None
    gc.collect()


def test_many_duals_in_one_level_leave_nothing() -> None:
    with dual_level():
        x = make_dual(number(1.0), number(1.0))
        for _ in range(1000):
            x = x * 1.0
        carriers = next(iter(wengert._core.tape.state.duals.values()))
        assert len(carriers.refs) < 300


def test_threads_take_part_in_the_levels_of_who_hands_them_duals() -> None:
    found: list[Any] = []
    x = number(3.0).requires_grad_()

    def work(d: Any) -> None:
        y = d * d
        found.append(unpack_dual(y).tangent.item())
        found.append(unpack_dual(grad(y, d)[0]).tangent.item())
        with dual_level():
            found.append(unpack_dual(unpack_dual(make_dual(d, number(1.0)) ** 3).tangent).tangent)

    with dual_level():
        thread = threading.Thread(target=work, args=(make_dual(x, number(1.0)),))
        thread.start()
        thread.join()
    assert found == [6, 2, None]


def test_an_exception_inside_an_operation_leaves_the_tangents() -> None:
    with dual_level():
        x = make_dual(wengert.ones(2), wengert.ones(2))
        with pytest.raises(RuntimeError):
            x.add_(wengert.ones(3))
        assert unpack_dual(x).tangent.tolist() == [1, 1] and x._version == 0
