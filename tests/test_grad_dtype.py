"""``Tensor.grad_dtype``: the dtype of the gradient that a leaf accumulates."""

import copy
from typing import Any

import numpy as np
import pytest

import wengert


def widened(lib: Any) -> Any:
    """A Function whose gradient has double precision."""

    class Widened(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g.double()

    return Widened.apply


def leaf(lib: Any, dtype: Any = None, *, start: str = "float32", n: int = 2) -> Any:
    x = lib.ones(n, dtype=getattr(lib, start), requires_grad=True)
    x.grad_dtype = dtype
    return x


def test_the_default_is_the_dtype_of_the_tensor(lib: Any) -> None:
    x = lib.ones(2, requires_grad=True)
    assert x.grad_dtype == lib.float32
    assert lib.arange(2).grad_dtype == lib.int64
    x.data = lib.ones(2, dtype=lib.float64)
    assert x.grad_dtype == lib.float64


@pytest.mark.parametrize("start", ["float16", "bfloat16", "float32", "float64"])
def test_gradients_are_cast_and_added_in_this_dtype(lib: Any, start: str) -> None:
    x = leaf(lib, lib.float32, start=start)
    for _ in range(3):
        (x * lib.tensor([1.0, 2049.0], dtype=x.dtype)).sum().backward()
    assert x.grad.dtype == lib.float32
    second = {"float16": 2048.0, "bfloat16": 2048.0}.get(start, 2049.0)
    assert x.grad.tolist() == [3.0, 3 * second]  # the weight is rounded to the dtype of x, the sum is not


def test_every_path_to_a_leaf_casts(lib: Any) -> None:
    """Whole gradients, parts, sums of several, recorded and sparse ones."""
    x = leaf(lib, lib.float64, n=3)
    (x[0] * 3 + x[1] * 2).backward()
    (x * 2 + x).sum().backward()
    assert x.grad.dtype == lib.float64 and x.grad.tolist() == [6.0, 5.0, 3.0]
    x = leaf(lib, lib.float64)
    (g,) = lib.autograd.grad((x**3).sum(), x, create_graph=True)
    assert g.dtype == lib.float64 and g.requires_grad
    (second,) = lib.autograd.grad(g.sum(), x)
    assert second.dtype == lib.float64 and second.tolist() == [6.0, 6.0]
    table = lib.nn.Embedding(3, 2, sparse=True)
    table.weight.grad_dtype = lib.float64
    table(lib.tensor([0])).sum().backward()
    assert table.weight.grad.dtype == lib.float64


def test_hooks_see_the_cast_gradient(lib: Any) -> None:
    x, seen = leaf(lib, lib.float64), []
    x.register_hook(lambda g: seen.append(g.dtype))
    x.register_post_accumulate_grad_hook(lambda x: seen.append(x.grad.dtype))
    (x * 2).sum().backward()
    assert seen == [lib.float64] * 2


def test_it_counts_when_the_backward_pass_runs(lib: Any) -> None:
    x = lib.ones(2, requires_grad=True)
    y = (x * 2).sum()
    x.grad_dtype = lib.float16
    y.backward()
    assert x.grad.dtype == lib.float16


def test_none_allows_any(lib: Any) -> None:
    apply = widened(lib)
    x = leaf(lib)
    apply(x).sum().backward()
    assert x.grad_dtype is None and x.grad.dtype == lib.float64
    (x * 2).sum().backward()
    assert x.grad.dtype == lib.float64 and x.grad.tolist() == [3.0, 3.0]
    x.grad = lib.ones(2, dtype=lib.float16)
    x.grad = None
    (x[0] * 2).backward()
    assert x.grad.dtype == lib.float32 and x.grad.tolist() == [2.0, 0.0]


def test_a_sum_of_any_dtypes_is_promoted() -> None:
    """In PyTorch its dtype depends on which gradient comes first."""
    apply = widened(wengert)
    x = leaf(wengert)
    for y in (x * 2 + apply(x), apply(x) + x * 2, x[0] * 2 + apply(x).sum() + x[1] * 2):
        x.grad = None
        y.sum().backward()
        assert x.grad.dtype is wengert.float64, y


def test_roots_that_are_leaves(lib: Any) -> None:
    x = leaf(lib, lib.float64)
    x.backward(lib.ones(2))
    assert x.grad.dtype == lib.float64
    x = leaf(lib)
    x.backward(lib.ones(2, dtype=lib.float64))
    assert x.grad.dtype == lib.float64


def test_it_survives_what_keeps_the_tensor(lib: Any) -> None:
    x = leaf(lib, lib.float64)
    x.data = lib.ones(3, dtype=lib.float16)
    with lib.no_grad():
        x.mul_(2)
    assert x.grad_dtype == lib.float64
    (x * 2).sum().backward()
    assert x.grad.dtype == lib.float64
    layer = lib.nn.Linear(2, 1)
    layer.weight.grad_dtype = lib.float64
    assert layer.half().weight.grad_dtype == lib.float64
    assert x.detach().grad_dtype == lib.float16


def test_what_is_refused(lib: Any) -> None:
    x = leaf(lib, lib.float16)
    with pytest.raises(RuntimeError, match="grad_dtype can only be accessed on leaf tensors"):
        (x * 2).grad_dtype  # noqa: B018
    with pytest.raises(RuntimeError, match="grad_dtype can only be set on leaf tensors"):
        (x * 2).grad_dtype = None
    with pytest.raises(RuntimeError, match="grad_dtype must be a torch.dtype or None, but got int"):
        x.grad_dtype = 3
    with pytest.raises(RuntimeError, match="with dtype .* to a tensor with grad_dtype"):
        x.grad = lib.ones(2)
    x.grad = lib.ones(2, dtype=lib.float16)
    with pytest.raises(RuntimeError, match="Cannot set grad_dtype to .* because there is already a gradient"):
        x.grad_dtype = lib.float32
    assert x.grad_dtype == lib.float16
    x.grad_dtype = None


def test_integers_are_refused() -> None:
    x = wengert.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="but got wengert.int64. Give a floating point or complex dtype"):
        x.grad_dtype = wengert.int64
    assert x.grad_dtype is wengert.float32


def test_dtypes_of_numpy_and_copies() -> None:
    x = wengert.ones(2, requires_grad=True)
    x.grad_dtype = np.float64
    (x * 3).sum().backward()
    same = copy.deepcopy(x)
    assert same.grad_dtype is wengert.float64 and same.grad.dtype is wengert.float64
    x.grad_dtype = None
    assert copy.deepcopy(x).grad_dtype is None


def test_the_graph_shows_it() -> None:
    x = wengert.ones(2, requires_grad=True)
    x.grad_dtype = None
    node = (x * 2).grad_fn.next_functions[0][0]
    assert node._input_metadata[0].dtype is None
    x.grad_dtype = wengert.float64
    assert node._input_metadata[0].dtype is wengert.float64
