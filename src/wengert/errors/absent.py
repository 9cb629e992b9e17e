"""What PyTorch has and wengert is not about, and what does instead."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

from .elements import TWINS

MODULES = "keep parameters as tensors that require grad, and call wengert.nn.functional"
DTYPES = "compute in the dtype that tensors have, and convert them with .to(dtype)"
INSTEAD = {
    "wengert.amp": DTYPES,
    "wengert.are_deterministic_algorithms_enabled": "on the CPU everything is deterministic",
    "wengert.ao": "nothing is quantised: tensors keep their dtype",
    "wengert.autocast": DTYPES,
    "wengert.backends": "there is nothing to set: leave the line out",
    "wengert.compile": "functions run as they are",
    "wengert.cuda.Event": "use cupy.cuda.Event",
    "wengert.cuda.Stream": "use cupy.cuda.Stream: operations run in the one that is current",
    "wengert.cuda.amp": DTYPES,
    "wengert.cuda.empty_cache": "call cupy.get_default_memory_pool().free_all_blocks()",
    "wengert.cuda.memory_allocated": "call cupy.get_default_memory_pool().used_bytes()",
    "wengert.cuda.synchronize": "call cupy.cuda.Device().synchronize()",
    "wengert.distributed": "average gradients with mpi4py or the like: .grad.numpy() is a NumPy array",
    "wengert.distributions": "write the density with wengert.special, and draw with wengert.randn and the like",
    "wengert.export": "functions run as they are",
    "wengert.fx": "the graph of a result is that of its grad_fn: see wengert.autograd.graph",
    "wengert.get_num_threads": "NumPy's matrix library has the threads: set OMP_NUM_THREADS",
    "wengert.jit": "functions run as they are",
    "wengert.load": "use pickle.load, or numpy.load and wengert.from_numpy",
    "wengert.multiprocessing": "tensors can be pickled, and so sent by Python's own multiprocessing",
    "wengert.onnx": "functions run as they are",
    "wengert.optim": "write the step under wengert.no_grad(), or give gradients to an optimiser of SciPy",
    "wengert.save": "use pickle.dump, or numpy.save of x.detach().numpy()",
    "wengert.set_num_threads": "NumPy's matrix library has the threads: set OMP_NUM_THREADS",
    "wengert.testing": "compare x.detach().numpy() with numpy.testing",
    "wengert.use_deterministic_algorithms": "on the CPU everything is deterministic",
    "wengert.overrides.enable_reentrant_dispatch": "there is no dispatch below functions: call them as they are",
    "wengert.nn.Module": MODULES,
    "wengert.nn.Parameter": "use tensor.requires_grad_()",
    "wengert.nn.Sequential": MODULES,
    "wengert.nn.modules": MODULES,
    "wengert.nn.parallel": MODULES,
    "wengert.nn.parameter": "use tensor.requires_grad_()",
    "wengert.nn.init": "draw in place: tensor.normal_(), tensor.uniform_(), before requires_grad_()",
    "wengert.nn.utils": "work on the .grad of tensors, under wengert.no_grad()",
    "wengert.func.functional_call": "write functions of their parameters",
    "wengert.func.stack_module_state": "stack parameters: wengert.stack([model[name] for model in models])",
    "wengert.utils.benchmark": "use timeit of Python",
    "wengert.utils.cpp_extension": "write a wengert.autograd.Function around compiled code that takes NumPy's arrays",
    "wengert.utils.data": "draw batches by x[wengert.randperm(len(x))[:size]], or x.split(size)",
    "wengert.utils.dlpack": "use wengert.from_dlpack(x), and x.__dlpack__()",
    "wengert.utils.tensorboard": "whatever takes NumPy's arrays takes x.detach().numpy()",
}


def instead_of(name: str) -> str | None:
    """What to do without the thing of this whole name; None if nothing is known of it."""
    module, _, last = name.rpartition(".")
    return INSTEAD.get(name, MODULES if module == "wengert.nn" and last[:1].isupper() else None)


def attribute(module: str, name: str) -> AttributeError:
    """For a name that a module does not have: with the next step, if PyTorch has it there."""
    text = f"module '{module}' has no attribute '{name}'"
    instead = instead_of(f"{module}.{name}")
    if instead is None and module == "wengert" and name in TWINS:
        return AttributeError(f"{text}: what it is in NumPy is wengert.{TWINS[name]} here")
    if instead is None:
        return AttributeError(text, name=name, obj=sys.modules[module])  # for which Python proposes names
    return AttributeError(f"{text}: it is not part of wengert; {instead}")


def looked_up_in(module: str) -> Any:
    """The ``__getattr__`` of a module."""

    def __getattr__(name: str) -> NoReturn:  # noqa: N807
        raise attribute(module, name)

    return __getattr__


class Finder:
    """Asked last for what an import has not found, be it ``import wengert.optim`` or ``from wengert.nn import Module``,
    for which Python looks for an attribute, keeps to itself what was said of that, and looks for a submodule.
    """

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> None:
        if not name.startswith("wengert.") or (instead := instead_of(name)) is None:
            return
        if sys._getframe(2).f_code.co_name == "_find_and_load_unlocked":  # importlib.util.find_spec only asks
            # not with name=, by which Python would know it again, go on, and say less
            raise ModuleNotFoundError(f"{name} is not part of wengert; {instead}")


def explain_imports() -> None:
    """Have failing imports of what is not there say what does instead."""
    if Finder not in sys.meta_path:
        sys.meta_path.append(Finder)
