"""What type checkers are told is true: stubs have the signatures of the run time, and samples the types declared."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.environments import checked, environment
from wengert._core.api import overrides, subclass
from wengert._core.arrays.arrays import device
from wengert._core.declare.families import SIGNATURES
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY
from wengert._core.errors.absent_errors import Absent

ROOT = Path(__file__).resolve().parent.parent
FACES = ROOT / "src" / "wengert" / "_core" / "api" / "generated"
FILES = {public: module.__name__.rpartition(".")[2] for public, module in overrides.SPACES.items()}
SPACES = {name: importlib.import_module(public) for public, name in FILES.items()}
PRIVATE = {"__module__", "__doc__", "__hash__", "__dict__", "__weakref__", "__firstlineno__", "__annotations__",
           "__annotate_func__", "__static_attributes__"}  # fmt: skip


class Way:
    """One ``def`` of a stub: parameters that can be bound, each with its type."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.text = ast.unparse(tree)
        self.returns = tree.returns
        given = tree.args
        assert tree.returns is not None and not given.posonlyargs, self.text
        kinds = inspect.Parameter
        missing = len(given.args) - len(given.defaults)
        parameters = [
            kinds(
                a.arg,
                kinds.POSITIONAL_ONLY if a.arg.startswith("__") else kinds.POSITIONAL_OR_KEYWORD,
                default=kinds.empty if i < missing else ast.unparse(given.defaults[i - missing]),
                annotation=a.annotation,
            )
            for i, a in enumerate(given.args)
        ]
        if given.vararg:
            parameters.append(kinds(given.vararg.arg, kinds.VAR_POSITIONAL, annotation=given.vararg.annotation))
        parameters += [
            kinds(
                a.arg, kinds.KEYWORD_ONLY, default=kinds.empty if d is None else ast.unparse(d), annotation=a.annotation
            )
            for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True)
        ]
        if given.kwarg:
            parameters.append(kinds(given.kwarg.arg, kinds.VAR_KEYWORD, annotation=given.kwarg.annotation))
        self.signature = inspect.Signature(parameters)

    def takes(self, args: Sequence[Any], params: dict[str, Any]) -> bool:
        """Whether a checker would let this call pass."""
        try:
            bound = self.signature.bind(*args, **params)
        except TypeError:
            return False
        for name, value in bound.arguments.items():
            p = self.signature.parameters[name]
            values = value if p.kind is p.VAR_POSITIONAL else (value,)
            if p.annotation is not None and not all(conforms(v, p.annotation) for v in values):
                return False
        return True


@cache
def stub(module: str) -> ast.Module:
    return ast.parse((FACES / f"{module}.pyi").read_text())


def generated(module: str) -> list[str]:
    """The public names of a generated module."""
    names: list[str] = vars(importlib.import_module(f"wengert._core.api.generated.{module}"))["__all__"]
    return names


@cache
def ways(module: str, inside: str = "") -> dict[str, list[Way]]:
    """All ways to call each function of a stub, or each method of a class there."""
    body: list[ast.stmt] = stub(module).body
    if inside:
        body = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == inside).body
    found: dict[str, list[Way]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and not any("setter" in ast.unparse(d) for d in node.decorator_list):
            found.setdefault(node.name, []).append(Way(node))
    return found


@cache
def records() -> dict[str, dict[str, ast.expr]]:
    """The named tuples that stubs name, with their fields and the types of these."""
    return {
        n.name: {
            s.target.id: s.annotation for s in n.body if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)
        }
        for n in stub("parameter_types").body
        if isinstance(n, ast.ClassDef)
    }


NAMES: dict[str, Callable[[Any], bool]] = {
    "Any": lambda v: True,
    "object": lambda v: True,
    "Index": lambda v: True,
    "Tensor": lambda v: isinstance(v, wengert.Tensor),
    "Self": lambda v: isinstance(v, wengert.Tensor),
    "dtype": lambda v: isinstance(v, wengert.dtype),
    "Size": lambda v: isinstance(v, wengert.Size),
    "Generator": lambda v: isinstance(v, wengert.Generator),
    "bool": lambda v: isinstance(v, bool),
    "int": lambda v: isinstance(v, int),
    "float": lambda v: isinstance(v, (int, float)),
    "complex": lambda v: isinstance(v, (int, float, complex)),
    "Number": lambda v: isinstance(v, (int, float, complex)),
    "str": lambda v: isinstance(v, str),
    "Dtype": lambda v: isinstance(v, (wengert.dtype, np.dtype, type, str)),
    "Device": lambda v: isinstance(v, (device, str, int)),
}


