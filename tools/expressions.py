"""Write the arithmetic of common formulas as loops in C, in ``src/wengert/_core/arrays/common_expressions.h``.

``python tools/expressions.py`` runs what the benchmarks measure, and a step of every optimiser, and collects the
arithmetic of the programs that are traced (``arrays/fused.py``, ``with_expressions``). No other operation needs to be
here: what is missing runs step by step. Run it after a formula has changed that is slower then. It needs the compiled
build, and writes the file in the checkout, which is then to be compiled.
"""

from __future__ import annotations

import collections
import importlib
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "src" / "wengert" / "_core" / "arrays" / "common_expressions.h"
WRITTEN = "/* Written by tools/expressions.py: the loops of common formulas, for expressions.h. */\n"
OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}
COMPARISONS = {"less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==", "not_equal": "!="}


def in_c(function: str, x: list[str]) -> str:
    """What a step computes, in C."""
    if function in ("maximum", "minimum"):
        return f"NAME({function})({x[0]}, {x[1]})"
    if function in OPERATORS:
        return f"{x[0]} {OPERATORS[function]} {x[1]}"
    if function.startswith("if_"):
        return f"{x[0]} {COMPARISONS[function[3:]]} {x[1]} ? {x[2]} : {x[3]}"
    return {
        "reciprocal": "1 / {0}", "square": "{0} * {0}", "sqrt": "MATH(sqrt)({0})", "absolute": "MATH(fabs)({0})",
        "negative": "-{0}",
    }[function].format(*x)  # fmt: skip


def listed(start: str, parts: list[str]) -> list[str]:
    """A statement that lists these parts, in lines."""
    lines = [start + parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) < 117:
            lines[-1] += f", {part}"
        else:
            lines[-1] += ","
            lines.append(" " * len(start) + part)
    return [*lines[:-1], lines[-1] + ";"]


def written(number: int, text: str, users: list[str]) -> tuple[str, str]:
    """The loop of an expression, and its entry in the table."""
    steps = [re.fullmatch(r"([rt]\d+)=(\w+)\((.*)\)", step).groups() for step in text.split()]
    inputs = sorted({v for _, _, read in steps for v in read.split(",") if v[0] in "an"}, key=lambda v: int(v[1:]))
    results = [result for result, _, _ in steps if result[0] == "r"]
    at = {v: k for k, v in enumerate([*inputs, *results])}
    places = [f"{v} = *AT({k})" if v[0] == "n" else f"*{v.replace('r', 'to')} = AT({k})" for v, k in at.items()]
    values = []
    for result, function, read in steps:
        operands = [v + "[i]" if v[0] == "a" else v for v in read.split(",")]
        for k in range(2, len(operands)):  # what a choice may take is read in any case: a read on condition is slower
            if operands[k][-1] == "]":
                values.append(f"{result}_{k} = {operands[k]}")
                operands[k] = f"{result}_{k}"
        values.append(f"{result} = {in_c(function, operands)}")
    lines = [
        f"/* {', '.join(users)} */",
        f"static CODE void NAME(expression_{number})(char* const* at, npy_intp n) {{",
        *listed("    const REAL ", [place for place in places if place[:3] != "*to"]),
        *listed("    REAL ", [place for place in places if place[:3] == "*to"]),
        "    ALONE for (npy_intp i = 0; i < n; i++) {",
        *listed("        const REAL ", values),
        *listed("        ", [f"{r.replace('r', 'to')}[i] = {r}" for r in results]),
        "    }",
        "}",
    ]
    numbers = sum(1 << k for k, v in enumerate(inputs) if v[0] == "n")
    loops = ", ".join(f"AT_32(expression_{number}_{letter})" for letter in "fd")
    return "\n".join(lines), f'    {{"{text}", {len(inputs)}, {len(results)}, {numbers}, {loops}}},'


def collect() -> dict[str, list[str]]:
    """The expressions of common programs, each with what uses it."""
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    import wengert
    from benchmarks import operations, programs
    from wengert._core.arrays import fused

    if not wengert.compiled:
        raise SystemExit("the compiled build is needed: make build")
    found: dict[str, set[str]] = collections.defaultdict(set)
    most, user = int(re.search(r"#define MOST_OPERANDS (\d+)", FILE.with_name("expressions.h").read_text())[1]), ""  # type: ignore[index]
    merged = fused.with_expressions

    class Every(dict):  # type: ignore[type-arg]
        """Has every expression that is not too long, and notes who asks for it."""

        def __contains__(self, text: object) -> bool:
            fits = len(set(re.findall(r"\b[an]\d+|\br\d+(?==)", str(text)))) <= most
            if fits:
                found[str(text)].add(user)
            return fits

        def __missing__(self, text: str) -> None:
            return None

    def noted(steps: Any, kept: Any, dtype: Any) -> Any:
        fused.EXPRESSIONS = Every()
        merged(steps, kept, dtype)
        return steps

    fused.with_expressions = noted
    for name in operations.NAMES:
        user, size, *_ = name.rsplit(", ", 2)
        case = operations.find("wengert", name) if size != "large" else None
        if case is not None:
            with case.around():
                case.run()
    for name in programs.NAMES:
        user = name
        case = programs.find("wengert", name)
        with case.around():
            case.run()
    optim = importlib.import_module("wengert.optim")
    for cls in sorted((c for c in vars(optim).values() if isinstance(c, type)), key=lambda c: c.__name__):
        user = cls.__name__
        for options in ({}, {"weight_decay": 0.1}, {"momentum": 0.9}, {"momentum": 0.9, "weight_decay": 0.1}):
            parameter = wengert.ones(2000, requires_grad=True)
            try:
                optimiser = cls([parameter], lr=0.01, **options)
                for _ in range(3):
                    optimiser.zero_grad()
                    parameter.square().sum().backward()
                    optimiser.step()
            except (TypeError, RuntimeError, ValueError):
                continue
    return {text: sorted(users) for text, users in found.items() if re.search(r"[(,][rt]", text)}


def main() -> None:
    collected = sorted(collect().items(), key=lambda item: (len(item[0].split()), item[0]))
    pairs = [written(i, text, users) for i, (text, users) in enumerate(collected)]
    loops, entries = ("\n".join(parts) for parts in zip(*pairs, strict=True))
    table = f"static Expression expressions[] = {{\n{entries}\n}};\n#define EXPRESSION_COUNT {len(pairs)}\n"
    FILE.write_text(f"{WRITTEN}#if defined(LOOPS)\n\n{loops}\n\n#else\n\n{table}\n#endif\n")
    print(f"{len(pairs)} expressions in {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
