"""Says whether the suite can run on the compiled core: prints ``yes``, or ``no`` where there is no C compiler.

``python -m tools.compiled`` fails where there is one and the compiled core is not in use all the same: a suite that
passes without having run it would say nothing about it.
"""

from __future__ import annotations

import shutil
import sys
import sysconfig

import wengert

HINT = """\
there is a C compiler, and the compiled core is not in use. `make build` compiles it; if that does not help, \
`.venv/bin/python -m pip install -v -e .` shows what the compiler says. `make test BUILDS=pure` tests without it."""


def compiler() -> str | None:
    """The C compiler of this Python, if it is on the path."""
    named = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    return next((found for name in (named, "cc", "gcc", "clang", "cl") if (found := shutil.which(name))), None)


if __name__ == "__main__":
    if not wengert.compiled and compiler():
        sys.exit(HINT)
    print("yes" if wengert.compiled else "no")
