"""Public functions of ``wengert.linalg``. Written by tools/generate.py: do not edit."""

from ..ops import chain as _chain, matmul as _matmul, norm as _norm, strided as _strided
from .. import dispatch as _dispatch
from ..arguments import either as _either
from ..errors import not_an_array as _not_an_array
from ..inplace import store as _store
from ..op import OPERANDS as _OPERANDS


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """diagonal(A, *, offset=0, dim1=-2, dim2=-1) -> Tensor

    A diagonal of each matrix, as a view.

    Args:
        A (Tensor): a matrix, or a batch of them: shape (..., m, n)
        offset (int): which diagonal: 0 the main one, positive above it, negative below
        dim1 (int): the first dimension of the plane
        dim2 (int): the second dimension of the plane

    >>> import wengert
    >>> wengert.linalg.diagonal(wengert.tensor([[1, 2], [3, 4]]), offset=1)
    tensor([2])
    """
    if _dispatch.on and (_found := _dispatch.find(A, offset, dim1, dim2)):
        return _dispatch.published(_found, diagonal, locals())
    try:
        return _strided.linalg_diagonal(A, offset=offset, dim1=dim1, dim2=dim2)
    except Exception as e:
        return _dispatch.after(e, diagonal, locals(), {'A': 'Tensor', 'offset': 'int', 'dim1': 'int', 'dim2': 'int'})


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    The ``ord``-norm of the vectors that lie along the axes ``dim`` (default: of all elements).

    Args:
        x (Tensor): the vectors
        ord (float): the exponent of the norm; infinities mean extremes
        dim (int | Sequence[int] | None): the dimensions along which the vectors lie; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.linalg.vector_norm(wengert.tensor([[3.0, 4.0], [6.0, 8.0]]), dim=1)
    tensor([ 5., 10.])
    """
    if _dispatch.on and (_found := _dispatch.find(x, ord, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, vector_norm, locals())
    if axis is not None:
        dim = _either("vector_norm", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("vector_norm", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if out is not None:
            return _store('vector_norm', out, _norm.vector_norm(x, ord, dim, keepdim, dtype=dtype))
        return _norm.vector_norm(x, ord, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, vector_norm, locals(), {'x': 'Tensor', 'ord': 'float', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def vdot(input, other, *, out=None):
    """vdot(input, other, *, out=None) -> Tensor

    The inner product of two vectors, the first one conjugated.

    Differentiable in ``input`` and ``other``. Also ``wengert.vdot`` and ``Tensor.vdot``.

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
        return _matmul.vdot.apply((input, other,), None)
    except Exception as e:
        return _dispatch.after(e, vdot, locals(), {'input': 'Tensor', 'other': 'Tensor', 'out': 'Tensor | None'})


def matmul(input, other, *, out=None):
    """matmul(input, other, *, out=None) -> Tensor

    The product of matrices or vectors; further dimensions are batches and broadcast together.

    Also ``wengert.matmul`` and ``Tensor.matmul``.

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
            return _store('matmul', out, _matmul.matmul(input, other))
        return _matmul.matmul(input, other)
    except Exception as e:
        return _dispatch.after(e, matmul, locals(), {'input': 'Tensor', 'other': 'Tensor', 'out': 'Tensor | None'})


def vecdot(x, y, *, dim=-1, out=None, axis=None):
    """vecdot(x, y, *, dim=-1, out=None, axis=None) -> Tensor

    The inner products of vectors along ``dim``, the first ones conjugated.

    Args:
        x (Tensor): the first vectors
        y (Tensor): the second vectors, which broadcast with the first
        dim (int): the dimension to work along; negative ones count from the last
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.linalg.vecdot(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([1.0, 1.0]))
    tensor([3., 7.])
    """
    if _dispatch.on and (_found := _dispatch.find(x, y, dim, out, axis)):
        return _dispatch.published(_found, vecdot, locals())
    if axis is not None:
        dim = _either("vecdot", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if out is not None:
            return _store('vecdot', out, _matmul.vecdot(x, y, dim=dim))
        return _matmul.vecdot(x, y, dim=dim)
    except Exception as e:
        return _dispatch.after(e, vecdot, locals(), {'x': 'Tensor', 'y': 'Tensor', 'dim': 'int', 'out': 'Tensor | None'})


def multi_dot(tensors, *, out=None):
    """multi_dot(tensors, *, out=None) -> Tensor

    The product of several matrices, in the order that takes the fewest multiplications.

    The order is found by dynamic programming (Cormen et al., "Introduction to Algorithms", 2009, section 15.2).

    Args:
        tensors (Sequence[Tensor]): the matrices; the first and the last may be vectors
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> a, b, c = wengert.ones(2, 3), wengert.ones(3, 4), wengert.ones(4, 1)
    >>> wengert.linalg.multi_dot([a, b, c]).shape
    wengert.Size([2, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(tensors, out)):
        return _dispatch.published(_found, multi_dot, locals())
    try:
        if out is not None:
            return _store('multi_dot', out, _chain.multi_dot(tensors))
        return _chain.multi_dot(tensors)
    except Exception as e:
        return _dispatch.after(e, multi_dot, locals(), {'tensors': 'Sequence[Tensor]', 'out': 'Tensor | None'})


def matrix_power(input, n, *, out=None):
    """matrix_power(input, n, *, out=None) -> Tensor

    A square matrix multiplied with itself ``n`` times; negative powers are those of the inverse.

    Also ``wengert.matrix_power`` and ``Tensor.matrix_power``.

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
            return _store('matrix_power', out, _chain.matrix_power(input, n))
        return _chain.matrix_power(input, n)
    except Exception as e:
        return _dispatch.after(e, matrix_power, locals(), {'input': 'Tensor', 'n': 'int', 'out': 'Tensor | None'})


def cross(input, other, *, dim=-1, out=None, axis=None):
    """cross(input, other, *, dim=-1, out=None, axis=None) -> Tensor

    The cross product of vectors of three elements, along ``dim``.

    Args:
        input (Tensor): the first vectors
        other (Tensor): the second vectors, which broadcast with the first
        dim (int): the dimension to work along; negative ones count from the last
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.linalg.cross(wengert.tensor([1, 0, 0]), wengert.tensor([0, 1, 0]))
    tensor([0, 0, 1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, dim, out, axis)):
        return _dispatch.published(_found, cross, locals())
    if axis is not None:
        dim = _either("cross", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cross', 'input', input)
        if out is not None:
            return _store('cross', out, _chain.linalg_cross(input, other, dim=dim))
        return _chain.linalg_cross(input, other, dim=dim)
    except Exception as e:
        return _dispatch.after(e, cross, locals(), {'input': 'Tensor', 'other': 'Tensor', 'dim': 'int', 'out': 'Tensor | None'})


__all__ = ['cross', 'diagonal', 'matmul', 'matrix_power', 'multi_dot', 'vdot', 'vecdot', 'vector_norm']
