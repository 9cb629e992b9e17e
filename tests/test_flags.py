"""What is merely true is no bool: where PyTorch refuses a number, a word or a dtype for a bool, so does wengert."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import wengert
from tests import facts
from tests.calls import function
from tests.facts import flags

FACTS = facts.load("flags")
NAMES = list(flags.values(wengert))


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, str]]:
    return flags.gathered(wengert)


def taken_here(public: str, parameter: str) -> set[str]:
    """What wengert takes beside what PyTorch does: bools of NumPy's and of tensors, and a default of None if given."""
    default = inspect.signature(function(wengert, public)).parameters[parameter].default
    return {"np.True_", "np.array(True)", "tensor(True)"} | ({"None"} if default is None else set())


def test_what_is_merely_true_is_no_bool(found: dict[str, dict[str, str]]) -> None:
    wrong = []
    for public, by_parameter in FACTS.items():
        for parameter, fact in by_parameter.items():
            also = taken_here(public, parameter)
            for value, theirs, ours in zip(NAMES, fact, found[public][parameter], strict=True):
                if ours != theirs and (ours != "y" or value not in also):
                    wrong.append(f"{public}({parameter}={value}): {ours}, and in PyTorch {theirs}")
    assert not wrong, "\n".join(wrong)


def test_all_bools_have_facts(found: dict[str, dict[str, str]]) -> None:
    """Parameters that PyTorch's functions do not have, and those of functions whose samples it refuses, have none."""
    ours = {(public, p) for public, by_parameter in found.items() for p in by_parameter}
    theirs = {(public, p) for public, by_parameter in FACTS.items() for p in by_parameter}
    assert theirs <= ours, f"`make facts` asks PyTorch: {sorted(theirs - ours)}"
    lacking = {p for _, p in ours - theirs} - {"keepdims", "return_indices"}
    assert not lacking, f"`make facts` asks PyTorch: {sorted(ours - theirs)}"


def test_the_error_says_what_to_write() -> None:
    x = wengert.ones(2, 3)
    for value, advice in (
        (float, "not type. Give a dtype by name: dtype=..."),
        (wengert.float64, "not dtype. Give a dtype by name: dtype=..."),
        ("no", "not str. Give True or False"),
        (None, "not NoneType. Give True or False"),
        (1, "not int. Make a bool of it: bool(x)"),
        (wengert.tensor([True]), "not Tensor. Make a bool of it: bool(x)"),
    ):
        with pytest.raises(TypeError, match=re.escape(f"sum(): argument 'keepdim' must be bool, {advice}") + "$"):
            x.sum(0, value)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=re.escape("topk(): argument 'largest' must be bool, not type. Give True or")):
        x.topk(1, 0, float)  # type: ignore[arg-type]


