"""Parameters that are functions of others: a module computes them whenever they are read."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from ... import errors
from ...api.grad_mode import no_grad
from ...tape.tensor import Tensor, TensorBase
from .containers import ModuleDict, ModuleList
from .module import Module
from .parameter import Parameter

_caching = 0
_cache: dict[tuple[int, str], Any] = {}
_given: dict[tuple[int, str], Any] = {}  # tensors to be read for others, by module and name


@contextmanager
def cached() -> Iterator[None]:
    """Within the block, compute each parametrized tensor once.

    >>> import wengert
    >>> from wengert.nn.utils import parametrize
    >>> layer = wengert.nn.utils.parametrizations.weight_norm(wengert.nn.Linear(2, 2))
    >>> with parametrize.cached():
    ...     layer.weight is layer.weight
    True
    """
    global _caching
    _caching += 1
    try:
        yield
    finally:
        _caching -= 1
        if not _caching:
            _cache.clear()


@contextmanager
def given_instead(tensors: dict[tuple[int, str], Any]) -> Iterator[None]:
    """Within the block, parametrized tensors have these values, by the ``id`` of the module and their name."""
    before = dict(_given)
    _given.update(tensors)
    try:
        yield
    finally:
        _given.clear()
        _given.update(before)


def _hold(module: Module, name: str, value: Any) -> None:
    if isinstance(value, Parameter):
        module.register_parameter(name, value)
    else:
        module.register_buffer(name, value)


def _check_kept(what: str, before: Any, after: Any) -> None:
    """Check that a parametrization gives a tensor of the dtype and shape that it was given."""
    if not isinstance(after, TensorBase):
        raise errors.parametrizing.result_type(what, type(after).__name__)
    new: Any = after
    for field in ("dtype", "shape"):
        was, got = before[field], getattr(new, field)
        if was != got:
            raise errors.parametrizing.changed(what, field, was, got)


def _facts(t: Any) -> dict[str, Any]:
    return {"dtype": t.dtype, "shape": t.shape}


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, and the tensors that it is computed from.

    Args:
        modules: the parametrizations: each gets the result of the one before.
        original: the tensor.
        unsafe: whether they may change its dtype and shape.

    >>> import wengert
    >>> layer = wengert.nn.utils.parametrizations.weight_norm(wengert.nn.Linear(2, 3))
    >>> type(layer.parametrizations.weight).__name__, len(layer.parametrizations.weight)
    ('ParametrizationList', 1)
    """

    def __init__(self, modules: Sequence[Module], original: Any, unsafe: bool = False) -> None:
        if not modules:
            raise errors.parametrizing.none_given()
        super().__init__(modules)
        self.unsafe = unsafe
        facts, device = _facts(original), original.device
        with no_grad():
            new = original
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    with suppress(NotImplementedError):
                        new = module.right_inverse(new)
        self.is_tensor = isinstance(new, TensorBase)
        if not self.is_tensor and not isinstance(new, Sequence):
            raise errors.parametrizing.inverse_type(type(new).__name__)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            for field, was, got in (("dtype", facts["dtype"], new.dtype), ("device", device, new.device)):
                if was != got:
                    raise errors.parametrizing.inverse_changed(field, was, got)
            with no_grad():
                _put(original, new)
            _hold(self, "original", original)
        else:
            for i, value in enumerate(new):
                if not isinstance(value, TensorBase):
                    raise errors.parametrizing.inverse_element(i, type(value).__name__)
                made: Any = value
                if isinstance(original, Parameter):
                    made = Parameter(made.detach(), original.requires_grad)
                _hold(self, f"original{i}", made.requires_grad_(original.requires_grad))
        if not unsafe:
            _check_kept("Registering a parametrization", facts, self())

    def right_inverse(self, value: Any) -> None:
        """Set the tensors that the parametrized one is computed from, so that it has a value."""
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise errors.parametrizing.no_inverse(type(module).__name__)
                value = module.right_inverse(value)
            names = ["original"] if self.is_tensor else [f"original{i}" for i in range(self.ntensors)]
            values = [value] if self.is_tensor else value
            if not isinstance(values, Sequence):
                raise errors.parametrizing.inverse_type(type(values).__name__)
            if len(values) != len(names):
                raise errors.parametrizing.inverse_length(len(names), len(values))
            for i, (name, new) in enumerate(zip(names, values, strict=True)):
                if not isinstance(new, TensorBase):
                    raise errors.parametrizing.inverse_element(i, type(new).__name__)
                if new.dtype != getattr(self, name).dtype:
                    raise errors.parametrizing.inverse_dtype(name, new.dtype, getattr(self, name).dtype)
            for name, new in zip(names, values, strict=True):
                _put(getattr(self, name), new)

    def forward(self) -> Any:
        """Compute the parametrized tensor."""
        first, *others = self
        given = [self.original] if self.is_tensor else [getattr(self, f"original{i}") for i in range(self.ntensors)]
        x = first(*given)
        for module in others:
            x = module(x)
        return x


def _put(t: Any, value: Any) -> None:
    """Let a leaf have other memory."""
    if t is not value:
        t.data = value.detach()


def _own_class(module: Any) -> None:
    """Give a module a class of its own, to which properties are added."""
    kind = type(module)

    def deep_copy(self: Any, memo: dict[int, Any]) -> Any:
        if id(self) not in memo:
            made = memo[id(self)] = object.__new__(type(self))
            made.__dict__ = copy.deepcopy(self.__dict__, memo)
        return memo[id(self)]

    def state(self: Any) -> Any:
        raise errors.parametrizing.pickled()

    members: dict[str, Any] = {"__getstate__": state, "__module__": "wengert.nn.utils.parametrize"}
    if not hasattr(kind, "__deepcopy__"):
        members["__deepcopy__"] = deep_copy
    module.__class__ = type(f"Parametrized{kind.__name__}", (kind,), members)


