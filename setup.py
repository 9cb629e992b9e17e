"""Build the package: write the public functions, and compile the hot modules if there is a compiler.

Without a compiler, or with ``WENGERT_PURE_PYTHON=1``, the package is pure, and so is the tag of its wheel. A build
leaves nothing behind in a checkout, unless it is the editable one: that is what a checkout runs on.
"""

import atexit
import contextlib
import importlib.util
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "wengert"
STAMP = PACKAGE / "_core" / "_stamp.pyx"
GENERATED = PACKAGE / "_core" / "api" / "generated"

IN_PLACE = bool({"--inplace", "develop", "editable_wheel"} & set(sys.argv))
sys.dont_write_bytecode = not IN_PLACE  # nor does anything else stay behind in a checkout

# The package itself defines which modules are compiled, and the hash that identifies a stale build.
spec = importlib.util.spec_from_file_location("_compiled", PACKAGE / "_core" / "compiled.py")
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)


# To keep wheels small, modules that run less often are compiled for size: a little slower, a third smaller.
SELDOM = (
    "arrays.batched", "tape.watching", "dispatch.tangents", "dispatch.outs", "engine.watched_pass",
    "ops.shape.arrange", "tools.profiler.notes", "api.backward", "api.products", "_shared",
)  # fmt: skip

# Modules of loops over numbers, of which the C compiler makes vector instructions.
LOOPS = (
    "arrays.copies", "arrays.extremes", "arrays.few", "arrays.function_loops", "arrays.matrix_batches",
    "arrays.pair_loops", "arrays.programs", "arrays.rows", "arrays.scan_loops", "ops.index.index_loops",
    "ops.linalg.distance_loops", "ops.linalg.small_matrices", "ops.linalg.triangular_loops",
    "ops.nn.attention_blocks", "ops.nn.attention_loops", "ops.nn.column_norm_loops", "ops.nn.convolution_loops",
    "ops.nn.grid_loops", "ops.nn.norm_loops", "ops.nn.path_loops", "ops.nn.recurrent_loops", "ops.nn.tap_loops",
    "ops.nn.window_loops", "ops.random.random_loops", "ops.random.twister", "ops.reduce.order_loops",
)  # fmt: skip


def speed(name: str) -> str:
    """The compiler's option for a module: small, fast, or fast in long loops."""
    return "-Os" if name in SELDOM else "-O3" if name in LOOPS else "-O2"


# Each product and each sum is rounded, as NumPy does it, on processors that could compute both at once, too.
EXACT = [] if sys.platform == "win32" else ["-ffp-contract=off", "-fno-trapping-math", "-fno-math-errno"]

# Checks that `make sanitize` compiles in: each read and write, and what C leaves undefined.
SANITIZERS = os.environ.get("WENGERT_SANITIZE", "")

# Classes that can be pickled define that themselves.
DIRECTIVES = {"annotation_typing": False, "binding": True, "embedsignature": False, "auto_pickle": False}

# A build runs this file several times, mostly to ask what it needs: only these commands make something.
MAKING = {"bdist_wheel", "build", "build_ext", "build_py", "develop", "editable_wheel", "install"} & set(sys.argv)
PURE = os.environ.get("WENGERT_PURE_PYTHON", "") not in ("", "0")


def options(name: str) -> dict[str, list[str]]:
    """The options for the C compiler and the linker."""
    if SANITIZERS:
        checks = f"-fsanitize={SANITIZERS}"
        return {
            "extra_compile_args": [checks, "-O1", *EXACT, "-g1", "-fno-omit-frame-pointer"],
            "extra_link_args": [checks],
        }
    return {
        "extra_compile_args": [speed(name), *EXACT, "-g0", "-fno-asynchronous-unwind-tables"],
        "extra_link_args": ["-s"] if sys.platform == "linux" else [],  # no symbols: nobody links to them
    }


def source(name: str) -> str:
    """What a module is compiled from: its .pyx file if there is one, else its .py file."""
    if name == "_shared":
        return "build/_shared.c"  # Cython writes it
    pyx = Path(build.path_of(name, ".pyx"))
    return (pyx if pyx.exists() else pyx.with_suffix(".py")).relative_to(HERE).as_posix()


def say(text: str) -> None:
    """Tell the user. pip shows it with -v, the other tools always."""
    print(f"\nwengert: {text}\n", file=sys.stderr, flush=True)


