"""``FlopCounterMode``: the floating point operations of a program, by module and by operation."""

from __future__ import annotations

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


class FlopCounterMode(Tool):
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

    events = CALLS | NODES

    def __init__(
        self, mods: Any = None, depth: int | None = 2, display: bool = True, custom_mapping: Any = None
    ) -> None:  # fmt: skip
        if custom_mapping is not None:
            raise errors.calls.later("FlopCounterMode(custom_mapping=...)", "Leave it out.")
        if mods is not None:
            errors.text.warn("mods argument is not needed anymore, you can stop passing it")
        self.depth, self.display = depth, display
        self.flop_counts: dict[str, dict[str, int]] = {}
        self._names: dict[int, tuple[Any, str]] = {}  # by identity: a module, and its name
        self._inside: list[str] = []  # the modules that are running
        self._owners: dict[int, tuple[str, ...]] = {}  # by the number of a node: the modules that recorded it
        self._open: list[bool] = []  # of the products that are running: whether another one has run inside, for vmap
        self._passes = 0  # how many nodes of backward passes are running
        self._hooks: list[Any] = []

    def __enter__(self) -> Self:
        """Count from 0."""
        self.flop_counts, self._inside, self._owners, self._open, self._passes = {}, [EVERYTHING], {}, [], 0
        self._hooks = [
            register_module_forward_pre_hook(self._called),
            register_module_forward_hook(self._returned, always_call=True),
        ]
        attach(self)
        return self

    def __exit__(self, *error: object) -> None:
        """Stop, and print the table if that is asked for."""
        detach(self)
        for hook in self._hooks:
            hook.remove()
        self._names, self._owners = {}, {}
        if self.display:
            print(self.get_table(self.depth))

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

    # -- modules

    def _called(self, module: Any, args: Any) -> None:
        if id(module) not in self._names:
            root = type(module).__name__
            for name, inner in module.named_modules():
                self._names.setdefault(id(inner), (inner, f"{root}.{name}" if name else root))
        self._inside.append(self._names[id(module)][1])

    def _returned(self, module: Any, args: Any, result: Any) -> None:
        self._inside.pop()

    # -- what runs

    def recorded(self, node: Any) -> None:
        if len(self._inside) > 1:
            self._owners[node._wg_sequence_nr] = tuple(dict.fromkeys(self._inside))

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Run | None:
        if kind == BACKWARD:
            before, self._inside = self._inside, [*self._owners.get(what._wg_sequence_nr, (EVERYTHING,))]
            self._passes += 1
            return None, before
        if kind not in (OPERATION, INPLACE, OUT):
            return None
        op = what[0] if kind == INPLACE else what
        if op.name not in PRODUCTS:
            return None
        details = Details()
        note_shapes(details, args, params)
        self._open.append(False)
        return op, details

    def end(self, begun: Run | None, result: Any) -> None:
        if begun is None:
            return
        op, details = begun
        if op is None:
            self._inside = details
            self._passes -= 1
            return
        within = self._open.pop()
        if self._open:
            self._open[-1] = True
        if within or result is None:  # it is counted already, or it raised
            return
        batch = prod(details.sizes.values())
        n = batch * flops.count(op.name, details.shapes, details.params, shapes_of(result))
        name = PRODUCTS[op.name]
        if op.name == "_linear" and len(details.shapes) < 3:
            name = "mm"
        elif name == "convolution" and self._passes:
            name = "convolution_backward"
        for module in dict.fromkeys(self._inside):
            counts = self.flop_counts.setdefault(module, defaultdict(int))
            counts[f"aten.{name}"] += n


def _share(n: int, whole: int) -> tuple[str, str]:
    """A number in the largest unit of which the whole has ten, and what part of the whole it is."""
    power = max([k for k in range(len(UNITS)) if k == 0 or whole >= 10 * 1000**k])
    shown = str(n) if power == 0 else f"{n / 1000**power:.3f}{UNITS[power]}"
    return shown, f"{n / whole if whole else 0:.2%}"
