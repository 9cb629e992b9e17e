"""The law of layouts: results lie in memory as PyTorch's do, as ``tests/facts/`` has them.

``view``, ``as_strided`` and ``stride`` show it. Axes of length one do not count, and neither do empty results: for
those, ``is_contiguous`` and the views that work are what counts.
"""

from __future__ import annotations

import itertools
import operator
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import wengert
import wengert.nn.functional as F
from tests import facts
from tests.calls import PUBLIC, flat, function
from tests.cases import within
from tests.facts import layouts
from tests.facts.layouts import DIFFERS

FACTS, FORMATS, VIEWS = (facts.load(name) for name in ("layouts", "formats", "views"))


def differences(name: str) -> list[tuple[str, str, str]]:
    """The calls whose results lie in memory in another way: the call, then PyTorch's codes and wengert's."""
    found = []
    for text, case in zip(layouts.texts(name), layouts.cases(name), strict=True):
        assert text in FACTS.get(name, ()), f"{name}({text}): no fact. `make facts` asks PyTorch."
        if layouts.of_length_one(case):
            continue
        fact = FACTS[name][text]
        for k, layout in enumerate(layouts.LAYOUTS):
            wanted = fact[k] if isinstance(fact, list) else fact
            for grad in (True, False):
                with warnings.catch_warnings(action="ignore"):
                    code = wanted if wanted in ("-", "") else layouts.outcome(wengert, case, layout, grad)
                if code != wanted:
                    found.append((f"{name}({text}), {layout}", wanted, code))
    return found


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_results_lie_in_memory_as_in_pytorch(name: str) -> None:
    found = differences(name)
    if name in DIFFERS:
        assert found, f"{name} is as in PyTorch: take it out of DIFFERS"
        return
    assert not found, "\n".join([f"{call}: {code}, in PyTorch {wanted}" for call, wanted, code in found])


@pytest.mark.parametrize("name", sorted(DIFFERS))
def test_what_differs_is_row_major(name: str) -> None:
    if name == "stft":  # the first and last axes are exchanged
        return
    for call, wanted, code in differences(name):
        for here, there in zip(code.split(), wanted.split(), strict=True):
            assert here in ("c", there), f"{call}: {code}, in PyTorch {wanted}"


def test_memory_formats() -> None:
    found = layouts.formats(wengert)
    assert found == FORMATS


def test_strides_of_odd_tensors_allow_the_same_views() -> None:
    assert layouts.views(wengert) == VIEWS


def test_no_padding_is_a_copy() -> None:
    for mode in ("constant", "reflect", "replicate", "circular"):
        x = wengert.ones(1, 2, 3)
        F.pad(x, (0, 0), mode=mode).mul_(2)
        assert x.sum() == 6, mode


def test_identity_of_chunks_is_a_copy() -> None:
    for size in (1, 3, 5, 9):
        x = wengert.ones(5, 2)
        wengert.vmap(lambda t: t, chunk_size=size)(x).add_(1)
        assert x.sum() == 10, size
    x = wengert.ones(5, 2)
    wengert.vmap(lambda t: t)(x).add_(1)
    assert x.sum() == 20


def test_a_sum_to_no_dimensions_is_no_alias() -> None:
    x = wengert.tensor(1.0)
    x.sum_to_size(()).mul_(2)
    assert x == 1
    assert wengert.ones(2, 3).sum_to_size(()) == 6


def test_the_number_of_axes_of_a_memory_format_is_checked() -> None:
    with pytest.raises(RuntimeError, match="required rank 4 tensor to use channels_last format"):
        wengert.zeros(2, 3).contiguous(memory_format=wengert.channels_last)
    with pytest.raises(RuntimeError, match="unsupported memory format rows"):
        wengert.zeros(2, 3).clone(memory_format="rows")


