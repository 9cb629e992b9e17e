"""Re-entrant checkpointing: the call is one node, and its backward calls ``backward`` on a second run."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from typing import Any

from ... import errors
from ...arrays.arrays import cuda_available
from ...dispatch.op import record
from ...ops.random.generator import drawing_from
from ...ops.random.seeding import get_rng_state, rng_bytes, set_rng_state
from ...tape.node import Meta, Node
from ...tape.state import local
from ...tape.tensor import TensorBase, alias, detach
from ..backward import backward
from ..function import Function
from ..trees import tree_flatten
from ..variable import Variable
from .regions import Modes


class _Entrance(Node):
    """The node of an argument in a recorded backward pass through a re-entrant checkpoint.

    The inner backward pass over the recomputed part ends here. Afterwards the node is connected to the original
    argument, so that the gradients can be differentiated.
    """

    def __init__(self, t: Any) -> None:
        record(self, None, (), (), None)
        meta = Meta(t._wg_data)
        self.shape, self.dtype, self.levels = meta.shape, meta.dtype, meta.levels

    def _wg_name(self) -> str:
        return "CheckpointFunctionBackward"

    def _wg_run(self, walk: Any, gs: Any) -> list[Any]:
        """Return the gradients unchanged."""
        return list(gs)


class CheckpointFunction(Function):
    """The re-entrant form of :func:`checkpoint` as a Function: ``apply(function, preserve_rng_state, *args)``.

    >>> import wengert
    >>> from wengert.utils.checkpoint import CheckpointFunction
    >>> x = wengert.tensor(0.0, requires_grad=True)
    >>> CheckpointFunction.apply(wengert.sin, True, x).backward()
    >>> x.grad
    tensor(1.)
    """

    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, run_function: Callable[..., Any], preserve_rng_state: bool, *args: Any) -> Any:
        """Call the function without recording it, and save its arguments."""
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.random = rng_bytes() if preserve_rng_state else None
        ctx.modes = Modes()
        ctx.rest = [() if isinstance(a, TensorBase) else (a,) for a in args]
        ctx.save_for_backward(*[a for a in args if isinstance(a, TensorBase)])
        return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Run and record the function again, and run backward on it. Captured leaves get their ``.grad`` there."""
        if not Variable._execution_engine.is_checkpoint_valid():
            raise errors.checkpoint.reentrant_inputs()
        recording = local.state.grad_enabled
        tensors = iter(ctx.saved_tensors)
        given = tuple([a[0] if a else next(tensors) for a in ctx.rest])
        args = tuple([_entered(a) for a in given]) if recording else detach_variable(given)
        drawing = contextlib.nullcontext() if ctx.random is None else drawing_from(ctx.random)
        with ctx.modes.again(None), drawing:
            outputs = ctx.run_function(*args)
        if not isinstance(outputs, (tuple, list)):
            outputs = (outputs,)
        pairs = [(o, g) for o, g in zip(outputs, grads, strict=False) if isinstance(o, TensorBase) and o.requires_grad]
        if not pairs:
            raise errors.checkpoint.unnecessary()
        backward([o for o, _ in pairs], [g for _, g in pairs], create_graph=recording)
        found = tuple([a._wg_grad if isinstance(a, TensorBase) else None for a in args])
        for a, t in zip(args, given, strict=True):
            if isinstance(a, TensorBase) and type(a._wg_node) is _Entrance:
                (node, nr) = t._wg_edge()
                a._wg_node._wg_next, a._wg_node._wg_next_output_nrs = (node,), (nr,)
        return (None, None, *found)


def _entered(t: Any) -> Any:
    """A copy of an argument for a recomputation that will be differentiated again."""
    if not isinstance(t, TensorBase) or not t.requires_grad:
        return detach(t) if isinstance(t, TensorBase) else t
    out: Any = alias(t._wg_data, t._wg_cell())
    out._wg_node, out._wg_requires_grad = _Entrance(t), True
    out.retain_grad()
    return out


