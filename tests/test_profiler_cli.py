"""``python -m wengert profile``: a program runs as usual, and a table, a trace and a timeline are written."""

import gzip
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from wengert._core.modules.commands import command_line
from wengert._core.tools.profiler.diff import diff

SOURCE = str(Path(__file__).resolve().parent.parent / "src")
PROGRAM = """\
import pickle, sys
import wengert

class Made:
    pass

def step(x):
    return (x * x).sum()

if __name__ == "__main__":
    x = wengert.ones(3, 2, requires_grad=True)
    for _ in range(4):
        step(x).backward()
    print("argv", sys.argv)
    print("file", __file__, __name__, __spec__)
    print("path", sys.path[0])
    print("pickled", type(pickle.loads(pickle.dumps(Made()))) is Made)
"""


def python(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": SOURCE, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=env, input=stdin, capture_output=True, text=True, encoding="utf-8")


def profiled(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python(folder, "-m", "wengert", "profile", *arguments)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


def test_a_program_runs_as_without_and_its_profile_is_left(program: Path) -> None:
    plain = python(program.parent, program.name, "one", "--sort=x")
    done = profiled(program.parent, program.name, "one", "--sort=x")
    assert done.returncode == plain.returncode == 0, done.stderr
    said, table = done.stdout[: len(plain.stdout)], done.stdout[len(plain.stdout) :]
    assert said == plain.stdout
    assert "argv ['program.py', 'one', '--sort=x']" in said and "pickled True" in said
    assert "aten::mul" in table and "MulBackward0" in table and "Self CPU time total" in table
    with gzip.open(program.parent / "profile.json.gz") as file:
        events = json.load(file)["traceEvents"]
    assert sum(e["name"] == "aten::mul" for e in events) == 4
    page = (program.parent / "profile.html").read_text("utf-8")
    assert "MulBackward0" in page and "<title>program.py one --sort=x</title>" in page
    assert "profile.json.gz" in done.stderr and "profile.html" in done.stderr


def test_options_before_the_program_are_the_commands(program: Path) -> None:
    done = profiled(
        program.parent, "--sort", "calls", "--rows", "2", "--out", "made", "--record-shapes", "--memory", "--stack",
        "program.py", "--out", "of the program",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "argv ['program.py', '--out', 'of the program']" in done.stdout
    table = done.stdout[done.stdout.index("---") :]
    assert "Input Shapes" in table and "Source Location" in table and "Self CPU Mem" in table
    assert "program.py(8): step" in table and "runpy" not in table
    assert "AccumulateGrad" not in table  # the table has two rows
    assert not (program.parent / "profile.html").exists()
    a = diff(program.parent / "made.json.gz", program.parent / "made.json.gz")
    assert any(r.line.endswith("program.py(8): step") for r in a.by_line if r.name == "aten::mul")


@pytest.mark.parametrize("ending, status", [
    ("", 0), ("sys.exit()", 0), ("sys.exit(7)", 7), ("sys.exit('why')", 1), ("raise ValueError('wrong')", 1),
    ("raise SystemExit", 0), ("1 / 0", 1), ("raise KeyboardInterrupt", None), ("import nothing_there", 1),
    ("sys.excepthook = lambda *e: print('hooked', e[0].__name__); 1 / 0", 1),
])  # fmt: skip
def test_a_program_ends_as_without(ending: str, status: int | None, tmp_path: Path) -> None:
    text = f"import sys, wengert\nwengert.ones(3).exp()\ndef f():\n    {ending or 'pass'}\nf()\n"
    (tmp_path / "ends.py").write_text(text)
    plain, done = python(tmp_path, "ends.py"), profiled(tmp_path, "ends.py")
    assert done.returncode == plain.returncode and (status is None or done.returncode == status)
    if "Interrupt" not in ending:
        assert plain.stderr in done.stderr  # the traceback has no frames of the profiler
    assert done.stdout.startswith(plain.stdout) and "aten::exp" in done.stdout
    assert (tmp_path / "profile.html").exists()


def test_a_program_that_cannot_be_compiled(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("x = (\n")
    plain, done = python(tmp_path, "bad.py"), profiled(tmp_path, "bad.py")
    assert done.returncode == 1 and plain.stderr in done.stderr


def test_modules_folders_and_archives_run(program: Path) -> None:
    folder = program.parent / "package"
    folder.mkdir()
    (folder / "__main__.py").write_text("import sys, helper\nprint(sys.argv[1:], helper.name)\n")
    (folder / "helper.py").write_text("import wengert\nname = 'helped'\nwengert.ones(2).exp()\n")
    with zipfile.ZipFile(program.parent / "archive.pyz", "w") as archive:
        for name in ("__main__.py", "helper.py"):
            archive.write(folder / name, name)
    for what in ("package", "archive.pyz"):
        done = profiled(program.parent, what, "a")
        assert done.stdout.startswith("['a'] helped") and "aten::exp" in done.stdout, done.stderr
    done = profiled(program.parent, "-m", "program", "a")
    assert done.returncode == 0 and "aten::mul" in done.stdout, done.stderr
    assert f"argv ['{program}', 'a']" in done.stdout
    assert "<title>-m program a</title>" in (program.parent / "profile.html").read_text("utf-8")


def test_two_runs_number_their_events_alike(program: Path) -> None:
    found = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "wengert", "profile", "--memory", "--stack", "--out", seed, program.name],
            cwd=program.parent, env=os.environ | {"PYTHONPATH": SOURCE, "PYTHONHASHSEED": seed}, capture_output=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        with gzip.open(program.parent / f"{seed}.json.gz") as file:
            events = [e for e in json.load(file)["traceEvents"] if e["ph"] == "X"]
        keys = ("Ev Idx", "Sequence number", "Fwd thread id", "Bytes", "Call stack")
        found.append([(e["name"], e["tid"], *(e["args"].get(key) for key in keys)) for e in events])
    assert found[0] == found[1] and len(found[0]) > 20
    changes = diff(program.parent / "1.json.gz", program.parent / "2.json.gz")
    assert all(r.before.calls == r.after.calls and r.before.memory == r.after.memory for r in changes.by_line)


def test_memory_is_drawn_where_it_was_recorded(program: Path) -> None:
    assert profiled(program.parent, "--memory", program.name).returncode == 0
    with gzip.open(program.parent / "profile.json.gz") as file:
        held = [e["args"]["bytes"] for e in json.load(file)["traceEvents"] if e["ph"] == "C"]
    assert max(held) >= 24  # ones(3, 2)
    assert '"tracks":[{"label":"' in (program.parent / "profile.html").read_text("utf-8")


def test_threads_are_measured_to_their_end(tmp_path: Path) -> None:
    (tmp_path / "threads.py").write_text(
        "import threading, time, wengert\n"
        "def work():\n    time.sleep(0.3)\n    wengert.ones(2).exp()\n"
        "threading.Thread(target=work).start()\nwengert.ones(2).tanh()\n"
    )
    done = profiled(tmp_path, "threads.py")
    assert "aten::exp" in done.stdout and "aten::tanh" in done.stdout, done.stderr
    assert "thread 2" in (tmp_path / "profile.html").read_text("utf-8")


def test_a_program_without_operations(tmp_path: Path) -> None:
    (tmp_path / "none.py").write_text("print('nothing')\n")
    done = profiled(tmp_path, "none.py")
    assert done.returncode == 0 and done.stdout.startswith("nothing\n"), done.stderr


def test_wrong_use_is_told(tmp_path: Path) -> None:
    done = profiled(tmp_path, "nowhere.py")
    assert done.returncode == 2 and "there is no file nowhere.py" in done.stderr
    (tmp_path / "p.py").write_text("")
    done = profiled(tmp_path, "--out", "no/where", "p.py")
    assert done.returncode == 2 and "argument --out: there is no folder" in done.stderr
    done = profiled(tmp_path, "--sort", "colour", "p.py")
    assert done.returncode == 2 and "invalid choice: 'colour'" in done.stderr
    done = profiled(tmp_path, "-m", "nowhere")
    assert done.returncode == 1 and "No module named nowhere" in done.stderr


def test_help_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["--help"]) == 0
    out, err = capsys.readouterr()
    assert "usage: python -m wengert COMMAND" in out and "profile" in out and not err
    assert command_line.main([]) == 2
    out, err = capsys.readouterr()
    assert not out and "usage" in err
    assert command_line.main(["fly"]) == 2
    assert "there is no command 'fly'" in capsys.readouterr().err
    with pytest.raises(SystemExit) as e:
        command_line.main(["profile", "--help"])
    assert e.value.code == 0
    assert "python -m wengert profile [options] (PROGRAM | -m MODULE) [args ...]" in capsys.readouterr().out
