"""How a step is taken: the formula of an optimiser, in one pass over the memory of a parameter and of its state.

Note [Steps]
------------
A formula says what a step makes of a parameter and of its state. It is written once, elementwise, and it overwrites
nothing:

- Arrays of float32 and float64 without gaps are overwritten in one pass by a fused program (``arrays/fused.py``).
- Where there is no program, in the uncompiled build and for transposed arrays, NumPy computes the formula.
- Everything else (half types, complex numbers, views, other devices) computes it in operations, and copies the results
  into the parameter and its state.
- If a step is recorded (``differentiable=True``), it is computed like that as well. The formula then reads copies,
  since what a node saves must not be overwritten by the next step.

Numbers are computed once for each parameter, not in the formula. In a recorded step they may be tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import errors
from ...api.generated import functions
from ...api.grad_mode import enable_grad
from ...arrays import dtypes, sites
from ...arrays.fused import updater
from ...dispatch import override
from ...ops.sparse.sparse import is_sparse
from ...tape.state import local
from ...tape.tensor import Tensor
from .optimizer import Optimizer, ParamsT, use_grad_for_differentiable


class Formula:
    """A formula of a step: Note [Steps].

    It is called as ``formula(xp, *written, grad, *numbers, **flags)`` and returns what is written, in this order.
    ``xp`` has the elementwise functions that NumPy and PyTorch name alike. ``written`` starts with the parameter. A
    formula reads none of them after it has computed what overwrites it.
    """

    def __init__(self, formula: Callable[..., Any]) -> None:
        self.formula = formula
        self.update = updater(formula)

    def __call__(self, optimizer: Any, written: list[Any], grad: Any, *numbers: Any, **flags: Any) -> None:
        """Overwrite ``written``. Nothing is written if that fails."""
        name = f"{type(optimizer).__name__}.step"
        values = _arrays([*written, grad])
        if values is not None:
            values += map(float, numbers)
            try:
                done = self.update(values, flags) or _by_numpy(self.formula, values, len(written), flags)
            except BaseException:  # an interrupt: some may have been written
                _count(written, name)
                raise
            if done:
                _count(written, name)
                return
        given = [t.clone() for t in written] if local.state.grad_enabled else written
        is_complex = written[0].is_complex()
        if is_complex:
            given, grad = [functions.view_as_real(t) for t in given], functions.view_as_real(grad)
        results = self.formula(functions, *given, grad, *numbers, **flags)
        if is_complex:
            results = [functions.view_as_complex(result) for result in results]
        for t, result in zip(written, results, strict=True):
            if result.shape != t.shape:
                raise errors.writes.output_shape("copy", t.shape, result.shape)
        for t, result in zip(written, results, strict=True):
            t.copy_(result)


def _by_numpy(formula: Callable[..., Any], values: list[Any], written: int, flags: dict[str, Any]) -> bool:
    """Let NumPy compute a formula of arrays and numbers, and overwrite the first ones. Return whether that was done."""
    first = values[0]
    for i, v in enumerate(values):
        if type(v) is float:
            continue
        if v.dtype not in (dtypes.F32, dtypes.F64) or v.dtype != first.dtype or v.shape != first.shape:
            return False
        if not v.flags.forc or (i < written and not v.flags.writeable):
            return False
    for v, result in zip(values, formula(np, *values, **flags), strict=False):
        v[...] = result
    return True


def _count(written: list[Any], name: str) -> None:
    """Count a write of all tensors."""
    site = sites.site()
    for t in written:
        t._wg_cell().bump(name, site, t._wg_data)


def in_rows(formula: Formula, optimizer: Any, written: list[Any], grad: Any, *numbers: Any, **flags: Any) -> None:
    """Take a step where a sparse gradient has elements, and touch no others."""
    grad = grad.to_sparse().coalesce()
    if not grad.values().numel():
        return
    at = tuple(grad.indices()) or (None,)  # values of a number have a dimension, as those of rows do
    rows = [t[at] for t in written]
    formula(optimizer, rows, grad.values(), *numbers, **flags)
    for t, row in zip(written, rows, strict=True):
        t[at] = row


def _arrays(tensors: list[Any]) -> list[Any] | None:
    """The arrays of tensors; None if anything but their values may depend on a step, or some are not NumPy's."""
    state = local.state
    if state.grad_enabled or state.tools is not None or state.transforms:
        return None
    if override.on and (state.functions or override.taking_part(*tensors)):
        return None
    arrays = []
    for t in tensors:
        array, storage = t._wg_data, t._wg_storage
        if type(array) is not np.ndarray or t._wg_view is not None or t._wg_tangents is not None:
            return None
        if storage is not None and storage.inference:
            return None
        arrays.append(array)
    return arrays


