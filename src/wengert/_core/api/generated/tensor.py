"""In-place methods, operators and the table of methods. Written by tools/generate.py: do not edit."""

from ...ops.elementwise import bessel as _bessel, compare as _compare, complex as _complex, elementary as _elementary, gamma as _gamma, pointwise as _pointwise, special as _special
from ...ops.index import filling as _filling, flat as _flat, index as _index, places as _places
from ...ops.linalg import matmul as _matmul, statistics as _statistics
from ...ops.nn import activation as _activation
from ...ops.random import draw as _draw
from ...ops.reduce import scan as _scan
from ...ops.shape import arrange as _arrange, shape as _shape, strided as _strided
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch
from ...dispatch.arguments import either as _either
from ...errors.calls_errors import missing_arguments as _missing
from ...dispatch.inplace import become as _become, rewrite as _rewrite
from ...dispatch.op import OPERANDS as _OPERANDS, operand as _operand
from ...errors.tracebacks import short as _short
from . import fft, linalg, masked, nn_functional, signal_windows, sparse, special, top


def conj_physical_(self):
    """Write what :func:`wengert.conj_physical` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, conj_physical_, locals())
    try:
        return _rewrite('conj_physical', self, lambda _x: (_complex.conj_physical if _attached else _complex.conj_physical.__wrapped__)(_x))
    except Exception as e:
        return _dispatch.after(e, conj_physical_, locals(), {'self': 'Tensor'})


def abs_(self):
    """Write what :func:`wengert.abs` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, abs_, locals())
    try:
        return _complex.abs.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, abs_, locals(), {'self': 'Tensor'})


def sgn_(self):
    """Write what :func:`wengert.sgn` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, sgn_, locals())
    try:
        return _complex.sgn.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, sgn_, locals(), {'self': 'Tensor'})


def add_(self, other, *older, alpha=1):
    """Write what :func:`wengert.add` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(add_, locals(), ('alpha',))
    if _dispatch.on and (_found := _dispatch.find(self, other, alpha)):
        return _dispatch.published(_found, add_, locals())
    try:
        return _pointwise.add.inplace((self, other,), {"alpha": alpha})
    except Exception as e:
        return _dispatch.after(e, add_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number', 'alpha': 'Number'})


def sub_(self, other, *older, alpha=1):
    """Write what :func:`wengert.sub` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(sub_, locals(), ('alpha',))
    if _dispatch.on and (_found := _dispatch.find(self, other, alpha)):
        return _dispatch.published(_found, sub_, locals())
    try:
        return _pointwise.sub.inplace((self, other,), {"alpha": alpha})
    except Exception as e:
        return _dispatch.after(e, sub_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number', 'alpha': 'Number'})


def mul_(self, other):
    """Write what :func:`wengert.mul` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, mul_, locals())
    try:
        return _pointwise.mul.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, mul_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def true_divide_(self, other):
    """Write what :func:`wengert.true_divide` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, true_divide_, locals())
    try:
        return _pointwise.true_divide.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, true_divide_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def floor_divide_(self, other):
    """Write what :func:`wengert.floor_divide` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, floor_divide_, locals())
    try:
        return _pointwise.floor_divide.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, floor_divide_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def div_(self, other, *, rounding_mode=None):
    """Write what :func:`wengert.div` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other, rounding_mode)):
        return _dispatch.published(_found, div_, locals())
    try:
        return _rewrite('div', self, lambda _x: (_pointwise.div if _attached else _pointwise.div.__wrapped__)(_x, other, rounding_mode=rounding_mode))
    except Exception as e:
        return _dispatch.after(e, div_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number', 'rounding_mode': 'str | None'})


def remainder_(self, other):
    """Write what :func:`wengert.remainder` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, remainder_, locals())
    try:
        return _pointwise.remainder.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, remainder_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def fmod_(self, other):
    """Write what :func:`wengert.fmod` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, fmod_, locals())
    try:
        return _pointwise.fmod.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, fmod_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def neg_(self):
    """Write what :func:`wengert.neg` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, neg_, locals())
    try:
        return _pointwise.neg.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, neg_, locals(), {'self': 'Tensor'})


def reciprocal_(self):
    """Write what :func:`wengert.reciprocal` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, reciprocal_, locals())
    try:
        return _pointwise.reciprocal.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, reciprocal_, locals(), {'self': 'Tensor'})


def sign_(self):
    """Write what :func:`wengert.sign` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, sign_, locals())
    try:
        return _pointwise.sign.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, sign_, locals(), {'self': 'Tensor'})


def floor_(self):
    """Write what :func:`wengert.floor` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, floor_, locals())
    try:
        return _pointwise.floor.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, floor_, locals(), {'self': 'Tensor'})


def ceil_(self):
    """Write what :func:`wengert.ceil` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, ceil_, locals())
    try:
        return _pointwise.ceil.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, ceil_, locals(), {'self': 'Tensor'})


def trunc_(self):
    """Write what :func:`wengert.trunc` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, trunc_, locals())
    try:
        return _pointwise.trunc.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, trunc_, locals(), {'self': 'Tensor'})


def round_(self, *, decimals=0):
    """Write what :func:`wengert.round` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, decimals)):
        return _dispatch.published(_found, round_, locals())
    try:
        return _pointwise.round.inplace((self,), {"decimals": decimals})
    except Exception as e:
        return _dispatch.after(e, round_, locals(), {'self': 'Tensor', 'decimals': 'int'})


def frac_(self):
    """Write what :func:`wengert.frac` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, frac_, locals())
    try:
        return _pointwise.frac.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, frac_, locals(), {'self': 'Tensor'})


def copysign_(self, other):
    """Write what :func:`wengert.copysign` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, copysign_, locals())
    try:
        return _pointwise.copysign.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, copysign_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def clamp_(self, min=None, max=None):
    """Write what :func:`wengert.clamp` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, min, max)):
        return _dispatch.published(_found, clamp_, locals())
    try:
        return _rewrite('clamp', self, lambda _x: (_pointwise.clamp if _attached else _pointwise.clamp.__wrapped__)(_x, min, max))
    except Exception as e:
        return _dispatch.after(e, clamp_, locals(), {'self': 'Tensor', 'min': 'Tensor | Number | None', 'max': 'Tensor | Number | None'})


def clamp_min_(self, min):
    """Write what :func:`wengert.clamp_min` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, min)):
        return _dispatch.published(_found, clamp_min_, locals())
    try:
        return _pointwise.clamp_min.inplace((self, min,), None)
    except Exception as e:
        return _dispatch.after(e, clamp_min_, locals(), {'self': 'Tensor', 'min': 'Tensor | Number'})


def clamp_max_(self, max):
    """Write what :func:`wengert.clamp_max` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, max)):
        return _dispatch.published(_found, clamp_max_, locals())
    try:
        return _pointwise.clamp_max.inplace((self, max,), None)
    except Exception as e:
        return _dispatch.after(e, clamp_max_, locals(), {'self': 'Tensor', 'max': 'Tensor | Number'})


def nan_to_num_(self, nan=None, posinf=None, neginf=None):
    """Write what :func:`wengert.nan_to_num` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, nan, posinf, neginf)):
        return _dispatch.published(_found, nan_to_num_, locals())
    try:
        return _rewrite('nan_to_num', self, lambda _x: (_pointwise.nan_to_num if _attached else _pointwise.nan_to_num.__wrapped__)(_x, nan, posinf, neginf))
    except Exception as e:
        return _dispatch.after(e, nan_to_num_, locals(), {'self': 'Tensor', 'nan': 'float | None', 'posinf': 'float | None', 'neginf': 'float | None'})


def lerp_(self, end, weight):
    """Write what :func:`wengert.lerp` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, end, weight)):
        return _dispatch.published(_found, lerp_, locals())
    try:
        return _pointwise.lerp.inplace((self, end, weight,), None)
    except Exception as e:
        return _dispatch.after(e, lerp_, locals(), {'self': 'Tensor', 'end': 'Tensor | Number', 'weight': 'Tensor | Number'})


def addcmul_(self, tensor1, tensor2, *older, value=1):
    """Write what :func:`wengert.addcmul` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(addcmul_, locals(), ('value',))
    if _dispatch.on and (_found := _dispatch.find(self, tensor1, tensor2, value)):
        return _dispatch.published(_found, addcmul_, locals())
    try:
        return _pointwise.addcmul.inplace((self, tensor1, tensor2,), {"value": value})
    except Exception as e:
        return _dispatch.after(e, addcmul_, locals(), {'self': 'Tensor', 'tensor1': 'Tensor | Number', 'tensor2': 'Tensor | Number', 'value': 'Tensor | Number'})


