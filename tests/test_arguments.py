"""Wrong arguments: the error names the operation, the argument, what was expected and what came."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts, laws
from tests.calls import PUBLIC
from tests.cases import within
from tests.facts import flags
from tests.test_types import PUBLISHED, SPACES, ways
from wengert._core.dispatch import arguments
from wengert._core.errors import absent
from wengert._core.errors.absent_errors import LATE, SHELVES
from wengert.nn import functional as F

# Where a bool is refused, because it is easily another argument: ``x.topk(1, True)``, ``x.sort(True)``
WHOLE = {
    "dim", "dims", "start_dim", "end_dim", "source", "destination", "index", "shifts", "repeats", "chunks",
    "split_size_or_sections", "indices_or_sections", "split_sizes",
}  # fmt: skip
FLAGS, LETTER = facts.load("flags"), list(flags.values(wengert)).index("0")
TAKES_BOOL = {"std", "var", "std_mean", "var_mean", "nuclear_norm", "tensordot"}  # most have an older form with a bool


def wrong(name: str, case: laws.Case) -> Iterator[tuple[str, Any, bool, list[Any], dict[str, Any]]]:
    """Calls with one argument of no kind that the stub allows there: its name, what is given, and all arguments.

    Between these stands whether it is a single number, which every call looks at.

    A bool is no int, as in PyTorch.
    """
    module, public = PUBLISHED[name]
    leaves = laws.tensors(case.leaves)
    args, params = laws.refilled((case.args, case.sample.params), iter(leaves))
    kinds: dict[str, set[str]] = {}
    for way in ways(module)[public]:
        for p in way.signature.parameters.values():
            kinds.setdefault(p.name, set()).add(ast.unparse(p.annotation))
    takes = inspect.signature(getattr(SPACES[module], public)).parameters
    names = [p.name for p in takes.values() if p.kind < 2]
    places: list[tuple[str, int | str]] = [*zip(names, range(len(args)), strict=False), *((k, k) for k in params)]
    there = {parameter for parameter, _ in places}
    if name not in TAKES_BOOL:  # most of these have an older form, without what follows the bool
        places += [(k, k) for k in takes if k not in there and is_number(kinds.get(k, set()))]
    for parameter, place in places:
        one = is_number(kinds.get(parameter, set()))
        known = [ast.parse(kind, mode="eval").body for kind in kinds.get(parameter, ())]
        given = ["nonsense", object(), [object()], None]
        if one:
            given += ["1", b"1", [1.0], 1 + 0j]
        elif reads_numbers(kinds.get(parameter, set())):  # one or several: Python reads integers off bytes
            given += ["1", b"1", b"12", ["1", "1"], [b"1", b"1"]]
        only_int = kinds.get(parameter, set()) - {"int | None"} == {"int"}
        if (parameter in WHOLE or only_int) and name not in TAKES_BOOL:
            given += [True, np.True_, wengert.tensor(True), wengert.tensor([True]), wengert.tensor(1.0)]
        if only_int and name not in TAKES_BOOL:
            given += [1.0, np.float64(1), np.array([1]), 1 + 0j]
        for value in given:
            if parameter == "keepdims" or reads_truth(name, parameter):  # this is given on as keepdim
                continue
            if name in ("max", "min") and isinstance(value, wengert.Tensor):  # the form of two tensors
                continue
            if value is None and takes[parameter].default is None:
                continue
            if known and not any(arguments.fits(value, kind) for kind in known):
                changed: Any = [list(args), dict(params)]
                changed[isinstance(place, str)][place] = value
                yield parameter, value, one, *changed


def reads_truth(name: str, parameter: str) -> bool:
    """Whether a bool may be whatever is true or false: some of PyTorch's functions are written in Python."""
    letters = FLAGS.get(PUBLIC.get(name, name), {}).get(parameter)
    return letters is not None and letters[LETTER] == "y"


def is_number(kinds: set[str]) -> bool:
    """Whether a parameter is one number: it is looked at, whatever the other arguments are."""
    return bool(kinds) and set(re.findall(r"\w+", " ".join(kinds))) <= {"float", "Number", "None"}


def reads_numbers(kinds: set[str]) -> bool:
    """Whether a parameter is one number or a sequence of them, or either."""
    words = {"int", "float", "Number", "Sequence", "None"}
    return bool(kinds) and set(re.findall(r"\w+", " ".join(kinds))) <= words


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_a_wrong_argument_is_named(name: str) -> None:
    module, public = PUBLISHED[name]
    function = getattr(SPACES[module], public)
    broken = []
    for case in laws.cases(name):
        for parameter, value, asked, args, params in wrong(name, case):
            with warnings.catch_warnings(action="ignore"):
                try:
                    found = laws.arrays(laws.tensors_in(function(*args, **params)))
                except Exception as e:
                    said = f"{type(e).__name__}: {e}"
                else:
                    expected = laws.arrays(laws.tensors_in(case(laws.tensors(case.leaves))))
                    if all(map(np.array_equal, found, expected)) and not asked:
                        continue  # it was not looked at: an empty tensor needs no slope
                    said = "it was taken"
            if parameter == "reduction" and said.startswith("ValueError") and "valid value for reduction" in said:
                continue  # as PyTorch says
            came = type(value[0] if isinstance(value, list) else value).__name__, type(value).__name__
            if isinstance(value, (np.generic, wengert.Tensor)) and value.ndim == 0:  # it was read as a number
                came = (*came, type(value.item()).__name__)
            told = said.startswith(f"TypeError: {public}(): argument '{parameter}' must be ")
            if not told or not any(c in said for c in came):
                broken.append(f"{case}, {parameter}={value!r}: {said}")
    assert not broken, "\n".join(broken)


