"""Factories: what becomes of Python values and arrays, which dtype is chosen, what is refused."""

from __future__ import annotations

import array
import copy
import ctypes
import pickle
import re
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from ml_dtypes import bfloat16

import wengert
from tests.both import Control, Library, outcome, plain


def test_lists_become_what_they_hold() -> None:
    for data, dtype, shape in (
        (1.5, "float32", ()),
        ([1, 2.5], "float32", (2,)),
        ([True, 2], "int64", (2,)),
        ([[1, 2], [3, 4j]], "complex64", (2, 2)),
        ([], "float32", (0,)),
        ([[], []], "float32", (2, 0)),
        (range(3), "int64", (3,)),
        (deque([False]), "bool", (1,)),
        ([np.float64(1), 2], "float64", (2,)),
        ([np.int8(1), np.int16(2)], "int16", (2,)),
        ([np.array([1.5, 2]), [3, 4]], "float64", (2, 2)),
        ([np.array(1.5), 2], "float64", (2,)),
        ([wengert.tensor(1.5, dtype=wengert.float16), 2], "float16", (2,)),
        (np.zeros((2, 3), bfloat16), "bfloat16", (2, 3)),
    ):
        t = wengert.tensor(data)
        assert (str(t.dtype), tuple(t.shape)) == (f"wengert.{dtype}", shape), data
    assert wengert.tensor([[1, 2], [3, 4]]).tolist() == [[1, 2], [3, 4]]


def test_default_dtype_decides() -> None:
    wengert.set_default_dtype(wengert.float64)
    try:
        made = [
            wengert.tensor(1.5),
            wengert.zeros(2),
            wengert.full((), 2.0),
            wengert.arange(2.0),
            wengert.rand(2),
            wengert.eye(2),
        ]
        assert {t.dtype for t in made} == {wengert.float64}
        assert wengert.tensor(1j).dtype == wengert.linspace(0, 1j, 3).dtype == wengert.complex128
    finally:
        wengert.set_default_dtype(wengert.float32)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "bool"])
def test_arrays_of_other_dtype_objects_are_as_fast(dtype: str) -> None:
    """What unpickled arrays have compares equal to NumPy's own object; the fast ways compare identities."""
    kept = np.dtype(dtype)
    other = pickle.loads(pickle.dumps(np.ones(3, dtype)))
    assert other.dtype == kept and other.dtype is not kept
    makers = [wengert.tensor, wengert.from_numpy, wengert.as_tensor, wengert.asarray, wengert.from_dlpack]
    made = [make(other) for make in makers]
    made += [pickle.loads(pickle.dumps(made[0])), copy.deepcopy(made[0]), made[0] + other, made[0] * made[0]]
    if dtype[:5] == "float":
        made += [wengert.Tensor(other), wengert.nn.functional.relu(made[0]), wengert.where(other > 0, made[0], other)]
    for t in made:
        assert t._wg_data.dtype is np.dtype(t._wg_data.dtype.name)
    assert np.shares_memory(wengert.from_numpy(other).numpy(), other)


def test_memory_is_copied_or_shared() -> None:
    x = np.arange(4.0)
    for share, make in (
        (True, wengert.from_numpy), (True, wengert.as_tensor), (True, wengert.asarray), (True, wengert.from_dlpack),
        (False, wengert.tensor), (False, lambda x: wengert.asarray(x, copy=True)),
        (False, lambda x: wengert.as_tensor(x, dtype=wengert.float32)),
    ):  # fmt: skip
        assert np.shares_memory(make(x).numpy(), x) == share
    backwards = wengert.from_numpy(x[::-1])
    assert backwards.tolist() == [3, 2, 1, 0] and np.shares_memory(backwards.numpy(), x)
    buffer = bytearray(8)
    wengert.asarray(buffer, dtype=wengert.int32).fill_(1)
    assert buffer == bytes([1, 0, 0, 0] * 2)


