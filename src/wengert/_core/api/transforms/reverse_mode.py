"""Reverse mode as function transforms: ``grad``, ``grad_and_value``, ``vjp`` and ``jacrev``."""

from __future__ import annotations

import contextlib
import functools
import os
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ... import errors
from ...arrays.batched import Batched
from ...engine.walk import gradients
from ...errors.tracebacks import public
from ...ops.shape.join import cat
from ...ops.shape.shape import reshape
from ...ops.structure import _leave
from ...tape.node import AccumulateGrad, Meta, Node, moment
from ...tape.state import duals, local
from ...tape.tensor import TensorBase, alias, carry, make
from ...tools.progress import progress
from ..backward import cotangents_of
from ..function_inputs import linked, undifferentiated
from ..leaving import mapped, running
from ..trees import tree_flatten, tree_leaves, tree_map_only, tree_unflatten, treespec_pprint
from .array_inputs import flattened
from .vmap import mapping

Fn = Callable[..., Any]


# -- selecting arguments


def selected(args: tuple[Any, ...], argnums: Any) -> tuple[int, ...]:
    """The argument numbers to differentiate, as non-negative numbers."""
    if not isinstance(argnums, int | tuple):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    nums = (argnums,) if isinstance(argnums, int) else argnums
    for n in nums:
        if not isinstance(n, int):
            raise RuntimeError(f"argnum must be int, got: {type(n)}")
        if not -len(args) <= n < len(args):
            raise RuntimeError(
                f"Got argnum={n}, but only {len(args)} positional inputs. Count the positional inputs from 0."
            )
    if not nums:
        raise RuntimeError("argnums must be non-empty")
    found = tuple(n % len(args) for n in nums)
    if len(set(found)) != len(found):
        raise RuntimeError(f"argnums elements must be unique, got {found}")
    return found


def picked(args: tuple[Any, ...], argnums: Any) -> Any:
    """The arguments to differentiate: one, or a tuple if ``argnums`` is a tuple."""
    nums = selected(args, argnums)
    return args[nums[0]] if isinstance(argnums, int) else tuple(args[n] for n in nums)


def replaced(args: tuple[Any, ...], argnums: Any, new: Any) -> tuple[Any, ...]:
    """``args`` with ``new`` in place of the arguments that :func:`picked` selects. A transform may write the others."""
    nums = selected(args, argnums)
    new_args = dict(zip(nums, (new,) if isinstance(argnums, int) else new, strict=True))
    return tuple(
        new_args[i] if i in new_args else tree_map_only(TensorBase, undifferentiated, a) for i, a in enumerate(args)
    )


