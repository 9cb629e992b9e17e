"""What tests of numerical programs need: whether tensors are close, and tensors to try."""
