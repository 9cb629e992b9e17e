"""First values of parameters: they are written in place, without being recorded."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ... import errors
from ...api.generated import functions, linalg_functions
from ...api.grad_mode import no_grad

LINEAR = frozenset((
    "linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid",
))  # fmt: skip


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return the factor by which deviations are multiplied before an activation, so that it keeps them.

    Args:
        nonlinearity: the name of a function of ``nn.functional``.
        param: the slope of ``leaky_relu``.

    >>> import wengert
    >>> wengert.nn.init.calculate_gain("tanh")
    1.6666666666666667
    """
    if nonlinearity in LINEAR:
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        if param is None:
            param = 0.01
        elif isinstance(param, bool) or not isinstance(param, int | float):
            raise errors.layers.slope(param)
        return math.sqrt(2.0 / (1 + param**2))
    if nonlinearity == "selu":
        return 3.0 / 4
    raise errors.layers.nonlinearity(nonlinearity)


def _calculate_fan_in_and_fan_out(tensor: Any) -> tuple[int, int]:
    """How many inputs an output has, and how many outputs an input."""
    if tensor.ndim < 2:
        raise errors.layers.fans()
    room = math.prod(tensor.shape[2:])
    return tensor.shape[1] * room, tensor.shape[0] * room


def _calculate_correct_fan(tensor: Any, mode: str) -> int:
    modes = ["fan_in", "fan_out"]
    if mode.lower() not in modes:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode.lower())]


