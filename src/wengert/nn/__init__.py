"""``wengert.nn``: so far :mod:`wengert.nn.functional`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import errors
from . import functional as functional

if not TYPE_CHECKING:  # to checkers a name that is not there is an error
    __getattr__ = errors.absent.looked_up_in(__name__)
