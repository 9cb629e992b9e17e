"""Models whose weights are averages over training."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterable
from typing import Any

from ...api.generated import functions
from ...api.grad_mode import no_grad
from ...arrays import dtypes
from ...errors.tracebacks import public
from ..layers.module import Module
from ..layers.norm_layers import _BatchNorm
from .averaging import each, get_swa_avg_fn


class AveragedModel(Module):
    """A copy of a model whose weights are averages of those that the model has over training.

    Args:
        model: the model. It is copied.
        device: where the copy is kept. Default: where the model is.
        avg_fn: a function of an average, a new value and how many were averaged before; it returns the new average.
            Default: all values count alike.
        multi_avg_fn: a function of a list of averages, a list of new values and how many were averaged before; it
            updates the averages in place.
        use_buffers: average the buffers, too. Otherwise they are copied.

    Raises:
        AssertionError: if both functions are given.

    >>> import wengert
    >>> model = wengert.nn.Linear(1, 1, bias=False)
    >>> averaged = wengert.optim.swa_utils.AveragedModel(model)
    >>> for value in [1.0, 2.0, 6.0]:
    ...     model.weight.data.fill_(value)
    ...     averaged.update_parameters(model)
    tensor([[1.]])
    tensor([[2.]])
    tensor([[6.]])
    >>> averaged(wengert.ones(1)).item()
    3.0
    """

    n_averaged: Any

    def __init__(
        self, model: Module, device: Any = None, avg_fn: Callable[[Any, Any, Any], Any] | None = None,
        multi_avg_fn: Callable[[Any, Any, Any], None] | None = None, use_buffers: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = copy.deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)  # type: ignore[attr-defined]
        self.register_buffer("n_averaged", functions.tensor(0, dtype=dtypes.int64, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Call the averaged model."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model: Module) -> None:
        """Take the weights of the model into the averages. The first time, they are copied.

        Args:
            model: the model, as training has left it.
        """
        update = self.multi_avg_fn or each(self.avg_fn or get_swa_avg_fn())
        pairs: dict[Any, tuple[list[Any], list[Any]]] = {}
        for average, value in zip(self._averaged(self.module), self._averaged(model), strict=False):
            own = average.detach()
            averages, values = pairs.setdefault((own.device, own.dtype), ([], []))
            averages.append(own)
            values.append(value.detach().to(own.device))
        for (device, _), (averages, values) in pairs.items():
            if self.n_averaged > 0:
                update(averages, values, self.n_averaged.to(device))
            else:
                _copy(averages, values)
        if not self.use_buffers:
            _copy(self.module.buffers(), model.buffers())
        self.n_averaged += 1

    def _averaged(self, model: Module) -> Iterable[Any]:
        return itertools.chain(model.parameters(), model.buffers()) if self.use_buffers else model.parameters()


def _copy(targets: Iterable[Any], values: Iterable[Any]) -> None:
    for target, value in zip(targets, values, strict=True):
        target.detach().copy_(value.detach())


@public
@no_grad()
def update_bn(loader: Iterable[Any], model: Module, device: Any = None) -> None:
    """Compute the statistics of batch normalisation anew, from one pass over the data.

    Averaged weights have other activations than those that the statistics were gathered from.

    Args:
        loader: batches. Of a list or tuple the first element is the input.
        model: the model.
        device: where the inputs are moved. Default: they stay.

    >>> import wengert
    >>> model = wengert.nn.BatchNorm1d(1)
    >>> wengert.optim.swa_utils.update_bn([wengert.tensor([[1.0], [3.0]]), wengert.tensor([[5.0], [7.0]])], model)
    >>> model.running_mean
    tensor([4.])
    """
    norms: dict[Any, Any] = {}
    for module in model.modules():
        if isinstance(module, _BatchNorm):
            module.reset_running_stats()
            norms[module] = module.momentum
    if not norms:
        return
    training = model.training
    model.train()
    try:
        for norm in norms:
            norm.momentum = None  # all batches count alike
        for batch in loader:
            given = batch[0] if isinstance(batch, (list, tuple)) else batch
            model(given if device is None else given.to(device))
    finally:
        for norm, momentum in norms.items():
            norm.momentum = momentum
        model.train(training)
