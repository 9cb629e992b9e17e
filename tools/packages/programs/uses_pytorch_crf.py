"""pytorch-crf as its documentation uses it: the likelihood of tags, its gradient, and the best tags."""

from __future__ import annotations

from itertools import product

import pytest
import torch
from torchcrf import CRF


@pytest.mark.parametrize("batch_first", [False, True])
def test_likelihoods_and_best_tags_are_those_of_all_sequences(batch_first: bool) -> None:
    torch.manual_seed(0)
    crf = CRF(3, batch_first=batch_first).double()
    emissions = torch.randn(4, 2, 3, dtype=torch.float64)
    tags = torch.randint(0, 3, (4, 2))
    every = [torch.tensor(s)[:, None].expand(4, 2) for s in product(range(3), repeat=4)]

    def score(tags: torch.Tensor) -> torch.Tensor:
        along = emissions.gather(2, tags[..., None])[..., 0].sum(0) + crf.transitions[tags[:-1], tags[1:]].sum(0)
        return along + crf.start_transitions[tags[0]] + crf.end_transitions[tags[-1]]

    scores = torch.stack([score(tags) for tags in every])
    given = [t.transpose(0, 1) if batch_first else t for t in (emissions, tags)]
    found = crf(*given, reduction="none")
    assert torch.allclose(found, score(tags) - scores.logsumexp(0))
    best = [every[i][:, 0].tolist() for i in scores.argmax(0).tolist()]
    assert crf.decode(given[0]) == best


def test_masked_sequences_are_learnt() -> None:
    torch.manual_seed(0)
    crf, emissions = CRF(3), torch.randn(4, 2, 3)
    tags, mask = torch.randint(0, 3, (4, 2)), torch.tensor([[1, 1], [1, 1], [1, 0], [1, 0]], dtype=torch.bool)
    optimizer = torch.optim.Adam(crf.parameters(), lr=0.1)
    losses = []
    for _ in range(20):
        optimizer.zero_grad()
        loss = -crf(emissions, tags, mask=mask, reduction="token_mean")
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] and [len(s) for s in crf.decode(emissions, mask=mask)] == [4, 2]
