"""Jacobian and Hessian of functions written for NumPy.

    python examples/jacobian_hessian.py

A robot arm with three joints moves in a plane. `hand` returns the position of its hand, and `energy` the squared
distance of the hand from a target. Both are NumPy code and do not use wengert: with an array they compute values, and
with a tensor they can be differentiated. `wengert.func` transforms a function into its derivative, which can be
transformed again.

The program also draws the arm in five poses, to `out/jacobian_hessian.png`. The ellipse around the hand is where the
hand gets if the joints turn a little. It is the Jacobian's image of a ball of turns; a flat one means that the hand can
hardly move in one direction.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
from matplotlib.figure import Figure

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


def draw(path: Path) -> None:
    """Save the arm in five poses, each with the ellipse of its Jacobian."""
    poses = np.array([[2.6, -0.5, -0.4], [1.9, -0.2, -0.1], [1.2, 0.6, 0.5], [0.5, -0.9, 1.8], [0.1, 0.4, 0.1]])
    jacobians = vmap(jacrev(hand))(wengert.from_numpy(poses)).numpy()
    circle = np.stack([np.cos(np.linspace(0, 2 * np.pi, 100)), np.sin(np.linspace(0, 2 * np.pi, 100))])
    figure = Figure(figsize=(8, 4.4), layout="constrained")
    axes = figure.subplots()
    for pose, jacobian, colour in zip(poses, jacobians, ("blue", "orange", "green", "red", "purple"), strict=True):
        directions = np.cumsum(pose)
        joints = np.cumsum([np.zeros(2), *(LENGTHS * [np.cos(directions), np.sin(directions)]).T], axis=0)
        sides, lengths, _ = np.linalg.svd(jacobian, full_matrices=False)
        ellipse = joints[-1][:, None] + 0.15 * (sides * lengths) @ circle
        axes.plot(*joints.T, "o-", color=f"tab:{colour}", linewidth=3)
        axes.fill(*ellipse, color=f"tab:{colour}", alpha=0.3)
    axes.set(xlabel="x (m)", ylabel="y (m)", title="Where the hand gets if each joint turns a little", aspect="equal")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130)


def main(out: Path) -> None:
    """Print both matrices, and their differences from finite differences; draw the arm."""
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
    draw(out / "jacobian_hessian.png")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Jacobian and Hessian of a robot arm written for NumPy.")
    arguments.add_argument("--out", type=Path, default=Path(__file__).resolve().parent.parent / "out", help="folder")
    main(**vars(arguments.parse_args()))
