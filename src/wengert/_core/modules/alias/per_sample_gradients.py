"""``torch.nn.utils._per_sample_grad``: a module's gradients for each sample of a batch, in one backward pass.

Every sample gets parameters of its own, which all start as those of the module. So their gradients are apart. ``vmap``
calls the module with each sample, as a batch of one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ... import errors
from ...api.transforms.vmap import vmap
from ...api.trees import tree_flatten, tree_map, tree_unflatten
from ...tape.tensor import Tensor
from ..layers.functional_calls import functional_call
from ..layers.module import Module


def call_for_per_sample_grads(
    module: Any, *, batch_size: int | None = None, loss_reduction: str = "sum", batch_first: bool = True
) -> Callable[..., Any]:
    """The forward function of a module. Its backward pass puts gradients into ``grad_sample`` of the parameters.

    Args:
        module: the module.
        batch_size: the number of samples; None: the size of the tensors that are given.
        loss_reduction: ``"mean"`` if the loss is a mean over samples: gradients are multiplied by their number then.
        batch_first: samples lie along the first dimension; False: along the second.

    Raises:
        RuntimeError: for arguments of other kinds, and if a parameter has a ``grad_sample`` already.
    """
    if loss_reduction not in ("sum", "mean"):
        raise RuntimeError(f"Expected loss_reduction argument to be sum or mean, got {loss_reduction}")
    if not isinstance(module, Module):
        raise RuntimeError(f"Module passed must be nn.Module, got {type(module).__name__}")
    if batch_size is not None and (not isinstance(batch_size, int) or batch_size < 1):
        raise RuntimeError(f"Batch size passed must be None or a positive integer, got {batch_size!r}")
    if any(getattr(weight, "grad_sample", None) is not None for weight in module.parameters()):
        raise RuntimeError(
            "call_for_per_sample_grads: a parameter has gradients of an earlier call. Set its grad_sample to None."
        )
    dim = 0 if batch_first else 1

    @functools.wraps(module.forward)
    def forward(*args: Any, **kwargs: Any) -> Any:
        given, tree = tree_flatten((args, kwargs))
        sizes = {x.shape[dim] for x in given if isinstance(x, Tensor)} if batch_size is None else {batch_size}
        if len(sizes) != 1:
            raise errors.alias.batch_sizes(sizes)
        (size,) = sizes
        scale = size if loss_reduction == "mean" else 1
        learnt = {name: _apart(p, size, scale) for name, p in module.named_parameters() if p.requires_grad}

        def one(learnt: Any, *sample: Any) -> Any:
            args, kwargs = tree_unflatten([_batch_of_one(x, dim) for x in sample], tree)
            return tree_map(lambda out: out.squeeze(dim), functional_call(module, learnt, args, kwargs))

        dims = [dim if isinstance(x, Tensor) else None for x in given]
        return vmap(one, (0, *dims), dim, randomness="different")(learnt, *given)

    return forward


def _batch_of_one(x: Any, dim: int) -> Any:
    return x.unsqueeze(dim) if isinstance(x, Tensor) else x


def _apart(p: Any, size: int, scale: int) -> Any:
    """A parameter for each sample. When these have gradients, they go to the parameter itself."""
    each = p.detach().expand(size, *p.shape).requires_grad_()

    def hand_over(each: Any) -> None:
        before = getattr(p, "grad_sample", None)
        now = each.grad * scale
        p.grad_sample = now if before is None else before + now
        each.grad = None

    each.register_post_accumulate_grad_hook(hand_over)
    return each
