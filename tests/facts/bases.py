"""Which results are views: calls of all operations at their samples, and a code for each result.

``v`` is a view of an argument (its base is the argument, or the argument's base), ``i`` is an argument itself, ``t`` is
a view of a tensor that the caller does not have, and ``-`` is none of these. What is not a dense tensor is ``.``.
"""

from __future__ import annotations

from typing import Any

from tests import laws
from tests.calls import PUBLIC, Outcome

# How the arguments are given. Those of a dimension and more are, in turn, leaves; leaves whose memory is
# in the opposite order; views of values with a history; and without any history.
FORMS = ("leaves", "turned", "views", "constants")


def given(lib: Any, form: str, x: Any) -> Any:
    """Arguments with each tensor in one form."""
    if isinstance(x, lib.Tensor):
        if form == "turned" and x.ndim > 1:
            order = tuple(reversed(range(x.ndim)))
            return x.detach().permute(order).clone(memory_format=lib.contiguous_format).permute(order).detach()
        if form == "views" and (x.is_floating_point() or x.is_complex()):
            return (x * 1).unsqueeze(0)[0]
        return x.detach() if form == "constants" else x
    if isinstance(x, dict):
        return {k: given(lib, form, v) for k, v in x.items()}
    if type(x) in (list, tuple):
        return type(x)(given(lib, form, v) for v in x)
    return x


def code(lib: Any, form: str, name: str, sample: Any) -> str | None:
    """The code of the results of one call; None if it is refused."""
    arguments: list[Any] = []

    def change(x: Any) -> Any:
        arguments.append(given(lib, form, x))
        return arguments[0]

    call = Outcome(lib, name, sample, change)
    if call.error is not None:
        return None
    inputs = list(tensors(lib, arguments))
    return "".join([kind(lib, y, inputs) for y in call.results])


def kind(lib: Any, y: Any, inputs: list[Any]) -> str:
    """The code of one result."""
    if not isinstance(y, lib.Tensor) or y.layout != lib.strided:
        return "."
    if any(y is x for x in inputs):
        return "i"
    if not y._is_view():
        return "-"
    return "v" if any(y._base is x or (x._is_view() and y._base is x._base) for x in inputs) else "t"


def tensors(lib: Any, x: Any) -> Any:
    """The dense tensors in nested arguments."""
    if isinstance(x, lib.Tensor):
        if x.layout == lib.strided:
            yield x
    elif isinstance(x, (list, tuple)):
        for one in x:
            yield from tensors(lib, one)
    elif isinstance(x, dict):
        yield from tensors(lib, list(x.values()))


def codes(lib: Any, name: str) -> list[list[str | None]]:
    """For each sample of an operation, the codes of its forms."""
    return [[code(lib, form, PUBLIC[name], case.sample) for form in FORMS] for case in laws.cases(name)]


def packed(found: list[list[str | None]]) -> Any:
    """The codes of one operation: one if all are equal, else by sample."""
    flat = [c for one in found for c in one]
    return flat[0] if len(set(flat)) == 1 else [one[0] if len(set(one)) == 1 else one for one in found]


def unpacked(fact: Any, samples: int) -> list[list[str | None]]:
    """The reverse of :func:`packed`."""
    by_sample = fact if isinstance(fact, list) else [fact] * samples
    return [one if isinstance(one, list) else [one] * len(FORMS) for one in by_sample]


def facts(lib: Any) -> dict[str, Any]:
    """The codes of all operations."""
    return {name: packed(codes(lib, name)) for name in sorted(PUBLIC) if laws.cases(name)}