OBJECTS: dict[str, Callable[[], Any]] = {  # each holds the numbers 1 and 2
    "a list": lambda: [1, 2],
    "an array": lambda: np.array([1.0, 2.0]),
    "integers": lambda: np.array([1, 2], np.int16),
    "bytes in another order": lambda: np.array([1.0, 2.0], ">f8"),
    "odd strides": lambda: np.array([(0, 1), (0, 2)], [("byte", "i1"), ("number", "f4")])["number"],
    "a tensor": lambda: wengert.tensor([1.0, 2.0]),
    "array.array of floats": lambda: array.array("f", [1, 2]),
    "array.array of doubles": lambda: array.array("d", [1, 2]),
    "array.array of integers": lambda: array.array("h", [1, 2]),
    "array.array of bytes": lambda: array.array("B", [1, 2]),
    "a view of numbers": lambda: memoryview(array.array("d", [1, 2])),
    "numbers of C": lambda: (ctypes.c_double * 2)(1, 2),
}


@pytest.mark.parametrize("make", OBJECTS.values(), ids=OBJECTS)
def test_asarray_reads_the_numbers_and_shares_memory_or_raises(make: Callable[[], Any]) -> None:
    for dtype in (None, wengert.float64, wengert.float32, wengert.int16, wengert.uint8):
        for copied in (None, True, False):
            source = make()
            try:
                made = wengert.asarray(source, dtype=dtype, copy=copied)
            except ValueError:
                assert copied is False, dtype
                continue
            assert made.tolist() == [1, 2] and made.dtype == (dtype or made.dtype)
            made[0] = 7
            assert copied is None or source[0] == (1 if copied else 7), (dtype, copied)


def test_asarray_reads_bytes_as_numbers_of_the_dtype() -> None:
    for make in (bytearray, lambda b: memoryview(bytearray(b))):
        read = wengert.asarray(make(np.array([1.0, 2.0]).tobytes()), dtype=wengert.float64, copy=True)
        assert read.tolist() == [1, 2], make
    with pytest.warns(UserWarning, match="not writable"):
        assert wengert.asarray(bytes([1, 0, 2, 0]), dtype=wengert.int16).tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"buffer length \(7 bytes\).* multiple of element size \(4\)"):
        wengert.asarray(bytearray(7))


def test_tensors_keep_their_history() -> None:
    x = wengert.ones(2, requires_grad=True)
    assert wengert.as_tensor(x) is x and wengert.asarray(x) is x
    assert wengert.as_tensor(x, dtype=wengert.float64).grad_fn.name() == "ToCopyBackward0"
    assert not wengert.asarray(x, requires_grad=False).requires_grad
    with pytest.warns(UserWarning, match="To copy construct from a tensor"):
        y = wengert.tensor(x)
    assert y.is_leaf and not y.requires_grad and not np.shares_memory(y.numpy(), x.detach().numpy())


def test_random_rows_have_zero_gradients() -> None:
    x = wengert.full((3,), 0.5, requires_grad=True)
    (wengert.normal(x, x) + wengert.bernoulli(x)).sum().backward()
    assert x.grad.tolist() == [0, 0, 0]


# what is drawn into a tensor, and what the graph calls it
DRAWS: dict[str, Callable[[Any], Any]] = {
    "UniformBackward0": lambda x: x.uniform_(),
    "NormalBackward0": lambda x: x.normal_(),
    "LogNormalBackward0": lambda x: x.log_normal_(),
    "ExponentialBackward0": lambda x: x.exponential_(),
    "CauchyBackward0": lambda x: x.cauchy_(),
    "GeometricBackward0": lambda x: x.geometric_(0.5),
    "BernoulliBackward1": lambda x: x.bernoulli_(x.detach() * 0 + 0.5),
    "BernoulliBackward2": lambda x: x.bernoulli_(0.5),
    "RandomBackward0": lambda x: x.random_(2, 5),
    "RandomBackward1": lambda x: x.random_(5),
    "RandomBackward2": lambda x: x.random_(),
}


def test_chances_are_on_the_tape_too(lib: Any) -> None:
    p = lib.full((3,), 0.5, requires_grad=True)
    y = lib.zeros(3).bernoulli_(p)
    y.sum().backward()
    assert p.grad.tolist() == [0, 0, 0]


