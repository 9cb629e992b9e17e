"""`library.custom_op`: operations of the user's by name, with gradients, lists of tensors, batches and writes."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import wengert

names = (f"test_custom_ops::op{i}" for i in itertools.count())


def scaled(lib: Any, name: str = "") -> Any:
    """An operation that computes by NumPy, with its gradient."""

    def fn(x, k=2.0):
        return lib.from_numpy(x.detach().numpy() * k)

    fn.__annotations__ = {"x": lib.Tensor, "k": float, "return": lib.Tensor}
    made = lib.library.custom_op(name or next(names), fn, mutates_args=())

    def setup_context(ctx, inputs, output):
        ctx.k = inputs[1]

    made.register_autograd(lambda ctx, g: (g * ctx.k, None), setup_context=setup_context)
    return made


def joined(lib: Any) -> Any:
    """An operation on a list of tensors, which gives a list, with a keyword."""

    def fn(xs, *, factor=1.0):
        return [lib.cat([x.clone() for x in xs]) * factor, xs[0] + factor]

    fn.__annotations__ = {"xs": list[lib.Tensor], "factor": float, "return": list[lib.Tensor]}
    made = lib.library.custom_op(next(names), fn, mutates_args=())

    def setup_context(ctx, inputs, keyword_only_inputs, output):
        assert isinstance(output, list)
        ctx.sizes, ctx.factor = [len(x) for x in inputs[0]], keyword_only_inputs["factor"]

    def backward(ctx, grads):
        parts = [g * ctx.factor for g in grads[0].split(ctx.sizes)]
        return [parts[0] + grads[1], *parts[1:]]

    made.register_autograd(backward, setup_context=setup_context)
    return made


def test_values_and_gradients(lib: Any) -> None:
    op = scaled(lib)
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = op(x, k=3.0)
    y.sum().backward()
    assert y.tolist() == [3, 6] and x.grad.tolist() == [3, 3]
    assert not op(x.detach()).requires_grad and op(x).tolist() == [2, 4]
    with lib.no_grad():
        assert not op(x).requires_grad


def test_lists_of_tensors(lib: Any) -> None:
    a, b = lib.tensor([1.0], requires_grad=True), lib.tensor([2.0, 3.0], requires_grad=True)
    found = joined(lib)([a, b], factor=2.0)
    assert type(found) is list and [each.tolist() for each in found] == [[2, 4, 6], [3]]
    (found[0] * lib.tensor([1.0, 10.0, 100.0])).sum().add(found[1].sum()).backward()
    assert a.grad.tolist() == [3] and b.grad.tolist() == [20, 200]


@pytest.mark.filterwarnings("ignore:There is a performance drop")
def test_batches(lib: Any) -> None:
    op, x = scaled(lib), lib.arange(6.0).reshape(2, 3)
    for dim in (0, 1):
        assert lib.vmap(op, in_dims=dim)(x).equal(2 * x.movedim(dim, 0))
    seen = []

    @op.register_vmap
    def batched(info, in_dims, x, k):
        seen.append((info.batch_size, in_dims))
        return x * k, in_dims[0]

    assert lib.vmap(op, in_dims=(1, None))(x, 3.0).equal(3 * x.t()) and seen == [(3, (1, None))]


def test_writes(lib: Any) -> None:
    def fn(x):
        x.mul_(2)

    fn.__annotations__ = {"x": lib.Tensor, "return": None}
    op, x = lib.library.custom_op(next(names), fn, mutates_args={"x"}), lib.ones(2)
    assert op(x) is None and x.tolist() == [2, 2] and x._version > 0
    with pytest.raises(RuntimeError, match="non-functional operator"):
        op.register_autograd(lambda ctx, g: g)


def test_no_formula(lib: Any) -> None:
    def fn(x):
        return x * 2

    fn.__annotations__ = {"x": lib.Tensor, "return": lib.Tensor}
    y = lib.library.custom_op(next(names), fn, mutates_args=())(lib.ones(2, requires_grad=True))
    with pytest.raises(RuntimeError, match="no autograd formula was registered"):
        y.sum().backward()


@pytest.mark.parametrize("fn", [lambda x: x, lambda x: x.view(-1), lambda x: x.detach()])
def test_its_result_is_new(lib: Any, fn: Any) -> None:
    with pytest.raises(RuntimeError, match="must not also be an input"):
        lib.library.custom_op(next(names), fn, mutates_args=(), schema="(Tensor x) -> Tensor")(lib.ones(2))


def test_kernels_and_names(lib: Any) -> None:
    space, _, name = next(names).partition("::")
    op = scaled(lib, f"{space}::{name}")

    @op.register_kernel("cpu")
    def kernel(x, k=2.0):
        return x * k + 1

    @op.register_fake
    def shapes(x, k=2.0):
        return lib.empty_like(x)

    assert op(lib.ones(1)).tolist() == [3] == getattr(getattr(lib.ops, space), name)(lib.ones(1)).tolist()
    assert repr(op) == f"<CustomOpDef({space}::{name})>"
    with pytest.raises(AttributeError, match="object has no attribute 'nothing'"):
        getattr(lib.ops, space).nothing  # noqa: B018


def test_what_is_refused() -> None:
    custom_op, x = wengert.library.custom_op, wengert.ones(2, requires_grad=True)

    def writes(x):
        return x.mul_(2).clone()

    with pytest.raises(RuntimeError, match="Name it in mutates_args"):
        custom_op(next(names), writes, mutates_args=())(x.detach())
    with pytest.raises(RuntimeError, match="so its calls are not recorded"):
        custom_op(next(names), writes, mutates_args="unknown")(x)
    with pytest.raises(ValueError, match="which is no argument of the function. It has x"):
        custom_op(next(names), writes, mutates_args=["y"])
    with pytest.raises(ValueError, match="expected a name with a namespace"):
        custom_op("name", writes, mutates_args=())
    with pytest.raises(NotImplementedError, match="keyword-only"):
        custom_op(next(names), lambda x, *, y: x * y, mutates_args=())(x, y=x)
    with pytest.raises(RuntimeError, match="does not exist"):
        wengert.library.register_fake("test_custom_ops::nothing", writes)
    two = custom_op(next(names), lambda x, k: x * k, mutates_args=())
    wengert.library.register_autograd(two, lambda ctx, g: g)
    with pytest.raises(RuntimeError, match="returned 1 gradients; it has 2 arguments"):
        two(x, 3.0).sum().backward()


def test_none_is_the_gradient_of_a_whole_list() -> None:
    op = wengert.library.custom_op(next(names), lambda xs, y: xs[0] * y, mutates_args=())

    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0][0])

    op.register_autograd(lambda ctx, g: (None, g * ctx.saved_tensors[0]), setup_context=setup_context)
    a, b, y = (wengert.tensor([float(i)], requires_grad=True) for i in (2, 3, 4))
    op([a, b], y).backward()
    assert a.grad is None and b.grad is None and y.grad.tolist() == [2]


def test_a_write_by_numpy_is_seen(lib: Any) -> None:
    """NumPy's writes are not counted by tensors: the operation counts for them."""

    def fn(x, outs):
        for out in outs:
            np.sin(x.numpy(), out=out.numpy())

    fn.__annotations__ = {"x": lib.Tensor, "outs": list[lib.Tensor], "return": None}
    op = lib.library.custom_op(next(names), fn, mutates_args={"outs"})
    x, outs, w = lib.ones(2), [lib.ones(2), lib.ones(2)], lib.ones(2, requires_grad=True)
    y = w * outs[1]
    before = x._version
    op(x, outs)
    assert x._version == before and outs[1].allclose(x.sin())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_arguments_that_do_not_fit() -> None:
    op = wengert.library.custom_op("test_custom_ops::takes_two", lambda x, k=2.0: x * k, mutates_args=())
    rest = r"Give the arguments \(x, k=2.0\).$"
    with pytest.raises(TypeError, match=r"^test_custom_ops::takes_two\(\) missing a required argument: 'x'. " + rest):
        op()
    with pytest.raises(TypeError, match=r"takes_two\(\) got an unexpected keyword argument 'z'. " + rest):
        op(wengert.ones(2), z=1)
