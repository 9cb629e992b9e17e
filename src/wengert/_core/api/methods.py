"""Tensor methods that are not operations: conversion to NumPy and Python, device moves, history, and hooks."""

from __future__ import annotations

import importlib
import inspect
import textwrap
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, dtypes, layouts
from ..arrays.batched import Batched, physical
from ..arrays.coo import COO
from ..dispatch import override
from ..dispatch.arguments import explained, is_int
from ..dispatch.inplace import apply_inplace, overwrite
from ..errors.tracebacks import public, short, stated
from ..ops.elementwise.gamma import _polygamma
from ..ops.elementwise.pointwise import _to, clone
from ..ops.index.filling import _copy
from ..ops.shape.dims import as_int
from ..ops.structure import _move
from ..tape.hooks import RemovableHandle, add_hook, hooks_of
from ..tape.state import duals, local
from ..tape.tensor import Tensor, TensorBase, detach, make, moving_levels, wrap
from .backward import backward
from .generated import functions, tensor_methods
from .generated.tensor_methods import METHODS, OPERATORS, PROPERTIES
from .printing import format_tensor


def method(fn: Any) -> Any:
    """Add a function to Tensor as a method."""
    setattr(Tensor, fn.__name__, fn)
    return fn


def attribute(fn: Any) -> Any:
    """Add a function to Tensor as a property."""
    setattr(Tensor, fn.__name__, property(fn))
    return fn


# -- NumPy and Python


def _single(self: Any, what: str) -> Any:
    data = self._wg_data
    if type(data) is np.ndarray and data.size == 1 and data.dtype is not dtypes.BF16:
        return data.item()
    if type(data) is Batched:
        raise errors.vmap.item_of_batch(what)
    if data.size != 1:
        raise errors.elements.not_one(what, data)
    if type(data) is COO:
        data = data.dense()
    return data.reshape(-1)[0].item() if data.dtype != dtypes.BF16 else float(data.reshape(-1)[0])


@attribute
def _cdata(self: Any) -> int:
    """A number that no other tensor has as long as this one lives."""
    return id(self)


@method
@stated()
def item(self: Any, *_surplus: Any) -> Any:
    """Return the value of a tensor with one element as a Python number."""
    if _surplus:
        raise errors.elements.item_at(_surplus)
    try:
        return _single(self, "item()")
    except Exception as e:
        short(e)
        raise


@method
def tolist(self: Any) -> Any:
    """Return the values as (nested) Python lists; for a 0-d tensor, as a number."""
    if type(self._wg_data) is Batched:
        raise errors.vmap.escaped("tolist()")
    if type(self._wg_data) is COO:
        raise errors.sparse.no_memory()
    data = arrays.move(self._wg_data, "cpu")
    return (data.astype(np.float32) if data.dtype == dtypes.BF16 else data).tolist()


def _computed(name: str, self: Any, function: Any, others: Any) -> Any:
    """Replace each element by the result of a Python function of it and of the matching elements of ``others``."""
    for t in (self, *others):
        if not isinstance(t, TensorBase):
            raise errors.calls.wrong_type(
                name, "tensor" if len(others) == 1 else "x" if t is others[0] else "y", "Tensor", t
            )
        if t.requires_grad:
            raise errors.elements.called_on_variable(name)
        if moving_levels((t,)):
            raise errors.elements.tangent_left(name)
        if not isinstance(t._wg_data, np.ndarray):
            raise errors.vmap.escaped(name) if type(t._wg_data) is Batched else errors.elements.only_on_cpu(name)
    columns = [self.reshape(-1).tolist()]
    for other in others:
        if other.dtype != self.dtype:
            raise errors.elements.other_type(name, self._wg_data.dtype, other._wg_data.dtype)
        columns.append(other.detach().expand(self.shape).reshape(-1).tolist())
    values = [function(*row) for row in zip(*columns, strict=True)]
    for v in values:
        if not isinstance(v, (int, float, complex, np.number, Tensor)):
            raise TypeError(f"must be real number, not {type(v).__name__}")
    made = np.asarray([v.item() if isinstance(v, Tensor) else v for v in values]).astype(self._wg_data.dtype)
    return apply_inplace(_copy, (self, make(made.reshape(self._wg_data.shape))), None, name)