def count_dtype(group: dict[str, Any]) -> Any:
    """The dtype in which steps are counted."""
    double = dtypes.default_float() == dtypes.F64 and not group.get("fused")
    return dtypes.float64 if double else dtypes.float32


def counter(group: dict[str, Any], value: float = 0.0) -> Tensor:
    """A number of the state, such as the count of steps."""
    return functions.tensor(value, dtype=count_dtype(group))


def filled(p: Any, value: Any = 0.0) -> Tensor:
    """A part of the state for each element of a parameter. Both parts of complex numbers start with ``value``."""
    if p.is_complex():
        value = complex(value, value)
    return functions.full_like(p.detach(), value)


def as_number(value: Any) -> Any:
    """An option that may be a tensor of one element: a number, or in a recorded step the tensor."""
    if not isinstance(value, Tensor):
        return value
    return value.squeeze() if local.state.grad_enabled else value.item()


def check_not_negative(what: str, value: Any) -> None:
    """Raise an error if an option is negative, or NaN."""
    if not value >= 0:
        raise errors.optim.invalid(what, value)


def check_lr(lr: Any) -> None:
    """Raise an error if a learning rate is a tensor of several elements, or negative."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise errors.optim.one_element("lr")
    if isinstance(lr, str):  # as YAML reads 1e-3
        raise TypeError(f"Invalid learning rate: {lr!r} is text, not a number. Give float({lr!r}).")
    check_not_negative("learning rate", lr)


def check_betas(betas: Any) -> None:
    """Raise an error if a decay rate is not between 0 and 1."""
    for i in range(2):
        if not 0.0 <= betas[i] < 1.0:
            raise errors.optim.invalid(f"beta parameter at index {i}", betas[i], "a number from 0 to below 1")


class ElementwiseOptimizer(Optimizer):
    """An optimiser that updates each parameter on its own, by formulas: Note [Steps]."""

    since: dict[str, Any] = {"foreach": None, "maximize": False, "differentiable": False}  # absent from older pickles
    counted: tuple[str, ...] = ("step",)  # numbers of the state: older pickles have them as Python's
    takes_sparse = False  # sparse gradients, without weight decay

    def __init__(self, params: ParamsT, defaults: dict[str, Any]) -> None:
        super().__init__(params, defaults)
        if defaults.get("fused"):
            for other in ("differentiable", "foreach"):
                if defaults[other]:
                    raise errors.optim.fused_with(other)

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            for name, value in self.since.items():
                group.setdefault(name, value)
            for p in group["params"]:
                own = self.state.get(p, {})
                for name in self.counted:
                    if name in own and not isinstance(own[name], Tensor):
                        own[name] = counter(group, float(own[name]))

    @use_grad_for_differentiable
    def step(self, closure: Any = None) -> Any:
        """Update the parameters once, from their gradients.

        Args:
            closure: a function that clears the gradients, computes the loss and its gradients, and returns the loss.

        Returns:
            what ``closure`` returned; None without one.

        Raises:
            RuntimeError: if a gradient is sparse and the optimiser does not take it. No parameter is changed then.
        """
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        found = [(group, p, p.grad) for group in self.param_groups for p in group["params"]]
        work = [(group, p, grad) for group, p, grad in found if grad is not None]
        for group, p, grad in work:
            self._check(group, p, grad)
        for group, p, grad in work:
            state = self.state.get(p) or self._begun(group, p, grad)
            self._update(group, p, grad, state)
            if state:
                self.state[p] = state
        return loss

    def _check(self, group: dict[str, Any], p: Any, grad: Any) -> None:
        """Raise an error if the optimiser does not take a gradient."""
        if is_sparse(grad):
            if not self.takes_sparse:
                raise errors.optim.sparse(type(self).__name__)
            if group["weight_decay"] != 0:
                raise RuntimeError("weight_decay option is not compatible with sparse gradients. Set it to 0.")
        elif group.get("fused") and not p.is_floating_point():
            raise errors.optim.fused_dtype(p.dtype, p.device.type)

    def _begun(self, group: dict[str, Any], p: Any, grad: Any) -> dict[str, Any]:
        """The state of a parameter before its first step."""
        raise NotImplementedError

    def _update(self, group: dict[str, Any], p: Any, grad: Any, state: dict[str, Any]) -> None:
        """Take the step of one parameter."""
        raise NotImplementedError


def falling(xp: Any, p: Any, grad: Any, decay: Any, maximize: bool, decayed: bool) -> Any:
    """The gradient of what is minimised, with weight decay."""
    if maximize:
        grad = -grad
    return grad + p * decay if decayed else grad
