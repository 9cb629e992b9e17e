"""Every operation gives the right values, in every dtype and memory layout. See ``tests/laws.py``."""

from __future__ import annotations

import pytest

from tests import laws


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws(name: str) -> None:
    laws.check(laws.VALUES, name)
