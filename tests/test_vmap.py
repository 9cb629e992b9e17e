"""``vmap`` equals the loop: over every structure, axis, chunk and depth, with writes, draws and other transforms."""

from __future__ import annotations

import doctest
import functools
import itertools
from collections import OrderedDict, namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, outcome
from wengert.func import chunk_vmap, grad, jvp, vmap
from wengert.pytree import tree_flatten, tree_leaves, tree_map, tree_unflatten

Fn = Callable[..., Any]
Point = namedtuple("Point", "a b")
R = np.random.default_rng(5)


def t(*shape: int) -> Any:
    return wengert.from_numpy(R.normal(size=shape))


def same(a: Any, b: Any) -> None:
    xs, one = tree_flatten(a)
    ys, two = tree_flatten(b)
    assert one == two
    for x, y in zip(xs, ys, strict=True):
        assert x.shape == y.shape and x.dtype == y.dtype
        np.testing.assert_allclose(x.detach().numpy(), y.detach().numpy(), rtol=1e-12, atol=1e-14)


def loop(f: Fn, dims: Any, out_dims: Any, *args: Any) -> Any:
    """What vmap must equal: ``dims`` and ``out_dims`` have an entry per leaf."""
    leaves, spec = tree_flatten(args)
    size = next(x.shape[d] for x, d in zip(leaves, dims, strict=True) if d is not None)
    outs = []
    for i in range(size):
        one = [x if d is None else x.select(d, i) for x, d in zip(leaves, dims, strict=True)]
        outs.append(f(*tree_unflatten(one, spec)))
    flat, specs = zip(*map(tree_flatten, outs), strict=True)
    stacked = [
        parts[0] if d is None else wengert.stack(list(parts), d)
        for parts, d in zip(zip(*flat, strict=True), out_dims, strict=True)
    ]
    return tree_unflatten(stacked, specs[0])


# name: (function, arguments, in_dims, the axis of each leaf, out_dims, the axis of each leaf of the output)
STRUCTURES: dict[str, tuple[Fn, tuple[Any, ...], Any, list[Any], Any, list[Any]]] = {
    "a tensor": (lambda x: x.sin(), (t(3, 2),), 0, [0], 0, [0]),
    "last axis": (lambda x: x.sin(), (t(3, 2),), -1, [1], -1, [1]),
    "middle axis": (lambda x: x.sum(0) * x, (t(2, 3, 4),), 1, [1], 2, [2]),
    "counted from the back": (lambda x: x.sum(0) * x, (t(2, 3, 4),), -2, [1], -3, [0]),
    "two": (lambda x, y: x @ y, (t(3, 2, 4), t(4, 3)), (0, 1), [0, 1], 0, [0]),
    "one of two": (lambda x, y: x @ y, (t(3, 2, 4), t(4)), (0, None), [0, None], -1, [1]),
    "a dict": (lambda d: d["a"] * d["b"], ({"a": t(3, 2), "b": t(3)},), 0, [0, 0], 0, [0]),
    "a dict of dims": (
        lambda d: d["a"] * d["b"],
        ({"a": t(2, 3), "b": t(2)},),
        ({"a": 1, "b": None},),
        [1, None],
        0,
        [0],
    ),
    "a list in a tuple": (
        lambda p: {"s": p[0] + p[1][0], "t": (p[1][1],)},
        ((t(2), [t(2, 3), t(3)]),),
        ((None, [1, 0]),),
        [None, 1, 0],
        {"s": 1, "t": (0,)},
        [1, 0],
    ),
    "a prefix of dims": (lambda p, q: p[0] * p[1] - q, ((t(3, 2), t(3)), t(2)), (0, None), [0, 0, None], 0, [0]),
    "named tuples": (lambda p: Point(p.b, p.a * 2), (Point(t(3), t(3, 2)),), 0, [0, 0], Point(1, 0), [1, 0]),
    "an ordered dict": (lambda d: OrderedDict(z=d["z"]), (OrderedDict(z=t(3)),), 0, [0], 0, [0]),
    "not mapped": (lambda x, y: (x * y, y * 2), (t(3), t(2)), (0, None), [0, None], (0, None), [0, None]),
    "a constant": (lambda x: (x, wengert.ones(2)), (t(3),), 0, [0], 0, [0, 0]),
    "no elements": (lambda x: x * 2, (t(3, 0),), 0, [0], 0, [0]),
}


