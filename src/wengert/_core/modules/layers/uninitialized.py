"""Parameters and buffers whose shape is not known yet. Their class has a handler, so it is imported when first used."""

from __future__ import annotations

from typing import Any, Self

from ... import errors
from ...api.generated import functions
from ...errors.tracebacks import short
from ...tape.tensor import Tensor, as_instance
from .parameter import Parameter, ParameterMeta, Uninitialized

ALLOWED = frozenset((  # what conversions of modules call
    "half", "bfloat16", "float", "double", "char", "short", "int", "long", "cuda", "cpu", "to", "get_device",
    "is_complex", "is_floating_point", "type", "detach", "requires_grad_", "clone", "empty_like",
))  # fmt: skip
PROPERTIES = frozenset(
    ("is_leaf", "grad", "_get_data", "_set_data", "device", "dtype", "requires_grad", "grad_fn", "layout", "_version")
)


class UninitializedTensorMixin(Uninitialized):
    """What :class:`UninitializedParameter` and :class:`UninitializedBuffer` have in common."""

    cls_to_become: Any = None

    def materialize(self: Any, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Become a parameter or buffer of this shape, in place. Its values are not set.

        Args:
            shape: the sizes.
            device: where its memory is. Default: where it is.
            dtype: its dtype. Default: the one it has.
        """
        self.data = functions.empty(
            shape, device=self.data.device if device is None else device, dtype=dtype or self.data.dtype
        )
        self.__class__ = self.cls_to_become

    @property
    def shape(self) -> Any:
        """There is none yet: it raises an error."""
        raise errors.layers.uninitialized_attribute("shape")

    def share_memory_(self) -> Any:
        """There is no memory yet: it raises an error."""
        raise errors.layers.uninitialized_memory()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    @classmethod
    def __wengert_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        owner = getattr(func, "__self__", None)  # of the getter or setter of a property
        name = getattr(getattr(owner, "fget", owner), "__name__", "") if owner is not None else func.__name__
        if name in (PROPERTIES if owner is not None else ALLOWED):
            return super().__wengert_function__(func, types, args, kwargs)  # type: ignore[misc]
        raise errors.layers.uninitialized_use(name or func.__name__)


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter whose shape is not known yet: ``materialize(shape)`` gives it memory.

    Args:
        requires_grad: whether gradients will be accumulated for it.
        device: where its memory will be.
        dtype: its dtype.

    >>> import wengert
    >>> weight = wengert.nn.UninitializedParameter()
    >>> weight.materialize((2, 3))
    >>> type(weight).__name__, weight.shape
    ('Parameter', wengert.Size([2, 3]))
    """

    cls_to_become = Parameter

    def __new__(cls, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> Self:  # type: ignore[override]
        try:
            data = functions.empty(0, device=device, dtype=dtype)
            return Tensor._make_subclass(cls, data, requires_grad)  # type: ignore[attr-defined, no-any-return]
        except Exception as e:
            raise short(e)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.data.device, self.data.dtype)
        return memo[id(self)]  # type: ignore[no-any-return]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return type(self), (self.requires_grad, self.data.device, self.data.dtype)


class UninitializedBuffer(UninitializedTensorMixin, Tensor, metaclass=ParameterMeta):
    """A buffer whose shape is not known yet: ``materialize(shape)`` gives it memory.

    Args:
        requires_grad: whether gradients will be accumulated for it.
        device: where its memory will be.
        dtype: its dtype.
        persistent: whether it is part of the ``state_dict`` of its module.

    >>> import wengert
    >>> mean = wengert.nn.UninitializedBuffer()
    >>> mean.materialize(3)
    >>> mean.shape
    wengert.Size([3])
    """

    cls_to_become = Tensor

    def __new__(
        cls, requires_grad: bool = False, device: Any = None, dtype: Any = None, persistent: bool = True
    ) -> Any:  # type: ignore[misc]
        if not isinstance(requires_grad, bool):
            raise errors.modes.requires_grad_type(requires_grad)
        made: Any = as_instance(functions.empty(0, device=device, dtype=dtype), cls).requires_grad_(requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if id(self) not in memo:
            own: Any = self
            memo[id(self)] = type(self)(own.requires_grad, own.data.device, own.data.dtype, own.persistent)
        return memo[id(self)]

    def __reduce_ex__(self, protocol: Any) -> Any:
        own: Any = self
        return type(self), (own.requires_grad, own.data.device, own.data.dtype, own.persistent)
