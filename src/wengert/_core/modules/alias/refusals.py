"""Names that packages import, and that are refused where they are used: types of which none is made, and functions.

Annotations and ``isinstance`` name the types, so that a package can be imported, and asks about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from ... import errors

Refusal = Callable[[str], Exception]  # the error, made of the name


def functions(names: str, error: Refusal) -> dict[str, Any]:
    """Functions whose calls raise an error."""
    return {name: _function(name, error) for name in names.split()}


def _function(name: str, error: Refusal) -> Callable[..., NoReturn]:
    def refused(*args: Any, **kwargs: Any) -> NoReturn:
        raise error(name)

    refused.__name__ = refused.__qualname__ = name
    return refused


def types(names: str, error: Refusal, *bases: type) -> dict[str, Any]:
    """Types of which none can be made."""

    def refused(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
        raise error(type(self).__name__)

    return {name: type(name, bases, {"__init__": refused}) for name in names.split()}


# -- of GPUs, which CuPy has


@contextmanager
def stream(stream: Any) -> Iterator[None]:
    """A context for operations in a stream. Without one, it does nothing, on machines without GPUs, too."""
    if stream is not None:
        raise errors.alias.of_cupy("stream")
    yield


CUDA = {
    **types("CUDAGraph Event ExternalStream MemPool Stream StreamContext graph", errors.alias.of_cupy),
    **functions("current_stream default_stream set_stream", errors.alias.of_cupy),
    "stream": stream,
}

# -- code in C++, which a package compiles when it is installed or first used

CPP_EXTENSION = {
    **types("BuildExtension CUDAExtension CppExtension", errors.alias.by_functions_of_arrays),
    **functions("include_paths load load_inline library_paths", errors.alias.by_functions_of_arrays),
    "CUDA_HOME": None,
}

# -- files

FILES = types("PyTorchFileReader PyTorchFileWriter", errors.alias.by_load_and_save)

# -- layers and tensors that others stand for

LAYERS = types("CrossMapLRN2d", errors.alias.by_local_response_norm)
MASKED = types("MaskedTensor", errors.alias.by_masks_beside_values)

# -- types that the compiler of scripts gives values: packages write them as annotations of tensors

SCRIPTED = types("Type", errors.alias.no_types_of_scripts)
SCRIPTED |= types(
    """
    AnyType BoolType ClassType ComplexType DictType EnumType FloatType FutureType InferredType IntType InterfaceType
    ListType NoneType NumberType OptionalType StringType TensorType TupleType UnionType
    """,
    errors.alias.no_types_of_scripts,
    SCRIPTED["Type"],
)

# -- functions that packages name without calling them

TOP = {
    **FILES, **functions("lobpcg", errors.alias.by_eigh), **types("Event Stream", errors.alias.of_cupy),
    **SCRIPTED,
}  # fmt: skip

# -- operations by their schemas

SCHEMAS = types("Library", errors.alias.by_custom_op)

# -- what stands between an operation and its kernel

DISPATCHED = types("TorchDispatchMode", errors.alias.by_function_mode)
