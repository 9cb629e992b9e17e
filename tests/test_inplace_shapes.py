"""In-place forms of view operations: the tensor becomes a view of its old self, also for other aliases."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import forward_ad, grad
from wengert.func import vmap

Program = Callable[[Any, Any], list[Any]]


def leaf(lib: Any = wengert) -> Any:
    return lib.tensor([[0.5, -1.0, 2.0], [1.5, 0.3, -0.7]], requires_grad=True)


def a_base(lib: Any, x: Any) -> list[Any]:
    b = x * 1
    v = b[0]
    b.t_()
    return [b, v]


def a_base_then_written(lib: Any, x: Any) -> list[Any]:
    b = x * 1
    v = b[0]
    b.t_()
    b.mul_(lib.arange(6.0).reshape(3, 2))
    return [b, v]


def an_old_view_written(lib: Any, x: Any) -> list[Any]:
    b = x * 1
    v = b[1]
    b.unsqueeze_(0).transpose_(0, 2)
    v.mul_(3)
    return [b, v, b[1]]


def a_view(lib: Any, x: Any) -> list[Any]:
    b = x * 1
    v = b[:, :2]
    w = v[0]
    v.t_()
    v[0].mul_(lib.tensor([2.0, 5.0]))
    b.add_(x)
    return [b, v, w]


def several(lib: Any, x: Any) -> list[Any]:
    b = x.sin()
    b.unsqueeze_(1).swapaxes_(0, 2).squeeze_(1)
    b.transpose_(0, 1).swapdims_(-1, 0).squeeze_()
    return [b * b]


def strides_of_its_own(lib: Any, x: Any) -> list[Any]:
    b = x * 2
    return [b.as_strided_((2, 2), (1, 1)) * b]


def history_from_a_write(lib: Any, x: Any) -> list[Any]:
    b = lib.zeros(2, 3)
    v = b[1]
    b.t_()
    b.add_(x.t())
    return [b, v]


PROGRAMS = [
    a_base, a_base_then_written, an_old_view_written, a_view, several, strides_of_its_own, history_from_a_write,
]  # fmt: skip


def outcome(lib: Any, program: Program) -> list[Any]:
    """Values, versions and gradients of what a program returns."""
    out: list[Any] = []
    for k in range(len(program(lib, leaf(lib)))):
        x = leaf(lib)
        y = program(lib, x)[k]
        weights = lib.arange(float(y.numel())).reshape(tuple(y.shape)) + 1
        (g,) = lib.autograd.grad((y * weights).sum(), x)
        out.append([tuple(y.shape), tuple(y.stride()), y._version, y.detach().numpy(), g.numpy()])
    return out


@pytest.mark.oracle
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_as_in_torch(program: Program) -> None:
    torch = pytest.importorskip("torch")
    for found, expected in zip(outcome(wengert, program), outcome(torch, program), strict=True):
        assert found[:3] == expected[:3]
        np.testing.assert_allclose(found[3], expected[3], rtol=1e-6)
        np.testing.assert_allclose(found[4], expected[4], rtol=1e-6)


def test_what_strides_no_longer_show_keeps_its_history() -> None:
    """torch loses the gradient of an element that an old view still contains and the tensor no longer does."""
    x = leaf()
    b = x * 1
    v = b[1]
    b.as_strided_((2, 2), (1, 2), 1)  # all six elements but the first and last
    b.mul_(4)
    (g,) = grad(v.sum(), x)
    assert g.tolist() == [[0, 0, 0], [4, 4, 1]]


def saved_before(lib: Any) -> Any:
    b = leaf(lib) * 1
    y = b * b
    b.t_()
    return y.sum().backward()


def of_a_leaf(lib: Any) -> Any:
    return leaf(lib).unsqueeze_(0)


def of_a_view_of_a_leaf(lib: Any) -> Any:
    return leaf(lib)[0].unsqueeze_(0)


def of_one_of_several_views(lib: Any) -> Any:
    return (leaf(lib) * 1).unbind(0)[0].unsqueeze_(0)


def of_a_view_made_without_grad(lib: Any) -> Any:
    b = leaf(lib) * 1
    with lib.no_grad():
        v = b[0]
    return v.unsqueeze_(0)


def dimension(lib: Any) -> Any:
    return lib.zeros(2, 3).squeeze_(5)


def too_many_dimensions(lib: Any) -> Any:
    return lib.zeros(2, 3, 4).t_()


def outside(lib: Any) -> Any:
    return lib.zeros(2, 3).as_strided_((9, 9), (1, 1))


REFUSED = [
    (saved_before, "modified by an inplace operation"),
    (of_a_leaf, "a leaf Variable that requires grad"),
    (of_a_view_of_a_leaf, "a view of a leaf Variable that requires grad"),
    (of_one_of_several_views, "is the output of a function that returns multiple views"),
    (of_a_view_made_without_grad, "A view was created in no_grad mode"),
    (dimension, "Dimension out of range"),
    (too_many_dimensions, "t_?.. expects a tensor with <= 2 dimensions"),
    (outside, "setStorage: sizes"),
]


@pytest.mark.parametrize("lib", ["wengert", pytest.param("torch", marks=pytest.mark.oracle)])
@pytest.mark.parametrize(("program", "message"), REFUSED, ids=[p.__name__ for p, _ in REFUSED])
def test_refused(lib: str, program: Callable[[Any], Any], message: str) -> None:
    module = pytest.importorskip(lib)
    with pytest.raises((RuntimeError, IndexError), match=message):
        program(module)


def test_nothing_changes_when_refused() -> None:
    b = leaf() * 1
    v, version, node = b[0], b._version, b.grad_fn
    with pytest.raises(IndexError):
        b.squeeze_(5)
    assert (b.shape, b._version, b.grad_fn, v.shape) == ((2, 3), version, node, (3,))


def test_leaf_under_no_grad_stays_a_leaf() -> None:
    x = leaf()
    (x * x).sum().backward()  # its memory was saved, and has a version counter
    x.grad = None
    with wengert.no_grad():
        x.t_()
        x.add_(1)
    assert x.is_leaf and x.requires_grad and x.shape == (3, 2)
    x.sum().backward()
    assert x.grad.shape == (3, 2)


def test_history_follows_under_no_grad() -> None:
    """torch keeps the old node with the old shape, and fails in backward."""
    x = leaf()
    b = x * 2
    with wengert.no_grad():
        b.t_()
    (g,) = grad((b * wengert.arange(6.0).reshape(3, 2)).sum(), x)
    assert g.tolist() == [[0.0, 4.0, 8.0], [2.0, 6.0, 10.0]]


def test_hooks_stay_and_retained_gradients_move() -> None:
    b = leaf() * 1
    seen = []
    b.register_hook(lambda g: seen.append(tuple(g.shape)))
    b.retain_grad()
    b.t_()
    b.sum().backward()
    assert seen == [(2, 3)]
    assert b.grad.shape == (3, 2)


def test_tangents() -> None:
    with forward_ad.dual_level():
        tangent = wengert.arange(6.0).reshape(2, 3)
        d = forward_ad.make_dual(wengert.zeros(2, 3), tangent)
        row = d[0]
        d.t_()
        d.mul_(2)
        assert forward_ad.unpack_dual(d).tangent.tolist() == (2 * tangent).t().tolist()
        assert forward_ad.unpack_dual(row).tangent.tolist() == (2 * tangent)[0].tolist()


def test_inside_vmap() -> None:
    x, w = wengert.arange(24.0).reshape(3, 2, 4), wengert.arange(3.0)

    def f(x: Any, w: Any) -> Any:
        b = wengert.zeros(2, 4)
        row = b[0]
        b.t_()
        b.add_(x.t() * w)  # a batched write to memory made inside
        return b.sum(1) + row

    expected = wengert.stack([(x[k] * w[k]).sum(0) + x[k, 0] * w[k] for k in range(3)])
    assert vmap(f)(x, w).tolist() == expected.tolist()


def test_both_libraries_have_the_same_forms() -> None:
    torch = importlib.import_module("torch") if importlib.util.find_spec("torch") else None
    for name in ("squeeze_", "unsqueeze_", "t_", "transpose_", "swapaxes_", "swapdims_", "as_strided_"):
        assert hasattr(wengert.Tensor, name)
        assert torch is None or hasattr(torch.Tensor, name)
