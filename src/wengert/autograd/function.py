"""Custom functions: user code as a node of the tape."""

from __future__ import annotations

import functools
from typing import Any

from .. import errors, native
from ..batched import levels_of, sizes_of
from ..formula import REGISTRY
from ..graph import Meta, Node
from ..modes import local
from ..op import moving_levels
from ..tensor import CUSTOM, TensorBase, View, alias, make, restore, save, save_output, strip


class FunctionCtx:
    """What ``forward`` and ``backward`` of a :class:`Function` share."""

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep tensors (or None) for ``backward``, where they are ``ctx.saved_tensors``."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Keep tensors (or None) for ``jvp``, where they are ``ctx.saved_tensors``."""
        for t in tensors:
            if t is not None and not isinstance(t, TensorBase):
                raise TypeError(f"save_for_forward expects all arguments to be tensors; got {type(t).__name__}")
        self.saved_for_forward: Any = tensors

    def mark_dirty(self, *args: Any) -> None:
        """Say which inputs ``forward`` has written in place. Each must be returned."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args: Any) -> None:
        """Say which outputs have no gradient."""
        self.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Whether undefined cotangents arrive in ``backward`` as zeros (the default) or as None."""
        self.materialize_grads = value


_ContextMethodMixin = FunctionCtx


class BackwardCFunction(Node, FunctionCtx):
    """The node of a custom function, which is also its ``ctx``."""

    _forward_cls: Any = None
    materialize_grads = True
    to_save: tuple[Any, ...] = ()
    saved_for_forward: Any = None
    dirty_tensors: tuple[Any, ...] = ()
    non_differentiable: tuple[Any, ...] = ()
    in_jvp = False
    slots: tuple[int, ...] = ()
    needs_input_grad: tuple[bool, ...] = ()

    def __init__(self) -> None:
        pass  # becomes a node when its edges are known

    def name(self) -> str:
        return type(self).__name__

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What ``save_for_backward`` kept (in ``jvp``: what ``save_for_forward`` kept)."""
        if self.in_jvp:
            return self.saved_for_forward or ()
        if self.saved is None:
            if self.freed is not None and self.to_save:
                raise errors.freed(self.name(), (self.code, self.lasti), self.freed)
            return tuple(self.to_save)
        return tuple(None if s is None else restore(s, self) for s in self.saved)

    def finish(self, args: Any, outputs: Any) -> None:
        """Turn what was saved into checked values that keep no cycle."""
        kept: list[Any] = []
        for t in self.to_save:
            if t is None:
                kept.append(None)
                continue
            if not isinstance(t, TensorBase):
                raise TypeError(
                    f"save_for_backward can only save variables, but argument {len(kept)} is of type {type(t).__name__}"
                )
            nr = next((i for i, o in enumerate(outputs) if o is t), None)
            kept.append(save_output(t, nr, self) if nr is not None and t._node is self else save(t))
        self.saved = tuple(kept)
        self.to_save = (None,) * len(kept)

    def run(self, walk: Any, gs: Any) -> list[Any]:
        """Call the user's ``backward`` in the modes of this walk."""
        cls = self._forward_cls
        backward = cls.backward if cls.backward is not Function.backward else cls.vjp
        if backward is Function.vjp:
            raise NotImplementedError(
                "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
                "backward mode AD."
            )
        values = []
        for i, g in enumerate(gs):
            if g is None and self.materialize_grads and self.metas[i] is not None:
                g = make(self.metas[i].zeros())
            values.append(g if g is None or isinstance(g, TensorBase) else make(g))
        state = local.state
        before = state.counted
        state.counted = tuple(walk.running) + tuple(self.vmaps or ())
        try:
            results = backward(self, *values)
        finally:
            state.counted = before
        results = results if isinstance(results, tuple) else (results,)
        expected = len(self.needs_input_grad)
        if len(results) > expected and all(r is None for r in results[expected:]):
            results = results[:expected]
        if len(results) != expected:
            raise errors.gradient_count(self.name(), len(results), expected)
        out = []
        for i, r in enumerate(results):
            if r is not None and i not in self.slots:
                if not self.is_tensor[i]:
                    raise RuntimeError(
                        f"function {self.name()} returned a gradient different from None at position {i + 1}, but the "
                        "corresponding forward input was not a Variable"
                    )
                continue
            if i in self.slots:
                if r is not None and not isinstance(r, TensorBase):
                    raise TypeError(
                        f"function {self.name()} returned {type(r).__name__} as gradient {i}; expected a Tensor or None"
                    )
                out.append(r if r is None or walk.recording else r._data)
        return out


class FunctionMeta(type):
    """Gives every Function its node class, named as torch names it."""

    def __init__(cls, name: str, bases: Any, attrs: Any) -> None:
        super().__init__(name, bases, attrs)
        cls._backward_cls = type(name + "Backward", (BackwardCFunction,), {"_forward_cls": cls})


