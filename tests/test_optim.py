"""Optimisers: the steps are PyTorch's, and so is what surrounds them."""

from __future__ import annotations

import copy
import importlib
import inspect
import io
import pickle
import subprocess
import sys
import weakref
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts, standin
from tests.facts import optimizers
from wengert._core import compiled
from wengert._core.modules.optim import adam, adaptive, descent, stepping

FACTS = facts.load("optimizers")
FORMULAS = [f for m in (adam, adaptive, descent) for f in vars(m).values() if isinstance(f, stepping.Formula)]


def leaf(lib: Any, *values: float, dtype: str = "float64") -> Any:
    return lib.tensor(values, dtype=getattr(lib, dtype), requires_grad=True)


def module(lib: Any, name: str) -> Any:
    return importlib.import_module(f"{lib.__name__}.optim.{name}")


def stepped(lib: Any, p: Any, optimizer: Any, times: int = 1) -> Any:
    """Minimise the fourth powers."""
    for _ in range(times):
        optimizer.zero_grad()
        (p**4).sum().backward()
        optimizer.step()
    return p.detach().clone()


def compared(calls: list[str]) -> None:
    """Hold calls to the facts, and report all that differ."""
    wrong = []
    for call in calls:
        fact, found = np.array(FACTS[call]), np.array(optimizers.outcome(wengert, call))
        tolerance = optimizers.tolerance(call)
        apart = np.abs(fact - found).max() / max(1.0, np.abs(fact).max())
        if not apart <= tolerance:
            wrong.append(f"{call}: {apart:.2g}")
    assert not wrong, "not as in PyTorch:\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", optimizers.OPTIONS)
def test_steps_are_those_of_pytorch(name: str) -> None:
    compared(optimizers.cases(name))


def test_steps_on_a_device_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    standin.install(monkeypatch)
    numbers = optimizers.numbers
    monkeypatch.setattr(optimizers, "numbers", lambda *args: numbers(*args).cuda())
    compared([case for name in optimizers.OPTIONS for case in optimizers.cases(name)[:2]])


def test_learning_rates_are_those_of_pytorch() -> None:
    compared([*optimizers.SCHEDULES, *optimizers.PLATEAUS])


def test_every_optimizer_has_facts() -> None:
    assert set(optimizers.OPTIONS) == {n for n in wengert.optim.__all__ if n[0].isupper()} - {
        "Muon", "Optimizer", "SparseAdam"
    }  # fmt: skip  # Muon rounds to bfloat16, which no two libraries do alike; SparseAdam is compared below


