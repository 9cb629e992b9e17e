"""The table of operations once more, at the large size and in other dtypes than float32."""

from benchmarks import operations
from benchmarks.case import Case

DTYPES = ("float64", "bfloat16", "int64", "complex64")
# what has no input, gives the same in every dtype, or draws
LEFT_OUT = ("tensor([...])", "item", "rand", "randn", "dropout", "arange", "zeros", "eye", "double")
NAMES = tuple(f"{row.name}, {dtype}" for dtype in DTYPES for row in operations.OPERATIONS if row.name not in LEFT_OUT)


def find(library: str, name: str) -> Case | None:
    """Build a case for PyTorch or wengert; None where it refuses the dtype."""
    operation, _, dtype = name.rpartition(", ")
    case = operations.find(library, operations.named(operation, "large", "plain"), dtype)
    if case is not None:
        try:
            with case.around():
                case.run()
        except (NotImplementedError, RuntimeError, TypeError, ValueError):
            return None
    return case
