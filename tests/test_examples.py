"""The example programs run from start to end and say the truth."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PNG = b"\x89PNG\r\n\x1a\n"


def run(name: str, *arguments: str) -> str:
    """Run an example as a user would, and return what it printed."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}  # small matrices: more threads only wait for each other
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["digits.npz", "lynx_hare.csv"])
def test_data_has_its_source_noted(name: str) -> None:
    assert f"`{name}`" in (EXAMPLES / "data" / "README.md").read_text(encoding="utf-8")


def test_digits(tmp_path: Path) -> None:
    printed = run("digits.py", "--out", str(tmp_path))
    accuracy = re.search(r"^test accuracy (\d\.\d{3})$", printed, re.MULTILINE)
    assert accuracy, printed
    assert str(tmp_path / "digits.png") in printed and str(tmp_path / "digits_graph.svg") in printed
    assert float(accuracy[1]) >= 0.95
    assert (tmp_path / "digits.png").read_bytes().startswith(PNG)

    picture = ElementTree.fromstring((tmp_path / "digits_graph.svg").read_text(encoding="utf-8"))
    labels = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    for name in ("conv1.weight", "conv1.bias", "conv2.weight", "conv2.bias", "linear.weight", "linear.bias"):
        assert labels.count(name) == 1
    assert labels.count("ConvolutionBackward0") == 2
    assert "16 × 1 × 3 × 3" in labels


def test_modules_go_on_from_a_checkpoint(tmp_path: Path) -> None:
    run("modules.py", "--out", str(tmp_path), "--epochs", "1")
    printed = run("modules.py", "--out", str(tmp_path), "--epochs", "4").splitlines()
    assert printed[0] == "going on after epoch 1"
    accuracy = re.fullmatch(r"test accuracy (\d\.\d{3})", printed[-1])
    assert accuracy and float(accuracy[1]) >= 0.95, printed[-1]
    assert (tmp_path / "modules.png").read_bytes().startswith(PNG)


def test_ode_fit_finds_the_published_parameters(tmp_path: Path) -> None:
    printed = run("ode_fit.py", "--out", str(tmp_path))
    found = dict(re.findall(r"^ *([abcd]) = +([\d.]+)", printed, re.MULTILINE))
    # B. Carpenter (2018), "Predator-Prey Population Dynamics": posterior means for the same model and series
    published = {"a": 0.55, "b": 0.028, "c": 0.80, "d": 0.024}
    assert {name: float(value) for name, value in found.items()} == pytest.approx(published, rel=0.05)
    assert (tmp_path / "ode_fit.png").read_bytes().startswith(PNG)


def test_error_bars_agree_with_noisy_copies(tmp_path: Path) -> None:
    printed = run("error_bars.py", "--out", str(tmp_path), "--copies", "200")
    lag, error, drawn = map(float, re.findall(r"(?:by|take) (\d\.\d\d)", printed))
    assert lag == pytest.approx(2.51) and error == pytest.approx(drawn, rel=0.25)
    assert (tmp_path / "error_bars.png").read_bytes().startswith(PNG)


def test_jacobian_hessian_agree_with_finite_differences(tmp_path: Path) -> None:
    printed = run("jacobian_hessian.py", "--out", str(tmp_path))
    assert printed.count("away from finite differences") == 2
    assert "(1000, 2, 3)" in printed
    assert (tmp_path / "jacobian_hessian.png").read_bytes().startswith(PNG)


def numbers(pattern: str, printed: str) -> list[float]:
    found = re.search(pattern, printed)
    assert found, printed
    return [float(n) for n in found.groups()]


# program, arguments that make it short, what it prints, and between which bounds the numbers in it are
SHORT = {
    # scipy.stats.t.fit of the same returns gives 3.339
    "likelihood": ([], r"degrees of freedom = +([\d.]+) ± ([\d.]+)", [(3.338, 3.340), (0.3, 0.45)]),
    "gaussian_process": ([], r"(\d+) % of the heights", [(90, 100)]),
    "hamiltonian": (["--samples=20"], r"(\d+) % of the proposals were accepted", [(75, 100)]),
    "heat_inverse": (["--iterations=8"], r"the true one: ([\d.]+)", [(0.9, 1)]),
    # what ode_fit.py finds, by another method
    "adjoint": (["--iterations=20"], r"a = ([\d.]+), b = ([\d.]+)", [(0.53, 0.55), (0.026, 0.0285)]),
    "per_sample": (["--steps=100"], r"(\d+) labels are wrong; .* (\d+) % are these", [(70, 130), (85, 100)]),
}


@pytest.mark.parametrize("name", SHORT)
def test_programs_of_the_gallery(name: str, tmp_path: Path) -> None:
    arguments, pattern, bounds = SHORT[name]
    found = numbers(pattern, run(f"{name}.py", "--out", str(tmp_path), *arguments))
    for number, (low, high) in zip(found, bounds, strict=True):
        assert low <= number <= high
    assert (tmp_path / f"{name}.png").read_bytes().startswith(PNG)


def test_the_gallery_shows_every_program() -> None:
    page = (EXAMPLES.parent / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\(\.\./examples/(\w+)\.py\)", page)) == sorted(p.stem for p in EXAMPLES.glob("*.py"))
