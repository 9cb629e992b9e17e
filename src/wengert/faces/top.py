"""Public functions of ``wengert``. Written by tools/generate.py: do not edit."""

# mypy: ignore-errors

from ..ops import compare as _compare, complex as _complex, create as _create, draw as _draw, index as _index, join as _join, matmul as _matmul, nn_activation as _nn_activation, nn_conv as _nn_conv, nn_layer as _nn_layer, nn_loss as _nn_loss, nn_pool as _nn_pool, places as _places, pointwise as _pointwise, reduce as _reduce, scan as _scan, shape as _shape, strided as _strided
from ..errors import not_an_array as _not_an_array
from ..op import OPERANDS as _OPERANDS
from ..inplace import store as _store


def is_complex(input):
    'Whether ``input`` has a complex dtype.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('is_complex', 'input', input)
    return _complex.is_complex(input)


def conj_physical(input, *, out=None):
    'See ``torch.conj_physical``.'
    if out is not None:
        return _complex.conj_physical.into(out, (input,), None)
    return _complex.conj_physical.apply((input,), None)


def conj(input):
    'The complex conjugate; a real ``input`` (or Python number) is returned as it is.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('conj', 'input', input)
    return _complex.conj(input)


def resolve_conj(input):
    '``input`` itself: conjugates are always computed, never marked.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('resolve_conj', 'input', input)
    return _complex.resolve_conj(input)


def resolve_neg(input):
    '``input`` itself: negation is always computed, never marked.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('resolve_neg', 'input', input)
    return _complex.resolve_neg(input)


def real(input):
    'The real part, a view; a real ``input`` is returned as it is.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('real', 'input', input)
    return _complex.real(input)


def imag(input):
    'The imaginary part of a complex ``input``, a view.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('imag', 'input', input)
    return _complex.imag(input)


def view_as_real(input):
    'See ``torch.view_as_real``.'
    return _complex.view_as_real.apply((input,), None)


def view_as_complex(input):
    'See ``torch.view_as_complex``.'
    return _complex.view_as_complex.apply((input,), None)


def abs(input, *, out=None):
    'See ``torch.abs``.'
    if out is not None:
        return _complex.abs.into(out, (input,), None)
    return _complex.abs.apply((input,), None)


def angle(input, *, out=None):
    'See ``torch.angle``.'
    if out is not None:
        return _complex.angle.into(out, (input,), None)
    return _complex.angle.apply((input,), None)


def sgn(input, *, out=None):
    'See ``torch.sgn``.'
    if out is not None:
        return _complex.sgn.into(out, (input,), None)
    return _complex.sgn.apply((input,), None)


def complex(real, imag, *, out=None):
    'See ``torch.complex``.'
    if out is not None:
        return _complex.complex.into(out, (real, imag,), None)
    return _complex.complex.apply((real, imag,), None)


def polar(abs, angle, *, out=None):
    'See ``torch.polar``.'
    if out is not None:
        return _complex.polar.into(out, (abs, angle,), None)
    return _complex.polar.apply((abs, angle,), None)


def add(input, other, *, alpha=1, out=None):
    'See ``torch.add``.'
    if out is not None:
        return _pointwise.add.into(out, (input, other,), {"alpha": alpha})
    return _pointwise.add.apply((input, other,), {"alpha": alpha})


def sub(input, other, *, alpha=1, out=None):
    'See ``torch.sub``.'
    if out is not None:
        return _pointwise.sub.into(out, (input, other,), {"alpha": alpha})
    return _pointwise.sub.apply((input, other,), {"alpha": alpha})


def rsub(input, other, *, alpha=1):
    'See ``torch.rsub``.'
    return _pointwise.rsub.apply((input, other,), {"alpha": alpha})


def mul(input, other, *, out=None):
    'See ``torch.mul``.'
    if out is not None:
        return _pointwise.mul.into(out, (input, other,), None)
    return _pointwise.mul.apply((input, other,), None)


def true_divide(input, other, *, out=None):
    'See ``torch.true_divide``.'
    if out is not None:
        return _pointwise.true_divide.into(out, (input, other,), None)
    return _pointwise.true_divide.apply((input, other,), None)


def floor_divide(input, other, *, out=None):
    'See ``torch.floor_divide``.'
    if out is not None:
        return _pointwise.floor_divide.into(out, (input, other,), None)
    return _pointwise.floor_divide.apply((input, other,), None)


def div(input, other, *, rounding_mode=None, out=None):
    '``input / other``; ``rounding_mode`` ``"floor"`` or ``"trunc"`` rounds down or towards zero.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('div', 'input', input)
    if out is not None:
        return _store('div', out, _pointwise.div(input, other, rounding_mode=rounding_mode))
    return _pointwise.div(input, other, rounding_mode=rounding_mode)


def remainder(input, other, *, out=None):
    'See ``torch.remainder``.'
    if out is not None:
        return _pointwise.remainder.into(out, (input, other,), None)
    return _pointwise.remainder.apply((input, other,), None)


def fmod(input, other, *, out=None):
    'See ``torch.fmod``.'
    if out is not None:
        return _pointwise.fmod.into(out, (input, other,), None)
    return _pointwise.fmod.apply((input, other,), None)


def neg(input, *, out=None):
    'See ``torch.neg``.'
    if out is not None:
        return _pointwise.neg.into(out, (input,), None)
    return _pointwise.neg.apply((input,), None)


def positive(input):
    '``input`` itself.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('positive', 'input', input)
    return _pointwise.positive(input)


def reciprocal(input, *, out=None):
    'See ``torch.reciprocal``.'
    if out is not None:
        return _pointwise.reciprocal.into(out, (input,), None)
    return _pointwise.reciprocal.apply((input,), None)


def pow(input, exponent, *, out=None):
    'See ``torch.pow``.'
    if out is not None:
        return _pointwise.pow.into(out, (input, exponent,), None)
    return _pointwise.pow.apply((input, exponent,), None)


def float_power(input, exponent, *, out=None):
    '``input`` to the power ``exponent``, computed in float64 or complex128.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('float_power', 'input', input)
    if out is not None:
        return _store('float_power', out, _pointwise.float_power(input, exponent))
    return _pointwise.float_power(input, exponent)


def square(input, *, out=None):
    '``input`` times itself.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('square', 'input', input)
    if out is not None:
        return _store('square', out, _pointwise.square(input))
    return _pointwise.square(input)


def sqrt(input, *, out=None):
    'See ``torch.sqrt``.'
    if out is not None:
        return _pointwise.sqrt.into(out, (input,), None)
    return _pointwise.sqrt.apply((input,), None)


def rsqrt(input, *, out=None):
    'See ``torch.rsqrt``.'
    if out is not None:
        return _pointwise.rsqrt.into(out, (input,), None)
    return _pointwise.rsqrt.apply((input,), None)


def hypot(input, other, *, out=None):
    'See ``torch.hypot``.'
    if out is not None:
        return _pointwise.hypot.into(out, (input, other,), None)
    return _pointwise.hypot.apply((input, other,), None)


def exp(input, *, out=None):
    'See ``torch.exp``.'
    if out is not None:
        return _pointwise.exp.into(out, (input,), None)
    return _pointwise.exp.apply((input,), None)


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


def log(input, *, out=None):
    'See ``torch.log``.'
    if out is not None:
        return _pointwise.log.into(out, (input,), None)
    return _pointwise.log.apply((input,), None)


def log2(input, *, out=None):
    'See ``torch.log2``.'
    if out is not None:
        return _pointwise.log2.into(out, (input,), None)
    return _pointwise.log2.apply((input,), None)


def log10(input, *, out=None):
    'See ``torch.log10``.'
    if out is not None:
        return _pointwise.log10.into(out, (input,), None)
    return _pointwise.log10.apply((input,), None)


def log1p(input, *, out=None):
    'See ``torch.log1p``.'
    if out is not None:
        return _pointwise.log1p.into(out, (input,), None)
    return _pointwise.log1p.apply((input,), None)


def logaddexp(input, other, *, out=None):
    'See ``torch.logaddexp``.'
    if out is not None:
        return _pointwise.logaddexp.into(out, (input, other,), None)
    return _pointwise.logaddexp.apply((input, other,), None)


def logaddexp2(input, other, *, out=None):
    'See ``torch.logaddexp2``.'
    if out is not None:
        return _pointwise.logaddexp2.into(out, (input, other,), None)
    return _pointwise.logaddexp2.apply((input, other,), None)


def xlogy(input, other, *, out=None):
    'See ``torch.xlogy``.'
    if out is not None:
        return _pointwise.xlogy.into(out, (input, other,), None)
    return _pointwise.xlogy.apply((input, other,), None)


def ldexp(input, other, *, out=None):
    'See ``torch.ldexp``.'
    if out is not None:
        return _pointwise.ldexp.into(out, (input, other,), None)
    return _pointwise.ldexp.apply((input, other,), None)


def sigmoid(input, *, out=None):
    'See ``torch.sigmoid``.'
    if out is not None:
        return _pointwise.sigmoid.into(out, (input,), None)
    return _pointwise.sigmoid.apply((input,), None)


def logit(input, eps=None, *, out=None):
    'See ``torch.logit``.'
    if out is not None:
        return _pointwise.logit.into(out, (input,), {"eps": eps})
    return _pointwise.logit.apply((input,), {"eps": eps})


def sin(input, *, out=None):
    'See ``torch.sin``.'
    if out is not None:
        return _pointwise.sin.into(out, (input,), None)
    return _pointwise.sin.apply((input,), None)


