"""FlopCounterMode counts the products of a program, by module and by operation, as PyTorch's does."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

import wengert
from wengert.utils.flop_counter import FlopCounterMode


def network(lib: Any) -> Any:
    nn = lib.nn

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2, bias=False))
            self.conv, self.deconv = nn.Conv1d(1, 2, 3), nn.ConvTranspose1d(2, 1, 3)
            self.attention = nn.MultiheadAttention(4, 2, batch_first=True)
            self.cell = nn.GRUCell(3, 4)

        def forward(self, x: Any) -> Any:
            wide = self.body(x)[:, None].repeat(1, 1, 4)
            queries = lib.stack([wide[:, 0, :4]] * 3, 1)
            attended = self.attention(queries, queries, queries)[0]
            return self.deconv(self.conv(wide)).sum() + (x @ x.t()).sum() + attended.sum() + self.cell(x).sum()

    return Network()


def counted(lib: Any, backward: bool) -> Any:
    model = network(lib)
    with importlib.import_module(f"{lib.__name__}.utils.flop_counter").FlopCounterMode(display=False) as counter:
        loss = model(lib.randn(5, 3))
        if backward:
            loss.backward()
    return counter


def test_each_module_has_its_products() -> None:
    counts = counted(wengert, True).get_flop_counts()
    assert counts["Network.body.0"] == {"aten.addmm": 120, "aten.mm": 120}  # the input needs no gradient
    assert counts["Network.body.2"] == {"aten.mm": 240}
    assert counts["Network.conv"] == {"aten.convolution": 360, "aten.convolution_backward": 720}
    assert counts["Network.deconv"] == {"aten.convolution": 360, "aten.convolution_backward": 720}
    assert counts["Network.cell"] == {"aten.addmm": 840, "aten.mm": 840}
    assert sum(counts["Global"].values()) == sum(counts["Network"].values())
    inside = [sum(counts[name].values()) for name in counts if name.count(".") == 1]
    assert sum(counts["Network"].values()) == sum(inside) + 2 * 5 * 5 * 3  # and x @ x.t()


def test_batches_that_vmap_hides_count() -> None:
    x = wengert.ones(7, 3, 4)
    with FlopCounterMode(display=False) as counter:
        wengert.vmap(lambda a: a @ a.t())(x)
        wengert.einsum("bij,bkj->bik", x, x)
        x.tanh().sum()
    assert counter.get_total_flops() == 2 * (2 * 7 * 3 * 3 * 4)
    assert set(counter.get_flop_counts()) == {"Global"}


def test_a_counter_begins_anew_and_ends_with_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    counter, layer = FlopCounterMode(), wengert.nn.Linear(2, 3)
    for _ in range(2):
        with counter:
            layer(wengert.ones(4, 2))
        assert counter.get_total_flops() == 48
    assert "Linear           48  100.00%" in capsys.readouterr().out.splitlines()
    with pytest.raises(RuntimeError), counter:
        layer(wengert.ones(4, 5))
    assert counter.get_total_flops() == 0
    layer(wengert.ones(4, 2))
    assert counter.get_flop_counts() == {}
    with pytest.raises(NotImplementedError, match="custom_mapping"):
        FlopCounterMode(custom_mapping={})


@pytest.mark.oracle
@pytest.mark.parametrize("backward", [False, True])
def test_counts_are_pytorchs(backward: bool) -> None:
    torch = pytest.importorskip("torch")
    ours, theirs = counted(wengert, backward), counted(torch, backward)
    assert ours.get_total_flops() == theirs.get_total_flops()
    for name, counts in theirs.get_flop_counts().items() if not backward else ():
        assert sum(ours.get_flop_counts()[name].values()) == sum(counts.values())
