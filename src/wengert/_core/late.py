"""Modules that are imported when something of them is first used: what few programs need does not delay the others."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any


class Late(ModuleType):
    """Stands for a module until something of it is used. Then the name that it has becomes the module itself."""

    def __init__(self, module: str, holder: dict[str, Any], name: str) -> None:
        super().__init__(module)
        self._place = holder, name

    def __getattr__(self, attribute: str) -> Any:
        module = importlib.import_module(self.__name__)
        holder, name = self._place
        holder[name] = module
        return getattr(module, attribute)


def modules(holder: dict[str, Any], package: str, **names: str) -> None:
    """Let names in ``holder``, the ``globals()`` of a module, stand for modules that are imported late.

    Once a module is there, its name is the module itself, and costs no more than after an ``import``. Type checkers
    need that import under ``if TYPE_CHECKING:``.

    Args:
        holder: where the names are defined.
        package: the package of the modules.
        names: the module of each name, inside the package.
    """
    for name, module in names.items():
        holder[name] = Late(f"{package}.{module}", holder, name)


def put_off(imports: str) -> str:
    """Say which imports Python puts off until a name is used: "all", or the "normal" ones, which are marked ``lazy``.

    ``-X lazy_imports=all`` asks for all of them, in the modules of every package. What a module of wengert adds to
    others, such as methods to Tensor, would then be missing until something else of that module is used.

    Returns:
        What Python did before. Before Python 3.15 it puts off none, and nothing is changed.
    """
    python: Any = sys
    if not hasattr(python, "set_lazy_imports"):
        return imports
    before: str = python.get_lazy_imports()
    if before != imports:
        python.set_lazy_imports(imports)
    return before
