"""Public functions of ``wengert.nn.functional``. Written by tools/generate.py: do not edit."""

# mypy: ignore-errors

from ..ops import nn_activation as _nn_activation, nn_conv as _nn_conv, nn_layer as _nn_layer, nn_loss as _nn_loss, nn_pool as _nn_pool, pointwise as _pointwise
from ..errors import not_an_array as _not_an_array
from ..op import OPERANDS as _OPERANDS
from ..inplace import store as _store


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
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('relu', 'input', input)
    return _nn_activation._functional_relu(input, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    'See ``torch.nn.functional.hardtanh``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hardtanh', 'input', input)
    return _nn_activation.hardtanh(input, min_val, max_val, inplace)


def relu6(input, inplace=False):
    'See ``torch.nn.functional.relu6``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('relu6', 'input', input)
    return _nn_activation.relu6(input, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    'See ``torch.nn.functional.leaky_relu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('leaky_relu', 'input', input)
    return _nn_activation.leaky_relu(input, negative_slope, inplace)


def prelu(input, weight):
    'See ``torch.nn.functional.prelu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('prelu', 'input', input)
    return _nn_activation.prelu(input, weight)


def rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False):
    'See ``torch.nn.functional.rrelu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('rrelu', 'input', input)
    return _nn_activation.rrelu(input, lower, upper, training, inplace)


def elu(input, alpha=1.0, inplace=False):
    'See ``torch.nn.functional.elu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('elu', 'input', input)
    return _nn_activation.elu(input, alpha, inplace)


def selu(input, inplace=False):
    'See ``torch.nn.functional.selu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('selu', 'input', input)
    return _nn_activation.selu(input, inplace)


def celu(input, alpha=1.0, inplace=False):
    'See ``torch.nn.functional.celu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('celu', 'input', input)
    return _nn_activation.celu(input, alpha, inplace)


def threshold(input, threshold, value, inplace=False):
    'See ``torch.nn.functional.threshold``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('threshold', 'input', input)
    return _nn_activation.threshold(input, threshold, value, inplace)


def hardshrink(input, lambd=0.5):
    'See ``torch.hardshrink``.'
    return _nn_activation.hardshrink.apply((input,), {"lambd": lambd})


def softshrink(input, lambd=0.5):
    'See ``torch.nn.functional.softshrink``.'
    return _nn_activation.softshrink.apply((input,), {"lambd": lambd})


def tanhshrink(input):
    'See ``torch.nn.functional.tanhshrink``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('tanhshrink', 'input', input)
    return _nn_activation.tanhshrink(input)


def softsign(input):
    'See ``torch.nn.functional.softsign``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('softsign', 'input', input)
    return _nn_activation.softsign(input)


def hardsigmoid(input, inplace=False):
    'See ``torch.nn.functional.hardsigmoid``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hardsigmoid', 'input', input)
    return _nn_activation.hardsigmoid(input, inplace)


def hardswish(input, inplace=False):
    'See ``torch.nn.functional.hardswish``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hardswish', 'input', input)
    return _nn_activation.hardswish(input, inplace)


def silu(input, inplace=False):
    'See ``torch.nn.functional.silu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('silu', 'input', input)
    return _nn_activation.silu(input, inplace)


def softplus(input, beta=1, threshold=20):
    'See ``torch.nn.functional.softplus``.'
    return _nn_activation.softplus.apply((input,), {"beta": beta, "threshold": threshold})


def logsigmoid(input):
    'See ``torch.nn.functional.logsigmoid``.'
    return _nn_activation.logsigmoid.apply((input,), None)


def mish(input, inplace=False):
    'See ``torch.nn.functional.mish``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('mish', 'input', input)
    return _nn_activation.mish(input, inplace)


def gelu(input, *, approximate="none"):
    'See ``torch.nn.functional.gelu``.'
    return _nn_activation.gelu.apply((input,), {"approximate": approximate})


