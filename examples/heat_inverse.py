"""See inside a body by heat: an inverse problem through a partial differential equation.

    python examples/heat_inverse.py

Heat spreads fast where the conductivity is high and slowly where it is low. Here the conductivity is that of a picture:
a slice of a head (magnetic resonance, from Matplotlib's sample data). The body is warmed in stripes, in four ways. Each
time a camera takes two noisy pictures while the stripes fade. The program finds the conductivity of all 2,304 cells
from these pictures.

The solver of the heat equation is ordinary code, so one backward pass gives the gradient for all cells. The L-BFGS
method descends along it.
"""

import argparse
import gzip
from pathlib import Path

import numpy as np
from matplotlib import cbook
from matplotlib.figure import Figure

import wengert
from wengert import Tensor

SIZE, CELL, TIMES, STEPS, NOISE = 48, 5, 2, 10, 0.02


def slice_of_a_head() -> Tensor:
    """Return the conductivity, from 0.25 to 1, of the cells of a slice."""
    with cbook.get_sample_data("s1045.ima.gz", asfileobj=True) as file:
        raw = file.read()
    raw = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    picture = np.frombuffer(raw, np.uint16).reshape(256, 256).astype(float)
    block = picture[8:248, 8:248].reshape(SIZE, CELL, SIZE, CELL).mean((1, 3))
    return wengert.from_numpy(0.25 + 0.75 * np.clip(block / np.quantile(block, 0.98), 0, 1))


def simulate(conductivity: Tensor) -> Tensor:
    """Return the temperatures, (time, stripes, row, column). No heat leaves the body."""
    down = (conductivity[1:] + conductivity[:-1]) / 2  # between a cell and the one below it
    right = (conductivity[:, 1:] + conductivity[:, :-1]) / 2
    row, column = np.indices((SIZE, SIZE))
    places = np.stack((row, row + 3, column, column + 3))
    u, seen = wengert.from_numpy(np.where(places % 12 < 6, 1.0, 0.0)), []
    for _ in range(TIMES):
        for _ in range(STEPS):
            flow_down, flow_right = down * u.diff(dim=1), right * u.diff(dim=2)
            gain = wengert.nn.functional.pad(flow_down, (0, 0, 1, 1)).diff(dim=1)
            gain = gain + wengert.nn.functional.pad(flow_right, (1, 1)).diff(dim=2)
            u = u + 0.24 * gain
        seen.append(u)
    return wengert.stack(seen)


def invert(seen: Tensor, iterations: int) -> Tensor:
    """Return the conductivity that explains the pictures and is smooth where they say nothing."""
    guess = wengert.zeros(SIZE, SIZE, dtype=wengert.float64, requires_grad=True)  # its sigmoid is from 0 to 1
    optimizer = wengert.optim.LBFGS([guess], max_iter=iterations, history_size=20, line_search_fn="strong_wolfe")

    def closure() -> Tensor:
        optimizer.zero_grad()
        conductivity = 0.2 + 0.85 * guess.sigmoid()
        misfit = ((simulate(conductivity) - seen) ** 2).sum() / NOISE**2
        rough = (conductivity.diff(dim=0) ** 2).sum() + (conductivity.diff(dim=1) ** 2).sum()
        loss = misfit / 2 + 10 * rough
        loss.backward()
        return loss

    optimizer.step(closure)
    return (0.2 + 0.85 * guess.sigmoid()).detach()


def main(out: Path, iterations: int) -> float:
    """Simulate, invert, print and draw. Return the correlation of what is found with what is true."""
    wengert.manual_seed(0)
    truth = slice_of_a_head()
    seen = simulate(truth)
    seen = seen + NOISE * wengert.randn(*seen.shape, dtype=seen.dtype)
    found = invert(seen, iterations)
    likeness = np.corrcoef(truth.flatten(), found.flatten())[0, 1]
    print(f"correlation of the conductivity with the true one: {likeness:.3f}")

    figure = Figure(figsize=(9, 3.4), layout="constrained")
    left, centre, right = figure.subplots(1, 3)
    parts = (
        (left, truth, "the truth"),
        (centre, found, "found"),
        (right, seen[1, 0], "the camera saw"),
    )
    for axes, values, title in parts:
        scale = {"cmap": "inferno"} if axes is right else {"cmap": "viridis", "vmin": 0.25, "vmax": 1}
        image = axes.imshow(values.numpy(), **scale)
        axes.set(title=title, xlabel="column", ylabel="row")
        label = "temperature" if axes is right else "conductivity"
        figure.colorbar(image, ax=axes, shrink=0.8, label=label)
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "heat_inverse.png", dpi=130)
    return float(likeness)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Find the conductivity inside a body from its temperature.")
    arguments.add_argument("--iterations", type=int, default=60)
    arguments.add_argument("--out", type=Path, default=Path(__file__).resolve().parent.parent / "out", help="folder")
    main(**vars(arguments.parse_args()))
