"""NumPy's functions of tensors, and the ways on which a tensor leaves for NumPy.

Whatever function of NumPy gets a tensor, its result is what NumPy computes of the values. If a history, a tangent or a
batch would be lost by that, it raises.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import operator
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests.numpy_calls import CALLED, Array, X, forms, leaves, moving
from wengert import func
from wengert._core.api import numpy_protocols
from wengert._core.arrays.batched import Batched
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY
from wengert.autograd import forward_ad


def ufuncs() -> dict[str, Any]:
    """Those of NumPy, by their full names, and those of SciPy whose names wengert has, too."""
    found = {}
    for module in ("numpy", "scipy.special"):
        with contextlib.suppress(ImportError):
            space = importlib.import_module(module)
            members = [(n, getattr(space, n)) for n in dir(space) if module == "numpy" or n in SHARED]
            found.update({f"{module}.{n}": f for n, f in members if isinstance(f, np.ufunc)})
    return found


SHARED = {*numpy_protocols.OF_SCIPY, *REGISTRY, *COMPOSITES, "gamma", "beta", "cbrt", "huber", "rel_entr", "log_expit"}


UFUNCS = ufuncs()
NUMBERS: tuple[Array, ...] = (
    np.array([0.25, 0.5, 0.8, 0.1]), np.array([-0.3, 1.5, -2.5, 3.0]), np.array([0.0, np.inf, -np.inf, np.nan]),
    np.array([0.5, 2.0, 1.5, 4.0], np.float32), np.array([3, 1, 2, 5]), np.array([-3, 4, -2, 1]),
    np.array([True, False, True, True]), np.array([1 + 2j, -0.5j, 0.25, -1 - 1j]),
)  # fmt: skip


def calls(ufunc: Any) -> Iterator[tuple[Array, ...]]:
    """Arguments of one dtype, and mixed ones."""
    for i, a in enumerate(NUMBERS):
        yield tuple(np.roll(a, k) for k in range(ufunc.nin))
        if ufunc.nin > 1:
            yield (a, *[NUMBERS[(i + 3) % len(NUMBERS)]] * (ufunc.nin - 1))


def close(found: Any, expected: Any) -> None:
    """Values are the same; structures too, but for lists and tuples; scalars count as arrays."""
    if isinstance(expected, (tuple, list)):
        assert len(found) == len(expected)
        for f, e in zip(found, expected, strict=True):
            close(f, e)
        return
    f = found.detach().numpy() if isinstance(found, wengert.Tensor) else np.asarray(found)
    e = np.asarray(expected)
    assert f.shape == e.shape
    if e.dtype.kind in "biufc":
        np.testing.assert_allclose(f, e, rtol=2e-3 if e.dtype == np.float16 else 1e-5, atol=1e-7)
    else:
        assert str(f) == str(e)


@np.errstate(all="ignore")
@pytest.mark.parametrize("name", UFUNCS)
def test_a_ufunc_means_what_it_means(name: str) -> None:
    ufunc = UFUNCS[name]
    for args in calls(ufunc):
        if name == "scipy.special.gammaln":  # at -inf, C's lgamma is inf, and SciPy's -inf
            args = [np.abs(args[0])]
        if name == "scipy.special.gamma":  # SciPy 1.13's is infinite at poles, and that of later ones NaN
            args = [np.where(np.isin(args[0], [-np.inf, *range(-20, 1)]), args[0].dtype.type(1), args[0])]
        try:
            expected = ufunc(*args)
        except (TypeError, ValueError):
            expected = None
        tensors = [wengert.tensor(a) for a in args]
        mixed = [tensors[0], *args[1:]] if len(args) > 1 else []
        for given in (tensors, mixed):
            try:
                found = ufunc(*given)
            except (TypeError, NotImplementedError, RuntimeError, ValueError):
                # SciPy would cast; these operations do not take all that NumPy casts for them
                assert expected is None or numpy_protocols.meaning(ufunc) is not None or not given
                continue
            if not given:
                continue
            if expected is None:  # some operations take more
                assert numpy_protocols.meaning(ufunc) is not None and ufunc is not np.power
                continue
            close(found, expected)
        for mask in range(1, 2**ufunc.nin):  # what is recorded is an operation; for any other ufunc it raises
            leaves = [t.clone().requires_grad_() if mask >> i & 1 and t.dtype.is_floating_point else t
                      for i, t in enumerate(tensors)]  # fmt: skip
            if any(t.requires_grad for t in leaves):
                with contextlib.suppress(TypeError, NotImplementedError, RuntimeError):
                    found = ufunc(*leaves)
                    if expected is not None:
                        close(found, expected)
                    assert numpy_protocols.meaning(ufunc) is not None


def test_namesakes() -> None:
    special = pytest.importorskip("scipy.special")
    t, u = wengert.tensor([0.2, 0.5]), wengert.tensor([0.3, 0.4])
    close(special.kl_div(t, u), special.kl_div(t.numpy(), u.numpy()))
    with pytest.raises(TypeError, match="no differentiable form"):
        special.kl_div(t.requires_grad_(), u)
    relu = np.frompyfunc(lambda x: 7.0, 1, 1)
    with pytest.raises(TypeError, match="no differentiable form"):
        relu(t)
    assert wengert.autograd.grad(special.expit(t).sum(), t)[0].tolist() == pytest.approx([0.247517, 0.235004], 1e-5)


TIMES = np.array([2, 0, 2, 1])
OPTIONS: dict[str, Callable[[Any], Any]] = {  # calls of ufuncs with options, and of their methods
    "reduce": lambda a: np.add.reduce(a),
    "reduce, an axis": lambda a: np.multiply.reduce(a, axis=1, keepdims=True),
    "reduce, all": lambda a: np.maximum.reduce(a, axis=None),
    "reduce, elements left out": lambda a: np.minimum.reduce(a, axis=0, where=a > 0, initial=9.0),
    "reduce by an operation": lambda a: np.hypot.reduce(a, axis=1),
    "reduce by logaddexp": lambda a: np.logaddexp.reduce(a),
    "accumulate": lambda a: np.add.accumulate(a, axis=1),
    "accumulate by an operation": lambda a: np.maximum.accumulate(a, axis=1),
    "reduceat": lambda a: np.add.reduceat(a, [0, 2, 1], axis=1),
    "outer": lambda a: np.subtract.outer(a, 2 * a[0]),
    "outer with an array": lambda a: np.multiply.outer(X, a),
    "dtype": lambda a: np.multiply(a, a, dtype=np.float64),
    "out": lambda a: np.exp(a, out=a * 1),
    "out and where": lambda a: np.divide(1, a - a[0], out=a**2, where=a != a[0]),
    "where, of one": lambda a: np.sqrt(a, out=np.zeros_like(a), where=a > 0),
    "at": lambda a: added(np.add, a * 1, (TIMES % 2, TIMES), a.reshape(-1)[:4]),
    "at, rows": lambda a: added(np.subtract, a * 1, [1, 1], a**2),
    "at, a slice": lambda a: added(np.add, a * 1, (slice(None), [0, 0]), a[:, 1:]),
    "lists": lambda a: np.multiply(a[0], [a[1, 0], 2.0, a[1, 1]]),
    "like=": lambda a: np.array([a[0], [1.0, a[1, 0], 3.0]], like=a) ** 2,
    "full, like=": lambda a: np.full((2, 2), a[0, 1], like=a) * a[:, :2],
}


def added(ufunc: Any, a: Any, places: Any, b: Any) -> Any:
    ufunc.at(a, places, b)
    return a


@np.errstate(all="ignore")
@pytest.mark.parametrize("name", OPTIONS)
def test_a_ufunc_with_options_means_what_it_means(name: str) -> None:
    call = OPTIONS[name]
    expected = call(X)
    close(call(wengert.tensor(X)), expected)
    x = wengert.tensor(X, requires_grad=True)
    found = call(x)
    close(found, expected)
    slopes(lambda f, a: call(a), None, x, [found], [True])
    wengert.autograd.gradcheck(call, x, check_forward_ad=True)
    if name not in ("out and where", "where, of one", "reduce, elements left out"):  # masks that are mapped
        close(wengert.vmap(call)(wengert.tensor(np.stack([X, X + 0.125]))), np.stack([expected, call(X + 0.125)]))


@np.errstate(all="ignore")
@pytest.mark.parametrize("name", [n for n, f in UFUNCS.items() if f.nout == 1 and f.signature is None and f.nin < 3])
def test_a_ufunc_may_write_into_its_own_argument(name: str) -> None:
    ufunc = UFUNCS[name]
    for place in range(ufunc.nin):
        x = wengert.tensor(NUMBERS[0] * np.ones((2, 1)), requires_grad=True)
        slopes = []
        for own in (False, True):
            args = [x * 1, x**2 + 1][: ufunc.nin]
            try:
                found = ufunc(*args, out=args[place]) if own else ufunc(*args)
            except (RuntimeError, TypeError):
                break
            if found.requires_grad:
                slopes.append(wengert.autograd.grad(found.cos().sum(), x)[0])
        if len(slopes) == 2:
            close(slopes[1], slopes[0].numpy())


def test_what_is_left_out_has_no_nan_in_its_gradient() -> None:
    x = wengert.tensor([0.0, 4.0], dtype=wengert.float64, requires_grad=True)
    np.divide(1, x, out=np.zeros_like(x), where=x > 0).sum().backward()
    assert x.grad is not None and x.grad.tolist() == [0.0, -1 / 16]


def test_ufuncs_that_write() -> None:
    x = wengert.tensor(X)
    out = np.zeros(X.shape)
    assert np.add(x, 1, out=out) is out and out.tolist() == (X + 1).tolist()
    close(np.sqrt(x, where=X > 0, out=np.ones(X.shape)), np.sqrt(X, where=X > 0, out=np.ones(X.shape)))
    assert np.add(X, 1, out=x) is x and x._version == 1 and x.tolist() == (X + 1).tolist()
    whole = wengert.zeros(2, 3, dtype=wengert.int64)
    leaf = wengert.ones(2, 3, requires_grad=True)
    for call in (
        lambda: np.add(X, 0.5, out=whole),
        lambda: np.multiply.at(x, 0, 1.0),
        lambda: np.abs(leaf, where=X > 0),
    ):
        with pytest.raises(TypeError, match="no differentiable form"):
            call()  # type: ignore[no-untyped-call]
    with pytest.raises(RuntimeError, match="leaf Variable"):
        np.add(1.0, 1.0, out=leaf)


@pytest.mark.parametrize("make", [
    lambda x: np.zeros(3, like=x), lambda x: np.ones((2, 2), np.float32, like=x), lambda x: np.eye(3, k=1, like=x),
    lambda x: np.arange(1, 5, like=x), lambda x: np.full(2, 7.0, like=x), lambda x: np.array([[1, 2]], like=x),
    lambda x: np.identity(2, like=x), lambda x: np.tri(3, like=x), lambda x: np.asarray([1.5], like=x),
])  # fmt: skip
def test_what_is_made_like_a_tensor_is_one(make: Callable[[Any], Any]) -> None:
    expected = make(X)
    for x in (wengert.tensor(X), wengert.tensor(X, requires_grad=True)):
        found = make(x)
        assert isinstance(found, wengert.Tensor) and not found.requires_grad and found.dtype == expected.dtype
        close(found, expected)


# -- functions

OF_SHAPES = {  # what says nothing of the values of some argument
    "shape", "ndim", "size", "result_type", "can_cast", "common_type", "iscomplexobj", "isrealobj", "min_scalar_type",
    "real_if_close", "matrix_rank", "imag", "shares_memory", "may_share_memory", "zeros_like", "ones_like",
    "empty_like", "full_like", "broadcast_shapes",
}  # fmt: skip
OF_A_TRIANGLE = (np.linalg.eig, np.linalg.eigh, np.linalg.eigvalsh, np.linalg.svd)  # or of a gauge


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLED)
def test_a_function_means_what_it_means(name: str) -> None:
    f = CALLED[name]
    for form, expected in forms(name):
        reads = name.rpartition(".")[2] not in OF_SHAPES
        moves = moving(form, f, expected) if reads else []
        x = wengert.tensor(X)
        try:
            found = form(f, x)
        except (TypeError, ValueError) as e:
            assert re.search(
                "not write into a tensor|read-only|positional argument|must be Tensor|must be an array", str(e)
            )
            assert x.tolist() == X.tolist() and x._version == 0
            continue
        if expected is not None:
            close(found, expected)
        assert x.tolist() == X.tolist() and x._version == 0
        x.requires_grad_()
        try:
            found = form(f, x)
        except (RuntimeError, TypeError):
            pass
        else:
            close(found, expected)
            assert all(map(kept_history, itertools.compress(leaves(found), moves))), f"{name} drops the history"
            if any(moves) and f not in OF_A_TRIANGLE:
                slopes(form, f, x, list(itertools.compress(leaves(found), moves)), moves)
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(wengert.tensor(X), wengert.tensor(X))
            try:
                found = form(f, dual)
            except (RuntimeError, TypeError):
                pass
            else:
                assert all(map(kept_tangent, itertools.compress(leaves(found), moves))), f"{name} drops the tangent"
        try:
            ended: list[Any] = []
            wengert.vmap(lambda y, form=form, ended=ended: ended.append(form(f, y)) or y.sum())(wengert.tensor([X, X]))
        except (RuntimeError, TypeError):
            continue
        kept = itertools.compress(leaves(ended), moves)
        assert all(isinstance(v, wengert.Tensor) and type(v._wg_data) is Batched for v in kept)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLED)
def test_a_result_shares_no_memory_that_numpys_does_not_share(name: str) -> None:
    for form, _ in forms(name):
        x, a = wengert.tensor(X, requires_grad=True) * 1, X.copy()
        with contextlib.suppress(RuntimeError, TypeError, ValueError):
            found, expected = leaves(form(CALLED[name], x)), leaves(form(CALLED[name], a))
            for y, b in zip(found, expected, strict=True):
                if isinstance(y, wengert.Tensor) and isinstance(b, np.ndarray) and not np.shares_memory(a, b):
                    assert not np.shares_memory(y.detach().numpy(), x.detach().numpy())


def slopes(form: Callable[[Any, Any], Any], f: Any, x: Any, found: list[Any], moves: list[bool]) -> None:
    """Gradients are those of NumPy's function, by finite differences."""

    def measured(results: list[Any]) -> Any:
        """One number of all results, which moves with each element."""
        draw, total = np.random.default_rng(0), 0.0
        for y in results:
            total = total + (y * draw.normal(size=tuple(np.shape(y)))).sum()
            total = total + (y * 1j).real.sum() if y.dtype in (wengert.complex128, np.complex128) else total
        return total.real

    def at(place: int, step: float) -> Any:
        moved = X.copy()
        moved.flat[place] += step
        return measured(list(itertools.compress(map(np.asarray, leaves(form(f, moved))), moves)))

    found = [y for y in found if y.requires_grad and y.dtype in (wengert.float64, wengert.complex128)]
    if not found or not all(np.isfinite(y.detach().numpy()).all() for y in found) or len(found) != sum(moves):
        return
    (slope,) = wengert.autograd.grad(measured(found), x, allow_unused=True, materialize_grads=True)
    here = at(0, 0.0)
    right, left = ([(at(k, h) - here) / h for k in range(X.size)] for h in (1e-6, -1e-6))
    if np.allclose(right, left, rtol=1e-3, atol=1e-3):  # else it is at a kink or a step
        expected = (np.array(right) + left) / 2
        np.testing.assert_allclose(slope.numpy().reshape(-1), expected, rtol=1e-4, atol=1e-4)


