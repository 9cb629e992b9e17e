"""Public functions of ``wengert.linalg``. Written by tools/generate.py: do not edit."""

from ..ops import chain as _chain, matmul as _matmul, norm as _norm, solve as _solve, strided as _strided
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


def inv_ex(A, *, check_errors=False, out=None):
    """inv_ex(A, *, check_errors=False, out=None) -> (inverse, info)

    The inverses of square matrices, and which could not be inverted, without raising.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        check_errors (bool): whether a failure raises instead of being reported
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    Returns:
        the inverses, NaN where there is none, and ``info``: 0, or which pivot was 0

    >>> import wengert
    >>> wengert.linalg.inv_ex(wengert.tensor([[2.0, 0.0], [0.0, 4.0]])).info
    tensor(0, dtype=wengert.int32)
    """
    if _dispatch.on and (_found := _dispatch.find(A, check_errors, out)):
        return _dispatch.published(_found, inv_ex, locals())
    try:
        if out is not None:
            return _store('inv_ex', out, _solve.inv_ex(A, check_errors=check_errors))
        return _solve.inv_ex(A, check_errors=check_errors)
    except Exception as e:
        return _dispatch.after(e, inv_ex, locals(), {'A': 'Tensor', 'check_errors': 'bool', 'out': 'Sequence[Tensor] | None'})


def inv(A, *, out=None):
    """inv(A, *, out=None) -> Tensor

    The inverses of square matrices.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.inv(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    if _dispatch.on and (_found := _dispatch.find(A, out)):
        return _dispatch.published(_found, inv, locals())
    try:
        if out is not None:
            return _store('inv', out, _solve.inv(A))
        return _solve.inv(A)
    except Exception as e:
        return _dispatch.after(e, inv, locals(), {'A': 'Tensor', 'out': 'Tensor | None'})


def solve(A, B, *, left=True, out=None):
    """solve(A, B, *, left=True, out=None) -> Tensor

    The solution X of ``A X = B``, or of ``X A = B`` with ``left=False``.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        B (Tensor): the right-hand sides: shape (..., n, k), or (..., n) of one for each matrix
        left (bool): whether the unknown stands on the right of the matrix
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> A = wengert.tensor([[2.0, 1.0], [1.0, 3.0]])
    >>> wengert.linalg.solve(A, wengert.tensor([3.0, 5.0]))
    tensor([0.8000, 1.4000])
    """
    if _dispatch.on and (_found := _dispatch.find(A, B, left, out)):
        return _dispatch.published(_found, solve, locals())
    try:
        if out is not None:
            return _store('solve', out, _solve.solve(A, B, left=left))
        return _solve.solve(A, B, left=left)
    except Exception as e:
        return _dispatch.after(e, solve, locals(), {'A': 'Tensor', 'B': 'Tensor', 'left': 'bool', 'out': 'Tensor | None'})


def solve_ex(A, B, *, left=True, check_errors=False, out=None):
    """solve_ex(A, B, *, left=True, check_errors=False, out=None) -> (result, info)

    The solution X of ``A X = B``, and which system has none, without raising.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        B (Tensor): the right-hand sides: shape (..., n, k), or (..., n) of one for each matrix
        left (bool): whether the unknown stands on the right of the matrix
        check_errors (bool): whether a failure raises instead of being reported
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    Returns:
        the solution, NaN where there is none, and ``info``: 0, or which pivot was 0

    >>> import wengert
    >>> wengert.linalg.solve_ex(wengert.eye(2), wengert.tensor([3.0, 5.0])).result
    tensor([3., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, B, left, check_errors, out)):
        return _dispatch.published(_found, solve_ex, locals())
    try:
        if out is not None:
            return _store('solve_ex', out, _solve.solve_ex(A, B, left=left, check_errors=check_errors))
        return _solve.solve_ex(A, B, left=left, check_errors=check_errors)
    except Exception as e:
        return _dispatch.after(e, solve_ex, locals(), {'A': 'Tensor', 'B': 'Tensor', 'left': 'bool', 'check_errors': 'bool', 'out': 'Sequence[Tensor] | None'})


