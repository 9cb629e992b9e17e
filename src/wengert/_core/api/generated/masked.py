"""Public functions of ``wengert.masked``. Written by tools/generate.py: do not edit."""

from ...ops import masked as _masked
from ...dispatch import override as _dispatch
from ...errors.calls_errors import not_an_array as _not_an_array
from ...dispatch.op import OPERANDS as _OPERANDS


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """sum(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The sum of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, sum, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """prod(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The product of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.prod(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, prod, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """mean(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The mean of the elements where the mask is True. It is NaN if there are none.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

    Raises:
        ValueError: if the dtype of the result is neither floating point nor complex.

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
        return _masked.mean(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, mean, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """amax(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The largest element where the mask is True. It is minus infinity if there is none.

    For integers the smallest value of the dtype replaces minus infinity. Elements that tie share the gradient.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.amax(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, amax, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """amin(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The smallest element where the mask is True. It is infinity if there is none.

    For integers the largest value of the dtype replaces infinity. Elements that tie share the gradient.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.amin(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, amin, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The index of the largest element where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to reduce; None means the flattened tensor
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the indices; None means the dtype of ``input``
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.argmax(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, argmax, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The index of the smallest element where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | None): the dimension to reduce; None means the flattened tensor
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the indices; None means the dtype of ``input``
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.argmin(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, argmin, locals(), {'input': 'Tensor', 'dim': 'int | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    """median(input, dim=-1, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The median of the elements where the mask is True: the lower of the two in the middle if their number is even.

    NaN is ignored. The result is NaN if there is no other element.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to reduce
        keepdim (bool): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result, if ``input`` does not have a floating point dtype
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

    Raises:
        ValueError: if all elements are masked out and the dtype is an integer one: it has no NaN.

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
        return _masked.median(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, median, locals(), {'input': 'Tensor', 'dim': 'int', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None) -> Tensor

    The variance of the elements where the mask is True. It is NaN if there are too few.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        unbiased (bool | None): the older form of ``correction``: True means 1, False means 0
        correction (float | None): the number subtracted from the number of elements in the divisor; None means 1
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.var(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, var, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'unbiased': 'bool | None', 'correction': 'float | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None) -> Tensor

    The standard deviation of the elements where the mask is True. It is NaN if there are too few.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        unbiased (bool | None): the older form of ``correction``: True means 1, False means 0
        correction (float | None): the number subtracted from the number of elements in the divisor; None means 1
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.std(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, std, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'unbiased': 'bool | None', 'correction': 'float | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    """norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The vector norm of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        ord (float | None): the order of the norm; it can be infinity or minus infinity
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        keepdim (bool | None): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.norm(input, ord, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, norm, locals(), {'input': 'Tensor', 'ord': 'float | None', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool | None', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> Tensor

    The logarithm of the sum of the exponentials of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions to reduce; None means all of them
        keepdim (bool): whether reduced dimensions are kept with size 1
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.logsumexp(input, dim, keepdim=keepdim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, logsumexp, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None', 'keepdim': 'bool', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def cumsum(input, dim, *, dtype=None, mask=None):
    """cumsum(input, dim, *, dtype=None, mask=None) -> Tensor

    The cumulative sum of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative numbers count from the last
        dtype (Dtype | None): the dtype of the result; None means the dtype of ``input``
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.cumsum(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, cumsum, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def cumprod(input, dim, *, dtype=None, mask=None):
    """cumprod(input, dim, *, dtype=None, mask=None) -> Tensor

    The cumulative product of the elements where the mask is True.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative numbers count from the last
        dtype (Dtype | None): the dtype of the result; None means the dtype of ``input``
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.cumprod(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, cumprod, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def softmax(input, dim, *, dtype=None, mask=None):
    """softmax(input, dim, *, dtype=None, mask=None) -> Tensor

    The softmax of the elements where the mask is True. The result is 0 for the others.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative numbers count from the last
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.softmax(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def log_softmax(input, dim, *, dtype=None, mask=None):
    """log_softmax(input, dim, *, dtype=None, mask=None) -> Tensor

    The logarithm of the softmax of the elements where the mask is True. The result is minus infinity for the
    others.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative numbers count from the last
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.log_softmax(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, log_softmax, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def softmin(input, dim, *, dtype=None, mask=None):
    """softmin(input, dim, *, dtype=None, mask=None) -> Tensor

    Softmin (the softmax of ``-input``) of the elements where the mask is True. The result is 0 for the others.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int): the dimension to work along; negative numbers count from the last
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.softmin(input, dim, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, softmin, locals(), {'input': 'Tensor', 'dim': 'int', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    """normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None) -> Tensor

    Divides the elements where the mask is True by their norm along ``dim``. The result is 0 for the others.

    Args:
        input (Tensor): the tensor, of any shape
        ord (float): the order of the norm; it can be infinity or minus infinity
        dim (int): the dimension to work along; negative numbers count from the last
        eps (float): the smallest divisor
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        mask (Tensor | None): a bool tensor that can be broadcast to ``input``

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
        return _masked.normalize(input, ord, dim, eps=eps, dtype=dtype, mask=mask)
    except Exception as e:
        return _dispatch.after(e, normalize, locals(), {'input': 'Tensor', 'ord': 'float', 'dim': 'int', 'eps': 'float', 'dtype': 'Dtype | None', 'mask': 'Tensor | None'})


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    """logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None) -> Tensor

    ``log(exp(input) + exp(other))``, where masked out elements count as minus infinity.

    Args:
        input (Tensor): the tensor, of any shape
        other (Tensor): the second tensor
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        input_mask (Any | None): a bool tensor that can be broadcast to ``input``; None selects all elements
        other_mask (Any | None): a bool tensor that can be broadcast to ``other``; None selects all elements

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
        return _masked.logaddexp(input, other, dtype=dtype, input_mask=input_mask, other_mask=other_mask)
    except Exception as e:
        return _dispatch.after(e, logaddexp, locals(), {'input': 'Tensor', 'other': 'Tensor', 'dtype': 'Dtype | None', 'input_mask': 'Any | None', 'other_mask': 'Any | None'})


__all__ = ['amax', 'amin', 'argmax', 'argmin', 'cumprod', 'cumsum', 'log_softmax', 'logaddexp', 'logsumexp', 'mean', 'median', 'norm', 'normalize', 'prod', 'softmax', 'softmin', 'std', 'sum', 'var']
