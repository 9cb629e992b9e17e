"""``conj()`` and what is made of it are views: a write to either side is a write to both, and none is lost.

The law ``in_place`` holds every in-place operation to this, with gradients. Here are programs of many views and writes,
every other way to share memory, and the ends of all of it: lifetimes, NumPy, copies, vmap.
"""

from __future__ import annotations

import copy
import gc
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.arrays import conjugates
from wengert.autograd import forward_ad, grad
from wengert.func import jvp, vmap

Z = np.arange(1, 13).reshape(2, 6) * (1 - 0.5j) + 1j


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    """Images are forgotten with the last tensor that shows them."""
    gc.collect()
    before = len(conjugates.images), len(conjugates.of_memory)
    yield
    gc.collect()
    assert (len(conjugates.images), len(conjugates.of_memory)) == before


def z(requires_grad: bool = False) -> Any:
    return wengert.from_numpy(Z.copy()).requires_grad_(requires_grad)


# -- programs of views and writes

# a view, and the same view as NumPy computes it: its values, and how new values are put into the base
VIEWS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any, Any], None]]] = {
    "conj": (lambda x: x.conj(), np.conj, lambda b, v: np.copyto(b, np.conj(v))),
    "mH": (lambda x: x.mH, lambda b: np.conj(b).T, lambda b, v: np.copyto(b, np.conj(v).T)),
    "adjoint": (lambda x: x.adjoint(), lambda b: np.conj(b).T, lambda b, v: np.copyto(b, np.conj(v).T)),
    "H": (lambda x: x.H, lambda b: np.conj(b).T, lambda b, v: np.copyto(b, np.conj(v).T)),
    "T": (lambda x: x.T, lambda b: b.T, lambda b, v: np.copyto(b, v.T)),
    "columns": (lambda x: x[:, ::2], lambda b: b[:, ::2], lambda b, v: np.copyto(b[:, ::2], v)),
    "row": (lambda x: x[1:2], lambda b: b[1:2], lambda b, v: np.copyto(b[1:2], v)),
    "detach": (lambda x: x.detach(), lambda b: b, lambda b, v: np.copyto(b, v)),
    "data": (lambda x: x.data, lambda b: b, lambda b, v: np.copyto(b, v)),
}
PARTS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any, Any], None]]] = {
    "real": (lambda x: x.real, lambda b: b.real, lambda b, v: np.copyto(b.real, v)),
    "imag": (lambda x: x.imag, lambda b: b.imag, lambda b, v: np.copyto(b.imag, v)),
}


def put(base: Any, path: list[str], value: Any) -> None:
    """Put a value where a path of views leads: the model of a write."""
    steps = [base]
    for name in path:
        steps.append(np.array((VIEWS | PARTS)[name][1](steps[-1])))
    np.copyto(steps[-1], value)
    for k in reversed(range(len(path))):
        (VIEWS | PARTS)[path[k]][2](steps[k], steps[k + 1])


def seen(base: Any, path: list[str]) -> Any:
    for name in path:
        base = (VIEWS | PARTS)[name][1](base)
    return base


@pytest.mark.parametrize("seed", range(60))
def test_every_view_sees_every_write(seed: int) -> None:
    r = random.Random(seed)
    model, base = Z.copy(), z()
    views: list[tuple[list[str], Any]] = [([], base)]
    for _ in range(25):
        path, view = r.choice(views)
        what = r.choice(["view", "view", "part", "write", "write", "drop"])
        if what in ("view", "part") and view.is_complex() and view.shape[0] > 1 and view.shape[1] > 1:
            name = r.choice(sorted(VIEWS if what == "view" else PARTS))
            views.append(([*path, name], (VIEWS | PARTS)[name][0](view)))
        elif what == "write":
            factor = r.choice([-2, 0.5, 3])
            put(model, path, seen(model, path) * factor)
            if r.random() < 0.5:
                view.mul_(factor)
            else:
                view[...] = view.clone() * factor
        elif what == "drop" and len(views) > 3:
            del views[r.randrange(1, len(views))]
        for path, view in views:
            np.testing.assert_allclose(view.resolve_conj().resolve_neg().numpy(), seen(model, path), err_msg=str(path))
            conjugated = path and sum(name in ("conj", "mH", "adjoint", "H") for name in path) % 2 == 1
            assert view.is_conj() == bool(conjugated and view.is_complex())
            assert view.is_neg() == bool(conjugated and path[-1] == "imag")


