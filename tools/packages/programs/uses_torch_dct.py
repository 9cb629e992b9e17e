"""torch_dct as its documentation uses it: cosine transforms in one to three dimensions, and back."""

from __future__ import annotations

import pytest
import scipy.fft
import torch
import torch_dct
from torch.autograd import gradcheck

X = torch.arange(24.0, dtype=torch.float64).reshape(2, 2, 6).sin()


@pytest.mark.parametrize("norm", [None, "ortho"])
def test_the_transform_is_that_of_scipy_and_has_an_inverse(norm: str | None) -> None:
    found = torch_dct.dct(X, norm)
    assert torch.allclose(found, torch.from_numpy(scipy.fft.dct(X.numpy(), norm=norm)))
    assert torch.allclose(torch_dct.idct(found, norm), X)


@pytest.mark.parametrize("dims", ["_2d", "_3d"])
def test_several_dimensions(dims: str) -> None:
    there, back = getattr(torch_dct, f"dct{dims}"), getattr(torch_dct, f"idct{dims}")
    assert torch.allclose(back(there(X)), X)
    assert gradcheck(there, X.clone().requires_grad_()) and gradcheck(back, X.clone().requires_grad_())


def test_the_first_kind_and_the_layer() -> None:
    assert torch.allclose(torch_dct.dct1(X), torch.from_numpy(scipy.fft.dct(X.numpy(), type=1)))
    assert torch.allclose(torch_dct.idct1(torch_dct.dct1(X)), X)
    layer = torch_dct.LinearDCT(6, "dct", norm="ortho").double()
    assert torch.allclose(layer(X), torch_dct.dct(X, "ortho"), atol=1e-6)
