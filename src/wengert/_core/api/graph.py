"""``wengert.autograd.graph``: inspect the tape, and register hooks on recording and on the backward pass."""

from __future__ import annotations

import contextlib
import functools
import heapq
import importlib
import itertools
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from .. import errors
from ..arrays import sites
from ..arrays.arrays import pinned_copy, placed
from ..arrays.batched import levels_of
from ..arrays.conjugates import unconjugated
from ..engine.hook_calls import Observer
from ..errors.tracebacks import public
from ..tape.hooks import RemovableHandle
from ..tape.node import GradientEdge, shown
from ..tape.saved_hooks import Pair, saving
from ..tape.state import local
from ..tape.tensor import TensorBase, alias
from ..tape.watching import NODES, WRITES, Tool, attach, detach


@public
def get_gradient_edge(tensor: Any) -> GradientEdge:
    """Return the gradient edge of ``tensor``: the node and output number that receive its gradient.

    Args:
        tensor: any tensor that requires grad. The edge does not keep it alive.

    Raises:
        RuntimeError: if ``tensor`` does not require grad.

    >>> import wengert
    >>> from wengert.autograd.graph import get_gradient_edge
    >>> x = wengert.tensor(2.0, requires_grad=True)
    >>> edge = get_gradient_edge(x * 3)
    >>> edge.node.name(), edge.output_nr
    ('MulBackward0', 0)
    """
    if not tensor.requires_grad:
        raise errors.history.edge_without_grad(tensor._wg_lost)
    node, nr = tensor._wg_edge()
    return GradientEdge(shown(node), nr, None)


@public
def increment_version(tensor: Any) -> None:
    """Declare that ``tensor`` was written in a way that wengert cannot detect. Saved tensors then become invalid.

    Args:
        tensor: a tensor, or an iterable of tensors. Tensors made in inference mode have no version and are ignored.

    >>> import wengert
    >>> x = wengert.zeros(2)
    >>> x.numpy()[0] = 1.0
    >>> wengert.autograd.graph.increment_version(x)
    >>> x._version
    1
    """
    if isinstance(tensor, TensorBase):
        tensor = (tensor,)
    elif not isinstance(tensor, Iterable):
        raise RuntimeError(f"increment_version expect a Iterable[Tensor] as input, got {type(tensor).__name__}")
    tensors = list(tensor)
    for t in tensors:
        if not isinstance(t, TensorBase):
            raise RuntimeError(
                f"increment_version expects each element of the iterable to be a tensor, got {type(t).__name__}"
            )
    for t in tensors:
        t._wg_cell().bump("increment_version", sites.site(), unconjugated(t._wg_data))


# -- saved tensors


class saved_tensors_hooks:  # noqa: N801  (torch's name)
    """Pack every tensor that is saved for backward with one hook, and unpack it with another when it is needed.

    Args:
        pack_hook: gets the tensor that an operation (or ``save_for_backward``) saves, and returns any object. It runs
            with gradients disabled, and must not write to the tensor.
        unpack_hook: gets the object that ``pack_hook`` returned, and returns a tensor with the same values, shape,
            dtype and device. Its history and its tangents are restored automatically.
        compose: pass the tensors in the result of ``pack_hook`` (also in tuples, lists and dictionaries) to the
            enclosing pair of hooks. By default only the innermost pair is called.

    Hooks work in every mode: under ``create_graph``, in forward mode, and under ``vmap``, where the tensor is one
    example of a batch. Packed tensors are not checked for later writes: if a hook keeps the memory itself instead
    of a copy, it returns the values written since.

    Raises:
        TypeError: on entering, if a hook is not callable.
        RuntimeError: on entering, inside :class:`disable_saved_tensors_hooks`.

    >>> import wengert
    >>> from wengert.autograd.graph import saved_tensors_hooks
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> with saved_tensors_hooks(lambda t: t.detach().numpy().astype("float16"),
    ...                          lambda a: wengert.from_numpy(a.astype("float32"))):
    ...     y = (x * x).sum()
    >>> y.backward()
    >>> x.grad
    tensor([2., 4.])
    """

    def __init__(
        self, pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any], *, compose: bool = False
    ) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook
        self.compose = compose
        self._tool = Pair(pack_hook, unpack_hook, compose)

    def __enter__(self) -> None:
        disabled = local.state.disabled
        if disabled:
            raise RuntimeError(disabled[-1])
        if not (callable(self.pack_hook) and callable(self.unpack_hook)):
            raise errors.hooks.hook_pair("saved_tensors_hooks()", self.pack_hook, self.unpack_hook)
        attach(self._tool)

    def __exit__(self, *error: object) -> None:
        detach(self._tool)


