"""Sparse tensors: operations without a sparse form, and indices, values and sizes that disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .text import OF_SCIPY, describe, type_name

_SHORT = {"strided": "dense", "sparse_coo": "sparse"}
_NAMES = {"strided": "Strided", "sparse_coo": "Sparse", "sparse_csr": "SparseCsr", "sparse_csc": "SparseCsc",
          "sparse_bsr": "SparseBsr", "sparse_bsc": "SparseBsc"}  # fmt: skip


def no_rule(name: str, args: Any) -> NotImplementedError:
    name, shown = name.strip("_"), ", ".join([describe(a) for a in args])
    return NotImplementedError(
        f"{name}: expected dense tensors, got {shown}. One is sparse, and {name} has no rule for sparse tensors. Make "
        "it dense: x.to_dense()."
    )


def triangular(A: Any, b: Any) -> NotImplementedError:
    return NotImplementedError(
        "triangular_solve: expected a dense b, and A dense or of layout sparse_csr (unsupported sparse layout), got "
        f"A={describe(A)}, b={describe(b)}. Call A.to_sparse_csr() and b.to_dense()."
    )


def no_numpy(layout: str) -> TypeError:
    return TypeError(
        f"can't convert {_NAMES[layout]} layout tensor to numpy. Use Tensor.to_dense() first: x.to_dense().numpy()."
    )


def no_memory() -> RuntimeError:
    return RuntimeError(
        "Cannot access data pointer of Tensor that doesn't have storage: a sparse tensor has indices and values. Use "
        "Tensor.to_dense() first."
    )


def no_resizing(name: str, layout: str = "sparse_coo") -> NotImplementedError:
    x = "x" if layout == "sparse_coo" else "x.to_sparse()"
    return NotImplementedError(
        f"{name}: a sparse tensor has indices and values, and no memory of its own. Make a tensor of them: "
        f"wengert.sparse_coo_tensor({x}.indices(), {x}.values(), size)."
    )


def other_dimensions(have: Any, asked: Any) -> RuntimeError:
    return RuntimeError(
        f"resize_as_: changing the number of sparse dimensions (from {have.sparse_dim} to {asked.sparse_dim}) or of "
        f"dense ones (from {have.ndim - have.sparse_dim} to {asked.ndim - asked.sparse_dim}) on a non-empty sparse "
        "tensor is not supported. Call x.zero_() first, if its elements may go."
    )


def shrinks(have: Any, asked: Any) -> RuntimeError:
    return RuntimeError(
        f"resize_as_: shrinking the size of dimensions (from {list(have.shape)} to {list(asked.shape)}) on a non-empty "
        "sparse tensor is not supported. Call x.zero_() first, if its elements may go."
    )


def sampled(expected: str) -> RuntimeError:
    return RuntimeError(f"sampled_addmm: {expected}")


def sampled_dtype(name: str, dtype: Any, wanted: Any) -> RuntimeError:
    return sampled(
        f"Expected {name} and self to have the same dtype, but got {type_name(dtype)} and {type_name(wanted)}"
    )


def not_sparse(what: str, layout: str = "strided") -> RuntimeError:
    return RuntimeError(f"{what} expected sparse coordinate tensor layout but got {_NAMES[layout]}. Use x.to_sparse().")


def not_compressed(what: str, wanted: str, layout: str) -> RuntimeError:
    along = "row" if wanted == "sparse_csr" else "column"
    return RuntimeError(
        f"{what} expected sparse {along} compressed tensor layout but got {_NAMES[layout]}. Use x.to_{wanted}()."
    )


def not_a_compressed_layout(name: str, layout: Any, known: bool) -> Exception:
    named = None if layout is None else str(layout).rpartition(".")[2]
    if named in ("sparse_bsr", "sparse_bsc"):
        return blocks(name)
    return RuntimeError(
        f"{name} expected sparse compressed tensor layout but got {_NAMES.get(named, 'none') if named else 'none'}. "
        + ("Leave it out." if known else "Give wengert.sparse_csr or wengert.sparse_csc.")
    )


def blocks(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"{name}: layouts of blocks, sparse_bsr and sparse_bsc, are not there yet. Use wengert.sparse_csr, whose "
        "blocks are single elements."
    )


def two_dimensions(name: str, layout: str, ndim: int, dense_dim: int | None) -> Exception:
    if ndim - (dense_dim or 0) > 2:
        return batch_of_compressed(name)
    return RuntimeError(
        f"{name}: a tensor of layout {layout} has two dimensions, and dense_dim more; got {ndim} with dense_dim="
        f"{dense_dim}. Use x.to_sparse()."
    )


def batch_of_compressed(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"{name}: batches of matrices in a compressed layout are not there yet. Make one of each matrix, or give "
        "dense_dim where the last dimensions are dense."
    )


def given_argument(name: str, layout: str, into: str, what: str) -> RuntimeError:
    return RuntimeError(
        f"{name}: conversion from {_NAMES[layout]} to {_NAMES[into]} with {what} argument given is not supported. "
        "Leave it out."
    )


def output_layout(layout: str) -> RuntimeError:
    return RuntimeError(
        f"Only output layouts (Sparse, SparseCsc, SparseCsr) are supported, got {_NAMES.get(layout, layout)}. Leave "
        "layout out for coordinates."
    )


def reduction(reduce: Any) -> RuntimeError:
    return RuntimeError(
        f"sparse_mm_reduce: reduce type of {reduce} has not been enabled. Use 'sum', 'mean', 'amax' or 'amin'."
    )


def sparse_and_dense(name: str, a: Any, b: Any) -> NotImplementedError:
    return NotImplementedError(
        f"{name}: with another reduce than 'sum', expected a sparse and a dense matrix, got {describe(a)} and "
        f"{describe(b)}. Convert them: x.to_sparse_csr(), and y.to_dense()."
    )


def invariant(what: str, use: str) -> RuntimeError:
    return RuntimeError(f"`{what}` is not satisfied. {use}")


def no_type(layout: str) -> RuntimeError:
    return RuntimeError(f"type: Unimplemented backend {_NAMES[layout]}CPU. Ask for x.dtype and x.layout.")


def uncoalesced(what: str) -> RuntimeError:
    return RuntimeError(f"Cannot get {what} on an uncoalesced tensor, please call .coalesce() first")


def in_place(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}: a write to a sparse tensor is not recorded. Use the operation without the underscore, or write under "
        "no_grad()."
    )


def dense_result(name: str) -> RuntimeError:
    return RuntimeError(f"{name}: the result is dense and does not fit into a sparse tensor. Leave the underscore out.")


def plus_number(name: str) -> RuntimeError:
    return RuntimeError(
        f"{name}(sparse, dense) is not supported. Use {name}(dense, sparse) instead. Every element would change: "
        "make the tensor dense with x.to_dense()."
    )


def different_sizes(name: str, a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"{name}: expected sizes of 'self' and 'other' to match, but {list(a)} != {list(b)}: sparse tensors are not "
        "broadcast."
    )


def order(order: Any) -> NotImplementedError:
    return NotImplementedError(
        f"norm: expected an order of 0 or more for a sparse tensor, got {order}, for which its zeros would count. Use "
        "x.to_dense()."
    )


def other_split(asked: int, has: int) -> NotImplementedError:
    return NotImplementedError(
        f"to_sparse: the tensor has {has} sparse dimensions already, and {asked} are asked for. Make it dense first: "
        f"x.to_dense().to_sparse({asked})."
    )


def broadcast(name: str, a: Sequence[int], b: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"{name}: a dense tensor of sizes {list(b)} does not broadcast to a sparse one of {list(a)}")


def divisor() -> RuntimeError:
    return RuntimeError(
        "Sparse division requires a divisor that is not sparse: it would be zero wherever nothing is given. Use "
        "x.to_dense()."
    )


def exponent() -> RuntimeError:
    return RuntimeError("pow: a sparse tensor needs an exponent that is a positive number: zeros have to stay zero")


def batched() -> NotImplementedError:
    return NotImplementedError(
        "vmap: tensors inside have no batch of patterns. Use sparse tensors from outside, or make them dense inside: "
        "x.to_dense()."
    )


def counts_differ(indices: Sequence[int], values: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"indices and values must have same nnz, but got nnz from indices: {indices[1]}, nnz from values: "
        f"{values[0] if values else 'none, for they have no dimension'}"
    )


def too_small(dim: int, size: int, largest: int) -> RuntimeError:
    return RuntimeError(
        f"size is inconsistent with indices: for dim {dim}, size is {size} but found index {largest}. Give larger "
        "sizes, or leave size out."
    )


def negative(index: int) -> RuntimeError:
    return RuntimeError(f"found negative index {index}. Count indices from 0.")


def dimensions(sparse: int, dense: int, size: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"number of dimensions must be sparse_dim ({sparse}) + dense_dim ({dense}), but got size={list(size)}"
    )


def dense_sizes(values: Sequence[int], size: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"values has incorrect size, expected {list(size)}, got {list(values)}")


def dense_dim(name: str, dim: int) -> NotImplementedError:
    return NotImplementedError(
        f"{name}: dimension {dim} is a dense one of a sparse tensor, which stays behind the sparse ones. Use "
        "x.to_dense()."
    )


def other_out(name: str, came: str, have: str) -> RuntimeError:
    came, have = _SHORT.get(came, came), _SHORT.get(have, have)
    return RuntimeError(
        f"{name}: the result is {came}, and the out= tensor is {have}. Give a {came} one, or convert what {name}() "
        f"returns: x.to_{have}()."
    )


def of_scipy() -> TypeError:
    return TypeError(f"A sparse matrix of SciPy is no tensor. {OF_SCIPY}")


def only_sizes() -> TypeError:
    return TypeError(
        "new() of a type of sparse tensors, or of a sparse tensor, called with one argument, only accepts sizes. Use "
        "wengert.sparse_coo_tensor(), or make a strided tensor x and call x.to_sparse()."
    )


def needs_a_sparse_type() -> TypeError:
    return TypeError(
        "new() of a type of strided tensors, or of a strided tensor, takes sizes, a sequence or one tensor. For "
        "indices and values use wengert.sparse_coo_tensor(indices, values, size)."
    )
