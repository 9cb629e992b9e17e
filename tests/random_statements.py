"""Draws random programs: statements are drawn one after another, and run on PyTorch while the program grows.

Most statements succeed and give finite numbers, since a statement that does not is drawn again; some that fail are
kept, at the end of a program. Operations and their arguments come from the samples of the laws, with variables of the
program in the places of arrays of the same shape and kind.
"""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np

from tests import calls, laws
from tests.random_programs import UNSUPPORTED, DType, Program, Step, Var, World, field, names_in
from tests.test_oracle_ops import BEYOND, MISTAKEN, SAVES_MORE, UNSIGNED

SHAPES = [(2, 3), (2, 3), (2, 3), (3,), (3,), (2,), (), (2, 2), (3, 2), (3, 3), (2, 4), (2, 2, 3), (2, 3, 2), (0, 3)]
# What is left out of programs: memory that nobody has written, results of chance, vectors with a free sign or phase.
CHANCE = ("empty", "dropout", "rand", "bernoulli", "multinomial", "normal", "poisson", "rrelu", "cauchy",
          "exponential_", "geometric", "random_", "uniform", "gumbel", "fractional", "lowrank", "binomial",
          "shuffle")  # fmt: skip
FREE = ("eig", "svd", "qr", "geqrf", "orgqr", "ormqr", "lobpcg", "lu", "ldl", "lstsq", "householder", "pinv", "nuclear")
BY_PRECISION = (
    "angle",
    "argsort",
    "argmax",
    "argmin",
    "unique",
    "histc",
    "histogram",
    "equal",
    "isclose",
    "allclose",
    "matrix_rank",
    "nextafter",
    "frexp",
    "round",
    "floor",
    "ceil",
    "trunc",
    "fix",
    "frac",
    "fmod",
    "remainder",
    "bucketize",
    "searchsorted",
    "special.zeta",
    "as_strided",
    "to_sparse",
    "sparse",
    "ctc_loss",
    "cross",
    "einsum",
    "with_indices",
    "cosine",
    "spectral",
    "_ex",
    "vander",
    "topk",
    "mode",
    "kthvalue",
    "median",
    "solve",
    "inv",
    "det",
    "cholesky",
    "pack_padded",
    "cond",
)
CONJUGATES = ("conj", "adjoint", "mH", "H", "resolve")  # whether they are views  # fmt: skip
COMPARISONS = (
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "less",
    "greater",
    "not_equal",
    "less_equal",
    "greater_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "logical_not",
)  # in place, PyTorch writes them unseen
OTHER_STRIDES = ("transpose_", "unsqueeze_", "squeeze_", "t_", "swapaxes_", "as_strided_")  # without grad mode too
LIMIT = 1e3  # no number of a program is larger


@cache
def operations() -> dict[tuple[Any, str], list[tuple[str, int, int]]]:
    """By shape and kind of an array: the operations, samples and arguments with such an array."""
    found = defaultdict(list)
    skipped = {*MISTAKEN, *UNSIGNED, *SAVES_MORE, "special_ndtr", "special.ndtr", "kron"}
    for name, public in PUBLIC.items():
        if name in skipped or public in skipped or public in BEYOND:
            continue
        if any(word in public for word in (*CHANCE, *FREE, *BY_PRECISION, *CONJUGATES)):
            continue
        for case in laws.cases(name):
            for i, a in enumerate(case.leaves):
                found[a.shape, a.dtype.kind].append((name, case.number, i))
    return dict(found)


PUBLIC = calls.PUBLIC