# -- NumPy's names


def reference(lib: Any, name: str, x: Any) -> Any:
    """A reduction by NumPy's names, with what else it needs."""
    more: dict[str, dict[str, Any]] = {
        "gather": {"index": lib.tensor([[0, 1, 0]])},
        "index_select": {"index": lib.tensor([0])},
        "narrow": {"start": 0, "length": 1},
        "select": {"index": 1},
        "topk": {"k": 1},
        "kthvalue": {"k": 1},
        "quantile": {"q": 0.3},
        "renorm": {"p": 2, "maxnorm": 1.0},
        "chunk": {"chunks": 2},
        "unflatten": {"sizes": (1, 2)},
        "cosine_similarity": {"x2": lib.tensor([[1.0, 0.0, 2.0], [3.0, 1.0, 1.0]])},
    }
    return getattr(lib, name)((x, x) if name in ("cat", "stack") else x, axis=0, **more.get(name, {}))


AXIS = [
    "sum", "mean", "prod", "std", "var", "max", "min", "amax", "amin", "argmax", "argmin", "median", "nansum",
    "nanmedian", "logsumexp", "all", "any", "cumsum", "cumprod", "cummax", "logcumsumexp", "softmax", "log_softmax",
    "squeeze", "unsqueeze", "unbind", "sort", "argsort", "topk", "kthvalue", "mode", "chunk", "select", "narrow",
    "diff", "index_select", "gather", "count_nonzero", "aminmax", "var_mean", "std_mean", "quantile", "renorm",
    "unflatten", "cat", "stack", "cosine_similarity",
]  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("name", AXIS)
def test_axis_as_in_torch(name: str) -> None:
    torch = pytest.importorskip("torch")
    values = [[3.0, 1.0, 2.0], [0.5, 4.0, 2.5]]
    found, expected = (reference(lib, name, lib.tensor(values)) for lib in (wengert, torch))
    for f, e in zip(*(r if isinstance(r, (tuple, list)) else (r,) for r in (found, expected)), strict=True):
        np.testing.assert_allclose(f.numpy(), e.numpy(), rtol=1e-6)


@pytest.mark.parametrize("name", ["sum", "mean", "std", "amax", "argmin", "max", "logsumexp", "norm"])
def test_keepdims_is_keepdim(name: str) -> None:
    x = wengert.tensor([[3.0, 1.0, 2.0], [0.5, 4.0, 2.5]])
    found, expected = getattr(x, name)(axis=1, keepdims=True), getattr(x, name)(dim=1, keepdim=True)
    assert str(found) == str(expected)


def takes_keepdim_alone(function: Any) -> bool:
    takes = inspect.signature(function).parameters if inspect.isfunction(function) else {}
    return "keepdim" in takes and "dim" in takes and takes["dim"].default is None


KEEPING = [name for name, function in vars(wengert).items() if takes_keepdim_alone(function)]


@pytest.mark.parametrize("name", KEEPING)
def test_keepdim_without_dim_is_not_ignored(name: str) -> None:
    """It keeps all dimensions, or, where only ``dim`` has such a form, it is refused, as in PyTorch."""
    given = {"q": 0.5} if "quantile" in name else {}
    try:
        found = getattr(wengert, name)(wengert.tensor([[3.0, 1.0, 2.0], [0.5, 4.0, 2.5]]), keepdim=True, **given)
    except TypeError as e:
        assert str(e).startswith(f"{name}() received an invalid combination of arguments: keepdim without dim.")
    else:
        assert all(part.shape == (1, 1) for part in (found if isinstance(found, tuple) else (found,)))


def test_keepdim_of_two_tensors_is_not_ignored() -> None:
    for function in (wengert.max, wengert.min):
        with pytest.raises(TypeError, match="keepdim without dim"):
            function(wengert.ones(2), wengert.ones(2), keepdim=True)


def test_no_dimension_is_no_norm_of_all() -> None:
    for dim in ((), [], (0, 1, 2)):
        with pytest.raises(RuntimeError, match=r"must be of length 1 or 2. Got \["):
            wengert.linalg.norm(wengert.ones(2, 3, 4), dim=dim)


def test_numpy_reduces_tensors() -> None:
    x = wengert.tensor([[3.0, 1.0], [0.5, 4.0]])
    assert np.sum(x).item() == 8.5 and np.mean(x, axis=0).tolist() == [1.75, 2.5]


def test_in_place_by_numpy_s_name() -> None:
    x = wengert.ones(1, 3)
    assert x.cumsum_(axis=1).tolist() == [[1, 2, 3]] and x.squeeze_(axis=0).shape == (3,)


