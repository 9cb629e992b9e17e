"""Autocast: within a region, some functions compute in a half type, and others in float32.

Note [Autocast]
---------------
Public functions look for handlers before they run, if there may be any (``dispatch/override.py``). A region of autocast
is the last of them. So it costs nothing where none is entered, and sees a function after all subclasses and modes.

The lists below are those of PyTorch for the CPU. A function that is in no list computes in the dtypes that it gets, and
so do functions that are called with ``out=``, and those that write in place. float64 stays as it is.

A leaf that requires grad, such as a weight, is cast once in a region. Its cast is kept until the outermost region ends,
or until the leaf is written.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from ... import errors
from ...api import subclass
from ...api.overrides import SPACES
from ...arrays import arrays, dtypes
from ...dispatch import override
from ...dispatch.primitives import primitives
from ...errors.tracebacks import public
from ...tape.state import local
from ...tape.tensor import Tensor, TensorBase

LOWER = """
    addbmm addmm affine_grid_generator baddbmm bmm chain_matmul conv_tbc corrcoef cov einsum lstm matmul mm rnn_relu
    rnn_relu_cell rnn_tanh rnn_tanh_cell tensordot linalg.multi_dot linalg.vecdot nn.functional.affine_grid
    nn.functional.conv1d nn.functional.conv2d nn.functional.conv3d nn.functional.conv_transpose1d
    nn.functional.conv_transpose2d nn.functional.conv_transpose3d nn.functional.linear
    nn.functional.multi_head_attention_forward nn.functional.prelu nn.functional.scaled_dot_product_attention
"""
SINGLE = """
    binary_cross_entropy_with_logits cdist cholesky cholesky_inverse cholesky_solve cosine_embedding_loss ctc_loss
    grid_sampler grid_sampler_2d grid_sampler_3d hinge_embedding_loss inverse kl_div lu lu_solve margin_ranking_loss
    nanquantile orgqr ormqr pinverse poisson_nll_loss polar prod qr quantile stft svd trace triangular_solve
    triplet_margin_loss view_as_complex fft.fft fft.fft2 fft.fftn fft.hfft fft.ifft fft.ifft2 fft.ifftn fft.ihfft
    fft.irfft fft.irfft2 fft.irfftn fft.rfft fft.rfft2 fft.rfftn linalg.cholesky linalg.cholesky_ex linalg.cond
    linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh linalg.householder_product linalg.inv linalg.inv_ex
    linalg.lstsq linalg.matrix_rank linalg.qr linalg.solve linalg.svd linalg.svdvals linalg.tensorinv
    linalg.tensorsolve masked.prod nn.functional.adaptive_avg_pool3d nn.functional.adaptive_max_pool3d
    nn.functional.adaptive_max_pool3d_with_indices nn.functional.avg_pool3d nn.functional.binary_cross_entropy
    nn.functional.binary_cross_entropy_with_logits nn.functional.cosine_embedding_loss nn.functional.cross_entropy
    nn.functional.ctc_loss nn.functional.grid_sample nn.functional.hinge_embedding_loss nn.functional.huber_loss
    nn.functional.kl_div nn.functional.l1_loss nn.functional.linear_cross_entropy nn.functional.lp_pool3d
    nn.functional.margin_ranking_loss nn.functional.max_pool3d nn.functional.max_unpool1d nn.functional.max_unpool2d
    nn.functional.max_unpool3d nn.functional.mse_loss nn.functional.multi_margin_loss
    nn.functional.multilabel_margin_loss nn.functional.nll_loss nn.functional.poisson_nll_loss
    nn.functional.smooth_l1_loss nn.functional.soft_margin_loss nn.functional.triplet_margin_loss