def kept_history(y: Any) -> bool:
    return isinstance(y, wengert.Tensor) and (y.requires_grad or not y.dtype.is_floating_point or not y._wg_node)


def kept_tangent(y: Any) -> bool:
    if not isinstance(y, wengert.Tensor):
        return False
    return not y.dtype.is_floating_point or forward_ad.unpack_dual(y).tangent is not None


# -- the ways out

WAYS: tuple[Callable[[Any], Any], ...] = (
    lambda t: t.numpy(), np.asarray, np.array, lambda t: np.array([t, t]), lambda t: t.__array__(),
    lambda t: np.histogram(t), lambda t: np.cumsum(t, out=np.zeros(2)), lambda t: np.sum([t, t]),
    lambda t: np.sort_complex(t), lambda t: np.setdiff1d(t, [1.0]), lambda t: np.add.at(np.ones(2), [0, 1], t),
    lambda t: np.add(t, 1, out=np.zeros(2)), lambda t: np.copyto(np.zeros(2), t),
    lambda t: t.clone().apply_(lambda v: v), lambda t: wengert.ones(2).double().map_(t, lambda a, b: b),
)  # fmt: skip
EXPORTS: tuple[Callable[[Any], Any], ...] = (lambda t: t.__dlpack__(), wengert.from_dlpack, np.from_dlpack)
VALUES: tuple[Callable[[Any], Any], ...] = (
    lambda t: t[0].item(), lambda t: t.tolist(), lambda t: float(t[0]), lambda t: int(t[1]), lambda t: complex(t[0]),
    lambda t: bool(t[0] > 1), lambda t: (t < 2).tolist(), lambda t: f"{t[0]:.2f}", lambda t: t[0] == 1.5,
    lambda t: t.argmax().item(), lambda t: 2.0 in t, lambda t: [10, 20, 30][t[1].long()],
)  # fmt: skip


