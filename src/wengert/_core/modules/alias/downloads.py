"""``torch.hub``: the folder that packages keep files in, and what is in it. Nothing is downloaded.

The folder is that of PyTorch: weights that it has downloaded are found.
"""

from __future__ import annotations

import importlib
import os
import re
from typing import Any
from urllib.parse import urlparse

from ... import errors
from ..files.serialization import load
from .refusals import functions

FUNCTIONS = "download_url_to_file help list load"
chosen: list[str] = []  # the folder that set_dir was given last


def _get_torch_home() -> str:
    """The folder of everything that is downloaded."""
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    return os.path.expanduser(os.environ.get("TORCH_HOME", os.path.join(cache, "torch")))


def get_dir() -> str:
    """The folder of models: that of ``set_dir``, or ``hub`` in ``$TORCH_HOME`` or ``~/.cache/torch``."""
    return chosen[-1] if chosen else os.path.join(_get_torch_home(), "hub")


def set_dir(d: str | os.PathLike[str]) -> None:
    """Choose the folder of models."""
    chosen[:] = [os.path.expanduser(d)]


def load_state_dict_from_url(
    url: str,
    model_dir: str | None = None,
    map_location: Any = None,
    progress: bool = True,
    check_hash: bool = False,
    file_name: str | None = None,
    weights_only: bool = False,
) -> Any:
    """Load the file of a URL from the folder, if it is there already; else the error says where it is to be put.

    ``progress`` and ``check_hash`` are of downloads.
    """
    folder = os.path.join(get_dir(), "checkpoints") if model_dir is None else model_dir
    path = os.path.join(folder, file_name or os.path.basename(urlparse(url).path))
    if not os.path.exists(path):
        raise errors.alias.not_there(url, path)
    return load(path, map_location=map_location, weights_only=weights_only)


def tqdm(*args: Any, **options: Any) -> Any:
    """The bar of the package of that name, which packages take from here."""
    return importlib.import_module("tqdm").tqdm(*args, **options)


HUB: dict[str, Any] = {
    **functions(FUNCTIONS, errors.alias.not_downloaded),
    "HASH_REGEX": re.compile(r"-([a-f0-9]*)\."),  # where the name of a file has its hash
    "_get_torch_home": _get_torch_home,
    "get_dir": get_dir,
    "load_state_dict_from_url": load_state_dict_from_url,
    "set_dir": set_dir,
    "tqdm": tqdm,
    "urlparse": urlparse,
}
MODEL_ZOO: dict[str, Any] = {"load_url": load_state_dict_from_url, "tqdm": tqdm}
