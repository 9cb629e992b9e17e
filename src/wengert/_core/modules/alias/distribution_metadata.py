"""What is known of PyTorch as an installed package, for packages that ask ``importlib.metadata`` for its version."""

from __future__ import annotations

from importlib.metadata import Distribution
from os import PathLike
from typing import NoReturn

from ... import errors


class Installed(Distribution):
    """A package without files: its name and version."""

    def __init__(self, name: str, version: str) -> None:
        self.known = {"METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"}

    def read_text(self, filename: str) -> str | None:
        return self.known.get(filename)

    def locate_file(self, path: str | PathLike[str]) -> NoReturn:
        raise errors.alias.no_file(path)
