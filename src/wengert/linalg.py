"""Linear algebra, under torch's names."""

from __future__ import annotations

import typing as _typing

from ._core.api import public as _public
from ._core.api.generated import linalg_functions as _generated
from ._core.api.generated.linalg_functions import *  # noqa: F403
from ._core.errors.linalg_errors import LinAlgError as LinAlgError

__all__ = _generated.__all__ + ["LinAlgError"]

if not _typing.TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = _public.surface(__name__)