WRITTEN_BY_HAND: dict[str, Callable[[Any, Any], Any]] = {  # public names without a row
    "tensor(requires_grad)": lambda lib, v: lib.tensor(1.0, requires_grad=v),
    "Tensor.requires_grad_": lambda lib, v: lib.ones(2).requires_grad_(v),
    "Tensor.requires_grad": lambda lib, v: setattr(lib.ones(2), "requires_grad", v),
    "Tensor.to(copy)": lambda lib, v: lib.ones(2).to(lib.float64, copy=v),
    "Tensor.to(non_blocking)": lambda lib, v: lib.ones(2).to(lib.float64, non_blocking=v),
    "Tensor.copy_(non_blocking)": lambda lib, v: lib.ones(2).copy_(lib.ones(2), v),
    "Tensor.type(non_blocking)": lambda lib, v: lib.ones(2).type(lib.float64, non_blocking=v),
    "Tensor.numpy(force)": lambda lib, v: lib.ones(2).numpy(force=v),
    "Tensor.backward(retain_graph)": lambda lib, v: squares(lib)[1].backward(retain_graph=v),
    "Tensor.backward(create_graph)": lambda lib, v: squares(lib)[1].backward(create_graph=v),
    "grad(retain_graph)": lambda lib, v: gradient(lib, retain_graph=v),
    "grad(create_graph)": lambda lib, v: gradient(lib, create_graph=v),
    "grad(allow_unused)": lambda lib, v: gradient(lib, allow_unused=v),
    "grad(materialize_grads)": lambda lib, v: gradient(lib, materialize_grads=v),
    **{
        f"functional.{name}": lambda lib, v, name=name: getattr(lib.autograd.functional, name)(
            (lambda x: x * x) if name in ("jacobian", "vjp", "jvp") else (lambda x: (x * x).sum()),
            lib.ones(2), *([lib.ones(2)] if name in ("vjp", "jvp", "vhp", "hvp") else []), create_graph=v,
        )
        for name in ("jacobian", "hessian", "vjp", "jvp", "vhp", "hvp")
    },
    "use_deterministic_algorithms(warn_only)": lambda lib, v: warned_only(lib, v),
    "pad_sequence(batch_first)": lambda lib, v: lib.nn.utils.rnn.pad_sequence([lib.ones(2)], batch_first=v),
    "autocast(enabled)": lambda lib, v: entered(lib.autocast("cpu", enabled=v)),
    "autocast(cache_enabled)": lambda lib, v: entered(lib.autocast("cpu", enabled=False, cache_enabled=v)),
    "set_multithreading_enabled": lambda lib, v: lib.autograd.set_multithreading_enabled(v).__exit__(None, None, None),
    "enforce_grad_layout_policy":
        lambda lib, v: lib.autograd.enforce_grad_layout_policy(v).__exit__(None, None, None),
    "set_detect_anomaly": lambda lib, v: lib.autograd.set_detect_anomaly(v).__exit__(None, None, None),
    "nn.Parameter": lambda lib, v: lib.nn.Parameter(lib.ones(2), v),
    "nn.Module.train": lambda lib, v: lib.nn.Linear(1, 1).train(v),
    "signal.windows.hann(sym)": lambda lib, v: lib.signal.windows.hann(4, sym=v),
    "gumbel_softmax(hard)": lambda lib, v: lib.nn.functional.gumbel_softmax(lib.ones(3), hard=v),
}  # fmt: skip
VALUES = {"1": 1, "0": 0, "0.5": 0.5, "None": None, "'a'": "a", "float": float, "[True]": [True], "True": True}


def warned_only(lib: Any, value: Any) -> None:
    try:
        lib.use_deterministic_algorithms(False, warn_only=value)
    finally:
        lib.use_deterministic_algorithms(False)


def entered(context: Any) -> None:
    with context:
        pass


def squares(lib: Any) -> tuple[Any, Any]:
    x = lib.ones(2, requires_grad=True)
    return x, (x * x).sum()


def gradient(lib: Any, **options: Any) -> Any:
    x, y = squares(lib)
    return lib.autograd.grad(y, x, **options)


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", WRITTEN_BY_HAND)
def test_what_is_merely_true_as_in_pytorch(name: str) -> None:
    torch = pytest.importorskip("torch")
    taken: list[dict[str, bool]] = []
    for lib in (wengert, torch):
        entry: dict[str, bool] = {}
        taken.append(entry)
        for text, value in VALUES.items():
            try:
                WRITTEN_BY_HAND[name](lib, value)
            except (TypeError, RuntimeError, ValueError):
                entry[text] = False
            else:
                entry[text] = True
    assert taken[0] == taken[1]


@pytest.mark.parametrize("value", [0.5, "yes", float, [True]])
def test_a_backward_pass_names_the_wrong_option(value: Any) -> None:
    with pytest.raises(TypeError, match=r"grad\(\): argument 'create_graph' must be bool, not"):
        gradient(wengert, create_graph=value)


def test_bools_by_position_in_to() -> None:
    x = wengert.ones(2)
    assert x.to(wengert.float32, False) is x and x.to(wengert.float32, False, True) is not x
    with pytest.raises(TypeError, match="argument 'non_blocking' must be bool, not type"):
        x.to(wengert.float64, float)
