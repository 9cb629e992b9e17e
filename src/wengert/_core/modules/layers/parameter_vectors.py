"""Parameters as one vector, and parameters whose values are not drawn."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from ... import errors
from ...api.generated import functions
from ...api.types import typename
from ...arrays import layouts
from ...ops.random.seeding import fork_rng
from ...tape.tensor import TensorBase
from .conv_layers import Conv2d, Conv3d, ConvTranspose2d, ConvTranspose3d
from .module import Module


def parameters_to_vector(parameters: Iterable[Any]) -> Any:
    """Return all values of parameters as one vector, which has their history.

    >>> import wengert
    >>> wengert.nn.utils.parameters_to_vector([wengert.ones(2, 1), wengert.zeros(1)])
    tensor([1., 1., 0.])
    """
    each = list(parameters)
    _check_devices(each)
    return functions.cat([p.reshape(-1) for p in each])


def vector_to_parameters(vec: Any, parameters: Iterable[Any]) -> None:
    """Let parameters have the values of one vector, whose memory they share from then on.

    Args:
        vec: the vector, with as many elements as all parameters together.
        parameters: the parameters, in order.

    >>> import wengert
    >>> x = wengert.nn.Parameter(wengert.zeros(2, 1))
    >>> wengert.nn.utils.vector_to_parameters(wengert.tensor([1.0, 2.0]), [x])
    >>> x.flatten().tolist()
    [1.0, 2.0]
    """
    if not isinstance(vec, TensorBase):
        raise TypeError(f"expected wengert.Tensor, but got: {typename(vec)}")
    each = list(parameters)
    _check_devices(each)
    at = 0
    for param in each:
        n = param.numel()
        param.data = vec[at : at + n].view_as(param).data  # type: ignore[index]
        at += n


def _check_devices(parameters: list[Any]) -> None:
    if len({str(p.device) for p in parameters}) > 1:
        raise errors.parametrizing.two_devices()


def skip_init(module_cls: Any, *args: Any, **kwargs: Any) -> Any:
    """Make a module without drawing its first values: they are arbitrary, and no random numbers are used up.

    Args:
        module_cls: the class, whose constructor takes ``device``.
        args: positional arguments of the constructor, and so on.

    >>> import wengert
    >>> wengert.nn.utils.skip_init(wengert.nn.Linear, 3, 2)
    Linear(in_features=3, out_features=2, bias=True)
    """
    if not issubclass(module_cls, Module):
        raise errors.parametrizing.no_module(module_cls)
    if "device" not in inspect.signature(module_cls).parameters:
        raise errors.parametrizing.no_device()
    with fork_rng():
        return module_cls(*args, **kwargs)


def convert_conv2d_weight_memory_format(module: Any, memory_format: layouts.memory_format) -> Any:
    """Lay the weights of all 2-d convolutions in a module out in a memory format, and return the module.

    Args:
        module: the module.
        memory_format: the memory format, such as ``wengert.channels_last``.

    >>> import wengert
    >>> layer = wengert.nn.utils.convert_conv2d_weight_memory_format(
    ...     wengert.nn.Conv2d(3, 4, 2), wengert.channels_last
    ... )
    >>> layer.weight.is_contiguous(memory_format=wengert.channels_last)
    True
    """
    return _laid_out(module, memory_format, (Conv2d, ConvTranspose2d))


def convert_conv3d_weight_memory_format(module: Any, memory_format: layouts.memory_format) -> Any:
    """Lay the weights of all 3-d convolutions in a module out in a memory format, and return the module.

    Args:
        module: the module.
        memory_format: the memory format, such as ``wengert.channels_last_3d``.

    >>> import wengert
    >>> layer = wengert.nn.utils.convert_conv3d_weight_memory_format(
    ...     wengert.nn.Conv3d(3, 4, 2), wengert.channels_last_3d
    ... )
    >>> layer.weight.is_contiguous(memory_format=wengert.channels_last_3d)
    True
    """
    return _laid_out(module, memory_format, (Conv3d, ConvTranspose3d))


def _laid_out(module: Any, memory_format: layouts.memory_format, kinds: tuple[type, ...]) -> Any:
    for each in module.modules():
        if isinstance(each, kinds):
            layer: Any = each
            layer.weight.data = layer.weight.detach().clone(memory_format=memory_format)
    return module
