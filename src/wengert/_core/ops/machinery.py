"""Hands the machinery below the tables the operations that it calls."""

from __future__ import annotations

from ..dispatch.primitives import primitives
from .elementwise.complex import _real, conj
from .elementwise.pointwise import _to, add, clone
from .index.filling import _copy
from .reduce.reduce import _sum_to
from .shape.arrange import expand
from .shape.shape import _embed
from .sparse.sparse import _coo, in_layout_of, to_dense
from .structure import _sum_level, _view_write

primitives.fill(
    add=add,
    cast=_to,
    clone=clone,
    conj=conj,
    copy=_copy,
    embed=_embed,
    expand=expand,
    in_layout_of=in_layout_of,
    real=_real,
    sparse=_coo,
    sum_level=_sum_level,
    sum_to=_sum_to,
    to_dense=to_dense,
    view_write=_view_write,
)
