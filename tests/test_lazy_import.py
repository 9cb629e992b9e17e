"""``import wengert`` is quick: what only some programs use is imported when it is first touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
LAZY = (
    "wengert._core.modules", "wengert.amp", "wengert.backends", "wengert.compiler", "wengert.cpu", "wengert.jit",
    "wengert.optim", "wengert.profiler", "wengert.testing", "wengert.nn.init", "wengert.nn.utils",
    "wengert.func.experimental", "wengert._core.api.numpy_functions", "asyncio", "concurrent.futures", "hashlib",
    "matplotlib", "multiprocessing", "numpy.random", "pathlib", "scipy", "tempfile", "zipfile",
)  # fmt: skip
PROGRAM = f"""
import sys
import numpy
before = set(sys.modules)
import wengert
new = set(sys.modules) - before
print(*sorted(name for name in new if any((name + ".").startswith(lazy + ".") for lazy in {LAZY})))
"""


def test_what_few_programs_use_is_not_imported() -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
