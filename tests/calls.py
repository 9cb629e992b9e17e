"""Calls that both PyTorch and wengert take: operations by their public names, at samples.

The library is an argument, so that nothing here needs PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import wengert
from tests import laws
from wengert._core.declare.families import SIGNATURES
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY


def _public() -> dict[str, str]:
    """The public dotted name of each operation that has samples."""
    signed = {id(thing): (signature, options) for thing, signature, options in SIGNATURES}
    found = {}
    for name in laws.NAMES:
        thing = REGISTRY.get(name) or COMPOSITES.get(name)
        if id(thing) in signed:
            signature, options = signed[id(thing)]
            space, bare = options.get("namespace"), signature.partition("(")[0].strip()
            found[name] = f"{space}.{bare}" if space else bare
    return found


PUBLIC = _public()


class Outcome:
    """What one library made of a call: results as tensors, or an exception."""

    def __init__(self, module: Any, name: str, sample: Any, change: Callable[[Any], Any] | None = None) -> None:
        self.module, self.name = module, name
        self.leaves: list[Any] = []
        self.error: Exception | None = None
        self.results: list[Any] = []
        try:
            args, params = self._given(sample.args), self._given(sample.params)
            if change is not None:
                args, params = change((args, params))
            self.results = flat(function(module, name)(*args, **params))
        except Exception as e:
            self.error = e

    def _given(self, x: Any) -> Any:
        """Arguments as this library takes them, with leaves that require grad where they can."""
        if isinstance(x, np.generic):
            x = np.asarray(x)
        if isinstance(x, np.ndarray):
            t = tensor(self.module, x)
            if laws.is_inexact(x):
                t.requires_grad_()
            self.leaves.append(t)
            return t
        if isinstance(x, dict):
            return {k: self._dtype(v) if k == "dtype" else self._given(v) for k, v in x.items()}
        return type(x)(map(self._given, x)) if isinstance(x, (list, tuple)) else x

    def _dtype(self, d: Any) -> Any:
        return d if d is None else getattr(self.module, str(wengert._core.arrays.dtypes.as_numpy(d)))

    @property
    def recorded(self) -> list[Any]:
        return [y for y in self.results if hasattr(y, "requires_grad") and y.requires_grad]

    def aliases(self) -> list[tuple[int, int]]:
        """Which results share memory with which inputs; ``array`` resolves what is lazy in PyTorch."""
        return [
            (k, i)
            for k, y in enumerate(self.results)
            for i, x in enumerate(self.leaves)
            if hasattr(y, "requires_grad") and y.numel() and np.shares_memory(array(y), array(x))
        ]

    def gradients(self) -> list[Any]:
        """The gradients of all inexact inputs, for fixed random cotangents."""
        wanted = [x for x in self.leaves if x.requires_grad]
        ys = self.recorded
        gs = [tensor(self.module, laws.normal_like(array(y), k)) for k, y in enumerate(ys)]
        return list(self.module.autograd.grad(ys, wanted, gs, allow_unused=True)) if ys else [None] * len(wanted)


def function(module: Any, name: str) -> Callable[..., Any]:
    """A function or, where there is none of this name, a method."""
    found = module
    for part in name.split("."):
        found = getattr(found, part, None)
    return found if callable(found) else getattr(module.Tensor, name.rpartition(".")[2])


def tensor(module: Any, a: Any) -> Any:
    a = np.array(a, order="C")
    if module is not wengert and str(a.dtype) == "bfloat16":
        return module.from_numpy(a.view(np.int16)).view(module.bfloat16)
    return module.from_numpy(a)


def array(t: Any) -> Any:
    """A tensor of either library as a NumPy array, half types as they are."""
    if not hasattr(t, "detach"):
        return np.asarray(t)
    t = t.detach()
    if isinstance(t, wengert.Tensor):
        return t.numpy()
    import torch  # here and not above: only the tests that compare with it pay for the import

    t = t.resolve_conj().resolve_neg()
    if t.dtype == torch.bfloat16:
        return t.view(torch.int16).numpy(force=True).view(wengert.bfloat16.dtype)
    return t.numpy(force=True)


def flat(x: Any) -> list[Any]:
    return [v for one in x for v in flat(one)] if isinstance(x, (list, tuple)) else [x]
