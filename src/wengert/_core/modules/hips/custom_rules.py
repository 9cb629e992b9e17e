"""Functions with derivatives that a program defines: ``primitive``, ``defvjp``, ``defjvp``.

A primitive is a custom Function of the tape. Its backward pass calls the program's rule with arrays; where the pass
itself is differentiated, with boxes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ... import errors
from ...api import function
from ...api.trees import TreeSpec, tree_flatten, tree_map, tree_unflatten
from ...tape.tensor import make
from .boxes import ArrayBox, boxed, getval, number
from .numpy_names import has_derivative, is_of_library
from .transforms import conjugated, result_leaf

Function = Callable[..., Any]
LIBRARIES = tuple([f"{__name__.partition('.')[0]}.hips.{name}" for name in ("numpy", "scipy")])
RULES: dict[Function, Rules] = {}


class Rules:
    """The derivatives of a primitive, each as a function of the numbers of arguments; None where it has none."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pull: Function | None = None  # (argnums, ans, args, kwargs) -> a function of the cotangent
        self.push: Function | None = None  # (argnums, tangents, ans, args, kwargs) -> the tangent


class Call(NamedTuple):
    """A call of a primitive: its arguments as leaves, and which of these are boxes."""

    rules: Rules
    function: Function
    leaves: list[list[Any]]  # of each argument
    specs: list[TreeSpec]
    kwargs: dict[str, Any]

    def places(self) -> list[tuple[int, int]]:
        """The boxes: the number of the argument, and of the leaf in it."""
        return [(i, j) for i, row in enumerate(self.leaves) for j, v in enumerate(row) if isinstance(v, ArrayBox)]

    def args(self, values: Sequence[Any]) -> list[Any]:
        """The arguments with values in the places of the boxes."""
        at = dict(zip(self.places(), values, strict=True))
        return [
            tree_unflatten([at.get((i, j), v) for j, v in enumerate(row)], spec)
            for i, (row, spec) in enumerate(zip(self.leaves, self.specs, strict=True))
        ]

    def rebuilt(self, saved: Sequence[Any], spec: TreeSpec) -> tuple[Any, list[Any]]:
        """The result and the arguments of saved tensors: boxes where they have something to lose, else arrays."""
        values, count = [boxed(t) for t in saved], len(self.places())
        return tree_unflatten(values[count:], spec), self.args(values[:count])

    def argnums(self) -> tuple[int, ...]:
        """The numbers of the arguments in which there are boxes."""
        return tuple(dict.fromkeys(i for i, _ in self.places()))


class Primitive(function.Function):
    """The Function of all primitives. Each has a subclass of its own name."""

    @staticmethod
    def forward(ctx: Any, call: Call, *tensors: Any) -> Any:
        ans = call.function(*call.args([number(t.numpy()) for t in tensors]), **call.kwargs)
        leaves, spec = tree_flatten(ans)
        outs = [result_leaf(v) for v in leaves]
        ctx.call, ctx.spec = call, spec
        ctx.save_for_backward(*tensors, *outs)
        ctx.save_for_forward(*tensors, *outs)
        return (spec, *outs)

    @staticmethod
    def backward(ctx: Any, _: Any, *cotangents: Any) -> Any:
        call: Call = ctx.call
        argnums = call.argnums()
        if call.rules.pull is None:
            raise errors.hips.no_rule("VJP", call.rules.name, argnums[0])
        ans, args = call.rebuilt(ctx.saved_tensors, ctx.spec)
        pull = call.rules.pull(argnums, ans, tuple(args), call.kwargs)
        found = dict(
            zip(argnums, pull(tree_unflatten([boxed(conjugated(g)) for g in cotangents], ctx.spec)), strict=True)
        )
        rows = {i: tree_flatten(found[i])[0] if found[i] is not None else None for i in argnums}
        grads = []
        for (i, j), t in zip(call.places(), ctx.saved_tensors, strict=False):
            row = rows[i]
            grads.append(None if row is None else gradient(call.rules.name, row[j], t))
        return None, *grads

    @staticmethod
    def jvp(ctx: Any, _: Any, *tangents: Any) -> Any:
        call: Call = ctx.call
        ans, args = call.rebuilt(ctx.saved_tensors, ctx.spec)
        if call.rules.push is None:
            raise errors.hips.no_rule("JVP", call.rules.name, call.argnums()[0])
        zero = [make(np.zeros(t.shape, t._wg_data.dtype)) for t in ctx.saved_tensors[: len(tangents)]]
        moved = call.args([boxed(z if m is None else m) for z, m in zip(zero, tangents, strict=True)])
        argnums = call.argnums()
        out = call.rules.push(argnums, tuple(moved[i] for i in argnums), ans, tuple(args), call.kwargs)
        return None, *[result_leaf(v) for v in tree_flatten(out)[0]]


