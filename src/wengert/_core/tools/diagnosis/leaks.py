"""A census of the living: which nodes and tensors outlive the code that made them, and who holds them."""

from __future__ import annotations

import gc
import sys
import types
import weakref
from typing import Any, NamedTuple

from ... import errors
from ...tape.node import AccumulateGrad, Node, Saved
from ...tape.tensor import TensorBase
from .picture import bytes_shown
from .saved_memory import owner

DEPTH = 8  # how many holders a report names, from the survivor outwards
SHOWN = 5  # how many survivors


def living() -> list[Any]:
    """Every node and tensor there is, but for accumulators: a leaf holds its own, and it is the leaf that counts."""
    return [o for o in gc.get_objects() if issubclass(type(o), (Node, TensorBase)) and type(o) is not AccumulateGrad]


class Census:
    """Taken before; :meth:`left` tells afterwards who has come and not gone."""

    def __init__(self) -> None:
        gc.collect()
        self.known = {id(o): weakref.ref(o) for o in living()}

    def born(self) -> list[Any]:
        """What was born since and is there, but for gradients of tensors known before."""
        found = []
        for o in living():
            ref = self.known.get(id(o))
            if ref is None or ref() is not o:  # an identity may have been used again
                found.append(o)
        known = [t for t in (ref() for ref in self.known.values()) if isinstance(t, TensorBase)]
        grads = {id(t._grad) for t in known if t._grad is not None}
        return [o for o in found if id(o) not in grads]

    def left(self) -> list[Any]:
        """The same after a collection."""
        gc.collect()
        return self.born()


def report(left: list[Any]) -> str:
    """What a reader needs to find the leak: what survived, where it was made, who holds it."""
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
    """The bytes that tensors and what nodes saved keep, each memory once."""
    memories = {}
    for o in left:
        kept = [o._data] if isinstance(o, TensorBase) else [s.data for s in o.saved or () if isinstance(s, Saved)]
        for value in kept:
            for a in owner(value):
                memories[id(a)] = a
    return sum([a.nbytes for a in memories.values()])


def described(o: Any) -> str:
    """An object in a line."""
    if isinstance(o, Node):
        return f"{o.name()} recorded at {errors.text.where((o.code, o.lasti))}"
    if isinstance(o, TensorBase):
        return f"tensor of shape {list(o._data.shape)}, {o._data.dtype}"
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
    """For each object a chain of references that leads to it, the nearest first.

    All chains grow together: each link costs one search through everything that the collector knows.
    """
    chains: list[list[str]] = [[] for _ in objects]
    tips: list[Any] = list(objects)
    known = [{id(o), id(tips), *ignored} for o in objects]  # of each chain: what is not to be named in it
    for _ in range(DEPTH):
        searched = tuple([tip for tip in tips if tip is not None])  # passed on as it is, and not found
        if not searched:
            break
        found = [r for r in gc.get_referrers(*searched) if r is not searched and not ours(r)]
        held = [{id(x) for x in gc.get_referents(r)} for r in found]
        for k, tip in enumerate(tips):
            if tip is None:
                continue
            mine = [r for r, ids in zip(found, held, strict=True) if id(tip) in ids and id(r) not in known[k]]
            # a node or container says more than a frame that happens to be running
            holder = next((r for r in mine if not isinstance(r, types.FrameType)), mine[0] if mine else None)
            tips[k] = holder
            if holder is not None:
                known[k].add(id(holder))
                chains[k].append(described(holder))
            elif not chains[k] or not chains[k][-1].startswith(("module", "namespace", "frame")):
                chains[k].append("a variable of a running function, or what the collector does not see")
        del mine, holder, tip, searched, found  # none of them holds anything for the next search
    return chains


def ours(o: Any) -> bool:
    """Whether this is a frame or a variable of this module at work."""
    return isinstance(o, types.FrameType) and o.f_code.co_filename == __file__


class Seen(NamedTuple):
    """What a check has found."""

    nodes: int
    tensors: int
    bytes: int
    held: int
    cycles: int
    text: str


class check_leaks:  # noqa: N801  (a function to its users)
    """Say which nodes and tensors are alive, how many bytes they keep, where they were made and who holds them.

    ``print(check_leaks())`` tells of all there are. As a context manager it tells, when the block is over, of those
    that were made inside and are still there:

    - ``held``: somebody refers to them, such as a list of losses; the chain of references says who;
    - ``cycles``: nobody does but they themselves, so that only the garbage collector frees them, some day; such as an
      output kept in a list on ``ctx``.

    Args:
        raise_exception: raise when the block is over and something is left.

    Raises:
        RuntimeError: on leaving, if asked to and something made inside is left; ``str()`` of the check is the message.

    While the block runs, the garbage collector is off, so that cycles are seen; on leaving it runs once.

    >>> import wengert
    >>> losses = []
    >>> x = wengert.ones(1000, requires_grad=True)
    >>> with wengert.autograd.graph.check_leaks() as leaks:
    ...     losses.append((x * x).sum())  # where losses.append(loss.item()) was meant
    >>> leaks.nodes, leaks.tensors
    (2, 1)
    >>> print(leaks)  # doctest: +ELLIPSIS
    3 nodes and tensors outlived the code that made them, 4 kB:
    ...
    """

    def __init__(self, *, raise_exception: bool = False) -> None:
        self.raise_exception = raise_exception
        self._refs = [weakref.ref(o) for o in living()]  # looked at when somebody asks
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
        """Describe what is left of what was found, and what of it the collector frees: once."""
        if self._seen is None:
            found = [o for o in (ref() for ref in self._refs) if o is not None]
            nodes = sum([isinstance(o, Node) for o in found])
            size, text = weight(found), report(found) if found else "Nothing is left."
            tensors = len(found) - nodes
            found.clear()
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
        gc.disable()
        return self

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