def glu(input, dim=-1):
    'See ``torch.nn.functional.glu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('glu', 'input', input)
    return _nn_activation.glu(input, dim)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    'See ``torch.nn.functional.softmax``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('softmax', 'input', input)
    return _nn_activation._functional_softmax(input, dim, _stacklevel, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    'See ``torch.nn.functional.log_softmax``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('log_softmax', 'input', input)
    return _nn_activation._functional_log_softmax(input, dim, _stacklevel, dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    'See ``torch.nn.functional.softmin``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('softmin', 'input', input)
    return _nn_activation.softmin(input, dim, _stacklevel, dtype)


def dropout(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout', 'input', input)
    return _nn_layer.dropout(input, p, training, inplace)


def dropout1d(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout1d', 'input', input)
    return _nn_layer.dropout1d(input, p, training, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout2d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout2d', 'input', input)
    return _nn_layer.dropout2d(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout3d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout3d', 'input', input)
    return _nn_layer.dropout3d(input, p, training, inplace)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    'See ``torch.nn.functional.alpha_dropout``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('alpha_dropout', 'input', input)
    return _nn_layer.alpha_dropout(input, p, training, inplace)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    'See ``torch.nn.functional.feature_alpha_dropout``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('feature_alpha_dropout', 'input', input)
    return _nn_layer.feature_alpha_dropout(input, p, training, inplace)


def one_hot(tensor, num_classes=-1):
    'See ``torch.nn.functional.one_hot``.'
    return _nn_layer.one_hot.apply((tensor,), {"num_classes": num_classes})


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    'See ``torch.nn.functional.embedding``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('embedding', 'input', input)
    return _nn_layer.embedding(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse)


def linear(input, weight, bias=None):
    'See ``torch.nn.functional.linear``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('linear', 'input', input)
    return _nn_layer.linear_layer(input, weight, bias)


def bilinear(input1, input2, weight, bias=None):
    'See ``torch.nn.functional.bilinear``.'
    return _nn_layer.bilinear(input1, input2, weight, bias)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    'See ``torch.nn.functional.layer_norm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('layer_norm', 'input', input)
    return _nn_layer.layer_norm(input, normalized_shape, weight, bias, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    'See ``torch.nn.functional.rms_norm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('rms_norm', 'input', input)
    return _nn_layer.rms_norm(input, normalized_shape, weight, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    'See ``torch.nn.functional.group_norm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('group_norm', 'input', input)
    return _nn_layer.group_norm(input, num_groups, weight, bias, eps)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    'See ``torch.nn.functional.batch_norm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('batch_norm', 'input', input)
    return _nn_layer.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05):
    'See ``torch.nn.functional.instance_norm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('instance_norm', 'input', input)
    return _nn_layer.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def normalize(input, p=2.0, dim=1, eps=1e-12, *, out=None):
    'See ``torch.nn.functional.normalize``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('normalize', 'input', input)
    if out is not None:
        return _store('normalize', out, _nn_layer.normalize(input, p, dim, eps))
    return _nn_layer.normalize(input, p, dim, eps)


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    'See ``torch.nn.functional.scaled_dot_product_attention``.'
    return _nn_layer.scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    'See ``torch.nn.functional.mse_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('mse_loss', 'input', input)
    return _nn_loss.mse_loss(input, target, size_average, reduce, reduction, weight)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    'See ``torch.nn.functional.l1_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('l1_loss', 'input', input)
    return _nn_loss.l1_loss(input, target, size_average, reduce, reduction, weight)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    'See ``torch.nn.functional.smooth_l1_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('smooth_l1_loss', 'input', input)
    return _nn_loss.smooth_l1_loss(input, target, size_average, reduce, reduction, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    'See ``torch.nn.functional.huber_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('huber_loss', 'input', input)
    return _nn_loss.huber_loss(input, target, reduction, delta, weight)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.binary_cross_entropy``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('binary_cross_entropy', 'input', input)
    return _nn_loss.binary_cross_entropy(input, target, weight, size_average, reduce, reduction)


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
    'See ``torch.nn.functional.binary_cross_entropy_with_logits``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('binary_cross_entropy_with_logits', 'input', input)
    return _nn_loss.binary_cross_entropy_with_logits(input, target, weight, size_average, reduce, reduction, pos_weight)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.soft_margin_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('soft_margin_loss', 'input', input)
    return _nn_loss.soft_margin_loss(input, target, size_average, reduce, reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    'See ``torch.nn.functional.kl_div``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('kl_div', 'input', input)
    return _nn_loss.kl_div(input, target, size_average, reduce, reduction, log_target)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.poisson_nll_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('poisson_nll_loss', 'input', input)
    return _nn_loss.poisson_nll_loss(input, target, log_input, full, size_average, eps, reduce, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean"):
    'See ``torch.nn.functional.gaussian_nll_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('gaussian_nll_loss', 'input', input)
    return _nn_loss.gaussian_nll_loss(input, target, var, full, eps, reduction)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.nll_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('nll_loss', 'input', input)
    return _nn_loss.nll_loss(input, target, weight, size_average, ignore_index, reduce, reduction)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
    'See ``torch.nn.functional.cross_entropy``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('cross_entropy', 'input', input)
    return _nn_loss.cross_entropy(input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.multi_margin_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('multi_margin_loss', 'input', input)
    return _nn_loss.multi_margin_loss(input, target, p, margin, weight, size_average, reduce, reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.multilabel_soft_margin_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('multilabel_soft_margin_loss', 'input', input)
    return _nn_loss.multilabel_soft_margin_loss(input, target, weight, size_average, reduce, reduction)


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    'See ``torch.nn.functional.cosine_similarity``.'
    return _nn_loss.cosine_similarity(x1, x2, dim, eps)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.cosine_embedding_loss``.'
    return _nn_loss.cosine_embedding_loss(input1, input2, target, margin, size_average, reduce, reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.hinge_embedding_loss``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hinge_embedding_loss', 'input', input)
    return _nn_loss.hinge_embedding_loss(input, target, margin, size_average, reduce, reduction)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.margin_ranking_loss``.'
    return _nn_loss.margin_ranking_loss(input1, input2, target, margin, size_average, reduce, reduction)


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    'See ``torch.nn.functional.pairwise_distance``.'
    return _nn_loss.pairwise_distance(x1, x2, p, eps, keepdim)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
    'See ``torch.nn.functional.triplet_margin_with_distance_loss``.'
    return _nn_loss.triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=distance_function, margin=margin, swap=swap, reduction=reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean"):
    'See ``torch.nn.functional.triplet_margin_loss``.'
    return _nn_loss.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, size_average, reduce, reduction)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    'See ``torch.nn.functional.conv1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv1d', 'input', input)
    return _nn_conv.conv1d(input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    'See ``torch.nn.functional.conv2d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv2d', 'input', input)
    return _nn_conv.conv2d(input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    'See ``torch.nn.functional.conv3d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv3d', 'input', input)
    return _nn_conv.conv3d(input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    'See ``torch.nn.functional.conv_transpose1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv_transpose1d', 'input', input)
    return _nn_conv.conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    'See ``torch.nn.functional.conv_transpose2d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv_transpose2d', 'input', input)
    return _nn_conv.conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    'See ``torch.nn.functional.conv_transpose3d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conv_transpose3d', 'input', input)
    return _nn_conv.conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    'See ``torch.nn.functional.unfold``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unfold', 'input', input)
    return _nn_conv.unfold(input, kernel_size, dilation, padding, stride)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    'See ``torch.nn.functional.fold``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('fold', 'input', input)
    return _nn_conv.fold(input, output_size, kernel_size, dilation, padding, stride)


def pad(input, pad, mode="constant", value=None):
    'See ``torch.nn.functional.pad``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('pad', 'input', input)
    return _nn_conv.pad(input, pad, mode, value)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    'See ``torch.nn.functional.max_pool1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_pool1d', 'input', input)
    return _nn_pool.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    'See ``torch.nn.functional.max_pool2d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_pool2d', 'input', input)
    return _nn_pool.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    'See ``torch.nn.functional.max_pool3d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_pool3d', 'input', input)
    return _nn_pool.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    'See ``torch.nn.functional.max_unpool1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_unpool1d', 'input', input)
    return _nn_pool.max_unpool1d(input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    'See ``torch.nn.functional.max_unpool2d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_unpool2d', 'input', input)
    return _nn_pool.max_unpool2d(input, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    'See ``torch.nn.functional.max_unpool3d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max_unpool3d', 'input', input)
    return _nn_pool.max_unpool3d(input, indices, kernel_size, stride, padding, output_size)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    'See ``torch.nn.functional.avg_pool1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('avg_pool1d', 'input', input)
    return _nn_pool.avg_pool1d(input, kernel_size, stride, padding, ceil_mode, count_include_pad)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    'See ``torch.nn.functional.avg_pool2d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('avg_pool2d', 'input', input)
    return _nn_pool.avg_pool2d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    'See ``torch.nn.functional.avg_pool3d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('avg_pool3d', 'input', input)
    return _nn_pool.avg_pool3d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0):
    'See ``torch.nn.functional.local_response_norm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('local_response_norm', 'input', input)
    return _nn_pool.local_response_norm(input, size, alpha, beta, k)


def adaptive_avg_pool1d(input, output_size):
    'See ``torch.nn.functional.adaptive_avg_pool1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_avg_pool1d', 'input', input)
    return _nn_pool.adaptive_avg_pool1d(input, output_size)


def adaptive_avg_pool2d(input, output_size):
    'See ``torch.nn.functional.adaptive_avg_pool2d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_avg_pool2d', 'input', input)
    return _nn_pool.adaptive_avg_pool2d(input, output_size)


def adaptive_avg_pool3d(input, output_size):
    'See ``torch.nn.functional.adaptive_avg_pool3d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_avg_pool3d', 'input', input)
    return _nn_pool.adaptive_avg_pool3d(input, output_size)


