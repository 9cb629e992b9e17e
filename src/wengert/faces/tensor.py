"""In-place methods, operators and the table of methods. Written by tools/generate.py: do not edit."""

# mypy: ignore-errors

from ..ops import compare as _compare, complex as _complex, draw as _draw, index as _index, matmul as _matmul, nn_activation as _nn_activation, places as _places, pointwise as _pointwise, scan as _scan, shape as _shape
from ..inplace import rewrite as _rewrite
from ..op import OPERANDS as _OPERANDS, operand as _operand
from . import linalg, nn_functional, special, top


def conj_physical_(self):
    "The in-place form of ``conj_physical``."
    return _complex.conj_physical.inplace((self,), None)


def abs_(self):
    "The in-place form of ``abs``."
    return _complex.abs.inplace((self,), None)


def sgn_(self):
    "The in-place form of ``sgn``."
    return _complex.sgn.inplace((self,), None)


def add_(self, other, *, alpha=1):
    "The in-place form of ``add``."
    return _pointwise.add.inplace((self, other,), {"alpha": alpha})


def sub_(self, other, *, alpha=1):
    "The in-place form of ``sub``."
    return _pointwise.sub.inplace((self, other,), {"alpha": alpha})


def mul_(self, other):
    "The in-place form of ``mul``."
    return _pointwise.mul.inplace((self, other,), None)


def true_divide_(self, other):
    "The in-place form of ``true_divide``."
    return _pointwise.true_divide.inplace((self, other,), None)


def floor_divide_(self, other):
    "The in-place form of ``floor_divide``."
    return _pointwise.floor_divide.inplace((self, other,), None)


def div_(self, other, *, rounding_mode=None):
    "The in-place form of ``div``."
    return _rewrite('div', self, lambda _x: _pointwise.div(_x, other, rounding_mode=rounding_mode))


def remainder_(self, other):
    "The in-place form of ``remainder``."
    return _pointwise.remainder.inplace((self, other,), None)


def fmod_(self, other):
    "The in-place form of ``fmod``."
    return _pointwise.fmod.inplace((self, other,), None)


def neg_(self):
    "The in-place form of ``neg``."
    return _pointwise.neg.inplace((self,), None)


def reciprocal_(self):
    "The in-place form of ``reciprocal``."
    return _pointwise.reciprocal.inplace((self,), None)


def pow_(self, exponent):
    "The in-place form of ``pow``."
    return _pointwise.pow.inplace((self, exponent,), None)


def float_power_(self, exponent):
    "The in-place form of ``float_power``."
    return _rewrite('float_power', self, lambda _x: _pointwise.float_power(_x, exponent))


def square_(self):
    "The in-place form of ``square``."
    return _rewrite('square', self, lambda _x: _pointwise.square(_x))


def sqrt_(self):
    "The in-place form of ``sqrt``."
    return _pointwise.sqrt.inplace((self,), None)


def rsqrt_(self):
    "The in-place form of ``rsqrt``."
    return _pointwise.rsqrt.inplace((self,), None)


def hypot_(self, other):
    "The in-place form of ``hypot``."
    return _pointwise.hypot.inplace((self, other,), None)


def exp_(self):
    "The in-place form of ``exp``."
    return _pointwise.exp.inplace((self,), None)


def exp2_(self):
    "The in-place form of ``exp2``."
    return _pointwise.exp2.inplace((self,), None)


def expm1_(self):
    "The in-place form of ``expm1``."
    return _pointwise.expm1.inplace((self,), None)


def log_(self):
    "The in-place form of ``log``."
    return _pointwise.log.inplace((self,), None)


def log2_(self):
    "The in-place form of ``log2``."
    return _pointwise.log2.inplace((self,), None)


def log10_(self):
    "The in-place form of ``log10``."
    return _pointwise.log10.inplace((self,), None)


def log1p_(self):
    "The in-place form of ``log1p``."
    return _pointwise.log1p.inplace((self,), None)


def xlogy_(self, other):
    "The in-place form of ``xlogy``."
    return _pointwise.xlogy.inplace((self, other,), None)


def ldexp_(self, other):
    "The in-place form of ``ldexp``."
    return _pointwise.ldexp.inplace((self, other,), None)


def sigmoid_(self):
    "The in-place form of ``sigmoid``."
    return _pointwise.sigmoid.inplace((self,), None)


