"""How a row of a table is read, and what its family gives: forward mode and vmap."""
