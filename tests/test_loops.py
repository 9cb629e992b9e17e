"""Loops compiled for operations compute what NumPy computes without them: results, gradients, and what they leave."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import wengert
import wengert.nn.functional as F
from tests.guarded_memory import BYTES, guarded
from wengert._core import compiled
from wengert._core.arrays import copies, few, objects, scan_loops
from wengert._core.ops.index import index_loops
from wengert._core.ops.linalg import distance_loops, small_matrices, triangular_loops
from wengert._core.ops.nn import (
    attention_blocks,
    attention_loops,
    column_norm_loops,
    conv,
    convolution_loops,
    grid_loops,
    loss,
    norm_loops,
    path_loops,
    recurrent_loops,
    tap_loops,
    window_loops,
)
from wengert._core.ops.reduce import order_loops

SHAPES = {"few": (5, 7, 3), "wide": (9, 30, 40), "none": (0, 4, 3), "no coordinates": (3, 4, 0)}
POINTS = {f"{n}, {what}": (lambda r, n=n, m=m, d=d: (r.normal(size=(2, n, d)), r.normal(size=(2, m, d))))
          for what, (n, m, d) in SHAPES.items()}  # fmt: skip


def same_points(r: Any) -> tuple[Any, Any]:
    x = np.round(r.normal(size=(40, 50)))
    return x, x.copy()


def far_points(r: Any) -> tuple[Any, Any]:
    x = 1000 + r.normal(size=(40, 50))
    return x, x + 0.01 * r.normal(size=(40, 50))


NORMS: dict[str, tuple[Callable[..., Any], tuple[tuple[int, ...], ...]]] = {
    "layer_norm": (lambda x, w, b: F.layer_norm(x, (37,), w, b), ((6, 5, 37), (37,), (37,))),
    "layer_norm of long rows": (lambda x, w, b: F.layer_norm(x, (3, 1500), w, b), ((4, 3, 1500), (3, 1500), (3, 1500))),
    "layer_norm of many rows": (lambda x, w, b: F.layer_norm(x, (3,), w, b), ((100, 3), (3,), (3,))),
    "layer_norm without weight": (lambda x: F.layer_norm(x, (37,)), ((5, 37),)),
    "layer_norm without bias": (lambda x, w: F.layer_norm(x, (37,), w), ((5, 37), (37,))),
    "layer_norm of one number": (lambda x, w, b: F.layer_norm(x, (1,), w, b), ((4, 1), (1,), (1,))),
    "layer_norm of nothing": (lambda x, w, b: F.layer_norm(x, (3,), w, b), ((0, 3), (3,), (3,))),
    "group_norm": (lambda x, w, b: F.group_norm(x, 2, w, b), ((3, 6, 5, 7), (6,), (6,))),
    "group_norm of large groups": (lambda x, w, b: F.group_norm(x, 2, w, b), ((3, 6, 64, 64), (6,), (6,))),
    "group_norm of vectors": (lambda x, w, b: F.group_norm(x, 2, w, b), ((3, 6), (6,), (6,))),
    "group_norm of a group each": (lambda x, w, b: F.group_norm(x, 6, w, b), ((3, 6, 9), (6,), (6,))),
    "batch_norm": (lambda x, w, b: F.batch_norm(x, None, None, w, b, True), ((3, 6, 5, 7), (6,), (6,))),
    "batch_norm of one": (lambda x, w, b: F.batch_norm(x, None, None, w, b, True), ((1, 6, 5, 7), (6,), (6,))),
    "batch_norm of bare channels": (lambda x: F.batch_norm(x, None, None, None, None, True), ((3, 6, 40),)),
    "batch_norm with a bias": (lambda x, b: F.batch_norm(x, None, None, None, b, True), ((3, 6, 2, 5, 7), (6,))),
    "batch_norm of planes": (lambda x, w, b: F.batch_norm(x, None, None, w, b, True), ((3, 6, 64, 64), (6,), (6,))),
    "instance_norm": (lambda x: F.instance_norm(x), ((3, 6, 64, 64),)),
    "batch_norm of rows": (lambda x, w, b: F.batch_norm(x, None, None, w, b, True), ((20, 300), (300,), (300,))),
    "batch_norm of bare rows": (lambda x: F.batch_norm(x, None, None, None, None, True), ((70, 5),)),
    "batch_norm of single pixels": (lambda x, w: F.batch_norm(x, None, None, w, None, True), ((20, 6, 1, 1), (6,))),
    "batch_norm of short channels": (lambda x, w, b: F.batch_norm(x, None, None, w, b, True), ((4, 6, 2), (6,), (6,))),
}  # fmt: skip


def some_missing(r: Any) -> tuple[Any, ...]:
    x = np.round(r.normal(size=(3, 600, 5)))
    x[0, 7], x[1, 3, 2] = np.nan, np.inf
    return (x,)


def ranked(*shape: int) -> Callable[[Any], tuple[Any, ...]]:
    """Many equal numbers, zeros of both signs, infinities and NaN; one row is in order, one against it."""

    def make(r: Any) -> tuple[Any, ...]:
        x = np.round(3 * r.normal(size=shape)) * r.choice([1.0, -1.0], shape)
        x[..., ::9] = r.choice([np.inf, -np.inf, np.nan, 0.0, -0.0], x[..., ::9].shape)
        x[0], x[1] = np.sort(r.normal(size=shape[-1])), -np.sort(r.normal(size=shape[-1]))
        return (x,)

    return make


ORDERS: dict[str, Callable[..., Any]] = {
    **{f"topk {k}, {largest}": (lambda x, k=k, largest=largest: wengert.topk(x, k, -1, largest))
       for k in (1, 2, 5, 32, 33) for largest in (True, False)},
    **{f"kthvalue {k}": (lambda x, k=k: wengert.kthvalue(x, k)) for k in (1, 2, 20, 40)},
    "median": lambda x: wengert.median(x, -1), "nanmedian": lambda x: wengert.nanmedian(x, -1),
    "median of all": wengert.median, "nanmedian of all": wengert.nanmedian,
}  # fmt: skip


SCANS: dict[str, Callable[..., Any]] = {
    f"{name} along {dim}": (lambda x, name=name, dim=dim: getattr(wengert, name)(x, dim))
    for name in ("cumsum", "cumprod", "cummax", "cummin")
    for dim in (0, 1, 2)
}


def tied(*shape: int) -> Callable[[Any], tuple[Any, ...]]:
    return lambda r: (np.round(2 * r.normal(size=shape)),)


def missing(*shape: int) -> Callable[[Any], tuple[Any, ...]]:
    return lambda r: (np.where(r.random(shape) < 0.2, np.nan, r.normal(size=shape)),)


POOLS: dict[str, tuple[Callable[..., Any], Callable[[Any], tuple[Any, ...]]]] = {
    "max_pool1d": (lambda x: F.max_pool1d(x, 3, 2, 1, return_indices=True), tied(2, 3, 11)),
    "max_pool2d": (lambda x: F.max_pool2d(x, 2, return_indices=True), tied(2, 3, 6, 7)),
    "max_pool2d of NaN": (lambda x: F.max_pool2d(x, 3, 1, 1, return_indices=True), missing(2, 3, 6, 7)),
    "max_pool2d, dilated": (lambda x: F.max_pool2d(x, 3, 2, 2, 2, True, True), tied(3, 9, 8)),
    "max_pool2d of nothing": (lambda x: F.max_pool2d(x, 2, return_indices=True), tied(0, 3, 6, 7)),
    "max_pool3d": (lambda x: F.max_pool3d(x, (2, 3, 2), (1, 2, 2), (0, 1, 1), 1, True, True),
        tied(2, 2, 5, 6, 7)),
    "max_pool1d, padding alone": (lambda x: F.max_pool1d(x, 2, 1, 1, 2, return_indices=True), tied(2, 3, 2)),
    "avg_pool1d": (lambda x: F.avg_pool1d(x, 3, 2, 1), tied(2, 3, 11)),
    "avg_pool2d": (lambda x: F.avg_pool2d(x, 3, 2, 1, True), tied(2, 3, 8, 7)),
    "avg_pool2d without padding": (lambda x: F.avg_pool2d(x, 3, 2, 1, True, False), tied(2, 3, 8, 7)),
    "avg_pool2d by 5": (lambda x: F.avg_pool2d(x, 3, 2, 1, divisor_override=5), tied(2, 3, 8, 7)),
    "avg_pool3d": (lambda x: F.avg_pool3d(x, 2, 1), tied(2, 2, 4, 3, 5)),
    **{
        name: (lambda x, name=name: getattr(F, name)(x, 3), tied(2, 2, *(7, 4, 5)[:n]))
        for n in (1, 2, 3)
        for name in (f"adaptive_avg_pool{n}d", f"adaptive_max_pool{n}d")
    },
    "adaptive_avg_pool2d to more": (lambda x: F.adaptive_avg_pool2d(x, (5, 2)), tied(2, 2, 3, 4)),
    "adaptive_avg_pool2d to nothing": (lambda x: F.adaptive_avg_pool2d(x, (0, 2)), tied(2, 2, 3, 4)),
}  # fmt: skip


def sampling(*shape: int) -> Callable[[Any], tuple[Any, ...]]:
    """An image or volume, and points in it and outside."""

    def make(r: Any) -> tuple[Any, ...]:
        grid = r.uniform(-1.3, 1.3, (shape[0], 7, 4, *(() if len(shape) == 4 else (2,)), len(shape) - 2))
        return (r.normal(size=shape), grid)

    return make


SAMPLED: dict[str, tuple[Callable[..., Any], Callable[[Any], tuple[Any, ...]]]] = {
    f"grid_sample {mode}, {padding}, of {shape}": (
        lambda x, g, mode=mode, padding=padding: F.grid_sample(x, g, mode, padding, False),
        sampling(*shape),
    )
    for mode in ("nearest", "bilinear", "bicubic")
    for padding in ("zeros", "border", "reflection")
    for shape in ((2, 3, 5, 6), (1, 9, 5, 6), (2, 3, 4, 5, 3))
    if mode != "bicubic" or len(shape) == 4
}

RESIZED: dict[str, tuple[Callable[..., Any], tuple[int, ...]]] = {
    **{
        f"{mode} to {size}": (
            lambda x, size=size, mode=mode: F.interpolate(x, size, mode=mode, antialias=mode == "lanczos"), shape
        )
        for mode, shape, sizes in (
            ("nearest", (2, 3, 7), (1, 3, 14)), ("nearest-exact", (2, 3, 5, 4), ((9, 3), (2, 8))),
            ("linear", (2, 3, 7), (1, 3, 14)), ("bilinear", (2, 3, 5, 4), ((9, 3), (2, 8), (5, 4))),
            ("bicubic", (2, 1, 5, 4), ((9, 3),)), ("lanczos", (1, 2, 9, 8), ((4, 3),)),
            ("trilinear", (1, 2, 3, 4, 3), ((5, 2, 4),)),
        )
        for size in sizes
    },
    **{
        f"pad {mode} by {pad}": (lambda x, pad=pad, mode=mode: F.pad(x, pad, mode), (2, 3, 5, 4))
        for mode in ("reflect", "replicate", "circular")
        for pad in ((1, 2, 3, 0), (0, 0, -1, 2), (3, -2, 0, 0), (-1, -1, -2, -1))
    },
}  # fmt: skip

CONVOLUTIONS: dict[str, tuple[Callable[..., Any], tuple[tuple[int, ...], ...]]] = {
    "conv1d": (lambda x, w: F.conv1d(x, w, stride=2, padding=1), ((2, 4, 200), (6, 4, 3))),
    "conv2d": (lambda x, w: F.conv2d(x, w, padding=1), ((2, 4, 9, 11), (6, 4, 3, 3))),
    "conv2d, with steps": (lambda x, w: F.conv2d(x, w, stride=(2, 1), dilation=(1, 2), groups=2),
                           ((2, 4, 30, 11), (6, 2, 3, 2))),
    "conv2d, few windows": (lambda x, w: F.conv2d(x, w, stride=2), ((3, 4, 7, 6), (6, 4, 3, 3))),
    "conv2d of nothing": (lambda x, w: F.conv2d(x, w), ((0, 4, 12, 12), (6, 4, 3, 3))),
    "conv3d": (lambda x, w: F.conv3d(x, w, padding=1, stride=(1, 2, 1)), ((2, 2, 5, 8, 7), (3, 2, 3, 2, 3))),
    "conv_transpose2d": (lambda x, w: F.conv_transpose2d(x, w, stride=2, padding=1), ((2, 4, 9, 11), (4, 3, 4, 4))),
    "conv1d, long": (lambda x, w, b: F.conv1d(x, w, b, padding=2), ((3, 5, 1300), (9, 5, 4), (9,))),
    "conv2d, large": (lambda x, w, b: F.conv2d(x, w, b, padding=1), ((2, 7, 40, 51), (19, 7, 3, 3), (19,))),
    "conv2d, small images": (lambda x, w: F.conv2d(x, w, padding=(2, 0)), ((40, 3, 9, 8), (5, 3, 3, 3))),
    "conv2d, with large steps": (lambda x, w: F.conv2d(x, w, stride=(3, 2), padding=2, dilation=(2, 3), groups=2),
                                 ((3, 4, 90, 70), (10, 2, 3, 2))),
    "conv2d, one result channel": (lambda x, w: F.conv2d(x, w), ((2, 6, 40, 40), (1, 6, 5, 5))),
    "conv2d, without neighbours": (lambda x, w: F.conv2d(x, w), ((2, 12, 40, 40), (10, 12, 1, 1))),
    "conv3d, large": (lambda x, w, b: F.conv3d(x, w, b, padding=1), ((2, 3, 9, 12, 11), (5, 3, 2, 3, 2), (5,))),
    "conv_transpose2d, large": (lambda x, w, b: F.conv_transpose2d(x, w, b, padding=1, stride=2, output_padding=1),
                                ((2, 5, 30, 31), (5, 9, 3, 3), (9,))),
    "unfold": (lambda x: F.unfold(x, (3, 2), 2, 1, (1, 2)), ((2, 3, 21, 20),)),
    "fold": (lambda x: F.fold(x, (9, 10), (3, 2), padding=1, stride=(1, 2)), ((2, 18, 54),)),
}  # fmt: skip


def triangular(n: int, columns: int, *batch: int) -> Callable[[Any], tuple[Any, ...]]:
    return lambda r: (r.normal(size=(*batch, n, n)) / n + np.eye(n), r.normal(size=(*batch, n, columns)))


TRIANGULAR = {
    "of one number": triangular(1, 1), "of a column": triangular(90, 1), "of a few rows": triangular(5, 7),
    "by halves": triangular(75, 60), "of a batch": triangular(6, 3, 2, 3),
    "of columns of a batch": triangular(20, 1, 4), "of many": triangular(3, 2, 40), "of nothing": triangular(0, 3),
    "without columns": triangular(3, 0), "of no batch": triangular(3, 2, 0),
}  # fmt: skip


def exchanged(*shape: int) -> Callable[[Any], tuple[Any, ...]]:
    """Matrices whose rows elimination exchanges."""
    return lambda r: (np.roll(r.normal(size=(*shape, shape[-1])) / shape[-1] + 2 * np.eye(shape[-1]), 1, -2),)


SMALL: dict[str, Callable[..., Any]] = {
    "inv": wengert.linalg.inv, "inv of a transpose": lambda A: wengert.linalg.inv(A.mT),
    "solve": lambda A: wengert.linalg.solve(A, A[..., :2].exp()),
    "solve of a column": lambda A: wengert.linalg.solve(A, A[..., 0].exp()),
    "solve of a batch": lambda A: wengert.linalg.solve(A, A[:1, ..., :2].exp()),
    "det": wengert.linalg.det, "slogdet": lambda A: tuple(wengert.linalg.slogdet(A)),
    "cholesky": lambda A: wengert.linalg.cholesky(A @ A.mT),
    "cholesky, upper": lambda A: wengert.linalg.cholesky(A @ A.mT, upper=True),
    "singular det": lambda A: wengert.linalg.det(A * (wengert.arange(A.shape[-1]) > 0).to(A.dtype)),
}  # fmt: skip


LARGE: dict[str, Callable[..., Any]] = {
    "solve": lambda A: wengert.linalg.solve(A, wengert.cat([A[..., 1:], A.sin()], -1)),
    "solve of a transpose": lambda A: wengert.linalg.solve(A.mT, A.exp().mT),
    "det": lambda A: wengert.linalg.det(A / 2),  # of about 1
    **{name: SMALL[name] for name in ("inv", "inv of a transpose", "slogdet")},
}


# by name: the module and those of its functions that leave a call to NumPy, what they return then, the call, its inputs
def attention_inputs(rows: int, keys: int, mask: str = "", lead: tuple[int, ...] = (2, 3)) -> Callable[[Any], Any]:
    """Queries, keys and values, which lie in memory as a layer's do: heads side by side. And a mask, if asked for."""

    def make(r: Any) -> tuple[Any, ...]:
        heads = [
            r.normal(size=(lead[0], n, *lead[1:], m)).swapaxes(1, -2) for n, m in ((rows, 4), (keys, 4), (keys, 6))
        ]
        if not mask:
            return tuple(heads)
        shape = {"pairs": (rows, keys), "keys": (lead[0], 1, 1, keys), "all": (*lead, rows, keys)}[mask.split()[0]]
        given = r.normal(size=shape)
        return (*heads, given > -0.3 if mask.endswith("seen") else given)

    return make


