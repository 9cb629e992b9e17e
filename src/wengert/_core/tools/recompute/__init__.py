"""Which saved tensors are computed again under a memory budget: the values of a region, a plan, carrying it out."""
