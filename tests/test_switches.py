"""Switches and annotations of programs written for PyTorch: each is so, or says that it is not."""

from __future__ import annotations

import contextlib
import ctypes
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core import errors
from wengert._core.arrays import matrix_library, threads


@pytest.fixture
def untold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(errors.switches, "_told", set())
    yield


def test_deterministic_algorithms(lib: Any) -> None:
    def now() -> tuple[bool, bool, int]:
        warn_only = lib.is_deterministic_algorithms_warn_only_enabled()
        return lib.are_deterministic_algorithms_enabled(), warn_only, lib.get_deterministic_debug_mode()

    assert now() == (False, False, 0)
    for call, expected in (
        (lambda: lib.use_deterministic_algorithms(True), (True, False, 2)),
        (lambda: lib.use_deterministic_algorithms(True, warn_only=True), (True, True, 1)),
        (lambda: lib.set_deterministic_debug_mode("error"), (True, False, 2)),
        (lambda: lib.set_deterministic_debug_mode(1), (True, True, 1)),
        (lambda: lib.set_deterministic_debug_mode("default"), (False, False, 0)),
    ):
        call()
        assert now() == expected
    with pytest.raises(TypeError, match="must be bool, not int"):
        lib.use_deterministic_algorithms(1)
    with pytest.raises(RuntimeError, match="invalid value of debug_mode, expected one of `default`, `warn`, `error`"):
        lib.set_deterministic_debug_mode("x")
    with pytest.raises(RuntimeError, match="invalid value of debug_mode, expected 0, 1, or 2, but got 3"):
        lib.set_deterministic_debug_mode(3)
    with pytest.raises(TypeError, match="debug_mode must be str or int"):
        lib.set_deterministic_debug_mode(1.5)
    assert now() == (False, False, 0)


def test_on_a_gpu_not_all_sums_have_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wengert._core.arrays.arrays.cuda_available", lambda: True)
    with pytest.raises(RuntimeError, match="in an order that differs between runs"):
        wengert.use_deterministic_algorithms(True)
    assert not wengert.are_deterministic_algorithms_enabled()
    with pytest.warns(UserWarning, match="in an order that differs between runs"):
        wengert.use_deterministic_algorithms(True, warn_only=True)
    wengert.use_deterministic_algorithms(False)


def test_precision_of_products(lib: Any) -> None:
    assert lib.get_float32_matmul_precision() == "highest"
    for name in ("high", "medium", "highest"):
        lib.set_float32_matmul_precision(name)
        assert lib.get_float32_matmul_precision() == name


def test_versions(lib: Any) -> None:
    assert lib.version.__version__ == lib.__version__ and lib.version.hip is None
    assert (lib.version.cuda is None) is not lib.cuda.is_available()


def test_a_precision_that_does_not_exist_is_not_set() -> None:
    with pytest.warns(UserWarning, match="'x' is not one of"):
        wengert.set_float32_matmul_precision("x")
    assert wengert.get_float32_matmul_precision() == "highest"


def test_denormals_stay() -> None:
    assert wengert.set_flush_denormal(True) is False
    assert wengert.tensor(1e-40).item() != 0
    with pytest.raises(RuntimeError, match="flush_denormal expects a bool, but got int"):
        wengert.set_flush_denormal(1)  # type: ignore[arg-type]


def test_default_device(lib: Any) -> None:
    assert lib.get_default_device() == lib.device("cpu")
    lib.set_default_device("cpu")
    lib.set_default_device(None)
    with lib.device("cpu") as where:
        assert where == lib.device("cpu") == lib.ones(2).device
    with pytest.raises(RuntimeError, match="Expected one of cpu, cuda"):
        lib.set_default_device("xyz")
    assert lib.ones(1).device == lib.get_default_device()


def test_a_gpu_that_is_not_there_is_no_default() -> None:
    for call in (lambda: wengert.set_default_device("cuda"), lambda: wengert.device("cuda").__enter__()):
        with pytest.raises(RuntimeError, match="device='cuda' needs CuPy"):
            call()
    with pytest.raises(NotImplementedError, match="meta"):
        wengert.set_default_device("meta")
    assert wengert.get_default_device() == wengert.zeros(1).device == wengert.device("cpu")


