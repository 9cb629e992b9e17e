"""What is kept for backward within a budget, and what is computed again: recorded, planned, carried out.

``recording`` notes how every value came about, ``planning`` chooses, ``region`` carries it out when a walk reads.
"""
