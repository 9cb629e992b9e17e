"""Modules that hold others: in a row, in a list, in a dictionary; and the same for parameters."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Self

from ... import errors
from ...api.types import typename
from ...tape.tensor import TensorBase
from .module import Module, indented
from .parameter import Parameter


def _position(key: Any, length: int) -> int:
    """A position from the start, for one that may count from the end."""
    at = operator.index(key)
    if not -length <= at < length:
        raise errors.layers.out_of_range(at)
    return at % length


class Container(Module):
    """Deprecated: use :class:`Module`. It holds the modules that it is given by name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__()
        errors.layers.old_container()
        for name, module in kwargs.items():
            self.add_module(name, module)


class Sequential(Module):
    """Modules that are called one after the other, each with the result of the one before.

    Args:
        args: the modules, or one ordered dictionary with names for them.

    >>> import wengert
    >>> model = wengert.nn.Sequential(wengert.nn.Linear(3, 2), wengert.nn.ReLU())
    >>> model(wengert.ones(5, 3)).shape
    wengert.Size([5, 2])
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
        for name, module in named:
            self.add_module(str(name), module)

    def _all(self) -> list[Any]:
        return list(self._modules.values())

    def _refill(self, modules: Iterable[Any]) -> None:
        """Hold these modules, under numbers."""
        self._modules.clear()
        for i, module in enumerate(modules):
            self._modules[str(i)] = module

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return self.__class__(OrderedDict(list(self._modules.items())[idx]))
        return self._all()[_position(idx, len(self))]

    def __setitem__(self, idx: Any, module: Module) -> None:
        setattr(self, list(self._modules)[_position(idx, len(self))], module)

    def __delitem__(self, idx: Any) -> None:
        names = list(self._modules)
        for name in names[idx] if isinstance(idx, slice) else [names[_position(idx, len(self))]]:
            delattr(self, name)
        self._refill(self._all())

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __add__(self, other: Any) -> Sequential:
        if not isinstance(other, Sequential):
            raise errors.layers.sequential_operand("add", other)
        return Sequential(*self, *other)

    def __iadd__(self, other: Any) -> Self:
        if not isinstance(other, Sequential):
            raise errors.layers.sequential_operand("add", other)
        return self.extend(list(other))

    def __mul__(self, other: Any) -> Sequential:
        return Sequential(*self._times(other))

    def __rmul__(self, other: Any) -> Sequential:
        return self.__mul__(other)

    def __imul__(self, other: Any) -> Self:
        return self.extend(self._times(other)[len(self) :])

    def _times(self, count: Any) -> list[Any]:
        if not isinstance(count, int):
            raise errors.layers.factor_type(type(self), type(count))
        if count <= 0:
            raise errors.layers.factor(count, type(self))
        return self._all() * count

    def forward(self, input: Any) -> Any:
        """Call the modules, each with the result of the one before, and return the last result."""
        for module in self._modules.values():
            input = module(input)  # type: ignore[misc]
        return input

    def append(self, module: Module) -> Self:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, sequential: Iterable[Module]) -> Self:
        """Add modules at the end."""
        for module in list(sequential):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Put a module before the one at a position."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        n = len(self._modules)
        if not -n <= index <= n:
            raise IndexError(f"Index out of range: {index}")
        modules = self._all()
        modules.insert(index, module)
        self._refill(modules)
        return self

    def pop(self, key: Any) -> Any:
        """Take the module at a position out, and return it."""
        module = self[key]
        del self[key]
        return module


class ModuleList(Module):
    """A list of modules, whose parameters are those of the module that holds the list.

    Args:
        modules: the first ones.

    >>> import wengert
    >>> layers = wengert.nn.ModuleList([wengert.nn.Linear(2, 2) for _ in range(3)])
    >>> len(layers), len(list(layers.parameters()))
    (3, 6)
    """

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self += modules  # noqa: F821

    def _name(self, idx: Any) -> str:
        return str(_position(idx, len(self)))

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return self.__class__(list(self._modules.values())[idx])  # type: ignore[arg-type]
        return self._modules[self._name(idx)]

    def __setitem__(self, idx: Any, module: Module) -> None:
        setattr(self, self._name(idx), module)

    def __delitem__(self, idx: Any) -> None:
        gone = range(len(self))[idx] if isinstance(idx, slice) else [_position(idx, len(self))]
        kept = [module for i, module in enumerate(self._modules.values()) if i not in gone]
        self._modules = {str(i): module for i, module in enumerate(kept)}

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __iadd__(self, modules: Iterable[Module]) -> Self:
        return self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList(chain(self, other))

    def __repr__(self) -> str:
        if not len(self):
            return f"{self._get_name()}()"
        groups: list[list[Any]] = []  # of equal neighbours: the first position, the last, the text
        for i, text in enumerate(map(repr, self)):
            if groups and groups[-1][2] == text:
                groups[-1][1] = i
            else:
                groups.append([i, i, text])
        lines = [
            indented(f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}")
            for first, last, text in groups
        ]
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"

    def insert(self, index: int, module: Module) -> None:
        """Put a module before the one at a position."""
        modules = list(self._modules.values())
        modules.insert(index, module)
        self._modules = {str(i): module for i, module in enumerate(modules)}

    def append(self, module: Module | None) -> Self:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key: Any) -> Any:
        """Take the module at a position out, and return it."""
        module = self[key]
        del self[key]
        return module

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end."""
        if not isinstance(modules, Iterable):
            raise errors.layers.not_iterable("ModuleList.extend", "an iterable", modules)
        offset = len(self)
        for i, module in enumerate(modules):
            self.add_module(str(offset + i), module)
        return self