def uniform_(tensor: Any, a: float = 0.0, b: float = 1.0, generator: Any = None) -> Any:
    """Fill a tensor with numbers drawn evenly from [a, b).

    Args:
        tensor: the tensor, of any shape.
        a: the lower end.
        b: the upper end, which is not drawn.
        generator: what draws the numbers. Default: the default generator.

    >>> import wengert
    >>> bool((wengert.nn.init.uniform_(wengert.empty(5), 2, 3) >= 2).all())
    True
    """
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor: Any, mean: float = 0.0, std: float = 1.0, generator: Any = None) -> Any:
    """Fill a tensor with normal numbers of a mean and standard deviation.

    Args:
        tensor: the tensor, of any shape.
        mean: the mean.
        std: the standard deviation.
        generator: what draws the numbers. Default: the default generator.

    >>> import wengert
    >>> wengert.nn.init.normal_(wengert.empty(2), mean=5.0, std=0.0)
    tensor([5., 5.])
    """
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(
    tensor: Any, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0, generator: Any = None
) -> Any:
    """Fill a tensor with normal numbers between a and b.

    Args:
        tensor: the tensor, of any shape.
        mean: the mean of the normal distribution, before it is cut off.
        std: its standard deviation.
        a: the least number that is kept.
        b: the greatest number that is kept.
        generator: what draws the numbers. Default: the default generator.

    >>> import wengert
    >>> float(wengert.nn.init.trunc_normal_(wengert.empty(100)).abs().max()) <= 2
    True
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        errors.layers.far_mean()
    below = [(1.0 + math.erf((end - mean) / std / math.sqrt(2.0))) / 2.0 for end in (a, b)]
    with no_grad():
        if below[1] - below[0] > 0.3:  # most draws fall inside: the others are drawn again
            low, high = tensor.new_tensor(a, device="cpu").item(), tensor.new_tensor(b, device="cpu").item()
            drawn = tensor.normal_(mean, std, generator=generator)
            while bool((outside := (drawn < low) | (drawn > high)).any()):
                again = functions.empty_like(drawn).normal_(mean, std, generator=generator)
                drawn = functions.where(outside, again, drawn)
        else:  # even draws, of which each is kept with the probability that its density says
            peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
            chances = functions.empty_like(tensor)

            def refused(values: Any) -> Any:
                density = values.clone().sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
                return chances.uniform_(generator=generator).log_().gt(density)

            drawn = tensor.uniform_(a, b, generator=generator)
            pending = refused(drawn)
            while bool(pending.any()):
                again = functions.empty_like(tensor).uniform_(a, b, generator=generator)
                drawn = functions.where(pending, again, drawn)
                pending = functions.where(pending, refused(again), pending)
        return tensor if drawn is tensor else tensor.copy_(drawn)


def constant_(tensor: Any, val: float) -> Any:
    """Fill a tensor with one value.

    Args:
        tensor: the tensor, of any shape.
        val: the value.

    >>> import wengert
    >>> wengert.nn.init.constant_(wengert.empty(2), 0.5)
    tensor([0.5000, 0.5000])
    """
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor: Any) -> Any:
    """Fill a tensor with ones.

    >>> import wengert
    >>> wengert.nn.init.ones_(wengert.empty(2))
    tensor([1., 1.])
    """
    return constant_(tensor, 1.0)


def zeros_(tensor: Any) -> Any:
    """Fill a tensor with zeros.

    >>> import wengert
    >>> wengert.nn.init.zeros_(wengert.empty(2))
    tensor([0., 0.])
    """
    return constant_(tensor, 0.0)


def eye_(tensor: Any) -> Any:
    """Make a matrix the identity.

    >>> import wengert
    >>> wengert.nn.init.eye_(wengert.empty(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    if tensor.ndim != 2:
        raise errors.layers.only_dimensions("2")
    with no_grad():
        return tensor.copy_(functions.eye(*tensor.shape, dtype=tensor.dtype, device=tensor.device))


def dirac_(tensor: Any, groups: int = 1) -> Any:
    """Make the weight of a convolution one that hands its channels on.

    Args:
        tensor: the weight, of 3, 4 or 5 dimensions.
        groups: the number of groups of channels.

    >>> import wengert
    >>> wengert.nn.init.dirac_(wengert.empty(1, 1, 3))
    tensor([[[0., 1., 0.]]])
    """
    if tensor.ndim not in (3, 4, 5):
        raise errors.layers.only_dimensions("3, 4, or 5")
    if tensor.shape[0] % groups:
        raise ValueError("dim 0 must be divisible by groups")
    each = tensor.shape[0] // groups
    middle = tuple(size // 2 for size in tensor.shape[2:])
    with no_grad():
        tensor.zero_()
        for g in range(groups):
            for d in range(min(each, tensor.shape[1])):
                tensor[(g * each + d, d, *middle)] = 1
    return tensor


def xavier_uniform_(tensor: Any, gain: float = 1.0, generator: Any = None) -> Any:
    """Fill a weight with even numbers that keep the deviations of values and of gradients, on average.

    Args:
        tensor: a weight of at least two dimensions.
        gain: a factor, as :func:`calculate_gain` returns it.
        generator: what draws the numbers.

    >>> import wengert
    >>> w = wengert.nn.init.xavier_uniform_(wengert.empty(2, 4))
    >>> bool((w.abs() <= 1).all())  # sqrt(6 / (2 + 4)) is the limit
    True
    """
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor)))))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Any, gain: float = 1.0, generator: Any = None) -> Any:
    """Fill a weight with normal numbers that keep the deviations of values and of gradients, on average.

    Args:
        tensor: a weight of at least two dimensions.
        gain: a factor, as :func:`calculate_gain` returns it.
        generator: what draws the numbers.

    >>> import wengert
    >>> w = wengert.nn.init.xavier_normal_(wengert.empty(200, 300))
    >>> round(float(w.std()), 2), round((2 / (200 + 300)) ** 0.5, 2)
    (0.06, 0.06)
    """
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor)))), generator)


def _kaiming_std(tensor: Any, a: float, mode: str, nonlinearity: str) -> float | None:
    if 0 in tensor.shape:
        errors.layers.nothing_to_fill()
        return None
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(
    tensor: Any, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None
) -> Any:
    """Fill a weight with even numbers that keep deviations through an activation.

    Args:
        tensor: a weight of at least two dimensions.
        a: the slope of ``leaky_relu``.
        mode: ``"fan_in"`` keeps the deviations of values, ``"fan_out"`` those of gradients.
        nonlinearity: the activation.
        generator: what draws the numbers.

    >>> import wengert
    >>> bool(wengert.nn.init.kaiming_uniform_(wengert.empty(4, 6)).abs().max() <= 1)
    True
    """
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    return tensor if std is None else uniform_(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)


