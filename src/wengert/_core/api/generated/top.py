"""Public functions of ``wengert``. Written by tools/generate.py: do not edit."""

from ...ops.create import buffers as _buffers, create as _create, ranges as _ranges, windows as _windows
from ...ops.elementwise import bessel as _bessel, compare as _compare, complex as _complex, elementary as _elementary, gamma as _gamma, pointwise as _pointwise, special as _special
from ...ops.fft import stft as _stft
from ...ops.index import filling as _filling, flat as _flat, index as _index, places as _places
from ...ops.linalg import chain as _chain, factor as _factor, low_rank as _low_rank, matmul as _matmul, matrices as _matrices, solve as _solve, spectral as _spectral, statistics as _statistics
from ...ops.nn import activation as _activation, composites as _composites, conv as _conv, grid as _grid, layer as _layer, margin as _margin, maxima as _maxima, pool as _pool, recurrent as _recurrent, sample as _sample, segments as _segments
from ...ops.random import draw as _draw
from ...ops.reduce import extreme as _extreme, norm as _norm, order as _order, reduce as _reduce, scan as _scan
from ...ops.shape import arrange as _arrange, join as _join, queries as _queries, shape as _shape, strided as _strided
from ...ops.sparse import sparse as _sparse
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch
from ...dispatch.arguments import either as _either, explained as _explained
from ...errors.calls_errors import missing_arguments as _missing, not_an_array as _not_an_array
from ...dispatch.inplace import become as _become, rewrite as _rewrite, store as _store
from ...dispatch.op import OPERANDS as _OPERANDS


def is_complex(input):
    """is_complex(input) -> bool

    Whether ``input`` has a complex dtype.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.is_complex(wengert.tensor([1j]))
    True
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, is_complex, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('is_complex', 'input', input)
        return (_complex.is_complex if _attached else _complex.is_complex.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, is_complex, locals(), {'input': 'Tensor'})


def conj_physical(input, *, out=None):
    """conj_physical(input, *, out=None) -> Tensor

    The complex conjugate as a new tensor, of real values too.

    Also ``Tensor.conj_physical``. In place: ``Tensor.conj_physical_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.conj_physical(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([1.-2.j, 3.+1.j])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, conj_physical, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conj_physical', 'input', input)
        if out is not None:
            return _store('conj_physical', out, (_complex.conj_physical if _attached else _complex.conj_physical.__wrapped__)(input))
        return (_complex.conj_physical if _attached else _complex.conj_physical.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, conj_physical, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def conj_physical_(input):
    """conj_physical_(input) -> Tensor

    Write what :func:`wengert.conj_physical` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.conj_physical_(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([1.-2.j, 3.+1.j])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, conj_physical_, locals())
    try:
        return _rewrite('conj_physical', input, lambda _x: (_complex.conj_physical if _attached else _complex.conj_physical.__wrapped__)(_x))
    except Exception as e:
        return _dispatch.after(e, conj_physical_, locals(), {'input': 'Tensor'})


def conj(input):
    """conj(input) -> Tensor

    The complex conjugate; a real ``input`` (or Python number) is returned as it is.

    Also ``Tensor.conj``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.conj(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([1.-2.j, 3.+1.j])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, conj, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conj', 'input', input)
        return (_complex.conj if _attached else _complex.conj.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, conj, locals(), {'input': 'Tensor'})


def resolve_conj(input):
    """resolve_conj(input) -> Tensor

    ``input`` itself: conjugates are always computed, never marked.

    Also ``Tensor.resolve_conj``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.resolve_conj(wengert.tensor([1 + 2j]).conj())
    tensor([1.-2.j])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, resolve_conj, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('resolve_conj', 'input', input)
        return (_complex.resolve_conj if _attached else _complex.resolve_conj.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, resolve_conj, locals(), {'input': 'Tensor'})


def resolve_neg(input):
    """resolve_neg(input) -> Tensor

    ``input`` itself: negation is always computed, never marked.

    Also ``Tensor.resolve_neg``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.resolve_neg(wengert.tensor([1.0, -2.0]))
    tensor([ 1., -2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, resolve_neg, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('resolve_neg', 'input', input)
        return (_complex.resolve_neg if _attached else _complex.resolve_neg.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, resolve_neg, locals(), {'input': 'Tensor'})


def real(input):
    """real(input) -> Tensor

    The real part, a view; a real ``input`` is returned as it is.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.real(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([1., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, real, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('real', 'input', input)
        return (_complex.real if _attached else _complex.real.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, real, locals(), {'input': 'Tensor'})


def imag(input):
    """imag(input) -> Tensor

    The imaginary part of a complex ``input``, a view.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.imag(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([ 2., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, imag, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('imag', 'input', input)
        return (_complex.imag if _attached else _complex.imag.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, imag, locals(), {'input': 'Tensor'})


def view_as_real(input):
    """view_as_real(input) -> Tensor

    Real and imaginary parts side by side, in a new last dimension of size 2.

    The result is a view: it shares the memory of ``input``. Differentiable in ``input``.

    Args:
        input (Tensor): a complex tensor

    >>> import wengert
    >>> wengert.view_as_real(wengert.tensor([1 + 2j, 3 - 1j]))
    tensor([[ 1.,  2.],
            [ 3., -1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, view_as_real, locals())
    try:
        return _complex.view_as_real.on(input)
    except Exception as e:
        return _dispatch.after(e, view_as_real, locals(), {'input': 'Tensor'})


def view_as_complex(input):
    """view_as_complex(input) -> Tensor

    Pairs in the last dimension read as real and imaginary part.

    The result is a view: it shares the memory of ``input``. Differentiable in ``input``.

    Args:
        input (Tensor): a float tensor whose last dimension has size 2

    >>> import wengert
    >>> wengert.view_as_complex(wengert.tensor([[1.0, 2.0], [3.0, -1.0]]))
    tensor([1.+2.j, 3.-1.j])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, view_as_complex, locals())
    try:
        return _complex.view_as_complex.on(input)
    except Exception as e:
        return _dispatch.after(e, view_as_complex, locals(), {'input': 'Tensor'})


def abs(input, *, out=None):
    """abs(input, *, out=None) -> Tensor

    The absolute value; of complex numbers the modulus, which is real.

    The gradient at 0 is 0.

    Works on each element. Differentiable in ``input``. Also ``wengert.absolute``, ``Tensor.abs`` and
    ``Tensor.absolute``. In place: ``Tensor.abs_`` and ``Tensor.absolute_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.abs(wengert.tensor([-1.5, 2.0]))
    tensor([1.5000, 2.0000])
    >>> wengert.abs(wengert.tensor([3 + 4j]))
    tensor([5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, abs, locals())
    try:
        if out is not None:
            return _complex.abs.into(out, (input,), None)
        return _complex.abs.on(input)
    except Exception as e:
        return _dispatch.after(e, abs, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def abs_(input):
    """abs_(input) -> Tensor

    Write what :func:`wengert.abs` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.abs_(wengert.tensor([-1.5, 2.0]))
    tensor([1.5000, 2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, abs_, locals())
    try:
        return _complex.abs.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, abs_, locals(), {'input': 'Tensor'})


def angle(input, *, out=None):
    """angle(input, *, out=None) -> Tensor

    The angle of complex numbers in the plane, in radians; of real ones 0, or pi below zero.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.angle``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.angle(wengert.tensor([1j, -1 + 0j]))
    tensor([1.5708, 3.1416])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, angle, locals())
    try:
        if out is not None:
            return _complex.angle.into(out, (input,), None)
        return _complex.angle.on(input)
    except Exception as e:
        return _dispatch.after(e, angle, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def sgn(input, *, out=None):
    """sgn(input, *, out=None) -> Tensor

    The direction of complex numbers, ``input / abs(input)``, and the sign of real ones; 0 at 0.

    Works on each element. Differentiable in ``input``. Also ``Tensor.sgn``. In place: ``Tensor.sgn_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sgn(wengert.tensor([3 + 4j, 0j]))
    tensor([0.6000+0.8000j, 0.0000+0.0000j])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, sgn, locals())
    try:
        if out is not None:
            return _complex.sgn.into(out, (input,), None)
        return _complex.sgn.on(input)
    except Exception as e:
        return _dispatch.after(e, sgn, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def complex(real, imag, *, out=None):
    """complex(real, imag, *, out=None) -> Tensor

    Complex numbers from real and imaginary parts.

    Works on each element; the tensors are broadcast together. Differentiable in ``real`` and ``imag``.

    Args:
        real (Tensor): the real part, float32 or float64
        imag (Tensor | Number): the imaginary part, of the dtype of ``real``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.complex(wengert.tensor([1.0, 2.0]), wengert.tensor([0.5, -1.0]))
    tensor([1.+0.5000j, 2.-1.0000j])
    """
    if _dispatch.on and (_found := _dispatch.find(real, imag, out)):
        return _dispatch.published(_found, complex, locals())
    try:
        if out is not None:
            return _complex.complex.into(out, (real, imag,), None)
        return _complex.complex.on(real, imag)
    except Exception as e:
        return _dispatch.after(e, complex, locals(), {'real': 'Tensor', 'imag': 'Tensor | Number', 'out': 'Tensor | None'})


def polar(abs, angle, *, out=None):
    """polar(abs, angle, *, out=None) -> Tensor

    Complex numbers from absolute values and angles: ``abs * (cos(angle) + 1j * sin(angle))``.

    Works on each element; the tensors are broadcast together. Differentiable in ``abs`` and ``angle``.

    Args:
        abs (Tensor): the absolute value, float32 or float64
        angle (Tensor | Number): the angle in radians, of the dtype of ``abs``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.polar(wengert.tensor([1.0, 2.0]), wengert.tensor([0.0, wengert.pi / 2]))
    tensor([ 1.0000e+00+0.j, -8.7423e-08+2.j])
    """
    if _dispatch.on and (_found := _dispatch.find(abs, angle, out)):
        return _dispatch.published(_found, polar, locals())
    try:
        if out is not None:
            return _complex.polar.into(out, (abs, angle,), None)
        return _complex.polar.on(abs, angle)
    except Exception as e:
        return _dispatch.after(e, polar, locals(), {'abs': 'Tensor', 'angle': 'Tensor | Number', 'out': 'Tensor | None'})


def is_floating_point(input):
    """is_floating_point(input) -> bool

    Whether ``input`` has a floating point dtype.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.is_floating_point(wengert.tensor(1.0)), wengert.is_floating_point(wengert.tensor(1))
    (True, False)
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, is_floating_point, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('is_floating_point', 'input', input)
        return (_queries.is_floating_point if _attached else _queries.is_floating_point.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, is_floating_point, locals(), {'input': 'Tensor'})


def is_signed(input):
    """is_signed(input) -> bool

    Whether the dtype of ``input`` has negative values.

    Also ``Tensor.is_signed``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.is_signed(wengert.tensor([1]))
    True
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, is_signed, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('is_signed', 'input', input)
        return (_queries.is_signed if _attached else _queries.is_signed.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, is_signed, locals(), {'input': 'Tensor'})


def is_nonzero(input):
    """is_nonzero(input) -> bool

    Whether the one element of ``input`` is not zero.

    Also ``Tensor.is_nonzero``.

    Args:
        input (Tensor): the tensor, of any shape

    Raises:
        RuntimeError: if there are several elements, or none.

    >>> import wengert
    >>> wengert.is_nonzero(wengert.tensor([0.5]))
    True
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, is_nonzero, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('is_nonzero', 'input', input)
        return (_queries.is_nonzero if _attached else _queries.is_nonzero.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, is_nonzero, locals(), {'input': 'Tensor'})


def is_conj(input):
    """is_conj(input) -> bool

    Whether ``input`` is still to be conjugated: never, since conjugates are computed at once.

    Also ``Tensor.is_conj``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.is_conj(wengert.tensor([1 + 2j]).conj())
    False
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, is_conj, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('is_conj', 'input', input)
        return (_queries.is_conj if _attached else _queries.is_conj.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, is_conj, locals(), {'input': 'Tensor'})


def is_neg(input):
    """is_neg(input) -> bool

    Whether the sign of ``input`` is still to be changed: never, since negatives are computed at once.

    Also ``Tensor.is_neg``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.is_neg(wengert.tensor([1 + 2j]).conj().imag)
    False
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, is_neg, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('is_neg', 'input', input)
        return (_queries.is_neg if _attached else _queries.is_neg.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, is_neg, locals(), {'input': 'Tensor'})


def is_same_size(input, other):
    """is_same_size(input, other) -> bool

    Whether two tensors have the same shape.

    Also ``Tensor.is_same_size``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor

    >>> import wengert
    >>> wengert.is_same_size(wengert.zeros(2, 3), wengert.ones(3, 2))
    False
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, is_same_size, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('is_same_size', 'input', input)
        return (_queries.is_same_size if _attached else _queries.is_same_size.__wrapped__)(input, other)
    except Exception as e:
        return _dispatch.after(e, is_same_size, locals(), {'input': 'Tensor', 'other': 'Tensor'})


def numel(input):
    """numel(input) -> int

    The number of elements.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.numel(wengert.zeros(2, 3))
    6
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, numel, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('numel', 'input', input)
        return (_queries.numel if _attached else _queries.numel.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, numel, locals(), {'input': 'Tensor'})


def promote_types(type1, type2):
    """promote_types(type1, type2) -> dtype

    The smallest dtype that is of no smaller kind and no smaller size than either.

    Args:
        type1 (Dtype): the first dtype
        type2 (Dtype): the second dtype

    >>> import wengert
    >>> wengert.promote_types(wengert.int64, wengert.float16)
    wengert.float16
    """
    if _dispatch.on and (_found := _dispatch.find(type1, type2)):
        return _dispatch.published(_found, promote_types, locals())
    try:
        return (_queries.promote_types if _attached else _queries.promote_types.__wrapped__)(type1, type2)
    except Exception as e:
        return _dispatch.after(e, promote_types, locals(), {'type1': 'Dtype', 'type2': 'Dtype'})


def result_type(tensor1, tensor2):
    """result_type(tensor1, tensor2) -> dtype

    The dtype of arithmetic between two tensors or numbers: dimensions count before 0-d, and 0-d before numbers.

    Args:
        tensor1 (Tensor | Number): the first factor, which broadcasts with ``input``
        tensor2 (Tensor | Number): the second factor or divisor, which broadcasts with ``input``

    >>> import wengert
    >>> wengert.result_type(wengert.tensor([1, 2]), 1.5)
    wengert.float32
    """
    if _dispatch.on and (_found := _dispatch.find(tensor1, tensor2)):
        return _dispatch.published(_found, result_type, locals())
    try:
        return (_queries.result_type if _attached else _queries.result_type.__wrapped__)(tensor1, tensor2)
    except Exception as e:
        return _dispatch.after(e, result_type, locals(), {'tensor1': 'Tensor | Number', 'tensor2': 'Tensor | Number'})


def can_cast(from_, to):
    """can_cast(from_, to) -> bool

    Whether values of a dtype may be written where another is kept: kinds may not shrink.

    Args:
        from_ (Dtype): the dtype of the values
        to (Dtype): the dtype of the memory

    >>> import wengert
    >>> wengert.can_cast(wengert.float64, wengert.int32)
    False
    """
    if _dispatch.on and (_found := _dispatch.find(from_, to)):
        return _dispatch.published(_found, can_cast, locals())
    try:
        return (_queries.can_cast if _attached else _queries.can_cast.__wrapped__)(from_, to)
    except Exception as e:
        return _dispatch.after(e, can_cast, locals(), {'from_': 'Dtype', 'to': 'Dtype'})


def add(input, other, *older, alpha=1, out=None):
    """add(input, other, *, alpha=1, out=None) -> Tensor

    The sum ``input + alpha * other``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``Tensor.add``. In place: ``Tensor.add_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        alpha (Number): a factor of ``other``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.add(wengert.tensor([1.0, 2.0]), 10, alpha=2)
    tensor([21., 22.])
    """
    if older:
        return _dispatch.older(add, locals(), ('alpha',))
    if _dispatch.on and (_found := _dispatch.find(input, other, alpha, out)):
        return _dispatch.published(_found, add, locals())
    try:
        if out is not None:
            return _pointwise.add.into(out, (input, other,), {"alpha": alpha})
        return _pointwise.add.on(input, other, {"alpha": alpha})
    except Exception as e:
        return _dispatch.after(e, add, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'alpha': 'Number', 'out': 'Tensor | None'})


def sub(input, other, *older, alpha=1, out=None):
    """sub(input, other, *, alpha=1, out=None) -> Tensor

    The difference ``input - alpha * other``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``wengert.subtract``, ``Tensor.sub`` and
    ``Tensor.subtract``. In place: ``Tensor.sub_`` and ``Tensor.subtract_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        alpha (Number): a factor of ``other``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.sub(wengert.tensor([5, 6]), wengert.tensor([1, 2]))
    tensor([4, 4])
    """
    if older:
        return _dispatch.older(sub, locals(), ('alpha',))
    if _dispatch.on and (_found := _dispatch.find(input, other, alpha, out)):
        return _dispatch.published(_found, sub, locals())
    try:
        if out is not None:
            return _pointwise.sub.into(out, (input, other,), {"alpha": alpha})
        return _pointwise.sub.on(input, other, {"alpha": alpha})
    except Exception as e:
        return _dispatch.after(e, sub, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'alpha': 'Number', 'out': 'Tensor | None'})


def rsub(input, other, *, alpha=1):
    """rsub(input, other, *, alpha=1) -> Tensor

    The difference the other way about: ``other - alpha * input``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        alpha (Number): a factor of ``input``

    >>> import wengert
    >>> wengert.rsub(wengert.tensor([1.0, 2.0]), 10)
    tensor([9., 8.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, alpha)):
        return _dispatch.published(_found, rsub, locals())
    try:
        return _pointwise.rsub.on(input, other, {"alpha": alpha})
    except Exception as e:
        return _dispatch.after(e, rsub, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'alpha': 'Number'})


def mul(input, other, *, out=None):
    """mul(input, other, *, out=None) -> Tensor

    The product of the elements.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``wengert.multiply``, ``Tensor.mul`` and
    ``Tensor.multiply``. In place: ``Tensor.mul_`` and ``Tensor.multiply_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.mul(wengert.tensor([1.0, 2.0]), wengert.tensor([[3.0], [4.0]]))
    tensor([[3., 6.],
            [4., 8.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, mul, locals())
    try:
        if out is not None:
            return _pointwise.mul.into(out, (input, other,), None)
        return _pointwise.mul.on(input, other)
    except Exception as e:
        return _dispatch.after(e, mul, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def true_divide(input, other, *, out=None):
    """true_divide(input, other, *, out=None) -> Tensor

    The quotient, never of integers: these are divided as floats.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``Tensor.true_divide``. In place:
    ``Tensor.true_divide_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.true_divide(wengert.tensor([1, 2]), 2)
    tensor([0.5000, 1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, true_divide, locals())
    try:
        if out is not None:
            return _pointwise.true_divide.into(out, (input, other,), None)
        return _pointwise.true_divide.on(input, other)
    except Exception as e:
        return _dispatch.after(e, true_divide, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def floor_divide(input, other, *, out=None):
    """floor_divide(input, other, *, out=None) -> Tensor

    The quotient, rounded down.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.floor_divide``. In place: ``Tensor.floor_divide_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.floor_divide(wengert.tensor([7, -7]), 2)
    tensor([ 3, -4])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, floor_divide, locals())
    try:
        if out is not None:
            return _pointwise.floor_divide.into(out, (input, other,), None)
        return _pointwise.floor_divide.on(input, other)
    except Exception as e:
        return _dispatch.after(e, floor_divide, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def div(input, other, *, rounding_mode=None, out=None):
    """div(input, other, *, rounding_mode=None, out=None) -> Tensor

    ``input / other``; ``rounding_mode`` ``"floor"`` or ``"trunc"`` rounds down or towards zero.

    Also ``wengert.divide``, ``Tensor.div`` and ``Tensor.divide``. In place: ``Tensor.div_`` and
    ``Tensor.divide_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        rounding_mode (str | None): None divides, ``'trunc'`` rounds towards zero, ``'floor'`` down
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.div(wengert.tensor([7.0, -7.0]), 2)
    tensor([ 3.5000, -3.5000])
    >>> wengert.div(wengert.tensor([7.0, -7.0]), 2, rounding_mode="trunc")
    tensor([ 3., -3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, rounding_mode, out)):
        return _dispatch.published(_found, div, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('div', 'input', input)
        if out is not None:
            return _store('div', out, (_pointwise.div if _attached else _pointwise.div.__wrapped__)(input, other, rounding_mode=rounding_mode))
        return (_pointwise.div if _attached else _pointwise.div.__wrapped__)(input, other, rounding_mode=rounding_mode)
    except Exception as e:
        return _dispatch.after(e, div, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'rounding_mode': 'str | None', 'out': 'Tensor | None'})


def remainder(input, other, *, out=None):
    """remainder(input, other, *, out=None) -> Tensor

    The remainder of the division that rounds down: it has the sign of ``other``, as ``%`` in Python.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``Tensor.remainder``. In place:
    ``Tensor.remainder_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.remainder(wengert.tensor([5.0, -5.0]), 3)
    tensor([2., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, remainder, locals())
    try:
        if out is not None:
            return _pointwise.remainder.into(out, (input, other,), None)
        return _pointwise.remainder.on(input, other)
    except Exception as e:
        return _dispatch.after(e, remainder, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def fmod(input, other, *, out=None):
    """fmod(input, other, *, out=None) -> Tensor

    The remainder of the division that rounds towards zero: it has the sign of ``input``, as ``fmod`` in C.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``Tensor.fmod``. In place: ``Tensor.fmod_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.fmod(wengert.tensor([5.0, -5.0]), 3)
    tensor([ 2., -2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, fmod, locals())
    try:
        if out is not None:
            return _pointwise.fmod.into(out, (input, other,), None)
        return _pointwise.fmod.on(input, other)
    except Exception as e:
        return _dispatch.after(e, fmod, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def neg(input, *, out=None):
    """neg(input, *, out=None) -> Tensor

    The negative.

    Works on each element. Differentiable in ``input``. Also ``wengert.negative``, ``Tensor.neg`` and
    ``Tensor.negative``. In place: ``Tensor.neg_`` and ``Tensor.negative_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.neg(wengert.tensor([1.0, -2.0]))
    tensor([-1.,  2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, neg, locals())
    try:
        if out is not None:
            return _pointwise.neg.into(out, (input,), None)
        return _pointwise.neg.on(input)
    except Exception as e:
        return _dispatch.after(e, neg, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def neg_(input):
    """neg_(input) -> Tensor

    Write what :func:`wengert.neg` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.neg_(wengert.tensor([1.0, -2.0]))
    tensor([-1.,  2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, neg_, locals())
    try:
        return _pointwise.neg.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, neg_, locals(), {'input': 'Tensor'})


def negative_(input):
    """negative_(input) -> Tensor

    Write what :func:`wengert.neg` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.negative_(wengert.tensor([1.0, -2.0]))
    tensor([-1.,  2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, negative_, locals())
    try:
        return _pointwise.neg.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, negative_, locals(), {'input': 'Tensor'})


def positive(input):
    """positive(input) -> Tensor

    ``input`` itself.

    Also ``Tensor.positive``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.positive(wengert.tensor([1.0, -2.0]))
    tensor([ 1., -2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, positive, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('positive', 'input', input)
        return (_pointwise.positive if _attached else _pointwise.positive.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, positive, locals(), {'input': 'Tensor'})


def reciprocal(input, *, out=None):
    """reciprocal(input, *, out=None) -> Tensor

    One divided by each element.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.reciprocal``. In place: ``Tensor.reciprocal_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.reciprocal(wengert.tensor([2.0, -4.0]))
    tensor([ 0.5000, -0.2500])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, reciprocal, locals())
    try:
        if out is not None:
            return _pointwise.reciprocal.into(out, (input,), None)
        return _pointwise.reciprocal.on(input)
    except Exception as e:
        return _dispatch.after(e, reciprocal, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def reciprocal_(input):
    """reciprocal_(input) -> Tensor

    Write what :func:`wengert.reciprocal` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.reciprocal_(wengert.tensor([2.0, -4.0]))
    tensor([ 0.5000, -0.2500])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, reciprocal_, locals())
    try:
        return _pointwise.reciprocal.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, reciprocal_, locals(), {'input': 'Tensor'})


def sign(input, *, out=None):
    """sign(input, *, out=None) -> Tensor

    The sign: -1, 0 or 1. The gradient is 0.

    Works on each element. Differentiable in ``input``. Also ``Tensor.sign``. In place: ``Tensor.sign_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sign(wengert.tensor([-2.0, 0.0, 3.0]))
    tensor([-1.,  0.,  1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, sign, locals())
    try:
        if out is not None:
            return _pointwise.sign.into(out, (input,), None)
        return _pointwise.sign.on(input)
    except Exception as e:
        return _dispatch.after(e, sign, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def floor(input, *, out=None):
    """floor(input, *, out=None) -> Tensor

    The largest integer that is not larger. The gradient is 0.

    Works on each element. Differentiable in ``input``. Also ``Tensor.floor``. In place: ``Tensor.floor_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.floor(wengert.tensor([1.5, -1.5]))
    tensor([ 1., -2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, floor, locals())
    try:
        if out is not None:
            return _pointwise.floor.into(out, (input,), None)
        return _pointwise.floor.on(input)
    except Exception as e:
        return _dispatch.after(e, floor, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def floor_(input):
    """floor_(input) -> Tensor

    Write what :func:`wengert.floor` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.floor_(wengert.tensor([1.5, -1.5]))
    tensor([ 1., -2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, floor_, locals())
    try:
        return _pointwise.floor.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, floor_, locals(), {'input': 'Tensor'})


def ceil(input, *, out=None):
    """ceil(input, *, out=None) -> Tensor

    The smallest integer that is not smaller. The gradient is 0.

    Works on each element. Differentiable in ``input``. Also ``Tensor.ceil``. In place: ``Tensor.ceil_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.ceil(wengert.tensor([1.5, -1.5]))
    tensor([ 2., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, ceil, locals())
    try:
        if out is not None:
            return _pointwise.ceil.into(out, (input,), None)
        return _pointwise.ceil.on(input)
    except Exception as e:
        return _dispatch.after(e, ceil, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def ceil_(input):
    """ceil_(input) -> Tensor

    Write what :func:`wengert.ceil` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.ceil_(wengert.tensor([1.5, -1.5]))
    tensor([ 2., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, ceil_, locals())
    try:
        return _pointwise.ceil.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, ceil_, locals(), {'input': 'Tensor'})


def trunc(input, *, out=None):
    """trunc(input, *, out=None) -> Tensor

    The integer part. The gradient is 0.

    Works on each element. Differentiable in ``input``. Also ``wengert.fix``, ``Tensor.trunc`` and ``Tensor.fix``.
    In place: ``Tensor.trunc_`` and ``Tensor.fix_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.trunc(wengert.tensor([1.5, -1.5]))
    tensor([ 1., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, trunc, locals())
    try:
        if out is not None:
            return _pointwise.trunc.into(out, (input,), None)
        return _pointwise.trunc.on(input)
    except Exception as e:
        return _dispatch.after(e, trunc, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def trunc_(input):
    """trunc_(input) -> Tensor

    Write what :func:`wengert.trunc` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.trunc_(wengert.tensor([1.5, -1.5]))
    tensor([ 1., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, trunc_, locals())
    try:
        return _pointwise.trunc.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, trunc_, locals(), {'input': 'Tensor'})


def fix_(input):
    """fix_(input) -> Tensor

    Write what :func:`wengert.trunc` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.fix_(wengert.tensor([1.5, -1.5]))
    tensor([ 1., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, fix_, locals())
    try:
        return _pointwise.trunc.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, fix_, locals(), {'input': 'Tensor'})


def round(input, *, decimals=0, out=None):
    """round(input, *, decimals=0, out=None) -> Tensor

    The nearest integer, of two the even one. The gradient is 0.

    Works on each element. Differentiable in ``input``. Also ``wengert.special.round`` and ``Tensor.round``. In
    place: ``Tensor.round_``.

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


def round_(input, *, decimals=0):
    """round_(input, *, decimals=0) -> Tensor

    Write what :func:`wengert.round` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        decimals (int): to how many decimals; negative ones round before the point

    >>> import wengert
    >>> wengert.round_(wengert.tensor([0.5, 1.5]))
    tensor([0., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, decimals)):
        return _dispatch.published(_found, round_, locals())
    try:
        return _pointwise.round.inplace((input,), {"decimals": decimals})
    except Exception as e:
        return _dispatch.after(e, round_, locals(), {'input': 'Tensor', 'decimals': 'int'})


def frac(input, *, out=None):
    """frac(input, *, out=None) -> Tensor

    What is left without the integer part: ``input - trunc(input)``.

    Works on each element. Differentiable in ``input``. Also ``Tensor.frac``. In place: ``Tensor.frac_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.frac(wengert.tensor([1.5, -2.25]))
    tensor([ 0.5000, -0.2500])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, frac, locals())
    try:
        if out is not None:
            return _pointwise.frac.into(out, (input,), None)
        return _pointwise.frac.on(input)
    except Exception as e:
        return _dispatch.after(e, frac, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def frac_(input):
    """frac_(input) -> Tensor

    Write what :func:`wengert.frac` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.frac_(wengert.tensor([1.5, -2.25]))
    tensor([ 0.5000, -0.2500])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, frac_, locals())
    try:
        return _pointwise.frac.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, frac_, locals(), {'input': 'Tensor'})


def copysign(input, other, *, out=None):
    """copysign(input, other, *, out=None) -> Tensor

    The size of ``input`` with the sign of ``other``.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``Tensor.copysign``. In place: ``Tensor.copysign_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.copysign(wengert.tensor([1.0, 2.0]), wengert.tensor([-1.0, 1.0]))
    tensor([-1.,  2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, copysign, locals())
    try:
        if out is not None:
            return _pointwise.copysign.into(out, (input, other,), None)
        return _pointwise.copysign.on(input, other)
    except Exception as e:
        return _dispatch.after(e, copysign, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def where(condition, input=None, other=None, *, out=None):
    """where(condition) -> tuple[Tensor, ...]
    where(condition, input, other, *, out=None) -> Tensor

    ``input`` where ``condition`` holds, ``other`` elsewhere; with ``condition`` alone, the indices where it
    holds.

    Args:
        condition (Tensor): a bool tensor
        input (Tensor | Number | None): the values where ``condition`` is True: a tensor or a number
        other (Tensor | Number | None): the values where it is False: a tensor or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.where(wengert.tensor([True, False]), wengert.tensor([1.0, 2.0]), 0.0)
    tensor([1., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(condition, input, other, out)):
        return _dispatch.published(_found, where, locals())
    try:
        if out is not None:
            return _store('where', out, (_pointwise.where if _attached else _pointwise.where.__wrapped__)(condition, input, other))
        return (_pointwise.where if _attached else _pointwise.where.__wrapped__)(condition, input, other)
    except Exception as e:
        return _dispatch.after(e, where, locals(), {'condition': 'Tensor', 'input': 'Tensor | Number | None', 'other': 'Tensor | Number | None', 'out': 'Tensor | None'})


def clamp(input, min=None, max=None, *, out=None):
    """clamp(input, min=None, max=None, *, out=None) -> Tensor

    ``input`` limited to at least ``min`` and at most ``max``, numbers or tensors; ``max`` wins over ``min``.

    Also ``wengert.clip``, ``Tensor.clamp`` and ``Tensor.clip``. In place: ``Tensor.clamp_`` and ``Tensor.clip_``.

    Args:
        input (Tensor): the tensor, of any shape
        min (Tensor | Number | None): the lower bound: a number or a tensor; None for none
        max (Tensor | Number | None): the upper bound: a number or a tensor; None for none
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.clamp(wengert.tensor([-2.0, 0.5, 2.0]), min=-1, max=1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, min, max, out)):
        return _dispatch.published(_found, clamp, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('clamp', 'input', input)
        if out is not None:
            return _store('clamp', out, (_pointwise.clamp if _attached else _pointwise.clamp.__wrapped__)(input, min, max))
        return (_pointwise.clamp if _attached else _pointwise.clamp.__wrapped__)(input, min, max)
    except Exception as e:
        return _dispatch.after(e, clamp, locals(), {'input': 'Tensor', 'min': 'Tensor | Number | None', 'max': 'Tensor | Number | None', 'out': 'Tensor | None'})


def clamp_(input, min=None, max=None):
    """clamp_(input, min=None, max=None) -> Tensor

    Write what :func:`wengert.clamp` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        min (Tensor | Number | None): the lower bound: a number or a tensor; None for none
        max (Tensor | Number | None): the upper bound: a number or a tensor; None for none

    >>> import wengert
    >>> wengert.clamp_(wengert.tensor([-2.0, 0.5, 2.0]), min=-1, max=1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, min, max)):
        return _dispatch.published(_found, clamp_, locals())
    try:
        return _rewrite('clamp', input, lambda _x: (_pointwise.clamp if _attached else _pointwise.clamp.__wrapped__)(_x, min, max))
    except Exception as e:
        return _dispatch.after(e, clamp_, locals(), {'input': 'Tensor', 'min': 'Tensor | Number | None', 'max': 'Tensor | Number | None'})


def clip_(input, min=None, max=None):
    """clip_(input, min=None, max=None) -> Tensor

    Write what :func:`wengert.clamp` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        min (Tensor | Number | None): the lower bound: a number or a tensor; None for none
        max (Tensor | Number | None): the upper bound: a number or a tensor; None for none

    >>> import wengert
    >>> wengert.clip_(wengert.tensor([-2.0, 0.5, 2.0]), min=-1, max=1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, min, max)):
        return _dispatch.published(_found, clip_, locals())
    try:
        return _rewrite('clamp', input, lambda _x: (_pointwise.clamp if _attached else _pointwise.clamp.__wrapped__)(_x, min, max))
    except Exception as e:
        return _dispatch.after(e, clip_, locals(), {'input': 'Tensor', 'min': 'Tensor | Number | None', 'max': 'Tensor | Number | None'})


def clamp_min(input, min, *, out=None):
    """clamp_min(input, min, *, out=None) -> Tensor

    The larger of ``input`` and ``min``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``min``. Also ``Tensor.clamp_min``. In place: ``Tensor.clamp_min_``.

    Args:
        input (Tensor): the tensor, of any shape
        min (Tensor | Number): the lower bound
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.clamp_min(wengert.tensor([-2.0, 0.5]), 0)
    tensor([0.0000, 0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, min, out)):
        return _dispatch.published(_found, clamp_min, locals())
    try:
        if out is not None:
            return _pointwise.clamp_min.into(out, (input, min,), None)
        return _pointwise.clamp_min.on(input, min)
    except Exception as e:
        return _dispatch.after(e, clamp_min, locals(), {'input': 'Tensor', 'min': 'Tensor | Number', 'out': 'Tensor | None'})


def clamp_min_(input, min):
    """clamp_min_(input, min) -> Tensor

    Write what :func:`wengert.clamp_min` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        min (Tensor | Number): the lower bound

    >>> import wengert
    >>> wengert.clamp_min_(wengert.tensor([-2.0, 0.5]), 0)
    tensor([0.0000, 0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, min)):
        return _dispatch.published(_found, clamp_min_, locals())
    try:
        return _pointwise.clamp_min.inplace((input, min,), None)
    except Exception as e:
        return _dispatch.after(e, clamp_min_, locals(), {'input': 'Tensor', 'min': 'Tensor | Number'})


def clamp_max(input, max, *, out=None):
    """clamp_max(input, max, *, out=None) -> Tensor

    The smaller of ``input`` and ``max``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``max``. Also ``Tensor.clamp_max``. In place: ``Tensor.clamp_max_``.

    Args:
        input (Tensor): the tensor, of any shape
        max (Tensor | Number): the upper bound
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.clamp_max(wengert.tensor([-2.0, 0.5]), 0)
    tensor([-2.,  0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, max, out)):
        return _dispatch.published(_found, clamp_max, locals())
    try:
        if out is not None:
            return _pointwise.clamp_max.into(out, (input, max,), None)
        return _pointwise.clamp_max.on(input, max)
    except Exception as e:
        return _dispatch.after(e, clamp_max, locals(), {'input': 'Tensor', 'max': 'Tensor | Number', 'out': 'Tensor | None'})


def clamp_max_(input, max):
    """clamp_max_(input, max) -> Tensor

    Write what :func:`wengert.clamp_max` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        max (Tensor | Number): the upper bound

    >>> import wengert
    >>> wengert.clamp_max_(wengert.tensor([-2.0, 0.5]), 0)
    tensor([-2.,  0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, max)):
        return _dispatch.published(_found, clamp_max_, locals())
    try:
        return _pointwise.clamp_max.inplace((input, max,), None)
    except Exception as e:
        return _dispatch.after(e, clamp_max_, locals(), {'input': 'Tensor', 'max': 'Tensor | Number'})


def maximum(input, other, *, out=None):
    """maximum(input, other, *, out=None) -> Tensor

    The larger of two elements; NaN if one of them is. Equal ones share the gradient.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``Tensor.maximum``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.maximum(wengert.tensor([1.0, 5.0]), wengert.tensor([3.0, 4.0]))
    tensor([3., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, maximum, locals())
    try:
        if out is not None:
            return _pointwise.maximum.into(out, (input, other,), None)
        return _pointwise.maximum.on(input, other)
    except Exception as e:
        return _dispatch.after(e, maximum, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def minimum(input, other, *, out=None):
    """minimum(input, other, *, out=None) -> Tensor

    The smaller of two elements; NaN if one of them is. Equal ones share the gradient.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``Tensor.minimum``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.minimum(wengert.tensor([1.0, 5.0]), wengert.tensor([3.0, 4.0]))
    tensor([1., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, minimum, locals())
    try:
        if out is not None:
            return _pointwise.minimum.into(out, (input, other,), None)
        return _pointwise.minimum.on(input, other)
    except Exception as e:
        return _dispatch.after(e, minimum, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def fmax(input, other, *, out=None):
    """fmax(input, other, *, out=None) -> Tensor

    The larger of two elements; if one of them is NaN, the other. The gradient of equal ones goes to ``input``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``Tensor.fmax``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.fmax(wengert.tensor([1.0, wengert.nan]), wengert.tensor([3.0, 4.0]))
    tensor([3., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, fmax, locals())
    try:
        if out is not None:
            return _pointwise.fmax.into(out, (input, other,), None)
        return _pointwise.fmax.on(input, other)
    except Exception as e:
        return _dispatch.after(e, fmax, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def fmin(input, other, *, out=None):
    """fmin(input, other, *, out=None) -> Tensor

    The smaller of two elements; if one of them is NaN, the other. The gradient of equal ones goes to ``input``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``Tensor.fmin``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.fmin(wengert.tensor([1.0, wengert.nan]), wengert.tensor([3.0, 4.0]))
    tensor([1., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, fmin, locals())
    try:
        if out is not None:
            return _pointwise.fmin.into(out, (input, other,), None)
        return _pointwise.fmin.on(input, other)
    except Exception as e:
        return _dispatch.after(e, fmin, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None):
    """nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None) -> Tensor

    ``input`` with NaN replaced by ``nan`` (default 0) and infinities by the limits of its dtype or those given.

    Also ``Tensor.nan_to_num``. In place: ``Tensor.nan_to_num_``.

    Args:
        input (Tensor): the tensor, of any shape
        nan (float | None): what replaces NaN; None means 0
        posinf (float | None): what replaces infinity; None means the largest number of the dtype
        neginf (float | None): what replaces minus infinity; None means the smallest number of the dtype
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.nan_to_num(wengert.tensor([wengert.nan, wengert.inf, 1.0]), posinf=9.0)
    tensor([0., 9., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, nan, posinf, neginf, out)):
        return _dispatch.published(_found, nan_to_num, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('nan_to_num', 'input', input)
        if out is not None:
            return _store('nan_to_num', out, (_pointwise.nan_to_num if _attached else _pointwise.nan_to_num.__wrapped__)(input, nan, posinf, neginf))
        return (_pointwise.nan_to_num if _attached else _pointwise.nan_to_num.__wrapped__)(input, nan, posinf, neginf)
    except Exception as e:
        return _dispatch.after(e, nan_to_num, locals(), {'input': 'Tensor', 'nan': 'float | None', 'posinf': 'float | None', 'neginf': 'float | None', 'out': 'Tensor | None'})


def nan_to_num_(input, nan=None, posinf=None, neginf=None):
    """nan_to_num_(input, nan=None, posinf=None, neginf=None) -> Tensor

    Write what :func:`wengert.nan_to_num` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        nan (float | None): what replaces NaN; None means 0
        posinf (float | None): what replaces infinity; None means the largest number of the dtype
        neginf (float | None): what replaces minus infinity; None means the smallest number of the dtype

    >>> import wengert
    >>> wengert.nan_to_num_(wengert.tensor([wengert.nan, wengert.inf, 1.0]), posinf=9.0)
    tensor([0., 9., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, nan, posinf, neginf)):
        return _dispatch.published(_found, nan_to_num_, locals())
    try:
        return _rewrite('nan_to_num', input, lambda _x: (_pointwise.nan_to_num if _attached else _pointwise.nan_to_num.__wrapped__)(_x, nan, posinf, neginf))
    except Exception as e:
        return _dispatch.after(e, nan_to_num_, locals(), {'input': 'Tensor', 'nan': 'float | None', 'posinf': 'float | None', 'neginf': 'float | None'})


def lerp(input, end, weight, *, out=None):
    """lerp(input, end, weight, *, out=None) -> Tensor

    A point on the line from ``input`` to ``end``: ``input + weight * (end - input)``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input``, ``end`` and ``weight``. Also ``Tensor.lerp``. In place:
    ``Tensor.lerp_``.

    Args:
        input (Tensor): the tensor, of any shape
        end (Tensor | Number): where the line ends: a tensor or a number
        weight (Tensor | Number): how far along the line, a tensor or a number; 0 gives ``input``, 1 gives ``end``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.lerp(wengert.tensor([0.0, 10.0]), wengert.tensor([1.0, 20.0]), 0.5)
    tensor([ 0.5000, 15.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, end, weight, out)):
        return _dispatch.published(_found, lerp, locals())
    try:
        if out is not None:
            return _pointwise.lerp.into(out, (input, end, weight,), None)
        return _pointwise.lerp.apply((input, end, weight,), None)
    except Exception as e:
        return _dispatch.after(e, lerp, locals(), {'input': 'Tensor', 'end': 'Tensor | Number', 'weight': 'Tensor | Number', 'out': 'Tensor | None'})


def addcmul(input, tensor1, tensor2, *older, value=1, out=None):
    """addcmul(input, tensor1, tensor2, *, value=1, out=None) -> Tensor

    ``input + value * tensor1 * tensor2``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input``, ``tensor1`` and ``tensor2``. Also ``Tensor.addcmul``. In place:
    ``Tensor.addcmul_``.

    Args:
        input (Tensor): the tensor, of any shape
        tensor1 (Tensor | Number): the first factor, which broadcasts with ``input``
        tensor2 (Tensor | Number): the second factor or divisor, which broadcasts with ``input``
        value (Tensor | Number): a factor of the product
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.addcmul(wengert.tensor([1.0]), wengert.tensor([2.0]), wengert.tensor([3.0]), value=10)
    tensor([61.])
    """
    if older:
        return _dispatch.older(addcmul, locals(), ('value',))
    if _dispatch.on and (_found := _dispatch.find(input, tensor1, tensor2, value, out)):
        return _dispatch.published(_found, addcmul, locals())
    try:
        if out is not None:
            return _pointwise.addcmul.into(out, (input, tensor1, tensor2,), {"value": value})
        return _pointwise.addcmul.apply((input, tensor1, tensor2,), {"value": value})
    except Exception as e:
        return _dispatch.after(e, addcmul, locals(), {'input': 'Tensor', 'tensor1': 'Tensor | Number', 'tensor2': 'Tensor | Number', 'value': 'Tensor | Number', 'out': 'Tensor | None'})


def addcdiv(input, tensor1, tensor2, *older, value=1, out=None):
    """addcdiv(input, tensor1, tensor2, *, value=1, out=None) -> Tensor

    ``input + value * tensor1 / tensor2``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input``, ``tensor1`` and ``tensor2``. Also ``Tensor.addcdiv``. In place:
    ``Tensor.addcdiv_``.

    Args:
        input (Tensor): the tensor, of any shape
        tensor1 (Tensor | Number): the first factor, which broadcasts with ``input``
        tensor2 (Tensor | Number): the second factor or divisor, which broadcasts with ``input``
        value (Tensor | Number): a factor of the quotient
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.addcdiv(wengert.tensor([1.0]), wengert.tensor([6.0]), wengert.tensor([3.0]), value=10)
    tensor([21.])
    """
    if older:
        return _dispatch.older(addcdiv, locals(), ('value',))
    if _dispatch.on and (_found := _dispatch.find(input, tensor1, tensor2, value, out)):
        return _dispatch.published(_found, addcdiv, locals())
    try:
        if out is not None:
            return _pointwise.addcdiv.into(out, (input, tensor1, tensor2,), {"value": value})
        return _pointwise.addcdiv.apply((input, tensor1, tensor2,), {"value": value})
    except Exception as e:
        return _dispatch.after(e, addcdiv, locals(), {'input': 'Tensor', 'tensor1': 'Tensor | Number', 'tensor2': 'Tensor | Number', 'value': 'Tensor | Number', 'out': 'Tensor | None'})


def eq(input, other, *, out=None):
    """eq(input, other, *, out=None) -> Tensor

    Whether the elements are equal.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.eq``. In place: ``Tensor.eq_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.eq(wengert.tensor([1, 2]), 2)
    tensor([False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, eq, locals())
    try:
        if out is not None:
            return _pointwise.eq.into(out, (input, other,), None)
        return _pointwise.eq.on(input, other)
    except Exception as e:
        return _dispatch.after(e, eq, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def ne(input, other, *, out=None):
    """ne(input, other, *, out=None) -> Tensor

    Whether the elements differ.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``wengert.not_equal``, ``Tensor.ne`` and ``Tensor.not_equal``. In place: ``Tensor.ne_`` and
    ``Tensor.not_equal_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.ne(wengert.tensor([1, 2]), 2)
    tensor([ True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, ne, locals())
    try:
        if out is not None:
            return _pointwise.ne.into(out, (input, other,), None)
        return _pointwise.ne.on(input, other)
    except Exception as e:
        return _dispatch.after(e, ne, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def lt(input, other, *, out=None):
    """lt(input, other, *, out=None) -> Tensor

    Whether the elements of ``input`` are smaller.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``wengert.less``, ``Tensor.lt`` and ``Tensor.less``. In place: ``Tensor.lt_`` and ``Tensor.less_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.lt(wengert.tensor([1, 2]), 2)
    tensor([ True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, lt, locals())
    try:
        if out is not None:
            return _pointwise.lt.into(out, (input, other,), None)
        return _pointwise.lt.on(input, other)
    except Exception as e:
        return _dispatch.after(e, lt, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def le(input, other, *, out=None):
    """le(input, other, *, out=None) -> Tensor

    Whether the elements of ``input`` are smaller or equal.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``wengert.less_equal``, ``Tensor.le`` and ``Tensor.less_equal``. In place: ``Tensor.le_`` and
    ``Tensor.less_equal_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.le(wengert.tensor([1, 2]), 1)
    tensor([ True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, le, locals())
    try:
        if out is not None:
            return _pointwise.le.into(out, (input, other,), None)
        return _pointwise.le.on(input, other)
    except Exception as e:
        return _dispatch.after(e, le, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def gt(input, other, *, out=None):
    """gt(input, other, *, out=None) -> Tensor

    Whether the elements of ``input`` are larger.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``wengert.greater``, ``Tensor.gt`` and ``Tensor.greater``. In place: ``Tensor.gt_`` and ``Tensor.greater_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.gt(wengert.tensor([1, 2]), 1)
    tensor([False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, gt, locals())
    try:
        if out is not None:
            return _pointwise.gt.into(out, (input, other,), None)
        return _pointwise.gt.on(input, other)
    except Exception as e:
        return _dispatch.after(e, gt, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def ge(input, other, *, out=None):
    """ge(input, other, *, out=None) -> Tensor

    Whether the elements of ``input`` are larger or equal.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``wengert.greater_equal``, ``Tensor.ge`` and ``Tensor.greater_equal``. In place: ``Tensor.ge_`` and
    ``Tensor.greater_equal_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.ge(wengert.tensor([1, 2]), 2)
    tensor([False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, ge, locals())
    try:
        if out is not None:
            return _pointwise.ge.into(out, (input, other,), None)
        return _pointwise.ge.on(input, other)
    except Exception as e:
        return _dispatch.after(e, ge, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def isnan(input):
    """isnan(input) -> Tensor

    Whether the elements are NaN.

    Works on each element. Gradients do not flow through it. Also ``Tensor.isnan``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.isnan(wengert.tensor([1.0, wengert.nan]))
    tensor([False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, isnan, locals())
    try:
        return _pointwise.isnan.on(input)
    except Exception as e:
        return _dispatch.after(e, isnan, locals(), {'input': 'Tensor'})


def isfinite(input):
    """isfinite(input) -> Tensor

    Whether the elements are neither infinite nor NaN.

    Works on each element. Gradients do not flow through it. Also ``Tensor.isfinite``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.isfinite(wengert.tensor([1.0, wengert.inf]))
    tensor([ True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, isfinite, locals())
    try:
        return _pointwise.isfinite.on(input)
    except Exception as e:
        return _dispatch.after(e, isfinite, locals(), {'input': 'Tensor'})


def logical_and(input, other, *, out=None):
    """logical_and(input, other, *, out=None) -> Tensor

    Whether both elements are other than 0.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.logical_and``. In place: ``Tensor.logical_and_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.logical_and(wengert.tensor([0, 1, 2]), wengert.tensor([1, 0, 3]))
    tensor([False, False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, logical_and, locals())
    try:
        if out is not None:
            return _pointwise.logical_and.into(out, (input, other,), None)
        return _pointwise.logical_and.on(input, other)
    except Exception as e:
        return _dispatch.after(e, logical_and, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def logical_or(input, other, *, out=None):
    """logical_or(input, other, *, out=None) -> Tensor

    Whether one of the elements is other than 0.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.logical_or``. In place: ``Tensor.logical_or_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.logical_or(wengert.tensor([0, 1, 0]), wengert.tensor([1, 0, 0]))
    tensor([ True,  True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, logical_or, locals())
    try:
        if out is not None:
            return _pointwise.logical_or.into(out, (input, other,), None)
        return _pointwise.logical_or.on(input, other)
    except Exception as e:
        return _dispatch.after(e, logical_or, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def logical_xor(input, other, *, out=None):
    """logical_xor(input, other, *, out=None) -> Tensor

    Whether exactly one of the elements is other than 0.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.logical_xor``. In place: ``Tensor.logical_xor_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.logical_xor(wengert.tensor([0, 1, 2]), wengert.tensor([1, 0, 3]))
    tensor([ True,  True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, logical_xor, locals())
    try:
        if out is not None:
            return _pointwise.logical_xor.into(out, (input, other,), None)
        return _pointwise.logical_xor.on(input, other)
    except Exception as e:
        return _dispatch.after(e, logical_xor, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def logical_not(input, *, out=None):
    """logical_not(input, *, out=None) -> Tensor

    Whether the elements are 0.

    Works on each element. Gradients do not flow through it. Also ``Tensor.logical_not``. In place:
    ``Tensor.logical_not_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.logical_not(wengert.tensor([0, 1, 2]))
    tensor([ True, False, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, logical_not, locals())
    try:
        if out is not None:
            return _pointwise.logical_not.into(out, (input,), None)
        return _pointwise.logical_not.on(input)
    except Exception as e:
        return _dispatch.after(e, logical_not, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def clone(input, *, memory_format=None):
    """clone(input, *, memory_format=None) -> Tensor

    A copy that gradients flow through.

    Differentiable in ``input``. Also ``Tensor.clone``.

    Args:
        input (Tensor): the tensor, of any shape
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0])
    >>> y = x.clone().mul_(10)
    >>> x
    tensor([1., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, memory_format)):
        return _dispatch.published(_found, clone, locals())
    try:
        return _pointwise.clone.on(input, None, {"memory_format": memory_format})
    except Exception as e:
        return _dispatch.after(e, clone, locals(), {'input': 'Tensor', 'memory_format': 'Any | None'})


def fill(input, value):
    """fill(input, value) -> Tensor

    A tensor of the shape and dtype of ``input`` with one value everywhere.

    Works on each element; the tensors are broadcast together. Differentiable in ``input`` and ``value``. In
    place: ``Tensor.fill_``.

    Args:
        input (Tensor): the tensor, of any shape
        value (Tensor | Number): the value: a number, or a tensor without dimensions

    >>> import wengert
    >>> wengert.fill(wengert.tensor([1.0, 2.0]), 7)
    tensor([7., 7.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, value)):
        return _dispatch.published(_found, fill, locals())
    try:
        return _filling.fill.on(input, value)
    except Exception as e:
        return _dispatch.after(e, fill, locals(), {'input': 'Tensor', 'value': 'Tensor | Number'})


def fill_(input, value):
    """fill_(input, value) -> Tensor

    Write what :func:`wengert.fill` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        value (Tensor | Number): the value: a number, or a tensor without dimensions

    >>> import wengert
    >>> wengert.fill_(wengert.tensor([1.0, 2.0]), 7)
    tensor([7., 7.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, value)):
        return _dispatch.published(_found, fill_, locals())
    try:
        return _filling.fill.inplace((input, value,), None)
    except Exception as e:
        return _dispatch.after(e, fill_, locals(), {'input': 'Tensor', 'value': 'Tensor | Number'})


def zero_(input):
    """zero_(input) -> Tensor

    Write zeros into ``input``.

    Also ``Tensor.zero_``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.zero_(wengert.tensor([1.0, 2.0]))
    tensor([0., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, zero_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('zero_', 'input', input)
        return (_filling.zero_ if _attached else _filling.zero_.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, zero_, locals(), {'input': 'Tensor'})


def pow(input, exponent, *, out=None):
    """pow(input, exponent, *, out=None) -> Tensor

    Each element of ``input`` to the power of ``exponent``.

    The gradient of the base is 0 where the exponent is 0, that of the exponent where the base is 0 and the
    exponent not negative.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``exponent``. Also ``Tensor.pow``. In place: ``Tensor.pow_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        exponent (Tensor | Number): the exponent, which broadcasts with ``input``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.pow(wengert.tensor([1.0, 2.0, 3.0]), 2)
    tensor([1., 4., 9.])
    >>> wengert.pow(2, wengert.tensor([0.5, 2.0]))
    tensor([1.4142, 4.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, exponent, out)):
        return _dispatch.published(_found, pow, locals())
    try:
        if out is not None:
            return _elementary.pow.into(out, (input, exponent,), None)
        return _elementary.pow.on(input, exponent)
    except Exception as e:
        return _dispatch.after(e, pow, locals(), {'input': 'Tensor | Number', 'exponent': 'Tensor | Number', 'out': 'Tensor | None'})


def float_power(input, exponent, *, out=None):
    """float_power(input, exponent, *, out=None) -> Tensor

    ``input`` to the power ``exponent``, computed in float64 or complex128.

    Also ``Tensor.float_power``. In place: ``Tensor.float_power_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        exponent (Tensor | Number): the exponent, which broadcasts with ``input``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.float_power(wengert.tensor([1, 2]), -1)
    tensor([1.0000, 0.5000], dtype=wengert.float64)
    """
    if _dispatch.on and (_found := _dispatch.find(input, exponent, out)):
        return _dispatch.published(_found, float_power, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('float_power', 'input', input)
        if out is not None:
            return _store('float_power', out, (_elementary.float_power if _attached else _elementary.float_power.__wrapped__)(input, exponent))
        return (_elementary.float_power if _attached else _elementary.float_power.__wrapped__)(input, exponent)
    except Exception as e:
        return _dispatch.after(e, float_power, locals(), {'input': 'Tensor | Number', 'exponent': 'Tensor | Number', 'out': 'Tensor | None'})


def square(input, *, out=None):
    """square(input, *, out=None) -> Tensor

    ``input`` times itself.

    Also ``Tensor.square``. In place: ``Tensor.square_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.square(wengert.tensor([1.0, -3.0]))
    tensor([1., 9.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, square, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('square', 'input', input)
        if out is not None:
            return _store('square', out, (_elementary.square if _attached else _elementary.square.__wrapped__)(input))
        return (_elementary.square if _attached else _elementary.square.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, square, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def square_(input):
    """square_(input) -> Tensor

    Write what :func:`wengert.square` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.square_(wengert.tensor([1.0, -3.0]))
    tensor([1., 9.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, square_, locals())
    try:
        return _rewrite('square', input, lambda _x: (_elementary.square if _attached else _elementary.square.__wrapped__)(_x))
    except Exception as e:
        return _dispatch.after(e, square_, locals(), {'input': 'Tensor'})


def sqrt(input, *, out=None):
    """sqrt(input, *, out=None) -> Tensor

    The square root; NaN for negative real numbers.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.sqrt``. In place: ``Tensor.sqrt_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sqrt(wengert.tensor([4.0, 9.0]))
    tensor([2., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, sqrt, locals())
    try:
        if out is not None:
            return _elementary.sqrt.into(out, (input,), None)
        return _elementary.sqrt.on(input)
    except Exception as e:
        return _dispatch.after(e, sqrt, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def sqrt_(input):
    """sqrt_(input) -> Tensor

    Write what :func:`wengert.sqrt` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.sqrt_(wengert.tensor([4.0, 9.0]))
    tensor([2., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, sqrt_, locals())
    try:
        return _elementary.sqrt.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, sqrt_, locals(), {'input': 'Tensor'})


def rsqrt(input, *, out=None):
    """rsqrt(input, *, out=None) -> Tensor

    One divided by the square root.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.rsqrt``. In place: ``Tensor.rsqrt_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.rsqrt(wengert.tensor([4.0, 16.0]))
    tensor([0.5000, 0.2500])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, rsqrt, locals())
    try:
        if out is not None:
            return _elementary.rsqrt.into(out, (input,), None)
        return _elementary.rsqrt.on(input)
    except Exception as e:
        return _dispatch.after(e, rsqrt, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def rsqrt_(input):
    """rsqrt_(input) -> Tensor

    Write what :func:`wengert.rsqrt` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.rsqrt_(wengert.tensor([4.0, 16.0]))
    tensor([0.5000, 0.2500])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, rsqrt_, locals())
    try:
        return _elementary.rsqrt.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, rsqrt_, locals(), {'input': 'Tensor'})


def hypot(input, other, *, out=None):
    """hypot(input, other, *, out=None) -> Tensor

    The length of the hypotenuse, ``sqrt(input**2 + other**2)``, without overflow on the way.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``Tensor.hypot``. In place: ``Tensor.hypot_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.hypot(wengert.tensor([3.0]), wengert.tensor([4.0]))
    tensor([5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, hypot, locals())
    try:
        if out is not None:
            return _elementary.hypot.into(out, (input, other,), None)
        return _elementary.hypot.on(input, other)
    except Exception as e:
        return _dispatch.after(e, hypot, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def exp(input, *, out=None):
    """exp(input, *, out=None) -> Tensor

    The exponential function, e to the power of each element.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.exp``. In place: ``Tensor.exp_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.exp(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 2.7183])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, exp, locals())
    try:
        if out is not None:
            return _elementary.exp.into(out, (input,), None)
        return _elementary.exp.on(input)
    except Exception as e:
        return _dispatch.after(e, exp, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def exp_(input):
    """exp_(input) -> Tensor

    Write what :func:`wengert.exp` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.exp_(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 2.7183])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, exp_, locals())
    try:
        return _elementary.exp.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, exp_, locals(), {'input': 'Tensor'})


def exp2(input, *, out=None):
    """exp2(input, *, out=None) -> Tensor

    Two to the power of each element.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.exp2`` and ``Tensor.exp2``. In place: ``Tensor.exp2_``.

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


def exp2_(input):
    """exp2_(input) -> Tensor

    Write what :func:`wengert.exp2` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.exp2_(wengert.tensor([3.0, -1.0]))
    tensor([8.0000, 0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, exp2_, locals())
    try:
        return _elementary.exp2.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, exp2_, locals(), {'input': 'Tensor'})


def expm1(input, *, out=None):
    """expm1(input, *, out=None) -> Tensor

    ``exp(input) - 1``, exact for small numbers too.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.expm1`` and ``Tensor.expm1``. In place: ``Tensor.expm1_``.

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


def expm1_(input):
    """expm1_(input) -> Tensor

    Write what :func:`wengert.expm1` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.expm1_(wengert.tensor([0.0, 1e-8]))
    tensor([0.0000e+00, 1.0000e-08])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, expm1_, locals())
    try:
        return _elementary.expm1.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, expm1_, locals(), {'input': 'Tensor'})


def log(input, *, out=None):
    """log(input, *, out=None) -> Tensor

    The natural logarithm; minus infinity at 0, NaN for negative real numbers.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.log``. In place: ``Tensor.log_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.log(wengert.tensor([1.0, wengert.e]))
    tensor([0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, log, locals())
    try:
        if out is not None:
            return _elementary.log.into(out, (input,), None)
        return _elementary.log.on(input)
    except Exception as e:
        return _dispatch.after(e, log, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def log_(input):
    """log_(input) -> Tensor

    Write what :func:`wengert.log` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.log_(wengert.tensor([1.0, wengert.e]))
    tensor([0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, log_, locals())
    try:
        return _elementary.log.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, log_, locals(), {'input': 'Tensor'})


def log2(input, *, out=None):
    """log2(input, *, out=None) -> Tensor

    The logarithm to base 2.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.log2``. In place: ``Tensor.log2_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.log2(wengert.tensor([1.0, 8.0]))
    tensor([0., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, log2, locals())
    try:
        if out is not None:
            return _elementary.log2.into(out, (input,), None)
        return _elementary.log2.on(input)
    except Exception as e:
        return _dispatch.after(e, log2, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def log2_(input):
    """log2_(input) -> Tensor

    Write what :func:`wengert.log2` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.log2_(wengert.tensor([1.0, 8.0]))
    tensor([0., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, log2_, locals())
    try:
        return _elementary.log2.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, log2_, locals(), {'input': 'Tensor'})


def log10(input, *, out=None):
    """log10(input, *, out=None) -> Tensor

    The logarithm to base 10.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.log10``. In place: ``Tensor.log10_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.log10(wengert.tensor([1.0, 1000.0]))
    tensor([0.0000, 3.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, log10, locals())
    try:
        if out is not None:
            return _elementary.log10.into(out, (input,), None)
        return _elementary.log10.on(input)
    except Exception as e:
        return _dispatch.after(e, log10, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def log10_(input):
    """log10_(input) -> Tensor

    Write what :func:`wengert.log10` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.log10_(wengert.tensor([1.0, 1000.0]))
    tensor([0.0000, 3.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, log10_, locals())
    try:
        return _elementary.log10.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, log10_, locals(), {'input': 'Tensor'})


def log1p(input, *, out=None):
    """log1p(input, *, out=None) -> Tensor

    ``log(1 + input)``, exact for small numbers too.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.log1p`` and ``Tensor.log1p``. In place: ``Tensor.log1p_``.

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


def log1p_(input):
    """log1p_(input) -> Tensor

    Write what :func:`wengert.log1p` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.log1p_(wengert.tensor([0.0, 1e-8]))
    tensor([0.0000e+00, 1.0000e-08])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, log1p_, locals())
    try:
        return _elementary.log1p.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, log1p_, locals(), {'input': 'Tensor'})


def logaddexp(input, other, *, out=None):
    """logaddexp(input, other, *, out=None) -> Tensor

    ``log(exp(input) + exp(other))``, without overflow: the sum of numbers given as logarithms.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``Tensor.logaddexp``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.logaddexp(wengert.tensor([0.0]), wengert.tensor([1000.0]))
    tensor([1000.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, logaddexp, locals())
    try:
        if out is not None:
            return _elementary.logaddexp.into(out, (input, other,), None)
        return _elementary.logaddexp.on(input, other)
    except Exception as e:
        return _dispatch.after(e, logaddexp, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def logaddexp2(input, other, *, out=None):
    """logaddexp2(input, other, *, out=None) -> Tensor

    ``log2(2**input + 2**other)``, without overflow.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``Tensor.logaddexp2``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.logaddexp2(wengert.tensor([3.0]), wengert.tensor([3.0]))
    tensor([4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, logaddexp2, locals())
    try:
        if out is not None:
            return _elementary.logaddexp2.into(out, (input, other,), None)
        return _elementary.logaddexp2.on(input, other)
    except Exception as e:
        return _dispatch.after(e, logaddexp2, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def xlogy(input, other, *, out=None):
    """xlogy(input, other, *, out=None) -> Tensor

    ``input * log(other)``, which is 0 where ``input`` is 0, even if the logarithm is infinite.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``wengert.special.xlogy`` and ``Tensor.xlogy``. In
    place: ``Tensor.xlogy_``.

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


def xlogy_(input, other):
    """xlogy_(input, other) -> Tensor

    Write what :func:`wengert.xlogy` returns into ``input``, and return it.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number

    >>> import wengert
    >>> wengert.xlogy_(wengert.tensor([0.0, 2.0]), wengert.tensor([0.0, 1.0]))
    tensor([0., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, xlogy_, locals())
    try:
        return _elementary.xlogy.inplace((input, other,), None)
    except Exception as e:
        return _dispatch.after(e, xlogy_, locals(), {'input': 'Tensor', 'other': 'Tensor | Number'})


def ldexp(input, other, *, out=None):
    """ldexp(input, other, *, out=None) -> Tensor

    ``input * 2**other``.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``Tensor.ldexp``. In place: ``Tensor.ldexp_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.ldexp(wengert.tensor([1.0, 3.0]), wengert.tensor([4, -1]))
    tensor([16.0000,  1.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, ldexp, locals())
    try:
        if out is not None:
            return _elementary.ldexp.into(out, (input, other,), None)
        return _elementary.ldexp.on(input, other)
    except Exception as e:
        return _dispatch.after(e, ldexp, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def ldexp_(input, other):
    """ldexp_(input, other) -> Tensor

    Write what :func:`wengert.ldexp` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number

    >>> import wengert
    >>> wengert.ldexp_(wengert.tensor([1.0, 3.0]), wengert.tensor([4, -1]))
    tensor([16.0000,  1.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, ldexp_, locals())
    try:
        return _elementary.ldexp.inplace((input, other,), None)
    except Exception as e:
        return _dispatch.after(e, ldexp_, locals(), {'input': 'Tensor', 'other': 'Tensor | Number'})


def sigmoid(input, *, out=None):
    """sigmoid(input, *, out=None) -> Tensor

    The logistic function ``1 / (1 + exp(-input))``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.expit``, ``wengert.nn.functional.sigmoid`` and ``Tensor.sigmoid``. In place:
    ``Tensor.sigmoid_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sigmoid(wengert.tensor([0.0, 2.0]))
    tensor([0.5000, 0.8808])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, sigmoid, locals())
    try:
        if out is not None:
            return _elementary.sigmoid.into(out, (input,), None)
        return _elementary.sigmoid.on(input)
    except Exception as e:
        return _dispatch.after(e, sigmoid, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def sigmoid_(input):
    """sigmoid_(input) -> Tensor

    Write what :func:`wengert.sigmoid` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.sigmoid_(wengert.tensor([0.0, 2.0]))
    tensor([0.5000, 0.8808])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, sigmoid_, locals())
    try:
        return _elementary.sigmoid.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, sigmoid_, locals(), {'input': 'Tensor'})


def logit(input, eps=None, *, out=None):
    """logit(input, eps=None, *, out=None) -> Tensor

    The inverse of the sigmoid, ``log(input / (1 - input))``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.logit`` and ``Tensor.logit``. In place: ``Tensor.logit_``.

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


def logit_(input, eps=None):
    """logit_(input, eps=None) -> Tensor

    Write what :func:`wengert.logit` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        eps (float | None): if given, ``input`` is first limited to between ``eps`` and ``1 - eps``

    >>> import wengert
    >>> wengert.logit_(wengert.tensor([0.5, 0.9]))
    tensor([0.0000, 2.1972])
    """
    if _dispatch.on and (_found := _dispatch.find(input, eps)):
        return _dispatch.published(_found, logit_, locals())
    try:
        return _elementary.logit.inplace((input,), {"eps": eps})
    except Exception as e:
        return _dispatch.after(e, logit_, locals(), {'input': 'Tensor', 'eps': 'float | None'})


def sin(input, *, out=None):
    """sin(input, *, out=None) -> Tensor

    The sine of angles in radians.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.sin``. In place: ``Tensor.sin_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sin(wengert.tensor([0.0, wengert.pi / 2]))
    tensor([0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, sin, locals())
    try:
        if out is not None:
            return _elementary.sin.into(out, (input,), None)
        return _elementary.sin.on(input)
    except Exception as e:
        return _dispatch.after(e, sin, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def sin_(input):
    """sin_(input) -> Tensor

    Write what :func:`wengert.sin` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.sin_(wengert.tensor([0.0, wengert.pi / 2]))
    tensor([0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, sin_, locals())
    try:
        return _elementary.sin.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, sin_, locals(), {'input': 'Tensor'})


def cos(input, *, out=None):
    """cos(input, *, out=None) -> Tensor

    The cosine of angles in radians.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.cos``. In place: ``Tensor.cos_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.cos(wengert.tensor([0.0, wengert.pi]))
    tensor([ 1., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, cos, locals())
    try:
        if out is not None:
            return _elementary.cos.into(out, (input,), None)
        return _elementary.cos.on(input)
    except Exception as e:
        return _dispatch.after(e, cos, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def cos_(input):
    """cos_(input) -> Tensor

    Write what :func:`wengert.cos` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.cos_(wengert.tensor([0.0, wengert.pi]))
    tensor([ 1., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, cos_, locals())
    try:
        return _elementary.cos.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, cos_, locals(), {'input': 'Tensor'})


def tan(input, *, out=None):
    """tan(input, *, out=None) -> Tensor

    The tangent of angles in radians.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.tan``. In place: ``Tensor.tan_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.tan(wengert.tensor([0.0, wengert.pi / 4]))
    tensor([0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, tan, locals())
    try:
        if out is not None:
            return _elementary.tan.into(out, (input,), None)
        return _elementary.tan.on(input)
    except Exception as e:
        return _dispatch.after(e, tan, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def tan_(input):
    """tan_(input) -> Tensor

    Write what :func:`wengert.tan` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.tan_(wengert.tensor([0.0, wengert.pi / 4]))
    tensor([0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, tan_, locals())
    try:
        return _elementary.tan.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, tan_, locals(), {'input': 'Tensor'})


def asin(input, *, out=None):
    """asin(input, *, out=None) -> Tensor

    The inverse sine, between -pi/2 and pi/2; NaN for real numbers outside -1 to 1.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.arcsin``, ``Tensor.asin`` and ``Tensor.arcsin``. In place: ``Tensor.asin_`` and
    ``Tensor.arcsin_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.asin(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5708])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, asin, locals())
    try:
        if out is not None:
            return _elementary.asin.into(out, (input,), None)
        return _elementary.asin.on(input)
    except Exception as e:
        return _dispatch.after(e, asin, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def asin_(input):
    """asin_(input) -> Tensor

    Write what :func:`wengert.asin` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.asin_(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5708])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, asin_, locals())
    try:
        return _elementary.asin.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, asin_, locals(), {'input': 'Tensor'})


def arcsin_(input):
    """arcsin_(input) -> Tensor

    Write what :func:`wengert.asin` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.arcsin_(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5708])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, arcsin_, locals())
    try:
        return _elementary.asin.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, arcsin_, locals(), {'input': 'Tensor'})


def acos(input, *, out=None):
    """acos(input, *, out=None) -> Tensor

    The inverse cosine, between 0 and pi; NaN for real numbers outside -1 to 1.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.arccos``, ``Tensor.acos`` and ``Tensor.arccos``. In place: ``Tensor.acos_`` and
    ``Tensor.arccos_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.acos(wengert.tensor([1.0, 0.0]))
    tensor([0.0000, 1.5708])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, acos, locals())
    try:
        if out is not None:
            return _elementary.acos.into(out, (input,), None)
        return _elementary.acos.on(input)
    except Exception as e:
        return _dispatch.after(e, acos, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def acos_(input):
    """acos_(input) -> Tensor

    Write what :func:`wengert.acos` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.acos_(wengert.tensor([1.0, 0.0]))
    tensor([0.0000, 1.5708])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, acos_, locals())
    try:
        return _elementary.acos.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, acos_, locals(), {'input': 'Tensor'})


def arccos_(input):
    """arccos_(input) -> Tensor

    Write what :func:`wengert.acos` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.arccos_(wengert.tensor([1.0, 0.0]))
    tensor([0.0000, 1.5708])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, arccos_, locals())
    try:
        return _elementary.acos.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, arccos_, locals(), {'input': 'Tensor'})


def atan(input, *, out=None):
    """atan(input, *, out=None) -> Tensor

    The inverse tangent, between -pi/2 and pi/2.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.arctan``, ``Tensor.atan`` and ``Tensor.arctan``. In place: ``Tensor.atan_`` and
    ``Tensor.arctan_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.atan(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7854])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, atan, locals())
    try:
        if out is not None:
            return _elementary.atan.into(out, (input,), None)
        return _elementary.atan.on(input)
    except Exception as e:
        return _dispatch.after(e, atan, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def atan_(input):
    """atan_(input) -> Tensor

    Write what :func:`wengert.atan` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.atan_(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7854])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, atan_, locals())
    try:
        return _elementary.atan.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, atan_, locals(), {'input': 'Tensor'})


def arctan_(input):
    """arctan_(input) -> Tensor

    Write what :func:`wengert.atan` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.arctan_(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7854])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, arctan_, locals())
    try:
        return _elementary.atan.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, arctan_, locals(), {'input': 'Tensor'})


def atan2(input, other, *, out=None):
    """atan2(input, other, *, out=None) -> Tensor

    The angle of the point (``other``, ``input``) seen from the origin, between -pi and pi.

    At the origin the gradients are 0.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``wengert.arctan2``, ``Tensor.atan2`` and
    ``Tensor.arctan2``. In place: ``Tensor.atan2_`` and ``Tensor.arctan2_``.

    Args:
        input (Tensor): the ordinate
        other (Tensor | Number): the abscissa, a tensor or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.atan2(wengert.tensor([1.0, -1.0]), wengert.tensor([1.0, -1.0]))
    tensor([ 0.7854, -2.3562])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, atan2, locals())
    try:
        if out is not None:
            return _elementary.atan2.into(out, (input, other,), None)
        return _elementary.atan2.on(input, other)
    except Exception as e:
        return _dispatch.after(e, atan2, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def sinh(input, *, out=None):
    """sinh(input, *, out=None) -> Tensor

    The hyperbolic sine.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.sinh``. In place: ``Tensor.sinh_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.sinh(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 1.1752])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, sinh, locals())
    try:
        if out is not None:
            return _elementary.sinh.into(out, (input,), None)
        return _elementary.sinh.on(input)
    except Exception as e:
        return _dispatch.after(e, sinh, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def sinh_(input):
    """sinh_(input) -> Tensor

    Write what :func:`wengert.sinh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.sinh_(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 1.1752])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, sinh_, locals())
    try:
        return _elementary.sinh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, sinh_, locals(), {'input': 'Tensor'})


def cosh(input, *, out=None):
    """cosh(input, *, out=None) -> Tensor

    The hyperbolic cosine.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.cosh``. In place: ``Tensor.cosh_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.cosh(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 1.5431])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, cosh, locals())
    try:
        if out is not None:
            return _elementary.cosh.into(out, (input,), None)
        return _elementary.cosh.on(input)
    except Exception as e:
        return _dispatch.after(e, cosh, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def cosh_(input):
    """cosh_(input) -> Tensor

    Write what :func:`wengert.cosh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.cosh_(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 1.5431])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, cosh_, locals())
    try:
        return _elementary.cosh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, cosh_, locals(), {'input': 'Tensor'})


def tanh(input, *, out=None):
    """tanh(input, *, out=None) -> Tensor

    The hyperbolic tangent, between -1 and 1.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.nn.functional.tanh`` and ``Tensor.tanh``. In place: ``Tensor.tanh_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.tanh(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, tanh, locals())
    try:
        if out is not None:
            return _elementary.tanh.into(out, (input,), None)
        return _elementary.tanh.on(input)
    except Exception as e:
        return _dispatch.after(e, tanh, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def tanh_(input):
    """tanh_(input) -> Tensor

    Write what :func:`wengert.tanh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.tanh_(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, tanh_, locals())
    try:
        return _elementary.tanh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, tanh_, locals(), {'input': 'Tensor'})


def asinh(input, *, out=None):
    """asinh(input, *, out=None) -> Tensor

    The inverse hyperbolic sine.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.arcsinh``, ``Tensor.asinh`` and ``Tensor.arcsinh``. In place: ``Tensor.asinh_`` and
    ``Tensor.arcsinh_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.asinh(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8814])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, asinh, locals())
    try:
        if out is not None:
            return _elementary.asinh.into(out, (input,), None)
        return _elementary.asinh.on(input)
    except Exception as e:
        return _dispatch.after(e, asinh, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def asinh_(input):
    """asinh_(input) -> Tensor

    Write what :func:`wengert.asinh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.asinh_(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8814])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, asinh_, locals())
    try:
        return _elementary.asinh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, asinh_, locals(), {'input': 'Tensor'})


def arcsinh_(input):
    """arcsinh_(input) -> Tensor

    Write what :func:`wengert.asinh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.arcsinh_(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8814])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, arcsinh_, locals())
    try:
        return _elementary.asinh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, arcsinh_, locals(), {'input': 'Tensor'})


def acosh(input, *, out=None):
    """acosh(input, *, out=None) -> Tensor

    The inverse hyperbolic cosine; NaN for real numbers below 1.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.arccosh``, ``Tensor.acosh`` and ``Tensor.arccosh``. In place: ``Tensor.acosh_`` and
    ``Tensor.arccosh_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.acosh(wengert.tensor([1.0, 2.0]))
    tensor([0.0000, 1.3170])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, acosh, locals())
    try:
        if out is not None:
            return _elementary.acosh.into(out, (input,), None)
        return _elementary.acosh.on(input)
    except Exception as e:
        return _dispatch.after(e, acosh, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def acosh_(input):
    """acosh_(input) -> Tensor

    Write what :func:`wengert.acosh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.acosh_(wengert.tensor([1.0, 2.0]))
    tensor([0.0000, 1.3170])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, acosh_, locals())
    try:
        return _elementary.acosh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, acosh_, locals(), {'input': 'Tensor'})


def arccosh_(input):
    """arccosh_(input) -> Tensor

    Write what :func:`wengert.acosh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.arccosh_(wengert.tensor([1.0, 2.0]))
    tensor([0.0000, 1.3170])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, arccosh_, locals())
    try:
        return _elementary.acosh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, arccosh_, locals(), {'input': 'Tensor'})


def atanh(input, *, out=None):
    """atanh(input, *, out=None) -> Tensor

    The inverse hyperbolic tangent; infinite at -1 and 1, NaN beyond for real numbers.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.arctanh``, ``Tensor.atanh`` and ``Tensor.arctanh``. In place: ``Tensor.atanh_`` and
    ``Tensor.arctanh_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.atanh(wengert.tensor([0.0, 0.5]))
    tensor([0.0000, 0.5493])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, atanh, locals())
    try:
        if out is not None:
            return _elementary.atanh.into(out, (input,), None)
        return _elementary.atanh.on(input)
    except Exception as e:
        return _dispatch.after(e, atanh, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def atanh_(input):
    """atanh_(input) -> Tensor

    Write what :func:`wengert.atanh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.atanh_(wengert.tensor([0.0, 0.5]))
    tensor([0.0000, 0.5493])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, atanh_, locals())
    try:
        return _elementary.atanh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, atanh_, locals(), {'input': 'Tensor'})


def arctanh_(input):
    """arctanh_(input) -> Tensor

    Write what :func:`wengert.atanh` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.arctanh_(wengert.tensor([0.0, 0.5]))
    tensor([0.0000, 0.5493])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, arctanh_, locals())
    try:
        return _elementary.atanh.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, arctanh_, locals(), {'input': 'Tensor'})


def sinc(input, *, out=None):
    """sinc(input, *, out=None) -> Tensor

    ``sin(pi * input) / (pi * input)``, which is 1 at 0.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.sinc`` and ``Tensor.sinc``. In place: ``Tensor.sinc_``.

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


def sinc_(input):
    """sinc_(input) -> Tensor

    Write what :func:`wengert.sinc` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.sinc_(wengert.tensor([0.0, 0.5]))
    tensor([1.0000, 0.6366])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, sinc_, locals())
    try:
        return _elementary.sinc.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, sinc_, locals(), {'input': 'Tensor'})


def deg2rad(input, *, out=None):
    """deg2rad(input, *, out=None) -> Tensor

    Degrees as radians.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.deg2rad``. In place: ``Tensor.deg2rad_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.deg2rad(wengert.tensor([180.0, -90.0]))
    tensor([ 3.1416, -1.5708])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, deg2rad, locals())
    try:
        if out is not None:
            return _elementary.deg2rad.into(out, (input,), None)
        return _elementary.deg2rad.on(input)
    except Exception as e:
        return _dispatch.after(e, deg2rad, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def deg2rad_(input):
    """deg2rad_(input) -> Tensor

    Write what :func:`wengert.deg2rad` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.deg2rad_(wengert.tensor([180.0, -90.0]))
    tensor([ 3.1416, -1.5708])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, deg2rad_, locals())
    try:
        return _elementary.deg2rad.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, deg2rad_, locals(), {'input': 'Tensor'})


def rad2deg(input, *, out=None):
    """rad2deg(input, *, out=None) -> Tensor

    Radians as degrees.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``Tensor.rad2deg``. In place: ``Tensor.rad2deg_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.rad2deg(wengert.tensor([wengert.pi]))
    tensor([180.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, rad2deg, locals())
    try:
        if out is not None:
            return _elementary.rad2deg.into(out, (input,), None)
        return _elementary.rad2deg.on(input)
    except Exception as e:
        return _dispatch.after(e, rad2deg, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def rad2deg_(input):
    """rad2deg_(input) -> Tensor

    Write what :func:`wengert.rad2deg` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.rad2deg_(wengert.tensor([wengert.pi]))
    tensor([180.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, rad2deg_, locals())
    try:
        return _elementary.rad2deg.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, rad2deg_, locals(), {'input': 'Tensor'})


def erf(input, *, out=None):
    """erf(input, *, out=None) -> Tensor

    The error function, 2 / sqrt(pi) times the integral of exp(-t²) from 0 to ``input``.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.erf`` and ``Tensor.erf``. In place: ``Tensor.erf_``.

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


def erf_(input):
    """erf_(input) -> Tensor

    Write what :func:`wengert.erf` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.erf_(wengert.tensor([-1.0, 0.0, 1.0]))
    tensor([-0.8427,  0.0000,  0.8427])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, erf_, locals())
    try:
        return _special.erf.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, erf_, locals(), {'input': 'Tensor'})


def erfc(input, *, out=None):
    """erfc(input, *, out=None) -> Tensor

    One less the error function, exact where that is small.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.erfc`` and ``Tensor.erfc``. In place: ``Tensor.erfc_``.

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


def erfc_(input):
    """erfc_(input) -> Tensor

    Write what :func:`wengert.erfc` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.erfc_(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 0.1573])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, erfc_, locals())
    try:
        return _special.erfc.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, erfc_, locals(), {'input': 'Tensor'})


def erfinv(input, *, out=None):
    """erfinv(input, *, out=None) -> Tensor

    The inverse of the error function: infinite at -1 and 1, NaN beyond.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.erfinv`` and ``Tensor.erfinv``. In place: ``Tensor.erfinv_``.

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


def lgamma(input, *, out=None):
    """lgamma(input, *, out=None) -> Tensor

    The logarithm of the absolute value of the gamma function; infinite at 0, -1, -2 and so on.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.gammaln`` and ``Tensor.lgamma``. In place: ``Tensor.lgamma_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.lgamma(wengert.tensor([1.0, 5.0]))
    tensor([0.0000, 3.1781])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, lgamma, locals())
    try:
        if out is not None:
            return _gamma.lgamma.into(out, (input,), None)
        return _gamma.lgamma.on(input)
    except Exception as e:
        return _dispatch.after(e, lgamma, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def digamma(input, *, out=None):
    """digamma(input, *, out=None) -> Tensor

    The derivative of the logarithm of the gamma function.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.digamma``, ``wengert.special.psi`` and ``Tensor.digamma``. In place:
    ``Tensor.digamma_``.

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


def polygamma(n, input, *, out=None):
    """polygamma(n, input, *, out=None) -> Tensor

    The ``n``-th derivative of the digamma function; for ``n`` = 0 that function itself.

    Also ``wengert.special.polygamma``.

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


def mvlgamma(input, p, *, out=None):
    """mvlgamma(input, p, *, out=None) -> Tensor

    The logarithm of the multivariate gamma function of dimension ``p``.

    It is that of ``input``, ``input - 1/2``, … summed, plus ``p * (p - 1) / 4 * log(pi)``.

    Also ``wengert.special.multigammaln`` and ``Tensor.mvlgamma``. In place: ``Tensor.mvlgamma_``.

    Args:
        input (Tensor): the tensor, of any shape
        p (int): the dimension, at least 1
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.mvlgamma(wengert.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, out)):
        return _dispatch.published(_found, mvlgamma, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('mvlgamma', 'input', input)
        if out is not None:
            return _store('mvlgamma', out, (_gamma.mvlgamma if _attached else _gamma.mvlgamma.__wrapped__)(input, p))
        return (_gamma.mvlgamma if _attached else _gamma.mvlgamma.__wrapped__)(input, p)
    except Exception as e:
        return _dispatch.after(e, mvlgamma, locals(), {'input': 'Tensor', 'p': 'int', 'out': 'Tensor | None'})


def igamma(input, other, *, out=None):
    """igamma(input, other, *, out=None) -> Tensor

    The regularised lower incomplete gamma function: which part of the gamma integral lies below ``other``.

    Differentiable in both, to every order.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``wengert.special.gammainc`` and ``Tensor.igamma``. In
    place: ``Tensor.igamma_``.

    Args:
        input (Tensor): the shape, not negative
        other (Tensor | Number): where the integral ends, not negative
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.igamma(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor([0.6321, 0.2642])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, igamma, locals())
    try:
        if out is not None:
            return _gamma.igamma.into(out, (input, other,), None)
        return _gamma.igamma.on(input, other)
    except Exception as e:
        return _dispatch.after(e, igamma, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def igammac(input, other, *, out=None):
    """igammac(input, other, *, out=None) -> Tensor

    The regularised upper incomplete gamma function: which part of the gamma integral lies above ``other``.

    Differentiable in both, to every order.

    Works on each element; the tensors are broadcast together. Integers are taken as numbers of the default float
    dtype. Differentiable in ``input`` and ``other``. Also ``wengert.special.gammaincc`` and ``Tensor.igammac``.
    In place: ``Tensor.igammac_``.

    Args:
        input (Tensor): the shape, not negative
        other (Tensor | Number): where the integral begins, not negative
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.igammac(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor([0.3679, 0.7358])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, igammac, locals())
    try:
        if out is not None:
            return _gamma.igammac.into(out, (input, other,), None)
        return _gamma.igammac.on(input, other)
    except Exception as e:
        return _dispatch.after(e, igammac, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def i0(input, *, out=None):
    """i0(input, *, out=None) -> Tensor

    The modified Bessel function of the first kind and order 0.

    Works on each element. Integers are taken as numbers of the default float dtype. Differentiable in ``input``.
    Also ``wengert.special.i0`` and ``Tensor.i0``. In place: ``Tensor.i0_``.

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


def i0_(input):
    """i0_(input) -> Tensor

    Write what :func:`wengert.i0` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.i0_(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, i0_, locals())
    try:
        return _bessel.i0.inplace((input,), None)
    except Exception as e:
        return _dispatch.after(e, i0_, locals(), {'input': 'Tensor'})


def isinf(input):
    """isinf(input) -> Tensor

    Whether the elements are infinite, of either sign.

    Works on each element. Gradients do not flow through it. Also ``Tensor.isinf``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.isinf(wengert.tensor([1.0, -wengert.inf]))
    tensor([False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, isinf, locals())
    try:
        return _compare.isinf.on(input)
    except Exception as e:
        return _dispatch.after(e, isinf, locals(), {'input': 'Tensor'})


def isposinf(input, *, out=None):
    """isposinf(input, *, out=None) -> Tensor

    Whether the elements are plus infinity.

    Works on each element. Gradients do not flow through it. Also ``Tensor.isposinf``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.isposinf(wengert.tensor([wengert.inf, -wengert.inf]))
    tensor([ True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, isposinf, locals())
    try:
        if out is not None:
            return _compare.isposinf.into(out, (input,), None)
        return _compare.isposinf.on(input)
    except Exception as e:
        return _dispatch.after(e, isposinf, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def isneginf(input, *, out=None):
    """isneginf(input, *, out=None) -> Tensor

    Whether the elements are minus infinity.

    Works on each element. Gradients do not flow through it. Also ``Tensor.isneginf``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.isneginf(wengert.tensor([wengert.inf, -wengert.inf]))
    tensor([False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, isneginf, locals())
    try:
        if out is not None:
            return _compare.isneginf.into(out, (input,), None)
        return _compare.isneginf.on(input)
    except Exception as e:
        return _dispatch.after(e, isneginf, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def isreal(input):
    """isreal(input) -> Tensor

    Whether the imaginary parts are 0.

    Works on each element. Gradients do not flow through it. Also ``Tensor.isreal``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.isreal(wengert.tensor([1 + 0j, 1j]))
    tensor([ True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, isreal, locals())
    try:
        return _compare.isreal.on(input)
    except Exception as e:
        return _dispatch.after(e, isreal, locals(), {'input': 'Tensor'})


def signbit(input, *, out=None):
    """signbit(input, *, out=None) -> Tensor

    Whether the elements are negative; true of -0.0 too.

    Works on each element. Gradients do not flow through it. Also ``Tensor.signbit``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.signbit(wengert.tensor([1.0, -0.0]))
    tensor([False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, signbit, locals())
    try:
        if out is not None:
            return _compare.signbit.into(out, (input,), None)
        return _compare.signbit.on(input)
    except Exception as e:
        return _dispatch.after(e, signbit, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> Tensor

    Whether ``|input - other| <= atol + rtol * |other|``, element by element.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.isclose``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        rtol (float): the tolerance relative to the values
        atol (float): the absolute tolerance
        equal_nan (bool): whether NaN equals NaN

    >>> import wengert
    >>> wengert.isclose(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 2.1]))
    tensor([ True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, rtol, atol, equal_nan)):
        return _dispatch.published(_found, isclose, locals())
    try:
        return _compare.isclose.on(input, other, {"rtol": rtol, "atol": atol, "equal_nan": equal_nan})
    except Exception as e:
        return _dispatch.after(e, isclose, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'rtol': 'float', 'atol': 'float', 'equal_nan': 'bool'})


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> bool

    Whether ``|input - other| <= atol + rtol * |other|`` everywhere.

    Also ``Tensor.allclose``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor
        rtol (float): the tolerance relative to the values
        atol (float): the absolute tolerance
        equal_nan (bool): whether NaN equals NaN

    >>> import wengert
    >>> wengert.allclose(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 2.00001]))
    True
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, rtol, atol, equal_nan)):
        return _dispatch.published(_found, allclose, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('allclose', 'input', input)
        return (_compare.allclose if _attached else _compare.allclose.__wrapped__)(input, other, rtol, atol, equal_nan)
    except Exception as e:
        return _dispatch.after(e, allclose, locals(), {'input': 'Tensor', 'other': 'Tensor', 'rtol': 'float', 'atol': 'float', 'equal_nan': 'bool'})


def equal(input, other):
    """equal(input, other) -> bool

    Whether two tensors have the same shape and the same elements.

    Also ``Tensor.equal``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor

    >>> import wengert
    >>> wengert.equal(wengert.tensor([1, 2]), wengert.tensor([1, 2]))
    True
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, equal, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('equal', 'input', input)
        return (_compare.equal if _attached else _compare.equal.__wrapped__)(input, other)
    except Exception as e:
        return _dispatch.after(e, equal, locals(), {'input': 'Tensor', 'other': 'Tensor'})


def bitwise_and(input, other, *, out=None):
    """bitwise_and(input, other, *, out=None) -> Tensor

    The bits that both integers have; of bools, the logical and.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.bitwise_and``. In place: ``Tensor.bitwise_and_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.bitwise_and(wengert.tensor([5, 3]), 6)
    tensor([4, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, bitwise_and, locals())
    try:
        if out is not None:
            return _compare.bitwise_and.into(out, (input, other,), None)
        return _compare.bitwise_and.on(input, other)
    except Exception as e:
        return _dispatch.after(e, bitwise_and, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def bitwise_or(input, other, *, out=None):
    """bitwise_or(input, other, *, out=None) -> Tensor

    The bits that one of the integers has; of bools, the logical or.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.bitwise_or``. In place: ``Tensor.bitwise_or_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.bitwise_or(wengert.tensor([5, 3]), 6)
    tensor([7, 7])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, bitwise_or, locals())
    try:
        if out is not None:
            return _compare.bitwise_or.into(out, (input, other,), None)
        return _compare.bitwise_or.on(input, other)
    except Exception as e:
        return _dispatch.after(e, bitwise_or, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def bitwise_xor(input, other, *, out=None):
    """bitwise_xor(input, other, *, out=None) -> Tensor

    The bits that exactly one of the integers has; of bools, whether they differ.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.bitwise_xor``. In place: ``Tensor.bitwise_xor_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.bitwise_xor(wengert.tensor([5, 3]), 6)
    tensor([3, 5])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, bitwise_xor, locals())
    try:
        if out is not None:
            return _compare.bitwise_xor.into(out, (input, other,), None)
        return _compare.bitwise_xor.on(input, other)
    except Exception as e:
        return _dispatch.after(e, bitwise_xor, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def bitwise_not(input, *, out=None):
    """bitwise_not(input, *, out=None) -> Tensor

    All bits of the integers reversed; of bools, the logical not.

    Works on each element. Gradients do not flow through it. Also ``Tensor.bitwise_not``. In place:
    ``Tensor.bitwise_not_``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.bitwise_not(wengert.tensor([0, 5]))
    tensor([-1, -6])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, bitwise_not, locals())
    try:
        if out is not None:
            return _compare.bitwise_not.into(out, (input,), None)
        return _compare.bitwise_not.on(input)
    except Exception as e:
        return _dispatch.after(e, bitwise_not, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def bitwise_left_shift(input, other, *, out=None):
    """bitwise_left_shift(input, other, *, out=None) -> Tensor

    The bits moved to the left: ``input * 2**other``.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.bitwise_left_shift``. In place: ``Tensor.bitwise_left_shift_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.bitwise_left_shift(wengert.tensor([1, 3]), 2)
    tensor([ 4, 12])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, bitwise_left_shift, locals())
    try:
        if out is not None:
            return _compare.bitwise_left_shift.into(out, (input, other,), None)
        return _compare.bitwise_left_shift.on(input, other)
    except Exception as e:
        return _dispatch.after(e, bitwise_left_shift, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def bitwise_right_shift(input, other, *, out=None):
    """bitwise_right_shift(input, other, *, out=None) -> Tensor

    The bits moved to the right, the sign kept: ``input / 2**other`` rounded down.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.bitwise_right_shift``. In place: ``Tensor.bitwise_right_shift_``.

    Args:
        input (Tensor | Number): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.bitwise_right_shift(wengert.tensor([8, -8]), 1)
    tensor([ 4, -4])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, bitwise_right_shift, locals())
    try:
        if out is not None:
            return _compare.bitwise_right_shift.into(out, (input, other,), None)
        return _compare.bitwise_right_shift.on(input, other)
    except Exception as e:
        return _dispatch.after(e, bitwise_right_shift, locals(), {'input': 'Tensor | Number', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def gcd(input, other, *, out=None):
    """gcd(input, other, *, out=None) -> Tensor

    The greatest common divisor of integers, not negative.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.gcd``. In place: ``Tensor.gcd_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.gcd(wengert.tensor([12, 18]), 8)
    tensor([4, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, gcd, locals())
    try:
        if out is not None:
            return _compare.gcd.into(out, (input, other,), None)
        return _compare.gcd.on(input, other)
    except Exception as e:
        return _dispatch.after(e, gcd, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def gcd_(input, other):
    """gcd_(input, other) -> Tensor

    Write what :func:`wengert.gcd` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number

    >>> import wengert
    >>> wengert.gcd_(wengert.tensor([12, 18]), 8)
    tensor([4, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, gcd_, locals())
    try:
        return _compare.gcd.inplace((input, other,), None)
    except Exception as e:
        return _dispatch.after(e, gcd_, locals(), {'input': 'Tensor', 'other': 'Tensor | Number'})


def lcm(input, other, *, out=None):
    """lcm(input, other, *, out=None) -> Tensor

    The least common multiple of integers, not negative.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.lcm``. In place: ``Tensor.lcm_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.lcm(wengert.tensor([4, 6]), 10)
    tensor([20, 30])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, lcm, locals())
    try:
        if out is not None:
            return _compare.lcm.into(out, (input, other,), None)
        return _compare.lcm.on(input, other)
    except Exception as e:
        return _dispatch.after(e, lcm, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def lcm_(input, other):
    """lcm_(input, other) -> Tensor

    Write what :func:`wengert.lcm` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number

    >>> import wengert
    >>> wengert.lcm_(wengert.tensor([4, 6]), 10)
    tensor([20, 30])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, lcm_, locals())
    try:
        return _compare.lcm.inplace((input, other,), None)
    except Exception as e:
        return _dispatch.after(e, lcm_, locals(), {'input': 'Tensor', 'other': 'Tensor | Number'})


def heaviside(input, values, *, out=None):
    """heaviside(input, values, *, out=None) -> Tensor

    The step function: 0 below zero, 1 above, and ``values`` at zero.

    Works on each element; the tensors are broadcast together. Gradients do not flow through it. Also
    ``Tensor.heaviside``. In place: ``Tensor.heaviside_``.

    Args:
        input (Tensor): the tensor, of any shape
        values (Tensor | Number): the values at zero, which broadcast with ``input``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.heaviside(wengert.tensor([-1.0, 0.0, 2.0]), wengert.tensor([0.5]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, values, out)):
        return _dispatch.published(_found, heaviside, locals())
    try:
        if out is not None:
            return _compare.heaviside.into(out, (input, values,), None)
        return _compare.heaviside.on(input, values)
    except Exception as e:
        return _dispatch.after(e, heaviside, locals(), {'input': 'Tensor', 'values': 'Tensor | Number', 'out': 'Tensor | None'})


def nextafter(input, other, *, out=None):
    """nextafter(input, other, *, out=None) -> Tensor

    The next number of the dtype from ``input`` towards ``other``.

    Works on each element; the tensors are broadcast together. The result has the dtype to which theirs are
    promoted. Differentiable in ``input`` and ``other``. Also ``Tensor.nextafter``. In place:
    ``Tensor.nextafter_``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor | Number): the second tensor, or a number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.nextafter(wengert.tensor([1.0]), wengert.tensor([2.0])) > 1
    tensor([True])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, nextafter, locals())
    try:
        if out is not None:
            return _compare.nextafter.into(out, (input, other,), None)
        return _compare.nextafter.on(input, other)
    except Exception as e:
        return _dispatch.after(e, nextafter, locals(), {'input': 'Tensor', 'other': 'Tensor | Number', 'out': 'Tensor | None'})


def frexp(input, *, out=None):
    """frexp(input, *, out=None) -> (mantissa, exponent)

    Mantissa (at least 1/2 and less than 1 in magnitude) and int32 exponent: ``mantissa * 2**exponent``.

    Also ``Tensor.frexp``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.frexp(wengert.tensor([8.0, 0.75]))
    frexp(mantissa=tensor([0.5000, 0.7500]), exponent=tensor([4, 0], dtype=wengert.int32))
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, frexp, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('frexp', 'input', input)
        if out is not None:
            return _store('frexp', out, (_compare.frexp if _attached else _compare.frexp.__wrapped__)(input))
        return (_compare.frexp if _attached else _compare.frexp.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, frexp, locals(), {'input': 'Tensor', 'out': 'Sequence[Tensor] | None'})


def view(input, size=None, *more, dtype=None):
    """view(input, size=None, *more, dtype=None) -> Tensor

    The same memory under another shape (one size may be -1), or under another dtype.

    Also ``Tensor.view``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int] | Dtype | None): the shape (one size may be -1), as a sequence or as separate
            integers; or a dtype
        more (int): the rest of the integers, if they are given separately
        dtype (Dtype | None): a dtype to read the memory as

    >>> import wengert
    >>> wengert.arange(6).view(2, 3)
    tensor([[0, 1, 2],
            [3, 4, 5]])
    >>> wengert.tensor([1.0]).view(wengert.int32)
    tensor([1065353216], dtype=wengert.int32)
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, *more, dtype)):
        return _dispatch.published(_found, view, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('view', 'input', input)
        return (_shape._view if _attached else _shape._view.__wrapped__)(input, size, *more, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, view, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int] | Dtype | None', '*more': 'int', 'dtype': 'Dtype | None'})


def reshape(input, shape, *more):
    """reshape(input, shape, *more) -> Tensor

    ``input`` under another shape: a view where strides allow it, else a copy.

    Also ``Tensor.reshape``.

    Args:
        input (Tensor): the tensor, of any shape
        shape (int | Sequence[int]): the shape (one size may be -1), as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately

    >>> import wengert
    >>> wengert.reshape(wengert.arange(6), (2, -1))
    tensor([[0, 1, 2],
            [3, 4, 5]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, shape, *more)):
        return _dispatch.published(_found, reshape, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('reshape', 'input', input)
        return (_shape.reshape if _attached else _shape.reshape.__wrapped__)(input, shape, *more)
    except Exception as e:
        return _dispatch.after(e, reshape, locals(), {'input': 'Tensor', 'shape': 'int | Sequence[int]', '*more': 'int'})


def view_as(input, other):
    """view_as(input, other) -> Tensor

    ``input`` viewed under the shape of ``other``.

    Also ``Tensor.view_as``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor

    >>> import wengert
    >>> wengert.arange(4).view_as(wengert.zeros(2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, view_as, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('view_as', 'input', input)
        return (_shape.view_as if _attached else _shape.view_as.__wrapped__)(input, other)
    except Exception as e:
        return _dispatch.after(e, view_as, locals(), {'input': 'Tensor', 'other': 'Tensor'})


def reshape_as(input, other):
    """reshape_as(input, other) -> Tensor

    ``input`` under the shape of ``other``.

    Also ``Tensor.reshape_as``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor

    >>> import wengert
    >>> wengert.arange(4).reshape_as(wengert.zeros(2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, reshape_as, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('reshape_as', 'input', input)
        return (_shape.reshape_as if _attached else _shape.reshape_as.__wrapped__)(input, other)
    except Exception as e:
        return _dispatch.after(e, reshape_as, locals(), {'input': 'Tensor', 'other': 'Tensor'})


def flatten(input, start_dim=0, end_dim=-1):
    """flatten(input, start_dim=0, end_dim=-1) -> Tensor

    The dimensions from ``start_dim`` to ``end_dim`` made one.

    Also ``Tensor.flatten``.

    Args:
        input (Tensor): the tensor, of any shape
        start_dim (int): the first dimension
        end_dim (int): the last dimension

    >>> import wengert
    >>> wengert.flatten(wengert.zeros(2, 3, 4), start_dim=1).shape
    wengert.Size([2, 12])
    """
    if _dispatch.on and (_found := _dispatch.find(input, start_dim, end_dim)):
        return _dispatch.published(_found, flatten, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('flatten', 'input', input)
        return (_shape.flatten if _attached else _shape.flatten.__wrapped__)(input, start_dim, end_dim)
    except Exception as e:
        return _dispatch.after(e, flatten, locals(), {'input': 'Tensor', 'start_dim': 'int', 'end_dim': 'int'})


def ravel(input):
    """ravel(input) -> Tensor

    ``input`` as a contiguous vector.

    Also ``Tensor.ravel``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.ravel(wengert.tensor([[1, 2], [3, 4]]))
    tensor([1, 2, 3, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, ravel, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ravel', 'input', input)
        return (_shape.ravel if _attached else _shape.ravel.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, ravel, locals(), {'input': 'Tensor'})


def unflatten(input, dim=..., sizes=..., *, axis=None):
    """unflatten(input, dim, sizes) -> Tensor
    unflatten(input, *, axis, sizes) -> Tensor

    One dimension made several.

    Also ``Tensor.unflatten``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        sizes (Sequence[int]): the sizes of the new dimensions; one may be -1
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.unflatten(wengert.arange(6), 0, (2, -1))
    tensor([[0, 1, 2],
            [3, 4, 5]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, sizes, axis)):
        return _dispatch.published(_found, unflatten, locals())
    if axis is not None:
        dim = _either("unflatten", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or sizes is ...:
        raise _missing("unflatten", dim=dim, sizes=sizes)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unflatten', 'input', input)
        return (_shape.unflatten if _attached else _shape.unflatten.__wrapped__)(input, dim, sizes)
    except Exception as e:
        return _dispatch.after(e, unflatten, locals(), {'input': 'Tensor', 'dim': 'int', 'sizes': 'Sequence[int]'})


def contiguous(input, *, memory_format='contiguous_format'):
    """contiguous(input, *, memory_format='contiguous_format') -> Tensor

    ``input`` in row-major order: itself, or a copy.

    Also ``Tensor.contiguous``.

    Args:
        input (Tensor): the tensor, of any shape
        memory_format (Any): ``wengert.contiguous_format``, the only one there is

    >>> import wengert
    >>> wengert.tensor([[1, 2], [3, 4]]).t().contiguous().stride()
    (2, 1)
    """
    if _dispatch.on and (_found := _dispatch.find(input, memory_format)):
        return _dispatch.published(_found, contiguous, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('contiguous', 'input', input)
        return (_shape.contiguous if _attached else _shape.contiguous.__wrapped__)(input, memory_format=memory_format)
    except Exception as e:
        return _dispatch.after(e, contiguous, locals(), {'input': 'Tensor', 'memory_format': 'Any'})


def squeeze(input, dim=None, *, axis=None):
    """squeeze(input, dim=None, *, axis=None) -> Tensor

    ``input`` without its dimensions of size one, or without those among ``dim``.

    Also ``Tensor.squeeze``. In place: ``Tensor.squeeze_``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to take away if their size is one; None means all
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.squeeze(wengert.zeros(1, 3, 1)).shape
    wengert.Size([3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, axis)):
        return _dispatch.published(_found, squeeze, locals())
    if axis is not None:
        dim = _either("squeeze", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('squeeze', 'input', input)
        return (_shape._squeeze if _attached else _shape._squeeze.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, squeeze, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None'})


def unsqueeze(input, dim=..., *, axis=None):
    """unsqueeze(input, dim) -> Tensor
    unsqueeze(input, *, axis) -> Tensor

    ``input`` with a new dimension of size one at ``dim``.

    The result is a view: it shares the memory of ``input``. Differentiable in ``input``. Also
    ``Tensor.unsqueeze``. In place: ``Tensor.unsqueeze_``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.unsqueeze(wengert.tensor([1, 2]), 1)
    tensor([[1],
            [2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, axis)):
        return _dispatch.published(_found, unsqueeze, locals())
    if axis is not None:
        dim = _either("unsqueeze", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("unsqueeze", dim=dim)
    try:
        return _shape.unsqueeze.on(input, None, {"dim": dim})
    except Exception as e:
        return _dispatch.after(e, unsqueeze, locals(), {'input': 'Tensor', 'dim': 'int'})


def atleast_1d(*tensors):
    """atleast_1d(tensor) -> Tensor
    atleast_1d(tensors) -> tuple[Tensor, ...]
    atleast_1d(first, second, *tensors) -> tuple[Tensor, ...]

    Each tensor with at least one dimension.

    Args:
        tensors (Tensor | Sequence[Tensor]): the tensors

    >>> import wengert
    >>> wengert.atleast_1d(wengert.tensor(3.0))
    tensor([3.])
    """
    if _dispatch.on and (_found := _dispatch.find(*tensors)):
        return _dispatch.published(_found, atleast_1d, locals())
    try:
        return (_shape.atleast_1d if _attached else _shape.atleast_1d.__wrapped__)(*tensors)
    except Exception as e:
        return _dispatch.after(e, atleast_1d, locals(), {'*tensors': 'Tensor | Sequence[Tensor]'})


def atleast_2d(*tensors):
    """atleast_2d(tensor) -> Tensor
    atleast_2d(tensors) -> tuple[Tensor, ...]
    atleast_2d(first, second, *tensors) -> tuple[Tensor, ...]

    Each tensor with at least two dimensions.

    Args:
        tensors (Tensor | Sequence[Tensor]): the tensors

    >>> import wengert
    >>> wengert.atleast_2d(wengert.tensor([1.0, 2.0]))
    tensor([[1., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(*tensors)):
        return _dispatch.published(_found, atleast_2d, locals())
    try:
        return (_shape.atleast_2d if _attached else _shape.atleast_2d.__wrapped__)(*tensors)
    except Exception as e:
        return _dispatch.after(e, atleast_2d, locals(), {'*tensors': 'Tensor | Sequence[Tensor]'})


def atleast_3d(*tensors):
    """atleast_3d(tensor) -> Tensor
    atleast_3d(tensors) -> tuple[Tensor, ...]
    atleast_3d(first, second, *tensors) -> tuple[Tensor, ...]

    Each tensor with at least three dimensions.

    Args:
        tensors (Tensor | Sequence[Tensor]): the tensors

    >>> import wengert
    >>> wengert.atleast_3d(wengert.tensor([1.0, 2.0])).shape
    wengert.Size([1, 2, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(*tensors)):
        return _dispatch.published(_found, atleast_3d, locals())
    try:
        return (_shape.atleast_3d if _attached else _shape.atleast_3d.__wrapped__)(*tensors)
    except Exception as e:
        return _dispatch.after(e, atleast_3d, locals(), {'*tensors': 'Tensor | Sequence[Tensor]'})


def permute(input, dims, *more):
    """permute(input, dims, *more) -> Tensor

    The dimensions in another order.

    Also ``Tensor.permute``.

    Args:
        input (Tensor): the tensor, of any shape
        dims (int | Sequence[int]): the dimensions in their new order, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately

    >>> import wengert
    >>> wengert.permute(wengert.zeros(2, 3, 4), (2, 0, 1)).shape
    wengert.Size([4, 2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dims, *more)):
        return _dispatch.published(_found, permute, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('permute', 'input', input)
        return (_shape._permute if _attached else _shape._permute.__wrapped__)(input, dims, *more)
    except Exception as e:
        return _dispatch.after(e, permute, locals(), {'input': 'Tensor', 'dims': 'int | Sequence[int]', '*more': 'int'})


def transpose(input, dim0, dim1):
    """transpose(input, dim0, dim1) -> Tensor

    Two dimensions swapped.

    The result is a view: it shares the memory of ``input``. Differentiable in ``input``. Also
    ``wengert.swapdims``, ``Tensor.transpose`` and ``Tensor.swapdims``. In place: ``Tensor.transpose_`` and
    ``Tensor.swapdims_``.

    Args:
        input (Tensor): the tensor, of any shape
        dim0 (int): the first dimension
        dim1 (int): the second dimension

    >>> import wengert
    >>> wengert.transpose(wengert.tensor([[1, 2, 3], [4, 5, 6]]), 0, 1)
    tensor([[1, 4],
            [2, 5],
            [3, 6]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim0, dim1)):
        return _dispatch.published(_found, transpose, locals())
    try:
        return _shape.transpose.on(input, None, {"dim0": dim0, "dim1": dim1})
    except Exception as e:
        return _dispatch.after(e, transpose, locals(), {'input': 'Tensor', 'dim0': 'int', 'dim1': 'int'})


def swapaxes(input, axis0, axis1):
    """swapaxes(input, axis0, axis1) -> Tensor

    Two dimensions swapped.

    Also ``Tensor.swapaxes``. In place: ``Tensor.swapaxes_``.

    Args:
        input (Tensor): the tensor, of any shape
        axis0 (int): the first dimension
        axis1 (int): the second dimension

    >>> import wengert
    >>> wengert.swapaxes(wengert.zeros(2, 3, 4), 0, 2).shape
    wengert.Size([4, 3, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, axis0, axis1)):
        return _dispatch.published(_found, swapaxes, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('swapaxes', 'input', input)
        return (_shape.swapaxes if _attached else _shape.swapaxes.__wrapped__)(input, axis0, axis1)
    except Exception as e:
        return _dispatch.after(e, swapaxes, locals(), {'input': 'Tensor', 'axis0': 'int', 'axis1': 'int'})


def t(input):
    """t(input) -> Tensor

    The transpose of a matrix; a vector or a number as it is.

    The result is a view: it shares the memory of ``input``. Differentiable in ``input``. Also ``Tensor.t``. In
    place: ``Tensor.t_``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.t(wengert.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, t, locals())
    try:
        return _shape.t.on(input)
    except Exception as e:
        return _dispatch.after(e, t, locals(), {'input': 'Tensor'})


def movedim(input, source, destination):
    """movedim(input, source, destination) -> Tensor

    Some dimensions moved to other positions, the rest kept in order.

    Also ``wengert.moveaxis``, ``Tensor.movedim`` and ``Tensor.moveaxis``.

    Args:
        input (Tensor): the tensor, of any shape
        source (int | Sequence[int]): the dimensions to move, one or several
        destination (int | Sequence[int]): where each of them is to stand

    >>> import wengert
    >>> wengert.movedim(wengert.zeros(2, 3, 4), 0, -1).shape
    wengert.Size([3, 4, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, source, destination)):
        return _dispatch.published(_found, movedim, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('movedim', 'input', input)
        return (_shape.movedim if _attached else _shape.movedim.__wrapped__)(input, source, destination)
    except Exception as e:
        return _dispatch.after(e, movedim, locals(), {'input': 'Tensor', 'source': 'int | Sequence[int]', 'destination': 'int | Sequence[int]'})


def adjoint(input):
    """adjoint(input) -> Tensor

    The last two dimensions swapped, and conjugated.

    Also ``Tensor.adjoint``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.adjoint(wengert.tensor([[1, 2j], [3, 4]]))
    tensor([[1.-0.j, 3.-0.j],
            [0.-2.j, 4.-0.j]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, adjoint, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adjoint', 'input', input)
        return (_shape.adjoint if _attached else _shape.adjoint.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, adjoint, locals(), {'input': 'Tensor'})


def select(input, dim=..., index=..., *, axis=None):
    """select(input, dim, index) -> Tensor
    select(input, *, axis, index) -> Tensor

    One entry of a dimension, which is taken away.

    The result is a view: it shares the memory of ``input``. Differentiable in ``input``. Also ``Tensor.select``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (int): which entry
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.select(wengert.tensor([[1, 2], [3, 4]]), 1, 0)
    tensor([1, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, axis)):
        return _dispatch.published(_found, select, locals())
    if axis is not None:
        dim = _either("select", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ...:
        raise _missing("select", dim=dim, index=index)
    try:
        return _shape.select.on(input, None, {"dim": dim, "index": index})
    except Exception as e:
        return _dispatch.after(e, select, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'int'})


def narrow(input, dim=..., start=..., length=..., *, axis=None):
    """narrow(input, dim, start, length) -> Tensor
    narrow(input, *, axis, start, length) -> Tensor

    ``length`` entries of one dimension from ``start`` on, as a view.

    Also ``Tensor.narrow``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        start (int): the first position
        length (int): how many positions
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.narrow(wengert.tensor([1, 2, 3, 4]), 0, 1, 2)
    tensor([2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, start, length, axis)):
        return _dispatch.published(_found, narrow, locals())
    if axis is not None:
        dim = _either("narrow", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or start is ... or length is ...:
        raise _missing("narrow", dim=dim, start=start, length=length)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('narrow', 'input', input)
        return (_shape.narrow if _attached else _shape.narrow.__wrapped__)(input, dim, start, length)
    except Exception as e:
        return _dispatch.after(e, narrow, locals(), {'input': 'Tensor', 'dim': 'int', 'start': 'int', 'length': 'int'})


def expand(input, size, *more):
    """expand(input, size, *more) -> Tensor

    A view in which dimensions of size one, or new ones in front, have the sizes given (-1 keeps one).

    Also ``Tensor.expand``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the sizes, as a sequence or as separate integers; -1 keeps one
        more (int): the rest of the integers, if they are given separately

    >>> import wengert
    >>> wengert.tensor([[1], [2]]).expand(2, 3)
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, *more)):
        return _dispatch.published(_found, expand, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('expand', 'input', input)
        return (_arrange._expand if _attached else _arrange._expand.__wrapped__)(input, size, *more)
    except Exception as e:
        return _dispatch.after(e, expand, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', '*more': 'int'})


def expand_as(input, other):
    """expand_as(input, other) -> Tensor

    ``input`` expanded to the shape of ``other``.

    Also ``Tensor.expand_as``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor

    >>> import wengert
    >>> wengert.tensor([[1], [2]]).expand_as(wengert.zeros(2, 3))
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other)):
        return _dispatch.published(_found, expand_as, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('expand_as', 'input', input)
        return (_arrange.expand_as if _attached else _arrange.expand_as.__wrapped__)(input, other)
    except Exception as e:
        return _dispatch.after(e, expand_as, locals(), {'input': 'Tensor', 'other': 'Tensor'})


def broadcast_to(input, size, *more):
    """broadcast_to(input, size, *more) -> Tensor

    ``input`` expanded to a shape.

    Also ``Tensor.broadcast_to``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately

    >>> import wengert
    >>> wengert.broadcast_to(wengert.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, *more)):
        return _dispatch.published(_found, broadcast_to, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('broadcast_to', 'input', input)
        return (_arrange.broadcast_to if _attached else _arrange.broadcast_to.__wrapped__)(input, size, *more)
    except Exception as e:
        return _dispatch.after(e, broadcast_to, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', '*more': 'int'})


def broadcast_shapes(*shapes):
    """broadcast_shapes(*shapes) -> Size

    The shape that arrays of these shapes have together.

    Args:
        shapes (int | Sequence[int]): the shapes

    >>> import wengert
    >>> wengert.broadcast_shapes((2, 1), (3,))
    wengert.Size([2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(*shapes)):
        return _dispatch.published(_found, broadcast_shapes, locals())
    try:
        return (_arrange.broadcast_shapes if _attached else _arrange.broadcast_shapes.__wrapped__)(*shapes)
    except Exception as e:
        return _dispatch.after(e, broadcast_shapes, locals(), {'*shapes': 'int | Sequence[int]'})


def broadcast_tensors(*tensors):
    """broadcast_tensors(*tensors) -> tuple[Tensor, ...]

    The tensors, expanded to the shape they have together.

    Args:
        tensors (Tensor | Sequence[Tensor]): the tensors

    >>> import wengert
    >>> a, b = wengert.broadcast_tensors(wengert.zeros(2, 1), wengert.zeros(3))
    >>> a.shape, b.shape
    (wengert.Size([2, 3]), wengert.Size([2, 3]))
    """
    if _dispatch.on and (_found := _dispatch.find(*tensors)):
        return _dispatch.published(_found, broadcast_tensors, locals())
    try:
        return (_arrange.broadcast_tensors if _attached else _arrange.broadcast_tensors.__wrapped__)(*tensors)
    except Exception as e:
        return _dispatch.after(e, broadcast_tensors, locals(), {'*tensors': 'Tensor | Sequence[Tensor]'})


def meshgrid(*tensors, indexing=None):
    """meshgrid(*tensors, indexing=None) -> tuple[Tensor, ...]

    The coordinates of a grid spanned by vectors, a tensor for each.

    Args:
        tensors (Tensor | Sequence[Tensor]): the vectors
        indexing (str | None): ``'ij'`` (matrix order, the default) or ``'xy'`` (Cartesian order)

    >>> import wengert
    >>> rows, columns = wengert.meshgrid(wengert.tensor([1, 2]), wengert.tensor([3, 4, 5]), indexing="ij")
    >>> rows
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(*tensors, indexing)):
        return _dispatch.published(_found, meshgrid, locals())
    try:
        return (_arrange.meshgrid if _attached else _arrange.meshgrid.__wrapped__)(*tensors, indexing=indexing)
    except Exception as e:
        return _dispatch.after(e, meshgrid, locals(), {'*tensors': 'Tensor | Sequence[Tensor]', 'indexing': 'str | None'})


def repeat(input, repeats, *more):
    """repeat(input, repeats, *more) -> Tensor

    ``input`` repeated along each dimension, as often as the counts say.

    Also ``Tensor.repeat``.

    Args:
        input (Tensor): the tensor, of any shape
        repeats (int | Sequence[int]): how often, for each dimension, as a sequence or as separate integers; more
            of them than dimensions add new ones in front
        more (int): the rest of the integers, if they are given separately

    >>> import wengert
    >>> wengert.tensor([1, 2]).repeat(2, 2)
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, repeats, *more)):
        return _dispatch.published(_found, repeat, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('repeat', 'input', input)
        return (_arrange._repeat if _attached else _arrange._repeat.__wrapped__)(input, repeats, *more)
    except Exception as e:
        return _dispatch.after(e, repeat, locals(), {'input': 'Tensor', 'repeats': 'int | Sequence[int]', '*more': 'int'})


def tile(input, dims, *more):
    """tile(input, dims, *more) -> Tensor

    ``input`` repeated along its last dimensions, as often as the counts say.

    Also ``Tensor.tile``.

    Args:
        input (Tensor): the tensor, of any shape
        dims (int | Sequence[int]): how often, for each of the last dimensions, as a sequence or as separate
            integers
        more (int): the rest of the integers, if they are given separately

    >>> import wengert
    >>> wengert.tile(wengert.tensor([[1, 2]]), (2, 2))
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dims, *more)):
        return _dispatch.published(_found, tile, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('tile', 'input', input)
        return (_arrange.tile if _attached else _arrange.tile.__wrapped__)(input, dims, *more)
    except Exception as e:
        return _dispatch.after(e, tile, locals(), {'input': 'Tensor', 'dims': 'int | Sequence[int]', '*more': 'int'})


def flip(input, dims, *more):
    """flip(input, dims, *more) -> Tensor

    A copy in which some dimensions run backwards.

    Also ``Tensor.flip``.

    Args:
        input (Tensor): the tensor, of any shape
        dims (int | Sequence[int]): the dimensions to turn round, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately

    >>> import wengert
    >>> wengert.flip(wengert.tensor([[1, 2], [3, 4]]), (0,))
    tensor([[3, 4],
            [1, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dims, *more)):
        return _dispatch.published(_found, flip, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('flip', 'input', input)
        return (_arrange._flip if _attached else _arrange._flip.__wrapped__)(input, dims, *more)
    except Exception as e:
        return _dispatch.after(e, flip, locals(), {'input': 'Tensor', 'dims': 'int | Sequence[int]', '*more': 'int'})


def fliplr(input):
    """fliplr(input) -> Tensor

    A copy in which the second dimension runs backwards.

    Also ``Tensor.fliplr``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.fliplr(wengert.tensor([[1, 2], [3, 4]]))
    tensor([[2, 1],
            [4, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, fliplr, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fliplr', 'input', input)
        return (_arrange.fliplr if _attached else _arrange.fliplr.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, fliplr, locals(), {'input': 'Tensor'})


def flipud(input):
    """flipud(input) -> Tensor

    A copy in which the first dimension runs backwards.

    Also ``Tensor.flipud``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.flipud(wengert.tensor([[1, 2], [3, 4]]))
    tensor([[3, 4],
            [1, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, flipud, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('flipud', 'input', input)
        return (_arrange.flipud if _attached else _arrange.flipud.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, flipud, locals(), {'input': 'Tensor'})


def roll(input, shifts, dims=()):
    """roll(input, shifts, dims=()) -> Tensor

    The elements shifted along dimensions, those that leave at one end entering at the other.

    Also ``Tensor.roll``.

    Args:
        input (Tensor): the tensor, of any shape
        shifts (int | Sequence[int]): by how many positions, for each dimension
        dims (int | Sequence[int]): the dimensions, one for each shift; none means the flattened tensor

    >>> import wengert
    >>> wengert.roll(wengert.tensor([1, 2, 3, 4]), 1)
    tensor([4, 1, 2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, shifts, dims)):
        return _dispatch.published(_found, roll, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('roll', 'input', input)
        return (_arrange.roll if _attached else _arrange.roll.__wrapped__)(input, shifts, dims)
    except Exception as e:
        return _dispatch.after(e, roll, locals(), {'input': 'Tensor', 'shifts': 'int | Sequence[int]', 'dims': 'int | Sequence[int]'})


def rot90(input, k=1, dims=(0, 1)):
    """rot90(input, k=1, dims=(0, 1)) -> Tensor

    ``input`` turned ``k`` times by 90 degrees in the plane of two dimensions.

    Also ``Tensor.rot90``.

    Args:
        input (Tensor): the tensor, of any shape
        k (int): how many quarter turns
        dims (int | Sequence[int]): the plane, from the first dimension towards the second

    >>> import wengert
    >>> wengert.rot90(wengert.tensor([[1, 2], [3, 4]]))
    tensor([[2, 4],
            [1, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, k, dims)):
        return _dispatch.published(_found, rot90, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rot90', 'input', input)
        return (_arrange.rot90 if _attached else _arrange.rot90.__wrapped__)(input, k, dims)
    except Exception as e:
        return _dispatch.after(e, rot90, locals(), {'input': 'Tensor', 'k': 'int', 'dims': 'int | Sequence[int]'})


def tril(input, diagonal=0, *, out=None):
    """tril(input, diagonal=0, *, out=None) -> Tensor

    The lower triangle of each matrix, with zeros above it.

    Differentiable in ``input``. Also ``Tensor.tril``. In place: ``Tensor.tril_``.

    Args:
        input (Tensor): the tensor, of any shape
        diagonal (int): which diagonal: 0 the main one, positive above it, negative below
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.tril(wengert.ones(3, 3))
    tensor([[1., 0., 0.],
            [1., 1., 0.],
            [1., 1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, diagonal, out)):
        return _dispatch.published(_found, tril, locals())
    try:
        if out is not None:
            return _arrange.tril.into(out, (input,), {"diagonal": diagonal})
        return _arrange.tril.on(input, None, {"diagonal": diagonal})
    except Exception as e:
        return _dispatch.after(e, tril, locals(), {'input': 'Tensor', 'diagonal': 'int', 'out': 'Tensor | None'})


def triu(input, diagonal=0, *, out=None):
    """triu(input, diagonal=0, *, out=None) -> Tensor

    The upper triangle of each matrix, with zeros below it.

    Differentiable in ``input``. Also ``Tensor.triu``. In place: ``Tensor.triu_``.

    Args:
        input (Tensor): the tensor, of any shape
        diagonal (int): which diagonal: 0 the main one, positive above it, negative below
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.triu(wengert.ones(3, 3), diagonal=1)
    tensor([[0., 1., 1.],
            [0., 0., 1.],
            [0., 0., 0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, diagonal, out)):
        return _dispatch.published(_found, triu, locals())
    try:
        if out is not None:
            return _arrange.triu.into(out, (input,), {"diagonal": diagonal})
        return _arrange.triu.on(input, None, {"diagonal": diagonal})
    except Exception as e:
        return _dispatch.after(e, triu, locals(), {'input': 'Tensor', 'diagonal': 'int', 'out': 'Tensor | None'})


def diagonal(input, offset=0, dim1=0, dim2=1):
    """diagonal(input, offset=0, dim1=0, dim2=1) -> Tensor

    The diagonals of the planes of two dimensions, in a new last dimension.

    The result is a view: it shares the memory of ``input``. Differentiable in ``input``. Also
    ``Tensor.diagonal``.

    Args:
        input (Tensor): the tensor, of any shape
        offset (int): which diagonal: 0 the main one, positive above it, negative below
        dim1 (int): the first dimension of the plane
        dim2 (int): the second dimension of the plane

    >>> import wengert
    >>> wengert.diagonal(wengert.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input, offset, dim1, dim2)):
        return _dispatch.published(_found, diagonal, locals())
    try:
        return _strided.diagonal.on(input, None, {"offset": offset, "dim1": dim1, "dim2": dim2})
    except Exception as e:
        return _dispatch.after(e, diagonal, locals(), {'input': 'Tensor', 'offset': 'int', 'dim1': 'int', 'dim2': 'int'})


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """diag_embed(input, offset=0, dim1=-2, dim2=-1) -> Tensor

    Zeros with ``input`` on a diagonal of the two dimensions that are new.

    Also ``Tensor.diag_embed``.

    Args:
        input (Tensor): the tensor, of any shape
        offset (int): which diagonal: 0 the main one, positive above it, negative below
        dim1 (int): the first dimension of the plane
        dim2 (int): the second dimension of the plane

    >>> import wengert
    >>> wengert.diag_embed(wengert.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, offset, dim1, dim2)):
        return _dispatch.published(_found, diag_embed, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('diag_embed', 'input', input)
        return (_strided.diag_embed if _attached else _strided.diag_embed.__wrapped__)(input, offset, dim1, dim2)
    except Exception as e:
        return _dispatch.after(e, diag_embed, locals(), {'input': 'Tensor', 'offset': 'int', 'dim1': 'int', 'dim2': 'int'})


def diag(input, diagonal=0, *, out=None):
    """diag(input, diagonal=0, *, out=None) -> Tensor

    The diagonal matrix of a vector, or the diagonal of a matrix.

    Also ``Tensor.diag``.

    Args:
        input (Tensor): the tensor, of any shape
        diagonal (int): which diagonal: 0 the main one, positive above it, negative below
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.diag(wengert.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    >>> wengert.diag(wengert.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input, diagonal, out)):
        return _dispatch.published(_found, diag, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('diag', 'input', input)
        if out is not None:
            return _store('diag', out, (_strided.diag if _attached else _strided.diag.__wrapped__)(input, diagonal))
        return (_strided.diag if _attached else _strided.diag.__wrapped__)(input, diagonal)
    except Exception as e:
        return _dispatch.after(e, diag, locals(), {'input': 'Tensor', 'diagonal': 'int', 'out': 'Tensor | None'})


def diagflat(input, offset=0):
    """diagflat(input, offset=0) -> Tensor

    The diagonal matrix of all elements.

    Also ``Tensor.diagflat``.

    Args:
        input (Tensor): the tensor, of any shape
        offset (int): which diagonal: 0 the main one, positive above it, negative below

    >>> import wengert
    >>> wengert.diagflat(wengert.tensor([1, 2]), 1)
    tensor([[0, 1, 0],
            [0, 0, 2],
            [0, 0, 0]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, offset)):
        return _dispatch.published(_found, diagflat, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('diagflat', 'input', input)
        return (_strided.diagflat if _attached else _strided.diagflat.__wrapped__)(input, offset)
    except Exception as e:
        return _dispatch.after(e, diagflat, locals(), {'input': 'Tensor', 'offset': 'int'})


def unfold(input, dimension, size, step):
    """unfold(input, dimension, size, step) -> Tensor

    Windows of ``size`` entries along one dimension, every ``step``: a view with the windows in a new last
    dimension.

    Also ``Tensor.unfold``.

    Args:
        input (Tensor): the tensor, of any shape
        dimension (int): the dimension to work along
        size (int | Sequence[int]): how many entries a window has
        step (int): the step from one window to the next

    >>> import wengert
    >>> wengert.tensor([1, 2, 3, 4, 5]).unfold(0, 3, 2)
    tensor([[1, 2, 3],
            [3, 4, 5]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dimension, size, step)):
        return _dispatch.published(_found, unfold, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unfold', 'input', input)
        return (_strided.unfold if _attached else _strided.unfold.__wrapped__)(input, dimension, size, step)
    except Exception as e:
        return _dispatch.after(e, unfold, locals(), {'input': 'Tensor', 'dimension': 'int', 'size': 'int | Sequence[int]', 'step': 'int'})


def as_strided(input, size, stride, storage_offset=None):
    """as_strided(input, size, stride, storage_offset=None) -> Tensor

    A view of the memory of ``input`` with any sizes and strides.

    Also ``Tensor.as_strided``. In place: ``Tensor.as_strided_``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        stride (Sequence[int]): the step from one window to the next, one number or one for each dimension
        storage_offset (int | None): where in the memory the first element lies

    >>> import wengert
    >>> wengert.as_strided(wengert.arange(9), (2, 2), (3, 1), 1)
    tensor([[1, 2],
            [4, 5]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, stride, storage_offset)):
        return _dispatch.published(_found, as_strided, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('as_strided', 'input', input)
        return (_strided.as_strided if _attached else _strided.as_strided.__wrapped__)(input, size, stride, storage_offset)
    except Exception as e:
        return _dispatch.after(e, as_strided, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', 'stride': 'Sequence[int]', 'storage_offset': 'int | None'})


def as_strided_(input, size, stride, storage_offset=None):
    """as_strided_(input, size, stride, storage_offset=None) -> Tensor

    Write what :func:`wengert.as_strided` returns into ``input``, and return it.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        stride (Sequence[int]): the step from one window to the next, one number or one for each dimension
        storage_offset (int | None): where in the memory the first element lies

    >>> import wengert
    >>> wengert.as_strided_(wengert.arange(9), (2, 2), (3, 1), 1)
    tensor([[1, 2],
            [4, 5]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, stride, storage_offset)):
        return _dispatch.published(_found, as_strided_, locals())
    try:
        return _become('as_strided', input, lambda _x: (_strided.as_strided if _attached else _strided.as_strided.__wrapped__)(_x, size, stride, storage_offset))
    except Exception as e:
        return _dispatch.after(e, as_strided_, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', 'stride': 'Sequence[int]', 'storage_offset': 'int | None'})


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """as_strided_scatter(input, src, size, stride, storage_offset=None) -> Tensor

    A copy of ``input`` in which what ``as_strided`` shows of it is ``src``.

    Also ``Tensor.as_strided_scatter``.

    Args:
        input (Tensor): the tensor, of any shape
        src (Tensor): the tensor that is written
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        stride (Sequence[int]): the step from one window to the next, one number or one for each dimension
        storage_offset (int | None): where in the memory the first element lies

    >>> import wengert
    >>> wengert.as_strided_scatter(wengert.zeros(4), wengert.ones(2), (2,), (2,))
    tensor([1., 0., 1., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, src, size, stride, storage_offset)):
        return _dispatch.published(_found, as_strided_scatter, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('as_strided_scatter', 'input', input)
        return (_strided.as_strided_scatter if _attached else _strided.as_strided_scatter.__wrapped__)(input, src, size, stride, storage_offset)
    except Exception as e:
        return _dispatch.after(e, as_strided_scatter, locals(), {'input': 'Tensor', 'src': 'Tensor', 'size': 'int | Sequence[int]', 'stride': 'Sequence[int]', 'storage_offset': 'int | None'})


def select_scatter(input, src, dim=..., index=..., *, axis=None):
    """select_scatter(input, src, dim, index) -> Tensor
    select_scatter(input, src, *, axis, index) -> Tensor

    A copy of ``input`` in which one entry of a dimension is ``src``.

    Differentiable in ``input`` and ``src``. Also ``Tensor.select_scatter``.

    Args:
        input (Tensor): the tensor, of any shape
        src (Tensor): the tensor that is written
        dim (int): the dimension to work along; negative ones count from the last
        index (int): which entry
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.select_scatter(wengert.zeros(2, 2), wengert.ones(2), 0, 1)
    tensor([[0., 0.],
            [1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, src, dim, index, axis)):
        return _dispatch.published(_found, select_scatter, locals())
    if axis is not None:
        dim = _either("select_scatter", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ...:
        raise _missing("select_scatter", dim=dim, index=index)
    try:
        return _strided.select_scatter.on(input, src, {"dim": dim, "index": index})
    except Exception as e:
        return _dispatch.after(e, select_scatter, locals(), {'input': 'Tensor', 'src': 'Tensor', 'dim': 'int', 'index': 'int'})


def slice_scatter(input, src, dim=0, start=None, end=None, step=1, *, axis=None):
    """slice_scatter(input, src, dim=0, start=None, end=None, step=1, *, axis=None) -> Tensor

    A copy of ``input`` in which a slice of a dimension is ``src``.

    Differentiable in ``input`` and ``src``. Also ``Tensor.slice_scatter``.

    Args:
        input (Tensor): the tensor, of any shape
        src (Tensor): the tensor that is written
        dim (int): the dimension to work along; negative ones count from the last
        start (int | None): where the slice begins; None means at the beginning
        end (Tensor | Number | None): where the slice ends; None means at the end
        step (int): the step from one position to the next
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.slice_scatter(wengert.zeros(4), wengert.ones(2), start=1, end=3)
    tensor([0., 1., 1., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, src, dim, start, end, step, axis)):
        return _dispatch.published(_found, slice_scatter, locals())
    if axis is not None:
        dim = _either("slice_scatter", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        return _strided.slice_scatter.on(input, src, {"dim": dim, "start": start, "end": end, "step": step})
    except Exception as e:
        return _dispatch.after(e, slice_scatter, locals(), {'input': 'Tensor', 'src': 'Tensor', 'dim': 'int', 'start': 'int | None', 'end': 'Tensor | Number | None', 'step': 'int'})


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """diagonal_scatter(input, src, offset=0, dim1=0, dim2=1) -> Tensor

    A copy of ``input`` in which a diagonal is ``src``.

    Differentiable in ``input`` and ``src``. Also ``Tensor.diagonal_scatter``.

    Args:
        input (Tensor): the tensor, of any shape
        src (Tensor): the tensor that is written
        offset (int): which diagonal: 0 the main one, positive above it, negative below
        dim1 (int): the first dimension of the plane
        dim2 (int): the second dimension of the plane

    >>> import wengert
    >>> wengert.diagonal_scatter(wengert.zeros(2, 2), wengert.ones(2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, src, offset, dim1, dim2)):
        return _dispatch.published(_found, diagonal_scatter, locals())
    try:
        return _strided.diagonal_scatter.on(input, src, {"offset": offset, "dim1": dim1, "dim2": dim2})
    except Exception as e:
        return _dispatch.after(e, diagonal_scatter, locals(), {'input': 'Tensor', 'src': 'Tensor', 'offset': 'int', 'dim1': 'int', 'dim2': 'int'})


def alias_copy(input, *, out=None):
    """alias_copy(input, *, out=None) -> Tensor

    A copy of ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.alias_copy(wengert.tensor([1, 2]))
    tensor([1, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, alias_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('alias_copy', 'input', input)
        if out is not None:
            return _store('alias_copy', out, (_strided.alias_copy if _attached else _strided.alias_copy.__wrapped__)(input))
        return (_strided.alias_copy if _attached else _strided.alias_copy.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, alias_copy, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def as_strided_copy(input, size, stride, storage_offset=None, *, out=None):
    """as_strided_copy(input, size, stride, storage_offset=None, *, out=None) -> Tensor

    A copy of what ``as_strided`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        stride (Sequence[int]): the step from one window to the next, one number or one for each dimension
        storage_offset (int | None): where in the memory the first element lies
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.as_strided_copy(wengert.arange(4), (2,), (2,))
    tensor([0, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, stride, storage_offset, out)):
        return _dispatch.published(_found, as_strided_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('as_strided_copy', 'input', input)
        if out is not None:
            return _store('as_strided_copy', out, (_strided.as_strided_copy if _attached else _strided.as_strided_copy.__wrapped__)(input, size, stride, storage_offset))
        return (_strided.as_strided_copy if _attached else _strided.as_strided_copy.__wrapped__)(input, size, stride, storage_offset)
    except Exception as e:
        return _dispatch.after(e, as_strided_copy, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', 'stride': 'Sequence[int]', 'storage_offset': 'int | None', 'out': 'Tensor | None'})


def diagonal_copy(input, offset=0, dim1=0, dim2=1, *, out=None):
    """diagonal_copy(input, offset=0, dim1=0, dim2=1, *, out=None) -> Tensor

    A copy of what ``diagonal`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        offset (int): which diagonal: 0 the main one, positive above it, negative below
        dim1 (int): the first dimension of the plane
        dim2 (int): the second dimension of the plane
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.diagonal_copy(wengert.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input, offset, dim1, dim2, out)):
        return _dispatch.published(_found, diagonal_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('diagonal_copy', 'input', input)
        if out is not None:
            return _store('diagonal_copy', out, (_strided.diagonal_copy if _attached else _strided.diagonal_copy.__wrapped__)(input, offset, dim1, dim2))
        return (_strided.diagonal_copy if _attached else _strided.diagonal_copy.__wrapped__)(input, offset, dim1, dim2)
    except Exception as e:
        return _dispatch.after(e, diagonal_copy, locals(), {'input': 'Tensor', 'offset': 'int', 'dim1': 'int', 'dim2': 'int', 'out': 'Tensor | None'})


def expand_copy(input, size, *, implicit=False, out=None):
    """expand_copy(input, size, *, implicit=False, out=None) -> Tensor

    A copy of what ``expand`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        implicit (bool): taken for compatibility
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.expand_copy(wengert.tensor([[1], [2]]), (2, 2))
    tensor([[1, 1],
            [2, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, implicit, out)):
        return _dispatch.published(_found, expand_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('expand_copy', 'input', input)
        if out is not None:
            return _store('expand_copy', out, (_strided.expand_copy if _attached else _strided.expand_copy.__wrapped__)(input, size, implicit=implicit))
        return (_strided.expand_copy if _attached else _strided.expand_copy.__wrapped__)(input, size, implicit=implicit)
    except Exception as e:
        return _dispatch.after(e, expand_copy, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', 'implicit': 'bool', 'out': 'Tensor | None'})


def narrow_copy(input, dim=..., start=..., length=..., *, out=None, axis=None):
    """narrow_copy(input, dim, start, length, *, out=None) -> Tensor
    narrow_copy(input, *, axis, start, length, out=None) -> Tensor

    A copy of what ``narrow`` shows.

    Also ``Tensor.narrow_copy``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        start (int): the first position
        length (int): how many positions
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.narrow_copy(wengert.tensor([1, 2, 3]), 0, 1, 2)
    tensor([2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, start, length, out, axis)):
        return _dispatch.published(_found, narrow_copy, locals())
    if axis is not None:
        dim = _either("narrow_copy", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or start is ... or length is ...:
        raise _missing("narrow_copy", dim=dim, start=start, length=length)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('narrow_copy', 'input', input)
        if out is not None:
            return _store('narrow_copy', out, (_strided.narrow_copy if _attached else _strided.narrow_copy.__wrapped__)(input, dim, start, length))
        return (_strided.narrow_copy if _attached else _strided.narrow_copy.__wrapped__)(input, dim, start, length)
    except Exception as e:
        return _dispatch.after(e, narrow_copy, locals(), {'input': 'Tensor', 'dim': 'int', 'start': 'int', 'length': 'int', 'out': 'Tensor | None'})


def permute_copy(input, dims, *, out=None):
    """permute_copy(input, dims, *, out=None) -> Tensor

    A copy of what ``permute`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        dims (int | Sequence[int]): the dimensions in their new order
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.permute_copy(wengert.zeros(2, 3), (1, 0)).shape
    wengert.Size([3, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dims, out)):
        return _dispatch.published(_found, permute_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('permute_copy', 'input', input)
        if out is not None:
            return _store('permute_copy', out, (_strided.permute_copy if _attached else _strided.permute_copy.__wrapped__)(input, dims))
        return (_strided.permute_copy if _attached else _strided.permute_copy.__wrapped__)(input, dims)
    except Exception as e:
        return _dispatch.after(e, permute_copy, locals(), {'input': 'Tensor', 'dims': 'int | Sequence[int]', 'out': 'Tensor | None'})


def squeeze_copy(input, dim=None, *, out=None, axis=None):
    """squeeze_copy(input, dim=None, *, out=None, axis=None) -> Tensor

    A copy of what ``squeeze`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to take away if their size is one; None means all
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.squeeze_copy(wengert.zeros(1, 3)).shape
    wengert.Size([3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, out, axis)):
        return _dispatch.published(_found, squeeze_copy, locals())
    if axis is not None:
        dim = _either("squeeze_copy", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('squeeze_copy', 'input', input)
        if out is not None:
            return _store('squeeze_copy', out, (_strided.squeeze_copy if _attached else _strided.squeeze_copy.__wrapped__)(input, dim))
        return (_strided.squeeze_copy if _attached else _strided.squeeze_copy.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, squeeze_copy, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'out': 'Tensor | None'})


def t_copy(input, *, out=None):
    """t_copy(input, *, out=None) -> Tensor

    A copy of what ``t`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.t_copy(wengert.tensor([[1, 2]]))
    tensor([[1],
            [2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, t_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('t_copy', 'input', input)
        if out is not None:
            return _store('t_copy', out, (_strided.t_copy if _attached else _strided.t_copy.__wrapped__)(input))
        return (_strided.t_copy if _attached else _strided.t_copy.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, t_copy, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def transpose_copy(input, dim0, dim1, *, out=None):
    """transpose_copy(input, dim0, dim1, *, out=None) -> Tensor

    A copy of what ``transpose`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        dim0 (int): the first dimension
        dim1 (int): the second dimension
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.transpose_copy(wengert.zeros(2, 3), 0, 1).shape
    wengert.Size([3, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim0, dim1, out)):
        return _dispatch.published(_found, transpose_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('transpose_copy', 'input', input)
        if out is not None:
            return _store('transpose_copy', out, (_strided.transpose_copy if _attached else _strided.transpose_copy.__wrapped__)(input, dim0, dim1))
        return (_strided.transpose_copy if _attached else _strided.transpose_copy.__wrapped__)(input, dim0, dim1)
    except Exception as e:
        return _dispatch.after(e, transpose_copy, locals(), {'input': 'Tensor', 'dim0': 'int', 'dim1': 'int', 'out': 'Tensor | None'})


def unfold_copy(input, dimension, size, step, *, out=None):
    """unfold_copy(input, dimension, size, step, *, out=None) -> Tensor

    A copy of what ``unfold`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        dimension (int): the dimension to work along
        size (int | Sequence[int]): how many entries a window has
        step (int): the step from one window to the next
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.unfold_copy(wengert.tensor([1, 2, 3]), 0, 2, 1)
    tensor([[1, 2],
            [2, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dimension, size, step, out)):
        return _dispatch.published(_found, unfold_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unfold_copy', 'input', input)
        if out is not None:
            return _store('unfold_copy', out, (_strided.unfold_copy if _attached else _strided.unfold_copy.__wrapped__)(input, dimension, size, step))
        return (_strided.unfold_copy if _attached else _strided.unfold_copy.__wrapped__)(input, dimension, size, step)
    except Exception as e:
        return _dispatch.after(e, unfold_copy, locals(), {'input': 'Tensor', 'dimension': 'int', 'size': 'int | Sequence[int]', 'step': 'int', 'out': 'Tensor | None'})


def unsqueeze_copy(input, dim=..., *, out=None, axis=None):
    """unsqueeze_copy(input, dim, *, out=None) -> Tensor
    unsqueeze_copy(input, *, axis, out=None) -> Tensor

    A copy of what ``unsqueeze`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.unsqueeze_copy(wengert.tensor([1, 2]), 0)
    tensor([[1, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, out, axis)):
        return _dispatch.published(_found, unsqueeze_copy, locals())
    if axis is not None:
        dim = _either("unsqueeze_copy", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("unsqueeze_copy", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unsqueeze_copy', 'input', input)
        if out is not None:
            return _store('unsqueeze_copy', out, (_strided.unsqueeze_copy if _attached else _strided.unsqueeze_copy.__wrapped__)(input, dim))
        return (_strided.unsqueeze_copy if _attached else _strided.unsqueeze_copy.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, unsqueeze_copy, locals(), {'input': 'Tensor', 'dim': 'int', 'out': 'Tensor | None'})


def view_copy(input, size=None, *, dtype=None, out=None):
    """view_copy(input, size=None, *, dtype=None, out=None) -> Tensor

    A copy of what ``view`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int] | None): the shape, as a sequence or as separate integers
        dtype (Dtype | None): the dtype to take the memory as, in place of ``size``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.view_copy(wengert.arange(4), (2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, dtype, out)):
        return _dispatch.published(_found, view_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('view_copy', 'input', input)
        if out is not None:
            return _store('view_copy', out, (_strided.view_copy if _attached else _strided.view_copy.__wrapped__)(input, size, dtype=dtype))
        return (_strided.view_copy if _attached else _strided.view_copy.__wrapped__)(input, size, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, view_copy, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int] | None', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def select_copy(input, dim=..., index=..., *, out=None, axis=None):
    """select_copy(input, dim, index, *, out=None) -> Tensor
    select_copy(input, *, axis, index, out=None) -> Tensor

    A copy of what ``select`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (int): the position along ``dim``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.select_copy(wengert.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([3, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, out, axis)):
        return _dispatch.published(_found, select_copy, locals())
    if axis is not None:
        dim = _either("select_copy", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ...:
        raise _missing("select_copy", dim=dim, index=index)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('select_copy', 'input', input)
        if out is not None:
            return _store('select_copy', out, (_strided.select_copy if _attached else _strided.select_copy.__wrapped__)(input, dim, index))
        return (_strided.select_copy if _attached else _strided.select_copy.__wrapped__)(input, dim, index)
    except Exception as e:
        return _dispatch.after(e, select_copy, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'int', 'out': 'Tensor | None'})


def slice_copy(input, dim=0, start=None, end=None, step=1, *, out=None, axis=None):
    """slice_copy(input, dim=0, start=None, end=None, step=1, *, out=None, axis=None) -> Tensor

    A copy of what a slice shows.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        start (int | None): the first position; None means the beginning
        end (int | None): the position behind the last; None means the end
        step (int): the step from one position to the next
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.slice_copy(wengert.tensor([1, 2, 3, 4]), 0, 1, None, 2)
    tensor([2, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, start, end, step, out, axis)):
        return _dispatch.published(_found, slice_copy, locals())
    if axis is not None:
        dim = _either("slice_copy", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('slice_copy', 'input', input)
        if out is not None:
            return _store('slice_copy', out, (_strided.slice_copy if _attached else _strided.slice_copy.__wrapped__)(input, dim, start, end, step))
        return (_strided.slice_copy if _attached else _strided.slice_copy.__wrapped__)(input, dim, start, end, step)
    except Exception as e:
        return _dispatch.after(e, slice_copy, locals(), {'input': 'Tensor', 'dim': 'int', 'start': 'int | None', 'end': 'int | None', 'step': 'int', 'out': 'Tensor | None'})


def view_as_real_copy(input, *, out=None):
    """view_as_real_copy(input, *, out=None) -> Tensor

    A copy of what ``view_as_real`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.view_as_real_copy(wengert.tensor([1 + 2j]))
    tensor([[1., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, view_as_real_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('view_as_real_copy', 'input', input)
        if out is not None:
            return _store('view_as_real_copy', out, (_strided.view_as_real_copy if _attached else _strided.view_as_real_copy.__wrapped__)(input))
        return (_strided.view_as_real_copy if _attached else _strided.view_as_real_copy.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, view_as_real_copy, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def view_as_complex_copy(input, *, out=None):
    """view_as_complex_copy(input, *, out=None) -> Tensor

    A copy of what ``view_as_complex`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.view_as_complex_copy(wengert.tensor([[1.0, 2.0]]))
    tensor([1.+2.j])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, view_as_complex_copy, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('view_as_complex_copy', 'input', input)
        if out is not None:
            return _store('view_as_complex_copy', out, (_strided.view_as_complex_copy if _attached else _strided.view_as_complex_copy.__wrapped__)(input))
        return (_strided.view_as_complex_copy if _attached else _strided.view_as_complex_copy.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, view_as_complex_copy, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def cat(tensors, dim=0, *, out=None, axis=None):
    """cat(tensors, dim=0, *, out=None, axis=None) -> Tensor

    The tensors joined along one dimension.

    Also ``wengert.concat`` and ``wengert.concatenate``.

    Args:
        tensors (Sequence[Tensor]): the tensors, alike in all other dimensions
        dim (int): the dimension to work along; negative ones count from the last
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.cat([wengert.tensor([1, 2]), wengert.tensor([3])])
    tensor([1, 2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(tensors, dim, out, axis)):
        return _dispatch.published(_found, cat, locals())
    if axis is not None:
        dim = _either("cat", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if out is not None:
            return _store('cat', out, (_join._cat_public if _attached else _join._cat_public.__wrapped__)(tensors, dim))
        return (_join._cat_public if _attached else _join._cat_public.__wrapped__)(tensors, dim)
    except Exception as e:
        return _dispatch.after(e, cat, locals(), {'tensors': 'Sequence[Tensor]', 'dim': 'int', 'out': 'Tensor | None'})


def stack(tensors, dim=0, *, out=None, axis=None):
    """stack(tensors, dim=0, *, out=None, axis=None) -> Tensor

    The tensors of one shape joined along a new dimension.

    Args:
        tensors (Sequence[Tensor]): the tensors
        dim (int): where the new dimension is to stand
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.stack([wengert.tensor([1, 2]), wengert.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    if _dispatch.on and (_found := _dispatch.find(tensors, dim, out, axis)):
        return _dispatch.published(_found, stack, locals())
    if axis is not None:
        dim = _either("stack", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if out is not None:
            return _store('stack', out, (_join._stack_public if _attached else _join._stack_public.__wrapped__)(tensors, dim))
        return (_join._stack_public if _attached else _join._stack_public.__wrapped__)(tensors, dim)
    except Exception as e:
        return _dispatch.after(e, stack, locals(), {'tensors': 'Sequence[Tensor]', 'dim': 'int', 'out': 'Tensor | None'})


def hstack(tensors, *, out=None):
    """hstack(tensors, *, out=None) -> Tensor

    The tensors joined side by side.

    Args:
        tensors (Sequence[Tensor]): the tensors
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.hstack([wengert.tensor([1, 2]), wengert.tensor([3])])
    tensor([1, 2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(tensors, out)):
        return _dispatch.published(_found, hstack, locals())
    try:
        if out is not None:
            return _store('hstack', out, (_join.hstack if _attached else _join.hstack.__wrapped__)(tensors))
        return (_join.hstack if _attached else _join.hstack.__wrapped__)(tensors)
    except Exception as e:
        return _dispatch.after(e, hstack, locals(), {'tensors': 'Sequence[Tensor]', 'out': 'Tensor | None'})


def vstack(tensors, *, out=None):
    """vstack(tensors, *, out=None) -> Tensor

    The tensors joined one above the other.

    Also ``wengert.row_stack``.

    Args:
        tensors (Sequence[Tensor]): the tensors
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.vstack([wengert.tensor([1, 2]), wengert.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    if _dispatch.on and (_found := _dispatch.find(tensors, out)):
        return _dispatch.published(_found, vstack, locals())
    try:
        if out is not None:
            return _store('vstack', out, (_join.vstack if _attached else _join.vstack.__wrapped__)(tensors))
        return (_join.vstack if _attached else _join.vstack.__wrapped__)(tensors)
    except Exception as e:
        return _dispatch.after(e, vstack, locals(), {'tensors': 'Sequence[Tensor]', 'out': 'Tensor | None'})


def dstack(tensors, *, out=None):
    """dstack(tensors, *, out=None) -> Tensor

    The tensors joined along the third dimension.

    Args:
        tensors (Sequence[Tensor]): the tensors
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.dstack([wengert.tensor([1, 2]), wengert.tensor([3, 4])])
    tensor([[[1, 3],
             [2, 4]]])
    """
    if _dispatch.on and (_found := _dispatch.find(tensors, out)):
        return _dispatch.published(_found, dstack, locals())
    try:
        if out is not None:
            return _store('dstack', out, (_join.dstack if _attached else _join.dstack.__wrapped__)(tensors))
        return (_join.dstack if _attached else _join.dstack.__wrapped__)(tensors)
    except Exception as e:
        return _dispatch.after(e, dstack, locals(), {'tensors': 'Sequence[Tensor]', 'out': 'Tensor | None'})


def column_stack(tensors, *, out=None):
    """column_stack(tensors, *, out=None) -> Tensor

    The tensors joined as columns of a matrix.

    Args:
        tensors (Sequence[Tensor]): the tensors
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.column_stack([wengert.tensor([1, 2]), wengert.tensor([3, 4])])
    tensor([[1, 3],
            [2, 4]])
    """
    if _dispatch.on and (_found := _dispatch.find(tensors, out)):
        return _dispatch.published(_found, column_stack, locals())
    try:
        if out is not None:
            return _store('column_stack', out, (_join.column_stack if _attached else _join.column_stack.__wrapped__)(tensors))
        return (_join.column_stack if _attached else _join.column_stack.__wrapped__)(tensors)
    except Exception as e:
        return _dispatch.after(e, column_stack, locals(), {'tensors': 'Sequence[Tensor]', 'out': 'Tensor | None'})


def block_diag(*tensors):
    """block_diag(*tensors) -> Tensor

    A matrix with the tensors as blocks on its diagonal.

    Args:
        tensors (Tensor | Sequence[Tensor]): the tensors

    >>> import wengert
    >>> wengert.block_diag(wengert.tensor([[1, 2]]), wengert.tensor([[3]]))
    tensor([[1, 2, 0],
            [0, 0, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(*tensors)):
        return _dispatch.published(_found, block_diag, locals())
    try:
        return (_join.block_diag if _attached else _join.block_diag.__wrapped__)(*tensors)
    except Exception as e:
        return _dispatch.after(e, block_diag, locals(), {'*tensors': 'Tensor | Sequence[Tensor]'})


def cartesian_prod(*tensors):
    """cartesian_prod(*tensors) -> Tensor

    All combinations of an entry from each vector, a row for each.

    Args:
        tensors (Tensor | Sequence[Tensor]): the tensors

    >>> import wengert
    >>> wengert.cartesian_prod(wengert.tensor([1, 2]), wengert.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    if _dispatch.on and (_found := _dispatch.find(*tensors)):
        return _dispatch.published(_found, cartesian_prod, locals())
    try:
        return (_join.cartesian_prod if _attached else _join.cartesian_prod.__wrapped__)(*tensors)
    except Exception as e:
        return _dispatch.after(e, cartesian_prod, locals(), {'*tensors': 'Tensor | Sequence[Tensor]'})


def unbind(input, dim=0, *, axis=None):
    """unbind(input, dim=0, *, axis=None) -> tuple[Tensor, ...]

    The entries of one dimension, as a tuple of views.

    Also ``Tensor.unbind``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.unbind(wengert.tensor([[1, 2], [3, 4]]))
    (tensor([1, 2]), tensor([3, 4]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, axis)):
        return _dispatch.published(_found, unbind, locals())
    if axis is not None:
        dim = _either("unbind", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unbind', 'input', input)
        return (_join.unbind if _attached else _join.unbind.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, unbind, locals(), {'input': 'Tensor', 'dim': 'int'})


def split_with_sizes(input, split_sizes, dim=0, *, axis=None):
    """split_with_sizes(input, split_sizes, dim=0, *, axis=None) -> tuple[Tensor, ...]

    ``input`` cut along one dimension into views of the sizes given, which add up to its size.

    The result is a view: it shares the memory of ``input``. Differentiable in ``input``. Also
    ``Tensor.split_with_sizes``.

    Args:
        input (Tensor): the tensor, of any shape
        split_sizes (Sequence[int]): the size of each part
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.split_with_sizes(wengert.tensor([1, 2, 3]), [1, 2])
    (tensor([1]), tensor([2, 3]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, split_sizes, dim, axis)):
        return _dispatch.published(_found, split_with_sizes, locals())
    if axis is not None:
        dim = _either("split_with_sizes", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        return _join.split_with_sizes.on(input, None, {"split_sizes": split_sizes, "dim": dim})
    except Exception as e:
        return _dispatch.after(e, split_with_sizes, locals(), {'input': 'Tensor', 'split_sizes': 'Sequence[int]', 'dim': 'int'})


def split(tensor, split_size_or_sections, dim=0, *, axis=None):
    """split(tensor, split_size_or_sections, dim=0, *, axis=None) -> tuple[Tensor, ...]

    ``tensor`` cut along one dimension into views of one size, or of the sizes given.

    Also ``Tensor.split``.

    Args:
        tensor (Tensor): the tensor
        split_size_or_sections (int | Sequence[int]): the size of the parts, or the size of each
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.split(wengert.tensor([1, 2, 3]), 2)
    (tensor([1, 2]), tensor([3]))
    """
    if _dispatch.on and (_found := _dispatch.find(tensor, split_size_or_sections, dim, axis)):
        return _dispatch.published(_found, split, locals())
    if axis is not None:
        dim = _either("split", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        return (_join.split if _attached else _join.split.__wrapped__)(tensor, split_size_or_sections, dim)
    except Exception as e:
        return _dispatch.after(e, split, locals(), {'tensor': 'Tensor', 'split_size_or_sections': 'int | Sequence[int]', 'dim': 'int'})


def chunk(input, chunks, dim=0, *, axis=None):
    """chunk(input, chunks, dim=0, *, axis=None) -> tuple[Tensor, ...]

    ``input`` cut along one dimension into at most ``chunks`` views of one size.

    Also ``Tensor.chunk``.

    Args:
        input (Tensor): the tensor, of any shape
        chunks (int): how many parts at most
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.chunk(wengert.tensor([1, 2, 3, 4]), 2)
    (tensor([1, 2]), tensor([3, 4]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, chunks, dim, axis)):
        return _dispatch.published(_found, chunk, locals())
    if axis is not None:
        dim = _either("chunk", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('chunk', 'input', input)
        return (_join.chunk if _attached else _join.chunk.__wrapped__)(input, chunks, dim)
    except Exception as e:
        return _dispatch.after(e, chunk, locals(), {'input': 'Tensor', 'chunks': 'int', 'dim': 'int'})


def tensor_split(input, indices_or_sections, dim=0, *, axis=None):
    """tensor_split(input, indices_or_sections, dim=0, *, axis=None) -> tuple[Tensor, ...]

    ``input`` cut along one dimension at indices, or into so many nearly equal views.

    Also ``Tensor.tensor_split``.

    Args:
        input (Tensor): the tensor, of any shape
        indices_or_sections (int | Sequence[int] | Tensor): how many parts, or where to cut
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.tensor_split(wengert.tensor([1, 2, 3]), 2)
    (tensor([1, 2]), tensor([3]))
    >>> wengert.tensor_split(wengert.tensor([1, 2, 3]), (1,))
    (tensor([1]), tensor([2, 3]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices_or_sections, dim, axis)):
        return _dispatch.published(_found, tensor_split, locals())
    if axis is not None:
        dim = _either("tensor_split", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('tensor_split', 'input', input)
        return (_join.tensor_split if _attached else _join.tensor_split.__wrapped__)(input, indices_or_sections, dim)
    except Exception as e:
        return _dispatch.after(e, tensor_split, locals(), {'input': 'Tensor', 'indices_or_sections': 'int | Sequence[int] | Tensor', 'dim': 'int'})


def hsplit(input, indices_or_sections):
    """hsplit(input, indices_or_sections) -> tuple[Tensor, ...]

    ``input`` cut along its second dimension (a vector: along its first).

    Also ``Tensor.hsplit``.

    Args:
        input (Tensor): the tensor, of any shape
        indices_or_sections (int | Sequence[int] | Tensor): how many parts, or where to cut

    >>> import wengert
    >>> wengert.hsplit(wengert.tensor([[1, 2], [3, 4]]), 2)
    (tensor([[1],
            [3]]), tensor([[2],
            [4]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices_or_sections)):
        return _dispatch.published(_found, hsplit, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hsplit', 'input', input)
        return (_join.hsplit if _attached else _join.hsplit.__wrapped__)(input, indices_or_sections)
    except Exception as e:
        return _dispatch.after(e, hsplit, locals(), {'input': 'Tensor', 'indices_or_sections': 'int | Sequence[int] | Tensor'})


def vsplit(input, indices_or_sections):
    """vsplit(input, indices_or_sections) -> tuple[Tensor, ...]

    ``input`` cut along its first dimension.

    Also ``Tensor.vsplit``.

    Args:
        input (Tensor): the tensor, of any shape
        indices_or_sections (int | Sequence[int] | Tensor): how many parts, or where to cut

    >>> import wengert
    >>> wengert.vsplit(wengert.tensor([[1, 2], [3, 4]]), 2)
    (tensor([[1, 2]]), tensor([[3, 4]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices_or_sections)):
        return _dispatch.published(_found, vsplit, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('vsplit', 'input', input)
        return (_join.vsplit if _attached else _join.vsplit.__wrapped__)(input, indices_or_sections)
    except Exception as e:
        return _dispatch.after(e, vsplit, locals(), {'input': 'Tensor', 'indices_or_sections': 'int | Sequence[int] | Tensor'})


def dsplit(input, indices_or_sections):
    """dsplit(input, indices_or_sections) -> tuple[Tensor, ...]

    ``input`` cut along its third dimension.

    Also ``Tensor.dsplit``.

    Args:
        input (Tensor): the tensor, of any shape
        indices_or_sections (int | Sequence[int] | Tensor): how many parts, or where to cut

    >>> import wengert
    >>> [part.shape for part in wengert.dsplit(wengert.zeros(1, 2, 4), [1])]
    [wengert.Size([1, 2, 1]), wengert.Size([1, 2, 3])]
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices_or_sections)):
        return _dispatch.published(_found, dsplit, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('dsplit', 'input', input)
        return (_join.dsplit if _attached else _join.dsplit.__wrapped__)(input, indices_or_sections)
    except Exception as e:
        return _dispatch.after(e, dsplit, locals(), {'input': 'Tensor', 'indices_or_sections': 'int | Sequence[int] | Tensor'})


def unbind_copy(input, dim=0, *, axis=None):
    """unbind_copy(input, dim=0, *, axis=None) -> tuple[Tensor, ...]

    A copy of what ``unbind`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.unbind_copy(wengert.tensor([1, 2]))
    (tensor(1), tensor(2))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, axis)):
        return _dispatch.published(_found, unbind_copy, locals())
    if axis is not None:
        dim = _either("unbind_copy", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unbind_copy', 'input', input)
        return (_join.unbind_copy if _attached else _join.unbind_copy.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, unbind_copy, locals(), {'input': 'Tensor', 'dim': 'int'})


def split_with_sizes_copy(input, split_sizes, dim=0, *, axis=None):
    """split_with_sizes_copy(input, split_sizes, dim=0, *, axis=None) -> tuple[Tensor, ...]

    A copy of what ``split_with_sizes`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        split_sizes (Sequence[int]): the size of each part
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.split_with_sizes_copy(wengert.tensor([1, 2, 3]), [1, 2])
    (tensor([1]), tensor([2, 3]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, split_sizes, dim, axis)):
        return _dispatch.published(_found, split_with_sizes_copy, locals())
    if axis is not None:
        dim = _either("split_with_sizes_copy", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('split_with_sizes_copy', 'input', input)
        return (_join.split_with_sizes_copy if _attached else _join.split_with_sizes_copy.__wrapped__)(input, split_sizes, dim)
    except Exception as e:
        return _dispatch.after(e, split_with_sizes_copy, locals(), {'input': 'Tensor', 'split_sizes': 'Sequence[int]', 'dim': 'int'})


def split_copy(input, split_size, dim=0, *, axis=None):
    """split_copy(input, split_size, dim=0, *, axis=None) -> tuple[Tensor, ...]

    A copy of what ``split`` shows.

    Args:
        input (Tensor): the tensor, of any shape
        split_size (int): the size of the parts
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.split_copy(wengert.tensor([1, 2, 3]), 2)
    (tensor([1, 2]), tensor([3]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, split_size, dim, axis)):
        return _dispatch.published(_found, split_copy, locals())
    if axis is not None:
        dim = _either("split_copy", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('split_copy', 'input', input)
        return (_join.split_copy if _attached else _join.split_copy.__wrapped__)(input, split_size, dim)
    except Exception as e:
        return _dispatch.after(e, split_copy, locals(), {'input': 'Tensor', 'split_size': 'int', 'dim': 'int'})


def index_select(input, dim=..., index=..., *, out=None, axis=None):
    """index_select(input, dim, index, *, out=None) -> Tensor
    index_select(input, *, axis, index, out=None) -> Tensor

    The entries of ``input`` along ``dim`` that the vector ``index`` names.

    Also ``Tensor.index_select``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer vector of positions along ``dim``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.index_select(wengert.tensor([[1, 2], [3, 4]]), 1, wengert.tensor([1, 1, 0]))
    tensor([[2, 2, 1],
            [4, 4, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, out, axis)):
        return _dispatch.published(_found, index_select, locals())
    if axis is not None:
        dim = _either("index_select", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ...:
        raise _missing("index_select", dim=dim, index=index)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('index_select', 'input', input)
        if out is not None:
            return _store('index_select', out, (_index._index_select if _attached else _index._index_select.__wrapped__)(input, dim, index))
        return (_index._index_select if _attached else _index._index_select.__wrapped__)(input, dim, index)
    except Exception as e:
        return _dispatch.after(e, index_select, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'out': 'Tensor | None'})


def index_add(input, dim=..., index=..., source=..., *, alpha=1, out=None, axis=None):
    """index_add(input, dim, index, source, *, alpha=1, out=None) -> Tensor
    index_add(input, *, axis, index, source, alpha=1, out=None) -> Tensor

    ``input`` with ``alpha * source`` added to the entries along ``dim`` that ``index`` names.

    Also ``Tensor.index_add``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer vector of positions along ``dim``
        source (Tensor): what is added: shaped like ``input`` but along ``dim``, where it is as long as ``index``
        alpha (Number): a factor of ``source``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.index_add(wengert.zeros(3), 0, wengert.tensor([0, 2, 2]), wengert.tensor([1.0, 2.0, 3.0]))
    tensor([1., 0., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, source, alpha, out, axis)):
        return _dispatch.published(_found, index_add, locals())
    if axis is not None:
        dim = _either("index_add", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or source is ...:
        raise _missing("index_add", dim=dim, index=index, source=source)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('index_add', 'input', input)
        if out is not None:
            return _store('index_add', out, (_index._index_add if _attached else _index._index_add.__wrapped__)(input, dim, index, source, alpha=alpha))
        return (_index._index_add if _attached else _index._index_add.__wrapped__)(input, dim, index, source, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, index_add, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'source': 'Tensor', 'alpha': 'Number', 'out': 'Tensor | None'})


def index_copy(input, dim=..., index=..., source=..., *, out=None, axis=None):
    """index_copy(input, dim, index, source, *, out=None) -> Tensor
    index_copy(input, *, axis, index, source, out=None) -> Tensor

    ``input`` with the entries along ``dim`` that ``index`` names replaced by those of ``source``.

    Also ``Tensor.index_copy``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer vector of positions along ``dim``
        source (Tensor): what is written: shaped like ``input`` but along ``dim``, where it is as long as
            ``index``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.index_copy(wengert.zeros(3), 0, wengert.tensor([2, 0]), wengert.tensor([1.0, 2.0]))
    tensor([2., 0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, source, out, axis)):
        return _dispatch.published(_found, index_copy, locals())
    if axis is not None:
        dim = _either("index_copy", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or source is ...:
        raise _missing("index_copy", dim=dim, index=index, source=source)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('index_copy', 'input', input)
        if out is not None:
            return _store('index_copy', out, (_index._index_copy if _attached else _index._index_copy.__wrapped__)(input, dim, index, source))
        return (_index._index_copy if _attached else _index._index_copy.__wrapped__)(input, dim, index, source)
    except Exception as e:
        return _dispatch.after(e, index_copy, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'source': 'Tensor', 'out': 'Tensor | None'})


def index_fill(input, dim=..., index=..., value=..., *, axis=None):
    """index_fill(input, dim, index, value) -> Tensor
    index_fill(input, *, axis, index, value) -> Tensor

    ``input`` with the entries along ``dim`` that ``index`` names set to one value.

    Also ``Tensor.index_fill``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer vector of positions along ``dim``
        value (Tensor | Number): the value: a number, or a tensor without dimensions
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.index_fill(wengert.zeros(3), 0, wengert.tensor([0, 2]), 5)
    tensor([5., 0., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, value, axis)):
        return _dispatch.published(_found, index_fill, locals())
    if axis is not None:
        dim = _either("index_fill", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or value is ...:
        raise _missing("index_fill", dim=dim, index=index, value=value)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('index_fill', 'input', input)
        return (_index._index_fill if _attached else _index._index_fill.__wrapped__)(input, dim, index, value)
    except Exception as e:
        return _dispatch.after(e, index_fill, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'value': 'Tensor | Number'})


def gather(input, dim=..., index=..., *, sparse_grad=False, out=None, axis=None):
    """gather(input, dim, index, *, sparse_grad=False, out=None) -> Tensor
    gather(input, *, axis, index, sparse_grad=False, out=None) -> Tensor

    The elements of ``input`` that ``index`` names along ``dim``, one for each of its entries.

    Also ``Tensor.gather``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer tensor with as many dimensions as ``input``, no larger than it but along
            ``dim``
        sparse_grad (bool): whether the gradient may be sparse
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    Returns:
        a tensor of the shape of ``index``

    >>> import wengert
    >>> wengert.gather(wengert.tensor([[1, 2], [3, 4]]), 1, wengert.tensor([[1], [0]]))
    tensor([[2],
            [3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, sparse_grad, out, axis)):
        return _dispatch.published(_found, gather, locals())
    if axis is not None:
        dim = _either("gather", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ...:
        raise _missing("gather", dim=dim, index=index)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('gather', 'input', input)
        if out is not None:
            return _store('gather', out, (_index._gather if _attached else _index._gather.__wrapped__)(input, dim, index, sparse_grad=sparse_grad))
        return (_index._gather if _attached else _index._gather.__wrapped__)(input, dim, index, sparse_grad=sparse_grad)
    except Exception as e:
        return _dispatch.after(e, gather, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'sparse_grad': 'bool', 'out': 'Tensor | None'})


def scatter_add(input, dim=..., index=..., src=..., *, out=None, axis=None):
    """scatter_add(input, dim, index, src, *, out=None) -> Tensor
    scatter_add(input, *, axis, index, src, out=None) -> Tensor

    ``input`` with the elements of ``src`` added where ``index`` points along ``dim``.

    Also ``Tensor.scatter_add``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer tensor with as many dimensions as ``input``, no larger than ``src``
        src (Tensor): what is added
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.scatter_add(wengert.zeros(3), 0, wengert.tensor([0, 0, 2]), wengert.tensor([1.0, 2.0, 3.0]))
    tensor([3., 0., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, src, out, axis)):
        return _dispatch.published(_found, scatter_add, locals())
    if axis is not None:
        dim = _either("scatter_add", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or src is ...:
        raise _missing("scatter_add", dim=dim, index=index, src=src)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('scatter_add', 'input', input)
        if out is not None:
            return _store('scatter_add', out, (_index._scatter_add if _attached else _index._scatter_add.__wrapped__)(input, dim, index, src))
        return (_index._scatter_add if _attached else _index._scatter_add.__wrapped__)(input, dim, index, src)
    except Exception as e:
        return _dispatch.after(e, scatter_add, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'src': 'Tensor', 'out': 'Tensor | None'})


def take(input, index):
    """take(input, index) -> Tensor

    The elements of the flattened ``input`` at the positions in ``index``.

    Differentiable in ``input``. Also ``Tensor.take``.

    Args:
        input (Tensor): the tensor, of any shape
        index (Tensor): an integer tensor, whose shape the result has

    >>> import wengert
    >>> wengert.take(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([3, 0]))
    tensor([4, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, index)):
        return _dispatch.published(_found, take, locals())
    try:
        return _flat.take.on(input, index)
    except Exception as e:
        return _dispatch.after(e, take, locals(), {'input': 'Tensor', 'index': 'Tensor'})


def put(input, index, source, accumulate=False):
    """put(input, index, source, accumulate=False) -> Tensor

    ``input`` with the elements of ``source`` written, or added, at positions of the flattened tensor.

    Differentiable in ``input`` and ``source``. Also ``Tensor.put``. In place: ``Tensor.put_``.

    Args:
        input (Tensor): the tensor, of any shape
        index (Tensor): an integer tensor of positions in the flattened tensor
        source (Tensor): what is written, as many elements as ``index`` has
        accumulate (bool): whether to add instead of overwriting

    >>> import wengert
    >>> wengert.zeros(2, 2).put(wengert.tensor([3, 0]), wengert.tensor([5.0, 7.0]))
    tensor([[7., 0.],
            [0., 5.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, index, source, accumulate)):
        return _dispatch.published(_found, put, locals())
    try:
        return _flat.put.apply((input, index, source,), {"accumulate": accumulate})
    except Exception as e:
        return _dispatch.after(e, put, locals(), {'input': 'Tensor', 'index': 'Tensor', 'source': 'Tensor', 'accumulate': 'bool'})


def take_along_dim(input, indices, dim=None, *, out=None, axis=None):
    """take_along_dim(input, indices, dim=None, *, out=None, axis=None) -> Tensor

    The elements of ``input`` that ``indices``, broadcast against it but for ``dim``, name along ``dim``.

    Also ``Tensor.take_along_dim``.

    Args:
        input (Tensor): the tensor, of any shape
        indices (Tensor): an integer tensor that broadcasts with ``input`` but for ``dim``
        dim (int | None): the dimension; None means the flattened tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> x = wengert.tensor([[3, 1], [2, 4]])
    >>> wengert.take_along_dim(x, x.argsort(1), 1)
    tensor([[1, 3],
            [2, 4]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices, dim, out, axis)):
        return _dispatch.published(_found, take_along_dim, locals())
    if axis is not None:
        dim = _either("take_along_dim", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('take_along_dim', 'input', input)
        if out is not None:
            return _store('take_along_dim', out, (_flat.take_along_dim if _attached else _flat.take_along_dim.__wrapped__)(input, indices, dim))
        return (_flat.take_along_dim if _attached else _flat.take_along_dim.__wrapped__)(input, indices, dim)
    except Exception as e:
        return _dispatch.after(e, take_along_dim, locals(), {'input': 'Tensor', 'indices': 'Tensor', 'dim': 'int | None', 'out': 'Tensor | None'})


def masked_fill(input, mask, value):
    """masked_fill(input, mask, value) -> Tensor

    ``input`` with one value where ``mask`` is True.

    Differentiable in ``input`` and ``value``. Also ``Tensor.masked_fill``. In place: ``Tensor.masked_fill_``.

    Args:
        input (Tensor): the tensor, of any shape
        mask (Tensor): a bool tensor that broadcasts with ``input``
        value (Tensor | Number): the value: a number, or a tensor without dimensions

    >>> import wengert
    >>> wengert.masked_fill(wengert.tensor([1.0, 2.0]), wengert.tensor([True, False]), 0)
    tensor([0., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, mask, value)):
        return _dispatch.published(_found, masked_fill, locals())
    try:
        return _flat.masked_fill.apply((input, mask, value,), None)
    except Exception as e:
        return _dispatch.after(e, masked_fill, locals(), {'input': 'Tensor', 'mask': 'Tensor', 'value': 'Tensor | Number'})


def index_put(input, indices, values, accumulate=False):
    """index_put(input, indices, values, accumulate=False) -> Tensor

    ``input`` with ``values`` written, or added, where a tuple of index tensors points.

    Also ``Tensor.index_put``.

    Args:
        input (Tensor): the tensor, of any shape
        indices (Sequence[Tensor | None]): a tuple of index tensors, or masks, one for each of the first
            dimensions; None takes a whole one
        values (Tensor | Number): the values, which broadcast to what the indices select
        accumulate (bool): whether to add instead of overwriting

    >>> import wengert
    >>> wengert.index_put(wengert.zeros(3), (wengert.tensor([0, 2]),), wengert.tensor([5.0, 7.0]))
    tensor([5., 0., 7.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices, values, accumulate)):
        return _dispatch.published(_found, index_put, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('index_put', 'input', input)
        return (_places.index_put if _attached else _places.index_put.__wrapped__)(input, indices, values, accumulate)
    except Exception as e:
        return _dispatch.after(e, index_put, locals(), {'input': 'Tensor', 'indices': 'Sequence[Tensor | None]', 'values': 'Tensor | Number', 'accumulate': 'bool'})


def index_put_(input, indices, values, accumulate=False):
    """index_put_(input, indices, values, accumulate=False) -> Tensor

    The in-place form of ``index_put``.

    Also ``Tensor.index_put_``.

    Args:
        input (Tensor): the tensor, of any shape
        indices (Sequence[Tensor | None]): a tuple of index tensors, or masks, one for each of the first
            dimensions; None takes a whole one
        values (Tensor | Number): the values, which broadcast to what the indices select
        accumulate (bool): whether to add instead of overwriting

    >>> import wengert
    >>> wengert.zeros(3).index_put_((wengert.tensor([1, 1]),), wengert.tensor([5.0, 7.0]), accumulate=True)
    tensor([ 0., 12.,  0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, indices, values, accumulate)):
        return _dispatch.published(_found, index_put_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('index_put_', 'input', input)
        return (_places.index_put_ if _attached else _places.index_put_.__wrapped__)(input, indices, values, accumulate)
    except Exception as e:
        return _dispatch.after(e, index_put_, locals(), {'input': 'Tensor', 'indices': 'Sequence[Tensor | None]', 'values': 'Tensor | Number', 'accumulate': 'bool'})


def scatter_reduce(input, dim=..., index=..., src=..., reduce=..., *, include_self=True, out=None, axis=None):
    """scatter_reduce(input, dim, index, src, reduce, *, include_self=True, out=None) -> Tensor
    scatter_reduce(input, *, axis, index, src, reduce, include_self=True, out=None) -> Tensor

    ``input`` with the elements of ``src`` that ``index`` sends along ``dim`` to the same place reduced to one.

    ``reduce`` is ``"sum"``, ``"prod"``, ``"mean"``, ``"amax"`` or ``"amin"``; ``include_self`` says whether the
    value that was there takes part.

    Also ``Tensor.scatter_reduce``. In place: ``Tensor.scatter_reduce_``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer tensor with as many dimensions as ``input``, no larger than ``src``
        src (Tensor): what is reduced
        reduce (str): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or ``'amin'``
        include_self (bool): whether the values of ``input`` take part
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> x, index = wengert.tensor([1.0, 2.0, 3.0]), wengert.tensor([0, 0, 1])
    >>> wengert.scatter_reduce(wengert.zeros(2), 0, index, x, "amax")
    tensor([2., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, src, reduce, include_self, out, axis)):
        return _dispatch.published(_found, scatter_reduce, locals())
    if axis is not None:
        dim = _either("scatter_reduce", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or src is ... or reduce is ...:
        raise _missing("scatter_reduce", dim=dim, index=index, src=src, reduce=reduce)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('scatter_reduce', 'input', input)
        if out is not None:
            return _store('scatter_reduce', out, (_places.scatter_reduce if _attached else _places.scatter_reduce.__wrapped__)(input, dim, index, src, reduce, include_self=include_self))
        return (_places.scatter_reduce if _attached else _places.scatter_reduce.__wrapped__)(input, dim, index, src, reduce, include_self=include_self)
    except Exception as e:
        return _dispatch.after(e, scatter_reduce, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'src': 'Tensor', 'reduce': 'str', 'include_self': 'bool', 'out': 'Tensor | None'})


def scatter(input, dim=..., index=..., src=None, *, value=None, reduce=None, out=None, axis=None):
    """scatter(input, dim, index, src=None, *, value=None, reduce=None, out=None) -> Tensor
    scatter(input, *, axis, index, src=None, value=None, reduce=None, out=None) -> Tensor

    ``input`` with the elements of ``src``, or one value, written where ``index`` points along ``dim``.

    Also ``Tensor.scatter``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer tensor with as many dimensions as ``input``
        src (Tensor | Number | None): what is written: a tensor at least as large as ``index``, or a number
        value (Tensor | Number | None): a number to write, instead of ``src``
        reduce (str | None): ``'add'`` or ``'multiply'`` to combine with what is there
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.scatter(wengert.zeros(3), 0, wengert.tensor([2, 0]), wengert.tensor([5.0, 7.0]))
    tensor([7., 0., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, src, value, reduce, out, axis)):
        return _dispatch.published(_found, scatter, locals())
    if axis is not None:
        dim = _either("scatter", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ...:
        raise _missing("scatter", dim=dim, index=index)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('scatter', 'input', input)
        if out is not None:
            return _store('scatter', out, (_places._scatter if _attached else _places._scatter.__wrapped__)(input, dim, index, src, value=value, reduce=reduce))
        return (_places._scatter if _attached else _places._scatter.__wrapped__)(input, dim, index, src, value=value, reduce=reduce)
    except Exception as e:
        return _dispatch.after(e, scatter, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'src': 'Tensor | Number | None', 'value': 'Tensor | Number | None', 'reduce': 'str | None', 'out': 'Tensor | None'})


def index_reduce(input, dim=..., index=..., source=..., reduce=..., *, include_self=True, out=None, axis=None):
    """index_reduce(input, dim, index, source, reduce, *, include_self=True, out=None) -> Tensor
    index_reduce(input, *, axis, index, source, reduce, include_self=True, out=None) -> Tensor

    ``input`` with the entries along ``dim`` that ``index`` names reduced with those of ``source``.

    Also ``Tensor.index_reduce``. In place: ``Tensor.index_reduce_``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        index (Tensor): an integer vector of positions along ``dim``
        source (Tensor): what is reduced: shaped like ``input`` but along ``dim``, where it is as long as
            ``index``
        reduce (str): ``'prod'``, ``'mean'``, ``'amax'`` or ``'amin'``
        include_self (bool): whether the values of ``input`` take part
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.ones(2).index_reduce(0, wengert.tensor([0, 0]), wengert.tensor([2.0, 3.0]), "prod")
    tensor([6., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, index, source, reduce, include_self, out, axis)):
        return _dispatch.published(_found, index_reduce, locals())
    if axis is not None:
        dim = _either("index_reduce", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or index is ... or source is ... or reduce is ...:
        raise _missing("index_reduce", dim=dim, index=index, source=source, reduce=reduce)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('index_reduce', 'input', input)
        if out is not None:
            return _store('index_reduce', out, (_places.index_reduce if _attached else _places.index_reduce.__wrapped__)(input, dim, index, source, reduce, include_self=include_self))
        return (_places.index_reduce if _attached else _places.index_reduce.__wrapped__)(input, dim, index, source, reduce, include_self=include_self)
    except Exception as e:
        return _dispatch.after(e, index_reduce, locals(), {'input': 'Tensor', 'dim': 'int', 'index': 'Tensor', 'source': 'Tensor', 'reduce': 'str', 'include_self': 'bool', 'out': 'Tensor | None'})


def masked_select(input, mask, *, out=None):
    """masked_select(input, mask, *, out=None) -> Tensor

    The elements of ``input`` where ``mask``, broadcast against it, is True, as a vector.

    Also ``Tensor.masked_select``.

    Args:
        input (Tensor): the tensor, of any shape
        mask (Tensor): a bool tensor that broadcasts with ``input``
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.masked_select(wengert.tensor([1, 2, 3]), wengert.tensor([True, False, True]))
    tensor([1, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, mask, out)):
        return _dispatch.published(_found, masked_select, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('masked_select', 'input', input)
        if out is not None:
            return _store('masked_select', out, (_places.masked_select if _attached else _places.masked_select.__wrapped__)(input, mask))
        return (_places.masked_select if _attached else _places.masked_select.__wrapped__)(input, mask)
    except Exception as e:
        return _dispatch.after(e, masked_select, locals(), {'input': 'Tensor', 'mask': 'Tensor', 'out': 'Tensor | None'})


def masked_scatter(input, mask, source):
    """masked_scatter(input, mask, source) -> Tensor

    ``input`` with the elements of ``source``, in order, where ``mask``, broadcast against it, is True.

    Also ``Tensor.masked_scatter``. In place: ``Tensor.masked_scatter_``.

    Args:
        input (Tensor): the tensor, of any shape
        mask (Tensor): a bool tensor that broadcasts with ``input``
        source (Tensor): at least as many elements as ``mask`` has True ones

    >>> import wengert
    >>> wengert.masked_scatter(wengert.zeros(3), wengert.tensor([True, False, True]), wengert.tensor([5.0, 7.0]))
    tensor([5., 0., 7.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, mask, source)):
        return _dispatch.published(_found, masked_scatter, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('masked_scatter', 'input', input)
        return (_places.masked_scatter if _attached else _places.masked_scatter.__wrapped__)(input, mask, source)
    except Exception as e:
        return _dispatch.after(e, masked_scatter, locals(), {'input': 'Tensor', 'mask': 'Tensor', 'source': 'Tensor'})


def nonzero(input, *, as_tuple=False, out=None):
    """nonzero(input, *, as_tuple=False, out=None) -> Tensor
    nonzero(input, *, as_tuple, out=None) -> tuple[Tensor, ...]
    nonzero(input, *, as_tuple=False, out=None) -> Tensor | tuple[Tensor, ...]

    The indices of the elements that are not zero: a row for each, or with ``as_tuple`` a vector per dimension.

    Also ``Tensor.nonzero``.

    Args:
        input (Tensor): the tensor, of any shape
        as_tuple (bool): whether to return a vector for each dimension
        out (Tensor | Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.nonzero(wengert.tensor([[1, 0], [0, 2]]))
    tensor([[0, 0],
            [1, 1]])
    >>> wengert.nonzero(wengert.tensor([[1, 0], [0, 2]]), as_tuple=True)
    (tensor([0, 1]), tensor([0, 1]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, as_tuple, out)):
        return _dispatch.published(_found, nonzero, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('nonzero', 'input', input)
        if out is not None:
            return _store('nonzero', out, (_places.nonzero if _attached else _places.nonzero.__wrapped__)(input, as_tuple=as_tuple))
        return (_places.nonzero if _attached else _places.nonzero.__wrapped__)(input, as_tuple=as_tuple)
    except Exception as e:
        return _dispatch.after(e, nonzero, locals(), {'input': 'Tensor', 'as_tuple': 'bool', 'out': 'Tensor | Sequence[Tensor] | None'})


def nonzero_static(input, *, size, fill_value=-1, out=None):
    """nonzero_static(input, *, size, fill_value=-1, out=None) -> Tensor

    The indices of the first ``size`` elements that are not zero, a row for each, and ``fill_value`` where they
    end.

    Gradients do not flow through it. Also ``Tensor.nonzero_static``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): how many rows
        fill_value (Number): the number
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.nonzero_static(wengert.tensor([0.0, 3.0, 4.0]), size=3)
    tensor([[ 1],
            [ 2],
            [-1]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, fill_value, out)):
        return _dispatch.published(_found, nonzero_static, locals())
    try:
        if out is not None:
            return _places.nonzero_static.into(out, (input,), {"size": size, "fill_value": fill_value})
        return _places.nonzero_static.on(input, None, {"size": size, "fill_value": fill_value})
    except Exception as e:
        return _dispatch.after(e, nonzero_static, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', 'fill_value': 'Number', 'out': 'Tensor | None'})


def argwhere(input):
    """argwhere(input) -> Tensor

    The indices of the elements that are not zero, a row for each.

    Also ``Tensor.argwhere``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.argwhere(wengert.tensor([0, 3, 4]))
    tensor([[1],
            [2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, argwhere, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('argwhere', 'input', input)
        return (_places.argwhere if _attached else _places.argwhere.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, argwhere, locals(), {'input': 'Tensor'})


def unravel_index(indices, shape):
    """unravel_index(indices, shape) -> tuple[Tensor, ...]

    The coordinates, a tensor per dimension of ``shape``, of positions in the flattened tensor.

    Args:
        indices (Tensor): integers from 0 on, smaller than the number of elements
        shape (int | Sequence[int]): the shape of the tensor that was flattened

    >>> import wengert
    >>> wengert.unravel_index(wengert.tensor([3, 5]), (2, 3))
    (tensor([1, 1]), tensor([0, 2]))
    """
    if _dispatch.on and (_found := _dispatch.find(indices, shape)):
        return _dispatch.published(_found, unravel_index, locals())
    try:
        return (_places.unravel_index if _attached else _places.unravel_index.__wrapped__)(indices, shape)
    except Exception as e:
        return _dispatch.after(e, unravel_index, locals(), {'indices': 'Tensor', 'shape': 'int | Sequence[int]'})


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None, axis=None):
    """repeat_interleave(input, repeats=None, dim=None, *, output_size=None, axis=None) -> Tensor

    Every entry of ``input`` along ``dim`` (of the flattened one by default) repeated, each its own number of
    times.

    With ``input`` alone, the numbers of repeats: the indices that would repeat so. ``output_size`` is how many
    entries come of it, checked where given.

    Also ``Tensor.repeat_interleave``.

    Args:
        input (Tensor): the tensor, of any shape
        repeats (Tensor | int | None): how often, a number or an integer vector with one for each entry
        dim (int | None): the dimension; None means the flattened tensor
        output_size (int | None): the length of the result, if known
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.repeat_interleave(wengert.tensor([1, 2]), wengert.tensor([1, 3]))
    tensor([1, 2, 2, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, repeats, dim, output_size, axis)):
        return _dispatch.published(_found, repeat_interleave, locals())
    if axis is not None:
        dim = _either("repeat_interleave", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('repeat_interleave', 'input', input)
        return (_places.repeat_interleave if _attached else _places.repeat_interleave.__wrapped__)(input, repeats, dim, output_size=output_size)
    except Exception as e:
        return _dispatch.after(e, repeat_interleave, locals(), {'input': 'Tensor', 'repeats': 'Tensor | int | None', 'dim': 'int | None', 'output_size': 'int | None'})


def combinations(input, r=2, with_replacement=False):
    """combinations(input, r=2, with_replacement=False) -> Tensor

    All combinations of ``r`` entries of a vector, a row for each, in the order of :mod:`itertools`.

    Also ``Tensor.combinations``.

    Args:
        input (Tensor): a vector
        r (int): how many entries a combination has
        with_replacement (bool): whether an entry may occur again

    >>> import wengert
    >>> wengert.combinations(wengert.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, r, with_replacement)):
        return _dispatch.published(_found, combinations, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('combinations', 'input', input)
        return (_places.combinations if _attached else _places.combinations.__wrapped__)(input, r, with_replacement)
    except Exception as e:
        return _dispatch.after(e, combinations, locals(), {'input': 'Tensor', 'r': 'int', 'with_replacement': 'bool'})


def sum(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """sum(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    The sum over the axes ``dim`` (default: all). Integers and bools are added up in int64.

    Also ``Tensor.sum``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to add up; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> x = wengert.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> wengert.sum(x)
    tensor(10.)
    >>> wengert.sum(x, dim=0)
    tensor([4., 6.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, sum, locals())
    if axis is not None:
        dim = _either("sum", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("sum", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('sum', 'input', input)
        if out is not None:
            return _store('sum', out, (_reduce.sum if _attached else _reduce.sum.__wrapped__)(input, dim, keepdim, dtype=dtype))
        return (_reduce.sum if _attached else _reduce.sum.__wrapped__)(input, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, sum, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def sum_to_size(input, *size):
    """sum_to_size(input, *size) -> Tensor

    Sum ``input`` to a shape that broadcasts to its own.

    Also ``Tensor.sum_to_size``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers

    >>> import wengert
    >>> wengert.ones(2, 3).sum_to_size(1, 3)
    tensor([[2., 2., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, *size)):
        return _dispatch.published(_found, sum_to_size, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('sum_to_size', 'input', input)
        return (_reduce.sum_to_size if _attached else _reduce.sum_to_size.__wrapped__)(input, *size)
    except Exception as e:
        return _dispatch.after(e, sum_to_size, locals(), {'input': 'Tensor', '*size': 'int | Sequence[int]'})


def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """nansum(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    The sum that takes NaN for zero.

    Also ``Tensor.nansum``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to add up; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.nansum(wengert.tensor([1.0, wengert.nan, 2.0]))
    tensor(3.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, nansum, locals())
    if axis is not None:
        dim = _either("nansum", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("nansum", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('nansum', 'input', input)
        if out is not None:
            return _store('nansum', out, (_reduce.nansum if _attached else _reduce.nansum.__wrapped__)(input, dim, keepdim, dtype=dtype))
        return (_reduce.nansum if _attached else _reduce.nansum.__wrapped__)(input, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, nansum, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def trace(input):
    """trace(input) -> Tensor

    The sum of the diagonal of a matrix.

    Differentiable in ``input``. Also ``Tensor.trace``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.trace(wengert.tensor([[1, 2], [3, 4]]))
    tensor(5)
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, trace, locals())
    try:
        return _reduce.trace.on(input)
    except Exception as e:
        return _dispatch.after(e, trace, locals(), {'input': 'Tensor'})


def mean(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """mean(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    The mean over the axes ``dim`` (default: all).

    Also ``Tensor.mean``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to average over; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.mean(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=1)
    tensor([1.5000, 3.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, mean, locals())
    if axis is not None:
        dim = _either("mean", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("mean", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('mean', 'input', input)
        if out is not None:
            return _store('mean', out, (_reduce.mean if _attached else _reduce.mean.__wrapped__)(input, dim, keepdim, dtype=dtype))
        return (_reduce.mean if _attached else _reduce.mean.__wrapped__)(input, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, mean, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    The mean of the elements that are not NaN.

    Also ``Tensor.nanmean``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to average over; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.nanmean(wengert.tensor([1.0, wengert.nan, 2.0]))
    tensor(1.5000)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, nanmean, locals())
    if axis is not None:
        dim = _either("nanmean", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("nanmean", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('nanmean', 'input', input)
        if out is not None:
            return _store('nanmean', out, (_reduce.nanmean if _attached else _reduce.nanmean.__wrapped__)(input, dim, keepdim, dtype=dtype))
        return (_reduce.nanmean if _attached else _reduce.nanmean.__wrapped__)(input, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, nanmean, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def prod(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """prod(input, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    The product of all elements, or along the axis ``dim``.

    Also ``Tensor.prod``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to multiply along; None means all elements
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.prod(wengert.tensor([[1, 2], [3, 4]]), 1)
    tensor([ 2, 12])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, prod, locals())
    if axis is not None:
        dim = _either("prod", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("prod", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('prod', 'input', input)
        if out is not None:
            return _store('prod', out, (_reduce.prod if _attached else _reduce.prod.__wrapped__)(input, dim, keepdim, dtype=dtype))
        return (_reduce.prod if _attached else _reduce.prod.__wrapped__)(input, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, prod, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None, axis=None, keepdims=None):
    """var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None, axis=None, keepdims=None) -> Tensor

    The variance, divided by the number of elements less ``correction`` (1; 0 if not ``unbiased``).

    Also ``Tensor.var``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to go over; None means all
        unbiased (bool | None): the older form of ``correction``: True means 1, False 0
        keepdim (bool): whether reduced dimensions stay, with size 1
        correction (float | None): what is taken off the number of elements; None means 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.var(wengert.tensor([1.0, 2.0, 3.0]))
    tensor(1.)
    >>> wengert.var(wengert.tensor([1.0, 2.0, 3.0]), correction=0)
    tensor(0.6667)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, unbiased, keepdim, correction, out, axis, keepdims)):
        return _dispatch.published(_found, var, locals())
    if axis is not None:
        dim = _either("var", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("var", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('var', 'input', input)
        if out is not None:
            return _store('var', out, (_reduce.var if _attached else _reduce.var.__wrapped__)(input, dim, unbiased, keepdim, correction=correction))
        return (_reduce.var if _attached else _reduce.var.__wrapped__)(input, dim, unbiased, keepdim, correction=correction)
    except Exception as e:
        return _dispatch.after(e, var, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'unbiased': 'bool | None', 'keepdim': 'bool', 'correction': 'float | None', 'out': 'Tensor | None'})


def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None, axis=None, keepdims=None):
    """std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None, axis=None, keepdims=None) -> Tensor

    The standard deviation; see :func:`var`. Where it is 0 its gradient is 0.

    Also ``Tensor.std``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to go over; None means all
        unbiased (bool | None): the older form of ``correction``: True means 1, False 0
        keepdim (bool): whether reduced dimensions stay, with size 1
        correction (float | None): what is taken off the number of elements; None means 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.std(wengert.tensor([1.0, 2.0, 3.0]))
    tensor(1.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, unbiased, keepdim, correction, out, axis, keepdims)):
        return _dispatch.published(_found, std, locals())
    if axis is not None:
        dim = _either("std", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("std", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('std', 'input', input)
        if out is not None:
            return _store('std', out, (_reduce.std if _attached else _reduce.std.__wrapped__)(input, dim, unbiased, keepdim, correction=correction))
        return (_reduce.std if _attached else _reduce.std.__wrapped__)(input, dim, unbiased, keepdim, correction=correction)
    except Exception as e:
        return _dispatch.after(e, std, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'unbiased': 'bool | None', 'keepdim': 'bool', 'correction': 'float | None', 'out': 'Tensor | None'})


def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None, axis=None, keepdims=None):
    """var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None, axis=None, keepdims=None) -> tuple[Tensor, Tensor]

    Variance and mean at once; see :func:`var`.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to go over; None means all
        unbiased (bool | None): the older form of ``correction``: True means 1, False 0
        keepdim (bool): whether reduced dimensions stay, with size 1
        correction (float | None): what is taken off the number of elements; None means 1
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.var_mean(wengert.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, unbiased, keepdim, correction, out, axis, keepdims)):
        return _dispatch.published(_found, var_mean, locals())
    if axis is not None:
        dim = _either("var_mean", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("var_mean", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('var_mean', 'input', input)
        if out is not None:
            return _store('var_mean', out, (_reduce.var_mean if _attached else _reduce.var_mean.__wrapped__)(input, dim, unbiased, keepdim, correction=correction))
        return (_reduce.var_mean if _attached else _reduce.var_mean.__wrapped__)(input, dim, unbiased, keepdim, correction=correction)
    except Exception as e:
        return _dispatch.after(e, var_mean, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'unbiased': 'bool | None', 'keepdim': 'bool', 'correction': 'float | None', 'out': 'Sequence[Tensor] | None'})


def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None, axis=None, keepdims=None):
    """std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None, axis=None, keepdims=None) -> tuple[Tensor, Tensor]

    Standard deviation and mean at once; see :func:`var`.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to go over; None means all
        unbiased (bool | None): the older form of ``correction``: True means 1, False 0
        keepdim (bool): whether reduced dimensions stay, with size 1
        correction (float | None): what is taken off the number of elements; None means 1
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.std_mean(wengert.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, unbiased, keepdim, correction, out, axis, keepdims)):
        return _dispatch.published(_found, std_mean, locals())
    if axis is not None:
        dim = _either("std_mean", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("std_mean", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('std_mean', 'input', input)
        if out is not None:
            return _store('std_mean', out, (_reduce.std_mean if _attached else _reduce.std_mean.__wrapped__)(input, dim, unbiased, keepdim, correction=correction))
        return (_reduce.std_mean if _attached else _reduce.std_mean.__wrapped__)(input, dim, unbiased, keepdim, correction=correction)
    except Exception as e:
        return _dispatch.after(e, std_mean, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'unbiased': 'bool | None', 'keepdim': 'bool', 'correction': 'float | None', 'out': 'Sequence[Tensor] | None'})


def any(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None):
    """any(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None) -> Tensor

    Whether some element is not 0.

    Also ``Tensor.any``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to go over; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.any(wengert.tensor([[0, 0], [0, 2]]), 1)
    tensor([False,  True])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, any, locals())
    if axis is not None:
        dim = _either("any", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("any", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('any', 'input', input)
        if out is not None:
            return _store('any', out, (_reduce.any if _attached else _reduce.any.__wrapped__)(input, dim, keepdim))
        return (_reduce.any if _attached else _reduce.any.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, any, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'out': 'Tensor | None'})


def all(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None):
    """all(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None) -> Tensor

    Whether no element is 0.

    Also ``Tensor.all``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to go over; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.all(wengert.tensor([[1, 1], [0, 2]]), 1)
    tensor([ True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, all, locals())
    if axis is not None:
        dim = _either("all", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("all", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('all', 'input', input)
        if out is not None:
            return _store('all', out, (_reduce.all if _attached else _reduce.all.__wrapped__)(input, dim, keepdim))
        return (_reduce.all if _attached else _reduce.all.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, all, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'out': 'Tensor | None'})


def count_nonzero(input, dim=None, *, axis=None):
    """count_nonzero(input, dim=None, *, axis=None) -> Tensor

    How many elements are not 0.

    Also ``Tensor.count_nonzero``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to count over; None means all
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.count_nonzero(wengert.tensor([0, 3, 4]))
    tensor(2)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, axis)):
        return _dispatch.published(_found, count_nonzero, locals())
    if axis is not None:
        dim = _either("count_nonzero", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('count_nonzero', 'input', input)
        return (_reduce.count_nonzero if _attached else _reduce.count_nonzero.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, count_nonzero, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None'})


def amax(input, dim=(), keepdim=False, *, out=None, axis=None, keepdims=None):
    """amax(input, dim=(), keepdim=False, *, out=None, axis=None, keepdims=None) -> Tensor

    The largest element over the axes ``dim`` (default: all). Elements that tie share the gradient evenly.

    Also ``Tensor.amax``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to go over; none means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.amax(wengert.tensor([[1, 5], [3, 2]]), 1)
    tensor([5, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, amax, locals())
    if axis is not None:
        dim = _either("amax", "axis", axis, "dim", dim, ())
        axis = None
    if keepdims is not None:
        keepdim = _either("amax", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('amax', 'input', input)
        if out is not None:
            return _store('amax', out, (_extreme.amax if _attached else _extreme.amax.__wrapped__)(input, dim, keepdim))
        return (_extreme.amax if _attached else _extreme.amax.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, amax, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'out': 'Tensor | None'})


def amin(input, dim=(), keepdim=False, *, out=None, axis=None, keepdims=None):
    """amin(input, dim=(), keepdim=False, *, out=None, axis=None, keepdims=None) -> Tensor

    The smallest element over the axes ``dim`` (default: all). Elements that tie share the gradient evenly.

    Also ``Tensor.amin``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to go over; none means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.amin(wengert.tensor([[1, 5], [3, 2]]), 1)
    tensor([1, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, amin, locals())
    if axis is not None:
        dim = _either("amin", "axis", axis, "dim", dim, ())
        axis = None
    if keepdims is not None:
        keepdim = _either("amin", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('amin', 'input', input)
        if out is not None:
            return _store('amin', out, (_extreme.amin if _attached else _extreme.amin.__wrapped__)(input, dim, keepdim))
        return (_extreme.amin if _attached else _extreme.amin.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, amin, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'out': 'Tensor | None'})


def aminmax(input, *, dim=None, keepdim=False, out=None, axis=None, keepdims=None):
    """aminmax(input, *, dim=None, keepdim=False, out=None, axis=None, keepdims=None) -> (min, max)

    The smallest and the largest element, of all or along the axis ``dim``.

    Also ``Tensor.aminmax``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; None means all elements
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.aminmax(wengert.tensor([3, 1, 2]))
    aminmax(min=tensor(1), max=tensor(3))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, aminmax, locals())
    if axis is not None:
        dim = _either("aminmax", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("aminmax", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('aminmax', 'input', input)
        if out is not None:
            return _store('aminmax', out, (_extreme.aminmax if _attached else _extreme.aminmax.__wrapped__)(input, dim=dim, keepdim=keepdim))
        return (_extreme.aminmax if _attached else _extreme.aminmax.__wrapped__)(input, dim=dim, keepdim=keepdim)
    except Exception as e:
        return _dispatch.after(e, aminmax, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool', 'out': 'Sequence[Tensor] | None'})


def max(input, dim=None, keepdim=False, *, other=None, out=None, axis=None, keepdims=None):
    """max(input, *, out=None) -> Tensor
    max(input, dim, keepdim=False, *, out=None, keepdims=None) -> (values, indices)
    max(input, *, axis, keepdim=False, out=None, keepdims=None) -> (values, indices)
    max(input, other, *, out=None) -> Tensor

    The largest element; with ``dim`` the largest along it and its first index; with a tensor :func:`maximum`.

    Elements that tie share the gradient of ``max(input)``; with ``dim`` it goes to the index.

    Also ``Tensor.max``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; negative ones count from the last
        keepdim (bool): whether reduced dimensions stay, with size 1
        other (Tensor | None): a tensor to compare with element by element
        out (Tensor | Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> x = wengert.tensor([[1, 5], [3, 2]])
    >>> wengert.max(x)
    tensor(5)
    >>> wengert.max(x, 1)
    max(values=tensor([5, 3]), indices=tensor([1, 0]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, other, out, axis, keepdims)):
        return _dispatch.published(_found, max, locals())
    if axis is not None:
        dim = _either("max", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("max", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max', 'input', input)
        if out is not None:
            return _store('max', out, (_extreme.max if _attached else _extreme.max.__wrapped__)(input, dim, keepdim, other=other))
        return (_extreme.max if _attached else _extreme.max.__wrapped__)(input, dim, keepdim, other=other)
    except Exception as e:
        return _dispatch.after(e, max, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool', 'other': 'Tensor | None', 'out': 'Tensor | Sequence[Tensor] | None'})


def min(input, dim=None, keepdim=False, *, other=None, out=None, axis=None, keepdims=None):
    """min(input, *, out=None) -> Tensor
    min(input, dim, keepdim=False, *, out=None, keepdims=None) -> (values, indices)
    min(input, *, axis, keepdim=False, out=None, keepdims=None) -> (values, indices)
    min(input, other, *, out=None) -> Tensor

    The smallest element; with ``dim`` the smallest along it and its first index; with a tensor :func:`minimum`.

    Elements that tie share the gradient of ``min(input)``; with ``dim`` it goes to the index.

    Also ``Tensor.min``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; negative ones count from the last
        keepdim (bool): whether reduced dimensions stay, with size 1
        other (Tensor | None): a tensor to compare with element by element
        out (Tensor | Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> x = wengert.tensor([[1, 5], [3, 2]])
    >>> wengert.min(x)
    tensor(1)
    >>> wengert.min(x, 1)
    min(values=tensor([1, 2]), indices=tensor([0, 1]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, other, out, axis, keepdims)):
        return _dispatch.published(_found, min, locals())
    if axis is not None:
        dim = _either("min", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("min", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('min', 'input', input)
        if out is not None:
            return _store('min', out, (_extreme.min if _attached else _extreme.min.__wrapped__)(input, dim, keepdim, other=other))
        return (_extreme.min if _attached else _extreme.min.__wrapped__)(input, dim, keepdim, other=other)
    except Exception as e:
        return _dispatch.after(e, min, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool', 'other': 'Tensor | None', 'out': 'Tensor | Sequence[Tensor] | None'})


def logsumexp(input, dim=..., keepdim=False, *, out=None, axis=None, keepdims=None):
    """logsumexp(input, dim, keepdim=False, *, out=None, keepdims=None) -> Tensor
    logsumexp(input, *, axis, keepdim=False, out=None, keepdims=None) -> Tensor

    ``log(sum(exp(input)))`` over the axes ``dim``, without overflow.

    Also ``wengert.special.logsumexp`` and ``Tensor.logsumexp``.

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


def dist(input, other, p=2):
    """dist(input, other, p=2) -> Tensor

    The ``p``-norm of ``input - other``, broadcast together.

    Also ``Tensor.dist``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor
        p (float): the exponent of the norm

    >>> import wengert
    >>> wengert.dist(wengert.tensor([1.0, 2.0]), wengert.tensor([4.0, 6.0]))
    tensor(5.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, p)):
        return _dispatch.published(_found, dist, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('dist', 'input', input)
        return (_norm.dist if _attached else _norm.dist.__wrapped__)(input, other, p)
    except Exception as e:
        return _dispatch.after(e, dist, locals(), {'input': 'Tensor', 'other': 'Tensor', 'p': 'float'})


def cumsum(input, dim=..., *, dtype=None, out=None, axis=None):
    """cumsum(input, dim, *, dtype=None, out=None) -> Tensor
    cumsum(input, *, axis, dtype=None, out=None) -> Tensor

    The sum of all elements so far along ``dim``.

    Differentiable in ``input``. Also ``Tensor.cumsum``. In place: ``Tensor.cumsum_``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.cumsum(wengert.tensor([1, 2, 3]), 0)
    tensor([1, 3, 6])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, out, axis)):
        return _dispatch.published(_found, cumsum, locals())
    if axis is not None:
        dim = _either("cumsum", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("cumsum", dim=dim)
    try:
        if out is not None:
            return _scan.cumsum.into(out, (input,), {"dim": dim, "dtype": dtype})
        return _scan.cumsum.on(input, None, {"dim": dim, "dtype": dtype})
    except Exception as e:
        return _dispatch.after(e, cumsum, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def cumprod(input, dim=..., *, dtype=None, out=None, axis=None):
    """cumprod(input, dim, *, dtype=None, out=None) -> Tensor
    cumprod(input, *, axis, dtype=None, out=None) -> Tensor

    The product of all elements so far along ``dim``.

    Differentiable in ``input``. Also ``Tensor.cumprod``. In place: ``Tensor.cumprod_``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.cumprod(wengert.tensor([1, 2, 3]), 0)
    tensor([1, 2, 6])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, out, axis)):
        return _dispatch.published(_found, cumprod, locals())
    if axis is not None:
        dim = _either("cumprod", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("cumprod", dim=dim)
    try:
        if out is not None:
            return _scan.cumprod.into(out, (input,), {"dim": dim, "dtype": dtype})
        return _scan.cumprod.on(input, None, {"dim": dim, "dtype": dtype})
    except Exception as e:
        return _dispatch.after(e, cumprod, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def logcumsumexp(input, dim=..., *, out=None, axis=None):
    """logcumsumexp(input, dim, *, out=None) -> Tensor
    logcumsumexp(input, *, axis, out=None) -> Tensor

    ``log(cumsum(exp(input)))`` along ``dim``, without overflow.

    Differentiable in ``input``. Also ``Tensor.logcumsumexp``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.logcumsumexp(wengert.tensor([0.0, 0.0, 1000.0]), 0)
    tensor([0.0000e+00, 6.9315e-01, 1.0000e+03])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, out, axis)):
        return _dispatch.published(_found, logcumsumexp, locals())
    if axis is not None:
        dim = _either("logcumsumexp", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("logcumsumexp", dim=dim)
    try:
        if out is not None:
            return _scan.logcumsumexp.into(out, (input,), {"dim": dim})
        return _scan.logcumsumexp.on(input, None, {"dim": dim})
    except Exception as e:
        return _dispatch.after(e, logcumsumexp, locals(), {'input': 'Tensor', 'dim': 'int', 'out': 'Tensor | None'})


def cummax(input, dim=..., *, out=None, axis=None):
    """cummax(input, dim, *, out=None) -> (values, indices)
    cummax(input, *, axis, out=None) -> (values, indices)

    The largest element so far along ``dim`` and the last index where it stands.

    Also ``Tensor.cummax``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.cummax(wengert.tensor([1, 3, 2]), 0)
    cummax(values=tensor([1, 3, 3]), indices=tensor([0, 1, 1]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, out, axis)):
        return _dispatch.published(_found, cummax, locals())
    if axis is not None:
        dim = _either("cummax", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("cummax", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cummax', 'input', input)
        if out is not None:
            return _store('cummax', out, (_scan.cummax if _attached else _scan.cummax.__wrapped__)(input, dim))
        return (_scan.cummax if _attached else _scan.cummax.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, cummax, locals(), {'input': 'Tensor', 'dim': 'int', 'out': 'Sequence[Tensor] | None'})


def cummin(input, dim=..., *, out=None, axis=None):
    """cummin(input, dim, *, out=None) -> (values, indices)
    cummin(input, *, axis, out=None) -> (values, indices)

    The smallest element so far along ``dim`` and the last index where it stands.

    Also ``Tensor.cummin``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.cummin(wengert.tensor([3, 1, 2]), 0)
    cummin(values=tensor([3, 1, 1]), indices=tensor([0, 1, 1]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, out, axis)):
        return _dispatch.published(_found, cummin, locals())
    if axis is not None:
        dim = _either("cummin", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("cummin", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cummin', 'input', input)
        if out is not None:
            return _store('cummin', out, (_scan.cummin if _attached else _scan.cummin.__wrapped__)(input, dim))
        return (_scan.cummin if _attached else _scan.cummin.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, cummin, locals(), {'input': 'Tensor', 'dim': 'int', 'out': 'Sequence[Tensor] | None'})


def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None, axis=None):
    """diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None, axis=None) -> Tensor

    The ``n``-th difference of neighbours along ``dim``, between ``prepend`` and ``append``.

    Also ``Tensor.diff``.

    Args:
        input (Tensor): the tensor, of any shape
        n (int): how many times to take differences
        dim (int): the dimension to work along; negative ones count from the last
        prepend (Tensor | None): what to put in front along ``dim``
        append (Tensor | None): what to put behind along ``dim``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.diff(wengert.tensor([1, 4, 9]))
    tensor([3, 5])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n, dim, prepend, append, out, axis)):
        return _dispatch.published(_found, diff, locals())
    if axis is not None:
        dim = _either("diff", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('diff', 'input', input)
        if out is not None:
            return _store('diff', out, (_scan.diff if _attached else _scan.diff.__wrapped__)(input, n, dim, prepend, append))
        return (_scan.diff if _attached else _scan.diff.__wrapped__)(input, n, dim, prepend, append)
    except Exception as e:
        return _dispatch.after(e, diff, locals(), {'input': 'Tensor', 'n': 'int', 'dim': 'int', 'prepend': 'Tensor | None', 'append': 'Tensor | None', 'out': 'Tensor | None'})


def trapezoid(y, x=None, *, dx=None, dim=-1, axis=None):
    """trapezoid(y, x=None, *, dx=None, dim=-1, axis=None) -> Tensor

    The area under the samples ``y`` by the trapezoidal rule, at the places ``x`` or in steps of ``dx`` (1).

    Also ``wengert.trapz``.

    Args:
        y (Tensor): the samples
        x (Tensor | None): where the samples were taken, ascending or not: shape (n,) or that of ``y``
        dx (Number | None): the distance between samples; None means 1
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.trapezoid(wengert.tensor([1.0, 2.0, 3.0]))
    tensor(4.)
    """
    if _dispatch.on and (_found := _dispatch.find(y, x, dx, dim, axis)):
        return _dispatch.published(_found, trapezoid, locals())
    if axis is not None:
        dim = _either("trapezoid", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        return (_scan.trapezoid if _attached else _scan.trapezoid.__wrapped__)(y, x, dx=dx, dim=dim)
    except Exception as e:
        return _dispatch.after(e, trapezoid, locals(), {'y': 'Tensor', 'x': 'Tensor | None', 'dx': 'Number | None', 'dim': 'int'})


def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1, axis=None):
    """cumulative_trapezoid(y, x=None, *, dx=None, dim=-1, axis=None) -> Tensor

    The area up to each sample but the first; see :func:`trapezoid`.

    Args:
        y (Tensor): the samples
        x (Tensor | None): where the samples were taken, ascending or not: shape (n,) or that of ``y``
        dx (Number | None): the distance between samples; None means 1
        dim (int): the dimension to work along; negative ones count from the last
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.cumulative_trapezoid(wengert.tensor([1.0, 2.0, 3.0]))
    tensor([1.5000, 4.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(y, x, dx, dim, axis)):
        return _dispatch.published(_found, cumulative_trapezoid, locals())
    if axis is not None:
        dim = _either("cumulative_trapezoid", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        return (_scan.cumulative_trapezoid if _attached else _scan.cumulative_trapezoid.__wrapped__)(y, x, dx=dx, dim=dim)
    except Exception as e:
        return _dispatch.after(e, cumulative_trapezoid, locals(), {'y': 'Tensor', 'x': 'Tensor | None', 'dx': 'Number | None', 'dim': 'int'})


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None):
    """searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None) -> Tensor

    Where to insert ``input`` into the last dimension of ``sorted_sequence``: before equals, after if ``right``.

    Args:
        sorted_sequence (Tensor): sequences that ascend along their last dimension: shape (..., n)
        input (Tensor | Number): what to insert: a number, or a tensor
        out_int32 (bool): whether the indices are int32 instead of int64
        right (bool): on which side of equal elements: False before them, True after
        side (str | None): ``'left'`` or ``'right'``, in place of ``right``
        sorter (Tensor | None): the indices that sort ``sorted_sequence``, if it is not sorted
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.searchsorted(wengert.tensor([1, 3, 5]), wengert.tensor([3, 6]))
    tensor([1, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(sorted_sequence, input, out_int32, right, side, sorter, out)):
        return _dispatch.published(_found, searchsorted, locals())
    try:
        if out is not None:
            return _store('searchsorted', out, (_scan.searchsorted if _attached else _scan.searchsorted.__wrapped__)(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter))
        return (_scan.searchsorted if _attached else _scan.searchsorted.__wrapped__)(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter)
    except Exception as e:
        return _dispatch.after(e, searchsorted, locals(), {'sorted_sequence': 'Tensor', 'input': 'Tensor | Number', 'out_int32': 'bool', 'right': 'bool', 'side': 'str | None', 'sorter': 'Tensor | None', 'out': 'Tensor | None'})


def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    """bucketize(input, boundaries, *, out_int32=False, right=False, out=None) -> Tensor

    The bin of each element between sorted ``boundaries``; :func:`searchsorted` the other way about.

    Args:
        input (Tensor | Number): the tensor, of any shape, or a number
        boundaries (Tensor): the boundaries, ascending: shape (n,)
        out_int32 (bool): whether the indices are int32 instead of int64
        right (bool): on which side of equal elements: False before them, True after
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.bucketize(wengert.tensor([3, 6]), wengert.tensor([1, 3, 5]))
    tensor([1, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, boundaries, out_int32, right, out)):
        return _dispatch.published(_found, bucketize, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('bucketize', 'input', input)
        if out is not None:
            return _store('bucketize', out, (_scan.bucketize if _attached else _scan.bucketize.__wrapped__)(input, boundaries, out_int32=out_int32, right=right))
        return (_scan.bucketize if _attached else _scan.bucketize.__wrapped__)(input, boundaries, out_int32=out_int32, right=right)
    except Exception as e:
        return _dispatch.after(e, bucketize, locals(), {'input': 'Tensor | Number', 'boundaries': 'Tensor', 'out_int32': 'bool', 'right': 'bool', 'out': 'Tensor | None'})


def histc(input, bins=100, min=0, max=0, *, out=None):
    """histc(input, bins=100, min=0, max=0, *, out=None) -> Tensor

    How many elements fall into each of ``bins`` equal bins from ``min`` to ``max`` (0, 0: those of ``input``).

    Gradients do not flow through it. Also ``Tensor.histc``.

    Args:
        input (Tensor): the tensor, of any shape
        bins (int): how many bins
        min (Number): the lower end of the first bin
        max (Number): the upper end of the last bin
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.histc(wengert.tensor([1.0, 2.0, 1.0]), bins=4, min=0, max=3)
    tensor([0., 2., 1., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, bins, min, max, out)):
        return _dispatch.published(_found, histc, locals())
    try:
        if out is not None:
            return _scan.histc.into(out, (input,), {"bins": bins, "min": min, "max": max})
        return _scan.histc.on(input, None, {"bins": bins, "min": min, "max": max})
    except Exception as e:
        return _dispatch.after(e, histc, locals(), {'input': 'Tensor', 'bins': 'int', 'min': 'Number', 'max': 'Number', 'out': 'Tensor | None'})


def bincount(input, weights=None, minlength=0):
    """bincount(input, weights=None, minlength=0) -> Tensor

    How often each of 0, 1, 2, ... occurs, or the sum of the ``weights`` where it does.

    Gradients do not flow through it. Also ``Tensor.bincount``.

    Args:
        input (Tensor): a vector of integers from 0 on
        weights (Tensor | None): a weight for each element; None counts each as 1
        minlength (int): how long the result is at least

    >>> import wengert
    >>> wengert.bincount(wengert.tensor([0, 1, 1, 3]))
    tensor([1, 2, 0, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weights, minlength)):
        return _dispatch.published(_found, bincount, locals())
    try:
        return _scan.bincount.on(input, weights, {"minlength": minlength})
    except Exception as e:
        return _dispatch.after(e, bincount, locals(), {'input': 'Tensor', 'weights': 'Tensor | None', 'minlength': 'int'})


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None, *, axis=None):
    """unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None, *, axis=None) -> Tensor
    unique(input, sorted=True, *, return_inverse, return_counts=False, dim=None, axis=None) -> tuple[Tensor, Tensor]
    unique(input, sorted=True, return_inverse=False, *, return_counts, dim=None, axis=None) -> tuple[Tensor, Tensor]
    unique(input, sorted=True, *, return_inverse, return_counts, dim=None, axis=None) -> tuple[Tensor, Tensor, Tensor]

    The distinct elements, or slices along ``dim``, always sorted; where each element went; how many there were.

    Also ``Tensor.unique``.

    Args:
        input (Tensor): the tensor, of any shape
        sorted (bool): whether the result is sorted (here it always is)
        return_inverse (bool): whether to return where each element went
        return_counts (bool): whether to return how often each occurred
        dim (int | None): compare slices along this dimension; None means single elements
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.unique(wengert.tensor([3, 1, 3]))
    tensor([1, 3])
    >>> wengert.unique(wengert.tensor([3, 1, 3]), return_counts=True)
    (tensor([1, 3]), tensor([1, 2]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, sorted, return_inverse, return_counts, dim, axis)):
        return _dispatch.published(_found, unique, locals())
    if axis is not None:
        dim = _either("unique", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unique', 'input', input)
        return (_scan.unique if _attached else _scan.unique.__wrapped__)(input, sorted, return_inverse, return_counts, dim)
    except Exception as e:
        return _dispatch.after(e, unique, locals(), {'input': 'Tensor', 'sorted': 'bool', 'return_inverse': 'bool', 'return_counts': 'bool', 'dim': 'int | None'})


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None, *, axis=None):
    """unique_consecutive(input, return_inverse=False, return_counts=False, dim=None, *, axis=None) -> Tensor
    unique_consecutive(input, *, return_inverse, return_counts=False, dim=None, axis=None) -> tuple[Tensor, Tensor]
    unique_consecutive(input, return_inverse=False, *, return_counts, dim=None, axis=None) -> tuple[Tensor, Tensor]
    unique_consecutive(input, *, return_inverse, return_counts, dim=None, axis=None) -> tuple[Tensor, Tensor, Tensor]

    One of each run of equal elements, or of equal slices along ``dim``; see :func:`unique`.

    Also ``Tensor.unique_consecutive``.

    Args:
        input (Tensor): the tensor, of any shape
        return_inverse (bool): whether to return where each element went
        return_counts (bool): whether to return how often each occurred
        dim (int | None): compare slices along this dimension; None means single elements
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.unique_consecutive(wengert.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, return_inverse, return_counts, dim, axis)):
        return _dispatch.published(_found, unique_consecutive, locals())
    if axis is not None:
        dim = _either("unique_consecutive", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('unique_consecutive', 'input', input)
        return (_scan.unique_consecutive if _attached else _scan.unique_consecutive.__wrapped__)(input, return_inverse, return_counts, dim)
    except Exception as e:
        return _dispatch.after(e, unique_consecutive, locals(), {'input': 'Tensor', 'return_inverse': 'bool', 'return_counts': 'bool', 'dim': 'int | None'})


def sort(input, dim=-1, descending=False, stable=False, *, out=None, axis=None):
    """sort(input, dim=-1, descending=False, stable=False, *, out=None, axis=None) -> (values, indices)

    Sort along ``dim``, always stably; NaN counts as larger than all numbers.

    Also ``Tensor.sort``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        descending (bool): whether large ones come first
        stable (bool): whether equal elements keep their order (here they always do)
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.sort(wengert.tensor([3, 1, 2]))
    sort(values=tensor([1, 2, 3]), indices=tensor([1, 2, 0]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, descending, stable, out, axis)):
        return _dispatch.published(_found, sort, locals())
    if axis is not None:
        dim = _either("sort", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('sort', 'input', input)
        if out is not None:
            return _store('sort', out, (_order.sort if _attached else _order.sort.__wrapped__)(input, dim, descending, stable))
        return (_order.sort if _attached else _order.sort.__wrapped__)(input, dim, descending, stable)
    except Exception as e:
        return _dispatch.after(e, sort, locals(), {'input': 'Tensor', 'dim': 'int', 'descending': 'bool', 'stable': 'bool', 'out': 'Sequence[Tensor] | None'})


def argsort(input, dim=-1, descending=False, stable=False, *, axis=None):
    """argsort(input, dim=-1, descending=False, stable=False, *, axis=None) -> Tensor

    The indices that sort along ``dim``; see :func:`sort`.

    Also ``Tensor.argsort``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        descending (bool): whether large ones come first
        stable (bool): whether equal elements keep their order (here they always do)
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.argsort(wengert.tensor([3, 1, 2]))
    tensor([1, 2, 0])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, descending, stable, axis)):
        return _dispatch.published(_found, argsort, locals())
    if axis is not None:
        dim = _either("argsort", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('argsort', 'input', input)
        return (_order.argsort if _attached else _order.argsort.__wrapped__)(input, dim, descending, stable)
    except Exception as e:
        return _dispatch.after(e, argsort, locals(), {'input': 'Tensor', 'dim': 'int', 'descending': 'bool', 'stable': 'bool'})


def msort(input, *, out=None):
    """msort(input, *, out=None) -> Tensor

    Sort along the first dimension.

    Also ``Tensor.msort``.

    Args:
        input (Tensor): the tensor, of any shape
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.msort(wengert.tensor([[3, 1], [2, 4]]))
    tensor([[2, 1],
            [3, 4]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, msort, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('msort', 'input', input)
        if out is not None:
            return _store('msort', out, (_order.msort if _attached else _order.msort.__wrapped__)(input))
        return (_order.msort if _attached else _order.msort.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, msort, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def topk(input, k, dim=-1, largest=True, sorted=True, *, out=None, axis=None):
    """topk(input, k, dim=-1, largest=True, sorted=True, *, out=None, axis=None) -> (values, indices)

    The ``k`` largest (or smallest) elements along ``dim``, sorted whatever ``sorted`` says.

    Also ``Tensor.topk``.

    Args:
        input (Tensor): the tensor, of any shape
        k (int): how many
        dim (int): the dimension to work along; negative ones count from the last
        largest (bool): whether the largest or the smallest are taken
        sorted (bool): whether the result is sorted (here it always is)
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.topk(wengert.tensor([3, 1, 2]), 2)
    topk(values=tensor([3, 2]), indices=tensor([0, 2]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, k, dim, largest, sorted, out, axis)):
        return _dispatch.published(_found, topk, locals())
    if axis is not None:
        dim = _either("topk", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('topk', 'input', input)
        if out is not None:
            return _store('topk', out, (_order.topk if _attached else _order.topk.__wrapped__)(input, k, dim, largest, sorted))
        return (_order.topk if _attached else _order.topk.__wrapped__)(input, k, dim, largest, sorted)
    except Exception as e:
        return _dispatch.after(e, topk, locals(), {'input': 'Tensor', 'k': 'int', 'dim': 'int', 'largest': 'bool', 'sorted': 'bool', 'out': 'Sequence[Tensor] | None'})


def argmax(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None):
    """argmax(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None) -> Tensor

    The first index of the largest element, of all (flattened) or along ``dim``.

    Also ``Tensor.argmax``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; None means the flattened tensor
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.argmax(wengert.tensor([[1, 5], [3, 2]]), dim=1)
    tensor([1, 0])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, argmax, locals())
    if axis is not None:
        dim = _either("argmax", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("argmax", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('argmax', 'input', input)
        if out is not None:
            return _store('argmax', out, (_order.argmax if _attached else _order.argmax.__wrapped__)(input, dim, keepdim))
        return (_order.argmax if _attached else _order.argmax.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, argmax, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool', 'out': 'Tensor | None'})


def argmin(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None):
    """argmin(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None) -> Tensor

    The first index of the smallest element, of all (flattened) or along ``dim``.

    Also ``Tensor.argmin``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; None means the flattened tensor
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.argmin(wengert.tensor([[1, 5], [3, 2]]), dim=1)
    tensor([0, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, argmin, locals())
    if axis is not None:
        dim = _either("argmin", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("argmin", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('argmin', 'input', input)
        if out is not None:
            return _store('argmin', out, (_order.argmin if _attached else _order.argmin.__wrapped__)(input, dim, keepdim))
        return (_order.argmin if _attached else _order.argmin.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, argmin, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool', 'out': 'Tensor | None'})


def kthvalue(input, k, dim=-1, keepdim=False, *, out=None, axis=None, keepdims=None):
    """kthvalue(input, k, dim=-1, keepdim=False, *, out=None, axis=None, keepdims=None) -> (values, indices)

    The ``k``-th smallest element (from 1) along ``dim`` and its index.

    Also ``Tensor.kthvalue``.

    Args:
        input (Tensor): the tensor, of any shape
        k (int): which, counted from 1
        dim (int): the dimension to work along; negative ones count from the last
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.kthvalue(wengert.tensor([3, 1, 2]), 2)
    kthvalue(values=tensor(2), indices=tensor(2))
    """
    if _dispatch.on and (_found := _dispatch.find(input, k, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, kthvalue, locals())
    if axis is not None:
        dim = _either("kthvalue", "axis", axis, "dim", dim, -1)
        axis = None
    if keepdims is not None:
        keepdim = _either("kthvalue", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('kthvalue', 'input', input)
        if out is not None:
            return _store('kthvalue', out, (_order.kthvalue if _attached else _order.kthvalue.__wrapped__)(input, k, dim, keepdim))
        return (_order.kthvalue if _attached else _order.kthvalue.__wrapped__)(input, k, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, kthvalue, locals(), {'input': 'Tensor', 'k': 'int', 'dim': 'int', 'keepdim': 'bool', 'out': 'Sequence[Tensor] | None'})


def median(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None):
    """median(input, *, out=None) -> Tensor
    median(input, dim, keepdim=False, *, out=None, keepdims=None) -> (values, indices)
    median(input, *, axis, keepdim=False, out=None, keepdims=None) -> (values, indices)

    The median, the lower of two; with ``dim`` along it, with its index. NaN if there is one.

    Also ``Tensor.median``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; negative ones count from the last
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.median(wengert.tensor([3, 1, 2, 4]))
    tensor(2)
    >>> wengert.median(wengert.tensor([[3, 1, 2]]), 1)
    median(values=tensor([2]), indices=tensor([2]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, median, locals())
    if axis is not None:
        dim = _either("median", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("median", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('median', 'input', input)
        if out is not None:
            return _store('median', out, (_order.median if _attached else _order.median.__wrapped__)(input, dim, keepdim))
        return (_order.median if _attached else _order.median.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, median, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool', 'out': 'Tensor | Sequence[Tensor] | None'})


def nanmedian(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None):
    """nanmedian(input, *, out=None) -> Tensor
    nanmedian(input, dim, keepdim=False, *, out=None, keepdims=None) -> (values, indices)
    nanmedian(input, *, axis, keepdim=False, out=None, keepdims=None) -> (values, indices)

    The median of what is not NaN; see :func:`median`.

    Also ``Tensor.nanmedian``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; negative ones count from the last
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.nanmedian(wengert.tensor([3.0, wengert.nan, 1.0]))
    tensor(1.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, nanmedian, locals())
    if axis is not None:
        dim = _either("nanmedian", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("nanmedian", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('nanmedian', 'input', input)
        if out is not None:
            return _store('nanmedian', out, (_order.nanmedian if _attached else _order.nanmedian.__wrapped__)(input, dim, keepdim))
        return (_order.nanmedian if _attached else _order.nanmedian.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, nanmedian, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool', 'out': 'Tensor | Sequence[Tensor] | None'})


def mode(input, dim=-1, keepdim=False, *, out=None, axis=None, keepdims=None):
    """mode(input, dim=-1, keepdim=False, *, out=None, axis=None, keepdims=None) -> (values, indices)

    The most frequent element along ``dim``, the smallest of several, and its last index.

    Also ``Tensor.mode``.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.mode(wengert.tensor([1, 2, 2, 3]))
    mode(values=tensor(2), indices=tensor(2))
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, mode, locals())
    if axis is not None:
        dim = _either("mode", "axis", axis, "dim", dim, -1)
        axis = None
    if keepdims is not None:
        keepdim = _either("mode", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('mode', 'input', input)
        if out is not None:
            return _store('mode', out, (_order.mode if _attached else _order.mode.__wrapped__)(input, dim, keepdim))
        return (_order.mode if _attached else _order.mode.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, mode, locals(), {'input': 'Tensor', 'dim': 'int', 'keepdim': 'bool', 'out': 'Sequence[Tensor] | None'})


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None, axis=None, keepdims=None):
    """quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None, axis=None, keepdims=None) -> Tensor

    The elements below which fractions ``q`` lie, of all or along ``dim``; several ``q`` make a first dimension.

    Also ``Tensor.quantile``.

    Args:
        input (Tensor): the tensor, of any shape
        q (Tensor | float): the fractions, between 0 and 1: a number, or a tensor of shape () or (n,)
        dim (int | None): the dimension to work along; None means the flattened tensor
        keepdim (bool): whether reduced dimensions stay, with size 1
        interpolation (str): between two elements: ``'linear'``, ``'lower'``, ``'higher'``, ``'nearest'`` or
            ``'midpoint'``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.quantile(wengert.tensor([0.0, 1.0, 2.0]), wengert.tensor([0.25, 0.5]))
    tensor([0.5000, 1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, q, dim, keepdim, interpolation, out, axis, keepdims)):
        return _dispatch.published(_found, quantile, locals())
    if axis is not None:
        dim = _either("quantile", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("quantile", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('quantile', 'input', input)
        if out is not None:
            return _store('quantile', out, (_order.quantile if _attached else _order.quantile.__wrapped__)(input, q, dim, keepdim, interpolation=interpolation))
        return (_order.quantile if _attached else _order.quantile.__wrapped__)(input, q, dim, keepdim, interpolation=interpolation)
    except Exception as e:
        return _dispatch.after(e, quantile, locals(), {'input': 'Tensor', 'q': 'Tensor | float', 'dim': 'int | None', 'keepdim': 'bool', 'interpolation': 'str', 'out': 'Tensor | None'})


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None, axis=None, keepdims=None):
    """nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None, axis=None, keepdims=None) -> Tensor

    The quantiles of what is not NaN; see :func:`quantile`.

    Also ``Tensor.nanquantile``.

    Args:
        input (Tensor): the tensor, of any shape
        q (Tensor | float): the fractions, between 0 and 1: a number, or a tensor of shape () or (n,)
        dim (int | None): the dimension to work along; None means the flattened tensor
        keepdim (bool): whether reduced dimensions stay, with size 1
        interpolation (str): between two elements: ``'linear'``, ``'lower'``, ``'higher'``, ``'nearest'`` or
            ``'midpoint'``
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.nanquantile(wengert.tensor([0.0, wengert.nan, 2.0]), 0.5)
    tensor(1.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, q, dim, keepdim, interpolation, out, axis, keepdims)):
        return _dispatch.published(_found, nanquantile, locals())
    if axis is not None:
        dim = _either("nanquantile", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("nanquantile", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('nanquantile', 'input', input)
        if out is not None:
            return _store('nanquantile', out, (_order.nanquantile if _attached else _order.nanquantile.__wrapped__)(input, q, dim, keepdim, interpolation=interpolation))
        return (_order.nanquantile if _attached else _order.nanquantile.__wrapped__)(input, q, dim, keepdim, interpolation=interpolation)
    except Exception as e:
        return _dispatch.after(e, nanquantile, locals(), {'input': 'Tensor', 'q': 'Tensor | float', 'dim': 'int | None', 'keepdim': 'bool', 'interpolation': 'str', 'out': 'Tensor | None'})


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    Make a leaf tensor with a copy of ``data``: a number, nested lists of numbers, or an array.

    Args:
        data (Any): a number, nested sequences of numbers, an array or a tensor
        dtype (Dtype | None): the dtype of the result; None derives it
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.tensor([[1.0, 2.0], [3.0, 4.0]])
    tensor([[1., 2.],
            [3., 4.]])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, tensor, locals())
    try:
        return (_create.tensor if _attached else _create.tensor.__wrapped__)(data, dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        raise _explained(e, "tensor", locals(), {'data': 'Any', 'dtype': 'Dtype | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def from_numpy(ndarray):
    """from_numpy(ndarray) -> Tensor

    Make a tensor that shares the memory of a NumPy array and keeps its dtype.

    Args:
        ndarray (np.ndarray[Any, Any]): the NumPy array

    >>> import wengert
    >>> import numpy as np
    >>> a = np.zeros(2)
    >>> t = wengert.from_numpy(a)
    >>> a[0] = 5
    >>> t
    tensor([5., 0.], dtype=wengert.float64)
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, from_numpy, locals())
    try:
        return (_create.from_numpy if _attached else _create.from_numpy.__wrapped__)(ndarray)
    except Exception as e:
        raise _explained(e, "from_numpy", locals(), {'ndarray': 'np.ndarray[Any, Any]'})


def from_dlpack(ext_tensor):
    """from_dlpack(ext_tensor) -> Tensor

    Make a tensor that shares the memory of anything with ``__dlpack__``, on its device.

    Args:
        ext_tensor (Any): an object with ``__dlpack__``

    >>> import wengert
    >>> import numpy as np
    >>> wengert.from_dlpack(np.array([1.0, 2.0]))
    tensor([1., 2.], dtype=wengert.float64)
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, from_dlpack, locals())
    try:
        return (_create.from_dlpack if _attached else _create.from_dlpack.__wrapped__)(ext_tensor)
    except Exception as e:
        raise _explained(e, "from_dlpack", locals(), {'ext_tensor': 'Any'})


def as_tensor(data, dtype=None, device=None):
    """as_tensor(data, dtype=None, device=None) -> Tensor

    Make a tensor of ``data``, which is copied only where it must be; a tensor keeps its history.

    Args:
        data (Any): a number, nested sequences of numbers, an array or a tensor
        dtype (Dtype | None): the dtype of the result; None derives it
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``

    >>> import wengert
    >>> wengert.as_tensor([1, 2])
    tensor([1, 2])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, as_tensor, locals())
    try:
        return (_create.as_tensor if _attached else _create.as_tensor.__wrapped__)(data, dtype, device)
    except Exception as e:
        raise _explained(e, "as_tensor", locals(), {'data': 'Any', 'dtype': 'Dtype | None', 'device': 'Device | None'})


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    """asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None) -> Tensor

    Make a tensor that shares memory with ``obj`` where ``copy`` and the other arguments allow it.

    ``obj`` is a tensor, an array, an object with ``__dlpack__`` or a buffer, or a number or nested lists.
    ``copy=True`` always copies, ``copy=False`` refuses to. A tensor stays on the tape unless ``requires_grad`` is
    given.

    Args:
        obj (Any): any object
        dtype (Dtype | None): the dtype of the result; None derives it
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        copy (bool | None): True copies always, False never, None where it must
        requires_grad (bool | None): whether gradients are to be accumulated for the result

    >>> import wengert
    >>> wengert.asarray([1, 2], dtype=wengert.float32)
    tensor([1., 2.])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, asarray, locals())
    try:
        return (_create.asarray if _attached else _create.asarray.__wrapped__)(obj, dtype=dtype, device=device, copy=copy, requires_grad=requires_grad)
    except Exception as e:
        raise _explained(e, "asarray", locals(), {'obj': 'Any', 'dtype': 'Dtype | None', 'device': 'Device | None', 'copy': 'bool | None', 'requires_grad': 'bool | None'})


def is_tensor(obj):
    """is_tensor(obj) -> bool

    Whether ``obj`` is a tensor.

    Args:
        obj (Any): any object

    >>> import wengert
    >>> wengert.is_tensor(wengert.zeros(1)), wengert.is_tensor(1.0)
    (True, False)
    """
    try:
        return _create.is_tensor(obj)
    except Exception as e:
        raise _explained(e, "is_tensor", locals(), {'obj': 'Any'})


def zeros(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """zeros(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    A tensor of zeros.

    Args:
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.zeros(2, 3)
    tensor([[0., 0., 0.],
            [0., 0., 0.]])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, zeros, locals())
    try:
        return (_create.zeros if _attached else _create.zeros.__wrapped__)(size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "zeros", locals(), {'size': 'int | Sequence[int]', '*more': 'int', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def ones(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """ones(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    A tensor of ones.

    Args:
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.ones((2, 2), dtype=wengert.int64)
    tensor([[1, 1],
            [1, 1]])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, ones, locals())
    try:
        return (_create.ones if _attached else _create.ones.__wrapped__)(size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "ones", locals(), {'size': 'int | Sequence[int]', '*more': 'int', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def empty(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None, out=None):
    """empty(size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None, out=None) -> Tensor

    A tensor with whatever its memory holds.

    Args:
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> wengert.empty(2, 3).shape
    wengert.Size([2, 3])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, empty, locals())
    try:
        return (_create.empty if _attached else _create.empty.__wrapped__)(size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, memory_format=memory_format, out=out)
    except Exception as e:
        raise _explained(e, "empty", locals(), {'size': 'int | Sequence[int]', '*more': 'int', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool', 'memory_format': 'Any | None'})


def empty_strided(size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """empty_strided(size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    A tensor with whatever its memory holds, laid out with these strides (in elements).

    Args:
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        stride (Sequence[int]): the step from one window to the next, one number or one for each dimension
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, empty_strided, locals())
    try:
        return (_create.empty_strided if _attached else _create.empty_strided.__wrapped__)(size, stride, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        raise _explained(e, "empty_strided", locals(), {'size': 'int | Sequence[int]', 'stride': 'Sequence[int]', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def full(size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """full(size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    A tensor filled with a number, which decides the dtype unless it is given.

    Args:
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        fill_value (Number): the number
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.full((2, 2), 7)
    tensor([[7, 7],
            [7, 7]])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, full, locals())
    try:
        return (_create.full if _attached else _create.full.__wrapped__)(size, fill_value, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "full", locals(), {'size': 'int | Sequence[int]', 'fill_value': 'Number', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def zeros_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    """zeros_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) -> Tensor

    Zeros in the shape of ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> wengert.zeros_like(wengert.tensor([1, 2]))
    tensor([0, 0])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dtype, layout, device, requires_grad, memory_format)):
        return _dispatch.published(_found, zeros_like, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('zeros_like', 'input', input)
        return (_create.zeros_like if _attached else _create.zeros_like.__wrapped__)(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)
    except Exception as e:
        return _dispatch.after(e, zeros_like, locals(), {'input': 'Tensor', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'memory_format': 'Any | None'})


def ones_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    """ones_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) -> Tensor

    Ones in the shape of ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> wengert.ones_like(wengert.tensor([1, 2]), dtype=wengert.float32)
    tensor([1., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dtype, layout, device, requires_grad, memory_format)):
        return _dispatch.published(_found, ones_like, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ones_like', 'input', input)
        return (_create.ones_like if _attached else _create.ones_like.__wrapped__)(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)
    except Exception as e:
        return _dispatch.after(e, ones_like, locals(), {'input': 'Tensor', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'memory_format': 'Any | None'})


def empty_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    """empty_like(input, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) -> Tensor

    A tensor in the shape of ``input`` with whatever its memory holds.

    Args:
        input (Tensor): the tensor, of any shape
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> wengert.empty_like(wengert.tensor([[1, 2]])).shape
    wengert.Size([1, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dtype, layout, device, requires_grad, memory_format)):
        return _dispatch.published(_found, empty_like, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('empty_like', 'input', input)
        return (_create.empty_like if _attached else _create.empty_like.__wrapped__)(input, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)
    except Exception as e:
        return _dispatch.after(e, empty_like, locals(), {'input': 'Tensor', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'memory_format': 'Any | None'})


def full_like(input, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    """full_like(input, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) -> Tensor

    A tensor in the shape and dtype of ``input`` filled with a number.

    Args:
        input (Tensor): the tensor, of any shape
        fill_value (Number): the number
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> wengert.full_like(wengert.tensor([1.0, 2.0]), 7)
    tensor([7., 7.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, fill_value, dtype, layout, device, requires_grad, memory_format)):
        return _dispatch.published(_found, full_like, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('full_like', 'input', input)
        return (_create.full_like if _attached else _create.full_like.__wrapped__)(input, fill_value, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)
    except Exception as e:
        return _dispatch.after(e, full_like, locals(), {'input': 'Tensor', 'fill_value': 'Number', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'memory_format': 'Any | None'})


def new_zeros(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """new_zeros(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    Zeros of any shape with the dtype and device of ``input``.

    Also ``Tensor.new_zeros``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.tensor([1, 2]).new_zeros(2)
    tensor([0, 0])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, *more, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, new_zeros, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('new_zeros', 'input', input)
        return (_create.new_zeros if _attached else _create.new_zeros.__wrapped__)(input, size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, new_zeros, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', '*more': 'int', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def new_ones(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """new_ones(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    Ones of any shape with the dtype and device of ``input``.

    Also ``Tensor.new_ones``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.tensor([1, 2]).new_ones(2)
    tensor([1, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, *more, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, new_ones, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('new_ones', 'input', input)
        return (_create.new_ones if _attached else _create.new_ones.__wrapped__)(input, size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, new_ones, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', '*more': 'int', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def new_empty(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """new_empty(input, size, *more, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    A tensor of any shape with the dtype and device of ``input`` and whatever its memory holds.

    Also ``Tensor.new_empty``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.tensor([1, 2]).new_empty(2, 2).shape
    wengert.Size([2, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, *more, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, new_empty, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('new_empty', 'input', input)
        return (_create.new_empty if _attached else _create.new_empty.__wrapped__)(input, size, *more, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, new_empty, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', '*more': 'int', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def new_empty_strided(input, size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """new_empty_strided(input, size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    :func:`empty_strided` with the dtype and device of ``input``.

    Also ``Tensor.new_empty_strided``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        stride (Sequence[int]): the step from one window to the next, one number or one for each dimension
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.tensor([1, 2]).new_empty_strided((2, 2), (1, 2)).stride()
    (1, 2)
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, stride, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, new_empty_strided, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('new_empty_strided', 'input', input)
        return (_create.new_empty_strided if _attached else _create.new_empty_strided.__wrapped__)(input, size, stride, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, new_empty_strided, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', 'stride': 'Sequence[int]', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def new_full(input, size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """new_full(input, size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    A tensor of any shape filled with a number, with the dtype and device of ``input``.

    Also ``Tensor.new_full``.

    Args:
        input (Tensor): the tensor, of any shape
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        fill_value (Number): the number
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.tensor([1.0, 2.0]).new_full((2,), 7)
    tensor([7., 7.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, size, fill_value, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, new_full, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('new_full', 'input', input)
        return (_create.new_full if _attached else _create.new_full.__wrapped__)(input, size, fill_value, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, new_full, locals(), {'input': 'Tensor', 'size': 'int | Sequence[int]', 'fill_value': 'Number', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def new_tensor(input, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """new_tensor(input, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False) -> Tensor

    :func:`tensor` of ``data`` with the dtype and device of ``input``.

    Also ``Tensor.new_tensor``.

    Args:
        input (Tensor): the tensor, of any shape
        data (Any): a number, nested sequences of numbers, an array or a tensor
        dtype (Dtype | None): the dtype of the result; None derives it
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        layout (Any | None): the layout; only the strided one (the default) exists
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.tensor([1.0, 2.0]).new_tensor([3, 4])
    tensor([3., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, data, dtype, device, requires_grad, layout, pin_memory)):
        return _dispatch.published(_found, new_tensor, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('new_tensor', 'input', input)
        return (_create.new_tensor if _attached else _create.new_tensor.__wrapped__)(input, data, dtype=dtype, device=device, requires_grad=requires_grad, layout=layout, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, new_tensor, locals(), {'input': 'Tensor', 'data': 'Any', 'dtype': 'Dtype | None', 'device': 'Device | None', 'requires_grad': 'bool', 'layout': 'Any | None', 'pin_memory': 'bool'})


def scalar_tensor(s, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """scalar_tensor(s, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    A tensor without dimensions, of the default dtype whatever the number is.

    Args:
        s (Number): the number
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.scalar_tensor(3)
    tensor(3.)
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, scalar_tensor, locals())
    try:
        return (_create.scalar_tensor if _attached else _create.scalar_tensor.__wrapped__)(s, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        raise _explained(e, "scalar_tensor", locals(), {'s': 'Number', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def eye(n, m=None, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """eye(n, m=None, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    The matrix with ones on its diagonal.

    Args:
        n (int): the number of rows
        m (int | None): the number of columns; None means as many as rows
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.eye(2, 3)
    tensor([[1., 0., 0.],
            [0., 1., 0.]])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, eye, locals())
    try:
        return (_create.eye if _attached else _create.eye.__wrapped__)(n, m, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "eye", locals(), {'n': 'int', 'm': 'int | None', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def tril_indices(row, col, offset=0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """tril_indices(row, col, offset=0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    Rows and columns (2, n) of the elements on and below a diagonal of a ``row`` by ``col`` matrix.

    Args:
        row (int): the number of rows
        col (int): the number of columns
        offset (int): which diagonal: 0 the main one, positive above it, negative below
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, tril_indices, locals())
    try:
        return (_create.tril_indices if _attached else _create.tril_indices.__wrapped__)(row, col, offset, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        raise _explained(e, "tril_indices", locals(), {'row': 'int', 'col': 'int', 'offset': 'int', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def triu_indices(row, col, offset=0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """triu_indices(row, col, offset=0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    Rows and columns (2, n) of the elements on and above a diagonal of a ``row`` by ``col`` matrix.

    Args:
        row (int): the number of rows
        col (int): the number of columns
        offset (int): which diagonal: 0 the main one, positive above it, negative below
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, triu_indices, locals())
    try:
        return (_create.triu_indices if _attached else _create.triu_indices.__wrapped__)(row, col, offset, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        raise _explained(e, "triu_indices", locals(), {'row': 'int', 'col': 'int', 'offset': 'int', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def arange(start=None, end=None, step=1, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """arange(start=None, end=None, step=1, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    The numbers from ``start`` (0) to ``end`` exclusive: integers if all of the arguments are.

    Args:
        start (Number | None): the first number; the end, if it is the only argument
        end (Number | None): where to stop
        step (Number): the difference of neighbours
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.arange(3)
    tensor([0, 1, 2])
    >>> wengert.arange(1, 2, 0.25)
    tensor([1.0000, 1.2500, 1.5000, 1.7500])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, arange, locals())
    try:
        return (_ranges.arange if _attached else _ranges.arange.__wrapped__)(start, end, step, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "arange", locals(), {'start': 'Number | None', 'end': 'Number | None', 'step': 'Number', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def range(start=0, end=..., step=1, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """range(start=0, end=..., step=1, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    The numbers from ``start`` to ``end`` inclusive, of the default dtype: deprecated, use :func:`arange`.

    Args:
        start (int): the first number
        end (Tensor | Number): where to stop: the last number, if the steps meet it
        step (int): the difference of neighbours
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.range(1, 4)
    tensor([1., 2., 3., 4.])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, range, locals())
    try:
        return (_ranges.inclusive if _attached else _ranges.inclusive.__wrapped__)(start, end, step, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "range", locals(), {'start': 'int', 'end': 'Tensor | Number', 'step': 'int', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def linspace(start, end, steps, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """linspace(start, end, steps, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    ``steps`` evenly spaced numbers from ``start`` to ``end`` inclusive.

    Args:
        start (Number): the first number
        end (Number): the last number
        steps (int): how many numbers
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, linspace, locals())
    try:
        return (_ranges.linspace if _attached else _ranges.linspace.__wrapped__)(start, end, steps, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "linspace", locals(), {'start': 'Number', 'end': 'Number', 'steps': 'int', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def logspace(start, end, steps, base=10.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """logspace(start, end, steps, base=10.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    ``base`` to the powers of :func:`linspace`.

    Args:
        start (Number): the first exponent
        end (Number): the last exponent
        steps (int): how many numbers
        base (float): what is raised to the powers
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.logspace(0, 3, 4)
    tensor([   1.,   10.,  100., 1000.])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, logspace, locals())
    try:
        return (_ranges.logspace if _attached else _ranges.logspace.__wrapped__)(start, end, steps, base, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "logspace", locals(), {'start': 'Number', 'end': 'Number', 'steps': 'int', 'base': 'float', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False) -> Tensor

    Make a tensor that shares the memory of an object with Python's buffer protocol.

    Args:
        buffer (Any): the object: ``bytearray``, ``memoryview``, ``mmap``, …
        dtype (Dtype): the dtype of the result; None derives it
        count (int): how many elements; negative ones mean as many as there are
        offset (int): how many bytes are left out before the first
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the buffer has no such elements.

    >>> import wengert
    >>> wengert.frombuffer(bytearray([1, 0, 2, 0]), dtype=wengert.int16)
    tensor([1, 2], dtype=wengert.int16)
    """
    if _dispatch.on and (_found := _dispatch.find(buffer, dtype, count, offset, requires_grad)):
        return _dispatch.published(_found, frombuffer, locals())
    try:
        return (_buffers.frombuffer if _attached else _buffers.frombuffer.__wrapped__)(buffer, dtype=dtype, count=count, offset=offset, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, frombuffer, locals(), {'buffer': 'Any', 'dtype': 'Dtype', 'count': 'int', 'offset': 'int', 'requires_grad': 'bool'})


def rand(size, *more, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """rand(size, *more, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    Numbers drawn uniformly from [0, 1).

    Args:
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately
        generator (Generator | None): where the random numbers come from; None means the default generator
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.rand(3)
    tensor([0.4963, 0.7682, 0.0885])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, rand, locals())
    try:
        return (_draw.rand if _attached else _draw.rand.__wrapped__)(size, *more, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "rand", locals(), {'size': 'int | Sequence[int]', '*more': 'int', 'generator': 'Generator | None', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def randn(size, *more, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """randn(size, *more, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    Numbers drawn from the standard normal distribution.

    Args:
        size (int | Sequence[int]): the shape, as a sequence or as separate integers
        more (int): the rest of the integers, if they are given separately
        generator (Generator | None): where the random numbers come from; None means the default generator
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.randn(16)[:3]
    tensor([-1.1258, -1.1524, -0.2506])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, randn, locals())
    try:
        return (_draw.randn if _attached else _draw.randn.__wrapped__)(size, *more, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "randn", locals(), {'size': 'int | Sequence[int]', '*more': 'int', 'generator': 'Generator | None', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def randint(low=None, high=None, size=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """randint(high, size, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor
    randint(low, high, size, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    Integers drawn from ``low`` to ``high`` exclusive: ``randint(high, size)`` or ``randint(low, high, size)``.

    Args:
        low (int | None): the smallest integer drawn
        high (int | None): one more than the largest integer drawn
        size (Sequence[int] | None): the shape, as a sequence or as separate integers
        generator (Generator | None): where the random numbers come from; None means the default generator
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.randint(10, (5,))
    tensor([4, 9, 3, 0, 3])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, randint, locals())
    try:
        return (_draw.randint if _attached else _draw.randint.__wrapped__)(low, high, size, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "randint", locals(), {'low': 'int | None', 'high': 'int | None', 'size': 'Sequence[int] | None', 'generator': 'Generator | None', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def randperm(n, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """randperm(n, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    The integers from 0 to ``n`` exclusive in random order.

    Args:
        n (int): how many integers
        generator (Generator | None): where the random numbers come from; None means the default generator
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.randperm(5)
    tensor([4, 0, 1, 3, 2])
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, randperm, locals())
    try:
        return (_draw.randperm if _attached else _draw.randperm.__wrapped__)(n, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        raise _explained(e, "randperm", locals(), {'n': 'int', 'generator': 'Generator | None', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def rand_like(input, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    """rand_like(input, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) -> Tensor

    Uniform numbers in the shape of ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        generator (Generator | None): where the random numbers come from; None means the default generator
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.rand_like(wengert.zeros(2))
    tensor([0.4963, 0.7682])
    """
    if _dispatch.on and (_found := _dispatch.find(input, generator, dtype, layout, device, requires_grad, memory_format)):
        return _dispatch.published(_found, rand_like, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rand_like', 'input', input)
        return (_draw.rand_like if _attached else _draw.rand_like.__wrapped__)(input, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)
    except Exception as e:
        return _dispatch.after(e, rand_like, locals(), {'input': 'Tensor', 'generator': 'Generator | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'memory_format': 'Any | None'})


def randn_like(input, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    """randn_like(input, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) -> Tensor

    Normal numbers in the shape of ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        generator (Generator | None): where the random numbers come from; None means the default generator
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> wengert.randn_like(wengert.zeros(2, 3)).shape
    wengert.Size([2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, generator, dtype, layout, device, requires_grad, memory_format)):
        return _dispatch.published(_found, randn_like, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('randn_like', 'input', input)
        return (_draw.randn_like if _attached else _draw.randn_like.__wrapped__)(input, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)
    except Exception as e:
        return _dispatch.after(e, randn_like, locals(), {'input': 'Tensor', 'generator': 'Generator | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'memory_format': 'Any | None'})


def randint_like(input, low, high=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None):
    """randint_like(input, low, high=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) -> Tensor

    Integers in the shape and dtype of ``input``: ``randint_like(x, high)`` or ``randint_like(x, low, high)``.

    Args:
        input (Tensor): the tensor, of any shape
        low (int): the smallest integer drawn
        high (int | None): one more than the largest integer drawn
        generator (Generator | None): where the random numbers come from; None means the default generator
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        memory_format (Any | None): the order of the elements in memory

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.randint_like(wengert.zeros(3), 10)
    tensor([4., 9., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, low, high, generator, dtype, layout, device, requires_grad, memory_format)):
        return _dispatch.published(_found, randint_like, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('randint_like', 'input', input)
        return (_draw.randint_like if _attached else _draw.randint_like.__wrapped__)(input, low, high, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format)
    except Exception as e:
        return _dispatch.after(e, randint_like, locals(), {'input': 'Tensor', 'low': 'int', 'high': 'int | None', 'generator': 'Generator | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'memory_format': 'Any | None'})


def normal(mean, std=1.0, size=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """normal(mean, std=1.0, size=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    Normal numbers with this mean and standard deviation, each a number or a tensor; two numbers need a ``size``.

    Args:
        mean (Tensor | float): the mean: a number, or a tensor with one for each element
        std (Tensor | float): the standard deviation: a number, or a tensor with one for each element
        size (int | Sequence[int] | None): the shape, as a sequence or as separate integers
        generator (Generator | None): where the random numbers come from; None means the default generator
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.normal(0.0, 1.0, (2, 3)).shape
    wengert.Size([2, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(mean, std, size, generator, dtype, layout, device, requires_grad, pin_memory, out)):
        return _dispatch.published(_found, normal, locals())
    try:
        return (_draw.normal if _attached else _draw.normal.__wrapped__)(mean, std, size, generator=generator, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        return _dispatch.after(e, normal, locals(), {'mean': 'Tensor | float', 'std': 'Tensor | float', 'size': 'int | Sequence[int] | None', 'generator': 'Generator | None', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def bernoulli(input, p=None, *, generator=None, out=None):
    """bernoulli(input, p=None, *, generator=None, out=None) -> Tensor

    Ones with the probabilities in ``input`` (or ``p`` everywhere), else zeros.

    Also ``Tensor.bernoulli``.

    Args:
        input (Tensor): the probabilities, between 0 and 1
        p (float | None): one probability for all
        generator (Generator | None): where the random numbers come from; None means the default generator
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.bernoulli(wengert.tensor([0.0, 1.0]))
    tensor([0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, generator, out)):
        return _dispatch.published(_found, bernoulli, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('bernoulli', 'input', input)
        if out is not None:
            return _store('bernoulli', out, (_draw.bernoulli if _attached else _draw.bernoulli.__wrapped__)(input, p, generator=generator))
        return (_draw.bernoulli if _attached else _draw.bernoulli.__wrapped__)(input, p, generator=generator)
    except Exception as e:
        return _dispatch.after(e, bernoulli, locals(), {'input': 'Tensor', 'p': 'float | None', 'generator': 'Generator | None', 'out': 'Tensor | None'})


def poisson(input, generator=None):
    """poisson(input, generator=None) -> Tensor

    Numbers from the Poisson distributions with these rates.

    Args:
        input (Tensor): the rates, not negative
        generator (Generator | None): where the random numbers come from; None means the default generator

    Raises:
        RuntimeError: if a rate is negative or NaN.

    >>> import wengert
    >>> wengert.poisson(wengert.zeros(3))
    tensor([0., 0., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, generator)):
        return _dispatch.published(_found, poisson, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('poisson', 'input', input)
        return (_draw.poisson if _attached else _draw.poisson.__wrapped__)(input, generator)
    except Exception as e:
        return _dispatch.after(e, poisson, locals(), {'input': 'Tensor', 'generator': 'Generator | None'})


def binomial(count, prob, generator=None):
    """binomial(count, prob, generator=None) -> Tensor

    How many of so many trials succeed, each with these probabilities.

    Args:
        count (Tensor): the numbers of trials: float32 or float64
        prob (Tensor): the probabilities, of the same dtype; they broadcast
        generator (Generator | None): where the random numbers come from; None means the default generator

    >>> import wengert
    >>> wengert.binomial(wengert.tensor([3.0, 4.0]), wengert.tensor([0.0, 1.0]))
    tensor([0., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(count, prob, generator)):
        return _dispatch.published(_found, binomial, locals())
    try:
        return (_draw.binomial if _attached else _draw.binomial.__wrapped__)(count, prob, generator)
    except Exception as e:
        return _dispatch.after(e, binomial, locals(), {'count': 'Tensor', 'prob': 'Tensor', 'generator': 'Generator | None'})


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    """multinomial(input, num_samples, replacement=False, *, generator=None, out=None) -> Tensor

    Indices drawn from each row of non-negative weights.

    Also ``Tensor.multinomial``.

    Args:
        input (Tensor): the weights: shape (n,) or (m, n)
        num_samples (int): how many to draw from each row
        replacement (bool): whether the same index may be drawn again
        generator (Generator | None): where the random numbers come from; None means the default generator
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.multinomial(wengert.tensor([0.0, 1.0, 0.0]), 1)
    tensor([1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, num_samples, replacement, generator, out)):
        return _dispatch.published(_found, multinomial, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('multinomial', 'input', input)
        if out is not None:
            return _store('multinomial', out, (_draw.multinomial if _attached else _draw.multinomial.__wrapped__)(input, num_samples, replacement, generator=generator))
        return (_draw.multinomial if _attached else _draw.multinomial.__wrapped__)(input, num_samples, replacement, generator=generator)
    except Exception as e:
        return _dispatch.after(e, multinomial, locals(), {'input': 'Tensor', 'num_samples': 'int', 'replacement': 'bool', 'generator': 'Generator | None', 'out': 'Tensor | None'})


def get_rng_state():
    """get_rng_state() -> Tensor

    The state of the default generator, as a tensor of bytes.

    >>> import wengert
    >>> state = wengert.get_rng_state()
    >>> state.dtype
    wengert.uint8
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, get_rng_state, locals())
    return _draw.get_rng_state()


def set_rng_state(new_state):
    """set_rng_state(new_state) -> None

    Continue from a state that :func:`get_rng_state` gave.

    Args:
        new_state (Tensor): a state, as bytes: uint8

    >>> import wengert
    >>> state = wengert.get_rng_state()
    >>> first = wengert.rand(2)
    >>> wengert.set_rng_state(state)
    >>> wengert.equal(wengert.rand(2), first)
    True
    """
    if _dispatch.entered and (_found := _dispatch.find()):
        return _dispatch.published(_found, set_rng_state, locals())
    try:
        return _draw.set_rng_state(new_state)
    except Exception as e:
        raise _explained(e, "set_rng_state", locals(), {'new_state': 'Tensor'})


def bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    A triangle: up from 0 to 1 and down again.

    Args:
        window_length (int): how many samples
        periodic (bool): whether it is to be repeated, so that its last sample is left out; False for filters
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> import wengert
    >>> wengert.bartlett_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(window_length, periodic, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, bartlett_window, locals())
    try:
        return (_windows.bartlett_window if _attached else _windows.bartlett_window.__wrapped__)(window_length, periodic, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, bartlett_window, locals(), {'window_length': 'int', 'periodic': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    Three cosines, with small side lobes (Blackman and Tukey, "The measurement of power spectra", 1958).

    Args:
        window_length (int): how many samples
        periodic (bool): whether it is to be repeated, so that its last sample is left out; False for filters
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> import wengert
    >>> wengert.blackman_window(4)
    tensor([-1.3878e-17,  3.4000e-01,  1.0000e+00,  3.4000e-01])
    """
    if _dispatch.on and (_found := _dispatch.find(window_length, periodic, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, blackman_window, locals())
    try:
        return (_windows.blackman_window if _attached else _windows.blackman_window.__wrapped__)(window_length, periodic, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, blackman_window, locals(), {'window_length': 'int', 'periodic': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    A raised cosine, ``alpha - beta * cos``.

    Args:
        window_length (int): how many samples
        periodic (bool): whether it is to be repeated, so that its last sample is left out; False for filters
        alpha (float): a factor
        beta (float): a factor
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> import wengert
    >>> wengert.hamming_window(4)
    tensor([0.0800, 0.5400, 1.0000, 0.5400])
    """
    if _dispatch.on and (_found := _dispatch.find(window_length, periodic, alpha, beta, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, hamming_window, locals())
    try:
        return (_windows.hamming_window if _attached else _windows.hamming_window.__wrapped__)(window_length, periodic, alpha, beta, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, hamming_window, locals(), {'window_length': 'int', 'periodic': 'bool', 'alpha': 'float', 'beta': 'float', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    A cosine raised so that it ends at zero.

    Args:
        window_length (int): how many samples
        periodic (bool): whether it is to be repeated, so that its last sample is left out; False for filters
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> import wengert
    >>> wengert.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(window_length, periodic, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, hann_window, locals())
    try:
        return (_windows.hann_window if _attached else _windows.hann_window.__wrapped__)(window_length, periodic, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, hann_window, locals(), {'window_length': 'int', 'periodic': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False) -> Tensor

    Bessel's window, whose ``beta`` weighs the width of the main lobe against the height of the others.

    Args:
        window_length (int): how many samples
        periodic (bool): whether it is to be repeated, so that its last sample is left out; False for filters
        beta (float): a factor
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    Raises:
        RuntimeError: if the length is negative or the dtype is not a floating point one.

    >>> import wengert
    >>> wengert.kaiser_window(4)
    tensor([5.2773e-05, 2.1567e-01, 1.0000e+00, 2.1567e-01])
    """
    if _dispatch.on and (_found := _dispatch.find(window_length, periodic, beta, dtype, layout, device, requires_grad, pin_memory)):
        return _dispatch.published(_found, kaiser_window, locals())
    try:
        return (_windows.kaiser_window if _attached else _windows.kaiser_window.__wrapped__)(window_length, periodic, beta, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    except Exception as e:
        return _dispatch.after(e, kaiser_window, locals(), {'window_length': 'int', 'periodic': 'bool', 'beta': 'float', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def mm(input, mat2, *, out=None):
    """mm(input, mat2, *, out=None) -> Tensor

    The product of two matrices.

    Differentiable in ``input`` and ``mat2``. Also ``Tensor.mm``.

    Args:
        input (Tensor): the first matrix: shape (n, m)
        mat2 (Tensor): the second matrix: shape (m, p)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    Returns:
        a matrix of shape (n, p)

    >>> import wengert
    >>> wengert.mm(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([[1], [1]]))
    tensor([[3],
            [7]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, mat2, out)):
        return _dispatch.published(_found, mm, locals())
    try:
        if out is not None:
            return _matmul.mm.into(out, (input, mat2,), None)
        return _matmul.mm.on(input, mat2)
    except Exception as e:
        return _dispatch.after(e, mm, locals(), {'input': 'Tensor', 'mat2': 'Tensor', 'out': 'Tensor | None'})


def mv(input, vec, *, out=None):
    """mv(input, vec, *, out=None) -> Tensor

    The product of a matrix and a vector.

    Differentiable in ``input`` and ``vec``. Also ``Tensor.mv``.

    Args:
        input (Tensor): the matrix: shape (n, m)
        vec (Tensor): a vector: shape (m,)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    Returns:
        a vector of shape (n,)

    >>> import wengert
    >>> wengert.mv(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]))
    tensor([3, 7])
    """
    if _dispatch.on and (_found := _dispatch.find(input, vec, out)):
        return _dispatch.published(_found, mv, locals())
    try:
        if out is not None:
            return _matmul.mv.into(out, (input, vec,), None)
        return _matmul.mv.on(input, vec)
    except Exception as e:
        return _dispatch.after(e, mv, locals(), {'input': 'Tensor', 'vec': 'Tensor', 'out': 'Tensor | None'})


def dot(input, tensor, *, out=None):
    """dot(input, tensor, *, out=None) -> Tensor

    The inner product of two vectors; nothing is conjugated.

    Differentiable in ``input`` and ``tensor``. Also ``Tensor.dot``.

    Args:
        input (Tensor): the first vector: shape (n,)
        tensor (Tensor): the second vector: shape (n,)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.dot(wengert.tensor([1, 2]), wengert.tensor([3, 4]))
    tensor(11)
    """
    if _dispatch.on and (_found := _dispatch.find(input, tensor, out)):
        return _dispatch.published(_found, dot, locals())
    try:
        if out is not None:
            return _matmul.dot.into(out, (input, tensor,), None)
        return _matmul.dot.on(input, tensor)
    except Exception as e:
        return _dispatch.after(e, dot, locals(), {'input': 'Tensor', 'tensor': 'Tensor', 'out': 'Tensor | None'})


def vdot(input, other, *, out=None):
    """vdot(input, other, *, out=None) -> Tensor

    The inner product of two vectors, the first one conjugated.

    Differentiable in ``input`` and ``other``. Also ``wengert.linalg.vdot`` and ``Tensor.vdot``.

    Args:
        input (Tensor): the first vector: shape (n,)
        other (Tensor): the second vector: shape (n,)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.vdot(wengert.tensor([1 + 1j]), wengert.tensor([1j]))
    tensor(1.+1.j)
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, vdot, locals())
    try:
        if out is not None:
            return _matmul.vdot.into(out, (input, other,), None)
        return _matmul.vdot.on(input, other)
    except Exception as e:
        return _dispatch.after(e, vdot, locals(), {'input': 'Tensor', 'other': 'Tensor', 'out': 'Tensor | None'})


def bmm(input, mat2, *, out=None):
    """bmm(input, mat2, *, out=None) -> Tensor

    The products of the matrices of two batches.

    Also ``Tensor.bmm``.

    Args:
        input (Tensor): the first matrices: shape (b, n, m)
        mat2 (Tensor): the second matrices: shape (b, m, p)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    Returns:
        matrices of shape (b, n, p)

    >>> import wengert
    >>> wengert.bmm(wengert.ones(2, 1, 3), wengert.ones(2, 3, 1)).flatten()
    tensor([3., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, mat2, out)):
        return _dispatch.published(_found, bmm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('bmm', 'input', input)
        if out is not None:
            return _store('bmm', out, (_matmul.bmm if _attached else _matmul.bmm.__wrapped__)(input, mat2))
        return (_matmul.bmm if _attached else _matmul.bmm.__wrapped__)(input, mat2)
    except Exception as e:
        return _dispatch.after(e, bmm, locals(), {'input': 'Tensor', 'mat2': 'Tensor', 'out': 'Tensor | None'})


def matmul(input, other, *, out=None):
    """matmul(input, other, *, out=None) -> Tensor

    The product of matrices or vectors; further dimensions are batches and broadcast together.

    Also ``wengert.linalg.matmul`` and ``Tensor.matmul``.

    Args:
        input (Tensor): a vector (m,) or matrices (..., n, m)
        other (Tensor): a vector (m,) or matrices (..., m, p)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    Returns:
        of two vectors their inner product, else what the matrix product gives, without the dimension of a vector

    >>> import wengert
    >>> wengert.matmul(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]))
    tensor([3, 7])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, matmul, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('matmul', 'input', input)
        if out is not None:
            return _store('matmul', out, (_matmul.matmul if _attached else _matmul.matmul.__wrapped__)(input, other))
        return (_matmul.matmul if _attached else _matmul.matmul.__wrapped__)(input, other)
    except Exception as e:
        return _dispatch.after(e, matmul, locals(), {'input': 'Tensor', 'other': 'Tensor', 'out': 'Tensor | None'})


def outer(input, vec2, *, out=None):
    """outer(input, vec2, *, out=None) -> Tensor

    All products of an element of one vector with an element of another.

    Also ``wengert.ger``, ``Tensor.outer`` and ``Tensor.ger``.

    Args:
        input (Tensor): the first vector: shape (n,)
        vec2 (Tensor): the second vector: shape (m,)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    Returns:
        a matrix of shape (n, m)

    >>> import wengert
    >>> wengert.outer(wengert.tensor([1, 2]), wengert.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, vec2, out)):
        return _dispatch.published(_found, outer, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('outer', 'input', input)
        if out is not None:
            return _store('outer', out, (_matmul.outer if _attached else _matmul.outer.__wrapped__)(input, vec2))
        return (_matmul.outer if _attached else _matmul.outer.__wrapped__)(input, vec2)
    except Exception as e:
        return _dispatch.after(e, outer, locals(), {'input': 'Tensor', 'vec2': 'Tensor', 'out': 'Tensor | None'})


def inner(input, other, *, out=None):
    """inner(input, other, *, out=None) -> Tensor

    The inner products of the last dimensions; a number scales the other tensor.

    Also ``Tensor.inner``.

    Args:
        input (Tensor): shape (..., m)
        other (Tensor): shape (..., m)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.inner(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]))
    tensor([3, 7])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, inner, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('inner', 'input', input)
        if out is not None:
            return _store('inner', out, (_matmul.inner if _attached else _matmul.inner.__wrapped__)(input, other))
        return (_matmul.inner if _attached else _matmul.inner.__wrapped__)(input, other)
    except Exception as e:
        return _dispatch.after(e, inner, locals(), {'input': 'Tensor', 'other': 'Tensor', 'out': 'Tensor | None'})


def kron(input, other, *, out=None):
    """kron(input, other, *, out=None) -> Tensor

    The Kronecker product: every element of ``input`` replaced by its product with ``other``.

    Also ``Tensor.kron``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.kron(wengert.tensor([[1, 2]]), wengert.tensor([[1, 1]]))
    tensor([[1, 1, 2, 2]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, out)):
        return _dispatch.published(_found, kron, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('kron', 'input', input)
        if out is not None:
            return _store('kron', out, (_matmul.kron if _attached else _matmul.kron.__wrapped__)(input, other))
        return (_matmul.kron if _attached else _matmul.kron.__wrapped__)(input, other)
    except Exception as e:
        return _dispatch.after(e, kron, locals(), {'input': 'Tensor', 'other': 'Tensor', 'out': 'Tensor | None'})


def addmm(input, mat1, mat2, *older, beta=1, alpha=1, out=None):
    """addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None) -> Tensor

    ``beta * input + alpha * (mat1 @ mat2)``; with ``beta=0`` NaN in ``input`` does not count.

    Also ``Tensor.addmm``. In place: ``Tensor.addmm_``.

    Args:
        input (Tensor): what is added, which broadcasts to (n, p)
        mat1 (Tensor): the first matrix: shape (n, m)
        mat2 (Tensor): the second matrix: shape (m, p)
        beta (Number): a factor of ``input``
        alpha (Number): a factor of the product
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.addmm(wengert.tensor([10]), wengert.tensor([[1, 2]]), wengert.tensor([[3], [4]]))
    tensor([[21]])
    """
    if older:
        return _dispatch.older(addmm, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(input, mat1, mat2, beta, alpha, out)):
        return _dispatch.published(_found, addmm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('addmm', 'input', input)
        if out is not None:
            return _store('addmm', out, (_matmul.addmm if _attached else _matmul.addmm.__wrapped__)(input, mat1, mat2, beta=beta, alpha=alpha))
        return (_matmul.addmm if _attached else _matmul.addmm.__wrapped__)(input, mat1, mat2, beta=beta, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, addmm, locals(), {'input': 'Tensor', 'mat1': 'Tensor', 'mat2': 'Tensor', 'beta': 'Number', 'alpha': 'Number', 'out': 'Tensor | None'})


def addmv(input, mat, vec, *older, beta=1, alpha=1, out=None):
    """addmv(input, mat, vec, *, beta=1, alpha=1, out=None) -> Tensor

    ``beta * input + alpha * (mat @ vec)``; with ``beta=0`` NaN in ``input`` does not count.

    Also ``Tensor.addmv``. In place: ``Tensor.addmv_``.

    Args:
        input (Tensor): what is added, which broadcasts to (n,)
        mat (Tensor): a matrix: shape (n, m)
        vec (Tensor): a vector: shape (m,)
        beta (Number): a factor of ``input``
        alpha (Number): a factor of the product
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.addmv(wengert.tensor([10]), wengert.tensor([[1, 2]]), wengert.tensor([3, 4]))
    tensor([21])
    """
    if older:
        return _dispatch.older(addmv, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(input, mat, vec, beta, alpha, out)):
        return _dispatch.published(_found, addmv, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('addmv', 'input', input)
        if out is not None:
            return _store('addmv', out, (_matmul.addmv if _attached else _matmul.addmv.__wrapped__)(input, mat, vec, beta=beta, alpha=alpha))
        return (_matmul.addmv if _attached else _matmul.addmv.__wrapped__)(input, mat, vec, beta=beta, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, addmv, locals(), {'input': 'Tensor', 'mat': 'Tensor', 'vec': 'Tensor', 'beta': 'Number', 'alpha': 'Number', 'out': 'Tensor | None'})


def addmv_(input, mat, vec, *older, beta=1, alpha=1):
    """addmv_(input, mat, vec, *, beta=1, alpha=1) -> Tensor

    Write what :func:`wengert.addmv` returns into ``input``, and return it.

    Args:
        input (Tensor): what is added, which broadcasts to (n,)
        mat (Tensor): a matrix: shape (n, m)
        vec (Tensor): a vector: shape (m,)
        beta (Number): a factor of ``input``
        alpha (Number): a factor of the product
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.addmv_(wengert.tensor([10]), wengert.tensor([[1, 2]]), wengert.tensor([3, 4]))
    tensor([21])
    """
    if older:
        return _dispatch.older(addmv_, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(input, mat, vec, beta, alpha)):
        return _dispatch.published(_found, addmv_, locals())
    try:
        return _rewrite('addmv', input, lambda _x: (_matmul.addmv if _attached else _matmul.addmv.__wrapped__)(_x, mat, vec, beta=beta, alpha=alpha))
    except Exception as e:
        return _dispatch.after(e, addmv_, locals(), {'input': 'Tensor', 'mat': 'Tensor', 'vec': 'Tensor', 'beta': 'Number', 'alpha': 'Number'})


def addr(input, vec1, vec2, *older, beta=1, alpha=1, out=None):
    """addr(input, vec1, vec2, *, beta=1, alpha=1, out=None) -> Tensor

    ``beta * input + alpha * outer(vec1, vec2)``; with ``beta=0`` NaN in ``input`` does not count.

    Also ``Tensor.addr``. In place: ``Tensor.addr_``.

    Args:
        input (Tensor): what is added, which broadcasts to (n, m)
        vec1 (Tensor): the first vector: shape (n,)
        vec2 (Tensor): the second vector: shape (m,)
        beta (Number): a factor of ``input``
        alpha (Number): a factor of the product
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.addr(wengert.zeros(2, 2), wengert.tensor([1.0, 2.0]), wengert.tensor([3.0, 4.0]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    if older:
        return _dispatch.older(addr, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(input, vec1, vec2, beta, alpha, out)):
        return _dispatch.published(_found, addr, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('addr', 'input', input)
        if out is not None:
            return _store('addr', out, (_matmul.addr if _attached else _matmul.addr.__wrapped__)(input, vec1, vec2, beta=beta, alpha=alpha))
        return (_matmul.addr if _attached else _matmul.addr.__wrapped__)(input, vec1, vec2, beta=beta, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, addr, locals(), {'input': 'Tensor', 'vec1': 'Tensor', 'vec2': 'Tensor', 'beta': 'Number', 'alpha': 'Number', 'out': 'Tensor | None'})


def baddbmm(input, batch1, batch2, *older, beta=1, alpha=1, out=None):
    """baddbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None) -> Tensor

    ``beta * input + alpha * bmm(batch1, batch2)``; with ``beta=0`` NaN in ``input`` does not count.

    Also ``Tensor.baddbmm``. In place: ``Tensor.baddbmm_``.

    Args:
        input (Tensor): what is added, which broadcasts to (b, n, p)
        batch1 (Tensor): the first matrices: shape (b, n, m)
        batch2 (Tensor): the second matrices: shape (b, m, p)
        beta (Number): a factor of ``input``
        alpha (Number): a factor of the products
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.baddbmm(wengert.tensor([[[10.0]]]), wengert.ones(1, 1, 3), wengert.ones(1, 3, 1))
    tensor([[[13.]]])
    """
    if older:
        return _dispatch.older(baddbmm, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(input, batch1, batch2, beta, alpha, out)):
        return _dispatch.published(_found, baddbmm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('baddbmm', 'input', input)
        if out is not None:
            return _store('baddbmm', out, (_matmul.baddbmm if _attached else _matmul.baddbmm.__wrapped__)(input, batch1, batch2, beta=beta, alpha=alpha))
        return (_matmul.baddbmm if _attached else _matmul.baddbmm.__wrapped__)(input, batch1, batch2, beta=beta, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, baddbmm, locals(), {'input': 'Tensor', 'batch1': 'Tensor', 'batch2': 'Tensor', 'beta': 'Number', 'alpha': 'Number', 'out': 'Tensor | None'})


def addbmm(input, batch1, batch2, *older, beta=1, alpha=1, out=None):
    """addbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None) -> Tensor

    ``beta * input + alpha * bmm(batch1, batch2).sum(0)``; with ``beta=0`` NaN in ``input`` does not count.

    Also ``Tensor.addbmm``. In place: ``Tensor.addbmm_``.

    Args:
        input (Tensor): what is added, which broadcasts to (n, p)
        batch1 (Tensor): the first matrices: shape (b, n, m)
        batch2 (Tensor): the second matrices: shape (b, m, p)
        beta (Number): a factor of ``input``
        alpha (Number): a factor of the products
        out (Tensor | None): a tensor that the result is written into and that is then returned
        older (Any): what is left over where a factor stands among the tensors, as in PyTorch of old; that warns

    >>> import wengert
    >>> wengert.addbmm(wengert.tensor([[10.0]]), wengert.ones(2, 1, 3), wengert.ones(2, 3, 1))
    tensor([[16.]])
    """
    if older:
        return _dispatch.older(addbmm, locals(), ('beta', 'alpha'))
    if _dispatch.on and (_found := _dispatch.find(input, batch1, batch2, beta, alpha, out)):
        return _dispatch.published(_found, addbmm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('addbmm', 'input', input)
        if out is not None:
            return _store('addbmm', out, (_matmul.addbmm if _attached else _matmul.addbmm.__wrapped__)(input, batch1, batch2, beta=beta, alpha=alpha))
        return (_matmul.addbmm if _attached else _matmul.addbmm.__wrapped__)(input, batch1, batch2, beta=beta, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, addbmm, locals(), {'input': 'Tensor', 'batch1': 'Tensor', 'batch2': 'Tensor', 'beta': 'Number', 'alpha': 'Number', 'out': 'Tensor | None'})


def einsum(*args):
    """einsum(*args) -> Tensor

    Products of tensors summed as an equation says, in Einstein's notation.

    Letters name dimensions: those that are not in the result are summed over, ``...`` stands for any others.
    Without ``->`` the result has the letters that occur once, in alphabetical order. The operands may also be
    given as ``tensor, [0, 1], ...``.

    Args:
        args (Any): the equation and the operands

    >>> import wengert
    >>> wengert.einsum("ij,j->i", wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]))
    tensor([3, 7])
    """
    if _dispatch.on and (_found := _dispatch.find(*args)):
        return _dispatch.published(_found, einsum, locals())
    try:
        return (_matmul.einsum if _attached else _matmul.einsum.__wrapped__)(*args)
    except Exception as e:
        return _dispatch.after(e, einsum, locals(), {'*args': 'Any'})


def tensordot(a, b, dims=2, *, out=None):
    """tensordot(a, b, dims=2, *, out=None) -> Tensor

    Products summed over some dimensions of both tensors.

    Args:
        a (Tensor): the first tensor
        b (Tensor): the second tensor
        dims (int | Sequence[Sequence[int]]): how many of the last dimensions of ``a`` and the first of ``b``, or
            two lists that name them
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.tensordot(wengert.ones(2, 3), wengert.ones(3, 4), dims=1).shape
    wengert.Size([2, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(a, b, dims, out)):
        return _dispatch.published(_found, tensordot, locals())
    try:
        if out is not None:
            return _store('tensordot', out, (_matmul.tensordot if _attached else _matmul.tensordot.__wrapped__)(a, b, dims))
        return (_matmul.tensordot if _attached else _matmul.tensordot.__wrapped__)(a, b, dims)
    except Exception as e:
        return _dispatch.after(e, tensordot, locals(), {'a': 'Tensor', 'b': 'Tensor', 'dims': 'int | Sequence[Sequence[int]]', 'out': 'Tensor | None'})


def inverse(input, *, out=None):
    """inverse(input, *, out=None) -> Tensor

    The inverses of square matrices: :func:`wengert.linalg.inv`.

    Also ``Tensor.inverse``.

    Args:
        input (Tensor): the matrices: shape (..., n, n)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.inverse(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, out)):
        return _dispatch.published(_found, inverse, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('inverse', 'input', input)
        if out is not None:
            return _store('inverse', out, (_solve.inverse if _attached else _solve.inverse.__wrapped__)(input))
        return (_solve.inverse if _attached else _solve.inverse.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, inverse, locals(), {'input': 'Tensor', 'out': 'Tensor | None'})


def triangular_solve(b, A, upper=True, transpose=False, unitriangular=False, *, out=None):
    """triangular_solve(b, A, upper=True, transpose=False, unitriangular=False, *, out=None) -> (solution, cloned_coefficient)

    The older form of :func:`wengert.linalg.solve_triangular`, which returns a copy of ``A`` as well.

    Also ``Tensor.triangular_solve``.

    Args:
        b (Tensor): the right-hand sides: shape (..., n, k)
        A (Tensor): the triangular matrices: shape (..., n, n)
        upper (bool): whether the upper triangle is meant
        transpose (bool): whether the matrix is transposed first
        unitriangular (bool): whether the diagonal is taken to be 1
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> A = wengert.tensor([[2.0, 1.0], [0.0, 4.0]])
    >>> wengert.triangular_solve(wengert.tensor([[4.0], [8.0]]), A).solution
    tensor([[1.],
            [2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(b, A, upper, transpose, unitriangular, out)):
        return _dispatch.published(_found, triangular_solve, locals())
    try:
        if out is not None:
            return _store('triangular_solve', out, (_solve.triangular_solve if _attached else _solve.triangular_solve.__wrapped__)(b, A, upper, transpose, unitriangular))
        return (_solve.triangular_solve if _attached else _solve.triangular_solve.__wrapped__)(b, A, upper, transpose, unitriangular)
    except Exception as e:
        return _dispatch.after(e, triangular_solve, locals(), {'b': 'Tensor', 'A': 'Tensor', 'upper': 'bool', 'transpose': 'bool', 'unitriangular': 'bool', 'out': 'Sequence[Tensor] | None'})


def cholesky(input, upper=False, *, out=None):
    """cholesky(input, upper=False, *, out=None) -> Tensor

    The older form of :func:`wengert.linalg.cholesky`.

    Also ``Tensor.cholesky``.

    Args:
        input (Tensor): the matrices: shape (..., n, n)
        upper (bool): whether to return the upper factor, and to read the upper triangle
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.cholesky(wengert.tensor([[4.0, 2.0], [2.0, 5.0]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, upper, out)):
        return _dispatch.published(_found, cholesky, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cholesky', 'input', input)
        if out is not None:
            return _store('cholesky', out, (_solve.old_cholesky if _attached else _solve.old_cholesky.__wrapped__)(input, upper))
        return (_solve.old_cholesky if _attached else _solve.old_cholesky.__wrapped__)(input, upper)
    except Exception as e:
        return _dispatch.after(e, cholesky, locals(), {'input': 'Tensor', 'upper': 'bool', 'out': 'Tensor | None'})


def cholesky_solve(B, L, upper=False, *, out=None):
    """cholesky_solve(B, L, upper=False, *, out=None) -> Tensor

    The solution X of ``A X = B``, where ``L`` is the Cholesky factor of A.

    Also ``Tensor.cholesky_solve``.

    Args:
        B (Tensor): the right-hand sides: shape (..., n, k)
        L (Tensor): the factor: shape (..., n, n)
        upper (bool): whether the upper triangle is meant
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> L = wengert.tensor([[2.0, 0.0], [1.0, 2.0]])
    >>> wengert.cholesky_solve(wengert.tensor([[8.0], [12.0]]), L)
    tensor([[1.],
            [2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(B, L, upper, out)):
        return _dispatch.published(_found, cholesky_solve, locals())
    try:
        if out is not None:
            return _store('cholesky_solve', out, (_solve.cholesky_solve if _attached else _solve.cholesky_solve.__wrapped__)(B, L, upper))
        return (_solve.cholesky_solve if _attached else _solve.cholesky_solve.__wrapped__)(B, L, upper)
    except Exception as e:
        return _dispatch.after(e, cholesky_solve, locals(), {'B': 'Tensor', 'L': 'Tensor', 'upper': 'bool', 'out': 'Tensor | None'})


def cholesky_inverse(L, upper=False, *, out=None):
    """cholesky_inverse(L, upper=False, *, out=None) -> Tensor

    The inverse of the matrix of which ``L`` is the Cholesky factor.

    Also ``Tensor.cholesky_inverse``.

    Args:
        L (Tensor): the factor: shape (..., n, n)
        upper (bool): whether the upper triangle is meant
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.cholesky_inverse(wengert.tensor([[2.0, 0.0], [0.0, 0.5]]))
    tensor([[0.2500, 0.0000],
            [0.0000, 4.0000]])
    """
    if _dispatch.on and (_found := _dispatch.find(L, upper, out)):
        return _dispatch.published(_found, cholesky_inverse, locals())
    try:
        if out is not None:
            return _store('cholesky_inverse', out, (_solve.cholesky_inverse if _attached else _solve.cholesky_inverse.__wrapped__)(L, upper))
        return (_solve.cholesky_inverse if _attached else _solve.cholesky_inverse.__wrapped__)(L, upper)
    except Exception as e:
        return _dispatch.after(e, cholesky_inverse, locals(), {'L': 'Tensor', 'upper': 'bool', 'out': 'Tensor | None'})


def det(input):
    """det(input) -> Tensor

    The determinants of square matrices: :func:`wengert.linalg.det`.

    Also ``Tensor.det``.

    Args:
        input (Tensor): the matrices: shape (..., n, n)

    >>> import wengert
    >>> wengert.det(wengert.tensor([[2.0, 1.0], [1.0, 3.0]]))
    tensor(5.)
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, det, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('det', 'input', input)
        return (_solve.top_det if _attached else _solve.top_det.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, det, locals(), {'input': 'Tensor'})


def slogdet(input):
    """slogdet(input) -> (sign, logabsdet)

    Sign and logarithm of the absolute value of determinants: :func:`wengert.linalg.slogdet`.

    Also ``Tensor.slogdet``.

    Args:
        input (Tensor): the matrices: shape (..., n, n)

    >>> import wengert
    >>> wengert.slogdet(wengert.tensor([[2.0, 1.0], [1.0, 3.0]])).logabsdet
    tensor(1.6094)
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, slogdet, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('slogdet', 'input', input)
        return (_solve.top_slogdet if _attached else _solve.top_slogdet.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, slogdet, locals(), {'input': 'Tensor'})


def logdet(input):
    """logdet(input) -> Tensor

    The logarithms of the determinants of square matrices: NaN of negative ones.

    Also ``Tensor.logdet``.

    Args:
        input (Tensor): the matrices: shape (..., n, n)

    >>> import wengert
    >>> wengert.logdet(wengert.tensor([[2.0, 1.0], [1.0, 3.0]]))
    tensor(1.6094)
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, logdet, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('logdet', 'input', input)
        return (_solve.logdet if _attached else _solve.logdet.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, logdet, locals(), {'input': 'Tensor'})


def chain_matmul(*matrices):
    """chain_matmul(*matrices) -> Tensor

    The product of several matrices, as :func:`wengert.linalg.multi_dot`.

    Args:
        matrices (Tensor): the matrices, in order

    >>> import wengert
    >>> wengert.chain_matmul(wengert.ones(2, 3), wengert.ones(3, 1))
    tensor([[3.],
            [3.]])
    """
    if _dispatch.on and (_found := _dispatch.find(*matrices)):
        return _dispatch.published(_found, chain_matmul, locals())
    try:
        return (_chain.chain_matmul if _attached else _chain.chain_matmul.__wrapped__)(*matrices)
    except Exception as e:
        return _dispatch.after(e, chain_matmul, locals(), {'*matrices': 'Tensor'})


def matrix_power(input, n, *, out=None):
    """matrix_power(input, n, *, out=None) -> Tensor

    A square matrix multiplied with itself ``n`` times; negative powers are those of the inverse.

    Also ``wengert.linalg.matrix_power`` and ``Tensor.matrix_power``.

    Args:
        input (Tensor): the matrices: shape (..., m, m)
        n (int): the power
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.matrix_power(wengert.tensor([[1, 1], [0, 1]]), 3)
    tensor([[1, 3],
            [0, 1]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n, out)):
        return _dispatch.published(_found, matrix_power, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('matrix_power', 'input', input)
        if out is not None:
            return _store('matrix_power', out, (_chain.matrix_power if _attached else _chain.matrix_power.__wrapped__)(input, n))
        return (_chain.matrix_power if _attached else _chain.matrix_power.__wrapped__)(input, n)
    except Exception as e:
        return _dispatch.after(e, matrix_power, locals(), {'input': 'Tensor', 'n': 'int', 'out': 'Tensor | None'})


def cross(input, other, dim=None, *, out=None, axis=None):
    """cross(input, other, dim=None, *, out=None, axis=None) -> Tensor

    The cross product of vectors of three elements, along ``dim``.

    Also ``Tensor.cross``.

    Args:
        input (Tensor): the first vectors
        other (Tensor): the second vectors, which broadcast with the first
        dim (int | None): the dimension of the vectors; None means the first one of size 3
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.cross(wengert.tensor([[1, 0, 0]]), wengert.tensor([[0, 1, 0]]), dim=1)
    tensor([[0, 0, 1]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, dim, out, axis)):
        return _dispatch.published(_found, cross, locals())
    if axis is not None:
        dim = _either("cross", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cross', 'input', input)
        if out is not None:
            return _store('cross', out, (_chain.cross if _attached else _chain.cross.__wrapped__)(input, other, dim))
        return (_chain.cross if _attached else _chain.cross.__wrapped__)(input, other, dim)
    except Exception as e:
        return _dispatch.after(e, cross, locals(), {'input': 'Tensor', 'other': 'Tensor', 'dim': 'int | None', 'out': 'Tensor | None'})


def qr(input, some=True, *, out=None):
    """qr(input, some=True, *, out=None) -> (Q, R)

    The older form of :func:`wengert.linalg.qr`.

    Also ``Tensor.qr``.

    Args:
        input (Tensor): the matrices: shape (..., m, n)
        some (bool): whether Q has min(m, n) columns; else it is square
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.qr(wengert.tensor([[3.0, 1.0], [4.0, 2.0]])).R.abs()
    tensor([[5.0000, 2.2000],
            [0.0000, 0.4000]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, some, out)):
        return _dispatch.published(_found, qr, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('qr', 'input', input)
        if out is not None:
            return _store('qr', out, (_factor.old_qr if _attached else _factor.old_qr.__wrapped__)(input, some))
        return (_factor.old_qr if _attached else _factor.old_qr.__wrapped__)(input, some)
    except Exception as e:
        return _dispatch.after(e, qr, locals(), {'input': 'Tensor', 'some': 'bool', 'out': 'Sequence[Tensor] | None'})


def orgqr(input, tau, *, out=None):
    """orgqr(input, tau, *, out=None) -> Tensor

    The first columns of a product of reflections: :func:`wengert.linalg.householder_product`.

    Also ``Tensor.orgqr``.

    Args:
        input (Tensor): the matrices: shape (..., m, n)
        tau (Tensor): the factors: shape (..., k)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.orgqr(wengert.tensor([[0.0], [1.0]]), wengert.tensor([1.0]))
    tensor([[ 0.],
            [-1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, tau, out)):
        return _dispatch.published(_found, orgqr, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('orgqr', 'input', input)
        if out is not None:
            return _store('orgqr', out, (_factor.orgqr if _attached else _factor.orgqr.__wrapped__)(input, tau))
        return (_factor.orgqr if _attached else _factor.orgqr.__wrapped__)(input, tau)
    except Exception as e:
        return _dispatch.after(e, orgqr, locals(), {'input': 'Tensor', 'tau': 'Tensor', 'out': 'Tensor | None'})


def ormqr(input, tau, other, left=True, transpose=False, *, out=None):
    """ormqr(input, tau, other, left=True, transpose=False, *, out=None) -> Tensor

    A matrix times the square product of reflections that :func:`wengert.linalg.householder_product` begins.

    Also ``Tensor.ormqr``.

    Args:
        input (Tensor): the reflections: shape (..., m, k)
        tau (Tensor): their factors: shape (..., k)
        other (Tensor): the matrix: shape (..., m, n), or (..., n, m) with ``left=False``
        left (bool): whether the product stands on the left of the matrix
        transpose (bool): whether the adjoint of the product is taken
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> a, tau, x = wengert.tensor([[0.0], [1.0]]), wengert.tensor([1.0]), wengert.eye(2)
    >>> wengert.ormqr(a, tau, x)
    tensor([[ 0., -1.],
            [-1.,  0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, tau, other, left, transpose, out)):
        return _dispatch.published(_found, ormqr, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ormqr', 'input', input)
        if out is not None:
            return _store('ormqr', out, (_factor.ormqr if _attached else _factor.ormqr.__wrapped__)(input, tau, other, left, transpose))
        return (_factor.ormqr if _attached else _factor.ormqr.__wrapped__)(input, tau, other, left, transpose)
    except Exception as e:
        return _dispatch.after(e, ormqr, locals(), {'input': 'Tensor', 'tau': 'Tensor', 'other': 'Tensor', 'left': 'bool', 'transpose': 'bool', 'out': 'Tensor | None'})


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, *, out=None):
    """lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, *, out=None) -> (P, L, U)

    The factors of ``A = P @ L @ U``, out of what :func:`wengert.linalg.lu_factor` returns.

    Args:
        LU_data (Any): the factors in one matrix: shape (..., m, n)
        LU_pivots (Any): the exchanges of rows, int32: shape (..., min(m, n))
        unpack_data (bool): whether to return L and U; else they are empty
        unpack_pivots (bool): whether to return P; else it is empty
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> A = wengert.tensor([[1.0, 2.0], [4.0, 4.0]])
    >>> LU, pivots = wengert.linalg.lu_factor(A)
    >>> P, L, U = wengert.lu_unpack(LU, pivots)
    >>> P @ L @ U
    tensor([[1., 2.],
            [4., 4.]])
    """
    if _dispatch.on and (_found := _dispatch.find(LU_data, LU_pivots, unpack_data, unpack_pivots, out)):
        return _dispatch.published(_found, lu_unpack, locals())
    try:
        if out is not None:
            return _store('lu_unpack', out, (_factor.lu_unpack if _attached else _factor.lu_unpack.__wrapped__)(LU_data, LU_pivots, unpack_data, unpack_pivots))
        return (_factor.lu_unpack if _attached else _factor.lu_unpack.__wrapped__)(LU_data, LU_pivots, unpack_data, unpack_pivots)
    except Exception as e:
        return _dispatch.after(e, lu_unpack, locals(), {'LU_data': 'Any', 'LU_pivots': 'Any', 'unpack_data': 'bool', 'unpack_pivots': 'bool', 'out': 'Sequence[Tensor] | None'})


def lu(A, pivot=True, get_infos=False, *, out=None):
    """lu(A, pivot=True, get_infos=False, *, out=None) -> tuple[Tensor, ...]

    The older form of :func:`wengert.linalg.lu_factor`, which does not mind singular matrices.

    Also ``Tensor.lu``.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        pivot (bool): whether rows may be exchanged
        get_infos (bool): whether to return which diagonal elements of U are 0 as well
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.lu(wengert.tensor([[1.0, 2.0], [4.0, 4.0]]))[1]
    tensor([2, 2], dtype=wengert.int32)
    """
    if _dispatch.on and (_found := _dispatch.find(A, pivot, get_infos, out)):
        return _dispatch.published(_found, lu, locals())
    try:
        if out is not None:
            return _store('lu', out, (_factor.old_lu if _attached else _factor.old_lu.__wrapped__)(A, pivot, get_infos))
        return (_factor.old_lu if _attached else _factor.old_lu.__wrapped__)(A, pivot, get_infos)
    except Exception as e:
        return _dispatch.after(e, lu, locals(), {'A': 'Tensor', 'pivot': 'bool', 'get_infos': 'bool', 'out': 'Sequence[Tensor] | None'})


def lu_solve(b, LU_data, LU_pivots, *, out=None):
    """lu_solve(b, LU_data, LU_pivots, *, out=None) -> Tensor

    The solution X of ``A X = b`` from the LU factors of A: the older form of :func:`wengert.linalg.lu_solve`.

    Also ``Tensor.lu_solve``.

    Args:
        b (Tensor): the right-hand sides: shape (..., n, k)
        LU_data (Any): the factors in one matrix: shape (..., n, n)
        LU_pivots (Any): the exchanges of rows, int32: shape (..., n)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> LU, pivots = wengert.linalg.lu_factor(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    >>> wengert.lu_solve(wengert.tensor([[2.0], [8.0]]), LU, pivots)
    tensor([[1.],
            [2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(b, LU_data, LU_pivots, out)):
        return _dispatch.published(_found, lu_solve, locals())
    try:
        if out is not None:
            return _store('lu_solve', out, (_factor.lu_solve if _attached else _factor.lu_solve.__wrapped__)(b, LU_data, LU_pivots))
        return (_factor.lu_solve if _attached else _factor.lu_solve.__wrapped__)(b, LU_data, LU_pivots)
    except Exception as e:
        return _dispatch.after(e, lu_solve, locals(), {'b': 'Tensor', 'LU_data': 'Any', 'LU_pivots': 'Any', 'out': 'Tensor | None'})


def svd(input, some=True, compute_uv=True, *, out=None):
    """svd(input, some=True, compute_uv=True, *, out=None) -> (U, S, V)

    The older form of :func:`wengert.linalg.svd`: ``input = U @ diag(S) @ V.mH``.

    Also ``Tensor.svd``.

    Args:
        input (Tensor): the matrices: shape (..., m, n)
        some (bool): whether ``U`` and ``V`` have min(m, n) columns; else they are square
        compute_uv (bool): whether to compute the vectors; else they are zeros
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.svd(wengert.tensor([[3.0, 0.0], [0.0, -4.0]])).S
    tensor([4., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, some, compute_uv, out)):
        return _dispatch.published(_found, svd, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('svd', 'input', input)
        if out is not None:
            return _store('svd', out, (_spectral.old_svd if _attached else _spectral.old_svd.__wrapped__)(input, some, compute_uv))
        return (_spectral.old_svd if _attached else _spectral.old_svd.__wrapped__)(input, some, compute_uv)
    except Exception as e:
        return _dispatch.after(e, svd, locals(), {'input': 'Tensor', 'some': 'bool', 'compute_uv': 'bool', 'out': 'Sequence[Tensor] | None'})


def pinverse(input, rcond=1e-15):
    """pinverse(input, rcond=1e-15) -> Tensor

    The pseudo-inverse of Moore and Penrose: the older form of :func:`wengert.linalg.pinv`.

    Also ``Tensor.pinverse``.

    Args:
        input (Tensor): the matrices: shape (..., m, n)
        rcond (float): singular values below this, relative to the largest, count as 0

    >>> import wengert
    >>> wengert.pinverse(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, rcond)):
        return _dispatch.published(_found, pinverse, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('pinverse', 'input', input)
        return (_spectral.pinverse if _attached else _spectral.pinverse.__wrapped__)(input, rcond)
    except Exception as e:
        return _dispatch.after(e, pinverse, locals(), {'input': 'Tensor', 'rcond': 'float'})


def norm(input, p="fro", dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """norm(input, p="fro", dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    The ``p``-norm of all elements taken as one vector, or along ``dim``; ``"fro"`` and None mean 2.

    Also ``Tensor.norm``.

    Args:
        input (Tensor): the tensor, of any shape
        p (float | str | None): the exponent; infinities mean extremes, 0 counts what is not 0
        dim (int | Sequence[int] | None): the dimensions to go over; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.norm(wengert.tensor([3.0, 4.0]))
    tensor(5.)
    >>> wengert.norm(wengert.tensor([3.0, 4.0]), p=1)
    tensor(7.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, norm, locals())
    if axis is not None:
        dim = _either("norm", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("norm", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('norm', 'input', input)
        if out is not None:
            return _store('norm', out, (_matrices.norm if _attached else _matrices.norm.__wrapped__)(input, p, dim, keepdim, dtype=dtype))
        return (_matrices.norm if _attached else _matrices.norm.__wrapped__)(input, p, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, norm, locals(), {'input': 'Tensor', 'p': 'float | str | None', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def matrix_exp(A):
    """matrix_exp(A) -> Tensor

    The exponential of square matrices: the sum of ``A**k / k!``.

    Also ``wengert.linalg.matrix_exp`` and ``Tensor.matrix_exp``.

    Args:
        A (Tensor): the matrices: shape (..., n, n)

    >>> import wengert
    >>> wengert.matrix_exp(wengert.tensor([[0.0, 1.0], [0.0, 0.0]]))
    tensor([[1., 1.],
            [0., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(A)):
        return _dispatch.published(_found, matrix_exp, locals())
    try:
        return (_matrices.matrix_exp if _attached else _matrices.matrix_exp.__wrapped__)(A)
    except Exception as e:
        return _dispatch.after(e, matrix_exp, locals(), {'A': 'Tensor'})


def vander(x, N=None, increasing=False):
    """vander(x, N=None, increasing=False) -> Tensor

    The matrix of Vandermonde: the powers of the elements of a vector.

    Args:
        x (Tensor): the vector: shape (n,)
        N (int | None): how many powers; None means n
        increasing (bool): whether the powers ascend; else they descend to 0

    >>> import wengert
    >>> wengert.vander(wengert.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [4, 2, 1],
            [9, 3, 1]])
    """
    if _dispatch.on and (_found := _dispatch.find(x, N, increasing)):
        return _dispatch.published(_found, vander, locals())
    try:
        return (_matrices.top_vander if _attached else _matrices.top_vander.__wrapped__)(x, N, increasing)
    except Exception as e:
        return _dispatch.after(e, vander, locals(), {'x': 'Tensor', 'N': 'int | None', 'increasing': 'bool'})


def svd_lowrank(A, q=6, niter=2, M=None):
    """svd_lowrank(A, q=6, niter=2, M=None) -> tuple[Tensor, Tensor, Tensor]

    The largest singular values of matrices and their vectors, of nearly low rank: ``A - M ≈ U @ diag(S) @ V.mH``.

    It draws random vectors (Halko, Martinsson and Tropp 2009, algorithm 5.1).

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        q (int | None): how many, a little more than the rank
        niter (int | None): how many iterations make them more exact
        M (int | None): what is subtracted from the matrices; None means nothing

    >>> import wengert
    >>> A = wengert.outer(wengert.tensor([3.0, 4.0]), wengert.tensor([0.0, 1.0, 0.0]))
    >>> wengert.svd_lowrank(A, q=1)[1]
    tensor([5.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, q, niter, M)):
        return _dispatch.published(_found, svd_lowrank, locals())
    try:
        return (_low_rank.svd_lowrank if _attached else _low_rank.svd_lowrank.__wrapped__)(A, q, niter, M)
    except Exception as e:
        return _dispatch.after(e, svd_lowrank, locals(), {'A': 'Tensor', 'q': 'int | None', 'niter': 'int | None', 'M': 'int | None'})


def pca_lowrank(A, q=None, center=True, niter=2):
    """pca_lowrank(A, q=None, center=True, niter=2) -> tuple[Tensor, Tensor, Tensor]

    The principal components of the rows of matrices: their largest singular values, less the mean, and the
    vectors.

    It draws random vectors (Halko, Martinsson and Tropp 2009, algorithm 5.1).

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        q (int | None): how many, a little more than the rank; None means 6, or as many as there are
        center (bool): whether the mean of the rows is subtracted first
        niter (int): how many iterations make them more exact

    >>> import wengert
    >>> wengert.pca_lowrank(wengert.tensor([[0.0, 1.0], [0.0, 3.0]]), q=1)[1]
    tensor([1.4142])
    """
    if _dispatch.on and (_found := _dispatch.find(A, q, center, niter)):
        return _dispatch.published(_found, pca_lowrank, locals())
    try:
        return (_low_rank.pca_lowrank if _attached else _low_rank.pca_lowrank.__wrapped__)(A, q, center, niter)
    except Exception as e:
        return _dispatch.after(e, pca_lowrank, locals(), {'A': 'Tensor', 'q': 'int | None', 'center': 'bool', 'niter': 'int'})


def sparse_coo_tensor(indices, values, size=None, *, dtype=None, device=None, requires_grad=False, check_invariants=None, is_coalesced=None):
    """sparse_coo_tensor(indices, values, size=None, *, dtype=None, device=None, requires_grad=False, check_invariants=None, is_coalesced=None) -> Tensor

    A sparse tensor: ``values[k]`` at ``indices[:, k]``, zero elsewhere; an element given twice is the sum.

    Args:
        indices (Tensor | Sequence[Any]): where: integers of shape (s, n), for ``s`` sparse dimensions
        values (Tensor | Sequence[Any]): what: shape (n,), and behind that the sizes of dense dimensions.
            Differentiable
        size (int | Sequence[int] | None): the sizes of all dimensions; by default as large as the indices ask for
        dtype (Dtype | None): the dtype of the result; None derives it
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        check_invariants (bool | None): kept for compatibility: indices are always checked
        is_coalesced (bool | None): whether every element is given once, in order; then this is not looked for

    Returns:
        a sparse tensor; of values that require grad one with their history

    >>> import wengert
    >>> i = wengert.tensor([[0, 1, 1], [2, 0, 2]])
    >>> wengert.sparse_coo_tensor(i, wengert.tensor([3.0, 4.0, 5.0]), (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 5.]])
    """
    if _dispatch.on and (_found := _dispatch.find(indices, values, size, dtype, device, requires_grad, check_invariants, is_coalesced)):
        return _dispatch.published(_found, sparse_coo_tensor, locals())
    try:
        return (_sparse.sparse_coo_tensor if _attached else _sparse.sparse_coo_tensor.__wrapped__)(indices, values, size, dtype=dtype, device=device, requires_grad=requires_grad, check_invariants=check_invariants, is_coalesced=is_coalesced)
    except Exception as e:
        return _dispatch.after(e, sparse_coo_tensor, locals(), {'indices': 'Tensor | Sequence[Any]', 'values': 'Tensor | Sequence[Any]', 'size': 'int | Sequence[int] | None', 'dtype': 'Dtype | None', 'device': 'Device | None', 'requires_grad': 'bool', 'check_invariants': 'bool | None', 'is_coalesced': 'bool | None'})


def to_sparse(input, sparse_dim=None, *, layout=None, dense_dim=None):
    """to_sparse(input, sparse_dim=None, *, layout=None, dense_dim=None) -> Tensor

    The elements that are not zero, as a sparse tensor.

    Also ``Tensor.to_sparse``.

    Args:
        input (Tensor): the tensor, of any shape
        sparse_dim (int | None): how many dimensions, from the first, are sparse; by default all
        layout (Any | None): the layout; only the strided one (the default) exists
        dense_dim (int | None): how many dimensions, from the last, are dense

    Returns:
        a coalesced sparse tensor

    >>> import wengert
    >>> wengert.tensor([[0.0, 2.0], [0.0, 0.0]]).to_sparse()
    tensor(indices=tensor([[0],
                           [1]]),
           values=tensor([2.]),
           size=(2, 2), nnz=1, layout=wengert.sparse_coo)
    """
    if _dispatch.on and (_found := _dispatch.find(input, sparse_dim, layout, dense_dim)):
        return _dispatch.published(_found, to_sparse, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('to_sparse', 'input', input)
        return (_sparse.to_sparse if _attached else _sparse.to_sparse.__wrapped__)(input, sparse_dim, layout=layout, dense_dim=dense_dim)
    except Exception as e:
        return _dispatch.after(e, to_sparse, locals(), {'input': 'Tensor', 'sparse_dim': 'int | None', 'layout': 'Any | None', 'dense_dim': 'int | None'})


def to_sparse_coo(input):
    """to_sparse_coo(input) -> Tensor

    The elements that are not zero, as a sparse tensor: all dimensions are sparse.

    Also ``Tensor.to_sparse_coo``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.eye(2).to_sparse_coo()._nnz()
    2
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, to_sparse_coo, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('to_sparse_coo', 'input', input)
        return (_sparse.to_sparse_coo if _attached else _sparse.to_sparse_coo.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, to_sparse_coo, locals(), {'input': 'Tensor'})


def sparse_mask(input, mask):
    """sparse_mask(input, mask) -> Tensor

    The elements of ``input`` that the sparse tensor ``mask`` gives, as a sparse tensor.

    Also ``Tensor.sparse_mask``.

    Args:
        input (Tensor): a dense or sparse tensor
        mask (Tensor): a sparse tensor of the same shape, whose values do not matter

    >>> import wengert
    >>> mask = wengert.tensor([[1.0, 0.0], [0.0, 1.0]]).to_sparse()
    >>> wengert.tensor([[1.0, 2.0], [3.0, 4.0]]).sparse_mask(mask).values()
    tensor([1., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, mask)):
        return _dispatch.published(_found, sparse_mask, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('sparse_mask', 'input', input)
        return (_sparse.sparse_mask if _attached else _sparse.sparse_mask.__wrapped__)(input, mask)
    except Exception as e:
        return _dispatch.after(e, sparse_mask, locals(), {'input': 'Tensor', 'mask': 'Tensor'})


def to_dense(input, dtype=None, *, masked_grad=None):
    """to_dense(input, dtype=None, *, masked_grad=None) -> Tensor

    All elements of a sparse tensor, as a dense one; a dense tensor is returned as it is.

    Also ``Tensor.to_dense``.

    Args:
        input (Tensor): the tensor, of any shape
        dtype (Dtype | None): the dtype of the result; None derives it
        masked_grad (bool | None): the gradient is that of the elements which are given; False, that of all, is
            refused

    >>> import wengert
    >>> s = wengert.sparse_coo_tensor([[1, 1]], [2.0, 3.0], (3,))
    >>> s.to_dense()
    tensor([0., 5., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dtype, masked_grad)):
        return _dispatch.published(_found, to_dense, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('to_dense', 'input', input)
        return (_sparse.to_dense if _attached else _sparse.to_dense.__wrapped__)(input, dtype, masked_grad=masked_grad)
    except Exception as e:
        return _dispatch.after(e, to_dense, locals(), {'input': 'Tensor', 'dtype': 'Dtype | None', 'masked_grad': 'bool | None'})


def coalesce(input):
    """coalesce(input) -> Tensor

    A sparse tensor that gives every element once, in order.

    Also ``Tensor.coalesce``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> s = wengert.sparse_coo_tensor([[1, 0, 1]], [2.0, 3.0, 4.0], (3,))
    >>> s.coalesce().values()
    tensor([3., 6.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, coalesce, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('coalesce', 'input', input)
        return (_sparse.coalesce if _attached else _sparse.coalesce.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, coalesce, locals(), {'input': 'Tensor'})


def is_coalesced(input):
    """is_coalesced(input) -> bool

    Whether a sparse tensor is known to give every element once, in order.

    Also ``Tensor.is_coalesced``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.eye(2).to_sparse().is_coalesced()
    True
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, is_coalesced, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('is_coalesced', 'input', input)
        return (_sparse.is_coalesced if _attached else _sparse.is_coalesced.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, is_coalesced, locals(), {'input': 'Tensor'})


def values(input):
    """values(input) -> Tensor

    The values of a coalesced sparse tensor, with its history: a tensor with memory of its own.

    Also ``Tensor.values``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.tensor([[0.0, 2.0], [3.0, 0.0]]).to_sparse().values()
    tensor([2., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, values, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('values', 'input', input)
        return (_sparse.values if _attached else _sparse.values.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, values, locals(), {'input': 'Tensor'})


def indices(input):
    """indices(input) -> Tensor

    Where the values of a coalesced sparse tensor stand: shape (sparse dimensions, n).

    Also ``Tensor.indices``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.tensor([[0.0, 2.0], [3.0, 0.0]]).to_sparse().indices()
    tensor([[0, 1],
            [1, 0]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('indices', 'input', input)
        return (_sparse.indices if _attached else _sparse.indices.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, indices, locals(), {'input': 'Tensor'})


def _values(input):
    """_values(input) -> Tensor

    The memory of the values of a sparse tensor, without history: what is written to it is written to the tensor.

    Also ``Tensor._values``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> s = wengert.sparse_coo_tensor([[1, 0]], [2.0, 3.0], (3,))
    >>> _ = s._values().mul_(2)
    >>> s.to_dense()
    tensor([6., 4., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, _values, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('_values', 'input', input)
        return (_sparse._values_public if _attached else _sparse._values_public.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, _values, locals(), {'input': 'Tensor'})


def _indices(input):
    """_indices(input) -> Tensor

    Where the values of a sparse tensor stand, coalesced or not.

    Also ``Tensor._indices``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.sparse_coo_tensor([[1, 0]], [2.0, 3.0], (3,))._indices()
    tensor([[1, 0]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, _indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('_indices', 'input', input)
        return (_sparse._indices_public if _attached else _sparse._indices_public.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, _indices, locals(), {'input': 'Tensor'})


def _nnz(input):
    """_nnz(input) -> int

    How many values a sparse tensor gives.

    Also ``Tensor._nnz``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.eye(3).to_sparse()._nnz()
    3
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, _nnz, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('_nnz', 'input', input)
        return (_sparse._nnz if _attached else _sparse._nnz.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, _nnz, locals(), {'input': 'Tensor'})


def sparse_dim(input):
    """sparse_dim(input) -> int

    How many dimensions of a tensor are sparse, which are its first: none of a dense tensor.

    Also ``Tensor.sparse_dim``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.eye(3).to_sparse().sparse_dim()
    2
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, sparse_dim, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('sparse_dim', 'input', input)
        return (_sparse.sparse_dim if _attached else _sparse.sparse_dim.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, sparse_dim, locals(), {'input': 'Tensor'})


def dense_dim(input):
    """dense_dim(input) -> int

    How many dimensions of a tensor are dense: of a dense tensor all.

    Also ``Tensor.dense_dim``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.eye(3).to_sparse(1).dense_dim()
    1
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, dense_dim, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('dense_dim', 'input', input)
        return (_sparse.dense_dim if _attached else _sparse.dense_dim.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, dense_dim, locals(), {'input': 'Tensor'})


def cov(input, *, correction=1, fweights=None, aweights=None):
    """cov(input, *, correction=1, fweights=None, aweights=None) -> Tensor

    The covariances of variables, one a row of ``input``, that were observed together, once a column.

    The sum of the products of the deviations is divided by the number of observations less ``correction``. It
    warns where nothing is left of that number.

    Also ``Tensor.cov``.

    Args:
        input (Tensor): the observations: shape (variables, observations), or (observations,)
        correction (int): what is taken off the number of observations
        fweights (Tensor | None): how often each observation was made: integers; None means once
        aweights (Tensor | None): how much each observation counts; None counts each as 1

    >>> import wengert
    >>> wengert.cov(wengert.tensor([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]))
    tensor([[1., 2.],
            [2., 4.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, correction, fweights, aweights)):
        return _dispatch.published(_found, cov, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cov', 'input', input)
        return (_statistics.cov if _attached else _statistics.cov.__wrapped__)(input, correction=correction, fweights=fweights, aweights=aweights)
    except Exception as e:
        return _dispatch.after(e, cov, locals(), {'input': 'Tensor', 'correction': 'int', 'fweights': 'Tensor | None', 'aweights': 'Tensor | None'})


def corrcoef(input):
    """corrcoef(input) -> Tensor

    The correlation coefficients of variables, one a row of ``input``, that were observed together, once a column.

    Also ``Tensor.corrcoef``.

    Args:
        input (Tensor): the observations: shape (variables, observations), or (observations,)

    >>> import wengert
    >>> wengert.corrcoef(wengert.tensor([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, corrcoef, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('corrcoef', 'input', input)
        return (_statistics.corrcoef if _attached else _statistics.corrcoef.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, corrcoef, locals(), {'input': 'Tensor'})


def histogram(input, bins=100, *, range=None, weight=None, density=False, out=None):
    """histogram(input, bins=100, *, range=None, weight=None, density=False, out=None) -> (hist, bin_edges)

    How many elements (or how much of their ``weight``) fall into each bin, and the edges of the bins.

    The last bin holds its upper edge too. Gradients do not flow through it.

    Also ``Tensor.histogram``.

    Args:
        input (Tensor): the tensor, of any shape
        bins (int | Tensor): how many bins, or their edges, ascending, as a tensor of the dtype of ``input``
        range (Sequence[float] | None): the smallest and the largest edge; None means those of the elements
        weight (Tensor | None): how much each element counts, of the shape and dtype of ``input``; None counts
            each as 1
        density (bool): whether to scale so that the histogram is a density: its integral is 1
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.histogram(wengert.tensor([1.0, 2.0, 2.5, 4.0]), bins=3, range=(1.0, 4.0)).hist
    tensor([1., 2., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, bins, range, weight, density, out)):
        return _dispatch.published(_found, histogram, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('histogram', 'input', input)
        if out is not None:
            return _store('histogram', out, (_statistics.histogram if _attached else _statistics.histogram.__wrapped__)(input, bins, range=range, weight=weight, density=density))
        return (_statistics.histogram if _attached else _statistics.histogram.__wrapped__)(input, bins, range=range, weight=weight, density=density)
    except Exception as e:
        return _dispatch.after(e, histogram, locals(), {'input': 'Tensor', 'bins': 'int | Tensor', 'range': 'Sequence[float] | None', 'weight': 'Tensor | None', 'density': 'bool', 'out': 'Sequence[Tensor] | None'})


def histogramdd(input, bins, *, range=None, weight=None, density=False):
    """histogramdd(input, bins, *, range=None, weight=None, density=False) -> (hist, bin_edges)

    The histogram of points in several dimensions, the rows of ``input``; see :func:`wengert.histogram`.

    Args:
        input (Tensor): the points: shape (..., dimensions)
        bins (int | Sequence[int] | Sequence[Tensor]): how many bins, for all dimensions or one number for each;
            or for each the edges, as a tensor
        range (Sequence[float] | None): the smallest and the largest edge of the first dimension, then of the
            second, and so on
        weight (Tensor | None): how much each point counts: shape (...); None counts each as 1
        density (bool): whether to scale so that the histogram is a density: its integral is 1

    >>> import wengert
    >>> wengert.histogramdd(wengert.tensor([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), bins=[2, 2]).hist
    tensor([[0., 1.],
            [1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, bins, range, weight, density)):
        return _dispatch.published(_found, histogramdd, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('histogramdd', 'input', input)
        return (_statistics.histogramdd if _attached else _statistics.histogramdd.__wrapped__)(input, bins, range=range, weight=weight, density=density)
    except Exception as e:
        return _dispatch.after(e, histogramdd, locals(), {'input': 'Tensor', 'bins': 'int | Sequence[int] | Sequence[Tensor]', 'range': 'Sequence[float] | None', 'weight': 'Tensor | None', 'density': 'bool'})


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary") -> Tensor

    The distance of each row of ``x1`` to each row of ``x2``, in every matrix of a batch.

    Distances are always taken from differences, which is exact: ``compute_mode`` changes nothing.

    Args:
        x1 (Tensor): the first points: shape (..., n, d)
        x2 (Tensor): the second points: shape (..., m, d)
        p (float): the exponent of the norm, not negative; 0 counts the coordinates that differ
        compute_mode (str): taken for compatibility

    Returns:
        The distances: shape (..., n, m).

    >>> import wengert
    >>> wengert.cdist(wengert.tensor([[0.0, 0.0]]), wengert.tensor([[3.0, 4.0], [1.0, 0.0]]))
    tensor([[5., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(x1, x2, p, compute_mode)):
        return _dispatch.published(_found, cdist, locals())
    try:
        return (_statistics.cdist if _attached else _statistics.cdist.__wrapped__)(x1, x2, p, compute_mode)
    except Exception as e:
        return _dispatch.after(e, cdist, locals(), {'x1': 'Tensor', 'x2': 'Tensor', 'p': 'float', 'compute_mode': 'str'})


def pdist(input, p=2.0):
    """pdist(input, p=2.0) -> Tensor

    The distance of each row of ``input`` to each row behind it: row 0 to rows 1, 2, …, then row 1 to rows 2, …

    The gradient of a distance of 0 is 0.

    Also ``wengert.nn.functional.pdist``.

    Args:
        input (Tensor): the points: shape (n, d)
        p (float): the exponent of the norm, not negative; 0 counts the coordinates that differ

    Returns:
        The distances: shape (n * (n - 1) / 2,).

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pdist(wengert.tensor([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]]))
    tensor([5., 3., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p)):
        return _dispatch.published(_found, pdist, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('pdist', 'input', input)
        return (_statistics.pdist if _attached else _statistics.pdist.__wrapped__)(input, p)
    except Exception as e:
        return _dispatch.after(e, pdist, locals(), {'input': 'Tensor', 'p': 'float'})


def renorm(input, p, dim=..., maxnorm=..., *, out=None, axis=None):
    """renorm(input, p, dim, maxnorm, *, out=None) -> Tensor
    renorm(input, p, *, axis, maxnorm, out=None) -> Tensor

    ``input`` with every part along ``dim`` whose norm is above ``maxnorm`` scaled down to that norm.

    Also ``Tensor.renorm``. In place: ``Tensor.renorm_``.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the exponent of the norm, above 0
        dim (int): the dimension to work along; negative ones count from the last
        maxnorm (float): the largest norm, not negative
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.renorm(wengert.tensor([[3.0, 4.0], [0.3, 0.4]]), 2, 0, 1.0)
    tensor([[0.6000, 0.8000],
            [0.3000, 0.4000]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, dim, maxnorm, out, axis)):
        return _dispatch.published(_found, renorm, locals())
    if axis is not None:
        dim = _either("renorm", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ... or maxnorm is ...:
        raise _missing("renorm", dim=dim, maxnorm=maxnorm)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('renorm', 'input', input)
        if out is not None:
            return _store('renorm', out, (_statistics.renorm if _attached else _statistics.renorm.__wrapped__)(input, p, dim, maxnorm))
        return (_statistics.renorm if _attached else _statistics.renorm.__wrapped__)(input, p, dim, maxnorm)
    except Exception as e:
        return _dispatch.after(e, renorm, locals(), {'input': 'Tensor', 'p': 'float', 'dim': 'int', 'maxnorm': 'float', 'out': 'Tensor | None'})


def isin(elements, test_elements, *, assume_unique=False, invert=False, out=None):
    """isin(elements, test_elements, *, assume_unique=False, invert=False, out=None) -> Tensor

    Whether each of ``elements`` is one of ``test_elements``; one of the two may be a number.

    Gradients do not flow through it.

    Args:
        elements (Tensor | Number): what is looked for
        test_elements (Tensor | Number): what it is looked for in
        assume_unique (bool): taken for compatibility
        invert (bool): whether to ask the opposite
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.isin(wengert.tensor([1, 2, 3]), wengert.tensor([2, 4]))
    tensor([False,  True, False])
    """
    if _dispatch.on and (_found := _dispatch.find(elements, test_elements, assume_unique, invert, out)):
        return _dispatch.published(_found, isin, locals())
    try:
        if out is not None:
            return _statistics.isin.into(out, (elements, test_elements,), {"assume_unique": assume_unique, "invert": invert})
        return _statistics.isin.on(elements, test_elements, {"assume_unique": assume_unique, "invert": invert})
    except Exception as e:
        return _dispatch.after(e, isin, locals(), {'elements': 'Tensor | Number', 'test_elements': 'Tensor | Number', 'assume_unique': 'bool', 'invert': 'bool', 'out': 'Tensor | None'})


def gradient(input, *, spacing=1, dim=None, edge_order=1, axis=None):
    """gradient(input, *, spacing=1, dim=None, edge_order=1, axis=None) -> tuple[Tensor, ...]

    The derivatives along each dimension (or those in ``dim``) of what ``input`` samples, one tensor for each.

    Inside, they are those of the parabola through a sample and its neighbours; at the ends, of the line through
    two samples or, with ``edge_order=2``, of the parabola through three.

    Args:
        input (Tensor): the tensor, of any shape
        spacing (Number | Tensor | Sequence[Number | Tensor]): the step between samples, for all dimensions or one
            for each, or vectors of their coordinates
        dim (int | Sequence[int] | None): the dimension to work along; negative ones count from the last
        edge_order (int): the order of the derivatives at the ends: 1 or 2
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.gradient(wengert.tensor([1.0, 4.0, 9.0, 16.0]))
    (tensor([3., 4., 6., 7.]),)
    """
    if _dispatch.on and (_found := _dispatch.find(input, spacing, dim, edge_order, axis)):
        return _dispatch.published(_found, gradient, locals())
    if axis is not None:
        dim = _either("gradient", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('gradient', 'input', input)
        return (_statistics.gradient if _attached else _statistics.gradient.__wrapped__)(input, spacing=spacing, dim=dim, edge_order=edge_order)
    except Exception as e:
        return _dispatch.after(e, gradient, locals(), {'input': 'Tensor', 'spacing': 'Number | Tensor | Sequence[Number | Tensor]', 'dim': 'int | Sequence[int] | None', 'edge_order': 'int'})


def relu(input):
    """relu(input) -> Tensor

    The larger of 0 and each element. The gradient at 0 is 0.

    Works on each element. Differentiable in ``input``. Also ``Tensor.relu``. In place: ``Tensor.relu_``.

    Args:
        input (Tensor): the tensor, of any shape

    >>> import wengert
    >>> wengert.relu(wengert.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, relu, locals())
    try:
        return _activation.relu.on(input)
    except Exception as e:
        return _dispatch.after(e, relu, locals(), {'input': 'Tensor'})


def prelu(input, weight):
    """prelu(input, weight) -> Tensor

    Each element, multiplied by the weight of its channel where it is negative.

    Also ``wengert.nn.functional.prelu``, ``Tensor.prelu`` and ``Tensor.prelu``.

    Args:
        input (Tensor): a tensor whose second dimension is that of the channels
        weight (Tensor): the slopes: one for each channel, or a single one

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.prelu(wengert.tensor([-1.0, 2.0]), wengert.tensor([0.25]))
    tensor([-0.2500,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight)):
        return _dispatch.published(_found, prelu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('prelu', 'input', input)
        return (_activation.prelu if _attached else _activation.prelu.__wrapped__)(input, weight)
    except Exception as e:
        return _dispatch.after(e, prelu, locals(), {'input': 'Tensor', 'weight': 'Tensor'})


def rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False):
    """rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False) -> Tensor

    Each element, multiplied where it is negative by a slope that is drawn for it, or, if not training, by the
    mean slope.

    Also ``wengert.nn.functional.rrelu``.

    Args:
        input (Tensor): the tensor, of any shape
        lower (float): the smallest slope
        upper (float): the largest slope
        training (bool): whether slopes are drawn
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.rrelu(wengert.tensor([-3.0, 2.0]))
    tensor([-0.6875,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, lower, upper, training, inplace)):
        return _dispatch.published(_found, rrelu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rrelu', 'input', input)
        return (_activation.rrelu if _attached else _activation.rrelu.__wrapped__)(input, lower, upper, training, inplace)
    except Exception as e:
        return _dispatch.after(e, rrelu, locals(), {'input': 'Tensor', 'lower': 'float', 'upper': 'float', 'training': 'bool', 'inplace': 'bool'})


def selu(input, inplace=False):
    """selu(input, inplace=False) -> Tensor

    The scaled :func:`elu` that keeps means at 0 and variances at 1 from layer to layer.

    Klambauer et al., "Self-normalizing neural networks", 2017, has its two constants.

    Also ``wengert.nn.functional.selu``.

    Args:
        input (Tensor): the tensor, of any shape
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.selu(wengert.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    if _dispatch.on and (_found := _dispatch.find(input, inplace)):
        return _dispatch.published(_found, selu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('selu', 'input', input)
        return (_activation.selu if _attached else _activation.selu.__wrapped__)(input, inplace)
    except Exception as e:
        return _dispatch.after(e, selu, locals(), {'input': 'Tensor', 'inplace': 'bool'})


def celu(input, alpha=1.0, inplace=False):
    """celu(input, alpha=1.0, inplace=False) -> Tensor

    Each element, and ``alpha * (exp(input / alpha) - 1)`` where it is negative.

    Also ``wengert.nn.functional.celu``.

    Args:
        input (Tensor): the tensor, of any shape
        alpha (Number): minus the limit on the negative side, not 0
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.celu(wengert.tensor([-1.0, 2.0]), alpha=2.0)
    tensor([-0.7869,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, alpha, inplace)):
        return _dispatch.published(_found, celu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('celu', 'input', input)
        return (_activation.celu if _attached else _activation.celu.__wrapped__)(input, alpha, inplace)
    except Exception as e:
        return _dispatch.after(e, celu, locals(), {'input': 'Tensor', 'alpha': 'Number', 'inplace': 'bool'})


def threshold(input, threshold, value, inplace=False):
    """threshold(input, threshold, value, inplace=False) -> Tensor

    Each element that is larger than the threshold, and ``value`` in place of the others.

    Also ``wengert.nn.functional.threshold``.

    Args:
        input (Tensor): the tensor, of any shape
        threshold (float): the threshold
        value (float): the value: a number, or a tensor without dimensions
        inplace (bool): whether to write the result into ``input``

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.threshold(wengert.tensor([0.5, 2.0]), 1.0, 0.0)
    tensor([0., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, threshold, value, inplace)):
        return _dispatch.published(_found, globals()["threshold"], locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('threshold', 'input', input)
        return (_activation.threshold if _attached else _activation.threshold.__wrapped__)(input, threshold, value, inplace)
    except Exception as e:
        return _dispatch.after(e, globals()["threshold"], locals(), {'input': 'Tensor', 'threshold': 'float', 'value': 'float', 'inplace': 'bool'})


def hardshrink(input, lambd=0.5):
    """hardshrink(input, lambd=0.5) -> Tensor

    Each element, and 0 in place of those between ``-lambd`` and ``lambd``.

    Works on each element. Differentiable in ``input``. Also ``wengert.nn.functional.hardshrink`` and
    ``Tensor.hardshrink``.

    Args:
        input (Tensor): the tensor, of any shape
        lambd (float): the half-width of the interval around 0, at least 0

    >>> import wengert
    >>> wengert.hardshrink(wengert.tensor([-0.3, 0.7]))
    tensor([0.0000, 0.7000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, lambd)):
        return _dispatch.published(_found, hardshrink, locals())
    try:
        return _activation.hardshrink.on(input, None, {"lambd": lambd})
    except Exception as e:
        return _dispatch.after(e, hardshrink, locals(), {'input': 'Tensor', 'lambd': 'float'})


def relu_(input):
    """relu_(input) -> Tensor

    The in-place form of :func:`wengert.nn.functional.relu`.

    Also ``wengert.nn.functional.relu_``.

    Args:
        input (Tensor): the tensor that is written

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.relu_(wengert.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, relu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('relu_', 'input', input)
        return (_activation.relu_ if _attached else _activation.relu_.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, relu_, locals(), {'input': 'Tensor'})


def rrelu_(input, lower=0.125, upper=0.3333333333333333, training=False):
    """rrelu_(input, lower=0.125, upper=0.3333333333333333, training=False) -> Tensor

    The in-place form of :func:`wengert.nn.functional.rrelu`.

    Also ``wengert.nn.functional.rrelu_``.

    Args:
        input (Tensor): the tensor that is written
        lower (float): the smallest
        upper (float): whether the upper triangle is meant
        training (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.rrelu_(wengert.tensor([-1.0, 2.0]), 0.5, 0.5)
    tensor([-0.5000,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, lower, upper, training)):
        return _dispatch.published(_found, rrelu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rrelu_', 'input', input)
        return (_activation.rrelu_ if _attached else _activation.rrelu_.__wrapped__)(input, lower, upper, training)
    except Exception as e:
        return _dispatch.after(e, rrelu_, locals(), {'input': 'Tensor', 'lower': 'float', 'upper': 'float', 'training': 'bool'})


def selu_(input):
    """selu_(input) -> Tensor

    The in-place form of :func:`wengert.nn.functional.selu`.

    Also ``wengert.nn.functional.selu_``.

    Args:
        input (Tensor): the tensor that is written

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.selu_(wengert.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    if _dispatch.on and (_found := _dispatch.find(input)):
        return _dispatch.published(_found, selu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('selu_', 'input', input)
        return (_activation.selu_ if _attached else _activation.selu_.__wrapped__)(input)
    except Exception as e:
        return _dispatch.after(e, selu_, locals(), {'input': 'Tensor'})


def celu_(input, alpha=1.0):
    """celu_(input, alpha=1.0) -> Tensor

    The in-place form of :func:`wengert.nn.functional.celu`.

    Also ``wengert.nn.functional.celu_``.

    Args:
        input (Tensor): the tensor that is written
        alpha (Number): a factor

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.celu_(wengert.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, alpha)):
        return _dispatch.published(_found, celu_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('celu_', 'input', input)
        return (_activation.celu_ if _attached else _activation.celu_.__wrapped__)(input, alpha)
    except Exception as e:
        return _dispatch.after(e, celu_, locals(), {'input': 'Tensor', 'alpha': 'Number'})


def threshold_(input, threshold, value):
    """threshold_(input, threshold, value) -> Tensor

    The in-place form of :func:`wengert.nn.functional.threshold`.

    Also ``wengert.nn.functional.threshold_``.

    Args:
        input (Tensor): the tensor that is written
        threshold (float): the threshold
        value (float): the value: a number, or a tensor without dimensions

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.threshold_(wengert.tensor([-1.0, 2.0]), 0, 7)
    tensor([7., 2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, threshold, value)):
        return _dispatch.published(_found, threshold_, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('threshold_', 'input', input)
        return (_activation.threshold_ if _attached else _activation.threshold_.__wrapped__)(input, threshold, value)
    except Exception as e:
        return _dispatch.after(e, threshold_, locals(), {'input': 'Tensor', 'threshold': 'float', 'value': 'float'})


def softmax(input, dim=..., dtype=None, *, out=None, axis=None):
    """softmax(input, dim, dtype=None, *, out=None) -> Tensor
    softmax(input, *, axis, dtype=None, out=None) -> Tensor

    ``exp(input)`` divided by its sum along ``dim``, without overflow.

    Also ``wengert.special.softmax`` and ``Tensor.softmax``.

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

    Also ``wengert.special.log_softmax`` and ``Tensor.log_softmax``.

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


def bilinear(input1, input2, weight, bias=None):
    """bilinear(input1, input2, weight, bias=None) -> Tensor

    For each output k the form ``input1 @ weight[k] @ input2``, plus the bias.

    Also ``wengert.nn.functional.bilinear``.

    Args:
        input1 (Tensor): shape (..., n)
        input2 (Tensor): shape (..., m)
        weight (Tensor): shape (k, n, m)
        bias (Tensor | None): what is added: shape (k,); None adds nothing

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.bilinear(wengert.ones(1, 2), wengert.ones(1, 3), wengert.ones(4, 2, 3)).shape
    wengert.Size([1, 4])
    """
    if _dispatch.on and (_found := _dispatch.find(input1, input2, weight, bias)):
        return _dispatch.published(_found, bilinear, locals())
    try:
        return (_layer.bilinear if _attached else _layer.bilinear.__wrapped__)(input1, input2, weight, bias)
    except Exception as e:
        return _dispatch.after(e, bilinear, locals(), {'input1': 'Tensor', 'input2': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None'})


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05) -> Tensor

    The last dimensions brought to mean 0 and variance 1, then scaled and shifted.

    Ba, Kiros and Hinton, "Layer normalization", 2016.

    Also ``wengert.nn.functional.layer_norm``.

    Args:
        input (Tensor): the tensor, of any shape
        normalized_shape (int | Sequence[int]): the sizes of the last dimensions, which are normalised together
        weight (Tensor | None): a factor for each element of the normalised shape; None means 1
        bias (Tensor | None): what is added to each element of the normalised shape; None means 0
        eps (float): what is added to the variance

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.layer_norm(wengert.tensor([[1.0, 2.0, 3.0]]), (3,))
    tensor([[-1.2247,  0.0000,  1.2247]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, normalized_shape, weight, bias, eps)):
        return _dispatch.published(_found, layer_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('layer_norm', 'input', input)
        return (_layer.layer_norm if _attached else _layer.layer_norm.__wrapped__)(input, normalized_shape, weight, bias, eps)
    except Exception as e:
        return _dispatch.after(e, layer_norm, locals(), {'input': 'Tensor', 'normalized_shape': 'int | Sequence[int]', 'weight': 'Tensor | None', 'bias': 'Tensor | None', 'eps': 'float'})


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """rms_norm(input, normalized_shape, weight=None, eps=None) -> Tensor

    The last dimensions divided by the root of their mean square, then scaled.

    Zhang and Sennrich, "Root mean square layer normalization", 2019.

    Also ``wengert.nn.functional.rms_norm``.

    Args:
        input (Tensor): the tensor, of any shape
        normalized_shape (int | Sequence[int]): the sizes of the last dimensions, which are normalised together
        weight (Tensor | None): a factor for each element of the normalised shape; None means 1
        eps (float | None): what is added to the mean square; None means the precision of the dtype

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.rms_norm(wengert.tensor([[3.0, 4.0]]), (2,))
    tensor([[0.8485, 1.1314]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, normalized_shape, weight, eps)):
        return _dispatch.published(_found, rms_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rms_norm', 'input', input)
        return (_layer.rms_norm if _attached else _layer.rms_norm.__wrapped__)(input, normalized_shape, weight, eps)
    except Exception as e:
        return _dispatch.after(e, rms_norm, locals(), {'input': 'Tensor', 'normalized_shape': 'int | Sequence[int]', 'weight': 'Tensor | None', 'eps': 'float | None'})


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """group_norm(input, num_groups, weight=None, bias=None, eps=1e-05) -> Tensor

    Groups of channels brought to mean 0 and variance 1, then scaled and shifted.

    Wu and He, "Group normalization", 2018.

    Also ``wengert.nn.functional.group_norm``.

    Args:
        input (Tensor): shape (N, C, ...)
        num_groups (int): into how many groups the channels are divided
        weight (Tensor | None): a factor for each channel; None means 1
        bias (Tensor | None): what is added to each channel; None means 0
        eps (float): what is added to the variance

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.group_norm(wengert.tensor([[[1.0, 2.0], [3.0, 4.0]]]), 1)
    tensor([[[-1.3416, -0.4472],
             [ 0.4472,  1.3416]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, num_groups, weight, bias, eps)):
        return _dispatch.published(_found, group_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('group_norm', 'input', input)
        return (_layer.group_norm if _attached else _layer.group_norm.__wrapped__)(input, num_groups, weight, bias, eps)
    except Exception as e:
        return _dispatch.after(e, group_norm, locals(), {'input': 'Tensor', 'num_groups': 'int', 'weight': 'Tensor | None', 'bias': 'Tensor | None', 'eps': 'float'})


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None) -> Tensor

    The sum, mean, product or extreme of each of the segments that a dimension is cut into.

    Of a segment without elements it is ``initial``, or 0, NaN, 1 and the infinities.

    Args:
        data (Any): floating-point numbers, of any shape
        reduce (str): ``'sum'``, ``'mean'``, ``'max'``, ``'min'`` or ``'prod'``
        lengths (Any | None): how long each segment is: shape (*data.shape[:axis], S)
        indices (Tensor | None): taken for compatibility: PyTorch does not support them either
        offsets (Tensor | None): instead of lengths, where segments begin, and where the last one ends: shape
            (*data.shape[:axis], S + 1)
        axis (int): the dimension that is cut
        unsafe (bool): whether lengths are not checked
        initial (float | None): what each reduction begins with

    Returns:
        a tensor shaped like ``data`` but along ``axis``, where it is S long

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0, 3.0, 4.0])
    >>> wengert.segment_reduce(x, "max", lengths=wengert.tensor([3, 1]))
    tensor([3., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(data, reduce, lengths, indices, offsets, axis, unsafe, initial)):
        return _dispatch.published(_found, segment_reduce, locals())
    try:
        return (_segments.segment_reduce if _attached else _segments.segment_reduce.__wrapped__)(data, reduce, lengths=lengths, indices=indices, offsets=offsets, axis=axis, unsafe=unsafe, initial=initial)
    except Exception as e:
        return _dispatch.after(e, segment_reduce, locals(), {'data': 'Any', 'reduce': 'str', 'lengths': 'Any | None', 'indices': 'Tensor | None', 'offsets': 'Tensor | None', 'axis': 'int', 'unsafe': 'bool', 'initial': 'float | None'})


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """cosine_similarity(x1, x2, dim=1, eps=1e-08) -> Tensor

    The cosine of the angle between vectors along ``dim``.

    Also ``wengert.nn.functional.cosine_similarity``.

    Args:
        x1 (Tensor): the first tensor
        x2 (Tensor): the second tensor, which broadcasts with the first
        dim (int): the dimension to work along; negative ones count from the last
        eps (float): the smallest norm that is divided by

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.cosine_similarity(wengert.tensor([[1.0, 0.0]]), wengert.tensor([[1.0, 1.0]]))
    tensor([0.7071])
    """
    if _dispatch.on and (_found := _dispatch.find(x1, x2, dim, eps)):
        return _dispatch.published(_found, cosine_similarity, locals())
    try:
        return (_margin.cosine_similarity if _attached else _margin.cosine_similarity.__wrapped__)(x1, x2, dim, eps)
    except Exception as e:
        return _dispatch.after(e, cosine_similarity, locals(), {'x1': 'Tensor', 'x2': 'Tensor', 'dim': 'int', 'eps': 'float'})


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    """pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False) -> Tensor

    The ``p``-norm of ``x1 - x2 + eps`` along the last dimension.

    Also ``wengert.nn.functional.pairwise_distance``.

    Args:
        x1 (Tensor): the first tensor
        x2 (Tensor): the second tensor, which broadcasts with the first
        p (float): the exponent of the norm
        eps (float): a small number that keeps the result finite
        keepdim (bool): whether reduced dimensions stay, with size 1

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pairwise_distance(wengert.tensor([[0.0, 0.0]]), wengert.tensor([[3.0, 4.0]]))
    tensor([5.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(x1, x2, p, eps, keepdim)):
        return _dispatch.published(_found, pairwise_distance, locals())
    try:
        return (_margin.pairwise_distance if _attached else _margin.pairwise_distance.__wrapped__)(x1, x2, p, eps, keepdim)
    except Exception as e:
        return _dispatch.after(e, pairwise_distance, locals(), {'x1': 'Tensor', 'x2': 'Tensor', 'p': 'float', 'eps': 'float', 'keepdim': 'bool'})


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    The cross-correlation of signals with kernels, summed over the channels.

    Also ``wengert.nn.functional.conv1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        weight (Tensor): the kernels: shape (K, C / groups, k)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): zeros on both sides, or ``'valid'`` or ``'same'``
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided

    Returns:
        a tensor of shape (N, K, (L + 2 * padding - dilation * (k - 1) - 1) // stride + 1)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv1d(wengert.tensor([[1.0, 2.0, 3.0]]), wengert.tensor([[[1.0, 1.0]]]))
    tensor([[3., 5.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, dilation, groups)):
        return _dispatch.published(_found, conv1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv1d', 'input', input)
        return (_conv.conv1d if _attached else _conv.conv1d.__wrapped__)(input, weight, bias, stride, padding, dilation, groups)
    except Exception as e:
        return _dispatch.after(e, conv1d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | str | Sequence[int]', 'dilation': 'int | Sequence[int]', 'groups': 'int'})


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    The cross-correlation of images with kernels, summed over the channels.

    Also ``wengert.nn.functional.conv2d``.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        weight (Tensor): the kernels: shape (K, C / groups, h, w)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): zeros on both sides, or ``'valid'`` or ``'same'``
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv2d(wengert.ones(1, 1, 3, 3), wengert.ones(1, 1, 2, 2))
    tensor([[[[4., 4.],
              [4., 4.]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, dilation, groups)):
        return _dispatch.published(_found, conv2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv2d', 'input', input)
        return (_conv.conv2d if _attached else _conv.conv2d.__wrapped__)(input, weight, bias, stride, padding, dilation, groups)
    except Exception as e:
        return _dispatch.after(e, conv2d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | str | Sequence[int]', 'dilation': 'int | Sequence[int]', 'groups': 'int'})


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> Tensor

    The cross-correlation of volumes with kernels, summed over the channels.

    Also ``wengert.nn.functional.conv3d``.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        weight (Tensor): the kernels: shape (K, C / groups, d, h, w)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | str | Sequence[int]): zeros on both sides, or ``'valid'`` or ``'same'``
        dilation (int | Sequence[int]): the distance between the elements of a window
        groups (int): into how many groups of channels the work is divided

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv3d(wengert.ones(1, 1, 3, 3, 3), wengert.ones(2, 1, 2, 2, 2)).shape
    wengert.Size([1, 2, 2, 2, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, dilation, groups)):
        return _dispatch.published(_found, conv3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv3d', 'input', input)
        return (_conv.conv3d if _attached else _conv.conv3d.__wrapped__)(input, weight, bias, stride, padding, dilation, groups)
    except Exception as e:
        return _dispatch.after(e, conv3d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | str | Sequence[int]', 'dilation': 'int | Sequence[int]', 'groups': 'int'})


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    The transpose of :func:`conv1d`: what takes its gradients to those of its input.

    Also ``wengert.nn.functional.conv_transpose1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        weight (Tensor): the kernels: shape (C, K / groups, k)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how much is cut off on both sides
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv_transpose1d(wengert.tensor([[1.0, 2.0]]), wengert.tensor([[[1.0, 1.0]]]))
    tensor([[1., 3., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, output_padding, groups, dilation)):
        return _dispatch.published(_found, conv_transpose1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv_transpose1d', 'input', input)
        return (_conv.conv_transpose1d if _attached else _conv.conv_transpose1d.__wrapped__)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    except Exception as e:
        return _dispatch.after(e, conv_transpose1d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | Sequence[int]', 'output_padding': 'int | Sequence[int]', 'groups': 'int', 'dilation': 'int | Sequence[int]'})


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    The transpose of :func:`conv2d`: what takes its gradients to those of its input.

    Also ``wengert.nn.functional.conv_transpose2d``.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        weight (Tensor): the kernels: shape (C, K / groups, h, w)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how much is cut off on both sides
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv_transpose2d(wengert.ones(1, 1, 2, 2), wengert.ones(1, 1, 2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, output_padding, groups, dilation)):
        return _dispatch.published(_found, conv_transpose2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv_transpose2d', 'input', input)
        return (_conv.conv_transpose2d if _attached else _conv.conv_transpose2d.__wrapped__)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    except Exception as e:
        return _dispatch.after(e, conv_transpose2d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | Sequence[int]', 'output_padding': 'int | Sequence[int]', 'groups': 'int', 'dilation': 'int | Sequence[int]'})


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1) -> Tensor

    The transpose of :func:`conv3d`: what takes its gradients to those of its input.

    Also ``wengert.nn.functional.conv_transpose3d``.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        weight (Tensor): the kernels: shape (C, K / groups, d, h, w)
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        stride (int | Sequence[int]): the step from one window to the next, one number or one for each dimension
        padding (int | Sequence[int]): how much is cut off on both sides
        output_padding (int | Sequence[int]): how much is added to one side of the result
        groups (int): into how many groups of channels the work is divided
        dilation (int | Sequence[int]): the distance between the elements of a window

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.conv_transpose3d(wengert.ones(1, 1, 2, 2, 2), wengert.ones(1, 1, 2, 2, 2)).shape
    wengert.Size([1, 1, 3, 3, 3])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, stride, padding, output_padding, groups, dilation)):
        return _dispatch.published(_found, conv_transpose3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv_transpose3d', 'input', input)
        return (_conv.conv_transpose3d if _attached else _conv.conv_transpose3d.__wrapped__)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    except Exception as e:
        return _dispatch.after(e, conv_transpose3d, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'stride': 'int | Sequence[int]', 'padding': 'int | Sequence[int]', 'output_padding': 'int | Sequence[int]', 'groups': 'int', 'dilation': 'int | Sequence[int]'})


def constant_pad_nd(input, pad, value=0):
    """constant_pad_nd(input, pad, value=0) -> Tensor

    ``input`` with a number put around it, or cut off at its ends.

    Differentiable in ``input``.

    Args:
        input (Tensor): the tensor, of any shape
        pad (Sequence[int]): how much is put (before, after), from the last dimension on; negative cuts off
        value (Tensor | Number): the number

    >>> import wengert
    >>> wengert.constant_pad_nd(wengert.tensor([1, 2]), (1, 1), 9)
    tensor([9, 1, 2, 9])
    """
    if _dispatch.on and (_found := _dispatch.find(input, pad, value)):
        return _dispatch.published(_found, constant_pad_nd, locals())
    try:
        return _conv.constant_pad_nd.on(input, None, {"pad": pad, "value": value})
    except Exception as e:
        return _dispatch.after(e, constant_pad_nd, locals(), {'input': 'Tensor', 'pad': 'Sequence[int]', 'value': 'Tensor | Number'})


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest element of each window.

    Also ``wengert.nn.functional.max_pool1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[3., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool1d', 'input', input)
        return (_pool.max_pool1d if _attached else _pool.max_pool1d.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool1d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest element of each window.

    Also ``wengert.nn.functional.max_pool2d``.

    Args:
        input (Tensor): shape (N, C, H, W) or (C, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    tensor([[[3.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool2d', 'input', input)
        return (_pool.max_pool2d if _attached else _pool.max_pool2d.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool2d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor
    max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, *, return_indices) -> tuple[Tensor, Tensor]
    max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> Tensor | tuple[Tensor, Tensor]

    The largest element of each window.

    Also ``wengert.nn.functional.max_pool3d``.

    Args:
        input (Tensor): shape (N, C, D, H, W) or (C, D, H, W)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): whether to return the places of the maxima too

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool3d(wengert.ones(1, 1, 2, 2, 2), 2)
    tensor([[[[[1.]]]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool3d', 'input', input)
        return (_pool.max_pool3d if _attached else _pool.max_pool3d.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool3d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True) -> Tensor

    The mean of each window.

    Also ``wengert.nn.functional.avg_pool1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        ceil_mode (bool): whether windows that reach beyond the end count
        count_include_pad (bool): whether the padding counts in the mean

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.avg_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[2., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, ceil_mode, count_include_pad)):
        return _dispatch.published(_found, avg_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('avg_pool1d', 'input', input)
        return (_pool.avg_pool1d if _attached else _pool.avg_pool1d.__wrapped__)(input, kernel_size, stride, padding, ceil_mode, count_include_pad)
    except Exception as e:
        return _dispatch.after(e, avg_pool1d, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'ceil_mode': 'bool', 'count_include_pad': 'bool'})


def adaptive_avg_pool1d(input, output_size):
    """adaptive_avg_pool1d(input, output_size) -> Tensor

    The means of so many windows that the result has the size wanted.

    Also ``wengert.nn.functional.adaptive_avg_pool1d``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        output_size (int | Sequence[int | None] | None): the size of the result

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.adaptive_avg_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[2., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size)):
        return _dispatch.published(_found, adaptive_avg_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_avg_pool1d', 'input', input)
        return (_pool.adaptive_avg_pool1d if _attached else _pool.adaptive_avg_pool1d.__wrapped__)(input, output_size)
    except Exception as e:
        return _dispatch.after(e, adaptive_avg_pool1d, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None'})


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False) -> tuple[Tensor, Tensor]

    The largest element of each window, and where it is: its position among all entries of its channel.

    Also ``wengert.nn.functional.max_pool1d_with_indices``.

    Args:
        input (Tensor): shape (N, C, L) or (C, L)
        kernel_size (int | Sequence[int]): the size of the window, one number or one for each dimension
        stride (int | Sequence[int] | None): the step from one window to the next; None means the size of the
            window
        padding (int | Sequence[int]): how many zeros are put around, one number or one for each dimension
        dilation (int | Sequence[int]): the distance between the elements of a window
        ceil_mode (bool): whether windows that reach beyond the end count
        return_indices (bool): taken for compatibility: the positions are always returned

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.max_pool1d_with_indices(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    (tensor([[3., 2.]]), tensor([[1, 2]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)):
        return _dispatch.published(_found, max_pool1d_with_indices, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('max_pool1d_with_indices', 'input', input)
        return (_maxima.max_pool1d_with_indices if _attached else _maxima.max_pool1d_with_indices.__wrapped__)(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    except Exception as e:
        return _dispatch.after(e, max_pool1d_with_indices, locals(), {'input': 'Tensor', 'kernel_size': 'int | Sequence[int]', 'stride': 'int | Sequence[int] | None', 'padding': 'int | Sequence[int]', 'dilation': 'int | Sequence[int]', 'ceil_mode': 'bool', 'return_indices': 'bool'})


def pixel_shuffle(input, upscale_factor):
    """pixel_shuffle(input, upscale_factor) -> Tensor

    Channels moved into the image, which becomes larger by ``upscale_factor``.

    Also ``wengert.nn.functional.pixel_shuffle``.

    Args:
        input (Tensor): shape (..., C * r**2, H, W)
        upscale_factor (int): the factor

    Returns:
        a tensor of shape (..., C, H * r, W * r)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pixel_shuffle(wengert.arange(4.0).reshape(4, 1, 1), 2)
    tensor([[[0., 1.],
             [2., 3.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, upscale_factor)):
        return _dispatch.published(_found, pixel_shuffle, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('pixel_shuffle', 'input', input)
        return (_sample.pixel_shuffle if _attached else _sample.pixel_shuffle.__wrapped__)(input, upscale_factor)
    except Exception as e:
        return _dispatch.after(e, pixel_shuffle, locals(), {'input': 'Tensor', 'upscale_factor': 'int'})


def pixel_unshuffle(input, downscale_factor):
    """pixel_unshuffle(input, downscale_factor) -> Tensor

    The inverse of :func:`pixel_shuffle`: pixels moved into channels.

    Also ``wengert.nn.functional.pixel_unshuffle``.

    Args:
        input (Tensor): shape (..., C, H * r, W * r)
        downscale_factor (int): the factor

    Returns:
        a tensor of shape (..., C * r**2, H, W)

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.pixel_unshuffle(wengert.arange(4.0).reshape(1, 2, 2), 2).shape
    wengert.Size([4, 1, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, downscale_factor)):
        return _dispatch.published(_found, pixel_unshuffle, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('pixel_unshuffle', 'input', input)
        return (_sample.pixel_unshuffle if _attached else _sample.pixel_unshuffle.__wrapped__)(input, downscale_factor)
    except Exception as e:
        return _dispatch.after(e, pixel_unshuffle, locals(), {'input': 'Tensor', 'downscale_factor': 'int'})


def channel_shuffle(input, groups):
    """channel_shuffle(input, groups) -> Tensor

    The channels of several groups interleaved.

    Also ``wengert.nn.functional.channel_shuffle``, ``wengert.native_channel_shuffle`` and
    ``wengert.nn.functional.native_channel_shuffle``.

    Args:
        input (Tensor): shape (N, C, ...)
        groups (int): into how many groups of channels the work is divided

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.channel_shuffle(wengert.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, groups)):
        return _dispatch.published(_found, channel_shuffle, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('channel_shuffle', 'input', input)
        return (_sample.channel_shuffle if _attached else _sample.channel_shuffle.__wrapped__)(input, groups)
    except Exception as e:
        return _dispatch.after(e, channel_shuffle, locals(), {'input': 'Tensor', 'groups': 'int'})


def native_channel_shuffle(input, groups):
    """native_channel_shuffle(input, groups) -> Tensor

    The channels of several groups interleaved.

    Also ``wengert.nn.functional.channel_shuffle``, ``wengert.channel_shuffle`` and
    ``wengert.nn.functional.native_channel_shuffle``.

    Args:
        input (Tensor): shape (N, C, ...)
        groups (int): into how many groups of channels the work is divided

    >>> import wengert
    >>> from wengert.nn import functional as F
    >>> F.channel_shuffle(wengert.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, groups)):
        return _dispatch.published(_found, native_channel_shuffle, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('native_channel_shuffle', 'input', input)
        return (_sample.channel_shuffle if _attached else _sample.channel_shuffle.__wrapped__)(input, groups)
    except Exception as e:
        return _dispatch.after(e, native_channel_shuffle, locals(), {'input': 'Tensor', 'groups': 'int'})


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners) -> Tensor

    :func:`wengert.nn.functional.grid_sample` with modes given by numbers.

    Args:
        input (Tensor): the tensor, of any shape
        grid (Tensor): the points to sample at, with coordinates from -1 to 1 in a last dimension of size 2 or 3
        interpolation_mode (int): 0 for bilinear, 1 for nearest, 2 for bicubic
        padding_mode (int): what lies outside
        align_corners (bool): whether the corners of input and output coincide

    >>> import wengert
    >>> image, points = wengert.ones(1, 1, 2, 2), wengert.zeros(1, 3, 1, 2)
    >>> wengert.grid_sampler(image, points, 0, 0, True).shape
    wengert.Size([1, 1, 3, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, grid, interpolation_mode, padding_mode, align_corners)):
        return _dispatch.published(_found, grid_sampler, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('grid_sampler', 'input', input)
        return (_grid.grid_sampler if _attached else _grid.grid_sampler.__wrapped__)(input, grid, interpolation_mode, padding_mode, align_corners)
    except Exception as e:
        return _dispatch.after(e, grid_sampler, locals(), {'input': 'Tensor', 'grid': 'Tensor', 'interpolation_mode': 'int', 'padding_mode': 'int', 'align_corners': 'bool'})


def grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners) -> Tensor

    :func:`wengert.nn.functional.grid_sample` of images, with modes given by numbers.

    Args:
        input (Tensor): shape (N, C, H, W)
        grid (Tensor): the points to sample at: shape (N, H', W', 2)
        interpolation_mode (int): 0 for bilinear, 1 for nearest, 2 for bicubic
        padding_mode (int): what lies outside
        align_corners (bool): whether the corners of input and output coincide

    >>> import wengert
    >>> wengert.grid_sampler_2d(wengert.ones(1, 1, 2, 2), wengert.zeros(1, 3, 1, 2), 0, 0, True).shape
    wengert.Size([1, 1, 3, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, grid, interpolation_mode, padding_mode, align_corners)):
        return _dispatch.published(_found, grid_sampler_2d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('grid_sampler_2d', 'input', input)
        return (_grid.grid_sampler_2d if _attached else _grid.grid_sampler_2d.__wrapped__)(input, grid, interpolation_mode, padding_mode, align_corners)
    except Exception as e:
        return _dispatch.after(e, grid_sampler_2d, locals(), {'input': 'Tensor', 'grid': 'Tensor', 'interpolation_mode': 'int', 'padding_mode': 'int', 'align_corners': 'bool'})


def grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners) -> Tensor

    :func:`wengert.nn.functional.grid_sample` of volumes, with modes given by numbers.

    Args:
        input (Tensor): shape (N, C, D, H, W)
        grid (Tensor): the points to sample at: shape (N, D', H', W', 3)
        interpolation_mode (int): 0 for bilinear, 1 for nearest, 2 for bicubic
        padding_mode (int): what lies outside
        align_corners (bool): whether the corners of input and output coincide

    >>> import wengert
    >>> wengert.grid_sampler_3d(wengert.ones(1, 1, 2, 2, 2), wengert.zeros(1, 3, 1, 1, 3), 0, 0, True).shape
    wengert.Size([1, 1, 3, 1, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, grid, interpolation_mode, padding_mode, align_corners)):
        return _dispatch.published(_found, grid_sampler_3d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('grid_sampler_3d', 'input', input)
        return (_grid.grid_sampler_3d if _attached else _grid.grid_sampler_3d.__wrapped__)(input, grid, interpolation_mode, padding_mode, align_corners)
    except Exception as e:
        return _dispatch.after(e, grid_sampler_3d, locals(), {'input': 'Tensor', 'grid': 'Tensor', 'interpolation_mode': 'int', 'padding_mode': 'int', 'align_corners': 'bool'})


def affine_grid_generator(theta, size, align_corners):
    """affine_grid_generator(theta, size, align_corners) -> Tensor

    :func:`wengert.nn.functional.affine_grid` by another name.

    Args:
        theta (Tensor): the maps: shape (N, 2, 3) or (N, 3, 4)
        size (Sequence[int]): the size of the image: (N, C, H, W) or (N, C, D, H, W)
        align_corners (bool): whether the corners of input and output coincide

    >>> import wengert
    >>> wengert.affine_grid_generator(wengert.ones(1, 2, 3), (1, 1, 4, 5), False).shape
    wengert.Size([1, 4, 5, 2])
    """
    if _dispatch.on and (_found := _dispatch.find(theta, size, align_corners)):
        return _dispatch.published(_found, affine_grid_generator, locals())
    try:
        return (_grid.affine_grid_generator if _attached else _grid.affine_grid_generator.__wrapped__)(theta, size, align_corners)
    except Exception as e:
        return _dispatch.after(e, affine_grid_generator, locals(), {'theta': 'Tensor', 'size': 'Sequence[int]', 'align_corners': 'bool'})


def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0):
    """binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0) -> Tensor

    :func:`wengert.nn.functional.binary_cross_entropy_with_logits` with a reduction given by its number.

    Args:
        input (Tensor): logits, of any shape
        target (Tensor): probabilities, of the same shape
        weight (Tensor | None): a factor for each element; None means 1
        pos_weight (Tensor | None): a factor for positive targets; None means 1
        reduction (int): 0 for none, 1 for the mean, 2 for the sum

    >>> import wengert
    >>> wengert.binary_cross_entropy_with_logits(wengert.tensor([0.0, 2.0]), wengert.tensor([0.0, 1.0]))
    tensor([0.6931, 0.1269])
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, weight, pos_weight, reduction)):
        return _dispatch.published(_found, binary_cross_entropy_with_logits, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('binary_cross_entropy_with_logits', 'input', input)
        return (_composites.binary_cross_entropy_with_logits if _attached else _composites.binary_cross_entropy_with_logits.__wrapped__)(input, target, weight, pos_weight, reduction)
    except Exception as e:
        return _dispatch.after(e, binary_cross_entropy_with_logits, locals(), {'input': 'Tensor', 'target': 'Tensor', 'weight': 'Tensor | None', 'pos_weight': 'Tensor | None', 'reduction': 'int'})


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0):
    """cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0) -> Tensor

    :func:`wengert.nn.functional.cosine_embedding_loss` with a reduction given by its number.

    Args:
        input1 (Tensor): the first tensor
        input2 (Tensor): the second tensor
        target (Tensor): 1 or -1 for each pair
        margin (float): the margin
        reduction (int): 0 for none, 1 for the mean, 2 for the sum

    >>> import wengert
    >>> x, y = wengert.tensor([[1.0, 0.0]]), wengert.tensor([[0.0, 1.0]])
    >>> wengert.cosine_embedding_loss(x, y, wengert.tensor([1]))
    tensor([1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input1, input2, target, margin, reduction)):
        return _dispatch.published(_found, cosine_embedding_loss, locals())
    try:
        return (_composites.cosine_embedding_loss if _attached else _composites.cosine_embedding_loss.__wrapped__)(input1, input2, target, margin, reduction)
    except Exception as e:
        return _dispatch.after(e, cosine_embedding_loss, locals(), {'input1': 'Tensor', 'input2': 'Tensor', 'target': 'Tensor', 'margin': 'float', 'reduction': 'int'})


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=0, zero_infinity=False):
    """ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=0, zero_infinity=False) -> Tensor

    :func:`wengert.nn.functional.ctc_loss` with a reduction given by its number.

    Args:
        log_probs (Tensor): the logarithms of probabilities: shape (T, N, C), or (T, C) of one example
        targets (Tensor): the labels: shape (N, S), or all one after the other in one dimension
        input_lengths (Tensor | Sequence[int]): how many times of each example count: shape (N,)
        target_lengths (Tensor | Sequence[int]): how many labels each example has: as ``input_lengths``
        blank (int): the class that is no label
        reduction (int): 0 for none, 1 for the mean, 2 for the sum
        zero_infinity (bool): whether infinite losses, and their gradients, are replaced by 0

    >>> import wengert
    >>> log_probs = wengert.zeros(3, 1, 2).log_softmax(2)
    >>> wengert.ctc_loss(log_probs, wengert.tensor([[1]]), (3,), (1,), reduction=2)
    tensor(0.2877)
    """
    if _dispatch.on and (_found := _dispatch.find(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)):
        return _dispatch.published(_found, ctc_loss, locals())
    try:
        return (_composites.ctc_loss if _attached else _composites.ctc_loss.__wrapped__)(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)
    except Exception as e:
        return _dispatch.after(e, ctc_loss, locals(), {'log_probs': 'Tensor', 'targets': 'Tensor', 'input_lengths': 'Tensor | Sequence[int]', 'target_lengths': 'Tensor | Sequence[int]', 'blank': 'int', 'reduction': 'int', 'zero_infinity': 'bool'})


def hinge_embedding_loss(input, target, margin=1.0, reduction=0):
    """hinge_embedding_loss(input, target, margin=1.0, reduction=0) -> Tensor

    :func:`wengert.nn.functional.hinge_embedding_loss` with a reduction given by its number.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): 1 or -1 for each element
        margin (float): the margin
        reduction (int): 0 for none, 1 for the mean, 2 for the sum

    >>> import wengert
    >>> wengert.hinge_embedding_loss(wengert.tensor([0.2, 0.2]), wengert.tensor([1, -1]))
    tensor([0.2000, 0.8000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, margin, reduction)):
        return _dispatch.published(_found, hinge_embedding_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hinge_embedding_loss', 'input', input)
        return (_composites.hinge_embedding_loss if _attached else _composites.hinge_embedding_loss.__wrapped__)(input, target, margin, reduction)
    except Exception as e:
        return _dispatch.after(e, hinge_embedding_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'margin': 'float', 'reduction': 'int'})


def kl_div(input, target, reduction=0, *, log_target=False):
    """kl_div(input, target, reduction=0, *, log_target=False) -> Tensor

    :func:`wengert.nn.functional.kl_div` with a reduction given by its number.

    Args:
        input (Tensor): logarithms of probabilities
        target (Tensor): probabilities
        reduction (int): 0 for none, 1 for the mean, 2 for the sum
        log_target (bool): whether the target is given as logarithms

    >>> import wengert
    >>> wengert.kl_div(wengert.tensor([0.5, 0.5]).log(), wengert.tensor([1.0, 0.0]), reduction=2)
    tensor(0.6931)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, reduction, log_target)):
        return _dispatch.published(_found, kl_div, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('kl_div', 'input', input)
        return (_composites.kl_div if _attached else _composites.kl_div.__wrapped__)(input, target, reduction, log_target=log_target)
    except Exception as e:
        return _dispatch.after(e, kl_div, locals(), {'input': 'Tensor', 'target': 'Tensor', 'reduction': 'int', 'log_target': 'bool'})


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0):
    """margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0) -> Tensor

    :func:`wengert.nn.functional.margin_ranking_loss` with a reduction given by its number.

    Args:
        input1 (Tensor): the first tensor
        input2 (Tensor): the second tensor
        target (Tensor): 1 where the first is to be larger, -1 where the second is
        margin (float): the margin
        reduction (int): 0 for none, 1 for the mean, 2 for the sum

    >>> import wengert
    >>> wengert.margin_ranking_loss(wengert.tensor([1.0]), wengert.tensor([3.0]), wengert.tensor([1]))
    tensor([2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input1, input2, target, margin, reduction)):
        return _dispatch.published(_found, margin_ranking_loss, locals())
    try:
        return (_composites.margin_ranking_loss if _attached else _composites.margin_ranking_loss.__wrapped__)(input1, input2, target, margin, reduction)
    except Exception as e:
        return _dispatch.after(e, margin_ranking_loss, locals(), {'input1': 'Tensor', 'input2': 'Tensor', 'target': 'Tensor', 'margin': 'float', 'reduction': 'int'})


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    """poisson_nll_loss(input, target, log_input, full, eps, reduction) -> Tensor

    :func:`wengert.nn.functional.poisson_nll_loss` with a reduction given by its number.

    Args:
        input (Tensor): the tensor, of any shape
        target (Tensor): counts
        log_input (bool): whether the input is the logarithm of the rate
        full (bool): whether to add the terms that do not depend on the input
        eps (float): a small number that keeps the result finite
        reduction (int): 0 for none, 1 for the mean, 2 for the sum

    >>> import wengert
    >>> wengert.poisson_nll_loss(wengert.tensor([0.0]), wengert.tensor([2.0]), True, False, 1e-8, 1)
    tensor(1.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, target, log_input, full, eps, reduction)):
        return _dispatch.published(_found, poisson_nll_loss, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('poisson_nll_loss', 'input', input)
        return (_composites.poisson_nll_loss if _attached else _composites.poisson_nll_loss.__wrapped__)(input, target, log_input, full, eps, reduction)
    except Exception as e:
        return _dispatch.after(e, poisson_nll_loss, locals(), {'input': 'Tensor', 'target': 'Tensor', 'log_input': 'bool', 'full': 'bool', 'eps': 'float', 'reduction': 'int'})


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-06, swap=False, reduction=0):
    """triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-06, swap=False, reduction=0) -> Tensor

    :func:`wengert.nn.functional.triplet_margin_loss` with a reduction given by its number.

    Args:
        anchor (Tensor): the anchors: shape (N, D)
        positive (Tensor): what should be near: shape (N, D)
        negative (Tensor): what should be far: shape (N, D)
        margin (float): the margin
        p (float): the order of the norm
        eps (float): a small number that keeps the result finite
        swap (bool): whether to take the distance of the negative to the positive if that is smaller
        reduction (int): 0 for none, 1 for the mean, 2 for the sum

    >>> import wengert
    >>> x, y = wengert.tensor([[0.0]]), wengert.tensor([[3.0]])
    >>> wengert.triplet_margin_loss(x, y, x)
    tensor([4.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(anchor, positive, negative, margin, p, eps, swap, reduction)):
        return _dispatch.published(_found, triplet_margin_loss, locals())
    try:
        return (_composites.triplet_margin_loss if _attached else _composites.triplet_margin_loss.__wrapped__)(anchor, positive, negative, margin, p, eps, swap, reduction)
    except Exception as e:
        return _dispatch.after(e, triplet_margin_loss, locals(), {'anchor': 'Tensor', 'positive': 'Tensor', 'negative': 'Tensor', 'margin': 'float', 'p': 'float', 'eps': 'float', 'swap': 'bool', 'reduction': 'int'})


def dropout(input, p, train):
    """dropout(input, p, train) -> Tensor

    :func:`wengert.nn.functional.dropout`, all of whose arguments are given.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, between 0 and 1
        train (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> wengert.dropout(wengert.ones(3), 0.5, train=False)
    tensor([1., 1., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, train)):
        return _dispatch.published(_found, dropout, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('dropout', 'input', input)
        return (_composites.dropout if _attached else _composites.dropout.__wrapped__)(input, p, train)
    except Exception as e:
        return _dispatch.after(e, dropout, locals(), {'input': 'Tensor', 'p': 'float', 'train': 'bool'})


def dropout_(self, p, train):
    """dropout_(self, p, train) -> Tensor

    :func:`dropout`, in place.

    Args:
        self (Tensor): the tensor that is written
        p (float): the probability, between 0 and 1
        train (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> wengert.dropout_(wengert.ones(3), 1.0, train=True)
    tensor([0., 0., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, p, train)):
        return _dispatch.published(_found, dropout_, locals())
    try:
        return (_composites.dropout_ if _attached else _composites.dropout_.__wrapped__)(self, p, train)
    except Exception as e:
        return _dispatch.after(e, dropout_, locals(), {'self': 'Tensor', 'p': 'float', 'train': 'bool'})


def feature_dropout(input, p, train):
    """feature_dropout(input, p, train) -> Tensor

    :func:`dropout` of whole channels: of shape (N, C, ...).

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, between 0 and 1
        train (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> wengert.feature_dropout(wengert.ones(1, 2), 0.5, train=False)
    tensor([[1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, train)):
        return _dispatch.published(_found, feature_dropout, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('feature_dropout', 'input', input)
        return (_composites.feature_dropout if _attached else _composites.feature_dropout.__wrapped__)(input, p, train)
    except Exception as e:
        return _dispatch.after(e, feature_dropout, locals(), {'input': 'Tensor', 'p': 'float', 'train': 'bool'})


def feature_dropout_(self, p, train):
    """feature_dropout_(self, p, train) -> Tensor

    :func:`feature_dropout`, in place.

    Args:
        self (Tensor): the tensor that is written
        p (float): the probability, between 0 and 1
        train (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> wengert.feature_dropout_(wengert.ones(1, 2), 1.0, train=True)
    tensor([[0., 0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(self, p, train)):
        return _dispatch.published(_found, feature_dropout_, locals())
    try:
        return (_composites.feature_dropout_ if _attached else _composites.feature_dropout_.__wrapped__)(self, p, train)
    except Exception as e:
        return _dispatch.after(e, feature_dropout_, locals(), {'self': 'Tensor', 'p': 'float', 'train': 'bool'})


def alpha_dropout(input, p, train):
    """alpha_dropout(input, p, train) -> Tensor

    :func:`wengert.nn.functional.alpha_dropout`, all of whose arguments are given.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, between 0 and 1
        train (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> wengert.alpha_dropout(wengert.ones(3), 0.5, train=False)
    tensor([1., 1., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, train)):
        return _dispatch.published(_found, alpha_dropout, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('alpha_dropout', 'input', input)
        return (_composites.alpha_dropout if _attached else _composites.alpha_dropout.__wrapped__)(input, p, train)
    except Exception as e:
        return _dispatch.after(e, alpha_dropout, locals(), {'input': 'Tensor', 'p': 'float', 'train': 'bool'})


def alpha_dropout_(self, p, train):
    """alpha_dropout_(self, p, train) -> Tensor

    :func:`alpha_dropout`, in place.

    Args:
        self (Tensor): the tensor that is written
        p (float): the probability, between 0 and 1
        train (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> wengert.alpha_dropout_(wengert.ones(3), 1.0, train=True)
    tensor([0., 0., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(self, p, train)):
        return _dispatch.published(_found, alpha_dropout_, locals())
    try:
        return (_composites.alpha_dropout_ if _attached else _composites.alpha_dropout_.__wrapped__)(self, p, train)
    except Exception as e:
        return _dispatch.after(e, alpha_dropout_, locals(), {'self': 'Tensor', 'p': 'float', 'train': 'bool'})


def feature_alpha_dropout(input, p, train):
    """feature_alpha_dropout(input, p, train) -> Tensor

    :func:`wengert.nn.functional.feature_alpha_dropout`, all of whose arguments are given.

    Args:
        input (Tensor): the tensor, of any shape
        p (float): the probability, between 0 and 1
        train (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> wengert.feature_alpha_dropout(wengert.ones(1, 2), 0.5, train=False)
    tensor([[1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, p, train)):
        return _dispatch.published(_found, feature_alpha_dropout, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('feature_alpha_dropout', 'input', input)
        return (_composites.feature_alpha_dropout if _attached else _composites.feature_alpha_dropout.__wrapped__)(input, p, train)
    except Exception as e:
        return _dispatch.after(e, feature_alpha_dropout, locals(), {'input': 'Tensor', 'p': 'float', 'train': 'bool'})


def feature_alpha_dropout_(self, p, train):
    """feature_alpha_dropout_(self, p, train) -> Tensor

    :func:`feature_alpha_dropout`, in place.

    Args:
        self (Tensor): the tensor that is written
        p (float): the probability, between 0 and 1
        train (bool): whether it is training: without it nothing is random

    >>> import wengert
    >>> wengert.feature_alpha_dropout_(wengert.ones(1, 2), 1.0, train=True)
    tensor([[0., 0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(self, p, train)):
        return _dispatch.published(_found, feature_alpha_dropout_, locals())
    try:
        return (_composites.feature_alpha_dropout_ if _attached else _composites.feature_alpha_dropout_.__wrapped__)(self, p, train)
    except Exception as e:
        return _dispatch.after(e, feature_alpha_dropout_, locals(), {'self': 'Tensor', 'p': 'float', 'train': 'bool'})


def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    """batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled) -> Tensor

    :func:`wengert.nn.functional.batch_norm`, the tensors in another order.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor | None): a factor for each channel; None means 1
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        running_mean (Tensor | None): the mean of each channel so far, updated in place: shape (C,)
        running_var (Tensor | None): the variance of each channel so far, updated in place: shape (C,)
        training (bool): whether it is training: without it nothing is random
        momentum (float): how much of the new statistics goes into the running ones
        eps (float): a small number that keeps the result finite
        cudnn_enabled (bool): kept for compatibility

    >>> import wengert
    >>> x = wengert.tensor([[1.0], [3.0]])
    >>> wengert.batch_norm(x, None, None, None, None, True, 0.1, 0.0, True)
    tensor([[-1.],
            [ 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled)):
        return _dispatch.published(_found, batch_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('batch_norm', 'input', input)
        return (_composites.batch_norm if _attached else _composites.batch_norm.__wrapped__)(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled)
    except Exception as e:
        return _dispatch.after(e, batch_norm, locals(), {'input': 'Tensor', 'weight': 'Tensor | None', 'bias': 'Tensor | None', 'running_mean': 'Tensor | None', 'running_var': 'Tensor | None', 'training': 'bool', 'momentum': 'float', 'eps': 'float', 'cudnn_enabled': 'bool'})


def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    """instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled) -> Tensor

    :func:`wengert.nn.functional.instance_norm`, the tensors in another order.

    Args:
        input (Tensor): the tensor, of any shape
        weight (Tensor | None): a factor for each channel; None means 1
        bias (Tensor | None): what is added, one number for each output channel; None adds nothing
        running_mean (Tensor | None): the mean of each channel so far, updated in place: shape (C,)
        running_var (Tensor | None): the variance of each channel so far, updated in place: shape (C,)
        use_input_stats (bool): whether to normalise by the statistics of the input
        momentum (float): how much of the new statistics goes into the running ones
        eps (float): a small number that keeps the result finite
        cudnn_enabled (bool): kept for compatibility

    >>> import wengert
    >>> x = wengert.tensor([[[1.0, 3.0]]])
    >>> wengert.instance_norm(x, None, None, None, None, True, 0.1, 0.0, True)
    tensor([[[-1.,  1.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled)):
        return _dispatch.published(_found, instance_norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('instance_norm', 'input', input)
        return (_composites.instance_norm if _attached else _composites.instance_norm.__wrapped__)(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled)
    except Exception as e:
        return _dispatch.after(e, instance_norm, locals(), {'input': 'Tensor', 'weight': 'Tensor | None', 'bias': 'Tensor | None', 'running_mean': 'Tensor | None', 'running_var': 'Tensor | None', 'use_input_stats': 'bool', 'momentum': 'float', 'eps': 'float', 'cudnn_enabled': 'bool'})


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False) -> Tensor

    :func:`wengert.nn.functional.embedding`, the rows first.

    Args:
        weight (Tensor): the rows: shape (V, D)
        indices (Tensor): an integer tensor
        padding_idx (int): the row of ``weight`` whose gradient is 0; a negative number means none
        scale_grad_by_freq (bool): whether the gradient of a row is divided by how often it was looked up
        sparse (bool): whether the gradient of ``weight`` is sparse

    >>> import wengert
    >>> wengert.embedding(wengert.tensor([[1.0], [2.0]]), wengert.tensor([1, 0]))
    tensor([[2.],
            [1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(weight, indices, padding_idx, scale_grad_by_freq, sparse)):
        return _dispatch.published(_found, embedding, locals())
    try:
        return (_composites.embedding if _attached else _composites.embedding.__wrapped__)(weight, indices, padding_idx, scale_grad_by_freq, sparse)
    except Exception as e:
        return _dispatch.after(e, embedding, locals(), {'weight': 'Tensor', 'indices': 'Tensor', 'padding_idx': 'int', 'scale_grad_by_freq': 'bool', 'sparse': 'bool'})


def adaptive_max_pool1d(input, output_size):
    """adaptive_max_pool1d(input, output_size) -> tuple[Tensor, Tensor]

    :func:`wengert.nn.functional.adaptive_max_pool1d`, with the places of the maxima.

    Args:
        input (Tensor): the tensor, of any shape
        output_size (int | Sequence[int | None] | None): the length of the result, if known

    >>> import wengert
    >>> values, places = wengert.adaptive_max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    >>> values, places
    (tensor([[3., 2.]]), tensor([[1, 2]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, output_size)):
        return _dispatch.published(_found, adaptive_max_pool1d, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('adaptive_max_pool1d', 'input', input)
        return (_composites.adaptive_max_pool1d if _attached else _composites.adaptive_max_pool1d.__wrapped__)(input, output_size)
    except Exception as e:
        return _dispatch.after(e, adaptive_max_pool1d, locals(), {'input': 'Tensor', 'output_size': 'int | Sequence[int | None] | None'})


def conv_tbc(input, weight, bias, pad=0):
    """conv_tbc(input, weight, bias, pad=0) -> Tensor

    A convolution over time, which is the first dimension.

    Also ``wengert.nn.functional.conv_tbc``.

    Args:
        input (Tensor): shape (T, N, C)
        weight (Tensor): shape (K, C, D), for windows of K times
        bias (Tensor | None): shape (D,)
        pad (int): how many zeros to put before the first time and behind the last

    >>> import wengert
    >>> x = wengert.tensor([[[1.0]], [[2.0]], [[3.0]]])
    >>> wengert.conv_tbc(x, wengert.ones(2, 1, 1), wengert.zeros(1)).flatten()
    tensor([3., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, weight, bias, pad)):
        return _dispatch.published(_found, conv_tbc, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('conv_tbc', 'input', input)
        return (_composites.conv_tbc if _attached else _composites.conv_tbc.__wrapped__)(input, weight, bias, pad)
    except Exception as e:
        return _dispatch.after(e, conv_tbc, locals(), {'input': 'Tensor', 'weight': 'Tensor', 'bias': 'Tensor | None', 'pad': 'int'})


def norm_except_dim(v, pow=2, dim=0, *, axis=None):
    """norm_except_dim(v, pow=2, dim=0, *, axis=None) -> Tensor

    The norm over all dimensions but one, which stay with size 1.

    Args:
        v (Tensor): the tensor, of any shape
        pow (int): the order of the norm
        dim (int): the dimension that stays; -1 means none, and gives one number
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.norm_except_dim(wengert.tensor([[3.0, 4.0], [0.0, 2.0]]))
    tensor([[5.],
            [2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(v, pow, dim, axis)):
        return _dispatch.published(_found, norm_except_dim, locals())
    if axis is not None:
        dim = _either("norm_except_dim", "axis", axis, "dim", dim, 0)
        axis = None
    try:
        return (_composites.norm_except_dim if _attached else _composites.norm_except_dim.__wrapped__)(v, pow, dim)
    except Exception as e:
        return _dispatch.after(e, norm_except_dim, locals(), {'v': 'Tensor', 'pow': 'int', 'dim': 'int'})


def frobenius_norm(input, dim=..., keepdim=False, *, out=None, axis=None, keepdims=None):
    """frobenius_norm(input, dim, keepdim=False, *, out=None, keepdims=None) -> Tensor
    frobenius_norm(input, *, axis, keepdim=False, out=None, keepdims=None) -> Tensor

    The root of the sum of squares: deprecated, use :func:`wengert.linalg.vector_norm`.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int]): one dimension or two
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.frobenius_norm(wengert.tensor([[3.0, 4.0]]), (0, 1))
    tensor(5.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, frobenius_norm, locals())
    if axis is not None:
        dim = _either("frobenius_norm", "axis", axis, "dim", dim, ...)
        axis = None
    if keepdims is not None:
        keepdim = _either("frobenius_norm", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    if dim is ...:
        raise _missing("frobenius_norm", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('frobenius_norm', 'input', input)
        if out is not None:
            return _store('frobenius_norm', out, (_composites.frobenius_norm if _attached else _composites.frobenius_norm.__wrapped__)(input, dim, keepdim))
        return (_composites.frobenius_norm if _attached else _composites.frobenius_norm.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, frobenius_norm, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int]', 'keepdim': 'bool', 'out': 'Tensor | None'})


def nuclear_norm(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None):
    """nuclear_norm(input, dim=None, keepdim=False, *, out=None, axis=None, keepdims=None) -> Tensor

    The sum of the singular values: deprecated, use :func:`wengert.linalg.matrix_norm`.

    Args:
        input (Tensor): the tensor, of any shape
        dim (Sequence[int] | None): the two dimensions of the matrices; None means the last two
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.nuclear_norm(wengert.tensor([[3.0, 0.0], [0.0, 2.0]]))
    tensor(5.)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, out, axis, keepdims)):
        return _dispatch.published(_found, nuclear_norm, locals())
    if axis is not None:
        dim = _either("nuclear_norm", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("nuclear_norm", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('nuclear_norm', 'input', input)
        if out is not None:
            return _store('nuclear_norm', out, (_composites.nuclear_norm if _attached else _composites.nuclear_norm.__wrapped__)(input, dim, keepdim))
        return (_composites.nuclear_norm if _attached else _composites.nuclear_norm.__wrapped__)(input, dim, keepdim)
    except Exception as e:
        return _dispatch.after(e, nuclear_norm, locals(), {'input': 'Tensor', 'dim': 'Sequence[int] | None', 'keepdim': 'bool', 'out': 'Tensor | None'})


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None) -> Tensor

    One step of a recurrent layer: ``tanh(input @ w_ih.T + b_ih + hx @ w_hh.T + b_hh)``.

    Args:
        input (Tensor): shape (N, I)
        hx (Tensor): the state before: shape (N, H)
        w_ih (Tensor): the weights of the input: shape (G * H, I), of G gates
        w_hh (Tensor): the weights of the state: shape (G * H, H)
        b_ih (Tensor | None): what is added to what the input gives: shape (G * H,)
        b_hh (Tensor | None): what is added to what the state gives: shape (G * H,)

    >>> import wengert
    >>> wengert.rnn_tanh_cell(wengert.ones(1, 2), wengert.zeros(1, 1), wengert.ones(1, 2), wengert.ones(1, 1))
    tensor([[0.9640]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, hx, w_ih, w_hh, b_ih, b_hh)):
        return _dispatch.published(_found, rnn_tanh_cell, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rnn_tanh_cell', 'input', input)
        return (_recurrent.rnn_tanh_cell if _attached else _recurrent.rnn_tanh_cell.__wrapped__)(input, hx, w_ih, w_hh, b_ih, b_hh)
    except Exception as e:
        return _dispatch.after(e, rnn_tanh_cell, locals(), {'input': 'Tensor', 'hx': 'Tensor', 'w_ih': 'Tensor', 'w_hh': 'Tensor', 'b_ih': 'Tensor | None', 'b_hh': 'Tensor | None'})


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None) -> Tensor

    One step of a recurrent layer: ``relu(input @ w_ih.T + b_ih + hx @ w_hh.T + b_hh)``.

    Args:
        input (Tensor): shape (N, I)
        hx (Tensor): the state before: shape (N, H)
        w_ih (Tensor): the weights of the input: shape (G * H, I), of G gates
        w_hh (Tensor): the weights of the state: shape (G * H, H)
        b_ih (Tensor | None): what is added to what the input gives: shape (G * H,)
        b_hh (Tensor | None): what is added to what the state gives: shape (G * H,)

    >>> import wengert
    >>> wengert.rnn_relu_cell(wengert.ones(1, 2), wengert.zeros(1, 1), wengert.ones(1, 2), wengert.ones(1, 1))
    tensor([[2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, hx, w_ih, w_hh, b_ih, b_hh)):
        return _dispatch.published(_found, rnn_relu_cell, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rnn_relu_cell', 'input', input)
        return (_recurrent.rnn_relu_cell if _attached else _recurrent.rnn_relu_cell.__wrapped__)(input, hx, w_ih, w_hh, b_ih, b_hh)
    except Exception as e:
        return _dispatch.after(e, rnn_relu_cell, locals(), {'input': 'Tensor', 'hx': 'Tensor', 'w_ih': 'Tensor', 'w_hh': 'Tensor', 'b_ih': 'Tensor | None', 'b_hh': 'Tensor | None'})


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None) -> Tensor

    One step of gated recurrent units: the rows of the weights are those of the gates for reset and for update,
    and of the new state.

    Cho et al., "Learning phrase representations using RNN encoder-decoder for statistical machine translation",
    2014.

    Args:
        input (Tensor): shape (N, I)
        hx (Tensor): the state before: shape (N, H)
        w_ih (Tensor): the weights of the input: shape (G * H, I), of G gates
        w_hh (Tensor): the weights of the state: shape (G * H, H)
        b_ih (Tensor | None): what is added to what the input gives: shape (G * H,)
        b_hh (Tensor | None): what is added to what the state gives: shape (G * H,)

    >>> import wengert
    >>> wengert.gru_cell(wengert.ones(1, 2), wengert.zeros(1, 1), wengert.ones(3, 2), wengert.ones(3, 1))
    tensor([[0.1149]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, hx, w_ih, w_hh, b_ih, b_hh)):
        return _dispatch.published(_found, gru_cell, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('gru_cell', 'input', input)
        return (_recurrent.gru_cell if _attached else _recurrent.gru_cell.__wrapped__)(input, hx, w_ih, w_hh, b_ih, b_hh)
    except Exception as e:
        return _dispatch.after(e, gru_cell, locals(), {'input': 'Tensor', 'hx': 'Tensor', 'w_ih': 'Tensor', 'w_hh': 'Tensor', 'b_ih': 'Tensor | None', 'b_hh': 'Tensor | None'})


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None) -> tuple[Tensor, Tensor]

    One step of long short-term memory: the rows of the weights are those of the gates for input and for
    forgetting, of the new cell, and of the gate for output.

    Hochreiter and Schmidhuber, "Long short-term memory", 1997.

    Args:
        input (Tensor): shape (N, I)
        hx (Sequence[Tensor]): the state and the cell before, each of shape (N, H)
        w_ih (Tensor): the weights of the input: shape (G * H, I), of G gates
        w_hh (Tensor): the weights of the state: shape (G * H, H)
        b_ih (Tensor | None): what is added to what the input gives: shape (G * H,)
        b_hh (Tensor | None): what is added to what the state gives: shape (G * H,)

    >>> import wengert
    >>> h = c = wengert.zeros(1, 1)
    >>> h, c = wengert.lstm_cell(wengert.ones(1, 2), (h, c), wengert.ones(4, 2), wengert.ones(4, 1))
    >>> h, c
    (tensor([[0.6083]]), tensor([[0.8491]]))
    """
    if _dispatch.on and (_found := _dispatch.find(input, hx, w_ih, w_hh, b_ih, b_hh)):
        return _dispatch.published(_found, lstm_cell, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('lstm_cell', 'input', input)
        return (_recurrent.lstm_cell if _attached else _recurrent.lstm_cell.__wrapped__)(input, hx, w_ih, w_hh, b_ih, b_hh)
    except Exception as e:
        return _dispatch.after(e, lstm_cell, locals(), {'input': 'Tensor', 'hx': 'Sequence[Tensor]', 'w_ih': 'Tensor', 'w_hh': 'Tensor', 'b_ih': 'Tensor | None', 'b_hh': 'Tensor | None'})


def rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    """rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first) -> tuple[Tensor, Tensor]

    Recurrent layers, each of which is :func:`rnn_tanh_cell` along a sequence.

    Args:
        input (Tensor): shape (T, N, I)
        hx (Tensor): the states before, of each layer and direction: shape (L, N, H)
        params (Sequence[Tensor]): of each layer and direction w_ih, w_hh and, with biases, b_ih, b_hh
        has_biases (bool): whether there are biases among the parameters
        num_layers (int): how many layers
        dropout (float): the probability that an output of a layer but the last is dropped
        train (bool): whether it is training: without it nothing is random
        bidirectional (bool): whether each layer also goes backwards, from the end
        batch_first (bool): whether input and output are of shape (N, T, I)

    Returns:
        the states of the last layer at all times, and the last states of all layers

    >>> import wengert
    >>> params = wengert.ones(1, 2), wengert.ones(1, 1)
    >>> wengert.rnn_tanh(wengert.ones(2, 1, 2), wengert.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[0]
    tensor([[[0.9640]],
    <BLANKLINE>
            [[0.9947]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)):
        return _dispatch.published(_found, rnn_tanh, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rnn_tanh', 'input', input)
        return (_recurrent.rnn_tanh if _attached else _recurrent.rnn_tanh.__wrapped__)(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    except Exception as e:
        return _dispatch.after(e, rnn_tanh, locals(), {'input': 'Tensor', 'hx': 'Tensor', 'params': 'Sequence[Tensor]', 'has_biases': 'bool', 'num_layers': 'int', 'dropout': 'float', 'train': 'bool', 'bidirectional': 'bool', 'batch_first': 'bool'})


def rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    """rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first) -> tuple[Tensor, Tensor]

    Recurrent layers, each of which is :func:`rnn_relu_cell` along a sequence.

    Args:
        input (Tensor): shape (T, N, I)
        hx (Tensor): the states before, of each layer and direction: shape (L, N, H)
        params (Sequence[Tensor]): of each layer and direction w_ih, w_hh and, with biases, b_ih, b_hh
        has_biases (bool): whether there are biases among the parameters
        num_layers (int): how many layers
        dropout (float): the probability that an output of a layer but the last is dropped
        train (bool): whether it is training: without it nothing is random
        bidirectional (bool): whether each layer also goes backwards, from the end
        batch_first (bool): whether input and output are of shape (N, T, I)

    Returns:
        the states of the last layer at all times, and the last states of all layers

    >>> import wengert
    >>> params = wengert.ones(1, 2), wengert.ones(1, 1)
    >>> wengert.rnn_relu(wengert.ones(2, 1, 2), wengert.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[1]
    tensor([[[4.]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)):
        return _dispatch.published(_found, rnn_relu, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rnn_relu', 'input', input)
        return (_recurrent.rnn_relu if _attached else _recurrent.rnn_relu.__wrapped__)(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    except Exception as e:
        return _dispatch.after(e, rnn_relu, locals(), {'input': 'Tensor', 'hx': 'Tensor', 'params': 'Sequence[Tensor]', 'has_biases': 'bool', 'num_layers': 'int', 'dropout': 'float', 'train': 'bool', 'bidirectional': 'bool', 'batch_first': 'bool'})


def gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    """gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first) -> tuple[Tensor, Tensor]

    Layers of gated recurrent units, each of which is :func:`gru_cell` along a sequence.

    Args:
        input (Tensor): shape (T, N, I)
        hx (Tensor): the states before, of each layer and direction: shape (L, N, H)
        params (Sequence[Tensor]): of each layer and direction w_ih, w_hh and, with biases, b_ih, b_hh
        has_biases (bool): whether there are biases among the parameters
        num_layers (int): how many layers
        dropout (float): the probability that an output of a layer but the last is dropped
        train (bool): whether it is training: without it nothing is random
        bidirectional (bool): whether each layer also goes backwards, from the end
        batch_first (bool): whether input and output are of shape (N, T, I)

    Returns:
        the states of the last layer at all times, and the last states of all layers

    >>> import wengert
    >>> params = wengert.ones(3, 2), wengert.ones(3, 1)
    >>> wengert.gru(wengert.ones(2, 1, 2), wengert.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[1]
    tensor([[[0.2070]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)):
        return _dispatch.published(_found, gru, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('gru', 'input', input)
        return (_recurrent.gru if _attached else _recurrent.gru.__wrapped__)(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    except Exception as e:
        return _dispatch.after(e, gru, locals(), {'input': 'Tensor', 'hx': 'Tensor', 'params': 'Sequence[Tensor]', 'has_biases': 'bool', 'num_layers': 'int', 'dropout': 'float', 'train': 'bool', 'bidirectional': 'bool', 'batch_first': 'bool'})


def lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    """lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first) -> tuple[Tensor, Tensor, Tensor]

    Layers of long short-term memory, each of which is :func:`lstm_cell` along a sequence.

    Where the states are of another size than the cells, the parameters have a projection in the last place: shape
    (P, H).

    Args:
        input (Tensor): shape (T, N, I)
        hx (Sequence[Tensor]): the states and the cells before, of each layer and direction: shape (L, N, H)
        params (Sequence[Tensor]): of each layer and direction w_ih, w_hh and, with biases, b_ih, b_hh
        has_biases (bool): whether there are biases among the parameters
        num_layers (int): how many layers
        dropout (float): the probability that an output of a layer but the last is dropped
        train (bool): whether it is training: without it nothing is random
        bidirectional (bool): whether each layer also goes backwards, from the end
        batch_first (bool): whether input and output are of shape (N, T, I)

    Returns:
        the states of the last layer at all times, and the last states and the last cells of all layers

    >>> import wengert
    >>> params, zeros = (wengert.ones(4, 2), wengert.ones(4, 1)), wengert.zeros(1, 1, 1)
    >>> wengert.lstm(wengert.ones(2, 1, 2), (zeros, zeros), params, False, 1, 0.0, False, False, False)[1]
    tensor([[[0.8726]]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)):
        return _dispatch.published(_found, lstm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('lstm', 'input', input)
        return (_recurrent.lstm if _attached else _recurrent.lstm.__wrapped__)(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    except Exception as e:
        return _dispatch.after(e, lstm, locals(), {'input': 'Tensor', 'hx': 'Sequence[Tensor]', 'params': 'Sequence[Tensor]', 'has_biases': 'bool', 'num_layers': 'int', 'dropout': 'float', 'train': 'bool', 'bidirectional': 'bool', 'batch_first': 'bool'})


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode='reflect', normalized=False, onesided=None, return_complex=None, align_to_window=None):
    """stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode='reflect', normalized=False, onesided=None, return_complex=None, align_to_window=None) -> Tensor

    The spectra of a signal as it passes by a window: a short-time Fourier transform.

    Also ``Tensor.stft``.

    Args:
        input (Tensor): one signal or a batch of them: shape (n,) or (b, n), real or complex
        n_fft (int): how many samples are transformed at a time
        hop_length (int | None): how many samples there are from one frame to the next; None means n_fft // 4
        win_length (int | None): how many samples the window has; None means n_fft
        window (Tensor | None): what each frame is multiplied by: shape (win_length,); None means ones
        center (bool): whether the signal is continued on both sides, so that the frames are centred at multiples
            of ``hop_length``; else the first frame begins where the signal does
        pad_mode (str): how the signal is continued: ``'reflect'``, ``'constant'``, ``'replicate'`` or
            ``'circular'``
        normalized (bool): whether to scale by ``n_fft ** -0.5``
        onesided (bool | None): whether to give only the half of a spectrum that determines the other; None means
            of real signals
        return_complex (bool | None): whether the result is complex, which must be said of a real signal; False
            gives real and imaginary parts in a last dimension, and is deprecated
        align_to_window (bool | None): whether the window, instead of the frame, begins where the signal does:
            without ``center``

    Returns:
        shape (f, t) or (b, f, t), for ``f`` frequencies, ``n_fft // 2 + 1`` if onesided or else ``n_fft``, and
        ``t`` frames

    Raises:
        RuntimeError: if ``return_complex`` is not given of a real signal, if ``n_fft``, ``hop_length``,
            ``win_length`` and the shapes do not fit together, or if one half is asked for of what is complex.

    >>> import wengert
    >>> x = wengert.tensor([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
    >>> wengert.stft(x, 4, hop_length=2, window=wengert.ones(4), center=False, return_complex=True).abs()
    tensor([[0., 0.],
            [0., 0.],
            [4., 4.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex, align_to_window)):
        return _dispatch.published(_found, stft, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('stft', 'input', input)
        return (_stft.stft if _attached else _stft.stft.__wrapped__)(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex, align_to_window)
    except Exception as e:
        return _dispatch.after(e, stft, locals(), {'input': 'Tensor', 'n_fft': 'int', 'hop_length': 'int | None', 'win_length': 'int | None', 'window': 'Tensor | None', 'center': 'bool', 'pad_mode': 'str', 'normalized': 'bool', 'onesided': 'bool | None', 'return_complex': 'bool | None', 'align_to_window': 'bool | None'})


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False):
    """istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False) -> Tensor

    The signal of which :func:`wengert.stft` with the same arguments gives these spectra.

    The transforms are added up where they overlap, times the window, and divided by the sum of the squared
    windows (Griffin and Lim, "Signal estimation from modified short-time Fourier transform", 1984).

    Also ``Tensor.istft``.

    Args:
        input (Tensor): complex spectra: shape (f, t) or (b, f, t)
        n_fft (int): how many samples are transformed at a time
        hop_length (int | None): how many samples there are from one frame to the next; None means n_fft // 4
        win_length (int | None): how many samples the window has; None means n_fft
        window (Tensor | None): what each frame is multiplied by: shape (win_length,); None means ones
        center (bool): whether the frames are centred at multiples of ``hop_length``: what is before the first and
            behind the last centre is left out
        normalized (bool): whether the spectra are scaled by ``n_fft ** -0.5``
        onesided (bool | None): whether the spectra are halves; None means if there are not ``n_fft`` frequencies
        length (int | None): how long the signal is; None means as far as the frames tell
        return_complex (bool): whether the signal is complex, for which the spectra must be whole

    Returns:
        the signal, or a batch of signals

    Raises:
        RuntimeError: if the windows do not overlap so that every sample is known, if ``n_fft``, ``hop_length``,
            ``win_length`` and the shapes do not fit together, or if ``input`` is not complex.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> window = wengert.hann_window(4)
    >>> wengert.stft(x, 4, window=window, return_complex=True).istft(4, window=window)
    tensor([1., 2., 3., 4., 5., 6.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)):
        return _dispatch.published(_found, istft, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('istft', 'input', input)
        return (_stft.istft if _attached else _stft.istft.__wrapped__)(input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)
    except Exception as e:
        return _dispatch.after(e, istft, locals(), {'input': 'Tensor', 'n_fft': 'int', 'hop_length': 'int | None', 'win_length': 'int | None', 'window': 'Tensor | None', 'center': 'bool', 'normalized': 'bool', 'onesided': 'bool | None', 'length': 'int | None', 'return_complex': 'bool'})

absolute = abs
subtract = sub
multiply = mul
divide = div
negative = neg
fix = trunc
clip = clamp
not_equal = ne
less = lt
less_equal = le
greater = gt
greater_equal = ge
arcsin = asin
arccos = acos
arctan = atan
arctan2 = atan2
arcsinh = asinh
arccosh = acosh
arctanh = atanh
swapdims = transpose
moveaxis = movedim
concat = cat
concatenate = cat
row_stack = vstack
trapz = trapezoid
ger = outer

__all__ = ['abs', 'abs_', 'absolute', 'acos', 'acos_', 'acosh', 'acosh_', 'adaptive_avg_pool1d', 'adaptive_max_pool1d', 'add', 'addbmm', 'addcdiv', 'addcmul', 'addmm', 'addmv', 'addmv_', 'addr', 'adjoint', 'affine_grid_generator', 'alias_copy', 'all', 'allclose', 'alpha_dropout', 'alpha_dropout_', 'amax', 'amin', 'aminmax', 'angle', 'any', 'arange', 'arccos', 'arccos_', 'arccosh', 'arccosh_', 'arcsin', 'arcsin_', 'arcsinh', 'arcsinh_', 'arctan', 'arctan2', 'arctan_', 'arctanh', 'arctanh_', 'argmax', 'argmin', 'argsort', 'argwhere', 'as_strided', 'as_strided_', 'as_strided_copy', 'as_strided_scatter', 'as_tensor', 'asarray', 'asin', 'asin_', 'asinh', 'asinh_', 'atan', 'atan2', 'atan_', 'atanh', 'atanh_', 'atleast_1d', 'atleast_2d', 'atleast_3d', 'avg_pool1d', 'baddbmm', 'bartlett_window', 'batch_norm', 'bernoulli', 'bilinear', 'binary_cross_entropy_with_logits', 'bincount', 'binomial', 'bitwise_and', 'bitwise_left_shift', 'bitwise_not', 'bitwise_or', 'bitwise_right_shift', 'bitwise_xor', 'blackman_window', 'block_diag', 'bmm', 'broadcast_shapes', 'broadcast_tensors', 'broadcast_to', 'bucketize', 'can_cast', 'cartesian_prod', 'cat', 'cdist', 'ceil', 'ceil_', 'celu', 'celu_', 'chain_matmul', 'channel_shuffle', 'cholesky', 'cholesky_inverse', 'cholesky_solve', 'chunk', 'clamp', 'clamp_', 'clamp_max', 'clamp_max_', 'clamp_min', 'clamp_min_', 'clip', 'clip_', 'clone', 'column_stack', 'combinations', 'complex', 'concat', 'concatenate', 'conj', 'conj_physical', 'conj_physical_', 'constant_pad_nd', 'contiguous', 'conv1d', 'conv2d', 'conv3d', 'conv_tbc', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'copysign', 'corrcoef', 'cos', 'cos_', 'cosh', 'cosh_', 'cosine_embedding_loss', 'cosine_similarity', 'count_nonzero', 'cov', 'cross', 'ctc_loss', 'cummax', 'cummin', 'cumprod', 'cumsum', 'cumulative_trapezoid', 'deg2rad', 'deg2rad_', 'det', 'diag', 'diag_embed', 'diagflat', 'diagonal', 'diagonal_copy', 'diagonal_scatter', 'diff', 'digamma', 'dist', 'div', 'divide', 'dot', 'dropout', 'dropout_', 'dsplit', 'dstack', 'einsum', 'embedding', 'empty', 'empty_like', 'empty_strided', 'eq', 'equal', 'erf', 'erf_', 'erfc', 'erfc_', 'erfinv', 'exp', 'exp2', 'exp2_', 'exp_', 'expand', 'expand_as', 'expand_copy', 'expm1', 'expm1_', 'eye', 'feature_alpha_dropout', 'feature_alpha_dropout_', 'feature_dropout', 'feature_dropout_', 'fill', 'fill_', 'fix', 'fix_', 'flatten', 'flip', 'fliplr', 'flipud', 'float_power', 'floor', 'floor_', 'floor_divide', 'fmax', 'fmin', 'fmod', 'frac', 'frac_', 'frexp', 'frobenius_norm', 'from_dlpack', 'from_numpy', 'frombuffer', 'full', 'full_like', 'gather', 'gcd', 'gcd_', 'ge', 'ger', 'get_rng_state', 'gradient', 'greater', 'greater_equal', 'grid_sampler', 'grid_sampler_2d', 'grid_sampler_3d', 'group_norm', 'gru', 'gru_cell', 'gt', 'hamming_window', 'hann_window', 'hardshrink', 'heaviside', 'hinge_embedding_loss', 'histc', 'histogram', 'histogramdd', 'hsplit', 'hstack', 'hypot', 'i0', 'i0_', 'igamma', 'igammac', 'imag', 'index_add', 'index_copy', 'index_fill', 'index_put', 'index_put_', 'index_reduce', 'index_select', 'inner', 'instance_norm', 'inverse', 'is_complex', 'is_conj', 'is_floating_point', 'is_neg', 'is_nonzero', 'is_same_size', 'is_signed', 'is_tensor', 'isclose', 'isfinite', 'isin', 'isinf', 'isnan', 'isneginf', 'isposinf', 'isreal', 'istft', 'kaiser_window', 'kl_div', 'kron', 'kthvalue', 'layer_norm', 'lcm', 'lcm_', 'ldexp', 'ldexp_', 'le', 'lerp', 'less', 'less_equal', 'lgamma', 'linspace', 'log', 'log10', 'log10_', 'log1p', 'log1p_', 'log2', 'log2_', 'log_', 'log_softmax', 'logaddexp', 'logaddexp2', 'logcumsumexp', 'logdet', 'logical_and', 'logical_not', 'logical_or', 'logical_xor', 'logit', 'logit_', 'logspace', 'logsumexp', 'lstm', 'lstm_cell', 'lt', 'lu', 'lu_solve', 'lu_unpack', 'margin_ranking_loss', 'masked_fill', 'masked_scatter', 'masked_select', 'matmul', 'matrix_exp', 'matrix_power', 'max', 'max_pool1d', 'max_pool1d_with_indices', 'max_pool2d', 'max_pool3d', 'maximum', 'mean', 'median', 'meshgrid', 'min', 'minimum', 'mm', 'mode', 'moveaxis', 'movedim', 'msort', 'mul', 'multinomial', 'multiply', 'mv', 'mvlgamma', 'nan_to_num', 'nan_to_num_', 'nanmean', 'nanmedian', 'nanquantile', 'nansum', 'narrow', 'narrow_copy', 'native_channel_shuffle', 'ne', 'neg', 'neg_', 'negative', 'negative_', 'new_empty', 'new_empty_strided', 'new_full', 'new_ones', 'new_zeros', 'nextafter', 'nonzero', 'nonzero_static', 'norm', 'norm_except_dim', 'normal', 'not_equal', 'nuclear_norm', 'numel', 'ones', 'ones_like', 'orgqr', 'ormqr', 'outer', 'pairwise_distance', 'pca_lowrank', 'pdist', 'permute', 'permute_copy', 'pinverse', 'pixel_shuffle', 'pixel_unshuffle', 'poisson', 'poisson_nll_loss', 'polar', 'polygamma', 'positive', 'pow', 'prelu', 'prod', 'promote_types', 'put', 'qr', 'quantile', 'rad2deg', 'rad2deg_', 'rand', 'rand_like', 'randint', 'randint_like', 'randn', 'randn_like', 'randperm', 'range', 'ravel', 'real', 'reciprocal', 'reciprocal_', 'relu', 'relu_', 'remainder', 'renorm', 'repeat', 'repeat_interleave', 'reshape', 'reshape_as', 'resolve_conj', 'resolve_neg', 'result_type', 'rms_norm', 'rnn_relu', 'rnn_relu_cell', 'rnn_tanh', 'rnn_tanh_cell', 'roll', 'rot90', 'round', 'round_', 'row_stack', 'rrelu', 'rrelu_', 'rsqrt', 'rsqrt_', 'rsub', 'scalar_tensor', 'scatter', 'scatter_add', 'scatter_reduce', 'searchsorted', 'segment_reduce', 'select', 'select_copy', 'select_scatter', 'selu', 'selu_', 'set_rng_state', 'sgn', 'sigmoid', 'sigmoid_', 'sign', 'signbit', 'sin', 'sin_', 'sinc', 'sinc_', 'sinh', 'sinh_', 'slice_copy', 'slice_scatter', 'slogdet', 'softmax', 'sort', 'sparse_coo_tensor', 'split', 'split_copy', 'split_with_sizes', 'split_with_sizes_copy', 'sqrt', 'sqrt_', 'square', 'square_', 'squeeze', 'squeeze_copy', 'stack', 'std', 'std_mean', 'stft', 'sub', 'subtract', 'sum', 'sum_to_size', 'svd', 'svd_lowrank', 'swapaxes', 'swapdims', 't', 't_copy', 'take', 'take_along_dim', 'tan', 'tan_', 'tanh', 'tanh_', 'tensor', 'tensor_split', 'tensordot', 'threshold', 'threshold_', 'tile', 'topk', 'trace', 'transpose', 'transpose_copy', 'trapezoid', 'trapz', 'triangular_solve', 'tril', 'tril_indices', 'triplet_margin_loss', 'triu', 'triu_indices', 'true_divide', 'trunc', 'trunc_', 'unbind', 'unbind_copy', 'unflatten', 'unfold', 'unfold_copy', 'unique', 'unique_consecutive', 'unravel_index', 'unsqueeze', 'unsqueeze_copy', 'vander', 'var', 'var_mean', 'vdot', 'view', 'view_as', 'view_as_complex', 'view_as_complex_copy', 'view_as_real', 'view_as_real_copy', 'view_copy', 'vsplit', 'vstack', 'where', 'xlogy', 'xlogy_', 'zero_', 'zeros', 'zeros_like']