@pytest.mark.parametrize("seed", range(30))
def test_gradients_and_tangents_of_programs(seed: int) -> None:
    """A program of writes through views has the derivatives that finite differences find, in every mode."""
    r = random.Random(seed)
    names = [name for name in VIEWS if name not in ("detach", "data")]
    program = []
    for _ in range(4):
        path = [r.choice(names) for _ in range(r.randrange(1, 3))]
        path = [p for k, p in enumerate(path) if k == 0 or path[0] not in ("row",)]
        program.append((path + r.choice([[], ["imag"], ["real"]]), r.choice([-2.0, 0.5, 3.0]), r.random() < 0.5))

    def run(x: Any) -> Any:
        base = x * 1
        made = [base]
        for path, factor, early in program:
            view = base
            for name in path:
                view = (VIEWS | PARTS)[name][0](view)
            if early:
                made.append(view)
            view.mul_(factor / 3).add_(view.clone().square() * 0.3)
        return (
            sum(wengert.view_as_real(v.resolve_conj()).sum() if v.is_complex() else v.sum() for v in made)
            + (base.abs() ** 2).sum()
        )

    x = wengert.from_numpy(Z / 24).requires_grad_()
    assert wengert.autograd.gradcheck(run, (x,), check_forward_ad=True)


# -- other ways to share memory


@pytest.mark.parametrize(
    "write",
    [
        lambda x: x.mul_(2),
        lambda x: x.__setitem__(0, 5j),
        lambda x: x.real.zero_(),
        lambda x: wengert.mul(x.clone(), 3j, out=x),
        lambda x: x.data.add_(1),
        lambda x: x.detach().add_(1),
        lambda x: x.copy_(x.clone() * 1j),
        lambda x: x.untyped_storage().fill_(64),
        lambda x: (x.numpy().fill(3j), wengert.autograd.graph.increment_version(x)),
        lambda x: x.conj_physical_(),
        lambda x: x.view(3, 4)[1].neg_(),
        lambda x: wengert.view_as_real(x).add_(1),
        lambda x: x.mT.unbind()[2].sqrt_(),
        lambda x: x.index_add_(0, wengert.tensor([1]), wengert.ones(1, 6, dtype=x.dtype)),
    ],
)
@pytest.mark.parametrize("recording", [True, False])
def test_every_kind_of_write_shows(write: Callable[[Any], Any], recording: bool) -> None:
    with wengert.set_grad_enabled(recording):
        base = z()
        views = [base.conj(), base.mH, base.conj()[0], base.data.conj(), base.conj().imag]
        write(base)
        after = base.numpy().copy()
        assert not np.array_equal(after, Z)
        for view, expected in zip(views, (after.conj(), after.conj().T, after.conj()[0], after.conj()), strict=False):
            assert np.array_equal(view.numpy(), expected)
        assert np.array_equal(views[-1].numpy(), -after.imag)


def test_inference_mode() -> None:
    with wengert.inference_mode():
        x = z()
        x.mH.mul_(2)
        assert np.array_equal(x.numpy(), Z * 2)


def test_gradients_that_accumulate_show_in_their_conjugates() -> None:
    x = z(True)
    (x.abs() ** 2).sum().backward()
    view = x.grad.conj()
    (x.abs() ** 2).sum().backward()
    np.testing.assert_allclose(view.numpy(), 4 * Z.conj())


def test_memory_given_twice() -> None:
    array = Z.copy()
    first, second = wengert.from_numpy(array), wengert.from_numpy(array)
    view = first.conj()
    second.mul_(1j)
    assert np.array_equal(view.numpy(), (Z * 1j).conj())


@pytest.mark.parametrize(
    "taken",
    [lambda x: x, lambda x: x.T, lambda x: x[:, ::2], lambda x: x[:, :1].expand(2, 5), lambda x: x[0, 0],
     lambda x: x[:0], lambda x: x.as_strided((3, 2), (1, 2), 2), lambda x: x.unfold(1, 3, 1)],
)  # fmt: skip
def test_strides_addresses_and_offsets_are_those_of_the_source(taken: Callable[[Any], Any]) -> None:
    x = taken(z())
    view = x.conj()
    assert view.stride() == x.stride() and view.shape == x.shape
    assert view.storage_offset() == x.storage_offset() and view.data_ptr() == x.data_ptr()
    assert view.untyped_storage() == x.untyped_storage() and view.conj().data_ptr() == x.data_ptr()
    assert np.array_equal(view.numpy(), x.numpy().conj())


def test_memory_between_the_elements() -> None:
    base = z()
    part = base[:, ::3].conj()
    between = part.as_strided((2, 2), (6, 1), 1)
    between.add_(1j)
    expected = Z.copy()
    expected[:, 1:3] -= 1j
    assert np.array_equal(base.numpy(), expected)
    assert np.array_equal(
        base.conj().as_strided_scatter(wengert.zeros(2, dtype=base.dtype), (2,), (1,), 0)[0, :2], [0, 0]
    )


