"""Arguments as NumPy takes them: an operation that has others says what to write, and that gives what NumPy's gives."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import within
from wengert._core.errors.numpy_errors import ADVICE, MISSING, SEVERAL, SURPLUS

SPACES = ("", "linalg", "fft")
SQUARE = np.array([[3.0, 1.0, 2.0], [1.0, 5.0, 0.5], [2.0, 0.5, 4.0]])
CALLS = {  # a function: how NumPy's programs call it, with the argument beyond the last, or without one, at the end
    "angle": ["np.angle(z, deg=True)"],
    "arange": ["np.arange(2, stop=5)", "np.arange(3, like=x)"],
    "argsort": ["np.argsort(x, kind='stable')", "np.argsort(x, order=None)"],
    "asarray": ["np.asarray([1.0], order='C')", "np.asarray([1.0], like=x)"],
    "broadcast_to": ["np.broadcast_to(x, shape=(2, 3, 3))", "np.broadcast_to(x, subok=False)"],
    "clamp": ["np.clamp(x, a_min=1, a_max=2)", "np.clamp(x, None, a_max=2)"],
    "corrcoef": ["np.corrcoef(x, rowvar=False)", "np.corrcoef(v, y=w)", "np.corrcoef(x, dtype=float)"],
    "count_nonzero": ["np.count_nonzero(x, axis=0, keepdims=True)"],
    "cov": ["np.cov(x, ddof=0)", "np.cov(x, bias=True)", "np.cov(x, rowvar=False)", "np.cov(v, y=w)",
            "np.cov(x, dtype=float)"],
    "diag": ["np.diag(x, k=1)"],
    "diagflat": ["np.diagflat(v, k=1)"],
    "diagonal": ["np.diagonal(x, axis1=1, axis2=0)", "np.diagonal(x, axis2=1)"],
    "einsum": ["np.einsum('ij->i', x, optimize=True)"],
    "empty": ["np.empty(shape=(0,))", "np.empty((0,), order='C')", "np.empty((0,), like=x)"],
    "empty_like": ["np.empty_like(x, shape=(0,))", "np.empty_like(x, order='C')", "np.empty_like(x, subok=True)"],
    "eye": ["np.eye(N=3)", "np.eye(3, M=2)", "np.eye(3, k=1)", "np.eye(3, order='C')", "np.eye(3, like=x)"],
    "fft2": ["np.fft.fft2(x, axes=(0, 1))"], "ifft2": ["np.fft.ifft2(x, axes=(0, 1))"],
    "rfft2": ["np.fft.rfft2(x, axes=(0, 1))"], "irfft2": ["np.fft.irfft2(x, axes=(0, 1))"],
    "fftn": ["np.fft.fftn(x, axes=(0, 1))"], "ifftn": ["np.fft.ifftn(x, axes=(0, 1))"],
    "rfftn": ["np.fft.rfftn(x, axes=(0, 1))"], "irfftn": ["np.fft.irfftn(x, axes=(0, 1))"],
    "fftshift": ["np.fft.fftshift(x, axes=0)"], "ifftshift": ["np.fft.ifftshift(x, axes=(0, 1))"],
    "flatten": ["x.flatten(order='C')"], "ravel": ["x.ravel(order='C')", "np.ravel(x, order='C')", "x.ravel('F')"],
    "flip": ["np.flip(x, axis=0)", "np.flip(x, axis=(0, 1))", "np.flip(x)"],
    "full": ["np.full(fill_value=1.0, shape=(2,))", "np.full((2,), 1.0, order='C')", "np.full((2,), 1.0, like=x)"],
    "full_like": ["np.full_like(x, 0.0, shape=(2,))", "np.full_like(x, 1, order='C')",
                  "np.full_like(x, 1, subok=True)"],
    "gradient": ["np.gradient(v, 2.0)"],
    "histogram": ["np.histogram(v, 2, weights=w)"], "histogramdd": ["np.histogramdd(x, 2, weights=w)"],
    "linspace": ["np.linspace(1, stop=3, num=5)", "np.linspace(1, 3, num=5)", "np.linspace(1, 3, 5, endpoint=True)",
                 "np.linspace(1, 3, 5, retstep=True)", "np.linspace(1, 3, 5, axis=0)", "np.linspace(1, 3)"],
    "logspace": ["np.logspace(1, stop=3, num=5)", "np.logspace(1, 3, num=5)", "np.logspace(1, 3, 5, endpoint=True)",
                 "np.logspace(1, 3, 5, retstep=True)", "np.logspace(1, 3, 5, axis=0)", "np.logspace(1, 3)"],
    "meshgrid": ["np.meshgrid(v, w, sparse=True)", "np.meshgrid(v, w, copy=False)"],
    "nan_to_num": ["np.nan_to_num(x, copy=False)"],
    "nanquantile": ["np.nanquantile(x, 0.3, method='lower')", "np.nanquantile(x, 0.3, overwrite_input=False)",
                    "np.nanquantile(x, 0.3, weights=None)"],
    "ones": ["np.ones(shape=(2,))", "np.ones((2,), order='C')", "np.ones((2,), like=x)"],
    "ones_like": ["np.ones_like(x, shape=(2,))", "np.ones_like(x, order='C')", "np.ones_like(x, subok=True)"],
    "put": ["x.put(v=w, ind=i)", "x.put(ind=i, v=w)", "x.put(i, w, mode='clip')"],
    "quantile": ["np.quantile(x, 0.3, method='lower')", "np.quantile(x, 0.3, overwrite_input=False)",
                 "np.quantile(x, 0.3, weights=None)"],
    "repeat": ["x.repeat(2, axis=0)"],
    "reshape": ["np.reshape(x, newshape=(9,))", "x.reshape(9, order='C')", "x.reshape(9, copy=False)"],
    "roll": ["np.roll(x, shift=1)", "np.roll(x, 1, axis=0)"],
    "rot90": ["np.rot90(x, axes=(1, 0))"],
    "round": ["np.round(x, 2)", "x.round(2)"],
    "searchsorted": ["np.searchsorted(a=v, v=w)", "np.searchsorted(v, v=w)"],
    "sort": ["np.sort(x, kind='stable')", "np.sort(x, order=None)"],
    "split": ["np.split(x, indices_or_sections=3)"],
    "std": ["np.std(x, ddof=0)", "x.std(axis=0, ddof=1, keepdims=True)", "np.std(x, dtype=float)", "np.std(x, mean=v)",
            "np.std(x, where=x > 1)"],
    "svd": ["np.linalg.svd(x, compute_uv=False)", "np.linalg.svd(x, hermitian=True)"],
    "swapaxes": ["np.swapaxes(x, axis1=0, axis2=1)"],
    "take": ["np.take(x, indices=i)", "np.take(x, i, axis=0)", "np.take(x, i, mode='clip')", "np.take(x, i, out=w)"],
    "tensordot": ["np.tensordot(x, x, axes=1)"], "tensorsolve": ["np.linalg.tensorsolve(x, v, axes=(0,))"],
    "tile": ["np.tile(x, reps=(2, 1))"],
    "trace": ["np.trace(x, offset=1)", "np.trace(x, axis1=0)", "np.trace(x, axis2=1)", "np.trace(x, dtype=float)",
              "np.trace(x, out=w)"],
    "transpose": ["np.transpose(x, axes=(1, 0))", "c.transpose(1, 0, 2)", "c.transpose()", "np.transpose(c)"],
    "tril": ["np.tril(x, k=1)"], "tril_indices": ["np.tril_indices(m=3, n=3)", "np.tril_indices(n=3, m=3)",
                                                  "np.tril_indices(3, k=1)"],
    "triu": ["np.triu(x, k=1)"], "triu_indices": ["np.triu_indices(m=3, n=3)", "np.triu_indices(n=3, m=3)",
                                                  "np.triu_indices(3, k=1)"],
    "unique": ["np.unique(x, return_index=True)", "np.unique(x, equal_nan=True)"],
    "unravel_index": ["np.unravel_index(i, (3, 3), order='C')"],
    "var": ["np.var(x, ddof=0)", "x.var(axis=0, ddof=1, keepdims=True)", "np.var(x, dtype=float)", "np.var(x, mean=v)",
            "np.var(x, where=x > 1)"],
    "zeros": ["np.zeros(shape=(2,))", "np.zeros((2,), order='C')", "np.zeros((2,), like=x)"],
    "zeros_like": ["np.zeros_like(x, shape=(2,))", "np.zeros_like(x, order='C')", "np.zeros_like(x, subok=True)"],
}  # fmt: skip
FIRST = {  # what NumPy calls the tensors of a call
    "a", "z", "m", "v", "x", "A", "ar", "ary", "arr", "arrays", "tup", "array", "prototype", "sample", "val", "object",
    "int_type", "element", "start_or_stop", "x1", "x2", "b", "f",
}  # fmt: skip
LEFT = {  # Python's own error is enough: sums and means would pay for more, and few programs have the others
    "where", "initial", "casting", "subok", "overwrite_input", "char", "file", "like",
    "axisa", "axisb", "axisc", "out",
}  # fmt: skip
UNLIKE = {  # their arguments mean something else
    "select", "load", "save", "set_printoptions", "show_config", "typename", "isin", "concatenate", "hstack", "vstack",
    "stack", "concat", "row_stack", "can_cast", "iinfo", "finfo",
}  # fmt: skip


def names() -> dict[str, Any]:
    """What the calls name, as arrays."""
    return {
        "x": SQUARE, "v": np.array([1.0, 2.0, 4.0]), "w": np.array([3.0, 1.0, 2.5]), "i": np.array([2, 0, 1]),
        "z": np.array([1 + 1j, 2j]), "c": np.arange(24.0).reshape(2, 3, 4), "float": float,
    }  # fmt: skip


def made(call: str, numpy: bool = False) -> Any:
    """What a call gives: with arrays, or with tensors and wengert for NumPy."""
    given = names()
    if not numpy:
        given |= {n: wengert.tensor(a.copy()) for n, a in given.items() if isinstance(a, np.ndarray)}
    return eval(call, {**given, "np": np if numpy else wengert, "numpy": np, "wengert": wengert, "y": given["w"]})


def refusal(call: str) -> str:
    with pytest.raises(TypeError) as info:
        made(call)
    return str(info.value)


EVERY = [(name, call) for name, calls in CALLS.items() for call in calls]


@within("case", EVERY, ids=lambda case: case[1])
def test_an_argument_of_numpys_is_refused_with_advice(case: tuple[str, str]) -> None:
    name, call = case
    said = refusal(call)
    found = re.fullmatch(
        rf"{name}\(\) (?:got an unexpected keyword argument '(\w+)'|(takes) .* but \d+ were given|(missing) .*)\. (.*)",
        said,
    )
    assert found is not None, said
    key = found[1] or (SURPLUS if found[2] else MISSING)
    start, *_ = ADVICE[name][key].partition("{}")
    assert found[4].startswith(start) and "{" not in found[4]


def test_every_advice_comes_out_of_a_call() -> None:
    said = {(name, refusal(call)) for name, call in EVERY}
    words = {SURPLUS: "() takes ", MISSING: "() missing "}
    silent = [
        (name, key)
        for name, keys in ADVICE.items()
        for key in keys
        if not any(name == n and words.get(key, f"argument '{key}'") in text for n, text in said)
    ]
    assert not silent


PAIRS = {  # a call of NumPy's: what the program says when it does what the message advises
    "np.std(x, ddof=1)": "np.std(x, correction=1)",
    "x.var(axis=0, ddof=0, keepdims=True)": "x.var(axis=0, correction=0, keepdims=True)",
    "x.round(1)": "x.round(decimals=1)",
    "c.transpose(1, 0, 2)": "c.permute(1, 0, 2)",
    "c.transpose((1, 0, 2))": "c.permute(1, 0, 2)",
    "np.transpose(c, [1, 2, 0])": "c.permute(1, 2, 0)",
    "c.transpose()": "c.permute(*range(c.ndim)[::-1])",
    "np.transpose(c, axes=None)": "c.permute(*range(c.ndim)[::-1])",
    "np.transpose(c, axes=(2, 0, 1))": "c.permute((2, 0, 1))",
    "np.flip(c)": "c.flip(*range(c.ndim))",
    "np.flip(c, axis=(0, 2))": "np.flip(c, dims=(0, 2))",
    "np.clip(x, a_min=1, a_max=2)": "np.clip(x, min=1, max=2)",
    "np.clip(x, 1, a_max=2)": "np.clip(x, 1, max=2)",
    "c.repeat(2, axis=1)": "c.repeat_interleave(2, dim=1)",
    "np.take(c, i, axis=2)": "np.index_select(c, index=i, dim=2)",
    "np.rot90(x, 1, axes=(1, 0))": "np.rot90(x, 1, dims=(1, 0))",
    "np.roll(x, 1, axis=(0,))": "np.roll(x, 1, dims=(0,))",
    "np.tile(x, reps=(2, 1))": "np.tile(x, dims=(2, 1))",
    "np.tril(x, k=1)": "np.tril(x, diagonal=1)",
    "np.diagflat(v, k=-1)": "np.diagflat(v, offset=-1)",
    "np.trace(x, offset=1)": "x.diagonal(1).sum()",
    "np.linspace(0, 1, num=5)": "np.linspace(0, 1, steps=5)",
    "np.linspace(0, 1)": "np.linspace(0, 1, steps=50)",
    "np.arange(0, stop=5)": "np.arange(0, end=5)",
    "np.eye(2, M=3)": "np.eye(2, m=3)",
    "np.zeros(shape=(2, 3))": "np.zeros(size=(2, 3))",
    "np.full((2,), order='C', fill_value=7)": "np.full((2,), fill_value=7)",
    "np.angle(z, deg=True)": "z.angle().rad2deg()",
    "np.nan_to_num(x, copy=False)": "x.nan_to_num_()",
    "np.quantile(x, 0.3, method='lower')": "np.quantile(x, 0.3, interpolation='lower')",
    "np.gradient(v, 2.0)": "np.gradient(v, spacing=2.0)[0]",
    "np.tensordot(x, x, axes=1)": "np.tensordot(x, x, dims=1)",
    "np.cov(x, ddof=0)": "np.cov(x, correction=0)",
    "np.cov(x, rowvar=False)": "wengert.cov(x.mT)",
    "np.fft.fftn(c, axes=(0, 2))": "np.fft.fftn(c, dim=(0, 2))",
    "np.linalg.svd(x, compute_uv=False)": "wengert.linalg.svdvals(x)",
    "c.item(5)": "c.flatten()[5].item()",
    "c.item(1, 2, 3)": "c[1, 2, 3].item()",
    "c.item((1, 2, 3))": "c[1, 2, 3].item()",
    "c.max(axis=(0, 2))": "c.amax((0, 2))",
    "c.prod(axis=(0, -1))": "c.movedim((0, -1), (0, 1)).flatten(0, 1).prod(dim=0)",
    "np.quantile(c, 0.3, axis=(1, 0))": "c.movedim((1, 0), (0, 1)).flatten(0, 1).quantile(0.3, dim=0)",
}


@within("call", sorted(PAIRS), ids=str)
def test_what_is_advised_gives_what_numpy_gives(call: str) -> None:
    advice = refusal(call).rpartition(". ")[2]
    written = PAIRS[call]
    for name in ("c", "z"):  # messages call every tensor x
        if re.search(rf"\b{name}\b", call):
            advice = re.sub(r"\bx\b", name, advice)
    pieces = re.findall(r"\w+=(?:\([^)]*\)|'\w+'|[-\w.]+)|[\w.]*\w\(.*\)", advice)
    assert not pieces or pieces[0] in written or pieces[0].startswith("repeat"), (advice, written)
    expected, result = made(call, True), made(written)
    assert np.allclose(np.asarray(result), np.asarray(expected))


def functions() -> Iterator[tuple[str, Any, Any]]:
    """Functions that NumPy and wengert have under one name."""
    for space in SPACES:
        theirs = getattr(np, space) if space else np
        ours = getattr(wengert, space) if space else wengert
        for name in sorted(set(dir(theirs)) & set(ours.__all__)):
            function = getattr(theirs, name)
            if callable(function) and not isinstance(function, (type, np.ufunc)) and name not in UNLIKE:
                yield name, getattr(ours, name), function


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_order_of_numpys_is_no_dimension(order: str) -> None:
    said = refusal(f"x.flatten({order!r})")
    assert said == f"flatten(): argument 'start_dim' must be int, not str. {ADVICE['flatten']['order']}"
    assert refusal("x.flatten('all')") == "flatten(): argument 'start_dim' must be int, not str"


def test_several_dimensions_are_taken_where_numpys_are_or_advised_on() -> None:
    x = np.random.default_rng(0).normal(size=(3, 5, 3))
    taken, advised = set(), set()
    for name, ours, theirs in functions():
        more = (0.3,) if "quantile" in name else ()
        try:
            expected = theirs(x, *more, axis=(0, 2))
        except (TypeError, ValueError):
            continue
        try:
            found = ours(wengert.tensor(x), *more, axis=(0, 2))
        except TypeError as e:
            if "argument 'axis'" in str(e):  # it has another name: see above
                continue
            advice = str(e).rpartition("x.")[2]
            found = eval(f"y.{advice}", {"y": wengert.tensor(x)})
            found = found if name in ("max", "min") else getattr(wengert, name)(found, *more, dim=0)
            found = found[0] if isinstance(found, tuple) else found
            advised.add(name)
        else:
            taken.add(name)
        if not name.startswith(("std", "var")):
            np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12, err_msg=name)
    assert advised == set(SEVERAL) and {"sum", "mean", "std", "any"} <= taken


def test_every_argument_of_numpys_is_taken_or_advised_on() -> None:
    missing = []
    for name, ours, theirs in functions():
        try:
            parameters = inspect.signature(theirs).parameters.values()
        except ValueError:  # written in C
            continue
        taken = inspect.signature(ours).parameters
        first = next((n for n in ADVICE if getattr(wengert, n, ours).__doc__ is ours.__doc__), name)  # of an alias
        for p in parameters:
            if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and not {p.name} & {*taken, *FIRST, *LEFT}:
                if p.name not in ADVICE.get(name, ADVICE.get(first, {})):
                    missing.append(f"{name}({p.name}=)")
    assert not missing


def test_no_function_takes_what_it_has_advice_on() -> None:
    for name, keys in ADVICE.items():
        owner = next(o for o in (wengert.linalg, wengert.fft, wengert, wengert.Tensor) if hasattr(o, name))
        shown = inspect.signature(getattr(owner, name)).parameters
        assert not shown.keys() & keys.keys() and not [n for n in shown if n.startswith("_")], name


def test_other_arguments_are_refused_as_pythons() -> None:
    assert refusal("x.std(1, colour=2)").startswith("std() got an unexpected keyword argument 'colour'. It takes ")
    assert refusal("x.reshape(9, shap=2)").endswith("Did you mean 'shape'?")
    assert refusal("c.transpose(axes=x)").endswith("Write x.permute(axes)")
    assert refusal("x.std(dtype=wengert.float64)").endswith("x.to(wengert.float64)")
    assert refusal("x.transpose_(1, 0, 2)").startswith("transpose_() takes from 1 to 3 positional arguments but 4 were")


def test_handlers_of_types_get_the_arguments_alone() -> None:
    seen = []

    class Own(wengert.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append((args[1:], kwargs))
            return 0

    x = wengert.ones(2, 2).as_subclass(Own)
    for call in ("x.std()", "x.std(0, correction=0)", "x.round()", "x.transpose(0, 1)", "x.reshape(2, 2)", "x.flip(0)"):
        eval(call, {"x": x})
    assert seen == [((), {}), ((0,), {"correction": 0}), ((), {}), ((0, 1), {}), ((2, 2), {}), ((0,), {})]
