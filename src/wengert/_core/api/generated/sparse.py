"""Public functions of ``wengert.sparse``. Written by tools/generate.py: do not edit."""

from ...ops.sparse import patterns as _patterns, sparse as _sparse
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch
from ...dispatch.arguments import either as _either
from ...errors.calls_errors import missing_arguments as _missing, not_an_array as _not_an_array
from ...dispatch.inplace import store as _store
from ...dispatch.op import OPERANDS as _OPERANDS


def spdiags(diagonals, offsets, shape, layout=None):
    """spdiags(diagonals, offsets, shape, layout=None) -> Tensor

    A sparse matrix with these numbers on its diagonals.

    An entry stands in the column of the matrix that is its own in ``diagonals``; what does not fit is left out.

    Args:
        diagonals (Tensor): the diagonals: shape (k, m), or (m,) for one. Differentiable
        offsets (Tensor): which diagonals: an int64 tensor of shape (k,), 0 for the main one, positive above it
        shape (int | Sequence[int]): the two sizes of the matrix
        layout (Any | None): None or ``wengert.sparse_coo``

    Raises:
        RuntimeError: if an offset is given twice, or shapes or dtypes do not fit.

    >>> import wengert
    >>> d = wengert.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    >>> wengert.sparse.spdiags(d, wengert.tensor([0, -1]), (3, 3)).to_dense()
    tensor([[1., 0., 0.],
            [4., 2., 0.],
            [0., 5., 3.]])
    """
    if _dispatch.on and (_found := _dispatch.find(diagonals, offsets, shape, layout)):
        return _dispatch.published(_found, spdiags, locals())
    try:
        return (_sparse.sparse_spdiags if _attached else _sparse.sparse_spdiags.__wrapped__)(diagonals, offsets, shape, layout)
    except Exception as e:
        return _dispatch.after(e, spdiags, locals(), {'diagonals': 'Tensor', 'offsets': 'Tensor', 'shape': 'int | Sequence[int]', 'layout': 'Any | None'})


def mm(mat1, mat2, reduce='sum'):
    """mm(mat1, mat2, reduce='sum') -> Tensor

    The product of two matrices, of which one or both are sparse.

    Args:
        mat1 (Tensor): shape (n, m)
        mat2 (Tensor): shape (m, p)
        reduce (str): how to combine what meets: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or ``'amin'``

    Returns:
        a matrix of shape (n, p), sparse if both are

    >>> import wengert
    >>> a = wengert.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0], (2, 2))
    >>> wengert.sparse.mm(a, wengert.tensor([[1.0], [10.0]]))
    tensor([[20.],
            [ 3.]])
    """
    if _dispatch.on and (_found := _dispatch.find(mat1, mat2, reduce)):
        return _dispatch.published(_found, mm, locals())
    try:
        return (_patterns.sparse_mm if _attached else _patterns.sparse_mm.__wrapped__)(mat1, mat2, reduce)
    except Exception as e:
        return _dispatch.after(e, mm, locals(), {'mat1': 'Tensor', 'mat2': 'Tensor', 'reduce': 'str'})


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    """addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0) -> Tensor

    ``beta * mat + alpha * (mat1 @ mat2)`` with a sparse ``mat1``.

    Args:
        mat (Tensor): what is added, which broadcasts to (n, p)
        mat1 (Tensor): a sparse matrix: shape (n, m)
        mat2 (Tensor): shape (m, p)
        beta (Number): a factor
        alpha (Number): a factor

    >>> import wengert
    >>> a = wengert.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0], (2, 2))
    >>> wengert.sparse.addmm(wengert.ones(2, 1), a, wengert.tensor([[1.0], [10.0]]))
    tensor([[21.],
            [ 4.]])
    """
    if _dispatch.on and (_found := _dispatch.find(mat, mat1, mat2, beta, alpha)):
        return _dispatch.published(_found, addmm, locals())
    try:
        return (_patterns.sparse_addmm if _attached else _patterns.sparse_addmm.__wrapped__)(mat, mat1, mat2, beta=beta, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, addmm, locals(), {'mat': 'Tensor', 'mat1': 'Tensor', 'mat2': 'Tensor', 'beta': 'Number', 'alpha': 'Number'})


def sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0, out=None):
    """sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0, out=None) -> Tensor

    Those elements of ``beta * input + alpha * (mat1 @ mat2)`` that a sparse ``input`` gives; no others are
    computed.

    PyTorch takes an ``input`` by compressed rows (CSR) here, wengert one by coordinates.

    Args:
        input (Tensor): a sparse matrix: shape (n, p)
        mat1 (Tensor): a dense matrix: shape (n, m)
        mat2 (Tensor): a dense matrix: shape (m, p)
        beta (Number): a factor
        alpha (Number): a factor
        out (Tensor | None): a tensor that the result is written into and that is then returned

    Returns:
        a coalesced sparse matrix with the elements of ``input``

    Raises:
        RuntimeError: if layouts, shapes or dtypes do not fit.

    >>> import wengert
    >>> s = wengert.sparse_coo_tensor([[0, 1], [1, 0]], [1.0, 1.0], (2, 2))
    >>> wengert.sparse.sampled_addmm(s, wengert.tensor([[1.0], [2.0]]), wengert.tensor([[3.0, 4.0]])).to_dense()
    tensor([[0., 5.],
            [7., 0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, mat1, mat2, beta, alpha, out)):
        return _dispatch.published(_found, sampled_addmm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('sampled_addmm', 'input', input)
        if out is not None:
            return _store('sampled_addmm', out, (_patterns.sparse_sampled_addmm if _attached else _patterns.sparse_sampled_addmm.__wrapped__)(input, mat1, mat2, beta=beta, alpha=alpha))
        return (_patterns.sparse_sampled_addmm if _attached else _patterns.sparse_sampled_addmm.__wrapped__)(input, mat1, mat2, beta=beta, alpha=alpha)
    except Exception as e:
        return _dispatch.after(e, sampled_addmm, locals(), {'input': 'Tensor', 'mat1': 'Tensor', 'mat2': 'Tensor', 'beta': 'Number', 'alpha': 'Number', 'out': 'Tensor | None'})


def sum(input, dim=None, dtype=None, *, axis=None):
    """sum(input, dim=None, dtype=None, *, axis=None) -> Tensor

    The sum of a sparse tensor, along dimensions or of everything: sparse while a sparse dimension is left.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> a = wengert.sparse_coo_tensor([[0, 1], [1, 1]], [2.0, 3.0], (2, 2))
    >>> wengert.sparse.sum(a, 0).to_dense()
    tensor([0., 5.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, axis)):
        return _dispatch.published(_found, sum, locals())
    if axis is not None:
        dim = _either("sum", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('sum', 'input', input)
        return (_patterns.sparse_sum if _attached else _patterns.sparse_sum.__wrapped__)(input, dim, dtype)
    except Exception as e:
        return _dispatch.after(e, sum, locals(), {'input': 'Tensor', 'dim': 'int | None', 'dtype': 'Dtype | None'})


def softmax(input, dim=..., *, dtype=None, axis=None):
    """softmax(input, dim, *, dtype=None) -> Tensor
    softmax(input, *, axis, dtype=None) -> Tensor

    Softmax along one dimension of a sparse tensor, in which what is not given counts as minus infinity.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> a = wengert.sparse_coo_tensor([[0, 0], [0, 2]], [1.0, 1.0], (1, 3))
    >>> wengert.sparse.softmax(a, 1).to_dense()
    tensor([[0.5000, 0.0000, 0.5000]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, axis)):
        return _dispatch.published(_found, softmax, locals())
    if axis is not None:
        dim = _either("softmax", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("softmax", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('softmax', 'input', input)
        return (_patterns.sparse_softmax if _attached else _patterns.sparse_softmax.__wrapped__)(input, dim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None'})


def log_softmax(input, dim=..., *, dtype=None, axis=None):
    """log_softmax(input, dim, *, dtype=None) -> Tensor
    log_softmax(input, *, axis, dtype=None) -> Tensor

    The logarithm of :func:`sparse.softmax` where something is given.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> a = wengert.sparse_coo_tensor([[0, 0], [0, 2]], [1.0, 1.0], (1, 3))
    >>> wengert.sparse.log_softmax(a, 1).values()
    tensor([-0.6931, -0.6931])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, axis)):
        return _dispatch.published(_found, log_softmax, locals())
    if axis is not None:
        dim = _either("log_softmax", "axis", axis, "dim", dim, ...)
        axis = None
    if dim is ...:
        raise _missing("log_softmax", dim=dim)
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('log_softmax', 'input', input)
        return (_patterns.sparse_log_softmax if _attached else _patterns.sparse_log_softmax.__wrapped__)(input, dim, dtype=dtype)
    except Exception as e:
        return _dispatch.after(e, log_softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None'})


__all__ = ['addmm', 'log_softmax', 'mm', 'sampled_addmm', 'softmax', 'spdiags', 'sum']
