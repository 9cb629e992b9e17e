"""Programs written for PyTorch, run with only the import changed: they find what PyTorch finds.

``python -m tests.test_programs [name ...]`` runs them on PyTorch and records what it found.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent / "programs"
RECORDED = HERE / "results.json"
NAMES = sorted(path.stem for path in HERE.glob("*.py"))
TOLERANCE = {"float32": 2e-4, "complex64": 2e-4, "float64": 1e-9, "complex128": 1e-9}  # over a whole training
IMPORTS = ((r"^import torch$", "import {} as torch"), (r"^(import|from) torch\b", r"\1 {}"))


def run(name: str, library: str) -> dict[str, Any]:
    """The findings of a program: the dtype and values of tensors, other values as they are."""
    source = (HERE / f"{name}.py").read_text(encoding="utf-8")
    for pattern, replacement in IMPORTS:
        source = re.sub(pattern, replacement.format(library), source, flags=re.MULTILINE)
    scope: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, str(HERE / f"{name}.py"), "exec"), scope)
    found = scope["RESULT"]
    tensor = importlib.import_module(library).Tensor
    return {k: [str(v.dtype).rpartition(".")[2], v.tolist()] if isinstance(v, tensor) else v for k, v in found.items()}


@pytest.mark.parametrize("name", NAMES)
def test_programs(lib: Any, name: str) -> None:
    found, expected = run(name, lib.__name__), json.loads(RECORDED.read_text(encoding="utf-8"))[name]
    assert found.keys() == expected.keys()
    for key, value in expected.items():
        if not isinstance(value, list) or not isinstance(value[0], str):
            assert found[key] == value, key
            continue
        assert found[key][0] == value[0], f"{key}: dtype"
        ours, theirs = np.asarray(found[key][1]), np.asarray(value[1])
        scale = max(1.0, float(np.abs(theirs).max(initial=0)))
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=TOLERANCE.get(value[0], 0) * scale, err_msg=key)


if __name__ == "__main__":
    results = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    results = {name: results[name] for name in NAMES if name in results}
    results |= {name: run(name, "torch") for name in sys.argv[1:] or NAMES}
    lines = [
        f' "{name}": {{\n'
        + ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in results[name].items())
        + "\n }"
        for name in sorted(results)
    ]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
