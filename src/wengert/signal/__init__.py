"""``wengert.signal``: :mod:`wengert.signal.windows`."""

from __future__ import annotations

from . import windows as windows
