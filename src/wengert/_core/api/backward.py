"""``backward`` and ``grad``: check the arguments and start a backward pass."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping
from typing import Any

from .. import errors
from ..arrays import arrays, copies, dtypes
from ..arrays.batched import Batched
from ..arrays.coo import COO
from ..dispatch import override
from ..dispatch.memory import shares_elements
from ..engine.walk import Walk
from ..errors.tracebacks import short
from ..ops.elementwise.pointwise import clone
from ..ops.shape.arrange import expand
from ..ops.structure import _enter, _leave
from ..tape.history import History, Kind
from ..tape.node import GradientEdge, Meta, Node
from ..tape.state import local, new_level
from ..tape.tensor import TensorBase, make
from .leaving import keep_second

EXPLAIN = "wengert._core.tools.diagnosis.explain"  # imported when an error needs it: importing wengert stays fast


def _tuple(x: Any) -> tuple[Any, ...]:
    if type(x) is tuple:
        return x
    return (x,) if isinstance(x, (TensorBase, GradientEdge)) or hasattr(x, "shape") else tuple(x)


def _inputs(inputs: Any, function: str) -> tuple[Any, ...]:
    """The requested inputs as a tuple, after a type check."""
    if type(inputs) is dict:
        inputs = inputs.values()
    elif isinstance(inputs, Mapping):
        raise errors.gradients.inputs_mapping(function, type(inputs))
    targets = _tuple(inputs)
    if not targets:
        raise errors.gradients.no_inputs(function)
    for x in targets:
        if not isinstance(x, (TensorBase, GradientEdge)):
            raise errors.gradients.input_type(type(x))
    return targets


def check_flags(function: str, **flags: Any) -> None:
    """Check options of which one is no bool. Integers are taken, as in PyTorch, and None where it is the default."""
    for name, value in flags.items():
        if not (value is None and name in ("retain_graph", "allow_unused")) and not isinstance(value, int):
            raise errors.calls.wrong_type(function, name, "bool", value)


def _given(grads: Any, outputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cotangents as a tuple: one per output, None where the user passed none."""
    if grads is None:
        return (None,) * len(outputs)
    if not hasattr(grads, "__iter__") and not isinstance(grads, TensorBase):
        raise errors.gradients.gradient_type(type(grads))
    given = _tuple(grads)
    if len(given) != len(outputs):
        raise errors.gradients.gradient_total(len(outputs), len(given))
    return given


def _edge(x: Any) -> tuple[Any, int]:
    """``(node, output number)`` of an input or output."""
    if isinstance(x, TensorBase):
        return x._wg_edge()  # type: ignore[no-any-return]
    node, nr = x.node, x.output_nr
    if not isinstance(node, Node):
        raise errors.gradients.edge_node(type(node))
    count = 1 if node._wg_metas is None else len(node._wg_metas)
    if not 0 <= nr < count or node._wg_meta(nr) is None:
        raise errors.gradients.edge_output(node._wg_name(), nr, count)
    return node, nr


def _roots(outputs: tuple[Any, ...]) -> list[tuple[Any, int]]:
    """The gradient edges where the backward pass starts, one per output."""
    edges = []
    for i, t in enumerate(outputs):
        if isinstance(t, TensorBase):
            if not t.requires_grad:
                raise errors.history.no_history(i, t._wg_lost)
            if type(t._wg_data) is Batched and not {*t._wg_data.levels} <= {*local.state.vmap, *local.state.counted}:
                raise errors.vmap.escaped("backward()")
        elif not isinstance(t, GradientEdge):
            raise errors.gradients.output_type(i, type(t))
        edges.append(_edge(t))
    return edges


def cotangents_of(outputs: Any, grads: Any, batched: bool = False) -> list[Any]:
    """One cotangent per output: the checked argument, or a one for a scalar."""
    out = []
    for i, t in enumerate(outputs):
        g = grads[i]
        meta = t._wg_data if isinstance(t, TensorBase) else t.node._wg_meta(t.output_nr)
        if g is None:
            if batched:
                raise errors.gradients.batched_grad_missing(i)
            if math.prod(meta.shape) != 1:
                raise errors.gradients.not_scalar(i, meta.shape)
            if meta.dtype.kind == "c":
                raise errors.gradients.grad_dtype(dtypes.of(meta.dtype))
            one = Meta(meta).ones()
            out.append(make(one if isinstance(t, TensorBase) else arrays.move(one, t.node._wg_device())))
            continue
        if not isinstance(g, TensorBase):
            raise errors.gradients.gradient_type(type(g))
        shape = g._wg_data.shape
        if shape[batched:] != meta.shape or len(shape) < batched:
            refused = errors.gradients.batched_grad_shape if batched else errors.gradients.grad_shape
            raise refused(i, g.shape, meta.shape)
        if (meta.dtype.kind == "c") != (g._wg_data.dtype.kind == "c"):
            raise errors.gradients.grad_complexity(i, g.dtype, dtypes.of(meta.dtype))
        if isinstance(t, TensorBase) and type(g._wg_data) is not type(t._wg_data) and g.device.type != t.device.type:
            if g.ndim:
                raise errors.gradients.gradient_device(f"output {i} was given", t.device, g.device)
            g = make(arrays.move(g._wg_data, t.device))
        out.append(g)
    return out