def cos(input, *, out=None):
    'See ``torch.cos``.'
    if out is not None:
        return _pointwise.cos.into(out, (input,), None)
    return _pointwise.cos.apply((input,), None)


def tan(input, *, out=None):
    'See ``torch.tan``.'
    if out is not None:
        return _pointwise.tan.into(out, (input,), None)
    return _pointwise.tan.apply((input,), None)


def asin(input, *, out=None):
    'See ``torch.asin``.'
    if out is not None:
        return _pointwise.asin.into(out, (input,), None)
    return _pointwise.asin.apply((input,), None)


def acos(input, *, out=None):
    'See ``torch.acos``.'
    if out is not None:
        return _pointwise.acos.into(out, (input,), None)
    return _pointwise.acos.apply((input,), None)


def atan(input, *, out=None):
    'See ``torch.atan``.'
    if out is not None:
        return _pointwise.atan.into(out, (input,), None)
    return _pointwise.atan.apply((input,), None)


def atan2(input, other, *, out=None):
    'See ``torch.atan2``.'
    if out is not None:
        return _pointwise.atan2.into(out, (input, other,), None)
    return _pointwise.atan2.apply((input, other,), None)


def sinh(input, *, out=None):
    'See ``torch.sinh``.'
    if out is not None:
        return _pointwise.sinh.into(out, (input,), None)
    return _pointwise.sinh.apply((input,), None)


def cosh(input, *, out=None):
    'See ``torch.cosh``.'
    if out is not None:
        return _pointwise.cosh.into(out, (input,), None)
    return _pointwise.cosh.apply((input,), None)


def tanh(input, *, out=None):
    'See ``torch.tanh``.'
    if out is not None:
        return _pointwise.tanh.into(out, (input,), None)
    return _pointwise.tanh.apply((input,), None)


def asinh(input, *, out=None):
    'See ``torch.asinh``.'
    if out is not None:
        return _pointwise.asinh.into(out, (input,), None)
    return _pointwise.asinh.apply((input,), None)


def acosh(input, *, out=None):
    'See ``torch.acosh``.'
    if out is not None:
        return _pointwise.acosh.into(out, (input,), None)
    return _pointwise.acosh.apply((input,), None)


def atanh(input, *, out=None):
    'See ``torch.atanh``.'
    if out is not None:
        return _pointwise.atanh.into(out, (input,), None)
    return _pointwise.atanh.apply((input,), None)


def sinc(input, *, out=None):
    'See ``torch.sinc``.'
    if out is not None:
        return _pointwise.sinc.into(out, (input,), None)
    return _pointwise.sinc.apply((input,), None)


def deg2rad(input, *, out=None):
    'See ``torch.deg2rad``.'
    if out is not None:
        return _pointwise.deg2rad.into(out, (input,), None)
    return _pointwise.deg2rad.apply((input,), None)


def rad2deg(input, *, out=None):
    'See ``torch.rad2deg``.'
    if out is not None:
        return _pointwise.rad2deg.into(out, (input,), None)
    return _pointwise.rad2deg.apply((input,), None)


def sign(input, *, out=None):
    'See ``torch.sign``.'
    if out is not None:
        return _pointwise.sign.into(out, (input,), None)
    return _pointwise.sign.apply((input,), None)


def floor(input, *, out=None):
    'See ``torch.floor``.'
    if out is not None:
        return _pointwise.floor.into(out, (input,), None)
    return _pointwise.floor.apply((input,), None)


def ceil(input, *, out=None):
    'See ``torch.ceil``.'
    if out is not None:
        return _pointwise.ceil.into(out, (input,), None)
    return _pointwise.ceil.apply((input,), None)


def trunc(input, *, out=None):
    'See ``torch.trunc``.'
    if out is not None:
        return _pointwise.trunc.into(out, (input,), None)
    return _pointwise.trunc.apply((input,), None)


def round(input, *, decimals=0, out=None):
    'See ``torch.round``.'
    if out is not None:
        return _pointwise.round.into(out, (input,), {"decimals": decimals})
    return _pointwise.round.apply((input,), {"decimals": decimals})


def frac(input, *, out=None):
    'See ``torch.frac``.'
    if out is not None:
        return _pointwise.frac.into(out, (input,), None)
    return _pointwise.frac.apply((input,), None)


def copysign(input, other, *, out=None):
    'See ``torch.copysign``.'
    if out is not None:
        return _pointwise.copysign.into(out, (input, other,), None)
    return _pointwise.copysign.apply((input, other,), None)


def where(condition, input=None, other=None, *, out=None):
    '``input`` where ``condition`` holds, ``other`` elsewhere; with ``condition`` alone, the indices where it holds.'
    if out is not None:
        return _store('where', out, _pointwise.where(condition, input, other))
    return _pointwise.where(condition, input, other)


def clamp(input, min=None, max=None, *, out=None):
    '``input`` limited to at least ``min`` and at most ``max``, numbers or tensors; ``max`` wins over ``min``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('clamp', 'input', input)
    if out is not None:
        return _store('clamp', out, _pointwise.clamp(input, min, max))
    return _pointwise.clamp(input, min, max)


def clamp_min(input, min, *, out=None):
    'See ``torch.clamp_min``.'
    if out is not None:
        return _pointwise.clamp_min.into(out, (input, min,), None)
    return _pointwise.clamp_min.apply((input, min,), None)


def clamp_max(input, max, *, out=None):
    'See ``torch.clamp_max``.'
    if out is not None:
        return _pointwise.clamp_max.into(out, (input, max,), None)
    return _pointwise.clamp_max.apply((input, max,), None)


def maximum(input, other, *, out=None):
    'See ``torch.maximum``.'
    if out is not None:
        return _pointwise.maximum.into(out, (input, other,), None)
    return _pointwise.maximum.apply((input, other,), None)


def minimum(input, other, *, out=None):
    'See ``torch.minimum``.'
    if out is not None:
        return _pointwise.minimum.into(out, (input, other,), None)
    return _pointwise.minimum.apply((input, other,), None)


def fmax(input, other, *, out=None):
    'See ``torch.fmax``.'
    if out is not None:
        return _pointwise.fmax.into(out, (input, other,), None)
    return _pointwise.fmax.apply((input, other,), None)


def fmin(input, other, *, out=None):
    'See ``torch.fmin``.'
    if out is not None:
        return _pointwise.fmin.into(out, (input, other,), None)
    return _pointwise.fmin.apply((input, other,), None)


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    '``input`` with NaN replaced by ``nan`` (default 0) and infinities by the limits of its dtype or those given.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('nan_to_num', 'input', input)
    if out is not None:
        return _store('nan_to_num', out, _pointwise.nan_to_num(input, nan, posinf, neginf))
    return _pointwise.nan_to_num(input, nan, posinf, neginf)


def lerp(input, end, weight, *, out=None):
    'See ``torch.lerp``.'
    if out is not None:
        return _pointwise.lerp.into(out, (input, end, weight,), None)
    return _pointwise.lerp.apply((input, end, weight,), None)


def addcmul(input, tensor1, tensor2, *, value=1, out=None):
    'See ``torch.addcmul``.'
    if out is not None:
        return _pointwise.addcmul.into(out, (input, tensor1, tensor2,), {"value": value})
    return _pointwise.addcmul.apply((input, tensor1, tensor2,), {"value": value})


def addcdiv(input, tensor1, tensor2, *, value=1, out=None):
    'See ``torch.addcdiv``.'
    if out is not None:
        return _pointwise.addcdiv.into(out, (input, tensor1, tensor2,), {"value": value})
    return _pointwise.addcdiv.apply((input, tensor1, tensor2,), {"value": value})


def eq(input, other, *, out=None):
    'See ``torch.eq``.'
    if out is not None:
        return _pointwise.eq.into(out, (input, other,), None)
    return _pointwise.eq.apply((input, other,), None)


def ne(input, other, *, out=None):
    'See ``torch.ne``.'
    if out is not None:
        return _pointwise.ne.into(out, (input, other,), None)
    return _pointwise.ne.apply((input, other,), None)


def lt(input, other, *, out=None):
    'See ``torch.lt``.'
    if out is not None:
        return _pointwise.lt.into(out, (input, other,), None)
    return _pointwise.lt.apply((input, other,), None)


def le(input, other, *, out=None):
    'See ``torch.le``.'
    if out is not None:
        return _pointwise.le.into(out, (input, other,), None)
    return _pointwise.le.apply((input, other,), None)


def gt(input, other, *, out=None):
    'See ``torch.gt``.'
    if out is not None:
        return _pointwise.gt.into(out, (input, other,), None)
    return _pointwise.gt.apply((input, other,), None)


def ge(input, other, *, out=None):
    'See ``torch.ge``.'
    if out is not None:
        return _pointwise.ge.into(out, (input, other,), None)
    return _pointwise.ge.apply((input, other,), None)


def isnan(input):
    'See ``torch.isnan``.'
    return _pointwise.isnan.apply((input,), None)


def isfinite(input):
    'See ``torch.isfinite``.'
    return _pointwise.isfinite.apply((input,), None)


def logical_and(input, other, *, out=None):
    'See ``torch.logical_and``.'
    if out is not None:
        return _pointwise.logical_and.into(out, (input, other,), None)
    return _pointwise.logical_and.apply((input, other,), None)


