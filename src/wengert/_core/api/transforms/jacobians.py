"""Complete Jacobians and Hessians: by rows, by columns or both, complex, per sample, or sparse.

Note [Seeds]. One product computes the sum of some rows or columns. The summed ones have the same colour. For a dense
Jacobian, every entry has its own colour. With ``batch_dims``, entries of different samples share a colour, because no
output depends on two samples. For a sparse Jacobian, :mod:`coloring` computes the colours. So the three cases differ
only in their colours, and in how entries are read from the products.
"""

from __future__ import annotations

import functools
import importlib
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ... import errors
from ...arrays import dtypes
from ...arrays.arrays import move
from ...arrays.batched import Batched, physical
from ...errors.tracebacks import public
from ...ops.elementwise.complex import complex as complex_of
from ...ops.elementwise.complex import resolve_conj, view_as_complex, view_as_real
from ...ops.elementwise.pointwise import mul
from ...ops.shape.join import cat
from ...ops.shape.shape import movedim, narrow, permute, reshape
from ...ops.structure import _leave
from ...tape.node import Meta
from ...tape.tensor import TensorBase, make
from ...tools.progress import progress
from ..trees import tree_flatten, tree_unflatten
from .array_inputs import flattened
from .coloring import Coloring, Ints, Sparsity
from .forward_mode import columnwise, pushed, zeros_for
from .jacobian_plan import MODES, Footprint, JacobianPlan, plan_colored, plan_dense
from .reverse_mode import Recorded, fitting, grad, jacrev, picked, replaced, tensors_only, with_aux
from .sparsity import pattern_of
from .vmap import mapping

Fn = Callable[..., Any]
CONVENTIONS = ("holomorphic", "wirtinger", "real_pair")
COO = NamedTuple("COO", [("rows", Any), ("cols", Any), ("values", Any), ("shape", tuple[int, int])])  # noqa: UP014
COO.__doc__ = "A sparse matrix, as index arrays and a tensor: entry ``k`` is at ``(rows[k], cols[k])``."


# -- the function


def _pairs(z: Any) -> Any:
    """Real and imaginary parts, of a conjugate too."""
    return view_as_real(resolve_conj(z))


