"""Compare wengert with other libraries and write a table of ratios: `python -m benchmarks`.

Every library runs in its own process on one thread. Each round measures every case once in every library, so that
other load on the machine affects all of them. A ratio is the median over the rounds of a library's time divided by
PyTorch's time in the same round. "NumPy by hand" has hand-written derivatives and no library: wengert's additional
time is its own overhead, and the additional time over PyTorch is NumPy's. The control runs the same NumPy code in
every process. Its ratios should be 1; their deviation shows how reliable the other ratios are.

`python -m benchmarks --against ../old` measures another checkout of wengert beside this one instead. It shows whether a
change made anything slower. The other checkout takes part twice: the difference between its two columns is noise.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from benchmarks.cases import CASES, CHAIN, RECORDED

ROOT = Path(__file__).resolve().parent.parent
IMPORT = "import, beyond NumPy's"
IMPORT_ROUNDS = 5
REFERENCE = "PyTorch"
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


@dataclass
class Contestant:
    """A measured library: its process, the process's description of itself, and its times by case."""

    title: str
    library: str
    pure: bool = False
    checkout: Path | None = None  # of wengert, if another than the installed one
    process: subprocess.Popen[str] = field(init=False)
    about: dict[str, Any] = field(default_factory=dict)
    times: dict[str, list[float]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        chosen = {**os.environ, **dict.fromkeys(THREADS, "1")}
        chosen.pop("PYTHONDONTWRITEBYTECODE", None)  # measure the import as users have it: compiled once, then read
        chosen.pop("WENGERT_PURE_PYTHON", None)
        if self.checkout is not None:
            chosen["PYTHONPATH"] = str(self.checkout.resolve() / "src")
        return chosen | ({"WENGERT_PURE_PYTHON": "1"} if self.pure else {})

    def start(self) -> bool:
        """Start the process. Return whether the library is installed."""
        command = [sys.executable, "-m", "benchmarks.worker", self.library]
        if self.checkout is not None:
            command.append("--checkout")  # whose private names are others
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.about = json.loads(self.process.stdout.readline() or "{}")
        return bool(self.about)

    def measure(self, case: str) -> None:
        """Measure one sample of a case in the process, if the library has the case."""
        if case in self.about["gradients"]:
            print(case, file=self.process.stdin, flush=True)
            self.times.setdefault(case, []).append(float(self.process.stdout.readline()))

    def measure_import(self) -> None:
        """Measure the import in a new process that has already imported NumPy."""
        code = f"import numpy, time; t = time.perf_counter(); import {self.library}; print(time.perf_counter() - t)"
        done = subprocess.run(
            [sys.executable, "-c", code], env=self.environment, capture_output=True, text=True, check=True
        )
        self.times.setdefault(IMPORT, []).append(float(done.stdout))


def contestants() -> list[Contestant]:
    """Start every installed library, and report the others. Include uncompiled wengert only once."""
    candidates = [
        Contestant(REFERENCE, "torch"),
        Contestant("wengert", "wengert"),
        Contestant("wengert, uncompiled", "wengert", pure=True),
        Contestant("NumPy by hand", "numpy"),
        Contestant("HIPS autograd", "autograd"),
        Contestant("MyGrad", "mygrad"),
    ]
    present = []
    for one in candidates:
        if not one.start():
            print(f"{one.title}: left out, it could not be started (the reason is above)")
        elif one.title == "wengert" and not one.about["compiled"]:
            print("wengert: there is no compiled build here, so only the uncompiled one is measured")
        else:
            present.append(one)
    return present


def checkouts(other: Path) -> list[Contestant]:
    """Start another checkout twice and this one: the first is what the ratios are to."""
    titles = {"before": other, "before, again": other, "now": ROOT}
    present = [Contestant(title, "wengert", checkout=checkout) for title, checkout in titles.items()]
    if not all([one.start() for one in present]):
        raise SystemExit(f"benchmarks: one of {other} and {ROOT} could not be started (the reason is above)")
    if len({one.about["compiled"] for one in present}) > 1:
        raise SystemExit(f"benchmarks: {other} and {ROOT} are not both compiled; run `make build` where it is missing")
    return present


def check(present: list[Contestant]) -> None:
    """Raise an error if libraries do not compute the same gradients."""
    for case in CASES:
        having = [one for one in present if case in one.about["gradients"]]
        for one in having[1:]:
            mine, first = one.about["gradients"][case], having[0].about["gradients"][case]
            if not np.allclose(mine, first, rtol=1e-3):
                raise SystemExit(f"{case}: {one.title} and {having[0].title} disagree: {mine} and {first}")


def readable(seconds: float) -> str:
    """Format a time with three digits and a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def ratio(one: Contestant, reference: Contestant, case: str) -> float | None:
    """Return the median over the rounds of the library's time divided by the reference's; None without the case."""
    if case not in one.times or case not in reference.times:
        return None
    return statistics.median(mine / its for mine, its in zip(one.times[case], reference.times[case], strict=True))


def table(present: list[Contestant]) -> str:
    """Return a Markdown table with a row per case: times in the first column, and ratios in the others."""
    reference = present[0]
    lines = [
        "| | " + " | ".join(f"{one.title} {one.about['version']}" for one in present) + " |",
        "| --- |" + " ---: |" * len(present),
    ]
    for case in (*CASES, IMPORT):
        cells = [readable(statistics.median(reference.times[case]))]
        for one in present[1:]:
            found = ratio(one, reference, case)
            cells.append("–" if found is None else f"{found:.2f}")
        lines.append(f"| {case} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def sites(present: list[Contestant]) -> str:
    """Report how much of the chain's time is spent on recording the line of every operation."""
    shares = [
        f"{RECORDED * one.about['site'] / statistics.median(one.times[CHAIN]):.1%} of the chain ({one.title})"
        for one in present if "site" in one.about
    ]  # fmt: skip
    return f"Remembering where each operation was called takes {' and '.join(shares)}.\n" if shares else ""


def record(present: list[Contestant]) -> dict[str, Any]:
    """Return all measurements, as data."""
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "machine": platform.machine(),
        "processor": platform.processor(),
        "libraries": {
            one.title: {
                "version": one.about["version"],
                "seconds": one.times,
                "ratio": {case: ratio(one, present[0], case) for case in one.times},
            }
            for one in present
        },
    }


