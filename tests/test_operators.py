"""Operators: whom they ask, and numbers beside tensors."""

from __future__ import annotations

import operator
from typing import Any

import pytest

import wengert
from wengert._core.dispatch.registry import REGISTRY


class Plain(wengert.Tensor):
    """A subclass."""


class Answers:
    """Knows every reflected operator."""

    __slots__ = ()


REFLECTED = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift")
for _name in REFLECTED:
    setattr(Answers, f"__r{_name}__", lambda self, other, _name=_name: (_name, type(other)))

INPLACE = [n for n in dir(operator) if n.startswith("__i") and hasattr(Answers, f"__r{n[3:]}")]


@pytest.mark.parametrize("name", INPLACE)
@pytest.mark.parametrize("cls", [wengert.Tensor, Plain])
def test_in_place_operators_ask_the_other_operand(cls: Any, name: str) -> None:
    x = wengert.ones(2, 2, dtype=wengert.int64).as_subclass(cls)
    assert getattr(operator, name)(x, Answers()) == (name[3:-2], cls)
    for unknown in ("s", None, object(), {}):
        with pytest.raises(TypeError, match="unsupported operand type"):
            getattr(operator, name)(x, unknown)
    assert x.tolist() == [[1, 1], [1, 1]] and x._version == 0


BINARY = sorted(
    name for name, op in REGISTRY.items()
    if op.count == 2 and op.group is None and not op.multi_output and len(op.defaults) == len(op.params)
)  # fmt: skip


def outcome(call: Any, *args: Any) -> Any:
    """What a call returns, or the error that it raises."""
    try:
        return call(*args)
    except Exception as e:
        return type(e), str(e)


def bits(value: Any) -> Any:
    """The bits of tensors and arrays, in tuples, too."""
    if isinstance(value, tuple):
        return tuple(map(bits, value))
    value = value.detach().numpy() if isinstance(value, wengert.Tensor) else value
    return value.tobytes() if hasattr(value, "tobytes") else value


def described(result: Any) -> Any:
    """The bits of a result, its node with the gradients that this gives, and how the result lost its history."""
    if not isinstance(result, wengert.Tensor):
        return result
    node, lost = result.grad_fn, result._wg_lost
    found = bits(result), result.dtype, None if lost is None else (lost.kind, lost.operation)
    if node is None:
        return found
    saved = tuple([getattr(s, "data", s) for s in node._wg_saved or ()])
    given = outcome(node, wengert.ones_like(result))
    return *found, node.name(), len(node.next_functions), bits(saved), bits(given)


@pytest.mark.parametrize("name", BINARY)
def test_a_number_beside_a_tensor_is_dispatched_as_in_the_general_call(name: str) -> None:
    """``on`` writes out the call of a tensor and a number; ``apply`` takes every call."""
    op = REGISTRY[name]
    for dtype in (wengert.float32, wengert.float64):
        for history in (False, True, None):
            x = wengert.tensor([0.25, 0.5, 2.0], dtype=dtype)
            x = wengert.from_numpy(x.numpy()) if history is None else x.requires_grad_(history)
            params = op.defaults if op.params else None
            for other in (x.detach(), 2, 0.1, 1e300, 10**400):  # first a tensor, whose plan numbers may not take
                for args in ((x, other), (other, x)):
                    wanted = described(outcome(op.apply, args, params))
                    for _ in range(2):  # the second time with a plan that is known
                        assert described(outcome(op.on, *args, params)) == wanted, (dtype, history, args)
