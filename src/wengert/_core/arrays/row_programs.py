"""Fused programs for rows are compiled code (``row_programs.pyx``): in the pure build there are none."""

from __future__ import annotations

from typing import Any

RowProgram: Any = None
RowPrograms: Any = None
