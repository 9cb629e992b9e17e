"""Messages that several places raise, or that need more than one sentence: built in one place.

A function here returns the exception, which its caller raises; those whose message is a warning give it themselves.
A message says what the operation was, what was expected, what came and what to do. Where programs match on torch's
words, those words come first.

``text`` holds what all messages are made of: names of types, descriptions of values, lines of the user's program.
``tracebacks`` shortens what Python shows of an error. ``keywords`` adds to Python's own error for a wrong keyword, and
``wrong_objects`` to that for an argument of a wrong kind.
Every other file is one theme:

- using an operation: ``calls``, ``shapes``, ``elements``, ``writes``, ``deprecated``, ``numpy`` for
  arguments as NumPy takes them, and ``absent`` for what wengert does not have
- differentiating: ``gradients``, ``history``, ``hooks``, ``modes``, ``forward``, ``function``, ``vmap``, ``jacobian``
- one library of operations: ``linalg``, ``signal``, ``sparse``, ``masked``
- tensors as objects: ``memory``, ``overriding``
- tools: ``checkpoint``, ``diagnosis``, ``gradcheck``, ``profiler``
- what programs stand on: ``layers``, ``attention``, ``recurrent``, ``parametrizing``, ``files``, ``comparing``,
  ``loading``, ``optim``, ``distributions``, ``quasirandom``, ``switches``, ``alias``, ``hips``

The file of a theme ends in ``_errors``, because other rooms have a ``sparse`` or ``hooks`` of their own and no two
files share a name. Call sites name the theme alone, since ``errors.`` is said already:
``raise errors.sparse.no_memory()``. A theme imports from ``text`` and from no other theme.
"""

from __future__ import annotations

import importlib
from types import FunctionType
from typing import TYPE_CHECKING, Any

from . import text
from .tracebacks import displaying

if TYPE_CHECKING:
    from . import absent_errors as absent
    from . import alias_errors as alias
    from . import attention_errors as attention
    from . import calls_errors as calls
    from . import checkpoint_errors as checkpoint
    from . import comparing_errors as comparing
    from . import deprecated_errors as deprecated
    from . import diagnosis_errors as diagnosis
    from . import distributions_errors as distributions
    from . import elements_errors as elements
    from . import files_errors as files
    from . import forward_errors as forward
    from . import function_errors as function
    from . import gradcheck_errors as gradcheck
    from . import gradients_errors as gradients
    from . import hips_errors as hips
    from . import history_errors as history
    from . import hooks_errors as hooks
    from . import jacobian_errors as jacobian
    from . import layers_errors as layers
    from . import linalg_errors as linalg
    from . import loading_errors as loading
    from . import masked_errors as masked
    from . import memory_errors as memory
    from . import modes_errors as modes
    from . import numpy_errors as numpy
    from . import optim_errors as optim
    from . import overriding_errors as overriding
    from . import parametrizing_errors as parametrizing
    from . import profiler_errors as profiler
    from . import quasirandom_errors as quasirandom
    from . import recurrent_errors as recurrent
    from . import shapes_errors as shapes
    from . import signal_errors as signal
    from . import sparse_errors as sparse
    from . import switches_errors as switches
    from . import vmap_errors as vmap
    from . import writes_errors as writes

__all__ = [
    "absent", "alias", "attention", "calls", "checkpoint", "comparing", "deprecated", "diagnosis", "distributions",
    "elements", "files", "forward", "function", "gradcheck", "gradients", "hips", "history", "hooks", "jacobian",
    "layers", "linalg", "loading", "masked", "memory", "modes", "numpy", "optim", "overriding", "parametrizing",
    "profiler", "quasirandom", "recurrent", "shapes", "signal", "sparse", "switches", "text", "vmap", "writes",
]  # fmt: skip

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import a theme when its first message is needed: most programs need few, and the import is faster."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name not in globals():
            theme = importlib.import_module(f"{__name__}.{name}_errors")
            for made, function in vars(theme).items():  # Note [Short tracebacks]
                returns = getattr(function, "__annotations__", {}).get("return", "")
                if isinstance(function, FunctionType) and str(returns).endswith(("Error", "Exception")):
                    setattr(theme, made, displaying(function))
            globals()[name] = theme
        return globals()[name]
