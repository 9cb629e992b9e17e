"""The private house of wengert: ten rooms, described in README.md beside this file."""
