"""The laws of batching: ``vmap`` of any operation equals a loop, and so do its derivatives and writes.

A case is called under vmap with its arrays batched or not, in all combinations, and once per example in a loop. Both
must give the same results. ``tests/laws.py`` explains what a case is.
"""

from __future__ import annotations

import inspect
import itertools
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np

import wengert
from tests.laws import (
    BECOMING,
    HALVES,
    TOLERANCE,
    Array,
    Arrays,
    Case,
    Loop,
    arrays,
    assert_all_close,
    cast,
    filled,
    gradient,
    is_inexact,
    normal_like,
    refilled,
    tensors,
    tensors_in,
)
from wengert.autograd import forward_ad
from wengert.func import vmap

Fn = Callable[..., Any]

BATCH = 3
FEW = 3  # up to so many arrays, all choices of batched arrays are tested

# whether an array is batched over two nested vmaps: (the outer, the inner)
NEITHER, INNER, OUTER, BOTH = LEVELS = (False, False), (False, True), (True, False), (True, True)


# -- what is batched


def subsets(n: int) -> Iterator[tuple[bool, ...]]:
    """Which of ``n`` arrays are batched: all choices if ``n`` is small, otherwise one, all but one, and all."""
    if n <= FEW:
        yield from (c for c in itertools.product((False, True), repeat=n) if any(c))
        return
    yield from ones(n)
    for i in range(n):
        yield tuple(k != i for k in range(n))


def ones(n: int) -> Iterator[tuple[bool, ...]]:
    """Each of ``n`` arrays batched alone, and all together."""
    for i in range(n):
        yield tuple(k == i for k in range(n))
    if n > 1:
        yield (True,) * n


def around(i: int, n: int) -> Iterator[tuple[bool, ...]]:
    """As :func:`ones`; of many arrays, array ``i`` alone, the next one alone, and all together."""
    for batched in ones(n):
        if n <= FEW or batched[i] or batched[(i + 1) % n]:
            yield batched


def nestings(n: int) -> Iterator[tuple[tuple[bool, bool], ...]]:
    """How ``n`` arrays are batched over two nested vmaps, each of which has a batched array."""
    if n == 1:
        choices: list[Any] = [(BOTH,)]
    else:
        r = np.random.default_rng(n)
        choices = [tuple(LEVELS[int(k)] for k in r.integers(0, 4, n)) for _ in range(5)]
        choices += [(BOTH,) * n, (OUTER,) + (INNER,) * (n - 1), (INNER,) + (OUTER,) * (n - 1)]
    for choice in choices:
        if any(outer for outer, _ in choice) and any(inner for _, inner in choice):
            yield choice


def variant(a: Array, b: int) -> Array:
    """Example ``b`` of an input: nearer to zero, with the same sign. Indices and masks are reordered."""
    if not b:
        return a
    if not is_inexact(a):
        return np.roll(a.reshape(-1), b).reshape(a.shape)
    return np.asarray(a * nearer(b, a.shape)).astype(a.dtype)


@lru_cache(1000)
def nearer(b: int, shape: tuple[int, ...]) -> Array:
    return np.asarray(np.random.default_rng(b).uniform(0.9, 1.0, size=shape))


def variants(a: Array, count: int = BATCH) -> Arrays:
    return [variant(a, b) for b in range(count)]


def examples_of(leaves: Arrays, batched: Sequence[bool], count: int = BATCH) -> list[Arrays]:
    return chosen([variants(a, count) if f else [a] for a, f in zip(leaves, batched, strict=True)], batched, count)


def chosen(columns: list[Arrays], batched: Sequence[bool], count: int = BATCH) -> list[Arrays]:
    """The examples, given the variants of each input."""
    return [[column[b if f else 0] for column, f in zip(columns, batched, strict=True)] for b in range(count)]


# -- the loop


