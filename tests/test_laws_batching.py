"""Every operation, and both modes of its derivative, maps over a batch like a loop. See ``tests/laws.py``."""

from __future__ import annotations

import pytest

from tests import laws

each = pytest.mark.parametrize("name", laws.NAMES)


@each
def test_batching(name: str) -> None:
    laws.check(laws.batching, name)


@each
def test_batched_derivatives(name: str) -> None:
    laws.check(laws.batched_derivatives, name)