def _start(walk: Walk, roots: Any, grads: Any) -> Any:
    for g in grads:
        if g._wg_tangents is not None:
            walk.recording = True
    return walk.launch(roots, grads if walk.recording else [g._wg_data for g in grads])


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Accumulate the gradients of ``tensors`` into the ``.grad`` of the leaves they depend on.

    A leaf without ``.grad`` gets a new tensor. It has the leaf's strides if the leaf's memory is dense and does not
    overlap; otherwise it is row-major. An existing ``.grad`` is added to in place and keeps its strides. Under
    ``create_graph``, ``.grad`` is replaced by the sum instead.

    Args:
        tensors: a tensor or :class:`~wengert.autograd.graph.GradientEdge`, or a sequence of them, of any shapes.
        grad_tensors: the cotangent of each tensor, of the same shape. It may be None for a scalar, and is then one.
        retain_graph: keep the saved tensors, so that the graph can be used again. Default: ``create_graph``.
        create_graph: record the backward pass, so that the gradients can be differentiated.
        grad_variables: the deprecated name of ``grad_tensors``.
        inputs: accumulate only into these: a tensor or edge, or a sequence or dict of them. Non-leaf tensors among
            them retain their gradient, as after :meth:`Tensor.retain_grad`.

    Raises:
        RuntimeError: if a tensor has no history (the message says where it was lost), if a non-scalar has no
            cotangent, if shapes differ, if the graph was freed, or if a saved tensor was overwritten.
        TypeError: if an argument is not a tensor where one is expected.

    >>> import wengert
    >>> x = wengert.tensor([1.0, 2.0], requires_grad=True)
    >>> wengert.autograd.backward((x * x).sum())
    >>> x.grad
    tensor([2., 4.])
    """
    try:
        if override.on and (overriding := override.find(tensors, grad_tensors, inputs)):
            override.overridden(overriding, backward, locals())
            return
        if grad_variables is not None:
            errors.text.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning)
            if grad_tensors is not None:
                raise errors.gradients.both_gradients()
            grad_tensors = grad_variables
        if type(create_graph) is not bool or (retain_graph is not None and type(retain_graph) is not bool):
            check_flags("backward", retain_graph=retain_graph, create_graph=create_graph)
        targets = () if inputs is None else _inputs(inputs, "backward")
        outputs = _tuple(tensors)
        given = _given(grad_tensors, outputs)
        roots = _roots(outputs)
        if not create_graph and local.state.transforms:
            keep_second(outputs, roots)
        grads = cotangents_of(outputs, given)
        captures: Any = None
        if inputs is not None:
            captures = {}
            for t in targets:
                if isinstance(t, TensorBase):
                    t.retain_grad()  # type: ignore[attr-defined]
                captures[_edge(t)] = ()
        if create_graph:
            errors.text.warn(
                "Using backward() with create_graph=True will create a reference cycle between the parameter and its "
                "gradient which can cause a memory leak. We recommend using autograd.grad when creating the graph to "
                "avoid this. If you have to use this function, make sure to reset the .grad fields of your parameters "
                "to None after use to break the cycle and avoid the leak."
            )
        retained = create_graph if retain_graph is None else bool(retain_graph)
        _start(Walk(create_graph, retained, captures, True), roots, grads)
    except Exception as e:
        raise short(e)  # compiled, a bare `raise` would bring the old traceback back


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
    """Compute the gradients of ``outputs`` with respect to ``inputs``, and return them. No ``.grad`` changes.

    Args:
        outputs: a tensor or :class:`~wengert.autograd.graph.GradientEdge`, or a sequence of them.
        inputs: a tensor or edge, or a sequence or dict of them. They need not be leaves.
        grad_outputs: the cotangent of each output, of the same shape. Under ``is_grads_batched`` it has an additional
            leading batch dimension.
        retain_graph: keep the saved tensors, so that the graph can be used again. Default: ``create_graph``.
        create_graph: record the backward pass, so that the results can be differentiated.
        only_inputs: False is deprecated: leaves that are not among ``inputs`` then accumulate into their ``.grad``.
        allow_unused: return None for an input that the outputs do not depend on, instead of raising an error.
            Default: ``materialize_grads``.
        is_grads_batched: the first dimension of every cotangent is a batch dimension. Every gradient gets one, too.
        materialize_grads: return zeros instead of None.

    Returns:
        a tuple with one gradient per input; or a dict with the same keys, if ``inputs`` is a dict.

    Raises:
        RuntimeError: as for :func:`backward`; also if an input is unused and ``allow_unused`` is not set.
        ValueError: if ``materialize_grads`` and ``allow_unused=False`` are combined, or if the batch sizes of the
            cotangents differ.

    >>> import wengert
    >>> x = wengert.tensor(3.0, requires_grad=True)
    >>> (g,) = wengert.autograd.grad(x**3, x, create_graph=True)
    >>> wengert.autograd.grad(g, x)
    (tensor(18.),)
    """
    try:
        if override.on and (overriding := override.find(outputs, inputs, grad_outputs)):
            return override.overridden(overriding, grad, locals())  # type: ignore[no-any-return]
        if (
            type(create_graph) is not bool
            or type(is_grads_batched) is not bool
            or type(materialize_grads) is not bool
            or (retain_graph is not None and type(retain_graph) is not bool)
            or (allow_unused is not None and type(allow_unused) is not bool)
        ):
            check_flags(
                "grad", retain_graph=retain_graph, create_graph=create_graph, allow_unused=allow_unused,
                is_grads_batched=is_grads_batched, materialize_grads=materialize_grads,
            )  # fmt: skip
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
        roots = _roots(ys)  # errors about the outputs come first, as in PyTorch
        grads = cotangents_of(ys, given, is_grads_batched)
        captures: dict[Any, list[int]] = {}
        for i, x in enumerate(xs):
            if isinstance(x, TensorBase) and not x.requires_grad:
                raise errors.history.input_without_grad(x._wg_lost)
            captures.setdefault(_edge(x), []).append(i)
        walk = (
            create_graph,
            create_graph if retain_graph is None else bool(retain_graph),
            captures,
            False,
            not only_inputs,
        )
        if is_grads_batched:
            (answer, size), lost = _batched(walk, roots, grads), None
        else:
            one = Walk(*walk)
            answer, size = _start(one, roots, grads), None
            lost = History(Kind.NOT_RECORDED, "grad() without create_graph=True", one.started)
        known = {id(g): g for g in grads}
        if not is_grads_batched:
            known.update({id(g._wg_data): g for g in grads})
        results = []
        for i, x in enumerate(xs):
            g = answer.get(i)
            if g is not None:
                g = _result(g, known, lost)
            elif materialize_grads:
                g = _zeros(x, size, create_graph)
            elif not allow_unused:
                diagnosis = importlib.import_module(EXPLAIN)
                raise diagnosis.not_used(i, [node for node, _ in roots])
            results.append(g)
        return dict(zip(inputs, results, strict=True)) if type(inputs) is dict else tuple(results)
    except Exception as e:
        raise short(e)  # compiled, a bare `raise` would bring the old traceback back


def _result(g: Any, known: dict[int, Any], lost: Any) -> Any:
    """A gradient of the answer as a tensor. What a formula expanded is written out: users may write into what they get.

    One array in the backward pass gives one tensor: for an input listed twice, or a cotangent passed through. ``known``
    has these tensors, by the identity of what the pass gave.
    """
    made = known.get(id(g))
    if made is None:
        if isinstance(g, TensorBase):
            made = clone(g, memory_format="contiguous_format") if _expanded(g._wg_data) else g
        else:
            made = make(copies.copied(g) if _expanded(g) else g)
            made._wg_lost = lost
        known[id(g)] = made
    return made


def _batched(arguments: Any, roots: Any, grads: Any) -> tuple[dict[int, Any], int]:
    """Run backward for a batch of cotangents; return the gradients, batch dimension first, and the batch size."""
    sizes = [g.shape[0] for g in grads]
    if len(set(sizes)) > 1:
        raise errors.gradients.batched_grad_sizes(sizes)
    level, size = new_level(), sizes[0] if sizes else 1
    state = local.state
    before = state.vmap
    try:
        state.vmap = (*before, level)
        grads = [_enter(g, dim=0, level=level, size=size) for g in grads]
        answer = _start(Walk(*arguments), roots, grads)
    finally:
        state.vmap = before
    left: dict[int, Any] = {}  # by identity, so that one tensor in the backward pass stays one tensor
    for g in answer.values():
        if id(g) not in left:
            left[id(g)] = _leave(g if isinstance(g, TensorBase) else make(g), dim=0, level=level, size=size)
    return {i: left[id(g)] for i, g in answer.items()}, size


def _expanded(payload: Any) -> bool:
    return type(payload) is not COO and shares_elements(payload)


def _zeros(x: Any, size: int | None, requires_grad: bool) -> Any:
    """Zeros for an input that receives no gradient, with the batch dimension under ``is_grads_batched``.

    (PyTorch leaves the batch dimension out for these inputs, so stacking or indexing by cotangent fails there.)
    """
    if not isinstance(x, TensorBase):
        raise errors.gradients.materialize_edge()
    zeros = Meta(x._wg_data).zeros()
    if size is not None:
        zeros = expand(zeros, shape=(size, *zeros.shape)).copy()
    out = make(zeros)
    out._wg_requires_grad = requires_grad
    return out
