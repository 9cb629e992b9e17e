"""Side by side with peers, on the same code, in one run: `python -m benchmarks`."""
