"""How much memory a call and its backward pass need at their peak, beyond what the process had before: on Linux only.

``python -m tests.facts.peaks LIBRARY CASE`` measures in this process and writes the number of bytes. A small run comes
first, so that what is imported at the first call does not count. ``peaks.json`` has PyTorch's peaks.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
PART = 1.02  # the peak may be this part of PyTorch's: not all that the allocator holds is in use
BESIDES = 1.0  # MiB that may come to it: what of Python and of libraries a large call is the first to touch
R = np.random.default_rng(0)


def leaves(m: Any, *shapes: tuple[int, ...]) -> list[Any]:
    return [m.from_numpy(R.standard_normal(s, np.float32)).requires_grad_() for s in shapes]


def attention(m: Any, size: int, **how: Any) -> Any:
    shape = (8, 8, size // 2, 64)
    return m.nn.functional.scaled_dot_product_attention(*leaves(m, shape, shape, shape), **how)


def distances(m: Any, size: int, p: float) -> Any:
    return m.cdist(*leaves(m, (2 * size, 64), (2 * size, 64)), p)


def indexed(m: Any, size: int, columns: int) -> Any:
    (x,) = leaves(m, (100 * size, columns) if columns else (1000 * size,))
    return x[m.from_numpy(R.integers(len(x), size=1000 * size))]


def drawn(m: Any, size: int) -> Any:
    return m.randn(1000 * size, requires_grad=True)


CASES: dict[str, Callable[[Any, int], Any]] = {
    "attention, (8, 8, 512, 64)": lambda m, n: attention(m, n * 1024 // 1000),
    "attention to what came before": lambda m, n: attention(m, n * 1024 // 1000, is_causal=True),
    "cdist, 2000 by 2000 by 64": lambda m, n: distances(m, n, 2.0),
    "cdist of order 1": lambda m, n: distances(m, n, 1.0),
    "x[i], a million rows of 16": lambda m, n: indexed(m, n, 16),
    "x[i], a million numbers": lambda m, n: indexed(m, n, 0),
    "x[i], of drawn numbers at drawn places": lambda m, n: drawn(m, n)[m.randint(1000 * n, (1000 * n,))],
    "x[i], of drawn numbers in a drawn order": lambda m, n: drawn(m, n)[m.randperm(1000 * n)],
}


def status(key: str) -> int:
    """A number of bytes that the kernel reports of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key)) * 1024


def peak(library: str, case: str) -> int:
    """The peak beyond what the process had before."""
    module = importlib.import_module(library)
    if library == "torch":
        module.set_num_threads(1)
    CASES[case](module, 20).sum().backward()
    before = status("VmRSS")
    CASES[case](module, 1000).sum().backward()
    return status("VmHWM") - before


def alike(found: float, written: float) -> bool:
    """Whether the peak that is checked in, in MiB, stays. The least one that PyTorch has had does, as a bound.

    On other processors PyTorch takes other ways, and how memory is handed out is the system's: one run in eight
    needs an array of a million numbers less.
    """
    return written <= 4 + 1.1 * found


def measured(library: str, case: str) -> int:
    """The peak in a fresh process."""
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    command = [sys.executable, "-W", "ignore", "-m", "tests.facts.peaks", library, case]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | single, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


if __name__ == "__main__":
    print(peak(*sys.argv[1:]))
