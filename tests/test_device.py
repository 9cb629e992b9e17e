"""Tensors on a GPU: what they are made by, go to, mix with and refuse. On the stand-in (``tests/standin.py``)."""

from __future__ import annotations

import copy
import io
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests import standin
from tests.functions import Cube
from wengert._core.api import default_device
from wengert._core.dispatch import override
from wengert.autograd import Function, forward_ad
from wengert.nn import functional as F

CUDA = wengert.device("cuda", 0)


@pytest.fixture(autouse=True)
def cupy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    yield standin.install(monkeypatch)


def on_both(program: Callable[[str], Any]) -> tuple[Any, Any]:
    """What a program gives on the CPU and on the device, taken to the CPU."""
    found = program("cuda")
    for t in found if isinstance(found, (list, tuple)) else [found]:
        assert t.device == CUDA
    as_lists = [
        [t.detach().cpu().tolist() for t in (r if isinstance(r, (list, tuple)) else [r])]
        for r in (program("cpu"), found)
    ]
    return as_lists[0], as_lists[1]


def same(program: Callable[[str], Any]) -> None:
    expected, found = on_both(program)
    assert found == expected


# -- where tensors are made


def made(*more: Any) -> set[wengert.device]:
    """The devices of what functions make that are told no device."""
    found = [
        wengert.zeros(2), wengert.tensor([1.0]), wengert.as_tensor([1, 2], wengert.float64), wengert.arange(3.0),
        wengert.rand(2), wengert.sparse_coo_tensor([[0], [1]], [2.0], (2, 2)), wengert.signal.windows.hann(4),
        wengert.fft.fftfreq(3), wengert.func.hessian(lambda x: (x * wengert.arange(2.0)).sum())(wengert.ones(2)),
        *wengert.nn.Linear(2, 3).parameters(), wengert.nn.BatchNorm1d(2).running_mean, *more,
    ]  # fmt: skip
    return {x.device for x in found}


def test_the_default_device() -> None:
    cpu, on_cpu = wengert.device("cpu"), wengert.zeros(2)
    where: list[wengert.device] = []
    for default in ("cuda", CUDA, 0):
        wengert.set_default_device(default)
        try:
            assert made(wengert.as_tensor(on_cpu)) == {CUDA} == {wengert.get_default_device()}
            follow = (wengert.zeros_like(on_cpu), on_cpu.new_zeros(1), wengert.from_numpy(np.ones(2)))
            told = (wengert.zeros(1, device="cpu"), wengert.as_tensor([1.0], None, cpu), wengert.rand(1, device=cpu))
            assert {x.device for x in (*follow, *told)} == {cpu}
            with wengert.device("cpu"):
                assert made() == {cpu} == {wengert.get_default_device()}
                with wengert.device("cuda"), wengert.device("cuda"):
                    assert made() == {CUDA}
                assert made() == {cpu}
            assert made() == {CUDA}
            thread = threading.Thread(target=lambda: where.append(wengert.zeros(1).device))
            thread.start()
            thread.join()
        finally:
            wengert.set_default_device(None)
        assert made() == {cpu} == {wengert.get_default_device()} == set(where)


