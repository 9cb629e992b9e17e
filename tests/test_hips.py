"""``wengert.hips``: programs written for HIPS autograd.

The tests of HIPS autograd itself run on it in ``make packages``. Here derivatives are compared with finite differences
of the same functions of arrays, up to the second order, and with what HIPS autograd documents.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import wengert.hips.numpy as np
from wengert import hips
from wengert._core.modules.hips import transforms
from wengert.hips import grad, jacobian, make_jvp, make_vjp
from wengert.hips.builtins import isinstance as kind_of
from wengert.hips.extend import def_linear, defjvp, defvjp, defvjp_argnum, notrace_primitive, primitive, vspace
from wengert.hips.misc import flatten
from wengert.hips.misc.fixed_points import fixed_point
from wengert.hips.numpy.numpy_boxes import ArrayBox
from wengert.hips.test_util import check_grads
from wengert.hips.tracer import getval, isbox

from .cases import within

X = numpy.array([[0.3, -1.2, 0.8], [1.7, 0.4, -0.5]])
S = numpy.array([[2.0, 0.3, 0.1], [0.3, 1.5, -0.2], [0.1, -0.2, 1.8]])


@pytest.fixture(autouse=True)
def same_directions() -> None:
    """``check_grads`` draws them."""
    numpy.random.seed(0)


METHODS: dict[str, Callable[[Any], Any]] = {  # methods, attributes and operators of boxes: they are NumPy's
    "sum": lambda x: x.sum(axis=0), "mean": lambda x: x.mean(1, keepdims=True), "std": lambda x: x.std(),
    "var": lambda x: x.var(axis=1, ddof=1), "max": lambda x: x.max(axis=0) * x.size, "prod": lambda x: x.prod(),
    "transpose": lambda x: x.transpose(1, 0) * numpy.arange(6.0).reshape(3, 2), "T": lambda x: x.T @ x,
    "reshape": lambda x: x.reshape(3, -1) @ x, "order": lambda x: x.reshape((3, 2), order="F")[0],
    "flatten": lambda x: x.flatten("F") * numpy.arange(6.0), "ravel": lambda x: x.ravel()[1:4],
    "repeat": lambda x: x.repeat(2, axis=1)[:, 1:3], "dot": lambda x: x.dot(x.T), "take": lambda x: x.take([1, 1], 1),
    "clip": lambda x: x.clip(-1.0, 1.0), "cumsum": lambda x: x.cumsum(axis=1), "trace": lambda x: x.trace(),
    "swapaxes": lambda x: x.swapaxes(0, 1)[2], "squeeze": lambda x: x[:, :1].squeeze(), "copy": lambda x: x.copy() * x,
    "astype": lambda x: x.astype(float) ** 2, "iteration": lambda x: sum(row[0] * row[1] for row in x),
    "len": lambda x: x * len(x) * x.ndim * x.shape[1], "reversed": lambda x: x[::-1, 1:] * x[:, :2],
    "newaxis": lambda x: x[:, None] * x[None], "mask": lambda x: x[X > 0] ** 2, "array": lambda x: x[[1, 0, 1], 0],
    "integer before arrays": lambda x: (x[None] * x[:, None])[1, :, [0, 2]], "power": lambda x: 2.0**x + (x**2) ** 1.5,
    "right": lambda x: numpy.ones((2, 3)) / (3.0 - x) + 1 - x, "scalar": lambda x: numpy.float64(2.0) * x - x / 3,
    "list": lambda x: x + [1.0, 2.0, 3.0], "absolute": lambda x: abs(-x), "floor": lambda x: x * (x // 0.7),
    "branch": lambda x: x[0] if x[0, 0] > 0 else x[1], "raw NumPy": lambda x: numpy.sin(x) + numpy.dot(x, S),
}  # fmt: skip
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "array": lambda x: np.array([[x[0, 0], 2.0], [x[1, 1] * x[0, 2], x[1, 0]]]),
    "sum of a list": lambda x: np.sum([x[0, 0], x[1, 1] ** 2]), "full": lambda x: np.full((2, 2), x[0, 1]),
    "concatenate": lambda x: np.concatenate([x, x * 2, numpy.ones((1, 3))]), "stack": lambda x: np.stack((x, x**2)),
    "values": lambda x: np.stack({"a": x[0], "b": x[1]}.values()), "r_": lambda x: np.r_[x[0], 1.0, x[1]],
    "c_": lambda x: np.c_[x[0], x[1]], "einsum": lambda x: np.einsum("ij,kj->ik", x, x),
    "einsum of lists": lambda x: np.einsum(x, [0, 1], x, [2, 1], [0, 2]), "where": lambda x: np.where(x > 0, x**2, x),
    "cross": lambda x: np.cross(x[0], x[1]), "outer": lambda x: np.outer(x[0], x[1]), "pad": lambda x: np.pad(x, 1),
    "tensordot": lambda x: np.tensordot(x, x, ([1], [1])), "kron": lambda x: np.kron(x[0], x[1]),
    "diag": lambda x: np.diag(x[0]) @ S, "tile": lambda x: np.tile(x, (2, 1)), "roll": lambda x: np.roll(x, 1, axis=1),
    "sort": lambda x: np.sort(x, axis=1), "real and complex": lambda x: np.matmul(x, S * 1j).imag,
    "make_diagonal": lambda x: np.make_diagonal(x), "other diagonal": lambda x: np.make_diagonal(x, 1, -1, -2),
    "linspace": lambda x: np.linspace(x[0, 0], x[1, 0], 4),
    "inv": lambda x: np.linalg.inv(S + x.T @ x), "solve": lambda x: np.linalg.solve(S, x.T),
    "slogdet": lambda x: np.linalg.slogdet(S + x.T @ x)[1], "norm": lambda x: np.linalg.norm(x, axis=1),
    "cholesky": lambda x: np.linalg.cholesky(S + x.T @ x), "eigh": lambda x: np.linalg.eigh(S + x.T @ x)[0],
    "eigh, upper": lambda x: np.linalg.eigh(S + np.triu(x.T @ x), "U")[0], "pinv": lambda x: np.linalg.pinv(x),
    "fft": lambda x: np.real(np.fft.fft(x)), "irfft": lambda x: np.fft.irfft(x * 1j + x),
}  # fmt: skip


@within("name", METHODS)
def test_methods_of_boxes_mean_what_numpy_means(name: str) -> None:
    compared(METHODS[name])


@within("name", FUNCTIONS)
def test_functions_of_numpy_take_boxes(name: str) -> None:
    compared(FUNCTIONS[name])


def compared(function: Callable[[Any], Any]) -> None:
    """The value is that of arrays, and derivatives are those of finite differences."""
    vjp, value = make_vjp(function)(X)
    numpy.testing.assert_allclose(value, function(X), rtol=1e-12)
    assert type(value) in (numpy.ndarray, numpy.float64)
    check_grads(function)(X)


def scipy_functions() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    import wengert.hips.scipy.linalg as linalg
    from wengert.hips.scipy import special as sp
    from wengert.hips.scipy import stats
    from wengert.hips.scipy.signal import convolve

    a, b, u = numpy.array([1.3, 2.1]), numpy.array([0.7, 3.2]), numpy.array([0.2, 0.6])
    two = (a, b)
    return {
        "beta": (sp.beta, two), "betaln": (sp.betaln, two), "betainc": (lambda x: sp.betainc(a, b, x), (u,)),
        "gamma": (sp.gamma, (a,)), "gammaln": (sp.gammaln, (a,)), "psi": (sp.psi, (a,)), "rgamma": (sp.rgamma, (a,)),
        "polygamma": (lambda x: sp.polygamma(1, x), (a,)), "multigammaln": (lambda x: sp.multigammaln(x, 2), (a,)),
        "gammainc": (lambda x: sp.gammainc(a, x), (b,)), "jn": (lambda x: sp.jn(2, x), (a,)),
        "iv": (lambda x: sp.iv(2, x), (a,)), "ive": (lambda x: sp.ive(2, x), (a,)), "yn": (lambda x: sp.yn(2, x), (a,)),
        "erf": (sp.erf, (u,)), "erfinv": (sp.erfinv, (u,)), "erfcinv": (sp.erfcinv, (u,)), "expit": (sp.expit, (u,)),
        "logit": (sp.logit, (u,)), "logsumexp": (lambda x: sp.logsumexp(x, axis=1, b=X**2), (X,)),
        "logsumexp of a list": (lambda x: sp.logsumexp([x[0], 1.0]), (u,)),
        "norm": (lambda x, m, s: stats.norm.logpdf(x, m, s) + stats.norm.logcdf(x, m, s), (u, a, b)),
        "norm.sf": (stats.norm.sf, (u, a, b)), "t": (stats.t.logpdf, (u, a, u, b)), "t.cdf": (stats.t.cdf, (u, 3.0)),
        "beta distribution": (stats.beta.logpdf, (u, a, b)), "gamma distribution": (stats.gamma.logpdf, two),
        "chi2": (stats.chi2.logpdf, two), "chi2.cdf": (lambda x: stats.chi2.cdf(x, 3.0), (a,)),
        "poisson": (lambda m: stats.poisson.logpmf(3, m), (a,)),
        "poisson.cdf": (lambda m: stats.poisson.cdf(3, m), (a,)),
        "dirichlet": (lambda al: stats.dirichlet.logpdf(numpy.array([0.2, 0.8]), al), (a,)),
        "multivariate normal": (lambda m, c: stats.multivariate_normal.logpdf(X, m, c @ c.T + S), (X[0], S)),
        "entropy": (lambda c: stats.multivariate_normal.entropy(X[0], c @ c.T + S), (S,)),
        "expm": (linalg.expm, (S,)), "sqrtm": (lambda c: linalg.sqrtm(c @ c.T), (S,)),
        "solve_triangular": (lambda c, y: linalg.solve_triangular(c, y, trans="T", lower=True), (S, X[0])),
        "cholesky": (lambda c: linalg.cholesky(c @ c.T), (S,)),
        "solve_sylvester": (linalg.solve_sylvester, (S, S + 1, S)),
        "convolve": (lambda x, y: convolve(x, y, axes=([1], [0])), (X, S)),
        "convolve, same": (lambda x, y: convolve(x, y, mode="same"), (X[0], S[0, :2])),
    }  # fmt: skip


def test_functions_of_scipy_take_boxes() -> None:
    pytest.importorskip("scipy")
    for name, (function, args) in scipy_functions().items():
        numbers = tuple(range(len(args)))
        if name in ("t.cdf",):  # there is no derivative of the degrees of freedom
            numbers = (0,)
        value = make_vjp(function, numbers)(*args)[1]
        numpy.testing.assert_allclose(value, function(*args), rtol=1e-9, err_msg=name)
        check_grads(function, numbers)(*args)


def test_odes_and_banded_systems_have_vector_jacobian_products() -> None:
    pytest.importorskip("scipy")
    from wengert.hips.scipy.integrate import odeint
    from wengert.hips.scipy.linalg import solve_banded

    def decay(y: Any, t: Any, rate: Any) -> Any:
        return -rate * y * np.sqrt(t)

    times = numpy.linspace(0.5, 1.0, 3)
    check_grads(lambda y, t, r: odeint(decay, y, t, (r,), rtol=1e-11, atol=1e-11), (0, 1, 2), modes=["rev"], order=1)(
        X[0], times, X[1]
    )
    check_grads(lambda ab, b: solve_banded((1, 1), ab, b), (0, 1), modes=["rev"], order=1)(S + 2, X[0])


def test_gradients_have_the_structure_of_the_argument() -> None:
    def loss(p: Any) -> Any:
        return np.sum(np.tanh(X @ p["w"] + p["b"][0])) + p["b"][1] ** 2

    found = grad(loss)({"w": numpy.ones(3), "b": [0.5, 2.0]})
    assert found["w"].shape == (3,) and type(found["w"]) is numpy.ndarray and found["w"].flags.writeable
    assert type(found["b"]) is list and type(found["b"][1]) is numpy.float64 and found["b"][1] == 4.0
    both = grad(lambda a, b: a * b**2, (0, 1))(2.0, 3.0)
    assert both == (9.0, 12.0) and grad(lambda a, b: a * b**2, 1)(2.0, 3.0) == 12.0
    assert grad(lambda a, b: a * b**2, 1).__name__.startswith("grad_of_")
    assert grad(np.sum)(numpy.ones((2, 2))).strides == (16, 8)  # not one number broadcast


def test_complex_derivatives_leave_out_the_conjugate() -> None:
    z = 0.5 + 2.0j
    assert grad(lambda z: np.real(z) * 2 + np.imag(z) * 3)(z) == 2 - 3j  # u_x - i u_y
    assert abs(hips.holomorphic_grad(np.sin)(z) - numpy.cos(z)) < 1e-12
    check_grads(lambda z: z**2 * np.conj(z) + np.abs(z))(X * 1j + 1)
    with pytest.raises(TypeError, match="only applies to functions with real output"):
        grad(np.sin)(z)


def test_functions_nest_and_close_over_boxes() -> None:
    def outer(x: Any) -> Any:
        return x * grad(lambda y: x * y**2)(x)  # 2 x**3

    assert grad(outer)(3.0) == 54.0 and grad(grad(outer))(3.0) == 36.0
    assert make_jvp(grad(outer))(3.0)(1.0) == (54.0, 36.0)
    assert hips.deriv(hips.deriv(outer))(3.0) == 36.0
    numpy.testing.assert_allclose(
        hips.hessian(lambda x: np.prod(x))(X[0]), [[0, 0.8, -1.2], [0.8, 0, 0.3], [-1.2, 0.3, 0]]
    )
    push = hips.make_jvp_reversemode(lambda x: x**3)(X[0])
    numpy.testing.assert_allclose(push(numpy.ones(3)), 3 * X[0] ** 2)
    assert type(push(numpy.ones(3))) is numpy.ndarray
    f = lambda x: np.tanh(S @ x)  # noqa: E731
    numpy.testing.assert_allclose(hips.make_ggnvp(f)(X[0])(X[1]), jacobian(f)(X[0]).T @ jacobian(f)(X[0]) @ X[1])
    values = numpy.array([1, 2])  # whole numbers in an array: times, for example
    assert hips.elementwise_grad(lambda t: t**2)(values).tolist() == [2.0, 4.0]


@pytest.mark.parametrize("together", [1, 7, 2**20])
@pytest.mark.parametrize("x", [numpy.array([0.3, -1.2, 2.0]), numpy.array([[1 + 2j, 0.5j]]), 0.7], ids=str)
def test_a_jacobian_has_the_rows_of_vector_jacobian_products(
    x: Any, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transforms, "TOGETHER", together)
    passes: list[int] = []
    pull = transforms.Recorded.pull
    monkeypatch.setattr(transforms.Recorded, "pull", lambda *args: passes.append(1) or pull(*args))
    for f in (
        lambda x: np.outer(np.sin(x), x * 2),
        lambda x: np.sum(np.abs(x) ** 2),
        lambda x: np.array([x * 1j, x**2]),
        lambda x: jacobian(lambda y: y**3 * np.sum(x))(x),
    ):
        vjp, value = make_vjp(f, 0)(x)
        rows = [vjp(unit.reshape(numpy.shape(value))) for unit in numpy.eye(numpy.size(value))]
        passes.clear()
        found = jacobian(f)(x)
        assert found.shape == numpy.shape(value) + numpy.shape(x)
        numpy.testing.assert_allclose(found, numpy.reshape(rows, found.shape))
        assert len(passes) <= (2 if together > 7 else 1 + 2 * len(rows))
    assert jacobian(f).__name__ == "jacobian_of_<lambda>_wrt_argnum_0"
    with pytest.warns(UserWarning, match="independent"):
        assert not numpy.any(jacobian(lambda x: numpy.ones(2))(x))
    with pytest.raises(TypeError, match="1 arrays in the argument and 2 in what"):
        jacobian(lambda x: (x, x))(x)


def test_rules_of_a_program_see_one_row_of_a_jacobian() -> None:
    shapes = []

    @primitive
    def doubled(x: Any) -> Any:
        return 2 * x

    defvjp(doubled, lambda ans, x: lambda g: shapes.append(numpy.shape(g)) or numpy.asarray(g) * 2)
    found = jacobian(lambda x: np.sum(np.reshape(doubled(x) ** 2, (3, 2)), 1))(numpy.arange(6.0))
    numpy.testing.assert_allclose(found, numpy.repeat(numpy.eye(3), 2, 1) * 8 * numpy.arange(6.0))
    assert shapes == [(6,)] * 3


def test_primitives() -> None:
    @primitive
    def scaled(x: Any, factor: Any, offset: float = 0.0) -> Any:
        assert type(x) in (numpy.ndarray, numpy.float64)
        return x * factor + offset

    with pytest.raises(NotImplementedError, match="VJP of scaled wrt argnum 0 not defined"):
        grad(lambda x: np.sum(scaled(x, 2.0)))(X)
    defvjp(scaled, lambda ans, x, k, offset=0.0: lambda g: g * k, lambda ans, x, k, offset=0.0: lambda g: np.sum(g * x))
    with pytest.raises(NotImplementedError, match="JVP of scaled wrt argnum 0 not defined"):
        make_jvp(lambda x: scaled(x, 2.0))(X)(X)
    defjvp(scaled, lambda g, ans, x, k, offset=0.0: g * k, lambda g, ans, x, k, offset=0.0: g * x)
    check_grads(lambda x, k: scaled(x * 2, k, offset=1.0) ** 2, (0, 1))(X, 3.0)
    assert numpy.array_equal(scaled(X, 2.0), 2 * X)  # no boxes: no node

    @primitive
    def pair(values: Any) -> Any:
        return values["a"] * 2, values["b"] * 3

    defvjp(pair, lambda ans, v: lambda g: {"a": 2 * g[0], "b": 3 * g[1]})
    assert grad(lambda a: sum(pair({"a": a, "b": a})))(1.0) == 5.0

    turned = primitive(numpy.transpose)
    defvjp_argnum(turned, lambda argnum, ans, args, kwargs: lambda g: turned(g))
    def_linear(turned)
    check_grads(lambda x: turned(x) ** 2)(X)

    seen = []
    look = notrace_primitive(lambda x: seen.append(x))
    grad(lambda x: look(x) or x)(2.0)
    assert seen == [2.0] and type(seen[0]) is numpy.float64
    with pytest.raises(TypeError, match="Expected a primitive"):
        defvjp(len)
    defvjp(np.sin, lambda ans, x: lambda g: g)  # its own derivative counts
    assert grad(np.sin)(0.0) == 1.0 and grad(np.sin)(1.0) == numpy.cos(1.0)
    wrong = primitive(lambda x: x * 1)
    defvjp(wrong, lambda ans, x: lambda g: np.ones(5))
    with pytest.raises(ValueError, match="gradient of shape .5,. for an argument of shape .2, 3."):
        grad(lambda x: np.sum(wrong(x)))(X)


def test_a_program_may_define_derivatives_of_functions_of_scipy() -> None:
    pytest.importorskip("scipy")
    from wengert.hips.scipy import special

    with pytest.raises(TypeError, match="dawsn.*no differentiable form"):
        grad(special.dawsn)(0.3)
    defvjp(special.dawsn, lambda ans, x: lambda g: g * (1 - 2 * x * ans))
    check_grads(special.dawsn, modes=["rev"])(X)
    defjvp(special.expit, lambda g, ans, x: 0 * g)  # its own derivative counts
    defvjp(np.where, None, lambda ans, c, x, y: lambda g: 0 * g)
    defvjp(special.betaln, lambda ans, a, b: lambda g: g, None)
    check_grads(special.expit)(X)


def test_vectors_spaces_and_fixed_points() -> None:
    tree = {"b": (1.0, X), "a": [numpy.ones(2)]}
    vector, unflatten = flatten(tree)
    assert vector[:2].tolist() == [1.0, 1.0] and unflatten(vector)["b"][1].shape == (2, 3)
    assert grad(lambda t: np.sum(flatten(t)[0] ** 2))(tree)["b"][0] == 2.0
    space = vspace(tree)
    assert space.size == 9 and len(list(space.standard_basis())) == 9 and space == vspace(space.ones())
    assert space.inner_prod(space.ones(), tree) == numpy.sum(vector)

    def newton(a: Any) -> Any:
        return lambda x: 0.5 * (x + a / x)

    check_grads(lambda a: fixed_point(newton, a, 1.0, lambda x, y: abs(x - y), 1e-12), modes=["rev"])(3.0)
    for optimizer in (hips.misc.optimizers.adam, hips.misc.optimizers.sgd, hips.misc.optimizers.rmsprop):
        shapes: list[Any] = []
        told = lambda p, i, g, shapes=shapes: shapes.append(g["x"].shape)  # noqa: E731
        loss = grad(lambda p, i: np.sum((p["x"] - X) ** 2))
        found = optimizer(loss, {"x": numpy.zeros((2, 3))}, told, 400, 0.05)
        numpy.testing.assert_allclose(found["x"], X, atol=0.06)
        assert shapes == [(2, 3)] * 400


def test_boxes_can_be_looked_into_and_say_what_they_cannot() -> None:
    seen: list[Any] = []

    def look(x: Any) -> Any:
        seen.extend([isbox(x), getval(x), x._value, repr(x), kind_of(x, numpy.ndarray), type(x)])
        return np.sum(x)

    grad(look)(X)
    assert seen[0] and numpy.array_equal(seen[1], X) and numpy.array_equal(seen[2], X)
    assert seen[3] == f"Autograd ArrayBox with value {X}" and seen[4] and seen[5] is ArrayBox and not isbox(X)

    def filled(x: Any) -> Any:
        out = numpy.zeros(3)
        out[0] = x[0, 0]
        return out.sum()

    with pytest.raises(ValueError, match="setting an array element with a sequence"):  # NumPy's, caused by the next
        grad(filled)(X)
    for taken in (float, numpy.asarray):
        with pytest.raises(TypeError, match="got an ArrayBox of shape .*list"):
            grad(lambda x: taken(x[0, 0]))(X)  # noqa: B023

    def written(x: Any) -> Any:
        x[0, 0] = 1.0
        return x.sum()

    with pytest.raises(TypeError, match="does not support item assignment.*method copy"):
        grad(written)(X)
    before = X.copy()
    assert grad(lambda x: written(x.copy()))(X)[0].tolist() == [0.0, 1.0, 1.0]  # what HIPS autograd cannot do
    assert numpy.array_equal(X, before)
    for given in (3, "x", None):
        with pytest.raises(TypeError, match="Can't differentiate w.r.t. type"):
            grad(lambda x: x)(given)
    with pytest.raises(TypeError, match="Grad only applies to real scalar-output functions"):
        grad(np.sin)(X)
    with pytest.raises(ValueError, match=r"Expected a vector of shape \(2, 3\)"):
        make_vjp(np.sin)(X)[0](numpy.ones(2))
    with pytest.raises(TypeError, match="argnum: expected the number"):
        grad(np.sin, "x")  # type: ignore[arg-type]
    with pytest.warns(UserWarning, match="Output seems independent of input"):
        assert grad(lambda x: 3.0)(2.0) == 0.0
    with pytest.warns(UserWarning, match="not complex"):
        hips.holomorphic_grad(np.sin)(1.0)
    with pytest.raises(AssertionError, match="check of wrong failed"):
        bad = primitive(lambda x: x**2)
        defvjp(bad, lambda ans, x: lambda g: g * x)
        bad.__name__ = "wrong"
        check_grads(bad, modes=["rev"])(3.0)


PROGRAM = """
import autograd.numpy as np
from autograd import grad
from autograd.numpy.linalg import inv
from autograd.misc.flatten import flatten_func
import autograd.numpy.random as npr, autograd
from autograd.builtins import list, isinstance
print(np.__name__, float(grad(lambda x: np.sum(inv(x)))(np.eye(2) * 2).sum()))
"""


def test_programs_run_unchanged(tmp_path: Any) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    ran = subprocess.run(
        [sys.executable, "-m", "wengert", "run", "--force", str(path)], capture_output=True, text=True, check=False
    )
    assert ran.stdout == "wengert.hips.numpy -1.0\n", ran.stderr


def test_tests_of_programs_run_unchanged(tmp_path: Any) -> None:
    test = "from autograd.test_util import check_grads\nimport autograd.numpy as np\n"
    (tmp_path / "test_program.py").write_text(test + "def test(): check_grads(np.sinh)(1.0)\n")
    command = [sys.executable, "-m", "wengert", "run", "--force", "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert "1 passed" in ran.stdout, ran.stdout


def test_an_installed_hips_autograd_stays_and_is_told(tmp_path: Any) -> None:
    (tmp_path / "autograd.py").write_text("name = 'theirs'")
    program = "from wengert.hips import *; install_as_autograd(); import autograd; print(autograd.name)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ran.stdout == "theirs\n" and "--force" in ran.stderr
    program = "import autograd; from wengert.hips import *; install_as_autograd(force=True)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert "HIPS autograd has been imported already" in ran.stderr