"""
ROUNDED = ("linalg.pinv",)  # in float32, and the result in the half type
PROMOTED = ("cat", "index_copy", "stack")
SUPPORTED = (dtypes.bfloat16, dtypes.float16)


@functools.cache
def _rules() -> dict[Any, str]:
    """By public function: the list that it is in."""
    found = {}
    for rule, names in (
        ("lower", LOWER.split()),
        ("single", SINGLE.split()),
        ("rounded", ROUNDED),
        ("promoted", PROMOTED),
    ):
        for name in names:
            space, _, bare = f"wengert.{name}".rpartition(".")
            found[getattr(SPACES[space], bare)] = rule
            if space == "wengert" and hasattr(Tensor, bare):
                found[getattr(Tensor, bare)] = rule
    return found


class Casts:
    """What a region does with calls: Note [Autocast]. It is never changed, but for what is kept.

    Args:
        dtype: the half type.
        kept: the casts of leaves, by identity; None to keep none.
    """

    def __init__(self, dtype: Any, kept: dict[Any, Any] | None) -> None:
        self.dtype = dtype
        self.kept = kept

    def again(self) -> Casts:
        """The same for a call that is repeated when the region may have ended: nothing is kept."""
        return Casts(self.dtype, None)

    def call(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function that has no handlers."""
        state = local.state
        rule = _rules().get(func)
        if rule is None or kwargs.get("out") is not None:
            try:
                state.skipping |= 1
                override.casting.skips = True
                return func(*args, **kwargs)
            finally:  # what is no public function has not asked
                state.skipping &= 2
                override.casting.skips = False
        before, given = override.casting.now, args
        try:
            override.casting.now = None
            to = self.dtype if rule == "lower" else dtypes.float32
            if rule != "promoted" or _has_single([*args, *kwargs.values()]):
                args = self._cast(args, to)
                kwargs = {name: self._cast(value, to) for name, value in kwargs.items()}
            state.skipping |= 1
            result = func(*args, **kwargs)
            if rule == "rounded":
                return self._cast(result, self.dtype)
            if rule == "lower" and func.__name__ == "lstm":  # its cells keep their range
                return (*result[:2], result[2].to(given[1][1].dtype))
            return result
        finally:
            override.casting.now = before

    def _cast(self, value: Any, to: Any) -> Any:
        if isinstance(value, TensorBase):
            t: Any = value
            dtype = t.dtype
            if dtype == to or dtype == dtypes.float64 or not dtype.is_floating_point or t.device.type != "cpu":
                return t
            return self._kept(t, to) if to != dtypes.float32 else primitives.cast(t, dtype=to.dtype)
        if type(value) in (list, tuple):
            return type(value)([self._cast(v, to) for v in value])
        return value

    def _kept(self, t: Any, to: Any) -> Any:
        """The cast of a leaf is the same until it is written. Transforms have leaves of their own."""
        state = local.state
        keeps = self.kept is not None and t.is_leaf and t.requires_grad and state.grad_enabled
        if not keeps or state.transforms or state.vmap or state.dual:
            return primitives.cast(t, dtype=to.dtype)
        assert self.kept is not None
        key, version = (id(t), to), t._version
        known = self.kept.get(key)
        if known is None or known[1] != version:
            cast = primitives.cast(t, dtype=to.dtype)
            known = self.kept[key] = t, version, cast  # with the leaf, so that no other gets its identity
        return known[2]


def _has_single(values: Any) -> bool:
    """Whether there is a float32 tensor among values, or in lists."""
    for value in values:
        if isinstance(value, TensorBase):
            if value._wg_data.dtype == dtypes.F32:
                return True
        elif isinstance(value, (list, tuple)) and _has_single(value):
            return True
    return False


class Settings(threading.local):
    """What a thread has set, by device type."""

    def __init__(self) -> None:
        self.dtypes = {
            **dict.fromkeys(("cpu", "hpu", "maia", "xla"), dtypes.bfloat16),
            **dict.fromkeys(("cuda", "ipu", "mps", "mtia", "xpu"), dtypes.float16),
        }
        self.enabled = dict.fromkeys(self.dtypes, False)  # where no tensor can be, nothing is cast
        self.caching = True
        self.nesting = 0
        self.kept: dict[Any, Any] = {}


settings = Settings()


def _apply() -> None:
    """Make calls of this thread do what is set."""
    now = None
    if settings.enabled["cpu"]:
        now = Casts(settings.dtypes["cpu"], settings.kept if settings.caching else None)
    subclass.cast_as(now)