def test_a_default_device_comes_after_all_modes() -> None:
    seen = []

    class Log(wengert.overrides.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append((func.__name__, (kwargs or {}).get("device")))
            return func(*args, **(kwargs or {}))

    with Log(), wengert.device("cuda"):
        assert wengert.zeros(1).device == CUDA
    assert ("zeros", None) in seen
    assert wengert.zeros(1).device == wengert.device("cpu") and not override.entered


@pytest.mark.oracle
def test_the_makers_are_pytorchs() -> None:
    theirs = {f.__name__ for f in pytest.importorskip("torch.utils._device")._device_constructors()}
    ours = {f.__name__ for f in default_device._makers()} | {"fft_fftfreq", "fft_rfftfreq"}
    assert {name for name in theirs - ours if hasattr(wengert, name)} == set()


# -- moving


def test_there_and_back() -> None:
    x = wengert.arange(3.0)
    y = x.cuda()
    assert (y.device, y.is_cuda, x.is_cuda) == (CUDA, True, False)
    assert str(y.device) == "cuda:0"
    assert y.to("cuda") is y and y.to("cuda:0") is y and y.cuda() is y and y.to(0) is y and x.cpu() is x
    assert x.to(y).device == x.to(0).device == x.to("cuda", wengert.float64).device == CUDA
    assert x.to("cuda", wengert.float64).dtype == wengert.float64
    assert y.cpu().tolist() == [0.0, 1.0, 2.0]
    assert (wengert.cuda.is_available(), wengert.cuda.device_count()) == (True, 1)


def test_the_gpu_and_its_memory() -> None:
    cuda = wengert.cuda
    with cuda.device(0), cuda.device("cuda:0"), cuda.device(None), cuda.device(-1):
        assert cuda.current_device() == 0 and cuda.is_initialized()
    cuda.set_device(0)
    cuda.set_device(-1)
    cuda.synchronize()
    cuda.empty_cache()
    assert (cuda.get_device_name(), cuda.get_device_capability("cuda")) == ("stand-in", (9, 0))
    assert (cuda.memory_allocated(), cuda.memory_reserved(0)) == (512, 1024)
    assert tuple(cuda.get_device_properties(0)) == ("stand-in", 9, 0, 4096, 2) and cuda.mem_get_info() == (3072, 4096)
    cuda.init()
    for peak in (cuda.max_memory_allocated, cuda.max_memory_reserved, cuda.reset_peak_memory_stats):
        with pytest.raises(NotImplementedError, match="does not count the peak"):
            peak()
    for call in (cuda.device, cuda.synchronize, cuda.set_device):
        with pytest.raises(ValueError, match="Expected a cuda device, but got: cpu"):
            call("cpu")
    with pytest.raises(standin.CUDARuntimeError), cuda.device(7):
        pass


def test_memory_of_a_gpu_is_zero_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = wengert.cuda
    monkeypatch.setitem(sys.modules, "cupy", None)
    counts = [cuda.memory_allocated, cuda.memory_reserved, cuda.max_memory_allocated, cuda.max_memory_reserved]
    assert [count() for count in counts] == [0] * 4 and not cuda.is_initialized()
    assert cuda.get_rng_state_all() == []
    cuda.set_rng_state_all([])
    cuda.seed()
    cuda.reset_peak_memory_stats()
    cuda.empty_cache()
    with cuda.device(None), cuda.device(-1):
        pass
    whole = (cuda.get_device_name, cuda.get_device_properties, cuda.mem_get_info, cuda.get_rng_state, cuda.init)
    for call in (cuda.current_device, cuda.synchronize, *whole, lambda: cuda.device(0).__enter__()):
        with pytest.raises(RuntimeError, match="CuPy, which is not installed"):
            call()


def test_random_numbers_for_a_gpu_come_from_the_generator_of_the_cpu() -> None:
    cuda = wengert.cuda
    wengert.manual_seed(3)
    state, states = cuda.get_rng_state(), cuda.get_rng_state_all()
    first = wengert.rand(2, device="cuda").cpu()
    for restore in (lambda: cuda.set_rng_state(state), lambda: cuda.set_rng_state_all(states)):
        restore()
        assert wengert.rand(2, device="cuda").cpu().equal(first)
    assert cuda.initial_seed() == 3
    cuda.seed()
    assert cuda.initial_seed() == wengert.initial_seed() != 3


def test_the_accelerator_is_the_gpu() -> None:
    found = wengert.accelerator
    assert found.is_available() and found.current_accelerator().type == "cuda" and found.device_count() == 1
    assert found.current_device_index() == 0 and found.get_memory_info() == (3072, 4096)


def test_moving_is_differentiable() -> None:
    x = wengert.arange(3.0, requires_grad=True)
    (x.cuda() * 2).cpu().sum().backward()
    assert x.grad.device.type == "cpu" and x.grad.tolist() == [2.0, 2.0, 2.0]


def test_a_device_that_is_not_there() -> None:
    with pytest.raises(RuntimeError, match="invalid device ordinal"):
        wengert.zeros(2, device="cuda:1")


def test_to_numpy_only_when_asked() -> None:
    x = wengert.ones(2, device="cuda")
    for call in (x.numpy, lambda: np.asarray(x)):
        with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
            call()
    assert isinstance(x.numpy(force=True), np.ndarray)
    assert (x.tolist(), x[0].item(), float(x[1]), bool(x[0]), f"{x[0]:.1f}") == ([1.0, 1.0], 1.0, 1.0, True, "1.0")


def test_printing() -> None:
    assert repr(wengert.tensor([1.0, 2.0], device="cuda")) == "tensor([1., 2.], device='cuda:0')"


def test_pickles_and_copies_stay() -> None:
    x = wengert.tensor([1.0, 2.0], device="cuda", requires_grad=True)
    for y in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert (y.device, y.requires_grad, y.tolist()) == (CUDA, True, [1.0, 2.0])


# -- making

FACTORIES: dict[str, Callable[..., Any]] = {
    "tensor": lambda **k: wengert.tensor([1.0, 2.0], **k),
    "numpy": lambda **k: wengert.tensor(np.ones(2), **k),
    "as_tensor": lambda **k: wengert.as_tensor(np.ones(2), **k),
    "zeros": lambda **k: wengert.zeros(2, 3, **k),
    "ones": lambda **k: wengert.ones(2, 3, **k),
    "full": lambda **k: wengert.full((2,), 3.5, **k),
    "full bfloat16": lambda **k: wengert.full((2,), 3.5, dtype=wengert.bfloat16, **k),
    "eye": lambda **k: wengert.eye(3, **k),
    "arange": lambda **k: wengert.arange(5, **k),
    "linspace": lambda **k: wengert.linspace(0, 1, 5, **k),
    "logspace": lambda **k: wengert.logspace(0, 1, 5, **k),
    "hann": lambda **k: wengert.hann_window(4, **k),
    "indices": lambda **k: wengert.tril_indices(3, 3, **k),
    "rand": lambda **k: wengert.rand(3, **k),
    "randn": lambda **k: wengert.randn(20, **k),
    "randint": lambda **k: wengert.randint(0, 9, (5,), **k),
    "randperm": lambda **k: wengert.randperm(5, **k),
    "normal": lambda **k: wengert.normal(0.0, 1.0, (3,), **k),
    "zeros_like": lambda **k: wengert.zeros_like(wengert.ones(2), **k),
    "full_like": lambda **k: wengert.full_like(wengert.ones(2), 7, **k),
    "rand_like": lambda **k: wengert.rand_like(wengert.ones(2), **k),
    "new_full": lambda **k: wengert.ones(1).new_full((2,), 3, **k),
}


@pytest.mark.parametrize("name", FACTORIES)
def test_factories(name: str) -> None:
    """The same numbers as on the CPU, on the device; random ones too."""

    def program(device: str) -> Any:
        wengert.manual_seed(3)
        return FACTORIES[name](device=device)

    same(program)


def test_random_numbers_in_place() -> None:
    def program(device: str) -> Any:
        wengert.manual_seed(1)
        x = wengert.ones(8, device=device)
        p = wengert.full((8,), 0.5, device=device)
        return [
            x.clone().uniform_(), x.clone().normal_(), x.clone().exponential_(), x.clone().bernoulli_(0.5),
            wengert.bernoulli(p), F.dropout(x), wengert.multinomial(x, 3), wengert.normal(x, x),
        ]  # fmt: skip

    same(program)


def test_cupy_arrays_are_taken_as_they_are(cupy: Any) -> None:
    a = cupy.arange(3.0)
    x = wengert.as_tensor(a)
    a[0] = 5.0
    assert x.tolist() == [5.0, 1.0, 2.0] and wengert.asarray(a)[0].item() == 5.0
    assert wengert.tensor(a).device == CUDA and wengert.tensor(a, device="cpu").tolist() == [5.0, 1.0, 2.0]
    assert (x + a).tolist() == (a + x).tolist() == [10.0, 2.0, 4.0]
    with pytest.raises(TypeError, match="expected np.ndarray"):
        wengert.from_numpy(a)


# -- mixing


def test_numbers_and_0d_tensors_of_the_cpu_go_with_anything() -> None:
    x = wengert.arange(3.0, device="cuda")
    for y in (x + 2, x + wengert.tensor(2.0), wengert.tensor(2.0) + x, x.lerp(x + 4, wengert.tensor(0.5)),
              np.float32(2) + x):  # fmt: skip
        assert y.device == CUDA and y.tolist() == [2.0, 3.0, 4.0]
    x += wengert.tensor(1.0)
    x[1] = wengert.tensor(9.0)
    x[2:] = np.array([7.0])
    assert x.tolist() == [1.0, 9.0, 7.0]


MIXED: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "radd": lambda x, y: y + x,
    "numpy": lambda x, y: x + np.ones(4, "f"),
    "numpy radd": lambda x, y: np.ones(4, "f") + x,
    "where": lambda x, y: wengert.where(y > 1, x, 0.0),
    "cat": lambda x, y: wengert.cat([x, y]),
    "mm": lambda x, y: wengert.mm(x.view(2, 2), y.view(2, 2)),
    "add_": lambda x, y: x.add_(y),
    "host add_": lambda x, y: y.add_(x),
    "out": lambda x, y: wengert.add(x, x, out=y),
    "equal": lambda x, y: wengert.equal(x, y),
}