class Problem:
    """The user's function at a point, as a function of real tensors. A complex tensor gets an axis of length two."""

    def __init__(self, func: Fn, args: tuple[Any, ...], kwargs: Any, argnums: Any, has_aux: bool,
                 convention: str | None, batch_dims: Any) -> None:  # fmt: skip
        self.leaves, self.spec = flattened(picked(args, argnums))
        for i, x in enumerate(self.leaves):
            if not isinstance(x, TensorBase):
                raise errors.jacobian.not_a_tensor(x)
            if x.dtype.is_complex and convention is None:
                raise errors.jacobian.needs_convention("inputs", i)
            if not x.dtype.is_complex and convention in ("holomorphic", "wirtinger"):
                raise errors.jacobian.needs_complex(convention, i, x.dtype)
        self.func, self.args, self.kwargs, self.argnums, self.has_aux = func, args, kwargs, argnums, has_aux
        self.convention = convention
        self.inputs = [_pairs(x) if x.dtype.is_complex else x for x in self.leaves]
        self.aux: Any = None
        self.structure: Any = None
        self.shapes: list[Any] = []  # of the outputs: the shape, and whether it is complex
        self.call = Recorded(lambda new: self(*new), tuple(self.inputs))
        self.outs: list[Any] = self.call.out
        self.dims = None if batch_dims is None else self.sampled(batch_dims)

    def __call__(self, *new: Any) -> list[Any]:
        """The outputs for other inputs."""
        values = [
            view_as_complex(v) if x.dtype.is_complex else v for v, x in zip(new, self.leaves, strict=True)
        ]  # fmt: skip
        out = self.func(*replaced(self.args, self.argnums, tree_unflatten(values, self.spec)), **self.kwargs)
        if self.has_aux:
            out, self.aux = with_aux(out, "jacobian")
        outs, self.structure = tree_flatten(out)
        tensors_only(outs, "jacobian")
        self.shapes = []
        for i, o in enumerate(outs):
            if o.dtype.is_complex and self.convention is None:
                raise errors.jacobian.needs_convention("outputs", i)
            if not dtypes.is_inexact(o._wg_data.dtype):
                raise RuntimeError(
                    f"jacobian: All outputs must be floating-point or complex Tensors, got Tensor with dtype {o.dtype}"
                )
            self.shapes.append((tuple(o.shape), o.dtype.is_complex))
        return [_pairs(o) if o.dtype.is_complex else o for o in outs]

    def sampled(self, given: Any) -> tuple[int, ...]:
        """The batch dimensions as non-negative numbers; they must be the same in every input and output."""
        dims = (given,) if isinstance(given, int) else tuple(given)
        common = None
        for kind, shapes in (("input", [tuple(x.shape) for x in self.leaves]), ("output", [s for s, _ in self.shapes])):
            for i, shape in enumerate(shapes):
                if any(not -len(shape) <= d < len(shape) for d in dims):
                    raise errors.jacobian.batch_missing(kind, i, shape, given)
                mine = tuple(d % len(shape) for d in dims)
                sizes = [shape[d] for d in mine]
                if common is None:
                    common = mine, sizes
                elif common != (mine, sizes):
                    raise errors.jacobian.batch_shape(kind, i, shape, common[0], common[1])
        if common is None or not dims or len(set(common[0])) != len(dims):
            raise errors.jacobian.batch_missing("input", 0, tuple(self.leaves[0].shape) if self.leaves else (), given)
        return common[0]

    @property
    def batch(self) -> tuple[int, ...]:
        """The sizes of the batch dimensions."""
        return tuple(self.inputs[0].shape[d] for d in self.dims or ())

    def rest(self, x: Any) -> list[int]:
        """The dimensions of an input or output that are not batch dimensions."""
        return [d for d in range(x.ndim) if d not in (self.dims or ())]

    def count(self, x: Any) -> int:
        """The number of entries of one sample."""
        return math.prod(x.shape[d] for d in self.rest(x))

    def colors(self, x: Any) -> Ints:
        """A number for every entry of one sample, broadcast over the samples."""
        dims = self.dims or ()
        shape = [1 if d in dims else s for d, s in enumerate(x.shape)]
        return np.broadcast_to(np.arange(self.count(x)).reshape(shape), tuple(x.shape)).reshape(-1)


# -- products


class Pieces:
    """A result that is computed in pieces along ``axis``. It is assembled in place if the pieces have no history."""

    def __init__(self, total: int, axis: int) -> None:
        self.total, self.axis = total, axis
        self.array: Any = None
        self.parts: list[Any] = []

    def add(self, start: int, part: Any) -> None:
        """Add ``part`` at ``start``. Its pieces are along the first dimension."""
        data = part._wg_data
        if part.requires_grad or part._wg_tangents is not None or type(data) is Batched or self.parts:
            self.parts.append(movedim(part, 0, self.axis) if self.axis else part)
            return
        if self.array is None:
            xp = Meta(data).xp
            if self.axis:
                self.array = xp.moveaxis(xp.empty((*data.shape[1:], self.total), data.dtype), -1, 0)
            else:
                self.array = xp.empty((self.total, *data.shape[1:]), data.dtype)
        self.array[start : start + len(data)] = data

    def joined(self) -> Any:
        if self.parts:
            return self.parts[0] if len(self.parts) == 1 else cat(*self.parts, dim=self.axis)
        return make(Meta(self.array).xp.moveaxis(self.array, 0, -1) if self.axis else self.array)


