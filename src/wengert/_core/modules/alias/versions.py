"""The version that packages read, which they compare with others as text, and with tuples of numbers."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Any

PARTS = re.compile(
    r"v?(?:(?P<epoch>\d+)!)?(?P<release>\d+(?:\.\d+)*)"
    r"(?:[-_.]?(?P<phase>a|b|c|rc|alpha|beta|pre|preview)[-_.]?(?P<early>\d*))?"
    r"(?:-(?P<late>\d+)|[-_.]?(?:post|rev|r)[-_.]?(?P<post>\d*))?"
    r"(?:[-_.]?dev[-_.]?(?P<dev>\d*))?(?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?",
    re.ASCII,
)
PHASES = {"a": 1, "alpha": 1, "b": 2, "beta": 2, "c": 3, "rc": 3, "pre": 3, "preview": 3}
FINAL, END = 4, float("inf")


def _order(version: Any) -> tuple[Any, ...] | None:
    """What sorts versions as Python's packages are sorted: text, or numbers in a row. None for what is no version."""
    if not isinstance(version, str):
        if not isinstance(version, Iterable):
            return None
        version = ".".join(map(str, version))
    found = PARTS.fullmatch(version.strip().lower())
    if found is None:
        return None
    release = tuple([int(number) for number in found["release"].split(".")])
    while release and not release[-1]:
        release = release[:-1]
    late = found["late"] or found["post"]
    dev = END if found["dev"] is None else int(found["dev"] or 0)
    of_dev_alone = found["phase"] is None and late is None and dev < END
    phase = PHASES[found["phase"]] if found["phase"] else 0 if of_dev_alone else FINAL
    local = re.split(r"[-_.]", found["local"]) if found["local"] else []
    return (
        int(found["epoch"] or 0), release, phase, int(found["early"] or 0), -1 if late is None else int(late or 0), dev,
        tuple([(1, int(part), "") if part.isdigit() else (0, 0, part) for part in local]),
    )  # fmt: skip


def _compared(operation: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    as_text = getattr(str, f"__{operation.__name__}__")

    def compare(self: str, other: Any) -> Any:
        here, there = _order(self), _order(other)
        return as_text(self, other) if here is None or there is None else operation(here, there)

    return compare


class TorchVersion(str):
    """A version. It is text, and is compared as versions are: ``"2.9"`` is before ``"2.13"``."""

    __slots__ = ()

    __lt__ = _compared(operator.lt)
    __le__ = _compared(operator.le)
    __eq__ = _compared(operator.eq)
    __ge__ = _compared(operator.ge)
    __gt__ = _compared(operator.gt)
    __ne__ = str.__ne__  # as PyTorch has it: of text
    __hash__ = str.__hash__
