"""Operations that move elements and change shapes."""