@pytest.mark.parametrize("name", DRAWS)
def test_what_was_drawn_into_a_tensor_is_on_the_tape_with_a_zero_gradient(lib: Any, name: str) -> None:
    x = lib.full((3,), 0.5, requires_grad=True)
    y = DRAWS[name](x * 2)
    assert y.grad_fn.name() == name
    assert [n.name() for n, _ in y.grad_fn.next_functions if n is not None] == ["MulBackward0"]
    (y * y).sum().backward()
    assert x.grad.tolist() == [0, 0, 0]


def test_like_keeps_strides() -> None:
    x = wengert.zeros(4, 6).t()
    for make in (wengert.zeros_like, wengert.ones_like, wengert.empty_like, wengert.rand_like, wengert.randn_like):
        assert make(x).stride() == (1, 6)
    assert wengert.full_like(x, 2).stride() == (1, 6)
    assert wengert.empty_strided((2, 3), (1, 2)).stride() == (1, 2)


def test_factories_inside_vmap_hold_one_value_for_all() -> None:
    out = wengert.vmap(lambda x: wengert.zeros_like(x) + wengert.ones(3) * x)(wengert.tensor([1.0, 2.0]))
    assert out.tolist() == [[1, 1, 1], [2, 2, 2]]


def test_options_that_mean_nothing_here_are_refused() -> None:
    with pytest.raises(NotImplementedError, match="ones.layout=sparse_coo. is not there yet"):
        wengert.ones(2, layout="sparse_coo")
    with pytest.raises(NotImplementedError, match="rand.pin_memory=True. is not there yet"):
        wengert.rand(2, pin_memory=True)
    with pytest.raises(RuntimeError, match="required rank 4 tensor to use channels_last format"):
        wengert.empty(2, memory_format="channels_last")
    assert wengert.zeros(2, layout="strided", pin_memory=False).tolist() == [0, 0]


# -- against PyTorch: value, dtype and text, or the exception

