"""What users read when shapes do not go together, or one value is asked of many: torch's words, then what would fit."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.errors import calls, elements, text
from wengert.nn import functional as F

from .test_errors import leaf, raises

RULE = "sizes are compared from the last dimension on, and have to be equal, or one of them 1"


def clash(a: int, b: int, axis: int) -> str:
    return f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {axis}. "


def test_shapes_that_do_not_broadcast() -> None:
    a, b = leaf(2, 3), leaf(4)
    shapes = f"a is [2, 3], b is [4]; {RULE}.)"
    raises(RuntimeError, f"{clash(3, 4, 1)}(add: {shapes}", lambda: a + b, a, b)
    raises(RuntimeError, f"{clash(3, 4, 1)}(maximum: {shapes}", lambda: wengert.maximum(a, b), a, b)
    raises(RuntimeError, f"{clash(3, 4, 1)}(mul: {shapes}", lambda: wengert.ones(2, 3).mul_(wengert.ones(4)))
    shapes = f"a is [2], b is [3]; {RULE}.)"
    raises(RuntimeError, f"{clash(2, 3, 0)}(matmul of batches: {shapes}", lambda: leaf(2, 2, 3) @ leaf(3, 3, 2))


SIZES = [(2,), (3,), (2, 3), (3, 2), (3, 3, 2), (2, 4), (4, 3, 1), (2, 1, 3), (2, 3, 4)]


@pytest.mark.parametrize("a", SIZES, ids=str)
@pytest.mark.parametrize("b", SIZES, ids=str)
def test_what_would_broadcast_does(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    found: dict[str, Any] = {"a": wengert.ones(a), "b": wengert.ones(b)}
    try:
        found["a"] + found["b"]
    except RuntimeError as e:
        *_, step = str(e).split(": ")
        if not step.endswith(" would fit.)"):
            return
        name, _, how = step.removesuffix(" would fit.)").partition(".")
        found[name] = eval(f"x.{how}", {"x": found[name]})
        found["a"] + found["b"]


def test_broadcasting_with_one_more_dimension() -> None:
    x, weights = leaf(2, 3), leaf(2)
    message = f"{clash(3, 2, 1)}(mul: a is [2, 3], b is [2]; {RULE}: b.unsqueeze(-1) would fit.)"
    raises(RuntimeError, message, lambda: x * weights, x, weights)
    message = f"{clash(3, 2, 1)}(mul: a is [2, 3], b is [3, 2]; {RULE}: b.mT would fit.)"
    raises(RuntimeError, message, lambda: x * leaf(3, 2), x)


@pytest.mark.parametrize(
    ("name", "shapes", "message"),
    [
        (
            "mm",
            ((2, 3), (4, 5)),
            "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5). (mm: a has 3 columns and b has 4 "
            "rows, which have to be the same number.)",
        ),
        (
            "matmul",
            ((2, 3), (5, 3)),
            "mat1 and mat2 shapes cannot be multiplied (2x3 and 5x3). (mm: a has 3 columns and b has 5 "
            "rows, which have to be the same number; b.mT would fit.)",
        ),
        (
            "mv",
            ((2, 3), (4,)),
            "size mismatch, got input (2), mat (2x3), vec (4). (mv: a has 3 columns and b 4 "
            "elements, which have to be the same number.)",
        ),
        (
            "mv",
            ((2, 3), (2,)),
            "size mismatch, got input (2), mat (2x3), vec (2). (mv: a has 3 columns and b 2 "
            "elements, which have to be the same number; a.mT would fit.)",
        ),
        (
            "bmm",
            ((2, 2, 3), (3, 3, 2)),
            "Expected size for first two dimensions of batch2 tensor to be: [2, 3] but got: [3, 3]. (bmm: a is "
            "[2, 2, 3], b is [3, 3, 2]: the last size of a has to be the last but one of b, and the first sizes of "
            "both the same.)",
        ),
        (
            "matmul",
            ((2, 4, 3), (2, 4, 5)),
            "Expected size for first two dimensions of batch2 tensor to be: [2, 3] but got: [2, 4]. (matmul: a is "
            "[2, 4, 3], b is [2, 4, 5]: the last size of a has to be the last but one of b; a.mT would fit.)",
        ),
        (
            "dot",
            ((3,), (4,)),
            "inconsistent tensor size, expected tensor [3] and src [4] to have the same number of elements, "
            "but got 3 and 4 elements respectively. (wengert.outer takes any.)",
        ),
    ],
)
def test_products_of_wrong_shapes(name: str, shapes: Any, message: str) -> None:
    a, b = (leaf(*s) for s in shapes)
    raises(RuntimeError, message, lambda: getattr(wengert, name)(a, b), a, b)


def test_layers_of_wrong_shapes() -> None:
    x, weight = leaf(7, 2, 3), leaf(3, 5)
    message = (
        "mat1 and mat2 shapes cannot be multiplied (14x3 and 5x3). (linear: input [7, 2, 3] has 3 features, and weight "
        "[3, 5] takes 5: its shape is (features out, features in); weight.mT would fit.)"
    )
    raises(RuntimeError, message, lambda: F.linear(x, weight), x, weight)
    message = (
        "The expanded size of the tensor (5) must match the existing size (4) at non-singleton dimension 1.  Target "
        "sizes: [14, 5].  Tensor sizes: [4]. Sizes are compared from the last dimension on, and have to be equal, or "
        "that of the tensor 1."
    )
    raises(RuntimeError, message, lambda: F.linear(x, weight.mT, leaf(4)), x, weight)


def test_products_of_two_dtypes() -> None:
    a, b = leaf(2, 3), wengert.ones(3, 2, dtype=wengert.float64)
    message = (
        "mm: expected m1 and m2 to have the same dtype, but got: float != double. NumPy's floats are double. "
        "Cast one of them: wengert.asarray(x, dtype=wengert.float32)"
    )
    raises(RuntimeError, message, lambda: a @ b, a, b)
    message = message.replace("mm:", "einsum:")
    raises(RuntimeError, message, lambda: wengert.einsum("ij,jk->ik", a, b), a, b)


def test_dtypes_that_cannot_be_written() -> None:
    x = wengert.tensor([1, 2])
    message = (
        "result type Float can't be cast to the desired output type Long. (div: what is written into keeps its dtype, "
        "int64. Use what div() returns, or convert it first: x.to(dtype).)"
    )
    raises(RuntimeError, message, lambda: x.div_(2), x)


# -- one value of many


@pytest.mark.parametrize(
    ("run", "kind", "message"),
    [
        (
            lambda x: x.item(),
            RuntimeError,
            "a Tensor with 6 elements cannot be converted to Scalar. (item() of float32[2, 3]: take one element, x[0], "
            "or one value of all, x.sum(); tolist() gives a list.)",
        ),
        (
            lambda x: 1 if x > 0 else 2,
            RuntimeError,
            "Boolean value of Tensor with more than one value is ambiguous. (bool() of bool[2, 3]: x.any() or x.all() "
            "is one value; where(x, a, b) chooses for each element, as maximum(a, b) does where max(a, b) cannot; "
            "`is` compares tensors as objects.)",
        ),
        (
            lambda x: bool(x[2:]),
            RuntimeError,
            "Boolean value of Tensor with no values is ambiguous. (bool() of float32[0, 3]: ask x.numel() > 0.)",
        ),
        (
            math.exp,
            ValueError,
            "only one element tensors can be converted to Python scalars. (float() of float32[2, 3]: call wengert's "
            "function, not one of Python's math; or take one element, x[0].)",
        ),
        (
            int,
            ValueError,
            "only one element tensors can be converted to Python scalars. (int() of float32[2, 3]: take one element, "
            "x[0].)",
        ),
        (
            lambda x: [1, 2][x[0, 0]],
            TypeError,
            "only integer tensors of a single element can be converted to an index. (Got float32[]: make an "
            "index of a floating point number with int().)",
        ),
    ],
    ids=["item", "bool", "none", "math", "int", "index"],
)
def test_one_value_of_many(run: Callable[[Any], Any], kind: type[Exception], message: str) -> None:
    x = leaf(2, 3)
    raises(kind, message, lambda: run(x), x)


@pytest.mark.parametrize(
    ("run", "kind", "message"),
    [
        (
            lambda x: F.embedding(wengert.tensor([0, 4]), x),
            IndexError,
            "index out of range in self. (embedding: 4 is not one of the 2 rows of weight, numbered from 0.)",
        ),
        (
            lambda x: x.index_select(1, wengert.tensor([-1, 2])),
            IndexError,
            "index out of range in self. (index_select: -1 is not one of the 3 places of dimension 1, numbered from "
            "0.)",
        ),
        (
            lambda x: F.cross_entropy(x, wengert.tensor([0, 3])),
            IndexError,
            "Target 3 is out of bounds. (Input has scores for 3 classes, which are numbered from 0.) "
            "Give targets in this range.",
        ),
        (
            lambda x: F.cross_entropy(x, wengert.tensor([0, 2], dtype=wengert.int32)),
            RuntimeError,
            "expected target dtype to be Long or Byte, but got Int. Use target.long() for classes; probabilities have "
            "the shape and dtype of input.",
        ),
        (
            lambda x: F.one_hot(wengert.tensor([0, 3]), 3),
            RuntimeError,
            "Class values must be smaller than num_classes. (one_hot: got 3, num_classes=3.)",
        ),
        (
            lambda x: x.gather(0, wengert.tensor([[0.0]])),
            RuntimeError,
            "gather(): Expected dtype int32/int64 for index, got float32[1, 1]. Use index.long().",
        ),
        (
            lambda x: x.index_select(0, wengert.tensor([0.0])),
            RuntimeError,
            "index_select(): Expected dtype int32 or int64 for index, got float32[1]. Use index.long().",
        ),
    ],
    ids=["embedding", "select", "class", "classes", "one_hot", "gather", "dtype"],
)
def test_places_that_are_not_there(run: Callable[[Any], Any], kind: type[Exception], message: str) -> None:
    x = leaf(2, 3)
    raises(kind, message, lambda: run(x), x)


ONES = wengert.ones
FIRST_MISTAKES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: wengert.mm(ONES(2), ONES(2, 2)), RuntimeError, "self must be a matrix, got 1-D tensor. (mm: matmul takes"),
    (lambda: wengert.bmm(ONES(1, 2, 3), ONES(2, 3)), RuntimeError, "batch2 must be a 3D tensor, got 2-D tensor. (bmm:"),
    (
        lambda: ONES(2).masked_select(ONES(2)),
        RuntimeError,
        "masked_select: expected BoolTensor for mask, got float32[2]. Comparisons give masks.",
    ),
    (
        lambda: wengert.nn.BatchNorm1d(3)(ONES(2, 4)),
        RuntimeError,
        "running_mean should contain 4 elements not 3. (batch_norm: the input has 4 channels, the size of its dim",
    ),
    (
        lambda: wengert.nn.MultiheadAttention(5, 2),
        AssertionError,
        "embed_dim must be divisible by num_heads, got 5 and 2",
    ),
    (lambda: F.one_hot(wengert.tensor([-1])), RuntimeError, "Class values must be non-negative. (one_hot: got -1.)"),
    (
        lambda: F.embedding(ONES(2, 2), wengert.tensor([0])),
        RuntimeError,
        "'weight' must be 2-D, got 1-D tensor. (embedding: the indices come first, then weight.)",
    ),
    (lambda: F.pad(ONES(2), (1,)), RuntimeError, "Padding length must be divisible by 2, got 1: give two for each"),
    (
        lambda: wengert.nn.LSTM(3, 4)(ONES(2, 5, 3), ONES(1, 5, 4)),
        RuntimeError,
        "For batched 3-D input, hx and cx should also be 3-D but got one 3-D tensor. Give both in a tuple: (h, c).",
    ),
    (
        lambda: wengert.distributions.Normal(0.0, 1.0).log_prob(1.0),
        ValueError,
        "The value argument to log_prob must be a Tensor, not float. wengert.tensor(1.0) makes one.",
    ),
    (
        lambda: wengert.distributions.Normal(0.0, 1.0).sample(3),
        TypeError,
        "'int' object is not iterable. (sample_shape is a shape. Put it in a tuple: (3,).)",
    ),
    (
        lambda: wengert.full(2, 1),
        TypeError,
        "full(): argument 'size' must be tuple of ints, not int. Put it in a tuple: (2,)",
    ),
    (
        lambda: wengert.randint(5),
        TypeError,
        "randint() missing 1 required argument: 'size'. Call randint(high, size).",
    ),
]


@pytest.mark.parametrize(("run", "kind", "message"), FIRST_MISTAKES, ids=[m[:24] for _, _, m in FIRST_MISTAKES])
def test_first_mistakes(run: Callable[[], Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match="^" + re.escape(message)):
        run()


def test_modules_and_tensors_take_the_same_names_of_dtypes() -> None:
    assert wengert.nn.Linear(2, 2).to("float64").weight.dtype is ONES(2).to("float64").dtype is wengert.float64


def test_numbers_of_history_are_told_once() -> None:
    x = leaf()
    elements.number_of_history.cache_clear()
    message = "(float() gives a number without history: no gradient flows through functions of Python's math, nor"
    with pytest.warns(
        UserWarning, match=f"^Converting a tensor with requires_grad=True .*{re.escape(message)}"
    ) as told:
        assert math.exp(x) == math.e
    assert told[0].filename == __file__
    with warnings.catch_warnings(action="error"):
        array = np.zeros(2)
        array[0] = x
        assert (float(x), x.item(), int(x), bool(x), array.tolist()) == (1.0, 1.0, 1, True, [1.0, 0.0])
    elements.number_of_history.cache_clear()
    with warnings.catch_warnings(action="error"), wengert.no_grad():
        assert (float(x), float(x.detach())) == (1.0, 1.0)
    elements.number_of_history.cache_clear()
    with pytest.warns(UserWarning, match="requires_grad=True"):
        array[1] = x
    with pytest.warns(UserWarning, match=r"complex\(\) gives"):
        complex(x)
    elements.number_of_history.cache_clear()


@pytest.mark.parametrize("lib", ["wengert", pytest.param("torch", marks=pytest.mark.oracle)], indirect=True)
def test_which_conversions_tell(lib: Any) -> None:
    elements.number_of_history.cache_clear()
    x = lib.ones((), requires_grad=True)
    told = []
    kinds: list[Callable[[Any], Any]] = [float, complex, int, bool, math.floor, np.float64]
    numbers = [lambda v: v.item(), lambda v: float(v.detach())]
    lists = [lambda v: lib.tensor([v, v]), lambda v: lib.tensor([v.detach()]), lambda v: lib.as_tensor([[v]])]
    for convert in (*kinds, *numbers, *lists):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            convert(x)
        told.append(any("requires_grad=True" in str(w.message) for w in seen))
        elements.number_of_history.cache_clear()
    assert told == [True, True, False, False, True, True, False, False, True, False, True]


# -- arrays of what requires grad

NO_ARRAY = "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."


@pytest.mark.parametrize(
    ("run", "name", "parameters"),
    [
        (lambda x: np.median(x, overwrite_input=True), "median", "a, axis, keepdims"),
        (lambda x: np.dot(x, x, out=np.zeros(3)), "dot", "a, b"),
        (lambda x: np.pad(x, 1, mode="mean"), "pad", "array, pad_width, mode, constant_values"),
        (np.bincount, "bincount", "x, weights, minlength"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_functions_of_numpy_say_which_arguments_are_recorded(
    run: Callable[[Any], Any], name: str, parameters: str
) -> None:
    x = leaf(3)
    said = f"numpy.{name} keeps the gradient for other arguments: its parameters are {parameters}."
    raises(RuntimeError, f"{NO_ARRAY} ({said})", lambda: run(x), x)


def test_functions_of_values_say_no_more() -> None:
    x = leaf(3)
    raises(RuntimeError, NO_ARRAY, lambda: np.save("no file", x), x)


@pytest.mark.parametrize(
    ("run", "name"),
    [(lambda x: np.linalg.pinv(x, rtol=0.1), "linalg.pinv"), (np.histogram, "histogram"), (np.bincount, "bincount")],
)  # fmt: skip
def test_functions_of_numpy_are_called_by_the_names_that_users_write(run: Callable[[Any], Any], name: str) -> None:
    x = wengert.ones(2, 2)
    with pytest.raises(RuntimeError, match=rf"^numpy\.{name}: this tensor has a tangent"):
        wengert.func.jvp(run, (x,), (x,))


UFUNCS: list[tuple[Callable[[Any], Any], str]] = [
    (
        lambda x: np.add.at(np.ones(3), [0], x[:1]),
        "add.at(x): | An array keeps no history: add to a tensor, np.zeros(shape, like=x); or",
    ),
    (lambda x: np.multiply.at(np.ones(3), [0], x[:1]), "multiply.at(x): | Write it with what wengert has; or"),
    (lambda x: np.exp(x, where=[True, False, True]), "exp(x, where=...): | Use wengert.exp; or"),
    (lambda x: np.bitwise_count(x), "bitwise_count(x): | Write it with what wengert has; or"),
    (
        lambda x: np.add(np.ones(3), x, out=np.ones(3)),
        "add(x, out=...): | An array keeps no history: take what wengert.add returns, as in a = a + x for a += x, "
        "or make a tensor, np.zeros(shape, like=x); or",
    ),
]


@pytest.mark.parametrize(("run", "message"), UFUNCS)
def test_ufuncs_that_are_not_recorded(run: Callable[[Any], Any], message: str) -> None:
    x = leaf(3)
    options = " with these options" if "..." in message else ""
    message = message.replace("|", f"no differentiable form for tensors{options}.")
    raises(TypeError, f"numpy.{message} call it on x.detach().numpy().", lambda: run(x), x)


def test_ufuncs_of_other_names_are_recorded() -> None:
    x = wengert.tensor([-90.0, 180.0], requires_grad=True)
    for ufunc, slopes in ((np.fabs, [-1.0, 1.0]), (np.radians, [math.pi / 180] * 2), (np.degrees, [180 / math.pi] * 2)):
        y = ufunc(x)
        np.testing.assert_allclose(y.detach().numpy(), ufunc(x.detach().numpy()), rtol=1e-6)
        np.testing.assert_allclose(wengert.autograd.grad(y.sum(), x)[0].numpy(), slopes, rtol=1e-6)


def test_arrays_are_asked_for() -> None:
    x = leaf(3)
    joined = (
        f"{NO_ARRAY} (In np.array([a, b]) of tensors, write wengert.stack([a, b]): it keeps the gradient. "
        "Leave out np.asarray, and write the operator @ for an array's dot.)"
    )
    for run in (x.__array__, lambda: np.asarray(x), lambda: np.array([x, x])):
        raises(RuntimeError, joined, run, x)  # type: ignore[arg-type]
    raises(RuntimeError, NO_ARRAY, x.numpy, x)


WAYS = {
    "vectorize": lambda x: np.vectorize(lambda z: z**2)(x),
    "full": lambda x: np.full(2, x[0]),
    "r_": lambda x: np.r_[x, x],
    "histogram": np.histogram,
    "polynomial.polynomial.polyval": lambda x: np.polynomial.polynomial.polyval(2.0, x),
    "ma": lambda x: np.ma.masked_array(x, [True, False, False]),
}


@pytest.mark.parametrize("name", WAYS)
def test_functions_of_numpy_that_compute_values_alone_say_what_does_instead(name: str) -> None:
    x = leaf(3)
    with pytest.raises(RuntimeError, match=rf"instead. \(numpy.{name} keeps no gradient: .*\.\)$"):
        WAYS[name](x)


OF_SCIPY = [
    ("special.softmax", "For a gradient through scipy.special.softmax call wengert.special.softmax."),
    ("linalg.expm", "For a gradient through scipy.linalg.expm call wengert.linalg.matrix_exp."),
    ("integrate.trapezoid", "For a gradient through scipy.integrate.trapezoid call wengert.trapezoid."),
    ("fft.dct", "scipy.fft.dct has no gradient: give it one in a wengert.autograd.Function."),
]


@pytest.mark.parametrize(("name", "step"), OF_SCIPY)
def test_functions_of_scipy_have_twins(name: str, step: str) -> None:
    space, function = name.split(".")
    called = getattr(pytest.importorskip(f"scipy.{space}"), function)
    x = wengert.eye(2, requires_grad=True)
    raises(RuntimeError, f"{NO_ARRAY} ({step})", lambda: called(x), x)


def test_targets_of_several_dimensions_say_what_a_loss_takes() -> None:
    scores, classes, pairs = wengert.ones(2, 3), wengert.tensor([0, 1]), wengert.ones(2, 1)
    softmax = wengert.nn.AdaptiveLogSoftmaxWithLoss(3, 4, [2], div_value=1.0)
    for step, call in (
        ("Give the scores first and the target after them.", lambda: F.cross_entropy(classes, scores)),
        ("Give the scores first and the target after them.", lambda: F.nll_loss(classes, scores)),
        ("Use target.squeeze(1) for a column of classes, ", lambda: F.nll_loss(scores, classes[:, None])),
        ("Give 1 or -1 for each pair.", lambda: F.cosine_embedding_loss(scores, scores, pairs)),
        ("Give one class for each example.", lambda: softmax(scores, classes[:, None])),
    ):
        said = re.escape(f"0D or 1D target tensor expected, multi-target not supported. {step}")
        with pytest.raises(RuntimeError, match=f"^{said}"):
            call()


SCORES, CLASSES, LABELS = wengert.rand(4, 3), wengert.tensor([0, 2, 1, 0]), wengert.tensor([[0, -1, -1]] * 4)
PATHS, WORDS = wengert.zeros(5, 4, 3), wengert.ones(4, 2, dtype=wengert.int64)
TIMES, LENGTHS = wengert.full((4,), 5), wengert.full((4,), 2)
OF_CLASSES: dict[str, tuple[Callable[..., Any], tuple[Any, Any]]] = {  # what takes numbers of classes, and what it gets
    "nll_loss": (F.nll_loss, (SCORES, CLASSES)),
    "cross_entropy": (F.cross_entropy, (SCORES, CLASSES)),
    "multi_margin_loss": (F.multi_margin_loss, (SCORES, CLASSES)),
    "multilabel_margin_loss": (F.multilabel_margin_loss, (SCORES, LABELS)),
    "ctc_loss": (lambda a, b: F.ctc_loss(a, b, TIMES, LENGTHS), (PATHS, WORDS)),
    "embedding": (F.embedding, (CLASSES, SCORES)),
    "gather": (lambda dim, index: wengert.gather(SCORES, dim, index), (1, LABELS.clamp(0))),
    "index_select": (lambda dim, index: wengert.index_select(SCORES, dim, index), (0, CLASSES)),
}


@pytest.mark.parametrize("name", OF_CLASSES)
def test_what_takes_classes_says_which_argument_comes_first(name: str) -> None:
    call, given = OF_CLASSES[name]
    call(*given)
    with pytest.raises((RuntimeError, NotImplementedError, TypeError), match=r"first(: write| and the|, then)") as info:
        call(*given[::-1])
    assert str(info.value).rstrip(").").endswith(("after them", "then weight", ", index"))


@pytest.mark.parametrize("name", ["nll_loss", "cross_entropy", "multi_margin_loss", "multilabel_margin_loss"])
def test_targets_that_are_no_classes_say_what_they_are_to_be(name: str) -> None:
    call, (scores, target) = OF_CLASSES[name]
    for wrong, step in (
        (target.int(), "Use target.long() for "),
        (target + 9, "Give (targets in this range|(numbers of classes|class numbers) from 0 to )"),
    ):
        with pytest.raises((RuntimeError, IndexError), match=step.replace("()", r"\(\)")):
            call(scores, wrong)


def test_targets_of_another_shape_say_which_one_is_expected() -> None:
    for step, call in (
        ("Use target.squeeze(1).", lambda: F.multi_margin_loss(SCORES, CLASSES[:, None])),
        ("Give one class for each example.", lambda: F.multi_margin_loss(SCORES, CLASSES[:3])),
        ("Give for each example the numbers of its classes, and -1 in what is left of the row.",
         lambda: F.multilabel_margin_loss(SCORES, CLASSES)),
        ("Use target.float() for probabilities; a target of classes has no dimension for them.",
         lambda: F.cross_entropy(SCORES, LABELS)),
        ("Use input_lengths.long().", lambda: F.ctc_loss(PATHS, WORDS, TIMES.float(), LENGTHS)),
        ("Give one for each of the 4 examples.", lambda: F.ctc_loss(PATHS, WORDS, TIMES, LENGTHS[:2])),
    ):  # fmt: skip
        with pytest.raises(RuntimeError, match=rf"{re.escape(step)}$"):
            call()


def test_scipy_gets_no_history_from_functions_that_it_calls() -> None:
    optimize = pytest.importorskip("scipy.optimize")
    x = leaf(3)
    step = (
        "scipy.optimize.{} takes values alone: give it x.detach(), and let the function return y.detach(). Its result "
        "has no gradient: give it one in a wengert.autograd.Function."
    )
    loss = lambda p: (x * wengert.as_tensor(p)).sum()
    raises(RuntimeError, f"{NO_ARRAY} ({step.format('minimize')})", lambda: optimize.minimize(loss, [1.0]), x)
    raises(RuntimeError, f"{NO_ARRAY} ({step.format('minimize')})", lambda: optimize.minimize(np.sum, x), x)
    start, line = np.ones(3), lambda p: x * wengert.as_tensor(p)
    for name, call in {
        "least_squares": lambda f: optimize.least_squares(f, start),
        "least_squares ": lambda f: optimize.least_squares(np.sinh, start, lambda p: f(p).diag()),
        "root": lambda f: optimize.root(f, start),
        "root ": lambda f: optimize.root(np.sinh, start, jac=lambda p: f(p).diag()),
        "fsolve": lambda f: optimize.fsolve(f, start),
        "leastsq": lambda f: optimize.leastsq(f, start),
        "curve_fit": lambda f: optimize.curve_fit(lambda t, p: p * f(t), start, start, 2.0),
        "curve_fit ": lambda f: optimize.curve_fit(lambda t, p: p * f(t), start, start, 2.0, method="trf"),
        "approx_fprime": lambda f: optimize.approx_fprime(start, f),
    }.items():
        raises(RuntimeError, f"{NO_ARRAY} ({step.format(name.strip())})", lambda call=call: call(line), x)  # type: ignore[misc]
        call(lambda p: line(p).detach())


def test_distributions_of_scipy_are_those_of_wengert() -> None:
    stats = pytest.importorskip("scipy.stats")
    x = leaf(3)
    said = (
        f"{NO_ARRAY} (Distributions of scipy.stats have no gradient: use wengert.distributions, as in "
        "wengert.distributions.Normal(0.0, 1.0).log_prob(x).)"
    )
    for of in (stats.norm.logpdf, stats.norm(0.0, 2.0).cdf, stats.multivariate_normal(np.zeros(3)).logpdf):
        raises(RuntimeError, said, lambda of=of: of(x), x)  # type: ignore[misc]


def test_ufuncs_of_scipy_have_their_own_names() -> None:
    special = pytest.importorskip("scipy.special")
    x = leaf(3)
    said = "no differentiable form for tensors. {}; or call it on x.detach().numpy()."
    use, write = said.format("Use wengert.special.zeta"), said.format("Write it with what wengert has")
    raises(TypeError, f"scipy.special.zeta(x): {use}", lambda: special.zeta(x, 2.0), x)
    raises(TypeError, f"scipy.special.rgamma(x): {write}", lambda: special.rgamma(x), x)


def test_sparse_matrices_of_scipy_are_made_tensors() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    A, x = sparse.eye(3).tocsr(), leaf(3)
    with wengert.autocast("cpu"):  # operators go another way there
        raises(TypeError, f"A sparse matrix of SciPy is no tensor. {text.OF_SCIPY}", lambda: x @ A, x)
    for run in (lambda: x @ A, lambda: x * A, lambda: wengert.tensor(A), lambda: wengert.as_tensor(A)):
        raises(TypeError, f"A sparse matrix of SciPy is no tensor. {text.OF_SCIPY}", run, x)
    raises(RuntimeError, f"{NO_ARRAY} ({text.OF_SCIPY})", lambda: A @ x, x)
    A = A.tocsr()
    assert wengert.sparse_csr_tensor(A.indptr, A.indices, A.data, A.shape).to_dense().equal(wengert.eye(3).double())


def test_every_twin_is_there() -> None:
    for twin in [*text.TWINS.values(), *elements.METHODS.values(), *elements.SCIPY.values()]:
        value: Any = wengert
        for name in twin.split("."):
            value = getattr(value, name)
        assert callable(value)


PAIR = wengert.full((2, 2), 0.5), wengert.full((2, 2), 0.5, dtype=wengert.float64)
TWO_DTYPES: list[tuple[Callable[[Any, Any], Any], str]] = [
    (lambda a, b: F.linear(b, a), "linear: expected m1 and m2 to have the same dtype, but got: double != float. "),
    (lambda a, b: F.linear(b, a, a[0]), "linear: mat1 and mat2 must have the same dtype, but got Double and Float. "),
    (lambda a, b: F.linear(a, a, b[0]), "linear: bias and input must have the same dtype, but got Double and Float. "),
    (lambda a, b: F.linear(a.long(), a), "linear: expected m1 and m2 to have the same dtype, but got: long int "),
    (lambda a, b: F.conv1d(b[None], a[:, :, None]), "convolution: Input type (double) and weight type (float) "),
    (lambda a, b: F.conv1d(b[None], a[:, :, None], a[0]), "convolution: Input type (double) and bias type (float) "),
    (lambda a, b: F.conv_transpose1d(b[None], a[:, :, None]), "convolution: Input type (double) and weight "),
    (lambda a, b: F.prelu(b, a[0]), "prelu: Type promoting not supported. Got Double and Float. "),
    (lambda a, b: F.binary_cross_entropy(a, b.long()), "binary_cross_entropy: Found dtype Long but expected Float. "),
    (lambda a, b: wengert.addmm(b, a, a), "self and mat2 must have the same dtype, but got Double and Float. "),
    (lambda a, b: wengert.sparse.mm(a.to_sparse(), b), "sparse.mm: expected m1 and m2 to have the same dtype, "),
    (lambda a, b: F.layer_norm(b, (2,), a[0]), "mixed dtype (CPU): all inputs must share same datatype. The "),
    (lambda a, b: F.batch_norm(a.half(), b[0], b[0]), "mixed dtype (CPU): expect parameter to have scalar type of "),
]  # fmt: skip


@pytest.mark.parametrize("call, text", TWO_DTYPES, ids=[text[:40] for _, text in TWO_DTYPES])
def test_two_dtypes_are_told_in_the_words_of_the_operation(call: Callable[[Any, Any], Any], text: str) -> None:
    with pytest.raises(RuntimeError, match="^" + re.escape(text)):
        call(*PAIR)


def test_rows_that_match_dtypes_are_public_or_have_a_text() -> None:
    """No error of two dtypes says the name of a row that users do not call."""
    rows = [row.name.lstrip("_") for row in REGISTRY.values() if getattr(row, "promote", None) == "match"]
    assert {"linear", "convolution", "prelu_kernel", "mm"} <= set(rows)
    found = [np.dtype(np.float64), np.dtype(np.float32)]
    for row in (row for row in rows if calls.CALLED.get(row, row) not in calls.TWO_DTYPES):
        space, _, name = str(calls.different_dtypes(row, found)).partition(":")[0].rpartition(".")
        home = attrgetter(space)(wengert) if space else wengert
        assert hasattr(home, name) or hasattr(F, name), row
