"""``autograd.functional``: compared with dense matrices from finite differences, and with torch."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, outcome, same
from wengert.autograd import functional as F

Fn = Callable[..., Any]
R = np.random.default_rng(11)
X, Y, S = R.normal(size=3), R.normal(size=(2, 3)), R.normal(size=())


def t(a: Any) -> Any:
    return wengert.from_numpy(np.array(a))


# name: (makes the function from a namespace, arrays, whether the inputs are a tuple)
CASES: dict[str, tuple[Callable[[Any], Fn], tuple[Any, ...], bool]] = {
    "one to one": (lambda T: lambda x: x * x.sin(), (X,), False),
    "one to scalar": (lambda T: lambda x: (x**3).sum(), (X,), False),
    "a tuple of one": (lambda T: lambda x: (x.exp(),), (X,), True),
    "two to one": (lambda T: lambda x, y: (y * x).cos(), (X, Y), True),
    "two to two": (lambda T: lambda x, y: (y @ x, x * x), (X, Y), True),
    "scalars": (lambda T: lambda s: s.exp() * s, (S,), False),
    "unrelated input": (lambda T: lambda x, y: (x * 2, y.sum()), (X, Y), True),
    "constant output": (lambda T: lambda x: (x * x, T.ones(2, dtype=T.float64)), (X,), False),
    "the input itself": (lambda T: lambda x: x, (X,), False),
    "views of it": (lambda T: lambda y: (y[0], y.t(), y.reshape(-1)[1:4]), (Y,), False),
    "written inside": (lambda T: lambda x: x.clone().mul_(x).add_(1.0), (X,), False),
    "a view written inside": (lambda T: written(T), (Y,), False),
    "no elements": (lambda T: lambda x: x[:0] * 2, (X,), False),
}


def written(T: Any) -> Fn:
    def f(y: Any) -> Any:
        z = y.clone()
        z[0] *= y[1]
        z[1, 1] = z[0, 0]
        return z

    return f


def case(name: str) -> tuple[Fn, Any, list[Any], bool]:
    """The function, its inputs, the arrays, and whether the inputs are a tuple."""
    make, arrays, nested = CASES[name]
    xs = tuple(t(a) for a in arrays)
    return make(wengert), xs if nested else xs[0], [np.array(a) for a in arrays], nested


def flat(tree: Any) -> list[Any]:
    return [a for part in tree for a in flat(part)] if isinstance(tree, (tuple, list)) else [tree]


def shape_of(tree: Any) -> Any:
    """The nesting of tuples, with the shapes and dtypes of the tensors in them."""
    if isinstance(tree, (tuple, list)):
        return tuple(shape_of(x) for x in tree)
    return tuple(tree.shape), str(tree.dtype).rpartition(".")[2], bool(tree.requires_grad)


def differences(f: Fn, arrays: list[Any]) -> list[list[Any]]:
    """The Jacobian of each output with respect to each input, by central differences of the function itself."""

    def at(moved: list[Any]) -> list[Any]:
        out = f(*[t(a) for a in moved])
        return [o.detach().numpy().copy() for o in flat(out)]

    blocks = [[np.zeros((*o.shape, *a.shape)) for a in arrays] for o in at(arrays)]
    for j, a in enumerate(arrays):
        for place in np.ndindex(a.shape):
            ends = []
            for step in (1e-6, -1e-6):
                moved = [b.copy() for b in arrays]
                moved[j][place] += step
                ends.append(at(moved))
            for i, (up, down) in enumerate(zip(*ends, strict=True)):
                blocks[i][j][(..., *place)] = (up - down) / 2e-6
    return blocks


MODES = [{}, {"vectorize": True}, {"vectorize": True, "strategy": "forward-mode"}, {"create_graph": True}]


@pytest.mark.parametrize("mode", MODES, ids=str)
@pytest.mark.parametrize("name", CASES)
def test_jacobian_is_that_of_the_function(name: str, mode: dict[str, Any]) -> None:
    f, inputs, arrays, _ = case(name)
    found = flat(F.jacobian(f, inputs, **mode))
    expected = [block for row in differences(f, arrays) for block in row]
    assert [g.shape for g in found] == [e.shape for e in expected]
    for g, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(g.detach().numpy(), e, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("name", CASES)
def test_products_are_products_with_the_jacobian(name: str) -> None:
    f, inputs, arrays, nested = case(name)
    blocks = differences(f, arrays)
    outs = [o.detach().numpy() for o in flat(f(*[t(a) for a in arrays]))]
    r = np.random.default_rng(0)
    us, vs = [r.normal(size=o.shape) for o in outs], [r.normal(size=a.shape) for a in arrays]
    nested_out = isinstance(f(*[t(a) for a in arrays]), tuple)
    for create in (False, True):
        out, pulled = F.vjp(f, inputs, tuple(map(t, us)) if nested_out else t(us[0]), create)
        for j, g in enumerate(flat(pulled)):
            expected = sum(np.tensordot(u, b[j], u.ndim) for u, b in zip(us, blocks, strict=True))
            np.testing.assert_allclose(g.detach().numpy(), expected, rtol=1e-6, atol=1e-8)
        out, pushed = F.jvp(f, inputs, tuple(map(t, vs)) if nested else t(vs[0]), create)
        for g, b, o, value in zip(flat(pushed), blocks, flat(out), outs, strict=True):
            np.testing.assert_allclose(o.detach().numpy(), value)
            expected = sum(np.tensordot(block, v, v.ndim) for block, v in zip(b, vs, strict=True))
            np.testing.assert_allclose(g.detach().numpy(), expected, rtol=1e-6, atol=1e-8)


SCALARS: dict[str, tuple[Callable[[Any], Fn], tuple[Any, ...], bool]] = {
    "cubic": (lambda T: lambda x: (x**3).sum(), (X,), False),
    "mixed": (lambda T: lambda x, y: (y @ x).sin().sum() + (x * x).sum() * y[0, 0], (X, Y), True),
    "one element": (lambda T: lambda s: s.exp().reshape(1, 1), (S,), False),
    "linear": (lambda T: lambda x: x.sum(), (X,), False),
    "separate": (lambda T: lambda x, y: (x**3).sum() + (y**2).sum(), (X, Y), True),
    "unrelated": (lambda T: lambda x, y: (x**4).sum(), (X, Y), True),
    "constant": (lambda T: lambda x: T.ones((), dtype=T.float64), (X,), False),
}


@pytest.mark.parametrize("name", SCALARS)
def test_hessian_and_its_products(name: str) -> None:
    make, arrays, nested = SCALARS[name]
    f = make(wengert)
    xs = tuple(t(a) for a in arrays)
    inputs = xs if nested else xs[0]

    def gradient(*new: Any) -> Any:
        return tuple(F.vjp(f, tuple(new), wengert.ones(f(*new).shape, dtype=wengert.float64))[1])

    expected = differences(gradient, [np.array(a) for a in arrays])
    for mode in (
        {},
        {"vectorize": True},
        {"vectorize": True, "outer_jacobian_strategy": "forward-mode"},
        {"create_graph": True},
    ):
        found = F.hessian(f, inputs, **mode)
        for g, e in zip(flat(found), [b for row in expected for b in row], strict=True):
            np.testing.assert_allclose(g.detach().numpy(), e, rtol=1e-6, atol=1e-8)
    vs = [np.random.default_rng(1).normal(size=a.shape) for a in map(np.array, arrays)]
    v = tuple(map(t, vs)) if nested else t(vs[0])
    for product in (F.hvp, F.vhp):
        for create in (False, True):
            out, found = product(f, inputs, v, create)
            np.testing.assert_allclose(out.detach().numpy(), f(*xs).numpy())
            for g, row in zip(flat(found), expected, strict=True):  # of a symmetric matrix: equal for hvp, vhp
                e = sum(np.tensordot(block, w, w.ndim) for block, w in zip(row, vs, strict=True))
                np.testing.assert_allclose(g.detach().numpy(), e, rtol=1e-6, atol=1e-8)


def test_results_have_a_history_only_where_asked() -> None:
    x = wengert.tensor([1.0, 2.0], requires_grad=True)
    w = wengert.tensor([3.0, 4.0], requires_grad=True)
    f: Fn = lambda x: x * x * w  # noqa: E731
    for found in (F.jacobian(f, x), *F.vjp(f, x, x), *F.jvp(f, x, x)):
        assert not found.requires_grad
    for mode in ({}, {"vectorize": True}):
        (g,) = wengert.autograd.grad(F.jacobian(f, x, create_graph=True, **mode).sum(), x)
        assert g.tolist() == [6.0, 8.0]
    (g, h) = wengert.autograd.grad(F.vjp(f, x, x, create_graph=True)[1].sum(), (x, w))
    assert g.tolist() == [12.0, 32.0] and h.tolist() == [2.0, 8.0]  # v is x too, so this is 2 x² w
    with wengert.no_grad():
        assert F.jacobian(f, x, create_graph=True).requires_grad and not F.jacobian(f, x).requires_grad
    assert x.grad is None and w.grad is None


def test_inputs_are_not_written() -> None:
    leaf = wengert.tensor([1.0, 2.0], requires_grad=True)
    for x in (leaf.detach(), leaf, leaf * 1):
        for create in (False, True):
            with pytest.raises(
                RuntimeError, match="a (view of a )?leaf Variable that requires grad is being used in an"
            ):
                F.vjp(lambda x: x.mul_(2), x, x, create_graph=create)
            with pytest.raises(
                RuntimeError, match="a (view of a )?leaf Variable that requires grad is being used in an"
            ):
                F.jacobian(lambda x: x[:1].mul_(2), x, create_graph=create)
        assert x.tolist() == [1.0, 2.0]


def test_complex() -> None:
    """Gradients of real outputs equal PyTorch's. A complex output has no single gradient, so reverse modes raise."""
    z = wengert.tensor([1 + 2j, 3 - 1j])
    expected = np.diag(z.numpy() / np.abs(z.numpy()))  # the gradient of |z| is z / |z|
    for mode in ({}, {"vectorize": True}, {"vectorize": True, "strategy": "forward-mode"}):
        np.testing.assert_allclose(F.jacobian(lambda z: z.abs(), z, **mode).numpy(), expected, rtol=1e-6)
    # torch gives conj(J) here with vectorize, and half of it for a real input
    for mode in ({}, {"vectorize": True}):
        for f, x in ((lambda z: z * z, z), (lambda x: x * (1 + 1j), wengert.ones(2))):
            with pytest.raises(RuntimeError, match="only for real scalar outputs but got"):
                F.jacobian(f, x, **mode)
    forward = F.jacobian(lambda z: z * z, z, vectorize=True, strategy="forward-mode")
    np.testing.assert_allclose(forward.numpy(), np.diag(2 * z.numpy()))


