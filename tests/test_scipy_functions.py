"""SciPy's own functions on tensors: through the array API they are differentiable, and nothing is lost in silence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import scipy

import wengert

pytestmark = pytest.mark.skipif(
    tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 17), reason="older SciPy has fewer functions of this kind"
)
ROOT = Path(__file__).parents[1]
REFUSED = {"signal.lfilter", "special.betainc", "stats.norm.logpdf", "stats.pearsonr"}  # they want NumPy's arrays


def run(*code: str, flag: str = "1") -> str:
    environment = {**os.environ, "SCIPY_ARRAY_API": flag}
    done = subprocess.run([sys.executable, *code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout


def test_values_and_derivatives() -> None:
    found: dict[str, Any] = json.loads(run("-m", "tests.scipy_calls"))
    assert {name: said for name, said in found.items() if said != "right"} == dict.fromkeys(REFUSED, "refused")


SAID = """
import wengert
from scipy import signal, special, stats
x = wengert.ones(4, requires_grad=True)
for f in ({}):
    try:
        f(x)
    except RuntimeError as e:
        print(e)
"""


def test_messages_say_how_a_gradient_passes() -> None:
    calls = "stats.zscore, signal.detrend, lambda x: stats.Normal(mu=x, sigma=1.0)"
    zscore, detrend, normal = run("-c", SAID.format(calls), flag="").splitlines()
    assert "(scipy.stats.zscore takes tensors if SCIPY_ARRAY_API=1 is in the environment before SciPy is" in zscore
    assert "scipy.signal.detrend has no gradient: give it one in a wengert.autograd.Function." in detrend
    assert "__init__" not in normal
    (again,) = run("-c", SAID.format("signal.detrend,")).splitlines()
    assert again == detrend
    (written,) = run(
        "-c",
        SAID.format("lambda x: special.log_softmax(x).sum().backward(),").replace(
            "print(e)", "print(str(e).splitlines()[-1])"
        ),
    ).splitlines()
    assert written == (
        "Run the forward and the backward pass under wengert.autograd.graph.allow_mutation_on_saved_tensors(): it "
        "copies what is overwritten."
    )


def test_the_advice_for_what_a_package_overwrites_is_right() -> None:
    x = wengert.ones(3, requires_grad=True)
    with wengert.autograd.graph.allow_mutation_on_saved_tensors():
        y = x.exp()
        y.mul_(2)
        y.sum().backward()
    assert wengert.allclose(x.grad, 2 * wengert.ones(3).exp())