BY_NAME = "Give them by position or by name."


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda x: x.sum(0, axis=0),
            "sum() got an unexpected keyword argument 'axis': it is another name for 'dim', given too. "
            "Give one of the two.",
        ),
        (lambda x: wengert.cumsum(x), 'cumsum() missing 1 required positional arguments: "dim". ' + BY_NAME),
        (lambda x: x.gather(axis=0), 'gather() missing 1 required positional arguments: "index". ' + BY_NAME),
        (lambda x: x.sum(dim="a"), "sum(): argument 'dim' must be int, tuple of ints or None, not str"),
        (lambda x: x.sum(axis="a"), "sum(): argument 'dim' must be int, tuple of ints or None, not str"),
        (
            lambda x: x.sum((0, "a")),
            "sum(): argument 'dim' must be int, tuple of ints or None, but found element of type str at pos 1",
        ),
        (
            lambda x: wengert.cat([x, None]),
            "cat(): argument 'tensors' must be tuple of Tensors, but found element of type NoneType at pos 1",
        ),
        (
            lambda x: wengert.zeros((3,), wengert.float64),
            "zeros(): argument 'size' must be int, not dtype. Give a dtype by name: dtype=...",
        ),
        (
            lambda x: wengert.ones(2.0),
            "ones(): argument 'size' must be int or tuple of ints, not float. Make a whole number of it: int(x)",
        ),
        (lambda x: F.cross_entropy(x, None), "cross_entropy(): argument 'target' must be Tensor, not NoneType"),
        (
            lambda x: F.linear(x, [[1.0]]),
            "linear(): argument 'weight' must be Tensor, not list. wengert.tensor(x) makes one",
        ),
        (lambda x: x.mul_("a"), "mul_(): argument 'other' must be Tensor or number, not str"),
        (lambda x: x.index_fill_(0, None, 1), "index_fill_(): argument 'index' must be Tensor, not NoneType"),
        (lambda x: F.softmax(x, axis=0), "softmax() got an unexpected keyword argument 'axis'"),
    ],
)  # fmt: skip
def test_what_is_said(call: Any, message: str) -> None:
    x = wengert.ones(2, 2, requires_grad=True) * 1
    version, node = x._version, x.grad_fn
    with pytest.raises(TypeError) as found:
        call(x)
    assert str(found.value) == message
    assert (x._version, x.grad_fn, wengert.is_grad_enabled()) == (version, node, True)


def test_what_a_function_of_the_users_raises_is_left_as_it_is() -> None:
    def distance(a: Any, b: Any) -> Any:
        raise TypeError("mine")

    x = wengert.ones(2, 2)
    with pytest.raises(TypeError, match="^mine$"):
        F.triplet_margin_with_distance_loss(x, x, x, distance_function=distance)


# -- keywords that nothing takes

CLASSES = ("nn", "optim", "optim.lr_scheduler", "distributions", "utils.data")
MEANT = [
    (lambda: wengert.nn.Linear(3, 2, use_bias=False), "Linear.__init__()", "use_bias", "Did you mean 'bias'?"),
    (lambda: wengert.nn.Conv2d(3, 2, kernel=3), "Conv2d.__init__()", "kernel", "Did you mean 'kernel_size'?"),
    (lambda: wengert.optim.Adam([], learning_rate=1), "Adam.__init__()", "learning_rate", "Did you mean 'lr'?"),
    (lambda: wengert.distributions.Normal(mu=0, scale=1), "Normal.__init__()", "mu", "Did you mean 'loc'?"),
    (lambda: wengert.func.grad(abs, argnum=1), "grad()", "argnum", "Did you mean 'argnums'?"),
    (lambda: wengert.func.vmap(abs, in_axes=1), "vmap()", "in_axes", "Did you mean 'in_dims'?"),
    (lambda: wengert.nn.ReLU(slope=1), "ReLU.__init__()", "slope", "It takes inplace."),
]  # fmt: skip


@pytest.mark.parametrize(("call", "what", "name", "proposal"), MEANT)
def test_a_keyword_that_is_not_taken_is_answered(call: Any, what: str, name: str, proposal: str) -> None:
    with pytest.raises(TypeError) as found:
        call()
    assert str(found.value).replace(".  ", ". ") == f"{what} got an unexpected keyword argument '{name}'. {proposal}"


@pytest.mark.parametrize("space", CLASSES)
def test_constructors_answer_keywords_that_they_do_not_take(space: str) -> None:
    """Under the name of the class that is called, though many share the constructor of a private base."""
    module = importlib.import_module(f"wengert.{space}")
    wrong = []
    for name in module.__all__:
        kind = getattr(module, name)
        if not isinstance(kind, type) or "__init__" not in dir(kind) or kind.__init__ is object.__init__:
            continue
        takes = inspect.signature(kind.__init__).parameters.values()
        if any(p.kind is p.VAR_KEYWORD for p in takes) or all(p.name == "self" or p.kind == 2 for p in takes):
            continue
        with warnings.catch_warnings(action="ignore"):
            try:
                kind(zyx=1)
            except Exception as e:
                said = f"{type(e).__name__}: {e}"
            else:
                said = "taken"
        start = f"TypeError: {kind.__name__}.__init__() got an unexpected keyword argument 'zyx'. It takes "
        wrong += [] if said.startswith(start) else [f"{name}: {said}"]
    assert not wrong, "\n".join(wrong)


# -- whole numbers of NumPy, and of tensors

