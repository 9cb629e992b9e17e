"""Whether constructors of sparse tensors check more than they must: a switch of the whole process, as in PyTorch."""

from __future__ import annotations

from contextlib import ContextDecorator


def asked(check_invariants: bool | None) -> bool:
    """Whether a constructor that is given this checks them."""
    return check_sparse_tensor_invariants.is_enabled() if check_invariants is None else bool(check_invariants)


class check_sparse_tensor_invariants(ContextDecorator):  # noqa: N801  (torch's name)
    """Check that the indices of a compressed sparse tensor are sorted and distinct when it is made.

    Whether indices, values and sizes fit together is checked in any case. Use it as a context manager or decorator, or
    call :meth:`enable` and :meth:`disable`.

    Args:
        enable: whether to check.

    >>> import wengert
    >>> with wengert.sparse.check_sparse_tensor_invariants():
    ...     wengert.sparse.check_sparse_tensor_invariants.is_enabled()
    True
    """

    _enabled = False

    def __init__(self, enable: bool = True) -> None:
        self.state = enable
        self.saved_state: bool | None = None

    @staticmethod
    def is_enabled() -> bool:
        """Return whether these checks are made where a constructor is not told."""
        return check_sparse_tensor_invariants._enabled

    @staticmethod
    def enable() -> None:
        """Check in all constructors that are not told otherwise."""
        check_sparse_tensor_invariants._enabled = True

    @staticmethod
    def disable() -> None:
        """Check in no constructor that is not told to. This is how a program begins."""
        check_sparse_tensor_invariants._enabled = False

    def _recreate_cm(self) -> check_sparse_tensor_invariants:
        return type(self)(self.state)

    def __enter__(self) -> None:
        if self.saved_state is not None:
            raise RuntimeError(
                "This context manager instance is already activated. Use a different context manager instance."
            )
        self.saved_state = self.is_enabled()
        type(self)._enabled = self.state

    def __exit__(self, *error: object) -> None:
        type(self)._enabled = bool(self.saved_state)
        self.saved_state = None
