"""Every operation computes on CuPy's arrays too: the laws on a stand-in that is as strict (``tests/standin.py``).

What is asked here is whether the same comes out of such arrays, so a few samples of each operation are enough, moved
along one direction; ``tests/test_laws_gpu.py`` asks for all of them of a GPU.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws, laws_batching, standin
from tests.mutated import scaled_formula
from wengert._core.dispatch.registry import REGISTRY

ABSENT = {"_airy_slope", "airy_ai"}  # CuPy has not
DTYPES = ("int64", "bfloat16", "complex64")


@pytest.fixture(autouse=True, scope="module")
def on_device() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(laws, "DEVICE", "cuda")
        patch.setattr(laws, "SMALL", 0)
        yield standin.install(patch)


LAWS = (laws.reference, laws.vjp, laws.adjoint, laws.aliasing, laws.in_place)
ONE_SAMPLE = (laws.dtypes, laws_batching.batching)
ROWS = (laws.second_order, laws_batching.batched_derivatives)  # what is made of other operations has no rules


def outcome(case: laws.Case, leaves: Sequence[laws.Array]) -> Any:
    """The results of an operation, or what it raised."""
    wengert.manual_seed(0)
    try:
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
            return laws.arrays(laws.tensors_in(case(laws.tensors(leaves))))
    except Exception as e:
        return e


def refuses_what_the_cpu_refuses(case: laws.Case) -> None:
    """CuPy's ufuncs take dtypes that NumPy's refuse and refuse some that NumPy's take: no one is to see that."""
    for dtype in DTYPES if not case.name.startswith("_") and case.name not in ABSENT else ():
        with np.errstate(all="ignore"):
            leaves = [laws.cast(a.real, dtype) if laws.is_inexact(a) else a for a in case.leaves]
        found = outcome(case, leaves)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(laws, "DEVICE", "cpu")
            expected = outcome(case, leaves)
        if isinstance(expected, Exception):
            assert (type(found), str(found)) == (type(expected), str(expected)), dtype
            continue
        assert not isinstance(found, Exception), f"{dtype}: {found!r}"
        assert [f.dtype for f in found] == [e.dtype for e in expected], dtype


def test_what_cupy_has_not_is_refused() -> None:
    assert {n for n in laws.NAMES for case in laws.cases(n)[:1] if laws.lacks(outcome(case, case.leaves))} == ABSENT


def strided(cupy: Any, a: laws.Array, kind: str) -> Any:
    """A device array with the elements of ``a`` that lies in memory with gaps, or backwards."""
    if kind == "gaps":
        return cupy.asarray(np.stack([a, a], axis=-1))[..., 0]
    backwards = (slice(None, None, -1),) * a.ndim
    return cupy.asarray(np.ascontiguousarray(a[backwards]).reshape(a.shape))[backwards]


def layouts_on(cupy: Any) -> laws.Law:
    def layouts(case: laws.Case) -> None:
        if case.op is None or case.op.view or case.name in ABSENT:  # views of such memory are refused, or not
            return
        expected = laws.values_in(case(laws.payloads(case.leaves)))
        for kind in ("gaps", "backwards"):
            try:
                found = laws.values_in(case([strided(cupy, a, kind) for a in case.leaves]))
            except RuntimeError as e:
                assert "stride" in str(e)  # a view that this layout does not allow
                continue
            laws.assert_all_close(found, expected, 1e-12 * case.sample.cond, kind)

    return layouts


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws(name: str, on_device: Any) -> None:
    laws.check(LAWS, name, laws.few(name))
    first = laws.cases(name)[:1]
    laws.check((*ONE_SAMPLE, refuses_what_the_cpu_refuses, layouts_on(on_device)), name, first)
    if first and first[0].op is not None:
        laws.check(ROWS, name, first)


SAID = r"exp breaks a law: .* cases fail\n  vjp, exp at sample 0 \(.*: AssertionError: <vjp"


def test_a_wrong_formula_is_seen() -> None:
    with scaled_formula(REGISTRY["exp"], "x", 1.01), pytest.raises(AssertionError, match=SAID):
        laws.check(laws.vjp, "exp")
