"""Which of NumPy's functions have derivatives for tensors. `python -m tests.test_numpy_page` writes the lists of
docs/reference/numpy.md. That values and derivatives are right: tests/test_numpy.py.
"""

from __future__ import annotations

import contextlib
import inspect
import warnings
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests.numpy_calls import CALLED, FUNCTIONS, METHODS, X, forms, leaves, moving
from wengert._core.api import numpy_functions, numpy_protocols
from wengert._core.errors.elements_errors import OF_NUMPY

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "numpy.md"
BEGIN, END = "<!-- functions -->\n", "<!-- /functions -->"
SERIES = ".".join(np.__version__.split(".")[:2])
GONE = {"numpy.in1d"}  # what earlier releases had: NumPy 2.0 to 2.3
NO_NUMBERS = {  # functions of dates, bits and integers, which have no derivatives
    "busday_count", "busday_offset", "datetime_as_string", "is_busday", "packbits", "ravel_multi_index", "unpackbits",
    "unravel_index",
}  # fmt: skip


def kind(name: str) -> str:
    """What becomes of a tensor that requires grad."""
    if name.removeprefix("numpy.") in NO_NUMBERS:
        return "numbers"
    found = set()
    for form, expected in forms(name):
        moves = moving(form, CALLED[name], expected)
        with contextlib.suppress(RuntimeError, TypeError, ValueError):
            results = leaves(form(CALLED[name], wengert.tensor(X, requires_grad=True)))
            kept = [y for y, moved in zip(results, moves, strict=True) if moved]
            found.add("derivative" if kept else "values")
    return min(found, default="refused")


def mapped(name: str) -> bool:
    """Whether ``vmap`` takes a function in some form in which it has a derivative."""
    for form, expected in forms(name):
        if any(moving(form, FUNCTIONS[name], expected)):
            with contextlib.suppress(Exception):
                wengert.vmap(lambda a, form=form: leaves(form(FUNCTIONS[name], a))[0])(wengert.tensor([X, X]))
                return True
    return False


def lists() -> str:
    """The lists of the page."""
    kinds = defaultdict(list)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for name in FUNCTIONS:
            kinds[kind(name)].append(name.removeprefix("numpy."))
        unmapped = [n for n in kinds["derivative"] if not mapped(f"numpy.{n}")]
    ufuncs = {n: f for n, f in vars(np).items() if isinstance(f, np.ufunc) and f.__name__ == n}
    recorded = sorted(n for n, f in ufuncs.items() if numpy_protocols.meaning(f))

    def listed(names: list[str]) -> str:
        return ", ".join(f"`{n}`" for n in names)

    def of(sort: str) -> list[str]:
        return sorted(n.removeprefix("ndarray.") for n in METHODS if kind(n) == sort)

    rows = [f"| `{n}` | {OF_NUMPY[n][1]} |" for n in kinds["refused"]]
    return "\n\n".join([
        f"**With derivatives** ({len(kinds['derivative'])} functions): {listed(kinds['derivative'])}.",
        f"Of these, `vmap` refuses what depends on values: {listed(unmapped)}.",
        f"**Ufuncs** ({len(recorded)}): {listed(recorded)}.",
        f"**Methods** whose names PyTorch does not have: {listed(of('derivative'))}; and without a derivative"
        f" {listed(of('values'))}.",
        f"**Values without a derivative**, since they change in steps or are none of the values"
        f" ({len(kinds['values'])}): {listed(kinds['values'])}.",
        f"**Of dates, bits and integers** ({len(kinds['numbers'])}): {listed(kinds['numbers'])}.",
        f"**Refused** ({len(kinds['refused'])}):",
        "\n".join(["| function | instead |", "| --- | --- |", *rows]),
    ])  # fmt: skip


def test_every_function_of_numpy_is_on_the_page() -> None:
    page = PAGE.read_text()
    if f"NumPy {SERIES}" in page:
        assert page.partition(BEGIN)[2].partition(END)[0].strip() == lists(), "run python -m tests.test_numpy_page"
    else:
        assert not [n for n in FUNCTIONS.keys() - GONE if f"`{n.removeprefix('numpy.')}`" not in page]


@pytest.mark.filterwarnings("ignore")
def test_functions_that_later_releases_lack_are_no_gap() -> None:
    """NumPy 2.4 has isin alone, which gives values; in1d was refused."""
    for name in GONE & FUNCTIONS.keys():
        assert kind(name) == "values"


@pytest.mark.filterwarnings("ignore")  # NumPy deprecates some: fix in 2.5
@pytest.mark.parametrize("name", sorted(numpy_functions.RECORDED))
def test_every_row_is_called(name: str) -> None:
    if (full := f"numpy.{name}") in FUNCTIONS and name not in ("copy", "empty_like"):
        assert list(forms(full)), f"add a call of {name} to tests/numpy_calls.py"


@pytest.mark.parametrize("name", sorted(numpy_functions.RECORDED))
def test_arguments_that_are_numpys_defaults_may_be_given(name: str) -> None:
    """Packages hand on all arguments by name: ``np.interp(x, xp, fp, left=None, right=None, period=None)``."""
    function = numpy_functions.of_numpy(name)
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # not in this NumPy, or written in C
        return
    given = {p.name: p.default for p in parameters if p.default is not p.empty and p.kind is not p.POSITIONAL_ONLY}
    assert not [k for k, v in given.items() if not numpy_protocols._is_default(function, k, v)]
    call = f"numpy.{name}"
    for form, _ in forms(call) if call in FUNCTIONS else ():
        x = wengert.tensor(X, requires_grad=True)
        results = []

        def named(*args: Any, **options: Any) -> Any:
            taken = list(inspect.signature(function).bind(*args, **options).arguments)
            return function(*args, **options, **{k: v for k, v in given.items() if k not in taken})  # noqa: B023

        with contextlib.suppress(RuntimeError, TypeError, ValueError):
            results = leaves(form(function, x))
        if any(isinstance(y, wengert.Tensor) and y.requires_grad for y in results):
            found = leaves(form(named, x))
            assert [np.shape(y) for y in found] == [np.shape(y) for y in results]
            return


def test_a_function_that_is_refused_says_what_to_write() -> None:
    x: Any = wengert.tensor([0.5, 1.0], requires_grad=True)
    for call in (np.histogram2d, np.setdiff1d):
        with pytest.raises(RuntimeError, match=r"numpy\.\w+ keeps no gradient: [a-z ]+"):
            call(x, x)
    for call, name in ((np.sum, "sum"), (np.linalg.norm, "linalg.norm"), (np.fft.fft, "fft.fft")):
        with pytest.raises(RuntimeError, match=rf"numpy\.{name} of a list .* give it np.stack\(\[a, b\]\)"):
            call([x, x])
    with pytest.raises(RuntimeError, match=r"numpy.nanmax keeps .* its parameters are a, axis, keepdims\."):
        np.nanmax(x, where=[True, False], initial=0.0)
    with pytest.raises(RuntimeError, match=r"numpy\.polynomial keeps no gradient of coefficients"):
        np.polynomial.Polynomial(x)


if __name__ == "__main__":
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}{lists()}\n{END}{rest.partition(END)[2]}")
