"""Every law holds on a GPU too. See ``tests/laws.py``."""

from __future__ import annotations

import pytest

from tests import laws, laws_batching

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws_on_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "DEVICE", "cuda")
    laws.check((*laws.LAWS, *laws_batching.LAWS), name)
