"""The report of a failed check: the entries that differ, worst first, and the error that contains them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import errors
from ...ops.create.convert import from_numpy
from .numerical import Array, Point, Probed, Table, place

KEPT = 100  # the number of entries that an error keeps
SHOWN = 5  # the number of entries that its message lists


@dataclass
class Entry:
    """An element of a Jacobian whose analytical value differs from finite differences: see :class:`GradcheckError`.

    ``input`` and ``output`` are positions among the arguments and results; ``input_index`` and ``output_index`` are
    indices into these tensors. ``part`` is the part of a complex output (in forward mode, of a complex input) that was
    compared, or None. ``kind`` is ``"wrong formula"``, ``"kink"``, ``"precision"``, or None if it was not determined.
    """

    input: int
    output: int
    input_index: tuple[int, ...]
    output_index: tuple[int, ...]
    numerical: complex
    analytical: complex
    absolute: float
    relative: float
    excess: float
    part: str | None = None
    kind: str | None = None
    row: int = 0  # among the input's real numbers: the part that differs more
    column: int = 0  # among the output's real numbers, likewise

    def __str__(self) -> str:
        return (
            f"output {self.output} at index {self.output_index} with respect to input {self.input} at index "
            f"{self.input_index}: numerical {self.numerical:.9g}, analytical {self.analytical:.9g}, absolute error "
            f"{self.absolute:.3g}, relative error {self.relative:.3g}"
        )


class GradcheckError(RuntimeError):
    """The error of :func:`gradcheck` and :func:`gradgradcheck`: a derivative is wrong, or a check failed.

    Attributes:
        check: the check that failed: ``"backward"``, ``"forward"``, ``"constant"`` (an output without history depends
            on the inputs), ``"nondeterminism"``, ``"zero"`` (zero cotangents), ``"undefined"``, ``"undefined
            forward"``, ``"batched"`` or ``"batched forward"``.
        order: 1; or 2 if second derivatives are wrong and first derivatives are right.
        entries: a list of :class:`Entry`, worst first, at most 100. It is empty if no Jacobian differs.
        failing: the number of elements that differ.
        kind: the kind of the entries: ``"wrong formula"`` if one has it, else ``"kink"`` or ``"precision"``; None
            without entries.
        blame: a :class:`~wengert._core.api.gradcheck.blame.Blame`, which names the wrong operation, or None.

    >>> import wengert
    >>> from wengert.autograd.gradcheck import GradcheckError, gradcheck
    >>> x = wengert.tensor([0.0, 1.0], dtype=wengert.float64, requires_grad=True)
    >>> try:
    ...     gradcheck(lambda x: x.relu(), x)
    ... except GradcheckError as e:
    ...     print(e.kind, e.entries[0].input_index, e.entries[0].analytical)
    kink (0,) 0.0
    """

    def __init__(self, message: str, check: str = "", entries: list[Entry] | None = None, failing: int = 0) -> None:
        super().__init__(message)
        self.check = check
        self.order = 1
        self.entries = entries or []
        self.failing = failing
        self.kind: str | None = None
        self.blame: Any = None

    def of_order(self, order: int, inputs: int, first: GradcheckError | None) -> GradcheckError:
        """The error of gradgradcheck, for a function with so many inputs. ``first`` is the first derivative's error."""
        head, *details = str(self).split("\n")
        advice = details.pop() if details else ""
        details.append(errors.gradcheck.second_order(inputs, first is not None))
        if first is not None:
            details += str(first).split("\n")
            self.kind, self.blame = first.kind, first.blame
        elif advice:
            details.append(advice)
        self.order = order
        self.args = ("\n".join([head, *details]),)
        return self

    def __reduce__(self) -> Any:
        return type(self), self.args, self.__dict__


Entry.__module__ = GradcheckError.__module__ = "wengert.autograd.gradcheck"  # where the public finds them


