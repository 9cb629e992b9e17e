"""Distributions of angles."""

from __future__ import annotations

import math
from typing import Any

from ...api.generated import functions
from ...api.generated import special_functions as special
from ...api.grad_mode import no_grad
from . import constraints
from .distribution import Simple
from .parameters import LOG_TWO_PI, lazy_property


class VonMises(Simple):
    """The von Mises distribution of angles, on the circle: the density is like ``exp(concentration * cos(x - loc))``.

    Values are between -π and π.

    Args:
        loc: the mean angle
        concentration: how narrow the distribution is, greater than 0
        validate_args: whether to check parameters and values

    >>> import wengert
    >>> wengert.distributions.VonMises(0.0, 1.0).variance
    tensor(0.5536)
    """

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}  # type: ignore[assignment]
    support = constraints.real  # type: ignore[assignment]
    has_rsample = False
    _sizes = {"loc": 0, "concentration": 0}
    loc: Any
    concentration: Any

    def __init__(self, loc: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self._start(validate_args, loc=loc, concentration=concentration)

    @property
    def mean(self) -> Any:
        """The mean angle, ``loc``."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The angle with the highest density, ``loc``."""
        return self.loc

    @lazy_property
    def variance(self) -> Any:  # type: ignore[override]
        """The circular variance: 1 less the length of the mean direction."""
        return 1 - special.i1e(self.concentration) / special.i0e(self.concentration)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density.

        Args:
            value: a tensor of angles
        """
        difference = functions.cos(self._checked(value) - self.loc) - 1
        return self.concentration * difference - LOG_TWO_PI - special.i0e(self.concentration).log()

    @lazy_property
    def _proposal_r(self) -> Any:
        """The parameter of the wrapped Cauchy distribution that proposes angles."""
        wide = self.concentration.double()
        tau = 1 + (1 + 4 * wide**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * wide)
        exact = (1 + rho**2) / (2 * rho)
        return functions.where(wide < 1e-5, 1 / wide + wide, exact)  # the series, where the other one cancels

    def sample(self, sample_shape: Any = ()) -> Any:
        """Draw angles, by rejection (Best and Fisher, "Efficient simulation of the von Mises distribution", 1979).

        Args:
            sample_shape: how many; a shape
        """
        shape = self._extended_shape(sample_shape)
        with no_grad():
            wide, loc = self.concentration.double().expand(shape), self.loc.double()
            r = self._proposal_r.expand(shape)
            found, done = functions.empty_like(wide), functions.zeros_like(wide, dtype=functions.empty(0).bool().dtype)
            while not done.all():
                u = functions.rand((3, *shape), dtype=wide.dtype, device=wide.device)
                z = functions.cos(math.pi * u[0])
                f = (1 + r * z) / (r + z)
                c = wide * (r - f)
                fits = ((c * (2 - c) - u[1]) > 0) | ((c / u[1]).log() + 1 - c >= 0)
                # Until all are done, an angle may be drawn anew: that is as good, and what PyTorch does.
                found = functions.where(fits, (u[2] - 0.5).sign() * f.acos(), found)
                done = done | fits
            angles = (found + math.pi + loc) % (2 * math.pi) - math.pi
            return angles.to(self.loc.dtype)
