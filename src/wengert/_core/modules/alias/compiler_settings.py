"""The settings of PyTorch's compilers. Nothing is compiled here: they are read back as set, and have no effect."""

from __future__ import annotations

import sys
from contextlib import ContextDecorator
from functools import partial
from types import SimpleNamespace
from typing import Any

_UNSET = object()


class Patch(ContextDecorator):
    """Settings that hold for a while: a context, or a decorator of functions."""

    def __init__(self, module: str, name: Any = None, value: Any = None, **changes: Any) -> None:
        self.module = module
        self.changes = changes | (name if isinstance(name, dict) else {} if name is None else {name: value})
        self.before: list[dict[str, Any]] = []  # one for each time it was entered

    def __enter__(self) -> None:
        settings = vars(sys.modules[self.module])
        self.before.append({name: settings.get(name, _UNSET) for name in self.changes})
        settings.update(self.changes)

    def __exit__(self, *failed: Any) -> None:
        settings = vars(sys.modules[self.module])
        for name, value in self.before.pop().items():
            if value is _UNSET:
                del settings[name]
            else:
                settings[name] = value


TRACING = {
    "assume_static_by_default": True, "automatic_dynamic_shapes": True, "cache_size_limit": 8,
    "capture_dynamic_output_shape_ops": False, "capture_scalar_outputs": False, "optimize_ddp": True,
    "recompile_limit": 8, "suppress_errors": False, "verbose": False,
    "patch": partial(Patch, "torch._dynamo.config"),
}  # fmt: skip
KERNELS = {
    "coordinate_descent_tuning": False, "epilogue_fusion": True, "force_fuse_int_mm_with_mul": False,
    "freezing": False, "fx_graph_cache": True, "max_autotune": False, "shape_padding": True,
    **{name: SimpleNamespace() for name in ("aot_inductor", "cpp", "cuda", "trace", "triton")},
    "patch": partial(Patch, "torch._inductor.config"),
}  # fmt: skip
GRADIENTS = {
    "activation_memory_budget": 1.0, "donated_buffer": False,
    "patch": partial(Patch, "torch._functorch.config"),
}  # fmt: skip
