"""Every operation, and both modes of its derivative, maps over a batch like a loop. See ``tests/laws_batching.py``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import laws, laws_batching


@pytest.mark.parametrize("name", laws.NAMES)
@pytest.mark.parametrize("law", laws_batching.LAWS, ids=lambda law: law.__name__)
def test_law(law: Callable[[laws.Case], None], name: str) -> None:
    laws.check(law, name)
