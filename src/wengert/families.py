"""How operations are declared, and what a family derives: forward mode and vmap, so that no formula is written
twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import dtypes
from .batched import batch_dims, batch_loop, batch_pointwise, batch_shape
from .declaration import Declared
from .formula import COMPOSITES, REGISTRY, Formula, widen
from .graph import Meta
from .tensor import payload_of
from .transpose import transpose

SIGNATURES: list[Any] = []  # what is published: (object, signature, options), in order of declaration

OPTIONS = frozenset((
    "name", "aliases", "function", "method", "inplace", "namespace", "dunders", "property", "promote", "moves", "view",
    "outputs", "mirrored", "nondiff", "node", "saved", "jvp", "batch", "check", "structural", "elsewhere",
    "sparse", "onto", "older",
))  # fmt: skip


def _row(family: str, signature: str | None, options: dict[str, Any], batch: Any, **fixed: Any) -> Any:
    formulas = {k: v for k, v in options.items() if k not in OPTIONS}
    known = {**fixed, **{k: v for k, v in options.items() if k in OPTIONS}}

    def declare(kernel: Any) -> Declared:
        op = (
            Pointwise if family == "pointwise" else Linear if family == "linear" else Multilinear
            if family == "multilinear" else General
        )(kernel, family, formulas, known, batch)  # fmt: skip
        assert op.name not in REGISTRY, f"{op.name} is declared twice"
        REGISTRY[op.name] = op
        if signature is not None:
            SIGNATURES.append((op, signature, known))
        return op

    return declare


def pointwise(signature: str | None = None, **options: Any) -> Any:
    """Declare an elementwise operation with broadcasting; forward mode and vmap are read off the formulas."""
    return _row("pointwise", signature, options, batch_pointwise, promote="same")


def linear(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation linear in the inputs that have formulas: it is its own forward mode."""
    return _row("linear", signature, options, batch_loop)