def _device(device_type: Any) -> str:
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    if device_type not in settings.enabled:
        raise errors.switches.autocast_device(device_type)
    return device_type


class autocast:  # noqa: N801  (torch's name)
    """Within the context, or in a decorated function, matrix products and convolutions compute in a half type.

    Losses and other functions that need the range compute in float32. All others compute in the dtypes that they get.
    Only functions cast: modules and their weights keep their dtype, and gradients have the dtype of their leaf.

    Args:
        device_type: ``"cpu"``. For ``"cuda"``, a region has to be disabled: tensors on a GPU are not cast. Others of
            PyTorch's, such as ``"mps"``, have no effect.
        dtype: ``bfloat16`` or ``float16``. Default: ``bfloat16``, or what :func:`wengert.set_autocast_dtype` set.
        enabled: with False, nothing is cast within the context.
        cache_enabled: keep the casts of leaves that require grad until the outermost region ends. Default: yes.

    Raises:
        ValueError: if the device type is no string.
        TypeError: if ``enabled`` or ``cache_enabled`` is no bool.
        RuntimeError: for other device types; and for ``"cuda"`` if there is a GPU.

    >>> import wengert
    >>> layer, x = wengert.nn.Linear(3, 2), wengert.ones(1, 3)
    >>> with wengert.autocast("cpu", dtype=wengert.bfloat16):
    ...     y = layer(x)
    ...     loss = wengert.nn.functional.mse_loss(y, wengert.zeros(1, 2))
    >>> y.dtype, loss.dtype
    (wengert.bfloat16, wengert.float32)
    >>> loss.backward()
    >>> layer.weight.grad.dtype
    wengert.float32
    """

    def __init__(self, device_type: str, dtype: Any = None, enabled: bool = True,
                 cache_enabled: bool | None = None) -> None:  # fmt: skip
        self.device = _device(device_type)
        for name, flag in (("enabled", enabled), ("cache_enabled", True if cache_enabled is None else cache_enabled)):
            if type(flag) is not bool:
                raise errors.calls.wrong_type("autocast", name, "bool", flag)
        self.fast_dtype = settings.dtypes[self.device] if dtype is None else dtype
        self._cache_enabled = settings.caching if cache_enabled is None else cache_enabled
        if enabled and self.device == "cuda":
            if arrays.cuda_available():
                raise errors.switches.autocast_cuda()
            errors.switches.autocast_without_cuda()
            enabled = False
        if enabled and self.fast_dtype not in SUPPORTED:
            errors.switches.autocast_dtype()
            enabled = False
        self._enabled = enabled
        self._before: list[Any] = []

    def __enter__(self) -> autocast:
        self._before.append((settings.enabled[self.device], settings.dtypes[self.device], settings.caching))
        settings.nesting += 1
        settings.enabled[self.device] = self._enabled
        settings.dtypes[self.device] = self.fast_dtype
        settings.caching = self._cache_enabled
        _apply()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        settings.enabled[self.device], settings.dtypes[self.device], settings.caching = self._before.pop()
        settings.nesting -= 1
        if not settings.nesting:
            clear_autocast_cache()
        _apply()

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def decorated(*args: Any, **kwargs: Any) -> Any:
            with self:
                return func(*args, **kwargs)

        return decorated


def is_autocast_available(device_type: str) -> bool:
    """Return whether :class:`autocast` knows a device type.

    >>> import wengert
    >>> wengert.amp.is_autocast_available("cpu")
    True
    """
    return _device(device_type) in settings.enabled


def is_autocast_enabled(device_type: str | None = None) -> bool:
    """Return whether calls are cast in this thread.

    Args:
        device_type: ``"cpu"`` or ``"cuda"``. Default: ``"cuda"``, as in old programs.

    >>> import wengert
    >>> with wengert.autocast("cpu"):
    ...     wengert.is_autocast_enabled("cpu")
    True
    """
    return settings.enabled[_device("cuda" if device_type is None else device_type)]