def detach_variable(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the tensors without history, as leaves that require grad where the originals do.

    Args:
        inputs: a tuple. Values that are not tensors are returned as they are.

    Raises:
        RuntimeError: if ``inputs`` is not a tuple.

    >>> import wengert
    >>> from wengert.utils.checkpoint import detach_variable
    >>> y = wengert.ones(2, requires_grad=True) * 2
    >>> detach_variable((y, 3))
    (tensor([2., 2.], requires_grad=True), 3)
    """
    if not isinstance(inputs, tuple):
        raise errors.checkpoint.not_a_tuple(inputs)
    return tuple([
        detach(x).requires_grad_(x.requires_grad) if isinstance(x, TensorBase) else x for x in inputs
    ])  # fmt: skip


def check_backward_validity(inputs: Iterable[Any]) -> None:
    """Warn if no input is a tensor that requires grad: the results of a re-entrant checkpoint then have no gradient.

    Args:
        inputs: any values; only tensors count.

    >>> import wengert
    >>> from wengert.utils.checkpoint import check_backward_validity
    >>> check_backward_validity([wengert.ones(2, requires_grad=True), 3])
    """
    if not any(x.requires_grad for x in inputs if isinstance(x, TensorBase)):
        errors.text.warn(errors.checkpoint.none_requires_grad())


# -- devices


class DefaultDeviceType:
    """The device type whose random state checkpointing restores if no argument is on a device.

    Here one generator serves all devices: tensors on a GPU are filled with numbers drawn on the CPU. Its state is
    restored, whatever the device type is. So this setting is stored, but has no effect.

    >>> from wengert.utils.checkpoint import DefaultDeviceType
    >>> DefaultDeviceType.set_device_type("cpu")
    >>> DefaultDeviceType.get_device_type()
    'cpu'
    """

    _default_device_type: str | None = None

    @staticmethod
    def set_device_type(device: str = "cuda") -> None:
        """Set the device type.

        Args:
            device: the name of a device type, such as ``"cuda"``.
        """
        DefaultDeviceType._default_device_type = device

    @staticmethod
    def get_device_type() -> str:
        """Return the device type that was set. The default is ``"cuda"`` if there is a GPU, else ``"cpu"``."""
        if not DefaultDeviceType._default_device_type:
            DefaultDeviceType._default_device_type = "cuda" if cuda_available() else "cpu"
        return DefaultDeviceType._default_device_type


def get_device_states(*args: Any) -> tuple[list[int], list[Any]]:
    """Return the GPUs of the tensors among the arguments, in order, and their random states.

    Args:
        args: any values, also containers of tensors.

    Returns:
        two lists of equal length: the GPU number of each tensor, and the generator's state, which is the same for all.

    >>> import wengert
    >>> from wengert.utils.checkpoint import get_device_states
    >>> get_device_states(wengert.ones(2), 3)
    ([], [])
    """
    found = [x.device for x in tree_flatten(args)[0] if isinstance(x, TensorBase)]
    ids = [d.index or 0 for d in found if d.type != "cpu"]
    return ids, [get_rng_state() for _ in ids]


def set_device_states(devices: Iterable[int], states: Iterable[Any], *, device_type: str | None = None) -> None:
    """Restore the random states that :func:`get_device_states` returned.

    Args:
        devices: GPU numbers.
        states: one random state per device.
        device_type: their device type. Default: that of :class:`DefaultDeviceType`. ``"meta"`` has no random numbers.

    >>> import wengert
    >>> from wengert.utils.checkpoint import set_device_states
    >>> state = wengert.get_rng_state()
    >>> a = wengert.rand(1)
    >>> set_device_states([0], [state])
    >>> bool(wengert.rand(1) == a)
    True
    """
    if (device_type or DefaultDeviceType.get_device_type()) == "meta":
        return
    for _, state in zip(devices, states, strict=False):
        set_rng_state(state)
