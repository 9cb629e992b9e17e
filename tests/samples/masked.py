"""Samples of ``ops/masked.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

MASK = np.array([[True, False, True], [True, True, True]])


def _reference(f: Callable[[Any], Any]) -> Callable[..., Any]:
    """Apply ``f`` to a vector of the elements in the mask, for each part that is reduced."""

    def reference(
        x: Any, dim: Any = None, *, keepdim: bool = False, mask: Any = None, dtype: Any = None, **rest: Any
    ) -> Any:
        inside = np.broadcast_to(True if mask is None else mask, x.shape).astype(bool)
        dims = tuple(range(x.ndim)) if dim is None else (dim,) if isinstance(dim, int) else dim
        dims = tuple(d % x.ndim for d in dims)
        kept = [d for d in range(x.ndim) if d not in dims]
        out = np.empty([x.shape[d] for d in kept], object)
        for at in np.ndindex(out.shape):
            key: list[Any] = [slice(None)] * x.ndim
            for d, i in zip(kept, at, strict=True):
                key[d] = i
            with np.errstate(all="ignore"):  # from masked-out elements
                out[at] = f(x[tuple(key)][inside[tuple(key)]], **rest)
        out = np.asarray(out.tolist())
        return np.expand_dims(out, dims) if keepdim else out

    return reference


def _correction(p: dict[str, Any]) -> float:
    return float(p.get("correction", 1 if p.get("unbiased", True) else 0))


REDUCED: dict[str, Callable[..., Any]] = {
    "sum": lambda v: v.sum(),
    "prod": lambda v: v.prod(),
    "mean": lambda v: np.divide(v.sum(), len(v)),
    "amax": lambda v: v.max() if len(v) else -np.inf,
    "amin": lambda v: v.min() if len(v) else np.inf,
    "logsumexp": lambda v: np.log(np.exp(v).sum()),
    "var": lambda v, **p: (abs(v - v.mean()) ** 2).sum() / (len(v) - _correction(p)),
    "std": lambda v, **p: np.sqrt((abs(v - v.mean()) ** 2).sum() / (len(v) - _correction(p))),
    "norm": lambda v, ord=2.0: np.linalg.norm(v, ord),
}
REFERENCES = {f"masked.{name}": _reference(f) for name, f in REDUCED.items()}
ALL = [f"masked.{name}" for name in REDUCED if name != "norm"]


@samples(*ALL, ref=REFERENCES)
def reduced() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), mask=MASK)
    yield Sample(r.normal(size=(2, 3)), 1, mask=MASK[0])  # a mask that is broadcast
    yield Sample(r.normal(size=(2, 3)), -2, keepdim=True, mask=MASK[:, 2:])
    yield Sample(r.normal(size=(2, 3, 2)), (2, 0), mask=MASK.T)
    yield Sample(r.normal(size=(2, 3)), dim=0)


@samples("masked.sum", "masked.mean", "masked.prod", "masked.logsumexp", "masked.var", "masked.std", ref=REFERENCES)
def reduced_of_complex() -> Iterator[Sample]:
    r = rng()
    yield Sample(cnormal(r, 2, 3), 1, mask=MASK)


@samples(*(name for name in ALL if name != "masked.logsumexp"))  # PyTorch computes logsumexp in single precision
def reduced_to_another_dtype() -> Iterator[Sample]:
    yield Sample(np.arange(6).reshape(2, 3), 1, dtype=np.dtype("float64"), mask=MASK)


@samples("masked.sum", "masked.prod", "masked.amax", "masked.amin")
def reduced_of_integers() -> Iterator[Sample]:
    yield Sample(np.arange(6).reshape(2, 3), 1, mask=MASK)
    yield Sample(np.arange(6).reshape(2, 3), mask=MASK.astype(int))  # nonzero means True


@samples(*(name for name in ALL if name not in ("masked.var", "masked.std")))
def none_passes() -> Iterator[Sample]:
    x = rng().normal(size=(2, 3))
    yield Sample(x, 1, mask=MASK & [[False], [True]], kink=True)
    yield Sample(np.array(0.5), mask=np.array(True), kink=True)


@samples("masked.sum", "masked.prod")
def none_there() -> Iterator[Sample]:
    yield Sample(np.zeros((0, 3)), 0, mask=np.zeros((0, 3), bool))


@samples("masked.var", "masked.std", ref=REFERENCES)
def corrected() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), 1, unbiased=False, mask=MASK)
    yield Sample(r.normal(size=(2, 3)), 1, correction=0.5, mask=MASK)


@samples("masked.norm", ref=lambda x, ord=2.0, dim=None, **p: REFERENCES["masked.norm"](x, dim, ord=ord, **p))
def norm() -> Iterator[Sample]:
    r = rng()
    x = r.uniform(0.5, 2, size=(2, 3)) * [[-1, 1, 1]]
    yield Sample(x, mask=MASK)
    yield Sample(x, 3.0, 1, mask=MASK[0])
    yield Sample(x, 1.0, (0, 1), keepdim=True, mask=MASK)
    yield Sample(x, np.inf, 0, mask=MASK)
    yield Sample(x, -np.inf, 1, mask=MASK)
    yield Sample(x, dim=0)


@samples("masked.norm")
def norm_to_another_dtype() -> Iterator[Sample]:
    x = np.float32([[3, 5, 4], [1, 2, 2]])
    # single precision is too coarse for finite differences
    yield Sample(x, dim=1, dtype=np.dtype("float64"), mask=MASK, kink=True)


@samples("masked.argmax", "masked.argmin")
def places() -> Iterator[Sample]:
    r = rng()
    for params in ({}, {"dim": 1}, {"dim": -2, "keepdim": True}, {"dim": 0, "dtype": np.dtype("int64")}):
        yield Sample(r.normal(size=(2, 3)), mask=MASK, **params)
    yield Sample(np.arange(6).reshape(2, 3), 1, mask=MASK)
    yield Sample(r.normal(size=(2, 3)), 1)


def _median(x: Any, dim: int = -1, **params: Any) -> Any:
    return _reference(lambda v: np.sort(v)[(len(v) - 1) // 2] if len(v) else np.nan)(x, dim, **params)


@samples("masked.median", ref=_median)
def median() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), 1, mask=MASK)
    yield Sample(r.normal(size=(2, 3)), 0, keepdim=True, mask=MASK)
    yield Sample(np.arange(6).reshape(2, 3), 1, mask=MASK)


@samples("masked.median")
def median_of_none() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 3)), mask=MASK & [[False], [True]], kink=True)
    yield Sample(np.arange(6).reshape(2, 3), dtype=np.dtype("float64"), mask=MASK)


def _running(f: Any, identity: float) -> Callable[..., Any]:
    return lambda x, dim, *, mask=None, dtype=None: f(x if mask is None else np.where(mask, x, identity), axis=dim)


@samples(
    "masked.cumsum",
    "masked.cumprod",
    ref={"masked.cumsum": _running(np.cumsum, 0), "masked.cumprod": _running(np.cumprod, 1)},
)
def running() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), 1, mask=MASK)
    yield Sample(cnormal(r, 2, 3), -2, mask=MASK[0])
    yield Sample(np.arange(6).reshape(2, 3), 0)


@samples("masked.cumsum", "masked.cumprod")
def running_in_another_dtype() -> Iterator[Sample]:
    yield Sample(np.arange(6).reshape(2, 3), 1, mask=MASK, dtype=np.dtype("float32"))


def _softmax(x: Any, dim: int, *, mask: Any = None, dtype: Any = None, sign: int = 1, log: bool = False) -> Any:
    e = np.exp(sign * x) * (1 if mask is None else mask)
    with np.errstate(all="ignore"):  # from masked-out elements
        out = e / e.sum(axis=dim, keepdims=True)
        return np.log(out) if log else out


@samples(
    "masked.softmax",
    "masked.log_softmax",
    "masked.softmin",
    ref={
        "masked.softmax": _softmax,
        "masked.log_softmax": lambda x, dim, **p: _softmax(x, dim, log=True, **p),
        "masked.softmin": lambda x, dim, **p: _softmax(x, dim, sign=-1, **p),
    },
)
def shares() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), 1, mask=MASK)
    yield Sample(r.normal(size=(2, 3)), -2, mask=MASK[:, :1])
    yield Sample(r.normal(size=(2, 3)), 0)


@samples("masked.softmax", "masked.log_softmax", "masked.softmin")
def shares_of_none() -> Iterator[Sample]:
    x = rng().normal(size=(2, 3))
    yield Sample(x, 1, mask=MASK & [[False], [True]], kink=True)


@samples("masked.softmax", "masked.softmin")
def shares_in_another_dtype() -> Iterator[Sample]:
    yield Sample(np.arange(6).reshape(2, 3), 1, mask=MASK, dtype=np.dtype("float64"))


@samples("masked.normalize")
def normalize() -> Iterator[Sample]:
    r = rng()
    x = r.uniform(0.5, 2, size=(2, 3))
    yield Sample(x, 2.0, 1, mask=MASK)
    yield Sample(x, 1.0, -2, mask=MASK)
    yield Sample(cnormal(r, 2, 3), 3.0, 0, mask=MASK)
    yield Sample(x / 9, 2.0, 1, eps=2.0)
    yield Sample(x, 2.0, 1, mask=MASK & [[False], [True]], kink=True)
    # single precision is too coarse for finite differences
    yield Sample(x.astype(np.float32), 2.0, 1, dtype=np.dtype("float64"), kink=True)


@samples("masked.logaddexp")
def logaddexp() -> Iterator[Sample]:
    r = rng()
    x, y = r.normal(size=(2, 3)), r.normal(size=(2, 3))
    yield Sample(x, y)
    yield Sample(x, y, input_mask=MASK, other_mask=np.ones((2, 1), bool), ref=_logaddexp)
    yield Sample(x[0], y, input_mask=MASK[0], ref=_logaddexp)
    yield Sample(x, y, input_mask=MASK, other_mask=MASK, kink=True)
    yield Sample(x.astype(np.float32), y.astype(np.float32), dtype=np.dtype("float64"), other_mask=MASK, kink=True)


def _logaddexp(x: Any, y: Any, input_mask: Any = True, other_mask: Any = True) -> Any:
    return np.logaddexp(np.where(input_mask, x, -np.inf), np.where(other_mask, y, -np.inf))
