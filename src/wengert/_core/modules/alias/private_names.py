"""Private names of PyTorch that packages import, where they mean something here."""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

from ...api.generated import functions
from ...api.transforms.vmap import vmap
from ...api.types import SPARSE_TYPES
from ...arrays.arrays import device
from ...arrays.dtypes import dtype
from ...errors.linalg_errors import LinAlgError
from ...ops.random.gamma_draws import standard_gamma
from ...tape.state import local
from ...tape.tensor import Size, Tensor
from ..switches import compiling
from .foreach_lists import FOREACH


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


def _assert(condition: Any, message: str) -> None:
    """An assertion that a compiler can trace."""
    assert condition, message


def _nothing(*args: Any, **kwargs: Any) -> None:
    """Annotations and counts of a compiler, of which there is none."""


def _transforms_run() -> bool:
    """Whether a transform of ``func`` runs in this thread."""
    state = local.state
    return bool(state.vmap or state.transforms or state.dual)


def _standard_normal(shape: Any, dtype: Any, device: Any) -> Any:
    return functions.empty(shape, dtype=dtype, device=device).normal_()


class TracerWarning(Warning):
    """A warning of tracing, which never is given: nothing is traced."""


class JitError(Exception):
    """An error of compiled code, which never is raised: nothing is compiled."""


class OptimizedModule:
    """What compiling a module gives in PyTorch. Here that is the module itself, so nothing is of this type."""


class Late(NamedTuple):
    """A name that is imported when its module is; where it is, below ``modules``."""

    module: str
    name: str


PARALLEL = {name: Late("alias.one_process", name) for name in ("DataParallel", "DistributedDataParallel")}
# Names of PyTorch that packages import, by module: those that it does not document, and those that mean little in one
# process. They are set when the module is imported as a part of ``torch``. ``"*"`` stands for a dictionary of them.
PRIVATE: dict[str, dict[str, Any]] = {
    "torch": {
        "_assert": _assert, "_standard_gamma": standard_gamma, "dsmm": functions.mm, "spmm": functions.mm, **FOREACH,
    },
    "torch._C": {
        "_LinAlgError": LinAlgError, "_are_functorch_transforms_active": _transforms_run,
        "_get_tracing_state": _nothing, "_log_api_usage_once": _nothing,
    },
    "torch._dynamo": {
        **{name: getattr(compiling, name) for name in ("allow_in_graph", "disable", "is_compiling", "reset")},
        **dict.fromkeys(("graph_break", "mark_dynamic", "mark_static", "maybe_mark_dynamic"), _nothing),
        "OptimizedModule": OptimizedModule,
    },
    "torch.autograd.functional": {
        "_as_tuple": _as_tuple, "_construct_standard_basis_for": _construct_standard_basis_for,
        "_grad_postprocess": _grad_postprocess, "_tuple_postprocess": _tuple_postprocess,
    },
    "torch.distributed": {"*": Late("alias.one_process", "DISTRIBUTED")},
    "torch.distributions.transforms": {"_InverseTransform": Late("distributions.invertible", "_InverseTransform")},
    "torch.distributions.utils": {
        "_standard_normal": _standard_normal, "_sum_rightmost": Late("distributions.invertible", "sum_rightmost"),
    },
    "torch.jit": {"TracerWarning": TracerWarning, "Error": JitError},
    "torch.serialization": {"MAP_LOCATION": Any},
    "torch._vmap_internals": {"_vmap": _vmap},
    "torch.nn": PARALLEL,
    "torch.nn.common_types": {f"_size_{kind}_t": _sizes(n) for kind, n in SIZES.items()}
    | {f"_ratio_{kind}_t": _sizes(n, float) for kind, n in SIZES.items() if kind in ("any", "2", "3")},
    "torch.nn.modules.module": {"_IncompatibleKeys": Late("layers.state_dicts", "IncompatibleKeys")},
    "torch.nn.parallel": PARALLEL,
    "torch.nn.utils.stateless": {
        "_reparametrize_module": Late("layers.functional_calls", "reparametrized"),
        "functional_call": Late("layers.functional_calls", "functional_call"),
    },
    "torch.sparse": SPARSE_TYPES,
    "torch.types": {
        "Device": device | str | int | None, "Number": int | float | bool, "Tensor": Tensor,
        "_bool": bool, "_float": float, "_int": int, "_dtype": dtype, "_device": device,
        "_size": list[int] | tuple[int, ...] | Size,
    },
}  # fmt: skip


def served(module: str) -> dict[str, Any]:
    """The private names of a module of ``torch``; what they need is imported now."""
    names: dict[str, Any] = {}
    for name, value in PRIVATE.get(module, {}).items():
        if isinstance(value, Late):
            value = getattr(importlib.import_module(f"..{value.module}", __package__), value.name)
        names |= value if name == "*" else {name: value}
    return names
