"""What a failed check tells: the entries that differ, worst first, and the error that holds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import errors
from ...ops.create.create import from_numpy
from .numerical import Array, Point, Probed, Table, place

KEPT = 100  # entries that an error holds
SHOWN = 5  # entries that its text lists


@dataclass
class Entry:
    """One element of a Jacobian that is not what finite differences say.

    ``input`` and ``output`` are positions among the arguments and results, ``input_index`` and ``output_index`` places
    within them. ``part`` is the part of a complex output (in forward mode: input) that was considered, or None.
    ``kind`` is ``"wrong formula"``, ``"kink"``, ``"precision"``, or None where that was not looked into.
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
    row: int = 0  # among the real numbers of the input, that of the part which differs more
    column: int = 0  # of the output, likewise

    def __str__(self) -> str:
        return (
            f"output {self.output} at index {self.output_index} with respect to input {self.input} at index "
            f"{self.input_index}: numerical {self.numerical:.9g}, analytical {self.analytical:.9g}, absolute error "
            f"{self.absolute:.3g}, relative error {self.relative:.3g}"
        )


class GradcheckError(RuntimeError):
    """What :func:`gradcheck` and :func:`gradgradcheck` raise: a derivative is wrong, or a check of it failed.

    Attributes:
        check: which one failed: ``"backward"``, ``"forward"``, ``"constant"`` (an output without history that depends
            on the inputs), ``"nondeterminism"``, ``"zero"`` (cotangents of zeros), ``"undefined"``, ``"undefined
            forward"``, ``"batched"`` or ``"batched forward"``.
        order: 1, or 2 if second derivatives are wrong and first ones right.
        entries: a list of :class:`Entry`, worst first, at most 100; empty where no Jacobian differs.
        failing: how many elements differ in all.
        kind: that of the entries: ``"wrong formula"`` if any is, else ``"kink"`` or ``"precision"``; None without any.
        blame: a :class:`~wengert._core.api.gradcheck.blame.Blame`, which names the operation that is wrong, or None.

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
        """The error of gradgradcheck, for a function of so many inputs: whether first derivatives are wrong, too."""
        head, *told = str(self).split("\n")
        advice = told.pop() if told else ""
        told.append(errors.gradcheck.second_order(inputs, first is not None))
        if first is not None:
            told += str(first).split("\n")
            self.kind, self.blame = first.kind, first.blame
        elif advice:
            told.append(advice)
        self.order = order
        self.args = ("\n".join([head, *told]),)
        return self

    def __reduce__(self) -> Any:
        return type(self), self.args, self.__dict__


GradcheckError.__module__ = __name__.rpartition(".")[0]  # its public name


class Comparison:
    """Analytical Jacobians against numerical ones, as complex numbers where tensors are complex.

    Reverse mode looks at complex outputs part by part, forward mode at complex inputs: ``parts`` are 1 for imaginary
    and 0 for real, in torch's order.
    """

    def __init__(self, point: Point, analytical: Table, numerical: Table, forward: bool, atol: float,
                 rtol: float) -> None:  # fmt: skip
        self.point, self.forward, self.atol, self.rtol = point, forward, atol, rtol
        self.analytical, self.numerical = analytical, numerical
        split = [x.tensor for x in point.inputs] if forward else list(point.results)
        self.parts = (1, 0) if any(t.is_complex() for t in split) else (0,)

    def pairs(self, part: int) -> list[tuple[int, int]]:
        """The pairs of input and output, as they are gone through; what has no parts is looked at once."""
        inputs, outputs = range(len(self.point.inputs)), range(len(self.point.outputs))
        found = (
            [(i, o) for i in inputs for o in outputs] if self.point.fast else [(i, o) for o in outputs for i in inputs]
        )
        return [(i, o) for i, o in found if part == self.parts[0] or self.divided(i, o)]

    def divided(self, i: int, o: int) -> bool:
        """Whether the real and the imaginary part are looked at on their own."""
        return bool((self.point.inputs[i] if self.forward else self.point.outputs[o]).tensor.is_complex())

    def block(self, table: Table, i: int, o: int, part: int) -> Array:
        """One Jacobian, rows for the input, as complex numbers where they are pairs."""
        block, x, y = table[i][o], self.point.inputs[i], self.point.outputs[o]
        if self.forward:
            block = block[part::2] if x.tensor.is_complex() else block
            return block[:, 0::2] + 1j * block[:, 1::2] if y.tensor.is_complex() else block
        block = block[0::2] + 1j * block[1::2] if x.tensor.is_complex() else block
        return block[:, part::2] if y.tensor.is_complex() else block

    def allowed(self, i: int, o: int, part: int, numerical: Array) -> Array:
        """By how much each element may differ; a random probe adds up the errors of all elements."""
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
        found: Array = self.atol * scale + self.rtol * np.abs(numerical)
        return found

    def first(self) -> tuple[int, int, int] | None:
        """The first input, output and part, in torch's order, where something differs."""
        for part in self.parts:
            for i, o in self.pairs(part):
                n = self.block(self.numerical, i, o, part)
                error = np.abs(self.block(self.analytical, i, o, part) - n)
                if not np.all(error <= self.allowed(i, o, part, n)):
                    return i, o, part
        return None

    def head(self, at: tuple[int, int, int]) -> str:
        """torch's words for what differs first."""
        i, o, part = at
        x, y = self.point.inputs[i], self.point.outputs[o]
        divided = ("imaginary" if part else "real") if self.divided(i, o) else None
        n, a = self.block(self.numerical, i, o, part), self.block(self.analytical, i, o, part)
        if self.point.fast:
            n, a = n.squeeze(0), a.squeeze(0)
            n, a = (n, a) if self.forward else (n.squeeze(0), a.squeeze(0))
        return errors.gradcheck.mismatch(x.index, y.index, shown(n), shown(a), divided, self.forward)

    def entries(self) -> tuple[list[Entry], int, int]:
        """The elements that differ, worst first, how many there are, and how many were compared."""
        found: list[Entry] = []
        differing = total = 0
        for part in self.parts:
            for i, o in self.pairs(part):
                n, a = self.block(self.numerical, i, o, part), self.block(self.analytical, i, o, part)
                ratio = np.nan_to_num(np.abs(a - n) / self.allowed(i, o, part, n), nan=np.inf)
                failing = np.argwhere(~(np.abs(a - n) <= self.allowed(i, o, part, n)))
                differing, total = differing + len(failing), total + n.size
                worst = sorted(failing.tolist(), key=lambda at: -ratio[tuple(at)])[:KEPT]
                found += [self.entry(i, o, part, r, c, n[r, c], a[r, c], ratio[r, c]) for r, c in worst]
        found.sort(key=lambda e: -e.excess)
        return found[:KEPT], differing, total

    def entry(self, i: int, o: int, part: int, r: int, c: int, n: Any, a: Any, excess: Any) -> Entry:
        """What is told of one element of a block."""
        x, y = self.point.inputs[i], self.point.outputs[o]
        error, name = abs(a - n), ("imaginary" if part else "real") if self.divided(i, o) else None
        imaginary = int(abs((a - n).imag) > abs((a - n).real))
        row, column = rows(x, r, part if self.forward else imaginary), rows(y, c, imaginary if self.forward else part)
        return Entry(
            x.index, y.index, place(row, x.tensor), place(column, y.tensor), n.item(), a.item(), float(error),
            float(error / abs(n)) if n else np.inf, float(excess), name, None, row, column,
        )  # fmt: skip


def shown(values: Array) -> str:
    """Numbers in a message: a projection as such, all others as a tensor."""
    return str(values.item()) if values.ndim == 0 else str(from_numpy(np.ascontiguousarray(values)))


def rows(t: Probed, k: int, part: int) -> int:
    """Where a part of the ``k``-th element is among its real numbers."""
    return 2 * k + part if t.tensor.is_complex() else k
