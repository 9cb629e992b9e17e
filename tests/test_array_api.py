"""The array API standard: names, arguments, values and dtypes are those of its reference, array-api-strict.

And what the standard does not ask for: derivatives pass every function.
"""

from __future__ import annotations

import inspect
import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import array_api_strict as strict
import numpy as np
import pytest

import wengert
from wengert import array_api as xp

OF_STRICT = {"Device", "ArrayAPIStrictFlags", "__version__"} | {
    n for n in strict.__all__ if n.endswith("_strict_flags")
}
SPACES = {"": (xp, strict), "linalg.": (xp.linalg, strict.linalg), "fft.": (xp.fft, strict.fft)}
NAMES = [
    f"{space}{name}" for space, (_, theirs) in SPACES.items() for name in theirs.__all__ if name not in OF_STRICT
]  # fmt: skip
R = np.random.default_rng(3)
DTYPES = ("bool", "int8", "uint8", "int32", "int64", "float32", "float64", "complex64", "complex128")
A, B = R.uniform(0.2, 0.8, (2, 3)), R.uniform(0.2, 0.8, (2, 3))
M = R.normal(size=(2, 3, 3)) + 3 * np.eye(3)
SPD = M @ M.swapaxes(-1, -2)
LINE, ODD = np.array([3.0, 1.0, 2.0, 1.0]), np.array([[3, 0, 3], [1, 2, 0]])


def given(name: str) -> Any:
    space, _, last = name.rpartition(".")
    ours, theirs = SPACES[f"{space}." if space else ""]
    return getattr(ours, last), getattr(theirs, last)


def parameters(function: Any) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(function).parameters)


