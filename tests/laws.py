"""The laws: properties that hold for every operation at every sample.

A law is a function of a :class:`Case`, which is one operation at one sample. It returns, or raises ``AssertionError``.
Every derivative is compared with a finite difference, never only with another derivative.

Lists of arrays are treated as vectors. ``dot`` is their real inner product; for complex numbers it is that of the real
and imaginary parts. Then torch's gradient is the plain transpose of the derivative, and complex functions need no laws
of their own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import Any

import numpy as np

import wengert
from tests import facts
from tests.cases import among, collected
from tests.samples import Sample, load_all
from wengert._core.arrays.arrays import is_array, move, xp_of
from wengert._core.arrays.conjugates import unconjugated
from wengert._core.arrays.dtypes import category
from wengert._core.declare.families import SIGNATURES
from wengert._core.dispatch.op import Op
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY
from wengert._core.errors.text import type_name
from wengert._core.tape.tensor import payload_of
from wengert.autograd import forward_ad

Array = np.ndarray[Any, np.dtype[Any]]
Arrays = list[Array]
Law = Callable[["Case"], None]

STEP = 1e-4  # the step of finite differences; samples are at least 0.1 away from kinks
SMALL = 12  # up to so many numbers are moved one by one; more are moved together, along a random direction
DEVICE = "cpu"  # the device of the laws' tensors; the GPU tests change it
TOLERANCE = {"float64": 1e-6, "complex128": 1e-6, "float32": 1e-4, "complex64": 1e-4, "float16": 2e-2, "bfloat16": 1e-1}
HALVES = ("float16", "bfloat16")
INTEGERS = ("int32", "uint8", "bool")
DTYPES = facts.load("dtypes")  # the dtypes of PyTorch's results
DOUBLE_OF_HALVES = {"bincount"}  # and these of what is neither float32 nor float64
ALWAYS_DOUBLE = {"float_power"}  # torch computes these in double precision for all inputs


class Case:
    """One operation at one sample. Its arrays are taken out, so that others can take their place."""

    def __init__(self, name: str, number: int, sample: Sample, ref: Callable[..., Any] | None) -> None:
        self.name, self.number, self.sample = name, number, sample
        self.op: Op | None = REGISTRY.get(name)
        self.function = self.op or COMPOSITES[name]
        self.ref = sample.ref or ref
        starred = self.op is not None and self.op.group is not None
        args = [a for arg in sample.args for a in (arg if starred and isinstance(arg, (list, tuple)) else [arg])]
        self.args = [np.asarray(a) if isinstance(a, np.generic) else a for a in args]
        self.leaves: Arrays = list(arrays_in((self.args, sample.params)))
        self.flat = len(self.places) == len(self.leaves)

    def __repr__(self) -> str:
        return f"{self.name} at sample {self.number} {self.sample}"

    def __call__(self, leaves: Sequence[Any]) -> Any:
        """Call the operation on other arrays, or on tensors."""
        if not self.flat:
            args, params = refilled((self.args, self.sample.params), iter(leaves))
            return self.function(*args, **params)
        args = list(self.args)
        for k, x in zip(self.places, leaves, strict=True):
            args[k] = x
        return self.function(*args, **self.sample.params)

    @cached_property
    def active(self) -> list[int]:
        """The arrays that are differentiable inputs. For a row these have a formula; for a composite, a suitable
        dtype.
        """
        inexact = [i for i, a in enumerate(self.leaves) if is_inexact(a)]
        return inexact if self.op is None else [i for i in inexact if self.op.bit(self.places[i])]

    @cached_property
    def places(self) -> list[int]:
        """The arguments that are arrays. (For rows, these are all their arrays.)"""
        return [k for k, a in enumerate(self.args) if isinstance(a, np.ndarray)]

    @cached_property
    def point(self) -> Arrays:
        return [self.leaves[i] for i in self.active]

    @cached_property
    def live(self) -> list[int]:
        """The results that are differentiable."""
        if not self.active:
            return []
        with wengert.enable_grad():
            return [k for k, y in enumerate(self.at(tensors(self.point, requires_grad=True))) if y.requires_grad]

    @cached_property
    def alone(self) -> Loop:
        """The results of calls with arrays in place of the sample's, each computed once until :meth:`forget`."""
        return Loop(lambda *ts: tensors_in(self(ts)))

    def forget(self) -> None:
        """Drop what laws share of this case."""
        for name in ("alone", "_cotangents"):
            self.__dict__.pop(name, None)

    @cached_property
    def smooth(self) -> bool:
        """True if derivatives can be compared with finite differences here."""
        return not self.sample.kink and bool(self.live) and all(np.isfinite(y).all() for y in self.primal(self.point))

    @property
    def tolerance(self) -> float:
        return TOLERANCE["float64"] * self.sample.cond

    def at(self, active: Sequence[Any], others: Sequence[Array] | None = None) -> list[Any]:
        """The results, as tensors, where the tensors ``active`` are the differentiable inputs."""
        leaves = tensors(self.leaves if others is None else others)
        for i, x in zip(self.active, active, strict=True):
            leaves[i] = x
        return tensors_in(self(leaves))

    def primal(self, xs: Arrays) -> Arrays:
        """The differentiable results as arrays. Rows run on plain payloads."""
        if self.op is None:
            with wengert.no_grad():
                results = arrays(self.at(tensors(xs)))
        else:
            leaves = list(self.leaves)
            for i, x in zip(self.active, xs, strict=True):
                leaves[i] = x
            results = values_in(self(payloads(leaves)))
        return [results[k] for k in self.live]

    def cotangents(self) -> Arrays:
        return list(self._cotangents)

    @cached_property
    def _cotangents(self) -> Arrays:
        return [normal_like(y, 1 + k) for k, y in enumerate(self.primal(self.point))]

    def tangents(self) -> Arrays:
        return [normal_like(x, 101 + k) for k, x in enumerate(self.point)]

    def pullback(self, xs: Sequence[Any], gs: Sequence[Any], **options: Any) -> list[Any]:
        """Gradients, as tensors, at tensors ``xs`` that require grad."""
        ys = self.at(xs)
        return filled(gradient([ys[k] for k in self.live], xs, gs, **options), xs)

    def vjp(self, xs: Arrays, gs: Arrays) -> Arrays:
        return arrays(self.pullback(tensors(xs, requires_grad=True), tensors(gs)))

    def pushforward(self, xs: Sequence[Any], ts: Sequence[Any]) -> list[Any]:
        """Tangents, as tensors, inside a new dual level."""
        with forward_ad.dual_level():
            ys = self.at([forward_ad.make_dual(x, t) for x, t in zip(xs, ts, strict=True)])
            ys = [ys[k] for k in self.live]
            return filled([forward_ad.unpack_dual(y).tangent for y in ys], ys)

    def jvp(self, xs: Arrays, ts: Arrays) -> Arrays:
        return arrays(self.pushforward(tensors(xs), tensors(ts)))