def with_aux(out: Any, what: str) -> tuple[Any, Any]:
    """The output and the auxiliary value of a function that returns both."""
    if not (isinstance(out, tuple) and len(out) == 2):
        raise RuntimeError(f"{what}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return out


def tensors_only(outs: Sequence[Any], what: str) -> None:
    """Raise an error if an output is not a tensor, or there is none."""
    if not outs or (len(outs) == 1 and outs[0] is None):
        raise errors.gradients.no_output(what, outs)
    for o in outs:
        if not isinstance(o, TensorBase):
            expected = f"{what}: expected f(*primals) to return only tensors, got unsupported type"
            raise errors.gradients.result_without_history(expected, o)


def refuse_complex(what: str, values: Any, kind: str) -> None:
    """Raise an error for complex tensors: dense Jacobians are those of real functions."""
    for i, x in enumerate(tree_leaves(values)):
        if getattr(getattr(getattr(x, "_wg_data", x), "dtype", None), "kind", "") == "c":
            raise RuntimeError(
                f"{what}: Expected all {kind} to be real but received complex tensor at flattened input idx: {i}"
            )


# -- recorded calls


def with_tangents(t: Any) -> Iterator[Any]:
    """A tensor, its tangents, and their tangents."""
    yield t
    for m in (t._wg_tangents or {}).values():
        yield from with_tangents(m)


wanting: weakref.WeakSet[Node] = weakref.WeakSet()  # nodes that lead to a leaf: search a history only once
inputs: weakref.WeakSet[Node] = weakref.WeakSet()  # leaves made for transforms: when these have ended, nobody has them


class Recorded:
    """A call of a function with new inputs, and the gradients with respect to these inputs.

    The inputs are identities of the caller's tensors. If a tensor has a history, the identity is recorded, so that the
    results can be differentiated outside. If a backward pass reaches only these inputs, it runs on plain arrays.
    """

    def __init__(self, call: Callable[[Any], Any], primals: Any) -> None:
        state = local.state
        self.outer = state.grad_enabled
        self.led: dict[Any, bool] = {}
        leaves, self.spec = flattened(primals)
        known = not state.inference  # under no_grad, too: the gradients may be asked for where recording is on
        before, modes, start = state.transforms, state.now(), 0
        try:
            state.enter(True, False)
            self.inputs = [self._fresh(t, known) for t in leaves]
            self.edges = [t._wg_edge() for t in self.inputs]
            self.own = {node for node, _ in self.edges}
            inputs.update([node for node in self.own if not node._wg_next])
            self.floor = min([node._wg_sequence_nr for node in self.own], default=0)
            start = moment()
            running[start], mapped[start] = self.own, state.vmap
            state.transforms = (*before, start)
            self.out = call(tree_unflatten(self.inputs, self.spec))
        finally:
            running.pop(start, None)
            mapped.pop(start, None)
            state.leave(modes)
            state.transforms = before

    def _fresh(self, t: Any, known: bool) -> Any:
        """The caller's tensor with a new position in the graph, linked to its old one if that is to be ``known``."""
        if not isinstance(t, TensorBase):
            raise ValueError(
                f"Thing passed to transform API must be Tensor, got {type(t)}. wengert.tensor(...) makes one of "
                "numbers; what is not differentiated may stay as it is, outside of argnums. A class that holds "
                "tensors is made known by wengert.pytree.register_dataclass, or register_pytree_node."
            )
        if not (t.dtype.is_floating_point or t.dtype.is_complex):
            raise errors.gradients.requires_grad_dtype()
        if t.requires_grad and known:
            return linked(t)
        out = alias(t._wg_data, t._wg_cell())
        out._wg_requires_grad = True
        out._wg_tangents = t._wg_tangents
        return out

    def foreign(self, t: Any) -> bool:
        """Whether ``t`` depends on something that requires grad, apart from these inputs."""
        if not t.requires_grad:
            return False
        root = t._wg_edge()[0]
        if root not in self.led:
            self.led[root] = self._led(root)
        return self.led[root]

    def _led(self, root: Node) -> bool:
        if any(n._wg_next for n in self.own):
            return True
        stack = [root]
        reached_from: dict[Node, Any] = {root: None}  # each node, and the node from which it was reached
        now = {node for own in list(running.values()) for node in own}
        while stack:
            node = stack.pop()
            if node in self.own:
                continue
            if node in inputs:  # a vector-Jacobian product of a transform that has ended holds its inputs still
                if node in now:
                    return True
                continue
            known = node._wg_sequence_nr < self.floor and node in wanting
            if known or not node._wg_next:
                if known or type(node) is not AccumulateGrad or node.ref() is not None:
                    while node is not None:
                        if node._wg_sequence_nr < self.floor and node._wg_next:
                            wanting.add(node)
                        node = reached_from[node]
                    return True
                continue  # nobody needs gradients of a leaf that is gone
            for n in node._wg_next:
                if n is not None and n not in reached_from:
                    reached_from[n] = node
                    stack.append(n)
        return False

    def release(self, tree: Any) -> Any:
        """Results of the function for the caller, which do not depend on the inputs made here."""
        return tree_map_only(TensorBase, lambda t: self._released(t, self.outer), tree)

    def _released(self, t: Any, recorded: bool) -> Any:
        if not t.requires_grad or (recorded and self.foreign(t)):
            return t
        out = alias(t._wg_data, t._wg_cell())
        if t._wg_tangents is not None:
            carry(out, {level: self._released(m, recorded) for level, m in t._wg_tangents.items()})
        return out

    def _flows(self, out: Any, cotangent: Any) -> bool:
        """Whether gradients outside depend on an output, its cotangent, or their tangents."""
        return any(map(self.foreign, with_tangents(out))) or any(m.requires_grad for m in with_tangents(cotangent))

    def pull(self, outs: Sequence[Any], cotangents: Sequence[Any], keep: bool = True,
             create: bool | None = None) -> list[Any]:  # fmt: skip
        """The gradients with respect to the inputs, for cotangents of ``outs``; zeros for inputs without one."""
        state = local.state
        live = [(o, g) for o, g in zip(outs, cotangents, strict=True) if o.requires_grad]
        grads: list[Any] = [None] * len(self.inputs)
        if live:
            explicit = create is not None
            record = bool(create) if explicit else state.grad_enabled and any(self._flows(o, g) for o, g in live)
            given = [g if record or duals else g._wg_data for _, g in live]
            grads = gradients([o for o, _ in live], self.edges, given, record, keep)
            if record and not explicit:
                grads = [self._released(g, True) if isinstance(g, TensorBase) else g for g in grads]
        return [
            make(Meta(x._wg_data).zeros()) if g is None else g if isinstance(g, TensorBase) else make(g)
            for g, x in zip(grads, self.inputs, strict=True)
        ]


# -- gradients of scalars


@public
def grad_and_value(func: Fn, argnums: Any = 0, has_aux: bool = False) -> Fn:
    """Return a function that computes the gradient of ``func`` and its value: ``(gradient, value)``.

    Args:
        func: returns a scalar tensor, or ``(scalar, aux)`` with ``has_aux``.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a pytree of tensors or
            NumPy arrays, of which ``func`` gets tensors.
        has_aux: whether ``func`` also returns auxiliary values. The result is then ``(gradient, (value, aux))``.

    Returns:
        a function of the same arguments. The gradient has the structure of the argument, or is a tuple of such.

    Raises:
        RuntimeError: for an invalid ``argnums``; if ``func`` does not return a real scalar tensor.
        ValueError: if an argument to differentiate is not a pytree of tensors.

    >>> import wengert
    >>> wengert.func.grad_and_value(lambda x: x * x)(wengert.tensor(3.0))
    (tensor(6.), tensor(9.))
    """
    what = "grad_and_value(f)(*args)"

    @public
    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        call = Recorded(lambda new: func(*replaced(args, argnums, new), **kwargs), picked(args, argnums))
        out, aux = with_aux(call.out, what) if has_aux else (call.out, None)
        if not isinstance(out, TensorBase):
            raise errors.gradients.result_without_history(f"{what}: Expected f(*args) to return a Tensor, got", out)
        if out.ndim:
            raise RuntimeError(
                f"{what}: Expected f(*args) to return a scalar Tensor, got tensor with {out.ndim} dims. Maybe you "
                "wanted to use the vjp or jacrev APIs instead?"
            )
        grads = tree_unflatten(call.pull([out], cotangents_of([out], [None])), call.spec)
        value = call.release(out)
        return grads, (value, call.release(aux)) if has_aux else value

    return wrapper


@public
def grad(func: Fn, argnums: Any = 0, has_aux: bool = False) -> Fn:
    """Return a function that computes the gradient of ``func``, which must return a scalar.

    Args:
        func: returns a scalar tensor, or ``(scalar, aux)`` with ``has_aux``.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a pytree of tensors or
            NumPy arrays, of which ``func`` gets tensors.
        has_aux: whether ``func`` also returns auxiliary values. The result is then ``(gradient, aux)``.

    Returns:
        a function of the same arguments. It can be nested, for higher derivatives.

    Raises:
        RuntimeError, ValueError: as for :func:`grad_and_value`.

    >>> import wengert
    >>> cube = lambda x: x**3
    >>> wengert.func.grad(wengert.func.grad(cube))(wengert.tensor(2.0))
    tensor(12.)
    >>> loss = lambda p, x: (p["w"] * x + p["b"]) ** 2
    >>> wengert.func.grad(loss)({"w": wengert.tensor(1.0), "b": wengert.tensor(2.0)}, 3.0)
    {'w': tensor(30.), 'b': tensor(10.)}
    """
    both = grad_and_value(func, argnums, has_aux)

    @public
    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        grads, rest = both(*args, **kwargs)
        return (grads, rest[1]) if has_aux else grads

    return wrapper


# -- vector-Jacobian products


@public
def vjp(func: Fn, *primals: Any, has_aux: bool = False) -> Any:
    """Compute ``func(*primals)``, and return a function that computes vector-Jacobian products at that point.

    Args:
        func: returns a pytree of floating point or complex tensors, or ``(output, aux)`` with ``has_aux``.
        primals: the point: pytrees of tensors.
        has_aux: whether ``func`` also returns auxiliary values.

    Returns:
        ``(output, vjp_fn)``; with ``has_aux``, ``(output, vjp_fn, aux)``. ``vjp_fn(cotangents)`` takes a pytree like
        the output, and returns a tuple with a pytree like each primal. It can be called any number of times, also
        inside other transforms.

    Raises:
        RuntimeError: if the outputs are not all floating point or complex tensors; in ``vjp_fn``, if the cotangents
            differ from the output in structure, shape, or kind (real or complex).

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0])
    >>> y, vjp_fn = wengert.func.vjp(lambda x: x**2, x)
    >>> vjp_fn(wengert.tensor([1.0, 10.0]))
    (tensor([ 2., 40.]),)
    """
    what = "vjp(f, *primals)"
    call = Recorded(lambda new: func(*new), primals)
    out, aux = with_aux(call.out, what) if has_aux else (call.out, None)
    outs, spec = tree_flatten(out)
    tensors_only(outs, what)
    for o in outs:
        if not (o.dtype.is_floating_point or o.dtype.is_complex):
            raise RuntimeError(
                "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype "
                f"{o.dtype}"
            )

    def vjp_fn(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        given, structure = flattened(cotangents)
        if structure != spec:
            raise RuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of outputs to the "
                f"function. cotangents: {treespec_pprint(structure)}, primal output: {treespec_pprint(spec)}"
            )
        grads = call.pull(outs, cotangents_of(outs, given), retain_graph, create_graph)
        return tree_unflatten(grads, call.spec)

    value = call.release(out)
    return (value, vjp_fn, call.release(aux)) if has_aux else (value, vjp_fn)


# -- Jacobians


@public
def jacrev(func: Fn, argnums: Any = 0, *, has_aux: bool = False, chunk_size: int | None = None) -> Fn:
    """Return a function that computes the Jacobian of ``func`` with one batched backward pass per output tensor.

    Args:
        func: returns a pytree of real tensors, or ``(output, aux)`` with ``has_aux``.
        argnums: the argument (int) or arguments (tuple of ints) to differentiate; each a pytree of real tensors.
        has_aux: whether ``func`` also returns auxiliary values. The result is then ``(jacobian, aux)``.
        chunk_size: the number of rows to compute at a time; None for all. With 1, passes are not batched.

    Returns:
        a function of the same arguments. Its result has the structure of the output, in which every tensor is replaced
        by the structure of the argument. An output of shape ``m`` and an input of shape ``n`` give a tensor of shape
        ``(*m, *n)``.

    Raises:
        ValueError: if ``chunk_size`` is not positive.
        RuntimeError: for an invalid ``argnums``; if inputs or outputs are not all real tensors.

    >>> import wengert
    >>> wengert.func.jacrev(lambda x: x**2)(wengert.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")
    what = "vjp(f, *primals)"

    @public
    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        refuse_complex("jacrev", args, "inputs")
        call = Recorded(lambda new: func(*replaced(args, argnums, new), **kwargs), picked(args, argnums))
        out, aux = with_aux(call.out, what) if has_aux else (call.out, None)
        outs, spec = tree_flatten(out)
        tensors_only(outs, what)
        refuse_complex("jacrev", outs, "outputs")
        for o in outs:
            if not o.dtype.is_floating_point:
                raise RuntimeError(
                    "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype "
                    f"{o.dtype}"
                )
        with fitting("jacrev", outs, call.inputs):
            jacobian = tree_unflatten([tree_unflatten(rows_of(call, o, chunk_size), call.spec) for o in outs], spec)
        return (jacobian, call.release(aux)) if has_aux else jacobian

    return wrapper


def rows_of(call: Recorded, out: Any, chunk_size: int | None) -> list[Any]:
    """The Jacobian of one output with respect to each input."""
    total = out._wg_data.size
    parts = []
    starts = range(0, total, chunk_size or total or 1)
    for start in progress(starts, "rows of a Jacobian", len(starts)):
        count = min(chunk_size or total, total - start)
        basis = unit_vectors(out._wg_data, start, count)
        if count == 1:
            grads = [reshape(g, (1, *g.shape)) for g in call.pull([out], [make(basis[0, ...])])]
        else:
            with mapping(count) as level:
                grads = call.pull([out], [make(Batched(basis, level))])
            grads = [_leave(g, dim=0, level=level, size=count) for g in grads]
        parts.append(grads)
    jacobians = []
    for i, x in enumerate(call.inputs):
        rows = [p[i] for p in parts]
        joined = (
            rows[0]
            if len(rows) == 1
            else cat(*rows, dim=0)
            if rows
            else make(Meta(x._wg_data).xp.zeros(0, x._wg_data.dtype))
        )
        jacobians.append(reshape(joined, (*out.shape, *x.shape)))
    return jacobians


@contextlib.contextmanager
def fitting(what: str, rows: Sequence[Any], columns: Sequence[Any], needed: int | None = None) -> Iterator[None]:
    """Compute a Jacobian: raises an error that names alternatives if it cannot fit into memory, or does not.

    Args:
        what: the name of the function that was called.
        rows: its outputs, on any device; or its inputs, for the directions of forward mode.
        columns: its inputs.
        needed: the bytes of the Jacobian. Default: every row with every column.
    """
    height, width = (sum([t._wg_data.size for t in ts]) for ts in (rows, columns))
    if needed is None:
        needed = sum([t._wg_data.size * t._wg_data.dtype.itemsize for t in rows]) * width
    there = memory_of_machine()
    if there is not None and needed > there and not any([t.is_cuda for t in (*rows, *columns)]):
        raise errors.jacobian.too_large(what, height, width, needed, there)
    try:
        yield
    except MemoryError as e:
        raise errors.jacobian.passes_too_large(what, e) from None


@functools.cache
def memory_of_machine() -> int | None:
    """How many bytes of memory this machine has; None where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def unit_vectors(like: Any, start: int, count: int) -> Any:
    """Some unit vectors of the space that contains a value, along a leading dimension."""
    meta = Meta(like)
    basis = meta.xp.zeros((count, meta.numel), meta.dtype)
    basis.reshape(-1)[start :: meta.numel + 1] = 1
    return basis.reshape((count, *meta.shape))