def _property(name: str) -> property:
    """What computes a parametrized tensor when it is read."""

    def get(self: Any) -> Any:
        key = id(self), name
        if key in _given:
            return _given[key]
        parametrization = self.parametrizations[name]
        if not _caching:
            return parametrization()
        if key not in _cache:
            _cache[key] = parametrization()
        return _cache[key]

    def put(self: Any, value: Any) -> None:
        self.parametrizations[name].right_inverse(value)

    return property(get, put)


def register_parametrization(module: Any, tensor_name: str, parametrization: Module, *, unsafe: bool = False) -> Any:
    """Let a parameter or buffer of a module be computed from others.

    Args:
        module: the module.
        tensor_name: the name of the parameter or buffer, or of one that is parametrized already.
        parametrization: computes the tensor from the original one. If it has ``right_inverse``, the tensor can be
            assigned to, and the originals are chosen so that it has its value.
        unsafe: whether it may change the dtype and shape.

    Returns:
        the module

    >>> import wengert
    >>> class Symmetric(wengert.nn.Module):
    ...     def forward(self, x):
    ...         return x.triu() + x.triu(1).T
    >>> layer = wengert.nn.Linear(3, 3)
    >>> _ = wengert.nn.utils.parametrize.register_parametrization(layer, "weight", Symmetric())
    >>> bool((layer.weight == layer.weight.T).all())
    True
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            given = getattr(module, tensor_name)
            result = parametrization(given)
            _check_kept("Registering a parametrization", _facts(given), result)
            if hasattr(parametrization, "right_inverse"):
                with suppress(NotImplementedError):
                    back = parametrization.right_inverse(result)
                    _check_kept("parametrization.right_inverse", _facts(given), back)
        module.parametrizations[tensor_name].append(parametrization)
        module.parametrizations[tensor_name].unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        held = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _own_class(module)
            module.parametrizations = ModuleDict()
        setattr(type(module), tensor_name, _property(tensor_name))
        module.parametrizations[tensor_name] = held
    else:
        raise errors.parametrizing.unknown(module, tensor_name)
    return module


def is_parametrized(module: Any, tensor_name: str | None = None) -> bool:
    """Whether a module has parametrized tensors, or one of that name.

    Args:
        module: the module.
        tensor_name: the name of one tensor. Default: any.

    >>> import wengert
    >>> layer = wengert.nn.utils.parametrizations.weight_norm(wengert.nn.Linear(2, 3))
    >>> parametrize = wengert.nn.utils.parametrize
    >>> parametrize.is_parametrized(layer), parametrize.is_parametrized(layer, "bias")
    (True, False)
    """
    held = getattr(module, "parametrizations", None)
    if not isinstance(held, ModuleDict):
        return False
    return len(held) > 0 if tensor_name is None else tensor_name in held


def remove_parametrizations(module: Any, tensor_name: str, leave_parametrized: bool = True) -> Any:
    """Make a parametrized tensor a parameter or buffer again.

    Args:
        module: the module.
        tensor_name: the name of the tensor.
        leave_parametrized: whether it keeps the value that was computed. Otherwise it has the original's.

    Returns:
        the module

    >>> import wengert
    >>> layer = wengert.nn.utils.parametrizations.weight_norm(wengert.nn.Linear(2, 3))
    >>> _ = wengert.nn.utils.parametrize.remove_parametrizations(layer, "weight")
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight']
    """
    if not is_parametrized(module, tensor_name):
        raise errors.parametrizing.not_parametrized(module, tensor_name)
    held = module.parametrizations[tensor_name]
    if held.is_tensor:
        original = held.original
        if leave_parametrized:
            with no_grad():
                _put(original, getattr(module, tensor_name))
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value.detach()) if value.requires_grad else value
    else:
        raise errors.parametrizing.several_originals()
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _hold(module, tensor_name, original)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module: Any) -> type:
    """Return the class that a module had before its tensors were parametrized.

    >>> import wengert
    >>> layer = wengert.nn.utils.parametrizations.weight_norm(wengert.nn.Linear(2, 3))
    >>> type(layer).__name__, wengert.nn.utils.parametrize.type_before_parametrizations(layer).__name__
    ('ParametrizedLinear', 'Linear')
    """
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module: Any, to_module: Any, tensor_name: str | None = None) -> Any:
    """Give a module the parametrizations of another, and the originals.

    Args:
        from_module: the other module.
        to_module: the module.
        tensor_name: the name of one tensor. Default: all.

    Returns:
        ``to_module``

    >>> import wengert
    >>> one = wengert.nn.utils.parametrizations.weight_norm(wengert.nn.Linear(2, 3))
    >>> other = wengert.nn.Linear(2, 3)
    >>> _ = wengert.nn.utils.parametrize.transfer_parametrizations_and_params(one, other)
    >>> wengert.equal(one.weight, other.weight)
    True
    """
    if is_parametrized(from_module):
        for name in from_module.parametrizations if tensor_name is None else [tensor_name]:
            held = from_module.parametrizations[name]
            if not hasattr(to_module, name):
                setattr(to_module, name, Parameter(getattr(from_module, name).detach()))
            for parametrization in held:
                register_parametrization(to_module, name, parametrization)
            for own in ["original"] if held.is_tensor else [f"original{i}" for i in range(held.ntensors)]:
                setattr(to_module.parametrizations[name], own, getattr(held, own))
    return to_module


def tensor_of(module: Any, name: str) -> Tensor:
    """The parameter or buffer of a name."""
    value = getattr(module, name, None)
    if not isinstance(value, TensorBase):
        raise errors.parametrizing.no_tensor(module, name)
    return value  # type: ignore[return-value]