def test_forward_hessian_has_no_history() -> None:
    """torch's result has a history and is a list, unlike its documentation says."""
    x = wengert.tensor([1.0, 2.0])
    found = F.hessian(lambda x, y: (x * y * y).sum(), (x, x), vectorize=True, outer_jacobian_strategy="forward-mode")
    assert isinstance(found, tuple) and isinstance(found[0], tuple) and not found[0][1].requires_grad


def test_state_is_kept_when_func_raises() -> None:
    x = wengert.ones(2)

    def bad(x: Any) -> Any:
        raise KeyError("mine")

    for f in (F.jacobian, F.hessian, F.vjp, F.jvp, F.vhp, F.hvp):
        with wengert.no_grad():
            with pytest.raises(KeyError):
                f(bad, x) if f in (F.jacobian, F.hessian, F.vjp) else f(bad, x, x)
            assert not wengert.is_grad_enabled()
    with pytest.raises(KeyError):
        F.jacobian(bad, x, vectorize=True, strategy="forward-mode")


def test_examples() -> None:
    assert doctest.testmod(F, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


# -- the same programs on torch

cube: Fn = lambda x: (x**3).sum()  # noqa: E731
PROGRAMS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    # F, x (no grad), w (requires grad), T
    "create without grad": lambda F, x, w, T: F.jacobian(lambda x: x**2, x, create_graph=True),
    "create": lambda F, x, w, T: F.jacobian(lambda x: x**2, w, create_graph=True),
    "captured": lambda F, x, w, T: F.jacobian(lambda x: x * w, x),
    "captured create": lambda F, x, w, T: F.jacobian(lambda x: x * w, x, create_graph=True),
    "integer output": lambda F, x, w, T: F.jacobian(lambda x: x.long(), x),
    "integer output, vectorized": lambda F, x, w, T: F.jacobian(lambda x: x.long(), x, vectorize=True),
    "integer output, strict": lambda F, x, w, T: F.jacobian(lambda x: x.long(), x, strict=True),
    "independent, strict": lambda F, x, w, T: F.jacobian(lambda x, y: x, (x, x), strict=True),
    "linear, strict, create": lambda F, x, w, T: F.jacobian(lambda x: x * 2, w, strict=True, create_graph=True),
    "strict, vectorized": lambda F, x, w, T: F.jacobian(lambda x: x, x, strict=True, vectorize=True),
    "strict, forward": lambda F, x, w, T: F.jacobian(lambda x: x, x, False, True, True, "forward-mode"),
    "forward, in a loop": lambda F, x, w, T: F.jacobian(lambda x: x, x, strategy="forward-mode"),
    "forward, create": lambda F, x, w, T: F.jacobian(lambda x: x, x, True, vectorize=True, strategy="forward-mode"),
    "strategy": lambda F, x, w, T: F.jacobian(lambda x: x, x, strategy="sideways"),
    "integer input": lambda F, x, w, T: F.jacobian(lambda x: x, x.long()),
    "list of inputs": lambda F, x, w, T: F.jacobian(lambda x: x, [x]),
    "number as input": lambda F, x, w, T: F.jacobian(lambda x, y: x, (x, 3.0)),
    "list as output": lambda F, x, w, T: F.jacobian(lambda x: [x], x),
    "number as output": lambda F, x, w, T: F.jacobian(lambda x: (x, 3.0), x),
    "nothing as output": lambda F, x, w, T: F.vjp(lambda x: None, x),
    "no inputs": lambda F, x, w, T: F.jacobian(lambda: x, ()),
    "in place": lambda F, x, w, T: F.jacobian(lambda x: x.mul_(2), x),
    "tuples of one": lambda F, x, w, T: F.jacobian(lambda x: (x,), (x,)),
    "vjp, one": lambda F, x, w, T: F.vjp(lambda x: x.sum()[None], x),
    "vjp, no v": lambda F, x, w, T: F.vjp(lambda x: x, x),
    "vjp, no v for two": lambda F, x, w, T: F.vjp(lambda x: (x.sum(), x.sum()), x),
    "vjp, length": lambda F, x, w, T: F.vjp(lambda x: (x, x), x, (x,)),
    "vjp, too long": lambda F, x, w, T: F.vjp(lambda x: x, x, (x, x)),
    "vjp, size": lambda F, x, w, T: F.vjp(lambda x: x, x, x[:2]),
    "vjp, size of an entry": lambda F, x, w, T: F.vjp(lambda x: (x, x), x, (x, x[:2])),
    "vjp, number": lambda F, x, w, T: F.vjp(lambda x: x, x, 3.0),
    "vjp, tuple for one": lambda F, x, w, T: F.vjp(lambda x: x, x, (x,)),
    "vjp, strict": lambda F, x, w, T: F.vjp(lambda x, y: x, (x, x), x, strict=True),
    "vjp, strict output": lambda F, x, w, T: F.vjp(lambda x: (x, T.ones(3)), x, (x, x), strict=True),
    "vjp, strict create": lambda F, x, w, T: F.vjp(lambda x: x * 2, w, x, strict=True, create_graph=True),
    "vjp, create": lambda F, x, w, T: F.vjp(lambda x: x * x, w, x, create_graph=True),
    "vjp, complex": lambda F, x, w, T: F.vjp(lambda z: z * z, x + 1j * x, x - 2j * x),
    "jvp, one": lambda F, x, w, T: F.jvp(lambda x: x * 3, x[0]),
    "jvp, no v": lambda F, x, w, T: F.jvp(lambda x: x, x),
    "jvp, linear, strict": lambda F, x, w, T: F.jvp(lambda x: x * 2, x, x, strict=True),
    "jvp, linear, strict, create": lambda F, x, w, T: F.jvp(lambda x: x * 2, w, x, strict=True, create_graph=True),
    "jvp, independent": lambda F, x, w, T: F.jvp(lambda x: (x * 2, T.ones(1)), x, x),
    "jvp, independent, strict": lambda F, x, w, T: F.jvp(lambda x, y: x * 2, (x, x), (x, x), strict=True),
    "jvp, constant, strict": lambda F, x, w, T: F.jvp(lambda x: (x * 2, T.ones(1)), x, x, strict=True),
    "jvp, create": lambda F, x, w, T: F.jvp(lambda x: x * x, w, x, create_graph=True),
    "jvp, complex": lambda F, x, w, T: F.jvp(lambda z: z * z.conj() * z, x + 1j * x, x - 2j * x),
    "hessian, tuple": lambda F, x, w, T: F.hessian(lambda x: (cube(x),), x),
    "hessian, vector": lambda F, x, w, T: F.hessian(lambda x: x, x),
    "hessian, one element": lambda F, x, w, T: F.hessian(lambda x: cube(x)[None], x),
    "hessian, strategy": lambda F, x, w, T: F.hessian(cube, x, outer_jacobian_strategy="sideways"),
    "hessian, forward in a loop": lambda F, x, w, T: F.hessian(cube, x, outer_jacobian_strategy="forward-mode"),
    "hessian, linear": lambda F, x, w, T: F.hessian(lambda x: x.sum(), x),
    "hessian, linear, strict": lambda F, x, w, T: F.hessian(lambda x: x.sum(), x, strict=True),
    "hessian, independent, strict": lambda F, x, w, T: F.hessian(lambda x, y: cube(x), (x, x), strict=True),
    "hessian, separate, strict": lambda F, x, w, T: F.hessian(lambda x, y: cube(x) + cube(y), (x, x), strict=True),
    "hessian, constant, strict": lambda F, x, w, T: F.hessian(lambda x: T.ones(()), x, strict=True),
    "hessian, quadratic, strict, create": lambda F, x, w, T: F.hessian(lambda x: (x * x).sum(), w, True, True),
    "hessian, cubic, strict, create": lambda F, x, w, T: F.hessian(cube, w, True, True),
    "hessian, strict, vectorized": lambda F, x, w, T: F.hessian(cube, x, strict=True, vectorize=True),
}
for _name in ("hvp", "vhp"):
    for _case, _f, _many, _options in (
        ("cubic", cube, False, {}),
        ("vector", lambda x: x, False, {}),
        ("tuple", lambda x: (cube(x),), False, {}),
        ("linear", lambda x: x.sum(), False, {}),
        ("linear, strict", lambda x: x.sum(), False, {"strict": True}),
        ("independent", lambda x, y: cube(x), True, {}),
        ("independent, strict", lambda x, y: cube(x), True, {"strict": True}),
        ("separate, strict", lambda x, y: cube(x) + y.sum(), True, {"strict": True}),
        ("quadratic, strict, create", lambda x: (x * x).sum(), False, {"strict": True, "create_graph": True}),
        ("cubic, strict, create", cube, False, {"strict": True, "create_graph": True}),
    ):
        PROGRAMS[f"{_name}, {_case}"] = lambda F, x, w, T, _n=_name, _f=_f, _m=_many, _o=_options: getattr(F, _n)(
            _f, (x, x) if _m else w if _o.get("create_graph") else x, (x, x) if _m else x, **_o
        )
    PROGRAMS[f"{_name}, no v"] = lambda F, x, w, T, _n=_name: getattr(F, _n)(cube, x)
    PROGRAMS[f"{_name}, complex"] = lambda F, x, w, T, _n=_name: getattr(F, _n)(
        lambda z: (z * z.conj() * z.abs()).sum().real, x + 1j * x, x - 2j * x
    )
