"""What explains a graph: anomaly mode, NaN searches, pictures, leaks, saved memory."""
