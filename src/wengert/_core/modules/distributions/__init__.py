"""Probability distributions, the constraints of their values, and transforms between them."""