@pytest.mark.parametrize("chunk_size", [None, 1, 2, 3, 7])
@pytest.mark.parametrize("name", STRUCTURES)
def test_vmap_is_the_loop(name: str, chunk_size: int | None) -> None:
    f, args, in_dims, dims, out_dims, places = STRUCTURES[name]
    expected = loop(f, dims, places, *args)
    same(vmap(f, in_dims, out_dims, chunk_size=chunk_size)(*args), expected)
    same(chunk_vmap(f, in_dims, out_dims, chunks=chunk_size or 2)(*args), expected)


def test_chunks_are_as_many_as_asked() -> None:
    sizes: list[int] = []

    def f(x: Any) -> Any:
        sizes.append(x._wg_data.batch)
        return x

    vmap(f, chunk_size=3)(wengert.ones(8))
    chunk_vmap(f, chunks=3)(wengert.ones(8))
    assert sizes == [3, 3, 2, 3, 3, 2]
    with pytest.raises(ValueError, match="chunks should be greater than 0"):
        chunk_vmap(f, chunks=0)


def test_an_empty_batch() -> None:
    for chunk_size in (None, 2):
        found = vmap(lambda x: (x * 2, x.sum()), chunk_size=chunk_size)(wengert.ones(0, 3))
        assert [tuple(x.shape) for x in found] == [(0, 3), (0,)]


@pytest.mark.parametrize("dims", list(itertools.product((0, 1, None), repeat=3)))
def test_three_deep(dims: tuple[Any, ...]) -> None:
    """Each of three vmaps maps one argument or both; the loop is over plain slices."""
    x, y = t(2, 2, 2, 2), t(2, 2, 2, 2)
    f: Fn = lambda a, b: a * b.sum() + b  # noqa: E731
    mapped, looped = f, f
    for d in dims:
        mapped = vmap(mapped, (0, d))
        looped = functools.partial(loop, looped, [0, d], [0])
    rank = 1 + sum(d is not None for d in dims)
    y = y[(0,) * (4 - rank)]
    same(mapped(x, y), looped(x, y))


def test_keyword_arguments_are_passed_on() -> None:
    scale = t(2)
    same(vmap(lambda x, *, by: x * by)(scale, by=scale), scale[:, None] * scale)


def test_values_of_an_outer_vmap() -> None:
    x = t(3, 2)
    captured = vmap(lambda a: vmap(lambda b: a * b)(x[0]))(x[:, 0])
    same(captured, x[:, :1] * x[0])
    # torch refuses the outer value here, though the inner vmap has nothing to do with it
    same(vmap(lambda a: vmap(lambda b: a, out_dims=None)(x[0]))(x[:, 0]), x[:, 0])


def test_the_function_keeps_its_name() -> None:
    def mine(x: Any) -> Any:
        """Documented."""

    assert vmap(mine).__name__ == "mine" and vmap(mine).__doc__ == "Documented."


# -- derivatives inside and outside


def test_gradients_of_each_example() -> None:
    w, xs = t(3).requires_grad_(), t(4, 3)
    f: Fn = lambda w, x: (w * x).sin().sum()  # noqa: E731
    each = vmap(grad(f), (None, 0))(w.detach(), xs)
    same(each, loop(grad(f), [None, 0], [0], w.detach(), xs))
    (total,) = wengert.autograd.grad(vmap(f, (None, 0))(w, xs).sum(), w)
    same(total, each.sum(0))


