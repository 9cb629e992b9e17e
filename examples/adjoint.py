"""Fit a differential equation by its adjoint: memory that does not grow with the number of steps.

    python examples/adjoint.py

Backward through a solver keeps the values of every step. The adjoint method keeps the last state only: it solves a
second differential equation backwards in time, whose solution is the gradient. Here it is a `Function` of twenty lines.
Its backward calls `vjp` of the right-hand side, so it works for any equation.

The equation and the data are those of `ode_fit.py`: lynx and hares, 1900 to 1920, with parameters a, b, c, d.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import wengert
from wengert import Tensor
from wengert.autograd import Function, graph
from wengert.func import vjp

HERE = Path(__file__).resolve().parent


def rate(state: Tensor, p: Tensor) -> Tensor:
    """Return how fast the logarithms of (hare, lynx) change."""
    a, b, c, d = p.exp().unbind()
    hare, lynx = state.exp().unbind()
    return wengert.stack((a - b * lynx, d * hare - c))


def solve(state: Tensor, p: Tensor, steps: int, years: float = 1.0) -> Tensor:
    """Return the state `years` later, by the classical Runge-Kutta method; backwards in time if they are negative."""
    h = years / steps
    for _ in range(steps):
        k1 = rate(state, p)
        k2 = rate(state + h / 2 * k1, p)
        k3 = rate(state + h / 2 * k2, p)
        k4 = rate(state + h * k3, p)
        state = state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return state


class Adjoint(Function):
    """`solve`, with a gradient that is itself a solution of a differential equation."""

    @staticmethod
    def forward(ctx: Any, state: Tensor, p: Tensor, steps: int) -> Tensor:
        last = solve(state, p, steps)
        ctx.save_for_backward(last, p)
        ctx.steps = steps
        return last

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor, Tensor, None]:
        state, p = ctx.saved_tensors
        g_state, g_p, h = g, wengert.zeros_like(p), 1 / ctx.steps
        for _ in range(ctx.steps):  # the state goes back to where it came from, its gradient with it
            middle = solve(state, p, 1, -h / 2)
            _, pull = vjp(rate, middle, p)
            halfway = g_state + h / 2 * pull(g_state)[0]
            along_state, along_p = pull(halfway)
            g_state, g_p = g_state + h * along_state, g_p + h * along_p
            state = solve(middle, p, 1, -h / 2)
        return g_state, g_p, None


def kept(steps: int) -> tuple[int, int]:
    """Return how many bytes a backward pass over one year keeps: through the solver, and by the adjoint."""
    state, p = (wengert.zeros(n, dtype=wengert.float64, requires_grad=True) for n in (2, 4))
    return graph.saved(solve(state, p, steps)).bytes, graph.saved(Adjoint.apply(state, p, steps)).bytes


def fit(log_observed: Tensor, steps: int, iterations: int) -> Tensor:
    """Return the logarithms of the parameters, and of hares and lynx in 1900, of least squares."""
    unknowns = wengert.tensor([0.5, 0.025, 0.8, 0.025, 30.0, 4.0], dtype=wengert.float64).log().requires_grad_()
    optimizer = wengert.optim.LBFGS([unknowns], max_iter=iterations, line_search_fn="strong_wolfe")

    def simulate() -> Tensor:
        states = [unknowns[4:]]
        for _ in range(len(log_observed) - 1):
            states.append(Adjoint.apply(states[-1], unknowns[:4], steps))
        return wengert.stack(states)

    def closure() -> Tensor:
        optimizer.zero_grad()
        loss = ((simulate() - log_observed) ** 2).sum()
        loss.backward()
        return loss

    first = optimizer.step(closure).item()
    print(f"sum of squares: {first:.3f} at first, {closure().item():.6f} at last")
    return unknowns.detach()


def main(out: Path, iterations: int) -> np.ndarray:
    """Compare gradients and memory, fit, print and draw. Return the parameters."""
    start, p = (wengert.tensor(v, dtype=wengert.float64).log() for v in ([30.0, 4.0], [0.55, 0.028, 0.8, 0.024]))
    both = [wengert.func.grad(lambda p, f=f: f(start, p, 50).sum())(p) for f in (solve, Adjoint.apply)]
    print(f"the gradients differ by {(both[0] - both[1]).abs().max().item():.0e}")

    year, *observed = np.loadtxt(HERE / "data" / "lynx_hare.csv", delimiter=",", skiprows=1, unpack=True)
    unknowns = fit(wengert.from_numpy(np.log(np.stack(observed, axis=1))), steps=5, iterations=iterations)
    found = unknowns.exp()
    print(", ".join(f"{n} = {v:.4f}" for n, v in zip("abcd", found.tolist(), strict=False)))
    states = [unknowns[4:]]
    for _ in range(200):
        states.append(solve(states[-1], unknowns[:4], steps=2, years=0.1))
    counts = [10, 20, 50, 100, 200]
    memory = np.array([kept(n) for n in counts]) / 1024

    figure = Figure(figsize=(9, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    hare, lynx = wengert.stack(states).exp().numpy().T
    left.plot(hare, lynx, color="tab:blue", label="fitted")
    left.plot(*observed, "o", color="tab:red", label="counted, 1900 to 1920")
    left.set(xlabel="hares (thousands)", ylabel="lynx (thousands)", title="The fitted cycle", ylim=(0, 72))
    left.legend(frameon=False)
    right.loglog(counts, memory[:, 0], "o-", color="tab:red", label="backward through the solver")
    right.loglog(counts, memory[:, 1], "o-", color="tab:blue", label="adjoint")
    right.set(xlabel="steps per year", ylabel="kept for backward (KiB)", title="Memory of one year")
    right.legend(frameon=False)
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "adjoint.png", dpi=130)
    return found.numpy()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Fit a differential equation by its adjoint.")
    arguments.add_argument("--iterations", type=int, default=30)
    arguments.add_argument("--out", type=Path, default=HERE.parent / "out", help="folder of the figure")
    main(**vars(arguments.parse_args()))
