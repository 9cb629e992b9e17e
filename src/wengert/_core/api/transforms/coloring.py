"""Sparsity patterns, and colourings: sets of columns or rows of a sparse matrix that one product can compute together.

The product of a matrix with a sum of unit vectors is the sum of the corresponding columns. If no two of these columns
have an entry in the same row, every entry can be read from the sum. So columns that share a row get different colours,
and there is one product per colour. For a banded matrix that is the width of the band, however large the matrix is
(Curtis, Powell and Reid 1974; Gebremedhin, Manne and Pothen, "What color is your Jacobian?", SIAM Review 47, 2005).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import errors

Ints = np.ndarray[Any, np.dtype[np.int64]]


class Sparsity:
    """The sparsity pattern of a matrix: the positions of entries that may be nonzero.

    Args:
        rows: the row of each entry, integers.
        cols: the column of each entry.
        shape: the numbers of rows and columns of the matrix.

    Raises:
        ValueError: if ``rows`` and ``cols`` differ in length, or contain indices outside ``shape``.

    >>> from wengert.func import Sparsity
    >>> Sparsity([0, 1, 1], [0, 0, 1], (2, 2))
    Sparsity(shape=(2, 2), nnz=3)
    """

    def __init__(self, rows: Any, cols: Any, shape: tuple[int, int]) -> None:
        r, c = np.asarray(rows, np.int64).ravel(), np.asarray(cols, np.int64).ravel()
        m, n = (int(s) for s in shape)
        if r.shape != c.shape:
            raise ValueError(f"Sparsity: expected as many rows as columns, got {r.size} and {c.size}.")
        for what, indices, size in (("row", r, m), ("column", c, n)):
            if indices.size and (indices.min() < 0 or indices.max() >= size):
                bad = int(indices.min() if indices.min() < 0 else indices.max())
                raise errors.jacobian.pattern_range(what, bad, (m, n))
        keys = np.unique(r * n + c)
        self.shape = (m, n)
        self.rows: Ints = keys // max(n, 1)
        self.cols: Ints = keys % max(n, 1)

    @classmethod
    def of(cls, pattern: Any) -> Sparsity:
        """Return the pattern of a SciPy sparse array (its stored entries), or of a dense matrix (its nonzero entries).

        Args:
            pattern: a :class:`Sparsity`, an object with ``tocoo()``, or a matrix.

        Raises:
            ValueError: if a dense array is not a matrix.

        >>> from wengert.func import Sparsity
        >>> Sparsity.of([[1, 0], [1, 1]]).rows
        array([0, 1, 1])
        """
        if isinstance(pattern, Sparsity):
            return pattern
        if hasattr(pattern, "tocoo"):
            coo = pattern.tocoo()
            return cls(coo.row, coo.col, coo.shape)
        dense = np.asarray(pattern.detach().cpu().numpy() if hasattr(pattern, "detach") else pattern)
        if dense.ndim != 2:
            raise ValueError(f"Sparsity: expected a matrix, got an array of shape {tuple(dense.shape)}.")
        rows, cols = np.nonzero(dense)
        return cls(rows, cols, dense.shape)

    @property
    def nnz(self) -> int:
        """The number of entries."""
        return int(self.rows.size)

    @property
    def T(self) -> Sparsity:
        """The pattern of the transposed matrix."""
        return Sparsity(self.cols, self.rows, self.shape[::-1])

    def symmetric(self) -> Sparsity:
        """Return the union of this pattern and its transpose.

        Raises:
            ValueError: if the matrix is not square.
        """
        if self.shape[0] != self.shape[1]:
            raise errors.jacobian.not_square(self.shape)
        rows, cols = np.concatenate([self.rows, self.cols]), np.concatenate([self.cols, self.rows])
        return Sparsity(rows, cols, self.shape)

    def numpy(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return the pattern as a dense array of bools.

        >>> from wengert.func import Sparsity
        >>> Sparsity([0], [1], (1, 2)).numpy()
        array([[False,  True]])
        """
        out = np.zeros(self.shape, bool)
        out[self.rows, self.cols] = True
        return out

    def coloring(self, mode: str = "auto", symmetric: bool = False) -> Coloring:
        """Colour the columns, the rows, or both partly, so that a few products determine every entry.

        Args:
            mode: ``"forward"`` colours columns, and ``"reverse"`` colours rows. ``"mixed"`` computes the fullest rows
                by rows and the rest by columns. ``"auto"`` chooses the mode with the fewest colours.
            symmetric: the matrix is symmetric, so an entry may be read from its own or its transposed position. The
                columns get a star colouring. ``mode`` must be ``"auto"`` or ``"forward"``.

        Raises:
            ValueError: for any other mode; with ``symmetric``, if the matrix is not square.

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
            return min((make(self) for make in makers.values()), key=lambda coloring: coloring.passes)
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
    """A sparsity pattern with colours for columns and rows. It knows where each entry is read from the products.

    It depends only on the pattern, so it can be used at other points: pass it to :func:`jacobian` or :func:`hessian` as
    ``sparsity=``. It is created by :meth:`Sparsity.coloring`.

    Attributes:
        sparsity: the pattern.
        columns: the colour of each column, or -1.
        rows: the colour of each row, or -1.
        forward: the number of column colours, which is the number of products with the matrix.
        reverse: the number of row colours, which is the number of products with the transposed matrix.
        symmetric: whether entries may be read from their transposed position.
    """

    def __init__(self, sparsity: Sparsity, columns: Ints, rows: Ints, symmetric: bool = False) -> None:
        self.sparsity = sparsity
        self.columns, self.rows = columns, rows
        self.forward = int(columns.max(initial=-1)) + 1
        self.reverse = int(rows.max(initial=-1)) + 1
        self.symmetric = symmetric
        # entry e is products[color[e], place[e]], where the products are those with rows if by_row[e], else those with
        # columns
        r, c = sparsity.rows, sparsity.cols
        self.by_row = rows[r] >= 0
        self.color = np.where(self.by_row, rows[r], columns[c])
        self.place = np.where(self.by_row, c, r)
        if symmetric:
            keys = r * max(self.forward, 1) + columns[c]
            _, where, counts = np.unique(keys, return_inverse=True, return_counts=True)
            taken = counts[where] > 1  # another entry of this row has this colour, so use the transposed position
            self.color = np.where(taken, columns[r], self.color)
            self.place = np.where(taken, c, self.place)

    @property
    def passes(self) -> int:
        """The number of products that determine the whole matrix."""
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
    """Colour ``n`` vertices such that two vertices with a common resource differ. First fit, in the given order.

    ``vertices`` and ``resources`` are pairs, sorted by vertex. Vertices without resources get the colour -1. For each
    resource, the bits of a number are the colours in use.
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
    """The better result of two orders: the natural one, best for bands, and the one with most conflicts first."""
    m = int(resources.max(initial=-1)) + 1
    crowd = np.bincount(resources, minlength=m)
    conflicts = np.bincount(vertices, weights=crowd[resources], minlength=n)
    results = [distinct(vertices, resources, n, order) for order in (range(n), np.argsort(-conflicts, kind="stable"))]
    return min(results, key=lambda colors: int(colors.max(initial=-1)))


