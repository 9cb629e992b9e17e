"""From a failed check to the error that is raised: what differs most, why, whose fault it is, what to do."""

from __future__ import annotations

import numpy as np

from ... import errors
from . import checks
from .analytical import by_forward, by_reverse
from .numerical import Point
from .report import SHOWN, Comparison, Entry, GradcheckError
from .sweep import DOUBLE, KINK, RANK, Finding, Sweep


def looked_into(failure: GradcheckError | checks.Mismatch, point: Point, options: checks.Options) -> GradcheckError:
    """The error for a failed check. Whatever happens while it is looked into, the failure is told."""
    if isinstance(failure, GradcheckError):
        return failure
    comparison = failure.comparison
    lines = [str(failure)]
    error = GradcheckError("", "forward" if comparison.forward else "backward")
    if point.fast:
        lines.append(errors.gradcheck.PROJECTED)
        comparison = element_by_element(comparison, point, options)
        at = comparison.first()
        if at is None:
            error.args = ("\n".join([*lines, errors.gradcheck.SLOW_PASSES]),)
            return error
        lines.append(comparison.head(at))
    error.entries, error.failing, total = comparison.entries()
    worst = error.entries[:SHOWN]
    finding = swept(worst, comparison.point, options)
    error.kind = worst[0].kind if finding is None else finding.kind
    lines += errors.gradcheck.ranked(worst, error.failing, total, options.atol, options.rtol)
    if finding is not None:
        lines += errors.gradcheck.found(finding)
    single = any(x.tensor.dtype not in DOUBLE for x in point.inputs)
    lines.append(errors.gradcheck.advice(error.kind, comparison.forward, single, finding and finding.step))
    error.args = ("\n".join(lines),)
    return error


def element_by_element(comparison: Comparison, point: Point, options: checks.Options) -> Comparison:
    """The comparison of fast mode again, in slow mode."""
    slow = Point(point.func, point.args, point.eps, fast=False)
    method = by_forward if comparison.forward else by_reverse
    return Comparison(slow, method(slow), slow.numerical, comparison.forward, options.atol, options.rtol)


def swept(entries: list[Entry], point: Point, options: checks.Options) -> Finding | None:
    """Give the worst entries their kinds; what was found of the gravest, which comes first then."""
    sweep, found = Sweep(point, options.atol, options.rtol), []
    for entry in entries:
        finding = sweep.of(entry)
        found.append(finding)
    kinks = {(e.input, e.row) for e, f in zip(entries, found, strict=True) if f.kind == KINK}
    for k, entry in enumerate(entries):
        if not np.isfinite(entry.analytical) and (entry.input, entry.row) in kinks:
            found[k] = found[k]._replace(kind=KINK)  # 0 * inf, where the infinite slope is another element's
        entry.kind = found[k].kind
    return min(found, key=lambda f: RANK[f.kind]) if found else None
