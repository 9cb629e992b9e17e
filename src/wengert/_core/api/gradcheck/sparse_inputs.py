"""``gradcheck`` for sparse inputs: of the elements that they give."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def as_sparse_gradcheck(gradcheck: Callable[..., bool]) -> Callable[..., bool]:
    """Make a ``gradcheck`` one of the elements that sparse inputs give.

    :func:`wengert.autograd.gradcheck` takes sparse inputs if told ``masked=True``; the result tells it so.

    Args:
        gradcheck: :func:`wengert.autograd.gradcheck`, or one made of it by ``functools.partial``

    Returns:
        the same function, which checks the elements that are given unless told otherwise

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
