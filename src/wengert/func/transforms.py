"""Function transforms over the one tape: each runs the function once and reads what it recorded."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .. import errors
from ..autograd.forward_ad import enter_dual_level, exit_dual_level, make_dual, unpack_dual
from ..batched import Batched, levels_of
from ..engine import gradients
from ..formula import REGISTRY
from ..graph import Meta, Node
from ..modes import local, new_level
from ..ops.shape import narrow, reshape
from ..tensor import TensorBase, alias, make

Fn = Callable[..., Any]


# -- structure: a tensor, or a tuple or list of tensors


def _flatten(x: Any, what: str) -> tuple[list[Any], Callable[[list[Any]], Any]]:
    """The tensors of ``x`` and how to put as many back in its place."""
    if isinstance(x, TensorBase):
        return [x], lambda ts: ts[0]
    if isinstance(x, (tuple, list)) and all(isinstance(t, TensorBase) for t in x) and not hasattr(x, "_fields"):
        kind = type(x)
        return list(x), kind
    raise errors.later(
        f"{what}: {type(x).__name__} in the place of a tensor",
        "Use a tensor, or a tuple or list of tensors; other structures come later.",
    )


def _selected(args: tuple[Any, ...], argnums: Any, what: str) -> tuple[int, ...]:
    """The argument numbers to differentiate, counted from the front."""
    nums = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    for n in nums:
        if not -len(args) <= n < len(args):
            raise RuntimeError(f"{what}: got argnum={n}, but only {len(args)} positional inputs")
    return tuple(n % len(args) for n in nums)


def _scalar(out: Any, what: str) -> None:
    if not isinstance(out, TensorBase):
        raise RuntimeError(f"{what}: Expected f(*args) to return a tensor, got {type(out).__name__}")
    if out.ndim != 0:
        raise RuntimeError(
            f"{what}: Expected f(*args) to return a scalar tensor, got tensor with {out.ndim} dims. Maybe you wanted "
            f"to "
            "use the vjp or jacrev APIs instead?"
        )


# -- reverse mode


class _Recorded:
    """A call of a function with fresh inputs, and the gradients at them.

    The inputs are identities of the caller's: where those have a history, a recorded one, so that the results are
    differentiable by whoever is outside. Where the walk reaches nothing but these inputs, it reads raw.
    """

    def __init__(self, f: Fn, args: tuple[Any, ...], kwargs: Any, argnums: Any, has_aux: bool, what: str) -> None:
        state = local.state
        self.outer = state.grad_enabled
        self.nums = _selected(args, argnums, what)
        self.groups = []
        new = list(args)
        self.inputs: list[Any] = []
        for n in self.nums:
            flat, build = _flatten(args[n], what)
            fresh = [self.fresh(t) for t in flat]
            self.groups.append((len(flat), build))
            self.inputs += fresh
            new[n] = build(fresh)
        self.floor = min([t._edge()[0].seq for t in self.inputs], default=0)
        self.edges = [t._edge() for t in self.inputs]
        state.grad_enabled = True
        try:
            out = f(*new, **kwargs)
        finally:
            state.grad_enabled = self.outer
        self.aux = None
        if has_aux:
            if not (isinstance(out, tuple) and len(out) == 2):
                raise RuntimeError(f"{what}: output of function f should be a tuple: (output, aux) if has_aux is True")
            out, self.aux = out
        self.out = out

    def fresh(self, t: Any) -> Any:
        """The caller's tensor at a new place on the tape."""
        if not (t.dtype.is_floating_point or t.dtype.is_complex):
            raise errors.requires_grad_dtype()
        if t.requires_grad and self.outer:
            out = REGISTRY["_alias"](t)
        else:
            out = alias(t._data, t._cell())
            out._rg = True
        out._tans = t._tans
        return out

    def foreign(self, t: Any) -> bool:
        """Whether something besides these inputs, that wants gradients, led to ``t``."""
        own = {node for node, _ in self.edges}
        if any(n.next for n in own):
            return True
        stack: list[Node] = [t._edge()[0]] if t._rg else []
        seen = set(stack)
        while stack:
            node = stack.pop()
            if node in own:
                continue
            if node.seq < self.floor or not node.next:
                return True
            for n in node.next:
                if n is not None and n not in seen:
                    seen.add(n)
                    stack.append(n)
        return False

    def release(self, t: Any) -> Any:
        """A result of the function as the caller sees it: without the inputs made here."""
        if not isinstance(t, TensorBase) or not t.requires_grad or (self.outer and self.foreign(t)):
            return t
        out = alias(t._data, t._cell())
        out._tans = t._tans
        return out

    def released(self, x: Any) -> Any:
        if isinstance(x, (tuple, list)) and not hasattr(x, "_fields"):
            return type(x)(self.released(t) for t in x)
        return self.release(x)

    def grads(self, outs: list[Any], cotangents: list[Any]) -> list[Any]:
        """Gradients at the inputs, zeros where nothing arrives."""
        live = [(o, g) for o, g in zip(outs, cotangents, strict=True) if o.requires_grad]
        if not live:
            return [make(Meta(t._data).zeros()) for t in self.inputs]
        create = self.outer and any(self.foreign(o) for o, _ in live)
        found = gradients([o for o, _ in live], self.edges, [g for _, g in live], create, True)
        return [
            make(Meta(t._data).zeros()) if g is None else g if isinstance(g, TensorBase) else make(g)
            for g, t in zip(found, self.inputs, strict=True)
        ]

    def arranged(self, values: list[Any], argnums: Any) -> Any:
        """A value per input in the structure the caller asked for."""
        out, at = [], 0
        for count, build in self.groups:
            out.append(build(values[at : at + count]))
            at += count
        return out[0] if isinstance(argnums, int) else tuple(out)


