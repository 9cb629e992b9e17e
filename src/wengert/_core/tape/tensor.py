"""Tensors: a payload, a gradient edge, and the rules of views and histories.

``TensorBase`` holds the fields. In the compiled build it is a C struct. The public ``Tensor`` is a Python class that
inherits from it, and operations attach their methods to it. Test with ``isinstance(x, TensorBase)``.
"""

from __future__ import annotations

import threading
import weakref
from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

import numpy as np

from .. import errors
from ..arrays import arrays, dtypes, objects, sites
from ..errors import tracebacks
from .history import History, Kind
from .hooks import move_retained
from .node import AccumulateGrad, Node, shown
from .state import duals, local
from .storage import cell
from .view import CUSTOM, DEFAULT, INFERENCE, INPUT, LONG, MULTI_OUTPUT, NO_GRAD, gathered, replay, viewing

if TYPE_CHECKING:
    from ..api.generated.tensor_methods import Methods  # a stub of what the rule tables and methods.py attach
else:
    Methods = object

DETACHED = Kind.DETACHED  # an attribute of an Enum takes long to find

new_tuple = tuple.__new__
following = threading.RLock()  # two threads may update the same view after a write to its base


def sync(t: Any) -> None:
    """:meth:`TensorBase._wg_sync` of a view, without a call of Python's where there is nothing to do."""
    storage = t._wg_storage
    if t._wg_view.version != storage.version:
        t._wg_sync()