CALLS = """
tensor([1, 2.5])
tensor([True, 2.0])
tensor([1, 2j])
tensor([[[]]])
tensor(())
tensor([[1, 2], [3]])
tensor([1, [2]])
tensor([[1], 2])
tensor("a")
tensor(["a"])
tensor(b"ab")
tensor(None)
tensor([1, None])
tensor({})
tensor(x for x in range(3))
tensor([np.float32(1.5), 2.5])
tensor([np.int32(1), 2.5])
tensor([np.bool_(True)])
tensor([T.tensor(1), 2.5])
tensor([T.tensor([1.0]), T.tensor([2.0])])
tensor([T.tensor([1.0, 2.0]), T.tensor([2.0, 3.0])])
tensor(2**63)
tensor(2**63, dtype=T.float64)
tensor(2**63, dtype=T.uint64)
tensor(300, dtype=T.uint8)
tensor([-1], dtype=T.uint8)
tensor([1.7, -1.7], dtype=T.int64)
tensor([float("nan")], dtype=T.int64)
tensor([1e300], dtype=T.float32)
tensor([2**200], dtype=T.float32)
tensor(1 + 0j, dtype=T.float32)
tensor([2.5, 0, float("nan")], dtype=T.bool)
tensor([1, 2], requires_grad=True)
tensor([1.0, 2], requires_grad=True)
tensor(np.array(["a"]))
tensor(np.array([1.5], np.longdouble))
tensor(object())
tensor(memoryview(np.zeros(3)))
from_numpy([1])
from_numpy(np.array(["a"]))
from_numpy(np.zeros(3, ">f4"))
from_numpy(np.zeros((0, 3)))
as_tensor([T.tensor(1), 2])
asarray(T.zeros(2), dtype=T.float64, copy=False)
asarray([1], copy=False)
asarray([1.0, 2.0], requires_grad=True)
asarray(T.ones(2), requires_grad=True)
asarray(T.ones(2, requires_grad=True), requires_grad=False)
asarray(np.float32(3))
is_tensor(3)
zeros(())
zeros((2, 3))
zeros(size=(2, 3))
zeros(2.0)
zeros((2, 3.0))
zeros(T.tensor(2))
zeros("a")
zeros(-1)
zeros()
zeros(2, dtype=T.int64, requires_grad=True)
rand(2, -3)
full((2,), 3)
full((2,), True)
full((2,), 300, dtype=T.uint8)
full((2,), 1.7, dtype=T.int32)
full((2,), T.tensor(2.0))
full((2,), T.tensor([2.0]))
full(2, 3)
full((2,), None)
full_like(T.ones(2, dtype=T.int64), 3.7)
full_like(T.ones(2, dtype=T.int64), 1e30)
zeros_like(3)
zeros_like(T.ones(2, requires_grad=True))
ones_like(T.ones(2), dtype=T.complex64, requires_grad=True)
ones(2).new_zeros(2, 3)
ones(2).new_full((2,), 3)
ones(2).new_full((2,), 3j)
ones(2, dtype=T.int64).new_tensor([1.5, 2])
ones(2).new_tensor([1, 2])
arange(5)
arange(5.0)
arange(1, 5, 2)
arange(0, 1, 0.3)
arange(0, 1, 0.1)
arange(5, 1, -1)
arange(1, 2, -1)
arange(1, 5, 0)
arange(end=3)
arange(0, 2.5, dtype=T.int64)
arange(0.5, 5, 1.5, dtype=T.int64)
arange(0.5, 5, 1.5, dtype=T.int32)
arange(0.5, 5, 0.5, dtype=T.int64)
arange(3, dtype=T.bool)
arange(float("inf"))
arange(1j)
arange(T.tensor(3.0))
arange(2**53, 2**53 + 3)
arange(0, -3, -1.0).reciprocal()
arange(0.5, 50000, dtype=T.float32)[-2:]
arange(7, 70000, 3)[-2:]
arange(-3, 3, dtype=T.uint8)
arange(3.0, requires_grad=True)
arange()
linspace(0, 1, 5)
linspace(0, 1, 1)
linspace(0, 1, 0)
linspace(0, 1, -1)
linspace(-10, 10, 7, dtype=T.int64)
linspace(0.5, -4, 3, dtype=T.int32)
linspace(0, 1, 5.0)
linspace(0, 1)
linspace(0, 1j, 3)
linspace(0, 2**40, 3, dtype=T.int32)
linspace(0, 128, 2, dtype=T.int8)
linspace(0, 300, 1, dtype=T.uint8)
linspace(300, 0, 1, dtype=T.uint8)
linspace(300, 0, 0, dtype=T.uint8)
linspace(-5, 5, 3, dtype=T.uint8)
linspace(-300, 5, 3, dtype=T.uint8)
linspace(0, float("nan"), 3, dtype=T.int32)
linspace(0, 1e10, 3, dtype=T.float16)
linspace(0, 1e39, 3, dtype=T.float32)
logspace(0, 40000.9, 3, dtype=T.int16)
linspace(0, 1j, 3, dtype=T.float32)
linspace(T.tensor([0.0]), 1, 3)
logspace(0, 2, 3)
logspace(0, 2, 3, dtype=T.int64)
logspace(0, 1, 3, base=-2)
eye(2, 3)
eye(-1)
eye(2, -1)
eye(2, dtype=T.bool)
eye(2.0)
tril_indices(3, 4, 1)
tril_indices(-1, 3)
tril_indices(2, 2, dtype=T.int32)
tril_indices(2, 2, dtype=T.float32)
triu_indices(4, 2, -1)
empty_strided((2, 3), (1,))
randint(5, 2)
randint(2.0, 5, (2,))
randint(high=5, size=(20,))
randint(2, 5, (20,), dtype=T.float32, requires_grad=True)
randint_like(T.ones(2), 2, 5)
randperm(3.0)
normal(0.0, 1.0)
normal(0, 1, (2,))
normal(0, T.tensor(1j), (2,))
normal(T.tensor(1j), 1.0, (2,))
normal(0, 1j, (2,))
normal(T.zeros(2), 1.0, (2,))
normal(T.zeros(2), T.ones(3))
normal(T.zeros(2), -1.0)
normal(T.zeros(2), -T.ones(2))
normal(T.zeros(2), T.ones(2, dtype=T.complex64))
normal(T.zeros(2), T.ones(2, dtype=T.float64))
bernoulli(T.rand(3), T.rand(3))
bernoulli(T.tensor([2]))
multinomial(T.ones(3, dtype=T.int64), 1)
ones(2, requires_grad=True).uniform_()
ones(2, dtype=T.int64).uniform_()
ones(2, dtype=T.uint8).random_(300)
full((2,), 1e300)
full((2,), float("-inf"))
full((2,), 1e5, dtype=T.float16)
full((2,), 1e300, dtype=T.float64)
full((2,), 1e39, dtype=T.bfloat16)
full((2,), 1e300, dtype=T.complex64)
full_like(T.ones(2), -1e300)
scalar_tensor(1e300)
ones(2).new_full((2,), 1e39)
arange(250, 260, dtype=T.uint8)
arange(2**62, 2**62 + 3)
arange(0.5, 4, 2, dtype=T.int64)
arange(-3, 3, 2, dtype=T.float32)
arange(1, 2, 0.25, dtype=T.float16)
""".strip().splitlines()


