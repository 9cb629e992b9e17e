"""A folder of ``sys.path`` while wengert is ``torch``.

Processes that ``multiprocessing`` starts as new interpreters import the program again, and are given its ``sys.path``.
So their ``import torch`` finds the module here.
"""