class Comparison:
    """Compares analytical Jacobians with numerical ones, as complex numbers if tensors are complex.

    Reverse mode compares complex outputs part by part, and forward mode complex inputs. A part is 1 (imaginary) or 0
    (real); ``parts`` is in torch's order.
    """

    def __init__(self, point: Point, analytical: Table, numerical: Table, forward: bool, atol: float,
                 rtol: float) -> None:  # fmt: skip
        self.point, self.forward, self.atol, self.rtol = point, forward, atol, rtol
        self.analytical, self.numerical = analytical, numerical
        split = [x.tensor for x in point.inputs] if forward else list(point.results)
        self.parts = (1, 0) if any(t.is_complex() for t in split) else (0,)

    def pairs(self, part: int) -> list[tuple[int, int]]:
        """The pairs of input and output to compare for a part, in torch's order. Real tensors are compared once."""
        inputs, outputs = range(len(self.point.inputs)), range(len(self.point.outputs))
        pairs = (
            [(i, o) for i in inputs for o in outputs] if self.point.fast else [(i, o) for o in outputs for i in inputs]
        )
        return [(i, o) for i, o in pairs if part == self.parts[0] or self.divided(i, o)]

    def divided(self, i: int, o: int) -> bool:
        """Whether the real and imaginary parts of this pair are compared separately."""
        return bool((self.point.inputs[i] if self.forward else self.point.outputs[o]).tensor.is_complex())

    def block(self, table: Table, i: int, o: int, part: int) -> Array:
        """One Jacobian, with rows for the input; real pairs are combined into complex numbers."""
        block, x, y = table[i][o], self.point.inputs[i], self.point.outputs[o]
        if self.forward:
            block = block[part::2] if x.tensor.is_complex() else block
            return block[:, 0::2] + 1j * block[:, 1::2] if y.tensor.is_complex() else block
        block = block[0::2] + 1j * block[1::2] if x.tensor.is_complex() else block
        return block[:, part::2] if y.tensor.is_complex() else block

    def allowed(self, i: int, o: int, part: int, numerical: Array) -> Array:
        """The tolerance of each element. In fast mode, a random probe adds up the errors of all elements."""
        x, y = self.point.inputs[i], self.point.outputs[o]
        scale: Any = 1.0
        if self.point.fast:
            across = x.reach[part::2] if self.forward and x.tensor.is_complex() else x.reach
            if not self.forward and x.tensor.is_complex():
                across = across.sum(keepdims=True)
            along = np.ones(numerical.shape[1])
            if not self.forward:
                along = y.reach[part::2] if y.tensor.is_complex() else y.reach
            scale = np.outer(across, along)
        tolerance: Array = self.atol * scale + self.rtol * np.abs(numerical)
        return tolerance

    def first(self) -> tuple[int, int, int] | None:
        """The first input, output and part that differ, in torch's order; None if none does."""
        for part in self.parts:
            for i, o in self.pairs(part):
                n = self.block(self.numerical, i, o, part)
                error = np.abs(self.block(self.analytical, i, o, part) - n)
                if not np.all(error <= self.allowed(i, o, part, n)):
                    return i, o, part
        return None

    def head(self, at: tuple[int, int, int]) -> str:
        """torch's message for the first difference."""
        i, o, part = at
        x, y = self.point.inputs[i], self.point.outputs[o]
        divided = ("imaginary" if part else "real") if self.divided(i, o) else None
        n, a = self.block(self.numerical, i, o, part), self.block(self.analytical, i, o, part)
        if self.point.fast:
            n, a = n.squeeze(0), a.squeeze(0)
            n, a = (n, a) if self.forward else (n.squeeze(0), a.squeeze(0))
        return errors.gradcheck.mismatch(x.index, y.index, shown(n), shown(a), divided, self.forward)

    def entries(self) -> tuple[list[Entry], int, int]:
        """The elements that differ, worst first; their number; and the number of compared elements."""
        entries: list[Entry] = []
        differing = total = 0
        for part in self.parts:
            for i, o in self.pairs(part):
                n, a = self.block(self.numerical, i, o, part), self.block(self.analytical, i, o, part)
                ratio = np.nan_to_num(np.abs(a - n) / self.allowed(i, o, part, n), nan=np.inf)
                failing = np.argwhere(~(np.abs(a - n) <= self.allowed(i, o, part, n)))
                differing, total = differing + len(failing), total + n.size
                worst = sorted(failing.tolist(), key=lambda at: -ratio[tuple(at)])[:KEPT]
                entries += [self.entry(i, o, part, r, c, n[r, c], a[r, c], ratio[r, c]) for r, c in worst]
        entries.sort(key=lambda e: -e.excess)
        return entries[:KEPT], differing, total

    def entry(self, i: int, o: int, part: int, r: int, c: int, n: Any, a: Any, excess: Any) -> Entry:
        """The entry for one element of a block."""
        x, y = self.point.inputs[i], self.point.outputs[o]
        error, name = abs(a - n), ("imaginary" if part else "real") if self.divided(i, o) else None
        imaginary = int(abs((a - n).imag) > abs((a - n).real))
        row, column = rows(x, r, part if self.forward else imaginary), rows(y, c, imaginary if self.forward else part)
        return Entry(
            x.index, y.index, place(row, x.tensor), place(column, y.tensor), n.item(), a.item(), float(error),
            float(error / abs(n)) if n else np.inf, float(excess), name, None, row, column,
        )  # fmt: skip


def shown(values: Array) -> str:
    """Numbers for a message: a projection as a number, anything else as a tensor."""
    return str(values.item()) if values.ndim == 0 else str(from_numpy(np.ascontiguousarray(values)))


def rows(t: Probed, k: int, part: int) -> int:
    """The index of a part of the ``k``-th element among the tensor's real numbers."""
    return 2 * k + part if t.tensor.is_complex() else k
