"""Every operation, and both modes of its derivative, maps over a batch like a loop. See ``tests/laws_batching.py``."""

from __future__ import annotations

import pytest

from tests import laws, laws_batching
from tests.cases import among


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws(name: str) -> None:
    some = laws.few(name)
    laws.check(laws_batching.VALUES, name, some[:2] if among.few else None)
    laws.check(laws_batching.WAYS, name, some[:1] if among.few else some)
