"""Names of users: whatever a user sets on ``ctx`` or on a Function is the user's. No name is wengert's own."""

from __future__ import annotations

import ast
import contextlib
import copy
import functools
import importlib
import inspect
import keyword
import operator
import pickle
import pkgutil
import pydoc
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import wengert
from wengert import autograd
from wengert._core import compiled
from wengert.autograd import Function, forward_ad, function, grad

SOURCES = Path(wengert.__file__).parent
RESERVED = "_wg_"  # what the tape keeps on objects of users begins with it

COMMON = """
a alpha args axis b base batch beta bias block c cache call cfg chain channels code config count ctx data depth device
dim dims dtype edges eps factor fields flags fn freed func g gamma graph group groups h heads hidden hook hooks i idx
index indices info inner input inputs instance items k keep kept key keys kind kinds kwargs label lam length level
levels lost lr m mask meta metas mode module n next nodes norm num op options order out output outputs owner p pad
padding parent params path plan pos prev q rate ref result results rng run running saved scale seed self seq sequence
shape shapes size sizes sparse start state step stop storage stride sum t tag target temp tensors time training type
unknown user v val value values version view w weight weights world x y
"""

OF_PYTORCH = frozenset((  # names of ctx that have a meaning in PyTorch, other than its methods
    "_forward_cls", "_input_metadata", "_raw_saved_tensors", "dirty_tensors", "materialize_grads", "metadata",
    "needs_input_grad", "next_functions", "non_differentiable", "requires_grad", "saved_for_forward", "saved_tensors",
    "saved_variables", "to_save",
))  # fmt: skip
METHODS = frozenset(
    n for n in dir(function.BackwardCFunction) if callable(getattr(function.BackwardCFunction, n, None))
)
FIXED = frozenset((  # those of them that PyTorch does not let users set
    "_input_metadata", "_raw_saved_tensors", "metadata", "next_functions", "requires_grad", "saved_tensors",
    "saved_variables",
))  # fmt: skip


def written() -> Iterator[str]:
    """Every name of an attribute, function or class in wengert's sources."""
    for path in SOURCES.rglob("*.py"):
        if path.parent.name == "generated":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                yield node.name
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                yield node.target.id


def seen(*things: Any) -> Iterator[str]:
    """Every name that a thing has, hidden or not."""
    for thing in things:
        yield from dir(thing)
        for cls in type(thing).__mro__:
            yield from vars(cls)


@functools.cache
def names() -> list[str]:
    """Names that a user may choose."""
    x = wengert.ones(2, requires_grad=True)
    found = {*written(), *seen(x, x.exp().grad_fn, plain(None)[1].grad_fn), *COMMON.split()}
    found |= {n.removeprefix(p) for n in found if n.startswith(RESERVED) for p in (RESERVED, RESERVED[:-1])}
    return sorted(n for n in found if not (n.startswith(("__", RESERVED)) or keyword.iskeyword(n)))


def plain(set_on: Callable[[Any], None] | None, split: bool = False, check: Callable[[Any], None] | None = None) -> Any:
    """An input, and the result of a Function that multiplies it with itself; what to do with ``ctx`` in forward and
    in the other methods."""

    class Squared(Function):
        generate_vmap_rule = True

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            if check is not None:
                check(ctx)
            (x,) = ctx.saved_tensors
            return g * 2 * x

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            if check is not None:
                check(ctx)
            return t * 2 * ctx.saved_tensors[0]

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)
        if set_on is not None:
            set_on(ctx)

    def forward(ctx: Any, x: Any) -> Any:
        setup_context(ctx, (x,), None)
        return x * x

    if split:
        Squared.forward, Squared.setup_context = staticmethod(lambda x: x * x), staticmethod(setup_context)
    else:
        Squared.forward = staticmethod(forward)
    x = wengert.tensor([1.0, 3.0], dtype=wengert.float64, requires_grad=True)
    return x, Squared.apply(x), Squared