@pytest.mark.parametrize("name", MIXED)
def test_two_devices_are_refused(name: str) -> None:
    x, y = wengert.arange(4.0, device="cuda"), wengert.arange(4.0)
    with pytest.raises(RuntimeError, match="Expected all tensors to be on the same device"):
        MIXED[name](x, y)
    assert x.tolist() == y.tolist() == [0.0, 1.0, 2.0, 3.0] and x._version == 0


def test_out() -> None:
    def program(device: str) -> Any:
        whole = wengert.zeros(2, 3, dtype=wengert.int64, device=device)
        x, out = wengert.arange(6.0, device=device).view(2, 3), wengert.empty(0, device=device)
        return [
            wengert.arange(1, 5, out=whole[:, 1:]), whole, wengert.add(x, 1, out=x), wengert.sqrt(x.mT, out=out),
            *wengert.max(x, 0, out=(wengert.empty(3, device=device), whole[0])),
        ]  # fmt: skip

    same(program)
    x = wengert.arange(4.0, device="cuda")
    for refused, said in (
        (lambda: wengert.exp(x[1:], out=x[:-1]), "single memory location"),
        (lambda: wengert.ones(4, out=x, device="cpu"), "device type cpu does not match device type of out parameter"),
        (lambda: wengert.exp(wengert.ones(()), out=x[0]), "on the same device"),
    ):
        with pytest.raises(RuntimeError, match=said):
            refused()
    assert x.tolist() == [0.0, 1.0, 2.0, 3.0] and x._version == 0


