"""Operations that read and write elements by index."""
