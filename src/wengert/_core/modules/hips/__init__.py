"""The names of HIPS autograd: boxes that mean what NumPy's arrays mean, and derivatives of functions of arrays."""
