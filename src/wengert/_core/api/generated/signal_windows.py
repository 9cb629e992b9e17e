"""Public functions of ``wengert.signal.windows``. Written by tools/generate.py: do not edit."""

from ...ops.create import windows as _windows
from ...dispatch import override as _dispatch


def bartlett(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """bartlett(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The Bartlett window: a triangle that goes from 0 up to 1 and down to 0.

    Args:
        M (int): the number of samples
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, bartlett, locals())
    try:
        return _windows.bartlett(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, bartlett, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def blackman(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """blackman(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The Blackman window: a sum of three cosine terms with small side lobes.

    Blackman and Tukey, "The measurement of power spectra", 1958.

    Args:
        M (int): the number of samples
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.blackman(4, sym=False)
    tensor([-1.3878e-17,  3.4000e-01,  1.0000e+00,  3.4000e-01])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, blackman, locals())
    try:
        return _windows.blackman(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, blackman, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def cosine(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """cosine(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The cosine window: half a period of a sine.

    Args:
        M (int): the number of samples
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.cosine(4)
    tensor([0.3827, 0.9239, 0.9239, 0.3827])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, cosine, locals())
    try:
        return _windows.cosine(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, cosine, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The exponential window: ``exp(-|n - center| / tau)``.

    Args:
        M (int): the number of samples
        center (float | None): the sample at which the window is 1, if it is not symmetric; None means the middle
        tau (float): the number of samples after which the window has decayed by a factor of e
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, ``tau`` is not positive, a center is given for a symmetric window,
            or the
        dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.exponential(5, tau=2.0)
    tensor([0.3679, 0.6065, 1.0000, 0.6065, 0.3679])
    """
    if _dispatch.on and (_found := _dispatch.find(M, center, tau, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, exponential, locals())
    try:
        return _windows.exponential(M, center=center, tau=tau, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, exponential, locals(), {'M': 'int', 'center': 'float | None', 'tau': 'float', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """gaussian(M, *, std=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The Gaussian window with standard deviation ``std``, in samples.

    Args:
        M (int): the number of samples
        std (float): the standard deviation, greater than 0
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, ``std`` is not positive, or the dtype is neither float32 nor
            float64.

    >>> import wengert
    >>> wengert.signal.windows.gaussian(5)
    tensor([0.1353, 0.6065, 1.0000, 0.6065, 0.1353])
    """
    if _dispatch.on and (_found := _dispatch.find(M, std, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, gaussian, locals())
    try:
        return _windows.gaussian(M, std=std, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, gaussian, locals(), {'M': 'int', 'std': 'float', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def general_cosine(M, *, a, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """general_cosine(M, *, a, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    A sum of cosines with alternating signs: ``a[0] - a[1] cos(t) + a[2] cos(2 t) - ...`` over one period.

    Args:
        M (int): the number of samples
        a (Sequence[float]): the coefficients
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, there are no coefficients, or the dtype is neither float32 nor
            float64.

    >>> import wengert
    >>> wengert.signal.windows.general_cosine(5, a=[0.5, 0.4, 0.1])
    tensor([0.2000, 0.4000, 1.0000, 0.4000, 0.2000])
    """
    if _dispatch.on and (_found := _dispatch.find(M, a, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, general_cosine, locals())
    try:
        return _windows.general_cosine(M, a=a, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, general_cosine, locals(), {'M': 'int', 'a': 'Sequence[float]', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The general Hamming window: a raised cosine, ``alpha - (1 - alpha) cos(t)`` over one period.

    Args:
        M (int): the number of samples
        alpha (float): the constant term
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.general_hamming(5, alpha=0.5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(M, alpha, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, general_hamming, locals())
    try:
        return _windows.general_hamming(M, alpha=alpha, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, general_hamming, locals(), {'M': 'int', 'alpha': 'float', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def hamming(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """hamming(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The Hamming window: a raised cosine that is 0.08 at its ends. This makes the nearest side lobe smallest.

    Args:
        M (int): the number of samples
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.hamming(5)
    tensor([0.0800, 0.5400, 1.0000, 0.5400, 0.0800])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, hamming, locals())
    try:
        return _windows.hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, hamming, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def hann(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """hann(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The Hann window: a raised cosine, ``0.5 - 0.5 * cos(t)`` over one period.

    Args:
        M (int): the number of samples
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.hann(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, hann, locals())
    try:
        return _windows.hann(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, hann, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The Kaiser window, which uses a Bessel function. A larger ``beta`` gives smaller side lobes and a wider main
    lobe.

    Args:
        M (int): the number of samples
        beta (float): a factor
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length or ``beta`` is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.kaiser(5)
    tensor([5.2773e-05, 2.1567e-01, 1.0000e+00, 2.1567e-01, 5.2773e-05])
    """
    if _dispatch.on and (_found := _dispatch.find(M, beta, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, kaiser, locals())
    try:
        return _windows.kaiser(M, beta=beta, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, kaiser, locals(), {'M': 'int', 'beta': 'float', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def nuttall(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """nuttall(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    The Nuttall window: a sum of four cosine terms with very small side lobes.

    Nuttall, "Some windows with very good sidelobe behavior", 1981.

    Args:
        M (int): the number of samples
        sym (bool): whether the window is symmetric, for filters; False makes it periodic
        dtype (Dtype | None): the dtype of the result; None chooses it from the arguments
        layout (Any | None): the layout; only the strided one (the default) is supported
        device (Device | None): the device of the result: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether the result is a leaf that requires grad

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.nuttall(5)
    tensor([3.6280e-04, 2.2698e-01, 1.0000e+00, 2.2698e-01, 3.6280e-04])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, nuttall, locals())
    try:
        return _windows.nuttall(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, nuttall, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


__all__ = ['bartlett', 'blackman', 'cosine', 'exponential', 'gaussian', 'general_cosine', 'general_hamming', 'hamming', 'hann', 'kaiser', 'nuttall']
