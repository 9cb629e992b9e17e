"""The page about the source, src/wengert/_core/README.md, is true: the files that one call and its gradient pass.

`python -m tests.test_house` writes the list.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "src" / "wengert" / "_core"
PAGE = CORE / "README.md"
LIST = re.compile(r"(<!-- files -->\n)(.*?)(<!-- /files -->)", re.DOTALL)

# Run on its own and uncompiled, so that the profile sees every call; once before, so that the plans are made.
PROGRAM = """
import sys
import wengert

x, y = (wengert.tensor([1.0, 2.0], requires_grad=True) for _ in range(2))
(x * y).sum().backward()
x.grad = y.grad = None
steps = {}

def note(frame, event, arg):
    if event == "call":
        steps.setdefault(frame.f_code.co_filename, []).append(step)

step = "call"
sys.setprofile(note)
z = x * y
step = "gradient"
z.sum().backward()
sys.setprofile(None)
for path, when in steps.items():
    print(path, *sorted(set(when)))
"""


def passed() -> str:
    """The list as Markdown: each file in the order of its first call, with the part of the story that enters it."""
    environment = os.environ | {"WENGERT_PURE_PYTHON": "1", "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    rows = []
    for line in run.stdout.splitlines():
        path, *when = line.split()
        if Path(path).is_relative_to(CORE):
            name = Path(path).relative_to(CORE).as_posix()
            marks = " | ".join("×" if step in when else "" for step in ("call", "gradient"))
            rows.append(f"| {len(rows) + 1} | `{name}` | {marks} |\n")
    return "| | file | `x * y` | `.sum().backward()` |\n| ---: | --- | :-: | :-: |\n" + "".join(rows)


def test_the_page_lists_the_files_that_a_call_and_its_gradient_pass() -> None:
    listed = LIST.search(PAGE.read_text(encoding="utf-8"))
    assert listed is not None
    assert listed[2] == passed(), f"{PAGE} is out of date: run `python -m tests.test_house`"


def test_every_file_that_the_page_names_exists() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)\)", text):
        assert "://" in target or (CORE / target).exists(), f"the page links to {target}, which is not there"
    for name in re.findall(r"`([\w/]+\.py)`", text):
        assert (CORE / name).exists() or (ROOT / name).exists(), f"the page names {name}, which is not there"


def test_sizes_of_arrays_are_compared_in_one_place() -> None:
    """An array without dimensions has NULL for its sizes, which C's functions of memory do not take."""
    found = [p.name for p in CORE.rglob("*.p[yx][xd]") if "memcmp(" in p.read_text(encoding="utf-8")]
    assert found == ["c_numpy.pxd"]


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(LIST.sub(lambda m: m[1] + passed() + m[3], page), encoding="utf-8")
