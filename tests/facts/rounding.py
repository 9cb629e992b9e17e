"""How results in half types are rounded: the error of every operation, in units in the last place.

The exact result is that in float64 of the same numbers, which the half type holds; parameters are what no half type
holds. ``rounding.json`` has PyTorch's errors at every sample, for float16 and bfloat16.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np

from tests import laws
from tests.calls import PUBLIC, Outcome, array
from tests.facts.halves import ACCUMULATE, STRETCHED
from tests.numbers_given import spots
from tests.samples import Sample

R = np.random.default_rng(0)
X, Y, Z = R.normal(size=203) * 3, R.normal(size=203) * 2 + 0.1, abs(R.normal(size=203)) + 0.3
F = "nn.functional."
# Calls with more numbers than a sample has: sums of rounded products are the further off the more there are.
LONG: dict[str, list[Sample]] = {
    "add": [Sample(X, Y, alpha=s) for s in (0.3, -0.7, 1234.567)], "sub": [Sample(X, Y, alpha=s) for s in (0.3, -0.7)],
    "rsub": [Sample(X, Y, alpha=0.3), Sample(X, 1.7, alpha=0.3)],
    "index_add": [Sample(X, 0, np.arange(203), Y, alpha=0.3)],
    "addcmul": [Sample(X, Y, Z, value=s) for s in (0.3, 1.0)],
    "addcdiv": [Sample(X, Y, Z, value=s) for s in (0.3, 1.0)],
    "lerp": [Sample(X, Y, 0.3), Sample(X, Y, -0.7), Sample(X, Y, Z)], "mul": [Sample(X, 0.3)], "div": [Sample(X, 0.3)],
    "pow": [Sample(Z, 0.3), Sample(Z, -0.7)], "fmod": [Sample(X, 0.3)], "remainder": [Sample(X, 0.3)],
    "addr": [Sample(R.normal(size=(7, 29)), X[:7], Y[:29], beta=0.3, alpha=1.1)],
    "addmv": [Sample(X[:7], R.normal(size=(7, 29)), Y[:29], beta=0.3, alpha=1.1)],
    "addmm": [Sample(R.normal(size=(7, 5)), R.normal(size=(7, 29)), R.normal(size=(29, 5)), beta=0.3, alpha=1.1)],
    "baddbmm": [Sample(R.normal(size=(2, 7, 5)), R.normal(size=(2, 7, 29)), R.normal(size=(2, 29, 5)), beta=0.3)],
    "linalg.vecdot": [Sample(X, Y), Sample(X.reshape(7, 29), Y.reshape(7, 29))],
    "trapezoid": [Sample(X, dx=0.3), Sample(X, Z)], "cumulative_trapezoid": [Sample(X, dx=0.3)],
    "gradient": [Sample(X, spacing=0.3)], "renorm": [Sample(X.reshape(7, 29), 2.0, 0, s) for s in (0.3, 1.1)],
    "logit": [Sample(Z / 5, 0.2)], "xlogy": [Sample(X, 0.3), Sample(0.3, Z)], "sum": [Sample(X)], "mean": [Sample(X)],
    F + "glu": [Sample(X[:202])], F + "celu": [Sample(X, 0.3)], F + "elu": [Sample(X, 0.3)],
    F + "softplus": [Sample(X, 0.3), Sample(X, 1.1, 2.3)], F + "leaky_relu": [Sample(X, 0.3)],
    F + "huber_loss": [Sample(X, Y, delta=0.3, reduction="none")], F + "rms_norm": [Sample(X.reshape(7, 29), (29,))],
    F + "smooth_l1_loss": [Sample(X, Y, beta=0.3, reduction="none")],
    F + "pairwise_distance": [Sample(X.reshape(7, 29), Y.reshape(7, 29), 2.0, 0.3)],
}  # fmt: skip
CHANCE = {"nn.functional.multi_head_attention_forward"}  # drops out
FACTOR, SMALL = 1.1, 1.0  # an error may be this many times PyTorch's, or one unit: that of rounding twice


def samples(name: str) -> Iterator[Sample]:
    """A few calls with numbers in float64, most of which have a number that no half type holds."""
    yield from LONG.get(PUBLIC[name], ())
    for case in laws.few(name):
        if case.sample.kink or not any(a.dtype.kind == "f" and a.size for a in case.leaves):
            continue
        yield case.sample
        for spot in spots(PUBLIC[name], case.sample):
            if spot.kinds & {"Number", "float"} and type(spot.value) in (float, int) and math.isfinite(spot.value):
                for factor in STRETCHED:
                    args, params = spot.put((case.sample.args, case.sample.params), (spot.value or 0.3) * factor)
                    yield Sample(*args, cond=case.sample.cond, **params)


def error(module: Any, public: str, sample: Sample, dtype: str) -> float | None:
    """The largest error of a call; None if it is refused, or if its result is of another dtype."""
    half = laws.recast(sample, dtype)
    if half is None or half.params.get("dtype") is not None:
        return None
    leaves = laws.arrays_in((half.args, half.params))
    args, params = laws.refilled(
        (half.args, half.params), iter([a.astype(np.float64) if str(a.dtype) == dtype else a for a in leaves])
    )
    rounded, exact = Outcome(module, public, half), Outcome(module, public, Sample(*args, **params))
    if rounded.error is not None or exact.error is not None:
        return None
    pairs = zip(rounded.results, exact.results, strict=True)
    found = [apart(array(a), array(b)) for a, b in pairs if str(getattr(a, "dtype", "")).endswith(f".{dtype}")]
    return float(f"{max(found):.2g}") if found else None


def apart(found: np.ndarray, exact: np.ndarray) -> float:
    """The largest distance, in units of the number, or of the root mean square of all if that is larger."""
    if found.shape != exact.shape or not found.size:
        return 0.0
    info = ml_dtypes.finfo(found.dtype)
    with np.errstate(all="ignore"):
        inside = np.isfinite(exact) & (abs(exact) < float(info.max))
        kept = np.where(inside, exact, 0.0)
        size = np.maximum(abs(kept), math.sqrt(np.square(kept).mean()))
        unit = np.exp2(np.floor(np.log2(np.maximum(size, float(info.smallest_normal)))) - info.nmant)
        off = np.where(inside, abs(found.astype(np.float64) - kept) / unit, 0.0)
    return float(np.where(np.isfinite(off), off, math.inf).max())


def bound(fact: float) -> float:
    """How large an error may be where PyTorch's is this."""
    return max(FACTOR * fact, SMALL)


def alike(found: dict[str, list[float | None]], written: dict[str, list[float | None]]) -> bool:
    """Whether errors are those of PyTorch on two machines: they allow nearly the same."""
    return all(
        len(found[d]) == len(written[d])
        and all((a is None) == (b is None) and (a is None or abs(bound(a) - bound(b)) < 0.3) for a, b in pairs)
        for d, pairs in {d: [*zip(found[d], written[d], strict=False)] for d in laws.HALVES}.items()
    )


def errors(module: Any) -> dict[str, dict[str, list[float | None]]]:
    """The largest error of each operation, by dtype, at each sample."""
    return {
        public: {dtype: [error(module, public, sample, dtype) for sample in samples(name)] for dtype in laws.HALVES}
        for name, public in sorted(calls().items())
    }


def calls() -> dict[str, str]:
    """The operations that are no matter of chance, and do not accumulate: by their names, the public ones."""
    return {
        name: public
        for name, public in PUBLIC.items()
        if (public in LONG or public not in {*ACCUMULATE, *CHANCE}) and any(True for _ in samples(name))
    }
