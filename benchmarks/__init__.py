"""Compare wengert with other libraries on the same programs: `python -m benchmarks`."""