def grad_and_value(func: Fn, argnums: Any = 0, has_aux: bool = False) -> Fn:
    """Return a function that computes the gradient of ``func`` and its value: ``(gradient, value)``.

    Args:
        func: returns a scalar tensor, or ``(scalar, aux)`` with ``has_aux``.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a tensor or a tuple or list of
        tensors.
        has_aux: whether ``func`` returns something besides; the result is then ``(gradient, (value, aux))``.

    >>> import wengert
    >>> wengert.func.grad_and_value(lambda x: x * x)(wengert.tensor(3.0))
    (tensor(6.), tensor(9.))
    """

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        call = _Recorded(func, args, kwargs, argnums, has_aux, "grad")
        _scalar(call.out, "grad")
        one = make(Meta(call.out._data).zeros() + call.out._data.dtype.type(1))
        grads = call.arranged(call.grads([call.out], [one if local.state.dual else one._data]), argnums)
        value = call.release(call.out)
        return grads, (value, call.released(call.aux)) if has_aux else value

    return wrapper


def grad(func: Fn, argnums: Any = 0, has_aux: bool = False) -> Fn:
    """Return a function that computes the gradient of ``func``, which returns a scalar.

    Args:
        func: returns a scalar tensor, or ``(scalar, aux)`` with ``has_aux``.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a tensor or a tuple or list of
        tensors.
        has_aux: whether ``func`` returns something besides; the result is then ``(gradient, aux)``.

    Returns:
        a function of the same arguments. Nest it for higher derivatives.

    >>> import wengert
    >>> cube = lambda x: x**3
    >>> wengert.func.grad(wengert.func.grad(cube))(wengert.tensor(2.0))
    tensor(12.)
    """
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        grads, rest = both(*args, **kwargs)
        return (grads, rest[1]) if has_aux else grads

    return wrapper


