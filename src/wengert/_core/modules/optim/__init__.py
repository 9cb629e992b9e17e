"""Optimisers and schedules of learning rates: what ``wengert.optim`` shows."""
