"""Public functions of ``wengert.masked``. Written by tools/generate.py: do not edit."""

from ...ops import masked as _masked
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch
from ...errors.calls_errors import not_an_array as _not_an_array
from ...dispatch.op import OPERANDS as _OPERANDS


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """sum(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The sum of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.sum(x, 1, mask=m)
    tensor([1., 7.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, sum, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('sum', 'input', input)
        return (_masked.sum if _attached else _masked.sum.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, sum, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """prod(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The product of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.prod(x, 1, mask=m)
    tensor([ 1., 12.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, prod, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('prod', 'input', input)
        return (_masked.prod if _attached else _masked.prod.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, prod, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """mean(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The mean of the elements where the mask is True, NaN where there are none.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    Raises:
        ValueError: if the dtype of the result is neither a floating point nor a complex one.

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.mean(x, 1, mask=m)
    tensor([1.0000, 3.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, mean, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('mean', 'input', input)
        return (_masked.mean if _attached else _masked.mean.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, mean, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """amax(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The largest element where the mask is True, minus infinity where there is none.

    Of integers the place of infinity is taken by the limit of the dtype. The gradient is shared among ties.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.amax(x, 1, mask=m)
    tensor([1., 4.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, amax, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('amax', 'input', input)
        return (_masked.amax if _attached else _masked.amax.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, amax, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """amin(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The smallest element where the mask is True, infinity where there is none.

    Of integers the place of infinity is taken by the limit of the dtype. The gradient is shared among ties.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.amin(x, 1, mask=m)
    tensor([1., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, amin, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('amin', 'input', input)
        return (_masked.amin if _attached else _masked.amin.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, amin, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    Where the largest element is of those where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to look along; None means all, flattened
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the indices; None means that of ``input``
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.argmax(x, 1, mask=m)
    tensor([0., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, argmax, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('argmax', 'input', input)
        return (_masked.argmax if _attached else _masked.argmax.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, argmax, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    Where the smallest element is of those where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to look along; None means all, flattened
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the indices; None means that of ``input``
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.argmin(x, 1, mask=m)
    tensor([0., 0.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, argmin, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('argmin', 'input', input)
        return (_masked.argmin if _attached else _masked.argmin.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, argmin, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    """median(input, dim=-1, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The median, the lower of two, of the elements where the mask is True.

    NaN does not count, and is the median where there is no other element.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension that is reduced
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result, if ``input`` is not of a floating point one
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    Raises:
        ValueError: if of integers all are masked out: there is no integer NaN.

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.median(x, 1, mask=m)
    tensor([1., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, median, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('median', 'input', input)
        return (_masked.median if _attached else _masked.median.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, median, locals(), {'input': 'Tensor', 'dim': 'int', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None) -> Tensor

    The variance of the elements where the mask is True, NaN where there are too few.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        unbiased (bool | None): the older form of ``correction``: True means 1, False 0
        correction (float | None): what is taken off the number of elements; None means 1
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.var(x, mask=m)
    tensor(2.3333)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, unbiased, correction, keepdim, dtype, mask)):
        return _dispatch.published(_found, var, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('var', 'input', input)
        return (_masked.var if _attached else _masked.var.__wrapped__)(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, var, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'unbiased': 'bool | None', 'correction': 'float | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None) -> Tensor

    The standard deviation of the elements where the mask is True, NaN where there are too few.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        unbiased (bool | None): the older form of ``correction``: True means 1, False 0
        correction (float | None): what is taken off the number of elements; None means 1
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.std(x, mask=m)
    tensor(1.5275)
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, unbiased, correction, keepdim, dtype, mask)):
        return _dispatch.published(_found, std, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('std', 'input', input)
        return (_masked.std if _attached else _masked.std.__wrapped__)(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, std, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'unbiased': 'bool | None', 'correction': 'float | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    """norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The norm of the vectors of those elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        ord (float | None): the exponent of the norm; infinities mean extremes
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        keepdim (bool | None): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.norm(x, mask=m)
    tensor(5.0990)
    """
    if _dispatch.on and (_found := _dispatch.find(input, ord, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, norm, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('norm', 'input', input)
        return (_masked.norm if _attached else _masked.norm.__wrapped__)(input, ord, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, norm, locals(), {'input': 'Tensor', 'ord': 'float | None', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The logarithm of the sum of the exponentials of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions that are reduced; None means all
        keepdim (bool): whether reduced dimensions stay, with size 1
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.logsumexp(x, 1, mask=m)
    tensor([1.0000, 4.3133])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, keepdim, dtype, mask)):
        return _dispatch.published(_found, logsumexp, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('logsumexp', 'input', input)
        return (_masked.logsumexp if _attached else _masked.logsumexp.__wrapped__)(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, logsumexp, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def cumsum(input, dim, *, dtype=None, mask=None):
    """cumsum(input, dim, *, dtype=None, mask=None) -> Tensor

    The running sum of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None means that of ``input``
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.cumsum(x, 1, mask=m)
    tensor([[1., 1.],
            [3., 7.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, mask)):
        return _dispatch.published(_found, cumsum, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cumsum', 'input', input)
        return (_masked.cumsum if _attached else _masked.cumsum.__wrapped__)(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, cumsum, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def cumprod(input, dim, *, dtype=None, mask=None):
    """cumprod(input, dim, *, dtype=None, mask=None) -> Tensor

    The running product of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None means that of ``input``
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.cumprod(x, 1, mask=m)
    tensor([[ 1.,  1.],
            [ 3., 12.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, mask)):
        return _dispatch.published(_found, cumprod, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('cumprod', 'input', input)
        return (_masked.cumprod if _attached else _masked.cumprod.__wrapped__)(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, cumprod, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def softmax(input, dim, *, dtype=None, mask=None):
    """softmax(input, dim, *, dtype=None, mask=None) -> Tensor

    Softmax of the elements where the mask is True; the others get 0.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.softmax(x, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.2689, 0.7311]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, mask)):
        return _dispatch.published(_found, softmax, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('softmax', 'input', input)
        return (_masked.softmax if _attached else _masked.softmax.__wrapped__)(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def log_softmax(input, dim, *, dtype=None, mask=None):
    """log_softmax(input, dim, *, dtype=None, mask=None) -> Tensor

    The logarithm of the softmax of the elements where the mask is True; the others get minus infinity.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.log_softmax(x, 1, mask=m)
    tensor([[ 0.0000,    -inf],
            [-1.3133, -0.3133]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, mask)):
        return _dispatch.published(_found, log_softmax, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('log_softmax', 'input', input)
        return (_masked.log_softmax if _attached else _masked.log_softmax.__wrapped__)(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, log_softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def softmin(input, dim, *, dtype=None, mask=None):
    """softmin(input, dim, *, dtype=None, mask=None) -> Tensor

    Softmin, the softmax of the negative, of the elements where the mask is True; the others get 0.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative ones count from the last
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.softmin(x, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.7311, 0.2689]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, dtype, mask)):
        return _dispatch.published(_found, softmin, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('softmin', 'input', input)
        return (_masked.softmin if _attached else _masked.softmin.__wrapped__)(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, softmin, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    """normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None) -> Tensor

    The elements where the mask is True, divided by the norm of their vector; the others get 0.

    Args:
        input (Tensor): the tensor, of any shape
        ord (float): the exponent of the norm; infinities mean extremes
        dim (int): the dimension to work along; negative ones count from the last
        eps (float): what is divided by at least
        dtype (Dtype | None): the dtype of the result; None derives it
        mask (Tensor | None): a bool tensor that broadcasts with ``input``

    >>> import wengert
    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.normalize(x, 1.0, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.4286, 0.5714]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, ord, dim, eps, dtype, mask)):
        return _dispatch.published(_found, normalize, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('normalize', 'input', input)
        return (_masked.normalize if _attached else _masked.normalize.__wrapped__)(input, ord, dim, eps=eps, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, normalize, locals(), {'input': 'Tensor', 'ord': 'float', 'dim': 'int', 'eps': 'float', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    """logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None) -> Tensor

    ``log(exp(input) + exp(other))``, where what is masked out does not take part.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor
        dtype (Dtype | None): the dtype of the result; None derives it
        input_mask (Any | None): a bool tensor that broadcasts with ``input``; None lets everything pass
        other_mask (Any | None): a bool tensor that broadcasts with ``other``; None lets everything pass

    >>> import wengert
    >>> a, m = wengert.tensor([1.0, 2.0]), wengert.tensor([True, False])
    >>> wengert.masked.logaddexp(a, a, input_mask=m, other_mask=m)
    tensor([1.6931,   -inf])
    """
    if _dispatch.on and (_found := _dispatch.find(input, other, dtype, input_mask, other_mask)):
        return _dispatch.published(_found, logaddexp, locals())
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('logaddexp', 'input', input)
        return (_masked.logaddexp if _attached else _masked.logaddexp.__wrapped__)(input, other, dtype=dtype, input_mask=input_mask, other_mask=other_mask)
    except Exception as e:
        return _dispatch.after(e, logaddexp, locals(), {'input': 'Tensor', 'other': 'Tensor', 'dtype': 'Dtype | None', 'input_mask': 'Any | None', 'other_mask': 'Any | None'})


__all__ = ['amax', 'amin', 'argmax', 'argmin', 'cumprod', 'cumsum', 'log_softmax', 'logaddexp', 'logsumexp', 'mean', 'median', 'norm', 'normalize', 'prod', 'softmax', 'softmin', 'std', 'sum', 'var']