ATTENTIONS: dict[str, tuple[Any, dict[str, Any]]] = {
    "plain": (F.scaled_dot_product_attention, {}),
    "scaled": (lambda q, k, v: F.scaled_dot_product_attention(q, k, v, scale=-3.0), {"lead": (4,)}),
    "causal": (lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), {}),
} | {f"a mask of {mask}": (F.scaled_dot_product_attention, {"mask": mask}) for mask in
     ("pairs", "all", "keys", "pairs seen", "all seen", "keys seen")}  # fmt: skip
CASES: dict[str, tuple[Any, dict[str, Any], Callable[..., Any], Callable[[Any], tuple[Any, ...]]]] = {
    f"distances of order {p}: {what}": (
        distance_loops, {"between": None, "pull": None}, lambda x, y, p=p: wengert.cdist(x, y, p), make
    )
    for p in (1.0, 2.0, np.inf)
    for what, make in {**POINTS, "equal": same_points, "far": far_points}.items()
} | {
    f"distances of pairs, order {p}": (
        distance_loops, {"between": None, "pull": None}, lambda x, p=p: wengert.nn.functional.pdist(x, p),
        lambda r: (r.normal(size=(9, 11)),),
    )
    for p in (1.0, 2.0, np.inf)
} | {
    f"triangular systems {what}, {'upper' if upper else 'lower'}{', of a transpose' * turned}{', of ones' * ones}": (
        triangular_loops, {"fits": False},
        lambda A, B, upper=upper, turned=turned, ones=ones: wengert.linalg.solve_triangular(
            A.mT if turned else A, B, upper=upper, unitriangular=ones),
        make,
    )
    for what, make in TRIANGULAR.items()
    for upper in (False, True)
    for turned, ones in ((False, False), (True, False), (False, True))
} | {
    f"{name} of {shape}": (
        small_matrices, dict.fromkeys(("determinants", "log_determinants", "solved", "factors", "mixed_cofactors")),
        call, exchanged(*shape),
    )
    for name, call in SMALL.items()
    for shape in ((3, 1), (5, 2), (2, 3, 3), (1, 2, 4), (2, 5), (4, 6), (2, 16), (2, 17))
    if name != "singular det" or shape[-1] < 5  # the others are not as well-conditioned
} | {
    f"{name} of {shape}, by halves": (
        triangular_loops, {"solved": None, "log_determinants": None, "fits": False}, call, exchanged(*shape)
    )
    for name, call in LARGE.items()
    for shape in ((2, 40), (150,))
} | {
    name: (
        (norm_loops, column_norm_loops),
        dict.fromkeys(("normalised", "slope", "slopes", "sums", "gradients", "channels", "channel_slopes")), call,
        lambda r, shapes=shapes: tuple(r.normal(size=s) for s in shapes),
    )
    for name, (call, shapes) in NORMS.items()
} | {
    name: (tap_loops, {"along": None}, call, lambda r, shape=shape: (r.normal(size=shape),))
    for name, (call, shape) in RESIZED.items()
} | {
    name: (window_loops, dict.fromkeys(("largest", "average", "spread")), call, make)
    for name, (call, make) in POOLS.items()
} | {
    name: (
        window_loops, dict.fromkeys(("columns", "overlap")), call,
        lambda r, shapes=shapes: tuple(r.normal(size=s) for s in shapes),
    )
    for name, (call, shapes) in CONVOLUTIONS.items()
} | {
    f"{name}, by runs": (
        convolution_loops, dict.fromkeys(("convolved", "weights")), call,
        lambda r, shapes=shapes: tuple(r.normal(size=s) for s in shapes),
    )
    for name, (call, shapes) in CONVOLUTIONS.items()
    if name.startswith("conv")
} | {
    f"{name}{what}": (modules, dict.fromkeys(loops), call, make)
    for name, (call, make) in SAMPLED.items()
    for what, modules, loops in (
        ("", (grid_loops, tap_loops), ("sample_grid", "sample", "spread", "weigh", "taps", "pull")),
        (" by taps", grid_loops, ("sample_grid",)),
    )
} | {
    f"{name}{what}": (
        *((order_loops, {"records": None}) if name.startswith(("cummax", "cummin"))
          else (scan_loops, {"running": None})),
        call, make,
    )
    for name, call in SCANS.items()
    for what, make in (
        ("", lambda r: (r.normal(size=(3, 600, 5)),)), (" of nothing", lambda r: (r.normal(size=(3, 0, 2)),)),
        (" with NaN", some_missing),
    )
    if not what.endswith("NaN") or name.startswith(("cummax", "cummin"))
} | {
    f"{name} by {diagonal} of {shape}": (
        copies, {"triangle": None}, lambda x, name=name, diagonal=diagonal: getattr(wengert, name)(x, diagonal),
        lambda r, shape=shape: (r.normal(size=shape),),
    )
    for name in ("tril", "triu")
    for diagonal in (-100, -2, 0, 1, 4, 100)
    for shape in ((3, 5), (2, 0, 3, 4), (2, 4, 3))
} | {
    f"attention by blocks, {what}, of {rows} queries and {keys} keys": (
        attention_blocks, dict.fromkeys(("attended", "slopes")), attend, attention_inputs(rows, keys, **how)
    )
    for what, (attend, how) in ATTENTIONS.items()
    for rows, keys in ((7, 3), (64, 64), (120, 200), (300, 100), (1, 2000))
} | {
    f"attention of {rows} queries and {keys} keys": (
        attention_loops, dict.fromkeys(("attended", "slopes")), F.scaled_dot_product_attention,
        lambda r, n=rows, m=keys: tuple(r.normal(size=(2, 3, *size)) for size in ((n, 4), (m, 4), (m, 6))),
    )
    for rows, keys in ((5, 5), (3, 7), (1, 128), (1, 129), (0, 3))
} | {
    f"{name} of {shape}": (order_loops, dict.fromkeys(("first_few", "of_rank")), call, ranked(*shape))
    for name, call in ORDERS.items()
    for shape in ((6, 40), (3, 2, 301))
}  # fmt: skip