@method
@public
def apply_(self: Any, callable: Callable[[float], float]) -> Tensor:  # noqa: A002
    """Replace each element by ``callable(element)``. It is slow, and works only on the CPU.

    Raises:
        RuntimeError: if the tensor requires grad, because the derivative is unknown.

    >>> import wengert
    >>> wengert.tensor([1.0, 2.0]).apply_(lambda v: 10 * v)
    tensor([10., 20.])
    """
    return _computed("apply_", self, callable, ())  # type: ignore[no-any-return]


@method
@public
def map_(self: Any, tensor: Tensor, callable: Callable[[float, float], float]) -> Tensor:  # noqa: A002
    """Replace each element by ``callable`` of it and of the matching element of ``tensor``, which is broadcast.

    Raises:
        RuntimeError: if the tensor requires grad, because the derivative is unknown.

    >>> import wengert
    >>> wengert.tensor([1.0, 2.0]).map_(wengert.tensor([5.0, 7.0]), lambda a, b: a * b)
    tensor([ 5., 14.])
    """
    return _computed("map_", self, callable, (tensor,))  # type: ignore[no-any-return]


@method
@public
def map2_(self: Any, x: Tensor, y: Tensor, callable: Callable[[float, float, float], float]) -> Tensor:  # noqa: A002
    """Replace each element by ``callable`` of it and of the matching elements of ``x`` and ``y``: see :meth:`map_`.

    >>> import wengert
    >>> wengert.tensor([1.0]).map2_(wengert.tensor([5.0]), wengert.tensor([7.0]), lambda a, b, c: a + b + c)
    tensor([13.])
    """
    return _computed("map2_", self, callable, (x, y))  # type: ignore[no-any-return]


@method
def __reversed__(self: Any) -> Tensor:
    """Return the tensor with its first dimension flipped."""
    out: Tensor = functions.flip(self, 0) if self.ndim else self
    return out


@method
def __bool__(self: Any) -> bool:
    if type(self._wg_data) is Batched:
        raise errors.vmap.branch_on_batch()
    if self._wg_data.size != 1:
        raise errors.elements.no_truth(self._wg_data)
    return bool(_single(self, "bool()"))


def _number(self: Any, kind: type, what: str) -> Any:
    """Convert a tensor with one element to a Python number."""
    if self._wg_data.size != 1 and type(self._wg_data) is not Batched:
        raise errors.elements.not_a_number(f"{kind.__name__}()", self._wg_data)
    value = _single(self, f"{kind.__name__}()")
    if self.requires_grad and kind is not int and local.state.grad_enabled:
        errors.elements.number_of_history(f"{kind.__name__}()")
    if isinstance(value, complex) and kind is not complex:
        if value.imag:
            raise RuntimeError(
                f"value cannot be converted to type {what} without overflow. Take the real part or abs() of it first."
            )
        value = value.real
    return kind(value)


@method
def __float__(self: Any) -> float:
    try:
        return _number(self, float, "double")  # type: ignore[no-any-return]
    except Exception as e:
        raise short(e)


@method
def __int__(self: Any) -> int:
    try:
        return _number(self, int, "int64_t")  # type: ignore[no-any-return]
    except Exception as e:
        raise short(e)


@method
def __complex__(self: Any) -> complex:
    try:
        return _number(self, complex, "c10::complex<double>")  # type: ignore[no-any-return]
    except Exception as e:
        raise short(e)


@method
def __index__(self: Any) -> int:
    if self._wg_data.size != 1 or dtypes.is_inexact(self._wg_data.dtype):
        raise errors.elements.no_index(self._wg_data)
    return int(_single(self, "an index"))


