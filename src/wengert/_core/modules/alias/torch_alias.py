"""``torch`` as another name of wengert, for programs and packages that nobody wants to edit."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from ... import errors
from ...tape.tensor import Tensor
from .private_names import PRIVATE, VERSION, served

OURS = __name__.partition(".")[0]
THEIRS = "torch"


TOPS = {THEIRS: OURS, "functorch": OURS + ".func"}  # packages, and what stands for them
REPLACED: dict[str, Any] = {}  # names that a program has set on the module `torch`: what they were before


class Alias(ModuleType):
    """A module that is there under PyTorch's name alone. It is pickled by name.

    What pickles functions for other processes (cloudpickle, in joblib) pickles the modules that they name. It knows
    plain modules only.
    """

    def __reduce__(self) -> Any:
        return importlib.import_module, (self.__name__,)


class Source(Alias):
    """The module ``wengert`` while ``torch`` stands for it: a name that is set here is not kept there any more."""

    def __setattr__(self, name: str, value: Any) -> None:
        sys.modules[THEIRS]._forget(name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        sys.modules[THEIRS]._forget(name)
        super().__delattr__(name)


class Torch(Alias):
    """The module ``torch``: all its names are wengert's, but for the version.

    A name that was read is kept in ``vars(torch)``, where the interpreter finds it: programs read names like
    ``torch.float32`` in each call, and ``__getattr__`` takes longer than many operations.
    """

    __version__ = VERSION
    __path__: list[str] = []  # its modules are found by the finder below
    _kept: set[str]  # names in vars(torch) that are there for speed alone

    def __getattr__(self, name: str) -> Any:
        if name == THEIRS:  # torch imports itself, and packages write torch.torch.Tensor
            return self
        if f"{THEIRS}.{name}" in PRIVATE:  # programs use modules without importing them by name
            return importlib.import_module(f"{THEIRS}.{name}")
        ours = importlib.import_module(OURS)
        value = getattr(ours, name)
        if not name.startswith("__") and vars(ours).get(name) is value:  # others may be made anew at each reading
            self._kept.add(name)
            vars(self)[name] = value
        return value

    def _forget(self, name: str) -> None:
        """Take back a name that was kept."""
        if name in self._kept:
            self._kept.discard(name)
            vars(self).pop(name, None)

    def __setattr__(self, name: str, value: Any) -> None:
        self._forget(name)
        if not (name.startswith("__") or isinstance(value, ModuleType)):  # those the import system sets
            ours = vars(importlib.import_module(OURS))
            if name in ours and name not in vars(self):
                REPLACED[name] = ours[name]
            ours[name] = value
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """A name that the program has set is what it was before: ``unittest.mock`` and pytest's ``monkeypatch`` set
        names for a while, and delete those that were not in ``vars(torch)``.
        """
        ours = importlib.import_module(OURS)
        self._forget(name)
        if name in vars(self):
            value = vars(self)[name]
            super().__delattr__(name)
            if name.startswith("__") or isinstance(value, ModuleType):
                return
            if name in REPLACED:
                setattr(ours, name, REPLACED.pop(name))
                return
        delattr(ours, name)

    def __dir__(self) -> list[str]:
        return dir(importlib.import_module(OURS))


class Private(Alias):
    """A module of which wengert has no more than the names that packages import."""

    __path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        raise errors.absent.private(self.__name__, name, str(_ours(self.__name__)))


def _exists(ours: str) -> bool:
    """Whether wengert has a module. Those around it are imported, if it has these."""
    around = ours.rpartition(".")[0]
    return (not around or _exists(around)) and importlib.util.find_spec(ours) is not None


def _ours(name: str) -> str | None:
    """The module of wengert that stands for a module of PyTorch, if it is PyTorch's."""
    top, dot, rest = name.partition(".")
    return TOPS[top] + dot + rest if top in TOPS else None