class ModuleDict(Module):
    """A dictionary of modules, whose parameters are those of the module that holds it.

    Args:
        modules: a mapping, or pairs of names and modules.

    >>> import wengert
    >>> choices = wengert.nn.ModuleDict({"relu": wengert.nn.ReLU(), "tanh": wengert.nn.Tanh()})
    >>> choices["relu"](wengert.tensor([-1.0, 1.0]))
    tensor([0., 1.])
    """

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: object) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Take all modules out."""
        self._modules.clear()

    def pop(self, key: str) -> Any:
        """Take a module out, and return it."""
        module = self[key]
        del self[key]
        return module

    def keys(self) -> Any:
        """The names."""
        return self._modules.keys()

    def items(self) -> Any:
        """The names with their modules."""
        return self._modules.items()

    def values(self) -> Any:
        """The modules."""
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """Add the modules of a mapping, or of pairs of names and modules."""
        for key, module in _pairs("ModuleDict", "ModuleDict", modules):
            self[key] = module


def _pairs(what: str, name: str, given: Any) -> Iterator[tuple[Any, Any]]:
    """The pairs that ``update`` adds."""
    if not isinstance(given, Iterable):
        raise errors.layers.not_iterable(f"{what}.update", "an iterable of key/value pairs", given)
    if isinstance(given, Mapping | ModuleDict | ParameterDict):
        yield from given.items()
        return
    for i, pair in enumerate(given):
        if not isinstance(pair, Iterable):
            raise TypeError(f"{name} update sequence element #{i} should be Iterable; is {type(pair).__name__}")
        if len(pair) != 2:  # type: ignore[arg-type]
            raise errors.layers.pair_length(name, i, len(pair))  # type: ignore[arg-type]
        key, value = pair
        yield key, value


def _shown(key: Any, value: Any, kind_of: Callable[[Any], Any]) -> str:
    """The line of a value in the text of a list or dictionary of parameters."""
    if not isinstance(value, TensorBase):
        return f"({key}): Object of type: {type(value).__name__}"
    t: Any = value
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    place = "" if t.device.type == "cpu" else f" ({t.device})"
    return f"({key}): {kind} containing: [{kind_of(t)} of size {'x'.join(map(str, t.shape))}{place}]"


def _as_parameter(value: Any) -> Any:
    """A tensor as a parameter; other values as they are."""
    return Parameter(value) if isinstance(value, TensorBase) and not isinstance(value, Parameter) else value


class ParameterList(Module):
    """A list of parameters. Tensors that are put into it become parameters; other values stay as they are.

    Args:
        values: the first ones.

    >>> import wengert
    >>> weights = wengert.nn.ParameterList([wengert.ones(2), wengert.zeros(3)])
    >>> [tuple(p.shape) for p in weights]
    [(2,), (3,)]
    """

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self += values  # noqa: F821

    def _name(self, idx: Any) -> str:
        return str(_position(idx, len(self)))

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            start, stop, step = idx.indices(len(self))
            picked = self.__class__()
            for i in range(start, stop, step):
                picked.append(self[i])
            return picked
        return getattr(self, self._name(idx))

    def __setitem__(self, idx: Any, param: Any) -> None:
        setattr(self, self._name(idx), _as_parameter(param))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter([self[i] for i in range(len(self))])

    def __iadd__(self, parameters: Iterable[Any]) -> Self:
        return self.extend(parameters)

    def append(self, value: Any) -> Self:
        """Add a value at the end."""
        self._size += 1
        self[len(self) - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> Self:
        """Add values at the end."""
        if not isinstance(values, Iterable) or isinstance(values, TensorBase):
            raise errors.layers.not_iterable("ParameterList.extend", "an iterable", values)
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        return "\n".join([f"  {_shown(i, value, lambda t: t.dtype)}" for i, value in enumerate(self)])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise errors.layers.called("ParameterList")


class ParameterDict(Module):
    """A dictionary of parameters. Tensors that are put into it become parameters; other values stay as they are.

    Args:
        parameters: a mapping, or pairs of names and values.

    >>> import wengert
    >>> weights = wengert.nn.ParameterDict({"left": wengert.ones(2)})
    >>> weights["left"].requires_grad
    True
    """

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def _key(self, key: Any) -> str:
        if not isinstance(key, str):
            raise errors.layers.key_type(type(key))
        return key

    def __getitem__(self, key: str) -> Any:
        return getattr(self, self._key(key))

    def __setitem__(self, key: str, value: Any) -> None:
        self._keys[self._key(key)] = None
        setattr(self, key, _as_parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[self._key(key)]
        delattr(self, key)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self._keys))

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __or__(self, other: Any) -> ParameterDict:
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other: Any) -> ParameterDict:
        made = ParameterDict(other)
        made.update(self)
        return made

    def __ior__(self, other: Any) -> Self:
        self.update(other)
        return self

    def copy(self) -> ParameterDict:
        """Another dictionary of the same parameters."""
        return ParameterDict(OrderedDict((k, self[k]) for k in self._keys))

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The value of a key, which is the default from now on if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Take all values out."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Take a value out, and return it."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Take the last pair out, and return it."""
        key, _ = self._keys.popitem()
        self._keys[key] = None
        return key, self.pop(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or the default."""
        return self[key] if key in self._keys else default

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> ParameterDict:
        """A new dictionary with these keys and one value."""
        return ParameterDict((k, default) for k in keys)

    def keys(self) -> Any:
        """The names."""
        return self._keys.keys()

    def items(self) -> Iterator[tuple[str, Any]]:
        """The names with their values."""
        return ((k, self[k]) for k in self._keys)

    def values(self) -> Iterator[Any]:
        """The values."""
        return (self[k] for k in self._keys)

    def update(self, parameters: Any) -> None:
        """Add the values of a mapping, or of pairs of names and values; a plain dictionary's in the order of names."""
        if isinstance(parameters, Mapping) and not isinstance(parameters, OrderedDict):
            parameters = sorted(parameters.items())
        for key, value in _pairs("ParametersDict", "ParameterDict", parameters):
            self[key] = value

    def extra_repr(self) -> str:
        return "\n".join([f"  {_shown(key, value, typename)}" for key, value in self.items()])

    def __call__(self, input: Any) -> Any:
        raise errors.layers.called("ParameterDict")
