"""Private names of PyTorch that packages import, where they mean something here."""

from __future__ import annotations

import enum
import importlib
import operator
import typing
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, Final, NamedTuple

import numpy as np

from ... import errors
from ...api import custom_ops, overrides, printing, trees
from ...api.generated import functions, masked_functions
from ...api.grad_mode import Decorating
from ...api.transforms.vmap import vmap
from ...api.typed_storage import TypedStorage
from ...api.types import CUDA_TYPES, NO_DTYPES, NO_LAYOUTS, SPARSE_TYPES
from ...api.untyped_storage import UntypedStorage
from ...api.variable import Variable
from ...arrays import dtypes
from ...arrays.arrays import cuda_available, device
from ...arrays.dtypes import dtype
from ...dispatch.override import NOTHING
from ...errors.linalg_errors import LinAlgError
from ...ops.nn import activation
from ...ops.random.gamma_draws import standard_gamma
from ...tape.state import local
from ...tape.tensor import Size, Tensor
from ..switches import compiling
from ..switches.hardware import get_device_module
from .foreach_lists import FOREACH, GROUPED
from .versions import TorchVersion


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


ALSO_FUNCTIONAL = """
    atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod cdist chain_matmul
    einsum istft meshgrid norm pca_lowrank split stft svd_lowrank tensordot unique unique_consecutive unravel_index
"""
CASTS = ("Byte", "Char", "Double", "Float", "Half", "Int", "Long", "Short")
SIZES = {"any": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}


def _sizes(n: int, kind: type = int) -> Any:
    """The annotation of one size for all dimensions, or of one for each of ``n`` (0: of any number)."""
    return kind | tuple[(kind,) * n if n else (kind, ...)]  # type: ignore[misc]


def _assert(condition: Any, message: str) -> None:
    """An assertion that a compiler can trace."""
    assert condition, message


def _nothing(*args: Any, **kwargs: Any) -> None:
    """Annotations and counts of a compiler, of which there is none."""


def _parse_args(*kinds: str) -> Callable[[Any], Any]:
    """A decorator of functions that say how an operation is exported: they stay as they are, and none is called."""
    return compiling.export


def _transforms_run() -> bool:
    """Whether a transform of ``func`` runs in this thread."""
    state = local.state
    return bool(state.vmap or state.transforms or state.dual)


def _no(*args: Any) -> bool:
    """What is asked about a compiler, of which there is none."""
    return False


def _no_kernels() -> str:
    """Which of PyTorch's kernels the processor runs: none but those of every processor."""
    return "DEFAULT"


