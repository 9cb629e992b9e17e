"""Modules as functions of their parameters: other tensors in one call, and the tensors of several models stacked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import wengert
from tests.cases import within
from wengert import nn
from wengert.func import functional_call, grad, stack_module_state, vmap
from wengert.func.experimental import chunk_vmap


class Tied(nn.Module):
    """A parameter with two names, a buffer that a call assigns, and attributes of other kinds."""

    def __init__(self) -> None:
        super().__init__()
        self.foo = nn.Parameter(wengert.ones(()))
        self.tied = self.foo
        self.register_buffer("count", wengert.zeros(()))
        self.sub = nn.Linear(1, 1)
        self.number = 3

    def forward(self, x: Any, k: float = 0) -> Any:
        self.count = self.count + 1
        return x + self.foo + self.tied + k


class Tenfold(nn.Module):
    def forward(self, w: Any) -> Any:
        return w * 10


zero, one = wengert.zeros(()), wengert.ones(())


def whole(module: nn.Module) -> list[tuple[str, int]]:
    """What a module holds, by identity."""
    named = (module.named_parameters, module.named_buffers)
    return [(name, id(t)) for members in named for name, t in members(remove_duplicate=False)]


def test_tensors_are_replaced_for_one_call() -> None:
    module = Tied()
    before = whole(module)
    given = {"foo": zero, "count": zero}
    assert functional_call(module, given, zero).item() == 0
    assert given["count"].item() == 1 and whole(module) == before
    assert functional_call(module, {"foo": zero}, zero, tie_weights=False).item() == 1
    apart = {"foo": zero, "tied": one}
    assert functional_call(module, apart, zero, tie_weights=False).item() == 1
    assert functional_call(module, {"foo": zero, "tied": zero}, (zero,), {"k": 5}).item() == 5
    assert functional_call(module, ({"foo": zero}, {"count": one}), None, {"x": one}).item() == 1
    assert functional_call(module, {"unknown": one}, one).item() == 3 and not hasattr(module, "unknown")
    assert whole(module)[:-1] == before[:-1]  # the buffer is assigned where no other is given


FAULTS: list[tuple[type[Exception], str, Callable[[Tied], Any]]] = [
    (ValueError, r"multiple values for keys \['foo', 'tied'\], which are tied",
     lambda m: functional_call(m, {"foo": zero, "tied": one}, zero)),
    (ValueError, r"\['foo'\] appeared in multiple dictionaries",
     lambda m: functional_call(m, ({"foo": zero}, {"foo": one}), zero)),
    (ValueError, "Expected all elements .* to be dictionaries", lambda m: functional_call(m, [{"foo": zero}, 3], zero)),
    (ValueError, "to be a dict, or a list/tuple of dicts, but got <class 'int'>",
     lambda m: functional_call(m, 3, zero)),
    (AttributeError, "Tied has no attribute `nowhere`", lambda m: functional_call(m, {"foo": one, "nowhere.x": one})),
    (TypeError, "attribute `number`: 3 is not an instance", lambda m: functional_call(m, {"number": one}, zero)),
    (TypeError, "3 is not an instance of wengert.Tensor", lambda m: functional_call(m, {"count": one, "foo": 3}, zero)),
    (KeyError, "can.*t be empty", lambda m: functional_call(m, {"foo": one, "": one}, zero)),
    (RuntimeError, r"for Tied:\n\tUnexpected key\(s\): 'x'\.\n\tMissing key\(s\): 'count', 'sub.bias', 'sub.weight'\.",
     lambda m: functional_call(m, {"foo": zero, "x": zero}, zero, strict=True)),
    (TypeError, "multiple values for argument 'x'", lambda m: functional_call(m, {"foo": zero}, zero, {"x": zero})),
    (RuntimeError, "Expected a Module; got 3", lambda m: functional_call(3, {"foo": zero}, zero)),  # type: ignore
    (RuntimeError, "at least one model, got 0", lambda m: stack_module_state([])),
    (RuntimeError, "to be of the same class", lambda m: stack_module_state([m, nn.Linear(1, 1)])),
    (RuntimeError, "same training/eval mode", lambda m: stack_module_state([m, Tied().eval()])),
    (RuntimeError, "Expected foo from each model to have the same .requires_grad",
     lambda m: stack_module_state([m, Tied().requires_grad_(False)])),
]  # fmt: skip


@within("kind, message, call", FAULTS)
def test_faults_are_named_and_change_nothing(kind: type[Exception], message: str, call: Callable[[Tied], Any]) -> None:
    module = Tied()
    before = whole(module)
    with pytest.raises(kind, match=message):
        call(module)
    assert whole(module) == before


@pytest.mark.parametrize("make", [lambda: nn.Linear(3, 3), lambda: nn.LSTM(3, 3), lambda: nn.MultiheadAttention(3, 1)])
def test_gradients_are_those_of_the_module(make: Callable[[], nn.Module]) -> None:
    module, x = make(), wengert.randn(2, 2, 3)
    args = (x, x, x) if isinstance(module, nn.MultiheadAttention) else (x,)

    def loss(parameters: Any) -> Any:
        out = functional_call(module, parameters, args)
        return (out[0] if isinstance(out, tuple) else out).square().sum()

    found = grad(loss)({name: p.detach() for name, p in module.named_parameters()})
    out = module(*args)
    (out[0] if isinstance(out, tuple) else out).square().sum().backward()
    for name, p in module.named_parameters():
        wengert.testing.assert_close(found[name], p.grad)


def test_one_batched_call_of_many_models() -> None:
    models = [nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)).eval() for _ in range(3)]
    parameters, buffers = stack_module_state(models)
    assert all(p.is_leaf and p.requires_grad for p in parameters.values()) and list(buffers)[0] == "1.running_mean"
    x = wengert.randn(4, 3)
    expected = wengert.stack([model(x) for model in models])
    for mapped in (vmap, chunk_vmap):
        got = mapped(lambda p, b: functional_call(models[0], (p, b), x))(parameters, buffers)
        wengert.testing.assert_close(got, expected)


def test_parametrized_tensors_are_used_as_given() -> None:
    layer = nn.Linear(2, 2, bias=False)
    nn.utils.parametrize.register_parametrization(layer, "weight", Tenfold())
    x, w = wengert.ones(1, 2), wengert.full((2, 2), 3.0)
    own = layer(x)
    assert functional_call(layer, {"weight": w}, x).tolist() == [[6, 6]]
    assert functional_call(layer, {"parametrizations.weight.original": w}, x).tolist() == [[60, 60]]
    assert wengert.equal(layer(x), own)
