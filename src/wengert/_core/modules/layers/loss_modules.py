"""Losses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ... import errors
from ...api.generated import nn_functions as F
from ...ops.nn.loss import _reduction
from ...tape.tensor import TensorBase
from .linear_layers import Linear
from .module import Module
from .shape_layers import PairwiseDistance


class _Loss(Module):
    """A loss: ``reduction`` says whether its values are averaged, added up or left as they are."""

    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> None:
        super().__init__()
        if isinstance(size_average, TensorBase) or isinstance(reduce, TensorBase):
            raise errors.layers.called_too_early(type(self).__name__)
        old = size_average is not None or reduce is not None
        self.reduction = _reduction(reduction, size_average, reduce) if old else reduction


class _WeightedLoss(_Loss):
    """A loss with a weight for each class, or for each value."""

    def __init__(
        self, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)


class L1Loss(_Loss):
    """The absolute differences.

    Args:
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.L1Loss()
    >>> loss(wengert.tensor([1.0, 3.0]), wengert.zeros(2))
    tensor(2.)
    """

    def forward(self, input: Any, target: Any) -> Any:
        return F.l1_loss(input, target, reduction=self.reduction)


class MSELoss(_Loss):
    """The squares of the differences.

    Args:
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.MSELoss()
    >>> loss(wengert.tensor([1.0, 3.0]), wengert.zeros(2))
    tensor(5.)
    """

    def forward(self, input: Any, target: Any) -> Any:
        return F.mse_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """Half the squares of small differences by ``beta``; of greater ones the absolute value, less ``beta / 2``.

    Args:
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        beta: the difference up to which there are squares.

    >>> import wengert
    >>> loss = wengert.nn.SmoothL1Loss()
    >>> loss(wengert.tensor([1.0, 3.0]), wengert.zeros(2))
    tensor(1.5000)
    """

    def __init__(
        self, size_average: Any = None, reduce: Any = None, reduction: str = "mean", beta: float = 1.0
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input: Any, target: Any) -> Any:
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """The squares of small differences, and a multiple of the absolute value of greater ones.

    Args:
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        delta: where the square ends.

    >>> import wengert
    >>> loss = wengert.nn.HuberLoss()
    >>> loss(wengert.tensor([1.0, 3.0]), wengert.zeros(2))
    tensor(1.5000)
    """

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        if not isinstance(delta, float | int):
            raise errors.layers.delta(delta)
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input: Any, target: Any) -> Any:
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


class NLLLoss(_WeightedLoss):
    """The negative of the logarithm that is given for the class of the target.

    Args:
        weight: a weight for each class.
        size_average: deprecated: ``reduction``.
        ignore_index: a class that does not count.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.NLLLoss()
    >>> loss(wengert.tensor([[-0.5, -2.0]]), wengert.tensor([0]))
    tensor(0.5000)
    """

    def __init__(
        self,
        weight: Any = None,
        size_average: Any = None,
        ignore_index: int = -100,
        reduce: Any = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input: Any, target: Any) -> Any:
        return F.nll_loss(input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class NLLLoss2d(NLLLoss):
    """Deprecated: use :class:`NLLLoss`.

    Args:
        weight: as in NLLLoss, and so the others.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        errors.layers.old_nll()
        super().__init__(*args, **kwargs)


