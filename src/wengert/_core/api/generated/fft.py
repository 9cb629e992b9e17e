"""Public functions of ``wengert.fft``. Written by tools/generate.py: do not edit."""

from ...ops.fft import fourier as _fourier, frequencies as _frequencies
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch
from ...dispatch.arguments import either as _either
from ...errors.calls_errors import not_an_array as _not_an_array
from ...dispatch.inplace import store as _store
from ...dispatch.op import OPERANDS as _OPERANDS


def fft(input, n=None, dim=-1, norm=None, *, out=None, axis=None):
    """fft(input, n=None, dim=-1, norm=None, *, out=None, axis=None) -> Tensor

    The discrete Fourier transform along a dimension.

    Args:
        input (Tensor): the tensor, of any shape
        n (int | None): to how many entries the input is first cut off or filled up with zeros; None means as many
            as there are
        dim (int): the dimension to work along; negative ones count from the last
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.fft(wengert.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n, dim, norm, out, axis)):
        return _dispatch.published(_found, fft, locals())
    if axis is not None:
        dim = _either("fft", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fft', 'input', input)
        if out is not None:
            return _store('fft', out, (_fourier.fft if _attached else _fourier.fft.__wrapped__)(input, n, dim, norm))
        return (_fourier.fft if _attached else _fourier.fft.__wrapped__)(input, n, dim, norm)
    except Exception as e:
        return _dispatch.after(e, fft, locals(), {'input': 'Tensor', 'n': 'int | None', 'dim': 'int', 'norm': 'str | None', 'out': 'Tensor | None'})


def ifft(input, n=None, dim=-1, norm=None, *, out=None, axis=None):
    """ifft(input, n=None, dim=-1, norm=None, *, out=None, axis=None) -> Tensor

    The inverse of :func:`wengert.fft.fft`.

    Args:
        input (Tensor): the tensor, of any shape
        n (int | None): to how many entries the input is first cut off or filled up with zeros; None means as many
            as there are
        dim (int): the dimension to work along; negative ones count from the last
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.ifft(wengert.tensor([6.0, 0.0, 2.0, 0.0])).real
    tensor([2., 1., 2., 1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n, dim, norm, out, axis)):
        return _dispatch.published(_found, ifft, locals())
    if axis is not None:
        dim = _either("ifft", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ifft', 'input', input)
        if out is not None:
            return _store('ifft', out, (_fourier.ifft if _attached else _fourier.ifft.__wrapped__)(input, n, dim, norm))
        return (_fourier.ifft if _attached else _fourier.ifft.__wrapped__)(input, n, dim, norm)
    except Exception as e:
        return _dispatch.after(e, ifft, locals(), {'input': 'Tensor', 'n': 'int | None', 'dim': 'int', 'norm': 'str | None', 'out': 'Tensor | None'})


def rfft(input, n=None, dim=-1, norm=None, *, out=None, axis=None):
    """rfft(input, n=None, dim=-1, norm=None, *, out=None, axis=None) -> Tensor

    The Fourier transform of real numbers: the half of the spectrum that determines the other.

    Args:
        input (Tensor): the tensor, of any shape
        n (int | None): to how many entries the input is first cut off or filled up with zeros; None means as many
            as there are
        dim (int): the dimension to work along; negative ones count from the last
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.rfft(wengert.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n, dim, norm, out, axis)):
        return _dispatch.published(_found, rfft, locals())
    if axis is not None:
        dim = _either("rfft", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rfft', 'input', input)
        if out is not None:
            return _store('rfft', out, (_fourier.rfft if _attached else _fourier.rfft.__wrapped__)(input, n, dim, norm))
        return (_fourier.rfft if _attached else _fourier.rfft.__wrapped__)(input, n, dim, norm)
    except Exception as e:
        return _dispatch.after(e, rfft, locals(), {'input': 'Tensor', 'n': 'int | None', 'dim': 'int', 'norm': 'str | None', 'out': 'Tensor | None'})


def irfft(input, n=None, dim=-1, norm=None, *, out=None, axis=None):
    """irfft(input, n=None, dim=-1, norm=None, *, out=None, axis=None) -> Tensor

    The inverse of :func:`wengert.fft.rfft`: real numbers, from half of their spectrum.

    Args:
        input (Tensor): the tensor, of any shape
        n (int | None): how many entries the result has; None means 2 * (m - 1) for m of the input
        dim (int): the dimension to work along; negative ones count from the last
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.irfft(wengert.tensor([10.0, -2.0, -2.0]))
    tensor([1., 3., 3., 3.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n, dim, norm, out, axis)):
        return _dispatch.published(_found, irfft, locals())
    if axis is not None:
        dim = _either("irfft", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('irfft', 'input', input)
        if out is not None:
            return _store('irfft', out, (_fourier.irfft if _attached else _fourier.irfft.__wrapped__)(input, n, dim, norm))
        return (_fourier.irfft if _attached else _fourier.irfft.__wrapped__)(input, n, dim, norm)
    except Exception as e:
        return _dispatch.after(e, irfft, locals(), {'input': 'Tensor', 'n': 'int | None', 'dim': 'int', 'norm': 'str | None', 'out': 'Tensor | None'})


def hfft(input, n=None, dim=-1, norm=None, *, out=None, axis=None):
    """hfft(input, n=None, dim=-1, norm=None, *, out=None, axis=None) -> Tensor

    The Fourier transform of a signal that is Hermitian in time, of which one half is given: real numbers.

    Args:
        input (Tensor): the tensor, of any shape
        n (int | None): how many entries the result has; None means 2 * (m - 1) for m of the input
        dim (int): the dimension to work along; negative ones count from the last
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.hfft(wengert.tensor([1.0, 2.0, 3.0]))
    tensor([ 8., -2.,  0., -2.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n, dim, norm, out, axis)):
        return _dispatch.published(_found, hfft, locals())
    if axis is not None:
        dim = _either("hfft", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hfft', 'input', input)
        if out is not None:
            return _store('hfft', out, (_fourier.hfft if _attached else _fourier.hfft.__wrapped__)(input, n, dim, norm))
        return (_fourier.hfft if _attached else _fourier.hfft.__wrapped__)(input, n, dim, norm)
    except Exception as e:
        return _dispatch.after(e, hfft, locals(), {'input': 'Tensor', 'n': 'int | None', 'dim': 'int', 'norm': 'str | None', 'out': 'Tensor | None'})


def ihfft(input, n=None, dim=-1, norm=None, *, out=None, axis=None):
    """ihfft(input, n=None, dim=-1, norm=None, *, out=None, axis=None) -> Tensor

    The inverse of :func:`wengert.fft.hfft`: one half of a Hermitian signal.

    Args:
        input (Tensor): the tensor, of any shape
        n (int | None): to how many entries the input is first cut off or filled up with zeros; None means as many
            as there are
        dim (int): the dimension to work along; negative ones count from the last
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.ihfft(wengert.tensor([1.0, 2.0, 1.0, 4.0])).real
    tensor([ 2.,  0., -1.])
    """
    if _dispatch.on and (_found := _dispatch.find(input, n, dim, norm, out, axis)):
        return _dispatch.published(_found, ihfft, locals())
    if axis is not None:
        dim = _either("ihfft", "axis", axis, "dim", dim, -1)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ihfft', 'input', input)
        if out is not None:
            return _store('ihfft', out, (_fourier.ihfft if _attached else _fourier.ihfft.__wrapped__)(input, n, dim, norm))
        return (_fourier.ihfft if _attached else _fourier.ihfft.__wrapped__)(input, n, dim, norm)
    except Exception as e:
        return _dispatch.after(e, ihfft, locals(), {'input': 'Tensor', 'n': 'int | None', 'dim': 'int', 'norm': 'str | None', 'out': 'Tensor | None'})


def fftn(input, s=None, dim=None, norm=None, *, out=None, axis=None):
    """fftn(input, s=None, dim=None, norm=None, *, out=None, axis=None) -> Tensor

    The discrete Fourier transform along several dimensions.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): to what sizes the input is first cut off or filled up with zeros along
            ``dim``; None means as they are
        dim (int | Sequence[int] | None): the dimensions; None means all, or the last ``len(s)``
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.fftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, fftn, locals())
    if axis is not None:
        dim = _either("fftn", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fftn', 'input', input)
        if out is not None:
            return _store('fftn', out, (_fourier.fftn if _attached else _fourier.fftn.__wrapped__)(input, s, dim, norm))
        return (_fourier.fftn if _attached else _fourier.fftn.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, fftn, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int] | None', 'norm': 'str | None', 'out': 'Tensor | None'})


def ifftn(input, s=None, dim=None, norm=None, *, out=None, axis=None):
    """ifftn(input, s=None, dim=None, norm=None, *, out=None, axis=None) -> Tensor

    The inverse of :func:`wengert.fft.fftn`.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): to what sizes the input is first cut off or filled up with zeros along
            ``dim``; None means as they are
        dim (int | Sequence[int] | None): the dimensions; None means all, or the last ``len(s)``
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.ifftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, ifftn, locals())
    if axis is not None:
        dim = _either("ifftn", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ifftn', 'input', input)
        if out is not None:
            return _store('ifftn', out, (_fourier.ifftn if _attached else _fourier.ifftn.__wrapped__)(input, s, dim, norm))
        return (_fourier.ifftn if _attached else _fourier.ifftn.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, ifftn, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int] | None', 'norm': 'str | None', 'out': 'Tensor | None'})


def rfftn(input, s=None, dim=None, norm=None, *, out=None, axis=None):
    """rfftn(input, s=None, dim=None, norm=None, *, out=None, axis=None) -> Tensor

    The Fourier transform of real numbers along several dimensions: along the last one, half of the spectrum.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): to what sizes the input is first cut off or filled up with zeros along
            ``dim``; None means as they are
        dim (int | Sequence[int] | None): the dimensions; None means all, or the last ``len(s)``
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.rfftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, rfftn, locals())
    if axis is not None:
        dim = _either("rfftn", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rfftn', 'input', input)
        if out is not None:
            return _store('rfftn', out, (_fourier.rfftn if _attached else _fourier.rfftn.__wrapped__)(input, s, dim, norm))
        return (_fourier.rfftn if _attached else _fourier.rfftn.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, rfftn, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int] | None', 'norm': 'str | None', 'out': 'Tensor | None'})


def irfftn(input, s=None, dim=None, norm=None, *, out=None, axis=None):
    """irfftn(input, s=None, dim=None, norm=None, *, out=None, axis=None) -> Tensor

    The inverse of :func:`wengert.fft.rfftn`: real numbers, from half of their spectrum.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): the sizes of the result along ``dim``; None means those of the input, and
            2 * (m - 1) for the last
        dim (int | Sequence[int] | None): the dimensions; None means all, or the last ``len(s)``
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.irfftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]]))
    tensor([[3., 3.],
            [1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, irfftn, locals())
    if axis is not None:
        dim = _either("irfftn", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('irfftn', 'input', input)
        if out is not None:
            return _store('irfftn', out, (_fourier.irfftn if _attached else _fourier.irfftn.__wrapped__)(input, s, dim, norm))
        return (_fourier.irfftn if _attached else _fourier.irfftn.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, irfftn, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int] | None', 'norm': 'str | None', 'out': 'Tensor | None'})


def hfftn(input, s=None, dim=None, norm=None, *, out=None, axis=None):
    """hfftn(input, s=None, dim=None, norm=None, *, out=None, axis=None) -> Tensor

    The Fourier transform of a Hermitian signal, of which half along the last dimension is given: real numbers.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): the sizes of the result along ``dim``; None means those of the input, and
            2 * (m - 1) for the last
        dim (int | Sequence[int] | None): the dimensions; None means all, or the last ``len(s)``
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.hfftn(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, hfftn, locals())
    if axis is not None:
        dim = _either("hfftn", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hfftn', 'input', input)
        if out is not None:
            return _store('hfftn', out, (_fourier.hfftn if _attached else _fourier.hfftn.__wrapped__)(input, s, dim, norm))
        return (_fourier.hfftn if _attached else _fourier.hfftn.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, hfftn, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int] | None', 'norm': 'str | None', 'out': 'Tensor | None'})


def ihfftn(input, s=None, dim=None, norm=None, *, out=None, axis=None):
    """ihfftn(input, s=None, dim=None, norm=None, *, out=None, axis=None) -> Tensor

    The inverse of :func:`wengert.fft.hfftn`: half of a Hermitian signal.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): to what sizes the input is first cut off or filled up with zeros along
            ``dim``; None means as they are
        dim (int | Sequence[int] | None): the dimensions; None means all, or the last ``len(s)``
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.ihfftn(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, ihfftn, locals())
    if axis is not None:
        dim = _either("ihfftn", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ihfftn', 'input', input)
        if out is not None:
            return _store('ihfftn', out, (_fourier.ihfftn if _attached else _fourier.ihfftn.__wrapped__)(input, s, dim, norm))
        return (_fourier.ihfftn if _attached else _fourier.ihfftn.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, ihfftn, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int] | None', 'norm': 'str | None', 'out': 'Tensor | None'})


def fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None):
    """fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None) -> Tensor

    What :func:`wengert.fft.fftn` computes, along two dimensions.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): to what sizes the input is first cut off or filled up with zeros along
            ``dim``; None means as they are
        dim (int | Sequence[int]): the two dimensions
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.fft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, fft2, locals())
    if axis is not None:
        dim = _either("fft2", "axis", axis, "dim", dim, (-2, -1))
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fft2', 'input', input)
        if out is not None:
            return _store('fft2', out, (_fourier.fft2 if _attached else _fourier.fft2.__wrapped__)(input, s, dim, norm))
        return (_fourier.fft2 if _attached else _fourier.fft2.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, fft2, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int]', 'norm': 'str | None', 'out': 'Tensor | None'})


def ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None):
    """ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None) -> Tensor

    What :func:`wengert.fft.ifftn` computes, along two dimensions.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): to what sizes the input is first cut off or filled up with zeros along
            ``dim``; None means as they are
        dim (int | Sequence[int]): the two dimensions
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.ifft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, ifft2, locals())
    if axis is not None:
        dim = _either("ifft2", "axis", axis, "dim", dim, (-2, -1))
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ifft2', 'input', input)
        if out is not None:
            return _store('ifft2', out, (_fourier.ifft2 if _attached else _fourier.ifft2.__wrapped__)(input, s, dim, norm))
        return (_fourier.ifft2 if _attached else _fourier.ifft2.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, ifft2, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int]', 'norm': 'str | None', 'out': 'Tensor | None'})


def rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None):
    """rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None) -> Tensor

    What :func:`wengert.fft.rfftn` computes, along two dimensions.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): to what sizes the input is first cut off or filled up with zeros along
            ``dim``; None means as they are
        dim (int | Sequence[int]): the two dimensions
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.rfft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, rfft2, locals())
    if axis is not None:
        dim = _either("rfft2", "axis", axis, "dim", dim, (-2, -1))
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('rfft2', 'input', input)
        if out is not None:
            return _store('rfft2', out, (_fourier.rfft2 if _attached else _fourier.rfft2.__wrapped__)(input, s, dim, norm))
        return (_fourier.rfft2 if _attached else _fourier.rfft2.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, rfft2, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int]', 'norm': 'str | None', 'out': 'Tensor | None'})


def irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None):
    """irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None) -> Tensor

    What :func:`wengert.fft.irfftn` computes, along two dimensions.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): the sizes of the result along ``dim``; None means those of the input, and
            2 * (m - 1) for the last
        dim (int | Sequence[int]): the two dimensions
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.irfft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]]))
    tensor([[3., 3.],
            [1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, irfft2, locals())
    if axis is not None:
        dim = _either("irfft2", "axis", axis, "dim", dim, (-2, -1))
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('irfft2', 'input', input)
        if out is not None:
            return _store('irfft2', out, (_fourier.irfft2 if _attached else _fourier.irfft2.__wrapped__)(input, s, dim, norm))
        return (_fourier.irfft2 if _attached else _fourier.irfft2.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, irfft2, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int]', 'norm': 'str | None', 'out': 'Tensor | None'})


def hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None):
    """hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None) -> Tensor

    What :func:`wengert.fft.hfftn` computes, along two dimensions.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): the sizes of the result along ``dim``; None means those of the input, and
            2 * (m - 1) for the last
        dim (int | Sequence[int]): the two dimensions
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.hfft2(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, hfft2, locals())
    if axis is not None:
        dim = _either("hfft2", "axis", axis, "dim", dim, (-2, -1))
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('hfft2', 'input', input)
        if out is not None:
            return _store('hfft2', out, (_fourier.hfft2 if _attached else _fourier.hfft2.__wrapped__)(input, s, dim, norm))
        return (_fourier.hfft2 if _attached else _fourier.hfft2.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, hfft2, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int]', 'norm': 'str | None', 'out': 'Tensor | None'})


def ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None):
    """ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None, axis=None) -> Tensor

    What :func:`wengert.fft.ihfftn` computes, along two dimensions.

    Args:
        input (Tensor): the tensor, of any shape
        s (int | Sequence[int] | None): to what sizes the input is first cut off or filled up with zeros along
            ``dim``; None means as they are
        dim (int | Sequence[int]): the two dimensions
        norm (str | None): ``'backward'`` (the default), ``'ortho'`` or ``'forward'``: which transform is scaled
        out (Tensor | None): a tensor that the result is written into and that is then returned
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.ihfft2(wengert.tensor([[8.0, 0.0], [4.0, 0.0]])).real
    tensor([[3., 3.],
            [1., 1.]])
    """
    if _dispatch.on and (_found := _dispatch.find(input, s, dim, norm, out, axis)):
        return _dispatch.published(_found, ihfft2, locals())
    if axis is not None:
        dim = _either("ihfft2", "axis", axis, "dim", dim, (-2, -1))
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ihfft2', 'input', input)
        if out is not None:
            return _store('ihfft2', out, (_fourier.ihfft2 if _attached else _fourier.ihfft2.__wrapped__)(input, s, dim, norm))
        return (_fourier.ihfft2 if _attached else _fourier.ihfft2.__wrapped__)(input, s, dim, norm)
    except Exception as e:
        return _dispatch.after(e, ihfft2, locals(), {'input': 'Tensor', 's': 'int | Sequence[int] | None', 'dim': 'int | Sequence[int]', 'norm': 'str | None', 'out': 'Tensor | None'})


