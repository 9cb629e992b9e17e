"""From a failed check to the error that is raised: what differs most, why, whose fault it is, what to do."""

from __future__ import annotations

import numpy as np

from ... import errors
from . import checks
from .blame import Blame, Search, steady
from .numerical import Point
from .report import SHOWN, Entry, GradcheckError
from .sweep import DOUBLE, KINK, PRECISION, RANK, WRONG, Finding, Sweep, along


def looked_into(failure: GradcheckError | checks.Mismatch, point: Point, options: checks.Options) -> GradcheckError:
    """The error for a failed check. Whatever happens while it is looked into, the failure is told."""
    if isinstance(failure, GradcheckError):
        failure.blame = blamed(failure, point, options)
        if failure.blame is not None and failure.blame.reason != "unknown":
            *lines, advice = str(failure).split("\n")
            failure.args = ("\n".join([*lines, advice, *failure.blame.lines, failure.blame.fix]),)
        return failure
    comparison = failure.comparison
    lines = [str(failure)]
    error = GradcheckError("", "forward" if comparison.forward else "backward")
    if point.fast and point.large:
        return concluded(error, [*lines, errors.gradcheck.TOO_LARGE], along(comparison, failure.at), point, options)
    if point.fast:
        lines.append(errors.gradcheck.PROJECTED)
        comparison = checks.element_by_element(comparison, options)
        at = comparison.first()
        if at is None:
            error.args = ("\n".join([*lines, errors.gradcheck.SLOW_PASSES]),)
            return error
        lines.append(comparison.head(at))
    error.entries, error.failing, total = comparison.entries()
    worst = error.entries[:SHOWN]
    if not steady(point):
        error.blame = blamed(error, point, options)
        lines += errors.gradcheck.ranked(worst, error.failing, total, options.atol, options.rtol)
        lines += [errors.gradcheck.STEADY] if error.blame is None else [*error.blame.lines, error.blame.fix]
        error.args = ("\n".join(lines),)
        return error
    finding = swept(worst, comparison.point, options)
    lines += errors.gradcheck.ranked(worst, error.failing, total, options.atol, options.rtol)
    return concluded(error, lines, finding, point, options)


def concluded(error: GradcheckError, lines: list[str], finding: Finding, point: Point, options: checks.Options
              ) -> GradcheckError:  # fmt: skip
    """The error with its kind, who is to blame and what to do."""
    error.kind = finding.kind
    lines += errors.gradcheck.found(finding)
    blame = error.blame = blamed(error, point, options)
    if blame is not None and blame.reason in TELLING[error.kind]:
        lines += [*blame.lines, blame.fix]
    else:
        single = any(x.tensor.dtype not in DOUBLE for x in point.inputs)
        lines.append(errors.gradcheck.advice(error.kind, error.check == "forward", single, finding.step))
    error.args = ("\n".join(lines),)
    return error


ALL = ("rule", "saved", "hook", "detached", "hidden", "random", "unknown")
TELLING = {
    WRONG: ALL,
    KINK: ("kink", "rule", "random"),
    PRECISION: ("precision", "random"),
}  # by kind: what explains it


def blamed(error: GradcheckError, point: Point, options: checks.Options) -> Blame | None:
    """What made the check fail; None where looking for it failed, which must not hide the failure itself."""
    try:
        return Search(point, options, error.check).run(error.kind)
    except Exception:
        return None


def swept(entries: list[Entry], point: Point, options: checks.Options) -> Finding:
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
    return min(found, key=lambda f: RANK[f.kind])
