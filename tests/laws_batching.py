"""The laws of batching: ``vmap`` of every operation is a loop, whatever is batched, and so is what it writes.

A case is mapped with each of its arrays batched or not, in one vmap or in two nested ones; the loop calls it on the
examples one by one. See ``tests/laws.py`` for what a case is.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

import wengert
from tests.laws import (
    Array,
    Arrays,
    BECOMING,
    Case,
    arrays,
    refilled,
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
from wengert.autograd import forward_ad
from wengert.func import vmap

BATCH = 3
FEW = 3  # up to so many arrays, every combination of what is batched is tried

# what an array is batched over in two nested vmaps: neither, the inner, the outer, both
NOT, INNER, OUTER, BOTH = (False, False), (False, True), (True, False), (True, True)


def subsets(n: int) -> Iterator[tuple[bool, ...]]:
    """Which of ``n`` arrays are batched: every choice of few, else each alone, all but one, and all."""
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


# -- derivatives


def batched_derivatives(case: Case) -> None:
    """``vmap`` of both modes is a loop, whatever of inputs, cotangents and tangents is batched."""
    if not case.live:
        return
    n = len(case.leaves)

    def pull(*both: Any) -> tuple[Any, ...]:
        leaves = [t.detach() for t in both[:n]]
        xs = [leaves[i].requires_grad_() for i in case.active]
        ys = tensors_in(case(leaves))
        return tuple(filled(gradient([ys[k] for k in case.live], xs, both[n:]), xs))

    def push(*both: Any) -> tuple[Any, ...]:
        leaves = list(both[:n])
        with forward_ad.dual_level():
            for i, t in zip(case.active, both[n:], strict=True):
                leaves[i] = forward_ad.make_dual(leaves[i], t)
            ys = tensors_in(case(leaves))
            ys = [ys[k] for k in case.live]
            return tuple(filled([forward_ad.unpack_dual(y).tangent for y in ys], ys))

    for name, derivative, directions in (("vjp", pull, case.cotangents()), ("jvp", push, case.tangents())):
        m = len(directions)
        for batched in subsets(n):
            for with_direction in (False, True) if any(batched[i] for i in range(n)) else (True,):
                looped(case, derivative, case.leaves, directions, (*batched, *(with_direction,) * m), f"vmap of {name}")
        looped(case, derivative, case.leaves, directions, (False,) * n + (True,) * m, f"vmap of {name}")


def looped(case: Case, f: Callable[..., Any], leaves: Arrays, directions: Arrays, batched: tuple[bool, ...], what: str) -> None:
    """``vmap`` of a function of leaves and directions against a loop."""
    n = len(leaves)
    examples = [
        [
            (variant(a, b) if k < n else normal_like(a, 501 + 10 * b + k)) if f else a
            for k, (a, f) in enumerate(zip([*leaves, *directions], batched, strict=True))
        ]
        for b in range(BATCH)
    ]
    expected = [arrays(f(*tensors(e))) for e in examples]
    stacked = [np.stack([e[k] for e in examples]) if f else examples[0][k] for k, f in enumerate(batched)]
    what = f"{what} with {np.flatnonzero(batched).tolist()} of {n} inputs and directions batched"
    try:
        found = arrays(vmap(f, in_dims=tuple(0 if f else None for f in batched))(*tensors(stacked)))
    except RuntimeError as e:
        if has_no_batched_form(e):
            return
        raise AssertionError(f"{what}: {e}") from e
    except Exception as e:
        raise AssertionError(f"{what}: {type(e).__name__} {e}") from e
    for b in range(BATCH):
        assert_all_close([d[b] for d in found], expected[b], case.tolerance, f"{what}, example {b}")


def batched_cotangents(case: Case) -> None:
    """``is_grads_batched`` is a loop over cotangents."""
    if not case.live:
        return
    cotangents = [[normal_like(g, 501 + 10 * b + k) for k, g in enumerate(case.cotangents())] for b in range(BATCH)]
    xs = tensors(case.point, requires_grad=True)
    ys = [case.at(xs)[k] for k in case.live]
    gs = tensors([np.stack(column) for column in zip(*cotangents, strict=True)])
    found = gradient(ys, xs, gs, is_grads_batched=True)
    zeros = [np.zeros((BATCH, *x.shape)) for x in case.point]
    together = [zero if d is None else arrays([d])[0] for d, zero in zip(found, zeros, strict=True)]
    for b in range(BATCH):
        alone = case.vjp(case.point, cotangents[b])
        assert_all_close([d[b] for d in together], alone, case.tolerance, f"is_grads_batched, cotangent {b}")


# -- writes


def writers(case: Case) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The in-place forms of a case's operation."""
    if case.name.startswith("_") or not case.args or not isinstance(case.args[0], np.ndarray):
        return
    space, _, name = case.name.rpartition(".")
    functions = wengert.nn.functional if space == "nn.functional" else wengert.Tensor
    if name.endswith("_"):
        yield name, case.function
        return
    method, function = getattr(functions, name + "_", None), getattr(functions, name, None)
    if method is not None:
        yield name + "_", method
    if function is None or space != "nn.functional" or "dropout" in name:
        return
    if "inplace" in inspect.signature(function).parameters:
        yield f"{name}(inplace=True)", partial(function, inplace=True)


