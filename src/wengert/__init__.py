"""wengert: the whole of torch.autograd for NumPy and CuPy arrays.

>>> import wengert
>>> x = wengert.tensor([1.0, 2.0, 3.0], requires_grad=True)
>>> (x**2).sum().backward()
>>> x.grad
tensor([2., 4., 6.])
"""

from __future__ import annotations

import math as _math
import typing as _typing
import warnings as _warnings

from ._core import compiled as _build, faces as _faces, late as _late, numpy_version as _numpy_version
from ._core.release import __version__ as __version__

_numpy_version.check()
_faces.check()
compiled = _build.choose()
_put_off = _late.put_off("normal")  # what is imported from here on adds to what was imported before

_warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"wengert\.")  # Note [Silent kernels]

from ._core import ops as _ops  # noqa: E402
from ._core import errors as _errors  # noqa: E402
from ._core.api import copying as _copying, numpy_methods as _numpy_methods  # noqa: E402
from ._core.api import public as _public, subclass as _subclass  # noqa: E402
from ._core.api.copying import _new_storage, _rebuild_tensor, _sparse_payload  # noqa: E402  (pickles name them)

_copying.DECLARED_IN["Parameter"] = "wengert._core.modules.layers.parameter"  # pickles have only its name

from . import (  # noqa: E402
    autograd,
    cuda,
    func,
    nn,
    pytree,
    random,
    utils,
)
from ._core.arrays.arrays import device  # noqa: E402
from ._core.api.typed_storage import (  # noqa: E402
    BFloat16Storage,
    BoolStorage,
    ByteStorage,
    CharStorage,
    ComplexDoubleStorage,
    ComplexFloatStorage,
    DoubleStorage,
    FloatStorage,
    HalfStorage,
    IntStorage,
    LongStorage,
    ShortStorage,
    TypedStorage,
    is_storage,
)
from ._core.api.untyped_storage import UntypedStorage  # noqa: E402
from .autograd.anomaly_mode import is_anomaly_check_nan_enabled, is_anomaly_enabled  # noqa: E402
from .autograd import (  # noqa: E402
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from .autograd.grad_mode import is_inference  # noqa: E402
from ._core.arrays.dtypes import (  # noqa: E402
    bfloat16,
    bool_,
    cdouble,
    cfloat,
    complex64,
    complex128,
    double,
    dtype,
    float16,
    float32,
    float64,
    get_default_dtype,
    half,
    int8,
    int16,
    int32,
    int64,
    long,
    set_default_dtype,
    short,
    uint8,
    uint16,
    uint32,
    uint64,
)
from ._core.api.generated import functions as _functions  # noqa: E402
from ._core.api.generated.functions import *  # noqa: E402, F403
from .func import vmap  # noqa: E402
from ._core.api.types import (  # noqa: E402
    BFloat16Tensor,
    BoolTensor,
    ByteTensor,
    CharTensor,
    DoubleTensor,
    FloatTensor,
    HalfTensor,
    IntTensor,
    LongTensor,
    ShortTensor,
    finfo,
    iinfo,
    layout,
    set_default_tensor_type,
    sparse_coo,
    sparse_csc,
    sparse_csr,
    strided,
    typename,
)
from ._core.api.default_device import get_default_device, set_default_device  # noqa: E402
from ._core.api.detaching import detach, detach_  # noqa: E402
from ._core.arrays.layouts import (  # noqa: E402
    channels_last,
    channels_last_3d,
    contiguous_format,
    legacy_contiguous_format,
    memory_format,
    preserve_format,
)
from ._core.api.printing import set_printoptions  # noqa: E402
from .random import Generator, default_generator, initial_seed, manual_seed, seed  # noqa: E402
from ._core.tape.tensor import Size, Tensor  # noqa: E402
from ._core.errors.text import OutOfMemoryError  # noqa: E402
from ._core.tools.progress import set_progress  # noqa: E402

if _typing.TYPE_CHECKING:  # imported when first touched
    from . import (
        __config__,
        accelerator,
        amp,
        array_api,
        backends,
        compiler,
        cpu,
        distributions,
        fft,
        hips,
        jit,
        library,
        linalg,
        masked,
        mps,
        ops,
        optim,
        overrides,
        profiler,
        quasirandom,
        return_types,
        serialization,
        signal,
        sparse,
        special,
        testing,
        version,
        xpu,
    )
    from ._core.modules.files.serialization import load, save
    from ._core.modules.switches.arithmetic import (
        are_deterministic_algorithms_enabled,
        get_deterministic_debug_mode,
        get_float32_matmul_precision,
        is_deterministic_algorithms_warn_only_enabled,
        set_deterministic_debug_mode,
        set_float32_matmul_precision,
        set_flush_denormal,
        use_deterministic_algorithms,
    )
    from ._core.modules.switches.autocast import (
        autocast,
        clear_autocast_cache,
        get_autocast_cpu_dtype,
        get_autocast_dtype,
        get_autocast_gpu_dtype,
        is_autocast_cache_enabled,
        is_autocast_cpu_enabled,
        is_autocast_enabled,
        set_autocast_cache_enabled,
        set_autocast_cpu_dtype,
        set_autocast_cpu_enabled,
        set_autocast_dtype,
        set_autocast_enabled,
        set_autocast_gpu_dtype,
    )
    from ._core.modules.switches.compiling import compile
    from ._core.modules.switches.gradient_scaling import GradScaler
    from ._core.modules.switches.hardware import get_device_module
    from ._core.modules.switches.thread_counts import (
        get_num_interop_threads,
        get_num_threads,
        set_num_interop_threads,
        set_num_threads,
    )
    from ._core.modules.alias.torch_alias import install_as_torch
    from ._core.modules.commands.build_info import show_config

float = float32  # noqa: A001
int = int32  # noqa: A001
bool = bool_  # noqa: A001
e, pi, inf, nan = _math.e, _math.pi, _math.inf, _math.nan
newaxis = None

__all__ = [
    "BFloat16Storage", "BFloat16Tensor", "BoolStorage", "BoolTensor", "ByteStorage", "ByteTensor", "CharStorage",
    "CharTensor", "ComplexDoubleStorage", "ComplexFloatStorage", "DoubleStorage", "DoubleTensor", "FloatStorage",
    "FloatTensor", "Generator", "GradScaler", "HalfStorage", "HalfTensor", "IntStorage", "IntTensor", "LongStorage",
    "LongTensor", "OutOfMemoryError", "ShortStorage", "ShortTensor", "Size", "Tensor", "TypedStorage", "UntypedStorage",
    "accelerator", "amp", "are_deterministic_algorithms_enabled", "array_api", "autocast", "autograd", "backends",
    "bfloat16", "bool", "bool_", "cdouble", "cfloat", "channels_last", "channels_last_3d", "clear_autocast_cache",
    "compile", "compiler", "complex128", "complex64", "contiguous_format", "cpu", "cuda", "default_generator", "detach",
    "detach_", "device", "distributions", "double", "dtype", "e", "enable_grad", "fft", "finfo", "float", "float16",
    "float32", "float64", "func", "get_autocast_cpu_dtype", "get_autocast_dtype", "get_autocast_gpu_dtype",
    "get_default_device", "get_default_dtype", "get_deterministic_debug_mode", "get_device_module",
    "get_float32_matmul_precision", "get_num_interop_threads", "get_num_threads", "half", "hips", "iinfo", "inf",
    "inference_mode", "initial_seed", "install_as_torch", "int", "int16", "int32", "int64", "int8",
    "is_anomaly_check_nan_enabled", "is_anomaly_enabled", "is_autocast_cache_enabled", "is_autocast_cpu_enabled",
    "is_autocast_enabled", "is_deterministic_algorithms_warn_only_enabled", "is_grad_enabled", "is_inference",
    "is_inference_mode_enabled", "is_storage", "jit", "layout", "legacy_contiguous_format", "library", "linalg", "load",
    "long", "manual_seed", "masked", "memory_format", "mps", "nan", "newaxis", "nn", "no_grad", "ops", "optim",
    "overrides", "pi", "preserve_format", "profiler", "pytree", "quasirandom", "random", "return_types", "save", "seed",
    "serialization", "set_autocast_cache_enabled", "set_autocast_cpu_dtype", "set_autocast_cpu_enabled",
    "set_autocast_dtype", "set_autocast_enabled", "set_autocast_gpu_dtype", "set_default_device", "set_default_dtype",
    "set_default_tensor_type", "set_deterministic_debug_mode", "set_float32_matmul_precision", "set_flush_denormal",
    "set_grad_enabled", "set_num_interop_threads", "set_num_threads", "set_printoptions", "set_progress", "short",
    "show_config", "signal", "sparse", "sparse_coo", "sparse_csc", "sparse_csr", "special", "strided", "testing",
    "typename", "uint16", "uint32", "uint64", "uint8", "use_deterministic_algorithms", "version", "vmap", "xpu",
]  # fmt: skip
_LATE = {  # names that are imported when they are first used, and where they are
    name: f"modules.{module}"
    for module, names in {
        "files.serialization": ("load", "save"),
        "switches.arithmetic": (
            "are_deterministic_algorithms_enabled", "get_deterministic_debug_mode", "get_float32_matmul_precision",
            "is_deterministic_algorithms_warn_only_enabled", "set_deterministic_debug_mode",
            "set_float32_matmul_precision", "set_flush_denormal", "use_deterministic_algorithms",
        ),
        "switches.autocast": (
            "autocast", "clear_autocast_cache", "get_autocast_cpu_dtype", "get_autocast_dtype",
            "get_autocast_gpu_dtype", "is_autocast_cache_enabled", "is_autocast_cpu_enabled", "is_autocast_enabled",
            "set_autocast_cache_enabled", "set_autocast_cpu_dtype", "set_autocast_cpu_enabled", "set_autocast_dtype",
            "set_autocast_enabled", "set_autocast_gpu_dtype",
        ),
        "switches.compiling": ("compile",),
        "switches.gradient_scaling": ("GradScaler",),
        "switches.hardware": ("get_device_module",),
        "switches.thread_counts": (
            "get_num_interop_threads", "get_num_threads", "set_num_interop_threads", "set_num_threads",
        ),
        "alias.torch_alias": ("install_as_torch",),
        "commands.build_info": ("show_config",),
    }.items()
    for name in names
}  # fmt: skip

__all__ += _functions.__all__

_errors.absent.explain_imports()
if not _typing.TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = _public.surface(
        __name__,
        _LATE,
        (
            "__config__", "accelerator", "amp", "array_api", "backends", "compiler", "cpu", "distributions", "fft",
            "hips", "jit", "library", "linalg", "masked", "mps", "ops", "optim", "overrides", "profiler",
            "quasirandom", "return_types", "serialization", "signal", "sparse", "special", "testing", "version", "xpu",
        ),
    )  # fmt: skip
_late.put_off(_put_off)
