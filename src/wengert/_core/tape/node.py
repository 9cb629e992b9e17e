"""The nodes of the tape, and the values that they save."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .. import errors
from ..arrays import arrays, copies, dtypes, objects
from ..arrays.batched import Batched
from ..arrays.coo import COO
from .collector import Hidden, Part, enlist, expect_cycles, hides, untrack
from .counting import next_number
from .hooks import RemovableHandle, add_hook, hooks_of

ndarray = np.ndarray


def moment() -> int:
    """A negative sequence number that marks when a transform started. No vmap level has a negative number.

    Nodes recorded later have a larger number than its absolute value.
    """
    return -int(next_number())


class Meta:
    """Properties of a payload, without the payload: shape, dtype, device, vmap levels, whether it is sparse."""

    def __init__(self, payload: Any) -> None:
        self.shape = payload.shape
        self.dtype = payload.dtype
        self.levels = payload.levels if type(payload) is Batched else ()
        self.xp = np if type(payload) is np.ndarray else arrays.xp_of(payload)
        self.sparse = type(payload) is COO

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def numel(self) -> int:
        n = 1
        for s in self.shape:
            n *= s
        return n

    @property
    def is_complex(self) -> bool:
        return bool(self.dtype.kind == "c")

    @property
    def device(self) -> str:
        return "cpu" if self.xp.__name__ == "numpy" else "cuda"

    def zeros(self) -> Any:
        """A payload of zeros of this shape, dtype and device. It has no batch dimension: all examples share it."""
        return copies.zeros(self.xp, self.shape, self.dtype)

    def ones(self) -> Any:
        """As :meth:`zeros`, but ones."""
        out = self.zeros()
        copies.fill(out, 1)
        return out


def described(dtype: Any, shape: Any) -> Meta:
    """The properties of an array of NumPy's."""
    meta: Meta = objects.new(Meta)
    meta.shape = shape
    meta.dtype = dtype
    meta.levels = ()
    meta.xp = np
    meta.sparse = False
    return meta


# Nodes share their shapes and properties of arrays in the uncompiled build, where the collector would walk each.
MOST = 1024


class Shapes(dict[Any, Any]):
    """The one tuple for each of the latest shapes."""

    def __missing__(self, shape: Any) -> Any:
        if len(self) >= MOST:
            self.clear()
        self[shape] = shape
        return shape


class Metas(dict[Any, tuple[Meta]]):
    """The one ``(meta,)`` for each of the latest dtypes and shapes."""

    def __missing__(self, key: Any) -> Any:
        if len(self) >= MOST:
            self.clear()
        self[key] = found = (described(key[0], key[1]),)
        return found


SHAPES = Shapes()
METAS = Metas()


def meta_of(payload: Any) -> Meta:
    """``Meta(payload)``, in a fraction of the time for an array of NumPy's: most views and reductions keep one."""
    if type(payload) is not ndarray:
        return Meta(payload)
    a = payload
    return described(a.dtype, a.shape) if hides else METAS[a.dtype, a.shape][0]


def lone_meta(a: Any) -> tuple[Meta]:
    """``(meta_of(a),)`` of an array of NumPy's."""
    return (described(a.dtype, a.shape),) if hides else METAS[a.dtype, a.shape]


def any_sparse(payloads: list[Any]) -> bool:
    """Whether a payload among them is sparse."""
    for payload in payloads:  # noqa: SIM110  # making a generator takes longer than this loop
        if type(payload) is COO:
            return True
    return False


