"""Random programs of views, writes, operations, transforms and hooks mean the same to PyTorch."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests.mutated import scaled_formula
from wengert._core import compiled
from wengert._core.api import grad_mode
from wengert._core.dispatch import inplace
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.engine import hook_calls, walk
from wengert._core.tape import node, storage, tensor

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.oracle

from tests import random_programs as programs  # noqa: E402  (they need PyTorch)
from tests.random_statements import program  # noqa: E402

CHUNK = 50


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Programs are small: a second thread costs PyTorch more than it brings."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("first", range(0, 1000, CHUNK))
def test_programs_mean_the_same(first: int) -> None:
    broken = []
    for seed in range(first, first + CHUNK):
        statements, _ = program(torch, seed)
        found = programs.difference(statements, torch)
        if found is not None:
            smallest = programs.shrunk(statements, torch, found.what)
            found = programs.difference(smallest, torch) or found
            broken.append(f"seed {seed}:\n{programs.report(smallest, found)}")
    assert not broken, "\n\n".join(broken)


def test_programs_reach_many_operations_and_have_many_statements() -> None:
    used, lengths = set(), []
    for seed in range(300):
        statements, names = program(torch, seed)
        used |= names
        lengths.append(len(statements))
    assert len(used) >= 200
    assert np.quantile(lengths, 0.1) >= 5 and max(lengths) >= 40


def test_a_program_depends_on_its_seed_alone() -> None:
    assert [str(s) for s in program(torch, 7)[0]] == [str(s) for s in program(torch, 7)[0]]


# -- faults that are put in by hand, which the programs must find


def patched(place: Any, name: str, make: Callable[[Any], Any]) -> Callable[[], contextlib.AbstractContextManager[Any]]:
    @contextlib.contextmanager
    def patch() -> Iterator[None]:
        before = getattr(place, name)
        setattr(place, name, make(before))
        try:
            yield
        finally:
            setattr(place, name, before)

    return patch


def formula(name: str, array: str, scale: float) -> Callable[[], contextlib.AbstractContextManager[Any]]:
    return lambda: scaled_formula(REGISTRY[name], array, scale)


def last_gradient(old: Any) -> Any:
    def accumulate(leaf: Any, *args: Any) -> None:
        leaf._wg_grad = None
        old(leaf, *args)

    return accumulate


FAULTS: dict[str, Callable[[], contextlib.AbstractContextManager[Any]]] = {
    "the gradient of sin has the wrong sign": formula("sin", "x", -1.0),
    "the gradient of a product by its second factor is twice too large": formula("mul", "y", 2.0),
    "a write is not counted": patched(storage.Storage, "bump", lambda old: lambda self, writer, site: None),
    "a leaf keeps its last gradient only": patched(walk, "accumulate", last_gradient),
    "what is about to be overwritten is saved without a copy": patched(inplace, "save_copy", lambda old: inplace.save),
    "views do not follow writes to their base": patched(
        tensor.TensorBase, "_wg_follow", lambda old: lambda self, view: None
    ),
    "the result of a hook is dropped": patched(
        hook_calls, "accepted", lambda old: lambda walk, node, meta, nr, hook, before, new, after=False: None
    ),
    "leaves may be written": patched(inplace, "check_write", lambda old: lambda x, name: None),
    "no_grad changes nothing": patched(
        grad_mode._Mode, "__enter__", lambda old: lambda self: self.before.append(tensor.local.state.now())
    ),
    "saved values are not checked": patched(
        node.Saved, "raw", lambda old: lambda self, owner: self.data if self.version >= 0 else old(self, owner)
    ),
    "retain_grad stays with the old value": patched(inplace, "move_retained", lambda old: lambda *args: None),
    "gradients keep the dtype that a formula gave them": patched(
        walk, "validate_gradient", lambda old: lambda d, meta, node, nr, running: d
    ),
}  # fmt: skip


@pytest.mark.skipif(compiled.active, reason="parts of compiled modules cannot be replaced")
@pytest.mark.parametrize("name", FAULTS)
def test_programs_find_a_fault(name: str) -> None:
    for seed in range(1000):
        statements, _ = program(torch, seed)
        if programs.difference(statements, torch) is None:
            with FAULTS[name]():
                found = programs.difference(statements, torch)
            if found is not None:
                return
    raise AssertionError(f"a thousand programs do not find that {name}")


def test_a_program_is_shrunk_to_what_differs() -> None:
    """The smallest program for a wrong gradient makes a leaf, computes and goes backward, unless it needs a chain."""
    with formula("sin", "x", -1.0)():
        for seed in range(1000):
            statements, _ = program(torch, seed)
            found = programs.difference(statements, torch)
            if found is not None and found.what == "grad":
                smallest = programs.shrunk(statements, torch, "grad")
                if len(smallest) <= 6:
                    break
        assert len(smallest) <= 6 < len(statements)
        assert any("sin" in str(s) or "grad of grad" in str(s) for s in smallest)
    assert programs.difference(smallest, torch) is None
    assert wengert.is_grad_enabled()