# what a tensor is in the place of a number: another operand, edges, a name
MEANT_OTHERWISE = {"max", "min", "histogram", "histogramdd", "einsum", "gradient"}


def replaced(value: Any, make: Any) -> Any:
    """An argument with other whole numbers in place of Python's."""
    if type(value) in (tuple, list):
        return type(value)(replaced(v, make) for v in value)
    return make(value) if type(value) is int else value


@pytest.mark.parametrize("name", sorted(set(laws.SAMPLES) & set(PUBLISHED)))
@within("make", [np.int64, wengert.tensor])
@pytest.mark.filterwarnings("ignore")
def test_whole_numbers_may_be_of_numpy_or_tensors(name: str, make: Any) -> None:
    """Wherever a sample gives an int, what came out of an array means the same."""
    if make is wengert.tensor and name in MEANT_OTHERWISE:
        with pytest.raises((AssertionError, LookupError, RuntimeError)):
            check_whole_numbers(name, make)
    else:
        check_whole_numbers(name, make)


def check_whole_numbers(name: str, make: Any) -> None:
    module, public = PUBLISHED[name]
    function = getattr(SPACES[module], public)
    for case in laws.cases(name):
        args, params = laws.refilled((case.args, case.sample.params), iter(laws.tensors(case.leaves)))
        others = [replaced(a, make) for a in args], {k: replaced(v, make) for k, v in params.items()}
        if repr(others) == repr((args, params)):
            continue
        wengert.manual_seed(0)
        try:
            expected = function(*args, **params)
        except (RuntimeError, TypeError):  # a row gets its parameters in another form than what is published
            continue
        wengert.manual_seed(0)
        assert repr(function(*others[0], **others[1])) == repr(expected), case


@pytest.mark.parametrize("lib", ["wengert", pytest.param("torch", marks=pytest.mark.oracle)], indirect=True)
def test_numbers_may_be_tensors_without_history(lib: Any) -> None:
    x, two = lib.ones(2, 3), lib.tensor(2)
    assert x.add(x, alpha=two).tolist() == [[3.0] * 3] * 2 and x.add_(x, alpha=lib.tensor(-0.5))[0, 0].item() == 0.5
    assert x.sum(lib.tensor(1)).tolist() == [1.5, 1.5] and len(x.split(lib.tensor(1))) == 2
    for dim in (lib.tensor(1.0), np.float64(1)):
        with pytest.raises(TypeError):
            x.sum(dim)


# -- tensors of another library: what is left of a program whose imports were changed in part


@pytest.mark.oracle
@pytest.mark.parametrize("call", [
    "torch.add(ours, ours)", "torch.relu(ours)", "torch.nn.functional.linear(ours, ours)", "torch.stack([ours])",
    "theirs.add_(ours)", "theirs + ours", "ours @ theirs", "theirs[ours > 0]", "torch.autograd.grad(ours, ours)",
])  # fmt: skip
def test_functions_of_torch_say_that_the_tensor_is_not_theirs(call: str) -> None:
    torch = pytest.importorskip("torch")
    with pytest.raises(NotImplementedError, match="PyTorch was given a tensor of wengert.*wengert.from_dlpack"):
        eval(call, {"torch": torch, "ours": wengert.ones(2, 2), "theirs": torch.ones(2, 2)})
    assert wengert.add(wengert.ones(2), 1).tolist() == [2.0, 2.0]


@pytest.mark.oracle
@pytest.mark.parametrize("call, text", [
    ("wengert.add(ours, theirs)", "add(): argument 'other' must be Tensor or number, not torch.Tensor. "),
    ("wengert.exp(theirs)", "exp(): argument 'input' must be Tensor, not torch.Tensor. wengert.from_dlpack(x) "),
    ("ours.add_(theirs)", "add_(): argument 'other' must be Tensor or number, not torch.Tensor. "),
    ("wengert.cat([ours, theirs])", "found element of type torch.Tensor at pos 1. wengert.from_dlpack(x) makes it one"),
    ("wengert.zeros_like(theirs)", "zeros_like(): argument 'input' must be Tensor, not torch.Tensor. "),
    ("wengert.zeros(2, dtype=theirs.dtype)", "zeros(): argument 'dtype' must be dtype or None, not torch.dtype"),
    ("wengert.from_numpy(theirs)", "expected np.ndarray (got torch.Tensor)"),
    ("ours.to(theirs)", "to(): argument 'dtype' must be dtype, not torch.Tensor"),
    ("np.add(ours, theirs)", "operand type(s) all returned NotImplemented"),
    ("wengert.autograd.backward(theirs)", "expected Tensors or GradientEdges to differentiate, got torch.Tensor at"),
    ("wengert.autograd.backward(leaf.sum(), theirs)", "gradients can be either Tensors or None, but got torch.Tensor"),
    ("setattr(leaf, 'grad', theirs)", "expected to be a Tensor or None but got grad of type torch.Tensor"),
])  # fmt: skip
def test_our_functions_name_tensors_of_torch(call: str, text: str) -> None:
    torch = pytest.importorskip("torch")
    names = {"wengert": wengert, "np": np, "ours": wengert.ones(2), "theirs": torch.ones(2)}
    names["leaf"] = wengert.ones(2, requires_grad=True)
    with pytest.raises(TypeError) as info:
        eval(call, names)
    assert text in str(info.value)
    assert names["leaf"].grad is None and names["ours"].tolist() == [1.0, 1.0]


