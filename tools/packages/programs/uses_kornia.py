"""kornia as its documentation uses it: colours, filters, geometry, losses and augmentations, with gradients.

Of each result the sum of absolute values is PyTorch's, and so is that of the gradient of its sum.
"""

from __future__ import annotations

import kornia.augmentation as K  # noqa: N812
import kornia.color
import kornia.enhance
import kornia.feature
import kornia.filters
import kornia.geometry
import kornia.losses
import kornia.morphology
import pytest
import torch

torch.manual_seed(0)
IMAGE = torch.rand(2, 3, 24, 32, dtype=torch.float64)
SQUARE, EYE = torch.ones(3, 3, dtype=torch.float64), torch.eye(3, dtype=torch.float64)[None].repeat(2, 1, 1)
ANGLES, LABELS = torch.tensor([30.0, 45.0], dtype=torch.float64), torch.ones(2, 24, 32, dtype=torch.int64)
gray = kornia.color.rgb_to_grayscale
FUNCTIONS = {
    "hsv": (kornia.color.rgb_to_hsv, 7024.902358, 10642.204),
    "lab": (kornia.color.rgb_to_lab, 206792.435, 339351.68),
    "luv": (kornia.color.rgb_to_luv, 230127.611, 630199.07),
    "ycbcr": (kornia.color.rgb_to_ycbcr, 2311.587885, 2035.5041),
    "gaussian": (lambda x: kornia.filters.gaussian_blur2d(x, (5, 5), (1.5, 1.5)), 2305.617271, 4608),
    "sobel": (kornia.filters.sobel, 745.3150414, 2978.1752),
    "median": (lambda x: kornia.filters.median_blur(x, (3, 3)), 2304.532443, 4608),
    "bilateral": (lambda x: kornia.filters.bilateral_blur(x, (3, 3), 0.1, (1.5, 1.5)), 2310.479334, 4608),
    "canny": (lambda x: kornia.filters.canny(x)[0], 222.2419806, 2152.5076),
    "rotate": (lambda x: kornia.geometry.rotate(x, ANGLES), 1892.392969, 3772.2443),
    "warp": (lambda x: kornia.geometry.warp_perspective(x, EYE + 0.01, (20, 20)), 1063.376548, 2119.5551),
    "resize": (lambda x: kornia.geometry.resize(x, (13, 17)), 655.2944299, 1326),
    "pyramid": (kornia.geometry.pyrdown, 576.6608261, 1152),
    "saturation": (lambda x: kornia.enhance.adjust_saturation(x, 1.5), 1984.460357, 4367.8437),
    "gamma": (lambda x: kornia.enhance.adjust_gamma(x, 0.7), 2716.268464, 4630.2294),
    "ssim": (lambda x: kornia.losses.ssim_loss(x, IMAGE.flip(-1), 5), 0.4800760766, 1.4157409),
    "dice": (lambda x: kornia.losses.dice_loss(x, LABELS), 0.668300763, 0.43123695),
    "focal": (lambda x: kornia.losses.focal_loss(x, LABELS, 0.5), 412.0494368, 970.88784),
    "lovasz": (lambda x: kornia.losses.lovasz_softmax_loss(x, LABELS), 0.596305898, 0.47210904),
    "dilation": (lambda x: kornia.morphology.dilation(x, SQUARE), 4142.007899, 4608),
    "opening": (lambda x: kornia.morphology.opening(x, SQUARE), 984.7892449, 4608),
    "harris": (lambda x: kornia.feature.harris_response(gray(x)), 0.05744308182, 1.2540379),
    "gftt": (lambda x: kornia.feature.gftt_response(gray(x)), 6.457035326, 86.407618),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_and_gradients(name: str) -> None:
    function, value, slope = FUNCTIONS[name]
    x = IMAGE.clone().requires_grad_()
    found = function(x)
    found.sum().backward()
    assert found.abs().sum().item() == pytest.approx(value, rel=1e-6)
    assert x.grad.abs().sum().item() == pytest.approx(slope, rel=1e-5)


@pytest.mark.parametrize("name", ["RandomAffine", "RandomPerspective", "RandomErasing", "RandomGaussianNoise"])
def test_augmentations(name: str) -> None:
    torch.manual_seed(1)
    augment = getattr(K, name)(*([15.0] if name == "RandomAffine" else []), p=1.0)
    changed = augment(IMAGE)
    assert changed.shape == IMAGE.shape and not changed.equal(IMAGE)
    assert augment(IMAGE, params=augment._params).equal(changed)
