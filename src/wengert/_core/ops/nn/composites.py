"""The functions of the top namespace that also exist in ``nn.functional``. They have the signatures of PyTorch's core:
reductions are numbers, tensors come in another order, and few arguments have defaults."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...declare.families import composite
from ..elementwise.complex import abs
from ..linalg.matrices import matrix_norm
from ..reduce.norm import vector_norm
from ..reduce.reduce import mean as mean_of
from ..shape.arrange import broadcast_tensors, expanded
from ..shape.shape import contiguous, permute, wrap_dim
from .adaptive_pool import adaptive_max_pool1d as _adaptive_max_pool1d
from .conv import conv1d
from .embedding import embedding as _embedding
from .layer import _alpha_dropped, _dropped
from .loss import binary_cross_entropy_with_logits as _binary_cross_entropy_with_logits
from .loss import kl_div as _kl_div
from .loss import poisson_nll_loss as _poisson_nll_loss
from .margin import cosine_embedding_loss as _cosine_embedding_loss
from .margin import hinge_embedding_loss as _hinge_embedding_loss
from .margin import margin_ranking_loss as _margin_ranking_loss
from .margin import triplet_margin_loss as _triplet_margin_loss
from .normalization import standard_channels, standard_instances
from .sequence import ctc_loss as _ctc_loss

# -- Losses ------------------------------------------------------------------------------------------------------------

REDUCTIONS = ("none", "mean", "sum")  # PyTorch's stubs state a default of 1, but the actual default is 0


def _reduction(name: str, number: Any) -> str:
    """The name of a reduction, given its number."""
    if isinstance(number, str) or not hasattr(number, "__index__"):
        raise errors.calls.wrong_type(name, "reduction", "int", number)
    if number not in range(len(REDUCTIONS)):
        raise ValueError(f"{name}(): expected reduction to be 0 (none), 1 (mean) or 2 (sum), but got {number}")
    return REDUCTIONS[number]


@composite(
    "binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0)", method=False,
)  # fmt: skip
def binary_cross_entropy_with_logits(
    input: Any, target: Any, weight: Any = None, pos_weight: Any = None, reduction: int = 0
) -> Any:
    """:func:`wengert.nn.functional.binary_cross_entropy_with_logits`, with the reduction given as a number.

    Args:
        input: logits, of any shape
        target: probabilities, of the same shape
        weight: a factor for each element; None means 1
        pos_weight: a factor for positive targets; None means 1
        reduction: 0 for none, 1 for the mean, 2 for the sum

    >>> wengert.binary_cross_entropy_with_logits(wengert.tensor([0.0, 2.0]), wengert.tensor([0.0, 1.0]))
    tensor([0.6931, 0.1269])
    """
    named = _reduction("binary_cross_entropy_with_logits", reduction)
    expanded(input.shape, target.shape)  # raises if the input has dimensions that the target lacks
    input, target = broadcast_tensors(input, target)
    return _binary_cross_entropy_with_logits(input, target, weight, reduction=named, pos_weight=pos_weight)


@composite("cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0)", method=False)
def cosine_embedding_loss(input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: int = 0) -> Any:
    """:func:`wengert.nn.functional.cosine_embedding_loss`, with the reduction given as a number.

    Args:
        target: 1 or -1 for each pair
        reduction: 0 for none, 1 for the mean, 2 for the sum

    >>> x, y = wengert.tensor([[1.0, 0.0]]), wengert.tensor([[0.0, 1.0]])
    >>> wengert.cosine_embedding_loss(x, y, wengert.tensor([1]))
    tensor([1.])
    """
    return _cosine_embedding_loss(input1, input2, target, margin,
                                  reduction=_reduction("cosine_embedding_loss", reduction))  # fmt: skip


@composite("ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=0, zero_infinity=False)",
           method=False)  # fmt: skip
def ctc_loss(log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, reduction: int = 0,
             zero_infinity: bool = False) -> Any:  # fmt: skip
    """:func:`wengert.nn.functional.ctc_loss`, with the reduction given as a number.

    Args:
        log_probs: the logarithms of the probabilities: shape (T, N, C), or (T, C) for a single example
        targets: the labels: shape (N, S), or concatenated in one dimension
        target_lengths: the number of labels of each example; given like ``input_lengths``
        reduction: 0 for none, 1 for the mean, 2 for the sum

    >>> log_probs = wengert.zeros(3, 1, 2).log_softmax(2)
    >>> wengert.ctc_loss(log_probs, wengert.tensor([[1]]), (3,), (1,), reduction=2)
    tensor(0.2877)
    """
    return _ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, _reduction("ctc_loss", reduction),
                     zero_infinity)  # fmt: skip


@composite("hinge_embedding_loss(input, target, margin=1.0, reduction=0)", method=False)
def hinge_embedding_loss(input: Any, target: Any, margin: float = 1.0, reduction: int = 0) -> Any:
    """:func:`wengert.nn.functional.hinge_embedding_loss`, with the reduction given as a number.

    Args:
        target: 1 or -1 for each element
        reduction: 0 for none, 1 for the mean, 2 for the sum

    >>> wengert.hinge_embedding_loss(wengert.tensor([0.2, 0.2]), wengert.tensor([1, -1]))
    tensor([0.2000, 0.8000])
    """
    return _hinge_embedding_loss(input, target, margin, reduction=_reduction("hinge_embedding_loss", reduction))


@composite("kl_div(input, target, reduction=0, *, log_target=False)", method=False)
def kl_div(input: Any, target: Any, reduction: int = 0, *, log_target: bool = False) -> Any:
    """:func:`wengert.nn.functional.kl_div`, with the reduction given as a number.

    Args:
        input: logarithms of probabilities
        target: probabilities
        reduction: 0 for none, 1 for the mean, 2 for the sum

    >>> wengert.kl_div(wengert.tensor([0.5, 0.5]).log(), wengert.tensor([1.0, 0.0]), reduction=2)
    tensor(0.6931)
    """
    named = _reduction("kl_div", reduction)
    if named == "mean":  # nn.functional would warn that "batchmean" is usually meant
        return mean_of(_kl_div(input, target, reduction="none", log_target=log_target))
    return _kl_div(input, target, reduction=named, log_target=log_target)


@composite("margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0)", method=False)
def margin_ranking_loss(input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: int = 0) -> Any:
    """:func:`wengert.nn.functional.margin_ranking_loss`, with the reduction given as a number.

    Args:
        target: 1 if the first input should be larger, -1 if the second should be
        reduction: 0 for none, 1 for the mean, 2 for the sum

    >>> wengert.margin_ranking_loss(wengert.tensor([1.0]), wengert.tensor([3.0]), wengert.tensor([1]))
    tensor([2.])
    """
    return _margin_ranking_loss(input1, input2, target, margin,
                                reduction=_reduction("margin_ranking_loss", reduction))  # fmt: skip


@composite("poisson_nll_loss(input, target, log_input, full, eps, reduction)", method=False)
def poisson_nll_loss(input: Any, target: Any, log_input: bool, full: bool, eps: float, reduction: int) -> Any:
    """:func:`wengert.nn.functional.poisson_nll_loss`, with the reduction given as a number.

    Args:
        target: counts
        reduction: 0 for none, 1 for the mean, 2 for the sum
        eps: a number added to the rate before taking the logarithm

    >>> wengert.poisson_nll_loss(wengert.tensor([0.0]), wengert.tensor([2.0]), True, False, 1e-8, 1)
    tensor(1.)
    """
    return _poisson_nll_loss(input, target, log_input, full, None, eps, None, _reduction("poisson_nll_loss", reduction))


@composite("triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-06, swap=False, reduction=0)",
           method=False)  # fmt: skip
def triplet_margin_loss(anchor: Any, positive: Any, negative: Any, margin: float = 1.0, p: float = 2.0,
                        eps: float = 1e-6, swap: bool = False, reduction: int = 0) -> Any:  # fmt: skip
    """:func:`wengert.nn.functional.triplet_margin_loss`, with the reduction given as a number.

    Args:
        p: the order of the norm
        reduction: 0 for none, 1 for the mean, 2 for the sum

    >>> x, y = wengert.tensor([[0.0]]), wengert.tensor([[3.0]])
    >>> wengert.triplet_margin_loss(x, y, x)
    tensor([4.0000])
    """
    return _triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap,
                                reduction=_reduction("triplet_margin_loss", reduction))  # fmt: skip


# -- Dropout -----------------------------------------------------------------------------------------------------------


@composite("dropout(input, p, train)", method=False)
def dropout(input: Any, p: float, train: bool) -> Any:
    """:func:`wengert.nn.functional.dropout`, with all arguments required.

    Args:
        p: the probability of dropping an element, between 0 and 1

    >>> wengert.dropout(wengert.ones(3), 0.5, train=False)
    tensor([1., 1., 1.])
    """
    return _dropped(input, p, train, False)


@composite("dropout_(input, p, train)", method=False, function=True)
def dropout_(input: Any, p: float, train: bool) -> Any:
    """In-place version of :func:`dropout`.

    Args:
        p: the probability of dropping an element, between 0 and 1

    >>> wengert.dropout_(wengert.ones(3), 1.0, train=True)
    tensor([0., 0., 0.])
    """
    return _dropped(input, p, train, True)


@composite("feature_dropout(input, p, train)", method=False)
def feature_dropout(input: Any, p: float, train: bool) -> Any:
    """:func:`dropout` of whole channels, for tensors of shape (N, C, ...).

    Args:
        p: the probability of dropping a channel, between 0 and 1

    >>> wengert.feature_dropout(wengert.ones(1, 2), 0.5, train=False)
    tensor([[1., 1.]])
    """
    return _dropped(input, p, train, False, 2)


@composite("feature_dropout_(input, p, train)", method=False, function=True)
def feature_dropout_(input: Any, p: float, train: bool) -> Any:
    """In-place version of :func:`feature_dropout`.

    Args:
        p: the probability of dropping a channel, between 0 and 1

    >>> wengert.feature_dropout_(wengert.ones(1, 2), 1.0, train=True)
    tensor([[0., 0.]])
    """
    return _dropped(input, p, train, True, 2)


@composite("alpha_dropout(input, p, train)", method=False)
def alpha_dropout(input: Any, p: float, train: bool) -> Any:
    """:func:`wengert.nn.functional.alpha_dropout`, with all arguments required.

    Args:
        p: the probability of dropping an element, between 0 and 1

    >>> wengert.alpha_dropout(wengert.ones(3), 0.5, train=False)
    tensor([1., 1., 1.])
    """
    return _alpha_dropped(input, p, train, False)


@composite("alpha_dropout_(input, p, train)", method=False, function=True)
def alpha_dropout_(input: Any, p: float, train: bool) -> Any:
    """In-place version of :func:`alpha_dropout`.

    Args:
        p: the probability of dropping an element, between 0 and 1

    >>> wengert.alpha_dropout_(wengert.ones(3), 1.0, train=True)
    tensor([0., 0., 0.])
    """
    return _alpha_dropped(input, p, train, True)


@composite("feature_alpha_dropout(input, p, train)", method=False)
def feature_alpha_dropout(input: Any, p: float, train: bool) -> Any:
    """:func:`wengert.nn.functional.feature_alpha_dropout`, with all arguments required.

    Args:
        p: the probability of dropping a channel, between 0 and 1

    >>> wengert.feature_alpha_dropout(wengert.ones(1, 2), 0.5, train=False)
    tensor([[1., 1.]])
    """
    return _alpha_dropped(input, p, train, False, 2)


@composite("feature_alpha_dropout_(input, p, train)", method=False, function=True)
def feature_alpha_dropout_(input: Any, p: float, train: bool) -> Any:
    """In-place version of :func:`feature_alpha_dropout`.

    Args:
        p: the probability of dropping a channel, between 0 and 1

    >>> wengert.feature_alpha_dropout_(wengert.ones(1, 2), 1.0, train=True)
    tensor([[0., 0.]])
    """
    return _alpha_dropped(input, p, train, True, 2)


# -- Layers ------------------------------------------------------------------------------------------------------------


@composite("batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled)",
           method=False)  # fmt: skip
def batch_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool,
               momentum: float, eps: float, cudnn_enabled: bool) -> Any:  # fmt: skip
    """:func:`wengert.nn.functional.batch_norm`, with its tensors in another order.

    Args:
        weight: a factor for each channel; None means 1
        training: whether to normalize by the statistics of the input, and not by the running ones

    >>> x = wengert.tensor([[1.0], [3.0]])
    >>> wengert.batch_norm(x, None, None, None, None, True, 0.1, 0.0, True)
    tensor([[-1.],
            [ 1.]])
    """
    return standard_channels(input, running_mean, running_var, weight, bias, training, momentum, eps)


@composite("instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled)",
           method=False)  # fmt: skip
def instance_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, use_input_stats: bool,
                  momentum: float, eps: float, cudnn_enabled: bool) -> Any:  # fmt: skip
    """:func:`wengert.nn.functional.instance_norm`, with its tensors in another order.

    Args:
        weight: a factor for each channel; None means 1

    >>> x = wengert.tensor([[[1.0, 3.0]]])
    >>> wengert.instance_norm(x, None, None, None, None, True, 0.1, 0.0, True)
    tensor([[[-1.,  1.]]])
    """
    return standard_instances(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


@composite("embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False)", method=False)
def embedding(weight: Any, indices: Any, padding_idx: int = -1, scale_grad_by_freq: bool = False,
              sparse: bool = False) -> Any:  # fmt: skip
    """:func:`wengert.nn.functional.embedding`, with the table of rows as the first argument.

    Args:
        weight: the rows: shape (V, D)
        padding_idx: the row of ``weight`` that gets no gradient; a negative number means none

    >>> wengert.embedding(wengert.tensor([[1.0], [2.0]]), wengert.tensor([1, 0]))
    tensor([[2.],
            [1.]])
    """
    return _embedding(indices, weight, None if padding_idx < 0 else padding_idx, None, 2.0, scale_grad_by_freq, sparse)


@composite("adaptive_max_pool1d(input, output_size)", method=False)
def adaptive_max_pool1d(input: Any, output_size: Any) -> tuple[Any, Any]:
    """:func:`wengert.nn.functional.adaptive_max_pool1d`. It returns the positions of the maxima, too.

    Args:
        output_size: the size of the result

    >>> values, places = wengert.adaptive_max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    >>> values, places
    (tensor([[3., 2.]]), tensor([[1, 2]]))
    """
    result: tuple[Any, Any] = _adaptive_max_pool1d(input, output_size, True)
    return result


@composite("conv_tbc(input, weight, bias, pad=0)", method=False, aliases="nn.functional.conv_tbc")
def conv_tbc(input: Any, weight: Any, bias: Any, pad: int = 0) -> Any:
    """A convolution over time, where time is the first dimension.

    Args:
        input: shape (T, N, C)
        weight: shape (K, C, D), where K is the length of the kernel
        bias: shape (D,)
        pad: the number of zeros to add before the first and after the last time

    >>> x = wengert.tensor([[[1.0]], [[2.0]], [[3.0]]])
    >>> wengert.conv_tbc(x, wengert.ones(2, 1, 1), wengert.zeros(1)).flatten()
    tensor([3., 5.])
    """
    if input.ndim != 3 or weight.ndim != 3 or bias.ndim != 1:
        raise RuntimeError(
            f"conv_tbc: Input must have 3 dims: time, batch, in_channel; the weight 3, and the bias 1. Got {input.ndim}, "
            f"{weight.ndim} and {bias.ndim}."
        )
    out = conv1d(permute(input, dims=(1, 2, 0)), permute(weight, dims=(2, 1, 0)), bias, padding=pad)
    return contiguous(permute(out, dims=(2, 0, 1)))


# -- Norms -------------------------------------------------------------------------------------------------------------


@composite("norm_except_dim(v, pow=2, dim=0)", method=False)
def norm_except_dim(v: Any, pow: int = 2, dim: int = 0) -> Any:
    """The norm over all dimensions but one. The others keep size 1.

    Args:
        v: the tensor, of any shape
        pow: the order of the norm
        dim: the dimension that is not reduced; -1 reduces all of them to a single number

    >>> wengert.norm_except_dim(wengert.tensor([[3.0, 4.0], [0.0, 2.0]]))
    tensor([[5.],
            [2.]])
    """
    if dim == -1:
        return vector_norm(v, pow)
    dim = wrap_dim(dim, v.ndim)
    if v.ndim == 1:
        return abs(v)
    return vector_norm(v, pow, [i for i in range(v.ndim) if i != dim], True)


@composite("frobenius_norm(input, dim, keepdim=False, *, out=None)", method=False)
def frobenius_norm(input: Any, dim: Any, keepdim: bool = False) -> Any:
    """The square root of the sum of squares. Deprecated: use :func:`wengert.linalg.vector_norm`.

    Args:
        dim: one dimension or two

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.frobenius_norm(wengert.tensor([[3.0, 4.0]]), (0, 1))
    tensor(5.)
    """
    errors.deprecated.older_linalg("frobenius_norm", "vector_norm(A, 2., dim, keepdim)")
    if not hasattr(dim, "__index__") and len(dim) > 2:
        raise RuntimeError(f"Expected at most 2 dimensions, but got {len(dim)} dimensions instead.")
    return vector_norm(input, 2, dim, keepdim)


@composite("nuclear_norm(input, dim=None, keepdim=False, *, out=None)", method=False)
def nuclear_norm(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """The sum of the singular values. Deprecated: use :func:`wengert.linalg.matrix_norm`.

    Args:
        dim: the two dimensions of the matrices; None means the last two

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.nuclear_norm(wengert.tensor([[3.0, 0.0], [0.0, 2.0]]))
    tensor(5.)
    """
    errors.deprecated.older_linalg("nuclear_norm", "matrix_norm(A, 'nuc', dim, keepdim)")
    if isinstance(dim, bool):
        dim, keepdim = None, dim
    return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim)