class TensorBase:
    """The fields of a tensor and what the core does with them."""

    _wg_data: Any
    _wg_node: Node | None
    _wg_output_nr: int
    _wg_requires_grad: bool
    _wg_grad: Tensor | None
    _wg_storage: Any
    _wg_view: Any
    _wg_tangents: Any
    _wg_grad_accumulator: Any
    _wg_lost: Any
    _wg_hooks: Any
    _wg_retains: bool

    # -- memory

    def _wg_cell(self) -> Any:
        """The storage that all aliases of this memory share. It is made when first needed."""
        if self._wg_storage is None:
            new = cell()
            if self._wg_storage is None:  # another thread may have been faster
                self._wg_storage = new
        return self._wg_storage

    # -- history

    def _wg_sync(self) -> None:
        """Update the history of a view if its memory was written since that history was recorded."""
        view = self._wg_view
        if view is None or view.version == self._wg_storage.version:
            return
        with following:
            if view.version != self._wg_storage.version:
                self._wg_follow(view)

    def _wg_follow(self, view: Any) -> None:
        """Replay the view operations on the base as it is now, and take the history of the result."""
        version = self._wg_storage.version
        base = view.base
        if base._wg_view is not None:  # Note [Tensors that become views]
            base = view.base = base._wg_view.base
        elif self._wg_storage.heir is not None:  # the base has moved to other memory
            base = view.base = self._wg_storage.heir
        if base._wg_data is not view.root:
            view.extend()
            if len(view.chain) >= LONG:
                view.chain = gathered(self)
        if view.kind not in (DEFAULT, INPUT):  # its history cannot be replayed: it is a result of a Function, say
            if self._wg_cut_off():
                raise view.refusal(self, None)
            if base._wg_tangents is not None or view.held:
                self._wg_replay(view, base, False)
            return
        if base._wg_requires_grad or self._wg_node is not None or base._wg_tangents is not None or view.held:
            fresh = self._wg_replay(view, base, True)
            if self._wg_retains:
                move_retained(self._wg_node, self._wg_output_nr, fresh._wg_node, fresh._wg_output_nr)
            self._wg_hooks = None  # hooks stay with the value that they were registered on
            self._wg_node, self._wg_output_nr, self._wg_requires_grad = (
                fresh._wg_node,
                fresh._wg_output_nr,
                fresh._wg_requires_grad,
            )
            self._wg_lost = fresh._wg_lost
            self._wg_retains = self._wg_retains and fresh._wg_node is not None
        view.version = version  # set last: another thread that sees the new version must find the new history

    def _wg_replay(self, view: Any, base: Any, recording: bool) -> Any:
        """Make this view anew from the base as it is now. Return the result, and take its tangents."""
        state = local.state
        before, carrying = state.now(), state.forward
        try:
            state.enter(recording, False)
            state.forward = True
            fresh = replay(base, view.chain)
            tangents = view.tangents(self, fresh._wg_tangents)
        finally:
            state.leave(before)
            state.forward = carrying
        carry(self, tangents)
        return fresh

    def _wg_cut_off(self) -> bool:
        """Whether the memory was written and this view cannot take the new history."""
        view = self._wg_view
        if view is None or view.kind in (DEFAULT, INPUT) or view.version == self._wg_storage.version:
            return False
        known = self._wg_node is not None or (view.kind < CUSTOM and view.base._wg_requires_grad)
        return bool(known and local.state.grad_enabled)

    def _wg_edge(self) -> Any:
        """``(node, output number)`` that receives this tensor's gradient."""
        if self._wg_view is not None:
            self._wg_sync()
        if self._wg_node is not None:
            return self._wg_node, self._wg_output_nr
        return self._wg_accumulator(), 0

    def _wg_accumulator(self) -> Any:
        if self._wg_grad_accumulator is None:
            new = AccumulateGrad(weakref.ref(self), self._wg_data)
            if self._wg_grad_accumulator is None:  # another thread may have been faster
                self._wg_grad_accumulator = new
        return self._wg_grad_accumulator

    def _wg_lose(self, kind: Kind, operation: str, detail: Any = None) -> None:
        """Note how and where this tensor lost its history."""
        self._wg_lost = History(kind, operation, sites.site(), detail)

    @property
    def grad_fn(self) -> Node | None:
        """The node that recorded this tensor; None for a leaf."""
        if self._wg_view is not None:
            self._wg_sync()
        return None if self._wg_node is None else shown(self._wg_node)

    @property
    def requires_grad(self) -> bool:
        """Whether gradients flow to this tensor."""
        self._wg_refresh()
        return bool(self._wg_requires_grad) or self._wg_cut_off()

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if value is not True and value is not False:
            raise errors.modes.requires_grad_type(value)
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Change, in place, whether gradients are accumulated for this leaf.

        Raises:
            RuntimeError: if it is False for a non-leaf, or the dtype is not floating point or complex.
            TypeError: if it is not a bool.
        """
        if requires_grad is not True and requires_grad is not False:
            raise errors.calls.wrong_type("requires_grad_", "requires_grad", "bool", requires_grad)
        self._wg_refresh()
        if requires_grad:
            if not dtypes.is_inexact(self._wg_data.dtype):
                raise errors.gradients.requires_grad_dtype()
            if self._wg_inference() and not local.state.inference:
                raise errors.modes.inference_requires_grad()
            self._wg_requires_grad = True
        elif self._wg_node is not None:
            raise errors.gradients.change_non_leaf()
        else:
            self._wg_requires_grad = False
        return self

    @property
    def is_leaf(self) -> bool:
        """True for a tensor that is not the result of a recorded operation."""
        self._wg_refresh()
        return self._wg_node is None

    @property
    def output_nr(self) -> int:
        """Which output of ``grad_fn`` this tensor is."""
        self._wg_refresh()
        return int(self._wg_output_nr)

    def _wg_refresh(self) -> None:
        """Update a view if that is allowed. Properties that call this never raise because of a forbidden view."""
        if self._wg_view is not None and not self._wg_cut_off():
            self._wg_sync()

    # -- views and versions

    @property
    def _version(self) -> int:
        if self._wg_inference():
            raise errors.modes.inference_version()
        return int(self._wg_cell().version)

    @property
    def _base(self) -> Tensor | None:
        return None if self._wg_view is None or self._wg_inference() else self._wg_view.base

    def _is_view(self) -> bool:
        return self._wg_view is not None and not self._wg_inference()

    def is_inference(self) -> bool:
        """Whether this tensor's memory was allocated in :class:`~wengert.inference_mode`."""
        return self._wg_inference()

    def _wg_inference(self) -> bool:
        return self._wg_storage is not None and bool(self._wg_storage.inference)

    # -- gradients

    @property
    def grad(self) -> Tensor | None:
        """The accumulated gradient; None until a backward pass reaches this tensor."""
        if self._wg_grad is None and not self._wg_retains and self._wg_node is not None:
            errors.text.warn(
                "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute "
                "won't be populated during autograd.backward(). If you indeed want the .grad field to be populated "
                "for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor "
                "by mistake, make sure you access the leaf Tensor instead."
            )
        return self._wg_grad

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        if value is not None:
            if not isinstance(value, TensorBase):
                raise errors.gradients.grad_type(type(value))
            if value is self:
                raise errors.gradients.own_grad()
            dtype = self._wg_grad_dtype()
            if dtype is not None and value._wg_data.dtype != dtype:
                raise errors.gradients.assigned_dtype(value._wg_data.dtype, dtype)
            if value.device != self.device:
                raise errors.gradients.grad_device(value.device.type, self.device.type)
            if tuple(value._wg_data.shape) != tuple(self._wg_data.shape):
                raise errors.gradients.assigned_shape(value._wg_data.shape, self._wg_data.shape)
        self._wg_grad = value

    @grad.deleter
    def grad(self) -> None:
        self._wg_grad = None

    @property
    def _grad(self) -> Tensor | None:
        return self._wg_grad  # PyTorch's name: as ``grad``, without its warning

    @_grad.setter
    def _grad(self, value: Tensor | None) -> None:
        self.grad = value

    @property
    def grad_dtype(self) -> dtypes.dtype | None:
        """The dtype of ``.grad`` of this leaf: by default its own. Backward passes cast gradients to it.

        Set it to accumulate gradients of ``half`` parameters in ``float32``. None allows any dtype: gradients stay as
        formulas return them. Copies by ``detach`` and ``clone`` have the default.

        Raises:
            RuntimeError: if the tensor is not a leaf; on setting, if ``.grad`` has another dtype.

        >>> import wengert
        >>> x = wengert.ones(2, dtype=wengert.float16, requires_grad=True)
        >>> x.grad_dtype = wengert.float32
        >>> (x * 3).sum().backward()
        >>> x.grad
        tensor([3., 3.])
        """
        if not self.is_leaf:
            raise errors.gradients.grad_dtype_of_result("accessed")
        dtype = self._wg_grad_dtype()
        return None if dtype is None else dtypes.of(dtype)

    @grad_dtype.setter
    def grad_dtype(self, value: Any) -> None:
        if not self.is_leaf:
            raise errors.gradients.grad_dtype_of_result("set")
        try:
            dtype = None if value is None else dtypes.as_numpy(value)
        except TypeError:
            raise errors.gradients.no_grad_dtype(value) from None
        if dtype is not None and not dtypes.is_inexact(dtype):
            raise errors.gradients.no_grad_dtype(value)
        old = self._wg_grad
        if old is not None and dtype is not None and old._wg_data.dtype != dtype:
            raise errors.gradients.other_grad_dtype(dtype, old._wg_data.dtype)
        accumulator = self._wg_accumulator()
        accumulator.grad_dtype = dtype
        accumulator._wg_fit(self._wg_data)

    def _wg_grad_dtype(self) -> Any:
        """NumPy's dtype for ``.grad``; None if it may have any."""
        if self._wg_node is not None or self._wg_grad_accumulator is None:
            return self._wg_data.dtype
        return self._wg_grad_accumulator.dtype

    @property
    def retains_grad(self) -> bool:
        """Whether ``.grad`` of this non-leaf is kept."""
        self._wg_refresh()
        return self._wg_node is not None and bool(self._wg_retains)

    # -- shape, dtype and device

    @property
    def shape(self) -> Size:
        """The sizes, as a :class:`Size`."""
        return new_tuple(Size, self._wg_data.shape)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return int(self._wg_data.ndim)

    @property
    def dtype(self) -> dtypes.dtype:
        """The dtype, a :class:`wengert.dtype`."""
        return dtypes.of(self._wg_data.dtype)

    @property
    def device(self) -> arrays.device:
        """The device that holds the memory."""
        return arrays.device_of(self._wg_data)

    def __len__(self) -> int:
        if self._wg_data.ndim == 0:
            raise errors.elements.no_dimension("len() of")
        return int(self._wg_data.shape[0])

    def __hash__(self) -> int:
        return id(self)


