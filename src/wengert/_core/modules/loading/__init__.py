"""Data in batches: datasets, samplers, and the loader that draws from them, with threads as its workers."""
