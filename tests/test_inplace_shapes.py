"""In-place forms of view operations: the tensor becomes a view of its old self, also for other aliases."""

from __future__ import annotations

import importlib.util
import itertools
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


# -- views of a base that is given other strides: a law

SHAPES: dict[str, tuple[tuple[int, ...], Callable[[Any], Any]]] = {  # of the base; and how it changes
    "t_": ((2, 3), lambda b: b.t_()),
    "transpose_": ((2, 1, 3), lambda b: b.transpose_(0, 2)),
    "swapaxes_": ((2, 3), lambda b: b.swapaxes_(-1, 0)),
    "swapdims_": ((3, 2), lambda b: b.swapdims_(0, 1)),
    "unsqueeze_": ((2, 3), lambda b: b.unsqueeze_(1)),
    "squeeze_": ((2, 1, 3), lambda b: b.squeeze_()),
    "squeeze_ of one dimension": ((2, 1, 3, 1), lambda b: b.squeeze_(-1)),
    "as_strided_": ((2, 3), lambda b: b.as_strided_((3, 2), (1, 3))),
    "as_strided_ to a row": ((2, 3), lambda b: b.as_strided_((6,), (1,))),
    "as_strided_ to a part": ((2, 3), lambda b: b.as_strided_((2, 2), (2, 1), 1)),
    "several": ((2, 3), lambda b: b.unsqueeze_(0).transpose_(0, 2).squeeze_(-1).t_()),
}
OLD_VIEWS: dict[str, Callable[[Any], Any]] = {
    "a row": lambda b: b[1],
    "a column": lambda b: b[..., :1],
    "all elements": lambda b: b.view(-1),
    "a transpose": lambda b: b.mT,
    "a view of a view": lambda b: b[None][:, 1:].reshape(-1),
    "windows": lambda b: b.unfold(-1, 1, 1),
    "strides": lambda b: b.as_strided((2, 2), (3, 1), 1),
}
WRITTEN = [("", ""), ("b", "v"), ("v", "b"), ("", "bv"), ("bv", "vb")]  # base or view: before the change, and after


def shown_by_both(b: Any, v: Any) -> Any:
    """A loss that depends on the base, on an old view and on a new one."""
    return (b * b * b).sum() + 2 * (v * v).sum() + 3 * b[0].sum() ** 2


def changed(lib: Any, x: Any, program: tuple[str, str, str, str], delta: Any = None) -> tuple[Any, Any, Any]:
    """Run a program; ``delta`` is added to the base when it has its new strides. Return that base's edge, too."""
    form, view, before, after = program
    b = x * 1
    v = OLD_VIEWS[view](b)
    for which in before:
        (b if which == "b" else v).mul_(1.5)
    SHAPES[form][1](b)
    if delta is not None:
        b.add_(delta)
    edge = lib.autograd.graph.get_gradient_edge(b) if b.requires_grad else None
    for which in after:
        (b if which == "b" else v).sin_()
    return b, v, edge


@pytest.mark.parametrize("form", SHAPES)
def test_old_views_have_whole_gradients(form: str) -> None:
    """Gradients of leaf and base and tangents are the slopes of the loss, whatever was written, and by which name."""
    wrong = []
    for view, (before, after) in itertools.product(OLD_VIEWS, WRITTEN):
        if form == "as_strided_ to a part" and "b" in after:
            continue  # it is a view then, as ``v`` is
        program = form, view, before, after
        r = np.random.default_rng(1)
        at = 0.5 + r.random(SHAPES[form][0])
        x = wengert.tensor(at, requires_grad=True)
        b, v, edge = changed(wengert, x, program)
        by_x, by_b = grad(shown_by_both(b, v), [x, edge])
        along_x, along_b = r.normal(size=at.shape), r.normal(size=by_b.shape)

        def loss(k: float, m: float, program: Any = program, at: Any = at, u: Any = along_x, w: Any = along_b) -> float:
            b, v, _ = changed(wengert, wengert.tensor(at + k * u), program, wengert.tensor(m * w))
            return float(shown_by_both(b, v))

        h = 1e-5
        expected = (loss(h, 0) - loss(-h, 0)) / (2 * h), (loss(0, h) - loss(0, -h)) / (2 * h)
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(wengert.tensor(at), wengert.tensor(along_x))
            moved = forward_ad.unpack_dual(shown_by_both(*changed(wengert, dual, program)[:2])).tangent
        found = (by_x.numpy() * along_x).sum(), (by_b.numpy() * along_b).sum(), moved.item()
        if not np.allclose(found, (*expected, expected[0]), rtol=1e-6):
            wrong.append(f"{program}: {found}, expected {expected}")
        if form != "as_strided_ to a part" and (b._is_view() or v._base is not b):
            wrong.append(f"{program}: the base does not stay the base")
    assert not wrong, "\n".join(wrong)


