"""``torch.hub``: names that packages import. Nothing is downloaded: each function says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

from ... import errors

FUNCTIONS = "download_url_to_file get_dir help list load load_state_dict_from_url set_dir"


def _refused(name: str) -> Callable[..., NoReturn]:
    def refused(*args: Any, **kwargs: Any) -> NoReturn:
        raise errors.alias.not_downloaded(name)

    refused.__name__ = refused.__qualname__ = name
    return refused


HUB: dict[str, Any] = {
    **{name: _refused(name) for name in FUNCTIONS.split()},
    "HASH_REGEX": re.compile(r"-([a-f0-9]*)\."),  # where the name of a file has its hash
}
