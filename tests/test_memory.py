"""Writes and views: memory, versions, bases and histories, by the same programs on wengert and on PyTorch."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.autograd import grad

LEAF = "a leaf Variable that requires grad is being used in an in-place operation"
VIEW_OF_LEAF = "a view of a leaf Variable that requires grad is being used in an in-place operation"
SEVERAL = "is a view and is being modified inplace. This view is the output of a function that returns multiple views"
NO_GRAD = "created in no_grad mode and is being modified inplace with grad mode enabled. Given that this use case is"
BEHIND = "and its base or another view of its base has been modified inplace"
SHARED = "more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor"
OVERLAP = (
    "some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone()"
)
CAST = "can't be cast to the desired output type"

Program = Callable[[Any], None]
PROGRAMS: list[Program] = []


def program(f: Program) -> Program:
    """A test that runs on wengert and, where PyTorch is installed, on PyTorch."""
    PROGRAMS.append(f)
    return f


def refused(m: Any, words: str, run: Callable[[], Any], *watched: Any) -> None:
    """Check that ``run`` raises with these words, and that modes and tools are as before."""
    before = [state(t) for t in watched]
    mode = m.is_grad_enabled()
    with pytest.raises(RuntimeError) as found:
        run()
    assert words in str(found.value)
    assert [state(t) for t in watched] == before
    assert m.is_grad_enabled() is mode


def state(t: Any) -> Any:
    grad = t.grad if t.is_leaf else None
    return t.detach().tolist(), t._version, t.requires_grad, t._is_view(), None if grad is None else grad.tolist()


def leaf(m: Any, *shape: int) -> Any:
    n = int(np.prod(shape))
    return (m.arange(n, dtype=m.float64).reshape(shape) + 1).requires_grad_()


# -- versions


@program
def every_write_counts_once(m: Any) -> None:
    x = m.ones(4)
    writes = [
        lambda: x.add_(1), lambda: x.mul_(2), lambda: x.zero_(), lambda: x.fill_(3), lambda: x.copy_(m.ones(4)),
        lambda: x.__setitem__(0, 1.0), lambda: x.__setitem__(slice(None), 1.0), lambda: x.__setitem__(x > 0, 2.0),
        lambda: x.__setitem__(m.tensor([0]), 2.0), lambda: x[1:].add_(1), lambda: x.view(2, 2).t().exp_(),
        lambda: x.clamp_(0, 1), lambda: x.div_(2, rounding_mode="floor"), lambda: x.masked_fill_(x > 0, 1),
        lambda: x.index_add_(0, m.tensor([0]), m.ones(1)), lambda: x.scatter_(0, m.tensor([0]), m.ones(1)),
        lambda: x.uniform_(), lambda: x.square_(), lambda: m.add(m.ones(4), 1, out=x), lambda: x.detach().add_(1),
        lambda: x.unsqueeze_(0), lambda: x.squeeze_(0), lambda: x.resize_(2), lambda: x.set_(m.zeros(4)),
        lambda: x.view(m.int32).zero_(),
    ]  # fmt: skip
    for n, write in enumerate(writes):
        assert x._version == n
        write()
    assert x._version == len(writes)


@program
def reading_counts_nothing(m: Any) -> None:
    x = leaf(m, 4)
    x.sum().backward()
    _ = x * 2, x[0], x.view(2, 2), x.detach(), x.data, x.clone(), x.tolist(), x.requires_grad_()
    assert x._version == 0
    assert (x * 1)._version == 0


@program
def aliases_count_together_but_data_counts_alone(m: Any) -> None:
    x = leaf(m, 4)
    y = x * 1
    d, e = y.detach(), y.data
    v = y[:2]
    d.zero_()
    assert (y._version, v._version, d._version, e._version) == (1, 1, 1, 0)
    e.fill_(7)
    assert (y._version, v._version, d._version, e._version) == (1, 1, 1, 1)
    assert y.tolist() == v.tolist() * 2 == [7, 7, 7, 7]
    assert not (d._is_view() or e._is_view() or d.requires_grad or e.requires_grad)
    assert d._base is None and e._base is None and d.is_leaf and e.is_leaf


@program
def a_view_of_other_bits_is_no_view_but_counts(m: Any) -> None:
    x = m.ones(2, 4)
    v = x.view(m.int32)
    assert not v._is_view() and v._base is None
    v.zero_()
    assert x.tolist() == [[0] * 4] * 2 and (x._version, v._version) == (1, 1)
    assert x.view(m.float64).shape == (2, 2) and x.view(m.int16).shape == (2, 8)
    assert x.view(m.complex64).dtype == m.complex64
    a = leaf(m, 2, 4)
    for dtype in (m.int64, m.float32, m.complex128, m.float64):
        y = a.view(dtype)
        assert not y.requires_grad and y.is_leaf and not y._is_view()
    a.view(m.int64).zero_()  # not part of the history, so allowed
    assert a._version == 1 and a.tolist() == [[0] * 4] * 2
    refused(m, "self.size(-1) must be divisible by 2 to view Float as Double", lambda: m.ones(3).view(m.float64))
    refused(m, "self.dim() cannot be 0 to view Float as Double", lambda: m.ones(()).view(m.float64))
    refused(m, "self.stride(-1) must be 1 to view Float as Double", lambda: m.ones(4, 2).t().view(m.float64))


# -- views, views of views


VIEWS: dict[str, Callable[[Any], Any]] = {
    "view": lambda x: x.view(6, 4), "reshape": lambda x: x.reshape(4, 6), "transpose": lambda x: x.transpose(0, 1),
    "permute": lambda x: x.permute(2, 0, 1), "T": lambda x: x[0].T, "mT": lambda x: x.mT, "H": lambda x: x[0].H,
    "expand": lambda x: x[:1].expand(5, 3, 4), "squeeze": lambda x: x[:1].squeeze(), "select": lambda x: x.select(0, 1),
    "unsqueeze": lambda x: x.unsqueeze(0), "flatten": lambda x: x.flatten(), "narrow": lambda x: x.narrow(1, 0, 2),
    "unflatten": lambda x: x.unflatten(2, (2, 2)), "diagonal": lambda x: x.diagonal(), "adjoint": lambda x: x.adjoint(),
    "unfold": lambda x: x.unfold(0, 1, 1), "as_strided": lambda x: x.as_strided((2, 2), (1, 1), 3),
    "movedim": lambda x: x.movedim(0, 1), "swapaxes": lambda x: x.swapaxes(0, 1), "view_as": lambda x: x.view_as(x),
    "index": lambda x: x[0, 1:, ::2], "new": lambda x: x[None], "all": lambda x: x[...], "ravel": lambda x: x.ravel(),
    "broadcast_to": lambda x: x.broadcast_to(2, 2, 3, 4), "unbind": lambda x: x.unbind()[0],
    "chunk": lambda x: x.chunk(2)[1], "split": lambda x: x.split(1)[0], "tensor_split": lambda x: x.tensor_split(2)[0],
    "hsplit": lambda x: x.hsplit(3)[2], "view of a view": lambda x: x[0].t()[1:].unsqueeze(0),
}  # fmt: skip
SAME = {"contiguous": lambda x: x.contiguous(), "to": lambda x: x.to(x.dtype), "real": lambda x: x.real,
        "conj": lambda x: x.conj(), "cpu": lambda x: x.cpu()}  # fmt: skip
COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda x: x.clone(), "flip": lambda x: x.flip(0), "list": lambda x: x[[0, 1]], "mask": lambda x: x[x > 0],
    "turned": lambda x: x.transpose(0, 1).contiguous(), "reshaped": lambda x: x.transpose(0, 1).reshape(6, 4),
}  # fmt: skip


@program
def views_share_memory_version_and_base(m: Any) -> None:
    for name, look in VIEWS.items():
        x = leaf(m, 2, 3, 4)
        y = x * 1
        v = look(y)
        assert v._is_view() and v._base is y and v.requires_grad and not v.is_leaf, name
        y.mul_(2)
        assert v._version == 1 and v.detach().tolist() == look(y.detach()).tolist(), name
    for name, same in SAME.items():
        assert same(x) is x, name
    for name, copy in COPIES.items():
        c = copy(x)
        assert not c._is_view() and c._base is None and c._version == 0, name


@program
def a_write_through_any_view_is_in_the_history(m: Any) -> None:
    for name, look in VIEWS.items():
        if name in ("expand", "broadcast_to", "as_strided") or "split" in name or name in ("unbind", "chunk"):
            continue
        x = leaf(m, 2, 3, 4)
        y = x * 1
        v = look(y)
        v.mul_(x.detach().sum())
        assert y.grad_fn is not None and v._base is y
        w = m.arange(24, dtype=m.float64).reshape(2, 3, 4)
        (y * w).sum().backward()
        mask = m.ones(2, 3, 4, dtype=m.float64)
        look(mask).fill_(300.0)
        assert x.grad.tolist() == (w * mask).tolist(), name


@program
def the_gradient_of_a_write_is_not_another_tensors(m: Any) -> None:
    x, w = leaf(m, 3), leaf(m, 3)
    v, y = w * 1, x * 1
    y[0].mul_(5)
    s = y + v  # sends the same gradient array to both, and to the first written tensor
    s.retain_grad()
    (s * s).sum().backward()
    assert s.grad.tolist() == w.grad.tolist() == [12, 8, 12] and x.grad.tolist() == [60, 8, 12]


@program
def complex_and_real_views_of_one_memory(m: Any) -> None:
    x = leaf(m, 3, 2)
    y = x * 1
    c = m.view_as_complex(y)
    c.mul_(2j)
    assert c._base is y and y.tolist() == [[-4, 2], [-8, 6], [-12, 10]]
    (m.view_as_real(c)[:, 0] * 3).sum().backward()
    assert x.grad.tolist() == [[0, -6]] * 3
    z = m.ones(2, dtype=m.complex128, requires_grad=True)
    y = z * 1
    y.real.mul_(3)
    y.imag.add_(y.real * 2)
    assert y.tolist() == [3 + 6j] * 2
    m.view_as_real(y).sum().backward()
    assert z.grad.tolist() == [9 + 1j] * 2
    refused(m, VIEW_OF_LEAF, lambda: m.view_as_complex(x).mul_(2), x)
    refused(m, "Tensor must have a last dimension of size 2", lambda: m.view_as_complex(m.ones(3)))


@program
def overlapping_windows_are_read_and_summed(m: Any) -> None:
    x = leaf(m, 5)
    for windows in (x.unfold(0, 3, 1), x.as_strided((3, 3), (1, 1))):
        assert windows.tolist() == [[1, 2, 3], [2, 3, 4], [3, 4, 5]]
        x.grad = None
        windows.sum().backward()
        assert x.grad.tolist() == [1, 2, 3, 2, 1]
    refused(m, "out of bounds for storage of size", lambda: m.ones(3).as_strided((4,), (1,)))
    refused(m, "Negative strides are not supported", lambda: m.ones(3).as_strided((2,), (-1,), 2))
    refused(m, "mismatch in length of strides and shape", lambda: m.ones(3).as_strided((2, 2), (1,)))


@program
def scatters_write_into_a_copy(m: Any) -> None:
    part = {
        "select_scatter": (lambda x, s: m.select_scatter(x, s, 0, 1), lambda x: x[1]),
        "slice_scatter": (lambda x, s: m.slice_scatter(x, s, 1, 0, 4, 2), lambda x: x[:, 0:4:2]),
        "diagonal_scatter": (lambda x, s: m.diagonal_scatter(x, s), lambda x: x.diagonal()),
    }
    for name, (scatter, look) in part.items():
        x = leaf(m, 2, 4)
        s = look(x.detach()).clone().mul_(10).requires_grad_()
        y = scatter(x, s)
        assert not y._is_view() and x._version == 0, name
        expected = x.detach().clone()
        look(expected).copy_(s.detach())
        assert y.tolist() == expected.tolist(), name
        assert y.grad_fn.name() == "".join(p.title() for p in name.split("_")) + "Backward0"
        y.sum().backward()
        mask = m.ones(2, 4, dtype=m.float64)
        look(mask).zero_()
        assert x.grad.tolist() == mask.tolist() and bool((s.grad == 1).all()), name
        words = "expected src to have a size equal to the slice of self"
        refused(m, words, lambda scatter=scatter, x=x: scatter(x, m.ones(7, dtype=m.float64)), x)


def test_as_strided_scatter_keeps_the_gradient_of_the_rest() -> None:
    """PyTorch 2.13 clears the gradient of the wrong elements."""
    x, s = leaf(wengert, 2, 3), leaf(wengert, 3)
    y = wengert.as_strided_scatter(x, s, (3,), (1,), 1)
    assert y.tolist() == [[1, 1, 2], [3, 5, 6]] and y.grad_fn.name() == "AsStridedScatterBackward0"
    y.sum().backward()
    assert x.grad.tolist() == [[1, 0, 0], [0, 1, 1]] and s.grad.tolist() == [1, 1, 1]
    with pytest.raises(RuntimeError, match="expected src to have a size equal to the slice of self"):
        wengert.as_strided_scatter(x, s, (2,), (1,), 1)


# -- forbidden writes


@program
def leaves_and_views_of_leaves(m: Any) -> None:
    x = leaf(m, 4)
    for write in (
        lambda t: t.add_(1), lambda t: t.zero_(), lambda t: t.copy_(m.ones(4)), lambda t: t.clamp_(0, 1),
        lambda t: t.__setitem__(0, 1.0), lambda t: t.__setitem__(m.tensor([0]), 1.0), lambda t: t.uniform_(),
        lambda t: t.t_(), lambda t: t.unsqueeze_(0), lambda t: t.squeeze_(), lambda t: t.as_strided_((2,), (1,)),
        lambda t: t.set_(m.zeros(4, dtype=m.float64)), lambda t: t.div_(2, rounding_mode="floor"),
    ):  # fmt: skip
        refused(m, "leaf Variable that requires grad is being used in an in-place operation", lambda w=write: w(x), x)
    for look in (lambda: x[0], lambda: x.view(2, 2).t(), lambda: x[:], lambda: x.view(2, 2)[0][1:]):
        refused(m, VIEW_OF_LEAF, lambda look=look: look().mul_(2), x)
    with m.no_grad():
        x.add_(1)
        x[0].mul_(0)
        x.unsqueeze_(0)
    assert x.is_leaf and x.requires_grad and x.tolist() == [[0, 3, 4, 5]]
    (x * x).sum().backward()
    assert x.grad.tolist() == [[0, 6, 8, 10]]


@program
def views_that_are_leaves_themselves(m: Any) -> None:
    b = m.zeros(4)
    v = b[:2]
    v.requires_grad_()
    assert v.is_leaf and v.requires_grad and not b.requires_grad and v._base is b
    refused(m, VIEW_OF_LEAF, lambda: v.add_(1), v, b)
    refused(m, VIEW_OF_LEAF, lambda: v[:1].add_(1), v, b)
    (v * 3).sum().backward()
    assert v.grad.tolist() == [3, 3] and b.grad is None
    b.add_(1)
    assert v.is_leaf and v.requires_grad and v.tolist() == [1, 1]
    b.add_(m.ones(4, requires_grad=True))  # now the base has a history, and so have its views
    assert v.requires_grad and not v.is_leaf


@program
def one_of_several_views(m: Any) -> None:
    y = leaf(m, 4) * 1
    for look in (
        lambda: y.chunk(2)[0], lambda: y.split(1)[3], lambda: y.unbind()[2], lambda: next(iter(y)),
        lambda: y.chunk(2)[0][1:], lambda: y.view(2, 2).unbind(1)[0][:1],
    ):  # fmt: skip
        refused(m, SEVERAL, lambda look=look: look().mul_(2), y)
    with m.no_grad():
        y.chunk(2)[0].mul_(2)
    assert y.tolist() == [2, 4, 3, 4]
    m.ones(4).chunk(2)[0].mul_(2)  # allowed: nothing is recorded
    a, b = y.chunk(2)
    y.mul_(2)
    assert a.tolist() == [4, 8]
    for use in (lambda: a * 2, lambda: a.grad_fn, lambda: a[0], lambda: y.mul_(a[0]), lambda: b.sum().backward()):
        refused(m, f"is a view {BEHIND}. This view is the output of a function", use, y)
    with m.no_grad():
        assert (a * 2).tolist() == [8, 16]
    assert a.detach().tolist() == [4, 8]


@program
def views_made_without_grad(m: Any) -> None:
    y = leaf(m, 4) * 1
    with m.no_grad():
        v = y[:2]
    refused(m, NO_GRAD, lambda: v.mul_(2), y)
    refused(m, NO_GRAD, lambda: v[:1].zero_(), y)
    with m.no_grad():
        v.mul_(2)
    assert y.tolist() == [2, 4, 3, 4]
    refused(m, f"A view was created in no_grad mode {BEHIND} with grad mode enabled", lambda: v * 2, y)
    b = m.zeros(4, dtype=m.float64)
    with m.no_grad():
        v = b[:2]
    v.add_(1)
    refused(m, NO_GRAD, lambda: v.add_(y[:2]), b, y)


@program
def memory_shared_among_elements(m: Any) -> None:
    for look in (  # views of a vector whose elements repeat
        lambda t: t.expand(3, 4), lambda t: t.as_strided((3, 4), (0, 1)), lambda t: t.broadcast_to(2, 4),
        lambda t: t.view(1, 4).expand(3, 4).t(),
    ):  # fmt: skip
        x = m.arange(4, dtype=m.float64)
        e = look(x)
        for write in (
            lambda e: e.add_(1), lambda e: e.copy_(m.ones(e.shape)), lambda e: e.clamp_(0, 1), lambda e: e.relu_(),
            lambda e: e.__setitem__(slice(None), m.ones(e.shape)), lambda e: e.cumsum_(0), lambda e: e.square_(),
            lambda e: m.add(m.ones(e.shape), 1, out=e), lambda e: e.uniform_(),
        ):  # fmt: skip
            refused(m, SHARED, lambda w=write, e=e: w(e), x)
        (e if e.shape[-1] == 4 else e.t())[0].add_(1)  # these elements share no memory
        e.fill_(9)
        assert x.tolist() == [9] * 4
        e.zero_()
        assert x.tolist() == [0] * 4
    x = m.arange(4, dtype=m.float64)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x.expand(3, 4).masked_fill_(m.eye(3, 4).bool(), 7)
        assert x.tolist() == [7, 7, 7, 3]
        x.expand(3, 4)[m.tensor([True, False, False])] = m.ones(4, dtype=m.float64)
    assert x.tolist() == [1] * 4


def test_a_fill_of_expanded_memory_has_a_gradient() -> None:
    """The gradient is zero where zeros were written. PyTorch writes it through the expanded view, and fails."""
    x = leaf(wengert, 4)
    y = x * 2
    y[:2].expand(3, 2).zero_()
    (y * y).sum().backward()
    assert x.grad.tolist() == [0, 0, 24, 32]
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        (x * 2).expand(3, 4).masked_fill_(wengert.ones(3, 4) > 0, 0)


@program
def a_part_of_the_target_among_the_arguments(m: Any) -> None:
    def x() -> Any:
        return m.arange(1, 7, dtype=m.float64)

    for write in (
        lambda t: t[1:].add_(t[:-1]), lambda t: t[:-1].mul_(t[1:]), lambda t: t[1:].copy_(t[:-1]),
        lambda t: t.__setitem__(slice(1, None), t[:-1]), lambda t: m.exp(t[1:], out=t[:-1]),
        lambda t: t.view(2, 3).add_(t.view(2, 3)[0]), lambda t: t[:4].view(2, 2).add_(t[:4].view(2, 2).t()),
        lambda t: t.index_add_(0, m.tensor([0]), t[:1]), lambda t: t.scatter_(0, m.tensor([1]), t),
        lambda t: t.__setitem__(m.tensor([1, 2]), t[:2]), lambda t: t[1:].lerp_(t[:-1], 0.5),
    ):  # fmt: skip
        t = x()
        refused(m, OVERLAP, lambda w=write, t=t: w(t), t)
    t = x()
    t.mul_(t)
    t[:3].add_(t[3:])
    t.fill_(t[1])
    t[1:] = t[1:] + t[:-1]
    assert t.tolist() == [29, 58, 58, 58, 58, 58]
    t.view(2, 3)[:, 0].mul_(t.view(2, 3)[0, :2])
    assert t[0].item() == 29 * 29


@program
def results_that_do_not_fit(m: Any) -> None:
    n, x, b, c = m.tensor([1, 2]), m.ones(2), m.tensor([True, False]), m.ones(2, dtype=m.complex64)
    refused(m, f"result type Float {CAST} Long", lambda: n.add_(1.5), n)
    refused(m, f"result type Float {CAST} Long", lambda: n.div_(2), n)
    refused(m, f"result type Long {CAST} Bool", lambda: b.add_(1), b)
    refused(m, f"result type ComplexFloat {CAST} Float", lambda: x.mul_(1j), x)
    refused(m, f"result type ComplexFloat {CAST} Float", lambda: m.add(c, 1, out=x), x, c)
    refused(m, "In-place abs is not supported for complex tensors", lambda: c.abs_(), m.view_as_real(c))
    for run in (lambda: x.add_(m.ones(3, 2)), lambda: m.ones(2, 1).mul_(m.ones(3)), lambda: x.clamp_(m.ones(3, 2))):
        refused(m, "doesn't match the broadcast shape", run, x)
    n.copy_(m.tensor([1.7, 2.7]))
    x.copy_(m.tensor([3, 4]))
    assert n.tolist() == [1, 2] and x.tolist() == [3, 4]


@program
def detaching_in_place(m: Any) -> None:
    x = leaf(m, 4)
    y = x * 1
    v = y[:2]
    refused(m, "Can't detach views in-place. Use detach() instead", v.detach_, v, y)
    v.mul_(2)
    y.detach_()
    assert y.is_leaf and not y.requires_grad and y._version == 1
    v.sum().backward()  # operations recorded before on the view stay
    assert x.grad.tolist() == [2, 2, 0, 0]
    y.add_(1)
    assert v.tolist() == [3, 5] and v._version == 2


# -- data, set_, resize_


@program
def data_is_replaced(m: Any) -> None:
    x = leaf(m, 2)
    x.data = m.zeros(3, dtype=m.float64)
    assert x.is_leaf and x.requires_grad and x.tolist() == [0, 0, 0] and x._version == 0
    (x + 2).sum().backward()
    assert x.grad.tolist() == [1, 1, 1]
    other = m.ones(3, dtype=m.float64)
    x.data = other
    other.add_(1)
    assert x.tolist() == [2, 2, 2] and (x._version, other._version) == (0, 1)
    words = "data set to a tensor that requires gradients must be floating point or complex dtype"
    refused(m, words, lambda: setattr(x, "data", m.zeros(2).int()), x)
    refused(m, "Deleting tensor data is not allowed", lambda: delattr(x, "data"), x)
    for value in (None, 3):
        with pytest.raises(TypeError):
            x.data = value
    n = m.zeros(2)
    n.data = m.tensor([1, 2])
    assert n.dtype == m.int64


@program
def data_of_views_and_bases_is_replaced(m: Any) -> None:
    b = m.arange(4, dtype=m.float64)
    v = b[:2]
    v.data = m.full((3,), 8.0, dtype=m.float64)
    assert v._is_view() and v._base is b
    v.add_(1)
    assert v.tolist() == [9, 9, 9] and b.tolist() == [0, 1, 2, 3] and b._version == v._version == 1
    b, w = m.arange(4, dtype=m.float64), None
    w = b[:2]
    b.data = m.ones(4, dtype=m.float64)
    assert w.tolist() == [0, 1] and w._base is b
    y = leaf(m, 2) * 3
    y.data = m.zeros(2, dtype=m.float64)
    assert y.grad_fn.name() == "MulBackward0" and y.tolist() == [0, 0]


def test_data_replaced_does_not_change_what_was_saved() -> None:
    """PyTorch unpacks a saved leaf with its present values, which the forward pass did not use."""
    x = leaf(wengert, 2)
    y = x * x
    x.data = wengert.zeros(2, dtype=wengert.float64)
    y.sum().backward()
    assert x.grad.tolist() == [2, 4]


def test_a_leaf_whose_gradient_has_another_shape() -> None:
    x = leaf(wengert, 2)
    x.grad = wengert.ones(2, dtype=wengert.float64)
    x.data = wengert.ones(3, dtype=wengert.float64)
    words = r"The size of tensor a \(2\) must match the size of tensor b \(3\)"
    with pytest.raises(RuntimeError, match=words):
        (x * 2).sum().backward()
    assert x.grad.tolist() == [1, 1]


@program
def a_leaf_that_was_told_to_stop_takes_nothing(m: Any) -> None:
    x = leaf(m, 2)
    y = (x * 3).sum()
    x.requires_grad_(False)
    y.backward(retain_graph=True)
    assert x.grad is None and not x.requires_grad
    x.requires_grad_()
    y.backward()
    assert x.grad.tolist() == [3, 3]
    words = "you can only change requires_grad flags of leaf variables."
    refused(m, words, lambda: (x * 1).requires_grad_(False), x)
    refused(m, words, lambda: x[0].requires_grad_(False), x)
    refused(m, "only Tensors of floating point", lambda: m.tensor([1])[0].requires_grad_())


@program
def memory_is_set(m: Any) -> None:
    x, y = m.arange(6.0), m.ones(2, 3)
    assert x.set_(y) is x
    x[0, 0] = 7
    assert y[0, 0].item() == 7 and x.shape == (2, 3)
    assert (x._version, y._version) == (2, 0)
    assert x.set_(m.arange(6.0), 1, (2, 2), (2, 1)).tolist() == [[1, 2], [3, 4]]
    assert x.set_(m.arange(6.0), 2, (3,)).tolist() == [2, 3, 4]
    assert x.set_().shape == (0,)
    v = m.zeros(4)[:2]
    v.set_(m.ones(3))
    assert v.tolist() == [1, 1, 1]
    g, z = leaf(m, 2), m.zeros(2, dtype=m.float64)
    refused(m, "leaf Variable that requires grad is being used", lambda: g.set_(z), g)
    refused(m, "Could not set tensor of type", lambda: m.zeros(2).set_(m.zeros(2).int()))
    with m.no_grad():
        g.set_(m.zeros(3, dtype=m.float64))
    assert g.is_leaf and g.requires_grad and g.shape == (3,)
    with pytest.raises(TypeError, match=r"set_\(\) received an invalid combination of arguments"):
        m.ones(2).set_(3)


@program
def sizes_change_in_place(m: Any) -> None:
    x = m.arange(6.0)
    assert x.resize_(2, 2) is x and x.tolist() == [[0, 1], [2, 3]]
    assert x.resize_((3,)).tolist() == [0, 1, 2]
    assert x.resize_(6).tolist() == [0, 1, 2, 3, 4, 5]  # the memory was kept
    assert x.resize_as_(m.ones(2, 1)).tolist() == [[0], [1]]
    assert x._version == 4
    big = x.resize_(3, 3)
    assert big.shape == (3, 3) and big.flatten()[:6].tolist() == [0, 1, 2, 3, 4, 5]
    b = m.arange(6.0)
    v = b[1:3]
    assert v.resize_(4).tolist() == [1, 2, 3, 4] and v._is_view() and v._base is b and b._version == 1
    v.zero_()
    assert b.tolist() == [0, 0, 0, 0, 0, 5]
    g = leaf(m, 2)
    for run in (lambda: g.resize_(1), lambda: g.resize_(2), lambda: g.resize_as_(b), lambda: (g * 1).resize_(3)):
        refused(m, "cannot resize variables that require grad", run, g)
    with pytest.raises(TypeError, match=r"resize_as_\(\): argument 'the_template' \(position 1\) must be Tensor, not"):
        b.resize_as_(3)


MOVES: dict[str, Callable[[Any], Any]] = {
    "resize_": lambda x: x.resize_(8),
    "set_": lambda x: x.set_(wengert.zeros(8)),
}


@pytest.mark.parametrize("move", MOVES)
def test_views_do_not_follow_a_tensor_to_other_memory(move: str) -> None:
    """Values and history of all that showed the old memory stay together; the tensor has neither any more."""
    x, w = wengert.zeros(3), wengert.tensor([2.0, 3.0], requires_grad=True)
    v, u = x[1:], x[:2]
    MOVES[move](x)
    x[1:3].copy_(w)
    assert v.tolist() == [0, 0] and not v.requires_grad and not u.requires_grad
    v.copy_(w * 3)
    assert u.tolist() == [0, 6] and u._base is v._base and v._base is not x and x.tolist()[:3] == [0, 2, 3]
    assert grad(u.sum(), w, retain_graph=True)[0].tolist() == [3, 0]
    assert grad((v * x[1:3]).sum(), w)[0].tolist() == [2 * 2 * 3, 2 * 3 * 3]


@pytest.mark.parametrize("move", MOVES)
def test_a_view_that_moves_to_other_memory_is_none(move: str) -> None:
    b, w = wengert.zeros(4), wengert.tensor([2.0, 3.0], requires_grad=True)
    v = b[1:3]
    MOVES[move](v)
    v[:2].copy_(w)
    assert b.tolist() == [0] * 4 and not b.requires_grad and not v._is_view()
    b[:2].copy_(w)
    assert grad(v.sum() + b.sum() * 2, w)[0].tolist() == [3, 3]


def test_inside_vmap_views_do_not_follow_either() -> None:
    def f(w: Any) -> Any:
        x = wengert.zeros(3)
        v = x[1:]
        x.resize_(5)
        v.copy_(w)
        x[1:3].add_(w * 2)
        return v.sum() + x.sum()

    assert wengert.vmap(wengert.func.grad(f))(wengert.ones(3, 2)).tolist() == [[3, 3]] * 3


# -- another shape in place


TURNS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "t_": (lambda x: x.t_(), lambda x: x.t()),
    "transpose_": (lambda x: x.transpose_(0, -1), lambda x: x.transpose(0, -1)),
    "swapaxes_": (lambda x: x.swapaxes_(0, 1), lambda x: x.swapaxes(0, 1)),
    "swapdims_": (lambda x: x.swapdims_(0, 1), lambda x: x.swapdims(0, 1)),
    "unsqueeze_": (lambda x: x.unsqueeze_(1), lambda x: x.unsqueeze(1)),
    "squeeze_": (lambda x: x.squeeze_(), lambda x: x.squeeze()),
    "squeeze_ one": (lambda x: x.squeeze_(0), lambda x: x.squeeze(0)),
    "squeeze_ some": (lambda x: x.squeeze_((0, 1)), lambda x: x.squeeze((0, 1))),
    "as_strided_": (lambda x: x.as_strided_((2,), (1,)), lambda x: x.as_strided((2,), (1,))),
}


@program
def tensors_take_another_shape(m: Any) -> None:
    for name, (turn, look) in TURNS.items():
        x = leaf(m, 1, 3)
        y, z = x * 2, x * 2
        expected = look(z)
        expected.mul_(m.arange(2, 2 + expected.numel(), dtype=m.float64).reshape(expected.shape))
        assert turn(y) is y and y._version == 1 and not y._is_view(), name
        assert y.tolist() == look(x.detach() * 2).tolist() and not y.is_leaf, name
        y.mul_(m.arange(2, 2 + y.numel(), dtype=m.float64).reshape(y.shape))
        (y * y).sum().backward()
        found, x.grad = x.grad, None
        (expected * expected).sum().backward()
        assert found.tolist() == x.grad.tolist(), name
        p = turn(m.ones(1, 3))
        assert p.is_leaf and not p.requires_grad and p._version == 1 and p._base is None
        several = (x * 1).view(3, 1).chunk(3)[0]
        refused(m, SEVERAL, lambda turn=turn, several=several: turn(several), x)
    refused(m, "expects a tensor with <= 2 dimensions, but self is 3D", lambda: m.ones(2, 2, 2).t_())


@program
def views_take_another_shape(m: Any) -> None:
    for name, (turn, look) in TURNS.items():
        x = leaf(m, 2, 3)
        y = x * 1
        v = y[:1]
        assert turn(v) is v and v._base is y and v._is_view(), name
        assert v.tolist() == look(x.detach()[:1]).tolist() and (y._version, v._version) == (1, 1), name
        v.mul_(5)
        mask = m.ones(2, 3, dtype=m.float64)
        look(mask[:1]).fill_(5)
        assert y.tolist() == (x.detach() * mask).tolist(), name
        y.sum().backward()
        assert x.grad.tolist() == mask.tolist(), name


# -- requires_grad_, hooks and retained gradients of written tensors


@program
def hooks_stay_with_the_value_and_retained_gradients_move(m: Any) -> None:
    seen: list[Any] = []
    x = leaf(m, 3)
    y = x * 2
    y.register_hook(lambda g: seen.append(("old", g.tolist())))
    y.retain_grad()
    y.mul_(3)
    assert y.retains_grad
    y.register_hook(lambda g: seen.append(("new", g.tolist())))
    y.sum().backward()
    assert seen == [("new", [1, 1, 1]), ("old", [3, 3, 3])]
    assert y.grad.tolist() == [1, 1, 1] and x.grad.tolist() == [6, 6, 6]


@program
def hooks_and_retained_gradients_of_views(m: Any) -> None:
    seen: list[Any] = []
    x = leaf(m, 3)
    y = x * 2
    v, w = y[:2], y[1:]
    v.retain_grad()
    v.register_hook(lambda g: seen.append(g.tolist()))
    w.mul_(2)
    assert v.retains_grad
    (v.sum() + y.sum()).backward()
    assert seen == [] and v.grad.tolist() == [1, 1] and x.grad.tolist() == [4, 8, 4]


@program
def composites_keep_their_nodes(m: Any) -> None:
    for name, write in {
        "ClampBackward1": lambda y: y.clamp_(0, 9), "DivBackward2": lambda y: y.div_(2, rounding_mode="floor"),
        "PowBackward0": lambda y: y.square_(), "NanToNumBackward0": lambda y: y.nan_to_num_(),
        "ZeroBackward0": lambda y: y.zero_(),
    }.items():  # fmt: skip
        x = leaf(m, 3)
        y = x * 1
        y.retain_grad()
        write(y)
        assert y.grad_fn.name() == name and y._version == 1 and y.retains_grad
        assert y.grad_fn.next_functions[0][0].name() == "MulBackward0"
        y.sum().backward()
        assert x.grad is not None and y.grad.tolist() == [1, 1, 1]


@pytest.mark.parametrize("run", PROGRAMS, ids=lambda f: f.__name__)
def test_program(run: Program) -> None:
    run(wengert)


@pytest.mark.oracle
@pytest.mark.parametrize("run", PROGRAMS, ids=lambda f: f.__name__)
def test_program_on_torch(run: Program) -> None:
    run(pytest.importorskip("torch"))