def batched_writes(case: Case) -> None:
    """In place, too, ``vmap`` is a loop: into what is mapped, into what was made inside and its views; nowhere else."""
    for name, method in writers(case):

        def write(*ts: Any, method: Callable[..., Any] = method) -> tuple[Any, ...]:
            """Of a copy made inside, or of a view of one: the written tensor, its base and another view."""
            whole = wengert.stack([ts[0], ts[0]])
            seen = whole[1]
            args, params = refilled((case.args, case.sample.params), iter([whole[1], *ts[1:]]))
            method(*args, **params)
            written = args[0]
            alone = ts[0].clone()
            view = alone.view_as(alone)
            args, params = refilled((case.args, case.sample.params), iter([alone, *ts[1:]]))
            method(*args, **params)
            return (written, seen, whole, alone, view) if case.name not in BECOMING else (written, alone)

        for batched in subsets(len(case.leaves)):
            examples = [[variant(a, b) if f else a for a, f in zip(case.leaves, batched)] for b in range(BATCH)]
            what = f"{name} with inputs {np.flatnonzero(batched).tolist()} batched"
            try:
                expected = [arrays(write(*tensors(e))) for e in examples]
            except (RuntimeError, IndexError) as e:
                expected = None
                why = e
            stacked = [np.stack([e[i] for e in examples]) if f else case.leaves[i] for i, f in enumerate(batched)]
            dims = tuple(0 if f else None for f in batched)
            try:
                found = arrays(vmap(write, in_dims=dims)(*tensors(stacked)))
            except (RuntimeError, IndexError) as e:
                if expected is not None and not has_no_batched_form(e):
                    raise AssertionError(f"{what}: {type(e).__name__} {e}") from e
                continue
            except Exception as e:
                raise AssertionError(f"{what}: {type(e).__name__} {e}") from e
            assert expected is not None, f"{what}: done, though one example refuses: {why}"
            for b in range(BATCH):
                assert_all_close([t[b] for t in found], expected[b], case.tolerance, f"example {b} of {what}")
            if not batched[0] and case.name not in BECOMING:
                outside(case, method, dims, stacked, expected, what)


