"""Masked operations: masks of the wrong shape or dtype, and results that are not defined."""

from __future__ import annotations

from typing import Any

from .text import type_name


def no_identity(name: str, dtype: Any) -> NotImplementedError:
    return NotImplementedError(
        f"identity of {name} on {type_name(dtype)} input: there is no number that changes nothing. Cast it first."
    )


def too_many_dimensions(mask: int, ndim: int) -> IndexError:
    return IndexError(
        "_input_mask expected broadcastable mask (got mask dimensionality higher than of the input): the mask has "
        f"{mask} dimensions, the input {ndim}"
    )


def not_strided(name: str, layout: str) -> ValueError:
    return ValueError(f"masked {name} expects strided tensor (got {layout} tensor). Make it dense: x.to_dense().")


def mean_of_integers(source: str, dtype: Any) -> ValueError:
    return ValueError(
        f"mean(): Could not infer output dtype. {source} dtype must be either a floating point or complex dtype. "
        f"Got: {type_name(dtype)}"
    )


def median_of_none() -> ValueError:
    return ValueError("masked median expects no fully masked out rows if dtype is not floating point")
