"""One call of an operation: compute on arrays, record a node; in-place and out= forms; types that override it."""