def why_not_compiled() -> str | None:
    """Why C cannot be compiled here for this Python; None if it can."""
    from distutils.ccompiler import new_compiler
    from distutils.errors import CCompilerError, DistutilsError
    from distutils.sysconfig import customize_compiler, get_python_inc

    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.c")
        program.write_text('#include "Python.h"\nint wengert(void) { return PY_VERSION_HEX; }\n')
        compiler = new_compiler()
        try:
            customize_compiler(compiler)
            with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
                compiler.compile([str(program)], output_dir=folder, include_dirs=[get_python_inc()])
        except (CCompilerError, DistutilsError, OSError) as e:
            return f"the C compiler does not work ({e})"
    return None


def extensions() -> list[Extension]:
    """What is compiled: nothing in a pure build."""
    if PURE or not MAKING:
        return []
    try:
        import numpy
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError
    except ImportError as e:
        reason = f"there is no {e.name}"
    else:
        reason = why_not_compiled()
    if reason is not None:
        say(f"{reason}: wengert is installed as plain Python. It does the same, and is slower.")
        return []
    say(f"compiling {len(build.BUILT)} modules on {cores()} cores; this takes minutes.")
    text = f'FINGERPRINT = "{build.fingerprint()}"\n'
    if not STAMP.exists() or STAMP.read_text() != text:
        STAMP.write_text(text)
    modules = [
        Extension(
            f"wengert._core.{name}",
            [source(name)],
            include_dirs=[numpy.get_include(), build.PACKAGE],  # whose headers are named by their rooms
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("CYTHON_CLINE_IN_TRACEBACK", "0")],
            **options(name),
        )
        for name in build.BUILT
    ]
    try:
        built = cythonize(
            modules,
            build_dir="build",  # keeps Cython's output out of the package
            nthreads=cores() if multiprocessing.get_start_method() == "fork" else 0,  # else a child would run this file
            force=True,  # Cython does not see all dependences through .pxd files
            language_level=3,
            compiler_directives=DIRECTIVES,
            shared_utility_qualified_name="wengert._core._shared",  # Cython's own functions, once for all modules
        )
    except CompileError as e:  # a later Cython or NumPy declares something otherwise
        say(f"Cython cannot compile {e}: wengert is installed as plain Python. It does the same, and is slower.")
        return []
    for e in built:
        e.optional = True  # cythonize does not copy this attribute
    return built


def cores() -> int:
    """How many processors this build may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BuildExt(build_ext):
    """Compiles on all cores, and says which modules did not compile: then all of them run as plain Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or cores()

    def run(self) -> None:
        super().run()
        failed = [e.name for e in self.extensions if not any(Path(p).exists() for p in self.paths_of(e.name))]
        if failed:
            say(f"{', '.join(failed)} did not compile: wengert runs as plain Python. It does the same, and is slower.")

    def paths_of(self, name: str) -> tuple[str, str]:
        """Where the file of a module may be: in the checkout, or in the folder of the build."""
        return self.get_ext_fullpath(name), os.path.join(self.build_lib, self.get_ext_filename(name))


def description() -> str:
    """The README without links into the repository and its pictures, for pages that show it elsewhere."""
    text = (HERE / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"!\[[^\]]+\]\((?![a-z]+://)[^)]+\)\n*", "", text)
    return re.sub(r"\[([^\]]+)\]\((?![a-z]+://|#)[^)]+\)", r"\1", text)


def remove_at_exit() -> None:
    """Remove what this build has made in the checkout, when Python ends."""

    def remove(made: list[Path]) -> None:
        for path in made:
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)

    places = (HERE / "build", PACKAGE.parent / "wengert.egg-info", GENERATED, STAMP)
    atexit.register(remove, [path for path in places if not path.exists()])


if {"bdist_wheel", "dist_info", "egg_info", "sdist"} & set(sys.argv) and not IN_PLACE:
    remove_at_exit()
# before packages are listed; it runs once, as it sees that nothing has changed since
if MAKING or "sdist" in sys.argv:
    without = ["-B"] if sys.dont_write_bytecode else []
    subprocess.run([sys.executable, *without, HERE / "tools" / "generate.py", "--faces"], check=True)
if IN_PLACE:  # a module that does not compile must not leave its old file
    for folder in (PACKAGE, *HERE.glob("build/lib*/wengert")):
        for suffix in build.SUFFIXES:
            for old in folder.rglob(f"*{suffix}"):
                old.unlink()
setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExt},
    long_description=description(),
    long_description_content_type="text/markdown",
)