def test_copies_cross_devices() -> None:
    x, y = wengert.arange(2.0, device="cuda"), wengert.zeros(2)
    assert y.copy_(x).tolist() == [0.0, 1.0]
    assert wengert.zeros(2, device="cuda").copy_(y).device == CUDA


# -- indexing

PICKED: dict[str, Any] = {
    "int": 1, "slice": slice(1, None), "list": [0, 2], "none": None, "tuple": (slice(None), [1, 0]),
    "numpy": np.array([0, 2]), "mask": np.array([True, False, True]), "0-d": np.array(1),
}  # fmt: skip


@pytest.mark.parametrize("name", PICKED)
def test_indexing(name: str) -> None:
    key = PICKED[name]

    def program(device: str) -> Any:
        x = wengert.arange(6.0, device=device).view(3, 2).requires_grad_()
        y = x[key]
        written = x.detach().clone()
        written[key] = 9.0
        added = x.detach().clone()
        added[key] += 1
        return [y, written, added, *wengert.autograd.grad((y * y).sum(), x)]

    same(program)


@pytest.mark.parametrize("name", ["numpy", "mask", "0-d"])
def test_indices_come_from_either_device(name: str, cupy: Any) -> None:
    x = wengert.arange(6.0, device="cuda").view(3, 2)
    host = wengert.from_numpy(PICKED[name])
    expected = x[PICKED[name]].tolist()
    for key in (host, host.cuda(), cupy.asarray(PICKED[name])):
        assert x[key].tolist() == expected and x[key].device == CUDA
        y = x.clone()
        y[key] = 7.0
        assert y[key].unique().tolist() == [7.0]
    assert x.index_put((host,) if name != "0-d" else (host.view(1),), wengert.tensor(7.0)).device == CUDA


def test_the_cpu_is_not_indexed_by_the_device() -> None:
    with pytest.raises(RuntimeError, match="indices should be either on cpu or on the same device"):
        wengert.arange(3.0)[wengert.tensor([0], device="cuda")]