def derivatives(set_on: Any, check: Any, split: bool) -> list[Any]:
    """The derivatives of a Function in all ways."""
    x, y, f = plain(set_on, split, check)
    y.sum().backward(retain_graph=True)
    (first,) = grad(y.sum(), x, create_graph=True)
    (second,) = grad(first.sum(), x)
    (batched,) = grad(y, x, wengert.eye(2, dtype=x.dtype), is_grads_batched=True)
    with forward_ad.dual_level():
        tangent = forward_ad.unpack_dual(f.apply(forward_ad.make_dual(x, wengert.ones_like(x)))).tangent
    mapped = wengert.func.vmap(wengert.func.grad(f.apply))(x.detach())
    return [t.detach().tolist() for t in (x.grad, first, second, batched, tangent, mapped)]


VALUES = (3.5, [], None, (), "v", {})


@pytest.mark.parametrize("split", [False, True], ids=["forward", "setup_context"])
def test_every_name_on_ctx_is_the_users(split: bool) -> None:
    every = [n for n in names() if n not in OF_PYTORCH]
    free = [n for n in every if n not in METHODS]
    assert len(free) > 1000
    values = {n: VALUES[(i + split) % len(VALUES)] for i, n in enumerate(every)}

    def nothing(ctx: Any) -> None:
        assert not [n for n in free if hasattr(ctx, n)]

    def set_all(ctx: Any) -> None:
        for n, value in values.items():
            setattr(ctx, n, value)
        check_all(ctx)

    def check_all(ctx: Any) -> None:
        assert not [n for n, value in values.items() if getattr(ctx, n) is not value]

    expected = derivatives(nothing, nothing, split)
    assert expected == [[2.0, 6.0]] * 2 + [[2.0, 2.0], [[2.0, 0.0], [0.0, 6.0]], [2.0, 6.0], [2.0, 6.0]]
    assert derivatives(set_all, check_all, split) == expected


def test_names_of_pytorch_that_cannot_be_set() -> None:
    for n in FIXED:

        def set_on(ctx: Any, n: str = n) -> None:
            with pytest.raises(AttributeError):
                setattr(ctx, n, 3)

        plain(set_on)

    def wrong(ctx: Any) -> None:
        with pytest.raises(TypeError, match="expects a bool"):
            ctx.materialize_grads = 3
        ctx.materialize_grads = False

    plain(wrong)


def test_names_of_pytorch_that_can_be_set() -> None:
    """What is set reads back; the gradients do not depend on it."""
    x, y, _ = plain(lambda ctx: setattr(ctx, "needs_input_grad", "mine"))
    assert y.grad_fn.needs_input_grad == "mine"
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 6.0]


def test_what_is_set_on_grad_fn_is_on_ctx() -> None:
    """``ctx`` is the node: PyTorch programs hand values to ``backward`` in this way."""
    found = []
    x, y, _ = plain(None, check=lambda ctx: found.append((ctx.next, ctx.shape, ctx is y.grad_fn)))
    y.grad_fn.next, y.grad_fn.shape = "next", "shape"
    y.sum().backward()
    assert found == [("next", "shape", True)]
    del y.grad_fn.shape
    assert not hasattr(y.grad_fn, "shape")


def test_ctx_is_a_node() -> None:
    calls = []

    def set_on(ctx: Any) -> None:
        ctx.name, ctx.hooks, ctx.metas, ctx.plan = "mine", 1, 2, 3
        ctx.metadata["k"] = 1

    x, y, _ = plain(set_on)
    node = y.grad_fn
    assert node.name == "mine" and node.metadata == {"k": 1} and node.requires_grad
    assert node.next_functions[0][0].variable is x and node.next_functions[0][1] == 0
    assert [m.shape for m in node._input_metadata] == [[2]]
    node.register_prehook(lambda gs: calls.append("before"))
    node.register_hook(lambda gi, go: calls.append("after"))
    y.sum().backward()
    assert calls == ["before", "after"] and x.grad.tolist() == [2.0, 6.0]
    assert repr(node).startswith("<wengert.autograd.function.SquaredBackward object at")
    assert type(node).__module__ == "wengert.autograd.function"


