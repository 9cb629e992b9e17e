"""How operations are declared. The family of an operation derives its rules for forward mode and vmap, so that no
formula is written twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .. import errors
from ..arrays import fused
from ..arrays.batched import batch_loop, batch_pointwise
from ..dispatch.op import Op
from ..dispatch.plan import Formula
from ..dispatch.registry import COMPOSITES, REGISTRY
from ..tape.state import local
from ..tape.watching import COMPOSITE, observed
from .forward import (
    Rule,
    by_formula,
    diagonal,
    itself,
    nothing,
    product_rule,
    sloped_along,
    taken,
    transpose,
    without_constant,
)
from .row import declared

SIGNATURES: list[Any] = []  # what is public: (object, signature, options), in the order of declaration

OPTIONS = frozenset((
    "name", "aliases", "function", "method", "inplace", "namespace", "dunders", "property", "promote", "moves", "view",
    "outputs", "mirrored", "nondiff", "node", "saved", "jvp", "batch", "check", "takes_batched", "elsewhere", "packed",
    "sparse", "onto", "older", "over", "constant", "also", "unrounded", "fits", "rounded", "real_only", "layout", "out",
    "row_major",
))  # fmt: skip

Formulas = dict[str, Formula]


class Family(NamedTuple):
    """What the rows of a family have in common."""

    name: str
    read: Callable[[dict[str, Any], dict[str, Any]], tuple[Formulas, Rule]]  # from a row's formulas and options
    batch_rule: Any = batch_loop
    options: Mapping[str, Any] = {}  # defaults of options


class Reduction(NamedTuple):
    """How elements are summed into results, and how the gradient of a result is spread over its elements.

    Both are linear maps, and each is the transpose of the other. They take a value first, then what formulas may name.
    """

    reduce: Any
    spread: Any


# the engine sums gradients, and dispatch expands tangents
BROADCAST = Reduction(reduce=lambda g: g, spread=lambda t: t)

# -- From rows to formulas ---------------------------------------------------------------------------------------------


def _as_stated(rule: Rule) -> Any:
    """Read a row that states its formulas directly."""

    def read(stated: dict[str, Any], options: dict[str, Any]) -> tuple[Formulas, Rule]:
        return {array: Formula(f) for array, f in stated.items()}, rule

    return read


def _read_selecting(stated: dict[str, Any], options: dict[str, Any]) -> tuple[Formulas, Rule]:
    """Read a row that states a choice for its input: one, or one for each differentiable result.

    A choice is a function of what formulas may name. It returns an object with two methods: ``take(t, shape)`` returns
    the chosen elements of ``t`` in the shape of the result, and ``put(g)`` is its transpose.
    """
    ((array, choices),) = stated.items()
    by_output = {o: Formula(f) for o, f in _by_output(choices, options).items()}
    puts = {o: _on_choice(f, lambda choice, g: choice.put(g)) for o, f in by_output.items()}
    takes = {o: _on_choice(f, lambda choice, t, out: choice.take(t, out.shape), o) for o, f in by_output.items()}
    return {array: _of_cotangents(puts, options)}, taken(array, takes)


def _on_choice(choice: Formula, act: Any, output: str | None = None) -> Formula:
    """A formula that applies ``act`` to the choice, to ``g`` and (if ``output`` is given) to that result's shape."""
    names = ("g",) if output is None else ("g", f"{output}_meta")
    first = len(names)
    return Formula(lambda *env: act(choice.fn(*env[first:]), *env[:first]), (*names, *choice.names))


def _read_sloped(stated: dict[str, Any], options: dict[str, Any]) -> tuple[Formulas, Rule]:
    """Read a row that states its formulas as if nothing were reduced: one, or one for each differentiable result.

    ``over`` is the :class:`Reduction`, or one for each result. ``"-x"`` states the negative of the formula for ``x``.
    """
    over = _by_output(options["over"], options) if "over" in options else {}
    spread = {o: _first_is_g(r.spread) for o, r in over.items()}
    opposites = {array: f[1:] for array, f in stated.items() if isinstance(f, str)}
    slopes = {
        array: {o: Formula(f) for o, f in _by_output(stated[array], options).items()}
        for array in stated if array not in opposites
    }  # fmt: skip
    steps = {
        array: {o: Formula(fused.formula(f.fn), f.names, f.optional) for o, f in parts.items()}
        for array, parts in slopes.items()
    }
    formulas = {}
    for array in stated:
        parts = steps[opposites.get(array, array)]
        if array in opposites:
            parts = {o: _through(Formula(lambda g: -g), f) for o, f in parts.items()}
        parts = {o: _through(spread[o], f) if o in spread else f for o, f in parts.items()}
        formulas[array] = _of_cotangents(parts, options)
    return formulas, sloped_along(slopes, opposites, {o: _first_is_g(r.reduce) for o, r in over.items()})


def _read_affine(stated: dict[str, Any], options: dict[str, Any]) -> tuple[Formulas, Rule]:
    """Read a row that states its formulas. An added input has a :class:`Reduction` that lays it out in the result."""
    added = {array: f for array, f in stated.items() if isinstance(f, Reduction)}
    formulas = {a: _first_is_g(f.reduce) if a in added else Formula(f) for a, f in stated.items()}
    return formulas, without_constant({a: _first_is_g(r.spread) for a, r in added.items()}, options.get("constant"))


def _by_output(stated: Any, options: dict[str, Any]) -> dict[str, Any]:
    """Map the name of each differentiable result to its part of a row's statement."""
    outputs = (options.get("outputs") or "out").split()
    outputs = [o for o in outputs if o not in (options.get("nondiff") or "").split()]
    each = stated if type(stated) is tuple else (stated,)
    return dict(zip(outputs, each, strict=True))