def test_the_accelerator_is_the_gpu_if_there_is_one(lib: Any) -> None:
    there = lib.cuda.is_available()
    device = lib.accelerator.current_accelerator().type if lib.accelerator.is_available() else "cpu"
    assert device == ("cuda" if there else "cpu") and lib.accelerator.device_count() == lib.cuda.device_count()
    assert lib.accelerator.current_accelerator() == (lib.device("cuda") if there else None)
    for name in ("synchronize", "current_device_index"):
        with contextlib.nullcontext() if there else pytest.raises(RuntimeError):
            getattr(lib.accelerator, name)()
    with lib.accelerator.device_index(None):
        pass


def test_numbers_of_threads(lib: Any) -> None:
    before = lib.get_num_threads()
    assert before >= 1 and lib.get_num_interop_threads() >= 1
    for call in (lib.set_num_threads, lib.set_num_interop_threads):
        with pytest.raises(RuntimeError, match="expects a positive integer"):
            call(0)
        with pytest.raises(RuntimeError, match="expects an int, but got float"):
            call(1.5)
    lib.set_num_threads(before)
    assert lib.get_num_threads() == before


def threads_of_blas() -> int:
    """How many threads NumPy's OpenBLAS says that it uses."""
    numpys = ctypes.CDLL(np._core._multiarray_umath.__file__)  # type: ignore[attr-defined]
    for _, name in matrix_library.FUNCTIONS:
        found = getattr(numpys, name, None)
        if found is not None and "blas" in name:
            return int(found())
    pytest.skip("NumPy calls another library")


def test_threads_of_the_matrix_library_are_set() -> None:
    before, own = threads_of_blas(), wengert.get_num_threads()
    try:
        for number in (2, 1):
            wengert.set_num_threads(number)
            assert (threads_of_blas(), wengert.get_num_threads()) == (number, number)
    finally:
        wengert.set_num_threads(own)
        matrix_library.set_threads(before)


def test_the_matrix_library_uses_one_thread_while_threads_call_it() -> None:
    before = threads_of_blas()
    try:
        matrix_library.set_threads(2)
        assert matrix_library.use_one_thread() and threads_of_blas() == 1
        assert matrix_library.use_one_thread()
        matrix_library.use_threads()
        assert threads_of_blas() == 1
        matrix_library.set_threads(3)
        assert threads_of_blas() == 1
        matrix_library.use_threads()
        assert threads_of_blas() == 3
    finally:
        matrix_library.set_threads(before)


def test_a_library_that_takes_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix_library, "FUNCTIONS", ())
    matrix_library._functions.cache_clear()
    before = wengert.get_num_threads()
    try:
        wengert.set_num_threads(before)
        with pytest.warns(UserWarning, match="does not change products of matrices"):
            wengert.set_num_threads(before + 1)
        assert wengert.get_num_threads() == before + 1
    finally:
        threads.set_count(before)
        matrix_library._functions.cache_clear()
    with pytest.warns(UserWarning, match="set_num_interop_threads has no effect"):
        wengert.set_num_interop_threads(4)


def test_flags_of_backends_read_back(lib: Any) -> None:
    cudnn = lib.backends.cudnn
    before = cudnn.benchmark, cudnn.deterministic, cudnn.enabled
    assert before == (False, False, True)
    cudnn.benchmark = cudnn.deterministic = True
    with cudnn.flags(enabled=False):
        assert not (cudnn.benchmark or cudnn.deterministic or cudnn.enabled)
    assert cudnn.benchmark and cudnn.deterministic and cudnn.enabled
    cudnn.benchmark, cudnn.deterministic, cudnn.enabled = before
    matmul = lib.backends.cuda.matmul
    assert matmul.allow_tf32 is False
    matmul.allow_tf32 = True
    assert matmul.allow_tf32 is True
    matmul.allow_tf32 = False
    with pytest.raises(AttributeError, match="Unknown attribute foo"):
        matmul.foo = 1


def test_backends_that_are_not_there() -> None:
    found = wengert.backends
    for module in (found.cudnn, found.mkl, found.mkldnn, found.openmp, found.mps):
        assert module.is_available() is False  # type: ignore[attr-defined]
    assert found.cudnn.version() is None and not found.cudnn.is_acceptable(wengert.ones(1))
    with pytest.raises(AttributeError, match="Unknown attribute x"), found.cudnn.flags(x=1):
        pass
    with pytest.raises(AttributeError, match="there is nothing to set"):
        found.opt_einsum  # type: ignore[attr-defined]  # noqa: B018


