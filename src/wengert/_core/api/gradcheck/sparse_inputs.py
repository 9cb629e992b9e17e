"""``gradcheck`` for sparse inputs: the same check for a function of dense ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import numpy as np

from ... import errors
from ...ops.sparse.sparse import is_sparse, sparse_coo_tensor
from ...tape.tensor import Tensor
from ..function import Function
from ..types import sparse_coo
from .numerical import is_checked
from .report import GradcheckError

Func = Callable[..., Any]


def of_dense(func: Func, args: tuple[Any, ...], masked: bool) -> tuple[Func, tuple[Any, ...]]:
    """An equivalent check without sparse inputs. With ``masked``, it is of their specified elements, else of all."""
    layouts = {i: x.layout for i, x in enumerate(args) if is_checked_sparse(x)}
    sparse = {i: args[i].detach().to_sparse().coalesce() for i in layouts}
    if not sparse:
        return func, args
    leaves = {i: (x.values() if masked else x.to_dense()).requires_grad_() for i, x in sparse.items()}

    def specified(i: int, values: Any) -> Any:
        """The sparse input with these values. Its gradient has to be sparse: a dense one is not masked."""
        made = sparse_coo_tensor(sparse[i].indices(), values, sparse[i].shape, is_coalesced=True)
        made = made.to_sparse(layout=layouts[i])
        if made.requires_grad:
            made.register_hook(partial(_check_layout, i))
        return made

    def of_leaves(*given: Any) -> Any:
        return func(*[
            x if i not in sparse else specified(i, x) if masked
            else WithPattern.apply(x, sparse[i].indices(), layouts[i])
            for i, x in enumerate(given)
        ])  # fmt: skip

    return of_leaves, tuple([leaves.get(i, x) for i, x in enumerate(args)])


def _check_layout(index: int, g: Any) -> None:
    if not is_sparse(g):
        raise GradcheckError(errors.gradcheck.incorrect("layout", index, sparse_coo, g.layout), "backward")


def is_checked_sparse(x: Any) -> bool:
    return is_checked(x) and is_sparse(x)


class WithPattern(Function):
    """A dense tensor as a sparse one: elements at ``indices`` are specified, and others that are not zero.

    Differences move any element, so it has to reach the function. The gradient is what the function's backward pass
    gives: if it leaves out what is not specified, the check finds that.
    """

    @staticmethod
    def forward(x: Tensor, indices: Tensor, layout: Any) -> Tensor:
        mask = np.zeros(x.shape[: len(indices)], bool)
        mask[tuple(indices.numpy())] = True
        mask[tuple(x.detach().to_sparse(mask.ndim).indices().numpy())] = True
        where = np.stack(np.nonzero(mask))
        made: Tensor = sparse_coo_tensor(where, x.detach()[tuple(where)], x.shape, is_coalesced=True)
        return made.to_sparse(layout=layout)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.sparse_dim, ctx.layout = len(inputs[1]), inputs[2]

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor, None, None]:  # type: ignore[override]
        return g.to_dense(), None, None

    @staticmethod
    def jvp(ctx: Any, t: Tensor, *_: Any) -> Tensor:  # type: ignore[override]
        return t.to_sparse(ctx.sparse_dim, layout=ctx.layout)


def as_sparse_gradcheck(gradcheck: Callable[..., bool]) -> Callable[..., bool]:
    """Return a ``gradcheck`` that checks the specified elements of sparse inputs.

    :func:`wengert.autograd.gradcheck` does that with ``masked=True``; the result uses that as its default.

    Args:
        gradcheck: :func:`wengert.autograd.gradcheck`, or a ``functools.partial`` of it.

    Returns:
        the same function, with ``masked=True`` as its default.

    >>> import wengert
    >>> gradcheck = wengert.sparse.as_sparse_gradcheck(wengert.autograd.gradcheck)
    >>> x = wengert.tensor([[0.0, 1.0], [2.0, 3.0]], dtype=wengert.float64).to_sparse().requires_grad_()
    >>> gradcheck(lambda x: (x * x).to_dense(), x)
    True
    """

    @wraps(gradcheck)
    def with_sparse(func: Callable[..., Any], inputs: Any, **options: Any) -> bool:
        return gradcheck(func, inputs, **{"masked": True, **options})

    return with_sparse