def batched_write_gradients(case: Case) -> None:
    """The gradient of a write under ``vmap``, of a tensor made inside and through a view of one, is that of the loop."""
    if not case.live or case.active[0] != 0 or case.name in BECOMING:
        return
    for name, method in writers(case):
        for through_view in (False, True):

            def pull(*both: Any, method: Callable[..., Any] = method, through_view: bool = through_view) -> Any:
                leaves = [t.detach() for t in both[:-1]]
                xs = [leaves[i].requires_grad_() for i in case.active]
                whole = wengert.stack([leaves[0], leaves[0]]) if through_view else leaves[0].clone()
                args, params = refilled((case.args, case.sample.params), iter([whole[1] if through_view else whole, *leaves[1:]]))
                method(*args, **params)
                return tuple(filled(gradient([whole], xs, [wengert.stack([both[-1]] * 2) if through_view else both[-1]]), xs))

            g = normal_like(case.leaves[0], 701)
            try:
                pull(*tensors(case.leaves), *tensors([g]))
            except RuntimeError:
                continue  # refused in place
            for batched in subsets(len(case.leaves)):
                what = f"gradient of {name}{' of a view' if through_view else ''}"
                looped(case, pull, case.leaves, [g], (*batched, True), what)


def outside(case: Case, method: Callable[..., Any], dims: tuple[Any, ...], stacked: Arrays, expected: list[Arrays], what: str) -> None:
    """A batched write into what was made outside is refused and leaves it as it was."""
    first, *others = tensors(stacked)
    version = first._version

    def write(*ts: Any) -> Any:
        args, params = refilled((case.args, case.sample.params), iter([first, *ts]))
        return method(*args, **params)

    try:
        vmap(write, in_dims=dims[1:])(*others)
    except RuntimeError as e:
        assert "made outside the vmap" in str(e), f"{what}, into what was made outside: {e}"
        assert np.array_equal(arrays([first])[0], stacked[0], equal_nan=is_inexact(stacked[0])), f"{what}: refused but written"
        assert first._version == version, f"{what}: refused but counted"
    else:  # what was written was the same for all
        for e in expected:
            assert_all_close(arrays([first]), e[:1], case.tolerance, f"{what}, into what was made outside")


def batched_out(case: Case) -> None:
    """``out=`` under vmap writes what a loop writes."""
    if case.name.startswith("_"):
        return
    space, _, name = case.name.rpartition(".")
    function = wengert
    for part in case.name.split("."):
        function = getattr(function, part, None)
    if not callable(function) or "out" not in inspect.signature(function).parameters:
        return
    single = called(case, tensors(case.leaves))
    if not single: return

    def write(*ts: Any) -> tuple[Any, ...]:
        args, params = refilled((case.args, case.sample.params), iter(ts))
        if case.op is not None and case.op.group is not None:
            args = [*args[: case.op.count], args[case.op.count :]]
        outs = tuple(wengert.empty(y.shape, dtype=wengert.from_numpy(np.array(y)).dtype) for y in single)
        views = tuple(o.view_as(o) for o in outs)
        function(*args, **params, out=outs if len(outs) > 1 else outs[0])
        return (*outs, *views)

    for batched in subsets(len(case.leaves)):
        examples = [[variant(a, b) if f else a for a, f in zip(case.leaves, batched)] for b in range(BATCH)]
        what = f"out= with inputs {np.flatnonzero(batched).tolist()} batched"
        try:
            expected = [arrays(write(*tensors(e))) for e in examples]
        except Exception as e:
            expected, why = None, e
        stacked = [np.stack([e[i] for e in examples]) if f else case.leaves[i] for i, f in enumerate(batched)]
        dims = tuple(0 if f else None for f in batched)
        try:
            found = arrays(vmap(write, in_dims=dims)(*tensors(stacked)))
        except (RuntimeError, IndexError) as e:
            if expected is not None and not has_no_batched_form(e):
                raise AssertionError(f"{what}: {type(e).__name__} {e}") from e
            continue
        except Exception as e:
            raise AssertionError(f"{what}: {type(e).__name__} {e}") from e
        assert expected is not None, f"{what}: done, though one example refuses: {type(why)} {why}"
        for b in range(BATCH):
            assert_all_close([t[b] for t in found], expected[b], case.tolerance, f"example {b} of {what}")
