"""Check derivatives against finite differences: :func:`gradcheck` and :func:`gradgradcheck`.

Note [Real pairs]. A complex number is seen as its real and imaginary part, for inputs and outputs alike. torch's
gradient of a real loss, dL/d(re) + i dL/d(im), is then simply the gradient in these real coordinates, so that one real
Jacobian describes complex functions as well, and reverse and forward mode give its rows and its columns.

Note [Probes]. Each tensor has a matrix of directions, its probes: the unit vectors in slow mode, one random vector in
fast mode. What is compared for input i and output o is always P_i @ J @ P_o.T, so that both modes are one algorithm.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .. import dtypes
from ..func.vmap import vmap
from ..ops.create import from_numpy, zeros_like
from ..tensor import Tensor
from . import forward_ad
from .backward import grad
from .function import Function

Array = np.ndarray[Any, np.dtype[Any]]
Func = Callable[..., Tensor | Sequence[Tensor]]
BATCH = 2  # how many cotangents or tangents are batched where that is checked


class GradcheckError(RuntimeError):
    """A derivative disagrees with finite differences; the message names the element where it is worst."""


def gradcheck(
    func: Func,
    inputs: Tensor | Sequence[Any],
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    check_sparse_nnz: bool | None = None,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Check the derivatives of ``func`` at ``inputs`` against central differences.

    Every tensor among ``inputs`` that requires grad is checked, real or complex, against every output that
    requires grad. Meant for double precision: a float32 input warns and mostly fails.

    Args:
        func: takes ``inputs`` and returns a Tensor or a sequence of Tensors. It must be deterministic.
        inputs: a Tensor, or the sequence of arguments; those that are not tensors are passed on.
        eps: the step of the finite differences.
        atol: absolute tolerance.
        rtol: relative tolerance.
        raise_exception: raise :class:`GradcheckError` rather than return False.
        check_sparse_nnz: old name of ``masked``.
        nondet_tol: by how much two backward passes over the same values may differ.
        check_undefined_grad: also check that undefined cotangents and tangents act as zeros.
        check_grad_dtypes: also check that gradients have the dtypes of their inputs.
        check_batched_grad: also check that ``is_grads_batched=True`` equals a loop.
        check_batched_forward_grad: also check that forward mode under ``vmap`` equals a loop.
        check_forward_ad: check forward mode.
        check_backward_ad: check reverse mode.
        fast_mode: compare one random projection of each Jacobian instead of all its elements.
        masked: True compares only the specified elements of sparse inputs, which is not implemented.

    Returns:
        True if everything agrees; False if not and ``raise_exception`` is False.

    Raises:
        GradcheckError: if a derivative is wrong.
        ValueError: if no input requires grad, or ``func`` returns something that is not a tensor.
        RuntimeError: if elements of an input share memory (a tensor that was expanded).
        NotImplementedError: if ``masked`` (or ``check_sparse_nnz``) is True.

    Example:
        >>> import wengert
        >>> x = wengert.tensor([0.3, 0.7], dtype=wengert.float64, requires_grad=True)
        >>> wengert.autograd.gradcheck(lambda x: x.sin() * x, (x,), check_forward_ad=True)
        True
    """
    assert check_forward_ad or check_backward_ad, (
        "Expected at least one of check_forward_ad or check_backward_ad to be True"
    )
    assert check_backward_ad or not check_batched_grad, (
        "Setting check_batched_grad=True requires check_backward_ad to be True"
    )
    assert check_forward_ad or not check_batched_forward_grad, (
        "Setting check_batched_forward_grad=True requires check_forward_ad to be True"
    )
    _refuse_masked(masked, check_sparse_nnz)
    check = _Check(func, _as_tuple(inputs), eps, atol, rtol, fast_mode)
    try:
        if not check.outputs:
            check.constant()
            return True
        if check_backward_ad:
            check.reverse(nondet_tol)
            check.gradients_of_zero(check_grad_dtypes)
            if check_undefined_grad:
                check.undefined_cotangents()
        if check_batched_grad:
            check.batched_reverse()
        if check_forward_ad:
            check.forward()
            if check_undefined_grad:
                check.undefined_tangents()
        if check_batched_forward_grad:
            check.batched_forward()
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Func,
    inputs: Tensor | Sequence[Any],
    grad_outputs: Tensor | Sequence[Tensor] | None = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Check second derivatives: :func:`gradcheck` of the backward pass of ``func``, in its inputs and cotangents.

    Args:
        func: as for :func:`gradcheck`.
        inputs: as for :func:`gradcheck`.
        grad_outputs: one cotangent per differentiable output; random ones by default.
        gen_non_contig_grad_outputs: make the random cotangents non-contiguous.
        check_fwd_over_rev: check the backward pass in forward mode.
        check_rev_over_rev: check the backward pass in reverse mode.
        eps, atol, rtol, raise_exception, nondet_tol, check_undefined_grad, check_grad_dtypes: as for :func:`gradcheck`.
        check_batched_grad, fast_mode, masked: as for :func:`gradcheck`.

    Returns:
        True if everything agrees; False if not and ``raise_exception`` is False.

    Raises:
        GradcheckError: if a derivative is wrong.

    Example:
        >>> import wengert
        >>> x = wengert.tensor([0.3, 0.7], dtype=wengert.float64, requires_grad=True)
        >>> wengert.autograd.gradgradcheck(lambda x: x.sin() * x, (x,))
        True
    """
    assert check_fwd_over_rev or check_rev_over_rev, (
        "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True"
    )
    assert check_rev_over_rev or not check_undefined_grad, (
        "Setting check_undefined_grad=True requires check_rev_over_rev to be True"
    )
    args = _as_tuple(inputs)
    if grad_outputs is None:
        random = np.random.default_rng(0)
        cotangents = tuple(
            _cotangent(y, random, gen_non_contig_grad_outputs) for y in _outputs(func(*args)) if y.requires_grad
        )
    else:
        cotangents = tuple(_as_tuple(grad_outputs))
    if not cotangents:
        raise ValueError("gradgradcheck: no output of func requires grad, so that there is no backward pass to check")

    def backward(*both: Any) -> tuple[Tensor, ...]:
        xs, gs = both[: len(args)], both[len(args) :]
        ys = [y for y in _outputs(func(*xs)) if y.requires_grad]
        wanted = [x for x in xs if _is_checked(x)]
        found = grad(ys, wanted, gs, create_graph=True, allow_unused=True)
        return tuple(d for d in found if d is not None)

    return gradcheck(
        backward,
        args + cotangents,
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad,
        check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev,
        fast_mode=fast_mode,
        masked=masked,
    )


class _Undefined(Function):
    """The identity, whose backward hands on an undefined cotangent."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.view_as(x)

    @staticmethod
    def backward(ctx: Any, g: Any) -> None:
        return None


