"""Public functions of ``wengert.linalg``. Written by tools/generate.py: do not edit."""

# mypy: ignore-errors

from ..ops import matmul as _matmul, reduce as _reduce, strided as _strided
from ..errors import not_an_array as _not_an_array
from ..op import OPERANDS as _OPERANDS
from ..inplace import store as _store


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    'A diagonal of each matrix, as a view.'
    return _strided.linalg_diagonal(A, offset=offset, dim1=dim1, dim2=dim2)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    'The ``ord``-norm of the vectors that lie along the axes ``dim`` (default: of all elements).'
    if out is not None:
        return _store('vector_norm', out, _reduce.vector_norm(x, ord, dim, keepdim, dtype=dtype))
    return _reduce.vector_norm(x, ord, dim, keepdim, dtype=dtype)


def vdot(input, other, *, out=None):
    'See ``torch.vdot``.'
    if out is not None:
        return _matmul.vdot.into(out, (input, other,), None)
    return _matmul.vdot.apply((input, other,), None)


def matmul(input, other, *, out=None):
    'See ``torch.matmul``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('matmul', 'input', input)
    if out is not None:
        return _store('matmul', out, _matmul.matmul(input, other))
    return _matmul.matmul(input, other)


def vecdot(x, y, *, dim=-1, out=None):
    'See ``torch.linalg.vecdot``.'
    if out is not None:
        return _store('vecdot', out, _matmul.vecdot(x, y, dim=dim))
    return _matmul.vecdot(x, y, dim=dim)


def multi_dot(tensors, *, out=None):
    'See ``torch.linalg.multi_dot``.'
    if out is not None:
        return _store('multi_dot', out, _matmul.multi_dot(tensors))
    return _matmul.multi_dot(tensors)


def matrix_power(input, n, *, out=None):
    'See ``torch.matrix_power``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('matrix_power', 'input', input)
    if out is not None:
        return _store('matrix_power', out, _matmul.matrix_power(input, n))
    return _matmul.matrix_power(input, n)


def cross(input, other, *, dim=-1, out=None):
    'See ``torch.linalg.cross``.'
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('cross', 'input', input)
    if out is not None:
        return _store('cross', out, _matmul.linalg_cross(input, other, dim=dim))
    return _matmul.linalg_cross(input, other, dim=dim)


__all__ = ['cross', 'diagonal', 'matmul', 'matrix_power', 'multi_dot', 'vdot', 'vecdot', 'vector_norm']