class Function(metaclass=FunctionMeta):
    """Base of custom functions: static ``forward`` and ``backward``, called with :meth:`apply`.

    ``forward(ctx, *args)`` computes; or ``forward(*args)`` with ``setup_context(ctx, inputs, output)``.
    ``backward(ctx, *grads)``
    returns a gradient (or None) per input. ``jvp(ctx, *tangents)`` serves forward mode.

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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        errors.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should "
            f"invoke "
            "them on the class itself. Instantiating an autograd function will raise an error in a future version.",
            DeprecationWarning,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
            "function "
            "with static forward method."
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the outputs. Override it."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        """Save what ``backward`` needs, if ``forward`` takes no ``ctx``. Override it."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Return the gradient for each input. Override it (or :meth:`vjp`)."""
        raise NotImplementedError("backward is not implemented.")

    @staticmethod
    def vjp(ctx: Any, *grad_outputs: Any) -> Any:
        """Another name for :meth:`backward`."""
        raise NotImplementedError("vjp is not implemented.")

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """Return the tangent of each output. Override it to support forward mode."""
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
        )

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """Return ``(outputs, out_dims)`` for batched inputs. Override it to support vmap."""
        raise NotImplementedError("vmap is not implemented.")

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run ``forward`` and record it as one node."""
        state = local.state
        if state.vmap and any(isinstance(a, TensorBase) and levels_of(a._data) for a in args):
            if cls.vmap is not Function.vmap:
                if cls.generate_vmap_rule:
                    raise RuntimeError(
                        f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True and a vmap "
                        "staticmethod. Please set generate_vmap_rule=False or delete the overriden vmap staticmethod."
                    )
                return _by_vmap_rule(cls, args, kwargs)
            if not cls.generate_vmap_rule:
                raise RuntimeError(
                    f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please override and "
                    "implement the vmap staticmethod or set generate_vmap_rule=True."
                )
        return _apply(cls, args, kwargs)


def _apply(cls: Any, args: Any, kwargs: Any) -> Any:
    state = local.state
    ctx = cls._backward_cls()
    ctx.needs_input_grad = tuple(isinstance(a, TensorBase) and a.requires_grad for a in args)
    ctx.is_tensor = tuple(isinstance(a, TensorBase) for a in args)
    recording = state.grad_enabled and any(ctx.needs_input_grad)
    split = cls.setup_context is not Function.setup_context
    before = state.grad_enabled
    state.grad_enabled = False
    try:
        if split:
            output = cls.forward(*args, **kwargs)
            cls.setup_context(ctx, args, output)
        else:
            output = cls.forward(ctx, *args, **kwargs)
    finally:
        state.grad_enabled = before
    single = not isinstance(output, tuple)
    outputs = (output,) if single else output
    dual = any(isinstance(a, TensorBase) and a._tans is not None for a in args)
    if recording:
        for d in ctx.dirty_tensors:
            _check_dirty(cls, d, outputs)
    if recording:
        ctx.slots = tuple(i for i, n in enumerate(ctx.needs_input_grad) if n)
        edges = [args[i]._edge() for i in ctx.slots]
        Node.__init__(ctx, None, tuple(e[0] for e in edges), tuple(e[1] for e in edges))
        ctx.code, ctx.lasti = native.site()
        ctx.vmaps = state.vmap
    new = []
    metas: list[Any] = []
    for nr, o in enumerate(outputs):
        if not isinstance(o, TensorBase):
            new.append(o)
            metas.append(None)
            continue
        fixed = any(o is n for n in ctx.non_differentiable) or not (o.dtype.is_floating_point or o.dtype.is_complex)
        if any(o is d for d in ctx.dirty_tensors):  # written by forward: the same tensor, with a new history
            if recording:
                o._node, o._nr, o._rg, o._hooks = ctx, nr, True, None
            new.append(o)
            metas.append(Meta(o._data))
            continue
        given = any(o is a for a in args)
        if given or o._view is not None or o._node is not None or dual:
            base = o if o._view is None else o._view.base
            shared = given or o._view is not None
            o = alias(o._data, o._cell())
            if shared and recording and not fixed:
                o._view = View(base, (), o._storage.version, CUSTOM)
        if recording and not fixed:
            o._node, o._nr, o._rg = ctx, nr, True
        new.append(o)
        metas.append(Meta(o._data))
    if recording:
        ctx.metas = tuple(metas)

    def returned(t: Any) -> Any:  # what was saved as an output is the tensor the caller gets
        return None if t is None else next((n for n, o in zip(new, outputs, strict=True) if o is t), t)

    if dual:
        ctx.saved_for_forward = tuple(returned(t) for t in ctx.saved_for_forward or ())
        _set_tangents(cls, ctx, args, new)
    if recording:
        ctx.to_save = tuple(returned(t) for t in ctx.to_save)
        ctx.finish(args, new)
        ctx.non_differentiable = ()
        if ctx.saved_for_forward is not None:
            ctx.saved_for_forward = None
    return new[0] if single else tuple(new)


def _check_dirty(cls: Any, d: Any, outputs: Any) -> None:
    """An input that forward has written must be returned, and must be something that may be written."""
    if not any(d is o for o in outputs):
        raise RuntimeError(
            f"{cls.__name__}: Some elements marked as dirty during the forward method were not returned as output. The "
            "inputs that are modified inplace must all be outputs of the Function."
        )
    if d._view is not None:
        raise errors.later(f"{cls.__name__}: mark_dirty of a view", "Pass the function a tensor that is not a view.")
    if d._rg and d._node is None:
        raise errors.leaf_in_place(cls.__name__)


def _set_tangents(cls: Any, ctx: Any, args: Any, outputs: Any) -> None:
    """Call ``jvp`` level by level. What it returns carries smaller levels only; what ``forward`` kept carries all."""
    kept = ctx.saved_for_forward
    if cls.jvp is Function.jvp:
        raise RuntimeError(
            f"Trying to use forward AD with {cls.__name__} that does not support it because it has not been "
            f"implemented "
            "yet. Implement its jvp staticmethod."
        )
    for level in moving_levels(args):
        tangents = []
        for a in args:
            t = a._tans.get(level) if isinstance(a, TensorBase) and a._tans is not None else None
            if t is None and isinstance(a, TensorBase) and ctx.materialize_grads:
                t = make(Meta(a._data).zeros())
            tangents.append(t)
        ctx.in_jvp = True
        try:
            found = cls.jvp(ctx, *tangents)
        finally:
            ctx.in_jvp = False
        found = found if isinstance(found, tuple) else (found,)
        if len(found) != len(outputs):
            raise errors.gradient_count(f"{cls.__name__}.jvp", len(found), len(outputs))
        for o, t in zip(outputs, found, strict=True):
            if t is not None and isinstance(o, TensorBase):
                t = strip(t, level)
                t = t if isinstance(t, TensorBase) else make(t)
                o._tans = {**(o._tans or {}), level: t}
    ctx.saved_for_forward = kept


class VmapInfo:
    """What a ``vmap`` staticmethod is told: the batch size and the randomness of the vmap."""

    def __init__(self, batch_size: int, randomness: str) -> None:
        self.batch_size = batch_size
        self.randomness = randomness


def _by_vmap_rule(cls: Any, args: Any, kwargs: Any) -> Any:
    """Call the user's ``vmap`` with the innermost batch as axis 0."""
    state = local.state
    level = max(k for a in args if isinstance(a, TensorBase) for k in levels_of(a._data))
    size = next(s for a in args if isinstance(a, TensorBase) for k, s in sizes_of(a._data).items() if k == level)
    plain, dims = [], []
    for a in args:
        mine = isinstance(a, TensorBase) and (level in levels_of(a._data) or (a.requires_grad and state.grad_enabled))
        if mine:  # what wants a gradient wants one per example
            a = REGISTRY["_leave"](a, dim=0, level=level, size=size)
        plain.append(a)
        dims.append(0 if mine else None)
    before = state.vmap
    state.vmap = tuple(k for k in before if k != level)
    try:
        out, out_dims = cls.vmap(
            VmapInfo(size, state.randomness.get(level, (size, "error"))[1]), tuple(dims), *plain, **kwargs
        )
    finally:
        state.vmap = before
    if not isinstance(out, tuple):
        return _entered(out, out_dims, level, size)
    if not isinstance(out_dims, tuple):
        out_dims = (out_dims,) * len(out)
    return tuple(_entered(o, d, level, size) for o, d in zip(out, out_dims, strict=True))


