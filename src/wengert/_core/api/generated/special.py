"""Public functions of ``wengert.special``. Written by tools/generate.py: do not edit."""

from ...ops.elementwise import bessel as _bessel, elementary as _elementary, gamma as _gamma, pointwise as _pointwise, polynomials as _polynomials, special as _special
from ...ops.nn import activation as _activation
from ...ops.reduce import norm as _norm
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch
from ...dispatch.arguments import either as _either
from ...errors.calls_errors import missing_arguments as _missing, not_an_array as _not_an_array
from ...dispatch.inplace import store as _store
from ...dispatch.op import OPERANDS as _OPERANDS


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
        return _pointwise.round.on(input, None, {"decimals": decimals})
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
        return _elementary.exp2.on(input)
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
        return _elementary.expm1.on(input)
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
        return _elementary.log1p.on(input)
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
        return _elementary.xlogy.on(input, other)
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
        return _elementary.sigmoid.on(input)
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
        return _elementary.logit.on(input, None, {"eps": eps})
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
        return _elementary.sinc.on(input)
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
        return _special.erf.on(input)
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
        return _special.erfc.on(input)
    except Exception as e:
        return _dispatch.after(e, erfc, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def erfinv(input, *, out=None):
    """erfinv(input, *, out=None) -> Tensor

    The inverse of the error function: infinite at -1 and 1, NaN beyond.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.erfinv`` and ``Tensor.erfinv``. In place: ``Tensor.erfinv_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.erfinv(wengert.tensor([0.0, 0.5, 1.0]))
    tensor([0.0000, 0.4769,    inf])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, erfinv, locals())
    try:
        if out is not None:
            return _special.erfinv.into(out, (input,), None)
        return _special.erfinv.on(input)
    except Exception as e:
        return _dispatch.after(e, erfinv, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def erfcx(input, *, out=None):
    """erfcx(input, *, out=None) -> Tensor

    The scaled complementary error function, ``exp(input**2) * erfc(input)``, without overflow or underflow.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.erfcx(wengert.tensor([0.0, 1.0, 100.0]))
    tensor([1.0000, 0.4276, 0.0056])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, erfcx, locals())
    try:
        if out is not None:
            return _special.erfcx.into(out, (input,), None)
        return _special.erfcx.on(input)
    except Exception as e:
        return _dispatch.after(e, erfcx, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


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
        return _special.ndtr.on(input)
    except Exception as e:
        return _dispatch.after(e, ndtr, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def log_ndtr(input, *, out=None):
    """log_ndtr(input, *, out=None) -> Tensor

    The logarithm of the area under the standard normal density below ``input``, exact in the tails.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.log_ndtr(wengert.tensor([-20.0, 0.0]))
    tensor([-203.9172,   -0.6931])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, log_ndtr, locals())
    try:
        if out is not None:
            return _special.log_ndtr.into(out, (input,), None)
        return _special.log_ndtr.on(input)
    except Exception as e:
        return _dispatch.after(e, log_ndtr, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def ndtri(input, *, out=None):
    """ndtri(input, *, out=None) -> Tensor

    The inverse of :func:`wengert.special.ndtr`: below which number the area under the normal density is
    ``input``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.ndtri(wengert.tensor([0.5, 0.975]))
    tensor([0.0000, 1.9600])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, ndtri, locals())
    try:
        if out is not None:
            return _special.ndtri.into(out, (input,), None)
        return _special.ndtri.on(input)
    except Exception as e:
        return _dispatch.after(e, ndtri, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


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
        return _special.xlog1py.on(input, other)
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
        return _special.entr.on(input)
    except Exception as e:
        return _dispatch.after(e, entr, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def gammaln(input, *, out=None):
    """gammaln(input, *, out=None) -> Tensor

    The logarithm of the absolute value of the gamma function; infinite at 0, -1, -2 and so on.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.lgamma`` and ``Tensor.lgamma``. In place: ``Tensor.lgamma_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.lgamma(wengert.tensor([1.0, 5.0]))
    tensor([0.0000, 3.1781])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, gammaln, locals())
    try:
        if out is not None:
            return _gamma.lgamma.into(out, (input,), None)
        return _gamma.lgamma.on(input)
    except Exception as e:
        return _dispatch.after(e, gammaln, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def digamma(input, *, out=None):
    """digamma(input, *, out=None) -> Tensor

    The derivative of the logarithm of the gamma function.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.digamma``, ``wengert.special.psi`` and ``Tensor.digamma``. In place: ``Tensor.digamma_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.digamma(wengert.tensor([1.0, 0.5]))
    tensor([-0.5772, -1.9635])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, digamma, locals())
    try:
        if out is not None:
            return _gamma.digamma.into(out, (input,), None)
        return _gamma.digamma.on(input)
    except Exception as e:
        return _dispatch.after(e, digamma, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def psi(input, *, out=None):
    """psi(input, *, out=None) -> Tensor

    The derivative of the logarithm of the gamma function.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.digamma``, ``wengert.special.digamma`` and ``Tensor.digamma``. In place: ``Tensor.digamma_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.digamma(wengert.tensor([1.0, 0.5]))
    tensor([-0.5772, -1.9635])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, psi, locals())
    try:
        if out is not None:
            return _gamma.digamma.into(out, (input,), None)
        return _gamma.digamma.on(input)
    except Exception as e:
        return _dispatch.after(e, psi, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def polygamma(n, input, *, out=None):
    """polygamma(n, input, *, out=None) -> Tensor

    The ``n``-th derivative of the digamma function; for ``n`` = 0 that function itself.

    Also ``wengert.polygamma``.

    Args:
        n (int): the order of the derivative, not negative
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.polygamma(1, wengert.tensor([1.0, 0.5]))
    tensor([1.6449, 4.9348])
    """
    if _dispatch.on and (_found := _dispatch.find(n, input, out)):
        return _dispatch.published(_found, polygamma, locals())
    try:
        if out is not None:
            return _store('polygamma', out, (_gamma.polygamma if _attached else _gamma.polygamma.__wrapped__)(n, input))
        return (_gamma.polygamma if _attached else _gamma.polygamma.__wrapped__)(n, input)
    except Exception as e:
        return _dispatch.after(e, polygamma, locals(), {'n': 'int', 'input': 'Tensor', 'out': 'Tensor | None'})


def multigammaln(input, p, *, out=None):
    """multigammaln(input, p, *, out=None) -> Tensor

    The logarithm of the multivariate gamma function of dimension ``p``.

    It is that of ``input``, ``input - 1/2``, … summed, plus ``p * (p - 1) / 4 * log(pi)``.

    Also ``wengert.mvlgamma`` and ``Tensor.mvlgamma``. In place: ``Tensor.mvlgamma_``.

    Args:
        input (Tensor): the tensor, of any shape
        p (int): the dimension, at least 1
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.mvlgamma(wengert.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, out)):
        return _dispatch.published(_found, multigammaln, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('multigammaln', 'input', input)
        if out is not None:
            return _store('mvlgamma', out, (_gamma.mvlgamma if _attached else _gamma.mvlgamma.__wrapped__)(input, p))
        return (_gamma.mvlgamma if _attached else _gamma.mvlgamma.__wrapped__)(input, p)
    except Exception as e:
        return _dispatch.after(e, multigammaln, locals(), {'input': 'Tensor', 'p': 'int', 'out': 'Tensor | None'})


def zeta(input, other, *, out=None):
    """zeta(input, other, *, out=None) -> Tensor

    The Hurwitz zeta function, the sum of ``(other + k) ** -input`` over all integers k from 0 on.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``.

    Args:
        input (Tensor | Number): the exponent, more than 1: a tensor or a number
        other (Tensor | Number): where the sum begins: a tensor or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.zeta(wengert.tensor([2.0]), 1.0)
    tensor([1.6449])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, zeta, locals())
    try:
        if out is not None:
            return _gamma.zeta.into(out, (input, other,), None)
        return _gamma.zeta.on(input, other)
    except Exception as e:
        return _dispatch.after(e, zeta, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def gammainc(input, other, *, out=None):
    """gammainc(input, other, *, out=None) -> Tensor

    The regularised lower incomplete gamma function: which part of the gamma integral lies below ``other``.

    Differentiable in both, to every order.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``wengert.igamma`` and ``Tensor.igamma``. In place:
    ``Tensor.igamma_``.

    Args:
        input (Tensor): the shape, not negative
        other (Tensor | Number): where the integral ends, not negative
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.igamma(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor([0.6321, 0.2642])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, gammainc, locals())
    try:
        if out is not None:
            return _gamma.igamma.into(out, (input, other,), None)
        return _gamma.igamma.on(input, other)
    except Exception as e:
        return _dispatch.after(e, gammainc, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def gammaincc(input, other, *, out=None):
    """gammaincc(input, other, *, out=None) -> Tensor

    The regularised upper incomplete gamma function: which part of the gamma integral lies above ``other``.

    Differentiable in both, to every order.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``wengert.igammac`` and ``Tensor.igammac``. In place:
    ``Tensor.igammac_``.

    Args:
        input (Tensor): the shape, not negative
        other (Tensor | Number): where the integral begins, not negative
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.igammac(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor([0.3679, 0.7358])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, gammaincc, locals())
    try:
        if out is not None:
            return _gamma.igammac.into(out, (input, other,), None)
        return _gamma.igammac.on(input, other)
    except Exception as e:
        return _dispatch.after(e, gammaincc, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def i0(input, *, out=None):
    """i0(input, *, out=None) -> Tensor

    The modified Bessel function of the first kind and order 0.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.i0`` and ``Tensor.i0``. In place: ``Tensor.i0_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.i0(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, i0, locals())
    try:
        if out is not None:
            return _bessel.i0.into(out, (input,), None)
        return _bessel.i0.on(input)
    except Exception as e:
        return _dispatch.after(e, i0, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def i1(input, *, out=None):
    """i1(input, *, out=None) -> Tensor

    The modified Bessel function of the first kind and order 1.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.i1(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.5652])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, i1, locals())
    try:
        if out is not None:
            return _bessel.i1.into(out, (input,), None)
        return _bessel.i1.on(input)
    except Exception as e:
        return _dispatch.after(e, i1, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def i0e(input, *, out=None):
    """i0e(input, *, out=None) -> Tensor

    The modified Bessel function of the first kind and order 0, times ``exp(-abs(input))``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.i0e(wengert.tensor([0.0, 1.0, 1000.0]))
    tensor([1.0000, 0.4658, 0.0126])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, i0e, locals())
    try:
        if out is not None:
            return _bessel.i0e.into(out, (input,), None)
        return _bessel.i0e.on(input)
    except Exception as e:
        return _dispatch.after(e, i0e, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def i1e(input, *, out=None):
    """i1e(input, *, out=None) -> Tensor

    The modified Bessel function of the first kind and order 1, times ``exp(-abs(input))``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.i1e(wengert.tensor([0.0, 1.0, 1000.0]))
    tensor([0.0000, 0.2079, 0.0126])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, i1e, locals())
    try:
        if out is not None:
            return _bessel.i1e.into(out, (input,), None)
        return _bessel.i1e.on(input)
    except Exception as e:
        return _dispatch.after(e, i1e, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def modified_bessel_i0(input, *, out=None):
    """modified_bessel_i0(input, *, out=None) -> Tensor

    The modified Bessel function of the first kind and order 0, as :func:`wengert.special.i0`.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.modified_bessel_i0(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, modified_bessel_i0, locals())
    try:
        if out is not None:
            return _bessel.modified_bessel_i0.into(out, (input,), None)
        return _bessel.modified_bessel_i0.on(input)
    except Exception as e:
        return _dispatch.after(e, modified_bessel_i0, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def modified_bessel_i1(input, *, out=None):
    """modified_bessel_i1(input, *, out=None) -> Tensor

    The modified Bessel function of the first kind and order 1, as :func:`wengert.special.i1`.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.modified_bessel_i1(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.5652])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, modified_bessel_i1, locals())
    try:
        if out is not None:
            return _bessel.modified_bessel_i1.into(out, (input,), None)
        return _bessel.modified_bessel_i1.on(input)
    except Exception as e:
        return _dispatch.after(e, modified_bessel_i1, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def modified_bessel_k0(input, *, out=None):
    """modified_bessel_k0(input, *, out=None) -> Tensor

    The modified Bessel function of the second kind and order 0: infinite at 0, NaN below.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.modified_bessel_k0(wengert.tensor([0.0, 1.0]))
    tensor([   inf, 0.4210])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, modified_bessel_k0, locals())
    try:
        if out is not None:
            return _bessel.modified_bessel_k0.into(out, (input,), None)
        return _bessel.modified_bessel_k0.on(input)
    except Exception as e:
        return _dispatch.after(e, modified_bessel_k0, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def modified_bessel_k1(input, *, out=None):
    """modified_bessel_k1(input, *, out=None) -> Tensor

    The modified Bessel function of the second kind and order 1: infinite at 0, NaN below.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.modified_bessel_k1(wengert.tensor([0.0, 1.0]))
    tensor([   inf, 0.6019])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, modified_bessel_k1, locals())
    try:
        if out is not None:
            return _bessel.modified_bessel_k1.into(out, (input,), None)
        return _bessel.modified_bessel_k1.on(input)
    except Exception as e:
        return _dispatch.after(e, modified_bessel_k1, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def scaled_modified_bessel_k0(x, *, out=None):
    """scaled_modified_bessel_k0(x, *, out=None) -> Tensor

    The modified Bessel function of the second kind and order 0, times ``exp(x)``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``x``.

    Args:
        x (Tensor): the tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.scaled_modified_bessel_k0(wengert.tensor([1.0, 1000.0]))
    tensor([1.1445, 0.0396])
    """
    if _dispatch.on and (_found := _dispatch.find(x, out)):
        return _dispatch.published(_found, scaled_modified_bessel_k0, locals())
    try:
        if out is not None:
            return _bessel.scaled_modified_bessel_k0.into(out, (x,), None)
        return _bessel.scaled_modified_bessel_k0.on(x)
    except Exception as e:
        return _dispatch.after(e, scaled_modified_bessel_k0, locals(), {'x': 'Tensor', 'out': 'Tensor | None'})


def scaled_modified_bessel_k1(x, *, out=None):
    """scaled_modified_bessel_k1(x, *, out=None) -> Tensor

    The modified Bessel function of the second kind and order 1, times ``exp(x)``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``x``.

    Args:
        x (Tensor): the tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.scaled_modified_bessel_k1(wengert.tensor([1.0, 1000.0]))
    tensor([1.6362, 0.0396])
    """
    if _dispatch.on and (_found := _dispatch.find(x, out)):
        return _dispatch.published(_found, scaled_modified_bessel_k1, locals())
    try:
        if out is not None:
            return _bessel.scaled_modified_bessel_k1.into(out, (x,), None)
        return _bessel.scaled_modified_bessel_k1.on(x)
    except Exception as e:
        return _dispatch.after(e, scaled_modified_bessel_k1, locals(), {'x': 'Tensor', 'out': 'Tensor | None'})


def bessel_j0(input, *, out=None):
    """bessel_j0(input, *, out=None) -> Tensor

    The Bessel function of the first kind and order 0.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.bessel_j0(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 0.7652])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, bessel_j0, locals())
    try:
        if out is not None:
            return _bessel.bessel_j0.into(out, (input,), None)
        return _bessel.bessel_j0.on(input)
    except Exception as e:
        return _dispatch.after(e, bessel_j0, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def bessel_j1(input, *, out=None):
    """bessel_j1(input, *, out=None) -> Tensor

    The Bessel function of the first kind and order 1.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.bessel_j1(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.4401])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, bessel_j1, locals())
    try:
        if out is not None:
            return _bessel.bessel_j1.into(out, (input,), None)
        return _bessel.bessel_j1.on(input)
    except Exception as e:
        return _dispatch.after(e, bessel_j1, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def bessel_y0(input, *, out=None):
    """bessel_y0(input, *, out=None) -> Tensor

    The Bessel function of the second kind and order 0: minus infinity at 0, NaN below.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.bessel_y0(wengert.tensor([0.0, 1.0]))
    tensor([  -inf, 0.0883])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, bessel_y0, locals())
    try:
        if out is not None:
            return _bessel.bessel_y0.into(out, (input,), None)
        return _bessel.bessel_y0.on(input)
    except Exception as e:
        return _dispatch.after(e, bessel_y0, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def bessel_y1(input, *, out=None):
    """bessel_y1(input, *, out=None) -> Tensor

    The Bessel function of the second kind and order 1: minus infinity at 0, NaN below.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.bessel_y1(wengert.tensor([0.0, 1.0]))
    tensor([   -inf, -0.7812])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, bessel_y1, locals())
    try:
        if out is not None:
            return _bessel.bessel_y1.into(out, (input,), None)
        return _bessel.bessel_y1.on(input)
    except Exception as e:
        return _dispatch.after(e, bessel_y1, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def spherical_bessel_j0(x, *, out=None):
    """spherical_bessel_j0(x, *, out=None) -> Tensor

    The spherical Bessel function of the first kind and order 0: ``sin(x) / x``, and 1 at 0.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``x``.

    Args:
        x (Tensor): the tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.spherical_bessel_j0(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 0.8415])
    """
    if _dispatch.on and (_found := _dispatch.find(x, out)):
        return _dispatch.published(_found, spherical_bessel_j0, locals())
    try:
        if out is not None:
            return _bessel.spherical_bessel_j0.into(out, (x,), None)
        return _bessel.spherical_bessel_j0.on(x)
    except Exception as e:
        return _dispatch.after(e, spherical_bessel_j0, locals(), {'x': 'Tensor', 'out': 'Tensor | None'})


def airy_ai(x, *, out=None):
    """airy_ai(x, *, out=None) -> Tensor

    The Airy function Ai, a solution of ``y'' = x * y`` that vanishes at infinity.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``x``.

    Args:
        x (Tensor): the tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.airy_ai(wengert.tensor([0.0, 1.0]))
    tensor([0.3550, 0.1353])
    """
    if _dispatch.on and (_found := _dispatch.find(x, out)):
        return _dispatch.published(_found, airy_ai, locals())
    try:
        if out is not None:
            return _bessel.airy_ai.into(out, (x,), None)
        return _bessel.airy_ai.on(x)
    except Exception as e:
        return _dispatch.after(e, airy_ai, locals(), {'x': 'Tensor', 'out': 'Tensor | None'})


def chebyshev_polynomial_t(x, n, *, out=None):
    """chebyshev_polynomial_t(x, n, *, out=None) -> Tensor

    The Chebyshev polynomial of degree ``n`` of the first kind, ``cos(n * acos(x))``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.chebyshev_polynomial_t(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.6875, -1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, chebyshev_polynomial_t, locals())
    try:
        if out is not None:
            return _store('chebyshev_polynomial_t', out, (_polynomials.chebyshev_polynomial_t if _attached else _polynomials.chebyshev_polynomial_t.__wrapped__)(x, n))
        return (_polynomials.chebyshev_polynomial_t if _attached else _polynomials.chebyshev_polynomial_t.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, chebyshev_polynomial_t, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def chebyshev_polynomial_u(x, n, *, out=None):
    """chebyshev_polynomial_u(x, n, *, out=None) -> Tensor

    The Chebyshev polynomial of the second kind and degree ``n``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.chebyshev_polynomial_u(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.8750, -1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, chebyshev_polynomial_u, locals())
    try:
        if out is not None:
            return _store('chebyshev_polynomial_u', out, (_polynomials.chebyshev_polynomial_u if _attached else _polynomials.chebyshev_polynomial_u.__wrapped__)(x, n))
        return (_polynomials.chebyshev_polynomial_u if _attached else _polynomials.chebyshev_polynomial_u.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, chebyshev_polynomial_u, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def chebyshev_polynomial_v(x, n, *, out=None):
    """chebyshev_polynomial_v(x, n, *, out=None) -> Tensor

    The Chebyshev polynomial of the third kind and degree ``n``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.chebyshev_polynomial_v(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.1250, -1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, chebyshev_polynomial_v, locals())
    try:
        if out is not None:
            return _store('chebyshev_polynomial_v', out, (_polynomials.chebyshev_polynomial_v if _attached else _polynomials.chebyshev_polynomial_v.__wrapped__)(x, n))
        return (_polynomials.chebyshev_polynomial_v if _attached else _polynomials.chebyshev_polynomial_v.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, chebyshev_polynomial_v, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def chebyshev_polynomial_w(x, n, *, out=None):
    """chebyshev_polynomial_w(x, n, *, out=None) -> Tensor

    The Chebyshev polynomial of the fourth kind and degree ``n``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.chebyshev_polynomial_w(wengert.tensor([0.25, 0.5]), 3)
    tensor([-1.6250, -1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, chebyshev_polynomial_w, locals())
    try:
        if out is not None:
            return _store('chebyshev_polynomial_w', out, (_polynomials.chebyshev_polynomial_w if _attached else _polynomials.chebyshev_polynomial_w.__wrapped__)(x, n))
        return (_polynomials.chebyshev_polynomial_w if _attached else _polynomials.chebyshev_polynomial_w.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, chebyshev_polynomial_w, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def shifted_chebyshev_polynomial_t(x, n, *, out=None):
    """shifted_chebyshev_polynomial_t(x, n, *, out=None) -> Tensor

    The Chebyshev polynomial of the first kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.shifted_chebyshev_polynomial_t(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, shifted_chebyshev_polynomial_t, locals())
    try:
        if out is not None:
            return _store('shifted_chebyshev_polynomial_t', out, (_polynomials.shifted_chebyshev_polynomial_t if _attached else _polynomials.shifted_chebyshev_polynomial_t.__wrapped__)(x, n))
        return (_polynomials.shifted_chebyshev_polynomial_t if _attached else _polynomials.shifted_chebyshev_polynomial_t.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, shifted_chebyshev_polynomial_t, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def shifted_chebyshev_polynomial_u(x, n, *, out=None):
    """shifted_chebyshev_polynomial_u(x, n, *, out=None) -> Tensor

    The Chebyshev polynomial of the second kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.shifted_chebyshev_polynomial_u(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, shifted_chebyshev_polynomial_u, locals())
    try:
        if out is not None:
            return _store('shifted_chebyshev_polynomial_u', out, (_polynomials.shifted_chebyshev_polynomial_u if _attached else _polynomials.shifted_chebyshev_polynomial_u.__wrapped__)(x, n))
        return (_polynomials.shifted_chebyshev_polynomial_u if _attached else _polynomials.shifted_chebyshev_polynomial_u.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, shifted_chebyshev_polynomial_u, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def shifted_chebyshev_polynomial_v(x, n, *, out=None):
    """shifted_chebyshev_polynomial_v(x, n, *, out=None) -> Tensor

    The Chebyshev polynomial of the third kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.shifted_chebyshev_polynomial_v(wengert.tensor([0.25, 0.5]), 3)
    tensor([1., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, shifted_chebyshev_polynomial_v, locals())
    try:
        if out is not None:
            return _store('shifted_chebyshev_polynomial_v', out, (_polynomials.shifted_chebyshev_polynomial_v if _attached else _polynomials.shifted_chebyshev_polynomial_v.__wrapped__)(x, n))
        return (_polynomials.shifted_chebyshev_polynomial_v if _attached else _polynomials.shifted_chebyshev_polynomial_v.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, shifted_chebyshev_polynomial_v, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def shifted_chebyshev_polynomial_w(x, n, *, out=None):
    """shifted_chebyshev_polynomial_w(x, n, *, out=None) -> Tensor

    The Chebyshev polynomial of the fourth kind and degree ``n``, at ``2 * x - 1``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.shifted_chebyshev_polynomial_w(wengert.tensor([0.25, 0.5]), 3)
    tensor([ 1., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, shifted_chebyshev_polynomial_w, locals())
    try:
        if out is not None:
            return _store('shifted_chebyshev_polynomial_w', out, (_polynomials.shifted_chebyshev_polynomial_w if _attached else _polynomials.shifted_chebyshev_polynomial_w.__wrapped__)(x, n))
        return (_polynomials.shifted_chebyshev_polynomial_w if _attached else _polynomials.shifted_chebyshev_polynomial_w.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, shifted_chebyshev_polynomial_w, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def hermite_polynomial_h(x, n, *, out=None):
    """hermite_polynomial_h(x, n, *, out=None) -> Tensor

    The Hermite polynomial of degree ``n``, that of physicists, orthogonal by the weight ``exp(-x**2)``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.hermite_polynomial_h(wengert.tensor([0.25, 0.5]), 3)
    tensor([-2.8750, -5.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, hermite_polynomial_h, locals())
    try:
        if out is not None:
            return _store('hermite_polynomial_h', out, (_polynomials.hermite_polynomial_h if _attached else _polynomials.hermite_polynomial_h.__wrapped__)(x, n))
        return (_polynomials.hermite_polynomial_h if _attached else _polynomials.hermite_polynomial_h.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, hermite_polynomial_h, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def hermite_polynomial_he(x, n, *, out=None):
    """hermite_polynomial_he(x, n, *, out=None) -> Tensor

    The Hermite polynomial of degree ``n``, that of probabilists, orthogonal by the weight ``exp(-x**2 / 2)``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.hermite_polynomial_he(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.7344, -1.3750])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, hermite_polynomial_he, locals())
    try:
        if out is not None:
            return _store('hermite_polynomial_he', out, (_polynomials.hermite_polynomial_he if _attached else _polynomials.hermite_polynomial_he.__wrapped__)(x, n))
        return (_polynomials.hermite_polynomial_he if _attached else _polynomials.hermite_polynomial_he.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, hermite_polynomial_he, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def laguerre_polynomial_l(x, n, *, out=None):
    """laguerre_polynomial_l(x, n, *, out=None) -> Tensor

    The Laguerre polynomial of degree ``n``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.laguerre_polynomial_l(wengert.tensor([0.25, 0.5]), 3)
    tensor([ 0.3411, -0.1458])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, laguerre_polynomial_l, locals())
    try:
        if out is not None:
            return _store('laguerre_polynomial_l', out, (_polynomials.laguerre_polynomial_l if _attached else _polynomials.laguerre_polynomial_l.__wrapped__)(x, n))
        return (_polynomials.laguerre_polynomial_l if _attached else _polynomials.laguerre_polynomial_l.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, laguerre_polynomial_l, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


def legendre_polynomial_p(x, n, *, out=None):
    """legendre_polynomial_p(x, n, *, out=None) -> Tensor

    The Legendre polynomial of degree ``n``.

    Args:
        x (Tensor): where it is taken
        n (Tensor | Number): the degree, which broadcasts with ``x``; what is not an integer is cut off
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.special.legendre_polynomial_p(wengert.tensor([0.25, 0.5]), 3)
    tensor([-0.3359, -0.4375])
    """
    if _dispatch.on and (_found := _dispatch.find(x, n, out)):
        return _dispatch.published(_found, legendre_polynomial_p, locals())
    try:
        if out is not None:
            return _store('legendre_polynomial_p', out, (_polynomials.legendre_polynomial_p if _attached else _polynomials.legendre_polynomial_p.__wrapped__)(x, n))
        return (_polynomials.legendre_polynomial_p if _attached else _polynomials.legendre_polynomial_p.__wrapped__)(x, n)
    except Exception as e:
        return _dispatch.after(e, legendre_polynomial_p, locals(), {'x': 'Tensor', 'n': 'Tensor | Number', 'out': 'Tensor | None'})


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
            return _store('logsumexp', out, (_norm.logsumexp if _attached else _norm.logsumexp.__wrapped__)(input, dim, keepdim))
        return (_norm.logsumexp if _attached else _norm.logsumexp.__wrapped__)(input, dim, keepdim)
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
            return _store('softmax', out, (_activation.softmax if _attached else _activation.softmax.__wrapped__)(input, dim, dtype))
        return (_activation.softmax if _attached else _activation.softmax.__wrapped__)(input, dim, dtype)
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
            return _store('log_softmax', out, (_activation.log_softmax if _attached else _activation.log_softmax.__wrapped__)(input, dim, dtype))
        return (_activation.log_softmax if _attached else _activation.log_softmax.__wrapped__)(input, dim, dtype)
    except Exception as e:
        return _dispatch.after(e, log_softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


__all__ = ['airy_ai', 'bessel_j0', 'bessel_j1', 'bessel_y0', 'bessel_y1', 'chebyshev_polynomial_t', 'chebyshev_polynomial_u', 'chebyshev_polynomial_v', 'chebyshev_polynomial_w', 'digamma', 'entr', 'erf', 'erfc', 'erfcx', 'erfinv', 'exp2', 'expit', 'expm1', 'gammainc', 'gammaincc', 'gammaln', 'hermite_polynomial_h', 'hermite_polynomial_he', 'i0', 'i0e', 'i1', 'i1e', 'laguerre_polynomial_l', 'legendre_polynomial_p', 'log1p', 'log_ndtr', 'log_softmax', 'logit', 'logsumexp', 'modified_bessel_i0', 'modified_bessel_i1', 'modified_bessel_k0', 'modified_bessel_k1', 'multigammaln', 'ndtr', 'ndtri', 'polygamma', 'psi', 'round', 'scaled_modified_bessel_k0', 'scaled_modified_bessel_k1', 'shifted_chebyshev_polynomial_t', 'shifted_chebyshev_polynomial_u', 'shifted_chebyshev_polynomial_v', 'shifted_chebyshev_polynomial_w', 'sinc', 'softmax', 'spherical_bessel_j0', 'xlog1py', 'xlogy', 'zeta']