for _name, (_make, _arrays, _nested) in CASES.items():
    for _mode in MODES if _name != "no elements" else ():  # torch fails to stack no tensors
        PROGRAMS[f"{_name} {_mode}"] = lambda F, x, w, T, _m=_make, _a=_arrays, _n=_nested, _o=_mode: F.jacobian(
            _m(T), tuple(T.from_numpy(np.array(a)) for a in _a) if _n else T.from_numpy(np.array(_a[0])), **_o
        )


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_torch(name: str, control: Control) -> None:
    def run(lib: Library) -> Any:
        x, w = lib.tensor([1.0, 2.0, 3.0]), lib.tensor([0.5, -1.0, 2.0], requires_grad=True)
        found = PROGRAMS[name](lib.autograd.functional, x, w, lib.module)
        parts = [lib.view_as_real(y) if y.is_complex() else y for y in flat(found)]
        return shape_of(found), [y.tolist() for y in parts]

    ours, theirs = outcome(run, Library(wengert)), control(run)
    assert same((ours[0], "", []), (theirs[0], "", [])), f"{ours}, and {theirs} in PyTorch"
    same_words(ours[1], theirs[1])


KNOWN = ("tuple index out of range", "isonly implemented")  # Python's message, and a typo of torch's


def same_words(ours: str, theirs: str) -> None:
    """Compare the start of torch's message, except for its own name and its format of sizes."""
    if any(k in theirs for k in KNOWN):
        return
    plain = theirs.replace("torch.Size(", "wengert.Size(").replace("torch.", "wengert.")
    plain = plain.replace("of floating point dtype", "of floating point and complex dtype")
    assert ours.startswith(plain.rstrip(".")), f"\nours:   {ours}\ntheirs: {theirs}"


