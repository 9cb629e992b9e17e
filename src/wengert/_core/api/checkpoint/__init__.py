"""Checkpointing: parts of a program that are computed again in the backward pass."""
