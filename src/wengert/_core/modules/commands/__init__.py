"""The command line, ``python -m wengert``: one file a command."""
