"""Public functions of ``wengert.nn.functional``. Written by tools/generate.py: do not edit."""

from ...ops.elementwise import elementary as _elementary
from ...ops.linalg import statistics as _statistics
from ...ops.nn import activation as _activation, attention as _attention, composites as _composites, conv as _conv, embedding as _embedding, fractional as _fractional, grid as _grid, layer as _layer, loss as _loss, margin as _margin, maxima as _maxima, pool as _pool, sample as _sample, sequence as _sequence
from ...ops.random import nn_draw as _nn_draw
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch
from ...errors.calls_errors import not_an_array as _not_an_array
from ...dispatch.inplace import store as _store
from ...dispatch.op import OPERANDS as _OPERANDS


def sigmoid(input, *, out=None):
    """sigmoid(input, *, out=None) -> Tensor

    The logistic function ``1 / (1 + exp(-input))``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.sigmoid``, ``wengert.special.expit`` and ``Tensor.sigmoid``. In place: ``Tensor.sigmoid_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sigmoid(wengert.tensor([0.0, 2.0]))
    tensor([0.5000, 0.8808])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, sigmoid, locals())
    try:
        if out is not None:
            return _elementary.sigmoid.into(out, (input,), None)
        return _elementary.sigmoid.on(input)
    except Exception as e:
        return _dispatch.after(e, sigmoid, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def tanh(input, *, out=None):
    """tanh(input, *, out=None) -> Tensor

    The hyperbolic tangent, between -1 and 1.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.tanh`` and ``Tensor.tanh``. In place: ``Tensor.tanh_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.tanh(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, tanh, locals())
    try:
        if out is not None:
            return _elementary.tanh.into(out, (input,), None)
        return _elementary.tanh.on(input)
    except Exception as e:
        return _dispatch.after(e, tanh, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def pdist(input, p=2.0):
    """pdist(input, p=2.0) -> Tensor

    The distance of each row of ``input`` to each row behind it: row 0 to rows 1, 2, …, then row 1 to rows 2, …

    The gradient of a distance of 0 is 0.

    Also ``wengert.pdist``.

    Args:
        input (Tensor): the points: shape (n, d)
        p (float): the exponent of the norm, not negative; 0 counts the coordinates that differ

    Returns:
        The distances: shape (n * (n - 1) / 2,).

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pdist(wengert.tensor([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]]))
    tensor([5., 3., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p)):
        return _dispatch.published(_found, pdist, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('pdist', 'input', input)
        return (_statistics.pdist if _attached else _statistics.pdist.__wrapped__)(input, p)
    except Exception as e:
        return _dispatch.after(e, pdist, locals(), {'input': 'Tensor', 'p': 'float'})


def relu(input, inplace=False):
    """relu(input, inplace=False) -> Tensor

    The larger of 0 and each element. The gradient at 0 is 0.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.relu(wengert.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, inplace)):
        return _dispatch.published(_found, relu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('relu', 'input', input)
        return (_activation._functional_relu if _attached else _activation._functional_relu.__wrapped__)(input, inplace)
    except Exception as e:
        return _dispatch.after(e, relu, locals(), {'input': 'Tensor', 'inplace': 'bool'})


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False) -> Tensor

    Each element, limited to the range from ``min_val`` to ``max_val``.

    Args:
        input (Tensor): the tensor, of any shape
        min_val (float): the lower bound
        max_val (float): the upper bound
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.hardtanh(wengert.tensor([-2.0, 0.5, 2.0]))
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, min_val, max_val, inplace)):
        return _dispatch.published(_found, hardtanh, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hardtanh', 'input', input)
        return (_activation.hardtanh if _attached else _activation.hardtanh.__wrapped__)(input, min_val, max_val, inplace)
    except Exception as e:
        return _dispatch.after(e, hardtanh, locals(), {'input': 'Tensor', 'min_val': 'float', 'max_val': 'float', 'inplace': 'bool'})


def relu6(input, inplace=False):
    """relu6(input, inplace=False) -> Tensor

    Each element, limited to the range from 0 to 6.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.relu6(wengert.tensor([-1.0, 3.0, 8.0]))
    tensor([0., 3., 6.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, inplace)):
        return _dispatch.published(_found, relu6, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('relu6', 'input', input)
        return (_activation.relu6 if _attached else _activation.relu6.__wrapped__)(input, inplace)
    except Exception as e:
        return _dispatch.after(e, relu6, locals(), {'input': 'Tensor', 'inplace': 'bool'})


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """leaky_relu(input, negative_slope=0.01, inplace=False) -> Tensor

    Each element, multiplied by ``negative_slope`` where it is negative.

    Args:
        input (Tensor): the tensor, of any shape
        negative_slope (float): the slope below zero
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.leaky_relu(wengert.tensor([-1.0, 2.0]))
    tensor([-0.0100,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, negative_slope, inplace)):
        return _dispatch.published(_found, leaky_relu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('leaky_relu', 'input', input)
        return (_activation.leaky_relu if _attached else _activation.leaky_relu.__wrapped__)(input, negative_slope, inplace)
    except Exception as e:
        return _dispatch.after(e, leaky_relu, locals(), {'input': 'Tensor', 'negative_slope': 'float', 'inplace': 'bool'})


def prelu(input, weight):
    """prelu(input, weight) -> Tensor

    Each element, multiplied by the weight of its channel where it is negative.

    Also ``wengert.prelu``, ``Tensor.prelu`` and ``Tensor.prelu``.

    Args:
        input (Tensor): a tensor whose second dimension is that of the channels
        weight (Tensor): the slopes: one for each channel, or a single one

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.prelu(wengert.tensor([-1.0, 2.0]), wengert.tensor([0.25]))
    tensor([-0.2500,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight)):
        return _dispatch.published(_found, prelu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('prelu', 'input', input)
        return (_activation.prelu if _attached else _activation.prelu.__wrapped__)(input, weight)
    except Exception as e:
        return _dispatch.after(e, prelu, locals(), {'input': 'Tensor', 'weight': 'Tensor'})


def rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False):
    """rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False) -> Tensor

    Each element, multiplied where it is negative by a slope that is drawn for it, or, if not training, by the
    mean slope.

    Also ``wengert.rrelu``.

    Args:
        input (Tensor): the tensor, of any shape
        lower (float): the smallest slope
        upper (float): the largest slope
        training (bool): whether slopes are drawn
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.rrelu(wengert.tensor([-3.0, 2.0]))
    tensor([-0.6875,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, lower, upper, training, inplace)):
        return _dispatch.published(_found, rrelu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rrelu', 'input', input)
        return (_activation.rrelu if _attached else _activation.rrelu.__wrapped__)(input, lower, upper, training, inplace)
    except Exception as e:
        return _dispatch.after(e, rrelu, locals(), {'input': 'Tensor', 'lower': 'float', 'upper': 'float', 'training': 'bool', 'inplace': 'bool'})


def elu(input, alpha=1.0, inplace=False):
    """elu(input, alpha=1.0, inplace=False) -> Tensor

    Each element, and ``alpha * (exp(input) - 1)`` where it is negative.

    Args:
        input (Tensor): the tensor, of any shape
        alpha (Number): minus the limit on the negative side
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.elu(wengert.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, alpha, inplace)):
        return _dispatch.published(_found, elu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('elu', 'input', input)
        return (_activation.elu if _attached else _activation.elu.__wrapped__)(input, alpha, inplace)
    except Exception as e:
        return _dispatch.after(e, elu, locals(), {'input': 'Tensor', 'alpha': 'Number', 'inplace': 'bool'})


def selu(input, inplace=False):
    """selu(input, inplace=False) -> Tensor

    The scaled :func:`elu` that keeps means at 0 and variances at 1 from layer to layer.

    Klambauer et al., "Self-normalizing neural networks", 2017, has its two constants.

    Also ``wengert.selu``.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.selu(wengert.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    if _dispatch.on and (_found := _dispatch.find(input, inplace)):
        return _dispatch.published(_found, selu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('selu', 'input', input)
        return (_activation.selu if _attached else _activation.selu.__wrapped__)(input, inplace)
    except Exception as e:
        return _dispatch.after(e, selu, locals(), {'input': 'Tensor', 'inplace': 'bool'})


def celu(input, alpha=1.0, inplace=False):
    """celu(input, alpha=1.0, inplace=False) -> Tensor

    Each element, and ``alpha * (exp(input / alpha) - 1)`` where it is negative.

    Also ``wengert.celu``.

    Args:
        input (Tensor): the tensor, of any shape
        alpha (Number): minus the limit on the negative side, not 0
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.celu(wengert.tensor([-1.0, 2.0]), alpha=2.0)
    tensor([-0.7869,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, alpha, inplace)):
        return _dispatch.published(_found, celu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('celu', 'input', input)
        return (_activation.celu if _attached else _activation.celu.__wrapped__)(input, alpha, inplace)
    except Exception as e:
        return _dispatch.after(e, celu, locals(), {'input': 'Tensor', 'alpha': 'Number', 'inplace': 'bool'})


def threshold(input, threshold, value, inplace=False):
    """threshold(input, threshold, value, inplace=False) -> Tensor

    Each element that is larger than the threshold, and ``value`` in place of the others.

    Also ``wengert.threshold``.

    Args:
        input (Tensor): the tensor, of any shape
        threshold (float): the threshold
        value (float): the value: a number, or a tensor without dimensions
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.threshold(wengert.tensor([0.5, 2.0]), 1.0, 0.0)
    tensor([0., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, threshold, value, inplace)):
        return _dispatch.published(_found, globals()["threshold"], locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('threshold', 'input', input)
        return (_activation.threshold if _attached else _activation.threshold.__wrapped__)(input, threshold, value, inplace)
    except Exception as e:
        return _dispatch.after(e, globals()["threshold"], locals(), {'input': 'Tensor', 'threshold': 'float', 'value': 'float', 'inplace': 'bool'})


def hardshrink(input, lambd=0.5):
    """hardshrink(input, lambd=0.5) -> Tensor

    Each element, and 0 in place of those between ``-lambd`` and ``lambd``.

    Works on each element. Differentiable in ``input``. Also ``wengert.hardshrink`` and ``Tensor.hardshrink``.

    Args:
        input (Tensor): the tensor, of any shape
        lambd (float): the half-width of the interval around 0, at least 0

    >>> import wengert
    >>> wengert.hardshrink(wengert.tensor([-0.3, 0.7]))
    tensor([0.0000, 0.7000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, lambd)):
        return _dispatch.published(_found, hardshrink, locals())
    try:
        return _activation.hardshrink.on(input, None, {"lambd": lambd})
    except Exception as e:
        return _dispatch.after(e, hardshrink, locals(), {'input': 'Tensor', 'lambd': 'float'})


def softshrink(input, lambd=0.5):
    """softshrink(input, lambd=0.5) -> Tensor

    Each element moved towards 0 by ``lambd``, and 0 where that would pass it.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        lambd (float): the half-width of the interval around 0, at least 0

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.softshrink(wengert.tensor([-0.3, 0.7]))
    tensor([-0.0000, 0.2000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, lambd)):
        return _dispatch.published(_found, softshrink, locals())
    try:
        return _activation.softshrink.on(input, None, {"lambd": lambd})
    except Exception as e:
        return _dispatch.after(e, softshrink, locals(), {'input': 'Tensor', 'lambd': 'float'})


def tanhshrink(input):
    """tanhshrink(input) -> Tensor

    ``input - tanh(input)``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.tanhshrink(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.2384])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, tanhshrink, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('tanhshrink', 'input', input)
        return (_activation.tanhshrink if _attached else _activation.tanhshrink.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, tanhshrink, locals(), {'input': 'Tensor'})


def softsign(input):
    """softsign(input) -> Tensor

    ``input / (1 + abs(input))``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.softsign(wengert.tensor([-1.0, 3.0]))
    tensor([-0.5000,  0.7500])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, softsign, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('softsign', 'input', input)
        return (_activation.softsign if _attached else _activation.softsign.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, softsign, locals(), {'input': 'Tensor'})


def hardsigmoid(input, inplace=False):
    """hardsigmoid(input, inplace=False) -> Tensor

    A sigmoid of straight lines: 0 up to -3, 1 from 3 on, ``input / 6 + 1 / 2`` between.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.hardsigmoid(wengert.tensor([-4.0, 0.0, 1.5]))
    tensor([0.0000, 0.5000, 0.7500])
    """
    if _dispatch.on and (_found := _dispatch.find(input, inplace)):
        return _dispatch.published(_found, hardsigmoid, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hardsigmoid', 'input', input)
        return (_activation.hardsigmoid if _attached else _activation.hardsigmoid.__wrapped__)(input, inplace)
    except Exception as e:
        return _dispatch.after(e, hardsigmoid, locals(), {'input': 'Tensor', 'inplace': 'bool'})


def hardswish(input, inplace=False):
    """hardswish(input, inplace=False) -> Tensor

    ``input * hardsigmoid(input)``.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.hardswish(wengert.tensor([-4.0, 1.0, 4.0]))
    tensor([-0.0000, 0.6667, 4.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, inplace)):
        return _dispatch.published(_found, hardswish, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hardswish', 'input', input)
        return (_activation.hardswish if _attached else _activation.hardswish.__wrapped__)(input, inplace)
    except Exception as e:
        return _dispatch.after(e, hardswish, locals(), {'input': 'Tensor', 'inplace': 'bool'})


def silu(input, inplace=False):
    """silu(input, inplace=False) -> Tensor

    ``input * sigmoid(input)``, also called swish.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.silu(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7311])
    """
    if _dispatch.on and (_found := _dispatch.find(input, inplace)):
        return _dispatch.published(_found, silu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('silu', 'input', input)
        return (_activation.silu if _attached else _activation.silu.__wrapped__)(input, inplace)
    except Exception as e:
        return _dispatch.after(e, silu, locals(), {'input': 'Tensor', 'inplace': 'bool'})


def softplus(input, beta=1, threshold=20):
    """softplus(input, beta=1, threshold=20) -> Tensor

    A smooth relu: ``log(1 + exp(beta * input)) / beta``, and ``input`` itself where ``beta * input`` is above
    ``threshold``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        beta (Number): how sharp the bend is
        threshold (float): from where on it is linear

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.softplus(wengert.tensor([0.0, 30.0]))
    tensor([ 0.6931, 30.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, beta, threshold)):
        return _dispatch.published(_found, softplus, locals())
    try:
        return _activation.softplus.on(input, None, {"beta": beta, "threshold": threshold})
    except Exception as e:
        return _dispatch.after(e, softplus, locals(), {'input': 'Tensor', 'beta': 'Number', 'threshold': 'float'})


def logsigmoid(input):
    """logsigmoid(input) -> Tensor

    ``log(sigmoid(input))``, without overflow.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.logsigmoid(wengert.tensor([0.0, -100.0]))
    tensor([  -0.6931, -100.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, logsigmoid, locals())
    try:
        return _activation.logsigmoid.on(input)
    except Exception as e:
        return _dispatch.after(e, logsigmoid, locals(), {'input': 'Tensor'})


def mish(input, inplace=False):
    """mish(input, inplace=False) -> Tensor

    ``input * tanh(softplus(input))``.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.mish(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8651])
    """
    if _dispatch.on and (_found := _dispatch.find(input, inplace)):
        return _dispatch.published(_found, mish, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('mish', 'input', input)
        return (_activation.mish if _attached else _activation.mish.__wrapped__)(input, inplace)
    except Exception as e:
        return _dispatch.after(e, mish, locals(), {'input': 'Tensor', 'inplace': 'bool'})


def gelu(input, *, approximate="none"):
    """gelu(input, *, approximate="none") -> Tensor

    ``input`` times the probability that a standard normal variable is smaller.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        approximate (str): ``'none'`` for the exact function, ``'tanh'`` for the approximation

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.gelu(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8413])
    """
    if _dispatch.on and (_found := _dispatch.find(input, approximate)):
        return _dispatch.published(_found, gelu, locals())
    try:
        return _activation.gelu.on(input, None, {"approximate": approximate})
    except Exception as e:
        return _dispatch.after(e, gelu, locals(), {'input': 'Tensor', 'approximate': 'str'})


def glu(input, dim=-1):
    """glu(input, dim=-1) -> Tensor

    The gated linear unit: the first half along ``dim`` times the sigmoid of the second.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.glu(wengert.tensor([1.0, 2.0, 0.0, 0.0]))
    tensor([0.5000, 1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim)):
        return _dispatch.published(_found, glu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('glu', 'input', input)
        return (_activation.glu if _attached else _activation.glu.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, glu, locals(), {'input': 'Tensor', 'dim': 'int'})


def relu_(input):
    """relu_(input) -> Tensor

    The in-place form of :func:`wengert.nn.functional.relu`.

    Also ``wengert.relu_``.

    Args:
        input (Tensor): the tensor that is written

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.relu_(wengert.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, relu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('relu_', 'input', input)
        return (_activation.relu_ if _attached else _activation.relu_.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, relu_, locals(), {'input': 'Tensor'})


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    """hardtanh_(input, min_val=-1.0, max_val=1.0) -> Tensor

    The in-place form of :func:`wengert.nn.functional.hardtanh`.

    Args:
        input (Tensor): the tensor that is written
        min_val (float): the lower bound
        max_val (float): the upper bound

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.hardtanh_(wengert.tensor([-2.0, 0.5]))
    tensor([-1.0000,  0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, min_val, max_val)):
        return _dispatch.published(_found, hardtanh_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hardtanh_', 'input', input)
        return (_activation.hardtanh_ if _attached else _activation.hardtanh_.__wrapped__)(input, min_val, max_val)
    except Exception as e:
        return _dispatch.after(e, hardtanh_, locals(), {'input': 'Tensor', 'min_val': 'float', 'max_val': 'float'})


def leaky_relu_(input, negative_slope=0.01):
    """leaky_relu_(input, negative_slope=0.01) -> Tensor

    The in-place form of :func:`wengert.nn.functional.leaky_relu`.

    Args:
        input (Tensor): the tensor that is written
        negative_slope (float): the slope below zero

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.leaky_relu_(wengert.tensor([-1.0, 2.0]), 0.5)
    tensor([-0.5000,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, negative_slope)):
        return _dispatch.published(_found, leaky_relu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('leaky_relu_', 'input', input)
        return (_activation.leaky_relu_ if _attached else _activation.leaky_relu_.__wrapped__)(input, negative_slope)
    except Exception as e:
        return _dispatch.after(e, leaky_relu_, locals(), {'input': 'Tensor', 'negative_slope': 'float'})


def rrelu_(input, lower=0.125, upper=0.3333333333333333, training=False):
    """rrelu_(input, lower=0.125, upper=0.3333333333333333, training=False) -> Tensor

    The in-place form of :func:`wengert.nn.functional.rrelu`.

    Also ``wengert.rrelu_``.

    Args:
        input (Tensor): the tensor that is written
        lower (float): the smallest
        upper (float): whether the upper triangle is meant
        training (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.rrelu_(wengert.tensor([-1.0, 2.0]), 0.5, 0.5)
    tensor([-0.5000,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, lower, upper, training)):
        return _dispatch.published(_found, rrelu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rrelu_', 'input', input)
        return (_activation.rrelu_ if _attached else _activation.rrelu_.__wrapped__)(input, lower, upper, training)
    except Exception as e:
        return _dispatch.after(e, rrelu_, locals(), {'input': 'Tensor', 'lower': 'float', 'upper': 'float', 'training': 'bool'})


def elu_(input, alpha=1.0):
    """elu_(input, alpha=1.0) -> Tensor

    The in-place form of :func:`wengert.nn.functional.elu`.

    Args:
        input (Tensor): the tensor that is written
        alpha (Number): a factor

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.elu_(wengert.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, alpha)):
        return _dispatch.published(_found, elu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('elu_', 'input', input)
        return (_activation.elu_ if _attached else _activation.elu_.__wrapped__)(input, alpha)
    except Exception as e:
        return _dispatch.after(e, elu_, locals(), {'input': 'Tensor', 'alpha': 'Number'})


def selu_(input):
    """selu_(input) -> Tensor

    The in-place form of :func:`wengert.nn.functional.selu`.

    Also ``wengert.selu_``.

    Args:
        input (Tensor): the tensor that is written

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.selu_(wengert.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, selu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('selu_', 'input', input)
        return (_activation.selu_ if _attached else _activation.selu_.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, selu_, locals(), {'input': 'Tensor'})


def celu_(input, alpha=1.0):
    """celu_(input, alpha=1.0) -> Tensor

    The in-place form of :func:`wengert.nn.functional.celu`.

    Also ``wengert.celu_``.

    Args:
        input (Tensor): the tensor that is written
        alpha (Number): a factor

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.celu_(wengert.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, alpha)):
        return _dispatch.published(_found, celu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('celu_', 'input', input)
        return (_activation.celu_ if _attached else _activation.celu_.__wrapped__)(input, alpha)
    except Exception as e:
        return _dispatch.after(e, celu_, locals(), {'input': 'Tensor', 'alpha': 'Number'})


def threshold_(input, threshold, value):
    """threshold_(input, threshold, value) -> Tensor

    The in-place form of :func:`wengert.nn.functional.threshold`.

    Also ``wengert.threshold_``.

    Args:
        input (Tensor): the tensor that is written
        threshold (float): the threshold
        value (float): the value: a number, or a tensor without dimensions

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.threshold_(wengert.tensor([-1.0, 2.0]), 0, 7)
    tensor([7., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, threshold, value)):
        return _dispatch.published(_found, threshold_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('threshold_', 'input', input)
        return (_activation.threshold_ if _attached else _activation.threshold_.__wrapped__)(input, threshold, value)
    except Exception as e:
        return _dispatch.after(e, threshold_, locals(), {'input': 'Tensor', 'threshold': 'float', 'value': 'float'})


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """softmax(input, dim=None, _stacklevel=3, dtype=None) -> Tensor

    ``exp(input)`` divided by its sum along ``dim``, without overflow.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; None warns and picks one
        _stacklevel (int): taken for compatibility
        dtype (Dtype | None): the dtype of the result; None derives it

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.softmax(wengert.tensor([0.0, 0.0]), dim=0)
    tensor([0.5000, 0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, _stacklevel, dtype)):
        return _dispatch.published(_found, softmax, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('softmax', 'input', input)
        return (_activation._functional_softmax if _attached else _activation._functional_softmax.__wrapped__)(input, dim, _stacklevel, dtype)
    except Exception as e:
        return _dispatch.after(e, softmax, locals(), {'input': 'Tensor', 'dim': 'int | None', '_stacklevel': 'int', 'dtype': 'Dtype | None'})


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log_softmax(input, dim=None, _stacklevel=3, dtype=None) -> Tensor

    The logarithm of :func:`softmax` along ``dim``, without overflow.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; None warns and picks one
        _stacklevel (int): taken for compatibility
        dtype (Dtype | None): the dtype of the result; None derives it

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.log_softmax(wengert.tensor([0.0, 0.0]), dim=0)
    tensor([-0.6931, -0.6931])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, _stacklevel, dtype)):
        return _dispatch.published(_found, log_softmax, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('log_softmax', 'input', input)
        return (_activation._functional_log_softmax if _attached else _activation._functional_log_softmax.__wrapped__)(input, dim, _stacklevel, dtype)
    except Exception as e:
        return _dispatch.after(e, log_softmax, locals(), {'input': 'Tensor', 'dim': 'int | None', '_stacklevel': 'int', 'dtype': 'Dtype | None'})


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmin(input, dim=None, _stacklevel=3, dtype=None) -> Tensor

    :func:`softmax` of ``-input``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; None warns and picks one
        _stacklevel (int): taken for compatibility
        dtype (Dtype | None): the dtype of the result; None derives it

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.softmin(wengert.tensor([0.0, 1.0]), dim=0)
    tensor([0.7311, 0.2689])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, _stacklevel, dtype)):
        return _dispatch.published(_found, softmin, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('softmin', 'input', input)
        return (_activation.softmin if _attached else _activation.softmin.__wrapped__)(input, dim, _stacklevel, dtype)
    except Exception as e:
        return _dispatch.after(e, softmin, locals(), {'input': 'Tensor', 'dim': 'int | None', '_stacklevel': 'int', 'dtype': 'Dtype | None'})


def dropout(input, p=0.5, training=True, inplace=False):
    """dropout(input, p=0.5, training=True, inplace=False) -> Tensor

    Each element set to 0 with probability ``p``, the others multiplied by ``1 / (1 - p)``.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, between 0 and 1
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.dropout(wengert.tensor([1.0, 2.0]), training=False)
    tensor([1., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, training, inplace)):
        return _dispatch.published(_found, dropout, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('dropout', 'input', input)
        return (_layer.dropout if _attached else _layer.dropout.__wrapped__)(input, p, training, inplace)
    except Exception as e:
        return _dispatch.after(e, dropout, locals(), {'input': 'Tensor', 'p': 'float', 'training': 'bool', 'inplace': 'bool'})


def dropout1d(input, p=0.5, training=True, inplace=False):
    """dropout1d(input, p=0.5, training=True, inplace=False) -> Tensor

    Whole channels set to 0 with probability ``p``, the others multiplied by ``1 / (1 - p)``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        p (float): the probability, between 0 and 1
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.dropout1d(wengert.ones(2, 3, 4), p=0.0).sum()
    tensor(24.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, training, inplace)):
        return _dispatch.published(_found, dropout1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('dropout1d', 'input', input)
        return (_layer.dropout1d if _attached else _layer.dropout1d.__wrapped__)(input, p, training, inplace)
    except Exception as e:
        return _dispatch.after(e, dropout1d, locals(), {'input': 'Tensor', 'p': 'float', 'training': 'bool', 'inplace': 'bool'})


def dropout2d(input, p=0.5, training=True, inplace=False):
    """dropout2d(input, p=0.5, training=True, inplace=False) -> Tensor

    Whole channels set to 0 with probability ``p``, the others multiplied by ``1 / (1 - p)``.

    Args:
        input (Tensor): shape (N, C, H, W)
        p (float): the probability, between 0 and 1
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.dropout2d(wengert.ones(2, 3, 4, 4), p=0.0).sum()
    tensor(96.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, training, inplace)):
        return _dispatch.published(_found, dropout2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('dropout2d', 'input', input)
        return (_layer.dropout2d if _attached else _layer.dropout2d.__wrapped__)(input, p, training, inplace)
    except Exception as e:
        return _dispatch.after(e, dropout2d, locals(), {'input': 'Tensor', 'p': 'float', 'training': 'bool', 'inplace': 'bool'})


def dropout3d(input, p=0.5, training=True, inplace=False):
    """dropout3d(input, p=0.5, training=True, inplace=False) -> Tensor

    Whole channels set to 0 with probability ``p``, the others multiplied by ``1 / (1 - p)``.

    Args:
        input (Tensor): shape (N, C, D, H, W)
        p (float): the probability, between 0 and 1
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.dropout3d(wengert.ones(1, 2, 2, 2, 2), p=0.0).sum()
    tensor(16.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, training, inplace)):
        return _dispatch.published(_found, dropout3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('dropout3d', 'input', input)
        return (_layer.dropout3d if _attached else _layer.dropout3d.__wrapped__)(input, p, training, inplace)
    except Exception as e:
        return _dispatch.after(e, dropout3d, locals(), {'input': 'Tensor', 'p': 'float', 'training': 'bool', 'inplace': 'bool'})


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout(input, p=0.5, training=False, inplace=False) -> Tensor

    Elements set, with probability ``p``, to the value that :func:`selu` tends to, then scaled so that mean and
    variance stay.

    Klambauer et al., "Self-normalizing neural networks", 2017.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, between 0 and 1
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.alpha_dropout(wengert.tensor([1.0, 2.0]))
    tensor([1., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, training, inplace)):
        return _dispatch.published(_found, alpha_dropout, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('alpha_dropout', 'input', input)
        return (_layer.alpha_dropout if _attached else _layer.alpha_dropout.__wrapped__)(input, p, training, inplace)
    except Exception as e:
        return _dispatch.after(e, alpha_dropout, locals(), {'input': 'Tensor', 'p': 'float', 'training': 'bool', 'inplace': 'bool'})


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """feature_alpha_dropout(input, p=0.5, training=False, inplace=False) -> Tensor

    :func:`alpha_dropout` of whole channels.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, between 0 and 1
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.feature_alpha_dropout(wengert.ones(1, 2, 3)).shape
    wengert.Size([1, 2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, training, inplace)):
        return _dispatch.published(_found, feature_alpha_dropout, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('feature_alpha_dropout', 'input', input)
        return (_layer.feature_alpha_dropout if _attached else _layer.feature_alpha_dropout.__wrapped__)(input, p, training, inplace)
    except Exception as e:
        return _dispatch.after(e, feature_alpha_dropout, locals(), {'input': 'Tensor', 'p': 'float', 'training': 'bool', 'inplace': 'bool'})


def linear(input, weight, bias=None):
    """linear(input, weight, bias=None) -> Tensor

    ``input @ weight.T + bias``.

    Args:
        input (Tensor): shape (..., n)
        weight (Tensor): shape (m, n), or (n,)
        bias (Tensor | None): what is added: shape (m,); None adds nothing

    Returns:
        a tensor of shape (..., m)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.linear(wengert.tensor([1.0, 2.0]), wengert.tensor([[3.0, 4.0]]), wengert.tensor([10.0]))
    tensor([21.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias)):
        return _dispatch.published(_found, linear, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('linear', 'input', input)
        return (_layer.linear_layer if _attached else _layer.linear_layer.__wrapped__)(input, weight, bias)
    except Exception as e:
        return _dispatch.after(e, linear, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None'})


def bilinear(input1, input2, weight, bias=None):
    """bilinear(input1, input2, weight, bias=None) -> Tensor

    For each output k the form ``input1 @ weight[k] @ input2``, plus the bias.

    Also ``wengert.bilinear``.

    Args:
        input1 (Tensor): shape (..., n)
        input2 (Tensor): shape (..., m)
        weight (Tensor): shape (k, n, m)
        bias (Tensor | None): what is added: shape (k,); None adds nothing

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.bilinear(wengert.ones(1, 2), wengert.ones(1, 3), wengert.ones(4, 2, 3)).shape
    wengert.Size([1, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input1, input2, weight, bias)):
        return _dispatch.published(_found, bilinear, locals())
    try:
        return (_layer.bilinear if _attached else _layer.bilinear.__wrapped__)(input1, input2, weight, bias)
    except Exception as e:
        return _dispatch.after(e, bilinear, locals(), {'input1': 'Tensor', 'input2': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None'})


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05) -> Tensor

    The last dimensions brought to mean 0 and variance 1, then scaled and shifted.

    Ba, Kiros and Hinton, "Layer normalization", 2016.

    Also ``wengert.layer_norm``.

    Args:
        input (Tensor): the tensor, of any shape
        normalized_shape (int | Sequence[int]): the sizes of the last dimensions, which are normalised together
        weight (Tensor | None): a factor for each element of the normalised shape; None means 1
        bias (Tensor | None): what is added to each element of the normalised shape; None means 0
        eps (float): what is added to the variance

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.layer_norm(wengert.tensor([[1.0, 2.0, 3.0]]), (3,))
    tensor([[-1.2247,  0.0000,  1.2247]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, normalized_shape, weight, bias, eps)):
        return _dispatch.published(_found, layer_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('layer_norm', 'input', input)
        return (_layer.layer_norm if _attached else _layer.layer_norm.__wrapped__)(input, normalized_shape, weight, bias, eps)
    except Exception as e:
        return _dispatch.after(e, layer_norm, locals(), {'input': 'Tensor', 'normalized_shape': 'int | Sequence[int]', 'weight': 'Tensor | None', 'bias': 'Tensor | None', 'eps': 'float'})


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """rms_norm(input, normalized_shape, weight=None, eps=None) -> Tensor

    The last dimensions divided by the root of their mean square, then scaled.

    Zhang and Sennrich, "Root mean square layer normalization", 2019.

    Also ``wengert.rms_norm``.

    Args:
        input (Tensor): the tensor, of any shape
        normalized_shape (int | Sequence[int]): the sizes of the last dimensions, which are normalised together
        weight (Tensor | None): a factor for each element of the normalised shape; None means 1
        eps (float | None): what is added to the mean square; None means the precision of the dtype

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.rms_norm(wengert.tensor([[3.0, 4.0]]), (2,))
    tensor([[0.8485, 1.1314]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, normalized_shape, weight, eps)):
        return _dispatch.published(_found, rms_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rms_norm', 'input', input)
        return (_layer.rms_norm if _attached else _layer.rms_norm.__wrapped__)(input, normalized_shape, weight, eps)
    except Exception as e:
        return _dispatch.after(e, rms_norm, locals(), {'input': 'Tensor', 'normalized_shape': 'int | Sequence[int]', 'weight': 'Tensor | None', 'eps': 'float | None'})


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """group_norm(input, num_groups, weight=None, bias=None, eps=1e-05) -> Tensor

    Groups of channels brought to mean 0 and variance 1, then scaled and shifted.

    Wu and He, "Group normalization", 2018.

    Also ``wengert.group_norm``.

    Args:
        input (Tensor): shape (N, C, ...)
        num_groups (int): into how many groups the channels are divided
        weight (Tensor | None): a factor for each channel; None means 1
        bias (Tensor | None): what is added to each channel; None means 0
        eps (float): what is added to the variance

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.group_norm(wengert.tensor([[[1.0, 2.0], [3.0, 4.0]]]), 1)
    tensor([[[-1.3416, -0.4472],
             [ 0.4472,  1.3416]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, num_groups, weight, bias, eps)):
        return _dispatch.published(_found, group_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('group_norm', 'input', input)
        return (_layer.group_norm if _attached else _layer.group_norm.__wrapped__)(input, num_groups, weight, bias, eps)
    except Exception as e:
        return _dispatch.after(e, group_norm, locals(), {'input': 'Tensor', 'num_groups': 'int', 'weight': 'Tensor | None', 'bias': 'Tensor | None', 'eps': 'float'})


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    """batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05) -> Tensor

    Each channel brought to mean 0 and variance 1 over the batch, or by the running statistics, then scaled and
    shifted.

    Ioffe and Szegedy, "Batch normalization", 2015.

    Args:
        input (Tensor): shape (N, C, ...)
        running_mean (Tensor | None): the mean of each channel so far, updated in place: shape (C,)
        running_var (Tensor | None): the variance of each channel so far, updated in place: shape (C,)
        weight (Tensor | None): a factor for each channel; None means 1
        bias (Tensor | None): what is added to each channel; None means 0
        training (bool): whether to use the statistics of the batch, and to update the running ones
        momentum (float): how much of the new statistics goes into the running ones
        eps (float): what is added to the variance

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.batch_norm(wengert.tensor([[1.0], [3.0]]), None, None, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, running_mean, running_var, weight, bias, training, momentum, eps)):
        return _dispatch.published(_found, batch_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('batch_norm', 'input', input)
        return (_layer.batch_norm if _attached else _layer.batch_norm.__wrapped__)(input, running_mean, running_var, weight, bias, training, momentum, eps)
    except Exception as e:
        return _dispatch.after(e, batch_norm, locals(), {'input': 'Tensor', 'running_mean': 'Tensor | None', 'running_var': 'Tensor | None', 'weight': 'Tensor | None', 'bias': 'Tensor | None', 'training': 'bool', 'momentum': 'float', 'eps': 'float'})


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05):
    """instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05) -> Tensor

    Each channel of each example brought to mean 0 and variance 1, then scaled and shifted.

    Args:
        input (Tensor): shape (N, C, ...)
        running_mean (Tensor | None): the mean of each channel so far, updated in place: shape (C,)
        running_var (Tensor | None): the variance of each channel so far, updated in place: shape (C,)
        weight (Tensor | None): a factor for each channel; None means 1
        bias (Tensor | None): what is added to each channel; None means 0
        use_input_stats (bool): whether to normalise by the statistics of the input
        momentum (float): how much of the new statistics goes into the running ones
        eps (float): what is added to the variance

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.instance_norm(wengert.tensor([[[1.0, 3.0]]]))
    tensor([[[-1.0000,  1.0000]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)):
        return _dispatch.published(_found, instance_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('instance_norm', 'input', input)
        return (_layer.instance_norm if _attached else _layer.instance_norm.__wrapped__)(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)
    except Exception as e:
        return _dispatch.after(e, instance_norm, locals(), {'input': 'Tensor', 'running_mean': 'Tensor | None', 'running_var': 'Tensor | None', 'weight': 'Tensor | None', 'bias': 'Tensor | None', 'use_input_stats': 'bool', 'momentum': 'float', 'eps': 'float'})


def normalize(input, p=2.0, dim=1, eps=1e-12, *, out=None):
    """normalize(input, p=2.0, dim=1, eps=1e-12, *, out=None) -> Tensor

    Vectors along ``dim`` divided by their norm.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the exponent of the norm
        dim (int | Sequence[int] | None): the dimension, or dimensions, of the vectors
        eps (float): the smallest divisor
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.normalize(wengert.tensor([[3.0, 4.0]]))
    tensor([[0.6000, 0.8000]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, dim, eps, out)):
        return _dispatch.published(_found, normalize, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('normalize', 'input', input)
        if out is not None:
            return _store('normalize', out, (_layer.normalize if _attached else _layer.normalize.__wrapped__)(input, p, dim, eps))
        return (_layer.normalize if _attached else _layer.normalize.__wrapped__)(input, p, dim, eps)
    except Exception as e:
        return _dispatch.after(e, normalize, locals(), {'input': 'Tensor', 'p': 'float', 'dim': 'int | Sequence[int] | None', 'eps': 'float', 'out': 'Tensor | None'})


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1) -> Tensor

    Categories drawn with the probabilities ``softmax(logits)``, softened so that they have a derivative.

    Jang, Gu and Poole, "Categorical reparameterization with Gumbel-softmax", 2017.

    Args:
        logits (Tensor): logarithms of probabilities, up to a constant for each draw
        tau (float): the temperature: the smaller, the nearer are the results to 0 and 1
        hard (bool): whether to return exactly zeros and a one for each draw, with the derivative of what is not
            rounded
        eps (float): taken for compatibility
        dim (int): the dimension of the categories

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.gumbel_softmax(wengert.tensor([[1.0, 2.0, 3.0]]), hard=True).sum(dim=-1)
    tensor([1.])
    """
    if _dispatch.on and (_found := _dispatch.find(logits, tau, hard, eps, dim)):
        return _dispatch.published(_found, gumbel_softmax, locals())
    try:
        return (_nn_draw.gumbel_softmax if _attached else _nn_draw.gumbel_softmax.__wrapped__)(logits, tau, hard, eps, dim)
    except Exception as e:
        return _dispatch.after(e, gumbel_softmax, locals(), {'logits': 'Tensor', 'tau': 'float', 'hard': 'bool', 'eps': 'float', 'dim': 'int'})


def one_hot(tensor, num_classes=-1):
    """one_hot(tensor, num_classes=-1) -> Tensor

    For each class a vector with a one at its place, in a new last dimension.

    Gradients do not flow through it.

    Args:
        tensor (Tensor): the classes, int64, from 0 on
        num_classes (int): how many classes; -1 means one more than the largest in the tensor

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.one_hot(wengert.tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    if _dispatch.on and (_found := _dispatch.find(tensor, num_classes)):
        return _dispatch.published(_found, one_hot, locals())
    try:
        return _embedding.one_hot.on(tensor, None, {"num_classes": num_classes})
    except Exception as e:
        return _dispatch.after(e, one_hot, locals(), {'tensor': 'Tensor', 'num_classes': 'int'})


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False) -> Tensor

    The rows of ``weight`` that ``input`` names.

    Args:
        input (Tensor): an integer tensor of any shape
        weight (Tensor): the rows: shape (V, D)
        padding_idx (int | None): the row of ``weight`` that gets no gradient
        max_norm (float | None): rows of ``weight`` with a larger norm are first scaled down to it, in place
        norm_type (float): the exponent of the norm
        scale_grad_by_freq (bool): whether the gradient of a row is divided by how often it was looked up
        sparse (bool): whether the gradient of ``weight`` is sparse

    Returns:
        a tensor of the shape of ``input`` with D added

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.embedding(wengert.tensor([2, 0]), wengert.tensor([[1.0], [2.0], [3.0]]))
    tensor([[3.],
            [1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse)):
        return _dispatch.published(_found, embedding, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('embedding', 'input', input)
        return (_embedding.embedding if _attached else _embedding.embedding.__wrapped__)(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse)
    except Exception as e:
        return _dispatch.after(e, embedding, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'padding_idx': 'int | None', 'max_norm': 'float | None', 'norm_type': 'float', 'scale_grad_by_freq': 'bool', 'sparse': 'bool'})


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None):
    """embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None) -> Tensor

    Sums, means or maxima of bags of rows of ``weight``: a bag is a row of ``input``, or of one dimension what is
    between two offsets.

    Of a bag with nothing in it the result is 0.

    Args:
        input (Tensor): the rows that are looked up: integers of shape (N, L), or (M,) with ``offsets``
        weight (Tensor): the rows: shape (V, D)
        offsets (Tensor | None): where each bag begins, from 0 on, in ascending order
        max_norm (float | None): rows of ``weight`` with a larger norm are first scaled down to it, in place
        norm_type (float): the exponent of the norm
        scale_grad_by_freq (bool): whether the gradient of a row is divided by how often it was looked up
        mode (str): ``'sum'``, ``'mean'`` or ``'max'``
        sparse (bool): whether the gradient of ``weight`` is sparse
        per_sample_weights (Tensor | None): a factor for each row that is looked up, of the shape of ``input``
        include_last_offset (bool): whether the last offset is where the last bag ends
        padding_idx (int | None): the row of ``weight`` that is not counted

    Returns:
        a tensor of shape (N, D), of N bags

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> weight = wengert.tensor([[1.0], [2.0], [4.0]])
    >>> F.embedding_bag(wengert.tensor([0, 1, 2, 2]), weight, wengert.tensor([0, 3]), mode="sum")
    tensor([[7.],
            [4.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, offsets, max_norm, norm_type, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx)):
        return _dispatch.published(_found, embedding_bag, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('embedding_bag', 'input', input)
        return (_embedding.embedding_bag if _attached else _embedding.embedding_bag.__wrapped__)(input, weight, offsets, max_norm, norm_type, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx)
    except Exception as e:
        return _dispatch.after(e, embedding_bag, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'offsets': 'Tensor | None', 'max_norm': 'float | None', 'norm_type': 'float', 'scale_grad_by_freq': 'bool', 'mode': 'str', 'sparse': 'bool', 'per_sample_weights': 'Tensor | None', 'include_last_offset': 'bool', 'padding_idx': 'int | None'})


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) -> Tensor

    The square of the difference.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target, of the same shape
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        weight (Tensor | None): a factor for each element; None means 1

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.mse_loss(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 4.0]))
    tensor(2.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, size_average, reduce, reduction, weight)):
        return _dispatch.published(_found, mse_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('mse_loss', 'input', input)
        return (_loss.mse_loss if _attached else _loss.mse_loss.__wrapped__)(input, target, size_average, reduce, reduction, weight)
    except Exception as e:
        return _dispatch.after(e, mse_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str', 'weight': 'Tensor | None'})


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) -> Tensor

    The absolute value of the difference.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target, of the same shape
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        weight (Tensor | None): a factor for each element; None means 1

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.l1_loss(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 4.0]))
    tensor(1.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, size_average, reduce, reduction, weight)):
        return _dispatch.published(_found, l1_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('l1_loss', 'input', input)
        return (_loss.l1_loss if _attached else _loss.l1_loss.__wrapped__)(input, target, size_average, reduce, reduction, weight)
    except Exception as e:
        return _dispatch.after(e, l1_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str', 'weight': 'Tensor | None'})


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0) -> Tensor

    Half the square of the difference over ``beta`` where it is smaller than that, beyond it a line.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target, of the same shape
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        beta (Number): where the square turns into a line, at least 0

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.smooth_l1_loss(wengert.tensor([0.0]), wengert.tensor([3.0]))
    tensor(2.5000)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, size_average, reduce, reduction, beta)):
        return _dispatch.published(_found, smooth_l1_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('smooth_l1_loss', 'input', input)
        return (_loss.smooth_l1_loss if _attached else _loss.smooth_l1_loss.__wrapped__)(input, target, size_average, reduce, reduction, beta)
    except Exception as e:
        return _dispatch.after(e, smooth_l1_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str', 'beta': 'Number'})


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """huber_loss(input, target, reduction="mean", delta=1.0, weight=None) -> Tensor

    Half the square of the difference where it is smaller than ``delta``, beyond it a line.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target, of the same shape
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        delta (float): where the square turns into a line
        weight (Tensor | None): a factor for each element; None means 1

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.huber_loss(wengert.tensor([0.0]), wengert.tensor([3.0]), delta=2.0)
    tensor(4.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, reduction, delta, weight)):
        return _dispatch.published(_found, huber_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('huber_loss', 'input', input)
        return (_loss.huber_loss if _attached else _loss.huber_loss.__wrapped__)(input, target, reduction, delta, weight)
    except Exception as e:
        return _dispatch.after(e, huber_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'reduction': 'str', 'delta': 'float', 'weight': 'Tensor | None'})


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean") -> Tensor

    ``-(target * log(input) + (1 - target) * log(1 - input))``, with logarithms cut off at -100.

    Args:
        input (Tensor): probabilities, between 0 and 1
        target (Tensor): the target, between 0 and 1, of the same shape
        weight (Tensor | None): a factor for each element; None means 1
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.binary_cross_entropy(wengert.tensor([0.5, 0.9]), wengert.tensor([0.0, 1.0]))
    tensor(0.3993)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, weight, size_average, reduce, reduction)):
        return _dispatch.published(_found, binary_cross_entropy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('binary_cross_entropy', 'input', input)
        return (_loss.binary_cross_entropy if _attached else _loss.binary_cross_entropy.__wrapped__)(input, target, weight, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, binary_cross_entropy, locals(), {'input': 'Tensor', 'target': 'Tensor', 'weight': 'Tensor | None', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
    """binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None) -> Tensor

    :func:`binary_cross_entropy` of ``sigmoid(input)``, without overflow.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target, between 0 and 1, of the same shape
        weight (Tensor | None): a factor for each element; None means 1
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        pos_weight (Tensor | None): a factor for the positive examples of each class

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.binary_cross_entropy_with_logits(wengert.tensor([0.0]), wengert.tensor([1.0]))
    tensor(0.6931)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, weight, size_average, reduce, reduction, pos_weight)):
        return _dispatch.published(_found, binary_cross_entropy_with_logits, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('binary_cross_entropy_with_logits', 'input', input)
        return (_loss.binary_cross_entropy_with_logits if _attached else _loss.binary_cross_entropy_with_logits.__wrapped__)(input, target, weight, size_average, reduce, reduction, pos_weight)
    except Exception as e:
        return _dispatch.after(e, binary_cross_entropy_with_logits, locals(), {'input': 'Tensor', 'target': 'Tensor', 'weight': 'Tensor | None', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str', 'pos_weight': 'Tensor | None'})


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean") -> Tensor

    ``log(1 + exp(-target * input))``.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target, -1 or 1, of the same shape
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.soft_margin_loss(wengert.tensor([0.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor(0.4100)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, size_average, reduce, reduction)):
        return _dispatch.published(_found, soft_margin_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('soft_margin_loss', 'input', input)
        return (_loss.soft_margin_loss if _attached else _loss.soft_margin_loss.__wrapped__)(input, target, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, soft_margin_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False) -> Tensor

    ``target * (log(target) - input)``: the divergence of Kullback and Leibler, ``input`` being logarithms.

    Args:
        input (Tensor): the logarithms of probabilities
        target (Tensor): probabilities of the same shape
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): as elsewhere, or ``'batchmean'``, the sum divided by the first size
        log_target (bool): whether the target is given as logarithms

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> p = wengert.tensor([[0.5, 0.5]])
    >>> F.kl_div(wengert.tensor([[0.25, 0.75]]).log(), p, reduction="batchmean")
    tensor(0.1438)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, size_average, reduce, reduction, log_target)):
        return _dispatch.published(_found, kl_div, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('kl_div', 'input', input)
        return (_loss.kl_div if _attached else _loss.kl_div.__wrapped__)(input, target, size_average, reduce, reduction, log_target)
    except Exception as e:
        return _dispatch.after(e, kl_div, locals(), {'input': 'Tensor', 'target': 'Tensor', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str', 'log_target': 'bool'})


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean"):
    """poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean") -> Tensor

    ``exp(input) - target * input``, the negative log-likelihood of counts.

    Args:
        input (Tensor): the rate, or its logarithm
        target (Tensor): the counts, of the same shape
        log_input (bool): whether the input is the logarithm of the rate
        full (bool): whether to add Stirling's approximation of ``log(target!)``
        size_average (bool | None): the older form of ``reduction``
        eps (float): what is added to the rate before its logarithm is taken
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.poisson_nll_loss(wengert.tensor([0.0]), wengert.tensor([2.0]))
    tensor(1.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, log_input, full, size_average, eps, reduce, reduction)):
        return _dispatch.published(_found, poisson_nll_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('poisson_nll_loss', 'input', input)
        return (_loss.poisson_nll_loss if _attached else _loss.poisson_nll_loss.__wrapped__)(input, target, log_input, full, size_average, eps, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, poisson_nll_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'log_input': 'bool', 'full': 'bool', 'size_average': 'bool | None', 'eps': 'float', 'reduce': 'str | None', 'reduction': 'str'})


def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean"):
    """gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean") -> Tensor

    ``(log(var) + (input - target)**2 / var) / 2``, the negative log-likelihood of a normal distribution.

    Args:
        input (Tensor): the mean
        target (Tensor): the target, of the same shape
        var (Tensor | float): the variance, not negative: a number, or a tensor
        full (bool): whether to add ``log(2 * pi) / 2``
        eps (float): the smallest variance
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.gaussian_nll_loss(wengert.tensor([0.0]), wengert.tensor([2.0]), wengert.tensor([1.0]))
    tensor(2.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, var, full, eps, reduction)):
        return _dispatch.published(_found, gaussian_nll_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('gaussian_nll_loss', 'input', input)
        return (_loss.gaussian_nll_loss if _attached else _loss.gaussian_nll_loss.__wrapped__)(input, target, var, full, eps, reduction)
    except Exception as e:
        return _dispatch.after(e, gaussian_nll_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'var': 'Tensor | float', 'full': 'bool', 'eps': 'float', 'reduction': 'str'})


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean") -> Tensor

    Minus the element of the target class, averaged with the weights of the classes.

    Args:
        input (Tensor): the logarithms of probabilities: shape (N, C), (C,) or (N, C, ...)
        target (Tensor): the classes, from 0 on: the shape of ``input`` without C
        weight (Tensor | None): a factor for each class: shape (C,); None means 1
        size_average (bool | None): the older form of ``reduction``
        ignore_index (int): a target that does not count
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.nll_loss(wengert.tensor([[-1.0, -2.0]]), wengert.tensor([1]))
    tensor(2.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, weight, size_average, ignore_index, reduce, reduction)):
        return _dispatch.published(_found, nll_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('nll_loss', 'input', input)
        return (_loss.nll_loss if _attached else _loss.nll_loss.__wrapped__)(input, target, weight, size_average, ignore_index, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, nll_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'weight': 'Tensor | None', 'size_average': 'bool | None', 'ignore_index': 'int', 'reduce': 'str | None', 'reduction': 'str'})


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
    """cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0) -> Tensor

    :func:`nll_loss` of the :func:`log_softmax`; the target may also be probabilities.

    Args:
        input (Tensor): the logits: shape (N, C), (C,) or (N, C, ...)
        target (Tensor): the classes, the shape of ``input`` without C; or probabilities, of its shape
        weight (Tensor | None): a factor for each class: shape (C,); None means 1
        size_average (bool | None): the older form of ``reduction``
        ignore_index (int): a target that does not count
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        label_smoothing (float): how much of the target is spread over all classes, between 0 and 1

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.cross_entropy(wengert.tensor([[0.0, 0.0]]), wengert.tensor([1]))
    tensor(0.6931)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)):
        return _dispatch.published(_found, cross_entropy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cross_entropy', 'input', input)
        return (_loss.cross_entropy if _attached else _loss.cross_entropy.__wrapped__)(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)
    except Exception as e:
        return _dispatch.after(e, cross_entropy, locals(), {'input': 'Tensor', 'target': 'Tensor', 'weight': 'Tensor | None', 'size_average': 'bool | None', 'ignore_index': 'int', 'reduce': 'str | None', 'reduction': 'str', 'label_smoothing': 'float'})


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean") -> Tensor

    The sum over the other classes of ``max(0, margin - input[target] + input)**p``, divided by how many classes
    there are.

    Args:
        input (Tensor): the scores: shape (N, C) or (C,)
        target (Tensor): the classes: shape (N,) or ()
        p (float): the exponent, 1 or 2
        margin (float): the margin
        weight (Tensor | None): a factor for each class: shape (C,); None means 1
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.multi_margin_loss(wengert.tensor([[0.5, 0.0]]), wengert.tensor([0]))
    tensor(0.2500)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, p, margin, weight, size_average, reduce, reduction)):
        return _dispatch.published(_found, multi_margin_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('multi_margin_loss', 'input', input)
        return (_loss.multi_margin_loss if _attached else _loss.multi_margin_loss.__wrapped__)(input, target, p, margin, weight, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, multi_margin_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'p': 'float', 'margin': 'float', 'weight': 'Tensor | None', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean") -> Tensor

    The mean over the classes of :func:`binary_cross_entropy_with_logits`.

    Args:
        input (Tensor): the scores: shape (N, C)
        target (Tensor): the target, 0 or 1, of the same shape
        weight (Tensor | None): a factor for each class: shape (C,); None means 1
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.multilabel_soft_margin_loss(wengert.tensor([[0.0, 0.0]]), wengert.tensor([[1.0, 0.0]]))
    tensor(0.6931)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, weight, size_average, reduce, reduction)):
        return _dispatch.published(_found, multilabel_soft_margin_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('multilabel_soft_margin_loss', 'input', input)
        return (_loss.multilabel_soft_margin_loss if _attached else _loss.multilabel_soft_margin_loss.__wrapped__)(input, target, weight, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, multilabel_soft_margin_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'weight': 'Tensor | None', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """cosine_similarity(x1, x2, dim=1, eps=1e-08) -> Tensor

    The cosine of the angle between vectors along ``dim``.

    Also ``wengert.cosine_similarity``.

    Args:
        x1 (Tensor): the first tensor
        x2 (Tensor): the second tensor, which broadcasts with the first
        dim (int): the dimension to work along; negative ones count from the last
        eps (float): the smallest norm that is divided by

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.cosine_similarity(wengert.tensor([[1.0, 0.0]]), wengert.tensor([[1.0, 1.0]]))
    tensor([0.7071])
    """
    if _dispatch.on and (_found := _dispatch.find(x1, x2, dim, eps)):
        return _dispatch.published(_found, cosine_similarity, locals())
    try:
        return (_margin.cosine_similarity if _attached else _margin.cosine_similarity.__wrapped__)(x1, x2, dim, eps)
    except Exception as e:
        return _dispatch.after(e, cosine_similarity, locals(), {'x1': 'Tensor', 'x2': 'Tensor', 'dim': 'int', 'eps': 'float'})


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean") -> Tensor

    ``1 - cos`` of vectors that should agree, ``max(0, cos - margin)`` of those that should not.

    Args:
        input1 (Tensor): the first vectors: shape (N, D) or (D,)
        input2 (Tensor): the second vectors, of the same shape
        target (Tensor): 1 where they should agree, -1 where not: shape (N,) or ()
        margin (float): the margin
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.cosine_embedding_loss(wengert.tensor([[1.0, 0.0]]), wengert.tensor([[0.0, 1.0]]), wengert.tensor([1]))
    tensor(1.)
    """
    if _dispatch.on and (_found := _dispatch.find(input1, input2, target, margin, size_average, reduce, reduction)):
        return _dispatch.published(_found, cosine_embedding_loss, locals())
    try:
        return (_margin.cosine_embedding_loss if _attached else _margin.cosine_embedding_loss.__wrapped__)(input1, input2, target, margin, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, cosine_embedding_loss, locals(), {'input1': 'Tensor', 'input2': 'Tensor', 'target': 'Tensor', 'margin': 'float', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean") -> Tensor

    ``input`` where the target is 1, ``max(0, margin - input)`` where it is -1.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target, -1 or 1, of the same shape
        margin (float): the margin
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.hinge_embedding_loss(wengert.tensor([0.3, 0.3]), wengert.tensor([1, -1]))
    tensor(0.5000)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, margin, size_average, reduce, reduction)):
        return _dispatch.published(_found, hinge_embedding_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hinge_embedding_loss', 'input', input)
        return (_margin.hinge_embedding_loss if _attached else _margin.hinge_embedding_loss.__wrapped__)(input, target, margin, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, hinge_embedding_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'margin': 'float', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean") -> Tensor

    ``max(0, margin - target * (input1 - input2))``.

    Args:
        input1 (Tensor): the first tensor
        input2 (Tensor): the second tensor
        target (Tensor): 1 where the first should be larger, -1 where the second
        margin (float): the margin
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.margin_ranking_loss(wengert.tensor([1.0]), wengert.tensor([3.0]), wengert.tensor([1]))
    tensor(2.)
    """
    if _dispatch.on and (_found := _dispatch.find(input1, input2, target, margin, size_average, reduce, reduction)):
        return _dispatch.published(_found, margin_ranking_loss, locals())
    try:
        return (_margin.margin_ranking_loss if _attached else _margin.margin_ranking_loss.__wrapped__)(input1, input2, target, margin, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, margin_ranking_loss, locals(), {'input1': 'Tensor', 'input2': 'Tensor', 'target': 'Tensor', 'margin': 'float', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    """pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False) -> Tensor

    The ``p``-norm of ``x1 - x2 + eps`` along the last dimension.

    Also ``wengert.pairwise_distance``.

    Args:
        x1 (Tensor): the first tensor
        x2 (Tensor): the second tensor, which broadcasts with the first
        p (float): the exponent of the norm
        eps (float): a small number that keeps the result finite
        keepdim (bool): whether reduced dimensions stay, with size 1

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pairwise_distance(wengert.tensor([[0.0, 0.0]]), wengert.tensor([[3.0, 4.0]]))
    tensor([5.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(x1, x2, p, eps, keepdim)):
        return _dispatch.published(_found, pairwise_distance, locals())
    try:
        return (_margin.pairwise_distance if _attached else _margin.pairwise_distance.__wrapped__)(x1, x2, p, eps, keepdim)
    except Exception as e:
        return _dispatch.after(e, pairwise_distance, locals(), {'x1': 'Tensor', 'x2': 'Tensor', 'p': 'float', 'eps': 'float', 'keepdim': 'bool'})


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
    """triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean") -> Tensor

    ``max(0, margin + d(anchor, positive) - d(anchor, negative))`` for any distance d.

    Args:
        anchor (Tensor): the anchors: shape (N, D)
        positive (Tensor): what should be near: shape (N, D)
        negative (Tensor): what should be far: shape (N, D)
        distance_function (Callable[[Tensor, Tensor], Tensor] | None): the distance; None means the Euclidean one
        margin (float): the margin
        swap (bool): whether to take the distance of the negative to the positive if that is smaller
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> a, p, n = wengert.zeros(1, 2), wengert.ones(1, 2), 3 * wengert.ones(1, 2)
    >>> F.triplet_margin_with_distance_loss(a, p, n)
    tensor(0.)
    """
    if _dispatch.on and (_found := _dispatch.find(anchor, positive, negative, distance_function, margin, swap, reduction)):
        return _dispatch.published(_found, triplet_margin_with_distance_loss, locals())
    try:
        return (_margin.triplet_margin_with_distance_loss if _attached else _margin.triplet_margin_with_distance_loss.__wrapped__)(anchor, positive, negative, distance_function=distance_function, margin=margin, swap=swap, reduction=reduction)
    except Exception as e:
        return _dispatch.after(e, triplet_margin_with_distance_loss, locals(), {'anchor': 'Tensor', 'positive': 'Tensor', 'negative': 'Tensor', 'distance_function': 'Callable[[Tensor, Tensor], Tensor] | None', 'margin': 'float', 'swap': 'bool', 'reduction': 'str'})


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean"):
    """triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean") -> Tensor

    ``max(0, margin + |anchor - positive| - |anchor - negative|)``.

    Args:
        anchor (Tensor): the anchors: shape (N, D)
        positive (Tensor): what should be near: shape (N, D)
        negative (Tensor): what should be far: shape (N, D)
        margin (float): the margin
        p (float): the exponent of the norm
        eps (float): what is added to each difference
        swap (bool): whether to take the distance of the negative to the positive if that is smaller
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.triplet_margin_loss(wengert.zeros(1, 2), wengert.ones(1, 2), wengert.tensor([[1.0, 2.0]]))
    tensor(0.1781)
    """
    if _dispatch.on and (_found := _dispatch.find(anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction)):
        return _dispatch.published(_found, triplet_margin_loss, locals())
    try:
        return (_margin.triplet_margin_loss if _attached else _margin.triplet_margin_loss.__wrapped__)(anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, triplet_margin_loss, locals(), {'anchor': 'Tensor', 'positive': 'Tensor', 'negative': 'Tensor', 'margin': 'float', 'p': 'float', 'eps': 'float', 'swap': 'bool', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean") -> Tensor

    The sum of ``max(0, 1 - input[label] + input[other])`` over labels and classes that are none, divided by how
    many classes there are.

    Args:
        input (Tensor): the scores: shape (N, C) or (C,)
        target (Tensor): the labels of each example, in front of the first -1: int64, of the same shape
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.multilabel_margin_loss(wengert.tensor([[0.5, 0.0, 0.2]]), wengert.tensor([[0, 2, -1]]))
    tensor(0.4333)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, size_average, reduce, reduction)):
        return _dispatch.published(_found, multilabel_margin_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('multilabel_margin_loss', 'input', input)
        return (_margin.multilabel_margin_loss if _attached else _margin.multilabel_margin_loss.__wrapped__)(input, target, size_average, reduce, reduction)
    except Exception as e:
        return _dispatch.after(e, multilabel_margin_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'size_average': 'bool | None', 'reduce': 'str | None', 'reduction': 'str'})


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    The cross-correlation of signals with kernels, summed over the channels.

    Also ``wengert.conv1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        weight (Tensor): the kernels: shape (K, C / groups, k)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): zeros on both sides, or ``'valid'`` or ``'same'``
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided

    Returns:
        a tensor of shape (N, K, (L + 2 * padding - dilation * (k - 1) - 1) // stride + 1)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv1d(wengert.tensor([[1.0, 2.0, 3.0]]), wengert.tensor([[[1.0, 1.0]]]))
    tensor([[3., 5.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, dilation, groups)):
        return _dispatch.published(_found, conv1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv1d', 'input', input)
        return (_conv.conv1d if _attached else _conv.conv1d.__wrapped__)(input, weight, bias, stride, padding, dilation, groups)
    except Exception as e:
        return _dispatch.after(e, conv1d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | str | Sequence[int]', 'dilation': 'int | Sequence[int]', 'groups': 'int'})


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    The cross-correlation of images with kernels, summed over the channels.

    Also ``wengert.conv2d``.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        weight (Tensor): the kernels: shape (K, C / groups, h, w)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): zeros on both sides, or ``'valid'`` or ``'same'``
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv2d(wengert.ones(1, 1, 3, 3), wengert.ones(1, 1, 2, 2))
    tensor([[[[4., 4.],
              [4., 4.]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, dilation, groups)):
        return _dispatch.published(_found, conv2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv2d', 'input', input)
        return (_conv.conv2d if _attached else _conv.conv2d.__wrapped__)(input, weight, bias, stride, padding, dilation, groups)
    except Exception as e:
        return _dispatch.after(e, conv2d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | str | Sequence[int]', 'dilation': 'int | Sequence[int]', 'groups': 'int'})


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    The cross-correlation of volumes with kernels, summed over the channels.

    Also ``wengert.conv3d``.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        weight (Tensor): the kernels: shape (K, C / groups, d, h, w)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): zeros on both sides, or ``'valid'`` or ``'same'``
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv3d(wengert.ones(1, 1, 3, 3, 3), wengert.ones(2, 1, 2, 2, 2)).shape
    wengert.Size([1, 2, 2, 2, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, dilation, groups)):
        return _dispatch.published(_found, conv3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv3d', 'input', input)
        return (_conv.conv3d if _attached else _conv.conv3d.__wrapped__)(input, weight, bias, stride, padding, dilation, groups)
    except Exception as e:
        return _dispatch.after(e, conv3d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | str | Sequence[int]', 'dilation': 'int | Sequence[int]', 'groups': 'int'})


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    The transpose of :func:`conv1d`: what takes its gradients to those of its input.

    Also ``wengert.conv_transpose1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        weight (Tensor): the kernels: shape (C, K / groups, k)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how much is cut off on both sides
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv_transpose1d(wengert.tensor([[1.0, 2.0]]), wengert.tensor([[[1.0, 1.0]]]))
    tensor([[1., 3., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, output_padding, groups, dilation)):
        return _dispatch.published(_found, conv_transpose1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv_transpose1d', 'input', input)
        return (_conv.conv_transpose1d if _attached else _conv.conv_transpose1d.__wrapped__)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    except Exception as e:
        return _dispatch.after(e, conv_transpose1d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | Sequence[int]', 'output_padding': 'int | Sequence[int]', 'groups': 'int', 'dilation': 'int | Sequence[int]'})


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    The transpose of :func:`conv2d`: what takes its gradients to those of its input.

    Also ``wengert.conv_transpose2d``.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        weight (Tensor): the kernels: shape (C, K / groups, h, w)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how much is cut off on both sides
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv_transpose2d(wengert.ones(1, 1, 2, 2), wengert.ones(1, 1, 2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, output_padding, groups, dilation)):
        return _dispatch.published(_found, conv_transpose2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv_transpose2d', 'input', input)
        return (_conv.conv_transpose2d if _attached else _conv.conv_transpose2d.__wrapped__)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    except Exception as e:
        return _dispatch.after(e, conv_transpose2d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | Sequence[int]', 'output_padding': 'int | Sequence[int]', 'groups': 'int', 'dilation': 'int | Sequence[int]'})


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    The transpose of :func:`conv3d`: what takes its gradients to those of its input.

    Also ``wengert.conv_transpose3d``.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        weight (Tensor): the kernels: shape (C, K / groups, d, h, w)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how much is cut off on both sides
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv_transpose3d(wengert.ones(1, 1, 2, 2, 2), wengert.ones(1, 1, 2, 2, 2)).shape
    wengert.Size([1, 1, 3, 3, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, output_padding, groups, dilation)):
        return _dispatch.published(_found, conv_transpose3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv_transpose3d', 'input', input)
        return (_conv.conv_transpose3d if _attached else _conv.conv_transpose3d.__wrapped__)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    except Exception as e:
        return _dispatch.after(e, conv_transpose3d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | Sequence[int]', 'output_padding': 'int | Sequence[int]', 'groups': 'int', 'dilation': 'int | Sequence[int]'})


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """unfold(input, kernel_size, dilation=1, padding=0, stride=1) -> Tensor

    The windows that slide over images, each as a column.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension

    Returns:
        a tensor of shape (N, C * h * w, number of windows)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.unfold(wengert.ones(1, 1, 3, 3), (2, 2)).shape
    wengert.Size([1, 4, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, dilation, padding, stride)):
        return _dispatch.published(_found, unfold, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unfold', 'input', input)
        return (_conv.unfold if _attached else _conv.unfold.__wrapped__)(input, kernel_size, dilation, padding, stride)
    except Exception as e:
        return _dispatch.after(e, unfold, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'padding': 'int | Sequence[int]', 'stride': 'int | Sequence[int]'})


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1) -> Tensor

    The transpose of :func:`unfold`: columns added up at the places of their windows.

    Args:
        input (Tensor): shape (N, C * h * w, number of windows), or without N
        output_size (int | Sequence[int]): the height and width of the images
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.fold(wengert.ones(1, 4, 4), (3, 3), (2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size, kernel_size, dilation, padding, stride)):
        return _dispatch.published(_found, fold, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fold', 'input', input)
        return (_conv.fold if _attached else _conv.fold.__wrapped__)(input, output_size, kernel_size, dilation, padding, stride)
    except Exception as e:
        return _dispatch.after(e, fold, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int]', 'kernel_size': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'padding': 'int | Sequence[int]', 'stride': 'int | Sequence[int]'})


def pad(input, pad, mode="constant", value=None):
    """pad(input, pad, mode="constant", value=None) -> Tensor

    ``input`` with numbers put around it.

    Args:
        input (Tensor): the tensor, of any shape
        pad (Sequence[int]): how much is put (before, after), from the last dimension on; negative cuts off
        mode (str): ``'constant'``, or ``'reflect'``, ``'replicate'`` or ``'circular'`` of what is there
        value (float | None): the constant; None means 0

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pad(wengert.tensor([[1.0, 2.0, 3.0]]), (1, 1), mode="reflect")
    tensor([[2., 1., 2., 3., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, pad, mode, value)):
        return _dispatch.published(_found, globals()["pad"], locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('pad', 'input', input)
        return (_conv.pad if _attached else _conv.pad.__wrapped__)(input, pad, mode, value)
    except Exception as e:
        return _dispatch.after(e, globals()["pad"], locals(), {'input': 'Tensor', 'pad': 'Sequence[int]', 'mode': 'str', 'value': 'float | None'})


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False) -> Tensor

    Means of the values, weighted by the softmax of the scaled products of each query with the keys.

    Vaswani et al., "Attention is all you need", 2017.

    Args:
        query (Tensor): the queries: shape (..., L, E)
        key (Tensor): the keys: shape (..., S, E)
        value (Tensor): the values: shape (..., S, V)
        attn_mask (Tensor | None): what each query may attend to: a bool mask, or numbers that are added; shape
            (..., L, S)
        dropout_p (float): the probability with which a weight is dropped
        is_causal (bool): whether a query attends only to keys up to its own position
        scale (float | None): the factor of the products; None means 1 / sqrt(E)
        enable_gqa (bool): whether keys and values have fewer heads, each shared by several queries

    Returns:
        a tensor of shape (..., L, V)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> q, k, v = wengert.ones(1, 2, 4), wengert.ones(1, 3, 4), wengert.ones(1, 3, 5)
    >>> F.scaled_dot_product_attention(q, k, v).shape
    wengert.Size([1, 2, 5])
    """
    if _dispatch.on and (_found := _dispatch.find(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)):
        return _dispatch.published(_found, scaled_dot_product_attention, locals())
    try:
        return (_attention.scaled_dot_product_attention if _attached else _attention.scaled_dot_product_attention.__wrapped__)(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)
    except Exception as e:
        return _dispatch.after(e, scaled_dot_product_attention, locals(), {'query': 'Tensor', 'key': 'Tensor', 'value': 'Tensor', 'attn_mask': 'Tensor | None', 'dropout_p': 'float', 'is_causal': 'bool', 'scale': 'float | None', 'enable_gqa': 'bool'})


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True, is_causal=False):
    """multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True, is_causal=False) -> tuple[Tensor, Tensor | None]

    Attention by several heads, each with a part of projected queries, keys and values; and a projection of the
    whole.

    Vaswani et al., "Attention is all you need", 2017.

    Args:
        query (Tensor): the queries: shape (L, N, E), or (L, E) without a batch
        key (Tensor): the keys: shape (S, N, E), or (S, E)
        value (Tensor): the values, of the shape of ``key``
        embed_dim_to_check (int): the size E of the last dimension of ``query``
        num_heads (int): how many heads share the last dimension
        in_proj_weight (Tensor | None): the projections of queries, keys and values in one: shape (3 * E, E)
        in_proj_bias (Tensor | None): what is added to the three projections: shape (3 * E,); None adds nothing
        bias_k (Tensor | None): one key more, the same for all examples: shape (1, 1, E)
        bias_v (Tensor | None): the value of that key: shape (1, 1, E)
        add_zero_attn (bool): whether there is one more key, of zeros, with a value of zeros
        dropout_p (float): the probability with which a weight is dropped, in training
        out_proj_weight (Tensor): the projection of the result: shape (E, E)
        out_proj_bias (Tensor | None): what is added to the result: shape (E,); None adds nothing
        training (bool): whether it is training: without it nothing is random
        key_padding_mask (Tensor | None): which keys nobody may attend to, or numbers that are added: shape (N, S)
        need_weights (bool): whether to return the weights too
        attn_mask (Tensor | None): what a query may not attend to where True, or numbers that are added: shape (L,
            S), or (N * num_heads, L, S)
        use_separate_proj_weight (bool): whether the three projections are given one by one
        q_proj_weight (Tensor | None): the projection of the queries: shape (E, E)
        k_proj_weight (Tensor | None): the projection of the keys, of whichever size
        v_proj_weight (Tensor | None): the projection of the values, of whichever size
        static_k (Tensor | None): projected keys to take instead: shape (N * num_heads, S, E / num_heads)
        static_v (Tensor | None): projected values to take instead
        average_attn_weights (bool): whether the weights are averaged over the heads
        is_causal (bool): whether ``attn_mask`` is that of :func:`scaled_dot_product_attention`, a hint

    Returns:
        the result, of the shape of ``query``, and the weights: shape (N, L, S), for each head (N, num_heads, L,
        S), or None

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> x, eye = wengert.ones(3, 1, 4), wengert.eye(4)
    >>> w = wengert.cat([eye, eye, eye])
    >>> out, weights = F.multi_head_attention_forward(x, x, x, 4, 2, w, None, None, None, False, 0.0, eye, None)
    >>> out.shape, weights[0, 0]
    (wengert.Size([3, 1, 4]), tensor([0.3333, 0.3333, 0.3333]))
    """
    if _dispatch.on and (_found := _dispatch.find(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training, key_padding_mask, need_weights, attn_mask, use_separate_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight, static_k, static_v, average_attn_weights, is_causal)):
        return _dispatch.published(_found, multi_head_attention_forward, locals())
    try:
        return (_attention.multi_head_attention_forward if _attached else _attention.multi_head_attention_forward.__wrapped__)(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training, key_padding_mask, need_weights, attn_mask, use_separate_proj_weight, q_proj_weight, k_proj_weight, v_proj_weight, static_k, static_v, average_attn_weights, is_causal)
    except Exception as e:
        return _dispatch.after(e, multi_head_attention_forward, locals(), {'query': 'Tensor', 'key': 'Tensor', 'value': 'Tensor', 'embed_dim_to_check': 'int', 'num_heads': 'int', 'in_proj_weight': 'Tensor | None', 'in_proj_bias': 'Tensor | None', 'bias_k': 'Tensor | None', 'bias_v': 'Tensor | None', 'add_zero_attn': 'bool', 'dropout_p': 'float', 'out_proj_weight': 'Tensor', 'out_proj_bias': 'Tensor | None', 'training': 'bool', 'key_padding_mask': 'Tensor | None', 'need_weights': 'bool', 'attn_mask': 'Tensor | None', 'use_separate_proj_weight': 'bool', 'q_proj_weight': 'Tensor | None', 'k_proj_weight': 'Tensor | None', 'v_proj_weight': 'Tensor | None', 'static_k': 'Tensor | None', 'static_v': 'Tensor | None', 'average_attn_weights': 'bool', 'is_causal': 'bool'})


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest element of each window.

    Also ``wengert.max_pool1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[3., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool1d', 'input', input)
        return (_pool.max_pool1d if _attached else _pool.max_pool1d.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool1d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest element of each window.

    Also ``wengert.max_pool2d``.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    tensor([[[3.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool2d', 'input', input)
        return (_pool.max_pool2d if _attached else _pool.max_pool2d.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool2d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest element of each window.

    Also ``wengert.max_pool3d``.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool3d(wengert.ones(1, 1, 2, 2, 2), 2)
    tensor([[[[[1.]]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool3d', 'input', input)
        return (_pool.max_pool3d if _attached else _pool.max_pool3d.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool3d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None) -> Tensor

    The inverse of :func:`max_pool1d` as far as there is one: each maximum at its place, zeros elsewhere.

    Args:
        input (Tensor): the tensor, of any shape
        indices (Tensor): the places that :func:`max_pool1d` returned
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_size (Sequence[int] | None): the size of what was pooled, if several are possible

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> y, places = F.max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2, return_indices=True)
    >>> F.max_unpool1d(y, places, 2)
    tensor([[0., 3., 2., 0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices, kernel_size, stride, padding, output_size)):
        return _dispatch.published(_found, max_unpool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_unpool1d', 'input', input)
        return (_pool.max_unpool1d if _attached else _pool.max_unpool1d.__wrapped__)(input, indices, kernel_size, stride, padding, output_size)
    except Exception as e:
        return _dispatch.after(e, max_unpool1d, locals(), {'input': 'Tensor', 'indices': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'output_size': 'Sequence[int] | None'})


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None) -> Tensor

    The inverse of :func:`max_pool2d` as far as there is one: each maximum at its place, zeros elsewhere.

    Args:
        input (Tensor): the tensor, of any shape
        indices (Tensor): the places that :func:`max_pool2d` returned
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_size (Sequence[int] | None): the size of what was pooled, if several are possible

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> y, places = F.max_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2, return_indices=True)
    >>> F.max_unpool2d(y, places, 2)
    tensor([[[0., 3.],
             [0., 0.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices, kernel_size, stride, padding, output_size)):
        return _dispatch.published(_found, max_unpool2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_unpool2d', 'input', input)
        return (_pool.max_unpool2d if _attached else _pool.max_unpool2d.__wrapped__)(input, indices, kernel_size, stride, padding, output_size)
    except Exception as e:
        return _dispatch.after(e, max_unpool2d, locals(), {'input': 'Tensor', 'indices': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'output_size': 'Sequence[int] | None'})


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None) -> Tensor

    The inverse of :func:`max_pool3d` as far as there is one: each maximum at its place, zeros elsewhere.

    Args:
        input (Tensor): the tensor, of any shape
        indices (Tensor): the places that :func:`max_pool3d` returned
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_size (Sequence[int] | None): the size of what was pooled, if several are possible

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> y, places = F.max_pool3d(wengert.ones(1, 1, 2, 2, 2), 2, return_indices=True)
    >>> F.max_unpool3d(y, places, 2).sum()
    tensor(1.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices, kernel_size, stride, padding, output_size)):
        return _dispatch.published(_found, max_unpool3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_unpool3d', 'input', input)
        return (_pool.max_unpool3d if _attached else _pool.max_unpool3d.__wrapped__)(input, indices, kernel_size, stride, padding, output_size)
    except Exception as e:
        return _dispatch.after(e, max_unpool3d, locals(), {'input': 'Tensor', 'indices': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'output_size': 'Sequence[int] | None'})


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True) -> Tensor

    The mean of each window.

    Also ``wengert.avg_pool1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        ceil_mode (bool): whether windows that reach beyond the end count
        count_include_pad (bool): whether the padding counts in the mean

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.avg_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[2., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, ceil_mode, count_include_pad)):
        return _dispatch.published(_found, avg_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('avg_pool1d', 'input', input)
        return (_pool.avg_pool1d if _attached else _pool.avg_pool1d.__wrapped__)(input, kernel_size, stride, padding, ceil_mode, count_include_pad)
    except Exception as e:
        return _dispatch.after(e, avg_pool1d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'ceil_mode': 'bool', 'count_include_pad': 'bool'})


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None) -> Tensor

    The mean of each window.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        ceil_mode (bool): whether windows that reach beyond the end count
        count_include_pad (bool): whether the padding counts in the mean
        divisor_override (int | None): what sums are divided by; None means the size of the window

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.avg_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    tensor([[[1.5000]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)):
        return _dispatch.published(_found, avg_pool2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('avg_pool2d', 'input', input)
        return (_pool.avg_pool2d if _attached else _pool.avg_pool2d.__wrapped__)(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    except Exception as e:
        return _dispatch.after(e, avg_pool2d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'ceil_mode': 'bool', 'count_include_pad': 'bool', 'divisor_override': 'int | None'})


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None) -> Tensor

    The mean of each window.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        ceil_mode (bool): whether windows that reach beyond the end count
        count_include_pad (bool): whether the padding counts in the mean
        divisor_override (int | None): what sums are divided by; None means the size of the window

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.avg_pool3d(wengert.ones(1, 1, 2, 2, 2), 2)
    tensor([[[[[1.]]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)):
        return _dispatch.published(_found, avg_pool3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('avg_pool3d', 'input', input)
        return (_pool.avg_pool3d if _attached else _pool.avg_pool3d.__wrapped__)(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    except Exception as e:
        return _dispatch.after(e, avg_pool3d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'ceil_mode': 'bool', 'count_include_pad': 'bool', 'divisor_override': 'int | None'})


def local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0):
    """local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0) -> Tensor

    Each element divided by a power of the mean square over neighbouring channels.

    ``input / (k + alpha * mean of squares)**beta``: Krizhevsky, Sutskever and Hinton, "ImageNet classification",
    2012.

    Args:
        input (Tensor): shape (N, C, ...)
        size (int): over how many channels the mean goes
        alpha (Number): the factor of the mean
        beta (Number): the exponent
        k (float): what is added to the mean

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.local_response_norm(wengert.ones(1, 2, 1), 2)
    tensor([[[1.0000],
             [0.9999]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, alpha, beta, k)):
        return _dispatch.published(_found, local_response_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('local_response_norm', 'input', input)
        return (_pool.local_response_norm if _attached else _pool.local_response_norm.__wrapped__)(input, size, alpha, beta, k)
    except Exception as e:
        return _dispatch.after(e, local_response_norm, locals(), {'input': 'Tensor', 'size': 'int', 'alpha': 'Number', 'beta': 'Number', 'k': 'float'})


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False) -> Tensor

    The norm of each window: the root of the sum of powers, which are not those of absolute values.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        norm_type (float): the exponent of the norm
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        ceil_mode (bool): whether windows that reach beyond the end count

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.lp_pool1d(wengert.tensor([[3.0, 4.0, 0.0, 2.0]]), 2, 2)
    tensor([[5., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, norm_type, kernel_size, stride, ceil_mode)):
        return _dispatch.published(_found, lp_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('lp_pool1d', 'input', input)
        return (_pool.lp_pool1d if _attached else _pool.lp_pool1d.__wrapped__)(input, norm_type, kernel_size, stride, ceil_mode)
    except Exception as e:
        return _dispatch.after(e, lp_pool1d, locals(), {'input': 'Tensor', 'norm_type': 'float', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'ceil_mode': 'bool'})


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False) -> Tensor

    The norm of each window: the root of the sum of powers, which are not those of absolute values.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        norm_type (float): the exponent of the norm
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        ceil_mode (bool): whether windows that reach beyond the end count

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.lp_pool2d(wengert.ones(1, 2, 2), 2, 2)
    tensor([[[2.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, norm_type, kernel_size, stride, ceil_mode)):
        return _dispatch.published(_found, lp_pool2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('lp_pool2d', 'input', input)
        return (_pool.lp_pool2d if _attached else _pool.lp_pool2d.__wrapped__)(input, norm_type, kernel_size, stride, ceil_mode)
    except Exception as e:
        return _dispatch.after(e, lp_pool2d, locals(), {'input': 'Tensor', 'norm_type': 'float', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'ceil_mode': 'bool'})


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False) -> Tensor

    The norm of each window: the root of the sum of powers, which are not those of absolute values.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        norm_type (float): the exponent of the norm
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        ceil_mode (bool): whether windows that reach beyond the end count

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.lp_pool3d(wengert.ones(1, 2, 2, 4), 2, (2, 2, 4))
    tensor([[[[4.]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, norm_type, kernel_size, stride, ceil_mode)):
        return _dispatch.published(_found, lp_pool3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('lp_pool3d', 'input', input)
        return (_pool.lp_pool3d if _attached else _pool.lp_pool3d.__wrapped__)(input, norm_type, kernel_size, stride, ceil_mode)
    except Exception as e:
        return _dispatch.after(e, lp_pool3d, locals(), {'input': 'Tensor', 'norm_type': 'float', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'ceil_mode': 'bool'})


def adaptive_avg_pool1d(input, output_size):
    """adaptive_avg_pool1d(input, output_size) -> Tensor

    The means of so many windows that the result has the size wanted.

    Also ``wengert.adaptive_avg_pool1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        output_size (int | Sequence[int | None] | None): the size of the result

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_avg_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[2., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size)):
        return _dispatch.published(_found, adaptive_avg_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_avg_pool1d', 'input', input)
        return (_pool.adaptive_avg_pool1d if _attached else _pool.adaptive_avg_pool1d.__wrapped__)(input, output_size)
    except Exception as e:
        return _dispatch.after(e, adaptive_avg_pool1d, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None'})


def adaptive_avg_pool2d(input, output_size):
    """adaptive_avg_pool2d(input, output_size) -> Tensor

    The means of so many windows that the result has the size wanted.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        output_size (int | Sequence[int | None] | None): the size of the result, one number or two; None keeps a
            size

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_avg_pool2d(wengert.ones(1, 1, 4, 6), (2, None)).shape
    wengert.Size([1, 1, 2, 6])
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size)):
        return _dispatch.published(_found, adaptive_avg_pool2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_avg_pool2d', 'input', input)
        return (_pool.adaptive_avg_pool2d if _attached else _pool.adaptive_avg_pool2d.__wrapped__)(input, output_size)
    except Exception as e:
        return _dispatch.after(e, adaptive_avg_pool2d, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None'})


def adaptive_avg_pool3d(input, output_size):
    """adaptive_avg_pool3d(input, output_size) -> Tensor

    The means of so many windows that the result has the size wanted.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        output_size (int | Sequence[int | None] | None): the size of the result, one number or three; None keeps a
            size

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_avg_pool3d(wengert.ones(1, 1, 4, 6, 8), 2).shape
    wengert.Size([1, 1, 2, 2, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size)):
        return _dispatch.published(_found, adaptive_avg_pool3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_avg_pool3d', 'input', input)
        return (_pool.adaptive_avg_pool3d if _attached else _pool.adaptive_avg_pool3d.__wrapped__)(input, output_size)
    except Exception as e:
        return _dispatch.after(e, adaptive_avg_pool3d, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None'})


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """adaptive_max_pool1d(input, output_size, return_indices=False) -> Tensor
    adaptive_max_pool1d(input, output_size, *, return_indices) -> tuple[Tensor, Tensor]
    adaptive_max_pool1d(input, output_size, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest elements of so many windows that the result has the size wanted.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        output_size (int | Sequence[int | None] | None): the size of the result
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[3., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size, return_indices)):
        return _dispatch.published(_found, adaptive_max_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_max_pool1d', 'input', input)
        return (_pool.adaptive_max_pool1d if _attached else _pool.adaptive_max_pool1d.__wrapped__)(input, output_size, return_indices)
    except Exception as e:
        return _dispatch.after(e, adaptive_max_pool1d, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None', 'return_indices': 'bool'})


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """adaptive_max_pool2d(input, output_size, return_indices=False) -> Tensor
    adaptive_max_pool2d(input, output_size, *, return_indices) -> tuple[Tensor, Tensor]
    adaptive_max_pool2d(input, output_size, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest elements of so many windows that the result has the size wanted.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        output_size (int | Sequence[int | None] | None): the size of the result, one number or two; None keeps a
            size
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_max_pool2d(wengert.ones(1, 1, 4, 6), (2, None)).shape
    wengert.Size([1, 1, 2, 6])
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size, return_indices)):
        return _dispatch.published(_found, adaptive_max_pool2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_max_pool2d', 'input', input)
        return (_pool.adaptive_max_pool2d if _attached else _pool.adaptive_max_pool2d.__wrapped__)(input, output_size, return_indices)
    except Exception as e:
        return _dispatch.after(e, adaptive_max_pool2d, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None', 'return_indices': 'bool'})


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """adaptive_max_pool3d(input, output_size, return_indices=False) -> Tensor
    adaptive_max_pool3d(input, output_size, *, return_indices) -> tuple[Tensor, Tensor]
    adaptive_max_pool3d(input, output_size, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest elements of so many windows that the result has the size wanted.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        output_size (int | Sequence[int | None] | None): the size of the result, one number or three; None keeps a
            size
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_max_pool3d(wengert.ones(1, 1, 4, 6, 8), 2).shape
    wengert.Size([1, 1, 2, 2, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size, return_indices)):
        return _dispatch.published(_found, adaptive_max_pool3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_max_pool3d', 'input', input)
        return (_pool.adaptive_max_pool3d if _attached else _pool.adaptive_max_pool3d.__wrapped__)(input, output_size, return_indices)
    except Exception as e:
        return _dispatch.after(e, adaptive_max_pool3d, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None', 'return_indices': 'bool'})


def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None) -> Tensor
    fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, *, return_indices, _random_samples=None) -> tuple[Tensor, Tensor]
    fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None) -> Tensor | tuple[Tensor, Tensor]

    The largest element of each window, windows lying at random so that the result has the size wanted.

    Graham, "Fractional max-pooling", 2015.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        output_size (int | Sequence[int] | None): the size of the result, one number or two
        output_ratio (float | Sequence[float] | None): the size of the result as a part of that of the input,
            between 0 and 1
        return_indices (bool): whether to return the places of the maxima too
        _random_samples (Tensor | None): where windows lie, from 0 to 1: shape (N, C, spatial dimensions); None
            draws

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.fractional_max_pool2d(wengert.arange(36.0).reshape(1, 6, 6), 2, (3, 3)).shape
    wengert.Size([1, 3, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)):
        return _dispatch.published(_found, fractional_max_pool2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fractional_max_pool2d', 'input', input)
        return (_fractional.fractional_max_pool2d if _attached else _fractional.fractional_max_pool2d.__wrapped__)(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)
    except Exception as e:
        return _dispatch.after(e, fractional_max_pool2d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'output_size': 'int | Sequence[int] | None', 'output_ratio': 'float | Sequence[float] | None', 'return_indices': 'bool', '_random_samples': 'Tensor | None'})


def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None) -> Tensor
    fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, *, return_indices, _random_samples=None) -> tuple[Tensor, Tensor]
    fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None) -> Tensor | tuple[Tensor, Tensor]

    The largest element of each window, windows lying at random so that the result has the size wanted.

    Graham, "Fractional max-pooling", 2015.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        output_size (int | Sequence[int] | None): the size of the result, one number or three
        output_ratio (float | Sequence[float] | None): the size of the result as a part of that of the input,
            between 0 and 1
        return_indices (bool): whether to return the places of the maxima too
        _random_samples (Tensor | None): where windows lie, from 0 to 1: shape (N, C, spatial dimensions); None
            draws

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.fractional_max_pool3d(wengert.ones(1, 6, 6, 6), 2, output_ratio=0.5).shape
    wengert.Size([1, 3, 3, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)):
        return _dispatch.published(_found, fractional_max_pool3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fractional_max_pool3d', 'input', input)
        return (_fractional.fractional_max_pool3d if _attached else _fractional.fractional_max_pool3d.__wrapped__)(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)
    except Exception as e:
        return _dispatch.after(e, fractional_max_pool3d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'output_size': 'int | Sequence[int] | None', 'output_ratio': 'float | Sequence[float] | None', 'return_indices': 'bool', '_random_samples': 'Tensor | None'})


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> tuple[Tensor, Tensor]

    The largest element of each window, and where it is: its position among all entries of its channel.

    Also ``wengert.max_pool1d_with_indices``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): taken for compatibility: the positions are always returned

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool1d_with_indices(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    (tensor([[3., 2.]]), tensor([[1, 2]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool1d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool1d_with_indices', 'input', input)
        return (_maxima.max_pool1d_with_indices if _attached else _maxima.max_pool1d_with_indices.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool1d_with_indices, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> tuple[Tensor, Tensor]

    The largest element of each window, and where it is: its position among all entries of its channel.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): taken for compatibility: the positions are always returned

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool2d_with_indices(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    (tensor([[[3.]]]), tensor([[[1]]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool2d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool2d_with_indices', 'input', input)
        return (_maxima.max_pool2d_with_indices if _attached else _maxima.max_pool2d_with_indices.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool2d_with_indices, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> tuple[Tensor, Tensor]

    The largest element of each window, and where it is: its position among all entries of its channel.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): taken for compatibility: the positions are always returned

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool3d_with_indices(wengert.arange(8.0).reshape(1, 2, 2, 2), 2)
    (tensor([[[[7.]]]]), tensor([[[[7]]]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool3d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool3d_with_indices', 'input', input)
        return (_maxima.max_pool3d_with_indices if _attached else _maxima.max_pool3d_with_indices.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool3d_with_indices, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def adaptive_max_pool1d_with_indices(input, output_size, return_indices=False):
    """adaptive_max_pool1d_with_indices(input, output_size, return_indices=False) -> tuple[Tensor, Tensor]

    The largest element of each of the windows that divide the input, and where it is: its position among all
    entries of its channel.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        output_size (int | Sequence[int | None] | None): the length of the result, if known
        return_indices (bool): taken for compatibility: the positions are always returned

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_max_pool1d_with_indices(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    (tensor([[3., 2.]]), tensor([[1, 2]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size, return_indices)):
        return _dispatch.published(_found, adaptive_max_pool1d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_max_pool1d_with_indices', 'input', input)
        return (_maxima.adaptive_max_pool1d_with_indices if _attached else _maxima.adaptive_max_pool1d_with_indices.__wrapped__)(input, output_size, return_indices)
    except Exception as e:
        return _dispatch.after(e, adaptive_max_pool1d_with_indices, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None', 'return_indices': 'bool'})


def adaptive_max_pool2d_with_indices(input, output_size, return_indices=False):
    """adaptive_max_pool2d_with_indices(input, output_size, return_indices=False) -> tuple[Tensor, Tensor]

    The largest element of each of the windows that divide the input, and where it is: its position among all
    entries of its channel.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        output_size (int | Sequence[int | None] | None): the length of the result, if known
        return_indices (bool): taken for compatibility: the positions are always returned

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_max_pool2d_with_indices(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 1)
    (tensor([[[3.]]]), tensor([[[1]]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size, return_indices)):
        return _dispatch.published(_found, adaptive_max_pool2d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_max_pool2d_with_indices', 'input', input)
        return (_maxima.adaptive_max_pool2d_with_indices if _attached else _maxima.adaptive_max_pool2d_with_indices.__wrapped__)(input, output_size, return_indices)
    except Exception as e:
        return _dispatch.after(e, adaptive_max_pool2d_with_indices, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None', 'return_indices': 'bool'})


def adaptive_max_pool3d_with_indices(input, output_size, return_indices=False):
    """adaptive_max_pool3d_with_indices(input, output_size, return_indices=False) -> tuple[Tensor, Tensor]

    The largest element of each of the windows that divide the input, and where it is: its position among all
    entries of its channel.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        output_size (int | Sequence[int | None] | None): the length of the result, if known
        return_indices (bool): taken for compatibility: the positions are always returned

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_max_pool3d_with_indices(wengert.arange(8.0).reshape(1, 2, 2, 2), 1)
    (tensor([[[[7.]]]]), tensor([[[[7]]]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size, return_indices)):
        return _dispatch.published(_found, adaptive_max_pool3d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_max_pool3d_with_indices', 'input', input)
        return (_maxima.adaptive_max_pool3d_with_indices if _attached else _maxima.adaptive_max_pool3d_with_indices.__wrapped__)(input, output_size, return_indices)
    except Exception as e:
        return _dispatch.after(e, adaptive_max_pool3d_with_indices, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None', 'return_indices': 'bool'})


def fractional_max_pool2d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """fractional_max_pool2d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None) -> tuple[Tensor, Tensor]

    The largest element of each window at random places, and where it is: its position among all entries of its
    channel.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        output_size (int | Sequence[int] | None): the length of the result, if known
        output_ratio (float | Sequence[float] | None): the size of the result as a part of that of the input
        return_indices (bool): taken for compatibility: the positions are always returned
        _random_samples (Tensor | None): where windows lie, from 0 to 1: shape (N, C, spatial dimensions); None
            draws

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.fractional_max_pool2d_with_indices(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2, output_size=1)
    (tensor([[[3.]]]), tensor([[[1]]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)):
        return _dispatch.published(_found, fractional_max_pool2d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fractional_max_pool2d_with_indices', 'input', input)
        return (_maxima.fractional_max_pool2d_with_indices if _attached else _maxima.fractional_max_pool2d_with_indices.__wrapped__)(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)
    except Exception as e:
        return _dispatch.after(e, fractional_max_pool2d_with_indices, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'output_size': 'int | Sequence[int] | None', 'output_ratio': 'float | Sequence[float] | None', 'return_indices': 'bool', '_random_samples': 'Tensor | None'})


def fractional_max_pool3d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
    """fractional_max_pool3d_with_indices(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None) -> tuple[Tensor, Tensor]

    The largest element of each window at random places, and where it is: its position among all entries of its
    channel.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        output_size (int | Sequence[int] | None): the length of the result, if known
        output_ratio (float | Sequence[float] | None): the size of the result as a part of that of the input
        return_indices (bool): taken for compatibility: the positions are always returned
        _random_samples (Tensor | None): where windows lie, from 0 to 1: shape (N, C, spatial dimensions); None
            draws

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.fractional_max_pool3d_with_indices(wengert.arange(8.0).reshape(1, 2, 2, 2), 2, output_size=1)
    (tensor([[[[7.]]]]), tensor([[[[7]]]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)):
        return _dispatch.published(_found, fractional_max_pool3d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fractional_max_pool3d_with_indices', 'input', input)
        return (_maxima.fractional_max_pool3d_with_indices if _attached else _maxima.fractional_max_pool3d_with_indices.__wrapped__)(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)
    except Exception as e:
        return _dispatch.after(e, fractional_max_pool3d_with_indices, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'output_size': 'int | Sequence[int] | None', 'output_ratio': 'float | Sequence[float] | None', 'return_indices': 'bool', '_random_samples': 'Tensor | None'})


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
    """interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False) -> Tensor

    Images (or signals, or volumes) made larger or smaller.

    With ``antialias`` an image that becomes smaller is blurred, so that every pixel of it counts.

    Args:
        input (Tensor): shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size (int | Sequence[int] | None): the new sizes; give this or ``scale_factor``
        scale_factor (float | Sequence[float] | None): the factor of each size
        mode (str): ``'nearest'``, ``'nearest-exact'`` or ``'area'``; ``'linear'`` for signals, ``'bilinear'``,
            ``'bicubic'`` or ``'lanczos'`` (with ``antialias``) for images, ``'trilinear'`` for volumes
        align_corners (bool | None): whether the corners of input and output coincide
        recompute_scale_factor (bool | None): whether the factor is computed again from the sizes
        antialias (bool): whether to smooth when making it smaller

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.interpolate(wengert.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)):
        return _dispatch.published(_found, interpolate, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('interpolate', 'input', input)
        return (_sample.interpolate if _attached else _sample.interpolate.__wrapped__)(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)
    except Exception as e:
        return _dispatch.after(e, interpolate, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int] | None', 'scale_factor': 'float | Sequence[float] | None', 'mode': 'str', 'align_corners': 'bool | None', 'recompute_scale_factor': 'bool | None', 'antialias': 'bool'})


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None) -> Tensor

    The older name of :func:`interpolate`.

    Args:
        input (Tensor): shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size (int | Sequence[int] | None): the new sizes; give this or ``scale_factor``
        scale_factor (float | Sequence[float] | None): the factor of each size
        mode (str): as in :func:`interpolate`
        align_corners (bool | None): whether the corners of input and output coincide

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.upsample(wengert.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, scale_factor, mode, align_corners)):
        return _dispatch.published(_found, upsample, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('upsample', 'input', input)
        return (_sample.upsample if _attached else _sample.upsample.__wrapped__)(input, size, scale_factor, mode, align_corners)
    except Exception as e:
        return _dispatch.after(e, upsample, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int] | None', 'scale_factor': 'float | Sequence[float] | None', 'mode': 'str', 'align_corners': 'bool | None'})


def upsample_nearest(input, size=None, scale_factor=None):
    """upsample_nearest(input, size=None, scale_factor=None) -> Tensor

    The older name of :func:`interpolate` with ``mode='nearest'``.

    Args:
        input (Tensor): shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size (int | Sequence[int] | None): the new sizes; give this or ``scale_factor``
        scale_factor (float | Sequence[float] | None): the factor of each size

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.upsample_nearest(wengert.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, scale_factor)):
        return _dispatch.published(_found, upsample_nearest, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('upsample_nearest', 'input', input)
        return (_sample.upsample_nearest if _attached else _sample.upsample_nearest.__wrapped__)(input, size, scale_factor)
    except Exception as e:
        return _dispatch.after(e, upsample_nearest, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int] | None', 'scale_factor': 'float | Sequence[float] | None'})


def upsample_bilinear(input, size=None, scale_factor=None):
    """upsample_bilinear(input, size=None, scale_factor=None) -> Tensor

    The older name of :func:`interpolate` with ``mode='bilinear'`` and ``align_corners=True``.

    Args:
        input (Tensor): shape (N, C, H, W)
        size (int | Sequence[int] | None): the new sizes; give this or ``scale_factor``
        scale_factor (float | Sequence[float] | None): the factor of each size

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.upsample_bilinear(wengert.tensor([[[[1.0, 3.0]]]]), (1, 3))
    tensor([[[[1., 2., 3.]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, scale_factor)):
        return _dispatch.published(_found, upsample_bilinear, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('upsample_bilinear', 'input', input)
        return (_sample.upsample_bilinear if _attached else _sample.upsample_bilinear.__wrapped__)(input, size, scale_factor)
    except Exception as e:
        return _dispatch.after(e, upsample_bilinear, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int] | None', 'scale_factor': 'float | Sequence[float] | None'})


def pixel_shuffle(input, upscale_factor):
    """pixel_shuffle(input, upscale_factor) -> Tensor

    Channels moved into the image, which becomes larger by ``upscale_factor``.

    Also ``wengert.pixel_shuffle``.

    Args:
        input (Tensor): shape (..., C * r**2, H, W)
        upscale_factor (int): the factor

    Returns:
        a tensor of shape (..., C, H * r, W * r)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pixel_shuffle(wengert.arange(4.0).reshape(4, 1, 1), 2)
    tensor([[[0., 1.],
             [2., 3.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, upscale_factor)):
        return _dispatch.published(_found, pixel_shuffle, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('pixel_shuffle', 'input', input)
        return (_sample.pixel_shuffle if _attached else _sample.pixel_shuffle.__wrapped__)(input, upscale_factor)
    except Exception as e:
        return _dispatch.after(e, pixel_shuffle, locals(), {'input': 'Tensor', 'upscale_factor': 'int'})


def pixel_unshuffle(input, downscale_factor):
    """pixel_unshuffle(input, downscale_factor) -> Tensor

    The inverse of :func:`pixel_shuffle`: pixels moved into channels.

    Also ``wengert.pixel_unshuffle``.

    Args:
        input (Tensor): shape (..., C, H * r, W * r)
        downscale_factor (int): the factor

    Returns:
        a tensor of shape (..., C * r**2, H, W)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pixel_unshuffle(wengert.arange(4.0).reshape(1, 2, 2), 2).shape
    wengert.Size([4, 1, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, downscale_factor)):
        return _dispatch.published(_found, pixel_unshuffle, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('pixel_unshuffle', 'input', input)
        return (_sample.pixel_unshuffle if _attached else _sample.pixel_unshuffle.__wrapped__)(input, downscale_factor)
    except Exception as e:
        return _dispatch.after(e, pixel_unshuffle, locals(), {'input': 'Tensor', 'downscale_factor': 'int'})


def channel_shuffle(input, groups):
    """channel_shuffle(input, groups) -> Tensor

    The channels of several groups interleaved.

    Also ``wengert.channel_shuffle``, ``wengert.native_channel_shuffle`` and
    ``wengert.nn.functional.native_channel_shuffle``.

    Args:
        input (Tensor): shape (N, C, ...)
        groups (int): into how many groups of channels the work is divided

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.channel_shuffle(wengert.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, groups)):
        return _dispatch.published(_found, channel_shuffle, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('channel_shuffle', 'input', input)
        return (_sample.channel_shuffle if _attached else _sample.channel_shuffle.__wrapped__)(input, groups)
    except Exception as e:
        return _dispatch.after(e, channel_shuffle, locals(), {'input': 'Tensor', 'groups': 'int'})


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None) -> Tensor

    Images or volumes sampled at the points of a grid.

    The coordinates of a point are x and y, and z of volumes, from -1 to 1 inside the image; one that is NaN
    counts as -1. Derivatives of any order for both inputs; as piecewise polynomials, samples have none where a
    point meets a pixel, and get that of one side.

    Args:
        input (Tensor): shape (N, C, H, W) or (N, C, D, H, W)
        grid (Tensor): the points to sample at: shape (N, H', W', 2) or (N, D', H', W', 3)
        mode (str): ``'bilinear'`` (of volumes trilinear), ``'nearest'``, or ``'bicubic'`` for images
        padding_mode (str): what lies outside: ``'zeros'``, the ``'border'`` over and over, or its
            ``'reflection'``
        align_corners (bool | None): whether the corners of input and output coincide

    Returns:
        a tensor of shape (N, C, H', W') or (N, C, D', H', W')

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> image = wengert.tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
    >>> F.grid_sample(image, wengert.tensor([[[[0.0, 0.0], [1.0, -1.0]]]]), align_corners=True)
    tensor([[[[2.5000, 2.0000]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, grid, mode, padding_mode, align_corners)):
        return _dispatch.published(_found, grid_sample, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('grid_sample', 'input', input)
        return (_grid.grid_sample if _attached else _grid.grid_sample.__wrapped__)(input, grid, mode, padding_mode, align_corners)
    except Exception as e:
        return _dispatch.after(e, grid_sample, locals(), {'input': 'Tensor', 'grid': 'Tensor', 'mode': 'str', 'padding_mode': 'str', 'align_corners': 'bool | None'})


def affine_grid(theta, size, align_corners=None):
    """affine_grid(theta, size, align_corners=None) -> Tensor

    The points, for :func:`grid_sample`, that affine maps take the pixels of an image to.

    Args:
        theta (Tensor): the maps, ``theta @ [x, y, 1]`` or ``theta @ [x, y, z, 1]``: shape (N, 2, 3) or (N, 3, 4)
        size (int | Sequence[int]): the size of the image: (N, C, H, W) or (N, C, D, H, W)
        align_corners (bool | None): whether the corners of input and output coincide

    Returns:
        a tensor of shape (N, H, W, 2) or (N, D, H, W, 3)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> shift = wengert.tensor([[[1.0, 0.0, 0.5], [0.0, 1.0, 0.0]]])
    >>> F.affine_grid(shift, (1, 1, 1, 2), align_corners=False)
    tensor([[[[0., 0.],
              [1., 0.]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(theta, size, align_corners)):
        return _dispatch.published(_found, affine_grid, locals())
    try:
        return (_grid.affine_grid if _attached else _grid.affine_grid.__wrapped__)(theta, size, align_corners)
    except Exception as e:
        return _dispatch.after(e, affine_grid, locals(), {'theta': 'Tensor', 'size': 'int | Sequence[int]', 'align_corners': 'bool | None'})


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False) -> Tensor

    Minus the logarithm of the probability of a sequence of labels, whenever each of them was heard.

    The probability is summed over all alignments, which tell for every time a label or a blank. Of a sequence
    that no alignment fits, the loss is infinite and its gradient NaN. The gradient is the derivative with respect
    to ``log_probs``; PyTorch's adds ``exp(log_probs)``, which makes no difference behind :func:`log_softmax`.
    Graves et al., "Connectionist temporal classification", 2006.

    Args:
        log_probs (Tensor): the logarithms of probabilities: shape (T, N, C), or (T, C) of one example
        targets (Tensor): the labels: shape (N, S), or all one after the other in one dimension
        input_lengths (Tensor | Sequence[int]): how many times of each example count: shape (N,)
        target_lengths (Tensor | Sequence[int]): how many labels each example has: as ``input_lengths``
        blank (int): the class that is no label
        reduction (str): ``'mean'`` over the examples, each divided by how many labels it has; ``'sum'``; or
            ``'none'``
        zero_infinity (bool): whether infinite losses, and their gradients, are replaced by 0

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> log_probs = wengert.zeros(3, 1, 2).log_softmax(2)
    >>> F.ctc_loss(log_probs, wengert.tensor([[1]]), (3,), (1,))
    tensor(0.2877)
    """
    if _dispatch.on and (_found := _dispatch.find(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)):
        return _dispatch.published(_found, ctc_loss, locals())
    try:
        return (_sequence.ctc_loss if _attached else _sequence.ctc_loss.__wrapped__)(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)
    except Exception as e:
        return _dispatch.after(e, ctc_loss, locals(), {'log_probs': 'Tensor', 'targets': 'Tensor', 'input_lengths': 'Tensor | Sequence[int]', 'target_lengths': 'Tensor | Sequence[int]', 'blank': 'int', 'reduction': 'str', 'zero_infinity': 'bool'})


def conv_tbc(input, weight, bias, pad=0):
    """conv_tbc(input, weight, bias, pad=0) -> Tensor

    A convolution over time, which is the first dimension.

    Also ``wengert.conv_tbc``.

    Args:
        input (Tensor): shape (T, N, C)
        weight (Tensor): shape (K, C, D), for windows of K times
        bias (Tensor | None): shape (D,)
        pad (int): how many zeros to put before the first time and behind the last

    >>> import wengert
    >>> x = wengert.tensor([[[1.0]], [[2.0]], [[3.0]]])
    >>> wengert.conv_tbc(x, wengert.ones(2, 1, 1), wengert.zeros(1)).flatten()
    tensor([3., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, pad)):
        return _dispatch.published(_found, conv_tbc, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv_tbc', 'input', input)
        return (_composites.conv_tbc if _attached else _composites.conv_tbc.__wrapped__)(input, weight, bias, pad)
    except Exception as e:
        return _dispatch.after(e, conv_tbc, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'pad': 'int'})

native_channel_shuffle = channel_shuffle

__all__ = ['adaptive_avg_pool1d', 'adaptive_avg_pool2d', 'adaptive_avg_pool3d', 'adaptive_max_pool1d', 'adaptive_max_pool1d_with_indices', 'adaptive_max_pool2d', 'adaptive_max_pool2d_with_indices', 'adaptive_max_pool3d', 'adaptive_max_pool3d_with_indices', 'affine_grid', 'alpha_dropout', 'avg_pool1d', 'avg_pool2d', 'avg_pool3d', 'batch_norm', 'bilinear', 'binary_cross_entropy', 'binary_cross_entropy_with_logits', 'celu', 'celu_', 'channel_shuffle', 'conv1d', 'conv2d', 'conv3d', 'conv_tbc', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'cosine_embedding_loss', 'cosine_similarity', 'cross_entropy', 'ctc_loss', 'dropout', 'dropout1d', 'dropout2d', 'dropout3d', 'elu', 'elu_', 'embedding', 'embedding_bag', 'feature_alpha_dropout', 'fold', 'fractional_max_pool2d', 'fractional_max_pool2d_with_indices', 'fractional_max_pool3d', 'fractional_max_pool3d_with_indices', 'gaussian_nll_loss', 'gelu', 'glu', 'grid_sample', 'group_norm', 'gumbel_softmax', 'hardshrink', 'hardsigmoid', 'hardswish', 'hardtanh', 'hardtanh_', 'hinge_embedding_loss', 'huber_loss', 'instance_norm', 'interpolate', 'kl_div', 'l1_loss', 'layer_norm', 'leaky_relu', 'leaky_relu_', 'linear', 'local_response_norm', 'log_softmax', 'logsigmoid', 'lp_pool1d', 'lp_pool2d', 'lp_pool3d', 'margin_ranking_loss', 'max_pool1d', 'max_pool1d_with_indices', 'max_pool2d', 'max_pool2d_with_indices', 'max_pool3d', 'max_pool3d_with_indices', 'max_unpool1d', 'max_unpool2d', 'max_unpool3d', 'mish', 'mse_loss', 'multi_head_attention_forward', 'multi_margin_loss', 'multilabel_margin_loss', 'multilabel_soft_margin_loss', 'native_channel_shuffle', 'nll_loss', 'normalize', 'one_hot', 'pad', 'pairwise_distance', 'pdist', 'pixel_shuffle', 'pixel_unshuffle', 'poisson_nll_loss', 'prelu', 'relu', 'relu6', 'relu_', 'rms_norm', 'rrelu', 'rrelu_', 'scaled_dot_product_attention', 'selu', 'selu_', 'sigmoid', 'silu', 'smooth_l1_loss', 'soft_margin_loss', 'softmax', 'softmin', 'softplus', 'softshrink', 'softsign', 'tanh', 'tanhshrink', 'threshold', 'threshold_', 'triplet_margin_loss', 'triplet_margin_with_distance_loss', 'unfold', 'upsample', 'upsample_bilinear', 'upsample_nearest']
