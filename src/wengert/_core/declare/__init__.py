"""How a row of the tables is read, and the rules for forward mode and vmap that its family gives it."""