def logical_or(input, other, *, out=None):
    'See ``torch.logical_or``.'
    if out is not None:
        return _pointwise.logical_or.into(out, (input, other,), None)
    return _pointwise.logical_or.apply((input, other,), None)


def logical_xor(input, other, *, out=None):
    'See ``torch.logical_xor``.'
    if out is not None:
        return _pointwise.logical_xor.into(out, (input, other,), None)
    return _pointwise.logical_xor.apply((input, other,), None)


def logical_not(input, *, out=None):
    'See ``torch.logical_not``.'
    if out is not None:
        return _pointwise.logical_not.into(out, (input,), None)
    return _pointwise.logical_not.apply((input,), None)


def clone(input, *, memory_format=None):
    'See ``torch.clone``.'
    return _pointwise.clone.apply((input,), {"memory_format": memory_format})


def fill(input, value):
    'See ``torch.fill``.'
    return _pointwise.fill.apply((input, value,), None)


def isinf(input):
    'See ``torch.isinf``.'
    return _compare.isinf.apply((input,), None)


def isposinf(input, *, out=None):
    'See ``torch.isposinf``.'
    if out is not None:
        return _compare.isposinf.into(out, (input,), None)
    return _compare.isposinf.apply((input,), None)


def isneginf(input, *, out=None):
    'See ``torch.isneginf``.'
    if out is not None:
        return _compare.isneginf.into(out, (input,), None)
    return _compare.isneginf.apply((input,), None)


def isreal(input):
    'See ``torch.isreal``.'
    return _compare.isreal.apply((input,), None)


def signbit(input, *, out=None):
    'See ``torch.signbit``.'
    if out is not None:
        return _compare.signbit.into(out, (input,), None)
    return _compare.signbit.apply((input,), None)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    'See ``torch.isclose``.'
    return _compare.isclose.apply((input, other,), {"rtol": rtol, "atol": atol, "equal_nan": equal_nan})


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    'Whether ``|input - other| <= atol + rtol * |other|`` everywhere.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('allclose', 'input', input)
    return _compare.allclose(input, other, rtol, atol, equal_nan)


def equal(input, other):
    'Whether two tensors have the same shape and the same elements.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('equal', 'input', input)
    return _compare.equal(input, other)


def bitwise_and(input, other, *, out=None):
    'See ``torch.bitwise_and``.'
    if out is not None:
        return _compare.bitwise_and.into(out, (input, other,), None)
    return _compare.bitwise_and.apply((input, other,), None)


def bitwise_or(input, other, *, out=None):
    'See ``torch.bitwise_or``.'
    if out is not None:
        return _compare.bitwise_or.into(out, (input, other,), None)
    return _compare.bitwise_or.apply((input, other,), None)


def bitwise_xor(input, other, *, out=None):
    'See ``torch.bitwise_xor``.'
    if out is not None:
        return _compare.bitwise_xor.into(out, (input, other,), None)
    return _compare.bitwise_xor.apply((input, other,), None)


def bitwise_not(input, *, out=None):
    'See ``torch.bitwise_not``.'
    if out is not None:
        return _compare.bitwise_not.into(out, (input,), None)
    return _compare.bitwise_not.apply((input,), None)


def bitwise_left_shift(input, other, *, out=None):
    'See ``torch.bitwise_left_shift``.'
    if out is not None:
        return _compare.bitwise_left_shift.into(out, (input, other,), None)
    return _compare.bitwise_left_shift.apply((input, other,), None)


def bitwise_right_shift(input, other, *, out=None):
    'See ``torch.bitwise_right_shift``.'
    if out is not None:
        return _compare.bitwise_right_shift.into(out, (input, other,), None)
    return _compare.bitwise_right_shift.apply((input, other,), None)


def gcd(input, other, *, out=None):
    'See ``torch.gcd``.'
    if out is not None:
        return _compare.gcd.into(out, (input, other,), None)
    return _compare.gcd.apply((input, other,), None)


def lcm(input, other, *, out=None):
    'See ``torch.lcm``.'
    if out is not None:
        return _compare.lcm.into(out, (input, other,), None)
    return _compare.lcm.apply((input, other,), None)


def heaviside(input, values, *, out=None):
    'See ``torch.heaviside``.'
    if out is not None:
        return _compare.heaviside.into(out, (input, values,), None)
    return _compare.heaviside.apply((input, values,), None)


def nextafter(input, other, *, out=None):
    'See ``torch.nextafter``.'
    if out is not None:
        return _compare.nextafter.into(out, (input, other,), None)
    return _compare.nextafter.apply((input, other,), None)


def frexp(input, *, out=None):
    'Mantissa (at least 1/2 and less than 1 in magnitude) and int32 exponent: ``mantissa * 2**exponent``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('frexp', 'input', input)
    if out is not None:
        return _store('frexp', out, _compare.frexp(input))
    return _compare.frexp(input)


def view(input, size=None, *more, dtype=None):
    'The same memory under another shape (one size may be -1), or under another dtype.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('view', 'input', input)
    return _shape._view(input, size, *more, dtype=dtype)


def reshape(input, shape, *more):
    '``input`` under another shape: a view where strides allow it, else a copy.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('reshape', 'input', input)
    return _shape.reshape(input, shape, *more)


def view_as(input, other):
    '``input`` viewed under the shape of ``other``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('view_as', 'input', input)
    return _shape.view_as(input, other)


def reshape_as(input, other):
    '``input`` under the shape of ``other``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('reshape_as', 'input', input)
    return _shape.reshape_as(input, other)


def flatten(input, start_dim=0, end_dim=-1):
    'The dimensions from ``start_dim`` to ``end_dim`` made one.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('flatten', 'input', input)
    return _shape.flatten(input, start_dim, end_dim)


def ravel(input):
    '``input`` as a contiguous vector.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('ravel', 'input', input)
    return _shape.ravel(input)


def unflatten(input, dim, sizes):
    'One dimension made several.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unflatten', 'input', input)
    return _shape.unflatten(input, dim, sizes)


def contiguous(input):
    '``input`` in row-major order: itself, or a copy.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('contiguous', 'input', input)
    return _shape.contiguous(input)


def squeeze(input, dim=None):
    '``input`` without its dimensions of size one, or without those among ``dim``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('squeeze', 'input', input)
    return _shape._squeeze(input, dim)


def unsqueeze(input, dim):
    'See ``torch.unsqueeze``.'
    return _shape.unsqueeze.apply((input,), {"dim": dim})


def atleast_1d(*tensors):
    'Each tensor with at least one dimension.'
    return _shape.atleast_1d(*tensors)


def atleast_2d(*tensors):
    'Each tensor with at least two dimensions.'
    return _shape.atleast_2d(*tensors)


def atleast_3d(*tensors):
    'Each tensor with at least three dimensions.'
    return _shape.atleast_3d(*tensors)


def permute(input, dims, *more):
    'The dimensions in another order.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('permute', 'input', input)
    return _shape._permute(input, dims, *more)


def transpose(input, dim0, dim1):
    'See ``torch.transpose``.'
    return _shape.transpose.apply((input,), {"dim0": dim0, "dim1": dim1})


def swapaxes(input, axis0, axis1):
    'Two dimensions swapped.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('swapaxes', 'input', input)
    return _shape.swapaxes(input, axis0, axis1)


def t(input):
    'See ``torch.t``.'
    return _shape.t.apply((input,), None)


def movedim(input, source, destination):
    'Some dimensions moved to other positions, the rest kept in order.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('movedim', 'input', input)
    return _shape.movedim(input, source, destination)


def adjoint(input):
    'The last two dimensions swapped, and conjugated.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adjoint', 'input', input)
    return _shape.adjoint(input)


def expand(input, size, *more):
    'A view in which dimensions of size one, or new ones in front, have the sizes given (-1 keeps one).'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('expand', 'input', input)
    return _shape._expand(input, size, *more)


def expand_as(input, other):
    '``input`` expanded to the shape of ``other``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('expand_as', 'input', input)
    return _shape.expand_as(input, other)


def broadcast_to(input, size, *more):
    '``input`` expanded to a shape.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('broadcast_to', 'input', input)
    return _shape.broadcast_to(input, size, *more)


def broadcast_shapes(*shapes):
    'The shape that arrays of these shapes have together.'
    return _shape.broadcast_shapes(*shapes)


def broadcast_tensors(*tensors):
    'The tensors, expanded to the shape they have together.'
    return _shape.broadcast_tensors(*tensors)


def meshgrid(*tensors, indexing=None):
    'The coordinates of a grid spanned by vectors, a tensor for each.'
    return _shape.meshgrid(*tensors, indexing=indexing)


def repeat(input, repeats, *more):
    '``input`` repeated along each dimension, as often as the counts say.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('repeat', 'input', input)
    return _shape._repeat(input, repeats, *more)


def tile(input, dims, *more):
    '``input`` repeated along its last dimensions, as often as the counts say.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('tile', 'input', input)
    return _shape.tile(input, dims, *more)


def flip(input, dims, *more):
    'A copy in which some dimensions run backwards.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('flip', 'input', input)
    return _shape._flip(input, dims, *more)


def fliplr(input):
    'A copy in which the second dimension runs backwards.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('fliplr', 'input', input)
    return _shape.fliplr(input)


def flipud(input):
    'A copy in which the first dimension runs backwards.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('flipud', 'input', input)
    return _shape.flipud(input)


def roll(input, shifts, dims=()):
    'The elements shifted along dimensions, those that leave at one end entering at the other.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('roll', 'input', input)
    return _shape.roll(input, shifts, dims)


