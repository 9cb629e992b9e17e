"""Sparse matrices of compressed rows and columns: what makes them, what they consist of, and what they look like.

The laws of tests/test_sparse.py hold for them, too.
"""

import copy
import io
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert import autograd
from wengert._core.tape.tensor import Tensor

pytestmark = pytest.mark.filterwarnings("ignore:Sparse")
f64 = wengert.float64
CROW, COL, ELEMENTS = [0, 2, 3, 5], [1, 3, 0, 2, 3], [1.5, -0.5, 0.25, 0.75, 2.0]


def rows(lib: Any = wengert, **options: Any) -> Any:
    """Return a 3 x 4 matrix of compressed rows."""
    return lib.sparse_csr_tensor(lib.tensor(CROW), lib.tensor(COL), lib.tensor(ELEMENTS), (3, 4), **options)


def test_the_parts_are_those_given(lib: Any) -> None:
    s = rows(lib)
    assert s.crow_indices().tolist() == CROW and s.col_indices().tolist() == COL and s.values().tolist() == ELEMENTS
    assert s.layout is lib.sparse_csr and s.is_sparse_csr and not s.is_sparse
    assert not s.is_pinned() and not s.to_sparse().is_pinned()
    assert s._nnz() == 5 and s.sparse_dim() == 2 and s.dense_dim() == 0 and s.shape == (3, 4) and len(s) == 3
    assert s.to_dense().tolist() == [[0, 1.5, 0, -0.5], [0.25, 0, 0, 0], [0, 0, 0.75, 2]]
    t = s.t()
    assert t.layout is lib.sparse_csc and not t.is_sparse_csr and t.shape == (4, 3) and t.t().layout is lib.sparse_csr
    assert t.ccol_indices().tolist() == CROW and t.row_indices().tolist() == COL
    c = s.to_sparse_csc()
    assert c.ccol_indices().tolist() == [0, 1, 2, 3, 5] and c.row_indices().tolist() == [1, 0, 2, 0, 2]
    assert c.values().tolist() == [0.25, 1.5, 0.75, -0.5, 2] and c.to_sparse_csr().col_indices().tolist() == COL
    for kind, first, second in ((lib.sparse_csr, CROW, COL), (lib.sparse_csc, c.ccol_indices(), c.row_indices())):
        made = lib.sparse_compressed_tensor(first, second, c.values(), (3, 4), layout=kind, dtype=lib.float64)
        assert made.layout is kind and made.dtype is lib.float64
    made = lib.sparse_csc_tensor([0, 1, 2, 2], [4, 1], [1, 2])
    assert made.shape == (5, 3) and made.dtype is lib.int64  # as small as the indices allow
    hybrid = lib.sparse_csr_tensor([0, 1, 2], [0, 1], lib.ones(2, 3))
    assert hybrid.shape == (2, 2, 3) and hybrid.dense_dim() == 1
    empty = lib.sparse_csr_tensor([0, 0], [], [], (1, 2))
    assert empty._nnz() == 0 and empty.to_dense().tolist() == [[0, 0]]
    given = np.array(CROW, "i4"), np.array(COL, "i4"), np.array(ELEMENTS)
    assert lib.sparse_csr_tensor(*given, (3, 4)).dtype is lib.float64


