"""Custom Functions: user code that becomes a node of the tape."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any

from .. import errors
from ..arrays import dtypes
from ..dispatch.op import record
from ..errors.tracebacks import short
from ..ops.elementwise.pointwise import clone
from ..ops.structure import _view_write
from ..tape.history import History, Kind, Mode
from ..tape.node import Meta, Node
from ..tape.saved_hooks import SavedTensor, report_node
from ..tape.saving import restore, save, save_output
from ..tape.state import local
from ..tape.tensor import Tensor, TensorBase, alias, as_instance, make
from ..tape.view import read
from .copying import attributes, give
from .custom import by_vmap_rule, call, is_batched


class FunctionCtx:
    """The ``ctx`` that ``forward`` and ``backward`` of a :class:`Function` share. Any attribute may be set on it."""

    to_save: Any = None
    saved_for_forward: Any = None
    dirty_tensors: Any = None
    non_differentiable: Any = None
    materialize_grads = True

    def save_for_backward(self, *tensors: Any) -> None:
        """Save tensors (or None) for ``backward``, which reads them from ``ctx.saved_tensors``.

        Inputs and outputs should be saved here: later writes to them are detected, and they can be differentiated in
        double backward.
        """
        self.to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Save tensors (or None) for ``jvp``, which reads them from ``ctx.saved_tensors``.

        Raises:
            AssertionError: if an argument is neither a tensor nor None.
        """
        for t in tensors:
            if t is not None and not isinstance(t, TensorBase):
                raise errors.function.not_saved_forward()
        self.saved_for_forward = tensors

    def mark_dirty(self, *args: Any) -> None:
        """Declare the inputs that ``forward`` has written in place. Each must be returned."""
        self.dirty_tensors = args

    def mark_shared_storage(self, *pairs: Any) -> None:
        """Deprecated. Does nothing: shared memory is tracked automatically."""
        errors.text.warn(
            "`mark_shared_storage` is deprecated. Tensors with shared storages are automatically tracked.",
            FutureWarning,
        )

    def mark_non_differentiable(self, *args: Any) -> None:
        """Declare the outputs that have no gradient. ``backward`` still gets an argument for each."""
        self.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Choose whether missing cotangents in ``backward`` (and missing tangents in ``jvp``) are zeros or None.

        Args:
            value: True, the default, for zeros.
        """
        if not isinstance(value, bool):
            raise errors.function.materialize_type(value)
        self.materialize_grads = value


_ContextMethodMixin = FunctionCtx  # its name until torch 1.9, which occurs in pickled models


class Hidden:
    """Hides a field of nodes in the class of ``ctx``: the name is the user's (Note [Names of users])."""

    def __get__(self, node: Any, kind: Any = None) -> Any:
        raise AttributeError  # where a user has set the name, Python finds that first