def addcdiv_(self, tensor1, tensor2, *older, value=1):
    """Write what :func:`wengert.addcdiv` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(addcdiv_, locals(), ('value',))
    if _dispatch.on and (_found := _dispatch.find(self, tensor1, tensor2, value)):
        return _dispatch.published(_found, addcdiv_, locals())
    try:
        return _pointwise.addcdiv.inplace((self, tensor1, tensor2,), {"value": value})
    except Exception as e:
        return _dispatch.after(e, addcdiv_, locals(), {'self': 'Tensor', 'tensor1': 'Tensor | Number', 'tensor2': 'Tensor | Number', 'value': 'Tensor | Number'})


def eq_(self, other):
    """Write what :func:`wengert.eq` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, eq_, locals())
    try:
        return _pointwise.eq.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, eq_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def ne_(self, other):
    """Write what :func:`wengert.ne` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, ne_, locals())
    try:
        return _pointwise.ne.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, ne_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def lt_(self, other):
    """Write what :func:`wengert.lt` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, lt_, locals())
    try:
        return _pointwise.lt.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, lt_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def le_(self, other):
    """Write what :func:`wengert.le` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, le_, locals())
    try:
        return _pointwise.le.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, le_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def gt_(self, other):
    """Write what :func:`wengert.gt` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, gt_, locals())
    try:
        return _pointwise.gt.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, gt_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def ge_(self, other):
    """Write what :func:`wengert.ge` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, ge_, locals())
    try:
        return _pointwise.ge.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, ge_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def logical_and_(self, other):
    """Write what :func:`wengert.logical_and` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, logical_and_, locals())
    try:
        return _pointwise.logical_and.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, logical_and_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def logical_or_(self, other):
    """Write what :func:`wengert.logical_or` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, logical_or_, locals())
    try:
        return _pointwise.logical_or.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, logical_or_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def logical_xor_(self, other):
    """Write what :func:`wengert.logical_xor` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, logical_xor_, locals())
    try:
        return _pointwise.logical_xor.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, logical_xor_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def logical_not_(self):
    """Write what :func:`wengert.logical_not` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, logical_not_, locals())
    try:
        return _pointwise.logical_not.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, logical_not_, locals(), {'self': 'Tensor'})


def fill_(self, value):
    """Write what :func:`wengert.fill` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, value)):
        return _dispatch.published(_found, fill_, locals())
    try:
        return _filling.fill.inplace((self, value,), None)
    except Exception as e:
        return _dispatch.after(e, fill_, locals(), {'self': 'Tensor', 'value': 'Tensor | Number'})


def pow_(self, exponent):
    """Write what :func:`wengert.pow` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, exponent)):
        return _dispatch.published(_found, pow_, locals())
    try:
        return _elementary.pow.inplace((self, exponent,), None)
    except Exception as e:
        return _dispatch.after(e, pow_, locals(), {'self': 'Tensor', 'exponent': 'Tensor | Number'})


def float_power_(self, exponent):
    """Write what :func:`wengert.float_power` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, exponent)):
        return _dispatch.published(_found, float_power_, locals())
    try:
        return _rewrite('float_power', self, lambda _x: (_elementary.float_power if _attached else _elementary.float_power.__wrapped__)(_x, exponent))
    except Exception as e:
        return _dispatch.after(e, float_power_, locals(), {'self': 'Tensor', 'exponent': 'Tensor | Number'})


def square_(self):
    """Write what :func:`wengert.square` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, square_, locals())
    try:
        return _rewrite('square', self, lambda _x: (_elementary.square if _attached else _elementary.square.__wrapped__)(_x))
    except Exception as e:
        return _dispatch.after(e, square_, locals(), {'self': 'Tensor'})


def sqrt_(self):
    """Write what :func:`wengert.sqrt` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, sqrt_, locals())
    try:
        return _elementary.sqrt.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, sqrt_, locals(), {'self': 'Tensor'})


def rsqrt_(self):
    """Write what :func:`wengert.rsqrt` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, rsqrt_, locals())
    try:
        return _elementary.rsqrt.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, rsqrt_, locals(), {'self': 'Tensor'})


def hypot_(self, other):
    """Write what :func:`wengert.hypot` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, hypot_, locals())
    try:
        return _elementary.hypot.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, hypot_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def exp_(self):
    """Write what :func:`wengert.exp` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, exp_, locals())
    try:
        return _elementary.exp.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, exp_, locals(), {'self': 'Tensor'})


def exp2_(self):
    """Write what :func:`wengert.exp2` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, exp2_, locals())
    try:
        return _elementary.exp2.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, exp2_, locals(), {'self': 'Tensor'})


def expm1_(self):
    """Write what :func:`wengert.expm1` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, expm1_, locals())
    try:
        return _elementary.expm1.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, expm1_, locals(), {'self': 'Tensor'})


def log_(self):
    """Write what :func:`wengert.log` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, log_, locals())
    try:
        return _elementary.log.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, log_, locals(), {'self': 'Tensor'})


def log2_(self):
    """Write what :func:`wengert.log2` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, log2_, locals())
    try:
        return _elementary.log2.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, log2_, locals(), {'self': 'Tensor'})


def log10_(self):
    """Write what :func:`wengert.log10` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, log10_, locals())
    try:
        return _elementary.log10.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, log10_, locals(), {'self': 'Tensor'})


def log1p_(self):
    """Write what :func:`wengert.log1p` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, log1p_, locals())
    try:
        return _elementary.log1p.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, log1p_, locals(), {'self': 'Tensor'})


def xlogy_(self, other):
    """Write what :func:`wengert.xlogy` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, xlogy_, locals())
    try:
        return _elementary.xlogy.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, xlogy_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def ldexp_(self, other):
    """Write what :func:`wengert.ldexp` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, ldexp_, locals())
    try:
        return _elementary.ldexp.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, ldexp_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def sigmoid_(self):
    """Write what :func:`wengert.sigmoid` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, sigmoid_, locals())
    try:
        return _elementary.sigmoid.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, sigmoid_, locals(), {'self': 'Tensor'})


def logit_(self, eps=None):
    """Write what :func:`wengert.logit` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, eps)):
        return _dispatch.published(_found, logit_, locals())
    try:
        return _elementary.logit.inplace((self,), {"eps": eps})
    except Exception as e:
        return _dispatch.after(e, logit_, locals(), {'self': 'Tensor', 'eps': 'float | None'})


def sin_(self):
    """Write what :func:`wengert.sin` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, sin_, locals())
    try:
        return _elementary.sin.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, sin_, locals(), {'self': 'Tensor'})


def cos_(self):
    """Write what :func:`wengert.cos` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, cos_, locals())
    try:
        return _elementary.cos.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, cos_, locals(), {'self': 'Tensor'})


def tan_(self):
    """Write what :func:`wengert.tan` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, tan_, locals())
    try:
        return _elementary.tan.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, tan_, locals(), {'self': 'Tensor'})


def asin_(self):
    """Write what :func:`wengert.asin` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, asin_, locals())
    try:
        return _elementary.asin.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, asin_, locals(), {'self': 'Tensor'})


def acos_(self):
    """Write what :func:`wengert.acos` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, acos_, locals())
    try:
        return _elementary.acos.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, acos_, locals(), {'self': 'Tensor'})


def atan_(self):
    """Write what :func:`wengert.atan` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, atan_, locals())
    try:
        return _elementary.atan.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, atan_, locals(), {'self': 'Tensor'})


def atan2_(self, other):
    """Write what :func:`wengert.atan2` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, atan2_, locals())
    try:
        return _elementary.atan2.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, atan2_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def sinh_(self):
    """Write what :func:`wengert.sinh` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, sinh_, locals())
    try:
        return _elementary.sinh.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, sinh_, locals(), {'self': 'Tensor'})


def cosh_(self):
    """Write what :func:`wengert.cosh` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, cosh_, locals())
    try:
        return _elementary.cosh.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, cosh_, locals(), {'self': 'Tensor'})


def tanh_(self):
    """Write what :func:`wengert.tanh` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, tanh_, locals())
    try:
        return _elementary.tanh.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, tanh_, locals(), {'self': 'Tensor'})


def asinh_(self):
    """Write what :func:`wengert.asinh` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, asinh_, locals())
    try:
        return _elementary.asinh.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, asinh_, locals(), {'self': 'Tensor'})


def acosh_(self):
    """Write what :func:`wengert.acosh` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, acosh_, locals())
    try:
        return _elementary.acosh.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, acosh_, locals(), {'self': 'Tensor'})


def atanh_(self):
    """Write what :func:`wengert.atanh` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, atanh_, locals())
    try:
        return _elementary.atanh.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, atanh_, locals(), {'self': 'Tensor'})


def sinc_(self):
    """Write what :func:`wengert.sinc` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, sinc_, locals())
    try:
        return _elementary.sinc.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, sinc_, locals(), {'self': 'Tensor'})


def deg2rad_(self):
    """Write what :func:`wengert.deg2rad` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, deg2rad_, locals())
    try:
        return _elementary.deg2rad.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, deg2rad_, locals(), {'self': 'Tensor'})


def rad2deg_(self):
    """Write what :func:`wengert.rad2deg` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, rad2deg_, locals())
    try:
        return _elementary.rad2deg.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, rad2deg_, locals(), {'self': 'Tensor'})


def erf_(self):
    """Write what :func:`wengert.erf` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, erf_, locals())
    try:
        return _special.erf.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, erf_, locals(), {'self': 'Tensor'})


