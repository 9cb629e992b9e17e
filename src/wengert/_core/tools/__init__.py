"""What observes the tape and the engine: profiler, diagnosis, recomputation."""