def point() -> Any:
    return wengert.tensor([1.5, 2.0], dtype=wengert.float64)


@pytest.mark.parametrize("way", WAYS)
def test_what_would_lose_a_derivative_raises(way: Callable[[Any], Any]) -> None:
    x = point()
    x.requires_grad_()
    for t in (x, x * 1, x[:]):
        with pytest.raises((RuntimeError, TypeError), match="requires grad|no differentiable form"):
            way(t)
    for transform in (func.jacfwd, lambda f: lambda x: func.jvp(f, (x,), (x,)), func.jacrev, func.grad,
                      lambda f: lambda x: func.vmap(f)(wengert.stack([x, x])), lambda f: lambda x: func.vjp(f, x),
                      lambda f: lambda x: func.linearize(f, x)):  # fmt: skip
        for inner in (way, lambda t: way(t * t), lambda t: way(t[:])):
            with pytest.raises((RuntimeError, TypeError), match="numpy|vmap|on Variable|tangent"):
                transform(lambda t, inner=inner: (inner(t), t.sum())[1])(point())
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(point(), point())
        for t in (dual, dual * 2, dual[:], dual.reshape(2)):
            with pytest.raises((RuntimeError, TypeError), match="tangent|no differentiable form"):
                way(t)
        way(forward_ad.unpack_dual(dual).primal), way(dual.detach())
        with forward_ad._set_fwd_grad_enabled(False):
            way(dual)
    way(dual)  # the level has ended, and with it the tangent


