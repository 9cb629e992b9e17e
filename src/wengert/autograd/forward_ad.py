"""Forward mode: dual tensors, a primal with a tangent that every operation carries along.

Levels nest: inside a level another may be entered, and a tangent of the inner level may itself have a tangent of the
outer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..formula import REGISTRY
from ..modes import local, new_level
from ..tensor import TensorBase, alias, make, strip


class UnpackedDualTensor(NamedTuple):
    """What :func:`unpack_dual` returns; ``tangent`` is None for a tensor that carries none at the level."""

    primal: Any
    tangent: Any


def enter_dual_level() -> int:
    """Enter a new forward-mode level and return its number."""
    state = local.state
    level = new_level()
    state.dual = (*state.dual, level)
    return level


def exit_dual_level(*, level: int | None = None) -> None:
    """Leave the innermost level; its tangents are no longer reachable.

    Raises:
        RuntimeError: if ``level`` is not the innermost one.
    """
    state = local.state
    if not state.dual or (level is not None and level != state.dual[-1]):
        raise RuntimeError(
            "Trying to exit a forward AD level that was not the last one that was created. This is not supported."
        )
    state.dual = state.dual[:-1]


class dual_level:  # noqa: N801  (torch's name)
    """Inside, :func:`make_dual` and :func:`unpack_dual` may be used.

    >>> import wengert
    >>> from wengert.autograd import forward_ad
    >>> with forward_ad.dual_level():
    ...     x = forward_ad.make_dual(wengert.tensor(2.0), wengert.tensor(1.0))
    ...     forward_ad.unpack_dual(x * x).tangent
    tensor(4.)
    """

    def __enter__(self) -> int:
        self.level = enter_dual_level()
        return self.level

    def __exit__(self, *error: object) -> None:
        exit_dual_level(level=self.level)


def _level(level: int | None, what: str) -> int:
    active = local.state.dual
    if level is None:
        if not active:
            raise RuntimeError(
                f"Trying to {what} for forward AD but no level exists, make sure to enter_dual_level() first. "
                "Use `with forward_ad.dual_level():`, and do not leave it before."
            )
        return active[-1]
    return level


def make_dual(tensor: Any, tangent: Any, *, level: int | None = None) -> Any:
    """Attach a tangent to a tensor.

    Args:
        tensor: the primal, floating point or complex.
        tangent: the direction, of the same shape and dtype.
        level: of an outer dual level; the innermost by default.

    Returns:
        a view of ``tensor`` that carries ``tangent``. Both stay differentiable.

    Raises:
        RuntimeError: outside any level; if shapes or dtypes differ.
    """
    level = _level(level, "create a dual Tensor")
    if not isinstance(tensor, TensorBase) or not isinstance(tangent, TensorBase):
        bad = tangent if isinstance(tensor, TensorBase) else tensor
        raise TypeError(f"make_dual(): expected Tensors, got {type(bad).__name__}")
    if not (tensor.dtype.is_floating_point or tensor.dtype.is_complex):
        raise ValueError(f"Expected primal to be floating point or complex, but got: {tensor.dtype}")
    if not (tangent.dtype.is_floating_point or tangent.dtype.is_complex):
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    if tensor.shape != tangent.shape:
        raise RuntimeError(
            f"Expected tangent to have the same shape as primal, {list(tensor.shape)}, but got {list(tangent.shape)}"
        )
    if tensor.dtype != tangent.dtype:
        raise RuntimeError(f"Expected tangent to have the dtype of the primal, {tensor.dtype}, but got {tangent.dtype}")
    if tensor._tans is not None and level in tensor._tans:
        raise RuntimeError(
            "JVP: the tensor already has a tangent at this level. Use unpack_dual() to take it off first."
        )
    out = REGISTRY["_alias"](tensor)
    out._view = None  # a base of its own: writes through its views keep the tangent that hangs on it
    out._tans = {**(tensor._tans or {}), level: _below(tangent, level)}
    return out


def unpack_dual(tensor: Any, *, level: int | None = None) -> UnpackedDualTensor:
    """Take primal and tangent of a dual tensor apart.

    Args:
        tensor: any tensor.
        level: of an outer dual level; the innermost by default. Without an active level the tangent is None.

    Returns:
        ``(primal, tangent)``: the primal is a view of ``tensor``; both are differentiable.
    """
    if level is None and not local.state.dual:
        return UnpackedDualTensor(tensor, None)
    level = _level(level, "unpack a dual tensor")
    tensor._refresh()
    tangent = tensor._tans.get(level) if tensor._tans is not None else None
    return UnpackedDualTensor(_without(tensor, level), tangent)


def _below(tangent: Any, level: int) -> Any:
    """A tangent carries smaller levels only."""
    if tangent._tans is None or max(tangent._tans) < level:
        return tangent
    return as_tensor(strip(tangent, level))


def as_tensor(x: Any) -> Any:
    return x if isinstance(x, TensorBase) else make(x)


def _without(tensor: Any, level: int) -> Any:
    """``tensor`` without its tangent at one level: same memory, same place on the tape."""
    out = alias(tensor._data, tensor._cell())
    out._node, out._nr, out._rg = tensor._node, tensor._nr, tensor._rg
    if tensor._rg and tensor._node is None:
        out._acc = tensor._accumulator()
    rest = {k: v for k, v in (tensor._tans or {}).items() if k != level}
    out._tans = rest or None
    return out


__all__ = [
    "UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual",
]  # fmt: skip
