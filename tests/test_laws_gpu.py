"""Every law holds on a GPU too. See ``tests/laws.py``."""

from __future__ import annotations

import pytest

from tests import laws, laws_batching
from wengert import cuda

pytestmark = pytest.mark.gpu
if not cuda.is_available():
    pytest.skip("needs CuPy and a GPU", allow_module_level=True)


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws_on_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "DEVICE", "cuda")
    laws.check((*laws.LAWS, *laws_batching.LAWS), name)
