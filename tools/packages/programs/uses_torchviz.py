"""torchviz as its documentation uses it: pictures of graphs, of second derivatives too, with what is saved."""

from __future__ import annotations

import torch
from torchviz import make_dot


def test_the_picture_of_a_network_has_its_nodes_and_parameters() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    y = model(torch.randn(1, 8))
    source = make_dot(y.mean(), params=dict(model.named_parameters())).source
    for name in ("0.weight", "0.bias", "2.weight", "2.bias", "MeanBackward0", "TanhBackward0"):
        assert name in source
    assert source.count("AddmmBackward0") == 2 and source.count("AccumulateGrad") == 4
    assert source.count("lightblue") == 4


def test_saved_tensors_and_attributes_are_shown() -> None:
    a = torch.ones(3, requires_grad=True)
    b = a.exp().pow(2).sum(0, keepdim=True)
    plain = make_dot(b, params={"a": a}).source
    assert "orange" not in plain and "keepdim" not in plain
    whole = make_dot(b, params={"a": a, "b": b}, show_attrs=True, show_saved=True).source
    assert "result" in whole and "self" in whole and "exponent" in whole and "[saved tensor]" in whole
    assert whole.count("orange") == 2


def test_a_function_shows_what_it_has_saved() -> None:
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):  # type: ignore[no-untyped-def]
            (x,) = ctx.saved_tensors
            return 2 * x * g

    x = torch.randn(2, requires_grad=True)
    source = make_dot(Square.apply(x), params={"x": x}).source
    assert "SquareBackward" in source and source.count("orange") == 1


def test_views_lead_to_their_bases_and_gradients_have_graphs() -> None:
    x = torch.randn(4, requires_grad=True)
    y = (x * 2).view(2, 2)
    source = make_dot(y).source
    assert "darkolivegreen3" in source and "dotted" in source
    (grad,) = torch.autograd.grad((y**3).sum(), x, create_graph=True)
    assert "MulBackward0" in make_dot((grad, y), params={"x": x}).source
