"""What an array is here: NumPy's, CuPy's, batched and sparse ones; dtypes; loops fused into one pass over memory."""
