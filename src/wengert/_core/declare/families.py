"""How operations are declared, and what a family derives: forward mode and vmap, so that no formula is written
twice."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..arrays.batched import batch_dims, batch_loop, batch_pointwise, batch_shape
from ..dispatch.plan import Formula
from ..dispatch.registry import COMPOSITES, REGISTRY
from ..tape.state import local
from ..tape.watching import COMPOSITE, attached, observed
from .forward import (
    Rule,
    by_formula,
    diagonal,
    itself,
    nothing,
    product_rule,
    sloped_along,
    taken,
    total,
    transpose,
    without_constant,
)
from .row import Declared

SIGNATURES: list[Any] = []  # what is published: (object, signature, options), in order of declaration

OPTIONS = frozenset((
    "name", "aliases", "function", "method", "inplace", "namespace", "dunders", "property", "promote", "moves", "view",
    "outputs", "mirrored", "nondiff", "node", "saved", "jvp", "batch", "check", "takes_batched", "elsewhere",
    "sparse", "onto", "older", "over", "constant",
))  # fmt: skip

Formulas = dict[str, Formula]


class Family(NamedTuple):
    """What the rows of a family have in common."""

    name: str
    read: Callable[[dict[str, Any], dict[str, Any]], tuple[Formulas, Rule]]  # from what a row states, and its options
    batch_rule: Any = batch_loop
    options: Mapping[str, Any] = {}  # which rows need not give


class Reduction(NamedTuple):
    """How elements are summed into results, and how a result's cotangent is spread over its elements.

    These are linear maps, the transposes of each other. Each takes a value, then whatever formulas may name.
    """

    reduce: Any
    spread: Any


BROADCAST = Reduction(reduce=lambda g: g, spread=lambda t: t)  # the engine sums, and tangents are expanded

# -- From what rows state to formulas ----------------------------------------------------------------------------------


def _as_stated(rule: Rule) -> Any:
    """The reading of rows that state their formulas."""

    def read(stated: dict[str, Any], options: dict[str, Any]) -> tuple[Formulas, Rule]:
        return {array: Formula(f) for array, f in stated.items()}, rule

    return read


def _read_selecting(stated: dict[str, Any], options: dict[str, Any]) -> tuple[Formulas, Rule]:
    """A row states for its input a choice, or one for each result that has a gradient.

    A choice is a function of what formulas may name. It returns an object with ``take(t, shape)``, the elements of
    ``t`` that are chosen, in the shape of the result, and its transpose ``put(g)``.
    """
    ((array, choices),) = stated.items()
    by_output = {o: Formula(f) for o, f in _by_output(choices, options).items()}
    puts = {o: _on_choice(f, lambda choice, g: choice.put(g)) for o, f in by_output.items()}
    takes = {o: _on_choice(f, lambda choice, t, out: choice.take(t, out.shape), o) for o, f in by_output.items()}
    return {array: _of_cotangents(puts, options)}, taken(array, takes)


def _on_choice(choice: Formula, act: Any, output: str | None = None) -> Formula:
    """What is done with a choice: a formula of ``g``, the result's shape if it is named, and what the choice names."""
    names = ("g",) if output is None else ("g", f"{output}_meta")
    first = len(names)
    return Formula(lambda *env: act(choice.fn(*env[first:]), *env[:first]), (*names, *choice.names))


def _read_sloped(stated: dict[str, Any], options: dict[str, Any]) -> tuple[Formulas, Rule]:
    """A row states its formulas as if nothing were reduced, or one for each result that has a gradient.

    ``over`` is the :class:`Reduction`, or one for each. ``"-x"`` states the opposite of what is stated for ``x``.
    """
    over = _by_output(options["over"], options) if "over" in options else {}
    spread = {o: _first_is_g(r.spread) for o, r in over.items()}
    opposites = {array: f[1:] for array, f in stated.items() if isinstance(f, str)}
    slopes = {
        array: {o: Formula(f) for o, f in _by_output(stated[array], options).items()}
        for array in stated if array not in opposites
    }  # fmt: skip
    formulas = {}
    for array in stated:
        parts = slopes[opposites.get(array, array)]
        if array in opposites:
            parts = {o: _through(Formula(lambda g: -g), f) for o, f in parts.items()}
        parts = {o: _through(spread[o], f) if o in spread else f for o, f in parts.items()}
        formulas[array] = _of_cotangents(parts, options)
    return formulas, sloped_along(slopes, opposites, {o: _first_is_g(r.reduce) for o, r in over.items()})


def _read_affine(stated: dict[str, Any], options: dict[str, Any]) -> tuple[Formulas, Rule]:
    """A row states its formulas; for an input that is added, the :class:`Reduction` that lays it out in the result."""
    added = {array: f for array, f in stated.items() if isinstance(f, Reduction)}
    formulas = {a: _first_is_g(f.reduce) if a in added else Formula(f) for a, f in stated.items()}
    return formulas, without_constant({a: _first_is_g(r.spread) for a, r in added.items()}, options.get("constant"))


def _by_output(stated: Any, options: dict[str, Any]) -> dict[str, Any]:
    """What is stated for each result that has a gradient, by its name."""
    outputs = (options.get("outputs") or "out").split()
    outputs = [o for o in outputs if o not in (options.get("nondiff") or "").split()]
    each = stated if type(stated) is tuple else (stated,)
    return dict(zip(outputs, each, strict=True))


