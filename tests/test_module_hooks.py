"""Hooks of modules: before and after ``forward``, on gradients, for one module and for all."""

from __future__ import annotations

import importlib
import pickle
import warnings
from typing import Any

import pytest


def everywhere(lib: Any) -> Any:
    return importlib.import_module(f"{lib.__name__}.nn.modules.module")


def double(lib: Any) -> Any:
    class Double(lib.nn.Module):
        def forward(self, x: Any, *, add: float = 0.0) -> Any:
            if add < 0:
                raise ValueError("negative")
            return x * 2 + add

    return Double()


def test_hooks_before_and_after_replace_arguments_and_results(lib: Any) -> None:
    module, seen = double(lib), []
    handles = [
        module.register_forward_pre_hook(lambda m, args: args[0] + 1),
        module.register_forward_pre_hook(lambda m, args: seen.append(args[0].item())),
        module.register_forward_pre_hook(lambda m, args: seen.append("first"), prepend=True),
        module.register_forward_pre_hook(lambda m, args, kw: (args, {"add": 10.0}), with_kwargs=True),
        module.register_forward_hook(lambda m, args, out: out * 100),
        module.register_forward_hook(lambda m, args, kw, out: seen.append((kw, out.item())), with_kwargs=True),
        module.register_forward_hook(lambda m, args, out: seen.append(out.item()), prepend=True),
    ]
    assert module(lib.tensor(1.0)).item() == 1400
    assert seen == ["first", 2.0, 14.0, ({"add": 10.0}, 1400.0)]
    for handle in handles:
        handle.remove()
    assert module(lib.tensor(1.0)).item() == 2 and not module._forward_hooks_with_kwargs
    with module.register_forward_pre_hook(lambda m, args, kw: 3, with_kwargs=True):
        with pytest.raises(RuntimeError, match=r"forward pre-hook must return None or a tuple of \(new_args"):
            module(lib.tensor(1.0))


def test_a_hook_that_is_always_called_sees_errors(lib: Any) -> None:
    module, seen = double(lib), []
    module.register_forward_hook(lambda m, args, out: seen.append("not called"))
    module.register_forward_hook(lambda m, args, out: seen.append(out), always_call=True)

    def fails(m: Any, args: Any, out: Any) -> None:
        raise KeyError("silent")

    module.register_forward_hook(fails, always_call=True)
    with pytest.raises(ValueError, match="negative"), pytest.warns(UserWarning, match="always_call=True.*silenced"):
        module(lib.tensor(1.0), add=-1)
    assert seen == [None]
    module._forward_hooks.clear()
    assert module(lib.tensor(1.0)).item() == 2


def test_full_backward_hooks_see_and_replace_gradients(lib: Any) -> None:
    module, seen = double(lib), []
    module.register_full_backward_pre_hook(lambda m, out: seen.append(("pre", out[0].item())))
    module.register_full_backward_pre_hook(lambda m, out: (out[0] * 5,))
    module.register_full_backward_hook(lambda m, into, out: seen.append((into[0].item(), out[0].item())))
    module.register_full_backward_hook(lambda m, into, out: (into[0] * 7,))
    x = lib.tensor(3.0, requires_grad=True)
    y = module(x)
    assert y.grad_fn.name() == "BackwardHookFunctionBackward"
    y.backward()
    assert seen == [("pre", 1.0), (10.0, 5.0)] and x.grad.item() == 70


def test_backward_hooks_with_several_inputs_and_outputs(lib: Any) -> None:
    seen: list[Any] = []

    class Both(lib.nn.Module):
        def forward(self, x: Any, n: int, y: Any) -> Any:
            return x * y, n, y.detach()

    module = Both()
    module.register_full_backward_hook(lambda m, into, out: seen.append(([g is None for g in into], len(out))))
    x, y = lib.tensor(3.0, requires_grad=True), lib.tensor(2.0)
    product, n, kept = module(x, 4, y)
    product.backward()
    assert seen == [([False, True, False], 3)] and n == 4 and not kept.requires_grad and x.grad.item() == 2