@dataclass
class _Probed:
    """A tensor that is checked, its place among the arguments or results, and its probes."""

    index: int
    tensor: Tensor
    probes: Array


Table = list[list[Array]]  # projected Jacobians, [input][output]


class _Check:
    """One function at one point, and what can be checked of it."""

    def __init__(self, func: Func, args: tuple[Any, ...], eps: float, atol: float, rtol: float, fast: bool) -> None:
        for i, x in enumerate(args):
            if _is_checked(x):
                _validate(i, x)
        if not any(map(_is_checked, args)):
            raise ValueError(
                "gradcheck expects at least one input tensor to require gradient, "
                "but none of them have requires_grad=True."
            )
        self.func, self.args = func, args
        self.eps, self.atol, self.rtol, self.fast = eps, atol, rtol, fast
        self.random = np.random.default_rng(0)  # a fixed seed: what fails once fails again
        results = _outputs(func(*args))
        self.inputs = [self._probed(i, x) for i, x in enumerate(args) if _is_checked(x)]
        self.outputs = [self._probed(k, y) for k, y in enumerate(results) if y.requires_grad]
        self.constants = [
            self._probed(k, y)
            for k, y in enumerate(results)
            if not y.requires_grad and (y.is_floating_point() or y.is_complex())
        ]

    def _probed(self, index: int, t: Tensor) -> _Probed:
        n = _size(t)
        if not self.fast:
            return _Probed(index, t, np.eye(n))
        v = self.random.normal(size=(min(n, 1), n))
        return _Probed(index, t, v / np.linalg.norm(v, axis=1, keepdims=True))

    def by_differences(self, outputs: list[_Probed]) -> Table:
        """Projected Jacobians by central differences of the function itself."""

        def values() -> list[Array]:
            results = _outputs(self.func(*self.args))
            return [_reals(results[y.index]) for y in outputs]

        table = self._table(outputs)
        for x, row in zip(self.inputs, table, strict=True):
            for i, direction in enumerate(x.probes):
                with _moved(x.tensor, self.eps * direction):
                    above = values()
                with _moved(x.tensor, -self.eps * direction):
                    below = values()
                for y, block, a, b in zip(outputs, row, above, below, strict=True):
                    block[i] = y.probes @ ((a - b) / (2 * self.eps))
        return table

    def by_reverse(self) -> Table:
        """Projected Jacobians by one backward pass for each probe of each output."""
        table = self._table(self.outputs)
        for o, y in enumerate(self.outputs):
            for j, direction in enumerate(y.probes):
                found = self._gradients([y.tensor], [_like(y.tensor, direction)])
                for x, row, d in zip(self.inputs, table, found, strict=True):
                    row[o][:, j] = x.probes @ _reals_or_zeros(d, x.tensor)
        return table

    def by_forward(self) -> Table:
        """Projected Jacobians by one forward pass for each probe of each input."""
        table = self._table(self.outputs)
        for x, row in zip(self.inputs, table, strict=True):
            for i, direction in enumerate(x.probes):
                found = self._tangents({x.index: _like(x.tensor, direction)})
                for y, block, t in zip(self.outputs, row, found, strict=True):
                    block[i] = y.probes @ _reals_or_zeros(t, y.tensor)
        return table

    def _table(self, outputs: list[_Probed]) -> Table:
        return [[np.zeros((len(x.probes), len(y.probes))) for y in outputs] for x in self.inputs]

    def _gradients(self, outputs: list[Tensor], cotangents: list[Tensor], batched: bool = False) -> Sequence[Any]:
        wanted = [x.tensor for x in self.inputs]
        found: tuple[Any, ...] = grad(
            outputs, wanted, cotangents, retain_graph=True, allow_unused=True, is_grads_batched=batched
        )
        return found

    def _tangents(self, given: dict[int, Tensor]) -> list[Tensor | None]:
        """The tangents of the outputs, for the tangents given to inputs by position."""
        with forward_ad.dual_level():
            args = [forward_ad.make_dual(x, given[i]) if i in given else x for i, x in enumerate(self.args)]
            results = _outputs(self.func(*args))
            return [forward_ad.unpack_dual(results[y.index]).tangent for y in self.outputs]

    @cached_property
    def numerical(self) -> Table:
        return self.by_differences(self.outputs)

    def compare(self, method: Callable[[_Check], Table], what: str) -> Table:
        """Compute the Jacobians by ``method`` and compare each with finite differences."""
        analytical = method(self)
        for x, row, wanted in zip(self.inputs, analytical, self.numerical, strict=True):
            for y, a, n in zip(self.outputs, row, wanted, strict=True):
                if not self.fast:
                    self._compare_elements(what, x, y, a, n)
                    continue
                # a random probe adds up the errors of all elements
                scale = np.outer(np.abs(x.probes).sum(axis=1), np.abs(y.probes).sum(axis=1))
                if not np.all(np.abs(a - n) <= self.atol * scale + self.rtol * np.abs(n)):
                    self._blame(method, what, x, y, a, n)
        return analytical

    def _compare_elements(self, what: str, x: _Probed, y: _Probed, a: Array, n: Array) -> None:
        """Compare all elements of one Jacobian, as complex numbers where the input is complex."""
        if x.tensor.is_complex():
            a, n = a[0::2] + 1j * a[1::2], n[0::2] + 1j * n[1::2]
        if not y.tensor.is_complex():
            self._compare_block(what, x, y, a, n)
            return
        for part, name in ((1, "imaginary"), (0, "real")):
            title = f"While considering the {name} part of complex outputs only, {what}"
            self._compare_block(title, x, y, a[:, part::2], n[:, part::2])

    def _compare_block(self, what: str, x: _Probed, y: _Probed, a: Array, n: Array) -> None:
        error = np.abs(a - n)
        excess = np.nan_to_num(error - self.atol - self.rtol * np.abs(n), nan=np.inf)
        if np.max(excess, initial=0.0) <= 0.0:
            return
        i, o = np.unravel_index(int(excess.argmax()), excess.shape)
        relative = error[i, o] / abs(n[i, o]) if n[i, o] else np.inf
        raise GradcheckError(
            f"{what} mismatch for output {y.index} with respect to input {x.index},\n"
            f"numerical:{from_numpy(n)}\nanalytical:{from_numpy(a)}\n"
            f"Worst: output {y.index} at index {_index(o, y)} with respect to input {x.index} at index {_index(i, x)}: "
            f"numerical {n[i, o]:.9g}, analytical {a[i, o]:.9g}, absolute error {error[i, o]:.3g}, "
            f"relative error {relative:.3g} (allowed: {self.atol:g} + {self.rtol:g} * |numerical|)."
        )

    def _blame(self, method: Callable[[_Check], Table], what: str, x: _Probed, y: _Probed, a: Array, n: Array) -> None:
        """Raise for a projection that differs, with the element that the full Jacobian shows to be wrong."""
        try:
            _Check(self.func, self.args, self.eps, self.atol, self.rtol, fast=False).compare(method, what)
            found = "All elements of the Jacobian are within the tolerances: the projection added up their errors."
        except GradcheckError as e:
            found = str(e)
        raise GradcheckError(
            f"{what} mismatch for output {y.index} with respect to input {x.index},\n"
            f"numerical:{n.item()}\nanalytical:{a.item()}\n"
            f"These are projections on random directions (fast mode). All elements, in slow mode:\n{found}"
        )

    def constant(self) -> None:
        """Check that outputs without gradient do not depend on the inputs."""
        for row in self.by_differences(self.constants):
            if any(block.any() for block in row):
                raise GradcheckError("Numerical gradient for function expected to be zero")

    def reverse(self, nondet_tol: float) -> None:
        """Check reverse mode, and that it gives the same twice."""
        once = self.compare(_Check.by_reverse, "Jacobian")
        again = self.by_reverse()
        blocks = [a - b for r, s in zip(once, again, strict=True) for a, b in zip(r, s, strict=True)]
        apart = max(float(np.max(np.abs(d), initial=0.0)) for d in blocks)
        if not apart <= nondet_tol:
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times "
                "gives different values, although analytical gradient matches numerical gradient. "
                f"The tolerance for nondeterminism was {nondet_tol}, the largest difference is {apart:.3g}."
            )

    def forward(self) -> None:
        """Check forward mode."""
        self.compare(_Check.by_forward, "Jacobian computed with forward mode")

    def gradients_of_zero(self, check_dtypes: bool) -> None:
        """Check that zero cotangents give zero gradients, and the dtypes of these if asked to."""
        ys = [y.tensor for y in self.outputs]
        for x, d in zip(self.inputs, self._gradients(ys, [_like(y, np.zeros(_size(y))) for y in ys]), strict=True):
            if d is None:
                continue
            if check_dtypes and d.dtype != x.tensor.dtype:
                raise GradcheckError(
                    f"Gradient has dtype mismatch: input {x.index} is {x.tensor.dtype}, its gradient {d.dtype}."
                )
            if _reals(d).any():
                raise GradcheckError(f"backward not multiplied by grad_output (gradient of input {x.index})")

    def undefined_cotangents(self) -> None:
        """Check that undefined cotangents, of all outputs and of each, act as zeros."""
        ys = [y.tensor for y in self.outputs]
        choices = [ys] if len(ys) == 1 else [ys, *([y] for y in ys)]
        for chosen in choices:
            through = [_Undefined.apply(y) if any(y is c for c in chosen) else y for y in ys]
            try:
                found = self._gradients(through, [_like(y, np.zeros(_size(y))) for y in ys])
            except Exception as e:
                raise GradcheckError(
                    f"Expected backward function to handle undefined output grads, got {type(e).__name__}: {e}"
                ) from e
            if any(d is not None and _reals(d).any() for d in found):
                raise GradcheckError(
                    "Expected all input grads to be undefined or zero when all output grads are undefined or zero."
                )

    def undefined_tangents(self) -> None:
        """Check that a tangent of zeros is the same as none."""
        zeros = {x.index: _like(x.tensor, np.zeros(_size(x.tensor))) for x in self.inputs}
        for x in self.inputs:
            tangent = self._random_like(x.tensor, ())
            sole, among = self._tangents({x.index: tangent}), self._tangents({**zeros, x.index: tangent})
            for y, s, a in zip(self.outputs, sole, among, strict=True):
                what = f"Expected undefined tangents to act as zeros: output {y.index} with respect to input {x.index}"
                self._compare_values(what, _reals_or_zeros(s, y.tensor), _reals_or_zeros(a, y.tensor))

    def batched_reverse(self) -> None:
        """Check ``is_grads_batched`` against a loop."""
        for y in self.outputs:
            cotangents = self._random_like(y.tensor, (BATCH,))
            try:
                together = self._gradients([y.tensor], [cotangents], batched=True)
            except Exception as e:
                raise GradcheckError(f"While computing batched gradients, got: {e}") from e
            for b in range(BATCH):
                one_by_one = self._gradients([y.tensor], [cotangents.select(0, b)])
                for x, t, d in zip(self.inputs, together, one_by_one, strict=True):
                    what = f"Batched gradients mismatch for output {y.index} with respect to input {x.index}"
                    batched = None if t is None else t[b]
                    self._compare_values(what, _reals_or_zeros(d, x.tensor), _reals_or_zeros(batched, x.tensor))

    def batched_forward(self) -> None:
        """Check forward mode under ``vmap`` against a loop."""
        for x in self.inputs:

            def push(tangent: Tensor, x: _Probed = x) -> tuple[Tensor, ...]:
                found = self._tangents({x.index: tangent})
                return tuple(zeros_like(y.tensor) if t is None else t for y, t in zip(self.outputs, found, strict=True))

            tangents = self._random_like(x.tensor, (BATCH,))
            try:
                together = vmap(push)(tangents)
            except Exception as e:
                raise GradcheckError(f"While computing batched forward gradients, got: {e}") from e
            for b in range(BATCH):
                for y, t, d in zip(self.outputs, together, push(tangents.select(0, b)), strict=True):
                    what = f"Batched forward gradients mismatch for output {y.index} with respect to input {x.index}"
                    self._compare_values(what, _reals(d), _reals(t[b]))

    def _random_like(self, t: Tensor, batch: tuple[int, ...]) -> Tensor:
        return _like(t, self.random.normal(size=(*batch, _size(t))))

    def _compare_values(self, what: str, expected: Array, got: Array) -> None:
        if not np.allclose(got, expected, rtol=self.rtol, atol=self.atol):
            raise GradcheckError(f"{what},\nexpected:{from_numpy(expected)}\ngot:{from_numpy(got)}")


