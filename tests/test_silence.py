"""Inf and NaN come about silently, as in PyTorch: Note [Silent kernels] in ``wengert/arrays.py``."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.both import Control, Library, compare

FILLS = (
    (0.0,), (-1.0,), (1e300, -1e300), (np.inf,), (np.nan,), (0.0, np.inf, -1.0, np.nan, 1e308, 1e-320),
)  # fmt: skip
WIDTHS = {np.float64: np.complex128, np.float32: np.complex64, np.float16: np.complex64}
ON_PURPOSE = (RuntimeError, ValueError, IndexError, TypeError)


@pytest.fixture
def told() -> Iterator[list[warnings.WarningMessage]]:
    """All warnings but those that the filter of wengert is for."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"wengert\.")
        yield found


@lru_cache(1000)
def extreme(shape: tuple[int, ...], fill: tuple[float, ...], dtype: Any) -> Any:
    with np.errstate(all="ignore"):
        return np.resize(np.array(fill), shape).astype(dtype)


def extremes(case: laws.Case) -> Iterator[list[Any]]:
    """The inputs with each fill in each width: once where there is little to fill."""
    seen = set()
    for dtype, wide in WIDTHS.items():
        for fill in FILLS:
            leaves = list(case.leaves)
            for i in case.active:
                kind = wide if leaves[i].dtype.kind == "c" else dtype
                leaves[i] = extreme(leaves[i].shape, fill, kind).copy()  # an operation may write into it
            key = tuple([(leaves[i].dtype, leaves[i].tobytes()) for i in case.active])
            if key not in seen:
                seen.add(key)
                yield leaves


@pytest.mark.parametrize("name", [n for n in laws.NAMES if "polynomial" not in n])  # which count up to their degree
def test_no_warning_is_in_the_name_of_others(name: str, told: list[warnings.WarningMessage]) -> None:
    for case in laws.cases(name):
        for leaves in extremes(case):
            ts = laws.tensors(leaves)
            for i in case.active:
                ts[i].requires_grad_()
            try:
                ys = [y for y in laws.tensors_in(case(ts)) if y.requires_grad]
                if ys:
                    wengert.autograd.backward(ys, [wengert.ones_like(y) for y in ys])
            except ON_PURPOSE:
                pass  # of such values there is no decomposition, no class, no probability
    loud = {(str(w.message), w.filename, w.lineno) for w in told if w.category is RuntimeWarning}
    assert not loud


PROGRAM = """
import warnings
import numpy as np
{before}
import wengert

x = wengert.tensor([0.0, 1.0], requires_grad=True)
y = (x / 0).sum() + x.log().sum() + (wengert.full((3, 3), 1e30) @ wengert.full((3, 3), 1e30)).sum()
y.backward()
wengert.fft.fft(wengert.tensor([float("inf")] * 4)), wengert.zeros(0).mean(), wengert.full((3,), 1e9).half()
try:
    np.log(np.zeros(1))
except RuntimeWarning:
    print("NumPy warns as ever")
"""


@pytest.mark.parametrize("before", ["", "warnings.simplefilter('error')"])
def test_it_is_silent_where_all_warnings_are_errors(before: str) -> None:
    run = [sys.executable, "-W", "error", "-c", PROGRAM.format(before=before)]
    assert subprocess.run(run, check=True, capture_output=True, text=True).stdout == "NumPy warns as ever\n"


SUITE = """
import numpy as np
import pytest
import wengert

X = wengert.full((3, 3), 1e30)
X @ X

def test_wengert():
    x = X.clone().requires_grad_()
    y = (x @ x).sum() + (x * x / 0 - x / 0).sum() + x.double().pow(400).half().sum() + x.prod() + (-x).log().sum()
    y.backward()
    x.detach().mul_(x).cumprod(0), wengert.nn.functional.softmax(y / x, 0)
    wengert.func.vmap(lambda row: (row / 0).std())(x)
    y /= 0
    wengert.no_grad()(lambda: x.div_(0))()

def test_numpy():
    with pytest.raises(RuntimeWarning):
        np.log(np.zeros(2))
"""
PAGE = Path(__file__).resolve().parent.parent / "docs" / "diagnosis.md"


@pytest.mark.parametrize("told", [True, False])
def test_the_line_that_the_docs_name_keeps_it_silent_in_pytest(tmp_path: Path, told: bool) -> None:
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("filterwarnings = ")]
    assert len(lines) == 1
    line = lines[0] if told else 'filterwarnings = ["error"]'
    (tmp_path / "pyproject.toml").write_text(f"[tool.pytest.ini_options]\n{line}\n")
    (tmp_path / "test_it.py").write_text(SUITE)
    source = Path(wengert.__file__).parent.parent
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")} | {"PYTHONPATH": str(source)}
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (done.returncode == 0) is told, done.stdout


