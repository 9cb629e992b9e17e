"""An articulated hand: distances of observed points from a skinned mesh, and their Jacobian by the pose.

Bones turn about their joints, one after another from the wrist to the finger tips, and vertices move with the bones by
linear blend skinning: Taylor, Stebbing, Ramakrishna, Keskin, Shotton, Izadi, Hertzmann and Fitzgibbon, "User-specific
hand modeling from monocular depth sequences", 2014, in the form of Šrajer, Kukelova and Fitzgibbon, 2018. The Jacobian
by the 26 parameters of the pose comes from forward mode.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

FINGERS, JOINTS, VERTICES, OBSERVED = 5, 4, 400, 100
BONES = 1 + FINGERS * JOINTS


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    vertices = t.from_numpy(np.concatenate([r.normal(size=(VERTICES, 3)), np.ones((VERTICES, 1))], 1))
    shares = r.random((BONES, VERTICES)) ** 8
    shares = t.from_numpy(shares / shares.sum(0))
    offsets = t.from_numpy(0.3 * r.normal(size=(BONES, 3)))  # of each joint from the one before
    nearest = t.from_numpy(r.integers(0, VERTICES, OBSERVED))
    observed = t.from_numpy(r.normal(size=(OBSERVED, 3)))
    pose = t.from_numpy(0.2 * r.normal(size=6 + FINGERS * JOINTS))  # of the wrist, then an angle a joint
    last = t.tensor([[0.0, 0.0, 0.0, 1.0]], dtype=t.float64)
    zero, one = t.zeros((), dtype=t.float64), t.ones((), dtype=t.float64)

    def rotation(angles: Any) -> Any:
        """About the three axes, one after another."""
        cosine, sine = t.cos(angles), t.sin(angles)
        a, b, c = cosine
        u, v, w = sine
        about_x = t.stack([one, zero, zero, zero, a, -u, zero, u, a]).reshape(3, 3)
        about_y = t.stack([b, zero, v, zero, one, zero, -v, zero, b]).reshape(3, 3)
        about_z = t.stack([c, -w, zero, w, c, zero, zero, zero, one]).reshape(3, 3)
        return about_z @ about_y @ about_x

    def placed(turn: Any, offset: Any) -> Any:
        return t.cat([t.cat([turn, offset[:, None]], 1), last])

    def skinned(pose: Any) -> Any:
        wrist = placed(rotation(pose[:3]), pose[3:6])
        bones = [wrist]
        for finger in range(FINGERS):
            before = wrist
            for joint in range(JOINTS):
                at = finger * JOINTS + joint
                angle = pose[6 + at]
                bend = rotation(t.stack([angle, zero, 0.1 * angle]))
                before = before @ placed(bend, offsets[1 + at])
                bones.append(before)
        moved = t.stack(bones)[:, :3, :] @ vertices.T
        return (shares[:, None, :] * moved).sum(0).T

    def residuals(pose: Any) -> Any:
        return (observed - skinned(pose)[nearest]).reshape(-1)

    jacobian = t.func.jacfwd(residuals)
    return {"residuals": lambda: [residuals(pose)], "with Jacobian": lambda: [jacobian(pose)]}
