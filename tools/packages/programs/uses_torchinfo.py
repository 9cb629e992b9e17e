"""torchinfo as its documentation does: a table of a network's layers, sizes and parameters."""

from __future__ import annotations

import torch
from torchinfo import summary


def test_sizes_and_counts() -> None:
    net = torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3), torch.nn.BatchNorm2d(8), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(288, 5)
    )
    table = summary(net, input_size=(2, 3, 8, 8), verbose=0, col_names=("input_size", "output_size", "num_params",
                    "kernel_size", "mult_adds", "trainable"))  # fmt: skip
    assert table.total_params == table.trainable_params == sum(p.numel() for p in net.parameters())
    assert [info.output_size for info in table.summary_list[1:]] == [
        [2, 8, 6, 6], [2, 8, 6, 6], [2, 8, 6, 6], [2, 288], [2, 5],
    ]  # fmt: skip
    assert table.total_mult_adds == 2 * (8 * 28 * 36 + 16 + 289 * 5)
    assert "Conv2d: 1-1" in str(table) and "[8, 288]" not in str(table)


def test_recurrent_layers_and_several_inputs() -> None:
    class Net(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embed, self.rnn = torch.nn.Embedding(10, 4), torch.nn.LSTM(4, 6, batch_first=True)
            self.rnn.weight_hh_l0.requires_grad_(False)

        def forward(self, x: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
            return self.rnn(self.embed(x) * scale)[0]

    table = summary(Net(), input_data=[torch.zeros(2, 5, dtype=torch.long), torch.ones(1)], verbose=0)
    assert table.total_params - table.trainable_params == 4 * 6 * 6
    assert table.summary_list[-1].output_size == [2, 5, 6]
