"""Every operation has right derivatives: both modes, to second order. See ``tests/laws.py``."""

from __future__ import annotations

import pytest

from tests import laws

each = pytest.mark.parametrize("name", laws.NAMES)


@each
def test_vjp(name: str) -> None:
    laws.check(laws.vjp, name)


@each
def test_adjoint(name: str) -> None:
    laws.check(laws.adjoint, name)


@each
def test_second_order(name: str) -> None:
    laws.check(laws.second_order, name)
