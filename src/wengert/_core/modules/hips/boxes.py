"""``ArrayBox``: a tensor with the methods and the meanings of NumPy's arrays.

HIPS autograd hands boxes to the functions that it differentiates. A box is used like an array: ``x.size`` is a number,
``x.std()`` divides by ``n``, and ``x.max(axis=0)`` is one array. Here a box holds a tensor. NumPy's functions of a box
are recorded as those of its tensor are. A result without history, tangent or batch is an array of NumPy again.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ... import errors
from ...api.generated import functions
from ...api.leaving import stays
from ...api.numpy_protocols import MAKERS, left, tensors_in
from ...api.numpy_rows import has_tensors, tensor
from ...tape.tensor import Tensor, TensorBase, detach

LISTS = (list, tuple)


class ArrayBox:
    """An array in a function that is differentiated.

    It has the methods, attributes and operators of a NumPy array. Comparisons give arrays of bools, so a program can
    branch on them. ``box._value`` is the array without the derivative.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> grad(lambda x: x.std() * x.size)(np.array([1.0, 2.0, 4.0])).round(3)
    array([-1.069, -0.267,  1.336])
    """

    __slots__ = ("__weakref__", "_tensor")
    __array_priority__ = 100.0  # arrays and numbers of NumPy on the left leave the operator to the box
    _tensor: Any

    def __init__(self, tensor: Any) -> None:
        self._tensor = tensor

    @property
    def _value(self) -> Any:
        """The array, or the number, without the derivative."""
        return number(detach(self._tensor).numpy(force=True))

    # -- what NumPy asks for

    def __array_ufunc__(self, ufunc: Any, how: str, *inputs: Any, **options: Any) -> Any:
        return call(getattr(ufunc, how), inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return call(function, args, kwargs)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise errors.hips.no_array(self)

    def __float__(self) -> float:
        raise errors.hips.no_array(self)

    __int__ = __complex__ = __float__  # type: ignore[assignment]

    # -- attributes

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self._tensor.shape)

    @property
    def ndim(self) -> int:
        return int(self._tensor.ndim)

    @property
    def size(self) -> int:
        return int(self._tensor.numel())

    @property
    def dtype(self) -> Any:
        return self._tensor._wg_data.dtype

    @property
    def T(self) -> Any:  # noqa: N802  # NumPy's name
        return call(np.transpose, (self,))

    mT = property(lambda self: call(np.swapaxes, (self, -1, -2)))  # noqa: N815  # NumPy's name
    real = property(lambda self: call(np.real, (self,)))
    imag = property(lambda self: call(np.imag, (self,)))

    def __len__(self) -> int:
        return len(self._tensor)

    def __iter__(self) -> Iterator[Any]:
        return iter([boxed(t) for t in functions.unbind(self._tensor)])

    def __getitem__(self, index: Any) -> Any:
        return boxed(self._tensor[as_numpy_reads(index)])

    def __setitem__(self, index: Any, value: Any) -> None:
        if self._tensor.is_leaf:
            raise errors.hips.argument_written()
        self._tensor[as_numpy_reads(index)] = joined(value)

    def __bool__(self) -> bool:
        return bool(self._tensor)

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"Autograd ArrayBox with value {self._value}"

    # -- methods that no function of NumPy stands for

    def astype(self, dtype: Any, *args: Any, **kwargs: Any) -> Any:
        """A box with the elements in another dtype."""
        return boxed(self._tensor.astype(dtype, *args, **kwargs))

    def copy(self, order: str = "C") -> Any:
        """A copy, through which the derivative goes on."""
        return boxed(self._tensor.copy(order))

    def flatten(self, order: str = "C") -> Any:
        """A copy with one dimension."""
        return call(np.reshape, (self, -1, order))

    def reshape(self, *shape: Any, order: str = "C") -> Any:
        """The elements in another shape, given as a tuple or as several numbers."""
        return call(np.reshape, (self, shape[0] if len(shape) == 1 else shape), {"order": order})

    def transpose(self, *axes: Any) -> Any:
        """The dimensions in another order, given as a tuple or as several numbers; reversed if there is none."""
        return call(np.transpose, (self, (axes[0] if len(axes) == 1 else axes) or None))


# -- in and out of boxes


def holds_box(values: Iterable[Any]) -> bool:
    """Whether there is a box among some values, within lists and tuples, too."""
    for value in values:  # noqa: SIM110  # a generator would take most of the time
        if isinstance(value, ArrayBox) or (isinstance(value, LISTS) and holds_box(value)):
            return True
    return False


def opened(value: Any) -> Any:
    """A value with tensors in place of boxes, within lists and tuples, too."""
    if isinstance(value, ArrayBox):
        return value._tensor
    if isinstance(value, LISTS) and holds_box(value):
        return type(value)(map(opened, value))
    return value


def joined(value: Any) -> Any:
    """:func:`opened`, with one tensor in place of a list in which there are boxes."""
    value = opened(value)
    return tensor(value) if isinstance(value, LISTS) and has_tensors(value) else value


def boxed(value: Any) -> Any:
    """A result for the program: a box of what has a history, tangent or batch, and an array of any other tensor."""
    if isinstance(value, TensorBase):
        return ArrayBox(value) if stays(value) else number(left(value, "numpy()"))
    if isinstance(value, LISTS) and any(isinstance(v, (TensorBase, *LISTS)) for v in value):
        parts = [boxed(v) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def as_numpy_reads(index: Any) -> Any:
    """An index that means for tensors what ``index`` means for arrays.

    To NumPy an integer beside an index array is an index array, too: ``x[0, :, [1, 2]]`` has the shape of ``[1, 2]``
    first. To PyTorch it takes away a dimension before.
    """
    if isinstance(index, tuple) and any(isinstance(i, (list, np.ndarray)) and np.ndim(i) for i in index):
        return tuple([np.array([i]) if _is_integer(i) else i for i in index])
    return index


def _is_integer(index: Any) -> bool:
    return isinstance(index, (int, np.integer)) and not isinstance(index, bool)


def isbox(x: Any) -> bool:
    """Whether ``x`` is a box: a value that is being differentiated. :func:`getval` gives what is in it."""
    return isinstance(x, ArrayBox)


def getval(x: Any) -> Any:
    """Return the array or number in a box, without the derivative; anything else as it is.

    Args:
        x: any value.

    >>> from wengert.hips import grad
    >>> from wengert.hips.tracer import getval
    >>> float(grad(lambda x: x * getval(x))(3.0))
    3.0
    """
    return x._value if isinstance(x, ArrayBox) else x


def number(array: Any) -> Any:
    """An array, or a number of NumPy's in place of an array without dimensions, as NumPy's functions return it."""
    return array[()] if array.ndim == 0 else array


SEQUENCES = frozenset(  # functions that take a list of arrays: NumPy looks into it
    getattr(np, name)
    for name in (
        "block", "broadcast_arrays", "choose", "column_stack", "concatenate", "dstack", "einsum", "hstack", "ix_",
        "meshgrid", "piecewise", "row_stack", "select", "stack", "vstack",
    )
    if hasattr(np, name)
) | {np.linalg.multi_dot}  # fmt: skip


def call(function: Callable[..., Any], args: Iterable[Any], kwargs: Any = None) -> Any:
    """Call a function of NumPy, and record what it computes of boxes."""
    taken = opened if function in SEQUENCES or function in MAKERS else joined
    given = [taken(a) for a in args]
    named = {k: taken(v) for k, v in kwargs.items()} if kwargs else {}
    if function in MAKERS:
        named["like"] = next(tensors_in((given, named)))
    return boxed(function(*given, **named))


# -- methods and operators


METHODS = (  # those of arrays that are the function of the same name
    "all", "any", "argmax", "argmin", "argpartition", "argsort", "choose", "clip", "compress", "conj", "conjugate",
    "cumprod", "cumsum", "diagonal", "dot", "max", "mean", "min", "nonzero", "prod", "ravel", "repeat", "round",
    "searchsorted", "squeeze", "std", "sum", "swapaxes", "take", "trace", "var",
)  # fmt: skip
OPERATORS = (
    "add", "and", "eq", "floordiv", "ge", "gt", "le", "lt", "matmul", "mod", "mul", "ne", "or", "pow", "radd", "rand",
    "rfloordiv", "rmatmul", "rmod", "rmul", "ror", "rpow", "rsub", "rtruediv", "rxor", "sub", "truediv", "xor",
)  # fmt: skip


def _method(name: str) -> Callable[..., Any]:
    function = getattr(np, name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return call(function, (self, *args), kwargs)

    return method


def _operator(name: str) -> Callable[..., Any]:
    of_tensors: Any = getattr(Tensor, name)

    def method(self: Any, other: Any) -> Any:
        if isinstance(other, ArrayBox):
            other = other._tensor
        elif isinstance(other, LISTS):
            other = joined(other) if holds_box(other) else np.asarray(other)
        found = of_tensors(self._tensor, other)
        return found if found is NotImplemented else boxed(found)

    return method


def _alone(operation: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self: boxed(operation(self._tensor))


for _n in METHODS:
    setattr(ArrayBox, _n, _method(_n))
for _n in OPERATORS:
    setattr(ArrayBox, f"__{_n}__", _operator(f"__{_n}__"))
for _n in ("abs", "invert", "neg", "pos"):
    setattr(ArrayBox, f"__{_n}__", _alone(getattr(operator, f"__{_n}__")))