def _first_is_g(fn: Any) -> Formula:
    """A function of a value and of what formulas may name, as a formula."""
    return Formula(fn, ("g", *Formula(fn).names[1:]))


def _through(first: Formula, second: Formula) -> Formula:
    """``second``, of what ``first`` makes of ``g``."""
    count = len(first.names)
    names = tuple(dict.fromkeys((*first.names, *second.names)))
    which = [names.index(n) for n in second.names]

    def both(*env: Any) -> Any:
        env = (first.fn(*env[:count]), *env[1:])
        return second.fn(*[env[i] for i in which])

    return Formula(both, names)


def _of_cotangents(parts: Formulas, options: dict[str, Any]) -> Formula:
    """The gradient that comes of all results, given the part of each as a formula of its own ``g``."""
    own = {o: f"g_{o}" if options.get("outputs") else "g" for o in parts}
    named = {o: tuple([own[o] if n == "g" else n for n in f.names]) for o, f in parts.items()}
    if len(parts) == 1:
        ((output, part),) = parts.items()
        return Formula(part.fn, named[output])
    names = tuple(dict.fromkeys((*own.values(), *[n for mine in named.values() for n in mine])))
    calls = [(k, parts[o].fn, [names.index(n) for n in named[o]]) for k, o in enumerate(parts)]

    def gradient(*env: Any) -> Any:
        found = [fn(*[env[i] for i in which]) for k, fn, which in calls if env[k] is not None]
        return sum(found[1:], found[0])

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

    def declare(kernel: Any) -> Declared:
        formulas, rule = family.read(stated, known)
        if not formulas:
            rule = nothing
        elif "jvp" in known:
            rule = by_formula(Formula(known["jvp"]))
        op = Declared(kernel, family.name, formulas, known, rule, known.get("batch", family.batch_rule))
        assert op.name not in REGISTRY, f"{op.name} is declared twice"
        REGISTRY[op.name] = op
        if signature is not None:
            SIGNATURES.append((op, signature, known))
        return op

    return declare


def pointwise(signature: str | None = None, **options: Any) -> Any:
    """Declare an elementwise operation with broadcasting; forward mode and vmap are read off the formulas."""
    return _row(POINTWISE, signature, options)


def linear(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation linear in the inputs that have formulas: it is its own forward mode."""
    return _row(LINEAR, signature, options)


def multilinear(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation linear in each input: forward mode is the product rule with the operation itself."""
    return _row(MULTILINEAR, signature, options)


def affine(signature: str | None = None, **options: Any) -> Any:
    """Declare a multilinear operation to whose result something is added: forward mode leaves the constant out."""
    return _row(AFFINE, signature, options)


def selecting(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation whose result is its input at places: both modes follow from where these are."""
    return _row(SELECTING, signature, options)


def sloped(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation whose gradient is a slope times the cotangent, and which may reduce: forward mode is the
    slope times the tangent, reduced."""
    return _row(SLOPED, signature, options)


def general(signature: str | None = None, **options: Any) -> Any:
    """Declare any other differentiable operation: forward mode by ``jvp=``, else the transpose of the transpose."""
    return _row(GENERAL, signature, options)


def constant(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation without gradients; elementwise ones give ``batch=batch_pointwise``."""
    return _row(CONSTANT, signature, options)


def composite(signature: str | None = None, **options: Any) -> Callable[[Any], Any]:
    """Publish a plain function of other operations."""

    def declare(fn: Any) -> Any:
        name = options.get("name") or fn.__name__
        space = options.get("namespace")
        key = f"{space}.{name}" if space else name
        assert key not in COMPOSITES, f"{key} is declared twice"
        COMPOSITES[key] = fn
        if signature is not None:
            SIGNATURES.append((fn, signature, options))
        return fn

    return declare


SILENT = frozenset(("getitem", "setitem_", "is_tensor", "get_rng_state", "set_rng_state"))  # no operations in PyTorch


def report_composites() -> None:
    """Let the name that a composite has in its table stand for a function that reports its calls.

    Called once, when all tables are there. The rest of the table calls composites by these names, and so do public
    functions while any thread is watched; else they call the plain function. Formulas and kernels of other tables have
    imported the plain function before, which reports nothing and costs no more.
    """
    for name, fn in COMPOSITES.items():
        table = vars(sys.modules[fn.__module__])
        if name not in SILENT and table.get(fn.__name__) is fn:
            table[fn.__name__] = reporting(name, fn)


def reporting(name: str, fn: Any) -> Any:
    """The composite ``fn``, whose calls are reported as those of ``name``."""

    @functools.wraps(fn)
    def reported(*args: Any, **kwargs: Any) -> Any:
        if not attached:  # nobody watches any thread
            return fn(*args, **kwargs) if kwargs else fn(*args)
        tools = local.state.tools
        if tools is None or tools.calls is None:
            return fn(*args, **kwargs)
        return observed(tools.calls, COMPOSITE, name, args, kwargs, lambda: fn(*args, **kwargs))

    return reported


__all__ = [
    "BROADCAST", "SIGNATURES", "Reduction", "affine", "batch_dims", "batch_loop", "batch_pointwise", "batch_shape",
    "composite", "constant", "general", "linear", "multilinear", "pointwise", "report_composites", "selecting",
    "sloped", "total",
]  # fmt: skip
