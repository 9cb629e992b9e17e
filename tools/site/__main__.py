"""Build the site: ``python -m tools.site`` writes ``build/site``. ``make docs`` makes the environment first."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

os.environ["WENGERT_PURE_PYTHON"] = "1"  # compiled modules do not say where their source is

from . import gallery, pages, reference, sources  # noqa: E402
from .sources import ROOT  # noqa: E402


def main(out: Path, examples: bool) -> int:
    """Stage the pages, run the examples, and let Sphinx build; a warning is a failure."""
    from sphinx.cmd.build import build_main

    staged = out.parent / f"{out.name}-pages"
    pages.stage(staged)
    reference.write(staged / "api")
    pictures = gallery.write(staged, run_them=examples)
    options = ["-b", "html", "-W", "--keep-going", "-q", "-c", str(ROOT / "docs"), "-d", f"{out}-doctrees"]
    failed = build_main([*options, str(staged), str(out)])
    sources.write(out)
    (out / "_static" / "gallery").mkdir(exist_ok=True)
    for picture in pictures:  # for the cards, which are HTML
        shutil.copy(picture, out / "_static" / "gallery")
    if not failed:
        print(f"the site is in {out}: open {out / 'index.html'}")
    return failed


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="python -m tools.site", description="Build the site.")
    arguments.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="folder of the site")
    arguments.add_argument("--no-examples", dest="examples", action="store_false", help="keep the pictures there are")
    sys.exit(main(**vars(arguments.parse_args())))