@pytest.mark.oracle
@pytest.mark.parametrize("form", SHAPES)
def test_old_views_have_the_gradients_of_torch(form: str) -> None:
    torch = pytest.importorskip("torch")
    wrong = []
    for view, (before, after) in itertools.product(OLD_VIEWS, WRITTEN):
        found = []
        for lib in (torch, wengert):
            x = lib.tensor(0.5 + np.random.default_rng(1).random(SHAPES[form][0]), requires_grad=True)
            try:
                b, v, edge = changed(lib, x, (form, view, before, after))
                y = shown_by_both(b, v)
                found.append([b._is_view(), *(g.tolist() for g in lib.autograd.grad(y, [x, edge, b]))])
            except RuntimeError as e:
                found.append(str(e))
        if isinstance(found[0], list) and form != "as_strided_ to a part":
            same = found[0][0] is found[1][0] and all(map(np.allclose, found[0][1:], found[1][1:]))
            wrong += [] if same else [f"{(view, before, after)}: {found[1]}, PyTorch {found[0]}"]
    assert not wrong, "\n".join(wrong)


def test_resizing_keeps_the_gradients_of_views(lib: Any) -> None:
    x = lib.tensor([[0.5, -1.0, 2.0], [1.5, 3.0, -7.0]], requires_grad=True)
    for sizes in ((3, 2), (2, 2), (6,)):
        b = x.detach().clone()
        v = b[0]
        b.resize_(sizes)
        v.mul_(x[0])
        b.add_(1)
        (g,) = lib.autograd.grad((v * v).sum() + b.reshape(-1)[:3].sum(), x)
        u = x.detach()[0]
        assert v.tolist() == (u * u + 1).tolist()
        assert g.tolist() == [((2 * (u * u + 1) + 1) * u).tolist(), [0, 0, 0]]


def test_a_base_in_a_vmap_that_is_given_other_strides() -> None:
    def f(x: Any) -> Any:
        b = wengert.zeros(2, 3)
        v = b[1]
        b.t_()
        b.add_(x.t())  # the memory moves
        b.unsqueeze_(0)
        v.mul_(2)
        return (b * b).sum() + v[0]

    x = wengert.arange(12.0).reshape(2, 2, 3)
    expected = 2 * x * wengert.tensor([[1.0], [4.0]])
    expected[:, 1, 0] += 2
    assert vmap(wengert.func.grad(f))(x).tolist() == expected.tolist()


def test_a_loop_of_reshapes_stays_small() -> None:
    x = leaf()
    b = x * 1
    v = b[0]
    for _ in range(50):
        b.t_()
        v.mul_(1)
    assert len(v._wg_view.chain) <= 8
    assert grad(v.sum() + b.sum(), x)[0].tolist() == [[2, 2, 2], [1, 1, 1]]


def test_both_libraries_have_the_same_forms() -> None:
    torch = importlib.import_module("torch") if importlib.util.find_spec("torch") else None
    for name in ("squeeze_", "unsqueeze_", "t_", "transpose_", "swapaxes_", "swapdims_", "as_strided_"):
        assert hasattr(wengert.Tensor, name)
        assert torch is None or hasattr(torch.Tensor, name)


@pytest.mark.parametrize("write", [
    lambda x: wengert.ones(4).set_(x), lambda x: x.set_(wengert.ones(2)), lambda x: x.resize_(2),
    lambda x: x.resize_(2, 2), lambda x: x.resize_as_(wengert.ones(2, 2)),
])  # fmt: skip
def test_other_memory_has_no_tangent(write: Callable[[Any], Any]) -> None:
    with forward_ad.dual_level():
        x = forward_ad.make_dual(wengert.ones(4), wengert.arange(4.0))
        with pytest.raises(NotImplementedError, match="has a tangent"):
            write(x)
        assert x.shape == (4,) and forward_ad.unpack_dual(x).tangent.tolist() == [0, 1, 2, 3]