def classes(*shape: int) -> Callable[[Any], tuple[Any, ...]]:
    """Logarithms of probabilities, and classes. The last of them is -100, which is not to count."""

    def make(r: Any) -> tuple[Any, ...]:
        target = r.integers(0, shape[1], (shape[0], *shape[2:]))
        target.reshape(-1)[-1] = -100
        return r.normal(size=shape), target

    return make


def class_loss(x: Any, target: Any, ignored: int, reduction: str) -> Any:
    return F.nll_loss(x, target if ignored < 0 else target.clamp(min=0), ignore_index=ignored, reduction=reduction)


CASES |= {
    f"nll_loss, {reduction}, without {ignored}, of {shape}": (
        loss, dict.fromkeys(("class_losses", "class_slopes")),
        lambda x, at, how=(ignored, reduction): class_loss(x, at, *how), classes(*shape),
    )
    for reduction in ("none", "sum", "mean")
    for ignored in (-100, 1)
    for shape in ((6, 4), (2, 3, 5, 4), (1, 2))
}  # fmt: skip


CASES |= {
    f"{name} along {dim} of {shape}": (
        index_loops,
        {"along": False},
        lambda x, i, y, name=name, dim=dim: getattr(wengert, name)(x, dim, i, y),
        lambda r, shape=shape, dim=dim: (r.normal(size=shape), r.integers(0, shape[dim], shape), r.normal(size=shape)),
    )
    for name in ("scatter", "scatter_add")
    for shape, dim in (((3, 40), 1), ((40, 3), 0), ((2, 9, 4), 1), ((500, 600), 0), ((500, 600), 1))
}  # of equal indices, the last value stays


