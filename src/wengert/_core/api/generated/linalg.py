"""Public functions of ``wengert.linalg``. Written by tools/generate.py: do not edit."""

from ...ops.linalg import chain as _chain, factor as _factor, ldl as _ldl, matmul as _matmul, matrices as _matrices, solve as _solve, spectral as _spectral
from ...ops.reduce import norm as _norm
from ...ops.shape import strided as _strided
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch
from ...dispatch.arguments import either as _either
from ...errors.calls_errors import not_an_array as _not_an_array
from ...dispatch.inplace import store as _store
from ...dispatch.op import OPERANDS as _OPERANDS


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
        return (_strided.linalg_diagonal if _attached else _strided.linalg_diagonal.__wrapped__)(A, offset=offset, dim1=dim1, dim2=dim2)
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
            return _store('vector_norm', out, (_norm.vector_norm if _attached else _norm.vector_norm.__wrapped__)(x, ord, dim, keepdim, dtype=dtype))
        return (_norm.vector_norm if _attached else _norm.vector_norm.__wrapped__)(x, ord, dim, keepdim, dtype=dtype)
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
        return _matmul.vdot.on(input, other)
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
            return _store('matmul', out, (_matmul.matmul if _attached else _matmul.matmul.__wrapped__)(input, other))
        return (_matmul.matmul if _attached else _matmul.matmul.__wrapped__)(input, other)
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
            return _store('vecdot', out, (_matmul.vecdot if _attached else _matmul.vecdot.__wrapped__)(x, y, dim=dim))
        return (_matmul.vecdot if _attached else _matmul.vecdot.__wrapped__)(x, y, dim=dim)
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
            return _store('inv_ex', out, (_solve.inv_ex if _attached else _solve.inv_ex.__wrapped__)(A, check_errors=check_errors))
        return (_solve.inv_ex if _attached else _solve.inv_ex.__wrapped__)(A, check_errors=check_errors)
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
            return _store('inv', out, (_solve.inv if _attached else _solve.inv.__wrapped__)(A))
        return (_solve.inv if _attached else _solve.inv.__wrapped__)(A)
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
            return _store('solve', out, (_solve.solve if _attached else _solve.solve.__wrapped__)(A, B, left=left))
        return (_solve.solve if _attached else _solve.solve.__wrapped__)(A, B, left=left)
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
            return _store('solve_ex', out, (_solve.solve_ex if _attached else _solve.solve_ex.__wrapped__)(A, B, left=left, check_errors=check_errors))
        return (_solve.solve_ex if _attached else _solve.solve_ex.__wrapped__)(A, B, left=left, check_errors=check_errors)
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
            return _store('solve_triangular', out, (_solve.solve_triangular if _attached else _solve.solve_triangular.__wrapped__)(A, B, upper=upper, left=left, unitriangular=unitriangular))
        return (_solve.solve_triangular if _attached else _solve.solve_triangular.__wrapped__)(A, B, upper=upper, left=left, unitriangular=unitriangular)
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
            return _store('cholesky', out, (_solve.cholesky if _attached else _solve.cholesky.__wrapped__)(A, upper=upper))
        return (_solve.cholesky if _attached else _solve.cholesky.__wrapped__)(A, upper=upper)
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
            return _store('cholesky_ex', out, (_solve.cholesky_ex if _attached else _solve.cholesky_ex.__wrapped__)(A, upper=upper, check_errors=check_errors))
        return (_solve.cholesky_ex if _attached else _solve.cholesky_ex.__wrapped__)(A, upper=upper, check_errors=check_errors)
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
            return _store('det', out, (_solve.det if _attached else _solve.det.__wrapped__)(A))
        return (_solve.det if _attached else _solve.det.__wrapped__)(A)
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
            return _store('slogdet', out, (_solve.slogdet if _attached else _solve.slogdet.__wrapped__)(A))
        return (_solve.slogdet if _attached else _solve.slogdet.__wrapped__)(A)
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
            return _store('multi_dot', out, (_chain.multi_dot if _attached else _chain.multi_dot.__wrapped__)(tensors))
        return (_chain.multi_dot if _attached else _chain.multi_dot.__wrapped__)(tensors)
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
            return _store('matrix_power', out, (_chain.matrix_power if _attached else _chain.matrix_power.__wrapped__)(input, n))
        return (_chain.matrix_power if _attached else _chain.matrix_power.__wrapped__)(input, n)
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
            return _store('cross', out, (_chain.linalg_cross if _attached else _chain.linalg_cross.__wrapped__)(input, other, dim=dim))
        return (_chain.linalg_cross if _attached else _chain.linalg_cross.__wrapped__)(input, other, dim=dim)
    except Exception as e:
        return _dispatch.after(e, cross, locals(), {'input': 'Tensor', 'other': 'Tensor', 'dim': 'int', 'out': 'Tensor | None'})


