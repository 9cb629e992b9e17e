"""Nothing is forgotten: every operation has samples, every row a law to break, and every promised name is public."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import wengert
from tests import laws
from tests.cases import within
from tests.samples.gamma_draws import DRAWN
from wengert._core.declare.families import OPTIONS, SIGNATURES, composite, pointwise
from wengert._core.declare.row import check, declared
from wengert._core.dispatch.op import Op
from wengert._core.dispatch.plan import Formula
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY

# What the first version promises, by kind.
PROMISED = """
add sub mul div true_divide floor_divide remainder fmod neg positive reciprocal rsub eq ne lt le gt ge
pow float_power square sqrt rsqrt exp exp2 expm1 log log2 log10 log1p logaddexp logaddexp2 xlogy
sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh atan2 hypot sinc
abs sign clamp clamp_min clamp_max where maximum minimum fmax fmin max min lerp addcmul addcdiv sigmoid logit
floor ceil round trunc frac copysign nan_to_num deg2rad rad2deg isnan isinf isfinite
logical_and logical_or logical_xor logical_not bitwise_and bitwise_or bitwise_xor bitwise_not
sum mean prod var std var_mean std_mean amax amin aminmax logsumexp norm any all argmax argmin nansum median
cumsum cumprod cummax cummin logcumsumexp sort argsort topk kthvalue diff
reshape view permute transpose swapaxes expand expand_as squeeze unsqueeze flatten unflatten ravel movedim
cat stack hstack vstack dstack split chunk unbind tensor_split narrow select flip fliplr flipud roll rot90 tile repeat
repeat_interleave tril triu diag diagonal diag_embed broadcast_to broadcast_tensors meshgrid t
gather scatter scatter_add index_select index_add index_copy index_fill index_put masked_fill masked_select
masked_scatter take take_along_dim nonzero
matmul mm bmm mv dot vdot inner outer einsum tensordot addmm addmv addr addbmm baddbmm kron
relu softmax log_softmax nn.functional.relu nn.functional.softmax nn.functional.log_softmax nn.functional.sigmoid
nn.functional.nll_loss nn.functional.cross_entropy nn.functional.mse_loss nn.functional.linear nn.functional.dropout
nn.functional.conv2d nn.functional.max_pool2d
real imag conj angle sgn view_as_real view_as_complex complex polar
tensor as_tensor from_numpy zeros ones empty full zeros_like ones_like empty_like full_like arange linspace logspace eye
rand randn randint randperm rand_like randn_like randint_like normal bernoulli multinomial manual_seed clone
"""

OPERATORS = """
add radd iadd sub rsub isub mul rmul imul truediv rtruediv itruediv floordiv rfloordiv ifloordiv mod rmod imod
pow rpow ipow
matmul rmatmul and rand iand or ror ior xor rxor ixor lshift rlshift rshift rrshift neg pos abs invert
eq ne lt le gt ge getitem setitem
"""


def resolve(name: str) -> Any:
    """What a dotted public name stands for, or None."""
    found: Any = wengert
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def needs_samples(thing: Any) -> bool:
    """Whether the laws say anything of an operation: not of factories, questions, sparse tensors and structural rows,
    which have other tests, nor of constant rows that only composites use, which have the samples of these, nor of what
    draws random numbers.
    """
    if thing.__module__.rpartition(".")[2] in ("sparse", "patterns", "compressed"):
        return False
    if isinstance(thing, Op):
        return not thing.takes_batched and (bool(thing.formulas) or id(thing) in SIGNED)
    return thing.__module__.rpartition(".")[2] not in (
        "buffers",
        "convert",
        "create",
        "draw",
        "frequencies",
        "low_rank",
        "nn_draw",
        "windows",
        "queries",
        "ranges",
    )


OPERATIONS = {**COMPOSITES, **REGISTRY}
SIGNED = {id(thing) for thing, *_ in SIGNATURES}


@within("name", sorted(n for n, thing in OPERATIONS.items() if needs_samples(thing)))
def test_operation_has_samples(name: str) -> None:
    assert name in laws.SAMPLES, f"{name} has no samples: add some to tests/samples"


def test_samples_are_of_operations() -> None:
    unknown = sorted(set(laws.SAMPLES) - set(OPERATIONS))
    assert not unknown, f"samples of what is no operation: {unknown}"


@pytest.mark.parametrize(
    "name", sorted(n for n, op in REGISTRY.items() if op.formulas and needs_samples(op) and n not in DRAWN)
)
def test_samples_reach_every_formula(name: str) -> None:
    """The laws are blind to a formula that no smooth sample uses, and to a parameter that is never given."""
    op = REGISTRY[name]
    cases = laws.cases(name)
    used = {op.array_at(case.places[i]) for case in cases if case.smooth for i in case.active}
    missing = {*op.formulas} & {*op.arrays} - used
    assert not missing, f"{name}: no smooth sample differentiates {sorted(missing)}"
    given = {p for case in cases for p in case.sample.params}
    assert not set(op.params) - given, f"{name}: no sample gives {sorted(set(op.params) - given)}"


@within("name", sorted(n for n, op in REGISTRY.items() if isinstance(op, Op)))
def test_formulas_name_what_they_may(name: str) -> None:
    check(REGISTRY[name])


def test_a_formula_that_names_something_else_is_an_error() -> None:
    row = declared(lambda xp, x, *, dim: x, "linear", {"x": Formula(lambda g, d_y: g)}, {"name": "wrong"}, None, None)
    with pytest.raises(TypeError, match=r"^wrong: the formula for x names d_y; it may name d_x, dim, g, needs, out"):
        check(row)
    both = {"x": Formula(lambda d_shared: d_shared), "shared": Formula(lambda g: g)}
    check(declared(lambda xp, x: x, "linear", both, {"name": "right"}, None, None))
    both["other"] = Formula(lambda g: g)  # no input, and no formula names it
    with pytest.raises(TypeError, match=r"^wrong: other: not an option, nor an input with a formula \(x\)"):
        check(declared(lambda xp, x: x, "linear", both, {"name": "wrong"}, None, None))


def test_a_wrong_option_is_an_error() -> None:
    with pytest.raises(TypeError, match="^wrong: aliasses: not an option, and no formula. Check its spelling"):
        pointwise(aliasses="right", x=lambda g: g)(wrong)
    with pytest.raises(TypeError, match=r"^wrong: aliasses: not an option"):
        composite("wrong(x)", aliasses="right")(wrong)
    assert "wrong" not in REGISTRY.keys() | COMPOSITES.keys()


def wrong(x: Any) -> Any:
    return x


def test_no_array_has_the_name_of_an_option() -> None:
    """A formula for it would be taken for the option."""
    assert [op.name for op in REGISTRY.values() if OPTIONS & {*op.arrays}] == []


def test_every_option_is_documented() -> None:
    grammar = (Path(__file__).parents[1] / "docs/design/0001-declaring-an-operation.md").read_text(encoding="utf-8")
    assert {o for o in OPTIONS if f"`{o}=" not in grammar} == set()


def test_a_jvp_that_names_something_else_is_an_error() -> None:
    def row(jvp: Any) -> Op:
        return declared(lambda xp, x: x, "general", {"x": Formula(lambda g: g)}, {"jvp": jvp}, None, None)

    check(row(lambda t_x, x, out, out_meta: t_x))
    with pytest.raises(
        TypeError, match=r"the formula for jvp names t_y; it may name d_x, g, needs, out, out_meta, t_x,"
    ):
        check(row(lambda t_x, t_y: t_x))


@within("name", PROMISED.split())
def test_promised_name_is_public(name: str) -> None:
    assert callable(resolve(name)), f"wengert.{name} is missing"


@within("name", OPERATORS.split())
def test_operator_is_defined(name: str) -> None:
    assert f"__{name}__" in vars(wengert.Tensor), f"Tensor has no __{name}__"


def test_every_signature_is_public() -> None:
    for _, signature, options in SIGNATURES:
        name = signature.partition("(")[0].strip()
        dotted = f"{options['namespace']}.{name}" if options.get("namespace") else name
        method = getattr(wengert.Tensor, name.rpartition(".")[2], None)
        assert resolve(dotted) is not None or method is not None, f"{dotted} is declared and not published"
