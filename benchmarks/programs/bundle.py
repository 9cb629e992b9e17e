"""Bundle adjustment: where points are seen by cameras, and the Jacobian of the errors.

The camera is that of Agarwal, Snavely, Seitz and Szeliski, "Bundle adjustment in the large", 2010, with Rodrigues'
rotation, focal length and two coefficients of radial distortion; the weights of observations are added as in Šrajer,
Kukelova and Fitzgibbon, 2018. An error depends on one camera, one point and one weight, so that two backward passes
give all blocks of the Jacobian.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

CAMERAS, POINTS, OBSERVATIONS = 20, 400, 2000


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    cameras = np.concatenate(
        [
            0.3 * r.normal(size=(CAMERAS, 3)),  # rotation: axis times angle
            r.normal(size=(CAMERAS, 3)),  # centre
            500 + 10 * r.normal(size=(CAMERAS, 1)),  # focal length
            0.1 * r.normal(size=(CAMERAS, 2)),  # principal point
            0.01 * r.normal(size=(CAMERAS, 2)),  # distortion
        ],
        1,
    )
    points = r.normal(size=(POINTS, 3)) + [0, 0, 8]
    camera, point = r.integers(0, CAMERAS, OBSERVATIONS), r.integers(0, POINTS, OBSERVATIONS)
    observed = t.from_numpy(500 * r.normal(size=(OBSERVATIONS, 2)))
    weights = t.from_numpy(r.random(OBSERVATIONS)).requires_grad_()
    cameras, points = t.from_numpy(cameras), t.from_numpy(points)
    camera, point = t.from_numpy(camera), t.from_numpy(point)

    def rotated(axis: Any, x: Any) -> Any:
        squared = (axis * axis).sum(1, keepdim=True)
        angle = squared.sqrt()
        unit = axis / angle
        cosine, sine = angle.cos(), angle.sin()
        along = (unit * x).sum(1, keepdim=True) * (1 - cosine)
        return x * cosine + t.linalg.cross(unit, x) * sine + unit * along

    def errors(seen_by: Any, seen: Any, weights: Any) -> Any:
        axis, centre, focal, principal, distortion = seen_by.split([3, 3, 1, 2, 2], 1)
        x = rotated(axis, seen - centre)
        flat = x[:, :2] / x[:, 2:]
        radius = (flat * flat).sum(1, keepdim=True)
        bent = flat * (1 + distortion[:, :1] * radius + distortion[:, 1:] * radius * radius)
        return weights[:, None] * (bent * focal + principal - observed), 1 - weights * weights

    def residuals() -> list[Any]:
        return list(errors(cameras[camera], points[point], weights))

    def jacobian() -> list[Any]:
        by = (cameras[camera].requires_grad_(), points[point].requires_grad_(), weights)
        reprojected, of_weights = errors(*by)
        blocks = [t.autograd.grad(reprojected[:, i].sum(), by, retain_graph=True) for i in range(2)]
        return [*[g for block in blocks for g in block], t.autograd.grad(of_weights.sum(), weights)[0]]

    return {"residuals": residuals, "with Jacobian": jacobian}
