"""Switches and annotations of programs written for PyTorch. They are taken where they ask for what is so anyway.

A switch that has no effect reads back as it was set. One that asks for what cannot be had raises, or warns if only time
is lost.
"""