def gradient(name: str, value: Any, t: Any) -> Any:
    """What a rule returned for an argument, as the tape takes it."""
    g = result_leaf(value)
    if g.is_complex() and not t.is_complex():
        g = g.real
    if g.ndim == 0 and t.ndim:
        g = g.expand(t.shape)
    if g.shape != t.shape:
        raise errors.hips.other_shape(name, tuple(g.shape), tuple(t.shape))
    return conjugated(g.to(t.dtype))


def primitive(f_raw: Function) -> Function:
    """Make a function whose derivatives are defined by :func:`defvjp` and :func:`defjvp`.

    Args:
        f_raw: a function that computes with arrays. It gets arrays where it is called with boxes.

    >>> import wengert.hips.numpy as np
    >>> from wengert.hips import grad
    >>> from wengert.hips.extend import defvjp, primitive
    >>> @primitive
    ... def cube(x):
    ...     return x**3
    >>> defvjp(cube, lambda ans, x: lambda g: 3 * x**2 * g)
    >>> float(grad(cube)(2.0)), float(grad(grad(cube))(2.0))
    (12.0, 12.0)
    """
    rules = Rules(getattr(f_raw, "__name__", "primitive"))
    kind: Any = type(rules.name, (Primitive,), {})

    @functools.wraps(f_raw)
    def f_wrapped(*args: Any, **kwargs: Any) -> Any:
        parts = [tree_flatten(a) for a in args]
        call = Call(rules, f_raw, [p[0] for p in parts], [p[1] for p in parts], tree_map(getval, kwargs))
        boxes = [v._tensor for row in call.leaves for v in row if isinstance(v, ArrayBox)]
        if not boxes:
            return f_raw(*args, **kwargs)
        spec, *outs = kind.apply(call, *boxes)
        return tree_unflatten([boxed(t) for t in outs], spec)

    RULES[f_wrapped] = rules
    return f_wrapped


def notrace_primitive(f_raw: Function) -> Function:
    """Make a function that is a constant to all derivatives: it gets arrays in the place of boxes.

    Args:
        f_raw: a function of arrays.

    >>> from wengert.hips import grad
    >>> from wengert.hips.extend import notrace_primitive
    >>> whole = notrace_primitive(round)
    >>> float(grad(lambda x: whole(x) * x)(2.6))
    3.0
    """

    @functools.wraps(f_raw)
    def f_wrapped(*args: Any, **kwargs: Any) -> Any:
        return f_raw(*tree_map(getval, list(args)), **tree_map(getval, kwargs))

    return f_wrapped


# -- rules


def rules_of(fun: Function) -> Rules:
    """The rules of a primitive, or of a function of NumPy or SciPy.

    Where a derivative of such a function is known, that is what counts, and rules for it are taken without effect.
    """
    while fun not in RULES:
        inner = getattr(fun, "__wrapped__", None)
        if str(getattr(fun, "__module__", "")).startswith(LIBRARIES) and not is_of_library(fun):
            return Rules(fun.__name__)  # one of those that are written here
        if inner is None:
            raise errors.hips.no_primitive(fun)
        if is_of_library(fun):
            if has_derivative(inner):
                return Rules(inner.__name__)
            vars(fun)["as_primitive"] = own = primitive(inner)
            RULES[fun] = RULES[own]
        else:
            fun = inner
    return RULES[fun]


def defvjp_argnums(fun: Function, vjpmaker: Function) -> None:
    """Define the vector-Jacobian products of a :func:`primitive` with respect to several arguments at once.

    Args:
        fun: the primitive.
        vjpmaker: ``(argnums, ans, args, kwargs) -> vjp``. ``vjp(g)`` returns a tuple of gradients.
    """
    rules_of(fun).pull = vjpmaker


