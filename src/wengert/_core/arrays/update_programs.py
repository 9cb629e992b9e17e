"""Programs that overwrite their inputs are compiled code (``update_programs.pyx``): the pure build has none."""

from __future__ import annotations

from typing import Any

UpdateProgram: Any = None
