"""Every module of nn holds, prints, draws and computes what PyTorch's does, as ``tests/facts/modules.json`` has it."""

from __future__ import annotations

import copy
import doctest
import inspect
import pickle
import re
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts
from tests.facts import modules

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:wengert")

FACTS = facts.load("modules")
CALLS: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
for _call in modules.calls():
    CALLS[_call[0].partition("(")[0]].append(_call)

BASES = {"Module", "Container", "RNNBase", "RNNCellBase"}
HOLDERS = {"ModuleDict", "ModuleList", "ParameterDict", "ParameterList"}  # tests/test_containers.py
REFUSED = {"SyncBatchNorm"}
CLASSES = {
    name: kind
    for name in wengert.nn.__all__
    if isinstance(kind := getattr(wengert.nn, name), type) and issubclass(kind, wengert.nn.Module)
}


def different(found: Any, fact: Any, tolerance: float, path: str) -> list[str]:
    """Where what was found is not the fact."""
    if isinstance(fact, dict):
        if list(found) != list(fact):
            return [f"{path}: has {list(found)}, not {list(fact)}"]
        return [line for k in fact for line in different(found[k], fact[k], tolerance, f"{path}.{k}")]
    if isinstance(fact, list):
        if len(found) != len(fact):
            return [f"{path}: {found} is not {fact}"]
        pairs = zip(found, fact, strict=True)
        return [line for i, (a, b) in enumerate(pairs) for line in different(a, b, tolerance, f"{path}[{i}]")]
    if isinstance(fact, float):
        same = np.isclose(found, fact, tolerance, tolerance, equal_nan=True)
    else:
        same = found == fact
    return [] if same else [f"{path}: {found} is not {fact}"]


@pytest.mark.parametrize("name", sorted(CALLS))
def test_a_module_is_pytorchs(name: str) -> None:
    wrong = []
    for call in CALLS[name]:
        key = modules.text(*call)
        assert key in FACTS, f"{key}: no fact. `make facts` asks PyTorch."
        found, fact = modules.outcome(wengert, *call), copy.deepcopy(FACTS[key])
        for outcome in (found, fact):
            if name in modules.NORMAL:  # the last bits of normal numbers are the library's
                outcome["draws"] = {k: v[:2] for k, v in outcome["draws"].items()}
            if name in modules.DIFFERS:
                del outcome["modes"]
        tolerance = 1e-6 if name in modules.NORMAL else 1e-9
        wrong += [f"{key}: {line}" for line in different(found, fact, tolerance, "")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", sorted(modules.DIFFERS))
def test_every_exception_is_one(name: str) -> None:
    outcomes = [(modules.outcome(wengert, *c)["modes"], FACTS[modules.text(*c)]["modes"]) for c in CALLS[name]]
    assert any(different(found, fact, 1e-9, "") for found, fact in outcomes), f"take {name} out of DIFFERS"


def test_every_module_has_a_fact() -> None:
    assert set(CLASSES) - set(CALLS) - BASES - HOLDERS - REFUSED == {"NLLLoss2d"}


@pytest.mark.oracle
def test_every_module_of_pytorch_is_there_or_has_advice() -> None:
    import torch

    missing = [n for n in dir(torch.nn) if n[0].isupper() and n not in CLASSES and not hasattr(wengert.nn, n)]
    for name in missing:
        with pytest.raises(AttributeError, match="it is not part of wengert; "):
            getattr(wengert.nn, name)
    assert sorted(missing) == ["CrossMapLRN2d", "DataParallel", "LinearCrossEntropyOptions"]


@pytest.mark.oracle
def test_constructors_take_what_pytorchs_take() -> None:
    import torch

    wrong = []
    for name, kind in CLASSES.items():
        theirs = inspect.signature(getattr(torch.nn, name)).parameters.values()
        ours = inspect.signature(kind).parameters.values()
        if any(p.kind is p.VAR_POSITIONAL for p in theirs) or name.startswith("Lazy") or name in BASES | REFUSED:
            continue
        described = [[(p.name, str(p.default)) for p in ps if p.kind is not p.VAR_KEYWORD] for ps in (theirs, ours)]
        described = [[(n, d.partition(" at 0x")[0].replace("torch", "wengert")) for n, d in ps] for ps in described]
        if described[0] != described[1] and not name.startswith("Transformer"):  # whose default is a function
            wrong.append(f"{name}: {described[1]} is not {described[0]}")
    assert not wrong, "\n".join(wrong)


def test_modules_say_what_they_do_take_and_show_it() -> None:
    wrong = []
    for name in sorted(set(CLASSES) - BASES - REFUSED - {"NLLLoss2d"}):
        doc = inspect.getdoc(CLASSES[name])
        assert doc is not None and re.search(r"[.:]$", doc.partition("\n\n")[0]), name
        explained = set(re.findall(r"^    (\w+): ", doc.partition("Args:\n")[2], re.MULTILINE))
        parameters = inspect.signature(CLASSES[name]).parameters.values()
        taken = {p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD and not p.name.startswith("_")}
        if not name.startswith("Lazy") and taken - explained:
            wrong.append(f"{name}: nothing says what {taken - explained} are")
        test = doctest.DocTestParser().get_doctest(doc, {}, name, name, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        if not test.examples or runner.run(test, out=wrong.append).failed:
            wrong.append(f"{name}: no example, or one that does not run")
    assert not wrong, "\n".join(wrong)


def test_modules_come_from_where_pytorch_has_them() -> None:
    for name, kind in CLASSES.items():
        assert kind.__module__.startswith("wengert.nn.modules."), f"{name} says that it comes from {kind.__module__}"
    assert wengert.nn.Linear.__module__ == "wengert.nn.modules.linear"


def test_modules_survive_pickling_and_copying() -> None:
    wrong = []
    for calls in CALLS.values():
        for name, inputs in calls[:1]:
            module = eval(name, {"nn": wengert.nn, **vars(wengert.nn), **CLASSES})
            for how, again in (("pickle", pickle.loads(pickle.dumps(module))), ("copy", copy.deepcopy(module))):
                state = again.state_dict()
                same = repr(again) == repr(module) and list(state) == list(module.state_dict())
                if not same or type(again) is not type(module):
                    wrong.append(f"{name}: {how}")
            given = [modules.made(wengert, spec) for spec in inputs]
            if not name.startswith("Lazy"):
                module.double().eval()(*given)
    assert not wrong


def test_first_values_are_pytorchs() -> None:
    wengert.manual_seed(0)
    layer = wengert.nn.Linear(3, 2)
    first = [-0.004322517663240433, 0.3097158372402191, -0.4751853346824646, -0.4248946011066437, -0.2223689705133438]
    assert layer.weight.flatten().tolist() == [*first, 0.15482072532176971]
    assert layer.bias.tolist() == [-0.011439144611358643, 0.45777493715286255]


def test_synchronised_batch_norm_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="SyncBatchNorm: there is one process.*use BatchNorm1d"):
        wengert.nn.SyncBatchNorm(3)
    with pytest.raises(NotImplementedError, match="SyncBatchNorm"):
        wengert.nn.SyncBatchNorm.convert_sync_batchnorm(wengert.nn.BatchNorm1d(3))