def test_a_function_class_may_have_any_attribute() -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx: Any, g: Any) -> Any:
        return g * 2 * ctx.saved_tensors[0]

    special = {*dir(Function), "_backward_cls"}
    members = {n: 3.5 for n in names() if n not in special}
    f: Any = type("F", (Function,), members | {"forward": staticmethod(forward), "backward": staticmethod(backward)})
    x = wengert.tensor(3.0, requires_grad=True)
    f.apply(x).backward()
    assert x.grad.item() == 6.0 and not [n for n in members if getattr(f, n) != 3.5]


def test_dir_and_vars_show_what_is_the_users() -> None:
    x, y, _ = plain(lambda ctx: setattr(ctx, "shape", 1))
    assert not [n for n in dir(y.grad_fn) if n.startswith(RESERVED)]
    assert "shape" in dir(y.grad_fn) and "levels" not in dir(y.grad_fn)
    y.sum().backward()
    found = vars(y.grad_fn)  # where fields are no C struct, they are there, too
    assert found == {"shape": 1} or not compiled.active
    assert {n: v for n, v in found.items() if not n.startswith(RESERVED)} == {"shape": 1}


def in_profile(f: Any, x: Any) -> Any:
    with wengert.autograd.profiler.profile(record_shapes=True, with_flops=True, profile_memory=True) as prof:
        f(x).sum().backward()
    return len(prof.key_averages()), str(wengert.autograd.profiler.timeline(prof))[:20]


def in_anomaly_mode(f: Any, x: Any) -> Any:
    with wengert.autograd.set_detect_anomaly(True), pytest.raises(RuntimeError, match="returned nan values"):
        (f(x) * 0).sqrt().sum().backward()


def checkpointed(f: Any, x: Any) -> Any:
    found = []
    for reentrant in (False, True):
        wengert.utils.checkpoint.checkpoint(f, x, use_reentrant=reentrant).sum().backward()
        found.append(x.grad.tolist())
    with wengert.autograd.graph.region_activation_memory_budget(0.5):
        y = f(x).exp().sum()
    return found, grad(y, x)[0].tolist()


def recorded_and_freed(f: Any, x: Any) -> Any:
    y = f(x)
    y.sum().backward()
    with pytest.raises(RuntimeError, match="SquaredBackward was recorded at"):
        y.sum().backward()


TOOLS: dict[str, Callable[[Any, Any], Any]] = {
    "profiler": in_profile,
    "anomaly mode": in_anomaly_mode,
    "picture": lambda f, x: wengert.autograd.graph.picture(f(x).sum()).dot(),
    "saved": lambda f, x: str(wengert.autograd.graph.saved(f(x).sum()).rows[0][:1]),
    "explain": lambda f, x: wengert.autograd.graph.explain(x, f(x).sum()).reason,
    "leaks": lambda f, x: (wengert.autograd.graph.check_leaks(), f(x).sum().backward())[1],
    "sparsity": lambda f, x: wengert.func.jacobian(f, sparsity="auto")(x.detach()).todense().tolist(),
    "plan": lambda f, x: wengert.func.jacobian(f, mode="auto")(x.detach()).tolist(),
    "gradcheck": lambda f, x: wengert.autograd.gradcheck(f, x) and wengert.autograd.gradgradcheck(f, x),
    "checkpoint": checkpointed,
    "functional": lambda f, x: wengert.autograd.functional.hessian(lambda x: f(x).sum(), x).tolist(),
    "freed": recorded_and_freed,
}


@pytest.mark.parametrize("tool", TOOLS)
def test_names_of_users_do_not_reach_tools(tool: str) -> None:
    def run(set_on: Any) -> Any:
        x, _, f = plain(set_on)
        return TOOLS[tool](f.apply, x)

    every = [n for n in names() if n not in OF_PYTORCH]

    def set_all(ctx: Any) -> None:
        for n in every:
            setattr(ctx, n, 3.5)

    assert run(set_all) == run(None)


