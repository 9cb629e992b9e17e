"""The measured libraries, each in a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
REFERENCE, COMPILED, PURE = "PyTorch", "wengert", "wengert, uncompiled"
OURS = (REFERENCE, COMPILED, PURE)
LIBRARIES = {
    REFERENCE: "torch",
    COMPILED: "wengert",
    PURE: "wengert",
    "NumPy by hand": "numpy",
    "HIPS autograd": "autograd",
    "MyGrad": "mygrad",
}


@dataclass
class Contestant:
    """A library: its process, and the process's description of itself."""

    title: str
    library: str
    pure: bool = False
    threads: bool = False  # as many as the library chooses by itself; else one
    checkout: Path | None = None  # of wengert, if another than the installed one
    process: subprocess.Popen[str] | None = None
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        chosen = {**os.environ}
        for name in THREADS:
            chosen.pop(name, None)
            if not self.threads:
                chosen[name] = "1"
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

    def ask(self, *request: Any) -> Any:
        """Send a request to the process (see worker.py), and return the answer."""
        print(json.dumps(request), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"benchmarks: {self.title} ended while it was asked for {request}")
        return json.loads(line)

    def stop(self) -> None:
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()

    def seconds_of_import(self) -> float:
        """Measure the import in a new process that has already imported NumPy."""
        code = f"import numpy, time; t = time.perf_counter(); import {self.library}; print(time.perf_counter() - t)"
        done = subprocess.run(
            [sys.executable, "-c", code], env=self.environment, capture_output=True, text=True, check=True
        )
        return float(done.stdout)


def contestants(titles: tuple[str, ...], threads: bool = False) -> list[Contestant]:
    """Start the libraries. PyTorch and wengert are needed; of the others, report those that are not installed."""
    present = []
    for title in titles:
        one = Contestant(title, LIBRARIES[title], pure=title == PURE, threads=threads)
        if not one.start():
            if title in OURS:
                raise SystemExit(f"benchmarks: {title} could not be started (the reason is above); see CONTRIBUTING.md")
            print(f"{title}: left out, it could not be started (the reason is above)")
        elif title == COMPILED and not one.about["compiled"]:
            raise SystemExit("benchmarks: there is no compiled build of wengert here; run `make build`")
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
