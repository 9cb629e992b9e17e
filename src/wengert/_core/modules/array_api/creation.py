"""New arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ...api.generated import functions
from ...tape.tensor import Tensor


def _tuple(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _holds_tensors(obj: Any) -> bool:
    return isinstance(obj, Tensor) or (isinstance(obj, (list, tuple)) and any(_holds_tensors(one) for one in obj))


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: bool | None = None) -> Any:
    """An array of what is given. Tensors keep their graph, in lists as well.

    Args:
        obj: a tensor, a NumPy or CuPy array, an object with ``__dlpack__`` or a buffer, a number, or nested lists of
            numbers and tensors
        dtype: the dtype of the result; that of ``obj`` by default
        device: where the result lies
        copy: True copies, False raises where a copy is needed, None copies where it is needed

    >>> import wengert
    >>> x = wengert.tensor(2.0, requires_grad=True)
    >>> wengert.array_api.asarray([x, 1.0])
    tensor([2., 1.], grad_fn=<StackBackward0>)
    """
    if copy is not False and isinstance(obj, (list, tuple)) and _holds_tensors(obj):
        return functions.stack([asarray(one, dtype=dtype, device=device) for one in obj])
    return functions.asarray(obj, dtype=dtype, device=device, copy=copy)


def arange(
    start: float, /, stop: float | None = None, step: float = 1, *, dtype: Any = None, device: Any = None
) -> Any:
    """The numbers from ``start`` (from 0, if there is no ``stop``) up to ``stop``, without it.

    Args:
        start: the first, or (without ``stop``) the end
        stop: the end, which is not reached
        step: the distance of neighbours
        dtype: the dtype of the result; by default that of the numbers
        device: where it lies

    >>> import wengert
    >>> wengert.array_api.arange(5, 0, -2)
    tensor([5, 3, 1])
    """
    if stop is None:
        start, stop = 0, start
    if (stop - start) * step < 0:
        stop = start
    return functions.arange(start, stop, step, dtype=dtype, device=device)


def empty(shape: int | Sequence[int], *, dtype: Any = None, device: Any = None) -> Any:
    """An array whose elements have no definite value.

    Args:
        shape: the shape: an integer, or a tuple of integers
        dtype: the dtype of the result
        device: where it lies

    >>> import wengert
    >>> wengert.array_api.empty((2, 3)).shape
    wengert.Size([2, 3])
    """
    return functions.empty(_tuple(shape), dtype=dtype, device=device)


def ones(shape: int | Sequence[int], *, dtype: Any = None, device: Any = None) -> Any:
    """An array of ones.

    Args:
        shape: the shape: an integer, or a tuple of integers
        dtype: the dtype of the result
        device: where it lies

    >>> import wengert
    >>> wengert.array_api.ones(2)
    tensor([1., 1.])
    """
    return functions.ones(_tuple(shape), dtype=dtype, device=device)


def zeros(shape: int | Sequence[int], *, dtype: Any = None, device: Any = None) -> Any:
    """An array of zeros.

    Args:
        shape: the shape: an integer, or a tuple of integers
        dtype: the dtype of the result
        device: where it lies

    >>> import wengert
    >>> wengert.array_api.zeros(2)
    tensor([0., 0.])
    """
    return functions.zeros(_tuple(shape), dtype=dtype, device=device)


def full(shape: int | Sequence[int], fill_value: complex, *, dtype: Any = None, device: Any = None) -> Any:
    """An array of one number.

    Args:
        shape: the shape: an integer, or a tuple of integers
        fill_value: the number
        dtype: the dtype of the result; by default that of the number
        device: where it lies

    >>> import wengert
    >>> wengert.array_api.full(2, 7)
    tensor([7, 7])
    """
    return functions.full(_tuple(shape), fill_value, dtype=dtype, device=device)


def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Any = None, device: Any = None) -> Any:
    """A matrix with ones on a diagonal, and zeros.

    Args:
        n_rows: the number of rows
        n_cols: the number of columns; that of the rows by default
        k: which diagonal: 0 is the main one, 1 is above it, -1 below it
        dtype: the dtype
        device: the device

    >>> import wengert
    >>> wengert.array_api.eye(2, 3, k=1)
    tensor([[0., 1., 0.],
            [0., 0., 1.]])
    """
    columns = n_rows if n_cols is None else n_cols
    rows, column = functions.arange(n_rows, device=device), functions.arange(columns, device=device)
    dtype = functions.empty(0).dtype if dtype is None else dtype
    return (column - rows[:, None] == k).to(dtype)


def linspace(
    start: complex, stop: complex, /, num: int, *, dtype: Any = None, device: Any = None, endpoint: bool = True
) -> Any:
    """Numbers at equal distances.

    Args:
        start: the first
        stop: the last; if not ``endpoint``, the one after it
        num: how many
        dtype: the dtype
        device: the device
        endpoint: whether ``stop`` is one of them

    >>> import wengert
    >>> wengert.array_api.linspace(0, 1, 4, endpoint=False)
    tensor([0.0000, 0.2500, 0.5000, 0.7500])
    """
    if endpoint or num < 0:  # a negative number is refused there
        return functions.linspace(start, stop, num, dtype=dtype, device=device)
    return functions.linspace(start, stop, num + 1, dtype=dtype, device=device)[:num]


def meshgrid(*arrays: Any, indexing: Literal["xy", "ij"] = "xy") -> tuple[Any, ...]:
    """Coordinates of the points of a grid, from coordinates along its axes.

    Args:
        arrays: vectors
        indexing: "xy" has the second vector along the first axis, "ij" the first

    >>> import wengert
    >>> x, y = wengert.array_api.meshgrid(wengert.arange(2), wengert.arange(3))
    >>> x.shape
    wengert.Size([3, 2])
    """
    return tuple(functions.meshgrid(*arrays, indexing=indexing)) if arrays else ()


def tril(x: Any, /, *, k: int = 0) -> Any:
    """Matrices whose elements above a diagonal are zeros.

    Args:
        x: the matrices: shape (..., m, n)
        k: which diagonal: 0 is the main one, 1 is above it, -1 below it

    >>> import wengert
    >>> wengert.array_api.tril(wengert.ones(2, 2))
    tensor([[1., 0.],
            [1., 1.]])
    """
    return functions.tril(x, k)


def triu(x: Any, /, *, k: int = 0) -> Any:
    """Matrices whose elements below a diagonal are zeros.

    Args:
        x: the matrices: shape (..., m, n)
        k: which diagonal: 0 is the main one, 1 is above it, -1 below it

    >>> import wengert
    >>> wengert.array_api.triu(wengert.ones(2, 2))
    tensor([[1., 1.],
            [0., 1.]])
    """
    return functions.triu(x, k)
