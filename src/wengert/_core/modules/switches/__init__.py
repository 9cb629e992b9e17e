"""Switches and annotations of programs written for PyTorch. A switch is accepted if wengert behaves as it asks.

A switch without an effect reads back as it was set. One that asks for something that wengert cannot do raises, or warns
if only time is lost.
"""
