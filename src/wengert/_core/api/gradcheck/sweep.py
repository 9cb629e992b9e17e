"""Find out why an entry differs, by finite differences with many steps: kink, precision or wrong formula.

Note [Step sweep]. Along one input element, the function is a curve f(t). The step h shrinks by factors of ten.

- If f is smooth, the central differences, extrapolated to step zero (Richardson), converge until rounding errors
  dominate, which grow like 1/h. If the limit is the analytical value, the formula is right, and ``eps`` was not a good
  step for these numbers: *precision*. If the limit differs, the *formula is wrong*.
- At a kink, the differences to the right and to the left converge to two values. Their gap stays constant, while for a
  smooth function it shrinks with h, and for rounding errors it grows like 1/h. At a jump or an infinite slope the
  differences grow by a constant factor from step to step. At the edge of the domain one of them is NaN. Any slope
  between the two limits is acceptable: *kink*. A slope outside is a wrong formula after all.
- If nothing converges, the numbers are inconclusive: *precision*.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np

from ...arrays import dtypes
from ...tools.progress import progress
from .numerical import Array, Point, moved, size_of
from .report import Comparison, Entry

WRONG, KINK, PRECISION = "wrong formula", "kink", "precision"
RANK = {WRONG: 0, KINK: 1, PRECISION: 2}  # an error with several kinds has the first of them
DECADES = range(-6, 7)  # powers of ten times eps: the steps
STEADY = 0.3  # relative change up to which a value counts as converged


class Finding(NamedTuple):
    """The result of a sweep: the kind, the limit of the differences (None if there is none), and a good step."""

    kind: str
    settled: float | None
    step: float | None
    part: str | None = None  # the part of a complex entry that was examined


class Sweep:
    """Finite differences of one function, along elements of its inputs."""

    def __init__(self, point: Point, atol: float, rtol: float) -> None:
        self.point, self.atol, self.rtol = point, atol, rtol
        self.inputs = {x.index: x.tensor for x in point.inputs}
        self.watched = point.outputs or point.constants
        self.outputs = {y.index: k for k, y in enumerate(self.watched)}
        self.curves: dict[tuple[int, int], dict[float, list[Array] | None]] = {}

    def of(self, entry: Entry) -> Finding:
        """Examine one entry, in the part that differs more."""
        x = self.inputs[entry.input]
        largest = 0.3 * max(1.0, float(abs(entry_value(x, entry.row))))
        steps = [h for h in (self.point.eps * 10.0**k for k in DECADES) if 1e-13 < h <= largest]
        curve = self.curve(entry, [0.0, *(s * h * r for h in steps for s in (1, -1) for r in (1, 0.5))])
        a, n = complex(entry.analytical), complex(entry.numerical)
        imaginary = abs((a - n).imag) > abs((a - n).real)
        side = a.imag if imaginary else a.real
        finding = judge(curve, steps, side, self.atol, self.rtol, self.point.eps, self.roughness(entry))
        if isinstance(entry.analytical, complex):
            finding = finding._replace(part="imaginary" if imaginary else "real")
        return finding

    def roughness(self, entry: Entry) -> float:
        """The rounding error of one operation in the lowest known precision."""
        tensors = [self.inputs[entry.input], self.watched[self.outputs[entry.output]].tensor]
        return max(float(np.finfo(np.float32).eps) if t.dtype not in DOUBLE else 2.3e-16 for t in tensors)

    def curve(self, entry: Entry, at: list[float]) -> dict[float, float]:
        """The values of the output element as the input element moves to ``at``."""
        x = self.inputs[entry.input]
        known = self.curves.setdefault((entry.input, entry.row), {})
        unit = np.zeros(size_of(x))
        unit[entry.row] = 1.0
        for t in progress(at, "looking into a difference", len(at)):
            if t not in known:
                try:
                    with moved(x, t * unit), np.errstate(all="ignore"):
                        known[t] = self.point.values(self.watched)
                except Exception:  # far from the given point, the function may raise an error
                    known[t] = None
        here, column = self.outputs[entry.output], entry.column
        return {t: np.nan if (values := known[t]) is None else float(values[here][column]) for t in at}


def along(comparison: Comparison, at: tuple[int, int, int]) -> Finding:
    """Examine the largest difference of fast mode, along its random direction."""
    i, o, _ = at
    point, x, y = comparison.point, comparison.point.inputs[i], comparison.point.outputs[o]
    analytical, numerical = comparison.analytical[i][o], comparison.numerical[i][o]
    apart = np.nan_to_num(np.abs(analytical - numerical), nan=np.inf)
    r, c = (int(k) for k in np.unravel_index(int(apart.argmax()), apart.shape))
    direction = next(itertools.islice(x.directions(), r, None))
    steps = [h for h in (point.eps * 10.0**k for k in DECADES) if 1e-13 < h <= 0.3]
    curve = {}
    for t in (0.0, *(s * h * k for h in steps for s in (1, -1) for k in (1, 0.5))):
        with moved(x.tensor, t * direction), np.errstate(all="ignore"):
            (values,) = point.values([y])
        curve[t] = float(values[c] if comparison.forward else y.project(values)[c])
    room = float(np.max(comparison.allowed(*at, np.zeros_like(analytical[:1, :1]))))
    coarse = any(t.dtype not in DOUBLE for t in (x.tensor, y.tensor))
    roughness = float(np.finfo(np.float32).eps) if coarse else 2.3e-16
    return judge(curve, steps, float(analytical[r, c]), room, comparison.rtol, point.eps, roughness)


DOUBLE = (dtypes.float64, dtypes.complex128)


def entry_value(x: Any, row: int) -> Any:
    """The real number that is moved."""
    from_pairs = x.detach().cpu().numpy().reshape(-1)
    return from_pairs[row // 2 if x.is_complex() else row]


def judge(curve: dict[float, float], steps: list[float], analytical: float, atol: float, rtol: float, eps: float,
          roughness: float) -> Finding:  # fmt: skip
    """Determine the kind of an entry from its curve: Note [Step sweep]."""
    f0 = curve[0.0]
    right = [(curve[h] - f0) / h for h in steps]
    left = [(f0 - curve[-h]) / h for h in steps]
    tolerance = atol + rtol * abs(analytical) if np.isfinite(analytical) else atol
    noise = [4 * roughness * max(abs(f0), 1e-30) / h for h in steps]
    inner = [k for k, h in enumerate(steps) if h <= eps * 1.001]
    if not all(np.isfinite(right[k]) and np.isfinite(left[k]) for k in inner):
        return Finding(KINK, None, None)
    sides = kink(steps, right, left, noise, tolerance, eps)
    if sides is not None:
        low, high = min(sides), max(sides)
        inside = low - tolerance <= analytical <= high + tolerance or high == np.inf
        return Finding(KINK if inside else WRONG, None if inside else (low + high) / 2, None)
    central = [(4 * (curve[h / 2] - curve[-h / 2]) / h - (curve[h] - curve[-h]) / (2 * h)) / 3 for h in steps]
    plain = [(curve[h] - curve[-h]) / (2 * h) for h in steps]
    for k in range(len(steps) - 2, -1, -1):  # large steps first: at small ones rounding can look converged
        here, before = central[k], central[k + 1]
        if max(abs(here - analytical), abs(before - analytical)) <= tolerance:
            good = min(range(len(steps)), key=lambda j: _or_inf(abs(plain[j] - analytical)))
            return Finding(PRECISION, analytical, steps[good])
        away = abs(here - analytical) if np.isfinite(analytical) else tolerance
        if _or_inf(abs(here - before)) + noise[k] <= 0.05 * away:
            return Finding(WRONG, here, None)
    return Finding(PRECISION, None, None)


def kink(steps: list[float], right: list[float], left: list[float], noise: list[float], tolerance: float,
         eps: float) -> tuple[float, float] | None:  # fmt: skip
    """The limits of the right and left differences, if they do not agree; infinite at a jump."""
    gap = [r - s for r, s in zip(right, left, strict=True)]
    at = min(range(len(steps)), key=lambda k: abs(np.log(steps[k] / eps)))
    steady = [
        k for k in range(at - 1, len(gap) - 1)
        if max(noise[k], noise[k + 1]) * 4 < abs(gap[k + 1])
        and abs(gap[k + 1] - gap[k]) <= STEADY * abs(gap[k + 1])
    ]  # fmt: skip
    if len(steady) >= 2 and abs(gap[at]) > tolerance:
        k = steady[0]
        return right[k], left[k]
    for side in (right, left):  # a jump or an infinite slope
        growing = [
            side[k] / side[k + 1] for k in range(at, min(at + 3, len(side) - 1)) if side[k + 1] and np.isfinite(side[k])
        ]
        if (
            abs(side[at]) > 4 * noise[at]
            and len(growing) >= 2
            and min(growing) > 1.5
            and max(growing) - min(growing) <= 0.1 * max(growing)
        ):
            return (np.inf, -np.inf)
    return None


def _or_inf(x: float) -> float:
    return x if np.isfinite(x) else np.inf
