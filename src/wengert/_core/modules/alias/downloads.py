"""``torch.hub``: names that packages import. Nothing is downloaded: each function says so."""

from __future__ import annotations

import re
from typing import Any

from ... import errors
from .refusals import functions

FUNCTIONS = "download_url_to_file get_dir help list load load_state_dict_from_url set_dir"


HUB: dict[str, Any] = {
    **functions(FUNCTIONS, errors.alias.not_downloaded),
    "HASH_REGEX": re.compile(r"-([a-f0-9]*)\."),  # where the name of a file has its hash
}
