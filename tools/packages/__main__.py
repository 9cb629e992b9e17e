"""Test packages written for PyTorch, and a few for HIPS autograd and NumPy, on wengert, and write docs/packages.md.

Each package comes from the registry, without PyTorch, into an environment of its own in ``build/packages``. Its tests
are those of its source distribution. They run as they are: ``python -m wengert run -m pytest`` makes ``import torch``
import wengert. ``packages.toml`` lists the packages, and gives the reason for each failure. Where a distribution has no
tests, a program of ``programs/`` uses the package as its documentation does.

Give names to run some packages; the others keep the results of the last run here, or else those on the page.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLACE = ROOT / "build" / "packages"
PYTHON = PLACE / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
COMMON = ("numpy", "ml_dtypes", "scipy", "pytest<9", "pytest-timeout", "setuptools<81")
GOAL = 0.9
LIMIT = 25  # minutes that the tests of a package may take
HEAD = """\
# Packages that run on wengert

<!-- Written by `make packages`. -->

These packages are written for PyTorch. Their own tests ran on wengert without a change, in an environment without
PyTorch: `python -m wengert run -m pytest` makes `import torch` import wengert. The compiled build ran. Each test starts
from the same seed. A test that takes longer than five minutes fails. The tests of a package are stopped after {limit}
minutes: those that were left are counted as not run.
torchaudio ran without its compiled library, which was taken away: it is for PyTorch alone.

lifelines is written for HIPS autograd, and pymanopt for PyTorch and HIPS autograd. Their tests, and those of HIPS
autograd itself, got `wengert.hips` by `import autograd`. The last five, from pvlib on, are written for NumPy. Their
programs give them tensors in place of arrays.

{share}

| package | version | passed | failed | skipped | not run | tests |
| --- | --- | ---: | ---: | ---: | ---: | --- |
"""


def call(*command: Any, **options: Any) -> None:
    subprocess.run([str(part) for part in command], check=True, **options)


def pip(*args: Any) -> None:
    call(PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check", *args)


def environment() -> None:
    """Make the environment, once."""
    if not PYTHON.exists():
        venv.create(PLACE / "env", with_pip=True)
        pip("install", *COMMON)
    # by a file of paths: a package whose tests take entries off sys.path finds wengert all the same
    next((PLACE / "env").glob("**/site-packages")).joinpath("wengert.pth").write_text(f"{ROOT / 'src'}\n{HERE}\n")


def installed(name: str, spec: dict[str, Any]) -> Path:
    """Install a package and what it requires, and return its unpacked source distribution, if that has tests."""
    pip("install", *COMMON, *spec.get("requires", []))
    again = ["--force-reinstall"] if spec.get("without") else []
    pip("install", "--no-deps", *again, *spec.get("parts", []), f"{name}=={spec['version']}")
    for part in spec.get("without", []):
        shutil.rmtree(next((PLACE / "env").glob(f"**/site-packages/{part}")))
    if not spec.get("tests"):
        return PLACE
    sources = PLACE / "sources" / name
    if not sources.exists():
        archives = PLACE / "archives" / name
        pip("download", "--no-deps", "--no-binary", name, "-d", archives, f"{name}=={spec['version']}")
        with tarfile.open(next(archives.glob("*.tar.gz"))) as archive:
            archive.extractall(sources, filter="data")
    return next(path for path in sources.iterdir() if path.is_dir())


def run(name: str, spec: dict[str, Any]) -> None:
    """Run the tests of a package. Each outcome goes into its file."""
    sources = installed(name, spec)
    outcomes = outcomes_of(name)
    outcomes.unlink(missing_ok=True)
    env = {**os.environ, **spec.get("env", {}), "WENGERT_OUTCOMES": str(outcomes), "PYTHONPATH": ""}
    settings = PLACE / "pytest.ini"  # the nearest to packages without settings of their own: not those of wengert
    settings.write_text("[pytest]\n")
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "outcomes", "--timeout", "300"]
    command = [PYTHON, "-m", "wengert", "run", *spec.get("run", []), "-m", "pytest", *options]
    runs = []
    if spec.get("tests"):
        runs.append([*spec.get("options", []), *spec["tests"]])
    if program_of(name).exists():  # by itself: the settings of a run are the nearest to all that it is given
        runs.append(["-c", settings, program_of(name)])
    try:
        for given in runs:
            parts = [str(part) for part in (*command, *given)]
            subprocess.run(parts, cwd=sources, env=env, check=False, timeout=LIMIT * 60)
    except subprocess.TimeoutExpired:
        print(f"{name}: stopped after {LIMIT} minutes", file=sys.stderr)


def outcomes_of(name: str) -> Path:
    """The file of the outcomes of a package's tests in its last run here."""
    return PLACE / f"{name}.jsonl"


def program_of(name: str) -> Path:
    """The program that uses a package as its documentation does, if there is one."""
    return HERE / "programs" / f"uses_{name}.py"