def test_a_matrix_of_scipy() -> None:
    scipy = pytest.importorskip("scipy.sparse")
    A = scipy.csr_array(np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
    s = wengert.sparse_csr_tensor(A.indptr, A.indices, A.data, A.shape)
    assert s.to_dense().tolist() == A.toarray().tolist()
    c = A.tocsc()
    c = wengert.sparse_csc_tensor(c.indptr, c.indices, c.data, c.shape)
    assert (s.to_dense() == c.to_dense()).all()
    s = s * 2
    back = scipy.csr_array((s.values().numpy(), s.col_indices().numpy(), s.crow_indices().numpy()), s.shape)
    assert (back.toarray() == 2 * A.toarray()).all()


def test_conversions(lib: Any) -> None:
    d = lib.tensor([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])
    for kind in (lib.sparse_coo, lib.sparse_csr, lib.sparse_csc):
        s = d.to_sparse(layout=kind)
        assert s.layout is kind and s.to_dense().tolist() == d.tolist()
        for other in (lib.sparse_coo, lib.sparse_csr, lib.sparse_csc):
            assert s.to_sparse(layout=other).layout is other
            assert s.to_sparse(layout=other).to_dense().tolist() == d.tolist()
        assert s.to_sparse(layout=lib.strided).tolist() == d.tolist()
        assert s.double().layout is kind and s.to(lib.float64).dtype is lib.float64
        assert s.clone().layout is s.detach().layout is s.to_sparse(layout=kind).layout is kind
        assert lib.zeros_like(s).layout is kind and lib.zeros_like(s)._nnz() == 0
        assert lib.zeros(2, 3, layout=kind).layout is s.new_zeros((2, 2)).layout is kind
    assert d.to_sparse_csr().to_sparse_coo().is_coalesced()
    twice = lib.sparse_coo_tensor([[0, 0, 1], [1, 1, 0]], [1.0, 2.0, 3.0], (2, 2))
    assert twice.to_sparse_csr().values().tolist() == [3, 3] and twice.to_sparse_csc().values().tolist() == [3, 3]
    s = lib.ones(2, 2, 3).to_sparse_csr(dense_dim=1)
    assert s.values().shape == (4, 3) and s.layout is lib.sparse_csr
    mask = lib.eye(2).to_sparse_csc()
    assert lib.ones(2, 2).sparse_mask(mask).layout is lib.sparse_csc


def test_the_text_is_pytorchs(lib: Any) -> None:
    def shown(s: Any) -> str:
        return repr(s).replace(lib.__name__, "lib")

    assert shown(rows(lib)) == (
        "tensor(crow_indices=tensor([0, 2, 3, 5]),\n       col_indices=tensor([1, 3, 0, 2, 3]),\n"
        "       values=tensor([ 1.5000, -0.5000,  0.2500,  0.7500,  2.0000]),\n"
        "       size=(3, 4), nnz=5, layout=lib.sparse_csr)"
    )
    assert shown(lib.sparse_csc_tensor([0, 1, 2], [0, 1], [1, 2])) == (
        "tensor(ccol_indices=tensor([0, 1, 2]),\n       row_indices=tensor([0, 1]),\n"
        "       values=tensor([1, 2]), size=(2, 2), nnz=2, layout=lib.sparse_csc)"
    )
    assert shown(lib.ones(1, 2, 2).double().to_sparse_csr(dense_dim=1).requires_grad_()) == (
        "tensor(crow_indices=tensor([0, 2]),\n       col_indices=tensor([0, 1]),\n"
        "       values=tensor([[1., 1.],\n                      [1., 1.]]), size=(1, 2, 2), nnz=2, dtype=lib.float64,\n"
        "       layout=lib.sparse_csr, requires_grad=True)"
    )
    assert shown(lib.zeros(1, 2, layout=lib.sparse_csr)) == (
        "tensor(crow_indices=tensor([0, 0]),\n       col_indices=tensor([], size=(0,)),\n"
        "       values=tensor([], size=(0,)), size=(1, 2), nnz=0,\n       layout=lib.sparse_csr)"
    )


def test_products_and_sums_are_pytorchs(lib: Any) -> None:
    s, x = rows(lib), lib.arange(8.0).reshape(4, 2)
    for out, expected in (
        (s @ x, [[0, 1], [0, 0.25], [15, 17.75]]),
        (s.to_sparse_csc() @ x, [[0, 1], [0, 0.25], [15, 17.75]]),
        (lib.mv(s, x[:, 1]), [1, 0.25, 17.75]),
        (x.t() @ s.t(), [[0, 0, 15], [1, 0.25, 17.75]]),
        (lib.addmm(lib.ones(3, 2), s, x, beta=2, alpha=3), [[2, 5], [2, 2.75], [47, 55.25]]),
        (lib.sparse.mm(s, x, "mean"), [[0, 0.5], [0, 0.25], [7.5, 8.875]]),
        (lib.sparse.mm(s, x, "amax"), [[3, 4.5], [0, 0.25], [12, 14]]),
        (lib.sparse.mm(s, x, "amin"), [[-3, -3.5], [0, 0.25], [3, 3.75]]),
        (lib.sparse.mm(lib.sparse_csr_tensor([0, 0, 1], [0], [-1.0], (2, 2)), x[:2], "amax"), [[0, 0], [0, -1]]),
        ((s @ s.t()).to_dense(), [[2.5, 0, -1], [0, 0.0625, 0], [-1, 0, 4.5625]]),
        (lib.addmm(s @ s.t(), s, s.t(), alpha=2).to_dense()[0], [7.5, 0, -3]),
        (s.sum(), 4), (s.sum(0, keepdim=True).to_dense(), [[0.25, 1.5, 0.75, 1.5]]),
        (s[0].to_dense(), [0, 1.5, 0, -0.5]),
    ):  # fmt: skip
        assert out.tolist() == expected
    assert (s @ s.t()).layout is (s + s).layout is (2 * s).layout is s.sin().layout is (s * s).layout is lib.sparse_csr
    assert (s * s.to_dense()).layout is s.sum(1, keepdim=True).layout is lib.sparse_csr
    with pytest.raises(RuntimeError, match="sparse_mm_reduce: reduce type of prod has not been enabled"):
        lib.sparse.mm(s, x, "prod")


@pytest.mark.filterwarnings("ignore:.*triangular_solve is deprecated")
def test_a_triangle_of_compressed_rows_is_solved_as_a_dense_one(lib: Any) -> None:
    dense = lib.tensor([[2.0, 7, 0], [0, 4, 1], [3, 0, 8]], dtype=lib.float64)
    b = lib.tensor([[1.0, 2], [3, 4], [5, 6]], dtype=lib.float64)
    for options in itertools.product((True, False), repeat=3):
        found = []
        for make in (lib.Tensor.to_sparse_csr, lib.Tensor.clone):
            A, rhs = make(dense).requires_grad_(), b.clone().requires_grad_()
            solution, copy = lib.triangular_solve(rhs, A, *options)
            (solution**2).sum().backward()
            found.append((solution.tolist(), A.grad.to_dense().tolist(), rhs.grad.tolist()))
        assert found[0] == found[1]
        assert copy.tolist() == dense.tolist()
    assert lib.triangular_solve(b, dense.to_sparse_csr()).cloned_coefficient.shape == (0,)
    for A, rhs in ((dense.to_sparse(), b), (dense, b.to_sparse())):
        with pytest.raises(NotImplementedError, match="triangular_solve"):
            lib.triangular_solve(rhs, A)
    with pytest.raises((NotImplementedError, ValueError), match="unsupported sparse layout"):
        lib.triangular_solve(b, dense.to_sparse_csc())


@pytest.mark.parametrize("reduce", ["mean", "amax", "amin"])
def test_derivatives_of_reduced_products(reduce: str) -> None:
    s, x = rows(dtype=f64).requires_grad_(), wengert.linspace(-1, 1, 8, dtype=f64).reshape(4, 2).requires_grad_()
    assert autograd.gradcheck(lambda s, x: wengert.sparse.mm(s, x, reduce), (s, x), masked=True, check_forward_ad=True)


def test_leaves_and_their_gradients(lib: Any) -> None:
    s = rows(lib, requires_grad=True)
    lib.sparse.mm(s, lib.ones(4, 1)).sum().backward()
    assert s.grad.layout is lib.sparse_csr and s.grad.values().tolist() == [1] * 5
    d = lib.eye(2, requires_grad=True)
    (d.to_sparse_csr() @ lib.ones(2, 1)).sum().backward()
    assert d.grad.layout is lib.strided and d.grad.tolist()[0][0] == 1
    assert lib.autograd.gradcheck(
        lambda s: (s * 2).to_dense(), (rows(lib, dtype=lib.float64).requires_grad_(),), masked=True
    )
    assert not lib.sparse_csr_tensor([0, 1], [0], [1.0]).requires_grad


@pytest.mark.parametrize("make", [Tensor.to_sparse_csr, Tensor.to_sparse_csc])
def test_gradients_flow_to_the_pieces(make: Callable[[Any], Any]) -> None:
    """PyTorch has no derivative here."""
    v = wengert.tensor(ELEMENTS, dtype=f64, requires_grad=True)
    s = make(wengert.sparse_csr_tensor(CROW, COL, v, (3, 4)))
    (s @ wengert.tensor([1.0, 10.0, 100.0, 1000.0], dtype=f64)).sum().backward()
    assert v.grad is not None and v.grad.tolist() == [10, 1000, 1, 100, 1000]
    assert make(s.detach()).requires_grad_().grad is None
    leaf = make(rows(dtype=f64)).requires_grad_()
    assert autograd.gradcheck(lambda s: (s * s).to_dense(), (leaf,), masked=True, check_forward_ad=True)
    assert autograd.gradcheck(lambda s: s.to_dense(masked_grad=False), (leaf,), check_forward_ad=True)
    with pytest.raises(RuntimeError, match="An input is sparse"):
        autograd.gradcheck(lambda s: (s * 2).to_dense(), (leaf,))
    assert autograd.gradcheck(
        lambda v: make(wengert.sparse_csr_tensor(CROW, COL, v, (3, 4))).sin().to_dense(), (v,), check_forward_ad=True
    )


@pytest.mark.parametrize("kind", [wengert.sparse_csr, wengert.sparse_csc])
def test_copies_pickles_and_files(kind: Any) -> None:
    s = rows().to_sparse(layout=kind)
    stream = io.BytesIO()
    wengert.save(s, stream)
    stream.seek(0)
    for again in (copy.copy(s), copy.deepcopy(s), pickle.loads(pickle.dumps(s)), wengert.load(stream), s.cpu(), s.data):
        assert again.layout is kind
        wengert.testing.assert_close(again, s, rtol=0, atol=0)
    assert wengert.equal(s.data.to_dense(), s.to_dense())
    with pytest.raises(RuntimeError, match="incompatible tensor type"):
        s.data = s.to_sparse()


@pytest.mark.oracle
def test_files_are_pytorchs() -> None:
    torch = pytest.importorskip("torch")
    for one, other in ((wengert, torch), (torch, wengert)):
        for kind in ("sparse_csr", "sparse_csc"):
            stream = io.BytesIO()
            one.save(rows(one).to_sparse(layout=getattr(one, kind)), stream)
            stream.seek(0)
            again = other.load(stream)
            assert again.layout is getattr(other, kind) and again.to_dense().tolist() == rows().to_dense().tolist()


def test_closeness(lib: Any) -> None:
    s, close = rows(lib), lib.testing.assert_close
    close(s, rows(lib))
    close(s, s.to_sparse_csc(), check_layout=False)
    for other, match in (
        (s * 2, "Sparse CSR values are not close"),
        (lib.sparse_csr_tensor([0, 1, 3, 5], COL, ELEMENTS, (3, 4)), "Sparse CSR crow_indices are not equal"),
        (lib.sparse_csr_tensor(CROW, [1, 2, 0, 2, 3], ELEMENTS, (3, 4)), "Sparse CSR col_indices are not equal"),
        (
            lib.sparse_csr_tensor([0, 1, 1, 1], [0], [1.0], (3, 4)),
            "specified values in sparse CSR tensors does not match",
        ),
        (s.to_sparse_csc(), "'layout' do not match"),
    ):
        with pytest.raises(AssertionError, match=match):
            close(s, other)


WRONG: list[tuple[str, Any, Any, Any, Any]] = [
    (r"crow_indices\[..., 0\] == 0. is not satisfied", [1, 2, 3], [0, 1], [1.0, 2.0], (2, 2)),
    (r"crow_indices\[..., -1\] == nnz. is not satisfied", [0, 1, 3], [0, 1], [1.0, 2.0], (2, 2)),
    (r"0 <= crow_indices\[..., 1:\] - crow_indices\[..., :-1\] <= ncols", [0, 2, 1, 2], [0, 1], [1.0, 2.0], (3, 2)),
    (r"crow_indices.shape\[-1\] must be equal to the number of rows \+ 1 \(=4\), but got 3",
     [0, 1, 2], [0, 1], [1.0, 2.0], (3, 2)),
    ("0 <= col_indices < ncols", [0, 1, 2], [0, 5], [1.0, 2.0], (2, 2)),
    ("0 <= col_indices < ncols", [0, 1, 2], [0, -1], [1.0, 2.0], (2, 2)),
    ("are sorted and distinct along the last dimension values", [0, 2, 2], [1, 0], [1.0, 2.0], (2, 2)),
    ("are sorted and distinct along the last dimension values", [0, 2, 2], [1, 1], [1.0, 2.0], (2, 2)),
    (r"col_indices.shape\[-1\] must be equal to nnz \(=3\)", [0, 1, 2], [0, 1], [1.0, 2.0, 3.0], (2, 2)),
    ("dtype must be Int or Long, but got Float", [0.0, 1.0, 2.0], [0.0, 1.0], [1.0, 2.0], (2, 2)),
    ("tensor dimensionality must be sum of batch, base, and dense", [0, 1, 2], [0, 1], [1.0, 2.0], (2,)),
]  # fmt: skip


@pytest.mark.parametrize(("match", "crow", "col", "values", "size"), WRONG)
def test_pieces_that_do_not_fit(match: str, crow: Any, col: Any, values: Any, size: Any, lib: Any) -> None:
    with pytest.raises(RuntimeError, match=match):
        lib.sparse_csr_tensor(*map(lib.tensor, (crow, col, values)), size, check_invariants=True)
    if lib is wengert and "sorted" not in match:  # undefined behaviour is an error in any case
        with pytest.raises(RuntimeError, match=match):
            lib.sparse_csr_tensor(crow, col, values, size)


def test_refusals(lib: Any) -> None:
    s, d, calls = rows(lib), lib.eye(2), lib.sparse_compressed_tensor
    ccol, crow, col = (f"{name} expected sparse {way} compressed tensor layout but got " for name, way in (
        ("ccol_indices", "column"), ("crow_indices", "row"), ("col_indices", "row")
    ))  # fmt: skip
    for error, match, call in (
        (RuntimeError, f"{ccol}SparseCsr", s.ccol_indices),
        (RuntimeError, "row_indices expected sparse column compressed tensor layout", s.row_indices),
        (RuntimeError, f"{crow}SparseCsc", s.t().crow_indices),
        (RuntimeError, f"{crow}Strided", d.crow_indices),
        (RuntimeError, f"{col}Sparse", d.to_sparse().col_indices),
        (RuntimeError, "indices expected sparse coordinate tensor layout but got SparseCsr", s.indices),
        (RuntimeError, "coalesce expected sparse coordinate tensor layout but got SparseCsr", s.coalesce),
        (RuntimeError, "is_coalesced expected sparse coordinate tensor layout", s.is_coalesced),
        (RuntimeError, "Unimplemented backend SparseCsrCPU", s.type),
        (RuntimeError, "sparse_compressed_tensor expected sparse compressed tensor layout but got none",
         lambda: calls([0, 1], [0], [1.0])),
        (RuntimeError, "expected sparse compressed tensor layout but got Sparse",
         lambda: calls([0, 1], [0], [1.0], layout=lib.sparse_coo)),
        (RuntimeError, "with dense_dim argument given is not supported", lambda: s.to_sparse_csc(dense_dim=0)),
        (TypeError, "can't convert Sparse", s.numpy),
        (TypeError, "sparse_csr_tensor", lambda: lib.sparse_csr_tensor([0, 1])),
    ):  # fmt: skip
        with pytest.raises(error, match=match):
            call()


def test_what_is_not_there_yet_says_so() -> None:
    for match, call in (
        ("batches of matrices", lambda: wengert.ones(2, 2, 3).to_sparse_csr()),
        ("batches of matrices", lambda: wengert.sparse_csr_tensor([[0, 1]], [[0]], [[1.0]])),
        ("layouts of blocks", lambda: wengert.eye(2).to_sparse(layout="wengert.sparse_bsr", blocksize=(1, 1))),
        ("layouts of blocks", lambda: wengert.sparse_compressed_tensor([0, 1], [0], [1.0], layout="torch.sparse_bsc")),
        ("not there yet", lambda: wengert.sparse_csr_tensor([0, 1], [0], [1.0], pin_memory=True)),
    ):
        with pytest.raises(NotImplementedError, match=match):
            call()  # type: ignore[no-untyped-call]
    for match, wrong in (
        ("has two dimensions", lambda: wengert.ones(2).to_sparse_csr()),
        ("has two dimensions", lambda: wengert.zeros(2, layout=wengert.sparse_csr)),
        ("out= tensor is sparse_csr", lambda: wengert.mul(rows().to_sparse(), 2, out=rows())),
    ):
        with pytest.raises(RuntimeError, match=match):
            wrong()  # type: ignore[no-untyped-call]


def test_invariants_are_checked_where_a_program_asks(lib: Any) -> None:
    check = lib.sparse.check_sparse_tensor_invariants
    assert not check.is_enabled()

    def unsorted() -> Any:
        return lib.sparse_csr_tensor(lib.tensor([0, 2]), lib.tensor([1, 0]), lib.ones(2))

    assert unsorted().col_indices().tolist() == [1, 0] and unsorted().to_dense().tolist() == [[1, 1]]
    with check():
        assert check.is_enabled()
        with pytest.raises(RuntimeError, match="are sorted and distinct"):
            unsorted()
        with check(False):
            unsorted()
        assert check.is_enabled()
    with pytest.raises(RuntimeError, match="are sorted and distinct"):
        check()(unsorted)()
    check.enable()
    assert check.is_enabled()
    check.disable()
    assert not check.is_enabled()
    one = check()
    with one, pytest.raises(RuntimeError, match="already activated"), one:
        pass


def test_diagonals_of_every_layout(lib: Any) -> None:
    d = lib.arange(1.0, 10).reshape(3, 3)
    for kind in (lib.sparse_coo, lib.sparse_csr, lib.sparse_csc):
        s = lib.sparse.spdiags(d, lib.tensor([0, -1, 2]), (3, 3), layout=kind)
        assert s.layout is kind and s.to_dense().tolist() == [[1, 0, 9], [4, 2, 0], [0, 5, 3]]
    with pytest.raises(
        RuntimeError, match="Only output layouts .Sparse, SparseCsc, SparseCsr. are supported, got Strided"
    ):
        lib.sparse.spdiags(d, lib.tensor([0, 1, 2]), (3, 3), layout=lib.strided)


def test_writes_in_place_and_steps(lib: Any) -> None:
    s = rows(lib)
    assert s.mul_(2) is s and s.layout is lib.sparse_csr and s.values().tolist()[0] == 3
    assert s.add_(rows(lib)).values().tolist()[0] == 4.5 and s.zero_()._nnz() == 0 and s.layout is lib.sparse_csr
    assert (lib.ones(3, 4).add_(rows(lib)) - 1 == rows(lib).to_dense()).all()
    c = rows(lib).copy_(rows(lib) * 3)
    assert c.layout is lib.sparse_csr and c.values().tolist()[0] == 4.5


def test_an_optimiser_takes_compressed_parameters() -> None:
    p = rows(requires_grad=True)
    (p @ wengert.ones(4)).sum().backward()
    wengert.optim.SGD([p], lr=0.5, momentum=0.9).step()
    assert p.layout is wengert.sparse_csr and p.values().tolist() == [1, -1, -0.25, 0.25, 1.5]
    with pytest.raises(RuntimeError, match="does not support sparse gradients"):
        wengert.optim.Adam([p]).step()


def test_a_transposed_matrix_shares_its_values() -> None:
    s = rows()
    t = s.t()
    assert np.shares_memory(t._values().numpy(), s._values().numpy())
    assert np.shares_memory(t._wg_data.indices, s._wg_data.indices)