def fftshift(input, dim=None, *, axis=None):
    """fftshift(input, dim=None, *, axis=None) -> Tensor

    The entries in ascending order of their frequency: 0, which :func:`wengert.fft.fft` has first, in the middle.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions; None means all
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.fftshift(wengert.tensor([0, 1, -2, -1]))
    tensor([-2, -1,  0,  1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, axis)):
        return _dispatch.published(_found, fftshift, locals())
    if axis is not None:
        dim = _either("fftshift", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('fftshift', 'input', input)
        return (_fourier.fftshift if _attached else _fourier.fftshift.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, fftshift, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None'})


def ifftshift(input, dim=None, *, axis=None):
    """ifftshift(input, dim=None, *, axis=None) -> Tensor

    The inverse of :func:`wengert.fft.fftshift`.

    Args:
        input (Tensor): the tensor, of any shape
        dim (int | Sequence[int] | None): the dimensions; None means all
        axis (int | Sequence[int] | None): NumPy's name for ``dim``

    >>> import wengert
    >>> wengert.fft.ifftshift(wengert.tensor([-2, -1, 0, 1]))
    tensor([ 0,  1, -2, -1])
    """
    if _dispatch.on and (_found := _dispatch.find(input, dim, axis)):
        return _dispatch.published(_found, ifftshift, locals())
    if axis is not None:
        dim = _either("ifftshift", "axis", axis, "dim", dim, None)
        axis = None
    try:
        if not isinstance(input, _OPERANDS):
            raise _not_an_array('ifftshift', 'input', input)
        return (_fourier.ifftshift if _attached else _fourier.ifftshift.__wrapped__)(input, dim)
    except Exception as e:
        return _dispatch.after(e, ifftshift, locals(), {'input': 'Tensor', 'dim': 'int | Sequence[int] | None'})


def fftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """fftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    The frequencies of the entries of :func:`wengert.fft.fft`, in cycles per unit of ``d``.

    Args:
        n (int): how many samples there are
        d (float): the distance between two of them
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.fft.fftfreq(4, 0.5)
    tensor([ 0.0000,  0.5000, -1.0000, -0.5000])
    """
    if _dispatch.on and (_found := _dispatch.find(n, d, dtype, layout, device, requires_grad, pin_memory, out)):
        return _dispatch.published(_found, fftfreq, locals())
    try:
        return (_frequencies.fftfreq if _attached else _frequencies.fftfreq.__wrapped__)(n, d, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        return _dispatch.after(e, fftfreq, locals(), {'n': 'int', 'd': 'float', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


def rfftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None):
    """rfftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, out=None) -> Tensor

    The frequencies of the entries of :func:`wengert.fft.rfft`, in cycles per unit of ``d``.

    Args:
        n (int): how many samples there are
        d (float): the distance between two of them
        out (Tensor | None): a tensor that the result is written into and that is then returned
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result
        pin_memory (bool): taken for compatibility; memory on the CPU needs no pinning

    >>> import wengert
    >>> wengert.fft.rfftfreq(4, 0.5)
    tensor([0.0000, 0.5000, 1.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(n, d, dtype, layout, device, requires_grad, pin_memory, out)):
        return _dispatch.published(_found, rfftfreq, locals())
    try:
        return (_frequencies.rfftfreq if _attached else _frequencies.rfftfreq.__wrapped__)(n, d, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory, out=out)
    except Exception as e:
        return _dispatch.after(e, rfftfreq, locals(), {'n': 'int', 'd': 'float', 'out': 'Tensor | None', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool', 'pin_memory': 'bool'})


__all__ = ['fft', 'fft2', 'fftfreq', 'fftn', 'fftshift', 'hfft', 'hfft2', 'hfftn', 'ifft', 'ifft2', 'ifftn', 'ifftshift', 'ihfft', 'ihfft2', 'ihfftn', 'irfft', 'irfft2', 'irfftn', 'rfft', 'rfft2', 'rfftfreq', 'rfftn']