@method
def __iter__(self: Any) -> Iterator[Tensor]:
    if self._wg_data.ndim == 0:
        raise errors.elements.no_dimension("iteration over")
    return iter(self.unbind(0))  # the public function, which a subclass may override


@method
def __contains__(self: Any, value: object) -> bool:
    try:
        found = self == value
    except Exception as e:
        short(e)
        raise
    if not isinstance(found, TensorBase):  # Python compared, since the tensor does not know the value
        raise errors.elements.contains(value)
    return bool(found.any())  # type: ignore[attr-defined]


@method
def __format__(self: Any, spec: str) -> str:
    if self._wg_data.ndim == 0 and type(self._wg_data) is not Batched:
        return format(self.item(), spec)
    if spec:
        raise errors.elements.no_format(self)
    return str(self)


def _batch_shown(self: Any) -> str:
    """All examples of a batch, below what one of them is."""
    whole = physical(self._wg_data)
    sizes = " x ".join(map(str, whole.shape[: len(self._wg_data.levels)]))
    shown = textwrap.indent(format_tensor(arrays.move(whole, "cpu")), "    ")
    return f"Batched(one of a batch of {sizes}, shape={list(self.shape)}, dtype={self.dtype}, all=\n{shown}\n)"


@method
def __repr__(self: Any) -> str:
    if type(self._wg_data) is Batched:
        return _batch_shown(self)
    where = arrays.device_of(self._wg_data)
    self._wg_refresh()
    name = "Invalid" if self._wg_cut_off() else None if self._wg_node is None else self._wg_node._wg_name()
    return format_tensor(
        arrays.move(self._wg_data, "cpu"),
        requires_grad=self._wg_requires_grad,
        grad_fn_name=name,
        device=None if where.type == "cpu" else str(where),
        kind="tensor" if type(self) is Tensor else type(self).__name__,
        tangents=_tangents_shown(self),
    )


def _tangents_shown(t: Any) -> dict[str, str]:
    """The tangents at the active levels as text, by label. The label has a number only if there are several."""
    state = local.state
    if t._wg_tangents is None or not state.carries():
        return {}
    active = state.dual or tuple(sorted(duals))
    active_tangents = {n: t._wg_tangents[level] for n, level in enumerate(active) if level in t._wg_tangents}
    return {
        "tangent" if len(active_tangents) == 1 else f"tangent[{n}]": repr(d)
        if d.ndim or d._wg_tangents
        else str(d.item())
        for n, d in active_tangents.items()
    }


@method
def _repr_html_(self: Any) -> str:
    """What notebooks display: the values, the gradient, and a picture of the graph."""
    notebook = importlib.import_module("wengert._core.tools.diagnosis.notebook")  # only notebooks need it
    return str(notebook.as_html(self))


# -- shape and memory


@method
def size(self: Any, dim: int | None = None) -> Any:
    """Return the shape, or the size of one dimension."""
    if dim is None:
        return self.shape
    try:
        return self._wg_data.shape[_dim("size", self, dim)]
    except Exception as e:
        short(e)
        raise


def _one_int(op: str, name: str, value: Any) -> Any:
    """An argument that is one integer. Tensors have ``__index__``, whatever their shape."""
    if not is_int(value) or getattr(value, "shape", ()) != ():
        raise errors.calls.wrong_type(op, name, "int", value)
    return value


def _dim(name: str, self: Any, dim: int) -> int:
    n = self._wg_data.ndim
    if type(dim) is not int:
        dim = _one_int(name, "dim", dim)
    if not -(n or 1) <= dim < (n or 1):
        raise errors.calls.dim_range(dim, n)
    return dim


