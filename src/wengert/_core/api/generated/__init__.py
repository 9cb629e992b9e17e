"""The public face of the rule tables, written by tools/generate.py from the signatures on the rows."""
