"""What users want called while a walk runs: where it is kept, and the handles that take it away again."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from .. import errors
from .state import local

Hooks = OrderedDict[int, Callable[..., Any]]  # by the id of the handle, in order of registration

_numbering = threading.Lock()


class RemovableHandle:
    """What registering a hook returns: ``remove()`` takes the hook away; used as a context manager, leaving does.

    Args:
        hooks_dict: where the hook is kept, under the handle's ``id``. Referred to weakly.
        extra_dict: a dictionary, or a list of dictionaries, that lose their entry of the same ``id`` too.

    A pickled handle takes its dictionary of hooks along, so that it still removes from the copy that travelled with it.

    >>> import wengert
    >>> x = wengert.tensor(2.0, requires_grad=True)
    >>> with x.register_hook(lambda g: g * 10):
    ...     (x * x).backward()
    >>> x.grad
    tensor(40.)
    >>> len(x._backward_hooks)
    0
    """

    id: int
    next_id: int = 0

    def __init__(self, hooks_dict: Any, *, extra_dict: Any = None) -> None:
        with _numbering:
            self.id = RemovableHandle.next_id
            RemovableHandle.next_id += 1
        self.hooks_dict_ref: Any = weakref.ref(hooks_dict)
        extra = [] if extra_dict is None else extra_dict if isinstance(extra_dict, list) else [extra_dict]
        self.extra_dict_ref: tuple[Any, ...] = tuple(weakref.ref(d) for d in extra)

    def remove(self) -> None:
        """Take the hook away; nothing happens if it is gone. A walk that is calling hooks of this place finishes
        them all: what it began with runs."""
        for ref in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = ref()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()

    def __getstate__(self) -> Any:
        return self.hooks_dict_ref(), self.id, tuple(ref() for ref in self.extra_dict_ref)

    def __setstate__(self, state: Any) -> None:
        hooks, self.id, extra = state
        self.hooks_dict_ref = weakref.ref(OrderedDict() if hooks is None else hooks)  # a dead one removes nothing
        self.extra_dict_ref = tuple(weakref.ref(OrderedDict() if d is None else d) for d in extra)
        with _numbering:
            RemovableHandle.next_id = max(RemovableHandle.next_id, self.id + 1)


def add_hook(hooks: Hooks, hook: Callable[..., Any]) -> RemovableHandle:
    """Put a hook behind those that are there."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    passing = local.state.passing
    if passing is not None:
        passing.append(handle)
    return handle


class NodeHooks:
    """All that is called when one node runs, in this order (``docs/hooks.md``).

    ``tensors``: of each output, hooks of its tensor; ``retained``: of each output, the tensor (weakly) that wants its
    gradient kept; ``before`` and ``after``: the node's own; ``accumulated``: of a leaf, once its ``.grad`` is there.
    """

    def __init__(self) -> None:
        self.tensors: dict[int, Hooks] = {}
        self.retained: dict[int, Any] = {}
        self.before: Hooks = OrderedDict()
        self.after: Hooks = OrderedDict()
        self.accumulated: Hooks = OrderedDict()
        self.lock = threading.RLock()  # of a leaf: accumulating and what follows are one step, whichever walk does it


def hooks_of(node: Any) -> NodeHooks:
    """The hooks of a node, made when first needed."""
    if node.hooks is None:
        node.hooks = NodeHooks()
    return node.hooks  # type: ignore[no-any-return]


def move_retained(node: Any, nr: int, new: Any, new_nr: int) -> None:
    """A tensor that retains its gradient has a new place on the tape: it wants the gradient there."""
    if node is not None and new is not None and node.hooks is not None:
        ref = node.hooks.retained.pop(nr, None)
        if ref is not None:
            hooks_of(new).retained[new_nr] = ref


def unserializable_hook(f: Any) -> Any:
    """Decorate a hook that may stay behind, without a warning, when its tensor is pickled.

    >>> import wengert
    >>> @wengert.utils.hooks.unserializable_hook
    ... def double(grad):
    ...     return grad * 2
    """
    f.__torch_unserializable__ = True  # torch's name: hooks written for it say it so
    return f


def warn_if_has_hooks(tensor: Any) -> None:
    """Warn of every hook of a tensor that would be lost with its pickle."""
    for hook in (tensor._backward_hooks or {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            errors.text.warn(
                f"backward hook {hook!r} on tensor will not be serialized. If this is expected, decorate it with "
                "wengert.utils.hooks.unserializable_hook."
            )