def logit_(self, eps=None):
    "The in-place form of ``logit``."
    return _pointwise.logit.inplace((self,), {"eps": eps})


def sin_(self):
    "The in-place form of ``sin``."
    return _pointwise.sin.inplace((self,), None)


def cos_(self):
    "The in-place form of ``cos``."
    return _pointwise.cos.inplace((self,), None)


def tan_(self):
    "The in-place form of ``tan``."
    return _pointwise.tan.inplace((self,), None)


def asin_(self):
    "The in-place form of ``asin``."
    return _pointwise.asin.inplace((self,), None)


def acos_(self):
    "The in-place form of ``acos``."
    return _pointwise.acos.inplace((self,), None)


def atan_(self):
    "The in-place form of ``atan``."
    return _pointwise.atan.inplace((self,), None)


def atan2_(self, other):
    "The in-place form of ``atan2``."
    return _pointwise.atan2.inplace((self, other,), None)


def sinh_(self):
    "The in-place form of ``sinh``."
    return _pointwise.sinh.inplace((self,), None)


def cosh_(self):
    "The in-place form of ``cosh``."
    return _pointwise.cosh.inplace((self,), None)


def tanh_(self):
    "The in-place form of ``tanh``."
    return _pointwise.tanh.inplace((self,), None)


def asinh_(self):
    "The in-place form of ``asinh``."
    return _pointwise.asinh.inplace((self,), None)


def acosh_(self):
    "The in-place form of ``acosh``."
    return _pointwise.acosh.inplace((self,), None)


def atanh_(self):
    "The in-place form of ``atanh``."
    return _pointwise.atanh.inplace((self,), None)


def sinc_(self):
    "The in-place form of ``sinc``."
    return _pointwise.sinc.inplace((self,), None)


def deg2rad_(self):
    "The in-place form of ``deg2rad``."
    return _pointwise.deg2rad.inplace((self,), None)


def rad2deg_(self):
    "The in-place form of ``rad2deg``."
    return _pointwise.rad2deg.inplace((self,), None)


def sign_(self):
    "The in-place form of ``sign``."
    return _pointwise.sign.inplace((self,), None)


def floor_(self):
    "The in-place form of ``floor``."
    return _pointwise.floor.inplace((self,), None)


def ceil_(self):
    "The in-place form of ``ceil``."
    return _pointwise.ceil.inplace((self,), None)


def trunc_(self):
    "The in-place form of ``trunc``."
    return _pointwise.trunc.inplace((self,), None)


def round_(self, *, decimals=0):
    "The in-place form of ``round``."
    return _pointwise.round.inplace((self,), {"decimals": decimals})


def frac_(self):
    "The in-place form of ``frac``."
    return _pointwise.frac.inplace((self,), None)


def copysign_(self, other):
    "The in-place form of ``copysign``."
    return _pointwise.copysign.inplace((self, other,), None)


def clamp_(self, min=None, max=None):
    "The in-place form of ``clamp``."
    return _rewrite('clamp', self, lambda _x: _pointwise.clamp(_x, min, max))


def clamp_min_(self, min):
    "The in-place form of ``clamp_min``."
    return _pointwise.clamp_min.inplace((self, min,), None)


def clamp_max_(self, max):
    "The in-place form of ``clamp_max``."
    return _pointwise.clamp_max.inplace((self, max,), None)


def nan_to_num_(self, nan=None, posinf=None, neginf=None):
    "The in-place form of ``nan_to_num``."
    return _rewrite('nan_to_num', self, lambda _x: _pointwise.nan_to_num(_x, nan, posinf, neginf))


def lerp_(self, end, weight):
    "The in-place form of ``lerp``."
    return _pointwise.lerp.inplace((self, end, weight,), None)


def addcmul_(self, tensor1, tensor2, *, value=1):
    "The in-place form of ``addcmul``."
    return _pointwise.addcmul.inplace((self, tensor1, tensor2,), {"value": value})


def addcdiv_(self, tensor1, tensor2, *, value=1):
    "The in-place form of ``addcdiv``."
    return _pointwise.addcdiv.inplace((self, tensor1, tensor2,), {"value": value})


def eq_(self, other):
    "The in-place form of ``eq``."
    return _pointwise.eq.inplace((self, other,), None)


def ne_(self, other):
    "The in-place form of ``ne``."
    return _pointwise.ne.inplace((self, other,), None)


