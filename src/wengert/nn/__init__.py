"""``wengert.nn``: so far :mod:`wengert.nn.functional`."""

from __future__ import annotations

from . import functional as functional
