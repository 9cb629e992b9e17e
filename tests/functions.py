"""Custom Functions that several tests use."""

from __future__ import annotations

from typing import Any

import wengert
from wengert.autograd import Function


def leaf(*values: float) -> Any:
    return wengert.tensor(values if len(values) != 1 else values[0], dtype=wengert.float64, requires_grad=True)


class Cube(Function):
    """The older form, which saves an input."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return g * 3 * x * x


class Exp(Function):
    """The newer form, with jvp and a generated vmap rule; it saves its output."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any) -> Any:
        return x.exp()

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(output)
        ctx.save_for_forward(output)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (y,) = ctx.saved_tensors
        return g * y

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        (y,) = ctx.saved_tensors
        return t * y


class Product(Function):
    """Two inputs, a number and a flag besides; jvp and vmap written out."""

    @staticmethod
    def forward(x: Any, y: Any, scale: float) -> Any:
        return x * y * scale

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        x, y, ctx.scale = inputs
        ctx.save_for_backward(x, y)
        ctx.save_for_forward(x, y)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        x, y = ctx.saved_tensors
        return g * y * ctx.scale, g * x * ctx.scale, None

    @staticmethod
    def jvp(ctx: Any, dx: Any, dy: Any, _: Any) -> Any:
        x, y = ctx.saved_tensors
        return (dx * y + x * dy) * ctx.scale

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any, y: Any, scale: float) -> Any:
        assert {t.shape[d] for t, d in zip((x, y), in_dims, strict=False) if d is not None} == {info.batch_size}
        x = x if in_dims[0] is None else x.movedim(in_dims[0], 0)
        y = y if in_dims[1] is None else y.movedim(in_dims[1], 0)
        return Product.apply(x, y, scale), 0


class SinCos(Function):
    """Two outputs."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        s, c = x.sin(), x.cos()
        ctx.save_for_backward(s, c)
        return s, c

    @staticmethod
    def backward(ctx: Any, gs: Any, gc: Any) -> Any:
        s, c = ctx.saved_tensors
        return gs * c - gc * s