class Author:
    """Writes one program. ``seed`` determines it."""

    def __init__(self, torch: Any, seed: int) -> None:
        self.r = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.torch = torch
        self.program: Program = []
        self.world = World(torch)
        self.count = 0
        self.used: set[str] = set()
        self.gradients: set[str] = set()  # of which it is not compared whether they are views
        self.hooked: set[str] = set()
        self.unwritten: set[str] = set()

    def write(self) -> Program:
        length = self.r.randint(5, 40)
        for _ in range(self.r.randint(1, 3)):
            self.try_step(self.leaf())
        tries = 0
        while len(self.program) < length and tries < 4 * length:
            tries += 1
            step = self.draw()
            if step is not None and self.try_step(step) is False:
                return self.program
        for name in [n for n, t in reversed(self.world.env.items()) if self.tracked(t)][:2]:
            self.try_step(Step("backward", (), (Var(name), True)))
        return self.program

    # -- which statement is next

    def draw(self) -> Step | None:
        drawn = self.r.choices(
            [self.operation, self.view, self.write_in_place, self.other_strides, self.assignment, self.go_backward,
             self.ask, self.watch, self.transformed, self.leaf, self.other, self.custom],
            [40, 16, 18, 4, 8, 4, 4, 6, 5, 3, 6, 2],
        )[0]()  # fmt: skip
        if drawn is None or drawn.kind in ("hook", "backward", "leaf") or drawn.args[0] in OTHER_STRIDES:
            return drawn
        if self.r.random() < 0.07:
            drawn = drawn._replace(quiet=True)
        return drawn

    def try_step(self, step: Step) -> bool | None:
        """Add a statement if it is good. False: it fails, and ends the program. None: it was dropped."""
        if self.reads_what_it_writes(step) or self.reshapes_what_has_hooks(step):
            return None
        error = self.world.run(step)
        if error is not None:
            keep = self.r.random() < 0.1 and not any(text in str(error) for text in UNSUPPORTED)
            if keep and not isinstance(error, (TypeError, AttributeError, AssertionError)):
                self.program.append(step)
                return False
        elif all(self.fine(t) for t in self.world.env.values()):
            self.program.append(step)
            if step.kind == "grad":
                self.gradients.update(step.outs)
            if step.kind == "hook" or (step.kind == "method" and step.args[0] == "requires_grad_"):
                self.hooked.update(names_in(step.args))
            if step.kind == "leaf" and step.args[1]:  # its accumulator keeps the old shape in PyTorch
                self.hooked.update(step.outs)
            return True
        self.again()
        return None

    def reads_what_it_writes(self, step: Step) -> bool:
        """Whether a write also reads its memory by another name, which PyTorch refuses at times."""
        if step.kind not in ("method", "set_item", "augmented"):
            return False
        names = list(names_in(step.args))
        if step.kind != "method" and names.count(names[0]) > 1:
            return True
        ts = [self.get(name) for name in dict.fromkeys(names)]
        if len(ts) < 2 or (step.kind == "method" and not step.args[0].endswith("_")):
            return False
        written, *others = ts
        return any(t.untyped_storage().data_ptr() == written.untyped_storage().data_ptr() for t in others)

    def reshapes_what_has_hooks(self, step: Step) -> bool:
        """Whether a tensor with hooks, by this name or another, gets other strides in place."""
        if step.kind != "method" or step.args[0] not in OTHER_STRIDES:
            return False
        t = self.get(step.args[1].name)
        return any(self.get(n) is t for n in self.hooked)

    def again(self) -> None:
        """Forget what the last statement did."""
        self.world = World(self.torch)
        for step in self.program:
            self.world.run(step)

    def fine(self, t: Any) -> bool:
        """Whether a variable is good for a program: small, finite, and no view made without recording."""
        if t.layout != self.torch.strided or t.numel() > 64 or t.ndim > 5:
            return False
        if type(field(t, "grad_fn")).__name__ == "NotImplemented":
            return False
        if t.requires_grad and not self.inexact(t):
            return False  # PyTorch records a write into integers
        if t.dtype in (self.torch.complex32,) or (t._is_view() and t.requires_grad and field(t, "grad_fn") is None):
            return False
        return self.bounded(t) and (field(t, "is_leaf") is not True or t.grad is None or self.bounded(t.grad))

    def bounded(self, t: Any) -> bool:
        if t.is_sparse:
            return False
        if not (t.is_floating_point() or t.is_complex()):
            return True
        a = t.detach().abs()
        return bool((a < LIMIT).all()) if a.numel() else True

    # -- arguments

    def new(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def may_be_written(self, name: str) -> bool:
        """Whether to write a variable: not where elements share memory, which has no defined meaning."""
        return name not in self.unwritten and self.apart(self.get(name))

    @staticmethod
    def apart(t: Any) -> bool:
        """Whether each element has memory of its own."""
        places = np.zeros(1, int)
        for n, s in zip(t.shape, t.stride(), strict=True):
            places = np.add.outer(places, np.arange(n) * s).ravel()
        return len(set(places.tolist())) == t.numel() > 0

    def viewed(self, t: Any) -> bool:
        """Whether a variable is a view of ``t``."""
        return any(o._base is t for o in self.world.env.values())

    def hidden(self, t: Any) -> bool:
        """Whether ``t`` is a view of what no variable is."""
        return t._is_view() and not any(o is t._base for o in self.world.env.values())

    @staticmethod
    def fresh_shape(t: Any) -> bool:
        """Whether the shape of ``t`` may change in place: not of leaves and of what keeps a gradient of that shape."""
        return not t.requires_grad or not (t.retains_grad or isinstance(field(t, "grad_fn"), type | None))

    def pick(self, wanted: Any = None) -> str | None:
        """The name of a variable, mostly a recent one."""
        names = [n for n, t in self.world.env.items() if wanted is None or wanted(t)]
        if not names:
            return None
        return names[-1 - min(int(self.r.expovariate(0.5)), len(names) - 1)]

    def get(self, name: str) -> Any:
        return self.world.env[name]

    @staticmethod
    def tracked(t: Any) -> bool:
        return field(t, "requires_grad") is True and not isinstance(field(t, "grad_fn"), type)

    @staticmethod
    def inexact(t: Any) -> bool:
        return bool(t.is_floating_point() or t.is_complex())

    def number(self) -> float:
        return self.r.choice([0.5, -1.5, 2, 1, 0.25, 3, -0.5])

    def like(self, t: Any) -> Any:
        """A variable or an array that can be combined with ``t``, or a number."""
        other = self.pick(lambda o: o.shape == t.shape or o.ndim == 0)
        kind = self.r.random()
        if other is not None and kind < 0.6:
            return Var(other)
        if kind < 0.8:
            return self.array(tuple(t.shape), t.dtype)
        return self.number()

    def array(self, shape: tuple[int, ...], dtype: Any) -> Any:
        a = np.asarray(self.numbers.uniform(0.3, 1.3, size=shape) * self.numbers.choice([1, -1], size=shape))
        name = str(dtype).rpartition(".")[2]
        if dtype.is_complex:
            a = a + 0.5j * a[::-1] if a.ndim else a + 0.5j
        elif not dtype.is_floating_point:
            return (np.abs(a) * 3).astype(name)
        coarse = np.asarray(a).astype("complex64" if dtype.is_complex else "float32")
        return coarse if name == "bfloat16" else coarse.astype(name)

    # -- statements

    def leaf(self) -> Step:
        dtype = self.r.choices(["float64", "float32", "complex128", "int64", "bool", "float16"], [60, 14, 10, 8, 3, 2])[
            0
        ]
        a = self.array(self.r.choice(SHAPES), getattr(self.torch, dtype))
        inexact = a.dtype.kind in "fc"
        return Step("leaf", (self.new(),), (a, bool(inexact and self.r.random() < 0.8)))

    def operation(self) -> Step | None:
        """An operation at one of its samples, with variables in the places of some arrays."""
        name = self.pick()
        if name is None:
            return None
        t = self.get(name)
        kind = "c" if t.is_complex() else "f" if t.is_floating_point() else "b" if t.dtype == self.torch.bool else "i"
        known = operations().get((tuple(t.shape), kind))
        if not known or t.dtype == self.torch.bfloat16:  # which arrays of samples are not of
            return None
        names = sorted({n for n, _, _ in known})
        chosen = self.r.choice(names)
        _, number, place = self.r.choice([k for k in known if k[0] == chosen])
        case = next(c for c in laws.cases(chosen) if c.number == number)
        place_of = iter(range(len(case.leaves)))
        mixed = self.r.random() < 0.15 and case.op is not None and case.op.family == "pointwise"

        def filled(a: Any) -> Any:
            i = next(place_of)
            if i == place:
                return Var(name)
            if a.dtype.kind in "fc" and self.r.random() < 0.5:
                other = self.pick(lambda o: tuple(o.shape) == a.shape and o.dtype == t.dtype)
                if other is not None:
                    return Var(other)
            dtype = str(t.dtype).rpartition(".")[2]
            if not mixed and a.dtype.kind == "f" and kind == "f" and dtype != "bfloat16":
                return a.astype(dtype)
            return a

        def walk(x: Any) -> Any:
            if isinstance(x, np.generic):
                x = np.asarray(x)
            if isinstance(x, np.ndarray):
                return filled(x)
            if isinstance(x, dict):
                return {k: DType(_dtype_name(v)) if k == "dtype" and v is not None else walk(v) for k, v in x.items()}
            return type(x)(map(walk, x)) if isinstance(x, (list, tuple)) else x

        sample = case.sample
        args, params = walk(list(sample.args)), walk(dict(sample.params))
        public = PUBLIC[chosen]
        bare = public.rpartition(".")[2]
        outs = (self.new(), self.new())
        if args and isinstance(args[0], Var) and hasattr(self.torch.Tensor, bare + "_") and self.r.random() < 0.3:
            if self.may_be_written(args[0].name) and bare not in (*COMPARISONS, "addbmm", "cumsum", "cumprod"):
                return Step("method", outs[:1], (bare + "_", *args), params)
        self.used.add(public)
        return Step("call", outs, (public, *args), params)

    def view(self) -> Step | None:
        name = self.pick()
        if name is None:
            return None
        t, r = self.get(name), self.r
        n = t.ndim
        dim = r.randrange(-n, n) if n else 0
        size = t.shape[dim] if n else 0
        outs = (self.new(), self.new(), self.new())
        forms: list[tuple[Any, ...]] = [("unsqueeze", r.randint(-n - 1, n)), ("squeeze",), ("reshape", -1), ("detach",),
                                        ("view", -1), ("expand", 2, *t.shape), ("view_as", Var(name)),
                                        ("flatten",)]  # fmt: skip
        if n:
            order = r.sample(range(n), n)
            forms += [
                ("transpose", dim, r.randrange(n)), ("permute", *order), ("unbind", dim), ("chunk", 2, dim),
                ("split", 1, dim), ("movedim", dim, 0), ("swapaxes", 0, dim), ("tensor_split", 2, dim),
                ("unflatten", dim, (-1, 1)), ("flatten", 0, dim), ("narrow_copy", dim, 0, max(0, size - 1)),
            ]  # fmt: skip
            if size:
                start = r.randrange(size)
                forms += [("select", dim, r.randrange(-size, size)), ("narrow", dim, start, size - start)] * 2
                forms += [("unfold", dim, r.randint(1, size), r.randint(1, 2))]
        if n == 2:
            forms += [("t",), ("diagonal", r.randint(-1, 1))]
        if t.numel() > 1:
            m = t.numel()
            forms += [
                ("as_strided", (m - 1, 2), (1, 1)),
                ("as_strided", (2, m // 2), (0, 1)),
                ("as_strided", (m,), (1,)),
            ]
        if n >= 2:
            forms += [("diagonal", 0, -1, -2)]
        form = r.choice(forms)
        if form[0] == "as_strided" and not t.is_contiguous():
            return None
        if r.random() < 0.3:
            return Step("item", outs[:1], (Var(name), self.key(t)))
        if r.random() < 0.15:
            if t.is_complex():
                fields = ["real", "imag", "mT" if n > 1 else "real"]
                if r.random() < 0.4:
                    return Step("call", outs[:1], ("view_as_real", Var(name)))
            else:
                fields = ["mT" if n > 1 else "real", "real"]
                if n and t.shape[-1] == 2 and t.numel():
                    return Step("call", outs[:1], ("view_as_complex", Var(name)))
            return Step("attribute", outs[:1], (r.choice(fields), Var(name)))
        self.used.add(form[0])
        return Step(
            "method", outs if form[0] in ("unbind", "split", "chunk") else outs[:1], (form[0], Var(name), *form[1:])
        )

    def key(self, t: Any) -> Any:
        """An index for ``t``."""
        parts: list[Any] = []
        for n in t.shape[: self.r.randint(0, t.ndim)]:
            kinds = [slice(None), slice(0, max(n - 1, 0)), slice(None, None, 2), slice(-1, None)]
            if n:
                kinds += [self.r.randrange(-n, n), [self.r.randrange(n) for _ in range(2)],
                          np.asarray([k % 2 == 0 for k in range(n)])]  # fmt: skip
            parts.append(self.r.choice(kinds))
        if self.r.random() < 0.2:
            parts.append(...)
        if self.r.random() < 0.15:
            parts.insert(0, None)
        if not parts:
            return ...
        return tuple(parts) if len(parts) > 1 or self.r.random() < 0.5 else parts[0]

    def write_in_place(self) -> Step | None:
        name = self.pick()
        if name is None or not self.may_be_written(name):
            return None
        t, r, x = self.get(name), self.r, Var(name)
        value = self.like(t)
        forms: list[tuple[Any, ...]] = [
            ("add_", value), ("mul_", value), ("sub_", value), ("copy_", value if isinstance(value, Var) else x),
            ("zero_",), ("fill_", self.number()), ("add_", value), ("mul_", value),
            ("masked_fill_", np.asarray([k % 3 == 0 for k in range(t.numel())]).reshape(tuple(t.shape)), self.number()),
        ]  # fmt: skip
        if self.inexact(t):
            forms += [
                ("sin_",), ("tanh_",), ("sigmoid_",), ("neg_",), ("exp_",), ("pow_", 2), ("div_", 2.0), ("cos_",),
                ("lerp_", value, 0.25), ("addcmul_", value, value), ("reciprocal_",), ("sqrt_",), ("square_",),
                ("abs_",),
            ]  # fmt: skip
            if not t.is_complex():
                forms += [("clamp_", -0.7, 0.8), ("relu_",), ("erf_",), ("leaky_relu_",), ("atan2_", value),
                          ("clamp_min_", 0.1), ("hypot_", value), ("floor_",)]  # fmt: skip
        if t.ndim:
            forms += [("cumsum_", 0)]
            if t.shape[0]:
                forms += [
                    ("index_fill_", 0, np.asarray([0]), 2.0),
                    ("index_add_", 0, np.asarray([0]), self.array((1, *t.shape[1:]), t.dtype)),
                ]
        form = r.choice(forms)
        if form[0] in ("lerp_", "addcmul_", "atan2_", "hypot_") and (
            not isinstance(value, Var) or self.get(value.name).dtype != t.dtype
        ):
            return None
        if form[0] == "leaky_relu_":
            return Step("call", (self.new(),), ("nn.functional.leaky_relu", x, 0.1, True))
        self.used.add(form[0])
        return Step("method", (self.new(),), (form[0], x, *form[1:]))

    def other_strides(self) -> Step | None:
        """A tensor is given other strides in place, one that has views if there is one."""
        free = lambda t: t.ndim > 0 and self.fresh_shape(t)  # noqa: E731
        name = self.pick(lambda t: free(t) and self.viewed(t)) or self.pick(free)
        if name is None or not self.may_be_written(name):
            return None
        t = self.get(name)
        if any(o._base is t and (o.dtype, o.is_conj()) != (t.dtype, t.is_conj()) for o in self.world.env.values()):
            return None  # PyTorch repeats such a view on the new shape
        forms: list[tuple[Any, ...]] = [
            ("transpose_", 0, -1), ("unsqueeze_", 0), ("unsqueeze_", -1), ("squeeze_", 0), ("squeeze_",), ("t_",),
            ("swapaxes_", -1, 0),
        ]  # fmt: skip
        if t.is_contiguous():
            forms += [("as_strided_", tuple(t.shape)[::-1], t.stride()[::-1]), ("as_strided_", (t.numel(),), (1,))]
        form = self.r.choice(forms)
        self.used.add(form[0])
        return Step("method", (self.new(),), (form[0], Var(name), *form[1:]))

    def assignment(self) -> Step | None:
        name = self.pick(lambda t: t.ndim > 0)
        if name is None or not self.may_be_written(name):
            return None
        t = self.get(name)
        key = self.key(t)
        other = self.pick(lambda o: o.ndim <= 1 and o.dtype == t.dtype)
        value: Any = Var(other) if other is not None and self.r.random() < 0.5 else self.number()
        if self.r.random() < 0.4:
            return Step("augmented", (), (self.r.choice(["__iadd__", "__imul__", "__isub__"]), Var(name), key, value))
        return Step("set_item", (), (Var(name), key, value))

    def go_backward(self) -> Step | None:
        name = self.pick(lambda t: self.tracked(t) and self.inexact(t))
        if name is None:
            return None
        inputs = None
        if self.r.random() < 0.25:
            other = self.pick(lambda t: self.tracked(t) and not self.hidden(t))
            inputs = None if other is None else [Var(other)]
        return Step("backward", (), (Var(name), self.r.random() < 0.85), {} if inputs is None else {"inputs": inputs})

    def ask(self) -> Step | None:
        name = self.pick(lambda t: self.tracked(t) and self.inexact(t))
        first, second = (self.pick(lambda t: self.tracked(t) and not self.hidden(t)) for _ in range(2))
        if name is None or first is None or second is None:
            return None
        if any(field(self.get(x), "is_leaf") is not True for x in (first, second)):
            second = first  # of several, PyTorch captures the gradient of a value before its hooks
        xs = tuple(Var(x) for x in dict.fromkeys([first, second]))
        outs = (self.new(), self.new()) if self.r.random() < 0.6 else ()
        return Step("grad", outs, (Var(name), xs, self.r.random() < 0.5, self.r.random() < 0.85))

    def watch(self) -> Step | None:
        name = self.pick(self.tracked)
        if name is None:
            return None
        t = self.get(name)
        if name in self.gradients or self.hidden(t):
            return None
        if t._is_view():  # whether hooks of a view run after it was written depends on the write
            self.unwritten.add(name)
        kinds = ["tensor", "watch", "retain"] + (["accumulated"] * 2 if t.grad_fn is None else ["before", "after"])
        return Step("hook", (), (self.r.choice(kinds), Var(name), self.number(), f"{name}#{len(self.program)}"))

    def transformed(self) -> Step | None:
        inexact = (self.torch.float64, self.torch.float32)
        name = self.pick(lambda t: t.dtype in inexact and t.numel() < 10 and self.apart(t))
        if name is None:
            return None
        t = self.get(name)
        body = [self.r.choice(BODY) for _ in range(self.r.randint(1, 4))]
        kinds = ["grad", "vjp", "jvp", "jacrev", "jacfwd", "hessian", "checkpoint", "grad of grad"]
        if not t.ndim:  # where PyTorch's Jacobians have another dtype
            kinds = ["grad", "vjp", "checkpoint", "grad of grad"]
        if t.ndim > 1:
            kinds += ["vmap", "vmap of grad"] * 2
        return Step("transform", (self.new(), self.new()), (self.r.choice(kinds), tuple(body), Var(name)))

    def other(self) -> Step | None:
        """Casts, aliases, flags."""
        name = self.pick()
        if name is None:
            return None
        t, x, outs = self.get(name), Var(name), (self.new(),)
        target = DType(self.r.choice(["float64", "float32", "complex128", "int64"]))
        forms = [
            Step("method", outs, ("to", x, target)),
            Step("method", outs, ("clone", x)), Step("method", outs, ("detach", x)),
            Step("method", outs, ("contiguous", x)), Step("attribute", outs, ("data", x)),
            Step("assign", (), ("grad", x, None)),
            Step("method", outs, ("type_as", x, Var(self.pick() or name))),
            Step("method", outs, ("half", x)), Step("method", outs, ("bfloat16", x)),
        ]  # fmt: skip
        if name not in self.gradients and not t._is_view() and not self.viewed(t):
            forms += [Step("method", (), ("detach_", x))]
        if field(t, "is_leaf") is True and self.inexact(t) and not self.viewed(t):
            forms += [Step("method", (), ("requires_grad_", x, self.r.random() < 0.7))] * 2
        return self.r.choice(forms)

    def custom(self) -> Step | None:
        name = self.pick(lambda t: self.inexact(t) and t.dtype != self.torch.float16)
        if name is None:
            return None
        t = self.get(name)
        if not self.may_be_written(name):
            return None
        other = self.pick(lambda o: o.shape == t.shape and o.dtype == t.dtype)
        form = self.r.choice(["cube", "product"] if self.hidden(t) else ["cube", "doubled in place", "product"])
        xs = (Var(name), Var(other or name)) if form == "product" else (Var(name),)
        return Step("function", (self.new(),), (form, *xs))


BODY: list[tuple[str, tuple[Any, ...]]] = [
    ("sin", ()), ("exp", ()), ("mul", (0.5,)), ("cumsum", (-1,)), ("tanh", ()), ("softmax", (-1,)), ("pow", (2,)),
    ("sum", (-1,)), ("unsqueeze", (0,)), ("flatten", ()), ("clone", ()), ("add", (1.0,)), ("square", ()), ("neg", ()),
    ("sigmoid", ()), ("reshape", (-1,)), ("logsumexp", (-1,)), ("mean", ()), ("relu", ()),
    ("flip", (0,)), ("div", (2.0,)), ("atan", ()),
]  # fmt: skip


def _dtype_name(d: Any) -> str:
    return str(d).rpartition(".")[2] if not isinstance(d, str) else d


def program(torch: Any, seed: int) -> tuple[Program, set[str]]:
    """The program of a seed, and the public names of the operations that it calls."""
    author = Author(torch, seed)
    return author.write(), author.used
