"""torch_pruning as its documentation does: the graph of gradients says which layers lose channels together."""

from __future__ import annotations

import torch
import torch_pruning as tp


class Block(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = torch.nn.Conv2d(3, 8, 3, padding=1), torch.nn.Conv2d(8, 8, 3, padding=1)
        self.norm, self.head = torch.nn.BatchNorm2d(8), torch.nn.Linear(8, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.first(x)
        x = x + self.norm(self.second(x)).relu()
        return self.head(x.mean((2, 3)))


def test_a_group_holds_all_that_share_the_channels() -> None:
    net, x = Block(), torch.randn(1, 3, 6, 6)
    graph = tp.DependencyGraph().build_dependency(net, example_inputs=x)
    group = graph.get_pruning_group(net.first, tp.prune_conv_out_channels, idxs=[1, 4])
    assert {dep.target.name.split(" ")[0] for dep, _ in group} >= {"first", "second", "norm", "head"}
    assert graph.check_pruning_group(group)
    group.prune()
    assert net.first.out_channels == net.second.in_channels == net.norm.num_features == net.head.in_features == 6
    net(x).sum().backward()


def test_pruning_step_by_step() -> None:
    torch.manual_seed(0)
    net, x = Block(), torch.randn(2, 3, 6, 6)
    before, weights = tp.utils.count_ops_and_params(net, x)
    pruner = tp.pruner.MagnitudePruner(
        net, x, importance=tp.importance.GroupMagnitudeImportance(), pruning_ratio=0.5, iterative_steps=2,
        ignored_layers=[net.head],
    )  # fmt: skip
    for _ in range(2):
        pruner.step()
        optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
        net(x).square().sum().backward()
        optimizer.step()
    after, left = tp.utils.count_ops_and_params(net, x)
    assert net.first.out_channels == 4 and net(x).shape == (2, 4)
    assert after < 0.6 * before and left < 0.6 * weights


def test_importance_by_gradients() -> None:
    torch.manual_seed(0)
    net, x = Block(), torch.randn(2, 3, 6, 6)
    importance = tp.importance.GroupTaylorImportance()
    net(x).square().sum().backward()
    graph = tp.DependencyGraph().build_dependency(net, example_inputs=x)
    group = graph.get_pruning_group(net.first, tp.prune_conv_out_channels, idxs=list(range(8)))
    assert importance(group).shape == (8,)