@pytest.mark.skipif(not compiled.active, reason="programs are compiled code")
def test_every_formula_is_one_pass_over_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every case with plain arrays, the formula runs as a program that overwrites them."""
    left: set[str] = set()
    ran: set[Any] = set()
    for formula in FORMULAS:

        def update(values: Any, flags: Any, formula: Any = formula, update: Any = formula.update) -> bool:
            done = update(values, flags)
            ran.add(formula)
            if not done:
                left.add(f"{formula.formula.__name__}({flags})")
            return bool(done)

        monkeypatch.setattr(formula, "update", update)
    for name in optimizers.OPTIONS:
        for case in optimizers.cases(name):
            if case.endswith((" float64", " float32")):
                optimizers.outcome(wengert, case)
    assert ran == set(FORMULAS)
    assert not left


def test_a_step_writes_into_the_memory_of_a_parameter_and_counts_it(lib: Any) -> None:
    p = leaf(lib, 1.0, -2.0)
    array, before = p.detach().numpy(), p._version
    stepped(lib, p, lib.optim.Adam([p], lr=0.1))
    assert p._version > before
    np.testing.assert_allclose(array, [0.9, -1.9])


def test_a_graph_from_before_a_step_is_refused(lib: Any) -> None:
    p = leaf(lib, 1.0, -2.0)
    loss = (p**2).sum()
    p.grad = lib.ones(2, dtype=lib.float64)
    lib.optim.SGD([p], lr=0.1).step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


@pytest.mark.parametrize("name", ["SGD", "Adam", "RMSprop"])
def test_arrays_with_gaps_views_and_devices_step_as_others(name: str) -> None:
    """Parameters that no program overwrites take the same steps."""
    values = np.random.default_rng(0).normal(size=(3, 4))
    options = {"momentum": 0.9} if name != "Adam" else {"amsgrad": True}
    found = []
    for make in (
        lambda: wengert.tensor(values, requires_grad=True),
        lambda: wengert.tensor(np.ascontiguousarray(values.T)).T.detach().requires_grad_(),
        lambda: wengert.from_numpy(np.stack([values, values], axis=-1)[..., 0]).requires_grad_(),
    ):
        p = make()
        found.append(stepped(wengert, p, getattr(wengert.optim, name)([p], lr=0.1, **options), 5).numpy())
    np.testing.assert_allclose(found[1], found[0], rtol=1e-14)
    np.testing.assert_allclose(found[2], found[0], rtol=1e-14)


def test_muon_moves_along_matrices_that_are_nearly_orthogonal(lib: Any) -> None:
    for shape, options, size in (
        ((4, 3), {}, (4 / 3) ** 0.5),
        ((3, 4), {"nesterov": False, "adjust_lr_fn": "original"}, 1.0),
        ((3, 4), {"adjust_lr_fn": "match_rms_adamw", "momentum": 0.5}, 0.4),
    ):
        p = optimizers.numbers(lib, shape, 1, "float64").requires_grad_()
        before = 0.98 * p.detach().numpy()
        optimizer = lib.optim.Muon([p], lr=0.1, weight_decay=0.2, **options)
        p.grad = optimizers.numbers(lib, shape, 2, "float64")
        optimizer.step()
        singular = np.linalg.svd((before - p.detach().numpy()) / (0.1 * size), compute_uv=False)
        assert ((singular > 0.6) & (singular < 1.3)).all()
        mean = (1 - options.get("momentum", 0.95)) * p.grad
        np.testing.assert_allclose(optimizer.state[p]["momentum_buffer"].numpy(), mean.numpy())


# -- groups and parameters


def test_groups_have_their_own_options(lib: Any) -> None:
    p, q, r = leaf(lib, 1.0), leaf(lib, 1.0), leaf(lib, 1.0)
    optimizer = lib.optim.SGD([{"params": p}, {"params": [q], "lr": 0.5}], lr=0.1)
    optimizer.add_param_group({"params": (r,), "lr": 0.25})
    for x in (p, q, r):
        x.grad = lib.ones(1, dtype=lib.float64)
    optimizer.step()
    assert [x.item() for x in (p, q, r)] == [0.9, 0.5, 0.75]
    assert [g["momentum"] for g in optimizer.param_groups] == [0, 0, 0]
    assert repr(optimizer).startswith("SGD (\nParameter Group 0\n    dampening: 0\n    differentiable: False\n")
    assert "\n\nParameter Group 1\n" in repr(optimizer)


def test_names_of_parameters_are_kept(lib: Any) -> None:
    p, q = leaf(lib, 1.0), leaf(lib, 1.0)
    optimizer = lib.optim.SGD([("a", p), ("b", q)], lr=0.1)
    assert optimizer.param_groups[0]["param_names"] == ["a", "b"]
    assert optimizer.state_dict()["param_groups"][0]["param_names"] == ["a", "b"]
    with pytest.raises(ValueError, match="all optimizer param groups should be with/without names"):
        optimizer.add_param_group({"params": leaf(lib, 2.0)})
    with pytest.raises(ValueError, match="Some param names are missing"):
        lib.optim.SGD([("a", p), q], lr=0.1)
    assert len(optimizer.param_groups) == 1


def test_what_is_no_parameter_is_refused(lib: Any) -> None:
    p = leaf(lib, 1.0)
    for params, kind, message in (
        (p, TypeError, "params argument given to the optimizer should be an iterable of Tensors or dicts"),
        ([], ValueError, "optimizer got an empty parameter list"),
        ([1.0], TypeError, "optimizer can only optimize Tensors, but one of the params is float"),
        ([p * 2], ValueError, "can't optimize a non-leaf Tensor"),
        ([{"params": {p}}], TypeError, "optimizer parameters need to be organized in ordered collections"),
        ([{"params": p}, {"params": p}], ValueError, "some parameters appear in more than one parameter group"),
    ):
        with pytest.raises(kind, match=message):
            lib.optim.SGD(params, lr=0.1)
    optimizer = lib.optim.SGD([p], lr=0.1)
    with pytest.raises(TypeError, match="param_group must be a dict, but got <class 'list'>"):
        optimizer.add_param_group([p])
    with pytest.warns(UserWarning, match="optimizer contains a parameter group with duplicate parameters"):
        lib.optim.SGD([p, p], lr=0.1)
    with pytest.raises(ValueError, match="didn't specify a value of required optimization parameter lr"):
        lib.optim.Optimizer([p], {"lr": module(lib, "optimizer").required})


def test_options_out_of_range_are_refused(lib: Any) -> None:
    p, two = leaf(lib, 1.0), lib.ones(2)
    m = lib.ones(2, 2, requires_grad=True)
    for call, message in (
        ("SGD([p], lr=-1.0)", "Invalid learning rate: -1.0"),
        ("SGD([p], lr=two)", "Tensor lr must be 1-element"),
        ("SGD([p], momentum=-1)", "Invalid momentum value: -1"),
        ("SGD([p], weight_decay=-1)", "Invalid weight_decay value: -1"),
        ("SGD([p], nesterov=True)", "Nesterov momentum requires a momentum and zero dampening"),
        ("Adam([p], betas=(1.0, 0.9))", "Invalid beta parameter at index 0: 1.0"),
        ("Adam([p], betas=(0.0, -1.0))", "Invalid beta parameter at index 1: -1.0"),
        ("Adam([p], eps=-1)", "Invalid epsilon value: -1"),
        ("Adam([p], betas=(lib.tensor(0.9), 0.9))", "betas must be either both floats or both Tensors"),
        (
            "Adam([p], lr=lib.tensor(0.1), foreach=True)",
            "lr as a Tensor is not supported for capturable=False and fore",
        ),
        ("AdamW([p], betas=(two * 0, two * 0))", "ambiguous|Tensor betas"),
        ("Adamax([p], lr=float('nan'))", "Invalid learning rate: nan"),
        ("NAdam([p], momentum_decay=-1)", "Invalid momentum_decay value: -1"),
        ("RMSprop([p], alpha=-1)", "Invalid alpha value: -1"),
        ("Rprop([p], etas=(1.5, 2.0))", "Invalid eta values: 1.5, 2.0"),
        ("Adagrad([p], lr_decay=-1)", "Invalid lr_decay value: -1"),
        ("Adagrad([p], initial_accumulator_value=-1)", "Invalid initial_accumulator_value value: -1"),
        ("Adadelta([p], rho=2)", "Invalid rho value: 2"),
        ("SparseAdam([p], lr=0.0)", "Invalid learning rate: 0.0"),
        ("SparseAdam([p.detach().to_sparse()])", r"Sparse params at indices \[\[0, 0\]\]: SparseAdam requires dense"),
        ("SparseAdam([p.detach().to(lib.complex64)])", r"Complex params at indices \[\[0, 0\]\]: SparseAdam does not"),
        ("Adafactor([p], lr=-1)", "Learning rate should be >= 0 but is: -1"),
        ("Adafactor([p], beta2_decay=1)", "beta2_decay should be <= 0 but is: 1"),
        ("Adafactor([p], d=0.5)", "Clipping threshold d should be >= 1 but is: 0.5"),
        ("Muon([p])", "Muon only supports 2D parameters whereas we found a parameter with size: "),
        ("Muon([m], adjust_lr_fn='x')", "Adjust learning rate function x is not supported"),
        ("LBFGS([{'params': p}, {'params': m}])", "LBFGS doesn't support per-parameter options"),
    ):
        with pytest.raises((ValueError, RuntimeError), match=message):
            eval(f"lib.optim.{call}", {"lib": lib, "p": p, "two": two, "m": m})
    optimizer = lib.optim.Muon([{"params": [m]}, {"params": [lib.ones(2, 1, requires_grad=True)]}])
    if lib is wengert:  # PyTorch takes it, and the next step raises
        with pytest.raises(ValueError, match="Muon only supports 2D parameters"):
            optimizer.add_param_group({"params": [lib.ones(3, requires_grad=True)]})
    assert len(optimizer.param_groups) == 2
    for other, message in (("differentiable", "`fused` does not support `differentiable`"), ("foreach", "`foreach`")):
        with pytest.raises(RuntimeError, match=message):
            lib.optim.Adam([p], fused=True, **{other: True})


# -- steps


def test_a_closure_is_called_with_recording_on(lib: Any) -> None:
    p = leaf(lib, 1.0, 2.0)
    optimizer = lib.optim.SGD([p], lr=0.1)

    def closure() -> Any:
        optimizer.zero_grad()
        loss = (p**2).sum()
        loss.backward()
        return loss

    with lib.no_grad():
        assert optimizer.step(closure).item() == 5.0
    assert optimizer.step() is None


def test_parameters_without_gradients_are_skipped(lib: Any) -> None:
    p, q = leaf(lib, 1.0), leaf(lib, 1.0)
    optimizer = lib.optim.Adam([p, q], lr=0.1, weight_decay=0.5)
    p.grad = lib.ones(1, dtype=lib.float64)
    optimizer.step()
    assert q.item() == 1.0 and list(optimizer.state) == [p]
    optimizer.zero_grad(set_to_none=False)
    assert p.grad.item() == 0.0 and q.grad is None
    optimizer.zero_grad()
    assert p.grad is None


def test_sparse_gradients_are_refused_before_anything_is_changed(lib: Any) -> None:
    for name, message in (
        ("Adam", "Adam does not support sparse gradients, please consider SparseAdam instead"),
        ("AdamW", "Adam does not support sparse gradients, please consider SparseAdam instead"),
        ("RMSprop", "RMSprop does not support sparse gradients.*"),
        ("Adadelta", "Adadelta does not support sparse gradients.*"),
        ("Adafactor", "Adafactor does not support sparse gradients.*"),
        ("Muon", "Muon does not support sparse gradients.*"),
    ):
        p, q = (lib.ones(2, 1, requires_grad=True) for _ in range(2))
        optimizer = getattr(lib.optim, name)([p, q])
        p.grad, q.grad = lib.ones(2, 1), lib.ones(2, 1).to_sparse()
        with pytest.raises(RuntimeError, match=f"^{message}$"):
            optimizer.step()
        assert p.tolist() == q.tolist() == [[1.0], [1.0]]
    for name, message in (("SGD", "sparse"), ("Adagrad", "weight_decay option is not compatible with sparse")):
        p = lib.ones(2, 1, requires_grad=True)
        p.grad = lib.ones(2, 1).to_sparse()
        with pytest.raises(RuntimeError, match=message):
            getattr(lib.optim, name)([p], weight_decay=0.1).step()
        assert p.tolist() == [[1.0], [1.0]]
    p = lib.ones(2, requires_grad=True)
    p.grad = lib.ones(2)
    with pytest.raises(RuntimeError, match="SparseAdam does not support dense gradients, please consider Adam instead"):
        lib.optim.SparseAdam([p]).step()


SPARSE = (
    "SGD([p], lr=0.1)", "SGD([p], lr=0.1, momentum=0.9, maximize=True)",
    "SGD([p], lr=0.1, momentum=0.9, nesterov=True)",
    "SparseAdam([p], lr=0.1)", "SparseAdam([p], lr=0.1, betas=(0.5, 0.6), maximize=True)",
    "Adagrad([p], lr=0.1, lr_decay=0.1)",
)  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("call", SPARSE)
def test_steps_with_sparse_gradients_are_those_of_pytorch(call: str) -> None:
    torch = pytest.importorskip("torch")
    found = []
    for lib in (torch, wengert):
        p = optimizers.numbers(lib, (5, 3), 1, "float64").requires_grad_()
        optimizer = eval(f"lib.optim.{call}", {"lib": lib, "p": p})
        for i in range(4):
            at, values = lib.tensor([[i, 1, i]]), optimizers.numbers(lib, (3, 3), i, "float64")
            p.grad = lib.sparse_coo_tensor(at, values, (5, 3), check_invariants=False)
            optimizer.step()
        found.append(p.detach().numpy())
    np.testing.assert_allclose(found[1], found[0], rtol=1e-12, atol=1e-12)


def test_rows_without_gradients_stay_as_they_are(lib: Any) -> None:
    for call in SPARSE:
        p = lib.ones(4, 2, requires_grad=True)
        optimizer = eval(f"lib.optim.{call}", {"lib": lib, "p": p})
        (lib.nn.functional.embedding(lib.tensor([2, 2]), p, sparse=True) ** 2).sum().backward()
        optimizer.step()
        assert p[[0, 1, 3]].tolist() == [[1.0, 1.0]] * 3 and (p[2] != 1).all()


def test_sparse_gradients_of_numbers_and_elements(lib: Any) -> None:
    """The steps of a parameter do not depend on its shape, down to one without dimensions."""
    for call in SPARSE:
        found = []
        for shape in ((), (1,), (1, 1)):
            p = lib.full(shape, 1.5).requires_grad_()
            optimizer = eval(f"lib.optim.{call}", {"lib": lib, "p": p})
            for _ in range(3):
                p.grad = lib.ones(shape).to_sparse()
                optimizer.step()
            found.append(p.item())
        assert found[0] == found[1] == found[2] != 1.5


@pytest.mark.parametrize("name", ["Adam", "SGD", "RMSprop", "NAdam", "RAdam", "Adamax", "Adadelta", "Adagrad", "ASGD"])
def test_gradients_flow_through_ten_differentiable_steps(name: str) -> None:
    """The derivative by the parameter, by the scale of the gradients and by the learning rate."""
    options: dict[str, Any] = {"SGD": {"momentum": 0.9, "nesterov": True}, "Adam": {"weight_decay": 0.1}}.get(name, {})
    at = wengert.tensor([0.8, 1.3, 0.1], dtype=wengert.float64, requires_grad=True)

    def trained(x: Any) -> Any:
        p = x[:1].clone()
        lr = x[2] if name in ("Adam", "SGD", "RMSprop") else 0.1
        optimizer = getattr(wengert.optim, name)([p], lr=lr, differentiable=True, **options)
        for i in range(10):
            p.grad = x[1] * (p.clone().sin() + 0.1 * i)
            optimizer.step()
        return p.sum()

    if name == "Adam":
        options["betas"] = (0.8, 0.9)
    assert wengert.autograd.gradcheck(trained, (at,), eps=1e-6, atol=1e-6)


def test_a_differentiable_step_of_a_leaf_is_refused_and_changes_nothing(lib: Any) -> None:
    p = leaf(lib, 1.0)
    optimizer = lib.optim.SGD([p], lr=0.1, differentiable=True)
    p.grad = lib.ones(1, dtype=lib.float64)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        optimizer.step()
    assert p.item() == 1.0 and not optimizer.state


# -- hooks


def test_hooks_are_called_around_steps_in_order(lib: Any) -> None:
    calls: list[Any] = []

    def noting(name: str) -> Any:
        return lambda optimizer, args, kwargs: calls.append(name)

    p = leaf(lib, 1.0)
    optimizer = lib.optim.SGD([p], lr=0.1)
    p.grad = lib.ones(1, dtype=lib.float64)
    handles = [
        module(lib, "optimizer").register_optimizer_step_pre_hook(noting("all before")),
        module(lib, "optimizer").register_optimizer_step_post_hook(noting("all after")),
        optimizer.register_step_pre_hook(noting("before")),
        optimizer.register_step_post_hook(noting("after")),
    ]
    optimizer.step()
    assert calls == ["all before", "before", "after", "all after"]
    for handle in handles:
        handle.remove()
    optimizer.step()
    assert len(calls) == 4
    with optimizer.register_step_pre_hook(lambda optimizer, args, kwargs: ((args[0], lambda: 7.0), {})):
        assert optimizer.step() == 7.0
    with optimizer.register_step_pre_hook(lambda optimizer, args, kwargs: 3):
        with pytest.raises(RuntimeError, match=r"must return None or a tuple of \(new_args, new_kwargs\), but got 3"):
            optimizer.step()


def test_hooks_are_called_once_for_a_step_that_calls_that_of_its_base() -> None:
    calls = []

    class Twice(wengert.optim.SGD):
        def step(self, closure: Any = None) -> Any:
            super().step()
            return super().step(closure)

    p = leaf(wengert, 1.0)
    optimizer = Twice([p], lr=0.1)
    wengert.optim.SGD([p], lr=0.1)
    optimizer.register_step_post_hook(lambda *args: calls.append(1))
    p.grad = wengert.ones(1, dtype=wengert.float64)
    optimizer.step()
    assert calls == [1] and p.item() == pytest.approx(0.8)


def test_hooks_of_state_dicts(lib: Any) -> None:
    calls: list[str] = []
    optimizer = lib.optim.SGD([leaf(lib, 1.0)], lr=0.1)
    optimizer.register_state_dict_pre_hook(lambda o: calls.append("before"))
    optimizer.register_state_dict_pre_hook(lambda o: calls.append("first"), prepend=True)
    optimizer.register_state_dict_post_hook(lambda o, d: {**d, "more": 1})
    optimizer.register_load_state_dict_pre_hook(lambda o, d: d["param_groups"][0].update(lr=0.7))
    optimizer.register_load_state_dict_post_hook(lambda o: calls.append("loaded"))
    state = optimizer.state_dict()
    assert state["more"] == 1
    optimizer.load_state_dict(state)
    assert calls == ["first", "before", "loaded"]
    assert optimizer.param_groups[0]["lr"] == 0.7


# -- states


STATES = (
    "SGD([p], lr=0.1, momentum=0.9)", "Adam([p], lr=0.1, amsgrad=True)", "AdamW([p], lr=0.1)", "Adamax([p], lr=0.1)",
    "NAdam([p], lr=0.1)", "RAdam([p], lr=0.1)", "RMSprop([p], lr=0.1, momentum=0.9, centered=True)",
    "Rprop([p], lr=0.1)", "Adagrad([p], lr=0.1)", "Adadelta([p])", "ASGD([p], lr=0.1)", "Adafactor([p])",
    "LBFGS([p], max_iter=3)",
)  # fmt: skip
KEYS = {
    "SGD": "momentum_buffer", "Adam": "step exp_avg exp_avg_sq max_exp_avg_sq", "AdamW": "step exp_avg exp_avg_sq",
    "Adamax": "step exp_avg exp_inf", "NAdam": "step mu_product exp_avg exp_avg_sq", "RAdam": "step exp_avg exp_avg_sq",
    "RMSprop": "step square_avg momentum_buffer grad_avg", "Rprop": "step prev step_size", "Adagrad": "step sum",
    "Adadelta": "step square_avg acc_delta", "ASGD": "step eta mu ax", "Adafactor": "step variance",
}  # fmt: skip


def one_step(lib: Any, p: Any, optimizer: Any) -> None:
    def closure() -> Any:
        optimizer.zero_grad()
        loss = (p**4).sum()
        loss.backward()
        return loss

    optimizer.step(closure)


@pytest.mark.parametrize("call", STATES)
def test_a_saved_state_goes_on_where_it_was(lib: Any, call: str) -> None:
    """By ``state_dict`` through a pickle, and by a copy of the whole optimiser."""
    p = leaf(lib, 1.0, -2.0)
    optimizer = eval(f"lib.optim.{call}", {"lib": lib, "p": p})
    for _ in range(3):
        one_step(lib, p, optimizer)
    state = pickle.loads(pickle.dumps(optimizer.state_dict()))
    name = call.partition("(")[0]
    if name in KEYS:
        assert list(state["state"][0]) == KEYS[name].split()
        step = state["state"][0].get("step")
        assert step is None or (step.dtype == lib.float32 and step.item() == 3.0 and step.ndim == 0)
    q = p.detach().clone().requires_grad_()
    other = eval(f"lib.optim.{call}", {"lib": lib, "p": q})
    other.load_state_dict(state)
    pairs = [(p, optimizer), (q, other)]
    if lib is wengert or name != "LBFGS":  # PyTorch cannot step a copy of LBFGS
        pairs.append(copy.deepcopy((p, optimizer)))
    for x, o in pairs:
        one_step(lib, x, o)
        assert x.tolist() == pytest.approx(p.tolist(), rel=1e-9)  # products of NAdam are cast from float32
        assert repr(o) == repr(optimizer)


def test_options_that_an_older_state_lacks_are_off(lib: Any) -> None:
    """PyTorch's optimisers have got options over the years. Pickles from before are of optimisers without them."""
    for call in STATES:
        optimizer = eval(f"lib.optim.{call}", {"lib": lib, "p": leaf(lib, 1.0, -2.0)})
        fresh = {**optimizer.param_groups[0]}
        for name in (
            "nesterov",
            "maximize",
            "foreach",
            "differentiable",
            "fused",
            "capturable",
            "decoupled_weight_decay",
        ):
            optimizer.param_groups[0].pop(name, None)
        optimizer.__setstate__(optimizer.__getstate__())
        group = optimizer.param_groups[0]
        assert all(not group[name] for name in set(group) & set(fresh) if fresh[name] in (False, None)), call
        if not call.startswith(("Adafactor", "LBFGS")):
            assert {"maximize", "foreach", "differentiable"} <= set(group), call


