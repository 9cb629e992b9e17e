"""Fit a distribution by maximum likelihood, with standard errors: daily returns of a share.

    python examples/likelihood.py

Returns of shares have heavier tails than the normal distribution: days of ten standard deviations do happen. Student's
t distribution has a parameter for that, its degrees of freedom. The program fits it to 1,046 daily returns of Google
(2004 to 2008, shipped with Matplotlib).

The fit is Newton's method. Gradient and Hessian of the log-likelihood come from `wengert.func`. At the maximum the
inverse of the negative Hessian is the covariance of the parameters, so the standard errors cost nothing more.
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib import cbook
from matplotlib.figure import Figure

import wengert
from wengert import Tensor
from wengert.func import grad, hessian

NAMES = ("location", "scale", "degrees of freedom")


def returns() -> Tensor:
    """Return the daily returns in percent."""
    with cbook.get_sample_data("goog.npz") as data:
        price = data["price_data"]["adj_close"]
    return wengert.from_numpy(100 * np.diff(np.log(price)))


def log_density(x: Tensor, parameters: Tensor) -> Tensor:
    """Return the logarithm of Student's density. Scale and degrees of freedom are positive: they come as logarithms."""
    location, scale, freedom = parameters[0], parameters[1].exp(), parameters[2].exp()
    z = (x - location) / scale
    constant = wengert.lgamma((freedom + 1) / 2) - wengert.lgamma(freedom / 2) - (np.pi * freedom).log() / 2
    return constant - scale.log() - (freedom + 1) / 2 * (z**2 / freedom).log1p()


def newton(x: Tensor) -> tuple[Tensor, Tensor]:
    """Return the parameters of highest likelihood, and their covariance."""

    def loss(parameters: Tensor) -> Tensor:
        return -log_density(x, parameters).sum()

    point = wengert.tensor([0.0, np.log(x.std().item()), np.log(5.0)], dtype=wengert.float64)
    for step in range(20):
        gradient, curvature = grad(loss)(point), hessian(loss)(point)
        point = point - wengert.linalg.solve(curvature, gradient)
        print(f"step {step}: negative log-likelihood {loss(point).item():.4f}")
        if gradient.abs().max() < 1e-6:
            break
    return point, wengert.linalg.inv(hessian(loss)(point))


def draw(x: np.ndarray, point: Tensor, path: Path) -> None:
    """Save the histogram of the returns, with the fitted density and the normal one."""
    grid = np.linspace(-16, 16, 400)
    student = log_density(wengert.from_numpy(grid), point).exp().numpy()
    normal = np.exp(-(((grid - x.mean()) / x.std()) ** 2) / 2) / (x.std() * np.sqrt(2 * np.pi))
    figure = Figure(figsize=(9, 4), layout="constrained")
    for axes, scale in zip(figure.subplots(1, 2, sharex=True), ("linear", "log"), strict=True):
        axes.hist(x, bins=np.arange(-16, 16.1, 0.5), density=True, color="tab:blue", alpha=0.4, label="returns")
        axes.plot(grid, student, color="tab:red", label="Student's t")
        axes.plot(grid, normal, "--", color="tab:green", label="normal")
        axes.set(xlabel="daily return (%)", ylabel="density (per %)", yscale=scale, title=f"{scale} scale")
        axes.set_ylim(*((0, None) if scale == "linear" else (1e-4, 1)))
    axes.legend(frameon=False, loc="upper left")
    figure.savefig(path, dpi=130)


def main(out: Path) -> dict[str, tuple[float, float]]:
    """Fit, print and draw. Return each parameter with its standard error."""
    x = returns()
    point, covariance = newton(x)
    errors = covariance.diagonal().sqrt()
    values = wengert.cat((point[:1], point[1:].exp()))
    errors = wengert.cat((errors[:1], errors[1:] * values[1:]))  # of exp(p): the error of p, times exp(p)
    found = {n: (v, e) for n, v, e in zip(NAMES, values.tolist(), errors.tolist(), strict=True)}
    for name, (value, error) in found.items():
        print(f"{name:>18} = {value:6.3f} ± {error:.3f}")
    out.mkdir(parents=True, exist_ok=True)
    draw(x.numpy(), point, out / "likelihood.png")
    return found


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Fit Student's t distribution to the returns of a share.")
    arguments.add_argument("--out", type=Path, default=Path(__file__).resolve().parent.parent / "out", help="folder")
    main(**vars(arguments.parse_args()))
