"""The log-likelihood of observations under a Kalman filter, and its gradient by the model's noise and motion.

Kalman, "A new approach to linear filtering and prediction problems", 1960; the likelihood by the innovations is
Schweppe's, 1965. Small matrices, one after another.
"""

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

STEPS, STATES, SEEN = 60, 4, 2


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    observed = t.from_numpy(r.normal(size=(STEPS, SEEN)).cumsum(0))
    motion = np.eye(STATES)
    motion[:2, 2:] = 0.1 * np.eye(2)
    motion = t.from_numpy(motion).requires_grad_()
    look = t.from_numpy(np.eye(SEEN, STATES))
    log_moving, log_seeing = (t.from_numpy(-1 + 0.1 * r.normal(size=n)).requires_grad_() for n in (STATES, SEEN))
    identity = t.eye(STATES, dtype=t.float64)

    def log_likelihood() -> Any:
        state, covariance = t.zeros(STATES, dtype=t.float64), identity
        moving, seeing = t.diag(log_moving.exp()), t.diag(log_seeing.exp())
        total = 0.0
        for y in observed:
            state = motion @ state
            covariance = motion @ covariance @ motion.T + moving
            innovation = y - look @ state
            spread = look @ covariance @ look.T + seeing
            gain = t.linalg.solve(spread, look @ covariance).T
            state = state + gain @ innovation
            covariance = (identity - gain @ look) @ covariance
            distance = innovation @ t.linalg.solve(spread, innovation)
            total = total - 0.5 * (t.logdet(spread) + distance + SEEN * math.log(2 * math.pi))
        return total

    def value() -> list[Any]:
        return [log_likelihood()]

    def gradient() -> list[Any]:
        return list(t.autograd.grad(log_likelihood(), [motion, log_moving, log_seeing]))

    return {"log-likelihood": value, "with gradient": gradient}
