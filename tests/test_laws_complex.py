"""The law of complex numbers: an operation has the right derivatives of them in both modes, or refuses them as PyTorch.

Every operation is called with its real samples, made complex (``tests/facts/complexes.py``). What PyTorch refuses is a
fact: ``tests/facts/complexes.json``.
"""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts, laws
from tests.calls import PUBLIC
from tests.facts.complexes import versions

FACTS = facts.load("complexes")
# What PyTorch has no kernel for, and is right here: it is linear in the elements
TAKEN = {
    "nn.functional.adaptive_avg_pool1d", "nn.functional.adaptive_avg_pool2d", "nn.functional.adaptive_avg_pool3d",
    "nn.functional.avg_pool1d", "nn.functional.avg_pool2d", "nn.functional.avg_pool3d", "nn.functional.interpolate",
    "nn.functional.max_unpool1d", "nn.functional.max_unpool2d", "nn.functional.max_unpool3d", "nn.functional.upsample",
    "nn.functional.upsample_nearest", "nn.functional.upsample_bilinear",
}  # fmt: skip
PROMOTED = {"lerp", "linalg.vecdot"}  # real and complex arguments meet, as they do in sums and products
# Eigenvectors and singular vectors are determined up to a phase: the backward pass refuses what depends on it
PHASES = {"linalg.eigh", "linalg.svd", "svd"}

ROUNDED = {"masked.median"}  # of the real parts, in float32, as in PyTorch: too coarse for differences


def complexes(case: laws.Case) -> None:
    """Derivatives of complex numbers are right, or they are refused with PyTorch's type of error."""
    for version, mixed in versions(case):
        fact = FACTS.get(case.name, {}).get(facts.kind(version), "")
        try:
            version(laws.tensors(version.leaves))
        except Exception as e:
            assert fact != "" or mixed, f"PyTorch takes {version}; here: {type(e).__name__}: {e}"
            wanted: Any = Exception if not fact else getattr(builtins, fact, RuntimeError)
            assert isinstance(e, wanted), f"PyTorch refuses {version} with {fact}; here: {type(e).__name__}: {e}"
            assert raised_on_purpose(e), f"{version} fails by accident: {type(e).__name__}: {e}"
            continue
        if fact:
            known = case.name in TAKEN or (mixed and case.name in PROMOTED)
            assert known, f"PyTorch refuses {version} with {fact}; here it is taken"
        if case.name not in PHASES | ROUNDED:
            for law in laws.DERIVATIVES:
                try:
                    law(version)
                except AssertionError as e:
                    raise AssertionError(
                        f"{version}: {e}. A formula multiplies by the conjugate of the derivative; real_only= refuses "
                        "complex numbers."
                    ) from e


def raised_on_purpose(e: Exception) -> bool:
    """Whether an error is one of wengert's own types and words, not an accident of Python's."""
    return not isinstance(e, (NameError, AttributeError, UnboundLocalError, KeyError))