def conforms(value: Any, kind: ast.expr) -> bool:
    """Whether a value is of the type that an annotation names."""
    if isinstance(kind, ast.BinOp):
        return conforms(value, kind.left) or conforms(value, kind.right)
    if isinstance(kind, ast.Constant):
        return value is kind.value
    if isinstance(kind, ast.Attribute):
        return conforms(value, ast.Name(kind.attr))
    if isinstance(kind, ast.Name):
        if kind.id in records():
            fields = records()[kind.id]
            return list(getattr(value, "_fields", ())) == list(fields) and all(map(conforms, value, fields.values()))
        return NAMES[kind.id](value)
    assert isinstance(kind, ast.Subscript), ast.dump(kind)
    outer = ast.unparse(kind.value)
    inner = kind.slice.elts if isinstance(kind.slice, ast.Tuple) else [kind.slice]
    if outer == "Literal":
        return any(isinstance(c, ast.Constant) and value is c.value for c in inner)
    if outer == "Sequence":
        return isinstance(value, (list, tuple)) and all(conforms(v, inner[0]) for v in value)
    if outer == "Callable":
        return callable(value)
    if outer == "np.ndarray":
        return isinstance(value, np.ndarray)
    assert outer == "tuple", outer
    if not isinstance(value, tuple) or hasattr(value, "_fields"):
        return False
    if len(inner) == 2 and isinstance(inner[1], ast.Constant):
        return all(conforms(v, inner[0]) for v in value)
    return len(value) == len(inner) and all(conforms(v, k) for v, k in zip(value, inner, strict=True))


# -- signatures


def shown(signature: inspect.Signature) -> list[tuple[str, Any, str | None]]:
    """Name, kind and default of each parameter."""
    return [
        (
            p.name,
            p.kind,
            None if p.default is p.empty else p.default if isinstance(p.default, str) else repr(p.default),
        )
        for p in signature.parameters.values()
    ]


def spelled(default: Any) -> str:
    """A default as a stub spells it."""
    return "..." if default is ... else ast.unparse(ast.parse(repr(default), mode="eval").body)


def agree(found: list[Way], runtime: Any, method: bool) -> None:
    """A lone way has the run time's parameters; several have some of them each, and all together."""
    signature = inspect.signature(getattr(runtime, "__func__", runtime))
    parameters = [
        p.replace(default=p.default if p.default is p.empty else spelled(p.default), annotation=p.empty)
        for p in signature.parameters.values()
        if p.name != "older"  # deprecated ways to call, of which checkers are not told
    ]
    if method and not isinstance(runtime, staticmethod):
        if parameters[0].default == "...":  # its other name is one of the function alone
            parameters = [
                p.replace(default=p.empty) if p.default == "..." else p for p in parameters if p.name != "input"
            ]
        parameters[0] = parameters[0].replace(name="cls" if isinstance(runtime, classmethod) else "self")
    if len(found) == 1:
        declared = [p.replace(annotation=p.empty) for p in found[0].signature.parameters.values()]
        assert declared == parameters, f"the stub says {found[0].text}, the run time {signature}"
        return
    known = {p.name for p in parameters}
    used: set[str] = set()
    for way in found:
        names = {n for n in way.signature.parameters if not n.startswith("__")}
        assert names <= known, f"{way.text} names {names - known}, the run time has {signature}"
        used |= names
        positional = [p for p in way.signature.parameters.values() if p.default is p.empty and p.kind < 2]
        signature.bind(*positional)  # what a checker lets pass can be called
    assert used == known, f"no way to call gives {known - used}"