def set_autocast_enabled(device_type: Any, enabled: bool | None = None) -> None:
    """Set whether calls are cast in this thread. :class:`autocast` is the usual way.

    Args:
        device_type: ``"cpu"`` or ``"cuda"``. It may be left out for ``"cuda"``, as in old programs.
        enabled: whether they are.

    >>> import wengert
    >>> wengert.set_autocast_enabled("cpu", True)
    >>> (wengert.ones(2, 2) @ wengert.ones(2, 2)).dtype
    wengert.bfloat16
    >>> wengert.set_autocast_enabled("cpu", False)
    """
    device, on = ("cuda", device_type) if enabled is None else (_device(device_type), enabled)
    if type(on) is not bool:
        raise errors.calls.wrong_type("set_autocast_enabled", "enabled", "bool", on)
    if on and device == "cuda":
        raise errors.switches.autocast_cuda()
    settings.enabled[device] = on
    _apply()


@public
def get_autocast_dtype(device_type: str) -> Any:
    """Return the half type of a device type.

    >>> import wengert
    >>> wengert.get_autocast_dtype("cpu")
    wengert.bfloat16
    """
    return settings.dtypes[_device(device_type)]


@public
def set_autocast_dtype(device_type: str, dtype: Any) -> None:
    """Set the half type of a device type, for this thread.

    Args:
        device_type: ``"cpu"`` or ``"cuda"``.
        dtype: ``bfloat16`` or ``float16``.

    >>> import wengert
    >>> wengert.set_autocast_dtype("cpu", wengert.bfloat16)
    >>> wengert.get_autocast_dtype("cpu")
    wengert.bfloat16
    """
    if not isinstance(dtype, dtypes.dtype):
        raise errors.calls.wrong_type("set_autocast_dtype", "dtype", "wengert.dtype", dtype)
    settings.dtypes[_device(device_type)] = dtype
    _apply()


def is_autocast_cpu_enabled() -> bool:
    """Deprecated. The same as ``is_autocast_enabled("cpu")``."""
    return settings.enabled["cpu"]


def get_autocast_cpu_dtype() -> Any:
    """Deprecated. The same as ``get_autocast_dtype("cpu")``."""
    return settings.dtypes["cpu"]


def get_autocast_gpu_dtype() -> Any:
    """Deprecated. The same as ``get_autocast_dtype("cuda")``."""
    return settings.dtypes["cuda"]


@public
def set_autocast_cpu_enabled(enabled: bool) -> None:
    """Deprecated. The same as ``set_autocast_enabled("cpu", enabled)``."""
    set_autocast_enabled("cpu", enabled)


@public
def set_autocast_cpu_dtype(dtype: Any) -> None:
    """Deprecated. The same as ``set_autocast_dtype("cpu", dtype)``."""
    set_autocast_dtype("cpu", dtype)


@public
def set_autocast_gpu_dtype(dtype: Any) -> None:
    """Deprecated. The same as ``set_autocast_dtype("cuda", dtype)``."""
    set_autocast_dtype("cuda", dtype)


def is_autocast_cache_enabled() -> bool:
    """Return whether the casts of leaves are kept in regions of this thread.

    >>> import wengert
    >>> wengert.is_autocast_cache_enabled()
    True
    """
    return settings.caching


def set_autocast_cache_enabled(enabled: bool) -> None:
    """Set whether the casts of leaves are kept in regions of this thread.

    Args:
        enabled: whether they are.

    >>> import wengert
    >>> wengert.set_autocast_cache_enabled(True)
    """
    if type(enabled) is not bool:
        raise errors.calls.wrong_type("set_autocast_cache_enabled", "enabled", "bool", enabled)
    settings.caching = enabled
    _apply()


def clear_autocast_cache() -> None:
    """Forget the casts of leaves that this thread has kept.

    >>> import wengert
    >>> with wengert.autocast("cpu"):
    ...     wengert.clear_autocast_cache()
    """
    settings.kept.clear()


# -- functions of users


