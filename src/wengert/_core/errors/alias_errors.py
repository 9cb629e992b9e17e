"""Names that packages for PyTorch import: lists of tensors that do not fit, and what needs several processes."""

from __future__ import annotations


def none_given() -> RuntimeError:
    return RuntimeError("Tensor list must have at least one tensor.")


def different_lengths(one: int, other: int) -> RuntimeError:
    return RuntimeError(f"Tensor lists must have the same number of tensors, got {one} and {other}")


def different_scalars() -> RuntimeError:
    return RuntimeError("Tensor list must have same number of elements as scalar list.")


def no_process_group(name: str) -> ValueError:
    return ValueError(
        f"{name}: Default process group has not been initialized, please make sure to call init_process_group. Here "
        "there is one process, and no group can be made: average gradients with mpi4py or the like."
    )


def one_process(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}: there is one process here, and no group can be made. Average gradients with mpi4py or the like: "
        ".grad.numpy() is a NumPy array."
    )
