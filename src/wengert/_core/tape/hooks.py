"""Hooks that users register for the backward pass: where they are stored, and the handles that remove them."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from .. import errors
from .collector import expect_cycles
from .state import local

Hooks = OrderedDict[int, Callable[..., Any]]  # by the id of the handle, in order of registration

_numbering = threading.Lock()


class RemovableHandle:
    """The result of registering a hook: ``remove()`` removes the hook, and so does leaving a ``with`` block.

    Args:
        hooks_dict: the dictionary that stores the hook under the handle's ``id``. Referred to weakly.
        extra_dict: a dictionary, or a list of dictionaries, from which the same ``id`` is removed too.

    A pickled handle includes its dictionary of hooks, so an unpickled handle removes from the copy.

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
        """Remove the hook. Nothing happens if it was removed before.

        A backward pass that has begun to call the hooks of the same tensor or node still calls all of them.
        """
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
    """Register a hook after those in ``hooks``."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    passing = local.state.passing
    if passing is not None:
        passing.append(handle)
    return handle


class NodeHooks:
    """All hooks that are called when one node runs, in this order (``docs/hooks.md``).

    ``tensors`` has the tensor hooks of each output. ``retained`` has, for each output, a weak reference to the tensor
    that retains its gradient. ``before`` and ``after`` are the prehooks and hooks of the node. ``accumulated`` are the
    post-accumulate hooks of a leaf. If only the graph knows the leaf, they get ``stand_in``, a tensor on its memory.
    """

    def __init__(self) -> None:
        self.tensors: dict[int, Hooks] = {}
        self.retained: dict[int, Any] = {}
        self.before: Hooks = OrderedDict()
        self.after: Hooks = OrderedDict()
        self.accumulated: Hooks = OrderedDict()
        self.stand_in: Any = None
        self.lock = threading.RLock()  # at a leaf, accumulating and the hooks after it are one step for all threads


def hooks_of(node: Any) -> NodeHooks:
    """The hooks of a node. They are made when first needed."""
    expect_cycles()
    if node._wg_hooks is None:
        node._wg_hooks = NodeHooks()
    return node._wg_hooks  # type: ignore[no-any-return]


def move_retained(node: Any, nr: int, new: Any, new_nr: int) -> None:
    """Move the entry of a tensor that retains its gradient to the tensor's new gradient edge."""
    if node is not None and new is not None and node._wg_hooks is not None:
        ref = node._wg_hooks.retained.pop(nr, None)
        if ref is not None:
            hooks_of(new).retained[new_nr] = ref


def unserializable_hook(f: Any) -> Any:
    """Decorate a hook so that pickling its tensor drops the hook without a warning.

    >>> import wengert
    >>> @wengert.utils.hooks.unserializable_hook
    ... def double(grad):
    ...     return grad * 2
    """
    f.__torch_unserializable__ = True  # torch's name, so that hooks decorated for torch work too
    return f


def warn_if_has_hooks(tensor: Any) -> None:
    """Warn of every hook of a tensor that its pickle would not include.

    >>> import wengert
    >>> from wengert.utils import hooks
    >>> hooks.warn_if_has_hooks(wengert.ones(2))
    """
    for hook in (tensor._backward_hooks or {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            errors.text.warn(
                f"backward hook {hook!r} on tensor will not be serialized. If this is expected, decorate it with "
                "wengert.utils.hooks.unserializable_hook."
            )
