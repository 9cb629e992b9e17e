"""Jobs whose threads multiply matrices side by side, which the pure build does not have: see ``matrix_blocks.pyx``."""
