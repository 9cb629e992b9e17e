"""What the laws cannot see of sampling on a grid: refusals, warnings, points that are no numbers, taps out of sight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Program, compare
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


@pytest.mark.parametrize("run", ALIKE)
def test_refused_and_warned_as_in_pytorch(run: Program, control: Control) -> None:
    compare(run, control)


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


# What PyTorch gives for the bytes below: weights are rounded to integers, rows are resized before columns, and each
# sum is rounded and cut off at 0 and 255.
BYTES = (np.arange(30) ** 2 * 37 % 256).astype(np.uint8).reshape(1, 1, 5, 6)
RESIZED: list[tuple[dict[str, Any], list[list[int]]]] = [
    ({"mode": "bilinear", "size": (3, 4)}, [[21, 98, 107, 133], [183, 90, 100, 148], [103, 160, 128, 134]]),
    (
        {"mode": "bilinear", "size": (3, 8), "align_corners": True},
        [[0, 26, 85, 138, 87, 79, 102, 157], [208, 137, 98, 91, 126, 57, 56, 197],
         [64, 79, 126, 168, 105, 86, 97, 141]],
    ),
    (
        {"mode": "bicubic", "size": (4, 7)},
        [[4, 18, 111, 124, 77, 98, 156], [116, 67, 37, 123, 142, 68, 156], [245, 92, 123, 182, 175, 162, 147],
         [79, 70, 158, 154, 91, 106, 140]],
    ),
    ({"mode": "bilinear", "size": (2, 3), "antialias": True}, [[68, 106, 120], [121, 141, 138]]),
    (
        {"mode": "bicubic", "size": (3, 9), "antialias": True},
        [[17, 18, 40, 99, 121, 116, 91, 117, 148], [191, 131, 72, 96, 139, 155, 89, 120, 169],
         [135, 94, 82, 184, 171, 132, 150, 142, 130]],
    ),
    (
        {"mode": "lanczos", "size": (3, 4), "antialias": True},
        [[10, 85, 108, 120], [146, 94, 138, 130], [102, 148, 153, 138]],
    ),
    (
        {"mode": "bicubic", "scale_factor": (0.7, 1.3)},
        [[6, 12, 78, 135, 99, 84, 119], [163, 111, 59, 74, 150, 34, 84], [214, 78, 99, 222, 185, 244, 186]],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("how", "expected"), RESIZED, ids=str)
def test_images_of_bytes(how: dict[str, Any], expected: list[list[int]]) -> None:
    x = wengert.from_numpy(BYTES)
    assert F.interpolate(x, **how)[0, 0].tolist() == expected
    assert wengert.vmap(lambda t: F.interpolate(t, **how))(x[None])[0, 0, 0].tolist() == expected


def test_bytes_are_near_floats() -> None:
    """Where no sum is cut off, bytes differ from rounded floats by one, at most."""
    x = wengert.from_numpy((BYTES // 3 + 80).astype(np.uint8))
    for mode in ("bilinear", "bicubic"):
        for size in ((3, 4), (5, 6), (9, 11), (1, 20)):
            for antialias in (False, True):
                how = {"size": size, "mode": mode, "antialias": antialias}
                away = F.interpolate(x, **how).double() - F.interpolate(x.double(), **how)
                assert away.abs().max() < 1.1, how


@pytest.mark.parametrize("mode", ["bilinear", "bicubic", "nearest"])
def test_a_gradient_reaches_only_what_was_read(mode: str) -> None:
    """An entry that fewer results are made of than others has no tap in their place: infinity times 0 would be NaN."""
    x = wengert.zeros(1, 1, 6, 6, requires_grad=True)
    g = wengert.ones(1, 1, 4, 4)
    g[0, 0, 0, 0] = float("inf")
    F.interpolate(x, (4, 4), mode=mode).backward(g)
    far = x.grad[0, 0, 4:, 4:]
    assert far.isfinite().all() and (mode == "nearest" or (far != 0).any())


def test_images_of_once_or_twice_the_size_copy_each_entry_once_or_twice(lib: Any) -> None:
    """The sizes count there, not the factors: 4 entries by 1.2 are 4 again. In signals and volumes factors count."""
    row = lib.tensor([1.0, 2.0, 3.0, 4.0])

    def copied(space: int, factor: float, mode: str = "nearest") -> Any:
        image = row.expand(1, 1, *[4] * space)
        return (
            lib.nn.functional.interpolate(image, scale_factor=factor, mode=mode).flatten()[: int(4 * factor)].tolist()
        )

    assert copied(2, 1.2) == [1, 2, 3, 4]
    assert copied(2, 2.2) == [1, 1, 2, 2, 3, 3, 4, 4]
    for space in (1, 3):
        assert copied(space, 1.2) == [1, 1, 2, 3]
        assert copied(space, 2.2) == [1, 1, 1, 2, 2, 3, 3, 4]
    assert copied(2, 1.2, "nearest-exact") == [1, 2, 3, 3]
