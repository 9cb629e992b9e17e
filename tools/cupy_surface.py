"""Write ``tests/cupy_surface.json``: the names CuPy offers, how their parameters are called, the dtypes of its ufuncs.

CuPy imports without a GPU, so this runs anywhere it is installed: ``python -m tools.cupy_surface``. The stand-in that
the tests compute on (``tests/standin.py``) offers exactly what the table lists.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parents[1] / "tests" / "cupy_surface.json"
NAMESPACES = ("cupy", "cupy.linalg", "cupy.fft", "cupy.lib.stride_tricks", "cupyx", "cupyx.scipy.special")
ANY = "*args, **kwargs"


def surface() -> dict[str, Any]:
    """What CuPy offers, by namespace; of its arrays and ufuncs, the methods."""
    cupy = importlib.import_module("cupy")
    importlib.import_module("cupyx.scipy.special")
    found = {space: _members(_resolve(space), "a") for space in NAMESPACES}
    return {
        "version": cupy.__version__,
        **found,
        "ndarray": _members(cupy.ndarray, "_ndarray_base"),
        "ufunc": _members(type(cupy.add), "ufunc"),
        "flags": [n for n in dir(type(cupy._core.flags.Flags(1, 1, 1))) if not n.startswith("_")],
    }


def _resolve(path: str) -> Any:
    first, *rest = path.split(".")
    found: Any = importlib.import_module(first)
    for name in rest:
        found = getattr(found, name)
    return found


def _members(space: Any, owner: str) -> dict[str, Any]:
    hidden = {"__class__", "__dict__", "__doc__", "__module__", "__weakref__", "__slots__"} | set(dir(object))
    special = set(dir(space)) - hidden if inspect.isclass(space) else set()
    names = [n for n in dir(space) if (not n.startswith("_") or n.endswith("__") and n in special)]
    for rich in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__") if inspect.isclass(space) else ():
        names.append(rich)
    return {n: _entry(getattr(space, n), owner) for n in sorted(set(names))}


def _entry(value: Any, owner: str) -> Any:
    if type(value).__name__ == "ufunc":
        scatter = getattr(value, "_scatter_op", None)  # what ``ufunc.at`` has a kernel for
        return {"types": list(value.types), **({"at": scatter} if scatter else {})}
    if inspect.ismodule(value):
        return "module"
    if inspect.isclass(value):
        return "class"
    if inspect.isgetsetdescriptor(value) or inspect.ismemberdescriptor(value) or isinstance(value, property):
        return "attribute"
    return {"parameters": _parameters(value)} if callable(value) else "constant"


def _parameters(function: Any) -> str:
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return _from_docstring(function.__doc__ or "")
    parts = []
    for k, p in enumerate(found):
        if p.kind is p.KEYWORD_ONLY and not any(q.kind in (q.KEYWORD_ONLY, q.VAR_POSITIONAL) for q in found[:k]):
            parts.append("*")
        stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        parts.append(stars + p.name + ("" if p.default is p.empty else "="))
        if p.kind is p.POSITIONAL_ONLY and (k + 1 == len(found) or found[k + 1].kind is not p.POSITIONAL_ONLY):
            parts.append("/")
    return ", ".join(parts)


def _from_docstring(text: str) -> str:
    """The parameters of compiled functions, whose first line of documentation is their signature."""
    line = re.match(r"[\w.]+\((.*?)\)(?: ->.*)?$", text.split("\n", 1)[0])
    if line is None:
        return ANY
    parts = []
    for part in filter(None, re.split(r",\s*", line[1])):
        name, default, _ = part.partition("=")
        parts.append(name.split(":")[0].split()[-1] + default)
    return ", ".join(parts)


if __name__ == "__main__":
    lines = [f'"{k}": {{\n' + ",\n".join(f'  "{n}": {json.dumps(e)}' for n, e in v.items()) + "\n}"
             if isinstance(v, dict) else f'"{k}": {json.dumps(v)}' for k, v in surface().items()]  # fmt: skip
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