def orders_in_memory(lib: Any) -> Iterator[Any]:
    """``dim_order`` of tensors of all kinds, unchecked and checked."""
    x = lib.ones(2, 3, 5, 7)
    kinds = [
        x,
        x.transpose(1, 2),
        lib.ones(()),
        lib.ones(3),
        lib.ones(1, 2, 3, 4),
        x[:, ::2],
        x[0, 0].t(),
        lib.ones(3, 0, 2),
    ]
    kinds += [lib.ones(2, 3, 5, 7).to(memory_format=lib.channels_last), lib.ones(4, 1).expand(4, 3), lib.ones(3, 3).t()]
    kinds += [lib.ones(9).as_strided((3, 3), (1, 1))]
    kinds += [x.permute(order) for order in itertools.permutations(range(4))]
    for t in kinds:
        for check in (False, True, [lib.contiguous_format], [lib.contiguous_format, lib.channels_last], "all", [1]):
            try:
                yield t.dim_order(ambiguity_check=check)
            except (RuntimeError, TypeError) as e:
                yield type(e).__name__


def test_the_order_of_dimensions() -> None:
    assert wengert.ones(2, 3, 4).permute(2, 0, 1).dim_order() == (1, 2, 0)
    found: list[Any] = []
    wengert.vmap(lambda t: (t, found.append(t.dim_order()))[0], in_dims=2)(wengert.ones(2, 3, 4).permute(1, 0, 2))
    assert found == [(1, 0)]
    with pytest.raises(AttributeError, match="dim order on sparse type"):
        wengert.ones(2, 3).to_sparse().dim_order()


@pytest.mark.oracle
def test_the_order_of_dimensions_is_pytorchs() -> None:
    assert list(orders_in_memory(wengert)) == list(orders_in_memory(pytest.importorskip("torch")))


def test_a_memory_format_under_vmap_is_that_of_each_example() -> None:
    x = wengert.rand(2, 3, 4, 5, 6)
    out = wengert.vmap(lambda t: t.clone(memory_format=wengert.channels_last) * 2)(x)
    assert out[0].is_contiguous(memory_format=wengert.channels_last)
    assert np.array_equal(out.numpy(), 2 * x.numpy())


def test_gradients_pass_through_memory_formats() -> None:
    x = wengert.rand(2, 3, 4, 5, requires_grad=True)
    y = x.to(memory_format=wengert.channels_last) * wengert.arange(5)
    y.double(memory_format=wengert.contiguous_format).sum().backward()
    assert x.grad.is_contiguous()
    assert np.array_equal(x.grad.numpy(), np.broadcast_to(np.arange(5), x.shape))


@pytest.mark.parametrize("dtype", ["int64", "uint8", "bool"])
def test_the_dtype_does_not_change_the_layout(dtype: str) -> None:
    """Integers are not rounded, and bools are their own signs: what is copied instead lies as what is computed."""
    here = wengert.tensor([[0, 1], [1, 1], [0, 0]], dtype=wengert.float64).t()
    for path in sorted(set(PUBLIC.values())):
        call = function(wengert, path)
        with warnings.catch_warnings(action="ignore"):
            try:
                expected, found = call(here), call(here.to(getattr(wengert, dtype)))
            except (TypeError, RuntimeError, ValueError, IndexError):  # it takes more arguments, or no such dtype
                continue
        for a, b in zip(flat(expected), flat(found), strict=True):
            if isinstance(a, wengert.Tensor) and a.shape == b.shape and not a.is_sparse:
                assert a.stride() == b.stride(), path


@within("dtype", ["float32", "float64", "complex64", "int64"])
def test_large_arrays_of_two_orders(dtype: str) -> None:
    """They are brought into one order before they are combined: the values and strides are those of small ones."""
    for shape, order in (((300, 200), (1, 0)), ((40, 30, 50), (2, 0, 1)), ((40, 50, 30), (0, 2, 1))):
        values = np.random.default_rng(0).integers(-50, 50, shape).astype(dtype)
        a, b = wengert.tensor(values), wengert.tensor(values.transpose(order).copy()).permute(*np.argsort(order))
        small = wengert.tensor(values[:3, :3].copy()), b[:3, :3].clone()
        for combine in (operator.add, operator.mul, operator.ne):
            for x, y, few in ((a, b, small), (b, a, small[::-1]), (b, a[:1], (small[1], small[0][:1]))):
                found = combine(x, y)
                assert np.array_equal(found.numpy(), combine(x.numpy(), y.numpy()))
                assert np.argsort(found.stride()).tolist() == np.argsort(combine(*few).stride()).tolist()
