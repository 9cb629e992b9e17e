"""What the pages of torch.autograd promise, edition by edition: one program a promise, on wengert and on PyTorch.

Where editions differ the newest holds; what an older one had and the newest has not is tested where it still works.
``test_pages_functions.py`` has the promises made to those who write Functions and who watch the graph.
"""

from __future__ import annotations

import threading
import warnings
from typing import Any

import pytest

from tests.both import leaf

# -- the first paragraph


@pytest.mark.parametrize("name", ["half", "float", "double", "bfloat16", "cfloat", "cdouble"])
def test_floating_and_complex_types_have_gradients(lib: Any, name: str) -> None:
    x = lib.ones(3, dtype=getattr(lib, name), requires_grad=True)
    (x * 2).abs().sum().backward()
    assert x.grad.dtype is getattr(lib, name)
    assert x.grad.to(lib.cdouble).tolist() == [2, 2, 2]


@pytest.mark.parametrize("name", ["uint8", "int8", "short", "int", "long", "bool"])
def test_other_types_have_none(lib: Any, name: str) -> None:
    dtype = getattr(lib, name)
    with pytest.raises(RuntimeError, match=r"(?i)only Tensors of floating point (and complex )?dtype can"):
        lib.tensor([1], dtype=dtype, requires_grad=True)
    x = lib.ones(3, dtype=dtype)
    with pytest.raises(RuntimeError, match=r"(?i)only Tensors of floating point (and complex )?dtype can"):
        x.requires_grad_()
    with pytest.raises(RuntimeError, match=r"(?i)only Tensors of floating point (and complex )?dtype can"):
        x.requires_grad = True
    assert not x.requires_grad and not (x * 2).requires_grad


# -- backward


def test_backward_sums_the_gradients_of_all_tensors(lib: Any) -> None:
    x = leaf(lib, 2.0, 3.0)
    lib.autograd.backward([x.prod(), x.sum()])
    assert x.grad.tolist() == [4, 3]


def test_non_scalars_need_the_vector_of_the_product(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0, 3.0)
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        lib.autograd.backward(x * x)
    assert x.grad is None
    lib.autograd.backward(x * x, lib.tensor([1.0, 0.0, 10.0], dtype=lib.float64))
    assert x.grad.tolist() == [2, 0, 60]


def test_one_element_is_a_scalar_whatever_its_dimensions(lib: Any) -> None:
    x = leaf(lib, 3.0)
    (x * x).reshape(1, 1, 1).backward()
    assert x.grad.item() == 6


