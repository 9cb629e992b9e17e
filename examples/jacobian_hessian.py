"""Jacobian and Hessian of functions written for NumPy.

    python examples/jacobian_hessian.py

A robot arm with three joints moves in a plane. `hand` returns the position of its hand, and `energy` the squared
distance of the hand from a target. Both are NumPy code and do not use wengert: with an array they compute values, and
with a tensor they can be differentiated. `wengert.func` transforms a function into its derivative, which can be
transformed again.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

import wengert
from wengert import Tensor
from wengert.func import jacfwd, jacrev, vmap

Array = TypeVar("Array", np.ndarray, Tensor)
LENGTHS = np.array([1.0, 0.8, 0.5])
TARGET = np.array([0.9, 1.2])
AXES = np.array([[0.0], [np.pi / 2]])  # the angles of the x and y axes


def hand(angles: Array) -> Array:
    """Return (x, y) of the hand. Each joint turns the whole arm behind it."""
    directions = np.tri(3) @ angles
    return np.cos(directions - AXES) @ LENGTHS


def energy(angles: Array) -> Array:
    """Return the squared distance between the hand and the target."""
    return ((hand(angles) - TARGET) ** 2).sum()


def differences(f: Callable[[np.ndarray], np.ndarray], x: np.ndarray, step: float) -> np.ndarray:
    """Return derivatives by central differences, with a column for each component of x."""
    columns = [(f(x + step * e) - f(x - step * e)) / (2 * step) for e in np.eye(len(x))]
    return np.stack(columns, axis=-1)


def main() -> None:
    """Print both matrices, and their differences from finite differences."""
    pose = np.array([0.3, 0.7, -0.4])
    angles = wengert.from_numpy(pose)

    jacobian = jacrev(hand)(angles)  # two outputs: two backward passes
    print("Jacobian of hand, (x, y) by joint:", jacobian, sep="\n")
    hessian = jacfwd(jacrev(energy))(angles)  # one backward pass for the gradient, three forward passes through it
    print("Hessian of energy, joint by joint:", hessian, sep="\n")

    numerical_jacobian = differences(hand, pose, 1e-6)
    numerical_hessian = differences(lambda x: differences(energy, x, 1e-4), pose, 1e-4)
    for name, exact, numerical in (("Jacobian", jacobian, numerical_jacobian), ("Hessian", hessian, numerical_hessian)):
        gap = np.abs(exact.numpy() - numerical).max()
        print(f"{name}: at most {gap:.0e} away from finite differences")
        assert gap < 1e-6

    poses = wengert.randn(1000, 3, dtype=wengert.float64)
    reach = vmap(jacrev(hand))(poses)  # a thousand Jacobians at once
    print(f"Jacobians of {len(poses)} poses in one array: {tuple(reach.shape)}")


if __name__ == "__main__":
    main()
