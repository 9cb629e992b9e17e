"""The version of wengert. It is written here and nowhere else: pyproject.toml reads it, too."""

__version__ = "0.1.0"