def adaptive_max_pool1d(input, output_size, return_indices=False):
    'See ``torch.nn.functional.adaptive_max_pool1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_max_pool1d', 'input', input)
    return _nn_pool.adaptive_max_pool1d(input, output_size, return_indices)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    'See ``torch.nn.functional.adaptive_max_pool2d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_max_pool2d', 'input', input)
    return _nn_pool.adaptive_max_pool2d(input, output_size, return_indices)


def adaptive_max_pool3d(input, output_size, return_indices=False):
    'See ``torch.nn.functional.adaptive_max_pool3d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_max_pool3d', 'input', input)
    return _nn_pool.adaptive_max_pool3d(input, output_size, return_indices)


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
    'See ``torch.nn.functional.interpolate``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('interpolate', 'input', input)
    return _nn_pool.interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)


def pixel_shuffle(input, upscale_factor):
    'See ``torch.nn.functional.pixel_shuffle``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('pixel_shuffle', 'input', input)
    return _nn_pool.pixel_shuffle(input, upscale_factor)


def pixel_unshuffle(input, downscale_factor):
    'See ``torch.nn.functional.pixel_unshuffle``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('pixel_unshuffle', 'input', input)
    return _nn_pool.pixel_unshuffle(input, downscale_factor)


def channel_shuffle(input, groups):
    'See ``torch.nn.functional.channel_shuffle``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('channel_shuffle', 'input', input)
    return _nn_pool.channel_shuffle(input, groups)


