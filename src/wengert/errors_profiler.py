"""What the profiler says of wrong use."""

from __future__ import annotations

from typing import Any


def reentrant() -> RuntimeError:
    return RuntimeError(
        "Profiler context manager is not reentrant: profile() measures one block. Make another one for the next."
    )


def no_tree() -> AssertionError:
    return AssertionError("Expected tree to be built before calling key_averages: call _build_tree() first.")


def not_an_event(other: Any) -> AssertionError:
    return AssertionError(f"expected a FunctionEvent or a FunctionEventAvg, got {type(other).__name__}")


def other_key(mine: Any, theirs: Any) -> AssertionError:
    return AssertionError(f"events of different names are not added: {mine} and {theirs}. Use total_average().")


def metric(given: str, known: list[str]) -> ValueError:
    return ValueError(f"metric should be one of: {known}, not {given!r}")
