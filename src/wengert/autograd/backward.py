"""``backward`` and ``grad``: checking what was asked for, and starting the walk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import dtypes, errors
from ..batched import Batched
from ..engine import Walk
from ..formula import REGISTRY
from ..graph import Meta, Node
from ..modes import local, new_level
from ..tensor import TensorBase, make


def _tuple(x: Any) -> tuple[Any, ...]:
    return (x,) if isinstance(x, TensorBase) else tuple(x)


def _roots(outputs: Any) -> list[Any]:
    """The edges of what is to be differentiated."""
    edges = []
    for i, t in enumerate(outputs):
        if not isinstance(t, TensorBase):
            raise TypeError(f"expected Tensors to differentiate, got {type(t).__name__} at position {i}")
        if not t.requires_grad:
            raise errors.no_history(i, t._lost)
        if type(t._data) is Batched and not {*t._data.levels} <= {*local.state.vmap, *local.state.counted}:
            raise errors.escaped("backward()")
        edges.append(t._edge())
    return edges


def cotangents_of(outputs: Any, grads: Any, batched: bool = False) -> list[Any]:
    """One cotangent per output: what was given, checked, or one for a scalar."""
    out = []
    for i, (t, g) in enumerate(zip(outputs, grads, strict=True)):
        if g is None:
            if t._data.size != 1:
                raise errors.not_scalar()
            if t._data.dtype.kind == "c":
                raise errors.grad_dtype(dtypes.of(t._data.dtype))
            out.append(make(Meta(t._data).zeros() + t._data.dtype.type(1)))
            continue
        if not isinstance(g, TensorBase):
            raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
        shape = g.shape[1:] if batched else g.shape
        if tuple(shape) != tuple(t.shape):
            raise errors.grad_shape(i, shape, t.shape)
        if t.dtype.is_complex != g.dtype.is_complex:
            raise errors.grad_complexity(i, g.dtype, t.dtype)
        out.append(g)
    return out


def _start(walk: Walk, roots: Any, grads: Any) -> Any:
    if not walk.recording and any(g._tans is not None for g in grads):
        walk.recording = True
    return walk.run(roots, [g if walk.recording else g._data for g in grads])


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Add the gradients of ``tensors`` to ``.grad`` of the leaves they came from.

    Args:
        tensors: a tensor or a sequence of tensors, of any shapes.
        grad_tensors: the cotangent of each, of its shape; may be None for scalars, where it is one.
        retain_graph: keep what was saved, so that the graph can be walked again. Default: ``create_graph``.
        create_graph: record the walk, so that gradients can be differentiated.
        grad_variables: deprecated name of ``grad_tensors``.
        inputs: accumulate into these tensors only.

    Raises:
        RuntimeError: if a tensor has no history (the message tells where it was lost), a non-scalar lacks its
        cotangent,
            shapes differ, the graph was freed, or a saved value was overwritten.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> wengert.autograd.backward((x * x).sum())
    >>> x.grad
    tensor([2., 4.])
    """
    if grad_variables is not None:
        errors.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. "
                "Please only use `grad_tensors`."
            )
        grad_tensors = grad_variables
    outputs = _tuple(tensors)
    if inputs is not None and not isinstance(inputs, TensorBase) and len(inputs) == 0:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    if grad_tensors is None:
        given: Sequence[Any] = [None] * len(outputs)
    else:
        given = _tuple(grad_tensors)
    if len(given) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(given)} gradients")
    roots = _roots(outputs)
    grads = cotangents_of(outputs, given)
    wanted: Any = None
    targets = []
    if inputs is not None:
        wanted = {}
        for i, t in enumerate(_tuple(inputs)):
            if not t.requires_grad:
                raise errors.input_without_grad()
            edge = t._edge()
            wanted.setdefault(edge, []).append(i)
            targets.append((t, edge))
    if create_graph:
        errors.warn(
            "Using backward() with create_graph=True will create a reference cycle between the parameter and its "
            "gradient "
            "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. "
            "If you "
            "have to use this function, make sure to reset the .grad fields of your parameters to None after use to "
            "break "
            "the cycle and avoid the leak."
        )
    walk = Walk(create_graph, create_graph if retain_graph is None else bool(retain_graph), wanted, True)
    answer = _start(walk, roots, grads)
    for i, (t, (node, _)) in enumerate(targets):
        if t._node is not None and i in answer:
            walk.add_to_leaf(t, answer[i], False)
        del node


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Any, ...]:
    """Return the gradients of ``outputs`` with respect to ``inputs``, leaving every ``.grad`` alone.

    Args:
        outputs: a tensor or a sequence of tensors.
        inputs: a tensor or a sequence of tensors, leaves or not.
        grad_outputs: the cotangent of each output, of its shape (with a leading batch axis under ``is_grads_batched``).
        retain_graph: keep what was saved. Default: ``create_graph``.
        create_graph: record the walk, so that the results can be differentiated.
        only_inputs: must be True for now.
        allow_unused: give None for inputs that the outputs do not depend on, instead of raising.
        is_grads_batched: every cotangent carries a batch as its first axis, and so will every gradient.
        materialize_grads: give zeros instead of None.

    Returns:
        a tuple with one gradient per input.

    Raises:
        RuntimeError: as :func:`backward`; also if an input is unused and ``allow_unused`` is not set.

    >>> import wengert
    >>> x = wengert.tensor(3.0, requires_grad=True)
    >>> (g,) = wengert.autograd.grad(x**3, x, create_graph=True)
    >>> wengert.autograd.grad(g, x)
    (tensor(18.),)
    """
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    if not only_inputs:
        raise errors.later("autograd.grad(only_inputs=False)", "Call backward() as well to accumulate into leaves.")
    allow_unused = bool(materialize_grads if allow_unused is None else allow_unused)
    ys, xs = _tuple(outputs), _tuple(inputs)
    if not xs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    given = [None] * len(ys) if grad_outputs is None else list(_tuple(grad_outputs))
    if len(given) != len(ys):
        raise RuntimeError(f"got {len(ys)} tensors and {len(given)} gradients")
    wanted: dict[Any, list[int]] = {}
    for i, x in enumerate(xs):
        if isinstance(x, Node) or not isinstance(x, TensorBase):
            raise TypeError(f"expected Tensors as inputs, got {type(x).__name__} at position {i}")
        if not x.requires_grad:
            raise errors.input_without_grad()
        wanted.setdefault(x._edge(), []).append(i)
    keep = create_graph if retain_graph is None else bool(retain_graph)
    roots = _roots(ys)
    grads = cotangents_of(ys, given, is_grads_batched)
    state = local.state
    before = state.vmap
    level = size = 0
    if is_grads_batched:
        level, size = new_level(), next((g.shape[0] for g in given if g is not None), 1)
        grads = [
            REGISTRY["_enter"](g, dim=0, level=level, size=size) if one is not None else g
            for g, one in zip(grads, given, strict=True)
        ]
        state.vmap = (*before, level)
    try:
        answer = _start(Walk(create_graph, keep, wanted, False), roots, grads)
    finally:
        state.vmap = before
    results: list[Any] = []
    for i, x in enumerate(xs):
        g = answer.get(i)
        if g is None:
            if not allow_unused:
                raise errors.unused()
            if materialize_grads:
                shape = Meta(x._data).zeros()
                g = make(REGISTRY["expand"](shape, shape=(size, *shape.shape)).copy() if is_grads_batched else shape)
        else:
            g = g if isinstance(g, TensorBase) else make(g)
            if is_grads_batched:
                g = REGISTRY["_leave"](g, dim=0, level=level, size=size)
        results.append(g)
    return tuple(results)