def main(rounds: int, out: Path, against: Path | None) -> None:
    """Run all rounds, print the table, and write it to a file, with all samples in JSON."""
    present = contestants() if against is None else checkouts(against)
    if against is None and (not present or present[0].title != REFERENCE):
        raise SystemExit("benchmarks: PyTorch is what the ratios are to; install it with `pip install -e .[bench]`")
    check(present)
    with tqdm(total=(rounds * len(CASES) + IMPORT_ROUNDS) * len(present), desc="measuring") as progress:
        for _ in range(rounds):
            for case in CASES:
                for one in present:
                    one.measure(case)
                    progress.update()
        for _ in range(IMPORT_ROUNDS):
            for one in present:
                if one.library != "numpy":
                    one.measure_import()
                progress.update()
    note = (
        f"Time by {present[0].title}'s on the same code, one thread, median of {rounds} interleaved rounds; "
        "less is faster."
    )
    text = f"{note}\n\n{table(present)}\n\n{sites(present)}"
    out.mkdir(parents=True, exist_ok=True)
    (out / "bench.md").write_text(text, encoding="utf-8")
    (out / "bench.json").write_text(json.dumps(record(present), indent=1), encoding="utf-8")
    print(text)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure wengert beside its peers.")
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--out", type=Path, default=ROOT / "out", help="folder of bench.md and bench.json")
    arguments.add_argument(
        "--against", type=Path, help="another checkout of wengert, built, to measure beside this one"
    )
    main(**vars(arguments.parse_args()))
