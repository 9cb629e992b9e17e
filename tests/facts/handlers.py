"""Which function a handler gets: ``handlers.json`` has its name in PyTorch for each call here.

``x`` is a tensor of a subclass with a handler and ``p`` a plain one; ``i`` and ``j`` are the same with integers.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

SPACES = ("", "Tensor", "nn.functional", "linalg")
ALONE = "abs absolute arcsin argmax clone fix max negative norm relu sigmoid squeeze sum unique det"
OTHERS = {  # what a function and a method of this name take besides the tensor
    **dict.fromkeys(ALONE.split(), ""),
    "unbind": "0", "multiply": "2", "subtract": "1", "split": "1", "chunk": "2", "softmax": "0", "log_softmax": "0",
    "cumsum": "0", "clamp": "0", "clip": "0", "permute": "(1, 0)", "reshape": "(4,)", "unsqueeze": "0",
    "transpose": "0, 1", "swapdims": "0, 1", "moveaxis": "0, 1", "matmul": "p", "greater": "1", "less_equal": "1",
}  # fmt: skip
NUMBERS, BITS = "+ - * / // % ** == != < >=", "& | ^ << >>"
INTO, BITS_INTO = "iadd isub imul itruediv ifloordiv imod ipow", "iand ior ixor ilshift irshift"
MORE = (
    "-x", "+x", "abs(x)", "~i", "x[0]", "operator.setitem(x, 0, 1.0)", "len(x)", "1.0 in x", "x.size()",
    "x.detach()", "torch.detach(x)", "p.add(x)", "p.add_(x)", "torch.add(p, x)", "torch.abs_(x)", "x.abs_()",
    "x.absolute_()", "torch.concat([x, x])", "torch.cat([p, x])", "torch.concatenate([x])", "x.numel()",
    "torch.numel(x)", "torch.where(p > 0, x, p)", "x.where(p > 0, x)", "torch.nn.functional.relu(x)",
    "torch.nn.functional.softmax(x, 0)",
)  # fmt: skip
SAME = {"Tensor.__rdiv__": "Tensor.__rtruediv__"}  # two names of one function in PyTorch


def calls() -> Iterator[str]:
    """All calls, as text."""
    for op in NUMBERS.split():
        yield from (f"{a} {op} {b}" for a, b in ("xx", "xp", "px", "x2", "2x"))
    yield from ("x @ x", "x @ p", "p @ x")
    for op in BITS.split():
        yield from (f"{a} {op} {b}" for a, b in ("ii", "ij", "ji", "i2", "2i"))
    yield from (f"operator.{n}(x, 2)" for n in INTO.split())
    yield from (f"operator.{n}(i, 2)" for n in BITS_INTO.split())
    for name, more in OTHERS.items():
        given = f"x, {more}" if more else "x"
        yield from (f"x.{name}({more})", f"torch.{name}({given})", f"torch.Tensor.{name}({given})")
    yield from MORE


def names(torch: Any) -> dict[str, str]:
    """Per call, the public name of the function that the handler gets first."""
    seen: list[Any] = []

    class Seen(torch.Tensor):  # type: ignore[misc, name-defined]
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(func)
            return super().__torch_function__(func, types, args, kwargs or {})

    found = {}
    for call in calls():
        p, j = torch.full((2, 2), 0.5), torch.ones(2, 2, dtype=torch.int64)
        given = {"x": p.clone().as_subclass(Seen), "p": p, "i": j.clone().as_subclass(Seen), "j": j}
        seen.clear()
        eval(call, {"torch": torch, "operator": operator, **given})
        found[call] = _name(torch, seen[0])
    return found


def _name(torch: Any, func: Any) -> str:
    """The public name of a function: the only one with its own name that is this very function."""
    homes = {space: operator.attrgetter(space)(torch) if space else torch for space in SPACES}
    name = func.__name__
    labels = [f"{space or 'torch'}.{name}" for space, home in homes.items() if _is(getattr(home, name, None), func)]
    (label,) = labels or [f"Tensor.{name}"]  # `pow` of `**` lies below a wrapper of the method
    return SAME.get(label, label)


def _is(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and type(a).__name__ == "method_descriptor" and bool(a == b))
