"""The configuration of the site. ``make docs`` builds it: see docs/design/0008-the-site.md."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import wengert  # noqa: E402
from tools.site.sources import address_of, origins_of, place_of  # noqa: E402

project = "wengert"
author = "the wengert authors"
copyright = f"2026 {author}"
version = release = wengert.__version__
html_title = f"wengert {release}"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.linkcode",
    "sphinx_copybutton",
]
exclude_patterns = ["**/*.txt"]

# -- pages: plain Markdown, and notebooks with the results that are kept in them
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nb_execution_mode = "off"
nb_merge_streams = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# -- the reference
autosummary_generate = False
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
python_display_short_literal_types = True
maximum_signature_line_length = 90
add_module_names = False
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_admonition_for_examples = False
napoleon_use_ivar = True
suppress_warnings = ["misc.highlighting_failure"]  # an excerpt may leave something out: …

# -- how it looks
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "static/favicon.svg"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "github-dark"


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """The address of the page that shows the source of an object, from a page of the reference."""
    value: Any = sys.modules.get(info["module"])
    for part in info["fullname"].split("."):
        value = inspect.getattr_static(value, part, None) if isinstance(value, type) else getattr(value, part, None)
    place = place_of(value, f"{info['module']}.{info['fullname']}")
    return None if place is None else "../" + address_of(*place)


LITERAL = re.compile(r"(``.*?``|:\w+:`[^`]*`|`[^`]*`_*)")


def plain(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are written for `help`. What reStructuredText would read in another way is put right here."""
    text = re.sub(r"^Overloads:\n((?: {4}.*(?:\n|$))+)", r"Overloads::\n\n\1\n", "\n".join(lines), flags=re.MULTILINE)
    example = False
    for number, line in enumerate(text.split("\n")):
        example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
        parts = LITERAL.split(line)
        if not example and not line.startswith("    " * 2 + "def "):
            parts[::2] = [re.sub(r"(?<![\w*\\])(\*+)(?=[\w,) ]|$)", r"\\\1", p) for p in parts[::2]]
            parts[::2] = [re.sub(r"(?<=\w)_(?=\W|$)", r"\\_", p) for p in parts[::2]]
        lines[number:] = ["".join(parts)]


def depends(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """A page is read again when a file changes that its docstrings and links come from: Sphinx knows of one module."""
    for path in origins_of(thing, name):
        app.env.note_dependency(str(ROOT / path))


def without_paths(
    app: Any, what: str, name: str, obj: Any, options: Any, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """A module that is a default, as its name: its text has the path of the machine."""
    return re.sub(r"<module '([\w.]+)'[^>]*>", r"\1", signature or "") or signature, returns


def setup(app: Any) -> None:
    app.connect("autodoc-process-signature", without_paths)
    app.connect("autodoc-process-docstring", depends)
    app.connect("autodoc-process-docstring", plain, priority=400)  # before napoleon reads the sections