def test_autograd_grad_and_hooks_inside() -> None:
    x = t(3, 2)
    seen = []

    def f(x: Any) -> Any:
        y = x.clone().requires_grad_()
        y.register_hook(lambda g: seen.append(tuple(g.shape)) or g * 10)
        (g,) = wengert.autograd.grad((y**3).sum(), y, create_graph=True)
        (h,) = wengert.autograd.grad(g.sum(), y)
        return g, h

    found = vmap(f)(x)
    assert seen and set(seen) == {(2,)}  # a hook sees one example
    same(found, loop(f, [0], [0, 0], x))
    same(found[0], 30 * x**2)


def test_backward_inside_adds_the_sum() -> None:
    w = t(2).requires_grad_()
    x = t(3, 2)
    vmap(lambda x: [(w * x.sin()).sum().backward(), x][1])(x)
    same(w.grad, x.sin().sum(0))
    before = w.grad.clone()
    vmap(vmap(lambda x: [(w * x).sum().backward(), x][1], (0,)))(x[None, :, :, None] * wengert.ones(2))
    same(w.grad, before + x.sum())


def test_vmap_of_vjp_function_with_one_graph() -> None:
    x = t(2)
    _, pull = wengert.func.vjp(lambda x: x.sin() * x.sum(), x)
    us = t(4, 2)
    same(vmap(pull)(us), tuple(wengert.stack(list(g)) for g in zip(*[pull(u) for u in us], strict=True)))


# -- writes


def test_buffers_born_inside_are_promoted() -> None:
    x = t(3, 4)

    def f(x: Any) -> Any:
        buffer = wengert.zeros(2, 4, dtype=wengert.float64)
        row = buffer[1]
        buffer[0] = x
        row += x * 2
        buffer[:, 0].mul_(x[1])
        return buffer, row.clone()

    same(vmap(f)(x), loop(f, [0], [0, 0], x))
    same(vmap(grad(lambda x: f(x)[0].sum()))(x), loop(grad(lambda x: f(x)[0].sum()), [0], [0], x))


def test_mapped_arguments_are_written_through() -> None:
    x = t(3, 2)
    expected = x * 2
    vmap(lambda x: x.mul_(2))(x)
    same(x, expected)


def test_buffers_born_outside_are_refused() -> None:
    outer = wengert.zeros(2)
    for write in (lambda x: outer.add_(x), lambda x: outer[:1].copy_(x[:1]), lambda x: outer.__setitem__(0, x[0])):
        with pytest.raises(RuntimeError, match=r"at .*test_vmap\.py:\d+ in <lambda>: .*made outside the vmap"):
            vmap(write)(wengert.ones(3, 2))
    assert outer.tolist() == [0.0, 0.0]
    assert vmap(lambda x: outer.add_(1.0) + x)(wengert.ones(3, 2)).tolist() == [[2.0, 2.0]] * 3  # the same for all


# -- what asks for values

ASKS: dict[str, tuple[Fn, str]] = {
    "if": (lambda x: x if x.sum() > 0 else -x, r"data-dependent control flow.*test_vmap\.py:\d+.*where\("),
    "and": (lambda x: x.sum() > 0 and x, r"data-dependent control flow.*test_vmap\.py:\d+.*where\("),
    "in": (lambda x: 3.0 in x, r"data-dependent control flow.*test_vmap\.py:\d+"),
    "item": (lambda x: x.sum().item(), r"calling \.item\(\) on a Tensor.*test_vmap\.py:\d+"),
    "float": (lambda x: float(x.sum()), r"calling \.item\(\) on a Tensor.*test_vmap\.py:\d+"),
    "int": (lambda x: int(x.sum()), r"calling \.item\(\) on a Tensor.*test_vmap\.py:\d+"),
    "index": (lambda x: [1, 2, 3][x[0].long()], r"calling \.item\(\) on a Tensor.*test_vmap\.py:\d+"),
    "tolist": (lambda x: x.tolist(), r"tolist\(\).*test_vmap\.py:\d+.*where\("),
    "numpy": (lambda x: x.numpy(), r"numpy\(\).*test_vmap\.py:\d+.*where\("),
    "nonzero": (lambda x: x.nonzero(), r"can output dynamic shape.*nonzero.*test_vmap\.py:\d+.*where\("),
    "where": (lambda x: wengert.where(x > 0), r"can output dynamic shape.*test_vmap\.py:\d+"),
    "mask": (lambda x: x[x > 0], r"can output dynamic shape.*boolean mask.*test_vmap\.py:\d+.*where\("),
    "masked_select": (lambda x: x.masked_select(x > 0), r"can output dynamic shape.*test_vmap\.py:\d+"),
    "repeat_interleave": (lambda x: wengert.repeat_interleave(x, (x > 0).long()), "repeat_interleave"),
}