def seeds(like: Any, colors: Ints, start: int, count: int) -> Any:
    """For the colours ``start``, ``start + 1``, …: ones at the entries of that colour, along a leading dimension."""
    meta = Meta(like._wg_data)
    out = meta.xp.zeros((count, meta.numel), meta.dtype)
    places = np.flatnonzero((colors >= start) & (colors < start + count))
    out[meta.xp.asarray(colors[places] - start), meta.xp.asarray(places)] = 1
    return out.reshape((count, *meta.shape))


def colored(colors: Ints, start: int, count: int) -> bool:
    """Whether one of these colours occurs."""
    return bool(((colors >= start) & (colors < start + count)).any())


def pulled(problem: Problem, colors: Sequence[Ints], total: int, chunk: int) -> list[Any]:
    """Sums of rows, by colours of the outputs' entries: for each input, a tensor ``(total, *input.shape)``."""
    pieces = [Pieces(total, 0) for _ in problem.inputs]
    starts = range(0, total, chunk)
    for start in progress(starts, "rows of a Jacobian", len(starts)):
        count = min(chunk, total - start)
        live = [j for j, c in enumerate(colors) if colored(c, start, count)]
        basis = [seeds(problem.outs[j], colors[j], start, count) for j in live]
        outs = [problem.outs[j] for j in live]
        if count == 1:
            grads = [reshape(g, (1, *g.shape)) for g in problem.call.pull(outs, [make(b[0, ...]) for b in basis])]
        else:
            with mapping(count) as level:
                grads = problem.call.pull(outs, [make(Batched(b, level)) for b in basis])
            grads = [_leave(g, dim=0, level=level, size=count) for g in grads]
        del basis
        for piece, g in zip(pieces, grads, strict=True):
            piece.add(start, g)
        del grads
    return [p.joined() for p in pieces] if total else []


def moved(problem: Problem, colors: Sequence[Ints], total: int, chunk: int) -> list[Any]:
    """Sums of columns, by colours of the inputs' entries: for each output, a tensor ``(*output.shape, total)``."""
    pieces = [Pieces(total, o.ndim) for o in problem.outs]
    starts = range(0, total, chunk)
    for start in progress(starts, "columns of a Jacobian", len(starts)):
        count = min(chunk, total - start)
        live = [i for i, c in enumerate(colors) if colored(c, start, count)]
        basis = [seeds(problem.inputs[i], colors[i], start, count) for i in live]

        def call(new: Any, live: list[int] = live) -> Any:
            some = dict(zip(live, new, strict=True))
            return problem(*[some.get(i, x) for i, x in enumerate(problem.inputs)])

        points = [problem.inputs[i] for i in live]
        form = tree_flatten(points)[1]
        if count == 1:
            values, tangents, _, _ = pushed(call, points, form, [make(b[0, ...]) for b in basis], False)
            columns = [reshape(t, (1, *t.shape)) for t in zeros_for(values, tangents)]
        else:
            with mapping(count) as level:
                values, tangents, _, _ = pushed(call, points, form, [make(Batched(b, level)) for b in basis], False)
            columns = zeros_for(values, tangents)
            columns = [_leave(t, dim=0, level=level, size=count) for t in columns]
        del basis, values, tangents
        for piece, t in zip(pieces, columns, strict=True):
            piece.add(start, t)
        del columns
    return [p.joined() for p in pieces] if total else []


# -- dense


