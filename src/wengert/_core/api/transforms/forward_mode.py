"""Forward mode as function transforms: ``jvp``, ``linearize`` and ``jacfwd``."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

from ...arrays.batched import Batched
from ...errors.tracebacks import public
from ...ops.shape.shape import narrow, reshape
from ...ops.structure import _leave
from ...tape.node import Meta
from ...tape.state import local
from ...tape.tensor import TensorBase, make
from ..dual_levels import dual_level, make_dual, unpack_plain
from ..leaving import running
from ..trees import tree_flatten, tree_unflatten
from .array_inputs import flattened
from .reverse_mode import Recorded, fitting, picked, refuse_complex, replaced, tensors_only, unit_vectors, with_aux
from .vmap import check_randomness, mapping

Fn = Callable[..., Any]
JVP = "jvp(f, primals, tangents)"


def pushed(func: Fn, leaves: list[Any], spec: Any, tangents: list[Any], has_aux: bool,
           strict: bool = False, recorded: bool = False) -> tuple[list[Any], list[Any], Any, Any]:  # fmt: skip
    """Call ``func`` with dual tensors. Return values, tangents (or None), their structure, and aux.

    ``recorded``: record what is done to the tangents where ``func`` turns recording off, too.
    """
    with normal_mode(), dual_level() as level, differentiating(local.state.dual[-1], recorded):
        duals = [make_dual(p, t, level=level) for p, t in zip(leaves, tangents, strict=True)]
        out = func(tree_unflatten(duals, spec))
        out, aux = with_aux(out, JVP) if has_aux else (out, None)
        outs, structure = tree_flatten(out)
        tensors_only(outs, JVP)
        pairs = [unpack_plain(o, level) for o in outs]
        if strict and any(p.tangent is None for p in pairs):
            raise RuntimeError(
                "jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not "
                "allowed with strict=True. "
                "Use the inputs in f, or leave out strict=True to get zeros."
            )
        if has_aux:
            flat, form = tree_flatten(aux)
            plain = [unpack_plain(a, level).primal if isinstance(a, TensorBase) else a for a in flat]
            aux = tree_unflatten(plain, form)
    return [p.primal for p in pairs], [p.tangent for p in pairs], structure, aux


@contextlib.contextmanager
def differentiating(level: int, recorded: bool) -> Iterator[None]:
    """Note that a level, by its own number, is that of a transform, and whether its tangents are always recorded."""
    state = local.state
    before = state.linearized
    try:
        running[level] = ()
        if recorded:
            state.linearized = (*before, level)
        yield
    finally:
        state.linearized = before
        running.pop(level, None)


@contextlib.contextmanager
def normal_mode() -> Iterator[None]:
    """Leave inference mode, which drops tangents, but keep the grad mode."""
    state = local.state
    before = state.now()
    try:
        state.enter(state.grad_enabled, False)
        yield
    finally:
        state.leave(before)


def zeros_for(values: list[Any], tangents: list[Any]) -> list[Any]:
    """The tangents, with zeros in place of None."""
    return [make(Meta(v._wg_data).zeros()) if t is None else t for v, t in zip(values, tangents, strict=True)]


def pushed_along_all(func: Fn, leaves: list[Any], spec: Any, what: str, has_aux: bool = False,
                     randomness: str = "error", unit: complex = 1) -> Any:  # fmt: skip
    """Call ``func``, for ``what``, with tangents along ``unit`` times every basis vector of its inputs, in one vmap.

    Return values, the blocks of the Jacobian of each by input, their structure, and aux.
    """
    sizes = [p._wg_data.size for p in leaves]
    total = sum(sizes)
    with fitting(what, leaves, leaves), normal_mode(), mapping(total, randomness) as level:
        basis, at = [], 0
        for p, n in zip(leaves, sizes, strict=True):
            vectors = unit_vectors(p._wg_data, 0, n)
            part = Meta(p._wg_data).xp.zeros((total, *p.shape), p._wg_data.dtype)
            part[at : at + n] = vectors * unit if p.dtype.is_complex else vectors
            basis.append(make(Batched(part, level)))
            at += n
        values, moved, structure, aux = pushed(func, leaves, spec, basis, has_aux)
    jacobians = []
    for v, t in zip(values, zeros_for(values, moved), strict=True):
        columns = _leave(t, dim=v.ndim, level=level, size=total)
        blocks, at = [], 0
        for p, n in zip(leaves, sizes, strict=True):
            blocks.append(reshape(narrow(columns, v.ndim, at, n), (*v.shape, *p.shape)))
            at += n
        jacobians.append(blocks)
    return values, jacobians, structure, aux


@public
def jvp(func: Fn, primals: tuple[Any, ...], tangents: tuple[Any, ...], *, strict: bool = False,
        has_aux: bool = False) -> Any:  # fmt: skip
    """Compute the value of ``func`` and its derivative along a direction: ``(output, jvp)``.

    Args:
        func: returns a pytree of tensors, or ``(output, aux)`` with ``has_aux``.
        primals: the arguments: a tuple of pytrees of tensors.
        tangents: the direction, with the same structure and shapes.
        strict: raise an error if an output does not depend on the inputs. By default its derivative is zero.
        has_aux: whether ``func`` also returns auxiliary values. The result is then ``(output, jvp, aux)``.

    Raises:
        RuntimeError: if primals and tangents differ in structure or shapes; if they or the outputs are not all tensors;
            with ``strict``, if an output does not depend on the inputs.
        ValueError: if a primal is not floating point or complex.

    >>> import wengert
    >>> x = wengert.tensor(3.0)
    >>> wengert.func.jvp(lambda x: x**2, (x,), (wengert.tensor(1.0),))
    (tensor(9.), tensor(6.))
    """
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{JVP}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    leaves, spec = flattened(primals)
    moving, structure = flattened(tangents)
    if spec != structure:
        raise RuntimeError(
            f"{JVP}: Expected primals and tangents to have the same python structure. For example, if primals is a "
            f"tuple of 3 tensors, tangents also must be. Got primals with structure {spec} and tangents with structure "
            f"{structure}"
        )
    for name, values in (("primals", leaves), ("tangents", moving)):
        if not values:
            raise RuntimeError(f"{JVP}: Expected {name} to contain at least one Tensor.")
        for t in values:
            if not isinstance(t, TensorBase):
                raise RuntimeError(f"{JVP}: Expected {name} to only contain Tensors, got {type(t)}")
    values, moved, form, aux = pushed(lambda new: func(*new), leaves, spec, moving, has_aux, strict)
    result = tree_unflatten(values, form), tree_unflatten(zeros_for(values, moved), form)
    return (*result, aux) if has_aux else result


@public
def linearize(func: Fn, *primals: Any) -> Any:
    """Compute ``func(*primals)``, and return a function that computes its derivative along a direction.

    ``func`` runs once. The returned function only multiplies by the Jacobian. For many directions this is faster than
    calling :func:`jvp` for each.

    Args:
        func: returns a pytree of tensors.
        primals: the point: pytrees of floating point or complex tensors.

    Returns:
        ``(output, jvp_fn)``. ``jvp_fn(*tangents)`` takes one pytree per primal, with its structure, shapes and dtypes,
        and returns a pytree like the output. It can be used inside other transforms.

    Raises:
        RuntimeError: in ``jvp_fn``, if the tangents do not match the primals.
        ValueError: if a primal is not floating point or complex.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0])
    >>> y, jvp_fn = wengert.func.linearize(lambda x: x**2, x)
    >>> jvp_fn(wengert.tensor([1.0, 0.0])), jvp_fn(wengert.tensor([0.0, 1.0]))
    (tensor([2., 0.]), tensor([0., 4.]))
    """
    leaves, spec = flattened(primals)
    for p in leaves:
        if not isinstance(p, TensorBase):
            raise RuntimeError(f"linearize(f, *primals): Expected primals to only contain Tensors, got {type(p)}")
    values: list[Any] = []
    forms: list[Any] = []

    def moved(new: Any) -> Any:
        outs, tangents, form, _ = pushed(lambda args: func(*args), leaves, spec, new, False, recorded=True)
        values.extend(outs)
        forms.append(form)
        return zeros_for(outs, tangents)

    # Forward mode records the map t -> J t of the tangents. Its backward pass, when recorded, is u -> J* u. The
    # backward pass of that is t -> J t again, and does not refer to ``func``.
    call = Recorded(moved, [make(Meta(p._wg_data).zeros()) for p in leaves])
    back = Recorded(lambda us: call.pull(call.out, us, create=True), [make(Meta(v._wg_data).zeros()) for v in values])
    output = tree_unflatten(call.release(values), forms[0])

    def jvp_fn(*tangents: Any) -> Any:
        moving, structure = flattened(tangents)
        if structure != spec:
            raise RuntimeError(
                f"Expected the tangents {structure} to have the same argspec as the primals {spec}"
            )  # fmt: skip
        for i, (t, p) in enumerate(zip(moving, leaves, strict=True)):
            if not isinstance(t, TensorBase):
                raise RuntimeError(f"Expected the tangents to only contain Tensors, got {type(t)}")
            for kind in ("shape", "device", "dtype"):
                mine, other = (list(v) if kind == "shape" else v for v in (getattr(t, kind), getattr(p, kind)))
                if mine != other:
                    raise RuntimeError(
                        f"tangent:{i} with {kind} {mine} in flattened pytree doesn't match the {kind} {other} of the "
                        "corresponding primal. "
                        "Make each tangent like its primal: randn_like(primal) does."
                    )
        return tree_unflatten(back.pull(back.out, moving), forms[0])

    return output, jvp_fn


@public
def jacfwd(func: Fn, argnums: Any = 0, has_aux: bool = False, *, randomness: str = "error") -> Fn:
    """Return a function that computes the Jacobian of ``func`` with one batched forward pass.

    It is faster than :func:`jacrev` if there are more outputs than inputs.

    Args:
        func: returns a pytree of real tensors, or ``(output, aux)`` with ``has_aux``.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a pytree of real tensors.
        has_aux: whether ``func`` also returns auxiliary values. The result is then ``(jacobian, aux)``.
        randomness: how random functions behave, as for :func:`vmap`. Every column is one example.

    Returns:
        a function of the same arguments. Its result has the structure of the output, in which every tensor is replaced
        by the structure of the argument. An output of shape ``m`` and an input of shape ``n`` give a tensor of shape
        ``(*m, *n)``.

    Raises:
        RuntimeError: for an invalid ``argnums`` or ``randomness``; if inputs or outputs are not all real tensors.
        ValueError: if an argument to differentiate is not floating point.

    >>> import wengert
    >>> wengert.func.jacfwd(lambda x: x**2)(wengert.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    check_randomness(randomness)
    return columnwise(func, argnums, has_aux, randomness, "jacfwd")


def columnwise(func: Fn, argnums: Any, has_aux: bool, randomness: str, what: str) -> Fn:
    """``jacfwd`` of a function, for the public function ``what``."""

    @public
    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        refuse_complex("jacfwd", args, "inputs")
        leaves, spec = flattened(picked(args, argnums))
        for p in leaves:
            if not isinstance(p, TensorBase):
                raise RuntimeError(f"{JVP}: Expected primals to only contain Tensors, got {type(p)}")

        def call(new: Any) -> Any:
            return func(*replaced(args, argnums, new), **kwargs)

        values, blocks, form, aux = pushed_along_all(call, leaves, spec, what, has_aux, randomness)
        refuse_complex("jacfwd", values, "outputs")
        jacobian = tree_unflatten([tree_unflatten(one, spec) for one in blocks], form)
        return (jacobian, aux) if has_aux else jacobian

    return wrapper
