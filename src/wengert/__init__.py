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

from . import _compiled

compiled = _compiled.choose()

_warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"wengert\.")  # Note [Silent kernels]

from . import ops as ops  # noqa: E402
from . import (  # noqa: E402
    autograd,
    copying,
    cuda,
    errors,
    fft,
    func,
    linalg,
    masked,
    memory,
    methods,
    nn,
    overrides,
    signal,
    sparse,
    special,
    subclass,
    utils,
)
from .arrays import device  # noqa: E402
from .bytewise import UntypedStorage  # noqa: E402
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
from .dtypes import (  # noqa: E402
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
from .faces import top as _top  # noqa: E402
from .faces.top import *  # noqa: E402, F403
from .func import vmap  # noqa: E402
from .kinds import (  # noqa: E402
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
    strided,
    typename,
)
from .memory import detach_  # noqa: E402
from .printing import set_printoptions  # noqa: E402
from .random import Generator, default_generator, initial_seed, manual_seed, seed  # noqa: E402
from .tensor import Size, Tensor, detach  # noqa: E402

float = float32  # noqa: A001
int = int32  # noqa: A001
bool = bool_  # noqa: A001
e, pi, inf, nan = _math.e, _math.pi, _math.inf, _math.nan
newaxis = None
contiguous_format, preserve_format = "contiguous_format", "preserve_format"

__version__ = "0.1.0"

errors.absent.explain_imports()
if not _typing.TYPE_CHECKING:  # to checkers a name that is not there is an error
    __getattr__ = errors.absent.looked_up_in(__name__)

__all__ = [
    "BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "FloatTensor", "Generator",
    "HalfTensor", "IntTensor", "LongTensor", "ShortTensor", "Size", "Tensor", "UntypedStorage", "autograd",
    "bfloat16", "bool", "bool_", "cdouble", "cfloat", "complex128", "complex64", "contiguous_format", "cuda",
    "default_generator", "detach", "detach_", "device", "double", "dtype", "e", "enable_grad", "fft", "finfo",
    "float", "float16", "float32", "float64", "func", "get_default_dtype", "half", "iinfo", "inf", "inference_mode",
    "initial_seed", "int", "int16", "int32", "int64", "int8", "is_anomaly_check_nan_enabled", "is_anomaly_enabled",
    "is_grad_enabled", "is_inference", "is_inference_mode_enabled", "layout", "linalg", "long", "manual_seed",
    "masked", "nan", "newaxis", "nn", "no_grad", "overrides", "pi", "preserve_format", "seed", "set_default_dtype",
    "set_default_tensor_type", "set_grad_enabled", "set_printoptions", "short", "signal", "sparse", "sparse_coo",
    "special", "strided", "typename", "uint16", "uint32", "uint64", "uint8", "vmap",
]  # fmt: skip
__all__ += _top.__all__