@pytest.mark.parametrize("way", EXPORTS)
def test_exports_refuse_what_would_be_lost(way: Callable[[Any], Any]) -> None:
    x = point().requires_grad_()
    for mode in (wengert.enable_grad, wengert.no_grad):
        with mode(), pytest.raises(BufferError, match="require gradient"):
            way(x)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(point(), point())
        with pytest.raises(BufferError, match="tangent"):
            way(dual)
        way(dual.detach())
    with pytest.raises(BufferError, match="inside vmap"):
        wengert.vmap(way)(wengert.ones(2, 2))
    with pytest.raises(BufferError, match="sparse"):
        wengert.eye(2).to_sparse().__dlpack__()


@pytest.mark.filterwarnings("ignore:Converting a tensor")
@pytest.mark.parametrize("way", VALUES)
def test_values_can_be_read(way: Callable[[Any], Any]) -> None:
    expected = way(point())
    assert way(point().requires_grad_()) == expected
    found: list[Any] = []
    for transform in (func.jacfwd, func.jacrev, func.hessian, lambda f: lambda x: func.jvp(f, (x,), (x,))):
        transform(lambda t: (found.append(way(t)), t.sum())[1])(point())
    assert found and all(operator.eq(f, expected) for f in found)


def test_printing_shows_values() -> None:
    shown: list[str] = []
    func.jvp(lambda t: (shown.append(repr(t)), t)[1], (point(),), (point(),))
    func.grad(lambda t: (shown.append(repr(t)), t.sum())[1])(point())
    assert all("1.5000" in s and "2.0000" in s for s in shown)