def defvjp_argnum(fun: Function, vjpmaker: Function) -> None:
    """Define the vector-Jacobian products of a :func:`primitive` by one function for all arguments.

    Args:
        fun: the primitive.
        vjpmaker: ``(argnum, ans, args, kwargs) -> vjp``. ``vjp(g)`` returns the gradient of that argument.
    """

    def pull(argnums: Any, *of_call: Any) -> Function:
        vjps = [vjpmaker(i, *of_call) for i in argnums]
        return lambda g: tuple(vjp(g) for vjp in vjps)

    defvjp_argnums(fun, pull)


def defvjp(fun: Function, *vjpmakers: Function | None, argnums: Any = None) -> None:
    """Define the vector-Jacobian products of a :func:`primitive`, one for each argument.

    Args:
        fun: the primitive.
        vjpmakers: each ``(ans, *args, **kwargs) -> vjp``, where ``vjp(g)`` returns the gradient; None stands for zero.
        argnums: the numbers of the arguments that they belong to. Default: counted from 0.
    """
    makers = dict(zip(range(len(vjpmakers)) if argnums is None else argnums, vjpmakers, strict=False))
    name = rules_of(fun).name

    def pull(argnums: Any, ans: Any, args: Any, kwargs: Any) -> Function:
        for i in argnums:
            if i not in makers:
                raise errors.hips.no_rule("VJP", name, i)
        vjps = [None if (maker := makers[i]) is None else maker(ans, *args, **kwargs) for i in argnums]
        return lambda g: tuple(None if vjp is None else vjp(g) for vjp in vjps)

    defvjp_argnums(fun, pull)


def defjvp_argnums(fun: Function, jvpmaker: Function) -> None:
    """Define the Jacobian-vector product of a :func:`primitive`.

    Args:
        fun: the primitive.
        jvpmaker: ``(argnums, tangents, ans, args, kwargs)`` -> the tangent of the result.
    """
    rules_of(fun).push = jvpmaker


def defjvp_argnum(fun: Function, jvpmaker: Function) -> None:
    """Define the Jacobian-vector products of a :func:`primitive` by one function for all arguments.

    Args:
        fun: the primitive.
        jvpmaker: ``(argnum, tangent, ans, args, kwargs)`` -> its part of the tangent of the result.
    """

    def push(argnums: Any, tangents: Any, *of_call: Any) -> Any:
        parts = [jvpmaker(i, t, *of_call) for i, t in zip(argnums, tangents, strict=True)]
        return functools.reduce(lambda a, b: a + b, parts)

    defjvp_argnums(fun, push)


def defjvp(fun: Function, *jvpfuns: Any, argnums: Any = None) -> None:
    """Define the Jacobian-vector products of a :func:`primitive`, one for each argument.

    Args:
        fun: the primitive.
        jvpfuns: each ``(tangent, ans, *args, **kwargs)`` -> its part of the tangent of the result. None stands for
            zero, and ``"same"`` for the primitive itself, which is linear in that argument.
        argnums: the numbers of the arguments that they belong to. Default: counted from 0.
    """
    makers = dict(zip(range(len(jvpfuns)) if argnums is None else argnums, jvpfuns, strict=False))
    name, linear = rules_of(fun).name, _linear(fun)

    def push(argnum: int, tangent: Any, ans: Any, args: Any, kwargs: Any) -> Any:
        if argnum not in makers:
            raise errors.hips.no_rule("JVP", name, argnum)
        maker = makers[argnum]
        if maker is None:
            return np.zeros(np.shape(ans))
        if maker == "same":
            return linear(argnum, tangent, ans, args, kwargs)
        return maker(tangent, ans, *args, **kwargs)

    defjvp_argnum(fun, push)


def def_linear(fun: Function) -> None:
    """Say that a :func:`primitive` is linear in each argument: this defines its Jacobian-vector products.

    Args:
        fun: the primitive.
    """
    defjvp_argnum(fun, _linear(fun))


def _linear(fun: Function) -> Function:
    """The Jacobian-vector product of a function that is linear in an argument: its value at the tangent."""
    return lambda argnum, tangent, ans, args, kwargs: fun(
        *[tangent if i == argnum else a for i, a in enumerate(args)], **kwargs
    )
