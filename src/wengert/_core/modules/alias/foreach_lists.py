"""Operations on lists of tensors, ``torch._foreach_add_`` and the like, which optimisers of other packages call.

PyTorch does not document them. There they save launches of kernels; here a list is a loop over its tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import errors
from ...api.generated import functions, linalg_functions
from ...tape.tensor import Tensor, TensorBase

BOTH_FORMS = """
    abs acos add addcdiv addcmul asin atan ceil clamp_max clamp_min cos cosh div erf erfc exp expm1 floor frac lerp
    lgamma log log10 log1p log2 maximum minimum mul neg pow reciprocal round rsqrt sigmoid sign sin sinh sqrt sub tan
    tanh trunc
"""
NEW_ONLY = "clone max mm"
IN_PLACE_ONLY = "copy_ zero_"
CLAMPS = {"maximum": "clamp_min", "minimum": "clamp_max"}  # a number may stand for the other tensors


def _for_each(lists: tuple[Any, ...], options: dict[str, Any]) -> list[tuple[list[Any], dict[str, Any]]]:
    """The arguments of each call: a list gives each call its own, other values are for all calls."""
    counts = [len(values) for values in lists if isinstance(values, list | tuple)]
    count = counts[0] if counts else 0
    if not count:
        raise errors.alias.none_given()
    own: list[list[Any]] = []
    for values in (*lists, *options.values()):
        listed = isinstance(values, list | tuple)
        if listed and len(values) != count:
            if not values or isinstance(values[0], TensorBase):
                raise errors.alias.different_lengths(count, len(values))
            raise RuntimeError("Tensor list must have same number of elements as scalar list.")
        own.append(list(values) if listed else [values] * count)
    n = len(lists)
    rows = zip(*own, strict=True)
    return [(list(row[:n]), dict(zip(options, row[n:], strict=True))) for row in rows]


def _scalars(name: str, lists: tuple[Any, ...]) -> tuple[Any, ...]:
    """The factors of addcmul and addcdiv may be one tensor, with a number for each call."""
    if name in ("addcmul", "addcdiv") and len(lists) == 4 and isinstance(lists[3], Tensor):
        return (*lists[:3], lists[3].tolist())
    return lists


def _call(kernel: Callable[..., Any], name: str, args: list[Any], options: dict[str, Any]) -> Any:
    if name in ("addcmul", "addcdiv") and len(args) == 4:
        options = {**options, "value": args.pop()}
    elif name in ("add", "sub") and len(args) == 3:
        options = {**options, "alpha": args.pop()}
    return kernel(*args, **options)


def _new(name: str) -> Callable[..., Any]:
    def each(*lists: Any, **options: Any) -> tuple[Any, ...]:
        calls = _for_each(_scalars(name, lists), options)
        return tuple([_call(_one(name, args), name, args, named) for args, named in calls])

    return each


def _one(name: str, args: list[Any]) -> Callable[..., Any]:
    if name in CLAMPS and not isinstance(args[1], TensorBase):
        name = CLAMPS[name]
    return getattr(functions, name)  # type: ignore[no-any-return]


def _in_place(name: str) -> Callable[..., Any]:
    def each(*lists: Any, **options: Any) -> Any:
        calls = _for_each(_scalars(name, lists), options)
        for args, named in calls:
            _call(_one_in_place(name, args), name, args, named)
        return lists[0]

    return each


def _one_in_place(name: str, args: list[Any]) -> Callable[..., Any]:
    if name in CLAMPS:
        return lambda x, other: x.copy_(_one(name, args)(x, other))
    return getattr(Tensor, name if name.endswith("_") else name + "_")  # type: ignore[no-any-return]


def _norm(tensors: Any, ord: Any = 2, dtype: Any = None) -> tuple[Any, ...]:  # noqa: A002
    return tuple([linalg_functions.vector_norm(x, ord, dtype=dtype) for (x,), _ in _for_each((tensors,), {})])


def _powsum(tensors: Any, ord: Any = 2, dtype: Any = None) -> tuple[Any, ...]:  # noqa: A002
    """The sums that norms are roots of."""
    return tuple([(x if dtype is None else x.to(dtype)).abs().pow(ord).sum() for (x,), _ in _for_each((tensors,), {})])


def _grouped(lists: Any, with_indices: bool = False) -> dict[Any, tuple[list[list[Any]], list[int]]]:
    """Lists of tensors, cut where those of the first list differ in device or dtype; and where each stood, if asked.

    The other lists are empty, or as long as the first. They hold tensors and None.
    """
    first = lists[0] if lists else ()
    if not first:
        raise errors.alias.none_given()
    groups: dict[Any, tuple[list[list[Any]], list[int]]] = {}
    for rest in lists:
        if rest and len(rest) != len(first):
            raise errors.alias.different_lengths(len(first), len(rest))
    for i, x in enumerate(first):
        parts, indices = groups.setdefault((x.device, x.dtype), ([[] for _ in lists], []))
        for part, values in zip(parts, lists, strict=True):
            part.extend(values[i : i + 1])
        if with_indices:
            indices.append(i)
    return groups


def _is_listed(tensors: Any, device: Any) -> bool:
    """Whether operations take a list of these tensors: subclasses may have operations of their own."""
    return all(x is None or type(x) is Tensor for x in tensors)


def _listing_devices() -> list[str]:
    return ["cuda"]  # those on which PyTorch's optimisers ask for lists by themselves


def _fusing_devices() -> list[str]:
    return ["cpu", "cuda"]


def _made() -> dict[str, Callable[..., Any]]:
    made = {f"_foreach_{name}": _new(name) for name in (BOTH_FORMS + NEW_ONLY).split()}
    made |= {f"_foreach_{name}_": _in_place(name) for name in BOTH_FORMS.split()}
    made |= {f"_foreach_{name}": _in_place(name) for name in IN_PLACE_ONLY.split()}
    made |= {"_foreach_norm": _norm, "_foreach_powsum": _powsum}
    for name, each in made.items():
        each.__name__ = each.__qualname__ = name
    return made


FOREACH = _made()
GROUPED = {
    "_group_tensors_by_device_and_dtype": _grouped, "_has_foreach_support": _is_listed,
    "_foreach_supported_types": [Tensor],
    "_get_foreach_kernels_supported_devices": _listing_devices, "_get_fused_kernels_supported_devices": _fusing_devices,
}  # fmt: skip
