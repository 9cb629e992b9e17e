"""Error bars through SciPy's code: by how many years do the lynx follow the hares?

    python examples/error_bars.py

The answer is computed by SciPy: Hilbert transforms give the phases of both populations, and circular means their
difference and their speed. How sure is it, if each count is wrong by 10 %? The function has the derivative of each of
its steps, as SciPy computes with tensors by the array API. So one gradient tells what each count contributes. The same
function takes NumPy arrays, and a thousand noisy copies of the data confirm the error bar.
"""

import argparse
import os
from pathlib import Path
from typing import Any

os.environ["SCIPY_ARRAY_API"] = "1"  # SciPy reads it when it is imported

import numpy as np
from matplotlib.figure import Figure
from scipy import signal, stats

import wengert
from wengert.func import grad_and_value

HERE = Path(__file__).resolve().parent
ERROR = 0.1  # of a count, as a part of it


def years_behind(counts: Any) -> Any:
    """Return by how many years the lynx follow the hares, from the counts of both: shape (2, years)."""
    xp = counts.__array_namespace__()  # that of NumPy or of wengert
    logs = xp.log(counts)
    hare, lynx = signal.hilbert(logs - xp.mean(logs, axis=1, keepdims=True))
    ahead, step = hare * xp.conj(lynx), hare[1:] * xp.conj(hare[:-1])
    angle = stats.circmean(xp.atan2(ahead.imag, ahead.real), low=-xp.pi, high=xp.pi)
    speed = stats.circmean(xp.atan2(step.imag, step.real), low=-xp.pi, high=xp.pi)
    return angle / speed


def main(out: Path, copies: int) -> tuple[float, float, float]:
    """Print the lag and its error bars, save `error_bars.png` in `out`, and return the three numbers."""
    year, *observed = np.loadtxt(HERE / "data" / "lynx_hare.csv", delimiter=",", skiprows=1, unpack=True)
    counts = np.stack(observed)
    slope, lag = grad_and_value(years_behind)(wengert.from_numpy(counts))
    shares = (slope * counts * ERROR).numpy()  # what an error of each count does to the lag
    error = float(np.sqrt((shares**2).sum()))
    print(f"the lynx follow the hares by {lag:.2f} years, give or take {error:.2f}")

    noise = np.random.default_rng(0).normal(size=(copies, *counts.shape))
    drawn = float(np.std([years_behind(counts * (1 + ERROR * one)) for one in noise]))
    print(f"{copies} noisy copies of the data say: give or take {drawn:.2f}")

    figure = Figure(figsize=(8, 4), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    for name, colour, shift, count, share in zip(
        ("hare", "lynx"), ("tab:blue", "tab:red"), (-0.2, 0.2), counts, shares, strict=True
    ):
        above.errorbar(year, count, ERROR * count, fmt="o-", color=colour, label=name)
        below.bar(year + shift, share, 0.4, color=colour)
    above.legend()
    above.set_ylabel("thousands of pelts")
    below.axhline(0, color="black", linewidth=0.8)
    below.set_ylabel("years that an error\nof 10 % moves the lag")
    above.set_title(f"The lynx follow the hares by {lag:.2f} ± {error:.2f} years")
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "error_bars.png", dpi=120)
    print(f"picture in {out / 'error_bars.png'}")
    return float(lag), error, drawn


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=HERE.parent / "out", help="folder for the picture")
    parser.add_argument("--copies", type=int, default=1000, help="how many noisy copies confirm the error bar")
    arguments = parser.parse_args()
    main(arguments.out, arguments.copies)
