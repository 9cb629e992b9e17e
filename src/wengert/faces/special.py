"""Public functions of ``wengert.special``. Written by tools/generate.py: do not edit."""

from ..ops import elementary as _elementary, nn_activation as _nn_activation, norm as _norm, pointwise as _pointwise, special as _special
from .. import dispatch as _dispatch
from ..arguments import either as _either
from ..errors import missing_arguments as _missing, not_an_array as _not_an_array
from ..inplace import store as _store
from ..op import OPERANDS as _OPERANDS


def round(input, *, decimals=0, out=None):
    """round(input, *, decimals=0, out=None) -> Tensor

    The nearest integer, of two the even one. The gradient is 0.

    Works on each element. Differentiable in ``input``. Also ``wengert.round`` and ``Tensor.round``. In place:
    ``Tensor.round_``.

    Args:
        input (Tensor): the tensor, of any shape
        decimals (int): to how many decimals; negative ones round before the point
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.round(wengert.tensor([0.5, 1.5]))
    tensor([0., 2.])
    >>> wengert.round(wengert.tensor([3.14159]), decimals=2)
    tensor([3.1400])
    """
    if _dispatch.on and (_found := _dispatch.find(input, decimals, out)):
        return _dispatch.published(_found, round, locals())
    try:
        if out is not None:
            return _pointwise.round.into(out, (input,), {"decimals": decimals})
        return _pointwise.round.apply((input,), {"decimals": decimals})
    except Exception as e:
        return _dispatch.after(e, round, locals(), {'input': 'Tensor', 'decimals': 'int', 'out': 'Tensor | None'})


