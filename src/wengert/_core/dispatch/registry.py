"""Every operation by name: the rows of the tables, and the published functions that call them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

REGISTRY: dict[str, Any] = {}  # the rows
COMPOSITES: dict[str, Callable[..., Any]] = {}  # the published plain functions
