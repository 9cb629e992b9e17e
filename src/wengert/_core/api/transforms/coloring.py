"""Sparsity patterns, and colourings: which columns or rows of a sparse matrix one product can find together.

The product of a matrix with the sum of some unit vectors is the sum of as many columns. Where no two of them have an
entry in the same row, each entry can be read off the sum. So columns that share a row get different colours, and there
are as many products as colours: for a banded matrix as many as the band is wide, however large it is (Curtis, Powell
and Reid 1974; Gebremedhin, Manne and Pothen, "What color is your Jacobian?", SIAM Review 47, 2005).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import errors

Ints = np.ndarray[Any, np.dtype[np.int64]]


class Sparsity:
    """Where a matrix may have entries that are not zero.

    Args:
        rows: the rows of the entries, integers.
        cols: their columns, as many.
        shape: how many rows and columns the matrix has.

    Raises:
        ValueError: if rows and columns are not as many, or lie outside of ``shape``.

    >>> from wengert.func import Sparsity
    >>> Sparsity([0, 1, 1], [0, 0, 1], (2, 2))
    Sparsity(shape=(2, 2), nnz=3)
    """

    def __init__(self, rows: Any, cols: Any, shape: tuple[int, int]) -> None:
        r, c = np.asarray(rows, np.int64).ravel(), np.asarray(cols, np.int64).ravel()
        m, n = (int(s) for s in shape)
        if r.shape != c.shape:
            raise errors.jacobian.pattern_lengths(r.size, c.size)
        for what, found, size in (("row", r, m), ("column", c, n)):
            if found.size and (found.min() < 0 or found.max() >= size):
                bad = int(found.min() if found.min() < 0 else found.max())
                raise errors.jacobian.pattern_range(what, bad, (m, n))
        keys = np.unique(r * n + c)
        self.shape = (m, n)
        self.rows: Ints = keys // max(n, 1)
        self.cols: Ints = keys % max(n, 1)

    @classmethod
    def of(cls, pattern: Any) -> Sparsity:
        """A pattern from another, a SciPy sparse array, or a dense array or tensor: what is stored, or is not zero.

        Args:
            pattern: a :class:`Sparsity`, anything with ``tocoo()``, or a matrix.

        Raises:
            ValueError: for a dense array that is no matrix.

        >>> from wengert.func import Sparsity
        >>> Sparsity.of([[1, 0], [1, 1]]).rows
        array([0, 1, 1])
        """
        if isinstance(pattern, Sparsity):
            return pattern
        if hasattr(pattern, "tocoo"):
            found = pattern.tocoo()
            return cls(found.row, found.col, found.shape)
        dense = np.asarray(pattern.detach().cpu().numpy() if hasattr(pattern, "detach") else pattern)
        if dense.ndim != 2:
            raise errors.jacobian.pattern_rank(dense.shape)
        rows, cols = np.nonzero(dense)
        return cls(rows, cols, dense.shape)

    @property
    def nnz(self) -> int:
        """How many entries there are."""
        return int(self.rows.size)

    @property
    def T(self) -> Sparsity:
        """The pattern of the transposed matrix."""
        return Sparsity(self.cols, self.rows, self.shape[::-1])

    def symmetric(self) -> Sparsity:
        """This pattern, and its transposed, together.

        Raises:
            ValueError: if the matrix is not square.
        """
        if self.shape[0] != self.shape[1]:
            raise errors.jacobian.not_square(self.shape)
        rows, cols = np.concatenate([self.rows, self.cols]), np.concatenate([self.cols, self.rows])
        return Sparsity(rows, cols, self.shape)

    def numpy(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The pattern as a dense array of bools.

        >>> from wengert.func import Sparsity
        >>> Sparsity([0], [1], (1, 2)).numpy()
        array([[False,  True]])
        """
        out = np.zeros(self.shape, bool)
        out[self.rows, self.cols] = True
        return out

    def coloring(self, mode: str = "auto", symmetric: bool = False) -> Coloring:
        """Colour the columns, the rows or some of both, so that few products find every entry.

        Args:
            mode: ``"forward"`` colours columns, ``"reverse"`` rows, ``"mixed"`` takes the rows with the most entries
                by rows and the others by columns; ``"auto"`` takes what needs the fewest colours.
            symmetric: the matrix equals its transposed: an entry may be read off either of the two places it has. Its
                columns get a star colouring; ``mode`` must then be ``"auto"`` or ``"forward"``.

        Raises:
            ValueError: for another mode; with ``symmetric``, if the matrix is not square.

        >>> import numpy as np
        >>> from wengert.func import Sparsity
        >>> arrow = np.eye(6, dtype=bool)
        >>> arrow[0] = arrow[:, 0] = True
        >>> for mode in ("forward", "mixed"):
        ...     print(Sparsity.of(arrow).coloring(mode))
        Coloring(mode='forward', shape=(6, 6), nnz=16, passes=6)
        Coloring(mode='mixed', shape=(6, 6), nnz=16, passes=3)
        >>> Sparsity.of(arrow).coloring(symmetric=True)
        Coloring(mode='forward', shape=(6, 6), nnz=16, passes=2, symmetric)
        """
        if symmetric:
            if mode not in ("auto", "forward"):
                raise errors.jacobian.bad_mode(mode, ("auto", "forward"), "a symmetric colouring")
            return _star(self.symmetric())
        makers: dict[str, Callable[[Sparsity], Coloring]] = {
            "forward": _by_columns,
            "reverse": _by_rows,
            "mixed": _mixed,
        }
        if mode == "auto":
            return min((make(self) for make in makers.values()), key=lambda found: found.passes)
        if mode not in makers:
            raise errors.jacobian.bad_mode(mode, ("auto", *makers), "a colouring")
        return makers[mode](self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sparsity):
            return NotImplemented
        return (
            self.shape == other.shape
            and np.array_equal(self.rows, other.rows)
            and np.array_equal(self.cols, other.cols)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Sparsity(shape={self.shape}, nnz={self.nnz})"


class Coloring:
    """A pattern with colours for columns and rows, and where each entry is read off the products.

    It depends on the pattern alone: hand it to :func:`jacobian` or :func:`hessian` as ``sparsity=`` at other points.
    Made by :meth:`Sparsity.coloring`.

    Attributes:
        sparsity: the pattern.
        columns: the colour of each column, -1 where it has none.
        rows: the colour of each row, -1 where it has none.
        forward: how many colours columns have: so many products with the matrix.
        reverse: how many colours rows have: so many products with the transposed matrix.
        symmetric: whether entries may be read off their transposed place.
    """

    def __init__(self, sparsity: Sparsity, columns: Ints, rows: Ints, symmetric: bool = False) -> None:
        self.sparsity = sparsity
        self.columns, self.rows = columns, rows
        self.forward = int(columns.max(initial=-1)) + 1
        self.reverse = int(rows.max(initial=-1)) + 1
        self.symmetric = symmetric
        # entry e is products[color[e], place[e]], of the products with rows where by_row[e], else of those with columns
        r, c = sparsity.rows, sparsity.cols
        self.by_row = rows[r] >= 0
        self.color = np.where(self.by_row, rows[r], columns[c])
        self.place = np.where(self.by_row, c, r)
        if symmetric:
            keys = r * max(self.forward, 1) + columns[c]
            _, where, counts = np.unique(keys, return_inverse=True, return_counts=True)
            taken = counts[where] > 1  # another entry of this row has the colour: then the column has none other
            self.color = np.where(taken, columns[r], self.color)
            self.place = np.where(taken, c, self.place)

    @property
    def passes(self) -> int:
        """How many products find the whole matrix."""
        return self.forward + self.reverse

    @property
    def mode(self) -> str:
        """``"forward"``, ``"reverse"`` or ``"mixed"``."""
        return "mixed" if self.forward and self.reverse else "reverse" if self.reverse else "forward"

    def __repr__(self) -> str:
        more = ", symmetric" if self.symmetric else ""
        s = self.sparsity
        return f"Coloring(mode={self.mode!r}, shape={s.shape}, nnz={s.nnz}, passes={self.passes}{more})"


# -- greedy colourings


def distinct(vertices: Ints, resources: Ints, n: int, order: Sequence[int] | Ints) -> Ints:
    """Colours for ``n`` vertices, different wherever two have a resource in common; first fit, in this order.

    ``vertices`` and ``resources`` are pairs, sorted by vertex. Vertices without resources get the colour -1. The
    colours in use at a resource are the bits of a number.
    """
    bounds = np.searchsorted(vertices, np.arange(n + 1)).tolist()
    lists = resources.tolist()
    used = [0] * (int(resources.max(initial=-1)) + 1)
    colors = np.full(n, -1, np.int64)
    for v in order:
        mine = lists[bounds[v] : bounds[v + 1]]
        if not mine:
            continue
        taken = 0
        for r in mine:
            taken |= used[r]
        free = ~taken & (taken + 1)  # the lowest bit that is not set
        colors[v] = free.bit_length() - 1
        for r in mine:
            used[r] |= free
    return colors


def _best(vertices: Ints, resources: Ints, n: int) -> Ints:
    """The better of two orders: as they come, which is best for bands, and those first that conflict with most."""
    m = int(resources.max(initial=-1)) + 1
    crowd = np.bincount(resources, minlength=m)
    conflicts = np.bincount(vertices, weights=crowd[resources], minlength=n)
    found = [distinct(vertices, resources, n, order) for order in (range(n), np.argsort(-conflicts, kind="stable"))]
    return min(found, key=lambda colors: int(colors.max(initial=-1)))


def _colored(s: Sparsity, keep: Any = slice(None)) -> Ints:
    """Colours of the columns, as far as these entries go."""
    rows, cols = s.rows[keep], s.cols[keep]
    order = np.argsort(cols, kind="stable")
    return _best(cols[order], rows[order], s.shape[1])


def _none(n: int) -> Ints:
    return np.full(n, -1, np.int64)


def _by_columns(s: Sparsity) -> Coloring:
    return Coloring(s, _colored(s), _none(s.shape[0]))


def _by_rows(s: Sparsity) -> Coloring:
    return Coloring(s, _none(s.shape[1]), _colored(s.T))


def _mixed(s: Sparsity) -> Coloring:
    """The fullest rows by rows, the rest by columns: no row of the rest has more entries than it needs colours.

    A row of ``k`` entries forces ``k`` colours on the columns. Rows are taken out, the fullest first, where the bound
    on all together is lowest.
    """
    m = s.shape[0]
    counts = np.bincount(s.rows, minlength=m)
    order = np.argsort(-counts, kind="stable")
    bound = np.append(counts[order], 0) + np.arange(m + 1)  # entries of the fullest row left, and how many were taken
    taken = order[: int(np.argmin(bound))]
    if not taken.size:
        return _by_columns(s)
    apart = np.zeros(m, bool)
    apart[taken] = True
    mine = apart[s.rows]
    rows = _colored(Sparsity(s.cols[mine], s.rows[mine], s.shape[::-1]))
    return Coloring(s, _colored(s, ~mine), rows)


def _star(s: Sparsity) -> Coloring:
    """A star colouring of the graph of a symmetric pattern: neighbours differ, and so does one of every four in a path.

    Then of an entry (i, j) either j is the only neighbour of i with its colour, or i the only one of j (Coleman and
    Moré 1984; the greedy algorithm is 4.1 of Gebremedhin, Tarafdar, Manne and Pothen, 2007).
    """
    n = s.shape[0]
    off = s.rows != s.cols
    rows, cols = s.rows[off], s.cols[off]
    bounds = np.searchsorted(rows, np.arange(n + 1)).tolist()
    flat = cols.tolist()
    near = [flat[bounds[v] : bounds[v + 1]] for v in range(n)]
    degree = np.diff(bounds)
    orders = (range(n), np.argsort(-degree, kind="stable").tolist())
    used = np.zeros(n, bool)
    used[s.rows] = True
    colors = min((_stars(near, order) for order in orders), key=lambda found: int(found.max(initial=-1)))
    colors[~used] = -1
    return Coloring(s, colors, _none(n), symmetric=True)


def _stars(near: list[list[int]], order: Sequence[int]) -> Ints:
    """First fit: the hubs of what has two colours so far are known, so a path of four is seen at its third edge."""
    n = len(near)
    color = [-1] * n
    # by vertex and colour: how many neighbours of that colour it has
    count: list[dict[int, int]] = [{} for _ in range(n)]
    for v in order:
        taken: set[int] = set()
        twice: dict[int, int] = {}
        for w in near[v]:
            if color[w] >= 0:
                twice[color[w]] = twice.get(color[w], 0) + 1
        for w in near[v]:
            c = color[w]
            if c < 0:
                continue
            taken.add(c)
            if twice[c] > 1:
                taken.update(count[w])  # v would be the middle of x - w - v - w'
            else:
                for x in near[w]:  # v - w - x - y with y of w's colour
                    if color[x] >= 0 and color[x] not in taken and count[x].get(c, 0) > 1:
                        taken.add(color[x])
        k = 0
        while k in taken:
            k += 1
        color[v] = k
        for w in near[v]:
            count[w][k] = count[w].get(k, 0) + 1
    return np.asarray(color, np.int64)


__all__ = ["Coloring", "Sparsity"]