class CrossEntropyLoss(_WeightedLoss):
    """The negative logarithm of the softmax at the class of the target.

    Args:
        weight: a weight for each class.
        size_average: deprecated: ``reduction``.
        ignore_index: a class that does not count.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        label_smoothing: how much of the target is spread over all classes.

    >>> import wengert
    >>> loss = wengert.nn.CrossEntropyLoss()
    >>> loss(wengert.zeros(1, 2), wengert.tensor([0]))
    tensor(0.6931)
    """

    def __init__(
        self,
        weight: Any = None,
        size_average: Any = None,
        ignore_index: int = -100,
        reduce: Any = None,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input: Any, target: Any) -> Any:
        return F.cross_entropy(
            input,
            target,
            weight=self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class PoissonNLLLoss(_Loss):
    """The negative logarithm of the probability of a count whose mean is given.

    Args:
        log_input: whether the logarithm of the mean is given.
        full: whether Stirling's approximation of the factorial is added.
        size_average: deprecated: ``reduction``.
        eps: added to the mean before its logarithm is taken.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.PoissonNLLLoss()
    >>> loss(wengert.zeros(1), wengert.ones(1))
    tensor(1.)
    """

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        size_average: Any = None,
        eps: float = 1e-8,
        reduce: Any = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def forward(self, log_input: Any, target: Any) -> Any:
        return F.poisson_nll_loss(
            log_input, target, log_input=self.log_input, full=self.full, eps=self.eps, reduction=self.reduction
        )


class GaussianNLLLoss(_Loss):
    """The negative logarithm of the density of a normal number whose mean and variance are given.

    Args:
        full: whether the constant is added.
        eps: the least variance.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.GaussianNLLLoss()
    >>> loss(wengert.zeros(1), wengert.ones(1), wengert.ones(1))
    tensor(0.5000)
    """

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(None, None, reduction)
        self.full = full
        self.eps = eps

    def forward(self, input: Any, target: Any, var: Any) -> Any:
        return F.gaussian_nll_loss(input, target, var, full=self.full, eps=self.eps, reduction=self.reduction)


class KLDivLoss(_Loss):
    """The divergence of a distribution, given by logarithms, from the target.

    Args:
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"batchmean"``, ``"sum"`` or ``"none"``.
        log_target: whether the target is given by logarithms, too.

    >>> import wengert
    >>> loss = wengert.nn.KLDivLoss(reduction="sum")
    >>> loss(wengert.tensor([0.5, 0.5]).log(), wengert.tensor([1.0, 0.0]))
    tensor(0.6931)
    """

    def __init__(
        self, size_average: Any = None, reduce: Any = None, reduction: str = "mean", log_target: bool = False
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input: Any, target: Any) -> Any:
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class BCELoss(_WeightedLoss):
    """The cross entropy of probabilities and targets between 0 and 1.

    Args:
        weight: a weight for each value.
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.BCELoss()
    >>> loss(wengert.tensor([0.5]), wengert.ones(1))
    tensor(0.6931)
    """

    def forward(self, input: Any, target: Any) -> Any:
        return F.binary_cross_entropy(input, target, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """The cross entropy of sigmoids and targets between 0 and 1.

    Args:
        weight: a weight for each value.
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        pos_weight: a weight for the targets near 1.

    >>> import wengert
    >>> loss = wengert.nn.BCEWithLogitsLoss()
    >>> loss(wengert.zeros(1), wengert.ones(1))
    tensor(0.6931)
    """

    def __init__(
        self,
        weight: Any = None,
        size_average: Any = None,
        reduce: Any = None,
        reduction: str = "mean",
        pos_weight: Any = None,
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Any, target: Any) -> Any:
        return F.binary_cross_entropy_with_logits(
            input, target, self.weight, pos_weight=self.pos_weight, reduction=self.reduction
        )


class HingeEmbeddingLoss(_Loss):
    """The input where the target is 1, and what it lacks to a margin where it is -1.

    Args:
        margin: the margin.
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.HingeEmbeddingLoss()
    >>> loss(wengert.tensor([2.0, 0.5]), wengert.tensor([1.0, -1.0]))
    tensor(1.2500)
    """

    def __init__(
        self, margin: float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input: Any, target: Any) -> Any:
        return F.hinge_embedding_loss(input, target, margin=self.margin, reduction=self.reduction)


class MultiLabelMarginLoss(_Loss):
    """What the values of the target's classes lack to a margin above those of the others.

    Args:
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.MultiLabelMarginLoss()
    >>> loss(wengert.tensor([1.0, 0.5]), wengert.tensor([0, -1]))
    tensor(0.2500)
    """

    def forward(self, input: Any, target: Any) -> Any:
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)


class SoftMarginLoss(_Loss):
    """``log(1 + exp(-target * input))``, for targets of 1 and -1.

    Args:
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.SoftMarginLoss()
    >>> loss(wengert.zeros(1), wengert.ones(1))
    tensor(0.6931)
    """

    def forward(self, input: Any, target: Any) -> Any:
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """The cross entropy of sigmoids and targets, averaged over the classes.

    Args:
        weight: a weight for each class.
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.MultiLabelSoftMarginLoss()
    >>> loss(wengert.zeros(1, 2), wengert.ones(1, 2))
    tensor(0.6931)
    """

    def forward(self, input: Any, target: Any) -> Any:
        return F.multilabel_soft_margin_loss(input, target, weight=self.weight, reduction=self.reduction)


class CosineEmbeddingLoss(_Loss):
    """How far two vectors point apart where the target is 1, and how far together where it is -1.

    Args:
        margin: the cosine from which on they point together.
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.CosineEmbeddingLoss()
    >>> loss(wengert.eye(2)[:1], wengert.eye(2)[1:], wengert.ones(1))
    tensor(1.)
    """

    def __init__(
        self, margin: float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1: Any, input2: Any, target: Any) -> Any:
        return F.cosine_embedding_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class MarginRankingLoss(_Loss):
    """What the first input lacks to a margin above the second where the target is 1, and the other way where it is -1.

    Args:
        margin: the margin.
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.MarginRankingLoss()
    >>> loss(wengert.zeros(1), wengert.ones(1), wengert.ones(1))
    tensor(1.)
    """

    def __init__(
        self, margin: float = 0.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1: Any, input2: Any, target: Any) -> Any:
        return F.margin_ranking_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class MultiMarginLoss(_WeightedLoss):
    """What the value of the target's class lacks to a margin above those of the others.

    Args:
        p: 1, or 2 for squares.
        margin: the margin.
        weight: a weight for each class.
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.MultiMarginLoss()
    >>> loss(wengert.tensor([[1.0, 0.5]]), wengert.tensor([0]))
    tensor(0.2500)
    """

    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        weight: Any = None,
        size_average: Any = None,
        reduce: Any = None,
        reduction: str = "mean",
    ) -> None:
        if p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported. Choose 1 or 2.")
        if weight is not None and weight.ndim != 1:
            raise ValueError(f"MultiMarginLoss: expected weight to be None or 1D tensor, got {weight.ndim}D instead")
        super().__init__(weight, size_average, reduce, reduction)
        self.p = p
        self.margin = margin

    def forward(self, input: Any, target: Any) -> Any:
        return F.multi_margin_loss(
            input, target, p=self.p, margin=self.margin, weight=self.weight, reduction=self.reduction
        )


