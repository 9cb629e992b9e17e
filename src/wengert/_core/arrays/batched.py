"""``Batched``: a payload with one value for each example of a running vmap, and the batch rules that rows share."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from . import arrays, dtypes, reductions

F32, F64 = dtypes.F32, dtypes.F64
ndarray = np.ndarray


class BatchedBase:
    """The fields of :class:`Batched` (compiled, a C struct)."""

    data: Any
    level: int

    def __init__(self, data: Any, level: int) -> None:
        self.data = data
        self.level = level

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.data.shape[1:])

    @property
    def ndim(self) -> int:
        return int(self.data.ndim) - 1

    @property
    def size(self) -> int:
        n = 1
        for s in self.shape:
            n *= s
        return n

    @property
    def batch(self) -> int:
        """The number of examples."""
        return int(self.data.shape[0])

    @property
    def dtype(self) -> Any:
        return self.data.dtype

    @property
    def itemsize(self) -> int:
        return int(self.data.itemsize)

    @property
    def strides(self) -> tuple[int, ...]:
        return tuple(self.data.strides[1:])

    @property
    def levels(self) -> tuple[int, ...]:
        """The vmap levels that have a batch dimension here, outermost first."""
        inner = self.data.levels if type(self.data) is Batched else ()
        return (*inner, self.level)

    def astype(self, dtype: Any, order: Any = "K", *, copy: bool = True) -> Batched:
        return Batched(self.data.astype(dtype, order=order, copy=copy), self.level)

    def copy(self) -> Batched:
        return Batched(self.data.copy(), self.level)

    def __bool__(self) -> bool:
        raise errors.vmap.branch_on_batch()

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise errors.vmap.escaped("numpy()")

    def __repr__(self) -> str:
        return f"Batched(level={self.level}, batch={self.batch}, shape={list(self.shape)}, dtype={self.dtype})"


class Batched(BatchedBase):
    """A payload whose axis 0 is the batch dimension of the vmap ``level``. Its shape is that of one example.

    Under nested vmaps ``data`` may be Batched itself. It always has a smaller level, so that the order of wrappers is
    unique. Operators such as ``+`` are set on this class as on tensors.
    """

    __slots__ = ()
    __array_ufunc__ = None  # ndarray * Batched asks Batched


def levels_of(payload: Any) -> tuple[int, ...]:
    """The vmap levels of a payload, outermost first."""
    if type(payload) is not Batched:
        return ()
    b = payload
    return b.levels if type(b.data) is Batched else (b.level,)


def physical(payload: Any) -> Any:
    """The array under all wrappers."""
    while type(payload) is Batched:
        payload = payload.data
    return payload


# -- moving axes, of batched payloads and others


def insert_axes(p: Any, axis: int, count: int = 1) -> Any:
    """``count`` axes of length one before ``axis`` (a view)."""
    if type(p) is Batched:
        return Batched(insert_axes(p.data, axis + 1, count), p.level)
    return p[(slice(None),) * axis + (None,) * count]


def move_axis(p: Any, source: int, destination: int) -> Any:
    """``p`` with one axis moved (a view)."""
    if source == destination:
        return p
    if type(p) is Batched:
        return Batched(move_axis(p.data, source + 1, destination + 1), p.level)
    order = [i for i in range(p.ndim) if i != source]
    order.insert(destination, source)
    return p.transpose(order)


def repeat_first(p: Any, size: int) -> Any:
    """A leading axis of length ``size`` along which ``p`` is repeated (a read-only view)."""
    if type(p) is Batched:
        return Batched(_repeat(p.data, 1, size), p.level)
    return _repeat(p, 0, size)


def _repeat(p: Any, axis: int, size: int) -> Any:
    if type(p) is Batched:
        return Batched(_repeat(p.data, axis + 1, size), p.level)
    p = p[(slice(None),) * axis + (None,)]
    return arrays.xp_of(p).broadcast_to(p, p.shape[:axis] + (size,) + p.shape[axis + 1 :])


def sum_axis(p: Any, axis: int) -> Any:
    """``p`` summed over one axis."""
    if type(p) is Batched:
        return Batched(sum_axis(p.data, axis + 1), p.level)
    return arrays.xp_of(p).asarray(reductions.total(p, axis, dtype=p.dtype))


def stack_first(ps: list[Any]) -> Any:
    """Stack payloads along a new first axis."""
    batched = [p for p in ps if type(p) is Batched]
    if not batched:
        return arrays.xp_of(*ps).stack(ps)
    level = max(p.level for p in batched)
    size = next(p.batch for p in batched if p.level == level)
    inner = [p.data if type(p) is Batched and p.level == level else repeat_first(p, size) for p in ps]
    return Batched(move_axis(stack_first(inner), 0, 1), level)


def take_first(p: Any, i: int) -> Any:
    """Entry ``i`` of the first axis."""
    if type(p) is Batched:
        return Batched(move_axis(p.data, 1, 0)[i] if type(p.data) is not Batched else take_first(
            move_axis(p.data, 1, 0), i), p.level)  # fmt: skip
    return p[(i, ...)]


# -- entering and leaving a vmap


def enter(p: Any, dim: int, level: int) -> Any:
    """Make axis ``dim`` of ``p`` the batch dimension of ``level`` (a view)."""
    if type(p) is Batched and p.level > level:
        return Batched(enter(p.data, dim + 1, level), p.level)
    return Batched(move_axis(p, dim, 0), level)


def leave(p: Any, dim: int, level: int, size: int) -> Any:
    """Turn the batch dimension of ``level`` into axis ``dim``. A value without one is repeated."""
    if type(p) is Batched:
        if p.level > level:
            return Batched(leave(p.data, dim + 1, level, size), p.level)
        if p.level == level:
            return move_axis(p.data, 0, dim)
    return move_axis(repeat_first(p, size), 0, dim)


def sum_level(p: Any, level: int) -> Any:
    """``p`` summed over the examples of ``level``."""
    if p.level == level:
        return sum_axis(p.data, 0)
    return Batched(sum_level(p.data, level), p.level)


def promote(p: Any, levels: tuple[int, ...], sizes: dict[int, int]) -> Any:
    """A copy of ``p`` with its own memory for every example of ``levels``."""
    for level in levels:
        if level not in levels_of(p):
            p = enter(leave(p, 0, level, sizes[level]), 0, level)
    return p.copy()


def with_room(payloads: list[Any], levels: tuple[int, ...], sizes: dict[int, int]) -> list[Any]:
    """Copy payloads that share memory for every example of ``levels``. The copies share memory in the same way."""
    copies = arrays.repeated([physical(p) for p in payloads], tuple([sizes[k] for k in levels]))
    found = []
    for p, a in zip(payloads, copies, strict=True):
        axes = (*levels, *levels_of(p))
        order = sorted(range(len(axes)), key=axes.__getitem__)
        a = a.transpose(*order, *range(len(axes), a.ndim))
        for i in order:
            a = Batched(a, axes[i])
        found.append(a)
    return found


def sizes_of(p: Any) -> dict[int, int]:
    """Batch size by level."""
    sizes = {}
    while type(p) is Batched:
        sizes[p.level] = p.batch
        p = p.data
    return sizes


# -- calling an operation on batched payloads


def alike(values: Any) -> bool:
    """Whether payloads are all float32 or all float64, and all other values are Python numbers or None."""
    first = None
    for v in values:
        t = type(v)
        if t is ndarray or t is Batched:
            d = v.dtype
            if first is None:
                first = d
                if d is not F32 and d is not F64:
                    return False
            elif d is not first:
                return False
        elif t is not float and t is not int and v is not None:
            return False
    return first is not None


def aligned(values: Any) -> Any:
    """Return the payloads as arrays that broadcast, and their levels. Batch dimensions come first, then the example's.

    Without levels, return None in place of the arrays. Values that are not payloads stay as they are.
    """
    levels: Any = ()
    rank = 0
    for v in values:
        if type(v) is Batched:
            b = v
            mine = levels_of(b)
            if levels != mine:
                levels = tuple(sorted({*levels, *mine})) if levels else mine
            own = b.data.ndim - 1  # if that is batched, too, this is the ndim of its example
        else:
            own = getattr(v, "ndim", 0)
        if own > rank:
            rank = own
    if not levels:
        return None, levels
    found = []
    for v in values:
        if type(v) is Batched:
            b = v
            mine, data = levels_of(b), physical(b)
            missing = rank - data.ndim + len(mine)
            if missing or mine != levels:
                data = data[tuple([slice(None) if k in mine else None for k in levels]) + (None,) * missing]
            found.append(data)
        else:
            found.append(v)
    return found, levels


def over(array: Any, levels: Any) -> Any:
    """Wrap an array whose first axes are the batch dimensions of ``levels``."""
    for level in levels:
        array = Batched(array, level)
    return array


def by_batch_rule(op: Any, values: Any, params: Any) -> Any:
    """Call ``op`` through its batch rule at the innermost level among ``values``.

    The rule may change arguments that the kernel would refuse into some that it accepts. So the row's ``check`` comes
    first, on values with the shapes of one example.
    """
    check = op.options.get("check")
    if check is not None:
        check(*values, **(params or {}))
    level: Any = 0  # the outermost vmap has level 1
    for v in values:
        if type(v) is Batched:
            b = v
            if b.level > level:
                level = b.level
    size: Any = None
    args, flags = [], []
    for v in values:
        mine = False
        if type(v) is Batched:
            b = v
            if b.level == level:
                mine = True
                v = b.data
                size = v.shape[0]
        args.append(v)
        flags.append(mine)
    out = op.batch_rule(op, size, tuple(args), tuple(flags), params)
    if isinstance(out, tuple):
        return tuple([Batched(o, level) for o in out])
    return Batched(out, level)


def batch_pointwise(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """Make the ranks of the examples equal; broadcasting does the rest."""
    rank = max((a.ndim - f for a, f in zip(args, flags, strict=True) if hasattr(a, "ndim")), default=0)
    values = [
        insert_axes(a, 1, rank - a.ndim + 1) if f and a.ndim - 1 < rank else a
        for a, f in zip(args, flags, strict=True)
    ]  # fmt: skip
    return op(*values, **(params or {}))


def together(size: int, args: Any, flags: Any) -> list[Any]:
    """All array arguments, each with the batch dimension in front."""
    return [repeat_first(a, size) if not f and hasattr(a, "ndim") else a for a, f in zip(args, flags, strict=True)]


def batch_together(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """For kernels that treat leading dimensions as a batch if all arrays have them."""
    return op(*together(size, args, flags), **(params or {}))


_DIMS = frozenset(("dim", "dim0", "dim1", "dim2", "dims", "source", "destination"))


def shift(dim: int, ndim: int) -> int:
    """Convert a dim of one example (of rank ``ndim``) to an axis of the batch."""
    n = max(ndim, 1)
    if not -n <= dim < n:
        raise errors.calls.dim_range(dim, ndim)
    return dim % n + 1


def batch_dims(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """Shift the parameters that name dims past the batch dimension."""
    values = together(size, args, flags)
    ndim = values[0].ndim - 1
    scalar = ndim == 0
    if scalar:  # torch accepts dims 0 and -1 for a 0-d value
        values = [insert_axes(v, 1) if hasattr(v, "ndim") and v.ndim == 1 else v for v in values]
        ndim = 1
    shifted = dict(params or {})
    for name in _DIMS & shifted.keys():
        d = shifted[name]
        if d is None or (isinstance(d, tuple) and not d and name == "dim"):
            shifted[name] = tuple(range(1, ndim + 1))
        elif isinstance(d, (tuple, list)):
            shifted[name] = tuple(shift(i, ndim) for i in d)
        else:
            shifted[name] = shift(d, ndim)
    out = op(*values, **shifted)
    if not scalar:
        return out
    return tuple(map(_drop, out)) if isinstance(out, tuple) else _drop(out)


def _drop(p: Any) -> Any:
    return p if p.ndim == 1 else _drop_at(p, 1)


def _drop_at(p: Any, axis: int) -> Any:
    if type(p) is Batched:
        return Batched(_drop_at(p.data, axis + 1), p.level)
    return p[(slice(None),) * axis + (0,)]


def batch_shape(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """Put the batch size in front of the parameter ``shape`` or ``size``."""
    name = "shape" if "shape" in params else "size"
    target = tuple(params[name])
    values = []
    for a, f in zip(args, flags, strict=True):
        if f and op.name == "expand" and a.ndim - 1 < len(target):
            a = insert_axes(a, 1, len(target) - a.ndim + 1)
        values.append(a)
    return op(*values, **{**params, name: (size, *target)})


def no_examples(op: Any, args: Any, flags: Any, params: Any) -> Any:
    """The result for an empty batch. One example of zeros shows its shape and dtype."""
    out = op(*[_drop_zero(a, 0) if f else a for a, f in zip(args, flags, strict=True)], **(params or {}))
    return tuple(repeat_first(o, 0).copy() for o in out) if isinstance(out, tuple) else repeat_first(out, 0).copy()


def _drop_zero(p: Any, axis: int) -> Any:
    """Zeros in the shape of ``p`` without ``axis``, along which it is empty."""
    if type(p) is Batched:
        return Batched(_drop_zero(p.data, axis + 1), p.level)
    return arrays.xp_of(p).zeros((*p.shape[:axis], *p.shape[axis + 1 :]), p.dtype)


_looped: set[str] = set()


def batch_loop(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """Call the operation once per example."""
    if op.name not in _looped:
        _looped.add(op.name)
        errors.text.warn(f"vmap: {op.name} has no batch rule and runs in a loop over {size} examples.")
    if not size:
        return no_examples(op, args, flags, params)
    outs = [
        op(*[take_first(a, i) if f else a for a, f in zip(args, flags, strict=True)], **(params or {}))
        for i in range(size)
    ]
    if isinstance(outs[0], tuple):
        return tuple(stack_first(list(o)) for o in zip(*outs, strict=True))
    return stack_first(outs)