def _check(cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise an error unless a condition holds. The message is made by a function."""
    if not cond:
        raise errors.alias.not_true(None if message is None else message())


def _assert_async(self: Any, assert_msg: str | None = None) -> None:
    """Raise an error if the one value of a tensor is zero."""
    if not self.item():
        raise errors.alias.is_zero(assert_msg)


def _shape_as_tensor(self: Any) -> Any:
    return functions.tensor(self.shape, dtype=dtypes.int64)


def _has_compatible_shallow_copy_type(self: Any, from_: Any) -> bool:
    """Whether ``self.data = from_`` is possible: dense, coordinates and compressed layouts are three kinds."""
    kinds = [str(t.layout).rpartition(".")[2].removesuffix("csr").removesuffix("csc") for t in (self, from_)]
    return kinds[0] == kinds[1] and bool(self.device.type == from_.device.type)


def _standard_normal(shape: Any, dtype: Any, device: Any) -> Any:
    return functions.empty(shape, dtype=dtype, device=device).normal_()


def _tensor_str(self: Any, indent: int) -> str:
    """The elements of a tensor as they are printed, without its name around them."""
    return printing._values(self.detach().cpu().numpy(), indent)


class PrintOptions:
    """The settings of ``set_printoptions``."""

    def __getattr__(self, name: str) -> Any:
        return getattr(printing.options, name)


class DatasetKind:
    """What a loader iterates over: items by index, or a stream of them."""

    Map, Iterable = 0, 1


class OptState(enum.Enum):
    """What a scaler of gradients has done to an optimiser since its last update."""

    READY, UNSCALED, STEPPED = range(3)


def _softmax_backward_data(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    """The gradient of the input of a softmax along ``dim``."""
    return activation._softmax_slope(grad_output, output, dim=dim).to(input_dtype)


def _generate_state(base_seed: int, worker_id: int) -> list[int]:
    """Four words of a worker's own, to seed other generators with."""
    low, high = base_seed & 0xFFFFFFFF, base_seed >> 32
    return [int(word) for word in np.random.SeedSequence([worker_id, low, high, 0]).generate_state(4)]


def _add_suffixes(tensor_str: str, suffixes: Sequence[str], indent: int, force_newline: bool) -> str:
    """Printed elements with notes behind them, as of the dtype, and the bracket."""
    return printing._append(tensor_str, suffixes, indent) + ")"


def _take_tensors(tensors: Iterable[Any], size_limit: int) -> Iterator[list[Any]]:
    """Lists of tensors of one type, of at most so many bytes each, unless a tensor alone has more."""
    taken: dict[str, list[Any]] = {}
    for t in tensors:
        kept = taken.setdefault(t.type(), [])
        if kept and sum(one.nbytes for one in [*kept, t]) > size_limit:
            yield taken.pop(t.type())
            kept = taken[t.type()] = []
        kept.append(t)
    yield from taken.values()


def _without_gpu() -> bool:
    return not cuda_available()


def _available_type() -> str | None:
    """The kind of device that computes beside the CPU, if there is one."""
    return "cuda" if cuda_available() else None


def _element_size(dtype: dtype) -> int:
    """The number of bytes of an element."""
    return dtype.itemsize


def _flat(tensors: Sequence[Any]) -> Any:
    """All elements of tensors, one after the other."""
    return functions.cat([t.reshape(-1) for t in tensors])


def _unflat(flat: Any, tensors: Sequence[Any]) -> tuple[Any, ...]:
    """The parts of a flat tensor in the shapes of tensors."""
    parts = flat.split([t.numel() for t in tensors])
    return tuple([part.view(t.shape) for part, t in zip(parts, tensors, strict=True)])


class TracerWarning(Warning):
    """A warning of tracing, which never is given: nothing is traced."""


class JitError(Exception):
    """An error of compiled code or of its compiler, which never is raised: nothing is compiled."""


class Symbol:
    """The type of a size that a compiler does not know yet. Sizes are Python's numbers, so nothing is of this type."""


class FakeTensor:
    """The type of a tensor without values, with which a compiler runs functions. Nothing is of this type."""


class OptimizedModule:
    """What compiling a module gives in PyTorch. Here that is the module itself, so nothing is of this type."""


class Broadcasting:
    """The annotation of a list that a compiler makes of one number, ``BroadcastingList2[int]``: the number's."""

    def __getitem__(self, kind: Any) -> Any:
        return kind


def _register_fake(op: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None, **options: Any) -> Any:
    """``library.register_fake``, which has no effect, also for operations that a compiled library would have made."""
    if isinstance(op, str) and op not in custom_ops.OPERATIONS:
        return compiling.export if func is None else func
    return custom_ops.register_fake(op, func, lib=lib, **options)


class Late(NamedTuple):
    """A name that is imported when its module is; where it is, below ``modules``."""

    module: str
    name: str


def _node_type(tree: Any) -> Any:
    """What a container is registered as."""
    return namedtuple if trees.is_namedtuple_instance(tree) else type(tree)  # noqa: PYI024


def _is_structseq(tree: Any) -> bool:
    """Whether a tuple is one of C's, as of ``time.localtime()``. Those that operations return are namedtuples here."""
    kind = type(tree)
    counts = ("n_fields", "n_sequence_fields", "n_unnamed_fields")
    return kind.__bases__ == (tuple,) and all(isinstance(getattr(kind, name, None), int) for name in counts)


def _leaf_spec() -> Any:
    """The structure of a leaf."""
    return trees.tree_structure(None)


def _of_containers() -> dict[str, Any]:
    """How each kind of container is flattened, which packages call to flatten containers that hold one."""
    made: dict[str, Any] = {
        "LeafSpec": _leaf_spec, "SUPPORTED_NODES": trees.KINDS, "_get_node_type": _node_type,
        "is_structseq_instance": _is_structseq,
    }  # fmt: skip
    for stem, kind in CONTAINERS.items():
        made[f"_{stem}_flatten"], made[f"_{stem}_unflatten"], made[f"_{stem}_flatten_with_keys"] = trees.KINDS[kind]
    return made


ASKING = (
    "handle_torch_function",
    "has_torch_function",
    "has_torch_function_unary",
    "has_torch_function_variadic",
)
COMPILERS = ("allow_in_graph", "assume_constant_result", "disable", "is_compiling", "reset")
MARKS = ("graph_break", "mark_dynamic", "mark_static", "mark_static_address", "maybe_mark_dynamic")
CONTAINERS = {
    "tuple": tuple, "list": list, "dict": dict, "ordereddict": OrderedDict, "defaultdict": defaultdict, "deque": deque,
    "namedtuple": namedtuple,  # noqa: PYI024
}  # fmt: skip
FUTURES = {name: Late("alias.futures", name) for name in ("Future", "collect_all", "wait_all")}
OF_VALUES = ("_CorrCholesky", "_GreaterThan", "_IndependentConstraint", "_Interval", "_Real", "_Simplex")
OF_VECTORS = {
    "_batch_mahalanobis": "squared_length", "_batch_mv": "apply_to_vectors",
    "_precision_to_scale_tril": "factor_of_inverse",
}  # fmt: skip
FILLED = {
    "fill_": "constant_", "normal_": "normal_", "trunc_normal_": "trunc_normal_", "uniform_": "uniform_",
    "zero_": "zeros_",
}  # fmt: skip
REBUILT = (
    "rebuild_parameter",
    "rebuild_parameter_with_state",
    "rebuild_tensor",
    "rebuild_tensor_v2",
    "rebuild_tensor_v3",
)
QUANTISING = [
    place + part
    for place in ("ao.quantization", "quantization")
    for part in ("", ".fake_quantize", ".observer", ".qconfig", ".stubs")
]
SHARDED_IN = ("", ".api", ".fully_sharded_data_parallel")
SAMPLERS = ("BatchSampler", "RandomSampler", "Sampler", "SequentialSampler")
COLLATING = """
    collate collate_float_fn collate_int_fn collate_numpy_array_fn collate_numpy_scalar_fn collate_str_fn
    collate_tensor_fn default_collate default_collate_fn_map default_convert
"""
PARALLEL = {"*": Late("alias.one_process", "PARALLEL")}
# Names of PyTorch that packages import, by module: those that it does not document, and those that mean little in one
# process. They are set when the module is imported as a part of ``torch``. ``"*"`` stands for a dictionary of them.
VERSION = TorchVersion("2.13.0+wengert")  # packages compare it: the version whose documentation wengert follows
PRIVATE: dict[str, dict[str, Any]] = {
    "torch.version": {"__version__": VERSION},
    "functorch": {"*": Late("alias.functional_modules", "FUNCTIONAL")},
    "torch": {
        "_assert": _assert, "_assert_async": _assert_async, "_check": _check, "_disable_dynamo": compiling.disable,
        "_shape_as_tensor": _shape_as_tensor,
        "_has_compatible_shallow_copy_type": _has_compatible_shallow_copy_type,
        "_standard_gamma": standard_gamma, "dsmm": functions.mm, "spmm": functions.mm, **FOREACH,
        "_softmax_backward_data": _softmax_backward_data, **NO_DTYPES, **NO_LAYOUTS,
        "*": Late("alias.refusals", "TOP"),
        "sym_float": float, "sym_int": int, "sym_max": max, "sym_min": min, "sym_not": operator.not_,
        "ScriptFunction": compiling.ScriptFunction, "ScriptModule": compiling.ScriptModule,
        "DeviceObjType": device, "Future": FUTURES["Future"], "SymBool": Symbol, "SymFloat": Symbol, "SymInt": Symbol,
        **{f"_cast_{name}": getattr(Tensor, name.lower()) for name in CASTS},
    },
    "torch._C": {
        "_disabled_torch_function_impl": NOTHING,
        "_LinAlgError": LinAlgError, "_TensorMeta": type(Tensor), "_are_functorch_transforms_active": _transforms_run,
        "_get_tracing_state": _nothing, "_is_tracing": _no, "_mps_is_available": _no, "_log_api_usage_once": _nothing,
        "_jit_set_profiling_executor": _nothing, "_jit_set_profiling_mode": _nothing,
        "*": Late("alias.compiled_part", "COMPILED"),
    },
    "torch._C._functorch": {"*": Late("alias.compiled_part", "BATCHES")},
    "torch._C._nn": {"_parse_to": Late("layers.module_conversions", "parsed")},
    "torch._custom_ops": {},
    "torch._tensor": {"_rebuild_from_type_v2": Late("files.rebuilding", "rebuild_from_type_v2")},
    "torch._tensor_str": {"PRINT_OPTS": PrintOptions(), "_add_suffixes": _add_suffixes, "_tensor_str": _tensor_str},
    "torch._utils": {
        **{f"_{name}": Late("files.rebuilding", name) for name in REBUILT},
        "_element_size": _element_size, "_flatten_dense_tensors": _flat, "_unflatten_dense_tensors": _unflat,
        "_take_tensors": _take_tensors,
        "_get_available_device_type": _available_type, "_get_device_module": get_device_module,
    },
    "torch._dynamo": {
        **{name: getattr(compiling, name) for name in COMPILERS},
        **dict.fromkeys(MARKS, _nothing),
        "OptimizedModule": OptimizedModule, "is_dynamo_supported": _no,
    },
    "torch._dynamo.config": {"*": Late("alias.compiler_settings", "TRACING")},
    "torch._dynamo.exc": {"TensorifyScalarRestartAnalysis": JitError, "TorchDynamoException": JitError},
    "torch._dynamo.eval_frame": {"OptimizedModule": OptimizedModule},
    "torch._dynamo.utils": {"disable_cache_limit": nullcontext, "is_compile_supported": _no},
    "torch._dynamo._trace_wrapped_higher_order_op": {
        "TransformGetItemToIndex": nullcontext,  # within it, vmap takes x[i] of a batched i: here it always does
    },
    "torch._functorch": {},
    "torch._functorch.config": {"*": Late("alias.compiler_settings", "GRADIENTS")},
    "torch._higher_order_ops": {"associative_scan": Late("alias.scans", "associative_scan")},
    "torch._higher_order_ops.associative_scan": {"associative_scan": Late("alias.scans", "associative_scan")},
    "torch._functorch.pyfunctorch": {"*": Late("alias.compiled_part", "INTERPRETERS")},
    "torch._functorch.vmap": {"*": Late("alias.compiled_part", "VMAP")},
    "torch._inductor": {},
    "torch._inductor.config": {"*": Late("alias.compiler_settings", "KERNELS")},
    "torch._jit_internal": {"_copy_to_script_wrapper": compiling.export},
    "torch._subclasses": {},
    "torch._subclasses.fake_tensor": {
        "FakeTensor": FakeTensor, "is_fake": _no, "_is_tensor_constructor": _no, "unset_fake_temporarily": nullcontext,
    },
    "torch.ao": {},
    **{f"torch.{name}": {"*": Late("alias.unquantised", "QUANTIZATION")} for name in QUANTISING},
    "torch.autograd": {"_is_checkpoint_valid": Variable._execution_engine.is_checkpoint_valid},
    "torch.autograd.functional": {
        "_as_tuple": _as_tuple, "_construct_standard_basis_for": _construct_standard_basis_for,
        "_grad_postprocess": _grad_postprocess, "_tuple_postprocess": _tuple_postprocess,
    },
    "torch.backends": {},
    "torch.backends.cpu": {"get_cpu_capability": _no_kernels},
    "torch.backends.opt_einsum": {"enabled": False, "is_available": _no, "strategy": None},
    "torch.backends.quantized": {"engine": "none", "supported_engines": ["none"]},
    "torch.cuda": {
        **CUDA_TYPES, "*": Late("alias.refusals", "CUDA"), "is_current_stream_capturing": _no,
        "_initialized": False,  # else programs keep the states of generators, too: here the CPU's draws for all devices
    },
    "torch.distributed": {"*": Late("alias.one_process", "DISTRIBUTED")},
    "torch.distributed._composable": {},
    "torch.distributed._composable.fsdp": {"*": Late("alias.one_process", "SHARDED_MODULES")},
    "torch.distributed._tensor": {"*": Late("alias.one_process", "SHARDED")},
    "torch.distributed._tensor.experimental": {"*": Late("alias.one_process", "SHARDED_CALLS")},
    "torch.distributed.autograd": {"*": Late("alias.one_process", "AUTOGRAD")},
    "torch.distributed.elastic": {},
    "torch.distributed.elastic.multiprocessing": {},
    "torch.distributed.elastic.multiprocessing.errors": {"record": compiling.export},
    **{f"torch.distributed.fsdp{part}": {"*": Late("alias.one_process", "SHARDED_MODULES")} for part in SHARDED_IN},
    "torch.distributed.device_mesh": {"*": Late("alias.one_process", "MESHES")},
    "torch.distributed.nn": {"*": Late("alias.one_process", "COLLECTIVES")},
    "torch.distributed.nn.functional": {"*": Late("alias.one_process", "COLLECTIVES")},
    "torch.distributed.optim": {"*": Late("alias.one_process", "SHARDED_STATE")},
    "torch.distributed.rpc": {"*": Late("alias.one_process", "REMOTE")},
    "torch.distributed.tensor": {"*": Late("alias.one_process", "SHARDED")},
    "torch.distributed.tensor.experimental": {"*": Late("alias.one_process", "SHARDED_CALLS")},
    "torch.distributions.constraints": {name: Late("distributions.constraints", name) for name in OF_VALUES},
    "torch.distributions.kl": {"_KL_REGISTRY": Late("distributions.divergence", "_KL_REGISTRY")},
    "torch.distributions.multivariate_normal": {
        **{name: Late("distributions.multivariate", ours) for name, ours in OF_VECTORS.items()},
        "Distribution": Late("distributions.distribution", "Distribution"),
    },
    "torch.distributions.transforms": {
        "_InverseTransform": Late("distributions.invertible", "_InverseTransform"),
        "_clipped_sigmoid": Late("distributions.elementwise_transforms", "clipped_sigmoid"),
    },
    "torch.distributions.utils": {
        "_standard_normal": _standard_normal, "_sum_rightmost": Late("distributions.invertible", "sum_rightmost"),
    },
    "torch.functional": {
        "__all__": ALSO_FUNCTIONAL.split(), **{name: getattr(functions, name) for name in ALSO_FUNCTIONAL.split()},
    },
    "torch.futures": FUTURES,
    "torch.fx": {"*": Late("alias.untraced", "FX")},
    "torch.fx.experimental": {},
    "torch.fx.experimental.proxy_tensor": {"get_proxy_mode": _nothing},
    "torch.fx.node": {"*": Late("alias.untraced", "NODE")},
    "torch.hub": {"*": Late("alias.downloads", "HUB")},
    "torch.jit": {
        "TracerWarning": TracerWarning, "Error": JitError, "Final": Final, "Future": FUTURES["Future"],
        "_overload": compiling.export, "_overload_method": compiling.export, "interface": compiling.export,
        "*": Late("alias.untraced", "JIT"),
        "_script_if_tracing": compiling.script_if_tracing,
        **{name: Late("alias.futures", name) for name in ("fork", "wait")},
    },
    "torch.amp.grad_scaler": {"OptState": OptState},
    "torch.cuda.amp.common": {"amp_definitely_not_available": _without_gpu},
    "torch.cuda.amp.grad_scaler": {
        "OptState": OptState, "GradScaler": Late("switches.gradient_scaling", "GradScalerCuda"),
    },
    "torch.jit.annotations": {
        **{f"BroadcastingList{n}": Broadcasting() for n in range(1, 7)},
        **{name: getattr(typing, name) for name in ("Any", "Dict", "Final", "List", "Optional", "Tuple", "Union")},
    },
    "torch.library": {"*": Late("alias.refusals", "SCHEMAS"), "register_fake": _register_fake},
    "torch.masked._ops": {name: getattr(masked_functions, name) for name in masked_functions.__all__},
    "torch.masked": {"*": Late("alias.refusals", "MASKED")},
    "torch.multiprocessing": {"*": Late("alias.processes", "MULTIPROCESSING")},
    "torch.onnx": {"is_in_onnx_export": _no, "register_custom_op_symbolic": _nothing},
    "torch.onnx.symbolic_helper": {"parse_args": _parse_args},
    "torch.onnx.symbolic_opset11": {},
    "torch.ops": {"*": Late("alias.aten_names", "OPS")},
    "torch.serialization": {"DEFAULT_PROTOCOL": 2, "MAP_LOCATION": Any},
    "torch._vmap_internals": {"_vmap": _vmap},
    "torch.nn": PARALLEL,
    "torch.nn.functional": {
        **{name: getattr(overrides, name) for name in ASKING}, "*": Late("alias.attention_parts", "PARTS"),
    },
    "torch.nn._reduction": {"*": Late("alias.names_of_reductions", "REDUCTIONS")},
    "torch.nn.attention.flex_attention": {
        "_DEFAULT_SPARSE_BLOCK_SIZE": Late("layers.block_masks", "BLOCK"),
        "_mask_mod_signature": Callable[..., Any], "_score_mod_signature": Callable[..., Any],
    },
    "torch.nn.common_types": {f"_size_{kind}_t": _sizes(n) for kind, n in SIZES.items()}
    | {f"_ratio_{kind}_t": _sizes(n, float) for kind, n in SIZES.items() if kind in ("any", "2", "3")},
    "torch.nn.init": {f"_no_grad_{name}": Late("layers.init", ours) for name, ours in FILLED.items()},
    "torch.nn.modules": {"*": Late("alias.refusals", "LAYERS")},
    "torch.nn.modules.conv": {"_ConvTransposeMixin": Late("layers.conv_layers", "_ConvTransposeMixin")},
    "torch.nn.modules.module": {
        "_EXTRA_STATE_KEY_SUFFIX": Late("layers.state_dicts", "EXTRA"),
        "*": Late("alias.member_access", "REGISTRATION"),
    },
    "torch.nn.modules.transformer": {
        "_get_activation_fn": Late("layers.attention_layers", "_activation"),
        "_get_clones": Late("layers.attention_layers", "_clones"),
    },
    "torch.nn.parallel": PARALLEL,
    "torch.nn.parameter": {"_ParameterMeta": Late("layers.parameter", "ParameterMeta")},
    "torch.nn.parallel.distributed": PARALLEL,
    "torch.nn.parallel.scatter_gather": {"*": Late("alias.one_process", "SCATTERED")},
    "torch.nn.quantized": {"*": Late("alias.unquantised", "QUANTIZED")},
    "torch.nn.utils._named_member_accessor": {"*": Late("alias.member_access", "MEMBERS")},
    "torch.nn.utils._per_sample_grad": {
        "call_for_per_sample_grads": Late("alias.per_sample_gradients", "call_for_per_sample_grads"),
    },
    "torch.nn.utils.stateless": {
        "_reparametrize_module": Late("layers.functional_calls", "reparametrized"),
        "functional_call": Late("layers.functional_calls", "functional_call"),
    },
    "torch.sparse": SPARSE_TYPES,
    "torch.storage": {
        "TypedStorage": TypedStorage, "UntypedStorage": UntypedStorage,
        "_load_from_bytes": Late("files.serialization", "storage_of"),
    },
    "torch.utils.cpp_extension": {"*": Late("alias.refusals", "CPP_EXTENSION")},
    "torch.utils._python_dispatch": {"is_traceable_wrapper_subclass": _no, "*": Late("alias.refusals", "DISPATCHED")},
    "torch.utils._contextlib": {"_DecoratorContextManager": Decorating},
    "torch.utils._foreach_utils": GROUPED,
    "torch.utils.data._utils": {},
    "torch.utils.data._utils.collate": {
        **{name: Late("loading.collating", name) for name in COLLATING.split()},
        "np_str_obj_array_pattern": Late("loading.collating", "NO_NUMBERS"),
    },
    "torch.utils.data._utils.pin_memory": {"pin_memory": Late("loading.collating", "pinned")},
    "torch.utils.data._utils.worker": {"_generate_state": _generate_state},
    "torch.utils.data.dataloader": {
        "_DatasetKind": DatasetKind, "_collate_fn_t": Callable[[list[Any]], Any],
        "_BaseDataLoaderIter": Late("loading.loader", "_Batches"),
        "_MultiProcessingDataLoaderIter": Late("loading.loader", "_Threaded"),
        "_SingleProcessDataLoaderIter": Late("loading.loader", "_Single"),
        **{name: Late("loading.datasets", name) for name in ("Dataset", "IterableDataset")},
        **{name: Late("loading.samplers", name) for name in SAMPLERS},
    },
    "torch.utils.model_zoo": {"*": Late("alias.downloads", "MODEL_ZOO")},
    "torch.torch_version": {"TorchVersion": TorchVersion, "__version__": VERSION},
    "torch.testing": {"*": Late("comparing.older_comparison", "TESTING")},
    "torch.testing._internal": {},
    "torch.testing._internal.common_utils": {"*": Late("comparing.unit_tests", "COMMON")},
    "torch.utils._pytree": _of_containers(),
    "torch.utils.tensorboard": {"*": Late("alias.event_files", "TENSORBOARD")},
    "torch.utils.tensorboard.summary": {"*": Late("alias.event_files", "SUMMARIES")},
    "torch.utils.tensorboard.writer": {"*": Late("alias.event_files", "TENSORBOARD")},
    "torch.utils.weak": {"*": Late("alias.weak_keys", "WEAK")},
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
