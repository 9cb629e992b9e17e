"""What ``nn.Module`` itself does: registering, going through, conversions, state, text, copies."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import pytest

import wengert


def said(lib: Any, text: Any) -> str:
    """A message or text with the library's own name taken out."""
    return re.sub(r"\b(wengert|torch)\b", "lib", str(text))


def raised(lib: Any, call: Any) -> tuple[type, str]:
    """The type and the text of what a call raises."""
    with pytest.raises(Exception) as caught:  # noqa: PT011
        call()
    return caught.type, said(lib, caught.value)


def model(lib: Any) -> Any:
    """A module with a parameter, two buffers, submodules, and a parameter that is in two places."""

    class Net(lib.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first = lib.nn.Linear(2, 3)
            self.scale = lib.nn.Parameter(lib.ones(3))
            self.register_buffer("mean", lib.zeros(3))
            self.register_buffer("passing", lib.zeros(1), persistent=False)
            self.rest = lib.nn.Sequential(OrderedDict(act=lib.nn.ReLU(), last=lib.nn.Linear(3, 1, bias=False)))
            self.rest.shared = self.scale
            self.nothing = None
            self.register_parameter("absent", None)

        def forward(self, x: Any) -> Any:
            return self.rest(self.first(x) * self.scale - self.mean)

    return Net()


# -- registering and attributes


def test_what_is_assigned_is_registered(lib: Any) -> None:
    net = model(lib)
    assert [n for n, _ in net.named_parameters()] == ["scale", "first.weight", "first.bias", "rest.last.weight"]
    everywhere = [n for n, _ in net.named_parameters(remove_duplicate=False)]
    assert everywhere == ["scale", "first.weight", "first.bias", "rest.shared", "rest.last.weight"]
    assert [n for n, _ in net.named_parameters(prefix="net", recurse=False)] == ["net.scale"]
    assert [n for n, _ in net.named_buffers()] == ["mean", "passing"]
    assert [n for n, _ in net.named_modules()] == ["", "first", "rest", "rest.act", "rest.last"]
    assert [n for n, _ in net.named_children()] == ["first", "rest"]
    assert len(list(net.parameters())) == 4 and len(list(net.buffers())) == 2 and len(list(net.modules())) == 5
    assert "scale" in dir(net) and "mean" in dir(net) and "first" in dir(net)
    net.again = net.first
    assert [n for n, _ in net.named_children()] == ["first", "rest"]
    assert [n for n, _ in net.named_modules(remove_duplicate=False)][-1] == "again"
    net(lib.ones(2, 2)).sum().backward()
    assert net.scale.grad is not None


def test_an_assignment_moves_a_name_from_group_to_group(lib: Any) -> None:
    net = model(lib)
    net.mean = lib.nn.Parameter(lib.ones(3))
    assert "mean" not in dict(net.named_buffers()) and "mean" in dict(net.named_parameters())
    net.passing = lib.ones(2)
    assert net.passing.tolist() == [1, 1] and "passing" not in net.state_dict()
    net.first = None
    assert net.first is None and "first" in net._modules
    net.scale = None
    assert "scale" not in dict(net.named_parameters())
    net.rest = lib.nn.Identity()
    net.plain = 3
    net.plain = lib.nn.Linear(1, 1)
    assert "plain" in dict(net.named_children()) and "plain" not in net.__dict__
    del net.plain, net.passing
    assert not hasattr(net, "plain") and "passing" not in net._non_persistent_buffers_set
    buffered = lib.nn.Module()
    buffered.kept = lib.nn.Buffer(lib.ones(1))
    buffered.lost = lib.nn.Buffer(lib.ones(1), persistent=False)
    assert list(buffered.state_dict()) == ["kept"] and isinstance(buffered.kept, lib.nn.Buffer)


def test_wrong_names_and_values_are_refused(lib: Any) -> None:
    net = model(lib)
    calls = {
        "KeyError: 'parameter name can\\'t contain \".\"'": lambda: net.register_parameter("a.b", None),
        "KeyError: 'parameter name can\\'t be empty string \"\"'": lambda: net.register_parameter("", None),
        "KeyError: \"attribute 'first' already exists\"": lambda: net.register_parameter("first", None),
        "KeyError: \"attribute 'scale' already exists\"": lambda: net.register_buffer("scale", None),
        "KeyError: \"attribute 'forward' already exists\"": lambda: net.add_module("forward", None),
        "KeyError: 'module name can\\'t contain \".\", got: a.b'": lambda: net.add_module("a.b", None),
        "TypeError: parameter name should be a string. Got int": lambda: net.register_parameter(1, None),
        "TypeError: buffer name should be a string. Got NoneType": lambda: net.register_buffer(None, None),
        "TypeError: cannot assign 'int' object to parameter 'p' (lib.nn.Parameter or None required)":
            lambda: net.register_parameter("p", 1),
        "TypeError: cannot assign 'int' object to buffer 'p' (lib Tensor or None required)":
            lambda: net.register_buffer("p", 1),
        "TypeError: int is not a Module subclass": lambda: net.add_module("p", 1),
        "TypeError: cannot assign 'lib.FloatTensor' as parameter 'scale' (lib.nn.Parameter or None expected)":
            lambda: setattr(net, "scale", lib.ones(3)),
        "TypeError: cannot assign 'int' as child module 'first' (lib.nn.Module or None expected)":
            lambda: setattr(net, "first", 1),
        "TypeError: cannot assign 'int' as buffer 'mean' (lib.nn.Buffer, lib.Tensor or None expected)":
            lambda: setattr(net, "mean", 1),
        "AttributeError: 'Net' object has no attribute 'missing'": lambda: net.missing,
        "ValueError: training mode is expected to be boolean": lambda: net.train(1),
        "TypeError: lib.nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=lib.int64":
            lambda: net.to(lib.int64),
    }  # fmt: skip
    wrong = []
    for expected, call in calls.items():
        kind, text = raised(lib, call)
        found = f"{kind.__name__}: {text}".replace("nn.Module.to", "lib.nn.Module.to").replace("lib.lib", "lib")
        if not found.startswith(expected.rstrip("'\"")):  # a next step may follow
            wrong.append(f"{found}\n  is not\n{expected}")
    assert not wrong, "\n".join(wrong)


def test_what_forward_lacks_is_an_attribute_error(lib: Any) -> None:
    class Headless(lib.nn.Module):
        def forward(self, x: Any) -> Any:
            return self.head(x)

    for call in (lambda: Headless()(lib.ones(2)), lambda: lib.nn.Sequential(Headless())(lib.ones(2))):
        with pytest.raises(AttributeError, match="^'Headless' object has no attribute 'head'"):
            call()


def test_an_operation_in_a_class_does_not_get_the_module(lib: Any) -> None:
    class Net(lib.nn.Module):
        act, join, product = lib.relu, lib.add, lib.nn.functional.linear

        def forward(self, x: Any) -> Any:
            return self.product(self.join(self.act(x), 1), x)

    class Finer(Net):
        act = staticmethod(lib.sigmoid)

    x = lib.tensor([-1.0, 2.0])
    exec("class Bare(lib.nn.Module):\n    def forward(self, x): return x", bare := {"lib": lib})  # without __name__
    assert bare["Bare"]()(x) is x and Net()(x).tolist() == 5
    assert Net.act(x).tolist() == [0, 2] and Finer().act(lib.zeros(1)).tolist() == [0.5]


def test_a_result_is_no_parameter(lib: Any) -> None:
    p = lib.nn.Parameter(lib.ones(2))
    assert type(p * 1) is lib.Tensor and type(p.detach()) is lib.Tensor and not isinstance(p.data, lib.nn.Parameter)
    assert isinstance(p, lib.Tensor) and p.requires_grad and p.is_leaf
    assert repr(p) == "Parameter containing:\ntensor([1., 1.], requires_grad=True)"
    assert repr(lib.nn.Parameter(p, requires_grad=False)) == "Parameter containing:\ntensor([1., 1.])"
    special = type("Special", (lib.nn.Parameter,), {})(lib.ones(2, 1))
    assert repr(special) == ("Parameter containing:\nParameter(Special([[1.],\n         [1.]], requires_grad=True))")
    assert repr(special.detach()) == "tensor([[1.],\n        [1.]])"
    with lib.no_grad():
        assert p.add_(1) is p and type(p) is lib.nn.Parameter
    twin = copy.deepcopy(p)
    assert type(twin) is lib.nn.Parameter and twin.data_ptr() != p.data_ptr()
    assert type(pickle.loads(pickle.dumps(p))) is lib.nn.Parameter
    with pytest.raises(RuntimeError, match="floating point"):
        lib.nn.Parameter(lib.tensor([1]))
    assert lib.nn.Parameter(lib.tensor([1]), requires_grad=False).tolist() == [1]
    assert lib.nn.Parameter().shape == (0,)


def test_parameters_are_leaves_of_every_order(lib: Any) -> None:
    net = lib.nn.Sequential(lib.nn.Linear(2, 3), lib.nn.Tanh(), lib.nn.Linear(3, 1)).double()
    x = lib.ones(4, 2, dtype=lib.float64, requires_grad=True)
    (slope,) = lib.autograd.grad(net(x).sum(), x, create_graph=True)
    (slope**2).sum().backward()
    assert all(type(p.grad) is lib.Tensor and p.grad.abs().sum() > 0 for p in (net[0].weight, net[2].weight))
    with lib.no_grad():
        before = net[0].weight.clone()
        net[0].weight -= 0.1 * net[0].weight.grad
    assert type(net[0].weight) is lib.nn.Parameter and not lib.equal(before, net[0].weight)


def test_what_stands_beside_a_parameter_is_asked(lib: Any) -> None:
    class Named(lib.Tensor):
        pass

    p, named = lib.nn.Parameter(lib.ones(2)), lib.ones(2).as_subclass(Named)
    assert type(p * named) is type(named * p) is type(lib.add(p, named)) is Named
    assert type(p * lib.ones(2)) is lib.Tensor
    kept = lib.nn.Parameter(named)
    assert type(kept) is Named and isinstance(kept, lib.nn.Parameter) and kept.requires_grad
    module = lib.nn.Module()
    module.weight = kept
    assert dict(module.named_parameters()) == {"weight": kept} and not isinstance(named, lib.nn.Parameter)


def test_a_module_that_is_not_initialised_takes_nothing(lib: Any) -> None:
    class Hasty(lib.nn.Module):
        def __init__(self, what: Any) -> None:
            self.value = what

    for what, expected in (
        (lib.nn.Parameter(lib.ones(1)), "cannot assign parameters before Module.__init__() call"),
        (lib.nn.ReLU(), "cannot assign module before Module.__init__() call"),
    ):
        kind, text = raised(lib, lambda what=what: Hasty(what))
        assert kind is AttributeError and text.startswith(expected)
        assert lib is not wengert or text.endswith("begin __init__ with super().__init__()")
    assert raised(lib, lambda: lib.nn.Module(3))[0] is TypeError
    kind, text = raised(lib, lambda: lib.nn.Module(x=3))
    assert kind is TypeError and text.startswith("Module.__init__() got an unexpected keyword argument 'x'")
    kind, text = raised(lib, lambda: lib.nn.Module()(1))
    assert kind is NotImplementedError
    assert text.startswith('Module [Module] is missing the required "forward" function')


def test_call_super_init_calls_the_next_class(lib: Any) -> None:
    class Other:
        def __init__(self, name: str) -> None:
            self.name = name

    class Both(lib.nn.Module, Other):
        call_super_init = True

    assert Both(name="x").name == "x"


# -- paths


def test_paths_lead_to_what_is_there(lib: Any) -> None:
    net = model(lib)
    assert net.get_submodule("rest.last") is net.rest.last and net.get_submodule("") is net
    assert net.get_parameter("rest.last.weight") is net.rest.last.weight
    assert net.get_buffer("mean") is net.mean
    new = lib.nn.Identity()
    net.set_submodule("rest.act", new)
    assert net.rest.act is new
    net.set_submodule("rest.more", lib.nn.ReLU())
    assert [n for n, _ in net.rest.named_children()] == ["act", "last", "more"]
    for call, expected in (
        (lambda: net.get_submodule("rest.none"), "Sequential has no attribute `none`"),
        (lambda: net.get_submodule("scale"), "`scale` is not an nn.Module"),
        (lambda: net.get_parameter("mean"), "`mean` is not an nn.Parameter"),
        (lambda: net.get_parameter("rest.none"), "Sequential has no attribute `none`"),
        (lambda: net.get_buffer("scale"), "`scale` is not a buffer"),
        (lambda: net.set_submodule("rest.none", new, strict=True), "Sequential has no attribute `none`"),
        (lambda: net.set_submodule("scale", new), "`scale` is not an nn.Module"),
    ):
        assert raised(lib, call)[1].startswith(expected)  # a next step may follow
    assert raised(lib, lambda: net.set_submodule("", new))[0] is ValueError
    assert raised(lib, lambda: net.set_submodule("first", 3))[0] is ValueError


# -- conversions, modes, gradients


def test_conversions_keep_parameters_and_their_gradients(lib: Any) -> None:
    net = model(lib)
    net.register_buffer("count", lib.tensor(3))
    net(lib.ones(2, 2)).sum().backward()
    before = list(net.parameters())
    for convert, dtype in (
        (lambda: net.double(), lib.float64), (lambda: net.to(lib.float32), lib.float32),
        (lambda: net.half(), lib.float16), (lambda: net.bfloat16(), lib.bfloat16), (lambda: net.float(), lib.float32),
        (lambda: net.to("cpu", lib.float64), lib.float64), (lambda: net.to(lib.ones(1)), lib.float32),
        (lambda: net.to(dtype=lib.float64), lib.float64),
    ):  # fmt: skip
        assert convert() is net
        assert all(p is q for p, q in zip(net.parameters(), before, strict=True))
        assert net.scale.dtype == net.scale.grad.dtype == net.mean.dtype == dtype
        assert net.count.dtype == lib.int64
    assert net.type(lib.float32).count.dtype == lib.float32
    assert net.cpu() is net and net.to_empty(device="cpu").scale.shape == (3,)


def test_modes_and_gradients(lib: Any) -> None:
    net = model(lib)
    assert net.training and not net.eval().training and not net.rest.act.training and net.train().rest.training
    net(lib.ones(2, 2)).sum().backward()
    net.zero_grad(set_to_none=False)
    assert net.scale.grad.tolist() == [0, 0, 0]
    net.zero_grad()
    assert net.scale.grad is None
    assert net.requires_grad_(False) is net and not any(p.requires_grad for p in net.parameters())
    visited: list[Any] = []
    assert net.apply(lambda m: visited.append(type(m).__name__)) is net
    assert visited == ["Linear", "ReLU", "Linear", "Sequential", "Net"]


# -- state


def test_a_state_has_all_names_versions_and_shared_memory(lib: Any) -> None:
    net = model(lib)
    state = net.state_dict()
    assert list(state) == ["scale", "mean", "first.weight", "first.bias", "rest.shared", "rest.last.weight"]
    assert state._metadata["rest.last"] == {"version": 1} and lib.nn.BatchNorm1d(1).state_dict()._metadata == {
        "": {"version": 2}
    }
    assert state["scale"].data_ptr() == net.scale.data_ptr() and not state["scale"].requires_grad
    assert net.state_dict(keep_vars=True)["scale"] is net.scale
    target: dict[str, Any] = {}
    assert net.state_dict(destination=target, prefix="net.") is target and "net.scale" in target


def test_loading_copies_or_assigns(lib: Any) -> None:
    net, other = model(lib), model(lib)
    scale = net.scale
    with lib.no_grad():
        other.scale.mul_(3)
    result = net.load_state_dict(other.state_dict())
    assert str(result) == "<All keys matched successfully>" and result.missing_keys == []
    assert net.scale is scale and net.scale.tolist() == [3, 3, 3]
    state = {k: v.double() for k, v in other.state_dict().items()}
    net.load_state_dict(state, assign=True)
    assert net.scale is not scale and net.scale.dtype == lib.float64 and isinstance(net.scale, lib.nn.Parameter)
    assert net.first.weight.data_ptr() == state["first.weight"].data_ptr()


def test_errors_of_loading_list_everything_and_change_what_fits(lib: Any) -> None:
    net = model(lib)
    state = net.state_dict()
    state["extra.weight"] = state.pop("first.bias")
    state["scale"] = lib.ones(4)
    state["mean"] = [1]
    kind, text = raised(lib, lambda: net.load_state_dict(state))
    assert kind is RuntimeError
    assert text == (
        'Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "first.bias". \n\tUnexpected key(s) '
        'in state_dict: "extra.weight". \n\tsize mismatch for scale: copying a param with shape lib.Size([4]) from '
        'checkpoint, the shape in current model is lib.Size([3]).\n\tWhile copying the parameter named "mean", '
        "expected lib.Tensor or Tensor-like object from checkpoint but received <class 'list'>"
    )
    state["scale"], state["mean"] = lib.ones(3), lib.ones(3)
    result = net.load_state_dict(state, strict=False)
    assert result.missing_keys == ["first.bias"] and result.unexpected_keys == ["extra.weight"]
    assert repr(result) == "_IncompatibleKeys(missing_keys=['first.bias'], unexpected_keys=['extra.weight'])"
    assert raised(lib, lambda: net.load_state_dict([]))[0] is TypeError


def test_extra_state(lib: Any) -> None:
    class Counted(lib.nn.Module):
        count = 0

        def get_extra_state(self) -> int:
            return self.count

        def set_extra_state(self, state: int) -> None:
            self.count = state

    counted = Counted()
    counted.count = 5
    holder = lib.nn.Sequential(counted)
    assert list(holder.state_dict().items()) == [("0._extra_state", 5)]
    again = lib.nn.Sequential(Counted())
    again.load_state_dict(holder.state_dict())
    assert again[0].count == 5
    with pytest.raises(RuntimeError, match=r'Missing key.*"0._extra_state"'):
        again.load_state_dict({})
    with pytest.raises(RuntimeError, match=r'Unexpected key.*"_extra_state"'):
        lib.nn.ReLU().load_state_dict({"_extra_state": 1})


def test_hooks_of_states(lib: Any) -> None:
    net, seen = model(lib), []
    net.register_state_dict_pre_hook(lambda m, prefix, keep: seen.append((prefix, keep)))
    post = net.register_state_dict_post_hook(lambda m, state, prefix, meta: state.pop(prefix + "mean"))
    with pytest.raises(RuntimeError, match="state_dict post-hook must return None"):
        net.state_dict()
    post.remove()
    net._register_state_dict_hook(lambda m, state, prefix, meta: {"only": 1})
    assert net.state_dict() == {"only": 1} and seen == [("", False)] * 2
    other = model(lib)

    def rename(module: Any, state: Any, prefix: str, *rest: Any) -> None:
        state[prefix + "scale"] = state.pop(prefix + "old_scale")

    def forgive(module: Any, keys: Any) -> None:
        keys.missing_keys.clear()

    other.register_load_state_dict_pre_hook(rename)
    state = other.state_dict()
    state["old_scale"] = state.pop("scale")
    del state["mean"]
    handle = other.register_load_state_dict_post_hook(forgive)
    assert "old_scale" in state and other.load_state_dict(state).missing_keys == []
    handle.remove()
    with pytest.raises(RuntimeError, match=r'Missing key\(s\) in state_dict: "mean"'):
        other.load_state_dict(state)


def test_a_batch_norm_of_old_states_needs_no_count(lib: Any) -> None:
    state = dict(lib.nn.BatchNorm1d(2).state_dict())
    del state["num_batches_tracked"]
    assert lib.nn.BatchNorm1d(2).load_state_dict(state).missing_keys == []


# -- text, copies, calls


def test_text(lib: Any) -> None:
    assert repr(model(lib)) == (
        "Net(\n  (first): Linear(in_features=2, out_features=3, bias=True)\n  (rest): Sequential(\n    (act): ReLU()\n"
        "    (last): Linear(in_features=3, out_features=1, bias=False)\n  )\n)"
    )


def test_copies_have_memory_of_their_own(lib: Any) -> None:
    net = model(lib)
    net(lib.ones(2, 2)).sum().backward()
    twin = copy.deepcopy(net)
    assert twin.scale is twin.rest.shared and twin.scale is not net.scale
    with lib.no_grad():
        twin.scale.zero_()
    assert net.scale.tolist() == [1, 1, 1]
    layer = lib.nn.Linear(2, 2)
    again = pickle.loads(pickle.dumps(layer))
    assert again.weight.tolist() == layer.weight.tolist() and type(again.weight) is lib.nn.Parameter
    del again.__dict__["_backward_pre_hooks"]
    again.__setstate__({})
    assert again(lib.ones(2)).shape == (2,)


def test_lazy_modules_are_told_by_their_first_input(lib: Any) -> None:
    layer = lib.nn.LazyLinear(2)
    assert lib.nn.parameter.is_lazy(layer.weight) and "in_features=0" in repr(layer)
    assert raised(lib, lambda: layer.weight.shape)[0] is RuntimeError
    assert raised(lib, lambda: layer.weight + 1)[0] is ValueError
    loaded = lib.nn.LazyLinear(2)
    loaded.load_state_dict(lib.nn.Linear(3, 2).state_dict())
    assert loaded.weight.shape == (2, 3)
    assert layer.double()(lib.ones(4, 3).double()).shape == (4, 2) and type(layer) is lib.nn.Linear
    assert type(layer.weight) is lib.nn.Parameter and layer.weight.dtype == lib.float64
    assert loaded(lib.ones(1, 3)).shape == (1, 2) and not layer._forward_pre_hooks


# -- what wengert promises on its own


@pytest.fixture
def fresh() -> Iterator[Any]:
    def run(program: str) -> str:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    yield run


def test_modules_are_imported_when_first_touched_and_cost_functions_nothing(fresh: Any) -> None:
    program = (
        "import sys, wengert; room = 'wengert._core.modules.layers.module'; print(room in sys.modules);"
        "layer = wengert.nn.Linear(2, 2); layer(wengert.ones(2)).sum().backward(); print(room in sys.modules);"
        "from wengert._core.dispatch import override; print(override.on)"
    )
    assert fresh(program).split() == ["False", "True", "False"]


def test_modules_leave_functions_their_names(fresh: Any) -> None:
    program = (
        "import importlib, pkgutil, wengert.nn.modules as modules\n"
        "for found in pkgutil.iter_modules(modules.__path__, modules.__name__ + '.'):\n"
        "    importlib.import_module(found.name)\n"
        "from wengert.nn import functional as F\n"
        "named = {n: f for n in dir(F) if hasattr(f := getattr(F, n), '__qualname__')}\n"
        "print(len(named) > 100, [(n, f.__module__, f.__qualname__) for n, f in named.items()\n"
        "    if f.__qualname__ != f.__name__ or f.__module__.startswith('wengert.nn.modules')])"
    )
    assert fresh(program).strip() == "True []"


def test_a_type_whose_handler_is_the_plain_one_costs_nothing_either(fresh: Any) -> None:
    program = (
        "import wengert\nfrom wengert._core.dispatch import override\n"
        "class Weight(wengert.nn.Parameter): pass\n"
        "w = Weight(wengert.ones(2)); print(type(w).__name__, type(w + 1).__name__, override.on)\n"
        "class Seen(wengert.nn.Parameter):\n"
        "    @classmethod\n"
        "    def __torch_function__(cls, func, types, args=(), kwargs=None):\n"
        "        return 'seen ' + func.__name__\n"
        "s = Seen(wengert.ones(2)); print(s + 1, s.sum(), s.exp())"
    )
    assert fresh(program).splitlines() == ["Weight Tensor False", "seen add seen sum seen exp"]


def test_a_call_without_hooks_is_the_call_of_forward() -> None:
    class Same(wengert.nn.Module):
        def forward(self, x: Any) -> Any:
            return x

    module, called = Same(), []
    sys.setprofile(lambda frame, event, arg: called.append(frame.f_code.co_name) if event == "call" else None)
    try:
        module(3)
    finally:
        sys.setprofile(None)
    assert called == ["__call__", "forward"]


def test_compile_returns_the_module() -> None:
    layer = wengert.nn.Linear(2, 2)
    assert layer.compile(mode="reduce-overhead") is layer


def test_what_is_not_there_has_advice() -> None:
    with pytest.raises(AttributeError, match="wengert.nn.*DataParallel.*call the module itself"):
        _ = wengert.nn.DataParallel
    with pytest.raises(RuntimeError, match=r"Module.xpu: memory is the CPU's"):
        wengert.nn.Linear(1, 1).xpu()


def test_a_state_that_holds_the_keys_elsewhere_is_told_apart() -> None:
    net = wengert.nn.Sequential(wengert.nn.Linear(2, 2))
    state = net.state_dict()
    with pytest.raises(RuntimeError, match="They are all in its 'model': give state\\['model'\\].$"):
        net.load_state_dict({"epoch": 3, "model": state})
    parallel = {f"module.{name}": value for name, value in state.items()}
    with pytest.raises(RuntimeError, match="They are all there behind 'module.': take it off, with ") as e:
        net.load_state_dict(parallel)
    exec(str(e.value).split("with ")[-1].removesuffix("."), {"wengert": wengert, "state": parallel})
    net.load_state_dict(parallel)
    with pytest.raises(RuntimeError) as e:
        net.load_state_dict({"other": wengert.ones(1)})
    assert str(e.value).endswith('Unexpected key(s) in state_dict: "other". ')
