"""Every operation gives the right values, in every dtype and memory layout. See ``tests/laws.py``."""

from __future__ import annotations

import pytest

from tests import laws

each = pytest.mark.parametrize("name", laws.NAMES)


@each
def test_reference(name: str) -> None:
    laws.check(laws.reference, name)


@each
def test_dtypes(name: str) -> None:
    laws.check(laws.dtypes, name)


@each
def test_layouts(name: str) -> None:
    laws.check(laws.layouts, name)
