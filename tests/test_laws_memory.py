"""Every operation leaves its inputs alone, aliases as declared, writes in place what it returns: ``tests/laws.py``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import laws


@pytest.mark.parametrize("name", laws.NAMES)
@pytest.mark.parametrize("law", laws.MEMORY, ids=lambda law: law.__name__)
def test_law(law: Callable[[laws.Case], None], name: str) -> None:
    laws.check(law, name)