def test_without_grad_mode_arrays_are_given() -> None:
    x = point().requires_grad_()
    for mode in (wengert.no_grad, wengert.inference_mode, lambda: wengert.set_grad_enabled(False)):
        with mode():
            for t in (x, x * 2, x[:]):
                assert np.shares_memory(t.numpy(), t._wg_data) and np.asarray(t).tolist() == t.tolist()
                assert np.linalg.norm(t) > 0 and np.cbrt(t).shape == (2,) and not np.cbrt(t).requires_grad
    assert x.numpy(force=True).tolist() == [1.5, 2.0]
    with pytest.raises(RuntimeError, match="vmap"):
        wengert.vmap(lambda t: t.numpy(force=True))(x)


class InNumPy(wengert.autograd.Function):
    """A function that computes with NumPy, and knows its derivatives."""

    generate_vmap_rule = False

    @staticmethod
    def forward(x: Any) -> Any:
        return wengert.from_numpy(np.sin(np.asarray(x)) + 0 * x.numpy())

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * ctx.saved_tensors[0].cos()

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t * ctx.saved_tensors[0].cos()


def test_functions_compute_with_numpy() -> None:
    x = point().requires_grad_()
    y = InNumPy.apply(x)
    assert y.requires_grad
    close(wengert.autograd.grad(y.sum(), x)[0], np.cos(x.detach().numpy()))
    wengert.autograd.gradcheck(InNumPy.apply, (x,), check_forward_ad=True)
    close(func.grad(lambda t: InNumPy.apply(t).sum())(point()), np.cos(point().numpy()))
    close(func.jvp(InNumPy.apply, (point(),), (point(),))[1], point().numpy() * np.cos(point().numpy()))
    close(func.hessian(lambda t: InNumPy.apply(t).sum())(point()), np.diag(-np.sin(point().numpy())))


