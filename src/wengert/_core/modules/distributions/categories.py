"""Distributions of one category of several."""

from __future__ import annotations

from typing import Any, ClassVar

from ... import errors
from ...api.generated import functions
from ...api.grad_mode import no_grad
from ...api.types import finfo
from . import constraints
from .parameters import broadcast_all, log_sum_exp, one_hot_of
from .two_outcomes import ByProbability, enumerated

CHANCES = {"probs": constraints.simplex, "logits": constraints.real_vector}


class Categorical(ByProbability):
    """The categorical distribution: an index, with given probabilities. Give ``probs`` or ``logits``.

    Args:
        probs: the probabilities, which are divided by their sum: shape (..., n)
        logits: logarithms of the probabilities, up to a constant: shape (..., n)
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither are given, or they have no dimensions.

    >>> import wengert
    >>> wengert.distributions.Categorical(wengert.tensor([1.0, 3.0])).probs
    tensor([0.2500, 0.7500])
    """

    arg_constraints = CHANCES
    has_enumerate_support = True
    _is_binary = False
    _sizes = {"probs": 1, "logits": 1}
    _kept = ("_num_events",)

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        value = self._chances(probs, logits)
        if value.ndim < 1:
            raise errors.distributions.no_dimension(self._given)
        if self._given == "probs":
            self.probs = value / value.sum(-1, keepdim=True)
        else:
            self.logits = value - log_sum_exp(value, keepdim=True)
        self._num_events = value.shape[-1]
        super().__init__(value.shape[:-1], (), validate_args=validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:  # type: ignore[override]
        """The indices."""
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self) -> Any:
        """NaN: categories are no numbers."""
        return functions.full(self._extended_shape(), float("nan"), dtype=self.probs.dtype, device=self.probs.device)

    @property
    def mode(self) -> Any:
        """The most likely category."""
        return self.probs.argmax(dim=-1)

    @property
    def variance(self) -> Any:
        """NaN: categories are no numbers."""
        return self.mean

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw categories.

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        count = 1
        for size in sample_shape:
            count *= size
        with no_grad():
            rows = self.probs.reshape(-1, self._num_events)
            return functions.multinomial(rows, count, True).T.reshape(shape)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability.

        Args:
            value: a tensor of categories
        """
        value = self._checked(value).long().unsqueeze(-1)
        value, table = functions.broadcast_tensors(value, self.logits)
        return table.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        logits = functions.clamp(self.logits, min=finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand: bool = True) -> Any:
        """All categories.

        Args:
            expand: whether they are expanded to ``batch_shape``
        """
        return enumerated(self, self._num_events, expand, functions.empty(0).long().dtype)


class _OfCategories(ByProbability):
    """A distribution that a categorical one underlies: vectors with a number per category."""

    arg_constraints = CHANCES
    _is_binary = False

    def _start(self, probs: Any, logits: Any, validate_args: bool | None) -> None:
        self._categorical = Categorical(probs, logits, validate_args=validate_args)
        self._given = self._categorical._given
        shape = self._categorical._param.shape
        super().__init__(shape[:-1], shape[-1:], validate_args=validate_args)

    def _expanded(self, source: Any, batch_shape: Any) -> Any:
        self._categorical = source._categorical.expand(batch_shape)
        return super()._expanded(source, batch_shape)

    @property
    def _param(self) -> Any:
        return self._categorical._param

    @property
    def probs(self) -> Any:  # type: ignore[override]
        """The probabilities."""
        return self._categorical.probs

    @property
    def logits(self) -> Any:  # type: ignore[override]
        """The logarithms of the probabilities."""
        return self._categorical.logits


class OneHotCategorical(_OfCategories):
    """The categorical distribution, with vectors for values that are 1 at the category. Give ``probs`` or ``logits``.

    Args:
        probs: the probabilities, which are divided by their sum: shape (..., n)
        logits: logarithms of the probabilities, up to a constant: shape (..., n)
        validate_args: whether to check parameters and values

    Raises:
        ValueError: if both or neither are given, or they have no dimensions.

    >>> import wengert
    >>> wengert.distributions.OneHotCategorical(wengert.tensor([0.0, 1.0])).sample()
    tensor([0., 1.])
    """

    support = constraints.one_hot  # type: ignore[assignment]
    has_enumerate_support = True
    _sizes: ClassVar[dict[str, int]] = {}

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._start(probs, logits, validate_args)

    @property
    def mean(self) -> Any:
        """The mean: the probabilities."""
        return self.probs

    @property
    def mode(self) -> Any:
        """The most likely vector."""
        return one_hot_of(self._categorical.mode, self.probs)

    @property
    def variance(self) -> Any:
        """The variance of each number."""
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw vectors.

        Args:
            sample_shape: how many; a shape
        """
        with no_grad():
            return one_hot_of(self._categorical.sample(sample_shape), self.probs)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability.

        Args:
            value: a tensor of vectors
        """
        return self._categorical.log_prob(self._checked(value).argmax(-1))

    def entropy(self) -> Any:
        """The entropy, in nats."""
        return self._categorical.entropy()

    def enumerate_support(self, expand: bool = True) -> Any:
        """All vectors.

        Args:
            expand: whether they are expanded to ``batch_shape``
        """
        n = self._event_shape[0]
        values = functions.eye(n, dtype=self._param.dtype, device=self._param.device)
        values = values.reshape((n, *[1] * len(self._batch_shape), n))
        return values.expand((n, *self._batch_shape, n)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """Like OneHotCategorical, with samples whose gradients are those of the probabilities.

    The gradient is biased: see Bengio, Leonard and Courville, "Estimating or propagating gradients through stochastic
    neurons", 2013.

    >>> import wengert
    >>> logits = wengert.zeros(2, requires_grad=True)
    >>> wengert.distributions.OneHotCategoricalStraightThrough(logits=logits).rsample().requires_grad
    True
    """

    has_rsample = True

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Draw vectors. Their gradients pass to the probabilities.

        Args:
            sample_shape: how many; a shape
        """
        probs = self.probs
        return self.sample(sample_shape) + (probs - probs.detach())


