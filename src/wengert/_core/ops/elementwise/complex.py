"""Complex numbers: conjugate, real and imaginary part, magnitude, angle, and two ways to build them from real numbers.

Gradients follow torch's convention, the conjugate Wirtinger derivative. For real ``L`` and ``z = a + ib``, the gradient
of ``z`` is ``dL/da + i dL/db``. Gradient descent moves against this direction.
"""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...arrays import dtypes, layouts
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import batch_pointwise
from ...arrays.conjugates import conjugated, image_of
from ...arrays.coo import COO
from ...declare.families import composite, linear, pointwise
from ...dispatch.primitives import primitives
from ...tape.tensor import is_real, payload_of
from . import single

COMPLEX = frozenset((dtypes.C64, dtypes.C128))


@composite("is_complex(input)", method=False)
def is_complex(input: Any) -> bool:
    """True if ``input`` has a complex dtype. Returns a Python bool.

    >>> wengert.is_complex(wengert.tensor([1j]))
    True
    """
    return input.dtype in COMPLEX


# -- conjugation


@linear(x=lambda g: conj(g), batch=batch_pointwise, node="ConjBackward0")
def _conj(xp, x):
    return xp.conjugate(x)


@linear(x=lambda g: conj(g), batch=batch_pointwise, node="ConjPhysicalBackward0")
def _conj_physical(xp, x):
    return xp.conjugate(x)


@linear(x=lambda g: conj(g), view=True, takes_batched=True, node="ConjBackward0",
        elsewhere=(lambda x: conj(x), lambda x, part, written: conj(part)))  # fmt: skip
def _conj_view(xp, x):
    return conjugated(x)


def conj(x: Any) -> Any:
    """What formulas and composites call: the conjugate in memory of its own. What is real is returned as it is."""
    if is_real(x):
        return x
    return _conj(x) if hasattr(x, "dtype") else x.conjugate()


@composite("conj_physical(input, *, out=None)", inplace=True, out="over")
def conj_physical(input: Any) -> Any:
    """The complex conjugate as a new tensor. A real ``input`` is returned as it is.

    >>> wengert.conj_physical(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([1.-2.j, 3.+1.j])
    """
    return _conj_physical(input) if input.dtype in COMPLEX else input


@composite("conj(input)", name="conj", view=True)
def conjugate_view(input: Any) -> Any:
    """The complex conjugate, as a view: a write to either is a write to both. A real ``input`` is returned as it is.

    The view holds the conjugates in memory of its own, and wengert keeps both equal. Writes that NumPy makes into the
    memory of ``input`` show after the next write by wengert, or after ``autograd.graph.increment_version(input)``. NumPy
    gets the view read-only: ``resolve_conj()`` makes a tensor that NumPy can write.

    >>> z = wengert.tensor([1 + 2j, 3 - 1j])
    >>> wengert.conj(z)
    tensor([1.-2.j, 3.+1.j])
    >>> z.conj().mul_(1j)
    tensor([ 2.+1.j, -1.+3.j])
    >>> z
    tensor([ 2.-1.j, -1.-3.j])
    """
    if input.dtype not in COMPLEX:
        return input
    return _conj_physical(input) if type(payload_of(input)) is COO else _conj_view(input)


@composite("is_conj(input)")
def is_conj(input: Any) -> bool:
    """True for what shows other memory conjugated: :func:`conj` and its views.

    >>> z = wengert.tensor([1 + 2j])
    >>> wengert.is_conj(z.conj()), wengert.is_conj(z.conj().conj())
    (True, False)
    """
    return input.dtype in COMPLEX and image_of(payload_of(input)) is not None


@composite("is_neg(input)")
def is_neg(input: Any) -> bool:
    """True for what shows other memory negated: the imaginary part of :func:`conj`, and its views.

    >>> wengert.is_neg(wengert.tensor([1 + 2j]).conj().imag)
    True
    """
    return input.dtype not in COMPLEX and image_of(payload_of(input)) is not None


@composite("resolve_conj(input)")
def resolve_conj(input: Any) -> Any:
    """A copy of a conjugated view (:func:`is_conj`), in memory that it shares with nothing. Else, ``input``.

    >>> z = wengert.tensor([1 + 2j])
    >>> wengert.resolve_conj(z.conj()).is_conj()
    False
    """
    return primitives.clone(input) if is_conj(input) else input


@composite("resolve_neg(input)")
def resolve_neg(input: Any) -> Any:
    """A copy of a negated view (:func:`is_neg`), in memory that it shares with nothing. Else, ``input``.

    >>> z = wengert.tensor([1 + 2j])
    >>> wengert.resolve_neg(z.conj().imag).is_neg()
    False
    """
    return primitives.clone(input) if is_neg(input) else input


