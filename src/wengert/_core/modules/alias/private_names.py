"""Private names of PyTorch that packages import, where they mean something here."""

from __future__ import annotations

from typing import Any

from ...api.generated import functions
from ...api.transforms.vmap import vmap
from ...errors.linalg_errors import LinAlgError
from ...tape.tensor import Tensor


def _vmap(func: Any, in_dims: Any = 0, out_dims: Any = 0, allow_none_pass_through: bool = False) -> Any:
    """``vmap``, as PyTorch keeps it for its own use. Results of None are returned, if that is asked for."""
    if not allow_none_pass_through:
        return vmap(func, in_dims, out_dims)

    def mapped(*args: Any) -> Any:
        absent: list[int] = []

        def present(*args: Any) -> Any:
            results = func(*args)
            if not isinstance(results, tuple):
                return results
            absent[:] = [i for i, result in enumerate(results) if result is None]
            return tuple([result for result in results if result is not None])

        results = vmap(present, in_dims, out_dims)(*args)
        if not absent:
            return results
        found = iter(results)
        return tuple([None if i in absent else next(found) for i in range(len(results) + len(absent))])

    return mapped


def _as_tuple(inp: Any, arg_name: str | None = None, fn_name: str | None = None) -> tuple[bool, tuple[Any, ...]]:
    """Whether an argument is a tuple of tensors, and the tensors."""
    return (True, inp) if isinstance(inp, tuple) else (False, (inp,))


def _construct_standard_basis_for(tensors: Any, tensor_numels: Any) -> tuple[Any, ...]:
    """The unit vectors of all elements of all tensors, one a row: for each tensor its part of every row."""
    rows = functions.eye(sum(tensor_numels))
    parts = zip(tensors, rows.split(list(tensor_numels), 1), strict=True)
    return tuple([part.to(dtype=t.dtype, device=t.device) for t, part in parts])


def _grad_postprocess(inputs: Any, create_graph: bool) -> Any:
    """Gradients without their history, unless a graph was asked for; tuples of tuples too."""
    if create_graph:
        return inputs
    return tuple([g.detach() if isinstance(g, Tensor) else _grad_postprocess(g, False) for g in inputs])


def _tuple_postprocess(res: Any, to_unpack: Any) -> Any:
    """A tuple of results as it was asked for: ``to_unpack`` says, for one or two levels, what was given as a tuple."""
    outer, inner = to_unpack if isinstance(to_unpack, tuple) else (to_unpack, True)
    if not inner:
        res = tuple([one[0] for one in res])
    return res if outer else res[0]


SIZES = {"any": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}


def _sizes(n: int, kind: type = int) -> Any:
    """The annotation of one size for all dimensions, or of one for each of ``n`` (0: of any number)."""
    return kind | tuple[(kind,) * n if n else (kind, ...)]  # type: ignore[misc]


# Private names of PyTorch that packages import, by module: set when such a module is imported as a part of ``torch``.
PRIVATE: dict[str, dict[str, Any]] = {
    "torch._C": {"_LinAlgError": LinAlgError},
    "torch.autograd.functional": {
        "_as_tuple": _as_tuple, "_construct_standard_basis_for": _construct_standard_basis_for,
        "_grad_postprocess": _grad_postprocess, "_tuple_postprocess": _tuple_postprocess,
    },
    "torch._vmap_internals": {"_vmap": _vmap},
    "torch.nn.common_types": {f"_size_{kind}_t": _sizes(n) for kind, n in SIZES.items()}
    | {f"_ratio_{kind}_t": _sizes(n, float) for kind, n in SIZES.items() if kind in ("any", "2", "3")},
}  # fmt: skip