def rot90(input, k=1, dims=(0, 1)):
    '``input`` turned ``k`` times by 90 degrees in the plane of two dimensions.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('rot90', 'input', input)
    return _shape.rot90(input, k, dims)


def tril(input, diagonal=0, *, out=None):
    'See ``torch.tril``.'
    if out is not None:
        return _shape.tril.into(out, (input,), {"diagonal": diagonal})
    return _shape.tril.apply((input,), {"diagonal": diagonal})


def triu(input, diagonal=0, *, out=None):
    'See ``torch.triu``.'
    if out is not None:
        return _shape.triu.into(out, (input,), {"diagonal": diagonal})
    return _shape.triu.apply((input,), {"diagonal": diagonal})


def select(input, dim, index):
    'See ``torch.select``.'
    return _shape.select.apply((input,), {"dim": dim, "index": index})


def narrow(input, dim, start, length):
    '``length`` entries of one dimension from ``start`` on, as a view.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('narrow', 'input', input)
    return _shape.narrow(input, dim, start, length)


def diagonal(input, offset=0, dim1=0, dim2=1):
    'See ``torch.diagonal``.'
    return _strided.diagonal.apply((input,), {"offset": offset, "dim1": dim1, "dim2": dim2})


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    'Zeros with ``input`` on a diagonal of the two dimensions that are new.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('diag_embed', 'input', input)
    return _strided.diag_embed(input, offset, dim1, dim2)


def diag(input, diagonal=0, *, out=None):
    'The diagonal matrix of a vector, or the diagonal of a matrix.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('diag', 'input', input)
    if out is not None:
        return _store('diag', out, _strided.diag(input, diagonal))
    return _strided.diag(input, diagonal)


def diagflat(input, offset=0):
    'The diagonal matrix of all elements.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('diagflat', 'input', input)
    return _strided.diagflat(input, offset)


def unfold(input, dimension, size, step):
    'Windows of ``size`` entries along one dimension, every ``step``: a view with the windows in a new last dimension.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unfold', 'input', input)
    return _strided.unfold(input, dimension, size, step)


def as_strided(input, size, stride, storage_offset=None):
    'A view of the memory of ``input`` with any sizes and strides.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('as_strided', 'input', input)
    return _strided.as_strided(input, size, stride, storage_offset)


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    'A copy of ``input`` in which what ``as_strided`` shows of it is ``src``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('as_strided_scatter', 'input', input)
    return _strided.as_strided_scatter(input, src, size, stride, storage_offset)


def select_scatter(input, src, dim, index):
    'A copy of ``input`` in which one entry of a dimension is ``src``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('select_scatter', 'input', input)
    return _strided.select_scatter(input, src, dim, index)


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    'A copy of ``input`` in which a slice of a dimension is ``src``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('slice_scatter', 'input', input)
    return _strided.slice_scatter(input, src, dim, start, end, step)


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    'A copy of ``input`` in which a diagonal is ``src``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('diagonal_scatter', 'input', input)
    return _strided.diagonal_scatter(input, src, offset, dim1, dim2)


def alias_copy(input, *, out=None):
    'A copy of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('alias_copy', 'input', input)
    if out is not None:
        return _store('alias_copy', out, _strided.alias_copy(input))
    return _strided.alias_copy(input)


def as_strided_copy(input, size, stride, storage_offset=None, *, out=None):
    'A copy of what ``as_strided`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('as_strided_copy', 'input', input)
    if out is not None:
        return _store('as_strided_copy', out, _strided.as_strided_copy(input, size, stride, storage_offset))
    return _strided.as_strided_copy(input, size, stride, storage_offset)


def diagonal_copy(input, offset=0, dim1=0, dim2=1, *, out=None):
    'A copy of what ``diagonal`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('diagonal_copy', 'input', input)
    if out is not None:
        return _store('diagonal_copy', out, _strided.diagonal_copy(input, offset, dim1, dim2))
    return _strided.diagonal_copy(input, offset, dim1, dim2)


def expand_copy(input, size, *, implicit=False, out=None):
    'A copy of what ``expand`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('expand_copy', 'input', input)
    if out is not None:
        return _store('expand_copy', out, _strided.expand_copy(input, size, implicit=implicit))
    return _strided.expand_copy(input, size, implicit=implicit)


def narrow_copy(input, dim, start, length, *, out=None):
    'A copy of what ``narrow`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('narrow_copy', 'input', input)
    if out is not None:
        return _store('narrow_copy', out, _strided.narrow_copy(input, dim, start, length))
    return _strided.narrow_copy(input, dim, start, length)


def permute_copy(input, dims, *, out=None):
    'A copy of what ``permute`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('permute_copy', 'input', input)
    if out is not None:
        return _store('permute_copy', out, _strided.permute_copy(input, dims))
    return _strided.permute_copy(input, dims)


def squeeze_copy(input, dim=None, *, out=None):
    'A copy of what ``squeeze`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('squeeze_copy', 'input', input)
    if out is not None:
        return _store('squeeze_copy', out, _strided.squeeze_copy(input, dim))
    return _strided.squeeze_copy(input, dim)


def transpose_copy(input, dim0, dim1, *, out=None):
    'A copy of what ``transpose`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('transpose_copy', 'input', input)
    if out is not None:
        return _store('transpose_copy', out, _strided.transpose_copy(input, dim0, dim1))
    return _strided.transpose_copy(input, dim0, dim1)


def unfold_copy(input, dimension, size, step, *, out=None):
    'A copy of what ``unfold`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unfold_copy', 'input', input)
    if out is not None:
        return _store('unfold_copy', out, _strided.unfold_copy(input, dimension, size, step))
    return _strided.unfold_copy(input, dimension, size, step)


def unsqueeze_copy(input, dim, *, out=None):
    'A copy of what ``unsqueeze`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unsqueeze_copy', 'input', input)
    if out is not None:
        return _store('unsqueeze_copy', out, _strided.unsqueeze_copy(input, dim))
    return _strided.unsqueeze_copy(input, dim)


def view_copy(input, size, *, out=None):
    'A copy of what ``view`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('view_copy', 'input', input)
    if out is not None:
        return _store('view_copy', out, _strided.view_copy(input, size))
    return _strided.view_copy(input, size)


def cat(tensors, dim=0, *, out=None):
    'The tensors joined along one dimension.'
    if out is not None:
        return _store('cat', out, _join._cat_public(tensors, dim))
    return _join._cat_public(tensors, dim)


def stack(tensors, dim=0, *, out=None):
    'The tensors of one shape joined along a new dimension.'
    if out is not None:
        return _store('stack', out, _join._stack_public(tensors, dim))
    return _join._stack_public(tensors, dim)


def hstack(tensors, *, out=None):
    'The tensors joined side by side.'
    if out is not None:
        return _store('hstack', out, _join.hstack(tensors))
    return _join.hstack(tensors)


def vstack(tensors, *, out=None):
    'The tensors joined one above the other.'
    if out is not None:
        return _store('vstack', out, _join.vstack(tensors))
    return _join.vstack(tensors)


def dstack(tensors, *, out=None):
    'The tensors joined along the third dimension.'
    if out is not None:
        return _store('dstack', out, _join.dstack(tensors))
    return _join.dstack(tensors)


def column_stack(tensors, *, out=None):
    'The tensors joined as columns of a matrix.'
    if out is not None:
        return _store('column_stack', out, _join.column_stack(tensors))
    return _join.column_stack(tensors)


def block_diag(*tensors):
    'A matrix with the tensors as blocks on its diagonal.'
    return _join.block_diag(*tensors)


def cartesian_prod(*tensors):
    'All combinations of an entry from each vector, a row for each.'
    return _join.cartesian_prod(*tensors)


def unbind(input, dim=0):
    'The entries of one dimension, as a tuple of views.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unbind', 'input', input)
    return _join.unbind(input, dim)


def split_with_sizes(input, split_sizes, dim=0):
    'See ``torch.split_with_sizes``.'
    return _join.split_with_sizes.apply((input,), {"split_sizes": split_sizes, "dim": dim})


def split(tensor, split_size_or_sections, dim=0):
    '``tensor`` cut along one dimension into views of one size, or of the sizes given.'
    return _join.split(tensor, split_size_or_sections, dim)


def chunk(input, chunks, dim=0):
    '``input`` cut along one dimension into at most ``chunks`` views of one size.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('chunk', 'input', input)
    return _join.chunk(input, chunks, dim)


def tensor_split(input, indices_or_sections, dim=0):
    '``input`` cut along one dimension at indices, or into so many nearly equal views.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('tensor_split', 'input', input)
    return _join.tensor_split(input, indices_or_sections, dim)


def hsplit(input, indices_or_sections):
    '``input`` cut along its second dimension (a vector: along its first).'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('hsplit', 'input', input)
    return _join.hsplit(input, indices_or_sections)


def vsplit(input, indices_or_sections):
    '``input`` cut along its first dimension.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('vsplit', 'input', input)
    return _join.vsplit(input, indices_or_sections)


def dsplit(input, indices_or_sections):
    '``input`` cut along its third dimension.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dsplit', 'input', input)
    return _join.dsplit(input, indices_or_sections)


def unbind_copy(input, dim=0):
    'A copy of what ``unbind`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unbind_copy', 'input', input)
    return _join.unbind_copy(input, dim)


def split_with_sizes_copy(input, split_sizes, dim=0):
    'A copy of what ``split_with_sizes`` shows.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('split_with_sizes_copy', 'input', input)
    return _join.split_with_sizes_copy(input, split_sizes, dim)


