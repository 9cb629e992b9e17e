"""Arrays of one dtype, and another one for the result: by ``dtype=``, and by ``out=``.

For each operation, sample and dtype of the arrays there is a text of one letter for each of :data:`DTYPES`. With
``dtype=`` it is the index of the result's dtype among them. With ``out=`` it is ``y`` if it is taken, and ``!`` if it
then has other values than the plain result converted to its dtype. ``-`` is an error.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests import laws
from tests.calls import PUBLIC, function
from tests.facts import outs
from tests.samples import Sample

DTYPES = ("bool", "uint8", "int64", "float16", "float32", "float64", "complex64", "complex128")
GIVEN = ("bool", "int64", "float16", "float32", "complex64")
FEW = 3  # samples of each operation


def recast(sample: Sample, dtype: str) -> Sample | None:
    """The sample with its arrays of floating point numbers cast to any dtype; None if it has none, or integers too."""
    leaves = list(laws.arrays_in((sample.args, sample.params)))
    if not leaves or any(a.dtype.kind != "f" or not a.size for a in leaves) or sample.params.get("dtype") is not None:
        return None
    args, params = laws.refilled((sample.args, sample.params), iter([laws.cast(a, dtype) for a in leaves]))
    return Sample(*args, **params)


def samples(name: str) -> Iterator[tuple[str, Sample]]:
    """Each dtype of the arrays with a few samples."""
    for dtype in GIVEN:
        found = (recast(case.sample, dtype) for case in laws.cases(name))
        for sample in [s for s in found if s is not None][:FEW]:
            yield dtype, sample


def takes(module: Any, public: str, parameter: str) -> bool:
    """Whether a function has a parameter; of PyTorch's it cannot be asked."""
    called = function(module, public)
    return callable(called) and parameter in inspect.signature(called).parameters


def converted(module: Any, public: str, sample: Sample) -> str:
    """What comes of every ``dtype=``."""
    call = outs.Call(module, public, sample)
    found = ""
    for d in DTYPES:
        args, params, _ = call.arguments()
        try:
            result = call.function(*args, **{**params, "dtype": getattr(module, d)})
            found += str(DTYPES.index(str(result.dtype).rpartition(".")[2]))
        except Exception:
            found += "-"
    return found


def written(module: Any, public: str, sample: Sample) -> str:
    """What comes of an ``out=`` of every dtype. Of several, the first has it."""
    call = outs.Call(module, public, sample)
    found = ""
    for d in DTYPES:
        out = call.fitting()
        out[0] = call.blank(call.plain[0].shape, getattr(module, d))
        args, params, _ = call.arguments()
        try:
            call.function(*args, **params, out=tuple(out) if call.many else out[0])
            found += "y" if all(map(call.equal, out, call.plain)) else "!"
        except Exception:
            found += "-"
    return found


def gathered(module: Any, own: Any) -> dict[str, dict[str, str]]:
    """Per operation and way, for each dtype of the arrays, what comes of the samples; nothing of what is refused."""
    table: dict[str, dict[str, list[str]]] = {}
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        for name, public in sorted(PUBLIC.items()):
            for parameter, ask in (("dtype", converted), ("out", written)):
                if public in outs.CRASHES or public in outs.RANDOM or not takes(own, public, parameter):
                    continue
                for dtype, sample in samples(name):
                    with module.no_grad():
                        try:
                            said = ask(module, public, sample)
                        except Exception:  # the plain call is refused
                            said = ""
                    table.setdefault(f"{public} {parameter}=", {}).setdefault(dtype, []).append(said)
    return {
        call: {dtype: " ".join(texts if len({*texts}) > 1 else texts[:1]) for dtype, texts in by_dtype.items()}
        for call, by_dtype in table.items()
    }


# -- where wengert differs, and why

MORE = {  # PyTorch refuses some, and wengert takes them
    "bool is a dtype like others": "cumsum cumprod",
    "out= has the same rule in all forms": "clamp complex fft.ifft lerp matrix_power mean",
    "real numbers may be written where complex ones are": "std var nanmean nansum",
    "out= with all dimensions": "sum prod std var std_mean var_mean median nanmedian",
}
LESS = {  # PyTorch takes some, and wengert refuses them
    "the absolute value of a complex number is real": "abs",
    "the result of bool is bool; PyTorch kept uint8 from before it had bool": "all any",
    "an imaginary part is not dropped": "logsumexp",
    "no float is made bool": "nansum",
}
