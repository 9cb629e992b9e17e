"""Transforms of transforms, four deep: each is what reverse mode alone, with loops and no transform, makes of it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert as w
from wengert import func
from wengert.autograd import Function, functional
from wengert.utils.checkpoint import checkpoint

Fn = Callable[[Any], Any]
MATRIX = w.tensor(np.random.default_rng(0).normal(size=(3, 3)))


# -- functions of three numbers (the last dimension) to three numbers


class Cube(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any) -> Any:
        return x**3

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(inputs[0])
        ctx.save_for_forward(inputs[0])

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3 * x**2 * g

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3 * x**2 * t


def written(x: Any) -> Any:
    y = x * 2
    y[..., 0] = x[..., 1].sin()
    y += x
    return y


def buffer(x: Any) -> Any:
    out = w.zeros_like(x)
    out[..., 1:] = x[..., :-1].exp()
    out[..., 0] += x.sum(-1)
    return out


def solved(x: Any) -> Any:
    return w.linalg.solve(3 * w.eye(3, dtype=x.dtype) + x[..., :, None] * x[..., None, :], x)


def singular(x: Any) -> Any:
    return w.linalg.svdvals(x[..., :, None] * MATRIX + MATRIX)


FUNCTIONS: dict[str, Fn] = {
    "written": written,
    "buffer": buffer,
    "solved": solved,
    "singular": singular,
    "cube": Cube.apply,
    "cumprod": lambda x: w.cumprod(x, -1) + w.cumsum(x.sin(), -1),
    "logcumsumexp": lambda x: w.logcumsumexp(x, -1) + w.cummax(x, -1)[0],
    "softmax": lambda x: w.nn.functional.softmax(x, -1) * x,
    "norm": lambda x: x / (x.norm(dim=-1, keepdim=True) + 1),
    "layer_norm": lambda x: w.nn.functional.layer_norm(x, (3,)) + x**2,
    "sort": lambda x: w.sort(x, -1)[0] * x,
    "where": lambda x: w.where(x > 0, x.exp(), x**3),
    "outer": lambda x: (x[..., :, None] * x[..., None, :]).sum(-1).tanh(),
    "matmul": lambda x: w.tanh(x @ MATRIX),
    "amax": lambda x: w.amax(x, -1, keepdim=True) * x + w.max(x, -1)[0][..., None],
    "prod": lambda x: x.prod(-1, keepdim=True) + x.roll(1, -1) * x.flip(-1),
    "qr": lambda x: w.linalg.qr(x[..., :, None] * x[..., None, :].sin() + 3 * w.eye(3, dtype=x.dtype))[1].sum(-1),
    "checkpoint": lambda x: checkpoint(lambda y: (y.sin() * y).cumsum(-1), x, use_reentrant=False),
    "rfft": lambda x: w.fft.rfft(x).abs().sum(-1, keepdim=True) * x,
}


# -- what is made of a function, and the same by ``autograd.grad``


def placed(x: Any) -> Any:
    return x * 1 if x.requires_grad else x.detach().requires_grad_()


def slope(y: Any, x: Any, g: Any = None) -> Any:
    if not y.requires_grad:
        return w.zeros_like(x)
    (found,) = w.autograd.grad(y, x, g, create_graph=True, materialize_grads=True)
    return found


def pushed(f: Fn, x: Any, t: Any) -> Any:
    """``J t`` as the gradient, by ``u``, of ``J* u`` along ``t``."""
    p = placed(x)
    y = f(p)
    u = w.zeros_like(y, requires_grad=True)
    return slope((slope(y, p, u) * t).sum(), u)


def by_hand(of_value: Callable[[Any], Any]) -> Callable[[Fn], Fn]:
    """The gradient of a number made of the value."""

    def transform(f: Fn) -> Fn:
        def derived(x: Any) -> Any:
            p = placed(x)
            return slope(of_value(f(p)), p)

        return derived

    return transform


def hessian_rows(f: Fn) -> Fn:
    def derived(x: Any) -> Any:
        p = placed(x)
        return slope(slope(f(p).sum(), p).sum(), p)

    return derived


def pulled(f: Fn) -> Fn:
    def derived(x: Any) -> Any:
        p = placed(x)
        return slope(f(p), p, f(x).cos())

    return derived


def rows(matrix: Any) -> Any:
    return matrix.sum(0)


def through(pair: Any) -> Any:
    y, pull = pair
    return pull(y.cos())[0]


TRANSFORMS: dict[str, tuple[Callable[[Fn], Fn], Callable[[Fn], Fn]]] = {
    "grad": (lambda f: func.grad(lambda x: f(x).sin().sum()), by_hand(lambda y: y.sin().sum())),
    "vjp": (lambda f: lambda x: through(func.vjp(f, x)), pulled),
    "jvp": (lambda f: lambda x: func.jvp(f, (x,), (x.cos(),))[1], lambda f: lambda x: pushed(f, x, x.cos())),
    "linearize": (
        lambda f: lambda x: func.linearize(f, x)[1](x.sin()),
        lambda f: lambda x: pushed(f, x, x.sin()),
    ),
    "vmap": (lambda f: lambda x: func.vmap(f)(w.stack([x, x / 2])).sum(0), lambda f: lambda x: f(x) + f(x / 2)),
    "vmap_columns": (
        lambda f: lambda x: func.vmap(f, in_dims=1, out_dims=1, chunk_size=1)(w.stack([x, x / 2], 1)).sum(1),
        lambda f: lambda x: f(x) + f(x / 2),
    ),
    "jacrev": (lambda f: lambda x: rows(func.jacrev(f)(x)), by_hand(lambda y: y.sum())),
    "jacfwd": (lambda f: lambda x: rows(func.jacfwd(f)(x)), by_hand(lambda y: y.sum())),
    "hessian": (lambda f: lambda x: rows(func.hessian(lambda x: f(x).sum())(x)), hessian_rows),
    "functional.vjp": (
        lambda f: lambda x: functional.vjp(f, x, w.ones_like(x), create_graph=True)[1],
        by_hand(lambda y: y.sum()),
    ),
    "functional.hvp": (
        lambda f: lambda x: functional.hvp(lambda x: f(x).sum(), x, w.ones_like(x), create_graph=True)[1],
        hessian_rows,
    ),
    "functional.jacobian": (
        lambda f: lambda x: rows(functional.jacobian(f, x, create_graph=True, vectorize=True)),
        by_hand(lambda y: y.sum()),
    ),
}


def cases() -> list[tuple[str, ...]]:
    """Every pair of transforms on two functions in a row, and others of three and four."""
    r = random.Random(7)
    names = list(FUNCTIONS)
    pairs = [(*r.choices(names, k=2), *p) for p in itertools.product(TRANSFORMS, repeat=2)]
    deeper = [(*r.choices(names, k=2), *r.choices(list(TRANSFORMS), k=3 + i % 2)) for i in range(120)]
    return pairs + deeper


@pytest.mark.parametrize("names", cases(), ids="-".join)
def test_transforms_of_transforms(names: tuple[str, ...]) -> None:
    first, second, *transforms = names
    found: Fn = lambda x: FUNCTIONS[second](FUNCTIONS[first](x))  # noqa: E731
    expected = found
    for name in transforms:
        found, expected = TRANSFORMS[name][0](found), TRANSFORMS[name][1](expected)
    x = w.tensor(np.random.default_rng(len(first) + 10 * len(second)).uniform(0.3, 1.2, size=3) * [1, -1, 1])
    ours, theirs = found(x).detach(), expected(x.clone().requires_grad_()).detach()
    assert ours.shape == theirs.shape == (3,)
    assert w.allclose(ours, theirs, rtol=1e-6, atol=1e-8 * max(1.0, theirs.abs().max().item())), f"{ours}, {theirs}"


# -- complex numbers, in PyTorch's convention: the gradient of a real number is along its steepest ascent


ROTATION = w.view_as_complex(w.tensor(np.random.default_rng(1).normal(size=(3, 3, 2)) / 2))

COMPLEX_FUNCTIONS: dict[str, Fn] = {
    "conj": lambda z: z.conj() * z + z,
    "exp": lambda z: (z / 2).exp(),
    "matmul": lambda z: z @ ROTATION,
    "abs": lambda z: z * z.abs() + z.sgn(),
    "cumprod": lambda z: w.cumprod(z, -1),
    "real": lambda z: z * z.real + 1j * z.imag.sin(),
    "fft": lambda z: w.fft.fft(z) * z / 3,
    "power": lambda z: z**3 / 2 + z.sqrt(),
    "view": lambda z: w.view_as_complex(w.view_as_real(z) * 2.0).sin() / 2,
    "written": lambda z: (z * 2).mul_(z),
    "polar": lambda z: w.polar(z.abs(), z.real),
    "svdvals": lambda z: z * w.linalg.svdvals(z[..., :, None] * ROTATION)[..., :1],
}


def squares(y: Any) -> Any:
    return (y * y.conj()).real.sum()


def pushed_complex(f: Fn, x: Any, t: Any) -> Any:
    p = placed(x)
    y = f(p)
    u = w.zeros_like(y).requires_grad_()
    return slope((slope(y, p, u) * t.conj()).real.sum(), u)


def pulled_complex(f: Fn) -> Fn:
    def derived(x: Any) -> Any:
        p = placed(x)
        return slope(f(p), p, f(x).conj())

    return derived


def through_complex(pair: Any) -> Any:
    y, pull = pair
    return pull(y.conj())[0]


TURN = 0.5 + 0.5j
COMPLEX_TRANSFORMS: dict[str, tuple[Callable[[Fn], Fn], Callable[[Fn], Fn]]] = {
    "grad": (lambda f: func.grad(lambda x: squares(f(x))), by_hand(squares)),
    "vjp": (lambda f: lambda x: through_complex(func.vjp(f, x)), pulled_complex),
    "jvp": (
        lambda f: lambda x: func.jvp(f, (x,), (x.conj() * TURN,))[1],
        lambda f: lambda x: pushed_complex(f, x, x.conj() * TURN),
    ),
    "linearize": (
        lambda f: lambda x: func.linearize(f, x)[1](x * 1j),
        lambda f: lambda x: pushed_complex(f, x, x * 1j),
    ),
    "vmap": (lambda f: lambda x: func.vmap(f)(w.stack([x, x * TURN])).sum(0), lambda f: lambda x: f(x) + f(x * TURN)),
    "functional.jvp": (
        lambda f: lambda x: functional.jvp(f, x, w.full_like(x, TURN), create_graph=True)[1],
        lambda f: lambda x: pushed_complex(f, x, w.full_like(x, TURN)),
    ),
}


def complex_cases() -> list[tuple[str, ...]]:
    r = random.Random(8)
    names = list(COMPLEX_FUNCTIONS)
    pairs = [(*r.choices(names, k=2), *p) for p in itertools.product(COMPLEX_TRANSFORMS, repeat=2)]
    return pairs + [(*r.choices(names, k=2), *r.choices(list(COMPLEX_TRANSFORMS), k=3)) for _ in range(30)]


@pytest.mark.parametrize("names", complex_cases(), ids="-".join)
def test_transforms_of_transforms_of_complex_functions(names: tuple[str, ...]) -> None:
    first, second, *transforms = names
    found: Fn = lambda z: COMPLEX_FUNCTIONS[second](COMPLEX_FUNCTIONS[first](z))  # noqa: E731
    expected = found
    for name in transforms:
        found, expected = COMPLEX_TRANSFORMS[name][0](found), COMPLEX_TRANSFORMS[name][1](expected)
    x = w.tensor([0.4 + 0.3j, 0.9 - 0.5j, 0.6 + 0.7j], dtype=w.complex128)
    ours, theirs = found(x).detach(), expected(x.clone().requires_grad_()).detach()
    assert ours.dtype == theirs.dtype
    assert w.allclose(ours, theirs, rtol=1e-6, atol=1e-8 * max(1.0, theirs.abs().max().item())), f"{ours}, {theirs}"