@method
def stride(self: Any, dim: int | None = None) -> Any:
    """Return the strides in elements, or the stride of one dimension."""
    steps = layouts.strides_of(self._wg_data)
    if dim is None:
        return steps
    try:
        return steps[_dim("stride", self, dim)]
    except Exception as e:
        short(e)
        raise


@method
def dim(self: Any) -> int:
    """Return the number of dimensions."""
    return int(self._wg_data.ndim)


@method
def numel(self: Any) -> int:
    """Return the number of elements."""
    return int(self._wg_data.size)


Tensor.nelement = override.twin(numel, "nelement", "Tensor.nelement")  # type: ignore[method-assign]
Tensor.ndimension = override.twin(dim, "ndimension", "Tensor.ndimension")  # type: ignore[method-assign]


@method
def element_size(self: Any) -> int:
    """Return the number of bytes of one element."""
    return int(self._wg_data.itemsize)


@method
def is_contiguous(self: Any, memory_format: Any = "contiguous_format") -> bool:
    """Return whether the elements are stored in row-major order without gaps.

    Args:
        memory_format: another order than row-major: ``wengert.channels_last`` or ``wengert.channels_last_3d``
    """
    try:
        return layouts.is_contiguous(self._wg_data, memory_format)
    except Exception as e:
        short(e)
        raise


@method
def dim_order(self: Any, *, ambiguity_check: Any = False) -> tuple[int, ...]:
    """Return the dimensions in the order of memory, from the one with the longest steps.

    Args:
        ambiguity_check: True raises where another order would do: a dimension has size 1, or two have the same stride.
            A list of memory formats lets that pass if exactly one of them is the tensor's.

    Raises:
        RuntimeError: if the order is asked to be the only one, and is not.

    >>> import wengert
    >>> wengert.ones(2, 3, 4).transpose(0, 1).dim_order()
    (1, 0, 2)
    """
    try:
        return layouts.dim_order(self._wg_data, ambiguity_check)
    except Exception as e:
        short(e)
        raise


@method
def is_floating_point(self: Any) -> bool:
    """Return whether the dtype is a floating point dtype."""
    return bool(self.dtype.is_floating_point)


@method
def is_complex(self: Any) -> bool:
    """Return whether the dtype is complex."""
    return bool(self.dtype.is_complex)


@attribute
def is_cuda(self: Any) -> bool:
    """Whether the tensor is on a GPU."""
    return bool(self.device.type == "cuda")


@attribute
def itemsize(self: Any) -> int:
    """The number of bytes of one element."""
    return int(self._wg_data.itemsize)


@attribute
def nbytes(self: Any) -> int:
    """The number of bytes of all elements."""
    return int(self._wg_data.size * self._wg_data.itemsize)


# -- dtypes and devices

SAID = frozenset((Tensor, dtypes.dtype, arrays.device, str, bool))  # the arguments of ``to`` that nobody overrides


