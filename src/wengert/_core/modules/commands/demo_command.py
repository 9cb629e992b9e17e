"""``python -m wengert demo``: show a short program, run it, and draw what its network learned."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from .command_line import PROGRAM

SOURCE = """\
import wengert
from wengert import nn

wengert.manual_seed(0)
t = wengert.linspace(0.3, 3.0, 100)
arm = wengert.stack([t * (3 * t).cos(), t * (3 * t).sin()], dim=1)
points = wengert.cat([arm, -arm]) + 0.05 * wengert.randn(200, 2)  # two spirals
labels = wengert.arange(200) // 100

model = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = wengert.optim.Adam(model.parameters(), lr=0.02)
for step in range(301):
    loss = nn.functional.cross_entropy(model(points), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 50 == 0:
        print(f"step {step:3}   loss {loss.item():.4f}")

y, x = wengert.meshgrid(wengert.linspace(3, -3, 23), wengert.linspace(-3, 3, 61), indexing="ij")
with wengert.no_grad():
    spiral = model(wengert.stack([x, y], dim=-1)).argmax(-1)
    right = (model(points).argmax(1) == labels).float().mean()
for row in spiral.tolist():
    print("".join(" #"[value] for value in row))
print(f"{right.item():.0%} of the points are on the right spiral")
"""


def main(argv: Sequence[str]) -> int:
    """Show and run the program, or save it. Return the exit status."""
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} demo",
        description="Train a small network to tell two spirals apart, and draw what it learned. It takes seconds, and "
        "needs nothing but wengert.",
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the program to this file instead")
    asked = parser.parse_args(argv)
    if asked.save is not None:
        try:
            with asked.save.open("x", encoding="utf-8") as file:
                file.write(SOURCE)
        except OSError as e:
            parser.error(f"argument --save: {e.strerror}: {asked.save}")
        print(f"{asked.save} is written. Run it: python {asked.save}")
        return 0
    print(f"This program:\n\n{''.join(f'    {line}' for line in SOURCE.splitlines(True))}\nprints:\n", flush=True)
    start = time.perf_counter()
    exec(compile(SOURCE, "<demo>", "exec"), {"__name__": "__main__"})
    print(
        f"\nIt took {time.perf_counter() - start:.1f} s. Next:\n"
        f"  {PROGRAM} demo --save demo.py      save the program, to change it\n"
        f"  {PROGRAM} profile demo.py          see where its time goes\n"
        f"  {PROGRAM} info                     see which build of wengert runs"
    )
    return 0
