"""What the build makes: the public functions, in an sdist and in a wheel from it, and the list of them for review."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environments import checked, environment
from wengert._core import faces, numpy_version, release

ROOT = Path(__file__).resolve().parent.parent
BUILT = shutil.ignore_patterns(
    "generated", "__pycache__", "*.so", "*.pyd", "*.egg-info", "_stamp.pyx", ".*_cache", ".hypothesis",
)  # fmt: skip
FOLDERS = ("src", "tools", "tests", "docs", "examples", "benchmarks", ".ci")
FILES = (
    "setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md",
    "RELEASING.md", "Makefile", ".gitignore", ".pre-commit-config.yaml",
)  # fmt: skip
NO_COMPILER = {"CC": "no-such-compiler"}
LARGEST = 5_000_000
PROGRAM = """\
import wengert
x = wengert.ones(1, 1, 3, 3)
reveal_type(wengert.conv2d(x, x))
reveal_type(x.exp().shape)
x.summ()
"""
USED = """\
import pydoc, wengert
assert not wengert.compiled and "site-packages" in wengert.__file__, wengert.__file__
assert wengert.ones(2).sum().item() == 2
print(pydoc.render_doc(wengert.conv2d, renderer=pydoc.plaintext))
"""


def run(*command: str | Path, where: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with no path to this checkout, and with no compiled core unless ``env`` is given."""
    env = env or {"WENGERT_PURE_PYTHON": "1"}
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "WENGERT_PURE_PYTHON")}
    return subprocess.run(list(map(str, command)), cwd=where, env=kept | env, capture_output=True, text=True)


def build(kind: str, where: Path, into: Path, **env: str) -> tuple[Path, str]:
    """Build an sdist or a wheel as pip does, without compiling, which takes minutes. Returns it, and what was said."""
    hook = f"from setuptools import build_meta; build_meta.build_{kind}({str(into)!r})"
    ran = run(sys.executable, "-c", hook, where=where, **env)
    assert ran.returncode == 0, ran.stderr
    return next(p for p in into.iterdir() if p.name.endswith(".tar.gz" if kind == "sdist" else ".whl")), ran.stderr


def everything_in(folder: Path) -> set[str]:
    """The files of a checkout."""
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def files_of(package: Path) -> set[str]:
    """The files that an installed package has to have."""
    found = {p.relative_to(package).as_posix() for p in package.rglob("*") if p.is_file()}
    return {name for name in found if not name.endswith((".pyc", ".so", ".pyd", "_stamp.pyx"))}


