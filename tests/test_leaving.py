"""Where only the memory of a tensor goes on, no derivative and no batch is lost without a word."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert import Tensor, func
from wengert.autograd import forward_ad, functional

Way = Callable[[Tensor], Any]


def saved(t: Tensor) -> Any:
    file = io.BytesIO()
    wengert.save({"t": t}, file)
    file.seek(0)
    return wengert.load(file)["t"]


def by_data(t: Tensor) -> Tensor:
    y = wengert.zeros_like(t)
    y.data = t
    return y


def data_of_other(t: Tensor) -> Tensor:
    y = t * 1
    y.data = wengert.ones(3, dtype=t.dtype)
    return y


def by_storage(t: Tensor) -> Tensor:
    return wengert.zeros_like(t).set_(t.untyped_storage(), 0, (3,))


def by_backward(t: Tensor) -> Any:
    y = wengert.zeros_like(t.detach()).requires_grad_()
    (t * y).sum().backward()
    return y.grad


def by_functional(product: Callable[..., Any], degree: int) -> Way:
    """The values as a derivative: a product with the Jacobian or the Hessian of a function that captures them."""

    def way(t: Tensor) -> Any:
        one = wengert.ones(3, dtype=t.dtype)
        weighed = lambda y: t * y**degree / degree  # noqa: E731
        return product(weighed if degree == 1 else lambda y: weighed(y).sum(), one, one)[1]

    return way


WAYS: dict[str, Way] = {
    "copy": copy.copy, "deepcopy": copy.deepcopy, "deepcopy of a list": lambda t: copy.deepcopy([t])[0],
    "pickle": lambda t: pickle.loads(pickle.dumps(t)), "save": saved, "data": by_data, "data of another": data_of_other,
    "untyped_storage": by_storage,
    "set_": lambda t: wengert.zeros_like(t).set_(t), "numpy": lambda t: wengert.from_numpy(t.numpy()),
    "asarray": lambda t: wengert.from_numpy(np.asarray(t)), "from_dlpack": lambda t: wengert.from_dlpack(t),
    "FloatTensor": lambda t: wengert.FloatTensor(t), "Tensor": lambda t: wengert.Tensor(t),
    "new": lambda t: t.new(t), "as_tensor": lambda t: wengert.as_tensor(t),
    "wengert.asarray": lambda t: wengert.asarray(t), "backward": by_backward,
    "functional.vjp": by_functional(functional.vjp, 1), "functional.jvp": by_functional(functional.jvp, 1),
    "functional.vhp": by_functional(functional.vhp, 2), "functional.hvp": by_functional(functional.hvp, 2),
    "functional.jacobian": by_functional(lambda f, x, v: (None, functional.jacobian(f, x) @ v), 1),
    "functional.hessian": by_functional(lambda f, x, v: (None, functional.hessian(f, x) @ v), 2),
}  # fmt: skip
V = wengert.tensor([1.0, -2.0, 0.5])
TRANSFORMS: dict[str, Callable[[Way, Tensor], Any]] = {
    "grad": lambda f, x: func.grad(lambda t: f(t).sum())(x),
    "vjp": lambda f, x: func.vjp(f, x)[1](V)[0],
    "jvp": lambda f, x: func.jvp(f, (x,), (V,))[1],
    "jacrev": lambda f, x: func.jacrev(f)(x),
    "jacfwd": lambda f, x: func.jacfwd(f)(x),
    "hessian": lambda f, x: func.hessian(lambda t: f(t).sum())(x),
    "linearize": lambda f, x: func.linearize(f, x)[1](V),
    "vmap of grad": lambda f, x: func.vmap(func.grad(lambda t: f(t).sum()))(x.expand(2, 3)),
    "grad of vmap": lambda f, x: func.grad(lambda t: func.vmap(f)(t.expand(2, 3)).sum())(x),
    "grad of what requires grad": lambda f, x: func.grad(lambda t: f(t).sum())(x.clone().requires_grad_()).detach(),
    "vmap": lambda f, x: func.vmap(f)(wengert.stack([x, x * 2])),
}
DUAL = "forward_ad"
WITHOUT_TANGENT = ("data", "data of another", "untyped_storage")  # outside of transforms they mean the memory alone
SUMMED = ("vmap", "backward")  # the ``.grad`` of a leaf is that of all examples


def dual(f: Way, x: Tensor) -> Any:
    with forward_ad.dual_level():
        return forward_ad.unpack_dual(f(forward_ad.make_dual(x, V))).tangent


@pytest.mark.parametrize("way", WAYS)
def test_a_derivative_or_a_batch_is_right_or_there_is_an_error(way: str) -> None:
    """The same function with the identity in place of the way has the derivative."""
    x, lost = wengert.tensor([1.0, 2.0, 3.0]), []
    for name, transform in (*TRANSFORMS.items(), *([] if way in WITHOUT_TANGENT else [(DUAL, dual)])):
        for f in (lambda t, w=WAYS[way]: w(t) * t, lambda t, w=WAYS[way]: w(t * t) * t):
            plain = (lambda t: t * t) if f(x).tolist() == [1.0, 4.0, 9.0] else lambda t: t * t * t
            try:
                found = transform(f, x)
            except (RuntimeError, BufferError) as e:
                assert str(e)
                continue
            if (name, way) != SUMMED and not (
                found is not None and np.allclose(found.numpy(), transform(plain, x).numpy())
            ):
                lost.append(name)
    assert not lost


REFUSED = ("copy", "deepcopy", "pickle", "save", "untyped_storage")


@pytest.mark.parametrize("way", REFUSED)
@pytest.mark.parametrize("name", ["grad", "jvp"])
def test_copies_of_what_is_differentiated_are_refused_as_in_pytorch(way: str, name: str) -> None:
    with pytest.raises(NotImplementedError, match=r"Cannot access storage of .* Use clone\(\)"):
        TRANSFORMS[name](lambda t: WAYS[way](t) * t, wengert.ones(3))


@pytest.mark.parametrize("name", ["grad", "jvp", "vmap"])
def test_data_is_not_set_inside_of_transforms(name: str) -> None:
    for way in (by_data, data_of_other):
        with pytest.raises(RuntimeError, match=r"mutating directly with `\.data` .*copy_"):
            TRANSFORMS[name](way, wengert.ones(3))


@pytest.mark.parametrize("way", ["pickle", "save", "untyped_storage"])
def test_memory_of_a_batch_is_refused_as_in_pytorch(way: str) -> None:
    with pytest.raises(NotImplementedError, match="Cannot access storage of .* one value per example"):
        func.vmap(WAYS[way])(wengert.ones(2, 3))


@pytest.mark.parametrize("way", ["copy", "deepcopy"])
def test_copies_of_a_batch_have_the_batch(way: str) -> None:
    x = wengert.arange(6.0).reshape(2, 3)
    assert func.vmap(WAYS[way])(x).tolist() == x.tolist()


@pytest.mark.parametrize("way", REFUSED)
def test_what_no_transform_differentiates_is_copied_inside(way: str) -> None:
    """A captured tensor, one that was detached, and any tensor where nothing is recorded."""
    x = wengert.tensor([1.0, 2.0, 3.0], requires_grad=True)
    made = [lambda t: x, lambda t: t.detach() * 2, lambda t: wengert.nn.Parameter(wengert.ones(3))]

    def f(t: Tensor) -> Tensor:
        for make in made:
            WAYS[way](make(t))
        with wengert.no_grad():
            WAYS[way](t * 2)
        return t.sum()

    assert func.grad(f)(wengert.ones(3)).tolist() == [1.0, 1.0, 1.0]
    y = WAYS[way](x)
    assert y.detach().tolist() == [1.0, 2.0, 3.0] and y.grad_fn is None


def test_a_transform_that_fails_differentiates_nothing_afterwards() -> None:
    kept = []

    def f(t: Tensor) -> Tensor:
        kept.append(t)
        raise KeyError

    for name in ("grad", "jvp"):
        with pytest.raises(KeyError):
            TRANSFORMS[name](f, wengert.ones(3))
        copy.copy(kept[-1])
