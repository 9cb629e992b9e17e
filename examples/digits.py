"""Train a small convolutional network on real handwritten digits, in plain wengert.

    python examples/digits.py

It needs no module class and no optimiser class: the parameters are a dictionary of tensors, the network is a function
of them, and gradient descent with momentum is three lines under `no_grad`. Every fifth image is held out from training.
The program finally prints the accuracy on the held-out images. It writes two pictures to `out/`: `digits.png` (the loss
curve, and predictions with mistakes marked) and `digits_graph.svg` (the graph that `backward` uses).
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from tqdm import tqdm

import wengert
import wengert.nn.functional as F
from wengert import Tensor

HERE = Path(__file__).resolve().parent
BATCH, MOMENTUM, PEAK_RATE = 32, 0.9, 0.05


def load() -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
    """Return (images, labels) for training and for testing. Images are (n, 1, 8, 8), with values from 0 to 1."""
    with np.load(HERE / "data" / "digits.npz") as data:
        images = data["images"][:, None].astype(np.float32) / 16
        labels = data["labels"].astype(np.int64)
    held_out = np.arange(len(images)) % 5 == 4
    train, test = (
        (wengert.from_numpy(images[part]), wengert.from_numpy(labels[part])) for part in (~held_out, held_out)
    )
    return train, test


def parameters() -> dict[str, Tensor]:
    """Return random weights, scaled to keep the signal's size through a ReLU, and zero biases."""

    def weight(*shape: int) -> Tensor:
        fan_in = int(np.prod(shape[1:]))
        return (wengert.randn(*shape) * (2 / fan_in) ** 0.5).requires_grad_()

    def bias(size: int) -> Tensor:
        return wengert.zeros(size, requires_grad=True)

    return {
        "conv1.weight": weight(16, 1, 3, 3),
        "conv1.bias": bias(16),
        "conv2.weight": weight(32, 16, 3, 3),
        "conv2.bias": bias(32),
        "linear.weight": weight(10, 32 * 2 * 2),
        "linear.bias": bias(10),
    }


def network(p: dict[str, Tensor], x: Tensor, training: bool = False) -> Tensor:
    """Return a score for each of the ten digits and each image: (n, 1, 8, 8) -> (n, 10)."""
    x = F.relu(F.conv2d(x, p["conv1.weight"], p["conv1.bias"], padding=1))
    x = F.max_pool2d(x, 2)
    x = F.relu(F.conv2d(x, p["conv2.weight"], p["conv2.bias"], padding=1))
    x = F.max_pool2d(x, 2).flatten(1)
    x = F.dropout(x, 0.3, training)
    return F.linear(x, p["linear.weight"], p["linear.bias"])


def train(p: dict[str, Tensor], images: Tensor, labels: Tensor, epochs: int) -> list[float]:
    """Train `p` in place. Return the loss of every step."""
    velocity = {name: wengert.zeros_like(value) for name, value in p.items()}
    losses: list[float] = []
    steps = epochs * -(-len(images) // BATCH)
    with tqdm(total=steps, desc="training", unit="step") as progress:
        for _ in range(epochs):
            for rows in wengert.randperm(len(images)).split(BATCH):
                loss = F.cross_entropy(network(p, images[rows], training=True), labels[rows])
                loss.backward()
                rate = PEAK_RATE * (1 - len(losses) / steps)
                with wengert.no_grad():
                    for name, value in p.items():
                        velocity[name].mul_(MOMENTUM).add_(value.grad)
                        value -= rate * velocity[name]
                        value.grad = None
                losses.append(loss.item())
                progress.update()
                progress.set_postfix(loss=f"{losses[-1]:.3f}", refresh=False)
    return losses


def draw(losses: list[float], images: np.ndarray, labels: np.ndarray, guesses: np.ndarray, path: Path) -> None:
    """Save the loss curve, and 40 held-out images with the mistakes first and in red."""
    figure = Figure(figsize=(12, 4.6), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.2))
    window = min(50, len(losses))
    smooth = np.convolve(losses, np.full(window, 1 / window), mode="valid")
    left.semilogy(losses, color="0.8", linewidth=0.8, label="each step")
    left.semilogy(np.arange(window - 1, len(losses)), smooth, color="tab:blue", label=f"mean of {window}")
    left.set(xlabel="step", ylabel="cross entropy", title="Training loss")
    left.legend(frameon=False)

    right.set_axis_off()
    right.set_title("Held-out digits: what the network read, mistakes first")
    order = np.argsort(guesses == labels, kind="stable")[:40]
    for place, i in enumerate(order):
        row, column = divmod(place, 8)
        cell = right.inset_axes((column / 8, 1 - (row + 1) / 5, 0.1, 0.145))
        cell.imshow(images[i, 0], cmap="gray_r")
        cell.set(xticks=[], yticks=[])
        wrong = guesses[i] != labels[i]
        colour = "tab:red" if wrong else "0.4"
        cell.set_title(f"{guesses[i]} (is {labels[i]})" if wrong else f"{guesses[i]}", fontsize=8, color=colour, pad=2)
        cell.spines[:].set_color(colour)
    figure.savefig(path, dpi=130)


def main(epochs: int, out: Path) -> float:
    """Train, save both pictures in `out`, and return the accuracy on the held-out images."""
    wengert.manual_seed(0)
    (images, labels), (test_images, test_labels) = load()
    p = parameters()
    losses = train(p, images, labels, epochs)
    with wengert.no_grad():
        guesses = network(p, test_images).argmax(1)

    out.mkdir(parents=True, exist_ok=True)
    draw(losses, test_images.numpy(), test_labels.numpy(), guesses.numpy(), out / "digits.png")
    loss = F.cross_entropy(network(p, images[:BATCH], training=True), labels[:BATCH])
    wengert.autograd.graph.picture(loss, names=p).save(out / "digits_graph.svg")
    return (guesses == test_labels).float().mean().item()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Train a small convolutional network on handwritten digits.")
    arguments.add_argument("--epochs", type=int, default=20)
    arguments.add_argument("--out", type=Path, default=HERE.parent / "out", help="folder of the pictures")
    given = arguments.parse_args()
    print(f"test accuracy {main(given.epochs, given.out):.3f}")
    print("pictures:")
    for name, what in ("digits.png", "the loss, and digits that it has read"), ("digits_graph.svg", "the graph"):
        print(f"  {given.out / name}  ({what})")
    print("Next: read this program, examples/digits.py; run examples/ode_fit.py; open docs/tour.md.")