__all__ = ['adaptive_avg_pool1d', 'adaptive_avg_pool2d', 'adaptive_avg_pool3d', 'adaptive_max_pool1d', 'adaptive_max_pool2d', 'adaptive_max_pool3d', 'alpha_dropout', 'avg_pool1d', 'avg_pool2d', 'avg_pool3d', 'batch_norm', 'bilinear', 'binary_cross_entropy', 'binary_cross_entropy_with_logits', 'celu', 'channel_shuffle', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'cosine_embedding_loss', 'cosine_similarity', 'cross_entropy', 'dropout', 'dropout1d', 'dropout2d', 'dropout3d', 'elu', 'embedding', 'feature_alpha_dropout', 'fold', 'gaussian_nll_loss', 'gelu', 'glu', 'group_norm', 'hardshrink', 'hardsigmoid', 'hardswish', 'hardtanh', 'hinge_embedding_loss', 'huber_loss', 'instance_norm', 'interpolate', 'kl_div', 'l1_loss', 'layer_norm', 'leaky_relu', 'linear', 'local_response_norm', 'log_softmax', 'logsigmoid', 'margin_ranking_loss', 'max_pool1d', 'max_pool2d', 'max_pool3d', 'max_unpool1d', 'max_unpool2d', 'max_unpool3d', 'mish', 'mse_loss', 'multi_margin_loss', 'multilabel_soft_margin_loss', 'nll_loss', 'normalize', 'one_hot', 'pad', 'pairwise_distance', 'pixel_shuffle', 'pixel_unshuffle', 'poisson_nll_loss', 'prelu', 'relu', 'relu6', 'rms_norm', 'rrelu', 'scaled_dot_product_attention', 'selu', 'sigmoid', 'silu', 'smooth_l1_loss', 'soft_margin_loss', 'softmax', 'softmin', 'softplus', 'softshrink', 'softsign', 'tanh', 'tanhshrink', 'threshold', 'triplet_margin_loss', 'triplet_margin_with_distance_loss', 'unfold']