def test_backward_hooks_without_inputs_that_require_grad(lib: Any) -> None:
    layer, seen = lib.nn.Linear(2, 1), []
    handle = layer.register_full_backward_hook(lambda m, into, out: seen.append((into, out[0].shape)))
    with pytest.warns(UserWarning, match="Full backward hook is firing when gradients are computed with respect to"):
        layer(lib.ones(2)).backward()
    assert seen == [((None,), (1,))]
    handle.remove()
    layer.register_full_backward_hook(lambda m, into, out: (out[0],))
    with pytest.raises(RuntimeError, match="where no input requires gradient should always return None"):
        with pytest.warns(UserWarning, match="Full backward hook is firing"):
            layer(lib.ones(2)).backward()
    with lib.no_grad():
        assert layer(lib.ones(2)).grad_fn is None


def test_backward_hooks_that_return_too_much_are_refused(lib: Any) -> None:
    module = double(lib)
    with module.register_full_backward_hook(lambda m, into, out: (into[0], into[0])):
        with pytest.raises(RuntimeError, match="invalid number of grad_input, got 2, but expected 1"):
            module(lib.tensor(3.0, requires_grad=True)).backward()
    with module.register_full_backward_pre_hook(lambda m, out: (out[0], out[0])):
        with pytest.raises(RuntimeError, match="invalid number of grad_output, got 2, but expected 1"):
            module(lib.tensor(3.0, requires_grad=True)).backward()
    with module.register_full_backward_hook(lambda m, into, out: None):
        with pytest.raises(RuntimeError, match="Cannot use both regular backward hooks and full backward hooks on a"):
            module.register_backward_hook(lambda m, into, out: None)


def test_hooks_that_are_not_full_see_the_last_node(lib: Any) -> None:
    module, seen = double(lib), []
    module.register_backward_hook(lambda m, into, out: seen.append((len(into), out[0].item())))
    with pytest.warns(FutureWarning, match="when the forward contains multiple autograd Nodes is deprecated"):
        module(lib.tensor(3.0, requires_grad=True)).backward()
    assert len(seen) == 1 and seen[0][1] == 1
    with pytest.raises(RuntimeError, match="Cannot use both"):
        module.register_full_backward_hook(lambda m, into, out: None)


def test_hooks_for_all_modules(lib: Any) -> None:
    module, layers, seen = everywhere(lib), lib.nn.Sequential(lib.nn.Tanh()), []
    handles = [
        module.register_module_forward_pre_hook(lambda m, args: seen.append(("pre", type(m).__name__))),
        module.register_module_forward_hook(lambda m, args, out: seen.append(("after", type(m).__name__))),
        module.register_module_forward_hook(lambda m, args, kw, out: seen.append(kw), with_kwargs=True),
        module.register_module_full_backward_pre_hook(lambda m, out: seen.append(("back", type(m).__name__))),
        module.register_module_full_backward_hook(lambda m, into, out: seen.append(("done", type(m).__name__))),
    ]
    try:
        with pytest.raises(RuntimeError, match="as a global Module hook. Please use only one"):
            module.register_module_backward_hook(lambda m, into, out: None)
        layers(lib.tensor(1.0, requires_grad=True)).backward()
    finally:
        for handle in handles:
            handle.remove()
    assert seen == [
        ("pre", "Sequential"), ("pre", "Tanh"), ("after", "Tanh"), {}, ("after", "Sequential"), {},
        ("back", "Sequential"), ("back", "Tanh"), ("done", "Tanh"), ("done", "Sequential"),
    ]  # fmt: skip
    seen.clear()
    layers(lib.tensor(1.0))
    assert not seen


def test_hooks_on_registering(lib: Any) -> None:
    module, seen = everywhere(lib), []
    handles = [
        module.register_module_parameter_registration_hook(lambda m, n, p: seen.append(("parameter", n))),
        module.register_module_buffer_registration_hook(lambda m, n, b: lib.ones(2) if n == "mean" else None),
        module.register_module_module_registration_hook(lambda m, n, s: seen.append(("module", n))),
    ]
    try:
        holder = lib.nn.Module()
        holder.layer = lib.nn.Linear(1, 1, bias=False)
        holder.register_buffer("mean", lib.zeros(1))
    finally:
        for handle in handles:
            handle.remove()
    assert seen[:1] == [("parameter", "weight")] and seen[-1] == ("module", "layer") and holder.mean.tolist() == [1, 1]


