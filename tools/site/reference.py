"""The reference: a page for each public module, and for each group of the functions of ``wengert`` itself.

The pages hold names only; Sphinx takes signatures and docstrings from the package. What a row declares for a function
is found by the room that its table is in.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import itertools
import pydoc
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .pages import put
from .sources import ROOT, rows

sys.path.insert(0, str(ROOT / "tools"))
import listing  # noqa: E402

# the groups of the functions of `wengert`: file, title, and the folders below `ops` whose tables they stand in
GROUPS = {
    "create": ("Making tensors", ("create",)),
    "elementwise": ("Elementwise functions", ("elementwise",)),
    "reduce": ("Reductions, sorting and scans", ("reduce",)),
    "shape": ("Shapes, views and joining", ("shape",)),
    "indexing": ("Indexing and filling", ("index",)),
    "linear-algebra": ("Matrices and products", ("linalg",)),
    "layers": ("Layers and losses", ("nn",)),
    "random-numbers": ("Random numbers", ("random",)),
    "others": ("Spectra, sparse tensors and the rest", ()),
}
# the modules, in the order of the menu, each with what it is for
MODULES = {
    "Derivatives": {
        "autograd": "backward passes, and the names that programs use most",
        "autograd.function": "operations of your own",
        "autograd.grad_mode": "what is recorded",
        "autograd.gradcheck": "derivatives compared with finite differences",
        "autograd.anomaly_mode": "where a NaN came from",
        "autograd.functional": "Jacobians, Hessians and products, of functions of several tensors",
        "autograd.forward_ad": "dual tensors",
        "autograd.graph": "nodes, hooks, saved tensors, pictures, explanations",
        "func": "transforms of functions",
        "utils.checkpoint": "computing again instead of keeping",
    },
    "Functions by field": {
        "linalg": "linear algebra",
        "fft": "Fourier transforms",
        "special": "special functions",
        "masked": "reductions of what a mask selects",
        "sparse": "sparse tensors",
        "signal.windows": "windows",
        "nn.functional": "layers and losses as functions",
    },
    "Training": {
        "nn": "modules",
        "nn.parameter": "parameters, buffers, and those whose shape is not known yet",
        "nn.init": "first values of parameters",
        "nn.utils": "clipping, parametrizations, sequences of several lengths",
        "nn.utils.parametrize": "parameters that are computed from others",
        "nn.utils.parametrizations": "parametrizations: orthogonal, weight and spectral norm",
        "nn.utils.rnn": "sequences of several lengths",
        "optim": "optimisers",
        "optim.optimizer": "the base class, and hooks of all optimisers",
        "optim.lr_scheduler": "schedules of learning rates",
        "optim.swa_utils": "averages of weights",
        "amp": "half precision where it is enough",
        "utils.data": "batches of data",
        "serialization": "files of tensors",
        "distributions": "probability distributions",
        "distributions.constraints": "where the parameters and the values of distributions lie",
        "distributions.transforms": "invertible functions of random variables",
    },
    "Tools": {
        "autograd.profiler": "where time and memory go",
        "profiler": "the same, in steps",
        "testing": "comparing tensors",
        "array_api": "the array API standard, for SciPy and others",
        "array_api.linalg": "its extension for linear algebra",
        "array_api.fft": "its extension for Fourier transforms",
        "array_api.special": "special functions under SciPy's names",
        "pytree": "containers of tensors",
        "overrides": "functions that subclasses and modes override",
        "random": "generators of random numbers",
        "utils.hooks": "handles of hooks",
        "utils.dlpack": "tensors of other libraries",
        "cuda": "which GPUs there are",
        "accelerator": "the GPU, if there is one",
        "library": "operations of your own, by name",
        "compiler": "names that programs call, and that compile nothing here",
        "jit": "names that programs call, and that compile nothing here",
    },
}


OTHERS = "Other modules"  # the title of the group of all that have names of their own and are not listed above


def titled(text: str, line: str = "=") -> str:
    return f"{text}\n{line * len(text)}\n\n"


def summary(module: str, names: Iterable[str]) -> str:
    head = f".. currentmodule:: {module}\n\n.. autosummary::\n   :nosignatures:\n\n"
    return head + "".join(f"   {n.removeprefix(module + '.')}\n" for n in names) + "\n"


def entry(dotted: str, value: Any) -> str:
    """The directive that shows one object."""
    if other_name(dotted, value):
        signature = inspect.signature(value).replace(return_annotation=inspect.Signature.empty)
        bare = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
        module, _, name = dotted.rpartition(".")
        text = (inspect.getdoc(value) or "").replace("\n", "\n   ")
        return f".. class:: {name}{signature.replace(parameters=bare)}\n   :module: {module}\n\n   {text}\n\n"
    if inspect.isclass(value):
        members = "   :members:\n" if shows_members(dotted, value) else ""
        return f".. autoclass:: {dotted}\n{members}\n"
    if inspect.isroutine(value):
        return f".. autofunction:: {dotted}\n\n"
    return f".. autodata:: {dotted}\n   :no-value:\n\n"


def has_text(value: Any) -> bool:
    """A function or a class. The names of types that stand for anything are neither."""
    return value is not Any and (inspect.isclass(value) or inspect.isroutine(value))


def other_name(dotted: str, value: Any) -> bool:
    """Whether a class is public under a name that is not its own: Sphinx shows no text for it."""
    return inspect.isclass(value) and value.__name__ != dotted.rpartition(".")[2]


def shows_members(dotted: str, kind: type) -> bool:
    """Layers are called, and their methods are those of Module. The signature of a named tuple names its fields."""
    from wengert.nn import Module

    layer = dotted.startswith("wengert.nn.") and issubclass(kind, Module) and kind is not Module
    return not (layer or hasattr(kind, "_fields"))


def groups() -> dict[str, list[str]]:
    """The functions of `wengert` by group."""
    import wengert

    found: dict[str, list[str]] = {name: [] for name in GROUPS}
    for name in sorted(wengert.__all__, key=str.lower):
        row = rows().get(f"wengert.{name}")
        value = getattr(wengert, name)
        if row is None and not inspect.isroutine(value) or listing.home_of(value) not in ("", f"wengert.{name}"):
            continue
        parts = str(getattr(row, "__module__", "")).split(".")
        group = next((g for g, (_, folders) in GROUPS.items() if len(parts) > 3 and parts[3] in folders), "others")
        found[group].append(name)
    return found


def page_of_group(title: str, names: list[str]) -> str:
    shown = [f"wengert.{n}" for n in names]
    return titled(title) + summary("wengert", shown) + "".join(f".. autofunction:: {n}\n\n" for n in shown)


def page_of_module(name: str) -> str:
    """Docstring of the module, its names, then each of them; names that live in another module lead there.

    The page of a module that is not listed shows what no other page does.
    """
    module = importlib.import_module(f"wengert.{name}")
    own, elsewhere = [], []
    for n in sorted(module.__all__, key=str.lower):
        value, dotted = getattr(module, n), f"wengert.{name}.{n}"
        if inspect.ismodule(value) or id(value) in shown() and not has_page(dotted):
            continue
        home = listing.home_of(value)
        if home and home != dotted and has_page(home):
            elsewhere.append("~" + home.removeprefix(f"wengert.{name}."))
        else:
            own.append((dotted, value))
    called = [(d, v) for d, v in own if has_text(v)]
    text = titled(f"wengert.{name}")
    if inspect.ismodule(pydoc.locate(f"wengert.{name}")):
        text += f".. automodule:: wengert.{name}\n\n"
    else:  # a function has the name, too: Sphinx takes one of them
        text += f"{inspect.getdoc(module)}\n\n"
    listed = [d for d, v in called if not other_name(d, v)]
    text += summary(f"wengert.{name}", listed) + "".join(entry(d, v) for d, v in called)
    if elsewhere:
        text += "These have their text on pages of their own:\n\n" + summary(f"wengert.{name}", elsewhere)
    return text


def has_page(dotted: str) -> bool:
    module = dotted.rpartition(".")[0].removeprefix("wengert").lstrip(".")
    return module == "" or any(module in names for names in MODULES.values())


def others() -> dict[str, str]:
    """The modules that are not listed and have functions or classes which no page shows, with their first lines."""
    import wengert

    names = [m.removeprefix("wengert").lstrip(".") for m in listing.modules(wengert)]
    left = [name for name in names if not shown().issuperset(map(id, objects(name)))]
    return {name: first_line(name) for name in left}


@functools.cache
def shown() -> set[int]:
    """The functions and classes on the pages of the listed modules."""
    return {id(v) for name in ["", *itertools.chain(*MODULES.values())] for v in objects(name)}


def objects(module: str) -> list[Any]:
    """The functions and classes of a public module."""
    names = importlib.import_module(f"wengert.{module}".rstrip("."))
    values = [getattr(names, n) for n in names.__all__]
    return [v for v in values if has_text(v)]


def first_line(module: str) -> str:
    """What a module is for, by its docstring."""
    line = (importlib.import_module(f"wengert.{module}").__doc__ or "").partition("\n")[0]
    return re.sub(r":\w+:`", "`", (line.partition(": ")[2] or line).rstrip("."))


def page_of_tensor() -> str:
    """Methods of tensors: what is a function too leads there, the others have their docstring here."""
    import wengert

    twins, own = [], []
    for name in sorted(n for n in dir(wengert.Tensor) if not n.startswith("_")):
        value = inspect.getattr_static(wengert.Tensor, name)
        if not (getattr(wengert.Tensor, name, None) and inspect.getdoc(value)):
            continue
        bare = name.removesuffix("_")
        function = next((f for f in (name, bare) if f in wengert.__all__ and rows().get(f"wengert.{f}")), None)
        if function and not isinstance(value, property):
            twins.append((name, function))
        else:
            own.append(name)
    homes = [(n, listing.home_of(getattr(wengert, f)) or f"wengert.{f}") for n, f in twins]
    text = (
        titled("wengert.Tensor") + ".. autoclass:: wengert.Tensor\n\n" + titled("Methods that are functions too", "-")
    )
    text += "The tensor is the first argument of the function. A method whose name ends in ``_`` writes the result "
    text += "into the tensor.\n\n" + ", ".join(f":py:obj:`{n} <{home}>`" for n, home in homes) + ".\n\n"
    text += titled("Attributes and other methods", "-")
    for name in own:
        value = inspect.getattr_static(wengert.Tensor, name)
        kind = "autoproperty" if isinstance(value, property) else "automethod"
        kind = kind if kind == "autoproperty" or callable(getattr(wengert.Tensor, name)) else "autoattribute"
        text += f".. {kind}:: wengert.Tensor.{name}\n\n"
    return text


def page_of_types() -> str:
    """Data types, sizes and switches."""
    import wengert

    found = groups()
    listed = {n for names in found.values() for n in names}
    classes = [n for n in sorted(wengert.__all__) if inspect.isclass(getattr(wengert, n)) and n not in listed]
    classes = [n for n in classes if n != "Tensor" and not n.endswith(("Tensor", "Storage"))]
    classes = [n for n in classes if listing.home_of(getattr(wengert, n)) in ("", f"wengert.{n}")]
    dtypes: dict[str, list[str]] = {}
    for n in sorted(wengert.__all__):
        if isinstance(getattr(wengert, n), wengert.dtype):
            dtypes.setdefault(str(getattr(wengert, n)), []).append(n)
    text = titled("Types and dtypes") + "Dtypes, with their other names:\n\n"
    text += (
        "".join(f"- ``{d}``: {', '.join(f'``wengert.{n}``' for n in names)}\n" for d, names in dtypes.items()) + "\n"
    )
    shown = [f"wengert.{n}" for n in classes]
    return text + summary("wengert", shown) + "".join(f".. autoclass:: {n}\n   :members:\n\n" for n in shown)


def write(folder: Path) -> None:
    """Write the pages."""
    folder.mkdir(parents=True, exist_ok=True)
    index = "# Reference\n\nEvery public name, by module. Signatures and texts come from the package; each entry links "
    index += "to the line of the source that defines it.\n\n"

    def add(heading: str, pages: list[tuple[str, str, str]]) -> None:
        nonlocal index
        index += f"## {heading}\n\n| page | what is in it |\n| --- | --- |\n"
        index += "".join(f"| [{title}]({file}) | {what} |\n" for file, title, what in pages)
        index += "\n```{toctree}\n:hidden:\n\n" + "\n".join(file for file, *_ in pages) + "\n```\n\n"

    put(folder / "tensor.rst", page_of_tensor())
    put(folder / "types.rst", page_of_types())
    first = [
        ("tensor.rst", "`wengert.Tensor`", "methods and attributes"),
        ("types.rst", "Types and dtypes", "dtypes, `Size`, `device`, generators"),
    ]
    for name, names in groups().items():
        title = GROUPS[name][0]
        put(folder / f"{name}.rst", page_of_group(title, names))
        first.append((f"{name}.rst", title, f"{len(names)} functions of `wengert`"))
    add("Tensors and functions", first)
    for heading, modules in {**MODULES, OTHERS: others()}.items():
        for name in modules:
            put(folder / f"{name}.rst", page_of_module(name))
        add(heading, [(f"{name}.rst", f"`wengert.{name}`", what) for name, what in modules.items()])
    put(folder / "index.md", index)
