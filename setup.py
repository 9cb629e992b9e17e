"""Build the package: write the public functions, and compile the hot modules if there is a compiler.

Without a compiler, or with ``WENGERT_PURE_PYTHON=1``, the package stays pure.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "wengert"

# The package itself defines which modules are compiled, and the hash that identifies a stale build.
spec = importlib.util.spec_from_file_location("_compiled", PACKAGE / "_core" / "compiled.py")
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)


# To keep wheels small, modules that run less often are compiled for size: a little slower, a third smaller.
SELDOM = (
    "arrays.batched", "tape.watching", "dispatch.tangents", "dispatch.forms", "dispatch.outs", "engine.watched_pass",
    "tools.profiler.notes", "api.backward", "api.products", "_shared",
)  # fmt: skip

# Modules of loops over numbers, of which the C compiler makes vector instructions.
LOOPS = (
    "arrays.programs", "arrays.rows", "ops.index.index_loops", "ops.linalg.distance_loops", "ops.nn.norm_loops",
    "ops.nn.tap_loops", "ops.nn.window_loops",
)  # fmt: skip


def speed(name: str) -> str:
    """The compiler's option for a module: small, fast, or fast in long loops."""
    return "-Os" if name in SELDOM else "-O3" if name in LOOPS else "-O2"


# Classes that can be pickled define that themselves.
DIRECTIVES = {"annotation_typing": False, "binding": True, "embedsignature": False, "auto_pickle": False}


def source(name: str) -> str:
    """What a module is compiled from: its .pyx file if there is one, else its .py file."""
    if name == "_shared":
        return "build/_shared.c"  # Cython writes it
    pyx = Path(build.path_of(name, ".pyx"))
    return (pyx if pyx.exists() else pyx.with_suffix(".py")).relative_to(HERE).as_posix()


# A build runs this file several times, mostly to ask what it needs: only these commands compile.
COMPILING = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"} & set(sys.argv)
PURE = os.environ.get("WENGERT_PURE_PYTHON", "") not in ("", "0")


def extensions() -> list[Extension]:
    if PURE or not COMPILING:
        return []
    try:
        import numpy
        from Cython.Build import cythonize
    except ImportError:
        return []
    stamp = PACKAGE / "_core" / "_stamp.pyx"
    text = f'FINGERPRINT = "{build.fingerprint()}"\n'
    if not stamp.exists() or stamp.read_text() != text:
        stamp.write_text(text)
    modules = [
        Extension(
            f"wengert._core.{name}",
            [source(name)],
            include_dirs=[numpy.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("CYTHON_CLINE_IN_TRACEBACK", "0")],
            extra_compile_args=[speed(name), "-g0", "-fno-asynchronous-unwind-tables"],
            extra_link_args=["-s"] if sys.platform == "linux" else [],  # no symbols: nobody links to them
        )
        for name in build.BUILT
    ]
    built = cythonize(
        modules,
        build_dir="build",  # keeps Cython's output out of the package
        force=True,  # Cython does not see all dependences through .pxd files
        language_level=3,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name="wengert._core._shared",  # Cython's own functions, once for all modules
    )
    for e in built:
        e.optional = True  # cythonize does not copy this attribute
    return built


# before packages are listed; it runs once, as it sees that nothing has changed since
subprocess.run([sys.executable, HERE / "tools" / "generate.py", "--faces"], check=True)

in_place = bool({"--inplace", "editable_wheel"} & set(sys.argv))
if in_place:  # a module that does not compile must not leave its old file
    for folder in (PACKAGE, *HERE.glob("build/lib*/wengert")):
        for suffix in build.SUFFIXES:
            for old in folder.rglob(f"*{suffix}"):
                old.unlink()
setup(ext_modules=extensions())
failed = [name for name in build.BUILT if in_place and build.compiled_file(name) is None]
if failed and not PURE:
    print(f"wengert: no compiled {', '.join(failed)}: all runs uncompiled, and slower.", file=sys.stderr)
