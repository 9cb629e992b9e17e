"""A census of the living: which nodes and tensors outlive the code that made them, and who holds them."""

from __future__ import annotations

import gc
import sys
import types
import weakref
from typing import Any

from wengert import errors
from wengert.graph import Accumulator, Node
from wengert.tensor import TensorBase

DEPTH = 8  # how many holders a report names, from the survivor outwards


def living() -> list[Any]:
    """Every node and tensor there is, but for accumulators: a leaf holds its own, and it is the leaf that counts."""
    return [o for o in gc.get_objects() if issubclass(type(o), (Node, TensorBase)) and type(o) is not Accumulator]


class Census:
    """Taken before; :meth:`left` tells afterwards who has come and not gone."""

    def __init__(self) -> None:
        gc.collect()
        self.known = {id(o): weakref.ref(o) for o in living()}

    def left(self) -> list[Any]:
        """What was born since and is still there after a collection, but for gradients of tensors known before."""
        gc.collect()
        found = []
        for o in living():
            ref = self.known.get(id(o))
            if ref is None or ref() is not o:  # an identity may have been used again
                found.append(o)
        known = [t for t in (ref() for ref in self.known.values()) if isinstance(t, TensorBase)]
        grads = {id(t._grad) for t in known if t._grad is not None}
        return [o for o in found if id(o) not in grads]


def report(left: list[Any]) -> str:
    """What a reader needs to find the leak: what survived, where it was made, who holds it."""
    lines = [f"{len(left)} nodes and tensors outlived the tests that made them:"]
    first = left[:5]
    ignored = {id(left), id(first)}
    for o in first:
        lines.append(f"  {described(o)}, held by")
        lines += [f"    {holder}" for holder in holders(o, ignored)]
    return "\n".join(lines)


def described(o: Any) -> str:
    if isinstance(o, Node):
        return f"{o.name()} recorded at {errors.where((o.code, o.lasti))}"
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


def holders(o: Any, ignored: set[int]) -> list[str]:
    """A chain of references that leads to ``o``, the nearest first."""
    chain: list[str] = []
    seen = {id(o), id(chain), *ignored}
    while len(chain) < DEPTH:
        referrers = [r for r in gc.get_referrers(o) if id(r) not in seen and not ours(r)]
        seen.add(id(referrers))
        if not referrers:
            break
        # a node or container says more than a frame that happens to be running
        referrers.sort(key=lambda r: isinstance(r, types.FrameType))
        o = referrers[0]
        seen.add(id(o))
        chain.append(described(o))
    return chain


def ours(o: Any) -> bool:
    """Whether this is a frame or a variable of this module at work."""
    return isinstance(o, types.FrameType) and o.f_code.co_filename == __file__