@pytest.mark.parametrize("name", ASKS)
def test_values_are_not_to_be_had(name: str) -> None:
    f, words = ASKS[name]
    with pytest.raises(RuntimeError, match=f"(?s)vmap: .*{words}"):
        vmap(f)(wengert.tensor([[1.0, -2.0], [3.0, 4.0]]))


def test_writing_by_mask_keeps_the_shape() -> None:
    def f(x: Any) -> Any:
        x = x.clone()
        x[x > 0] = 0.0
        return x

    x = t(3, 4)
    same(vmap(f)(x), wengert.where(x > 0, 0.0, x))


# -- randomness

DRAWS: dict[str, Callable[[Any, Any], Any]] = {
    "rand": lambda T, x: T.rand(2, 3),
    "randn": lambda T, x: T.randn(20),
    "rand_like": lambda T, x: T.rand_like(x),
    "randint": lambda T, x: T.randint(0, 9, (3,)),
    "randperm": lambda T, x: T.randperm(5),
    "bernoulli": lambda T, x: T.bernoulli(T.full((4,), 0.5)),
    "dropout": lambda T, x: T.nn.functional.dropout(x),
    "dropout of a constant": lambda T, x: T.nn.functional.dropout(T.ones(4)),
    "normal": lambda T, x: T.normal(T.ones(3), 2.0),
    "in place": lambda T, x: x.clone().normal_(),
    "uniform in place": lambda T, x: x.clone().uniform_(-1, 1),
    "multinomial": lambda T, x: T.multinomial(T.ones(4), 2),
    "generator": lambda T, x: T.rand(3, generator=T.Generator().manual_seed(1)),
}
BATCHED_DRAWS: dict[str, Callable[[Any, Any], Any]] = {
    "bernoulli of x": lambda T, x: T.bernoulli(x.abs().clamp(max=1)),
    "multinomial of x": lambda T, x: T.multinomial(x.abs() + 1, 2),
    "normal of x": lambda T, x: T.normal(x, 1.0),
    "normal of std": lambda T, x: T.normal(0.0, x.abs()),
}
VALUES = np.float32([[0.5, -1.5, 2.0], [3.0, 0.25, -1.0]])


def drawn(T: Any, draw: Any, mode: str, chunk_size: Any = None) -> Any:
    T.manual_seed(0)
    mapped = (vmap if T is wengert else T.vmap)(lambda x: draw(T, x), randomness=mode, chunk_size=chunk_size)
    return mapped(T.from_numpy(VALUES.copy())).numpy()


@pytest.mark.parametrize("name", {**DRAWS, **BATCHED_DRAWS})
def test_randomness_error(name: str) -> None:
    with pytest.raises(RuntimeError, match="called random operation while in randomness error mode"):
        drawn(wengert, {**DRAWS, **BATCHED_DRAWS}[name], "error")


@pytest.mark.parametrize("name", BATCHED_DRAWS)
def test_same_randomness_needs_one_distribution(name: str) -> None:
    with pytest.raises(RuntimeError, match="does not currently support same randomness with a batched tensor input"):
        drawn(wengert, BATCHED_DRAWS[name], "same")


