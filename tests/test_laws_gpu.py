"""Every law holds on a GPU too. See ``tests/laws.py``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import laws

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("name", laws.NAMES)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_law(law: Callable[[laws.Case], None], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "DEVICE", "cuda")
    laws.check(law, name)
