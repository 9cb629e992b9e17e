"""Fill a gap in a profile of a mountain, by a Gaussian process.

    python examples/gaussian_process.py

A line of heights crosses the Jacksboro fault in Tennessee (from Matplotlib's sample data). Every third height is
measured, with an error of a few metres, and a stretch in the middle is hidden. A Gaussian process says what lies
between, and how sure it is.

The process has three parameters: how high the hills are, how wide they are, and how large the errors of measurement
are. They are found by gradient descent on the likelihood, which holds a Cholesky factor. Its gradient is exact.
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib import cbook
from matplotlib.figure import Figure

import wengert
from wengert import Tensor

SPACING = 0.0008333 * 111.3 * np.cos(np.radians(36.5))  # kilometres from one height to the next


def profile() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return distances in kilometres, heights in metres, and which of them are measured."""
    with cbook.get_sample_data("jacksboro_fault_dem.npz") as data:
        heights = data["elevation"][150, :240].astype(float)
    x = SPACING * np.arange(len(heights))
    measured = (np.arange(len(x)) % 3 == 0) & ((x < 8) | (x > 9.5))
    return x, heights, measured


def kernel(a: Tensor, b: Tensor, height: Tensor, width: Tensor) -> Tensor:
    """Return the covariance of the heights at `a` and at `b` (Matérn, 3/2): rough, as mountains are."""
    distance = 3**0.5 * (a[:, None] - b).abs() / width
    return height**2 * (1 + distance) * (-distance).exp()


def factor(x: Tensor, logarithms: Tensor) -> Tensor:
    """Return the Cholesky factor of the covariance of the measurements."""
    height, width, error = logarithms.exp().unbind()
    covariance = kernel(x, x, height, width) + error**2 * wengert.eye(len(x), dtype=x.dtype)
    return wengert.linalg.cholesky(covariance)


def negative_log_likelihood(x: Tensor, y: Tensor, logarithms: Tensor) -> Tensor:
    """Return how unlikely the measurements are."""
    root = factor(x, logarithms)
    white = wengert.linalg.solve_triangular(root, y[:, None], upper=False)
    return (white**2).sum() / 2 + root.diagonal().log().sum() + len(x) * np.log(2 * np.pi) / 2


def fit(x: Tensor, y: Tensor) -> Tensor:
    """Return the logarithms of height, width and error."""
    logarithms = wengert.tensor([100.0, 1.0, 10.0], dtype=wengert.float64).log().requires_grad_()
    optimizer = wengert.optim.LBFGS([logarithms], max_iter=60, line_search_fn="strong_wolfe")

    def closure() -> Tensor:
        optimizer.zero_grad()
        loss = negative_log_likelihood(x, y, logarithms)
        loss.backward()
        return loss

    before = optimizer.step(closure).item()
    print(f"negative log-likelihood: {before:.2f} at first, {closure().item():.2f} at last")
    return logarithms.detach()


def predict(x: Tensor, y: Tensor, at: Tensor, logarithms: Tensor) -> tuple[Tensor, Tensor]:
    """Return mean and standard deviation of the heights at other places."""
    height, width, _ = logarithms.exp().unbind()
    root = factor(x, logarithms)
    across = wengert.linalg.solve_triangular(root, kernel(x, at, height, width), upper=False)
    white = wengert.linalg.solve_triangular(root, y[:, None], upper=False)
    return (across.mT @ white)[:, 0], (height**2 - (across**2).sum(0)).sqrt()


def main(out: Path) -> float:
    """Fit, print and draw. Return the share of hidden heights that lie within two standard deviations."""
    distance, heights, measured = profile()
    noise = 4 * np.random.default_rng(0).normal(size=measured.sum())
    level = heights[measured].mean()
    x, at = wengert.from_numpy(distance[measured]), wengert.from_numpy(distance)
    y = wengert.from_numpy(heights[measured] + noise - level)
    logarithms = fit(x, y)
    height, width, error = logarithms.exp().tolist()
    print(f"hills are {height:.0f} m high and {width:.2f} km wide; errors are {error:.1f} m")
    mean, deviation = (t.numpy() for t in predict(x, y, at, logarithms))
    inside = float((np.abs(heights - level - mean) < 2 * deviation)[~measured].mean())
    print(f"{100 * inside:.0f} % of the heights that were not measured are within two standard deviations")

    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    low, high = level + mean - 2 * deviation, level + mean + 2 * deviation
    axes.fill_between(distance, low, high, color="tab:blue", alpha=0.3, linewidth=0, label="two standard deviations")
    axes.plot(distance, level + mean, color="tab:blue", label="Gaussian process")
    axes.plot(distance, heights, color="tab:red", linewidth=0.8, label="true heights")
    axes.plot(distance[measured], heights[measured] + noise, ".", color="tab:orange", markersize=5, label="measured")
    axes.set(xlabel="distance (km)", ylabel="height (m)", title="A profile across the Jacksboro fault, with a gap")
    axes.legend(frameon=False, ncols=2)
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "gaussian_process.png", dpi=130)
    return inside


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Fill a gap in a profile of a mountain.")
    arguments.add_argument("--out", type=Path, default=Path(__file__).resolve().parent.parent / "out", help="folder")
    main(**vars(arguments.parse_args()))
