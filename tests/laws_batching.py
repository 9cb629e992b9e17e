"""The laws of batching: ``vmap`` of every operation is a loop, whatever is batched, and so is what it writes.

A case is mapped with each of its arrays batched or not, in one vmap or in two nested ones; the loop calls it on the
examples one by one. See ``tests/laws.py`` for what a case is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import wengert
from tests.laws import (
    Array,
    Arrays,
    Case,
    arrays,
    assert_all_close,
    cast,
    is_inexact,
    normal_like,
    tensors,
    tensors_in,
    variant,
    without_loop_warnings,
    filled,
    gradient,
)
from wengert.func import vmap

BATCH = 3
FEW = 3  # up to so many arrays, every combination of what is batched is tried

# what an array is batched over in two nested vmaps: neither, the inner, the outer, both
NOT, INNER, OUTER, BOTH = (False, False), (False, True), (True, False), (True, True)


def subsets(n: int) -> Iterator[tuple[bool, ...]]:
    """Which of ``n`` arrays are batched: every choice for few, else each alone, all but one, and all."""
    if n <= FEW:
        yield from (c for c in itertools.product((False, True), repeat=n) if any(c))
        return
    for i in range(n):
        yield tuple(k == i for k in range(n))
        yield tuple(k != i for k in range(n))
    yield (True,) * n


def nestings(n: int) -> Iterator[tuple[tuple[bool, bool], ...]]:
    """How ``n`` arrays are batched over two nested vmaps, both of which must map something."""
    if n == 0:
        return
    if n <= 2:
        choices: Any = itertools.product((NOT, INNER, OUTER, BOTH), repeat=n)
    else:
        r = np.random.default_rng(n)
        kinds = (NOT, INNER, OUTER, BOTH)
        choices = [tuple(kinds[int(k)] for k in r.integers(0, 4, n)) for _ in range(6)]
        choices += [(BOTH,) * n, (OUTER,) + (INNER,) * (n - 1), (INNER,) + (OUTER,) * (n - 1)]
    for choice in choices:
        if any(o for o, _ in choice) and any(i for _, i in choice):
            yield choice


def has_no_batched_form(e: RuntimeError) -> bool:
    """Whether this is why a case cannot be mapped: what a mask selects has no common shape, or a layout allows no view."""
    return "dynamic shape" in str(e) or "stride" in str(e)


def called(case: Case, leaves: Sequence[Any]) -> Arrays:
    return arrays(tensors_in(case(leaves)))


def mapped(case: Case, dims: tuple[Any, ...], stacked: Sequence[Any]) -> Any:
    return vmap(lambda *ts: tuple(tensors_in(case(ts))), in_dims=dims)(*stacked)


def batching(case: Case) -> None:
    """``vmap`` is a loop, whichever inputs are batched, along the first and the last axis."""
    if not tensors_in(case(tensors(case.leaves))):
        return
    for batched in subsets(len(case.leaves)):
        examples = [[variant(a, b) if f else a for a, f in zip(case.leaves, batched)] for b in range(BATCH)]
        expected = [called(case, tensors(e)) for e in examples]
        for dim in (0, -1):
            stacked = [
                np.stack([e[i] for e in examples], axis=dim) if f else case.leaves[i] for i, f in enumerate(batched)
            ]
            dims = tuple(dim if f else None for f in batched)
            what = f"inputs {np.flatnonzero(batched).tolist()} batched along {dim}"
            try:
                found = arrays(mapped(case, dims, tensors(stacked)))
            except RuntimeError as e:
                if has_no_batched_form(e):
                    continue
                raise AssertionError(f"{what}: {e}") from e
            except Exception as e:
                raise AssertionError(f"{what}: {type(e).__name__} {e}") from e
            for b in range(BATCH):
                for k, t in enumerate(found):
                    assert t.dtype == expected[b][k].dtype, f"{what}: {t.dtype}, expected {expected[b][k].dtype}"
                assert_all_close([t[b] for t in found], expected[b], case.tolerance, f"example {b} with {what}")


def nesting(case: Case) -> None:
    """Two nested vmaps are two nested loops, whichever of them each input is batched over."""
    if not tensors_in(case(tensors(case.leaves))):
        return
    for choice in nestings(len(case.leaves)):
        sizes = (2, BATCH)

        def example(a: Array, over: tuple[bool, bool], o: int, i: int) -> Array:
            return variant(a, (o * over[0]) + 2 * (i * over[1]))

        stacked = []
        for a, over in zip(case.leaves, choice, strict=True):
            whole = np.stack([np.stack([example(a, over, o, i) for i in range(sizes[1])]) for o in range(sizes[0])])
            stacked.append(whole[tuple(slice(None) if one else 0 for one in over)])
        outer = tuple(0 if o else None for o, _ in choice)
        inner = tuple(0 if i else None for _, i in choice)
        what = f"batched over (outer, inner) {choice}"
        try:
            found = arrays(
                vmap(vmap(lambda *ts: tuple(tensors_in(case(ts))), in_dims=inner), in_dims=outer)(*tensors(stacked))
            )
        except RuntimeError as e:
            if has_no_batched_form(e):
                continue
            raise AssertionError(f"{what}: {e}") from e
        except Exception as e:
            raise AssertionError(f"{what}: {type(e).__name__} {e}") from e
        for o, i in np.ndindex(sizes):
            leaves = [example(a, over, o, i) for a, over in zip(case.leaves, choice, strict=True)]
            expected = called(case, tensors(leaves))
            assert_all_close([t[o, i] for t in found], expected, case.tolerance, f"example {o}, {i} {what}")


def small_batches(case: Case) -> None:
    """A batch of one is a call; a batch of none has the shape and dtype of the results, and nothing in it."""
    expected = called(case, tensors(case.leaves))
    if not expected:
        return
    for batched in subsets(len(case.leaves)):
        dims = tuple(0 if f else None for f in batched)
        for size in (1, 0):
            stacked = [np.stack([a])[:size] if f else a for a, f in zip(case.leaves, batched, strict=True)]
            what = f"a batch of {size} of inputs {np.flatnonzero(batched).tolist()}"
            try:
                found = arrays(mapped(case, dims, tensors(stacked)))
            except RuntimeError as e:
                if has_no_batched_form(e):
                    continue
                raise AssertionError(f"{what}: {e}") from e
            except Exception as e:
                raise AssertionError(f"{what}: {type(e).__name__} {e}") from e
            assert len(found) == len(expected), f"{what}: {len(found)} results, expected {len(expected)}"
            for k, (t, one) in enumerate(zip(found, expected, strict=True)):
                assert t.shape == (size, *one.shape), f"{what}: result {k} is {t.shape}, expected {(size, *one.shape)}"
                assert t.dtype == one.dtype, f"{what}: result {k} is {t.dtype}, expected {one.dtype}"
                if size:
                    assert_all_close([t[0]], [one], case.tolerance, what)


def batched_dtypes(case: Case) -> None:
    """Lower precision, batched, is what it is in a loop."""
    if "dtype" in case.sample.params or not any(map(is_inexact, case.leaves)):
        return
    for name in ("float32", "float16", "bfloat16"):
        lower = {"float64": name, "complex128": "complex64"}
        if name != "float32" and any(a.dtype.kind == "c" for a in case.leaves):
            continue
        small = [cast(a, lower.get(str(a.dtype), str(a.dtype))) for a in case.leaves]
        try:
            examples = [called(case, tensors([cast(variant(a, b), str(a.dtype)) for a in small])) for b in range(2)]
        except RuntimeError as e:
            continue
        stacked = [np.stack([cast(variant(a, b), str(a.dtype)) for b in range(2)]) for a in small]
        try:
            found = arrays(mapped(case, (0,) * len(small), tensors(stacked)))
        except RuntimeError as e:
            if has_no_batched_form(e):
                continue
            raise
        for b in range(2):
            for k, t in enumerate(found):
                assert t.dtype == examples[b][k].dtype, f"{name}: {t.dtype}, expected {examples[b][k].dtype}"
            tol = {"float32": 1e-4, "float16": 2e-2, "bfloat16": 1e-1}[name] * case.sample.cond
            assert_all_close(
                [cast(t[b], "complex128") for t in found],
                [cast(e, "complex128") for e in examples[b]],
                tol,
                f"{name} example {b}",
            )