@pytest.mark.parametrize("module", SPACES)
def test_stubs_have_the_signatures_of_the_run_time(module: str) -> None:
    space = SPACES[module]
    found = ways(module)
    public = generated(module)
    assert set(public) <= set(found)
    for name in public:
        agree(found[name], getattr(space, name), method=False)


def members() -> dict[str, Any]:
    """The members of Tensor as they are where no mode is entered. After many modes, those that ask modes stay."""
    found = dict(vars(wengert.Tensor))
    for name, _, plain in subclass._all_asking():
        found[name] = plain
    return {name: member for name, member in found.items() if member is not subclass.MISSING}


def test_tensor_has_the_methods_that_its_stub_says_with_their_signatures() -> None:
    found = ways("tensor_methods", "Methods")
    attached = {n: v for n, v in members().items() if n not in PRIVATE and not isinstance(v, Absent)}
    attached.pop("__slotnames__", None)  # where copyreg keeps what it found, once a tensor was pickled
    assert set(found) == set(attached)
    for name, value in attached.items():
        if not isinstance(value, property):
            agree(found[name], value, method=True)


def test_all_names_what_the_package_shows() -> None:
    """Checkers take names from a typed package only if it says that it means to give them."""
    missing = [n for n in wengert.__all__ if not hasattr(wengert, n)]
    modules = {n for n, v in vars(wengert).items() if inspect.ismodule(v)}
    hidden = {n for n in vars(wengert) if not n.startswith("_")} - set(wengert.__all__) - modules
    assert not missing and hidden == {"annotations", "compiled"}


# -- types


def published() -> dict[str, tuple[str, str]]:
    """Operation with samples -> (stub module, public name)."""
    signed = {id(thing): (signature, options) for thing, signature, options in SIGNATURES}
    out = {}
    for name in laws.NAMES:
        thing = REGISTRY.get(name) or COMPOSITES.get(name)
        if id(thing) in signed:
            signature, options = signed[id(thing)]
            bare = signature.partition("(")[0].strip()
            space, _, last = (f"{options['namespace']}.{bare}" if options.get("namespace") else bare).rpartition(".")
            module = FILES[f"wengert.{space}".rstrip(".")]
            if last in vars(SPACES[module]):
                out[name] = (module, last)
    return out


PUBLISHED = published()


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_samples_have_the_types_that_the_stub_declares(name: str) -> None:
    """A checker would let every sample pass, and what comes back is of the type that it would then assume."""
    module, public = PUBLISHED[name]
    function = getattr(SPACES[module], public)
    for case in laws.cases(name):
        leaves = laws.tensors(case.leaves)
        args, params = laws.refilled((case.args, case.sample.params), iter(leaves))
        fits = [way for way in ways(module)[public] if way.takes(args, params)]
        assert fits, f"no type of {public} allows {case.sample}:\n" + "\n".join(w.text for w in ways(module)[public])
        result = function(*args, **params)
        assert fits[0].returns is not None and conforms(result, fits[0].returns), (
            f"{case}: {fits[0].text} and what came is a {type(result).__name__}"
        )


def calls() -> Iterator[tuple[str, str, ast.Call, dict[str, Any]]]:
    """Every call of a public function in the example of its docstring, with the names it may use."""
    prefixes = {name: f"{public}." for public, name in FILES.items()} | {"nn_functions": "F."}
    for module, prefix in prefixes.items():
        for name in generated(module):
            env: dict[str, Any] = {"wengert": wengert, "F": wengert.nn.functional, "np": np}
            doc = getattr(SPACES[module], name).__doc__
            for example in doctest.DocTestParser().get_examples(doc):
                for node in ast.walk(ast.parse(example.source)):
                    if isinstance(node, ast.Call) and ast.unparse(node.func) == prefix + name:
                        yield module, name, node, env
                exec(example.source, env)


