"""The private house of wengert: nine rooms, described in README.md beside this file."""