def _refuse_masked(masked: bool | None, check_sparse_nnz: bool | None) -> None:
    if check_sparse_nnz is not None:
        warnings.warn("`check_sparse_nnz` is deprecated, use `masked` instead", FutureWarning, stacklevel=3)
        if masked is not None and masked != check_sparse_nnz:
            raise ValueError(
                f"Expected specified check_sparse_nnz (={check_sparse_nnz}) to be equal to masked (={masked})."
            )
    if masked or check_sparse_nnz:
        raise NotImplementedError("gradcheck: masked=True is about sparse inputs, which are not implemented yet.")


def _validate(i: int, x: Tensor) -> None:
    """Warn of an input that is too imprecise to check, refuse one whose elements cannot be moved one by one."""
    if x.dtype not in (dtypes.float64, dtypes.complex128):
        warnings.warn(
            f"Input #{i} requires gradient and is not a double precision floating point or complex. "
            "This check will likely fail if all the inputs are not of double precision floating point or complex. ",
            stacklevel=4,
        )
    dims = list(zip(x.shape, x.stride(), strict=True)) if x.numel() else []
    if any(step == 0 and size > 1 for size, step in dims):
        trouble = "has a dimension with stride 0"
    else:
        offsets = np.zeros(1, dtype=np.int64)
        for size, step in dims:
            offsets = np.add.outer(offsets, np.arange(size) * step).ravel()
        if np.unique(offsets).size == offsets.size:
            return
        trouble = "has elements that share memory"
    raise RuntimeError(
        f"The {i}th input {trouble}. gradcheck only supports inputs that are non-overlapping to be able to "
        "compute the numerical gradients correctly. You should call .contiguous on the input before passing it to "
        "gradcheck."
    )


