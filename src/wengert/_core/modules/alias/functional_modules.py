"""Modules as functions of tuples of tensors, as ``functorch`` made them before there was ``functional_call``."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from ... import errors
from ..layers.functional_calls import functional_call, stack_module_state
from ..layers.module import Module


class FunctionalModuleWithBuffers(Module):
    """A module that is called with its parameters and its buffers first."""

    def __init__(self, model: Module) -> None:
        super().__init__()
        self.stateless_model = model
        self.param_names = tuple([name for name, _ in model.named_parameters()])
        self.buffer_names = tuple([name for name, _ in model.named_buffers()])

    def forward(self, params: Sequence[Any], buffers: Sequence[Any], *args: Any, **kwargs: Any) -> Any:
        given = _by_name("parameters", self.param_names, params)
        given |= _by_name("buffers", self.buffer_names, buffers)
        return functional_call(self.stateless_model, given, args, kwargs)


class FunctionalModule(FunctionalModuleWithBuffers):
    """A module without buffers that is called with its parameters first."""

    def forward(self, params: Sequence[Any], *args: Any, **kwargs: Any) -> Any:  # type: ignore[override]
        return super().forward(params, (), *args, **kwargs)


def _by_name(kind: str, names: tuple[str, ...], values: Sequence[Any]) -> dict[str, Any]:
    if len(names) != len(values):
        raise errors.alias.other_state(kind, names, values)
    return dict(zip(names, values, strict=True))


def make_functional_with_buffers(model: Module, disable_autograd_tracking: bool = False) -> tuple[Any, Any, Any]:
    """A function of the state of a module, and copies of its parameters and buffers to call it with.

    Args:
        model: the module, which stays as it is.
        disable_autograd_tracking: whether the parameters do not require grad.
    """
    function = FunctionalModuleWithBuffers(copy.deepcopy(model))
    return function, _parameters(function, disable_autograd_tracking), tuple(function.buffers())


def make_functional(model: Module, disable_autograd_tracking: bool = False) -> tuple[Any, Any]:
    """A function of the parameters of a module without buffers, and copies of them to call it with.

    Args:
        model: the module, which stays as it is.
        disable_autograd_tracking: whether the parameters do not require grad.

    Raises:
        RuntimeError: if the module has buffers.
    """
    if any(True for _ in model.buffers()):
        raise errors.alias.has_buffers()
    function = FunctionalModule(copy.deepcopy(model))
    return function, _parameters(function, disable_autograd_tracking)


def _parameters(function: Module, constant: bool) -> tuple[Any, ...]:
    if constant:
        function.requires_grad_(False)
    return tuple(function.parameters())


def combine_state_for_ensemble(models: Sequence[Module]) -> tuple[Any, Any, Any]:
    """A function of the state of the first of several modules, and the parameters and buffers of all, stacked.

    Args:
        models: modules of one class, all in training or all in evaluation.
    """
    parameters, buffers = stack_module_state(models)
    function, *_ = make_functional_with_buffers(models[0])
    return function, tuple([p.detach() for p in parameters.values()]), tuple(buffers.values())


FUNCTIONAL = {
    made.__name__: made
    for made in (
        FunctionalModule, FunctionalModuleWithBuffers,
        combine_state_for_ensemble, make_functional, make_functional_with_buffers,
    )
}  # fmt: skip
