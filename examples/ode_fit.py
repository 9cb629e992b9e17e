"""Fit a differential equation to real data: lynx and hares, 1900 to 1920.

    python examples/ode_fit.py

The model is by Lotka and Volterra. Hares multiply and are eaten by lynx. Lynx die and live on hares:

    hare' = hare * (a - b * lynx)          lynx' = lynx * (d * hare - c)

Six numbers are unknown: a, b, c, d and both populations in 1900. The solver below is ordinary code, so its solution can
be differentiated. With six inputs and 42 outputs, forward mode (`jacfwd`) needs the fewest passes. Each step of the fit
is then a small linear least-squares problem, which NumPy solves.
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import wengert
from wengert import Tensor
from wengert.func import jacfwd

HERE = Path(__file__).resolve().parent
STEPS_PER_YEAR = 8
NAMES = ("a", "b", "c", "d", "hare in 1900", "lynx in 1900")


def simulate(log_parameters: Tensor, years: int) -> Tensor:
    """Return the logarithms of (hare, lynx) at every step of every year, by the classical Runge-Kutta method.

    All computations are in logarithms, because all six unknowns must stay positive.
    """
    a, b, c, d = log_parameters[:4].exp().unbind()

    def rate(log_populations: Tensor) -> Tensor:
        hare, lynx = log_populations.exp().unbind()
        return wengert.stack((a - b * lynx, d * hare - c))

    h = 1 / STEPS_PER_YEAR
    states = [log_parameters[4:]]
    for _ in range(years * STEPS_PER_YEAR):
        state = states[-1]
        k1 = rate(state)
        k2 = rate(state + h / 2 * k1)
        k3 = rate(state + h / 2 * k2)
        k4 = rate(state + h * k3)
        states.append(state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
    return wengert.stack(states)


def fit(log_observed: Tensor, log_start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the logarithms of the best parameters and their standard errors, by the Levenberg-Marquardt method."""

    def residuals(log_parameters: Tensor) -> Tensor:
        log_predicted = simulate(log_parameters, years=len(log_observed) - 1)[::STEPS_PER_YEAR]
        return (log_predicted - log_observed).flatten()

    point, damping = log_start, 1e-2
    r = residuals(wengert.from_numpy(point)).numpy()
    for _ in range(50):
        jacobian = jacfwd(residuals)(wengert.from_numpy(point)).numpy()
        normal = jacobian.T @ jacobian
        step = np.linalg.solve(normal + damping * np.diag(normal.diagonal()), -jacobian.T @ r)
        new_r = residuals(wengert.from_numpy(point + step)).numpy()
        if new_r @ new_r < r @ r:
            point, r, damping = point + step, new_r, damping / 4
            print(f"sum of squares {r @ r:.6f}")
        else:  # the step was too long for the linear approximation
            damping *= 4
        if np.abs(step).max() < 1e-5:
            break
    variance = r @ r / (len(r) - len(point))
    return point, np.sqrt(variance * np.linalg.inv(normal).diagonal())


def main(out: Path) -> np.ndarray:
    """Fit, print the parameters, save `ode_fit.png` in `out`, and return the parameters."""
    year, *observed = np.loadtxt(HERE / "data" / "lynx_hare.csv", delimiter=",", skiprows=1, unpack=True)
    log_observed = wengert.from_numpy(np.log(np.stack(observed, axis=1)))
    point, deviation = fit(log_observed, log_start=np.log([0.5, 0.02, 0.5, 0.02, 30.0, 4.0]))
    for name, value, spread in zip(NAMES, point, deviation, strict=True):
        print(f"{name:>12} = {np.exp(value):7.4f}   (give or take {100 * spread:.0f} %)")

    curves = simulate(wengert.from_numpy(point), years=len(year) - 1).exp().numpy()
    when = np.linspace(year[0], year[-1], len(curves))
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    for name, colour, pelts, curve in zip(("hare", "lynx"), ("tab:blue", "tab:red"), observed, curves.T, strict=True):
        axes.plot(year, pelts, "o", color=colour, label=f"{name}, counted")
        axes.plot(when, curve, color=colour, label=f"{name}, fitted")
    axes.set(
        xlabel="year", ylabel="thousands of pelts", title="Lotka-Volterra equations fitted to the Hudson's Bay pelts"
    )
    axes.set_xticks(year[::4])
    figure.legend(loc="outside lower center", frameon=False, ncols=4)
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "ode_fit.png", dpi=130)
    return np.exp(point)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Fit the Lotka-Volterra equations to the lynx and hare pelts.")
    arguments.add_argument("--out", type=Path, default=HERE.parent / "out", help="folder of the figure")
    main(**vars(arguments.parse_args()))
