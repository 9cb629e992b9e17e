"""Find leaks: nodes and tensors that outlive the code that made them, and the objects that refer to them."""

from __future__ import annotations

import gc
import sys
import types
import weakref
from typing import Any, NamedTuple

from ... import errors
from ...tape import collector
from ...tape.node import AccumulateGrad, Node, Saved
from ...tape.tensor import TensorBase
from .picture import bytes_shown
from .saved_memory import owner

DEPTH = 8  # the number of references that a report lists for an object
SHOWN = 5  # the number of objects that a report describes


def living() -> list[Any]:
    """All nodes and tensors that exist, except accumulators: each belongs to its leaf."""
    collector.show()
    return [o for o in gc.get_objects() if issubclass(type(o), (Node, TensorBase)) and type(o) is not AccumulateGrad]


class Census:
    """The objects that exist when it is created. :meth:`left` returns those that were added and still exist."""

    def __init__(self) -> None:
        gc.collect()
        self.known = {id(o): weakref.ref(o) for o in living()}

    def born(self) -> list[Any]:
        """The new objects, except gradients of tensors that existed before."""
        new = []
        for o in living():
            ref = self.known.get(id(o))
            if ref is None or ref() is not o:  # an id may have been used again
                new.append(o)
        known = [t for t in (ref() for ref in self.known.values()) if isinstance(t, TensorBase)]
        grads = {id(t._wg_grad) for t in known if t._wg_grad is not None}
        return [o for o in new if id(o) not in grads]

    def left(self) -> list[Any]:
        """The same, after a garbage collection."""
        gc.collect()
        return self.born()


def report(left: list[Any]) -> str:
    """The text of a report: which objects survived, where they were made, and what refers to them."""
    lines = [f"{len(left)} nodes and tensors outlived the code that made them, {bytes_shown(weight(left))}:"]
    first = left[:SHOWN]
    for o, chain in zip(first, holders(first, {id(left), id(first)}), strict=True):
        lines.append(f"  {described(o)}, held by")
        lines += [f"    {holder}" for holder in chain]
    del o
    if len(left) > SHOWN:
        lines.append(f"  and {len(left) - SHOWN} more")
    return "\n".join(lines)


def weight(left: list[Any]) -> int:
    """The number of bytes that tensors and saved values keep alive, with each memory counted once."""
    memories = {}
    for o in left:
        kept = (
            [o._wg_data] if isinstance(o, TensorBase) else [s.data for s in o._wg_saved or () if isinstance(s, Saved)]
        )
        for value in kept:
            for a in owner(value):
                memories[id(a)] = a
    return sum([a.nbytes for a in memories.values()])


def described(o: Any) -> str:
    """An object, described in one line."""
    if isinstance(o, Node):
        return f"{o._wg_name()} recorded at {errors.text.where((o._wg_code, o._wg_lasti))}"
    if isinstance(o, TensorBase):
        return f"tensor of shape {list(o._wg_data.shape)}, {o._wg_data.dtype}"
    if isinstance(o, types.FunctionType):
        return f"function {o.__qualname__} of {o.__module__}"
    if isinstance(o, types.ModuleType):
        return f"module {o.__name__}"
    if isinstance(o, types.FrameType):
        return f"frame of {o.f_code.co_qualname}"
    if isinstance(o, dict):
        module = o.get("__name__")
        return f"namespace of {module}" if module in sys.modules else f"dict with keys {list(o)[:4]}"
    return f"{type(o).__name__} of {len(o)}" if isinstance(o, (list, tuple, set)) else f"a {type(o).__qualname__}"


def holders(objects: list[Any], ignored: set[int]) -> list[list[str]]:
    """For each object, a chain of references that leads to it, the nearest first.

    All chains are extended together: each step is one search through all objects of the garbage collector.
    """
    chains: list[list[str]] = [[] for _ in objects]
    tips: list[Any] = list(objects)
    known = [{id(o), id(tips), *ignored} for o in objects]  # for each chain, the ids that must not appear in it
    for _ in range(DEPTH):
        searched = tuple([tip for tip in tips if tip is not None])  # excluded from the referrers
        if not searched:
            break
        referrers = [r for r in gc.get_referrers(*searched) if r is not searched and not ours(r)]
        held = [{id(x) for x in gc.get_referents(r)} for r in referrers]
        for k, tip in enumerate(tips):
            if tip is None:
                continue
            mine = [r for r, ids in zip(referrers, held, strict=True) if id(tip) in ids and id(r) not in known[k]]
            # a node or container says more than a running frame
            holder = next((r for r in mine if not isinstance(r, types.FrameType)), mine[0] if mine else None)
            tips[k] = holder
            if holder is not None:
                known[k].add(id(holder))
                chains[k].append(described(holder))
            elif not chains[k] or not chains[k][-1].startswith(("module", "namespace", "frame")):
                chains[k].append("a variable of a running function, or what the collector does not see")
        del mine, holder, tip, searched, referrers  # they must not refer to anything in the next search
    return chains


