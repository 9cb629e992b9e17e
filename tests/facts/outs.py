"""What comes of ``out=``: every operation that takes it, given tensors that fit and tensors that do not.

A *way* is what is given: :func:`ways`. Its outcome is the type of the error, or these words:

- for each tensor the code of its layout (``layouts.py``), and its shape if that is not the plain result's;
- ``!`` if the values are not those of the plain call, converted to the dtype of the tensor;
- ``resized`` if a warning said that a tensor with elements was resized;
- ``shared`` if a part of other memory was resized and still lies in it;
- ``unseen`` if the version of a tensor was not raised;
- ``others`` if what is returned are not the tensors that were given;
- the names of what is returned, if it has names.
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import wengert
from tests import facts, laws
from tests.calls import PUBLIC, array, function, tensor
from tests.facts import layouts
from tests.facts.layouts import code
from tests.samples import Sample
from wengert._core.arrays import dtypes

DTYPES = ("bool", "uint8", "int64", "float16", "float32", "float64", "complex64", "complex128")
RESIZED = "An output with one or more elements was resized since it had shape"
MOST = 3  # kinds of samples of each operation
CODES = re.compile(r"(?<!\S)(c|\d+|\(\S+\))(?!\S)")  # of layouts

X = np.arange(6.0).reshape(2, 3)
FACTORIES: dict[str, list[Sample]] = {
    "arange": [Sample(0, 4), Sample(0.5, 3.0, 0.5)],
    "range": [Sample(0, 3)],
    "linspace": [Sample(0, 1, 4)],
    "logspace": [Sample(0, 1, 4)],
    "zeros": [Sample(2, 3)],
    "ones": [Sample(2, 3)],
    "empty": [Sample(2, 3)],
    "full": [Sample((2, 3), 2.0)],
    "eye": [Sample(2, 3)],
    "rand": [Sample(2, 3)],
    "randn": [Sample(2, 3)],
    "randint": [Sample(0, 9, (2, 3))],
    "randperm": [Sample(4)],
    "normal": [Sample(X, 1.0), Sample(X, X + 1), Sample(0.0, 1.0, (2, 3))],
    "bernoulli": [Sample(X / 6)],
    "multinomial": [Sample(X + 1, 2)],
    "fft.fftfreq": [Sample(4)],
    "fft.rfftfreq": [Sample(4)],
}
CRASHES = {"narrow_copy"}  # PyTorch writes outside of its memory
RANDOM = {"empty", "rand", "randn", "randint", "randperm", "normal", "bernoulli", "multinomial"}


def calls() -> dict[str, list[Sample]]:
    """The public operations that take ``out=``, with samples."""
    found: dict[str, list[Sample]] = {}
    for name, public in PUBLIC.items():
        if takes_out(public):
            found.setdefault(public, []).extend(case.sample for case in laws.cases(name))
    return {name: samples for name, samples in sorted((found | FACTORIES).items()) if name not in CRASHES}


def takes_out(public: str) -> bool:
    called = function(wengert, public)
    return callable(called) and "out" in inspect.signature(called).parameters


class Call:
    """One operation at one sample, in one library."""

    def __init__(self, module: Any, public: str, sample: Sample) -> None:
        self.module, self.public, self.sample = module, public, sample
        self.function = function(module, public)
        args, params, self.given = self.arguments()
        result = self.function(*args, **params)
        self.many = isinstance(result, (tuple, list))
        self.plain = [y.detach() for y in (result if self.many else [result])]

    def arguments(self, change: Callable[[Any], Any] | None = None) -> tuple[Any, Any, list[Any]]:
        """The arguments, and the tensors among them; ``change`` makes a tensor of an array."""
        made: list[Any] = []

        def given(x: Any) -> Any:
            if isinstance(x, np.generic):
                x = np.asarray(x)
            if isinstance(x, np.ndarray):
                made.append((change or self.tensor)(x))
                return made[-1]
            if isinstance(x, dict):
                return {k: self.dtype(v) if k == "dtype" and v is not None else given(v) for k, v in x.items()}
            return type(x)(map(given, x)) if isinstance(x, (list, tuple)) else x

        args = given(self.sample.args)
        return args, given(self.sample.params), made

    def tensor(self, a: Any) -> Any:
        return tensor(self.module, a)

    def dtype(self, d: Any) -> Any:
        return getattr(self.module, str(dtypes.as_numpy(d)))

    def blank(self, shape: Any, dtype: Any) -> Any:
        """A tensor to write into; its elements are 7, or True."""
        return self.module.full(tuple(shape), 7, dtype=dtype)

    def fitting(self) -> list[Any]:
        return [self.blank(y.shape, y.dtype) for y in self.plain]

    def outcome(self, outs: list[Any], args: Any = None, params: Any = None, *, values: bool = True,
                given: Any = None, whole: Any = None) -> str:  # fmt: skip
        """Call it with ``out=``, and describe what came of it.

        ``given`` is what is given instead of the tensors ``outs``; ``whole`` is memory that they are a part of.
        """
        if args is None:
            args, params, _ = self.arguments()
        before = [seen(o) for o in outs]
        if given is None:
            given = tuple(outs) if self.many else outs[0]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                result = self.function(*args, **params, out=given)
            except Exception as e:
                changed = self.module is wengert and not all(map(alike, before, map(seen, outs)))
                return type(e).__name__ + " changed" * changed
        said = [self.laid(o, y) for o, y in zip(outs, self.plain, strict=True)]
        if values and not all(map(self.equal, outs, self.plain)):
            said.append("!")
        if any(str(w.message).startswith(RESIZED) for w in caught):
            said.append("resized")
        if whole is not None and self.public != "empty" and not bool((whole == 7).all()):  # empty gives any numbers
            said.append("shared")
        if any(o._version == version for o, (version, *_) in zip(outs, before, strict=True)):
            said.append("unseen")
        if not all(a is b for a, b in zip(list(result) if self.many else [result], outs, strict=True)):
            said.append("others")
        return " ".join([*said, *fields(result)])

    def laid(self, out: Any, plain: Any) -> str:
        shape = str(list(out.shape)).replace(" ", "") if tuple(out.shape) != tuple(plain.shape) else ""
        return shape + code(tuple(out.shape), out.stride())

    def equal(self, out: Any, plain: Any) -> bool:
        """Whether a tensor has the values of the plain call."""
        if self.public in RANDOM:
            return True
        with np.errstate(all="ignore"):
            found, expected = array(out), array(plain.to(out.dtype))
        return found.shape == expected.shape and bool(
            np.allclose(found.astype(complex), expected.astype(complex), 1e-3, 1e-3, equal_nan=True)
        )


def seen(t: Any) -> tuple[Any, ...]:
    """What a tensor is: its version, shape, strides and values."""
    return t._version, tuple(t.shape), t.stride(), array(t.detach().clone())


def alike(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    return before[:-1] == after[:-1] and before[-1].tobytes() == after[-1].tobytes()


def fields(result: Any) -> list[str]:
    """The names of a named result, in order."""
    if not isinstance(result, tuple) or type(result) is tuple:
        return []
    names = [n for n in dir(type(result)) if not n.startswith(("_", "n_")) and n not in ("count", "index")]
    return [next((n for n in names if getattr(result, n) is y), "?") for y in result]


def outcomes(module: Any, public: str, sample: Sample) -> dict[str, str]:
    """The outcome of every way. Empty if the plain call fails, or gives other things than tensors."""
    with warnings.catch_warnings(action="ignore"):
        with module.no_grad():
            try:
                call = Call(module, public, sample)
            except Exception:
                return {}
            if not all(hasattr(y, "stride") for y in call.plain):
                return {}
            found = dict(ways(call))
        return found | dict(graded(call))


def ways(call: Call) -> Iterator[tuple[str, str]]:
    """What may be given, and what comes of it."""
    yield "fits", call.outcome(call.fitting())
    yield from other_dtypes(call)
    yield from other_shapes(call)
    yield from other_layouts(call)
    yield from overlaps(call)
    yield from no_tensors(call)


def other_dtypes(call: Call) -> Iterator[tuple[str, str]]:
    for k, y in enumerate(call.plain):
        for d in DTYPES:
            if d != str(y.dtype).rpartition(".")[2]:
                outs = call.fitting()
                outs[k] = call.blank(y.shape, getattr(call.module, d))
                yield d + f" {k}" * call.many, call.outcome(outs)


def other_shapes(call: Call) -> Iterator[tuple[str, str]]:
    yield "empty", call.outcome([call.blank((0,), y.dtype) for y in call.plain])
    yield "longer", call.outcome([call.blank((13, *y.shape), y.dtype) for y in call.plain])
    yield "no dimensions", call.outcome([call.blank((), y.dtype) for y in call.plain])
    if call.many:
        yield "first empty", call.outcome([call.blank((0,), call.plain[0].dtype), *call.fitting()[1:]])
        yield "last longer", call.outcome([*call.fitting()[:-1], call.blank((13,), call.plain[-1].dtype)])
    else:
        whole = call.blank((19, 19), call.plain[0].dtype)
        yield "part", call.outcome([whole[1:, 1:3]], whole=whole)


def other_layouts(call: Call) -> Iterator[tuple[str, str]]:
    yield "columns", call.outcome([columns(call, y) for y in call.plain])
    yield "gaps", call.outcome([gaps(call, y) for y in call.plain])
    args, params, _ = call.arguments(lambda a: transposed(call, a))
    yield "transposed to empty", call.outcome([call.blank((0,), y.dtype) for y in call.plain], args, params)
    args, params, _ = call.arguments(lambda a: transposed(call, a))
    yield "transposed", call.outcome(call.fitting(), args, params)
    if any(y.numel() > 1 for y in call.plain):
        outs = [call.blank((), y.dtype).expand(tuple(y.shape)) for y in call.plain]
        yield "expanded", call.outcome(outs, values=False)


def columns(call: Call, y: Any) -> Any:
    n = len(y.shape)
    return call.blank(tuple(y.shape)[::-1], y.dtype).permute(*range(n)[::-1]) if n else call.blank((), y.dtype)


def gaps(call: Call, y: Any) -> Any:
    return call.blank([2 * n for n in y.shape], y.dtype)[(*[slice(None, None, 2)] * len(y.shape), ...)]


def transposed(call: Call, a: Any) -> Any:
    t = call.tensor(a.T)
    return t.permute(*range(a.ndim)[::-1]) if a.ndim else t


def overlaps(call: Call) -> Iterator[tuple[str, str]]:
    """What is written is an input, or a part of one."""
    if call.many:
        return
    for i, x in enumerate(call.given):
        for name, given in (("input", itself), ("smaller input", smaller), ("shifted", shifted), ("swapped", swapped)):
            found = given(call, i, x, call.plain[0])
            if found is not None:
                yield f"{name} {i}", call.outcome(*found)


def itself(call: Call, i: int, x: Any, y: Any) -> Any:
    """The input itself."""
    if x.shape != y.shape or x.dtype != y.dtype:
        return None
    args, params, given = call.arguments()
    return [given[i]], args, params


def smaller(call: Call, i: int, x: Any, y: Any) -> Any:
    """The input itself, which does not have the shape of the result."""
    if x.dtype != y.dtype or x.shape == y.shape:
        return None
    args, params, given = call.arguments(lambda a: call.tensor(a).clone())  # NumPy's memory is not resized
    return [given[i]], args, params


def shifted(call: Call, i: int, x: Any, y: Any) -> Any:
    """The memory begins one element after that of the input."""
    if x.dtype != y.dtype or x.numel() < 2 or y.numel() < 2:
        return None
    row = call.blank((max(x.numel(), y.numel()) + 1,), x.dtype)
    return across(call, i, row[: x.numel()].view(tuple(x.shape)), row[1 : 1 + y.numel()].view(tuple(y.shape)))


def swapped(call: Call, i: int, x: Any, y: Any) -> Any:
    """The input with its axes swapped."""
    if x.shape != y.shape or x.dtype != y.dtype or len(x.shape) != 2 or x.shape[0] != x.shape[1] or x.shape[0] < 2:
        return None
    t = call.blank(x.shape, x.dtype)
    return across(call, i, t, t.mT)


def across(call: Call, i: int, place: Any, out: Any) -> Any:
    """The input moved to ``place``, and ``out``, which shares its memory."""
    place.copy_(call.given[i])
    places = iter(range(len(call.given)))
    args, params, _ = call.arguments(lambda a: place if next(places) == i else call.tensor(a))
    return [out], args, params


def no_tensors(call: Call) -> Iterator[tuple[str, str]]:
    outs = call.fitting()
    if call.many:
        yield "a list", call.outcome(outs, given=list(outs))
        yield "too few", call.outcome(outs, given=tuple(outs[:-1]))
        yield "one", call.outcome(outs, given=outs[0])
    else:
        yield "in a tuple", call.outcome(outs, given=(outs[0],))
        yield "two", call.outcome(outs, given=(outs[0], outs[0]))
    yield "a number", call.outcome(outs, given=7)


def graded(call: Call) -> Iterator[tuple[str, str]]:
    """Where the inputs or the tensors require grad."""
    module = call.module

    def leaf(a: Any) -> Any:
        t = call.tensor(a)
        return t.requires_grad_() if laws.is_inexact(a) else t

    if any(map(laws.is_inexact, laws.arrays_in((call.sample.args, call.sample.params)))):
        args, params, _ = call.arguments(leaf)
        yield "input requires grad", call.outcome(call.fitting(), args, params)
        with module.no_grad():
            yield "input requires grad without grad mode", call.outcome(call.fitting(), args, params)
    if all(y.is_floating_point() or y.is_complex() for y in call.plain):
        yield "out requires grad", call.outcome([o.requires_grad_() for o in call.fitting()])
        with module.no_grad():
            yield "out requires grad without grad mode", call.outcome([o.requires_grad_() for o in call.fitting()])


def overlapped(way: str, said: str) -> str:
    """A fact of PyTorch without what is chance: what it makes of memory that it reads while it writes, or resizes."""
    if way.startswith("smaller input") and ("!" in said or said.endswith("Error")):
        return "chance"
    return said.replace(" !", "") if re.match(r"(input|shifted|swapped) \d", way) else said


def packed(found: dict[str, str]) -> dict[str, str]:
    """The ways by their outcome."""
    by: dict[str, list[str]] = {}
    for way, said in found.items():
        by.setdefault(said, []).append(way)
    return {said: ", ".join(ways) for said, ways in by.items()}


def gathered(module: Any, public: str, samples: list[Sample]) -> dict[str, dict[str, str]]:
    """The facts of one operation, by the number of the sample: of samples of several kinds that say something new."""
    found: dict[str, dict[str, str]] = {}
    kinds: list[str] = []
    known: list[dict[str, str]] = []
    for k, sample in enumerate(samples):
        kind = facts.kind_of(sample.args, sample.params)
        if kind in kinds or len(kinds) == MOST:
            continue
        said = outcomes(module, public, sample)
        if said and said["fits"] != "TypeError":  # PyTorch has this form of the call
            kinds.append(kind)
            said = {way: overlapped(way, outcome) for way, outcome in said.items()}
            news = {way: CODES.sub("", outcome) for way, outcome in said.items()}
            if not any(news.items() <= old.items() for old in known):
                known.append(news)
                found[str(k)] = packed(said)
    return found


# -- where wengert differs, and why

LAPACK = {name for name, why in layouts.DIFFERS.items() if why == layouts.LAPACK}  # rows where PyTorch has columns
MATRICES = "addbmm addmm addmv baddbmm"
SOLVED = "linalg.householder_product linalg.lu_solve linalg.solve linalg.solve_triangular cholesky_inverse orgqr ormqr"
REAL = "float16 float32 float64"
DIFFERS: dict[str, dict[str, str]] = {  # reason -> operations -> ways
    "the result is computed first, so memory may be shared":
        {MATRICES: "shifted", "addbmm": "swapped", SOLVED: "shifted swapped"},
    "the exponent may be an expression of the input": {"ldexp": "shifted"},
    "a tensor is resized with a warning": {"addbmm bernoulli lu multinomial": "longer last-longer part no-dimensions"},
    "one rule for numbers and tensors beside the input": {"clamp ldexp lerp": f"{REAL} complex64 complex128"},
    "one rule for real and complex input, for all dimensions and for some": {"fft.ifft": "complex64", "mean": REAL},
    "one rule for all exponents": {"matrix_power": f"uint8 {REAL} complex64 complex128"},
    "the result of bool is bool; PyTorch kept uint8 from before it had bool": {"all any": "uint8"},
    "an imaginary part is not dropped": {"logsumexp": REAL},
    "real numbers may be written where complex ones are": {"std var bernoulli": "complex64 complex128"},
    "the absolute value of a complex number is real": {"abs": f"{REAL} complex128"},
    "bool is a dtype like others": {"cumprod cumsum linspace logspace": "bool"},
    "a wrong dtype is a RuntimeError": {"nanmean nansum normal": "bool uint8 int64 complex64 complex128"},
    "no integers are made of frequencies": {"fft.fftfreq fft.rfftfreq": "bool"},
    "out= has the layout of the result without it": {"abs bernoulli kron quantile special.ndtr": "empty longer "
        "no-dimensions part smaller-input transposed-to-empty"},
    "normal resizes to the shape of its result": {"normal": "longer empty part transposed-to-empty"},
    "PyTorch fails to resize, as it draws": {"empty randn": "out-requires-grad-without-grad-mode"},
}  # fmt: skip