def index_put(input, indices, values, accumulate=False):
    '``input`` with ``values`` written, or added, where a tuple of index tensors points.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('index_put', 'input', input)
    return _index.index_put(input, indices, values, accumulate)


def index_select(input, dim, index, *, out=None):
    'The entries of ``input`` along ``dim`` that the vector ``index`` names.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('index_select', 'input', input)
    if out is not None:
        return _store('index_select', out, _index._index_select(input, dim, index))
    return _index._index_select(input, dim, index)


def index_add(input, dim, index, source, *, alpha=1, out=None):
    '``input`` with ``alpha * source`` added to the entries along ``dim`` that ``index`` names.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('index_add', 'input', input)
    if out is not None:
        return _store('index_add', out, _index._index_add(input, dim, index, source, alpha=alpha))
    return _index._index_add(input, dim, index, source, alpha=alpha)


def index_copy(input, dim, index, source, *, out=None):
    '``input`` with the entries along ``dim`` that ``index`` names replaced by those of ``source``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('index_copy', 'input', input)
    if out is not None:
        return _store('index_copy', out, _index._index_copy(input, dim, index, source))
    return _index._index_copy(input, dim, index, source)


def index_fill(input, dim, index, value):
    '``input`` with the entries along ``dim`` that ``index`` names set to one value.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('index_fill', 'input', input)
    return _index._index_fill(input, dim, index, value)


def gather(input, dim, index, *, sparse_grad=False, out=None):
    'The elements of ``input`` that ``index`` names along ``dim``, one for each of its entries.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('gather', 'input', input)
    if out is not None:
        return _store('gather', out, _index._gather(input, dim, index, sparse_grad=sparse_grad))
    return _index._gather(input, dim, index, sparse_grad=sparse_grad)


def scatter_add(input, dim, index, src, *, out=None):
    '``input`` with the elements of ``src`` added where ``index`` points along ``dim``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('scatter_add', 'input', input)
    if out is not None:
        return _store('scatter_add', out, _index._scatter_add(input, dim, index, src))
    return _index._scatter_add(input, dim, index, src)


def take(input, index):
    'See ``torch.take``.'
    return _index.take.apply((input, index,), None)


def put(input, index, source, accumulate=False):
    'See ``torch.put``.'
    return _index.put.apply((input, index, source,), {"accumulate": accumulate})


def take_along_dim(input, indices, dim=None, *, out=None):
    'The elements of ``input`` that ``indices``, broadcast against it but for ``dim``, name along ``dim``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('take_along_dim', 'input', input)
    if out is not None:
        return _store('take_along_dim', out, _index.take_along_dim(input, indices, dim))
    return _index.take_along_dim(input, indices, dim)


def masked_fill(input, mask, value):
    'See ``torch.masked_fill``.'
    return _index.masked_fill.apply((input, mask, value,), None)


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True, out=None):
    '``input`` with the elements of ``src`` that ``index`` sends along ``dim`` to the same place reduced to one.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('scatter_reduce', 'input', input)
    if out is not None:
        return _store('scatter_reduce', out, _places.scatter_reduce(input, dim, index, src, reduce, include_self=include_self))
    return _places.scatter_reduce(input, dim, index, src, reduce, include_self=include_self)


def scatter(input, dim, index, src=None, *, value=None, reduce=None, out=None):
    '``input`` with the elements of ``src``, or one value, written where ``index`` points along ``dim``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('scatter', 'input', input)
    if out is not None:
        return _store('scatter', out, _places._scatter(input, dim, index, src, value=value, reduce=reduce))
    return _places._scatter(input, dim, index, src, value=value, reduce=reduce)


def index_reduce(input, dim, index, source, reduce, *, include_self=True, out=None):
    '``input`` with the entries along ``dim`` that ``index`` names reduced with those of ``source``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('index_reduce', 'input', input)
    if out is not None:
        return _store('index_reduce', out, _places.index_reduce(input, dim, index, source, reduce, include_self=include_self))
    return _places.index_reduce(input, dim, index, source, reduce, include_self=include_self)


def masked_select(input, mask, *, out=None):
    'The elements of ``input`` where ``mask``, broadcast against it, is True, as a vector.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('masked_select', 'input', input)
    if out is not None:
        return _store('masked_select', out, _places.masked_select(input, mask))
    return _places.masked_select(input, mask)


def masked_scatter(input, mask, source):
    '``input`` with the elements of ``source``, in order, where ``mask``, broadcast against it, is True.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('masked_scatter', 'input', input)
    return _places.masked_scatter(input, mask, source)


def nonzero(input, *, as_tuple=False, out=None):
    'The indices of the elements that are not zero: a row for each, or with ``as_tuple`` a vector per dimension.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('nonzero', 'input', input)
    if out is not None:
        return _store('nonzero', out, _places.nonzero(input, as_tuple=as_tuple))
    return _places.nonzero(input, as_tuple=as_tuple)


def argwhere(input):
    'The indices of the elements that are not zero, a row for each.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('argwhere', 'input', input)
    return _places.argwhere(input)


def unravel_index(indices, shape):
    'The coordinates, a tensor per dimension of ``shape``, of positions in the flattened tensor.'
    return _places.unravel_index(indices, shape)


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    'Every entry of ``input`` along ``dim`` (of the flattened one by default) repeated, each its own number of times.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('repeat_interleave', 'input', input)
    return _places.repeat_interleave(input, repeats, dim, output_size=output_size)


def combinations(input, r=2, with_replacement=False):
    'All combinations of ``r`` entries of a vector, a row for each, in the order of :mod:`itertools`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('combinations', 'input', input)
    return _places.combinations(input, r, with_replacement)


def sum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    'The sum over the axes ``dim`` (default: all). Integers and bools are added up in int64.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('sum', 'input', input)
    if out is not None:
        return _store('sum', out, _reduce.sum(input, dim, keepdim, dtype=dtype))
    return _reduce.sum(input, dim, keepdim, dtype=dtype)


def sum_to_size(input, *size):
    'Sum ``input`` to a shape that broadcasts to its own.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('sum_to_size', 'input', input)
    return _reduce.sum_to_size(input, *size)


def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    'The sum that takes NaN for zero.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('nansum', 'input', input)
    if out is not None:
        return _store('nansum', out, _reduce.nansum(input, dim, keepdim, dtype=dtype))
    return _reduce.nansum(input, dim, keepdim, dtype=dtype)


def trace(input):
    'The sum of the diagonal of a matrix.'
    return _reduce.trace.apply((input,), None)


def mean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    'The mean over the axes ``dim`` (default: all).'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('mean', 'input', input)
    if out is not None:
        return _store('mean', out, _reduce.mean(input, dim, keepdim, dtype=dtype))
    return _reduce.mean(input, dim, keepdim, dtype=dtype)


def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    'The mean of the elements that are not NaN.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('nanmean', 'input', input)
    if out is not None:
        return _store('nanmean', out, _reduce.nanmean(input, dim, keepdim, dtype=dtype))
    return _reduce.nanmean(input, dim, keepdim, dtype=dtype)


def prod(input, dim=None, keepdim=False, *, dtype=None, out=None):
    'The product of all elements, or along the axis ``dim``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('prod', 'input', input)
    if out is not None:
        return _store('prod', out, _reduce.prod(input, dim, keepdim, dtype=dtype))
    return _reduce.prod(input, dim, keepdim, dtype=dtype)


def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    'The variance, divided by the number of elements less ``correction`` (1; 0 if not ``unbiased``).'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('var', 'input', input)
    if out is not None:
        return _store('var', out, _reduce.var(input, dim, unbiased, keepdim, correction=correction))
    return _reduce.var(input, dim, unbiased, keepdim, correction=correction)


def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    'The standard deviation; see :func:`var`. Where it is 0 its gradient is 0.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('std', 'input', input)
    if out is not None:
        return _store('std', out, _reduce.std(input, dim, unbiased, keepdim, correction=correction))
    return _reduce.std(input, dim, unbiased, keepdim, correction=correction)


def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    'Variance and mean at once; see :func:`var`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('var_mean', 'input', input)
    if out is not None:
        return _store('var_mean', out, _reduce.var_mean(input, dim, unbiased, keepdim, correction=correction))
    return _reduce.var_mean(input, dim, unbiased, keepdim, correction=correction)


def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
    'Standard deviation and mean at once; see :func:`var`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('std_mean', 'input', input)
    if out is not None:
        return _store('std_mean', out, _reduce.std_mean(input, dim, unbiased, keepdim, correction=correction))
    return _reduce.std_mean(input, dim, unbiased, keepdim, correction=correction)


def amax(input, dim=(), keepdim=False, *, out=None):
    'The largest element over the axes ``dim`` (default: all). Elements that tie share the gradient evenly.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('amax', 'input', input)
    if out is not None:
        return _store('amax', out, _reduce.amax(input, dim, keepdim))
    return _reduce.amax(input, dim, keepdim)


def amin(input, dim=(), keepdim=False, *, out=None):
    'The smallest element over the axes ``dim`` (default: all). Elements that tie share the gradient evenly.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('amin', 'input', input)
    if out is not None:
        return _store('amin', out, _reduce.amin(input, dim, keepdim))
    return _reduce.amin(input, dim, keepdim)


