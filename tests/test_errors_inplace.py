"""Errors about writes and lost history name two lines, with anomaly mode off: where it began and where it broke."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import wengert
from wengert.autograd import Function, grad
from wengert.func import vmap


def leaf(*shape: int) -> Any:
    return wengert.ones(shape, requires_grad=True)


# -- a saved value was overwritten


class Kept(Function):
    """Keeps an input for backward."""

    @staticmethod
    def forward(ctx: Any, x: Any, z: Any) -> Any:
        ctx.save_for_backward(z)
        return x * z

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (z,) = ctx.saved_tensors
        return g * z, None


class KeptResult(Function):
    """Keeps its result for backward."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        out = x.exp()
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (out,) = ctx.saved_tensors
        return g * out


class Doubled(Function):
    """Writes its input."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 2


SAVES: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "input": ("MulBackward0", lambda x, z: x * z),  # saved here
    "view": ("MulBackward0", lambda x, z: x[0] * z[1:][0]),  # saved here
    "product": ("MmBackward0", lambda x, z: x @ z),  # saved here
    "composite": ("", lambda x, z: wengert.nn.functional.linear(x, z)),  # saved here
    "in place": ("MulBackward0", lambda x, z: x.clone().mul_(z)),  # saved here
    "through a view": ("CopySlices", lambda x, z: x.clone()[0].mul_(z[1])),  # saved here
    "in-place composite": ("MmBackward0", lambda x, z: x.clone().addmm_(x, z)),  # saved here
    "Function": ("KeptBackward", lambda x, z: Kept.apply(x, z)),  # saved here
}


WRITES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "operation": ("add_", lambda z: z.add_(1)),  # written here
    "operator": ("add_", lambda z: z.__iadd__(1)),  # written here
    "zero_": ("zero_", lambda z: z.zero_()),  # written here
    "copy_": ("copy_", lambda z: z.copy_(wengert.ones(2, 2))),  # written here
    "view": ("mul_", lambda z: z.t()[1:].mul_(2)),  # written here
    "detached": ("mul_", lambda z: z.detach()[0].mul_(2)),  # written here
    "one of several": ("mul_", lambda z: z.detach().unbind()[0].mul_(2)),  # written here
    "item": ("copy_", lambda z: z.__setitem__(0, 5.0)),  # written here
    "items": ("index_put_", lambda z: z.__setitem__(wengert.tensor([0]), 5.0)),  # written here
    "mask": ("index_put_", lambda z: z.__setitem__(z > 0, 5.0)),  # written here
    "out": ("add", lambda z: wengert.add(wengert.ones(2, 2), 1, out=z)),  # written here
    "out of a composite": ("matmul", lambda z: wengert.matmul(z, z.clone(), out=z)),  # written here
    "composite": ("clamp_", lambda z: z.clamp_(0, 0.5)),  # written here
    "rounded": ("div_", lambda z: z.div_(2, rounding_mode="floor")),  # written here
    "square_": ("square_", lambda z: z.square_()),  # written here
    "random": ("uniform_", lambda z: z.uniform_()),  # written here
    "scatter_": ("scatter_", lambda z: z.scatter_(0, wengert.tensor([[0, 0]]), wengert.ones(1, 2))),  # written here
    "index_add_": ("index_add_", lambda z: z.index_add_(0, wengert.tensor([0]), wengert.ones(1, 2))),  # written here
    "shape": ("unsqueeze_", lambda z: z.unsqueeze_(0)),  # written here
    "resize_": ("resize_", lambda z: z.resize_(3)),  # written here
    "other bits": ("zero_", lambda z: z.view(wengert.int32).zero_()),  # written here
    "Function": ("Doubled", lambda z: Doubled.apply(z)),  # written here
}


def two_lines(error: BaseException, saved_by: str, written_by: str) -> None:
    """Check that a message names both operations and both lines."""
    place = r"at \S+test_errors_inplace\.py:\d+ in \S+: `(.*)`\n"
    found = re.search(rf"\n  saved by (\w+) {place}  overwritten by (\w+) {place}", str(error))
    assert found is not None, str(error)
    assert "# saved here" in found[2] and "# written here" in found[4]
    assert found[1].startswith(saved_by) and found[3] == written_by


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("save", SAVES)
def test_overwritten(save: str, write: str) -> None:
    x, z = leaf(2, 2), wengert.ones(2, 2)
    y = SAVES[save][1](x, z)
    before = wengert.is_grad_enabled()
    WRITES[write][1](z)
    with pytest.raises(RuntimeError, match="modified by an inplace operation") as found:
        y.sum().backward()
    two_lines(found.value, SAVES[save][0], WRITES[write][0])
    assert x.grad is None and wengert.is_grad_enabled() is before


def test_a_result_overwritten() -> None:
    for save in (lambda x: x.exp(), lambda x: x.softmax(0), lambda x: KeptResult.apply(x)):  # saved here
        x = leaf(2, 2)
        y = save(x)
        total = y.sum()
        y[0] += 1  # written here
        with pytest.raises(
            RuntimeError, match=r"which is output 0 of \w+, is at version [12]; expected version 0"
        ) as e:
            total.backward()
        two_lines(e.value, "", "copy_" if y._version == 2 else "add_")


def test_overwritten_by_a_recorded_write() -> None:
    x = leaf(2)
    z = x * 1
    y = (z * z).sum()  # saved here
    z.mul_(x)  # written here
    with pytest.raises(RuntimeError) as found:
        y.backward()
    two_lines(found.value, "MulBackward0", "mul_")


def test_overwritten_before_a_second_derivative() -> None:
    x = leaf(2)
    (g,) = grad(x.sin().sum(), x, create_graph=True)  # saved here
    with wengert.no_grad():
        x.zero_()  # written here
    with pytest.raises(RuntimeError) as found:
        g.sum().backward()
    two_lines(found.value, "CosBackward0", "zero_")


def test_overwritten_under_vmap() -> None:
    x, z = leaf(3, 2), wengert.ones(3, 2)
    y = vmap(lambda a, b: a * b)(x, z)  # saved here
    z.zero_()  # written here
    with pytest.raises(RuntimeError) as found:
        y.sum().backward()
    two_lines(found.value, "MulBackward0", "zero_")


def test_the_last_of_several_writes_is_named() -> None:
    x, z = leaf(2), wengert.ones(2)
    y = x * z  # saved here
    z.add_(1)
    z.sub_(1)  # written here
    with pytest.raises(RuntimeError, match="is at version 2; expected version 0") as found:
        y.sum().backward()
    two_lines(found.value, "MulBackward0", "sub_")


def test_what_is_saved_can_be_asked_for_only_unchanged() -> None:
    x, z = leaf(2), wengert.ones(2)
    y = x * z  # saved here
    assert y.grad_fn._saved_other is not None
    z.zero_()  # written here
    with pytest.raises(RuntimeError) as found:
        _ = y.grad_fn._saved_other
    two_lines(found.value, "MulBackward0", "zero_")


def test_writes_through_data_are_not_counted() -> None:
    x, z = leaf(2), wengert.ones(2)
    y = x * z
    z.data.mul_(3)
    y.sum().backward()
    assert x.grad.tolist() == [3, 3]


# -- a graph that was used up


@pytest.mark.parametrize("walk", ["backward", "grad", "Function", "through a view"])
def test_used_up(walk: str) -> None:
    x = leaf(2)
    if walk == "Function":
        y = Kept.apply(x, x)  # recorded here
    elif walk == "through a view":
        y = x * 1
        y[0].mul_(x[1])  # recorded here
    else:
        y = x.exp()  # recorded here
    if walk == "grad":
        grad(y.sum(), x)  # freed here
    else:
        y.sum().backward()  # freed here
    before = numbers(x.grad)
    with pytest.raises(RuntimeError, match="^Trying to backward through the graph a second time") as found:
        y.sum().backward()
    places = re.findall(r"`(.*)`", str(found.value))
    assert [p.rpartition("# ")[2] for p in places] == ["recorded here", "freed here"], str(found.value)
    if walk in ("backward", "grad"):
        assert numbers(x.grad) == before


def numbers(t: Any) -> Any:
    return None if t is None else t.tolist()


def test_saved_values_of_a_used_up_node() -> None:
    x = leaf(2)
    y = x.exp()  # recorded here
    y.sum().backward()  # freed here
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time") as found:
        _ = y.grad_fn._saved_result
    assert [p.rpartition("# ")[2] for p in re.findall(r"`(.*)`", str(found.value))] == ["recorded here", "freed here"]


# -- a history that was lost


LOSSES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "detach": ("detach()", lambda x: x.detach()),  # lost here
    "detach_": ("detach_()", lambda x: (x * 1).detach_()),  # lost here
    "data": (".data", lambda x: x.data),  # lost here
    "data of a view": (".data", lambda x: x[:1].data),  # lost here
    "cast": ("to gives int64", lambda x: x.long().float()),  # lost here
    "comparison": ("gt gives bool", lambda x: (x > 0).float()),  # lost here
    "argmax": ("argmax gives int64", lambda x: x.argmax().float()),  # lost here
    "rounding": ("not differentiable", lambda x: wengert.heaviside(x, wengert.ones(2))),  # lost here
    "other bits": ("not differentiable", lambda x: x.view(wengert.float64)),  # lost here
    "view of a detached": ("detach()", lambda x: x.detach()[0] * 2),  # lost here
    "result of several": ("sort", lambda x: x.sort()[1].float()),  # lost here
}


@pytest.mark.parametrize("how", LOSSES)
def test_lost(how: str) -> None:
    x = leaf(2)
    y = LOSSES[how][1](x)
    lost(y, LOSSES[how][0])
    lost((y * 3 + 1).exp(), LOSSES[how][0])
    z = wengert.zeros(2)
    z.copy_(y if y.dtype == wengert.float32 else y.float())
    lost(z, LOSSES[how][0])
    z = wengert.zeros(2)
    z[:] = y
    lost(z[0], LOSSES[how][0])


def lost(y: Any, cause: str) -> None:
    with pytest.raises(RuntimeError, match="^element 0 of tensors does not require grad") as found:
        y.sum().backward()
    line = str(found.value).partition("\n  history was lost: ")[2]
    assert line.startswith(cause) or cause in line.partition(" at ")[0], str(found.value)
    assert "# lost here" in line


def test_lost_without_grad_mode() -> None:
    x = leaf(2)
    written, made = wengert.zeros(2), wengert.zeros(2)
    with wengert.no_grad():
        y = x * 2  # lost here
        written.add_(x)  # lost here
        wengert.add(x, 1, out=made)  # lost here
        clamped = wengert.zeros(2).copy_(x).clamp_(0, 1)  # lost here
    lost(y, "mul under no_grad()")
    lost(written, "add_ under no_grad()")
    lost(made, "add under no_grad()")
    lost(clamped, "copy_ under no_grad()")


# -- a view that may not be written, or followed


def sites(error: BaseException) -> list[str]:
    return [p.rpartition("# ")[2] for p in re.findall(r"`(.*?)`", str(error))]


@pytest.mark.parametrize("how", ["several", "no_grad"])
def test_forbidden_views(how: str) -> None:
    y = leaf(4) * 1
    if how == "several":
        v = y.chunk(2)[0]  # view
    else:
        with wengert.no_grad():
            v = y[:2]  # view
    before = y.tolist(), y._version, y.grad_fn
    with pytest.raises(RuntimeError, match="is being modified inplace") as found:
        v.exp_()
    assert sites(found.value) == ["view"] and "(exp_; " in str(found.value)
    assert (y.tolist(), y._version, y.grad_fn) == before
    y.mul_(2)  # write
    for use in (lambda: v * 2, lambda: v.grad_fn, lambda: y.add_(v.sum()), lambda: v.register_hook(print)):
        with pytest.raises(RuntimeError, match="its base or another view of its base has been modified") as found:
            use()
        assert sites(found.value) == ["write", "view"] and "(written by mul_ at " in str(found.value)
        assert y._version == 1
    assert v.requires_grad and "2., 2.], grad_fn=<Invalid>" in repr(v) and v.detach().tolist() == [2, 2]


def test_nothing_is_drawn_for_what_may_not_be_written() -> None:
    x = leaf(3)
    before = wengert.get_rng_state().tolist()
    for draw in (lambda: x.uniform_(), lambda: x[:1].normal_(), lambda: wengert.zeros(1).expand(3).bernoulli_()):
        with pytest.raises(RuntimeError):
            draw()
    assert wengert.get_rng_state().tolist() == before


def test_read_only_memory() -> None:
    import numpy as np

    a = np.ones(2)
    a.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        x = wengert.from_numpy(a)
    with pytest.raises(RuntimeError, match="read-only NumPy array, which may not be written"):
        x.add_(1)
    assert x._version == 0 and a.tolist() == [1, 1]


def test_what_a_write_is_called() -> None:
    x = wengert.ones(2, 3)
    for run, name in (
        (lambda: x.copy_(wengert.ones(4, 2, 3)), "copy_"),
        (lambda: x.clamp_(wengert.ones(4, 2, 3)), "clamp_"),
        (lambda: x.add_(wengert.ones(4, 2, 3)), "add_"),
    ):
        with pytest.raises(RuntimeError, match=rf"\({name} writes into its first argument"):
            run()
    y = leaf(2)
    for run, name in (
        (lambda: y.copy_(y), "copy_"),
        (lambda: y.zero_(), "zero_"),
        (lambda: y.clamp_(0, 1), "clamp_"),
        (lambda: y.index_put_((wengert.tensor([0]),), wengert.ones(1)), "index_put_"),
        (lambda: y.scatter_add_(0, wengert.tensor([0]), wengert.ones(1)), "scatter_add_"),
        (lambda: y.t_(), "t_"),
    ):
        with pytest.raises(RuntimeError, match=rf"in-place operation\. \({name}: "):
            run()