def test_levels_inside_of_a_function_are_not_its_own() -> None:
    class Inner(InNumPy):
        @staticmethod
        def forward(x: Any) -> Any:
            return func.jvp(lambda t: wengert.from_numpy(t.numpy()), (x,), (x,))[1]

    with pytest.raises(RuntimeError, match="tangent"):
        func.jvp(Inner.apply, (point(),), (point(),))


def test_what_numpy_broadcasts_beside_a_tensor_warns_of_nothing() -> None:
    with warnings.catch_warnings(action="error"):
        parts = np.broadcast_arrays(wengert.ones(3), 0.8, np.ones((2, 1)))
    assert [part.shape for part in parts] == [(2, 3)] * 3


def test_read_only_arrays_are_shared_with_a_warning() -> None:
    a = np.full(3, 2.0, np.float32)
    a.flags.writeable = False
    for share in (wengert.from_numpy, wengert.as_tensor, wengert.asarray):
        with pytest.warns(UserWarning, match="The given NumPy array is not writable") as told:
            x = share(a)
        assert [w.filename for w in told] == [__file__] and x.tolist() == [2.0] * 3
        with pytest.raises(RuntimeError, match="read-only"):
            x.add_(1)
    wengert.tensor(a).add_(1)  # a copy


def test_capsules() -> None:
    from wengert.utils import dlpack

    for x in (wengert.arange(6.0).view(2, 3), wengert.arange(6).view(2, 3).t(), wengert.tensor(1.0), wengert.ones(0)):
        for capsule in (dlpack.to_dlpack(x), x.__dlpack__(max_version=(1, 0))):
            y = dlpack.from_dlpack(capsule)
            assert (y.shape, y.dtype, y.stride(), y.tolist()) == (x.shape, x.dtype, x.stride(), x.tolist())
            y.add_(1)
            assert x.tolist() == y.tolist()
            with pytest.raises(RuntimeError, match="consumed only once"):
                wengert.from_dlpack(capsule)
    with pytest.raises(BufferError, match="require gradient"):
        wengert.to_dlpack(wengert.ones(2, requires_grad=True))
    with pytest.raises(TypeError, match="must be Tensor, not list"):
        wengert.to_dlpack([1.0])


def test_a_capsule_keeps_its_memory() -> None:
    y = wengert.from_dlpack(wengert.to_dlpack(wengert.full((1000,), 3.0)))
    others = [wengert.zeros(1000) for _ in range(8)]
    assert y.eq(3.0).all() and len(others) == 8


def test_scalars_are_made_from_the_dtype_of_a_tensor() -> None:
    """SciPy does so with what a function returns: ``fx.dtype.type(np.asarray(fx).item())``."""
    for dtype in (
        wengert.float16,
        wengert.bfloat16,
        wengert.float32,
        wengert.float64,
        wengert.complex64,
        wengert.int64,
    ):
        t = wengert.tensor(2.5).to(dtype)
        scalar = t.dtype.type(np.asarray(t).item())
        assert scalar == t.item() and scalar.dtype == t.dtype and isinstance(scalar, np.asarray(t).dtype.type)
