"""``torch`` as another name of wengert."""
