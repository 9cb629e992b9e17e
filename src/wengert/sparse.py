"""Operations on sparse tensors, under torch's names."""

from __future__ import annotations

import typing as _typing

from ._core.api import public as _public
from ._core.api.generated import sparse_functions as _generated
from ._core.api.generated.sparse_functions import *  # noqa: F403

if _typing.TYPE_CHECKING:  # imported when first touched
    from ._core.api.gradcheck.sparse_inputs import as_sparse_gradcheck
    from ._core.ops.sparse.invariants import check_sparse_tensor_invariants

__all__ = _generated.__all__ + ["as_sparse_gradcheck", "check_sparse_tensor_invariants"]

if not _typing.TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = _public.surface(
        __name__,
        late={
            "as_sparse_gradcheck": "api.gradcheck.sparse_inputs",
            "check_sparse_tensor_invariants": "ops.sparse.invariants",
        },
    )