# -- parts


@linear(x=lambda g: g, view=True, batch=batch_pointwise, node="SelectBackward0")
def _real(xp, x):
    return x.real


@linear(x=lambda g: g * 1j, view=True, batch=batch_pointwise, node="SelectBackward0")
def _imag(xp, x):
    return x.imag


def _set_real(input: Any, value: Any) -> None:
    """Write ``value`` into the real part."""
    real(input).copy_(value)


def _set_imag(input: Any, value: Any) -> None:
    """Write ``value`` into the imaginary part."""
    imag(input).copy_(value)


@composite("real(input)", name="Tensor.real", property="_set_real")
@composite("real(input)", method=False, view=True)
def real(input: Any) -> Any:
    """The real part, as a view. A real ``input`` is returned as it is.

    >>> wengert.real(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([1., 3.])
    """
    if input.dtype not in COMPLEX:
        return input
    return _real(conjugate_view(input) if is_conj(input) else input)


@composite("imag(input)", name="Tensor.imag", property="_set_imag")
@composite("imag(input)", method=False, view=True)
def imag(input: Any) -> Any:
    """The imaginary part of a complex ``input``, as a view.

    >>> wengert.imag(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([ 2., -1.])
    """
    if input.dtype not in COMPLEX:
        raise RuntimeError(
            "imag is not implemented for tensors with non-complex dtypes. "
            "A real tensor has no imaginary part: use zeros_like for it."
        )
    return _imag(input)


def joined(xp: Any, real: Any, imag: Any) -> Any:
    """The array with these real and imaginary parts."""
    # real + 1j * imag is wrong here: the product makes the real part NaN where imag is infinite
    out = xp.empty(broadcast_shape(real.shape, imag.shape), dtypes.complex_of(real.dtype))
    out.real = real
    out.imag = imag
    return out


@linear(x=lambda g: _pairs_as_complex(g), view=True, batch=batch_pointwise, node="ViewAsRealBackward0")
def _as_pairs(xp, x):
    return x[..., None].view(dtypes.real_of(x.dtype))


@composite("view_as_real(input)", method=False, view=True)
def view_as_real(input: Any) -> Any:
    """The real and imaginary parts of a complex tensor, in a new last dimension of size 2.

    Args:
        input: a complex tensor

    >>> wengert.view_as_real(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([[ 1.,  2.],
            [ 3., -1.]])
    """
    if input.dtype not in COMPLEX:
        raise RuntimeError(
            "view_as_real is only supported for complex tensors. Cast the tensor to a complex dtype first."
        )
    if is_conj(input):
        raise errors.writes.conjugated("view_as_real")
    return _as_pairs(input)


def _check_pairs(x: Any) -> None:
    if x.dtype not in (dtypes.F32, dtypes.F64):
        raise RuntimeError(
            "view_as_complex is only supported for float and double tensors, but got a tensor of scalar type: "
            + errors.text.type_name(x.dtype)
        )
    if x.ndim == 0:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if x.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")


@linear("view_as_complex(input)", x=lambda g: _as_pairs(g), view=True, batch=batch_pointwise, check=_check_pairs,
        method=False)  # fmt: skip
def view_as_complex(xp, x):
    """Reads pairs in the last dimension as the real and imaginary parts of complex numbers.

    Args:
        input: a float tensor whose last dimension has size 2

    >>> wengert.view_as_complex(wengert.tensor([[1.0, 2.0], [3.0, -1.0]]))
    tensor([1.+2.j, 3.-1.j])
    """
    _check_pairs(x)
    if x.size and x.strides[-1] != x.itemsize:
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    return x.view(dtypes.complex_of(x.dtype))[..., 0]


@linear(x=lambda g: _as_pairs(g), batch=batch_pointwise)
def _pairs_as_complex(xp, x):
    """A copying form of ``view_as_complex``, because a gradient may have any strides."""
    return joined(xp, x[..., 0], x[..., 1])


# -- magnitude and phase


@pointwise(
    "abs(input, *, out=None)",
    x=lambda g, x: g * sgn(x),
    inplace=True,
    aliases="absolute",
    dunders="__abs__",
    out="exact",
    moves=True,
)
def abs(xp, x):
    """The absolute value. For complex numbers it is the modulus, which is real.

    The gradient at 0 is 0.

    >>> wengert.abs(wengert.tensor([-1.5, 2.0]))
    tensor([1.5000, 2.0000])
    >>> wengert.abs(wengert.tensor([3 + 4j]))
    tensor([5.])
    """
    if dtypes.is_half(x.dtype):
        return xp.bitwise_and(x.view("uint16"), 0x7FFF).view(x.dtype)  # all bits but that of the sign
    return xp.abs(x)


