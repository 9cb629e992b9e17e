"""Sequences of points that fill a cube evenly."""