def _colored(s: Sparsity, keep: Any = slice(None)) -> Ints:
    """Colours of the columns, for a selection of the entries."""
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
    """Colour the fullest rows by rows, and the rest by columns.

    A row with ``k`` entries needs ``k`` column colours. Rows are removed, the fullest first, up to the point where the
    lower bound on the total number of colours is smallest.
    """
    m = s.shape[0]
    counts = np.bincount(s.rows, minlength=m)
    order = np.argsort(-counts, kind="stable")
    bound = np.append(counts[order], 0) + np.arange(m + 1)  # entries of the fullest remaining row, plus removed rows
    taken = order[: int(np.argmin(bound))]
    if not taken.size:
        return _by_columns(s)
    apart = np.zeros(m, bool)
    apart[taken] = True
    mine = apart[s.rows]
    rows = _colored(Sparsity(s.cols[mine], s.rows[mine], s.shape[::-1]))
    return Coloring(s, _colored(s, ~mine), rows)


def _star(s: Sparsity) -> Coloring:
    """A star colouring of the graph of a symmetric pattern: neighbours differ, and every path of 4 has 3 colours.

    Then for an entry (i, j), either j is the only neighbour of i with its colour, or i is the only one of j (Coleman
    and Moré 1984; the greedy algorithm is 4.1 of Gebremedhin, Tarafdar, Manne and Pothen, 2007).
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
    colors = min((_stars(near, order) for order in orders), key=lambda result: int(result.max(initial=-1)))
    colors[~used] = -1
    return Coloring(s, colors, _none(n), symmetric=True)


def _stars(near: list[list[int]], order: Sequence[int]) -> Ints:
    """First fit. The centre of each two-coloured star is known, so a path of 4 is detected at its third edge."""
    n = len(near)
    color = [-1] * n
    # for each vertex and colour: the number of neighbours with that colour
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
