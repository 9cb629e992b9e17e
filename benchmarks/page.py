"""Write `docs/performance.md`, its picture and the paragraph of the README from the results of a run.

`python -m benchmarks.page` writes them again from `benchmarks/results.json`.
"""

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import growth, inputs, operations, programs
from benchmarks.contestants import COMPILED, PURE, REFERENCE, ROOT
from benchmarks.measure import geometric

RESULTS = ROOT / "benchmarks" / "results.json"
PAGE = ROOT / "docs" / "performance.md"
PICTURE = ROOT / "docs" / "pictures" / "growth.svg"
README = ROOT / "README.md"
BEGIN, END = "<!-- bench -->\n", "<!-- /bench -->\n"
WORST = 10
COPIED = (  # why the first of the slowest are slow
    "Where a leaf is only viewed, as by `reshape`, `backward(g)` of PyTorch hands it the memory of `g`, and later "
    "passes write there. wengert copies `g` ([why]({differences}))."
)
Results = dict[str, Any]
SIZES = {"ten": "ten elements", "realistic": "realistic size", "large": "large"}
COLOURS = {REFERENCE: "#b4552d", COMPILED: "#1f5a96", PURE: "#7fa8cf"}


def readable(seconds: float) -> str:
    """Format a time with three digits and a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def wrapped(text: str) -> str:
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def size(count: int) -> str:
    return f"{count / 1e6:.3g} MB"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table; all columns but the first are numbers."""
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    return "\n".join([*lines, *["| " + " | ".join(row) + " |" for row in rows]])


def ratio(results: Results, part: str, name: str, title: str) -> float | None:
    """The ratio of a title to PyTorch in a case; None if one of them was not measured."""
    by = results["parts"].get(part, {}).get(name, {})
    return by[title][1] if title in by and REFERENCE in by else None


def cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def quoted(name: str) -> str:
    """The name of an operation's case, with the operation as code."""
    operation, size_, way = name.rsplit(", ", 2)
    return f"`{operation}`, {SIZES[size_]}, {way}"


def of_kind(name: str) -> str:
    """The name of a case of other inputs, with the operation as code."""
    operation, _, kind = name.rpartition(", ")
    return f"`{operation}`, {described(kind)}"


def described(kind: str) -> str:
    """The size and the dtype or layout of a kind of inputs."""
    ten = kind.startswith(inputs.TEN)
    return f"{SIZES['ten' if ten else 'large']}, {kind.removeprefix(inputs.TEN)}"


# -- what the summary is of


def groups(results: Results) -> Iterator[tuple[str, str, Callable[[str], bool]]]:
    """Title, part of the results, and which of its cases."""
    for title, which in (("forward", 0), ("with derivatives", 1)):
        whats = {f"{of}: {cases[which]}" for of, cases in programs.PROGRAMS.values()}
        yield f"programs, {title}", "programs", whats.__contains__
    for size_, words in SIZES.items():
        for way in operations.WAYS:
            part = "large operations" if size_ == "large" else "operations"
            yield f"operations, {words}, {way}", part, lambda name, e=f", {size_}, {way}": name.endswith(e)
    for kind in inputs.KINDS:
        yield f"operations, {described(kind)}", "inputs", lambda name, e=f", {kind}": name.endswith(e)


def summary(results: Results) -> list[list[str]]:
    """A row for each group: geometric means, and how many of its cases are slower than PyTorch."""
    rows = []
    for title, part, chosen in groups(results):
        names = [
            name for name in results["parts"].get(part, ()) if chosen(name) and ratio(results, part, name, COMPILED)
        ]
        means = []
        for of, who in ((part, COMPILED), (f"{part}, all threads", COMPILED), (part, PURE)):
            found = [r for name in names if (r := ratio(results, of, name, who)) is not None]
            means.append(f"{geometric(found):.2f}" if found else "–")
        slower = sum((ratio(results, part, name, COMPILED) or 0) > 1 for name in names)
        if names:
            rows.append([title, *means, f"{slower} of {len(names)}"])
    return rows


SUMMARY = ["geometric means", "wengert", "all threads", "uncompiled", "slower than PyTorch"]


def worst(results: Results) -> list[tuple[float, str, str]]:
    """The cases that are slowest beside PyTorch: ratio, name, and how it was measured."""
    found = []
    for part, cases in results["parts"].items():
        group, _, threads = part.partition(", ")
        if group not in ("peers", "growth"):
            for name in cases:
                shown = name if group == "programs" else of_kind(name) if group == "inputs" else quoted(name)
                slow = ratio(results, part, name, COMPILED)
                if slow is not None:  # in some dtypes one library refuses an operation
                    found.append((slow, shown, threads or "one thread"))
    return sorted(found, reverse=True)[:WORST]