# -- tensors

READ_ONLY = frozenset((  # PyTorch's attributes of tensors that users cannot set, or not to anything
    "H", "T", "_backward_hooks", "_base", "_cdata", "_grad", "_post_accumulate_grad_hooks", "_version", "data",
    "device", "dtype", "grad", "grad_dtype", "grad_fn", "imag", "is_cpu", "is_cuda", "is_ipu", "is_leaf", "is_maia",
    "is_meta", "is_mkldnn", "is_mps", "is_mtia", "is_nested", "is_quantized", "is_sparse", "is_sparse_csr", "is_vulkan",
    "is_xla", "is_xpu", "itemsize", "layout", "mH", "mT", "name", "nbytes", "ndim", "output_nr", "real",
    "requires_grad", "retains_grad", "shape", "volatile",
))  # fmt: skip


class Sub(wengert.Tensor):
    pass


def used(x: Any) -> list[Any]:
    """What comes of a tensor: its values, its gradients in all modes, writes and views."""
    x.retain_grad()
    v = wengert.transpose(x, 0, 1)
    y = (x * x + wengert.exp(x)).sum() + v[0].sum()
    y.backward(retain_graph=True)
    found = [x.grad, *grad(y, x, create_graph=True), *grad(grad(y, x, create_graph=True)[0].sum(), x)]
    with wengert.no_grad():
        wengert.add(x, 1, out=wengert.empty(0))
    w = x * 1
    u = w[0]
    w[1] = 2.0
    w += 1
    found += [u, w, *grad(u.sum() + w.sum(), x)]
    with forward_ad.dual_level():
        found.append(forward_ad.unpack_dual(wengert.sin(forward_ad.make_dual(x, wengert.ones_like(x)))).tangent)
    found.append(wengert.func.vmap(wengert.func.grad(lambda x: (x * x).sum()))(x))
    found += [wengert.utils.checkpoint.checkpoint(wengert.sin, x, use_reentrant=False), wengert.cat([x, x]), -x, x @ x]
    return [wengert.Tensor.tolist(wengert.Tensor.detach(t)) for t in found]


@pytest.mark.parametrize("value", [3.5, None, ()], ids=repr)
@pytest.mark.parametrize("cls", [wengert.Tensor, Sub])
def test_every_name_on_a_tensor_is_the_users(cls: Any, value: Any) -> None:
    def fresh() -> Any:
        return wengert.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True).as_subclass(cls)

    free = [n for n in names() if n not in READ_ONLY and not hasattr(wengert.Tensor, n)]
    assert {"_data", "_node", "_view", "_storage", "_edge"} <= set(free)
    x = fresh()
    assert not [n for n in free if hasattr(x, n)]
    for n in free:
        setattr(x, n, value)
    assert used(x) == used(fresh())
    assert not [n for n in free if getattr(x, n) is not value]
    y = wengert.ones(2).as_subclass(cls)
    for n in free:
        setattr(y, n, value)
    for z in (copy.copy(y), copy.deepcopy(y), pickle.loads(pickle.dumps(y))):
        assert z.tolist() == [1.0, 1.0] and not [n for n in free if getattr(z, n) != value]


def test_attributes_of_tensors_that_cannot_be_set() -> None:
    for n in READ_ONLY - {"_backward_hooks", "_post_accumulate_grad_hooks", "volatile"}:
        with pytest.raises((AttributeError, TypeError, RuntimeError)):
            setattr(wengert.ones(2), n, "v")


def test_a_subclass_may_have_any_attribute() -> None:
    members = {n: 3.5 for n in names() if not hasattr(wengert.Tensor, n)}
    kind: Any = type("Kind", (wengert.Tensor,), members)
    x = wengert.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    assert used(x.as_subclass(kind)) == used(x.as_subclass(Sub))
    assert not [n for n in members if getattr(x.as_subclass(kind), n) != 3.5]


