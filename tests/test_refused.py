"""What modules, optimisers, schedules and data sets refuse, they refuse as PyTorch: ``tests/facts/refused.json``."""

from __future__ import annotations

import pytest

import wengert
from tests import facts
from tests.cases import collected
from tests.facts import refused

FACTS = facts.load("refused")
# the type is PyTorch's, the words are ours: PyTorch's name something else, or another machine
OWN_WORDS = frozenset((
    "data.DataLoader([1], prefetch_factor=2)", "lr.StepLR(optim.SGD([r(2)]), 2, last_epoch=3)", "nn.Parameter(3)",
    "nn.RNN(2, 3)(r(2))", "prune.L1Unstructured(1).prune(r(2), importance_scores=r(3))",
    "register('weight', lambda x: x, lambda x: x[0])", "register('weight', lambda x: x.double())",
    "register('weight', lambda x, y: x + y, lambda x: [x, x.double()])", "register('weight', lambda x: x[0])",
    "setattr(register('weight', lambda x: x, lambda x: x if x[0, 0] == 1 else 3), 'weight', r(2, 2) + 1)",
    "nn.RNN(2, 3, dropout='a')", "nn.utils.rnn.pad_sequence([])",
    "nn.utils.rnn.pack_padded_sequence(r(3, 2), lib.tensor([2, 3]))", "optim.SGD([r(2)], lr='a')",
    "stepped(optim.SGD([lib.ones(2, dtype=lib.cfloat)], fused=True))",
))  # fmt: skip


def words(message: str) -> str:
    """A message without blanks, under PyTorch's name."""
    return "".join(message.replace("wengert", "torch").split())


@pytest.mark.parametrize("group", refused.GROUPS)
def test_errors_are_pytorchs(group: str) -> None:
    """Their types are, and their words begin ours: a next step may follow."""
    with collected(group) as cases:
        for text in refused.GROUPS[group]:
            with cases(text):
                (fact, said), (found, says) = FACTS[text], refused.outcome(wengert, text)
                assert fact and found == fact and says
                assert words(says).startswith(words(said)) != (text in OWN_WORDS), f"{says!r} for {said!r}"
