"""Programs that run on PyTorch and here: what both libraries are asked, and what they answered.

A program takes a :class:`Library` and returns plain values, or raises. It may use whatever both have. What comes of it
in PyTorch is recorded in ``outcomes.json``, which tests compare with where PyTorch is not installed.
``python -m tests.both`` writes it, with PyTorch; so does ``make facts``.
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wengert
from tests.facts import alike

Program = Callable[["Library"], Any]
Control = Callable[[Program], tuple[Any, str, list[Any]]]  # what comes of a program in PyTorch: see :func:`outcome`
FILE = Path(__file__).parent / "outcomes.json"


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(values if len(values) != 1 else values[0], dtype=lib.float64, requires_grad=True)


def single(lib: Any, *values: float) -> Any:
    """A leaf of the default dtype."""
    return lib.tensor(values if len(values) != 1 else values[0], requires_grad=True)


class Library:
    """One of the two, with short names for what the programs use."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.function = module.autograd.function
        self.grad = module.autograd.grad
        self.forward_ad = module.autograd.forward_ad
        self.vmap = module.func.vmap

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)

    def leaf(self, *values: float) -> Any:
        return leaf(self, *values)

    def plain(self, *values: float) -> Any:
        return self.leaf(*values).detach()

    def dual(self, *values: float) -> Any:
        x = self.plain(*values)
        return self.forward_ad.make_dual(x, self.ones_like(x))

    def unpacked(self, x: Any) -> Any:
        p, t = self.forward_ad.unpack_dual(x)
        return p.tolist(), None if t is None else t.tolist()

    def fn(self, forward: Any, backward: Any = lambda ctx, g: g, **more: Any) -> Any:
        body = {k: staticmethod(v) if callable(v) else v for k, v in more.items()}
        body |= {"forward": staticmethod(forward), "backward": staticmethod(backward)}
        return type("MyF", (self.autograd.Function,), body)

    def told(self, x: Any) -> Any:
        """A tensor, or a structure of them, as what the libraries have in common."""
        if isinstance(x, self.Tensor):
            name = None if x.grad_fn is None else x.grad_fn.name().rpartition(":")[2]
            name = "a view" if x._is_view() and name and name.startswith(("AsStrided", "Slice")) else name
            return x.detach().tolist(), x.requires_grad, name, x.output_nr, x._is_view()
        return [self.told(y) for y in x] if isinstance(x, (tuple, list)) else x


def outcome(run: Program, library: Library) -> tuple[Any, str, list[tuple[str, str]]]:
    """The result or the type of the error, its words, and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result, words = run(library), ""
        except Exception as e:
            result, words = type(e).__name__, str(e)
    said = [
        (w.category.__name__, re.sub("torch|wengert", "", str(w.message))[:50])
        for w in caught
        if "jit." not in str(w.message)
    ]
    return result, words, said


def compare(run: Program, control: Control) -> None:
    """Check that a program gives the same values and warnings, or the same error in words that begin alike."""
    ours, their = outcome(run, Library(wengert)), control(run)
    assert same(ours, their), f"{ours}, and {their} in PyTorch"
    said = their[1].split(". ")[0].removesuffix(".")
    alike = re.sub(r"Backward\d?", "", ours[1]).replace("wengert.Size(", "torch.Size(")
    assert re.sub(r"Backward\d?", "", said) in alike


def same(a: Any, b: Any) -> bool:
    """Whether two outcomes have the same results, up to the rounding of other machines, and the same warnings."""
    return all(alike(plain(a[k]), plain(b[k]), 1e-6) for k in (0, 2))


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return json.loads(json.dumps(value, default=lambda v: [v.real, v.imag] if isinstance(v, complex) else repr(v)))


class Recorder:
    """Runs the tests that compare with PyTorch, and keeps what came of their programs there."""

    def __init__(self) -> None:
        self.outcomes: dict[str, Any] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if "control" in getattr(item, "fixturenames", ()) and "[torch" in item.name]


def main() -> None:
    """Write the file."""
    recorder = Recorder()
    tests = [path for path in sorted(FILE.parent.glob("test_*.py")) if "control: Control" in path.read_text()]
    pytest.main(["-q", "-n0", "-p", "no:cacheprovider", *map(str, tests)], plugins=[recorder])
    FILE.write_text(json.dumps(dict(sorted(recorder.outcomes.items())), indent=0) + "\n")


if __name__ == "__main__":
    sys.exit(main())