@pytest.mark.filterwarnings("ignore:wengert.range is deprecated")
def test_examples_have_the_types_that_the_stub_declares() -> None:
    """The same for what has no samples: factories, draws and questions."""
    seen = set()
    for module, name, node, env in calls():
        args = [eval(ast.unparse(a), env) for a in node.args]
        params = {str(k.arg): eval(ast.unparse(k.value), env) for k in node.keywords}
        fits = [way for way in ways(module)[name] if way.takes(args, params)]
        assert fits, f"no type of {name} allows {ast.unparse(node)}"
        result = getattr(SPACES[module], name)(*args, **params)
        assert fits[0].returns is not None and conforms(result, fits[0].returns), f"{ast.unparse(node)}: {result}"
        seen.add(name)
    assert {"zeros", "rand", "tensor", "numel"} <= seen


# -- a checker


PROGRAM = """\
import wengert
from wengert.nn import functional as F

x = wengert.tensor([[1.0, 2.0]], requires_grad=True)
reveal_type(x.sum(dim=0))  # Tensor
reveal_type(x.sum(dim=0).backward())  # None
reveal_type(wengert.max(x))  # Tensor
reveal_type(wengert.max(x, 1).indices)  # Tensor
reveal_type(x.sort(descending=True))  # Sort
reveal_type(x.split(1))  # tuple[Tensor, ...]
reveal_type(wengert.equal(x, x))  # bool
reveal_type(x == x)  # Tensor
reveal_type(F.mse_loss(x, x, reduce=False))  # Tensor
reveal_type(2 * x + 1)  # Tensor
reveal_type(x[0, ..., None])  # Tensor
reveal_type(x.exp_())  # Tensor
reveal_type(x.grad)  # Tensor | None
reveal_type(x.shape[0])  # int
reveal_type(x.unique(return_counts=True))  # tuple[Tensor, Tensor]
reveal_type(F.max_pool1d(x, 2, return_indices=True))  # tuple[Tensor, Tensor]
reveal_type(wengert.zeros(2, 3, dtype=wengert.float64).dtype)  # dtype
y: wengert.Tensor = wengert.special.expit(wengert.linalg.vector_norm(x))
x += y
x.summ()  # error: "Tensor" has no attribute "summ"
x.sum(dim="last")  # error: Argument "dim" to "sum"
wengert.exp("a")  # error: Argument 1 to "exp"
wengert.softmax(x)  # error: No overload variant of "softmax"
x.grad.sum()  # error: Item "None" of
F.relu(x, inplac=True)  # error: Unexpected keyword argument "inplac"
"""


@pytest.mark.slow
def test_a_checker_sees_types_and_errors_in_a_users_program(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    python, _ = environment(tmp_path / "env", ROOT / "src")  # as an editable installation has it
    told_of = checked(program, python, "--strict")
    told: dict[int, str] = {}
    for line in told_of.splitlines():
        _, number, rest = line.split(":", 2)
        told.setdefault(int(number), rest.strip())  # what follows are notes on it
    for number, line in enumerate(PROGRAM.splitlines(), 1):
        _, marked, wanted = line.partition("  # ")
        said = told.pop(number, "")
        if not marked:
            assert not said, f"{line}: {said}"
        elif wanted.startswith("error: "):
            assert said.startswith(wanted), f"{line}: {said}"
        else:
            assert bare(said) == wanted, f"{line}: {said}"
    assert not told, told


def bare(said: str) -> str:
    """The type that was revealed, without the modules of its names."""
    said = said.removeprefix('note: Revealed type is "').removesuffix('"')
    fallback = said.partition("fallback=")[2]
    if fallback:
        said = fallback.rstrip("]")
    for module in (
        "wengert._core.tape.tensor.",
        "wengert._core.api.generated.parameter_types.",
        "wengert._core.arrays.dtypes.",
        "builtins.",
    ):
        said = said.replace(module, "")
    return said


def test_annotations_of_classes_can_be_read() -> None:
    """Classes say that they come from public modules; names in their annotations are those of the files they are in."""
    unread, seen = [], 0
    for found in pkgutil.walk_packages(wengert.__path__, "wengert."):
        if found.name.startswith("wengert._core") or found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        for name in getattr(module, "__all__", ()):
            kind = getattr(module, name)
            if inspect.isclass(kind) and kind.__module__.startswith("wengert"):
                seen += 1
                try:
                    typing.get_type_hints(kind)
                except NameError as e:
                    unread.append(f"{found.name}.{name}: {e}")
    assert seen > 300 and not unread
