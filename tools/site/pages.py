"""The pages of docs/ as Sphinx reads them: links that leave docs/ are led elsewhere, lists of pages become the menu.

On a code host the pages are plain Markdown, and their links lead to files of the repository. On the site some of these
files are pages of another name, and others, such as programs, are shown by ``sources``.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path, PurePosixPath

from .sources import ROOT, address_of

DOCS = ROOT / "docs"
# what is a page of the site under another name than in docs/
MOVED = {
    "docs/README.md": "index.md",
    "docs/api.txt": "api/index.md",
    "README.md": "index.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "src/wengert/_core/README.md": "project/source.md",
}
LEFT_OUT = {"docs/api.txt", "README.md"}
FILE_NAME = re.compile(r"[\w/.]+\.(md|ipynb)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]*)(#[^)\s]*)?\)")
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def put(target: Path, text: str) -> None:
    """Write a page if it is not there already: Sphinx reads again what was written."""
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def home(path: str) -> str | None:
    """The page of the site that shows a file of the repository, if it is a page."""
    if path in MOVED:
        return MOVED[path]
    name = PurePosixPath(path)
    if path.startswith("examples/") and name.suffix == ".py":
        return f"gallery/{name.stem}.md"
    if path.startswith("docs/") and name.suffix in (".md", ".ipynb"):
        return path.removeprefix("docs/")
    return None


def led(text: str, path: str) -> str:
    """The text of a page, with its links led to where their targets are on the site."""
    page = home(path) or path
    folder = PurePosixPath(page).parent.as_posix()

    def relative(target: str) -> str:
        return os.path.relpath(target, folder)

    def link(m: re.Match[str]) -> str:
        shown, target, anchor = m[1], m[2], m[3] or ""
        if not target or "://" in target:
            return m[0]
        at = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if moved := home(at):
            if FILE_NAME.fullmatch(shown):
                shown = ""  # Sphinx writes the title of the page
            return f"[{shown}]({relative(moved)}{anchor})"
        if (ROOT / at).suffix == ".py":
            return f'<a class="source" href="{relative(address_of(at))}{anchor}">{shown}</a>'
        return shown  # a folder, or a file that the site does not show

    def image(m: re.Match[str]) -> str:
        at = os.path.normpath(os.path.join(os.path.dirname(path), m[2]))
        return f"![{m[1]}]({relative(pictured(at))})"

    kept: list[str] = []

    def set_aside(m: re.Match[str]) -> str:
        kept.append(re.sub(r"\n\n(```|~~~)$", r"\n\1", m[0]))  # doctest needs the empty line, readers do not
        return f"\0{len(kept) - 1}\0"

    text = FENCE.sub(set_aside, text)
    text = IMAGE.sub(image, LINK.sub(link, text))
    return re.sub(r"\0(\d+)\0", lambda m: kept[int(m[1])], text)


def menu(text: str) -> str:
    """A page of lists of pages, with a hidden table of contents below each heading of the second level."""
    out, seen = [], set()
    for part in re.split(r"(?m)^(?=## )", text):
        title = re.match(r"## (.*)", part)
        linked = re.findall(r"^(?:\||[-*]).*?\]\(([^)#:\s]+\.(?:md|ipynb))\)", part, re.MULTILINE)
        pages = [p for p in dict.fromkeys(linked) if p not in seen]
        seen.update(pages)
        if title and pages:
            part = (
                part.rstrip()
                + f"\n\n```{{toctree}}\n:hidden:\n:caption: {title[1]}\n\n"
                + "\n".join(pages)
                + "\n```\n\n"
            )
        out.append(part)
    return "".join(out)


def pages() -> list[str]:
    """The files of the repository that are pages, or parts of pages."""
    found = [p.relative_to(ROOT).as_posix() for p in sorted(DOCS.rglob("*")) if p.suffix in (".md", ".ipynb")]
    return [*found, *(p for p in MOVED if not p.startswith("docs/") and p not in LEFT_OUT)]


def stage(folder: Path) -> None:
    """Write the pages to a folder, for Sphinx to read."""
    for path in pages():
        text = (ROOT / path).read_text(encoding="utf-8")
        if path.endswith(".md"):
            text = led(text, path)
            text = menu(text) if path == "docs/README.md" else text
        else:
            notebook = json.loads(text)
            for cell in notebook["cells"]:
                if cell["cell_type"] == "markdown":
                    cell["source"] = led("".join(cell["source"]), path)
            text = json.dumps(notebook)
        put(folder / str(home(path)), text)
    for picture in (ROOT / "src" / "wengert" / "_core" / "picture.svg", *DOCS.rglob("*.svg")):
        put(folder / pictured(picture.relative_to(ROOT).as_posix()), picture.read_text(encoding="utf-8"))


def pictured(path: str) -> str:
    """Where a picture of the repository is on the site."""
    return path.removeprefix("docs/") if path.startswith("docs/") else f"project/{PurePosixPath(path).name}"
