"""Random numbers: generators, and the operations that use them."""
