"""``backward`` and ``grad``: checking what was asked for, and starting the walk."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from .. import errors
from ..arrays import arrays, dtypes
from ..arrays.batched import Batched
from ..dispatch import override as dispatch
from ..engine.walk import Walk
from ..errors.tracebacks import short
from ..ops.shape.arrange import expand
from ..ops.structure import _enter, _leave
from ..tape.history import History, Kind
from ..tape.node import GradientEdge, Meta, Node
from ..tape.state import local, new_level
from ..tape.tensor import TensorBase, make
from ..tools.diagnosis.explain import not_used


def _tuple(x: Any) -> tuple[Any, ...]:
    if type(x) is tuple:
        return x
    return (x,) if isinstance(x, (TensorBase, GradientEdge)) or hasattr(x, "shape") else tuple(x)


def _inputs(inputs: Any, function: str) -> tuple[Any, ...]:
    """What is asked for, checked for its types."""
    if type(inputs) is dict:
        inputs = inputs.values()
    elif isinstance(inputs, Mapping):
        raise errors.gradients.inputs_mapping(function, type(inputs))
    found = _tuple(inputs)
    if not found:
        raise errors.gradients.no_inputs(function)
    for x in found:
        if not isinstance(x, (TensorBase, GradientEdge)):
            raise errors.gradients.input_type(type(x))
    return found


def _given(grads: Any, outputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the user gave as cotangents: as many as there are outputs."""
    if grads is None:
        return (None,) * len(outputs)
    given = _tuple(grads)
    if len(given) != len(outputs):
        raise errors.gradients.gradient_total(len(outputs), len(given))
    return given


def _edge(x: Any) -> tuple[Any, int]:
    """``(node, output number)`` of an input or output."""
    if isinstance(x, TensorBase):
        return x._edge()  # type: ignore[no-any-return]
    node, nr = x.node, x.output_nr
    if not isinstance(node, Node):
        raise errors.gradients.edge_node(type(node))
    count = 1 if node.metas is None else len(node.metas)
    if not 0 <= nr < count or node.meta(nr) is None:
        raise errors.gradients.edge_output(node.name(), nr, count)
    return node, nr


def _roots(outputs: tuple[Any, ...]) -> list[tuple[Any, int]]:
    """The edges of what is to be differentiated."""
    edges = []
    for i, t in enumerate(outputs):
        if isinstance(t, TensorBase):
            if not t.requires_grad:
                raise errors.history.no_history(i, t._lost)
            if type(t._data) is Batched and not {*t._data.levels} <= {*local.state.vmap, *local.state.counted}:
                raise errors.vmap.escaped("backward()")
        elif not isinstance(t, GradientEdge):
            raise errors.gradients.output_type(i, type(t))
        edges.append(_edge(t))
    return edges


def cotangents_of(outputs: Any, grads: Any, batched: bool = False) -> list[Any]:
    """One cotangent per output: what was given, checked, or one for a scalar."""
    out = []
    for i, t in enumerate(outputs):
        g = grads[i]
        meta = t._data if isinstance(t, TensorBase) else t.node.meta(t.output_nr)
        if g is None:
            if batched:
                raise errors.gradients.batched_grad_missing(i)
            if math.prod(meta.shape) != 1:
                raise errors.gradients.not_scalar(i, meta.shape)
            if meta.dtype.kind == "c":
                raise errors.gradients.grad_dtype(dtypes.of(meta.dtype))
            one = Meta(meta).ones()
            out.append(make(one if isinstance(t, TensorBase) else arrays.move(one, t.node._device())))
            continue
        if not isinstance(g, TensorBase):
            raise errors.gradients.gradient_type(type(g))
        shape = g._data.shape
        if shape[batched:] != meta.shape or len(shape) < batched:
            refused = errors.gradients.batched_grad_shape if batched else errors.gradients.grad_shape
            raise refused(i, g.shape, meta.shape)
        if (meta.dtype.kind == "c") != (g._data.dtype.kind == "c"):
            raise errors.gradients.grad_complexity(i, g.dtype, dtypes.of(meta.dtype))
        if isinstance(t, TensorBase) and type(g._data) is not type(t._data) and g.device.type != t.device.type:
            if g.ndim:
                raise errors.gradients.gradient_device(f"output {i} was given", t.device, g.device)
            g = make(arrays.move(g._data, t.device))
        out.append(g)
    return out


