"""``import wengert`` is quick: what only some programs use is imported when it is first touched."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wengert._core import late

SOURCE = Path(__file__).resolve().parent.parent / "src"
LAZY = (
    "wengert._core.modules", "wengert.amp", "wengert.backends", "wengert.compiler", "wengert.cpu", "wengert.jit",
    "wengert.optim", "wengert.profiler", "wengert.testing", "wengert.nn.init", "wengert.nn.utils",
    "wengert.func.experimental", "wengert._core.api.numpy_functions", "wengert._core.api.gradcheck.checks",
    "wengert._core.api.gradcheck.numerical", "wengert._core.api.gradcheck.report", "wengert._core.tools.diagnosis",
    "wengert._core.api.transforms.coloring", "wengert._core.api.transforms.jacobians", "asyncio", "concurrent.futures",
    "dataclasses", "hashlib", "matplotlib", "multiprocessing", "numpy.random", "pathlib", "scipy", "tempfile", "tqdm",
    "traceback", "zipfile", "zlib",
)  # fmt: skip
PROGRAM = f"""
import sys
import numpy
before = set(sys.modules)
import wengert
new = set(sys.modules) - before
print(*sorted(name for name in new if any((name + ".").startswith(lazy + ".") for lazy in {LAZY})))
"""


def words(program: str) -> list[str]:
    """What a program prints that runs on its own."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()


def test_what_few_programs_use_is_not_imported() -> None:
    assert words(PROGRAM) == []


def test_a_late_module_is_imported_when_it_is_used() -> None:
    names: dict[str, Any] = {}
    late.modules(names, "email", message="message", text="mime.text")
    assert isinstance(names["message"], late.Late) and names["message"].__name__ == "email.message"
    assert names["message"].Message is importlib.import_module("email.message").Message
    assert names["message"] is sys.modules["email.message"]
    with pytest.raises(AttributeError, match=r"module 'email.mime.text' has no attribute 'nothing'"):
        names["text"].nothing  # noqa: B018


def test_late_names_come_with_the_classes_of_what_they_return() -> None:
    program = (
        "import wengert; f = wengert.func.jacobian_sparsity;"
        "print(type(f(lambda x: x)(wengert.ones(2))).__module__, 'Coloring' in vars(wengert.func))"
    )
    assert words(program) == ["wengert.func", "True"]
