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
    "wengert.func.experimental", "wengert.fft", "wengert.linalg", "wengert.masked", "wengert.nn.functional",
    "wengert.overrides", "wengert.return_types", "wengert.signal", "wengert.sparse", "wengert.special",
    "wengert._core.api.generated.nn_functions", "wengert._core.api.numpy_functions",
    "wengert._core.api.gradcheck.checks", "wengert._core.api.gradcheck.numerical", "wengert._core.api.gradcheck.report",
    "wengert._core.tools.diagnosis", "wengert._core.api.transforms.coloring", "wengert._core.api.transforms.jacobians",
    "asyncio", "concurrent.futures", "dataclasses", "hashlib", "matplotlib", "multiprocessing", "numpy.random",
    "pathlib", "scipy", "tempfile", "tqdm", "traceback", "zipfile", "zlib",
)  # fmt: skip
PROGRAM = f"""
import sys
import numpy
before = set(sys.modules)
import wengert
new = set(sys.modules) - before
print(*sorted(name for name in new if any((name + ".").startswith(lazy + ".") for lazy in {LAZY})))
"""


def words(program: str, *options: str) -> list[str]:
    """What a program prints that runs on its own, with these options of Python."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, *options, "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()


def test_what_few_programs_use_is_not_imported() -> None:
    assert words(PROGRAM) == []


def test_asking_for_a_name_imports_nothing() -> None:
    """Advice about missing names looks into other modules; it is not wanted where a program asks what there is."""
    program = (
        "import sys, wengert; before = set(sys.modules);"
        "print(*[n for n in ('grad', 'conv_nd', 'softmin') if hasattr(wengert, n)], *set(sys.modules) - before)"
    )
    assert words(program) == []


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


FIRST = """
import doctest, importlib, inspect, os, pkgutil, sys
import wengert
from wengert._core.api import generated
from wengert._core.late import Late
from wengert._core.ops import EARLY, LATE

room = "wengert._core.ops."
assert all(room + table in sys.modules for table in EARLY)
print(*[table for table in LATE if room + table in sys.modules])  # what is imported, but declared to be late
calls = {}
for found in pkgutil.iter_modules(generated.__path__, generated.__name__ + "."):
    names = vars(importlib.import_module(found.name))
    for function in [f for f in names.values() if inspect.isfunction(f) and f.__globals__ is names]:
        for table in [names.get(n) for n in function.__code__.co_names]:
            if isinstance(table, Late):
                calls.setdefault(table.__name__.removeprefix(room), []).append(function)
options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
for table, functions in calls.items():
    sys.stdout.flush()
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0
        continue
    for function in functions:
        test = doctest.DocTestParser().get_doctest(function.__doc__ or "", {}, f"{table}.{function.__name__}", None, 0)
        if doctest.DocTestRunner(verbose=False, optionflags=options).run(test, out=lambda text: None).failed:
            print(test.name)
    print(table if room + table not in sys.modules else "")  # no example has called it
    sys.stdout.flush()
    os._exit(0)
print(len(calls) / len(LATE) < 0.7 and f"of {len(LATE)} tables, functions call {len(calls)}" or "")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes with what is imported so far")
def test_each_table_can_be_the_first_that_is_used() -> None:
    """The tests import all tables; a program may begin with the operations of any one."""
    assert words(FIRST) == []


SHOWN = """
import pkgutil, sys
import wengert
from wengert._core.api import numpy_functions, numpy_rows

x = wengert.ones(2, requires_grad=True)
x.exp().sum().backward()
wengert.nn.Linear(2, 2)
print(x.grad, *dir(wengert.Tensor), len(numpy_functions.recorded()), *sorted(numpy_rows.RECORDED))
for found in pkgutil.walk_packages(wengert.__path__, "wengert."):
    if "._" not in found.name and "hips.scipy" not in found.name:
        module = __import__(found.name, fromlist=["names"])
        for name in dir(module):
            value = getattr(module, name)
            print(found.name, name, type(vars(module).get(name)).__name__, getattr(value, "__module__", "-"))
"""


def test_all_is_there_where_python_puts_off_all_imports() -> None:
    """Python 3.15 has this option, and older ones ignore it."""
    assert words(SHOWN, "-X", "lazy_imports=all") == words(SHOWN)
