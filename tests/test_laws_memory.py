"""Every operation leaves its inputs alone, aliases as declared, and writes in place what it returns. See ``tests/laws.py``."""

from __future__ import annotations

import pytest

from tests import laws

each = pytest.mark.parametrize("name", laws.NAMES)


@each
def test_unmutated(name: str) -> None:
    laws.check(laws.unmutated, name)


@each
def test_aliasing(name: str) -> None:
    laws.check(laws.aliasing, name)


@each
def test_in_place(name: str) -> None:
    laws.check(laws.in_place, name)