@method
def to(self: Any, *args: Any, dtype: Any = None, device: Any = None, copy: bool = False,  # noqa: A002
       non_blocking: bool = False, memory_format: Any = None, tensor: Any = None) -> Tensor:  # fmt: skip
    """Return the tensor with another dtype, on another device, or in another memory format.

    If nothing changes and ``copy`` is False, the tensor itself is returned. Possible calls are ``to(dtype)``,
    ``to(device)``, ``to(device, dtype)`` and ``to(other)``, which may be written ``to(tensor=other)``.
    """
    if tensor is not None:  # another tensor by its name: nothing else says a dtype or a device
        if args or dtype is not None or device is not None:
            raise errors.calls.alone("to", "tensor", "a dtype or a device")
        if not isinstance(tensor, TensorBase):
            raise errors.calls.wrong_type("to", "tensor", "Tensor", tensor)
        args, tensor = (tensor,), None
    out: Tensor = self
    flags: tuple[bool, ...] = ()  # by position: non_blocking, which has no effect, and copy
    try:
        for a in args:
            if type(a) not in SAID and (overriding := override.taking_part(self, a)):
                return override.overridden(overriding, to, locals())  # type: ignore[no-any-return]
            if type(a) is dtypes.dtype and dtype is None:
                dtype = a
            elif isinstance(a, TensorBase):
                dtype, device = a.dtype, a.device
            elif (type(a) is int or isinstance(a, (str, arrays.device))) and a not in dtypes._NAMED:
                device = a
            elif type(a) is bool:
                flags = (*flags, a)
            elif a is not None:
                if dtype is not None:
                    raise errors.calls.wrong_type("to", "non_blocking", "bool", a)
                if not isinstance(a, (type, dtypes.dtype, np.dtype, str)):
                    raise errors.calls.wrong_type("to", "dtype", "dtype", a)
                dtype = a
        if type(copy) is not bool or type(non_blocking) is not bool:
            name, flag = ("copy", copy) if type(copy) is not bool else ("non_blocking", non_blocking)
            raise errors.calls.wrong_type("to", name, "bool", flag)
        copy = copy or flags[1:2] == (True,)
        if device is not None and (where := arrays.placed(device)) is not (here := self.device) and where != here:
            arrays.module_for(where)
            if not arrays.is_at(here, where):
                out = _move(out, device=str(where))
        if dtype is not None:
            target = dtypes.as_numpy(dtype)
            if target != out._wg_data.dtype:
                out = _to(out, dtype=target, memory_format=memory_format)
                return out
        if memory_format is not None and memory_format not in (
            layouts.preserve_format,
            layouts.suggested(out._wg_data),
        ):
            out = clone(out, memory_format=memory_format)
        elif copy and out is self:
            out = clone(out)
        return out
    except Exception as e:
        raise short(e)


def _cast(name: str, target: Any) -> None:
    kind = target.dtype

    def cast(self: Tensor, *, memory_format: Any = None) -> Tensor:
        try:
            if self._wg_data.dtype == kind and memory_format is None and type(self) is Tensor:
                return self
            if type(self) is not Tensor or self._wg_data.dtype == kind:
                return self.to(target, memory_format=memory_format)
            return _to.on(self, None, {"dtype": kind, "memory_format": memory_format})  # type: ignore[no-any-return]
        except Exception as e:
            raise short(e)

    cast.__name__ = cast.__qualname__ = name
    cast.__doc__ = f"This tensor as {target.name}."
    method(cast)


for _name, _target in {
    "double": dtypes.float64, "float": dtypes.float32, "half": dtypes.float16, "bfloat16": dtypes.bfloat16,
    "cfloat": dtypes.complex64, "cdouble": dtypes.complex128, "long": dtypes.int64, "int": dtypes.int32,
    "short": dtypes.int16, "char": dtypes.int8, "byte": dtypes.uint8, "bool": dtypes.bool_,
}.items():  # fmt: skip
    _cast(_name, _target)


@method
def cpu(self: Tensor, *, memory_format: Any = None) -> Tensor:
    """Return the tensor on the CPU."""
    try:
        if memory_format is None and type(self) is Tensor and self.device is arrays.CPU:
            return self
        return self.to(device="cpu", memory_format=memory_format)
    except Exception as e:
        short(e)
        raise


@method
def cuda(self: Tensor, device: arrays.device | str | int | None = None, non_blocking: bool = False, *,
         memory_format: Any = None) -> Tensor:  # fmt: skip
    """Return the tensor on a GPU, by CuPy.

    Args:
        device: the GPU or its number. Default: the current one.
        non_blocking: ignored: the copy has ended when the tensor is returned.
        memory_format: the order of the axes in memory. Default: that of the tensor.

    Raises:
        RuntimeError: if CuPy is not installed, or there is no GPU.
    """
    try:
        return self.to(device=arrays.gpu(device), non_blocking=non_blocking, memory_format=memory_format)
    except Exception as e:
        short(e)
        raise


