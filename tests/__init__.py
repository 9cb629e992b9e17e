"""Tests are about all operations, however late a program imports them."""

from wengert._core import ops

ops.declare_all()
