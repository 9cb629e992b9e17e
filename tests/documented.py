"""The examples in PyTorch's docstrings as programs: their statements run in order, and what each shows is kept.

``python -m tests.documented LIBRARY EXAMPLES RESULTS`` runs those of one file with one library in a process of its own,
and writes what they showed into another.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import json
import os
import re
import sys
import textwrap
import types
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MODULES = (
    "torch",
    *(f"torch.nn.{name}" for name in ("functional", "init", "utils", "attention", "grad")),
    *(f"torch.nn.attention.{name}" for name in ("bias", "flex_attention")),
    *(f"torch.nn.utils.{name}" for name in ("rnn", "prune", "parametrize", "parametrizations")),
    *(f"torch.{name}" for name in ("nn", "linalg", "fft", "special", "signal.windows", "sparse", "masked", "random")),
    *(f"torch.{name}" for name in ("optim", "optim.lr_scheduler", "optim.swa_utils", "amp", "func", "testing")),
    *(f"torch.distributions{name}" for name in ("", ".kl", ".transforms")),
    *(f"torch.utils.{name}" for name in ("data", "checkpoint", "dlpack")),
    *(f"torch.autograd{name}" for name in ("", ".functional", ".graph", ".forward_ad", ".function", ".grad_mode")),
    *(f"torch.{name}" for name in ("autograd.profiler", "profiler", "overrides", "library", "serialization")),
)
NAMES = {  # what the text around the examples has imported, or means by a name
    "nn": "torch.nn", "F": "torch.nn.functional", "optim": "torch.optim", "np": "numpy", "math": "math", "os": "os",
    "tensor": "torch.tensor", "Tensor": "torch.Tensor", "autograd": "torch.autograd",
    "Function": "torch.autograd.Function",
    "functional_call": "torch.func.functional_call", "default_collate": "torch.utils.data.default_collate",
    "is_tensor_like": "torch.overrides.is_tensor_like", "default_convert": "torch.utils.data.default_convert",
}  # fmt: skip
SECONDS = 20  # that one statement may take


def documented() -> Iterator[tuple[str, str]]:
    """The docstrings of PyTorch's public objects by their names, each once."""
    seen: set[str] = set()
    for name in MODULES:
        module = importlib.import_module(name)
        for key, thing in [("", module), *sorted(vars(module).items())]:
            if key and (
                key.startswith("_")
                or isinstance(thing, types.ModuleType)
                or key.endswith("Tensor") != (key == "Tensor")
            ):
                continue  # torch.FloatTensor and the like have Tensor's methods
            inside = sorted(vars(thing).items()) if inspect.isclass(thing) else []
            if thing is importlib.import_module("torch").Tensor:
                inside = [(k, getattr(thing, k)) for k in dir(thing)]
            for inner, it in [("", thing), *[(k, it) for k, it in inside if not k.startswith("_")]]:
                doc = inspect.getattr_static(it, "__doc__", None)
                doc = doc if isinstance(doc, str) else getattr(getattr(it, "__func__", it), "__doc__", None)
                if isinstance(doc, str) and ">>>" in doc and doc not in seen:
                    seen.add(doc)
                    yield ".".join(filter(None, (name, key, inner))), doc


def statements(doc: str) -> list[str]:
    """The statements of the examples in a docstring. Many go on after ``>>>``, which is not doctest's way."""
    found: list[str] = []
    for line in doc.splitlines():
        match = re.match(r"\s*(>>>|\.\.\.)(?: (.*))?$", line)
        if not match or not (text := match[2] or "").strip() or text.strip().startswith("#"):
            continue
        if found and (match[1] == "..." or text[0].isspace() or _goes_on(found[-1], text)):
            found[-1] += "\n" + text
        else:
            found.append(text)
    return found


def _goes_on(before: str, text: str) -> bool:
    """Whether a line belongs to the statement before it."""
    opened = sum(map(before.count, "([{")) > sum(map(before.count, ")]}"))
    decorated = before.splitlines()[-1].lstrip().startswith("@")
    return opened or decorated or bool(re.match(r"[)\]}]|(else|elif|except|finally)\b", text))


def run(torch: Any, source: list[str]) -> list[tuple[str, str | None]]:
    """What each statement shows, and the error that it raises."""
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)
    torch.set_flush_denormal(False)
    torch.use_deterministic_algorithms(False)
    torch.set_printoptions(profile="default")
    names: dict[str, Any] = {"__name__": "__main__", "torch": torch}
    for name, dotted in NAMES.items():
        module, _, inner = dotted.rpartition(".")
        names[name] = getattr(sys.modules[module], inner) if module else importlib.import_module(inner)
    schedulers = vars(torch.optim.lr_scheduler)
    names.update({k: schedulers[k] for k in torch.optim.lr_scheduler.__all__})
    names["model"] = names["m"] = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))
    names["optimizer"] = torch.optim.SGD(names["model"].parameters(), lr=0.1, momentum=0.9)
    names |= {"train": lambda *_: None, "validate": lambda *_: torch.tensor(1.0), "x": torch.randn(3, 3)}
    return [_shown(statement, names) for statement in source]


def _shown(statement: str, names: dict[str, Any]) -> tuple[str, str | None]:
    out, error = io.StringIO(), None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(textwrap.dedent(statement) + "\n", "<example>", "single"), names)
        except Exception as e:
            error = f"{type(e).__name__}: {e}"
    return out.getvalue(), error


def main(library: str, examples: Path, results: Path) -> None:
    """Run all examples of one file with one library."""
    if library != "torch":
        importlib.import_module(library).install_as_torch(force=True)
    torch = importlib.import_module("torch")
    for name in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    os.chdir(results.parent)  # some write files
    found = {name: run(torch, source) for name, source in json.loads(examples.read_text()).items()}
    results.write_text(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:]))
