"""The table of operations once more: in other dtypes than float32, at the large size and of ten elements, and large, of
inputs that do not lie in memory row by row."""

from typing import Any

from benchmarks import operations
from benchmarks.case import Case

DTYPES = ("float64", "bfloat16", "int64", "complex64")
LAYOUTS = tuple(operations.LAYOUTS)
TEN = "ten "
KINDS = (*DTYPES, *LAYOUTS, *[TEN + dtype for dtype in DTYPES[1:]])
# what has no input, gives the same in every dtype, or draws
LEFT_OUT = ("tensor([...])", "item", "rand", "randn", "dropout", "arange", "zeros", "eye", "double")
# what PyTorch rounds to bfloat16 after each step, so that there is nothing to compare the results with
ROUNDED = ("linalg.matrix_exp", "grid_sample", "mse_loss", "nll_loss")
NAMES = tuple(
    f"{row.name}, {kind}"
    for kind in KINDS
    for row in operations.OPERATIONS
    if row.name not in LEFT_OUT and ("bfloat16" not in kind or row.name not in ROUNDED)
)


def find(library: str, name: str) -> Case | None:
    """Build a case for PyTorch or wengert; None where it refuses the dtype."""
    operation, _, kind = name.rpartition(", ")
    row = operations.named(operation, "ten" if kind.startswith(TEN) else "large", "plain")
    if kind in LAYOUTS:
        return operations.find(library, row, layout=kind)
    case = operations.find(library, row, kind.removeprefix(TEN))
    if case is None:
        return None
    try:
        with case.around():
            case.run()
    except (NotImplementedError, RuntimeError, TypeError, ValueError):
        return None
    return Case(case.run, lambda: [widened(out) for out in case.results()], case.around)


def widened(out: Any) -> Any:
    """A result as NumPy takes it from every library."""
    return out.float() if str(out.dtype).endswith("bfloat16") else out
