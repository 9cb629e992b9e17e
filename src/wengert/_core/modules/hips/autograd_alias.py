"""``autograd`` as another name of ``wengert.hips``, for programs and packages that nobody wants to edit."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from ... import errors

OURS = f"{__name__.partition('.')[0]}.hips"
THEIRS = "autograd"


class Finder(MetaPathFinder, Loader):
    """Finds ``autograd`` and its modules: each is the module of ``wengert.hips`` itself."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        top, dot, rest = fullname.partition(".")
        if top != THEIRS:
            return None
        ours = OURS + dot + rest
        if ours not in sys.modules and importlib.util.find_spec(ours) is None:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(OURS + spec.name.removeprefix(THEIRS))
        spec.loader_state = module.__spec__  # the import system is about to replace it
        return module

    def exec_module(self, module: ModuleType) -> None:
        spec: Any = module.__spec__
        module.__spec__ = spec.loader_state
        if spec.name == THEIRS:  # pytest loads modules named test_*, by the path of the package, before it asks here
            sys.modules[f"{THEIRS}.test_util"] = importlib.import_module(f"{OURS}.test_util")


class Watcher(MetaPathFinder):
    """Finds nothing. It warns when a program imports the HIPS autograd that is installed."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        if fullname == THEIRS:
            errors.text.warn(errors.alias.autograd_is_installed())


def install_as_autograd(*, force: bool = False) -> None:
    """Make ``import autograd`` import :mod:`wengert.hips`, in this process.

    ``autograd.numpy`` then is ``wengert.hips.numpy``, and so are all others. ``python -m wengert run SCRIPT`` calls it,
    then runs a script.

    Args:
        force: do so even if HIPS autograd is installed. It cannot be imported any more in this process then. Without
            ``force`` it stays, and a warning says so when a program imports it.

    Raises:
        RuntimeError: if HIPS autograd has been imported already.

    >>> import subprocess, sys
    >>> program = "from wengert.hips import *; install_as_autograd(force=True); import autograd as a; print(a.__name__)"
    >>> subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    'wengert.hips\\n'
    """
    known = sys.modules.get(THEIRS)
    if known is not None and known is sys.modules.get(OURS) or any(isinstance(f, Finder) for f in sys.meta_path):
        return
    if known is not None:
        raise errors.alias.autograd_is_imported()
    installed = importlib.util.find_spec(THEIRS) is not None
    sys.meta_path.insert(0, Watcher() if installed and not force else Finder())
