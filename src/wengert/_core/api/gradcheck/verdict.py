"""Make the error of a failed check: the largest differences, their reason, the wrong operation, and advice."""

from __future__ import annotations

import numpy as np

from ... import errors
from . import checks
from .blame import Blame, Search, steady
from .numerical import Point
from .report import SHOWN, Entry, GradcheckError
from .sparse_inputs import WithPattern
from .sweep import DOUBLE, KINK, PRECISION, RANK, WRONG, Finding, Sweep, along


def looked_into(failure: GradcheckError | checks.Mismatch, point: Point, options: checks.Options) -> GradcheckError:
    """The error for a failed check. If the analysis itself fails, the error is raised without it."""
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
    """Complete the error: its kind, the wrong operation, and advice."""
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
}  # by kind of entry: the causes that explain it


def blamed(error: GradcheckError, point: Point, options: checks.Options) -> Blame | None:
    """The cause of the failure; None if the search for it raised an error, which must not hide the failure."""
    try:
        blame = Search(point, options, error.check).run(error.kind)
    except Exception:
        return None
    if blame is not None and blame.name == f"{WithPattern.__name__}Backward":  # no rule of the user's
        return Blame("rule", [errors.gradcheck.NOT_SPECIFIED], errors.gradcheck.UNMASKED)
    return blame


def swept(entries: list[Entry], point: Point, options: checks.Options) -> Finding:
    """Set the kinds of the worst entries, and return the finding of the most severe kind."""
    sweep, findings = Sweep(point, options.atol, options.rtol), []
    for entry in entries:
        finding = sweep.of(entry)
        findings.append(finding)
    kinks = {(e.input, e.row) for e, f in zip(entries, findings, strict=True) if f.kind == KINK}
    for k, entry in enumerate(entries):
        if not np.isfinite(entry.analytical) and (entry.input, entry.row) in kinks:
            findings[k] = findings[k]._replace(kind=KINK)  # 0 * inf: the infinite slope belongs to another element
        entry.kind = findings[k].kind
    return min(findings, key=lambda f: RANK[f.kind])