@pytest.mark.oracle
def test_tensors_are_made_of_those_of_torch() -> None:
    torch = pytest.importorskip("torch")
    theirs = torch.arange(6, dtype=torch.float64).reshape(2, 3)
    for data in (theirs, [theirs[0], theirs[1]], [[x for x in row] for row in theirs]):
        made = wengert.tensor(data)
        assert made.dtype == wengert.float64 and made.tolist() == theirs.tolist()
    theirs[0, 0] = 7
    assert made[0, 0].item() == 0
    with pytest.raises(RuntimeError, match="requires grad"):
        wengert.tensor(theirs.requires_grad_())


class Column:
    """An array-like, as data frames give them."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.values if dtype is None else self.values.astype(dtype)


def test_tensors_are_made_of_whatever_gives_an_array() -> None:
    made = wengert.tensor(Column([1, 2, 3]))
    assert made.dtype == wengert.int64 and made.tolist() == [1, 2, 3]
    assert wengert.as_tensor(Column([1.5]), dtype=wengert.float32).dtype == wengert.float32
    assert wengert.tensor([Column(1.5), 2.0]).tolist() == [1.5, 2.0]


def test_ufuncs_of_numpy_take_lists() -> None:
    x = wengert.tensor([1.0, 2.0], dtype=wengert.float64, requires_grad=True)
    out = np.multiply(x, [3.0, 4.0]) + np.add([1.0, 2.0], x)
    out.sum().backward()
    assert out.tolist() == [5.0, 12.0] and x.grad is not None and x.grad.tolist() == [4.0, 5.0]


@pytest.mark.parametrize("given, name", [([2.0], "float"), (np.ones(2), "ndarray"), (np.array(1.0), "ndarray")])
def test_gradients_that_are_no_tensors(given: Any, name: str) -> None:
    x = wengert.ones(2, requires_grad=True)
    with pytest.raises(TypeError, match=f"gradients can be either Tensors or None, but got {name}\\. "):
        (x * 1).backward(given)
    with pytest.raises(RuntimeError, match=f"all inputs have to be Tensors or GradientEdges, but got {name}\\. "):
        wengert.autograd.grad((x * 1).sum(), given)


def test_names_of_rows_are_not_told() -> None:
    a, b = wengert.ones(2, 2), wengert.ones(2, 2, dtype=wengert.float64)
    for call in (lambda: F.linear(a, b), lambda: wengert.bmm(a[None], b[None]), lambda: wengert.einsum("ij,jk", a, b)):
        with pytest.raises(RuntimeError, match="^[a-z]+: expected m1 and m2 to have the same dtype"):
            call()


# -- names that are not there


@pytest.mark.parametrize("module, name, hint", [
    ("wengert", "onnx", "it is not part of wengert; functions run as they are"),
    ("wengert.nn", "DataParallel", "it is not part of wengert; there is one process with one device"),
    ("wengert.nn", "CrossMapLRN2d", "use wengert.nn.LocalResponseNorm"),
    ("wengert.func", "make_functional", "call wengert.func.functional_call"),
    ("wengert.optim.adam", "adam", "call step\\(\\) of the optimiser"),
    ("wengert", "hub", "download the file, and call wengert.load"),
    ("wengert.sparse", "FloatTensor", "use wengert.sparse_coo_tensor"),
    ("wengert.cuda", "FloatTensor", "make a wengert.FloatTensor, and give it to the GPU"),
    ("wengert.utils.benchmark", "Fuzzer", "print what wengert.utils.benchmark.Timer measures"),
])  # fmt: skip
def test_what_is_left_out_says_what_does_instead(module: str, name: str, hint: str) -> None:
    space = importlib.import_module(module)
    assert not hasattr(space, name)
    with pytest.raises(AttributeError, match=f"^module '{module}' has no attribute '{name}': .*{hint}"):
        getattr(space, name)


@pytest.mark.parametrize("line, name, hint", [
    ("import wengert.distributed as distributed", "wengert.distributed", "average gradients"),
    ("from wengert import distributed, nn", "wengert.distributed", "average gradients"),
    ("from wengert.distributed.tensor import DTensor", "wengert.distributed", "average gradients"),
    ("from wengert.nn import functional, DataParallel", "wengert.nn.DataParallel", "call the module itself"),
    ("from wengert.nn.parallel import DistributedDataParallel", "wengert.nn.parallel", "call the module itself"),
    ("from wengert.utils.tensorboard import SummaryWriter", "wengert.utils.tensorboard", "takes NumPy's arrays"),
    ("from wengert.func import make_functional", "wengert.func.make_functional", "wengert.func.functional_call"),
    ("from wengert.optim.adam import adam", "wengert.optim.adam.adam", r"call step\(\) of the optimiser"),
    ("from wengert.nn.common_types import _size_2_t", "wengert.nn.common_types", "in annotations"),
    ("import wengert.hub", "wengert.hub", "download the file"),
    ("import wengert.onnx", "wengert.onnx", "as they are"),
])  # fmt: skip
def test_imports_of_what_is_left_out_say_what_does_instead(line: str, name: str, hint: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=f"^{name} is not part of wengert; .*{hint}"):
        exec(line)
    assert name not in sys.modules


def test_names_of_numpy_lead_to_ours() -> None:
    for name, ours in (("array", "tensor"), ("expand_dims", "unsqueeze"), ("power", "pow")):
        text = f"module 'wengert' has no attribute '{name}': what it is in NumPy is wengert.{ours} here"
        with pytest.raises(AttributeError, match=f"^{text}$"):
            getattr(wengert, name)


def test_other_imports_are_as_ever() -> None:
    assert importlib.util.find_spec("wengert.distributed") is None
    assert importlib.util.find_spec("wengert.func") is not None
    for name in ("wengert.optin", "wengert.nn.functionl", "wengert.cuda.ampp", "wengertt"):
        with pytest.raises(ModuleNotFoundError, match=f"^No module named '{name}'$") as info:
            importlib.import_module(name)
        assert info.value.name == name
    absent.explain_imports()
    assert sys.meta_path.count(absent.Finder) == 1


def test_what_is_said_to_be_absent_is() -> None:
    for name in (*absent.INSTEAD, *absent.FOREIGN):
        module, _, last = name.rpartition(".")
        assert not hasattr(importlib.import_module(module), last)
    for start in absent.STARTS:
        module, _, first = start.rpartition(".")
        assert not [name for name in dir(importlib.import_module(module)) if name.startswith(first)]


@pytest.mark.oracle
def test_what_is_said_to_be_absent_is_in_pytorch() -> None:
    pytest.importorskip("torch")
    functorch = ("combine_state_for_ensemble", "make_functional", "make_functional_with_buffers")  # before torch.func
    for name in absent.INSTEAD.keys() - {f"wengert.func.{old}" for old in functorch}:
        module, _, last = name.replace("wengert", "torch", 1).rpartition(".")
        space = importlib.import_module(module)
        assert hasattr(space, last) or importlib.util.find_spec(f"{module}.{last}"), name
    for start in absent.STARTS:
        module, _, first = start.replace("wengert", "torch", 1).rpartition(".")
        assert [name for name in dir(importlib.import_module(module)) if name.startswith(first)], start


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wengert.quantize_per_tensor, "nothing is quantised: tensors keep their dtype"),
        (lambda: wengert.masked.masked_tensor, "keep values and mask apart"),
        (lambda: wengert.nn.functional.scaled_mm, "multiply after conversion"),
        (lambda: wengert.func.functionalize, "functions may write in place as they are"),
        (lambda: wengert.sparse.spsolve, "use scipy.sparse.linalg.spsolve"),
        (lambda: wengert.sparse_bsr_tensor, "sparse layouts have no blocks: use wengert.sparse_csr"),
        (lambda: wengert.func.value_and_grad, "call wengert.func.grad_and_value, which returns the gradient first"),
        (lambda: wengert.func.cond, "write if and else of Python"),
        (lambda: wengert.random.split, "keep a generator"),
        (lambda: wengert.pytree.map, "use wengert.pytree.tree_map"),
    ],
)
def test_absent_names_say_what_does_instead(call: Any, words: str) -> None:
    with pytest.raises(AttributeError, match=f"it is not part of wengert; {words}"):
        call()


@pytest.mark.parametrize("page", ["jax", "hips_autograd"])
def test_names_of_other_libraries_exist_or_say_what_does_instead(page: str) -> None:
    text = (Path(__file__).parent.parent / "docs" / "coming_from" / f"{page}.md").read_text()
    theirs = " ".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| "))
    names = re.findall(r"jax\.(\w+)", theirs) if page == "jax" else re.findall(r"`@?([a-z_]{5,})", theirs)
    silent = []
    for name in {*names, *re.findall(r"jax\.(?:lax|test_util)\.(\w+)", theirs)} - {"autograd", "import", "assignment"}:
        if not hasattr(wengert, name) and not hasattr(wengert.func, name):
            with pytest.raises(AttributeError) as e:
                getattr(wengert.func, name)
            silent += [name] if str(e.value).endswith(f"'{name}'") else []
    assert len(set(names)) > 5 and silent == []


def test_attributes_that_tensors_do_not_have_say_what_does_instead() -> None:
    x = wengert.ones(2)
    for name, instead in {**absent.OF_TENSORS, **absent.OF_ARRAYS, **absent.OF_JAX}.items():
        for owner in (x, wengert.Tensor):
            with pytest.raises(AttributeError) as info:
                getattr(owner, name)
            assert str(info.value) == f"'Tensor' object has no attribute '{name}': {instead}"
        assert not hasattr(x, name) and name not in dir(x)
    # NumPy 2 has taken ptp from arrays; its function is still there, and so are programs with the method
    assert all(hasattr(np.ndarray, name) or hasattr(np, name) for name in absent.OF_ARRAYS) and "clone" in dir(x)
    of_arrays = {name for name in dir(np.ndarray) if not name.startswith("_")}
    assert of_arrays <= {*absent.OF_ARRAYS, *absent.OF_TENSORS, *dir(wengert.Tensor)}

    class Own(wengert.Tensor):
        def astype(self, dtype: Any) -> Any:
            return self.to(dtype)

    own = wengert.Tensor._make_subclass(Own, x)
    assert own.astype(wengert.float64).dtype == wengert.float64 and "astype" in dir(own)
    own.storage = 3  # type: ignore[attr-defined]
    assert own.storage == 3  # type: ignore[attr-defined]


@pytest.mark.oracle
def test_attributes_that_are_said_to_be_absent_are_in_pytorch() -> None:
    torch = pytest.importorskip("torch")
    assert not [name for name in absent.OF_TENSORS if not hasattr(torch.Tensor, name)]


def test_one_tensor_in_place_of_a_sequence_is_answered_with_a_list() -> None:
    x = wengert.ones(2)
    for name in ("cat", "stack", "hstack"):
        text = (
            f"{name}(): argument 'tensors' must be tuple of Tensors, not Tensor. Put several in a list: {name}([a, b])"
        )
        with pytest.raises(TypeError, match=f"^{re.escape(text)}$"):
            getattr(wengert, name)(x)


@pytest.mark.parametrize("given, missing", [({"input": 1}, "other"), ({"other": 1}, "input")], ids=str)
def test_where_with_one_choice_asks_for_the_other(given: dict[str, Any], missing: str) -> None:
    with pytest.raises(
        TypeError, match=rf"^where\(\): argument '{missing}' must be Tensor or number, not NoneType. Say"
    ):
        wengert.where(wengert.ones(2) > 0, **given)


@pytest.mark.parametrize(
    "module, name, meant",
    [
        ("wengert", "softmx", "softmax"),
        ("wengert", "matmull", "matmul"),
        ("wengert", "aragne", "arange"),
        ("wengert", "tensot", "tensor"),
        ("wengert", "Zeros", "zeros"),
        ("wengert.nn", "functionl", "functional"),
        ("wengert.func", "grd", "grad"),
        ("wengert.utils", "chekpoint", "checkpoint"),
        ("wengert.nn.functional", "mse", "mse_loss"),
    ],
)
def test_misspelt_names_are_proposed(module: str, name: str, meant: str) -> None:
    space = importlib.import_module(module)
    said = f"^module '{module}' has no attribute '{name}'. Did you mean: '{meant}'\\?$"
    with pytest.raises(AttributeError, match=said) as info:
        getattr(space, name)
    assert info.value.obj is None  # Python would propose a name of it, too
    with pytest.raises(ImportError, match="cannot import name"):
        exec(f"from {module} import {name}")


@pytest.mark.parametrize(
    "module, name, places",
    [
        ("wengert", "grad", "wengert.autograd.grad or wengert.func.grad"),
        ("wengert", "Linear", "wengert.nn.Linear"),
        ("wengert", "mse_loss", "wengert.nn.functional.mse_loss"),
        ("wengert", "SGD", "wengert.optim.SGD"),
        ("wengert.nn", "linear", "wengert.nn.functional.linear"),
        ("wengert.nn.functional", "Linear", "wengert.nn.Linear"),
        ("wengert.linalg", "dot", "wengert.dot"),
        ("wengert.random", "randn", "wengert.randn"),
    ],
)
def test_names_of_another_module_are_found_there(module: str, name: str, places: str) -> None:
    with pytest.raises(AttributeError, match=f"^module '{module}' has no attribute '{name}': it is {places}$"):
        getattr(importlib.import_module(module), name)


def test_places_of_names_exist() -> None:
    for shelf, names in LATE.items():
        module = importlib.import_module(f"wengert.{shelf}")
        assert [n for n in names if not hasattr(module, n)] == []
    assert not LATE.keys() & set(SHELVES)


def test_names_that_are_no_slips_propose_nothing() -> None:
    """Python's own proposals are hardly alike: ``ravel`` for ``save``. A name of NumPy's has a meaning of its own."""
    wrong = []
    for name in ("Node", "Type", "info", "int_", "shape", "types", "ufunc", "saddmm", "int1", "array"):
        with pytest.raises(AttributeError) as e:
            getattr(wengert, name)
        if "Did you mean" in str(e.value) or e.value.obj is not None:
            wrong.append(str(e.value))
    assert not wrong, wrong


@pytest.mark.parametrize("lib", ["wengert", pytest.param("torch", marks=pytest.mark.oracle)], indirect=True)
def test_conversions_to_numbers(lib: Any) -> None:
    assert (float(lib.tensor([[2.5]])), int(lib.tensor(-2.5)), complex(lib.tensor(1 + 2j))) == (2.5, -2, 1 + 2j)
    assert float(lib.tensor(3 + 0j)) == 3.0 and int(lib.tensor(3 + 0j)) == 3
    for convert, text in ((float, "double"), (int, "int64_t")):
        with pytest.raises(RuntimeError, match=f"value cannot be converted to type {text} without overflow"):
            convert(lib.tensor(1 + 2j))
    for convert in (float, int, complex):
        for x in (lib.ones(2), lib.ones(0)):
            with pytest.raises(ValueError, match="only one element tensors can be converted to Python scalars"):
                convert(x)


def test_a_number_in_the_place_of_what_is_scattered_is_not_what_failed() -> None:
    for function in (wengert.zeros(3).scatter_, wengert.zeros(3).scatter):
        assert function(0, wengert.tensor([1]), 5.0).tolist() == [0, 5, 0]
        with pytest.raises(RuntimeError, match="^index 4 is out of bounds for dimension 0 with size 3. .Indices go"):
            function(0, wengert.tensor([4]), 5.0)


@pytest.mark.parametrize("call", [
    lambda x, nested: x[nested], lambda x, nested: x[0, nested], lambda x, nested: x.__setitem__(nested, 1.0),
    lambda x, nested: x.view(nested), lambda x, nested: x.sum(nested), lambda x, nested: x.permute(nested),
    lambda x, nested: wengert.zeros(nested), lambda x, nested: x.roll(nested, 0), lambda x, nested: x.repeat(nested),
])  # fmt: skip
def test_a_list_that_contains_itself_is_a_wrong_argument(call: Any) -> None:
    nested: list[Any] = []
    nested += [nested, nested]
    with pytest.raises(TypeError), warnings.catch_warnings(action="ignore"):
        call(wengert.ones(2, 2), nested)


def test_an_index_of_lists_of_several_lengths() -> None:
    with pytest.raises(ValueError, match="differ in length.*x\\[\\[0, 1\\], \\[2, 3\\]\\]"):
        wengert.ones(2, 2)[([[0, 1], [1]],)]


WRONG_VALUES: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "repeats": (lambda lib: lib.ones(3).repeat_interleave(lib.ones(3)), NotImplementedError, "for 'Float'"),
    "output_size": (
        lambda lib: lib.ones(1).repeat_interleave(lib.tensor([1]), output_size=1.0), TypeError, "output_size",
    ),
    "bincount": (lambda lib: lib.ones(3).bincount(), NotImplementedError, '"bincount_cpu" not implemented for'),
    "randint": (lambda lib: lib.randint(0, (2,)), RuntimeError, "'from' to be less than 'to', but got from=0 >= to=0"),
    "reduction": (
        lambda lib: lib.nn.functional.mse_loss(lib.ones(2), lib.ones(2), reduction=None),
        ValueError, "None is not a valid value for reduction",
    ),
    "pad": (
        lambda lib: lib.nn.functional.pad(lib.tensor([1]), (1, 1), value=2**70),
        RuntimeError, "value cannot be converted to type int64_t without overflow",
    ),
}  # fmt: skip


@pytest.mark.parametrize("call", WRONG_VALUES)
def test_wrong_values_are_refused_as_in_pytorch(call: str, lib: Any) -> None:
    run, kind, text = WRONG_VALUES[call]
    with pytest.raises(kind) as e:
        run(lib)
    assert text in str(e.value)


def test_a_float_tensor_is_padded_with_a_large_integer(lib: Any) -> None:
    assert lib.nn.functional.pad(lib.ones(1), (1, 0), value=2**70).tolist() == [2.0**70, 1.0]


OF_NUMPY_ALONE = """
    asfortranarray asmatrix base_repr binary_repr busday_count busday_offset datetime_as_string datetime_data
    einsum_path format_float_positional format_float_scientific fromregex get_include getbufsize geterrcall info
    is_busday isnat mintypecode nested_iters setbufsize seterrcall show_runtime test