def dense(problem: Problem, plan: JacobianPlan) -> list[list[Any]]:
    """The blocks of the real Jacobian, by output and input: dimensions of the samples, the output, and the input."""
    outs, inputs = problem.outs, problem.inputs
    by_row: dict[int, list[Any]] = {}
    for j, taken in enumerate(plan.by_row):
        if taken:
            colors = [problem.colors(o) if k == j else np.full(o._wg_data.size, -1) for k, o in enumerate(outs)]
            by_row[j] = pulled(problem, colors, plan.outputs[j], plan.row_chunk)
    starts, total, colors = {}, 0, []
    for i, x in enumerate(inputs):
        colors.append(problem.colors(x) + total if plan.by_column[i] else np.full(x._wg_data.size, -1))
        if plan.by_column[i]:
            starts[i], total = total, total + plan.inputs[i]
    columns = moved(problem, colors, total, plan.column_chunk)
    dims = list(problem.dims or ())
    blocks = []
    for j, o in enumerate(outs):
        line = []
        for i, x in enumerate(inputs):
            shape = (*problem.batch, *(o.shape[d] for d in problem.rest(o)), *(x.shape[d] for d in problem.rest(x)))
            if j in by_row:
                g = by_row[j][i]
                if dims:
                    g = permute(g, dims=(*(1 + d for d in dims), 0, *(1 + d for d in problem.rest(x))))
            elif i in starts:
                g = narrow(columns[j], o.ndim, starts[i], plan.inputs[i])
                if dims:
                    g = permute(g, dims=(*dims, *problem.rest(o), o.ndim))
            else:  # the output does not depend on the input
                g = make(Meta(x._wg_data).xp.zeros(shape, o._wg_data.dtype))
            line.append(reshape(g, shape))
        blocks.append(line)
    return blocks


def check_samples(problem: Problem, blocks: list[list[Any]], rounding: float) -> None:
    """Check that samples are independent: compare the blocks with one backward pass from random cotangents."""
    weights = probe(problem)
    grads = problem.call.pull(problem.outs, [make(w) for w in weights])
    dims, batch = list(problem.dims or ()), len(problem.batch)
    for i, (x, g) in enumerate(zip(problem.inputs, grads, strict=True)):
        expected, scale = 0.0, 0.0
        for o, line, w in zip(problem.outs, blocks, weights, strict=True):
            u = host(w).transpose([*dims, *problem.rest(o)]).reshape((*problem.batch, -1, 1))
            a = host(line[i]._wg_data).reshape((*problem.batch, u.shape[-2], -1))
            expected, scale = expected + (u * a).sum(axis=-2), scale + (abs(u) * abs(a)).sum(axis=-2)
        actual = host(g._wg_data).transpose([*dims, *problem.rest(x)]).reshape((*problem.batch, -1))
        worst = worst_entry(actual, expected, scale, rounding)
        if worst is not None:
            raise errors.jacobian.samples_mixed(worst[:batch], float(actual[worst]), float(np.asarray(expected)[worst]))


def probe(problem: Problem) -> list[Any]:
    """A random cotangent for every output."""
    rng = np.random.default_rng(1964)
    return [
        Meta(o._wg_data).xp.asarray(rng.normal(size=o._wg_data.shape).astype(o._wg_data.dtype)) for o in problem.outs
    ]  # fmt: skip


def host(payload: Any) -> Any:
    """The values of a payload in double precision, on the CPU."""
    array = move(physical(payload), "cpu")
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def worst_entry(actual: Any, expected: Any, scale: Any, rounding: float) -> tuple[int, ...] | None:
    """The index where two arrays differ most, if by more than rounding; else None."""
    if not actual.size:
        return None
    bound = np.maximum(scale, np.abs(actual))
    excess = np.where(np.isfinite(actual - expected), np.abs(actual - expected) / (bound + (bound == 0)), 0)
    at = np.unravel_index(int(np.argmax(excess)), excess.shape)
    return tuple(int(k) for k in at) if excess[at] > rounding else None


# -- complex