def lt_(self, other):
    "The in-place form of ``lt``."
    return _pointwise.lt.inplace((self, other,), None)


def le_(self, other):
    "The in-place form of ``le``."
    return _pointwise.le.inplace((self, other,), None)


def gt_(self, other):
    "The in-place form of ``gt``."
    return _pointwise.gt.inplace((self, other,), None)


def ge_(self, other):
    "The in-place form of ``ge``."
    return _pointwise.ge.inplace((self, other,), None)


def logical_and_(self, other):
    "The in-place form of ``logical_and``."
    return _pointwise.logical_and.inplace((self, other,), None)


def logical_or_(self, other):
    "The in-place form of ``logical_or``."
    return _pointwise.logical_or.inplace((self, other,), None)


def logical_xor_(self, other):
    "The in-place form of ``logical_xor``."
    return _pointwise.logical_xor.inplace((self, other,), None)


def logical_not_(self):
    "The in-place form of ``logical_not``."
    return _pointwise.logical_not.inplace((self,), None)


def fill_(self, value):
    "The in-place form of ``fill``."
    return _pointwise.fill.inplace((self, value,), None)


def bitwise_and_(self, other):
    "The in-place form of ``bitwise_and``."
    return _compare.bitwise_and.inplace((self, other,), None)


def bitwise_or_(self, other):
    "The in-place form of ``bitwise_or``."
    return _compare.bitwise_or.inplace((self, other,), None)


def bitwise_xor_(self, other):
    "The in-place form of ``bitwise_xor``."
    return _compare.bitwise_xor.inplace((self, other,), None)


def bitwise_not_(self):
    "The in-place form of ``bitwise_not``."
    return _compare.bitwise_not.inplace((self,), None)


def bitwise_left_shift_(self, other):
    "The in-place form of ``bitwise_left_shift``."
    return _compare.bitwise_left_shift.inplace((self, other,), None)


def bitwise_right_shift_(self, other):
    "The in-place form of ``bitwise_right_shift``."
    return _compare.bitwise_right_shift.inplace((self, other,), None)


def gcd_(self, other):
    "The in-place form of ``gcd``."
    return _compare.gcd.inplace((self, other,), None)


def lcm_(self, other):
    "The in-place form of ``lcm``."
    return _compare.lcm.inplace((self, other,), None)


def heaviside_(self, values):
    "The in-place form of ``heaviside``."
    return _compare.heaviside.inplace((self, values,), None)


def nextafter_(self, other):
    "The in-place form of ``nextafter``."
    return _compare.nextafter.inplace((self, other,), None)


def tril_(self, diagonal=0):
    "The in-place form of ``tril``."
    return _shape.tril.inplace((self,), {"diagonal": diagonal})


def triu_(self, diagonal=0):
    "The in-place form of ``triu``."
    return _shape.triu.inplace((self,), {"diagonal": diagonal})


def put_(self, index, source, accumulate=False):
    "The in-place form of ``put``."
    return _index.put.inplace((self, index, source,), {"accumulate": accumulate})


def masked_fill_(self, mask, value):
    "The in-place form of ``masked_fill``."
    return _index.masked_fill.inplace((self, mask, value,), None)


def scatter_reduce_(self, dim, index, src, reduce, *, include_self=True):
    "The in-place form of ``scatter_reduce``."
    return _rewrite('scatter_reduce', self, lambda _x: _places.scatter_reduce(_x, dim, index, src, reduce, include_self=include_self))


def index_reduce_(self, dim, index, source, reduce, *, include_self=True):
    "The in-place form of ``index_reduce``."
    return _rewrite('index_reduce', self, lambda _x: _places.index_reduce(_x, dim, index, source, reduce, include_self=include_self))


def masked_scatter_(self, mask, source):
    "The in-place form of ``masked_scatter``."
    return _rewrite('masked_scatter', self, lambda _x: _places.masked_scatter(_x, mask, source))


def cumsum_(self, dim, *, dtype=None):
    "The in-place form of ``cumsum``."
    return _scan.cumsum.inplace((self,), {"dim": dim, "dtype": dtype})


def cumprod_(self, dim, *, dtype=None):
    "The in-place form of ``cumprod``."
    return _scan.cumprod.inplace((self,), {"dim": dim, "dtype": dtype})


def addmm_(self, mat1, mat2, *, beta=1, alpha=1):
    "The in-place form of ``addmm``."
    return _rewrite('addmm', self, lambda _x: _matmul.addmm(_x, mat1, mat2, beta=beta, alpha=alpha))


