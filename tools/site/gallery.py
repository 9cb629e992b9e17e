"""The gallery: every example is run, and its page has what it says, its picture, what it printed, and the program.

A picture is drawn twice, for light and for dark pages. The programs know nothing of it: they are run with other colours
for lines and letters, and these colours and Matplotlib's own are exchanged in the SVG file.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

from .pages import DOCS, led, menu, put
from .sources import ROOT, address_of

EXAMPLES = ROOT / "examples"
INK, PAPER = "#1b1c1d", "#fffffe"
# what is drawn for light pages: what takes its place on dark ones
DARK = {
    INK: "#d5d7da", PAPER: "#131416", "#1f77b4": "#5aa9e6", "#d62728": "#ff7b72", "#2ca02c": "#6ccf6c",
    "#ff7f0e": "#ffa94d", "#9467bd": "#bf9bea", "#cccccc": "#5b5f66", "#666666": "#a0a4aa",
}  # fmt: skip
RUN = """
import runpy, sys
import matplotlib
from matplotlib.figure import Figure
target, ink, paper, program, *sys.argv[1:] = sys.argv[1:]
sys.argv[0] = program
names = "text.color axes.edgecolor axes.labelcolor axes.titlecolor xtick.color ytick.color legend.labelcolor"
matplotlib.rcParams.update(dict.fromkeys(names.split(), ink), **{"figure.facecolor": paper, "axes.facecolor": paper})
matplotlib.rcParams["svg.hashsalt"] = "wengert"
save = Figure.savefig
def both(self, path, **options):
    save(self, path, **options)
    save(self, target, format="svg", metadata={"Date": None})
Figure.savefig = both
sys.path.insert(0, program.rpartition("/")[0])
runpy.run_path(program, run_name="__main__")
"""


def names() -> list[str]:
    """The programs of the gallery, in its order."""
    linked = re.findall(r"\(\.\./examples/(\w+)\.py\)", (DOCS / "gallery.md").read_text(encoding="utf-8"))
    return list(dict.fromkeys(linked))


def run(name: str, pictures: Path) -> None:
    """Run a program; write its picture, light and dark, and what it printed."""
    pictures.mkdir(parents=True, exist_ok=True)
    light = pictures / f"{name}.svg"
    command = [sys.executable, "-c", RUN, str(light), INK, PAPER, f"{EXAMPLES}/{name}.py"]
    # no picture of the program's own may be left in the tree
    command += ["--out", str(pictures / "own")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MPLBACKEND": "agg", "WENGERT_PURE_PYTHON": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise SystemExit(f"examples/{name}.py failed:\n{done.stderr}")
    drawn = light.read_text(encoding="utf-8")
    dark = re.sub("|".join(DARK), lambda m: DARK[m[0]], drawn)
    (pictures / f"{name}-dark.svg").write_text(dark, encoding="utf-8")
    printed = done.stdout.replace(str(pictures / "own"), "out").replace(str(ROOT) + os.sep, "")
    (pictures / f"{name}.txt").write_text(printed, encoding="utf-8")


def is_fresh(name: str, pictures: Path) -> bool:
    """Whether a program was run since it, the package and this file were changed last."""
    printed = pictures / f"{name}.txt"
    read = [EXAMPLES / f"{name}.py", Path(__file__), *(ROOT / "src").rglob("*.py")]
    return printed.exists() and printed.stat().st_mtime > max(p.stat().st_mtime for p in read)


def page(name: str, printed: str) -> str:
    """The page of a program."""
    source = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    said = ast.get_docstring(ast.parse(source)) or ""
    first, _, rest = said.partition("\n\n")
    title, _, more = first.rstrip(".").partition(": ")
    rest = f"{more[:1].upper()}{more[1:]}.\n\n{rest}" if more else rest
    program = source.partition('"""\n\n')[2]
    shown = f'<a class="source" href="../{address_of(f"examples/{name}.py")}">examples/{name}.py</a>'
    text = f"# {title}\n\n{rest}\n\n"
    for variant, kind in (("", "light"), ("-dark", "dark")):
        text += f"```{{image}} pictures/{name}{variant}.svg\n:class: only-{kind}\n:alt: {title}\n```\n\n"
    return (
        text + f"## What it prints\n\n```text\n{printed}```\n\n## The program\n\n{shown}\n\n```python\n{program}```\n"
    )


def card(name: str, what: str) -> str:
    """What the page of the gallery shows of a program."""
    said = ast.get_docstring(ast.parse((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))) or ""
    title = re.split(r"[.:,] ?", said, maxsplit=1)[0]
    pictures = "".join(
        f'<img class="only-{kind}" alt="" src="_static/gallery/{name}{variant}.svg">'
        for variant, kind in (("", "light"), ("-dark", "dark"))
    )
    what = re.sub(r"`([^`]*)`", r"<code>\1</code>", what)
    return f'<a href="gallery/{name}.html">{pictures}<strong>{title}</strong><span>{what}</span></a>\n'


def write(staged: Path, run_them: bool = True) -> list[Path]:
    """Write the pages of the programs; on the page of the gallery, cards take the place of the tables."""
    pictures = staged / "gallery" / "pictures"
    for name in names():
        if run_them and not is_fresh(name, pictures) or not (pictures / f"{name}.txt").exists():
            run(name, pictures)
        put(staged / "gallery" / f"{name}.md", page(name, (pictures / f"{name}.txt").read_text(encoding="utf-8")))
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    contents = re.findall(r"```\{toctree\}.*?```", menu(led(text, "docs/gallery.md")), re.DOTALL)
    tables = re.compile(r"^\| program \|.*\n\|.*\n((?:\|.*\n?)+)", re.MULTILINE)

    def cards(m: re.Match[str]) -> str:
        rows = re.findall(r"^\| \[.*?\]\(\.\./examples/(\w+)\.py\) \| (.*?) \|$", m[1], re.MULTILINE)
        inside = "".join(card(name, what) for name, what in rows)
        return f'<div class="gallery">\n{inside}</div>\n'

    text = tables.sub(cards, text)
    body = led(text, "docs/gallery.md") + "\n" + "\n\n".join(re.sub(r"\n:caption:.*", "", c) for c in contents) + "\n"
    put(staged / "gallery.md", body)
    return sorted(pictures.glob("*.svg"))
