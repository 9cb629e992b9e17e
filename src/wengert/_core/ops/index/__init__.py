"""Operations that pick and place elements by index."""