@method
def type_as(self: Tensor, other: Tensor) -> Tensor:
    """Return the tensor with the dtype of ``other``."""
    if type(other) is not Tensor and (overriding := override.taking_part(self, other)):
        return override.call(overriding, type_as, (self, other), {})  # type: ignore[no-any-return]
    if not isinstance(other, TensorBase):
        raise errors.calls.wrong_type("type_as", "other", "Tensor", other)
    return self.to(other.dtype)


@method
def where(self: Any, condition: Tensor, other: Tensor | float | complex) -> Tensor:
    """Return the values of this tensor where ``condition`` is True, and of ``other`` elsewhere."""
    try:
        return functions.where(condition, self, other)  # type: ignore[no-any-return]
    except Exception as e:
        short(e)
        raise


@method
@public
def polygamma(self: Any, n: int) -> Any:
    """Return the ``n``-th derivative of the digamma function: see :func:`wengert.polygamma`."""
    return functions.polygamma(n, self)


@method
@public
def polygamma_(self: Any, n: int) -> Any:
    """Write the ``n``-th derivative of the digamma function into this tensor."""
    return apply_inplace(_polygamma, (self,), {"n": as_int(_one_int("polygamma_", "n", n))}, "polygamma_")


# -- history


def _detach(self: Any) -> Tensor:
    """Return a tensor with the same memory, but without history and tangents.

    The two tensors share a version counter, so a write through one is detected by the version checks of the other.
    """
    return detach(self)


_detach.__name__ = _detach.__qualname__ = "detach"
method(_detach)


@method
def copy_(self: Tensor, src: Any, non_blocking: bool = False) -> Tensor:
    """Write ``src`` into this tensor, after broadcasting and casting it. The write is recorded."""
    if type(src) is not Tensor and (overriding := override.taking_part(self, src)):
        return override.call(overriding, copy_, (self, src), {})  # type: ignore[no-any-return]
    given = src
    try:
        if type(non_blocking) is not bool:
            raise errors.calls.wrong_type("copy_", "non_blocking", "bool", non_blocking)
        if not isinstance(src, TensorBase):
            if type(src) is int and not errors.text.is_held(src):
                raise errors.calls.too_many_bits(src)
            src = wrap(src if arrays.is_array(src) else np.asarray(src))
        here, there = self._wg_data, src._wg_data
        if not type(here) is type(there) is np.ndarray and arrays.device_of(there) != arrays.device_of(here):
            src = src.to(self.device)
        return overwrite(_copy, self, src)  # type: ignore[no-any-return]
    except Exception as e:
        raise explained(e, "copy_", {"src": given}, {"src": "Tensor | Number"})


