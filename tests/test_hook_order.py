"""The order of hooks: every step that docs/hooks.md lists at a node, at a leaf and between nodes.

Most tests run their program on PyTorch too (``lib``); where a test does not, it says why.
"""

from __future__ import annotations

from typing import Any

import pytest

import wengert
from tests.test_hooks import leaf


def test_the_order_at_one_node(lib: Any) -> None:
    """The contract of docs/hooks.md, whatever the order of registration."""
    x = leaf(lib, 2.0)
    y = x * x
    seen: list[Any] = []

    def note(what: str) -> Any:
        return lambda *_: seen.append(what if y.grad is None else f"{what}, retained")

    y.grad_fn.register_hook(note("hook 1"))
    y.grad_fn.register_prehook(note("prehook 1"))
    y.retain_grad()
    y.register_hook(note("tensor hook 1"))
    y.grad_fn.register_hook(note("hook 2"))
    y.register_hook(note("tensor hook 2"))
    y.grad_fn.register_prehook(note("prehook 2"))
    for name in ("self", "other"):
        saved = getattr(y.grad_fn, f"_raw_saved_{name}")
        saved.register_hooks(lambda t: t.detach(), lambda t, name=name: (note(f"unpack {name}")(), t)[1])
    y.backward()
    assert seen == [
        "tensor hook 1", "tensor hook 2", "prehook 1, retained", "prehook 2, retained", "unpack other, retained",
        "unpack self, retained", "hook 1, retained", "hook 2, retained",
    ]  # fmt: skip


def test_every_step_at_one_node_sees_what_the_steps_before_it_made() -> None:
    """The steps of docs/hooks.md by their values: each kind of hook multiplies by another number.

    (In PyTorch hooks of the tensor do not change the result of ``grad`` for ``y`` if ``x`` is requested too.)
    """
    x = leaf(wengert, 2.0)
    y = x * x
    node = y.grad_fn
    unpacked: list[float] = []
    after: list[Any] = []

    def scale_inputs(inputs: Any, outputs: Any) -> Any:
        after.append((len(unpacked), [g.item() for g in (*inputs, *outputs)], node._saved_self.item()))
        return tuple(g * 100 for g in inputs)

    node.register_hook(scale_inputs)
    node.register_prehook(lambda gs: (gs[0] * 10,))
    node._raw_saved_self.register_hooks(lambda t: t.detach(), lambda t: (unpacked.append(t.item()), t)[1])
    y.retain_grad()
    y.register_hook(lambda g: g * 2)
    captured = wengert.autograd.grad(y * 3, [y, x])
    assert y.grad.item() == 6  # 3 · 2: retained after the hooks of the tensor
    assert [g.item() for g in captured] == [6, 24000]  # 3 · 2: captured before the prehooks; 3 · 2 · 10 · 2x · 100
    assert after == [(1, [120, 120, 60], 2)]  # after the saved tensors were unpacked, before they are freed
    with pytest.raises(RuntimeError, match="second time"):
        _ = node._saved_self


@pytest.mark.parametrize("order", ["yx", "xy"])
def test_gradients_are_captured_before_prehooks(lib: Any, order: str) -> None:
    x = leaf(lib, 2.0)
    y = x * 5
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 10,))
    found = lib.autograd.grad(y * 3, [{"x": x, "y": y}[name] for name in order])
    assert dict(zip(order, [g.item() for g in found], strict=True)) == {"y": 3, "x": 150}


def test_gradients_of_several_outputs_are_captured_before_prehooks(lib: Any) -> None:
    x = leaf(lib, 2.0, 3.0)
    a, b = x.unbind()
    a.grad_fn.register_prehook(lambda gs: tuple(g * 10 for g in gs))
    found = lib.autograd.grad(a * 3 + b * 4, [a, b, x])
    assert [g.tolist() for g in found] == [3, 4, [30, 40]]


def test_the_order_at_a_leaf(lib: Any) -> None:
    x = leaf(lib, 2.0)
    node = (x * 1).grad_fn.next_functions[0][0]
    seen: list[Any] = []

    def note(what: str) -> Any:
        return lambda *_: seen.append((what, x.grad is not None))

    node.register_hook(note("hook"))
    x.register_post_accumulate_grad_hook(note("accumulated 1"))
    node.register_prehook(note("prehook"))
    x.register_post_accumulate_grad_hook(note("accumulated 2"))
    x.register_hook(note("tensor hook"))
    (x * 3).backward()
    assert seen == [
        ("tensor hook", False), ("prehook", False), ("accumulated 1", True), ("accumulated 2", True), ("hook", True),
    ]  # fmt: skip


def test_the_order_of_nodes(lib: Any) -> None:
    """Newer nodes run first. A leaf runs as soon as all its gradients have arrived."""
    x, w = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[str] = []
    a = x * 2
    b = w * 3
    c = a * b
    for name, t in {"x": x, "w": w, "a": a, "b": b, "c": c}.items():
        t.register_hook(lambda g, name=name: seen.append(name))
    c.backward()
    assert seen == ["c", "b", "w", "a", "x"]


def test_a_retained_gradient_comes_after_the_hooks(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3
    y.retain_grad()
    y.register_hook(lambda g: g * 10)
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 100,))
    y.backward()
    assert (y.grad.item(), x.grad.item()) == (10, 3000)