@pytest.mark.parametrize("vectorize", [False, True])
def test_jacobians_are_of_the_types_of_gradients(lib: Any, vectorize: bool) -> None:
    class Pose(lib.Tensor):  # type: ignore[name-defined, misc]
        pass

    xs = (lib.ones(2).as_subclass(Pose), lib.ones(2))
    rows = lib.autograd.functional.jacobian(lambda x, y: (x * y, y * 2), xs, vectorize=vectorize)
    assert all(type(block) is Pose for row in rows for block in row)  # zeros of an input of this type, too
    assert type(lib.autograd.functional.hessian(lambda x: (x**3).sum(), xs[0], vectorize=vectorize)) is Pose


@pytest.mark.parametrize("product", ["vjp", "jvp", "hvp", "vhp"])
def test_products_of_what_is_not_used_are_of_its_type(lib: Any, product: str) -> None:
    class Pose(lib.Tensor):  # type: ignore[name-defined, misc]
        pass

    x, y = (lib.ones(2).as_subclass(Pose) for _ in range(2))
    if product == "jvp":
        found = lib.autograd.functional.jvp(lambda x, y: (x.sum(), Pose(2)), (x, y), (x, y))[1]
    else:
        v = () if product == "vjp" else ((x, y),)
        found = getattr(lib.autograd.functional, product)(lambda x, y: (x**2).sum(), (x, y), *v)[1]
    assert [type(part) for part in found] == [Pose, Pose]
