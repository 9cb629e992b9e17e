"""Shortened tracebacks: Note [Short tracebacks] in ``_core/errors/tracebacks.py``."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import os
import subprocess
import sys
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import collected
from wengert import nn
from wengert._core.errors import tracebacks
from wengert.autograd import functional, graph
from wengert.func import grad, jacrev, jvp, vmap
from wengert.nn import functional as F


def frames(call: Callable[[], Any]) -> list[str]:
    """The functions in the traceback of a call's error, from this function on."""
    with pytest.raises(Exception) as found:  # noqa: B017
        call()
    return [frame.name for frame in traceback.extract_tb(found.value.__traceback__)][1:]


def twice() -> None:
    y = (wengert.ones(3, requires_grad=True) ** 2).sum()
    y.backward()
    y.backward()


def failing_hook() -> None:
    y = wengert.ones(3, requires_grad=True) * 2
    y.register_hook(lambda g: g + wengert.ones(7))
    y.sum().backward()


MISTAKES: dict[str, Callable[[], Any]] = {
    "add": lambda: wengert.ones(2, 3) + wengert.ones(2, 4),
    "radd": lambda: np.ones((2, 3)) + wengert.ones(2, 4),
    "matmul": lambda: wengert.ones(2, 3) @ wengert.ones(2, 3),
    "neg": lambda: -wengert.ones(2, dtype=bool),
    "iadd": lambda: wengert.ones(2).__iadd__(wengert.ones(3)),
    "reshape": lambda: wengert.ones(3).reshape(2, 2),
    "view": lambda: wengert.ones(2, 3).t().view(6),
    "cat": lambda: wengert.cat([wengert.ones(2, 3), wengert.ones(2, 4)]),
    "index": lambda: wengert.ones(3)[5],
    "assignment": lambda: wengert.ones(3).__setitem__(0, wengert.ones(2)),
    "factory": lambda: wengert.tensor([1, 2], requires_grad=True),
    "conv2d": lambda: F.conv2d(wengert.ones(1, 3, 8, 8), wengert.ones(4, 2, 3, 3)),
    "cross_entropy": lambda: F.cross_entropy(wengert.ones(2, 3), wengert.tensor([0, 5])),
    "cholesky": lambda: wengert.linalg.cholesky(-wengert.eye(3)),
    "no tensor": lambda: wengert.exp([1.0]),
    "twice": twice,
    "hook": failing_hook,
    "iadd of a leaf": lambda: wengert.ones(3, requires_grad=True).__iadd__(1),
    "backward": lambda: (wengert.ones(3, requires_grad=True) * 2).backward(),
    "autograd.backward": lambda: wengert.autograd.backward(wengert.ones(3)),
    "autograd.grad": lambda: wengert.autograd.grad(wengert.ones(1), wengert.ones(1)),
    "func.grad": lambda: grad(lambda x: x * 2)(wengert.ones(2)),
    "func.jacrev": lambda: jacrev(lambda x: x * 2, argnums=3)(wengert.ones(2)),
    "func.jacobian": lambda: wengert.func.jacobian(lambda x: x * 2)(1.0),
    "func.jacobian's options": lambda: wengert.func.jacobian(lambda x: x * 2, mode="odd"),
    "func.jacobian's plan": lambda: wengert.func.jacobian(lambda x: x * 2).plan(1.0),
    "func.vmap": lambda: vmap(lambda x: x, in_dims=4)(wengert.ones(2)),
    "func.jvp": lambda: jvp(lambda x: x, (wengert.ones(2),), (wengert.ones(3),)),
    "functional.hessian": lambda: functional.hessian(lambda x: x, wengert.ones(3)),
    "functional.vjp": lambda: functional.vjp(lambda x: [x], 3),
    "gradcheck": lambda: wengert.autograd.gradcheck(lambda x: x, (wengert.ones(3),)),
    "explain": lambda: graph.explain(3, 4),
    "Function": lambda: wengert.autograd.Function.apply(3),
    "item": lambda: wengert.ones(3).item(),
    "Linear": lambda: nn.Linear(3, 4)(wengert.ones(2, 2)),
    "Linear()": lambda: nn.Linear(-3, 4),
    "BatchNorm()": lambda: nn.BatchNorm1d("2"),
    "LSTM": lambda: nn.LSTM(3, 4)(wengert.ones(2, 2, 2)),
    "SGD()": lambda: wengert.optim.SGD([], lr=1),
    "load": lambda: wengert.load("/no/where"),
    "assert_close": lambda: wengert.testing.assert_close(wengert.ones(3), wengert.zeros(3)),
    "attribute": lambda: wengert.no_such,
    "attribute of a tensor": lambda: wengert.ones(3).tobytes(),
    "numpy": lambda: wengert.ones(3, requires_grad=True).numpy(),
    "array": lambda: np.asarray(wengert.ones(3, requires_grad=True)),
    "bool": lambda: bool(wengert.ones(3)),
    "float": lambda: float(wengert.ones(3)),
    "int": lambda: int(wengert.ones(3)),
    "complex": lambda: complex(wengert.ones(3)),  # type: ignore[call-overload]
    "an index": lambda: [1, 2][wengert.ones(3)],
    "format": lambda: f"{wengert.ones(3):.2f}",
    "missing": lambda: wengert.ones(3).cumsum(),
    "keyword": lambda: nn.Linear(3, 4, biass=False),  # type: ignore[call-arg]
    "dtype": lambda: wengert.ones(3).to(object),
    "hook of a constant": lambda: wengert.ones(3).register_hook(print),
    "pin_memory": lambda: wengert.ones(3).pin_memory(),
    "copy_": lambda: wengert.ones(3).copy_(wengert.ones(2)),
    "resize_": lambda: wengert.ones(3).resize_("x"),
    "set_": lambda: wengert.ones(3, requires_grad=True).set_(),
    "where": lambda: wengert.ones(3).where(wengert.ones(3), 0.0),
    "size": lambda: wengert.ones(3).size(5),
    "float of a format": lambda: wengert.ones(3).float(memory_format="odd"),
    "type_as": lambda: wengert.ones(3).type_as([1.0]),  # type: ignore[arg-type]
    "map_": lambda: wengert.ones(3).map_([1.0], max),  # type: ignore[arg-type]
    "type": lambda: wengert.ones(3).type("odd"),
    "new": lambda: wengert.ones(3).new("x"),
    "older": lambda: wengert.ones(3).sub("x", "y"),  # type: ignore[call-arg]
    "contains": lambda: "a" in wengert.ones(3),
    "init": lambda: nn.init.kaiming_uniform_(wengert.ones(3)),
    "keyword of init": lambda: nn.init.constant_(wengert.ones(3), value=1),  # type: ignore[call-arg]
    "pad_sequence": lambda: nn.utils.rnn.pad_sequence([wengert.ones(2, 3), wengert.ones(2, 4)]),
    "storage": lambda: wengert.UntypedStorage(-1),
    "Generator": lambda: wengert.Generator("odd"),
    "Size": lambda: wengert.Size("odd"),
    "no_grad": lambda: wengert.no_grad(3),
    "inference_mode": lambda: wengert.inference_mode(3),
    "log_prob": lambda: wengert.distributions.Normal(0.0, 1.0).log_prob("x"),
    "sample": lambda: wengert.distributions.Normal(0.0, 1.0).sample(3),
    "RNN": lambda: nn.RNN(3, 4)("x"),
    "init of an array": lambda: nn.init.orthogonal_(np.ones((3, 3))),  # type: ignore[arg-type]
    "TensorDataset": lambda: wengert.utils.data.TensorDataset(3),  # type: ignore[arg-type]
    "a module's device": lambda: nn.Linear(2, 2).to("odd"),
    "seekable": lambda: wengert.load(3),
}