@pytest.mark.parametrize("call", CALLS)
def test_as_pytorch(call: str, control: Control) -> None:
    def run(lib: Library) -> Any:
        lib.manual_seed(0)
        found = eval("T." + call, {"T": lib.module, "np": np})
        return repr(found).replace("wengert.", "torch."), tuple(getattr(found, "shape", ()))

    expected, found = control(run), outcome(run, Library(wengert))
    assert plain(found[0]) == plain(expected[0]), (found, expected)


MATCHED = {
    "tensor([[1, 2], [3]])": "expected sequence of length 2 at dim 1 (got 1)",
    'tensor("a")': "new(): invalid data type 'str'",
    "tensor(None)": "Could not infer dtype of NoneType",
    "tensor(2**63)": "Overflow when unpacking long long",
    "tensor(300, dtype=T.uint8)": "value cannot be converted to type uint8",
    "tensor([1, 2], requires_grad=True)": "nly Tensors of floating point and complex dtype can require gradients",
    'from_numpy(np.array(["a"]))': "can't convert np.ndarray of type numpy.str_. The only supported types are",
    "from_numpy([1])": "expected np.ndarray (got list)",
    "zeros((2, -3))": "Trying to create tensor with negative dimension -3: [2, -3]",
    "arange(1, 5, 0)": "step must be nonzero",
    "arange(2, 1)": "upper bound and lower bound inconsistent with step sign",
    "linspace(0, 1, -1)": "number of steps must be non-negative",
    "full((2,), 1e300)": "value cannot be converted to type float without overflow",
    "ones(2).new_full((2,), 1e5, dtype=T.float16)": "value cannot be converted to type c10::Half without overflow",
    "zeros_like(3)": "zeros_like(): argument 'input'",
}


@pytest.mark.parametrize("call", MATCHED)
def test_messages(call: str) -> None:
    with pytest.raises(Exception, match=re.escape(MATCHED[call])):
        eval("T." + call, {"T": wengert, "np": np})


LAID = {  # shape and strides of a tensor: strides of what is made in its layout
    ((4, 3), (0, 1)): (3, 1),  # an expanded row is not laid column by column
    ((4, 3), (1, 0)): (3, 1),
    ((3, 4), (0, 0)): (4, 1),
    ((3, 4), (1, 3)): (1, 3),
    ((3, 4), (2, 8)): (1, 3),  # gaps are closed
    ((2, 3, 4), (0, 4, 1)): (12, 4, 1),
    ((2, 3, 4), (1, 0, 2)): (1, 2, 6),
    ((3, 3, 2, 3), (3, 0, 1, 6)): (2, 6, 1, 18),
    ((3, 2, 3), (4, 12, 12)): (1, 3, 6),
}


@pytest.mark.parametrize(("shape", "strides"), LAID)
def test_copies_lie_as_their_originals(lib: Any, shape: Any, strides: Any) -> None:
    x = lib.arange(60.0).as_strided(shape, strides)
    copies = [x.clone(), x.clone(memory_format=lib.preserve_format), x.double()]
    for y in (*copies, lib.zeros_like(x), lib.ones_like(x), lib.empty_like(x), lib.rand_like(x)):
        assert y.stride() == LAID[shape, strides]
    with pytest.raises(RuntimeError, match="preserve memory format is unsupported by the contiguous operator"):
        x.contiguous(memory_format=lib.preserve_format)
    row_by_row = lib.zeros(shape).stride()
    for y in (x.contiguous(memory_format=lib.contiguous_format), x.clone(memory_format=lib.contiguous_format)):
        assert y.stride() == row_by_row
    assert x.clone().tolist() == x.double().tolist() == x.tolist()
    assert lib.zeros_like(x).sum() == 0 and (lib.ones_like(x) == 1).all()


