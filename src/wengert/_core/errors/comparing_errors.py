"""Comparing: how two values differ, in the words of ``assert_close``; and what ``make_tensor`` cannot make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Message = str | Callable[[str], str] | None


def different(text: str, keys: Sequence[Any], msg: Message) -> AssertionError:
    """The error of ``assert_close``: the text with the place in the containers, or what the user says instead."""
    text += _at(keys)
    return AssertionError(text if msg is None else msg(text) if callable(msg) else msg)


def _at(keys: Sequence[Any]) -> str:
    return f"\n\nThe failure occurred for item {''.join(f'[{key!r}]' for key in keys)}" if keys else ""


def attribute(name: str, actual: Any, expected: Any) -> str:
    return f"The values for attribute '{name}' do not match: {actual} != {expected}."


def types(actual: type, expected: type) -> str:
    return f"The (d)types do not match: {actual} != {expected}."


def none(actual: Any, expected: Any) -> str:
    shown = [getattr(x, "item", lambda x=x: x)() if getattr(x, "ndim", 1) == 0 else x for x in (actual, expected)]
    return f"None mismatch: {shown[0]} is not {shown[1]}"


def booleans(actual: Any, expected: Any) -> str:
    return f"Booleans mismatch: {actual} is not {expected}"


def keys(missing: Sequence[Any], more: Sequence[Any]) -> str:
    return (
        "The keys of the mappings do not match:\n"
        f"Missing keys in the actual mapping: {missing}\nAdditional keys in the actual mapping: {more}"
    )


def lengths(actual: int, expected: int) -> str:
    return f"The length of the sequences mismatch: {actual} != {expected}"


def specified(layout: str, actual: int, expected: int) -> str:
    return f"The number of specified values in sparse {layout} tensors does not match: {actual} != {expected}"


def _title(what: str, rtol: float, atol: float) -> str:
    return f"{what} are not {'equal' if rtol == atol == 0 else 'close'}!"


def _up_to(tolerance: float, rtol: float, atol: float) -> str:
    return "" if rtol == atol == 0 else f" (up to {tolerance} allowed)"


def scalars(actual: Any, expected: Any, difference: Any, relative: Any, rtol: float, atol: float) -> str:
    return (
        f"{_title('Scalars', rtol, atol)}\n\nExpected {expected} but got {actual}.\n"
        f"Absolute difference: {difference}{_up_to(atol, rtol, atol)}\n"
        f"Relative difference: {relative}{_up_to(rtol, rtol, atol)}"
    )


def elements(
    what: str, wrong: int, count: int, absolute: tuple[Any, Any], relative: tuple[Any, Any], rtol: float, atol: float
) -> str:
    return (
        f"{_title(what, rtol, atol)}\n\nMismatched elements: {wrong} / {count} ({wrong / count:.1%})\n"
        f"Greatest absolute difference: {absolute[0]} at index {absolute[1]}{_up_to(atol, rtol, atol)}\n"
        f"Greatest relative difference: {relative[0]} at index {relative[1]}{_up_to(rtol, rtol, atol)}"
    )


def not_comparable(actual: Any, expected: Any, keys: Sequence[Any]) -> TypeError:
    return TypeError(
        f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.{_at(keys)}\n"
        "Expected two tensors, arrays, numbers, or containers of these, of types that are related."
    )


def one_tolerance(missing: str) -> ValueError:
    return ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")


# -- tensors to try


def two_layouts(memory_format: Any) -> ValueError:
    return ValueError(
        "The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got noncontiguous=True and "
        f"memory_format={memory_format}. "
        "Give one of the two."
    )


def grad_of_whole_numbers(dtype: Any) -> ValueError:
    return ValueError(
        f"`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype={dtype}. "
        "Choose a floating point or complex dtype, or leave out requires_grad."
    )


def outside(low: Any, high: Any, dtype: Any, least: Any, most: Any) -> ValueError:
    return ValueError(
        f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports "
        f"[{least}, {most})"
    )
