"""What the pages of torch.autograd promise of functions of functions, Functions, gradcheck and the graph.

As ``test_pages.py``: one program a promise, on wengert and on PyTorch.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.both import leaf


def plain(lib: Any, *values: float) -> Any:
    return leaf(lib, *values).detach()


def told(x: Any) -> Any:
    return tuple(map(told, x)) if isinstance(x, (tuple, list)) else x.tolist()


def squares(x: Any) -> Any:
    return (x * x).cumsum(0)


def mixed(x: Any, y: Any) -> Any:
    return x * y, x + 3 * y


def cubes(x: Any) -> Any:
    return x.pow(3).sum()


# -- Functional higher level API


def test_jacobian_of_one_input_and_one_output(lib: Any) -> None:
    x = plain(lib, 1.0, 2.0)
    j = lib.autograd.functional.jacobian(squares, x)
    assert j.tolist() == [[2, 0], [2, 4]] and not j.requires_grad and not x.requires_grad


def test_jacobian_is_shaped_as_output_then_input(lib: Any) -> None:
    x = lib.ones(2, 3, dtype=lib.float32)
    j = lib.autograd.functional.jacobian(lambda x: x.sum(1).repeat(4, 1), x)
    assert j.shape == (4, 2, 2, 3) and j.dtype == lib.float32


def test_jacobian_of_tuples(lib: Any) -> None:
    x, y = plain(lib, 2.0, 5.0), plain(lib, 7.0, 11.0)
    jacobian = lib.autograd.functional.jacobian
    j = jacobian(mixed, (x, y))
    assert told(j) == (([[7, 0], [0, 11]], [[2, 0], [0, 5]]), ([[1, 0], [0, 1]], [[3, 0], [0, 3]]))
    assert told(jacobian(lambda x, y: x * y, (x, y))) == told(j[0])
    assert told(jacobian(lambda x: (x * x, x), x)) == ([[4, 0], [0, 10]], [[1, 0], [0, 1]])


def test_constants_and_flags_are_captured(lib: Any) -> None:
    x, constant = plain(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)

    def f(x: Any, constant: Any, *, flag: bool) -> Any:
        return x * constant if flag else x

    j = lib.autograd.functional.jacobian(lambda x: f(x, constant, flag=True), x)
    assert j.tolist() == [[3, 0], [0, 4]] and constant.grad is None


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_jacobian_vectorized(lib: Any, strategy: str) -> None:
    x, y = plain(lib, 2.0, 5.0), plain(lib, 7.0, 11.0)
    jacobian = lib.autograd.functional.jacobian
    assert told(jacobian(mixed, (x, y), vectorize=True, strategy=strategy)) == told(jacobian(mixed, (x, y)))


def test_forward_mode_jacobians_are_vectorized_and_not_strict(lib: Any) -> None:
    jacobian, x = lib.autograd.functional.jacobian, plain(lib, 1.0)
    with pytest.raises(NotImplementedError, match="forward-AD or forward-over-reverse Hessian is"):
        jacobian(squares, x.reshape(1), strategy="forward-mode")
    with pytest.raises(RuntimeError, match="`strict=True` and `vectorized=True` are not supported together"):
        jacobian(squares, x.reshape(1), strict=True, vectorize=True)


def test_create_graph_keeps_the_result_differentiable(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    j = lib.autograd.functional.jacobian(squares, x, create_graph=True)
    assert j.grad_fn is not None
    assert lib.autograd.grad(j.sum(), x)[0].tolist() == [4, 2]
    h = lib.autograd.functional.hessian(cubes, x, create_graph=True)
    assert lib.autograd.grad(h.sum(), x)[0].tolist() == [6, 6]
    assert lib.autograd.functional.hessian(cubes, x).grad_fn is None


def test_independent_outputs_are_zero_or_an_error(lib: Any) -> None:
    x, y, functional = plain(lib, 1.0, 2.0), plain(lib, 3.0), lib.autograd.functional

    def f(x: Any, y: Any) -> Any:
        return x * 2

    assert told(functional.jacobian(f, (x, y))) == ([[2, 0], [0, 2]], [0, 0])
    assert told(functional.vjp(f, (x, y), lib.ones(2, dtype=lib.float64))[1]) == ([2, 2], 0)
    for call in (
        lambda: functional.jacobian(f, (x, y), strict=True),
        lambda: functional.vjp(f, (x, y), lib.ones(2, dtype=lib.float64), strict=True),
        lambda: functional.hessian(lambda x: x.sum(), x, strict=True),
    ):
        with pytest.raises(RuntimeError, match="independent of"):
            call()


def test_hessian(lib: Any) -> None:
    x, y = plain(lib, 2.0, 5.0), plain(lib, 7.0, 11.0)
    hessian = lib.autograd.functional.hessian
    assert hessian(cubes, x).tolist() == [[12, 0], [0, 30]]
    zeros = [[0, 0], [0, 0]]
    h = hessian(lambda x, y: (2 * x.pow(2) + 3 * y.pow(2)).sum(), (x, y))
    assert told(h) == (([[4, 0], [0, 4]], zeros), (zeros, [[6, 0], [0, 6]]))
    assert hessian(cubes, x.reshape(2, 1)).shape == (2, 1, 2, 1)
    for outer in ("reverse-mode", "forward-mode"):
        assert told(hessian(cubes, x, vectorize=True, outer_jacobian_strategy=outer)) == [[12, 0], [0, 30]]
    with pytest.raises(RuntimeError, match="function given to hessian should contain a single element"):
        hessian(squares, x)


def test_products_of_vectors_and_derivatives(lib: Any) -> None:
    x, v, functional = plain(lib, 1.0, 2.0), plain(lib, 10.0, 1.0), lib.autograd.functional
    out, product = functional.vjp(squares, x, v)
    assert out.tolist() == [1, 5] and product.tolist() == [22, 4]
    out, product = functional.jvp(squares, x, v)
    assert out.tolist() == [1, 5] and product.tolist() == [20, 24]
    for hessian_product in (functional.vhp, functional.hvp):
        out, product = hessian_product(cubes, x, v)
        assert out.item() == 9 and product.tolist() == [60, 12]


def test_products_take_and_give_tuples(lib: Any) -> None:
    x, y, functional = plain(lib, 2.0, 5.0), plain(lib, 7.0, 11.0), lib.autograd.functional
    v = plain(lib, 1.0, 10.0)
    assert told(functional.vjp(lambda x, y: 2 * x + 3 * y, (x, y), v)[1]) == ([2, 20], [3, 30])
    assert told(functional.jvp(mixed, (x, y), (v, v))[1]) == ([9, 160], [4, 40])
    f = lambda x, y: (x * x * y).sum()
    assert (
        told(functional.vhp(f, (x, y), (v, v))[1])
        == told(functional.hvp(f, (x, y), (v, v))[1])
        == (
            [18, 320],
            [4, 100],
        )
    )


def test_products_without_a_vector(lib: Any) -> None:
    x, functional = plain(lib, 3.0), lib.autograd.functional
    assert functional.vjp(lambda x: x**2, x)[1].item() == 6
    assert functional.jvp(lambda x: x**2, x)[1].item() == 6
    assert functional.vhp(lambda x: x**3, x)[1].item() == functional.hvp(lambda x: x**3, x)[1].item() == 18
    two = plain(lib, 1.0, 2.0)
    for f, call in ((squares, functional.vjp), (squares, functional.jvp), (cubes, functional.vhp)):
        with pytest.raises(RuntimeError, match="The vector v can only be None if the"):
            call(f, two)


def test_products_with_create_graph(lib: Any) -> None:
    x, v, functional = leaf(lib, 1.0, 2.0), plain(lib, 1.0, 1.0), lib.autograd.functional
    for call, f in ((functional.vjp, squares), (functional.jvp, squares), (functional.vhp, cubes)):
        out, product = call(f, x, v, create_graph=True)
        assert out.grad_fn is not None and product.grad_fn is not None
        out, product = call(f, x, v)
        assert not out.requires_grad and not product.requires_grad


# -- Forward-mode Automatic Differentiation


def test_dual_tensors(lib: Any) -> None:
    forward_ad = lib.autograd.forward_ad
    x, t = plain(lib, 2.0, 3.0), plain(lib, 1.0, 10.0)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, t)
        primal, tangent = forward_ad.unpack_dual(dual * dual)
        assert primal.tolist() == [4, 9] and tangent.tolist() == [4, 60]
        assert forward_ad.unpack_dual(x).tangent is None
    assert forward_ad.unpack_dual(dual).tangent is None
    with pytest.raises(RuntimeError, match=r"no level exists, make sure to enter_dual_level\(\) first"):
        forward_ad.make_dual(x, t)


# -- Function


def exp_of(lib: Any) -> Any:
    class Exp(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            out = x.exp()
            ctx.save_for_backward(out)
            return out

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (out,) = ctx.saved_tensors
            return g * out

    return Exp


def function(lib: Any, **methods: Any) -> Any:
    return type("F", (lib.autograd.Function,), {name: staticmethod(f) for name, f in methods.items()})


def test_a_function_is_applied(lib: Any) -> None:
    x = leaf(lib, 0.0, 1.0)
    y = exp_of(lib).apply(x)
    y.sum().backward()
    assert x.grad.tolist() == y.tolist() and lib.autograd.gradcheck(exp_of(lib).apply, x)
    assert lib.autograd.gradgradcheck(exp_of(lib).apply, x)


def test_a_function_is_not_called_nor_instantiated_to_be_applied(lib: Any) -> None:
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        instance = exp_of(lib)()
    with pytest.raises(RuntimeError, match="Legacy autograd function with non-static forward method is deprecated"):
        instance(leaf(lib, 1.0))


def test_methods_that_are_missing(lib: Any) -> None:
    with pytest.raises(NotImplementedError, match="You must implement the forward function"):
        function(lib).apply(leaf(lib, 1.0))
    with pytest.raises(NotImplementedError, match="You must implement either the backward or vjp method"):
        function(lib, forward=lambda ctx, x: x * 2).apply(leaf(lib, 1.0)).backward()


def test_arguments_and_attributes_of_any_type(lib: Any) -> None:
    def forward(ctx: Any, x: Any, power: int, options: dict[str, float]) -> Any:
        ctx.save_for_backward(x)
        ctx.power, ctx.options = power, options
        return x**power * options["scale"]

    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        assert ctx.needs_input_grad == (True, False, False)
        return g * ctx.power * x ** (ctx.power - 1) * ctx.options["scale"], None, None

    x = leaf(lib, 3.0)
    function(lib, forward=forward, backward=backward).apply(x, 2, {"scale": 10.0}).backward()
    assert x.grad.item() == 60


def test_as_many_gradients_as_arguments(lib: Any) -> None:
    def run(*gradients: Any) -> Any:
        f = function(lib, forward=lambda ctx, x, y: x * y, backward=lambda ctx, g: gradients)
        x = leaf(lib, 3.0)
        f.apply(x, x).backward()
        return x.grad.item()

    assert run(lib.ones((), dtype=lib.float64), None) == 1
    assert run(None, lib.ones((), dtype=lib.float64), None) == 1  # more, if they are None
    with pytest.raises(RuntimeError, match=r"returned an incorrect number of gradients \(expected 2, got 1\)"):
        run(lib.ones((), dtype=lib.float64))


def test_a_gradient_for_each_output(lib: Any) -> None:
    def backward(ctx: Any, g: Any, h: Any) -> Any:
        seen.append((g.item(), h.item()))
        return 2 * g + 3 * h

    seen: list[Any] = []
    f = function(lib, forward=lambda ctx, x: (x * 2, x * 3), backward=backward)
    x = leaf(lib, 1.0)
    a, b = f.apply(x)
    (a + 10 * b).backward()
    f.apply(x)[1].backward()
    assert seen == [(1, 10), (0, 1)] and x.grad.item() == 35


def test_none_may_be_saved(lib: Any) -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(None, x)
        return x * 2

    def backward(ctx: Any, g: Any) -> Any:
        nothing, x = ctx.saved_tensors
        assert nothing is None and x.item() == 4
        return g * 2

    x = leaf(lib, 4.0)
    function(lib, forward=forward, backward=backward).apply(x).backward()
    assert x.grad.item() == 2


def test_what_was_saved_is_checked_for_writes(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = exp_of(lib).apply(x)
    y.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_mark_dirty(lib: Any) -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        return x.mul_(3)

    f = function(lib, forward=forward, backward=lambda ctx, g: g * 3)
    x = leaf(lib, 1.0, 2.0)
    y = x * 1
    assert f.apply(y) is y and y._version > 0 and y.grad_fn.name() == "FBackward"
    y.sum().backward()
    assert x.grad.tolist() == [3, 3]


def test_mark_non_differentiable(lib: Any) -> None:
    def forward(ctx: Any, x: Any) -> Any:
        values, order = x.sort()
        ctx.save_for_backward(order)
        ctx.mark_non_differentiable(order)
        return values, order

    def backward(ctx: Any, g: Any, g_order: Any) -> Any:
        assert g_order.tolist() == [0, 0, 0]
        (order,) = ctx.saved_tensors
        return lib.zeros_like(g).index_put((order,), g)

    x = leaf(lib, 3.0, 1.0, 2.0)
    values, order = function(lib, forward=forward, backward=backward).apply(x)
    assert values.requires_grad and not order.requires_grad
    (values * lib.tensor([1.0, 10.0, 100.0])).sum().backward()
    assert x.grad.tolist() == [100, 1, 10]


def test_set_materialize_grads(lib: Any) -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    def backward(ctx: Any, g: Any, h: Any) -> Any:
        assert g is None
        return 3 * h

    x = leaf(lib, 1.0)
    function(lib, forward=forward, backward=backward).apply(x)[1].backward()
    assert x.grad.item() == 3


def test_jvp_and_vmap_rules(lib: Any) -> None:
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_forward(*inputs)

    def jvp(ctx: Any, t: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 2 * x * t

    def batch(info: Any, in_dims: Any, x: Any) -> Any:
        seen.append((info.batch_size, in_dims))
        return x * x, in_dims[0]

    seen: list[Any] = []
    f = function(lib, forward=lambda x: x * x, setup_context=setup_context, jvp=jvp, vmap=batch)
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(plain(lib, 3.0), plain(lib, 10.0))
        assert forward_ad.unpack_dual(f.apply(dual)).tangent.item() == 60
    assert lib.func.vmap(f.apply)(plain(lib, 1.0, 2.0, 3.0)).tolist() == [1, 4, 9]
    assert seen == [(3, (0,))]


# -- Numerical gradient checking


def wrong(lib: Any) -> Any:
    return function(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2.1)


def test_gradcheck_finds_a_wrong_derivative(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    assert lib.autograd.gradcheck(lambda x: (x * x, x.sin()), (x,)) is True
    with pytest.raises(RuntimeError, match="Jacobian mismatch for output 0 with respect to input 0"):
        lib.autograd.gradcheck(wrong(lib).apply, (x,))
    assert lib.autograd.gradcheck(wrong(lib).apply, (x,), raise_exception=False) is False
    assert lib.autograd.gradcheck(wrong(lib).apply, x, eps=1e-3, atol=0.2, rtol=0.0)
    assert lib.autograd.gradcheck(wrong(lib).apply, x, eps=1e-3, atol=0.0, rtol=0.1)


def test_gradcheck_is_made_for_double_precision(lib: Any) -> None:
    x = lib.ones(2, requires_grad=True)
    with pytest.warns(UserWarning, match="Input #0 requires gradient and is not a double precision"):
        assert not lib.autograd.gradcheck(lambda x: x.sin().exp(), x, raise_exception=False)


def test_gradcheck_wants_something_to_check(lib: Any) -> None:
    with pytest.raises(ValueError, match="gradcheck expects at least one input tensor to require gradient"):
        lib.autograd.gradcheck(lambda x: x * 2, plain(lib, 1.0))


def test_gradcheck_of_complex_functions(lib: Any) -> None:
    z = lib.tensor([1 + 2j, -0.5 + 0.3j], dtype=lib.cdouble, requires_grad=True)
    assert lib.autograd.gradcheck(lambda z: z * z.conj() + z.exp(), z)
    assert lib.autograd.gradcheck(lambda z: z.abs(), z)
    assert lib.autograd.gradgradcheck(lambda z: z**3, z)
    f = function(lib, forward=lambda ctx, z: z * 2j, backward=lambda ctx, g: g * 2j)  # lacks the conjugate
    assert not lib.autograd.gradcheck(f.apply, z, raise_exception=False)


def test_gradcheck_of_undefined_and_batched_gradients(lib: Any) -> None:
    def backward(ctx: Any, g: Any) -> Any:
        if g is None:
            return lib.ones(2, dtype=lib.float64)
        return g * 2

    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(False)
        return x * 2

    f, x = function(lib, forward=forward, backward=backward), leaf(lib, 1.0, 2.0)
    assert not lib.autograd.gradcheck(f.apply, x, raise_exception=False)
    assert lib.autograd.gradcheck(f.apply, x, check_undefined_grad=False)
    assert lib.autograd.gradcheck(lambda x: x.sin(), x, check_batched_grad=True, check_grad_dtypes=True)


def test_gradcheck_of_what_is_not_deterministic(lib: Any) -> None:
    calls = []

    def backward(ctx: Any, g: Any) -> Any:
        calls.append(1)
        return g * (2 + 1e-9 * len(calls))

    f, x = function(lib, forward=lambda ctx, x: x * 2, backward=backward), leaf(lib, 1.0, 2.0)
    with pytest.raises(RuntimeError, match="[Bb]ackward is not reentrant"):
        lib.autograd.gradcheck(f.apply, x)
    assert lib.autograd.gradcheck(f.apply, x, nondet_tol=1e-6)


def test_gradgradcheck(lib: Any) -> None:
    x, gradgradcheck = leaf(lib, 1.0, 2.0), lib.autograd.gradgradcheck
    assert gradgradcheck(lambda x: x**3, (x,))
    assert gradgradcheck(lambda x: x**3, (x,), grad_outputs=(leaf(lib, 1.0, -1.0),))
    assert gradgradcheck(lambda x: x**3, (x,), gen_non_contig_grad_outputs=True, nondet_tol=1e-9)
    f = function(lib, forward=lambda ctx, x: x * x.detach() ** 2, backward=lambda ctx, g: g * 12.0)
    assert not gradgradcheck(lambda x: f.apply(x) * x, (x,), raise_exception=False)


# -- Autograd graph


def test_grad_fn_is_a_node_where_something_was_recorded(lib: Any) -> None:
    x = leaf(lib, 0.0, 0.0)
    y = x.exp()
    assert isinstance(y.grad_fn, lib.autograd.graph.Node) and x.grad_fn is None and lib.ones(2).exp().grad_fn is None
    names = dir(y.grad_fn)
    for name in (
        "_raw_saved_result", "_saved_result", "metadata", "name", "next_functions", "register_hook",
        "register_prehook", "requires_grad", "_register_hook_dict", "__call__",
    ):  # fmt: skip
        assert name in names and hasattr(y.grad_fn, name)
    assert lib.allclose(y.grad_fn._saved_result, y)
    assert y.grad_fn.name() == "ExpBackward0" and y.grad_fn.metadata == {}
    y.grad_fn.metadata["key"] = 1
    assert y.grad_fn.metadata == {"key": 1}


def test_hooks_of_nodes(lib: Any) -> None:
    x, seen = leaf(lib, 1.0, 2.0), []
    y = x * 3
    y.grad_fn.register_prehook(lambda g: (g[0] * 10,))
    handle = y.grad_fn.register_hook(lambda g_in, g_out: seen.append((g_in[0].tolist(), g_out[0].tolist())))
    y.sum().backward(retain_graph=True)
    assert seen == [([30, 30], [10, 10])] and x.grad.tolist() == [30, 30]
    handle.remove()
    y.sum().backward()
    assert len(seen) == 1


def test_saved_tensors_hooks(lib: Any) -> None:
    said = []

    def pack(t: Any) -> Any:
        said.append(("pack", t.tolist()))
        return ("kept", t.detach().clone())

    def unpack(packed: Any) -> Any:
        said.append(("unpack", packed[1].tolist()))
        return packed[1]

    a, b = leaf(lib, 1.0, 1.0), leaf(lib, 1.0, 1.0) * 2
    with lib.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = a * b
        exp_of(lib).apply(a)  # what a Function saves, too
    assert sorted(said[:2]) == [("pack", [1, 1]), ("pack", [2, 2])] and len(said) == 3
    y.sum().backward()
    assert sorted(said[3:]) == [("unpack", [1, 1]), ("unpack", [2, 2])]
    assert a.grad.tolist() == [2, 2]


def test_only_the_innermost_pair_acts(lib: Any) -> None:
    hooks, said, x = lib.autograd.graph.saved_tensors_hooks, [], leaf(lib, 1.0)
    with hooks(lambda t: said.append("outer") or t, lambda t: t):
        with hooks(lambda t: said.append("inner") or t, lambda t: t):
            x.exp()
        x.exp()
    x.exp()
    assert said == ["inner", "outer"]


def test_save_on_cpu(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    with lib.autograd.graph.save_on_cpu():
        y = (x * x).sum()
    y.backward()
    assert x.grad.tolist() == [2, 4]


def test_saved_tensors_hooks_can_be_disabled(lib: Any) -> None:
    graph = lib.autograd.graph
    with graph.disable_saved_tensors_hooks("not here, please"):
        with pytest.raises(RuntimeError, match="not here, please"), graph.save_on_cpu():
            pass
    with graph.save_on_cpu():
        pass


def test_register_multi_grad_hook(lib: Any) -> None:
    a, b, seen = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0), []
    c, d = a * b, a * b
    handle = lib.autograd.graph.register_multi_grad_hook(
        (a, b, c, d), lambda grads: seen.append([g is not None for g in grads])
    )
    c.sum().backward(retain_graph=True)
    c.sum().backward(inputs=(a,), retain_graph=True)
    assert seen == [[True, True, True, False], [True, False, True, False]]
    handle.remove()
    c.sum().backward()
    assert len(seen) == 2


def test_allow_mutation_on_saved_tensors(lib: Any) -> None:
    a = leaf(lib, 1.0, 2.0)
    with lib.autograd.graph.allow_mutation_on_saved_tensors():
        b = a.clone()
        out = (b**2).sum()
        b.sin_()
        out.backward()
    assert a.grad.tolist() == [2, 4] and b[0].item() == pytest.approx(0.8414709848)
