"""Compiles the hot modules from their .py files where there is a compiler; without one the package stays pure."""

import hashlib
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "wengert"
HOT = ("modes", "storage", "batched", "graph", "tensor", "formula", "op", "engine")


def fingerprint() -> str:
    """A hash of the sources of the hot modules, so that a stale build can be recognised (see wengert/_compiled.py)."""
    digest = hashlib.sha256()
    for name in HOT:
        digest.update((PACKAGE / f"{name}.py").read_bytes())
        pxd = PACKAGE / f"{name}.pxd"
        if pxd.exists():
            digest.update(pxd.read_bytes())
    return digest.hexdigest()


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    stamp = PACKAGE / "_stamp.pyx"
    text = f'FINGERPRINT = "{fingerprint()}"\n'
    if not stamp.exists() or stamp.read_text() != text:
        stamp.write_text(text)
    modules = [
        Extension(f"wengert.{name}", [f"src/wengert/{name}.{suffix}"], extra_compile_args=["-O2", "-g0"])
        for name, suffix in [*((n, "py") for n in HOT), ("_stamp", "pyx")]
    ]
    built = cythonize(
        modules,
        language_level=3,
        compiler_directives={"annotation_typing": False, "binding": True, "embedsignature": False},
    )
    for e in built:
        e.optional = True  # cythonize drops it from what it was given
    return built


setup(ext_modules=extensions())
