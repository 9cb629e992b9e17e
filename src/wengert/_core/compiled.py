"""Which build of the hot modules is used: all compiled, or all pure; never a mixture, never a stale one."""

from __future__ import annotations

import hashlib
import importlib
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent
HOUSE = "wengert._core."
active = False  # whether the compiled modules are used; choose() says
HOT = (
    "tape.state", "arrays.native", "tape.storage", "arrays.batched", "tape.node", "tape.tensor", "tape.saving",
    "tape.watching", "dispatch.plan", "tools.profiler.notes", "dispatch.op", "dispatch.inplace", "engine.watched_pass",
    "engine.walk", "api.backward", "api.products",
)  # fmt: skip
BUILT = (*HOT, "_stamp", "_shared")
SUFFIXES = tuple(importlib.machinery.EXTENSION_SUFFIXES)


class _PureFinder:
    """Finds the .py files of the hot modules where compiled ones lie beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        name = fullname.removeprefix(HOUSE)
        if name == fullname or name not in HOT:
            return None
        return importlib.util.spec_from_file_location(fullname, path_of(name, ".py"))


def path_of(name: str, suffix: str) -> Path:
    """Where a hot module lies, in one of its forms."""
    return PACKAGE.joinpath(*name.split(".")).with_suffix(suffix)


def compiled_file(name: str) -> Path | None:
    """The compiled form of a hot module, if there is one."""
    return next((p for s in SUFFIXES if (p := path_of(name, s)).exists()), None)


def fingerprint() -> str:
    """A hash of the sources of the hot modules, which setup.py embeds in a build."""
    digest = hashlib.sha256()
    for name in HOT:
        for suffix in (".py", ".pyx", ".pxd"):
            source = path_of(name, suffix)
            if source.exists():
                digest.update(source.read_bytes())
    return digest.hexdigest()


def choose() -> bool:
    """Decide, before any hot module is imported; return whether they are compiled.

    ``WENGERT_PURE_PYTHON=1`` chooses the sources. A build that is incomplete is passed over.

    Raises:
        ImportError: if the build is older than the sources.
    """
    global active
    complete = all(compiled_file(n) for n in BUILT)
    if not complete or os.environ.get("WENGERT_PURE_PYTHON", "") not in ("", "0"):
        sys.meta_path.insert(0, _PureFinder())
        return False
    stamp = importlib.import_module(HOUSE + "_stamp")
    if fingerprint() != stamp.FINGERPRINT:
        raise ImportError(
            "wengert: the compiled modules were built from other sources than those beside them. Run `make build`, "
            "or set "
            "WENGERT_PURE_PYTHON=1 to use the sources."
        )
    active = True
    return True