@contextmanager
def _moved(x: Tensor, by: Array) -> Iterator[None]:
    """Add ``by`` to the values of ``x`` for a while, in its memory: a function may reach them by other ways, too."""
    memory = x.data
    before = memory.clone()
    memory.copy_(before + _like(x, by))
    try:
        yield
    finally:
        memory.copy_(before)


def _is_checked(x: Any) -> bool:
    return isinstance(x, Tensor) and x.requires_grad


def _as_tuple(x: Any) -> tuple[Any, ...]:
    return (x,) if isinstance(x, Tensor) else tuple(x)


def _outputs(result: Any) -> tuple[Tensor, ...]:
    ys = _as_tuple(result) if isinstance(result, (Tensor, list, tuple)) else (result,)
    for y in ys:
        if not isinstance(y, Tensor):
            raise ValueError(
                f"gradcheck: expected func to return a Tensor or a sequence of them, got {type(y).__name__}"
            )
    return ys


def _parts(t: Tensor) -> int:
    return 2 if t.is_complex() else 1


def _size(t: Tensor) -> int:
    """How many real numbers ``t`` holds."""
    return int(t.numel()) * _parts(t)


def _index(k: Any, of: _Probed) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(k, tuple(of.tensor.shape)))


def _reals(t: Tensor) -> Array:
    """A copy of the values of ``t`` as a vector of real numbers: see Note [Real pairs]."""
    wide = np.complex128 if t.is_complex() else np.float64
    return np.array(t.detach().cpu().numpy(), dtype=wide, order="C").reshape(-1).view(np.float64)


def _reals_or_zeros(t: Tensor | None, like: Tensor) -> Array:
    return np.zeros(_size(like)) if t is None else _reals(t)


def _like(t: Tensor, reals: Array) -> Tensor:
    """A new tensor as ``t``, behind any leading batch axes of ``reals``, from real numbers."""
    values = reals.astype(np.float64, order="C").view(np.complex128 if t.is_complex() else np.float64)
    new: Tensor = from_numpy(values.reshape((*reals.shape[:-1], *t.shape))).to(device=t.device, dtype=t.dtype)
    return new


def _cotangent(y: Tensor, random: np.random.Generator, strided: bool) -> Tensor:
    """A random cotangent for ``y`` that requires grad, every other element of a larger memory if ``strided``."""
    n = _size(y)
    g = _like(y, random.normal(size=n))
    if strided:
        g = _like(y, random.normal(size=(2, n))).movedim(0, -1).contiguous().select(-1, 0)
    g.requires_grad_()
    return g