def reduced(x: Any, i: Any, y: Any, how: str, dim: int) -> Any:
    return x.scatter_reduce(dim, i, y, how[:4], include_self="without" not in how)


def some_rows(shape: tuple[int, ...], dim: int, special: bool) -> Callable[[Any], tuple[Any, ...]]:
    """An array, the numbers of rows of it, and new rows; some numbers are NaN, infinite or a negative zero."""

    def make(r: Any) -> tuple[Any, ...]:
        x, y = r.normal(size=shape), r.normal(size=(*shape[:dim], 60, *shape[dim + 1 :]))
        if special:
            for a in (x, y):
                a.reshape(-1)[::3] = r.choice([np.nan, np.inf, -np.inf, -0.0, 0.0], a.reshape(-1)[::3].shape)
        return x, r.integers(0, shape[dim], (*shape[:dim], 60)), y

    return make


CASES |= {
    f"{name} of rows along {dim} of {shape}{', of special numbers' * special}": (
        index_loops, {"along": False, "taken": None},
        lambda x, i, y, call=call, dim=dim: call(x, i[(..., *(None,) * (y.ndim - i.ndim))].expand(y.shape), y, dim),
        some_rows(shape, dim, special),
    )
    for name, call in {
        "gather": lambda x, i, y, dim: x.gather(dim, i) * y,
        "scatter": lambda x, i, y, dim: x.scatter(dim, i, y),
        "scatter_add": lambda x, i, y, dim: x.scatter_add(dim, i, y),
        **{how: partial(lambda x, i, y, dim, how: reduced(x, i, y, how, dim), how=how)
           for how in ("amax", "amin", "prod", "amax without itself", "prod without itself")},
    }.items()
    for shape, dim in (((40, 3), 0), ((2, 9, 4), 1), ((500, 30), 0), ((2, 3, 2, 3), 0))
    for special in (False, True)
} | {
    f"{how} along {dim}": (
        index_loops, {"along": False}, lambda x, i, y, how=how, dim=dim: reduced(x, i % x.shape[dim], y, how, dim),
        lambda r: (r.normal(size=(7, 9)), r.integers(0, 9, (7, 9)), np.where(r.random((7, 9)) < 0.2, np.nan, 1.0)),
    )
    for how in ("amax", "amin", "prod", "amin without itself")
    for dim in (0, 1)
} | {
    f"sparse product with {columns} columns": (
        index_loops, {"add_products": False},
        lambda i, v, x: wengert.sparse.mm(wengert.sparse_coo_tensor(i, v, (40, x.shape[0])), x),
        lambda r, columns=columns: (r.integers(0, 30, (2, 300)), r.normal(size=300), r.normal(size=(30, columns))),
    )
    for columns in (0, 1, 5, 64)
}  # fmt: skip