def worst_rows(results: Results) -> list[list[str]]:
    return [[name, threads, f"{found:.1f}"] for found, name, threads in worst(results)]


# -- the page


def programs_table(results: Results) -> str:
    rows = []
    one, many = results["parts"]["programs"], results["parts"].get("programs, all threads", {})
    for name, by in one.items():
        memory = [by[title][2] if title in by and len(by[title]) > 2 else None for title in (REFERENCE, COMPILED)]
        rows.append(
            [
                name,
                readable(by[REFERENCE][0]),
                cell(ratio(results, "programs", name, COMPILED)),
                cell(many[name][COMPILED][1] if name in many else None),
                cell(ratio(results, "programs", name, PURE)),
                *["–" if m is None else size(m) for m in memory],
            ]
        )
    return table(
        ["", "PyTorch", "wengert", "all threads", "uncompiled", "memory, PyTorch", "memory, wengert"],
        rows,
    )


def operations_table(results: Results) -> str:
    """A row for each operation: three ratios, plain / recorded / with backward, for each size."""
    rows = []
    for operation in operations.OPERATIONS:
        cells = []
        for size_, part in (
            ("ten", "operations"), ("realistic", "operations"), ("large", "large operations"),
            ("large", "large operations, all threads"),
        ):  # fmt: skip
            ways = [
                ratio(results, part, operations.named(operation.name, size_, way), COMPILED) for way in operations.WAYS
            ]
            if part.endswith("threads"):
                del ways[1]
            cells.append(" / ".join(map(cell, ways)) if any(way is not None for way in ways) else "–")
        if cells != ["–"] * 4:
            rows.append([f"`{operation.name}`", *cells])
    return table(["", "ten elements", "realistic", "large", "large, all threads"], rows)


def inputs_table(results: Results) -> str:
    """A row for each operation: its ratio for each kind of inputs."""
    rows = []
    for operation in operations.OPERATIONS:
        found = [ratio(results, "inputs", f"{operation.name}, {kind}", COMPILED) for kind in inputs.KINDS]
        if any(value is not None for value in found):
            rows.append([f"`{operation.name}`", *map(cell, found)])
    return table(["", *inputs.KINDS], rows)


def growth_tables(results: Results) -> str:
    texts = []
    for axis in growth.AXES:
        rows = []
        for name, by in results["parts"]["growth"].items():
            if name.startswith(f"{axis}, "):
                number = int(name.rpartition(" ")[2])
                memory = [size(by[t][2]) if t in by and len(by[t]) > 2 else "–" for t in COLOURS]
                ratios = [cell(ratio(results, "growth", name, t)) for t in (COMPILED, PURE)]
                rows.append([f"{number:,}", readable(by[REFERENCE][0]), *ratios, *memory])
        head = [growth.WHAT[axis], "PyTorch", "wengert", "uncompiled"]
        texts.append(table([*head, *[f"memory, {title}" for title in COLOURS]], rows))
    return "\n\n".join(texts)


def peers_table(results: Results) -> str:
    """Times of PyTorch, and ratios of all others."""
    cases = results["parts"]["peers"]
    titles = list(dict.fromkeys(title for by in cases.values() for title in by))
    head = ["", *[f"{title} {results['versions'].get(title, '')}".strip() for title in titles]]
    rows = []
    for name, by in cases.items():
        ratios = [cell(by[title][1] if title in by else None) for title in titles[1:]]
        rows.append([name, readable(by[REFERENCE][0]), *ratios])
    return table(head, rows)


