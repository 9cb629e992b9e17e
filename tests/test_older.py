"""Calls that warn: those that PyTorch deprecates and still takes, as factors among the tensors, and casts that lose the
imaginary part. The same programs run on both libraries.
"""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import wengert
from wengert._core import errors

SHAPES = {  # operation: shapes of the input and of the tensors that are scaled, and the names of the factors
    "add": ((2, 2), (2,), ("alpha",)),
    "sub": ((2, 2), (2,), ("alpha",)),
    "addcmul": ((2, 2), (2,), (2, 1), ("value",)),
    "addcdiv": ((2, 2), (2,), (2, 1), ("value",)),
    "addmm": ((2, 2), (2, 3), (3, 2), ("beta", "alpha")),
    "addmv": ((2,), (2, 3), (3,), ("beta", "alpha")),
    "addr": ((2, 3), (2,), (3,), ("beta", "alpha")),
    "addbmm": ((2, 2), (2, 2, 3), (2, 3, 2), ("beta", "alpha")),
    "baddbmm": ((2, 2, 2), (2, 2, 3), (2, 3, 2), ("beta", "alpha")),
}


def operands(lib: Any, name: str) -> list[Any]:
    lib.manual_seed(0)
    return [lib.rand(shape, dtype=lib.float64).add(0.5).requires_grad_() for shape in SHAPES[name][:-1]]


def positions(how: str, x: Any, others: list[Any], numbers: list[Any], factors: int) -> list[Any]:
    if factors == 1 or how != "function":
        return [x, *numbers, *others]
    return [numbers[0], x, *numbers[1:], *others]


@pytest.mark.filterwarnings("ignore:This overload")
@pytest.mark.parametrize("how", ["function", "method", "in place", "out", "of a tensor"])
@pytest.mark.parametrize("name", SHAPES)
def test_factors_among_the_tensors_are_those_by_name(lib: Any, name: str, how: str) -> None:
    names = SHAPES[name][-1]
    for count in range(1, len(names) + 1):
        x, *others = operands(lib, name)
        numbers = [2.0, 3.0][:count]
        named = dict(zip(names, numbers, strict=False))
        given = [lib.tensor(n) for n in numbers] if how == "of a tensor" else numbers
        kind = "method" if how in ("method", "in place") else "function"
        args = positions(kind, x.clone() if how == "in place" else x, others, given, len(names))
        if how == "in place":
            old, new = getattr(args[0], f"{name}_")(*args[1:]), getattr(x.clone(), f"{name}_")(*others, **named)
        elif how == "out":
            x, *others = [t.detach() for t in (x, *others)]
            args = positions(kind, x, others, numbers, len(names))
            out = lib.empty(0, dtype=lib.float64)
            old, new = getattr(lib, name)(*args, out=out), getattr(lib, name)(x, *others, **named)
            assert old is out
        elif how == "method":
            old, new = getattr(x, name)(*args[1:]), getattr(x, name)(*others, **named)
        else:
            old, new = getattr(lib, name)(*args), getattr(lib, name)(x, *others, **named)
        assert old.tolist() == new.tolist()
        if how != "out":
            assert type(old.grad_fn) is type(new.grad_fn)
            got = lib.autograd.grad(old.sum(), [x, *others])
            want = lib.autograd.grad(new.sum(), [x, *others])
            assert [g.tolist() for g in got] == [g.tolist() for g in want]


def test_an_older_overload_warns_once(lib: Any) -> None:
    errors.deprecated.older_overload.cache_clear()
    x = lib.zeros(2)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        x.add_(-1, lib.ones(2))
        if lib is wengert:
            x.add_(-1, lib.ones(2))
    assert x[0] < 0
    (warned,) = seen
    assert warned.category is UserWarning and warned.filename == __file__
    assert str(warned.message).startswith("This overload of add_ is deprecated")
    assert "Consider using one of the following signatures instead:" in str(warned.message)


