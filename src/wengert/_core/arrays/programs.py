"""Fused programs are compiled code (``programs.pyx``): in the pure build there are none, and NumPy runs each step."""

from __future__ import annotations

from typing import Any

Program: Any = None
EXPRESSIONS: dict[str, int] = {}
