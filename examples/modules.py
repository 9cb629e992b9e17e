"""Train with modules, an optimiser and checkpoints, as programs for PyTorch are written.

    python examples/modules.py

Only the import is wengert's. The data are handwritten digits. The network is a `Module`, a `DataLoader` gives batches,
`Adam` steps at the rates of a schedule. Every epoch ends with a checkpoint in `out/modules.pt`. A run that finds one
goes on from there: call the program again with more `--epochs`. It prints the accuracy on held-out images, and draws
`out/modules.png`: losses, rates, and what the network confuses.
"""

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from tqdm import tqdm

import wengert as torch
from wengert import nn
from wengert.optim.lr_scheduler import ExponentialLR
from wengert.utils.data import DataLoader, TensorDataset, random_split

HERE = Path(__file__).resolve().parent


class Network(nn.Module):
    """Two blocks of convolutions, and a score for each of the ten digits."""

    def __init__(self, channels: int = 16) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(channels, 2 * channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(2 * channels),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(2),
        )
        self.classifier = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(8 * channels, 10))

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.classifier(self.features(images))


def load() -> TensorDataset:
    """Return all images, (1, 8, 8) with values from 0 to 1, and their labels."""
    with np.load(HERE / "data" / "digits.npz") as data:
        images = torch.from_numpy(data["images"][:, None].astype(np.float32) / 16)
        return TensorDataset(images, torch.from_numpy(data["labels"].astype(np.int64)))


@torch.no_grad()
def confusion(model: nn.Module, loader: DataLoader) -> torch.Tensor:
    """Return how often each digit (row) is read as each other (column)."""
    model.eval()
    counts = torch.zeros(10, 10, dtype=torch.int64)
    for images, labels in loader:
        guesses = model(images).argmax(1)
        counts += torch.bincount(10 * labels + guesses, minlength=100).view(10, 10)
    return counts


def draw(history: dict[str, list[float]], counts: np.ndarray, path: Path) -> None:
    """Save the losses and the rates of all steps, and the table of what was read as what."""
    figure = Figure(figsize=(11, 4.4), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1.3, 1))
    left.semilogy(history["loss"], color="tab:blue", linewidth=0.8)
    left.set(xlabel="step", ylabel="cross entropy", title="Training")
    rates = left.twinx()
    rates.plot(history["rate"], color="tab:orange")
    rates.set_ylabel("learning rate", color="tab:orange")
    right.imshow(counts, cmap="Blues", norm="symlog")
    for (row, column), count in np.ndenumerate(counts):
        if count:
            colour = "white" if row == column else "tab:red"
            right.text(column, row, str(count), ha="center", va="center", fontsize=8, color=colour)
    right.set(xticks=range(10), yticks=range(10), xlabel="read as", ylabel="digit", title="Held-out digits")
    figure.savefig(path, dpi=130)


def main(epochs: int, out: Path) -> float:
    """Train from the last checkpoint on, and return the accuracy on the held-out images."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    data = load()
    held_out = len(data) // 5
    train, test = random_split(data, [len(data) - held_out, held_out])
    batches = DataLoader(train, batch_size=64, shuffle=True)
    model = Network()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    schedule = ExponentialLR(optimizer, gamma=0.985)
    criterion = nn.CrossEntropyLoss(label_smoothing=0.05)
    history: dict[str, list[float]] = {"loss": [], "rate": []}
    start = 0

    checkpoint = out / "modules.pt"
    if checkpoint.exists():
        state = torch.load(checkpoint)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        history, start = state["history"], state["epoch"]
        print(f"going on after epoch {start}")

    for epoch in range(start, epochs):
        model.train()
        with tqdm(batches, desc=f"epoch {epoch + 1}", unit="batch") as progress:
            for images, labels in progress:
                loss = criterion(model(images), labels)
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                history["loss"].append(loss.item())
                history["rate"].append(schedule.get_last_lr()[0])
                schedule.step()
                progress.set_postfix(loss=f"{loss.item():.3f}", refresh=False)
        parts = {"model": model, "optimizer": optimizer, "schedule": schedule}
        state = {name: part.state_dict() for name, part in parts.items()}
        torch.save({**state, "history": history, "epoch": epoch + 1}, checkpoint)

    counts = confusion(model, DataLoader(test, batch_size=256))
    draw(history, counts.numpy(), out / "modules.png")
    return (counts.diagonal().sum() / counts.sum()).item()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train a small convolutional network with modules and an optimiser.")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--out", type=Path, default=Path("out"), help="where the checkpoint and the picture go")
    arguments = parser.parse_args()
    print(f"test accuracy {main(arguments.epochs, arguments.out):.3f}")