def page(results: Results) -> str:
    """The text of docs/performance.md."""
    about = results["about"]
    first = (
        f"How fast wengert is beside PyTorch: {about['rounds']} rounds on {about['machine']}. {about['software']}. "
        f"Commit {about['commit']}.{' A quick run, of few rounds.' if about['quick'] else ''}"
    )
    return f"""<!-- written by `make bench ARGS=--write`: do not edit -->

# Performance

{wrapped(first)}

`make bench` measures these tables on your machine, and `make bench ARGS=--write` writes this page. Each figure is a
time divided by PyTorch's: less is faster. Every library runs in its own process, on one thread, or on as many threads
as it chooses by itself ("all threads"). Before anything is timed, the results are checked to be the same. Each round
measures every case once in every library, in turn; a figure is the median over the rounds. Python's garbage collector
runs as it does for users.

## Summary

{table(SUMMARY, summary(results))}

The last column counts cases of the compiled build on one thread.

## The slowest

{table(["case", "", "wengert"], worst_rows(results))}

{wrapped(COPIED.format(differences="differences.md"))}

## Programs

Whole programs, written from published definitions ([the sources](../benchmarks/programs)); nothing in them is tuned to
a library. Memory is the most that a first run in a new process needs beside its inputs, on one thread. It includes code
that is loaded for that run.

{programs_table(results)}

## Growth

Time and memory of a forward and a backward pass, on one thread.

![Eight diagrams: time and memory against the length and width of a graph, rows, and elements.](pictures/growth.svg)

{growth_tables(results)}

## Operations

[The table of operations](../benchmarks/operations.py) has {len(operations.OPERATIONS)} rows. Three figures are: plain
(nothing is recorded) / recorded / with backward. On all threads they are: plain / with backward.

{operations_table(results)}

## Other inputs

The same operations, plain, in other dtypes than float32 (– is where PyTorch or wengert refuses the dtype), large and of
ten elements, and large in float32 of inputs that do not lie in memory row by row: *by columns*, as a transposed matrix
does, or *with gaps*, as `x[:, ::2]` does.

{inputs_table(results)}

## Other libraries

The same small programs in every library, on one thread. "NumPy by hand" has hand-written derivatives and no library: it
shows how much of a figure is NumPy's own time. The control is the same NumPy code in every process: it shows how far
the other figures can be trusted. Remembering where each operation was called takes {about["sites"]:.1%} of the compiled
chain's time.

{peers_table(results)}
"""


def readme(results: Results) -> str:
    """What the README has between its markers."""
    about = results["about"]
    slowest = "; ".join(f"{name}, {threads} ({found:.1f})" for found, name, threads in worst(results)[:3])
    last = (
        f"Measured on {about['machine']}, {about['software']}. The slowest beside PyTorch: {slowest}. "
        f"{COPIED.format(differences='docs/differences.md')} "
        "[docs/performance.md](docs/performance.md) has every figure, and HIPS autograd and MyGrad."
    )
    return f"{table(SUMMARY, summary(results))}\n\n{wrapped(last)}\n"


def filled(text: str, block: str) -> str:
    """The text of the README with another block between the markers."""
    return re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}{block}{END}", text, count=1, flags=re.DOTALL)


def as_text(results: Results) -> str:
    """The results as JSON, with a case on a line."""
    text = json.dumps(results, indent=1, ensure_ascii=False)
    return re.sub(r"\n {4,}|\n {3}(?=\})", " ", text) + "\n"


def draw(results: Results, path: Path) -> None:
    """Draw time and memory of the growth group."""
    import matplotlib  # of the extra `demo`

    matplotlib.use("svg")
    from matplotlib import pyplot as plt

    plt.rcParams.update({"svg.hashsalt": "wengert", "font.size": 9, "svg.fonttype": "none"})
    figure, axes = plt.subplots(2, len(growth.AXES), figsize=(13, 5.4), sharex="col", layout="constrained")
    for column, axis in zip(axes.T, growth.AXES, strict=True):
        cases = [(int(name.rpartition(" ")[2]), by) for name, by in results["parts"]["growth"].items()
                 if name.startswith(f"{axis}, ")]  # fmt: skip
        for title, colour in COLOURS.items():
            dashed = {"color": colour, "marker": "o", "ms": 3, "ls": "--" if title == PURE else "-", "label": title}
            times = [(n, by[title][0]) for n, by in cases if title in by]
            sizes = [(n, by[title][2] / 1e6) for n, by in cases if title in by and any(by[title][2:])]
            for diagram, points in zip(column, (times, sizes), strict=True):
                diagram.plot([n for n, _ in points], [y for _, y in points], **dashed)
        for diagram in column:
            diagram.set(xscale="log", yscale="log")
            diagram.grid(color="0.9")
            diagram.minorticks_off()
            diagram.spines[["top", "right"]].set_visible(False)
        column[0].set_title(axis)
        column[1].set_xlabel(growth.WHAT[axis].replace("`", ""))
    axes[0, 0].set_ylabel("seconds")
    axes[1, 0].set_ylabel("memory, MB")
    axes[0, 0].legend(frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def write(results: Results) -> None:
    """Write the page, its picture and the README."""
    PAGE.write_text(page(results), encoding="utf-8")
    README.write_text(filled(README.read_text(encoding="utf-8"), readme(results)), encoding="utf-8")
    draw(results, PICTURE)


if __name__ == "__main__":
    write(json.loads(RESULTS.read_text(encoding="utf-8")))
