"""``FlopCounterMode``: the floating point operations of a program, by module and by operation."""

from __future__ import annotations

import threading
from collections import defaultdict
from math import prod
from typing import Any, Self

from ... import errors
from ...tape.watching import BACKWARD, CALLS, INPLACE, NODES, OPERATION, OUT, Tool, attach, detach
from ...tools.profiler import flops
from ...tools.profiler.recorder import Details, note_shapes, shapes_of
from ..layers.module_hooks import register_module_forward_hook, register_module_forward_pre_hook

EVERYTHING = "Global"  # PyTorch's name of the program, as a module
PRODUCTS = {  # PyTorch's names of the operations that are counted
    "mm": "mm", "_linear": "addmm", "mv": "mv", "dot": "dot", "vdot": "vdot", "_bmm": "bmm", "_contract": "bmm",
    "_convolution": "convolution", "_convolution_input": "convolution", "_convolution_weight": "convolution",
}  # fmt: skip
UNITS = ("", "K", "M", "B", "T")  # thousands, and so on
Run = tuple[Any, Any]  # a call that has begun: its operation and shapes; of a backward pass the modules before it


class FlopCounterMode:
    """A context manager that counts the floating point operations of the products and convolutions inside.

    A term counts as two: a multiplication and an addition. A backward pass counts for the modules whose forward pass it
    belongs to. Elementwise operations and sums are not counted; ``autograd.profiler.profile(with_flops=True)`` counts
    them, too.

    Args:
        mods: not needed: modules are found as they are called.
        depth: how deep the table goes into modules that contain modules; None means to the end.
        display: whether to print the table at the end.
        custom_mapping: not supported: None.

    >>> import wengert
    >>> from wengert.utils.flop_counter import FlopCounterMode
    >>> model = wengert.nn.Sequential(wengert.nn.Linear(3, 4), wengert.nn.Tanh(), wengert.nn.Linear(4, 2))
    >>> with FlopCounterMode(display=False) as counter:
    ...     model(wengert.ones(5, 3)).sum().backward()
    >>> counter.get_total_flops()  # 2 * 5 * 3 * 4 and 2 * 5 * 4 * 2 forward; backward twice that, but for the input
    480
    >>> print(counter.get_table())
    Module          FLOP  % Total
    -----------------------------
    Sequential       480  100.00%
     - aten.addmm    200   41.67%
     - aten.mm       280   58.33%
     Sequential.0    240   50.00%
      - aten.addmm   120   25.00%
      - aten.mm      120   25.00%
     Sequential.2    240   50.00%
      - aten.addmm    80   16.67%
      - aten.mm      160   33.33%
    """

    def __init__(
        self, mods: Any = None, depth: int | None = 2, display: bool = True, custom_mapping: Any = None
    ) -> None:  # fmt: skip
        if custom_mapping is not None:
            raise errors.calls.later("FlopCounterMode(custom_mapping=...)", "Leave it out.")
        if mods is not None:
            errors.text.warn("mods argument is not needed anymore, you can stop passing it")
        self.depth, self.display = depth, display
        self._counter = _Counter()

    def __enter__(self) -> Self:
        """Count from 0."""
        self._counter = _Counter()
        self._counter.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Stop, and print the table if that is asked for."""
        self._counter.stop()
        if self.display:
            print(self.get_table(self.depth))

    @property
    def flop_counts(self) -> dict[str, dict[str, int]]:
        """The numbers of operations, by module and operation: see :meth:`get_flop_counts`."""
        return self._counter.counts

    def get_total_flops(self) -> int:
        """Return the number of operations of all modules."""
        return sum(self.flop_counts.get(EVERYTHING, {}).values())

    def get_flop_counts(self) -> dict[str, dict[str, int]]:
        """Return the numbers of operations: by the name of a module, then by PyTorch's name of the operation.

        A module is named after its class and its place in the one that is called, ``"Sequential.0"``; its numbers
        include those of the modules in it. ``"Global"`` is the whole program.
        """
        return {module: dict(counts) for module, counts in self.flop_counts.items()}

    def get_table(self, depth: int | None = None) -> str:
        """Return the numbers as a table.

        Args:
            depth: how deep it goes into modules that contain modules; the default is that of the counter.
        """
        depth = self.depth if depth is None else depth
        whole = self.get_total_flops()
        modules = [m for m in sorted(self.flop_counts) if m != EVERYTHING and (depth is None or m.count(".") < depth)]
        if not any([sum(self.flop_counts[m].values()) == whole for m in modules]):  # else one module is all there is
            modules.insert(0, EVERYTHING)
        rows = [("Module", "FLOP", "% Total")]
        for module in modules:
            counts = self.flop_counts.get(module, {})
            space = " " * (module.count(".") + (module != modules[0] == EVERYTHING))
            rows.append((space + module, *_share(sum(counts.values()), whole)))
            rows += [(f"{space} - {name}", *_share(n, whole)) for name, n in counts.items()]
        first, second = [max([len(row[i]) for row in rows]) for i in (0, 1)]
        lines = [f"{name:<{first}}  {n:>{second}}  {share:>7}" for name, n, share in rows]
        return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


class _Counter(Tool):
    """Counts the products that run in one thread, from :meth:`start` to :meth:`stop`."""

    events = CALLS | NODES

    def __init__(self) -> None:
        self.counts: dict[str, dict[str, int]] = {}
        self.names: dict[int, tuple[Any, str]] = {}  # by identity: a module, and its name
        self.inside = [EVERYTHING]  # the modules that are running
        self.owners: dict[int, tuple[str, ...]] = {}  # by the number of a node: the modules that recorded it
        self.open: list[bool] = []  # of the products that are running: whether another one has run inside, for vmap
        self.passes = 0  # how many nodes of backward passes are running
        self.hooks: list[Any] = []
        self.thread = threading.get_ident()

    def start(self) -> None:
        called, returned = register_module_forward_pre_hook, register_module_forward_hook
        self.hooks = [called(self.called), returned(self.returned, always_call=True)]
        attach(self)

    def stop(self) -> None:
        detach(self)
        for hook in self.hooks:
            hook.remove()
        self.names, self.owners = {}, {}

    # -- modules

    def called(self, module: Any, args: Any) -> None:
        if threading.get_ident() != self.thread:
            return
        if id(module) not in self.names:
            root = type(module).__name__
            for name, inner in module.named_modules():
                self.names.setdefault(id(inner), (inner, f"{root}.{name}" if name else root))
        self.inside.append(self.names[id(module)][1])

    def returned(self, module: Any, args: Any, result: Any) -> None:
        if threading.get_ident() == self.thread:
            self.inside.pop()

    # -- what runs

    def recorded(self, node: Any) -> None:
        if len(self.inside) > 1:
            self.owners[node._wg_sequence_nr] = tuple(dict.fromkeys(self.inside))

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Run | None:
        if kind == BACKWARD:
            before, self.inside = self.inside, [*self.owners.get(what._wg_sequence_nr, (EVERYTHING,))]
            self.passes += 1
            return None, before
        if kind not in (OPERATION, INPLACE, OUT):
            return None
        op = what[0] if kind == INPLACE else what
        if op.name not in PRODUCTS:
            return None
        details = Details()
        note_shapes(details, args, params)
        self.open.append(False)
        return op, details

    def end(self, begun: Run | None, result: Any) -> None:
        if begun is None:
            return
        op, details = begun
        if op is None:
            self.inside = details
            self.passes -= 1
            return
        within = self.open.pop()
        if self.open:
            self.open[-1] = True
        if within or result is None:  # it is counted already, or it raised
            return
        batch = prod(details.sizes.values())
        n = batch * flops.count(op.name, details.shapes, details.params, shapes_of(result))
        name = PRODUCTS[op.name]
        if op.name == "_linear" and len(details.shapes) < 3:
            name = "mm"
        elif name == "convolution" and self.passes:
            name = "convolution_backward"
        for module in dict.fromkeys(self.inside):
            counts = self.counts.setdefault(module, defaultdict(int))
            counts[f"aten.{name}"] += n


def _share(n: int, whole: int) -> tuple[str, str]:
    """A number in the largest unit of which the whole has ten, and what part of the whole it is."""
    power = max([k for k in range(len(UNITS)) if k == 0 or whole >= 10 * 1000**k])
    shown = str(n) if power == 0 else f"{n / 1000**power:.3f}{UNITS[power]}"
    return shown, f"{n / whole if whole else 0:.2%}"
