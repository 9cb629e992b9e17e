"""torch_geometric as its documentation uses it: graphs, batches of these, and layers that pass messages.

Of each result the sum of absolute values is PyTorch's, and so is that of the gradient of its sum.
"""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch_geometric.transforms as T  # noqa: N812
import torch_geometric.utils
from torch_geometric import nn
from torch_geometric.data import Data, HeteroData
from torch_geometric.loader import DataLoader

X = torch.linspace(0, 9, 48, dtype=torch.float64).reshape(6, 8).sin()
EDGES = torch.tensor([[0, 1, 1, 2, 3, 4, 0, 5, 2, 2], [1, 0, 2, 1, 4, 3, 5, 0, 2, 5]])
GRAPH = torch.tensor([0, 0, 0, 1, 1, 1])
LAYERS: dict[str, tuple[Any, ...]] = {
    "GCNConv": (8, 5), "SAGEConv": (8, 5), "GATConv": (8, 5), "GATv2Conv": (8, 5), "GraphConv": (8, 5),
    "ChebConv": (8, 5, 3), "TAGConv": (8, 5), "ARMAConv": (8, 5), "TransformerConv": (8, 5), "GENConv": (8, 5),
    "SuperGATConv": (8, 5), "ResGatedGraphConv": (8, 5), "FeaStConv": (8, 5), "GCN": (8, 16, 2, 4),
    "AttentiveFP": (8, 6, 5, 3, 2, 1),
}  # fmt: skip
POOLS = ("MeanAggregation", "MaxAggregation", "StdAggregation", "MedianAggregation", "SoftmaxAggregation")
MODELS = {
    "GCNConv": (8.682169888, 53.48616236),
    "SAGEConv": (11.17877199, 35.05390839),
    "GATConv": (9.901359146, 66.17427473),
    "GATv2Conv": (8.56823183, 42.69416855),
    "GraphConv": (14.20388509, 50.77098531),
    "ChebConv": (65.96269775, 252.9266402),
    "TAGConv": (12.36173171, 41.8161099),
    "ARMAConv": (14.36216015, 64.61162463),
    "TransformerConv": (11.48322902, 33.99889012),
    "GENConv": (0.3229780648, 1.543202841),
    "SuperGATConv": (9.777863747, 63.82274167),
    "ResGatedGraphConv": (6.418701504, 19.65531278),
    "FeaStConv": (2.561749782, 14.39255379),
    "GCN": (1.328696456, 9.295987603),
    "AttentiveFP": (1.398805371, 0.8296732677),
    "MeanAggregation": (0.960620878, 6.993183039),
    "MaxAggregation": (13.1882337, 28.91991442),
    "StdAggregation": (7.223833508, 18.96789744),
    "MedianAggregation": (3.185213703, 12.60212691),
    "SoftmaxAggregation": (5.285208766, 19.36216719),
}


def sums(function: Any, x: Any) -> tuple[float, float]:
    x = x.clone().requires_grad_()
    y = function(x)
    return y.detach().abs().sum().item(), torch.autograd.grad(y.sum(), x)[0].abs().sum().item()


def model(name: str) -> Any:
    torch.manual_seed(0)
    if name in POOLS:
        pool = getattr(nn.aggr, name)()
        return lambda x: pool(x, GRAPH) ** 2
    layer = getattr(nn, name)(*LAYERS[name]).double().eval()
    if name == "AttentiveFP":
        return lambda x: layer(x, EDGES, X[: EDGES.shape[1] // 2, :3].repeat(2, 1), GRAPH)
    return lambda x: layer(x, EDGES) ** 2


@pytest.mark.parametrize("name", MODELS)
def test_layers(name: str) -> None:
    assert sums(model(name), X) == pytest.approx(MODELS[name], rel=1e-6)


def test_nodes_are_classified() -> None:
    torch.manual_seed(0)
    data = T.NormalizeFeatures()(Data(x=X.float().abs(), edge_index=EDGES, y=torch.tensor([0, 0, 0, 1, 1, 1])))
    net = nn.GAT(8, 16, 2, 2)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
    losses = []
    for _ in range(60):
        loss = torch.nn.functional.cross_entropy(net(data.x, data.edge_index), data.y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2


def test_batches_of_graphs() -> None:
    graphs = [Data(x=X[:n], edge_index=EDGES[:, (n > EDGES).all(0)], y=torch.tensor([n])) for n in (2, 3, 6)]
    first, second = DataLoader(graphs, batch_size=2)
    assert first.num_graphs == 2 and first.batch.tolist() == [0, 0, 1, 1, 1] and second.num_nodes == 6
    assert first.to_data_list()[1].x.equal(graphs[1].x) and first.y.tolist() == [2, 3]
    assert nn.global_add_pool(first.x, first.batch)[1].allclose(graphs[1].x.sum(0))


def test_kinds_of_nodes() -> None:
    torch.manual_seed(0)
    data = HeteroData()
    data["paper"].x, data["author"].x = X.float(), X.float()[:4, :5]
    data["author", "writes", "paper"].edge_index = torch.tensor([[0, 1, 3, 2], [5, 0, 2, 1]])
    data = T.ToUndirected()(data)
    layer = nn.HeteroConv({kind: nn.SAGEConv((-1, -1), 7) for kind in data.edge_types})
    found = layer(data.x_dict, data.edge_index_dict)
    assert {kind: tuple(x.shape) for kind, x in found.items()} == {"paper": (6, 7), "author": (4, 7)}
    sum(x.sum() for x in found.values()).backward()
    assert all(p.grad is not None for p in layer.parameters())


def test_functions_of_graphs() -> None:
    u = torch_geometric.utils
    assert u.degree(EDGES[0]).tolist() == [2, 2, 3, 1, 1, 1] and u.contains_self_loops(EDGES)
    assert u.remove_self_loops(EDGES)[0].shape == (2, 9) and not u.is_undirected(EDGES)
    dense = u.to_dense_adj(EDGES)[0]
    assert u.dense_to_sparse(dense)[0].shape == (2, 10) and dense.sum() == 10
    assert u.softmax(X[:, 0], GRAPH).sum().item() == pytest.approx(2)
    assert u.k_hop_subgraph(3, 2, EDGES)[0].tolist() == [3, 4]
    assert u.to_networkx(Data(edge_index=EDGES, num_nodes=6)).number_of_edges() == 10
