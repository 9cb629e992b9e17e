"""Saved-tensor hooks: what stands in the place of a saved value that a hook has packed, and how it comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import errors
from .collector import expect_cycles
from .node import PACKED, Saved, keeping
from .saving import placed, restore
from .state import local
from .tensor import TensorBase, alias, make
from .watching import SAVES, Tool, Tools


class Pair(Tool):
    """Two hooks that belong together."""

    events = SAVES

    def __init__(self, pack: Callable[[Any], Any], unpack: Callable[[Any], Any], compose: bool = False) -> None:
        self.pack = pack  # type: ignore[assignment, method-assign]
        self.unpack = unpack  # type: ignore[assignment, method-assign]
        self.compose = compose


class Keeper:
    """Whose ``unpack`` makes saved tensors of places that stand for them: for tools that ask what is kept."""

    def stands_for(self, place: Any) -> tuple[tuple[int, ...], Any, Any]:
        """Shape, dtype and payload of what a place stands for; None for a payload that is not kept but computed."""
        raise NotImplementedError

    def keeps(self) -> list[Any]:
        """Nodes that keep what the values are computed from."""
        raise NotImplementedError


def saving() -> tuple[Tool, ...]:
    """The tools that pack what this thread saves, outermost first."""
    tools = local.state.tools
    return () if tools is None else tools.saves


class Packed:
    """What a pack hook returned, and the hook that makes a tensor of it again.

    A pack hook may return the very tensor it got. Kept as it is, an output would keep its own node alive; so its memory
    is kept (``memory``), and the tensor is made anew when it is asked for.
    """

    def __init__(self, tools: tuple[Tool, ...], t: Any) -> None:
        expect_cycles()
        tool, outer = tools[-1], tools[:-1]
        self.unpack = tool.unpack
        self.shape = tuple(t._wg_data.shape)
        self.memory: Any = None
        self.value = tool.pack(t)
        self.composed = tool.compose and len(outer) > 0
        if self.composed:
            self.value = _swapped(self.value, TensorBase, lambda x: Packed(outer, x))
        elif self.value is t:
            self.value, self.memory = None, (t._wg_data, t._wg_cell())

    def stored(self) -> Any:
        """What is kept, as it is: memory, or what the pack hook returned."""
        if self.memory is not None:
            return self.memory[0]
        return _swapped(self.value, Packed, Packed.stored) if self.composed else self.value

    def packed(self, saved: Any, owner: Any) -> Any:
        """What the pack hook returned; ``saved`` tells where it was on the tape."""
        if self.memory is not None:
            data, storage = self.memory
            return alias(data, storage) if saved is None else placed(saved, data, storage, owner)
        if self.composed:
            return _swapped(self.value, Packed, lambda p: p.open(None, owner))
        return self.value

    def open(self, saved: Any, owner: Any) -> Any:
        """The tensor that the unpack hook makes of it."""
        t = self.unpack(self.packed(saved, owner))
        if not isinstance(t, TensorBase):
            raise errors.hooks.unpacked(t)
        wrong = errors.calls.broadcast("unpack hook", self.shape, t.shape)
        if wrong is not None:
            raise wrong
        return t


def _swapped(value: Any, kind: type, swap: Callable[[Any], Any]) -> Any:
    """``value`` with every instance of ``kind`` in its tuples, lists and dictionaries replaced."""
    if isinstance(value, kind):
        return swap(value)
    if isinstance(value, dict):
        return {k: _swapped(v, kind, swap) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        items = [_swapped(v, kind, swap) for v in value]
        return items if isinstance(value, list) else type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return value


def pack(saved: Saved, t: Any, tools: tuple[Tool, ...]) -> None:
    """Put what the tools make of ``t`` in the place of the value that ``saved`` keeps of it."""
    state = local.state
    before = state.grad_enabled
    version = t._wg_cell().version
    try:
        state.grad_enabled = False
        packed = Packed(tools, t)
    finally:
        state.grad_enabled = before
    if t._wg_cell().version != version:
        raise errors.hooks.pack_wrote()
    saved.data = packed
    saved.version = PACKED


def pack_all(kept: Any, tensors: Any, tools: tuple[Tool, ...], node: Any) -> None:
    """Pack what a node is about to keep; ``tensors`` are what it was saved from, aligned."""
    if not tools:
        return
    for saved, t in zip(kept, tensors, strict=True):
        if isinstance(saved, Saved) and saved.version != PACKED:
            same = isinstance(t, TensorBase) and t._wg_data is saved.data  # else a copy was saved
            pack(saved, t if same else placed(saved, saved.data, saved.storage, node), tools)


def report_node(tools: Tools, node: Any, tensors: Any) -> None:
    """Report a node that was just recorded to the tools; ``tensors`` are what it saved, aligned."""
    if node._wg_saved is not None:
        pack_all(node._wg_saved, tensors, tools.saves, node)
    for tool in tools.nodes:
        tool.recorded(node)


class SavedTensor:
    """One value that a node keeps for its backward: ``grad_fn._raw_saved_self``.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> y = x.exp()
    >>> y.grad_fn._raw_saved_result.register_hooks(lambda t: t.numpy().tobytes(), lambda b: wengert.ones(2))
    >>> y.sum().backward()
    >>> x.grad
    tensor([1., 1.])
    """

    _node: Any
    _slot: int

    def __init__(self) -> None:
        raise RuntimeError("Trying to create a SavedTensor object from Python is forbidden.")

    @classmethod
    def at(cls, node: Any, slot: int) -> SavedTensor:
        """The value in one slot of a node; -1 for one that it had no need to save."""
        self = cls.__new__(cls)
        self._node, self._slot = node, slot
        return self

    def _entry(self) -> Any:
        saved = self._node._wg_saved
        return None if saved is None or self._slot < 0 else saved[self._slot]

    @property
    def data(self) -> Any:
        """What is kept: the tensor, or what a pack hook made of it; None once freed."""
        saved = self._entry()
        if isinstance(saved, Saved) and saved.version == PACKED:
            return saved.data.packed(saved, self._node)
        return self._open(saved)

    @property
    def unpack_hook(self) -> Any:
        """The hook that makes a tensor of ``data``, or None."""
        saved = self._entry()
        return saved.data.unpack if isinstance(saved, Saved) and saved.version == PACKED else None

    def _open(self, saved: Any) -> Any:
        if isinstance(saved, Saved):
            return restore(saved, self._node)
        return None if saved is None else make(np.asarray(saved))  # a number, which torch wraps

    def unpack(self) -> Any:
        """The tensor, as the node will get it.

        Raises:
            RuntimeError: if the graph was freed, or the value overwritten.
        """
        return self._open(self._checked())

    def number(self) -> Any:
        """What was saved of an argument that is a number."""
        saved = self._checked()
        return saved.data.item() if isinstance(saved, Saved) else saved

    def _checked(self) -> Any:
        node = self._node
        if node._wg_saved is None and self._slot >= 0:
            raise errors.gradients.freed(node._wg_name(), (node._wg_code, node._wg_lasti), node._wg_freed)
        return self._entry()

    def register_hooks(self, pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]) -> None:
        """Call ``pack_hook`` on the value now, keep what it returns, and ``unpack_hook`` on that when it is needed.

        Args:
            pack_hook: gets the saved tensor without history; returns anything.
            unpack_hook: gets that; returns a tensor of the same values, shape, dtype and device.

        Raises:
            TypeError: unless both can be called.
            RuntimeError: if the value has hooks, is None, or was freed.
        """
        if not (callable(pack_hook) and callable(unpack_hook)):
            raise errors.hooks.hook_pair("register_hooks()", pack_hook, unpack_hook)
        node, saved = self._node, self._entry()
        if node._wg_saved is None and self._slot >= 0:
            raise errors.hooks.hooks_on_freed(node._wg_name(), (node._wg_code, node._wg_lasti), node._wg_freed)
        if saved is None:
            raise errors.hooks.hooks_on_none()
        if not isinstance(saved, Saved):  # a number
            t = make(np.asarray(saved))
            saved = keeping(t._wg_data, t._wg_cell())
            node._wg_saved = (*node._wg_saved[: self._slot], saved, *node._wg_saved[self._slot + 1 :])
        elif saved.version == PACKED:
            raise errors.hooks.hooks_on_packed()
        else:
            t = alias(saved.raw(node), saved.storage)
        pack(saved, t, (Pair(pack_hook, unpack_hook),))
