"""Scaling of losses, so that gradients of half types do not underflow."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from ... import errors
from ...api.grad_mode import no_grad
from ...arrays import arrays, dtypes
from ...ops.sparse.sparse import is_sparse
from ...tape.tensor import TensorBase

READY, UNSCALED, STEPPED = "ready", "unscaled", "stepped"


class GradScaler:
    """Multiplies losses by a factor, and gradients by its inverse before a step.

    A step whose gradients are not finite is left out, and the factor becomes smaller. After many good steps it grows.

    Args:
        device: ``"cpu"`` or ``"cuda"``.
        init_scale: the first factor.
        growth_factor: multiplies the factor after ``growth_interval`` good steps.
        backoff_factor: multiplies the factor after a step that was left out.
        growth_interval: the number of good steps.
        enabled: with False, losses and steps are as they are.

    Raises:
        ValueError: (in ``unscale_``) for gradients of float16: the parameters themselves have to be float32.
        RuntimeError: if the methods are called in another order than ``scale``, ``unscale_`` (which may be left out),
            ``step``, ``update``.

    >>> import wengert
    >>> weight = wengert.ones(2, requires_grad=True)
    >>> optimizer, scaler = wengert.optim.SGD([weight], lr=0.5), wengert.amp.GradScaler("cpu")
    >>> scaler.scale((weight * 1e-6).sum()).backward()
    >>> weight.grad
    tensor([0.0655, 0.0655])
    >>> scaler.step(optimizer)
    >>> weight.grad
    tensor([1.0000e-06, 1.0000e-06])
    >>> scaler.update()
    """

    def __init__(self, device: str = "cuda", init_scale: float = 2.0**16, growth_factor: float = 2.0,
                 backoff_factor: float = 0.5, growth_interval: int = 2000, enabled: bool = True) -> None:  # fmt: skip
        self._device = device
        if enabled and device == "cuda" and not arrays.cuda_available():
            errors.switches.scaler_without_cuda()
            enabled = False
        self._enabled = enabled
        if enabled and not growth_factor > 1:
            raise ValueError(f"The growth factor must be > 1.0, got {growth_factor}")
        if enabled and not backoff_factor < 1:
            raise ValueError(f"The backoff factor must be < 1.0, got {backoff_factor}")
        self._init_scale = self._scale = float(init_scale)
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._growth_tracker = 0
        self._begin()

    def _begin(self) -> None:
        self._stages: dict[int, str] = {}  # by optimiser
        self._finite: dict[int, bool] = {}

    def scale(self, outputs: Any) -> Any:
        """Return a loss, or losses in a list or tuple, multiplied by the factor.

        Args:
            outputs: the loss, or losses.
        """
        if not self._enabled:
            return outputs
        if isinstance(outputs, TensorBase):
            return outputs * self._scale  # type: ignore[operator]
        if not isinstance(outputs, Iterable):
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")
        scaled = map(self.scale, outputs)
        return type(outputs)(scaled) if isinstance(outputs, (list, tuple)) else scaled  # type: ignore[call-arg]

    def unscale_(self, optimizer: Any) -> None:
        """Divide the gradients of an optimiser by the factor, for example to clip them before the step.

        Args:
            optimizer: the optimiser.
        """
        if not self._enabled:
            return
        stage = self._stages.get(id(optimizer), READY)
        if stage == UNSCALED:
            raise RuntimeError(
                "unscale_() has already been called on this optimizer since the last update(). "
                "Call update() once an iteration, after step()."
            )
        if stage == STEPPED:
            raise RuntimeError(
                "unscale_() is being called after step(). Call it before step(), and update() after both."
            )
        grads = [p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None]
        if any(grad.dtype == dtypes.float16 for grad in grads):
            raise ValueError("Attempting to unscale FP16 gradients.")
        finite = True
        with no_grad():
            for grad in grads:
                values = grad.to_sparse().coalesce().values() if is_sparse(grad) else grad
                finite = finite and bool(values.isfinite().all())
                grad.mul_(1.0 / self._scale)
        if grads:
            self._finite[id(optimizer)] = finite
        self._stages[id(optimizer)] = UNSCALED

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Step, if the gradients are finite. They are divided by the factor before, if they have not been.

        Args:
            optimizer: the optimiser.
            args, kwargs: for its ``step``; a closure is not possible.

        Returns:
            what ``step`` returns; None if it was left out
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError(
                "Closure use is not currently supported if GradScaler is enabled. Call step() without a closure."
            )
        stage = self._stages.get(id(optimizer), READY)
        if stage == STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if stage == READY:
            self.unscale_(optimizer)
        if id(optimizer) not in self._finite:
            raise AssertionError(
                "No inf checks were recorded for this optimizer. "
                "Check that its parameters have gradients: call backward() on the scaled loss before step()."
            )
        result = optimizer.step(*args, **kwargs) if self._finite[id(optimizer)] else None
        self._stages[id(optimizer)] = STEPPED
        return result

    def update(self, new_scale: Any = None) -> None:
        """Change the factor after the steps of all optimisers.

        Args:
            new_scale: the factor. Default: it follows from the steps.
        """
        if not self._enabled:
            return
        if new_scale is not None:
            self._scale = float(new_scale)
        elif not self._finite:
            raise AssertionError("No inf checks were recorded prior to update.")
        elif not all(self._finite.values()):
            self._scale *= self._backoff_factor
            self._growth_tracker = 0
        else:
            self._growth_tracker += 1
            if self._growth_tracker == self._growth_interval:
                grown = self._scale * self._growth_factor
                self._scale = grown if math.isfinite(grown) else self._scale
                self._growth_tracker = 0
        self._begin()

    def get_scale(self) -> float:
        """Return the factor; 1 if scaling is disabled."""
        return self._scale if self._enabled else 1.0

    def get_growth_factor(self) -> float:
        """Return what multiplies the factor after good steps."""
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """Set what multiplies the factor after good steps."""
        self._growth_factor = new_factor

    def get_backoff_factor(self) -> float:
        """Return what multiplies the factor after a step that was left out."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """Set what multiplies the factor after a step that was left out."""
        self._backoff_factor = new_factor

    def get_growth_interval(self) -> int:
        """Return the number of good steps after which the factor grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval: int) -> None:
        """Set the number of good steps after which the factor grows."""
        self._growth_interval = new_interval

    def is_enabled(self) -> bool:
        """Return whether losses are scaled."""
        return self._enabled

    def state_dict(self) -> dict[str, Any]:
        """Return the factor and what it depends on; an empty dictionary if scaling is disabled."""
        if not self._enabled:
            return {}
        return {
            "scale": self._scale, "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval, "_growth_tracker": self._growth_tracker,
        }  # fmt: skip

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take a state that :meth:`state_dict` returned.

        Args:
            state_dict: the state.
        """
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler. "
                "Save the state of a GradScaler that is enabled, or do not load this one."
            )
        self._scale = self._init_scale = float(state_dict["scale"])
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._growth_tracker = state_dict["_growth_tracker"]


class GradScalerCuda(GradScaler):
    """Deprecated. :class:`wengert.amp.GradScaler` for a GPU."""

    def __init__(self, init_scale: float = 2.0**16, growth_factor: float = 2.0, backoff_factor: float = 0.5,
                 growth_interval: int = 2000, enabled: bool = True) -> None:  # fmt: skip
        errors.switches.old_autocast("cuda", "cuda", "GradScaler")
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)


GradScalerCuda.__name__ = GradScalerCuda.__qualname__ = "GradScaler"