def test_devices_that_are_not_there(lib: Any) -> None:
    for module in (lib.mps, lib.xpu):
        assert module.is_available() is False and module.device_count() == 0
        module.manual_seed(0)


def test_kernels_of_attention(lib: Any) -> None:
    attention, cuda = lib.nn.attention, lib.backends.cuda
    names = ("ERROR", "MATH", "FLASH_ATTENTION", "EFFICIENT_ATTENTION", "CUDNN_ATTENTION", "OVERRIDEABLE")
    for name, value in zip(names, range(-1, 5), strict=True):
        assert int(getattr(attention.SDPBackend, name).value) == value
    q = lib.ones(1, 2, 4)
    for chosen in (attention.SDPBackend.MATH, [attention.SDPBackend.MATH, attention.SDPBackend.FLASH_ATTENTION]):
        with attention.sdpa_kernel(chosen):
            assert lib.nn.functional.scaled_dot_product_attention(q, q, q).equal(q)
    with pytest.raises(AssertionError), attention.sdpa_kernel("MATH"):
        pass
    with pytest.warns(FutureWarning, match=r"attention.sdpa_kernel\(\)"), cuda.sdp_kernel(False, enable_math=True):
        assert lib.nn.functional.scaled_dot_product_attention(q, q, q).equal(q)
    for name in ("flash", "math", "mem_efficient", "cudnn"):
        enable, is_enabled = getattr(cuda, f"enable_{name}_sdp"), getattr(cuda, f"{name}_sdp_enabled")
        assert is_enabled() is True
        enable(False)
        assert is_enabled() is False
        enable(True)


def test_nothing_is_compiled_and_that_is_said_once(untold: None) -> None:
    def f(x: Any) -> Any:
        return x + 1

    for name, call in {
        "compile": wengert.compile, "jit.script": wengert.jit.script, "jit.trace": lambda f: wengert.jit.trace(f, (1,)),
    }.items():  # fmt: skip
        with pytest.warns(UserWarning, match=f"^{name} has no effect: functions and modules run as they are") as caught:
            assert call(f) is f and call(f) is f
        assert len(caught) == 1 and caught[0].filename == __file__

    @wengert.compile(fullgraph=True, dynamic=False)
    def g(x: Any) -> Any:
        return x * 2

    assert g(3) == 6


def test_annotations(lib: Any) -> None:
    jit, compiler = lib.jit, lib.compiler
    with warnings.catch_warnings(action="ignore"):

        @jit.ignore
        def a(x: Any) -> Any:
            return x + 1

        @jit.ignore(drop=True)
        def b(x: Any) -> Any:
            return x + 2

        @jit.unused
        def c(x: Any) -> Any:
            return x + 3

        @jit.export
        def d(x: Any) -> Any:
            return x + 4

        assert [f(0) for f in (a, b, c, d)] == [1, 2, 3, 4] and jit.annotate(int, 5) == 5
    assert not (jit.is_scripting() or jit.is_tracing() or compiler.is_compiling() or compiler.is_dynamo_compiling())


def test_annotations_of_compilers() -> None:
    compiler = wengert.compiler

    @compiler.disable
    def a(x: Any) -> Any:
        return x + 1

    @compiler.disable(recursive=False, reason="mine")
    def b(x: Any) -> Any:
        return x + 2

    @compiler.set_stance("force_eager")
    def c(x: Any) -> Any:
        return x + 3

    assert [f(0) for f in (a, b, c)] == [1, 2, 3] and compiler.list_backends() == []
    with compiler.set_stance("default"):
        compiler.reset()
    with pytest.raises(RuntimeError, match="invalid torch.compile stance"):
        compiler.set_stance("x")


@pytest.mark.parametrize("name", ["hub", "jit.load", "jit.save", "export"])
def test_what_cannot_be_had_says_what_to_do(name: str) -> None:
    owner: Any = wengert
    *path, last = name.split(".")
    for part in path:
        owner = getattr(owner, part)
    with pytest.raises(AttributeError, match="it is not part of wengert; "):
        getattr(owner, last)
