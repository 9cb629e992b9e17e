"""Questions about tensors, windows, diagonals filled: what the laws of operations do not reach."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import wengert

DTYPES = [
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64",
    "complex128",
]  # fmt: skip
WINDOWS = ["bartlett", "blackman", "hamming", "hann", "kaiser"]


def name_of(dtype: Any) -> str:
    return str(dtype).rpartition(".")[2]


@pytest.mark.oracle
def test_dtypes_meet_as_in_torch() -> None:
    torch = pytest.importorskip("torch")
    for a, b in itertools.product(DTYPES, repeat=2):
        ours, theirs = ((getattr(lib, a), getattr(lib, b)) for lib in (wengert, torch))
        assert name_of(wengert.promote_types(*ours)) == name_of(torch.promote_types(*theirs)), (a, b)
        assert wengert.can_cast(*ours) == torch.can_cast(*theirs), (a, b)
        for numbers in ((1, 2.0), (True, 1), (1j, 1)):
            assert name_of(wengert.result_type(*numbers)) == name_of(torch.result_type(*numbers))
        for n in (1, 1.5, 1j, True):
            found, expected = (lib.result_type(lib.ones(1, dtype=getattr(lib, a)), n) for lib in (wengert, torch))
            if expected != torch.complex32:  # which NumPy has not
                assert name_of(found) == name_of(expected), (a, n)


@pytest.mark.parametrize("dtype", DTYPES)
def test_kinds_of_dtypes(dtype: str) -> None:
    x = wengert.ones(2, dtype=getattr(wengert, dtype))
    assert wengert.is_floating_point(x) == x.is_floating_point() == ("float" in dtype)
    assert wengert.is_complex(x) == ("complex" in dtype)
    assert wengert.is_signed(x) == x.is_signed() == (dtype not in ("bool", "uint8"))


def test_sizes() -> None:
    x = wengert.zeros(2, 3)
    assert wengert.numel(x) == 6
    assert wengert.is_same_size(x, wengert.ones(2, 3)) and not x.is_same_size(wengert.ones(3, 2))
    assert not wengert.is_nonzero(wengert.tensor(0.0)) and wengert.tensor([2]).is_nonzero()
    with pytest.raises(RuntimeError, match="Boolean value of Tensor with more than one value is ambiguous"):
        wengert.is_nonzero(x)


@pytest.mark.parametrize("name", WINDOWS)
def test_windows_are_numpy_s(name: str) -> None:
    if name == "kaiser":
        expected, found = np.kaiser(7, 5.0), wengert.kaiser_window(7, False, 5.0, dtype=wengert.float64)
    else:
        expected = getattr(np, "hanning" if name == "hann" else name)(7)
        found = getattr(wengert, f"{name}_window")(7, periodic=False, dtype=wengert.float64)
    np.testing.assert_allclose(found.numpy(), expected, atol=1e-14)


@pytest.mark.oracle
@pytest.mark.parametrize("name", WINDOWS)
def test_windows_are_torch_s(name: str) -> None:
    torch = pytest.importorskip("torch")
    ours, theirs = (getattr(lib, f"{name}_window") for lib in (wengert, torch))
    for args in ((5,), (4, False), (1,), (0,), *([(6, True, 0.6)] if name in ("hamming", "kaiser") else [])):
        np.testing.assert_allclose(ours(*args).numpy(), theirs(*args).numpy(), atol=1e-6)
    assert name_of(ours(3, dtype=wengert.float16).dtype) == "float16"
    assert ours(3, requires_grad=True).requires_grad
    for wrong, kind in (((-1,), RuntimeError), ((2.5,), TypeError)):
        for window in (ours, theirs):
            with pytest.raises(kind, match="window_length"):
                window(*wrong)
    with pytest.raises(RuntimeError, match=f"{name}_window expects floating point dtypes, got: "):
        ours(3, dtype=wengert.int64)


@pytest.mark.oracle
@pytest.mark.parametrize(("shape", "wrap"), [((4, 3), False), ((7, 3), True), ((2, 4), True), ((3, 3, 3), False)])
def test_diagonal_filled_as_in_torch(shape: tuple[int, ...], wrap: bool) -> None:
    torch = pytest.importorskip("torch")
    outcomes = []
    for lib in (wengert, torch):
        x = lib.zeros(shape, requires_grad=True)
        y = x * 1
        assert y.fill_diagonal_(2.5, wrap=wrap) is y
        y.sum().backward()
        outcomes.append((y.detach().numpy(), x.grad.numpy()))
    for found, expected in zip(*outcomes, strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("shape", "message"),
    [((3,), "dimensions must larger than 1"), ((3, 2, 3), "all dimensions of input must be of equal length")],
)
def test_diagonal_of_what_has_none(shape: tuple[int, ...], message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        wengert.zeros(shape).fill_diagonal_(1.0)


def test_covariance_without_freedom_warns() -> None:
    x = wengert.tensor([[1.0, 2.0], [3.0, 5.0]])
    with pytest.warns(UserWarning, match=r"cov\(\): degrees of freedom is <= 0"):
        assert wengert.cov(x, correction=2).isinf().all()


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (
            {"fweights": wengert.tensor([1.0, 2.0])},
            "fweights to have integral dtype but got fweights with Float",
        ),
        ({"fweights": wengert.tensor([1])}, "the same numel as there are observations in the input but got 1 != 2"),
        ({"fweights": wengert.tensor([1, -1])}, "fweights cannot be negative"),
        (
            {"aweights": wengert.tensor([1, 2])},
            "aweights to have floating point dtype but got aweights with Long",
        ),
        ({"aweights": wengert.ones(1, 2)}, "expected aweights to have one or fewer dimensions but got aweights with 2"),
    ],
)
def test_covariance_with_wrong_weights(weights: dict[str, Any], message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        wengert.cov(wengert.ones(2, 2), **weights)


def test_derivative_between_integer_coordinates() -> None:
    """torch divides the integers, and cuts off what does not go."""
    x = wengert.tensor([1.0, 4.0, 9.0, 16.0])
    at = wengert.tensor([0, 1, 4, 9])
    (found,) = wengert.gradient(x, spacing=[at])
    np.testing.assert_allclose(found.numpy(), np.gradient(x.numpy(), at.numpy()), rtol=1e-6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"edge_order": 3}, "only supports edge_order=1 and edge_order=2"),
        ({"edge_order": 2}, "each dimension size to be at least edge_order\\+1"),
        ({"spacing": [1, 2], "dim": 0}, "got a spacing argument of length 2 and a dim argument of length 1"),
        ({"spacing": []}, "a list of length equal to 'self.dim\\(\\) = 2'"),
        ({"spacing": [wengert.ones(3), 1]}, "got shape \\[3\\] for 2 samples"),
        ({"dim": (0, 0)}, "dim 0 appears multiple times"),
    ],
)
def test_derivative_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        wengert.gradient(wengert.ones(2, 3), **options)


def test_sums_and_multiples_of_sizes_are_sizes(lib: Any) -> None:
    size = lib.ones(1, 2).shape
    for found, expected in [
        (size + (3,), (1, 2, 3)),
        ((3,) + size, (3, 1, 2)),  # noqa: RUF005
        (size + size, (1, 2, 1, 2)),
        (size * 2, (1, 2, 1, 2)),
        (2 * size, (1, 2, 1, 2)),
    ]:
        assert type(found) is lib.Size and found == expected and found.numel() == lib.zeros(found).numel()
    with pytest.raises(TypeError):
        size + ["a"]


def test_requires_grad_is_a_bool(lib: Any) -> None:
    x = lib.ones(2, requires_grad=True)
    for value in (1, 0, "x", None, np.True_):
        with pytest.raises(RuntimeError, match="requires_grad must be a bool"):
            x.requires_grad = value
        with pytest.raises(TypeError, match=r"requires_grad_\(\): argument 'requires_grad'.* must be bool, not"):
            x.requires_grad_(value)
    assert x.requires_grad


def test_a_step_of_gradient_that_is_one_has_a_derivative_too() -> None:
    x, step = wengert.tensor([1.0, 2.0, 4.0]), wengert.tensor(1.0, requires_grad=True)
    (slope,) = wengert.gradient(x, spacing=step)
    assert wengert.autograd.grad(slope.sum(), step)[0].item() == -4.5
    steps = wengert.tensor([1.0, 2.0])
    found = wengert.vmap(lambda s: wengert.gradient(x, spacing=s)[0])(steps)
    assert wengert.equal(found, wengert.stack([wengert.gradient(x, spacing=float(s))[0] for s in steps]))
    assert wengert.gradient(x, spacing=0.0)[0].tolist() == [float("inf")] * 3
