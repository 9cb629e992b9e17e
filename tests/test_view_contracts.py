"""Contracts of views, writes, hooks and modes, on both libraries: each program must do the same on PyTorch."""

from __future__ import annotations

from typing import Any

import pytest

import wengert
from tests import facts, laws
from tests.calls import PUBLIC
from tests.facts import bases
from wengert._core.declare.families import SIGNATURES
from wengert._core.dispatch.registry import COMPOSITES


def leaf(lib: Any, *values: complex, dtype: str = "float64") -> Any:
    return lib.tensor(values, dtype=getattr(lib, dtype), requires_grad=True)


def duals(lib: Any) -> Any:
    return lib.autograd.forward_ad


# -- views of memory that other elements show, too

PARTS = {  # parts of windows of four numbers, and the places that each shows
    "a row of repeats": (lambda b: b.as_strided((2, 2), (0, 1), 0)[0], (0, 1)),
    "the second row of repeats": (lambda b: b.as_strided((2, 3), (0, 1), 1)[1], (1, 2, 3)),
    "a window": (lambda b: b.as_strided((3, 2), (1, 1), 0)[1], (1, 2)),
    "the starts of windows": (lambda b: b.as_strided((3, 2), (1, 1), 0)[:, 0], (0, 1, 2)),
    "the ends of windows": (lambda b: b.as_strided((3, 2), (1, 1)).t()[1], (1, 2, 3)),
    "one element": (lambda b: b.as_strided((2, 2, 2), (1, 1, 1))[1, 0, 1], (2,)),
    "a window of a view": (lambda b: b[1:].as_strided((2, 2), (1, 1), 1)[1], (2, 3)),
    "a row of an expansion": (lambda b: b.expand(3, 4)[2], (0, 1, 2, 3)),
    "an unfolded window": (lambda b: b.unfold(0, 2, 1)[2], (2, 3)),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_write_through_a_part_of_an_overlapping_view(lib: Any, name: str) -> None:
    part, places = PARTS[name]
    x = leaf(lib, 1.0, 2.0, 3.0, 4.0)
    weights = lib.tensor([1.0, 10.0, 100.0, 1000.0], dtype=lib.float64)
    b = x * 1
    v = part(b)
    v.mul_(-2)
    factors = [-2 if i in places else 1 for i in range(4)]
    assert b.tolist() == [f * (i + 1) for i, f in enumerate(factors)]
    (b * weights).sum().backward()
    assert x.grad.tolist() == [f * 10**i for i, f in enumerate(factors)]
    assert v.tolist() == [-2 * (i + 1) for i in places] or v.ndim == 0


@pytest.mark.parametrize("name", PARTS)
def test_a_write_through_a_part_of_an_overlapping_view_moves_its_tangent(lib: Any, name: str) -> None:
    part, places = PARTS[name]
    with duals(lib).dual_level():
        tangent = lib.tensor([1.0, 10.0, 100.0, 1000.0])
        b = duals(lib).make_dual(lib.ones(4), tangent).clone()
        part(b).mul_(-2)
        factors = [-2 if i in places else 1 for i in range(4)]
        assert duals(lib).unpack_dual(b).tangent.tolist() == [f * 10**i for i, f in enumerate(factors)]


def test_a_part_of_an_overlapping_view_under_vmap() -> None:
    def f(x: Any) -> Any:
        b = x.clone()
        b.as_strided((2, 2), (0, 1), 0)[0].mul_(-2)
        return b.sum()

    x = wengert.ones(3, 4)
    assert wengert.func.vmap(wengert.func.grad(f))(x).tolist() == [[-2, -2, 1, 1]] * 3


def test_as_strided_scatter_stays_in_its_memory(lib: Any) -> None:
    for size, stride, offset in (((3,), (2,), 0), ((2,), (1,), 3), ((2,), (1,), -1)):
        with pytest.raises(RuntimeError, match="torage"):
            lib.as_strided_scatter(lib.zeros(4), lib.ones(size), size, stride, offset)
    assert lib.as_strided_scatter(lib.zeros(4)[:2], lib.ones(2), (2,), (1,), 2).tolist() == [0, 0]


# -- chains of views


@pytest.mark.parametrize("through", ["", "real", "complex"])
def test_long_chains_of_views_are_replayed_in_few_steps(through: str) -> None:
    """Each write brings the view that it went through up to date, which must not take longer the longer its chain is.

    A step that strides cannot express stays a step of its own.
    """
    x = leaf(wengert, *[float(i) for i in range(8)])
    b = x * 1
    v = wengert.view_as_real(wengert.view_as_complex(b.view(4, 2))).view(8) if through == "complex" else b
    if through == "real":
        v = wengert.view_as_complex(b.view(4, 2)).real
    places = list(range(8)) if through != "real" else [0, 2, 4, 6]
    factors = [1.0] * 8
    for i in range(60):
        n = len(places)
        v = v.view(2, -1).t().transpose(0, 1).reshape(-1) if n % 2 == 0 else v[None][0]
        if i % 20 == 19 and n > 2:
            v, places = v[1:], places[1:]
        v.mul_(0.5)
        factors = [f * 0.5 if k in places else f for k, f in enumerate(factors)]
        assert len(v._wg_view.chain) <= 20
    assert b.tolist() == [f * k for k, f in enumerate(factors)]
    (b.sum() + v.sum()).backward()
    expected = [f * (1 + (k in places)) for k, f in enumerate(factors)]
    assert x.grad.tolist() == expected
    assert v.grad_fn is not None and v._base is b


def test_long_chains_of_batched_views_are_replayed_in_few_steps() -> None:
    longest = 0

    def f(x: Any) -> Any:
        nonlocal longest
        v = y = x * 1
        for i in range(60):
            v = v.view(2, 2).t().t().view(4)
            v[i % 4].mul_(2)
            longest = max(longest, len(v._wg_view.chain))
        v[1:3].mul_(x[:2])
        return y

    x = wengert.arange(24.0).view(2, 3, 4)
    expected = x.clone() * 2.0**15
    expected[..., 1:3] *= x[..., :2]
    assert wengert.equal(wengert.vmap(wengert.vmap(f))(x), expected)
    g = wengert.func.grad(lambda x: wengert.vmap(f)(x).sum())(x[0])
    by_example = wengert.stack([wengert.func.grad(lambda x: f(x).sum())(row) for row in x[0]])
    assert wengert.equal(g, by_example)
    assert longest <= 20


def test_long_chains_of_views_move_tangents() -> None:
    with wengert.autograd.forward_ad.dual_level():
        b = wengert.autograd.forward_ad.make_dual(wengert.ones(4), wengert.arange(4.0)).clone()
        v = b
        for _ in range(40):
            v = v.view(2, 2).view(4)
            v.mul_(0.5)
        v = v[1:]
        v.mul_(2)
        factors = wengert.tensor([1.0, 2, 2, 2]) * 0.5**40
        tangent = wengert.autograd.forward_ad.unpack_dual(b).tangent
        assert wengert.allclose(tangent, wengert.arange(4.0) * factors)


# -- what counts as a write


def test_a_view_written_onto_itself(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    v = x[:1]
    with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
        v.copy_(v)
    with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
        x[0] = x[0]
    y = x * 1
    w = y[:1]
    w.copy_(w)
    y[0] = y[0]
    y[:1] += 1
    assert y._version == 4
    y.sum().backward()
    assert x.grad.tolist() == [1, 1]


def test_a_value_saved_before_its_view_was_written_onto_itself(lib: Any) -> None:
    y = leaf(lib, 1.0, 2.0).exp()
    v = y[:1]
    v.copy_(v)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_resizing_to_the_same_sizes_is_no_write(lib: Any) -> None:
    x = lib.ones(2, 3)
    x.resize_(2, 3).resize_as_(lib.zeros(2, 3))
    assert x._version == 0
    assert x.resize_(3, 2)._version == 1
    with pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
        leaf(lib, 1.0).resize_(1)


def test_real_and_imaginary_parts_can_be_set(lib: Any) -> None:
    z = lib.ones(2, dtype=lib.complex128)
    z.real = lib.tensor([2.0, 3.0], dtype=lib.float64)
    z.imag = 5
    assert z.tolist() == [2 + 5j, 3 + 5j] and z._version == 2
    x, r = leaf(lib, 1.0, dtype="complex128"), leaf(lib, 3.0)
    y = x * 1
    y.real = r
    (y * y.conj()).real.sum().backward()
    assert (x.grad.item(), r.grad.item()) == (0, 6)
    x = lib.ones(1)
    x.real = lib.tensor([4.0])
    assert x.tolist() == [4]
    with pytest.raises(RuntimeError, match="imag is not implemented for tensors with non-complex dtypes"):
        x.imag = 1
    with pytest.raises(RuntimeError, match="a view of a leaf Variable"):
        leaf(lib, 1.0, dtype="complex128").real = 1


def test_the_layout_of_data_stays(lib: Any) -> None:
    x, s = lib.ones(2, 2), lib.ones(2, 2).to_sparse()
    with pytest.raises(RuntimeError, match="incompatible tensor type"):
        x.data = s
    with pytest.raises(RuntimeError, match="incompatible tensor type"):
        s.data = x
    x.data = lib.ones(3, dtype=lib.int64)
    assert x.dtype == lib.int64


# -- gradients that users may write into


def test_gradients_of_means_may_be_written(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    (g,) = lib.autograd.grad(x.mean(), x)
    assert g.mul_(0).tolist() == [0, 0]
    first, second = lib.autograd.grad(x.mean(), [x, x])
    assert first is second


def test_all_gradients_may_be_written() -> None:
    """Whatever :func:`grad` returns is memory with a place for each element."""
    broken = set()
    for case in (laws.cases(name)[0] for name in laws.NAMES if laws.cases(name)):
        if not case.live:
            continue
        xs = laws.tensors(case.point, requires_grad=True)
        ys = case.at(xs)
        outputs = [(ys[k].abs() if ys[k].is_complex() else ys[k]).sum() for k in case.live]
        for create_graph in (False, True):
            found = wengert.autograd.grad(outputs, xs, retain_graph=True, create_graph=create_graph, allow_unused=True)
            for g in found:
                if g is not None and not g.is_sparse and g.numel():
                    shared = any(n > 1 and s == 0 for n, s in zip(g.shape, g.stride(), strict=True))
                    broken |= {case.name} if shared else set()
    assert not broken, sorted(broken)


# -- modes


def test_a_view_of_an_inference_tensor_has_no_history(lib: Any) -> None:
    with lib.inference_mode():
        t = lib.ones(3, requires_grad=True)
    for v in (t[:2], t.view(3, 1), t.unbind()[0]):
        assert (v.requires_grad, v.is_leaf, v.is_inference()) == (False, True, True)
    assert (t * 2).requires_grad
    assert lib.func.grad(lambda x: x[:2].sum())(t.detach()).tolist() == [1, 1, 0]


def test_pullbacks_made_without_grad_mode(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    ones = lib.ones(2, dtype=lib.float64)
    with lib.no_grad():
        y, pull = lib.func.vjp(lambda x: x * x, x)
        assert not y.requires_grad and not pull(ones)[0].requires_grad
    (g,) = pull(ones)
    assert g.requires_grad
    assert lib.autograd.grad(g.sum(), x)[0].tolist() == [2, 2]
    w = leaf(lib, 3.0, 4.0)
    with lib.no_grad():
        _, pull = lib.func.vjp(lambda x: x * w, x.detach())
        assert not lib.func.grad(lambda x: (x * x).sum())(x).requires_grad
    assert pull(ones)[0].requires_grad


def test_gradcheck_passes_tensors_without_history_to_forward_mode(lib: Any) -> None:
    seen = []

    def f(x: Any) -> Any:
        if duals(lib).unpack_dual(x).tangent is not None:
            seen.append(x.requires_grad)
        return x * x

    x = leaf(lib, 1.0, 2.0)
    assert lib.autograd.gradcheck(f, (x,), check_forward_ad=True, check_backward_ad=False)
    assert lib.autograd.gradgradcheck(
        lambda x: x * x, (x,), check_fwd_over_rev=True, check_rev_over_rev=False, check_undefined_grad=False
    )
    assert seen and not any(seen)


# -- hooks


def test_backward_to_a_value_runs_the_hooks_of_its_node(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x.exp()
    seen: list[str] = []
    y.register_hook(lambda g: seen.append("tensor"))
    y.grad_fn.register_prehook(lambda gs: seen.append("prehook"))
    y.grad_fn.register_hook(lambda gi, go: seen.append(f"hook {gi}"))
    (y * 2).sum().backward(inputs=[y])
    assert seen == ["tensor", "prehook", "hook (None,)"]
    assert x.grad is None and y.grad.tolist() == [2, 2]
    with pytest.raises(RuntimeError, match="a second time"):
        y.sum().backward()


def test_backward_to_a_value_runs_its_function(lib: Any) -> None:
    class Double(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            seen.append(g)
            return g * 2

    x = leaf(lib, 1.0, 2.0)
    seen: list[Any] = []
    y = Double.apply(x)
    y.sum().backward(inputs=[y])
    assert y.grad.tolist() == [1, 1] and x.grad is None and len(seen) == 1


def test_a_function_that_writes_its_input_drops_its_gradient(lib: Any) -> None:
    class Double(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    y = leaf(lib, 1.0, 2.0) * 1
    y.sum().backward(inputs=[y], retain_graph=True)
    assert y.grad is not None
    assert Double.apply(y) is y and y.grad is None


def test_integers_have_no_history_to_lose(lib: Any) -> None:
    part = lib.tensor([1, 2]).unbind()[0]
    part.copy_(leaf(lib, 3.0)[0])
    assert part.item() == 3 and not part.requires_grad


def test_windows_of_an_expanded_tensor_may_be_written(lib: Any) -> None:
    x = lib.ones(2)
    x.expand(2, 2).unfold(0, 1, 2).mul_(3)
    assert x.tolist() == [3, 3]


def test_a_hook_after_the_value_that_is_asked_for_changes_nothing(lib: Any) -> None:
    y = leaf(lib, 1.0, 2.0).exp()
    y.register_hook(lambda g: g * 10)
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 2,))
    y.sum().backward(inputs=[y])
    assert y.grad.tolist() == [10, 10]


# -- tangents


def test_a_tangent_is_shared_where_it_lies_like_its_primal(lib: Any) -> None:
    row, wide = lib.ones(4), lib.ones(8)
    shared = [(row, lib.zeros(4)), (lib.ones(2, 3).t(), lib.zeros(2, 3).t()), (wide[4:], lib.zeros(8)[4:])]
    copied = [(row, lib.zeros(8)[:4]), (row, lib.zeros(8)[::2]), (wide[:4], lib.zeros(4)), (wide[4:], lib.zeros(8)[:4])]
    for expected, pairs in ((True, shared), (False, copied)):
        for x, t in pairs:
            with duals(lib).dual_level():
                tangent = duals(lib).unpack_dual(duals(lib).make_dual(x, t)).tangent
                assert (tangent.data_ptr() == t.data_ptr()) is expected


def test_set_state_returns_its_generator(lib: Any) -> None:
    generator = lib.Generator()
    assert generator.set_state(generator.get_state()) is generator


def test_a_view_of_what_was_detached_and_written_has_no_history() -> None:
    x = leaf(wengert, 1.0, 2.0)
    b = x * 1
    v, w = b[:1], b[1:]
    v.retain_grad()
    b.detach_()
    assert v.requires_grad and wengert.autograd.grad(v.sum(), x, retain_graph=True)[0].tolist() == [1, 0]
    b.mul_(3)
    assert not v.requires_grad and v.is_leaf and not v.retains_grad
    with pytest.raises(RuntimeError, match=r"history was lost: detach_"):
        (v * w).sum().backward()
    b.mul_(x)
    assert wengert.autograd.grad(v.sum(), x)[0].tolist() == [3, 0]


# -- what is a view, and of what


FACTS = facts.load("bases")
TRACKED = ("unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes")  # views here: docs/differences.md


def test_results_are_views_where_those_of_pytorch_are() -> None:
    """A view of a tensor that the caller does not have is a tensor of its own here."""
    wrong = []
    assert sorted(FACTS) == sorted(name for name in PUBLIC if laws.cases(name)), "`make facts` asks PyTorch"
    for name, fact in FACTS.items():
        forms = bases.FORMS if name in COMPOSITES else bases.FORMS[:1]
        for case, expected in zip(laws.cases(name), bases.unpacked(fact, len(laws.cases(name))), strict=True):
            for form, theirs in zip(forms, expected, strict=False):
                ours = bases.code(wengert, form, PUBLIC[name], case.sample)
                expected_here = theirs and theirs.replace(*("-v" if name in TRACKED else "t-"))
                if None not in (ours, theirs) and ours != expected_here:
                    wrong.append(f"{case}, {form}: {ours}, PyTorch {theirs}")
    assert not wrong, "\n".join(wrong)


def test_composites_that_give_views_say_so() -> None:
    """They hand back their results unseen."""
    declared = {thing: options.get("view", False) for thing, _, options in SIGNATURES if not options.get("property")}
    wrong = []
    for name, fact in FACTS.items():
        if name in COMPOSITES and COMPOSITES[name] in declared and name != "einsum":  # which seldom gives one
            codes = [code for one in bases.unpacked(fact, 1) for code in one if code is not None]
            if codes and any("v" in code for code in codes) != declared[COMPOSITES[name]]:
                wrong.append(name)
    assert not wrong


RESULTS = {
    "matmul": lambda lib, x: x @ x[0],
    "sort": lambda lib, x: lib.sort(x.sum())[0],
    "topk": lambda lib, x: lib.topk(x.sum(), 1)[0],
    "kron": lambda lib, x: lib.kron(x, x),
    "quantile": lambda lib, x: x.quantile(0.3, 1),
    "norm": lambda lib, x: lib.linalg.matrix_norm(x, "nuc"),
    "grid_sample": lambda lib, x: lib.nn.functional.grid_sample(x[None, None], x[None, :, None], align_corners=False),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_tensor_of_its_own(lib: Any, name: str) -> None:
    """A hook stays when the result is written, and it can be detached in place."""
    x = lib.tensor([[0.5, 0.2], [0.1, 0.9]], dtype=lib.float64, requires_grad=True)
    seen = []
    y = RESULTS[name](lib, x)
    assert y._base is None
    y.register_hook(lambda g: seen.append(g))
    y.add_(2)
    y.sum().backward()
    assert len(seen) == 1
    y.detach_()
    assert not y.requires_grad


def test_a_view_of_an_argument_stays_one(lib: Any) -> None:
    b = leaf(lib, 1.0, 2.0) * 1
    v = b[:1]
    for y in (v.sum_to_size(1), lib.einsum("i->i", v), v.flatten(), v.reshape(1, 1), *lib.broadcast_tensors(v, v)):
        assert y._base is b
    assert lib.broadcast_tensors(b, v)[0] is b


def test_a_view_made_before_its_base_required_grad_has_no_history() -> None:
    """In PyTorch it requires grad, and its gradients go nowhere."""
    x = wengert.ones(4)
    before = x[:2]
    x.requires_grad_()
    assert not before.requires_grad and x[:2].requires_grad
    with pytest.raises(RuntimeError, match="does not require grad"):
        before.sum().backward()