def test_randomness_same_and_different() -> None:
    a = drawn(wengert, DRAWS["randn"], "same")
    wengert.manual_seed(0)
    np.testing.assert_array_equal(a, np.stack([wengert.randn(20).numpy()] * 2))
    b = drawn(wengert, DRAWS["randn"], "different")
    wengert.manual_seed(0)
    np.testing.assert_array_equal(b, wengert.randn(2, 20).numpy())
    same_chunks = drawn(wengert, DRAWS["randn"], "same", 1)
    np.testing.assert_array_equal(same_chunks, a)  # every chunk starts where the first did
    assert len(np.unique(drawn(wengert, DRAWS["randn"], "different", 1))) == 40


@pytest.mark.parametrize("outer", ["same", "different"])
@pytest.mark.parametrize("inner", ["same", "different"])
def test_nested_randomness(outer: str, inner: str) -> None:
    wengert.manual_seed(0)
    x = wengert.ones(2, 3)
    f = vmap(vmap(lambda x: wengert.rand(4), randomness=inner), randomness=outer)
    found = f(x).numpy()
    assert (len(np.unique(found[:, 0, 0])) == 2) == (outer == "different")
    assert (len(np.unique(found[0, :, 0])) == 3) == (inner == "different")
    with pytest.raises(RuntimeError, match="randomness error mode"):
        vmap(vmap(lambda x: wengert.rand(4)), randomness=outer)(x)


def test_a_buffer_gets_numbers_for_each_example() -> None:
    """torch refuses to fill what is not batched; a buffer born inside has room made for it here."""
    found = vmap(lambda x: wengert.zeros(4).normal_() + x, randomness="different")(wengert.zeros(3))
    assert len(np.unique(found.numpy())) == 12
    outer = wengert.zeros(4)
    with pytest.raises(RuntimeError, match="made outside the vmap"):
        vmap(lambda x: outer.normal_() + x, randomness="different")(wengert.zeros(3))
    assert outer.tolist() == [0.0] * 4


def test_gradients_through_different_masks() -> None:
    x = wengert.ones(5, 8, dtype=wengert.float64)
    f: Fn = lambda x: wengert.nn.functional.dropout(x * 3).sum()  # noqa: E731
    wengert.manual_seed(1)
    mask = vmap(lambda x: wengert.nn.functional.dropout(x * 3), randomness="different")(x)
    wengert.manual_seed(1)
    same(vmap(grad(f), randomness="different")(x), mask)
    assert 0 < (mask == 0).sum() < 40


def test_randomness_does_not_leak() -> None:
    def bad(x: Any) -> Any:
        wengert.rand(2)
        raise KeyError

    with pytest.raises(KeyError):
        vmap(bad, randomness="same")(wengert.ones(2))
    with pytest.raises(RuntimeError, match="randomness error mode"):
        vmap(lambda x: wengert.rand(2))(wengert.ones(2))
    assert wengert.rand(2).shape == (2,)


# -- refused


def f(x: Any) -> Any:
    return x


def pair(x: Any) -> Any:
    return x, x


ERRORS: dict[str, Callable[[Any, Any], Any]] = {
    # vmap, x of shape (2, 3)
    "no inputs": lambda vmap, x: vmap(f)(),
    "a number": lambda vmap, x: vmap(f)(3.0),
    "None": lambda vmap, x: vmap(f, None)(x),
    "list": lambda vmap, x: vmap(f, [0])(x),
    "too many": lambda vmap, x: vmap(f, (0, 0))(x),
    "a word": lambda vmap, x: vmap(f, ("a",))(x),
    "all None": lambda vmap, x: vmap(f, (None,))(x),
    "too large": lambda vmap, x: vmap(f, 2)(x),
    "too small": lambda vmap, x: vmap(f, -3)(x),
    "a scalar": lambda vmap, x: vmap(f)(x[0, 0]),
    "sizes": lambda vmap, x: vmap(lambda x, y: x)(x, x[0]),
    "keys": lambda vmap, x: vmap(f, ({"a": 0},))({"a": x, "b": x}),
    "out too large": lambda vmap, x: vmap(f, 0, 2)(x),
    "out too small": lambda vmap, x: vmap(f, 0, -3)(x),
    "out a word": lambda vmap, x: vmap(f, 0, "a")(x),
    "out too many": lambda vmap, x: vmap(f, 0, (0, 0))(x),
    "out too few": lambda vmap, x: vmap(pair, 0, (0,))(x),
    "out list for tuple": lambda vmap, x: vmap(pair, 0, [0, 0])(x),
    "out None": lambda vmap, x: vmap(f, 0, None)(x),
    "number out": lambda vmap, x: vmap(lambda x: 3)(x),
    "nothing out": lambda vmap, x: vmap(lambda x: None)(x),
    "partial": lambda vmap, x: vmap(functools.partial(f), 5)(x),
    "chunk": lambda vmap, x: vmap(f, chunk_size=0)(x),
    "randomness": lambda vmap, x: vmap(f, randomness="often")(x),
}