@pytest.mark.parametrize("call", [
    lambda z: z.to(z.real.dtype), lambda z: z.float(), lambda z: z.long(), lambda z: z.real.copy_(z),
    lambda z: z.abs().__setitem__(0, z[0]), lambda z: z.type_as(z.real),
    lambda z: z.clone().requires_grad_().double(), lambda z: z.prod(dtype=z.real.dtype),
])  # fmt: skip
def test_a_cast_that_loses_the_imaginary_part_warns_once(lib: Any, call: Any) -> None:
    errors.deprecated.imaginary_part.cache_clear()
    z = lib.tensor([1 + 2j, 3j])
    z.bool(), z.to(lib.complex128), (z.requires_grad_() * 2).abs().sum().backward()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        call(z.detach().clone())
        if lib is wengert:
            call(z.detach().clone())
    if lib is not wengert:  # once in a process
        return
    (warned,) = [w for w in seen if w.category is UserWarning]  # NumPy's own is ignored in programs
    assert warned.filename == __file__
    assert str(warned.message).startswith("Casting complex values to real discards the imaginary part")


@pytest.mark.parametrize(("shape", "message"), [
    ((), "Tensor.T is deprecated on 0-D tensors"), ((2,), "The use of `x.T` on tensors of dimension other than 2"),
    ((2, 2, 2), "The use of `x.T` on tensors of dimension other than 2"),
])  # fmt: skip
def test_reversing_other_than_matrices_warns(lib: Any, shape: Any, message: str) -> None:
    with pytest.warns(UserWarning, match=message):
        assert lib.ones(shape).T.shape == shape


def test_a_condition_of_bytes_warns(lib: Any) -> None:
    errors.deprecated.byte_condition.cache_clear()
    x = lib.ones(2)
    with pytest.warns(UserWarning, match="where received a uint8 condition tensor"):
        assert lib.where(lib.tensor([0, 1], dtype=lib.uint8), x, 2 * x).tolist() == [2, 1]


def test_a_reducing_scatter_warns_once(lib: Any) -> None:
    errors.deprecated.reduce_of_scatter.cache_clear()
    x, places = lib.zeros(2), lib.tensor([1, 1])
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert x.scatter(0, places, 2.0, reduce="add").tolist() == [0, 4]  # one number: nothing is deprecated
        assert not seen
        assert x.scatter(0, places, lib.ones(2), reduce="add").tolist() == [0, 2]
        assert x.clone().scatter_(0, places, lib.ones(2), reduce="add").tolist() == [0, 2]
    if lib is wengert:  # PyTorch: once in a process
        (warned,) = seen
        assert warned.filename == __file__
        assert str(warned.message).startswith("The reduce argument of wengert.scatter with Tensor src is deprecated")


@pytest.mark.parametrize("call", [
    lambda x: x.add(x, 2), lambda x: x.add(1, 2, x), lambda x: x.addmm(x, x, 2), lambda x: x.addcmul(x, x, 2),
    lambda x: x.add(2, x, alpha=3), lambda x: x.addmm(2, x, x, beta=1.5), lambda x: x.addr(1, 2, 3, x, x),
    lambda x: x.add_(x, x), lambda x: x.addcdiv_("2", x, x),
])  # fmt: skip
def test_other_arguments_that_are_too_many_are_refused(lib: Any, call: Any) -> None:
    with pytest.raises(TypeError):
        call(lib.ones(2, 2))


def test_what_is_too_much_is_counted() -> None:
    x = wengert.ones(2)
    with pytest.raises(TypeError) as raised:
        x.add(x, 2)
    assert str(raised.value) == "add() takes 2 positional arguments but 3 were given. Give alpha by name."
    with pytest.raises(TypeError) as raised:
        x.addmv_(x, x, 2)
    assert str(raised.value) == "addmv_() takes 3 positional arguments but 4 were given. Give beta and alpha by name."


@pytest.mark.filterwarnings("ignore:This overload")
def test_handlers_see_the_factors_by_name() -> None:
    class Seen(wengert.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return func.__name__, len(args), kwargs

    x = wengert.ones(2).as_subclass(Seen)
    assert wengert.add(x, 2, x) == ("add", 2, {"alpha": 2})