def ours_in(tb: types.TracebackType | None) -> list[str]:
    """The functions of wengert in a traceback. The folder of a checkout may have the package's name, too."""
    frames = [frame for frame, _ in traceback.walk_tb(tb)]
    return [f.f_code.co_name for f in frames if str(f.f_globals["__name__"]).startswith("wengert.")]


@pytest.mark.parametrize("region", [contextlib.nullcontext, lambda: wengert.autocast("cpu")])
def test_one_frame_is_ours_and_nothing_lies_underneath(region: Any) -> None:
    """Where a mode is entered, too."""
    with collected("mistakes") as cases, region():
        for name, call in MISTAKES.items():
            with cases(name):
                with pytest.raises(Exception) as found:  # noqa: B017
                    call()
                shown = traceback.extract_tb(found.value.__traceback__)
                assert shown[1].filename == __file__
                assert len(ours_in(found.value.__traceback__)) <= 1, shown
                text = "".join(traceback.format_exception(found.value))
                assert "direct cause" not in text and "During handling" not in text


def test_ipython_is_told_of_every_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of those that are raised where nothing catches them."""
    asked = []
    shown = types.SimpleNamespace(structured_traceback=lambda kind, error, tb, tb_offset: asked.append(tb))
    shell = types.SimpleNamespace(InteractiveTB=shown, compile=None)
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    with collected("mistakes") as cases:
        for name, call in MISTAKES.items():
            with cases(name):
                with pytest.raises(Exception) as found:  # noqa: B017
                    call()
                if ours_in(found.value.__traceback__):
                    found.value._render_traceback_()  # type: ignore[attr-defined]
                    assert not ours_in(asked.pop())


def test_pytest_is_told_of_every_mistake() -> None:
    with collected("mistakes") as cases:
        for name, call in MISTAKES.items():
            with cases(name):
                with pytest.raises(Exception) as found:  # noqa: B017
                    call()
                for frame, _ in traceback.walk_tb(found.value.__traceback__):
                    if str(frame.f_globals["__name__"]).startswith("wengert."):
                        assert frame.f_globals.get("__tracebackhide__"), frame


class Odd:
    """What no function takes."""


SPACES = (
    "wengert", "wengert.autograd", "wengert.autograd.functional", "wengert.autograd.graph",
    "wengert.autograd.forward_ad", "wengert.func", "wengert.linalg", "wengert.fft", "wengert.special", "wengert.nn",
    "wengert.nn.functional", "wengert.nn.utils", "wengert.nn.init", "wengert.optim", "wengert.optim.lr_scheduler",
    "wengert.utils.data", "wengert.utils.checkpoint", "wengert.testing", "wengert.sparse", "wengert.masked",
    "wengert.signal.windows", "wengert.overrides", "wengert.profiler", "wengert.distributions", "wengert.random",
    "wengert.nn.utils.rnn", "wengert.optim.swa_utils", "wengert.cuda", "wengert.library",
)  # fmt: skip


PARTS = ("Coloring", "JacobianPlan", "CheckpointPlan", "Picture", "Saved", "Diff")  # what functions of ours make


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("wrong", [Odd(), 3, "x"], ids=["object", "int", "str"])
@pytest.mark.parametrize("space", SPACES)
def test_one_frame_is_ours_if_arguments_are_wrong(
    space: str, wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every public function and class, given what it does not take. No error tells of a missing attribute alone."""
    module = importlib.import_module(space)
    monkeypatch.chdir(tmp_path)  # a text is a path for some
    with collected(space) as cases:
        for name in module.__all__:
            value = getattr(module, name)
            try:
                parameters = [*inspect.signature(value).parameters.values()]
            except (TypeError, ValueError):
                continue  # no function, or one of C that does not say what it takes
            needed = [p for p in parameters if p.kind in (0, 1) and p.default is p.empty]
            if not needed and not (isinstance(value, type) and any(p.kind in (0, 1) for p in parameters)):
                continue
            with cases(name):
                try:
                    value(*[wrong for _ in needed or parameters[:1]])
                except (*tracebacks.ON_PURPOSE, AttributeError) as e:
                    bare = isinstance(e, AttributeError) and e.obj is not None and name not in PARTS
                    one = name in PARTS or len(ours_in(e.__traceback__)) <= 1
                    assert one and not bare, traceback.format_exception(e)
                except Exception:  # what is made of the odd object
                    pass