def not_run(name: str) -> int:
    """How many tests were left when the time was up."""
    lines = [json.loads(line) for line in outcomes_of(name).read_text().splitlines()]
    collected = sum(int(why) for _, outcome, why in lines if outcome == "collected")
    return max(0, collected - len({test for test, outcome, _ in lines if "::" in test})) if collected else 0


def results(name: str) -> dict[str, tuple[str, str]]:
    """The outcome of each test, and why it is not ``passed``."""
    found: dict[str, tuple[str, str]] = {}
    for line in outcomes_of(name).read_text().splitlines():
        test, outcome, why = json.loads(line)
        if (
            outcome != "collected" and found.get(test, ("",))[0] != "failed"
        ):  # a test may pass, and fail when it is torn down
            found[test] = outcome, why
    return found


def page(specs: dict[str, Any]) -> str:
    """The whole of docs/packages.md."""
    rows, notes = [], []
    total: collections.Counter[str] = collections.Counter()
    kept = Kept((ROOT / "docs" / "packages.md").read_text())
    for name, spec in specs.items():
        if not outcomes_of(name).exists():
            rows.append(kept.row(name))
            notes.append(kept.note(name))
            total += kept.counts(name)
            continue
        found = results(name)
        counts = collections.Counter(outcome for outcome, _ in found.values())
        program = f"[a program](../tools/packages/programs/uses_{name}.py)"
        what = ["its own"] if spec.get("tests") else []
        what += [program] if program_of(name).exists() else []
        total += counts
        row = (name, spec["version"], counts["passed"], counts["failed"], counts["skipped"], not_run(name),
               " and ".join(what))  # fmt: skip
        rows.append("| " + " | ".join(map(str, row)) + " |\n")
        if lines := _reasons(name, spec, found):
            notes.append(f"\n## {name}\n\n" + "".join(lines))
    ran = total["passed"] + total["failed"]
    share = f"Of {ran:,} tests of {len(specs)} packages, {total['passed']:,} pass."
    return HEAD.format(share=share, limit=LIMIT) + "".join(rows) + "".join(notes)


class Kept:
    """What the page says of packages that have not run here.

    Args:
        text: the page.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def row(self, name: str) -> str:
        return _found(rf"^\| {name} \|.*\n", self.text)

    def note(self, name: str) -> str:
        return _found(rf"^\n## {name}\n\n(- .*\n)+", self.text)

    def counts(self, name: str) -> collections.Counter[str]:
        numbers = [int(cell) for cell in self.row(name).split("|")[3:6]]
        return collections.Counter(dict(zip(("passed", "failed", "skipped"), numbers, strict=True)))


def _found(pattern: str, text: str) -> str:
    """The text that a pattern matches, or none."""
    match = re.search(pattern, text, re.MULTILINE)
    return match[0] if match else ""


def _reasons(name: str, spec: dict[str, Any], found: dict[str, tuple[str, str]]) -> list[str]:
    """A line for each reason, with the number of tests that have it."""
    given = [*spec.get("reason", []), *[{**skip, "skipped": True} for skip in spec.get("skip", [])]]
    counts: collections.Counter[str] = collections.Counter()
    for test, (outcome, why) in found.items():
        if outcome == "passed":
            continue
        known = [r["text"] for r in given if r.get("skipped", False) == (outcome == "skipped")
                 and re.search(r["match"], f"{test}: {why}")]  # fmt: skip
        if known:
            counts[f"{outcome}: {known[0]}"] += 1
        elif outcome == "failed":
            print(f"{name}: no reason is known for {test}: {why}", file=sys.stderr)
            counts["failed: reason not known"] += 1
        else:
            counts["skipped: " + (why.removeprefix("Skipped: ") or "expected to fail")] += 1
    return [f"- {count} {text}\n" for text, count in sorted(counts.items())]


def main() -> int:
    specs = tomllib.loads((HERE / "packages.toml").read_text())
    parser = argparse.ArgumentParser(prog="python -m tools.packages", description=__doc__)
    parser.add_argument("name", nargs="*", choices=[[], *specs], help="packages to run; default: all")
    asked = parser.parse_args().name or list(specs)
    PLACE.mkdir(parents=True, exist_ok=True)
    environment()
    for name in asked:
        print(f"== {name}", flush=True)
        run(name, specs[name])
    page_before = Kept((ROOT / "docs" / "packages.md").read_text())
    missing = [name for name in specs if not (outcomes_of(name).exists() or page_before.row(name))]
    if missing:
        print(f"docs/packages.md is not written: {', '.join(missing)} have not run", file=sys.stderr)
        return 1
    (ROOT / "docs" / "packages.md").write_text(page(specs))
    few = []
    for name in asked:
        counts = collections.Counter(outcome for outcome, _ in results(name).values())
        if counts["passed"] < GOAL * (counts["passed"] + counts["failed"]):
            few.append(name)
    if few:
        print(f"less than {GOAL:.0%} of the tests pass: {', '.join(few)}", file=sys.stderr)
    return int(bool(few))


if __name__ == "__main__":
    raise SystemExit(main())