def test_states_are_cast_to_their_parameters_and_checked(lib: Any) -> None:
    p, q = leaf(lib, 1.0), leaf(lib, 1.0, dtype="float32")
    a, b = lib.optim.Adam([p], lr=0.1), lib.optim.Adam([q], lr=0.2)
    stepped(lib, p, a)
    b.load_state_dict(a.state_dict())
    assert b.state[q]["exp_avg"].dtype == lib.float32 and b.param_groups[0]["lr"] == 0.1
    for other, message in (
        (
            lib.optim.Adam([{"params": p}, {"params": q}]),
            "loaded state dict has a different number of parameter groups",
        ),
        (lib.optim.Adam([p, q]), "loaded state dict contains a parameter group that doesn't match the size of optimiz"),
    ):
        before = repr(other)
        with pytest.raises(ValueError, match=message):
            other.load_state_dict(a.state_dict())
        assert repr(other) == before and not other.state


def test_an_optimizer_is_freed_without_the_collector(no_gc: None) -> None:
    p = leaf(wengert, 1.0)
    optimizer = wengert.optim.Adam([p], lr=0.1)
    stepped(wengert, p, optimizer)
    scheduler = wengert.optim.lr_scheduler.StepLR(optimizer, 2)
    stepped(wengert, p, optimizer)
    scheduler.step()
    gone = [weakref.ref(o) for o in (optimizer, scheduler, optimizer.state[p]["exp_avg"])]
    del optimizer, scheduler
    assert [ref() for ref in gone] == [None] * 3