@pytest.mark.slow
def test_a_clean_checkout_builds_an_sdist_and_that_a_wheel_with_all_that_is_public(tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="77")
    pytest.importorskip("mypy")
    clean, built = tmp_path / "clean", tmp_path / "built"
    built.mkdir()
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, clean / folder, ignore=BUILT)
    for name in FILES:
        shutil.copy(ROOT / name, clean)
    there = everything_in(clean)

    ran = run(sys.executable, "-B", "-c", "import wengert", where=clean / "src")
    assert "ImportError: wengert: the public functions have not been written yet" in ran.stderr

    with tarfile.open(build("sdist", clean, built)[0]) as archive:
        archive.extractall(tmp_path, filter="data")
    assert everything_in(clean) == there, "the build leaves something behind"
    sdist = next(tmp_path.glob("wengert-*"))
    assert everything_in(sdist) >= there, "something is missing in the sdist"
    made = sdist / "src" / "wengert" / "_core" / "api" / "generated"
    there_already = Path(faces.GENERATED)
    assert files_of(made) == files_of(there_already)
    assert all((made / name).read_bytes() == (there_already / name).read_bytes() for name in files_of(made))
    shutil.rmtree(made)  # it carries them, and it can make them
    before = everything_in(sdist)

    wheel, told = build("wheel", sdist, built, **NO_COMPILER)
    assert "the C compiler does not work" in told and "wengert is installed as plain Python" in told
    assert everything_in(sdist) == before, "the build leaves something behind"
    assert wheel.name.endswith("-py3-none-any.whl") and wheel.stat().st_size < LARGEST
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(f"{wheel.name.partition('-py3')[0]}.dist-info/METADATA").decode()
    assert f"Version: {release.__version__}" in metadata and "# wengert" in metadata
    assert not re.search(r"\]\((?!https?://)", metadata), "a link of the README leads nowhere outside the repository"
    python, packages = environment(tmp_path / "env")
    zipfile.ZipFile(wheel).extractall(packages)
    assert files_of(packages / "wengert") == files_of(ROOT / "src" / "wengert")

    ran = run(python, "-W", "error", "-c", USED, where=tmp_path)
    assert ran.returncode == 0, ran.stderr
    shown = "".join(ran.stdout.split())
    assert "functionconv2dinmodulewengertconv2d(input,weight," in shown
    assert shown.count("conv2d(input,") == 1 and ")->wengert.Tensor" in shown

    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    said = [line.split(": ", 2)[2] for line in checked(program, python).splitlines()]
    tensor, size = ("wengert._core.tape.tensor." + name for name in ("Tensor", "Size"))
    assert said == [
        f'Revealed type is "{tensor}"', f'Revealed type is "{size}"', '"Tensor" has no attribute "summ"  [attr-defined]'
    ]  # fmt: skip


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A checkout with one row, whose functions have just been written."""
    package = tmp_path / "src" / "wengert" / "_core"
    for name, folder in {
        "PACKAGE": package, "GENERATED": package / "generated", "TOOLS": tmp_path / "tools", "ops": package / "ops"
    }.items():  # fmt: skip
        folder.mkdir(parents=True)
        if hasattr(faces, name):
            monkeypatch.setattr(faces, name, folder)
    for name in faces.GENERATOR:
        (tmp_path / "tools" / name).write_text("")
    (package / "ops" / "rows.py").write_text("a = 1")
    monkeypatch.setattr(faces, "STAMP", package / "generated" / "__init__.py")
    faces.STAMP.write_text(faces.stamp())
    module = type(sys)("generated")
    exec(faces.STAMP.read_text(), vars(module))
    monkeypatch.setitem(sys.modules, "wengert._core.api.generated", module)
    return tmp_path


def changed(path: Path, text: str) -> None:
    """Write a file, later than what is there already."""
    path.write_text(text)
    later = Path(faces.STAMP).stat().st_mtime_ns + 1_000_000
    os.utime(path, ns=(later, later))


def test_wheels_are_built_for_the_pythons_that_are_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    said = re.findall(r"Python :: 3\.(\d+)$", "\n".join(project["project"]["classifiers"]), re.MULTILINE)
    wheels = project["tool"]["cibuildwheel"]
    assert wheels["build"].split() == [f"cp3{minor}-*" for minor in said]
    assert {"build", "skip", "build-frontend", "test-command"} == set(wheels)
    named = {word for command in wheels["test-command"] for word in re.findall(r"-m wengert (\w+)", command)}
    assert named <= {
        p.stem.removesuffix("_command") for p in (ROOT / "src/wengert/_core/modules/commands").glob("*.py")
    }


def test_every_requirement_has_one_lower_bound() -> None:
    """Those of the build and of several extras agree: a bound that is raised in one place is raised in all."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = declared["project"]
    bounds: dict[str, set[str]] = {}
    for lines in (
        declared["build-system"]["requires"],
        project["dependencies"],
        *project["optional-dependencies"].values(),
    ):
        for line in lines:
            name, bound = re.fullmatch(r"([A-Za-z0-9_-]+)(.*)", line).groups()  # type: ignore[union-attr]
            bounds.setdefault(name.lower(), set()).add(bound)
    assert {name: found for name, found in bounds.items() if len(found) > 1} == {}
    assert bounds["numpy"] == {f">={numpy_version.OLDEST}"}


@pytest.mark.parametrize("found", ["1.26.4", "1.9.3", "2.0.0", "2.0.0rc1", "2.10.0.dev0+git", "3.0"])
def test_a_numpy_that_is_too_old_is_named(found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would not fail: its rules of dtypes are others, and results would silently be rounded."""
    monkeypatch.setattr("numpy.__version__", found)
    if found.startswith("1."):
        with pytest.raises(ImportError, match=rf"expected NumPy 2\.0 or newer, got NumPy {found} in .*pip install"):
            numpy_version.check()
    else:
        numpy_version.check()


def test_a_checkout_says_that_its_rows_are_newer_than_its_functions(checkout: Path) -> None:
    row = faces.PACKAGE / "ops" / "rows.py"
    faces.check()
    assert faces.fresh()
    changed(row, "a = 1")  # as a checkout of another branch and back does
    faces.check()
    assert faces.fresh()
    changed(row, "a = 2")
    with pytest.warns(UserWarning, match="Run `make generate`"):
        faces.check()
    assert not faces.fresh()


def test_a_change_beside_the_rows_is_no_cause_to_warn_but_to_write_types_again(checkout: Path) -> None:
    changed(faces.PACKAGE / "methods.py", "def method(self): ...")
    faces.check()
    assert not faces.fresh()


def test_the_hash_of_the_rows_is_the_same_on_every_python(checkout: Path) -> None:
    changed(checkout / "tools" / "a.py", "x = 1\n")
    assert faces.hash_of([str(checkout / "tools" / "a.py")]) == "d2c1aa81"


def test_an_installed_package_is_not_compared(checkout: Path) -> None:
    changed(faces.PACKAGE / "ops" / "rows.py", "a = 2")
    shutil.rmtree(checkout / "tools")
    faces.check()


@pytest.mark.parametrize("found", [None, type(sys)("generated")])  # no folder, and one with nothing in it
def test_functions_that_are_missing(checkout: Path, monkeypatch: pytest.MonkeyPatch, found: object) -> None:
    monkeypatch.setitem(sys.modules, "wengert._core.api.generated", found)  # type: ignore[arg-type]
    with pytest.raises(ImportError, match="Run `make build`, or `pip install -e .`"):
        faces.check()


def test_the_list_of_what_is_public_is_up_to_date() -> None:
    ran = run(sys.executable, ROOT / "tools" / "generate.py", "--check", where=ROOT)
    assert ran.returncode == 0, ran.stdout + ran.stderr
