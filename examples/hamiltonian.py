"""Sample a posterior of 209 dimensions by Hamiltonian Monte Carlo: how nervous the market was, week by week.

    python examples/hamiltonian.py

The volatility of a share is not seen; only its returns are. The model: the logarithm of the volatility walks a little
each week, and the return of the week is a normal number of that volatility. The unknowns are 209 logarithms. Their
posterior is sampled from the weekly returns of Google (2004 to 2008, shipped with Matplotlib).

Hamiltonian Monte Carlo moves all unknowns together along the gradient of the log-posterior. `wengert.autograd.grad`
computes this gradient, in one backward pass however many unknowns there are.
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib import cbook
from matplotlib.figure import Figure
from tqdm import tqdm

import wengert
from wengert import Tensor

WALK = 0.15  # how far the logarithm of the volatility walks in a week
STEPS, LENGTH = 30, 0.04


def returns() -> tuple[np.ndarray, Tensor]:
    """Return dates, and the weekly returns in percent."""
    with cbook.get_sample_data("goog.npz") as data:
        weekly = data["price_data"][::5]
    return weekly["date"][1:], wengert.from_numpy(100 * np.diff(np.log(weekly["adj_close"])))


def log_posterior(white: Tensor, y: Tensor) -> Tensor:
    """Return the log-density, but for a constant, of the steps of the walk (each in units of its size)."""
    logarithm = volatility(white).log()
    return -(white**2).sum() / 2 - (logarithm + y**2 * (-2 * logarithm).exp() / 2).sum()


def volatility(white: Tensor) -> Tensor:
    """Return the volatility of every week, in percent. The first step is the level, which is less certain."""
    start = np.log(4) + 0.3 * white[..., :1]
    return wengert.cat((start, start + WALK * white[..., 1:].cumsum(-1)), -1).exp()


def sample(y: Tensor, count: int) -> tuple[Tensor, float]:
    """Return samples of the posterior, and how many proposals were accepted."""

    def slope(at: Tensor) -> tuple[float, Tensor]:
        at = at.detach().requires_grad_()
        value = log_posterior(at, y)
        return value.item(), wengert.autograd.grad(value, at)[0]

    here = wengert.zeros(len(y), dtype=wengert.float64)
    value, gradient = slope(here)
    kept, accepted = [], 0
    for _ in tqdm(range(count), desc="sampling", unit="sample"):
        momentum = wengert.randn(len(y), dtype=wengert.float64)
        energy = (momentum**2).sum().item() / 2 - value
        there, new_value, new_gradient = here, value, gradient
        for _ in range(STEPS):  # the leapfrog method
            momentum = momentum + LENGTH / 2 * new_gradient
            there = there + LENGTH * momentum
            new_value, new_gradient = slope(there)
            momentum = momentum + LENGTH / 2 * new_gradient
        if wengert.rand(1, dtype=wengert.float64).log().item() < energy - (momentum**2).sum().item() / 2 + new_value:
            here, value, gradient = there, new_value, new_gradient
            accepted += 1
        kept.append(here)
    return wengert.stack(kept[count // 5 :]), accepted / count


def main(out: Path, samples: int) -> float:
    """Sample, print and draw. Return the share of accepted proposals."""
    wengert.manual_seed(0)
    dates, y = returns()
    kept, rate = sample(y, samples)
    low, middle, high = np.quantile(volatility(kept).numpy(), (0.05, 0.5, 0.95), axis=0)
    print(f"{len(kept)} samples of {len(y)} unknowns; {100 * rate:.0f} % of the proposals were accepted")
    worst = middle.argmax()
    print(f"most nervous week: {dates[worst]}, {middle[worst]:.1f} % ({low[worst]:.1f} to {high[worst]:.1f})")

    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    axes.bar(dates, np.abs(y.numpy()), width=5, color="tab:orange", alpha=0.6, label="size of the weekly return")
    axes.fill_between(dates, low, high, color="tab:blue", alpha=0.3, linewidth=0, label="volatility, 90 %")
    axes.plot(dates, middle, color="tab:blue", label="volatility, median")
    axes.set(xlabel="date", ylabel="percent per week", title=f"Volatility of a share, from {len(y)} weekly returns")
    axes.legend(frameon=False, loc="upper center", ncols=3)
    axes.set_ylim(0, 1.15 * np.abs(y.numpy()).max())
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "hamiltonian.png", dpi=130)
    return rate


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Sample the volatility of a share by Hamiltonian Monte Carlo.")
    arguments.add_argument("--samples", type=int, default=400)
    arguments.add_argument("--out", type=Path, default=Path(__file__).resolve().parent.parent / "out", help="folder")
    main(**vars(arguments.parse_args()))
