"""Parameters of distributions: tensors of one shape, probabilities and their logarithms, triangular matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Number
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as nn
from ...api.grad_mode import enable_grad
from ...api.types import finfo
from ...arrays import dtypes
from ...tape.tensor import TensorBase

EULER = 0.57721566490153286060
LOG_TWO_PI = math.log(2 * math.pi)


def is_tensor(value: Any) -> bool:
    """Whether a value is a tensor, or stands for one by ``__torch_function__``."""
    return isinstance(value, TensorBase) or hasattr(type(value), "__torch_function__")


def broadcast_all(*values: Any) -> tuple[Any, ...]:
    """Make tensors of numbers, and give all tensors the shape that they have together.

    Numbers get the dtype and the device of the first tensor; without one, the default dtype.

    Args:
        values: numbers and tensors

    Returns:
        the tensors, in a tuple.

    Raises:
        ValueError: if a value is neither a number nor a tensor.
        RuntimeError: if the shapes do not fit together.

    >>> import wengert
    >>> wengert.distributions.utils.broadcast_all(1.0, wengert.zeros(2))
    (tensor([1., 1.]), tensor([0., 0.]))
    """
    tensors = [v for v in values if is_tensor(v)]
    if not all(is_tensor(v) or isinstance(v, Number) for v in values):
        raise errors.distributions.not_numbers()
    like: dict[str, Any] = {"dtype": dtypes.default_float()}
    if tensors:
        like = {"dtype": tensors[0].dtype, "device": tensors[0].device}
    return tuple(functions.broadcast_tensors(*[v if is_tensor(v) else functions.tensor(v, **like) for v in values]))


def log_sum_exp(x: Any, keepdim: bool = False) -> Any:
    """The logarithm of the sum of the exponentials, over the last dimension."""
    return functions.logsumexp(x, -1, keepdim=keepdim)


def logits_to_probs(logits: Any, is_binary: bool = False) -> Any:
    """The probabilities for given logits.

    Args:
        logits: log odds, where ``is_binary``; else logarithms of probabilities up to a constant, in the last dimension
        is_binary: whether each element stands for two outcomes

    >>> import wengert
    >>> wengert.distributions.utils.logits_to_probs(wengert.zeros(2))
    tensor([0.5000, 0.5000])
    """
    return functions.sigmoid(logits) if is_binary else functions.softmax(logits, -1)


def clamp_probs(probs: Any) -> Any:
    """Move probabilities away from 0 and 1, by the spacing of the dtype at 1.

    Args:
        probs: probabilities

    >>> import wengert
    >>> bool(wengert.distributions.utils.clamp_probs(wengert.zeros(())) > 0)
    True
    """
    eps = finfo(probs.dtype).eps
    return functions.clamp(probs, eps, 1 - eps)


def probs_to_logits(probs: Any, is_binary: bool = False) -> Any:
    """The logits for given probabilities, which are clamped away from 0 and 1.

    Args:
        probs: probabilities
        is_binary: whether each element stands for two outcomes; the logits are log odds then

    >>> import wengert
    >>> wengert.distributions.utils.probs_to_logits(wengert.tensor([0.5, 0.25]))
    tensor([-0.6931, -1.3863])
    """
    inside = clamp_probs(probs)
    return functions.log(inside) - functions.log1p(-inside) if is_binary else functions.log(inside)


class lazy_property:  # noqa: N801  (PyTorch's name)
    """A property that is computed when it is first read, with gradients on, and then is an attribute.

    Args:
        wrapped: the method that computes it.

    >>> import wengert
    >>> class Circle:
    ...     @wengert.distributions.utils.lazy_property
    ...     def area(self):
    ...         return 3.14
    >>> Circle().area
    3.14
    """

    def __init__(self, wrapped: Callable[[Any], Any]) -> None:
        self.wrapped = wrapped
        self.__doc__ = wrapped.__doc__
        self.__name__ = wrapped.__name__

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        with enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.__name__, value)
        return value


def vec_to_tril_matrix(vec: Any, diag: int = 0) -> Any:
    """Lower triangular matrices of given elements, row by row.

    Args:
        vec: the elements: shape (..., n)
        diag: the highest diagonal that has elements: 0, or below it

    Returns:
        the matrices: shape (..., d, d).

    Raises:
        ValueError: if the number of elements is not that of a triangle.

    >>> import wengert
    >>> wengert.distributions.utils.vec_to_tril_matrix(wengert.tensor([1.0, 2.0, 3.0]))
    tensor([[1., 0.],
            [2., 3.]])
    """
    count = vec.shape[-1]
    size = (math.isqrt(1 + 8 * count) - 1) // 2 - diag  # of which count = (size + diag) (size + diag + 1) / 2
    if (size + diag) * (size + diag + 1) // 2 != count:
        raise errors.distributions.cholesky_length(count)
    rows, columns = functions.tril_indices(size, size, diag, device=vec.device)
    places = (rows * size + columns).expand(vec.shape)
    flat = vec.new_zeros((*vec.shape[:-1], size * size))
    return flat.scatter(-1, places, vec).reshape((*vec.shape[:-1], size, size))


def tril_matrix_to_vec(mat: Any, diag: int = 0) -> Any:
    """The elements of the lower triangles of square matrices, row by row.

    Args:
        mat: matrices: shape (..., d, d)
        diag: the highest diagonal that is taken

    Raises:
        ValueError: if ``diag`` is no diagonal of the matrices.

    >>> import wengert
    >>> wengert.distributions.utils.tril_matrix_to_vec(wengert.tensor([[1.0, 0.0], [2.0, 3.0]]))
    tensor([1., 2., 3.])
    """
    n = mat.shape[-1]
    if not -n <= diag < n:
        raise errors.distributions.diagonal(diag, n)
    rows, columns = functions.tril_indices(n, n, diag, device=mat.device)
    return mat[..., rows, columns]


def one_hot_of(indices: Any, like: Any) -> Any:
    """One at each index, along a new last dimension, in the dtype of the parameters."""
    return nn.one_hot(indices, like.shape[-1]).to(like.dtype)