class Finder(MetaPathFinder, Loader):
    """Finds ``torch`` and its modules: each is the module of wengert itself, so that none is loaded twice."""

    def find_distributions(self, context: Any = None) -> list[Any]:
        """What ``importlib.metadata`` says of the package: its version, which packages ask for."""
        if context is None or context.name != THEIRS:
            return []
        return [importlib.import_module(".distribution_metadata", __package__).Installed(THEIRS, VERSION)]

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        ours = _ours(fullname)
        if ours is None:
            return None
        if fullname not in PRIVATE and not _exists(ours):
            if (instead := errors.absent.import_instead(ours)) is not None:
                raise errors.absent.no_module(fullname, instead)
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module: ModuleType
        ours = _ours(spec.name)
        if spec.name == THEIRS:
            module = Torch(THEIRS, "wengert, under the name of PyTorch.")
            vars(module)["_kept"] = set()
            importlib.import_module(OURS).__class__ = Source
        elif ours is not None and _exists(ours):
            module = importlib.import_module(ours)
            if spec.name == f"{THEIRS}.version":  # a copy, as it says another version
                names = {k: v for k, v in vars(module).items() if not k.startswith("__")}
                module = ModuleType(spec.name, module.__doc__)
                vars(module).update(names)
            else:
                spec.loader_state = module.__spec__  # the import system is about to replace it
        else:
            module = Private(spec.name, "Names of PyTorch that packages import.")
        vars(module).update(served(spec.name))
        return module

    def exec_module(self, module: ModuleType) -> None:
        spec: Any = module.__spec__
        name = spec.name
        if spec.loader_state is not None:
            module.__spec__ = spec.loader_state
        if name == THEIRS:  # programs name multiprocessing.connection, which PyTorch has imported
            importlib.import_module(f"{name}.multiprocessing")
        else:  # programs name a module inside this one without importing it
            for inner in [inner for inner in PRIVATE if inner.startswith(f"{name}.")]:
                importlib.import_module(inner)
        for inner in _hidden(module):  # the import system sets no name for what is known: gradcheck stays a function
            there = sys.modules[f"{name}.{inner}"] = sys.modules[f"{module.__name__}.{inner}"]
            vars(there).update(served(f"{name}.{inner}"))


def _hidden(module: ModuleType) -> list[str]:
    """The modules inside a module that have been imported, and whose names stand for something else there."""
    inside = [name.rpartition(".") for name in sys.modules if name.startswith(f"{module.__name__}.")]
    names = [inner for around, _, inner in inside if around == module.__name__]
    return [inner for inner in names if not isinstance(vars(module).get(inner, module), ModuleType)]


def install_as_torch(*, force: bool = False) -> None:
    """Make ``import torch`` import wengert, in this process and in those that ``multiprocessing`` starts from it.

    ``torch.nn`` then is ``wengert.nn``, and so are all others: there is one set of modules under two names.
    ``torch.__version__`` is ``"2.13.0+wengert"``. ``functorch`` is ``wengert.func``. What is printed says ``torch``,
    too: ``torch.float32``, ``torch.Size([2])``. Pickles name wengert's modules, so they can be read without this call.
    ``python -m wengert run SCRIPT`` calls it, then runs a script.

    Args:
        force: do so even if PyTorch is installed. It cannot be imported any more in this process then.

    Raises:
        RuntimeError: if PyTorch is installed, unless ``force``; if it has been imported already, in any case.

    >>> import subprocess, sys
    >>> program = "import wengert; wengert.install_as_torch(force=True); import torch; print(torch.ones(2, 3).shape)"
    >>> subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    'torch.Size([2, 3])\\n'
    """
    known = sys.modules.get(THEIRS)
    if isinstance(known, Torch):
        return
    if known is not None:
        raise errors.absent.torch_is_imported()
    if not force and importlib.util.find_spec(THEIRS) is not None:
        raise errors.absent.torch_is_installed()
    sys.meta_path.insert(0, Finder())
    sys.path.insert(1, os.path.join(os.path.dirname(__file__), "in_processes"))  # the first is the program's own
    errors.text.import_as(THEIRS)
    for kind in (Tensor, importlib.import_module(f"{OURS}.nn.parameter").Parameter):  # where packages read the library
        kind.__module__ = kind.__module__.replace(OURS, THEIRS, 1)
