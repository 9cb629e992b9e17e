"""What PyTorch has and wengert is not about, and what does instead."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

MODULES = "keep parameters as tensors that require grad, and call wengert.nn.functional"
INSTEAD = {
    "wengert.are_deterministic_algorithms_enabled": "on the CPU everything is deterministic",
    "wengert.autocast": "compute in the dtype that tensors have, and convert them with .to(dtype)",
    "wengert.backends": "there is nothing to set: leave the line out",
    "wengert.compile": "functions run as they are",
    "wengert.distributions": "write the density with wengert.special, and draw with wengert.randn and the like",
    "wengert.get_num_threads": "NumPy's matrix library has the threads: set OMP_NUM_THREADS",
    "wengert.jit": "functions run as they are",
    "wengert.load": "use pickle.load, or numpy.load and wengert.from_numpy",
    "wengert.multiprocessing": "tensors can be pickled, and so sent by Python's own multiprocessing",
    "wengert.optim": "write the step under wengert.no_grad(), or give gradients to an optimiser of SciPy",
    "wengert.save": "use pickle.dump, or numpy.save of x.detach().numpy()",
    "wengert.set_num_threads": "NumPy's matrix library has the threads: set OMP_NUM_THREADS",
    "wengert.testing": "compare x.detach().numpy() with numpy.testing",
    "wengert.use_deterministic_algorithms": "on the CPU everything is deterministic",
    "wengert.overrides.enable_reentrant_dispatch": "there is no dispatch below functions: call them as they are",
    "wengert.nn.Module": MODULES,
    "wengert.nn.Parameter": "use tensor.requires_grad_()",
    "wengert.nn.Sequential": MODULES,
    "wengert.nn.init": "draw in place: tensor.normal_(), tensor.uniform_(), before requires_grad_()",
    "wengert.nn.utils": "work on the .grad of tensors, under wengert.no_grad()",
    "wengert.func.functional_call": "write functions of their parameters",
    "wengert.func.stack_module_state": "stack parameters: wengert.stack([model[name] for model in models])",
    "wengert.utils.data": "draw batches by x[wengert.randperm(len(x))[:size]], or x.split(size)",
    "wengert.utils.tensorboard": "whatever takes NumPy's arrays takes x.detach().numpy()",
}


def attribute(module: str, name: str) -> AttributeError:
    """For a name that a module does not have: with the next step, if PyTorch has it there."""
    text = f"module '{module}' has no attribute '{name}'"
    instead = INSTEAD.get(f"{module}.{name}")
    if instead is None and module == "wengert.nn" and name[:1].isupper():
        instead = MODULES
    if instead is None:
        return AttributeError(text, name=name, obj=sys.modules[module])  # for which Python proposes names
    return AttributeError(f"{text}: it is not part of wengert; {instead}")


def looked_up_in(module: str) -> Any:
    """The ``__getattr__`` of a module."""

    def __getattr__(name: str) -> NoReturn:  # noqa: N807
        raise attribute(module, name)

    return __getattr__