def test_methods_of_a_tensor_may_be_hidden_by_attributes() -> None:
    """Operations, and a backward pass, call no methods of tensors that users can hide."""
    methods = [n for n in dir(wengert.Tensor) if not n.startswith(("__", RESERVED)) and n not in READ_ONLY]
    broken = []
    for n in methods:
        x = wengert.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        setattr(x, n, 3.5)
        try:
            y = wengert.exp(x * x + 1)
            (d,) = grad(wengert.sum(y), x, create_graph=True)
            wengert.autograd.backward(wengert.sum(d))
            z = x[0].clone()
            z += x[1]
            wengert.transpose(x, 0, 1)
            wengert.func.vmap(wengert.sin)(x)
            assert getattr(x, n) == 3.5 and x.grad is not None
        except Exception as error:
            broken.append((n, str(error)[:60]))
    assert not broken


def leads_to(thing: Any) -> Any:
    """What a user gets who imports the module of a function or class, and reads its name there."""
    found: Any = importlib.import_module(thing.__module__)
    for name in thing.__qualname__.split("."):
        found = getattr(found, name, None)
    return found


def test_public_functions_and_classes_say_under_which_name_a_user_imports_them() -> None:
    """``help``, errors and pickles show that name. What comes from elsewhere, such as ``typing``, keeps its own."""
    lost = []
    inside = [found.name for found in pkgutil.walk_packages(wengert.__path__, "wengert.") if "._" not in found.name]
    for module in map(importlib.import_module, ["wengert", *inside]):
        for name in module.__all__:
            thing = getattr(module, name)
            ours = str(getattr(thing, "__module__", "")).startswith("wengert") and hasattr(thing, "__qualname__")
            if ours and ("._" in thing.__module__ or leads_to(thing) is not thing):
                lost.append(f"{module.__name__}.{name} says {thing.__module__}.{thing.__qualname__}")
    assert lost == []
    assert type(pickle.loads(pickle.dumps(wengert.distributions.constraints.interval(0, 1)))).__name__ == "_Interval"
    assert wengert.Generator.__module__ == wengert.Generator.seed.__module__ == "wengert"


def test_methods_that_public_classes_inherit_say_so_too() -> None:
    """``SGD.step`` is written in a class that all optimisers of elements inherit from."""
    lost, count = [], 0
    inside = [found.name for found in pkgutil.walk_packages(wengert.__path__, "wengert.") if "._" not in found.name]
    modules = [importlib.import_module(name) for name in ["wengert", *inside]]
    kinds = [getattr(m, name) for m in modules for name in m.__all__ if isinstance(getattr(m, name), type)]
    for base in dict.fromkeys(base for kind in kinds for base in kind.__mro__ if base.__module__.startswith("wengert")):
        if "._" in base.__module__:
            lost.append(f"{base.__module__}.{base.__qualname__}")
        for name, member in vars(base).items():
            made = getattr(member, "__func__", member)
            if isinstance(made, FunctionType) and made.__name__ == name and not name.startswith("_"):
                count += 1
                led = leads_to(made)
                if "._" in made.__module__ or getattr(led, "__func__", led) is not made:
                    lost.append(f"{base.__qualname__}.{name} says {made.__module__}.{made.__qualname__}")
    assert lost == [] and count > 800
    assert wengert.optim.SGD.step.__module__ == "wengert.optim"
    assert pickle.loads(pickle.dumps(wengert.optim.SGD.step)) is wengert.optim.SGD.step


def test_signatures_name_no_private_module() -> None:
    """``help`` shows them. Compiled functions carry their annotations as plain text, too."""
    wrong = []
    inside = [found.name for found in pkgutil.walk_packages(wengert.__path__, "wengert.") if "._" not in found.name]
    for module in map(importlib.import_module, ["wengert", *inside]):
        for name in module.__all__:
            thing = getattr(module, name)
            inner = [(f"{name}.{k}", v) for k, v in vars(thing).items()] if isinstance(thing, type) else []
            for path, member in [(name, thing), *inner]:
                try:
                    said = str(inspect.signature(member))
                except (TypeError, ValueError):
                    continue
                if "_core" in said and "<" not in said:  # the default of a parameter may be anything
                    wrong.append(f"{module.__name__}.{path}{said}"[:200])
    assert not wrong, "\n".join(wrong)


