"""Public functions of ``wengert.linalg``. Written by tools/generate.py: do not edit."""

from ..ops import matmul as _matmul, reduce as _reduce, strided as _strided
from ..errors import not_an_array as _not_an_array
from ..op import OPERANDS as _OPERANDS
from ..inplace import store as _store


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """diagonal(A, *, offset=0, dim1=-2, dim2=-1) -> Tensor

    A diagonal of each matrix, as a view.

    Args:
        A (Tensor): a matrix, or a batch of them: shape (..., m, n)
        offset (int): which diagonal: 0 the main one, positive above it, negative below
        dim1 (int): the first dimension of the plane
        dim2 (int): the second dimension of the plane
    """
    return _strided.linalg_diagonal(A, offset=offset, dim1=dim1, dim2=dim2)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    """vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None) -> Tensor

    The ``ord``-norm of the vectors that lie along the axes ``dim`` (default: of all elements).

    Args:
        x (Tensor): the tensor
        ord (float): the exponent of the norm; infinities mean extremes
        dim (int | Sequence[int] | None): the dimension to work along; negative ones count from the last
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _store('vector_norm', out, _reduce.vector_norm(x, ord, dim, keepdim, dtype=dtype))
    return _reduce.vector_norm(x, ord, dim, keepdim, dtype=dtype)


def vdot(input, other, *, out=None):
    """vdot(input, other, *, out=None) -> Tensor

    Differentiable in ``input`` and ``other``. Also ``wengert.vdot`` and ``Tensor.vdot``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _matmul.vdot.into(out, (input, other,), None)
    return _matmul.vdot.apply((input, other,), None)


def matmul(input, other, *, out=None):
    """matmul(input, other, *, out=None) -> Tensor

    Also ``wengert.matmul`` and ``Tensor.matmul``.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('matmul', 'input', input)
    if out is not None:
        return _store('matmul', out, _matmul.matmul(input, other))
    return _matmul.matmul(input, other)


def vecdot(x, y, *, dim=-1, out=None):
    """vecdot(x, y, *, dim=-1, out=None) -> Tensor

    Args:
        x (Tensor): the tensor
        y (Tensor): the second tensor
        dim (int): the dimension to work along; negative ones count from the last
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _store('vecdot', out, _matmul.vecdot(x, y, dim=dim))
    return _matmul.vecdot(x, y, dim=dim)


def multi_dot(tensors, *, out=None):
    """multi_dot(tensors, *, out=None) -> Tensor

    Args:
        tensors (Sequence[Tensor]): the tensors
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if out is not None:
        return _store('multi_dot', out, _matmul.multi_dot(tensors))
    return _matmul.multi_dot(tensors)


def matrix_power(input, n, *, out=None):
    """matrix_power(input, n, *, out=None) -> Tensor

    Also ``wengert.matrix_power`` and ``Tensor.matrix_power``.

    Args:
        input (Tensor): the tensor, of any shape
        n (int): how many
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('matrix_power', 'input', input)
    if out is not None:
        return _store('matrix_power', out, _matmul.matrix_power(input, n))
    return _matmul.matrix_power(input, n)


def cross(input, other, *, dim=-1, out=None):
    """cross(input, other, *, dim=-1, out=None) -> Tensor

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor
        dim (int): the dimension to work along; negative ones count from the last
        out (Tensor | None): a tensor that the result is written into and that is then returned
    """
    if not isinstance(input, _OPERANDS):
        raise _not_an_array('cross', 'input', input)
    if out is not None:
        return _store('cross', out, _matmul.linalg_cross(input, other, dim=dim))
    return _matmul.linalg_cross(input, other, dim=dim)


__all__ = ['cross', 'diagonal', 'matmul', 'matrix_power', 'multi_dot', 'vdot', 'vecdot', 'vector_norm']
