"""``vmap``: what a tensor with one value per example cannot do."""

from __future__ import annotations

from .text import Site, here, where


def conjugated(name: str, site: Site) -> RuntimeError:
    return RuntimeError(
        f"vmap: inplace arithmetic is not possible: {name} at {where(site)} writes values that differ between "
        "examples into memory that has one value for all of them, and that a tensor shows conjugated (conj(), mH). Use "
        "the out-of-place form, or conj_physical() in place of the conjugated view."
    )


def born_outside(op: str, site: Site) -> RuntimeError:
    return RuntimeError(
        f"vmap: {op} at {where(site)} writes a batched value into a tensor that is not batched and was made outside "
        f"the "
        "vmap: there is no room in it for every example. Make the tensor inside the function "
        "(clone(), new_zeros()), pass it in with in_dims, or use the out-of-place operation."
    )


def escaped(what: str) -> RuntimeError:
    return RuntimeError(
        f"vmap: {what} of a tensor with one value per example, at {where(here())}. It has no single value. Use "
        "operations inside vmap (where() instead of if), or return it and look at it outside."
    )


def no_memory(what: str) -> NotImplementedError:
    return NotImplementedError(
        f"vmap: Cannot access storage of a tensor with one value per example, for {what}. Use "
        "operations inside vmap, such as clone(), and return the tensor from the function to take its memory."
    )


def data_of_batch() -> RuntimeError:
    return RuntimeError(
        f"mutating directly with `.data` under vmap transform is not allowed, at {where(here())}: a tensor here has "
        "one value per example. Use copy_(), or the value itself."
    )


def ended(op: str) -> RuntimeError:
    return RuntimeError(
        f"vmap: {op.lstrip('_')} at {where(here())} of a tensor that has escaped from a function being vmapped: its "
        "vmap has ended, and it still has one value per example. Return it from the function."
    )


def item_of_batch(what: str) -> RuntimeError:
    return RuntimeError(
        "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a "
        "Tensor, please try to rewrite what you're doing with other operations. "
        f"({what} at {where(here())}, of a tensor with one value per example.)"
    )


def branch_on_batch() -> RuntimeError:
    return RuntimeError(
        "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support "
        f"that yet. (bool() at {where(here())}, of a tensor with one value per example: every example would take a "
        "branch of its own. Compute both and choose with where(condition, a, b).)"
    )


def dynamic_shape(op: str) -> RuntimeError:
    return RuntimeError(
        "vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over "
        f"{op}, at {where(here())}: what a mask or a count selects has another shape for every example. Use "
        "where(mask, x, 0) or masked_fill(), which keep the shape."
    )


def random_under_vmap() -> RuntimeError:
    return RuntimeError(
        "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
        "randomness flags on vmap or perform the randomness operation out of vmap"
    )


def same_randomness_of_batch() -> RuntimeError:
    return RuntimeError(
        "Vmap does not currently support same randomness with a batched tensor input: every example would need a draw "
        "of its own. Use randomness='different', or draw uniform numbers and compare."
    )