def solve_triangular(A, B, *, upper, left=True, unitriangular=False, out=None):
    """solve_triangular(A, B, *, upper, left=True, unitriangular=False, out=None) -> Tensor

    The solution X of ``A X = B`` with a triangular A, or of ``X A = B`` with ``left=False``.

    Of A only the triangle is read. Where a number on its diagonal is 0, the result is not finite.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        B (Tensor): the right-hand sides: shape (..., n, k)
        upper (bool): whether the upper triangle is meant
        left (bool): whether the unknown stands on the right of the matrix
        unitriangular (bool): whether the diagonal is taken to be 1
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> A = wengert.tensor([[2.0, 1.0], [0.0, 4.0]])
    >>> wengert.linalg.solve_triangular(A, wengert.tensor([[4.0], [8.0]]), upper=True)
    tensor([[1.],
            [2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(A, B, upper, left, unitriangular, out)):
        return _dispatch.published(_found, solve_triangular, locals())
    try:
        if out is not None:
            return _store('solve_triangular', out, _solve.solve_triangular(A, B, upper=upper, left=left, unitriangular=unitriangular))
        return _solve.solve_triangular(A, B, upper=upper, left=left, unitriangular=unitriangular)
    except Exception as e:
        return _dispatch.after(e, solve_triangular, locals(), {'A': 'Tensor', 'B': 'Tensor', 'upper': 'bool', 'left': 'bool', 'unitriangular': 'bool', 'out': 'Tensor | None'})


def cholesky(A, *, upper=False, out=None):
    """cholesky(A, *, upper=False, out=None) -> Tensor

    The Cholesky factors of Hermitian positive definite matrices: the lower triangular L with ``A = L @ L.mH``.

    The gradient is that of a function of Hermitian matrices, and Hermitian itself.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        upper (bool): whether to return ``L.mH`` instead, and to read the upper triangle
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.cholesky(wengert.tensor([[4.0, 2.0], [2.0, 5.0]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(A, upper, out)):
        return _dispatch.published(_found, cholesky, locals())
    try:
        if out is not None:
            return _store('cholesky', out, _solve.cholesky(A, upper=upper))
        return _solve.cholesky(A, upper=upper)
    except Exception as e:
        return _dispatch.after(e, cholesky, locals(), {'A': 'Tensor', 'upper': 'bool', 'out': 'Tensor | None'})


def cholesky_ex(A, *, upper=False, check_errors=False, out=None):
    """cholesky_ex(A, *, upper=False, check_errors=False, out=None) -> (L, info)

    The Cholesky factors, and which matrices have none, without raising.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        upper (bool): whether to return ``L.mH`` instead, and to read the upper triangle
        check_errors (bool): whether a failure raises instead of being reported
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    Returns:
        the factors, NaN where there is none, and ``info``: 0, or the order of the first minor that is not
        positive

    >>> import wengert
    >>> wengert.linalg.cholesky_ex(wengert.tensor([[1.0, 2.0], [2.0, 1.0]])).info
    tensor(2, dtype=wengert.int32)
    """
    if _dispatch.on and (_found := _dispatch.find(A, upper, check_errors, out)):
        return _dispatch.published(_found, cholesky_ex, locals())
    try:
        if out is not None:
            return _store('cholesky_ex', out, _solve.cholesky_ex(A, upper=upper, check_errors=check_errors))
        return _solve.cholesky_ex(A, upper=upper, check_errors=check_errors)
    except Exception as e:
        return _dispatch.after(e, cholesky_ex, locals(), {'A': 'Tensor', 'upper': 'bool', 'check_errors': 'bool', 'out': 'Sequence[Tensor] | None'})


def det(A, *, out=None):
    """det(A, *, out=None) -> Tensor

    The determinants of square matrices.

    Derivatives of every order are right for singular matrices too.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.det(wengert.tensor([[2.0, 1.0], [1.0, 3.0]]))
    tensor(5.)
    """
    if _dispatch.on and (_found := _dispatch.find(A, out)):
        return _dispatch.published(_found, det, locals())
    try:
        if out is not None:
            return _store('det', out, _solve.det(A))
        return _solve.det(A)
    except Exception as e:
        return _dispatch.after(e, det, locals(), {'A': 'Tensor', 'out': 'Tensor | None'})


def slogdet(A, *, out=None):
    """slogdet(A, *, out=None) -> (sign, logabsdet)

    Sign and logarithm of the absolute value of the determinants of square matrices, without overflow.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.slogdet(wengert.tensor([[2.0, 1.0], [1.0, 3.0]]))
    linalg_slogdet(sign=tensor(1.), logabsdet=tensor(1.6094))
    """
    if _dispatch.on and (_found := _dispatch.find(A, out)):
        return _dispatch.published(_found, slogdet, locals())
    try:
        if out is not None:
            return _store('slogdet', out, _solve.slogdet(A))
        return _solve.slogdet(A)
    except Exception as e:
        return _dispatch.after(e, slogdet, locals(), {'A': 'Tensor', 'out': 'Sequence[Tensor] | None'})


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


__all__ = ['cholesky', 'cholesky_ex', 'cross', 'det', 'diagonal', 'inv', 'inv_ex', 'matmul', 'matrix_power', 'multi_dot', 'slogdet', 'solve', 'solve_ex', 'solve_triangular', 'vdot', 'vecdot', 'vector_norm']
