"""``autograd.builtins``: Python's containers and type tests, to which a box is what is in it."""

from __future__ import annotations

from builtins import dict as dict  # boxes may be in any of these three
from builtins import list as list
from builtins import tuple as tuple
from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.hips.array_trees import isinstance, type

DictBox = dict  # a dict with boxes in it is a dict

__all__ = [
    "isinstance", "type",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
