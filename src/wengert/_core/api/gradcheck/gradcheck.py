"""Check derivatives against finite differences: :func:`gradcheck` and :func:`gradgradcheck`.

``numerical`` and ``analytical`` compute Jacobians, ``checks`` compares them and runs the other checks, ``sweep`` finds
out why an entry differs, ``blame`` finds the wrong operation, and ``report`` defines the error. They are imported when
the first function is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import errors, late
from ...errors.tracebacks import public
from ...tape.tensor import Tensor
from ..backward import grad

if TYPE_CHECKING:
    from . import checks, numerical, report, sparse_inputs, verdict
    from .numerical import Func
else:
    late.modules(
        globals(), __package__, checks="checks", numerical="numerical", report="report", sparse_inputs="sparse_inputs",
        verdict="verdict",
    )  # fmt: skip

Inputs = Any  # a tensor, or a sequence of arguments


@public
def gradcheck(
    func: Func,
    inputs: Inputs,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    *,
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

    Every input tensor that requires grad is checked against every output that requires grad. Inputs should have double
    precision: a float32 input gives a warning, and the check mostly fails. Complex functions are checked by their
    Wirtinger derivatives, with the real and imaginary parts of the outputs checked separately.

    Args:
        func: takes ``inputs`` and returns a Tensor or a sequence of Tensors. It must be deterministic.
        inputs: a Tensor, or the sequence of arguments. Arguments that are not tensors are passed on unchanged.
        eps: the step of the finite differences.
        atol: the absolute tolerance.
        rtol: the relative tolerance.
        raise_exception: if a check fails, raise :class:`GradcheckError`. With False, return False instead, which is
            faster, because the failure is not analysed.
        check_sparse_nnz: the old name of ``masked``.
        nondet_tol: how much two backward passes over the same values may differ.
        check_undefined_grad: also check that undefined cotangents and tangents act like zeros.
        check_grad_dtypes: also check that gradients have the dtypes of their inputs.
        check_batched_grad: also check that ``is_grads_batched=True`` gives the same result as a loop.
        check_batched_forward_grad: also check that forward mode under ``vmap`` gives the same result as a loop.
        check_forward_ad: check forward mode.
        check_backward_ad: check reverse mode.
        fast_mode: compare one random projection of each Jacobian instead of all its elements.
        masked: whether unspecified elements of sparse inputs are constant. Gradients that have the specified elements
            only are right with True, and wrong without. For dense inputs it has no effect.

    Returns:
        True if all checks pass; False if one fails and ``raise_exception`` is False.

    Raises:
        GradcheckError: if a derivative is wrong. The error ranks the entries that differ, says why they differ, and
            names the operation whose rule is wrong.
        ValueError: if no input requires grad, or if ``func`` returns a value that is not a tensor.
        RuntimeError: if elements of an input share memory (for example, an expanded tensor).
        AssertionError: if options contradict each other, or if outputs change their shape or dtype with the values.

    Example:
        >>> import wengert
        >>> x = wengert.tensor([0.3, 0.7], dtype=wengert.float64, requires_grad=True)
        >>> wengert.autograd.gradcheck(lambda x: x.sin() * x, (x,), check_forward_ad=True)
        True
    """
    _require(
        check_forward_ad or check_backward_ad,
        "Expected at least one of check_forward_ad or check_backward_ad to be True",
    )
    _require(
        check_backward_ad or not check_batched_grad,
        "Setting check_batched_grad=True requires check_backward_ad to be True",
    )
    _require(
        check_forward_ad or not check_batched_forward_grad,
        "Setting check_batched_forward_grad=True requires check_forward_ad to be True",
    )
    masked = _is_masked(masked, check_sparse_nnz)
    given = numerical.as_tuple(inputs)
    func, args = sparse_inputs.of_dense(func, given, masked)
    options = checks.Options(
        atol=atol, rtol=rtol, nondet_tol=nondet_tol, undefined=check_undefined_grad, dtypes=check_grad_dtypes,
        batched=check_batched_grad, batched_forward=check_batched_forward_grad, forward=check_forward_ad,
        backward=check_backward_ad, masked=masked,
    )  # fmt: skip
    numerical.validate(args)
    point = numerical.Point(func, args, eps, fast_mode)
    failure: report.GradcheckError | checks.Mismatch | None = None
    try:
        checks.all_of(point, options)
    except (report.GradcheckError, checks.Mismatch) as e:
        failure = e.with_traceback(None)
    if failure is None:
        return True
    if not raise_exception:
        return False
    found = verdict.looked_into(failure, point, options)
    unmasked = not masked and any(map(sparse_inputs.is_checked_sparse, given))
    if unmasked and errors.gradcheck.UNMASKED not in str(found):
        found.add_note(errors.gradcheck.UNMASKED)
    raise found from failure.__cause__  # here, so that it holds no frames of checks


