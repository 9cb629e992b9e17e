"""Every example in the documents runs, and prints what the document says."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def sessions(text: str) -> str:
    """Keep the fenced `>>>` sessions of a document and blank out the rest, so that line numbers stay the file's."""
    kept = [""] * len(text.splitlines())
    for block in FENCE.finditer(text):
        if ">>>" in block[1]:
            start = text.count("\n", 0, block.start(1))
            lines = block[1].splitlines()
            kept[start : start + len(lines)] = lines
    return "\n".join(kept)


@pytest.mark.parametrize("name", ["README.md", "docs/tour.md", "docs/func.md"])
def test_examples_of_a_document(name: str) -> None:
    source = sessions((ROOT / name).read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(source, {}, name, str(ROOT / name), 0)
    report: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    assert tried, f"{name} has no example that runs"
    assert not failed, "".join(report)


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))], ids=str
)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{path.name} links to {target}, which is not there"
