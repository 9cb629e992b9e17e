"""The pages about the source are true: the files that one call and its gradient pass, and the names that stand in it.

`python -m tests.test_house` writes the list.
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.cases import within

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


def test_every_file_that_the_page_links_to_exists() -> None:
    for target in re.findall(r"\]\(([^)#\s]+)\)", PAGE.read_text(encoding="utf-8")):
        assert "://" in target or (CORE / target).exists(), f"the page links to {target}, which is not there"


@functools.cache
def words_and_files() -> tuple[set[str], list[str]]:
    """The words of all sources, and the paths of all files."""
    files = [p for top in ("src", "tests", "tools", "benchmarks", "examples", "docs") for p in (ROOT / top).rglob("*")]
    files += [p for p in ROOT.iterdir() if p.is_file()]
    sources = [p for p in files if p.suffix in (".py", ".pyx", ".pxd", ".h", ".toml", ".yaml") or p.name == "Makefile"]
    words = {w for p in sources for w in re.findall(r"\w+", p.read_text(encoding="utf-8"))}
    return words | set(dir(type)), [p.relative_to(ROOT).as_posix() for p in files]


@within("page", [PAGE, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "design").glob("*.md"))])
def test_what_the_pages_about_the_source_name_is_there(page: Path) -> None:
    """A file, or a name in the code, that stands in backquotes."""
    words, files = words_and_files()
    for span in re.findall(r"`([^`\s]+)`", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)):
        if span == "utils.py":
            assert not any(f.endswith("/utils.py") for f in files if f.startswith("src/"))
        elif re.fullmatch(r"[\w/.]+\.(py|pyx|pxd|pyi|md|json|txt)", span):
            assert any(f"/{f}".endswith(f"/{span}") for f in files), f"{page.name} names {span}, which is not there"
        else:
            missing = set(re.findall(r"(?<![\w.])[A-Za-z_]\w{2,}", span)) - words
            assert not missing or any(span.strip("/") in f for f in files), f"{page.name}: {span} is not in the source"


def test_the_guide_shows_a_row_as_it_stands_in_its_table() -> None:
    """Whoever copies the example gets a row that keeps all laws."""
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    row = re.search(r"```python\n(@\w+\(\"hypot\(.*?)```", guide, re.DOTALL)
    assert row is not None
    assert row[1] in (CORE / "ops" / "elementwise" / "elementary.py").read_text(encoding="utf-8")


PATH = re.compile(r"(?:[\w.-]+/)+[\w-]+\.(?:py|pyx|pxd|md)\b|(?<=``)\w+\.(?:py|h)(?=``)|\b\w+\.(?:pyx|pxd|md)\b")
NOTE = re.compile(r"Note \[([^\]]+)\]")
TITLE = re.compile(r"^(?:# )?Note \[([^\]]+)\](?:$|\. [A-Z])", re.MULTILINE)  # on a line of its own, or before its text


def sources() -> list[Path]:
    files = [p for p in (ROOT / "src").rglob("*") if p.suffix in (".py", ".pyx", ".pxd", ".h")]
    return [p for p in files if "generated" not in p.parts]


def remarks(source: str) -> Iterator[str]:
    """The comments and docstrings of a source, each line without its indent."""
    for found in re.finditer(r'"""(.*?)"""|/\*(.*?)\*/|(?:^[ \t]*#.*\n?)+|  #.*$', source, re.MULTILINE | re.DOTALL):
        yield "\n".join(line.strip() for line in (found[1] or found[2] or found[0]).splitlines())


@within("path", sources(), lambda path: path.relative_to(ROOT).as_posix())
def test_what_comments_and_docstrings_refer_to_is_there(path: Path) -> None:
    """A file by its path, or a note by its title."""
    _, files = words_and_files()
    for remark in remarks(path.read_text(encoding="utf-8")):
        for name in PATH.findall(remark):
            assert any(f"/{f}".endswith(f"/{name}") for f in files), f"{path}: {name} is not there"
        for title in NOTE.findall(re.sub(r"\n(?:# )?", " ", remark)):
            assert title in titles(), f"{path}: there is no Note [{title}]"


@functools.cache
def titles() -> set[str]:
    """The titles of all notes in the source."""
    texts = [remark for path in sources() for remark in remarks(path.read_text(encoding="utf-8"))]
    return {title for text in texts for title in TITLE.findall(text)}


def declarations() -> dict[str, str]:
    """The sources in Cython: file names, and what they say."""
    return {p.name: p.read_text(encoding="utf-8") for kind in ("*.pyx", "*.pxd") for p in CORE.rglob(kind)}


def test_sizes_of_arrays_are_compared_in_one_place() -> None:
    """An array without dimensions has NULL for its sizes, which C's functions of memory do not take."""
    assert [name for name, text in declarations().items() if "memcmp(" in text] == ["c_numpy.pxd"]


def test_counts_have_64_bits_on_every_platform() -> None:
    """C's ``long`` has 32 bits on Windows, where a count of nodes or of writes would overflow within hours."""
    for name, text in declarations().items():
        code = re.sub(r"#.*|\blong long\b", "", text) if name.endswith(".pxd") else ""
        assert not re.search(r"\blong\b", code), name


def test_no_index_counts_from_the_end_where_cython_does_not() -> None:
    """With ``wraparound=False`` it reads ``x.shape[-1]`` before the first element, without an error."""
    for name, text in declarations().items():
        code = re.sub(r"#.*", "", text) if "wraparound=False" in text else ""
        assert not re.search(r"\w\[-\w+\]", code), name


def test_a_variable_is_not_read_as_another_type() -> None:
    """C does not define what comes of it. Numbers of two widths take ``put`` and ``memcpy``, or ``moved_32``."""
    cast = re.compile(r"<(const )?(float|double|real|u?int\d+_t|cnp\.\w+)\s?\*>\s?&\w+")
    assert not [name for name, text in declarations().items() if cast.search(text)]


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(LIST.sub(lambda m: m[1] + passed() + m[3], page), encoding="utf-8")
