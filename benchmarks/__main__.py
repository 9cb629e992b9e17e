"""Compare wengert with PyTorch and other libraries: `python -m benchmarks`.

Every library runs in its own process. Each round measures every case once in every library, so that other load on the
machine affects all of them. A ratio is the median over the rounds of a library's time divided by PyTorch's time in the
same round. The groups are:

- *programs*: whole programs from published definitions (`programs/`)
- *operations*: common operations at three sizes (`operations.py`)
- *inputs*: the same in other dtypes and other orders of memory (`inputs.py`)
- *growth*: time and memory against the size of a problem (`growth.py`)
- *peers*: small programs in other libraries, too (`peers.py`). "NumPy by hand" has hand-written derivatives and no
  library: wengert's additional time is its own overhead, and the additional time over PyTorch is NumPy's. The control
  runs the same NumPy code in every process. Its ratios should be 1; their deviation shows how reliable the others are.

The page goes to `out/`; `--write` writes `docs/performance.md` and the README.

`python -m benchmarks --against ../old` measures another checkout of wengert beside this one instead. It shows whether a
change made anything slower. The other checkout takes part twice: the difference between its two columns is noise.
"""

import argparse
import os
import platform
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import page
from benchmarks.contestants import COMPILED, LIBRARIES, OURS, REFERENCE, ROOT, Contestant, checkouts, contestants
from benchmarks.measure import Part, geometric, measure, measure_imports, measure_peaks, parts, rounded, summed_up
from benchmarks.peers import CHAIN, RECORDED
from benchmarks.worker import GROUPS

IMPORT_ROUNDS = 5


def processor() -> str:
    """The name of the processor, without more about the machine."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def commit() -> str:
    """The short name of the commit, with a word if there are changes."""
    git = ["git", "describe", "--always", "--dirty=, changed", "--exclude=*"]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def about(versions: dict[str, str], rounds: int, quick: bool) -> dict[str, Any]:
    """What the page says of the run."""
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    software = [f"Python {platform.python_version()}", f"NumPy {np.__version__} with {blas['name']} {blas['version']}"]
    return {
        "machine": f"{cores()} cores ({processor()}, {platform.system()})",
        "software": ", ".join([*software, f"PyTorch {versions[REFERENCE]}"]),
        "commit": commit(),
        "rounds": rounds,
        "quick": quick,
    }


def run(chosen: list[Part]) -> tuple[list[Part], dict[str, str], dict[str, float]]:
    """Measure all parts. Return them, the versions of the libraries, and what is known of wengert's cost of a line."""
    versions: dict[str, str] = {}
    sites: dict[str, float] = {}
    running: dict[bool, list[Contestant]] = {}
    for part in chosen:
        if part.threads not in running:
            titles = OURS[:2] if part.threads else tuple(LIBRARIES)
            running[part.threads] = contestants(titles, part.threads)
            for one in running[part.threads]:
                versions[one.title] = one.about["version"]
                sites.update({one.title: one.about["site"]} if "site" in one.about else {})
        present = [one for one in running[part.threads] if one.title in part.titles]
        measure(part, present)
        if part.key == "peers":
            measure_imports(part, present, IMPORT_ROUNDS)
        if part.peaks:
            fresh = contestants(tuple(one.title for one in present))
            measure_peaks(part, fresh)
            for one in fresh:
                one.stop()
    for present in running.values():
        for one in present:
            one.stop()
    return chosen, versions, sites


def compare(other: Path, chosen: list[Part], out: Path) -> None:
    """Measure this checkout beside another, and write a table of all cases and their geometric means."""
    rows = []
    for part in chosen:
        present = checkouts(other)
        measure(part, present)
        found = summed_up(part)
        titles = [one.title for one in present]
        means = [geometric(by[title][1] for by in found.values()) for title in titles]
        rows.append([f"**{part.key}, geometric mean**", "", *[f"{mean:.2f}" for mean in means[1:]]])
        for name, by in found.items():
            rows.append([name, page.readable(by[titles[0]][0]), *[f"{by[title][1]:.2f}" for title in titles[1:]]])
        for one in present:
            one.stop()
    text = page.table(["", "before", "before, again", "now"], rows)
    out.mkdir(parents=True, exist_ok=True)
    (out / "against.md").write_text(text + "\n", encoding="utf-8")
    print(text)


def main(rounds: int | None, quick: bool, groups: list[str], out: Path, write: bool, against: Path | None) -> None:
    """Run all rounds, and write the page and all results."""
    rounds = rounds or (3 if quick else 9)
    chosen = [part for part in parts(rounds, quick) if not groups or part.group in groups]
    if against is not None:
        compare(against, [part for part in chosen if not part.threads and part.group != "growth"], out)
        return
    if write and groups:
        raise SystemExit("benchmarks: --write needs all groups, so leave --groups out")
    measured, versions, sites = run(chosen)
    results = {
        "about": about(versions, rounds, quick),
        "versions": versions,
        "parts": {part.key: summed_up(part) for part in measured},
    }
    chain = results["parts"].get("peers", {}).get(CHAIN, {}).get(COMPILED)
    results["about"]["sites"] = rounded(RECORDED * sites[COMPILED] / chain[0]) if chain else 0.0
    out.mkdir(parents=True, exist_ok=True)
    kept = page.RESULTS if write else out / "bench.json"
    kept.write_text(page.as_text(results), encoding="utf-8")
    if write:
        page.write(results)
    elif not groups:
        (out / "performance.md").write_text(page.page(results), encoding="utf-8")
        page.draw(results, out / "pictures" / "growth.svg")
    for part in measured:
        means = {
            title: geometric(by[title][1] for by in results["parts"][part.key].values() if title in by)
            for title in part.titles[1:]
        }
        print(f"{part.key}: " + ", ".join(f"{title} {mean:.2f}" for title, mean in means.items()))
    if not groups:
        print("\nthe slowest:\n" + page.table(["case", "", "wengert"], page.worst_rows(results)))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure wengert beside its peers.")
    arguments.add_argument("--rounds", type=int, help="how often to measure each case; fewer in the largest ones")
    arguments.add_argument("--quick", action="store_true", help="few rounds, and no very large cases")
    arguments.add_argument("--groups", nargs="*", default=[], choices=GROUPS)
    arguments.add_argument("--out", type=Path, default=ROOT / "out", help="folder of the page and bench.json")
    arguments.add_argument("--write", action="store_true", help="write docs/performance.md and the README instead")
    arguments.add_argument(
        "--against", type=Path, help="another checkout of wengert, built, to measure beside this one"
    )
    main(**vars(arguments.parse_args()))