class Node(Hidden):
    """One recorded operation, the ``grad_fn`` of its results: gradient edges, what its formulas need, and its line.

    >>> import wengert
    >>> node = (wengert.ones(2, requires_grad=True) * 2).grad_fn
    >>> node.name(), isinstance(node, wengert.autograd.graph.Node)
    ('MulBackward0', True)
    """

    # Most fields are None until they are needed. ``_wg_next`` and ``_wg_next_output_nrs`` are aligned with the
    # differentiable inputs of the plan. ``_wg_chain`` is set on the node of an in-place write through a view (Note
    # [Writes through views]). ``_wg_lost`` says where an argument without history lost it. Why some names begin with
    # ``_wg_``: Note [Names of users].

    _wg_plan: Any
    _wg_next: Any
    _wg_next_output_nrs: Any
    _wg_sequence_nr: int
    _wg_saved: Any
    _wg_params: Any
    metas_in: Any
    _wg_metas: Any
    shape: Any
    dtype: Any
    levels: Any
    _wg_code: Any
    _wg_lasti: int
    _wg_hooks: Any
    _wg_chain: Any
    _wg_view_meta: Any
    _wg_user: Any
    _wg_freed: Any
    _wg_vmaps: Any
    _wg_lost: Any
    _wg_base: bool

    @property
    def sparse(self) -> bool:
        """Whether the gradient of this node's output may be sparse. That of a leaf always may."""
        return self._wg_plan is None or self._wg_plan.op.name == "_coo"

    def _wg_meta(self, nr: int) -> Any:
        """Shape, dtype and levels of output ``nr``."""
        return self if self._wg_metas is None else self._wg_metas[nr]

    def _wg_fit(self, payload: Any) -> None:
        """Take shape and dtype of the output from memory."""
        self.shape = payload.shape if hides else SHAPES[payload.shape]
        self.dtype = payload.dtype
        self.levels = payload.levels if type(payload) is Batched else ()

    def name(self) -> str:
        """The name torch prints: ``MulBackward0``."""
        return self._wg_name()

    def _wg_name(self) -> str:
        return "CopySlices" if self._wg_chain is not None else str(self._wg_plan.op.torch_names.name_of(self))

    def _sequence_nr(self) -> int:
        """The number that this node got when it was recorded. The backward pass runs higher numbers first."""
        return int(self._wg_sequence_nr)

    @property
    def _input_metadata(self) -> tuple[InputMetadata, ...]:
        """Shape, dtype and device of each incoming gradient: one for each output of the operation."""
        metas = (self,) if self._wg_metas is None else self._wg_metas
        where = self._wg_device()
        return tuple([None if m is None else InputMetadata(m, where) for m in metas])  # type: ignore[misc]

    def _wg_device(self) -> Any:
        """The device of this node's gradients. It is read from the nearest node behind it that knows its device."""
        node: Any = self
        while node._wg_metas is None and type(node) is not AccumulateGrad and node._wg_next:
            if node._wg_params is not None and "device" in node._wg_params:
                return arrays.device(node._wg_params["device"])  # the node moved the values to this device
            node = node._wg_next[0]
        if type(node) is AccumulateGrad:
            leaf = node.variable
            return arrays.device("cpu") if leaf is None else leaf.device
        known = None if node._wg_metas is None else next((m for m in node._wg_metas if m is not None), None)
        return arrays.device("cpu" if known is None else known.device)

    @property
    def requires_grad(self) -> bool:
        """Always True: only operations that require a gradient are recorded."""
        return True

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dictionary in which users may store data with the node."""
        expect_cycles()
        if self._wg_user is None:
            self._wg_user = {}
        return self._wg_user  # type: ignore[no-any-return]

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """The nodes that this one sends gradients to: a pair ``(node, output number)`` per differentiable argument."""
        return tuple(
            [(None, 0) if k < 0 else (shown(self._wg_next[k]), self._wg_next_output_nrs[k]) for k in self._wg_places()]
        )

    def _wg_places(self) -> list[int]:
        """The index in ``next`` of each of the ``next_functions``; -1 where no gradient flows."""
        return list(range(len(self._wg_next))) if self._wg_plan is None else self._wg_plan.places(self)  # type: ignore[no-any-return]

    def register_hook(self, fn: Callable[..., Any]) -> RemovableHandle:
        """Call ``fn(grad_inputs, grad_outputs)`` whenever this node has run.

        Args:
            fn: gets two tuples of tensors or None: the gradients this node computed, aligned with
                ``next_functions``, and those it computed them from. A tuple it returns, of the length, shapes and
                dtypes of ``grad_inputs``, replaces those.

        Returns:
            a handle whose ``remove()`` takes the hook away.

        >>> import wengert
        >>> a = wengert.tensor([1.0, 2.0], requires_grad=True)
        >>> b = a.clone()
        >>> handle = b.grad_fn.register_hook(lambda grad_inputs, grad_outputs: (grad_outputs[0] * 2,))
        >>> b.sum().backward()
        >>> a.grad
        tensor([2., 2.])
        """
        return add_hook(hooks_of(self).after, fn)

    def register_prehook(self, fn: Callable[..., Any]) -> RemovableHandle:
        """Call ``fn(grad_outputs)`` whenever this node is about to run.

        Args:
            fn: gets a tuple with a tensor, or None, per output of the operation: the gradients that reached the node. A
                tuple it returns, of the same length, shapes and dtypes, replaces them.

        Returns:
            a handle whose ``remove()`` takes the hook away.

        >>> import wengert
        >>> a = wengert.tensor([1.0, 2.0], requires_grad=True)
        >>> b = a.clone()
        >>> handle = b.grad_fn.register_prehook(lambda grad_outputs: (grad_outputs[0] * 2,))
        >>> b.sum().backward()
        >>> a.grad
        tensor([2., 2.])
        """
        return add_hook(hooks_of(self).before, fn)

    def _register_hook_dict(self, tensor: Any) -> None:
        """Call the hooks of ``tensor``, an output of this node, when this node runs."""
        if not hasattr(tensor, "output_nr"):
            raise TypeError("_register_hook_dict expected a Tensor")
        hooks_of(self).tensors[tensor.output_nr] = tensor._wg_hooks

    def __call__(self, *grads: Any, **kwargs: Any) -> Any:
        """Compute this node's gradients from ``grads``, one per output (None for zeros).

        No hooks are called, and no saved tensors are freed.

        Returns:
            a tuple aligned with ``next_functions``; if it has one element, that element.

        Raises:
            TypeError: if the number or types of ``grads`` are wrong.
            RuntimeError: if the graph was freed, or a gradient has another shape than the output.

        >>> import wengert
        >>> a = wengert.tensor([0.0, 1.0], requires_grad=True)
        >>> (a * a).grad_fn(wengert.tensor([1.0, 1.0]))
        (tensor([0., 1.], grad_fn=<MulBackward0>), tensor([0., 1.], grad_fn=<MulBackward0>))
        """
        return _call(self, grads, kwargs)

    def __dir__(self) -> list[str]:
        shows = self._wg_plan is not None and self._wg_chain is None  # not for a write through a view, as in torch
        own = [name for name in object.__dir__(self) if not name.startswith("_wg_")]
        return [*own, *(self._wg_plan.op.torch_names.saved_attributes(self) if shows else ())]

    def __repr__(self) -> str:
        return f"<{self._wg_name()} object at {id(self):#x}>"

    def __reduce__(self) -> Any:
        raise TypeError(
            f"cannot pickle {self._wg_name()!r} object: the graph belongs to this process. "
            "Detach the tensor, or save its data alone."
        )


# Note [Names of users]
# ---------------------
# The node of a custom Function is also its ``ctx``, and users set attributes on it: ``ctx.next``, ``ctx.saved``,
# ``ctx.shape``. A user's name and a field of the node must never be the same attribute. So whatever the tape reads or
# calls on a node of any kind begins with ``_wg_``, which no user writes. The few other fields are read on nodes of
# operations only, and the class of ``ctx`` hides them (``BackwardCFunction``). PyTorch's own names (``name``,
# ``metadata``, ``next_functions``) are for users: the tape does not call them, so that ``ctx.name = "conv"`` is safe.
# Tensors have attributes of users too, and follow the same rule.

# Note [A class per name]
# -----------------------
# ``type(tensor.grad_fn).__name__`` is the name of the node. Programs that print or draw graphs expect this. But users
# look at few nodes, and instances of many classes would slow down all code that handles them. So nodes are recorded as
# instances of ``Node``. A node that is returned to users first becomes an instance of the class with its name. Only
# these classes have ``__getattr__``, which reads the saved tensors: it would slow down all attributes of ``Node``.

CLASSES: dict[str, type] = {}


def saved_attribute(self: Any, name: str) -> Any:
    """Read an attribute such as ``_saved_self`` or ``_raw_saved_self``."""
    if name.startswith(("_saved_", "_raw_saved_")) and self._wg_plan is not None and self._wg_chain is None:
        return self._wg_plan.op.torch_names.saved_attribute(self, name)
    raise AttributeError(f"{self._wg_name()!r} object has no attribute {name!r}")


def shown(node: Any) -> Any:
    """``node`` as users see it: an instance of the class with its name (Note [A class per name])."""
    if type(node) is Node:
        name = node._wg_name()
        cls = CLASSES.get(name)
        if cls is None:
            members = {
                "__slots__": (),
                "__module__": "wengert.autograd.graph",
                "__doc__": Node.__doc__,
                "__getattr__": saved_attribute,
            }
            cls = CLASSES.setdefault(name, type(name, (Node,), members))
        objects.retype(node, cls)
    return node


class InputMetadata:
    """Shape, dtype and device of a gradient that has not been computed yet."""

    def __init__(self, meta: Any, device: Any) -> None:
        self.shape = list(meta.shape)
        self.dtype = None if meta.dtype is None else dtypes.of(meta.dtype)
        self.device = device
        self.is_nested_tensor = self.is_cpp_nested_tensor = False


def set_call(call: Any) -> None:
    """Set the function behind ``Node.__call__``. The engine provides it."""
    global _call
    _call = call


_call: Any = None


LEAFS_OWN = object()  # the dtype of gradients where users have not set one


class AccumulateGrad(Node):
    """The node of a leaf: it adds incoming gradients to ``leaf.grad``.

    The leaf holds the node. The node refers to the leaf weakly. Gradients get the dtype of the leaf, or ``grad_dtype``
    if users have set that: its own ``dtype`` is None if they may have any.
    """

    ref: Any
    grad_dtype: Any

    def __init__(self, ref: Any, payload: Any) -> None:
        self.grad_dtype = LEAFS_OWN
        self._wg_plan = self._wg_hooks = self._wg_metas = None
        self._wg_next = self._wg_next_output_nrs = ()
        self._wg_sequence_nr = next_number()
        self.ref = ref
        self._wg_fit(payload)

    def _wg_fit(self, payload: Any) -> None:
        Node._wg_fit(self, payload)
        if self.grad_dtype is not LEAFS_OWN:
            self.dtype = self.grad_dtype

    def _wg_name(self) -> str:
        return "AccumulateGrad"

    def _sequence_nr(self) -> int:
        return 2**64 - 1  # a leaf runs as soon as a gradient arrives

    @property
    def variable(self) -> Any:
        """The leaf, or None if it is no longer alive."""
        return self.ref()


GradientEdge = NamedTuple(  # noqa: UP014  (a class body is not an annotation when compiled)
    "GradientEdge", [("node", Any), ("output_nr", int), ("ownership_token", Any)]
)
GradientEdge.__doc__ = """A node and the number of one of its outputs: ``(node, output_nr, ownership_token)``.