class save_on_cpu(saved_tensors_hooks):  # noqa: N801  (torch's name)
    """Keep tensors that are saved for backward in CPU memory, and copy them back when they are needed.

    Args:
        pin_memory: use page-locked memory, from which copies to the GPU are faster.
        device_type: the device type of the tensors: ``"cuda"`` or ``"cpu"``.

    Tensors on the CPU are kept as they are; with ``pin_memory``, they are copied.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> with wengert.autograd.graph.save_on_cpu():
    ...     y = (x * x).sum()
    >>> y.backward()
    >>> x.grad
    tensor([2., 4.])
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        placed(device_type)  # raises if no tensor can be there

        def pack(t: Any) -> tuple[Any, Any]:
            if pin_memory and not levels_of(t._wg_data):
                return t.device, alias(pinned_copy(t._wg_data), None)
            return t.device, t.detach().cpu()  # a reference to the history would keep the tensor's own node alive

        def unpack(packed: tuple[Any, Any]) -> Any:
            device, t = packed
            return t.to(device=device)

        super().__init__(pack, unpack)


class disable_saved_tensors_hooks(contextlib.ContextDecorator):  # noqa: N801  (torch's name)
    """Inside, setting saved-tensor hooks is an error.

    Args:
        error_message: the message of the RuntimeError.

    Raises:
        RuntimeError: with this message, on entering, if hooks are already set.

    >>> import wengert
    >>> from wengert.autograd.graph import disable_saved_tensors_hooks, save_on_cpu
    >>> with disable_saved_tensors_hooks("no hooks in here"):
    ...     with save_on_cpu():
    ...         pass
    Traceback (most recent call last):
    RuntimeError: no hooks in here
    """

    def __init__(self, error_message: str) -> None:
        self.error_message = error_message

    def __enter__(self) -> None:
        if saving():
            raise RuntimeError(self.error_message)
        local.state.disabled = (*local.state.disabled, self.error_message)

    def __exit__(self, *error: object) -> None:
        local.state.disabled = local.state.disabled[:-1]


class _Handle:
    """Represents one saved tensor at one version."""


class _AllowMutationOnSavedContext(Tool):
    """The state of :class:`allow_mutation_on_saved_tensors`: saved tensors, and copies of those that were written."""

    events = WRITES

    def __init__(self) -> None:
        self.original: Any = weakref.WeakKeyDictionary()
        self.cloned: Any = weakref.WeakKeyDictionary()
        self.handles: Any = weakref.WeakKeyDictionary()  # by memory: the handles of what was saved there

    def clear(self) -> None:
        """Drop all saved tensors and copies. Graphs recorded so far can no longer be differentiated."""
        self.original.clear()
        self.cloned.clear()

    def pack(self, t: Any) -> _Handle:
        storage = t._wg_cell()
        handles = self.handles.setdefault(storage, weakref.WeakSet())
        for handle in handles:  # a tensor saved twice is kept once
            if handle in self.original and self.original[handle]._wg_data is t._wg_data:
                return handle  # type: ignore[no-any-return]
        handle = _Handle()
        self.original[handle] = alias(t._wg_data, storage)
        handles.add(handle)
        return handle

    def unpack(self, handle: _Handle) -> Any:
        found = self.cloned.get(handle)
        if found is None:
            found = self.original.get(handle)
        if found is None:
            raise AssertionError(
                "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
                "in which the graph was originally recorded. "
                "Call backward inside that context."
            )
        return found

    def writing(self, storage: Any) -> None:
        for handle in self.handles.pop(storage, ()):
            t = self.original.pop(handle, None)
            if t is not None:
                self.cloned[handle] = alias(t._wg_data.copy(), None)


@contextlib.contextmanager
def allow_mutation_on_saved_tensors() -> Iterator[_AllowMutationOnSavedContext]:
    """Allow in-place writes to saved tensors: a saved tensor is copied just before it is written.

    The backward pass must run inside, too: on exit the copies are dropped.

    Returns:
        on entering, an object whose method ``clear()`` drops the copies at once.

    Raises:
        RuntimeError: if contexts are nested.

    >>> import wengert
    >>> a = wengert.ones(2, requires_grad=True)
    >>> with wengert.autograd.graph.allow_mutation_on_saved_tensors():
    ...     b = a.clone()
    ...     out = (b**2).sum()
    ...     _ = b.sin_()
    ...     out.backward()
    >>> a.grad
    tensor([2., 2.])
    """

    for tool in saving():
        if isinstance(getattr(tool.pack, "__self__", None), _AllowMutationOnSavedContext):
            raise RuntimeError(
                "allow_mutation_on_saved_tensors contexts cannot be nested. "
                "Leave the first context before you enter another."
            )
    context = _AllowMutationOnSavedContext()
    with saved_tensors_hooks(context.pack, context.unpack):
        try:
            attach(context, all_threads=True)  # any thread may write
            yield context
        finally:
            detach(context)
            context.clear()


class _Created(Tool):
    """Calls a function with every node that is recorded."""

    events = NODES

    def __init__(self, fn: Callable[[Any], Any]) -> None:
        self.fn = fn

    def recorded(self, node: Any) -> None:
        self.fn(shown(node))


class node_creation_hook(contextlib.ContextDecorator):  # noqa: N801  (torch's style of name)
    """Call ``fn(node)`` for every node that this thread records, when the node is complete.

    Args:
        fn: gets the :class:`Node`, with its edges and saved tensors. Its result is ignored. Hooks nest: outer hooks are
            called first. If a hook raises an error, the operation raises it, and has no result.

    >>> import wengert
    >>> names = []
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> with wengert.autograd.graph.node_creation_hook(lambda node: names.append(node.name())):
    ...     y = (x * x).sum()
    >>> names
    ['MulBackward0', 'SumBackward0']
    """

    def __init__(self, fn: Callable[[Any], Any]) -> None:
        if not callable(fn):
            raise TypeError(f"node_creation_hook(): expected a function of a node, got {type(fn).__name__}")
        self.fn = fn
        self._tool = _Created(fn)

    def __enter__(self) -> None:
        attach(self._tool)

    def __exit__(self, *error: object) -> None:
        detach(self._tool)


def region_activation_memory_budget(budget: float) -> contextlib.AbstractContextManager[Any]:
    """Keep only a part of the tensors that are saved for backward, and recompute the rest in the backward pass.

    When the context ends, the kept tensors are chosen such that as little as possible is recomputed. In PyTorch this
    works only in compiled regions; here, in any block. The budget limits what is kept, but not the memory during
    recomputation; :func:`wengert.utils.checkpoint.checkpoint` has a ``budget`` that limits both.

    Args:
        budget: the fraction to keep, between 0 (only the block's inputs, as with checkpointing) and 1 (everything).

    Returns:
        a context manager. Entering it returns a region, whose ``plan`` describes the choice afterwards.

    Raises:
        TypeError, ValueError: if ``budget`` is not a number between 0 and 1.

    >>> import wengert
    >>> from wengert.autograd.graph import region_activation_memory_budget
    >>> x = wengert.ones(1000, requires_grad=True)
    >>> with region_activation_memory_budget(0.5) as region:
    ...     y = x.exp().sin().exp().sin().sum()
    >>> region.plan
    <plan: 4 kB kept of 8 kB, 24% computed again>
    >>> y.backward()
    """
    name = "wengert.autograd.graph.region_activation_memory_budget"
    if isinstance(budget, bool) or not isinstance(budget, (int, float)):
        raise TypeError(f"{name}: expects a float, got {type(budget).__name__}")
    if not 0.0 <= budget <= 1.0:
        raise ValueError(f"{name}: must be in [0, 1], got {budget}")
    region = importlib.import_module("wengert._core.tools.recompute.region")  # few programs need it
    held: contextlib.AbstractContextManager[Any] = region.Region(float(budget), ratio=True, key=sites.site())
    return held


# -- several gradients


class _MultiHandle(RemovableHandle):
    """Removes the hooks of several tensors."""

    def __init__(self, handles: tuple[RemovableHandle, ...]) -> None:
        self.handles = handles

    def remove(self) -> None:
        """Remove the hooks of all tensors."""
        for handle in self.handles:
            handle.remove()

    def __getstate__(self) -> Any:
        return self.handles

    def __setstate__(self, state: Any) -> None:
        self.handles = state


class _Gathering:
    """The gradients of several tensors in one backward pass."""

    def __init__(self, nodes: Sequence[Any], walk: Any) -> None:
        self.grads: list[Any] = [None] * len(nodes)
        self.missing = sum([node in walk.waiting for node in nodes])


@public
def register_multi_grad_hook(tensors: Sequence[Any], fn: Callable[..., None], *, mode: str = "all") -> RemovableHandle:
    """Call ``fn`` once per backward pass for several tensors.

    Args:
        tensors: tensors that require grad.
        fn: the hook. With ``mode="all"``, it is called after the last of the gradients that this backward pass
            computes, with the list of all gradients; gradients that are not computed are None. With ``mode="any"``, it
            is called with the first gradient. Its result is ignored.

    Returns:
        a handle whose ``remove()`` removes the hook.

    Raises:
        ValueError: for any other mode.
        AssertionError: with ``mode="all"``, if a tensor does not require grad. With ``mode="any"``, such a tensor is
            ignored.

    The hook runs as a tensor hook of the tensor whose gradient is computed last. It gets each gradient
    as it was at this hook's turn among the hooks of its tensor.

    >>> import wengert
    >>> a, b = (wengert.rand(2, requires_grad=True) for _ in range(2))
    >>> c, d = a * b, a + b
    >>> handle = wengert.autograd.graph.register_multi_grad_hook(
    ...     (a, b, c, d), lambda grads: print([g is not None for g in grads]))
    >>> c.sum().backward()
    [True, True, True, False]
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    lock = threading.Lock()
    if mode == "any":
        done: Any = weakref.WeakSet()

        @functools.wraps(fn)
        def first(grad: Any) -> None:
            walk = _walk()
            with lock:
                if walk in done:
                    return
                done.add(walk)
            fn(grad)

        return _MultiHandle(tuple(t.register_hook(first) for t in tensors if t.requires_grad))
    for i, t in enumerate(tensors):
        if not t.requires_grad:
            raise AssertionError(
                f"Expected gradient function to be set: register_multi_grad_hook: tensor {i} does not require grad"
            )
    nodes = [t._wg_edge()[0] for t in tensors]
    found: Any = weakref.WeakKeyDictionary()

    def hook(i: int) -> Observer:
        def see(grad: Any) -> None:
            walk = _walk()
            with lock:
                now = found.get(walk)
                if now is None:
                    now = found[walk] = _Gathering(nodes, walk)
                now.grads[i] = grad
                now.missing -= 1
            if now.missing == 0:
                del found[walk]
                fn(now.grads)

        return Observer(see)

    return _MultiHandle(tuple(t.register_hook(hook(i)) for i, t in enumerate(tensors)))


# -- the current backward pass


def _walk() -> Any:
    walk = local.state.walk
    if walk is None:
        raise AssertionError("expected this hook to be called inside a backward call")
    return walk


def _current_graph_task_id() -> int:
    """The number of the backward pass that runs in this thread; -1 if none runs."""
    walk = local.state.walk
    if walk is None:
        return -1
    with _numbering:
        if walk not in _numbers:
            _numbers[walk] = next(_next_number)
        return int(_numbers[walk])


_numbers: Any = weakref.WeakKeyDictionary()
_next_number = itertools.count()
_numbering = threading.Lock()


def _will_engine_execute_node(node: Any) -> bool:
    """Whether the current backward pass of this thread computes the gradient of ``node``.

    Raises:
        RuntimeError: if no backward pass runs.
    """
    walk = local.state.walk
    if walk is None:
        raise RuntimeError("_will_engine_execute_node should only be called during the backward pass")
    return node in walk.waiting


def _current_graph_task_execution_order() -> list[Any]:
    """All nodes that take part in the current backward pass of this thread, in the order of execution.

    Raises:
        RuntimeError: if no backward pass runs.
    """
    walk = local.state.walk
    if walk is None:
        raise RuntimeError(
            "Current graph task's execution order is only known during the backward pass. Ask for it inside a hook."
        )
    missing = dict.fromkeys(walk.waiting, 0)
    for node in missing:
        for n in node._wg_next:
            if n in missing:
                missing[n] += 1
    order = []
    ready = [(-node._wg_sequence_nr, node) for node, count in missing.items() if count == 0]
    heapq.heapify(ready)
    while ready:
        node = heapq.heappop(ready)[1]
        order.append(shown(node))
        for n in node._wg_next:
            if n in missing:
                missing[n] -= 1
                if missing[n] == 0:  # leaves run immediately
                    if n._wg_next:
                        heapq.heappush(ready, (-n._wg_sequence_nr, n))
                    else:
                        order.append(n)
    return order