def hook_that_can_be_pickled(module: Any, *rest: Any) -> None:
    module.called = True


def test_hooks_are_pickled_with_their_module(lib: Any) -> None:
    layer = lib.nn.ReLU()
    handle = layer.register_forward_hook(hook_that_can_be_pickled)
    layer.register_load_state_dict_pre_hook(hook_that_can_be_pickled)
    layer.handle = handle
    again = pickle.loads(pickle.dumps(layer))
    again(lib.ones(1))
    assert again.called and not hasattr(layer, "called")
    again.handle.remove()
    assert not again._forward_hooks and layer._forward_hooks


def test_hooks_are_left_out_where_a_second_derivative_goes_past_the_outputs(lib: Any) -> None:
    called: list[str] = []
    loss = lib.nn.MSELoss()
    loss.register_full_backward_hook(lambda module, grad_input, grad_output: called.append("loss"))
    x = lib.ones(4, 2, requires_grad=True)
    y = x**2
    (first,) = lib.autograd.grad(loss(y, lib.zeros(4, 2)), y, create_graph=True)
    assert called == ["loss"]
    (second,) = lib.autograd.grad(first.sum(), y)  # by what the loss has saved, not by its result
    assert second.tolist() == [[0.25, 0.25]] * 4 and called == ["loss"]
    loss(x**2, lib.zeros(4, 2)).backward()
    assert called == ["loss", "loss"]


@pytest.mark.parametrize("transform", [
    "vmap(module)(x)", "jvp(module, (x,), (x.cos(),))", "jvp(constant, (x,), (x.cos(),))", "jacfwd(constant)(x)",
    "vmap(jacfwd(constant))(x)", "jvp(module, (x.clone().requires_grad_(),), (x.cos(),))",
])  # fmt: skip
def test_modules_with_full_hooks_in_transforms(transform: str, lib: Any) -> None:
    check_with_and_without_hooks(transform, lib)


@pytest.mark.parametrize("transform", [
    "grad(lambda x: module(x).sum())(x)", "vmap(grad(lambda x: module(x).sum()))(x)", "vmap(jacrev(constant))(x)",
    "vmap(grad(lambda p, x: functional_call(module, p, (x,)).sum()), (None, 0))(dict(module.named_parameters()), x)",
    "hessian(lambda x: constant(x).sum())(x)", "jvp(grad(lambda x: module(x).sum()), (x,), (x.cos(),))",
])  # fmt: skip
def test_modules_with_full_hooks_in_transforms_that_pytorch_refuses(transform: str) -> None:
    check_with_and_without_hooks(transform, importlib.import_module("wengert"))


TRANSFORMS = "functional_call grad hessian jacfwd jacrev jvp vmap"


def check_with_and_without_hooks(transform: str, lib: Any) -> None:
    nn, called = lib.nn, []
    module = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).double()
    constant = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).double().requires_grad_(False)
    transforms = importlib.import_module(f"{lib.__name__}.func")
    names = {name: getattr(transforms, name) for name in TRANSFORMS.split()} | {
        "module": module, "constant": constant, "x": lib.arange(6, dtype=lib.float64).reshape(2, 3).sin(),
    }  # fmt: skip
    expected = eval(transform, names)
    for layer in (*module, *constant):
        layer.register_full_backward_pre_hook(lambda module, grad_output: called.append(module))
        layer.register_full_backward_hook(lambda module, grad_input, grad_output: called.append(module))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # inputs of the first layer that require no grad
        found = eval(transform, names)
    assert bool(called) == (
        "grad" in transform.replace("requires_grad", "") or "rev" in transform or "hess" in transform
    )
    flatten = importlib.import_module(f"{lib.__name__}.utils._pytree" if lib.__name__ == "torch" else "wengert.pytree")
    for one, other in zip(flatten.tree_leaves(found), flatten.tree_leaves(expected), strict=True):
        lib.testing.assert_close(one, other)
