"""pvlib, which is written for NumPy: models of solar power, with the derivatives that finite differences find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from pvlib import atmosphere, clearsky, iam, inverter, irradiance, pvsystem, singlediode, temperature

ZENITH = np.array([20.0, 40.0, 60.0, 75.0])
LIGHT = np.array([900.0, 600.0, 300.0, 100.0])
AIR = np.array([1.0, 1.3, 2.0, 3.5])
INVERTER = {"Paco": 300.0, "Pdco": 310.0, "Vdco": 40.0, "Pso": 2.0, "C0": -1e-5, "C1": -1e-3, "C2": 1e-3, "C3": 1e-3,
            "Pnt": 0.1}  # fmt: skip
MODELS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "angle of incidence": (lambda z: irradiance.aoi(20.0, 180.0, z, 170.0), (ZENITH,)),
    "haydavies": (
        lambda d, n: irradiance.haydavies(20.0, 180.0, d, n, 1366.0, solar_zenith=ZENITH, solar_azimuth=180.0),
        (LIGHT * 0.3, LIGHT),
    ),
    "perez": (
        lambda d, n: irradiance.perez(20.0, 180.0, d, n, 1366.0, ZENITH, 180.0, AIR), (LIGHT * 0.3, LIGHT),
    ),
    "erbs": (lambda g: tuple(irradiance.erbs(g, ZENITH, 100).values()), (LIGHT,)),
    "disc": (lambda g: irradiance.disc(g, ZENITH, 100)["dni"], (LIGHT,)),
    "sapm_cell": (lambda g, t: temperature.sapm_cell(g, t, 2.0, -3.47, -0.0594, 3.0), (LIGHT, ZENITH)),
    "faiman": (lambda g, t, w: temperature.faiman(g, t, w), (LIGHT, ZENITH, AIR)),
    "ashrae": (iam.ashrae, (ZENITH,)),
    "physical": (iam.physical, (ZENITH,)),
    "air mass": (atmosphere.get_relative_airmass, (ZENITH,)),
    "water in the air": (atmosphere.gueymard94_pw, (ZENITH * 0.3, ZENITH)),
    "ineichen": (lambda z: tuple(clearsky.ineichen(z, AIR, 3.0).values()), (ZENITH,)),
    "bird": (lambda z: clearsky.bird(z, AIR, 0.2, 0.1, 1.4)["ghi"], (ZENITH,)),
    "simplified_solis": (lambda e: tuple(clearsky.simplified_solis(e).values()), (90 - ZENITH,)),
    "desoto": (
        lambda g, t: pvsystem.calcparams_desoto(g, t, 0.005, 1.5, 5.0, 1e-9, 300.0, 0.4)[:4], (LIGHT, ZENITH),
    ),
    "bishop88": (lambda v, i: singlediode.bishop88(v, i, 1e-9, 0.3, 300.0, 1.5), (ZENITH / 3, AIR)),
    "sandia": (lambda v, p: inverter.sandia(v, p, INVERTER), (np.array([40.0, 39.0]), np.array([200.0, 150.0]))),
    "pvwatts": (lambda p: inverter.pvwatts(p, 310.0), (np.array([200.0, 150.0]),)),
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_differentiated_as_it_stands(name: str) -> None:
    model, inputs = MODELS[name]
    tensors = [torch.from_numpy(x.copy()).requires_grad_() for x in inputs]
    expected, found = model(*inputs), model(*tensors)
    for e, f in zip(*[v if isinstance(v, tuple) else (v,) for v in (expected, found)], strict=True):
        np.testing.assert_allclose(np.asarray(f.detach()), e, rtol=1e-12)
    torch.autograd.gradcheck(model, tensors, eps=1e-5, rtol=1e-4, atol=1e-5)
