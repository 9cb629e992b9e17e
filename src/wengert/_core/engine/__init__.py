"""The backward pass: from outputs back to leaves."""
