"""What programs written for PyTorch stand on: modules, optimisers, files, data, all written on public operations."""