def _first_is_g(fn: Any) -> Formula:
    """Make a formula of a function whose first argument is the gradient, or a tangent in its place."""
    return Formula(fn, ("g", *Formula(fn).names[1:]))


def _through(first: Formula, second: Formula) -> Formula:
    """Compose formulas: ``second`` gets as its ``g``, which it names first, the result of ``first``."""
    count = len(first.names)
    assert second.names[0] == "g", second.names
    return Formula(
        lambda *env: second.fn(first.fn(*env[:count]), *env[count:]),
        (*first.names, *second.names[1:]),
    )


def _of_cotangents(parts: Formulas, options: dict[str, Any]) -> Formula:
    """Add up the contributions of all results. ``parts`` maps each result to a formula of its own ``g``."""
    own = {o: f"g_{o}" if options.get("outputs") else "g" for o in parts}
    named = {o: tuple([own[o] if n == "g" else n for n in f.names]) for o, f in parts.items()}
    if len(parts) == 1:
        ((output, part),) = parts.items()
        return Formula(part.fn, named[output])
    names = tuple(dict.fromkeys((*own.values(), *[n for mine in named.values() for n in mine])))
    calls = [(k, parts[o].fn, [names.index(n) for n in named[o]]) for k, o in enumerate(parts)]

    def gradient(*env: Any) -> Any:
        gradients = [fn(*[env[i] for i in which]) for k, fn, which in calls if env[k] is not None]
        return sum(gradients[1:], gradients[0])

    return Formula(gradient, names, own.values())


# -- The families ------------------------------------------------------------------------------------------------------

POINTWISE = Family("pointwise", _as_stated(diagonal), batch_pointwise, {"promote": "same"})
LINEAR = Family("linear", _as_stated(itself))
MULTILINEAR = Family("multilinear", _as_stated(product_rule))
AFFINE = Family("affine", _read_affine)
SELECTING = Family("selecting", _read_selecting)
SLOPED = Family("sloped", _read_sloped)
GENERAL = Family("general", _as_stated(transpose))
CONSTANT = Family("constant", _as_stated(nothing))


def _row(family: Family, signature: str | None, options: dict[str, Any]) -> Any:
    stated = {k: v for k, v in options.items() if k not in OPTIONS}
    known = {**family.options, **{k: v for k, v in options.items() if k in OPTIONS}}

    def declare(kernel: Any) -> Op:
        try:
            formulas, rule = family.read(stated, known)
        except AttributeError as e:  # of what is no function
            odd = [n for n, f in stated.items() if not callable(f)]
            raise errors.calls.no_option(kernel.__name__, odd, ", and no formula") from e
        if not formulas:
            rule = nothing
        elif "jvp" in known:
            rule = by_formula(Formula(known["jvp"]))
        op = declared(kernel, family.name, formulas, known, rule, known.get("batch", family.batch_rule))
        _enter(REGISTRY, op.name, op)
        if signature is not None:
            SIGNATURES.append((op, signature, known))
        return op

    return declare


def _enter(table: dict[str, Any], name: str, operation: Any) -> None:
    """Enter an operation under its name. A table of rows whose import was interrupted enters its own again."""
    known = table.setdefault(name, operation)
    assert known.__module__ == operation.__module__, f"{name} is declared twice"
    table[name] = operation


def pointwise(signature: str | None = None, **options: Any) -> Any:
    """Declare an elementwise operation with broadcasting. Forward mode is derived from the formulas."""
    return _row(POINTWISE, signature, options)


def linear(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation that is linear in the inputs with formulas. Forward mode applies it to the tangents."""
    return _row(LINEAR, signature, options)


def multilinear(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation that is linear in each input. Forward mode is the product rule with the operation itself."""
    return _row(MULTILINEAR, signature, options)


def affine(signature: str | None = None, **options: Any) -> Any:
    """Declare a multilinear operation plus a constant term. Forward mode leaves the constant out."""
    return _row(AFFINE, signature, options)


def selecting(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation that selects elements of its input. Gradient and tangent follow from their positions."""
    return _row(SELECTING, signature, options)


def sloped(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation whose gradient is a slope times the incoming gradient, and which may reduce. Forward mode is
    the slope times the tangent, reduced."""
    return _row(SLOPED, signature, options)


def general(signature: str | None = None, **options: Any) -> Any:
    """Declare any other differentiable operation. Forward mode is ``jvp=``, or the transpose of the transpose."""
    return _row(GENERAL, signature, options)


def constant(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation without gradients. Elementwise ones give ``batch=batch_pointwise``."""
    return _row(CONSTANT, signature, options)


def composite(signature: str | None = None, **options: Any) -> Callable[[Any], Any]:
    """Publish a plain function that is made of other operations."""

    def declare(fn: Any) -> Any:
        name = options.get("name") or fn.__name__
        space = options.get("namespace")
        key = f"{space}.{name}" if space else name
        if unknown := options.keys() - OPTIONS:
            raise errors.calls.no_option(name, sorted(unknown))
        _enter(COMPOSITES, key, fn)
        if signature is not None:
            SIGNATURES.append((fn, signature, options))
        return fn

    return declare


def reported(name: str, fn: Any) -> Any:
    """The composite ``fn`` under its name, as public functions call it while any thread is watched.

    If this thread is watched, the calls are reported. Else this is the plain function, which tables always call.
    """
    tools = local.state.tools
    if tools is None or tools.calls is None:
        return fn

    def observing(*args: Any, **kwargs: Any) -> Any:
        return observed(tools.calls, COMPOSITE, name, args, kwargs, lambda: fn(*args, **kwargs))

    return observing
