"""The Kullback-Leibler divergence: a table of functions by pairs of classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import errors
from .distribution import Distribution

_KL_REGISTRY: dict[tuple[type, type], Callable[[Any, Any], Any]] = {}
_chosen: dict[tuple[type, type], Any] = {}  # what was found for pairs of types before


def register_kl(type_p: type, type_q: type) -> Callable[[Any], Any]:
    """Enter a function that computes the divergence for a pair of classes and their subclasses.

    Args:
        type_p: the class of the first distribution
        type_q: the class of the second distribution

    Returns:
        a decorator for a function of the two distributions.

    Raises:
        TypeError: if one is no class.

    >>> import wengert
    >>> class Flat(wengert.distributions.Uniform):
    ...     pass
    >>> @wengert.distributions.register_kl(Flat, Flat)
    ... def of_flat(p, q):
    ...     return wengert.zeros(p.batch_shape)
    >>> wengert.distributions.kl_divergence(Flat(0.0, 1.0), Flat(0.0, 2.0))
    tensor(0.)
    """
    for name, given in (("type_p", type_p), ("type_q", type_q)):
        if not isinstance(given, type):  # packages have classes that are like distributions, and no subclasses
            raise TypeError(f"Expected {name} to be a Distribution subclass but got {given}")

    def enter(function: Any) -> Any:
        _KL_REGISTRY[type_p, type_q] = function
        _chosen.clear()
        return function

    return enter


def kl_divergence(p: Distribution, q: Distribution) -> Any:
    """The Kullback-Leibler divergence of q from p: the mean of ``log(p(x) / q(x))`` for values x of p.

    Args:
        p: a distribution
        q: a distribution

    Returns:
        a tensor of the shape ``batch_shape``.

    Raises:
        NotImplementedError: if no formula is known for the pair: see :func:`register_kl`.

    >>> import wengert
    >>> d = wengert.distributions
    >>> d.kl_divergence(d.Normal(0.0, 1.0), d.Normal(1.0, 1.0))
    tensor(0.5000)
    """
    pair = type(p), type(q)
    if pair not in _chosen:
        _chosen[pair] = _best(*pair)
    function = _chosen[pair]
    if function is None:
        raise errors.distributions.no_divergence(*pair)
    return function(p, q)


def _best(type_p: type, type_q: type) -> Any:
    """The function for the nearest classes: first nearest to p, then to q."""
    entered = [(a, b) for a, b in _KL_REGISTRY if issubclass(type_p, a) and issubclass(type_q, b)]
    if not entered:
        return None
    steps = {(a, b): (type_p.__mro__.index(a), type_q.__mro__.index(b)) for a, b in entered}
    left = min(entered, key=lambda pair: steps[pair])
    right = min(entered, key=lambda pair: steps[pair][::-1])
    if _KL_REGISTRY[left] is not _KL_REGISTRY[right]:
        errors.distributions.ambiguous_divergence((type_p, type_q), left, right)
    return _KL_REGISTRY[left]