def test_steps_have_names_in_profiles(lib: Any) -> None:
    p = leaf(lib, 1.0)
    optimizer = lib.optim.SGD([p], lr=0.1)
    p.grad = lib.ones(1, dtype=lib.float64)
    with lib.autograd.profiler.profile() as prof:
        optimizer.step()
        optimizer.zero_grad()
    names = [e.name for e in prof.function_events]
    assert "Optimizer.step#SGD.step" in names and "Optimizer.zero_grad#SGD.zero_grad" in names


# -- L-BFGS


@pytest.mark.parametrize("call", STATES)
def test_the_signature_says_whether_a_step_needs_its_closure(lib: Any, call: str) -> None:
    """Solvers for all optimisers read it there."""
    optimizer = eval(f"lib.optim.{call}", {"lib": lib, "p": leaf(lib, 1.0)})
    needed = inspect.signature(optimizer.step).parameters["closure"].default is inspect.Parameter.empty
    assert needed == isinstance(optimizer, lib.optim.LBFGS)


def test_lbfgs_asks_for_its_closure() -> None:
    for args in ((), (None,)):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'closure'.* Pass a function"):
            wengert.optim.LBFGS([leaf(wengert, 1.0)]).step(*args)


def test_lbfgs_finds_the_minimum_of_a_bent_valley(lib: Any) -> None:
    for options in ({"line_search_fn": "strong_wolfe"}, {"lr": 0.1, "max_iter": 200}):
        p = leaf(lib, -1.2, 1.0)
        optimizer = lib.optim.LBFGS([p], **options)

        def closure(optimizer: Any = optimizer, p: Any = p) -> Any:
            optimizer.zero_grad()
            loss = (1 - p[0]) ** 2 + 10 * (p[1] - p[0] ** 2) ** 2
            loss.backward()
            return loss

        for _ in range(5):
            optimizer.step(closure)
        assert closure().item() < 1e-6
    with pytest.raises(RuntimeError, match="only 'strong_wolfe' is supported"):
        lib.optim.LBFGS([p], line_search_fn="x").step(closure)