OUTSIDE: dict[str, Callable[[Any, Any], Any]] = {
    "getitem": lambda x, i: x[i],
    "second": lambda x, i: x[:, i],
    "negative": lambda x, i: x[-i - 1],
    "setitem": lambda x, i: x.__setitem__(i, 0.0),
    "index_put": lambda x, i: x.index_put((i,), wengert.tensor(1.0, device=x.device)),
    "accumulate": lambda x, i: x.index_put((i,), wengert.tensor(1.0, device=x.device), accumulate=True),
    "index_select": lambda x, i: x.index_select(0, i),
    "index_add": lambda x, i: x.index_add(0, i, x[:1]),
    "index_copy": lambda x, i: x.index_copy(0, i, x[:1]),
    "index_fill": lambda x, i: x.index_fill(0, i, 1.0),
    "gather": lambda x, i: x.gather(0, i.view(1, 1)),
    "scatter": lambda x, i: x.scatter(0, i.view(1, 1), x),
    "scatter_reduce": lambda x, i: x.scatter_reduce(0, i.view(1, 1), x, "amax"),
    "take": lambda x, i: x.take(i * 100),
    "take_along_dim": lambda x, i: wengert.take_along_dim(x, i.view(1, 1), 0),
    "embedding": lambda x, i: F.embedding(i, x),
    "nll_loss": lambda x, i: F.nll_loss(x[:1], i),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_places_out_of_bounds(name: str) -> None:
    """CuPy would take them modulo the size."""
    raised = []
    for device in ("cpu", "cuda"):
        x = wengert.arange(6.0, device=device).view(3, 2)
        with pytest.raises((IndexError, RuntimeError)) as e:
            OUTSIDE[name](x, wengert.tensor([7], device=device))
        raised.append((e.type, str(e.value)))
        assert x.tolist() == [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
    assert raised[0] == raised[1]


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "bfloat16", "float32", "complex128"])
@pytest.mark.parametrize("reduce", ["sum", "prod", "amax", "amin", "mean"])
def test_many_at_one_place(dtype: str, reduce: str) -> None:
    """Longer than the rounds in which values are combined, with what is not a number among them."""
    if dtype == "bool" and reduce != "sum" or dtype == "complex128" and reduce in ("amax", "amin"):
        return
    r = np.random.default_rng(0)
    values = r.integers(1, 4, 37).astype(wengert._core.arrays.dtypes.as_numpy(dtype))
    if dtype == "float32":
        values[5] = np.nan
    at = r.integers(0, 5, 37)

    def program(device: str) -> Any:
        v, i = wengert.from_numpy(values).to(device), wengert.from_numpy(at).to(device)
        zeros = wengert.zeros(6, dtype=v.dtype, device=device)
        return zeros.scatter_reduce(0, i, v, reduce) if dtype != "bool" else zeros.index_put((i,), v, accumulate=True)

    expected, found = on_both(program)
    np.testing.assert_allclose(found, expected, rtol=1e-6)


# -- autograd


def test_gradients_are_where_their_leaves_are() -> None:
    x = wengert.ones(3, device="cuda", requires_grad=True)
    for n in (1, 2):
        (x * x).sum().backward()
        assert x.grad.device == CUDA and x.grad.tolist() == [2.0 * n] * 3
    with pytest.raises(RuntimeError, match="gradient with device type 'cpu' to a tensor with device type 'cuda'"):
        x.grad = wengert.ones(3)
    with pytest.raises(RuntimeError, match="expected device cuda:0 but got cpu"):
        (x * 2).backward(wengert.ones(3))
    assert x.grad.tolist() == [4.0] * 3
    (x * 2).sum().backward(wengert.tensor(1.0))  # 0-d goes anywhere
    assert x.grad.tolist() == [6.0] * 3


