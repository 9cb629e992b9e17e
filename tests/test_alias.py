"""`import torch` can import wengert: one set of modules under two names, chosen by the user alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
FAKE = """raise ImportError("PyTorch itself")"""
PROGRAM = """\
import pickle, sys
import torch, torch.nn.functional as F, torch.optim.lr_scheduler
from torch import Tensor, nn
from torch.autograd import Function, grad
from torch.autograd.functional import _as_tuple
from torch.nn.modules.linear import Linear
from torch.optim.lbfgs import _strong_wolfe
from torch._vmap_internals import _vmap
from torch._C import _LinAlgError
from functorch import vmap
import wengert, wengert.nn.functional

assert torch.__version__ == "2.13.0+wengert" and wengert.__version__ != torch.__version__
assert torch.nn is wengert.nn is sys.modules["torch.nn"] and F is wengert.nn.functional and Linear is wengert.nn.Linear
assert torch.float32 is wengert.float32 and Tensor is wengert.Tensor and vmap is wengert.func.vmap
assert wengert.nn.__spec__.name == wengert.nn.__name__ == "wengert.nn"
assert sorted(dir(torch)) == sorted(dir(wengert))

class Squared(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        return 2 * g * ctx.saved_tensors[0]

x = torch.tensor([1.0, 2.0], requires_grad=True)
assert grad(Squared.apply(x).sum(), x)[0].tolist() == [2, 4]
assert b"torch" not in pickle.dumps(nn.Linear(2, 1))
assert _as_tuple(x) == (False, (x,)) and _LinAlgError is torch.linalg.LinAlgError
doubled, absent = _vmap(lambda x: (x * 2, None), allow_none_pass_through=True)(x.detach())
assert doubled.tolist() == [2, 4] and absent is None
from torch.nn.common_types import _size_2_t
assert _size_2_t == int | tuple[int, int]
try:
    import torch.distributed
except ModuleNotFoundError as e:
    assert str(e).startswith("torch.distributed is not part of wengert; average gradients"), e
else:
    raise AssertionError("torch.distributed")
for name in ("torch._dynamo", "torch.nothing"):
    try:
        __import__(name)
    except ModuleNotFoundError as e:
        assert e.name == name, e
    else:
        raise AssertionError(name)
try:
    torch.nothing
except AttributeError as e:
    assert "nothing" in str(e)
print(*sys.argv[1:], __name__)
"""


def run(*args: str, where: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), *([path] if path else [])])}
    command = [sys.executable, "-W", "error", *args]
    return subprocess.run(command, cwd=where, env=env, capture_output=True, text=True, check=False)


def test_programs_run_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    for args in (["--force", "program.py", "a", "-b"], ["--force", "-m", "program", "a", "-b"]):
        ran = run("-m", "wengert", "run", *args, where=tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout == "a -b __main__\n"


def test_pytorch_is_hidden_only_if_that_is_asked_for(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "torch.py").write_text(FAKE)
    (tmp_path / "program.py").write_text("import torch; print(torch.__version__)")
    refused = run("-m", "wengert", "run", "program.py", where=tmp_path, path=str(theirs))
    assert refused.returncode == 2 and "PyTorch is installed" in refused.stderr and "--force" in refused.stderr
    forced = run("-m", "wengert", "run", "--force", "program.py", where=tmp_path, path=str(theirs))
    assert forced.stdout == "2.13.0+wengert\n", forced.stderr


def test_the_name_is_not_taken_twice_nor_from_what_was_imported(tmp_path: Path) -> None:
    twice = run("-c", "import wengert as w; w.install_as_torch(force=True); import torch; w.install_as_torch()",
                where=tmp_path)  # fmt: skip
    assert twice.returncode == 0, twice.stderr
    late = run("-c", "import sys, types, wengert; sys.modules['torch'] = types.ModuleType('torch');"
               "wengert.install_as_torch(force=True)", where=tmp_path)  # fmt: skip
    assert "PyTorch has been imported already" in late.stderr


@pytest.mark.parametrize("flags", [["--help"], []])
def test_the_command_says_how_it_is_called(flags: list[str], tmp_path: Path) -> None:
    ran = run("-m", "wengert", "run", *flags, where=tmp_path)
    assert "usage: python -m wengert run" in ran.stdout + ran.stderr
