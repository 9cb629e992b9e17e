"""What is recorded: tensors, nodes, saved tensors, hooks, and the state of the thread."""
