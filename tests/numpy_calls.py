"""How NumPy's functions are called: the forms that the laws of tests/test_numpy.py give tensors, and the table of
docs/reference/numpy.md is made of.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import wengert
from wengert._core.api import numpy_methods
from wengert._core.api.numpy_protocols import WRITERS

Array = np.ndarray[Any, Any]
Form = Callable[[Any, Any], Any]
X = np.array([[0.75, -1.25, 2.5], [3.5, 0.25, -0.5]])
X.flags.writeable = False  # some functions write into their arguments
SPACES = ("numpy", "numpy.linalg", "numpy.fft")
LEFT_OUT = {"save", "savez", "savez_compressed", "savetxt", "array2string", "array_repr", "array_str", "empty_like"}
FORMS: tuple[Form, ...] = (
    lambda f, a: f(a), lambda f, a: f(a, axis=0), lambda f, a: f(a, axis=1, keepdims=True), lambda f, a: f(a, axis=-1),
    lambda f, a: f(a, None), lambda f, a: f(a, axis=(0, 1)), lambda f, a: f(a, 1), lambda f, a: f(a, 0, 1),
    lambda f, a: f(a, a), lambda f, a: f([a, a]), lambda f, a: f([a, a], axis=1), lambda f, a: f(a, (3, 2)),
    lambda f, a: f(a, a, a), lambda f, a: f(a, [0, 1]), lambda f, a: f(a[0]), lambda f, a: f(a[0], a[1]),
    lambda f, a: f(a[:, :2]), lambda f, a: f(a[:, :2], a[:, 1:]), lambda f, a: f(a, -0.5, 0.5), lambda f, a: f(a[0], 2),
    lambda f, a: f(a, dtype=np.float32), lambda f, a: f(a, ddof=1), lambda f, a: f(a, decimals=1),
    lambda f, a: f(a, keepdims=True), lambda f, a: f(a, dtype=np.float64), lambda f, a: f(a, axis=0, dtype=np.float64),
    lambda f, a: f(a, where=np.array([True, False, True]), axis=0), lambda f, a: f(a[:1], axis=0),
    lambda f, a: f(a, where=a > 0), lambda f, a: f(a, axis=1, where=a > 0, keepdims=True),
    lambda f, a: f(a, axis=0, initial=0.5, where=a > 0), lambda f, a: f(a > 0, a, 0), lambda f, a: f("ij,kj", a, a),
    lambda f, a: f(a, initial=1.0), lambda f, a: f(a, order="F"), lambda f, a: f(a, ((1, 1), (0, 2))),
    lambda f, a: f(a, np.array([1, 0]), axis=0), lambda f, a: f(a, out=np.zeros(3), axis=0), lambda f, a: f((a, X)),
    lambda f, a: f(X.copy(), a), lambda f, a: f(a, min=0, max=1), lambda f, a: f(a, 5, 0), lambda f, a: f(a, np.min),
    lambda f, a: f(a, shape=(2, 2)), lambda f, a: f(a[0], a[1], 4), lambda f, a: f([a, a], dtype=np.float32),
    lambda f, a: f(a, out=np.zeros_like(a)), lambda f, a: f(a[0], a[1], "full"), lambda f, a: f(a[0], 2 * a[1], "same"),
    lambda f, a: f(a[:, :2].T, a[0, :2]), lambda f, a: f(a[0], axis=0),
)  # fmt: skip


def onto_itself(f: Any, a: Any, *args: Any, **options: Any) -> Any:
    """What a function gives that writes its result into its own argument."""
    return f(a, *args, out=a, **options)


SQUARE = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
CLOCK = np.array([1, 0, 2, 1])
OWN: dict[str, tuple[Form, ...]] = {  # what no function takes but this one
    "apply_along_axis": (
        lambda f, a: f(lambda r: r * r.sum(), 0, a), lambda f, a: f(np.sum, 1, a),
        lambda f, a: f(lambda r: np.outer(r, r), 0, a),
    ),
    "apply_over_axes": (lambda f, a: f(np.sum, a, (0, 1)),),
    "angle": (lambda f, a: f(a + 1j), lambda f, a: f(a * (1 + 2j) + 1, deg=True)),
    "astype": (lambda f, a: f(a, np.float32), lambda f, a: f(a, np.float64), lambda f, a: f(a, np.complex128)),
    "average": (lambda f, a: f(a, weights=a**2), lambda f, a: f(a, 1, a[0] ** 2),),
    "bincount": (lambda f, a: f(CLOCK[:3], a[0]), lambda f, a: f(CLOCK[:3], weights=a[1], minlength=5)),
    "broadcast_to": (lambda f, a: f(a[0], (2, 3)),),
    "can_cast": (lambda f, a: f(a.dtype, np.float32),),
    "cholesky": (lambda f, a: f(SQUARE + np.outer(a[0], a[0])),),
    "choose": (
        lambda f, a: f(a.argmin(axis=0), [a, 2 * a**2]), lambda f, a: f([[0, 1, 0]], [a, 2 * a**2]),
        lambda f, a: f([0, 3, 1], [a, a * a], mode="wrap"),
    ),
    "clip": (
        lambda f, a: f(a, None, a[0]), lambda f, a: f(a, a[1] - 1, a[0] + 1),
        lambda f, a: onto_itself(f, a * 1, -0.5, 2 * a[0] + 1), lambda f, a: onto_itself(f, a * 1, a_max=1.0),
    ),
    "compress": (lambda f, a: f(a, [True, False, True], axis=1), lambda f, a: f(a, [False, True])),
    "conjugate": (lambda f, a: f(a * (1 + 2j)),),
    "copyto": (lambda f, a: f(a, X[0] + 1, where=X > 0), lambda f, a: f(a, 2 * a[0])),
    "correlate": tuple(
        (lambda f, a, m=m, i=i, j=j: f(a.reshape(-1)[:i], 2 * a.reshape(-1)[-j:], m))  # type: ignore[misc]
        for m in ("full", "same", "valid") for i, j in ((5, 3), (3, 5), (4, 4), (6, 2))
    ),
    "cross": (lambda f, a: f(a, 2 * a[::1] + X), lambda f, a: f(a.T, X.T, axis=0)),
    "diagonal": (lambda f, a: f(a, offset=1),),
    "dsplit": (lambda f, a: f(a[None], [1]),),
    "einsum": (lambda f, a: f(a, [0, 1], a, [2, 1], [0, 2]), lambda f, a: f("ij->j", a)),
    "extract": (lambda f, a: f(X > 0, a),),
    "fill": (lambda f, a: f(a, 2.5), lambda f, a: f(a[:, 1:], 1), lambda f, a: f(a, a[0, 0])),
    "fill_diagonal": (lambda f, a: f(a, 2.0), lambda f, a: f(a, X[0, :2])),
    "geomspace": (
        lambda f, a: f(np.abs(a[0]), np.abs(a[1]), 4), lambda f, a: f(-2.0, -a[1, 0], 3, False),
        lambda f, a: f(np.abs(a), 3.0, 4, axis=1),
    ),
    "histogram": (
        lambda f, a: f(a, [-2.0, 0.0, 1.0, 3.5]), lambda f, a: f(a, 4, (-2, 4), density=True),
        lambda f, a: f(X, 4, (-1, 3), weights=a), lambda f, a: f(X, [-1.25, 0.25, 3.5], weights=a**2, density=True),
    ),
    "interp": (lambda f, a: f(a[0], np.array([-1.0, 0.0, 2.0]), a[1]), lambda f, a: f(0.3, a[0].cumsum(0) ** 2, a[1])),
    "imag": (lambda f, a: f(a * (1 + 2j)),),
    "insert": (lambda f, a: f(a, 1, a[:, 0], axis=1), lambda f, a: f(a[0], 1, 2.0)),
    "linspace": (lambda f, a: f(a[0], a[1], 4, retstep=True), lambda f, a: f(0, a[0, 0], 3, dtype=np.float32)),
    "logspace": (lambda f, a: f(a[0], a[1], 3), lambda f, a: f(0, a[0, 0], 4, False, 2.0)),
    "lstsq": (
        lambda f, a: f(SQUARE * a[0] ** 2 + 1, a[1]), lambda f, a: f(a.T, SQUARE), lambda f, a: f(a.T, SQUARE[0], None),
    ),
    "matrix_power": (lambda f, a: f(SQUARE + a[0], 3), lambda f, a: f(SQUARE + a[0] ** 2, -1)),
    "median": (lambda f, a: f(a[:, :1] * a),),
    "multi_dot": (lambda f, a: f([a, a.T, a]),),
    "nan_to_num": (lambda f, a: f(a, nan=1.0), lambda f, a: f(a * 1, copy=False)),
    "partition": (lambda f, a: f(a, 1), lambda f, a: f(a, (0, 1), axis=0), lambda f, a: f(a, 2, axis=None)),
    "percentile": (lambda f, a: f(a, [10, 45], axis=1),),
    "piecewise": (
        lambda f, a: f(a, [a < 0, a >= 0], [lambda t: -t * t, lambda t: t**3]),
        lambda f, a: f(a, [a < 0], [lambda t, c: c * t, 2.0], 3.0), lambda f, a: f(a[0], a[0] > 0, [lambda t: t * t]),
    ),
    "place": (lambda f, a: f(a, X > 0, [1.0, 2.0]),),
    "poly": (lambda f, a: f(a[0]), lambda f, a: f(SQUARE * a[0]),),
    "polydiv": (lambda f, a: f(a.reshape(-1), a[0]), lambda f, a: f(a[0], a.reshape(-1))),
    "polyfit": (
        lambda f, a: f(np.arange(6.0), a.reshape(-1), 2), lambda f, a: f(a.reshape(-1), np.arange(6.0), 1, cov=True),
        lambda f, a: f(np.arange(3.0), a.T, 1), lambda f, a: f(np.arange(6.0), a.reshape(-1), 1, w=a.reshape(-1) ** 2),
        lambda f, a: f(np.arange(6.0), a.reshape(-1), 1, cov="unscaled"), lambda f, a: f(np.arange(6.0), X.T @ a, 1),
        lambda f, a: f(np.arange(3.0) + a[0], a.T, 1),
    ),
    "polyint": (lambda f, a: f(a[0], 2, [1.0, 2.0]), lambda f, a: f(a[0], 1, a[1, 0])),
    "polyval": (lambda f, a: f([1.0, 2.0, 3.0], a),),
    "put": (lambda f, a: f(a, [0, 4], [1.0, 2.0]),),
    "put_along_axis": (lambda f, a: f(a, np.array([[0], [2]]), X[:, :1] + 1, 1), lambda f, a: f(a, [1], 2.0, None)),
    "putmask": (lambda f, a: f(a, X > 0, X + 1), lambda f, a: f(a, X > 0, 2.0)),
    "repeat": (lambda f, a: f(a, [1, 2], axis=0),),
    "real_if_close": (lambda f, a: f(a + 0j), lambda f, a: f(a * 1j)),
    "resize": (lambda f, a: f(a, (3, 5)), lambda f, a: f(a, 4)),
    "roots": (
        lambda f, a: f(a[0]), lambda f, a: f(np.concatenate([[0.0], a[1], [0.0]])),
    ),
    "select": (lambda f, a: f([a > 1, a < 0], [a, a * a], 2.0),),
    "sinc": (lambda f, a: f(a + 0.1),),
    "solve": (lambda f, a: f(SQUARE + a[0], a[1]), lambda f, a: f(SQUARE, a.T)),
    "take": (
        lambda f, a: f(a, [4, 7], mode="wrap"), lambda f, a: f(a, [-1, 7], 1, mode="clip"), lambda f, a: f(a, 1, 0),
    ),
    "take_along_axis": (lambda f, a: f(a, np.array([[0], [2]]), 1),),
    "tensordot": (lambda f, a: f(a, a, axes=([0, 1], [0, 1])),),
    "tensorinv": (lambda f, a: f((SQUARE * a[0]).reshape(3, 3, 1), ind=1),),
    "tensorsolve": (lambda f, a: f(SQUARE + a[0] ** 2, a[1]),),
    "trim_zeros": (lambda f, a: f(np.pad(a[0], 2)), lambda f, a: f(np.pad(a[0], 2), "f")),
    "unique": (
        lambda f, a: f(np.concatenate([a[0], a[0]])), lambda f, a: f(a, return_index=True, return_counts=True),
        lambda f, a: f(a, axis=0),
    ),
    "unwrap": (
        lambda f, a: f(4 * a), lambda f, a: f(4 * a, axis=0), lambda f, a: f(4 * a, discont=4.0),
        lambda f, a: f(a, period=1.5),
    ),
    "vander": (lambda f, a: f(a[0], 4),),
    **{n: (lambda f, a: f(np.where(X > 3, np.nan, a), axis=1), lambda f, a: f(np.where(X > 0, np.nan, a)),
           lambda f, a: f(np.where(X > 0, np.nan, a), axis=0))
       for n in ("nancumprod", "nancumsum", "nanmax", "nanmean", "nanmin", "nanprod", "nanstd", "nansum", "nanvar",
                 "nanmedian")},
    **{n: (lambda f, a: f(SQUARE + np.outer(a[0], a[0])), lambda f, a: f((SQUARE + a[1] ** 2) @ (SQUARE + a[0] ** 2)))
       for n in ("cond", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "pinv", "qr", "slogdet", "svd",
                 "svdvals", "trace", "matrix_norm")},
    **{n: (lambda f, a: onto_itself(f, a * 1, axis=1),) for n in ("cumprod", "cumsum")},
    **{f"cumulative_{n}": (
           lambda f, a: onto_itself(f, a * 1, axis=1), lambda f, a: f(a[0], include_initial=True),
           lambda f, a: f(a, axis=1, include_initial=True))
       for n in ("sum", "prod")},
}  # fmt: skip


def functions() -> dict[str, Any]:
    """The functions of NumPy that ask their arguments."""
    found: dict[str, Any] = {}
    for module in SPACES:
        space = importlib.import_module(module)
        for n in sorted(set(dir(space)) - LEFT_OUT):
            if hasattr(getattr(space, n), "_implementation"):
                found[f"{module}.{n}"] = getattr(space, n)
    return found


FUNCTIONS = functions()


def method(name: str) -> Any:
    """A method of arrays and tensors as a function."""

    def call(a: Any, *args: Any, **options: Any) -> Any:
        if not isinstance(a, (np.ndarray, wengert.Tensor)):
            raise TypeError
        return getattr(a, name)(*args, **options) if hasattr(a, name) else getattr(np, name)(a, *args, **options)

    return call


METHODS = {f"ndarray.{n}": method(n) for n in vars(numpy_methods) if n == "ptp" or hasattr(np.ndarray, n)}
CALLED = {**FUNCTIONS, **METHODS}


def written(form: Form, f: Any, a: Any) -> Any:
    """What a function wrote into its first argument."""
    b = a * 1
    form(f, b)
    return b


def forms(name: str) -> Iterator[tuple[Form, Any]]:
    """The forms in which a function takes arrays, and what it returns."""
    for form in (*OWN.get(name.rpartition(".")[2], ()), *FORMS):
        if CALLED[name] in WRITERS or name == "ndarray.fill":
            form = partial(written, form)  # noqa: PLW2901
        try:
            expected = form(CALLED[name], X.copy())
        except Exception:
            continue
        yield form, expected


def moving(form: Form, f: Any, expected: Any) -> list[bool]:
    """Which of the arrays of floats that a form returns change when its argument does."""
    before, after = (leaves(v) for v in (expected, form(f, X + np.linspace(-1e-3, 2e-3, X.size).reshape(X.shape))))
    pairs = [(np.asarray(b), np.asarray(a)) for b, a in zip(before, after, strict=True)]
    return [b.dtype.kind in "fc" and (b.shape != a.shape or not np.array_equal(b, a, True)) for b, a in pairs]


def leaves(x: Any) -> list[Any]:
    return [v for one in x for v in leaves(one)] if isinstance(x, (list, tuple)) else [] if x is None else [x]
