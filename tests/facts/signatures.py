"""How PyTorch's public functions and methods may be called: ``signatures.json`` has the names of their parameters.

Functions written in Python say it themselves. The others have a schema for each overload. A schema counts if the
function takes the names: some schemas belong to PyTorch's own compiler.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

SPACES = ("", "Tensor", "nn.functional", "linalg", "fft", "special")
PREFIXES = {"linalg": "linalg_", "fft": "fft_", "special": "special_"}
COMPILER = ("a", "b", "t", "l", "n", "list", "x")  # names of first parameters in schemas of PyTorch's compiler
NO_DEFAULT = ("reduction", "dtype", "layout", "memory_format", "tril_indices")  # a schema has numbers for these
TAKES_NUMBER = ("randperm", "eye")

# why wengert refuses a signature, and whose
REASONS = {
    "PyTorch's own name for a parameter, where its reference has another: rare, and not taken here": """
        repeat_interleave result_type Tensor.add_ Tensor.copy_
    """,
    "PyTorch's reference does not have the parameter, or has it by keyword alone": """
        group_norm layer_norm rrelu rrelu_ rsub histogramdd Tensor.expand nn.functional.elu_ nn.functional.rrelu_
    """,
    "out_dtype: products of half types into float32, on CUDA alone": "addmm baddbmm bmm mm Tensor.bmm Tensor.mm",
    "packed sequences are refused by name": "gru lstm rnn_relu rnn_tanh",
    "`from` is a word of Python: the parameter is from_": "Tensor.random_ Tensor.uniform_",
    "the sizes are given one by one, or as one tuple": "Tensor.resize_ Tensor.sum_to_size",
    "PyTorch's function and method disagree on what comes fifth": "norm Tensor.norm",
}
DIFFERS = {name: reason for reason, names in REASONS.items() for name in names.split()}


def lookup(library: Any, name: str) -> Any:
    """The object of a dotted name."""
    for part in filter(None, name.split(".")):
        library = getattr(library, part)
    return library


def gathered(torch: Any, other: Any) -> dict[str, Any]:
    """Per name that both libraries have, PyTorch's signatures: names in order, ``*`` before those by keyword alone."""
    found: dict[str, Any] = {}
    for space in SPACES:
        module, twin = lookup(torch, space), lookup(other, space)
        for short in sorted(dir(module)):
            fn = getattr(module, short)
            if short.startswith("_") or not hasattr(twin, short) or not callable(fn) or isinstance(fn, type):
                continue
            method = space == "Tensor"
            signatures: list[list[str]] = []
            for one in _python(fn, method) if inspect.isfunction(fn) else _schemas(torch, space, short):
                if one not in signatures and (inspect.isfunction(fn) or _takes(torch, fn, one, method)):
                    signatures.append(one)
            if signatures:
                found[f"{space}.{short}" if space else short] = signatures
    return found


def _python(fn: Any, method: bool) -> Iterator[list[str]]:
    """The signature of a function written in Python, unless it takes any number of arguments."""
    parameters = list(inspect.signature(fn).parameters.values())[method:]
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
        return
    out = []
    for p in parameters:
        if p.name.startswith("_"):
            continue
        if p.kind is p.KEYWORD_ONLY and "*" not in out:
            out.append("*")
        out.append(_parameter(p.name, p.default, p.default is not p.empty))
    yield out


def _schemas(torch: Any, space: str, short: str) -> Iterator[list[str]]:
    """The signatures of a function written in C++, ``out`` left out."""
    packet = getattr(torch.ops.aten, PREFIXES.get(space, "") + short, None)
    for overload in packet.overloads() if packet else ():
        schema = getattr(packet, overload)._schema
        arguments = [a for a in schema.arguments if not a.is_out]
        if "Dimname" in str(schema) or not arguments:
            continue
        first = arguments[0]
        if first.name in COMPILER and "Tensor" not in str(first.type) and short not in TAKES_NUMBER:
            continue
        if space == "Tensor":
            if first.name != "self":
                continue
            arguments = arguments[1:]
        out = []
        for a in arguments:
            if a.kwarg_only and "*" not in out:
                out.append("*")
            out.append(_parameter("input" if a.name == "self" else a.name, a.default_value, a.has_default_value()))
        yield out


def _parameter(name: str, default: Any, has: bool) -> str:
    """A parameter, with its default if it is a plain one. That of a list is None, or its only element."""
    if not has:
        return name
    if isinstance(default, (list, tuple)):
        default = default[0] if len(set(default)) == 1 else None
    plain = default is None or (isinstance(default, (bool, int, float, str)) and name not in NO_DEFAULT)
    return f"{name}={default!r}" if plain and default is not None else f"{name}="


def _takes(torch: Any, fn: Any, signature: list[str], method: bool) -> bool:
    """Whether a function written in C++ takes arguments of these names."""
    names = {p.partition("=")[0] for p in signature} - {"*"}
    try:
        fn(*[torch.ones(2)] * method, **{n: object() for n in names})
    except TypeError as e:
        text = str(e)
    except Exception:  # it looked at the values, so it knows the names
        return True
    else:
        return True
    if "invalid combination" not in text:
        return "keyword" not in text and "multiple values" not in text
    for line in re.findall(r"^ \* \((.*)\)$", text, re.MULTILINE):
        if names <= set(re.findall(r"(\w+)(?=,|$| = )", line)):
            return True
    return False