def custom_fwd(fwd: Any = None, *, device_type: str, cast_inputs: Any = None) -> Any:
    """Decorate ``forward`` of a Function, so that it knows about autocast. ``backward`` gets :func:`custom_bwd`.

    Args:
        fwd: the function.
        device_type: ``"cpu"`` or ``"cuda"``.
        cast_inputs: a dtype: in a region, floating point tensors among the arguments are cast to it, and ``forward``
            runs without autocast. Default: ``forward`` runs as it is called.

    >>> import wengert
    >>> class Squared(wengert.autograd.Function):
    ...     @staticmethod
    ...     @wengert.amp.custom_fwd(device_type="cpu", cast_inputs=wengert.float32)
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     @wengert.amp.custom_bwd(device_type="cpu")
    ...     def backward(ctx, g):
    ...         return 2 * g * ctx.saved_tensors[0]
    >>> with wengert.autocast("cpu"):
    ...     Squared.apply(wengert.ones(2, dtype=wengert.bfloat16)).dtype
    wengert.float32
    """
    device = _device(device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorated(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        ctx._dtype = settings.dtypes[device]
        on = settings.enabled[device]
        if cast_inputs is None:
            ctx._fwd_used_autocast = on
            return fwd(ctx, *args, **kwargs)
        ctx._fwd_used_autocast = False
        if not on:
            return fwd(ctx, *args, **kwargs)
        with autocast(device, enabled=False):
            casts = Casts(cast_inputs, None)
            named = {name: casts._cast(value, cast_inputs) for name, value in kwargs.items()}
            return fwd(ctx, *casts._cast(args, cast_inputs), **named)

    return decorated


def custom_bwd(bwd: Any = None, *, device_type: str) -> Any:
    """Decorate ``backward`` of a Function, so that it runs with the autocast of its ``forward``.

    Args:
        bwd: the function.
        device_type: ``"cpu"`` or ``"cuda"``, as for :func:`custom_fwd`.

    >>> import wengert
    >>> class Cube(wengert.autograd.Function):
    ...     @staticmethod
    ...     @wengert.amp.custom_fwd(device_type="cpu")
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x**3
    ...
    ...     @staticmethod
    ...     @wengert.amp.custom_bwd(device_type="cpu")
    ...     def backward(ctx, g):
    ...         return 3 * g * ctx.saved_tensors[0] ** 2
    >>> x = wengert.tensor(2.0, requires_grad=True)
    >>> Cube.apply(x).backward()
    >>> x.grad
    tensor(12.)
    """
    device = _device(device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorated(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        with autocast(device, dtype=ctx._dtype, enabled=ctx._fwd_used_autocast):
            return bwd(ctx, *args, **kwargs)

    return decorated


# -- old names


class autocast_cpu(autocast):  # noqa: N801
    """Deprecated. :class:`wengert.amp.autocast` for the CPU."""

    def __init__(self, enabled: bool = True, dtype: Any = dtypes.bfloat16, cache_enabled: bool = True) -> None:
        errors.switches.old_autocast("cpu", "cpu")
        super().__init__("cpu", dtype, enabled, cache_enabled)


class autocast_cuda(autocast):  # noqa: N801
    """Deprecated. :class:`wengert.amp.autocast` for a GPU."""

    def __init__(self, enabled: bool = True, dtype: Any = dtypes.float16, cache_enabled: bool = True) -> None:
        errors.switches.old_autocast("cuda", "cuda")
        super().__init__("cuda", dtype, enabled, cache_enabled)


autocast_cpu.__name__ = autocast_cpu.__qualname__ = autocast_cuda.__name__ = autocast_cuda.__qualname__ = "autocast"


def custom_fwd_cuda(fwd: Any = None, *, cast_inputs: Any = None) -> Any:
    """Deprecated. :func:`wengert.amp.custom_fwd` for a GPU."""
    errors.switches.old_autocast("cuda", "cuda", "custom_fwd")
    return custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd_cuda(bwd: Any = None) -> Any:
    """Deprecated. :func:`wengert.amp.custom_bwd` for a GPU."""
    errors.switches.old_autocast("cuda", "cuda", "custom_bwd")
    return custom_bwd(bwd, device_type="cuda")