def multilinear(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation linear in each input: forward mode is the product rule with the operation itself."""
    return _row("multilinear", signature, options, batch_loop)


def general(signature: str | None = None, **options: Any) -> Any:
    """Declare any other differentiable operation: forward mode by ``jvp=``, else the transpose of the transpose."""
    return _row("general", signature, options, batch_loop)


def constant(signature: str | None = None, **options: Any) -> Any:
    """Declare an operation without gradients; elementwise ones give ``batch=batch_pointwise``."""
    return _row("constant", signature, options, batch_loop)


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


def total(parts: list[Any]) -> Any:
    """The sum of tangents, None where there is none."""
    out = None
    for p in parts:
        if p is not None:
            out = p if out is None else REGISTRY["add"](out, p)
    return out


def zeros_like(x: Any) -> Any:
    return Meta(payload_of(x)).zeros()


class General(Declared):
    """Forward mode by a formula, or by transposing the transpose."""

    def forward(self, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        if not self.formulas:
            return [None] * len(results) if self.many else None
        if self.jvp is not None:
            return self.evaluate(Formula(self.jvp), primals, results, params, moving=moving)
        return self.transposed(primals, moving, results, params)

    def evaluate(self, formula: Formula, primals: Any, results: Any, params: Any, g: Any = None,
                 moving: Any = None) -> Any:  # fmt: skip
        """Call a formula outside a node, with the values themselves."""
        env = self.values_of(formula.names, formula.optional, primals, results, params, g, moving)
        if any(hasattr(v, "dtype") and dtypes.is_half(payload_of(v).dtype) for v in env):
            env = [widen(v) if hasattr(v, "dtype") and not isinstance(v, Meta) else v for v in env]
        return formula.fn(*env)

    def values_of(self, names: Any, optional: Any, primals: Any, results: Any, params: Any, g: Any,
                  moving: Any) -> list[Any]:  # fmt: skip
        """What the names of a formula stand for in this call."""
        env: list[Any] = []
        for name in names:
            if name == "g":
                env.append(g)
            elif name.startswith("t_"):
                at = self.arrays.index(name[2:])
                t = moving[at] if at < len(moving) else None
                if t is None and name not in optional and at < len(primals) and primals[at] is not None:
                    t = zeros_like(primals[at])
                env.append(t)
            elif name == "ts":
                env.append(tuple(moving))
            elif name.endswith("_meta"):
                env.append(Meta(payload_of(primals[self.arrays.index(name[:-5])])))
            elif name == self.group:
                env.append(tuple(primals[self.count :]))
            elif name in self.arrays:
                at = self.arrays.index(name)
                env.append(primals[at] if at < len(primals) else None)
            elif name in self.outputs:
                env.append(results[self.outputs.index(name)])
            elif name == "needs":
                env.append(tuple(m is not None for m in moving[self.count :]))
            else:
                env.append(params[name])
        return env

    def transposed(self, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        """J t as the gradient, with respect to g, of <J* g, t>: J* is linear in g."""
        return transpose(self, primals, moving, results, params)


class Linear(General):
    """The operation itself on the tangents; inputs without formulas pass through."""

    def forward(self, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        if self.jvp is not None or not self.formulas:
            return General.forward(self, primals, moving, results, params)
        args = []
        for i, (p, m) in enumerate(zip(primals, moving, strict=True)):
            if self.bit(i) and p is not None:
                args.append(m if m is not None else zeros_like(p) if hasattr(p, "dtype") else 0.0)
            else:
                args.append(p)
        return self.apply(tuple(args), params)


class Multilinear(General):
    """The product rule with the operation itself."""

    def forward(self, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        if self.jvp is not None or not self.formulas:
            return General.forward(self, primals, moving, results, params)
        return total([
            self.apply((*primals[:i], m, *primals[i + 1 :]), params)
            for i, m in enumerate(moving) if m is not None and self.bit(i)
        ])  # fmt: skip


class Pointwise(General):
    """The Jacobian is diagonal, so J t is read off the formulas for J* g.

    For a real-linear diagonal map, J(t) = a·t + b·conj(t) and J*(g) = conj(a)·g + b·conj(g); so J* at g = 1 and g = i
    gives a and b
    (Kreutz-Delgado, "The complex gradient operator and the CR-calculus", 2009). Where input or output is real, the
    missing imaginary part simply is not there.
    """

    def forward(self, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        if self.jvp is not None or not self.formulas:
            return General.forward(self, primals, moving, results, params)
        parts = []
        for i, m in enumerate(moving):
            if m is not None and self.bit(i):
                parts.append(self.part(self.arrays[i], primals, results, params, m))
        return total(parts)

    def part(self, array: str, primals: Any, results: Any, params: Any, t: Any) -> Any:
        formula = self.formulas[array]

        def at(g: Any) -> Any:
            return self.evaluate(formula, primals, results, params, g)

        complex_out = payload_of(results[0]).dtype.kind == "c"
        complex_in = payload_of(t).dtype.kind == "c"
        if not complex_in and not complex_out:
            return at(t)
        conj, real = COMPOSITES["conj"], REGISTRY["_real"]
        one = zeros_like(results[0]) + 1
        if not complex_out:  # J(t) = Re(conj(w) t)
            return real(conj(at(one)) * t)
        p, q = at(one), at(one * 1j)
        if not complex_in:  # only the real parts of J* count
            return (drop_imaginary(p) + 1j * drop_imaginary(q)) * t
        return conj((p - 1j * q) / 2) * t + (p + 1j * q) / 2 * conj(t)


def drop_imaginary(v: Any) -> Any:
    """The real part of a value that may be real already."""
    if not hasattr(v, "dtype"):
        return v.real
    return REGISTRY["_real"](v) if payload_of(v).dtype.kind == "c" else v


__all__ = [
    "SIGNATURES", "batch_dims", "batch_loop", "batch_pointwise", "batch_shape", "composite", "constant", "general",
    "linear",
    "multilinear", "pointwise",
]  # fmt: skip
