"""How exactly and how repeatably numbers are computed: switches that ask for what is so, or say that it is not."""

from __future__ import annotations

from ... import errors
from ...arrays import arrays

NAMES = ("default", "warn", "error")
PRECISIONS = ("highest", "high", "medium")


class _Set:
    """What was set last."""

    debug_mode = 0
    precision = PRECISIONS[0]


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Ask for results that do not differ from run to run. On the CPU none do.

    Args:
        mode: whether results must be the same.
        warn_only: whether to warn, and not raise, if they are not.

    Raises:
        TypeError: if an argument is no bool.
        RuntimeError: with True, where there is a GPU: some sums on it have no fixed order.

    >>> import wengert
    >>> wengert.use_deterministic_algorithms(True)
    >>> wengert.are_deterministic_algorithms_enabled()
    True
    >>> wengert.use_deterministic_algorithms(False)
    """
    if not isinstance(mode, bool):
        raise errors.switches.mode(mode)
    if type(warn_only) is not bool:
        raise errors.calls.wrong_type("use_deterministic_algorithms", "warn_only", "bool", warn_only)
    if mode and arrays.cuda_available():
        if not warn_only:
            raise errors.switches.nondeterministic()
        errors.text.warn(f"{errors.switches.ATOMIC}.")
    _Set.debug_mode = 0 if not mode else 1 if warn_only else 2


def are_deterministic_algorithms_enabled() -> bool:
    """Return whether :func:`wengert.use_deterministic_algorithms` has asked for the same results in every run.

    >>> import wengert
    >>> wengert.are_deterministic_algorithms_enabled()
    False
    """
    return _Set.debug_mode > 0


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Return whether it asked for warnings only.

    >>> import wengert
    >>> wengert.is_deterministic_algorithms_warn_only_enabled()
    False
    """
    return _Set.debug_mode == 1


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """Ask for the same results in every run, by a name.

    Args:
        debug_mode: ``"default"`` or 0 asks for nothing, ``"warn"`` or 1 for warnings, ``"error"`` or 2 for errors.

    Raises:
        RuntimeError: for any other name or number.
        TypeError: if it is neither.

    >>> import wengert
    >>> wengert.set_deterministic_debug_mode("default")
    """
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str):
        if debug_mode not in NAMES:
            raise errors.switches.debug_name(debug_mode)
        debug_mode = NAMES.index(debug_mode)
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode() -> int:
    """Return what :func:`wengert.set_deterministic_debug_mode` has set, as a number.

    >>> import wengert
    >>> wengert.get_deterministic_debug_mode()
    0
    """
    return _Set.debug_mode


def set_float32_matmul_precision(precision: str) -> None:
    """Allow products of float32 matrices to be less precise. They never are.

    Args:
        precision: ``"highest"``, ``"high"`` or ``"medium"``.

    >>> import wengert
    >>> wengert.set_float32_matmul_precision("high")
    >>> wengert.get_float32_matmul_precision()
    'high'
    >>> wengert.set_float32_matmul_precision("highest")
    """
    if precision not in PRECISIONS:
        errors.text.warn(errors.switches.precision(precision))
        return
    _Set.precision = precision


def get_float32_matmul_precision() -> str:
    """Return what :func:`wengert.set_float32_matmul_precision` has set.

    >>> import wengert
    >>> wengert.get_float32_matmul_precision()
    'highest'
    """
    return _Set.precision


def set_flush_denormal(mode: bool) -> bool:
    """Ask for numbers too small for full precision to become 0. They do not.

    Args:
        mode: whether they should.

    Returns:
        False: it is not supported here, as on processors that cannot do it.

    >>> import wengert
    >>> wengert.set_flush_denormal(True)
    False
    """
    if not isinstance(mode, bool):
        raise errors.switches.flush(mode)
    return False
