"""Matrix products, solvers and decompositions."""