def addmv_(self, mat, vec, *, beta=1, alpha=1):
    "The in-place form of ``addmv``."
    return _rewrite('addmv', self, lambda _x: _matmul.addmv(_x, mat, vec, beta=beta, alpha=alpha))


def addr_(self, vec1, vec2, *, beta=1, alpha=1):
    "The in-place form of ``addr``."
    return _rewrite('addr', self, lambda _x: _matmul.addr(_x, vec1, vec2, beta=beta, alpha=alpha))


def baddbmm_(self, batch1, batch2, *, beta=1, alpha=1):
    "The in-place form of ``baddbmm``."
    return _rewrite('baddbmm', self, lambda _x: _matmul.baddbmm(_x, batch1, batch2, beta=beta, alpha=alpha))


def addbmm_(self, batch1, batch2, *, beta=1, alpha=1):
    "The in-place form of ``addbmm``."
    return _rewrite('addbmm', self, lambda _x: _matmul.addbmm(_x, batch1, batch2, beta=beta, alpha=alpha))


def relu_(self):
    "The in-place form of ``relu``."
    return _nn_activation.relu.inplace((self,), None)


def __abs__(self):
    return _complex.abs.apply((self,), None)


def __add__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.add.apply((self, other), {"alpha": 1})


def __iadd__(self, other):
    return add_(self, other)


def __radd__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.add.apply((other, self), {"alpha": 1})


def __sub__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.sub.apply((self, other), {"alpha": 1})


def __isub__(self, other):
    return sub_(self, other)


def __rsub__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.sub.apply((other, self), {"alpha": 1})


def __mul__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.mul.apply((self, other), None)


def __imul__(self, other):
    return mul_(self, other)


def __rmul__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.mul.apply((other, self), None)


def __truediv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.true_divide.apply((self, other), None)


def __itruediv__(self, other):
    return true_divide_(self, other)


def __rtruediv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.true_divide.apply((other, self), None)


def __floordiv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.floor_divide.apply((self, other), None)


def __ifloordiv__(self, other):
    return floor_divide_(self, other)


def __rfloordiv__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.floor_divide.apply((other, self), None)


def __mod__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.remainder.apply((self, other), None)


def __imod__(self, other):
    return remainder_(self, other)


def __rmod__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.remainder.apply((other, self), None)


def __neg__(self):
    return _pointwise.neg.apply((self,), None)


def __pos__(self):
    return _pointwise.positive(self)


def __pow__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.pow.apply((self, other), None)


def __ipow__(self, other):
    return pow_(self, other)


def __rpow__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.pow.apply((other, self), None)


def __eq__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.eq.apply((self, other), None)


def __ne__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.ne.apply((self, other), None)


def __lt__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.lt.apply((self, other), None)


def __le__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.le.apply((self, other), None)


def __gt__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.gt.apply((self, other), None)


def __ge__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _pointwise.ge.apply((self, other), None)


def __and__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_and.apply((self, other), None)


def __iand__(self, other):
    return bitwise_and_(self, other)


def __rand__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_and.apply((other, self), None)


def __or__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_or.apply((self, other), None)


def __ior__(self, other):
    return bitwise_or_(self, other)


def __ror__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_or.apply((other, self), None)


def __xor__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_xor.apply((self, other), None)


def __ixor__(self, other):
    return bitwise_xor_(self, other)


def __rxor__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_xor.apply((other, self), None)


def __invert__(self):
    return _compare.bitwise_not.apply((self,), None)


def __lshift__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_left_shift.apply((self, other), None)


def __ilshift__(self, other):
    return bitwise_left_shift_(self, other)


def __rlshift__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_left_shift.apply((other, self), None)


def __rshift__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_right_shift.apply((self, other), None)


def __irshift__(self, other):
    return bitwise_right_shift_(self, other)


def __rrshift__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _compare.bitwise_right_shift.apply((other, self), None)


def __getitem__(self, key):
    return _places.getitem(self, key)


def __setitem__(self, key, value):
    return _places.setitem_(self, key, value)


def __matmul__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _matmul.matmul(self, other)