def test_lbfgs_leaves_all_as_it_was_if_the_closure_fails() -> None:
    p = leaf(wengert, 1.0, 2.0)
    optimizer = wengert.optim.LBFGS([p], line_search_fn="strong_wolfe")
    calls = []

    def closure() -> Any:
        calls.append(1)
        if len(calls) == 4:
            raise ZeroDivisionError
        optimizer.zero_grad()
        loss = (p**4).sum()
        loss.backward()
        return loss

    with pytest.raises(ZeroDivisionError):
        optimizer.step(closure)
    assert p.tolist() == [1.0, 2.0] and not optimizer.state


def test_the_line_search_is_where_other_libraries_look(lib: Any) -> None:
    strong_wolfe = module(lib, "lbfgs")._strong_wolfe
    x, d = lib.tensor([2.0, 1.0]), lib.tensor([-1.0, -1.0])

    def at(x: Any, t: Any, d: Any) -> Any:
        y = x + t * d
        return float((y**4).sum()), 4 * y**3

    f, g = at(x, 0.0, d)
    value, gradient, t, evaluations = strong_wolfe(at, x, 0.1, d, f, g, g.dot(d), c2=0.1)
    assert value < f and 1.1 < float(t) < 1.9 and evaluations >= 2
    assert gradient.tolist() == pytest.approx(at(x, float(t), d)[1].tolist(), rel=1e-4)