def qr(A, mode="reduced", *, out=None):
    """qr(A, mode="reduced", *, out=None) -> (Q, R)

    The factors of ``A = Q @ R``: orthonormal columns, and an upper triangular matrix.

    Differentiable where the first min(m, n) columns are independent.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        mode (str): ``'reduced'``: Q has min(m, n) columns; ``'complete'``: Q is square, which has no gradient
            where m > n; ``'r'``: Q is not computed, which has no gradient
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.qr(wengert.tensor([[3.0, 1.0], [4.0, 2.0]])).R.abs()
    tensor([[5.0000, 2.2000],
            [0.0000, 0.4000]])
    """
    if _dispatch.on and (_found := _dispatch.find(A, mode, out)):
        return _dispatch.published(_found, qr, locals())
    try:
        if out is not None:
            return _store('qr', out, (_factor.qr if _attached else _factor.qr.__wrapped__)(A, mode))
        return (_factor.qr if _attached else _factor.qr.__wrapped__)(A, mode)
    except Exception as e:
        return _dispatch.after(e, qr, locals(), {'A': 'Tensor', 'mode': 'str', 'out': 'Sequence[Tensor] | None'})


def householder_product(A, tau, *, out=None):
    """householder_product(A, tau, *, out=None) -> Tensor

    The first columns of a product of reflections ``1 - tau[i] * v[i] @ v[i].mH``.

    Each ``v[i]`` is what stands below the diagonal of column i, with a 1 on the diagonal.

    Args:
        A (Tensor): the matrices: shape (..., m, n), not wider than high
        tau (Tensor): the factors: shape (..., k), not more than columns
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.householder_product(wengert.tensor([[0.0], [1.0]]), wengert.tensor([1.0]))
    tensor([[ 0.],
            [-1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(A, tau, out)):
        return _dispatch.published(_found, householder_product, locals())
    try:
        if out is not None:
            return _store('householder_product', out, (_factor.householder_product if _attached else _factor.householder_product.__wrapped__)(A, tau))
        return (_factor.householder_product if _attached else _factor.householder_product.__wrapped__)(A, tau)
    except Exception as e:
        return _dispatch.after(e, householder_product, locals(), {'A': 'Tensor', 'tau': 'Tensor', 'out': 'Tensor | None'})


def lu_factor(A, *, pivot=True, out=None):
    """lu_factor(A, *, pivot=True, out=None) -> (LU, pivots)

    The LU factors of matrices, with exchanged rows, in one matrix. It takes SciPy.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        pivot (bool): whether rows may be exchanged
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    Returns:
        ``LU``, in which U stands on and above the diagonal and L, whose diagonal is 1, below; and ``pivots``:
        with which row, counted from 1, each was exchanged

    >>> import wengert
    >>> LU, pivots = wengert.linalg.lu_factor(wengert.tensor([[1.0, 2.0], [4.0, 4.0]]))
    >>> LU, pivots
    (tensor([[4.0000, 4.0000],
            [0.2500, 1.0000]]), tensor([2, 2], dtype=wengert.int32))
    """
    if _dispatch.on and (_found := _dispatch.find(A, pivot, out)):
        return _dispatch.published(_found, lu_factor, locals())
    try:
        if out is not None:
            return _store('lu_factor', out, (_factor.lu_factor if _attached else _factor.lu_factor.__wrapped__)(A, pivot=pivot))
        return (_factor.lu_factor if _attached else _factor.lu_factor.__wrapped__)(A, pivot=pivot)
    except Exception as e:
        return _dispatch.after(e, lu_factor, locals(), {'A': 'Tensor', 'pivot': 'bool', 'out': 'Sequence[Tensor] | None'})


def lu_factor_ex(A, *, pivot=True, check_errors=False, out=None):
    """lu_factor_ex(A, *, pivot=True, check_errors=False, out=None) -> (LU, pivots, info)

    The LU factors of matrices, and which are singular, without raising. It takes SciPy.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        pivot (bool): whether rows may be exchanged
        check_errors (bool): whether a failure raises instead of being reported
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    Returns:
        what :func:`wengert.linalg.lu_factor` returns, and ``info``: 0, or which diagonal element of U is 0

    >>> import wengert
    >>> wengert.linalg.lu_factor_ex(wengert.tensor([[1.0, 2.0], [2.0, 4.0]])).info
    tensor(2, dtype=wengert.int32)
    """
    if _dispatch.on and (_found := _dispatch.find(A, pivot, check_errors, out)):
        return _dispatch.published(_found, lu_factor_ex, locals())
    try:
        if out is not None:
            return _store('lu_factor_ex', out, (_factor.lu_factor_ex if _attached else _factor.lu_factor_ex.__wrapped__)(A, pivot=pivot, check_errors=check_errors))
        return (_factor.lu_factor_ex if _attached else _factor.lu_factor_ex.__wrapped__)(A, pivot=pivot, check_errors=check_errors)
    except Exception as e:
        return _dispatch.after(e, lu_factor_ex, locals(), {'A': 'Tensor', 'pivot': 'bool', 'check_errors': 'bool', 'out': 'Sequence[Tensor] | None'})


def lu(A, *, pivot=True, out=None):
    """lu(A, *, pivot=True, out=None) -> (P, L, U)

    The factors of ``A = P @ L @ U``: a permutation, a lower and an upper triangular matrix. It takes SciPy.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        pivot (bool): whether rows may be exchanged; else P is empty
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.lu(wengert.tensor([[1.0, 2.0], [4.0, 4.0]])).U
    tensor([[4., 4.],
            [0., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(A, pivot, out)):
        return _dispatch.published(_found, lu, locals())
    try:
        if out is not None:
            return _store('lu', out, (_factor.lu if _attached else _factor.lu.__wrapped__)(A, pivot=pivot))
        return (_factor.lu if _attached else _factor.lu.__wrapped__)(A, pivot=pivot)
    except Exception as e:
        return _dispatch.after(e, lu, locals(), {'A': 'Tensor', 'pivot': 'bool', 'out': 'Sequence[Tensor] | None'})


def lu_solve(LU, pivots, B, *, left=True, adjoint=False, out=None):
    """lu_solve(LU, pivots, B, *, left=True, adjoint=False, out=None) -> Tensor

    The solution X of ``A X = B``, or of ``X A = B``, from the LU factors of A.

    Args:
        LU (Any): the factors in one matrix: shape (..., n, n)
        pivots (Any): the exchanges of rows, int32: shape (..., n)
        B (Tensor): the right-hand sides: shape (..., n, k)
        left (bool): whether the unknown stands on the right of the matrix
        adjoint (bool): whether the adjoint system is solved
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> LU, pivots = wengert.linalg.lu_factor(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    >>> wengert.linalg.lu_solve(LU, pivots, wengert.tensor([[2.0], [8.0]]))
    tensor([[1.],
            [2.]])
    """
    if _dispatch.on and (_found := _dispatch.find(LU, pivots, B, left, adjoint, out)):
        return _dispatch.published(_found, lu_solve, locals())
    try:
        return (_factor.solve_factored if _attached else _factor.solve_factored.__wrapped__)(LU, pivots, B, left=left, adjoint=adjoint, out=out)
    except Exception as e:
        return _dispatch.after(e, lu_solve, locals(), {'LU': 'Any', 'pivots': 'Any', 'B': 'Tensor', 'left': 'bool', 'adjoint': 'bool', 'out': 'Tensor | None'})


def ldl_factor(A, *, hermitian=False, out=None):
    """ldl_factor(A, *, hermitian=False, out=None) -> (LD, pivots)

    The LDL factors of symmetric or Hermitian matrices, definite or not, in one matrix.

    Only the lower triangle is read. Differentiable, which PyTorch's is not.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        hermitian (bool): whether complex matrices are taken to be Hermitian; else symmetric
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    Returns:
        ``LD``, in which D stands on the diagonal and, for a block of two, on the place below it, and L, whose
        diagonal is 1, elsewhere below; and ``pivots``, int32 of shape (..., n): with which row, counted from 1,
        each was exchanged, negative for both rows of a block of two, of which the second was

    Raises:
        RuntimeError: if D is singular.

    >>> import wengert
    >>> LD, pivots = wengert.linalg.ldl_factor(wengert.tensor([[4.0, 2.0], [2.0, 3.0]]))
    >>> LD, pivots
    (tensor([[4.0000, 0.0000],
            [0.5000, 2.0000]]), tensor([1, 2], dtype=wengert.int32))
    """
    if _dispatch.on and (_found := _dispatch.find(A, hermitian, out)):
        return _dispatch.published(_found, ldl_factor, locals())
    try:
        if out is not None:
            return _store('ldl_factor', out, (_ldl.ldl_factor if _attached else _ldl.ldl_factor.__wrapped__)(A, hermitian=hermitian))
        return (_ldl.ldl_factor if _attached else _ldl.ldl_factor.__wrapped__)(A, hermitian=hermitian)
    except Exception as e:
        return _dispatch.after(e, ldl_factor, locals(), {'A': 'Tensor', 'hermitian': 'bool', 'out': 'Sequence[Tensor] | None'})


def ldl_factor_ex(A, *, hermitian=False, check_errors=False, out=None):
    """ldl_factor_ex(A, *, hermitian=False, check_errors=False, out=None) -> (LD, pivots, info)

    The LDL factors of symmetric or Hermitian matrices, and which are singular, without raising.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        hermitian (bool): whether complex matrices are taken to be Hermitian; else symmetric
        check_errors (bool): whether a failure raises instead of being reported
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    Returns:
        what :func:`wengert.linalg.ldl_factor` returns, and ``info``: 0, or which diagonal element of D is 0

    >>> import wengert
    >>> wengert.linalg.ldl_factor_ex(wengert.tensor([[1.0, 2.0], [2.0, 4.0]])).info
    tensor(2, dtype=wengert.int32)
    """
    if _dispatch.on and (_found := _dispatch.find(A, hermitian, check_errors, out)):
        return _dispatch.published(_found, ldl_factor_ex, locals())
    try:
        if out is not None:
            return _store('ldl_factor_ex', out, (_ldl.ldl_factor_ex if _attached else _ldl.ldl_factor_ex.__wrapped__)(A, hermitian=hermitian, check_errors=check_errors))
        return (_ldl.ldl_factor_ex if _attached else _ldl.ldl_factor_ex.__wrapped__)(A, hermitian=hermitian, check_errors=check_errors)
    except Exception as e:
        return _dispatch.after(e, ldl_factor_ex, locals(), {'A': 'Tensor', 'hermitian': 'bool', 'check_errors': 'bool', 'out': 'Sequence[Tensor] | None'})


def ldl_solve(LD, pivots, B, *, hermitian=False, out=None):
    """ldl_solve(LD, pivots, B, *, hermitian=False, out=None) -> Tensor

    The solution X of ``A X = B`` from the LDL factors of A.

    Differentiable in ``B`` and in ``LD``, which PyTorch's is not.

    Args:
        LD (Tensor): the factors in one matrix: shape (..., n, n)
        pivots (Any): the exchanges of rows, integers: shape (..., n)
        B (Tensor): the right-hand sides: shape (..., n, k)
        hermitian (bool): whether A is Hermitian; else symmetric
        out (Tensor | None): a tensor that the result is written into and that is then returned

    Returns:
        shape (..., n, k), of the batches of ``LD`` and ``B`` broadcast

    Raises:
        RuntimeError: if shapes or dtypes do not fit.

    >>> import wengert
    >>> LD, pivots = wengert.linalg.ldl_factor(wengert.tensor([[0.0, 2.0], [2.0, 0.0]]))
    >>> wengert.linalg.ldl_solve(LD, pivots, wengert.tensor([[2.0], [8.0]]))
    tensor([[4.],
            [1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(LD, pivots, B, hermitian, out)):
        return _dispatch.published(_found, ldl_solve, locals())
    try:
        if out is not None:
            return _store('ldl_solve', out, (_ldl.ldl_solve if _attached else _ldl.ldl_solve.__wrapped__)(LD, pivots, B, hermitian=hermitian))
        return (_ldl.ldl_solve if _attached else _ldl.ldl_solve.__wrapped__)(LD, pivots, B, hermitian=hermitian)
    except Exception as e:
        return _dispatch.after(e, ldl_solve, locals(), {'LD': 'Tensor', 'pivots': 'Any', 'B': 'Tensor', 'hermitian': 'bool', 'out': 'Tensor | None'})


def eigh(A, UPLO="L", *, out=None):
    """eigh(A, UPLO="L", *, out=None) -> (eigenvalues, eigenvectors)

    The eigenvalues of Hermitian matrices, ascending, and their eigenvectors, which are the columns.

    Vectors are determined up to a factor of size 1, and gradients through them exist only for functions that do
    not depend on it, of matrices without repeated eigenvalues.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        UPLO (str): which triangle is read: ``'L'`` the lower one, ``'U'`` the upper
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.eigh(wengert.tensor([[2.0, 1.0], [1.0, 2.0]])).eigenvalues
    tensor([1., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, UPLO, out)):
        return _dispatch.published(_found, eigh, locals())
    try:
        if out is not None:
            return _store('eigh', out, (_spectral.eigh if _attached else _spectral.eigh.__wrapped__)(A, UPLO))
        return (_spectral.eigh if _attached else _spectral.eigh.__wrapped__)(A, UPLO)
    except Exception as e:
        return _dispatch.after(e, eigh, locals(), {'A': 'Tensor', 'UPLO': 'str', 'out': 'Sequence[Tensor] | None'})


def eigvalsh(A, UPLO="L", *, out=None):
    """eigvalsh(A, UPLO="L", *, out=None) -> Tensor

    The eigenvalues of Hermitian matrices, ascending.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        UPLO (str): which triangle is read: ``'L'`` the lower one, ``'U'`` the upper
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.eigvalsh(wengert.tensor([[2.0, 1.0], [1.0, 2.0]]))
    tensor([1., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, UPLO, out)):
        return _dispatch.published(_found, eigvalsh, locals())
    try:
        if out is not None:
            return _store('eigvalsh', out, (_spectral.eigvalsh if _attached else _spectral.eigvalsh.__wrapped__)(A, UPLO))
        return (_spectral.eigvalsh if _attached else _spectral.eigvalsh.__wrapped__)(A, UPLO)
    except Exception as e:
        return _dispatch.after(e, eigvalsh, locals(), {'A': 'Tensor', 'UPLO': 'str', 'out': 'Tensor | None'})


def eig(A, *, out=None):
    """eig(A, *, out=None) -> (eigenvalues, eigenvectors)

    The eigenvalues of square matrices and their eigenvectors, which are the columns; complex always.

    Vectors are determined up to a factor of size 1, and gradients through them exist only for functions that do
    not depend on it, of matrices without repeated eigenvalues.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.eig(wengert.tensor([[0.0, -1.0], [1.0, 0.0]])).eigenvalues.imag.abs()
    tensor([1., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, out)):
        return _dispatch.published(_found, eig, locals())
    try:
        if out is not None:
            return _store('eig', out, (_spectral.eig if _attached else _spectral.eig.__wrapped__)(A))
        return (_spectral.eig if _attached else _spectral.eig.__wrapped__)(A)
    except Exception as e:
        return _dispatch.after(e, eig, locals(), {'A': 'Tensor', 'out': 'Sequence[Tensor] | None'})


def eigvals(A, *, out=None):
    """eigvals(A, *, out=None) -> Tensor

    The eigenvalues of square matrices, in no particular order; complex always.

    Args:
        A (Tensor): the matrices: shape (..., n, n)
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.eigvals(wengert.tensor([[0.0, -1.0], [1.0, 0.0]])).imag.abs()
    tensor([1., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, out)):
        return _dispatch.published(_found, eigvals, locals())
    try:
        if out is not None:
            return _store('eigvals', out, (_spectral.eigvals if _attached else _spectral.eigvals.__wrapped__)(A))
        return (_spectral.eigvals if _attached else _spectral.eigvals.__wrapped__)(A)
    except Exception as e:
        return _dispatch.after(e, eigvals, locals(), {'A': 'Tensor', 'out': 'Tensor | None'})


def svd(A, full_matrices=True, *, driver=None, out=None):
    """svd(A, full_matrices=True, *, driver=None, out=None) -> (U, S, Vh)

    The singular value decomposition ``A = U @ diag(S) @ Vh`` with singular values in descending order.

    Vectors are determined up to a factor of size 1, and gradients through them exist only for functions that do
    not depend on it, of matrices without repeated or vanishing singular values; and only through the first min(m,
    n) vectors.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        full_matrices (bool): whether ``U`` and ``Vh`` are square; else they have min(m, n) columns and rows
        driver (str | None): taken for compatibility; it names an algorithm for GPUs
        out (Sequence[Tensor] | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.svd(wengert.tensor([[3.0, 0.0], [0.0, -4.0]])).S
    tensor([4., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, full_matrices, driver, out)):
        return _dispatch.published(_found, svd, locals())
    try:
        if out is not None:
            return _store('svd', out, (_spectral.svd if _attached else _spectral.svd.__wrapped__)(A, full_matrices, driver=driver))
        return (_spectral.svd if _attached else _spectral.svd.__wrapped__)(A, full_matrices, driver=driver)
    except Exception as e:
        return _dispatch.after(e, svd, locals(), {'A': 'Tensor', 'full_matrices': 'bool', 'driver': 'str | None', 'out': 'Sequence[Tensor] | None'})


def svdvals(A, *, driver=None, out=None):
    """svdvals(A, *, driver=None, out=None) -> Tensor

    The singular values, in descending order.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        driver (str | None): taken for compatibility; it names an algorithm for GPUs
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.svdvals(wengert.tensor([[3.0, 0.0], [0.0, -4.0]]))
    tensor([4., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, driver, out)):
        return _dispatch.published(_found, svdvals, locals())
    try:
        if out is not None:
            return _store('svdvals', out, (_spectral.svdvals if _attached else _spectral.svdvals.__wrapped__)(A, driver=driver))
        return (_spectral.svdvals if _attached else _spectral.svdvals.__wrapped__)(A, driver=driver)
    except Exception as e:
        return _dispatch.after(e, svdvals, locals(), {'A': 'Tensor', 'driver': 'str | None', 'out': 'Tensor | None'})


def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None, out=None):
    """pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None, out=None) -> Tensor

    The pseudo-inverse of Moore and Penrose. The gradient holds while the rank does not change.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        rcond (Tensor | float | None): the older name of ``rtol``
        hermitian (bool): whether the matrix is taken to be Hermitian
        atol (float | None): singular values up to this count as 0; None means 0
        rtol (float | None): singular values up to this, relative to the largest, count as 0; None means max(m, n)
            times the rounding of the dtype, unless ``atol`` is given
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.pinv(wengert.tensor([[2.0, 0.0], [0.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000, 0.0000],
            [0.0000, 0.0000, 0.2500]])
    """
    if _dispatch.on and (_found := _dispatch.find(A, rcond, hermitian, atol, rtol, out)):
        return _dispatch.published(_found, pinv, locals())
    try:
        if out is not None:
            return _store('pinv', out, (_spectral.pinv if _attached else _spectral.pinv.__wrapped__)(A, rcond, hermitian, atol=atol, rtol=rtol))
        return (_spectral.pinv if _attached else _spectral.pinv.__wrapped__)(A, rcond, hermitian, atol=atol, rtol=rtol)
    except Exception as e:
        return _dispatch.after(e, pinv, locals(), {'A': 'Tensor', 'rcond': 'Tensor | float | None', 'hermitian': 'bool', 'atol': 'float | None', 'rtol': 'float | None', 'out': 'Tensor | None'})


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None):
    """matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None) -> Tensor

    The rank: how many singular values are not 0.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        tol (Any | None): the older name of ``atol``, which leaves out the relative tolerance
        hermitian (bool): whether the matrix is taken to be Hermitian
        atol (float | None): singular values up to this count as 0; None means 0
        rtol (float | None): singular values up to this, relative to the largest, count as 0; None means max(m, n)
            times the rounding of the dtype, unless ``atol`` is given
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.matrix_rank(wengert.tensor([[1.0, 2.0], [2.0, 4.0]]))
    tensor(1)
    """
    if _dispatch.on and (_found := _dispatch.find(A, tol, hermitian, atol, rtol, out)):
        return _dispatch.published(_found, matrix_rank, locals())
    try:
        if out is not None:
            return _store('matrix_rank', out, (_spectral.matrix_rank if _attached else _spectral.matrix_rank.__wrapped__)(A, tol, hermitian, atol=atol, rtol=rtol))
        return (_spectral.matrix_rank if _attached else _spectral.matrix_rank.__wrapped__)(A, tol, hermitian, atol=atol, rtol=rtol)
    except Exception as e:
        return _dispatch.after(e, matrix_rank, locals(), {'A': 'Tensor', 'tol': 'Any | None', 'hermitian': 'bool', 'atol': 'float | None', 'rtol': 'float | None', 'out': 'Tensor | None'})


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    A norm of matrices.

    Args:
        A (Tensor): the matrices
        ord (float | str): ``'fro'`` (Frobenius: of all elements as one vector), ``'nuc'`` (nuclear: the sum of
            the singular values), 2 and -2 (the largest and the smallest singular value), 1 and -1 (the largest
            and the smallest sum of absolute values of a column), infinity and minus infinity (of a row)
        dim (Sequence[int]): the two dimensions of the matrices
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.linalg.matrix_norm(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), ord=1)
    tensor(6.)
    """
    if _dispatch.on and (_found := _dispatch.find(A, ord, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, matrix_norm, locals())
    if axis is not None:
        dim = _either("matrix_norm", "axis", axis, "dim", dim, (-2, -1))
        axis = None
    if keepdims is not None:
        keepdim = _either("matrix_norm", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if out is not None:
            return _store('matrix_norm', out, (_matrices.matrix_norm if _attached else _matrices.matrix_norm.__wrapped__)(A, ord, dim, keepdim, dtype=dtype))
        return (_matrices.matrix_norm if _attached else _matrices.matrix_norm.__wrapped__)(A, ord, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, matrix_norm, locals(), {'A': 'Tensor', 'ord': 'float | str', 'dim': 'Sequence[int]', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'out': 'Tensor | None'})


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None):
    """norm(A, ord=None, dim=None, keepdim=False, *, dtype=None, out=None, axis=None, keepdims=None) -> Tensor

    A norm of vectors or of matrices.

    Args:
        A (Tensor): the vectors or matrices
        ord (float | str | None): the norm: that of :func:`wengert.linalg.vector_norm` where ``dim`` is one
            dimension or the tensor has one, else that of :func:`wengert.linalg.matrix_norm`; None means the root
            of the sum of squares of all elements
        dim (int | Sequence[int] | None): the dimension of the vectors, or the two of the matrices
        keepdim (bool): whether reduced dimensions stay, with size 1
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        axis (int | Sequence[int] | None): NumPy's name for ``dim``
        keepdims (bool | None): NumPy's name for ``keepdim``

    >>> import wengert
    >>> wengert.linalg.norm(wengert.tensor([3.0, 4.0]))
    tensor(5.)
    >>> wengert.linalg.norm(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), ord=1)
    tensor(6.)
    """
    if _dispatch.on and (_found := _dispatch.find(A, ord, dim, keepdim, dtype, out, axis, keepdims)):
        return _dispatch.published(_found, norm, locals())
    if axis is not None:
        dim = _either("norm", "axis", axis, "dim", dim, None)
        axis = None
    if keepdims is not None:
        keepdim = _either("norm", "keepdims", keepdims, "keepdim", keepdim, False)
        keepdims = None
    try:
        if out is not None:
            return _store('norm', out, (_matrices.any_norm if _attached else _matrices.any_norm.__wrapped__)(A, ord, dim, keepdim, dtype=dtype))
        return (_matrices.any_norm if _attached else _matrices.any_norm.__wrapped__)(A, ord, dim, keepdim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, norm, locals(), {'A': 'Tensor', 'ord': 'float | str | None', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'out': 'Tensor | None', 'dtype': 'Dtype | None'})


def cond(A, p=None, *, out=None):
    """cond(A, p=None, *, out=None) -> Tensor

    The condition number: the norm of matrices times that of their inverse; infinite if there is none.

    Args:
        A (Tensor): the matrices: shape (..., n, n), for ``p`` None, 2 and -2 also (..., m, n)
        p (float | str | None): the norm, as ``ord`` in :func:`wengert.linalg.matrix_norm`; None means 2
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.cond(wengert.tensor([[2.0, 0.0], [0.0, 8.0]]))
    tensor(4.)
    """
    if _dispatch.on and (_found := _dispatch.find(A, p, out)):
        return _dispatch.published(_found, cond, locals())
    try:
        if out is not None:
            return _store('cond', out, (_matrices.cond if _attached else _matrices.cond.__wrapped__)(A, p))
        return (_matrices.cond if _attached else _matrices.cond.__wrapped__)(A, p)
    except Exception as e:
        return _dispatch.after(e, cond, locals(), {'A': 'Tensor', 'p': 'float | str | None', 'out': 'Tensor | None'})


def matrix_exp(A):
    """matrix_exp(A) -> Tensor

    The exponential of square matrices: the sum of ``A**k / k!``.

    Also ``wengert.matrix_exp`` and ``Tensor.matrix_exp``.

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


def lstsq(A, B, rcond=None, *, driver=None):
    """lstsq(A, B, rcond=None, *, driver=None) -> (solution, residuals, rank, singular_values)

    The X with the smallest ``norm(A X - B)``; of several the one that is smallest itself.

    Args:
        A (Tensor): the matrices: shape (..., m, n)
        B (Tensor): the right-hand sides: shape (..., m, k), or (..., m) of one for each matrix
        rcond (float | None): singular values up to this, relative to the largest, count as 0; None means max(m,
            n) times the rounding of the dtype
        driver (str | None): ``'gels'`` takes the matrices to be of full rank; ``'gelsy'`` (the default),
            ``'gelsd'`` and ``'gelss'`` do not

    Returns:
        the solution; the sums of the squares of what is left for each column, where m > n and the rank is full,
        for the drivers other than ``'gelsy'``; the rank, but for ``'gels'``; and the singular values, for
        ``'gelsd'`` and ``'gelss'``. What is not computed is empty.

    >>> import wengert
    >>> A = wengert.tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    >>> wengert.linalg.lstsq(A, wengert.tensor([[1.0], [3.0], [5.0]])).solution
    tensor([[1.0000],
            [2.0000]])
    """
    if _dispatch.on and (_found := _dispatch.find(A, B, rcond, driver)):
        return _dispatch.published(_found, lstsq, locals())
    try:
        return (_matrices.lstsq if _attached else _matrices.lstsq.__wrapped__)(A, B, rcond, driver=driver)
    except Exception as e:
        return _dispatch.after(e, lstsq, locals(), {'A': 'Tensor', 'B': 'Tensor', 'rcond': 'float | None', 'driver': 'str | None'})


def tensorinv(A, ind=2, *, out=None):
    """tensorinv(A, ind=2, *, out=None) -> Tensor

    The inverse of the linear map that ``tensordot(A, x, A.ndim - ind)`` is.

    Args:
        A (Tensor): the tensor, whose first ``ind`` sizes have the product of the others
        ind (int): how many dimensions belong to the result of the map
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> wengert.linalg.tensorinv(wengert.eye(6).reshape(6, 2, 3), ind=1).shape
    wengert.Size([2, 3, 6])
    """
    if _dispatch.on and (_found := _dispatch.find(A, ind, out)):
        return _dispatch.published(_found, tensorinv, locals())
    try:
        if out is not None:
            return _store('tensorinv', out, (_matrices.tensorinv if _attached else _matrices.tensorinv.__wrapped__)(A, ind))
        return (_matrices.tensorinv if _attached else _matrices.tensorinv.__wrapped__)(A, ind)
    except Exception as e:
        return _dispatch.after(e, tensorinv, locals(), {'A': 'Tensor', 'ind': 'int', 'out': 'Tensor | None'})


def tensorsolve(A, B, dims=None, *, out=None):
    """tensorsolve(A, B, dims=None, *, out=None) -> Tensor

    The X of ``tensordot(A, X, X.ndim) = B``.

    Args:
        A (Tensor): the tensor, whose first sizes are those of ``B``
        B (Tensor): the right-hand side
        dims (int | Sequence[int] | None): dimensions of ``A`` to move to the end first
        out (Tensor | None): a tensor that the result is written into and that is then returned

    >>> import wengert
    >>> A = wengert.eye(6).reshape(2, 3, 6)
    >>> wengert.linalg.tensorsolve(A, wengert.ones(2, 3))
    tensor([1., 1., 1., 1., 1., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(A, B, dims, out)):
        return _dispatch.published(_found, tensorsolve, locals())
    try:
        if out is not None:
            return _store('tensorsolve', out, (_matrices.tensorsolve if _attached else _matrices.tensorsolve.__wrapped__)(A, B, dims))
        return (_matrices.tensorsolve if _attached else _matrices.tensorsolve.__wrapped__)(A, B, dims)
    except Exception as e:
        return _dispatch.after(e, tensorsolve, locals(), {'A': 'Tensor', 'B': 'Tensor', 'dims': 'int | Sequence[int] | None', 'out': 'Tensor | None'})


def vander(x, N=None):
    """vander(x, N=None) -> Tensor

    Matrices of Vandermonde: the powers of the elements of vectors, ascending from 0.

    Args:
        x (Tensor): the vectors: shape (..., n)
        N (int | None): how many powers, at least 2; None means n

    >>> import wengert
    >>> wengert.linalg.vander(wengert.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [1, 2, 4],
            [1, 3, 9]])
    """
    if _dispatch.on and (_found := _dispatch.find(x, N)):
        return _dispatch.published(_found, vander, locals())
    try:
        return (_matrices.vander if _attached else _matrices.vander.__wrapped__)(x, N)
    except Exception as e:
        return _dispatch.after(e, vander, locals(), {'x': 'Tensor', 'N': 'int | None'})


__all__ = ['cholesky', 'cholesky_ex', 'cond', 'cross', 'det', 'diagonal', 'eig', 'eigh', 'eigvals', 'eigvalsh', 'householder_product', 'inv', 'inv_ex', 'ldl_factor', 'ldl_factor_ex', 'ldl_solve', 'lstsq', 'lu', 'lu_factor', 'lu_factor_ex', 'lu_solve', 'matmul', 'matrix_exp', 'matrix_norm', 'matrix_power', 'matrix_rank', 'multi_dot', 'norm', 'pinv', 'qr', 'slogdet', 'solve', 'solve_ex', 'solve_triangular', 'svd', 'svdvals', 'tensorinv', 'tensorsolve', 'vander', 'vdot', 'vecdot', 'vector_norm']
