"""Sparse tensors mean what their dense twins mean: in value, in every derivative, in every mode."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import collected, within
from wengert import autograd
from wengert._core.tape.tensor import Tensor
from wengert.autograd import forward_ad as fwd

F = wengert.nn.functional
f64 = wengert.float64


def made(values: Any, kind: str) -> Tensor:
    """Return a 3 x 4 sparse tensor of five values: in order, out of order, or with an element given twice."""
    if kind in ("columns", "columns repeated"):
        rows = [1, 0, 2, 0, 2] if kind == "columns" else [1, 2, 0, 2, 2]
        return wengert.sparse_csc_tensor([0, 1, 3, 3, 5], rows, values, (3, 4))
    if kind in ("rows", "rows repeated"):
        columns = [1, 3, 0, 2, 3] if kind == "rows" else [3, 1, 0, 3, 3]
        return wengert.sparse_csr_tensor([0, 2, 3, 5], columns, values, (3, 4))
    places = {
        "ordered": [[0, 0, 1, 2, 2], [1, 3, 0, 2, 3]],
        "mixed": [[2, 0, 1, 2, 0], [3, 1, 0, 2, 3]],
        "repeated": [[2, 0, 1, 2, 0], [3, 1, 0, 3, 1]],
    }[kind]
    return wengert.sparse_coo_tensor(places, values, (3, 4), is_coalesced=kind == "ordered")


def hybrid(values: Any, kind: str = "hybrid") -> Tensor:
    """Return a 3 x 4 x 2 tensor whose last dimension is dense, of five values repeated in both places."""
    values = wengert.stack([values, values * 2], 1)
    if kind == "hybrid columns":
        return wengert.sparse_csc_tensor([0, 1, 2, 3, 5], [1, 0, 2, 0, 2], values, (3, 4, 2))
    return wengert.sparse_coo_tensor([[2, 0, 1, 2, 0], [3, 1, 0, 3, 1]], values, (3, 4, 2))


KINDS = ("ordered", "mixed", "repeated", "rows", "rows repeated", "columns", "columns repeated")
VALUES = wengert.tensor([1.5, -0.5, 0.25, 0.75, 2.0], dtype=f64)
DENSE = wengert.tensor(np.linspace(0.5, 2.0, 12).reshape(3, 4))
OTHER = wengert.tensor(np.linspace(-1.0, 1.0, 8).reshape(4, 2))
SECOND = wengert.sparse_coo_tensor(
    [[0, 1, 2, 2], [1, 2, 2, 0]], wengert.tensor([2.0, -1.0, 0.5, 3.0], dtype=f64), (3, 4)
)


def sparse(s: Any) -> bool:
    return s.layout is not wengert.strided


def second(s: Any) -> Any:
    """Return the second tensor, in the layout of the first, which may be dense."""
    return SECOND.to_sparse(layout=s.layout)


def sampled(s: Any, a: Any, b: Any) -> Any:
    if sparse(s):
        return wengert.sparse.sampled_addmm(s, a, b, beta=0.5, alpha=3)
    return 0.5 * s + 3 * (a @ b) * (s != 0)


def reduced(s: Any, x: Any, reduce: str) -> Any:
    if sparse(s):
        return wengert.sparse.mm(s, x, reduce)
    products = s[:, :, None] * x  # one for each element, of which the zeros are not given
    given = (s != 0)[:, :, None].expand_as(products)
    if reduce == "mean":
        return products.sum(1) / given.sum(1).clamp(min=1)
    end = float("-inf") if reduce == "amax" else float("inf")
    return getattr(products.masked_fill(~given, end), reduce)(1)


# what is done with a sparse tensor, and what it means for a dense one
LAWS: dict[str, Callable[[Any], Any]] = {
    "to_dense": lambda s: s.to_dense(),
    "coalesce": lambda s: s.coalesce() if s.is_sparse else s,
    "neg": lambda s: -s,
    "times a number": lambda s: s * 2.5,
    "a number times": lambda s: 2.5 * s,
    "times a 0-d tensor": lambda s: s * wengert.tensor(3.0, dtype=f64),
    "times dense": lambda s: s * DENSE,
    "dense times": lambda s: DENSE * s,
    "times broadcast": lambda s: s * DENSE[:, :1],
    "times sparse": lambda s: s * second(s),
    "times itself": lambda s: s * s,
    "by a number": lambda s: s / 4.0,
    "by dense": lambda s: s / DENSE,
    "plus sparse": lambda s: s + second(s),
    "plus itself": lambda s: s + s,
    "plus coordinates": lambda s: s + (SECOND if sparse(s) else SECOND.to_dense()),
    "times coordinates": lambda s: s * (SECOND if sparse(s) else SECOND.to_dense()),
    "coordinates times": lambda s: (SECOND if sparse(s) else SECOND.to_dense()) * s,
    "minus sparse": lambda s: s - second(s),
    "dense plus": lambda s: DENSE + s,
    "dense minus": lambda s: DENSE - s,
    "add alpha": lambda s: wengert.add(s, second(s), alpha=3),
    "sub alpha": lambda s: wengert.sub(DENSE, s, alpha=3),
    "square": lambda s: s**2,
    "sin": lambda s: wengert.sin(s),
    "tanh": lambda s: s.tanh(),
    "abs": lambda s: s.abs(),
    "relu": lambda s: wengert.relu(s),
    "expm1": lambda s: wengert.expm1(s),
    "double": lambda s: s.to(f64),
    "clone": lambda s: s.clone(),
    "sum": lambda s: s.sum(),
    "sum 0": lambda s: s.sum(0),
    "sum 1 keepdim": lambda s: s.sum(1, keepdim=True),
    "sum both": lambda s: s.sum((0, 1)),
    "mean": lambda s: s.mean(),
    "mean 0": lambda s: s.mean(0),
    "norm": lambda s: s.norm(),
    "norm keepdim": lambda s: s.norm(dim=(0, 1), keepdim=True),
    "norm of order 3": lambda s: s.norm(3),
    "t": lambda s: s.t(),
    "transpose": lambda s: s.transpose(0, 1),
    "permute": lambda s: s.permute(1, 0),
    "unsqueeze": lambda s: s.unsqueeze(1),
    "select": lambda s: s[2],
    "select 1": lambda s: s.select(1, 3),
    "element": lambda s: s[2, 3],
    "slice": lambda s: s[1:, ::2],
    "narrow": lambda s: s.narrow(1, 1, 3),
    "index_select": lambda s: s.index_select(0, wengert.tensor([2, 0, 2])),
    "index_select 1": lambda s: s.index_select(1, wengert.tensor([3, 1])),
    "cat": lambda s: wengert.cat([s, s * 2]),
    "coordinates cat": lambda s: wengert.cat([SECOND.coalesce() if sparse(s) else SECOND.to_dense(), s]),
    "cat 1": lambda s: wengert.cat([s, s * 2], 1),
    "stack": lambda s: wengert.stack([s, s * 3], 1),
    "mm": lambda s: s @ OTHER,
    "mm dense first": lambda s: OTHER.t() @ s.t(),
    "mm sparse": lambda s: s @ second(s).t(),
    "mm itself": lambda s: s @ s.t(),
    "mv": lambda s: s @ OTHER[:, 0],
    "addmm": lambda s: wengert.addmm(wengert.ones(3, 2, dtype=f64), s, OTHER, beta=2, alpha=3),
    "addmm sparse": lambda s: wengert.addmm(s @ s.t(), s, s.t(), beta=2, alpha=3),
    "mm mean": lambda s: reduced(s, OTHER, "mean"),
    "mm amax": lambda s: reduced(s, OTHER, "amax"),
    "mm amin": lambda s: reduced(s, OTHER, "amin"),
    "to rows": lambda s: s.to_sparse_csr() if sparse(s) else s,
    "to columns": lambda s: s.to_sparse_csc() if sparse(s) else s,
    "to coordinates": lambda s: s.to_sparse() if sparse(s) else s,
    "sampled_addmm": lambda s: sampled(s, OTHER[:3], OTHER.t() + 2),
    "bmm": lambda s: wengert.bmm(wengert.stack([s, s]), wengert.stack([OTHER, OTHER])),
}
HYBRID = (
    "to_dense", "coalesce", "neg", "times a number", "times itself", "plus itself", "square", "sin", "clone", "sum",
    "sum 0", "sum 1 keepdim", "sum both", "mean", "norm", "select", "element", "slice", "index_select", "cat", "stack",
)  # fmt: skip
CASES = [(law, kind) for law in LAWS for kind in KINDS]
CASES += [(law, kind) for law in HYBRID for kind in ("hybrid", "hybrid columns")]
# laws whose result has another layout than the tensor
TRANSPOSED = ("t", "transpose", "permute")
CHOSEN = {"to rows": wengert.sparse_csr, "to columns": wengert.sparse_csc, "to coordinates": wengert.sparse_coo}
OPPOSITE = {wengert.sparse_coo: wengert.sparse_coo, wengert.sparse_csr: wengert.sparse_csc,
            wengert.sparse_csc: wengert.sparse_csr}  # fmt: skip


def built(values: Any, kind: str) -> Tensor:
    return hybrid(values, kind) if "hybrid" in kind else made(values, kind)


def both(law: str, kind: str) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """Return the law as a function of the values: by way of the sparse tensor, and of a dense one."""
    f = LAWS[law]

    def through(v: Any) -> Any:
        out = f(built(v, kind))
        return out.to_dense()

    return through, lambda v: f(built(v, kind).to_dense())


def values_and_derivatives_are_the_dense_ones(law: str, kind: str) -> None:
    ours, dense = both(law, kind)
    results = []
    for f in (ours, dense):
        v = VALUES.clone().requires_grad_()
        out = f(v)
        weights = wengert.arange(out.numel(), dtype=f64).reshape(out.shape).cos()
        (first,) = autograd.grad((out * weights).sum(), v, create_graph=True)
        if first.requires_grad:
            (second,) = autograd.grad((first * first).sum(), v, allow_unused=True, materialize_grads=True)
        else:
            second = wengert.zeros_like(v)
        with fwd.dual_level():
            tangent = fwd.unpack_dual(f(fwd.make_dual(v.detach(), VALUES.cos()))).tangent
        results.append((out, first, second, tangent))
    for a, b in zip(*results, strict=True):
        assert a.shape == b.shape and a.dtype == b.dtype
        np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-12, atol=1e-14)


def gradients_of_sparse_leaves_have_their_pattern(law: str, kind: str) -> None:
    """An element that is given twice has one gradient."""
    leaf = built(VALUES, kind).detach().requires_grad_()
    out = LAWS[law](leaf).to_dense()
    out.sin().sum().backward()
    assert leaf.grad is not None and leaf.grad.layout is leaf.layout and leaf.grad.shape == leaf.shape
    in_order(leaf.grad)
    v = leaf.to_dense().detach().requires_grad_()
    LAWS[law](v).sin().sum().backward()
    assert v.grad is not None
    given = built(wengert.ones(5, dtype=f64), kind).to_dense().numpy() != 0
    np.testing.assert_allclose(leaf.grad.to_dense().numpy(), v.grad.numpy() * given, rtol=1e-12, atol=1e-14)


def in_order(t: Tensor) -> None:
    """What says that it is coalesced has each element once, and in order. Rows are sorted in CSR, columns in CSC."""
    p = t._wg_data
    if p.coalesced:
        assert (np.diff(p.keys()) > 0).all()
    if t.layout is not wengert.sparse_coo:
        assert p.sparse_dim == 2 and (np.diff(p.indices[p.compressed]) >= 0).all()


def results_have_the_layout_of_their_arguments(law: str, kind: str) -> None:
    """Of two sparse dimensions: any other number has coordinates."""
    s = built(VALUES, kind)
    out = LAWS[law](s)
    if not sparse(out):
        return
    in_order(out)
    expected = CHOSEN.get(law, OPPOSITE[s.layout] if law in TRANSPOSED else s.layout)
    if not law.startswith("coordinates"):  # the first argument says
        assert out.layout is (expected if out.sparse_dim() == 2 else wengert.sparse_coo)


@pytest.mark.parametrize("name", LAWS)
@within("law", [
    values_and_derivatives_are_the_dense_ones, gradients_of_sparse_leaves_have_their_pattern,
    results_have_the_layout_of_their_arguments,
])  # fmt: skip
def test_laws(name: str, law: Callable[[str, str], None]) -> None:
    with collected(name) as every:
        for kind in [kind for one, kind in CASES if one == name]:
            with every(kind):
                law(name, kind)


@pytest.mark.parametrize("law", ["times itself", "mm itself", "tanh", "times sparse", "sum 0"])
def test_gradcheck_of_functions_of_values(law: str) -> None:
    ours, _ = both(law, "repeated")
    v = VALUES.clone().requires_grad_()
    assert autograd.gradcheck(ours, (v,), check_forward_ad=True)
    assert autograd.gradgradcheck(ours, (v,))


def test_sampled_addmm_and_its_matrices() -> None:
    s = made(VALUES, "repeated")
    a, b = OTHER[:3].clone().requires_grad_(), (OTHER.t() + 2).requires_grad_()

    def through(a: Any, b: Any) -> Any:
        return sampled(s, a, b).to_dense()

    np.testing.assert_allclose(through(a, b).detach(), sampled(s.to_dense(), a, b).detach(), rtol=1e-12)
    assert autograd.gradcheck(through, (a, b), check_forward_ad=True)
    assert autograd.gradgradcheck(through, (a, b))
    i = wengert.tensor(np.eye(2) * (1 + 2j)).to_sparse()
    m = wengert.tensor([[1j, 2], [3, 4 - 1j]], dtype=wengert.complex128, requires_grad=True)
    assert autograd.gradcheck(lambda m: wengert.sparse.sampled_addmm(i, m, m, alpha=2j).to_dense(), (m,))


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:Sparse")
def test_sampled_addmm_is_pytorchs() -> None:
    """Refusals included."""
    torch = pytest.importorskip("torch")
    a = np.arange(6.0).reshape(3, 2)
    eye = np.eye(3)
    calls: list[tuple[Any, ...]] = [
        (eye, a, a.T.copy()), (eye, a, a), (eye, a, np.ones((2, 4))), (eye, a.astype("f4"), a.T.astype("f4")),
        (eye, a[0], a.T), (eye.astype(int), a.astype(int), a.T.astype(int)), (eye[:2], a, a.T.copy()),
    ]  # fmt: skip
    for s, m, n in calls:
        said = []
        for lib in (wengert, torch):
            try:
                t = lib.from_numpy(s.copy())
                t = t.to_sparse_csr()
                out = lib.sparse.sampled_addmm(t, lib.from_numpy(m.copy()), lib.from_numpy(n.copy()), beta=2)
                said.append(out.to_dense().tolist())
            except RuntimeError as e:
                said.append(str(e).removeprefix("sparse_"))
        assert said[0] == said[1]


DIAGONALS = np.arange(1.0, 10).reshape(3, 3)


@pytest.mark.parametrize("lib", ["wengert", pytest.param("torch", marks=pytest.mark.oracle)], indirect=True)
@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_spdiags(lib: Any) -> None:
    d = lib.tensor(DIAGONALS)
    for shape in ((3, 3), (5, 5), (2, 4), (4, 3)):
        s = lib.sparse.spdiags(d, lib.tensor([0, -1, 2]), shape)
        expected = np.zeros(shape)
        for row, k in zip(DIAGONALS, (0, -1, 2), strict=True):
            for j, value in enumerate(row[: shape[1]]):
                if 0 <= j - k < shape[0]:
                    expected[j - k, j] = value
        assert s.to_dense().tolist() == expected.tolist()
    assert s.dtype == lib.float64
    s = lib.sparse.spdiags(d, lib.tensor([0, -1, 2]), (3, 3), layout=lib.sparse_coo)
    assert s._indices().tolist() == [[0, 1, 2, 1, 2, 0], [0, 1, 2, 0, 1, 2]]
    assert lib.sparse.spdiags(d[0], lib.tensor(1), (3, 3)).to_dense()[1].tolist() == [0, 0, 3]
    for match, args in (
        ("Offset tensor contains duplicate values", (d, lib.tensor([0, 0, 2]), (3, 3))),
        (r"Number of diagonals \(3\) does not match the number of offsets \(2\)", (d, lib.tensor([0, 2]), (3, 3))),
        ("Output shape must be 2d", (d, lib.tensor([0, 1, 2]), (3, 3, 3))),
        ("Offset Tensor must have dtype Long but got Float", (d, lib.tensor([0, 1, 2.0]), (3, 3))),
        ("Diagonals must be vector or matrix", (d[None], lib.tensor([0, 1, 2]), (3, 3))),
        ("Offsets must be scalar or vector", (d, lib.tensor([[0, 1, 2]]), (3, 3))),
        ("layout", (d, lib.tensor([0, 1, 2]), (3, 3), lib.strided)),
    ):
        with pytest.raises(RuntimeError, match=match):
            lib.sparse.spdiags(*args)


def test_diagonals_are_differentiable_and_may_lie_outside() -> None:
    """PyTorch has no derivative here, and writes beyond its memory."""
    d, offsets = wengert.tensor(DIAGONALS, requires_grad=True), wengert.tensor([0, 7, -9])
    s = wengert.sparse.spdiags(d, offsets, (3, 2))
    assert s.to_dense().tolist() == [[1, 0], [0, 2], [0, 0]]
    s.to_dense().sum().backward()
    assert d.grad is not None and d.grad.tolist() == [[1, 1, 0], [0, 0, 0], [0, 0, 0]]
    other = wengert.tensor([0, -1, 1])
    assert autograd.gradcheck(
        lambda d: wengert.sparse.spdiags(d, other, (3, 3)).to_dense(), (d,), check_forward_ad=True
    )


@pytest.mark.parametrize("lib", ["wengert", pytest.param("torch", marks=pytest.mark.oracle)], indirect=True)
@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_a_gradcheck_of_sparse_inputs(lib: Any) -> None:
    gradcheck = lib.sparse.as_sparse_gradcheck(lib.autograd.gradcheck)
    s = lib.sparse_coo_tensor([[0, 1], [1, 0]], lib.tensor([1.0, 2.0], dtype=lib.float64), (2, 2)).requires_grad_()
    assert gradcheck(lambda s: (s * 2).to_dense(), (s,), masked=True)
    assert gradcheck.__name__.startswith("gradcheck")


@pytest.mark.parametrize("log", [False, True])
def test_softmax_counts_what_is_given(log: bool) -> None:
    f = wengert.sparse.log_softmax if log else wengert.sparse.softmax
    for kind in KINDS:
        for dim in (0, 1):
            s = made(VALUES, kind)
            dense = s.to_dense().numpy()
            given = made(wengert.ones(5, dtype=f64), kind).to_dense().numpy() != 0
            powers = np.where(given, np.exp(dense), 0)
            total = powers.sum(axis=dim, keepdims=True)
            with np.errstate(all="ignore"):
                expected = np.where(given, np.log(powers / total) if log else powers / total, 0)
            np.testing.assert_allclose(f(s, dim).to_dense().numpy(), expected, rtol=1e-12)
            v = VALUES.clone().requires_grad_()
            assert autograd.gradcheck(lambda v, d=dim, k=kind: f(made(v, k), d).to_dense(), (v,))


def test_a_sparse_cotangent_for_a_dense_tensor() -> None:
    """What reaches a dense result inside the graph is made dense, a leaf keeps it as it is."""
    x = DENSE.clone().requires_grad_()
    mask = made(VALUES, "mixed").coalesce()
    (x * 2).sparse_mask(mask).sum().backward()
    expected = np.where(mask.to_dense().numpy() != 0, 2.0, 0.0)
    assert x.grad is not None and not x.grad.is_sparse
    np.testing.assert_array_equal(x.grad.numpy(), expected)


def embedded(table: Any, sparse: bool) -> Any:
    return (F.embedding(wengert.tensor([[1, 2], [1, 4]]), table, sparse=sparse) ** 2).sum()


def test_embedding_with_a_sparse_gradient() -> None:
    table = wengert.arange(15.0).reshape(5, 3).requires_grad_()
    embedded(table, True).backward()
    assert table.grad is not None and table.grad.is_sparse and table.grad._nnz() == 4
    (dense,) = autograd.grad(embedded(table, False), table)
    assert wengert.equal(table.grad.to_dense(), dense)


def test_gather_with_a_sparse_gradient() -> None:
    x = wengert.arange(6.0).reshape(2, 3).requires_grad_()
    index = wengert.tensor([[0, 0], [2, 1]])
    wengert.gather(x, 1, index, sparse_grad=True).square().sum().backward()
    assert x.grad is not None and x.grad.is_sparse
    (dense,) = autograd.grad(wengert.gather(x, 1, index).square().sum(), x)
    assert wengert.equal(x.grad.to_dense(), dense)


def test_accumulation_of_sparse_and_dense() -> None:
    """Sparse into none, sparse, dense; dense into sparse: the same sum, and in place where there is room."""
    table = wengert.ones(5, 3, requires_grad=True)
    embedded(table, True).backward()
    first = table.grad
    embedded(table, True).backward()
    assert table.grad is first and first is not None and first.is_sparse
    np.testing.assert_array_equal(first.to_dense().numpy()[1], [8.0] * 3)
    embedded(table, False).backward()
    assert table.grad is not first and table.grad is not None and not table.grad.is_sparse
    dense = table.grad
    embedded(table, True).backward()
    assert table.grad is dense
    np.testing.assert_array_equal(dense.numpy()[1], [16.0] * 3)
    np.testing.assert_array_equal(dense.numpy()[0], [0.0] * 3)


def test_recorded_backward_with_sparse_gradients() -> None:
    table = wengert.ones(5, 3, dtype=f64, requires_grad=True)
    (g,) = autograd.grad(embedded(table, True), table, create_graph=True)
    assert g.is_sparse
    (h,) = autograd.grad(g.to_dense().square().sum(), table)
    (d,) = autograd.grad(embedded(table, False), table, create_graph=True)
    (expected,) = autograd.grad(d.square().sum(), table)
    np.testing.assert_allclose(h.to_dense().numpy(), expected.numpy())


def test_writes() -> None:
    s = made(VALUES, "mixed")
    version = s._version
    s.mul_(2)
    assert s._version == version + 1
    np.testing.assert_array_equal(s.to_dense().numpy(), made(VALUES, "mixed").to_dense().numpy() * 2)
    s.add_(SECOND)
    s._values().zero_()
    np.testing.assert_array_equal(s.to_dense().numpy(), np.zeros((3, 4)))
    s.zero_()
    assert s._nnz() == 0 and s.shape == (3, 4)
    x = wengert.ones(3, 4, dtype=f64)
    x.add_(made(VALUES, "repeated"))
    np.testing.assert_array_equal(x.numpy(), 1 + made(VALUES, "repeated").to_dense().numpy())


def test_writes_to_dense_tensors_are_recorded() -> None:
    v = VALUES.clone().requires_grad_()
    x = wengert.ones(3, 4, dtype=f64)
    x.add_(made(v, "repeated"))
    x.square().sum().backward()
    w = VALUES.clone().requires_grad_()
    (1 + made(w, "repeated").to_dense()).square().sum().backward()
    assert v.grad is not None and w.grad is not None and wengert.equal(v.grad, w.grad)


def test_what_is_saved_is_checked() -> None:
    s = made(VALUES, "ordered").requires_grad_()
    y = s * s
    with wengert.no_grad():
        s.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_copies_and_pickles() -> None:
    s = made(VALUES, "mixed").requires_grad_()
    for again in (copy.deepcopy(s), pickle.loads(pickle.dumps(s)), s.detach().clone()):
        assert again.is_sparse and wengert.equal(again.to_dense(), s.to_dense())
        with wengert.no_grad():
            again.mul_(0)
        assert float(s.detach().sum()) == float(VALUES.sum())


def test_what_it_tells_of_itself() -> None:
    s = hybrid(VALUES)
    assert s.is_sparse and s.layout is wengert.sparse_coo and DENSE.layout is wengert.strided
    assert (s.sparse_dim(), s.dense_dim(), s._nnz(), s.ndim, s.numel()) == (2, 1, 5, 3, 24)
    assert not s.is_coalesced() and s.coalesce().is_coalesced() and s.coalesce()._nnz() == 3
    assert s._indices().shape == (2, 5) and s._values().shape == (5, 2)
    assert wengert.zeros_like(s)._nnz() == 0 and wengert.zeros_like(s).is_sparse


@pytest.mark.parametrize(
    ("error", "match", "call"),
    [
        (RuntimeError, "uncoalesced tensor, please call .coalesce", lambda s: s.values()),
        (RuntimeError, "uncoalesced tensor, please call .coalesce", lambda s: s.indices()),
        (TypeError, "can't convert Sparse layout tensor to numpy. Use Tensor.to_dense", lambda s: s.numpy()),
        (NotImplementedError, r"exp: expected dense tensors.*x\.to_dense\(\)", lambda s: s.exp()),
        (NotImplementedError, "view: expected dense", lambda s: s.view(12)),
        (NotImplementedError, "2 sparse dimensions already, and 1", lambda s: s.to_sparse(1)),
        (NotImplementedError, "2 sparse dimensions already, and 1", lambda s: s.to_sparse(dense_dim=1)),
        (NotImplementedError, "order of 0 or more", lambda s: s.norm(-np.inf)),
        (IndexError, "index 3 is out of bounds for dimension 0 with size 3", lambda s: s.select(0, 3)),
        (IndexError, "index 4 is out of bounds for dimension 1", lambda s: s.index_select(1, wengert.tensor([0, 4]))),
        (IndexError, "index -5 is out of bounds for dimension 1", lambda s: s.index_select(1, wengert.tensor([-5]))),
        (IndexError, "index 7 is out of bounds", lambda s: s[7]),
        (RuntimeError, r"Use add\(dense, sparse\) instead", lambda s: s + 1),
        (RuntimeError, "Sparse division requires", lambda s: DENSE / s),
        (RuntimeError, "expected sizes of 'self' and 'other' to match", lambda s: s + s.t()),
        (RuntimeError, "does not broadcast to a sparse one", lambda s: s * wengert.ones(2, 3, 4)),
        (RuntimeError, "shapes cannot be multiplied", lambda s: s @ DENSE),
        (RuntimeError, "exponent that is a positive number", lambda s: s**-1),
        (RuntimeError, "must be sparse_dim x nnz", lambda s: wengert.sparse_coo_tensor([0, 1], [1.0, 2.0])),
        (RuntimeError, "must have same nnz", lambda s: wengert.sparse_coo_tensor([[0, 1]], [1.0])),
        (RuntimeError, "found negative index -1", lambda s: wengert.sparse_coo_tensor([[-1]], [1.0], (2,))),
        (RuntimeError, "size is 2 but found index 5", lambda s: wengert.sparse_coo_tensor([[5]], [1.0], (2,))),
        (RuntimeError, r"must be sparse_dim \(1\)", lambda s: wengert.sparse_coo_tensor([[0]], [1.0], (2, 2))),
        (RuntimeError, "not recorded", lambda s: s.clone().requires_grad_().mul(1).mul_(2)),
        (RuntimeError, "leaf Variable that requires grad", lambda s: s.clone().requires_grad_().mul_(2)),
        (NotImplementedError, "no batch", lambda s: wengert.vmap(lambda v: made(v, "mixed"))(wengert.ones(2, 5))),
        (NotImplementedError, "no batch", lambda s: wengert.vmap(lambda x: x.to_sparse())(wengert.ones(2, 5))),
        (NotImplementedError, "no batch", lambda s: wengert.vmap(lambda x: x.to_sparse_csc())(wengert.ones(2, 5, 5))),
        (NotImplementedError, "no batch",
         lambda s: wengert.vmap(lambda i: wengert.sparse_coo_tensor(i, [1.0]))(wengert.ones(2, 1, 1).long())),
        (NotImplementedError, "no batch",
         lambda s: wengert.vmap(lambda i: wengert.sparse_csr_tensor([0, 1], i, [1.0]))(wengert.ones(2, 1).long())),
    ],
)  # fmt: skip
def test_refusals(error: type[Exception], match: str, call: Callable[[Any], Any]) -> None:
    with pytest.raises(error, match=match):
        call(made(VALUES, "mixed"))


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_what_is_made_like_a_sparse_tensor_is_sparse_or_refused(lib: Any) -> None:
    """A sparse tensor without elements can be made of nothing; what would fill it needs ``layout=strided``."""
    s, size = lib.sparse_coo_tensor(lib.tensor([[0, 1]]), lib.tensor([1.0, 2.0]), (3,)), (2,)
    for made in (s.new_zeros(size), s.new_empty(size), lib.zeros_like(s), lib.empty_like(s)):
        assert made.is_sparse and made._nnz() == 0
    for call, *given in [
        (s.new_ones, size), (s.new_full, size, 3), (lib.ones_like, s), (lib.full_like, s, 3), (lib.rand_like, s),
        (lib.randn_like, s), (lib.randint_like, s, 3),
    ]:  # fmt: skip
        with pytest.raises(NotImplementedError):
            call(*given)
        assert call(*given, layout=lib.strided).layout is lib.strided
    assert s.new_tensor([1.0]).layout is lib.strided


def test_under_vmap_a_sparse_tensor_from_outside() -> None:
    s = made(VALUES, "mixed")
    xs = wengert.tensor(np.random.default_rng(0).normal(size=(6, 4)))
    np.testing.assert_allclose(
        wengert.func.vmap(lambda x: s @ x)(xs).numpy(), xs.numpy() @ s.to_dense().numpy().T, rtol=1e-12
    )


def test_empty_patterns() -> None:
    s = wengert.sparse_coo_tensor(
        wengert.zeros(2, 0, dtype=wengert.int64), wengert.zeros(0), (2, 3), requires_grad=True
    )
    out = (s @ wengert.ones(3, 2)).sum() + (s * s).sum() + s.coalesce().to_dense().sum()
    out.backward()
    assert s.grad is not None and s.grad._nnz() == 0
    mask = made(VALUES, "mixed")
    none = wengert.zeros_like(mask).requires_grad_()
    masked = none.sparse_mask(mask)
    assert isinstance(masked, wengert.Tensor) and masked.is_sparse and masked.requires_grad
    assert masked.isnan()._nnz() == mask._nnz() and not masked.to_dense().any()
    masked.to_dense().sum().backward()
    assert none.grad is not None and none.grad._nnz() == 0


@pytest.mark.parametrize("lib", ["wengert", pytest.param("torch", marks=pytest.mark.oracle)], indirect=True)
@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_text_and_values_are_pytorchs(lib: Any) -> None:
    """One program on both: what is printed, and what comes out."""
    s = lib.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], [3.0, 4.0, 5.0], (2, 3))
    d = lib.arange(6.0).reshape(3, 2)
    lines = [repr(s).replace(lib.__name__, "lib"), repr(s.double().requires_grad_()).replace(lib.__name__, "lib")]
    assert lines[0] == (
        "tensor(indices=tensor([[0, 1, 1],\n                       [2, 0, 2]]),\n       values=tensor([3., 4., 5.]),\n"
        "       size=(2, 3), nnz=3, layout=lib.sparse_coo)"
    )
    assert " ".join(lines[1].split()).endswith("dtype=lib.float64, layout=lib.sparse_coo, requires_grad=True)")
    for out, expected in (
        (lib.sparse.mm(s, d), [[12.0, 15.0], [20.0, 29.0]]),
        (lib.sparse.sum(s, 0).to_dense(), [4.0, 0.0, 8.0]),
        (lib.sparse.softmax(s, 1).to_dense()[0], [0.0, 0.0, 1.0]),
        ((s * s + s).to_dense(), [[0.0, 0.0, 12.0], [20.0, 0.0, 30.0]]),
    ):
        np.testing.assert_allclose(out.numpy(), expected, rtol=1e-6)


# -- what looks at memory and at values sees those of sparse tensors


class Dense(autograd.Function):
    """A sparse tensor made dense; what it keeps and what it gives are sparse."""

    @staticmethod
    def forward(ctx: Any, s: Any, weight: Any) -> Any:
        ctx.save_for_backward(s, weight)
        return s.to_dense()

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        s, weight = ctx.saved_tensors
        return wengert.sparse_coo_tensor(s._indices(), s._values() * weight, s.shape), None


def test_saved_bytes_are_those_of_values_and_places() -> None:
    s = made(VALUES, "mixed").requires_grad_()
    kept = autograd.graph.saved(Dense.apply(s, VALUES.clone()))
    assert sorted(row.bytes for row in kept.rows) == [5 * 8, 5 * 8 + 2 * 5 * 8]
    with autograd.graph.check_leaks() as leaks:
        held = made(VALUES, "mixed")
    assert leaks.bytes == 5 * 8 + 2 * 5 * 8 and held._nnz() == 5


def test_anomaly_mode_sees_nan_among_sparse_values() -> None:
    weight = VALUES.clone()
    weight[2] = float("nan")
    s = made(VALUES, "mixed").requires_grad_()
    with autograd.set_detect_anomaly(True):
        out = Dense.apply(s, weight)
        with pytest.raises(RuntimeError, match="'DenseBackward' returned nan values in its 0th output") as info:
            out.sum().backward()
    assert "NaN: 1 of 5 values, the first at index [1, 0]" in str(info.value)  # where mixed values[2] stands


@pytest.mark.parametrize("part", ["values", "indices"])
def test_anomaly_mode_sees_writes_to_sparse_memory(part: str) -> None:
    s = made(VALUES, "mixed").requires_grad_()
    with autograd.set_detect_anomaly(True):
        out = Dense.apply(s, VALUES.clone())
        getattr(s._wg_data, part).flat[0] += 1
        with pytest.raises(RuntimeError, match=r"\[3, 4\]\], saved_tensors\[0\] of DenseBackward, has other values"):
            out.sum().backward()


def test_explanations_of_sparse_gradients() -> None:
    explain = autograd.graph.explain
    table = wengert.ones(6, 3, requires_grad=True)
    loss = embedded(table, True) * 0
    assert explain(table, loss).reason == "multiplied_by_zero"
    loss.backward()
    assert table.grad is not None and table.grad.is_sparse and explain(table).reason == "zero"
    table.grad = None
    loss = embedded(table, True)
    loss.backward(retain_graph=True)
    assert explain(table, loss).reason == "fine"
    table.grad = table.grad.coalesce()  # the same gradient, given in another way
    assert explain(table, loss).reason == "fine"
    table.grad._values().fill_(float("inf"))
    assert explain(table).reason == "infinite"


def test_a_profile_counts_the_memory_of_sparse_tensors() -> None:
    def total(run: Callable[[], Any]) -> int:
        with autograd.profiler.profile(profile_memory=True) as prof:
            left = run()
        assert left is not None
        return sum(e.self_cpu_memory_usage for e in prof.function_events)

    assert total(lambda: made(VALUES, "mixed")) == 5 * 8 + 2 * 5 * 8
    s = made(VALUES, "mixed").requires_grad_()
    assert total(lambda: s * 2) == 5 * 8  # where they stand is known already
    d = (s * 2).to_dense()
    assert total(lambda: autograd.grad(d, s, wengert.ones_like(d))) == 5 * 8


@pytest.mark.parametrize("exponent", [np.float64(2), np.int64(2), np.float32(2), np.bool_(True)])
def test_exponents_may_be_numbers_of_numpy(exponent: Any) -> None:
    s = made(VALUES, "ordered")
    assert wengert.equal((s**exponent).to_dense(), (s ** exponent.item()).to_dense())
    with pytest.raises(RuntimeError, match="positive number"):
        s ** np.negative(exponent.astype(float))


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_every_way_to_give_indices_values_and_sizes(lib: Any) -> None:
    coo = lib.sparse_coo_tensor
    for made in (
        coo((2, 3)),
        coo(size=(2, 3)),
        lib.zeros(2, 3, layout=lib.sparse_coo),
        lib.empty(2, 3, layout=lib.sparse_coo),
    ):
        assert made.shape == (2, 3) and made._nnz() == 0 and made.to_dense().tolist() == [[0, 0, 0], [0, 0, 0]]
    assert coo(size=(2, 3), dtype=lib.float64).dtype == lib.float64
    assert coo(lib.tensor([[0.0, 1.9]]), lib.ones(2)).to_dense().tolist() == [1, 1]  # cut to integers
    assert coo([[1]], 3.0).to_dense().tolist() == [0, 3]
    assert coo(lib.zeros((0, 1), dtype=lib.int64), lib.tensor([3.0]), ()).to_dense().tolist() == 3
    assert coo(lib.zeros((0, 2), dtype=lib.int64), lib.ones(2, 3), (3,)).to_dense().tolist() == [2, 2, 2]
    with pytest.raises(TypeError):
        coo([[0, 1]], lib.ones(2), 2)
    with pytest.raises(TypeError):
        coo()


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_rounded_quotients_negative_indices_and_gathered_numbers(lib: Any) -> None:
    s = lib.sparse_coo_tensor([[0, 1, 1], [1, 0, 0]], lib.tensor([3.0, 4.0, -7.0]), (2, 2))
    assert (s // 2.0).to_dense().tolist() == [[0, 1], [-2, 0]]
    assert lib.div(s, 2.0, rounding_mode="trunc").to_dense().tolist() == [[0, 1], [-1, 0]]
    assert s.index_select(0, lib.tensor([-1])).to_dense().tolist() == [[-3, 0]]
    x = lib.ones(3, requires_grad=True)
    lib.gather(x, 0, lib.tensor(1), sparse_grad=True).backward()
    assert x.grad.is_sparse and x.grad.to_dense().tolist() == [0, 1, 0]


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_a_dense_gradient_where_it_is_asked_for(lib: Any) -> None:
    s = lib.sparse_coo_tensor([[0, 1], [1, 0]], lib.tensor([3.0, 4.0]), (2, 2)).requires_grad_()
    weights = lib.tensor([[1.0, 2.0], [3.0, 4.0]])
    (s.to_dense(masked_grad=False) * weights).sum().backward()
    assert s.grad.to_dense().tolist() == weights.tolist()  # PyTorch's says that it is sparse, with all elements


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")  # PyTorch asks to opt in or out
def test_a_sparse_tensor_takes_the_sizes_of_another_one(lib: Any) -> None:
    def made(*size: int, indices: Any = ([0, 2],), dense: tuple[int, ...] = ()) -> Any:
        return lib.sparse_coo_tensor(lib.tensor(indices), lib.ones(2, *dense), (*size, *dense))

    x = made(4)
    before = x._version
    assert x.resize_as_(made(6)) is x and x.to_dense().tolist() == [1, 0, 1, 0, 0, 0] and x._version > before
    assert x.resize_as_(made(6)).shape == (6,)
    pairs = ([0, 2], [1, 0])
    assert made(4, 4, indices=pairs).resize_as_(made(5, 6, indices=pairs)).to_dense().sum() == 2
    assert made(4, dense=(2,)).resize_as_(made(5, dense=(3,))).to_dense()[0, :2].tolist() == [1, 1]
    empty = x.new().resize_as_(made(3, 3, indices=pairs))
    assert empty.is_sparse and empty.shape == (3, 3) and empty._nnz() == 0 and empty.is_coalesced()
    for wrong in (made(3), made(6, 6, indices=pairs), made(6, dense=(2,))):
        with pytest.raises(RuntimeError, match="on a non-empty sparse tensor is not supported"):
            x.resize_as_(wrong)
    assert x.to_dense().tolist() == [1, 0, 1, 0, 0, 0]
    with pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
        made(4).requires_grad_().resize_as_(x)


def test_a_sparse_tensor_has_no_memory_to_resize_or_set(lib: Any) -> None:
    x, d = lib.eye(3).to_sparse(), lib.ones(3)
    for call in (
        lambda: x.resize_(3, 3), lambda: x.resize_(2), lambda: x.resize_as_(d), lambda: x.set_(d), lambda: d.set_(x),
        lambda: x.set_(d.untyped_storage()), lambda: x.set_(),
    ):  # fmt: skip
        with pytest.raises(NotImplementedError):
            call()
    assert x.to_dense().sum() == 3 and d.shape == (3,)


def test_blank_tensors_like_a_sparse_one_are_sparse(lib: Any) -> None:
    x = lib.eye(2).double().to_sparse()
    for y in (x.new_zeros(3, 4), x.new_empty((3, 4))):
        assert y.is_sparse and tuple(y.shape) == (3, 4) and y.dtype is lib.float64 and y._nnz() == 0


@pytest.mark.parametrize("name", ["normal", "uniform", "exponential", "random", "bernoulli", "cauchy", "log_normal"])
def test_numbers_are_not_drawn_into_sparse_tensors(name: str) -> None:
    s, before = wengert.eye(2).to_sparse(), wengert.get_rng_state()
    with pytest.raises(NotImplementedError, match=rf"{name}: expected dense tensors, .*Make it dense: x\.to_dense\(\)"):
        getattr(s, f"{name}_")()
    assert wengert.equal(s.to_dense(), wengert.eye(2)) and wengert.equal(before, wengert.get_rng_state())