def test_random_numbers_fall_into_expanded_shapes_row_by_row(lib: Any) -> None:
    lib.manual_seed(0)
    found = lib.rand_like(lib.zeros(4).expand(5, 4))
    lib.manual_seed(0)
    assert found.tolist() == lib.rand(5, 4).tolist()


@pytest.mark.oracle
def test_copies_lie_as_pytorchs() -> None:
    torch, r = pytest.importorskip("torch"), np.random.default_rng(0)
    for _ in range(300):
        shape = r.integers(1, 4, r.integers(0, 5)).tolist()
        strides = r.choice([0, 0, 1, 2, 3, 4, 6, 12], len(shape)).tolist()
        ours, theirs = (
            [y.stride(d) for y in (x.clone(), t.zeros_like(x)) for d, n in enumerate(shape) if n > 1]
            for t in (wengert, torch)
            for x in (t.zeros(200).as_strided(shape, strides),)
        )
        assert ours == theirs, (shape, strides)


# crc32 of what PyTorch 2.13 gives in float32
LINES = {
    (-1, 1, 8): 3899723576, (-1, 1, 28): 217108398, (-1, 1, 224): 3808091618, (0.3, 7.1, 100): 738552131,
    (0, 1, 1000): 1747858175, (-3, 100, 33): 2818005287,
}  # fmt: skip


@pytest.mark.parametrize(("start", "end", "steps"), LINES)
def test_linspace_has_pytorchs_bits_in_float32(start: float, end: float, steps: int) -> None:
    """``affine_grid`` puts the points of an identity where ``grid_sample`` has kinks: a last bit chooses the side."""
    line = wengert.linspace(start, end, steps)
    assert zlib.crc32(line.numpy().tobytes()) == LINES[start, end, steps]
    grid = wengert.nn.functional.affine_grid(wengert.eye(2, 3)[None], (1, 1, 1, 28), align_corners=False)
    assert wengert.equal(grid[0, 0, :, 0], wengert.linspace(-1, 1, 28) * 27 / 28)


def test_no_dtype_is_none() -> None:
    """NumPy says that ``None == numpy.dtype("float64")``; a default of None is told apart by a comparison."""
    assert [d for d in vars(wengert).values() if isinstance(d, wengert.dtype) and d == None] == []  # noqa: E711


TAKE_A_DTYPE = {
    "to": lambda x, d: x.to(d), "to by name": lambda x, d: x.to(dtype=d), "type": lambda x, d: x.type(d),
    "astype": lambda x, d: x.astype(d), "view": lambda x, d: x.view(d), "view by name": lambda x, d: x.view(dtype=d),
    "zeros": lambda x, d: wengert.zeros(2, dtype=d), "new_ones": lambda x, d: x.new_ones(2, dtype=d),
    "tensor": lambda x, d: wengert.tensor([1, 2], dtype=d), "as_tensor": lambda x, d: wengert.as_tensor(x, dtype=d),
    "sum": lambda x, d: x.sum(dtype=d), "cumsum": lambda x, d: x.cumsum(0, dtype=d),
    "rand_like": lambda x, d: wengert.rand_like(x, dtype=d) if "float" in str(d) else x.to(d),
}  # fmt: skip


@pytest.mark.parametrize("name", TAKE_A_DTYPE)
def test_a_dtype_is_one_of_ours_or_numpys_or_a_type(name: str) -> None:
    x = wengert.tensor([1.0, 2.0], dtype=wengert.float64)
    for expected, *ways in (
        (wengert.float64, np.float64, np.dtype("f8"), float), (wengert.int64, np.int64, np.dtype("i8"), int),
        (wengert.float32, np.float32, np.dtype("f4")), (wengert.int16, np.int16, np.dtype("i2")),
    ):  # fmt: skip
        for dtype in (expected, *ways):
            assert TAKE_A_DTYPE[name](x, dtype).dtype is expected, dtype
