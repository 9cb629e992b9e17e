"""A softmax over many classes, of which the rare ones are in clusters."""

from __future__ import annotations

from typing import Any, NamedTuple

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as F
from .containers import ModuleList, Sequential
from .linear_layers import Linear
from .module import Module


class _ASMoutput(NamedTuple):
    output: Any
    loss: Any


class AdaptiveLogSoftmaxWithLoss(Module):
    """The logarithms of the probabilities of the targets' classes, and their loss; rare classes are in clusters.

    Grave et al., "Efficient softmax approximation for GPUs", 2017.

    Args:
        in_features: the size of an input.
        n_classes: the number of classes, in which frequent ones come first.
        cutoffs: the first classes of the clusters.
        div_value: by how much the size shrinks from cluster to cluster.
        head_bias: whether the layer of the frequent classes has a bias.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> layer = wengert.nn.AdaptiveLogSoftmaxWithLoss(8, 10, [4, 7], div_value=2.0)
    >>> layer(wengert.ones(2, 8), wengert.tensor([1, 8])).output.shape
    wengert.Size([2])
    """

    def __init__(
        self,
        in_features: int,
        n_classes: int,
        cutoffs: Any,
        div_value: float = 4.0,
        head_bias: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        ends = list(cutoffs)
        if not ends:
            raise ValueError("cutoffs should be a sequence of length larger than 0")
        if ends != sorted(set(ends)) or ends[0] <= 0 or ends[-1] > n_classes - 1 or any(int(c) != c for c in ends):
            raise errors.layers.cutoffs()
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*ends, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, head_bias, device, dtype)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            hidden = int(in_features // (div_value ** (i + 1)))
            classes = self.cutoffs[i + 1] - self.cutoffs[i]
            first = Linear(in_features, hidden, False, device, dtype)
            self.tail.append(Sequential(first, Linear(hidden, classes, False, device, dtype)))

    def reset_parameters(self) -> None:
        """Draw the parameters again."""
        self.head.reset_parameters()
        for first, second in self.tail:
            first.reset_parameters()
            second.reset_parameters()

    def forward(self, input_: Any, target_: Any) -> _ASMoutput:
        """Compute the logarithm of the probability of each target, and the mean of their negatives.

        Args:
            input_: (N, in_features) or (in_features,).
            target_: the classes, (N,) or ().
        """
        if target_.ndim == 1:
            if input_.shape[0] != target_.shape[0]:
                raise RuntimeError("Input and target should have the same size in the batch dimension.")
            if input_.ndim != 2:
                raise errors.layers.adaptive_rank(1, input_.shape)
        elif target_.ndim == 0:
            if input_.ndim != 1:
                raise errors.layers.adaptive_rank(0, input_.shape)
        else:
            raise errors.layers.several_targets("Give one class for each example.")
        batched = target_.ndim > 0
        x, target = (input_, target_) if batched else (input_.unsqueeze(0), target_.unsqueeze(0))
        if bool(((target < 0) | (target >= self.n_classes)).any()):
            raise errors.layers.adaptive_range(self.n_classes - 1, target.min().item(), target.max().item())
        logs = F.log_softmax(self.head(x), dim=1)
        places, within = target, functions.zeros_like(logs[:, 0])  # the entry in the head, and the log in the cluster
        for i, (first, end) in enumerate(zip(self.cutoffs, self.cutoffs[1:], strict=False)):
            rows = ((target >= first) & (target < end)).nonzero().squeeze(1)
            if rows.numel():
                places = places.index_fill(0, rows, self.shortlist_size + i)
                inside = F.log_softmax(self.tail[i](x.index_select(0, rows)), dim=1)
                own = inside.gather(1, (target[rows] - first).unsqueeze(1)).squeeze(1)
                within = within.index_copy(0, rows, own)
        output = within + logs.gather(1, places.unsqueeze(1)).squeeze(1)
        loss = (-output).mean()
        return _ASMoutput(output if batched else output.squeeze(0), loss)

    def log_prob(self, input: Any) -> Any:
        """Return the logarithms of the probabilities of all classes, (N, n_classes)."""
        logs = F.log_softmax(self.head(input), dim=1)
        parts = [logs[:, : self.shortlist_size]]
        for i, cluster in enumerate(self.tail):
            parts.append(F.log_softmax(cluster(input), dim=1) + logs[:, self.shortlist_size + i].unsqueeze(1))
        return functions.cat(parts, 1)

    def predict(self, input: Any) -> Any:
        """Return the most probable class of each input; clusters are computed where the head says one."""
        best = functions.argmax(self.head(input), dim=1)
        rows = (best >= self.shortlist_size).nonzero().squeeze(1)
        if rows.numel():
            best = best.index_copy(0, rows, functions.argmax(self.log_prob(input[rows]), dim=1))
        return best