def weights() -> list[Any]:
    return [wengert.ones(2, requires_grad=True)]


class Lacking(wengert.utils.data.Dataset):  # type: ignore[type-arg]
    """Its items cannot be read."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, i: int) -> Any:
        return self.values[i]  # type: ignore[attr-defined]


def hooked(register: str, hook: Callable[..., Any]) -> nn.Module:
    layer = nn.Linear(2, 2)
    getattr(layer, register)(hook)
    return layer


def failing(*args: Any) -> Any:
    raise ValueError("the user's own")


CALLED_BACK: dict[str, Callable[[], Any]] = {
    "closure": lambda: wengert.optim.SGD(weights(), lr=0.1).step(failing),
    "closure of LBFGS": lambda: wengert.optim.LBFGS(weights()).step(failing),
    "step of one's own": lambda: type("Own", (wengert.optim.Optimizer,), {"step": failing})(weights(), {}).step(),
    "step hook": lambda: stepped(failing),
    "schedule": lambda: wengert.optim.lr_scheduler.LambdaLR(wengert.optim.SGD(weights(), lr=0.1), failing),
    "forward hook": lambda: hooked("register_forward_hook", failing)(wengert.ones(2)),
    "forward pre-hook": lambda: hooked("register_forward_pre_hook", failing)(wengert.ones(2)),
    "backward hook": lambda: hooked("register_full_backward_hook", failing)(weights()[0]).sum().backward(),
    "dataset": lambda: next(iter(wengert.utils.data.DataLoader(Lacking()))),
    "collate_fn": lambda: next(iter(wengert.utils.data.DataLoader([1, 2], collate_fn=failing))),  # type: ignore[arg-type]
    "apply": lambda: nn.Linear(2, 2).apply(failing),
    "vmap": lambda: vmap(failing)(wengert.ones(2)),
    "jacobian": lambda: functional.jacobian(failing, wengert.ones(2)),
    "gradcheck": lambda: wengert.autograd.gradcheck(failing, (wengert.ones(3, requires_grad=True).double(),)),
    "checkpoint": lambda: wengert.utils.checkpoint.checkpoint(failing, wengert.ones(3), use_reentrant=False),
    "multi-gradient hook": lambda: many(failing),
    "saved tensors": lambda: packed(failing),
    "parametrization": lambda: nn.utils.parametrize.register_parametrization(nn.Linear(2, 2), "weight", Failing()),
    "functional_call": lambda: wengert.func.functional_call(Failing(), {}, (wengert.ones(2),)),
    "map_location": lambda: wengert.load(file(), map_location=failing),
}


class Failing(nn.Module):
    forward = failing


def stepped(hook: Callable[..., Any]) -> None:
    optimizer = wengert.optim.SGD(weights(), lr=0.1)
    optimizer.register_step_pre_hook(hook)
    optimizer.step()


def many(hook: Callable[..., Any]) -> None:
    (x,) = weights()
    graph.register_multi_grad_hook([x], hook)
    (x * 2).sum().backward()


def packed(hook: Callable[..., Any]) -> None:
    (x,) = weights()
    with graph.saved_tensors_hooks(hook, hook):
        x.exp()


def file() -> io.BytesIO:
    saved = io.BytesIO()
    wengert.save(wengert.ones(2), saved)
    saved.seek(0)
    return saved


def test_one_frame_is_ours_between_the_users() -> None:
    """If a function of the user's fails that wengert calls: the call of wengert is one frame at most."""
    with collected("functions") as cases:
        for name, call in CALLED_BACK.items():
            with cases(name):
                with pytest.raises((ValueError, AttributeError)) as found:
                    call()
                assert len(ours_in(found.value.__traceback__)) <= 1, traceback.format_exception(found.value)
                assert found.value.__cause__ is None


