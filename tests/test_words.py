"""Words of transformations: on a function with views and in-place writes, the same as on its out-of-place twin.

Every word of {grad, jvp, jacrev, jacfwd, vmap} up to three letters, with a captured leaf that is not batched.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import collected
from wengert.func import grad, jacfwd, jacrev, jvp, vmap

Fn = Callable[[Any], Any]
W = wengert.tensor([0.3, -0.5, 0.9], dtype=wengert.float64, requires_grad=True)


def out_of_place(x: Any) -> Any:
    """[3] -> [3], by operations that make new tensors."""
    a = x * x.sin()
    v = (a * W) * 2.0 + x
    return v * v * a * a.exp()


def in_place(x: Any) -> Any:
    """The same through views of a copy and of a buffer made inside."""
    a = x.clone()
    s = x.sin()
    a[:2].mul_(s[:2])
    a[2:] *= s[2:]
    buffer = wengert.zeros(2, 3, dtype=wengert.float64)
    row = buffer[1]
    row.copy_(a * W)
    buffer.mul_(2.0)
    buffer[1, :] += x
    e = a.clone().exp_()
    return row * buffer[1] * a * e


def directional(f: Fn) -> Fn:
    return lambda x: jvp(f, (x,), ((x * 0 + 1.0).sin(),))[1]


WORDS: dict[str, Callable[[Fn], Fn]] = {
    "grad": lambda f: grad(lambda x: f(x).sum()),
    "jvp": directional,
    "jacrev": jacrev,
    "jacfwd": jacfwd,
    "vmap": vmap,
}
ALL = [w for n in (1, 2, 3) for w in itertools.product(WORDS, repeat=n)]


def apply(word: tuple[str, ...], f: Fn) -> Fn:
    for letter in reversed(word):
        f = WORDS[letter](f)
    return f


def point(word: tuple[str, ...]) -> Any:
    return wengert.from_numpy(np.random.default_rng(3).normal(size=(2,) * word.count("vmap") + (3,)))


@pytest.mark.parametrize("word", ALL, ids=".".join)
def test_word_on_twins(word: tuple[str, ...]) -> None:
    """The values are the same, and the gradients of the leaf that the function captures."""
    x = point(word)
    expected, found = (apply(word, f)(x) for f in (out_of_place, in_place))
    assert found.shape == expected.shape
    with collected(".".join(word)) as every:
        with every("values"):
            np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-9, atol=1e-11)
        with every("gradients of the captured leaf"):
            (ours,), (theirs,) = (wengert.autograd.grad(y.sum(), W) for y in (found, expected))
            np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-9, atol=1e-11)


@pytest.mark.oracle
@pytest.mark.parametrize("word", ALL, ids=".".join)
def test_word_as_torch(word: tuple[str, ...]) -> None:
    torch = pytest.importorskip("torch")
    w = torch.tensor(W.detach().numpy())

    def f(x: Any) -> Any:
        a = x * x.sin()
        v = (a * w) * 2.0 + x
        return v * v * a * a.exp()

    letters = {
        "grad": lambda f: torch.func.grad(lambda x: f(x).sum()),
        "jvp": lambda f: lambda x: torch.func.jvp(f, (x,), ((x * 0 + 1.0).sin(),))[1],
        "jacrev": torch.func.jacrev,
        "jacfwd": torch.func.jacfwd,
        "vmap": torch.func.vmap,
    }
    h: Any = f
    for letter in reversed(word):
        h = letters[letter](h)
    x = point(word)
    expected = h(torch.tensor(x.numpy()))
    np.testing.assert_allclose(apply(word, in_place)(x).detach().numpy(), expected.numpy(), rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_nested_forward_mode(order: int) -> None:
    """d^n/dx^n of x² sin x, by nesting jvp and by nesting grad."""
    forward: Fn = lambda x: x * x * x.sin()  # noqa: E731
    reverse: Fn = forward
    for _ in range(order):
        forward = (lambda f: lambda x: jvp(f, (x,), (wengert.ones_like(x),))[1])(forward)
        reverse = grad(reverse)
    t = 0.7
    s, c = np.sin(t), np.cos(t)
    expected = {
        1: 2 * t * s + t * t * c,
        2: 2 * s + 4 * t * c - t * t * s,
        3: 6 * c - 6 * t * s - t * t * c,
        4: -12 * s - 8 * t * c + t * t * s,
    }[order]
    x = wengert.tensor(t, dtype=wengert.float64)
    assert forward(x).item() == pytest.approx(expected, rel=1e-12)
    assert reverse(x).item() == pytest.approx(expected, rel=1e-12)


def test_perturbations_are_not_confused() -> None:
    """d/dx (x · d/dy (x + y)) is 1; grad_x (x · jvp_y (x y)) at 3 is 6."""
    one = wengert.tensor(1.0)
    x = wengert.tensor(3.0)
    assert jvp(lambda x: x * jvp(lambda y: x + y, (one,), (one,))[1], (x,), (one,))[1].item() == 1.0
    assert grad(lambda x: x * jvp(lambda y: x * y, (one,), (one,))[1])(x).item() == 6.0


def test_backward_inside_vmap_sums_once() -> None:
    """The sum over examples is added to the ``.grad`` of a leaf from outside."""
    w = wengert.tensor([1.0, 2.0], requires_grad=True)
    w.grad = wengert.tensor([100.0, 100.0])
    xs = wengert.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])

    def f(x: Any) -> Any:
        (w * x).sum().backward()
        return x

    vmap(f)(xs)
    assert w.grad.tolist() == [109.0, 112.0]


def test_value_used_batched_and_unbatched() -> None:
    """The sum over examples happens on the edge, before accumulation."""
    w = wengert.tensor([1.0, 2.0], requires_grad=True)
    xs = wengert.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    y = vmap(lambda x: (w * x).sum())(xs).sum() + (w * 10).sum()
    y.backward()
    assert w.grad.tolist() == [19.0, 22.0]


def test_write_of_a_batched_value_into_an_outer_tensor_is_refused() -> None:
    outer = wengert.zeros(3)
    with pytest.raises(RuntimeError, match=r"add_ at .*test_words\.py.*made outside the vmap"):
        vmap(lambda x: outer.add_(x))(wengert.ones(2, 3))
    assert outer.tolist() == [0.0, 0.0, 0.0]
