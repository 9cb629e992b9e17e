"""The examples in PyTorch's docstrings run on wengert, and show the same."""

from __future__ import annotations

import importlib
import json
import math
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from tests import documented

pytest.importorskip("torch")
pytestmark = pytest.mark.oracle

REFUSED = (  # what is missing, and says so
    r"is not part of wengert|sparse layouts have no blocks|^NotImplementedError|"
    r"^RuntimeError: torch\.(cuda|masked|library|set_default_device)"
)
UNSET = "memory that nothing was written to"
TIMES = "times"
DIFFERENT = {  # what shows something else, and why
    **dict.fromkeys(("torch.Tensor.new_empty", "torch.Tensor.new_empty_strided", "torch.nn.utils.skip_init"), UNSET),
    **dict.fromkeys(("torch.empty", "torch.empty_strided"), UNSET),
    **dict.fromkeys(("torch.autograd.profiler.profile", "torch.autograd.profiler.record_function"), TIMES),
    "torch.Tensor.dim_order": "shows an error, which says the next step here",
    "torch.Tensor.view": "the bits of numbers that are rounded otherwise",
    "torch.Generator.seed": "a seed that is drawn",
    "torch.autograd.profiler.emit_itt": "asks for a package",
    "torch.library.register_fake": "traces, and computes with tensors that have shapes only",
    "torch.func.functionalize": "traces",
    "torch.library.wrap_triton": "traces",
    "torch.linalg.lu": "goes on after a call that PyTorch refuses, and wengert does not",
    "torch.overrides.get_ignored_functions": "names private functions, too",
    "torch.overrides.get_testing_overrides": "the signature of another overload of add",
    "torch.set_default_device": "names a GPU",
    "torch.set_default_dtype": "NumPy has no complex numbers of 32 bits",
    "torch.set_flush_denormal": "NumPy cannot; False says so",
    "torch.sort": "the order of equal values is not fixed; here it is",
    "torch.sparse.mm": "adds up rows by a product of matrices, and its node says so",
    "torch.tensordot": "draws on a GPU",
}


INTERNAL = {  # what only PyTorch's own code uses
    "torch.autograd.profiler": "EnforceUnique KinetoStepTracker MemRecordsAcc",
    "torch.fft": "Tensor",
    "torch.nn.attention": "WARN_FOR_UNFUSED_KERNELS",
    "torch.serialization": (
        "SourceChangeWarning StorageType check_module_version_greater_or_equal mkdtemp normalize_storage_type "
        "storage_to_tensor_type validate_cuda_device validate_hpu_device"
    ),
    "torch.utils.data": "_DatasetKind guaranteed_datapipes_determinism non_deterministic",
    "torch.utils.dlpack": "DLDeviceType",
}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Statements, what PyTorch shows and what wengert shows, by the name of what they are an example of."""
    where = tmp_path_factory.mktemp("documented")
    source = {name: documented.statements(doc) for name, doc in documented.documented()}
    (where / "examples").write_text(json.dumps(source))
    both = []
    for library in ("torch", "wengert"):
        (where / library).mkdir()
        asked = ["-m", "tests.documented", library, where / "examples", where / library / "results"]
        environment = {**os.environ, "PYTHONPATH": os.getcwd(), "OMP_NUM_THREADS": "1"}
        done = subprocess.run([sys.executable, *map(str, asked)], env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False, timeout=600)  # fmt: skip
        assert not done.returncode, done.stderr[-2000:]
        both.append(json.loads((where / library / "results").read_text()))
    return {name: list(zip(source[name], both[0][name], both[1][name], strict=True)) for name in source}


def _alike(ours: str, theirs: str) -> bool:
    """Whether two texts are the same but for spaces, addresses and the rounding of numbers."""
    number = r"(?<![\w.])-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf|nan)"
    parts = []
    for text in (ours, theirs):
        text = re.sub(r"<(built-in method|function) (\w+).*?>", r"<\2>", text)
        text = re.sub(r"<[\w.]*\b(\w+) object at 0x[0-9a-f]+>", r"<\1>", text)
        text = re.sub(r"[+-](0\.?0*j)", r"+\1", re.sub(r"0x[0-9a-f]+|\s", "", text))
        parts.append((re.sub(number, "#", text), [float(n) for n in re.findall(number, text)]))
    (a, x), (b, y) = parts
    scale = max([1.0, *[abs(v) for v in y if math.isfinite(v)]])
    return a == b and all(
        math.isclose(v, w, rel_tol=2e-3, abs_tol=2e-4 * scale) or v != v and w != w for v, w in zip(x, y, strict=True)
    )


def test_examples_show_what_pytorch_shows(shown: dict[str, Any]) -> None:
    """As far as PyTorch runs them. Where wengert says that something is not part of it, the example ends."""
    wrong, same, refused = [], 0, 0
    for name, lines in shown.items():
        for statement, (theirs, failed), (ours, error) in lines:
            if failed:
                continue
            if error and re.search(REFUSED, error):
                refused += 1
                break
            if error or not _alike(ours, theirs):
                if name not in DIFFERENT:
                    wrong.append(f"{name}: {statement}\n  PyTorch: {theirs}\n  wengert: {error or ours}")
                break
            same += 1
    assert not wrong, f"{len(wrong)} examples:\n" + "\n".join(wrong)
    assert same > 3500 and refused < 50, (same, refused)


def test_public_names_are_here_or_say_what_is_instead() -> None:
    missing = []
    for name in documented.MODULES:
        theirs = importlib.import_module(name)
        ours = importlib.import_module(name.replace("torch", "wengert", 1)) if name != "torch.nn.grad" else None
        listed = [m for m in getattr(theirs, "__all__", ()) if hasattr(theirs, m)]
        for member in listed if ours and name != "torch" else ():
            try:
                getattr(ours, member)
            except AttributeError as e:
                if "is not part of wengert" not in str(e) and member not in INTERNAL.get(name, "").split():
                    missing.append(f"{name}.{member}")
    assert missing == []
