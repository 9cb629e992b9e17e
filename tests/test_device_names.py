"""Names of devices: the CPU has a number too, and a device without tensors says so wherever it is given."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

import wengert
from tests.factories import factories


def calls() -> dict[str, Callable[[Any], Any]]:
    """A call of every public function that takes a device, by its name."""
    found: dict[str, Callable[[Any], Any]] = {}
    for name, (function, given) in factories().items():

        def call(device: Any, function: Any = function, given: Any = given) -> Any:
            wengert.manual_seed(0)
            return function(device=device, **given)

        found[name] = call
    x = wengert.ones(2, requires_grad=True)
    methods: dict[str, Callable[[Any], Any]] = {
        "Tensor.to(device)": lambda d: x.to(d),
        "Tensor.to(device=)": lambda d: x.to(device=d),
        "Tensor.to(device, dtype)": lambda d: x.to(d, wengert.float64),
        "Tensor.new_ones": lambda d: x.new_ones(2, device=d),
        "Tensor()": lambda d: wengert.Tensor([1.0], device=d),
        "Generator": lambda d: wengert.Generator(d),
    }
    return found | methods


CALLS = calls()
pytestmark = pytest.mark.filterwarnings("ignore:wengert.range is deprecated")
CPU = wengert.device("cpu")


def test_there_are_calls() -> None:
    assert len(CALLS) > 50


def same(a: Any, b: Any) -> bool:
    return not isinstance(a, wengert.Tensor) or "empty" in str(a) or (a.shape, a.dtype) == (b.shape, b.dtype)


def test_the_number_of_the_cpu_is_taken_everywhere() -> None:
    wrong: list[str] = []
    for name, call in CALLS.items():
        for given in ("cpu:0", "cpu:1", wengert.device("cpu", 0)):
            try:
                found = call(given)
            except Exception as e:
                wrong.append(f"{name}({given}): {type(e).__name__}: {e}")
                continue
            if found.device != CPU or not same(found, call("cpu")):
                wrong.append(f"{name}({given}): on {found.device!r}, {found}")
    assert not wrong, "\n".join(wrong)


def test_the_number_of_the_cpu_records_nothing() -> None:
    x = wengert.ones(2, requires_grad=True)
    assert x.to("cpu:0") is x and x.to(device="cpu:3") is x


@pytest.mark.parametrize("given", ["meta", "xpu", "mps"])
def test_a_device_without_tensors_says_so(given: Any) -> None:
    wrong: list[str] = []
    for name, call in CALLS.items():
        try:
            call(wengert.device(given) if given == "meta" else given)
            wrong.append(f"{name}: accepted")
        except NotImplementedError as e:
            if f"there are no tensors on '{given}'" not in str(e):
                wrong.append(f"{name}: {e}")
        except Exception as e:
            wrong.append(f"{name}: {type(e).__name__}: {e}")
    assert not wrong, "\n".join(wrong)


def test_what_is_no_device_is_refused_everywhere() -> None:
    wrong: list[str] = []
    for name, call in CALLS.items():
        for given, kind, said in (
            ("tpu", RuntimeError, "device type at start of device string: tpu"),
            ("cpu:", RuntimeError, "Invalid device string: 'cpu:'"),
            ("cpu:-1", RuntimeError, "Invalid device string: 'cpu:-1'"),
            (1.5, TypeError, "must be wengert.device, not float"),
        ):
            if given == 1.5 and "Tensor.to(device" in name and name != "Tensor.to(device=)":
                continue  # a type of elements
            try:
                call(given)
                wrong.append(f"{name}({given}): accepted")
            except Exception as e:
                if type(e) is not kind or said not in str(e):
                    wrong.append(f"{name}({given}): {type(e).__name__}: {e}")
    assert not wrong, "\n".join(wrong)


def test_names_are_compared_without_tensors() -> None:
    meta = wengert.device("meta")
    assert (meta.type, meta.index, str(meta)) == ("meta", None, "meta")
    assert wengert.ones(2).device != meta and wengert.ones(2).device != "nonsense"
    assert pickle.loads(pickle.dumps(wengert.device("cuda", 1))) == wengert.device("cuda:1")


@pytest.mark.parametrize(
    ("given", "kind", "said"),
    [
        (("cpu:0", 0), RuntimeError, "type (string) must not include an index because index was passed explicitly"),
        (("cpu", -1), RuntimeError, "Device index must not be negative"),
        ((-1,), RuntimeError, "Device index must not be negative"),
        ((None,), TypeError, "must be wengert.device, not NoneType"),
        ((True,), TypeError, "must be wengert.device, not bool"),
        (("cuda:0:1",), RuntimeError, "Invalid device string"),
        (("CPU",), RuntimeError, "device type at start of device string: CPU"),
    ],
)
def test_what_makes_no_device(given: Any, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=re.escape(said)):
        wengert.device(*given)


def test_what_makes_a_device_by_name() -> None:
    assert wengert.device(device="cuda:1") == wengert.device(type="cuda", index=1) == wengert.device("cuda", 1)
    assert wengert.device(device=wengert.device("cpu")) == wengert.device("cpu")
    for given in ({"device": "cpu", "index": 0}, {"device": "cpu", "type": "cpu"}):
        with pytest.raises(TypeError, match="invalid combination of arguments"):
            wengert.device(**given)
    for index in ("0", True, 0.0):
        with pytest.raises(TypeError, match=r"'index' \(position 2\) must be int, not"):
            wengert.device("cpu", index)


def test_modules_of_devices() -> None:
    assert wengert.get_device_module() is wengert.cpu and wengert.get_device_module("cuda:1") is wengert.cuda
    with pytest.raises(RuntimeError, match="'meta' does not have a corresponding module"):
        wengert.get_device_module("meta")
    with pytest.raises(RuntimeError, match="Invalid value of device '1'"):
        wengert.get_device_module(1)


def test_cuda_of_the_cpu() -> None:
    for x in (wengert.ones(2), wengert.ones(2).untyped_storage()):
        with pytest.raises(RuntimeError, match=r"Invalid device, must be cuda device.*Use \.to\(device='cpu'\)"):
            x.cuda("cpu")