@public
def gradgradcheck(
    func: Func,
    inputs: Inputs,
    grad_outputs: Tensor | Any | None = None,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    *,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Check second derivatives: :func:`gradcheck` of the backward pass, for the inputs and the cotangents.

    Args:
        func: as for :func:`gradcheck`.
        inputs: as for :func:`gradcheck`.
        grad_outputs: one cotangent per differentiable output. Default: random ones.
        gen_non_contig_grad_outputs: make the random cotangents non-contiguous.
        check_fwd_over_rev: check the backward pass in forward mode.
        check_rev_over_rev: check the backward pass in reverse mode.
        eps, atol, rtol, raise_exception, nondet_tol, check_undefined_grad, check_grad_dtypes: as for :func:`gradcheck`.
        check_batched_grad, fast_mode, masked: as for :func:`gradcheck`.

    Returns:
        True if all checks pass; False if one fails and ``raise_exception`` is False.

    Raises:
        GradcheckError: if a derivative is wrong. Its ``order`` says whether a first derivative is wrong, too. In the
            error, the inputs are those of ``func``, followed by the cotangents, and the outputs are the gradients.
        ValueError: if there is nothing to check.
        AssertionError: if options contradict each other.

    Example:
        >>> import wengert
        >>> x = wengert.tensor([0.3, 0.7], dtype=wengert.float64, requires_grad=True)
        >>> wengert.autograd.gradgradcheck(lambda x: x.sin() * x, (x,))
        True
    """
    _require(
        check_fwd_over_rev or check_rev_over_rev,
        "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True",
    )
    _require(
        check_rev_over_rev or not check_undefined_grad,
        "Setting check_undefined_grad=True requires check_rev_over_rev to be True",
    )
    _require(
        check_rev_over_rev or not check_batched_grad,
        "Setting check_batched_grad=True requires check_rev_over_rev to be True",
    )
    func, args = sparse_inputs.of_dense(func, numerical.as_tuple(inputs), bool(masked))
    if not any(map(numerical.is_checked, args)):
        raise errors.gradcheck.nothing_to_check()
    if grad_outputs is None:
        random = np.random.default_rng(0)
        cotangents = tuple(
            _cotangent(y, random, gen_non_contig_grad_outputs)
            for y in numerical.outputs_of(func(*args))
            if y.requires_grad
        )
    else:
        cotangents = tuple(numerical.as_tuple(grad_outputs))
    if not cotangents:
        raise ValueError("gradgradcheck: no output of func requires grad, so that there is no backward pass to check")

    def backward(*both: Any) -> tuple[Tensor, ...]:
        xs, gs = both[: len(args)], both[len(args) :]
        for x, given in zip(xs, args, strict=True):
            if numerical.is_checked(given) and not x.requires_grad:  # forward mode passes tensors without history
                x.requires_grad_()
        ys = [y for y in numerical.outputs_of(func(*xs)) if y.requires_grad]
        checked = [x for x in xs if numerical.is_checked(x)]
        grads = grad(ys, checked, gs, create_graph=True, allow_unused=True)
        return tuple(d for d in grads if d is not None)

    try:
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
    except report.GradcheckError as second:
        try:
            gradcheck(func, args, eps, atol, rtol, check_undefined_grad=False, nondet_tol=nondet_tol)
        except report.GradcheckError as first:
            raise second.of_order(1, len(args), first) from second.__cause__
        raise second.of_order(2, len(args), None) from second.__cause__


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def _is_masked(masked: bool | None, check_sparse_nnz: bool | None) -> bool:
    """Whether unspecified elements of sparse inputs are constant."""
    if check_sparse_nnz is not None:
        errors.text.warn("`check_sparse_nnz` is deprecated, use `masked` instead", FutureWarning)
        if masked is not None and masked != check_sparse_nnz:
            raise ValueError(
                f"Expected specified check_sparse_nnz (={check_sparse_nnz}) to be equal to masked (={masked})."
            )
    return bool(masked or check_sparse_nnz)


def _cotangent(y: Tensor, random: np.random.Generator, strided: bool) -> Tensor:
    """A random cotangent for ``y`` that requires grad. If ``strided``, it is every other element of its memory."""
    n = numerical.size_of(y)
    g = numerical.like(y, random.uniform(-1, 1, size=n))
    if strided:
        g = numerical.like(y, random.uniform(-1, 1, size=(2, n))).movedim(0, -1).contiguous().select(-1, 0)
    g.requires_grad_()
    return g
