"""What the laws cannot see of sampling on a grid: refusals, warnings, points that are no numbers, taps out of sight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Program, compare
from tests.samples.nn_sample import blurred

F = wengert.nn.functional
IMAGE, VOLUME = (1, 1, 2, 2), (1, 1, 2, 2, 2)


def sample(image: Any = IMAGE, grid: Any = (1, 2, 2, 2), **how: Any) -> Program:
    how = {"align_corners": False, **how}
    return lambda lib: lib.nn.functional.grid_sample(lib.ones(*image), lib.ones(*grid), **how).tolist()


def affine(theta: Any, size: Any, **how: Any) -> Program:
    how = {"align_corners": False, **how}
    return lambda lib: lib.nn.functional.affine_grid(lib.ones(*theta), size, **how).tolist()


def resized(size: Any, shape: Any = (1, 1, 4, 5), **how: Any) -> Program:
    return lambda lib: lib.nn.functional.interpolate(lib.ones(*shape), size, **how).tolist()


ALIKE = [
    sample(align_corners=None),
    sample(mode="linear"),
    sample(padding_mode="circular"),
    sample(grid=(1, 2, 2, 3)),
    sample(grid=(2, 2, 2, 2)),
    sample(image=(1, 2, 2), grid=(1, 2, 2)),
    sample(grid=(1, 2, 2, 2, 2)),
    sample(VOLUME, (1, 2, 2, 2, 3), mode="bicubic"),
    sample(image=(1, 1, 0, 2)),
    lambda lib: lib.nn.functional.grid_sample(lib.ones(IMAGE), lib.ones(1, 2, 2, 2, dtype=lib.float64)).tolist(),
    affine((1, 2, 3), (1, 1, 2, 2), align_corners=None),
    affine((1, 2, 3), (1, 1, 2)),
    affine((2, 3), (1, 1, 2, 3)),
    affine((1, 2, 3), (1, 1, 2, 3, 4)),
    affine((1, 3, 3), (1, 1, 2, 3)),
    affine((1, 2, 3), (1, 1, 0, 3)),
    *[lambda lib, name=name: getattr(lib.nn.functional, name)(lib.ones(IMAGE), 3).tolist()
      for name in ("upsample", "upsample_nearest", "upsample_bilinear")],
    resized((3, 3), mode="lanczos"),
    resized((3, 3), mode="lanczos", antialias=True, align_corners=True),
    resized((3, 3), mode="nearest", antialias=True),
    resized((3, 3), mode="nearest", align_corners=True),
    resized((3, 3), mode="cubic"),
    resized(3, mode="bicubic", shape=(1, 2, 4)),
    resized(3, mode="bilinear", shape=(1, 2, 4)),
    resized(3, mode="linear", shape=(1, 2, 4), antialias=True),
]  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("run", ALIKE)
def test_refused_and_warned_as_in_pytorch(run: Program) -> None:
    compare(run, pytest.importorskip("torch"))


@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_a_coordinate_that_is_no_number_counts_as_minus_one(mode: str, padding: str) -> None:
    """As PyTorch's documentation says; its kernels differ from it, and from one another."""
    image = wengert.arange(1.0, 10.0).reshape(1, 1, 3, 3)
    points = np.array([[0.2, np.nan], [np.nan, np.nan], [np.nan, -0.3]]).reshape(1, 1, 3, 2)
    found, expected = (
        F.grid_sample(image.double(), wengert.from_numpy(p), mode, padding, align_corners=False)
        for p in (points, np.nan_to_num(points, nan=-1))
    )
    np.testing.assert_array_equal(found.numpy(), expected.numpy())


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_lies_out_of_sight_does_not_count(bad: float) -> None:
    """A tap beside the image is no pixel of it times 0."""
    image = wengert.tensor([[[[bad, 1.0], [1.0, 1.0]]]], requires_grad=True)
    out = F.grid_sample(image, wengert.tensor([[[[1.4, 1.4], [9.0, 9.0]]]]), align_corners=True)
    np.testing.assert_allclose(out.detach().numpy(), [[[[0.64, 0.0]]]], rtol=1e-5)
    out.sum().backward()
    np.testing.assert_allclose(image.grad.numpy(), [[[[0.0, 0.0], [0.0, 0.64]]]], rtol=1e-5)


@pytest.mark.parametrize("call", [wengert.grid_sampler, wengert.grid_sampler_2d])
def test_modes_without_a_number(call: Any) -> None:
    with pytest.raises(ValueError, match="expected interpolation_mode to be 0, 1 or 2, for bilinear, nearest, bicubic"):
        call(wengert.ones(IMAGE), wengert.ones(1, 1, 1, 2), 3, 0, False)
    with pytest.raises(ValueError, match="expected padding_mode to be 0, 1 or 2"):
        call(wengert.ones(IMAGE), wengert.ones(1, 1, 1, 2), 0, -1, False)


def test_the_identity_maps_an_image_to_itself() -> None:
    image = wengert.rand(2, 3, 4, 5, dtype=wengert.float64)
    theta = wengert.eye(2, 3, dtype=wengert.float64).expand(2, 2, 3)
    for aligned in (False, True):
        grid = F.affine_grid(theta, image.shape, align_corners=aligned)
        np.testing.assert_allclose(F.grid_sample(image, grid, align_corners=aligned).numpy(), image.numpy())


@pytest.mark.parametrize("mode", ["bilinear", "bicubic", "lanczos"])
def test_blurred_to_one_column(mode: str) -> None:
    """PyTorch gives the first number for all of the column."""
    x = np.random.default_rng(0).normal(size=(1, 2, 4, 5))
    found = F.interpolate(wengert.from_numpy(x), (7, 1), mode=mode, antialias=True)
    np.testing.assert_allclose(found.numpy(), blurred(x, (7, 1), mode=mode))


def test_sizes_of_nothing() -> None:
    for shape, size in (((1, 1, 4, 5), (0, 3)), ((1, 1, 4, 0), (2, 3))):
        with pytest.raises(RuntimeError, match="Input and output sizes should be greater than 0, but got input"):
            resized(size, shape, mode="bicubic")(wengert)


def test_modes_that_weigh_need_numbers_with_a_point() -> None:
    with pytest.raises(NotImplementedError, match="interpolate with mode='bilinear' is not implemented for 'Long'"):
        F.interpolate(wengert.ones(1, 1, 4, 5, dtype=wengert.int64), 2, mode="bilinear")


def test_a_gradient_of_one_pixel_made_many() -> None:
    x = wengert.ones(1, 1, 1, 1, requires_grad=True)
    F.interpolate(x, (40, 30), mode="bicubic").sum().backward()
    np.testing.assert_allclose(x.grad.item(), 1200.0, rtol=1e-4)
