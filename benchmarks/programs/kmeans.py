"""k-means: the sum of squared distances to the nearest centre, its gradient, and the diagonal of its Hessian.

After Bottou and Bengio, "Convergence properties of the k-means algorithms", 1995, whose Newton step divides the
gradient by this diagonal. The Hessian is diagonal where no point is as near to another centre, so that its product with
a vector of ones is its diagonal.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

POINTS, DIMENSIONS, CENTRES = 2000, 8, 20


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    points = t.from_numpy(r.normal(size=(POINTS, DIMENSIONS)).astype(np.float32))
    centres = t.from_numpy(r.normal(size=(CENTRES, DIMENSIONS)).astype(np.float32))
    lengths = points.square().sum(1, keepdim=True)

    def cost(centres: Any) -> Any:
        distances = lengths - 2 * points @ centres.T + centres.square().sum(1)
        return distances.amin(1).sum()

    def value() -> list[Any]:
        return [cost(centres)]

    def newton() -> list[Any]:
        moving = centres.clone().requires_grad_()
        (gradient,) = t.autograd.grad(cost(moving), moving, create_graph=True)
        (diagonal,) = t.autograd.grad(gradient.sum(), moving)
        return [gradient, diagonal]

    return {"cost": value, "with gradient and Hessian diagonal": newton}
