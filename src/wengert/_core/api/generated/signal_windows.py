"""Public functions of ``wengert.signal.windows``. Written by tools/generate.py: do not edit."""

from ...ops.create import windows as _windows
from ...tape.watching import attached as _attached
from ...dispatch import override as _dispatch


def bartlett(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """bartlett(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    A triangle: up from 0 to 1 and down again.

    Args:
        M (int): how many samples
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, bartlett, locals())
    try:
        return (_windows.bartlett if _attached else _windows.bartlett.__wrapped__)(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, bartlett, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def blackman(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """blackman(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    Three cosines, with small side lobes (Blackman and Tukey, "The measurement of power spectra", 1958).

    Args:
        M (int): how many samples
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.blackman(4, sym=False)
    tensor([-1.3878e-17,  3.4000e-01,  1.0000e+00,  3.4000e-01])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, blackman, locals())
    try:
        return (_windows.blackman if _attached else _windows.blackman.__wrapped__)(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, blackman, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def cosine(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """cosine(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    Half a period of a sine.

    Args:
        M (int): how many samples
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.cosine(4)
    tensor([0.3827, 0.9239, 0.9239, 0.3827])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, cosine, locals())
    try:
        return (_windows.cosine if _attached else _windows.cosine.__wrapped__)(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, cosine, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    Exponential decay to both sides of a centre: ``exp(-|n - center| / tau)``.

    Args:
        M (int): how many samples
        center (float | None): the sample that is 1, if the window is not symmetric; None means the middle
        tau (float): how many samples make a factor of e
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length is negative, ``tau`` is not positive, a symmetric window is given a centre, or
            the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.exponential(5, tau=2.0)
    tensor([0.3679, 0.6065, 1.0000, 0.6065, 0.3679])
    """
    if _dispatch.on and (_found := _dispatch.find(M, center, tau, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, exponential, locals())
    try:
        return (_windows.exponential if _attached else _windows.exponential.__wrapped__)(M, center=center, tau=tau, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, exponential, locals(), {'M': 'int', 'center': 'float | None', 'tau': 'float', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """gaussian(M, *, std=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    Gauss' bell with the standard deviation ``std``, in samples.

    Args:
        M (int): how many samples
        std (float): the standard deviation, above 0
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

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
        return (_windows.gaussian if _attached else _windows.gaussian.__wrapped__)(M, std=std, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, gaussian, locals(), {'M': 'int', 'std': 'float', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def general_cosine(M, *, a, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """general_cosine(M, *, a, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    A sum of cosines with alternating signs: ``a[0] - a[1] cos(t) + a[2] cos(2 t) - ...`` over one period.

    Args:
        M (int): how many samples
        a (Sequence[float]): the coefficients
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

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
        return (_windows.general_cosine if _attached else _windows.general_cosine.__wrapped__)(M, a=a, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, general_cosine, locals(), {'M': 'int', 'a': 'Sequence[float]', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    A raised cosine, ``alpha - (1 - alpha) cos(t)`` over one period.

    Args:
        M (int): how many samples
        alpha (float): how far it is raised
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.general_hamming(5, alpha=0.5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(M, alpha, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, general_hamming, locals())
    try:
        return (_windows.general_hamming if _attached else _windows.general_hamming.__wrapped__)(M, alpha=alpha, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, general_hamming, locals(), {'M': 'int', 'alpha': 'float', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def hamming(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """hamming(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    A cosine raised to 0.08 at its ends, where the nearest side lobe is smallest.

    Args:
        M (int): how many samples
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.hamming(5)
    tensor([0.0800, 0.5400, 1.0000, 0.5400, 0.0800])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, hamming, locals())
    try:
        return (_windows.hamming if _attached else _windows.hamming.__wrapped__)(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, hamming, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def hann(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """hann(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    A cosine raised so that it ends at zero.

    Args:
        M (int): how many samples
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.hann(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, hann, locals())
    try:
        return (_windows.hann if _attached else _windows.hann.__wrapped__)(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, hann, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    Bessel's window, whose ``beta`` weighs the width of the main lobe against the height of the others.

    Args:
        M (int): how many samples
        beta (float): a factor
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length or ``beta`` is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.kaiser(5)
    tensor([5.2773e-05, 2.1567e-01, 1.0000e+00, 2.1567e-01, 5.2773e-05])
    """
    if _dispatch.on and (_found := _dispatch.find(M, beta, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, kaiser, locals())
    try:
        return (_windows.kaiser if _attached else _windows.kaiser.__wrapped__)(M, beta=beta, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, kaiser, locals(), {'M': 'int', 'beta': 'float', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


def nuttall(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    """nuttall(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False) -> Tensor

    Four cosines, with the smallest side lobes of those (Nuttall, "Some windows with very good sidelobe behavior",
    1981).

    Args:
        M (int): how many samples
        sym (bool): whether both ends are equal, as filters want it; False for a window that is repeated
        dtype (Dtype | None): the dtype of the result; None derives it
        layout (Any | None): the layout; only the strided one (the default) exists
        device (Device | None): where to put it: ``'cpu'`` (the default) or ``'cuda'``
        requires_grad (bool): whether gradients are to be accumulated for the result

    Raises:
        ValueError: if the length is negative, or the dtype is neither float32 nor float64.

    >>> import wengert
    >>> wengert.signal.windows.nuttall(5)
    tensor([3.6280e-04, 2.2698e-01, 1.0000e+00, 2.2698e-01, 3.6280e-04])
    """
    if _dispatch.on and (_found := _dispatch.find(M, sym, dtype, layout, device, requires_grad)):
        return _dispatch.published(_found, nuttall, locals())
    try:
        return (_windows.nuttall if _attached else _windows.nuttall.__wrapped__)(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)
    except Exception as e:
        return _dispatch.after(e, nuttall, locals(), {'M': 'int', 'sym': 'bool', 'dtype': 'Dtype | None', 'layout': 'Any | None', 'device': 'Device | None', 'requires_grad': 'bool'})


__all__ = ['bartlett', 'blackman', 'cosine', 'exponential', 'gaussian', 'general_cosine', 'general_hamming', 'hamming', 'hann', 'kaiser', 'nuttall']
