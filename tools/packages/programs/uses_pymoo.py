"""pymoo, which is written for NumPy: its test problems have derivatives, of objectives and of constraints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from pymoo.problems import get_problem

NAMES = ("ackley", "bnh", "dtlz1", "dtlz2", "dtlz7", "griewank", "himmelblau", "osy", "pressure_vessel", "rastrigin",
         "rosenbrock", "schwefel", "sphere", "tnk", "truss2d", "welded_beam", "zakharov", "zdt1", "zdt2", "zdt3",
         "zdt4", "zdt6")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_problem(name: str) -> None:
    problem = get_problem(name)
    inside = np.linspace(0.2, 0.8, problem.n_var)
    point = np.atleast_2d(problem.xl + (problem.xu - problem.xl) * inside).astype(float)

    def evaluated(x: Any) -> Any:
        out: dict[str, Any] = {}
        problem._evaluate(x, out)
        return tuple(out[key] for key in ("F", "G") if out.get(key) is not None)

    x = torch.from_numpy(point.copy()).requires_grad_()
    for expected, found in zip(evaluated(point), evaluated(x), strict=True):
        np.testing.assert_allclose(found.detach().numpy(), expected, rtol=1e-12)
    torch.autograd.gradcheck(evaluated, x, rtol=1e-3, atol=1e-3)
