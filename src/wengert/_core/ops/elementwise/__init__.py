"""Operations on each element."""
