"""The site builds without a warning, and every page of it is fit to be looked at: `make look`.

It takes minutes, so it runs only where it is asked for (`-m site`).
"""

from __future__ import annotations

import functools
import http.server
import importlib.util
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_profiler_timeline import CHROMIUM

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("sphinx", "furo", "myst_nb", "sphinx_copybutton", "matplotlib")
WIDTHS = (390, 1280)
FAULTS = """() => {
  const root = document.documentElement, found = [];
  if (root.scrollWidth > root.clientWidth) {
    const beyond = e => e.getBoundingClientRect().right > root.clientWidth + 1;
    const wide = [...document.querySelectorAll("main *, article *")].filter(beyond);
    const names = wide.slice(0, 3).map(e => e.tagName + "." + e.className + ": " + e.textContent.trim().slice(0, 60));
    found.push(`scrolls sideways: ${root.scrollWidth} px, ` + names.join(" | "));
  }
  for (const i of document.images) if (!i.complete || i.naturalWidth === 0) {
    if (getComputedStyle(i).display !== "none") found.push("missing picture: " + i.getAttribute("src"));
  }
  return found;
}"""
pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Path:
    """The site, built anew; pages that have not changed are kept from the last time."""
    if "site" not in str(request.config.option.markexpr):
        pytest.skip("takes minutes: `make look`, or `-m site`")
    for package in NEEDED:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"needs {package}: pip install '.[docs,demo]'")
    out = ROOT / "build" / "site"
    command = [sys.executable, "-m", "tools.site", "--out", str(out), *os.environ.get("SITE_ARGS", "").split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-5000:]
    return out


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The site, served: a browser treats files in another way than pages."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *said: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def pages(site: Path) -> list[str]:
    """Every page; of those of source files, which are all alike, some."""
    found = sorted(p.relative_to(site).as_posix() for p in site.rglob("*.html"))
    sources = [p for p in found if p.startswith("source/")]
    return [p for p in found if not p.startswith("source/")] + sources[::40]


def test_the_site_needs_nothing_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r"<(?:script|img|link)[^>]*(?:src|href)=\"(?:https?:)?//")
    assert [p for p in pages(site) if loaded.search((site / p).read_text(encoding="utf-8"))] == []


def test_no_link_is_called_by_a_file_name(site: Path) -> None:
    """A page is called by its title."""
    link = re.compile(r"<a[^>]*>(?:<[^>]*>)*([\w/.]+\.(?:md|ipynb))(?:<[^>]*>)*</a>")
    named = {
        p: link.findall((site / p).read_text(encoding="utf-8")) for p in pages(site) if not p.startswith("source/")
    }
    assert not {p: names for p, names in named.items() if names}


def test_no_page_tells_where_it_was_built(site: Path) -> None:
    told = [str(ROOT), str(site.parent), str(Path.home())]
    texts = {p: re.sub(r"<[^>]*>", "", (site / p).read_text(encoding="utf-8")) for p in pages(site)}
    assert not [p for p, text in texts.items() if any(t in text for t in told)]


def test_the_footer_names_the_authors(site: Path) -> None:
    assert re.search(r"Copyright &#169; [\w ]*wengert authors", (site / "index.html").read_text(encoding="utf-8"))


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here, nor does CHROME_BIN name one")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_is_fit_to_be_looked_at(site: Path, address: str, dark: bool) -> None:
    api = pytest.importorskip("playwright.sync_api")
    found: dict[str, list[str]] = {}
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(color_scheme="dark" if dark else "light")
        name = ""

        def told(text: str) -> None:
            found.setdefault(name, []).append(text)

        page.on("console", lambda m: told(f"console: {m.text}") if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: told(f"error: {e}"))
        page.on("requestfailed", lambda r: told(f"not loaded: {r.url}"))
        for name in pages(site):
            page.set_viewport_size({"width": WIDTHS[0], "height": 900})
            page.goto(f"{address}/{name}", wait_until="load")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                for fault in page.evaluate(FAULTS):
                    told(f"{width} px: {fault}")
        browser.close()
    assert not found, "\n".join(f"{n}: {fault}" for n, faults in found.items() for fault in dict.fromkeys(faults))


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here, nor does CHROME_BIN name one")
def test_search_finds_a_function(site: Path, address: str) -> None:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{address}/search.html?q=hypot")
        page.wait_for_selector("#search-results li a", timeout=20_000)
        assert "hypot" in page.inner_text("#search-results")
        browser.close()
