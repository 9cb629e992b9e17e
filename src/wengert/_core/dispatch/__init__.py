"""One call of an operation: compute on arrays, record a node; in-place and out= forms; who overrides or observes it."""