def kaiming_normal_(
    tensor: Any, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None
) -> Any:
    """Fill a weight with normal numbers that keep deviations through an activation; see :func:`kaiming_uniform_`.

    Args:
        tensor: a weight of at least two dimensions.
        a: the slope of ``"leaky_relu"``.
        mode: ``"fan_in"`` keeps the deviations of values, ``"fan_out"`` those of gradients.
        nonlinearity: the activation, as in :func:`calculate_gain`.
        generator: what draws the numbers. Default: the default generator.

    >>> import wengert
    >>> w = wengert.nn.init.kaiming_normal_(wengert.empty(300, 200), nonlinearity="relu")
    >>> round(float(w.std()), 2), round((2 / 200) ** 0.5, 2)
    (0.1, 0.1)
    """
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    return tensor if std is None else normal_(tensor, 0, std, generator)


def orthogonal_(tensor: Any, gain: float = 1, generator: Any = None) -> Any:
    """Fill a weight with the entries of an orthogonal matrix; further dimensions count as columns.

    Args:
        tensor: a weight of at least two dimensions.
        gain: a factor, as :func:`calculate_gain` returns it.
        generator: what draws the numbers. Default: the default generator.

    >>> import wengert
    >>> q = wengert.nn.init.orthogonal_(wengert.empty(3, 3))
    >>> wengert.allclose(q @ q.T, wengert.eye(3), atol=1e-6)
    True
    """
    if tensor.ndim < 2:
        raise errors.layers.too_few_dimensions()
    if tensor.numel() == 0:
        return tensor
    rows = tensor.shape[0]
    columns = tensor.numel() // rows
    with no_grad():
        drawn = tensor.new_empty((rows, columns)).normal_(0, 1, generator=generator)
        q, r = linalg_functions.qr(drawn.t() if rows < columns else drawn)
        q = q * functions.diag(r, 0).sign()
        tensor.copy_((q.t() if rows < columns else q).reshape(tensor.shape))
        return tensor.mul_(gain)


def sparse_(tensor: Any, sparsity: float, std: float = 0.01, generator: Any = None) -> Any:
    """Fill a matrix with normal numbers of which a part in each column is zero.

    Args:
        tensor: a matrix.
        sparsity: the part that is zero.
        std: the deviation of the others.
        generator: what draws the numbers.

    >>> import wengert
    >>> w = wengert.nn.init.sparse_(wengert.empty(10, 3), sparsity=0.2)
    >>> (w == 0).sum(0)
    tensor([2, 2, 2])
    """
    if tensor.ndim != 2:
        raise errors.layers.only_dimensions("2")
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[functions.randperm(rows)[:zeros], column] = 0
    return tensor


def _renamed(new: Callable[..., Any]) -> Callable[..., Any]:
    """The deprecated name of a function, without the underscore."""
    old = new.__name__.rstrip("_")

    def init(*args: Any, **kwargs: Any) -> Any:
        errors.layers.old_init(old, new.__name__)
        return new(*args, **kwargs)

    init.__name__ = init.__qualname__ = old
    init.__doc__ = f"Deprecated: use :func:`{new.__name__}`."
    return init


uniform = _renamed(uniform_)
normal = _renamed(normal_)
constant = _renamed(constant_)
eye = _renamed(eye_)
dirac = _renamed(dirac_)
xavier_uniform = _renamed(xavier_uniform_)
xavier_normal = _renamed(xavier_normal_)
kaiming_uniform = _renamed(kaiming_uniform_)
kaiming_normal = _renamed(kaiming_normal_)
orthogonal = _renamed(orthogonal_)
sparse = _renamed(sparse_)