def _start(walk: Walk, roots: Any, grads: Any) -> Any:
    for g in grads:
        if g._tangents is not None:
            walk.recording = True
    try:
        return walk.launch(roots, grads if walk.recording else [g._data for g in grads])
    except Exception as e:
        raise short(e)  # noqa: B904  # it is the same error


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Add the gradients of ``tensors`` to ``.grad`` of the leaves they came from.

    A leaf without ``.grad`` gets one with the leaf's strides if its memory is dense and does not overlap, otherwise a
    row-major one. An existing ``.grad`` is added to in place and keeps its strides; under ``create_graph`` it is
    replaced by the sum.

    Args:
        tensors: a tensor or :class:`~wengert.autograd.graph.GradientEdge`, or a sequence of them, of any shapes.
        grad_tensors: the cotangent of each, of its shape; may be None for scalars, where it is one.
        retain_graph: keep what was saved, so that the graph can be walked again. Default: ``create_graph``.
        create_graph: record the walk, so that gradients can be differentiated.
        grad_variables: deprecated name of ``grad_tensors``.
        inputs: accumulate into these only: a tensor or edge, or a sequence or dict of them. Tensors that are not
            leaves retain their gradient, as after :meth:`Tensor.retain_grad`.

    Raises:
        RuntimeError: if a tensor has no history (the message tells where it was lost), a non-scalar lacks its
            cotangent, shapes differ, the graph was freed, or a saved value was overwritten.
        TypeError: if something that is no tensor stands where one is expected.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> wengert.autograd.backward((x * x).sum())
    >>> x.grad
    tensor([2., 4.])
    """
    if dispatch.on and (found := dispatch.find(tensors, grad_tensors, inputs)):
        dispatch.published(found, backward, locals())
        return
    if grad_variables is not None:
        errors.text.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning)
        if grad_tensors is not None:
            raise errors.gradients.both_gradients()
        grad_tensors = grad_variables
    targets = () if inputs is None else _inputs(inputs, "backward")
    outputs = _tuple(tensors)
    given = _given(grad_tensors, outputs)
    roots = _roots(outputs)
    grads = cotangents_of(outputs, given)
    wanted: Any = None
    if inputs is not None:
        wanted = {}
        for t in targets:
            if isinstance(t, TensorBase):
                t.retain_grad()  # type: ignore[attr-defined]
            wanted[_edge(t)] = ()
    if create_graph:
        errors.text.warn(
            "Using backward() with create_graph=True will create a reference cycle between the parameter and its "
            "gradient which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid "
            "this. If you have to use this function, make sure to reset the .grad fields of your parameters to None "
            "after use to break the cycle and avoid the leak."
        )
    _start(Walk(create_graph, create_graph if retain_graph is None else bool(retain_graph), wanted, True), roots, grads)


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
) -> Any:
    """Return the gradients of ``outputs`` with respect to ``inputs``, leaving their ``.grad`` alone.

    Args:
        outputs: a tensor or :class:`~wengert.autograd.graph.GradientEdge`, or a sequence of them.
        inputs: a tensor or edge, leaf or not; or a sequence or dict of them.
        grad_outputs: the cotangent of each output, of its shape (with a leading batch axis under ``is_grads_batched``).
        retain_graph: keep what was saved. Default: ``create_graph``.
        create_graph: record the walk, so that the results can be differentiated.
        only_inputs: False is deprecated: leaves that are not among ``inputs`` accumulate into their ``.grad``.
        allow_unused: give None for inputs that the outputs do not depend on, instead of raising. Default:
            ``materialize_grads``.
        is_grads_batched: every cotangent carries a batch as its first axis, and so will every gradient.
        materialize_grads: give zeros instead of None.

    Returns:
        a tuple with one gradient per input, or a dict with the keys of ``inputs`` if that is one.

    Raises:
        RuntimeError: as :func:`backward`; also if an input is unused and ``allow_unused`` is not set.
        ValueError: if ``materialize_grads`` and ``allow_unused=False`` contradict each other, or cotangents carry
            batches of different sizes.

    >>> import wengert
    >>> x = wengert.tensor(3.0, requires_grad=True)
    >>> (g,) = wengert.autograd.grad(x**3, x, create_graph=True)
    >>> wengert.autograd.grad(g, x)
    (tensor(18.),)
    """
    if dispatch.on and (found := dispatch.find(outputs, inputs, grad_outputs)):
        return dispatch.published(found, grad, locals())  # type: ignore[no-any-return]
    if materialize_grads and allow_unused is False:
        raise errors.gradients.materialize_unused()
    ys, xs = _tuple(outputs), _inputs(inputs, "grad")
    if not only_inputs:
        errors.text.warn(
            "only_inputs argument is deprecated (defaults to True). To accumulate gradient for other parts of the "
            "graph, please use wengert.autograd.backward.",
            FutureWarning,
        )
    given = _given(grad_outputs, ys)
    wanted: dict[Any, list[int]] = {}
    for i, x in enumerate(xs):
        if isinstance(x, TensorBase) and not x.requires_grad:
            raise errors.history.input_without_grad(x._lost)
        wanted.setdefault(_edge(x), []).append(i)
    roots = _roots(ys)
    grads = cotangents_of(ys, given, is_grads_batched)
    walk = (create_graph, create_graph if retain_graph is None else bool(retain_graph), wanted, False, not only_inputs)
    if is_grads_batched:
        (answer, size), lost = _batched(walk, roots, grads), None
    else:
        one = Walk(*walk)
        answer, size = _start(one, roots, grads), None
        lost = History(Kind.NOT_RECORDED, "grad() without create_graph=True", one.started)
    # what is one tensor in the walk is one for the caller: an input that is asked for twice, a cotangent passed through
    known = {} if is_grads_batched else {id(g._data): g for g in grads}
    results = []
    for i, x in enumerate(xs):
        g = answer.get(i)
        if g is None:
            if materialize_grads:
                g = _zeros(x, size, create_graph)
            elif not allow_unused:
                raise not_used(i, [node for node, _ in roots])
        elif not isinstance(g, TensorBase):
            if id(g) not in known:
                known[id(g)] = made = make(g)
                made._lost = lost
            g = known[id(g)]
        results.append(g)
    return dict(zip(inputs, results, strict=True)) if type(inputs) is dict else tuple(results)


def _batched(arguments: Any, roots: Any, grads: Any) -> tuple[dict[int, Any], int]:
    """Walk with cotangents whose first axis is a batch; the answer, with the batch first again, and its size."""
    sizes = [g.shape[0] for g in grads]
    if len(set(sizes)) > 1:
        raise errors.gradients.batched_grad_sizes(sizes)
    level, size = new_level(), sizes[0] if sizes else 1
    state = local.state
    before = state.vmap
    state.vmap = (*before, level)
    try:
        grads = [_enter(g, dim=0, level=level, size=size) for g in grads]
        answer = _start(Walk(*arguments), roots, grads)
    finally:
        state.vmap = before
    left: dict[int, Any] = {}  # by identity, so that what was one tensor stays one
    for g in answer.values():
        if id(g) not in left:
            left[id(g)] = _leave(g if isinstance(g, TensorBase) else make(g), dim=0, level=level, size=size)
    return {i: left[id(g)] for i, g in answer.items()}, size


def _zeros(x: Any, size: int | None, requires_grad: bool) -> Any:
    """The gradient of an input that nothing reaches. Under ``is_grads_batched`` it has the batch that all others have
    (PyTorch leaves it out, so that stacking or indexing by cotangent fails for just these inputs)."""
    if not isinstance(x, TensorBase):
        raise errors.gradients.materialize_edge()
    zeros = Meta(x._data).zeros()
    if size is not None:
        zeros = expand(zeros, shape=(size, *zeros.shape)).copy()
    out = make(zeros)
    out._requires_grad = requires_grad
    return out


__all__ = ["backward", "grad"]
