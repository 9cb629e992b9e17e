"""In-place forms as functions, such as ``wengert.exp_(x)``: the result is written to the first argument."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Library
from wengert import autograd
from wengert._core.api.generated import functions
from wengert._core.dispatch.inplace import apply_inplace
from wengert._core.dispatch.registry import REGISTRY

# There is no operation behind them here: these are for sparse tensors, or resize, or renormalise a table.
MISSING = {"embedding_renorm_", "resize_as_", "resize_as_sparse_"}
MORE: dict[str, Any] = {  # arguments after the first
    "addmv_": lambda lib: (lib.plain(1.0, 2.0, 3.0, 4.0).reshape(2, 2), lib.plain(1.0, -1.0)),
    **{f"{kind}dropout_": lambda lib: (1.0, True) for kind in ("", "alpha_", "feature_", "feature_alpha_")},
    "as_strided_": lambda lib: ((1, 2), (1, 1)),
    "clamp_": lambda lib: (0.3, 0.6),
    "clamp_max_": lambda lib: (0.5,),
    "clamp_min_": lambda lib: (0.5,),
    "clip_": lambda lib: (None, 0.5),
    "fill_": lambda lib: (2.5,),
    "gcd_": lambda lib: (lib.tensor([6, 4]),),
    "index_put_": lambda lib: ((lib.tensor([1]),), lib.plain(7.0)),
    "lcm_": lambda lib: (lib.tensor([6, 4]),),
    "ldexp_": lambda lib: (lib.tensor([1, 2]),),
    "xlogy_": lambda lib: (lib.plain(2.0, 3.0),),
}
WHOLE = ("gcd_", "lcm_")  # of integers
SHIFTED = {"acosh_": 1.0, "arccosh_": 1.0}  # where the numbers have to be larger
NAMES = [
    n for n in functions.__all__
    if n.endswith("_") and hasattr(wengert.Tensor, n) and hasattr(wengert, n[:-1] if n != "zero_" else n)
]  # fmt: skip
each = pytest.mark.parametrize("name", NAMES)


def start(lib: Any, name: str) -> tuple[Any, Any]:
    """A leaf, and the tensor to write to. For integers there is no leaf."""
    if name in WHOLE:
        return None, lib.tensor([12, 18])
    leaf = lib.leaf(0.4, 0.7)
    return leaf, leaf + SHIFTED.get(name, 0.0)


def arguments(lib: Any, name: str) -> Any:
    return MORE[name](lib) if name in MORE else ()


def run(lib: Any, name: str) -> list[list[float]]:
    """The written values, after a check that the result is the argument, and the gradient of a later operation."""
    leaf, x = start(lib, name)
    before = x._version
    y = getattr(lib, name)(x, *arguments(lib, name))
    assert y is x and x._version > before and x.requires_grad == (leaf is not None)
    if leaf is None:
        return [x.tolist()]
    (x * x).sum().backward()
    return [x.detach().flatten().tolist(), leaf.grad.tolist()]


@each
def test_it_is_the_method(name: str) -> None:
    lib = Library(wengert)
    leaf, x = start(lib, name)
    y = getattr(x, name)(*arguments(lib, name))
    (y * y).sum().backward() if leaf is not None else None
    assert run(lib, name) == [y.detach().flatten().tolist(), *([] if leaf is None else [leaf.grad.tolist()])]


@each
def test_a_write_through_a_view_starts_at_the_base(name: str) -> None:
    """So hooks of a view between the base and the written view are not called. Rows and composites are alike."""
    lib = Library(wengert)
    leaf, x = start(lib, name)
    if leaf is None:
        return
    between, seen = x[:], []
    between.register_hook(seen.append)
    getattr(lib, name)(between[:], *arguments(lib, name))
    x.sum().backward()
    assert leaf.grad is not None and not seen


@pytest.mark.oracle
@each
def test_it_is_pytorchs(name: str) -> None:
    torch = pytest.importorskip("torch")
    try:
        expected = run(Library(torch), name)
    except NotImplementedError:  # the in-place form has no derivative here
        assert name.removeprefix("arc").lstrip("a") in ("cosh_", "sinh_", "tanh_")
        return
    assert run(Library(wengert), name) == [pytest.approx(v) for v in expected]


@pytest.mark.oracle
def test_all_are_there() -> None:
    torch = pytest.importorskip("torch")
    theirs = {n for n in dir(torch) if n.endswith("_") and not n.startswith("_") and callable(getattr(torch, n))}
    assert {n for n in theirs if not hasattr(wengert, n)} == MISSING
    assert len(NAMES) > 55


@each
def test_leaves_are_refused(name: str) -> None:
    if name in WHOLE:
        return
    x = wengert.tensor([0.4, 0.7], dtype=wengert.float64, requires_grad=True)
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        getattr(wengert, name)(x, *arguments(Library(wengert), name))
    assert x._version == 0 and x.tolist() == [0.4, 0.7]


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="exp_"):
        wengert.exp_("nonsense")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        wengert.exp_()  # type: ignore[call-arg]


def test_they_are_recorded_like_the_operation() -> None:
    x = wengert.tensor([0.5, 1.0], requires_grad=True)
    y = x * 1
    assert wengert.exp_(wengert.neg_(y)) is y
    (g,) = autograd.grad(y.sum(), x)
    assert wengert.allclose(g, -(-x).exp())


# -- Writes without a copy

LARGE = 100_000
WRITES: dict[str, Any] = {
    "brackets": lambda x, at: x.__setitem__(at, 2.0),
    "a slice": lambda x, at: x.__setitem__(slice(2, 5), 2.0),
    "index_put_": lambda x, at: x.index_put_((at,), wengert.ones(3), accumulate=True),
    "index_add_": lambda x, at: x.index_add_(0, at, wengert.ones(3), alpha=2),
    "index_copy_": lambda x, at: x.index_copy_(0, at, wengert.ones(3)),
    "index_fill_": lambda x, at: x.index_fill_(0, at, 2.0),
    "scatter_": lambda x, at: x.scatter_(0, at, wengert.ones(3)),
    "scatter_add_": lambda x, at: x.scatter_add_(0, at, wengert.ones(3)),
    "put_": lambda x, at: x.put_(at, wengert.ones(3)),
    "copy_": lambda x, at: x.copy_(wengert.tensor(2.0)),
    "fill_": lambda x, at: x.fill_(2.0),
    "zero_": lambda x, at: x.zero_(),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_what_is_written_takes_no_memory_of_the_size_of_what_is_not(write: Any) -> None:
    x, at = wengert.zeros(LARGE), wengert.tensor([1, 5, LARGE - 1])
    write(x, at)
    tracemalloc.start()
    try:
        write(x, at)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < LARGE


@pytest.mark.parametrize("name", ["brackets", *[n for n in WRITES if n.startswith(("index", "scatter", "put"))]])
@pytest.mark.parametrize("far", [5, -6])
def test_a_write_out_of_bounds_writes_nothing(name: str, far: int) -> None:
    x, at = wengert.zeros(5), wengert.tensor([0, 1, far])
    with pytest.raises((IndexError, RuntimeError), match="out of (bounds|range)"):
        WRITES[name](x, at)
    assert x.tolist() == [0.0] * 5 and x._version == 0


def test_what_is_written_is_read_before() -> None:
    x = wengert.arange(8.0)
    x[:4].copy_(x[::2])
    assert x.tolist() == [0.0, 2.0, 4.0, 6.0, 4.0, 5.0, 6.0, 7.0]
    x = wengert.arange(8.0)
    x[:4].index_add_(0, wengert.tensor([3, 2, 1, 0]), x[::2])
    assert x.tolist() == [6.0, 5.0, 4.0, 3.0, 4.0, 5.0, 6.0, 7.0]


def test_columns_are_written_where_they_lie() -> None:
    x = wengert.zeros(3, 2)
    x[:, 1].scatter_add_(0, wengert.tensor([2, 2]), wengert.ones(2))
    x.t().index_add_(0, wengert.tensor([0]), wengert.ones(1, 3))
    x[:, 1].put_(wengert.tensor([0]), wengert.tensor([7.0]))
    assert x.tolist() == [[1.0, 7.0], [1.0, 0.0], [1.0, 2.0]]


@pytest.mark.parametrize("write", [lambda x, v: x.__setitem__(0, v), lambda x, v: x.fill_(v)])
def test_numbers_that_do_not_fit_are_refused(write: Any) -> None:
    for dtype, value in (
        (wengert.int8, 300),
        (wengert.int64, float("nan")),
        (wengert.uint8, -256),
        (wengert.uint8, 256),
    ):
        x = wengert.zeros(2, dtype=dtype)
        with pytest.raises(RuntimeError, match="without overflow"):
            write(x, value)
        assert x.tolist() == [0, 0] and x._version == 0
    x = wengert.zeros(2, dtype=wengert.uint8)
    write(x, -3)
    assert x[0] == 253


WRITTEN = sorted(
    name
    for name, op in REGISTRY.items()
    if op.elementwise
    and op.name == name
    and op.formulas
    and hasattr(wengert.Tensor, op.inplace_name)
    and not set(op.params) - set(op.defaults)
)


@pytest.mark.parametrize("name", WRITTEN)
def test_large_tensors_are_written_at_once_with_the_same_result_and_gradient(name: str) -> None:
    """From thousands of elements on, fused programs overwrite their first input. A saved input is copied first."""
    op = REGISTRY[name]
    rng = np.random.default_rng(0)
    arrays = [rng.uniform(0.1, 0.9, 5000).astype(np.float32) for _ in range(op.count)]
    params = op.defaults or None

    def run(inplace: bool) -> list[Any]:
        leaves = [wengert.from_numpy(a.copy()).requires_grad_() for a in arrays]
        x, *others = leaves
        first = x * 1
        at = first.data_ptr()
        y = apply_inplace(op, (first, *others), params) if inplace else op.apply((first, *others), params)
        if inplace:
            assert y is first and y.data_ptr() == at and y._version == 1
        found = wengert.autograd.grad(y.sum(), leaves, allow_unused=True) if y.requires_grad else []
        return [y.detach().numpy(), *(None if g is None else g.numpy() for g in found)]

    probe = op.apply(tuple(map(wengert.from_numpy, arrays)), params)
    if probe.dtype != wengert.float32:
        pytest.skip("has another dtype")
    for mine, its in zip(run(True), run(False), strict=True):
        assert (mine is None) == (its is None)
        assert mine is None or mine.tobytes() == its.tobytes()


def test_large_tensors_that_overlap_or_do_not_fit_are_as_small_ones() -> None:
    for n in (10, 10_000):
        memory = np.arange(n + 1, dtype=np.float32)
        x = wengert.from_numpy(memory)
        with pytest.raises(RuntimeError, match="refer to a single memory location"):
            x[1:].add_(x[:-1])
        wengert.from_numpy(memory[1:]).add_(wengert.from_numpy(memory[:-1]))  # wengert cannot know that the two overlap
        assert x.tolist() == [0.0, *(2.0 * i - 1 for i in range(1, n + 1))]
        x.mul_(x)
        assert x[2] == 9.0
        before = x.clone()
        with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
            x.add_(wengert.ones(2, n + 1))
        with pytest.raises(RuntimeError):
            x.add_(wengert.ones(n))
        assert wengert.equal(x, before) and x._version == 1
        leaf = wengert.ones(n, requires_grad=True)
        with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
            leaf.add_(1)
        assert leaf._version == 0 and bool((leaf == 1).all())
        with wengert.no_grad():
            leaf.add_(wengert.ones(1)).sub_(wengert.tensor(3.0))
        assert bool((leaf == -1).all())
