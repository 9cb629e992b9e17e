"""Reductions and normalisations of what a mask lets pass, under torch's names."""

from __future__ import annotations

import typing as _typing

from . import errors as _errors
from .faces.masked import *  # noqa: F403

if not _typing.TYPE_CHECKING:  # to checkers a name that is not there is an error
    __getattr__ = _errors.absent.looked_up_in(__name__)