def test_expanded_memory_is_not_written() -> None:
    view = z()[:, :1].expand(2, 3).conj()
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        view.add_(1)


@pytest.mark.parametrize("refused", [wengert.view_as_real, lambda v: v.view(wengert.float64), lambda v: v.resize_(3)])
def test_what_a_conjugate_is_refused_for(refused: Callable[[Any], Any]) -> None:
    with pytest.raises(RuntimeError, match="conjugated tensors"):
        refused(z().conj())


def test_what_stays_out_of_the_graph_of_views() -> None:
    x = z(True)
    (g,) = grad((x * x.conj_physical()).real.sum(), x, create_graph=True)
    assert not g.is_conj() and g.numpy(force=True).flags.writeable
    assert not (x @ x.mH).is_conj() and not wengert.linalg.svd(x)[2].is_conj()


# -- NumPy, copies, threads of examples


def test_numpy_reads_and_does_not_write() -> None:
    x = z()
    array = x.conj().numpy()
    assert np.array_equal(array, Z.conj())
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 0
    x.mul_(2)
    assert np.array_equal(array, 2 * Z.conj())
    assert x.conj().numpy(force=True).flags.writeable and x.conj().resolve_conj().numpy().flags.writeable
    assert not x.conj().imag.numpy().flags.writeable
    with pytest.raises(BufferError, match="conjugate"):
        np.from_dlpack(x.conj())


def test_read_only_memory() -> None:
    array = Z.copy()
    array.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        x = wengert.from_numpy(array)
    with pytest.raises(RuntimeError, match="read-only"):
        x.conj().mul_(2)
    assert np.array_equal(array, Z)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
@pytest.mark.parametrize(
    "made",
    [
        lambda x: x.conj(), lambda x: x.mH, lambda x: x.conj().detach(), lambda x: x.T.conj()[1],
        lambda x: x.conj().imag, lambda x: x.mH.imag[1:], lambda x: x.conj().imag.detach(),
    ],
)  # fmt: skip
def test_copies_share_what_their_originals_share(copied: Callable[[Any], Any], made: Callable[[Any], Any]) -> None:
    x = z()
    y, view = copied((x, made(x)))
    assert (view.is_conj(), view.is_neg()) == (made(x).is_conj(), made(x).is_neg())
    view.mul_(2)
    assert np.array_equal(made(y).numpy(), view.numpy()) and not np.array_equal(y.numpy(), Z)
    assert np.array_equal(x.numpy(), Z)


def test_under_vmap() -> None:
    x = z()
    out = vmap(lambda row: row.conj().mul_(2))(x)
    assert np.array_equal(x.numpy(), 2 * Z) and np.array_equal(out.numpy(), 2 * Z.conj())

    def inner(row: Any) -> Any:
        y = row * 1
        view = y.conj()
        y.mul_(row)
        view.imag.add_(1)
        return y, view

    y, view = vmap(inner)(z())
    assert np.array_equal(y.numpy(), Z * Z - 1j) and np.array_equal(view.numpy(), (Z * Z - 1j).conj())


def test_room_for_examples() -> None:
    def inner(row: Any) -> Any:
        y = wengert.zeros(6, dtype=row.dtype)
        view = y.conj()
        y.add_(row)
        return view

    with pytest.raises(RuntimeError, match="inplace arithmetic is not possible"):
        vmap(inner)(z())


def test_tangents_follow() -> None:
    def f(x: Any) -> Any:
        y = x * 1
        view = y.conj()
        y.mul_(1j)
        view.imag.mul_(3)
        return y, view

    (y, view), (ty, tview) = jvp(f, (z(),), (z() * 2,))
    expected = (Z * 1j).real + 3j * (Z * 1j).imag
    np.testing.assert_allclose(y.numpy(), expected)
    np.testing.assert_allclose(ty.numpy(), 2 * expected)
    np.testing.assert_allclose(tview.numpy(), 2 * expected.conj())
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(z(), z())
        dual.mH.mul_(2)
        np.testing.assert_allclose(forward_ad.unpack_dual(dual).tangent.numpy(), 2 * Z)


def test_saved_conjugates_notice_writes_to_their_base() -> None:
    x = z(True)
    base = x * 1
    out = base.conj() * x
    base.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.real.sum().backward()


def test_a_chain_of_conjugates_is_no_chain_of_views() -> None:
    z = wengert.ones(2).cfloat()
    for _ in range(50):
        z = z.conj()
    links, base = 0, z._wg_data
    while (base := getattr(base, "base", None)) is not None:
        links += 1
    assert links < 10
