"""Public functions of ``wengert.nn.functional``. Written by tools/generate.py: do not edit."""

# ruff: noqa: A001, A002, E501, E731, F401
# mypy: ignore-errors

from ..ops import nn_activation as _nn_activation, nn_layer as _nn_layer, nn_loss as _nn_loss, pointwise as _pointwise


def sigmoid(input, *, out=None):
    'See ``torch.sigmoid``.'
    if out is not None:
        return _pointwise.sigmoid.into(out, (input,), None)
    return _pointwise.sigmoid.apply((input,), None)


def tanh(input, *, out=None):
    'See ``torch.tanh``.'
    if out is not None:
        return _pointwise.tanh.into(out, (input,), None)
    return _pointwise.tanh.apply((input,), None)


def relu(input, inplace=False):
    'See ``torch.nn.functional.relu``.'
    return _nn_activation._functional_relu(input, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    'See ``torch.nn.functional.hardtanh``.'
    return _nn_activation.hardtanh(input, min_val, max_val, inplace)


def relu6(input, inplace=False):
    'See ``torch.nn.functional.relu6``.'
    return _nn_activation.relu6(input, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    'See ``torch.nn.functional.leaky_relu``.'
    return _nn_activation.leaky_relu(input, negative_slope, inplace)


def prelu(input, weight):
    'See ``torch.nn.functional.prelu``.'
    return _nn_activation.prelu(input, weight)


def rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False):
    'See ``torch.nn.functional.rrelu``.'
    return _nn_activation.rrelu(input, lower, upper, training, inplace)


def elu(input, alpha=1.0, inplace=False):
    'See ``torch.nn.functional.elu``.'
    return _nn_activation.elu(input, alpha, inplace)


def selu(input, inplace=False):
    'See ``torch.nn.functional.selu``.'
    return _nn_activation.selu(input, inplace)


def celu(input, alpha=1.0, inplace=False):
    'See ``torch.nn.functional.celu``.'
    return _nn_activation.celu(input, alpha, inplace)


def threshold(input, threshold, value, inplace=False):
    'See ``torch.nn.functional.threshold``.'
    return _nn_activation.threshold(input, threshold, value, inplace)


def hardshrink(input, lambd=0.5):
    'See ``torch.hardshrink``.'
    return _nn_activation.hardshrink.apply((input,), {"lambd": lambd})


def softshrink(input, lambd=0.5):
    'See ``torch.nn.functional.softshrink``.'
    return _nn_activation.softshrink.apply((input,), {"lambd": lambd})


def tanhshrink(input):
    'See ``torch.nn.functional.tanhshrink``.'
    return _nn_activation.tanhshrink(input)


def softsign(input):
    'See ``torch.nn.functional.softsign``.'
    return _nn_activation.softsign(input)


def hardsigmoid(input, inplace=False):
    'See ``torch.nn.functional.hardsigmoid``.'
    return _nn_activation.hardsigmoid(input, inplace)


def hardswish(input, inplace=False):
    'See ``torch.nn.functional.hardswish``.'
    return _nn_activation.hardswish(input, inplace)


def silu(input, inplace=False):
    'See ``torch.nn.functional.silu``.'
    return _nn_activation.silu(input, inplace)


def softplus(input, beta=1, threshold=20):
    'See ``torch.nn.functional.softplus``.'
    return _nn_activation.softplus.apply((input,), {"beta": beta, "threshold": threshold})


def logsigmoid(input):
    'See ``torch.nn.functional.logsigmoid``.'
    return _nn_activation.logsigmoid.apply((input,), None)


def mish(input, inplace=False):
    'See ``torch.nn.functional.mish``.'
    return _nn_activation.mish(input, inplace)


def gelu(input, *, approximate="none"):
    'See ``torch.nn.functional.gelu``.'
    return _nn_activation.gelu.apply((input,), {"approximate": approximate})


def glu(input, dim=-1):
    'See ``torch.nn.functional.glu``.'
    return _nn_activation.glu(input, dim)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    'See ``torch.nn.functional.softmax``.'
    return _nn_activation._functional_softmax(input, dim, _stacklevel, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    'See ``torch.nn.functional.log_softmax``.'
    return _nn_activation._functional_log_softmax(input, dim, _stacklevel, dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    'See ``torch.nn.functional.softmin``.'
    return _nn_activation.softmin(input, dim, _stacklevel, dtype)


def dropout(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout``.'
    return _nn_layer.dropout(input, p, training, inplace)


def dropout1d(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout1d``.'
    return _nn_layer.dropout1d(input, p, training, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout2d``.'
    return _nn_layer.dropout2d(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout3d``.'
    return _nn_layer.dropout3d(input, p, training, inplace)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    'See ``torch.nn.functional.alpha_dropout``.'
    return _nn_layer.alpha_dropout(input, p, training, inplace)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    'See ``torch.nn.functional.feature_alpha_dropout``.'
    return _nn_layer.feature_alpha_dropout(input, p, training, inplace)


def one_hot(tensor, num_classes=-1):
    'See ``torch.nn.functional.one_hot``.'
    return _nn_layer.one_hot.apply((tensor,), {"num_classes": num_classes})


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    'See ``torch.nn.functional.embedding``.'
    return _nn_layer.embedding(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse)


def linear(input, weight, bias=None):
    'See ``torch.nn.functional.linear``.'
    return _nn_layer.linear_layer(input, weight, bias)


def bilinear(input1, input2, weight, bias=None):
    'See ``torch.nn.functional.bilinear``.'
    return _nn_layer.bilinear(input1, input2, weight, bias)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    'See ``torch.nn.functional.layer_norm``.'
    return _nn_layer.layer_norm(input, normalized_shape, weight, bias, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    'See ``torch.nn.functional.rms_norm``.'
    return _nn_layer.rms_norm(input, normalized_shape, weight, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    'See ``torch.nn.functional.group_norm``.'
    return _nn_layer.group_norm(input, num_groups, weight, bias, eps)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    'See ``torch.nn.functional.batch_norm``.'
    return _nn_layer.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05):
    'See ``torch.nn.functional.instance_norm``.'
    return _nn_layer.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    'See ``torch.nn.functional.normalize``.'
    return _nn_layer.normalize(input, p, dim, eps, out)


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    'See ``torch.nn.functional.scaled_dot_product_attention``.'
    return _nn_layer.scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    'See ``torch.nn.functional.mse_loss``.'
    return _nn_loss.mse_loss(input, target, size_average, reduce, reduction, weight)


__all__ = ['alpha_dropout', 'batch_norm', 'bilinear', 'celu', 'dropout', 'dropout1d', 'dropout2d', 'dropout3d', 'elu', 'embedding', 'feature_alpha_dropout', 'gelu', 'glu', 'group_norm', 'hardshrink', 'hardsigmoid', 'hardswish', 'hardtanh', 'instance_norm', 'layer_norm', 'leaky_relu', 'linear', 'log_softmax', 'logsigmoid', 'mish', 'mse_loss', 'normalize', 'one_hot', 'prelu', 'relu', 'relu6', 'rms_norm', 'rrelu', 'scaled_dot_product_attention', 'selu', 'sigmoid', 'silu', 'softmax', 'softmin', 'softplus', 'softshrink', 'softsign', 'tanh', 'tanhshrink', 'threshold']
