"""Convolutions are their sums, however large what is laid out at a time, and whichever way is the cheaper one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests.samples import Sample, load_all
from wengert._core.ops.nn import conv as nn_conv
from wengert._core.ops.nn import sliding

ROWS = ["_convolution", "_convolution_input", "_convolution_weight"]
SAMPLES = load_all()


def larger() -> dict[str, list[Sample]]:
    """Several examples of more than a few places, whole, in groups and each channel alone, over strides and gaps."""
    r = np.random.default_rng(0)
    plain: dict[str, Any] = {"stride": (1, 1), "padding": (1, 0), "dilation": (1, 1), "groups": 1}
    grouped: dict[str, Any] = {"stride": (2, 1), "padding": (0, 1), "dilation": (1, 2), "groups": 2}
    x, w, y = r.normal(size=(3, 2, 10, 9)), r.normal(size=(2, 2, 3, 2)), r.normal(size=(3, 2, 10, 8))
    few, v, z = r.normal(size=(3, 4, 9, 5)), r.normal(size=(2, 2, 3, 2)), r.normal(size=(3, 2, 4, 5))
    alone: dict[str, Any] = {"stride": (1, 1), "padding": (1, 2), "dilation": (1, 1), "groups": 3}
    apart: dict[str, Any] = {"stride": (2, 1), "padding": (1, 2), "dilation": (1, 2), "groups": 3}
    a, k, b = r.normal(size=(2, 3, 9, 8)), r.normal(size=(6, 1, 5, 3)), r.normal(size=(2, 6, 7, 10))
    c, m, d = r.normal(size=(2, 3, 15, 8)), r.normal(size=(3, 1, 3, 2)), r.normal(size=(2, 3, 8, 10))
    wide = {**apart, "padding": (1, 3), "dilation": (1, 4)}
    many, n = r.normal(size=(9, 4, 3, 8)), r.normal(size=(4, 2, 3, 2))  # more examples than places in a line
    halves: dict[str, Any] = {"stride": (2, 1), "padding": (0, 1), "dilation": (1, 1), "groups": 2}
    endless = np.where(np.arange(8) == 0, np.inf, c)  # of what the first column adds to, the second is no part
    return {
        "_convolution": [Sample(x, w, **plain), Sample(few, v, **grouped), Sample(a, k, **alone),
                         Sample(c, m, **apart)],
        "_convolution_input": [Sample(y, w, size=(10, 9), **plain), Sample(z, v, size=(9, 5), **grouped),
                               Sample(z, v, size=(10, 5), **grouped), Sample(b, k, size=(9, 8), **alone),
                               Sample(d, m, size=(15, 8), **apart), Sample(d, m, size=(16, 8), **apart),
                               Sample(many, n, size=(8, 7), **halves)],
        "_convolution_weight": [Sample(x, y, size=(3, 2), **plain), Sample(few, z, size=(3, 2), **grouped),
                                Sample(a, b, size=(5, 3), **alone), Sample(c, d, size=(3, 2), **apart),
                                Sample(endless, abs(d), size=(3, 2), **wide)],
    }  # fmt: skip


@pytest.mark.parametrize("limits", [None, (2**20, 64, 2**14), (1, 64, 0), (200, 0, 0), (2**20, 10**6, 2**20)])
@pytest.mark.parametrize("name", ROWS)
def test_convolutions_are_their_sums(
    name: str, limits: tuple[int, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if limits is not None:  # by products of matrices, small ones, too
        monkeypatch.setattr(nn_conv, "contracted", lambda *args: None)
        for module, limit, value in zip((sliding, nn_conv, nn_conv), ("BLOCK", "FEW", "SMALL"), limits, strict=True):
            monkeypatch.setattr(module, limit, value)
    row = getattr(nn_conv, name)
    for s in [*SAMPLES[name].all(), *larger()[name]]:
        reference = SAMPLES[name].ref
        assert reference is not None
        np.testing.assert_allclose(row(*s.args, **s.params), reference(*s.args, **s.params), rtol=1e-9, atol=1e-9)


def test_padding_that_is_a_tensor_is_read_at_every_call() -> None:
    x, kernel, padding = wengert.ones(1, 1, 4, 4), wengert.ones(1, 1, 3, 3), wengert.tensor(1)
    for size in (4, 6):
        assert wengert.nn.functional.conv2d(x, kernel, padding=(padding, padding)).shape == (1, 1, size, size)
        padding.add_(1)