class BackwardCFunction(Node, FunctionCtx):
    """The node of a custom :class:`Function`, which is also its ``ctx``.

    Nothing that it saves refers back to it. Outputs that are set as attributes are kept like outputs given to
    ``save_for_backward``: as memory without history (Note [What ctx keeps]).
    """

    _forward_cls: Any = None
    _wg_mode: Any = None  # disables recording in the forward of this class
    _wg_in_jvp = False
    _wg_written = -1  # the index of the input tensor that was written through a view
    _wg_recording = 0  # the number of recorded calls of backward and jvp that are running
    _wg_unknown: Any = None  # saved tensors that are intermediate values: index -> how their history was lost
    _wg_unknown_forward: Any = None
    _wg_kinds: Any = None  # for saved tensors of a subclass: index -> (class, user attributes)
    _wg_kept: Any = None

    __slots__ = (  # set in call(); what users set is all that is in ``__dict__``
        "_wg_is_tensor", "_wg_materialize", "_wg_recorded", "dirty_tensors", "needs_input_grad", "non_differentiable",
        "saved_for_forward", "to_save",
    )  # fmt: skip

    shape: Any = Hidden()
    dtype: Any = Hidden()
    levels: Any = Hidden()
    metas_in: Any = Hidden()
    sparse: Any = Hidden()

    def __init__(self) -> None:
        pass  # it becomes a node in call(), when its edges are known

    def _wg_name(self) -> str:
        return "CopySlices" if self._wg_chain is not None else type(self).__name__

    def __repr__(self) -> str:
        shown = super().__repr__()
        return shown if self._wg_chain is not None else f"<{errors.text.package()}.autograd.function.{shown[1:]}"

    def __dir__(self) -> list[str]:
        hidden = {name for name, value in vars(BackwardCFunction).items() if type(value) is Hidden}
        return [name for name in Node.__dir__(self) if name not in hidden or name in self.__dict__]

    @property
    def requires_grad(self) -> bool:
        """Whether the call was recorded: an input requires grad, and recording was on."""
        return bool(self._wg_recorded)

    @property
    def materialize_grads(self) -> bool:
        """Whether missing cotangents and tangents are zeros: see :meth:`set_materialize_grads`."""
        return bool(self._wg_materialize)

    @materialize_grads.setter
    def materialize_grads(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise errors.function.materialize_type(value)
        self._wg_materialize = value

    # -- saved tensors

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors saved by ``save_for_backward`` (inside ``jvp``: by ``save_for_forward``).

        A tensor of a subclass is returned with its class, in all cases. (PyTorch returns an output, and with hooks
        also a tensor that requires grad, as a plain tensor.)

        Raises:
            RuntimeError: if the graph was freed, or if a tensor was written after it was saved.
        """
        if self._wg_in_jvp:
            return self._wg_guarded_all(self.saved_for_forward or (), self._wg_unknown_forward)
        if self._wg_saved is None:
            if self._wg_freed == ONCE:
                raise errors.function.saved_once()
            if self._wg_freed is not None:
                raise errors.gradients.freed(self._wg_name(), (self._wg_code, self._wg_lasti), self._wg_freed)
            return ()
        tensors = self._wg_guarded_all(
            tuple([None if s is None else restore(s, self) for s in self._wg_saved]), self._wg_unknown
        )
        if self._wg_kinds is not None:
            tensors = tuple(
                [subclassed(t, *self._wg_kinds[i]) if i in self._wg_kinds else t for i, t in enumerate(tensors)]
            )
        if type(self)._forward_cls.clear_saved_tensors_on_access:
            self._wg_saved, self._wg_freed = None, ONCE
        return tensors

    @property
    def _raw_saved_tensors(self) -> tuple[Any, ...]:
        """The saved tensors as objects that hooks can be registered on."""
        return tuple(SavedTensor.at(self, k) for k in range(len(self._wg_saved or ())))

    @property
    def saved_variables(self) -> tuple[Any, ...]:
        """Deprecated name of :attr:`saved_tensors`."""
        errors.text.warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning)
        return self.saved_tensors

    def _wg_put_aside(self, input_ids: set[int], results: Any) -> None:
        """Set intermediate values aside, before ``jvp`` may use them: Note [What ctx keeps].

        Args:
            input_ids: the identities of the input tensors.
            results: the outputs.
        """
        known = input_ids.union(map(id, results))
        for name, t in list(self.__dict__.items()):
            if isinstance(t, TensorBase) and id(t) not in known and self._wg_made_here(t):
                self._wg_set_aside(name, t)
        if found := self._wg_intermediates(self.to_save, known):
            self._wg_unknown = found
        if found := self._wg_intermediates(self.saved_for_forward, known):
            self._wg_unknown_forward = found

    def _wg_intermediates(self, tensors: Any, known: set[int]) -> Any:
        """The tensors that are intermediate values: index -> how their history was lost."""
        found = {}
        for i, t in enumerate(tensors or ()):
            if isinstance(t, TensorBase) and id(t) not in known and self._wg_made_here(t):
                found[i] = t._wg_lost
        return found

    def _wg_keep(self, results: Any, made: dict[int, int]) -> None:
        """Convert the saved tensors to checked values, and output attributes to memory, so that there is no cycle.

        Args:
            results: the outputs.
            made: for the identity of a tensor that ``forward`` returned, which output with a gradient it became.
        """
        to_save = self.to_save
        if to_save is None:
            to_save = ()
        if not isinstance(to_save, tuple):
            raise errors.function.not_a_tuple("to_save", to_save)
        kept: list[Any] = []
        for i, t in enumerate(to_save):
            if t is None:
                kept.append(None)
                continue
            if not isinstance(t, TensorBase):
                raise errors.function.not_saved(i, t)
            nr = made.get(id(t))
            if nr is None:
                t._wg_refresh()
            if type(t) is not Tensor:
                self._wg_kinds = {**(self._wg_kinds or {}), i: (type(t), attributes(t))}
            kept.append(save(t) if nr is None else save_output(results[nr], nr, self))
        self._wg_saved = tuple(kept)
        tools = local.state.tools
        if tools is not None and tools.recording:
            report_node(tools, self, to_save)
        for name, t in list(self.__dict__.items()):
            nr = made.get(id(t))
            if nr is not None:
                self._wg_set_aside(name, (weakref.ref(results[nr]), save_output(results[nr], nr, self)))

    def _wg_made_here(self, t: Any) -> bool:
        """Whether ``forward`` computed this tensor from an input that requires grad."""
        lost = t._wg_lost
        return (
            lost is not None
            and not t._wg_requires_grad
            and lost.detail is self._wg_mode
            and dtypes.is_inexact(t._wg_data.dtype)
        )

    def _wg_set_aside(self, name: str, value: Any) -> None:
        self._wg_kept = {**(self._wg_kept or {}), name: value}
        del self.__dict__[name]

    def __getattr__(self, name: str) -> Any:
        kept = self._wg_kept
        if kept is None or name not in kept:
            raise AttributeError(f"{self._wg_name()!r} object has no attribute {name!r}")
        value = kept[name]
        if not isinstance(value, tuple):
            t, lost = value, value._wg_lost
        else:
            ref, s = value
            t = ref()
            if t is not None:
                return t
            if s.storage.version == s.version:
                return restore(s, self)
            t = alias(s.data, s.storage)  # written after forward, and no longer referenced by anybody else
            lost = History(Kind.WRITTEN, s.storage.writer, (s.storage.code, s.storage.lasti))
        if self._wg_recording and local.state.grad_enabled:
            return self._wg_guarded(t, f"ctx.{name}", lost)
        return t

    def __delattr__(self, name: str) -> None:
        kept = self._wg_kept
        if kept is None or name not in kept:
            super().__delattr__(name)
            return
        self.__dict__.pop(name, None)  # it may have been set again
        self._wg_kept = {k: v for k, v in kept.items() if k != name}

    def _wg_guarded_all(self, tensors: tuple[Any, ...], unknown: Any) -> tuple[Any, ...]:
        if not (unknown and self._wg_recording and local.state.grad_enabled):
            return tensors
        found = list(tensors)
        for i, lost in unknown.items():
            found[i] = self._wg_guarded(found[i], f"ctx.saved_tensors[{i}]", lost)
        return tuple(found)

    def _wg_guarded(self, t: Any, name: str, lost: Any) -> Any:
        """An intermediate value for a recorded ``backward``: it can be used, but raises if it is differentiated."""
        what = "jvp" if self._wg_in_jvp else "backward"
        origin = lost.operation if lost.kind is Kind.NO_GRAD else errors.history.phrase(lost)
        error = functools.partial(
            errors.function.unknown_derivative, type(self).__name__, what, name, origin, lost.site,
            (self._wg_code, self._wg_lasti),
        )  # fmt: skip
        return delayed(t, self._wg_next, self._wg_next_output_nrs, error)

    # -- the backward pass

    def apply(self, *args: Any) -> Any:
        """Call the user's ``backward`` (or ``vjp``) with the cotangents of the outputs."""
        cls = type(self)._forward_cls
        backward, vjp = cls.backward, cls.vjp
        if vjp is not Function.vjp:
            if backward is not Function.backward:
                raise errors.function.two_backwards()
            backward = vjp
        return backward(self, list(args)) if cls.boxed_grads_call else backward(self, *args)

    def apply_jvp(self, *args: Any) -> Any:
        """Call the user's ``jvp`` with the tangents of the inputs."""
        return type(self)._forward_cls.jvp(self, *args)

    def _wg_run(self, walk: Any, gs: Any) -> list[Any]:
        """Run this node in a backward pass: call the user's ``backward`` and check its result."""
        try:
            return self._wg_gradients(walk, gs)
        except Exception as error:
            self._wg_note(error)
            raise

    def _wg_note(self, error: Exception) -> None:
        """Note on an error of ``backward`` or ``jvp``, or about its result, where the Function was applied."""
        note = errors.function.applied(type(self).__name__, (self._wg_code, self._wg_lasti))
        if note not in getattr(error, "__notes__", ()):
            error.add_note(note)

    def _wg_gradients(self, walk: Any, gs: Any) -> list[Any]:
        """The gradients of the inputs that are tensors."""
        if self._wg_chain is None:
            return self._wg_checked(walk, self._wg_called(walk, gs))
        nr = next(i for i, m in enumerate(self._wg_metas) if m is not None)
        g = gs[nr] if gs[nr] is not None else self._wg_metas[nr].zeros()
        part = read(g, self._wg_chain)
        gs = [clone(part) if i == nr else None for i in range(len(gs))]
        results = self._wg_checked(walk, self._wg_called(walk, gs))
        if self._wg_next[self._wg_written] is not None:  # Note [Writes through views]
            first = results[self._wg_written]
            first = (
                self._wg_view_meta.zeros()
                if first is None
                else walk.validate_gradient(first, self._wg_view_meta, self, self._wg_written)
            )
            results[self._wg_written] = _view_write(g, first, chain=self._wg_chain)
        return results

    def _wg_called(self, walk: Any, gs: Any) -> Any:
        """Call the user's ``backward`` in the modes of the backward pass."""
        values = []
        for i, g in enumerate(gs):
            if g is None and self._wg_materialize and self._wg_metas[i] is not None:
                g = (self._wg_metas[i] if self._wg_chain is None else self._wg_view_meta).zeros()
            values.append(g if g is None or isinstance(g, TensorBase) else make(g))
        state = local.state
        before = state.counted
        recording = self._wg_recording
        try:
            if walk.recording:
                self._wg_recording = recording + 1
            state.counted = tuple(walk.running) + tuple(self._wg_vmaps or ())
            return BackwardCFunction.apply(self, *values)
        finally:
            if walk.recording:
                self._wg_recording = recording
            state.counted = before

    def _wg_checked(self, walk: Any, results: Any) -> list[Any]:
        """Check the result of ``backward``, and return the gradients of the inputs that are tensors."""
        name = type(self).__name__
        results = results if isinstance(results, tuple) else (results,)
        expected = len(self._wg_is_tensor)
        if len(results) > expected and all(r is None for r in results[expected:]):
            results = results[:expected]
        if len(results) != expected:
            raise errors.gradients.gradient_count(name, len(results), expected)
        out: list[Any] = []
        for i, r in enumerate(results):
            if not self._wg_is_tensor[i]:
                if r is not None:
                    raise errors.function.gradient_of_nothing(name, i)
                continue
            if r is not None:
                if not isinstance(r, TensorBase):
                    raise errors.function.gradient_type(name, i, r)
                slot = len(out)
                target = self._wg_next[slot]
                if target is not None and r._wg_data.dtype.kind == "c":
                    dtype = (
                        self._wg_view_meta.dtype
                        if slot == self._wg_written
                        else target._wg_meta(self._wg_next_output_nrs[slot]).dtype
                    )
                    if dtype.kind != "c":
                        raise errors.function.gradient_complexity(name, slot, r._wg_data.dtype, dtype)
                r = r if walk.recording else r._wg_data
            out.append(r)
        return out


ONCE = ("accessed", -1)  # stands for the site of freeing: freed by clear_saved_tensors_on_access

# Note [What ctx keeps]
# ---------------------
# ``ctx`` is the node, so that a reference from it to an output would be a cycle: tensor, node, tensor. Therefore
# outputs (saved, or set as attributes) are kept as memory without history, and returned as tensors with their history.
# While the caller still holds the output itself, an attribute returns that object.
#
# A tensor that ``forward`` computed as an intermediate value has no history, because ``forward`` is not recorded. Its
# value is right, but its derivative would silently be zero. So while ``backward`` is recorded, such a tensor is
# returned with a history that raises if it is differentiated. These tensors are recognised by the mode in
# which they lost their history: the forward of this very class, whatever its name. A tensor that does not depend on an
# input, or only through a piecewise constant function (a mask), is returned as it is.


class DelayedError(Node):
    """A node that raises when it is differentiated."""

    def __init__(self, to: Any, next_output_nrs: Any, error: Callable[[], Exception], payload: Any) -> None:
        record(self, None, to, next_output_nrs, None)
        meta = Meta(payload)
        self.shape, self.dtype, self.levels = meta.shape, meta.dtype, meta.levels
        self.error = error

    def _wg_name(self) -> str:
        return "Error"

    def _wg_run(self, walk: Any, gs: Any) -> list[Any]:
        """Raise the error."""
        raise self.error()


DelayedError.__name__ = "Error"


def subclassed(t: Any, kind: Any, attributes: dict[str, Any]) -> Any:
    """A restored tensor with the class and attributes of the original."""
    if type(t) is Tensor:  # a leaf is restored as the original object
        t = as_instance(t, kind)
        give(t, attributes)
    return t


def delayed(t: Any, to: Any, next_output_nrs: Any, error: Callable[[], Exception]) -> Any:
    """A tensor with the same memory and tangents that raises when differentiated with respect to the edges."""
    out = alias(t._wg_data, t._wg_cell())
    out._wg_tangents = t._wg_tangents
    out._wg_node, out._wg_requires_grad = DelayedError(to, next_output_nrs, error, t._wg_data), True
    return out


class FunctionMeta(type):
    """The class of :class:`Function` and its subclasses: it makes the node class of each, with torch's name."""

    def __init__(cls, name: str, bases: Any, attrs: Any) -> None:
        super().__init__(name, bases, attrs)
        members = {
            "_forward_cls": cls, "_wg_mode": Mode(Kind.IN_FORWARD, name), "__module__": "wengert.autograd.function",
        }  # fmt: skip
        cls._backward_cls = type(name + "Backward", (BackwardCFunction,), members)


class Function(FunctionCtx, metaclass=FunctionMeta):
    """The base class of custom functions. Subclasses define static methods; they are called with :meth:`apply`.

    - ``forward(ctx, *args)`` computes the outputs. Alternatively, ``forward(*args)`` computes them, and
      ``setup_context(ctx, inputs, output)`` saves what the other methods need.
    - ``backward(ctx, *grads)`` returns a gradient (or None) for each argument.
    - ``jvp(ctx, *tangents)`` supports forward mode.
    - ``vmap(info, in_dims, *args)``, or ``generate_vmap_rule = True``, supports :func:`wengert.func.vmap`.
    - ``clear_saved_tensors_on_access = True`` frees ``ctx.saved_tensors`` after they are read once.
    - ``boxed_grads_call = True`` passes the cotangents to ``backward`` as one list, which it may empty while it runs.

    >>> import wengert
    >>> class Exp(wengert.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         y = x.exp()
    ...         ctx.save_for_backward(y)
    ...         return y
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         (y,) = ctx.saved_tensors
    ...         return g * y
    >>> x = wengert.tensor(0.0, requires_grad=True)
    >>> Exp.apply(x).backward()
    >>> x.grad
    tensor(1.)
    """

    generate_vmap_rule = False
    clear_saved_tensors_on_access = False
    boxed_grads_call = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        errors.text.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should "
            "invoke them on the class itself. Instantiating an autograd function will raise an error in a future "
            "version.",
            DeprecationWarning,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise errors.function.no_static_call()

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the outputs: a tensor, or a tuple of any values. Subclasses override it."""
        raise errors.function.no_forward()

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        """Save what ``backward`` and ``jvp`` need, if ``forward`` takes no ``ctx``. Subclasses override it.

        Args:
            inputs: the arguments of ``forward``, including defaults.
            output: the result of ``forward``.
        """
        raise NotImplementedError(
            "setup_context is not implemented. Define it, or take ctx as the first parameter of forward."
        )

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Return the gradient of each argument of ``forward``, or None. Subclasses override it, or :meth:`vjp`.

        Args:
            grad_outputs: the cotangent of each output (None for an output that is not a tensor).
        """
        raise errors.function.no_backward()

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """Return the tangent of each output, or None. Subclasses override it to support forward mode.

        Args:
            grad_inputs: the tangent of each argument (None for an argument that is not a tensor).
        """
        raise errors.function.no_jvp()

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """Return ``(output, out_dims)`` for batched arguments. Subclasses override it to support vmap.

        Args:
            info: has the attributes ``batch_size`` and ``randomness``.
            in_dims: the batch dimension of each argument, or None.
            args: the arguments, with their batch dimensions.
        """
        raise errors.function.no_vmap()

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run ``forward``, record it as one node, and return its result."""
        try:
            split = cls.setup_context is not Function.setup_context
            if local.state.vmap and is_batched(args):
                if cls.vmap is not Function.vmap:
                    if cls.generate_vmap_rule:
                        raise errors.function.two_vmap_rules(cls.__name__)
                    return by_vmap_rule(cls, split, args, kwargs)
                if not cls.generate_vmap_rule:
                    raise errors.function.no_vmap_rule(cls.__name__)
            return call(cls, split, args, kwargs)
        except Exception as e:
            short(e)
            raise


def once_differentiable(fn: Any) -> Any:
    """Decorate a ``backward`` that cannot be differentiated: a second derivative then raises instead of being wrong.

    >>> import wengert
    >>> from wengert.autograd.function import once_differentiable
    >>> class Double(wengert.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         return x * 2
    ...     @staticmethod
    ...     @once_differentiable
    ...     def backward(ctx, g):
    ...         return g * 2
    """

    @functools.wraps(fn)
    def wrapper(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        state = local.state
        before = state.grad_enabled
        try:
            state.grad_enabled = False
            out = fn(ctx, *args, **kwargs)
        finally:
            state.grad_enabled = before
        if not before:
            return out
        # torch checks only whether a cotangent requires grad, and is silently wrong if only the inputs do
        edges = [g._wg_edge() for g in args if isinstance(g, TensorBase) and g.requires_grad]
        site = None
        if isinstance(ctx, Node):
            edges += zip(ctx._wg_next, ctx._wg_next_output_nrs, strict=True)
            site = ctx._wg_code, ctx._wg_lasti
        if not edges:
            return out
        to, next_output_nrs = zip(*edges, strict=True)
        error = functools.partial(errors.function.twice_differentiated, type(ctx).__name__, site)
        guarded = [
            delayed(o, to, next_output_nrs, error) if isinstance(o, TensorBase) else o
            for o in (out if isinstance(out, tuple) else (out,))
        ]
        return tuple(guarded) if isinstance(out, tuple) else guarded[0]

    return wrapper


# -- deprecated names


class InplaceFunction(Function):
    """The former base class of in-place functions. Use :class:`Function` and ``ctx.mark_dirty``."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


def _flat(value: Any) -> list[Any]:
    """The tensors in nested tuples, lists and dicts."""
    if value is None:
        return []
    if isinstance(value, TensorBase):
        return [value]
    if isinstance(value, (tuple, list, dict)):
        return [t for v in (value.values() if isinstance(value, dict) else value) for t in _flat(v)]
    raise ValueError(
        f"Auto nesting doesn't know how to process an input object of type {type(value).__name__}. "
        "Accepted types: Tensors, or lists/tuples of them"
    )


class NestedIOFunction(Function):
    """The former base class of functions of nested tensors. As in torch, it cannot be called: use :class:`Function`."""

    def forward(self, *args: Any) -> Any:  # type: ignore[override]
        """Raise: these Functions were called through instances."""
        raise errors.function.no_static_call()

    def save_for_backward(self, *args: Any) -> None:
        """Save the tensors of a nested structure."""
        self.to_save = tuple(_flat(args))
        self._to_save_nested = args

    def mark_dirty(self, *args: Any, **kwargs: Any) -> None:
        """Declare the tensors of a nested structure as written in place."""
        self.dirty_tensors = tuple(_flat((args, kwargs)))

    def mark_non_differentiable(self, *args: Any, **kwargs: Any) -> None:
        """Declare that the tensors of a nested structure have no gradient."""
        self.non_differentiable = tuple(_flat((args, kwargs)))

    def forward_extended(self, *input: Any) -> None:  # noqa: A002  (torch's name)
        """Compute on nested tensors. Subclasses override it."""
        raise NotImplementedError

    def backward_extended(self, *grad_output: Any) -> None:
        """Return nested gradients. Subclasses override it."""
        raise NotImplementedError