# -- parameters of others


def test_an_optimizer_steps_other_parameters_for_a_while(lib: Any) -> None:
    p, q, r = (leaf(lib, 1.0, 2.0) for _ in range(3))
    optimizer, other = lib.optim.Adam([p], lr=0.1), lib.optim.Adam([q], lr=0.2)
    stepped(lib, p, optimizer)
    stepped(lib, q, other)
    before, state, params = p.tolist(), other.state_dict(), optimizer.param_groups[0]["params"]
    r.grad = q.grad.clone()
    with lib.no_grad():
        r.copy_(q)
    with pytest.raises(ZeroDivisionError):
        with lib.optim.swap_in_optimizer_params_and_state(optimizer, {"r": r}, copy.deepcopy(state)):
            optimizer.step()
            raise ZeroDivisionError
    other.step()
    assert p.tolist() == before and r.tolist() == q.tolist()
    assert optimizer.param_groups[0]["params"] is params and optimizer.param_groups[0]["lr"] == 0.1
    assert list(optimizer.state) == [p]
    for parameters, given in (
        ({}, state), ({"r": r}, 3), ({"r": r}, {**state, "state": {7: {}}}), ({"r": r}, {**state, "param_groups": []}),
        ({"r": r}, {**state, "param_groups": [{"params": [0]}]}), ({"r": r}, {**state, "state": {0: 1}}),
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match="swap"):
            with lib.optim.swap_in_optimizer_params_and_state(optimizer, parameters, given):
                pass


