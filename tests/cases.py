"""Many cases in one test: all of them run, each that fails is reported, and none spoils the next.

pytest needs milliseconds for a test, and most cases take less. So a law is one test per operation, and that test runs
the law at all samples, dtypes and modes. :class:`Cases` collects what fails. :func:`within` turns the values of one
parameter into cases of one test, as ``pytest.mark.parametrize`` turns them into tests.
"""

from __future__ import annotations

import functools
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from types import SimpleNamespace, TracebackType
from typing import Any

import pytest

import wengert
from wengert._core.arrays import dtypes
from wengert._core.tape import state as modes

FAILURES = (Exception, pytest.fail.Exception)
SKIPS = (pytest.skip.Exception, pytest.xfail.Exception)
among = SimpleNamespace(few=False)  # pytest --few: laws take a few samples of every operation
skipped: Counter[str] = Counter()  # the cases skipped in tests that ran others; tests/conftest.py says how many

# -- the state of the thread, which every case and every test leaves as it was

FIELDS = (
    "grad_enabled", "inference", "asked", "overriding", "functions", "skipping", "vmap", "counted", "transforms",
    "dual", "forward", "randomness", "multithreading", "walk", "disabled", "unrecorded", "streams", "passing",
    "tools", "attached", "busy", "covered", "linearized", "keeps_layout",
)  # fmt: skip
_fields = attrgetter(*FIELDS)


def state() -> tuple[Any, ...]:
    """The modes of the thread, in the order of ``FIELDS``, and the default dtype."""
    return (*_fields(modes.current()), dtypes.default_float())


def restored(before: tuple[Any, ...]) -> str:
    """Put the state back as it was. Says what was different, if anything was."""
    after = state()
    if after == before:
        return ""
    thread = modes.current()
    for name, value in zip(FIELDS, before):
        setattr(thread, name, value)
    wengert.set_default_dtype(getattr(wengert, before[-1].name))
    names = (*FIELDS, "default dtype")
    changes = [f"{n}: {b!r} became {a!r}" for n, b, a in zip(names, before, after, strict=True) if a != b]
    return "another state is left behind: " + ", ".join(changes)


# -- cases


class Cases:
    """The cases of one test. ``with cases("law", sample):`` runs one; its failure is kept, and the test goes on."""

    def __init__(self, what: str) -> None:
        self.what, self.number = what, 0
        self.failed: list[tuple[str, BaseException]] = []
        self.skipped: list[str] = []
        self.state = state()
        self.labels: tuple[Any, ...] = ()

    def __call__(self, *labels: Any) -> Cases:
        """The case that follows. Its labels are made text only if it fails."""
        self.labels = labels
        self.number += 1
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> bool:
        left = restored(self.state)
        if isinstance(e, SKIPS):
            self.skipped.append(str(e))
        elif isinstance(e, FAILURES):
            self.fail(e)
        elif e is not None:
            return False
        elif left:
            self.fail(AssertionError(left))
        return True

    def fail(self, e: BaseException) -> None:
        """The case at hand has failed."""
        self.failed.append((", ".join(map(str, self.labels)), e))

    def report(self) -> None:
        """Raise, with every failure in the message and the first one as the cause. Skip if every case was skipped."""
        if self.failed:
            head = f"{self.what}: {len(self.failed)} of {self.number} cases fail"
            lines = [f"{label}: {type(e).__name__}: {e}" for label, e in self.failed]
            raise AssertionError("\n  ".join([head, *lines])) from self.failed[0][1]
        if self.skipped and len(self.skipped) == self.number:
            pytest.skip("; ".join(dict.fromkeys(self.skipped)))
        skipped.update(self.skipped)


@contextmanager
def collected(what: str) -> Iterator[Cases]:
    """Collect cases, and report at the end."""
    cases = Cases(what)
    yield cases
    cases.report()


def within(names: str, values: Iterable[Any], ids: Callable[[Any], str] | None = None) -> Callable[[Any], Any]:
    """Run a test for each value of a parameter (or each tuple of values of several) as cases of one test.

    A patch by ``monkeypatch`` ends with its case. Other fixtures are the same for all cases.
    """
    several = [n.strip() for n in names.split(",")]
    rows = [(v if len(several) > 1 else (v,)) for v in values]
    labels = [", ".join(ids(v) if ids else named(v) for v in row) for row in rows]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            given = ", ".join(str(v) for k, v in fixtures.items() if isinstance(v, (str, int)))
            patch = fixtures.pop("monkeypatch", None)
            with collected(given or test.__name__) as cases:
                for label, row in zip(labels, rows):
                    call = {**fixtures, **dict(zip(several, row, strict=True))}
                    with cases(label):
                        if patch is None:
                            test(**call)
                        else:
                            with patch.context() as inner:
                                test(**call, monkeypatch=inner)

        rest = [p for name, p in signature.parameters.items() if name not in several]
        run.__signature__ = signature.replace(parameters=rest)  # type: ignore[attr-defined]
        return run

    return decorate


def named(value: Any) -> str:
    """How a report names a value."""
    return getattr(value, "__name__", None) or str(value)