@method
def register_hook(self: Any, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
    """Call ``hook(grad)`` whenever the gradient of this tensor has been computed.

    Args:
        hook: gets the gradient as a tensor. If it returns a tensor, of the same shape and dtype, that replaces it.

    Returns:
        a handle whose ``remove()`` removes the hook.

    Raises:
        RuntimeError: if the tensor does not require grad.

    >>> import wengert
    >>> x = wengert.tensor(2.0, requires_grad=True)
    >>> handle = x.register_hook(lambda g: g * 10)
    >>> (x * x).backward()
    >>> x.grad
    tensor(40.)
    """
    if not self.requires_grad:
        raise errors.history.hook_without_grad(self._wg_lost)
    if self._wg_hooks is None:
        node, nr = self._wg_edge()
        # views and detached aliases of a leaf share its hooks
        self._wg_hooks = hooks_of(node).tensors.setdefault(nr, OrderedDict())
    return add_hook(self._wg_hooks, hook)


@method
def register_post_accumulate_grad_hook(self: Any, hook: Any) -> RemovableHandle:
    """Call ``hook(leaf)`` whenever a backward pass has accumulated into the ``.grad`` of this leaf.

    Args:
        hook: gets the leaf. It may change the leaf and its ``.grad``: it runs with gradients disabled (under
            ``create_graph``, enabled). It must return None; the leaf itself is accepted, too.

    Returns:
        a handle whose ``remove()`` removes the hook.

    Raises:
        RuntimeError: if the tensor does not require grad, or is not a leaf.

    >>> import wengert
    >>> v = wengert.tensor([0.0, 0.0], requires_grad=True)
    >>> handle = v.register_post_accumulate_grad_hook(lambda p: p.sub_(p.grad * 0.5))
    >>> v.backward(wengert.tensor([1.0, 2.0]))
    >>> v
    tensor([-0.5000, -1.0000], requires_grad=True)
    """
    if not self.requires_grad:
        raise errors.history.hook_without_grad(self._wg_lost)
    if self._wg_node is not None:
        raise errors.hooks.hook_on_non_leaf()
    hooks = hooks_of(self._wg_accumulator())
    hooks.stand_in = detach(self).requires_grad_()  # a reference to the leaf itself would be a cycle
    return add_hook(hooks.accumulated, hook)


def _backward_hooks(self: Any) -> Any:
    """The hooks of this tensor by the ids of their handles; None if no hook was ever registered."""
    self._wg_refresh()
    return self._wg_hooks


def _post_accumulate_grad_hooks(self: Any) -> Any:
    """The hooks of :meth:`register_post_accumulate_grad_hook` by the ids of their handles; None without hooks."""
    hooks = None if self._wg_grad_accumulator is None else self._wg_grad_accumulator._wg_hooks
    return None if hooks is None else hooks.accumulated or None


attribute(_backward_hooks)
attribute(_post_accumulate_grad_hooks)


@method
def retain_grad(self: Any) -> None:
    """Keep the gradient of this non-leaf tensor in its ``.grad``. For a leaf, do nothing.

    Raises:
        RuntimeError: if the tensor does not require grad.
    """
    if not self.requires_grad:
        raise errors.history.retained_without_grad(self._wg_lost)
    if self._wg_node is not None and not self._wg_retains:
        retained = hooks_of(self._wg_node).retained
        known = retained.get(self._wg_output_nr)
        if local.state.passing is None or known is None or known() is None:  # keep the original
            retained[self._wg_output_nr] = weakref.ref(self)
        self._wg_retains = True


def _backward(self: Any, gradient: Tensor | None = None, retain_graph: bool | None = None, create_graph: bool = False,
              inputs: Any = None) -> None:  # fmt: skip
    """Accumulate the gradients of this tensor into the leaves it depends on: see :func:`wengert.autograd.backward`."""
    try:
        backward(self, gradient, retain_graph, create_graph, inputs=inputs)
    except Exception as e:
        short(e)
        raise


_backward.__name__ = _backward.__qualname__ = "backward"
method(_backward)


# -- operations from the rule tables

for _name, _fn in METHODS.items():
    _own = vars(tensor_methods).get(_name) is _fn
    setattr(Tensor, _name, _fn if _own else override.twin(_fn, _name, f"Tensor.{_name}"))
for _name, _fn in {**PROPERTIES, **OPERATORS}.items():
    setattr(Tensor, _name, _fn)
for _name, _fn in OPERATORS.items():
    setattr(Batched, _name, _fn)
setattr(Tensor, "__hash__", TensorBase.__hash__)  # noqa: B010  # __eq__ compares elements


# -- methods of PyTorch and NumPy that a tensor does not have

for _name, _instead in {**errors.absent.OF_TENSORS, **errors.absent.OF_ARRAYS, **errors.absent.OF_JAX}.items():
    setattr(Tensor, _name, errors.absent.Absent(_name, _instead))


@method
def __dir__(self: Any) -> list[str]:
    """List the attributes, without those that only raise an error."""
    kind = type(self)
    return [
        n for n in object.__dir__(self) if not isinstance(inspect.getattr_static(kind, n, None), errors.absent.Absent)
    ]