OBJECTS: dict[str, Callable[[], Any]] = {
    "Adam": lambda: wengert.optim.Adam(weights()),
    "LBFGS": lambda: wengert.optim.LBFGS(weights()),
    "StepLR": lambda: wengert.optim.lr_scheduler.StepLR(wengert.optim.SGD(weights(), lr=0.1), 3),
    "ReduceLROnPlateau": lambda: wengert.optim.lr_scheduler.ReduceLROnPlateau(wengert.optim.SGD(weights(), lr=0.1)),
    "AveragedModel": lambda: wengert.optim.swa_utils.AveragedModel(nn.Linear(2, 2)),
    "Linear": lambda: nn.Linear(2, 2),
    "ModuleDict": lambda: nn.ModuleDict({"a": nn.Linear(2, 2)}),
    "ParameterList": lambda: nn.ParameterList([wengert.ones(2)]),
    "Normal": lambda: wengert.distributions.Normal(0.0, 1.0),
    "Generator": lambda: wengert.Generator(),
    "node": lambda: (weights()[0] * 2).grad_fn,
    "profiler": lambda: wengert.profiler.profile(),
    "UntypedStorage": lambda: wengert.ones(2).untyped_storage(),
    "DataLoader": lambda: wengert.utils.data.DataLoader([1, 2]),  # type: ignore[arg-type]
    "Tensor": lambda: wengert.ones(2, requires_grad=True),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", OBJECTS)
def test_one_frame_is_ours_in_methods(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every public method, given what it does not take."""
    monkeypatch.chdir(tmp_path)
    with collected(kind) as cases:
        for name in [n for n in dir(OBJECTS[kind]()) if not n.startswith("_")]:
            method = getattr(type(OBJECTS[kind]()), name, None)
            if not callable(method) or name in ("forward", "start"):  # users call a layer; a profiler stays on
                continue
            try:
                needed = [p for p in inspect.signature(method).parameters.values() if p.kind in (0, 1)][1:]
            except (TypeError, ValueError):
                continue
            with cases(name):
                try:
                    getattr(OBJECTS[kind](), name)(*[Odd() for _ in needed])
                except tracebacks.ON_PURPOSE as e:
                    assert len(ours_in(e.__traceback__)) <= 1, traceback.format_exception(e)
                except Exception:  # what is made of the odd object
                    pass


PROGRAM = """\
import wengert

def scaled(x, w):
    return x @ w

{start}scaled(wengert.ones(2, 3), wengert.ones(2, 3))
"""


def shown(folder: Path, start: str, *command: str, **env: str) -> str:
    """What a program that shows tracebacks itself shows of a mistake."""
    (folder / "test_program.py").write_text(PROGRAM.format(start=start))
    source = str(Path(wengert.__file__).parent.parent)
    env = os.environ | {"PYTHONPATH": source, "NO_COLOR": "1", "COLUMNS": "200"} | env
    ran = subprocess.run([sys.executable, *command], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert "mat1 and mat2 shapes cannot be multiplied" in ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


COMMANDS = {
    "pytest": ("def test():\n    ", ("-m", "pytest", "-p", "no:cacheprovider", "test_program.py")),
    "run": ("", ("-m", "wengert", "run", "--force", "test_program.py")),
    "profile": ("", ("-m", "wengert", "profile", "test_program.py")),
    "IPython": ("", ("-m", "IPython", "--no-banner", "--colors=NoColor", "-c", "%run test_program.py")),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_frame_is_ours_where_we_are_told_who_looks(name: str, tmp_path: Path) -> None:
    if name == "IPython":
        pytest.importorskip("IPython")
    start, command = COMMANDS[name]
    text = shown(tmp_path, start, *command, HOME=str(tmp_path))
    assert "return x @ w" in text and "generated" not in text and "raise" not in text, text
    text = shown(tmp_path, start, *command, HOME=str(tmp_path), WENGERT_TRACEBACKS="full")
    assert "tensor_methods.py" in text


def test_python_itself_shows_one_frame_of_ours(tmp_path: Path) -> None:
    text = shown(tmp_path, "import sys; assert sys.excepthook is sys.__excepthook__\n", "test_program.py")
    assert text.count('  File "') == 3 and "__matmul__" in text
    above, ours = text.split("in __matmul__")
    assert "^" in above and "^" not in ours  # only the user's expression is marked


def test_the_users_frames_stay() -> None:
    def inner(x: Any) -> Any:
        return x @ wengert.ones(3, 3)

    found = frames(lambda: wengert.func.grad(lambda x: inner(x).sum())(wengert.ones(2)))
    assert found == ["<lambda>", "<lambda>", "inner"]

    def hook(g: Any) -> Any:
        return g + wengert.ones(7)

    x = wengert.ones(3, requires_grad=True)
    y = (x * 2).exp()
    y.register_hook(hook)
    found = frames(lambda: y.sum().backward())
    assert "hook" in found and "step" not in found


def test_what_the_user_raised_from_stays() -> None:
    class Fails(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            try:
                return {}["missing"]
            except KeyError as e:
                raise ValueError("no such thing") from e

    with pytest.raises(ValueError, match="no such thing") as found:
        Fails.apply(wengert.ones(3, requires_grad=True)).sum().backward()
    assert isinstance(found.value.__cause__, KeyError)


def test_a_mistake_of_ours_keeps_all_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(x: Any, y: Any) -> None:
        return x.no_such_thing

    matmul = wengert._core.ops.linalg.matmul
    monkeypatch.setattr(matmul, "_check_matrices", FunctionType(check.__code__, vars(matmul)))  # as if written there
    assert frames(lambda: wengert.ones(2, 3) @ wengert.ones(2, 3))[-2:] == ["mm", "check"]


def test_all_frames_are_kept_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    short = frames(MISTAKES["matmul"])
    monkeypatch.setattr(tracebacks, "full", True)
    assert len(frames(MISTAKES["matmul"])) > len(short)
    with pytest.raises(TypeError) as found:
        F.cross_entropy(wengert.ones(2, 2), None)
    assert isinstance(found.value.__cause__, AttributeError)


def test_an_error_holds_no_cycle(no_gc: None) -> None:
    """Everything that an error holds is freed when the error is dropped."""
    import weakref

    x = wengert.ones(2, 3)
    gone = weakref.ref(x)
    with pytest.raises(RuntimeError):
        x @ wengert.ones(2, 3)
    del x
    assert gone() is None


def test_a_mistake_in_a_module_shows_its_lines_alone() -> None:
    class Inner(nn.Module):
        def forward(self, x: Any) -> Any:
            return self.no_such_layer(x)

    class Outer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = nn.Sequential(Inner())

        def forward(self, x: Any) -> Any:
            return {}["no such key"] if x.sum() else self.inner(x)

    assert frames(lambda: Outer()(wengert.ones(2))) == ["<lambda>", "forward"]
    shown = frames(lambda: Outer()(wengert.zeros(2)))
    assert shown[:2] == ["<lambda>", "forward"] and "__call__" not in shown


def test_a_value_that_a_tensor_cannot_contain() -> None:
    """PyTorch's error; Python's comparison gave an AttributeError of a bool."""
    with pytest.raises(RuntimeError, match="Tensor.__contains__ only supports Tensor or scalar, but you passed in a"):
        assert "a" in wengert.ones(2)  # type: ignore[comparison-overlap]
    assert 1 in wengert.ones(2) and 3 not in wengert.ones(2)


@pytest.mark.parametrize("cls", [7, "x", int, object(), nn.Module])
def test_a_constructor_of_tensors_is_given_another_class(cls: Any) -> None:
    """Compiled, an object of another class crashed the process."""
    with pytest.raises(TypeError, match="does not inherit from Tensor"):
        wengert.Tensor.__new__(cls)


@pytest.mark.parametrize("holder", [wengert.Tensor, wengert.ones(2)])
def test_a_name_that_tensors_lack_is_no_wrong_argument(holder: Any) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(holder, "at")  # noqa: B009  # the built-in getattr tells the error its object, the class too
    shown = tracebacks.short(caught.value)
    assert type(shown) is AttributeError and shown.name == "at" and shown.obj is None
    assert str(shown).startswith("'Tensor' object has no attribute 'at': ")
