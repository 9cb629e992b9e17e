"""Find wrong labels by the gradient of each sample.

    python examples/per_sample.py

One in twenty labels of a set of handwritten digits (UCI, in this folder) is made wrong. A linear classifier is trained
on all of them. Then the gradient of the loss is computed for each image by itself, in one call: `vmap(grad(loss))`. An
image that pulls hard at the weights contradicts the others, and its label is probably wrong.
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import wengert
import wengert.nn.functional as F
from wengert import Tensor
from wengert.func import grad, vmap

HERE = Path(__file__).resolve().parent


def load() -> tuple[Tensor, Tensor, Tensor]:
    """Return images as rows of 64 numbers, their labels, and the labels with one in twenty made wrong."""
    with np.load(HERE / "data" / "digits.npz") as data:
        images = wengert.from_numpy(data["images"].reshape(-1, 64).astype(np.float32) / 16)
        labels = wengert.from_numpy(data["labels"].astype(np.int64))
    wrong = wengert.rand(len(labels)) < 0.05
    return images, labels, wengert.where(wrong, (labels + wengert.randint(1, 10, labels.shape)) % 10, labels)


def loss(parameters: dict[str, Tensor], image: Tensor, label: Tensor) -> Tensor:
    """Return the loss of one image, or the mean of many."""
    return F.cross_entropy(image @ parameters["weight"] + parameters["bias"], label)


def train(images: Tensor, labels: Tensor, steps: int) -> dict[str, Tensor]:
    """Return the parameters after gradient descent on all images, with a little weight decay."""
    parameters = {"weight": wengert.zeros(64, 10, requires_grad=True), "bias": wengert.zeros(10, requires_grad=True)}
    optimizer = wengert.optim.SGD(parameters.values(), lr=1.0, momentum=0.9, weight_decay=1e-3)
    for _ in range(steps):
        optimizer.zero_grad()
        loss(parameters, images, labels).backward()
        optimizer.step()
    return {name: value.detach() for name, value in parameters.items()}


def main(out: Path, steps: int) -> float:
    """Train, look at every image, print and draw. Return the share of wrong labels among those that pull hardest."""
    wengert.manual_seed(0)
    images, truth, labels = load()
    parameters = train(images, labels, steps)
    gradients = vmap(grad(loss), in_dims=(None, 0, 0))(parameters, images, labels)
    print(f"gradients of {len(images)} images: weight {tuple(gradients['weight'].shape)}")
    pull = wengert.cat([g.flatten(1) for g in gradients.values()], 1).norm(dim=1)

    wrong = labels != truth
    hardest = pull.argsort(descending=True)[: int(wrong.sum())]
    found = wrong[hardest].float().mean().item()
    print(f"{int(wrong.sum())} labels are wrong; of as many images that pull hardest, {100 * found:.0f} % are these")

    figure = Figure(figsize=(9, 4), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.1))
    bins = np.linspace(0, pull.max().item(), 40)
    left.hist(pull[~wrong].numpy(), bins, color="tab:blue", alpha=0.7, label="label is right")
    left.hist(pull[wrong].numpy(), bins, color="tab:red", alpha=0.7, label="label is wrong")
    left.set(xlabel="norm of the gradient of one image", ylabel="images", yscale="log", title="Who pulls hardest?")
    left.legend(frameon=False)
    right.set_axis_off()
    right.set_title("The hardest: label (truth, where it differs)")
    for place, i in enumerate(hardest[:32].tolist()):
        row, column = divmod(place, 8)
        cell = right.inset_axes((column / 8, 1 - (row + 1) / 4, 0.1, 0.17))
        cell.imshow(images[i].reshape(8, 8).numpy(), cmap="gray_r")
        cell.set(xticks=[], yticks=[])
        mark = f"{labels[i].item()} ({truth[i].item()})" if wrong[i] else f"{labels[i].item()}"
        cell.set_title(mark, fontsize=8, color="tab:red" if wrong[i] else "tab:blue", pad=2)
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "per_sample.png", dpi=130)
    return found


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Find wrong labels by the gradient of each sample.")
    arguments.add_argument("--steps", type=int, default=300)
    arguments.add_argument("--out", type=Path, default=HERE.parent / "out", help="folder of the figure")
    main(**vars(arguments.parse_args()))