class Multinomial(_OfCategories):
    """The multinomial distribution: how often each category comes in a number of draws. Give ``probs`` or ``logits``.

    Args:
        total_count: the number of draws
        probs: the probabilities, which are divided by their sum: shape (..., n)
        logits: logarithms of the probabilities, up to a constant: shape (..., n)
        validate_args: whether to check parameters and values

    Raises:
        NotImplementedError: if ``total_count`` is not a number.
        ValueError: if both or neither of ``probs`` and ``logits`` are given, or they have no dimensions.

    >>> import wengert
    >>> wengert.distributions.Multinomial(4, wengert.tensor([1.0, 3.0])).mean
    tensor([1., 3.])
    """

    _sizes: ClassVar[dict[str, int]] = {}
    _kept = ("total_count",)

    def __init__(
        self, total_count: int = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        if not isinstance(total_count, int):
            raise errors.distributions.several_counts()
        self.total_count = total_count
        self._start(probs, logits, validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self) -> Any:  # type: ignore[override]
        """Vectors of counts."""
        return constraints.multinomial(self.total_count)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.probs * self.total_count

    @property
    def variance(self) -> Any:
        """The variance of each count."""
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw vectors of counts.

        Args:
            sample_shape: how many; a shape
        """
        drawn = self._categorical.sample((self.total_count, *sample_shape))
        drawn = drawn.movedim(0, -1)
        counts = self.probs.new_zeros(self._extended_shape(sample_shape))
        return counts.scatter_add_(-1, drawn, functions.ones_like(drawn, dtype=counts.dtype))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability.

        Args:
            value: a tensor of vectors of counts
        """
        logits, value = broadcast_all(self.logits, self._checked(value))
        ways = functions.lgamma(value.sum(-1) + 1) - functions.lgamma(value + 1).sum(-1)
        logits = functions.where((value == 0) & (logits == -float("inf")), 0.0, logits)
        return ways + (logits * value).sum(-1)

    def entropy(self) -> Any:
        """The entropy, in nats: by the distribution of each count."""
        n = self.total_count
        like = self.probs
        counts = functions.arange(1, n + 1, dtype=like.dtype, device=like.device)
        counts = counts.reshape((-1, *[1] * like.ndim))
        logits = self.logits - functions.log1p(-like)
        ways = (
            functions.lgamma(like.new_tensor(n + 1.0)) - functions.lgamma(counts + 1) - functions.lgamma(n - counts + 1)
        )
        chances = functions.exp(ways + counts * logits + n * functions.log1p(-like))
        expected = (chances * functions.lgamma(counts + 1)).sum((0, -1))
        return n * self._categorical.entropy() - functions.lgamma(like.new_tensor(n + 1.0)) + expected
