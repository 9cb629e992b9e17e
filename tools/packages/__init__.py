"""Packages written for PyTorch, tested on wengert: ``make packages`` runs their tests, and writes docs/packages.md."""
