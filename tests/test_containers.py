"""Containers of modules and parameters: they are lists and dictionaries, and hold what is registered."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest


def names(kind: Any) -> list[str]:
    return [type(m).__name__ for m in kind]


def test_a_sequence_is_a_list(lib: Any) -> None:
    nn = lib.nn
    row = nn.Sequential(nn.ReLU(), nn.Tanh(), nn.Sigmoid())
    assert names(row) == ["ReLU", "Tanh", "Sigmoid"] and len(row) == 3 and type(row[-1]) is nn.Sigmoid
    assert names(row[1:]) == ["Tanh", "Sigmoid"] and list(row[1:]._modules) == ["1", "2"]
    row[0] = nn.GELU()
    row.append(nn.ELU()).insert(1, nn.SiLU())
    assert names(row) == ["GELU", "SiLU", "Tanh", "Sigmoid", "ELU"] and list(row._modules) == list("01234")
    del row[1:3]
    assert type(row.pop(-1)) is nn.ELU and names(row) == ["GELU", "Sigmoid"] and list(row._modules) == ["0", "1"]
    assert names(row + nn.Sequential(nn.ReLU())) == ["GELU", "Sigmoid", "ReLU"]
    assert names(row * 2) == ["GELU", "Sigmoid"] * 2 and len(2 * row) == 4
    row += nn.Sequential(nn.ReLU())
    row *= 2
    assert len(row) == 6 and names(row.extend([nn.Tanh()]))[-1] == "Tanh"
    named = nn.Sequential(OrderedDict(a=nn.ReLU(), b=nn.Tanh()))
    assert named.a is named[0] and named(lib.tensor(-1.0)).item() == 0 and "a" in dir(named)
    for call in (lambda: row[9], lambda: row.insert(99, nn.ReLU())):
        with pytest.raises(IndexError):
            call()
    with pytest.raises(ValueError, match="add operator supports only objects of Sequential class"):
        row + [nn.ReLU()]
    with pytest.raises(ValueError, match="Non-positive multiplication factor 0"):
        row * 0
    with pytest.raises(TypeError, match="int is not a Module subclass"):
        nn.Sequential(3)
    with pytest.raises(AssertionError, match="module should be of type"):
        row.insert(0, 3)


def test_a_list_of_modules(lib: Any) -> None:
    nn = lib.nn
    held = nn.ModuleList([nn.ReLU(), nn.Tanh()])
    held.append(nn.GELU())
    held.insert(1, nn.ELU())
    held.extend([nn.SiLU()])
    held += [nn.Sigmoid()]
    assert names(held) == ["ReLU", "ELU", "Tanh", "GELU", "SiLU", "Sigmoid"] and type(held[-2]) is nn.SiLU
    assert names(held[1:3]) == ["ELU", "Tanh"] and names(held + [nn.Tanh()])[-1] == "Tanh"
    held[0] = nn.Linear(1, 1)
    del held[-1], held[1:3]
    assert names(held) == ["Linear", "GELU", "SiLU"] and type(held.pop(0)) is nn.Linear
    assert [n for n, _ in held.named_children()] == ["0", "1"]
    with pytest.raises(IndexError, match="index 5 is out of range"):
        held[5]
    with pytest.raises(NotImplementedError):
        held(1)
    with pytest.raises(TypeError, match="ModuleList.extend should be called with an iterable, but got int"):
        held.extend(3)
    same = nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Sequential(nn.Tanh())])
    assert repr(same) == "ModuleList(\n  (0-1): 2 x ReLU()\n  (2): Sequential(\n    (0): Tanh()\n  )\n)"
    assert repr(nn.ModuleList()) == "ModuleList()"


def test_a_dictionary_of_modules(lib: Any) -> None:
    nn = lib.nn
    held = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()})
    held["c"] = nn.GELU()
    held.update([("d", nn.ELU())])
    held.update(nn.ModuleDict({"a": nn.SiLU()}))
    assert list(held) == list(held.keys()) == ["a", "b", "c", "d"] and "c" in held and len(held) == 4
    assert type(held.pop("a")) is nn.SiLU and names(held.values()) == ["Tanh", "GELU", "ELU"]
    del held["b"]
    assert [k for k, _ in held.items()] == ["c", "d"]
    assert repr(held) == "ModuleDict(\n  (c): GELU(approximate='none')\n  (d): ELU(alpha=1.0)\n)"
    held.clear()
    assert not held
    for bad, error in ((3, TypeError), ([3], TypeError), ([("a", 1, 2)], ValueError)):
        with pytest.raises(error):
            held.update(bad)
    with pytest.raises(KeyError, match="already exists"):
        held["forward"] = nn.ReLU()


def test_a_list_of_parameters(lib: Any) -> None:
    nn = lib.nn
    held = nn.ParameterList([lib.ones(2), nn.Parameter(lib.zeros(3), requires_grad=False)])
    held.append(lib.ones(1, 4))
    held.extend(["kept"])
    assert [n for n, _ in held.named_parameters()] == ["0", "1", "2"] and held[-1] == "kept"
    held[0] = lib.zeros(2)
    assert isinstance(held[0], nn.Parameter) and [type(v) is str for v in held] == [False, False, False, True]
    assert len(held[1:3]) == 2
    assert repr(held).replace("wengert", "torch") == (
        "ParameterList(\n    (0): Parameter containing: [torch.float32 of size 2]\n    (1): Parameter containing: "
        "[torch.float32 of size 3]\n    (2): Parameter containing: [torch.float32 of size 1x4]\n    (3): Object of "
        "type: str\n)"
    )
    with pytest.raises(RuntimeError, match="ParameterList should not be called"):
        held()
    with pytest.raises(TypeError, match="ParameterList.extend should be called with an iterable, but got Tensor"):
        held.extend(lib.ones(2))


def test_a_dictionary_of_parameters(lib: Any) -> None:
    nn = lib.nn
    held = nn.ParameterDict({"b": lib.ones(2), "a": lib.zeros(1)})
    assert list(held) == ["a", "b"] and [n for n, _ in held.named_parameters()] == ["a", "b"]
    held["c"] = "kept"
    assert held.get("c") == "kept" and held.get("d", 5) == 5 and held.setdefault("e", lib.ones(1)).shape == (1,)
    assert list(held | {"z": lib.ones(1)})[-1] == "z" and list({"z": lib.ones(1)} | held)[0] == "z"
    held |= {"f": lib.ones(1)}
    assert held.popitem()[0] == "f" and held.pop("c") == "kept" and list(reversed(held))[0] == "e"
    twin = held.copy()
    assert twin["a"] is held["a"] and list(held.fromkeys(["x", "y"], 1).values()) == [1, 1]
    del twin["a"]
    assert "a" not in twin and "a" in held and len(list(held.items())) == 3
    twin.clear()
    assert not len(twin)
    assert repr(held).startswith("ParameterDict(\n    (a): Parameter containing: [torch.FloatTensor of size 1]")
    with pytest.raises(TypeError, match="cannot be used as a key as it is not a string"):
        held[3] = lib.ones(1)