def test_a_state_of_another_shape_is_refused_before_anything_is_written(lib: Any) -> None:
    p = leaf(lib, 1.0, 2.0)
    optimizer = lib.optim.SGD([p], lr=0.1, momentum=0.9)
    optimizer.state[p]["momentum_buffer"] = lib.ones(1, dtype=lib.float64)
    p.grad = lib.ones(2, dtype=lib.float64)
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        optimizer.step()
    assert p.tolist() == [1.0, 2.0]


# -- where things are


@pytest.mark.oracle
def test_constructors_take_what_those_of_pytorch_take() -> None:
    torch = pytest.importorskip("torch")
    wrong = []
    for place in ("optim", "optim.lr_scheduler", "optim.swa_utils"):
        ours = importlib.import_module(f"wengert.{place}")
        for name in ours.__all__:
            theirs, own = getattr(importlib.import_module(f"torch.{place}"), name), getattr(ours, name)
            if inspect.ismodule(own):
                continue
            a, b = (
                [(p.name, p.kind, p.default) for p in inspect.signature(f).parameters.values()] for f in (theirs, own)
            )
            if repr(a) != repr(b):
                wrong.append(f"{name}: {a} in PyTorch, {b} here")
            members = [m for m in vars(theirs) if not m.startswith("_")] if inspect.isclass(own) else []
            wrong += [f"{name}.{m} is missing" for m in members if not hasattr(own, m)]
    assert torch and not wrong, "\n".join(wrong)