def jacrev(func: Fn, argnums: Any = 0, *, has_aux: bool = False, chunk_size: int | None = None) -> Fn:
    """Return a function that computes the Jacobian of ``func`` by one batched reverse walk per output tensor.

    Args:
        func: returns a tensor, or a tuple or list of tensors.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate.
        has_aux: whether ``func`` returns ``(output, aux)``; the result is then ``(jacobian, aux)``.
        chunk_size: must be None for now.

    Returns:
        a function whose result has, for an output of shape ``m`` and an input of shape ``n``, shape ``(*m, *n)``.

    >>> import wengert
    >>> wengert.func.jacrev(lambda x: x**2)(wengert.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if chunk_size is not None:
        raise errors.later("jacrev(chunk_size=...)", "Leave it out.")

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        call = _Recorded(func, args, kwargs, argnums, has_aux, "jacrev")
        outs, build = _flatten(call.out, "jacrev")
        rows = []
        for out in outs:
            size = out._data.size
            level = new_level()
            eye = _basis(out._data, size)
            g = Batched(eye, level)
            state = local.state
            before = state.vmap
            state.vmap = (*before, level)
            try:
                found = call.grads([out], [make(g) if state.dual else g])
            finally:
                state.vmap = before
            jacobians = []
            for t, x in zip(found, call.inputs, strict=True):
                rowwise = REGISTRY["_leave"](t, dim=0, level=level, size=size)
                jacobians.append(reshape(rowwise, (*out.shape, *x.shape)))
            rows.append(call.arranged(jacobians, argnums))
        result = build(rows)
        return (result, call.released(call.aux)) if has_aux else result

    return wrapper


def _basis(like: Any, size: int) -> Any:
    """The unit cotangents of a value, along a leading axis."""
    if like.dtype.kind == "c":
        raise errors.later("the Jacobian of a complex function", "Differentiate its real and imaginary parts.")
    meta = Meta(like)
    return meta.xp.eye(size, dtype=like.dtype).reshape((size, *like.shape))


# -- forward mode


def jvp(func: Fn, primals: tuple[Any, ...], tangents: tuple[Any, ...], *, strict: bool = False,
        has_aux: bool = False) -> Any:  # fmt: skip
    """Compute the value of ``func`` and its derivative along a direction: ``(output, jvp)``.

    Args:
        func: returns a tensor, or a tuple or list of tensors.
        primals: the arguments, a tuple of tensors.
        tangents: the direction, a tuple of tensors of the same shapes.
        strict: must be False for now.
        has_aux: whether ``func`` returns ``(output, aux)``; the result is then ``(output, jvp, aux)``.

    >>> import wengert
    >>> x = wengert.tensor(3.0)
    >>> wengert.func.jvp(lambda x: x**2, (x,), (wengert.tensor(1.0),))
    (tensor(9.), tensor(6.))
    """
    if strict:
        raise errors.later("jvp(strict=True)", "Leave it out.")
    if not isinstance(primals, tuple) or not isinstance(tangents, tuple):
        raise RuntimeError(
            f"jvp: Expected primals and tangents to be tuples, got {type(primals).__name__} and "
            f"{type(tangents).__name__}. "
            "E.g. it should be valid to call f(*primals)."
        )
    if len(primals) != len(tangents) or not primals:
        raise RuntimeError(f"jvp: Expected as many tangents as primals, got {len(tangents)} and {len(primals)}")
    level = enter_dual_level()
    try:
        duals = []
        for p, t in zip(primals, tangents, strict=True):
            ps, build = _flatten(p, "jvp")
            ts, _ = _flatten(t, "jvp")
            duals.append(build([make_dual(a, b, level=level) for a, b in zip(ps, ts, strict=True)]))
        out = func(*duals)
        aux = None
        if has_aux:
            out, aux = out
        outs, build = _flatten(out, "jvp")
        pairs = [unpack_dual(o, level=level) for o in outs]
        values = build([p.primal for p in pairs])
        moved = build([
            make(Meta(p.primal._data).zeros()) if p.tangent is None else p.tangent for p in pairs
        ])  # fmt: skip
    finally:
        exit_dual_level(level=level)
    return (values, moved, aux) if has_aux else (values, moved)


def jacfwd(func: Fn, argnums: Any = 0, has_aux: bool = False, *, randomness: str = "error") -> Fn:
    """Return a function that computes the Jacobian of ``func`` by one batched forward pass.

    Args:
        func: returns a tensor, or a tuple or list of tensors.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate.
        has_aux: whether ``func`` returns ``(output, aux)``; the result is then ``(jacobian, aux)``.
        randomness: must be ``"error"`` for now.

    Returns:
        a function whose result has, for an output of shape ``m`` and an input of shape ``n``, shape ``(*m, *n)``.

    >>> import wengert
    >>> wengert.func.jacfwd(lambda x: x**2)(wengert.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    _check_randomness(randomness)

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        nums = _selected(args, argnums, "jacfwd")
        groups = [_flatten(args[n], "jacfwd") for n in nums]
        flat = [t for ts, _ in groups for t in ts]
        sizes = [t._data.size for t in flat]
        total = sum(sizes)
        level, dual = new_level(), enter_dual_level()
        state = local.state
        before = state.vmap
        state.vmap = (*before, level)
        try:
            duals, at = [], 0
            for t, n in zip(flat, sizes, strict=True):
                basis = Meta(t._data).xp.zeros((total, n), dtype=t._data.dtype)
                basis[at : at + n] = _basis(t._data, n).reshape(n, n)
                at += n
                tangent = make(Batched(basis.reshape((total, *t.shape)), level))
                duals.append(make_dual(t, tangent, level=dual))
            new, at = list(args), 0
            for n, (ts, build) in zip(nums, groups, strict=True):
                new[n] = build(duals[at : at + len(ts)])
                at += len(ts)
            out = func(*new, **kwargs)
            aux = None
            if has_aux:
                out, aux = out
            outs, rebuild = _flatten(out, "jacfwd")
            tangents = [unpack_dual(o, level=dual).tangent for o in outs]
        finally:
            state.vmap = before
            exit_dual_level(level=dual)
        results = []
        for o, t in zip(outs, tangents, strict=True):
            if t is None:
                t = make(Meta(o._data).zeros())
            columns = REGISTRY["_leave"](t, dim=o.ndim, level=level, size=total)
            blocks, at = [], 0
            for x, n in zip(flat, sizes, strict=True):
                block = narrow(columns, o.ndim, at, n)
                blocks.append(reshape(block, (*o.shape, *x.shape)))
                at += n
            row, at = [], 0
            for ts, build in groups:
                row.append(build(blocks[at : at + len(ts)]))
                at += len(ts)
            results.append(row[0] if isinstance(argnums, int) else tuple(row))
        jacobian = rebuild(results)
        return (jacobian, aux) if has_aux else jacobian

    return wrapper


def hessian(func: Fn, argnums: Any = 0) -> Fn:
    """Return a function that computes the Hessian of ``func``, forward over reverse.

    Args:
        func: returns a tensor.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate.

    >>> import wengert
    >>> wengert.func.hessian(lambda x: (x**3).sum())(wengert.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)


# -- vmap


def _check_randomness(randomness: str) -> None:
    if randomness in ("same", "different"):
        raise errors.later(f"randomness={randomness!r}", "Draw the random numbers outside and pass them in.")
    if randomness != "error":
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")


def vmap(func: Fn, in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", *,
         chunk_size: int | None = None) -> Fn:  # fmt: skip
    """Return a function that maps ``func`` over an axis of its arguments, in one batched call.

    Args:
        func: takes and returns tensors, or tuples or lists of them.
        in_dims: the axis to map, an int for all arguments or a tuple with an int or None (not mapped) per argument.
        out_dims: where the mapped axis goes in the outputs, an int or a tuple of ints.
        randomness: must be ``"error"`` for now: random functions inside raise.
        chunk_size: must be None for now.

    >>> import wengert
    >>> xs = wengert.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> wengert.func.vmap(lambda x: x.sum())(xs)
    tensor([3., 7.])
    """
    _check_randomness(randomness)
    if chunk_size is not None:
        raise errors.later("vmap(chunk_size=...)", "Leave it out.")

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        dims = in_dims if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        if len(dims) != len(args):
            raise ValueError(
                f"vmap({getattr(func, '__name__', func)}, in_dims={in_dims}, ...)(<inputs>): in_dims is not "
                f"compatible with "
                f"the structure of inputs: {len(args)} arguments, {len(dims)} in_dims"
            )
        flat: list[tuple[Any, int | None]] = []
        builds: list[Any] = []
        for a, d in zip(args, dims, strict=True):
            if d is None:
                builds.append((None, None, a))
                continue
            ts, build = _flatten(a, "vmap")
            each = d if isinstance(d, (tuple, list)) else (d,) * len(ts)
            builds.append((len(ts), build, None))
            flat += list(zip(ts, each, strict=True))
        sizes = []
        for t, d in flat:
            if d is None:
                continue
            if not -t.ndim <= d < t.ndim:
                raise ValueError(
                    f"vmap: Got in_dim={d} for an input, but the input has only {t.ndim} dimensions, so expected "
                    f"in_dim to "
                    f"satisfy -{t.ndim} <= in_dim < {t.ndim}."
                )
            sizes.append(t.shape[d])
        if not sizes:
            raise ValueError("vmap: at least one input must be mapped; got in_dims of None only, or no inputs.")
        if len(set(sizes)) > 1:
            raise ValueError(
                "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
                f"{sizes} for the mapped dimension"
            )
        size, level = sizes[0], new_level()
        entered = [t if d is None else REGISTRY["_enter"](t, dim=d % t.ndim, level=level, size=size) for t, d in flat]
        new, at = [], 0
        for count, build, plain in builds:
            if build is None:
                new.append(plain)
            else:
                new.append(build(entered[at : at + count]))
                at += count
        state = local.state
        before = state.vmap
        state.vmap = (*before, level)
        try:
            out = func(*new, **kwargs)
        finally:
            state.vmap = before
        outs, build = _flatten(out, "vmap")
        places = out_dims if isinstance(out_dims, (tuple, list)) else (out_dims,) * len(outs)
        if len(places) != len(outs):
            raise ValueError(
                f"vmap: out_dims is not compatible with the structure of outputs: {len(outs)} outputs, "
                f"out_dims={out_dims}"
            )
        return build([_left(o, d, level, size) for o, d in zip(outs, places, strict=True)])

    return wrapper


def _left(out: Any, dim: int, level: int, size: int) -> Any:
    """A result with its batch as an ordinary axis again."""
    n = out.ndim + 1
    if not -n <= dim < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")
    left = REGISTRY["_leave"](out, dim=dim % n, level=level, size=size)
    return left if level in levels_of(out._data) else REGISTRY["clone"](left)


__all__ = ["grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vmap"]