def ours(o: Any) -> bool:
    """Whether this is a running frame of this module."""
    return isinstance(o, types.FrameType) and o.f_code.co_filename == __file__


class Seen(NamedTuple):
    """The findings of a check."""

    nodes: int
    tensors: int
    bytes: int
    held: int
    cycles: int
    text: str


class check_leaks:  # noqa: N801  (a function to its users)
    """Report which nodes and tensors exist, how many bytes they keep, where they were made, and what refers to them.

    ``print(check_leaks())`` reports all that exist. As a context manager, it reports those that were made inside the
    block and still exist at its end:

    - ``held``: something else refers to them, such as a list of losses. The chain of references shows what.
    - ``cycles``: only they refer to each other, so that only the garbage collector frees them. An example is an output
      in a list on ``ctx``.

    Args:
        raise_exception: raise an error at the end of the block if such objects exist.

    Raises:
        RuntimeError: at the end of the block, with ``raise_exception``. ``str()`` of the check is the message.

    Inside the block, the garbage collector is off, so that cycles are detected. At the end it runs once.

    >>> import wengert
    >>> losses = []
    >>> x = wengert.ones(1000, requires_grad=True)
    >>> with wengert.autograd.graph.check_leaks() as leaks:
    ...     losses.append((x * x).sum())  # losses.append(loss.item()) was meant
    >>> leaks.nodes, leaks.tensors
    (2, 1)
    >>> print(leaks)  # doctest: +ELLIPSIS
    3 nodes and tensors outlived the code that made them, 4 kB:
    ...
    """

    def __init__(self, *, raise_exception: bool = False) -> None:
        self.raise_exception = raise_exception
        self._refs = [weakref.ref(o) for o in living()]  # examined when a property is read
        self._seen: Any = None
        self._census: Any = None
        self._collecting = True

    nodes = property(lambda self: self._look().nodes, doc="How many nodes are left.")
    tensors = property(lambda self: self._look().tensors, doc="How many tensors are left.")
    bytes = property(lambda self: self._look().bytes, doc="How many bytes these keep, each memory once.")
    held = property(lambda self: self._look().held, doc="How many of them somebody refers to.")
    cycles = property(lambda self: self._look().cycles, doc="How many of them only the collector frees.")
    text = property(lambda self: self._look().text, doc="All of that in words.")

    def _look(self) -> Seen:
        """Describe the objects that still exist, and count those that the garbage collector frees. It runs once."""
        if self._seen is None:
            remaining = [o for o in (ref() for ref in self._refs) if o is not None]
            nodes = sum([isinstance(o, Node) for o in remaining])
            size, text = weight(remaining), report(remaining) if remaining else "Nothing is left."
            tensors = len(remaining) - nodes
            remaining.clear()
            gc.collect()
            held = sum([ref() is not None for ref in self._refs])
            cycles = nodes + tensors - held
            if cycles:
                text += (
                    f"\n{cycles} of them were in reference cycles, which the garbage collector has freed now. Break "
                    "the cycle: do not keep an output, or what holds it, on ctx or in a hook."
                )
            self._seen = Seen(nodes, tensors, size, held, cycles, text)
            self._refs = []
        return self._seen  # type: ignore[no-any-return]

    def __enter__(self) -> check_leaks:
        self._census = Census()
        self._collecting = gc.isenabled()
        try:
            gc.disable()
            return self
        except BaseException:  # an interrupt
            if self._collecting:
                gc.enable()
            raise

    def __exit__(self, kind: Any, *error: object) -> None:
        try:
            self._refs, self._seen = [weakref.ref(o) for o in self._census.born()], None
            self._look()
        finally:
            self._census = None
            if self._collecting:
                gc.enable()
        if self.raise_exception and kind is None and self.nodes + self.tensors:
            raise RuntimeError(self.text)

    def __str__(self) -> str:
        return str(self.text)

    def __repr__(self) -> str:
        return f"<check_leaks: {self.nodes} nodes, {self.tensors} tensors, {bytes_shown(self.bytes)}>"