def aminmax(input, *, dim=None, keepdim=False, out=None):
    'The smallest and the largest element, of all or along the axis ``dim``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('aminmax', 'input', input)
    if out is not None:
        return _store('aminmax', out, _reduce.aminmax(input, dim=dim, keepdim=keepdim))
    return _reduce.aminmax(input, dim=dim, keepdim=keepdim)


def max(input, dim=None, keepdim=False, *, other=None, out=None):
    'The largest element; with ``dim`` the largest along it and its first index; with a tensor :func:`maximum`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('max', 'input', input)
    if out is not None:
        return _store('max', out, _reduce.max(input, dim, keepdim, other=other))
    return _reduce.max(input, dim, keepdim, other=other)


def min(input, dim=None, keepdim=False, *, other=None, out=None):
    'The smallest element; with ``dim`` the smallest along it and its first index; with a tensor :func:`minimum`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('min', 'input', input)
    if out is not None:
        return _store('min', out, _reduce.min(input, dim, keepdim, other=other))
    return _reduce.min(input, dim, keepdim, other=other)


def any(input, dim=None, keepdim=False, *, out=None):
    'Whether some element is not 0.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('any', 'input', input)
    if out is not None:
        return _store('any', out, _reduce.any(input, dim, keepdim))
    return _reduce.any(input, dim, keepdim)


def all(input, dim=None, keepdim=False, *, out=None):
    'Whether no element is 0.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('all', 'input', input)
    if out is not None:
        return _store('all', out, _reduce.all(input, dim, keepdim))
    return _reduce.all(input, dim, keepdim)


def count_nonzero(input, dim=None):
    'How many elements are not 0.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('count_nonzero', 'input', input)
    return _reduce.count_nonzero(input, dim)


def logsumexp(input, dim, keepdim=False, *, out=None):
    '``log(sum(exp(input)))`` over the axes ``dim``, without overflow.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('logsumexp', 'input', input)
    if out is not None:
        return _store('logsumexp', out, _reduce.logsumexp(input, dim, keepdim))
    return _reduce.logsumexp(input, dim, keepdim)


def norm(input, p="fro", dim=None, keepdim=False, *, dtype=None, out=None):
    'The ``p``-norm of all elements taken as one vector, or along ``dim``; ``"fro"`` and None mean 2.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('norm', 'input', input)
    if out is not None:
        return _store('norm', out, _reduce.norm(input, p, dim, keepdim, dtype=dtype))
    return _reduce.norm(input, p, dim, keepdim, dtype=dtype)


def dist(input, other, p=2):
    'The ``p``-norm of ``input - other``, broadcast together.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dist', 'input', input)
    return _reduce.dist(input, other, p)


def cumsum(input, dim, *, dtype=None, out=None):
    'The sum of all elements so far along ``dim``.'
    if out is not None:
        return _scan.cumsum.into(out, (input,), {"dim": dim, "dtype": dtype})
    return _scan.cumsum.apply((input,), {"dim": dim, "dtype": dtype})


def cumprod(input, dim, *, dtype=None, out=None):
    'The product of all elements so far along ``dim``.'
    if out is not None:
        return _scan.cumprod.into(out, (input,), {"dim": dim, "dtype": dtype})
    return _scan.cumprod.apply((input,), {"dim": dim, "dtype": dtype})


def logcumsumexp(input, dim, *, out=None):
    '``log(cumsum(exp(input)))`` along ``dim``, without overflow.'
    if out is not None:
        return _scan.logcumsumexp.into(out, (input,), {"dim": dim})
    return _scan.logcumsumexp.apply((input,), {"dim": dim})


def cummax(input, dim, *, out=None):
    'The largest element so far along ``dim`` and the last index where it stands.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('cummax', 'input', input)
    if out is not None:
        return _store('cummax', out, _scan.cummax(input, dim))
    return _scan.cummax(input, dim)


def cummin(input, dim, *, out=None):
    'The smallest element so far along ``dim`` and the last index where it stands.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('cummin', 'input', input)
    if out is not None:
        return _store('cummin', out, _scan.cummin(input, dim))
    return _scan.cummin(input, dim)


def sort(input, dim=-1, descending=False, stable=False, *, out=None):
    'Sort along ``dim``, always stably; NaN counts as larger than all numbers.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('sort', 'input', input)
    if out is not None:
        return _store('sort', out, _scan.sort(input, dim, descending, stable))
    return _scan.sort(input, dim, descending, stable)


def argsort(input, dim=-1, descending=False, stable=False):
    'The indices that sort along ``dim``; see :func:`sort`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('argsort', 'input', input)
    return _scan.argsort(input, dim, descending, stable)


def msort(input, *, out=None):
    'Sort along the first dimension.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('msort', 'input', input)
    if out is not None:
        return _store('msort', out, _scan.msort(input))
    return _scan.msort(input)


def topk(input, k, dim=-1, largest=True, sorted=True, *, out=None):
    'The ``k`` largest (or smallest) elements along ``dim``, sorted whatever ``sorted`` says.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('topk', 'input', input)
    if out is not None:
        return _store('topk', out, _scan.topk(input, k, dim, largest, sorted))
    return _scan.topk(input, k, dim, largest, sorted)


def argmax(input, dim=None, keepdim=False, *, out=None):
    'The first index of the largest element, of all (flattened) or along ``dim``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('argmax', 'input', input)
    if out is not None:
        return _store('argmax', out, _scan.argmax(input, dim, keepdim))
    return _scan.argmax(input, dim, keepdim)


def argmin(input, dim=None, keepdim=False, *, out=None):
    'The first index of the smallest element, of all (flattened) or along ``dim``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('argmin', 'input', input)
    if out is not None:
        return _store('argmin', out, _scan.argmin(input, dim, keepdim))
    return _scan.argmin(input, dim, keepdim)


def kthvalue(input, k, dim=-1, keepdim=False, *, out=None):
    'The ``k``-th smallest element (from 1) along ``dim`` and its index.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('kthvalue', 'input', input)
    if out is not None:
        return _store('kthvalue', out, _scan.kthvalue(input, k, dim, keepdim))
    return _scan.kthvalue(input, k, dim, keepdim)


def median(input, dim=None, keepdim=False, *, out=None):
    'The median, the lower of two; with ``dim`` along it, with its index. NaN if there is one.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('median', 'input', input)
    if out is not None:
        return _store('median', out, _scan.median(input, dim, keepdim))
    return _scan.median(input, dim, keepdim)


def nanmedian(input, dim=None, keepdim=False, *, out=None):
    'The median of what is not NaN; see :func:`median`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('nanmedian', 'input', input)
    if out is not None:
        return _store('nanmedian', out, _scan.nanmedian(input, dim, keepdim))
    return _scan.nanmedian(input, dim, keepdim)


def mode(input, dim=-1, keepdim=False, *, out=None):
    'The most frequent element along ``dim``, the smallest of several, and its last index.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('mode', 'input', input)
    if out is not None:
        return _store('mode', out, _scan.mode(input, dim, keepdim))
    return _scan.mode(input, dim, keepdim)


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    'The elements below which fractions ``q`` lie, of all or along ``dim``; several ``q`` make a first dimension.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('quantile', 'input', input)
    if out is not None:
        return _store('quantile', out, _scan.quantile(input, q, dim, keepdim, interpolation=interpolation))
    return _scan.quantile(input, q, dim, keepdim, interpolation=interpolation)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    'The quantiles of what is not NaN; see :func:`quantile`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('nanquantile', 'input', input)
    if out is not None:
        return _store('nanquantile', out, _scan.nanquantile(input, q, dim, keepdim, interpolation=interpolation))
    return _scan.nanquantile(input, q, dim, keepdim, interpolation=interpolation)


def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    'The ``n``-th difference of neighbours along ``dim``, between ``prepend`` and ``append``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('diff', 'input', input)
    if out is not None:
        return _store('diff', out, _scan.diff(input, n, dim, prepend, append))
    return _scan.diff(input, n, dim, prepend, append)


def trapezoid(y, x=None, *, dx=None, dim=-1):
    'The area under the samples ``y`` by the trapezoidal rule, at the places ``x`` or in steps of ``dx`` (1).'
    return _scan.trapezoid(y, x, dx=dx, dim=dim)


def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    'The area up to each sample but the first; see :func:`trapezoid`.'
    return _scan.cumulative_trapezoid(y, x, dx=dx, dim=dim)


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None):
    'Where to insert ``input`` into the last dimension of ``sorted_sequence``: before equals, after if ``right``.'
    if out is not None:
        return _store('searchsorted', out, _scan.searchsorted(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter))
    return _scan.searchsorted(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter)


def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    'The bin of each element between sorted ``boundaries``; :func:`searchsorted` the other way about.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('bucketize', 'input', input)
    if out is not None:
        return _store('bucketize', out, _scan.bucketize(input, boundaries, out_int32=out_int32, right=right))
    return _scan.bucketize(input, boundaries, out_int32=out_int32, right=right)


def histc(input, bins=100, min=0, max=0, *, out=None):
    'How many elements fall into each of ``bins`` equal bins from ``min`` to ``max`` (0, 0: those of ``input``).'
    if out is not None:
        return _scan.histc.into(out, (input,), {"bins": bins, "min": min, "max": max})
    return _scan.histc.apply((input,), {"bins": bins, "min": min, "max": max})


