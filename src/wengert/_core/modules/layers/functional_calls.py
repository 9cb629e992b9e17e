"""Modules as functions of their parameters: call one with other tensors, stack the tensors of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ... import errors
from ...api.generated import functions
from ...errors.tracebacks import public
from ...tape.tensor import Tensor, TensorBase
from .module import Module
from .norm_layers import _BatchNorm
from .parametrizing import given_instead, is_parametrized

_ABSENT = object()


@public
def functional_call(
    module: Module,
    parameter_and_buffer_dicts: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """Call a module with other tensors in the place of its parameters and buffers. Afterwards it has its own again.

    A buffer that the call assigns is assigned in the dictionary, if there is one dictionary; the module keeps its own.
    If a tensor is parametrized, one that is given under its name is used as it is. To have it parametrized, give the
    original, as ``"parametrizations.weight.original"``.

    Args:
        module: the module.
        parameter_and_buffer_dicts: a dictionary of tensors by the names that ``named_parameters`` and
            ``named_buffers`` give, or several dictionaries without common names. The module uses its own tensor for a
            name that is missing.
        args: a tuple of positional arguments, or one argument.
        kwargs: keyword arguments.
        tie_weights: whether a tensor that the module has under several names is replaced under all of them.
        strict: whether all names have to be given, and no others.

    Returns:
        the result of the call

    Raises:
        ValueError: if a name is in two dictionaries; or if different tensors are given for tied names, and
            ``tie_weights``.
        RuntimeError: if names are missing or unexpected, and ``strict``.
        AttributeError: if there is no submodule of a name.
        TypeError: if a value is no tensor.

    >>> import wengert
    >>> from wengert.func import functional_call, grad
    >>> layer = wengert.nn.Linear(2, 1)
    >>> parameters = {"weight": wengert.ones(1, 2), "bias": wengert.zeros(1)}
    >>> functional_call(layer, parameters, wengert.tensor([3.0, 4.0]))
    tensor([7.])
    >>> grad(lambda p: functional_call(layer, p, wengert.tensor([3.0, 4.0])).sum())(parameters)["weight"]
    tensor([[3., 4.]])
    """
    given = _merged(parameter_and_buffer_dicts)
    if not isinstance(module, Module):
        raise errors.parametrizing.no_module(module)
    if not isinstance(args, tuple):
        args = () if args is None else (args,)
    with reparametrized(module, given, tie_weights=tie_weights, strict=strict):
        return module(*args, **(kwargs or {}))


@contextmanager
def reparametrized(
    module: Module, given: Mapping[str, Any], tie_weights: bool = False, strict: bool = False
) -> Iterator[None]:
    """Within the context, a module has the tensors of a dictionary. It gets what the module has in the end."""
    tensors = _with_tied(module, given) if tie_weights else dict(given)
    if strict:
        known = {name for name, _ in _members(module)}
        missing, unexpected = sorted(known - tensors.keys()), sorted(tensors.keys() - known)
        if missing or unexpected:
            raise errors.parametrizing.names_differ(module._get_name(), missing, unexpected)
    with _replaced(module, tensors) as current:
        yield
        after = current()
    if isinstance(given, dict):
        given.update({name: after[name] for name in given})


def _merged(given: Any) -> Mapping[str, Any]:
    if isinstance(given, Mapping):
        return given
    if not isinstance(given, Sequence):
        raise errors.parametrizing.no_dictionary(type(given))
    if not all(isinstance(one, Mapping) for one in given):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    merged: dict[str, Any] = {}
    for one in given:
        if common := [name for name in one if name in merged]:
            raise errors.parametrizing.given_twice(common)
        merged.update(one)
    return merged


def _members(module: Module) -> Iterator[tuple[str, Any]]:
    yield from module.named_parameters(remove_duplicate=False)
    yield from module.named_buffers(remove_duplicate=False)


def _with_tied(module: Module, given: Mapping[str, Any]) -> dict[str, Any]:
    """The tensors, with the one that is given for a tied name under all its names."""
    names: dict[int, list[str]] = {}
    for name, tensor in _members(module):
        names.setdefault(id(tensor), []).append(name)
    tensors = dict(given)
    for group in names.values():
        shared = [name for name in group if name in given]
        if len(group) > 1 and shared:
            if len({id(given[name]) for name in shared}) > 1:
                raise errors.parametrizing.tied_differ(sorted(shared))
            tensors.update(dict.fromkeys(group, given[shared[0]]))
    return tensors


@contextmanager
def _replaced(module: Module, tensors: Mapping[str, Any]) -> Iterator[Callable[[], dict[str, Any]]]:
    """Within the context, a module has these tensors. It is given a function that returns what it has by then."""
    places = []
    for name, tensor in tensors.items():
        path, _, last = name.rpartition(".")
        if not last:
            raise errors.parametrizing.empty_name()
        owner = module.get_submodule(path)
        if tensor is not None and not isinstance(tensor, TensorBase):
            raise TypeError(f"{tensor} is not an instance of wengert.Tensor. Give a tensor.")
        before = getattr(owner, last, None) if not is_parametrized(owner, last) else None
        if before is not None and not isinstance(before, TensorBase):
            raise errors.parametrizing.attribute_type(last, before)
        places.append((name, owner, last))
    parametrized = {(id(owner), last): tensors[name] for name, owner, last in places if is_parametrized(owner, last)}
    plain = [(name, owner, last) for name, owner, last in places if (id(owner), last) not in parametrized]
    before = {name: _put(owner, last, tensors[name]) for name, owner, last in plain}
    try:
        with given_instead(parametrized):
            yield lambda: {**tensors, **{name: getattr(owner, last, tensors[name]) for name, owner, last in plain}}
    finally:
        for name, owner, last in reversed(plain):
            _put(owner, last, before[name])


def _put(owner: Module, name: str, value: Any) -> Any:
    """Set a tensor among those of its kind, without its checks, and return the one before."""
    held = next((kind for kind in (owner._parameters, owner._buffers) if name in kind), owner.__dict__)
    before = held.get(name, _ABSENT)
    if value is _ABSENT:
        held.pop(name, None)
    else:
        held[name] = value  # type: ignore[index]
    return before


def stack_module_state(models: Sequence[Module]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Stack the parameters of several modules, and their buffers, so that ``vmap`` can call all of them at once.

    Args:
        models: modules of one class, all in training or all in evaluation.

    Returns:
        two dictionaries of stacked tensors by name: parameters, which are new leaves, and buffers

    Raises:
        RuntimeError: if there are no modules, or their classes, their modes or the ``requires_grad`` of their
            parameters differ.

    >>> import wengert
    >>> from wengert.func import functional_call, stack_module_state, vmap
    >>> models = [wengert.nn.Linear(3, 2) for _ in range(5)]
    >>> parameters, buffers = stack_module_state(models)
    >>> x = wengert.ones(4, 3)
    >>> vmap(lambda *state: functional_call(models[0], state, x))(parameters, buffers).shape
    wengert.Size([5, 4, 2])
    """
    if not len(models):
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if len({model.training for model in models}) > 1:
        raise errors.parametrizing.models_differ("have the same training/eval mode")
    if len({type(model) for model in models}) > 1:
        raise errors.parametrizing.models_differ("be of the same class")
    return (
        _stacked([dict(model.named_parameters()) for model in models]),
        _stacked([dict(model.named_buffers()) for model in models]),
    )


def _stacked(states: list[dict[str, Tensor]]) -> dict[str, Any]:
    stacked = {}
    for name in states[0]:
        tensors = [state[name] for state in states]
        required = {tensor.requires_grad for tensor in tensors}
        if len(required) > 1:
            raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
        stacked[name] = functions.stack(tensors)
        if required == {True}:
            stacked[name] = stacked[name].detach().requires_grad_()
    return stacked


def replace_all_batch_norm_modules_(root: Module) -> Module:
    """Let the batch norms in a module track no statistics, so that ``vmap`` can map over it.

    Args:
        root: the module.

    Returns:
        the module

    >>> import wengert
    >>> model = wengert.nn.Sequential(wengert.nn.BatchNorm1d(3))
    >>> wengert.func.replace_all_batch_norm_modules_(model)[0].running_mean is None
    True
    """
    for module in root.modules():
        if isinstance(module, _BatchNorm) and module.track_running_stats:
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
