"""Sums, extremes, norms, scans and sorting."""
