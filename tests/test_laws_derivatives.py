"""Every operation has right derivatives: both modes, to second order. See ``tests/laws.py``."""

from __future__ import annotations

import pytest

from tests import laws


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws(name: str) -> None:
    laws.check(laws.DERIVATIVES, name)
