"""``gradcheck`` for sparse inputs: it checks their specified elements."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def as_sparse_gradcheck(gradcheck: Callable[..., bool]) -> Callable[..., bool]:
    """Return a ``gradcheck`` that checks the specified elements of sparse inputs.

    :func:`wengert.autograd.gradcheck` accepts sparse inputs with ``masked=True``; the result uses that as its default.

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
