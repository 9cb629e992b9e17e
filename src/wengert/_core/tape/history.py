"""Why a value has no history, as data: what stopped the recording, at which operation, on which line.

Error messages are made from this data (``errors/history_errors.py``). Code that needs the reason compares these
objects, and never parses a message.
"""

from __future__ import annotations

from enum import Enum
from typing import Any


class Kind(Enum):
    """What stops the recording of a value."""

    DETACHED = "detached"
    COPIED = "copied"  # by wengert.tensor(), which makes a leaf
    FROM_NUMPY = "from_numpy"
    INTEGER = "integer"  # the result has a dtype without gradients
    INTEGER_WRITTEN = "integer_written"  # the memory that was written has a dtype without gradients
    NOT_DIFFERENTIABLE = "not_differentiable"
    MARKED = "marked"  # by a Function's mark_non_differentiable
    NO_GRAD = "no_grad"
    INFERENCE = "inference"
    OF_INFERENCE = "of_inference"  # a view of memory that was allocated in inference mode
    IN_FORWARD = "in_forward"  # inside the forward of a Function
    NOT_RECORDED = "not_recorded"  # by a backward pass without create_graph
    WRITTEN = "written"  # after the forward of a Function had set it on ctx


class Mode:
    """What disables recording: ``no_grad``, inference mode, or the ``forward`` of one Function.

    Every Function class has a mode of its own, and modes are compared by identity: a name does not identify a class.
    A mode holds only the name of its class, so a tensor that refers to a mode does not keep the class alive.
    """

    kind: Kind
    function: str

    __slots__ = ("function", "kind")

    def __init__(self, kind: Kind, function: str = "") -> None:
        self.kind = kind
        self.function = function


NO_GRAD = Mode(Kind.NO_GRAD)
INFERENCE = Mode(Kind.INFERENCE)


class History:
    """How a value lost its history.

    ``operation`` names the operation that ran. ``detail`` is the dtype that has no gradient, or the mode that disabled
    recording.
    """

    kind: Any
    operation: Any
    site: Any
    detail: Any

    def __init__(self, kind: Kind, operation: str, site: Any, detail: Any = None) -> None:
        self.kind = kind
        self.operation = operation
        self.site = site
        self.detail = detail
