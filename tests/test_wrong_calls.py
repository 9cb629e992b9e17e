"""Wrong calls of methods: the error names the method as the user wrote it, and nothing private."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import wengert

PRIVATE = re.compile(r"_wg_|_core|_native|(?<![a-z0-9])_[a-z]\w*\(\)")
POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
REAL = ("imag", "volatile")  # attributes that a real tensor has no value for, or warns about
NAMES = [n for n in dir(wengert.ones(2, 3)) if not n.startswith("_") and n not in REAL]
METHODS = [n for n in NAMES if callable(getattr(wengert.ones(2, 3), n))]


def wrong(name: str) -> Iterator[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """Calls of a method with a keyword that it does not have, and with one argument too many."""
    yield "an unknown keyword", (), {"no_such_keyword": 1}
    parameters = list(inspect.signature(getattr(wengert.Tensor, name)).parameters.values())[1:]
    if not any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters):
        yield "too many", (1,) * (sum(p.kind in POSITIONAL for p in parameters) + 1), {}


def test_methods_with_arguments_that_they_do_not_have() -> None:
    faults = []
    for name in METHODS:
        for what, args, kwargs in wrong(name):
            try:
                getattr(wengert.ones(2, 3), name)(*args, **kwargs)
            except TypeError as e:
                if PRIVATE.search(str(e)) or not re.search(rf"\b{name}\(\)", str(e)):
                    faults.append(f"{name}, {what}: {e}")
            except Exception as e:
                faults.append(f"{name}, {what}: {type(e).__name__}: {e}")
            else:
                faults.append(f"{name}, {what}: taken")
    assert not faults, "\n".join(faults)
    assert len(METHODS) > 500


BY_HAND = """
as_subclass backward bfloat16 bool byte cdouble cfloat char copy_ cpu cuda detach detach_ dim double element_size float
get_device half int is_complex is_floating_point is_inference is_shared item long map_ map2_ ndimension
nelement numel numpy polygamma polygamma_ register_hook register_post_accumulate_grad_hook requires_grad_ resize_
resize_as_ retain_grad share_memory_ short size storage storage_offset stride to tolist type_as untyped_storage where
"""  # methods that are no operations
VALUES: dict[str, Any] = {
    "None": None, "'a'": "a", "1.5": 1.5, "object()": object(), "True": True, "[object()]": [object()], "2**70": 2**70,
    "1j": 1j, "{}": {}, "int": int, "print": print,
}  # fmt: skip
TAKEN = {  # what wengert takes beside PyTorch, or PyTorch beside wengert
    ("polygamma", "2**70"), ("polygamma_", "2**70"), ("resize_", "2**70"), ("to", "int"), ("to", "1.5"), ("to", "1j"),
    ("to", "2**70"), ("cuda", "2**70"), ("cuda", "None"),
}  # fmt: skip


def called(lib: Any, name: str, value: Any) -> tuple[str, str]:
    x = lib.ones(2, 3)
    if name in ("backward", "register_hook", "register_post_accumulate_grad_hook", "retain_grad"):
        x.requires_grad_()
    if name == "backward":
        x = x * 1
    try:
        getattr(x, name)(value)
    except Exception as e:
        return type(e).__name__, str(e)
    return "taken", ""


def test_methods_with_arguments_of_a_wrong_kind_name_nothing_private() -> None:
    said = {(n, text): called(wengert, n, value)[1] for n in BY_HAND.split() for text, value in VALUES.items()}
    assert not {call: text for call, text in said.items() if PRIVATE.search(text)}


@pytest.mark.oracle
def test_methods_with_arguments_of_a_wrong_kind_raise_what_they_do_in_pytorch() -> None:
    torch = pytest.importorskip("torch")
    faults = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in BY_HAND.split():
            for text, value in VALUES.items():
                theirs, ours = called(torch, name, value), called(wengert, name, value)
                if theirs[0] != ours[0] and (name, text) not in TAKEN:
                    faults.append(f"{name}({text}): {ours[0]}: {ours[1]}. In PyTorch {theirs[0]}: {theirs[1][:80]}")
    assert not faults, "\n".join(faults)


def test_the_error_says_what_was_expected() -> None:
    x = wengert.ones(2, 3)
    for call, text in (
        (lambda: x.size(int), "size(): argument 'dim' must be int, not type"),
        (lambda: x.resize_("a"), "resize_(): argument 'size' must be int or tuple of ints, not str"),
        (lambda: x.copy_(None), "copy_(): argument 'src' must be Tensor or number, not NoneType"),
        (lambda: x.to(object()), "to(): argument 'dtype' must be dtype, not object"),
        (lambda: x.clone(memory_format=3), "clone(): argument 'memory_format' must be memory_format, not int"),
        (lambda: x.float(memory_format=[]), "argument 'memory_format' must be memory_format, not list"),
        (lambda: x.clip(no_such=1), "clip() got an unexpected keyword argument 'no_such'"),
        (lambda: x.nelement(1), "Tensor.nelement() takes 1 positional argument but 2 were given"),
    ):
        with pytest.raises(TypeError, match=re.escape(text)):
            call()
    with pytest.raises(TypeError, match="gradients can be either Tensors or None, but got int"):
        (x * x.requires_grad_()).backward(3)


MANY = (2**70, -(2**70), 2**63)
UNREAD: dict[str, Callable[[Any, int], Any]] = {  # positions, dimensions and values to write of too many bits
    "x[n]": lambda x, n: x[n],
    "x[0, n]": lambda x, n: x[0, n],
    "x[..., n]": lambda x, n: x[..., n],
    "x[n] = 1": lambda x, n: x.__setitem__(n, 1),
    "x[0, n] = 1": lambda x, n: x.__setitem__((0, n), 1),
    "x[None, n] = 1": lambda x, n: x.__setitem__((None, n), 1),
    "x.select": lambda x, n: x.select(0, n),
    "x.narrow": lambda x, n: x.narrow(0, n, 1),
    "x.sum": lambda x, n: x.sum(n),
    "x.unsqueeze": lambda x, n: x.unsqueeze(n),
    "x.size": lambda x, n: x.size(n),
    "x.stride": lambda x, n: x.stride(n),
    "x.transpose": lambda x, n: x.transpose(0, n),
}
WRITTEN: dict[str, Callable[[Any, int], Any]] = {
    "x[0] = n": lambda x, n: x.__setitem__(0, n),
    "x[:] = n": lambda x, n: x.__setitem__(slice(None), n),
    "x[x > 0] = n": lambda x, n: x.__setitem__(x > 0, n),
}


@pytest.mark.parametrize("name", [*UNREAD, *WRITTEN])
def test_integers_of_too_many_bits(lib: Any, name: str) -> None:
    for n in MANY if name in UNREAD else MANY[:2]:
        with pytest.raises(ValueError, match="Overflow when unpacking long long"):
            (UNREAD | WRITTEN)[name](lib.ones(3, 3), n)