class TripletMarginLoss(_Loss):
    """What the distance to a negative example lacks to a margin above that to a positive one.

    Args:
        margin: the margin.
        p: the order of the norm.
        eps: added to the differences.
        swap: whether the negative may be compared with the positive.
        size_average: deprecated: ``reduction``.
        reduce: deprecated: ``reduction``.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.TripletMarginLoss()
    >>> loss(wengert.zeros(1, 2), wengert.zeros(1, 2), wengert.zeros(1, 2))
    tensor(1.)
    """

    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        eps: float = 1e-6,
        swap: bool = False,
        size_average: Any = None,
        reduce: Any = None,
        reduction: str = "mean",
    ) -> None:
        if margin <= 0:
            raise errors.layers.margin("TripletMarginLoss", margin)
        super().__init__(size_average, reduce, reduction)
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def forward(self, anchor: Any, positive: Any, negative: Any) -> Any:
        return F.triplet_margin_loss(
            anchor,
            positive,
            negative,
            margin=self.margin,
            p=self.p,
            eps=self.eps,
            swap=self.swap,
            reduction=self.reduction,
        )


class TripletMarginWithDistanceLoss(_Loss):
    """What the distance to a negative example lacks to a margin above that to a positive one.

    Args:
        distance_function: the distance. Default: that of :class:`PairwiseDistance`.
        margin: the margin.
        swap: whether the negative may be compared with the positive.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    >>> import wengert
    >>> loss = wengert.nn.TripletMarginWithDistanceLoss()
    >>> loss(wengert.zeros(1, 2), wengert.zeros(1, 2), wengert.zeros(1, 2))
    tensor(1.)
    """

    def __init__(
        self,
        *,
        distance_function: Callable[[Any, Any], Any] | None = None,
        margin: float = 1.0,
        swap: bool = False,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction=reduction)
        if margin <= 0:
            raise errors.layers.margin("TripletMarginWithDistanceLoss", margin)
        self.distance_function: Any = PairwiseDistance() if distance_function is None else distance_function
        self.margin = margin
        self.swap = swap

    def forward(self, anchor: Any, positive: Any, negative: Any) -> Any:
        return F.triplet_margin_with_distance_loss(
            anchor, positive, negative, distance_function=self.distance_function, margin=self.margin, swap=self.swap,
            reduction=self.reduction,
        )  # fmt: skip