class Tensor(TensorBase, Methods):
    """A NumPy or CuPy array with a history.

    Make one with :func:`wengert.tensor`, :func:`wengert.from_numpy` or another factory.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __hash__ = TensorBase.__hash__


class Size(tuple[int, ...]):
    """The shape of a tensor: a tuple with ``numel()``.

    Args:
        sizes: the sizes, whole numbers.

    >>> from wengert import Size; Size([2, 3]).numel()
    6
    """

    __slots__ = ()

    def __new__(cls, sizes: Any = ()) -> Self:
        if type(sizes) is not Size:
            try:
                sizes = [as_size(i, n) for i, n in enumerate(sizes)]
            except TypeError as e:
                raise tracebacks.short(e)
        return tuple.__new__(cls, sizes)

    def numel(self) -> int:
        """The product of the sizes."""
        return prod(self)

    def __repr__(self) -> str:
        return f"{errors.text.package()}.Size({list(self)})"

    def __add__(self, other: Any) -> Any:
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: Any) -> Any:
        return Size((*other, *self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, n: SupportsIndex) -> Size:
        return Size(tuple.__mul__(self, n))

    __rmul__ = __mul__

    @overload
    def __getitem__(self, i: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, i: slice) -> Size: ...
    def __getitem__(self, i: Any) -> Any:
        out = tuple.__getitem__(self, i)
        return new_tuple(Size, out) if type(out) is tuple else out


def as_size(at: int, size: Any) -> int:
    """A size as a plain int."""
    try:
        return index(size)
    except TypeError:
        raise errors.calls.size_type(at, size) from None


def make(payload: Any) -> Any:
    """A tensor without history around a payload."""
    t = objects.new(Tensor)
    t._wg_data = payload
    t._wg_output_nr = 0
    t._wg_node = t._wg_view = t._wg_tangents = t._wg_storage = None
    state = local.state
    if state.vmap:
        remember(t, state.vmap)
    if state.transforms:
        remember(t, state.transforms)
    if state.inference:
        t._wg_cell().inference = True
    return t


def remember(t: Any, levels: Any) -> None:
    """Note on the storage of ``t`` that it was allocated inside a vmap or a transform.

    Such memory may be promoted, and tracked values may be written to it.
    """
    storage = t._wg_cell()
    if not storage.born:
        storage.born = levels
        storage.aliases = []
    elif levels[-1] not in storage.born:
        storage.born = (*storage.born, *levels)
    add_alias(storage.aliases, t)


def add_alias(aliases: Any, t: Any) -> None:
    """Add ``t`` to the aliases of its memory. Whenever their number has doubled, dead references are removed."""
    n = len(aliases)
    if n >= 16 and not n & (n - 1):
        aliases[:] = [ref for ref in aliases if ref() is not None]
    aliases.append(weakref.ref(t))


def inside(t: Any, moment: int) -> bool:
    """Whether a tensor was made in the transform that started at ``moment``, as its node or its memory shows."""
    if t._wg_node is not None:
        return bool(t._wg_node._wg_sequence_nr > -moment)
    return t._wg_storage is not None and moment in (t._wg_storage.born or ())


def born_with(out: Any, t: Any) -> None:
    """Note on an alias without history in which running transforms ``t`` was made."""
    levels = tuple([m for m in local.state.transforms if inside(t, m)])
    if levels:
        remember(out, levels)


def wrap(payload: Any, requires_grad: bool = False) -> Any:
    """A leaf tensor around a payload, an array from outside, or a number."""
    if type(payload) is not np.ndarray and (not hasattr(payload, "dtype") or isinstance(payload, np.generic)):
        payload = np.asarray(payload)
    if isinstance(payload, np.ndarray):
        payload = dtypes.taken(payload)
    elif arrays.is_array(payload):
        payload = dtypes.settled(payload)
    t = make(payload)
    if requires_grad:
        t.requires_grad_(True)
    return t


def alias(data: Any, storage: Any, kind: Any = Tensor) -> Tensor:
    """A tensor without history that shares memory and version counter."""
    out: Tensor = objects.new(kind)
    out._wg_data = data
    out._wg_storage = storage
    if storage is not None and storage.aliases is not None:
        add_alias(storage.aliases, out)
    return out


def as_instance(t: Any, kind: Any) -> Any:
    """A new tensor, to which nobody else refers, as an instance of ``kind``."""
    try:
        t.__class__ = kind
    except TypeError:  # the class has slots: its instances are of another size
        new = alias(t._wg_data, t._wg_storage, kind)
        for name in FIELDS:
            setattr(new, name, getattr(t, name))
        carry(new, t._wg_tangents)
        return new
    return t


def detach(t: Any) -> Tensor:
    """The same memory without history. Both share the version, so a version check sees writes to either."""
    t._wg_refresh()
    out = alias(t._wg_data, t._wg_cell())
    if local.state.transforms:
        born_with(out, t)
    if t._wg_requires_grad:
        out._wg_lose(DETACHED, "detach()")
    else:
        out._wg_lost = t._wg_lost
    return out


def link_view(t: Any, x: Any, step: Any, site: Any, state: Any) -> None:
    """Make ``t`` a view of ``x`` by one view operation. One with several outputs gives its ``site``, others None."""
    storage = x._wg_storage
    if storage is None:
        storage = x._wg_cell()
    t._wg_storage = storage
    if storage.inference and t._wg_requires_grad and not state.transforms and step[0].name != "_alias":
        # as in torch, views of an inference tensor have no history; what a transform differentiates has one
        t._wg_node, t._wg_output_nr, t._wg_requires_grad = None, 0, False
        t._wg_lose(Kind.OF_INFERENCE, step[0].name.lstrip("_"))
    if not step[0].differentiable:  # shares memory and version, but is not a differentiable view
        if storage.aliases is not None:
            add_alias(storage.aliases, t)
        return
    if storage.inference and storage.aliases is None:
        return  # inference views are tracked only under vmap, where the memory may move
    above = x._wg_view
    held: Any = ()
    if above is None:
        base, root, chain, kind = x, x._wg_data, (step,), DEFAULT
    else:
        base, root, chain, kind = above.base, above.root, above.chain, above.kind
        if len(chain) >= LONG:
            chain = above.chain = gathered(x)  # for all views of x
        chain = (*chain, step)
        if above.held:
            held = above.handed_on(x)
    if state.inference:
        kind = INFERENCE
    elif not state.grad_enabled:
        kind = NO_GRAD
    elif site is not None:
        kind = MULTI_OUTPUT
    t._wg_view = viewing(base, root, chain, storage.version, kind, held, site)
    storage.viewed = True
    if storage.aliases is not None:
        add_alias(storage.aliases, t)


def link_views(ts: Any, x: Any, op: Any, params: Any, site: Any, state: Any) -> None:
    """:func:`link_view` for the results of one view operation: their chains differ in the last step alone."""
    view = None
    for k, o in enumerate(ts):
        t = o
        if view is None:
            link_view(t, x, (op, params, k), site, state)
            storage = t._wg_storage
            view = t._wg_view if storage.aliases is None and not storage.inference else None
        else:
            t._wg_storage = storage
            chain = (*view.chain[:-1], (op, params, k))
            t._wg_view = viewing(view.base, view.root, chain, view.version, view.kind, view.held, site)


def strip(t: Any, level: int, recording: bool) -> Any:
    """``t`` as forward mode at ``level`` uses it: same memory and history, tangents of smaller levels only.

    Returns the payload if it has no such tangents and operations on it are not recorded.
    """
    x = t
    tans = x._wg_tangents
    smaller = None
    if tans is not None:
        for k in tans:
            if k < level:
                smaller = {k: v for k, v in tans.items() if k < level}
                break
    if smaller is None:
        if not recording:
            return x._wg_data
        if tans is None:
            return t
    return with_tangents(t, smaller)


def with_tangents(t: Any, tans: Any) -> Tensor:
    """A tensor with the same memory and gradient edge as ``t``, but other tangents."""
    out = alias(t._wg_data, t._wg_cell())
    out._wg_node, out._wg_output_nr, out._wg_requires_grad = t._wg_node, t._wg_output_nr, t._wg_requires_grad
    if t._wg_requires_grad and t._wg_node is None:
        out._wg_grad_accumulator = t._wg_accumulator()
    carry(out, tans)
    return out


def without_subclass(t: Any) -> Tensor:
    """A tensor of a subclass as a plain one, for formulas: they call no handlers. Same memory and gradient edge."""
    t._wg_refresh()
    return with_tangents(t, t._wg_tangents)


def carry(t: Any, tans: Any) -> None:
    """Give ``t`` its tangents, a dict by level, for as long as the levels are active."""
    x = t
    x._wg_tangents = tans or None
    if tans:
        for level in tans:
            carriers = duals.get(level)
            if carriers is not None:
                carriers.add(t)


def moving_levels(args: Any) -> list[int]:
    """The dual levels, outermost first, that are active and at which an argument has a tangent."""
    levels: list[int] = []
    if duals and local.state.carries():
        for a in args:
            if isinstance(a, TensorBase):
                x = a
                if x._wg_tangents is not None:
                    for k in x._wg_tangents:
                        if k in duals and k not in levels:
                            levels.append(k)
    levels.sort()
    return levels


def recorded(args: Any, tangents: Any) -> bool:
    """Whether an operation on these tensors is recorded."""
    if not local.state.grad_enabled:
        return False
    for values in (args, tangents):
        for a in values:
            if isinstance(a, TensorBase):
                x = a
                if x._wg_view is not None:
                    x._wg_sync()
                if x._wg_requires_grad:
                    return True
    return False


def payload_of(x: Any) -> Any:
    """The payload of a tensor, or the value itself."""
    if isinstance(x, TensorBase):
        t = x
        return t._wg_data
    return x


def is_real(x: Any) -> bool:
    """Whether a tensor, payload or number is its own conjugate."""
    if type(x) is np.ndarray:
        return x.dtype is dtypes.F32 or x.dtype.kind != "c"
    payload = payload_of(x)
    dtype = getattr(payload, "dtype", None)
    return not isinstance(payload, complex) if dtype is None else dtype is dtypes.F32 or dtype.kind != "c"


FIELDS = frozenset((  # in the pure build these live in ``__dict__`` beside the user's: Note [Names of users]
    "_wg_data", "_wg_node", "_wg_output_nr", "_wg_requires_grad", "_wg_grad", "_wg_storage", "_wg_view",
    "_wg_tangents", "_wg_grad_accumulator", "_wg_lost", "_wg_hooks", "_wg_retains",
))  # fmt: skip

for _cls in (TensorBase, Tensor):
    objects.fields(_cls)