def test_optim_is_imported_when_it_is_first_used() -> None:
    code = (
        "import sys, wengert; assert not [m for m in sys.modules if '.optim' in m and 'errors' not in m]; "
        "wengert.optim.lr_scheduler.StepLR; import wengert.optim.adam; "
        "assert wengert.optim.adam.Adam is wengert.optim.Adam; "
        "from wengert.optim.optimizer import Optimizer, ParamsT; assert Optimizer.__module__ == 'wengert.optim'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_whole_optimizers_can_be_pickled(lib: Any) -> None:
    p = leaf(lib, 1.0)
    optimizer = lib.optim.Adam([p], lr=0.1)
    stepped(lib, p, optimizer)
    file = io.BytesIO()
    pickle.dump((p, optimizer), file)
    file.seek(0)
    q, other = pickle.load(file)
    assert stepped(lib, q, other).tolist() == stepped(lib, p, optimizer).tolist()


def test_an_optimizer_around_another_one_steps() -> None:
    class Around(wengert.optim.Optimizer):
        def __init__(self, inner: Any) -> None:  # the base class is not initialized
            self.inner, self.param_groups = inner, inner.param_groups

        def step(self, closure: Any = None) -> Any:
            return self.inner.step(closure)

    x = wengert.ones(2, requires_grad=True)
    x.sum().backward()
    Around(wengert.optim.SGD([x], 0.5)).step()
    assert x.tolist() == [0.5, 0.5]


def test_an_optimizer_around_another_one_may_take_hooks(lib: Any) -> None:
    class Around(lib.optim.Optimizer):  # type: ignore[misc]
        def __init__(self, inner: Any) -> None:
            self._optimizer_step_pre_hooks, self._optimizer_step_post_hooks = OrderedDict(), OrderedDict()
            self._patch_step_function()
            self.inner, self.param_groups, self.defaults = inner, inner.param_groups, inner.defaults

        def step(self, closure: Any = None) -> Any:
            return self.inner.step(closure)

    x, called = leaf(lib, 1.0), []
    around = Around(lib.optim.SGD([x], 0.5))
    around.register_step_pre_hook(lambda *_: called.append("before"))
    around.register_step_post_hook(lambda *_: called.append("after"))
    stepped(lib, x, around)
    assert called == ["before", "after"]