# Calls that the names of the parameters do not tell: the arrays first, then what else is given
CALLS: dict[str, list[tuple[tuple[Any, ...], dict[str, Any]]]] = {
    "acosh": [((A + 1,), {})],
    "arange": [((5,), {"dtype": "int64"}), ((0, 4, 1.5), {"dtype": "float64"}), ((5, 0), {"dtype": "int32"})],
    "asarray": [((A,), {"copy": True}), (([[1.0, 2.0]],), {"dtype": "float64"}), ((A,), {"dtype": "float32"})],
    "astype": [((A, "dtype float32"), {}), ((ODD, "dtype float64"), {"copy": False}), ((ODD, "dtype bool"), {})],
    "broadcast_arrays": [((A, A[0], A[:, :1]), {})],
    "broadcast_shapes": [(((2, 1), (3,)), {})],
    "broadcast_to": [((A[0], (2, 3)), {})],
    "can_cast": [(("dtype int8", "dtype int32"), {}), ((ODD, "dtype int8"), {}), ((A, "dtype complex128"), {})],
    "clip": [((A, 0.3, 0.6), {}), ((A, A[0], None), {}), ((A,), {"max": 0.5}), ((A,), {}), ((ODD, 1, 2), {})],
    "concat": [(([A, B],), {}), (([A, B[:, :1]],), {"axis": 1}), (([A, LINE],), {"axis": None})],
    "cumulative_prod": [((A,), {"axis": 1}), ((LINE,), {"include_initial": True}), ((ODD,), {"axis": 0})],
    "cumulative_sum": [((A,), {"axis": -1}), ((A,), {"axis": 0, "include_initial": True}), ((ODD,), {"axis": 1})],
    "diff": [((A,), {}), ((A,), {"axis": 0}), ((LINE,), {"n": 2, "prepend": LINE[:1], "append": LINE[1:]})],
    "empty": [((0,), {"dtype": "float64"}), (((2, 0),), {"dtype": "float64"})],
    "empty_like": [((A[:0],), {}), ((A[:0],), {"dtype": "int32"})],
    "expand_dims": [((A, 0), {}), ((A,), {"axis": -1}), ((A, -2), {})],
    "eye": [((2,), {"dtype": "float64"}), ((2, 3), {"k": 1, "dtype": "float32"}), ((3, 2), {"k": -1, "dtype": "bool"})],
    "finfo": [],
    "flip": [((A,), {}), ((A,), {"axis": 1}), ((A,), {"axis": (0, -1)})],
    "from_dlpack": [],
    "full": [((2, 0.5), {"dtype": "float64"}), (((2, 3), 7), {}), (((), True), {})],
    "full_like": [((A, 2.0), {}), ((A, 2), {"dtype": "int64"})],
    "iinfo": [],
    "isdtype": [],
    "isin": [((ODD, np.array([0, 3])), {}), ((ODD, 3), {})],
    "linspace": [
        ((0.0, 1.0, 5), {"dtype": "float64"}),
        ((0.0, 1.0), {"num": 4, "endpoint": False, "dtype": "float64"}),
    ],
    "matmul": [((M, M), {}), ((M, A[0]), {}), ((A[0], B[0]), {}), ((M.astype("f4"), M), {})],
    "meshgrid": [((LINE, A[0]), {}), ((LINE, A[0]), {"indexing": "ij"})],
    "moveaxis": [((M, 0, -1), {}), ((M, (0, 1), (1, 2)), {})],
    "ones": [((2,), {"dtype": "float64"}), (((2, 3),), {"dtype": "int64"})],
    "ones_like": [((A,), {}), ((A,), {"dtype": "int32"})],
    "permute_dims": [((M, (2, 0, 1)), {}), ((M,), {"axes": (1, 0, 2)})],
    "repeat": [((A, 2), {}), ((A, 2), {"axis": 1}), ((A, np.array([1, 0, 2])), {"axis": 1})],
    "reshape": [((A, (3, 2)), {}), ((A,), {"shape": (-1,), "copy": True}), ((A, (6,)), {"copy": False})],
    "result_type": [
        ((A, "dtype float32"), {}),
        ((A.astype("f4"), 1.5), {}),
        ((ODD, 1), {}),
        ((np.float64(1), A.astype("f4")), {}),
    ],
    "roll": [((A, 1), {}), ((A, 1), {"axis": 1}), ((A, (1, 2)), {"axis": (0, 1)})],
    "searchsorted": [
        ((np.sort(LINE), LINE), {}),
        ((np.sort(LINE), LINE), {"side": "right"}),
        ((LINE, A), {"sorter": np.argsort(LINE)}),
    ],
    "squeeze": [((A[None], 0), {}), ((A[None, :, None],), {"axis": (0, 2)})],
    "stack": [(([A, B],), {}), (([A, B],), {"axis": -1})],
    "take": [((A, np.array([1, 0])), {"axis": 0}), ((LINE, np.array([3, 3])), {}), ((A, np.array([2])), {"axis": -1})],
    "take_along_axis": [((A, np.array([[1], [0]])), {}), ((A, np.array([[1, 0, 1]])), {"axis": 0})],
    "tensordot": [((A, B.T), {"axes": 1}), ((A, B), {})],
    "tile": [((A, (2,)), {}), ((A, (2, 1, 2)), {})],
    "tril": [((M,), {}), ((M,), {"k": -1})],
    "triu": [((M,), {}), ((M,), {"k": 1})],
    "unstack": [((A,), {}), ((A,), {"axis": 1})],
    "vecdot": [((A, B), {}), ((A, B), {"axis": 0}), ((A + 1j * B, B), {})],
    "where": [
        ((A > 0.5, A, B), {}),
        ((A > 0.5, A, 0.0), {}),
        ((A > 0.5, 1, ODD), {}),
        ((A > 0.5, A.astype("f4"), B), {}),
    ],
    "zeros": [((2,), {"dtype": "float64"}), (((2, 3),), {"dtype": "int64"})],
    "zeros_like": [((A,), {}), ((A,), {"dtype": "int32"})],
    "fft.fftfreq": [((5,), {"dtype": "float64"}), ((4,), {"d": 0.5, "dtype": "float64"})],
    "fft.fftshift": [((LINE,), {}), ((A,), {"axes": 1}), ((A,), {"axes": (0, 1)})],
    "fft.ifftshift": [((LINE,), {}), ((A,), {"axes": 1}), ((A,), {"axes": (0, 1)})],
    "fft.rfftfreq": [((5,), {"dtype": "float64"}), ((4,), {"d": 0.5, "dtype": "float64"})],
    "linalg.cholesky": [((SPD,), {}), ((SPD,), {"upper": True})],
    "linalg.cross": [((A, B), {}), ((A.T, B.T), {"axis": 0})],
    "linalg.diagonal": [((M,), {}), ((M,), {"offset": -1})],
    "linalg.eigh": [((SPD,), {})],
    "linalg.eigvalsh": [((SPD,), {})],
    "linalg.matmul": [((M, M), {}), ((M, A[0]), {})],
    "linalg.matrix_norm": [
        ((M,), {"ord": o, "keepdims": k})
        for o in ("fro", "nuc", 1, -1, 2, -2, np.inf) for k in (False, True)
    ],
    "linalg.matrix_power": [((M, 3), {}), ((M, -2), {}), ((M, 0), {})],
    "linalg.matrix_rank": [((M,), {}), ((np.ones((2, 3)),), {"rtol": 0.1})],
    "linalg.outer": [((LINE, A[0]), {}), ((LINE.astype("f4"), A[0]), {})],
    "linalg.pinv": [((M[:, :2],), {}), ((M,), {"rtol": 0.5})],
    "linalg.qr": [((M[:, :, :2],), {}), ((M[:, :, :2],), {"mode": "complete"})],
    "linalg.solve": [((M, A[0]), {}), ((M, M), {}), ((M, M[0]), {}), ((M, M[:, :, :2]), {})],
    "linalg.svd": [((M[:, :2],), {}), ((M[:, :2],), {"full_matrices": False})],
    "linalg.tensordot": [((A, B.T), {"axes": 1}), ((M, M), {"axes": ((1, 2), (2, 1))})],
    "linalg.trace": [((M,), {}), ((M,), {"offset": 1}), ((M,), {"dtype": "complex128"})],
    "linalg.vecdot": [((A, B), {}), ((A, B), {"axis": 0})],
    "linalg.vector_norm": [
        ((M,), {}),
        ((M,), {"axis": 1, "ord": 1}),
        ((M,), {"axis": (0, 2), "keepdims": True}),
        ((A,), {"ord": np.inf}),
    ],
}  # fmt: skip
ORDERED = {"greater", "greater_equal", "less", "less_equal", "maximum", "minimum"}
REDUCED = [{}, {"axis": 0}, {"axis": (0, -1)}, {"axis": (), "keepdims": True}, {"axis": 1, "keepdims": True}]


