"""Forward mode: dual tensors, which consist of a primal and a tangent. Every operation propagates the tangent.

Levels nest: a level may be entered inside another one, and a tangent of the inner level may have a tangent of the
outer level. ``docs/forward_mode.md`` describes views, writes, threads and custom Functions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import errors
from ..arrays import arrays, dtypes
from ..arrays.batched import Batched
from ..dispatch import override
from ..errors.tracebacks import public
from ..ops.elementwise.pointwise import _to, add, clone
from ..ops.shape.shape import contiguous, permute
from ..ops.structure import _dual, _primal
from ..tape.node import Meta, any_sparse
from ..tape.state import Carriers, duals, local, new_level
from ..tape.tensor import TensorBase, carry, make, strip, with_tangents
from ..tape.view import tangent_of
from .grad_mode import _Mode
from .subclass import Overridable

# Note [Levels]
# -------------
# Users number the active levels from 0, as in torch, so a number is used again when its level has ended. Tensors store
# tangents under numbers that are never used again, so that a tangent of an ended level is not taken for a new one.


class UnpackedDualTensor(NamedTuple):
    """The result of :func:`unpack_dual`. ``tangent`` is None if the tensor has none at the level."""

    primal: Any
    tangent: Any


@public
def enter_dual_level() -> int:
    """Enter a new forward-mode level and return its number.

    Returns:
        the number of active levels before the call: 0 for the outermost level, 1 for one inside it. Other functions
        use the innermost level by default.

    >>> import wengert
    >>> from wengert.autograd import forward_ad
    >>> forward_ad.enter_dual_level(), forward_ad.enter_dual_level()
    (0, 1)
    >>> forward_ad.exit_dual_level(); forward_ad.exit_dual_level()
    """
    state = local.state
    before, level = state.dual, new_level()
    try:
        duals[level] = Carriers()
        state.dual = (*before, level)
        return len(before)
    except BaseException:  # an interrupt
        state.dual = before
        duals.pop(level, None)
        raise


@public
def exit_dual_level(*, level: int | None = None) -> None:
    """Leave the innermost level, and delete its tangents.

    Args:
        level: the expected number of the innermost level. None skips the check.

    Raises:
        RuntimeError: if ``level`` is not the innermost level, or if no level is active.

    >>> import wengert
    >>> from wengert.autograd import forward_ad
    >>> level = forward_ad.enter_dual_level()
    >>> forward_ad.exit_dual_level(level=level)
    """
    state = local.state
    last = len(state.dual) - 1
    if level is not None and level != last:
        raise errors.forward.not_the_last_level(level, last)
    if last < 0:
        raise errors.forward.nothing_to_exit()
    ended = state.dual[-1]
    state.dual = state.dual[:-1]
    duals.pop(ended).release(ended)


class dual_level(_Mode):  # noqa: N801  (torch's name)
    """Enter a forward-mode level, in which :func:`make_dual` and :func:`unpack_dual` can be used.

    It is a context manager, which returns the level's number, and also a decorator. Levels can be nested. On exit,
    levels that were entered inside and are still active are left, too.

    >>> import wengert
    >>> from wengert.autograd import forward_ad
    >>> with forward_ad.dual_level():
    ...     x = forward_ad.make_dual(wengert.tensor(2.0), wengert.tensor(1.0))
    ...     forward_ad.unpack_dual(x * x).tangent
    tensor(4.)
    """

    def __init__(self) -> None:
        self.entered: list[int] = []

    def __enter__(self) -> int:  # type: ignore[override]  # grad modes return nothing
        self.entered.append(len(local.state.dual))
        return enter_dual_level()

    def __exit__(self, *error: object) -> None:
        level = self.entered.pop()
        while len(local.state.dual) > level:
            exit_dual_level()

    def clone(self) -> dual_level:
        return dual_level()


class _set_fwd_grad_enabled(_Mode):  # noqa: N801  (torch's name)
    """Enable or disable forward mode in this thread. It acts at once; as a context manager, it is undone on exit."""

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self.outer = local.state.forward
        local.state.forward = mode

    def __enter__(self) -> None:
        local.state.forward = self.mode

    def __exit__(self, *error: object) -> None:
        local.state.forward = self.outer

    def clone(self) -> _set_fwd_grad_enabled:
        return _set_fwd_grad_enabled(self.mode)

    def __call__(self, fn: Any) -> Any:
        local.state.forward = self.outer  # as a decorator, change the mode only during calls
        return super().__call__(fn)


def _is_fwd_grad_enabled() -> bool:
    """Return whether tangents are propagated in this thread."""
    return local.state.carries()


def _number(name: str, level: int | None) -> int | None:
    """The number under which tensors store tangents of a level (Note [Levels]); None if there is no such level.

    A thread that has entered no level uses the levels of the other threads, whose dual tensors it may have received.
    """
    active = local.state.dual or tuple(sorted(duals))
    if level is None:
        return active[-1] if active else None
    if level < 0:
        return None
    if level >= len(active):
        raise errors.forward.invalid_level(name, level, len(active))
    return active[level]


@public
def make_dual(tensor: Any, tangent: Any, *, level: int | None = None) -> Any:
    """Attach a tangent to a tensor.

    Args:
        tensor: the primal, floating point or complex.
        tangent: the direction, of the same shape. It is used without a copy if its dtype, its memory layout and the
            size of its memory are those of the primal. A real tangent of another dtype is cast. The tangent may have a
            history, and it may be a dual tensor of another level.
        level: the number of an outer level. Default: the innermost level.

    Returns:
        a view of ``tensor`` that carries ``tangent``. It is differentiable with respect to both.

    Raises:
        RuntimeError: if no level is active; if shapes, dtypes or devices do not match; if ``tensor`` or ``tangent``
            already has a tangent at this level.
        ValueError: if one of them is neither floating point nor complex.

    >>> import wengert
    >>> from wengert.autograd import forward_ad
    >>> with forward_ad.dual_level():
    ...     x = forward_ad.make_dual(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 0.0]))
    ...     (x * x).sum()
    tensor(5., tangent=2.0)
    """
    if override.on and _typed(tensor, tangent) and (overriding := override.find(tensor, tangent)):
        return override.call(overriding, make_dual, (tensor, tangent), {} if level is None else {"level": level})
    number = _number("make_dual", level)
    if number is None:
        raise errors.forward.no_level()
    for what, value in (("tensor", tensor), ("tangent", tangent)):
        if not isinstance(value, TensorBase):
            raise errors.forward.not_a_tensor("make_dual", what, value)
        if any_sparse([value._wg_data]):
            raise NotImplementedError(
                f"make_dual: expected a dense {what}, got a sparse one. Make its values dual, then a tensor of them"
            )
    for what, value in (("primal", tensor), ("tangent", tangent)):
        if not dtypes.is_inexact(value._wg_data.dtype):
            raise errors.forward.not_differentiable(what, value.dtype)
    tensor._wg_refresh()
    tangent._wg_refresh()
    if tensor.shape != tangent.shape:
        raise errors.forward.tangent_size(tensor.shape, tangent.shape)
    if tensor.device != tangent.device:
        raise errors.forward.tangent_device(tensor.device, tangent.device)
    if tangent.dtype.is_complex and not tensor.dtype.is_complex:
        raise errors.forward.tangent_kind(tensor._wg_data.dtype, tangent._wg_data.dtype)
    shown = len(local.state.dual or duals) - 1 if level is None else level
    if tangent_of(tensor, number) is not None:
        raise errors.forward.second_tangent(shown)
    if tangent_of(tangent, number) is not None:
        raise errors.forward.tangent_of_tangent(shown)
    out = _dual(tensor)
    if local.state.carries():
        if tangent._wg_data.dtype != tensor._wg_data.dtype:
            tangent = _to(tangent, dtype=tensor._wg_data.dtype)
        _hold(out, number, _attached(out, _laid_out(tangent, tensor), number))
    return out


@public
def unpack_dual(tensor: Any, *, level: int | None = None) -> UnpackedDualTensor:
    """Return the primal and the tangent of a dual tensor.

    Args:
        tensor: any tensor.
        level: the number of an outer level. Default: the innermost level.

    Returns:
        ``(primal, tangent)``. The primal is a view of ``tensor``. The tangent is None if the tensor has none at the
        level, or if no level is active. Both are differentiable, and both keep their tangents of other levels.

    >>> import wengert
    >>> from wengert.autograd import forward_ad
    >>> with forward_ad.dual_level():
    ...     x = forward_ad.make_dual(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 0.0]))
    ...     forward_ad.unpack_dual(x * x)
    UnpackedDualTensor(primal=tensor([1., 4.]), tangent=tensor([2., 0.]))
    """
    if override.on and _typed(tensor) and (overriding := override.find(tensor)):
        named = {} if level is None else {"level": level}
        return override.call(overriding, unpack_dual, (tensor,), named)  # type: ignore[no-any-return]
    if not isinstance(tensor, TensorBase):
        raise errors.forward.not_a_tensor("unpack_dual", "tensor", tensor)
    return unpack_plain(tensor, level)


def _typed(*tensors: Any) -> bool:
    """Whether the types say what becomes of the tensors. Modes do not see levels: transforms would show theirs, too."""
    return any([isinstance(t, Overridable) for t in tensors])


def unpack_plain(tensor: Any, level: int | None) -> UnpackedDualTensor:
    """:func:`unpack_dual`, whose results are plain tensors: the handler of a type is not called."""
    number = _number("unpack_dual", level)
    if number is None:
        return UnpackedDualTensor(tensor, None)
    out = _primal(tensor)
    tans, tangent = _apart(tensor, number)
    if tans is not tensor._wg_tangents:
        _hold(out, number, _apart(out, number)[0] or {})
    return UnpackedDualTensor(out, tangent if local.state.carries() else None)


# Note [Mixed levels]
# -------------------
# A dual tensor with two levels represents x + e1 x1 + e2 (x2 + e1 x12) + ..., where e1 belongs to the outer level and
# e2 to the inner one. The mixed term is stored as a tangent of the inner level's tangent, because operations look for
# it there. So to find all terms of the outer level, one must also search the tangents of all inner levels.


def _attached(x: Any, tangent: Any, level: int) -> dict[int, Any]:
    """The tangents of ``x`` with ``tangent`` added at ``level``."""
    tans = dict(x._wg_tangents or {})
    for inner, mixed in (tangent._wg_tangents or {}).items():
        if inner > level and inner in duals:
            moving = tans[inner] if inner in tans else make(Meta(x._wg_data).zeros())
            tans[inner] = with_tangents(moving, _attached(moving, mixed, level))
    new, old = strip(tangent, level, True), tans.get(level)
    tans[level] = new if old is None else add(old, new)
    return tans


def _apart(x: Any, level: int) -> tuple[Any, Any]:
    """The tangents of ``x`` without ``level``, and its tangent at ``level``, which keeps its other levels."""
    x._wg_refresh()
    if x._wg_tangents is None:
        return None, None
    tans = dict(x._wg_tangents)
    own = tans.pop(level, None)
    mixed_terms = {}
    for inner, moving in x._wg_tangents.items():
        if inner > level:
            rest, mixed = _apart(moving, level)
            if mixed is not None:
                tans[inner] = with_tangents(moving, rest)
                mixed_terms[inner] = mixed
    if own is not None:
        own = strip(own, level, True)
    elif not mixed_terms:
        return x._wg_tangents, None
    if mixed_terms:
        own = make(Meta(x._wg_data).zeros()) if own is None else own
        own = with_tangents(own, {**(own._wg_tangents or {}), **mixed_terms})
    return tans, own


def _hold(out: Any, level: int, tans: dict[int, Any]) -> None:
    """Set the tangents of a view. At ``level``, and where they differ, they are its own: Note [Where tangents hang]."""
    before = out._wg_tangents or {}
    own = {level, *[k for k in tans if tans[k] is not before.get(k)]}
    view = out._wg_view
    if view is not None:  # views of inference tensors are not tracked
        others = [entry for entry in view.held if entry[0] not in own]
        view.held = (*others, *[(k, None, len(view.chain)) for k in own])
    carry(out, tans)


def _room(x: Any) -> tuple[int, int]:
    """How large the memory of a payload is, in bytes, and where in it the payload lies."""
    whole = arrays.owner(x)
    return whole.nbytes, arrays.address(x) - arrays.address(whole)


def _laid_out(tangent: Any, tensor: Any) -> Any:
    """The tangent, with its dimensions in the primal's memory order.

    It is copied if it lies in a larger or smaller memory than the primal, or at another place: views of both that are
    made by ``as_strided`` must mean the same elements.
    """
    x, t = tensor._wg_data, tangent._wg_data
    if type(x) is Batched or type(t) is Batched or 0 in x.shape:
        return tangent
    if _room(x) != _room(t):
        return clone(tangent)
    dense = arrays.xp_of(x).empty_like(x).strides
    if any(n > 1 and s != d and s != e for n, s, d, e in zip(x.shape, t.strides, dense, x.strides, strict=True)):
        order = sorted(range(x.ndim), key=lambda d: -dense[d])
        back = [order.index(d) for d in range(x.ndim)]
        return permute(contiguous(permute(tangent, dims=order)), dims=back)
    return tangent
