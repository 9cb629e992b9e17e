"""What ``import torch`` finds in a new process: it makes wengert ``torch`` there, and takes its place."""

import importlib
import sys

from wengert._core.modules.alias.torch_alias import install_as_torch

if __name__ == "torch":  # and not under its own name
    del sys.modules[__name__]
    install_as_torch(force=True)
    importlib.import_module(__name__)
