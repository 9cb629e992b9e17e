"""The quick loop: six laws on a few samples of every operation. ``make quick`` runs it; the whole suite does not.

The name does not begin with ``test_``, so pytest collects this file only where it is named: the whole suite holds every
operation to every law at all its samples.
"""

from __future__ import annotations

import pytest

from tests import laws, laws_batching

LAWS = (laws.reference, laws.vjp, laws.adjoint, laws.second_order, laws_batching.batching, laws.unmutated)


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws(name: str) -> None:
    laws.check(LAWS, name, laws.few(name))
