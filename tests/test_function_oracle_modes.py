"""The same programs on PyTorch: custom Functions in forward mode and under vmap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.both import Control, compare

PROGRAMS: list[Callable[[Any], Any]] = []


def program(fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    PROGRAMS.append(fn)
    return fn


# -- forward mode


@program
def no_jvp(t: Any) -> Any:
    with t.forward_ad.dual_level():
        t.fn(lambda ctx, x: x * 2).apply(t.dual(1))


@program
def tangents_of_every_kind_of_output(t: Any) -> Any:
    def forward(ctx: Any, x: Any, y: Any, n: Any) -> Any:
        z = x * 3
        ctx.mark_non_differentiable(z)
        return x * 2, "a", x.argmax(), z

    seen: list[Any] = []
    f = t.fn(forward, jvp=lambda ctx, *dx: (seen.append(t.told(dx)), (dx[0] * 2, None, None, None))[1])
    with t.forward_ad.dual_level():
        out = f.apply(t.dual(1, 2), t.leaf(3), 4)
        return [t.unpacked(o) if isinstance(o, t.Tensor) else o for o in out], seen


def jvp_returning(name: str, *returned: Any) -> None:
    def run(t: Any) -> Any:
        f = t.fn(lambda ctx, x: (x * 2, x.argmax()), jvp=lambda ctx, dx: tuple(r(t, dx) for r in returned))
        with t.forward_ad.dual_level():
            return [t.unpacked(o) for o in f.apply(t.dual(1, 2))]

    run.__name__ = name
    program(run)


jvp_returning("too_few_tangents", lambda t, dx: dx)
jvp_returning("too_many_tangents", *[lambda t, dx: dx] * 3)
jvp_returning("a_number_as_tangent", lambda t, dx: 3, lambda t, dx: None)
jvp_returning("a_tangent_of_another_shape", lambda t, dx: dx[:1], lambda t, dx: None)
jvp_returning("a_tangent_of_another_dtype", lambda t, dx: t.ones(2), lambda t, dx: None)


@program
def a_tangent_of_integers(t: Any) -> Any:
    f = t.fn(lambda ctx, x: (x * 2, x.argmax()), jvp=lambda ctx, dx: (dx, dx[0]))
    try:
        with t.forward_ad.dual_level():
            f.apply(t.dual(1, 2))
    except RuntimeError as e:
        return str(e)[:50]


@program
def what_jvp_sees(t: Any) -> Any:
    seen: list[Any] = []

    def forward(ctx: Any, x: Any, y: Any) -> Any:
        ctx.z = x.exp()
        z = x * 2
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(x)
        ctx.save_for_forward(z, None)
        return z

    def jvp(ctx: Any, dx: Any, dy: Any) -> Any:
        seen.extend([dy, t.is_grad_enabled(), ctx.saved_tensors[0].tolist(), ctx.saved_tensors[1]])
        return dx * ctx.z

    with t.forward_ad.dual_level():
        return t.unpacked(t.fn(forward, jvp=jvp).apply(t.dual(0), t.leaf(1))), seen


@program
def a_dual_written_in_place(t: Any) -> Any:
    f = t.fn(lambda ctx, x: (x.mul_(2), ctx.mark_dirty(x), x)[-1], jvp=lambda ctx, dx: dx.mul_(2))
    with t.forward_ad.dual_level():
        x, y = t.dual(1, 2), t.dual(3, 4)
        f.apply(x)
        v = y[1:]
        f.apply(v)
        return [t.unpacked(z) for z in (x, y, v)]


@program
def a_constant_written_in_place(t: Any) -> Any:
    f = t.fn(lambda ctx, b, x: (b.mul_(x), ctx.mark_dirty(b), b)[-1], jvp=lambda ctx, db, dx: dx * 3)
    with t.forward_ad.dual_level():
        b = t.plain(3, 4)
        return f.apply(b, t.dual(1, 2)) is b, t.unpacked(b)


@program
def a_dual_view(t: Any) -> Any:
    f = t.fn(lambda ctx, x: x.view(2, 1), jvp=lambda ctx, dx: dx.view(2, 1))
    with t.forward_ad.dual_level():
        seen = []
        for write in (lambda x, y: None, lambda x, y: x.mul_(3), lambda x, y: y.mul_(3)):
            x = t.dual(1, 2)
            y = f.apply(x)
            write(x, y)
            seen.append([t.unpacked(x), t.unpacked(y)])
        return seen


# -- vmap


def mapped(t: Any, rule: Any, **more: Any) -> Any:
    return t.fn(lambda x, *a: x * 2, lambda ctx, g, *r: g * 2, setup_context=lambda *a: None, vmap=rule, **more)


@program
def what_a_vmap_rule_sees(t: Any) -> Any:
    seen: list[Any] = []

    def rule(info: Any, in_dims: Any, x: Any, *rest: Any) -> Any:
        seen.append((tuple(info), info._fields, in_dims, tuple(x.shape), len(rest)))
        return x * 2, in_dims[0]

    f, x = mapped(t, rule), t.ones(2, 3, 4)
    t.vmap(f.apply)(x)
    t.vmap(f.apply, in_dims=1)(x)
    t.vmap(f.apply, in_dims=-1)(x)
    t.vmap(lambda x: f.apply(x * 2), in_dims=1)(x)
    t.vmap(lambda x: f.apply(x, t.ones(3), 4, None, "s"))(x)
    t.vmap(t.vmap(f.apply))(x)
    t.vmap(t.vmap(f.apply, in_dims=1))(x)
    t.vmap(t.vmap(f.apply, in_dims=1), in_dims=2)(x)
    t.vmap(lambda x: x + f.apply(t.ones(4)))(x)
    return seen


def rule_returning(name: str, rule: Any, **more: Any) -> None:
    def run(t: Any) -> Any:
        out = t.vmap(mapped(t, rule, **more).apply)(t.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
        return [o.tolist() for o in (out if isinstance(out, tuple) else (out,))]

    run.__name__ = name
    program(run)


rule_returning("a_batch_elsewhere", lambda i, d, x: ((x * 2).movedim(0, 1), 1))
rule_returning("a_batch_counted_from_the_end", lambda i, d, x: ((x * 2).movedim(0, 1), -1))
rule_returning("no_batch", lambda i, d, x: (x[0] * 2, None))
rule_returning("several_results", lambda i, d, x: ((x * 2, x.sum()), (0, None)))
rule_returning("one_dim_for_several_results", lambda i, d, x: ((x * 2, x * 3), 0))
rule_returning("the_input_itself", lambda i, d, x: (x, 0))
rule_returning("dims_of_another_type", lambda i, d, x: ((x * 2, x * 3), [0, 0]))
rule_returning("dims_of_another_length", lambda i, d, x: ((x * 2, x * 3), (0, 0, 0)))
rule_returning("dims_for_one_result", lambda i, d, x: (x * 2, (0, 0)))
rule_returning("a_dim_out_of_range", lambda i, d, x: (x * 2, 5))
rule_returning("no_dims", lambda i, d, x: x * 2)
rule_returning("three_results", lambda i, d, x: (x * 2, 0, 0))
rule_returning("two_rules", lambda i, d, x: (x * 2, 0), generate_vmap_rule=True)


@program
def no_rule(t: Any) -> Any:
    t.vmap(t.fn(lambda x: x * 2, setup_context=lambda *a: None).apply)(t.ones(2))


@program
def keywords_under_vmap(t: Any) -> Any:
    seen: list[Any] = []
    rule = lambda info, in_dims, x, s: (seen.append((in_dims, s)), (x * s, 0))[1]
    f = t.fn(lambda x, s=2: x * s, setup_context=lambda *a: None, vmap=rule)
    x = t.ones(2, 3)
    return t.vmap(lambda x: f.apply(x, s=3))(x).tolist(), t.vmap(f.apply)(x).tolist(), seen


@program
def a_mapped_input_written_in_place(t: Any) -> Any:
    rule = lambda info, in_dims, x: (f.apply(x), in_dims[0])
    f = t.fn(lambda x: x.mul_(2), setup_context=lambda ctx, i, o: ctx.mark_dirty(*i), vmap=rule)
    x = t.ones(2, 3)
    return t.vmap(f.apply)(x).tolist(), x.tolist()


@program
def the_rule_of_the_base(t: Any) -> Any:
    t.autograd.Function.vmap(None, None)


@pytest.mark.parametrize("run", PROGRAMS, ids=lambda p: p.__name__)
def test_one_program(run: Callable[[Any], Any], control: Control) -> None:
    compare(run, control)