def returned() -> dict[str, Any]:
    """What public calls return that is no tensor, number or container."""
    x = wengert.ones(2, 2, requires_grad=True)
    y = x.exp()
    layer = wengert.nn.Linear(1, 1)
    return {
        "grad_fn": y.grad_fn,
        "a leaf's node": y.grad_fn.next_functions[0][0],
        "a node of a Function": plain(None)[1].grad_fn,
        "_input_metadata": y.grad_fn._input_metadata[0],
        "_raw_saved_result": y.grad_fn._raw_saved_result,
        "get_gradient_edge": autograd.graph.get_gradient_edge(y),
        "a storage": x.untyped_storage(),
        "a kind of storage": wengert.FloatStorage,
        "a kind of tensor": wengert.FloatTensor,
        "shape": x.shape,
        "finfo": wengert.finfo(wengert.float32),
        "iinfo": wengert.iinfo(wengert.int32),
        "a handle": x.register_hook(lambda g: g),
        "no_grad": wengert.no_grad(),
        "max": wengert.max(x, 0),
        "qr": wengert.linalg.qr(wengert.eye(2)),
        "unpack_dual": forward_ad.unpack_dual(x),
        "jacobian": wengert.func.jacobian(wengert.exp),
        "load_state_dict": layer.load_state_dict(layer.state_dict()),
        "an optimiser": wengert.optim.SGD(layer.parameters(), lr=0.1),
        "batches": iter(wengert.utils.data.DataLoader([1])),
        "batches of workers": iter(wengert.utils.data.DataLoader([1], num_workers=1)),
        "support": wengert.distributions.Normal(0.0, 1.0).support,
        "autocast": wengert.autocast("cpu"),
        "profile": autograd.profiler.profile(),
        "Generator": wengert.Generator(),
        "device": x.device,
        "dtype": x.dtype,
    }


def test_classes_of_what_public_calls_return_come_from_public_modules() -> None:
    """``repr`` of a class shows its module, and so does ``help``."""
    shown = {
        f"{what}: {cls!r}"
        for what, value in returned().items()
        for cls in (*type(value).__mro__, *(value.__mro__ if isinstance(value, type) else ()))
        if "_core" in repr(cls) or "_core" in cls.__module__
    }
    assert not {text for text in shown if "_IncompatibleKeys" not in text}, shown  # the base of a named tuple


def test_methods_come_from_public_modules() -> None:
    """From Python 3.13 on, ``help`` of a class says where each method of another name comes from."""
    listed = (Path(__file__).parent.parent / "docs" / "api.txt").read_text("utf-8").splitlines()
    private = set()
    for line in listed:
        named = re.match(r"wengert[\w.]*", line)
        with contextlib.suppress(AttributeError):
            value = operator.attrgetter(named[0].partition(".")[2])(wengert) if named and "." in named[0] else None
        for kind in value.__mro__ if isinstance(value, type) else ():
            members = {n: getattr(m, "__func__", m) for n, m in vars(kind).items()} if "wengert" in repr(kind) else {}
            private |= {
                f"{kind}.{n} from {m.__module__}" for n, m in members.items()
                if isinstance(m, FunctionType) and "._core" in m.__module__
            }  # fmt: skip
    assert not private, sorted(private)


def test_help_names_no_private_module() -> None:
    for kind in (wengert.Tensor, autograd.graph.Node, wengert.Generator, wengert.Size, wengert.nn.Linear):
        text = pydoc.render_doc(kind, renderer=pydoc.plaintext)
        lines = [line for line in text.splitlines() if "_core" in line and "<" not in line and "/" not in line]
        assert not lines, (kind, lines[:5])