def erfc_(self):
    """Write what :func:`wengert.erfc` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, erfc_, locals())
    try:
        return _special.erfc.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, erfc_, locals(), {'self': 'Tensor'})


def erfinv_(self):
    """Write what :func:`wengert.erfinv` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, erfinv_, locals())
    try:
        return _special.erfinv.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, erfinv_, locals(), {'self': 'Tensor'})


def lgamma_(self):
    """Write what :func:`wengert.lgamma` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, lgamma_, locals())
    try:
        return _gamma.lgamma.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, lgamma_, locals(), {'self': 'Tensor'})


def digamma_(self):
    """Write what :func:`wengert.digamma` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, digamma_, locals())
    try:
        return _gamma.digamma.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, digamma_, locals(), {'self': 'Tensor'})


def mvlgamma_(self, p):
    """Write what :func:`wengert.mvlgamma` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, p)):
        return _dispatch.published(_found, mvlgamma_, locals())
    try:
        return _rewrite('mvlgamma', self, lambda _x: (_gamma.mvlgamma if _attached else _gamma.mvlgamma.__wrapped__)(_x, p))
    except Exception as e:
        return _dispatch.after(e, mvlgamma_, locals(), {'self': 'Tensor', 'p': 'int'})


def igamma_(self, other):
    """Write what :func:`wengert.igamma` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, igamma_, locals())
    try:
        return _gamma.igamma.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, igamma_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def igammac_(self, other):
    """Write what :func:`wengert.igammac` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, igammac_, locals())
    try:
        return _gamma.igammac.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, igammac_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def i0_(self):
    """Write what :func:`wengert.i0` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, i0_, locals())
    try:
        return _bessel.i0.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, i0_, locals(), {'self': 'Tensor'})


def bitwise_and_(self, other):
    """Write what :func:`wengert.bitwise_and` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, bitwise_and_, locals())
    try:
        return _compare.bitwise_and.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, bitwise_and_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def bitwise_or_(self, other):
    """Write what :func:`wengert.bitwise_or` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, bitwise_or_, locals())
    try:
        return _compare.bitwise_or.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, bitwise_or_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def bitwise_xor_(self, other):
    """Write what :func:`wengert.bitwise_xor` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, bitwise_xor_, locals())
    try:
        return _compare.bitwise_xor.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, bitwise_xor_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def bitwise_not_(self):
    """Write what :func:`wengert.bitwise_not` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, bitwise_not_, locals())
    try:
        return _compare.bitwise_not.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, bitwise_not_, locals(), {'self': 'Tensor'})


def bitwise_left_shift_(self, other):
    """Write what :func:`wengert.bitwise_left_shift` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, bitwise_left_shift_, locals())
    try:
        return _compare.bitwise_left_shift.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, bitwise_left_shift_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def bitwise_right_shift_(self, other):
    """Write what :func:`wengert.bitwise_right_shift` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, bitwise_right_shift_, locals())
    try:
        return _compare.bitwise_right_shift.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, bitwise_right_shift_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def gcd_(self, other):
    """Write what :func:`wengert.gcd` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, gcd_, locals())
    try:
        return _compare.gcd.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, gcd_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def lcm_(self, other):
    """Write what :func:`wengert.lcm` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, lcm_, locals())
    try:
        return _compare.lcm.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, lcm_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def heaviside_(self, values):
    """Write what :func:`wengert.heaviside` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, values)):
        return _dispatch.published(_found, heaviside_, locals())
    try:
        return _compare.heaviside.inplace((self, values,), None)
    except Exception as e:
        return _dispatch.after(e, heaviside_, locals(), {'self': 'Tensor', 'values': 'Tensor | Number'})


def nextafter_(self, other):
    """Write what :func:`wengert.nextafter` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, other)):
        return _dispatch.published(_found, nextafter_, locals())
    try:
        return _compare.nextafter.inplace((self, other,), None)
    except Exception as e:
        return _dispatch.after(e, nextafter_, locals(), {'self': 'Tensor', 'other': 'Tensor | Number'})


def squeeze_(self, dim=None, *, axis=None):
    """Write what :func:`wengert.squeeze` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, dim, axis)):
        return _dispatch.published(_found, squeeze_, locals())
    if axis is not None:
        dim = _either("squeeze_", "axis", axis, "dim", dim, None)
        axis = None
    try:
        return _become('squeeze', self, lambda _x: (_shape._squeeze if _attached else _shape._squeeze.__wrapped__)(_x, dim))
    except Exception as e:
        return _dispatch.after(e, squeeze_, locals(), {'self': 'Tensor', 'dim': 'int | Sequence[int] | None'})


def unsqueeze_(self, dim=..., *, axis=None):
    """Write what :func:`wengert.unsqueeze` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, dim, axis)):
        return _dispatch.published(_found, unsqueeze_, locals())
    if axis is not None:
        dim = _either("unsqueeze_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("unsqueeze_", dim=dim)
    try:
        return _become('unsqueeze', self, lambda _x: _shape.unsqueeze.on(_x, None, {"dim": dim}))
    except Exception as e:
        return _dispatch.after(e, unsqueeze_, locals(), {'self': 'Tensor', 'dim': 'int'})


def transpose_(self, dim0, dim1):
    """Write what :func:`wengert.transpose` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, dim0, dim1)):
        return _dispatch.published(_found, transpose_, locals())
    try:
        return _become('transpose', self, lambda _x: _shape.transpose.on(_x, None, {"dim0": dim0, "dim1": dim1}))
    except Exception as e:
        return _dispatch.after(e, transpose_, locals(), {'self': 'Tensor', 'dim0': 'int', 'dim1': 'int'})


def swapaxes_(self, axis0, axis1):
    """Write what :func:`wengert.swapaxes` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, axis0, axis1)):
        return _dispatch.published(_found, swapaxes_, locals())
    try:
        return _become('swapaxes', self, lambda _x: (_shape.swapaxes if _attached else _shape.swapaxes.__wrapped__)(_x, axis0, axis1))
    except Exception as e:
        return _dispatch.after(e, swapaxes_, locals(), {'self': 'Tensor', 'axis0': 'int', 'axis1': 'int'})


def t_(self):
    """Write what :func:`wengert.t` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, t_, locals())
    try:
        return _become('t', self, lambda _x: _shape.t.on(_x))
    except Exception as e:
        return _dispatch.after(e, t_, locals(), {'self': 'Tensor'})


def tril_(self, diagonal=0):
    """Write what :func:`wengert.tril` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, diagonal)):
        return _dispatch.published(_found, tril_, locals())
    try:
        return _arrange.tril.inplace((self,), {"diagonal": diagonal})
    except Exception as e:
        return _dispatch.after(e, tril_, locals(), {'self': 'Tensor', 'diagonal': 'int'})


def triu_(self, diagonal=0):
    """Write what :func:`wengert.triu` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, diagonal)):
        return _dispatch.published(_found, triu_, locals())
    try:
        return _arrange.triu.inplace((self,), {"diagonal": diagonal})
    except Exception as e:
        return _dispatch.after(e, triu_, locals(), {'self': 'Tensor', 'diagonal': 'int'})


def as_strided_(self, size, stride, storage_offset=None):
    """Write what :func:`wengert.as_strided` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, size, stride, storage_offset)):
        return _dispatch.published(_found, as_strided_, locals())
    try:
        return _become('as_strided', self, lambda _x: (_strided.as_strided if _attached else _strided.as_strided.__wrapped__)(_x, size, stride, storage_offset))
    except Exception as e:
        return _dispatch.after(e, as_strided_, locals(), {'self': 'Tensor', 'size': 'int | Sequence[int]', 'stride': 'Sequence[int]', 'storage_offset': 'int | None'})