@pytest.mark.parametrize("name", ERRORS)
def test_refusals_name_the_function(name: str) -> None:
    with pytest.raises((ValueError, IndexError, RuntimeError)) as e:
        ERRORS[name](vmap, wengert.ones(2, 3))
    assert name in ("chunk", "randomness", "all None", "sizes", "out too large", "out too small") or "vmap(" in str(e)


@pytest.mark.parametrize("name", ERRORS)
def test_refused_as_torch(name: str, control: Control) -> None:
    def run(lib: Library) -> Any:
        ERRORS[name](lib.vmap, lib.ones(2, 3))

    (kind, words, _), (expected, said, _) = outcome(run, Library(wengert)), control(run)
    assert kind == expected is not None
    assert words.startswith(said.replace("torch.", "wengert."))


@pytest.mark.oracle
@pytest.mark.parametrize("chunk_size", [None, 1])
@pytest.mark.parametrize("mode", ["same", "different"])
@pytest.mark.parametrize("name", {**DRAWS, **BATCHED_DRAWS})
def test_draws_as_torch(name: str, mode: str, chunk_size: int | None) -> None:
    torch = pytest.importorskip("torch")
    if mode == "same" and name in BATCHED_DRAWS:
        with pytest.raises(RuntimeError, match="same randomness with a batched tensor input"):
            drawn(torch, BATCHED_DRAWS[name], mode, chunk_size)
        return
    draw = {**DRAWS, **BATCHED_DRAWS}[name]
    expected = drawn(torch, draw, mode, chunk_size)
    np.testing.assert_allclose(drawn(wengert, draw, mode, chunk_size), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.oracle
@pytest.mark.parametrize("name", STRUCTURES)
def test_structures_as_torch(name: str) -> None:
    torch = pytest.importorskip("torch")
    f, args, in_dims, _, out_dims, _ = STRUCTURES[name]
    if name == "a constant":
        f = lambda x: (x, torch.ones(2))  # noqa: E731
    expected = torch.vmap(f, in_dims, out_dims)(*tree_map(lambda x: torch.from_numpy(x.numpy()), args))
    found = vmap(STRUCTURES[name][0], in_dims, out_dims)(*args)
    for a, b in zip(tree_leaves(found), torch.utils._pytree.tree_leaves(expected), strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-12)


def test_forward_mode_and_examples() -> None:
    x = t(3, 2)
    same(vmap(lambda x: jvp(lambda x: x.sin(), (x,), (x,))[1])(x), x.cos() * x)
    assert doctest.testmod(__import__("wengert._core.api.transforms.vmap", fromlist=["vmap"])).failed == 0


def test_batches_do_not_outlive_their_vmap() -> None:
    kept: list[Any] = []
    outer: list[Any] = []

    def f(x: Any) -> Any:
        kept.append(x * 2)
        wengert.vmap(lambda y: (outer.append(x + y), y)[1])(wengert.ones(2))
        return x

    w = wengert.ones(3, requires_grad=True)
    wengert.vmap(f)(w)
    escaped = kept[0]
    calls: list[Callable[[], Any]] = [
        lambda: escaped + 1, lambda: escaped.sum(), lambda: escaped.exp(), lambda: 2 * escaped,
        lambda: escaped.clone().mul_(2), lambda: wengert.stack([escaped, escaped]), lambda: outer[0] * 1,
        lambda: wengert.vmap(lambda y: y + escaped)(wengert.ones(3)), lambda: escaped @ wengert.ones(()).reshape(1),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(RuntimeError, match="escaped|dot|matmul|1D"):
            call()
    assert "one of a batch" in repr(escaped)
    with pytest.raises(RuntimeError, match="one value per example"):
        wengert.autograd.grad(escaped, w, wengert.ones(()))


def test_results_of_vmap_can_be_detached_in_place() -> None:
    x = wengert.ones(3, requires_grad=True)
    for f in (lambda t: t * 2, lambda t: t, lambda t: t.unbind(0)[0] if t.ndim else t * 1):
        y = wengert.vmap(f)(x * 1)
        assert y.detach_() is y and y.is_leaf and not y.requires_grad and not y._is_view()
        y.add_(1)
        assert x.tolist() == [1.0, 1.0, 1.0]
    with pytest.raises(RuntimeError, match="Can't detach views in-place"):
        wengert.vmap(lambda t: t * 2)(x)[:1].detach_()


VIEWS: dict[str, Any] = {
    "select": lambda z: z[0], "transposed": lambda z: z.t(), "diagonal": lambda z: z.diagonal(),
    "real": lambda z: z.real, "row": lambda z: z.view(-1)[1:],
    "another dtype": lambda z: z.view(wengert.int64), "detached": lambda z: z.detach(),
    "its dtype": lambda z: z.view(wengert.float64)[0], "strided": lambda z: z.as_strided((2,), (2,)),
    "unfolded": lambda z: z.unfold(0, 1, 1), "conjugate": lambda z: z.conj()[1],
}  # fmt: skip


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("write", [lambda v: v.mul_(3), lambda v: v.zero_(), lambda v: v.add_(v.detach().clone())])
def test_writes_through_views_mean_the_same_for_examples(name: str, write: Any) -> None:
    def f(x: Any) -> Any:
        z = x * 1
        write(VIEWS[name](z))
        return (z * z).sum()

    xs = wengert.arange(1.0, 13.0, dtype=wengert.float64).reshape(3, 2, 2)
    gradients = wengert.vmap(wengert.func.grad(f))(xs)
    assert gradients.tolist() == [wengert.func.grad(f)(x).tolist() for x in xs]


FROM_VIEWS: dict[str, Any] = {
    "copied": lambda z: z[0].copy_(z[-1]), "copied back": lambda z: z[-1].copy_(z[0]),
    "added": lambda z: z.select(-1, 0).add_(z.select(-1, 1)), "scaled": lambda z: z[:1].mul_(z[1:]),
    "filled": lambda z: z[0].fill_(z.view(-1)[3]) if z.ndim < 2 else z[0].add_(z[1]),
    "set": lambda z: z.__setitem__(0, z[1]),
}  # fmt: skip


@pytest.mark.parametrize("shape", [(5, 4), (3, 2, 2)])
@pytest.mark.parametrize("name", FROM_VIEWS)
def test_writes_from_one_view_to_another_mean_the_same_for_examples(name: str, shape: tuple[int, ...]) -> None:
    """Views may show one element of an example: an array without dimensions."""
    if name == "scaled" and len(shape) == 2:
        pytest.skip("the parts have other lengths")

    def f(x: Any) -> Any:
        z = x * 1
        FROM_VIEWS[name](z)
        return (z * z).sum()

    xs = wengert.arange(1.0, np.prod(shape) + 1, dtype=wengert.float64).reshape(shape)
    gradients = wengert.vmap(wengert.func.grad(f))(xs)
    assert gradients.tolist() == [wengert.func.grad(f)(x).tolist() for x in xs]