"""  # texts, dates and NumPy itself: nothing of wengert's stands for them


@pytest.mark.parametrize(("module", "of_numpy"), [(wengert, np), (wengert.random, np.random)])
def test_functions_of_numpy_that_are_not_here_say_what_to_write(module: Any, of_numpy: Any) -> None:
    table = absent.OF_NUMPY if module is wengert else absent.OF_NUMPY_RANDOM
    names = [name for listed in table.values() for name in listed.split()]
    assert len(names) == len(set(names)) and all(hasattr(of_numpy, name) for name in names)
    bare = []
    for name in of_numpy.__all__:
        function = getattr(of_numpy, name)
        if callable(function) and not isinstance(function, type) and not hasattr(module, name):
            with pytest.raises(AttributeError) as info:
                getattr(module, name)
            bare += [name] if str(info.value) == f"module '{module.__name__}' has no attribute '{name}'" else []
    assert set(bare) <= set(OF_NUMPY_ALONE.split())


COUNTS = ("dim", "dims", "dim0", "dim1", "keepdim", "diagonal", "offset", "groups", "chunks", "k", "n")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("space", [wengert, F, wengert.linalg, wengert.fft, wengert.Tensor], ids=lambda s: s.__name__)
def test_a_tensor_where_a_number_is_meant_is_told_by_its_name(space: Any) -> None:
    """Python asks a tensor for one number, and its error names no argument: that of the call does."""
    x, several = wengert.ones(2, 3), wengert.ones(2, 2)
    named = {"tensors": [x], "dim": 0}
    tried = 0
    for name in dir(space):
        function = getattr(space, name, None)
        parameters = inspect.signature(function).parameters if inspect.isfunction(function) else {}
        for odd in [p for p in parameters if p in COUNTS]:
            before = [p for p in list(parameters.values())[: list(parameters).index(odd)] if p.default is p.empty]
            try:
                function(*[named.get(p.name, x) for p in before], **{odd: several})
            except Exception as e:
                tried += f"{name}(): argument " in str(e)
                assert not str(e).startswith(("only integer tensors", "Boolean value of Tensor")), (name, odd)
    assert tried > 2