def index_add_(self, dim=..., index=..., source=..., *, alpha=1, axis=None):
    """index_add_(self, dim, index, source, *, alpha=1) -> Tensor
    index_add_(self, *, axis, index, source, alpha=1) -> Tensor

    The in-place form of ``index_add``.

    Args:
        self (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer vector of positions along ``dim``
        source (Tensor): what is added: shaped like the tensor but along ``dim``, where it is as long as ``index``
        alpha (Number): a factor of ``source``
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.zeros(3).index_add_(0, wengert.tensor([0, 2]), wengert.tensor([1.0, 2.0]), alpha=10)
    tensor([10.,  0., 20.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, dim, index, source, alpha, axis)):
        return _dispatch.published(_found, index_add_, locals())
    if axis is not None:
        dim = _either("index_add_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or source is ...:
        raise _missing("index_add_", dim=dim, index=index, source=source)
    try:
        return (_index.index_add_ if _attached else _index.index_add_.__wrapped__)(self, dim, index, source, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, index_add_, locals(), {'self': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'source': 'Tensor', 'alpha': 'Number'})


def index_copy_(self, dim=..., index=..., source=..., *, axis=None):
    """index_copy_(self, dim, index, source) -> Tensor
    index_copy_(self, *, axis, index, source) -> Tensor

    The in-place form of ``index_copy``.

    Args:
        self (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer vector of positions along ``dim``
        source (Tensor): what is written: shaped like the tensor but along ``dim``, where it is as long as
            ``index``
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.zeros(3).index_copy_(0, wengert.tensor([2, 0]), wengert.tensor([1.0, 2.0]))
    tensor([2., 0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, dim, index, source, axis)):
        return _dispatch.published(_found, index_copy_, locals())
    if axis is not None:
        dim = _either("index_copy_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or source is ...:
        raise _missing("index_copy_", dim=dim, index=index, source=source)
    try:
        return (_index.index_copy_ if _attached else _index.index_copy_.__wrapped__)(self, dim, index, source)
    except Exception as e:
        return _dispatch.after(e, index_copy_, locals(), {'self': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'source': 'Tensor'})


def index_fill_(self, dim=..., index=..., value=..., *, axis=None):
    """index_fill_(self, dim, index, value) -> Tensor
    index_fill_(self, *, axis, index, value) -> Tensor

    The in-place form of ``index_fill``.

    Args:
        self (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer vector of positions along ``dim``
        value (Tensor | Number): the value: a number, or a tensor without dimensions
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.zeros(3).index_fill_(0, wengert.tensor([0, 2]), 5)
    tensor([5., 0., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, dim, index, value, axis)):
        return _dispatch.published(_found, index_fill_, locals())
    if axis is not None:
        dim = _either("index_fill_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or value is ...:
        raise _missing("index_fill_", dim=dim, index=index, value=value)
    try:
        return (_index.index_fill_ if _attached else _index.index_fill_.__wrapped__)(self, dim, index, value)
    except Exception as e:
        return _dispatch.after(e, index_fill_, locals(), {'self': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'value': 'Tensor | Number'})


def scatter_add_(self, dim=..., index=..., src=..., *, axis=None):
    """scatter_add_(self, dim, index, src) -> Tensor
    scatter_add_(self, *, axis, index, src) -> Tensor

    The in-place form of ``scatter_add``.

    Args:
        self (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer tensor with as many dimensions as the tensor, no larger than ``src``
        src (Tensor): what is added
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.zeros(3).scatter_add_(0, wengert.tensor([0, 0, 2]), wengert.tensor([1.0, 2.0, 3.0]))
    tensor([3., 0., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, dim, index, src, axis)):
        return _dispatch.published(_found, scatter_add_, locals())
    if axis is not None:
        dim = _either("scatter_add_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or src is ...:
        raise _missing("scatter_add_", dim=dim, index=index, src=src)
    try:
        return (_index.scatter_add_ if _attached else _index.scatter_add_.__wrapped__)(self, dim, index, src)
    except Exception as e:
        return _dispatch.after(e, scatter_add_, locals(), {'self': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'src': 'Tensor'})


def put_(self, index, source, accumulate=False):
    """Write what :func:`wengert.put` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, index, source, accumulate)):
        return _dispatch.published(_found, put_, locals())
    try:
        return _flat.put.inplace((self, index, source,), {"accumulate": accumulate})
    except Exception as e:
        return _dispatch.after(e, put_, locals(), {'self': 'Tensor', 'index': 'Tensor', 'source': 'Tensor', 'accumulate': 'bool'})


def masked_fill_(self, mask, value):
    """Write what :func:`wengert.masked_fill` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, mask, value)):
        return _dispatch.published(_found, masked_fill_, locals())
    try:
        return _flat.masked_fill.inplace((self, mask, value,), None)
    except Exception as e:
        return _dispatch.after(e, masked_fill_, locals(), {'self': 'Tensor', 'mask': 'Tensor', 'value': 'Tensor | Number'})


def scatter_reduce_(self, dim=..., index=..., src=..., reduce=..., *, include_self=True, axis=None):
    """Write what :func:`wengert.scatter_reduce` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, dim, index, src, reduce, include_self, axis)):
        return _dispatch.published(_found, scatter_reduce_, locals())
    if axis is not None:
        dim = _either("scatter_reduce_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or src is ... or reduce is ...:
        raise _missing("scatter_reduce_", dim=dim, index=index, src=src, reduce=reduce)
    try:
        return _rewrite('scatter_reduce', self, lambda _x: (_places.scatter_reduce if _attached else _places.scatter_reduce.__wrapped__)(_x, dim, index, src, reduce, include_self=include_self))
    except Exception as e:
        return _dispatch.after(e, scatter_reduce_, locals(), {'self': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'src': 'Tensor', 'reduce': 'str', 'include_self': 'bool'})


def scatter_(self, dim=..., index=..., src=None, *, value=None, reduce=None, axis=None):
    """scatter_(self, dim, index, src=None, *, value=None, reduce=None) -> Tensor
    scatter_(self, *, axis, index, src=None, value=None, reduce=None) -> Tensor

    The in-place form of ``scatter``.

    Args:
        self (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer tensor with as many dimensions as the tensor
        src (Tensor | Number | None): what is written: a tensor at least as large as ``index``, or a number
        value (Tensor | Number | None): a number to write, instead of ``src``
        reduce (str | None): ``'add'`` or ``'multiply'`` to combine with what is there
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.zeros(3).scatter_(0, wengert.tensor([1]), value=5)
    tensor([0., 5., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, dim, index, src, value, reduce, axis)):
        return _dispatch.published(_found, scatter_, locals())
    if axis is not None:
        dim = _either("scatter_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ...:
        raise _missing("scatter_", dim=dim, index=index)
    try:
        return (_places.scatter_ if _attached else _places.scatter_.__wrapped__)(self, dim, index, src, value=value, reduce=reduce)
    except Exception as e:
        return _dispatch.after(e, scatter_, locals(), {'self': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'src': 'Tensor | Number | None', 'value': 'Tensor | Number | None', 'reduce': 'str | None'})


def index_reduce_(self, dim=..., index=..., source=..., reduce=..., *, include_self=True, axis=None):
    """Write what :func:`wengert.index_reduce` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, dim, index, source, reduce, include_self, axis)):
        return _dispatch.published(_found, index_reduce_, locals())
    if axis is not None:
        dim = _either("index_reduce_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or source is ... or reduce is ...:
        raise _missing("index_reduce_", dim=dim, index=index, source=source, reduce=reduce)
    try:
        return _rewrite('index_reduce', self, lambda _x: (_places.index_reduce if _attached else _places.index_reduce.__wrapped__)(_x, dim, index, source, reduce, include_self=include_self))
    except Exception as e:
        return _dispatch.after(e, index_reduce_, locals(), {'self': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'source': 'Tensor', 'reduce': 'str', 'include_self': 'bool'})


def fill_diagonal_(self, fill_value, wrap=False):
    """fill_diagonal_(self, fill_value, wrap=False) -> Tensor

    Write a number along the main diagonal, and return the tensor.

    Args:
        self (Tensor): at least a matrix; with more dimensions, all of one size
        fill_value (Number): the number
        wrap (bool): whether to begin again below, where a tall matrix has run out of columns

    >>> import wengert
    >>> wengert.zeros(2, 3).fill_diagonal_(5)
    tensor([[5., 0., 0.],
            [0., 5., 0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(self, fill_value, wrap)):
        return _dispatch.published(_found, fill_diagonal_, locals())
    try:
        return (_places.fill_diagonal_ if _attached else _places.fill_diagonal_.__wrapped__)(self, fill_value, wrap)
    except Exception as e:
        return _dispatch.after(e, fill_diagonal_, locals(), {'self': 'Tensor', 'fill_value': 'Number', 'wrap': 'bool'})


def masked_scatter_(self, mask, source):
    """Write what :func:`wengert.masked_scatter` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, mask, source)):
        return _dispatch.published(_found, masked_scatter_, locals())
    try:
        return _rewrite('masked_scatter', self, lambda _x: (_places.masked_scatter if _attached else _places.masked_scatter.__wrapped__)(_x, mask, source))
    except Exception as e:
        return _dispatch.after(e, masked_scatter_, locals(), {'self': 'Tensor', 'mask': 'Tensor', 'source': 'Tensor'})


def cumsum_(self, dim=..., *, dtype=None, axis=None):
    """Write what :func:`wengert.cumsum` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, dim, dtype, axis)):
        return _dispatch.published(_found, cumsum_, locals())
    if axis is not None:
        dim = _either("cumsum_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("cumsum_", dim=dim)
    try:
        return _scan.cumsum.inplace((self,), {"dim": dim, "dtype": dtype})
    except Exception as e:
        return _dispatch.after(e, cumsum_, locals(), {'self': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None'})


def cumprod_(self, dim=..., *, dtype=None, axis=None):
    """Write what :func:`wengert.cumprod` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, dim, dtype, axis)):
        return _dispatch.published(_found, cumprod_, locals())
    if axis is not None:
        dim = _either("cumprod_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("cumprod_", dim=dim)
    try:
        return _scan.cumprod.inplace((self,), {"dim": dim, "dtype": dtype})
    except Exception as e:
        return _dispatch.after(e, cumprod_, locals(), {'self': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None'})


def uniform_(self, from_=0.0, to=1.0, *, generator=None):
    """uniform_(self, from_=0.0, to=1.0, *, generator=None) -> Tensor

    Overwrite with numbers drawn uniformly from [from_, to).

    Args:
        self (Tensor): the tensor, of any shape
        from_ (float): the smallest number drawn
        to (float): the end of the range, which is not drawn
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.zeros(3).uniform_(0, 10)
    tensor([4.9626, 7.6822, 0.8848])
    """
    if _dispatch.on and (_found := _dispatch.find(self, from_, to, generator)):
        return _dispatch.published(_found, uniform_, locals())
    try:
        return (_draw.uniform_ if _attached else _draw.uniform_.__wrapped__)(self, from_, to, generator=generator)
    except Exception as e:
        return _dispatch.after(e, uniform_, locals(), {'self': 'Tensor', 'from_': 'float', 'to': 'float', 'generator': 'Generator | None'})


def normal_(self, mean=0.0, std=1.0, *, generator=None):
    """normal_(self, mean=0.0, std=1.0, *, generator=None) -> Tensor

    Overwrite with normal numbers.

    Args:
        self (Tensor): the tensor, of any shape
        mean (float): the mean
        std (float): the standard deviation
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> wengert.zeros(2, 3).normal_(mean=5.0).shape
    wengert.Size([2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(self, mean, std, generator)):
        return _dispatch.published(_found, normal_, locals())
    try:
        return (_draw.normal_ if _attached else _draw.normal_.__wrapped__)(self, mean, std, generator=generator)
    except Exception as e:
        return _dispatch.after(e, normal_, locals(), {'self': 'Tensor', 'mean': 'float', 'std': 'float', 'generator': 'Generator | None'})


def log_normal_(self, mean=1.0, std=2.0, *, generator=None):
    """log_normal_(self, mean=1.0, std=2.0, *, generator=None) -> Tensor

    Overwrite with numbers whose logarithm is normal with this mean and standard deviation.

    Args:
        self (Tensor): the tensor, of any shape
        mean (float): the mean of the logarithm
        std (float): the standard deviation of the logarithm
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> bool((wengert.zeros(3).log_normal_() > 0).all())
    True
    """
    if _dispatch.on and (_found := _dispatch.find(self, mean, std, generator)):
        return _dispatch.published(_found, log_normal_, locals())
    try:
        return (_draw.log_normal_ if _attached else _draw.log_normal_.__wrapped__)(self, mean, std, generator=generator)
    except Exception as e:
        return _dispatch.after(e, log_normal_, locals(), {'self': 'Tensor', 'mean': 'float', 'std': 'float', 'generator': 'Generator | None'})


def exponential_(self, lambd=1.0, *, generator=None):
    """exponential_(self, lambd=1.0, *, generator=None) -> Tensor

    Overwrite with exponential numbers of mean ``1 / lambd``.

    Args:
        self (Tensor): the tensor, of any shape
        lambd (float): the rate, above 0
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> bool((wengert.zeros(3).exponential_() > 0).all())
    True
    """
    if _dispatch.on and (_found := _dispatch.find(self, lambd, generator)):
        return _dispatch.published(_found, exponential_, locals())
    try:
        return (_draw.exponential_ if _attached else _draw.exponential_.__wrapped__)(self, lambd, generator=generator)
    except Exception as e:
        return _dispatch.after(e, exponential_, locals(), {'self': 'Tensor', 'lambd': 'float', 'generator': 'Generator | None'})


def cauchy_(self, median=0.0, sigma=1.0, *, generator=None):
    """cauchy_(self, median=0.0, sigma=1.0, *, generator=None) -> Tensor

    Overwrite with numbers from the Cauchy distribution.

    Args:
        self (Tensor): the tensor, of any shape
        median (float): the median
        sigma (float): half the width of the density at half its height
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> wengert.zeros(3).cauchy_().shape
    wengert.Size([3])
    """
    if _dispatch.on and (_found := _dispatch.find(self, median, sigma, generator)):
        return _dispatch.published(_found, cauchy_, locals())
    try:
        return (_draw.cauchy_ if _attached else _draw.cauchy_.__wrapped__)(self, median, sigma, generator=generator)
    except Exception as e:
        return _dispatch.after(e, cauchy_, locals(), {'self': 'Tensor', 'median': 'float', 'sigma': 'float', 'generator': 'Generator | None'})


def geometric_(self, p, *, generator=None):
    """geometric_(self, p, *, generator=None) -> Tensor

    Overwrite with the number of trials to the first success, which has probability ``p``.

    Args:
        self (Tensor): the tensor, of any shape
        p (float): the probability of success, between 0 and 1
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> bool((wengert.zeros(3).geometric_(0.5) >= 1).all())
    True
    """
    if _dispatch.on and (_found := _dispatch.find(self, p, generator)):
        return _dispatch.published(_found, geometric_, locals())
    try:
        return (_draw.geometric_ if _attached else _draw.geometric_.__wrapped__)(self, p, generator=generator)
    except Exception as e:
        return _dispatch.after(e, geometric_, locals(), {'self': 'Tensor', 'p': 'float', 'generator': 'Generator | None'})


def bernoulli_(self, p=0.5, *, generator=None):
    """bernoulli_(self, p=0.5, *, generator=None) -> Tensor

    Overwrite with ones of probability ``p``, a number or a tensor that broadcasts, and zeros.

    Args:
        self (Tensor): the tensor, of any shape
        p (Tensor | float): the probability: a number, or a tensor
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> wengert.zeros(3).bernoulli_(1.0)
    tensor([1., 1., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, p, generator)):
        return _dispatch.published(_found, bernoulli_, locals())
    try:
        return (_draw.bernoulli_ if _attached else _draw.bernoulli_.__wrapped__)(self, p, generator=generator)
    except Exception as e:
        return _dispatch.after(e, bernoulli_, locals(), {'self': 'Tensor', 'p': 'Tensor | float', 'generator': 'Generator | None'})


def random_(self, from_=..., to=..., *, generator=None):
    """random_(self, from_=..., to=..., *, generator=None) -> Tensor

    Overwrite with integers: all that the dtype holds from 0, those below ``random_(to)``, or ``random_(from_,
    to)``.

    ``to=None`` stands for the largest number of the dtype.

    Args:
        self (Tensor): the tensor, of any shape
        from_ (Number): the smallest number drawn
        to (Number): the end of the range, which is not drawn
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.zeros(3).random_(10)
    tensor([4., 9., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, from_, to, generator)):
        return _dispatch.published(_found, random_, locals())
    try:
        return (_draw.random_ if _attached else _draw.random_.__wrapped__)(self, from_, to, generator=generator)
    except Exception as e:
        return _dispatch.after(e, random_, locals(), {'self': 'Tensor', 'from_': 'Number', 'to': 'Number', 'generator': 'Generator | None'})


def addmm_(self, mat1, mat2, *older, beta=1, alpha=1):
    """Write what :func:`wengert.addmm` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(addmm_, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(self, mat1, mat2, beta, alpha)):
        return _dispatch.published(_found, addmm_, locals())
    try:
        return _rewrite('addmm', self, lambda _x: (_matmul.addmm if _attached else _matmul.addmm.__wrapped__)(_x, mat1, mat2, beta=beta, alpha=alpha))
    except Exception as e:
        return _dispatch.after(e, addmm_, locals(), {'self': 'Tensor', 'mat1': 'Tensor', 'mat2': 'Tensor', 'beta': 'Number', 'alpha': 'Number'})


def addmv_(self, mat, vec, *older, beta=1, alpha=1):
    """Write what :func:`wengert.addmv` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(addmv_, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(self, mat, vec, beta, alpha)):
        return _dispatch.published(_found, addmv_, locals())
    try:
        return _rewrite('addmv', self, lambda _x: (_matmul.addmv if _attached else _matmul.addmv.__wrapped__)(_x, mat, vec, beta=beta, alpha=alpha))
    except Exception as e:
        return _dispatch.after(e, addmv_, locals(), {'self': 'Tensor', 'mat': 'Tensor', 'vec': 'Tensor', 'beta': 'Number', 'alpha': 'Number'})


def addr_(self, vec1, vec2, *older, beta=1, alpha=1):
    """Write what :func:`wengert.addr` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(addr_, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(self, vec1, vec2, beta, alpha)):
        return _dispatch.published(_found, addr_, locals())
    try:
        return _rewrite('addr', self, lambda _x: (_matmul.addr if _attached else _matmul.addr.__wrapped__)(_x, vec1, vec2, beta=beta, alpha=alpha))
    except Exception as e:
        return _dispatch.after(e, addr_, locals(), {'self': 'Tensor', 'vec1': 'Tensor', 'vec2': 'Tensor', 'beta': 'Number', 'alpha': 'Number'})


def baddbmm_(self, batch1, batch2, *older, beta=1, alpha=1):
    """Write what :func:`wengert.baddbmm` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(baddbmm_, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(self, batch1, batch2, beta, alpha)):
        return _dispatch.published(_found, baddbmm_, locals())
    try:
        return _rewrite('baddbmm', self, lambda _x: (_matmul.baddbmm if _attached else _matmul.baddbmm.__wrapped__)(_x, batch1, batch2, beta=beta, alpha=alpha))
    except Exception as e:
        return _dispatch.after(e, baddbmm_, locals(), {'self': 'Tensor', 'batch1': 'Tensor', 'batch2': 'Tensor', 'beta': 'Number', 'alpha': 'Number'})


def addbmm_(self, batch1, batch2, *older, beta=1, alpha=1):
    """Write what :func:`wengert.addbmm` returns into this tensor, and return it."""
    if older:
        return _dispatch.older(addbmm_, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(self, batch1, batch2, beta, alpha)):
        return _dispatch.published(_found, addbmm_, locals())
    try:
        return _rewrite('addbmm', self, lambda _x: (_matmul.addbmm if _attached else _matmul.addbmm.__wrapped__)(_x, batch1, batch2, beta=beta, alpha=alpha))
    except Exception as e:
        return _dispatch.after(e, addbmm_, locals(), {'self': 'Tensor', 'batch1': 'Tensor', 'batch2': 'Tensor', 'beta': 'Number', 'alpha': 'Number'})


def renorm_(self, p, dim=..., maxnorm=..., *, axis=None):
    """Write what :func:`wengert.renorm` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self, p, dim, maxnorm, axis)):
        return _dispatch.published(_found, renorm_, locals())
    if axis is not None:
        dim = _either("renorm_", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or maxnorm is ...:
        raise _missing("renorm_", dim=dim, maxnorm=maxnorm)
    try:
        return _rewrite('renorm', self, lambda _x: (_statistics.renorm if _attached else _statistics.renorm.__wrapped__)(_x, p, dim, maxnorm))
    except Exception as e:
        return _dispatch.after(e, renorm_, locals(), {'self': 'Tensor', 'p': 'float', 'dim': 'int', 'maxnorm': 'float'})


def relu_(self):
    """Write what :func:`wengert.relu` returns into this tensor, and return it."""
    if _dispatch.on and (_found := _dispatch.find(self)):
        return _dispatch.published(_found, relu_, locals())
    try:
        return _activation.relu.inplace((self,), None)
    except Exception as e:
        return _dispatch.after(e, relu_, locals(), {'self': 'Tensor'})


def __abs__(self):
    try:
        return _complex.abs.on(self)
    except Exception as e:
        raise _short(e)


def __add__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__add__', self, other)
    try:
        return _pointwise.add.on(self, other, {"alpha": 1})
    except Exception as e:
        raise _short(e)


def __iadd__(self, other):
    return add_(self, other)


def __radd__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__radd__', self, other)
    try:
        return _pointwise.add.on(self, other, {"alpha": 1})
    except Exception as e:
        raise _short(e)


def __sub__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__sub__', self, other)
    try:
        return _pointwise.sub.on(self, other, {"alpha": 1})
    except Exception as e:
        raise _short(e)


def __isub__(self, other):
    return sub_(self, other)


def __rsub__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rsub__', self, other)
    try:
        return _pointwise.rsub.on(self, other, {"alpha": 1})
    except Exception as e:
        raise _short(e)


def __mul__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__mul__', self, other)
    try:
        return _pointwise.mul.on(self, other)
    except Exception as e:
        raise _short(e)


def __imul__(self, other):
    return mul_(self, other)


def __rmul__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rmul__', self, other)
    try:
        return _pointwise.mul.on(self, other)
    except Exception as e:
        raise _short(e)


def __truediv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__truediv__', self, other)
    try:
        return _pointwise.true_divide.on(self, other)
    except Exception as e:
        raise _short(e)


def __itruediv__(self, other):
    return true_divide_(self, other)


def __rtruediv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rtruediv__', self, other)
    try:
        return _pointwise.true_divide.on(other, self)
    except Exception as e:
        raise _short(e)


def __div__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__div__', self, other)
    try:
        return _pointwise.true_divide.on(self, other)
    except Exception as e:
        raise _short(e)


def __idiv__(self, other):
    return true_divide_(self, other)


def __rdiv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rdiv__', self, other)
    try:
        return _pointwise.true_divide.on(other, self)
    except Exception as e:
        raise _short(e)


def __floordiv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__floordiv__', self, other)
    try:
        return _pointwise.floor_divide.on(self, other)
    except Exception as e:
        raise _short(e)


def __ifloordiv__(self, other):
    return floor_divide_(self, other)


def __rfloordiv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rfloordiv__', self, other)
    try:
        return _pointwise.floor_divide.on(other, self)
    except Exception as e:
        raise _short(e)


def __mod__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__mod__', self, other)
    try:
        return _pointwise.remainder.on(self, other)
    except Exception as e:
        raise _short(e)


def __imod__(self, other):
    return remainder_(self, other)


def __rmod__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rmod__', self, other)
    try:
        return _pointwise.remainder.on(other, self)
    except Exception as e:
        raise _short(e)


def __neg__(self):
    try:
        return _pointwise.neg.on(self)
    except Exception as e:
        raise _short(e)


def __pos__(self):
    try:
        return (_pointwise.positive if _attached else _pointwise.positive.__wrapped__)(self)
    except Exception as e:
        raise _short(e)


def __eq__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__eq__', self, other)
    try:
        return _pointwise.eq.on(self, other)
    except Exception as e:
        raise _short(e)


def __ne__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__ne__', self, other)
    try:
        return _pointwise.ne.on(self, other)
    except Exception as e:
        raise _short(e)


def __lt__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__lt__', self, other)
    try:
        return _pointwise.lt.on(self, other)
    except Exception as e:
        raise _short(e)


def __le__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__le__', self, other)
    try:
        return _pointwise.le.on(self, other)
    except Exception as e:
        raise _short(e)


def __gt__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__gt__', self, other)
    try:
        return _pointwise.gt.on(self, other)
    except Exception as e:
        raise _short(e)


def __ge__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__ge__', self, other)
    try:
        return _pointwise.ge.on(self, other)
    except Exception as e:
        raise _short(e)


def __pow__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__pow__', self, other)
    try:
        return _elementary.pow.on(self, other)
    except Exception as e:
        raise _short(e)


def __ipow__(self, other):
    return pow_(self, other)


def __rpow__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rpow__', self, other)
    try:
        return _elementary.pow.on(other, self)
    except Exception as e:
        raise _short(e)


def __and__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__and__', self, other)
    try:
        return _compare.bitwise_and.on(self, other)
    except Exception as e:
        raise _short(e)


def __iand__(self, other):
    return bitwise_and_(self, other)


def __rand__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rand__', self, other)
    try:
        return _compare.bitwise_and.on(other, self)
    except Exception as e:
        raise _short(e)


def __or__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__or__', self, other)
    try:
        return _compare.bitwise_or.on(self, other)
    except Exception as e:
        raise _short(e)


def __ior__(self, other):
    return bitwise_or_(self, other)


def __ror__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__ror__', self, other)
    try:
        return _compare.bitwise_or.on(other, self)
    except Exception as e:
        raise _short(e)


def __xor__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__xor__', self, other)
    try:
        return _compare.bitwise_xor.on(self, other)
    except Exception as e:
        raise _short(e)


def __ixor__(self, other):
    return bitwise_xor_(self, other)


def __rxor__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rxor__', self, other)
    try:
        return _compare.bitwise_xor.on(other, self)
    except Exception as e:
        raise _short(e)


def __invert__(self):
    try:
        return _compare.bitwise_not.on(self)
    except Exception as e:
        raise _short(e)


def __lshift__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__lshift__', self, other)
    try:
        return _compare.bitwise_left_shift.on(self, other)
    except Exception as e:
        raise _short(e)


def __ilshift__(self, other):
    return bitwise_left_shift_(self, other)


def __rlshift__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rlshift__', self, other)
    try:
        return _compare.bitwise_left_shift.on(other, self)
    except Exception as e:
        raise _short(e)


def __rshift__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rshift__', self, other)
    try:
        return _compare.bitwise_right_shift.on(self, other)
    except Exception as e:
        raise _short(e)


def __irshift__(self, other):
    return bitwise_right_shift_(self, other)


def __rrshift__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rrshift__', self, other)
    try:
        return _compare.bitwise_right_shift.on(other, self)
    except Exception as e:
        raise _short(e)


def __getitem__(self, key):
    if _dispatch.on and (_found := _dispatch.find(self, key)):
        return _dispatch.published(_found, __getitem__, locals())
    try:
        return _places.getitem(self, key)
    except Exception as e:
        return _dispatch.after(e, __getitem__, locals(), {})


def __setitem__(self, key, value):
    if _dispatch.on and (_found := _dispatch.find(self, key, value)):
        return _dispatch.published(_found, __setitem__, locals())
    try:
        return _places.setitem_(self, key, value)
    except Exception as e:
        return _dispatch.after(e, __setitem__, locals(), {})


def __matmul__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__matmul__', self, other)
    try:
        return (_matmul.matmul if _attached else _matmul.matmul.__wrapped__)(self, other)
    except Exception as e:
        raise _short(e)


def __rmatmul__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return _dispatch.operator('__rmatmul__', self, other)
    try:
        return (_matmul.matmul if _attached else _matmul.matmul.__wrapped__)(other, self)
    except Exception as e:
        raise _short(e)


METHODS = {
    "conj_physical": top.conj_physical,
    "conj_physical_": conj_physical_,
    "conj": top.conj,
    "resolve_conj": top.resolve_conj,
    "resolve_neg": top.resolve_neg,
    "abs": top.abs,
    "absolute": top.abs,
    "abs_": abs_,
    "absolute_": abs_,
    "angle": top.angle,
    "sgn": top.sgn,
    "sgn_": sgn_,
    "is_signed": top.is_signed,
    "is_nonzero": top.is_nonzero,
    "is_conj": top.is_conj,
    "is_neg": top.is_neg,
    "is_same_size": top.is_same_size,
    "add": top.add,
    "add_": add_,
    "sub": top.sub,
    "subtract": top.sub,
    "sub_": sub_,
    "subtract_": sub_,
    "mul": top.mul,
    "multiply": top.mul,
    "mul_": mul_,
    "multiply_": mul_,
    "true_divide": top.true_divide,
    "true_divide_": true_divide_,
    "floor_divide": top.floor_divide,
    "floor_divide_": floor_divide_,
    "div": top.div,
    "divide": top.div,
    "div_": div_,
    "divide_": div_,
    "remainder": top.remainder,
    "remainder_": remainder_,
    "fmod": top.fmod,
    "fmod_": fmod_,
    "neg": top.neg,
    "negative": top.neg,
    "neg_": neg_,
    "negative_": neg_,
    "positive": top.positive,
    "reciprocal": top.reciprocal,
    "reciprocal_": reciprocal_,
    "sign": top.sign,
    "sign_": sign_,
    "floor": top.floor,
    "floor_": floor_,
    "ceil": top.ceil,
    "ceil_": ceil_,
    "trunc": top.trunc,
    "fix": top.trunc,
    "trunc_": trunc_,
    "fix_": trunc_,
    "round": top.round,
    "round_": round_,
    "frac": top.frac,
    "frac_": frac_,
    "copysign": top.copysign,
    "copysign_": copysign_,
    "clamp": top.clamp,
    "clip": top.clamp,
    "clamp_": clamp_,
    "clip_": clamp_,
    "clamp_min": top.clamp_min,
    "clamp_min_": clamp_min_,
    "clamp_max": top.clamp_max,
    "clamp_max_": clamp_max_,
    "maximum": top.maximum,
    "minimum": top.minimum,
    "fmax": top.fmax,
    "fmin": top.fmin,
    "nan_to_num": top.nan_to_num,
    "nan_to_num_": nan_to_num_,
    "lerp": top.lerp,
    "lerp_": lerp_,
    "addcmul": top.addcmul,
    "addcmul_": addcmul_,
    "addcdiv": top.addcdiv,
    "addcdiv_": addcdiv_,
    "eq": top.eq,
    "eq_": eq_,
    "ne": top.ne,
    "not_equal": top.ne,
    "ne_": ne_,
    "not_equal_": ne_,
    "lt": top.lt,
    "less": top.lt,
    "lt_": lt_,
    "less_": lt_,
    "le": top.le,
    "less_equal": top.le,
    "le_": le_,
    "less_equal_": le_,
    "gt": top.gt,
    "greater": top.gt,
    "gt_": gt_,
    "greater_": gt_,
    "ge": top.ge,
    "greater_equal": top.ge,
    "ge_": ge_,
    "greater_equal_": ge_,
    "isnan": top.isnan,
    "isfinite": top.isfinite,
    "logical_and": top.logical_and,
    "logical_and_": logical_and_,
    "logical_or": top.logical_or,
    "logical_or_": logical_or_,
    "logical_xor": top.logical_xor,
    "logical_xor_": logical_xor_,
    "logical_not": top.logical_not,
    "logical_not_": logical_not_,
    "clone": top.clone,
    "fill_": fill_,
    "zero_": top.zero_,
    "pow": top.pow,
    "pow_": pow_,
    "float_power": top.float_power,
    "float_power_": float_power_,
    "square": top.square,
    "square_": square_,
    "sqrt": top.sqrt,
    "sqrt_": sqrt_,
    "rsqrt": top.rsqrt,
    "rsqrt_": rsqrt_,
    "hypot": top.hypot,
    "hypot_": hypot_,
    "exp": top.exp,
    "exp_": exp_,
    "exp2": top.exp2,
    "exp2_": exp2_,
    "expm1": top.expm1,
    "expm1_": expm1_,
    "log": top.log,
    "log_": log_,
    "log2": top.log2,
    "log2_": log2_,
    "log10": top.log10,
    "log10_": log10_,
    "log1p": top.log1p,
    "log1p_": log1p_,
    "logaddexp": top.logaddexp,
    "logaddexp2": top.logaddexp2,
    "xlogy": top.xlogy,
    "xlogy_": xlogy_,
    "ldexp": top.ldexp,
    "ldexp_": ldexp_,
    "sigmoid": top.sigmoid,
    "sigmoid_": sigmoid_,
    "logit": top.logit,
    "logit_": logit_,
    "sin": top.sin,
    "sin_": sin_,
    "cos": top.cos,
    "cos_": cos_,
    "tan": top.tan,
    "tan_": tan_,
    "asin": top.asin,
    "arcsin": top.asin,
    "asin_": asin_,
    "arcsin_": asin_,
    "acos": top.acos,
    "arccos": top.acos,
    "acos_": acos_,
    "arccos_": acos_,
    "atan": top.atan,
    "arctan": top.atan,
    "atan_": atan_,
    "arctan_": atan_,
    "atan2": top.atan2,
    "arctan2": top.atan2,
    "atan2_": atan2_,
    "arctan2_": atan2_,
    "sinh": top.sinh,
    "sinh_": sinh_,
    "cosh": top.cosh,
    "cosh_": cosh_,
    "tanh": top.tanh,
    "tanh_": tanh_,
    "asinh": top.asinh,
    "arcsinh": top.asinh,
    "asinh_": asinh_,
    "arcsinh_": asinh_,
    "acosh": top.acosh,
    "arccosh": top.acosh,
    "acosh_": acosh_,
    "arccosh_": acosh_,
    "atanh": top.atanh,
    "arctanh": top.atanh,
    "atanh_": atanh_,
    "arctanh_": atanh_,
    "sinc": top.sinc,
    "sinc_": sinc_,
    "deg2rad": top.deg2rad,
    "deg2rad_": deg2rad_,
    "rad2deg": top.rad2deg,
    "rad2deg_": rad2deg_,
    "erf": top.erf,
    "erf_": erf_,
    "erfc": top.erfc,
    "erfc_": erfc_,
    "erfinv": top.erfinv,
    "erfinv_": erfinv_,
    "lgamma": top.lgamma,
    "lgamma_": lgamma_,
    "digamma": top.digamma,
    "digamma_": digamma_,
    "mvlgamma": top.mvlgamma,
    "mvlgamma_": mvlgamma_,
    "igamma": top.igamma,
    "igamma_": igamma_,
    "igammac": top.igammac,
    "igammac_": igammac_,
    "i0": top.i0,
    "i0_": i0_,
    "isinf": top.isinf,
    "isposinf": top.isposinf,
    "isneginf": top.isneginf,
    "isreal": top.isreal,
    "signbit": top.signbit,
    "isclose": top.isclose,
    "allclose": top.allclose,
    "equal": top.equal,
    "bitwise_and": top.bitwise_and,
    "bitwise_and_": bitwise_and_,
    "bitwise_or": top.bitwise_or,
    "bitwise_or_": bitwise_or_,
    "bitwise_xor": top.bitwise_xor,
    "bitwise_xor_": bitwise_xor_,
    "bitwise_not": top.bitwise_not,
    "bitwise_not_": bitwise_not_,
    "bitwise_left_shift": top.bitwise_left_shift,
    "bitwise_left_shift_": bitwise_left_shift_,
    "bitwise_right_shift": top.bitwise_right_shift,
    "bitwise_right_shift_": bitwise_right_shift_,
    "gcd": top.gcd,
    "gcd_": gcd_,
    "lcm": top.lcm,
    "lcm_": lcm_,
    "heaviside": top.heaviside,
    "heaviside_": heaviside_,
    "nextafter": top.nextafter,
    "nextafter_": nextafter_,
    "frexp": top.frexp,
    "view": top.view,
    "reshape": top.reshape,
    "view_as": top.view_as,
    "reshape_as": top.reshape_as,
    "flatten": top.flatten,
    "ravel": top.ravel,
    "unflatten": top.unflatten,
    "contiguous": top.contiguous,
    "squeeze": top.squeeze,
    "squeeze_": squeeze_,
    "unsqueeze": top.unsqueeze,
    "unsqueeze_": unsqueeze_,
    "permute": top.permute,
    "transpose": top.transpose,
    "swapdims": top.transpose,
    "transpose_": transpose_,
    "swapdims_": transpose_,
    "swapaxes": top.swapaxes,
    "swapaxes_": swapaxes_,
    "t": top.t,
    "t_": t_,
    "movedim": top.movedim,
    "moveaxis": top.movedim,
    "adjoint": top.adjoint,
    "select": top.select,
    "narrow": top.narrow,
    "expand": top.expand,
    "expand_as": top.expand_as,
    "broadcast_to": top.broadcast_to,
    "repeat": top.repeat,
    "tile": top.tile,
    "flip": top.flip,
    "fliplr": top.fliplr,
    "flipud": top.flipud,
    "roll": top.roll,
    "rot90": top.rot90,
    "tril": top.tril,
    "tril_": tril_,
    "triu": top.triu,
    "triu_": triu_,
    "diagonal": top.diagonal,
    "diag_embed": top.diag_embed,
    "diag": top.diag,
    "diagflat": top.diagflat,
    "unfold": top.unfold,
    "as_strided": top.as_strided,
    "as_strided_": as_strided_,
    "as_strided_scatter": top.as_strided_scatter,
    "select_scatter": top.select_scatter,
    "slice_scatter": top.slice_scatter,
    "diagonal_scatter": top.diagonal_scatter,
    "narrow_copy": top.narrow_copy,
    "unbind": top.unbind,
    "split_with_sizes": top.split_with_sizes,
    "split": top.split,
    "chunk": top.chunk,
    "tensor_split": top.tensor_split,
    "hsplit": top.hsplit,
    "vsplit": top.vsplit,
    "dsplit": top.dsplit,
    "index_select": top.index_select,
    "index_add": top.index_add,
    "index_add_": index_add_,
    "index_copy": top.index_copy,
    "index_copy_": index_copy_,
    "index_fill": top.index_fill,
    "index_fill_": index_fill_,
    "gather": top.gather,
    "scatter_add": top.scatter_add,
    "scatter_add_": scatter_add_,
    "take": top.take,
    "put": top.put,
    "put_": put_,
    "take_along_dim": top.take_along_dim,
    "masked_fill": top.masked_fill,
    "masked_fill_": masked_fill_,
    "index_put": top.index_put,
    "index_put_": top.index_put_,
    "scatter_reduce": top.scatter_reduce,
    "scatter_reduce_": scatter_reduce_,
    "scatter": top.scatter,
    "scatter_": scatter_,
    "index_reduce": top.index_reduce,
    "index_reduce_": index_reduce_,
    "masked_select": top.masked_select,
    "fill_diagonal_": fill_diagonal_,
    "masked_scatter": top.masked_scatter,
    "masked_scatter_": masked_scatter_,
    "nonzero": top.nonzero,
    "nonzero_static": top.nonzero_static,
    "argwhere": top.argwhere,
    "repeat_interleave": top.repeat_interleave,
    "combinations": top.combinations,
    "sum": top.sum,
    "sum_to_size": top.sum_to_size,
    "nansum": top.nansum,
    "trace": top.trace,
    "mean": top.mean,
    "nanmean": top.nanmean,
    "prod": top.prod,
    "var": top.var,
    "std": top.std,
    "any": top.any,
    "all": top.all,
    "count_nonzero": top.count_nonzero,
    "amax": top.amax,
    "amin": top.amin,
    "aminmax": top.aminmax,
    "max": top.max,
    "min": top.min,
    "logsumexp": top.logsumexp,
    "dist": top.dist,
    "cumsum": top.cumsum,
    "cumsum_": cumsum_,
    "cumprod": top.cumprod,
    "cumprod_": cumprod_,
    "logcumsumexp": top.logcumsumexp,
    "cummax": top.cummax,
    "cummin": top.cummin,
    "diff": top.diff,
    "histc": top.histc,
    "bincount": top.bincount,
    "unique": top.unique,
    "unique_consecutive": top.unique_consecutive,
    "sort": top.sort,
    "argsort": top.argsort,
    "msort": top.msort,
    "topk": top.topk,
    "argmax": top.argmax,
    "argmin": top.argmin,
    "kthvalue": top.kthvalue,
    "median": top.median,
    "nanmedian": top.nanmedian,
    "mode": top.mode,
    "quantile": top.quantile,
    "nanquantile": top.nanquantile,
    "new_zeros": top.new_zeros,
    "new_ones": top.new_ones,
    "new_empty": top.new_empty,
    "new_empty_strided": top.new_empty_strided,
    "new_full": top.new_full,
    "new_tensor": top.new_tensor,
    "bernoulli": top.bernoulli,
    "multinomial": top.multinomial,
    "uniform_": uniform_,
    "normal_": normal_,
    "log_normal_": log_normal_,
    "exponential_": exponential_,
    "cauchy_": cauchy_,
    "geometric_": geometric_,
    "bernoulli_": bernoulli_,
    "random_": random_,
    "mm": top.mm,
    "mv": top.mv,
    "dot": top.dot,
    "vdot": top.vdot,
    "bmm": top.bmm,
    "matmul": top.matmul,
    "outer": top.outer,
    "ger": top.outer,
    "inner": top.inner,
    "kron": top.kron,
    "addmm": top.addmm,
    "addmm_": addmm_,
    "addmv": top.addmv,
    "addmv_": addmv_,
    "addr": top.addr,
    "addr_": addr_,
    "baddbmm": top.baddbmm,
    "baddbmm_": baddbmm_,
    "addbmm": top.addbmm,
    "addbmm_": addbmm_,
    "inverse": top.inverse,
    "triangular_solve": top.triangular_solve,
    "cholesky": top.cholesky,
    "cholesky_solve": top.cholesky_solve,
    "cholesky_inverse": top.cholesky_inverse,
    "det": top.det,
    "slogdet": top.slogdet,
    "logdet": top.logdet,
    "matrix_power": top.matrix_power,
    "cross": top.cross,
    "qr": top.qr,
    "orgqr": top.orgqr,
    "ormqr": top.ormqr,
    "lu": top.lu,
    "lu_solve": top.lu_solve,
    "svd": top.svd,
    "pinverse": top.pinverse,
    "norm": top.norm,
    "matrix_exp": top.matrix_exp,
    "to_sparse": top.to_sparse,
    "to_sparse_coo": top.to_sparse_coo,
    "sparse_mask": top.sparse_mask,
    "to_dense": top.to_dense,
    "coalesce": top.coalesce,
    "is_coalesced": top.is_coalesced,
    "values": top.values,
    "indices": top.indices,
    "_values": top._values,
    "_indices": top._indices,
    "_nnz": top._nnz,
    "sparse_dim": top.sparse_dim,
    "dense_dim": top.dense_dim,
    "cov": top.cov,
    "corrcoef": top.corrcoef,
    "histogram": top.histogram,
    "renorm": top.renorm,
    "renorm_": renorm_,
    "relu": top.relu,
    "relu_": relu_,
    "prelu": nn_functional.prelu,
    "hardshrink": top.hardshrink,
    "softmax": top.softmax,
    "log_softmax": top.log_softmax,
    "stft": top.stft,
    "istft": top.istft,
}


PROPERTIES = {
    "real": property(_complex.real, doc='The real part, a view; a real ``input`` is returned as it is.'),
    "imag": property(_complex.imag, doc='The imaginary part of a complex ``input``, a view.'),
    "T": property(_shape.T, doc='The dimensions in reverse order.'),
    "mT": property(_shape.mT, doc='The last two dimensions swapped.'),
    "mH": property(_shape.mH, doc='The last two dimensions swapped, and conjugated.'),
    "H": property(_shape.H, doc='A matrix, transposed and conjugated.'),
}


OPERATORS = {
    "__abs__": __abs__,
    "__add__": __add__,
    "__iadd__": __iadd__,
    "__radd__": __radd__,
    "__sub__": __sub__,
    "__isub__": __isub__,
    "__rsub__": __rsub__,
    "__mul__": __mul__,
    "__imul__": __imul__,
    "__rmul__": __rmul__,
    "__truediv__": __truediv__,
    "__itruediv__": __itruediv__,
    "__rtruediv__": __rtruediv__,
    "__div__": __div__,
    "__idiv__": __idiv__,
    "__rdiv__": __rdiv__,
    "__floordiv__": __floordiv__,
    "__ifloordiv__": __ifloordiv__,
    "__rfloordiv__": __rfloordiv__,
    "__mod__": __mod__,
    "__imod__": __imod__,
    "__rmod__": __rmod__,
    "__neg__": __neg__,
    "__pos__": __pos__,
    "__eq__": __eq__,
    "__ne__": __ne__,
    "__lt__": __lt__,
    "__le__": __le__,
    "__gt__": __gt__,
    "__ge__": __ge__,
    "__pow__": __pow__,
    "__ipow__": __ipow__,
    "__rpow__": __rpow__,
    "__and__": __and__,
    "__iand__": __iand__,
    "__rand__": __rand__,
    "__or__": __or__,
    "__ior__": __ior__,
    "__ror__": __ror__,
    "__xor__": __xor__,
    "__ixor__": __ixor__,
    "__rxor__": __rxor__,
    "__invert__": __invert__,
    "__lshift__": __lshift__,
    "__ilshift__": __ilshift__,
    "__rlshift__": __rlshift__,
    "__rshift__": __rshift__,
    "__irshift__": __irshift__,
    "__rrshift__": __rrshift__,
    "__getitem__": __getitem__,
    "__setitem__": __setitem__,
    "__matmul__": __matmul__,
    "__rmatmul__": __rmatmul__,
}