def results(case: Case, leaves: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(tensors_in(case(leaves)))


def looped(f: Loop, examples: list[Arrays], batched: Sequence[bool], dim: int, tolerance: float, what: str) -> None:
    """``vmap`` of a function equals it at each example, and raises if it raises for one."""
    what = f"{what} with inputs {[k for k, f in enumerate(batched) if f]} batched along {dim}"
    refusal: Exception | None = None
    expected: list[Arrays] = []
    try:
        expected = [f(e) for e in examples]
    except REFUSALS as e:
        refusal = e
    inputs = [np.stack(column, dim) if f else column[0] for column, f in zip(zip(*examples), batched, strict=True)]
    dims = tuple(dim if f else None for f in batched)
    try:
        found = arrays(vmap(f.f, in_dims=dims)(*tensors(inputs)))
    except Exception as e:
        assert isinstance(e, REFUSALS), f"{what}: {type(e).__name__}: {e}"
        assert refusal is not None or has_no_batched_form(e), f"{what}: refused, which no example is: {e}"
        return
    assert refusal is None, f"{what}: not refused, as an example is: {refusal}"
    for b, wanted in enumerate(expected):
        ours, theirs = [t.dtype for t in found], [t.dtype for t in wanted]
        assert ours == theirs, f"{what}: {ours}, expected {theirs}"
        wanted = [widened(t) for t in wanted]
        assert_all_close([widened(t[b]) for t in found], wanted, tolerance, f"{what}, example {b}")


REFUSALS = (
    RuntimeError,
    IndexError,
    ValueError,
    TypeError,
    NotImplementedError,
    AssertionError,
)  # PyTorch asserts, too


def has_no_batched_form(e: Exception) -> bool:
    """True if vmap has a reason to refuse: the shape of a result differs by example, or a layout allows no view."""
    return "dynamic shape" in str(e) or "stride" in str(e) or "data-dependent control flow" in str(e)


def widened(a: Array) -> Array:
    return cast(a, "float64") if a.dtype.itemsize == 2 and str(a.dtype) in HALVES else a


# -- values


def batching(case: Case) -> None:
    """``vmap`` equals a loop, whichever inputs are batched, along the first and the last axis."""
    if case.name.endswith("_"):  # writes have laws of their own
        return
    columns = [variants(a) for a in case.leaves]
    for batched in subsets(len(case.leaves)):
        examples = chosen(columns, batched)
        for dim in (0, -1):
            looped(case.alone, examples, batched, dim, case.tolerance, "vmap")


def nesting(case: Case) -> None:
    """Two nested vmaps equal two nested loops, whichever of them each input is batched over."""
    if case.name.endswith("_"):  # writes have laws of their own
        return
    sizes = (2, BATCH)
    for choice in nestings(len(case.leaves)):

        def example(o: int, i: int, choice: Any = choice) -> Arrays:
            pairs = zip(case.leaves, choice, strict=True)
            return [variant(a, o * outer + 2 * i * inner) for a, (outer, inner) in pairs]

        inputs = []
        for k, over in enumerate(choice):
            whole = np.stack([np.stack([example(o, i)[k] for i in range(sizes[1])]) for o in range(sizes[0])])
            inputs.append(whole[tuple(slice(None) if f else 0 for f in over)])
        outer = tuple(0 if o else None for o, _ in choice)
        inner = tuple(0 if i else None for _, i in choice)
        what = f"batched over (outer, inner) {choice}"
        try:
            found = arrays(vmap(vmap(lambda *ts: results(case, ts), inner), outer)(*tensors(inputs)))
        except REFUSALS as e:
            assert has_no_batched_form(e), f"{what}: {type(e).__name__}: {e}"
            continue
        for o, i in np.ndindex(sizes):
            expected = case.alone(example(o, i))
            assert_all_close([t[o, i] for t in found], expected, case.tolerance, f"example {o}, {i} {what}")


def small_batches(case: Case) -> None:
    """A batch of one equals a call. A batch of none has the shapes and dtypes of the results."""
    if case.name.endswith("_"):  # writes have laws of their own
        return
    expected = case.alone(case.leaves)
    for batched in ones(len(case.leaves)):
        dims = tuple(0 if f else None for f in batched)
        for size in (1, 0):
            inputs = [np.stack([a])[:size] if f else a for a, f in zip(case.leaves, batched, strict=True)]
            what = f"a batch of {size} of inputs {np.flatnonzero(batched).tolist()}"
            try:
                found = arrays(vmap(lambda *ts: results(case, ts), dims)(*tensors(inputs)))
            except REFUSALS as e:
                assert has_no_batched_form(e), f"{what}: {type(e).__name__}: {e}"
                continue
            kinds = [(t.shape, str(t.dtype)) for t in found]
            assert kinds == [((size, *e.shape), str(e.dtype)) for e in expected], f"{what}: {kinds}"
            if size:
                assert_all_close([t[0] for t in found], expected, case.tolerance, what)


@np.errstate(over="ignore")  # a large number can be infinite in a half type
def batched_dtypes(case: Case) -> None:
    """In lower precision, vmap equals a loop."""
    if "dtype" in case.sample.params or not any(map(is_inexact, case.leaves)):
        return
    for name in ("float32", *HALVES):
        if name in HALVES and any(a.dtype.kind == "c" for a in case.leaves):
            continue
        lower = {"float64": name, "complex128": "complex64"}
        small = [cast(a, lower.get(str(a.dtype), str(a.dtype))) for a in case.leaves]
        examples = [[cast(a, str(s.dtype)) for a, s in zip(e, small)] for e in examples_of(small, [True] * len(small))]
        tolerance = TOLERANCE[name] * case.sample.cond
        looped(case.alone, examples, [True] * len(small), 0, tolerance, f"{name} under vmap")


def refusals(case: Case) -> None:
    """vmap accepts or refuses inputs of other shapes and dtypes exactly as the call on one example does."""
    if "_" in (case.name[0], case.name[-1]) or case.number >= 3:  # private rows get inputs that have been checked
        return
    with warnings.catch_warnings(action="ignore"):
        columns = [variants(a, 2) for a in case.leaves]
        for i, leaf in enumerate(case.leaves):
            for wrong in spoiled(leaf):
                spoilt = variants(wrong, 2)
                inputs = [spoilt if k == i else column for k, column in enumerate(columns)]
                for batched in around(i, len(inputs)):
                    examples = chosen(inputs, batched, 2)
                    what = f"vmap of input {i} as {wrong.dtype}{list(wrong.shape)}"
                    looped(case.alone, examples, batched, 0, 1e-5 * case.sample.cond, what)


def spoiled(a: Array) -> Iterator[Array]:
    """The input in other shapes and dtypes, and with indices out of range."""
    if a.size and a.ndim:
        yield a[0]
        yield a[..., 0]
        yield a[..., :-1]
        yield a[..., :1]
    if a.ndim:
        yield a[..., :0]
        yield np.concatenate([a, a], -1)
    yield a[None]
    yield a[..., None]
    others = {"f": "float32 int64 complex128", "i": "int32 bool float64", "b": "int64 float64"}
    for dtype in others.get(a.dtype.kind, "").split():
        yield a.astype(dtype)
    if a.dtype.kind == "i":
        yield a + 1000
        yield a - 1


# -- derivatives


def batched_derivatives(case: Case) -> None:
    """``vmap`` of both modes equals a loop, whichever inputs, gradients and tangents are batched."""
    if not case.live:
        return
    n = len(case.leaves)

    def pull(*both: Any) -> list[Any]:
        leaves = [t.detach() for t in both[:n]]
        xs = [leaves[i].requires_grad_() for i in case.active]
        ys = results(case, leaves)
        return filled(gradient([ys[k] for k in case.live], xs, both[n:]), xs)

    def push(*both: Any) -> list[Any]:
        leaves = list(both[:n])
        with forward_ad.dual_level():
            for i, t in zip(case.active, both[n:], strict=True):
                leaves[i] = forward_ad.make_dual(leaves[i], t)
            ys = results(case, leaves)
            return filled([forward_ad.unpack_dual(ys[k]).tangent for k in case.live], [ys[k] for k in case.live])

    columns = [variants(a) for a in case.leaves]
    for name, derivative, directions in (("vjp", pull, case.cotangents()), ("jvp", push, case.tangents())):
        m = len(directions)
        loop = Loop(derivative)
        half = (derivative is pull,) * n + (derivative is push,) * m  # the other half has laws of its own
        for batched in (*((*f, *(True,) * m) for f in ones(n)), half):
            examples = with_directions(chosen(columns, batched[:n]), directions, batched[n:])
            looped(loop, examples, batched, 0, case.tolerance, f"vmap of {name}")


def with_directions(examples: list[Arrays], directions: Arrays, batched: Sequence[bool]) -> list[Arrays]:
    return [
        [*e, *(normal_like(d, 501 + 10 * b + k) if f else d for k, (d, f) in enumerate(zip(directions, batched)))]
        for b, e in enumerate(examples)
    ]


def derivatives_of_a_finished_vmap(case: Case) -> None:
    """Gradients through a vmap, taken outside it, equal those of the loop; so do their derivatives in both modes."""
    if not case.live or case.number >= 2:
        return
    batched = [i in case.active for i in range(len(case.leaves))]
    examples = examples_of(case.leaves, batched, 2)
    inputs = [np.stack(column) if f else column[0] for column, f in zip(zip(*examples), batched, strict=True)]

    def live(*ts: Any) -> tuple[Any, ...]:
        ys = results(case, ts)
        return tuple([ys[k] for k in case.live])

    def mapped(*ts: Any) -> Any:
        return vmap(live, tuple(0 if f else None for f in batched))(*ts)

    def one_by_one(*ts: Any) -> Any:
        ys = [live(*[t[b] if f else t for t, f in zip(ts, batched, strict=True)]) for b in range(2)]
        return [wengert.stack(column) for column in zip(*ys, strict=True)]

    def derivatives(f: Fn) -> list[Any]:
        leaves = tensors(inputs)
        with forward_ad.dual_level():
            xs = [leaves[i].requires_grad_() for i in case.active]
            for k, i in enumerate(case.active):
                leaves[i] = forward_ad.make_dual(leaves[i], wengert.from_numpy(normal_like(inputs[i], 801 + k)))
            ys = f(*leaves)
            cotangents = [wengert.from_numpy(normal_like(y.detach().numpy(), 811 + k)) for k, y in enumerate(ys)]
            pairs = [forward_ad.unpack_dual(g) for g in filled(gradient(ys, xs, cotangents, create_graph=True), xs)]
            firsts = [p.primal for p in pairs]
            seconds = [g for g in firsts if g.requires_grad]
            again = gradient(seconds, xs, [wengert.ones_like(g) for g in seconds]) if seconds else [None] * len(xs)
            return firsts + filled([p.tangent for p in pairs], xs) + filled(again, xs)

    try:
        found = derivatives(mapped)
    except REFUSALS as e:
        assert has_no_batched_form(e), f"{type(e).__name__}: {e}"
        return
    assert_all_close(arrays(found), arrays(derivatives(one_by_one)), case.tolerance, "outside of the vmap")


def batched_cotangents(case: Case) -> None:
    """``is_grads_batched`` equals a loop over gradients."""
    if not case.live:
        return
    cotangents = with_directions([[]] * BATCH, case.cotangents(), [True] * len(case.live))
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


def writers(case: Case) -> Iterator[tuple[str, Fn]]:
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


def written(case: Case, method: Fn, x: Any, others: Sequence[Any]) -> Any:
    """``x`` after the write."""
    args, params = refilled((case.args, case.sample.params), iter([x, *others]))
    method(*args, **params)
    return x


def batched_writes(case: Case) -> None:
    """In-place writes under ``vmap`` equal a loop. They change only copies made inside and what shares their memory."""
    for name, method in writers(case):

        def write(*ts: Any, method: Fn = method) -> tuple[Any, ...]:
            alone = ts[0].clone()
            if case.name in BECOMING:
                return (written(case, method, alone, ts[1:]),)
            detached, view = alone.detach(), alone.view_as(alone)
            whole = wengert.stack([ts[0], ts[0]])
            before, data = whole[1], whole[1:].data
            written(case, method, alone, ts[1:])
            written(case, method, whole[1], ts[1:])
            other = wengert.stack([ts[0], ts[0]])
            written(case, method, other[1].detach(), ts[1:])
            return alone, detached, view, whole, before, data, other

        loop = Loop(write)
        for batched in subsets(len(case.leaves)):
            looped(loop, examples_of(case.leaves, batched), batched, 0, case.tolerance, name)
            if not batched[0] and case.name not in BECOMING:
                outside(case, name, method, batched)


def outside(case: Case, name: str, method: Fn, batched: tuple[bool, ...]) -> None:
    """A batched write to a tensor from outside raises and changes nothing. A write that is not batched is done."""
    examples = examples_of(case.leaves, batched)
    inputs = [np.stack(column) if f else column[0] for column, f in zip(zip(*examples), batched, strict=True)]
    x, *others = tensors(inputs)
    version, before = x._version, arrays([x])[0].copy()
    dims = tuple(0 if f else None for f in batched[1:])
    try:
        vmap(lambda *ts: written(case, method, x, ts), dims)(*others)
    except REFUSALS as e:
        assert np.array_equal(arrays([x])[0], before, equal_nan=is_inexact(before)), f"{name}: refused but written"
        assert x._version == version, f"{name}: refused but counted"
        try:
            expected = [arrays([written(case, method, *split_first(tensors(e)))]) for e in examples]
        except REFUSALS:
            return
        assert "made outside the vmap" in str(e), f"{name} into what was made outside: {e}"
    else:
        expected = [arrays([written(case, method, *split_first(tensors(e)))]) for e in examples]
        for e in expected:
            assert_all_close(arrays([x]), e, case.tolerance, f"{name} into what was made outside")


def split_first(ts: list[Any]) -> tuple[Any, list[Any]]:
    return ts[0], ts[1:]


def batched_write_gradients(case: Case) -> None:
    """The gradient of a write under ``vmap``, to a copy made inside and to a view of one, equals that of the loop."""
    if not case.live or case.active[0] != 0 or case.name in BECOMING:
        return
    for name, method in writers(case):

        def pull(*both: Any, method: Fn = method) -> list[Any]:
            leaves = [t.detach() for t in both[:-1]]
            xs = [leaves[i].requires_grad_() for i in case.active]
            alone, whole = leaves[0].clone(), wengert.stack([leaves[0], leaves[0]])
            written(case, method, alone, leaves[1:])
            written(case, method, whole[1], leaves[1:])
            return filled(gradient([alone, whole[1]], xs, [both[-1], 2 * both[-1]]), xs)

        g, loop = normal_like(case.leaves[0], 701), Loop(pull)
        for batched in ones(len(case.leaves)):
            examples = with_directions(examples_of(case.leaves, batched), [g], [True])
            looped(loop, examples, (*batched, True), 0, case.tolerance, f"gradient of {name}")


def batched_out(case: Case) -> None:
    """``out=`` under ``vmap`` writes the same as in a loop. Tensors that share the memory see it."""
    if case.name.startswith("_"):
        return
    function: Any = wengert
    for part in case.name.split("."):
        function = getattr(function, part, None)
    if not callable(function) or "out" not in inspect.signature(function).parameters:
        return
    grouped = case.op is not None and case.op.group is not None
    single = results(case, tensors(case.leaves))
    if not single:
        return

    def write(*ts: Any) -> tuple[Any, ...]:
        args, params = refilled((case.args, case.sample.params), iter(ts))
        outs = tuple(wengert.zeros(y.shape, dtype=y.dtype) for y in single)
        seen = [o.view_as(o) for o in outs]
        function(*([args] if grouped else args), **params, out=outs if len(outs) > 1 else outs[0])
        return (*outs, *seen)

    loop = Loop(write)
    for batched in ones(len(case.leaves)):
        looped(loop, examples_of(case.leaves, batched), batched, 0, case.tolerance, "out=")


VALUES = (batching, batched_derivatives)  # what depends on the values of the sample
WAYS = (  # what depends on the operation, its dtypes and shapes: a few samples tell
    nesting, small_batches, batched_dtypes, refusals, derivatives_of_a_finished_vmap, batched_cotangents,
    batched_writes, batched_write_gradients, batched_out,
)  # fmt: skip
LAWS = VALUES + WAYS