def _turned(g, x, x_meta):
    # d angle = Im(dz / z); adding (x == 0) makes the quotient 0 at the origin, as in torch
    return g * sgn(x) * 1j / (abs(x) + (x == 0)) if x_meta.is_complex else x_meta.zeros()


@pointwise("angle(input, *, out=None)", x=_turned, promote="float")
def angle(xp, x):
    """The angle in radians. For real numbers it is 0, or pi if the number is negative.

    >>> wengert.angle(wengert.tensor([1j, -1 + 0j]))
    tensor([1.5708, 3.1416])
    """
    if x.dtype in COMPLEX:
        turn = single.arctan2(xp, x.imag, x.real)
        return xp.ascontiguousarray(turn) if x.ndim else turn
    return xp.where(x < 0, math.pi, xp.minimum(x, 0) + 0.0)  # which keeps NaN, and turns -0 into 0, as in torch


def _rotated(g, x, out, x_meta):
    # only the part of g perpendicular to out changes the direction; at the origin out is 0, so the gradient is 0
    return out * imag(conj(out) * g) * 1j / (abs(x) + (x == 0)) if x_meta.is_complex else x_meta.zeros()


def one_over(xp: Any, x: Any) -> Any:
    if x.dtype.kind == "c":  # NumPy's reciprocal has other signs of zero, and NaN for some infinite parts
        return xp.divide(x.dtype.type(1), x)
    return xp.reciprocal(x)


# the formula is a projection divided by a real number: its own adjoint, and not linear over the complex numbers
@pointwise("sgn(input, *, out=None)", x=_rotated, jvp=lambda t_x, x, out, x_meta: _rotated(t_x, x, out, x_meta),
           inplace=True, out="exact")  # fmt: skip
def sgn(xp, x):
    """The sign. For complex numbers it is ``input / abs(input)``, and 0 at 0.

    >>> wengert.sgn(wengert.tensor([3 + 4j, 0j]))
    tensor([0.6000+0.8000j, 0.0000+0.0000j])
    """
    if x.dtype in COMPLEX:
        size = xp.abs(x)
        out = xp.empty_like(size, dtype=x.dtype)
        size = xp.where(size == 0, 1, size)  # by parts: the quotient of complex numbers overflows where it is tiny
        out.real, out.imag = x.real / size, x.imag / size
        return out
    if x.dtype.kind == "b":
        return layouts.copied(x)
    return xp.subtract(x > 0, x < 0, dtype=x.dtype)  # 0 for NaN, as in torch; NumPy's sign returns NaN


# -- from reals


def _same_floats(a: Any, b: Any) -> None:
    if a.dtype not in (dtypes.F32, dtypes.F64) or b.dtype not in (dtypes.F32, dtypes.F64):
        names = f"{errors.text.type_name(a.dtype)} and {errors.text.type_name(b.dtype)}"
        raise RuntimeError(f"Expected both inputs to be Half, Float or Double tensors but got {names}")
    if a.dtype != b.dtype:
        raise RuntimeError(
            f"Expected object of scalar type {errors.text.type_name(a.dtype)} but got scalar type "
            f"{errors.text.type_name(b.dtype)} for second argument"
        )


@pointwise(
    "complex(real, imag, *, out=None)",
    real=lambda g: g,
    imag=lambda g: g * -1j,
    promote=None,
    method=False,
    out="exact",
)
def complex(xp, real, imag):
    """Complex numbers with the given real and imaginary parts.

    >>> wengert.complex(wengert.tensor([1.0, 2.0]), wengert.tensor([0.5, -1.0]))
    tensor([1.+0.5000j, 2.-1.0000j])
    """
    _same_floats(real, imag)
    return joined(xp, real, imag)


# torch uses sgn(out) here, which loses the angle where abs is 0
@pointwise("polar(abs, angle, *, out=None)", abs=lambda g, angle, angle_meta: g * conj(polar(angle_meta.ones(), angle)),
           angle=lambda g, out: g * conj(out * 1j), promote=None, method=False, saved="angle=", out="exact")  # fmt: skip
def polar(xp, abs, angle):
    """Complex numbers from absolute values and angles: ``abs * (cos(angle) + 1j * sin(angle))``.

    >>> wengert.polar(wengert.tensor([1.0, 2.0]), wengert.tensor([0.0, wengert.pi / 2]))
    tensor([ 1.0000e+00+0.j, -8.7423e-08+2.j])
    """
    _same_floats(abs, angle)
    return joined(xp, abs * single.cos(xp, angle), abs * single.sin(xp, angle))
