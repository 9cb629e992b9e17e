"""``python -m wengert``: every command says what it takes, and wrong use is explained without a traceback."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import wengert
from tests.cases import within
from wengert._core import compiled
from wengert._core.modules.commands import build_info, command_line, demo_command
from wengert._core.release import __version__

ROOT = Path(__file__).resolve().parent.parent


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int | str | None, str, str]:
    """The exit status of a command, and what it printed to both streams."""
    try:
        status: int | str | None = command_line.main(argv)
    except SystemExit as e:
        status = e.code
    return status, *capsys.readouterr()


def python(folder: Path, *arguments: str, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=env, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
    )


def test_every_command_has_help_and_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = said(capsys, "--help")[1]
    for name, (module, what) in command_line.COMMANDS.items():
        status, out, err = said(capsys, name, "--help")
        assert status == 0 and not err and f"usage: python -m wengert {name}" in out, name
        assert f"{name:11}{what}\n" in listed
        assert importlib.import_module(f"wengert._core.modules.commands.{module}").main.__doc__, name


def test_no_command_minds_that_nobody_reads_on(tmp_path: Path) -> None:
    """``python -m wengert info | head -1`` ends without a traceback."""
    for use in [["--help"], ["--version"], ["info"], ["demo"], *[[name, "--help"] for name in command_line.COMMANDS]]:
        reader, writer = os.pipe()
        os.close(reader)
        done = python(tmp_path, "-m", "wengert", *use, stdout=writer)
        os.close(writer)
        assert not done.stderr, (use, done.stderr)


def test_versions_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == said(capsys, "-V") == (0, f"wengert {__version__}\n", "")
    assert wengert.__version__ == wengert.version.__version__ == __version__


def test_info_says_which_build_runs_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, "info")
    assert status == 0 and not err and out == wengert.__config__.show() + "\n"
    lines = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert lines.keys() == {"wengert", "core", "Python", "NumPy", "BLAS", "threads", "CuPy", "extras"}
    assert lines["core"].startswith("compiled (" if wengert.compiled else "plain Python: ")
    wengert.show_config()
    assert capsys.readouterr().out == out
    assert "OMP_NUM_THREADS" in wengert.__config__.parallel_info()


@pytest.mark.parametrize(("there", "why"), [((), "installed without"), (("_stamp",), "did not compile: arrays.sites")])
def test_why_no_compiled_module_is_used(there: tuple[str, ...], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WENGERT_PURE_PYTHON", raising=False)
    monkeypatch.setattr(compiled, "active", compiled.active)
    monkeypatch.setattr(compiled, "compiled_file", lambda name: name if name in there else None)
    monkeypatch.setattr(compiled, "why_pure", "")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    assert not compiled.choose()
    assert why in compiled.why_pure


@pytest.mark.skipif(not wengert.compiled, reason="there is no compiled build")
def test_without_the_global_lock_no_compiled_module_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled modules share counts and lists between threads, and nothing else guards them."""
    monkeypatch.setattr(compiled, "active", compiled.active)
    monkeypatch.setattr(compiled, "why_pure", "")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    for lock in (False, True):
        monkeypatch.setattr(sys, "_is_gil_enabled", lambda lock=lock: lock, raising=False)
        assert compiled.choose() is compiled.active is lock
        assert ("without the global lock" in compiled.why_pure) is not lock
        compiled.why_pure = ""


def test_extras_are_those_that_can_be_installed() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert build_info.EXTRAS.keys() == extras.keys() - {"dev", "docs", "oracle", "bench"}


def test_the_demo_runs_and_can_be_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, "demo")
    assert status == 0 and not err and "100% of the points are on the right spiral" in out
    program = tmp_path / "demo.py"
    assert said(capsys, "demo", "--save", str(program))[0] == 0
    assert program.read_text("utf-8") == demo_command.SOURCE
    assert said(capsys, "demo", "--save", str(program))[0] == 2  # it is not overwritten
    assert said(capsys, "demo", "--save", str(tmp_path / "no" / "where"))[0] == 2


FUNCTIONS = """\
import wengert

def right(x, y, scale=2.0):
    return (scale * x * y.sin()).sum()

def inputs():
    return [wengert.ones(2, dtype=wengert.float64, requires_grad=True) for _ in range(2)]

class Wrong(wengert.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        return 3 * g * ctx.saved_tensors[0]

number = 3

def none():
    return wengert.ones(1)
"""
USES: dict[tuple[str, ...], tuple[int, str]] = {
    ("f.py:right",): (0, "gradients agree with finite differences, for inputs of shapes (3,), (3,)"),
    ("f.py:right", "--shape", "2,3", "--shape", "3", "--second", "--forward"): (0, "gradients and second gradients"),
    ("f.py:right", "--inputs", "f.py:inputs"): (0, "of shapes (2,), (2,)"),
    ("f:right", "--fast", "--seed", "3"): (0, "agree"),
    ("f.py:Wrong.apply", "--shape", "2"): (1, "the gradient is wrong"),
    ("f.py:Wrong.apply",): (2, "name the shape of each"),
    ("f.py:none",): (2, "needs no argument"),
    ("f.py:missing",): (2, "f.py has no function missing"),
    ("f.py:number",): (2, "cannot be called: it is of type int"),
    ("g.py:right",): (2, "there is no file g.py"),
    ("no_such:right",): (2, "there is no module no_such"),
    ("right",): (2, "name the function as MODULE:FUNCTION"),
    ("f.py:right", "--shape", "two"): (2, "a shape is sizes with commas between them"),
}


@within("use", USES, " ".join)
def test_gradcheck_of_a_function(use: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("use")
    (folder / "f.py").write_text(FUNCTIONS)
    done = python(folder, "-m", "wengert", "gradcheck", *use)
    status, text = USES[use]
    assert done.returncode == status, done.stdout + done.stderr
    assert text in done.stdout + done.stderr and "Traceback" not in done.stderr