def test_a_function_that_returns_its_gradient_on_the_wrong_device() -> None:
    class Wrong(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g.cpu()

    x = wengert.ones(3, device="cuda", requires_grad=True)
    with pytest.raises(RuntimeError, match="expected device cuda:0 but got cpu"):
        Wrong.apply(x).sum().backward()
    assert x.grad is None


def network(device: str) -> Any:
    r = np.random.default_rng(0)
    x, w, b = (wengert.from_numpy(r.normal(size=s)).to(device) for s in ((4, 3), (5, 3), (5,)))
    return x, w, b, wengert.tensor([0, 1, 2, 1], device=device)


def close(program: Callable[[str], Any]) -> None:
    for expected, found in zip(*on_both(program), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_a_network_twice_differentiated() -> None:
    def program(device: str) -> Any:
        x, w, b, target = network(device)
        w.requires_grad_(), b.requires_grad_()
        loss = F.cross_entropy(F.linear(x, w, b).tanh(), target)
        first = wengert.autograd.grad(loss, (w, b), create_graph=True)
        second = wengert.autograd.grad(sum((g * g).sum() for g in first), (w, b))
        return [loss, *first, *second]

    close(program)


def test_views_and_writes() -> None:
    def program(device: str) -> Any:
        x = wengert.arange(6.0, device=device).requires_grad_()
        y = (x * 1).view(2, 3)
        row = y[0]
        row.mul_(x[:3])
        y.t()[1:].add_(1)
        y.diagonal().copy_(x[:2] * 5)
        z = y.as_strided((2, 2), (3, 1), 1)
        z.sin_()
        y.sum().backward()
        return [y, row, x.grad]

    close(program)


def test_expanded_memory_is_not_written() -> None:
    x = wengert.ones(1, device="cuda").expand(3)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        x.add_(1)
    leaf = wengert.ones(3, device="cuda", requires_grad=True)
    leaf.grad = x
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        (leaf * 2).sum().backward()
    assert x.tolist() == [1.0, 1.0, 1.0]


def test_strided_memory_is_known() -> None:
    """CuPy's strided arrays forget their base."""
    x = wengert.arange(8.0, device="cuda")
    y = x.as_strided((2, 2), (2, 1), 3)
    z = y.as_strided((3,), (1,), 0)
    assert z.tolist() == [0.0, 1.0, 2.0]
    z.zero_()
    assert x.tolist() == [0.0, 0.0, 0.0, 3.0, 4.0, 5.0, 6.0, 7.0]


def test_hooks_and_functions() -> None:
    class Forward(Cube):
        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            (x,) = ctx.saved_tensors
            return t * 3 * x * x

    def program(device: str) -> Any:
        x = wengert.arange(3.0, device=device, requires_grad=True)
        seen: list[Any] = []
        x.register_hook(lambda g: g * 10)
        x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.clone()))
        y = Forward.apply(x)
        y.grad_fn.register_hook(lambda gi, go: seen.append(go[0]))
        y.retain_grad()
        with wengert.autograd.graph.saved_tensors_hooks(lambda t: t.cpu(), lambda t: t.to(device)):
            z = y * y
        z.sum().backward()
        with wengert.autograd.graph.save_on_cpu():
            (x.detach().requires_grad_() ** 2).sum().backward()
        assert wengert.autograd.gradcheck(
            Forward.apply, wengert.ones(2, dtype=wengert.float64, device=device).requires_grad_()
        )
        return [x.grad, y.grad, *seen]

    same(program)


def test_transforms() -> None:
    def program(device: str) -> Any:
        x, w, b, _ = network(device)

        def f(row: Any) -> Any:
            return F.linear(row, w, b).sin().sum()

        with forward_ad.dual_level():
            dual = forward_ad.make_dual(w, wengert.ones_like(w))
            tangent = forward_ad.unpack_dual(F.linear(x, dual).tanh()).tangent
        func = wengert.func
        return [
            tangent, func.vmap(f)(x), func.vmap(func.grad(f))(x), func.hessian(f)(x[0]), func.jacfwd(f)(x[0]),
            func.jvp(f, (x[0],), (x[1],))[1], func.vjp(f, x[0])[1](wengert.ones((), dtype=x.dtype, device=device))[0],
            wengert.autograd.functional.jacobian(f, x[0], vectorize=True), func.vmap(lambda r: r[target(r)])(x),
        ]  # fmt: skip

    def target(row: Any) -> Any:
        return wengert.tensor([2, 0], device=row.device)

    close(program)


def test_sparse_matrices_of_all_layouts() -> None:
    def program(device: str) -> Any:
        d = wengert.tensor([[0.0, 2, 0], [3, 0, 4]], device=device)
        x = wengert.arange(6.0, device=device).reshape(3, 2).requires_grad_()
        found = []
        for make in (wengert.Tensor.to_sparse, wengert.Tensor.to_sparse_csr, wengert.Tensor.to_sparse_csc):
            s = make(d).requires_grad_()
            (out := (s * 2 + s) @ x + wengert.sparse.mm(s, x, "amax")).sum().backward()
            found += [
                out,
                s.grad.to_dense(),
                s.t().to_dense(),
                (s @ s.t()).to_dense(),
                s.sum(1, keepdim=True).to_dense(),
            ]
            found += [
                part.to_dense() for part in (s.to_sparse_csr(), s.to_sparse_csc(), s.to_sparse(), s.cpu().to(device))
            ]
        m = d.to_sparse_csr()
        again = wengert.sparse_csr_tensor(m.crow_indices(), m.col_indices(), m.values(), m.shape)
        assert ("device='cuda:0'" in repr(again)) == (device == "cuda")
        return [*found, again.to_dense(), x.grad, m.crow_indices(), m.col_indices()]

    same(program)


