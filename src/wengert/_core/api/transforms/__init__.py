"""Functions in, functions out: what stands behind wengert.func."""
