"""Public functions of ``wengert.special``. Written by tools/generate.py: do not edit."""

from ..ops import nn_activation as _nn_activation, pointwise as _pointwise, reduce as _reduce
from ..errors import not_an_array as _not_an_array
from ..op import OPERANDS as _OPERANDS
from ..inplace import store as _store


def exp2(input, *, out=None):
    """exp2(input, *, out=None) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.exp2`` and ``Tensor.exp2``. In place: ``Tensor.exp2_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.exp2.into(out, (input,), None)
    return _pointwise.exp2.apply((input,), None)


def expm1(input, *, out=None):
    """expm1(input, *, out=None) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.expm1`` and ``Tensor.expm1``. In place: ``Tensor.expm1_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.expm1.into(out, (input,), None)
    return _pointwise.expm1.apply((input,), None)


def log1p(input, *, out=None):
    """log1p(input, *, out=None) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.log1p`` and ``Tensor.log1p``. In place: ``Tensor.log1p_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.log1p.into(out, (input,), None)
    return _pointwise.log1p.apply((input,), None)


def xlogy(input, other, *, out=None):
    """xlogy(input, other, *, out=None) -> Tensor

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``wengert.xlogy`` and ``Tensor.xlogy``. In place:
    ``Tensor.xlogy_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.xlogy.into(out, (input, other,), None)
    return _pointwise.xlogy.apply((input, other,), None)


def expit(input, *, out=None):
    """expit(input, *, out=None) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.sigmoid``, ``wengert.nn.functional.sigmoid`` and ``Tensor.sigmoid``. In place:
    ``Tensor.sigmoid_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.sigmoid.into(out, (input,), None)
    return _pointwise.sigmoid.apply((input,), None)


def logit(input, eps=None, *, out=None):
    """logit(input, eps=None, *, out=None) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.logit`` and ``Tensor.logit``. In place: ``Tensor.logit_``.

    Args:
        input (Tensor): the tensor, of any shape
        eps (float | None): a small number that keeps the result finite
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.logit.into(out, (input,), {"eps": eps})
    return _pointwise.logit.apply((input,), {"eps": eps})


def sinc(input, *, out=None):
    """sinc(input, *, out=None) -> Tensor

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.sinc`` and ``Tensor.sinc``. In place: ``Tensor.sinc_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.sinc.into(out, (input,), None)
    return _pointwise.sinc.apply((input,), None)


def round(input, *, decimals=0, out=None):
    """round(input, *, decimals=0, out=None) -> Tensor

    Works on each element. Differentiable in ``input``. Also ``wengert.round`` and ``Tensor.round``. In place:
    ``Tensor.round_``.

    Args:
        input (Tensor): the tensor, of any shape
        decimals (int): to how many decimals; negative ones round before the point
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _pointwise.round.into(out, (input,), {"decimals": decimals})
    return _pointwise.round.apply((input,), {"decimals": decimals})


def logsumexp(input, dim, keepdim=False, *, out=None):
    """logsumexp(input, dim, keepdim=False, *, out=None) -> Tensor

    ``log(sum(exp(input)))`` over the axes ``dim``, without overflow.

    Also ``wengert.logsumexp`` and ``Tensor.logsumexp``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int]): the dimension to work along; negative ones count from the last
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('logsumexp', 'input', input)
    if out is not None:
        return _store('logsumexp', out, _reduce.logsumexp(input, dim, keepdim))
    return _reduce.logsumexp(input, dim, keepdim)


def softmax(input, dim, dtype=None, *, out=None):
    """softmax(input, dim, dtype=None, *, out=None) -> Tensor

    Also ``wengert.softmax`` and ``Tensor.softmax``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('softmax', 'input', input)
    if out is not None:
        return _store('softmax', out, _nn_activation.softmax(input, dim, dtype))
    return _nn_activation.softmax(input, dim, dtype)


def log_softmax(input, dim, dtype=None, *, out=None):
    """log_softmax(input, dim, dtype=None, *, out=None) -> Tensor

    Also ``wengert.log_softmax`` and ``Tensor.log_softmax``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('log_softmax', 'input', input)
    if out is not None:
        return _store('log_softmax', out, _nn_activation.log_softmax(input, dim, dtype))
    return _nn_activation.log_softmax(input, dim, dtype)


__all__ = ['exp2', 'expit', 'expm1', 'log1p', 'log_softmax', 'logit', 'logsumexp', 'round', 'sinc', 'softmax', 'xlogy']