def conventional(problem: Problem, j: int, i: int, block: Any, rounding: float) -> Any:
    """A real block, converted to the user's convention. Its complex output and input have an axis of length two."""
    out_pair, in_pair = problem.shapes[j][1], problem.leaves[i].dtype.is_complex
    if problem.convention is None:
        return block
    batch = len(problem.batch)
    last = batch + len(problem.rest(problem.outs[j])) - 1  # the complex output's axis; the input's is the last
    if problem.convention == "real_pair":
        order = list(range(block.ndim))
        if in_pair:
            order.insert(last + 1, order.pop())
        if out_pair:
            order.insert(batch, order.pop(last))
        m = math.prod(block.shape[batch : last + 1])
        return reshape(permute(block, dims=tuple(order)), (*problem.batch, m, math.prod(block.shape[last + 1 :])))

    def along(part: int) -> Any:
        """The derivative with respect to the real or imaginary part of the input."""
        d = block.select(block.ndim - 1, part)
        real = d.select(last, 0) if out_pair else d
        return complex_of(real, d.select(last, 1) if out_pair else mul(real, 0.0))

    x, y = along(0), along(1)
    dz, dconj = (x - 1j * y) / 2, (x + 1j * y) / 2
    if problem.convention == "wirtinger":
        return dz, dconj
    a, b = host(dz._wg_data), host(dconj._wg_data)
    if b.size:
        scale = max(float(np.abs(a).max()), float(np.abs(b).max()))
        at = np.unravel_index(int(np.argmax(np.abs(b))), b.shape)
        if np.abs(b[at]) > rounding * scale:
            split = b.ndim - (block.ndim - last - 2)
            where = tuple(int(k) for k in at)
            raise errors.jacobian.not_holomorphic(j, where[:split], where[split:], complex(a[at]), complex(b[at]))
    return dz


# -- sparse


def sparse(problem: Problem, plan: JacobianPlan, coloring: Coloring) -> Any:
    """The entries of a sparse Jacobian, in the order of the pattern."""
    values, order = [], []
    if plan.reverse:
        sums = pulled(problem, split(coloring.rows, problem.outs), plan.reverse, plan.row_chunk)
        flat = [
            reshape(g, (plan.reverse, -1 if x._wg_data.size else 0)) for g, x in zip(sums, problem.inputs, strict=True)
        ]
        table = flat[0] if len(flat) == 1 else cat(*flat, dim=1)
        mine = np.flatnonzero(coloring.by_row)
        values.append(table[coloring.color[mine], coloring.place[mine]])
        order.append(mine)
    if plan.forward:
        sums = moved(problem, split(coloring.columns, problem.inputs), plan.forward, plan.column_chunk)
        flat = [reshape(t, (o._wg_data.size, plan.forward)) for t, o in zip(sums, problem.outs, strict=True)]
        table = flat[0] if len(flat) == 1 else cat(*flat, dim=0)
        mine = np.flatnonzero(~coloring.by_row)
        values.append(table[coloring.place[mine], coloring.color[mine]])
        order.append(mine)
    if not values:
        return make(Meta(problem.inputs[0]._wg_data).xp.zeros(0, problem.inputs[0]._wg_data.dtype))
    return values[0] if len(values) == 1 else cat(*values, dim=0)[np.argsort(np.concatenate(order))]


def split(colors: Ints, values: Sequence[Any]) -> list[Ints]:
    """Colours for several tensors, one array each."""
    return np.split(colors, np.cumsum([v._wg_data.size for v in values])[:-1])


def check_pattern(problem: Problem, s: Sparsity, values: Any, rounding: float) -> None:
    """Check the pattern: compare one backward pass from random cotangents with a product with the sparse Jacobian."""
    weights = probe(problem)
    grads = problem.call.pull(problem.outs, [make(w) for w in weights])
    actual = np.concatenate([host(g._wg_data).reshape(-1) for g in grads])
    u, a = np.concatenate([host(w).reshape(-1) for w in weights])[s.rows], host(values._wg_data)
    expected, scale = np.zeros(s.shape[1]), np.zeros(s.shape[1])
    np.add.at(expected, s.cols, u * a)
    np.add.at(scale, s.cols, abs(u * a))
    worst = worst_entry(actual, expected, scale, rounding)
    if worst is not None:
        raise errors.jacobian.pattern_misses(worst[0], float(actual[worst]), float(expected[worst]))