def calls(name: str) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Arguments for a function: of every dtype, and of two dtypes at once, where it takes them."""
    if name in CALLS:
        yield from CALLS[name]
        return
    wanted = parameters(given(name)[1])
    square = (M,) if name.startswith("linalg.") else (A, LINE)
    if list(wanted) == ["x1", "x2"]:
        for dtype in DTYPES:
            for other in DTYPES:
                yield ((5 * A).astype(dtype), (5 * B + 1).astype(other)), {}
                yield ((5 * A).astype(dtype), (5 * B[0, 0] + 1).astype(other)), {}
        for number in (True, 2, 0.5) if name in ORDERED else (True, 2, 0.5, 0.5j):
            for dtype in DTYPES:
                yield ((5 * A + 1).astype(dtype), number), {}
                yield (number, (5 * A + 1).astype(dtype)), {}
        return
    axis = wanted.get("axis")
    choices: list[dict[str, Any]] = [{}]
    if axis is not None and "keepdims" in wanted:
        choices = [c for c in REDUCED if "tuple" in str(axis.annotation) or not isinstance(c.get("axis"), tuple)]
    elif axis is not None:
        choices = [{}, {"axis": 0}]
    for x in square:
        for dtype in DTYPES:
            for chosen in choices:
                if x.ndim > 1 or chosen.get("axis") in (None, 0):
                    yield (x.astype(dtype),), chosen
    extra = {"correction": 1.0, "descending": True, "n": 5, "norm": "ortho", "s": (4, 2), "stable": False}
    for parameter, value in extra.items():
        if parameter in wanted:
            yield (A,), {parameter: value, **({"axes": (0, 1)} if parameter == "s" else {})}


def on(lib: Any, value: Any) -> Any:
    """An argument of a call, in a library."""
    if isinstance(value, (list, tuple)) and any(isinstance(v, np.ndarray) for v in value):
        return [on(lib, v) for v in value]
    if isinstance(value, str) and value.startswith("dtype "):
        return getattr(lib, value.removeprefix("dtype "))
    return lib.asarray(value) if isinstance(value, (np.ndarray, np.generic)) else value


def called(function: Any, lib: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    named = {k: getattr(lib, v) if k == "dtype" else on(lib, v) for k, v in kwargs.items()}
    with np.errstate(all="ignore"):
        return function(*[on(lib, a) for a in args], **named)


def flat(value: Any) -> list[Any]:
    return [f for v in value for f in flat(v)] if isinstance(value, (list, tuple)) else [value]


def shown(value: Any) -> tuple[Any, ...]:
    """What has to be the same in both libraries: the dtype and the shape."""
    if hasattr(value, "shape"):
        return str(value.dtype).rpartition(".")[2], tuple(value.shape)
    return (str(value).rpartition(".")[2].rstrip(">"),)


@pytest.mark.parametrize("name", NAMES)
def test_names_and_parameters(name: str) -> None:
    ours, theirs = given(name)
    if not callable(theirs) or inspect.isclass(theirs) or name == "__array_namespace_info__":
        return
    own = parameters(ours)
    for i, (parameter, wanted) in enumerate(parameters(theirs).items()):
        if wanted.kind is wanted.POSITIONAL_ONLY:
            found = list(own.values())[i]
            assert found.kind in (found.POSITIONAL_ONLY, found.POSITIONAL_OR_KEYWORD, found.VAR_POSITIONAL), parameter
        elif wanted.kind is wanted.VAR_POSITIONAL:
            assert any(p.kind is p.VAR_POSITIONAL for p in own.values())
        else:
            found = own[parameter]
            same = (found.default, wanted.default)
            assert (
                parameter == "device"
                or same in ((wanted.default,) * 2, (None, "backward"), (None, strict._creation_functions._undef))
                or (
                    found.default is None and wanted.default == -1  # ``axis``, which stands for ``dim``
                )
            ), same
            if wanted.kind is wanted.POSITIONAL_OR_KEYWORD:
                assert found.kind is found.POSITIONAL_OR_KEYWORD


@pytest.mark.parametrize("name", NAMES)
def test_values_and_dtypes(name: str) -> None:
    ours, theirs = given(name)
    if not callable(theirs) or inspect.isclass(theirs) or name == "__array_namespace_info__":
        return
    count = 0
    for args, kwargs in calls(name):
        try:
            expected = flat(called(theirs, strict, args, kwargs))
        except (TypeError, OverflowError, NotImplementedError, ValueError):
            continue  # the standard leaves it open
        found = flat(called(ours, xp, args, kwargs))
        case = (name, [getattr(a, "dtype", a) for a in args], kwargs)
        assert [shown(f) for f in found] == [shown(e) for e in expected], case
        for f, e in zip(found, expected, strict=True):
            if isinstance(f, wengert.Tensor):
                a, b = np.asarray(f), np.asarray(e)
                if name in ("linalg.eigh", "linalg.qr", "linalg.svd"):  # vectors have a sign or a phase to choose
                    a, b = np.abs(a), np.abs(b)
                single = a.dtype.itemsize <= (8 if a.dtype.kind == "c" else 4)
                np.testing.assert_allclose(
                    a, b, rtol=2e-5 if single else 1e-9, atol=1e-6 if single else 1e-12, err_msg=str(case)
                )
        count += 1
    assert count or not calls_are_expected(name), name


def calls_are_expected(name: str) -> bool:
    return CALLS.get(name) != []


CONSTANT = {  # names without derivatives, and decompositions whose vectors have a sign or a phase to choose
    "all", "any", "argmax", "argmin", "argsort", "astype", "bitwise_and", "can_cast", "count_nonzero", "equal",
    "floor_divide", "full_like", "greater", "greater_equal", "isfinite", "isin", "isinf", "isnan", "less", "less_equal",
    "linalg.matrix_rank", "logical_and", "logical_not", "logical_or", "logical_xor", "nonzero", "not_equal",
    "ones_like", "result_type", "searchsorted", "signbit", "zeros_like", "empty_like", "linspace", "full", "linalg.svd",
    "linalg.eigh",
}  # fmt: skip


@pytest.mark.parametrize("name", [n for n in NAMES if n not in CONSTANT])
def test_derivatives_pass(name: str) -> None:
    ours, theirs = given(name)
    if not callable(theirs) or inspect.isclass(theirs):
        return
    for args, kwargs in calls(name):
        leaves = [a for a in flat(list(args)) if isinstance(a, np.ndarray) and a.dtype in INEXACT]
        if not leaves or "dtype" in kwargs:
            continue
        tensors = [wengert.tensor(a, requires_grad=True) for a in leaves]

        def function(*tensors: Any, args: Any = args, kwargs: Any = kwargs) -> Any:
            left = list(tensors)

            def put(value: Any) -> Any:
                if isinstance(value, (list, tuple)) and any(isinstance(v, np.ndarray) for v in value):
                    return [put(v) for v in value]
                if isinstance(value, np.ndarray) and value.dtype in INEXACT:
                    return left.pop(0)
                return on(xp, value)

            if name in ("linalg.cholesky", "linalg.eigvalsh"):  # of symmetric matrices
                left = [(t + t.mT) / 2 for t in left]
            found = flat(ours(*[put(a) for a in args], **{k: on(xp, v) for k, v in kwargs.items()}))
            return tuple(f for f in found if f.dtype.is_floating_point or f.dtype.is_complex)

        try:
            called(theirs, strict, args, kwargs)
        except (TypeError, ValueError, NotImplementedError):
            continue
        out = function(*tensors)
        assert name not in WITHOUT_FLOATS, name
        assert out and all(f.requires_grad for f in out), (name, kwargs)
        assert wengert.autograd.gradcheck(function, tensors), (name, kwargs)
        return
    assert name in WITHOUT_FLOATS, name


@pytest.mark.parametrize("name", sorted(CONSTANT))
def test_constants_have_no_derivatives(name: str) -> None:
    with pytest.raises((AssertionError, AttributeError, RuntimeError)):
        test_derivatives_pass(name)


INEXACT = (np.float64, np.complex128)
WITHOUT_FLOATS = {
    "__array_namespace_info__", "arange", "bitwise_invert", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift",
    "bitwise_xor", "broadcast_shapes", "empty", "eye", "fft.fftfreq", "fft.rfftfreq", "finfo", "from_dlpack", "iinfo",
    "isdtype", "ones", "zeros",
}  # fmt: skip


def test_a_tensor_names_its_namespace() -> None:
    x = wengert.tensor([1.0, 2.0], requires_grad=True)
    assert x.__array_namespace__() is xp and x.__array_namespace__(api_version="2022.12") is xp
    assert xp.__array_api_version__ == strict.__array_api_version__
    with pytest.raises(ValueError, match=r"got '2020.1'. Take one of 2021.12, .* or leave it out"):
        x.__array_namespace__(api_version="2020.1")
    assert x.to_device("cpu") is x
    with pytest.raises(ValueError, match="Leave it out"):
        x.to_device("cpu", stream=1)


def test_what_is_in_other_public_modules_too_says_that_it_is_from_there() -> None:
    code = (
        "import wengert; xp = wengert.ones(1).__array_namespace__()\n"
        "print(*[f.__module__ for f in (xp.sin, xp.linalg.det, xp.fft.fft, xp.special.erf, xp.add)])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["wengert", "wengert.linalg", "wengert.fft", "wengert.special", "wengert.array_api"]


def test_what_the_namespace_says_of_itself() -> None:
    info = xp.__array_namespace_info__()
    assert info.capabilities() == strict.__array_namespace_info__().capabilities()
    assert info.default_device() in info.devices()
    assert info.default_dtypes()["real floating"] == wengert.get_default_dtype()
    assert set(info.dtypes()) == set(strict.__array_namespace_info__().dtypes())
    for kind in (
        "bool",
        "signed integer",
        "unsigned integer",
        "integral",
        "real floating",
        "complex floating",
        "numeric",
    ):
        theirs = strict.__array_namespace_info__().dtypes(kind=kind)
        assert set(info.dtypes(kind=kind)) == set(theirs)
        assert all(xp.isdtype(getattr(xp, n), kind) == (n in theirs) for n in info.dtypes())
    assert xp.isdtype(wengert.half, "real floating") and xp.isdtype(wengert.half, (wengert.half, "bool"))
    with pytest.raises(ValueError, match="got 'real'. Take one of 'bool'"):
        xp.isdtype(wengert.half, "real")
    assert xp.finfo(wengert.ones(1)).eps == xp.finfo(xp.float32).eps and xp.iinfo(wengert.arange(1)).bits == 64


def test_history_of_what_lists_hold() -> None:
    x = wengert.tensor(2.0, requires_grad=True, dtype=wengert.float64)
    made = xp.asarray([[x, 1.0], [x * x, x]], dtype=xp.float64)
    made.sum().backward()
    assert made.tolist() == [[2, 1], [4, 2]] and x.grad.item() == 6
    assert xp.asarray(x) is x and xp.asarray(x, copy=True).requires_grad


def test_what_is_not_among_others() -> None:
    assert xp.isin(wengert.arange(4), wengert.tensor([0, 3]), invert=True).tolist() == [False, True, True, False]


def test_bad_arguments() -> None:
    x = wengert.ones(2, 3)
    for wrong, message in (
        (lambda: xp.expand_dims(x, 5), "expected an axis from -3 to 2 .* got 5"),
        (lambda: xp.expand_dims(x, (0, 9)), "expected an axis from -4 to 3 .* got 9"),
        (lambda: xp.expand_dims(x, (1, -3)), "expected axes that differ"),
        (lambda: xp.squeeze(x, 0), "expected axes of size 1, got axis 0"),
        (lambda: xp.take(x, wengert.arange(2)), "Give axis"),
        (lambda: xp.cumulative_sum(x), "Give axis"),
        (lambda: xp.reshape(x.mT, (6,), copy=False), "reshape"),
        (lambda: xp.result_type(1.0, 2), "Give one beside the numbers"),
        (lambda: xp.asarray([x, x], copy=False), "can't alias arbitrary sequence"),
        (lambda: xp.linalg.matrix_norm(x, ord=0), "Order 0 not supported"),
        (lambda: xp.linspace(0, 1, -1, endpoint=False), "non-negative"),
    ):
        with pytest.raises((ValueError, IndexError, RuntimeError), match=message):
            wrong()


REDUCTIONS = ["all", "any", "count_nonzero", "max", "mean", "min", "prod", "std", "sum", "var"]
ALONG_ONE: dict[str, Callable[..., Any]] = {
    "take": lambda m, x, axis: m.take(x, m.asarray([0, 0]), axis=axis),
    "cumulative_sum": lambda m, x, axis: m.cumulative_sum(x, axis=axis),
    "cumulative_prod": lambda m, x, axis: m.cumulative_prod(x, axis=axis, include_initial=True),
    "roll": lambda m, x, axis: m.roll(x, 1, axis=axis),
    "repeat": lambda m, x, axis: m.repeat(x, 2, axis=axis),
    "sort": lambda m, x, axis: m.sort(x, axis=axis),
    "argsort": lambda m, x, axis: m.argsort(x, axis=axis),
    "argmax": lambda m, x, axis: m.argmax(x, axis=axis),
    "unstack": lambda m, x, axis: m.stack(m.unstack(x, axis=axis)),
    "stack": lambda m, x, axis: m.stack([x, x], axis=axis),
    "concat": lambda m, x, axis: m.concat([x, x], axis=axis),
}
WITH_AXES: dict[str, Callable[..., Any]] = {
    **ALONG_ONE,
    **{name: lambda m, x, axis, name=name: getattr(m, name)(x, axis=axis) for name in REDUCTIONS},
    "flip": lambda m, x, axis: m.flip(x, axis=axis),
    "squeeze": lambda m, x, axis: m.squeeze(x, axis),
    "expand_dims": lambda m, x, axis: m.expand_dims(x, axis=axis),
    "linalg.vector_norm": lambda m, x, axis: m.linalg.vector_norm(x, axis=axis),
}
AXES = [None, (), 0, 1, 2, -1, -2, -3, -4, (0, 1), (1, 0), (1, -1), (0, 0), (0, 3), (-4, 0)]


def gave(call: Callable[..., Any], *args: Any) -> Any:
    """The shape and values of what a call gives, or None if it raises."""
    try:
        out = call(*args)
    except Exception:  # whatever it is in NumPy; the test looks at the errors of the other
        return None
    return tuple(out.shape), np.asarray(out.tolist()).ravel().tolist()


@pytest.mark.parametrize("name", WITH_AXES)
def test_axes_that_an_array_has_not_are_refused(name: str) -> None:
    """NumPy says which they are, for one axis, none and all. Nothing is computed along axes that are not there."""
    wrong = []
    for shape, dtype, axis in itertools.product([(), (1,), (2, 3), (1, 2, 1)], ("float64", "int32", "bool"), AXES):
        x = np.ones(shape, dtype)
        if (
            (x.dtype != np.float64 and name in ("mean", "std", "var", "linalg.vector_norm"))
            or (x.dtype == bool and name in ("sum", "prod", "max", "min", "argmax"))
            or (axis is None and name in ("squeeze", "expand_dims"))
            or (not isinstance(axis, int) and name in ALONG_ONE)
            or (shape == () and axis in (0, -1))  # some of its functions take one axis of an array without any
        ):
            continue  # NumPy takes what the standard does not
        expected = gave(WITH_AXES[name], np, x, axis)
        found = gave(WITH_AXES[name], xp, wengert.tensor(x), axis)
        if found != expected:
            wrong.append(f"{dtype}{shape}, axis={axis}: {found}, in NumPy {expected}")
        if expected is None and axis is not None:
            with pytest.raises((IndexError, ValueError, RuntimeError), match=r"(?i)axis|axes|dim"):
                WITH_AXES[name](xp, wengert.tensor(x), axis)
    assert not wrong, "\n".join(wrong)


def test_what_the_standard_refuses() -> None:
    """Else PyTorch's meaning would come through: axes of size one broadcast, a number is a matrix of one."""
    one, i = wengert.tensor(1.0), wengert.tensor(3)
    for refused in (
        lambda m, a: m.tensordot(a((1, 3, 1)), a((1, 3, 1)), axes=2),
        lambda m, a: m.tensordot(a((2, 3)), a((2, 1)), axes=((1,), (1,))),
        lambda m, a: m.vecdot(a((2, 3)), a((2, 1))),
        lambda m, a: m.vecdot(a((1, 3)), a((3, 1)), axis=0),
        lambda m, a: m.nonzero(a(())),
        lambda m, a: m.matrix_transpose(a(())),
        lambda m, a: m.matrix_transpose(a((2,))),
    ):
        with pytest.raises(ValueError):
            refused(np, np.ones)
        with pytest.raises(ValueError, match="expected"):
            refused(xp, wengert.ones)
    for reduce in (xp.mean, xp.var, xp.std):
        assert reduce(one).dtype == wengert.float32
        for x, axis in ((i, None), (i.repeat(2), ()), (i.repeat(2), None), (i.repeat(2, 2), 1)):
            with pytest.raises(RuntimeError, match=r"(?i)dtype.*float"):
                reduce(x, axis=axis)


def test_products_of_integer_vectors() -> None:
    for dtype in ("int8", "int16", "uint8", "int32", "int64"):
        a, b = np.arange(6, dtype=dtype).reshape(2, 3), np.arange(3, dtype=dtype)
        found = xp.vecdot(wengert.tensor(a), wengert.tensor(b))
        assert found.tolist() == np.vecdot(a, b).tolist() and str(found.dtype).endswith(dtype)
