"""Compiles the hot modules from their .py files where there is a compiler; without one the package stays pure."""

import importlib.util
import sys
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "wengert"

# which modules are compiled, and the hash by which a stale build is recognised, are the package's to say
spec = importlib.util.spec_from_file_location("_compiled", PACKAGE / "_core" / "compiled.py")
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)


# a wheel should be small: what runs less often gives up a little speed for a third of its size
SELDOM = (
    "arrays.batched", "dispatch.inplace", "tape.watching", "tools.profiler.notes", "engine.watched_pass",
    "api.backward", "api.products", "_shared",
)  # fmt: skip

# what may be pickled says so itself
DIRECTIVES = {"annotation_typing": False, "binding": True, "embedsignature": False, "auto_pickle": False}


def extensions() -> list[Extension]:
    try:
        import numpy
        from Cython.Build import cythonize
    except ImportError:
        return []
    stamp = PACKAGE / "_core" / "_stamp.pyx"
    text = f'FINGERPRINT = "{build.fingerprint()}"\n'
    if not stamp.exists() or stamp.read_text() != text:
        stamp.write_text(text)
    sources = {
        "arrays.native": "src/wengert/_core/arrays/native.pyx",
        "_stamp": "src/wengert/_core/_stamp.pyx",
        "_shared": "build/_shared.c",
    }
    modules = [
        Extension(
            f"wengert._core.{name}",
            [sources.get(name, f"src/wengert/_core/{name.replace('.', '/')}.py")],
            include_dirs=[numpy.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("CYTHON_CLINE_IN_TRACEBACK", "0")],
            extra_compile_args=["-Os" if name in SELDOM else "-O2", "-g0", "-fno-asynchronous-unwind-tables"],
            extra_link_args=["-s"] if sys.platform == "linux" else [],  # no symbols that nobody links to
        )
        for name in build.BUILT
    ]
    built = cythonize(
        modules,
        build_dir="build",  # what Cython writes stays out of the package
        force=True,  # it does not see every dependence through a .pxd
        language_level=3,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name="wengert._core._shared",  # Cython's own functions, once for all modules
    )
    for e in built:
        e.optional = True  # cythonize drops it from what it was given
    return built


in_place = bool({"--inplace", "editable_wheel"} & set(sys.argv))
if in_place:  # what does not compile now must not leave its old form beside the new ones
    for folder in (PACKAGE, *HERE.glob("build/lib*/wengert")):
        for suffix in build.SUFFIXES:
            for old in folder.rglob(f"*{suffix}"):
                old.unlink()
setup(ext_modules=extensions())
failed = [name for name in build.BUILT if in_place and build.compiled_file(name) is None]
if failed:
    print(f"wengert: no compiled {', '.join(failed)}: all runs uncompiled, and slower.", file=sys.stderr)
