"""Every example in the documents and in the docstrings runs, and prints what it says."""

import doctest
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wengert
from wengert._core.declare.families import SIGNATURES

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# every page with examples; what is left out has none
PAGES = ["README.md", *sorted(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md") if ">>>" in p.read_text("utf-8"))]


def sessions(text: str) -> str:
    """Keep the fenced `>>>` sessions of a document and blank out the rest, so that line numbers stay the file's."""
    kept = [""] * len(text.splitlines())
    for block in FENCE.finditer(text):
        if ">>>" in block[1]:
            start = text.count("\n", 0, block.start(1))
            lines = block[1].splitlines()
            kept[start : start + len(lines)] = lines
    return "\n".join(kept)


def run(source: str, name: str, where: str) -> None:
    """Run the examples in a text, of which there must be one, as a reader would: with nothing imported."""
    test = doctest.DocTestParser().get_doctest(source, {}, name, where, 0)
    report: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    assert tried, f"{name} has no example that runs"
    assert not failed, "".join(report)


@pytest.mark.parametrize("name", PAGES)
def test_examples_of_a_document(name: str) -> None:
    run(sessions((ROOT / name).read_text(encoding="utf-8")), name, str(ROOT / name))


def published() -> Iterator[tuple[str, Any]]:
    """The functions of the faces, and the methods that have no function beside them."""
    for space in ("top", "nn_functional", "linalg", "special", "fft", "sparse", "masked", "signal_windows"):
        face = sys.modules[f"wengert._core.api.generated.{space}"]
        for name in face.__all__:
            yield f"{space}.{name}", getattr(face, name)
    for _, signature, options in SIGNATURES:
        name = signature.partition("(")[0]
        if name.endswith("_") and not name.startswith("__") and not options.get("function"):
            yield f"Tensor.{name}", getattr(wengert.Tensor, name)


PUBLISHED = dict(published())


@pytest.mark.parametrize("name", PUBLISHED)
def test_an_operation_says_what_it_does_takes_and_gives_and_shows_it(name: str) -> None:
    """The docstring calls it by its name, explains every parameter and has an example that runs."""
    function = PUBLISHED[name]
    doc = inspect.getdoc(function)
    assert doc is not None
    head, _, rest = doc.partition("\n\n")
    for line in head.splitlines():
        assert re.fullmatch(r"\w+\(.*\) -> .+", line), f"{name}: {line} does not say how it is called"
    sentence = rest.partition("\n\n")[0]
    assert re.search(r"[.:;]|\.$", sentence) and not sentence.startswith(("Args:", "Also", ">>>")), (
        f"{name}: its row has no sentence that says what it computes"
    )
    explained = dict(re.findall(r"^    (\w+) \([^\n]*?\): *(.*)$", rest.partition("Args:\n")[2], re.MULTILINE))
    for p in inspect.signature(function).parameters.values():
        assert explained.get(p.name), f"{name}: nothing says what {p.name} is: see tools/glossary.py"
    run(doc, name, name)


MODULES = [
    path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in sorted((ROOT / "src" / "wengert").rglob("*.py"))
    if not {"generated", "ops"} & set(path.parts)  # shown above
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    module = importlib.import_module(name)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    for test in doctest.DocTestFinder(recurse=True).find(module, name):
        runner.run(test, out=report.append, clear_globs=True)
    assert not runner.summarize(verbose=False).failed, "".join(report)


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))], ids=str
)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{path.name} links to {target}, which is not there"
