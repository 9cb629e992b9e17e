"""Public functions of ``wengert.special``. Written by tools/generate.py: do not edit."""

# mypy: ignore-errors

from ..ops import nn_activation as _nn_activation, pointwise as _pointwise, reduce as _reduce
from ..errors import not_an_array as _not_an_array
from ..op import OPERANDS as _OPERANDS
from ..inplace import store as _store


def exp2(input, *, out=None):
    'See ``torch.exp2``.'
    if out is not None:
        return _pointwise.exp2.into(out, (input,), None)
    return _pointwise.exp2.apply((input,), None)


def expm1(input, *, out=None):
    'See ``torch.expm1``.'
    if out is not None:
        return _pointwise.expm1.into(out, (input,), None)
    return _pointwise.expm1.apply((input,), None)


def log1p(input, *, out=None):
    'See ``torch.log1p``.'
    if out is not None:
        return _pointwise.log1p.into(out, (input,), None)
    return _pointwise.log1p.apply((input,), None)


def xlogy(input, other, *, out=None):
    'See ``torch.xlogy``.'
    if out is not None:
        return _pointwise.xlogy.into(out, (input, other,), None)
    return _pointwise.xlogy.apply((input, other,), None)


def expit(input, *, out=None):
    'See ``torch.sigmoid``.'
    if out is not None:
        return _pointwise.sigmoid.into(out, (input,), None)
    return _pointwise.sigmoid.apply((input,), None)


def logit(input, eps=None, *, out=None):
    'See ``torch.logit``.'
    if out is not None:
        return _pointwise.logit.into(out, (input,), {"eps": eps})
    return _pointwise.logit.apply((input,), {"eps": eps})


def sinc(input, *, out=None):
    'See ``torch.sinc``.'
    if out is not None:
        return _pointwise.sinc.into(out, (input,), None)
    return _pointwise.sinc.apply((input,), None)


def round(input, *, decimals=0, out=None):
    'See ``torch.round``.'
    if out is not None:
        return _pointwise.round.into(out, (input,), {"decimals": decimals})
    return _pointwise.round.apply((input,), {"decimals": decimals})


def logsumexp(input, dim, keepdim=False, *, out=None):
    '``log(sum(exp(input)))`` over the axes ``dim``, without overflow.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('logsumexp', 'input', input)
    if out is not None:
        return _store('logsumexp', out, _reduce.logsumexp(input, dim, keepdim))
    return _reduce.logsumexp(input, dim, keepdim)


def softmax(input, dim, dtype=None, *, out=None):
    'See ``torch.softmax``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('softmax', 'input', input)
    if out is not None:
        return _store('softmax', out, _nn_activation.softmax(input, dim, dtype))
    return _nn_activation.softmax(input, dim, dtype)


def log_softmax(input, dim, dtype=None, *, out=None):
    'See ``torch.log_softmax``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('log_softmax', 'input', input)
    if out is not None:
        return _store('log_softmax', out, _nn_activation.log_softmax(input, dim, dtype))
    return _nn_activation.log_softmax(input, dim, dtype)


__all__ = ['exp2', 'expit', 'expm1', 'log1p', 'log_softmax', 'logit', 'logsumexp', 'round', 'sinc', 'softmax', 'xlogy']
