"""torch-semiring-einsum as its documentation uses it: sums over paths in several semirings, a block at a time."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch_semiring_einsum as semiring

BLOCKS: list[Any] = [1, 2, semiring.AutomaticBlockSize(max_cpu_bytes=4000)]


def _inputs() -> list[torch.Tensor]:
    torch.manual_seed(0)
    return [torch.randn(*size, dtype=torch.float64, requires_grad=True) for size in ((2, 4, 5), (2, 5, 3), (2, 3))]


EQUATION = semiring.compile_equation("bij,bjk,bk->bi")


@pytest.mark.parametrize("block", BLOCKS)
def test_the_real_semiring(block: Any) -> None:
    inputs = _inputs()
    out = semiring.einsum(EQUATION, *inputs, block_size=block)
    expected = torch.einsum("bij,bjk,bk->bi", *inputs)
    assert torch.allclose(out, expected)
    weight = torch.randn_like(out)
    found = torch.autograd.grad(out, inputs, weight)
    for ours, theirs in zip(found, torch.autograd.grad(expected, inputs, weight), strict=True):
        assert torch.allclose(ours, theirs)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_log_semiring(block: Any) -> None:
    inputs = _inputs()
    out = semiring.log_einsum(EQUATION, *inputs, block_size=block)
    a, b, c = inputs
    expected = (a[:, :, :, None] + b[:, None] + c[:, None, None]).flatten(2).logsumexp(2)
    assert torch.allclose(out, expected)
    weight = torch.randn_like(out)
    found = torch.autograd.grad(out, inputs, weight)
    for ours, theirs in zip(found, torch.autograd.grad(expected, inputs, weight), strict=True):
        assert torch.allclose(ours, theirs)
    assert torch.autograd.gradcheck(lambda *xs: semiring.log_einsum(EQUATION, *xs, block_size=block), inputs)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_best_path(block: Any) -> None:
    a, b, c = _inputs()
    best, at = semiring.log_viterbi_einsum_forward(EQUATION, a, b, c, block_size=block)
    sums = (a[:, :, :, None] + b[:, None] + c[:, None, None]).flatten(2)
    assert torch.allclose(best, sums.amax(2))
    # the variables that are summed over are in the order of the alphabet
    assert torch.equal(at[..., 0] * 3 + at[..., 1], sums.argmax(2))


def test_gradients_of_infinite_weights() -> None:
    equation = semiring.compile_equation("i,i->")
    a = torch.tensor([-torch.inf, 0.0], dtype=torch.float64, requires_grad=True)
    b = torch.tensor([0.0, 1.0], dtype=torch.float64, requires_grad=True)
    semiring.log_einsum(equation, a, b, block_size=1).backward()
    assert a.grad.tolist() == [0.0, 1.0] and b.grad.tolist() == [0.0, 1.0]
