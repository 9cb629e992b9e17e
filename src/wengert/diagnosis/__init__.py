"""Tools that look at the tape and at walks over it, and say what went wrong. Operations do not know of them."""