def shaped(*shapes: tuple[int, ...]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda r: tuple(r.normal(size=shape) for shape in shapes)


CASES |= {
    f"gather along {dim}": (
        index_loops, {"taken": None}, lambda x, i, dim=dim: wengert.gather(x, dim, i),
        lambda r: (r.normal(size=(4, 5, 6)), r.integers(0, 4, (4, 5, 6))),
    )
    for dim in (0, 1, -1)
} | {
    f"{name} along {dim}": (
        copies, {"joined": None}, lambda x, y, call=call, dim=dim: call(x, y, dim),
        shaped((2, 3, 4), tuple(n + 2 * (i == dim % 3) for i, n in enumerate((2, 3, 4)))),
    )
    for dim in (0, 1, -1)
    for name, call in (
        ("cat", lambda x, y, dim: wengert.cat((x, y), dim)),
        ("stack", lambda x, y, dim: wengert.stack((x, 2 * x, x * y.sum()), dim)),
        ("cat of an empty one", lambda x, y, dim: wengert.cat((x, y.narrow(dim, 0, 0)), dim)),
        ("roll", lambda x, y, dim: wengert.cat((x.roll(-1, dim), y), dim)),
    )
} | {
    f"{name} of {shape}": (
        objects, dict.fromkeys(("parts", "diagonal", "reshaped", "permuted", "entry")), call, shaped(shape)
    )
    for shape in ((4, 3, 5), (3, 0, 2))
    for name, call in {
        "chunk": lambda x: x.chunk(2, 2), "split": lambda x: x.mT.split((2, 0, x.shape[2] - 2), 1),
        "unbind": lambda x: x.unbind(0), "unbind backwards": lambda x: x.flip(0).unbind(2),
        "diagonal": lambda x: x.diagonal(1, 0, 2), "diagonal below": lambda x: x.diagonal(-2, -1, 0),
        "diagonal beyond": lambda x: x.diagonal(7), "reshape": lambda x: x.reshape(x.shape[2], -1) if x.numel() else x,
        "permute": lambda x: x.permute(1, -1, 0), "select": lambda x: x[2, ..., -1], "entry": lambda x: x.select(-2, 0)
        if x.shape[1] else x,
    }.items()
}  # fmt: skip


def signs(r: Any) -> tuple[Any, ...]:
    return (np.where(r.random((12, 40)) < 0.3, np.nan, np.copysign(np.round(r.normal(size=(12, 40))), 1)),)


def masked(r: Any) -> tuple[Any, ...]:
    return r.normal(size=(3, 6001)), r.random((3, 6001)) < 0.3, r.normal(size=(3, 6001))


CASES |= {
    f"{name} at a mask": (index_loops, {"put_chosen": False}, call, masked)
    for name, call in {
        "masked_scatter": lambda x, m, y: x.masked_scatter(m, y),
        "index_put": lambda x, m, y: x.index_put((m,), y[m] * 2),
        "index_put that adds": lambda x, m, y: x.index_put((m,), y[m] * 2, accumulate=True),
        "one value": lambda x, m, y: x.index_put((m,), y[0, :1]),
        "no value": lambda x, m, y: x.index_put((m & ~m,), y[0, :0]),
    }.items()
} | {
    f"{name} of bools": (index_loops, {"marked": None}, call, signs)
    for name, call in {
        "nonzero": lambda x: (x > 0).nonzero(), "nonzero of volumes": lambda x: (x.view(4, 3, 8, 5) > 1).nonzero(),
        "no nonzero": lambda x: (x > 99).nonzero(),
    }.items()
} | {
    f"{name}{what}": (order_loops, {"of_rank": None}, call, make)
    for name, call in {
        "median": lambda x: tuple(x.median(-1)), "nanmedian": lambda x: tuple(x.nanmedian(1)),
        "kthvalue": lambda x: tuple(x.kthvalue(3, -1)),
    }.items()
    for what, make in (
        ("", lambda r: (r.normal(size=(5, 301)),)), (" that tie", lambda r: (np.round(r.normal(size=(9, 70))),)),
        (" with NaN", signs),
    )
}  # fmt: skip


def spoken(r: Any) -> tuple[Any, ...]:
    return r.normal(size=(9, 4, 6)), r.integers(1, 6, (4, 3))


CASES |= {
    f"ctc_loss, {what}": (path_loops, {"paths": None}, call, spoken)
    for what, call in {
        "plain": lambda x, at: F.ctc_loss(x, at, (9, 8, 9, 4), (3, 2, 0, 3), reduction="none"),
        "repeated": lambda x, at: F.ctc_loss(x, at // 3, (9, 9, 7, 9), (3, 3, 3, 3), blank=5),
        "impossible": lambda x, at: F.ctc_loss(x, at // 5, (9, 2, 9, 0), (3, 3, 3, 1), reduction="none"),
        "impossible ones left out": lambda x, at: F.ctc_loss(
            x, at // 5, (9, 2, 9, 0), (3, 3, 3, 1), zero_infinity=True
        ),
        "probabilities of 0": lambda x, at: F.ctc_loss(
            wengert.where(x < -0.5, -float("inf"), x), at, (9, 8, 9, 9), (3, 2, 1, 3), reduction="sum"
        ),
    }.items()
}


def convolved(count: int, transposed: bool, bias: bool, **how: Any) -> Any:
    """A small convolution in ``count`` dimensions of space, whose channels are in two groups."""
    call = getattr(F, f"conv{'_transpose' if transposed else ''}{count}d")

    def make(r: Any) -> tuple[Any, ...]:
        x, w = r.normal(size=(2, 4, *(7, 5, 6)[:count])), r.normal(size=(4, 2, *(3, 2, 1)[:count]))
        return (x, w, r.normal(size=4)) if bias else (x, w)

    return conv, {"contracted": None}, lambda *given: call(*given, groups=2, **how), make


CASES |= {
    f"conv, {count} dimensions, {'transposed, ' * transposed}{'bias, ' * bias}{how}": convolved(
        count, transposed, bias, **how
    )
    for count in (1, 2, 3)
    for transposed in (False, True)
    for bias, how in (
        (False, {}), (True, {"padding": 1}), (True, {"stride": 2, "padding": 1}), (False, {"dilation": 2, "stride": 3}),
    )
}  # fmt: skip


RECURRENT = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


def recurrent(name: str, rows: int, size: int, biases: bool) -> Any:
    """Layers of both directions, along four steps; two layers where there are biases."""
    gates, layers, states = RECURRENT[name], 1 + biases, 2 if name == "lstm" else 1

    def make(r: Any) -> tuple[Any, ...]:
        inputs = [r.normal(size=(4, rows, 3)), *[r.normal(size=(2 * layers, rows, size)) for _ in range(states)]]
        for layer in range(layers):
            shapes = [(gates * size, 2 * size if layer else 3), (gates * size, size)] + [(gates * size,)] * 2 * biases
            inputs += [r.normal(size=shape) / 2 for _ in range(2) for shape in shapes]
        return tuple(inputs)

    def call(x: Any, *given: Any) -> Any:
        state = given[:2] if states == 2 else given[0]
        return getattr(wengert, name)(x, state, given[states:], biases, layers, 0.0, True, True, False)

    return recurrent_loops, {"scan": None, "gradients": None}, call, make


CASES |= {
    f"{name}, {rows} rows of {size}, {'' if biases else 'no '}biases": recurrent(name, rows, size, biases)
    for name in RECURRENT
    for rows, size, biases in ((1, 5, True), (7, 1, False), (20, 6, True), (70, 17, False), (0, 3, True))
}


def outcome(call: Callable[..., Any], arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The results of a call, and the gradients of its float inputs."""
    inputs = [wengert.from_numpy(a.copy()) for a in arrays]
    floats = [x.requires_grad_() for x in inputs if x.is_floating_point()]
    results = call(*inputs)
    results = list(results) if isinstance(results, tuple) else [results]
    r = np.random.default_rng(1)
    given = [wengert.from_numpy(r.normal(size=y.shape).astype(y.detach().numpy().dtype)) for y in results]
    kept = [(y, g) for y, g in zip(results, given, strict=True) if y.requires_grad]
    found = wengert.autograd.grad([y for y, _ in kept], floats, [g for _, g in kept]) if kept else ()
    return [y.detach().numpy() for y in results] + [g.numpy() for g in found]


@pytest.mark.skipif(not compiled.active, reason="only the compiled build has loops")
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_loops_compute_what_numpy_computes(name: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, functions, call, make = CASES[name]
    arrays = [a.astype(dtype) if a.dtype.kind == "f" else a for a in make(np.random.default_rng(0))]
    by_loops = outcome(call, arrays)
    for byte in BYTES:  # nothing depends on what was in memory before, or lies beside it
        with guarded(byte):
            for a, b in zip(outcome(call, arrays), by_loops, strict=True):
                assert a.tobytes() == b.tobytes(), f"in memory of {byte:#x}"
    for function, answer in functions.items():
        owner = next(one for one in (module if isinstance(module, tuple) else (module,)) if hasattr(one, function))
        monkeypatch.setattr(owner, function, lambda *args, answer=answer, **given: answer)
    by_numpy = outcome(call, arrays)
    precision = 50 * float(np.finfo(dtype).eps)
    for a, b in zip(by_loops, by_numpy, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=precision, atol=precision * np.abs(b[np.isfinite(b)]).max(initial=1))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["total", "largest", "smallest"])
def test_short_columns_have_the_bits_of_numpy(name: str, dtype: str) -> None:
    ufunc = {"total": np.add, "largest": np.maximum, "smallest": np.minimum}[name]
    x = np.where(np.arange(40) % 7, signs(np.random.default_rng(0))[0], -0.0).astype(dtype)
    for given, axis in ((x, 0), (x.reshape(3, 4, 40), (0, 1)), (x.reshape(3, 4, 40), 0)):
        for kept in (False, True):
            found, expected = getattr(few, name)(given, axis, keepdims=kept), ufunc.reduce(given, axis, keepdims=kept)
            assert found.shape == expected.shape and found.tobytes() == expected.tobytes()


@pytest.mark.parametrize("at", [(0, 0), (0, 39), (20, 7)])
@pytest.mark.parametrize("value", [np.inf, np.nan])
def test_convolutions_keep_inf_and_nan_where_they_belong(at: tuple[int, int], value: float) -> None:
    """Loops over runs of windows meet them with the zeros between windows, too."""
    r = np.random.default_rng(0)
    x, w, g = r.normal(size=(2, 3, 40, 40)), r.normal(size=(4, 3, 3, 3)), r.normal(size=(2, 4, 20, 19))
    x[(1, 2, *at)] = value
    inputs = [wengert.from_numpy(a).requires_grad_() for a in (x, w)]
    y = F.conv2d(*inputs, stride=2, padding=(1, 0))
    y.backward(wengert.from_numpy(g))
    windows = F.unfold(inputs[0].detach(), 3, 1, (1, 0), 2).numpy()
    np.testing.assert_allclose(
        y.detach().numpy(), (w.reshape(4, 27) @ windows).reshape(y.shape), rtol=1e-12, atol=1e-12
    )
    with np.errstate(invalid="ignore"):
        gradient = (g.reshape(2, 4, -1) @ windows.swapaxes(1, 2)).sum(0).reshape(w.shape)
    np.testing.assert_allclose(inputs[1].grad.numpy(), gradient, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("build", ["loops", "numpy"])
def test_distances_as_a_product_keep_their_digits(build: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a product of matrices, squared distances cancel between points that are close to one another."""
    if build == "numpy":
        monkeypatch.setattr(distance_loops, "between", lambda *args: None)
        monkeypatch.setattr(distance_loops, "mend", None)
    r = np.random.default_rng(0)
    for x, y in (same_points(r), far_points(r), (r.normal(size=(30, 100)), r.normal(size=(3, 100)))):
        x, y = x.astype("f4"), y.astype("f4")
        exact = np.sqrt(np.square(x[:, None].astype("f8") - y).sum(-1))
        for mode in ("use_mm_for_euclid_dist", "use_mm_for_euclid_dist_if_necessary", "donot_use_mm_for_euclid_dist"):
            found = wengert.cdist(wengert.tensor(x), wengert.tensor(y), compute_mode=mode).numpy()
            np.testing.assert_allclose(found, exact, rtol=2e-5, atol=1e-30)
    x = r.normal(size=(30, 50))
    x[3, 4], x[5, 6] = np.inf, np.nan
    found = wengert.cdist(wengert.tensor(x), wengert.tensor(x[:7])).numpy()
    with np.errstate(invalid="ignore"):
        exact = np.sqrt(np.square(x[:, None] - x[:7]).sum(-1))
    np.testing.assert_allclose(found, exact)


@pytest.mark.skipif(not compiled.active, reason="only the compiled build has loops")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("make", [*POINTS.values(), same_points, far_points])
def test_squared_distances_are_mended_as_numpy_mends_them(
    make: Any, dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, y = (wengert.tensor(a.astype(dtype)) for a in make(np.random.default_rng(0)))
    monkeypatch.setattr(distance_loops, "between", lambda *args: None)
    found = [wengert.cdist(x, y, compute_mode="use_mm_for_euclid_dist").numpy()]
    monkeypatch.setattr(distance_loops, "mend", None)
    found.append(wengert.cdist(x, y, compute_mode="use_mm_for_euclid_dist").numpy())
    np.testing.assert_allclose(found[0], found[1], rtol=50 * np.finfo(dtype).eps, atol=0)


KEYS: tuple[tuple[Any, ...], ...] = (
    (), (1,), (-1, slice(None)), (slice(1, None), slice(None, -1), None), (None, slice(-9, 9, 2)), (slice(3, 1),),
    (slice(None, None, -1),), (slice(10**30),), (slice(None), slice(None), 0, None), (2, 1, 3),
)  # fmt: skip
VIEWS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    f"part {key}": (lambda a, key=key: objects.part(a, key), lambda a, key=key: a[(*key, ...)]) for key in KEYS
} | {
    "reshaped": (lambda a: objects.reshaped(a, (3, -1, 1)), lambda a: a.reshape(3, -1, 1)),
    "permuted": (lambda a: objects.permuted(a, (2, 0, 1)), lambda a: a.transpose(2, 0, 1)),
    "permuted from behind": (lambda a: objects.permuted(a, (-1, -2, 0)), lambda a: a.transpose(2, 1, 0)),
    "entry": (lambda a: objects.entry(a, 0, -1), lambda a: a[-1, ...]),
    "unsqueezed": (lambda a: objects.unsqueezed(a, 1), lambda a: a[:, None]),
    "unsqueezed behind": (lambda a: objects.unsqueezed(a, 3), lambda a: a[..., None]),
    "spread": (lambda a: objects.spread(a, (2, *a.shape)), lambda a: np.broadcast_to(a, (2, *a.shape))),
    "spread to more ones": (lambda a: objects.spread(a, (1, *a.shape)), lambda a: a[None]),
}  # fmt: skip


@pytest.mark.parametrize("name", VIEWS)
def test_views_are_those_that_numpy_makes(name: str) -> None:
    """They share memory, and may be written where no element is repeated."""
    found, expected = VIEWS[name]
    for a in (np.arange(60.0).reshape(4, 3, 5), np.arange(60.0).reshape(5, 3, 4).T[::-1]):
        if name == "reshaped" and not a.flags.c_contiguous:
            continue
        out, same = found(a), expected(a)
        assert out.shape == same.shape
        assert [s for n, s in zip(out.shape, out.strides, strict=True) if n > 1] == [
            s for n, s in zip(same.shape, same.strides, strict=True) if n > 1
        ]
        assert out.tolist() == same.tolist()
        assert np.shares_memory(out, a) or not out.size
        assert out.flags.writeable == (out.size <= a.size)


@pytest.mark.parametrize("shape", [(60,), (3, -1), (7, 7), (-2,), (-1, -1), (59,), (60, 0)])
def test_views_that_do_not_fit_are_left_to_the_caller(shape: tuple[int, ...]) -> None:
    for a in (np.zeros((4, 3, 5)), np.zeros((4, 3, 5)).T, np.zeros((0, 3))):
        fits = shape in ((60,), (3, -1)) and a.flags.c_contiguous and a.size == 60
        assert (objects.reshaped(a, shape) is not None) == fits
    for dims in ((0, 0), (0,), (0, 2), (0, 1, 2)):
        assert objects.permuted(np.zeros((2, 3)), dims) is None
    assert objects.entry(np.zeros((2, 3)), 0, 2) is None
    assert objects.entry(np.zeros(()), 0, 0) is None
    with pytest.raises(IndexError):
        objects.part(np.zeros((2, 3)), (0, 0, 0))
    with pytest.raises(IndexError):
        objects.part(np.zeros((2, 3)), (2,))


FEW = {
    "total": np.add, "largest": np.maximum, "smallest": np.minimum, "some": np.logical_or, "every": np.logical_and,
}  # fmt: skip


@pytest.mark.parametrize("axis", [None, 0, -1, (1,), (0, 2), (2, -3), (), (0, 1, 2)])
@pytest.mark.parametrize("name", FEW)
def test_reductions_of_a_few_elements_are_those_of_numpy(name: str, axis: Any) -> None:
    reduce, expected = getattr(few, name), FEW[name].reduce
    some = np.random.default_rng(0).integers(-1, 2, (3, 5, 4)).astype(float)
    with_nan = some.copy()
    with_nan[1, 2, 0] = np.nan
    kinds = [some, some.astype("f4"), some.astype("i8"), with_nan, some[::-1, :, ::2], some.T, np.zeros((20, 30, 2))]
    for x in [*kinds, some > 0] if name in ("some", "every") else kinds:
        for keepdims in (False, True):
            found, same = reduce(x, axis, keepdims=keepdims), np.asarray(expected(x, axis, keepdims=keepdims))
            assert np.asarray(found).dtype == same.dtype
            assert np.array_equal(found, same, equal_nan=same.dtype.kind == "f")
    with pytest.raises(ValueError, match="axis"):
        reduce(some, 3)
    if name in ("largest", "smallest"):
        with pytest.raises(ValueError, match="identity"):
            reduce(np.zeros((0, 3)), 0)