def in_place(x: Any) -> None:
    x.mul_(1e300)


def folded(x: Any) -> None:
    x[1:].cumprod_(0)


@pytest.mark.parametrize("write", [in_place, folded])
def test_nothing_has_changed_where_the_user_makes_them_errors(write: Any) -> None:
    x = wengert.full((2000,), 1e300, dtype=wengert.float64)
    before, version = x.clone(), x._version
    for case in range(2):
        try:
            if case:
                with np.errstate(all="raise"):
                    write(x)
            else:
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    write(x)
        except (FloatingPointError, RuntimeWarning):
            assert wengert.equal(x, before)
            assert (x._version, wengert.is_grad_enabled()) == (version, True)
        else:  # a loop of our own, which looks at no flags
            assert x._version > version
            x = before.clone()
            version = x._version


# -- what PyTorch warns of

WARNED = (
    "lib.nn.functional.mse_loss(r(2), r(2, 1))",
    "lib.nn.functional.l1_loss(r(2), r(2, 1))",
    "lib.nn.functional.smooth_l1_loss(r(2), r(2, 1))",
    "lib.nn.functional.huber_loss(r(2), r(2, 1))",
    "lib.nn.functional.kl_div(r(2), r(2))",
    "lib.nn.functional.kl_div(r(2), r(2), reduction='batchmean')",
    "lib.nn.functional.softmax(r(2))",
    "lib.nn.functional.log_softmax(r(2, 2))",
    "lib.nn.functional.softmin(r(2))",
    "lib.nn.functional.grid_sample(r(1, 1, 2, 2), r(1, 2, 2, 2))",
    "lib.nn.functional.affine_grid(r(1, 2, 3), (1, 1, 2, 2))",
    "lib.nn.functional.tanh(r(2))",
    "lib.nn.functional.nll_loss(r(2, 2), lib.tensor([0, 1]), size_average=False)",
    "lib.nn.functional.l1_loss(r(2), r(2), reduce=False)",
    "lib.nn.functional.dropout2d(r(2))",
    "lib.nn.functional.upsample(r(1, 1, 2), 4)",
    "r(3)[lib.tensor([1, 0, 1], dtype=lib.uint8)]",
    "r(3)[lib.tensor(1, dtype=lib.uint8)]",
    "r(3).masked_fill(lib.tensor([1, 0, 1], dtype=lib.bool), 0.0)",
    "r(2, 2)[[[0, 1], [1, 0]]]",
    "lib.cross(r(3), r(3))",
    "lib.meshgrid(r(2), r(3))",
    "r().T",
    "r(2, 2, 2).T",
    "r(2).T",
    "lib.istft(lib.ones(3, 3, dtype=lib.cfloat), 4)",
    "lib.stft(r(8), 4, return_complex=True)",
    "lib.range(0, 2)",
    "lib.autograd.Variable(r(1), volatile=True)",
    "lib.autograd.gradcheck(lambda x: x * 2, r(2).requires_grad_(), eps=1e-2, atol=1e-2)",
    "lib.utils.data.random_split([1], [1, 0])",
    "lib.testing.make_tensor((2,), dtype=lib.float32, device='cpu', low=1, high=1)",
    "lib.optim.lr_scheduler.ReduceLROnPlateau(lib.optim.SGD([r(2)])).step(1.0, 3)",
    "lib.optim.lr_scheduler.StepLR(lib.optim.SGD([r(2)]), 2).step()",
    "lib.autograd.Function()",
    "lib.is_tensor((r(2).requires_grad_() * 2).grad)",
    "r(2).requires_grad_().sum().backward(create_graph=True)",
    "lib.tensor(r(2))",
    "lib.nn.Softmax()(r(2))",
    "lib.nn.MSELoss(size_average=True)(r(2), r(2))",
    "lib.nn.KLDivLoss()(r(2), r(2))",
    "lib.nn.LSTM(2, 2, dropout=0.5)",
    "lib.nn.utils.weight_norm(lib.nn.Linear(2, 2))",
    "lib.nn.init.zeros_(lib.ones(0))",
    "lib.nn.init.kaiming_normal_(lib.ones(0, 2))",
    "lib.chain_matmul(r(2, 2), r(2, 2))",
    "lib.norm(r(2), dtype=lib.float64)",
)


@pytest.mark.parametrize("call", WARNED)
def test_what_pytorch_warns_of(call: str, control: Control) -> None:
    """Whether there is a warning, of which type, and how it begins."""

    def run(lib: Library) -> None:
        importlib.import_module(f"{lib.module.__name__}.testing")

        def r(*shape: int) -> Any:
            return lib.arange(1.0, 1 + lib.Size(shape).numel()).reshape(shape)

        eval(call, {"lib": lib.module, "r": r})

    compare(run, control)
