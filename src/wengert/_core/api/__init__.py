"""What users call besides operations: tensor methods, and what stands behind autograd, func and utils."""