# -- what stands on public operations


@pytest.mark.parametrize("options", [{}, {"_use_new_zipfile_serialization": False}], ids=["zip", "older"])
def test_files_remember_devices(options: Any) -> None:
    x = wengert.arange(6.0, device="cuda").reshape(2, 3)
    parts = {"x": x, "row": x[1], "host": wengert.ones(2), "half": x.bfloat16(), "conjugate": (x[0] * 1j).conj()}
    parts["sparse"] = wengert.eye(2, device="cuda").to_sparse()
    parts["rows"] = parts["sparse"].to_sparse_csr()
    file = io.BytesIO()
    wengert.save(parts, file, **options)
    file.seek(0)
    found = wengert.load(file)
    assert {name: t.device.type for name, t in found.items()} == {name: t.device.type for name, t in parts.items()}
    found["row"].fill_(9)
    assert found["x"].tolist() == [[0, 1, 2], [9, 9, 9]] and found["conjugate"].tolist() == [0, -1j, -2j]
    for where in ("cpu", {"cuda:0": "cpu"}, lambda storage, tag: storage):
        file.seek(0)
        found = wengert.load(file, map_location=where)
        assert {t.device.type for t in found.values()} == {"cpu"}
        assert found["x"].tolist() == x.tolist() and found["sparse"].to_dense().tolist() == [[1, 0], [0, 1]]


def test_closeness_and_batches_of_tensors_on_a_gpu() -> None:
    x = wengert.testing.make_tensor(2, 3, dtype=wengert.float32, device="cuda")
    wengert.testing.assert_close(x, x + 0)
    wengert.testing.assert_close(x, x.cpu(), check_device=False)
    with pytest.raises(AssertionError, match="The values for attribute 'device' do not match: cuda:0 != cpu"):
        wengert.testing.assert_close(x, x.cpu())
    with pytest.raises(AssertionError, match=r"Greatest absolute difference: .* at index \(1, 2\)"):
        wengert.testing.assert_close(x, wengert.where(x == x[1, 2], x + 7, x))
    assert wengert.testing.make_tensor(3, dtype=wengert.uint16, device="cuda").device == CUDA
    assert wengert.utils.data.default_collate([x[0], x[1]]).device == CUDA


def test_modules_move_with_their_parameters_gradients_and_buffers() -> None:
    nn = wengert.nn
    model = nn.Sequential(nn.Conv1d(2, 3, 2), nn.BatchNorm1d(3), nn.ReLU(), nn.Flatten(), nn.Linear(9, 2))
    model(wengert.ones(2, 2, 4)).sum().backward()
    weight = model[0].weight
    assert model.cuda() is model and model[0].weight is weight and weight.device == weight.grad.device == CUDA
    assert model[1].running_mean.device == model[1].num_batches_tracked.device == CUDA
    out = model(wengert.randn(2, 2, 4, device="cuda"))
    out.sum().backward()
    wengert.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    state = {name: value.cpu() for name, value in model.state_dict().items()}
    assert out.device == CUDA and model.load_state_dict(state).missing_keys == [] and weight.device == CUDA
    assert model.to("cpu", wengert.float64)[4].bias.grad.dtype == wengert.float64
    layer = nn.LSTM(2, 3, device="cuda")
    packed = nn.utils.rnn.pack_sequence([wengert.ones(3, 2), wengert.ones(1, 2)]).cuda()
    assert packed.is_cuda and layer(packed)[0].data.device == CUDA
    lazy = nn.LazyLinear(2, device="cuda")
    assert lazy(wengert.ones(1, 3, device="cuda")).device == CUDA
    orthogonal = nn.utils.parametrizations.orthogonal(nn.Linear(3, 2, device="cuda"), use_trivialization=False)
    assert orthogonal.weight.device == CUDA
