"""Sobol's sequence, with PyTorch's numbers. Its directions are those of Joe and Kuo (2008), which SciPy has.

Note [Directions]. A coordinate has a polynomial over bits, of degree m, and m odd numbers to begin with. Number j is
the exclusive or of number j-m with those of the m numbers before it that the polynomial names, each times its power of
2. A direction is a number with its highest bit moved to the front. SciPy has polynomials and first numbers in a file.
They are read from it: to import ``scipy.stats``, which has a function for them, takes a second.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np

from ... import errors
from ...api.generated import functions
from ...arrays import dtypes
from ...ops.random.generator import Generator
from ...tape.tensor import wrap


def _directions(dimension: int) -> Any:
    """The directions of each coordinate as integers, the largest first: Note [Directions]."""
    scipy = importlib.util.find_spec("scipy")
    if scipy is None or scipy.origin is None:
        raise errors.calls.needs_scipy("quasirandom.SobolEngine")
    try:
        with np.load(Path(scipy.origin).parent / "stats" / "_sobol_direction_numbers.npz") as file:
            polynomials, begun = file["poly"][:dimension], file["vinit"][:dimension]
    except (OSError, KeyError) as e:
        raise errors.quasirandom.other_scipy() from e
    numbers = np.ones((dimension, SobolEngine.MAXBIT), np.int64)  # those of the first coordinate, which has no degree
    degrees = np.frexp(polynomials)[1] - 1
    for m in range(1, degrees.max() + 1):
        of_degree = degrees == m
        named, found = polynomials[of_degree], numbers[of_degree]
        found[:, :m] = begun[of_degree, :m]
        for j in range(m, SobolEngine.MAXBIT):
            found[:, j] = found[:, j - m]
            for k in range(1, m + 1):
                found[:, j] ^= np.where(named >> (m - k) & 1, found[:, j - k] << k, 0)
        numbers[of_degree] = found
    return numbers << np.arange(SobolEngine.MAXBIT - 1, -1, -1)


def _scrambled(directions: Any, matrices: Any) -> Any:
    """The directions times random lower triangular matrices of bits, modulo 2; the highest bit comes first."""
    places = np.arange(SobolEngine.MAXBIT - 1, -1, -1)
    bits = directions[:, :, None] >> places & 1  # coordinate, direction, bit
    mixed = np.einsum("dpk,djk->djp", matrices, bits) % 2
    return (mixed << places).sum(-1)


class SobolEngine:
    """Draws the points of Sobol's sequence in a cube, which fill it more evenly than random ones.

    The points are PyTorch's. It needs SciPy.

    Args:
        dimension: the number of coordinates, from 1 to 21201.
        scramble: mix the bits of the coordinates at random, and shift the points (Owen's scrambling).
        seed: of the scrambling. Default: numbers of the global generator.

    Raises:
        ValueError: if there are no directions for as many coordinates.
        ImportError: if SciPy is not installed.

    >>> import wengert
    >>> wengert.quasirandom.SobolEngine(dimension=2).draw(3)
    tensor([[0.0000, 0.0000],
            [0.5000, 0.5000],
            [0.7500, 0.2500]])
    """

    MAXBIT = 30
    MAXDIM = 21201

    def __init__(self, dimension: int, scramble: bool = False, seed: int | None = None) -> None:
        if not 1 <= dimension <= self.MAXDIM:
            raise errors.quasirandom.dimensions(self.MAXDIM)
        self.dimension, self.scramble, self.seed = dimension, scramble, seed
        directions = _directions(dimension)
        shift = np.zeros(dimension, np.int64)
        if scramble:
            generator = None if seed is None else Generator().manual_seed(seed)
            bits = functions.randint(2, (dimension, self.MAXBIT), generator=generator).numpy()
            shift = bits @ (1 << np.arange(self.MAXBIT))
            shape = (dimension, self.MAXBIT, self.MAXBIT)
            matrices = np.tril(functions.randint(2, shape, generator=generator).numpy())
            matrices[:, range(self.MAXBIT), range(self.MAXBIT)] = 1
            directions = _scrambled(directions, matrices)
        self.sobolstate, self.shift = wrap(directions), wrap(shift)
        self.quasi = self.shift.clone()
        self.num_generated = 0

    def _next(self, n: int, start: int) -> Any:
        """The next points as integers, one a row; ``start`` is the number of steps before. The last one is kept."""
        steps = np.arange(start, start + n)
        places = np.log2(~steps & (steps + 1)).astype(np.int64)  # of the lowest bit that is zero
        moves = np.concatenate([self.quasi.numpy()[None], self.sobolstate.numpy().T[places]])
        points = np.bitwise_xor.accumulate(moves)
        self.quasi = wrap(points[-1].copy())
        return points[1:]

    def draw(self, n: int = 1, out: Any = None, dtype: Any = None) -> Any:
        """Draw the next points.

        Args:
            n: how many.
            out: a tensor for the result, which is resized.
            dtype: of the result. Default: the default dtype.

        Returns:
            a tensor of the shape ``(n, dimension)``, of numbers in [0, 1).

        Raises:
            NotImplementedError: for a dtype other than float32 and float64.
        """
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}, {self.dimension}]")
        kind = dtypes.as_numpy(dtypes.default_float() if dtype is None else dtype)
        if kind not in (dtypes.F32, dtypes.F64):
            raise errors.quasirandom.no_draws(kind)
        first = 1 if n and not self.num_generated else 0
        points = np.concatenate(
            [self.quasi.numpy()[None][:first], self._next(n - first, max(self.num_generated - 1, 0))]
        )
        self.num_generated += n
        points = points.astype(kind)
        points[:first] = points[:first].astype(dtypes.as_numpy(dtypes.default_float()))  # as PyTorch rounds it
        result = wrap(points * kind.type(2.0**-self.MAXBIT))
        return result if out is None else out.resize_(result.shape).copy_(result)

    def draw_base2(self, m: int, out: Any = None, dtype: Any = None) -> Any:
        """Draw the next ``2**m`` points. The number of all that were drawn has to be a power of two.

        Args:
            m: the binary logarithm of their number.
            out: a tensor for the result, which is resized.
            dtype: of the result. Default: the default dtype.

        Raises:
            ValueError: if the number of all points is no power of two.
        """
        total = self.num_generated + 2**m
        if total & (total - 1):
            raise errors.quasirandom.no_power_of_two(self.num_generated, m, total)
        return self.draw(2**m, out, dtype)

    def reset(self) -> SobolEngine:
        """Begin again with the first point, and return the engine."""
        self.quasi, self.num_generated = self.shift.clone(), 0
        return self

    def fast_forward(self, n: int) -> SobolEngine:
        """Leave points out, and return the engine.

        Args:
            n: how many.
        """
        steps = n - (self.num_generated == 0)
        if steps > 0:
            start = max(self.num_generated - 1, 0)
            turned = (start ^ start >> 1) ^ (
                start + steps ^ (start + steps) >> 1
            )  # the bits that change in Gray's code
            places = [place for place in range(self.MAXBIT) if turned >> place & 1]
            moves = self.sobolstate.numpy()[:, places]
            self.quasi = wrap(self.quasi.numpy() ^ np.bitwise_xor.reduce(moves, axis=1))
        self.num_generated += n
        return self

    def __repr__(self) -> str:
        known = [f"dimension={self.dimension}"]
        known += ["scramble=True"] if self.scramble else []
        known += [f"seed={self.seed}"] if self.seed is not None else []
        return f"{type(self).__name__}({', '.join(known)})"
