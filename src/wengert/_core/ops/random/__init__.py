"""Random numbers: generators and the operations that draw."""