CHOICES: dict[str, Any] = {
    "where": lambda m, x, y: wengert.where(m, x, y),
    "where, the second": lambda m, x, y: wengert.where(~m, y, x),
    "masked_fill": lambda m, x, y: y.masked_fill(m, 0) + x.masked_fill(~m, 0),
    "masked_fill_": lambda m, x, y: (y * 1).masked_fill_(m, 0) + x.masked_fill(~m, 0),
    "masked_scatter": lambda m, x, y: y.masked_scatter(m, x[m]),
    "index_put": lambda m, x, y: y.index_put((m,), x[m]),
    "where, of parts": lambda m, x, y: wengert.view_as_complex(
        wengert.where(m[:, None], *map(wengert.view_as_real, (x, y)))
    ),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_tangents_of_what_is_not_chosen_have_no_effect(choice: str) -> None:
    """Not even if they are infinite or NaN: 0 times infinity would be NaN."""
    chosen = wengert.tensor([True, False])
    x, y = wengert.tensor([1 + 2j, 3j]), wengert.tensor([2j, 1 - 1j])
    bad = complex(np.nan, np.inf)
    _, out = wengert.func.jvp(
        lambda x, y: CHOICES[choice](chosen, x, y), (x, y), (wengert.tensor([2 - 1j, bad]), wengert.tensor([bad, 5j]))
    )
    assert np.array_equal(out.numpy(), np.array([2 - 1j, 5j], np.complex64))


@pytest.mark.parametrize("name", sorted(PHASES))
def test_what_depends_on_a_phase_is_refused_in_the_backward_pass(name: str) -> None:
    (version, _), *_ = versions(laws.few(name)[0])
    leaf = laws.tensors(version.leaves, requires_grad=True)[0]
    function = wengert.linalg.eigh if name == "linalg.eigh" else wengert.linalg.svd
    with pytest.raises(RuntimeError, match="up to multiplication by"):
        function(leaf)[-1 if name == "linalg.eigh" else 0].real.sum().backward()


def test_every_exception_is_refused_by_pytorch() -> None:
    assert set(FACTS) >= TAKEN | PROMOTED


# -- values at the limits

INF = np.inf
LOGS = [
    (-INF, -INF, -INF),
    (complex(INF, 0.5), INF, complex(INF, np.pi / 4)),
    (INF, 3 + 1j, INF),
    (complex(np.nan, 1), 2, complex(np.nan, np.nan)),
    (2, complex(-INF, 1), 2),
    (1 + 1j, 1 + 1j, 1 + np.log(2) + 1j),
]


@pytest.mark.parametrize(("a", "b", "expected"), LOGS)
def test_sums_of_logarithms(a: complex, b: complex, expected: complex) -> None:
    x = wengert.tensor([a, b], dtype=wengert.complex128)
    found = [wengert.logaddexp(*x), wengert.logaddexp(*x.flip(0)), wengert.logcumsumexp(x, 0)[1]]
    for value in found:
        np.testing.assert_allclose(wengert.view_as_real(value).numpy(), [np.real(expected), np.imag(expected)])


@pytest.mark.parametrize("z", [1e-19 + 1e-18j, 1e-10 - 1e-9j, 1e-3 + 1e-200j, -0.3 + 0.1j, 2 - 3j, 1e200 + 1e200j])
def test_log1p_is_accurate_in_both_parts(z: complex) -> None:
    found = wengert.log1p(wengert.tensor(z, dtype=wengert.complex128)).item()
    if abs(z) < 1e-2:
        expected = sum((-1) ** (k + 1) * z**k / k for k in range(1, 9))
    else:
        expected = np.log(1 + z)
    np.testing.assert_allclose([found.real, found.imag], [expected.real, expected.imag], rtol=1e-14)


def test_coordinates_keep_their_dtype() -> None:
    values = wengert.tensor([1.0, 4.0, 9.0, 16.0])
    (found,) = wengert.gradient(values, spacing=(wengert.tensor([0, 1j, 2j, 4j], dtype=wengert.complex128),))
    np.testing.assert_allclose(found.numpy(), [-3j, -4j, -1j * (5 * 2 + 3.5) / 3, -3.5j])
    (found,) = wengert.gradient(values, spacing=(wengert.tensor([0, 1e-9, 2e-9, 3e-9], dtype=wengert.float64) + 1,))
    assert found.dtype == wengert.float64 and bool(found.isfinite().all())


def test_an_infinite_sample_has_no_part_in_its_own_slope() -> None:
    (found,) = wengert.gradient(wengert.tensor([1.0, INF, 9.0, 16.0]))
    assert found.tolist() == [INF, 4.0, -INF, 7.0]


# -- conjugates as arguments

REFUSED = {"view_as_real", "_as_pairs", "Tensor.view"}  # as in PyTorch: real memory cannot show a conjugate


def conjugates(case: laws.Case) -> None:
    """A conjugated view is an argument like any other: results and gradients are those of its values."""
    if case.name in REFUSED or not any(a.dtype.kind == "c" for a in case.leaves):
        return
    plain, turned = (
        laws.tensors(case.leaves),
        laws.tensors([np.conj(a) if a.dtype.kind == "c" else a for a in case.leaves]),
    )
    for i in case.active:
        plain[i].requires_grad_()
        turned[i].requires_grad_()
    views = [x.conj() for x in turned]  # a real tensor is returned as it is
    expected, found = laws.tensors_in(case(plain)), laws.tensors_in(case(views))
    laws.assert_all_close(laws.arrays(found), laws.arrays(expected), case.tolerance, "results")
    gs = [laws.normal_like(y, k) for k, y in enumerate(laws.arrays(expected))]
    for ys, xs in ((expected, plain), (found, turned)):
        live = [(y, wengert.from_numpy(g)) for y, g in zip(ys, gs, strict=True) if y.requires_grad]
        if live:
            wengert.autograd.backward([y for y, _ in live], [g for _, g in live], inputs=[xs[i] for i in case.active])
    for i in case.active:
        if plain[i].grad is not None:
            g = turned[i].grad.conj() if case.leaves[i].dtype.kind == "c" else turned[i].grad
            laws.assert_all_close(laws.arrays([g]), laws.arrays([plain[i].grad]), case.tolerance, "gradients")


# -- both laws


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_laws(name: str) -> None:
    laws.check((complexes, conjugates), name)
