"""Matrices, layers and cells whose shapes do not match: torch's words, then the shapes, and how to fix them."""

from __future__ import annotations

from collections.abc import Sequence

Shape = Sequence[int]


def no_dimensions(dim: int) -> IndexError:
    return IndexError(
        f"Dimension specified as {dim} but tensor has no dimensions. Leave dim out, or unsqueeze the tensor first."
    )


def memory_format(op: str, given: object) -> RuntimeError:
    """A memory format that there is not, or that this function does not take."""
    return RuntimeError(
        f"{op}: unsupported memory format {given}. Choose wengert.contiguous_format, wengert.preserve_format, "
        "wengert.channels_last (4 dimensions) or wengert.channels_last_3d (5 dimensions)."
    )


def order_check(given: object) -> TypeError:
    return TypeError(
        f"The ambiguity_check argument must be a bool or a list of memory formats. Got {type(given).__name__}. "
        "Give True, False or such a list."
    )


def order_of_sparse() -> AttributeError:
    return AttributeError(
        "Can't get dim order on sparse type. Use Tensor.to_dense() to convert to a dense tensor first."
    )


def several_orders() -> RuntimeError:
    return RuntimeError(
        "The tensor does not have unique dim order, or cannot map to exact one of the given memory formats. "
        "Leave ambiguity_check out for one of the orders."
    )


def memory_format_rank(given: str, wanted: int, came: int) -> RuntimeError:
    """A memory format of images or volumes, for another number of dimensions."""
    return RuntimeError(
        f"required rank {wanted} tensor to use {str.__str__(given)} format, got a tensor of rank {came}"
    )


def not_a_matrix(which: str, ndim: int) -> RuntimeError:
    return RuntimeError(f"{which} must be a matrix, got {ndim}-D tensor. (mm: matmul takes vectors and batches, too.)")


def not_a_batch(which: int, ndim: int) -> RuntimeError:
    return RuntimeError(
        f"batch{which} must be a 3D tensor, got {ndim}-D tensor. (bmm: matmul takes tensors of other dimensions, too.)"
    )


def embedding_weight(ndim: int) -> RuntimeError:
    return RuntimeError(f"'weight' must be 2-D, got {ndim}-D tensor. (embedding: the indices come first, then weight.)")


def product(op: str, a: Shape, b: Shape) -> RuntimeError:
    """Two matrices: the number of columns of the first is not the number of rows of the second."""
    (rows, inner), (other, columns) = a, b
    return RuntimeError(
        f"mat1 and mat2 shapes cannot be multiplied ({rows}x{inner} and {other}x{columns}). ({op}: a has {inner} "
        f"columns and b has {other} rows, which have to be the same number{_turned(a, b)}.)"
    )


def vector(a: Shape, b: Shape) -> RuntimeError:
    """A matrix and a vector: the number of elements of the vector is not the number of columns of the matrix."""
    turned = "; a.mT would fit" if a[0] == b[0] else ""
    return RuntimeError(
        f"size mismatch, got input ({a[0]}), mat ({a[0]}x{a[1]}), vec ({b[0]}). (mv: a has {a[1]} columns and b "
        f"{b[0]} elements, which have to be the same number{turned}.)"
    )


def products(op: str, a: Shape, b: Shape, expected: Shape) -> RuntimeError:
    """Two batches of matrices. ``expected`` are the first sizes that the second needs, with one batch dimension."""
    got = [expected[0] if op == "matmul" else b[0], b[-2]]
    batches = ", and the first sizes of both the same" if op == "bmm" and a[0] != b[0] else ""
    return RuntimeError(
        f"Expected size for first two dimensions of batch2 tensor to be: {list(expected)} but got: {got}. ({op}: "
        f"a is {list(a)}, b is {list(b)}: the last size of a has to be the last but one of b{batches}{_turned(a, b)}.)"
    )


def _turned(a: Shape, b: Shape) -> str:
    """Say which of two matrices would have to be transposed for the product to work."""
    if a[-1] == b[-2]:
        return ""
    which = "b" if a[-1] == b[-1] else "a" if a[-2] == b[-2] else ""
    return which and f"; {which}.mT would fit"


def layer(a: Shape, weight: Shape, rows: int) -> RuntimeError:
    """A linear layer: the weight expects another number of features than the input has."""
    return RuntimeError(
        f"mat1 and mat2 shapes cannot be multiplied ({rows}x{a[-1]} and {weight[1]}x{weight[0]}). (linear: input "
        f"{list(a)} has {a[-1]} features, and weight {list(weight)} takes {weight[1]}: its shape is (features out, "
        f"features in){'; weight.mT would fit' if weight[0] == a[-1] else ''}.)"
    )


def one_row(weight: Shape) -> RuntimeError:
    return RuntimeError(
        f"mat2 must be a matrix, got {len(weight)}-D tensor. (linear: a weight that is a vector takes no bias; "
        "weight.unsqueeze(0) is a matrix of one row.)"
    )