def __rmatmul__(self, other):
    if not isinstance(other, _OPERANDS) and not _operand(other):
        return NotImplemented
    return _matmul.matmul(other, self)


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
    "zero_": _pointwise.zero_,
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
    "unsqueeze": top.unsqueeze,
    "permute": top.permute,
    "transpose": top.transpose,
    "swapdims": top.transpose,
    "swapaxes": top.swapaxes,
    "t": top.t,
    "movedim": top.movedim,
    "moveaxis": top.movedim,
    "adjoint": top.adjoint,
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
    "select": top.select,
    "narrow": top.narrow,
    "diagonal": top.diagonal,
    "diag_embed": top.diag_embed,
    "diag": top.diag,
    "diagflat": top.diagflat,
    "unfold": top.unfold,
    "as_strided": top.as_strided,
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
    "index_put": top.index_put,
    "index_put_": _index.index_put_,
    "index_select": top.index_select,
    "index_add": top.index_add,
    "index_add_": _index.index_add_,
    "index_copy": top.index_copy,
    "index_copy_": _index.index_copy_,
    "index_fill": top.index_fill,
    "index_fill_": _index.index_fill_,
    "gather": top.gather,
    "scatter_add": top.scatter_add,
    "scatter_add_": _index.scatter_add_,
    "take": top.take,
    "put": top.put,
    "put_": put_,
    "take_along_dim": top.take_along_dim,
    "masked_fill": top.masked_fill,
    "masked_fill_": masked_fill_,
    "__getitem__": _places.getitem,
    "__setitem__": _places.setitem_,
    "scatter_reduce": top.scatter_reduce,
    "scatter_reduce_": scatter_reduce_,
    "scatter": top.scatter,
    "scatter_": _places.scatter_,
    "index_reduce": top.index_reduce,
    "index_reduce_": index_reduce_,
    "masked_select": top.masked_select,
    "masked_scatter": top.masked_scatter,
    "masked_scatter_": masked_scatter_,
    "nonzero": top.nonzero,
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
    "amax": top.amax,
    "amin": top.amin,
    "aminmax": top.aminmax,
    "max": top.max,
    "min": top.min,
    "any": top.any,
    "all": top.all,
    "count_nonzero": top.count_nonzero,
    "logsumexp": top.logsumexp,
    "norm": top.norm,
    "dist": top.dist,
    "cumsum": top.cumsum,
    "cumsum_": cumsum_,
    "cumprod": top.cumprod,
    "cumprod_": cumprod_,
    "logcumsumexp": top.logcumsumexp,
    "cummax": top.cummax,
    "cummin": top.cummin,
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
    "diff": top.diff,
    "histc": top.histc,
    "bincount": top.bincount,
    "unique": top.unique,
    "unique_consecutive": top.unique_consecutive,
    "new_zeros": top.new_zeros,
    "new_ones": top.new_ones,
    "new_empty": top.new_empty,
    "new_empty_strided": top.new_empty_strided,
    "new_full": top.new_full,
    "new_tensor": top.new_tensor,
    "bernoulli": top.bernoulli,
    "multinomial": top.multinomial,
    "uniform_": _draw.uniform_,
    "normal_": _draw.normal_,
    "log_normal_": _draw.log_normal_,
    "exponential_": _draw.exponential_,
    "cauchy_": _draw.cauchy_,
    "geometric_": _draw.geometric_,
    "bernoulli_": _draw.bernoulli_,
    "random_": _draw.random_,
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
    "matrix_power": top.matrix_power,
    "cross": top.cross,
    "relu": top.relu,
    "relu_": relu_,
    "hardshrink": top.hardshrink,
    "softmax": top.softmax,
    "log_softmax": top.log_softmax,
}

PROPERTIES = {
    "real": property(_complex.real),
    "imag": property(_complex.imag),
    "T": property(_shape.T),
    "mT": property(_shape.mT),
    "mH": property(_shape.mH),
    "H": property(_shape.H),
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
    "__floordiv__": __floordiv__,
    "__ifloordiv__": __ifloordiv__,
    "__rfloordiv__": __rfloordiv__,
    "__mod__": __mod__,
    "__imod__": __imod__,
    "__rmod__": __rmod__,
    "__neg__": __neg__,
    "__pos__": __pos__,
    "__pow__": __pow__,
    "__ipow__": __ipow__,
    "__rpow__": __rpow__,
    "__eq__": __eq__,
    "__ne__": __ne__,
    "__lt__": __lt__,
    "__le__": __le__,
    "__gt__": __gt__,
    "__ge__": __ge__,
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