def as_coo(s: Sparsity, values: Any, layout: str) -> Any:
    """The result in the requested layout."""
    if layout == "coo":
        return COO(s.rows, s.cols, values, s.shape)
    return scipy_sparse().csr_array((values.detach().cpu().numpy(), (s.rows, s.cols)), shape=s.shape)


def scipy_sparse() -> Any:
    """The module of SciPy's sparse arrays."""
    try:
        return importlib.import_module("scipy.sparse")
    except ImportError as e:
        raise errors.jacobian.no_scipy() from e


# -- public functions


class Jacobian:
    """A function that computes a Jacobian. ``plan`` says how."""

    __module__ = "wengert.func"

    def __init__(self, func: Fn, argnums: Any, has_aux: bool, options: dict[str, Any], symmetric: bool) -> None:
        self.func, self.argnums, self.has_aux = func, argnums, has_aux
        self.options = options
        self.symmetric = symmetric
        functools.update_wrapper(self, func, updated=())  # do not copy the options of another Jacobian

    @public
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the Jacobian at a point."""
        problem, plan = self._prepared(args, kwargs)
        result: Any
        if plan.coloring is not None:
            values = sparse(problem, plan, plan.coloring)
            pattern = plan.coloring.sparsity
            if self.options["check"]:
                check_pattern(problem, pattern, values, plan.rounding)
            result = as_coo(pattern, values, self.options["layout"])
        else:
            what = "hessian" if self.symmetric else "jacobian"
            with fitting(what, problem.outs, problem.inputs, plan.result_bytes):
                blocks = dense(problem, plan)
            if self.options["check"] and problem.dims is not None:
                check_samples(problem, blocks, plan.rounding)
            result = tree_unflatten(
                [
                    tree_unflatten(
                        [conventional(problem, j, i, b, plan.rounding) for i, b in enumerate(line)], problem.spec
                    )
                    for j, line in enumerate(blocks)
                ],
                problem.structure,
            )
        return (result, problem.call.release(problem.aux)) if self.has_aux else result

    @public
    def plan(self, *args: Any, **kwargs: Any) -> JacobianPlan:
        """Return the plan for a point. It runs the function once, and if necessary determines the sparsity pattern."""
        return self._prepared(args, kwargs)[1]

    def _prepared(self, args: tuple[Any, ...], kwargs: Any) -> tuple[Problem, JacobianPlan]:
        opt = self.options
        coloring = None
        if opt["sparsity"] is not None and opt["layout"] == "scipy":
            scipy_sparse()  # raise before anything is computed
        problem = Problem(self.func, args, kwargs, self.argnums, self.has_aux, opt["convention"], opt["batch_dims"])
        aux = problem.aux
        outs, inputs = problem.outs, problem.inputs
        footprint = Footprint(problem.call, outs)
        if opt["sparsity"] is not None:
            coloring = self._coloring(problem)
            m, n = [o._wg_data.size for o in outs], [x._wg_data.size for x in inputs]
            if coloring.sparsity.shape != (sum(m), sum(n)):
                raise errors.jacobian.pattern_shape(coloring.sparsity.shape, (sum(m), sum(n)))
            plan = plan_colored(footprint, m, n, coloring, opt["max_bytes"])
            plan.result_bytes = coloring.sparsity.nnz * max([o._wg_data.dtype.itemsize for o in outs], default=0)
        else:
            m, n = [problem.count(o) for o in outs], [problem.count(x) for x in inputs]
            first = "forward" if self.symmetric else "reverse"
            plan = plan_dense(footprint, m, n, opt["mode"], opt["max_bytes"], first)
            plan.samples = math.prod(problem.batch)
            sizes = (k * o._wg_data.dtype.itemsize for k, o in zip(m, outs, strict=True))
            plan.result_bytes = plan.samples * sum(sizes) * sum(n)
        problem.aux = aux
        return problem, plan

    def _coloring(self, problem: Problem) -> Coloring:
        given = self.options["sparsity"]
        if isinstance(given, Coloring):
            if given.symmetric and not self.symmetric:
                raise ValueError(f"jacobian: {given!r} takes the matrix for symmetric, which only hessian's is.")
            return given
        if isinstance(given, str):
            call, aux = problem.call, problem.aux
            pattern = pattern_of(problem, problem.inputs, None)
            problem.call, problem.aux = call, aux
        else:
            pattern = Sparsity.of(given)
        return pattern.coloring(self.options["mode"], symmetric=self.symmetric and self.options["mode"] == "auto")


def _options(mode: str, max_bytes: Any, convention: Any, batch_dims: Any, check: bool, sparsity: Any, layout: str,
             known: Sequence[str] = ("auto", *MODES), what: str = "jacobian") -> dict[str, Any]:  # fmt: skip
    """The options of a Jacobian, validated as far as possible without calling the function."""
    if mode not in known:
        raise errors.jacobian.bad_mode(mode, known, what)
    if max_bytes is not None and (isinstance(max_bytes, bool) or not isinstance(max_bytes, int) or max_bytes <= 0):
        raise ValueError(f"jacobian: expected max_bytes to be a positive int or None, got {max_bytes!r}.")
    if convention is not None and convention not in CONVENTIONS:
        raise errors.jacobian.bad_convention(convention)
    if layout not in ("scipy", "coo"):
        raise ValueError(f"jacobian: expected layout to be 'scipy' or 'coo', got {layout!r}.")
    if isinstance(sparsity, str) and sparsity != "auto":
        raise errors.jacobian.bad_sparsity(sparsity)
    if check and sparsity is None and batch_dims is None:
        raise errors.jacobian.nothing_to_check(what)
    if sparsity is not None:
        for name, value in (("convention=", convention), ("batch_dims=", batch_dims)):
            if value is not None:
                raise errors.jacobian.together("sparsity=", name)
        if not isinstance(sparsity, str | Coloring):
            sparsity = Sparsity.of(sparsity)
    return {
        "mode": mode, "max_bytes": max_bytes, "convention": convention, "batch_dims": batch_dims, "check": check,
        "sparsity": sparsity, "layout": layout,
    }  # fmt: skip


@public
def jacobian(func: Fn, argnums: Any = 0, has_aux: bool = False, *, mode: str = "auto", max_bytes: int | None = None,
             convention: str | None = None, batch_dims: int | tuple[int, ...] | None = None, sparsity: Any = None,
             layout: str = "scipy", check: bool = False) -> Jacobian:  # fmt: skip
    """Return a function that computes the Jacobian of ``func``, with an algorithm chosen by its sizes.

    Args:
        func: returns a pytree of tensors, or ``(output, aux)`` with ``has_aux``.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a pytree of tensors.
        has_aux: whether ``func`` also returns auxiliary values. The result is then ``(jacobian, aux)``.
        mode: ``"reverse"`` computes rows by backward passes, and ``"forward"`` computes columns by forward passes.
            ``"mixed"`` computes the rows of some outputs and the columns of some inputs, so that together they cover
            every block with the fewest passes. ``"auto"`` chooses the mode with the fewest passes that fits the budget.
        max_bytes: the memory budget for batched intermediate values, which are estimated from the recorded call. Rows
            or columns are computed in chunks to meet it. It does not include the result, nor what is recorded for a
            further differentiation. None means 2**30 bytes, or a single pass if that needs more.
        convention: the kind of Jacobian of a complex function. ``"holomorphic"`` is df/dz, and raises an error if the
            Cauchy-Riemann equations do not hold. ``"wirtinger"`` is the pair ``(df/dz, df/dconj(z))``. ``"real_pair"``
            is the real matrix of shape ``(2 m, 2 n)``, with real parts before imaginary parts. With None, complex
            tensors raise an error.
        batch_dims: the dimension or dimensions that number samples, in all inputs and outputs. Each sample of the
            output must depend only on the same sample of the input. The Jacobian of each sample is computed; all
            samples together need as many passes as one.
        sparsity: ``"auto"`` determines which entries may be nonzero: see :func:`jacobian_sparsity`. Or a pattern
            (:class:`Sparsity`, SciPy sparse array, matrix of bools), or a :class:`Coloring`. One pass per colour
            computes all entries.
        layout: the layout of a sparse result. ``"scipy"`` is a ``scipy.sparse.csr_array``. ``"coo"`` is a named tuple
            ``(rows, cols, values, shape)`` of index arrays and a tensor, which may have a history.
        check: use one more backward pass, from random cotangents, to check that samples are independent or that the
            pattern is complete.

    Returns:
        a function of the same arguments, which has a method ``plan`` with the same arguments. The Jacobian has the
        structure of the output, in which every tensor is replaced by the structure of the argument. An output of shape
        ``m`` and an input of shape ``n`` give a tensor of shape ``(*m, *n)``; with ``batch_dims``, of shape
        ``(*batch, *rest of m, *rest of n)``. With ``sparsity``, the result is one matrix for all outputs and inputs,
        flattened.

    Raises:
        ValueError: for an unknown option; if options cannot be combined; if shapes do not match ``batch_dims`` or
            ``sparsity``.
        RuntimeError: (when called) if a single pass needs more than ``max_bytes``; if ``func`` does not satisfy
            ``convention``, ``batch_dims`` or ``sparsity``.
        ImportError: (when called) if SciPy is needed but not installed.

    >>> import wengert
    >>> jac = wengert.func.jacobian(lambda x: x[1:] * x[:-1])
    >>> jac(wengert.tensor([1.0, 2.0, 3.0]))
    tensor([[2., 1., 0.],
            [0., 3., 2.]])
    >>> jac.plan(wengert.tensor([1.0, 2.0, 3.0]))
    JacobianPlan(mode='reverse', passes=2, batches=1)
    """
    options = _options(mode, max_bytes, convention, batch_dims, check, sparsity, layout)
    return Jacobian(func, argnums, has_aux, options, symmetric=False)


@public
def hessian(func: Fn, argnums: Any = 0, *, mode: str | None = None, max_bytes: int | None = None, sparsity: Any = None,
            layout: str = "scipy", check: bool = False) -> Fn:  # fmt: skip
    """Return a function that computes the Hessian of ``func``, by default with forward mode over reverse mode.

    Args:
        func: returns a pytree of real tensors; with ``sparsity``, a scalar tensor.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a pytree of real tensors.
        mode: how to differentiate the gradient: ``"forward"``, ``"reverse"``, ``"mixed"`` or ``"auto"``, as for
            :func:`jacobian`. None means forward mode in one batch and without a plan, unless other options are given.
        max_bytes: see :func:`jacobian`.
        sparsity: see :func:`jacobian`. A pattern is combined with its transpose, and entries may be read from either
            position (a star colouring).
        layout: see :func:`jacobian`.
        check: see :func:`jacobian`.

    Returns:
        a function of the same arguments. Its result has the structure of the output, in which every tensor is replaced
        by the structure of the argument, twice. With ``sparsity``, the result is one matrix. With any option, the
        function has a method ``plan``.

    Raises:
        RuntimeError, ValueError: as for :func:`jacfwd`, :func:`jacrev` and :func:`jacobian`.

    >>> import wengert
    >>> wengert.func.hessian(lambda x: (x**3).sum())(wengert.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    if mode is None and max_bytes is None and sparsity is None and not check:
        return columnwise(jacrev(func, argnums), argnums, False, "error", "hessian")
    options = _options(mode or "auto", max_bytes, None, None, check, sparsity, layout, what="hessian")
    inner = jacrev(func, argnums) if sparsity is None else grad(func, argnums)
    return Jacobian(inner, argnums, False, options, symmetric=True)