class CTCLoss(_Loss):
    """The negative logarithm of the probability of a sequence, over all its alignments with a longer one.

    Args:
        blank: the class that stands for nothing.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        zero_infinity: whether infinite losses, of targets that are too long, count as zero.

    >>> import wengert
    >>> loss = wengert.nn.CTCLoss()
    >>> loss(wengert.zeros(2, 2).log_softmax(1), wengert.tensor([1]), [2], [1])
    tensor(0.2877)
    """

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> None:
        super().__init__(reduction=reduction)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def forward(self, log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any) -> Any:
        return F.ctc_loss(
            log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction, self.zero_infinity
        )


class LinearCrossEntropyLoss(_WeightedLoss):
    """The cross entropy of a learned linear layer of the input, without keeping all its results at once.

    Args:
        in_features: the size of an input.
        num_classes: the number of classes.
        out_features: further sizes of the layer's result.
        bias: whether the layer has a bias.
        device: where the parameters are.
        dtype: their dtype.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.
        weight: a weight for each class.
        ignore_index: a class that does not count.
        label_smoothing: how much of the target is spread over all classes.
        options: how the function computes.

    >>> import wengert
    >>> loss = wengert.nn.LinearCrossEntropyLoss(4, 3)
    >>> loss(wengert.ones(2, 4), wengert.tensor([0, 2])).shape
    wengert.Size([])
    """

    def __init__(
        self,
        in_features: int,
        num_classes: int,
        *,
        out_features: tuple[int, ...] = (),
        bias: bool = False,
        device: Any = None,
        dtype: Any = None,
        reduction: str = "mean",
        weight: Any = None,
        ignore_index: int | None = None,
        label_smoothing: float = 0.0,
        options: Any = None,
    ) -> None:
        if weight is not None and tuple(weight.shape) != (num_classes,):
            raise RuntimeError(f"expected weight shape to be {(num_classes,)}, got {tuple(weight.shape)}")
        if not 0 <= label_smoothing <= 1:
            raise errors.layers.smoothing(label_smoothing)
        super().__init__(weight, reduction=reduction)
        self.num_classes = num_classes
        self.out_features = out_features
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing
        self.linear = Linear(in_features, math.prod(out_features, start=num_classes), bias, device, dtype)
        self.options = options

    def forward(self, input: Any, target: Any) -> Any:
        sizes = (self.num_classes, *self.out_features)
        bias = self.linear.bias
        return F.linear_cross_entropy(
            input,
            self.linear.weight.reshape(*sizes, self.linear.in_features),
            target,
            linear_bias=None if bias is None else bias.reshape(sizes),
            weight=self.weight,
            reduction=self.reduction,
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
            options=self.options,
        )

    def extra_repr(self) -> str:
        return (
            f"in_features={self.linear.in_features}, num_classes={self.num_classes}, "
            f"out_features={self.out_features}, bias={self.linear.bias is not None}, reduction={self.reduction}, "
            f"ignore_index={self.ignore_index}, label_smoothing={self.label_smoothing}, options={self.options}"
        )