def _entered(out: Any, dim: Any, level: int, size: int) -> Any:
    return out if dim is None else REGISTRY["_enter"](out, dim=dim, level=level, size=size)


def once_differentiable(fn: Any) -> Any:
    """Decorate a ``backward`` whose own derivative is not available: differentiating twice raises instead of being
    wrong.

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
    def wrapper(ctx: Any, *grads: Any) -> Any:
        state = local.state
        before, state.grad_enabled = state.grad_enabled, False
        try:
            out = fn(ctx, *grads)
        finally:
            state.grad_enabled = before
        if not before or not any(isinstance(g, TensorBase) and g.requires_grad for g in grads):
            return out
        single = not isinstance(out, tuple)
        guarded = tuple(_Once.apply(o, *grads) if isinstance(o, TensorBase) else o for o in ((out,) if single else out))
        return guarded[0] if single else guarded

    return wrapper


class _Once(Function):
    """Passes a value through and refuses to be differentiated."""

    @staticmethod
    def forward(ctx: Any, x: Any, *grads: Any) -> Any:
        return REGISTRY["clone"](x)

    @staticmethod
    def backward(ctx: Any, *g: Any) -> Any:
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


__all__ = ["BackwardCFunction", "Function", "FunctionCtx", "once_differentiable"]