def bincount(input, weights=None, minlength=0):
    'How often each of 0, 1, 2, ... occurs, or the sum of the ``weights`` where it does.'
    return _scan.bincount.apply((input, weights,), {"minlength": minlength})


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    'The distinct elements, or slices along ``dim``, always sorted; where each element went; how many there were.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unique', 'input', input)
    return _scan.unique(input, sorted, return_inverse, return_counts, dim)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    'One of each run of equal elements, or of equal slices along ``dim``; see :func:`unique`.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('unique_consecutive', 'input', input)
    return _scan.unique_consecutive(input, return_inverse, return_counts, dim)


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    'Make a leaf tensor with a copy of ``data``: a number, nested lists of numbers, or an array.'
    return _create.tensor(data, dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def from_numpy(ndarray):
    'Make a tensor that shares the memory of a NumPy array and keeps its dtype.'
    return _create.from_numpy(ndarray)


def from_dlpack(ext_tensor):
    'Make a tensor that shares the memory of anything with ``__dlpack__`` (on the CPU).'
    return _create.from_dlpack(ext_tensor)


def as_tensor(data, dtype=None, device=None):
    'Make a tensor of ``data``, which is copied only where it must be; a tensor keeps its history.'
    return _create.as_tensor(data, dtype, device)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    'Make a tensor that shares memory with ``obj`` where ``copy`` and the other arguments allow it.'
    return _create.asarray(obj, dtype=dtype, device=device, copy=copy, requires_grad=requires_grad)


def is_tensor(obj):
    'Whether ``obj`` is a tensor.'
    return _create.is_tensor(obj)


def zeros(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'A tensor of zeros.'
    return _create.zeros(size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def ones(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'A tensor of ones.'
    return _create.ones(size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def empty(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None, out=None):
    'A tensor with whatever its memory holds.'
    return _create.empty(size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format, out=out)


def empty_strided(size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    'A tensor with whatever its memory holds, laid out with these strides (in elements).'
    return _create.empty_strided(size, stride, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def full(size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'A tensor filled with a number, which decides the dtype unless it is given.'
    return _create.full(size, fill_value, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def zeros_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    'Zeros in the shape of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('zeros_like', 'input', input)
    return _create.zeros_like(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)


def ones_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    'Ones in the shape of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('ones_like', 'input', input)
    return _create.ones_like(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)


def empty_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    'A tensor in the shape of ``input`` with whatever its memory holds.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('empty_like', 'input', input)
    return _create.empty_like(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)


def full_like(input, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    'A tensor in the shape and dtype of ``input`` filled with a number.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('full_like', 'input', input)
    return _create.full_like(input, fill_value, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)


def new_zeros(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    'Zeros of any shape with the dtype and device of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('new_zeros', 'input', input)
    return _create.new_zeros(input, size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def new_ones(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    'Ones of any shape with the dtype and device of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('new_ones', 'input', input)
    return _create.new_ones(input, size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def new_empty(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    'A tensor of any shape with the dtype and device of ``input`` and whatever its memory holds.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('new_empty', 'input', input)
    return _create.new_empty(input, size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def new_empty_strided(input, size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    ':func:`empty_strided` with the dtype and device of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('new_empty_strided', 'input', input)
    return _create.new_empty_strided(input, size, stride, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def new_full(input, size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    'A tensor of any shape filled with a number, with the dtype and device of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('new_full', 'input', input)
    return _create.new_full(input, size, fill_value, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def new_tensor(input, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    ':func:`tensor` of ``data`` with the dtype and device of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('new_tensor', 'input', input)
    return _create.new_tensor(input, data, dtype=dtype, device=device, requires_grad=requires_grad, layout=layout, pin_memory=pin_memory)


def arange(start=None, end=None, step=1, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'The numbers from ``start`` (0) to ``end`` exclusive: integers if all of the arguments are.'
    return _create.arange(start, end, step, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def linspace(start, end, steps, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    '``steps`` evenly spaced numbers from ``start`` to ``end`` inclusive.'
    return _create.linspace(start, end, steps, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def logspace(start, end, steps, base=10.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    '``base`` to the powers of :func:`linspace`.'
    return _create.logspace(start, end, steps, base, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def eye(n, m=None, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'The matrix with ones on its diagonal.'
    return _create.eye(n, m, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def tril_indices(row, col, offset=0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    'Rows and columns (2, n) of the elements on and below a diagonal of a ``row`` by ``col`` matrix.'
    return _create.tril_indices(row, col, offset, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def triu_indices(row, col, offset=0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    'Rows and columns (2, n) of the elements on and above a diagonal of a ``row`` by ``col`` matrix.'
    return _create.triu_indices(row, col, offset, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)


def rand(size, *more, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'Numbers drawn uniformly from [0, 1).'
    return _draw.rand(size, *more, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def randn(size, *more, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'Numbers drawn from the standard normal distribution.'
    return _draw.randn(size, *more, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def randint(low=None, high=None, size=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'Integers drawn from ``low`` to ``high`` exclusive: ``randint(high, size)`` or ``randint(low, high, size)``.'
    return _draw.randint(low, high, size, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def randperm(n, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'The integers from 0 to ``n`` exclusive in random order.'
    return _draw.randperm(n, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def rand_like(input, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    'Uniform numbers in the shape of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('rand_like', 'input', input)
    return _draw.rand_like(input, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)


def randn_like(input, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    'Normal numbers in the shape of ``input``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('randn_like', 'input', input)
    return _draw.randn_like(input, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)


def randint_like(input, low, high=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    'Integers in the shape and dtype of ``input``: ``randint_like(x, high)`` or ``randint_like(x, low, high)``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('randint_like', 'input', input)
    return _draw.randint_like(input, low, high, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)


def normal(mean, std=1.0, size=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    'Normal numbers with this mean and standard deviation, each a number or a tensor; two numbers need a ``size``.'
    return _draw.normal(mean, std, size, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)


def bernoulli(input, p=None, *, generator=None, out=None):
    'Ones with the probabilities in ``input`` (or ``p`` everywhere), else zeros.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('bernoulli', 'input', input)
    if out is not None:
        return _store('bernoulli', out, _draw.bernoulli(input, p, generator=generator))
    return _draw.bernoulli(input, p, generator=generator)


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    'Indices drawn from each row of non-negative weights.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('multinomial', 'input', input)
    if out is not None:
        return _store('multinomial', out, _draw.multinomial(input, num_samples, replacement, generator=generator))
    return _draw.multinomial(input, num_samples, replacement, generator=generator)


def get_rng_state():
    'The state of the default generator, as a tensor of bytes.'
    return _draw.get_rng_state()


def set_rng_state(new_state):
    'Continue from a state that :func:`get_rng_state` gave.'
    return _draw.set_rng_state(new_state)


def mm(input, mat2, *, out=None):
    'See ``torch.mm``.'
    if out is not None:
        return _matmul.mm.into(out, (input, mat2,), None)
    return _matmul.mm.apply((input, mat2,), None)


def mv(input, vec, *, out=None):
    'See ``torch.mv``.'
    if out is not None:
        return _matmul.mv.into(out, (input, vec,), None)
    return _matmul.mv.apply((input, vec,), None)


def dot(input, tensor, *, out=None):
    'See ``torch.dot``.'
    if out is not None:
        return _matmul.dot.into(out, (input, tensor,), None)
    return _matmul.dot.apply((input, tensor,), None)


def vdot(input, other, *, out=None):
    'See ``torch.vdot``.'
    if out is not None:
        return _matmul.vdot.into(out, (input, other,), None)
    return _matmul.vdot.apply((input, other,), None)


def bmm(input, mat2, *, out=None):
    'See ``torch.bmm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('bmm', 'input', input)
    if out is not None:
        return _store('bmm', out, _matmul.bmm(input, mat2))
    return _matmul.bmm(input, mat2)


def matmul(input, other, *, out=None):
    'See ``torch.matmul``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('matmul', 'input', input)
    if out is not None:
        return _store('matmul', out, _matmul.matmul(input, other))
    return _matmul.matmul(input, other)


def outer(input, vec2, *, out=None):
    'See ``torch.outer``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('outer', 'input', input)
    if out is not None:
        return _store('outer', out, _matmul.outer(input, vec2))
    return _matmul.outer(input, vec2)


def inner(input, other, *, out=None):
    'See ``torch.inner``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('inner', 'input', input)
    if out is not None:
        return _store('inner', out, _matmul.inner(input, other))
    return _matmul.inner(input, other)


def kron(input, other, *, out=None):
    'See ``torch.kron``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('kron', 'input', input)
    if out is not None:
        return _store('kron', out, _matmul.kron(input, other))
    return _matmul.kron(input, other)


def addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None):
    'See ``torch.addmm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('addmm', 'input', input)
    if out is not None:
        return _store('addmm', out, _matmul.addmm(input, mat1, mat2, beta=beta, alpha=alpha))
    return _matmul.addmm(input, mat1, mat2, beta=beta, alpha=alpha)


def addmv(input, mat, vec, *, beta=1, alpha=1, out=None):
    'See ``torch.addmv``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('addmv', 'input', input)
    if out is not None:
        return _store('addmv', out, _matmul.addmv(input, mat, vec, beta=beta, alpha=alpha))
    return _matmul.addmv(input, mat, vec, beta=beta, alpha=alpha)


def addr(input, vec1, vec2, *, beta=1, alpha=1, out=None):
    'See ``torch.addr``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('addr', 'input', input)
    if out is not None:
        return _store('addr', out, _matmul.addr(input, vec1, vec2, beta=beta, alpha=alpha))
    return _matmul.addr(input, vec1, vec2, beta=beta, alpha=alpha)


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    'See ``torch.baddbmm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('baddbmm', 'input', input)
    if out is not None:
        return _store('baddbmm', out, _matmul.baddbmm(input, batch1, batch2, beta=beta, alpha=alpha))
    return _matmul.baddbmm(input, batch1, batch2, beta=beta, alpha=alpha)


def addbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    'See ``torch.addbmm``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('addbmm', 'input', input)
    if out is not None:
        return _store('addbmm', out, _matmul.addbmm(input, batch1, batch2, beta=beta, alpha=alpha))
    return _matmul.addbmm(input, batch1, batch2, beta=beta, alpha=alpha)


def einsum(*args):
    'See ``torch.einsum``.'
    return _matmul.einsum(*args)


def tensordot(a, b, dims=2, *, out=None):
    'See ``torch.tensordot``.'
    if out is not None:
        return _store('tensordot', out, _matmul.tensordot(a, b, dims))
    return _matmul.tensordot(a, b, dims)


def chain_matmul(*matrices):
    'See ``torch.chain_matmul``.'
    return _matmul.chain_matmul(*matrices)


def matrix_power(input, n, *, out=None):
    'See ``torch.matrix_power``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('matrix_power', 'input', input)
    if out is not None:
        return _store('matrix_power', out, _matmul.matrix_power(input, n))
    return _matmul.matrix_power(input, n)


def cross(input, other, dim=None, *, out=None):
    'See ``torch.cross``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('cross', 'input', input)
    if out is not None:
        return _store('cross', out, _matmul.cross(input, other, dim))
    return _matmul.cross(input, other, dim)


def relu(input):
    'See ``torch.relu``.'
    return _nn_activation.relu.apply((input,), None)


def prelu(input, weight):
    'See ``torch.nn.functional.prelu``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('prelu', 'input', input)
    return _nn_activation.prelu(input, weight)


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


def dropout(input, p=0.5, training=True, inplace=False):
    'See ``torch.nn.functional.dropout``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('dropout', 'input', input)
    return _nn_layer.dropout(input, p, training, inplace)


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


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    'See ``torch.nn.functional.cosine_similarity``.'
    return _nn_loss.cosine_similarity(x1, x2, dim, eps)


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    'See ``torch.nn.functional.pairwise_distance``.'
    return _nn_loss.pairwise_distance(x1, x2, p, eps, keepdim)


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


def constant_pad_nd(input, pad, value=0):
    '``pad`` lists (before, after) from the last dimension on; negative ones cut off.'
    return _nn_conv.constant_pad_nd.apply((input,), {"pad": pad, "value": value})


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


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    'See ``torch.nn.functional.avg_pool1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('avg_pool1d', 'input', input)
    return _nn_pool.avg_pool1d(input, kernel_size, stride, padding, ceil_mode, count_include_pad)


def adaptive_avg_pool1d(input, output_size):
    'See ``torch.nn.functional.adaptive_avg_pool1d``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('adaptive_avg_pool1d', 'input', input)
    return _nn_pool.adaptive_avg_pool1d(input, output_size)


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

absolute = abs
subtract = sub
multiply = mul
divide = div
negative = neg
arcsin = asin
arccos = acos
arctan = atan
arctan2 = atan2
arcsinh = asinh
arccosh = acosh
arctanh = atanh
fix = trunc
clip = clamp
not_equal = ne
less = lt
less_equal = le
greater = gt
greater_equal = ge
swapdims = transpose
moveaxis = movedim
concat = cat
concatenate = cat
row_stack = vstack
trapz = trapezoid
ger = outer

__all__ = ['abs', 'absolute', 'acos', 'acosh', 'adaptive_avg_pool1d', 'add', 'addbmm', 'addcdiv', 'addcmul', 'addmm', 'addmv', 'addr', 'adjoint', 'alias_copy', 'all', 'allclose', 'amax', 'amin', 'aminmax', 'angle', 'any', 'arange', 'arccos', 'arccosh', 'arcsin', 'arcsinh', 'arctan', 'arctan2', 'arctanh', 'argmax', 'argmin', 'argsort', 'argwhere', 'as_strided', 'as_strided_copy', 'as_strided_scatter', 'as_tensor', 'asarray', 'asin', 'asinh', 'atan', 'atan2', 'atanh', 'atleast_1d', 'atleast_2d', 'atleast_3d', 'avg_pool1d', 'baddbmm', 'bernoulli', 'bilinear', 'bincount', 'bitwise_and', 'bitwise_left_shift', 'bitwise_not', 'bitwise_or', 'bitwise_right_shift', 'bitwise_xor', 'block_diag', 'bmm', 'broadcast_shapes', 'broadcast_tensors', 'broadcast_to', 'bucketize', 'cartesian_prod', 'cat', 'ceil', 'celu', 'chain_matmul', 'channel_shuffle', 'chunk', 'clamp', 'clamp_max', 'clamp_min', 'clip', 'clone', 'column_stack', 'combinations', 'complex', 'concat', 'concatenate', 'conj', 'conj_physical', 'constant_pad_nd', 'contiguous', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'copysign', 'cos', 'cosh', 'cosine_similarity', 'count_nonzero', 'cross', 'cummax', 'cummin', 'cumprod', 'cumsum', 'cumulative_trapezoid', 'deg2rad', 'diag', 'diag_embed', 'diagflat', 'diagonal', 'diagonal_copy', 'diagonal_scatter', 'diff', 'dist', 'div', 'divide', 'dot', 'dropout', 'dsplit', 'dstack', 'einsum', 'empty', 'empty_like', 'empty_strided', 'eq', 'equal', 'exp', 'exp2', 'expand', 'expand_as', 'expand_copy', 'expm1', 'eye', 'fill', 'fix', 'flatten', 'flip', 'fliplr', 'flipud', 'float_power', 'floor', 'floor_divide', 'fmax', 'fmin', 'fmod', 'frac', 'frexp', 'from_dlpack', 'from_numpy', 'full', 'full_like', 'gather', 'gcd', 'ge', 'ger', 'get_rng_state', 'greater', 'greater_equal', 'group_norm', 'gt', 'hardshrink', 'heaviside', 'histc', 'hsplit', 'hstack', 'hypot', 'imag', 'index_add', 'index_copy', 'index_fill', 'index_put', 'index_reduce', 'index_select', 'inner', 'is_complex', 'is_tensor', 'isclose', 'isfinite', 'isinf', 'isnan', 'isneginf', 'isposinf', 'isreal', 'kron', 'kthvalue', 'layer_norm', 'lcm', 'ldexp', 'le', 'lerp', 'less', 'less_equal', 'linspace', 'log', 'log10', 'log1p', 'log2', 'log_softmax', 'logaddexp', 'logaddexp2', 'logcumsumexp', 'logical_and', 'logical_not', 'logical_or', 'logical_xor', 'logit', 'logspace', 'logsumexp', 'lt', 'masked_fill', 'masked_scatter', 'masked_select', 'matmul', 'matrix_power', 'max', 'max_pool1d', 'max_pool2d', 'max_pool3d', 'maximum', 'mean', 'median', 'meshgrid', 'min', 'minimum', 'mm', 'mode', 'moveaxis', 'movedim', 'msort', 'mul', 'multinomial', 'multiply', 'mv', 'nan_to_num', 'nanmean', 'nanmedian', 'nanquantile', 'nansum', 'narrow', 'narrow_copy', 'ne', 'neg', 'negative', 'new_empty', 'new_empty_strided', 'new_full', 'new_ones', 'new_zeros', 'nextafter', 'nonzero', 'norm', 'normal', 'not_equal', 'ones', 'ones_like', 'outer', 'pairwise_distance', 'permute', 'permute_copy', 'pixel_shuffle', 'pixel_unshuffle', 'polar', 'positive', 'pow', 'prelu', 'prod', 'put', 'quantile', 'rad2deg', 'rand', 'rand_like', 'randint', 'randint_like', 'randn', 'randn_like', 'randperm', 'ravel', 'real', 'reciprocal', 'relu', 'remainder', 'repeat', 'repeat_interleave', 'reshape', 'reshape_as', 'resolve_conj', 'resolve_neg', 'rms_norm', 'roll', 'rot90', 'round', 'row_stack', 'rsqrt', 'rsub', 'scatter', 'scatter_add', 'scatter_reduce', 'searchsorted', 'select', 'select_scatter', 'selu', 'set_rng_state', 'sgn', 'sigmoid', 'sign', 'signbit', 'sin', 'sinc', 'sinh', 'slice_scatter', 'softmax', 'sort', 'split', 'split_with_sizes', 'split_with_sizes_copy', 'sqrt', 'square', 'squeeze', 'squeeze_copy', 'stack', 'std', 'std_mean', 'sub', 'subtract', 'sum', 'sum_to_size', 'swapaxes', 'swapdims', 't', 'take', 'take_along_dim', 'tan', 'tanh', 'tensor', 'tensor_split', 'tensordot', 'threshold', 'tile', 'topk', 'trace', 'transpose', 'transpose_copy', 'trapezoid', 'trapz', 'tril', 'tril_indices', 'triu', 'triu_indices', 'true_divide', 'trunc', 'unbind', 'unbind_copy', 'unflatten', 'unfold', 'unfold_copy', 'unique', 'unique_consecutive', 'unravel_index', 'unsqueeze', 'unsqueeze_copy', 'var', 'var_mean', 'vdot', 'view', 'view_as', 'view_as_complex', 'view_as_real', 'view_copy', 'vsplit', 'vstack', 'where', 'xlogy', 'zeros', 'zeros_like']