def test_none_stands_for_scalars_and_for_what_needs_no_gradient(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    constant, v = lib.ones(()), lib.ones(2, dtype=lib.float64)
    lib.autograd.backward([x.sum(), x * 5], [None, v])
    assert x.grad.tolist() == [6, 6]
    lib.autograd.backward([x.sum(), x.sum()], [None, None])
    lib.autograd.backward([x.sum(), x.sum()])
    assert x.grad.tolist() == [10, 10]
    with pytest.raises(RuntimeError, match="element 1 of tensors does not require grad"):
        lib.autograd.backward([x.sum(), constant], [None, None])  # None may stand for it, but it cannot be an output
    assert x.grad.tolist() == [10, 10]


def test_vectors_match_the_tensors_in_number_and_shape(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        lib.autograd.backward([x * 1, x * 2], [lib.ones(2)])
    with pytest.raises(RuntimeError, match=r"Mismatch in shape: grad_output\[0\] has a shape of"):
        lib.autograd.backward([x * 1], [lib.ones(3)])
    assert x.grad is None


def test_gradients_accumulate_until_they_are_zeroed_or_dropped(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    assert x.grad is None
    (3 * x).sum().backward()
    first = x.grad
    (4 * x).sum().backward()
    assert x.grad is first and first.tolist() == [7, 7]
    x.grad.zero_()
    x.sum().backward()
    assert x.grad is first and first.tolist() == [1, 1]
    x.grad = None
    x.sum().backward()
    assert x.grad is not first and x.grad.tolist() == [1, 1]


def test_the_graph_is_freed_unless_it_is_retained(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.tolist() == [4, 8]
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        y.backward()


def test_retaining_defaults_to_create_graph(lib: Any) -> None:
    x = leaf(lib, 3.0)
    y = x**3
    (g,) = lib.autograd.grad(y, x, create_graph=True)
    (again,) = lib.autograd.grad(y, x)  # kept by the call before, freed by this one
    assert g.item() == again.item() == 27
    with pytest.raises(RuntimeError, match="a second time"):
        lib.autograd.grad(y, x)
    (z,) = lib.autograd.grad(x**3, x, create_graph=True, retain_graph=False)
    assert z.requires_grad


def test_higher_orders(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y, found = x**4, []
    for _ in range(4):
        (y,) = lib.autograd.grad(y, x, create_graph=True)
        found.append(y.item())
    assert found == [32, 48, 48, 24]


def test_backward_with_create_graph_warns_of_the_cycle(lib: Any) -> None:
    x = leaf(lib, 2.0)
    with pytest.warns(UserWarning, match=r"backward\(\) with create_graph=True will create a reference cycle"):
        (x**3).backward(create_graph=True)
    assert lib.autograd.grad(x.grad, x)[0].item() == 12
    x.grad = None


def test_inputs_limit_what_is_accumulated(lib: Any) -> None:
    x, y = leaf(lib, 2.0), leaf(lib, 5.0)
    (x * y).backward(inputs=[x])
    assert x.grad.item() == 5 and y.grad is None
    lib.autograd.backward(x * y, inputs=y)  # one tensor is as good as a sequence of one
    assert x.grad.item() == 5 and y.grad.item() == 2
    with pytest.raises(RuntimeError, match=r"`inputs` argument to `backward\(\)` cannot be empty"):
        (x * y).backward(inputs=[])


def test_inputs_that_are_not_leaves_accumulate_too(lib: Any) -> None:
    """The 1.8 page refuses them; since then they are accepted, as if ``retain_grad`` had been called."""
    x = leaf(lib, 2.0)
    y = x * 3
    (y * y).backward(inputs=[y])
    assert y.grad.item() == 12 and x.grad is None


def test_grad_variables_is_the_old_name_of_grad_tensors(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    v = lib.tensor([1.0, 10.0], dtype=lib.float64)
    with pytest.warns(FutureWarning, match="grad_variables"):
        lib.autograd.backward(x * x, grad_variables=[v])
    assert x.grad.tolist() == [2, 40]
    with (
        pytest.warns(FutureWarning, match="grad_variables"),
        pytest.raises(RuntimeError, match="`grad_tensors` and `grad_variables`"),
    ):
        lib.autograd.backward(x * x, v, grad_variables=v)


# -- grad


def test_grad_returns_and_leaves_no_trace(lib: Any) -> None:
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    gx, gy = lib.autograd.grad((x * y).sum(), [x, y])
    assert gx.tolist() == [3, 4] and gy.tolist() == [1, 2]
    assert x.grad is None and y.grad is None and not gx.requires_grad


def test_grad_sums_over_the_outputs(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    v = lib.tensor([1.0, 100.0], dtype=lib.float64)
    (g,) = lib.autograd.grad([x.sum(), x * x], x, grad_outputs=[None, v])
    assert g.tolist() == [3, 401]
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        lib.autograd.grad(x * x, x)


def test_grad_of_what_lies_between(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3
    assert lib.autograd.grad(y * y, y)[0].item() == 12


def test_unused_inputs_are_an_error_unless_allowed(lib: Any) -> None:
    x, unused = leaf(lib, 2.0), leaf(lib, 1.0, 1.0)
    with pytest.raises(RuntimeError, match="appears to not have been used in the graph. Set allow_unused=True"):
        lib.autograd.grad(x * x, [x, unused])
    gx, gu = lib.autograd.grad(x * x, [x, unused], allow_unused=True)
    assert gx.item() == 4 and gu is None
    gx, gu = lib.autograd.grad(x * x, [x, unused], materialize_grads=True)
    assert gu.tolist() == [0, 0]
    with pytest.raises(ValueError, match="Expected allow_unused to be True or not passed when materialize_grads=True"):
        lib.autograd.grad(x * x, [x], allow_unused=False, materialize_grads=True)


def test_a_batch_of_vectors_at_once(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0, 3.0)
    (rows,) = lib.autograd.grad(x * x, x, lib.eye(3, dtype=lib.float64), is_grads_batched=True)
    assert rows.tolist() == [[2, 0, 0], [0, 4, 0], [0, 0, 6]]


# -- Default gradient layouts


def test_rule_1_a_new_gradient_has_the_strides_of_a_dense_leaf(lib: Any) -> None:
    x = lib.ones(2, 3).t().contiguous().t().requires_grad_()
    assert not x.is_contiguous()
    (x * lib.rand(2, 3)).sum().backward()
    assert x.grad.stride() == x.stride() == (1, 2)


@pytest.mark.parametrize("kind", ["gaps", "overlapping"])
def test_rule_2_otherwise_it_is_contiguous(lib: Any, kind: str) -> None:
    x = lib.ones(4, 6)[:, ::2] if kind == "gaps" else lib.ones(4, 1).expand(4, 3)
    x = x.detach().requires_grad_()
    (x.t() * lib.rand(3, 4)).sum().backward()
    assert x.grad.stride() == (3, 1)


def test_rule_3_accumulating_writes_into_the_gradient_there_is(lib: Any) -> None:
    x = lib.ones(2, 3, requires_grad=True)
    x.grad = lib.zeros(3, 2).t()
    held = x.grad
    (2 * x).sum().backward()
    assert x.grad is held and held.stride() == (1, 2)
    assert held.tolist() == [[2, 2, 2], [2, 2, 2]]


def test_rule_4_with_create_graph_it_is_replaced(lib: Any) -> None:
    x = lib.ones(2, 3, requires_grad=True)
    x.grad = lib.zeros(3, 2).t()
    held = x.grad
    with warnings.catch_warnings():  # of the cycle; and PyTorch of the layout, once
        warnings.simplefilter("ignore", UserWarning)
        (x**2).sum().backward(create_graph=True)
    assert x.grad is not held and x.grad.stride() == held.stride() == (1, 2)
    assert x.grad.requires_grad and held.sum().item() == 0
    x.grad = None


def test_a_gradient_assigned_must_fit(lib: Any) -> None:
    x = lib.ones(2, 3, requires_grad=True)
    with pytest.raises(RuntimeError, match=r"attempting to assign a gradient of size '\[3, 2\]' to a tensor"):
        x.grad = lib.ones(3, 2)
    with pytest.raises(RuntimeError, match=r"assign a gradient with dtype .* to a tensor with grad_dtype"):
        x.grad = lib.ones(2, 3, dtype=lib.float64)
    with pytest.raises(TypeError, match="assigned grad expected to be a Tensor or None"):
        x.grad = 1.0
    assert x.grad is None


# -- Locally disabling gradient computation


def test_no_grad(lib: Any) -> None:
    x = leaf(lib, 1.0)
    with lib.no_grad():
        y = x * 2
        made = lib.zeros(2, requires_grad=True)
        assert not lib.is_grad_enabled()
    assert lib.is_grad_enabled() and x.requires_grad and made.requires_grad
    assert not y.requires_grad and y.grad_fn is None and y.is_leaf


@pytest.mark.parametrize("parentheses", [True, False])
def test_no_grad_as_a_decorator(lib: Any, parentheses: bool) -> None:
    def double(x: Any) -> Any:
        return x * 2

    f = (lib.no_grad() if parentheses else lib.no_grad)(double)
    assert not f(leaf(lib, 1.0)).requires_grad and f.__name__ == "double"


def test_enable_grad_inside_no_grad_and_outside(lib: Any) -> None:
    x = leaf(lib, 1.0)
    with lib.no_grad():
        with lib.enable_grad():
            y = x * 2
        assert not lib.is_grad_enabled()
    with lib.enable_grad():
        z = x * 2
    assert y.requires_grad and z.requires_grad and lib.is_grad_enabled()
    y.backward()
    assert x.grad.item() == 2

    @lib.enable_grad()
    def double(x: Any) -> Any:
        return x * 2

    with lib.no_grad():
        assert double(x).requires_grad


def test_set_grad_enabled_as_a_context_and_as_a_function(lib: Any) -> None:
    x = leaf(lib, 1.0)
    for train in (False, True):
        with lib.set_grad_enabled(train):
            assert (x * 2).requires_grad is train
    try:
        lib.set_grad_enabled(False)
        assert not (x * 2).requires_grad
    finally:
        lib.set_grad_enabled(True)
    assert (x * 2).requires_grad


def test_modes_belong_to_their_thread(lib: Any) -> None:
    seen = []
    with lib.no_grad():
        other = threading.Thread(target=lambda: seen.append(lib.is_grad_enabled()))
        other.start()
        other.join()
        assert not lib.is_grad_enabled()
    assert seen == [True]


def test_modes_have_their_names_in_autograd_and_at_the_top(lib: Any) -> None:
    for name in ("no_grad", "enable_grad", "set_grad_enabled"):
        assert getattr(lib.autograd, name) is getattr(lib, name) is getattr(lib.autograd.grad_mode, name)


# -- In-place correctness checks


def test_overwriting_what_was_saved_raises_when_backward_starts(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    z = y * y
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()
    assert x.grad is None


def test_overwriting_what_was_not_saved_is_right(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    z = y + y
    y.add_(1)  # a sum does not need its terms
    (z.sum() + y.prod()).backward()
    assert x.grad.tolist() == [4 + 2 * 5, 4 + 2 * 3]


def test_leaves_are_not_overwritten_while_recording(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        x.mul_(2)
    with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad is being used in an in-place"):
        x[0] = 2.0
    with lib.no_grad():
        x.mul_(2)
    assert x.tolist() == [2, 4] and x.is_leaf


# -- Variable (deprecated)


def test_variable_returns_a_tensor(lib: Any) -> None:
    t = lib.ones(2)
    v, w = lib.autograd.Variable(t), lib.autograd.Variable(t, requires_grad=True)
    assert isinstance(v, lib.Tensor) and not v.requires_grad and w.requires_grad
    assert isinstance(t, lib.autograd.Variable)
    v[0] = 7
    assert t.tolist() == [7, 1]
    w.register_hook(lambda g: g * 10)
    w.sum().backward()
    assert w.grad.tolist() == [10, 10] and not w.detach().requires_grad


def test_data_is_the_same_memory_without_history(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x.exp()
    assert not y.data.requires_grad and y.data.is_leaf
    x.data.mul_(3)
    assert x.tolist() == [3, 6] and x._version == 0
    y.data.zero_()  # unlike detach(): not seen by the check
    y.sum().backward()
    assert x.grad.tolist() == [0, 0]


@pytest.mark.parametrize("name", ["randn", "rand", "zeros", "ones", "empty"])
def test_factories_take_requires_grad(lib: Any, name: str) -> None:
    t = getattr(lib, name)((2, 3, 4), requires_grad=True)
    assert t.requires_grad and t.is_leaf and t.shape == (2, 3, 4)
    assert lib.full((2,), 1.5, requires_grad=True).requires_grad
    assert lib.linspace(0, 1, 3, requires_grad=True).requires_grad


# -- Tensor autograd functions


def test_is_leaf(lib: Any) -> None:
    a = lib.rand(10, requires_grad=True)
    b = a.double()  # made by the operation that casts
    c = lib.rand(10, requires_grad=True) + 2
    d = lib.rand(10) + 2
    e = (lib.rand(10) + 2).requires_grad_()
    assert [t.is_leaf for t in (a, b, c, d, e)] == [True, False, False, True, True]
    assert a.cpu() is a and [t.grad_fn is None for t in (a, b, c, d, e)] == [True, False, False, True, True]


def test_only_leaves_keep_gradients_unless_asked(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y, z = x * 2, x * 3
    z.retain_grad()
    assert z.retains_grad and not y.retains_grad and not x.retains_grad
    (y + z * z).sum().backward()
    assert z.grad.tolist() == [6, 12] and x.grad.tolist() == [20, 38]
    with pytest.warns(UserWarning, match="The .grad attribute of a Tensor that is not a leaf Tensor is being accessed"):
        assert y.grad is None


def test_retain_grad_of_a_leaf_does_nothing_and_of_a_constant_raises(lib: Any) -> None:
    x = leaf(lib, 1.0)
    x.retain_grad()
    assert not x.retains_grad
    with pytest.raises(RuntimeError, match="can't retain_grad on Tensor that has requires_grad=False"):
        lib.ones(2).retain_grad()


def test_requires_grad_spreads_and_only_leaves_may_drop_it(lib: Any) -> None:
    x = leaf(lib, 1.0)
    y = x * 2
    assert (y + lib.ones(())).requires_grad and not (lib.ones(()) * 2).requires_grad
    with pytest.raises(RuntimeError, match="you can only change requires_grad flags of leaf variables"):
        y.requires_grad = False
    assert x.requires_grad_(False) is x and not x.requires_grad


def test_the_gradient_given_to_backward(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    v = lib.tensor([1.0, 2.0], dtype=lib.float64, requires_grad=True)
    (x * x).backward(v)
    assert x.grad.tolist() == [2, 8] and not x.grad.requires_grad
    (g,) = lib.autograd.grad(x * x, x, v, create_graph=True)
    assert g.requires_grad
    assert lib.autograd.grad(g.sum(), v)[0].tolist() == [2, 4]


def test_tensor_backward_takes_inputs(lib: Any) -> None:
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    (x * y).backward(inputs=[y])
    assert x.grad is None and y.grad.item() == 2


def test_detach_shares_memory_and_writes_are_seen_by_the_check(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x.exp()
    d = y.detach()
    assert not d.requires_grad and d.grad_fn is None and d.is_leaf
    d.zero_()
    assert y.tolist() == [0, 0]
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_detach_in_place_makes_a_leaf(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    assert y.detach_() is y and y.is_leaf and not y.requires_grad
    v = (x * 2)[:1]
    with pytest.raises(RuntimeError, match="Can't detach views in-place"):
        v.detach_()
    assert v.grad_fn is not None


def test_a_hook_replaces_the_gradient_until_it_is_removed(lib: Any) -> None:
    x = leaf(lib, 0.0, 0.0, 0.0)
    v = lib.tensor([1.0, 2.0, 3.0], dtype=lib.float64)
    handle = x.register_hook(lambda g: g * 2)
    x.backward(v)
    assert x.grad.tolist() == [2, 4, 6]
    handle.remove()
    x.backward(v)
    assert x.grad.tolist() == [3, 6, 9]


def test_a_hook_that_returns_nothing_only_looks(lib: Any) -> None:
    x, seen = leaf(lib, 1.0, 2.0), []
    y = x * 3
    y.register_hook(lambda g: seen.append(g.tolist()))
    (y * y).sum().backward()
    lib.autograd.grad((y * y).sum(), y)
    assert seen == [[6, 12], [6, 12]] and x.grad.tolist() == [18, 36]


def test_a_hook_needs_a_gradient_to_come(lib: Any) -> None:
    with pytest.raises(RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"):
        lib.ones(2).register_hook(print)
