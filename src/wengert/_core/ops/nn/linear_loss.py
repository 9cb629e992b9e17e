"""The loss of a linear layer whose results are scores of classes."""

from __future__ import annotations

from ... import errors
from ...declare.families import composite
from ..shape.shape import reshape
from .activation import F
from .layer import linear_layer
from .loss import cross_entropy


@composite(
    "linear_cross_entropy(input, linear_weight, target, *, linear_bias=None, weight=None, reduction='mean', "
    "ignore_index=None, label_smoothing=0.0, options=None)", namespace=F,
)  # fmt: skip
def linear_cross_entropy(input, linear_weight, target, *, linear_bias=None, weight=None, reduction="mean",
                         ignore_index=None, label_smoothing=0.0, options=None):  # fmt: skip
    """Cross entropy of the scores of a linear layer: :func:`cross_entropy` of :func:`linear`.

    Args:
        input: the inputs of the layer: shape (N, I) or (I,)
        target: classes: shape (N, ...) or (); or probabilities: (N, C, ...) or (C,)
        weight: a factor for each class: shape (C,); None means 1
        ignore_index: a class whose examples do not count; None means -100. Only for targets that are classes
        options: not supported: None

    Raises:
        RuntimeError: if the shapes do not fit each other, or if ``ignore_index`` is given with probabilities.

    >>> x, w = wengert.tensor([[1.0, 0.0]]), wengert.zeros(2, 2)
    >>> F.linear_cross_entropy(x, w, wengert.tensor([1]))
    tensor(0.6931)
    """
    if options is not None:
        raise errors.calls.later("linear_cross_entropy(options=...)", "All scores are computed at once: leave it out.")
    length, classes = tuple(input.shape[-1:]), tuple(linear_weight.shape[:-1])
    wrong = None
    if input.ndim not in (1, 2):
        wrong = f"expected input with dimensionality 1 or 2, got {input.ndim}"
    elif not classes:
        wrong = f"expected linear_weight with dimensionality at least 2, got {linear_weight.ndim}"
    elif tuple(linear_weight.shape[-1:]) != length:
        wrong = (
            "expected equal input and linear_weight last dimensions (in_features), got "
            f"{length[0]} and {linear_weight.shape[-1]}, respectively"
        )
    elif len(classes) > 1 and input.ndim == 1:
        wrong = (
            f"K-dimensional loss defined by linear_weight shape {tuple(linear_weight.shape)} requires batched input, "
            f"(N, {length[0]}), got unbatched input with shape {tuple(input.shape)}"
        )
    elif linear_bias is not None and tuple(linear_bias.shape) != classes:
        wrong = f"expected linear_bias shape {classes}, got {tuple(linear_bias.shape)}"
    if wrong is not None:
        raise RuntimeError(f"{wrong} (linear_cross_entropy). Reshape it.")
    if len(classes) > 1:
        linear_weight = reshape(linear_weight, (-1, *length))
        linear_bias = None if linear_bias is None else reshape(linear_bias, (-1,))
    scores = reshape(linear_layer(input, linear_weight, linear_bias), (*input.shape[:-1], *classes))
    if ignore_index is None:
        ignore_index = -100
    elif tuple(target.shape) == tuple(scores.shape):
        raise RuntimeError(
            "ignore_index cannot be specified when target contains probabilities (linear_cross_entropy): leave it out."
        )
    return cross_entropy(scores, target, weight, None, ignore_index, None, reduction, label_smoothing)