class Loop:
    """A function of tensors, called with one example's arrays after the other. None is computed twice."""

    def __init__(self, f: Callable[..., Any]) -> None:
        self.f = f
        self.known: dict[Any, Arrays | Exception] = {}

    def __call__(self, example: Sequence[Array]) -> Arrays:
        key = tuple([(a.tobytes(), a.shape, a.strides, a.dtype) for a in example])
        found = self.known.get(key)
        if found is None:
            try:
                found = arrays(self.f(*tensors(example)))
            except Exception as e:
                found = e.with_traceback(None)
            self.known[key] = found
        if isinstance(found, Exception):
            raise found
        return found


# -- arrays and tensors


def arrays_in(x: Any) -> Iterator[Array]:
    """The arrays in nested arguments, in order."""
    if isinstance(x, np.ndarray):
        yield x
    elif isinstance(x, dict):
        for value in x.values():
            yield from arrays_in(value)
    elif isinstance(x, (list, tuple)):
        for value in x:
            yield from arrays_in(value)


def refilled(x: Any, leaves: Iterator[Any]) -> Any:
    """Nested arguments with their arrays replaced.

    Lists are made, no generators: a tuple of a generator leaves an object on Python's list of freed ones, call by call.
    """
    if isinstance(x, np.ndarray):
        return next(leaves)
    if isinstance(x, dict):
        return {k: refilled(v, leaves) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return type(x)([refilled(v, leaves) for v in x])
    return x


def is_inexact(a: Any) -> bool:
    kind = a.dtype.kind
    return kind in "fc" or (kind == "V" and str(a.dtype) == "bfloat16")


def tensors(xs: Sequence[Array], requires_grad: bool = False) -> list[Any]:
    """Tensors that own their memory."""
    ts = [wengert.from_numpy(np.array(x)) for x in xs]
    if DEVICE != "cpu":
        ts = [t.to(DEVICE) for t in ts]
    return [t.requires_grad_() for t in ts] if requires_grad else ts


def payloads(xs: Sequence[Array]) -> list[Any]:
    """The inputs of rows: on the CPU, the arrays themselves."""
    return [move(np.asarray(x), DEVICE) for x in xs]


def tensors_in(x: Any) -> list[Any]:
    """The tensors in a result, in order."""
    if isinstance(x, wengert.Tensor):
        return [x]
    return [t for one in x for t in tensors_in(one)] if isinstance(x, (list, tuple)) else []


def values_in(x: Any) -> Arrays:
    """All values in a result as arrays: those of tensors, payloads and Python numbers. None is skipped."""
    if x is None:
        return []
    if isinstance(x, tuple) or (isinstance(x, list) and any(hasattr(v, "dtype") for v in x)):
        return [v for one in x for v in values_in(one)]
    payload = payload_of(x)
    return [move(payload, "cpu") if is_array(payload) else np.asarray(payload)]


def arrays(ts: Sequence[Any]) -> Arrays:
    return [move(payload_of(t), "cpu") for t in ts]


def filled(found: Sequence[Any], like: Sequence[Any]) -> list[Any]:
    """Replace None by zeros: a missing derivative is zero."""
    return [wengert.zeros_like(x) if d is None else d for d, x in zip(found, like, strict=True)]


def gradient(ys: Sequence[Any], xs: Sequence[Any], gs: Sequence[Any], **options: Any) -> Sequence[Any]:
    """``autograd.grad`` of the outputs that are part of a graph."""
    pairs = [(y, g) for y, g in zip(ys, gs, strict=True) if y.requires_grad]
    if not pairs:
        return [None] * len(xs)
    outputs, cotangents = zip(*pairs, strict=True)
    return wengert.autograd.grad(outputs, xs, cotangents, allow_unused=True, **options)


def normal_like(x: Array, seed: int) -> Array:
    return drawn(x.shape, x.dtype.kind == "c", seed).astype(x.dtype)


@lru_cache(1000)
def drawn(shape: tuple[int, ...], cplx: bool, seed: int) -> Array:
    r = np.random.default_rng(seed)
    return np.asarray(r.normal(size=shape) + (1j * r.normal(size=shape) if cplx else 0))


def dot(xs: Sequence[Array], ys: Sequence[Array]) -> float:
    return float(sum(np.vdot(x, y).real for x, y in zip(xs, ys, strict=True)))


def size_of(xs: Sequence[Array]) -> float:
    """The size of the terms of a ``dot``, which determines its rounding error."""
    return float(sum(np.abs(x).sum() for x in xs))


def slope(f: Callable[[Arrays], Arrays], xs: Arrays, direction: Arrays) -> Arrays:
    """The derivative of ``f`` along a direction: central differences with one Richardson extrapolation."""

    def central(h: float) -> Arrays:
        above = f([x + h * d for x, d in zip(xs, direction, strict=True)])
        below = f([x - h * d for x, d in zip(xs, direction, strict=True)])
        return [(a - b) / (2 * h) for a, b in zip(above, below, strict=True)]

    return [(4 * fine - coarse) / 3 for fine, coarse in zip(central(STEP), central(2 * STEP), strict=True)]


def directions(xs: Arrays) -> Iterator[Arrays]:
    """All unit directions if there are few, otherwise one random direction."""
    if sum(x.size * (2 if x.dtype.kind == "c" else 1) for x in xs) > SMALL:
        yield [normal_like(x, 201 + k) for k, x in enumerate(xs)]
        return
    for k, x in enumerate(xs):
        for i in np.ndindex(x.shape):
            for unit in (1, 1j) if x.dtype.kind == "c" else (1,):
                one = [np.zeros_like(y) for y in xs]
                one[k][i] = unit
                yield one


def assert_close(found: Any, expected: Any, tolerance: float, what: str, scale: float = 1.0) -> None:
    """Compare values. NaN and infinity must agree, too."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape, f"{what}: shape {found.shape}, expected {expected.shape}"
    wide = np.complex128 if "c" in (found.dtype.kind, expected.dtype.kind) else np.float64
    found, expected = found.astype(wide, copy=False), expected.astype(wide, copy=False)
    if found.tobytes() == expected.tobytes():
        return
    close = np.isclose(found, expected, rtol=tolerance, atol=tolerance * scale, equal_nan=True)
    if not close.all():
        at = tuple(int(i) for i in np.argwhere(~close)[0])
        raise AssertionError(f"{what}: {found[at]} at {list(at)}, expected {expected[at]} ({np.sum(~close)} differ)")


def assert_all_close(found: Sequence[Any], expected: Sequence[Any], tolerance: float, what: str) -> None:
    assert len(found) == len(expected), f"{what}: {len(found)} values, expected {len(expected)}"
    for k, (f, e) in enumerate(zip(found, expected, strict=True)):
        if f is e or (f.dtype is e.dtype and f.shape == e.shape and f.tobytes() == e.tobytes()):
            continue  # most results are the same to the bit
        finite = np.abs(e[np.isfinite(e)])
        assert_close(f, e, tolerance, f"{what} [{k}]", max(1.0, float(finite.max(initial=0.0))))


def cast(a: Array, name: str) -> Array:
    return a.astype(wengert._core.arrays.dtypes.as_numpy(name))


def recast(sample: Sample, dtype: str) -> Sample | None:
    """The sample with its floating point (or integer) arrays cast to another dtype; None if it has none."""
    kinds = "f" if dtype in TOLERANCE else "i"
    leaves = list(arrays_in((sample.args, sample.params)))
    if not any(a.dtype.kind in kinds for a in leaves) or (dtype == "uint8" and any(map(is_inexact, leaves))):
        return None
    others = [cast(np.abs(a) if dtype == "uint8" else a, dtype) if a.dtype.kind in kinds else a for a in leaves]
    if dtype == "float32":
        others = [a.astype(np.complex64) if a.dtype.kind == "c" else a for a in others]
    args, params = refilled((sample.args, sample.params), iter(others))
    return Sample(*args, cond=sample.cond, **params)


# -- the laws


def reference(case: Case) -> None:
    """Values equal those of the reference function, for tensors and for plain arrays. Dtypes equal PyTorch's.

    For rows that are not public, PyTorch's dtypes are not known. Then dtypes equal those of the reference.
    """
    results = values_in(case(tensors(case.leaves)))
    kind = facts.kind(case)
    assert case.name not in DTYPES or kind in DTYPES[case.name], f"no dtypes of ({kind}): `make facts` asks PyTorch"
    wanted = DTYPES.get(case.name, {}).get(kind)
    if case.op is not None:
        assert_all_close(results, values_in(case(payloads(case.leaves))), 0.0, "tensors against arrays")
    if case.ref is not None:
        expected = values_in(case.ref(*case.sample.args, **case.sample.params))
        # the input is integer, or a dtype is given
        low = any(str(r.dtype) in ("float32", "complex64") for r in results)
        assert_all_close(results, expected, (1e-6 if low else 1e-10) * case.sample.cond, "value")
        wanted = wanted or facts.dtypes_of(expected)
    found = facts.dtypes_of(results)
    assert not wanted or found == wanted, f"the results are {found}, expected {wanted}"


def vjp(case: Case) -> None:
    """The gradient is the transpose of the function's finite difference."""
    if not case.smooth:
        return
    gs = case.cotangents()
    found = case.vjp(case.point, gs)
    for k, (d, x) in enumerate(zip(found, case.point, strict=True)):
        assert d.shape == x.shape and d.dtype == x.dtype, f"gradient {k} is {d.dtype}{d.shape}, not {x.dtype}{x.shape}"
    for direction in directions(case.point):
        rise = slope(case.primal, case.point, direction)
        scale = 1 + size_of(rise) + size_of(found)
        assert_close(dot(found, direction), dot(gs, rise), case.tolerance, "<vjp(g), t> against <g, slope>", scale)


def adjoint(case: Case) -> None:
    """Forward mode is the transpose of reverse mode, at kinks, too."""
    if not case.live:
        return
    gs, ts = case.cotangents(), case.tangents()
    pulled, pushed = case.vjp(case.point, gs), case.jvp(case.point, ts)
    scale = 1 + size_of(pulled) + size_of(pushed)
    if np.isfinite(scale):
        assert_close(dot(gs, pushed), dot(pulled, ts), case.tolerance, "<g, jvp(t)> against <vjp(g), t>", scale)


def twice_pulled(case: Case) -> None:
    """The gradient is linear in its cotangent, and the transpose of that is forward mode, at kinks and edges, too.

    A formula ``where(hole, 0, g * slope)`` is wrong: a slope that is not finite in the hole makes this NaN.
    """
    if not case.live:
        return
    directions = case.tangents()
    xs, gs = tensors(case.point, requires_grad=True), tensors(case.cotangents(), requires_grad=True)
    results = case.at(xs)
    pulled = gradient([results[k] for k in case.live], xs, gs, create_graph=True)
    parts = [(p, t) for p, t in zip(pulled, tensors(directions), strict=True) if p is not None and p.requires_grad]
    if parts:
        found = arrays(filled(gradient([p for p, _ in parts], gs, [t for _, t in parts]), gs))
        pushed = case.jvp(case.point, directions)
        known = [np.where(np.isfinite(p), f, p) for f, p in zip(found, pushed, strict=True)]
        assert_all_close(known, pushed, case.tolerance, "the transpose of <vjp(g), t> in g against jvp(t)")


def in_part(case: Case) -> None:
    """The gradient of one input, computed alone, is the one that is computed with those of the others."""
    if not case.live or len(case.point) < 2:
        return
    for create_graph in (False, True):
        xs, gs = tensors(case.point, requires_grad=True), tensors(case.cotangents())
        results = case.at(xs)
        ys = [results[k] for k in case.live]
        together = gradient(ys, xs, gs, retain_graph=True, create_graph=create_graph)
        apart = [gradient(ys, [x], gs, retain_graph=True, create_graph=create_graph)[0] for x in xs]
        assert [d is None for d in apart] == [d is None for d in together], "a gradient is missing, or is not"
        assert_all_close(
            arrays(filled(apart, xs)), arrays(filled(together, xs)), 1e-12 * case.sample.cond, "gradient alone"
        )


def second_order(case: Case) -> None:
    """Second derivatives by any two modes agree. Away from kinks they equal finite differences of the first."""
    if not case.live:
        return
    n = len(case.point)

    def backward(both: Sequence[Any], **options: Any) -> list[Any]:
        return case.pullback(both[:n], both[n:], **options)

    def forward(both: Sequence[Any], **options: Any) -> list[Any]:
        return case.pushforward(both[:n], both[n:])

    for first, name, at in (
        (backward, "backward", case.point + case.cotangents()),
        (forward, "forward", case.point + case.tangents()),
    ):
        direction = [normal_like(x, 301 + k) for k, x in enumerate(at)]
        inputs = tensors(at, requires_grad=True)
        results = first(inputs, create_graph=True)
        weights = [normal_like(y, 401 + k) for k, y in enumerate(arrays(results))]
        pulled = arrays(filled(gradient(results, inputs, tensors(weights)), inputs))
        with forward_ad.dual_level():
            duals = [forward_ad.make_dual(x, t) for x, t in zip(tensors(at), tensors(direction), strict=True)]
            results = first([x.requires_grad_() for x in duals] if first is backward else duals)
            pushed = arrays(filled([forward_ad.unpack_dual(r).tangent for r in results], results))
        scale = 1 + size_of(pulled) + size_of(pushed)
        if np.isfinite(scale):
            what = f"<reverse over {name}, t> against <g, forward over {name}>"
            assert_close(dot(pulled, direction), dot(weights, pushed), case.tolerance, what, scale)
        if case.smooth:
            again = case.vjp if first is backward else case.jvp
            rise = slope(lambda both, again=again: again(both[:n], both[n:]), at, direction)
            assert_all_close(pushed, rise, case.tolerance, f"forward over {name} against its slope")


@np.errstate(over="ignore")  # a large number can be infinite in a half type
def dtypes(case: Case) -> None:
    """In lower precision the value is the rounded value of double precision, and the dtype is the right one.

    For other integers and bools, the dtypes of the results equal PyTorch's.
    """
    for name in INTEGERS:
        sample = recast(case.sample, name)
        other = sample and Case(case.name, case.number, sample, None)
        wanted = other and DTYPES.get(case.name, {}).get(facts.kind(other))
        if wanted:
            found = facts.dtypes_of(values_in(other(tensors(other.leaves))))
            assert found == wanted, f"{name}: the results are {found}, expected {wanted}"
    if "dtype" in case.sample.params or case.name in ALWAYS_DOUBLE or not any(map(is_inexact, case.leaves)):
        return
    for name in ("float32", *HALVES):
        lower = {"float64": name, "complex128": "complex64"}
        if name in HALVES and any(a.dtype.kind == "c" for a in case.leaves):
            continue
        small = [cast(a, lower.get(str(a.dtype), str(a.dtype))) for a in case.leaves]
        wide = [cast(a, str(b.dtype)) for a, b in zip(small, case.leaves, strict=True)]  # the same numbers as ``small``
        try:
            found = arrays(tensors_in(case(tensors(small))))
        except RuntimeError as e:
            if type_name(wengert._core.arrays.dtypes.as_numpy(name)) in str(e):
                continue  # refused with a clear error
            raise
        expected = arrays(tensors_in(case(tensors(wide))))
        for k, (f, e) in enumerate(zip(found, expected, strict=True)):
            widened = name in HALVES and case.name in DOUBLE_OF_HALVES
            wanted = str(e.dtype) if widened else lower.get(str(e.dtype), str(e.dtype))
            if name in HALVES and wanted == "complex64":
                continue  # there is no complex dtype of half precision
            assert str(f.dtype) == wanted, f"{name}: result {k} is {f.dtype}, expected {wanted}"
            rounded = cast(cast(e, wanted), str(e.dtype))
            assert_all_close(
                [cast(f, str(e.dtype))], [rounded], TOLERANCE[name] * case.sample.cond, f"{name}, result {k}"
            )
        if not case.live:
            continue
        xs = tensors([small[i] for i in case.active], requires_grad=True)
        ys = [case.at(xs, small)[k] for k in case.live]
        for k, d in enumerate(gradient(ys, xs, [wengert.ones_like(y) for y in ys])):
            assert d is None or d.dtype == xs[k].dtype, f"{name}: gradient {k} is {d.dtype}"


def layouts(case: Case) -> None:
    """The memory layout of the inputs makes no difference: column by column, with gaps, or backwards."""
    expected = arrays(tensors_in(case(tensors(case.leaves))))
    gs = case.cotangents()
    pulled = case.vjp(case.point, gs) if case.live else []
    for name, laid_out in (("columns", in_columns), ("gaps", gapped), ("backwards", reversed_in_memory)):
        leaves = [laid_out(a) for a in case.leaves]
        try:
            found = arrays(tensors_in(case([wengert.from_numpy(a).to(DEVICE) for a in leaves])))
        except RuntimeError as e:
            if "stride" in str(e):
                continue  # this layout allows no such view
            raise
        assert_all_close(found, expected, 1e-12 * case.sample.cond, name)
        if case.op is not None:
            assert_all_close(values_in(case(payloads(leaves))), expected, 1e-12 * case.sample.cond, name)
        if case.live:
            xs = [wengert.from_numpy(leaves[i]).to(DEVICE).requires_grad_() for i in case.active]
            found = arrays(case.pullback(xs, [wengert.from_numpy(laid_out(g)).to(DEVICE) for g in gs]))
            assert_all_close(found, pulled, 1e-12 * case.sample.cond, f"gradient, {name}")


def in_columns(a: Array) -> Array:
    return np.array(a, order="F")


def gapped(a: Array) -> Array:
    wide = np.zeros((*a.shape, 2), a.dtype)
    wide[..., 0] = a
    return wide[..., 0]


def reversed_in_memory(a: Array) -> Array:
    backwards = (slice(None, None, -1),) * a.ndim
    return np.ascontiguousarray(a[backwards])[backwards].reshape(a.shape)


def unmutated(case: Case) -> None:
    """Neither a call nor its backward pass changes the inputs."""
    if case.name.endswith("_"):
        return
    xs = tensors(case.leaves)
    if case.op is not None:
        case([payload_of(x) for x in xs])
    for i in case.active:
        xs[i].requires_grad_()
    ys = tensors_in(case(xs))
    gradient(ys, [xs[i] for i in case.active], [wengert.ones_like(y) for y in ys])
    for x, a in zip(arrays(xs), case.leaves, strict=True):
        assert np.array_equal(x, a, equal_nan=is_inexact(a)), "an input was changed"


def aliasing(case: Case) -> None:
    """Results share memory with an input exactly if the row is a view, and they always know it."""
    xs = tensors(case.leaves)
    memory = [payload_of(x) for x in xs]
    if case.op is not None:
        results = case(memory)
        for k, y in enumerate(results if isinstance(results, tuple) else (results,)):
            for i, a in enumerate(memory):
                declared = case.op.view and i == 0 and y.size > 0
                assert shares_memory(y, a) == declared, f"result {k} is {'no ' * declared}alias of input {i}"
    for k, y in enumerate(tensors_in(case(xs))):
        for i, x in enumerate(xs):
            if y is not x and shares_memory(payload_of(y), memory[i]):
                told = f"result {k} is an alias of input {i} and does not know it"
                assert y._wg_storage is x._wg_storage, told
                assert case.name == "_view_dtype" or (y._is_view() and y._base is x), told


def shares_memory(a: Any, b: Any) -> bool:
    a, b = unconjugated(a), unconjugated(b)
    xp = xp_of(a, b)
    return bool(xp.may_share_memory(a, b) and xp.shares_memory(a, b))


# Operations whose in-place form turns a tensor into a view of itself, possibly of another shape.
BECOMING = {
    signature.partition("(")[0]
    for _, signature, options in SIGNATURES
    if options.get("view") and options.get("inplace")
}


def in_place(case: Case) -> None:
    """``name_`` writes the result of ``name``, with its gradient, also through a view. It refuses what torch refuses.

    The same holds for ``name`` with ``inplace=True``.
    """
    if case.name.startswith("_") or not case.args or not isinstance(case.args[0], np.ndarray):
        return
    space, _, name = case.name.rpartition(".")
    if space == "masked":  # in-place forms of these names belong to other operations
        return
    functions = wengert.nn.functional if space == "nn.functional" else wengert.Tensor
    method, function = getattr(functions, name + "_", None), getattr(functions, name, None)
    if method is not None:
        written_by(method, case)
    if function is None or space != "nn.functional" or "dropout" in name:
        return
    if "inplace" in inspect.signature(function).parameters:
        written_by(partial(function, inplace=True), case)


def written_by(method: Callable[..., Any], case: Case) -> None:
    def write(x: Any, leaves: Sequence[Any]) -> Any:
        args, params = refilled((case.args, case.sample.params), iter([x, *leaves[1:]]))
        return method(*args, **params)

    first = case.leaves[0]
    expected = arrays(tensors_in(case(tensors(case.leaves))))[0]
    leaves = tensors(case.leaves)
    x = leaves[0]
    becomes = case.name in BECOMING
    if not becomes and expected.shape != first.shape or category(expected.dtype) > category(first.dtype):
        refused(write, x, leaves, "a result of another shape or dtype")
        return
    if first.dtype.kind == "c" and is_inexact(expected) and expected.dtype.kind != "c":
        refused(write, x, leaves, "a real result in complex memory")
        return
    version = x._version
    assert write(x, leaves) is x, "the in-place form returns its input"
    assert_all_close(arrays([x]), [expected.astype(first.dtype)], 1e-12, "in place")
    assert x._version > version, "the write was not counted"
    if not case.live or case.active[0] != 0:
        return
    refused(write, tensors([first], requires_grad=True)[0], leaves, "a leaf that requires grad")
    pulled = case.vjp(case.point, case.cotangents())
    gs = tensors([g.astype(first.dtype) for g in case.cotangents()])
    for name, (taken, shown) in (COPIES | (MIRRORED if first.dtype in (np.float32, np.float64) else {}) |
                                 (CONJUGATED if first.dtype.kind == "c" else {})).items():  # fmt: skip
        xs = tensors(case.point, requires_grad=True)
        leaves = tensors(case.leaves)
        for i, x in zip(case.active, xs, strict=True):
            leaves[i] = x
        written = write(taken(xs[0]), leaves)
        assert_all_close(arrays([written]), [expected], 1e-12, f"in place {name}")
        if shown is not None and not becomes:
            base = written._base
            assert_all_close([shown(arrays([base])[0])], [expected], 1e-12, f"in place {name}, as the base has it")
        assert_all_close(arrays(filled(gradient([written], xs, gs), xs)), pulled, 1e-10, f"gradient in place {name}")


# How a tensor is made that is written in place, and how NumPy reads the same values from its base
COPIES: dict[str, Any] = {
    "of a copy": (lambda x: x.clone(), None),
    "of a view": (lambda x: wengert.stack([x, x])[1], lambda b: b[1]),
}
CONJUGATED: dict[str, Any] = {
    "of a conjugate": (lambda x: x.conj_physical().conj(), np.conj),
    "of a view of a conjugate": (lambda x: wengert.stack([x, x]).conj_physical().conj()[1], lambda b: np.conj(b)[1]),
}
MIRRORED: dict[str, Any] = {"of a negated view": (lambda x: wengert.complex(x, -x).conj().imag, lambda b: -b.imag)}


def refused(write: Callable[[Any, Sequence[Any]], Any], x: Any, leaves: Sequence[Any], what: str) -> None:
    """The write raises and leaves ``x`` unchanged."""
    before, version = np.array(arrays([x])[0]), x._version
    try:
        write(x, leaves)
    except RuntimeError:
        assert np.array_equal(arrays([x])[0], before, equal_nan=is_inexact(before)), f"{what}: refused but changed"
        assert x._version == version, f"{what}: refused but counted"
    else:
        raise AssertionError(f"{what} was not refused in place")


# -- running them


@cache
def cases(name: str) -> list[Case]:
    """All samples of one operation."""
    assert name in SAMPLES, f"{name} has no samples. Write some in the file of tests/samples/ named as its table."
    entry = SAMPLES[name]
    return [Case(name, k, sample, entry.ref) for k, sample in enumerate(entry.all())]


def few(name: str) -> list[Case]:
    """Up to four samples: the first of each combination of dtypes, the first 0-d one, and the first empty one."""
    found: dict[Any, Case] = {}
    for case in cases(name):
        found.setdefault(tuple(str(a.dtype) for a in case.leaves), case)
        found.setdefault(any(a.ndim == 0 for a in case.leaves) and "0-d", case)
        found.setdefault(any(a.size == 0 for a in case.leaves) and "empty", case)
    return list({id(case): case for case in found.values()}.values())[:4]


def lacks(e: Any) -> bool:
    """True if CuPy lacks the operation, so that it is refused. ``tests/test_laws_device.py`` lists those."""
    return isinstance(e, NotImplementedError) and "CuPy has no such function" in str(e)


def check(law: Law | Sequence[Law], name: str, at: Sequence[Case] | None = None) -> None:
    """Check that an operation obeys laws, at all its samples or at those given. Report every sample that fails."""
    laws = [law] if callable(law) else law
    if at is None:
        at = few(name) if among.few else cases(name)
    with collected(f"{name} breaks a law") as every:
        for case in at:
            for one in laws:
                with every(one.__name__, case):
                    try:
                        one(case)
                    except NotImplementedError as e:
                        if DEVICE == "cpu" or not lacks(e):
                            raise
            case.forget()


SAMPLES = load_all()
NAMES = sorted(SAMPLES)
VALUES = (reference, dtypes, layouts)
DERIVATIVES = (vjp, in_part, adjoint, twice_pulled, second_order)
MEMORY = (unmutated, aliasing, in_place)
LAWS = (*VALUES, *DERIVATIVES, *MEMORY)