It can replace a tensor among the outputs and inputs of a backward pass.
:func:`~wengert.autograd.graph.get_gradient_edge` makes it. ``ownership_token`` keeps alive what the edge does not.
"""
GradientEdge.__new__.__defaults__ = (None,)

PACKED = -1  # the version of a saved value that a hook has packed: no memory has this version


class Saved(Part):
    """A value saved for the backward pass. Reading it checks the version of its memory.

    If a hook has packed the value, ``data`` is the result (a ``Packed``) and ``version`` is ``PACKED``. Reading it then
    takes the path of a version mismatch, so unpacked values need no extra test.

    It holds the payload and the gradient edge, never the Tensor. A Tensor that is later written in place points to
    newer nodes, and holding it would make a reference cycle. An output saved by its own node stores no edge
    (``output``).
    """

    data: Any
    storage: Any
    version: int
    node: Any
    nr: int
    tans: Any
    base: Any
    output: bool

    @property
    def leaf(self) -> bool:
        """Whether the value is a leaf that requires grad: its edge points to the node that accumulates its gradient."""
        return type(self.node) is AccumulateGrad

    def raw(self, owner: Any) -> Any:
        """The payload. Raises an error if its memory was written since it was saved."""
        if self.storage.version != self.version:
            if self.version == PACKED:
                return self.data.open(self, owner)._wg_data
            raise errors.writes.modified(
                self.data.shape, self.data.dtype, str(arrays.device_of(self.data)), owner._wg_name(),
                (owner._wg_code, owner._wg_lasti), self.storage, self.version, self.nr,
                owner._wg_name() if self.output else None if self.node is None or self.leaf else self.node._wg_name(),
            )  # fmt: skip
        return self.data


def keeping(data: Any, storage: Any) -> Saved:
    """A saved value without history."""
    s: Saved = objects.blank(Saved)
    s.data = data
    s.storage = storage
    s.version = storage.version
    return s


def hide(node: Any) -> None:
    """Take a node whose fields are set out of the garbage collector's sight: Note [The tape and the collector]."""
    enlist(node)
    untrack(node._wg_next)
    untrack(node._wg_next_output_nrs)
    untrack(node.shape)
    if node._wg_params is not None:
        untrack(node._wg_params)
        for value in node._wg_params.values():
            if type(value) is tuple:
                untrack(value)
    if node.metas_in is not None:
        hide_metas(node.metas_in)
    if node._wg_metas is not None:
        hide_metas(node._wg_metas)
    saved = node._wg_saved
    if saved is not None:
        untrack(saved)
        for kept in saved:
            if type(kept) is Saved:  # others are numbers
                s = kept
                untrack(s)
                if s.storage.heir is None:  # else the heir refers back to it
                    untrack(s.storage)


def hide_metas(metas: Any) -> None:
    """:func:`hide` the properties of payloads that a node keeps."""
    untrack(metas)
    for meta in metas:
        if meta is not None:
            untrack(meta)
            untrack(meta.shape)


for _cls in (Node, AccumulateGrad, Saved):
    objects.fields(_cls)
objects.say_where(Node, "wengert.autograd.graph")  # it is also a base of what a module shows that is imported before
