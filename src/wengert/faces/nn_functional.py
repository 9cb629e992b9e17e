"""Public functions of ``wengert.nn.functional``. Written by tools/generate.py: do not edit."""

from ..ops import nn_activation as _nn_activation, nn_conv as _nn_conv, nn_layer as _nn_layer, nn_loss as _nn_loss, nn_pool as _nn_pool, pointwise as _pointwise
from ..errors import not_an_array as _not_an_array
from ..op import OPERANDS as _OPERANDS
from ..inplace import store as _store


def sigmoid(input, *, out=None):
    """sigmoid(input, *, out=None) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.sigmoid``, ``wengert.special.expit`` and ``Tensor.sigmoid``. In place: ``Tensor.sigmoid_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.sigmoid.into(out, (input,), None)
    return _pointwise.sigmoid.apply((input,), None)


def tanh(input, *, out=None):
    """tanh(input, *, out=None) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.tanh`` and ``Tensor.tanh``. In place: ``Tensor.tanh_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.tanh.into(out, (input,), None)
    return _pointwise.tanh.apply((input,), None)


def relu(input, inplace=False):
    """relu(input, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('relu', 'input', input)
    return _nn_activation._functional_relu(input, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        min_val (float): the lower bound
        max_val (float): the upper bound
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hardtanh', 'input', input)
    return _nn_activation.hardtanh(input, min_val, max_val, inplace)


def relu6(input, inplace=False):
    """relu6(input, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('relu6', 'input', input)
    return _nn_activation.relu6(input, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """leaky_relu(input, negative_slope=0.01, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        negative_slope (float): the slope below zero
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('leaky_relu', 'input', input)
    return _nn_activation.leaky_relu(input, negative_slope, inplace)


def prelu(input, weight):
    """prelu(input, weight) -> Tensor

    Also ``wengert.prelu``.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('prelu', 'input', input)
    return _nn_activation.prelu(input, weight)


def rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False):
    """rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        lower (float): the smallest
        upper (float): whether the upper triangle is meant
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('rrelu', 'input', input)
    return _nn_activation.rrelu(input, lower, upper, training, inplace)


def elu(input, alpha=1.0, inplace=False):
    """elu(input, alpha=1.0, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        alpha (Number): a factor
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('elu', 'input', input)
    return _nn_activation.elu(input, alpha, inplace)


def selu(input, inplace=False):
    """selu(input, inplace=False) -> Tensor

    Also ``wengert.selu``.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('selu', 'input', input)
    return _nn_activation.selu(input, inplace)


def celu(input, alpha=1.0, inplace=False):
    """celu(input, alpha=1.0, inplace=False) -> Tensor

    Also ``wengert.celu``.

    Args:
        input (Tensor): the tensor, of any shape
        alpha (Number): a factor
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('celu', 'input', input)
    return _nn_activation.celu(input, alpha, inplace)


def threshold(input, threshold, value, inplace=False):
    """threshold(input, threshold, value, inplace=False) -> Tensor

    Also ``wengert.threshold``.

    Args:
        input (Tensor): the tensor, of any shape
        threshold (float): the threshold
        value (float): the value: a number, or a tensor without dimensions
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('threshold', 'input', input)
    return _nn_activation.threshold(input, threshold, value, inplace)


def hardshrink(input, lambd=0.5):
    """hardshrink(input, lambd=0.5) -> Tensor

    Works on each element. Differentiable in ``input``. Also ``wengert.hardshrink`` and ``Tensor.hardshrink``.

    Args:
        input (Tensor): the tensor, of any shape
        lambd (float): the half-width of the interval around 0, at least 0
    """
    return _nn_activation.hardshrink.apply((input,), {"lambd": lambd})


def softshrink(input, lambd=0.5):
    """softshrink(input, lambd=0.5) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        lambd (float): the half-width of the interval around 0, at least 0
    """
    return _nn_activation.softshrink.apply((input,), {"lambd": lambd})


def tanhshrink(input):
    """tanhshrink(input) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('tanhshrink', 'input', input)
    return _nn_activation.tanhshrink(input)


def softsign(input):
    """softsign(input) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('softsign', 'input', input)
    return _nn_activation.softsign(input)


def hardsigmoid(input, inplace=False):
    """hardsigmoid(input, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hardsigmoid', 'input', input)
    return _nn_activation.hardsigmoid(input, inplace)


def hardswish(input, inplace=False):
    """hardswish(input, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hardswish', 'input', input)
    return _nn_activation.hardswish(input, inplace)


def silu(input, inplace=False):
    """silu(input, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('silu', 'input', input)
    return _nn_activation.silu(input, inplace)


def softplus(input, beta=1, threshold=20):
    """softplus(input, beta=1, threshold=20) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        beta (Number): a factor
        threshold (float): the threshold
    """
    return _nn_activation.softplus.apply((input,), {"beta": beta, "threshold": threshold})


def logsigmoid(input):
    """logsigmoid(input) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
    """
    return _nn_activation.logsigmoid.apply((input,), None)


def mish(input, inplace=False):
    """mish(input, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('mish', 'input', input)
    return _nn_activation.mish(input, inplace)


def gelu(input, *, approximate="none"):
    """gelu(input, *, approximate="none") -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        approximate (str): ``'none'`` for the exact function, ``'tanh'`` for the approximation
    """
    return _nn_activation.gelu.apply((input,), {"approximate": approximate})


def glu(input, dim=-1):
    """glu(input, dim=-1) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('glu', 'input', input)
    return _nn_activation.glu(input, dim)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """softmax(input, dim=None, _stacklevel=3, dtype=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; negative ones count from the last
        _stacklevel (int): taken for compatibility
        dtype (Dtype | None): the dtype of the result; None derives it
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('softmax', 'input', input)
    return _nn_activation._functional_softmax(input, dim, _stacklevel, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log_softmax(input, dim=None, _stacklevel=3, dtype=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; negative ones count from the last
        _stacklevel (int): taken for compatibility
        dtype (Dtype | None): the dtype of the result; None derives it
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('log_softmax', 'input', input)
    return _nn_activation._functional_log_softmax(input, dim, _stacklevel, dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmin(input, dim=None, _stacklevel=3, dtype=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; negative ones count from the last
        _stacklevel (int): taken for compatibility
        dtype (Dtype | None): the dtype of the result; None derives it
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('softmin', 'input', input)
    return _nn_activation.softmin(input, dim, _stacklevel, dtype)


def dropout(input, p=0.5, training=True, inplace=False):
    """dropout(input, p=0.5, training=True, inplace=False) -> Tensor

    Also ``wengert.dropout``.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, or the exponent of the norm
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout', 'input', input)
    return _nn_layer.dropout(input, p, training, inplace)


def dropout1d(input, p=0.5, training=True, inplace=False):
    """dropout1d(input, p=0.5, training=True, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, or the exponent of the norm
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout1d', 'input', input)
    return _nn_layer.dropout1d(input, p, training, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """dropout2d(input, p=0.5, training=True, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, or the exponent of the norm
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout2d', 'input', input)
    return _nn_layer.dropout2d(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """dropout3d(input, p=0.5, training=True, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, or the exponent of the norm
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout3d', 'input', input)
    return _nn_layer.dropout3d(input, p, training, inplace)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout(input, p=0.5, training=False, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, or the exponent of the norm
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('alpha_dropout', 'input', input)
    return _nn_layer.alpha_dropout(input, p, training, inplace)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """feature_alpha_dropout(input, p=0.5, training=False, inplace=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, or the exponent of the norm
        training (bool): whether it is training: without it nothing is random
        inplace (bool): whether to write the result into ``input``
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('feature_alpha_dropout', 'input', input)
    return _nn_layer.feature_alpha_dropout(input, p, training, inplace)


def one_hot(tensor, num_classes=-1):
    """one_hot(tensor, num_classes=-1) -> Tensor

    Gradients do not flow through it.

    Args:
        tensor (Tensor): the tensor
        num_classes (int): how many classes; -1 means one more than the largest in the tensor
    """
    return _nn_layer.one_hot.apply((tensor,), {"num_classes": num_classes})


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
        padding_idx (int | None): the row of ``weight`` that gets no gradient
        max_norm (float | None): rows of ``weight`` with a larger norm are first scaled down to it, in place
        norm_type (float): the exponent of the norm
        scale_grad_by_freq (bool): whether the gradient of a row is divided by how often it was looked up
        sparse (bool): whether the gradient of ``weight`` is sparse
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('embedding', 'input', input)
    return _nn_layer.embedding(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse)


def linear(input, weight, bias=None):
    """linear(input, weight, bias=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('linear', 'input', input)
    return _nn_layer.linear_layer(input, weight, bias)


def bilinear(input1, input2, weight, bias=None):
    """bilinear(input1, input2, weight, bias=None) -> Tensor

    Also ``wengert.bilinear``.

    Args:
        input1 (Tensor): the first tensor
        input2 (Tensor): the second tensor
        weight (Tensor): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
    """
    return _nn_layer.bilinear(input1, input2, weight, bias)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05) -> Tensor

    Also ``wengert.layer_norm``.

    Args:
        input (Tensor): the tensor, of any shape
        normalized_shape (int | Sequence[int]): the sizes of the last dimensions, which are normalised together
        weight (Tensor | None): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        eps (float): a small number that keeps the result finite
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('layer_norm', 'input', input)
    return _nn_layer.layer_norm(input, normalized_shape, weight, bias, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """rms_norm(input, normalized_shape, weight=None, eps=None) -> Tensor

    Also ``wengert.rms_norm``.

    Args:
        input (Tensor): the tensor, of any shape
        normalized_shape (int | Sequence[int]): the sizes of the last dimensions, which are normalised together
        weight (Tensor | None): the weights
        eps (float | None): a small number that keeps the result finite
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('rms_norm', 'input', input)
    return _nn_layer.rms_norm(input, normalized_shape, weight, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """group_norm(input, num_groups, weight=None, bias=None, eps=1e-05) -> Tensor

    Also ``wengert.group_norm``.

    Args:
        input (Tensor): the tensor, of any shape
        num_groups (int): into how many groups the channels are divided
        weight (Tensor | None): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        eps (float): a small number that keeps the result finite
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('group_norm', 'input', input)
    return _nn_layer.group_norm(input, num_groups, weight, bias, eps)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    """batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        running_mean (Tensor | None): the mean of each channel so far, updated in place: shape (C,)
        running_var (Tensor | None): the variance of each channel so far, updated in place: shape (C,)
        weight (Tensor | None): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        training (bool): whether it is training: without it nothing is random
        momentum (float): how much of the new statistics goes into the running ones
        eps (float): a small number that keeps the result finite
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('batch_norm', 'input', input)
    return _nn_layer.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05):
    """instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        running_mean (Tensor | None): the mean of each channel so far, updated in place: shape (C,)
        running_var (Tensor | None): the variance of each channel so far, updated in place: shape (C,)
        weight (Tensor | None): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        use_input_stats (bool): whether to normalise by the statistics of the input
        momentum (float): how much of the new statistics goes into the running ones
        eps (float): a small number that keeps the result finite
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('instance_norm', 'input', input)
    return _nn_layer.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def normalize(input, p=2.0, dim=1, eps=1e-12, *, out=None):
    """normalize(input, p=2.0, dim=1, eps=1e-12, *, out=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, or the exponent of the norm
        dim (int | Sequence[int]): the dimension to work along; negative ones count from the last
        eps (float): a small number that keeps the result finite
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('normalize', 'input', input)
    if out is not None:
        return _store('normalize', out, _nn_layer.normalize(input, p, dim, eps))
    return _nn_layer.normalize(input, p, dim, eps)


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False) -> Tensor

    Args:
        query (Tensor): the queries: shape (..., L, E)
        key (Tensor): what to select: integers, slices, None, ``...``, index tensors or masks
        value (Tensor): the value: a number, or a tensor without dimensions
        attn_mask (Tensor | None): what each query may attend to: a bool mask, or numbers that are added; shape
            (..., L, S)
        dropout_p (float): the probability with which a weight is dropped
        is_causal (bool): whether a query attends only to keys up to its own position
        scale (float | None): the factor of the products; None means 1 / sqrt(E)
        enable_gqa (bool): whether keys and values have fewer heads, each shared by several queries
    """
    return _nn_layer.scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        weight (Tensor | None): the weights
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('mse_loss', 'input', input)
    return _nn_loss.mse_loss(input, target, size_average, reduce, reduction, weight)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        weight (Tensor | None): the weights
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('l1_loss', 'input', input)
    return _nn_loss.l1_loss(input, target, size_average, reduce, reduction, weight)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        beta (Number): a factor
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('smooth_l1_loss', 'input', input)
    return _nn_loss.smooth_l1_loss(input, target, size_average, reduce, reduction, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """huber_loss(input, target, reduction="mean", delta=1.0, weight=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        delta (float): where the square turns into a line
        weight (Tensor | None): the weights
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('huber_loss', 'input', input)
    return _nn_loss.huber_loss(input, target, reduction, delta, weight)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean") -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        weight (Tensor | None): the weights
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('binary_cross_entropy', 'input', input)
    return _nn_loss.binary_cross_entropy(input, target, weight, size_average, reduce, reduction)


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
    """binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        weight (Tensor | None): the weights
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        pos_weight (Tensor | None): a factor for the positive examples of each class
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('binary_cross_entropy_with_logits', 'input', input)
    return _nn_loss.binary_cross_entropy_with_logits(input, target, weight, size_average, reduce, reduction, pos_weight)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean") -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('soft_margin_loss', 'input', input)
    return _nn_loss.soft_margin_loss(input, target, size_average, reduce, reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        log_target (bool): whether the target is given as logarithms
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('kl_div', 'input', input)
    return _nn_loss.kl_div(input, target, size_average, reduce, reduction, log_target)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean"):
    """poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean") -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        log_input (bool): whether the input is the logarithm of the rate
        full (bool): whether to add the terms that do not depend on the input
        size_average (bool | None): the older form of ``reduction``
        eps (float): a small number that keeps the result finite
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('poisson_nll_loss', 'input', input)
    return _nn_loss.poisson_nll_loss(input, target, log_input, full, size_average, eps, reduce, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean"):
    """gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean") -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        var (Tensor | float): the variance, not negative
        full (bool): whether to add the terms that do not depend on the input
        eps (float): a small number that keeps the result finite
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('gaussian_nll_loss', 'input', input)
    return _nn_loss.gaussian_nll_loss(input, target, var, full, eps, reduction)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean") -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        weight (Tensor | None): the weights
        size_average (bool | None): the older form of ``reduction``
        ignore_index (int): a target that does not count
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('nll_loss', 'input', input)
    return _nn_loss.nll_loss(input, target, weight, size_average, ignore_index, reduce, reduction)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
    """cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        weight (Tensor | None): the weights
        size_average (bool | None): the older form of ``reduction``
        ignore_index (int): a target that does not count
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
        label_smoothing (float): how much of the target is spread over all classes, between 0 and 1
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('cross_entropy', 'input', input)
    return _nn_loss.cross_entropy(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean") -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        p (float): the probability, or the exponent of the norm
        margin (float): the margin
        weight (Tensor | None): the weights
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('multi_margin_loss', 'input', input)
    return _nn_loss.multi_margin_loss(input, target, p, margin, weight, size_average, reduce, reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean") -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        weight (Tensor | None): the weights
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('multilabel_soft_margin_loss', 'input', input)
    return _nn_loss.multilabel_soft_margin_loss(input, target, weight, size_average, reduce, reduction)


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """cosine_similarity(x1, x2, dim=1, eps=1e-08) -> Tensor

    Also ``wengert.cosine_similarity``.

    Args:
        x1 (Tensor): the first tensor
        x2 (Tensor): the second tensor, which broadcasts with the first
        dim (int): the dimension to work along; negative ones count from the last
        eps (float): a small number that keeps the result finite
    """
    return _nn_loss.cosine_similarity(x1, x2, dim, eps)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean") -> Tensor

    Args:
        input1 (Tensor): the first tensor
        input2 (Tensor): the second tensor
        target (Tensor): the target
        margin (float): the margin
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    return _nn_loss.cosine_embedding_loss(input1, input2, target, margin, size_average, reduce, reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean") -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): the target
        margin (float): the margin
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hinge_embedding_loss', 'input', input)
    return _nn_loss.hinge_embedding_loss(input, target, margin, size_average, reduce, reduction)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean") -> Tensor

    Args:
        input1 (Tensor): the first tensor
        input2 (Tensor): the second tensor
        target (Tensor): the target
        margin (float): the margin
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    return _nn_loss.margin_ranking_loss(input1, input2, target, margin, size_average, reduce, reduction)


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    """pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False) -> Tensor

    Also ``wengert.pairwise_distance``.

    Args:
        x1 (Tensor): the first tensor
        x2 (Tensor): the second tensor, which broadcasts with the first
        p (float): the probability, or the exponent of the norm
        eps (float): a small number that keeps the result finite
        keepdim (bool): whether reduced dimensions stay, with size 1
    """
    return _nn_loss.pairwise_distance(x1, x2, p, eps, keepdim)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
    """triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean") -> Tensor

    Args:
        anchor (Tensor): the anchors: shape (N, D)
        positive (Tensor): what should be near: shape (N, D)
        negative (Tensor): what should be far: shape (N, D)
        distance_function (Callable[[Tensor, Tensor], Tensor] | None): the distance; None means the Euclidean one
        margin (float): the margin
        swap (bool): whether to take the distance of the negative to the positive if that is smaller
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    return _nn_loss.triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=distance_function, margin=margin, swap=swap, reduction=reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean"):
    """triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean") -> Tensor

    Args:
        anchor (Tensor): the anchors: shape (N, D)
        positive (Tensor): what should be near: shape (N, D)
        negative (Tensor): what should be far: shape (N, D)
        margin (float): the margin
        p (float): the probability, or the exponent of the norm
        eps (float): a small number that keeps the result finite
        swap (bool): whether to take the distance of the negative to the positive if that is smaller
        size_average (bool | None): the older form of ``reduction``
        reduce (str | None): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or
            ``'amin'``
        reduction (str): ``'mean'``, ``'sum'``, or ``'none'`` for the loss of each element
    """
    return _nn_loss.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    Also ``wengert.conv1d``.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv1d', 'input', input)
    return _nn_conv.conv1d(input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    Also ``wengert.conv2d``.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv2d', 'input', input)
    return _nn_conv.conv2d(input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    Also ``wengert.conv3d``.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv3d', 'input', input)
    return _nn_conv.conv3d(input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    Also ``wengert.conv_transpose1d``.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv_transpose1d', 'input', input)
    return _nn_conv.conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    Also ``wengert.conv_transpose2d``.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv_transpose2d', 'input', input)
    return _nn_conv.conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    Also ``wengert.conv_transpose3d``.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor): the weights
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv_transpose3d', 'input', input)
    return _nn_conv.conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """unfold(input, kernel_size, dilation=1, padding=0, stride=1) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unfold', 'input', input)
    return _nn_conv.unfold(input, kernel_size, dilation, padding, stride)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        output_size (int | Sequence[int]): the length of the result, if known
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('fold', 'input', input)
    return _nn_conv.fold(input, output_size, kernel_size, dilation, padding, stride)


def pad(input, pad, mode="constant", value=None):
    """pad(input, pad, mode="constant", value=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        pad (Sequence[int]): how much is put (before, after), from the last dimension on; negative cuts off
        mode (str): how it is done
        value (float | None): the value: a number, or a tensor without dimensions
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('pad', 'input', input)
    return _nn_conv.pad(input, pad, mode, value)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    Also ``wengert.max_pool1d``.

    Args:
        input (Tensor): the tensor, of any shape
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_pool1d', 'input', input)
    return _nn_pool.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    Also ``wengert.max_pool2d``.

    Args:
        input (Tensor): the tensor, of any shape
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_pool2d', 'input', input)
    return _nn_pool.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    Also ``wengert.max_pool3d``.

    Args:
        input (Tensor): the tensor, of any shape
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_pool3d', 'input', input)
    return _nn_pool.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        indices (Tensor): an integer tensor
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_size (Sequence[int] | None): the length of the result, if known
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_unpool1d', 'input', input)
    return _nn_pool.max_unpool1d(input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        indices (Tensor): an integer tensor
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_size (Sequence[int] | None): the length of the result, if known
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_unpool2d', 'input', input)
    return _nn_pool.max_unpool2d(input, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        indices (Tensor): an integer tensor
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        output_size (Sequence[int] | None): the length of the result, if known
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_unpool3d', 'input', input)
    return _nn_pool.max_unpool3d(input, indices, kernel_size, stride, padding, output_size)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True) -> Tensor

    Also ``wengert.avg_pool1d``.

    Args:
        input (Tensor): the tensor, of any shape
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        ceil_mode (bool): whether windows that reach beyond the end count
        count_include_pad (bool): whether the padding counts in the mean
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('avg_pool1d', 'input', input)
    return _nn_pool.avg_pool1d(input, kernel_size, stride, padding, ceil_mode, count_include_pad)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        ceil_mode (bool): whether windows that reach beyond the end count
        count_include_pad (bool): whether the padding counts in the mean
        divisor_override (int | None): what sums are divided by; None means the size of the window
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('avg_pool2d', 'input', input)
    return _nn_pool.avg_pool2d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next, one number or one for each
            dimension
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        ceil_mode (bool): whether windows that reach beyond the end count
        count_include_pad (bool): whether the padding counts in the mean
        divisor_override (int | None): what sums are divided by; None means the size of the window
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('avg_pool3d', 'input', input)
    return _nn_pool.avg_pool3d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0):
    """local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        size (int): the shape, as a sequence or as separate integers
        alpha (Number): a factor
        beta (Number): a factor
        k (float): how many
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('local_response_norm', 'input', input)
    return _nn_pool.local_response_norm(input, size, alpha, beta, k)


def adaptive_avg_pool1d(input, output_size):
    """adaptive_avg_pool1d(input, output_size) -> Tensor

    Also ``wengert.adaptive_avg_pool1d``.

    Args:
        input (Tensor): the tensor, of any shape
        output_size (int | Sequence[int | None] | None): the length of the result, if known
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_avg_pool1d', 'input', input)
    return _nn_pool.adaptive_avg_pool1d(input, output_size)


def adaptive_avg_pool2d(input, output_size):
    """adaptive_avg_pool2d(input, output_size) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        output_size (int | Sequence[int | None] | None): the length of the result, if known
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_avg_pool2d', 'input', input)
    return _nn_pool.adaptive_avg_pool2d(input, output_size)


def adaptive_avg_pool3d(input, output_size):
    """adaptive_avg_pool3d(input, output_size) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        output_size (int | Sequence[int | None] | None): the length of the result, if known
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_avg_pool3d', 'input', input)
    return _nn_pool.adaptive_avg_pool3d(input, output_size)


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """adaptive_max_pool1d(input, output_size, return_indices=False) -> Tensor
    adaptive_max_pool1d(input, output_size, *, return_indices) -> tuple[Tensor, Tensor]
    adaptive_max_pool1d(input, output_size, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    Args:
        input (Tensor): the tensor, of any shape
        output_size (int | Sequence[int | None] | None): the length of the result, if known
        return_indices (bool): whether to return the places of the maxima too
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_max_pool1d', 'input', input)
    return _nn_pool.adaptive_max_pool1d(input, output_size, return_indices)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """adaptive_max_pool2d(input, output_size, return_indices=False) -> Tensor
    adaptive_max_pool2d(input, output_size, *, return_indices) -> tuple[Tensor, Tensor]
    adaptive_max_pool2d(input, output_size, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    Args:
        input (Tensor): the tensor, of any shape
        output_size (int | Sequence[int | None] | None): the length of the result, if known
        return_indices (bool): whether to return the places of the maxima too
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_max_pool2d', 'input', input)
    return _nn_pool.adaptive_max_pool2d(input, output_size, return_indices)


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """adaptive_max_pool3d(input, output_size, return_indices=False) -> Tensor
    adaptive_max_pool3d(input, output_size, *, return_indices) -> tuple[Tensor, Tensor]
    adaptive_max_pool3d(input, output_size, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    Args:
        input (Tensor): the tensor, of any shape
        output_size (int | Sequence[int | None] | None): the length of the result, if known
        return_indices (bool): whether to return the places of the maxima too
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_max_pool3d', 'input', input)
    return _nn_pool.adaptive_max_pool3d(input, output_size, return_indices)


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
    """interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int] | None): the shape, as a sequence or as separate integers
        scale_factor (float | Sequence[float] | None): the factor of each size
        mode (str): how it is done
        align_corners (bool | None): whether the corners of input and output coincide
        recompute_scale_factor (bool | None): whether the factor is computed again from the sizes
        antialias (bool): whether to smooth when making it smaller
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('interpolate', 'input', input)
    return _nn_pool.interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)


def pixel_shuffle(input, upscale_factor):
    """pixel_shuffle(input, upscale_factor) -> Tensor

    Also ``wengert.pixel_shuffle``.

    Args:
        input (Tensor): the tensor, of any shape
        upscale_factor (int): the factor
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('pixel_shuffle', 'input', input)
    return _nn_pool.pixel_shuffle(input, upscale_factor)


def pixel_unshuffle(input, downscale_factor):
    """pixel_unshuffle(input, downscale_factor) -> Tensor

    Also ``wengert.pixel_unshuffle``.

    Args:
        input (Tensor): the tensor, of any shape
        downscale_factor (int): the factor
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('pixel_unshuffle', 'input', input)
    return _nn_pool.pixel_unshuffle(input, downscale_factor)


def channel_shuffle(input, groups):
    """channel_shuffle(input, groups) -> Tensor

    Also ``wengert.channel_shuffle``.

    Args:
        input (Tensor): the tensor, of any shape
        groups (int): into how many groups of channels the work is divided
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('channel_shuffle', 'input', input)
    return _nn_pool.channel_shuffle(input, groups)


__all__ = ['adaptive_avg_pool1d', 'adaptive_avg_pool2d', 'adaptive_avg_pool3d', 'adaptive_max_pool1d', 'adaptive_max_pool2d', 'adaptive_max_pool3d', 'alpha_dropout', 'avg_pool1d', 'avg_pool2d', 'avg_pool3d', 'batch_norm', 'bilinear', 'binary_cross_entropy', 'binary_cross_entropy_with_logits', 'celu', 'channel_shuffle', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'cosine_embedding_loss', 'cosine_similarity', 'cross_entropy', 'dropout', 'dropout1d', 'dropout2d', 'dropout3d', 'elu', 'embedding', 'feature_alpha_dropout', 'fold', 'gaussian_nll_loss', 'gelu', 'glu', 'group_norm', 'hardshrink', 'hardsigmoid', 'hardswish', 'hardtanh', 'hinge_embedding_loss', 'huber_loss', 'instance_norm', 'interpolate', 'kl_div', 'l1_loss', 'layer_norm', 'leaky_relu', 'linear', 'local_response_norm', 'log_softmax', 'logsigmoid', 'margin_ranking_loss', 'max_pool1d', 'max_pool2d', 'max_pool3d', 'max_unpool1d', 'max_unpool2d', 'max_unpool3d', 'mish', 'mse_loss', 'multi_margin_loss', 'multilabel_soft_margin_loss', 'nll_loss', 'normalize', 'one_hot', 'pad', 'pairwise_distance', 'pixel_shuffle', 'pixel_unshuffle', 'poisson_nll_loss', 'prelu', 'relu', 'relu6', 'rms_norm', 'rrelu', 'scaled_dot_product_attention', 'selu', 'sigmoid', 'silu', 'smooth_l1_loss', 'soft_margin_loss', 'softmax', 'softmin', 'softplus', 'softshrink', 'softsign', 'tanh', 'tanhshrink', 'threshold', 'triplet_margin_loss', 'triplet_margin_with_distance_loss', 'unfold']