def exp2(input, *, out=None):
    """exp2(input, *, out=None) -> Tensor

    Two to the power of each element.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.exp2`` and ``Tensor.exp2``. In place: ``Tensor.exp2_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.exp2(wengert.tensor([3.0, -1.0]))
    tensor([8.0000, 0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, exp2, locals())
    try:
        if out is not None:
            return _elementary.exp2.into(out, (input,), None)
        return _elementary.exp2.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, exp2, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def expm1(input, *, out=None):
    """expm1(input, *, out=None) -> Tensor

    ``exp(input) - 1``, exact for small numbers too.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.expm1`` and ``Tensor.expm1``. In place: ``Tensor.expm1_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.expm1(wengert.tensor([0.0, 1e-8]))
    tensor([0.0000e+00, 1.0000e-08])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, expm1, locals())
    try:
        if out is not None:
            return _elementary.expm1.into(out, (input,), None)
        return _elementary.expm1.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, expm1, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def log1p(input, *, out=None):
    """log1p(input, *, out=None) -> Tensor

    ``log(1 + input)``, exact for small numbers too.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.log1p`` and ``Tensor.log1p``. In place: ``Tensor.log1p_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.log1p(wengert.tensor([0.0, 1e-8]))
    tensor([0.0000e+00, 1.0000e-08])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, log1p, locals())
    try:
        if out is not None:
            return _elementary.log1p.into(out, (input,), None)
        return _elementary.log1p.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, log1p, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def xlogy(input, other, *, out=None):
    """xlogy(input, other, *, out=None) -> Tensor

    ``input * log(other)``, which is 0 where ``input`` is 0, even if the logarithm is infinite.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``wengert.xlogy`` and ``Tensor.xlogy``. In place:
    ``Tensor.xlogy_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.xlogy(wengert.tensor([0.0, 2.0]), wengert.tensor([0.0, 1.0]))
    tensor([0., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, xlogy, locals())
    try:
        if out is not None:
            return _elementary.xlogy.into(out, (input, other,), None)
        return _elementary.xlogy.apply((input, other,), None)
    except Exception as e:
        return _dispatch.after(e, xlogy, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def expit(input, *, out=None):
    """expit(input, *, out=None) -> Tensor

    The logistic function ``1 / (1 + exp(-input))``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.sigmoid``, ``wengert.nn.functional.sigmoid`` and ``Tensor.sigmoid``. In place:
    ``Tensor.sigmoid_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sigmoid(wengert.tensor([0.0, 2.0]))
    tensor([0.5000, 0.8808])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, expit, locals())
    try:
        if out is not None:
            return _elementary.sigmoid.into(out, (input,), None)
        return _elementary.sigmoid.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, expit, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def logit(input, eps=None, *, out=None):
    """logit(input, eps=None, *, out=None) -> Tensor

    The inverse of the sigmoid, ``log(input / (1 - input))``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.logit`` and ``Tensor.logit``. In place: ``Tensor.logit_``.

    Args:
        input (Tensor): the tensor, of any shape
        eps (float | None): if given, ``input`` is first limited to between ``eps`` and ``1 - eps``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.logit(wengert.tensor([0.5, 0.9]))
    tensor([0.0000, 2.1972])
    """
    if _dispatch.on and (_found := _dispatch.find(input, eps, out)):
        return _dispatch.published(_found, logit, locals())
    try:
        if out is not None:
            return _elementary.logit.into(out, (input,), {"eps": eps})
        return _elementary.logit.apply((input,), {"eps": eps})
    except Exception as e:
        return _dispatch.after(e, logit, locals(), {'input': 'Tensor', 'eps': 'float | None', 'out': 'Tensor | None'})


def sinc(input, *, out=None):
    """sinc(input, *, out=None) -> Tensor

    ``sin(pi * input) / (pi * input)``, which is 1 at 0.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.sinc`` and ``Tensor.sinc``. In place: ``Tensor.sinc_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sinc(wengert.tensor([0.0, 0.5]))
    tensor([1.0000, 0.6366])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, sinc, locals())
    try:
        if out is not None:
            return _elementary.sinc.into(out, (input,), None)
        return _elementary.sinc.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, sinc, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def erf(input, *, out=None):
    """erf(input, *, out=None) -> Tensor

    The error function, 2 / sqrt(pi) times the integral of exp(-t²) from 0 to ``input``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.erf`` and ``Tensor.erf``. In place: ``Tensor.erf_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.erf(wengert.tensor([-1.0, 0.0, 1.0]))
    tensor([-0.8427,  0.0000,  0.8427])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, erf, locals())
    try:
        if out is not None:
            return _special.erf.into(out, (input,), None)
        return _special.erf.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, erf, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def erfc(input, *, out=None):
    """erfc(input, *, out=None) -> Tensor

    One less the error function, exact where that is small.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.erfc`` and ``Tensor.erfc``. In place: ``Tensor.erfc_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.erfc(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 0.1573])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, erfc, locals())
    try:
        if out is not None:
            return _special.erfc.into(out, (input,), None)
        return _special.erfc.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, erfc, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def ndtr(input, *, out=None):
    """ndtr(input, *, out=None) -> Tensor

    The area under the standard normal density below ``input``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.ndtr(wengert.tensor([-1.0, 0.0, 1.0]))
    tensor([0.1587, 0.5000, 0.8413])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, ndtr, locals())
    try:
        if out is not None:
            return _special.ndtr.into(out, (input,), None)
        return _special.ndtr.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, ndtr, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def xlog1py(input, other, *, out=None):
    """xlog1py(input, other, *, out=None) -> Tensor

    ``input * log(1 + other)``, which is 0 where ``input`` is 0, even if the logarithm is infinite.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.xlog1py(wengert.tensor([0.0, 2.0]), wengert.tensor([-1.0, 1.0]))
    tensor([0.0000, 1.3863])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, xlog1py, locals())
    try:
        if out is not None:
            return _special.xlog1py.into(out, (input, other,), None)
        return _special.xlog1py.apply((input, other,), None)
    except Exception as e:
        return _dispatch.after(e, xlog1py, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def entr(input, *, out=None):
    """entr(input, *, out=None) -> Tensor

    The entropy ``-input * log(input)``: 0 at 0, and minus infinity below.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.entr(wengert.tensor([0.0, 0.5, -1.0]))
    tensor([0.0000, 0.3466,   -inf])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, entr, locals())
    try:
        if out is not None:
            return _special.entr.into(out, (input,), None)
        return _special.entr.apply((input,), None)
    except Exception as e:
        return _dispatch.after(e, entr, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def logsumexp(input, dim=..., keepdim=False, *, out=None, axis=None, keepdims=None):
    """logsumexp(input, dim, keepdim=False, *, out=None, keepdims=None) -> Tensor
    logsumexp(input, *, axis, keepdim=False, out=None, keepdims=None) -> Tensor

    ``log(sum(exp(input)))`` over the axes ``dim``, without overflow.

    Also ``wengert.logsumexp`` and ``Tensor.logsumexp``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int]): the dimensions to go over
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.logsumexp(wengert.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, logsumexp, locals())
    if axis is not None:
        dim = _either("logsumexp", "axis", axis, "dim", dim, ...)
        axis = None
    if keepdims is not None:
        keepdim = _either("logsumexp", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    if dim is ...:
        raise _missing("logsumexp", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('logsumexp', 'input', input)
        if out is not None:
            return _store('logsumexp', out, _norm.logsumexp(input, dim, keepdim))
        return _norm.logsumexp(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, logsumexp, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int]', 'keepdim': 'bool', 'out': 'Tensor | None'})


def softmax(input, dim=..., dtype=None, *, out=None, axis=None):
    """softmax(input, dim, dtype=None, *, out=None) -> Tensor
    softmax(input, *, axis, dtype=None, out=None) -> Tensor

    ``exp(input)`` divided by its sum along ``dim``, without overflow.

    Also ``wengert.softmax`` and ``Tensor.softmax``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.softmax(wengert.tensor([0.0, 1.0, 1000.0]), 0)
    tensor([0., 0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, out, axis)):
        return _dispatch.published(_found, softmax, locals())
    if axis is not None:
        dim = _either("softmax", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("softmax", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('softmax', 'input', input)
        if out is not None:
            return _store('softmax', out, _nn_activation.softmax(input, dim, dtype))
        return _nn_activation.softmax(input, dim, dtype)
    except Exception as e:
        return _dispatch.after(e, softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def log_softmax(input, dim=..., dtype=None, *, out=None, axis=None):
    """log_softmax(input, dim, dtype=None, *, out=None) -> Tensor
    log_softmax(input, *, axis, dtype=None, out=None) -> Tensor

    The logarithm of :func:`softmax` along ``dim``, without overflow.

    Also ``wengert.log_softmax`` and ``Tensor.log_softmax``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.log_softmax(wengert.tensor([0.0, 0.0]), 0)
    tensor([-0.6931, -0.6931])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, out, axis)):
        return _dispatch.published(_found, log_softmax, locals())
    if axis is not None:
        dim = _either("log_softmax", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("log_softmax", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('log_softmax', 'input', input)
        if out is not None:
            return _store('log_softmax', out, _nn_activation.log_softmax(input, dim, dtype))
        return _nn_activation.log_softmax(input, dim, dtype)
    except Exception as e:
        return _dispatch.after(e, log_softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


__all__ = ['entr', 'erf', 'erfc', 'exp2', 'expit', 'expm1', 'log1p', 'log_softmax', 'logit', 'logsumexp', 'ndtr', 'round', 'sinc', 'softmax', 'xlog1py', 'xlogy']