def cell(op: str, name: str, expected: int, came: int) -> RuntimeError:
    return RuntimeError(f"{op}: expected {name} to have {expected} dimension(s), got {came}. Use unsqueeze or squeeze.")


def no_channels(op: str, shape: Shape) -> RuntimeError:
    return RuntimeError(
        f"{op}: expected an input of shape (N, C, ...), which has a dimension of channels, got {list(shape)}. "
        "Use unsqueeze."
    )


def no_batch_of_convolution(name: str, count: int, input: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"{name}: expected an input of {count + 2} dimensions, (batch, channels, ...), but got {list(input)}. Call "
        "unsqueeze(0) where the batch is missing."
    )


def other_result_of_convolution(name: str, given: Sequence[int], expected: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"{name}: grad_output should have the shape {list(expected)}, as the result of the convolution has, but its "
        f"shape is {list(given)}. Pass the stride, padding, dilation and groups of the convolution."
    )


def no_entries(op: str, count: int, shape: Shape) -> RuntimeError:
    return RuntimeError(
        f"{op}: Expected {count + 1}D or {count + 2}D (batch mode) tensor with possibly 0 batch size and other "
        f"non-zero dimensions for input, but got: {list(shape)}"
    )


def no_kernel(op: str, kernel: Shape) -> RuntimeError:
    return RuntimeError(f"{op}: kernel size should be greater than zero, but got {list(kernel)}")


def pairs(op: str, first: Shape, second: Shape, target: int) -> RuntimeError:
    return RuntimeError(
        f"{target}D target tensor expects {target + 1}D input tensors, but found inputs with sizes {list(first)} and "
        f"{list(second)}. ({op}: there is one target for each pair of vectors.)"
    )


def cell_size(which: str, what: str, came: int, expected: int) -> RuntimeError:
    return RuntimeError(
        f"{which} has inconsistent {what}: got {came}, expected {expected}. It is what the weights have for columns."
    )


def cell_rows(op: str, name: str, gates: int, hidden: int, came: int) -> RuntimeError:
    return RuntimeError(
        f"{name} first dim must be {gates} * hidden_size = {gates * hidden}, but got {came}. ({op}: the rows of a "
        f"weight are {gates} for each of the {hidden} elements of the state.)"
    )


def cell_batch(input: int, number: int, state: int) -> RuntimeError:
    return RuntimeError(
        f"Input batch size {input} doesn't match hidden{number} batch size {state}. Give a state per example."
    )


def no_steps(op: str) -> RuntimeError:
    return RuntimeError(f"Expected sequence length to be larger than 0 in RNN. ({op}: the input has no time steps.)")


def recurrent_parameters(op: str, came: int, expected: int) -> RuntimeError:
    return RuntimeError(
        f"{op}: expected {expected} params, got {came}. Give of each layer and direction w_ih and w_hh, with "
        "biases b_ih and b_hh, and with projections w_hr."
    )


class Unsupported(NotImplementedError):
    """For arguments that PyTorch supports and wengert does not. They are valid, so this is not a ``ValueError``."""


def packed(op: str) -> Unsupported:
    layer = "RNN" if op.startswith("rnn") else op.upper()
    return Unsupported(
        f"{op}: packed sequences, (data, batch_sizes, hx, ...), are not supported. Call nn.{layer}, which takes them, "
        f"or pad the sequences to one length, {op}(input, hx, ...) with input of shape (T, N, I)."
    )


def batch_sizes(op: str, sizes: list[int], rows: int) -> RuntimeError:
    return RuntimeError(
        f"{op}: expected batch_sizes that are positive, do not grow, and add up to the {rows} rows of the data; got "
        f"{sizes}. nn.utils.rnn.pack_padded_sequence makes them."
    )


def recurrent_state(op: str, expected: tuple[int, int], came: tuple[int, ...]) -> RuntimeError:
    return RuntimeError(
        f"{op}: Expected hidden size ({expected[0]}, {expected[1]}, H), got {list(came)}. Give a state for each "
        "layer and direction, and each example."
    )


def grid(shape: Shape, grid: Shape) -> RuntimeError:
    """An image or volume that cannot be sampled at the points of a grid."""
    shape, grid, rank = list(shape), list(grid), len(shape)
    sizes = f"but got input with sizes {shape} and grid with sizes {grid}"
    if shape[:1] != grid[:1]:
        return RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, {sizes}")
    if grid and grid[-1] != rank - 2:
        return RuntimeError(
            f"grid_sampler(): expected grid to have size {rank - 2} in last dimension, but got grid with sizes {grid}"
        )
    if rank not in (4, 5) or len(grid) != rank:
        wanted = f"{rank}D" if rank in (4, 5) else "4D or 5D"
        return RuntimeError(f"grid_sampler(): expected {wanted} input and grid with same number of dimensions, {sizes}")
    return RuntimeError(
        f"grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes {shape} with "
        f"dimension {shape.index(0, 2)} being empty"
    )
